"""When two states are the same for everything that can still happen.

A key names a state by what matters: which cards lie where, not which copies of them; whether a text has lost track of a
card, not when it moved; not how many moves, plays and questions there were. What cannot be told apart with certainty
is told apart by everything there is, so that a key never makes two states equal that are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.program.layout import EVENT_PLAY, FIRST_FREE, NOBODY, PLAY
from interpreter.running.state import ZONE_BITS, ZONE_MASK, State
from interpreter.running.windows import TAKEN_FROM, W_LIVE, W_REPLACED, W_SPENT

_PLAYS = re.compile(r"f\[(\d+)\] = g\.plays|f\[\d+\], f\[(\d+)\] = .*g\.plays")
_MARKS = re.compile(r"f\[(\d+)\] = f\[(\d+)\] = None")

if TYPE_CHECKING:
    from interpreter.running.linking import Linked


class _Unsure(Exception):
    """A part of the state whose meaning is not known here."""


@lru_cache(maxsize=4096)
def registers_of(linked: Linked, unit: int) -> tuple[frozenset[int], frozenset[int]]:
    """The registers of a text that hold numbers of plays, and those in which a loop keeps what its last pass found.

    They are read off the code that is written for the text. One that is not found is compared as it is.
    """
    text = linked.written(unit)
    plays = {int(number) for found in _PLAYS.findall(text) for number in found if number}
    marks = {int(number) for found in _MARKS.findall(text) for number in found}
    return frozenset(plays - marks), frozenset(marks)


def key_of(state: State) -> tuple[Any, ...]:
    """What a state is called; states of equal names go on equally."""
    try:
        return _Naming(state).key()
    except _Unsure:
        return ("as it is", state.value())


class _Naming:
    def __init__(self, state: State) -> None:
        self.state = state
        self.labels: dict[int, int] = {}  # objects that some text speaks of, in the order they are met
        self.plays: dict[int, int] = {}
        self.marked = {o for o, _ in state.marks}

    def key(self) -> tuple[Any, ...]:
        g = self.state
        frames = tuple(self._frame(frame) for frame in g.stack)
        effects = tuple(self._effect(effect) for effect in g.effects)
        exempt = tuple(sorted((self.plays[play], seat) for play, seat in g.exempt if play in self.plays))
        pending = tuple(self._pending(pending) for pending in g.pending)
        partial = tuple((seat, tuple(self._label(o) for o in objects)) for seat, objects in g.partial)
        return (
            self._zones(), tuple(self._place(o) for o in self.labels), frames, effects, exempt, pending, partial,
            tuple(g.counters), tuple(sorted(g.history)), g.turn, g.turn_seat, g.regular, tuple(g.turns), g.phase,
            g.queue, g.over, g.script,
        )

    def _zones(self) -> tuple[Any, ...]:
        g, unordered = self.state, self.state.linked.unordered
        found: list[tuple[Any, ...]] = []
        for number, zone in enumerate(g.zones):
            things: Iterable[Any] = map(g.defs.__getitem__, zone)
            if self.marked or g.shown_to:
                things = map(self._thing, zone)
            found.append(tuple(sorted(things)) if number in unordered else tuple(things))
        return tuple(found)

    def _thing(self, o: int) -> tuple[Any, ...]:
        """A card with what lies on it and who sees it."""
        g = self.state
        marks = tuple(sorted((kind, count) for (thing, kind), count in g.marks.items() if thing == o)) if (
            o in self.marked) else ()
        return (g.defs[o], marks, g.shown_to.get(o, -2))

    def _place(self, o: int) -> tuple[Any, ...]:
        """Where a card lies that a text speaks of; its neighbours count only where order does."""
        zone = self.state.at[o] & ZONE_MASK
        place = -1 if zone in self.state.linked.unordered else self.state.zones[zone].index(o)
        return (self._thing(o), zone, place)

    def _label(self, o: int) -> int:
        return self.labels.setdefault(o, len(self.labels)) if o >= 0 else -1

    def _play(self, play: int) -> int:
        return self.plays.setdefault(play, len(self.plays))

    def _frame(self, frame: list[Any]) -> tuple[Any, ...]:
        linked = self.state.linked
        found: list[Any] = []
        plays, marks = (frozenset[int](),) * 2 if frame[0] in (linked.event_unit, linked.window_unit) else registers_of(
            linked, frame[0])
        for register, value in enumerate(frame):
            if register in marks:
                continue  # a question was asked since: the next pass is one that changed something
            if value is NOBODY:
                found.append("nobody")
            elif register in (PLAY, EVENT_PLAY) or (register in plays and isinstance(value, int)):
                found.append(self._play(value))
            elif frame[0] == linked.window_unit and register >= FIRST_FREE:
                found.append(self._of_window(register, value))
            elif frame[0] == linked.event_unit and register == TAKEN_FROM:
                found.append(value)  # zones and a number
            else:
                found.append(self._value(value))
        return tuple(found)

    def _of_window(self, register: int, value: Any) -> Any:
        if register == W_LIVE:
            return tuple(self._trigger(*trigger) for trigger in value)
        if register == W_SPENT:
            return tuple(self._spent(*spent) for spent in value)
        if register == W_REPLACED:
            return tuple(self._label(o) for o in value)
        return value  # a verb, a kind, a time, seats

    def _trigger(self, watch: int, source: int, effect: Any, about: int) -> tuple[Any, ...]:
        return (watch, self._label(source), None if effect is None else self._effect(effect), self._label(about))

    def _spent(self, watch: int, source: int, serial: int, about: int) -> tuple[Any, ...]:
        effects = [effect[0] for effect in self.state.effects]
        which = effects.index(serial) if serial in effects else -1
        return (watch, self._label(source), which, self._label(about))

    def _value(self, value: Any) -> Any:
        if not isinstance(value, tuple) or not value:
            return value
        if _is_group(value):
            return self._group(value)
        if all(isinstance(part, int) for part in value):
            return value  # seats
        if all(isinstance(part, tuple) and _is_group(part) for part in value):
            return tuple((part[0], self._group(part)) for part in value)  # groups, or what seats replied
        raise _Unsure

    def _group(self, group: tuple[Any, ...]) -> tuple[Any, ...]:
        at, moment = self.state.at, group[0]
        lost = group[2] if len(group) > 2 else ()
        return tuple((self._label(o), at[o] >> ZONE_BITS <= moment and o not in lost) for o in group[1])

    def _effect(self, effect: tuple[Any, ...]) -> tuple[Any, ...]:
        _, is_watch, index, seat, until, until_seat, this, play, captured, *rest = effect
        kept = tuple((register, self._value(value)) for register, value in captured)
        return (is_watch, index, seat, until, until_seat, self._group(this), self._play(play), kept, *rest)

    def _pending(self, pending: tuple[Any, ...]) -> tuple[Any, ...]:
        seat, place, kind, options, *rest = pending
        shown: Any = options
        if kind in ("o", "card"):
            shown = tuple(sorted(self._thing(o) for o in options))
        elif kind in ("t", "trigger"):
            shown = tuple(self._trigger(*trigger) for trigger in options)
        return (seat, place, kind, shown, *rest)


def _is_group(value: tuple[Any, ...]) -> bool:
    return 2 <= len(value) <= 3 and isinstance(value[0], int) and isinstance(value[1], tuple) and all(
        isinstance(o, int) for o in value[1])
