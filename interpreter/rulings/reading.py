"""Files of rulings: from YAML to scenarios. A ruling that is wrong does not keep the others from running."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.diagnostics import CardwrightError, Problem, Problems, Span, did_you_mean
from interpreter.front.wording import seat_number
from interpreter.loading import game_path, known_games, shown_name
from interpreter.reading.files import Item, parse_yaml, read_yaml
from interpreter.reading.shape import check_shape, schema
from interpreter.rulings.rulesets import profiles_of
from interpreter.rulings.scenario import CHECKS, CLAIMS, Ruleset, RulingFile, Scenario, Step

ALL = "all"  # of the profiles of a game


def read_file(path: Path) -> RulingFile:
    """The rulings of a file, each with what is wrong with it."""
    file = RulingFile(path, shown_name(path))
    problems = Problems()
    item = read_yaml(path, file.name, problems)
    return _read(file, item, problems)


def read_text(text: str, name: str, folder: Path = Path()) -> RulingFile:
    """The rulings of a text; `folder` is where the files it names are looked for."""
    file = RulingFile(folder / name, name)
    problems = Problems()
    return _read(file, parse_yaml(text, name, problems), problems)


def _read(file: RulingFile, item: Item | None, problems: Problems) -> RulingFile:
    shared: Item | None = None
    entries: list[Item] = []
    if item is not None and not problems.found:
        shared, entries = _entries(item, problems)
    if not problems.found:
        reader = _Reader(file, shared, problems.lines)
        file.scenarios = [reader.scenario(entry) for entry in entries]
        _same_ids(file.scenarios, problems)
    file.problems = problems.ordered()
    return file


def _entries(item: Item, problems: Problems) -> tuple[Item | None, list[Item]]:
    """The keys that all rulings share, if there are any, and the rulings."""
    definitions = {"$defs": schema("rulings")["$defs"]}
    if isinstance(item.value, list):
        return None, item.value
    if not isinstance(item.value, dict):
        problems.add("CW113", item.span, "wrong kind of value", f"it should be {schema('rulings')['description']}")
        return None, []
    check_shape(item, {**definitions, **definitions["$defs"]["file"]}, problems)
    rulings = item.get("rulings")
    return item, rulings.value if rulings is not None and isinstance(rulings.value, list) else []


def _same_ids(scenarios: Sequence[Scenario], problems: Problems) -> None:
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        known = first.setdefault(scenario.id, scenario)
        if known is not scenario and scenario.id:
            add(scenario, problems.lines, "CW501", scenario.span, f"'{scenario.id}' is the name of two rulings",
                f"the first one is in line {known.span.line}; give this one another name")


def add(scenario: Scenario, lines: Mapping[str, list[str]], code: str, span: Span, message: str, help: str) -> None:
    """One more problem of a scenario."""
    problems = Problems(lines=dict(lines))
    problems.add(code, span, message, help)
    scenario.problems += problems.found


class _Reader:
    """Reads the entries of one file."""

    def __init__(self, file: RulingFile, shared: Item | None, lines: dict[str, list[str]]) -> None:
        self._file, self._shared, self._lines = file, shared, lines
        self._schema = {"$defs": schema("rulings")["$defs"], **schema("rulings")["$defs"]["ruling"]}

    def scenario(self, item: Item) -> Scenario:
        """One entry of the list."""
        problems = Problems(lines=self._lines)
        check_shape(item, self._schema, problems)
        scenario = Scenario(self._text(item, "ruling"), self._text(item, "says"), item.span,
                            lines=self._lines.get(item.span.file, []))
        if not problems.found:
            self._fill(scenario, item, problems)
        scenario.problems = list(problems.ordered())
        return scenario

    @staticmethod
    def _text(item: Item, key: str) -> str:
        child = item.get(key)
        return str(child.value) if child is not None and isinstance(child.value, str) else ""

    def _fill(self, scenario: Scenario, item: Item, problems: Problems) -> None:
        cites, on = item.get("cites"), item.get("on")
        scenario.cites = cites.plain() if cites is not None else None
        scenario.on = tuple(name for name, _ in on.strings()) if on is not None else ()
        scenario.rulesets = self._rulesets(item, problems)
        own, common = item.get("given"), self._get(None, "given")
        scenario.given_items = tuple(part for part in (own, common) if part is not None)
        scenario.given = merged(common.plain() if common else None, own.plain() if own else None)
        steps = item.get("steps")
        entries = steps.value if steps is not None and isinstance(steps.value, list) else []
        scenario.steps = tuple(step for entry in entries for step in self._steps(entry, problems))
        scenario.then, scenario.until = item.get("then"), item.get("until")
        scenario.impossible = item.get("impossible")
        for kind in CLAIMS:
            claim = item.get(kind)
            if claim is not None:
                parts = claim.value if isinstance(claim.value, list) else [claim]
                scenario.claims += tuple((kind, part) for part in parts)

    def _get(self, item: Item | None, key: str) -> Item | None:
        """A key of the entry, or else of the file."""
        own = item.get(key) if item is not None else None
        return own if own is not None else (self._shared.get(key) if self._shared is not None else None)

    def _rulesets(self, item: Item, problems: Problems) -> tuple[Ruleset, ...]:
        named, wanted, files = self._get(item, "game"), self._get(item, "rules"), self._get(item, "cards")
        folder = self._file.path.parent
        cards = tuple(folder / name for name, _ in files.strings()) if files is not None else ()
        game, span = known_games()[0], item.span
        if named is not None:
            game, span = str(named.value), named.span
            if game.endswith((".yaml", ".yml")):
                game = str(folder / game)
        if wanted is None:
            return tuple(Ruleset(game, profile, cards) for profile in self._profiles(game, "", span, problems))
        found: list[Ruleset] = []
        for text, place in wanted.strings():
            name, profile = self._split(text, game, named is not None)
            found += [Ruleset(name, one, cards) for one in self._profiles(name, profile, place, problems)]
        return tuple(dict.fromkeys(found))

    @staticmethod
    def _split(text: str, game: str, is_named: bool) -> tuple[str, str]:
        """A game and a profile; where the file names the game, the profile is enough."""
        for name in sorted({*known_games()[1], game}, key=lambda name: -len(name)):
            if text == name:
                return name, ""
            if text.startswith(name + "-"):
                return name, text[len(name) + 1:]
        return (game, text) if is_named else (text, "")

    @staticmethod
    def _profiles(game: str, profile: str, span: Span, problems: Problems) -> Sequence[str]:
        try:
            game_path(game)
            default, profiles = profiles_of(game)
        except CardwrightError as error:
            known = [f"{name}-{one}" for name in known_games()[1] for one in profiles_of(name)[1]]
            help = did_you_mean(game, [*known, *known_games()[1]], "rules")
            problems.add("CW502", span, str(error).split(". ", 1)[0], help)
            return ()
        if profile == ALL and profiles:
            return profiles
        if profile and profile not in profiles:
            problems.add("CW502", span, f"{game} has no profile '{profile}'",
                         did_you_mean(f"{game}-{profile}", [f"{game}-{one}" for one in profiles], "rules"))
            return ()
        return (profile or default,)

    def _steps(self, item: Item, problems: Problems) -> list[Step]:
        """An entry of `steps`: at most one answer, and what is checked right after it."""
        assert isinstance(item.value, dict)
        answers = [key for key in item.value if key == "at once" or seat_number(key) is not None]
        if len(answers) > 1:
            message = f"one step, two answers: '{answers[0]}' and '{answers[1]}'"
            problems.add("CW509", item.key_spans[answers[1]], message,
                         "begin a step of its own with '-', or write 'at once: {p1: ..., p2: ...}'")
            return []
        found: list[Step] = []
        for key in answers:
            value = item.value[key]
            if isinstance(value.value, dict) and key != "at once":
                found.append(Step(key, value.value["answer"]))
                found += [Step(kind, value.value[kind]) for kind in value.value if kind in CHECKS]
            else:
                found.append(Step(key, value))
        return found + [Step(kind, item.value[kind]) for kind in item.value if kind in CHECKS]


def merged(common: Any, own: Any) -> dict[str, Any]:
    """What all rulings of a file begin with, and what this one adds; for a seat key by key."""
    result = dict(common or {})
    for key, value in (own or {}).items():
        if seat_number(key) is not None and isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = {**result[key], **value}
        else:
            result[key] = value
    return result


def problems_in(file: RulingFile) -> list[Problem]:
    """All problems of a file, in order."""
    return sorted([*file.problems, *(p for s in file.scenarios for p in s.problems)],
                  key=lambda p: (p.span.line, p.span.column))
