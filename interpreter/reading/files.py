"""Reads a YAML file into plain values that remember where they stood.

What is refused here, before anything is built: files that are too large, not text, or too deeply nested,
and aliases (a handful of lines of them can expand to gigabytes).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import yaml

from interpreter.diagnostics import Problems, Span

MAX_BYTES = 2_000_000
MAX_DEPTH = 24
MAX_VALUES = 100_000
_Loader = getattr(yaml, "CLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]{1,9}$")


@dataclass(frozen=True, slots=True)
class Item:
    """One YAML value: a dict of Items, a list of Items, or a string, number, bool or None."""

    value: Union[dict[str, Item], list[Item], str, int, bool, None]
    span: Span
    key_spans: dict[str, Span]
    text_column: int = 0  # for a text: the column its lines begin in; 0 if its lines cannot be located
    text_line: int = 0
    remark: Span | None = None  # a '#' and what follows it behind a value without quotation marks

    def plain(self) -> object:
        """The value without positions, for a schema check."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value

    def get(self, key: str) -> Item | None:
        return self.value.get(key) if isinstance(self.value, dict) else None

    def strings(self) -> list[tuple[str, Span]]:
        """The texts of a list, each with its place."""
        items = self.value if isinstance(self.value, list) else [self]
        return [(str(item.value), item.span) for item in items]


def read_yaml(path: Path, name: str, problems: Problems) -> Item | None:
    """The content of a file, or None after adding what is wrong with it."""
    text = _read_text(path, name, problems)
    if text is None:
        return None
    return parse_yaml(text, name, problems)


def parse_yaml(text: str, name: str, problems: Problems) -> Item | None:
    """The content of a text in YAML, or None after adding what is wrong with it."""
    problems.lines[name] = text.split("\n")
    if not _safe_shape(text, name, problems):
        return None
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        _yaml_problem(error, name, problems)
        return None
    if node is None:
        problems.add("CW103", Span(name, 1, 1), "the file is empty",
                     "a cards file is a list: start with '- card: Name'; `cardwright cards` shows what there is")
        return None
    return _item(node, name, problems)


def read_bounded(path: Path) -> bytes | None:
    """The content of a file; None if it is larger than any file that is read."""
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    return data if len(data) <= MAX_BYTES else None


def _read_text(path: Path, name: str, problems: Problems) -> str | None:
    start = Span(name, 1, 1)
    try:
        if path.is_dir():
            problems.add("CW101", start, "this is a folder, not a file", "name the YAML files in it")
            return None
        if path.exists() and not path.is_file():  # a device or a pipe may have no end
            problems.add("CW101", start, "this is not a file", "name a YAML file")
            return None
        data = read_bounded(path)
        if data is None:
            problems.add("CW102", start, f"the file has {path.stat().st_size:,} bytes; at most {MAX_BYTES:,} are read",
                         "split it into several files")
            return None
    except OSError as error:
        problems.add("CW101", start, f"the file cannot be read: {error.strerror or error}", "check its name and folder")
        return None
    try:
        text = data.decode("utf-8-sig")
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        pass
    problems.add("CW104", start, "this is not a text file", "cards are written in YAML, saved as UTF-8")
    return None


def _safe_shape(text: str, name: str, problems: Problems) -> bool:
    depth = values = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            mark = event.start_mark
            if isinstance(event, yaml.AliasEvent):
                problems.add("CW105", _place(name, mark), "aliases are not read in card files",
                             "write the value out where it is needed")
                return False
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            values += 1
            if depth > MAX_DEPTH or values > MAX_VALUES:
                what = f"nested more than {MAX_DEPTH} levels deep" if depth > MAX_DEPTH else "too long"
                problems.add("CW106", _place(name, mark), f"this file is {what}",
                             "a card needs three levels; split a long file into several")
                return False
    except yaml.YAMLError as error:
        _yaml_problem(error, name, problems)
        return False
    return True


def _place(name: str, mark: Any) -> Span:
    """Where a mark of the YAML reader stands; its lines and columns count from 0."""
    return Span(name, mark.line + 1, mark.column + 1)


def _yaml_problem(error: yaml.YAMLError, name: str, problems: Problems) -> None:
    mark = getattr(error, "problem_mark", None)
    span = _place(name, mark) if mark else Span(name, 1, 1)
    lines = problems.lines.get(name, [])
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in str(error):
        problems.add("CW107", Span(name, span.line, 1), "this line is indented with a tab", "indent with spaces")
        return
    reason = getattr(error, "problem", None) or str(error).splitlines()[0]
    help = "a text with ':' in it goes on lines of its own below 'text: |'"
    if _below_bar(lines[: span.line], _margin([line])):
        help = "all lines of a text are indented at least as far as its first line"
    problems.add("CW108", span, f"this is not YAML: {reason}", help)


def _below_bar(lines: list[str], margin: int) -> bool:
    """Whether the last line stands further left than the block of text above it, and further right than its key."""
    for line in reversed(lines[:-1]):
        if line.strip() and _margin([line]) < margin:
            return line.rstrip().endswith("|")
    return False


def _item(node: yaml.Node, name: str, problems: Problems) -> Item:
    mark, end = node.start_mark, node.end_mark
    length = end.column - mark.column if end.line == mark.line else 1
    span = Span(name, mark.line + 1, mark.column + 1, max(1, length))
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, span, name, problems)
    if isinstance(node, yaml.SequenceNode):
        return Item([_item(child, name, problems) for child in node.value], span, {})
    assert isinstance(node, yaml.ScalarNode)
    return _scalar(node, span, problems)


def _mapping(node: yaml.MappingNode, span: Span, name: str, problems: Problems) -> Item:
    values: dict[str, Item] = {}
    spans: dict[str, Span] = {}
    for key_node, value_node in node.value:
        mark = key_node.start_mark
        key_span = Span(name, mark.line + 1, mark.column + 1, max(1, key_node.end_mark.column - mark.column))
        if not isinstance(key_node, yaml.ScalarNode):
            problems.add("CW108", key_span, "a key must be a word", "write 'key: value'")
            continue
        key = str(key_node.value)
        if key in values:
            problems.add("CW109", key_span, f"'{key}' is given twice", f"the first one is in line {spans[key].line}")
            continue
        values[key] = _item(value_node, name, problems)
        spans[key] = key_span
    return Item(values, span, spans)


def _scalar(node: yaml.ScalarNode, span: Span, problems: Problems) -> Item:
    value: str | int | bool | None = node.value
    if not node.style:  # a plain scalar; the C loader says ""
        if _INTEGER.match(node.value):
            value = int(node.value)
        elif node.value in ("true", "false"):
            value = node.value == "true"
        elif node.value in ("", "null", "~"):
            value = None
    if node.style == "|":
        lines = problems.lines[span.file]
        return Item(value, span, {}, _margin(lines[span.line:]) - _margin(node.value.split("\n")) + 1, span.line + 1)
    if node.start_mark.line == node.end_mark.line and "\n" not in node.value:
        remark = None if node.style else _remark(node, span, problems)
        return Item(value, span, {}, span.column + (1 if node.style else 0), span.line, remark)
    return Item(value, span, {})


def _remark(node: yaml.ScalarNode, span: Span, problems: Problems) -> Span | None:
    line = problems.lines[span.file][span.line - 1]
    behind = line[node.end_mark.column :]
    if not behind.lstrip().startswith("#"):
        return None
    column = line.index("#", node.end_mark.column)
    return Span(span.file, span.line, column + 1, len(line.rstrip()) - column)


def _margin(lines: list[str]) -> int:
    first = next((line for line in lines if line.strip()), "")
    return len(first) - len(first.lstrip(" "))
