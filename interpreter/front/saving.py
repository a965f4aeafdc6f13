"""A game as JSON and back. A save of other rules or cards is refused, with what differs."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from interpreter.diagnostics import CardwrightError
from interpreter.program.model import Card, Program
from interpreter.running.linking import Linked
from interpreter.running.state import State

FORMAT = 1
SEMANTICS = 2  # raised when the same texts and answers would no longer give the same events
MAX_SAVE = 20_000_000
_PLAIN = (
    "zones", "at", "clock", "counters", "stack", "pending", "partial", "effects", "exempt", "history", "plays",
    "serial", "asks", "turn", "turn_seat", "regular", "turns", "phase", "queue", "over", "defs", "seats", "pile0",
)
_FROZEN = {"pending", "partial", "effects", "exempt", "history", "queue", "defs"}


def card_hash(card: Card) -> str:
    """What a card does, as a short hash: a save of a card that has changed since is refused."""
    facts = (card.name, card.text, card.types, card.properties)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


def hashes(program: Program, cards: tuple[int, ...]) -> dict[str, Any]:
    """What this game rests on: its rules, and each of its cards."""
    return {"rules": program.rules_digest, "cards": {program.cards[i].name: card_hash(program.cards[i]) for i in cards}}


def dump_state(state: State) -> dict[str, Any]:
    """A state as plain data, ready for JSON."""
    data = {name: getattr(state, name) for name in _PLAIN}
    data["chance"] = str(state.chance)
    if state.script:
        data["script"] = state.script
    data["marks"] = [[o, counter, count] for (o, counter), count in sorted(state.marks.items())]
    data["shown_to"] = sorted(state.shown_to.items())
    data["pile_of"] = list(state.pile_of.items())
    return data


def load_state(data: dict[str, Any], linked: Linked) -> State:
    """The state that `dump_state` wrote, bound to the tables of its game."""
    state = State.__new__(State)
    state.linked = linked
    for name in _PLAIN:
        value = data[name]
        setattr(state, name, _freeze(value) if name in _FROZEN else value)
    state.stack = [[_freeze(value) for value in frame] for frame in data["stack"]]
    state.chance, state.script = int(data["chance"]), _freeze(data.get("script", ()))
    state.marks = {(o, counter): count for o, counter, count in data["marks"]}
    state.pile_of = dict(map(tuple, data["pile_of"]))
    state.stock = linked.stock(state.defs, state.pile_of)
    state.shown_to = dict(map(tuple, data["shown_to"]))
    state.reply, state.result, state.steps, state.trace, state.cause = (), (), 0, None, (-1, -1, -1, 0)
    state.asking, state.driver = (), None
    for frame in state.stack:
        linked.ensure_unit(frame[0])
    return state


def _freeze(value: Any) -> Any:
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value


def _seal(data: dict[str, Any]) -> str:
    """A hash over everything else in a save."""
    content = {key: value for key, value in data.items() if key != "seal"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def sealed(data: dict[str, Any]) -> str:
    """A save as text. Its seal tells on loading whether all of it is as it was written."""
    return json.dumps({**data, "seal": _seal(data)}, ensure_ascii=False)


def read_save(text: str, program: Program) -> dict[str, Any]:
    """The content of a save, after checking that it belongs to these rules and cards."""
    if len(text) > MAX_SAVE:
        raise CardwrightError(f"the save has {len(text):,} letters; at most {MAX_SAVE:,} are read")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CardwrightError(f"this is not a saved game: {error}") from None
    if not isinstance(data, dict) or data.get("cardwright") != "game":
        raise CardwrightError("this is not a saved game")
    if data.get("format") != FORMAT or data.get("semantics") != SEMANTICS:
        raise CardwrightError(
            f"this game was saved in format {data.get('format')}.{data.get('semantics')}; "
            f"this version reads {FORMAT}.{SEMANTICS}")
    for key, ours in (("game", program.name), ("profile", program.profile)):
        if data.get(key) != ours:
            raise CardwrightError(f"the save is of {key} '{data.get(key)}', not '{ours}'")
    if data.get("seal") != _seal(data):
        raise CardwrightError("the save is damaged: it is not as it was written")
    differing = _differences(data, program)
    if differing:
        raise CardwrightError("the save rests on other cards or rules: " + ", ".join(differing))
    return data


def _differences(data: dict[str, Any], program: Program) -> list[str]:
    saved = data.get("hashes") or {}
    found = [] if saved.get("rules") == program.rules_digest else ["the rules"]
    for name, known in (saved.get("cards") or {}).items():
        if name not in program.by_name:
            found.append(f"{name} is not loaded")
        elif card_hash(program.cards[program.by_name[name]]) != known:
            found.append(f"{name} has changed")
    return found
