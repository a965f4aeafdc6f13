"""What the objects of one game are, in tables that are filled when they are first asked for.

Only what nothing in the game can change stands here; games with the same objects share it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

HOW = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}


class _OfType(dict[int, Callable[[object], bool]]):
    """By a mask of types: whether an object is printed with one of them."""

    def __init__(self, masks: tuple[int, ...]) -> None:
        self._masks = masks

    def __missing__(self, mask: int) -> Callable[[object], bool]:
        having = frozenset(o for o, types in enumerate(self._masks) if types & mask)
        found = self[mask] = having.__contains__
        return found


class _OfCard(dict[int, frozenset[int]]):
    """By a card: the objects that are one."""

    def __init__(self, defs: tuple[int, ...]) -> None:
        self._defs = defs

    def __missing__(self, card: int) -> frozenset[int]:
        found = self[card] = frozenset(o for o, other in enumerate(self._defs) if other == card)
        return found


Zones = Sequence[list[int]]


def _several(piles: Sequence[int], zones: Zones) -> Zones:
    return [zones[pile] for pile in piles]


class _Row(dict[int, Callable[[Zones], Zones]]):
    """By a limit: gets the piles whose cards are printed with a number that compares with it."""

    def __init__(self, numbers: Mapping[int, int | None], how: str) -> None:
        self._numbers, self._how = numbers, HOW[how]

    def __missing__(self, limit: int) -> Callable[[Zones], Zones]:
        piles = [zone for zone, number in self._numbers.items() if number is not None and self._how(number, limit)]
        found: Callable[[Zones], Zones] = partial(_several, piles)
        if len(piles) > 1:
            found = operator.itemgetter(*piles)  # quicker, but of one pile it makes no list
        if len(self) < 1000:  # limits come from counters, which have no end
            self[limit] = found
        return found


class _Rows(dict[tuple[int, str], _Row]):
    """By a property and a comparison."""

    def __init__(self, printed: list[tuple[int | None, ...]], pile_of: Mapping[int, int]) -> None:
        self._printed, self._pile_of = printed, pile_of

    def __missing__(self, key: tuple[int, str]) -> _Row:
        prop, how = key
        numbers = {zone: self._printed[prop][card] for card, zone in self._pile_of.items()}
        found = self[key] = _Row(numbers, how)
        return found


Counts = tuple[tuple[int, int], ...]  # counter, number


@dataclass(frozen=True, slots=True)
class Quick:
    """Objects that nothing responds to and that only count, with what each adds to which counter."""

    objects: frozenset[int]
    counter: int  # mostly there is only one
    numbers: Sequence[int]  # by object: what it adds to it
    more: tuple[tuple[int, Sequence[int]], ...]


class _Quicks(dict[tuple[int, int], Quick]):
    """By a verb and a mask of types."""

    def __init__(self, defs: tuple[int, ...], types: tuple[int, ...], counts: tuple[Counts | None, ...],
                 responded: Mapping[int, frozenset[int]]) -> None:
        self._defs, self._types, self._counts, self._responded = defs, types, counts, responded

    def __missing__(self, key: tuple[int, int]) -> Quick:
        verb, mask = key
        answered = self._responded[verb]
        added = [self._counts[card] if card not in answered and self._types[card] & mask else None
                 for card in self._defs]
        used = sorted({counter for counts in added if counts for counter, _ in counts})
        tables = [(counter, [sum(n for c, n in counts or () if c == counter) for counts in added])
                  for counter in used or (0,)]
        objects = frozenset(o for o, counts in enumerate(added) if counts is not None)
        found = self[key] = Quick(objects, *tables[0], tuple(tables[1:]))
        return found


class Stock:
    """The tables of one game. Those that are asked by a function are lists, for their functions are the quickest."""

    __slots__ = ("card_of", "label_of", "nameable", "of_card", "of_type", "quick", "rows")

    def __init__(self, defs: tuple[int, ...], pile_of: Mapping[int, int], names: tuple[str, ...],
                 types: tuple[int, ...], printed: list[tuple[int | None, ...]], counts: tuple[Counts | None, ...],
                 responded: Mapping[int, frozenset[int]]) -> None:
        self.label_of = [names[card] for card in defs].__getitem__  # object -> what it is called
        self.card_of = list(defs).__getitem__
        self.nameable = tuple(sorted({*defs, *pile_of}))  # the cards of this game
        self.of_card = _OfCard(defs)
        self.of_type = _OfType(tuple(types[card] for card in defs))
        self.rows = _Rows(printed, pile_of)
        self.quick = _Quicks(defs, types, counts, responded)
