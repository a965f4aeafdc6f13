"""Problems in a file, each with a stable code, a place and a way out.

A stage adds to a `Problems` list and goes on; the driver stops after a stage that added an error.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line of a file; lines and columns count from 1."""

    file: str
    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """One diagnostic: what is wrong, where, and what would be right."""

    code: str
    span: Span
    message: str
    help: str = ""
    source: str = ""

    def __str__(self) -> str:
        place = f"{self.span.file}:{self.span.line}:{self.span.column}"
        lines = [f"{place}: error {self.code}: {self.message}"]
        if self.source.strip():
            shown, column = _clip(self.source, self.span.column)
            marks = max(1, min(self.span.length, len(shown) - column + 1))
            lines.append(f"{self.span.line:5} | {shown}")
            lines.append(" " * 6 + "| " + " " * (column - 1) + "^" * marks)
        if self.help:
            lines.extend("   " + part for part in self.help.splitlines())
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The problem as plain data, for `--json`."""
        return {
            "code": self.code, "file": self.span.file, "line": self.span.line,
            "column": self.span.column, "length": self.span.length,
            "message": self.message, "help": self.help,
        }


def _clip(source: str, column: int, width: int = 100) -> tuple[str, int]:
    """A long line is shown around its problem, so that the caret stays on the screen."""
    source = source.rstrip()
    if len(source) <= width:
        return source, column
    start = max(0, column - width // 2)
    return source[start : start + width], column - start


class CardwrightError(Exception):
    """Something the caller gave is wrong; the message says what and how to mend it."""


class BadFiles(CardwrightError):
    """Rules or card files with problems; `problems` lists every one of them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(slots=True)
class Problems:
    """The problems found so far, and the lines of the files they point into."""

    found: list[Problem] = field(default_factory=list)
    lines: dict[str, list[str]] = field(default_factory=dict)

    def add(self, code: str, span: Span, message: str, help: str = "") -> None:
        lines = self.lines.get(span.file, [])
        source = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        if source and span.length > len(source.rstrip()) - span.column + 1:  # what goes on in the next line ends here
            span = Span(span.file, span.line, span.column, max(1, len(source.rstrip()) - span.column + 1))
        self.found.append(Problem(code, span, message, help, source))

    def stop_if_any(self) -> None:
        """The end of a stage: later stages only see what passed this one."""
        if self.found:
            raise BadFiles(self.ordered())

    def ordered(self) -> list[Problem]:
        unique = dict.fromkeys(self.found)
        return sorted(unique, key=lambda p: (p.span.file, p.span.line, p.span.column, p.code))


def suggest(word: str, known: Iterable[str]) -> str:
    """The known word an author most likely meant, or ''."""
    choices = sorted(set(known))
    by_lower = {choice.lower(): choice for choice in choices}
    close = difflib.get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[close[0]] if close else ""


def did_you_mean(word: str, known: Iterable[str], what: str = "") -> str:
    """The help line of an unknown word: the likely one first, then what there is."""
    choices = sorted(set(known))
    close = suggest(word, choices)
    hint = f"did you mean '{close}'? " if close else ""
    shown = ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")
    return hint + (f"{what}: {shown}" if what and choices else "")
