"""What a ruling is made of, after its file was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Problem, Span
from interpreter.reading.files import Item

CHECKS = ("expect", "events", "no events", "not asked", "refused", "offered", "sees", "hidden", "told")
CLAIMS = ("always", "never", "sometimes")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules a ruling is run under: a game, a profile of it ('' for its default), further card files."""

    game: str
    profile: str = ""
    cards: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        """What a report calls them."""
        name = Path(self.game).stem if self.game.endswith((".yaml", ".yml")) else self.game
        return f"{name}-{self.profile}" if self.profile else name


@dataclass(frozen=True, slots=True)
class Step:
    """One line of `steps`: an answer of a seat (`kind` is the seat), several at once, or something to check."""

    kind: str
    item: Item

    @property
    def value(self) -> Any:
        """What stands behind the key, as plain data."""
        return self.item.plain()

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.item.span


@dataclass(slots=True)
class Scenario:
    """One ruling. What is wrong with it is in `problems`; such a ruling is not run."""

    id: str
    says: str
    span: Span
    rulesets: tuple[Ruleset, ...] = ()
    cites: Any = None
    on: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    given_items: tuple[Item, ...] = ()  # where the parts of `given` stand: the ruling's own first
    steps: tuple[Step, ...] = ()
    then: Item | None = None
    claims: tuple[tuple[str, Item], ...] = ()
    until: Item | None = None
    impossible: Item | None = None  # part of the reason why the position is refused; then nothing else is stated
    problems: list[Problem] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # of its file, for messages

    def texts(self) -> list[str]:
        """All words of the position, the steps and what is expected, to find the cards they name."""
        plain = [self.given, *(step.value for step in self.steps), self.then.plain() if self.then else None]
        plain += [item.plain() for _, item in self.claims]
        return list(_texts(plain))


@dataclass(slots=True)
class RulingFile:
    """The rulings of one file; `problems` are about the file as a whole."""

    path: Path
    name: str
    scenarios: list[Scenario] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for key, part in value.items() for text in (str(key), *_texts(part))]
    if isinstance(value, (list, tuple)):
        return [text for part in value for text in _texts(part)]
    return []
