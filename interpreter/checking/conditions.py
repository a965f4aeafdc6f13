"""Conditions: what an `if`, `until`, `while` or filter asks."""

from __future__ import annotations

from interpreter.checking import examples
from interpreter.checking.context import Scope, TextContext
from interpreter.checking.numbers import comparison, number
from interpreter.checking.taking import count_of
from interpreter.checking.things import find, having, lying_tests, place, quantity_test, state_test, zone_of
from interpreter.program import ir
from interpreter.program.layout import YOU
from interpreter.syntax import nodes as n


def condition(context: TextContext, node: n.Condition, scope: Scope) -> ir.Condition:
    """A condition of the text as a condition of the program."""
    if isinstance(node, n.Both):
        return ir.AllHold((condition(context, node.left, scope), condition(context, node.right, scope)))
    if isinstance(node, n.Either):
        return ir.OneHolds((condition(context, node.left, scope), condition(context, node.right, scope)))
    if isinstance(node, n.Is):
        found = _is(context, node, scope)
        if not node.negated:
            return found
        something = ir.Matches(context.resolve(node.ref, scope), ())
        return ir.AllHold((something, ir.Not(found)))  # of nothing nothing is said
    if isinstance(node, n.IsState):
        test = state_test(context, node.state, "group", node.negated)
        return ir.Matches(context.resolve(node.ref, scope), (test,))
    if isinstance(node, n.IsIn):
        lies = ir.LiesIn(place(context, node.zone, scope), node.negated)
        return ir.Matches(context.resolve(node.ref, scope), (lies,))
    if isinstance(node, n.ZoneState):
        return _negate(node.negated, _zone_state(context, node, scope))
    if isinstance(node, n.Has):
        return ir.Matches(context.resolve(node.ref, scope), (having(context, node.property, node.compare, scope),))
    if isinstance(node, n.Exists):
        if node.things.quantity.how == "none":
            raise context.fail("CW301", node.at, "how many?", "write 'a', 'no' or a number before it")
        named = isinstance(node.things, n.NounPhrase) and any(a.kind == "named" for a in node.things.adjectives)
        op, count = quantity_test(context, node.things.quantity, named)
        return ir.Number2(ir.CountOf(count_of(context, node.things, scope)), op, ir.Const(count))
    if isinstance(node, n.Happened):
        return _negate(node.negated, _happened(context, node, scope))
    if isinstance(node, n.CounterIs):
        return _counter(context, node, scope)
    if isinstance(node, n.History):
        return _history(context, node, scope)
    if isinstance(node, n.ValueIs):
        op, limit = comparison(context, node.compare, scope, -1)
        return ir.Number2(number(context, node.value, scope), op, limit)
    seat = ir.Seat(YOU) if node.whose == "your" else context.they(node.at, scope)
    return ir.HasTurn(seat)


def past_tests(context: TextContext, thing: n.Thing) -> tuple[ir.Test, ...]:
    """What the past is asked for: types and cards, as they were then."""
    if (isinstance(thing, n.SomeOf) or thing.modifiers or thing.end or thing.quantity.how == "another"
            or any(adjective.kind != "non" for adjective in thing.adjectives)):
        raise context.fail("CW310", thing.at, "the past knows which cards there were, not more",
                           f"write '{examples.asked_past(context.names)}'")
    return find(context, thing, Scope()).things.tests


def _negate(negated: bool, part: ir.Condition) -> ir.Condition:
    return ir.Not(part) if negated else part


def _is(context: TextContext, node: n.Is, scope: Scope) -> ir.Condition:
    register = context.resolve(node.ref, scope)
    what = node.what
    if what.quantity.how not in ("a", "none", "the", "another"):
        raise context.fail("CW301", what.quantity.at, "one thing is not several",
                           "write 'it is a ...' or 'it is not a ...'")
    things = find(context, what, scope).things
    if things.source == "group":
        return ir.AllHold((ir.AmongGroup(register, things.register), ir.Matches(register, things.tests)))
    tests = things.tests + lying_tests(context, things, what)
    if not tests:
        raise context.fail("CW301", what.at, "this is always so", "ask for a type, a name or a fact of it")
    return ir.Matches(register, tests)


def _zone_state(context: TextContext, node: n.ZoneState, scope: Scope) -> ir.Condition:
    zone = zone_of(context, node.zone)
    if node.state.text != "empty" or zone.holder == "piles":
        raise context.fail("CW321", node.state.at, f"'{node.state.text}' is not said of {zone.name}",
                           "a zone can be 'empty'; of piles say 'no card in ...'")
    things = ir.Things("zone", place=place(context, node.zone, scope))
    return ir.Number2(ir.CountOf(things), "==", ir.Const(0))


def _happened(context: TextContext, node: n.Happened, scope: Scope) -> ir.Condition:
    """`if not <done>`: whether the verb was done to `it` in this text."""
    verb = context.names.vocabulary.canonical("VERBED", node.verb.text)
    register = context.resolve(n.Ref(node.at, "it"), scope)
    if verb not in context.performed:
        raise context.fail("CW307", node.verb.at, f"nothing was {node.verb.text} before this",
                           f"first a line must {verb} something")
    return ir.AmongGroup(register, context.group(verb))


def _counter(context: TextContext, node: n.CounterIs, scope: Scope) -> ir.Condition:
    counter = context.names.counters[context.names.vocabulary.canonical("COUNTER", node.counter.text)]
    op, count = quantity_test(context, node.quantity)
    if counter.on_things != (node.on is not None):
        help = "say what they lie on: 'on it'" if counter.on_things else "players have them: leave out 'on'"
        raise context.fail("CW319", node.at, f"where are the {counter.name}?", help)
    if node.on is not None:
        register = context.resolve(node.on, scope)
        return ir.Number2(ir.ThingCounter(counter.index, register), op, ir.Const(count))
    return ir.Number2(ir.CounterOf(counter.index, scope.player), op, ir.Const(count))


def _history(context: TextContext, node: n.History, scope: Scope) -> ir.Condition:
    verb = context.names.verbs[context.names.vocabulary.canonical("VERBED", node.verb.text)]
    tests = past_tests(context, node.things)
    op, count = quantity_test(context, node.things.quantity)
    seat = context.they(node.at, scope) if node.who == "they" else ir.Seat(YOU)
    who = "you" if node.who == "they" else node.who
    return ir.Past(verb.index, who, seat, tests, op, count)
