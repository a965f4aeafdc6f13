"""Random legal play, checked at every decision. `python -m tests.soak --games 20000 --jobs 2` runs the big one.

Most games run on the engine's own state, which is quick; every tenth or so goes through the public surface. There all
views are checked at every decision, in the others those of the seats that decide and, in turn, of one more. A game is
made from the seed and its number alone, so `--seed S --start N --games 1` plays a failing one again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import FrameType
from typing import Any

from interpreter import Game, Rules
from interpreter.front.decisions import names_of
from interpreter.front.sight import view
from interpreter.running import engine
from interpreter.running.state import ZONE_MASK, State
from tests import strategies
from tests.strategies import EDITIONS, kingdom_cards, named_kingdoms, rules_of

MOST_DECISIONS = 30_000  # random games take 300 to 2,000 decisions; a game that needs this many does not end
# Players who trash their last money can buy nothing more: such a game has no end by its rules. It is left, and counted,
# when no pile has changed for this many decisions; that its end was not overlooked is checked at every turn.
STALLED_AFTER = 5_000
SECONDS_A_GAME = 120  # for a game that hangs between two decisions
PUBLIC_SHARE = 0.1


class Broken(AssertionError):
    """Something that must hold in every game does not."""


def demand(holds: bool, what: str) -> None:
    """Like `assert`, but also there when Python runs with -O."""
    if not holds:
        raise Broken(what)


# ---------------------------------------------------------------- what must hold at every decision


def check_state(state: State, defs: tuple[int, ...]) -> None:
    """Every object in exactly one zone, where it says it is; nothing made or lost; no number below zero."""
    zones, at = state.zones, state.at
    demand(state.defs is defs or state.defs == defs, "the cards of the game have changed")
    demand(len(at) == len(defs), "objects were made or lost")
    lying = list(chain.from_iterable(zones))
    demand(len(lying) == len(defs), f"{len(lying)} objects in zones, {len(defs)} in the game")
    claimed = [number for number, zone in enumerate(zones) for _ in zone]
    if [at[o] & ZONE_MASK for o in lying] != claimed:
        wrong = next(o for o, zone in zip(lying, claimed, strict=True) if at[o] & ZONE_MASK != zone)
        raise Broken(f"object {wrong} lies elsewhere than it says")
    # as many as there are objects, and all different: so each one lies in exactly one zone
    demand(len(set(lying)) == len(lying), "an object lies in two zones")
    demand(min(state.counters) >= 0, f"a counter is below zero: {state.counters}")
    demand(not state.marks or min(state.marks.values()) > 0, "a counter on an object is below one")
    check_shown(state)
    if state.over:
        demand(not state.pending and not state.stack and not state.shown_to, "the game is over, but something is open")
    else:
        demand(bool(state.pending), "the game goes on, but nobody is asked")


def check_shown(state: State) -> None:
    """Shown cards lie in a place of their own, and only they lie there."""
    linked = state.linked
    places = [linked.zone_number(zone.index, seat) for zone in linked.program.zones if zone.seen == "shown"
              for seat in range(state.seats)]
    lying = [o for place in places for o in state.zones[place]]
    demand(sorted(lying) == sorted(state.shown_to), "a card is shown that does not lie there, or the other way round")


def check_pending(state: State) -> None:
    """Decisions that can be answered: someone, something, and a number of them that exists."""
    seats = [pending[0] for pending in state.pending]
    demand(len(set(seats)) == len(seats), "a seat is asked two things at once")
    for pending in state.pending:
        seat, _, kind, options, low, high, _ = pending
        demand(0 <= seat < state.seats, f"seat {seat} is asked")
        demand(bool(options), "a decision without options")
        demand(0 <= low <= high <= len(options) and high > 0, f"{low} to {high} of {len(options)} options")
        demand(len(set(options)) == len(options), f"an option is there twice: {options}")
        demand(all(names_of(state, pending)), f"an option of kind {kind} without a name")


def check_views(state: State, seen: Mapping[int, dict[str, Any]]) -> None:
    """Views by seat (from 0) against the declared sight, worked out here from the zones themselves."""
    waiting = sorted(pending[0] + 1 for pending in state.pending)
    own = {seat: allowed(state, seat, seat) for seat in seen}
    others = [allowed(state, seat, None) for seat in range(state.seats)]
    for viewer, table in seen.items():
        demand(table["waiting for"] == waiting, f"p{viewer + 1} waits for {table['waiting for']}, not {waiting}")
        for seat, place in enumerate(table["seats"]):
            expected = own[seat] if seat == viewer else others[seat]
            if state.shown_to:
                expected = allowed(state, seat, viewer)
            if place["zones"] != expected:
                name = next(name for name in expected if place["zones"].get(name) != expected[name])
                wrong = place["zones"].get(name)
                raise Broken(f"p{viewer + 1} sees p{seat + 1}'s {name} as {wrong}, not {expected[name]}")


def allowed(state: State, seat: int, viewer: int | None) -> dict[str, dict[str, Any]]:
    """What a viewer (None: a seat that owns none of this) may be told about the zones of a seat."""
    linked, names = state.linked, state.linked.card_names
    told: dict[str, dict[str, Any]] = {}
    first = linked.seat_zone(seat)
    mine = seat == viewer
    for offset, zone in enumerate(zone for zone in linked.program.zones if zone.holder == "seat"):
        objects = state.zones[first + offset][::-1]
        cards = [names[state.defs[o]] for o in objects]
        if zone.seen == "all" or (zone.seen == "owner" and mine):
            told[zone.name] = {"cards": cards if zone.ordered else sorted(cards), "count": len(cards)}
        elif zone.seen == "shown":
            known = (-1, viewer)
            shown = [name if state.shown_to[o] in known else "?" for o, name in zip(objects, cards, strict=True)]
            told[zone.name] = {"cards": shown, "count": len(cards)}
        else:
            counts = zone.counted == "all" or (zone.counted == "owner" and mine)
            told[zone.name] = {"count": len(cards)} if counts else {"empty": not cards}
            if zone.seen == "top" and cards:
                told[zone.name]["top"] = cards[0]
    return told


def check_public(game: Game) -> None:
    """The decisions as front ends get them."""
    for decision in game.decisions:
        keys = [option.key for option in decision.options]
        demand(len(set(keys)) == len(keys), f"two options with the same key: {keys}")
        demand(all(option.label and option.key for option in decision.options), "an option without a label")
        demand(bool(decision.prompt.strip(": ")), "a decision without a prompt")
        demand(bool(decision.source.card), "a decision without a source")
        demand(decision.min <= decision.max <= len(keys), "too few options")
        demand(1 <= decision.seat <= game.seats, "nobody is asked")
        mine = game.seat(decision.seat).decision
        demand(mine is not None and mine.id == decision.id, "the seat itself does not know that it is asked")
    check_views(game._state, {seat: game.seat(seat + 1).view() for seat in range(game.seats)})


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Plan:
    """One game of a run; it follows from the seed of the run and the number of the game."""

    number: int
    edition: str
    seats: int
    kingdom: tuple[str, ...]
    title: str
    player: str
    homebrew: bool
    public: bool
    seed: int

    def __str__(self) -> str:
        what = f"{self.title}: " if self.title else ""
        return (f"game {self.number}: {self.edition}, {self.seats} seats, {self.player} player, seed {self.seed}, "
                f"{what}{', '.join(self.kingdom)}")


def plan(seed: int, number: int, editions: Sequence[str]) -> Plan:
    """Editions and numbers of seats take turns; every fourth round has the next named kingdom; the rest is chance."""
    chance = random.Random(f"{seed}/{number}")
    rounds, turn = divmod(number, len(editions))
    edition = editions[turn]
    homebrew = strategies.HOMEBREW.exists() and chance.random() < 0.25
    rules = rules_of(edition, homebrew)
    own = sorted(set(kingdom_cards(rules)) - set(kingdom_cards(rules_of(edition))))
    title, kingdom = "", tuple(strategies.random_kingdom(rules, chance, chance.sample(own, min(4, len(own)))))
    if rounds % 4 == 0:
        named = list(named_kingdoms(rules).items())
        title, kingdom = named[rounds // 4 % len(named)]
    return Plan(number, edition, 2 + rounds % 5, kingdom, title, chance.choice(strategies.PLAYERS), homebrew,
                chance.random() < PUBLIC_SHARE, chance.randrange(1 << 62))


@dataclass
class Tally:
    """What a run, or a part of it, has seen."""

    games: Counter[tuple[str, int]] = field(default_factory=Counter)  # edition, seats
    decisions: Counter[tuple[str, int]] = field(default_factory=Counter)
    longest: int = 0
    together: int = 0  # decisions that were open at the same time as another one
    public: int = 0
    stalled: list[str] = field(default_factory=list)
    kingdoms: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)  # games in which somebody took the card from its pile
    played: Counter[str] = field(default_factory=Counter)  # games in which it was seen in play
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Takes in another part of the run."""
        for name in ("games", "decisions", "kingdoms", "gained", "played"):
            getattr(self, name).update(getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.together += other.together
        self.public += other.public
        self.stalled += other.stalled
        self.failures += other.failures


def play(plan: Plan, tally: Tally) -> None:
    """Plays a game to its end and checks it on the way; raises whatever goes wrong."""
    rules = rules_of(plan.edition, plan.homebrew)
    chance = random.Random(plan.seed)
    game = rules.new_game(seats=plan.seats, seed=plan.seed, kingdom=list(plan.kingdom))
    state, defs = game._state, game._state.defs
    in_play, aside = ([state.linked.zone_number(rules.program.zone(name).index, seat) for seat in range(plan.seats)]
                      for name in ("in play", "aside"))
    cleared = in_play + aside
    played: set[int] = set()
    decisions, turn, left, changed = 0, 0, -1, 0
    while True:
        check_state(state, defs)
        check_pending(state)
        if plan.public:
            check_public(game)
        else:
            viewers = {decisions % plan.seats, *(pending[0] for pending in state.pending)}
            check_views(state, {seat: view(state, seat) for seat in viewers})
        for zone in in_play:
            played.update([defs[o] for o in state.zones[zone]])
        for pending in state.pending:  # a card that is gone before it asks was played as well
            played.add(rules.program.by_name.get(rules.program.sources[pending[1]].title, -1))
        if not state.pending:
            check_end(game, rules)
            break
        if state.turn != turn:  # nothing has been gained since the last turn ended
            demand(not must_end(state), "the game goes on although it had to end")
            # no card of the three boxes stays in play or set aside over the end of a turn; homebrew cards may
            demand(plan.homebrew or not any(state.zones[zone] for zone in cleared), "the last turn was not cleaned up")
            turn = state.turn
        decisions += 1
        if decisions % 500 == 0:
            before, left = left, sum(map(len, state.zones[state.pile0 :]))
            changed = changed if left == before else decisions
            if decisions - changed >= STALLED_AFTER:
                tally.stalled.append(str(plan))
                break
        demand(decisions <= MOST_DECISIONS, f"no end after {decisions} decisions")
        tally.together += len(state.pending) > 1
        which = chance.randrange(len(state.pending))
        if plan.public:
            decision = game.decisions[which]
            game.answer(strategies.pick_keys(decision, chance), decision)
            state = game._state
        else:
            engine.answer(state, which, strategies.pick(state, state.pending[which], chance, plan.player))
    _count(plan, tally, rules, state, decisions, played)


def must_end(state: State) -> bool:
    """The printed end of the game: the last Province, or three empty piles (four with five or six seats)."""
    provinces = state.pile_of[state.linked.program.by_name["Province"]]
    empty = sum(not zone for zone in state.zones[state.pile0 :])
    return not state.zones[provinces] or empty >= (3 if state.seats <= 4 else 4)


def check_end(game: Game, rules: Rules) -> None:
    """A game that is over has a result that fits."""
    result = game.result
    demand(game.over and result is not None, "nobody is asked, but the game is not over")
    demand(must_end(game._state), "the game is over, but there is no reason for it")
    assert result is not None
    best = max(result.scores)
    tied = [seat for seat, score in enumerate(result.scores, 1) if score == best]
    fewest = min(result.turns[seat - 1] for seat in tied)
    winners = tuple(seat for seat in tied if result.turns[seat - 1] == fewest)
    demand(result.winners == winners, f"{result} has other winners than {winners}")
    demand(max(result.turns) - min(result.turns) <= 1 or _extra_turns(rules), f"turns are uneven: {result.turns}")


def _extra_turns(rules: Rules) -> bool:
    """Whether a card may give another turn; no card of the three boxes does."""
    return any("extra turn" in card.text or "another turn" in card.text for card in rules.cards)


def _count(plan: Plan, tally: Tally, rules: Rules, state: State, decisions: int, played: set[int]) -> None:
    key = (plan.edition, plan.seats)
    tally.games[key] += 1
    tally.decisions[key] += decisions
    tally.longest = max(tally.longest, decisions)
    tally.public += plan.public
    tally.kingdoms[plan.title or "random"] += 1
    cards = rules.program.cards
    full = Counter(state.defs)
    left = Counter(state.defs[o] for zone in state.zones[state.pile0 :] for o in zone)
    start = {rules.program.by_name[name] for content in rules.program.start.values() for name in content}
    for card, count in full.items():
        if card not in start and left[card] < count:
            tally.gained[cards[card].name] += 1
    for card in played - {-1}:
        tally.played[cards[card].name] += 1


# ---------------------------------------------------------------- running many


class Hangs(Exception):
    """A game took longer than any game does."""


def _too_long(_signal: int, _frame: FrameType | None) -> None:
    raise Hangs(f"no decision for {SECONDS_A_GAME} seconds")


def run_part(task: tuple[int, int, int, tuple[str, ...]]) -> Tally:
    """Some games of a run, one after the other; a failure is written down and the next game begins."""
    seed, start, count, editions = task
    tally = Tally()
    watchdog = hasattr(signal, "SIGALRM")
    if watchdog:
        signal.signal(signal.SIGALRM, _too_long)
    for number in range(start, start + count):
        planned = plan(seed, number, editions)
        if watchdog:
            signal.alarm(SECONDS_A_GAME)
        try:
            play(planned, tally)
        except Exception as error:  # whatever it is, it must be reported with the game that shows it
            tally.failures.append(f"{planned}\n    {type(error).__name__}: {error}")
        finally:
            if watchdog:
                signal.alarm(0)
    return tally


def run(games: int, seed: int, jobs: int = 1, editions: Sequence[str] = EDITIONS, start: int = 0,
        part: int = 50) -> Iterator[Tally]:
    """The games of a run in parts, as they are done."""
    tasks = [(seed, first, min(part, start + games - first), tuple(editions))
             for first in range(start, start + games, part)]
    if jobs <= 1:
        yield from map(run_part, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(run_part, tasks)


def table(tally: Tally, seconds: float) -> str:
    """The run in figures."""
    lines = [f"{'edition':8} {'seats':>5} {'games':>7} {'decisions':>10} {'per game':>8}"]
    for edition, seats in sorted(tally.games):
        games, decisions = tally.games[edition, seats], tally.decisions[edition, seats]
        lines.append(f"{edition:8} {seats:5} {games:7,} {decisions:10,} {decisions / games:8.0f}")
    games, decisions = sum(tally.games.values()), sum(tally.decisions.values())
    lines.append(f"{'all':8} {'':5} {games:7,} {decisions:10,} {decisions / max(1, games):8.0f}")
    cards = kingdom_cards(rules_of("2e"))
    rarest = min(cards, key=lambda name: tally.gained[name])
    kingdoms = sum(1 for title in tally.kingdoms if title != "random")
    lines += [
        f"longest game {tally.longest:,} decisions; {tally.together:,} decisions open together with others; "
        f"{tally.public:,} games through the public surface",
        f"kingdoms: {kingdoms} named ones, {tally.kingdoms['random']:,} games with random ones",
        f"kingdom cards gained: {sum(name in tally.gained for name in cards)} of {len(cards)}, "
        f"the rarest {rarest} in {tally.gained[rarest]:,} games",
        f"{len(tally.stalled)} games left because nobody could buy anything any more",
        f"{len(tally.failures)} failures in {seconds:.0f} s",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="random play, checked at every decision")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the number of the first game")
    parser.add_argument("--edition", choices=[*EDITIONS, "both"], default="both")
    given = parser.parse_args(arguments)
    editions = EDITIONS if given.edition == "both" else (given.edition,)
    began, tally, done = time.monotonic(), Tally(), 0
    for part in run(given.games, given.seed, given.jobs, editions, given.start):
        tally.add(part)
        done = sum(tally.games.values()) + len(tally.failures)
        progress = f"\r{done:,} of {given.games:,} games, {len(tally.failures)} failures"
        print(progress, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(table(tally, time.monotonic() - began))
    for failure in tally.failures[:20]:
        print(f"\n{failure}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
