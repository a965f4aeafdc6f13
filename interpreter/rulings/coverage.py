"""Which lines and branches of which cards rulings have run.

A probe is a statement that takes away the one a hidden counter holds: once is as good as often, so that a loop that
changes nothing else still ends. Probes stand before every statement of every card and at the beginning of every branch;
what ran can be read off the counters afterwards, whatever the compiler makes of the texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from interpreter.front.decisions import decision_of
from interpreter.front.game import Game, _entries
from interpreter.front.rules import Origin, Rules
from interpreter.program import ir
from interpreter.program.layout import YOU
from interpreter.program.model import Counter, Program, Unit
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.scenario import Ruleset
from interpreter.rulings.texts import HIDDEN, source_of, units_of, with_units
from interpreter.running.linking import Linked
from interpreter.running.state import State


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Something of a card that can be run: a line, one of its branches, an offer that is declined, a fact."""

    card: str
    file: str
    line: int
    words: str
    what: str  # runs, holds, does not hold, is declined, is asked for

    def __str__(self) -> str:
        return f"{self.card}, line {self.line}: {self.words} ({self.what})"


@dataclass(slots=True)
class Probed:
    """A program with probes in it. The counter of the first spot is `first`, the others follow."""

    program: Program
    spots: list[Spot] = field(default_factory=list)
    first: int = 0
    offers: dict[int, Spot] = field(default_factory=dict)  # by the place that asks
    responses: dict[int, Spot] = field(default_factory=dict)  # offers that a window makes, by what was waited for
    facts: dict[int, Spot] = field(default_factory=dict)  # by unit


def probed(program: Program) -> Probed:
    """The program with a probe before each statement of each card."""
    made = Probed(program, first=sum(not counter.on_things for counter in program.counters))
    places = {source: number for number, source in enumerate(program.sources)}
    units: dict[int, Unit] = {}
    optional = {watch.unit: index for index, watch in enumerate(program.watches) if watch.optional}
    for card in program.cards:
        for index in units_of(program, card):
            unit = program.units[index]
            probing = _Probing(made, card.name, places, optional.get(index))
            if unit.value is not None:
                made.facts[index] = Spot(card.name, card.span.file, card.span.line, unit.title, "is asked for")
            else:
                units[index] = replace(unit, body=probing.body(unit.body))
    extra = [Counter(f"probe {number}", made.first + number, f"probe {number}", None)
             for number in range(len(made.spots))]
    made.program = replace(with_units(program, units), counters=(*program.counters, *extra))
    return made


class _Probing:
    """Puts probes into the texts of one card."""

    def __init__(self, made: Probed, card: str, places: dict[ir.Source, int], response: int | None) -> None:
        self.made, self.card, self.places = made, card, places
        self.response = response  # what is waited for, if its window already asks whether to do it

    def body(self, body: ir.Body) -> ir.Body:
        """The statements, each behind its probe."""
        found: list[ir.Statement] = []
        for statement in body:
            source = source_of(statement)
            if source is None or isinstance(statement, HIDDEN):
                found.append(statement)
                continue
            if not isinstance(statement, ir.If):
                found.append(self._probe(source, "runs"))
            found.append(self._within(statement, source))
            if getattr(statement, "may", False) is True or isinstance(statement, ir.May):
                self._offer(source)
        return tuple(found)

    def _offer(self, source: ir.Source) -> None:
        spot = self._spot(source, "is declined")
        if self.response is not None and self.response not in self.made.responses:
            self.made.responses[self.response] = spot
        else:
            self.made.offers[self.places[source]] = spot

    def _spot(self, source: ir.Source, what: str) -> Spot:
        return Spot(self.card, source.span.file, source.span.line, source.words, what)

    def _probe(self, source: ir.Source, what: str) -> ir.AddCounter:
        number = self.made.first + len(self.made.spots)
        self.made.spots.append(self._spot(source, what))
        return ir.AddCounter(source, "minus", number, ir.Seat(YOU), ir.NONE, ir.Const(1))

    def _within(self, statement: Any, source: ir.Source) -> Any:
        """The statement with probes in the bodies it has."""
        if isinstance(statement, ir.If):
            then = (self._probe(source, "the condition holds"), *self.body(statement.then))
            if self.response is not None and isinstance(statement.condition, ir.Flag):
                return replace(statement, then=then)  # a text that was accepted to begin does begin
            otherwise = (self._probe(source, "the condition does not hold"), *self.body(statement.otherwise))
            return replace(statement, then=then, otherwise=otherwise)
        if isinstance(statement, ir.Menu):
            options = tuple(replace(option, body=self.body(option.body)) for option in statement.options)
            return replace(statement, options=options)
        if isinstance(statement, ir.May):
            # it is offered only where its first statement can begin: that one stays the first, its probe comes after it
            probe, first, *rest = self.body(statement.body)
            assert isinstance(probe, ir.AddCounter)
            return replace(statement, body=(first, probe, *rest))
        if isinstance(statement, (ir.EachSeat, ir.OneSeat, ir.ForEach, ir.Repeat)):
            return replace(statement, body=self.body(statement.body))
        return statement


class CoveredRules(Rules):
    """Rules that note which facts are asked for; everything else is noted in the counters of their games."""

    def __init__(self, made: Probed) -> None:
        super().__init__(made.program)
        self.made = made
        self.seen: set[Spot] = set()

    def origin_of(self, given: Mapping[str, Any], also: Sequence[str] = (), piles: Sequence[str] = ()) -> Origin:
        """As always; no probe has run yet."""
        origin = super().origin_of(given, also, piles)
        assert origin.start is not None
        size, first = origin.start.linked.counters_per_seat, self.made.first
        for seat in range(origin.seats):
            origin.start.counters[seat * size + first : (seat + 1) * size] = [1] * (size - first)
        return origin

    def linked(self, cards: tuple[int, ...]) -> Linked:
        """As always, but a fact that is told by a text is noted."""
        found = super().linked(cards)
        if "told" not in vars(found):
            told = found.told

            def noted(g: State, prop: int, o: int) -> int:
                self.seen.add(self.made.facts[self.program.cards[g.defs[o]].facts[prop]])
                return told(g, prop, o)

            found.told = noted  # type: ignore[method-assign]
        return found

    def note(self, game: Game) -> None:
        """What ran in a game: its counters, and the offers that were declined."""
        made, state = self.made, game._state
        size = state.linked.counters_per_seat
        for seat in range(state.seats):
            values = state.counters[seat * size + made.first : (seat + 1) * size]
            self.seen.update(spot for spot, value in zip(made.spots, values, strict=True) if not value)
        for _, pending, _, chosen in _entries(game._log):
            if not chosen and pending[1] in made.offers:
                self.seen.add(made.offers[pending[1]])
            if not chosen and decision_of(state, pending).kind == "trigger":
                self.seen.update(made.responses[trigger[0]] for trigger in pending[3] if trigger[0] in made.responses)

    def spots(self, cards: Iterable[str] = ()) -> list[Spot]:
        """All that could run, of some cards or of all."""
        wanted = set(cards)
        made = self.made
        every = [*made.spots, *made.offers.values(), *made.responses.values(), *made.facts.values()]
        return sorted({spot for spot in every if not wanted or spot.card in wanted})


@lru_cache(maxsize=16)
def covered_rules(ruleset: Ruleset) -> CoveredRules:
    """The rules with probes in them, kept for all rulings under them."""
    return CoveredRules(probed(rules_of(ruleset).program))


@dataclass(slots=True)
class Coverage:
    """What rulings have run and what not, each with the rules it was run under."""

    run: set[tuple[Spot, str]] = field(default_factory=set)
    missed: set[tuple[Spot, str]] = field(default_factory=set)

    def lines(self) -> list[str]:
        """For a reader: the cards with something missed, and the total."""
        total = len(self.run) + len(self.missed)
        found = [f"not run: {spot} [{rules}]" for spot, rules in sorted(self.missed)]
        percent = 100 * len(self.run) / total if total else 100.0
        return [*found, f"{len(self.run)} of {total} places in the texts of the cards were run ({percent:.1f} %)"]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        missed = [{"card": spot.card, "file": spot.file, "line": spot.line, "words": spot.words, "what": spot.what,
                   "rules": rules} for spot, rules in sorted(self.missed)]
        return {"run": len(self.run), "places": len(self.run) + len(self.missed), "missed": missed}


def coverage_of(rulesets: Sequence[Ruleset]) -> Coverage:
    """What was run under these rules so far. A line that several profiles share has to run under each of them."""
    found = Coverage()
    for ruleset in dict.fromkeys(rulesets):
        rules = covered_rules(ruleset)
        found.run |= {(spot, ruleset.title) for spot in rules.seen}
        found.missed |= {(spot, ruleset.title) for spot in rules.spots()} - found.run
    return found
