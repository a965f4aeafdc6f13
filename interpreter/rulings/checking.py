"""A scenario under one set of rules: every word of it resolved, or a problem at its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.diagnostics import CardwrightError, Problem, Problems, Span
from interpreter.front.given import Layout, read_given
from interpreter.front.rules import Origin, Rules
from interpreter.front.wording import Fault, Path, seat_number
from interpreter.reading.files import Item
from interpreter.rulings.claims import END, Claim, read_horizon
from interpreter.rulings.expecting import Check, Expecting
from interpreter.rulings.moments import result_before
from interpreter.rulings.scenario import Scenario, Step
from interpreter.rulings.search import Horizon
from interpreter.rulings.sights import Sights


@dataclass(slots=True)
class Prepared:
    """A scenario ready to run. `checks` holds, by the number of the step, what it checks."""

    scenario: Scenario
    rules: Rules
    seats: int = 0
    origin: Origin | None = None
    checks: dict[int, Any] = field(default_factory=dict)
    then: list[Check] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    horizon: Horizon | None = None
    problems: list[Problem] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)  # why the position of an `impossible` ruling is none

    def at(self, origin: Origin) -> Prepared:
        """The same scenario from another beginning."""
        return replace(self, origin=origin)


def span_of(items: Sequence[Item], path: Path, on_key: bool) -> Span:
    """Where a path leads in the first item that has it; as far as it goes in the others."""
    best, depth = items[0].span, -1
    for item in items:
        here, gone = item, 0
        span = item.span
        for index, part in enumerate(path):
            if isinstance(here.value, dict) and part in here.value:
                last = index == len(path) - 1
                span = here.key_spans[str(part)] if on_key and last else here.value[str(part)].span
                here = here.value[str(part)]
            elif isinstance(here.value, list) and isinstance(part, int) and part < len(here.value):
                here = here.value[part]
                span = here.span
            else:
                break
            gone += 1
        if gone > depth:
            best, depth = span, gone
    return best


def prepare(scenario: Scenario, rules: Rules) -> Prepared:
    """Reads everything a scenario says with the words of its game."""
    made = _Preparing(scenario, rules)
    made.all()
    made.prepared.problems = made.problems.ordered()
    return made.prepared


class _Preparing:
    def __init__(self, scenario: Scenario, rules: Rules) -> None:
        self.scenario, self.rules = scenario, rules
        self.problems = Problems(lines={scenario.span.file: scenario.lines})
        self.prepared = Prepared(scenario, rules)

    def all(self) -> None:
        scenario, prepared = self.scenario, self.prepared
        self._cards_it_is_about()
        if scenario.impossible is not None:
            self._impossible()
            return
        if not (scenario.steps or scenario.claims or (scenario.then is not None and scenario.then.value)):
            self.problems.add("CW510", scenario.span, f"'{scenario.id}' states nothing that could be wrong",
                              "add 'steps:', 'then:', a claim or 'impossible:'")
        items = scenario.given_items
        layout, read = read_given(self.rules.words, scenario.given)
        self._add(read.faults, items)
        prepared.seats = layout.seats
        for number, step in enumerate(scenario.steps):
            self._step(number, step)
        if scenario.then is not None:
            prepared.then = self._expected(scenario.then)
        for kind, item in scenario.claims:
            self._claim(kind, item)
        self._horizon()
        if not self.problems.found:
            also = [card for text in scenario.texts() for card in self.rules.words.cards_in(text)]
            try:
                prepared.origin = self.rules.origin_of(self._given(layout), also)
            except CardwrightError as error:
                span = items[0].span if items else scenario.span
                self.problems.add("CW508", span, str(error), "a game cannot be set up like this")

    def _impossible(self) -> None:
        """The position is one that must be refused: no game begins, so that nothing else can be stated."""
        scenario = self.scenario
        stated = [name for name, part in (("steps", scenario.steps), ("then", scenario.then),
                                          ("claims", scenario.claims)) if part]
        if stated:
            assert scenario.impossible is not None
            self.problems.add("CW510", scenario.impossible.span, f"no game begins, so '{stated[0]}' states nothing",
                              "leave it out, or leave 'impossible' out")
            return
        try:
            self.rules.origin_of(scenario.given)
        except CardwrightError as error:
            self.prepared.refusals.append(str(error))

    def _given(self, layout: Layout) -> Mapping[str, Any]:
        """The position; where it names who won the game before, the rules decide who begins."""
        given = self.scenario.given
        if layout.after is None or "turn" in given:
            return given
        first = self.rules._first_seat(layout.seats, layout.seed, result_before(layout.seats, layout.after))
        return {**given, "turn": f"p{first + 1}"}

    def _cards_it_is_about(self) -> None:
        for name in self.scenario.on:
            if not self.rules.words.cards_called(name):
                self.problems.add("CW503", self.scenario.span, f"no card called '{name}' in {self.rules.program.name}",
                                  "name the cards this ruling is about, or leave 'on' out")

    def _add(self, faults: Sequence[Fault], items: Sequence[Item]) -> None:
        for fault in faults:
            span = span_of(items, fault.path, fault.on_key) if items else self.scenario.span
            self.problems.add(fault.code, span, fault.message, fault.help)

    def _expected(self, item: Item) -> list[Check]:
        read = Expecting(self.rules.words, self.prepared.seats)
        value = item.plain()
        checks = read.read(value if isinstance(value, Mapping) else {})
        self._add(read.faults, [item])
        return checks

    def _claim(self, kind: str, item: Item) -> None:
        value = item.plain()
        assert isinstance(value, dict)
        moment = value.pop("at", None)
        read = Expecting(self.rules.words, self.prepared.seats)
        checks = tuple(read.read(value))
        if not checks and not read.faults:
            read.fault("CW510", (), f"'{kind}' claims nothing", "write what is so, as in 'then'")
        phase = read.phase(moment, ("at",)) if moment not in (None, END) else None
        self._add(read.faults, [item])
        self.prepared.claims.append(Claim(kind, item.span, checks, moment == END, -1 if phase is None else phase))

    def _horizon(self) -> None:
        until = self.scenario.until
        read = Expecting(self.rules.words, self.prepared.seats)
        self.prepared.horizon = read_horizon(read, until.plain() if until is not None else None, self.prepared.seats)
        if until is not None:
            self._add(read.faults, [until])

    def _step(self, number: int, step: Step) -> None:
        seats = [step.kind] if seat_number(step.kind) is not None else []
        if step.kind in ("at once", "refused", "offered", "told") and isinstance(step.value, Mapping):
            seats = list(step.value)
        for seat in seats:
            if (seat_number(seat) or self.prepared.seats + 1) > self.prepared.seats:
                self.problems.add("CW505", step.item.key_spans.get(seat, step.span), f"there is no seat '{seat}'",
                                  f"seats are p1 to p{self.prepared.seats}")
        checks = self.prepared.checks
        if step.kind == "expect":
            checks[number] = self._expected(step.item)
        elif step.kind in ("sees", "hidden"):
            read = Sights(self.rules.words, self.prepared.seats)
            checks[number] = read.sees(step.value) if step.kind == "sees" else read.hidden(step.value)
            self._add(read.faults, [step.item])
        elif step.kind == "not asked":
            self._not_asked(step)

    def _not_asked(self, step: Step) -> None:
        rules = [unit.title for unit in self.rules.program.units]
        pairs = step.item.value if isinstance(step.item.value, dict) else {}
        named = [*((seat, step.item.key_spans[seat]) for seat in pairs),
                 *((str(card.value), card.span) for card in pairs.values())]
        for name, span in named if pairs else step.item.strings():
            seat = seat_number(name)
            if not self.rules.words.cards_called(name) and name not in rules and not (
                    seat is not None and seat <= self.prepared.seats):
                self.problems.add("CW503", span, f"no card or seat called '{name}' in {self.rules.program.name}",
                                  "name the card or the seat that must not be heard of, as in 'not asked: p2'")
