"""A running game: decisions out, answers in, and the whole of it a value."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from interpreter.diagnostics import CardwrightError
from interpreter.front import saving
from interpreter.front.decisions import (
    Cause,
    Decision,
    Option,
    Refused,
    cause_of,
    chosen_or_refused,
    decision_of,
    keys_of,
    names_of,
)
from interpreter.front.driving import Planner, drive, plans_of, several
from interpreter.front.events import Event, event_of
from interpreter.front.sight import view
from interpreter.running import engine
from interpreter.running.state import OffScript, Runaway, State

if TYPE_CHECKING:
    from interpreter.front.rules import Origin, Rules
    from interpreter.program.model import Program

Answer = Option | str | Sequence[Option | str]
Bot = Callable[[Decision], Answer]


class RunawayCard(CardwrightError):
    """A text went on for too long; the game is as it was before the last answer."""

    def __init__(self, cause: Cause, steps: int) -> None:
        self.cause = cause
        super().__init__(
            f"{cause.file}:{cause.line}: error CW401: {cause.card} did not come to an end within {steps:,} steps\n"
            f"   the line '{cause.words}' was still running; the game is as it was before the last answer")


def runaway_cause(state: State, runaway: Runaway) -> Cause:
    """The line that went on for too long; where it is a rule's, the card whose text was running nearest to it."""
    program = state.linked.program
    cause = cause_of(program, runaway.source)
    if cause.card in program.by_name:
        return cause
    for frame in reversed(state.stack):
        index = program.units[frame[0]].card if frame[0] < len(program.units) else -1
        if index >= 0:
            card = program.cards[index]
            first = next((number for number, source in enumerate(program.sources) if source.title == card.name), -1)
            return cause_of(program, first) if first >= 0 else cause
    return cause


class WrongShuffle(CardwrightError):
    """A shuffle that the position a game began at does not foresee; the game is as it was before the last answer."""

    def __init__(self, program: Program, shuffle: OffScript) -> None:
        def listed(cards: Sequence[int]) -> str:
            return ", ".join(program.cards[card].name for card in cards) or "nothing"

        self.shuffled, self.foreseen = shuffle.shuffled, shuffle.foreseen
        foreseen = "none is foreseen" if self.foreseen is None else f"foreseen is {listed(self.foreseen)}"
        super().__init__(f"the shuffle is of {listed(self.shuffled)}, but {foreseen}")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; seats count from 1."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: tuple[int, ...]


# The answers so far, newest first: (those before, the decision, which of the open ones, the options taken). It is
# shared by forks, so that copying a game copies none of it.
_Log = tuple[Any, Any, int, tuple[int, ...]]


class Caused(Sequence[Event]):
    """The events of one answer. They are only worked out when someone looks."""

    __slots__ = ("_events", "_game", "_log")
    _game: Game
    _log: _Log
    _events: list[Event] | None

    def _get(self) -> list[Event]:
        if self._events is None:
            game = self._game
            if game._log is self._log:
                game._listen()  # whoever asks once will ask again
            replayed = Game._replay(game._rules, game._origin, _entries(self._log)[:-1], traced=True)
            _, _, which, chosen = self._log
            self._events = replayed._traced(lambda: engine.answer(replayed._state, which, chosen))
        return self._events

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._get()[index]

    def __len__(self) -> int:
        return len(self._get())


def _entries(log: _Log | None) -> list[_Log]:
    found = []
    while log is not None:
        found.append(log)
        log = log[0]
    return found[::-1]


class Game:
    """The referee of one game. Made by `Rules.new_game` and `Rules.load_game`.

    >>> from interpreter import load
    >>> game = load().new_game(seats=2, seed=7)
    >>> game.decision.seat in (1, 2)
    True
    """

    def __init__(self, rules: Rules, origin: Origin, state: State, log: _Log | None = None) -> None:
        self._rules, self._origin, self._state, self._log = rules, origin, state, log
        self._events: list[Event] | None = None
        self._decision: Decision | None = None

    # ------------------------------------------------------------ deciding

    @property
    def decision(self) -> Decision | None:
        """What has to be decided now; None when the game is over."""
        pending = self._state.pending
        if not pending:
            return None
        known = self._decision
        if known is None or known._pending is not pending[0] or known._asks != self._state.asks:
            known = self._decision = decision_of(self._state, pending[0])
        return known

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions that are open; more than one where seats choose at the same time."""
        return tuple(decision_of(self._state, pending) for pending in self._state.pending)

    def answer(self, choice: Answer = (), decision: Decision | None = None) -> Sequence[Event]:
        """Answers a decision (the first one open) with an option, a key, or several; returns what it caused.

        An answer that is not possible raises `Refused` and changes nothing.
        """
        asked = self._decision
        pending = self._state.pending
        if asked is None or not pending or asked._pending is not pending[0] or asked._asks != self._state.asks:
            asked = self.decision
        if asked is None:
            raise Refused("the game is over: nothing is asked")
        which = 0
        if decision is not None and decision is not asked:
            which = self._which(decision)
            asked = decision_of(self._state, self._state.pending[which])
        return self._answered(which, chosen_or_refused(asked, choice))

    def _which(self, decision: Decision) -> int:
        for index, pending in enumerate(self._state.pending):
            if pending[0] + 1 == decision.seat and decision.id == f"{self._state.asks}-{decision.seat}":
                if pending is decision._pending or pending == decision._pending:
                    return index
        raise Refused(f"decision {decision.id} has passed")

    def _answered(self, which: int, chosen: tuple[int, ...]) -> Sequence[Event]:
        state = self._state
        log: _Log = (self._log, state.pending[which], which, chosen)
        try:
            if self._events is not None:
                events: Sequence[Event] = self._traced(lambda: engine.answer(state, which, chosen))
            else:
                engine.answer(state, which, chosen)
                events = caused = Caused()
                caused._game, caused._log, caused._events = self, log, None
        except Runaway as runaway:
            raise self._taken_back(runaway) from None
        except OffScript as shuffle:
            raise self._off_script(shuffle) from None
        self._log = log
        return events

    def _taken_back(self, runaway: Runaway) -> RunawayCard:
        cause = runaway_cause(self._state, runaway)
        self._state = Game._replay(self._rules, self._origin, _entries(self._log))._state
        return RunawayCard(cause, engine.STEP_BUDGET)

    def _off_script(self, shuffle: OffScript) -> WrongShuffle:
        self._state = Game._replay(self._rules, self._origin, _entries(self._log))._state
        return WrongShuffle(self._rules.program, shuffle)

    def run(self, bots: Mapping[int, Bot | Planner]) -> None:
        """Lets bots answer for their seats until a seat without one has to decide, or the game is over.

        A bot is called with a decision; a `Planner` is asked once for each line.
        """
        state = self._state
        plans = plans_of(state, bots)
        while state.pending:
            try:
                if self._events is None:
                    drive(self, plans)
            except Runaway as runaway:
                assert self._log is not None
                self._log = self._log[0]  # the driver has noted the answer that ran away
                raise self._taken_back(runaway) from None
            except OffScript as shuffle:
                assert self._log is not None
                self._log = self._log[0]
                raise self._off_script(shuffle) from None
            # someone listens, or several seats are asked at once
            which = next((index for index, raw in enumerate(state.pending) if raw[0] in plans), -1)
            if which < 0:
                return
            asked = decision_of(state, state.pending[which])
            picked = plans[asked.seat - 1][asked.place, asked.kind](asked.names, asked.min, asked.max)
            self._answered(which, several(state, asked._pending, picked))

    # ------------------------------------------------------------ events

    def _traced(self, act: Any) -> list[Event]:
        state = self._state
        first = len(self._events or ())
        state.trace = []
        try:
            act()
            events = [event_of(state, raw, first + index) for index, raw in enumerate(state.trace)]
        finally:
            state.trace = None
        if self._events is not None:
            self._events += events
        return events

    def _listen(self) -> None:
        """From now on events are kept; those so far are worked out by playing the answers again."""
        if self._events is not None:
            return
        replayed = Game._replay(self._rules, self._origin, _entries(self._log), traced=True)
        self._events = replayed._events

    @property
    def events(self) -> Sequence[Event]:
        """Everything that happened since the beginning."""
        self._listen()
        assert self._events is not None
        return tuple(self._events)

    @staticmethod
    def _replay(rules: Rules, origin: Origin, entries: Sequence[_Log], traced: bool = False) -> Game:
        game = Game(rules, origin, rules._prepare(origin))
        game._events = [] if traced else None
        rules._begin(game, traced)
        for entry in entries:
            if traced:
                game._traced(lambda entry=entry: engine.answer(game._state, entry[2], entry[3]))
            else:
                engine.answer(game._state, entry[2], entry[3])
            game._log = entry
        return game

    # ------------------------------------------------------------ the game as a value

    def fork(self) -> Game:
        """An independent copy; both go on from here."""
        copy = Game(self._rules, self._origin, self._state.fork(), self._log)
        copy._events = None if self._events is None else self._events[:]
        return copy

    def undo(self) -> None:
        """Steps back one answer."""
        if self._log is None:
            raise Refused("there is no answer to take back")
        entries = _entries(self._log[0])
        restored = Game._replay(self._rules, self._origin, entries, traced=self._events is not None)
        self._state, self._events, self._log = restored._state, restored._events, self._log[0]

    @property
    def answers(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The answers so far, by seat and stable keys."""
        found = []
        for entry in _entries(self._log):
            keys = list(keys_of(names_of(self._state, entry[1])))
            found.append((entry[1][0] + 1, tuple(keys[index] for index in entry[3])))
        return tuple(found)

    def save(self) -> str:
        """The whole game as JSON text."""
        program = self._rules.program
        return saving.sealed({
            "cardwright": "game", "format": saving.FORMAT, "semantics": saving.SEMANTICS, "game": program.name,
            "profile": program.profile, "hashes": saving.hashes(program, self._origin.cards(program)),
            "origin": self._origin.as_json(), "answers": [[seat, list(keys)] for seat, keys in self.answers],
            "state": saving.dump_state(self._state),
        })

    def checksum(self) -> str:
        """A short name of the state: equal states have equal names, on every machine."""
        return hashlib.sha256(repr(self._state.value()).encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._state.value() == other._state.value()

    def __hash__(self) -> int:
        return hash(self._state.value())

    # ------------------------------------------------------------ looking

    @property
    def decided(self) -> int:
        """How many answers were given so far."""
        return self._state.asks - (1 if self._state.pending else 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._state.seats

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._state.turn_seat + 1

    def view(self) -> dict[str, Any]:
        """The table as the referee sees it; players get `seat(n).view()`."""
        return view(self._state, None)

    def seat(self, number: int) -> Seat:
        """A player's place by its number, from 1."""
        if not 1 <= number <= self._state.seats:
            raise CardwrightError(f"there is no seat {number}; seats are 1 to {self._state.seats}")
        return Seat(self, number)

    def score(self, seat: int) -> int:
        """The score of a seat as it is now."""
        return engine.score(self._state, seat - 1)

    @property
    def result(self) -> Result | None:
        """Scores, winners and turns; None while the game goes on."""
        if not self._state.over:
            return None
        turns = tuple(self._state.turns)
        scores = tuple(engine.score(self._state, seat) for seat in range(self._state.seats))
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if self._rules.program.ties == "fewest turns":
            fewest = min(turns[seat] for seat in best)
            best = [seat for seat in best if turns[seat] == fewest]
        return Result(scores, tuple(seat + 1 for seat in best), turns)

    def __iter__(self) -> Iterator[Decision]:
        """The decisions one after the other, as they are answered."""
        while (decision := self.decision) is not None:
            yield decision


class Seat:
    """A player's place: what it sees, what it is asked."""

    def __init__(self, game: Game, number: int) -> None:
        self._game, self.number = game, number

    def view(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return view(self._game._state, self.number - 1)

    @property
    def decision(self) -> Decision | None:
        """What this seat has to decide now, if anything."""
        return next((d for d in self._game.decisions if d.seat == self.number), None)

    def answer(self, choice: Answer = ()) -> Sequence[Event]:
        """Answers what this seat is asked; returns what it caused, as this seat may know it."""
        asked = self.decision
        if asked is None:
            raise Refused(f"p{self.number} has nothing to decide now")
        events = self._game.answer(choice, asked)
        return [event.seen_by(self.number) for event in events]

    def events(self, since: int = 0) -> list[Event]:
        """What happened, as this seat may know it."""
        return [event.seen_by(self.number) for event in self._game.events[since:]]
