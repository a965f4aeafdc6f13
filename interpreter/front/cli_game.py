"""Commands whose options depend on the game: what a game declares for its set-up becomes an option.

The game file is read before the rest of the command line, so `--help` shows the options of the game that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from interpreter.diagnostics import CardwrightError, Problems
from interpreter.loading import build_program, game_path, load_program, shown_name
from interpreter.program.model import Program
from interpreter.reading.files import Item, read_yaml

_OUTLINE, _ADDED = "cardwright.outline", "cardwright.added"  # what a call remembers


@dataclass(frozen=True, slots=True)
class Outline:
    """As much of a game file as the command line needs, read without checking the rest of it."""

    path: Path
    title: str = ""
    profile_option: str = ""
    profiles: tuple[str, ...] = ()
    default_profile: str = ""
    pile_option: str = ""
    named_piles: Mapping[str, tuple[str, ...]] | None = None
    card_files: tuple[Path, ...] = ()

    def program(self, profile: str | None, cards: Sequence[str | Path] = ()) -> Program:
        """The checked program; raises `BadFiles`."""
        if self.path.suffix in (".yaml", ".yml"):
            return load_program(str(self.path), profile, cards)
        return build_program(self.path, profile, cards)

    @property
    def all_profiles(self) -> tuple[str | None, ...]:
        """Every profile, the default one first; None for a game without any."""
        return tuple(sorted(self.profiles, key=lambda name: name != self.default_profile)) or (None,)

    @property
    def sample_card(self) -> str:
        """A card for the example in a help text."""
        return next((card for cards in (self.named_piles or {}).values() for card in cards), "NAME")


def outline_of(path: Path) -> Outline:
    """The outline of a game file; empty where the file is not as it should be (the command will report why)."""
    item = read_yaml(path, shown_name(path), Problems())
    if item is None:
        return Outline(path)
    profiles, piles = _child(item, "profiles"), _child(item, "piles")
    named = _child(piles, "named")
    lists = named.value.items() if named is not None and isinstance(named.value, dict) else ()
    choices = _child(profiles, "choices")
    return Outline(
        path, _text(item, "game"), _text(profiles, "option"),
        tuple(choices.value) if choices is not None and isinstance(choices.value, dict) else (),
        _text(profiles, "default"), _text(piles, "option"), {name: _texts(cards) for name, cards in lists},
        tuple((path.parent / name).resolve() for name in _texts(_child(item, "cards"))),
    )


def _child(item: Item | None, key: str) -> Item | None:
    return item.get(key) if item is not None else None


def _text(item: Item | None, key: str) -> str:
    child = _child(item, key)
    return child.value if child is not None and isinstance(child.value, str) else ""


def _texts(item: Item | None) -> tuple[str, ...]:
    if item is None or not isinstance(item.value, list):
        return ()
    return tuple(entry.value for entry in item.value if isinstance(entry.value, str))


class GameCommand(click.Command):
    """A command with `--game` and the set-up options of that game, passed on as `profile` and `piles`."""

    def __init__(self, *args: Any, takes: Sequence[str] = (), **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._takes = takes

    def game_in(self, args: Sequence[str]) -> Path:
        """The file of the game that the arguments name."""
        return game_path(named_game(args))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments, after the options of the game they name were added."""
        outline = ctx.meta[_OUTLINE] = outline_of(self.game_in(args))
        added = ctx.meta[_ADDED] = self._added(outline)
        taken = [flag for option in self.params for flag in option.opts]
        for option in added:
            if option.opts[0] in taken:
                raise CardwrightError(f"{outline.title} declares an option '{option.opts[0][2:]}'; "
                                      f"cardwright {self.name} has one of that name already")
            taken.append(option.opts[0])
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options of the command, those of the game first."""
        return [*ctx.meta.get(_ADDED, ()), *super().get_params(ctx)]

    def _added(self, outline: Outline) -> list[click.Parameter]:
        added: list[click.Parameter] = []
        if "profile" in self._takes and outline.profile_option and outline.profiles:
            default = f" Default: {outline.default_profile}." if self.name == "play" else " Default: all of them."
            added.append(click.Option(
                [flag_of(outline.profile_option), "profile"], type=click.Choice(outline.profiles),
                help=f"The {outline.profile_option} of {outline.title}.{default}"))
        if "piles" in self._takes and outline.pile_option:
            added.append(click.Option(
                [flag_of(outline.pile_option), "piles"], metavar="NAME|CARDS|random",
                help=f"The {outline.pile_option}: a name, cards with commas between them, or 'random'. "
                     f"Names: {', '.join(outline.named_piles or ()) or 'none'}."))
        return added


def named_game(args: Sequence[str]) -> str | None:
    """The value of `--game`, found before the command line is parsed."""
    for index, arg in enumerate(args):
        if arg == "--":
            break
        if arg == "--game" and index + 1 < len(args):
            return args[index + 1]
        if arg.startswith("--game="):
            return arg.removeprefix("--game=")
    return None


def flag_of(option: str) -> str:
    """The option of the command for an option of a game."""
    return "--" + (re.sub(r"[^\w]+", "-", option.casefold()).strip("-") or "option")


def current_outline() -> Outline:
    """The outline of the game this command is about."""
    found = click.get_current_context().meta[_OUTLINE]
    assert isinstance(found, Outline)
    return found


game_option = click.option("--game", metavar="NAME|FILE", help="A game that ships, or the file of one.")
cards_option = click.option(
    "--cards", "cards", multiple=True, metavar="FILE", help="A file of further cards; may be repeated.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
