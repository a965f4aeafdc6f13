"""Parses texts with the grammar and the words of a game.

Each top-level statement is parsed alone, so that all mistakes of a text are reported at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput

from interpreter.diagnostics import Problems, Span
from interpreter.reading.advice.explain import Explainer
from interpreter.reading.files import Item
from interpreter.reading.layout import BadIndent, Blocks, chunks, indent_of
from interpreter.reading.places import cache_folder, data_folder
from interpreter.reading.vocabulary import Vocabulary
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder
from interpreter.syntax.tie import tie

MAX_LINE = 200
MAX_LINES = 120
MAX_INDENT = 40
STARTS = ["chunk", "condition", "amount"]


def grammar_text(vocabulary: Vocabulary) -> str:
    """The grammar with the words of a game added to it."""
    folder = data_folder() / "grammar"
    parts = [(folder / name).read_text("utf-8") for name in ("language.lark", "words.lark")]
    return "\n".join([*parts, vocabulary.terminals()])


class TextParser:
    """The parser of one game's language."""

    def __init__(self, vocabulary: Vocabulary, problems: Problems, game: str) -> None:
        self.vocabulary = vocabulary
        self._problems = problems
        self._game = game
        self._explainer: Explainer | None = None  # made when something is wrong
        text = grammar_text(vocabulary)
        folder = cache_folder()
        key = hashlib.sha256(text.encode()).hexdigest()[:24]
        self._lark = Lark(
            text, parser="lalr", start=STARTS, propagate_positions=True, maybe_placeholders=False, postlex=Blocks(),
            cache=str(folder / f"grammar-{key}.lark") if folder else False,
        )

    def text(self, item: Item) -> n.Text | None:
        """A whole text; None if anything in it could not be read."""
        lines = self._lines(item)
        if lines is None:
            return None
        sections: list[n.Body] = [()]
        failed = False
        for first, chunk in chunks(lines):
            if chunk[0].startswith("--"):
                failed |= self._divider(item, first, chunk[0], len(sections))
                sections.append(())
                continue
            statements = self._parse("chunk", item, first, chunk)
            failed |= statements is None
            sections[-1] += statements or ()
        if failed:
            return None
        tied = [self._tie(section) for section in sections]
        if any(section is None for section in tied):
            return None
        return n.Text(item.span, tied[0] or (), (tied[1] or ()) if len(tied) > 1 else ())

    def phrase(self, start: str, item: Item) -> Any:
        """A condition or an amount that a rules file gives on one line."""
        lines = self._lines(item)
        return self._parse(start, item, 0, lines) if lines else None

    # ------------------------------------------------------------ details

    def _lines(self, item: Item) -> list[str] | None:
        if not self._is_text(item):
            return None
        lines = str(item.value).split("\n")
        bad = False
        for number, line in enumerate(lines):
            place = self._placer(item, number)
            if "\t" in line:
                self._problems.add("CW213", place(1, line.index("\t") + 1, 1),
                                   "a text is indented with spaces, not tabs", "replace the tab by spaces")
                bad = True
            elif len(line) > MAX_LINE or number >= MAX_LINES or indent_of(line) > MAX_INDENT:
                what = "line is too long" if len(line) > MAX_LINE else "text has too many lines or levels"
                self._problems.add("CW215", place(1, 1, 1), f"this {what} to be a card",
                                   f"at most {MAX_LINES} lines of {MAX_LINE} letters, indented by at most {MAX_INDENT}")
                return None
        return None if bad else lines

    def _is_text(self, item: Item) -> bool:
        """Whether a value can be read as a text, and all of it."""
        key = "put 'text: |' and the lines of the text below it, indented"
        if not isinstance(item.value, (str, int)) or isinstance(item.value, bool):
            if not self._problems.at(item.span):  # its shape may have been reported already
                self._problems.add("CW214", item.span, "this should be a text", key)
            return False
        if not item.text_column:
            self._problems.add("CW214", item.span, "a text is written as a block that begins with '|'", key)
            return False
        if item.remark:
            self._problems.add("CW214", item.remark, "what stands behind '#' on this line is no part of the text", key)
            return False
        return True

    def _placer(self, item: Item, first: int) -> Callable[[int, int, int], Span]:
        file, line, column = item.span.file, item.text_line + first - 1, item.text_column - 1
        return lambda row, col, length: Span(file, line + row, column + col, length)

    def _divider(self, item: Item, first: int, line: str, sections: int) -> bool:
        if set(line.strip()) != {"-"} or len(line.strip()) < 3 or sections > 1:
            self._problems.add("CW216", self._placer(item, first)(1, 1, len(line)), "a text has one dividing line",
                               "three dashes on a line of their own, once")
            return True
        return False

    def _parse(self, start: str, item: Item, first: int, lines: list[str]) -> Any:
        place = self._placer(item, first)
        lines = [line.rstrip() for line in lines]
        try:
            return Builder(place).transform(self._lark.parse("\n".join(lines) + "\n", start=start))
        except (UnexpectedInput, BadIndent):
            self._explain(start, lines, place)
        return None

    def _explain(self, start: str, lines: list[str], place: Callable[[int, int, int], Span]) -> None:
        if self._explainer is None:
            self._explainer = Explainer(self._lark, self.vocabulary, self._game)
        before = len(self._problems.found)
        for found in self._explainer.findings(start, lines):
            span = place(found.row + 1, found.column + 1, found.length)
            self._problems.add(found.code, span, found.message, found.help)
        if len(self._problems.found) == before:  # whatever the reason: what cannot be read is never passed over
            self._problems.add("CW211", place(1, 1, len(lines[0])), "this cannot be read", "say it in other words")

    def _tie(self, body: n.Body) -> n.Body | None:
        tied, loose = tie(body)
        for statement in loose:
            self._problems.add("CW217", statement.at, "this 'otherwise' follows nothing that could fail",
                               "put it right after an 'if', a 'may' or a choice")
        return None if loose else tied
