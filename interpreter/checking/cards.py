"""Checks the cards of a catalogue against a game: facts, texts, what stands below the line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from interpreter.checking.context import CannotCheck, Names, Output, Scope, TextContext
from interpreter.checking.gamefile import GameFile, by_seats, children, number_of, strings, text_for, text_of
from interpreter.checking.numbers import number
from interpreter.checking.statements import block, participles
from interpreter.checking.taking import factor_of
from interpreter.checking.waiting import below_line
from interpreter.diagnostics import Problems, did_you_mean
from interpreter.program import ir
from interpreter.program.model import Card, Unit
from interpreter.reading.files import Item
from interpreter.reading.parser import TextParser
from interpreter.reading.shape import check_shape, misspelt, schema
from interpreter.reading.vocabulary import Vocabulary, plural_of
from interpreter.syntax import nodes as n

NAME = re.compile(r"[\w'-]+( [\w'-]+)*")


def card_items(files: list[Item], game: GameFile, problems: Problems) -> list[Item]:
    """All cards of all files, in order; a file of another shape is reported."""
    wanted: Any = deepcopy(schema("cards"))
    wanted["items"]["properties"] = _keys(game)
    found: list[Item] = []
    for item in files:
        if not check_shape(item, wanted, problems) and not isinstance(item.value, list):
            continue
        entries = item.value if isinstance(item.value, list) else []
        found += [entry for entry in entries if isinstance(entry.value, dict) and entry.get("card")]
    return found


def _keys(game: GameFile) -> dict[str, Any]:
    """What a card may say: what every card can, and the properties of the game."""
    known = dict(schema("cards")["items"]["properties"])
    for name in children(game.item.get("properties")):
        known.setdefault(name, {"type": "integer", "minimum": -100, "maximum": 100})
    return known


def add_card_names(items: list[Item], words: Vocabulary, game: GameFile, problems: Problems) -> dict[str, int]:
    """Numbers the cards and adds their names, also the plural ones, to the words of the game."""
    numbers: dict[str, int] = {}
    first: dict[str, Item] = {}
    for item in items:
        key = item.get("card")
        assert key is not None
        name = text_of(key)
        if problems.at(key.span):
            continue  # no name, or one too long: reported with the shape of the file
        if name in numbers:
            other = first[name].span
            problems.add("CW120", key.span, f"there is already a card called '{name}'",
                         f"the first one is in {other.file}:{other.line}; give this one another name")
            continue
        if not NAME.fullmatch(name) or not name[0].isupper():
            problems.add("CW121", key.span, f"'{name}' is no name for a card",
                         "begin with a capital letter; use letters, digits, spaces, - and '")
            continue
        kind = children(game.item.get("types")).get(name)
        if kind is not None and text_of(kind.get("card")) != "True":
            problems.add("CW122", key.span, f"'{name}' already is a type", "give the card another name")
            continue
        given = item.get("plural")
        plural = plural_of(name) if given is None or problems.at(given.span) else text_of(given)
        taken = next((form for form in (name, plural) if words.words["NAME"].get(form, name) != name), None)
        if taken is not None:
            problems.add("CW122", key.span, f"'{taken}' already means {words.words['NAME'][taken]}",
                         "give the card another name, or its own 'plural'")
            continue
        words.add_noun("NAME", name, name, plural)
        numbers[name] = len(numbers)
        first[name] = key
    return numbers


def check_card(item: Item, index: int, game: GameFile, names: Names, parser: TextParser, sizes: Mapping[str, Any],
               problems: Problems, output: Output) -> Card:
    """One card under the profile in force."""
    name = text_of(item.get("card"))
    key = item.get("card")
    assert key is not None
    mask, type_names = _types(item, names, problems)
    values: list[int | None] = []
    for prop in names.properties.values():
        given = number_of(item.get(prop.name))
        values.append(given if given is not None else prop.default)
    text_item = item.get("text")
    chosen = text_for(text_item, game, problems) if text_item is not None else None
    unit, watches, standing, facts = _text(name, index, chosen, names, parser, problems, output, values)
    for prop in names.properties.values():
        if values[prop.index] is None and prop.index not in facts and not _told(item, chosen, prop.name, game):
            problems.add("CW112", key.span, f"the card has no {prop.name}", f"add '{prop.name}: ...'")
    editions = strings(item.get("editions"))
    basic = name in strings((game.item.get("piles") or game.item).get("always"))
    offered = not basic and (not editions or bool(set(editions) & set(game.offers)) or not game.offers)
    local: dict[str, tuple[str, ...]] = {"en": (name,)}
    local |= {language: strings(value) for language, value in children(item.get("names")).items()}
    pile = _pile(item, type_names, game, sizes, problems)
    return Card(
        name, index, text_of(item.get("set"), "homebrew"), editions, mask, type_names, tuple(values), facts, unit,
        watches, standing, local, pile, text_of(chosen).rstrip(), key.span, basic, offered,
    )


def _told(item: Item, text: Item | None, name: str, game: GameFile) -> bool:
    """Whether a property is given at all, in a key or in a line of the text; if that is wrong, it is reported there."""
    lines = text_of(text).split("\n")
    return (item.get(name) is not None or misspelt(item, name, set(_keys(game)))
            or any(line.startswith(name + " ") for line in lines))


def _types(item: Item, names: Names, problems: Problems) -> tuple[int, tuple[str, ...]]:
    mask, found = 0, []
    types = item.get("types")
    entries = types.value if types is not None and isinstance(types.value, list) else []
    for name, span in [(entry.value, entry.span) for entry in entries if isinstance(entry.value, str)]:
        if name not in names.types:
            help = did_you_mean(name, names.types, "types")
            problems.add("CW127", span, f"no type called '{name}' in {names.game}", help)
            continue
        mask |= names.types[name]
        found.append(name)
    return mask, tuple(found)


def _pile(
    item: Item, types: tuple[str, ...], game: GameFile, sizes: Mapping[str, Any], problems: Problems
) -> dict[int, int]:
    given = item.get("pile")
    if given is None:
        given = next((sizes[name] for name in types if name in sizes), sizes.get(""))
    if given is None:
        return {}
    return {count: number_of(value) or 0 for count, value in by_seats(given, game, problems).items()}


def pile_sizes(game: GameFile) -> dict[str, Item]:
    """Size of a pile by type; '' for all others."""
    piles = game.item.get("piles")
    if piles is None:
        return {}
    sizes = dict(children(piles.get("size by type")))
    size = piles.get("size")
    if size is not None:
        sizes[""] = size
    return sizes


def _text(
    name: str, index: int, item: Item | None, names: Names, parser: TextParser, problems: Problems, output: Output,
    values: list[int | None],
) -> tuple[int, tuple[int, ...], tuple[Any, ...], dict[int, int]]:
    text = parser.text(item) if item is not None else None
    if text is None:
        return -1, (), (), {}
    unit = -1
    if text.above:
        context = TextContext(names, problems, output, name, index)
        participles(context, text.above)
        unit = output.reserve()
        body = block(context, text.above, Scope())
        output.units[unit] = Unit(unit, name, body, context.next_register, index, lifted=context.lifted)
    watches: list[int] = []
    facts: dict[int, int] = {}
    standing: list[Any] = []
    for node in text.below:
        context = TextContext(names, problems, output, name, index)
        context.below = True
        try:
            if isinstance(node, n.Fact):
                _fact(context, node, values, facts)
                continue
            for watch in below_line(context, node):
                output.watches.append(watch)
                watches.append(len(output.watches) - 1)
            standing += context.standing
        except CannotCheck:
            continue
    return unit, tuple(watches), tuple(standing), facts


def _fact(context: TextContext, node: n.Fact, values: list[int | None], facts: dict[int, int]) -> None:
    prop = context.names.properties[node.property.text]
    if prop.index in facts or (values[prop.index] is not None and values[prop.index] != prop.default):
        raise context.fail("CW319", node.at, f"the {prop.name} of this card is told twice", "tell it once")
    amount = number(context, node.value, Scope())
    factor = factor_of(context, node.per, Scope())
    value = amount if factor is None else ir.Arithmetic("*", amount, factor)
    if node.sign < 0:
        value = ir.Arithmetic("-", ir.Const(0), value)
    constant = _constant(value)
    if constant is not None:
        values[prop.index] = constant
        return
    unit = context.output.reserve()
    context.output.units[unit] = Unit(unit, context.title, (), context.next_register, context.card, value=value)
    facts[prop.index] = unit
    values[prop.index] = None


def _constant(value: ir.Number) -> int | None:
    if isinstance(value, ir.Const):
        return value.value
    if isinstance(value, ir.Arithmetic) and isinstance(value.left, ir.Const) and isinstance(value.right, ir.Const):
        return value.left.value - value.right.value if value.op == "-" else None
    return None
