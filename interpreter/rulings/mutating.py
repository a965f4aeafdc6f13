"""Tries mutants on rulings. A mutant that no ruling notices shows what no ruling protects."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.diagnostics import Problem
from interpreter.front.rules import Rules
from interpreter.rulings.checking import prepare
from interpreter.rulings.equivalents import Equivalents
from interpreter.rulings.mutants import Mutant, mutants
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import Runner, Verdict
from interpreter.rulings.scenario import Ruleset


@dataclass(slots=True)
class Mutation:
    """How many mutants there are, those that no ruling notices, and those that are no cards.

    A mutant that the kernel cannot run is `invalid`: it is neither noticed nor not. One that is listed as equivalent
    can be noticed by nobody; it is told with the reason that is given for it.
    """

    total: int = 0
    survivors: list[Mutant] = field(default_factory=list)
    invalid: list[Mutant] = field(default_factory=list)
    equivalent: list[tuple[Mutant, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # of the list of equivalents

    @property
    def noticed(self) -> int:
        """How many mutants a ruling notices."""
        return self.total - len(self.survivors) - len(self.invalid) - len(self.equivalent)

    @property
    def tried(self) -> int:
        """How many mutants could have been noticed or not; those listed as equivalent are among them."""
        return self.total - len(self.invalid)

    def lines(self) -> list[str]:
        """For a reader: what was not noticed, and the totals."""
        found = [str(problem) for problem in self.problems]
        found += [f"invalid: {mutant}" for mutant in self.invalid]
        found += [f"equivalent: {mutant}: {because}" for mutant, because in self.equivalent]
        found += [f"not noticed: {mutant}" for mutant in self.survivors]
        percent = 100 * self.noticed / self.tried if self.tried else 100.0
        return [*found, f"{self.noticed} of {self.tried} mutants were noticed ({percent:.1f} %); "
                        f"{len(self.equivalent)} equivalent, {len(self.survivors)} not noticed; "
                        f"{len(self.invalid)} invalid"]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"mutants": self.tried, "noticed": self.noticed, "survivors": [_record(m) for m in self.survivors],
                "equivalent": [{**_record(m), "because": because} for m, because in self.equivalent],
                "invalid": [_record(m) for m in self.invalid],
                "problems": [problem.as_json() for problem in self.problems]}


def _record(mutant: Mutant) -> dict[str, Any]:
    return {"card": mutant.card, "line": mutant.line, "words": mutant.words, "what": mutant.what}


def mutate(verdicts: Sequence[Verdict], equivalents: Equivalents | None = None,
           each: Callable[[Sequence[Any]], Iterable[Any]] = iter) -> Mutation:
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
    equivalents = equivalents or Equivalents()
    result = Mutation(len(todo))
    for versions in each(list(todo.values())):
        mutant = versions[0][0]
        found = {_outcome(version, work) for version, work in versions}
        because = equivalents.reason(mutant, "noticed" in found and "invalid" not in found)
        if "invalid" in found:
            result.invalid.append(mutant)
        elif "noticed" not in found:
            if because is None:
                result.survivors.append(mutant)
            else:
                result.equivalent.append((mutant, because))
    result.problems = equivalents.problems()
    return result


def _outcome(mutant: Mutant, work: Sequence[Verdict]) -> str:
    """noticed: a ruling does not hold with the mutant; invalid: the kernel cannot run it; survived."""
    rules = Rules(mutant.program)
    for verdict in sorted(work, key=lambda verdict: len(verdict.cards)):
        if verdict.scenario.impossible is not None:  # it is about a position, no text runs in it
            continue
        assert verdict.ruleset is not None
        rules.__dict__["words"] = rules_of(verdict.ruleset).words  # they are the same, and made already
        try:
            prepared = prepare(verdict.scenario, rules)
            if prepared.problems:  # the position itself needs the card as it is: this tells nothing about its text
                continue
            if Runner(prepared, verdict.rules).verdict().passed is False:  # not decided is not noticed
                return "noticed"
        except Exception:  # no card that the checker lets through does this: the change made no card
            return "invalid"
    return "survived"
