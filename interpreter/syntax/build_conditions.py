"""Builds conditions, comparisons and numbers."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from interpreter.syntax import nodes as n
from interpreter.syntax.build_parts import VALUES, Places, holds, tokens

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
COMPARISONS = {"UP_TO": "at most", "AT_LEAST": "at least", "EXACTLY": "exactly"}


@v_args(meta=True)
class ConditionBuilder(Places):
    """One method for each rule of the grammar about conditions and numbers."""

    def or_(self, meta: Any, children: list[Any]) -> n.Either:
        return n.Either(self._at(meta), children[0], children[-1])

    def and_(self, meta: Any, children: list[Any]) -> n.Both:
        return n.Both(self._at(meta), children[0], children[1])

    def is_(self, meta: Any, children: list[Any]) -> n.Is:
        return n.Is(self._at(meta), children[0], holds(children, "NOT"), children[-1])

    def is_state(self, meta: Any, children: list[Any]) -> n.IsState:
        return n.IsState(self._at(meta), children[0], holds(children, "NOT"), self._word(children[-1]))

    def is_in(self, meta: Any, children: list[Any]) -> n.IsIn:
        return n.IsIn(self._at(meta), children[0], holds(children, "NOT"), children[-1])

    def zone_state(self, meta: Any, children: list[Any]) -> n.ZoneState:
        return n.ZoneState(self._at(meta), children[0], holds(children, "NOT"), self._word(children[-1]))

    def has(self, meta: Any, children: list[Any]) -> n.Has:
        return n.Has(self._at(meta), children[0], self._word(children[1]), children[2])

    def exists(self, meta: Any, children: list[Any]) -> n.Exists:
        return n.Exists(self._at(meta), children[0])

    def happened(self, meta: Any, children: list[Any]) -> n.Happened:
        return n.Happened(self._at(meta), holds(children, "NOT"), children[-1])

    def counter_is(self, meta: Any, children: list[Any]) -> n.CounterIs:
        on = next((c[1] for c in children if isinstance(c, tuple)), None)
        word = self._word(tokens(children, "COUNTER")[0])
        return n.CounterIs(self._at(meta), children[0], word, on)

    def history(self, meta: Any, children: list[Any]) -> n.History:
        return n.History(self._at(meta), children[0], children[1], children[2])

    def value_is(self, meta: Any, children: list[Any]) -> n.ValueIs:
        return n.ValueIs(self._at(meta), children[0], children[1])

    def whose_turn(self, meta: Any, children: list[Any]) -> n.WhoseTurn:
        return n.WhoseTurn(self._at(meta), children[0])

    def compare(self, meta: Any, children: list[Any]) -> n.Compare:
        op = children[0] if len(children) > 1 else "exactly"
        return n.Compare(self._at(meta), op, children[-1])

    def compare_open(self, meta: Any, children: list[Any]) -> n.Compare:
        return n.Compare(self._at(meta), "at least" if holds(children, "OR_MORE") else "at most", children[0])

    def compare_relative(self, meta: Any, children: list[Any]) -> n.Compare:
        more = holds(children, "MORE_THAN")
        op = children[0] if isinstance(children[0], str) and not isinstance(children[0], Token) else "exactly"
        if not more and op != "exactly":  # `at least 2 less` leaves at most the number minus 2
            op = "at most" if op == "at least" else "at least"
        value = next(c for c in children if isinstance(c, VALUES))
        return n.Compare(self._at(meta), op, value, base=children[-1], sign=1 if more else -1)

    def compare_strict(self, meta: Any, children: list[Any]) -> n.Compare:
        op = "more" if holds(children, "MORE_THAN") else "less"
        return n.Compare(self._at(meta), op, None, base=children[-1])

    def compare_same(self, meta: Any, children: list[Any]) -> n.Compare:
        return n.Compare(self._at(meta), "exactly", None, base=children[-1])

    def cmp(self, meta: Any, children: list[Any]) -> str:
        return COMPARISONS[children[0].type]

    def value(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    def number(self, meta: Any, children: list[Any]) -> n.Number:
        text = str(children[0])
        return n.Number(self._at(meta), NUMBERS[text] if text in NUMBERS else int(text))

    def its_property(self, meta: Any, children: list[Any]) -> n.PropertyOf:
        return n.PropertyOf(self._at(meta), self._word(children[0]), n.Ref(self._at(meta), "it"))

    def property_of(self, meta: Any, children: list[Any]) -> n.PropertyOf:
        return n.PropertyOf(self._at(meta), self._word(tokens(children, "PROPERTY")[0]), children[-1])

    def counter_of(self, meta: Any, children: list[Any]) -> n.CounterOf:
        return n.CounterOf(self._at(meta), self._word(children[-1]), children[0])

    def counter_on(self, meta: Any, children: list[Any]) -> n.CounterOn:
        return n.CounterOn(self._at(meta), self._word(tokens(children, "COUNTER")[0]), children[-1][1])

    def number_of(self, meta: Any, children: list[Any]) -> n.NumberOf:
        return n.NumberOf(self._at(meta), children[0])

    def total_of(self, meta: Any, children: list[Any]) -> n.TotalOf:
        return n.TotalOf(self._at(meta), self._word(tokens(children, "PROPERTY")[0]), children[-1])
