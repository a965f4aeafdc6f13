"""Runs a game from one decision to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.program.layout import NOBODY, PC, SWITCH, UNIT
from interpreter.running.chance import seeded
from interpreter.running.kernel import STEP_BUDGET
from interpreter.running.linking import Linked
from interpreter.running.state import ZONE_BITS, State
from interpreter.running.windows import in_order


def run(g: State) -> None:
    """Runs texts until someone is asked or the game is over."""
    stack, code = g.stack, g.linked.code
    while stack:
        f = stack[-1]
        run_unit = code[f[UNIT]] or g.linked.compile(f[UNIT])
        if run_unit(g, f, f[PC]) == SWITCH:
            if g.pending:
                return
        else:
            stack.pop()


def answer(g: State, which: int, chosen: tuple[int, ...]) -> None:
    """Answers the decision `which` of those open with the options of these numbers, and runs on."""
    pending = g.pending
    options = pending[which][3]
    reply = (options[chosen[0]],) if len(chosen) == 1 else tuple([options[index] for index in chosen])
    g.steps = 0
    if len(pending) == 1 and not g.partial:
        g.pending = ()
        g.reply = reply
    else:
        g.partial += ((pending[which][0], reply),)
        g.pending = pending[:which] + pending[which + 1 :]
        if g.pending:
            return
        g.reply = in_order(g.partial, [(g.turn_seat + step) % g.seats for step in range(g.seats)])
        g.partial = ()
    run(g)


def fresh_state(linked: Linked, seats: int, piles: Sequence[tuple[int, int]],
                start: Mapping[int, Sequence[tuple[int, int]]], seed: int, first: int) -> State:
    """A game before its set-up text runs. `piles`: (card, size); `start`: seat zone -> (card, count) for each seat."""
    g = State.__new__(State)
    g.linked, g.seats = linked, seats
    g.pile0 = linked.table_zones + seats * linked.zones_per_seat
    g.zones = [[] for _ in range(g.pile0)]
    g.pile_of = {}
    defs: list[int] = []
    at: list[int] = []

    def make(card: int, count: int, zone: int) -> None:
        g.zones[zone].extend(range(len(defs), len(defs) + count))
        defs.extend([card] * count)
        at.extend([1 << ZONE_BITS | zone] * count)

    for card, size in piles:
        g.pile_of[card] = len(g.zones)
        g.zones.append([])
        make(card, size, len(g.zones) - 1)
    for seat in range(seats):
        for zone, cards in start.items():
            for card, count in cards:
                make(card, count, linked.zone_number(zone, seat))
    g.defs, g.at, g.clock = tuple(defs), at, 1
    g.pile_facts = pile_facts(linked, g.pile_of)
    g.nameable = tuple(sorted({*defs, *g.pile_of}))
    g.counters = [0] * (linked.counters_per_seat * seats)
    g.marks, g.shown_to = {}, {}
    g.pending, g.partial, g.reply, g.result = (), (), (), ()
    g.chance, g.script = seeded(seed), ()
    g.effects, g.exempt, g.history, g.queue, g.asking = (), (), (), (), ()
    g.plays = g.serial = g.asks = g.steps = g.turn = g.phase = 0
    g.turn_seat = g.regular = first
    g.turns = [0] * seats
    g.over, g.trace, g.cause = False, None, (-1, -1, -1, 0)
    g.stack = [linked.turn_frame[:]]
    setup = linked.program.setup_unit
    linked.ensure(setup)
    fresh = linked.frames[setup][:]
    fresh[3], fresh[4] = first, NOBODY
    g.stack.append(fresh)
    return g


def pile_facts(linked: Linked, pile_of: Mapping[int, int]) -> tuple[tuple[int | None, ...], ...]:
    """What is printed on the cards of each pile, in the order of the piles."""
    return tuple(tuple(printed[card] for card in pile_of) for printed in linked.printed)


def score(g: State, seat: int) -> int:
    """The score of a seat by the game's own text; 0 where it has none."""
    unit = g.linked.program.score_unit
    return g.linked.value_of(g, unit, seat) if unit >= 0 else 0


__all__ = ["STEP_BUDGET", "answer", "fresh_state", "run", "score"]
