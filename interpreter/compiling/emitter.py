"""Collects the Python code of one unit as numbered blocks.

A text is cut into blocks exactly where it may have to wait (for an answer, or for another text), so that the frame's
block number and registers are all there is to know about a text that waits. `joining` makes a function of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.compiling.joining import Joined

_REGISTER = re.compile(r"f\[(\d+)\]")
_STORE = re.compile(r" *f\[(\d+)\] = ")


class Emitter:
    """The blocks written so far; `line` adds to the current one. In the code a label stands as <3>."""

    def __init__(self) -> None:
        self.blocks: list[list[str]] = [[]]
        self.current = 0
        self.depth = 0
        self.entries: list[str] = []  # blocks that can be begun with from outside

    def line(self, text: str) -> None:
        """Adds a line to the current block."""
        self.blocks[self.current].append("    " * self.depth + text)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """A Python block; it is never left empty."""
        self.depth += 1
        before = len(self.blocks[self.current])
        yield
        if len(self.blocks[self.current]) == before:
            self.line("pass")
        self.depth -= 1

    def label(self) -> str:
        """A new block, to be filled later."""
        self.blocks.append([])
        return f"<{len(self.blocks) - 1}>"

    def start(self, label: str) -> None:
        """From here on lines belong to that block."""
        assert self.depth == 0, "a block cannot begin inside a Python block"
        self.current = int(label[1:-1])

    def jump(self, label: str) -> None:
        """Ends the current block: that one comes next."""
        self.line(f"return {label}")

    def unread_registers(self) -> set[int]:
        """Registers that are written and never read: what they would hold need not be kept."""
        read: dict[int, int] = {}
        for lines in self.blocks:
            for line in lines:
                for found in _REGISTER.findall(line):
                    read[int(found)] = read.get(int(found), 0) + 1
                store = _STORE.match(line)
                if store:
                    read[int(store.group(1))] -= 1
        return {register for register, count in read.items() if count == 0}

    def joined(self) -> Joined:
        """All that was written, as one function."""
        return Joined(self.blocks, [int(label[1:-1]) for label in self.entries])
