"""Builds simple statements: those without a block."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import v_args

from interpreter.syntax import nodes as n
from interpreter.syntax.build_parts import VALUES, holds, part, tokens
from interpreter.syntax.build_things import ThingBuilder


@v_args(meta=True)
class StatementBuilder(ThingBuilder):
    """One method for each rule of the grammar about simple statements."""

    def do(self, meta: Any, children: list[Any]) -> n.Do:
        phrase: n.Do = children[-1]
        return replace(phrase, at=self._at(meta), actor=part(children, n.Players), may=holds(children, "MAY"))

    def vp(self, meta: Any, children: list[Any]) -> n.Do:
        verbs = tuple(c for c in children if isinstance(c, n.Word))
        extra: dict[str, Any] = {}
        for child in children:
            if isinstance(child, n.Target):
                extra["target"] = child
            elif isinstance(child, dict):
                if child.keys() & extra.keys():
                    extra["said_twice"] = True
                extra.update(child)
        return n.Do(self._at(meta), None, False, verbs, **extra)

    def object_ref(self, meta: Any, children: list[Any]) -> n.Target:
        location = children[1] if len(children) > 1 else (None, False)
        return n.Target(self._at(meta), "ref", ref=children[0], zone=location[0], into=location[1])

    def object_np(self, meta: Any, children: list[Any]) -> n.Target:
        return n.Target(self._at(meta), "things", things=children[0])

    def object_zone(self, meta: Any, children: list[Any]) -> n.Target:
        return n.Target(self._at(meta), "zone", zone=children[0])

    def object_down_to(self, meta: Any, children: list[Any]) -> n.Target:
        return n.Target(self._at(meta), "down to", things=children[0])

    def location(self, meta: Any, children: list[Any]) -> tuple[n.ZoneName, bool]:
        return self.where(meta, children), not holds(children, "FROM")

    def tail(self, meta: Any, children: list[Any]) -> dict[str, Any]:
        child = children[0]
        if isinstance(child, n.Destination):
            return {"destination": child}
        if child.type == "TWICE":
            return {"times": n.Number(self._at(meta), 2)}
        if child.type == "ANY_ORDER":
            return {"any_order": True}
        return {"particle": self._word(child)}

    def times(self, meta: Any, children: list[Any]) -> dict[str, Any]:
        return {"times": children[0]}

    def last(self, meta: Any, children: list[Any]) -> dict[str, Any]:
        return {"per": children[0]} if isinstance(children[0], n.Per) else {"instead": True}

    def until(self, meta: Any, children: list[Any]) -> dict[str, Any]:
        return {"until": children[0]}

    def paying(self, meta: Any, children: list[Any]) -> dict[str, Any]:
        return {"paying": n.Paying(self._at(meta), children[0], self._word(children[1]))}

    def dest(self, meta: Any, children: list[Any]) -> n.Destination:
        how = {
            "ONTO": "top", "ON_TOP_OF": "top", "ON_BOTTOM_OF": "bottom", "TO_THE_LEFT": "left", "TO_THE_RIGHT": "right",
        }.get(children[0].type, "to")
        return n.Destination(self._at(meta), how, part(children, n.ZoneName))

    def choose(self, meta: Any, children: list[Any]) -> n.Choose:
        return n.Choose(self._at(meta), part(children, n.Players), holds(children, "MAY"), children[-1])

    def choose_player(self, meta: Any, children: list[Any]) -> n.ChoosePlayer:
        actor = part(children, n.Players)
        return n.ChoosePlayer(self._at(meta), actor, holds(children, "MAY"), holds(children, "ANOTHER_PLAYER"))

    def name_kind(self, meta: Any, children: list[Any]) -> n.NameKind:
        words = tuple(self._word(t) for t in tokens(children, "NAME", "KIND"))
        return n.NameKind(self._at(meta), part(children, n.Players), holds(children, "MAY"), words)

    def _add(self, meta: Any, children: list[Any], how: str) -> n.Add:
        what = tokens(children, "COUNTER", "KIND")[0]
        on = next((c[1] for c in children if isinstance(c, tuple) and c[0] == "on"), None)
        return n.Add(
            self._at(meta), part(children, n.Players), how, part(children, *VALUES), self._word(what), on,
            part(children, n.Per), holds(children, "INSTEAD"),
        )

    def plus(self, meta: Any, children: list[Any]) -> n.Add:
        return self._add(meta, children, "plus")

    def lose(self, meta: Any, children: list[Any]) -> n.Add:
        return self._add(meta, children, "minus")

    def plus_equal(self, meta: Any, children: list[Any]) -> n.Add:
        return replace(self._add(meta, children, "plus"), equal=True)

    def lose_equal(self, meta: Any, children: list[Any]) -> n.Add:
        return replace(self._add(meta, children, "minus"), equal=True)

    def on(self, meta: Any, children: list[Any]) -> tuple[str, n.Ref]:
        return ("on", children[-1])

    def extra_turn(self, meta: Any, children: list[Any]) -> n.ExtraTurn:
        return n.ExtraTurn(self._at(meta), part(children, n.Players), holds(children, "MAY"))

    def _scope(self, meta: Any, children: list[Any]) -> n.NounPhrase:
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        at = self._at(meta)
        return n.NounPhrase(at, n.Quantity(at, "all"), (), children[0], modifiers)

    def scope(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    def modify(self, meta: Any, children: list[Any]) -> n.Modify:
        has = tokens(children, "HAS")[0]
        sign = 1 if holds(children, "MORE") else -1
        floor = next((c[1] for c in children if isinstance(c, tuple) and c and c[0] == "floor"), None)
        value = part(children, *VALUES)
        return n.Modify(self._at(meta), self._scope(meta, children), self._word(has), value, sign, floor)

    def floor(self, meta: Any, children: list[Any]) -> tuple[str, Any]:
        return ("floor", children[0])

    def also_type(self, meta: Any, children: list[Any]) -> n.AlsoType:
        return n.AlsoType(self._at(meta), self._scope(meta, children), self._word(children[-1]))

    def fact(self, meta: Any, children: list[Any]) -> n.Fact:
        sign = -1 if holds(children, "MINUS") else 1
        value = part(children, *VALUES)
        return n.Fact(self._at(meta), self._word(children[0]), sign, value, part(children, n.Per))

    def unaffected(self, meta: Any, children: list[Any]) -> n.Unaffected:
        return n.Unaffected(self._at(meta), self._word(children[0]))

    def shuffle(self, meta: Any, children: list[Any]) -> n.Shuffle:
        return n.Shuffle(self._at(meta), children[0])

    def perform(self, meta: Any, children: list[Any]) -> n.Perform:
        return n.Perform(self._at(meta), children[0])

    def respond(self, meta: Any, children: list[Any]) -> n.Respond:
        return n.Respond(self._at(meta))

    def nothing(self, meta: Any, children: list[Any]) -> n.Nothing:
        return n.Nothing(self._at(meta), holds(children, "INSTEAD"))

    def stop(self, meta: Any, children: list[Any]) -> n.Stop:
        return n.Stop(self._at(meta))
