"""The lines of a text: which belong together, and the blocks their indentation opens and closes."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token


class BadIndent(Exception):
    """A line that fits none of the blocks around it."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__()
        self.line, self.column = line, column


class Blocks:
    """Turns the indentation of lines, and of menu items, into tokens that open and close blocks."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a text with those of its blocks among them."""
        levels = [0]
        for token in stream:
            yield token
            if token.type == "_DASH":
                levels.append((token.column or 1) - 1 + len(token))
                yield Token.new_borrow_pos("_INDENT", "", token)
            elif token.type == "_NL":
                indent = len(token) - token.rfind("\n") - 1
                if indent > levels[-1]:
                    levels.append(indent)
                    yield Token.new_borrow_pos("_INDENT", "", token)
                while indent < levels[-1]:
                    levels.pop()
                    yield Token.new_borrow_pos("_DEDENT", "", token)
                if indent != levels[-1]:
                    raise BadIndent(token.end_line or 1, indent + 1)


def indent_of(line: str) -> int:
    """The number of spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def is_blank(line: str) -> bool:
    """Whether a line says nothing: it is empty or a remark."""
    return not line.strip() or line.lstrip().startswith("#")


def chunks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The top-level statements: each begins at the margin and takes the indented lines below it along.

    An item with a dash at the margin goes with the lines before it too, so that its indentation can be mended.
    """
    start = 0
    chunk: list[str] = []
    for number, line in enumerate(lines):
        if is_blank(line):
            if chunk:
                chunk.append("")
            continue
        if not line.startswith((" ", "- ")) and chunk:
            yield start, chunk
            chunk = []
        if not chunk:
            start = number
        chunk.append(line)
    if chunk:
        yield start, chunk
