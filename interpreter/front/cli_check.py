"""`cardwright check`: every problem of card files and game files, under every profile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from interpreter.diagnostics import BadFiles, Problem, Problems
from interpreter.front.cli_game import (
    GameCommand,
    Outline,
    current_outline,
    game_option,
    json_option,
    named_game,
    outline_of,
)
from interpreter.loading import game_path, known_games, shown_name
from interpreter.reading.files import Item, read_yaml


@dataclass(slots=True)
class Checked:
    """A file that was checked. `cards` is None where a broken file leaves nothing to count."""

    file: str
    game: str
    profiles: tuple[str, ...]
    cards: int | None
    is_game: bool = False


@dataclass(slots=True)
class Report:
    """What a check found. A problem that occurs under several profiles is kept once, with all of them."""

    checked: list[Checked] = field(default_factory=list)
    problems: dict[Problem, list[str]] = field(default_factory=dict)

    def add(self, problems: Sequence[Problem], profile: str | None) -> None:
        """Keeps problems, with the profile they occur under."""
        for problem in problems:
            self.problems.setdefault(problem, []).extend([profile] if profile else [])

    def ordered(self) -> list[Problem]:
        """The problems in the order of the files."""
        return sorted(self.problems, key=lambda p: (p.span.file, p.span.line, p.span.column, p.code))

    def as_json(self) -> dict[str, Any]:
        """The report as `--json` prints it."""
        wrong = {problem.span.file for problem in self.problems}
        return {
            "ok": not self.problems,
            "files": [
                {"file": done.file, "game": done.game, "profiles": list(done.profiles), "cards": done.cards,
                 "ok": done.file not in wrong}
                for done in self.checked
            ],
            "problems": [{**problem.as_json(), "profiles": self.problems[problem]} for problem in self.ordered()],
        }


class CheckCommand(GameCommand):
    """A game file among the arguments is the game that is meant, unless `--game` names another."""

    def game_in(self, args: Sequence[str]) -> Path:
        """The game file among the arguments, if `--game` does not name one."""
        if named_game(args) is None:
            for arg in args:
                if not arg.startswith("-") and Path(arg).is_file() and is_game(_peek(Path(arg))):
                    return Path(arg)
        return super().game_in(args)


def _peek(path: Path) -> Item | None:
    """The content of a file, if it can be read at all."""
    return read_yaml(path, shown_name(path), Problems())


def is_game(item: Item | None) -> bool:
    """Whether a file holds a game, and not cards."""
    return item is not None and item.get("game") is not None


def check_files(files: Sequence[Path], base: Outline, profile: str | None) -> Report:
    """Checks card files together with a game, and each game file among them by itself."""
    items = {path: _peek(path) for path in files}
    games = [path for path in files if is_game(items[path])]
    cards = [path for path in files if path not in games]
    report = Report()
    if not files:
        _check_game(report, base, (), {}, profile, listed=True)
    for path in games:
        along = cards if path == base.path else []
        _check_game(report, outline_of(path), along, items, profile if path == base.path else None, listed=True)
    if cards and base.path not in games:
        _check_game(report, base, cards, items, profile, listed=False)
    return report


def _check_game(report: Report, outline: Outline, cards: Sequence[Path], items: dict[Path, Item | None],
                profile: str | None, listed: bool) -> None:
    """One game with further cards under each profile; `listed`: the game itself is one of the files asked about."""
    further = [path for path in cards if path.resolve() not in outline.card_files]
    profiles = (outline.profiles or (None,)) if profile is None else (profile,)
    count: int | None = None
    for name in profiles:
        try:
            count = len(outline.program(name, further).cards)
        except BadFiles as bad:
            report.add(bad.problems, name)
    names = tuple(name for name in profiles if name)
    if listed:
        report.checked.append(Checked(shown_name(outline.path), outline.title, names, count, is_game=True))
    report.checked += [Checked(shown_name(path), outline.title, names, _number_of_cards(items[path])) for path in cards]


def _number_of_cards(item: Item | None) -> int | None:
    if item is None or not isinstance(item.value, list):
        return None
    return sum(entry.get("card") is not None for entry in item.value)


def _distinct(files: Sequence[str]) -> list[Path]:
    """The files in the order given; one that is named twice is checked once."""
    return list({Path(name).resolve(): Path(name) for name in files}.values())


def _all_shipped(report: Report) -> None:
    for name in known_games()[1]:
        _check_game(report, outline_of(game_path(name)), (), {}, None, listed=True)


def _told(done: Checked, option: str) -> str:
    count = f"{done.cards} card{'' if done.cards == 1 else 's'}"
    under = f", {option} {' and '.join(done.profiles)}" if done.is_game and done.profiles else ""
    return f"{done.file}: {done.game + under + ', ' if done.is_game else ''}{count}, no problems"


@click.command("check", cls=CheckCommand, takes=("profile",), epilog="Example: cardwright check my_cards.yaml --json")
@click.argument("files", nargs=-1, metavar="[FILES]...")
@game_option
@json_option
def command(files: tuple[str, ...], game: str | None, as_json: bool, profile: str | None = None) -> None:
    """Check card files, or a game file, and list every problem.

    Cards are checked with the game's own cards and with all the files given; every profile of the game is tried.
    Without files the games that ship are checked. The exit code is 1 if there is any problem.

    \b
    --json prints {"ok": true or false,
      "files": [{"file", "game", "profiles", "cards", "ok"}, ...],
      "problems": [{"code", "file", "line", "column", "length",
                    "message", "help", "profiles"}, ...]}
    """
    outline = current_outline()
    if not files and game is None and profile is None:
        report = Report()
        _all_shipped(report)
    else:
        report = check_files(_distinct(files), outline, profile)
    if as_json:
        click.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    elif report.problems:
        for problem in report.ordered():
            click.echo(str(problem))
        count, places = len(report.problems), len({problem.span.file for problem in report.problems})
        click.echo(f"{count} problem{'s' * (count > 1)} in {places} file{'s' * (places > 1)}")
    else:
        for done in report.checked:
            click.echo(_told(done, outline.profile_option))
    if report.problems:
        click.get_current_context().exit(1)
