"""Collects the Python code of one unit as numbered blocks.

A unit becomes one function of the state, the frame and the number of the block to begin with; it runs from block to
block and returns what the engine has to do. A text is cut into blocks exactly where it may have to wait (for an
answer, or for another text), so that the frame's block number and registers are all there is to know about a text
that waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

# While blocks are written, a label stands in the code as <3>; the final numbers are put in at the end, when
# blocks that only lead to another one have been left out.
_LABEL = re.compile(r"<(\d+)>")
_ONLY_JUMP = re.compile(r" *return <(\d+)>$")
_RETURN = re.compile(r"( *(?:(?:if|elif) .*?: )?)return (.*)$")
_REGISTER = re.compile(r"f\[(\d+)\]")
_STORE = re.compile(r" *f\[(\d+)\] = ")


class Emitter:
    """The blocks written so far; `line` adds to the current one."""

    def __init__(self) -> None:
        self.blocks: list[list[str]] = [[]]
        self.current = 0
        self.depth = 0
        self.numbers: dict[int, int] = {}  # label -> the number its block has in the finished code

    def line(self, text: str) -> None:
        """Adds a line to the current block."""
        self.blocks[self.current].append("    " * (self.depth + 1) + text)

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

    def function(self, name: str) -> str:
        """The code of the unit: all blocks that can be reached, the first one numbered 0."""
        order = [0]
        for number in order:
            for found in _LABEL.findall("\n".join(self.blocks[number])):
                target = self._target(int(found))
                if target not in order:
                    order.append(target)
        numbers = {block: index for index, block in enumerate(order)}
        targets = {label: self._target(label) for label in range(len(self.blocks))}
        self.numbers = {label: numbers[target] for label, target in targets.items() if target in numbers}
        blocks = []
        for block in order:
            lines = self.blocks[block] or ["    return -1"]
            blocks.append([part for line in lines for part in self._jumps(line, numbers)])
        head = f"def {name}(g, f, pc):"
        if len(order) == 1:
            return "\n".join([head, *blocks[0]]) + "\n"
        return "\n".join([head, "    while True:", *_by_halves(blocks, 0, len(blocks), "    ")]) + "\n"

    def _jumps(self, line: str, numbers: dict[int, int]) -> list[str]:
        """Going on with a block of the same unit is no return; what a kernel function says may be either."""
        line = _LABEL.sub(lambda match: f"<{numbers[self._target(int(match.group(1)))]}>", line)
        match = _RETURN.match(line)
        if match is None or match.group(2).startswith("-"):
            return [_LABEL.sub(r"\1", line)]
        start, value = match.groups()
        if _LABEL.fullmatch(value):
            return [f"{start}pc = {value[1:-1]}; continue"]
        value = _LABEL.sub(r"\1", value)
        if start.strip():  # a condition stands before it
            margin = " " * (len(start) - len(start.lstrip()))
            then = (f"pc = {value}", "if pc < 0: return pc", "continue")
            return [start.rstrip(), *(f"{margin}    {line}" for line in then)]
        return [f"{start}pc = {value}", f"{start}if pc < 0: return pc", f"{start}continue"]

    def _target(self, block: int) -> int:
        """The block a jump really leads to."""
        seen = {block}
        while self.blocks[block] and (match := _ONLY_JUMP.match(self.blocks[block][0])):
            block = int(match.group(1))
            if block in seen:
                break
            seen.add(block)
        return block


def _by_halves(blocks: list[list[str]], first: int, last: int, margin: str) -> list[str]:
    """The blocks from `first` to before `last`, found by comparing with the middle."""
    if last - first == 1:
        return [margin + line for line in blocks[first]]
    middle = (first + last) // 2
    return [
        f"{margin}    if pc < {middle}:", *_by_halves(blocks, first, middle, margin + "    "),
        f"{margin}    else:", *_by_halves(blocks, middle, last, margin + "    "),
    ]
