"""`cardwright rulings`: runs scenarios. What it needs is read when it runs, so that help comes at once."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import click

from interpreter.diagnostics import CardwrightError


def _from_save(name: str, last: int) -> str:
    from interpreter.rulings.writing import load_save, scenario_of

    path = Path(name)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CardwrightError(f"'{name}' cannot be read: {getattr(error, 'strerror', None) or error}") from None
    game, ruleset = load_save(text)
    return scenario_of(game, ruleset, max(0, last))


@click.command("rulings", epilog="Example: cardwright rulings my_rulings.yaml -k twice --trace")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("-k", "text", default="", metavar="TEXT", help="Only rulings with this text in their name or sentence.")
@click.option("--rules", "profile", default="", metavar="PROFILE", help="Only under these rules.")
@click.option("--cards", "card_files", multiple=True, metavar="FILE", help="Further cards, for all of these rulings.")
@click.option("--trace", is_flag=True, help="Show what happened, with causes, also for rulings that hold.")
@click.option("--coverage", is_flag=True, help="Tell which lines and branches of the cards no ruling has run.")
@click.option("--mutate", "mutation", is_flag=True, help="Change one thing of a card at a time: is it noticed?")
@click.option("--new", "save", metavar="SAVEFILE", help="Print a scenario made from a saved game, and run nothing.")
@click.option("--last", default=1, show_default=True, help="With --new: how many answers ago it begins, at the least.")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def command(paths: tuple[str, ...], text: str, profile: str, card_files: tuple[str, ...], trace: bool, coverage: bool,
            mutation: bool, save: str | None, last: int, as_data: bool) -> None:
    """Run rulings: scenarios in YAML, from files or folders. Without PATHS, those that ship.

    The exit code is 1 if one of them does not hold.

    \b
    --json prints {"passed", "failed", "not_decided", "problems": [...],
      "rulings": [{"id", "rules", "passed", "message", "says", "cards",
                   "cites", "file", "line", "seconds", "details", "trace"}],
      "coverage": {"run", "places", "missed": [...]},
      "mutation": {"mutants", "noticed", "survivors": [...], "equivalent": [...],
                   "invalid": [...], "problems": [...]}}
    """
    if save is not None:
        click.echo(_from_save(save, last), nl=False)
        return
    began = time.perf_counter()
    from interpreter.rulings.collecting import chosen, files_of, run_all, tracked
    from interpreter.rulings.coverage import Coverage, coverage_of
    from interpreter.rulings.equivalents import read_equivalents
    from interpreter.rulings.mutating import Mutation, mutate
    from interpreter.rulings.reading import read_file
    from interpreter.rulings.report import as_json, by_file, summary, told, totals

    files = [read_file(path) for path in files_of(paths)]
    problems = [problem for file in files for problem in file.problems]
    more = tuple(map(Path, card_files))
    work = [(scenario, replace(ruleset, cards=(*ruleset.cards, *more)))
            for scenario, ruleset in chosen(files, text, profile)]
    if not work and not problems:
        raise CardwrightError("there is no ruling" + (f" with '{text}'" if text else "") + (
            f" under '{profile}'" if profile else "") + " in these files" if files else "there are no files of rulings")
    verdicts = run_all(work, trace, coverage)
    extra: dict[str, Coverage | Mutation] = {}
    wrong_list = False
    if coverage:
        extra["coverage"] = coverage_of([ruleset for _, ruleset in work])
    if mutation:
        whole = not text and not profile and all(Path(path).is_dir() for path in paths)
        equivalents = read_equivalents([file.path.parent for file in files], whole)
        tried = extra["mutation"] = mutate(verdicts, equivalents, lambda todo: tracked(todo, "mutants"))
        wrong_list = bool(tried.problems)
    if as_data:
        data = {**as_json(verdicts, problems, trace), **{name: part.as_json() for name, part in extra.items()}}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            click.echo(str(problem))
        for verdict in verdicts:
            if trace or not verdict.passed:
                click.echo(told(verdict) + "\n")
        for line in by_file(verdicts):
            click.echo(line)
        for part in extra.values():
            click.echo("\n".join(part.lines()))
        click.echo(summary(verdicts, time.perf_counter() - began))
    if problems or wrong_list or totals(verdicts)["failed"]:
        click.get_current_context().exit(1)
