"""Runs one scenario: from the position through its steps to what must hold then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from interpreter.diagnostics import BadFiles, CardwrightError, Span
from interpreter.front.decisions import Decision
from interpreter.front.events import Event
from interpreter.front.game import Game, WrongShuffle
from interpreter.front.given import raise_faults
from interpreter.front.rules import Rules
from interpreter.front.wording import grouped, seat_number
from interpreter.rulings.answers import Misfit, Unreadable, fit, only_answer
from interpreter.rulings.checking import Prepared, prepare, span_of
from interpreter.rulings.claims import Deciding, read_horizon, shuffled
from interpreter.rulings.expecting import Check, Expecting
from interpreter.rulings.failing import Failed
from interpreter.rulings.happenings import traced, windows_of
from interpreter.rulings.moments import Moment
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.scenario import Ruleset, Scenario, Step
from interpreter.rulings.search import orders_of
from interpreter.rulings.step_checks import described, events_hold, hidden_from, offered, refused, said, told
from interpreter.running.state import State

MOST_FORCED = 1000  # answers that leave no choice, one after the other


@dataclass(slots=True)
class Verdict:
    """How a ruling came out under one set of rules; `passed` is None where a claim could not be decided."""

    scenario: Scenario
    rules: str
    passed: bool | None
    message: str = ""
    span: Span | None = None
    details: list[str] = field(default_factory=list)  # expected against actual, who is asked, the options
    trace: list[str] = field(default_factory=list)
    seconds: float = 0.0
    cards: tuple[str, ...] = ()  # the cards the ruling is about
    ruleset: Ruleset | None = None


def run_ruling(scenario: Scenario, ruleset: Ruleset, trace: bool = False,
               rules: Callable[[Ruleset], Rules] = rules_of, note: Callable[[Runner], None] | None = None) -> Verdict:
    """The verdict on one ruling under one set of rules; problems of its file are a verdict, too.

    `rules` may give other rules than those that are written; `note` is told of the run when it is over.
    """
    began = time.perf_counter()
    try:
        verdict = _verdict(scenario, ruleset, trace, rules, note)
    except Exception as error:  # whatever goes wrong within one ruling, the others are run
        verdict = broken(scenario, ruleset.title, [unforeseen(error)])
    verdict.seconds, verdict.ruleset = time.perf_counter() - began, ruleset
    return verdict


def _verdict(scenario: Scenario, ruleset: Ruleset, trace: bool, rules: Callable[[Ruleset], Rules],
             note: Callable[[Runner], None] | None) -> Verdict:
    if scenario.problems:
        return broken(scenario, ruleset.title, [str(problem) for problem in scenario.problems])
    try:
        prepared = prepare(scenario, rules(ruleset))
    except BadFiles as bad:
        return broken(scenario, ruleset.title, [str(problem) for problem in bad.problems])
    except CardwrightError as error:
        return broken(scenario, ruleset.title, [str(error)])
    if prepared.problems:
        return broken(scenario, ruleset.title, [str(problem) for problem in prepared.problems])
    if scenario.impossible is not None:
        return _refused_position(prepared, ruleset.title)
    runner = Runner(prepared, ruleset.title)
    verdict = runner.verdict(trace)
    if note is not None:
        note(runner)
    return verdict


def _refused_position(prepared: Prepared, title: str) -> Verdict:
    """Whether a position that must not be possible is refused, and for the reason that is named."""
    scenario, reasons = prepared.scenario, prepared.refusals
    assert scenario.impossible is not None
    wanted = str(scenario.impossible.value)
    verdict = Verdict(scenario, title, True, cards=cards_about(prepared), span=scenario.impossible.span)
    if not any(wanted.casefold() in reason.casefold() for reason in reasons):
        verdict.passed, verdict.details = False, reasons
        verdict.message = f"impossible: it is refused for another reason: {reasons[0]}" if reasons else (
            "impossible: a game can be in this position")
    return verdict


def cards_about(prepared: Prepared) -> tuple[str, ...]:
    """The cards a ruling is about: those it lists, or else those it names."""
    scenario, words = prepared.scenario, prepared.rules.words
    names = scenario.on or [card for text in scenario.texts() for card in words.cards_in(text)]
    return tuple(dict.fromkeys(card for name in names for card in words.cards_called(name)))


def broken(scenario: Scenario, rules: str, problems: list[str]) -> Verdict:
    """The verdict on a ruling that cannot be run."""
    return Verdict(scenario, rules, False, problems[0].split("\n")[0], scenario.span, problems)


def unforeseen(error: Exception) -> str:
    """What is said of an error that should not be."""
    return f"internal error, please report it: {type(error).__name__}: {error}"


class Runner:
    """One run of a scenario."""

    def __init__(self, prepared: Prepared, title: str = "") -> None:
        assert prepared.origin is not None
        self.prepared, self.rules, self.title = prepared, prepared.rules, title
        self.words, self.scenario = prepared.rules.words, prepared.scenario
        self.game = Game(self.rules, prepared.origin, self.rules._prepare(prepared.origin))
        self.start: State = self.game._state.fork()
        self.past: list[tuple[str, Sequence[Event]]] = []  # answers, and what each caused
        self.since = 0  # the answers of `past` that were there before the last step
        self.forbidden: list[tuple[str, str]] = []  # a seat or a card; or a seat and the card that asks it

    # ------------------------------------------------------------ the whole

    def verdict(self, trace: bool = False) -> Verdict:
        """Runs everything and tells how it came out."""
        scenario = self.scenario
        verdict = Verdict(scenario, self.title, True, cards=cards_about(self.prepared))
        try:
            if self.prepared.claims:
                self._run_all()
            else:
                self.run()
        except Failed as failed:
            verdict.passed, verdict.message, verdict.span = failed.passed, str(failed), failed.span
            verdict.details = failed.details
        except CardwrightError as error:
            verdict.passed, verdict.message, verdict.span = False, str(error), scenario.span
        except Exception as error:  # the trace helps to find out why
            verdict.passed, verdict.message, verdict.span = False, unforeseen(error), scenario.span
        if trace or verdict.passed is False:
            verdict.trace = self.trace()
        return verdict

    def run(self) -> None:
        """Position, steps, `then`; raises `Failed`."""
        self.reach()
        if self.scenario.then is not None:
            self._hold(self.prepared.then, self.scenario.then.span, [self.scenario.then], "then")

    def reach(self) -> None:
        """Position, steps, and what leaves no choice after them."""
        self.go()
        self._finish()

    def _run_all(self) -> None:
        """All orders that shuffles can bring on the way, and from there all that can happen, for the claims to hold."""
        deciding = Deciding(self.prepared)
        todo: list[list[list[str]]] = [[]]
        names = self.rules.program.cards
        while todo:
            scripts = todo.pop()
            runner = Runner(self.prepared.at(shuffled(self, scripts)) if scripts else self.prepared, self.title)
            try:
                runner.run()
                self.game, self.past = runner.game, runner.past  # for the trace
                deciding.walk(runner)
            except WrongShuffle as shuffle:
                orders = orders_of(shuffle.shuffled) if shuffle.foreseen is None else None
                if shuffle.foreseen is not None:
                    raise
                if orders is None:
                    deciding.give_up()
                todo += [[*scripts, [names[card].name for card in order]] for order in orders]
        deciding.finish(self)

    def go(self) -> None:
        """Position and steps. Where claims follow, nothing is left to chance on the way."""
        if self.prepared.claims:
            self.game._state.script += (None,)
        self.rules._begin(self.game)
        for number, step in enumerate(self.scenario.steps):
            self._step(number, step)

    def set_horizon(self, value: Any) -> None:
        """Another `until` than that of the scenario."""
        read = Expecting(self.words, self.prepared.seats)
        self.prepared.horizon = read_horizon(read, value, self.prepared.seats)
        raise_faults(read)

    def trace(self) -> list[str]:
        """Everything that happened, with its causes, below the answers that caused it."""
        windows = windows_of(self.rules.program)
        try:
            total = list(self.game.events)
            later = sum(len(events) for _, events in self.past)
        except CardwrightError:
            return []
        lines = traced(self.words, total[: len(total) - later], windows)
        for words, events in self.past:
            lines.append(f"> {words}")
            lines += ["  " + line for line in traced(self.words, events, windows)]
        return lines

    # ------------------------------------------------------------ steps

    def _step(self, number: int, step: Step) -> None:
        if seat_number(step.kind) is not None:
            self.answer(step.kind, step.value, step.span)
        elif step.kind == "at once":
            self._at_once(step)
        elif step.kind == "not asked":
            self.forbidden += step.value.items() if isinstance(step.value, dict) else [
                (name, "") for name, _ in step.item.strings()]
        elif step.kind in ("refused", "offered"):
            for seat, value in step.value.items():
                decision = self._asked(seat, step)
                (refused if step.kind == "refused" else offered)(self.words, decision, value, step)
        elif step.kind == "expect":
            self._hold(self.prepared.checks[number], step.span, [step.item], "expect")
        elif step.kind == "sees":
            self._hold(self.prepared.checks[number], step.span, [step.item], "sees")
        elif step.kind == "hidden":
            hidden_from(self.game, self.happened(), self.prepared.checks[number], step)
        elif step.kind == "told":
            told(self.words, self.happened(), step)
        else:
            events_hold(self.words, self.happened(), step)

    def answer(self, seat: str, value: Any, span: Span) -> None:
        """Answers the decision of a seat; those that leave no choice may come before it."""
        before = len(self.past)
        for _ in range(MOST_FORCED):
            decision, reason = self._open(seat), f"{seat} is not asked"
            if decision is not None:
                try:
                    self._take(decision, fit(self.words, decision, value), said(seat, value))
                    self.since, self.forbidden = before, []
                    return
                except Unreadable as misfit:
                    raise Failed(str(misfit), span, described(decision)) from None
                except Misfit as misfit:
                    reason = str(misfit)
            if not self.forced():
                self._stuck(f"the step '{said(seat, value)}' does not fit: {reason}", span)

    def _open(self, seat: str) -> Decision | None:
        return next((d for d in self.game.decisions if f"p{d.seat}" == seat), None)

    def _take(self, decision: Decision, keys: Sequence[str], said: str) -> None:
        self._heard(decision)
        self.past.append((said, self.game.answer(list(keys), decision)))

    def _heard(self, decision: Decision) -> None:
        """Whether this is a decision that was not to come."""
        seat, source = f"p{decision.seat}", decision.source.card
        for name, card in self.forbidden:
            cards = self.words.cards_called(card or name) or [card or name]
            if (name == seat and source in cards) if card else (name == seat or source in cards):
                raise Failed(f"not asked: {seat} is asked by {source}", self._place("not asked"), described(decision))

    def _place(self, kind: str) -> Span:
        return next((step.span for step in self.scenario.steps if step.kind == kind), self.scenario.span)

    def forced(self) -> bool:
        """Gives one answer that leaves no choice, if there is one to give."""
        for decision in self.game.decisions:
            keys = only_answer(decision)
            if keys is not None:
                self._take(decision, keys, f"p{decision.seat}: {', '.join(grouped(keys)) or 'nothing'} (no choice)")
                return True
        return False

    def _stuck(self, message: str, span: Span) -> NoReturn:
        decisions = self.game.decisions
        details = [line for decision in decisions for line in described(decision)]
        raise Failed(message, span, details or ["nobody is asked: the game is over"])

    def _at_once(self, step: Step) -> None:
        before = len(self.past)
        while not any(self._open(seat) for seat in step.value) and self.forced():
            pass
        opened = {f"p{decision.seat}" for decision in self.game.decisions}
        missing = [seat for seat in step.value if seat not in opened]
        if missing:
            self._stuck(f"not all are asked at the same time: not {', '.join(missing)}", step.span)
        for seat, value in step.value.items():
            self.answer(seat, value, span_of([step.item], (seat,), False))
        self.since = before

    # ------------------------------------------------------------ checks at a decision

    def _asked(self, seat: str, step: Step) -> Decision:
        """The open decision of a seat; answers that leave no choice are given on the way."""
        while (decision := self._open(seat)) is None and self.forced():
            pass
        if decision is None:
            self._stuck(f"'{step.kind}': {seat} is not asked", step.span)
        return decision

    def _finish(self) -> None:
        """After the last step what leaves no choice is done; nobody who must not be asked may be asked then."""
        while self.forced():
            pass
        for decision in self.game.decisions:
            self._heard(decision)

    # ------------------------------------------------------------ checks of the position and of what happened

    def _hold(self, checks: Sequence[Check], span: Span, items: Sequence[Any], where: str) -> None:
        moment = Moment(self.game, self.start)
        wrong = [(check, found) for check in checks if (found := check.found(moment)) is not None]
        if wrong:
            details = [f"{check.what}: expected {check.wanted}, but it is {found}" for check, found in wrong]
            check = wrong[0][0]
            asked = [line for decision in self.game.decisions for line in described(decision)]
            raise Failed(f"{where}: {details[0]}", span_of(items, check.path, False), [*details, *asked])

    def happened(self) -> list[Event]:
        """What happened since the last step; before the first one, since the beginning."""
        if not self.past:
            return list(self.game.events)
        return [event for _, events in self.past[self.since:] for event in events]
