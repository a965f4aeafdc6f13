"""Tries out sentences: how far the parser gets in one, and what it would take next."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark import Lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from interpreter.reading.layout import BadIndent

_WORD = re.compile(r"\w[\w'’-]*|[^\s\w]")
_CHOICE = "choose one:\n  "  # what makes a line with a dash possible


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of the author's line; columns count from 0."""

    text: str
    start: int

    @property
    def end(self) -> int:
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


class Trials:
    """One line at a time, as if it stood alone; lines that open a block get one for the trial."""

    def __init__(self, lark: Lark, start: str) -> None:
        self._lark, self._start = lark, start

    def reach(self, line: str) -> int:
        """The column of the first word that does not fit; one more than the line is long if all of it does."""
        before = self._before(line)
        deeper = "\n" + " " * (6 if before else 2)
        ends = ("\n",)
        if line.rstrip().endswith(":"):
            ends = (deeper + "nothing\n", deeper + "- nothing\n")
        return max(self._reach(before, line, end) for end in ends)

    def fits(self, line: str) -> bool:
        """Whether the whole line can be read."""
        return self.reach(line) > len(line)

    def accepts(self, line: str) -> frozenset[str]:
        """The terminals that may come after the beginning of a line."""
        try:
            partial = self._lark.parse_interactive(self._before(line) + line, start=self._start)
            partial.exhaust_lexer()
            return frozenset(partial.accepts())
        except (UnexpectedInput, BadIndent):
            return frozenset()

    def _before(self, line: str) -> str:
        return _CHOICE if line.startswith("- ") and self._start == "chunk" else ""

    def _reach(self, before: str, line: str, end: str) -> int:
        try:
            partial = self._lark.parse_interactive(before + line + end, start=self._start)
            partial.exhaust_lexer()
            partial.feed_eof()
        except UnexpectedInput as error:
            position = error.pos_in_stream
            if position is None or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
                return len(line)
            return min(max(0, position - len(before)), len(line))
        except BadIndent:
            return len(line)
        return len(line) + 1
