"""What the cards of one game can do to each other, decided once when a game is set up.

A window nobody can watch, a fact nothing can change and a past nobody asks about take no time when a game runs: the
compiler leaves them out. Games whose cards allow the same share their compiled texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.program import ir
from interpreter.program.model import Program, Watch
from interpreter.program.walk import nodes


@dataclass(frozen=True, slots=True)
class Features:
    """Which verbs are watched and remembered, which facts can change."""

    responded: frozenset[int]  # verbs with a `when` watch at their `respond`
    watched: frozenset[int]  # verbs with a before, instead or after watch
    remembered: frozenset[int]  # verbs whose past some text asks about
    changed: frozenset[int]  # properties some text changes, or a card tells by a text
    types_change: bool
    times: frozenset[str]  # moments some text waits for
    static: tuple[tuple[int, int], ...]  # (watch, card): watches printed on cards
    standing: tuple[tuple[int, int, ir.Change], ...]  # (card, zone, change)
    lasting: bool  # some text begins an effect that waits or holds
    extra_turns: bool
    exempting: bool


def reachable_units(program: Program, cards: Iterable[int]) -> set[int]:
    """The units of these cards and of the rules, with those of the effects they begin."""
    chosen = [program.cards[index] for index in cards]
    todo = [unit for card in chosen for unit in (card.unit, *card.facts.values()) if unit >= 0]
    todo += [program.watches[watch].unit for card in chosen for watch in card.watches]
    todo += [phase.unit for phase in program.phases] + [program.setup_unit]
    todo += [verb.unit for verb in program.verbs if verb.unit >= 0]
    todo += [*program.end_units.values()] + ([program.score_unit] if program.score_unit >= 0 else [])
    seen: set[int] = set()
    while todo:
        unit = todo.pop()
        if unit in seen:
            continue
        seen.add(unit)
        for wait in nodes(program.units[unit].body, ir.Wait):
            if wait.is_watch:
                todo.append(program.watches[wait.effect].unit)
    return seen


def features_of(program: Program, cards: Iterable[int]) -> Features:
    """The features of a game played with these cards."""
    chosen = [program.cards[index] for index in sorted(set(cards))]
    units = [program.units[unit] for unit in sorted(reachable_units(program, (card.index for card in chosen)))]
    static = tuple((watch, card.index) for card in chosen for watch in card.watches)
    waits = [wait for unit in units for wait in nodes(unit.body, ir.Wait)]
    watches: list[Watch] = [program.watches[index] for index, _ in static]
    watches += [program.watches[wait.effect] for wait in waits if wait.is_watch]
    changes = [program.changes[wait.effect] for wait in waits if not wait.is_watch]
    standing = tuple((card.index, held.zone, held.change) for card in chosen for held in card.standing)
    changes += [change for _, _, change in standing]
    told = {prop for card in chosen for prop in card.facts}
    return Features(
        frozenset(watch.verb for watch in watches if watch.verb >= 0 and watch.window == "when"),
        frozenset(watch.verb for watch in watches if watch.verb >= 0 and watch.window != "when"),
        frozenset([*(past.verb for unit in units for past in nodes((unit.body, unit.condition, unit.value), ir.Past)),
                   *(watch.verb for watch in watches if watch.first)]),
        frozenset(told | {change.property for change in changes if change.property >= 0}),
        any(change.type_mask for change in changes),
        frozenset(watch.time for watch in watches if watch.time),
        static, standing, bool(waits),
        any(True for unit in units for _ in nodes(unit.body, ir.ExtraTurn)),
        any(True for unit in units for _ in nodes(unit.body, ir.Exempt)),
    )
