"""The shape of a file: which keys there are and what kind of value each takes, by JSON Schema."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import jsonschema

from interpreter.diagnostics import Problems, Span, did_you_mean
from interpreter.reading.files import Item
from interpreter.reading.places import data_folder

NAMES = {
    "object": "keys with values", "array": "a list", "string": "a text", "integer": "a whole number",
    "boolean": "true or false", "null": "nothing",
}


@lru_cache(maxsize=8)
def schema(name: str) -> Any:
    text = (data_folder() / "grammar" / f"{name}.schema.json").read_text("utf-8")
    return json.loads(text)


def check_shape(item: Item, wanted: Any, problems: Problems) -> bool:
    """Adds a problem for everything in the file that has another shape than wanted."""
    validator = jsonschema.Draft202012Validator(wanted)
    before = len(problems.found)
    for error in validator.iter_errors(item.plain()):
        _report(_deepest(error), item, problems)
    return len(problems.found) == before


def _deepest(error: Any) -> Any:
    """Of the branches of a choice, the one the author most likely meant."""
    while error.validator == "oneOf" and error.context:
        fitting = [e for e in error.context if e.validator != "type" or len(e.relative_path) > 0]
        if not fitting:
            return error
        error = max(fitting, key=lambda e: len(e.path))
    return error


def _report(error: Any, item: Item, problems: Problems) -> None:
    where = _at(item, list(error.absolute_path))
    key = next((str(part) for part in reversed(error.absolute_path) if isinstance(part, str)), "")
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        for extra in [name for name in error.instance if name not in known]:
            span = where.key_spans.get(extra, where.span)
            problems.add("CW111", span, f"unknown key '{extra}'", did_you_mean(extra, known, "keys here"))
        return
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        problems.add("CW112", where.span, f"the key '{missing[0]}' is missing", f"add '{missing[0]}: ...'")
    elif error.validator == "enum":
        choices = [str(choice) for choice in error.validator_value]
        problems.add("CW113", where.span, f"'{error.instance}' is no value for '{key}'",
                     did_you_mean(str(error.instance), choices, "values"))
    elif error.validator in ("type", "oneOf"):
        problems.add("CW113", where.span, f"'{key}' has the wrong kind of value" if key else "wrong kind of value",
                     f"it should be {_kinds(error)}")
    else:
        problems.add("CW113", where.span, f"'{key}' is out of range", f"{error.validator} is {error.validator_value}")


def _kinds(error: Any) -> str:
    if error.validator == "type":
        kinds = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    else:
        kinds = [choice.get("type") for choice in error.validator_value]
    flat = [kind for entry in kinds for kind in (entry if isinstance(entry, list) else [entry])]
    return " or ".join(dict.fromkeys(NAMES.get(kind, str(kind)) for kind in flat))


def _at(item: Item, path: list[Any]) -> Item:
    for part in path:
        value = item.value
        if isinstance(value, dict) and part in value:
            item = value[part]
        elif isinstance(value, list) and isinstance(part, int):
            item = value[part]
    return item


def start_of(name: str) -> Span:
    return Span(name, 1, 1)
