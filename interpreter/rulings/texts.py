"""The checked texts of cards: which units belong to a card, and programs in which some of them are changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.program import ir
from interpreter.program.model import Card, Program, Unit
from interpreter.program.walk import nodes

HIDDEN = (ir.Clear, ir.SetFlag)  # bookkeeping: no words of an author stand behind it


def units_of(program: Program, card: Card) -> list[int]:
    """The units of a card: what playing it does, what it waits for, what its effects wait for, facts told by a text."""
    todo = [unit for unit in (card.unit, *card.facts.values()) if unit >= 0]
    todo += [program.watches[watch].unit for watch in card.watches]
    found: list[int] = []
    while todo:
        unit = todo.pop(0)
        if unit not in found:
            found.append(unit)
            todo += [program.watches[wait.effect].unit for wait in nodes(program.units[unit].body, ir.Wait)
                     if wait.is_watch]
    return found


def with_units(program: Program, changed: Mapping[int, Unit]) -> Program:
    """The program with some units in place of others."""
    return replace(program, units=tuple(changed.get(unit.index, unit) for unit in program.units))


def source_of(node: object) -> ir.Source | None:
    """The line of a statement; for one without words of its own the first line within it."""
    own = getattr(node, "source", None)
    return own if isinstance(own, ir.Source) else next(iter(nodes(node, ir.Source)), None)
