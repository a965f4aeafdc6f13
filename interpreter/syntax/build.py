"""From lark's parse tree to the nodes of `nodes.py`; one method a grammar rule, no meaning yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from interpreter.syntax import nodes as n
from interpreter.syntax.build_parts import THINGS, holds, part, tokens
from interpreter.syntax.build_statements import StatementBuilder

SUBJECTS = {
    "YOU": "you", "THEY": "they", "EACH_OTHER_PLAYER": "each other", "EACH_PLAYER": "each", "AT_ONCE": "at once",
    "LEFT_PLAYER": "left", "RIGHT_PLAYER": "right", "ANOTHER_PLAYER": "another", "ANY_PLAYER": "any",
}


@v_args(meta=True)
class Builder(StatementBuilder):
    """Turns the tree of one chunk into nodes: here blocks, events and players, with what the other builders know."""

    # ------------------------------------------------------------ blocks

    def chunk(self, meta: Any, children: list[Any]) -> n.Body:
        return tuple(children)

    body = chunk

    def condition(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    def amount(self, meta: Any, children: list[Any]) -> Any:
        return (children[0], part(children, n.Per))

    def options(self, meta: Any, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def option(self, meta: Any, children: list[Any]) -> n.MenuOption:
        return n.MenuOption(self._at(meta), None, tuple(children))

    def guarded_option(self, meta: Any, children: list[Any]) -> n.MenuOption:
        return n.MenuOption(self._at(meta), children[0], children[1])

    def players_block(self, meta: Any, children: list[Any]) -> n.Each:
        return n.Each(self._at(meta), children[0], children[1])

    def if_block(self, meta: Any, children: list[Any]) -> n.If:
        return n.If(self._at(meta), children[0], children[1])

    def if_done(self, meta: Any, children: list[Any]) -> n.If:
        return n.If(self._at(meta), None, children[0])

    def otherwise(self, meta: Any, children: list[Any]) -> n.Otherwise:
        return n.Otherwise(self._at(meta), None, children[0])

    def otherwise_if(self, meta: Any, children: list[Any]) -> n.Otherwise:
        return n.Otherwise(self._at(meta), children[0], children[1])

    def when_block(self, meta: Any, children: list[Any]) -> n.When:
        (window, first), event = children[0]
        return n.When(self._at(meta), None, window, first, event, children[1])

    def when_span(self, meta: Any, children: list[Any]) -> n.When:
        return replace(self.when_block(meta, children[1:]), duration=children[0])

    def span_block(self, meta: Any, children: list[Any]) -> n.During:
        return n.During(self._at(meta), children[0], children[1])

    def for_each_block(self, meta: Any, children: list[Any]) -> n.ForEach:
        return n.ForEach(self._at(meta), children[-2], False, children[-1])

    def for_each_different(self, meta: Any, children: list[Any]) -> n.ForEach:
        return n.ForEach(self._at(meta), children[-2], True, children[-1])

    def repeat_forever(self, meta: Any, children: list[Any]) -> n.Repeat:
        return n.Repeat(self._at(meta), "forever", children[0])

    def repeat_until(self, meta: Any, children: list[Any]) -> n.Repeat:
        return n.Repeat(self._at(meta), "until", children[1], condition=children[0])

    def repeat_while(self, meta: Any, children: list[Any]) -> n.Repeat:
        return n.Repeat(self._at(meta), "while", children[1], condition=children[0])

    def repeat_times(self, meta: Any, children: list[Any]) -> n.Repeat:
        return n.Repeat(self._at(meta), "times", children[1], times=children[0])

    def repeat_twice(self, meta: Any, children: list[Any]) -> n.Repeat:
        return n.Repeat(self._at(meta), "times", children[-1], times=n.Number(self._at(meta), 2))

    def menu(self, meta: Any, children: list[Any]) -> n.Menu:
        count = part(children, n.Number)
        return n.Menu(self._at(meta), part(children, n.Players), count.value if count else 1, children[-1])

    def may_block(self, meta: Any, children: list[Any]) -> n.May:
        return n.May(self._at(meta), part(children, n.Players), children[-1])

    # ------------------------------------------------------------ spans and events

    def span_this_turn(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "this turn")

    def span_start(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "at start", time=children[0])

    def span_end(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "at end", time=children[0])

    def span_until(self, meta: Any, children: list[Any]) -> n.Duration:
        kind = "until end" if holds(children, "END_OF") else "until start"
        return n.Duration(self._at(meta), kind, time=children[-1])

    def span_while(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "while", zone=children[0])

    def time(self, meta: Any, children: list[Any]) -> n.Time:
        whose = next((c for c in children if c in ("your", "their") and not isinstance(c, Token)), "")
        phase = tokens(children, "PHASE")
        return n.Time(
            self._at(meta), whose, holds(children, "NEXT"), self._word(phase[0]) if phase else None,
            holds(children, "THIS_TURN"),
        )

    def trigger(self, meta: Any, children: list[Any]) -> tuple[tuple[str, bool], n.Event]:
        kind = children[0].type
        window = {"WHEN": "when", "AFTER": "after", "BEFORE": "before", "FIRST_TIME": "when"}[kind]
        return (window, kind == "FIRST_TIME"), children[1]

    def event_active(self, meta: Any, children: list[Any]) -> n.Event:
        target = children[-1] if not isinstance(children[-1], n.Word) else None
        this = isinstance(target, n.Ref)
        verb = part(children, n.Word)
        things = target if isinstance(target, THINGS) else None
        return n.Event(self._at(meta), children[0], holds(children, "WOULD"), verb, this, things)

    def event_passive(self, meta: Any, children: list[Any]) -> n.Event:
        return n.Event(self._at(meta), "", False, children[0], True, None)

    def event_time(self, meta: Any, children: list[Any]) -> n.Event:
        time = self.time(meta, children)
        return n.Event(self._at(meta), "", False, None, False, None, time, holds(children, "STARTS"))

    def eventobject(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    # ------------------------------------------------------------ who

    def actor(self, meta: Any, children: list[Any]) -> n.Players:
        child = children[0]
        return child if isinstance(child, n.Players) else n.Players(self._at(meta), SUBJECTS[child.type])

    def who(self, meta: Any, children: list[Any]) -> str:
        return SUBJECTS[children[0].type]

    doer = who

    def players(self, meta: Any, children: list[Any]) -> n.Players:
        return n.Players(self._at(meta), SUBJECTS[children[0].type])

    def players_with(self, meta: Any, children: list[Any]) -> n.Players:
        players: n.Players = children[0]
        return replace(players, having=children[1])
