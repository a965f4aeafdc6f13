"""Loaded rules, kept for all rulings that are run under them."""

from __future__ import annotations

from functools import lru_cache

from interpreter.front.cli_game import outline_of
from interpreter.front.rules import Rules
from interpreter.loading import game_path, load_program
from interpreter.rulings.scenario import Ruleset


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules, loaded once; raises `BadFiles` if their files have problems."""
    return Rules(load_program(ruleset.game, ruleset.profile or None, ruleset.cards))


@lru_cache(maxsize=64)
def profiles_of(game: str) -> tuple[str, tuple[str, ...]]:
    """The default profile of a game ('' if it has none) and all of them."""
    outline = outline_of(game_path(game))
    return outline.default_profile, outline.profiles
