"""How many things: those a statement takes, those that are counted, and what an amount is multiplied by."""

from __future__ import annotations

from dataclasses import replace

from interpreter.checking.context import Scope, TextContext
from interpreter.checking.numbers import counter_on
from interpreter.checking.things import find
from interpreter.program import ir
from interpreter.program.model import Verb
from interpreter.syntax import nodes as n


def pick(context: TextContext, thing: n.Thing, scope: Scope, verb: Verb | None, seat: ir.Seat,
         factor: ir.Number | None = None) -> tuple[ir.Pick, bool]:
    """The things a statement takes, and whether that is one thing (`it`) or several (`them`)."""
    quantity = thing.quantity
    if quantity.how in ("no", "at most"):
        raise context.fail("CW301", quantity.at, "this is no number of things to take",
                           "write how many: 'a', '2', 'up to 3', 'any number of'")
    if quantity.how == "none":
        raise context.fail("CW301", thing.at, "how many?", "write 'a', '2', 'up to 3', 'any number of', 'all' or 'the'")
    if quantity.how in ("exactly", "up to", "at least") and quantity.number == 0:
        raise context.fail("CW301", quantity.at, "0 of them are none to take",
                           "write another number, or 'any number of'; 'nothing' does nothing")
    found = find(context, thing, scope, verb, seat)
    if found.things.source == "group":  # what the text has lost track of cannot be taken
        found = replace(found, things=replace(found.things, remaining=True))
    if found.things.source == "pile row":
        raise context.fail("CW321", thing.at, "a pile cannot be taken", "say 'a card in' and the zone")
    count: ir.Number = ir.Const(quantity.number or 1)  # `the` has none
    single = quantity.how in ("a", "another") or (quantity.how == "exactly" and quantity.number == 1)
    if factor is not None:
        if quantity.how in ("any number", "all", "the"):
            raise context.fail("CW301", quantity.at, "'for each' needs a number before it",
                               "write 'a card ... for each ...'")
        count, single = ir.Arithmetic("*", count, factor), False
    if found.things.source == "top":
        things = replace(found.things, count=count)
        if quantity.how not in ("a", "exactly"):
            raise context.fail("CW301", quantity.at, "how many from the end?",
                               "write a number: 'the top 2 cards of ...'")
        return ir.Pick(things, choice=False), single
    if quantity.how in ("all", "the"):
        the_one = quantity.how == "the" and not _plural(context, thing)
        named = any(isinstance(test, ir.IsNamed) for test in found.things.tests)
        if the_one and (found.things.extreme is not None or named):  # of several that fit, one is chosen
            return ir.Pick(found.things, True, ir.Const(1), ir.Const(1), public=found.public, open=found.open), True
        if the_one and found.things.source != "group":
            raise context.fail("CW301", thing.at, "which one?",
                               "write 'a' to choose one, 'the top ...', or 'all' with the plural")
        return ir.Pick(found.things, choice=False), the_one
    low: ir.Number = ir.Const(0) if quantity.how in ("up to", "any number") else count
    high = None if quantity.how in ("any number", "at least") else count
    return ir.Pick(found.things, True, low, high, public=found.public, open=found.open), single


def _plural(context: TextContext, thing: n.Thing) -> bool:
    if isinstance(thing, n.SomeOf):
        return True
    return context.names.vocabulary.number(thing.nouns[-1][-1].text) != "one"


def count_of(context: TextContext, thing: n.Thing, scope: Scope, different: bool = False) -> ir.Things:
    """The things a number or condition counts."""
    things = find(context, thing, scope).things
    if things.source == "everywhere":
        raise context.fail("CW310", thing.at, "where are they?", "add 'in' and a zone, or 'owned'")
    return replace(things, different=different)


def factor_of(context: TextContext, per: n.Per | None, scope: Scope) -> ir.Number | None:
    """`for each X`, `for every 10 X`: what an amount is multiplied by."""
    if per is None:
        return None
    if isinstance(per.things, n.CounterOn):
        return counter_on(context, per.things, scope)
    if isinstance(per.things, n.NounPhrase) and per.things.quantity.how != "none":
        raise context.fail("CW301", per.things.quantity.at, "'for each' takes them all", "leave this word out")
    amount: ir.Number = ir.CountOf(count_of(context, per.things, scope, per.different))
    if per.every == 0:
        raise context.fail("CW320", per.at, "there is no every 0", "count in steps of 1 or more")
    return amount if per.every == 1 else ir.Arithmetic("//", amount, ir.Const(per.every))
