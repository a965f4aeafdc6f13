"""Plays a game with bots, and tells it: many small events become few lines that read like notes of a game.

What belongs to one use of a verb goes on one line: the verb with a text of its own is the head, the steps of its text
are left out, and what the card's text does stands behind the colon. Uses that only change numbers are put together.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.front.decisions import Decision
from interpreter.front.events import Event
from interpreter.front.game import Answer, Game
from interpreter.program.model import Program, Verb

NO_BREAK = "\N{NO-BREAK SPACE}"
Player = Callable[[Decision], Answer]


def run_game(game: Game, players: Sequence[Player], limit: int) -> Iterator[Sequence[Event]]:
    """Lets the players answer until the game is over or `limit` answers were given; yields what each answer caused."""
    yield game.events
    for _ in range(limit):
        decision = game.decision
        if decision is None:
            return
        yield game.answer(players[decision.seat - 1](decision), decision)


@dataclass(slots=True)
class Clause:
    """One thing a text did (`verb`) or a counter it changed (`counter`)."""

    seat: int
    cause: str
    verb: str = ""
    cards: list[str] = field(default_factory=list)
    where: str = ""
    words: str = ""
    counter: str = ""
    amount: int = 0


@dataclass(slots=True)
class Line:
    """A line of the notes. `verb` is a verb with a text, or '' for what another text did."""

    depth: int
    seat: int
    title: str
    verb: str = ""
    cards: list[str] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    # counters that the text of the verb itself changed; whether it is what was left
    left: dict[str, tuple[int, bool]] = field(default_factory=dict)

    def only_counts(self) -> bool:
        """Whether all it did was to change counters of its seat."""
        return all(clause.counter and clause.cause in self.cards for clause in self.clauses)


class Story:
    """Collects events; gives the lines of a turn when the next one begins."""

    def __init__(self, program: Program) -> None:
        self._verbs: dict[str, Verb] = {verb.name: verb for verb in program.verbs}
        self._ones = {counter.name: counter.one for counter in program.counters}
        self._phases = {phase.name for phase in program.phases}
        self._turn_of = 0
        self._heading = ""
        self._lines: list[Line] = []
        self._owners: dict[int, Line | None] = {}  # play -> the line it belongs to; None for the turn itself
        self._counts: dict[tuple[int, str], int] = {}

    def add(self, event: Event) -> list[str]:
        """Takes the next event; returns the lines of the turn before if this one begins another."""
        if event.verb == "spends" and not event.cards:
            self._counts[event.seat, event.target] = event.amount  # the line that follows tells what it was for
            return []
        if event.verb == "turn" and not event.cards:
            told = self.rest()
            self._turn_of, self._heading = event.seat, f"p{event.seat}, turn {event.amount}"
            return told
        if event.verb in ("phase", "game over") and event.verb not in self._verbs:
            return []
        self._take(event)
        return []

    def rest(self) -> list[str]:
        """The lines that have not been given yet."""
        lines = [self._heading] if self._heading else []
        lines += [self._told(line) for line in self._put_together()]
        self._lines, self._owners, self._heading = [], {}, ""
        self._counts.clear()
        return lines

    # ------------------------------------------------------------ from events to lines

    def _take(self, event: Event) -> None:
        verb = self._verbs.get(event.verb)
        if verb is not None and verb.unit >= 0:
            owner = self._owner(event.play)
            depth = owner.depth + 1 if owner else 0
            self._lines.append(Line(depth, event.seat, event.cause.card, event.verb, list(event.cards)))
            return
        current = self._lines[-1] if self._lines else None
        if current is not None and current.verb and event.cause.card == current.verb:
            self._step(current, event)
            return
        clause = self._clause(event)
        if clause is not None:
            self._line_for(event, clause).clauses.append(clause)

    def _step(self, line: Line, event: Event) -> None:
        """What the text of the verb itself does: moving its card goes without saying, counters are told at the end."""
        if event.verb == "has" and not event.cards:
            before = self._counts.get((event.seat, event.target))
            line.left[event.target] = (event.amount, before is not None and event.amount <= before)
            self._counts[event.seat, event.target] = event.amount
        elif not set(event.cards) <= set(line.cards):
            clause = self._clause(event)
            if clause is not None:
                line.clauses.append(clause)

    def _owner(self, play: int) -> Line | None:
        """The line a play belongs to: one that is not known yet was begun by the last verb."""
        if play not in self._owners:
            self._owners[play] = next((line for line in reversed(self._lines) if line.verb), None)
        return self._owners[play]

    def _line_for(self, event: Event, clause: Clause) -> Line:
        """The last line, if this goes on with it; otherwise a new one."""
        current = self._lines[-1] if self._lines else None
        owner = self._owner(event.play)
        if current is not None and clause.seat in (0, current.seat):
            goes_on = not current.verb and (current.title == event.cause.card or not self._turn_of)
            if current is owner or goes_on:
                return current
        depth = owner.depth + 1 if owner is not None else 0
        self._lines.append(Line(depth, clause.seat, event.cause.card))
        return self._lines[-1]

    def _clause(self, event: Event) -> Clause | None:
        seat, cause = event.seat, event.cause.card
        if event.verb == "shuffle":
            whose, zone = _owner_and_zone(event.target)
            return Clause(whose or seat, cause, verb="shuffle", where=zone, amount=event.amount)
        if event.verb == "unaffected":
            return Clause(seat, cause, words="unaffected")
        if event.verb == "has":
            if event.cards:
                return Clause(seat, cause, words=f"{event.cards[0]}: {self._amount(event.target, event.amount)}")
            self._counts[seat, event.target] = event.amount
            return Clause(seat, cause, counter=event.target, amount=event.amount)
        if not event.cards:
            return None
        return Clause(seat, cause, event.verb, list(event.cards), self._where(event))

    def _where(self, event: Event) -> str:
        """Where cards went, unless that is where the verb always takes them."""
        whose, zone = _owner_and_zone(event.target)
        verb = self._verbs.get(event.verb)
        if not zone or (verb is not None and verb.to == zone and whose in (0, event.seat)):
            return ""
        return zone if whose in (0, event.seat) else event.target

    # ------------------------------------------------------------ from lines to text

    def _put_together(self) -> list[Line]:
        """Joins a line to the one before if both only use the same verb and change counters."""
        joined: list[Line] = []
        for line in self._lines:
            last = joined[-1] if joined else None
            if last is not None and last.verb and _alike(last, line):
                last.cards += line.cards
                last.clauses += line.clauses
                last.left |= line.left
            else:
                joined.append(line)
        return joined

    def _told(self, line: Line) -> str:
        other = line.seat not in (0, self._turn_of)
        parts = [self._clause_text(group, line, other) for group in _groups(line)]
        text = "; ".join(part for part in parts if part)
        head = f"p{line.seat} " if other else ""
        if line.verb:
            head += f"{self._verb_form(line.verb, other, counted(line.cards))}{self._remaining(line)}"
            head += ": " if text else ""
        elif not other:
            head += f"{line.title}: "
        return "  " * (line.depth + 1) + head + text

    def _remaining(self, line: Line) -> str:
        shown = [
            self._amount(name, amount) + (" left" if is_rest else "")
            for name, (amount, is_rest) in line.left.items() if amount
        ]
        return f" ({', '.join(shown)})" if shown else ""

    def _clause_text(self, group: list[Clause], line: Line, other: bool) -> str:
        first = group[0]
        if first.counter:
            latest = {clause.counter: clause.amount for clause in group}
            text = ", ".join(self._amount(name, amount) for name, amount in latest.items())
        elif first.words:
            text = first.words
        elif not first.cards:
            text = f"shuffle{'s' * other} {first.amount} cards into {first.where}"
        else:
            text = self._verb_form(first.verb, other, counted([card for clause in group for card in clause.cards]))
            text += f" -> {first.where}" if first.where else ""
        foreign = line.verb and first.cause not in line.cards
        return f"({first.cause}) {text}" if foreign else text

    def _verb_form(self, name: str, other: bool, cards: str) -> str:
        verb = self._verbs.get(name)
        if verb is None:
            return f"{name} {cards}"
        form = verb.forms[min(1, len(verb.forms) - 1)] if other else verb.forms[0]
        return f"{form} {cards} {verb.particle}".rstrip()

    def _amount(self, counter: str, amount: int) -> str:
        return f"{amount} {self._ones.get(counter, counter) if amount == 1 else counter}"


def _alike(last: Line, line: Line) -> bool:
    same = (last.depth, last.seat, last.verb, last.title) == (line.depth, line.seat, line.verb, line.title)
    return same and last.only_counts() and line.only_counts()


def _groups(line: Line) -> Iterator[list[Clause]]:
    """Clauses that are told together: counters, or the same verb, of the line's own cards or of one other cause."""
    group: list[Clause] = []
    kind: object = None
    for clause in line.clauses:
        cause = "" if line.verb and clause.cause in line.cards else clause.cause
        same = (cause, bool(clause.counter), clause.verb, clause.where)
        if group and (clause.words or group[-1].words or same != kind):
            yield group
            group = []
        group.append(clause)
        kind = same
    if group:
        yield group


def _owner_and_zone(target: str) -> tuple[int, str]:
    """The seat (0: nobody) and the zone in the name of a place such as `p2's ...`."""
    whose, mark, zone = target.partition("'s ")
    if mark and whose[:1] == "p" and whose[1:].isdigit():
        return int(whose[1:]), zone
    return 0, target


def counted(cards: Sequence[str]) -> str:
    """Names with numbers: each card once, with how many there are. A name is not broken at the end of a line."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    shown = [name if count == 1 else f"{name} x{count}" for name, count in counts.items()]
    return ", ".join(name.replace(" ", NO_BREAK) for name in shown)


def wrapped(line: str, width: int = 80) -> str:
    """A line within the width of a terminal; what does not fit is indented below it."""
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    text = textwrap.fill(line, width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False)
    return text.replace(NO_BREAK, " ")
