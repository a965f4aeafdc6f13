"""A position in words: who has what, whose turn it is. It is read into a layout, with every fault it has."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.diagnostics import CardwrightError
from interpreter.front.wording import Path, Reading, Words, seat_number
from interpreter.program import ir
from interpreter.program.layout import EVENT
from interpreter.program.model import Program, Verb
from interpreter.program.walk import nodes

SETUP = "setup"
KEYS = ("after", "before", "over", "phase", "played", "seats", "seed", "shuffle", "turn")
SEAT_KEYS = ("turns",)


@dataclass(slots=True)
class Layout:
    """A position with every word resolved; cards by name, uppermost first."""

    seats: int
    seed: int = 1
    turn: int = 0  # the seat whose turn it is, from 0
    number: int = 1  # turns begun so far
    turns: list[int] = field(default_factory=list)
    phase: int = 0
    setup: bool = False
    over: bool = False
    zones: dict[tuple[int, int], list[str]] = field(default_factory=dict)  # zone, seat
    counters: dict[tuple[int, int], int] = field(default_factory=dict)  # seat, counter
    piles: dict[str, int | list[str]] = field(default_factory=dict)
    chosen: Any = None  # the option that chooses the piles
    played: list[str] = field(default_factory=list)
    before: list[tuple[int, int, str]] = field(default_factory=list)  # verb, seat, card
    shuffles: list[list[str]] = field(default_factory=list)
    after: list[int] | None = None  # who won the game before, from 1; empty: it is the first game

    def named(self) -> list[str]:
        """Every card that is named, in a fixed order."""
        before = [card for _, _, card in self.before]
        lists = [*self.zones.values(), self.played, *self.shuffles, before, list(self.piles)]
        lists += [pile for pile in self.piles.values() if isinstance(pile, list)]
        return list(dict.fromkeys(card for cards in lists for card in cards))


def performing_verb(program: Program) -> Verb | None:
    """The verb that performs a card's text, if the game has one."""
    return next((verb for verb in program.verbs
                 if verb.unit >= 0 and any(nodes(program.units[verb.unit].body, ir.Perform))), None)


def performed_in(program: Program, verb: Verb) -> int | None:
    """The zone where a verb puts the card before its text is performed."""
    for act in nodes(program.units[verb.unit].body, ir.Act):
        if act.to is not None and act.pick.things.register == EVENT:
            return int(act.to.zone)
    return None


def read_given(words: Words, given: Mapping[str, Any]) -> tuple[Layout, Reading]:
    """The layout of a position, and the reading that holds its faults."""
    read = _Given(words)
    return read.layout(given), read


class _Given(Reading):
    """Reads the keys of a position one by one."""

    def layout(self, given: Mapping[str, Any]) -> Layout:
        """The whole position."""
        layout = Layout(self._seats(given))
        layout.turns = [0] * layout.seats
        self._phase(given, layout)
        self._turn(given.get("turn", "p1"), layout)
        for key, value in given.items():
            number = seat_number(key)
            if number is not None:
                if self.seat(key, (key,), layout.seats, on_key=True) is not None:
                    self._seat_content(number - 1, value, (key,), layout)
            elif key not in KEYS:
                self._table(key, value, layout)
        layout.over = given.get("over", False) is True
        if not isinstance(given.get("over", False), bool):
            self.fault("CW506", ("over",), f"'{given['over']}' is neither true nor false", "write 'over: true'")
        if "seed" in given:
            layout.seed = self.number(given["seed"], ("seed",), 0, 1 << 62) or 0
        layout.played = self._played(given.get("played"), layout)
        self._before(given.get("before"), layout)
        layout.shuffles = self.each(given.get("shuffle"), ("shuffle",), self.cards)
        self._after(given, layout)
        if layout.setup:
            self._only_set_up(given, layout)
        self._count(layout)
        return layout

    def _seats(self, given: Mapping[str, Any]) -> int:
        low, high = self.program.seats
        named = max((seat_number(key) or 0 for key in given), default=0)
        if "seats" not in given:
            return max(low, min(named, high))
        found = self.number(given["seats"], ("seats",), low, high)
        return found if found is not None else max(low, min(named, high))

    def _phase(self, given: Mapping[str, Any], layout: Layout) -> None:
        value = given.get("phase")
        layout.setup = value == SETUP
        if value is not None and not layout.setup:
            layout.phase = self.phase(value, ("phase",)) or 0

    def _turn(self, value: Any, layout: Layout) -> None:
        turn = value if isinstance(value, Mapping) else {"seat": value}
        deeper = isinstance(value, Mapping)
        for key in turn:
            if key not in ("seat", "number", "taken"):
                self.unknown("CW504", ("turn", key), "part of a turn", key, ["seat", "number", "taken"], on_key=True)
        path: Path = ("turn", "seat") if deeper and "seat" in turn else ("turn",)
        layout.turn = self.seat(turn.get("seat", "p1"), path, layout.seats) or 0
        layout.number = layout.turn + 1
        if "number" in turn:
            layout.number = self.number(turn["number"], ("turn", "number"), 1, 10_000) or 1
        for back in range(layout.number):  # the turns went round so far, and this one counts
            layout.turns[(layout.turn - back) % layout.seats] += 1
        taken = self.mapping(turn.get("taken"), ("turn", "taken"), "{p1: 3, p2: 3}")
        for seat, count in taken.items():
            self._taken(seat, count, ("turn", "taken", seat), layout)
        if taken and "number" not in turn:
            layout.number = max(1, sum(layout.turns))

    def _taken(self, seat: str, count: Any, path: Path, layout: Layout) -> None:
        index, number = self.seat(seat, path, layout.seats, on_key=True), self.number(count, path, 0, 10_000)
        if index is not None and number is not None:
            layout.turns[index] = number

    def _seat_content(self, seat: int, value: Any, path: Path, layout: Layout) -> None:
        for key, content in self.mapping(value, path, "p1: {zone: [One, Two]}").items():
            zone, counter = self.words.zone(key, "seat"), self.words.counter(key)
            here = (*path, key)
            if zone is not None:
                layout.zones[zone.index, seat] = self.cards(content, here)
            elif counter is not None:
                layout.counters[seat, counter.index] = self.number(content, here) or 0
            elif key in SEAT_KEYS:
                self._taken(f"p{seat + 1}", content, here, layout)
            else:
                known = [*self.words.zone_names("seat"), *self.words.counter_names(), *SEAT_KEYS]
                self.unknown("CW504", here, "zone or counter of a seat", key, known, on_key=True)

    def _table(self, key: str, value: Any, layout: Layout) -> None:
        zone, piles = self.words.zone(key, "table", "piles"), self.program.piles
        if zone is not None and zone.holder == "table":
            layout.zones[zone.index, 0] = self.cards(value, (key,))
        elif zone is not None:
            for name, content in self.mapping(value, (key,), f"{key}: {{One: 3}}").items():
                self._pile(key, name, content, layout)
        elif piles is not None and key == piles.option:
            layout.chosen = value
            if not isinstance(value, str):
                self.cards(value if isinstance(value, (list, tuple)) else [value], (key,))
        else:
            known = [*KEYS, *self.words.zone_names("table", "piles"), *([piles.option] if piles else []), "p1"]
            self.unknown("CW504", (key,), "part of a position", key, known, on_key=True)

    def _pile(self, zone: str, name: str, content: Any, layout: Layout) -> None:
        card = self.card(name, (zone, name), on_key=True)
        if card is None:
            return
        if isinstance(content, (list, tuple)):
            layout.piles[card] = self.cards(content, (zone, name))
            return
        most = self.program.cards[self.program.by_name[card]].pile.get(layout.seats, 0)
        count = self.number(content, (zone, name))
        if count is not None and count > most:
            self.fault("CW507", (zone, name), f"{count} {card} are more than there are",
                       f"the pile has {most} with {layout.seats} seats")
        layout.piles[card] = count or 0

    def _played(self, value: Any, layout: Layout) -> list[str]:
        verb = performing_verb(self.program)
        cards = self.cards(value, ("played",))
        zone = performed_in(self.program, verb) if verb is not None else None
        if value is not None and (verb is None or zone is None):
            self.fault("CW504", ("played",), f"nothing is performed in {self.program.name}", "leave it out")
            return []
        return cards

    def _before(self, value: Any, layout: Layout) -> None:
        for seat, verbs in self.mapping(value, ("before",), "{p1: {verb: [One]}}").items():
            number = self.seat(seat, ("before", seat), layout.seats, on_key=True)
            for form, cards in self.mapping(verbs, ("before", seat), "p1: {verb: [One]}").items():
                verb = self.words.verb(form)
                if verb is None:
                    forms = [past for known in self.program.verbs for past in known.past]
                    self.unknown("CW504", ("before", seat, form), "verb", form, forms, on_key=True)
                elif number is not None:
                    names = self.cards(cards, ("before", seat, form))
                    layout.before += [(verb.index, number, name) for name in names]

    def _after(self, given: Mapping[str, Any], layout: Layout) -> None:
        if "after" not in given:
            return
        winners = self.each(given["after"], ("after",), lambda value, path: self.seat(value, path, layout.seats))
        layout.after = [seat + 1 for seat in winners if seat is not None]
        if not layout.setup:
            self.fault("CW508", ("after",), "the game before counts only where a game sets itself up",
                       "add 'phase: setup', or leave it out", on_key=True)

    def _only_set_up(self, given: Mapping[str, Any], layout: Layout) -> None:
        """Where the rules set the game up, nothing else can be said about who has what."""
        for key, value in given.items():
            is_zone = self.words.zone(key, "table", "piles") is not None
            if (seat_number(key) is not None and value) or key in ("played", "before", "over") or is_zone:
                self.fault("CW508", (key,), f"'{key}' cannot be given where the game sets itself up",
                           "leave it out, or name a phase instead of 'setup'", on_key=True)

    def _count(self, layout: Layout) -> None:
        """A card cannot lie in more places than there are copies of it."""
        program = self.program
        if program.piles is None or layout.setup:
            return
        tally = Tally(card for cards in [*layout.zones.values(), layout.played] for card in cards)
        for pile in layout.piles.values():
            tally.update(pile if isinstance(pile, list) else ())
        for card, count in tally.items():
            start = sum(content.get(card, 0) for content in program.start.values()) * layout.seats
            size = program.cards[program.by_name[card]].pile.get(layout.seats, 0)
            left = layout.piles.get(card)
            total = count + (left if isinstance(left, int) else 0)
            if total > size + start:
                told = f"{size} in its pile" + (f" and {start} at the start" if start else "")
                self.fault("CW507", self._place(layout, card), f"{total} {card} are more than there are",
                           f"with {layout.seats} seats there are {told}; a pile that is named counts, too")

    def _place(self, layout: Layout, card: str) -> Path:
        """Where a card is named that there are too many of."""
        zones = self.program.zones
        for (zone, seat), cards in layout.zones.items():
            if card in cards:
                return (f"p{seat + 1}", zones[zone].name) if zones[zone].holder == "seat" else (zones[zone].name,)
        return ("played",) if card in layout.played else ()


def raise_faults(read: Reading) -> None:
    """Ends with all faults in one message, if there are any."""
    if read.faults:
        raise CardwrightError("this position is not possible: " + "; ".join(str(fault) for fault in read.faults))


def pile_names(program: Program, layout: Layout, also: Sequence[str]) -> tuple[str, ...]:
    """The piles of a position that does not choose them: those always there, and those of every card named."""
    if program.piles is None:
        return ()
    return tuple(dict.fromkeys([*program.piles.always, *layout.named(), *also]))


__all__ = ["KEYS", "SETUP", "Layout", "pile_names", "raise_faults", "read_given"]
