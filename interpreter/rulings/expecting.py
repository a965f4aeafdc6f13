"""What is expected of a position, in words: read once into checks, which any game can then be held against."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter.front.wording import Path, Reading, Words, grouped, seat_number
from interpreter.program.model import Zone
from interpreter.rulings.moments import Moment, at_phase, beginners
from interpreter.running import facts
from interpreter.running.state import State

KEYS = ("asked", "at", "exactly", "may begin", "over", "phase", "turn", "winners")
SEAT_KEYS = ("exactly", "owns", "score", "turns")
PARTS = ("all", "any order", "bottom", "count", "has", "lacks", "top")



@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold. `found` gives what is the case instead, or None if it holds."""

    path: Path
    what: str
    wanted: str
    found: Callable[[Moment], str | None]


def listed(names: Sequence[str]) -> str:
    """Cards for a message."""
    return f"[{', '.join(grouped(names))}]"


def content_of(state: State, number: int) -> list[str]:
    """The cards of a zone, uppermost first."""
    names = state.linked.card_names
    return [names[state.defs[o]] for o in reversed(state.zones[number])]


def compared(name: str, wanted: Any, actual: Callable[[Moment], Any]) -> Callable[[Moment], str | None]:
    """A check that two values are equal."""
    def found(moment: Moment) -> str | None:
        value = actual(moment)
        return None if value == wanted else f"{value}"

    return found


class Expecting(Reading):
    """Reads what `then`, `expect` and claims say."""

    def __init__(self, words: Words, seats: int) -> None:
        super().__init__(words)
        self.seats = seats
        self._checks: list[Check] = []

    def read(self, value: Mapping[str, Any]) -> list[Check]:
        """The checks of one mapping; faults are kept as always."""
        self._checks = []
        named: set[int] = set()  # zones that are named, for `exactly`
        for key, part in value.items():
            if seat_number(key) is not None:
                seat = self.seat(key, (key,), self.seats, on_key=True)
                if seat is not None:
                    named |= self._seat(seat, part, (key,))
            else:
                named |= self._table(key, part)
        if self._flag(value, "exactly", ("exactly",)):
            self._exactly(named, ("exactly",), range(self.seats), table=True)
        if "at" in value:
            self._earlier(self.phase(value["at"], ("at",)))
        return self._checks

    def _flag(self, value: Mapping[str, Any], key: str, path: Path) -> bool:
        found = value.get(key, False)
        if not isinstance(found, bool):
            self.fault("CW506", path, f"'{found}' is neither true nor false", f"write '{key}: true', or leave it out")
        return found is True

    def _earlier(self, phase: int | None) -> None:
        """All these checks are about the moment a phase last began."""
        if phase is not None:
            name = self.program.phases[phase].name
            self._checks = [Check(check.path, f"at {name}, {check.what}", check.wanted, partial(_at, phase, check))
                            for check in self._checks]

    def _add(self, path: Path, what: str, wanted: str, found: Callable[[Moment], str | None]) -> None:
        self._checks.append(Check(path, what, wanted, found))

    def _equal(self, path: Path, what: str, wanted: Any, actual: Callable[[Moment], Any]) -> None:
        self._add(path, what, f"{wanted}", compared(what, wanted, actual))

    # ------------------------------------------------------------ seats

    def _seat(self, seat: int, value: Any, path: Path) -> set[int]:
        named: set[int] = set()
        content = self.mapping(value, path, "p1: {zone: [One, Two]}")
        for key, part in content.items():
            here, what = (*path, key), f"p{seat + 1} {key}"
            zone, counter = self.words.zone(key, "seat"), self.words.counter(key)
            if zone is not None:
                named.add(zone.index)
                self._zone(zone, seat, part, here, f"p{seat + 1} {zone.name}")
            elif counter is not None:
                wanted = self.number(part, here)
                self._equal(here, what, wanted, partial(_counter, seat, counter.index))
            elif key == "score":
                wanted = self.number(part, here, -100_000)
                self._equal(here, what, wanted, lambda m: m.game.score(seat + 1))
            elif key == "turns":
                self._equal(here, what, self.number(part, here), lambda m: m.game._state.turns[seat])
            elif key == "owns":
                self._cards(part, here, what, False, lambda m: _owned(m.game._state, seat))
            elif key != "exactly":
                known = [*self.words.zone_names("seat"), *self.words.counter_names(), *SEAT_KEYS]
                self.unknown("CW504", here, "zone or counter of a seat", key, known, on_key=True)
        if self._flag(content, "exactly", (*path, "exactly")):
            self._exactly(named, (*path, "exactly"), [seat], table=False)
        return {(seat + 1) * 1000 + index for index in named}

    def _zone(self, zone: Zone, seat: int, value: Any, path: Path, what: str) -> None:
        def content(moment: Moment) -> list[str]:
            state = moment.game._state
            return content_of(state, state.linked.zone_number(zone.index, seat))

        self._cards(value, path, what, zone.ordered, content)

    def _cards(self, value: Any, path: Path, what: str, ordered: bool, content: Callable[[Moment], list[str]]) -> None:
        """A list of cards, their number, or parts of them."""
        if isinstance(value, int) and not isinstance(value, bool):
            self._equal(path, f"number of cards, {what}", value, lambda m: len(content(m)))
        elif isinstance(value, Mapping):
            for key, part in value.items():
                self._part(key, part, (*path, key), what, content)
        else:
            self._content(self.cards(value, path), path, what, ordered, content)

    def _content(self, names: list[str], path: Path, what: str, ordered: bool,
                 content: Callable[[Moment], list[str]]) -> None:
        wanted = names if ordered else sorted(names)

        def found(moment: Moment) -> str | None:
            actual = content(moment)
            shown = actual if ordered else sorted(actual)
            return None if shown == wanted else listed(shown)

        self._add(path, what, listed(wanted), found)

    def _part(self, key: str, value: Any, path: Path, what: str, content: Callable[[Moment], list[str]]) -> None:
        if key == "count":
            self._equal(path, f"number of cards, {what}", self.number(value, path), lambda m: len(content(m)))
        elif key in ("all", "any order"):
            self._content(self.cards(value, path), path, what, False, content)
        elif key in ("top", "bottom"):
            names = self.cards(value, path)
            count = len(names)
            self._content(names, path, f"{key} of {what}", True,
                          lambda m: content(m)[:count] if key == "top" else content(m)[len(content(m)) - count:])
        elif key in ("has", "lacks"):
            self._among(key, self.cards(value, path), path, what, content)
        else:
            self.unknown("CW504", path, "part of a zone", key, PARTS, on_key=True)

    def _among(self, key: str, names: list[str], path: Path, what: str,
               content: Callable[[Moment], list[str]]) -> None:
        def found(moment: Moment) -> str | None:
            actual = content(moment)
            tally = Tally(actual)
            holds = all(tally[name] >= count for name, count in Tally(names).items()) if key == "has" else (
                not any(tally[name] for name in names))
            return None if holds else listed(sorted(actual))

        self._add(path, what, f"{key} {listed(sorted(names))}", found)

    # ------------------------------------------------------------ the table

    def _table(self, key: str, value: Any) -> set[int]:
        zone, path = self.words.zone(key, "table", "piles"), (key,)
        if zone is not None and zone.holder == "table":
            self._zone(zone, 0, value, path, zone.name)
            return {zone.index}
        if zone is not None:
            for name, count in self.mapping(value, path, f"{key}: {{One: 3}}").items():
                self._pile(zone, name, count, (key, name))
            return {zone.index}
        prop = next((p for p in self.program.properties if p.name == key), None)
        counter = next((c for c in self.program.counters if c.on_things and key in (c.name, c.one)), None)
        if key == "turn":
            self._turn(value)
        elif key == "phase":
            wanted = self.phase(value, path)
            name = self.program.phases[wanted].name if wanted is not None else ""
            self._equal(path, "phase", name, lambda m: self.program.phases[m.game._state.phase].name)
        elif key == "over":
            self._equal(path, "the game is over", self._flag({key: value}, key, path), lambda m: m.game.over)
        elif key == "winners":
            self._winners(value)
        elif key == "may begin":
            self._may_begin(value)
        elif key == "asked":
            self._asked(value)
        elif prop is not None:
            for name, number in self.mapping(value, path, f"{key}: {{One: 3}}").items():
                self._fact(prop.index, key, name, number, (key, name))
        elif counter is not None:
            for name, number in self.mapping(value, path, f"{key}: {{One: 3}}").items():
                self._marks(counter.index, key, name, number, (key, name))
        elif key not in ("exactly", "at"):
            known = [*KEYS, *self.words.zone_names("table", "piles"), *(p.name for p in self.program.properties), "p1"]
            self.unknown("CW504", path, "part of a position", key, known, on_key=True)
        return set()

    def _pile(self, zone: Zone, name: str, value: Any, path: Path) -> None:
        card = self.card(name, path, on_key=True)
        if card is None:
            return
        number = self.program.by_name[card]

        def content(moment: Moment) -> list[str]:
            state = moment.game._state
            return content_of(state, state.pile_of[number]) if number in state.pile_of else []

        self._cards(value, path, f"{zone.name} {card}", True, content)

    def _turn(self, value: Any) -> None:
        parts = value if isinstance(value, Mapping) else {"seat": value}
        for key, part in parts.items():
            path: Path = ("turn", key) if isinstance(value, Mapping) else ("turn",)
            if key == "seat":
                seat = self.seat(part, path, self.seats)
                if seat is not None:
                    self._equal(path, "turn", f"p{seat + 1}", lambda m: f"p{m.game.turn}")
            elif key == "number":
                self._equal(path, "number of the turn", self.number(part, path), lambda m: m.game._state.turn)
            else:
                self.unknown("CW504", path, "part of a turn", key, ["seat", "number"], on_key=True)

    def _winners(self, value: Any) -> None:
        wanted = sorted(f"p{seat + 1}" for seat in self.each(
            value, ("winners",), lambda v, p: self.seat(v, p, self.seats)) if seat is not None)

        def found(moment: Moment) -> str | None:
            result = moment.game.result
            if result is None:
                return "the game is not over"
            actual = sorted(f"p{seat}" for seat in result.winners)
            return None if actual == wanted else ", ".join(actual)

        self._add(("winners",), "winners", ", ".join(wanted), found)

    def _may_begin(self, value: Any) -> None:
        wanted = sorted({f"p{seat + 1}" for seat in self.each(
            value, ("may begin",), lambda v, p: self.seat(v, p, self.seats)) if seat is not None})

        def found(moment: Moment) -> str | None:
            before = (moment.game._origin.given or {}).get("after")
            if before is None:
                return "open: the position does not name the winners of the game before, as in 'after: []'"
            actual = beginners(moment.game, before)
            return None if actual == wanted else ", ".join(actual)

        self._add(("may begin",), "may begin", ", ".join(wanted), found)

    def _asked(self, value: Any) -> None:
        wanted: list[tuple[str, str]] = []
        if isinstance(value, Mapping):
            wanted = [(seat, str(card)) for seat, card in value.items()]
        elif value != "nobody":
            wanted = [(str(seat), "") for seat in (value if isinstance(value, list) else [value])]
        for seat, _ in wanted:
            self.seat(seat, ("asked",), self.seats)

        def found(moment: Moment) -> str | None:
            asked = [(f"p{d.seat}", d.source.card) for d in moment.game.decisions]
            fits = len(asked) == len(wanted) and all(
                any(seat == who and card in ("", source) for who, source in asked) for seat, card in wanted)
            return None if fits else ", ".join(f"{who} (by {source})" for who, source in asked) or "nobody"

        shown = ", ".join(f"{seat} (by {card})" if card else seat for seat, card in wanted)
        self._add(("asked",), "asked", shown or "nobody", found)

    def _fact(self, prop: int, key: str, name: str, value: Any, path: Path) -> None:
        card, wanted = self.card(name, path, on_key=True), self.number(value, path, -1000)
        if card is None:
            return
        number = self.program.by_name[card]

        def actual(moment: Moment) -> Any:
            state = moment.game._state
            things = [*facts.pile_top(state, number), *(o for o, d in enumerate(state.defs) if d == number)]
            return facts.fact(state, prop, things[0]) if things else "not in this game"

        self._equal(path, f"{key} of {card}", wanted, actual)

    def _marks(self, counter: int, key: str, name: str, value: Any, path: Path) -> None:
        card, wanted = self.card(name, path, on_key=True), self.number(value, path)
        if card is not None:
            number = self.program.by_name[card]
            self._equal(path, f"{key} on {card}", wanted, lambda m: sum(
                count for (o, kind), count in m.game._state.marks.items()
                if kind == counter and m.game._state.defs[o] == number))

    def _exactly(self, named: set[int], path: Path, seats: Sequence[int], table: bool) -> None:
        """Zones that are not named are empty; piles are as they were, if none is named."""
        for zone in self.program.zones:
            if zone.holder == "seat":
                for seat in seats:
                    if zone.index not in named and (seat + 1) * 1000 + zone.index not in named:
                        self._zone(zone, seat, [], path, f"p{seat + 1} {zone.name}")
            elif zone.holder == "table" and table and zone.index not in named:
                self._zone(zone, 0, [], path, zone.name)
            elif zone.holder == "piles" and table and zone.index not in named:
                self._add(path, zone.name, "as in the beginning", _piles_changed)


def _at(phase: int, check: Check, moment: Moment) -> str | None:
    earlier = at_phase(moment.game, phase)
    return check.found(Moment(earlier, moment.start)) if earlier is not None else "never: that phase did not begin"


def _counter(seat: int, counter: int, moment: Moment) -> int:
    state = moment.game._state
    return state.counters[seat * state.linked.counters_per_seat + counter]


def _owned(state: State, seat: int) -> list[str]:
    return [state.linked.card_names[state.defs[o]] for o in facts.owned(state, seat)]


def _piles_changed(moment: Moment) -> str | None:
    state, start, names = moment.game._state, moment.start, moment.game._state.linked.card_names
    changed = [f"{names[card]}: {len(state.zones[zone])}" for card, zone in state.pile_of.items()
               if len(state.zones[zone]) != len(start.zones[zone])]
    return ", ".join(changed) or None
