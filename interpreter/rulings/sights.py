"""What a seat sees, and what it must not: checks against its view, its options and the events it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from interpreter.front.events import Event
from interpreter.front.game import Game
from interpreter.front.wording import Path, Reading, Words, seat_number
from interpreter.rulings.expecting import Check, listed
from interpreter.rulings.moments import Moment

PARTS = ("cards", "count", "empty", "top")
UNKNOWN = "unknown"


class Sights(Reading):
    """Reads what `sees` and `hidden` say."""

    def __init__(self, words: Words, seats: int) -> None:
        super().__init__(words)
        self.seats = seats
        self._checks: list[Check] = []

    def sees(self, value: Mapping[str, Any]) -> list[Check]:
        """Checks of the form {p2: {p1: {zone: 3}}}."""
        self._checks = []
        for viewer, content in value.items():
            eye = self.seat(viewer, (viewer,), self.seats, on_key=True)
            if eye is None:
                continue
            for key, part in self.mapping(content, (viewer,), "p2: {p1: {zone: 3}}").items():
                if seat_number(key) is not None:
                    seat = self.seat(key, (viewer, key), self.seats, on_key=True)
                    if seat is not None:
                        self._seat(eye, seat, part, (viewer, key))
                else:
                    self._table(eye, key, part, (viewer, key))
        return self._checks

    def _seat(self, eye: int, seat: int, value: Any, path: Path) -> None:
        for key, part in self.mapping(value, path, "p1: {zone: 3}").items():
            here, what = (*path, key), f"what p{eye + 1} sees of p{seat + 1}'s {key}"
            zone, counter = self.words.zone(key, "seat"), self.words.counter(key)
            if zone is not None:
                self._content(part, here, what, zone.ordered, partial(_of_seat, eye, seat, "zones", zone.name))
            elif counter is not None:
                self._add(here, what, self.number(part, here), partial(_of_seat, eye, seat, "counters", counter.name))
            else:
                known = [*self.words.zone_names("seat"), *self.words.counter_names()]
                self.unknown("CW504", here, "zone or counter of a seat", key, known, on_key=True)

    def _table(self, eye: int, key: str, value: Any, path: Path) -> None:
        zone = self.words.zone(key, "table", "piles")
        if zone is None:
            known = self.words.zone_names("table", "piles")
            self.unknown("CW504", path, "zone of the table", key, known, on_key=True)
            return
        name = zone.name
        if zone.holder == "piles":
            for card, count in self.mapping(value, path, f"{key}: {{One: 3}}").items():
                found = self.card(card, (*path, card), on_key=True)
                wanted = UNKNOWN if count == UNKNOWN else self.number(count, (*path, card))
                self._add((*path, card), f"what p{eye + 1} sees of {name} {card}", wanted,
                          partial(_of_pile, eye, name, found))
            return
        self._content(value, path, f"what p{eye + 1} sees of {name}", zone.ordered,
                      lambda m: _view(m.game, eye)["table"][name])

    def _content(self, value: Any, path: Path, what: str, ordered: bool,
                 content: Callable[[Moment], Mapping[str, Any]]) -> None:
        """A number: what can be counted; a list: the cards that are seen; or parts of what a view shows."""
        parts = value if isinstance(value, Mapping) else {
            "count" if isinstance(value, int) or value == UNKNOWN else "cards": value}
        for key, part in parts.items():
            here = (*path, key) if isinstance(value, Mapping) else path
            if key not in PARTS:
                self.unknown("CW504", here, "part of what is seen", key, PARTS, on_key=True)
                continue
            wanted = UNKNOWN if part == UNKNOWN else self._wanted(key, part, here, ordered)
            self._add(here, f"{what}, {key}", wanted, partial(_part, content, key, ordered))

    def _wanted(self, key: str, part: Any, path: Path, ordered: bool) -> Any:
        if key == "cards":
            entries = part if isinstance(part, list) else [part]
            names = [name for index, entry in enumerate(entries)
                     for name in (["?"] if entry == "?" else self.cards(entry, (*path, index)))]
            return listed(names if ordered else sorted(names))
        if key == "top":
            return self.card(part, path)
        return part is True if key == "empty" else self.number(part, path)

    def _add(self, path: Path, what: str, wanted: Any, actual: Callable[[Moment], Any]) -> None:
        def found(moment: Moment) -> str | None:
            value = actual(moment)
            return None if value == wanted else f"{value}"

        self._checks.append(Check(path, what, f"{wanted}", found))

    def hidden(self, value: Mapping[str, Any]) -> list[tuple[int, list[str]]]:
        """The seats, from 1, and the cards each of them must not see."""
        found = []
        for viewer, cards in value.items():
            seat = self.seat(viewer, (viewer,), self.seats, on_key=True)
            names = self.cards(cards, (viewer,))
            if seat is not None:
                found.append((seat + 1, names))
        return found


def _view(game: Game, eye: int) -> dict[str, Any]:
    return game.seat(eye + 1).view()


def _of_seat(eye: int, seat: int, part: str, name: str, moment: Moment) -> Any:
    return _view(moment.game, eye)["seats"][seat][part][name]


def _of_pile(eye: int, zone: str, card: str | None, moment: Moment) -> Any:
    piles = _view(moment.game, eye)["table"][zone]
    return next((pile["count"] for pile in piles if pile["card"] == card), UNKNOWN)


def _part(content: Callable[[Moment], Mapping[str, Any]], key: str, ordered: bool, moment: Moment) -> Any:
    return _shown(content(moment), key, ordered)


def _shown(content: Mapping[str, Any], key: str, ordered: bool) -> Any:
    """A part of a view as it is compared: `unknown` where the view does not tell."""
    if key == "cards" and "cards" in content:
        return listed(content["cards"] if ordered else sorted(content["cards"]))
    if key == "top" and "cards" in content:
        return content["cards"][0] if content["cards"] else UNKNOWN
    if key == "empty" and "count" in content:
        return content["count"] == 0
    return content.get(key, UNKNOWN)


def leaks(game: Game, seat: int, cards: Sequence[str], events: Iterable[Event]) -> list[str]:
    """Where a seat learns of cards it must not see: places, options, and what it is told."""
    view = game.seat(seat).view()
    places = {f"p{other['seat']}'s {name}": content
              for other in view["seats"] for name, content in other["zones"].items()}
    places |= {name: content for name, content in view["table"].items() if isinstance(content, dict)}
    found = [f"{card} is seen in {place}" for place, content in places.items() for card in cards
             if card in [*content.get("cards", ()), content.get("top")]]
    for decision in game.decisions:
        if decision.seat == seat and decision.kind == "card":
            found += [f"{card} is among the options of p{seat}" for card in cards if card in decision.names]
    for event in events:
        told = event.seen_by(seat)
        found += [f"{card} is told: {told}" for card in cards if card in told.cards]
    return list(dict.fromkeys(found))
