"""`cardwright cards`: the catalogue as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from interpreter.diagnostics import CardwrightError, did_you_mean
from interpreter.front.cli_game import GameCommand, Outline, cards_option, current_outline, game_option, json_option
from interpreter.program.model import Card, Program


def all_programs(outline: Outline, cards: Sequence[str], profile: str | None = None) -> dict[str, Program]:
    """The game under each profile (or under one), the default profile first."""
    names = outline.all_profiles if profile is None else (profile,)
    return {name or "": outline.program(name, cards) for name in names}


def wordings(programs: dict[str, Program], index: int) -> dict[str, str]:
    """The text of a card by profile."""
    return {profile: program.cards[index].text for profile, program in programs.items()}


def card_json(programs: dict[str, Program], card: Card) -> dict[str, Any]:
    """A card as plain data. The properties the game declares are keys of their own; null: told by the card's text."""
    program = next(iter(programs.values()))
    texts = wordings(programs, card.index)
    fixed: dict[str, Any] = {
        "name": card.name, "set": card.set, "editions": list(card.editions), "types": list(card.type_names),
        "names": {language: names[0] for language, names in card.names.items()},
        "also": {language: list(names[1:]) for language, names in card.names.items() if len(names) > 1},
        "pile": {str(seats): size for seats, size in card.pile.items()},
        "text": card.text, "texts": texts if len(set(texts.values())) > 1 else {},
    }
    facts = {prop.name: card.properties[prop.index] for prop in program.properties}
    return {"name": card.name, **facts, **fixed}


def name_in(card: Card, language: str | None) -> str:
    """The name in a language; the English one where it has none."""
    return card.names.get(language or "", (card.name,))[0]


def check_language(program: Program, language: str | None) -> None:
    """Refuses a language in which no card has a name."""
    known = {name for card in program.cards for name in card.names}
    if language is not None and language not in known:
        raise CardwrightError(f"no names in '{language}'. {did_you_mean(language, known, 'languages')}")


def print_table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table that can be read in a terminal and in a pipe; numbers stand to the right."""
    from rich.box import ASCII2, SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, emoji=False)
    ascii_only = not (console.encoding or "").startswith("utf")
    table = Table(box=ASCII2 if ascii_only else SIMPLE_HEAD, pad_edge=False)
    for column, heading in enumerate(headings):
        numeric = any(isinstance(row[column], int) for row in rows)
        table.add_column(Text(heading), justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*("" if cell is None else Text(str(cell)) for cell in row))
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        click.echo(line.rstrip())


def _printed(program: Program, card: Card) -> list[int | str | None]:
    """The numbers a card has; nothing where it is as usual, a star where the text tells."""
    return [
        None if value == prop.default and prop.default is not None else "*" if value is None else value
        for prop, value in zip(program.properties, card.properties, strict=True)
    ]


@click.command("cards", cls=GameCommand, epilog="Example: cardwright cards --json --cards my_cards.yaml")
@game_option
@cards_option
@click.option("--lang", metavar="CODE", help="Show the names in this language, such as ru.")
@json_option
def command(game: str | None, cards: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """List all cards of a game, whatever profile they belong to.

    \b
    --json prints a list of objects {"name", "set", "editions", "types",
      "names": {language: name}, "also": {language: further names},
      "pile": {seats: size}, "text", "texts": {profile: text, where they differ}}
    and, as further keys, the properties the game declares.
    """
    programs = all_programs(current_outline(), cards)
    program = next(iter(programs.values()))
    check_language(program, lang)
    if as_json:
        click.echo(json.dumps([card_json(programs, card) for card in program.cards], ensure_ascii=False, indent=2))
        return
    headings = ["name", *(prop.name for prop in program.properties), "types", "set"]
    rows = [[card.name, *_printed(program, card), ", ".join(card.type_names), card.set] for card in program.cards]
    if lang:
        rows = [[name_in(card, lang), *row] for card, row in zip(program.cards, rows, strict=True)]
        print_table([lang, *headings], rows)
    else:
        rows = [[*row, ", ".join(card.editions)] for card, row in zip(program.cards, rows, strict=True)]
        print_table([*headings, "editions"], rows)
    click.echo(f"{len(program.cards)} card{'s' * (len(program.cards) != 1)}")
