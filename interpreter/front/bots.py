"""Bots: strategies that are data, read from `rules/bots.yaml`, where their format is explained.

>>> from interpreter import load
>>> rules = load()
>>> bots = [make_bot(rules, "bot", seed) for seed in (1, 2)]
>>> game = rules.new_game(seats=2, seed=7)
>>> while game.decision:
...     events = game.answer(bots[game.decision.seat - 1](game.decision))
>>> game.over
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import CardwrightError, did_you_mean
from interpreter.front.bot_files import BotFile, Rule, read_bots, shipped_bots
from interpreter.front.decisions import Cause, Decision, cause_of
from interpreter.front.driving import Picked, Plan, take_all
from interpreter.front.rules import Rules
from interpreter.program.model import Program
from interpreter.running import chance

MOST_KNOWN = 10_000  # answers that are kept
SIMPLE = {"random": "answers at random", "first": "takes the first thing it is offered"}  # bots of every game


class Bot:
    """Answers decisions by the rules of a strategy; it knows nothing but the decision it is asked for.

    Which rule fits is found out once for each line that asks.
    """

    def __init__(self, program: Program, strategy: Sequence[Rule], seed: int = 0) -> None:
        self._program, self._strategy = program, strategy
        self._plans: dict[tuple[int, str], Plan] = {}
        self._wishes: dict[int, Wishes] = {}  # by rule: all lines it answers share its limits
        self._chance = chance.seeded(seed)

    def reset(self, seed: int = 0) -> None:
        """Makes the bot ready for another game: it forgets how much it has taken, and its chance begins anew."""
        self._chance = chance.seeded(seed)
        for wishes in self._wishes.values():
            wishes.reset()

    def __call__(self, decision: Decision) -> Sequence[str]:
        """The names of the options it takes."""
        picked = self.plan(decision.place, decision.kind)(decision.names, decision.min, decision.max)
        return [decision.names[number] for number in ((picked,) if isinstance(picked, int) else picked)]

    def plan(self, place: int, kind: str) -> Plan:
        """How it answers what is asked at this place in the texts."""
        plan = self._plans.get((place, kind))
        if plan is None:
            plan = self._plans[place, kind] = self._plan(cause_of(self._program, place), kind)
        return plan

    def _plan(self, source: Cause, kind: str) -> Plan:
        verb = first_verb(self._program, source.words)
        for number, rule in enumerate(self._strategy):
            if rule.fits(source.card, verb, kind):
                return self._taking(rule, number)
        return _as_little

    def _taking(self, rule: Rule, number: int) -> Plan:
        if isinstance(rule.take, str):
            ways: dict[str, Plan] = {
                "all": take_all, "none": _as_little, "first": _the_first, "random": self._at_random,
            }
            return ways[rule.take]
        if number not in self._wishes:
            limits = {name: wish.at_most for wish in rule.take if wish.at_most is not None
                      for name in ranks_of(self._program, [wish.name])}
            self._wishes[number] = Wishes(ranks_of(self._program, [wish.name for wish in rule.take]), limits)
        return self._wishes[number].take

    def _at_random(self, names: tuple[str, ...], low: int, high: int) -> Picked:
        state, more = chance.below(self._chance, high - low + 1)
        order = list(range(len(names)))
        self._chance = chance.shuffle(state, order)
        return order[: low + more]


def _as_little(names: tuple[str, ...], low: int, high: int) -> Picked:
    return range(low)


def _the_first(names: tuple[str, ...], low: int, high: int) -> Picked:
    return range(max(low, min(1, high)))


Answered = dict[tuple[tuple[str, ...], int, int], Picked]


class Wishes:
    """What is wanted, best first; some of it only so often in a game."""

    def __init__(self, ranks: dict[str, int], limits: dict[str, int]) -> None:
        self._all, self._limits = ranks, limits
        self._answers: dict[frozenset[str], Answered] = {}  # by what is not wanted any more: what was answered to what
        self.reset()

    def reset(self) -> None:
        """Another game begins."""
        self._left, self._ranks = dict(self._limits), dict(self._all)
        self._known = self._answers.setdefault(frozenset(), {})

    def take(self, names: tuple[str, ...], low: int, high: int) -> Picked:
        """The best of the options; filled up with the first others where more has to be taken."""
        picked = self._known.get((names, low, high))  # the same is asked again and again
        if picked is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            picked = self._known[names, low, high] = self._best(names, low, high)
        if self._left and not (type(picked) is int and names[picked] not in self._left):
            self._count(names, picked)
        return picked

    def _best(self, names: tuple[str, ...], low: int, high: int) -> Picked:
        ranks = self._ranks
        wanted = sorted([(ranks[name], number) for number, name in enumerate(names) if name in ranks])
        chosen = [number for _, number in wanted[:high]]
        if len(chosen) == 1 == high:
            return chosen[0]
        if len(chosen) < low:
            chosen += [number for number in range(len(names)) if number not in chosen][: low - len(chosen)]
        return chosen or range(0)

    def _count(self, names: tuple[str, ...], picked: Picked) -> None:
        for number in (picked,) if isinstance(picked, int) else picked:
            name = names[number]
            if name in self._left:
                self._left[name] -= 1
                if self._left[name] <= 0:
                    del self._left[name], self._ranks[name]
                    gone = frozenset(self._limits.keys() - self._left.keys())
                    self._known = self._answers.setdefault(gone, {})


def ranks_of(program: Program, wishes: Iterable[str]) -> dict[str, int]:
    """The place of every option in a list of wishes; a type stands for all its cards that are not named before it."""
    ranks: dict[str, int] = {}
    for wish in wishes:
        names = [wish]
        if wish in program.types and wish not in program.by_name:
            names = [card.name for card in program.cards if wish in card.type_names]
        for name in names:
            ranks.setdefault(name, len(ranks))
    return ranks


def first_verb(program: Program, words: str) -> str:
    """The verb of a line: the first word in it that is a form of one; '' if there is none."""
    forms = {form: verb.name for verb in program.verbs for form in verb.forms}
    longest_first = sorted(forms, key=len, reverse=True)
    match = re.search(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", words)
    return forms[match.group()] if match else ""


@dataclass(frozen=True, slots=True)
class Known:
    """The bots of a game: what each does, and the one that is meant by 'bot'."""

    default: str
    about: dict[str, str]


def known_bots(title: str, file: Path | None = None) -> Known:
    """The bots there are for a game of this title; a file of the caller's comes before the one that ships."""
    found = _files(title, file)
    about = dict(SIMPLE)
    for one in reversed(found):
        about |= one.about
    return Known(next((one.default for one in found if one.default), "random"), about)


def make_bot(rules: Rules, name: str = "bot", seed: int = 0, file: Path | None = None) -> Bot:
    """A bot for a game, by its name; 'bot' is the default one. Raises `CardwrightError` if there is none of that name,
    and `BadFiles` if its rules are wrong."""
    program = rules.program
    known = known_bots(program.name, file)
    wanted = known.default if name == "bot" else name
    for one in _files(program.name, file):
        if wanted in one.about:
            return Bot(program, one.strategy(wanted, program), seed)
    if wanted in SIMPLE:
        return Bot(program, (Rule(take=wanted),), seed)
    raise CardwrightError(f"no bot called '{wanted}' for {program.name}. {did_you_mean(wanted, known.about, 'bots')}")


def _files(title: str, file: Path | None) -> list[BotFile]:
    return [*([read_bots(file, title)] if file is not None else []), shipped_bots(title)]
