"""Verbs, choices and namings: who does what to which things."""

from __future__ import annotations

from dataclasses import replace

from interpreter.checking import examples
from interpreter.checking.conditions import condition
from interpreter.checking.context import Scope, TextContext
from interpreter.checking.nouns import check_form, noun_tests
from interpreter.checking.numbers import number
from interpreter.checking.taking import factor_of, pick
from interpreter.checking.things import Found, find, place, source, zone_of
from interpreter.program import ir
from interpreter.program.model import Verb
from interpreter.syntax import nodes as n


def verb_of(context: TextContext, word: n.Word) -> Verb:
    """The verb that a word of a sentence is a form of."""
    return context.names.verbs[context.names.vocabulary.canonical("VERB", word.text)]


def do(context: TextContext, node: n.Do, scope: Scope, flag: int) -> list[ir.Statement]:
    """`[actor] [may] verb [and verb] object ...`"""
    if node.actor is not None and node.actor.which not in ("you", "they", "left", "right"):
        from interpreter.checking.statements import statement

        return statement(context, n.Each(node.at, node.actor, (replace(node, actor=None),)), scope, False)
    verb = verb_of(context, node.verbs[0])
    _check_parts(context, node, verb)
    actor = context.actor(node.actor, scope)
    if node.until is not None:
        return [_until(context, node, verb, actor, scope, flag)]
    act, single = _act(context, node, verb, actor, scope, flag)
    if act.pick.choice and act.pick.things.source == "piles" and _several(act.pick) and not verb.together:
        scope.it, scope.them, scope.rest = None, act.bind, act.bind
        return _from_piles(context, node, act)
    acts: list[ir.Statement] = [*instead(context, node, act.source), act]
    if len(node.verbs) > 1:
        acts += _and_verbs(context, node, act, actor)
    if single is not None:
        _bind(scope, act, single, node)
    return acts


def instead(context: TextContext, node: n.Do | n.Add | n.Nothing, where: ir.Source) -> list[ir.Statement]:
    """`instead`: from here on what was waited for does not happen."""
    if not node.instead:
        return []
    if not context.replaces:
        raise context.fail("CW316", node.at, "instead of what?", "this goes below 'when you would ...:'")
    return [ir.Replace(where)]


def _from_piles(context: TextContext, node: n.Do, act: ir.Act) -> list[ir.Statement]:
    """Several cards from piles one by one: each is chosen from the piles as they are then."""
    pick = act.pick
    optional = act.may or pick.high is None or pick.low != pick.high
    one, done = context.register(), context.register()
    single = replace(pick, low=ir.Const(1), high=ir.Const(1))
    groups = (*act.groups, act.bind)
    each: list[ir.Statement] = [replace(act, pick=single, may=optional, bind=one, flag=done, groups=groups)]
    if optional:
        each.append(ir.If(ir.Flag(done), (), (ir.Stop(act.source),)))
    how = "times" if pick.high is not None else "forever"
    loop = ir.Repeat(act.source, how, None, pick.high, tuple(each), context.register(), context.register())
    made: list[ir.Statement] = [*instead(context, node, act.source), ir.Clear((act.bind,)), loop]
    if act.flag >= 0:
        wanted = pick.high if pick.high is not None and not optional else ir.Const(1)
        made.append(ir.SetFlag(act.flag, ir.CountOf(ir.Things("group", register=act.bind)), wanted))
    return made


def _check_parts(context: TextContext, node: n.Do, verb: Verb) -> None:
    """The parts a sentence has must fit its verb."""
    if node.target is None:
        raise context.fail("CW308", node.at, f"{node.verbs[0].text} what?", f"say what to {verb.name}")
    if node.said_twice:
        raise context.fail("CW321", node.at, "a part of this sentence is given twice", "give it once")
    particle = node.particle.text if node.particle else ""
    if particle != verb.particle:
        help = f"write '{verb.name}'" if verb.particle else f"leave out '{particle}'"
        raise context.fail("CW324", node.at, f"'{node.verbs[0].text}' does not go with '{particle or 'nothing'}'", help)
    moves = bool(verb.to) or (verb.unit < 0 and not verb.show)
    into = node.target.into
    if (node.destination or into) and not moves:
        raise context.fail("CW309", node.at, f"'{verb.name}' goes nowhere", "leave out where it goes")
    if not verb.to and moves and not node.destination and not into:
        zones = examples.private_zone(context.names), examples.ordered_zone(context.names)
        raise context.fail("CW309", node.at, f"{verb.name} it where?",
                           f"add 'into {zones[0]}', 'onto {zones[1]}' or the like")
    if node.times is not None and verb.unit < 0:
        raise context.fail("CW308", node.at, f"to {verb.name} the same thing again does nothing",
                           "leave out the number of times")


def _destination(context: TextContext, node: n.Do, verb: Verb, actor: ir.Seat,
                 scope: Scope) -> tuple[ir.Place | None, bool]:
    """Where it goes, if it goes anywhere, and whether to the bottom of that."""
    target = node.target
    if node.destination and node.destination.zone:
        zone = zone_of(context, node.destination.zone)
        if zone.holder == "piles" and node.destination.how == "bottom":
            raise context.fail("CW309", node.destination.at, f"{zone.name} is made of piles",
                               "a card goes back on top of its own pile")
        found = place(context, node.destination.zone, scope, actor)
        return found, node.destination.how == "bottom"
    if target is not None and target.into and target.zone:
        return place(context, target.zone, scope, actor), False
    if node.destination and not verb.to:
        raise context.fail("CW309", node.destination.at, f"'{verb.name}' does not say into which zone",
                           "name the zone it goes to")
    if verb.unit >= 0 or not verb.to:
        return None, False
    zone = context.names.zones[verb.to]
    if zone.holder != "seat":
        return ir.Place(zone.index, None), False
    side = node.destination.how if node.destination else verb.to_seat
    if node.destination and not verb.to_seat:
        raise context.fail("CW309", node.destination.at, f"'{verb.name}' does not go to a neighbour", "name a zone")
    step = {"left": 1, "right": -1, "": 0}[side]
    return ir.Place(zone.index, ir.Seat(actor.register, actor.step + step)), False


def _act(context: TextContext, node: n.Do, verb: Verb, actor: ir.Seat, scope: Scope,
         flag: int) -> tuple[ir.Act, bool | None]:
    target = node.target
    assert target is not None
    factor = factor_of(context, node.per, scope)
    taken, single = _target(context, node, target, verb, actor, scope, factor)
    to, bottom = _destination(context, node, verb, actor, scope)
    if node.any_order:
        taken = _in_any_order(taken)
    if to is not None and taken.choice and node.destination and _is_ordered(context, to) and _several(taken):
        taken = replace(taken, ordered=True)
    times = number(context, node.times, scope) if node.times is not None else None
    paying = None
    if node.paying is not None:
        counter = context.names.counters[context.names.vocabulary.canonical("COUNTER", node.paying.counter.text)]
        if counter.on_things:
            raise context.fail("CW319", node.paying.at, f"no player has {counter.name}",
                               "pay with a counter of players")
        paying = (counter.index, number(context, node.paying.value, scope))
    keeps = target.kind == "ref" and target.ref is not None
    bind = context.resolve(target.ref, scope) if keeps and target.ref else context.register()
    if target.ref is not None and target.ref.which == "rest":
        bind = context.register()
    lifted = _lift(context, verb, taken)
    act = ir.Act(source(context, node.at), verb.index, actor, taken, to, bottom, node.may, actor, times, bind, flag,
                 context.groups_of(verb.name) + lifted, paying)
    return act, (None if keeps else single)


def _lift(context: TextContext, verb: Verb, taken: ir.Pick) -> tuple[int, ...]:
    """Cards shown from a hidden place lie apart until the end of the text; this register remembers them."""
    if not verb.show or taken.things.source != "top":
        return ()
    if context.lifted is None:
        context.lifted = context.register()
    return (context.lifted,)


def _target(context: TextContext, node: n.Do, target: n.Target, verb: Verb, actor: ir.Seat, scope: Scope,
            factor: ir.Number | None) -> tuple[ir.Pick, bool]:
    if target.kind == "ref" and target.ref is not None:
        register = context.resolve(target.ref, scope)
        tests: tuple[ir.Test, ...] = ()
        if target.zone is not None and not target.into:
            tests = (ir.LiesIn(place(context, target.zone, scope, actor)),)
        things = ir.Things("group", register=register, remaining=True, tests=tests)
        return ir.Pick(things, choice=False), True
    if target.kind == "zone" and target.zone is not None:
        zone = zone_of(context, target.zone)
        if zone.holder == "piles":
            raise context.fail("CW309", target.at, f"'{zone.name}' is made of piles",
                               f"say 'a card in {target.zone.word.text}'")
        return ir.Pick(ir.Things("zone", place=place(context, target.zone, scope, actor)), choice=False), False
    assert target.things is not None
    if target.kind == "down to":
        return _down_to(context, target.things, verb, actor, scope), False
    return pick(context, target.things, scope, verb, actor, factor)


def _down_to(context: TextContext, thing: n.Thing, verb: Verb, actor: ir.Seat, scope: Scope) -> ir.Pick:
    found: Found = find(context, thing, scope, verb, actor)
    if thing.quantity.how != "exactly" or found.things.source != "zone":
        names = context.names
        raise context.fail("CW301", thing.at, "down to how many, and where?",
                           f"write 'down to 3 {examples.things(names)} in {examples.private_zone(names)}'")
    surplus = ir.Arithmetic("-", ir.CountOf(found.things), ir.Const(thing.quantity.number))
    return ir.Pick(found.things, True, surplus, surplus, public=found.public, open=found.open)


def _in_any_order(taken: ir.Pick) -> ir.Pick:
    if taken.choice:
        return replace(taken, ordered=True)
    return replace(taken, choice=True, low=None, high=None, ordered=True)


def _several(taken: ir.Pick) -> bool:
    return not (isinstance(taken.high, ir.Const) and taken.high.value == 1)


def _is_ordered(context: TextContext, to: ir.Place) -> bool:
    return any(zone.index == to.zone and zone.ordered for zone in context.names.zones.values())


def _bind(scope: Scope, act: ir.Act, single: bool, node: n.Do) -> None:
    """A selection becomes `it` or `them`; a group that was not taken from a group is what `the rest` is of."""
    if single:
        scope.it, scope.them = act.bind, None
    else:
        scope.it, scope.them = None, act.bind
        if act.pick.things.source != "group":
            scope.rest = act.bind


def _and_verbs(context: TextContext, node: n.Do, act: ir.Act, actor: ir.Seat) -> list[ir.Statement]:
    more: list[ir.Statement] = []
    for word in node.verbs[1:]:
        verb = verb_of(context, word)
        if not verb.to and verb.unit < 0 and not verb.show:
            raise context.fail("CW309", word.at, f"{verb.name} it where?", "put this verb into a line of its own")
        things = ir.Things("group", register=act.bind, remaining=True)
        zone = context.names.zones[verb.to] if verb.to else None
        to = ir.Place(zone.index, actor if zone.holder == "seat" else None) if zone else None
        more.append(ir.Act(act.source, verb.index, actor, ir.Pick(things, False), to, bind=act.bind, flag=act.flag,
                           groups=context.groups_of(verb.name)))
    return more


def _until(context: TextContext, node: n.Do, verb: Verb, actor: ir.Seat, scope: Scope, flag: int) -> ir.ActUntil:
    target = node.target
    phrase = target.things if target else None
    if not isinstance(phrase, n.NounPhrase) or phrase.quantity.how not in ("none", "a") or node.may:
        raise context.fail("CW301", node.at, "'until' takes things one by one",
                           f"write '{examples.show_until(context.names)}'")
    things = find(context, phrase, scope, verb, actor).things
    if things.place is None or things.source not in ("zone", "top") or things.tests:
        raise context.fail("CW310", phrase.at, "one by one from where?", "name a zone whose order counts")
    zone = next(z for z in context.names.zones.values() if things.place and z.index == things.place.zone)
    if not zone.ordered:
        raise context.fail("CW310", phrase.at, f"{zone.name} has no top to take from", "its order does not count")
    to, _ = _destination(context, node, verb, actor, scope)
    last, group, hit = context.register(), context.register(), context.register()
    groups = context.groups_of(verb.name) + _lift(context, verb, ir.Pick(ir.Things("top"), False))
    inside = scope.copy()
    inside.it = last
    assert node.until is not None
    ends = condition(context, node.until, inside)
    scope.it, scope.them, scope.rest = hit, None, group
    return ir.ActUntil(source(context, node.at), verb.index, actor, things.place, (), to, last, group, ends, hit, flag,
                       groups)


def choose(context: TextContext, node: n.Choose, scope: Scope, flag: int) -> list[ir.Statement]:
    """`choose` without a verb: what is chosen becomes `it` or `them`."""
    chooser = context.actor(node.actor, scope)
    taken, single = pick(context, node.things, scope, None, scope.player)
    if taken.things.source == "everywhere":
        raise context.fail("CW310", node.things.at, "choose from where?", "add 'in' and a zone")
    register = context.register()
    if single:
        scope.it, scope.them = register, None
    else:
        scope.it, scope.them = None, register
        if taken.things.source != "group":
            scope.rest = register
    return [ir.Choose(source(context, node.at), chooser, taken, node.may, register, flag)]


def choose_player(context: TextContext, node: n.ChoosePlayer, scope: Scope, flag: int) -> list[ir.Statement]:
    """`choose a player`: from here on that player is `they`."""
    register = context.register()
    chooser = context.actor(node.actor, scope)
    scope.they, scope.chosen = ir.Seat(register), register
    return [ir.ChooseSeat(source(context, node.at), chooser, node.may, node.other, register, flag)]


def name_kind(context: TextContext, node: n.NameKind, scope: Scope, flag: int) -> list[ir.Statement]:
    """`name a card`: from here on there is a `named` one."""
    register = context.register()
    check_form(context, n.Number(node.at, 1), node.words[-1])
    tests = noun_tests(context, (node.words,))
    chooser = context.actor(node.actor, scope)
    scope.named = register
    return [ir.NameCard(source(context, node.at), chooser, tests, node.may, register, flag)]

