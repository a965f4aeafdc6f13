"""Loaded rules: they make games."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from interpreter.compiling.features import features_of
from interpreter.diagnostics import CardwrightError, did_you_mean
from interpreter.front import saving
from interpreter.front.decisions import chosen_indices, decision_of
from interpreter.front.game import Game, Result, RunawayCard, WrongShuffle, _Log, runaway_cause
from interpreter.front.given import pile_names, raise_faults, read_given
from interpreter.front.positions import state_at
from interpreter.front.wording import Words
from interpreter.loading import load_program
from interpreter.program.model import Card, Program
from interpreter.running import chance, engine
from interpreter.running.linking import Linked
from interpreter.running.state import OffScript, Runaway, State


@dataclass(frozen=True, slots=True)
class Origin:
    """How a game began; with the answers it gives the game again. `given`: the position it began at, as plain data."""

    seats: int
    seed: int
    first: int
    piles: tuple[str, ...]
    given: Mapping[str, Any] | None = None
    further: tuple[str, ...] = ()  # cards of the position that have no pile
    start: State | None = field(default=None, compare=False, repr=False)  # the position, worked out

    def cards(self, program: Program) -> tuple[int, ...]:
        """The numbers of all cards that are in the game from the beginning."""
        start = [card for cards in program.start.values() for card in cards]
        return tuple(sorted({program.by_name[name] for name in (*self.piles, *start, *self.further)}))

    def as_json(self) -> dict[str, Any]:
        """The origin as a save keeps it."""
        data = {"seats": self.seats, "seed": self.seed, "first": self.first, "piles": list(self.piles)}
        return data if self.given is None else {**data, "given": self.given}


class Rules:
    """A game's rules with all its cards, ready to be played.

    >>> from interpreter import load
    >>> rules = load()
    >>> all(rules.card(card.name) is card for card in rules.cards)
    True
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._linked: dict[Any, Linked] = {}
        self._templates: dict[Any, State] = {}
        self._ready: dict[tuple[int, ...], Linked] = {}

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, those of the catalogue and those of further files."""
        return self.program.cards

    def card(self, name: str, among: Container[str] = ()) -> Card:
        """A card by its name in any language; `among` decides between several of one name, see `find_card`."""
        found = self.find_card(name, among)
        if found is None:
            raise CardwrightError(f"no card called '{name}'. {did_you_mean(name, self.program.by_name, 'there are')}")
        return found

    def find_card(self, name: str, among: Container[str] = ()) -> Card | None:
        """A card by its name in any language, or None.

        A name that several cards have is refused, unless only one of them is among the names that are possible here.
        """
        found = self.program.cards_called(name, among)
        if len(found) > 1:
            raise CardwrightError(several_called(name, found))
        return found[0] if found else None

    # ------------------------------------------------------------ making games

    def new_game(self, seats: int = 2, seed: int | None = None, first: int | None = None, after: Result | None = None,
                 **options: Any) -> Game:
        """A new game. The piles are chosen with the option the game declares: a name, a list of cards, or "random".

        `first` is the seat that begins; by default the rules decide, also from the result of the game before (`after`).
        """
        low, high = self.program.seats
        if not low <= seats <= high:
            raise CardwrightError(f"{self.program.name} has {low} to {high} seats, not {seats}")
        seed = random.SystemRandom().randrange(1 << 62) if seed is None else seed
        piles = self._choose_piles(options, seed)
        starts = self._first_seat(seats, seed, after) if first is None else first - 1
        if not 0 <= starts < seats:
            raise CardwrightError(f"there is no seat {first}; seats are 1 to {seats}")
        origin = Origin(seats, seed, starts, piles)
        game = Game(self, origin, self._prepare(origin))
        self._begin(game)
        return game

    def _begin(self, game: Game, traced: bool = False) -> None:
        """Sets a game up and runs it to its first decision."""
        try:
            if traced:
                game._traced(lambda: engine.run(game._state))
            else:
                engine.run(game._state)
        except Runaway as runaway:
            raise RunawayCard(runaway_cause(game._state, runaway), engine.STEP_BUDGET) from None
        except OffScript as shuffle:
            raise WrongShuffle(self.program, shuffle) from None

    @cached_property
    def words(self) -> Words:
        """What cards, zones, seats and verbs are called."""
        return Words(self.program)

    def position(self, given: Mapping[str, Any], *, also: Sequence[str] = (), **more: Any) -> Game:
        """A game at a position: a mapping as `given` in a ruling, of which parts can also be named as keywords.

        Cards in `also` have a pile, too, where the position does not choose the piles.
        """
        given = {**given, **more}
        origin = self.origin_of(given, also)
        game = Game(self, origin, self._prepare(origin))
        self._begin(game)
        return game

    def origin_of(self, given: Mapping[str, Any], also: Sequence[str] = (), piles: Sequence[str] = ()) -> Origin:
        """How a game at a position begins; raises `CardwrightError` with everything that is wrong with it."""
        layout, read = read_given(self.words, given)
        raise_faults(read)
        if piles:
            chosen = tuple(piles)
        elif layout.chosen is not None or (layout.setup and self.program.piles is not None):
            assert self.program.piles is not None
            chosen = self._choose_piles({self.program.piles.option: layout.chosen}, layout.seed)
        else:
            chosen = pile_names(self.program, layout, also)
        further = tuple(name for name in layout.named() if name not in chosen)
        origin = Origin(layout.seats, layout.seed, layout.turn, chosen, given, further)
        start = state_at(self.linked(origin.cards(self.program)), layout, chosen)
        return replace(origin, start=start)

    def _choose_piles(self, options: dict[str, Any], seed: int) -> tuple[str, ...]:
        piles = self.program.piles
        known = [piles.option] if piles else []
        for name in options:
            if name not in known:
                hint = did_you_mean(name, known, "options")
                raise CardwrightError(f"{self.program.name} has no option '{name}'. {hint}")
        if piles is None:
            return ()
        wanted = options.get(piles.option)
        chosen = self._named_piles(piles.default if wanted is None else wanted, seed)
        return (*piles.always, *(name for name in chosen if name not in piles.always))

    def _named_piles(self, wanted: str | Sequence[str], seed: int) -> tuple[str, ...]:
        piles = self.program.piles
        assert piles is not None
        offered = {card.name for card in self.program.cards if card.offered}
        if isinstance(wanted, str):
            if wanted == "random":
                return self._random_piles(seed)
            match = next((name for name in piles.named if name.casefold() == wanted.casefold()), None)
            if match is not None:
                return piles.named[match]
            if "," not in wanted and self.find_card(wanted, offered) is None:
                hint = did_you_mean(wanted, piles.named, "there are")
                raise CardwrightError(f"no {piles.option} called '{wanted}'. {hint}; "
                                      f"or name {piles.count} cards, or 'random'")
            wanted = [name.strip() for name in wanted.split(",")]
        chosen = [self.card(name, offered).name for name in wanted]
        twice = sorted({name for name in chosen if chosen.count(name) > 1})
        if twice:
            raise CardwrightError(f"{twice[0]} is named twice; a {piles.option} has different cards")
        return tuple(chosen)

    def _random_piles(self, seed: int) -> tuple[str, ...]:
        piles = self.program.piles
        assert piles is not None
        offered = [card.index for card in self.program.cards if card.offered]
        chance.shuffle(chance.seeded(seed ^ 0x5EED), offered)
        return tuple(sorted(self.program.cards[index].name for index in offered[: piles.count]))

    def _first_seat(self, seats: int, seed: int, after: Result | None) -> int:
        rules = self.program.first_seat
        how, candidates = rules.get("first game", "first"), list(range(seats))
        if after is not None and len(after.winners) == 1:
            how = rules.get("after one winner", how)
            if how == "left of the winner":
                return after.winners[0] % seats
        elif after is not None:
            how = rules.get("after several winners", how)
            losers = [seat for seat in candidates if seat + 1 not in after.winners]
            candidates = losers if how == "random other" and losers else candidates
        if how == "first":
            return 0
        _, index = chance.below(chance.seeded(seed ^ 0xF125), len(candidates))
        return candidates[index]

    def linked(self, cards: tuple[int, ...]) -> Linked:
        """Tables and compiled texts for a game with these cards; shared by games that can do the same."""
        found = self._ready.get(cards)
        if found is None:
            features = features_of(self.program, cards)
            found = self._linked.get(features)
            if found is None:
                found = self._linked[features] = Linked(self.program, features)
            self._ready[cards] = found
        return found

    def _prepare(self, origin: Origin) -> State:
        """The state before the set-up text runs, or before the phase of a position begins."""
        program = self.program
        if origin.start is not None:
            return origin.start.fork()
        template = self._templates.get((origin.seats, origin.piles))
        if template is None:
            linked = self.linked(origin.cards(program))
            numbers = [program.by_name[name] for name in origin.piles]
            piles = [(number, program.cards[number].pile[origin.seats]) for number in numbers]
            start = {program.zone(zone).index: [(program.by_name[card], count) for card, count in content.items()]
                     for zone, content in program.start.items()}
            template = engine.fresh_state(linked, origin.seats, piles, start, 0, 0)
            self._templates[origin.seats, origin.piles] = template
        state = template.fork()
        state.chance = chance.seeded(origin.seed)
        state.turn_seat = state.regular = origin.first
        state.stack[-1][3] = origin.first
        return state

    def load_game(self, text: str) -> Game:
        """The game that `Game.save` wrote; refused if it rests on other rules or cards."""
        data = saving.read_save(text, self.program)
        try:
            raw = data["origin"]
            if raw.get("given") is not None:
                origin = self.origin_of(raw["given"], piles=raw["piles"])
            else:
                origin = Origin(int(raw["seats"]), int(raw["seed"]), int(raw["first"]), tuple(raw["piles"]))
            state = saving.load_state(data["state"], self.linked(origin.cards(self.program)))
            log = self._log(origin, data["answers"])
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise CardwrightError(f"the save is damaged: {type(error).__name__} {error}") from None
        return Game(self, origin, state, log)

    def _log(self, origin: Origin, answers: Sequence[Any]) -> _Log | None:
        """The answers of a save, played again to find what each one chose."""
        game = Game(self, origin, self._prepare(origin))
        self._begin(game)
        for seat, keys in answers:
            which = next(i for i, pending in enumerate(game._state.pending) if pending[0] + 1 == seat)
            game._answered(which, chosen_indices(decision_of(game._state, game._state.pending[which]), list(keys)))
        return game._log


def several_called(name: str, cards: Sequence[Card]) -> str:
    """What is said about a name that fits several cards."""
    return f"several cards are called '{name}': {', '.join(card.name for card in cards)}. Write one of these names"


def load(game: str | None = None, *, cards: Sequence[str | Path] = (), **options: Any) -> Rules:
    """Loads a game (by name, or the file of one) with its catalogue and further card files.

    Options are those the game declares for its profiles. Problems in a file raise `BadFiles`, with all of them.
    """
    profile = None
    program = None
    for name, value in options.items():
        if program is None:
            program = load_program(game)
        if name != program.profile_option:
            known = [program.profile_option] if program.profile_option else []
            raise CardwrightError(f"{program.name} has no option '{name}'. {did_you_mean(name, known, 'options')}")
        profile = str(value)
    return Rules(load_program(game, profile, cards))


__all__ = ["Origin", "Rules", "load"]
