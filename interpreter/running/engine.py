"""Runs a game from one decision to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.program.layout import DONE, NOBODY, PC, UNIT
from interpreter.running.chance import seeded
from interpreter.running.kernel import STEP_BUDGET
from interpreter.running.linking import Linked
from interpreter.running.state import ZONE_BITS, State
from interpreter.running.windows import in_order


def go_on(g: State, reply: Any) -> None:
    """Runs texts until someone is asked or the game is over; `reply` is what was answered to the last question."""
    g.reply = reply
    g.steps = 0
    g.pending = ()
    stack = g.stack
    code = g.linked.code if g.trace is None else g.linked.loud
    while stack:
        f = stack[-1]
        blocks = code[f[UNIT]] or g.linked.compile(f[UNIT], g.trace is None)
        pc = f[PC]
        while pc >= 0:
            pc = blocks[pc](g, f)
        if pc == DONE:
            stack.pop()
        elif g.pending:
            return


def run(g: State) -> None:
    """Runs a game that has just been set up to its first question."""
    go_on(g, ())


def answer(g: State, which: int, chosen: tuple[int, ...]) -> None:
    """Answers the decision `which` of those open with the options of these numbers, and runs on."""
    pending = g.pending
    options = pending[which][3]
    reply: Any = tuple([options[index] for index in chosen])
    if len(pending) > 1 or g.partial:
        g.partial += ((pending[which][0], reply),)
        g.pending = pending[:which] + pending[which + 1 :]
        if g.pending:
            return
        reply = in_order(g.partial, [(g.turn_seat + step) % g.seats for step in range(g.seats)])
        g.partial = ()
    go_on(g, reply)


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
    g.stock = linked.stock(g.defs, g.pile_of)
    g.counters = [0] * (linked.counters_per_seat * seats)
    g.marks, g.shown_to = {}, {}
    g.pending, g.partial, g.reply, g.result = (), (), (), ()
    g.chance, g.script = seeded(seed), ()
    g.effects, g.exempt, g.history, g.queue, g.asking = (), (), (), (), ()
    g.plays = g.serial = g.asks = g.steps = g.turn = g.phase = 0
    g.turn_seat = g.regular = first
    g.turns = [0] * seats
    g.driver = None
    g.over, g.trace, g.cause = False, None, (-1, -1, -1, 0)
    g.stack = [linked.frames[linked.turn_unit][:]]
    setup = linked.program.setup_unit
    linked.ensure(setup)
    fresh = linked.frames[setup][:]
    fresh[3], fresh[4] = first, NOBODY
    g.stack.append(fresh)
    return g


def score(g: State, seat: int) -> int:
    """The score of a seat by the game's own text; 0 where it has none."""
    unit = g.linked.program.score_unit
    return g.linked.value_of(g, unit, seat) if unit >= 0 else 0


__all__ = ["STEP_BUDGET", "answer", "fresh_state", "go_on", "run", "score"]
