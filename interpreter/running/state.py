"""The state of a running game: plain lists, tuples and numbers, nothing else.

Objects and zones are numbers. A list of objects in a zone has its top at the end. `at[object]` packs the
zone an object lies in and the moment it came there; a reference that is older than that moment has lost track of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.running.linking import Linked
    from interpreter.running.stock import Stock

ZONE_BITS = 10
ZONE_MASK = (1 << ZONE_BITS) - 1

# Objects a text speaks of, and the moment it knew where they are; a third part lists those it has lost track of.
Group = tuple[Any, ...]
Frame = list[Any]

# A decision before it is shown to anyone: who is asked, where it stands in the texts, what kind of options,
# the options, how many may be taken, whether their order counts.
Pending = tuple[int, int, str, tuple[Any, ...], int, int, bool]


class Runaway(Exception):
    """A text did not come to an end within its budget of steps."""

    def __init__(self, source: int) -> None:
        super().__init__()
        self.source = source


class OffScript(Exception):
    """A shuffle that the script of a position does not foresee: what is shuffled, and what was foreseen."""

    def __init__(self, shuffled: tuple[int, ...], foreseen: tuple[int, ...] | None) -> None:
        super().__init__()
        self.shuffled, self.foreseen = shuffled, foreseen


class State:
    """One game at one moment. `fork` copies it; everything inside the lists is immutable."""

    __slots__ = (
        "asking",
        "asks",
        "at",
        "cause",
        "chance",
        "clock",
        "counters",
        "defs",
        "driver",
        "effects",
        "exempt",
        "history",
        "linked",
        "marks",
        "over",
        "partial",
        "pending",
        "phase",
        "pile0",
        "pile_of",
        "plays",
        "queue",
        "regular",
        "reply",
        "result",
        "script",
        "seats",
        "serial",
        "shown_to",
        "stack",
        "steps",
        "stock",
        "trace",
        "turn",
        "turn_seat",
        "turns",
        "zones",
    )

    zones: list[list[int]]
    at: list[int]
    clock: int  # counts moves
    counters: list[int]  # seat by seat
    marks: dict[tuple[int, int], int]  # counters that lie on objects
    stack: list[Frame]
    pending: tuple[Pending, ...]  # what is asked now
    partial: tuple[Any, ...]  # answers to simultaneous decisions that are already in
    reply: Any
    result: Any
    chance: int
    script: tuple[tuple[int, ...] | None, ...]  # cards the next shuffles bring, uppermost first; None: stop there
    effects: tuple[Any, ...]
    exempt: tuple[tuple[int, int], ...]
    history: tuple[tuple[int, int, int, int], ...]
    plays: int
    serial: int
    asks: int
    steps: int
    regular: int  # the seat that had the last turn in order
    asking: tuple[tuple[int, int], ...]  # facts being worked out
    turn: int  # turns begun so far
    turn_seat: int
    turns: list[int]  # turns taken, by seat
    phase: int
    queue: tuple[int, ...]  # seats with an extra turn
    shown_to: dict[int, int]  # object in a shown place -> the seat that sees it, or -1 for all
    over: bool
    trace: list[Any] | None  # what happened, while someone listens
    cause: tuple[int, int, int, int]  # verb, seat, source, play of what happens now; only kept while someone listens
    driver: Callable[[State], bool] | None  # answers at once what is asked, if it can; not part of the game
    # fixed for the whole game
    linked: Linked
    defs: tuple[int, ...]  # object -> card definition
    seats: int
    pile0: int  # the first zone that is a pile
    pile_of: dict[int, int]  # card -> the zone of its pile
    stock: Stock  # what the objects are

    def fork(self) -> State:
        """An independent copy."""
        copy = State.__new__(State)
        copy.zones = [zone[:] for zone in self.zones]
        copy.at = self.at[:]
        copy.counters = self.counters[:]
        copy.marks = self.marks.copy() if self.marks else {}
        copy.stack = [frame[:] for frame in self.stack]
        copy.turns = self.turns[:]
        copy.shown_to = self.shown_to.copy() if self.shown_to else {}
        copy.asking, copy.driver = (), None
        copy.trace, copy.cause = (None if self.trace is None else []), self.cause
        copy.clock, copy.pending, copy.partial, copy.reply = self.clock, self.pending, self.partial, self.reply
        copy.result, copy.chance, copy.effects, copy.exempt = self.result, self.chance, self.effects, self.exempt
        copy.history, copy.plays, copy.serial, copy.asks = self.history, self.plays, self.serial, self.asks
        copy.steps, copy.regular, copy.turn, copy.turn_seat = self.steps, self.regular, self.turn, self.turn_seat
        copy.phase, copy.queue, copy.over, copy.linked = self.phase, self.queue, self.over, self.linked
        copy.defs, copy.seats, copy.pile0, copy.pile_of = self.defs, self.seats, self.pile0, self.pile_of
        copy.stock, copy.script = self.stock, self.script
        return copy

    def value(self) -> tuple[Any, ...]:
        """Everything that makes this state what it is, hashable; equal values go on equally."""
        return (
            tuple(map(tuple, self.zones)), tuple(self.at), self.clock, tuple(self.counters),
            tuple(sorted(self.marks.items())), tuple(map(tuple, self.stack)), self.pending, self.partial, self.chance,
            self.effects, self.exempt, self.history,
            self.plays, self.serial, self.turn, self.turn_seat, self.regular, tuple(self.turns), self.phase, self.queue,
            tuple(sorted(self.shown_to.items())), self.over, self.defs, self.seats,
            *self.script,
        )
