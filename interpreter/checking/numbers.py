"""Numbers and comparisons."""

from __future__ import annotations

from interpreter.checking.context import MAX_NUMBER, Scope, TextContext
from interpreter.program import ir
from interpreter.program.layout import YOU
from interpreter.syntax import nodes as n

OPS = {"at most": "<=", "at least": ">=", "exactly": "==", "more": ">", "less": "<"}


def number(context: TextContext, value: n.Value, scope: Scope) -> ir.Number:
    """A value of the text as a number of the program."""
    if isinstance(value, n.Number):
        if value.value > MAX_NUMBER:
            raise context.fail("CW320", value.at, f"{value.value} is too large a number", f"at most {MAX_NUMBER}")
        return ir.Const(value.value)
    if isinstance(value, n.PropertyOf):
        prop = context.names.properties[value.property.text]
        return ir.PropertyOf(prop.index, context.resolve(value.ref, scope))
    if isinstance(value, n.CounterOf):
        counter = context.names.counters[context.names.vocabulary.canonical("COUNTER", value.counter.text)]
        if counter.on_things:
            raise context.fail("CW319", value.at, f"no player has {counter.name}", "they lie on cards: 'on it'")
        seat = ir.Seat(YOU) if value.whose == "your" else context.they(value.at, scope)
        return ir.CounterOf(counter.index, seat)
    if isinstance(value, n.CounterOn):
        return counter_on(context, value, scope)
    from interpreter.checking.taking import count_of  # things and numbers contain each other

    if isinstance(value, n.NumberOf):
        return ir.CountOf(count_of(context, value.things, scope))
    prop = context.names.properties[value.property.text]
    return ir.TotalOf(prop.index, count_of(context, value.things, scope))


def counter_on(context: TextContext, value: n.CounterOn, scope: Scope) -> ir.ThingCounter:
    """`the tokens on it`: a number of counters that lie on a thing."""
    counter = context.names.counters[context.names.vocabulary.canonical("COUNTER", value.counter.text)]
    if not counter.on_things:
        raise context.fail("CW319", value.at, f"{counter.name} do not lie on things", f"write 'your {counter.name}'")
    return ir.ThingCounter(counter.index, context.resolve(value.ref, scope))


def comparison(context: TextContext, compare: n.Compare, scope: Scope, property: int) -> tuple[str, ir.Number]:
    """The Python operator and the limit of `up to 2 more than it` and the like."""
    op = OPS[compare.op]
    if compare.sign < 0 and compare.op == "at least":
        raise context.fail("CW319", compare.at, "'up to ... less' leaves open how much",
                           "write 'at least 2 less' or '2 less'")
    value = number(context, compare.value, scope) if compare.value is not None else None
    if compare.base is None:
        assert value is not None
        return op, value
    if isinstance(compare.base, n.Ref):
        base: ir.Number = ir.PropertyOf(property, context.resolve(compare.base, scope))
    else:
        base = number(context, compare.base, scope)
    if value is None:
        return op, base
    return op, ir.Arithmetic("+" if compare.sign > 0 else "-", base, value)
