"""The loop in which bots play a game. It is written out in one piece, for simulations spend their time in it.

A bot is called with a decision and returns the option it takes, or several. A `Planner` gets by with less: it tells
once for each line that asks how it answers it, as a function of the names of the options and of how many have to and
may be taken, which returns the number of an option, or of several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.front.decisions import Refused, chosen_or_refused, decision_of, names_of
from interpreter.running import engine
from interpreter.running.state import Pending, State

if TYPE_CHECKING:
    from interpreter.front.game import Game

Picked = int | Sequence[int]
Plan = Callable[[tuple[str, ...], int, int], Picked]  # names, how many at least, at most


class Planner(Protocol):
    """A bot that needs no decision, only what is asked."""

    def plan(self, place: int, kind: str) -> Plan:
        """How it answers what is asked at this place in the texts; see `Decision.place` and `Decision.kind`."""


class _Plans(dict[tuple[int, str], Plan]):
    """The plans of the bot of one seat."""

    def __init__(self, state: State, bot: Any) -> None:
        self._state, self._bot = state, bot

    def __missing__(self, asked: tuple[int, str]) -> Plan:
        plan = self._bot.plan(*asked) if hasattr(self._bot, "plan") else self._ask
        self[asked] = plan
        return plan

    def _ask(self, names: tuple[str, ...], low: int, high: int) -> Picked:
        asked = decision_of(self._state, self._state.pending[0])
        return chosen_or_refused(asked, self._bot(asked))


Plans = Mapping[int, _Plans]


def plans_of(state: State, bots: Mapping[int, Any]) -> Plans:
    """The plans of bots, by seat from 0."""
    return {seat - 1: _Plans(state, bot) for seat, bot in bots.items()}


def take_all(names: tuple[str, ...], low: int, high: int) -> Picked:
    """A plan that takes as much as it may."""
    return range(high)


def drive(game: Game, plans: Plans) -> None:
    """Answers for these seats until another one is asked, several are at once, or the game is over."""
    label_of = game._state.stock.label_of

    def answer(state: State) -> bool:
        """Called by running texts as soon as they have asked; what they asked is answered when it returns."""
        raw = state.pending[0]
        seat, place, kind, options, low, high, _ = raw
        if seat not in plans:
            return False
        plan = plans[seat][place, kind]
        if plan is take_all:  # needs no names
            chosen = tuple(range(high))
            state.reply = options[:high]
        else:
            names = tuple(map(label_of, options)) if kind == "card" else names_of(state, raw)
            picked: Any = plan(names, low, high)
            if type(picked) is int and low <= 1 and 0 <= picked < len(options):
                chosen = (picked,)
                state.reply = (options[picked],)
            else:
                chosen = several(state, raw, picked)
                state.reply = tuple([options[number] for number in chosen])
        game._log = (game._log, raw, 0, chosen)
        state.steps = 0
        state.pending = ()
        return True

    state = game._state
    state.driver = answer
    try:
        while state.pending and not state.partial and answer(state):
            engine.go_on(state, state.reply)
    finally:
        state.driver = None


def several(state: State, raw: Pending, picked: Any) -> tuple[int, ...]:
    """The numbers of several options, or of none; refused if they do not fit."""
    _, _, _, options, low, high, ordered = raw
    numbers = (picked,) if isinstance(picked, int) else tuple(picked)
    if not low <= len(numbers) <= high or len(set(numbers)) < len(numbers) or (
            numbers and not 0 <= min(numbers) <= max(numbers) < len(options)):
        asked = decision_of(state, raw)
        raise Refused(f"p{asked.seat}, {asked.prompt}: {low} to {high} of the options 0 to {len(options) - 1} "
                      f"can be picked, not {list(numbers)}")
    return numbers if ordered else tuple(sorted(numbers))
