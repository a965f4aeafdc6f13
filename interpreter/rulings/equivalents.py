"""Mutants that nobody can notice: a list beside the rulings, with the reason for each.

The list cannot rot: an entry that a ruling notices after all is a problem, and so is one that fits no mutant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Problem, Problems
from interpreter.loading import shown_name
from interpreter.reading.files import Item, read_yaml
from interpreter.rulings.listing import EQUIVALENT
from interpreter.rulings.mutants import Mutant

KEYS = ("card", "line", "change", "because")
FORM = "write '- {card: NAME, line: the words of the line, change: as the report tells it, because: the reason}'"


@dataclass(slots=True)
class _Entry:
    item: Item
    because: str
    met: bool = False
    noticed: bool = False


@dataclass(slots=True)
class Equivalents:
    """What the lists say. `complete`: all rulings were run, so that every entry must fit a mutant."""

    complete: bool = False
    entries: dict[tuple[str, str, str], _Entry] = field(default_factory=dict)
    found: Problems = field(default_factory=Problems)

    def reason(self, mutant: Mutant, noticed: bool) -> str | None:
        """Why nobody can notice a mutant, if a list says so; what was found out about it is kept."""
        entry = self.entries.get((mutant.card, mutant.words, mutant.what))
        if entry is None:
            return None
        entry.met = True
        entry.noticed |= noticed
        return entry.because

    def problems(self) -> list[Problem]:
        """What is wrong with the lists, after all mutants were tried."""
        for (card, _, change), entry in self.entries.items():
            if entry.noticed:
                self.found.add("CW511", entry.item.span, f"a ruling notices this change of {card}: {change}",
                               "it is not equivalent; take it off the list")
            elif not entry.met and self.complete:
                self.found.add("CW511", entry.item.span, f"no such change of {card} is tried: {change}",
                               "name the card, the words of its line and the change as '--mutate' tells them")
        return self.found.ordered()


def read_equivalents(folders: Iterable[Path], complete: bool) -> Equivalents:
    """The lists that lie in these folders."""
    read = Equivalents(complete)
    for folder in dict.fromkeys(folders):
        path = folder / EQUIVALENT
        item = read_yaml(path, shown_name(path), read.found) if path.exists() else None
        if item is None:
            continue
        if not isinstance(item.value, list):
            read.found.add("CW113", item.span, "wrong kind of value", FORM)
            continue
        for entry in item.value:
            value = entry.plain()
            if not isinstance(value, dict) or set(value) != set(KEYS) or not all(
                    isinstance(value[key], str) for key in KEYS):
                read.found.add("CW113", entry.span, "this names no change and its reason", FORM)
                continue
            read.entries[value["card"], value["line"], value["change"]] = _Entry(entry, value["because"])
    return read
