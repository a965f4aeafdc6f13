"""What happened, and who may know it.

An event is kept as it was; a seat gets it through the sight of the zones it touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.front.decisions import Cause, cause_of
from interpreter.front.sight import zone_name, zone_of, zone_seen_by
from interpreter.running.moving import BACK
from interpreter.running.state import State

PUT_BACK = "put back"  # cards that were shown and that nobody moved


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `cards` are names; '?' stands for a card the viewer may not know."""

    number: int
    verb: str
    seat: int  # 1, 2, ...; 0 for the table
    cards: tuple[str, ...]
    origin: str
    target: str
    amount: int
    cause: Cause
    play: int
    knows: tuple[frozenset[int] | None, ...] = ()  # for each card the seats that know it; None: all

    def seen_by(self, seat: int) -> Event:
        """The event as a seat may know it."""
        shown = tuple(
            card if known is None or seat in known else "?" for card, known in zip(self.cards, self.knows, strict=True)
        )
        return replace(self, cards=shown, knows=(None,) * len(shown))

    def __str__(self) -> str:
        who = f"p{self.seat} " if self.seat else ""
        cards = _listed(self.cards)
        if self.verb == "turn":
            return f"--- p{self.seat}, turn {self.amount} ---"
        if self.verb == "phase":
            return f"{who}{self.target}"
        if self.verb == "game over":
            return "--- the game is over ---"
        if self.verb == "shuffle":
            return f"{who}shuffle {self.amount} {'card' if self.amount == 1 else 'cards'} into {self.target}"
        if self.verb == "has":
            return f"{who}{self.target}: {self.amount}"
        if self.verb == "spends":
            return f"{who}spends {self.target}, {self.amount} left"
        if self.verb == "unaffected":
            return f"{who}unaffected"
        if self.target and not cards:
            return f"{who}{self.verb} {self.target}"
        where = f" -> {self.target}" if self.target else ""
        return f"{who}{self.verb} {cards}{where}"


def _listed(cards: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for card in cards:
        name = "a card" if card == "?" else card
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{n} cards" if name == "a card" and n > 1 else name if n == 1 else f"{name} x{n}"
                     for name, n in counts.items())


def event_of(state: State, raw: tuple[Any, ...], number: int) -> Event:
    """A raw trace entry as an event, with the names it had then."""
    program = state.linked.program
    kind, cause = raw[0], raw[4]
    why = cause_of(program, cause[2])
    seat = cause[1] + 1
    verb = program.verbs[cause[0]].name if cause[0] >= 0 else PUT_BACK if cause[0] == BACK else kind

    def make(verb: str, seat: int, cards: tuple[int, ...] = (), origin: str = "", target: str = "", amount: int = 0,
             knows: tuple[frozenset[int] | None, ...] = ()) -> Event:
        names = tuple(program.cards[state.defs[o]].name for o in cards)
        return Event(number, verb, seat, names, origin, target, amount, why, cause[3], knows or (None,) * len(names))

    if kind == "move":
        objects, origins, target = raw[1], raw[2], raw[3]
        knows = tuple(_knowers(state, (origin, uppermost), (target, o == objects[-1]), raw[5], o)
                      for o, origin, uppermost in zip(objects, origins, raw[6], strict=True))
        return make(verb, seat, objects, zone_name(state, origins[0]) if origins else "", zone_name(state, target),
                    len(objects), knows)
    if kind == "show":
        known = None if raw[2] < 0 else frozenset({raw[2] + 1})
        return make(verb, seat, raw[1], knows=(known,) * len(raw[1]))
    if kind == "verb":
        return make(program.verbs[raw[2]].name, raw[3] + 1, raw[1])
    if kind == "shuffle":
        return make("shuffle", zone_of(state, raw[3])[1] + 1, target=zone_name(state, raw[3]), amount=raw[1])
    if kind == "count":
        return make("has", raw[1] + 1, target=program.counters[raw[2]].name, amount=raw[3])
    if kind == "spent":
        return make("spends", raw[1] + 1, target=program.counters[raw[2]].name, amount=raw[3])
    if kind == "mark":
        known = _knowers(state, (raw[5], False), (raw[5], False), {}, raw[1])
        return make("has", 0, (raw[1],), target=program.counters[raw[2]].name, amount=raw[3], knows=(known,))
    if kind == "exempt":
        return make("unaffected", raw[1] + 1)
    if kind == "turn":
        return make("turn", raw[1] + 1, amount=raw[2])
    if kind == "phase":
        return make("phase", raw[1] + 1, target=program.phases[raw[2]].name)
    return make("game over", 0)


def _knowers(state: State, origin: tuple[int, bool], target: tuple[int, bool], shown_to: dict[int, int],
             o: int) -> frozenset[int] | None:
    """Who sees a card that goes from one zone to another: whoever sees it in either.

    The flags say where it is uppermost.
    """
    seats: set[int] = set()
    if o in shown_to:
        if shown_to[o] < 0:
            return None
        seats.add(shown_to[o] + 1)
    for zone, uppermost in (origin, target):
        seen = zone_seen_by(state, zone)
        if seen is None or (seen == "top" and uppermost):
            return None
        if isinstance(seen, int):
            seats.add(seen + 1)
    return frozenset(seats)
