"""`always`, `never`, `sometimes`: decided by walking everything that can happen, with a counter-example."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.diagnostics import Span
from interpreter.front.decisions import chosen_indices
from interpreter.front.game import Game
from interpreter.front.wording import Reading, grouped, seat_number
from interpreter.rulings.answers import fit
from interpreter.rulings.expecting import Check
from interpreter.rulings.failing import Failed
from interpreter.rulings.moments import Moment
from interpreter.rulings.scenario import CHECKS
from interpreter.rulings.search import BUDGET, Horizon, Node, Search, Unfinished, plain_key, stepped
from interpreter.running.state import State

if TYPE_CHECKING:
    from interpreter.front.rules import Origin
    from interpreter.rulings.checking import Prepared
    from interpreter.rulings.running import Runner

END = "end"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of the states that can be reached: of all, of those at the horizon or where a phase begins."""

    kind: str
    span: Span
    checks: tuple[Check, ...]
    at_end: bool = False
    phase: int = -1

    def states(self, node: Node) -> list[State]:
        """The states of a node that the claim speaks of."""
        if self.phase >= 0:
            return [state for phase, state in node.phases if phase == self.phase]
        return [node.state] if node.end or not self.at_end else []


def read_horizon(read: Reading, value: Any, seats: int) -> Horizon:
    """How far a claim goes, in words; faults are kept."""
    if value is None or value == "end of turn":
        return Horizon(turn=True, title="end of turn")
    if value == "end of game":
        return Horizon(title="end of game")
    if isinstance(value, int) and not isinstance(value, bool):
        return Horizon(answers=value, title=f"{value} answers")
    words = str(value).removeprefix("next decision of ")
    number = seat_number(words)
    if number is not None and number <= seats and words != value:
        return Horizon(seat=number - 1, title=str(value))
    phase = read.words.phase(str(value))
    if phase is None:
        known = ["end of turn", "end of game", "next decision of p2", *(p.name for p in read.program.phases)]
        read.unknown("CW504", (), "horizon", value, known)
        return Horizon(turn=True)
    return Horizon(phase=phase, title=str(value))


class Deciding:
    """The claims of a scenario that are still open, over all that its steps can come to."""

    def __init__(self, prepared: Prepared, budget: int = BUDGET) -> None:
        assert prepared.horizon is not None
        self.claims, self.horizon, self.left = list(prepared.claims), prepared.horizon, budget
        self.seen = 0
        self.met: set[int] = set()  # the claims that spoke of at least one position, by identity
        self.phases = any(claim.phase >= 0 for claim in self.claims)

    def walk(self, runner: Runner) -> None:
        """Walks on from where a run stands; raises `Failed` at a claim that does not hold, or is not decided."""
        self._not_too_late(runner)
        search = Search(runner.game._state, self.horizon, self.left, self.phases)
        try:
            for node in search.nodes():
                for claim in list(self.claims):
                    self._try(runner, claim, node)
                if not self.claims:
                    return
        except Unfinished:
            self.seen += search.seen
            self.give_up()
        self.seen += search.seen
        self.left -= search.seen + search.repeated

    def _not_too_late(self, runner: Runner) -> None:
        """A phase that began with the last answer is past: the next one of that name is hardly what is meant."""
        if runner.past:
            begun = [event.target for event in runner.happened() if event.verb == "phase" and not event.cards]
            for claim in self.claims:
                name = runner.rules.program.phases[claim.phase].name
                if claim.phase >= 0 and name in begun:
                    raise Failed(f"{claim.kind}: it comes too late: {name} began with the last answer", claim.span,
                                 ["a claim is about what comes after the steps: leave the last answer to it"])

    def _try(self, runner: Runner, claim: Claim, node: Node) -> None:
        for state in claim.states(node):
            self.met.add(id(claim))
            holds = _holds(runner, claim, state)
            if claim.kind == "sometimes" and holds:
                self.claims.remove(claim)
                return
            if (claim.kind == "always" and not holds) or (claim.kind == "never" and holds):
                raise _counter_example(runner, claim, node, state)

    def give_up(self) -> NoReturn:
        """There is more than the budget allows."""
        claim = self.claims[0]
        raise Failed(f"{claim.kind}: not decided after {self.seen:,} positions up to {self.horizon.title}", claim.span,
                     ["there is more than the budget allows: name a nearer 'until', or less in the position"],
                     passed=None)

    def finish(self, runner: Runner) -> None:
        """Everything was seen: what should be so sometimes is never so; and a claim about nothing says nothing."""
        for claim in self.claims:
            if id(claim) not in self.met:
                raise Failed(f"{claim.kind}: it never comes to that moment{_moment(runner, claim)}", claim.span,
                             [f"it is about none of the {self.seen:,} positions up to {self.horizon.title}",
                              "what happens within the steps does not count: leave those steps to the claim"])
            if claim.kind == "sometimes":
                raise Failed(f"sometimes: it never comes to {_told(claim)}", claim.span,
                             [f"all {self.seen:,} positions up to {self.horizon.title} were seen"])


def _holds(runner: Runner, claim: Claim, state: State) -> bool:
    moment = Moment(Game(runner.rules, runner.game._origin, state), runner.start)
    return all(check.found(moment) is None for check in claim.checks)


def _moment(runner: Runner, claim: Claim) -> str:
    return f", {runner.rules.program.phases[claim.phase].name}" if claim.phase >= 0 else ""


def _told(claim: Claim) -> str:
    return ", ".join(f"{check.what} {check.wanted}" for check in claim.checks)


def said(node: Node) -> tuple[str, Any]:
    """The answer that leads to a node, in words that a step can be written with."""
    words: list[str] = grouped(node.words)
    return f"p{node.seat}", "decline" if not words else words[0] if len(words) == 1 else words


def shuffles_to(runner: Runner, node: Node) -> list[list[str]]:
    """The shuffles that lead to a node, uppermost first."""
    names = runner.rules.program.cards
    return [[names[card].name for card in order] for part in node.path() for order in part.shuffles]


def shuffles_of(runner: Runner) -> list[list[str]]:
    """The shuffles that the position of a run foresees."""
    given = runner.prepared.origin.given if runner.prepared.origin is not None else None
    return list((given or {}).get("shuffle") or [])


def shuffled(runner: Runner, more: list[list[str]]) -> Origin:
    """The beginning of a run, with further shuffles foreseen."""
    origin = runner.prepared.origin
    assert origin is not None
    given = {**(origin.given or {}), "shuffle": [*shuffles_of(runner), *more]}
    return runner.rules.origin_of(given, piles=origin.piles)


def pasted(runner: Runner, node: Node) -> list[str]:
    """What leads to a node, from the position on, as lines that can be put into a scenario."""
    def flow(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    scripts = [*shuffles_of(runner), *shuffles_to(runner, node)]
    lines = [f"shuffle: {flow(scripts)}  # in 'given'"] if scripts else []
    answers = [(step.kind, step.value) for step in runner.scenario.steps if step.kind not in CHECKS]
    answers += [said(part) for part in node.path() if not part.forced]
    return [*lines, "steps:" if answers else "steps: []", *(f"  - {who}: {flow(words)}" for who, words in answers)]


def _counter_example(runner: Runner, claim: Claim, node: Node, state: State) -> Failed:
    moment = Moment(Game(runner.rules, runner.game._origin, state), runner.start)
    found = [(check, check.found(moment)) for check in claim.checks]
    facts = [f"{check.what}: claimed {check.wanted}, but it is {actual}"
             for check, actual in found if actual is not None]
    if claim.kind == "never":
        facts = [f"{check.what}: it comes to {check.wanted}" for check, _ in found]
    assert reproduces(runner, node, state), "a counter-example that is no example: please report it"
    return Failed(f"{claim.kind}: {facts[0]}", claim.span,
                  [*facts, "it comes to that so (run again, it was so again):", *pasted(runner, node)])


def reproduces(runner: Runner, node: Node, state: State) -> bool:
    """Whether the words that are printed lead there: the scenario is run again with them, from its beginning."""
    path = node.path()
    if not path:
        return state is node.state
    again = type(runner)(runner.prepared.at(shuffled(runner, shuffles_to(runner, node))), runner.title)
    again.reach()
    for part in path[:-1]:
        if part.forced:
            again.forced()
        else:
            again.answer(*said(part), runner.scenario.span)
    decision = again.game.decisions[0]
    keys = path[-1].words if path[-1].forced else fit(runner.words, decision, said(path[-1])[1])
    assert runner.prepared.horizon is not None
    state_again, watching, _ = stepped(again.game._state, chosen_indices(decision, list(keys)),
                                       runner.prepared.horizon, snapshots=True)
    wanted = plain_key(state)
    return any(plain_key(found) == wanted for found in (state_again, *(kept for _, kept in watching.phases)))
