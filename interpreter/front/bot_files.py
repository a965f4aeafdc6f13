"""Reads the strategies of bots, and says what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from interpreter.diagnostics import Problems, Span, did_you_mean
from interpreter.front.decisions import KINDS
from interpreter.loading import shown_name
from interpreter.program import ir
from interpreter.program.model import Program
from interpreter.program.walk import nodes
from interpreter.reading.files import Item, read_yaml
from interpreter.reading.places import data_folder

WAYS = ("all", "none", "first", "random")
BOT_KEYS, RULE_KEYS, WISH_KEYS = ("about", "rules"), ("asked by", "verb", "kind", "take"), ("card", "at most")


@dataclass(frozen=True, slots=True)
class Wish:
    """Something a bot wants; `at_most` is how often in a game."""

    name: str
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What to take when a question fits; an empty condition fits every question."""

    take: str | tuple[Wish, ...]
    askers: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def fits(self, asker: str, verb: str, kind: str) -> bool:
        """Whether this rule is about a question of that kind, in a text of that name, with that verb."""
        pairs = ((self.askers, asker), (self.verbs, verb), (self.kinds, kind))
        return all(not wanted or given in wanted for wanted, given in pairs)


@dataclass(slots=True)
class BotFile:
    """The bots of one file for one game. The rules of a bot are read when it is asked for."""

    default: str = ""
    about: dict[str, str] = field(default_factory=dict)
    _rules: dict[str, Item] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def strategy(self, name: str, program: Program) -> tuple[Rule, ...]:
        """The rules of a bot, with every name in them checked against the game; raises `BadFiles`."""
        reader = _Reader(program, Problems(lines=self._lines))
        return reader.strategy(self._rules[name])


def read_bots(path: Path, title: str) -> BotFile:
    """The bots of a file for the game of that title, if it has any; raises `BadFiles`."""
    problems = Problems()
    item = read_yaml(path, shown_name(path), problems)
    problems.stop_if_any()
    assert item is not None
    found = BotFile(_lines=problems.lines)
    for name, game in _keys(item, problems, "keys are the titles of games").items():
        if name.casefold() == title.casefold():
            _read_game(game, found, problems)
    problems.stop_if_any()
    return found


@lru_cache(maxsize=8)
def shipped_bots(title: str) -> BotFile:
    """The bots that come with the game of that title."""
    return read_bots(data_folder() / "rules" / "bots.yaml", title)


def _read_game(game: Item, found: BotFile, problems: Problems) -> None:
    parts = _keys(game, problems, "keys here: bots, default", ("default", "bots"), ("bots",))
    bots = _keys(parts["bots"], problems, "each bot has a name") if "bots" in parts else {}
    for name, bot in bots.items():
        pieces = _keys(bot, problems, "a bot has rules", BOT_KEYS, ("rules",))
        found.about[name] = str(pieces["about"].value) if "about" in pieces else ""
        if "rules" in pieces:
            found._rules[name] = pieces["rules"]
    if "default" in parts:
        found.default = str(parts["default"].value)
        if bots and found.default not in bots:
            problems.add("CW113", parts["default"].span, f"no bot called '{found.default}'",
                         did_you_mean(found.default, bots, "bots"))


def _keys(item: Item, problems: Problems, expected: str, known: tuple[str, ...] = (),
          needed: tuple[str, ...] = ()) -> dict[str, Item]:
    """The parts of a mapping; anything else, an unknown key or a missing one is a problem."""
    if not isinstance(item.value, dict):
        problems.add("CW113", item.span, "this should be keys with values", expected)
        return {}
    for key in item.value:
        if known and key not in known:
            problems.add("CW111", item.key_spans[key], f"unknown key '{key}'", did_you_mean(key, known, "keys here"))
    for key in needed:
        if key not in item.value:
            problems.add("CW112", item.span, f"the key '{key}' is missing", f"add '{key}: ...'")
    return item.value


class _Reader:
    """Turns the rules of one bot into `Rule`s."""

    def __init__(self, program: Program, problems: Problems) -> None:
        self._problems = problems
        self._verbs = [verb.name for verb in program.verbs]
        self._askers = sorted({unit.title for unit in program.units if unit.title})
        menus = [menu for unit in program.units for menu in nodes(unit.body, ir.Menu)]
        labels = {option.label for menu in menus for option in menu.options}
        self._wishes = sorted({*program.by_name, *program.types, *labels})
        self._game = program.name

    def strategy(self, item: Item) -> tuple[Rule, ...]:
        if not isinstance(item.value, list):
            self._problems.add("CW113", item.span, "this should be a list", "each entry is {verb: ..., take: ...}")
        rules = [self._rule(entry) for entry in item.value] if isinstance(item.value, list) else []
        self._problems.stop_if_any()
        return tuple(rules)

    def _rule(self, item: Item) -> Rule:
        parts = _keys(item, self._problems, "a rule is {verb: ..., take: ...}", RULE_KEYS, ("take",))
        return Rule(
            self._take(parts["take"]) if "take" in parts else "none",
            self._words(parts.get("asked by"), self._askers, "no card or rule called"),
            self._words(parts.get("verb"), self._verbs, "no verb called"),
            self._words(parts.get("kind"), sorted(KINDS), "no kind of question called"),
        )

    def _words(self, item: Item | None, known: list[str], what: str) -> tuple[str, ...]:
        if item is None:
            return ()
        found = []
        for word, span in item.strings():
            if word not in known:
                code = "CW203" if known is self._verbs else "CW202" if known is self._askers else "CW113"
                self._unknown(code, span, f"{what} '{word}'", word, known)
            found.append(word)
        return tuple(found)

    def _take(self, item: Item) -> str | tuple[Wish, ...]:
        if isinstance(item.value, list):
            return tuple(self._wish(entry) for entry in item.value)
        if item.value not in WAYS:
            self._problems.add("CW113", item.span, f"'{item.value}' is nothing a bot can take",
                               f"it takes {', '.join(WAYS)}, or a list of what it wants")
            return "none"
        return str(item.value)

    def _wish(self, item: Item) -> Wish:
        if not isinstance(item.value, dict):
            return Wish(self._wanted(item))
        parts = _keys(item, self._problems, "", WISH_KEYS, WISH_KEYS)
        limit = parts["at most"].value if "at most" in parts else 1
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
            self._problems.add("CW113", parts["at most"].span, "'at most' has the wrong kind of value",
                               "it should be a whole number from 1 on")
            limit = 0
        return Wish(self._wanted(parts["card"]) if "card" in parts else "", limit)

    def _wanted(self, item: Item) -> str:
        name = str(item.value)
        if name not in self._wishes:
            message = f"no card, type or line of a menu called '{name}' in {self._game}"
            self._unknown("CW202", item.span, message, name, self._wishes)
        return name

    def _unknown(self, code: str, span: Span, message: str, word: str, known: list[str]) -> None:
        self._problems.add(code, span, message, did_you_mean(word, known, "there are" if len(known) < 13 else ""))
