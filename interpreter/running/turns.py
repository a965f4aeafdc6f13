"""Turns and phases: a text of the kernel that runs below all others.

A turn belongs to a seat; extra turns wait in a queue. Phases are the texts of the game, one after the other.
"""

from __future__ import annotations

from interpreter.program.layout import DONE, FIRST_FREE, NOBODY, PC, PLAY, SWITCH, YOU
from interpreter.running.state import Frame, State
from interpreter.running.windows import window

PHASE = FIRST_FREE
NO_CAUSE = (-1, -1, -1, 0)


def turn_frame(g: State) -> Frame:
    return [g.linked.turn_unit, 0, 0, 0, NOBODY, NOBODY, 0, 0, False, 0]


def turn_begins(g: State, f: Frame) -> int:
    """Block 0."""
    _turn_starts(g, f)
    if g.trace is not None:
        g.trace.append(("turn", g.turn_seat, g.turns[g.turn_seat], -1, NO_CAUSE))
    return _moment(g, f, 1, "start turn")


def _turn_starts(g: State, f: Frame) -> None:
    """A turn begins: its seat's counters are set, effects that lasted until now are gone."""
    g.turn += 1
    g.history = ()
    g.turns[g.turn_seat] += 1
    g.plays += 1
    f[PLAY], f[YOU], f[PHASE] = g.plays, g.turn_seat, 0
    if g.effects:
        g.effects = tuple(e for e in g.effects if not (e[4] == "start turn" and e[5] == g.turn_seat))
    linked = g.linked
    first = g.turn_seat * linked.counters_per_seat
    for index, value in linked.turn_counters:
        g.counters[first + index] = value


def phase_begins(g: State, f: Frame) -> int:
    """Block 1."""
    g.phase = f[PHASE]
    if g.trace is not None:
        g.trace.append(("phase", g.turn_seat, f[PHASE], -1, NO_CAUSE))
    return _moment(g, f, 2, f"start phase {f[PHASE]}")


def phase_runs(g: State, f: Frame) -> int:
    """Block 2: the text of the phase runs as the seat's own."""
    linked = g.linked
    unit = linked.phase_units[f[PHASE]]
    fresh = linked.frames[unit][:]
    fresh[PLAY], fresh[YOU] = f[PLAY], g.turn_seat
    f[PC] = 3
    g.stack.append(fresh)
    return SWITCH


def phase_ends(g: State, f: Frame) -> int:
    """Block 3."""
    phase = f[PHASE]
    f[PHASE] = phase + 1
    last = f[PHASE] >= len(g.linked.phase_units)
    return _moment(g, f, 4 if last else 1, f"end phase {phase}")


def turn_ends(g: State, f: Frame) -> int:
    """Block 4."""
    return _moment(g, f, 5, "end turn")


def turn_over(g: State, f: Frame) -> int:
    """Block 5."""
    return DONE if _turn_is_over(g) else 0


def _turn_is_over(g: State) -> bool:
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


TURN_BLOCKS = (turn_begins, phase_begins, phase_runs, phase_ends, turn_ends, turn_over)


def turn_text(g: State, f: Frame, pc: int) -> int:
    """All blocks as one text. Where no text waits for a moment of a turn and nobody listens, it goes from phase to
    phase without stopping at those moments."""
    linked = g.linked
    if linked.features.times or g.trace is not None or pc not in (0, 3):
        while pc >= 0:
            pc = TURN_BLOCKS[pc](g, f)
        return pc
    phase = f[PHASE] + 1 if pc == 3 else 0
    if phase == len(linked.phase_units):
        if _turn_is_over(g):
            return DONE
        phase = 0
    if phase == 0:
        _turn_starts(g, f)
    f[PHASE] = g.phase = phase
    fresh = linked.frames[linked.phase_units[phase]][:]
    fresh[PLAY], fresh[YOU] = f[PLAY], g.turn_seat
    f[PC] = 3
    g.stack.append(fresh)
    return SWITCH


def _moment(g: State, f: Frame, go_on: int, time: str) -> int:
    """A moment some text may wait for."""
    if time not in g.linked.features.times:
        return go_on
    return window(g, f, go_on, -1, "when", g.turn_seat, NOBODY, f[PLAY], time)

