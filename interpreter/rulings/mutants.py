"""Mutants: cards with one thing changed that an author could have written so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from interpreter.diagnostics import Span
from interpreter.program import ir
from interpreter.program.model import Card, Program, Watch
from interpreter.program.walk import nodes
from interpreter.rulings.texts import HIDDEN, source_of, units_of, with_units

WINDOWS = ("before", "when", "after")
MAY = "may is left out"
OTHERS = {"another": "any", "any": "another", "you": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A card with one thing changed."""

    card: str
    what: str
    line: int
    words: str
    program: Program

    def __str__(self) -> str:
        return f"{self.card}, line {self.line}: {self.words} ({self.what})"


@dataclass(frozen=True, slots=True)
class _Change:
    """One changed value, what was done to it, and the line nearest to it."""

    value: Any
    what: str
    source: ir.Source | None


def mutants(program: Program, card: Card) -> Iterator[Mutant]:
    """All mutants of a card under one profile."""
    making = _Making(program)
    yield from _of_facts(program, card)
    offers = {program.watches[index].unit: index for index in _watches(program, card)
              if program.watches[index].optional}
    for index in units_of(program, card):
        unit = program.units[index]
        for change in making.changes(unit.body, None):
            changed = with_units(program, {index: replace(unit, body=change.value)})
            if index in offers and change.what == MAY and source_of(unit.body[0]) is change.source:
                # the window asks in place of the line: without the word nobody asks
                watch = replace(program.watches[offers[index]], optional=False)
                changed = _with_watch(changed, offers[index], watch)
            yield _mutant(card, change, changed)
        for change in making.changes(unit.value, None):
            yield _mutant(card, change, with_units(program, {index: replace(unit, value=change.value)}))
    for index in _watches(program, card):
        for changed_watch, what in _of_watch(program.watches[index], making):
            yield _mutant(card, _Change(changed_watch, what, None), _with_watch(program, index, changed_watch),
                          program.watches[index].span, program.watches[index].words)
    for index in _changes(program, card):
        wait = next(wait for unit in units_of(program, card) for wait in nodes(program.units[unit].body, ir.Wait)
                    if not wait.is_watch and wait.effect == index)
        for change in making.changes(program.changes[index], wait.source):
            changed_all = tuple(change.value if i == index else c for i, c in enumerate(program.changes))
            yield _mutant(card, change, replace(program, changes=changed_all))


def _of_facts(program: Program, card: Card) -> Iterator[Mutant]:
    """Other numbers and types than those the card has."""

    def mutant(what: str, **changed: Any) -> Mutant:
        cards = tuple(replace(card, **changed) if other is card else other for other in program.cards)
        return _mutant(card, _Change(None, what, None), replace(program, cards=cards))

    for prop in program.properties:
        value = card.properties[prop.index]
        if value is None or value == prop.default:  # told by a text, or not written on the card
            continue
        for other in (value + 1, value - 1):
            if prop.floor is None or other >= prop.floor:
                values = (*card.properties[:prop.index], other, *card.properties[prop.index + 1:])
                yield mutant(f"{prop.name} {value} becomes {other}", properties=values)
    types = program.types
    for bit in range(len(types)):
        if card.types >> bit & 1:
            new = next(bit + step for step in range(1, 2 * len(types))
                       if not card.types >> (bit + step) % len(types) & 1) % len(types)
            names = tuple(types[new] if name == types[bit] else name for name in card.type_names)
            yield mutant(f"{types[bit]} becomes {types[new]}", types=card.types & ~(1 << bit) | 1 << new,
                         type_names=names)


def _of_watch(watch: Watch, making: _Making) -> Iterator[tuple[Watch, str]]:
    """Another window, another seat, other things to wait for."""
    if watch.verb >= 0:
        for window in WINDOWS:
            if window != watch.window:
                yield replace(watch, window=window), f"{watch.window} becomes {window}"
        yield replace(watch, who=OTHERS[watch.who]), f"{watch.who} becomes {OTHERS[watch.who]}"
    if watch.first:
        yield replace(watch, first=False), "the first time becomes every time"
    for change in making.changes(watch.tests, None):
        yield replace(watch, tests=change.value), change.what


def _mutant(card: Card, change: _Change, program: Program, span: Span | None = None, words: str = "") -> Mutant:
    source = change.source
    place = span or (source.span if source is not None else card.span)
    return Mutant(card.name, change.what, place.line, words or (source.words if source is not None else ""), program)


def _watches(program: Program, card: Card) -> list[int]:
    units = set(units_of(program, card))
    return [index for index, watch in enumerate(program.watches) if watch.unit in units]


def _changes(program: Program, card: Card) -> list[int]:
    return sorted({wait.effect for unit in units_of(program, card)
                   for wait in nodes(program.units[unit].body, ir.Wait) if not wait.is_watch})


def _with_watch(program: Program, index: int, watch: Any) -> Program:
    return replace(program, watches=tuple(watch if i == index else w for i, w in enumerate(program.watches)))


class _Making:
    """Makes every change of a value that a ruling should notice."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._own: dict[type, Callable[[Any], Iterator[tuple[Any, str]]]] = {
            ir.Const: self._number, ir.HasType: self._type, ir.Menu: self._menu, ir.EachSeat: self._seats,
            ir.Past: self._past, ir.Pick: self._pick, ir.IsCard: self._named,
            ir.Place: self._place, ir.OneSeat: self._one_seat, ir.Change: self._least, ir.Things: self._things,
        }

    def changes(self, value: Any, source: ir.Source | None) -> Iterator[_Change]:
        """Everything that can be changed in a value, one thing at a time."""
        if isinstance(value, tuple):
            yield from self._of_tuple(value, source)
        elif is_dataclass(value) and not isinstance(value, (ir.Source, ir.Seat, type)):
            here = source_of(value) if _is_line(value) or isinstance(value, ir.If) else source
            for changed, what in self._at(value):
                yield _Change(changed, what, here)
            for part in fields(value):
                if part.name in self._left_out(value):
                    continue
                for change in self.changes(getattr(value, part.name), here):
                    yield replace(change, value=replace(value, **{part.name: change.value}))

    def _of_tuple(self, value: tuple[Any, ...], source: ir.Source | None) -> Iterator[_Change]:
        for index, part in enumerate(value):
            rest = value[index + 1:]
            if _is_line(part):
                yield _Change((*value[:index], *rest), "the line is left out", source_of(part) or source)
            if isinstance(part, ir.Act) and _from_piles(part.pick) and part.pick.high == ir.Const(1):
                yield _Change((*value[:index], part, part, *rest), "1 becomes 2", part.source)
            for change in self.changes(part, source):
                yield replace(change, value=(*value[:index], change.value, *rest))

    @staticmethod
    def _left_out(value: Any) -> tuple[str, ...]:
        """Parts that are changed together, or are no words of an author."""
        if isinstance(value, ir.Pick):
            return ("low", "high")
        if isinstance(value, ir.Things) and (value.source == "top" or value.place is None):
            return ("place",)  # changed with the whole, as not every place has a top
        return ("possible", "numbers", "captured") if isinstance(value, (ir.May, ir.Wait)) else ()

    def _at(self, value: Any) -> Iterator[tuple[Any, str]]:
        own = self._own.get(type(value))
        if own is not None:
            yield from own(value)
        if getattr(value, "may", False) is True:
            yield replace(value, may=False), MAY
        if isinstance(value, ir.May) and len(value.body) == 1:
            yield ir.If(ir.Not(ir.OneHolds(())), value.body), MAY
        if isinstance(value, ir.If):
            yield replace(value, condition=ir.Not(value.condition)), "the condition is turned round"

    def _number(self, value: ir.Const) -> Iterator[tuple[Any, str]]:
        yield ir.Const(value.value + 1), f"{value.value} becomes {value.value + 1}"
        if value.value > 1:
            yield ir.Const(value.value - 1), f"{value.value} becomes {value.value - 1}"

    def _type(self, value: ir.HasType) -> Iterator[tuple[Any, str]]:
        types = self.program.types
        bit = value.mask.bit_length() - 1
        other = (bit + 1) % len(types)
        yield replace(value, mask=1 << other), f"{types[bit]} becomes {types[other]}"

    def _menu(self, value: ir.Menu) -> Iterator[tuple[Any, str]]:
        count = value.count + 1 if value.count < len(value.options) else value.count - 1
        if count > 0:
            yield replace(value, count=count), f"{value.count} of the lines become {count}"

    def _seats(self, value: ir.EachSeat) -> Iterator[tuple[Any, str]]:
        other = "all" if value.which == "others" else "others"
        yield replace(value, which=other), f"{value.which} becomes {other}"

    def _past(self, value: ir.Past) -> Iterator[tuple[Any, str]]:
        for number in (value.number + 1, value.number - 1):
            yield replace(value, number=number), f"{value.number} becomes {number}"

    def _named(self, value: ir.IsCard) -> Iterator[tuple[Any, str]]:
        cards = self.program.cards
        other = cards[(value.card + 1) % len(cards)]
        yield replace(value, card=other.index), f"{cards[value.card].name} becomes {other.name}"

    def _place(self, value: ir.Place) -> Iterator[tuple[Any, str]]:
        """Another place of the same holder; and what goes to one side goes to the other."""
        for other in self._other_zones(value.zone, ordered=False):
            yield replace(value, zone=other), self._moved(value.zone, other)
        if value.seat is not None and value.seat.step:
            yield replace(value, seat=replace(value.seat, step=-value.seat.step)), "to the other side"

    def _other_zones(self, zone: int, ordered: bool) -> list[int]:
        """The places that can stand instead of one: the next two of the same holder."""
        zones = self.program.zones
        alike = [other.index for other in zones
                 if other.holder == zones[zone].holder and (other.ordered or not ordered)]
        at = alike.index(zone)
        return [*alike[at + 1:], *alike[:at]][:2]

    def _moved(self, zone: int, other: int) -> str:
        return f"{self.program.zones[zone].name} becomes {self.program.zones[other].name}"

    def _things(self, value: ir.Things) -> Iterator[tuple[Any, str]]:
        if value.source == "top" and value.place is not None:
            for other in self._other_zones(value.place.zone, ordered=True):
                yield replace(value, place=replace(value.place, zone=other)), self._moved(value.place.zone, other)
        if value.different:
            yield replace(value, different=False), "equal names are not left out"

    def _one_seat(self, value: ir.OneSeat) -> Iterator[tuple[Any, str]]:
        if value.whose.step:
            yield replace(value, whose=replace(value.whose, step=-value.whose.step)), "to the other side"

    def _least(self, value: ir.Change) -> Iterator[tuple[Any, str]]:
        if value.floor is not None:
            yield replace(value, floor=value.floor + 1), f"not below {value.floor} becomes not below {value.floor + 1}"

    def _pick(self, value: ir.Pick) -> Iterator[tuple[Any, str]]:
        """How many: both ends of one number move together; what is not limited stays so."""
        low, high = value.low, value.high
        if not value.choice or not isinstance(high, ir.Const) or _from_piles(value):
            return  # from piles one is taken at a time
        for step in (1, -1) if high.value > 1 else (1,):
            moved = ir.Const(high.value + step)
            both = isinstance(low, ir.Const) and low == high
            yield replace(value, high=moved, low=moved if both else low), f"{high.value} becomes {moved.value}"


def _from_piles(pick: ir.Pick) -> bool:
    return pick.choice and pick.things.source == "piles"


def _is_line(part: object) -> bool:
    """Whether words of an author stand behind a statement."""
    return isinstance(getattr(part, "source", None), ir.Source) and not isinstance(part, HIDDEN)
