"""Collects the Python code of one unit as numbered blocks.

A block is a function of the state and the frame; it returns the number of the block to go on with. A text is cut
into blocks exactly where it may have to wait (for an answer, or for another text), so that the frame's block
number and registers are all there is to know about a text that waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Emitter:
    """The blocks written so far; `line` adds to the current one."""

    def __init__(self) -> None:
        self.blocks: list[list[str]] = [[]]
        self.current = 0
        self.depth = 0

    def line(self, text: str) -> None:
        self.blocks[self.current].append("    " * (self.depth + 1) + text)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        before = len(self.blocks[self.current])
        yield
        if len(self.blocks[self.current]) == before:
            self.line("pass")
        self.depth -= 1

    def label(self) -> int:
        """A new block, to be filled later."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def start(self, label: int) -> None:
        assert self.depth == 0, "a block cannot begin inside a Python block"
        self.current = label

    def jump(self, label: int) -> None:
        self.line(f"return {label}")

    def functions(self, name: str) -> str:
        parts = []
        for number, lines in enumerate(self.blocks):
            parts.append(f"def {name}_{number}(g, f):\n" + "\n".join(lines or ["    return -1"]) + "\n")
        return "\n".join(parts)
