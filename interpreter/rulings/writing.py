"""A saved game, or a running one, as a scenario: a position some answers ago, the answers since, and what is so now."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import yaml

from interpreter.diagnostics import CardwrightError
from interpreter.front.game import Game, _entries
from interpreter.front.rules import Rules
from interpreter.front.wording import grouped
from interpreter.loading import game_path, known_games
from interpreter.reading.places import data_folder
from interpreter.rulings.expecting import content_of
from interpreter.rulings.reading import read_text
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import run_ruling
from interpreter.rulings.scenario import Ruleset
from interpreter.running import engine
from interpreter.running.state import State


def load_save(text: str, cards: Sequence[str] = ()) -> tuple[Game, Ruleset]:
    """The game of a save, and the rules it is played by."""
    from interpreter.front.cli_game import outline_of

    try:
        data = json.loads(text)
        title, profile = str(data["game"]), str(data["profile"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise CardwrightError("this is not a saved game") from None
    name = next((name for name in known_games()[1] if outline_of(game_path(name)).title == title), None)
    if name is None:
        raise CardwrightError(f"the save is of '{title}', which is none of the games that ship")
    ruleset = Ruleset(name, profile, tuple(data_folder() / card for card in cards))
    return rules_of(ruleset).load_game(text), ruleset


def scenario_of(game: Game, ruleset: Ruleset, last: int) -> str:
    """A scenario in YAML that holds. It begins `last` answers ago, or earlier: where a position can be put in words."""
    total = len(_entries(game._log))
    for first in range(max(0, total - last), -1, -1):
        state, shuffles = _again(game, first)
        if first and not _is_calm(state):
            continue
        given = _given(game._rules, state, shuffles) if _is_calm(state) else None
        text = _written(game, ruleset, given, first)
        if given is not None and _holds(text, ruleset):
            return text
    return _written(game, ruleset, _from_the_start(game), 0)


def _holds(text: str, ruleset: Ruleset) -> bool:
    file = read_text(text, "scenario.yaml")
    return bool(file.scenarios) and run_ruling(file.scenarios[0], ruleset).passed is True


class _Shuffles(list[Any]):
    """A trace that notes what each shuffle brought. It is told before the shuffle, so it waits for what comes next."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state
        self.waiting: tuple[int, int] | None = None
        self.orders: list[list[str]] = []

    def append(self, entry: Any) -> None:
        """Something is about to happen."""
        self.flush()
        if entry[0] == "shuffle":
            self.waiting = (entry[3], entry[1])
        super().append(entry)

    def flush(self) -> None:
        """The last shuffle is done: what was shuffled lies lowest."""
        if self.waiting is not None:
            zone, count = self.waiting
            names = self.state.linked.card_names
            self.orders.append([names[self.state.defs[o]] for o in reversed(self.state.zones[zone][:count])])
            self.waiting = None


def _again(game: Game, first: int) -> tuple[State, list[list[str]]]:
    """The state after so many answers, and the shuffles that came after it."""
    state = game._rules._prepare(game._origin)
    state.trace = shuffles = _Shuffles(state)
    engine.run(state)
    shuffles.flush()
    then, known = state.fork(), len(shuffles.orders)
    for number, (_, _, which, chosen) in enumerate(_entries(game._log), 1):
        engine.answer(state, which, chosen)
        shuffles.flush()
        if number == first:
            then, known = state.fork(), len(shuffles.orders)
    then.trace = None
    return then, shuffles.orders[known:]


def _is_calm(state: State) -> bool:
    """Whether nothing is going on but the turn itself."""
    return len(state.stack) == 1 and not (state.effects or state.history or state.shown_to or state.marks or
                                          state.queue or state.over) and len(state.pending) == 1


def _given(rules: Rules, state: State, shuffles: list[list[str]]) -> dict[str, Any]:
    program, linked = rules.program, state.linked
    given: dict[str, Any] = {
        "seats": state.seats,
        "turn": {"seat": f"p{state.turn_seat + 1}", "number": state.turn,
                 "taken": {f"p{seat + 1}": count for seat, count in enumerate(state.turns)}},
        "phase": program.phases[state.phase].name,
    }
    if program.piles is not None:
        names = [program.cards[card].name for card in state.pile_of]
        given[program.piles.option] = [name for name in names if name not in program.piles.always]
        sizes = {name: len(state.zones[state.pile_of[program.by_name[name]]]) for name in names}
        full = {name: program.cards[program.by_name[name]].pile[state.seats] for name in names}
        changed = {name: size for name, size in sizes.items() if size != full[name]}
        if changed:
            given[program.piles.zone] = changed
    for zone in program.zones:
        if zone.holder == "table" and (cards := content_of(state, linked.zone_number(zone.index, 0))):
            given[zone.name] = grouped(cards)
    for seat in range(state.seats):
        given[f"p{seat + 1}"] = _seat(rules, state, seat)
    if shuffles:
        given["shuffle"] = [grouped(order) for order in shuffles]
    return given


def _seat(rules: Rules, state: State, seat: int) -> dict[str, Any]:
    """The zones of a seat that hold something, and the counters of the seat whose turn it is."""
    linked, found = state.linked, {}
    for zone in rules.program.zones:
        if zone.holder == "seat":
            cards = content_of(state, linked.zone_number(zone.index, seat))
            if cards:
                found[zone.name] = grouped(cards if zone.ordered else sorted(cards))
    for counter in rules.program.counters:
        value = state.counters[seat * linked.counters_per_seat + counter.index] if not counter.on_things else 0
        if not counter.on_things and (seat == state.turn_seat or value):
            found[counter.name] = value  # type: ignore[assignment]
    return found


def _from_the_start(game: Game) -> dict[str, Any]:
    """The set-up itself: it gives the same game again."""
    origin, piles = game._origin, game._rules.program.piles
    if origin.given is not None:
        return dict(origin.given)
    given: dict[str, Any] = {"phase": "setup", "seats": origin.seats, "seed": origin.seed}
    given["turn"] = f"p{origin.first + 1}"
    if piles is not None:
        given[piles.option] = [name for name in origin.piles if name not in piles.always]
    return given


def _written(game: Game, ruleset: Ruleset, given: dict[str, Any] | None, first: int) -> str:
    state, rules = game._state, game._rules
    seats = range(state.seats)
    then: dict[str, Any] = {f"p{seat + 1}": {**_seat(rules, state, seat), "exactly": True} for seat in seats}
    for zone in rules.program.zones:
        if zone.holder == "table":
            then[zone.name] = grouped(sorted(content_of(state, state.linked.zone_number(zone.index, 0))))
    then["turn"] = f"p{state.turn_seat + 1}"
    if state.over:
        then["over"] = True
    entry = {
        "ruling": "from-a-game", "says": "It was so in a game.", "rules": ruleset.title, "given": given or {},
        "steps": [{f"p{seat}": _words(keys)} for seat, keys in game.answers[first:]], "then": then,
    }
    return yaml.dump([entry], Dumper=_Dumper, default_flow_style=None, sort_keys=False, allow_unicode=True, width=120)


def _words(keys: Sequence[str]) -> Any:
    names = grouped(keys)
    return "decline" if not names else names[0] if len(names) == 1 and len(keys) == 1 else names


class _Dumper(yaml.SafeDumper):
    """Writes every list in full: nothing in a file of rulings stands for something else."""

    def ignore_aliases(self, data: Any) -> bool:
        """No value is named and repeated."""
        return True
