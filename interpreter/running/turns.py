"""Turns: the seldom parts of what happens between them. The rest is compiled into the one text that never ends."""

from __future__ import annotations

from interpreter.running.state import State

NO_CAUSE = (-1, -1, -1, 0)


def turn_begins(g: State) -> None:
    """Someone listens."""
    assert g.trace is not None
    g.trace.append(("turn", g.turn_seat, g.turns[g.turn_seat], -1, NO_CAUSE))


def phase_begins(g: State, phase: int) -> None:
    """Someone listens."""
    assert g.trace is not None
    g.trace.append(("phase", g.turn_seat, phase, -1, NO_CAUSE))


def effects_until_start(g: State, seat: int) -> None:
    """What lasted until a turn of this seat begins is gone."""
    g.effects = tuple(e for e in g.effects if not (e[4] == "start turn" and e[5] == seat))


def effects_until_end(g: State) -> None:
    """What lasted this turn is gone."""
    g.effects = tuple(e for e in g.effects if not _ends_now(e, g))


def _ends_now(effect: tuple[object, ...], g: State) -> bool:
    return effect[4] == "turn" or (effect[4] == "end turn" and effect[5] == g.turn_seat and effect[10] != g.turn)


def game_over(g: State) -> None:
    """The condition that ends the game holds."""
    g.over = True
    if g.trace is not None:
        g.trace.append(("over", g.turn_seat, g.turn, -1, NO_CAUSE))


def turn_from_queue(g: State) -> None:
    """An extra turn comes before the next one in order."""
    g.turn_seat, g.queue = g.queue[0], g.queue[1:]
