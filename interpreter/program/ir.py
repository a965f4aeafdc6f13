"""The checked program: every name resolved to a number, every pronoun to a register.

The checker makes these nodes, the compiler reads them. A register of a running text holds either a seat
(an integer), a number, or a group `(moment, objects)`: the objects, and the moment after which a move
means that the text has lost track of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from interpreter.diagnostics import Span

# ---------------------------------------------------------------- seats and places


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat in a register, or its neighbour. `step`: 0, 1 left, -1 right."""
    register: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A zone of a seat, of the table, or a row of piles."""
    zone: int
    seat: Seat | None


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Const:
    """A number that is written in the text."""
    value: int


@dataclass(frozen=True, slots=True)
class CounterOf:
    """A counter of a seat."""
    counter: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ThingCounter:
    """A counter that lies on an object."""
    counter: int
    register: int


@dataclass(frozen=True, slots=True)
class PropertyOf:
    """A property of the first object of a group; 0 if there is none."""
    property: int
    register: int


@dataclass(frozen=True, slots=True)
class CountOf:
    """How many things there are."""
    things: Things


@dataclass(frozen=True, slots=True)
class TotalOf:
    """A property added up over things."""
    property: int
    things: Things


@dataclass(frozen=True, slots=True)
class Register:
    """A number kept in a register."""
    register: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`op`: + - * //"""
    op: str
    left: Number
    right: Number


Number = Union[Const, CounterOf, ThingCounter, PropertyOf, CountOf, TotalOf, Register, Arithmetic]

# ---------------------------------------------------------------- tests on one object


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one alternative, each a set of tests that all hold."""
    alternatives: tuple[tuple[Test, ...], ...]


@dataclass(frozen=True, slots=True)
class HasType:
    """It has one of the types of the mask."""
    mask: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsCard:
    """It is a copy of that card."""
    card: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsNamed:
    """It is the card that was named (a definition kept in a register)."""
    register: int


@dataclass(frozen=True, slots=True)
class Compares:
    """`op` is a Python comparison."""
    property: int
    op: str
    number: Number


@dataclass(frozen=True, slots=True)
class HasState:
    """It is in a state of the kernel."""
    state: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class CounterTest:
    """As many counters lie on it as the comparison asks for."""
    counter: int
    op: str
    number: int


@dataclass(frozen=True, slots=True)
class NotThat:
    """Another object than those in a register."""
    register: int


@dataclass(frozen=True, slots=True)
class LiesIn:
    """It lies in that place."""
    place: Place
    negated: bool = False


Test = Union[AnyOf, HasType, IsCard, IsNamed, Compares, HasState, CounterTest, NotThat, LiesIn]

# ---------------------------------------------------------------- things


@dataclass(frozen=True, slots=True)
class Things:
    """Objects that can be found: where they are, and what they must be.

    `source`: zone, piles (the top of each), pile row (the piles themselves), top, group, owned, everywhere.
    """
    source: str
    place: Place | None = None
    register: int = -1
    tests: tuple[Test, ...] = ()
    count: Number | None = None  # how many from the end, for `top`
    bottom: bool = False
    seat: Seat | None = None
    remaining: bool = False  # only those the text has not lost track of
    extreme: tuple[int, bool] | None = None  # (property, highest)
    different: bool = False  # one of each name


@dataclass(frozen=True, slots=True)
class Pick:
    """How many of the things: all of them, or a choice of `low` to `high` made by `chooser`."""
    things: Things
    choice: bool
    low: Number | None = None
    high: Number | None = None  # None: as many as there are
    ordered: bool = False
    public: bool = True  # whether everyone can count the candidates
    open: bool = True  # whether everyone can see them


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class AllHold:
    """All of the conditions hold."""
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class OneHolds:
    """At least one of the conditions holds."""
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""
    part: Condition


@dataclass(frozen=True, slots=True)
class Number2:
    """A comparison of two numbers; `op` is a Python comparison."""
    left: Number
    op: str
    right: Number


@dataclass(frozen=True, slots=True)
class Matches:
    """There is an object in the register and it passes the tests."""
    register: int
    tests: tuple[Test, ...]
    tracked: bool = False


@dataclass(frozen=True, slots=True)
class AmongGroup:
    """The object in `register` is one of the group in `group`."""
    register: int
    group: int


@dataclass(frozen=True, slots=True)
class Flag:
    """What a statement reported: it was done wholly, and there was something to do."""
    register: int


@dataclass(frozen=True, slots=True)
class HasTurn:
    """It is the turn of that seat."""
    seat: Seat


@dataclass(frozen=True, slots=True)
class Past:
    """How often it happened this turn; `who`: you, another, any, relative to `seat`."""
    verb: int
    who: str
    seat: Seat
    tests: tuple[Test, ...]
    op: str
    number: int


Condition = Union[AllHold, OneHolds, Not, Number2, Matches, AmongGroup, Flag, HasTurn, Past]

# ---------------------------------------------------------------- statements

NONE = -1


@dataclass(frozen=True, slots=True)
class Source:
    """Where a statement stands, for prompts, traces and messages."""
    span: Span
    words: str
    title: str = ""  # the card or rule


@dataclass(frozen=True, slots=True)
class Act:
    """A verb happens to some things.

    `bind` receives what it acted on, `flag` whether it was wholly done, `groups` collect everything a verb did.
    """
    source: Source
    verb: int
    actor: Seat
    pick: Pick
    to: Place | None
    bottom: bool = False
    may: bool = False
    chooser: Seat | None = None
    times: Number | None = None
    bind: int = NONE
    flag: int = NONE
    groups: tuple[int, ...] = ()
    paying: tuple[int, Number] | None = None
    instead: bool = False  # reaching it replaces the event that was waited for


@dataclass(frozen=True, slots=True)
class ActUntil:
    """A verb happens to the top of a place, one by one, until a condition holds."""
    source: Source
    verb: int
    actor: Seat
    place: Place
    tests: tuple[Test, ...]
    to: Place | None
    last: int  # register of the object just acted on
    bind: int
    condition: Condition
    hit: int  # register of the object the search ended with; empty if it failed
    flag: int = NONE
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """Some things are chosen, and nothing happens to them yet."""
    source: Source
    chooser: Seat
    pick: Pick
    may: bool
    bind: int
    flag: int = NONE


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """A seat is chosen."""
    source: Source
    chooser: Seat
    may: bool
    others: bool
    bind: int
    flag: int = NONE


@dataclass(frozen=True, slots=True)
class NameCard:
    """A card that passes the tests is named; it need not be anywhere."""
    source: Source
    chooser: Seat
    tests: tuple[Test, ...]
    may: bool
    bind: int
    flag: int = NONE


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One line of a menu; without its guard holding it is not offered."""
    label: str
    guard: Condition | None
    body: Body


@dataclass(frozen=True, slots=True)
class Menu:
    """Some options of several are chosen, then done in the order they are written."""
    source: Source
    chooser: Seat
    count: int
    options: tuple[MenuOption, ...]
    reply: int


@dataclass(frozen=True, slots=True)
class AddCounter:
    """`how`: plus, minus, set; what is taken away is at most what there is."""
    source: Source
    how: str
    counter: int
    seat: Seat | None
    things: int  # register of the objects it lies on, or NONE
    number: Number
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Clear:
    """Registers that begin empty, also in the second pass of a loop."""
    registers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetFlag:
    """Whether a number reached what was wanted, and at least one."""
    flag: int
    number: Number
    wanted: Number


@dataclass(frozen=True, slots=True)
class Replace:
    """What was waited for does not happen."""
    source: Source


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The seat gets another turn after this one."""
    source: Source
    seat: Seat
    may: bool
    flag: int = NONE


@dataclass(frozen=True, slots=True)
class Change:
    """A property is changed for everything that passes the tests; or a type is added."""
    tests: tuple[Test, ...]
    property: int = NONE
    number: Number = Const(0)
    floor: int | None = None
    type_mask: int = 0
    unit: int = NONE  # the unit whose registers `number` and `tests` read


@dataclass(frozen=True, slots=True)
class Wait:
    """From now on an effect waits or holds. `until`: turn, start turn, end turn (of `seat`), once."""
    source: Source
    effect: int  # number of the watch, or of the change, in the program
    is_watch: bool
    until: str
    seat: Seat
    captured: tuple[tuple[int, int], ...] = ()  # register here -> register there
    skip: bool = False  # not the turn or phase that is going on
    numbers: tuple[tuple[int, Number], ...] = ()  # register there -> number it keeps from now


@dataclass(frozen=True, slots=True)
class Exempt:
    """The seat is unaffected by the play that caused the event."""
    source: Source
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order of a place is left to chance."""
    source: Source
    place: Place


@dataclass(frozen=True, slots=True)
class Perform:
    """The text of the card in the register runs, as a new play of the seat."""
    source: Source
    register: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Respond:
    """Here the text of a verb lets others respond to it."""
    source: Source
    verb: int
    register: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stop:
    """The loop around it ends, or the text if there is none."""
    source: Source


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies."""
    condition: Condition
    then: Body
    otherwise: Body = ()


@dataclass(frozen=True, slots=True)
class EachSeat:
    """The body for several seats in turn order; `which`: others, all; a seat that is exempt is passed over."""
    source: Source
    which: str
    start: Seat
    seat: int  # register of the seat whose go it is
    having: Condition | None
    body: Body
    groups: tuple[int, ...] = ()  # begin empty for each seat and flow out as one
    saved: int = NONE
    order: int = NONE


@dataclass(frozen=True, slots=True)
class OneSeat:
    """The body for one seat, unless that seat is exempt."""
    source: Source
    seat: int
    whose: Seat
    having: Condition | None
    body: Body


@dataclass(frozen=True, slots=True)
class AtOnce:
    """All seats choose, nobody seeing another's choice; then it happens to all."""
    source: Source
    start: Seat
    seat: int
    act: Act
    replies: int


@dataclass(frozen=True, slots=True)
class ForEach:
    """The body for each of the things in turn, as they were when the loop began."""
    source: Source
    things: Things
    element: int
    rest: int
    body: Body
    groups: tuple[int, ...] = ()
    saved: int = NONE


@dataclass(frozen=True, slots=True)
class Repeat:
    """`how`: forever, until, while, times."""
    source: Source
    how: str
    condition: Condition | None
    times: Number | None
    body: Body
    counter: int
    mark: int


@dataclass(frozen=True, slots=True)
class May:
    """The body, if the chooser wants it; asked only where it can begin."""
    source: Source
    chooser: Seat
    label: str
    possible: Condition | None
    body: Body
    flag: int = NONE
    binds: tuple[int, ...] = ()  # what its body binds for the statements after it; empty if declined
    seats: tuple[int, ...] = ()  # players its body chooses; nobody if declined


Statement = Union[
    Replace, Clear, SetFlag, Act, ActUntil, Choose, ChooseSeat, NameCard, Menu, AddCounter, ExtraTurn, Wait, Exempt,
    Shuffle, Perform, Respond, Stop, If, EachSeat, OneSeat, AtOnce, ForEach, Repeat, May,
]
Body = tuple[Statement, ...]
