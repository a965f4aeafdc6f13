"""Mutants: cards with one thing changed. A mutant that no ruling notices shows what no ruling protects."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from interpreter.diagnostics import Span
from interpreter.front.rules import Rules
from interpreter.program import ir
from interpreter.program.model import Card, Program
from interpreter.program.walk import nodes
from interpreter.rulings.checking import prepare
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import Runner, Verdict
from interpreter.rulings.scenario import Ruleset
from interpreter.rulings.texts import HIDDEN, source_of, units_of, with_units

WINDOWS = {"when": "after", "after": "before", "before": "after", "instead": "after"}


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
    for index in units_of(program, card):
        unit = program.units[index]
        for change in making.changes(unit.body, None):
            yield _mutant(card, change, with_units(program, {index: replace(unit, body=change.value)}))
        for change in making.changes(unit.value, None):
            yield _mutant(card, change, with_units(program, {index: replace(unit, value=change.value)}))
    for index in _watches(program, card):
        watch = program.watches[index]
        for window in [WINDOWS[watch.window]] if watch.verb >= 0 else []:
            changed = replace(watch, window=window)
            yield _mutant(card, _Change(changed, f"{watch.window} becomes {window}", None),
                          _with_watch(program, index, changed), watch.span, watch.words)
        for change in making.changes(watch.tests, None):
            yield _mutant(card, change, _with_watch(program, index, replace(watch, tests=change.value)), watch.span,
                          watch.words)
    for index in _changes(program, card):
        for change in making.changes(program.changes[index], None):
            changed_all = tuple(change.value if i == index else c for i, c in enumerate(program.changes))
            yield _mutant(card, change, replace(program, changes=changed_all))


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
            ir.Past: self._past, ir.Pick: self._pick, ir.Matches: self._nothing,
        }

    def changes(self, value: Any, source: ir.Source | None) -> Iterator[_Change]:
        """Everything that can be changed in a value, one thing at a time."""
        if isinstance(value, tuple):
            yield from self._of_tuple(value, source)
        elif is_dataclass(value) and not isinstance(value, (ir.Source, ir.Seat, ir.Place, type)):
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
            for change in self.changes(part, source):
                yield replace(change, value=(*value[:index], change.value, *rest))

    @staticmethod
    def _left_out(value: Any) -> tuple[str, ...]:
        """Parts that are changed together, or are no words of an author."""
        if isinstance(value, ir.Pick):
            return ("low", "high")
        return ("possible", "numbers", "captured") if isinstance(value, (ir.May, ir.Wait)) else ()

    def _at(self, value: Any) -> Iterator[tuple[Any, str]]:
        own = self._own.get(type(value))
        if own is not None:
            yield from own(value)
        if getattr(value, "may", False) is True:
            yield replace(value, may=False), "may is left out"
        if isinstance(value, ir.May) and len(value.body) == 1:
            yield ir.If(ir.Not(ir.OneHolds(())), value.body), "may is left out"
        if isinstance(value, ir.If):
            yield replace(value, condition=ir.Not(value.condition)), "the condition is turned round"

    def _nothing(self, value: Any) -> Iterator[tuple[Any, str]]:
        return iter(())

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
        yield replace(value, number=value.number + 1), f"{value.number} becomes {value.number + 1}"

    def _pick(self, value: ir.Pick) -> Iterator[tuple[Any, str]]:
        """How many: both ends of one number move together; what is not limited stays so."""
        low, high = value.low, value.high
        if not value.choice or not isinstance(high, ir.Const):
            return
        for step in (1, -1) if high.value > 1 else (1,):
            moved = ir.Const(high.value + step)
            both = isinstance(low, ir.Const) and low == high
            yield replace(value, high=moved, low=moved if both else low), f"{high.value} becomes {moved.value}"


def _is_line(part: object) -> bool:
    """Whether words of an author stand behind a statement."""
    return isinstance(getattr(part, "source", None), ir.Source) and not isinstance(part, HIDDEN)


@dataclass(slots=True)
class Mutation:
    """How many mutants there are, and those that no ruling notices."""

    total: int = 0
    survivors: list[Mutant] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For a reader: the survivors, and the total."""
        found = [f"not noticed: {mutant}" for mutant in self.survivors]
        killed = self.total - len(self.survivors)
        percent = 100 * killed / self.total if self.total else 100.0
        return [*found, f"{killed} of {self.total} mutants were noticed ({percent:.1f} %)"]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"mutants": self.total, "noticed": self.total - len(self.survivors), "survivors": [
            {"card": m.card, "line": m.line, "words": m.words, "what": m.what} for m in self.survivors]}


def mutate(verdicts: Sequence[Verdict], each: Callable[[Sequence[Any]], Iterable[Any]] = iter) -> Mutation:
    """Tries every mutant of every card on the rulings that name the card and hold. `each` may show how far it is.

    A mutant of a text that several profiles share is one mutant; it is noticed if it is under one of them.
    """
    rulings: dict[tuple[Ruleset, str], list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.passed and verdict.ruleset is not None:
            for name in verdict.cards:
                rulings.setdefault((verdict.ruleset, name), []).append(verdict)
    todo: dict[Any, list[tuple[Mutant, list[Verdict]]]] = {}
    for ruleset in dict.fromkeys(verdict.ruleset for verdict in verdicts if verdict.ruleset is not None):
        program = rules_of(ruleset).program
        for card in program.cards:
            same: Tally[Any] = Tally()
            for mutant in mutants(program, card):
                key = (mutant.card, mutant.line, mutant.words, mutant.what)
                same[key] += 1
                todo.setdefault((*key, same[key]), []).append((mutant, rulings.get((ruleset, card.name), [])))
    result = Mutation(len(todo))
    for versions in each(list(todo.values())):
        if not any(_noticed(mutant, work) for mutant, work in versions):
            result.survivors.append(versions[0][0])
    return result


def _noticed(mutant: Mutant, work: Sequence[Verdict]) -> bool:
    """Whether a ruling does not hold with the mutant; a text that breaks down is noticed, too."""
    rules = Rules(mutant.program)
    for verdict in sorted(work, key=lambda verdict: len(verdict.cards)):
        assert verdict.ruleset is not None
        rules.__dict__["words"] = rules_of(verdict.ruleset).words  # they are the same, and made already
        try:
            if not Runner(prepare(verdict.scenario, rules), verdict.rules).verdict().passed:
                return True
        except Exception:  # whatever a changed text does to the kernel, it is not what the ruling says
            return True
    return False
