"""From lark's parse tree to the nodes of `nodes.py`; one method a grammar rule, no meaning yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
SUBJECTS = {
    "YOU": "you", "THEY": "they", "EACH_OTHER_PLAYER": "each other", "EACH_PLAYER": "each", "AT_ONCE": "at once",
    "LEFT_PLAYER": "left", "RIGHT_PLAYER": "right", "ANOTHER_PLAYER": "another",
    "ANY_PLAYER": "any",
}
COMPARISONS = {"UP_TO": "at most", "AT_LEAST": "at least", "EXACTLY": "exactly"}


def _tokens(children: list[Any], *kinds: str) -> list[Token]:
    return [c for c in children if isinstance(c, Token) and c.type in kinds]


def _has(children: list[Any], kind: str) -> bool:
    return bool(_tokens(children, kind))


def _first(children: list[Any], *classes: type) -> Any:
    return next((c for c in children if isinstance(c, classes)), None)


VALUES = (n.Number, n.PropertyOf, n.CounterOf, n.CounterOn, n.NumberOf, n.TotalOf)
THINGS = (n.NounPhrase, n.SomeOf)


@v_args(meta=True)
class Builder(Transformer):  # type: ignore[type-arg]
    """Turns the tree of one chunk into nodes; positions are those of the chunk, moved by `place`."""

    def __init__(self, place: Any) -> None:
        super().__init__()
        self._place = place

    def _at(self, meta: Any) -> Span:
        end = meta.end_column if meta.end_line == meta.line else meta.column + 1000  # to the end of its first line
        span: Span = self._place(meta.line, meta.column, max(1, end - meta.column))
        return span

    def _word(self, token: Token) -> n.Word:
        span = self._place(token.line, token.column, len(token))
        return n.Word(span, str(token), token.type)

    # ------------------------------------------------------------ blocks

    def chunk(self, meta: Any, children: list[Any]) -> n.Body:
        return tuple(children)

    body = chunk

    def condition(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    def amount(self, meta: Any, children: list[Any]) -> Any:
        return (children[0], _first(children, n.Per))

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
        count = _first(children, n.Number)
        return n.Menu(self._at(meta), _first(children, n.Players), count.value if count else 1, children[-1])

    def may_block(self, meta: Any, children: list[Any]) -> n.May:
        return n.May(self._at(meta), _first(children, n.Players), children[-1])

    # ------------------------------------------------------------ spans and events

    def span_this_turn(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "this turn")

    def span_start(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "at start", time=children[0])

    def span_end(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "at end", time=children[0])

    def span_until(self, meta: Any, children: list[Any]) -> n.Duration:
        kind = "until end" if _has(children, "END_OF") else "until start"
        return n.Duration(self._at(meta), kind, time=children[-1])

    def span_while(self, meta: Any, children: list[Any]) -> n.Duration:
        return n.Duration(self._at(meta), "while", zone=children[0])

    def time(self, meta: Any, children: list[Any]) -> n.Time:
        whose = next((c for c in children if c in ("your", "their") and not isinstance(c, Token)), "")
        phase = _tokens(children, "PHASE")
        return n.Time(
            self._at(meta), whose, _has(children, "NEXT"), self._word(phase[0]) if phase else None,
            _has(children, "THIS_TURN"),
        )

    def where(self, meta: Any, children: list[Any]) -> n.ZoneName:
        zone = _first(children, n.ZoneName)
        return zone if zone else n.ZoneName(self._at(meta), self._word(children[-1]))

    def trigger(self, meta: Any, children: list[Any]) -> tuple[tuple[str, bool], n.Event]:
        kind = children[0].type
        window = {"WHEN": "when", "AFTER": "after", "BEFORE": "before", "FIRST_TIME": "when"}[kind]
        return (window, kind == "FIRST_TIME"), children[1]

    def event_active(self, meta: Any, children: list[Any]) -> n.Event:
        target = children[-1] if not isinstance(children[-1], n.Word) else None
        this = isinstance(target, n.Ref)
        verb = _first(children, n.Word)
        things = target if isinstance(target, THINGS) else None
        return n.Event(self._at(meta), children[0], _has(children, "WOULD"), verb, this, things)

    def event_passive(self, meta: Any, children: list[Any]) -> n.Event:
        return n.Event(self._at(meta), "", False, children[0], True, None)

    def event_time(self, meta: Any, children: list[Any]) -> n.Event:
        time = self.time(meta, children)
        return n.Event(self._at(meta), "", False, None, False, None, time, _has(children, "STARTS"))

    def eventobject(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    # ------------------------------------------------------------ who

    def actor(self, meta: Any, children: list[Any]) -> n.Players:
        child = children[0]
        return child if isinstance(child, n.Players) else n.Players(self._at(meta), SUBJECTS[child.type])

    def who(self, meta: Any, children: list[Any]) -> str:
        return SUBJECTS[children[0].type]

    def players(self, meta: Any, children: list[Any]) -> n.Players:
        return n.Players(self._at(meta), SUBJECTS[children[0].type])

    def players_with(self, meta: Any, children: list[Any]) -> n.Players:
        players: n.Players = children[0]
        return replace(players, having=children[1])

    # ------------------------------------------------------------ simple statements

    def do(self, meta: Any, children: list[Any]) -> n.Do:
        phrase: n.Do = children[-1]
        return replace(phrase, at=self._at(meta), actor=_first(children, n.Players), may=_has(children, "MAY"))

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
        return self.where(meta, children), not _has(children, "FROM")

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
        return n.Destination(self._at(meta), how, _first(children, n.ZoneName))

    def choose(self, meta: Any, children: list[Any]) -> n.Choose:
        return n.Choose(self._at(meta), _first(children, n.Players), _has(children, "MAY"), children[-1])

    def choose_player(self, meta: Any, children: list[Any]) -> n.ChoosePlayer:
        actor = _first(children, n.Players)
        return n.ChoosePlayer(self._at(meta), actor, _has(children, "MAY"), _has(children, "ANOTHER_PLAYER"))

    def name_kind(self, meta: Any, children: list[Any]) -> n.NameKind:
        words = tuple(self._word(t) for t in _tokens(children, "NAME", "KIND"))
        return n.NameKind(self._at(meta), _first(children, n.Players), _has(children, "MAY"), words)

    def _add(self, meta: Any, children: list[Any], how: str) -> n.Add:
        what = _tokens(children, "COUNTER", "KIND")[0]
        on = next((c[1] for c in children if isinstance(c, tuple) and c[0] == "on"), None)
        return n.Add(
            self._at(meta), _first(children, n.Players), how, _first(children, *VALUES), self._word(what), on,
            _first(children, n.Per), _has(children, "INSTEAD"),
        )

    def plus(self, meta: Any, children: list[Any]) -> n.Add:
        return self._add(meta, children, "plus")

    def lose(self, meta: Any, children: list[Any]) -> n.Add:
        return self._add(meta, children, "minus")

    plus_equal = plus
    lose_equal = lose

    def on(self, meta: Any, children: list[Any]) -> tuple[str, n.Ref]:
        return ("on", children[-1])

    def extra_turn(self, meta: Any, children: list[Any]) -> n.ExtraTurn:
        return n.ExtraTurn(self._at(meta), _first(children, n.Players), _has(children, "MAY"))

    def _scope(self, meta: Any, children: list[Any]) -> n.NounPhrase:
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        at = self._at(meta)
        return n.NounPhrase(at, n.Quantity(at, "all"), (), children[0], modifiers)

    def scope(self, meta: Any, children: list[Any]) -> Any:
        return children[0]

    def modify(self, meta: Any, children: list[Any]) -> n.Modify:
        has = _tokens(children, "HAS")[0]
        sign = 1 if _has(children, "MORE") else -1
        floor = next((c[1] for c in children if isinstance(c, tuple) and c and c[0] == "floor"), None)
        value = _first(children, *VALUES)
        return n.Modify(self._at(meta), self._scope(meta, children), self._word(has), value, sign, floor)

    def floor(self, meta: Any, children: list[Any]) -> tuple[str, Any]:
        return ("floor", children[0])

    def also_type(self, meta: Any, children: list[Any]) -> n.AlsoType:
        return n.AlsoType(self._at(meta), self._scope(meta, children), self._word(children[-1]))

    def fact(self, meta: Any, children: list[Any]) -> n.Fact:
        sign = -1 if _has(children, "MINUS") else 1
        value = _first(children, *VALUES)
        return n.Fact(self._at(meta), self._word(children[0]), sign, value, _first(children, n.Per))

    def unaffected(self, meta: Any, children: list[Any]) -> n.Unaffected:
        return n.Unaffected(self._at(meta), self._word(children[0]))

    def shuffle(self, meta: Any, children: list[Any]) -> n.Shuffle:
        return n.Shuffle(self._at(meta), children[0])

    def perform(self, meta: Any, children: list[Any]) -> n.Perform:
        return n.Perform(self._at(meta), children[0])

    def respond(self, meta: Any, children: list[Any]) -> n.Respond:
        return n.Respond(self._at(meta))

    def nothing(self, meta: Any, children: list[Any]) -> n.Nothing:
        return n.Nothing(self._at(meta), _has(children, "INSTEAD"))

    def stop(self, meta: Any, children: list[Any]) -> n.Stop:
        return n.Stop(self._at(meta))

    # ------------------------------------------------------------ things

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
        quantity = _first(children, n.Quantity) or n.Quantity(at, "none")
        adjectives, nouns = next(c for c in children if isinstance(c, tuple))
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        return n.NounPhrase(at, quantity, adjectives, nouns, modifiers)

    def top(self, meta: Any, children: list[Any]) -> n.NounPhrase:
        at = self._at(meta)
        number = _first(children, n.Number)
        quantity = n.Quantity(at, "exactly", number.value if number else 1)
        nouns = next(c for c in children if isinstance(c, tuple))
        modifiers = tuple(c for c in children if isinstance(c, n.Modifier))
        return n.NounPhrase(at, quantity, (), nouns, modifiers, end=str(_tokens(children, "END")[0]))

    def some_of(self, meta: Any, children: list[Any]) -> n.SomeOf:
        at = self._at(meta)
        number = _first(children, n.Number)
        how, count = "exactly", number.value if number else 1
        if _has(children, "ANY_NUMBER_OF"):
            how = "any number"
        elif _has(children, "ALL_OF"):
            how = "all"
        elif _has(children, "UP_TO"):
            how = "up to"
        return n.SomeOf(at, n.Quantity(at, how, count), children[-1])

    def quant(self, meta: Any, children: list[Any]) -> n.Quantity:
        at = self._at(meta)
        number = _first(children, n.Number)
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
        ref, group = _first(children, n.Ref), _first(children, *THINGS)
        return n.Modifier(self._at(meta), "of", ref=ref, group=group)

    def having(self, meta: Any, children: list[Any]) -> n.Modifier:
        word = self._word(_tokens(children, "HAVING", "PROPERTY")[0])
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
        word = self._word(_tokens(children, "COUNTER")[0])
        return n.Modifier(self._at(meta), "counter", word=word, quantity=children[0])

    def zone(self, meta: Any, children: list[Any]) -> n.ZoneName:
        word = self._word(_tokens(children, "ZONE")[0])
        whose = children[0] if isinstance(children[0], str) and not isinstance(children[0], Token) else ""
        return n.ZoneName(self._at(meta), word, whose)

    def the(self, meta: Any, children: list[Any]) -> str:
        return ""

    def poss(self, meta: Any, children: list[Any]) -> str:
        return "".join(children[0])

    # ------------------------------------------------------------ conditions

    def or_(self, meta: Any, children: list[Any]) -> n.Either:
        return n.Either(self._at(meta), children[0], children[-1])

    def and_(self, meta: Any, children: list[Any]) -> n.Both:
        return n.Both(self._at(meta), children[0], children[1])

    def is_(self, meta: Any, children: list[Any]) -> n.Is:
        return n.Is(self._at(meta), children[0], _has(children, "NOT"), children[-1])

    def is_state(self, meta: Any, children: list[Any]) -> n.IsState:
        return n.IsState(self._at(meta), children[0], _has(children, "NOT"), self._word(children[-1]))

    def is_in(self, meta: Any, children: list[Any]) -> n.IsIn:
        return n.IsIn(self._at(meta), children[0], _has(children, "NOT"), children[-1])

    def zone_state(self, meta: Any, children: list[Any]) -> n.ZoneState:
        return n.ZoneState(self._at(meta), children[0], _has(children, "NOT"), self._word(children[-1]))

    def has(self, meta: Any, children: list[Any]) -> n.Has:
        return n.Has(self._at(meta), children[0], self._word(children[1]), children[2])

    def exists(self, meta: Any, children: list[Any]) -> n.Exists:
        return n.Exists(self._at(meta), children[0])

    def happened(self, meta: Any, children: list[Any]) -> n.Happened:
        return n.Happened(self._at(meta), _has(children, "NOT"), children[-1])

    def counter_is(self, meta: Any, children: list[Any]) -> n.CounterIs:
        on = next((c[1] for c in children if isinstance(c, tuple)), None)
        word = self._word(_tokens(children, "COUNTER")[0])
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
        return n.Compare(self._at(meta), "at least" if _has(children, "OR_MORE") else "at most", children[0])

    def compare_relative(self, meta: Any, children: list[Any]) -> n.Compare:
        more = _has(children, "MORE_THAN")
        op = children[0] if isinstance(children[0], str) and not isinstance(children[0], Token) else "exactly"
        if not more and op != "exactly":  # `at least 2 less` leaves at most the number minus 2
            op = "at most" if op == "at least" else "at least"
        value = next(c for c in children if isinstance(c, VALUES))
        return n.Compare(self._at(meta), op, value, base=children[-1], sign=1 if more else -1)

    def compare_strict(self, meta: Any, children: list[Any]) -> n.Compare:
        op = "more" if _has(children, "MORE_THAN") else "less"
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
        return n.PropertyOf(self._at(meta), self._word(_tokens(children, "PROPERTY")[0]), children[-1])

    def counter_of(self, meta: Any, children: list[Any]) -> n.CounterOf:
        return n.CounterOf(self._at(meta), self._word(children[-1]), children[0])

    def counter_on(self, meta: Any, children: list[Any]) -> n.CounterOn:
        return n.CounterOn(self._at(meta), self._word(_tokens(children, "COUNTER")[0]), children[-1][1])

    def number_of(self, meta: Any, children: list[Any]) -> n.NumberOf:
        return n.NumberOf(self._at(meta), children[0])

    def total_of(self, meta: Any, children: list[Any]) -> n.TotalOf:
        return n.TotalOf(self._at(meta), self._word(_tokens(children, "PROPERTY")[0]), children[-1])
