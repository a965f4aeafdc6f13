"""Played positions and random games, for tests.

`position` puts named cards into named places and gives a game at the start of p1's turn; everything after that goes
through the public API. `undo`, `events`, `save` and `load_game` work on such a game too: it begins at the position.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from interpreter import Decision, Game, Rules
from interpreter.front.rules import Origin
from interpreter.program.layout import PC, PLAY, YOU
from interpreter.running import engine, facts
from interpreter.running.state import ZONE_BITS, State

BASICS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")


class PositionRules(Rules):
    """Rules whose games begin at the first question of one position instead of at the set-up."""

    def __init__(self, rules: Rules, start: State) -> None:
        super().__init__(rules.program)
        self._ready, self._linked, self._start = rules._ready, rules._linked, start

    def _prepare(self, origin: Origin) -> State:
        return self._start.fork()

    def _begin(self, game: Game, traced: bool = False) -> None:
        """The position already waits for its first answer."""


def position(rules: Rules, kingdom: Sequence[str] = (), seats: int = 2, *, supply: Mapping[str, int] | None = None,
             trash: Sequence[str] = (), first: int = 1, seed: int = 1, **players: Mapping[str, Any]) -> Game:
    """A game in which it is the turn of p`first`, asked for the first time.

    `p1={"hand": [...], "deck": [top first], "coins": 3}` fills zones and counters; zones not named are empty, piles
    not named in `supply` are full. The piles are the kingdom, every card named, and the basic cards.
    """
    program = rules.program
    named = [*kingdom, *trash, *(supply or {})]
    for given in players.values():
        named += [card for cards in given.values() if not isinstance(cards, int) for card in cards]
    piles = tuple(dict.fromkeys([*BASICS, *named]))
    origin = Origin(seats, seed, first - 1, piles)
    linked = rules.linked(origin.cards(program))
    sizes = {name: program.cards[program.by_name[name]].pile[seats] for name in piles} | dict(supply or {})
    content = [(program.by_name[name], sizes[name]) for name in piles]
    state = engine.fresh_state(linked, seats, content, {}, seed, first - 1)
    state.stack.pop()  # the set-up is not played
    for card in reversed(trash):
        _put(state, card, linked.zone_number(program.zone("trash").index, 0))
    counters = {counter.name for counter in program.counters}
    for player, given in players.items():
        seat = int(player.removeprefix("p")) - 1
        for where, what in given.items():
            if where not in counters:
                for card in reversed(what):
                    _put(state, card, linked.zone_number(program.zone(where).index, seat))
    _begin_turn(state, players.get(f"p{first}", {}))
    return Game(PositionRules(rules, state), origin, state.fork())


def _begin_turn(state: State, content: Mapping[str, Any]) -> None:
    """Runs to the first question: the turn has begun, its seat has the counters that the position names."""
    linked, seat = state.linked, state.turn_seat
    state.stock = linked.stock(state.defs, state.pile_of)
    state.turn = state.turns[seat] = state.plays = 1
    frame = state.stack[-1]
    frame[PLAY], frame[YOU], frame[PC] = state.plays, seat, linked.turn_block
    names = {counter.index: counter.name for counter in linked.program.counters}
    for index, value in linked.turn_counters:
        state.counters[seat * linked.counters_per_seat + index] = content.get(names[index], value)
    engine.run(state)


def _put(state: State, card: str, zone: int) -> None:
    state.zones[zone].append(len(state.defs))
    state.defs += (state.linked.program.by_name[card],)
    state.at.append(1 << ZONE_BITS | zone)


# ---------------------------------------------------------------- looking


def zone(game: Game, seat: int, name: str) -> list[str]:
    """The cards of a zone of a seat as the referee sees them: uppermost first where order counts, else sorted."""
    return list(game.view()["seats"][seat - 1]["zones"][name]["cards"])


def table(game: Game, name: str) -> list[str]:
    return list(game.view()["table"][name]["cards"])


def pile(game: Game, card: str) -> int:
    """How many cards are left in the pile of a card."""
    return sum(entry["count"] for entry in game.view()["table"]["supply"] if entry["card"] == card)


def counter(game: Game, seat: int, name: str) -> int:
    return int(game.view()["seats"][seat - 1]["counters"][name])


def cost(game: Game, card: str) -> int:
    """What a card costs here and now, as the kernel answers it."""
    state = game._state
    prop = next(p.index for p in state.linked.program.properties if p.name == "cost")
    return facts.fact(state, prop, _one(state, card))


def tokens(game: Game, card: str, name: str = "tokens") -> int:
    """All counters of a name that lie on cards of a name."""
    state = game._state
    index = next(c.index for c in state.linked.program.counters if c.name == name)
    wanted = state.linked.program.by_name[card]
    return sum(value for (o, kind), value in state.marks.items() if kind == index and state.defs[o] == wanted)


def _one(state: State, card: str) -> int:
    return state.defs.index(state.linked.program.by_name[card])


def offered(game: Game) -> list[str]:
    """What the open decision offers, sorted."""
    decision = asked(game)
    return sorted(decision.names)


def asked(game: Game) -> Decision:
    """The open decision."""
    assert game.decision is not None, "the game is over"
    return game.decision


# ---------------------------------------------------------------- playing


def answer(game: Game, *answers: str | Sequence[str]) -> None:
    """One answer after the other: an option's key, several of them, or [] to decline."""
    for choice in answers:
        game.answer(list(choice) if not isinstance(choice, str) else choice)


def end_turn(game: Game) -> None:
    """Declines or answers with the first options until another turn begins."""
    turns = game._state.turn
    while game.decision is not None and game._state.turn == turns:
        decision = asked(game)
        game.answer(list(decision.options[: decision.min]))


def random_answer(decision: Decision, chance: random.Random, eager: float = 0.7) -> list[int]:
    """Numbers of options, at random; `eager` is how often something is taken that could be declined."""
    low, high = decision.min, decision.max
    if low == 0 and high > 0 and chance.random() < eager:
        low = 1
    return chance.sample(range(len(decision.names)), chance.randint(low, high))


def play_randomly(game: Game, seed: int, answers: int = 600, watch: Counter[str] | None = None) -> int:
    """Answers at random until the game is over or enough answers were given; returns how many.

    `watch` counts the cards that were played or bought in a phase. The cards are counted all the way: none is lost
    or doubled.
    """
    chance = random.Random(seed)
    total = len(game._state.defs)
    for count in range(answers):
        decision = game.decision
        if decision is None:
            return count
        chosen = random_answer(decision, chance)
        if watch is not None and decision.source.card.endswith("phase"):
            watch.update(decision.names[index] for index in chosen)
        game.answer([decision.options[index] for index in chosen])
        placed = [o for content in game._state.zones for o in content]
        assert len(placed) == len(set(placed)) == total, f"cards were lost or doubled after {decision!r}"
    return answers
