"""Walking the nodes of a checked program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def nodes(value: Any, kind: type | tuple[type, ...]) -> Iterator[Any]:
    """All program nodes of a class below a value."""
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from nodes(part, kind)
    elif is_dataclass(value):
        for field in fields(value):
            yield from nodes(getattr(value, field.name), kind)
