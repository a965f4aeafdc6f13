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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import CardwrightError, did_you_mean
from interpreter.front.bot_files import BotFile, Rule, read_bots, shipped_bots
from interpreter.front.decisions import Cause, Decision
from interpreter.front.rules import Rules
from interpreter.program.model import Program
from interpreter.running import chance

NOT_WANTED = 1 << 30  # ranks after every wish
FEW = 6  # so many wishes are looked for one by one
Plan = Callable[[Decision], Sequence[str]]
SIMPLE = {"random": "answers at random", "first": "takes the first thing it is offered"}  # bots of every game


class Bot:
    """Answers decisions by the rules of a strategy; it knows nothing but the decision it is asked for.

    Which rule fits is found out once for each line that asks.
    """

    def __init__(self, program: Program, strategy: Sequence[Rule], seed: int = 0) -> None:
        self._program, self._strategy = program, strategy
        self._plans: dict[tuple[int, str], Plan] = {}
        self._taken: dict[tuple[int, str], int] = {}  # by rule and name, where a rule has a limit
        self._open: dict[int, dict[str, int]] = {}  # by rule: the wishes that have not reached their limit
        self._chance = chance.seeded(seed)

    def reset(self, seed: int = 0) -> None:
        """Makes the bot ready for another game: it forgets how much it has taken, and its chance begins anew."""
        self._chance = chance.seeded(seed)
        self._taken.clear()
        self._open.clear()

    def __call__(self, decision: Decision) -> Sequence[str]:
        """The names of the options it takes."""
        key = (decision.place, decision.kind)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(decision.source, decision.kind)
        return plan(decision)

    def _plan(self, source: Cause, kind: str) -> Plan:
        verb = first_verb(self._program, source.words)
        for number, rule in enumerate(self._strategy):
            if rule.fits(source.card, verb, kind):
                return self._taking(rule, number)
        return _as_little

    def _taking(self, rule: Rule, number: int) -> Plan:
        if isinstance(rule.take, str):
            ways: dict[str, Plan] = {
                "all": _as_much, "none": _as_little, "first": _the_first, "random": self._at_random,
            }
            return ways[rule.take]
        ranks = ranks_of(self._program, [wish.name for wish in rule.take])
        limits = {name: wish.at_most for wish in rule.take if wish.at_most is not None
                  for name in ranks_of(self._program, [wish.name])}
        return self._limited(ranks, limits, number) if limits else lambda decision: wished(decision, ranks)

    def _limited(self, ranks: dict[str, int], limits: dict[str, int], number: int) -> Plan:
        """Wishes of which some hold only so often in a game."""
        def plan(decision: Decision) -> Sequence[str]:
            wishes = self._open.get(number)
            if wishes is None:
                wishes = self._open[number] = dict(ranks)
            chosen = wished(decision, wishes)
            for name in chosen:
                if name in limits and name in wishes:
                    self._taken[number, name] = taken = self._taken.get((number, name), 0) + 1
                    if taken >= limits[name]:
                        del wishes[name]
            return chosen

        return plan

    def _at_random(self, decision: Decision) -> Sequence[str]:
        state, more = chance.below(self._chance, decision.max - decision.min + 1)
        order = list(range(len(decision.names)))
        self._chance = chance.shuffle(state, order)
        return [decision.names[index] for index in order[: decision.min + more]]


def _as_much(decision: Decision) -> Sequence[str]:
    return decision.names[: decision.max]


def _as_little(decision: Decision) -> Sequence[str]:
    return decision.names[: decision.min]


def _the_first(decision: Decision) -> Sequence[str]:
    return decision.names[: max(decision.min, min(1, decision.max))]


def wished(decision: Decision, ranks: dict[str, int]) -> Sequence[str]:
    """What is wanted, best first; filled up with the first others where more has to be taken."""
    names, low, high = decision.names, decision.min, decision.max
    if high == 1:  # the usual case, without sorting anything
        if len(ranks) <= FEW:
            for name in ranks:  # they stand in the order of their rank
                if name in names:
                    return (name,)
            return names[:low]
        best, chosen_one = NOT_WANTED, names[:low]
        for name in names:
            rank = ranks.get(name, NOT_WANTED)
            if rank < best:
                best, chosen_one = rank, (name,)
        return chosen_one
    wanted = sorted((ranks[name], index) for index, name in enumerate(names) if name in ranks)
    chosen = [index for _, index in wanted[:high]]
    if len(chosen) < low:
        chosen += [index for index in range(len(names)) if index not in chosen][: low - len(chosen)]
    return [names[index] for index in chosen]


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
