"""Names in words a person writes: cards in any language, zones, seats, phases, verbs; and faults with a path.

A position and what is expected of one are plain data; a fault tells by keys and numbers where in that data it stands,
so that a file can show the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.diagnostics import did_you_mean
from interpreter.program.model import Counter, Program, Verb, Zone

Path = tuple[str | int, ...]
_TIMES = re.compile(r"^(.*\S)\s*[x×]\s?(\d{1,3})$")
_AMOUNT = re.compile(r"^(\d{1,3})\s*[x×]?\s+(\S.*)$")
_SEAT = re.compile(r"^p([1-9]\d?)$")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in plain data. `path` leads to it; `on_key`: the key itself is meant, not its value."""

    code: str
    path: Path
    message: str
    help: str
    on_key: bool = False

    def __str__(self) -> str:
        where = ".".join(str(part) for part in self.path)
        return f"{where + ': ' if where else ''}{self.message}. {self.help}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words with the verb they begin with, if they do, and what is left of them."""

    verb: Verb | None
    rest: str


def seat_number(word: object) -> int | None:
    """The number of a seat, from 1, if the word names one.

    >>> seat_number("p2"), seat_number("page")
    (2, None)
    """
    found = _SEAT.match(word) if isinstance(word, str) else None
    return int(found[1]) if found else None


def counted(text: str) -> tuple[str, int]:
    """A name and how many of it are meant.

    >>> counted("Stone x3"), counted("3 Stone"), counted("Stone")
    (('Stone', 3), ('Stone', 3), ('Stone', 1))
    """
    text = text.strip()
    found = _TIMES.match(text)
    if found:
        return found[1], int(found[2])
    found = _AMOUNT.match(text)
    return (found[2], int(found[1])) if found else (text, 1)


def grouped(names: Iterable[str]) -> list[str]:
    """Names as a person lists them: equal neighbours once, with their number.

    >>> grouped(["Stone", "Stone", "Axe"])
    ['Stone x2', 'Axe']
    """
    found: list[tuple[str, int]] = []
    for name in names:
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + 1)
        else:
            found.append((name, 1))
    return [name if count == 1 else f"{name} x{count}" for name, count in found]


class Words:
    """The words of one game, and the numbers they stand for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._cards: dict[str, list[str]] = {}
        for card in program.cards:
            for name in [card.name, *(local for names in card.names.values() for local in names)]:
                known = self._cards.setdefault(name.casefold(), [])
                if card.name not in known:
                    known.append(card.name)
        self._zones = {name: zone for zone in program.zones for name in (zone.name, *zone.called)}
        self._verbs = {form: verb for verb in program.verbs for form in self.forms(verb)}
        self._leading = self._either(self._verbs)
        self._named: re.Pattern[str] | None = None

    @staticmethod
    def forms(verb: Verb) -> list[str]:
        """All forms of a verb, the particle with them."""
        plain = [verb.name, *verb.forms, *verb.past]
        return [*plain, *(f"{form} {verb.particle}" for form in verb.forms if verb.particle)]

    @staticmethod
    def _either(words: Iterable[str]) -> re.Pattern[str]:
        longest = sorted(words, key=lambda word: (-len(word), word))
        return re.compile(r"(?<!\w)(?:" + ("|".join(map(re.escape, longest)) or "$^") + r")(?!\w)")

    # ------------------------------------------------------------ cards

    def cards_called(self, name: str) -> list[str]:
        """The cards of a name in any language, whatever its capitals; a plural is understood, too."""
        wanted = " ".join(name.split()).casefold()
        for tried in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")):
            if tried in self._cards:
                return self._cards[tried]
        return []

    def cards_in(self, text: str) -> list[str]:
        """All cards whose names stand in a text."""
        if self._named is None:
            names = sorted(self._cards, key=lambda name: (-len(name), name))
            self._named = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, names)) + r")(?:s|es)?(?!\w)")
        return [card for found in self._named.findall(text.casefold()) for card in self._cards[found]]

    # ------------------------------------------------------------ zones, counters, phases

    def zone(self, name: str, *holders: str) -> Zone | None:
        """A zone by one of its names, if it belongs to one of these holders."""
        found = self._zones.get(name)
        return found if found is not None and found.holder in holders else None

    def zone_names(self, *holders: str) -> list[str]:
        """The zones of these holders."""
        return [zone.name for zone in self.program.zones if zone.holder in holders]

    def counter(self, name: str) -> Counter | None:
        """A counter of seats by its name, in the plural or the singular."""
        return next((c for c in self.program.counters if name in (c.name, c.one) and not c.on_things), None)

    def counter_names(self) -> list[str]:
        """The counters of a seat."""
        return [c.name for c in self.program.counters if not c.on_things]

    def phase(self, name: str) -> int | None:
        """A phase by its name; its last word may be left out where that is enough."""
        names = [phase.name for phase in self.program.phases]
        if name in names:
            return names.index(name)
        short = [index for index, full in enumerate(names) if full.rsplit(" ", 1)[0] == name]
        return short[0] if len(short) == 1 else None

    # ------------------------------------------------------------ verbs

    def verb(self, form: str) -> Verb | None:
        """A verb by any of its forms."""
        return self._verbs.get(form)

    def verbs_in(self, text: str) -> set[str]:
        """The names of all verbs that stand in a text, in any form."""
        return {self._verbs[form].name for form in self._leading.findall(text)}

    def spoken(self, text: str) -> Spoken:
        """Takes the verb off the beginning of a text; the other half of a verb may stand at its end."""
        text = " ".join(text.split())
        found = self._leading.match(text) or self._leading.match(text[:1].lower() + text[1:])
        if found is None or text.casefold() in self._cards:
            return Spoken(None, text)
        verb, rest = self._verbs[found[0]], text[found.end():].strip()
        for half in (v.particle for v in self.program.verbs if v.particle and found[0] in v.forms):
            before, _, behind = f" {rest} ".partition(f" {half} ")  # only once: a place may have the same name
            rest = f"{before} {behind}".strip()
        return Spoken(verb, rest)


class Reading:
    """Reads plain data with the words of a game and keeps every fault it finds."""

    def __init__(self, words: Words) -> None:
        self.words, self.program = words, words.program
        self.faults: list[Fault] = []

    def fault(self, code: str, path: Path, message: str, help: str, on_key: bool = False) -> None:
        """One more fault."""
        self.faults.append(Fault(code, path, message, help, on_key))

    def unknown(self, code: str, path: Path, what: str, word: object, known: Iterable[str],
                on_key: bool = False) -> None:
        """A word that the game does not know."""
        known = list(known)
        help = did_you_mean(str(word), known, "there are" if known else "") or "there is none in this game"
        if what == "card":
            help += "; cards of your own are loaded with --cards FILE, or 'cards: [FILE]' in a file of rulings"
        self.fault(code, path, f"no {what} called '{word}' in {self.program.name}", help, on_key)

    def card(self, name: object, path: Path, on_key: bool = False) -> str | None:
        """The card of a name; a fault if there is none, or several."""
        found = self.words.cards_called(name) if isinstance(name, str) else []
        if len(found) == 1:
            return found[0]
        if found:
            help = f"use another name: {', '.join(found)}"
            self.fault("CW503", path, f"several cards are called '{name}'", help, on_key)
        else:
            self.unknown("CW503", path, "card", name, self.program.by_name, on_key)
        return None

    def cards(self, value: object, path: Path) -> list[str]:
        """A list of cards: names, each with a number behind it where several are meant."""
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            return self._some(value, path)
        return [name for index, entry in enumerate(value) for name in self._some(entry, (*path, index))]

    def _some(self, entry: object, path: Path) -> list[str]:
        if not isinstance(entry, str):
            self.fault("CW506", path, f"'{_shown(entry)}' is no card", "name cards in a list, as in '[One, Two x3]'")
            return []
        name, count = (entry, 1) if self.words.cards_called(entry) else counted(entry)
        found = self.card(name, path)
        return [found] * count if found is not None else []

    def seat(self, value: object, path: Path, seats: int, on_key: bool = False) -> int | None:
        """The number of a seat, from 0; a fault if there is none."""
        number = seat_number(value)
        if number is not None and number <= seats:
            return number - 1
        self.fault("CW505", path, f"there is no seat '{_shown(value)}'", f"seats are p1 to p{seats}", on_key)
        return None

    def number(self, value: object, path: Path, low: int = 0, high: int = 1_000_000) -> int | None:
        """A whole number within limits; a fault if it is none."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        help = f"write a number from {low} to {high:,}"
        self.fault("CW506", path, f"'{_shown(value)}' is no number that fits here", help)
        return None

    def mapping(self, value: object, path: Path, example: str) -> Mapping[str, Any]:
        """Keys with values; a fault if it is something else."""
        if isinstance(value, Mapping):
            return value
        if value is not None:
            self.fault("CW506", path, f"'{_shown(value)}' has no keys", f"write it as in '{example}'")
        return {}

    def phase(self, value: object, path: Path) -> int | None:
        """The number of a phase; a fault if there is none."""
        found = self.words.phase(value) if isinstance(value, str) else None
        if found is None:
            self.unknown("CW504", path, "phase", _shown(value), [phase.name for phase in self.program.phases])
        return found

    def each(self, value: object, path: Path, read: Callable[[Any, Path], Any]) -> list[Any]:
        """A list, entry by entry; a single value counts as a list of one."""
        entries: Sequence[Any] = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        return [read(entry, (*path, index)) for index, entry in enumerate(entries)]


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
