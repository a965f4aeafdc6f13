"""Tries out texts: how far the parser gets in one, and what it would take next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from interpreter.reading.layout import BadIndent

_WORD = re.compile(r"\w[\w'’-]*|[^\s\w]")
_CHOICE = "choose one:\n  "  # what makes a line with a dash possible
TRIAL = 40  # the effort of reading a line, besides its letters; one comparison of two words is 1


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of the author's line; columns count from 0."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.start + len(self.text)


def words_from(line: str, stuck: int) -> tuple[list[Word], int]:
    """The words of a line, and the number of the one the parser could not take.

    It may be stuck within a word: after 'non-' the rest is a word of its own, in "it's" it is not.
    """
    words: list[Word] = []
    for match in _WORD.finditer(line):
        start, text = match.start(), match.group()
        if start < stuck < match.end() and line[stuck - 1] == "-":
            words.append(Word(text[: stuck - start], start))
            start, text = stuck, text[stuck - start :]
        words.append(Word(text, start))
    return words, next((number for number, word in enumerate(words) if word.end > stuck), len(words))


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where the parser was stuck, and at what sort of token if it was one."""

    position: int  # -1 at the end of the text
    line: int = 0
    column: int = 0
    kind: str = ""
    text: str = ""
    next_line: int = 0  # the line that begins with the token, where it stands for an indentation


def attempt(lark: Lark, text: str, start: str, whole: bool = True) -> tuple[Stuck | None, Any]:
    """Reads a text or only the beginning of one: where the parser was stuck, and the parser as it is then.

    A line that fits no block raises `BadIndent`.
    """
    parser: Any = lark.parse_interactive(text, start=start)
    try:
        parser.exhaust_lexer()
        if whole:
            parser.feed_eof()
    except UnexpectedInput as error:
        token = error.token if isinstance(error, UnexpectedToken) else None
        kind, end = (token.type, token.end_line or 1) if token is not None else ("", 1)
        if kind == "$END" or error.pos_in_stream is None:
            return Stuck(-1, kind="$END"), parser
        return Stuck(error.pos_in_stream, error.line, error.column, kind, str(token or ""), end), parser
    return None, parser


class Effort:
    """How much more may be tried and compared: a file full of mistakes is explained as far as this lasts.

    Counted, not timed, so that a file gets the same advice on every machine.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Takes away what something took."""
        self.left -= amount


class Trials:
    """One line at a time, as if it stood alone; lines that open a block get one for the trial."""

    def __init__(self, lark: Lark, start: str, effort: Effort) -> None:
        self._lark, self._start, self._effort = lark, start, effort

    def reach(self, line: str) -> int:
        """The column of the first word that does not fit; one more than the line is long if all of it does."""
        before = self._before(line)
        deeper = "\n" + " " * (6 if before else 2)
        ends = ["\n"]
        if line.rstrip().endswith(":"):
            ends = [deeper + "nothing\n", deeper + "- nothing\n"]
        return max(self._reach(before, line, end) for end in ends)

    def fits(self, line: str) -> bool:
        """Whether the whole line can be read."""
        return self.reach(line) > len(line)

    def accepts(self, line: str) -> frozenset[str]:
        """The terminals that may come after the beginning of a line; none if it cannot be read."""
        self._effort.spend(TRIAL + len(line))
        try:
            stuck, parser = attempt(self._lark, self._before(line) + line, self._start, whole=False)
        except BadIndent:
            return frozenset()
        return frozenset(parser.accepts()) if stuck is None else frozenset()

    def _before(self, line: str) -> str:
        return _CHOICE if line.startswith("- ") and self._start == "chunk" else ""

    def _reach(self, before: str, line: str, end: str) -> int:
        self._effort.spend(TRIAL + len(line))
        try:
            stuck, _ = attempt(self._lark, before + line + end, self._start)
        except BadIndent:
            return len(line)
        if stuck is None:
            return len(line) + 1
        return len(line) if stuck.position < 0 else min(max(0, stuck.position - len(before)), len(line))
