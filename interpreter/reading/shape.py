"""The shape of a file: which keys there are and what kind of value each takes, by JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jsonschema

from interpreter.diagnostics import Problems, did_you_mean, suggest
from interpreter.reading.files import Item
from interpreter.reading.places import data_folder

NAMES = {
    "object": "keys with values", "array": "a list", "string": "a text", "integer": "a whole number",
    "boolean": "true or false", "null": "nothing",
}
# What a limit of the schema says to an author: message and help, from the key, the limit and the value.
LIMITS: dict[str, Callable[[str, Any, Any], tuple[str, str]]] = {
    "minimum": lambda key, limit, value: (f"{value} is too little for '{key}'", f"it is at least {limit}"),
    "maximum": lambda key, limit, value: (f"{value} is too much for '{key}'", f"it is at most {limit}"),
    "minLength": lambda key, limit, value: (f"'{key}' is empty", "write something behind it"),
    "maxLength": lambda key, limit, value: (f"'{key}' is too long: {len(value)} letters", f"at most {limit} fit"),
    "minItems": lambda key, limit, value: (f"the list of '{key}' is empty", "name at least one, as in '[One, Two]'"),
    "minProperties": lambda key, limit, value: (f"'{key}' is empty", "name at least one"),
    "maxProperties": lambda key, limit, value: (f"'{key}' has {len(value)} entries", f"at most {limit} are possible"),
    "pattern": lambda key, limit, value: (
        f"'{value}' is no word", "use letters, with one space between several words; no line breaks, ':', ',' or '#'"),
}


@lru_cache(maxsize=8)
def schema(name: str) -> Any:
    """The schema of a kind of file, as plain data."""
    text = (data_folder() / "grammar" / f"{name}.schema.json").read_text("utf-8")
    return json.loads(text)


def check_shape(item: Item, wanted: Any, problems: Problems) -> bool:
    """Adds a problem for everything in the file that has another shape than wanted."""
    validator = jsonschema.Draft202012Validator(wanted)
    before = len(problems.found)
    for error in validator.iter_errors(item.plain()):
        _report(_deepest(error), item, problems)
    return len(problems.found) == before


def misspelt(item: Item, key: str, known: set[str]) -> bool:
    """Whether a key that is missing is there with a slip in its name; that is reported, and is enough."""
    return any(extra not in known and suggest(extra, known) == key for extra in item.key_spans)


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
        _extra_keys(error, where, problems)
    elif error.validator in ("required", "dependentRequired"):
        _missing_keys(error, where, problems)
    elif error.validator == "enum":
        choices = [str(choice) for choice in error.validator_value]
        problems.add("CW113", where.span, f"'{error.instance}' is no value for '{key}'",
                     did_you_mean(str(error.instance), choices, "values"))
    elif error.validator in LIMITS:
        span = where.span
        if "propertyNames" in error.absolute_schema_path:  # the key itself is meant
            span = where.key_spans.get(error.instance, span)
        message, help = LIMITS[error.validator](key, error.validator_value, error.instance)
        problems.add("CW113", span, message, help)
    else:
        problems.add("CW113", where.span, f"'{key}' has the wrong kind of value" if key else "wrong kind of value",
                     f"it should be {_kinds(error)}")


def _extra_keys(error: Any, where: Item, problems: Problems) -> None:
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    extras = [name for name in error.instance if name not in known]
    for extra in [name for name in extras if not any(re.search(pattern, name) for pattern in patterns)]:
        span = where.key_spans.get(extra, where.span)
        problems.add("CW111", span, f"unknown key '{extra}'", did_you_mean(extra, known, "keys here"))


def _missing_keys(error: Any, where: Item, problems: Problems) -> None:
    wanted = error.validator_value
    if error.validator == "dependentRequired":
        wanted = [name for key, names in wanted.items() if key in error.instance for name in names]
    known = set(error.schema.get("properties", {}))
    for missing in [name for name in wanted if name not in error.instance]:
        if f"'{missing}'" in error.message and not misspelt(where, missing, known):
            problems.add("CW112", where.span, f"the key '{missing}' is missing", f"add '{missing}: ...'")


def _kinds(error: Any) -> str:
    """What a value should have been: as the schema describes it, or else by the names of its types."""
    described = error.schema.get("description")
    if described:
        return str(described)
    if error.validator == "type":
        kinds = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    else:
        kinds = [choice.get("type") for choice in error.validator_value]
    flat = [kind for entry in kinds for kind in (entry if isinstance(entry, list) else [entry])]
    return " or ".join(dict.fromkeys(NAMES.get(kind, str(kind)) for kind in flat))


def _at(item: Item, path: list[Any]) -> Item:
    for part in path:
        if isinstance(item.value, dict):
            item = item.value.get(part, item)
        elif isinstance(item.value, list):
            item = item.value[part]
    return item
