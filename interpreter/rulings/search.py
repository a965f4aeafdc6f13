"""Everything that can happen from a state: every choice and every shuffle, up to a horizon, within a budget."""

from __future__ import annotations

from collections import Counter as Tally
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import factorial, prod
from typing import Any

from interpreter.front.decisions import Decision, decision_of, keys_of
from interpreter.rulings.answers import only_answer
from interpreter.rulings.sameness import key_of
from interpreter.running import engine
from interpreter.running.state import OffScript, Runaway, State

BUDGET = 40_000  # answers that are tried
MOST_ORDERS = 5_000  # of one shuffle


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far to go: the beginning of the next turn, of a phase, a question to a seat, or a number of answers."""

    turn: bool = False
    phase: int = -1
    seat: int = -1
    answers: int = -1
    title: str = ""


@dataclass(slots=True)
class Node:
    """A state that can be reached, and how: the answers, and what was shuffled into which order on the way."""

    state: State
    parent: Node | None
    seat: int
    words: tuple[str, ...]
    forced: bool
    shuffles: tuple[tuple[int, ...], ...]
    depth: int
    end: bool = False
    phases: tuple[tuple[int, State], ...] = ()  # phases that began on the way here, with the state they found

    def path(self) -> list[Node]:
        """From the first answer to this state."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]


class Reached(Exception):
    """The horizon was reached in the middle of a run."""


class _Watching(list[Any]):
    """A trace that keeps the states in which phases begin, and stops at the horizon."""

    def __init__(self, state: State, horizon: Horizon, snapshots: bool) -> None:
        super().__init__()
        self.state, self.horizon, self.snapshots = state, horizon, snapshots
        self.phases: list[tuple[int, State]] = []

    def append(self, entry: Any) -> None:
        """Something happened: most of it does not matter here."""
        if entry[0] == "phase":
            if self.snapshots:
                kept = self.state.fork()
                kept.trace = None
                self.phases.append((entry[2], kept))
            if entry[2] == self.horizon.phase:
                raise Reached
        elif entry[0] == "turn" and self.horizon.turn:
            raise Reached
        elif entry[0] == "move":
            super().append(entry)  # what is shown to whom is noted in the last entry
            del self[:-1]


class Unfinished(Exception):
    """The budget is used up before everything was seen."""


class Search:
    """A walk through everything that can happen, near things first."""

    def __init__(self, start: State, horizon: Horizon, budget: int = BUDGET, snapshots: bool = False) -> None:
        self.start, self.horizon, self.budget, self.snapshots = start, horizon, budget, snapshots
        self.seen = 0
        self.repeated = 0
        self.skipped = 0  # shuffles with more orders than are tried

    def nodes(self) -> Iterator[Node]:
        """Every state that can be reached, each once; raises `Unfinished` when there is more than the budget."""
        first = self.start.fork()
        if not first.script or first.script[-1] is not None:
            first.script = (*first.script, None)
        root = Node(first, None, -1, (), False, (), 0)
        known = {(False, key_of(first), 0)}
        queue = deque([root])
        self.seen = 1
        root.end = first.over or self._is_end(first, 0)
        yield root
        while queue:
            node = queue.popleft()
            if node.end:
                continue
            for child in self._children(node):
                if self.seen + self.repeated > self.budget:
                    raise Unfinished
                depth = child.depth if self.horizon.answers >= 0 else 0
                name = key_of(child.state) if child.state.pending or not child.end else plain_key(child.state)
                key = (child.end, name, depth)
                if key in known and not child.phases:
                    self.repeated += 1
                    continue
                fresh = key not in known
                known.add(key)
                self.seen += 1
                yield child
                if fresh:
                    queue.append(child)
        if self.skipped:
            raise Unfinished

    def _is_end(self, state: State, depth: int) -> bool:
        horizon = self.horizon
        return state.over or (horizon.seat >= 0 and any(p[0] == horizon.seat for p in state.pending)) or (
            0 <= horizon.answers <= depth)

    def _children(self, node: Node) -> Iterator[Node]:
        pending = node.state.pending
        if not pending:
            return
        decision = decision_of(node.state, pending[0])
        keys = tuple(keys_of(decision.names))
        forced = only_answer(decision)
        choices = answers_to(decision) if forced is None else [tuple(keys.index(key) for key in forced)]
        for chosen in choices:
            names = decision.names if forced is None and not node.state.marks else keys
            yield from self._after(node, decision, tuple(names[index] for index in chosen), chosen, forced is not None)

    def _after(self, node: Node, decision: Decision, words: tuple[str, ...], chosen: tuple[int, ...],
               forced: bool) -> Iterator[Node]:
        """The states after an answer: one, or one for each order that shuffles on the way can bring."""
        scripts: list[tuple[tuple[int, ...], ...]] = [()]
        while scripts:
            script = scripts.pop()
            try:
                state, watching, end = stepped(node.state, chosen, self.horizon, self.snapshots, script)
            except OffScript as shuffle:
                orders = orders_of(shuffle.shuffled) if shuffle.foreseen is None else None
                self.skipped += orders is None
                scripts += [(*script, order) for order in orders or ()]
                continue
            except Runaway:
                self.skipped += 1
                continue
            depth = node.depth + (not forced)
            yield Node(state, node, decision.seat, words, forced, script, depth, end or self._is_end(state, depth),
                       tuple(watching.phases))


def stepped(state: State, chosen: tuple[int, ...], horizon: Horizon, snapshots: bool,
            script: tuple[tuple[int, ...], ...] = ()) -> tuple[State, _Watching, bool]:
    """A copy of the state after an answer, what was seen on the way, and whether the horizon was reached in between.

    The shuffles of `script` come after those that the position itself foresees.
    """
    state = state.fork()
    if script:
        state.script = (*state.script[:-1], *script, None)
    state.trace = watching = _Watching(state, horizon, snapshots)
    end = False
    try:
        engine.answer(state, 0, chosen)
    except Reached:
        end = True
    state.trace = None
    return state, watching, end


def plain_key(state: State) -> tuple[Any, ...]:
    """A state in the middle of something, at the horizon: only what can be seen of it counts."""
    zones = tuple(tuple(state.defs[o] for o in zone) for zone in state.zones)
    unordered = state.linked.unordered
    content = tuple(tuple(sorted(zone)) if number in unordered else zone for number, zone in enumerate(zones))
    return (content, tuple(state.counters), state.turn, state.turn_seat, state.phase, state.over, tuple(state.turns),
            tuple(sorted(state.marks.items())))


def answers_to(decision: Decision) -> list[tuple[int, ...]]:
    """Every answer to a decision, as numbers of options; equal cards make equal answers."""
    names = decision.names
    plain = not decision._state.marks
    groups: dict[Any, list[int]] = {}
    for index, name in enumerate(names):
        groups.setdefault(name if plain else index, []).append(index)
    if decision.ordered:
        return [answer for size in range(decision.min, decision.max + 1) for answer in _ordered(groups, size)]
    found: dict[tuple[int, ...], None] = {}
    for size in range(decision.min, decision.max + 1):
        for picked in _picks(list(groups.values()), size):
            found[picked] = None
    return list(found)


def _picks(groups: Sequence[Sequence[int]], size: int) -> Iterator[tuple[int, ...]]:
    if not groups:
        if size == 0:
            yield ()
        return
    first, rest = groups[0], groups[1:]
    for count in range(min(size, len(first)), -1, -1):
        for more in _picks(rest, size - count):
            yield tuple(sorted((*first[:count], *more)))


def _ordered(groups: dict[Any, list[int]], size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    for name, members in groups.items():
        if members:
            left = {**groups, name: members[1:]}
            for more in _ordered(left, size - 1):
                yield (members[0], *more)


def orders_of(cards: Sequence[int]) -> list[tuple[int, ...]] | None:
    """All different orders of cards; None if there are too many."""
    tally = Tally(cards)
    if factorial(len(cards)) // prod(factorial(count) for count in tally.values()) > MOST_ORDERS:
        return None
    return list(_orders(sorted(tally.items()), len(cards)))


def _orders(tally: list[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    if not tally:
        yield ()
        return
    (card, count), rest = tally[0], tally[1:]
    for others in _orders(rest, size - count):
        for places in combinations(range(size), count):
            order = list(others)
            for place in places:
                order.insert(place, card)
            yield tuple(order)
