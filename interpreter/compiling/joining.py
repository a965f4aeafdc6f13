"""Makes Python functions of the blocks of a unit.

A function takes the state and the frame, and returns the number of the block to go on with, or what the engine has to
do. Most jumps disappear: the block they lead to is written where the jump was, so that there is hardly more than one
function for each place where a text can wait. A register that no block reads before it has written it is not kept in
the frame at all, for nothing that waits could need it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.program.layout import FIRST_FREE, SWITCH, YOU

_LABEL = re.compile(r"<(\d+)>")
_RETURN = re.compile(r"( *)((?:(?:if|elif) .*?: )?)return (.*)$")
_REGISTER = re.compile(r"f\[(\d+)\]")
_STORES = re.compile(r" *((?:f\[\d+\] = )+)(.*)$")
_PLAIN_FALSE = re.compile(r" *f\[(\d+)\] = False$")
_MOSTLY_GOES_ON = re.compile(r"(?:perform|window)\(")  # kernel functions that seldom have to wait
_TRACE = "if g.trace is not None:"

TURNS = 0  # conditions behind which a block is written once more instead of being jumped to
DEEPEST = 12  # blocks written into each other


class Joined:
    """The functions of a unit. `numbers` tells where in it a label can be begun with."""

    def __init__(self, blocks: Sequence[Sequence[str]], entries: Sequence[int]) -> None:
        self._blocks = blocks
        self._jumps = [0] * len(blocks)  # how many jumps lead to a block
        resumed = {0, *(self._target(entry) for entry in entries)}
        for lines in blocks:
            for line in lines:
                match = _RETURN.match(line)
                if match is not None and _LABEL.fullmatch(match.group(3)):
                    self._jumps[self._target(int(match.group(3)[1:-1]))] += 1
                else:
                    resumed.update(self._target(int(label)) for label in _LABEL.findall(line))
        self._resumed = resumed
        self._order = [0]
        for entry in entries:
            self._needed(self._target(entry))
        bodies = [self._body(block, (), 0, "") for block in self._order]  # the order grows while bodies are written
        numbers = {block: index for index, block in enumerate(self._order)}
        self.numbers = {label: numbers[self._target(label)] for label in range(len(blocks))
                        if self._target(label) in numbers}
        final = [[_LABEL.sub(lambda match: str(self.numbers[int(match.group(1))]), line) for line in body]
                 for body in bodies]
        self._final = _with_locals(final)

    def functions(self, quiet: bool) -> str:
        """The code; the quiet one has nothing in it that only matters while someone listens."""
        found = []
        for number, body in enumerate(self._final):
            lines = [line for line in body if not quiet or not line.lstrip().startswith(_TRACE)]
            found += [f"def block{number}(g, f):", *_short_names([f"    {line}" for line in lines])]
        blocks = "".join(f"block{number}, " for number in range(len(self._final)))
        return "\n".join([*found, f"BLOCKS = ({blocks})"]) + "\n"

    def _target(self, block: int) -> int:
        """The block a jump really leads to: those that only jump on are passed over."""
        seen = {block}
        while self._blocks[block]:
            match = _RETURN.match(self._blocks[block][0])
            if match is None or match.group(2) or not _LABEL.fullmatch(match.group(3)):
                break
            block = int(match.group(3)[1:-1])
            if block in seen:
                break
            seen.add(block)
        return block

    def _body(self, block: int, path: tuple[int, ...], turns: int, before: str) -> list[str]:
        """The lines of a block, with those of the blocks it leads to.

        `path` are the blocks it is written into, `turns` how many conditions led here, `before` the line it follows.
        """
        lines: list[str] = []
        path += (block,)
        for line in self._blocks[block] or ("return -1",):
            match = _RETURN.match(line)
            if match is None:
                lines.append(line)
                for label in _LABEL.findall(line):
                    self._needed(self._target(int(label)))
                continue
            margin, condition, value = match.groups()
            before = lines[-1] if lines else before
            flag = _PLAIN_FALSE.match(before)
            if flag is not None and condition == f"if not f[{flag.group(1)}]: ":
                condition = ""  # it was made false just before
            if condition:
                lines.append(margin + condition.rstrip())
                lines += [f"{margin}    {part}" for part in self._then(value, path, turns + 1, "")]
            else:
                lines += [margin + part for part in self._then(value, path, turns, before)]
                if not margin:
                    break  # what follows is never reached
        return lines

    def _then(self, value: str, path: tuple[int, ...], turns: int, before: str) -> list[str]:
        """What is done at a `return`: the block it leads to, a jump, or really a return."""
        if _LABEL.fullmatch(value):
            target = self._threaded(self._target(int(value[1:-1])), before)
            alone = self._jumps[target] == 1 and target not in self._resumed
            if target not in path and len(path) <= DEEPEST and (alone or turns <= TURNS):
                return self._body(target, path, turns, before)
            value = f"<{target}>"
        for label in _LABEL.findall(value):
            self._needed(self._target(int(label)))
        if _MOSTLY_GOES_ON.match(value) and turns <= TURNS:
            target = self._target(int(_LABEL.findall(value)[0]))
            if target not in path:
                return [f"if {value} < 0: return {SWITCH}", *self._body(target, path, turns, "")]
        return [f"return {value}"]

    def _threaded(self, target: int, before: str) -> int:
        """Where a jump to a block leads that begins by asking what the line `before` the jump has just made false."""
        flag = _PLAIN_FALSE.match(before)
        match = _RETURN.match(self._blocks[target][0]) if flag and self._blocks[target] else None
        if flag and match and match.group(2) == f"if not f[{flag.group(1)}]: " and _LABEL.fullmatch(match.group(3)):
            return self._target(int(match.group(3)[1:-1]))
        return target

    def _needed(self, block: int) -> None:
        if block not in self._order:
            self._order.append(block)


# ---------------------------------------------------------------- registers


def _with_locals(bodies: list[list[str]]) -> list[list[str]]:
    """Registers that every block writes before it reads them become plain variables."""
    kept: set[int] = set(range(FIRST_FREE))
    for body in bodies:
        _scan(body, 0, 0, set(), kept)

    def name(match: re.Match[str]) -> str:
        return match.group() if int(match.group(1)) in kept else f"v{match.group(1)}"

    return [[_REGISTER.sub(name, line) for line in body] for body in bodies]


def _scan(body: list[str], index: int, margin: int, written: set[int], kept: set[int]) -> int:
    """Adds to `kept` what is read from line `index` on, as long as the margin lasts, without having been written."""
    while index < len(body):
        line = body[index]
        indent = len(line) - len(line.lstrip())
        if indent < margin:
            return index
        if indent > margin:  # a suite: what is written in it may not have been written after it
            index = _scan(body, index, indent, set(written), kept)
            continue
        store = _STORES.match(line)
        reads = _REGISTER.findall(store.group(2) if store else line)
        kept.update(register for register in map(int, reads) if register not in written)
        if store:
            written.update(map(int, _REGISTER.findall(store.group(1))))
        index += 1
    return index


def _short_names(lines: list[str]) -> list[str]:
    """Whose text it is, and the numbers counted from there, are read once."""
    own = f"f[{YOU}]"
    text = "\n".join(lines)
    if text.count(own) < 2:
        return lines
    factors = sorted(set(re.findall(re.escape(own) + r" \* (\d+)", text)))
    many = [factor for factor in factors if text.count(f"{own} * {factor}") > 1]
    head = [f"you = {own}", *(f"you{factor} = you * {factor}" for factor in many)]
    found = ["    " + line for line in head]
    for line in lines:
        if line.lstrip().startswith(f"{own} = "):
            margin = line[: len(line) - len(line.lstrip())]
            found += [line, *(margin + again for again in head)]
            continue
        for factor in many:
            line = line.replace(f"{own} * {factor}", f"you{factor}")
        found.append(line.replace(own, "you"))
    return found
