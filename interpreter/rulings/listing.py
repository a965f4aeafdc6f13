"""Which rulings are about a card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from interpreter.front.wording import Words
from interpreter.program.model import Program
from interpreter.reading.places import data_folder

EQUIVALENT = "equivalent.yaml"  # no rulings: the list of changes that nobody can notice
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def shipped() -> Path:
    """The folder of the rulings that ship with the games."""
    return data_folder() / "rules" / "rulings"


def rulings_on(program: Program, card: str, game: str) -> list[dict[str, str]]:
    """The rulings that ship on a card: their names and what they say."""
    words = Words(program)
    return [{"id": str(entry.get("ruling")), "says": str(entry.get("says"))}
            for entry in _entries(shipped() / game) if card in _about(words, entry)]


def _entries(folder: Path) -> Iterator[dict[str, Any]]:
    """All rulings of a folder. What is wrong with a file is told where it is run, not here."""
    for path in sorted(set(folder.glob("*.yaml")) - {folder / EQUIVALENT}):
        try:
            content = yaml.load(path.read_text("utf-8"), Loader=_Loader)
        except (OSError, yaml.YAMLError, UnicodeDecodeError):
            continue
        entries = content.get("rulings") if isinstance(content, dict) else content
        yield from (entry for entry in entries or [] if isinstance(entry, dict))


def _about(words: Words, entry: dict[Any, Any]) -> list[str]:
    about = entry.get("on") or entry.get(True)  # a quick reader of YAML takes the bare word for a truth value
    named = about or [entry.get(key) for key in ("given", "steps", "then", "always", "never", "sometimes")]
    return [card for text in _texts(named) for card in words.cards_in(text)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
