"""Builds noun phrases: pronouns, quantities, nouns with what narrows them, zones, and `for each`."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from interpreter.syntax import nodes as n
from interpreter.syntax.build_conditions import ConditionBuilder
from interpreter.syntax.build_parts import THINGS, holds, part, tokens


@v_args(meta=True)
class ThingBuilder(ConditionBuilder):
    """One method for each rule of the grammar about things."""

    def per_each(self, meta: Any, children: list[Any]) -> n.Per:
        return n.Per(self._at(meta), 1, children[-1])

    def per_every(self, meta: Any, children: list[Any]) -> n.Per:
        return n.Per(self._at(meta), children[0].value, children[1])

    def per_different(self, meta: Any, children: list[Any]) -> n.Per:
        return n.Per(self._at(meta), 1, children[-1], different=True)

    def per_counter(self, meta: Any, children: list[Any]) -> n.Per:
        return n.Per(self._at(meta), 1, self.counter_on(meta, children))

    def ref(self, meta: Any, children: list[Any]) -> n.Ref:
        child = children[0] if children else None
        if isinstance(child, n.Ref):
            return child
        if child is None:
            return n.Ref(self._at(meta), "rest")
        if child.type in ("IT", "THEM"):
            return n.Ref(self._at(meta), child.type.lower())
        return n.Ref(self._at(meta), "that", self._word(child))

    def this(self, meta: Any, children: list[Any]) -> n.Ref:
        return n.Ref(self._at(meta), "this")

    def one(self, meta: Any, children: list[Any]) -> n.Ref:
        return n.Ref(self._at(meta), "one")

    def np(self, meta: Any, children: list[Any]) -> n.NounPhrase:
        at = self._at(meta)
        quantity = part(children, n.Quantity) or n.Quantity(at, "none")
        adjectives, nouns = next(c for c in children if isinstance(c, tuple))
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        return n.NounPhrase(at, quantity, adjectives, nouns, modifiers)

    def top(self, meta: Any, children: list[Any]) -> n.NounPhrase:
        at = self._at(meta)
        number = part(children, n.Number)
        quantity = n.Quantity(at, "exactly", number.value if number else 1)
        nouns = next(c for c in children if isinstance(c, tuple))
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        return n.NounPhrase(at, quantity, (), nouns, modifiers, end=str(tokens(children, "END")[0]))

    def some_of(self, meta: Any, children: list[Any]) -> n.SomeOf:
        at = self._at(meta)
        number = part(children, n.Number)
        how, count = "exactly", number.value if number else 1
        if holds(children, "ANY_NUMBER_OF"):
            how = "any number"
        elif holds(children, "ALL_OF"):
            how = "all"
        elif holds(children, "UP_TO"):
            how = "up to"
        return n.SomeOf(at, n.Quantity(at, how, count), children[-1])

    def quant(self, meta: Any, children: list[Any]) -> n.Quantity:
        at = self._at(meta)
        number = part(children, n.Number)
        count = number.value if number else 1
        kinds = {c.type for c in children if isinstance(c, Token)}
        definite = any(c == "" for c in children if not isinstance(c, Token))  # `the` stands for itself as ""
        for kind, how in (
            ("OR_MORE", "at least"), ("OR_LESS", "at most"), ("UP_TO", "up to"), ("ANY_NUMBER_OF", "any number"),
            ("ALL", "all"), ("NO", "no"), ("ANOTHER", "another"), ("A", "a"),
        ):
            if kind in kinds:
                return n.Quantity(at, how, count, definite)
        return n.Quantity(at, "exactly", count) if number else n.Quantity(at, "the", definite=True)

    def core(self, meta: Any, children: list[Any]) -> tuple[Any, ...]:
        nouns = next(c for c in children if isinstance(c, tuple))
        adjectives = [c for c in children if isinstance(c, n.Adjective)]
        adjectives += [n.Adjective(c.at, "done", c) for c in children if isinstance(c, n.Word)]  # behind the noun
        return tuple(adjectives), nouns

    def noun(self, meta: Any, children: list[Any]) -> tuple[tuple[n.Word, ...], ...]:
        alternatives: list[list[n.Word]] = [[]]
        for child in children:
            if isinstance(child, n.Word):
                alternatives[-1].append(child)
            elif child.type == "OR":
                alternatives.append([])
        return tuple(tuple(words) for words in alternatives)

    def word(self, meta: Any, children: list[Any]) -> n.Word:
        return self._word(children[0])

    def adj(self, meta: Any, children: list[Any]) -> n.Adjective:
        child = children[-1]
        if isinstance(child, n.Word):
            return n.Adjective(self._at(meta), "done", child)
        kind = {"NAME": "non", "NAMED": "named"}.get(child.type, "state")
        return n.Adjective(self._at(meta), kind, self._word(child))

    def done(self, meta: Any, children: list[Any]) -> n.Word:
        return self._word(children[0])

    def verb(self, meta: Any, children: list[Any]) -> n.Word:
        return self._word(children[0])

    def in_zone(self, meta: Any, children: list[Any]) -> n.Modifier:
        return n.Modifier(self._at(meta), "in zone", zone=self.where(meta, children))

    def not_in(self, meta: Any, children: list[Any]) -> n.Modifier:
        return n.Modifier(self._at(meta), "not in", zone=children[0])

    def of_group(self, meta: Any, children: list[Any]) -> n.Modifier:
        ref, group = part(children, n.Ref), part(children, *THINGS)
        return n.Modifier(self._at(meta), "of", ref=ref, group=group)

    def having(self, meta: Any, children: list[Any]) -> n.Modifier:
        word = self._word(tokens(children, "HAVING", "PROPERTY")[0])
        return n.Modifier(self._at(meta), "having", word=word, compare=children[-1])

    def having_counted(self, meta: Any, children: list[Any]) -> n.Modifier:
        compare = self.compare(meta, children[1:])
        return n.Modifier(self._at(meta), "having", word=self._word(children[0]), compare=compare)

    def other_than(self, meta: Any, children: list[Any]) -> n.Modifier:
        child = children[0]
        if isinstance(child, n.Ref):
            return n.Modifier(self._at(meta), "other than", ref=child)
        return n.Modifier(self._at(meta), "other than", word=self._word(child))

    def owned(self, meta: Any, children: list[Any]) -> n.Modifier:
        return n.Modifier(self._at(meta), "owned")

    def with_extreme(self, meta: Any, children: list[Any]) -> n.Modifier:
        return n.Modifier(self._at(meta), "extreme", word=n.Word(
            self._at(meta), f"{children[0].split()[-1]} {children[1]}", "EXTREME"))

    def with_counter(self, meta: Any, children: list[Any]) -> n.Modifier:
        word = self._word(tokens(children, "COUNTER")[0])
        return n.Modifier(self._at(meta), "counter", word=word, quantity=children[0])

    def zone(self, meta: Any, children: list[Any]) -> n.ZoneName:
        word = self._word(tokens(children, "ZONE")[0])
        whose = children[0] if isinstance(children[0], str) and not isinstance(children[0], Token) else ""
        return n.ZoneName(self._at(meta), word, whose)

    def where(self, meta: Any, children: list[Any]) -> n.ZoneName:
        zone = part(children, n.ZoneName)
        return zone if zone else n.ZoneName(self._at(meta), self._word(children[-1]))

    def the(self, meta: Any, children: list[Any]) -> str:
        return ""

    def poss(self, meta: Any, children: list[Any]) -> str:
        return "".join(children[0])
