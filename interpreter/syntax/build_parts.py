"""What all builders share: the place of a piece of text, the words in it, and finding a part among the children."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n

VALUES = (n.Number, n.PropertyOf, n.CounterOf, n.CounterOn, n.NumberOf, n.TotalOf)
THINGS = (n.NounPhrase, n.SomeOf)


def tokens(children: list[Any], *kinds: str) -> list[Token]:
    """The words among the parts of a rule that are of some classes."""
    return [c for c in children if isinstance(c, Token) and c.type in kinds]


def holds(children: list[Any], kind: str) -> bool:
    """Whether a word of a class is among the parts of a rule."""
    return bool(tokens(children, kind))


def part(children: list[Any], *classes: type) -> Any:
    """The first part of a rule that is a node of some classes."""
    return next((c for c in children if isinstance(c, classes)), None)


class Places(Transformer):  # type: ignore[type-arg]
    """Where the pieces of a chunk stand in the file; `place` moves a line and column of the chunk there."""

    def __init__(self, place: Any) -> None:
        super().__init__()
        self._place = place

    def _at(self, meta: Any) -> Span:
        end = meta.end_column if meta.end_line == meta.line else meta.column + 1000  # to the end of its first line
        span: Span = self._place(meta.line, meta.column, max(1, end - meta.column))
        return span

    def _word(self, token: Token) -> n.Word:
        span = self._place(token.line, token.column, len(token))
        return n.Word(span, str(token), token.type)
