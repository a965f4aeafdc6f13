"""Which rulings a call is about, and running them one after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from interpreter.diagnostics import CardwrightError
from interpreter.rulings.listing import EQUIVALENT, shipped
from interpreter.rulings.running import Runner, Verdict, run_ruling
from interpreter.rulings.scenario import Ruleset, RulingFile, Scenario

Work = TypeVar("Work")
LONG = 40  # rulings; from here on a terminal shows how far it is


def files_of(paths: Sequence[str]) -> list[Path]:
    """The YAML files that are named, and those in the folders that are named."""
    found: list[Path] = []
    for path in [Path(name) for name in paths] or [shipped()]:
        if path.is_dir():
            found += sorted(file for file in (*path.rglob("*.yaml"), *path.rglob("*.yml")) if file.name != EQUIVALENT)
        elif path.exists():
            found.append(path)
        else:
            raise CardwrightError(f"there is no file or folder '{path}'")
    return list(dict.fromkeys(found))


def chosen(files: Iterable[RulingFile], text: str, profile: str) -> Iterator[tuple[Scenario, Ruleset]]:
    """The rulings that a call is about, with each set of rules they run under."""
    for file in files:
        for scenario in file.scenarios:
            about = f"{scenario.id} {scenario.says} {' '.join(scenario.on)}".casefold()
            if text.casefold() in about:
                for ruleset in scenario.rulesets or (Ruleset("-"),):
                    if profile in ("", ruleset.title, ruleset.profile, ruleset.game):
                        yield scenario, ruleset


def tracked(work: Sequence[Work], what: str = "rulings") -> Iterable[Work]:
    """The same, one by one; a terminal sees how far it is if there is much to do."""
    if len(work) < LONG or not sys.stderr.isatty():
        return work
    from rich.console import Console
    from rich.progress import track

    return track(work, description=what, console=Console(stderr=True), transient=True)


def run_all(work: Sequence[tuple[Scenario, Ruleset]], trace: bool, coverage: bool = False) -> list[Verdict]:
    """All verdicts; for coverage with probes in the cards."""
    if not coverage:
        return [run_ruling(scenario, ruleset, trace) for scenario, ruleset in tracked(work)]
    from interpreter.rulings.coverage import CoveredRules, covered_rules

    def note(runner: Runner) -> None:
        assert isinstance(runner.rules, CoveredRules)
        runner.rules.note(runner.game)

    return [run_ruling(scenario, ruleset, trace, covered_rules, note) for scenario, ruleset in tracked(work)]
