"""`cardwright rulings`: runs scenarios."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from interpreter.diagnostics import CardwrightError
from interpreter.reading.places import data_folder
from interpreter.rulings.reading import read_file
from interpreter.rulings.report import as_json, by_file, summary, told, totals
from interpreter.rulings.running import Verdict, run_ruling
from interpreter.rulings.scenario import Ruleset, RulingFile, Scenario

LONG = 40  # rulings; from here on a terminal shows how far it is


def shipped() -> Path:
    """The folder of the rulings that ship with the games."""
    return data_folder() / "rules" / "rulings"


def files_of(paths: Sequence[str]) -> list[Path]:
    """The YAML files that are named, and those in the folders that are named."""
    found: list[Path] = []
    for path in [Path(name) for name in paths] or [shipped()]:
        if path.is_dir():
            found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
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


def run_all(work: Sequence[tuple[Scenario, Ruleset]], trace: bool) -> list[Verdict]:
    """All verdicts; a terminal sees how far it is if it takes long."""
    if len(work) < LONG or not sys.stderr.isatty():
        return [run_ruling(scenario, ruleset, trace) for scenario, ruleset in work]
    from rich.console import Console
    from rich.progress import track

    steps = track(work, description="rulings", console=Console(stderr=True), transient=True)
    return [run_ruling(scenario, ruleset, trace) for scenario, ruleset in steps]


@click.command("rulings", epilog="Example: cardwright rulings my_rulings.yaml -k twice --trace")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("-k", "text", default="", metavar="TEXT", help="Only rulings with this text in their name or sentence.")
@click.option("--rules", "profile", default="", metavar="PROFILE", help="Only under these rules.")
@click.option("--trace", is_flag=True, help="Show what happened, with causes, also for rulings that hold.")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def command(paths: tuple[str, ...], text: str, profile: str, trace: bool, as_data: bool) -> None:
    """Run rulings: scenarios in YAML, from files or folders. Without PATHS, those that ship.

    The exit code is 1 if one of them does not hold.

    \b
    --json prints {"passed", "failed", "not_decided", "problems": [...],
      "rulings": [{"id", "rules", "passed", "message", "says", "cards",
                   "cites", "file", "line", "seconds", "details", "trace"}]}
    """
    began = time.perf_counter()
    files = [read_file(path) for path in files_of(paths)]
    problems = [problem for file in files for problem in file.problems]
    work = list(chosen(files, text, profile))
    if not work and not problems:
        raise CardwrightError("there is no ruling" + (f" with '{text}'" if text else "") + (
            f" under '{profile}'" if profile else "") + " in these files" if files else "there are no files of rulings")
    verdicts = run_all(work, trace)
    if as_data:
        click.echo(json.dumps(as_json(verdicts, problems, trace), ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            click.echo(str(problem))
        for verdict in verdicts:
            if trace or not verdict.passed:
                click.echo(told(verdict) + "\n")
        for line in by_file(verdicts):
            click.echo(line)
        click.echo(summary(verdicts, time.perf_counter() - began))
    if problems or totals(verdicts)["failed"]:
        click.get_current_context().exit(1)
