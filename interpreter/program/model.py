"""What a game is made of, after its files were read: immutable, and without any text left to interpret.

Everything is numbered; running code uses the numbers only. The names stay here, for messages and views.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.program import ir


@dataclass(frozen=True, slots=True)
class Zone:
    """A place. `holder`: seat (one each), table (one), piles (a row of piles)."""

    name: str
    index: int
    holder: str
    ordered: bool
    seen: str  # all, owner, nobody, top, shown
    counted: str  # all, owner, nobody
    called: tuple[str, ...] = ()
    refill: str = ""
    shown_in: str = ""
    pile_words: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Counter:
    """A number of a seat (or, if `on_things`, of a card or pile)."""

    name: str
    index: int
    one: str
    each_turn: int | None
    on_things: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can happen. A move has `to`; a compound verb has a `text`; `show` shows."""

    name: str
    index: int
    forms: tuple[str, ...]
    past: tuple[str, ...]
    together: bool
    source: str = ""  # default zone of its object
    source_top: bool = False
    to: str = ""
    to_seat: str = ""  # "", left, right
    show: str = ""  # "", all, actor
    particle: str = ""
    open_response: bool = False
    unit: int = -1
    responds: bool = False  # its text has a `respond`


@dataclass(frozen=True, slots=True)
class Property:
    """A number every card has: printed, by default, or by a text on the card."""

    name: str
    index: int
    having: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    default: int | None = None
    floor: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """What a text waits for. `window`: before, instead, when, after; `who`: you, another, any."""

    verb: int  # -1 for a time event
    window: str
    who: str
    this: bool
    tests: tuple[ir.Test, ...]
    unit: int
    zone: int = -1  # where its card must lie; -1: anywhere (the event is about the card itself)
    optional: bool = False
    exempts: bool = False  # all it can do is make its seat unaffected
    time: str = ""  # "start turn", "end turn", "start phase N", "end phase N"
    first: bool = False
    span: Span | None = None
    words: str = ""  # the line it stands on


@dataclass(frozen=True, slots=True)
class Standing:
    """A modifier that holds while its card lies in a zone."""

    zone: int
    change: ir.Change


@dataclass(frozen=True, slots=True)
class Card:
    """A card definition under one profile."""

    name: str
    index: int
    set: str
    editions: tuple[str, ...]
    types: int
    type_names: tuple[str, ...]
    properties: tuple[int | None, ...]  # None: told by a text
    facts: Mapping[int, int]  # property -> unit
    unit: int  # what performing it does; -1: nothing
    watches: tuple[int, ...]
    standing: tuple[Standing, ...]
    names: Mapping[str, tuple[str, ...]]
    pile: Mapping[int, int]  # seats -> size
    text: str
    span: Span
    basic: bool = False
    offered: bool = True  # may be chosen at random under this profile


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of checked text, ready to be compiled."""

    index: int
    title: str  # card or rule it belongs to
    body: tuple[ir.Statement, ...]
    registers: int
    card: int = -1
    value: ir.Number | None = None  # for facts, scores
    condition: ir.Condition | None = None
    captured: tuple[int, ...] = ()  # registers an effect that waits brings along
    lifted: int | None = None  # register of cards that were shown and go back at the end


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of every turn, with the text that runs in it."""

    name: str
    index: int
    unit: int


@dataclass(frozen=True, slots=True)
class PileOption:
    """How the piles of a game are chosen."""

    zone: str
    always: tuple[str, ...]
    option: str
    count: int
    default: str
    named: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Program:
    """A game under one profile with all loaded cards."""

    name: str
    profile: str
    profile_option: str
    profiles: tuple[str, ...]
    seats: tuple[int, int]
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    verbs: tuple[Verb, ...]
    properties: tuple[Property, ...]
    types: tuple[str, ...]
    kind_words: tuple[str, ...]
    cards: tuple[Card, ...]
    units: tuple[Unit, ...]
    watches: tuple[Watch, ...]
    changes: tuple[ir.Change, ...]
    phases: tuple[Phase, ...]
    piles: PileOption | None
    start: Mapping[str, Mapping[str, int]]  # zone -> card -> count, for every seat
    setup_unit: int
    end_units: Mapping[int, int]  # seats -> condition unit
    end_check: str
    score_unit: int
    ties: str
    first_seat: Mapping[str, str]
    sources: tuple[ir.Source, ...] = ()
    rules_digest: str = ""
    by_name: Mapping[str, int] = field(default_factory=dict)

    def zone(self, name: str) -> Zone:
        """A zone by its name."""
        return next(zone for zone in self.zones if zone.name == name)

    def cards_called(self, name: str, among: Container[str] = ()) -> tuple[Card, ...]:
        """The cards of a name: the one whose own it is, or else all that have it in some language.

        Translations of different years give one name to two cards. Where only one of them can be meant, the names of
        those that can, as `among`, decide.
        """
        if name in self.by_name:
            return (self.cards[self.by_name[name]],)
        wanted = name.casefold()
        found = tuple(card for card in self.cards
                      if any(wanted == local.casefold() for names in card.names.values() for local in names))
        likely = tuple(card for card in found if card.name in among)
        return likely if len(found) > 1 and likely else found
