"""`cardwright show`: one card, with its wording under each profile."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from interpreter.diagnostics import CardwrightError, Problems, did_you_mean
from interpreter.front.cli_cards import all_programs, card_json, check_language, name_in, wordings
from interpreter.front.cli_game import GameCommand, Outline, cards_option, current_outline, game_option, json_option
from interpreter.loading import shown_name
from interpreter.program.model import Card, Program
from interpreter.reading.files import read_yaml


class ShowCommand(GameCommand):
    """Its example names a card of the game that is meant."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """An example that works with this game."""
        formatter.write_paragraph()
        formatter.write_text(f'  Example: cardwright show "{current_outline().sample_card}" --ast')


def find(program: Program, name: str) -> Card:
    """The card of that name in any language; a name that several cards have is refused."""
    found = program.cards_called(name)
    if len(found) == 1:
        return found[0]
    if found:
        from interpreter.front.rules import several_called  # brings the running game along

        raise CardwrightError(several_called(name, found))
    hint = did_you_mean(name, [local for card in program.cards for local in all_names(card)])
    raise CardwrightError(f"no card called '{name}' in {program.name}. {hint or '`cardwright cards` lists them'}")


def all_names(card: Card) -> list[str]:
    """What a card is called, in all languages."""
    return [local for names in card.names.values() for local in names]


def trees(outline: Outline, card: str, profile: str, cards: Sequence[str]) -> Any:
    """The syntax tree of a card's text under a profile. The files are known to be in order."""
    from interpreter.checking.cards import add_card_names, card_items
    from interpreter.checking.game import game_file, text_for, vocabulary_of
    from interpreter.reading.parser import TextParser

    problems = Problems()
    item = read_yaml(outline.path, shown_name(outline.path), problems)
    assert item is not None
    game = game_file(item, profile or None, problems)
    paths = [*outline.card_files, *(Path(name) for name in cards)]
    files = [found for path in paths if (found := read_yaml(path, shown_name(path), problems)) is not None]
    entries = card_items(files, game, problems)
    words = vocabulary_of(game)
    add_card_names(entries, words, game, problems)
    text = next(entry.get("text") for entry in entries if (key := entry.get("card")) is not None and key.value == card)
    chosen = text_for(text, game, problems) if text is not None else None
    tree = TextParser(words, problems, game.name).text(chosen) if chosen is not None else None
    problems.stop_if_any()
    return tree


def tree_json(node: Any) -> Any:
    """A syntax tree as plain data; places and what is empty are left out."""
    if isinstance(node, tuple):
        return [tree_json(child) for child in node]
    if not is_dataclass(node):
        return node
    parts = {part.name: getattr(node, part.name) for part in fields(node) if part.name != "at"}
    kept = {name: tree_json(value) for name, value in parts.items() if not _is_empty(value)}
    return {"node": type(node).__name__, **kept}


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", ())


def tree_lines(tree: Any, label: str = "", depth: int = 0) -> list[str]:
    """The tree for a reader: one node a line, its parts indented below it, plain values behind it."""
    margin = "  " * depth + (f"{label}: " if label else "")
    if isinstance(tree, list):
        below = [line for child in tree for line in tree_lines(child, "", depth + bool(label))]
        return [margin.rstrip(), *below] if label else below
    if not isinstance(tree, dict):
        return [f"{margin}{tree}"]
    plain = [f"{key}={value!r}" for key, value in tree.items() if key != "node" and not isinstance(value, (dict, list))]
    lines = [f"{margin}{tree['node']} {' '.join(plain)}".rstrip()]
    for key, value in tree.items():
        if isinstance(value, (dict, list)):
            lines += tree_lines(value, key, depth + 1)
    return lines


def _facts(program: Program, card: Card, language: str | None) -> list[str]:
    shown = name_in(card, language)
    lines = [shown if shown == card.name else f"{shown} ({card.name})", ", ".join(card.type_names)]
    lines += [
        f"{prop.name}: {'see the text' if card.properties[prop.index] is None else card.properties[prop.index]}"
        for prop in program.properties if card.properties[prop.index] != prop.default
    ]
    lines.append(f"set: {card.set}" + (f" ({', '.join(card.editions)})" if card.editions else ""))
    if card.pile:
        sizes = list(dict.fromkeys(card.pile.values()))
        seats = {size: _range([count for count in card.pile if card.pile[count] == size]) for size in sizes}
        by_seats = [f"{size} ({seats[size]} seats)" for size in sizes]
        lines.append("pile: " + (str(sizes[0]) if len(sizes) == 1 else ", ".join(by_seats)))
    names = [f"{code}: {' / '.join(local)}" for code, local in card.names.items() if local != (card.name,)]
    return [*lines, *(["names: " + ", ".join(names)] if names else [])]


def _range(seats: list[int]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


def _by_wording(texts: dict[str, str]) -> list[tuple[str, list[str]]]:
    """The different wordings, each with the profiles it holds under."""
    found: dict[str, list[str]] = {}
    for profile, text in texts.items():
        found.setdefault(text, []).append(profile)
    return list(found.items())


@click.command("show", cls=ShowCommand, takes=("profile",))
@click.argument("card", nargs=-1, required=True)
@game_option
@cards_option
@click.option("--lang", metavar="CODE", help="Show the name in this language, such as ru.")
@click.option("--ast", is_flag=True, help="Show the syntax tree of the text.")
@json_option
def command(card: tuple[str, ...], game: str | None, cards: tuple[str, ...], lang: str | None, ast: bool, as_json: bool,
            profile: str | None = None) -> None:
    """Show one CARD, by its name in any language: its facts, its wording and the rulings on it.

    \b
    --json prints one object as in `cardwright cards --json`, with "file" and
    "line" and "rulings": [{"id", "says"}]; with --ast also
    "ast": {profile: tree}.
    """
    outline = current_outline()
    programs = all_programs(outline, cards, profile)
    program = next(iter(programs.values()))
    check_language(program, lang)
    found = find(program, " ".join(card))
    texts = _by_wording(wordings(programs, found.index))
    asts = {names[0]: tree_json(trees(outline, found.name, names[0], cards)) for _, names in texts} if ast else {}
    if as_json:
        data = {**card_json(programs, found), "file": found.span.file, "line": found.span.line,
                "rulings": _rulings(outline, program, found)}
        if ast:
            data["ast"] = {name: asts[names[0]] for _, names in texts for name in names}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for line in _facts(program, found, lang):
        click.echo(line)
    for text, names in texts:
        heading = f"{outline.profile_option} {' and '.join(names)}:\n" if len(texts) > 1 else ""
        click.echo("\n" + heading + _indented(text))
        if ast:
            click.echo("\n" + "\n".join(tree_lines(asts[names[0]])))


    rulings = _rulings(outline, program, found)
    if rulings:
        click.echo("\nrulings:")
        for entry in rulings:
            click.echo(f"  {entry['id']}: {entry['says']}")


def _rulings(outline: Outline, program: Program, card: Card) -> list[dict[str, str]]:
    """The rulings on a card. They rest on everything here, so they are found by name, as commands are."""
    found: list[dict[str, str]] = importlib.import_module("interpreter.rulings.listing").rulings_on(
        program, card.name, outline.path.stem)
    return found


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
