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
    """A piece of text and where it stands."""
    at: Span


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A word of the game as it was written; `kind` is its class."""
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
    """A zone, and whose if it says so."""
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
    """`2 of them`."""
    quantity: Quantity
    ref: Ref


Thing = Union[NounPhrase, SomeOf]

# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number written out or in figures."""
    value: int


@dataclass(frozen=True, slots=True)
class PropertyOf(Node):
    """A property of something: `its <property>`."""
    property: Word
    ref: Ref


@dataclass(frozen=True, slots=True)
class CounterOf(Node):
    """A counter of a player: `your <counter>`."""
    counter: Word
    whose: str


@dataclass(frozen=True, slots=True)
class CounterOn(Node):
    """The counters that lie on something."""
    counter: Word
    ref: Ref


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """`the number of <things>`."""
    things: Thing


@dataclass(frozen=True, slots=True)
class TotalOf(Node):
    """`the total <property> of <things>`."""
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
    """What an amount is taken times: `for each <things>`, `for every 10 <things>`, `for each <counter> on it`."""
    every: int
    things: Thing | CounterOn
    different: bool = False  # `for each differently named`


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Both(Node):
    """Two conditions joined by `and`."""
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Either(Node):
    """Two conditions joined by `or`."""
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`it is a <thing>`."""
    ref: Ref
    negated: bool
    what: Thing


@dataclass(frozen=True, slots=True)
class IsState(Node):
    """`it is <state>`."""
    ref: Ref
    negated: bool
    state: Word


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    """`it is in <zone>`."""
    ref: Ref
    negated: bool
    zone: ZoneName


@dataclass(frozen=True, slots=True)
class ZoneState(Node):
    """`<zone> is <state>`."""
    zone: ZoneName
    negated: bool
    state: Word


@dataclass(frozen=True, slots=True)
class Has(Node):
    """A property of something compared with a number."""
    ref: Ref
    property: Word
    compare: Compare


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """`3 or more <things>`: there are that many."""
    things: Thing


@dataclass(frozen=True, slots=True)
class Happened(Node):
    """`if <done>`, `if not <done>`: whether a verb before was done to it."""
    negated: bool
    verb: Word


@dataclass(frozen=True, slots=True)
class CounterIs(Node):
    """As many counters of a kind, of a player or on something."""
    quantity: Quantity
    counter: Word
    on: Ref | None = None


@dataclass(frozen=True, slots=True)
class History(Node):
    """`you <did> 2 <things> this turn`."""
    who: str
    verb: Word
    things: Thing


@dataclass(frozen=True, slots=True)
class ValueIs(Node):
    """Any other number compared with a number."""
    value: Value
    compare: Compare


@dataclass(frozen=True, slots=True)
class WhoseTurn(Node):
    """`it is your turn`."""
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
    into: bool = False  # `put it in <zone>`: the zone is where it goes, not where it is


@dataclass(frozen=True, slots=True)
class Paying(Node):
    """What a verb takes of a counter."""
    value: Value
    counter: Word


@dataclass(frozen=True, slots=True)
class Do(Node):
    """A sentence with a verb of the game: who does what to which things, where they go, and how often."""
    actor: Players | None
    may: bool
    verbs: tuple[Word, ...]
    target: Target | None = None
    destination: Destination | None = None
    particle: Word | None = None
    times: Value | None = None
    any_order: bool = False
    until: Condition | None = None
    per: Per | None = None
    instead: bool = False
    paying: Paying | None = None
    said_twice: bool = False  # a part of the sentence was given twice


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose <things>`."""
    actor: Players | None
    may: bool
    things: Thing


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Node):
    """`choose a player`."""
    actor: Players | None
    may: bool
    other: bool


@dataclass(frozen=True, slots=True)
class NameKind(Node):
    """`name a card`."""
    actor: Players | None
    may: bool
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class MenuOption(Node):
    """One line of a menu; with a guard it is offered only if that holds."""
    guard: Condition | None
    body: Body


@dataclass(frozen=True, slots=True)
class Menu(Node):
    """`choose one:` and the lines to choose from."""
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
    equal: bool = False  # `equal to` a number: the word before it need not agree with that


@dataclass(frozen=True, slots=True)
class ExtraTurn(Node):
    """`take an extra turn`."""
    actor: Players | None
    may: bool


@dataclass(frozen=True, slots=True)
class Modify(Node):
    """`<things> <have> 1 less, not below 0` for everything that matches."""
    things: NounPhrase
    property: Word
    value: Value
    sign: int
    floor: Value | None


@dataclass(frozen=True, slots=True)
class AlsoType(Node):
    """`<things> are also <type>`."""
    things: NounPhrase
    type: Word


@dataclass(frozen=True, slots=True)
class Fact(Node):
    """`<property> 1 for every 10 <things>`: a fact of this card itself."""
    property: Word
    sign: int
    value: Value
    per: Per | None


@dataclass(frozen=True, slots=True)
class Unaffected(Node):
    """`unaffected by that <thing>`."""
    noun: Word


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle <zone>`."""
    zone: ZoneName


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """`perform it`: the text of a card runs."""
    ref: Ref


@dataclass(frozen=True, slots=True)
class Respond(Node):
    """`respond`: here a verb lets others answer it."""


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`, mostly with `instead`."""
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`stop`: leaves the loop or the text."""


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
    """A block for one player or several."""
    players: Players
    body: Body


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """A block for each of some things."""
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
    """`may:` before a block."""
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
    """A block that lasts or waits."""
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
