"""Turns: what happens between the phases. The phases themselves are compiled into one text that never ends."""

from __future__ import annotations

from interpreter.program.layout import PLAY, YOU
from interpreter.running.state import Frame, State

NO_CAUSE = (-1, -1, -1, 0)


def turn_starts(g: State, f: Frame) -> None:
    """A turn begins: its seat's counters are set, effects that lasted until now are gone."""
    seat = g.turn_seat
    g.turn += 1
    g.history = ()
    g.turns[seat] += 1
    g.plays += 1
    f[PLAY], f[YOU] = g.plays, seat
    if g.effects:
        g.effects = tuple(e for e in g.effects if not (e[4] == "start turn" and e[5] == seat))
    linked = g.linked
    first = seat * linked.counters_per_seat
    for index, value in linked.turn_counters:
        g.counters[first + index] = value
    if g.trace is not None:
        g.trace.append(("turn", seat, g.turns[seat], -1, NO_CAUSE))


def phase_begins(g: State, phase: int) -> None:
    """Someone listens."""
    assert g.trace is not None
    g.trace.append(("phase", g.turn_seat, phase, -1, NO_CAUSE))


def turn_is_over(g: State) -> bool:
    """What lasted this turn is gone; the game may be over; else the next seat has its turn."""
    linked = g.linked
    first = g.turn_seat * linked.counters_per_seat
    for index, _ in linked.turn_counters:
        g.counters[first + index] = 0
    if g.effects:
        g.effects = tuple(e for e in g.effects if not _ends_now(e, g))
    g.exempt, g.history = (), ()
    if linked.ends(g):
        g.over = True
        if g.trace is not None:
            g.trace.append(("over", g.turn_seat, g.turn, -1, NO_CAUSE))
        return True
    if g.queue:
        g.turn_seat, g.queue = g.queue[0], g.queue[1:]
    else:
        g.turn_seat = g.regular = (g.regular + 1) % g.seats
    return False


def _ends_now(effect: tuple[object, ...], g: State) -> bool:
    return effect[4] == "turn" or (effect[4] == "end turn" and effect[5] == g.turn_seat and effect[10] != g.turn)
