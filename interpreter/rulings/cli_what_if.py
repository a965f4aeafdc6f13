"""`cardwright what-if`: everything a position can come to, as a table."""

from __future__ import annotations

import json
from typing import Any

import click

from interpreter.diagnostics import CardwrightError


@click.command("what-if", epilog="Example: cardwright what-if my_rulings.yaml -k twice")
@click.argument("file")
@click.option("-k", "text", default="", metavar="TEXT", help="The ruling with this text in its name or sentence.")
@click.option("--until", metavar="WHEN", help="How far: 'end of turn', a phase, 'next decision of p2', some answers.")
@click.option("--budget", default=40_000, show_default=True, help="How many answers are tried at most.")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def command(file: str, text: str, until: str | None, budget: int, as_data: bool) -> None:
    """List all distinct outcomes of the position of a ruling, over every choice and every shuffle.

    The position is the one after the ruling's steps; it goes as far as its `until`, or --until, says.

    \b
    --json prints {"id", "rules", "complete",
      "outcomes": [{"changed", "shuffles", "steps"}]}
    """
    from interpreter.front.wording import grouped
    from interpreter.rulings.collecting import chosen, files_of
    from interpreter.rulings.outcomes import outcomes, standing
    from interpreter.rulings.reading import read_file

    work = list(chosen([read_file(path) for path in files_of([file])], text, ""))
    if not work:
        raise CardwrightError(f"there is no ruling with '{text}' in this file")
    scenario, ruleset = work[0]
    runner = standing(scenario, ruleset, until)
    found, complete = outcomes(runner, budget)
    if as_data:
        data = {"id": scenario.id, "rules": ruleset.title, "complete": complete, "outcomes": found}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    click.echo(f"{scenario.id} [{ruleset.title}]: {len(found)} outcome{'s' * (len(found) != 1)}"
               + ("" if complete else " among those seen; there are more than the budget allows"))
    for number, row in enumerate(found, 1):
        way = "; ".join(f"{seat}: {_plain(words)}" for step in row["steps"] for seat, words in step.items())
        click.echo(f"\n{number}. {way or '(no choice)'}")
        for order in row["shuffles"]:
            click.echo(f"     (shuffled: {', '.join(grouped(order))})")
        for key, value in row["changed"].items():
            click.echo(f"     {key}: {value}")


def _plain(words: Any) -> str:
    return ", ".join(words) if isinstance(words, list) else str(words)
