"""Effects that wait or hold: `this turn`, `at start of your next turn`, `when ...`, `while this is in ...`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.checking import examples
from interpreter.checking.conditions import past_tests
from interpreter.checking.context import Scope, TextContext, words_of
from interpreter.checking.numbers import number
from interpreter.checking.things import find, source, zone_of
from interpreter.program import ir
from interpreter.program.layout import EVENT, EVENT_SEAT, FIRST_FREE, YOU
from interpreter.program.model import Standing, Unit, Watch
from interpreter.syntax import nodes as n


def wait(context: TextContext, node: n.When | n.During, scope: Scope) -> list[ir.Statement]:
    """Above the line: from now on something waits."""
    if isinstance(node, n.When):
        if node.duration is None:
            raise context.fail("CW312", node.at, "for how long does this wait?",
                               "write 'this turn, when ...'; what always holds stands below the line")
        return [_wait_for_event(context, node, node.duration, scope)]
    duration = node.duration
    if duration.kind == "while":
        raise context.fail("CW312", node.at, "'while this is ...' stands below the line",
                           "put '---' on a line before it")
    if duration.kind in ("at start", "at end"):
        return [_wait_for_time(context, node, scope)]
    return [_hold(context, part, duration, scope) for part in node.body]


def _until(context: TextContext, duration: n.Duration, scope: Scope) -> tuple[str, ir.Seat]:
    time, ends = duration.time, duration.kind == "until end"
    if duration.kind == "this turn" or (ends and time is not None and not (time.whose or time.next or time.period)):
        return "turn", scope.player
    if time is None or time.period is not None or time.this_turn or duration.kind == "while":
        raise context.fail("CW312", duration.at, "an effect lasts until a turn starts or ends",
                           "write 'until your next turn' or 'until end of your next turn'")
    if not time.whose or (ends and not time.next):
        raise context.fail("CW312", duration.at, "until which turn?",
                           "write 'until your next turn', 'until end of your next turn' or 'this turn'")
    seat = context.they(time.at, scope) if time.whose == "their" else ir.Seat(YOU)
    return ("end turn" if duration.kind == "until end" else "start turn"), seat


def _hold(context: TextContext, node: n.Statement, duration: n.Duration, scope: Scope) -> ir.Statement:
    until, seat = _until(context, duration, scope)
    if isinstance(node, n.When) and node.duration is None:
        return _wait_for_event(context, node, duration, scope)
    inside = TextContext(context.names, context.problems, context.output, context.title, context.card, context, scope)
    change = change_of(inside, node, Scope())
    kept: tuple[tuple[int, ir.Number], ...] = ()
    if isinstance(node, n.Modify) and not isinstance(node.value, n.Number):
        # the amount is what it was when the effect began
        amount = number(context, node.value, scope)
        register = inside.register()
        sign = ir.Arithmetic("*", ir.Const(node.sign), ir.Register(register))
        change, kept = replace(change, number=sign), ((register, amount),)
    unit = context.output.reserve()
    context.output.units[unit] = Unit(unit, context.title, (), inside.next_register, context.card)
    context.output.changes.append(replace(change, unit=unit))
    index = len(context.output.changes) - 1
    return ir.Wait(source(context, node.at), index, False, until, seat, tuple(inside.captured.items()), numbers=kept)


def change_of(context: TextContext, node: n.Statement, scope: Scope) -> ir.Change:
    """`<things> <have> 1 less`, `<things> are also <type>`."""
    if isinstance(node, n.Modify):
        prop = context.names.properties[context.names.vocabulary.canonical("HAS", node.property.text)]
        tests = find(context, node.things, scope).things
        _only_facts(context, node, tests)
        amount = number(context, node.value, scope)
        if node.sign < 0:
            amount = ir.Arithmetic("-", ir.Const(0), amount)
        floor = prop.floor
        if node.floor is not None:
            if not isinstance(node.floor, n.Number):
                raise context.fail("CW319", node.floor.at, "the floor is a number", "write 'not below 0'")
            floor = node.floor.value
        return ir.Change(tests.tests, prop.index, amount, floor)
    if isinstance(node, n.AlsoType):
        canonical = context.names.vocabulary.canonical("NAME", node.type.text)
        if canonical not in context.names.types:
            raise context.fail("CW314", node.type.at, f"{canonical} is a card, not a type", "name a type")
        tests = find(context, node.things, scope).things
        _only_facts(context, node, tests)
        return ir.Change(tests.tests, type_mask=context.names.types[canonical])
    raise context.fail("CW312", node.at, "this does not last",
                       f"what lasts is a change ('{examples.lasting_change(context.names)}') or a 'when' line")


def _only_facts(context: TextContext, node: n.Modify | n.AlsoType, things: ir.Things) -> None:
    if things.source != "everywhere":
        raise context.fail("CW310", node.things.at, "a change holds for things wherever they are", "leave out the zone")


def _wait_for_time(context: TextContext, node: n.During, scope: Scope) -> ir.Statement:
    time = node.duration.time
    assert time is not None
    if (time.this_turn and node.duration.kind == "at start") or (time.next and not time.whose):
        raise context.fail("CW312", node.duration.at, "when would that be?",
                           "write 'at start of your next turn' or 'at end of this turn'")
    seat = context.they(time.at, scope) if time.whose == "their" else ir.Seat(YOU) if time.whose else scope.player
    edge = "start" if node.duration.kind == "at start" else "end"
    watch, captured = _watch_time(context, time, edge, node.body, scope)
    index = len(context.output.watches)
    context.output.watches.append(replace(watch, span=node.at, words=source(context, node.at).words))
    return ir.Wait(source(context, node.at), index, True, "once", seat, captured, skip=time.next)


def _watch_time(context: TextContext, time: n.Time, edge: str, body: n.Body,
                outer: Scope | None, event: bool = False) -> tuple[Watch, tuple[tuple[int, int], ...]]:
    what = f"{edge} turn"
    if time.period is not None:
        what = f"{edge} phase {context.names.phases[context.names.vocabulary.canonical('PHASE', time.period.text)]}"
    inside = _trigger_context(context, outer)
    unit, optional, _ = _trigger_unit(inside, body, outer, False)
    who = "you" if time.whose or time.next else "any"
    if event and time.whose == "their":  # in a `when` line another player's
        who = "another"
    return Watch(-1, "when", who, False, (), unit, optional=optional, time=what), tuple(inside.captured.items())


def _wait_for_event(context: TextContext, node: n.When, duration: n.Duration, scope: Scope) -> ir.Statement:
    until, seat = _until(context, duration, scope)
    watch, captured = event_watch(context, node, scope)
    index = len(context.output.watches)
    context.output.watches.append(watch)
    return ir.Wait(source(context, node.at), index, True, until, seat, captured)


def event_watch(context: TextContext, node: n.When, outer: Scope | None) -> tuple[Watch, tuple[tuple[int, int], ...]]:
    """What a `when` line waits for, and its text."""
    event = node.event
    if event.time is not None:
        if node.first:
            raise context.fail("CW316", node.at, "a turn or phase comes only once a turn", "write 'when'")
        watch, captured = _watch_time(context, event.time, "start" if event.starts else "end", node.body, outer, True)
        return replace(watch, span=node.at, words=source(context, node.at).words), captured
    assert event.verb is not None
    verb = context.names.verbs[context.names.vocabulary.canonical("VERB" if event.who else "VERBED", event.verb.text)]
    if event.this and event.who == "another":
        raise context.fail("CW305", event.at, "nobody fits that here", "write 'you', or 'when this is ...:'")
    inside = _trigger_context(context, outer)
    inside.replaces = event.would
    tests = _event_tests(inside, node)
    unit, optional, exempts = _trigger_unit(inside, node.body, outer, True)
    if event.would and not any(part.instead for kind in (n.Do, n.Add, n.Nothing) for part in words_of(node.body, kind)):
        raise context.fail("CW316", node.at, "what happens instead?",
                           "end a line of its text with 'instead'; or write 'before you ...'")
    window = "instead" if event.would else node.window
    if window == "when" and not verb.responds:
        window = "after"
    watch = Watch(verb.index, window, event.who or "any", event.this, tests, unit, optional=optional, exempts=exempts,
                  first=node.first, span=node.at, words=source(context, node.at).words)
    return watch, tuple(inside.captured.items())


def _event_tests(inside: TextContext, node: n.When) -> tuple[ir.Test, ...]:
    things = node.event.things
    if things is None:
        return ()
    if node.first:
        return past_tests(inside, things)
    named = isinstance(things, n.NounPhrase) and any(a.kind == "named" for a in things.adjectives)
    if isinstance(things, n.SomeOf) or (things.quantity.how not in ("a", "another") and not named):
        raise inside.fail("CW301", things.at, "a 'when' line waits for one thing", "write 'a card' or the like")
    found = find(inside, things, Scope()).things
    if found.source != "everywhere":
        raise inside.fail("CW310", things.at, "a 'when' line cannot say where the thing is", "leave the zone out")
    return found.tests


def _trigger_context(context: TextContext, outer: Scope | None) -> TextContext:
    inside = TextContext(context.names, context.problems, context.output, context.title, context.card,
                         context if outer else None, outer)
    inside.in_trigger = True
    return inside


def _trigger_unit(inside: TextContext, body: n.Body, outer: Scope | None, thing: bool) -> tuple[int, bool, bool]:
    """The text of a trigger: its number, whether it begins with an offer, whether it only exempts."""
    from interpreter.checking.statements import block, participles

    inside.event_thing = thing
    participles(inside, body)
    scope = Scope(it=EVENT if thing else None, they=ir.Seat(EVENT_SEAT))
    if outer is not None and outer.player.register >= FIRST_FREE:  # in a block the waiting text is that player's
        scope.player = ir.Seat(inside.capture(outer.player.register), outer.player.step)
        scope.they = scope.they if thing else scope.player
    elif outer is not None and outer.they is not None and not thing and outer.they.register >= FIRST_FREE:
        scope.they = ir.Seat(inside.capture(outer.they.register), outer.they.step)
    index = inside.output.reserve()
    checked = block(inside, body, scope)
    first = checked[0] if checked else None
    optional = isinstance(first, ir.May) or (isinstance(first, ir.Act) and first.may and not first.pick.choice)
    inside.output.units[index] = Unit(index, inside.title, checked, inside.next_register, inside.card,
                                      captured=tuple(inside.captured.values()), lifted=inside.lifted)
    return index, optional, _only_exempts(body)


def _only_exempts(body: n.Body) -> bool:
    """Whether all a text can achieve is that its player is unaffected."""
    exempt = any(True for _ in words_of(body, n.Unaffected))
    acts = [act for act in words_of(body, n.Do) if not (act.may and act.target and act.target.ref)]
    return exempt and not acts and not any(True for _ in words_of(body, n.Add))


def below_line(context: TextContext, node: n.Statement) -> list[Watch]:
    """A statement below the line: a fact, a `when`, or what holds while the card lies somewhere."""
    if isinstance(node, n.When):
        return [_standing_watch(context, node, node.duration)]
    if isinstance(node, n.During):
        if node.duration.kind != "while" or node.duration.zone is None:
            raise context.fail("CW312", node.at, "below the line nothing begins",
                               f"write '{examples.while_lying(context.names)}:' or 'when ...:'")
        found: list[Watch] = []
        for part in node.body:
            if isinstance(part, n.When) and part.duration is None:
                found.append(_standing_watch(context, part, node.duration))
                continue
            change = change_of(context, part, Scope())
            context.standing.append(Standing(zone_of(context, node.duration.zone).index, change))
        return found
    raise context.fail("CW312", node.at, "this belongs above the line",
                       "below it stand facts, 'when' and 'while' lines")


def _standing_watch(context: TextContext, node: n.When, duration: n.Duration | None) -> Watch:
    watch, _ = event_watch(context, node, None)
    if duration is not None:
        if duration.kind != "while" or duration.zone is None:
            raise context.fail("CW312", duration.at, "below the line nothing begins",
                               f"write '{examples.while_lying(context.names)}, when ...'")
        return replace(watch, zone=zone_of(context, duration.zone).index)
    if watch.this:
        return watch
    zone = _zone_of_this(context, node.body)
    if zone is None:
        lying, showing = examples.while_lying(context.names), examples.show_this(context.names)
        raise context.fail("CW313", node.at, "where must this card be for that?",
                           f"write '{lying}, when ...', or begin with '{showing}'")
    return replace(watch, zone=zone)


def _zone_of_this(context: TextContext, body: n.Body) -> int | None:
    """`may <verb> this from <zone>` says where the card is."""
    first = body[0] if body else None
    if isinstance(first, n.Do) and first.target and first.target.ref and first.target.ref.which == "this":
        if first.target.zone is not None and not first.target.into:
            return zone_of(context, first.target.zone).index
    return None

