"""No construct is so narrow that one card alone could use it.

A construct is an alternative of the grammar: a rule (by its name or alias) together with each word or part it may
hold, such as (`quant`, `UP_TO`) or (`event_active`, `WOULD`). It must be used by two cards at least, official ones
or those of `examples/homebrew.yaml`; the texts of the rules file are no cards. The same holds for every verb,
counter, zone and phase of the game, and for every node of the checked program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, get_args

import pytest
from lark import Lark, Token, Tree
from lark.grammar import Rule, Symbol

from interpreter import load
from interpreter.checking.cards import add_card_names, card_items
from interpreter.checking.game import GameFile, game_file, vocabulary_of
from interpreter.diagnostics import Problems
from interpreter.loading import game_path
from interpreter.program import ir
from interpreter.program.model import Card, Program, Unit
from interpreter.reading.files import Item, read_yaml
from interpreter.reading.layout import Blocks, chunks
from interpreter.reading.parser import STARTS, grammar_text
from interpreter.reading.vocabulary import Vocabulary
from interpreter.syntax.build import Builder

ROOT = Path(__file__).resolve().parent.parent
HOMEBREW = ROOT / "examples" / "homebrew.yaml"

Construct = tuple[str, str]
Users = dict[Any, list[str]]

# Punctuation and layout belong to no alternative of their own.
LAYOUT = {"_NL", "_INDENT", "_DEDENT", "_COLON", "_COMMA"}

# Parts that mean the same wherever they may stand are constructs of their own, not one for each place.
ANYWHERE = {"actor", "MAY", "NOT", "on", "per", "mod", "INSTEAD"}

# What only the texts of a rules file can say, with the reason.
ONLY_RULES = {
    "condition": "the start rule of the game's end condition, not of a card text",
    "amount": "the start rule of the game's score, not of a card text",
    "respond": "marks, in the text of a verb, the moment at which others may respond; refused on cards",
}


# ---------------------------------------------------------------- what there is


@cache
def game_and_cards(further: Path = HOMEBREW) -> tuple[GameFile, tuple[Item, ...], Vocabulary]:
    """The game file, the cards of the catalogue and of a further file, and their words."""
    problems = Problems()
    item = read_yaml(game_path("dominion"), "dominion", problems)
    files = [read_yaml(path, path.name, problems) for path in (ROOT / "cards.yaml", further)]
    assert item is not None
    game = game_file(item, None, problems)
    entries = card_items([file for file in files if file is not None], game, problems)
    words = vocabulary_of(game)
    add_card_names(entries, words, game, problems)
    problems.stop_if_any()
    return game, tuple(entries), words


@cache
def grammar(further: Path = HOMEBREW) -> Lark:
    """The language, with every word kept in the tree."""
    _, _, words = game_and_cards(further)
    return Lark(grammar_text(words), parser="lalr", start=STARTS, maybe_placeholders=False, postlex=Blocks(),
                keep_all_tokens=True)


@cache
def trees(further: Path = HOMEBREW) -> dict[str, list[Tree[Token]]]:
    """The parse trees of every card, all its profiles together."""
    _, entries, _ = game_and_cards(further)
    found: dict[str, list[Tree[Token]]] = {}
    for entry in entries:
        name = entry.get("card")
        assert name is not None
        found[str(name.value)] = [
            grammar(further).parse("\n".join(line.rstrip() for line in chunk) + "\n", start="chunk")
            for text in texts_of(entry) for _, chunk in chunks(text.split("\n")) if not chunk[0].startswith("--")
        ]
    return found


def texts_of(entry: Item) -> list[str]:
    text = entry.get("text")
    if text is None:
        return []
    if isinstance(text.value, dict):
        return [str(part.value) for part in text.value.values()]
    return [str(text.value)]


def constructs_of_grammar() -> set[Construct]:
    """Every rule or alias with every word and part its alternatives can hold."""
    rules = grammar().rules
    inlined = {rule.origin for rule in rules if rule.options.expand1}  # `?rule`: the tree shows what is below it
    helpers: dict[Symbol, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.origin.name.startswith("__"):
            helpers[rule.origin].append(rule)
    found: set[Construct] = set()
    for rule in rules:
        if rule.origin.name.startswith("__") or (rule.origin in inlined and rule.alias is None):
            continue
        name = str(rule.alias or rule.origin.name)
        found.add((name, ""))
        for symbol in symbols(rule, helpers, frozenset()):
            if symbol.name not in LAYOUT and symbol not in inlined:
                found.add(("", symbol.name) if symbol.name in ANYWHERE else (name, symbol.name))
    return found


def symbols(rule: Rule, helpers: dict[Symbol, list[Rule]], seen: frozenset[Symbol]) -> Iterator[Symbol]:
    """The parts of an alternative; what lark made of `*` and `+` counts as written out."""
    for symbol in rule.expansion:
        if symbol not in helpers:
            yield symbol
        elif symbol not in seen:
            for helper in helpers[symbol]:
                yield from symbols(helper, helpers, seen | {symbol})


def constructs_in(tree: Tree[Token]) -> Iterator[Construct]:
    for node in tree.iter_subtrees():
        name = str(node.data)
        yield name, ""
        for child in node.children:
            part = child.type if isinstance(child, Token) else str(child.data)
            yield ("", part) if part in ANYWHERE else (name, part)


@cache
def users_of_constructs(further: Path = HOMEBREW) -> Users:
    universe = constructs_of_grammar()
    origins = {str(rule.alias): rule.origin.name for rule in grammar().rules if rule.alias}
    users: Users = {construct: [] for construct in universe}
    for card, parsed in trees(further).items():
        used = {construct for tree in parsed for construct in constructs_in(tree)}
        # a part that has an alias is known to its parent by the name of its rule
        used |= {("" if origins[part] in ANYWHERE else name, origins[part]) for name, part in used if part in origins}
        for construct in used & universe:
            users[construct].append(card)
    return users


def too_narrow(users: Users) -> list[str]:
    found = [(what, cards) for what, cards in sorted(users.items(), key=str) if len(cards) < 2]
    return [f"{what}: {', '.join(cards) or 'no card'}" for what, cards in found]


# ---------------------------------------------------------------- the tests


def test_every_construct_of_the_grammar_is_used_by_two_cards() -> None:
    users = {what: cards for what, cards in users_of_constructs().items() if what[0] not in ONLY_RULES
             and what[1] not in ONLY_RULES}
    assert len(users) > 200, "the grammar was not read"
    assert not too_narrow(users)


def test_every_rule_of_the_grammar_is_built_by_a_method_and_every_method_builds_a_rule() -> None:
    """The tree of a rule without a method would pass into the checker as it is."""
    builders = [kind for kind in Builder.__mro__ if kind.__module__.startswith("interpreter.")]
    methods = {name for builder in builders for name in vars(builder) if not name.startswith("_")}
    assert methods == {name for name, _ in constructs_of_grammar() if name}


def test_what_only_rules_say_is_said_there_and_refused_on_cards() -> None:
    known = {name for name, _ in constructs_of_grammar()}
    assert set(ONLY_RULES) <= known, "an entry of the list is no longer in the grammar"
    used = {name for name, _ in (c for parsed in trees().values() for tree in parsed for c in constructs_in(tree))}
    assert not used & set(ONLY_RULES)


def test_every_word_of_the_game_is_used_by_two_cards() -> None:
    """Verbs, counters, zones, phases and states: by any of their forms."""
    _, _, words = game_and_cards()
    classes = {
        "VERB": "verb", "VERBED": "verb", "COUNTER": "counter", "ZONE": "zone", "INZONE": "zone", "PHASE": "phase",
        "STATE": "state", "PROPERTY": "property", "HAVING": "property", "HAS": "property", "KIND": "kind",
        "PLACE": "place",
    }
    users: Users = {(classes[kind], name): [] for kind in classes for name in words.words[kind].values()}
    for card, parsed in trees().items():
        tokens = [t for tree in parsed for t in tree.scan_values(lambda value: isinstance(value, Token))]
        used = {(classes[t.type], words.words[t.type][str(t)]) for t in tokens if t.type in classes}
        for word in used:
            users[word].append(card)
    # where shown cards lie until they are told where to go: no text has to name it
    users.pop(("zone", "shown"))
    assert not too_narrow(users)


@cache
def program() -> Program:
    return load("dominion", edition="1e", cards=[HOMEBREW]).program


def units_of(card: Card) -> list[Unit]:
    """All texts of a card, those that wait included."""
    found: dict[int, Unit] = {}
    todo = [unit for unit in (card.unit, *card.facts.values()) if unit >= 0]
    todo += [program().watches[watch].unit for watch in card.watches]
    while todo:
        number = todo.pop()
        if number in found:
            continue
        unit = found[number] = program().units[number]
        waits = [node for node in nodes(unit.body) if isinstance(node, ir.Wait)]
        todo += [program().watches[wait.effect].unit for wait in waits if wait.is_watch]
    return list(found.values())


def nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from nodes(part)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from nodes(getattr(value, field.name))


def changes_of(card: Card, units: list[Unit]) -> list[Any]:
    waits = [node for unit in units for node in nodes(unit.body) if isinstance(node, ir.Wait) and not node.is_watch]
    return [program().changes[wait.effect] for wait in waits] + [held.change for held in card.standing]


def test_every_node_of_the_program_is_used_by_two_cards() -> None:
    statements = {kind.__name__ for kind in get_args(ir.Statement)} - {"Respond"}  # refused on cards
    kinds = [*get_args(ir.Condition), *get_args(ir.Test), *get_args(ir.Number), ir.Change]
    users: Users = {kind: [] for kind in statements | {kind.__name__ for kind in kinds}}
    for card in program().cards:
        units = units_of(card)
        watches = [program().watches[watch] for watch in card.watches]
        parts = [(unit.body, unit.value, unit.condition) for unit in units]
        parts += [tuple(watch.tests) for watch in watches] + changes_of(card, units)
        for kind in {type(node).__name__ for part in parts for node in nodes(part)} & set(users):
            users[kind].append(card.name)
    assert not too_narrow(users)


def test_every_way_to_wait_is_used_by_two_cards() -> None:
    """Windows of events, moments of turns, how long an effect lasts."""
    users: Users = {("window", w): [] for w in ("before", "instead", "when", "after")}
    users |= {("who", w): [] for w in ("you", "another", "any")} | {("the first time", ""): [], ("this", ""): []}
    users |= {("until", u): [] for u in ("turn", "start turn", "end turn", "once")}
    for card in program().cards:
        waits = [node for unit in units_of(card) for node in nodes(unit.body) if isinstance(node, ir.Wait)]
        watches = [program().watches[w] for w in card.watches]
        watches += [program().watches[wait.effect] for wait in waits if wait.is_watch]
        used = {("until", wait.until) for wait in waits} | {("window", w.window) for w in watches}
        used |= {("who", w.who) for w in watches} | {("the first time", "") for w in watches if w.first and w.verb >= 0}
        used |= {("this", "") for w in watches if w.this}
        for what in used & set(users):
            users[what].append(card.name)
    assert not too_narrow(users)


def official() -> list[Item]:
    _, entries, _ = game_and_cards()
    return [entry for entry in entries if entry.get("set") is not None and entry.span.file == "cards.yaml"]


def test_every_official_card_is_text() -> None:
    assert len(official()) == 64
    without = [entry.get("card") for entry in official() if not any(text.strip() for text in texts_of(entry))]
    assert not without


def test_the_median_official_card_has_at_most_six_lines() -> None:
    texts = [text for entry in official() for text in texts_of(entry)]
    lengths = [len([line for line in text.split("\n") if line.strip()]) for text in texts]
    assert len(lengths) >= 64
    assert median(lengths) <= 6, sorted(lengths)


if __name__ == "__main__":
    for what, cards in sorted(users_of_constructs().items()):
        print(f"{' '.join(what):40} {len(cards):3}  {', '.join(cards[:8])}")
    pytest.main([__file__])
