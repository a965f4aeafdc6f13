"""Problems in a file, each with a stable code, a place and a way out.

A stage adds to a `Problems` list and goes on; the driver stops after a stage that added an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

LONGEST = 300  # letters of a message


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
    _places: set[Span] = field(default_factory=set)

    def add(self, code: str, span: Span, message: str, help: str = "") -> None:
        """One more problem; the line it points into is kept with it."""
        self._places.add(span)
        lines = self.lines.get(span.file, [])
        source = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        if source and span.length > len(source.rstrip()) - span.column + 1:  # what goes on in the next line ends here
            span = Span(span.file, span.line, span.column, max(1, len(source.rstrip()) - span.column + 1))
        message = message.replace("\n", "\\n")  # a name may hold a line break or be endless, a message may not
        message = message if len(message) < LONGEST else message[: LONGEST - 3] + "..."
        self.found.append(Problem(code, span, message, help, source))

    def at(self, span: Span) -> bool:
        """Whether something was already found at just this place; a later stage need not say it again."""
        return span in self._places

    def stop_if_any(self) -> None:
        """The end of a stage: later stages only see what passed this one."""
        if self.found:
            raise BadFiles(self.ordered())

    def ordered(self) -> list[Problem]:
        unique = dict.fromkeys(self.found)
        return sorted(unique, key=lambda p: (p.span.file, p.span.line, p.span.column, p.code))


def edits(left: str, right: str, most: int) -> int:
    """How many letters must be added, left out, exchanged or swapped with their neighbour; counted up to `most`.

    >>> edits("wrod", "word", 2), edits("on", "over", 2), edits("abc", "vwxyz", 2)
    (1, 3, 3)
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, other in enumerate(right, 1):
            price = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                price = min(price, above[j - 2] + 1)
            row.append(price)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def slips(word: str) -> int:
    """How many wrong letters still leave a word recognisable: one in a short word, up to three in a long one."""
    return 1 if len(word) < 5 else 2 if len(word) < 9 else 3


@lru_cache(maxsize=1 << 14)
def letters(word: str) -> int:
    """The letters of a word as a set of bits, in which different letters may share one."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 63)
    return found


def could_be_near(left: int, right: int, most: int) -> bool:
    """Whether words of these letters can be `most` edits apart: each edit brings or takes one letter at the most.

    Tells almost all words apart at the price of a few operations on numbers, so that few are compared letter by letter.

    >>> could_be_near(letters("wrod"), letters("words"), 2), could_be_near(letters("wrod"), letters("place"), 2)
    (True, False)
    """
    return (left & ~right).bit_count() <= most and (right & ~left).bit_count() <= most


def suggest(word: str, known: Iterable[str]) -> str:
    """The known word an author most likely meant, or ''; capital letters do not count."""
    return _nearest(word.lower(), sorted(set(known)))


def _nearest(typed: str, choices: Sequence[str]) -> str:
    most = slips(typed) if len(typed) > 1 else 0  # one wrong letter in a word of one letter leaves nothing
    wanted = letters(typed)
    small = [(choice.lower(), choice) for choice in choices]
    near = [(low, choice) for low, choice in small if could_be_near(wanted, letters(low), most)]
    price, best = min(((edits(typed, low, most), choice) for low, choice in near), default=(most + 1, ""))
    if price <= most:
        return best
    return next((choice for low, choice in small if len(typed) > 2 and low.startswith(typed)), "")


def did_you_mean(word: str, known: Iterable[str], what: str = "") -> str:
    """The help line of an unknown word: the likely one first, then what there is."""
    choices = sorted(set(known))
    if not choices:
        return f"{what or 'there are'}: none"
    close = _nearest(word.lower(), choices)
    hint = f"did you mean '{close}'? " if close else ""
    listed = ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")
    return (hint + (f"{what}: {listed}" if what else "")).strip()
