"""A plugin for pytest: every ruling is a test with a name of its own.

A project names a folder in its ini file (`rulings = my/rulings`), or gives files on the command line; of those, YAML
files whose first key is `ruling` are read, and files that name a game and have a list of `rulings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from interpreter.rulings.reading import read_file
from interpreter.rulings.report import told
from interpreter.rulings.running import Verdict, run_ruling
from interpreter.rulings.scenario import Ruleset, Scenario

_FIRST_KEY = re.compile(
    r"\A(?:\s*#.*\n|\s*\n|---\s*\n)*(?:- *ruling *:|(?:[a-z]+ *:.*\n(?:[ #].*\n|\s*\n)*)*?rulings *:)")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The folders whose YAML files are rulings."""
    parser.addini("rulings", "folders with files of rulings, relative to the ini file", type="paths", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A YAML file with rulings, within one of the folders or named in the call."""
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    folders = [Path(folder).resolve() for folder in parent.config.getini("rulings")]
    inside = any(folder in file_path.resolve().parents for folder in folders)
    if inside or (_is_named(file_path, parent) and holds_rulings(file_path)):
        return RulingsFile.from_parent(parent, path=file_path)
    return None


def _is_named(file: Path, parent: pytest.Collector) -> bool:
    config = parent.config
    named = [Path(config.invocation_params.dir, str(arg).split("::")[0]).resolve() for arg in config.args]
    return file.resolve() in named


def holds_rulings(file: Path) -> bool:
    """Whether a file begins like one of rulings."""
    try:
        with file.open(encoding="utf-8-sig") as stream:
            return _FIRST_KEY.match(stream.read(4000)) is not None
    except (OSError, UnicodeDecodeError):
        return False


class RulingsFile(pytest.File):
    """One file of rulings."""

    def collect(self) -> Iterable[pytest.Item]:
        """Its rulings, under each set of rules; what is wrong with the file as a whole is a failure of its own."""
        found = read_file(self.path)
        if found.problems:
            yield FileProblem.from_parent(self, name="file", problems=[str(problem) for problem in found.problems])
        for number, scenario in enumerate(found.scenarios, 1):
            several = len(scenario.rulesets) > 1
            for ruleset in scenario.rulesets or (Ruleset("-"),):
                name = scenario.id or f"ruling-{number}"
                yield RulingItem.from_parent(self, name=f"{name}[{ruleset.title}]" if several else name,
                                             scenario=scenario, ruleset=ruleset)


class DoesNotHold(Exception):
    """The verdict on a ruling that fails, for the report."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


class RulingItem(pytest.Item):
    """One ruling under one set of rules."""

    def __init__(self, *, scenario: Scenario, ruleset: Ruleset, **extra: Any) -> None:
        super().__init__(**extra)
        self.scenario, self.ruleset = scenario, ruleset

    def runtest(self) -> None:
        """Runs the ruling."""
        verdict = run_ruling(self.scenario, self.ruleset)
        if not verdict.passed:
            raise DoesNotHold(verdict)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report of the command, and no traceback."""
        if isinstance(excinfo.value, DoesNotHold):
            return told(excinfo.value.verdict)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the ruling stands."""
        return self.path, self.scenario.span.line - 1, self.name


class FileProblem(pytest.Item):
    """What is wrong with a file as a whole."""

    def __init__(self, *, problems: list[str], **extra: Any) -> None:
        super().__init__(**extra)
        self.problems = problems

    def runtest(self) -> None:
        """Fails."""
        raise ValueError("\n".join(self.problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The problems, and no traceback."""
        return str(excinfo.value)
