"""A ruling that does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Span


class Failed(Exception):
    """What is wrong, where, and what was expected against what is; `passed` is None where it could not be decided."""

    def __init__(self, message: str, span: Span, details: Sequence[str] = (), passed: bool | None = False) -> None:
        super().__init__(message)
        self.span, self.details, self.passed = span, list(details), passed
