"""The syntax tree: what the author wrote, word for word, before any name is resolved.

Every node is frozen and knows where it stands. Words of the game are kept as `Word`, so that a later
stage can point at exactly that word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Node:
    at: Span


@dataclass(frozen=True, slots=True)
class Word(Node):
    text: str
    kind: str


# ---------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`which`: you, they, each other, each, at once, left, right."""

    which: str
    having: NounPhrase | None = None


# ---------------------------------------------------------------- things


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """`which`: it, them, this, that, rest, one."""

    which: str
    noun: Word | None = None


@dataclass(frozen=True, slots=True)
class ZoneName(Node):
    word: Word
    whose: str = ""  # "", your, their


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`how`: none, a, the, exactly, at least, at most, up to, any number, all, no, another."""

    how: str
    number: int = 0
    definite: bool = False  # `the` cards, `any number of the` cards: some that are known from before


@dataclass(frozen=True, slots=True)
class Adjective(Node):
    """`kind`: state, done, named, non."""

    kind: str
    word: Word


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """`kind`: in zone, not in, of, having, other than, owned, extreme, counter."""

    kind: str
    zone: ZoneName | None = None
    ref: Ref | None = None
    group: Thing | None = None
    word: Word | None = None
    compare: Compare | None = None
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class NounPhrase(Node):
    """`end` is top or bottom for `the top 2 cards of ...`; `nouns` are alternatives joined by `or`."""

    quantity: Quantity
    adjectives: tuple[Adjective, ...]
    nouns: tuple[tuple[Word, ...], ...]
    modifiers: tuple[Modifier, ...]
    end: str = ""


@dataclass(frozen=True, slots=True)
class SomeOf(Node):
    quantity: Quantity
    ref: Ref


Thing = Union[NounPhrase, SomeOf]

# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class PropertyOf(Node):
    property: Word
    ref: Ref


@dataclass(frozen=True, slots=True)
class CounterOf(Node):
    counter: Word
    whose: str


@dataclass(frozen=True, slots=True)
class CounterOn(Node):
    counter: Word
    ref: Ref


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    things: Thing


@dataclass(frozen=True, slots=True)
class TotalOf(Node):
    property: Word
    things: Thing


Value = Union[Number, PropertyOf, CounterOf, CounterOn, NumberOf, TotalOf]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`op`: at most, at least, exactly, more, less; the limit is `value`, or `base` plus `delta`."""

    op: str
    value: Value | None
    base: Ref | Value | None = None
    sign: int = 0


@dataclass(frozen=True, slots=True)
class Per(Node):
    """`for each <things>`, `for every 10 <things>`, `for each differently named <things>`, `for each <counter> on it`."""

    every: int
    things: Thing | CounterOn
    different: bool = False


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Both(Node):
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Either(Node):
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Is(Node):
    ref: Ref
    negated: bool
    what: Thing


@dataclass(frozen=True, slots=True)
class IsState(Node):
    ref: Ref
    negated: bool
    state: Word


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    ref: Ref
    negated: bool
    zone: ZoneName


@dataclass(frozen=True, slots=True)
class ZoneState(Node):
    zone: ZoneName
    negated: bool
    state: Word


@dataclass(frozen=True, slots=True)
class Has(Node):
    ref: Ref
    property: Word
    compare: Compare


@dataclass(frozen=True, slots=True)
class Exists(Node):
    things: Thing


@dataclass(frozen=True, slots=True)
class Happened(Node):
    negated: bool
    verb: Word


@dataclass(frozen=True, slots=True)
class CounterIs(Node):
    quantity: Quantity
    counter: Word
    on: Ref | None = None


@dataclass(frozen=True, slots=True)
class History(Node):
    who: str
    verb: Word
    things: Thing


@dataclass(frozen=True, slots=True)
class ValueIs(Node):
    value: Value
    compare: Compare


@dataclass(frozen=True, slots=True)
class WhoseTurn(Node):
    whose: str


Condition = Union[
    Both, Either, Is, IsState, IsIn, ZoneState, Has, Exists, Happened, CounterIs, History, ValueIs, WhoseTurn
]

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """`how`: to, top, bottom, left, right."""

    how: str
    zone: ZoneName | None = None


@dataclass(frozen=True, slots=True)
class Target(Node):
    """What a verb acts on. `kind`: ref, things, zone, down to."""

    kind: str
    ref: Ref | None = None
    things: Thing | None = None
    zone: ZoneName | None = None
    into: bool = False  # `put it in hand`: the zone is where it goes, not where it is


@dataclass(frozen=True, slots=True)
class Paying(Node):
    value: Value
    counter: Word


@dataclass(frozen=True, slots=True)
class Do(Node):
    actor: Players | None
    may: bool
    verbs: tuple[Word, ...]
    target: Target | None = None
    destination: Destination | None = None
    particle: Word | None = None
    state: Word | None = None
    times: Value | None = None
    any_order: bool = False
    until: Condition | None = None
    per: Per | None = None
    instead: bool = False
    paying: Paying | None = None
    said_twice: bool = False  # a part of the sentence was given twice


@dataclass(frozen=True, slots=True)
class Choose(Node):
    actor: Players | None
    may: bool
    things: Thing


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Node):
    actor: Players | None
    may: bool
    other: bool


@dataclass(frozen=True, slots=True)
class NameKind(Node):
    actor: Players | None
    may: bool
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class MenuOption(Node):
    guard: Condition | None
    body: Body


@dataclass(frozen=True, slots=True)
class Menu(Node):
    actor: Players | None
    count: int
    options: tuple[MenuOption, ...]


@dataclass(frozen=True, slots=True)
class Add(Node):
    """`+2` of something, or `lose 1`; `how`: plus, minus."""

    actor: Players | None
    how: str
    value: Value
    what: Word
    on: Ref | None = None
    per: Per | None = None
    instead: bool = False


@dataclass(frozen=True, slots=True)
class ExtraTurn(Node):
    actor: Players | None
    may: bool


@dataclass(frozen=True, slots=True)
class Modify(Node):
    """`cards cost 1 less, not below 0` for everything that matches."""

    things: NounPhrase
    property: Word
    value: Value
    sign: int
    floor: Value | None


@dataclass(frozen=True, slots=True)
class AlsoType(Node):
    things: NounPhrase
    type: Word


@dataclass(frozen=True, slots=True)
class Fact(Node):
    """`worth 1 for every 10 cards owned`: a fact of this card itself."""

    property: Word
    sign: int
    value: Value
    per: Per | None


@dataclass(frozen=True, slots=True)
class Unaffected(Node):
    noun: Word


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: ZoneName


@dataclass(frozen=True, slots=True)
class Perform(Node):
    ref: Ref


@dataclass(frozen=True, slots=True)
class Respond(Node):
    pass


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Stop(Node):
    pass


@dataclass(frozen=True, slots=True)
class If(Node):
    """`condition` is None for `if done`; `otherwise` is filled in when siblings are tied together."""

    condition: Condition | None
    body: Body
    otherwise: Body = ()
    closed: bool = False  # a plain `otherwise` has been joined; another one would belong to nothing


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """Only before siblings are tied: `otherwise` or `otherwise if`."""

    condition: Condition | None
    body: Body


@dataclass(frozen=True, slots=True)
class Each(Node):
    players: Players
    body: Body


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    things: Thing
    different: bool
    body: Body


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`how`: forever, until, while, times."""

    how: str
    body: Body
    condition: Condition | None = None
    times: Value | None = None


@dataclass(frozen=True, slots=True)
class May(Node):
    actor: Players | None
    body: Body


@dataclass(frozen=True, slots=True)
class Time(Node):
    """A turn or a phase; `whose`: "", your, their; `period` is the phase word or None for a turn."""

    whose: str
    next: bool
    period: Word | None
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class Duration(Node):
    """`kind`: this turn, at start, at end, until start, until end, while."""

    kind: str
    time: Time | None = None
    zone: ZoneName | None = None


@dataclass(frozen=True, slots=True)
class Event(Node):
    """`who`: you, they, another, any, "" for passive; `verb` None for a time event."""

    who: str
    would: bool
    verb: Word | None
    this: bool
    things: Thing | None
    time: Time | None = None
    starts: bool = False


@dataclass(frozen=True, slots=True)
class When(Node):
    """`window`: when, before, after; `first`: only the first time in the span."""

    duration: Duration | None
    window: str
    first: bool
    event: Event
    body: Body


@dataclass(frozen=True, slots=True)
class During(Node):
    duration: Duration
    body: Body


Statement = Union[
    Do, Choose, ChoosePlayer, NameKind, Menu, Add, ExtraTurn, Modify, AlsoType, Fact, Unaffected, Shuffle, Perform,
    Respond, Nothing, Stop, If, Otherwise, Each, ForEach, Repeat, May, When, During,
]
Body = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A whole text: above the dividing line what performing it does, below what holds at other times."""

    above: Body
    below: Body
