"""Explains mistakes of layout: blocks that are missing, and lines that stand where no line can stand."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.reading.advice.trial import Stuck, Trials
from interpreter.reading.layout import indent_of, is_blank


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong in a text and where; rows and columns count from 0."""

    row: int
    column: int
    length: int
    code: str
    message: str
    help: str
    stops: bool = False  # whether the lines after it cannot be judged


def misplaced(
    stuck: Stuck, accepted: frozenset[str], row: int, lines: list[str], trials: Trials
) -> Finding | None:
    """What is wrong with the place of a line; None if its words are wrong."""
    if stuck.kind == "_INDENT":
        return _too_deep(lines, stuck.next_line - 1)
    line = lines[row]
    begins = stuck.column - 1 <= indent_of(line) and stuck.kind not in ("_NL", "_DEDENT", "$END")
    item = begins and line.lstrip().startswith("- ")
    if "_INDENT" in accepted:
        if item:
            return at_line(lines, row, "the items of a choice stand indented below it", "put two spaces before '-'")
        return _no_block(lines, row - begins, trials)
    if item and "_DASH" not in accepted:
        return at_line(lines, row, "a line with '-' is an item of a choice, and there is none here",
                       "items stand below a line such as 'choose one:'; other lines begin without '-'", "CW210")
    if "_DASH" in accepted and "VERB" not in accepted and begins:
        return at_line(lines, row, "here an item of the choice is wanted", "begin each item with '- '", "CW210")
    return None


def at_line(lines: list[str], row: int, message: str, help: str, code: str = "CW212") -> Finding:
    """About a line as a whole: its place rather than its words."""
    line = without_remark(lines[row])
    return Finding(row, indent_of(line), max(1, len(line.strip())), code, message, help, stops=True)


def without_remark(line: str) -> str:
    """A line up to its '#'."""
    return line.partition("#")[0].rstrip()


def _no_block(lines: list[str], row: int, trials: Trials) -> Finding:
    """After a ':' at the end of a line nothing follows."""
    while row > 0 and is_blank(lines[row]):
        row -= 1
    line = without_remark(lines[row])
    help = "after ':' comes a statement, or a block of lines below it, indented further"
    if not trials.fits(line.strip() + " nothing"):
        help = "after ':' come the items, each on an indented line that begins with '- '"
    return Finding(row, max(0, len(line) - 1), 1, "CW211", "nothing follows this ':'", help)


def _too_deep(lines: list[str], row: int) -> Finding:
    """A line is indented, but nothing opened a block."""
    above = next((line for line in reversed(lines[:row]) if not is_blank(line)), "")
    _, colon, behind = without_remark(above).partition(":")
    if colon and behind.strip():
        help = "put all lines of the block below the ':', none behind it"
    elif above.lstrip().startswith("- "):
        help = "begin it under the first letter behind the '- '"
    else:
        help = "begin it where the line above begins; a block needs a line above it that ends with ':'"
    return at_line(lines, row, "this line is indented, but nothing above it opens a block", help)


def stand_in(lines: list[str], row: int) -> list[str]:
    """The lines with a harmless one for the line in `row`, so that the lines after it can be read."""
    line = lines[row]
    margin = " " * indent_of(line) + ("- " if line.lstrip().startswith("- ") else "")
    after = next((other for other in lines[row + 1 :] if not is_blank(other)), "")
    opens = indent_of(after) > len(margin)
    kind = "nothing" if not opens else "choose one:" if after.lstrip().startswith("- ") else "may:"
    return [*lines[:row], margin + kind, *lines[row + 1 :]]
