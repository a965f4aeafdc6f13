"""Moments of a game that something is said about: as it is, as it was when a phase began, and before it began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.front.game import Game, Result, _entries
from interpreter.front.wording import seat_number
from interpreter.running import engine
from interpreter.running.state import State

TRIES = 300  # with six seats, one is missed less than once in 10 ** 22


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it is, and the state it began with."""

    game: Game
    start: State


class _Snapshots(list[Any]):
    """A trace that keeps the state as it was when a phase last began."""

    def __init__(self, state: State, phase: int) -> None:
        super().__init__()
        self.state, self.phase = state, phase
        self.kept: State | None = None

    def append(self, entry: Any) -> None:
        """Something happened."""
        super().append(entry)
        if entry[0] == "phase" and entry[2] == self.phase:
            self.kept = self.state.fork()


def at_phase(game: Game, phase: int) -> Game | None:
    """The game as it was when a phase last began: all answers are given again; None if it did not begin."""
    replayed = Game(game._rules, game._origin, game._rules._prepare(game._origin))
    state = replayed._state
    state.trace = snapshots = _Snapshots(state, phase)
    engine.run(state)
    for _, _, which, chosen in _entries(game._log):
        engine.answer(state, which, chosen)
    if snapshots.kept is None:
        return None
    snapshots.kept.trace = None
    return Game(game._rules, game._origin, snapshots.kept)


def result_before(seats: int, winners: Sequence[int]) -> Result | None:
    """The result of the game before, as far as it counts; None if this is the first game."""
    return Result((0,) * seats, tuple(winners), (0,) * seats) if winners else None


def beginners(game: Game, before: Any) -> list[str]:
    """The seats that the rules let begin: chance is tried so often that nobody is missed."""
    names = before if isinstance(before, (list, tuple)) else [before]
    after = result_before(game.seats, [number for name in names if (number := seat_number(name)) is not None])
    return sorted({f"p{game._rules._first_seat(game.seats, seed, after) + 1}" for seed in range(TRIES)})
