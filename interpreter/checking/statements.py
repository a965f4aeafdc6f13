"""Statements above the line: what a text does, one after the other."""

from __future__ import annotations

from dataclasses import replace

from interpreter.checking import examples, waiting
from interpreter.checking.conditions import condition
from interpreter.checking.context import Scope, TextContext, words_of
from interpreter.checking.doing import choose, choose_player, do, instead, name_kind
from interpreter.checking.nouns import check_form
from interpreter.checking.numbers import number
from interpreter.checking.taking import count_of, factor_of
from interpreter.checking.things import place, source, zone_of
from interpreter.program import ir
from interpreter.program.layout import EVENT, YOU
from interpreter.syntax import nodes as n

Told = n.Do | n.Choose | n.ChoosePlayer | n.NameKind | n.Menu | n.May | n.Add | n.ExtraTurn  # of a subject
MayFail = n.Do | n.Choose | n.ChoosePlayer | n.NameKind | n.May | n.ExtraTurn


def _several(players: n.Players | None) -> bool:
    return players is not None and players.which in ("each", "each other", "at once")


def participles(context: TextContext, body: n.Body) -> None:
    """Notes which verbs this text looks back at, so that only those are remembered."""
    vocabulary = context.names.vocabulary
    for adjective in words_of(body, n.Adjective):
        if adjective.kind == "done":
            context.done_verbs.add(vocabulary.canonical("VERBED", adjective.word.text))
    for node in words_of(body, n.Happened):
        if node.verb.kind == "VERBED":
            context.done_verbs.add(vocabulary.canonical("VERBED", node.verb.text))


def block(context: TextContext, body: n.Body, scope: Scope) -> ir.Body:
    """A sequence of statements in one scope; what the first one speaks of decides whether they can begin."""
    checked: list[ir.Statement] = []
    outside, opening = context.spoken, context.spoken
    for index, node in enumerate(body):
        before = scope.flag
        scope.flag, context.spoken = None, set()
        needs_flag = index + 1 < len(body) and isinstance(body[index + 1], n.If) and _asks_done(body[index + 1])
        with context.recovering(scope):
            if isinstance(node, n.If) and node.condition is None:
                checked += _if_done(context, node, scope, before)
            else:
                checked += _with_subject(context, node, scope, needs_flag)
        opening = opening if index else context.spoken
    context.spoken = outside | opening
    return tuple(checked)


def _with_subject(context: TextContext, node: n.Statement, scope: Scope, needs_flag: bool) -> list[ir.Statement]:
    """A statement, all of which is about its subject; what is said of a chosen player may be about nobody."""
    before = scope.bound()
    if isinstance(node, Told) and node.actor is not None and node.actor.which in ("left", "right"):
        register, whose = context.register(), context.actor(node.actor, scope)
        with scope.acting(ir.Seat(register), ir.Seat(register)):
            made = statement(context, replace(node, actor=None), scope, needs_flag)
        made = _about(context, node, scope, before, register, whose, made)
    elif isinstance(node, Told) and node.actor is not None and node.actor.which in ("you", "they"):
        with scope.acting(context.actor(node.actor, scope)):
            made = _perhaps_nobody(context, node, scope, before, needs_flag)
    else:
        made = _perhaps_nobody(context, node, scope, before, needs_flag)
    return made


def _perhaps_nobody(
    context: TextContext, node: n.Statement, scope: Scope, before: set[int], needs_flag: bool
) -> list[ir.Statement]:
    chosen = scope.chosen
    made = statement(context, node, scope, needs_flag)
    if chosen is None or chosen not in context.spoken:
        return made
    return _about(context, node, scope, before, chosen, ir.Seat(chosen), made)


def _about(context: TextContext, node: n.Statement, scope: Scope, before: set[int], register: int, whose: ir.Seat,
           made: list[ir.Statement]) -> list[ir.Statement]:
    """What is said of one player: nothing if there is none, or if that player is unaffected; then nothing is bound."""
    fresh: list[ir.Statement] = [ir.Clear(tuple(sorted(scope.bound() - before)))] if scope.bound() - before else []
    if scope.flag is not None:
        fresh.append(ir.SetFlag(scope.flag, ir.Const(0), ir.Const(1)))
    return [*fresh, ir.OneSeat(source(context, node.at), register, whose, None, tuple(made))]


def _asks_done(node: n.Statement) -> bool:
    return isinstance(node, n.If) and node.condition is None


def inner(context: TextContext, body: n.Body, scope: Scope) -> ir.Body:
    """A block of its own: pronouns it binds die with it."""
    return _own(context, body, scope.copy())


def _own(context: TextContext, body: n.Body, scope: Scope) -> ir.Body:
    """A block in a scope of its own, which is entered also where its first statement is about nobody."""
    spoken = context.spoken
    checked = block(context, body, scope)
    context.spoken = spoken
    return checked


def statement(context: TextContext, node: n.Statement, scope: Scope, needs_flag: bool) -> list[ir.Statement]:
    """One statement; a few become more than one."""
    if isinstance(node, (n.Choose, n.NameKind, n.ExtraTurn, n.ChoosePlayer)) and _several(node.actor):
        assert node.actor is not None
        return statement(context, n.Each(node.at, node.actor, (replace(node, actor=None),)), scope, needs_flag)
    flag = context.register() if needs_flag else ir.NONE
    if needs_flag:
        if not isinstance(node, MayFail) or _several(node.actor):
            raise context.fail("CW311", node.at,
                               "the statement before 'if done' cannot fail, or is about several players",
                               "leave out 'if done', or put it into the block of those players")
        scope.flag = flag
    if isinstance(node, MayFail):
        return _can_fail(context, node, scope, flag)
    if isinstance(node, (n.If, n.Each, n.ForEach, n.Repeat, n.Menu)):
        return _with_blocks(context, node, scope)
    if isinstance(node, n.Add):
        return _add(context, node, scope)
    if isinstance(node, (n.When, n.During)):
        return waiting.wait(context, node, scope)
    return _plain(context, node, scope)


def _can_fail(context: TextContext, node: MayFail, scope: Scope, flag: int) -> list[ir.Statement]:
    """What `if done` can follow; the register `flag` tells it how this went."""
    if isinstance(node, n.Do):
        return do(context, node, scope, flag)
    if isinstance(node, n.Choose):
        return choose(context, node, scope, flag)
    if isinstance(node, n.ChoosePlayer):
        return choose_player(context, node, scope, flag)
    if isinstance(node, n.NameKind):
        return name_kind(context, node, scope, flag)
    if isinstance(node, n.May):
        return [_may(context, node, scope, flag)]
    return [ir.ExtraTurn(source(context, node.at), context.actor(node.actor, scope), node.may, flag)]


def _with_blocks(
    context: TextContext, node: n.If | n.Each | n.ForEach | n.Repeat | n.Menu, scope: Scope
) -> list[ir.Statement]:
    if isinstance(node, n.If):
        assert node.condition is not None
        return [ir.If(condition(context, node.condition, scope), inner(context, node.body, scope),
                      inner(context, node.otherwise, scope))]
    if isinstance(node, n.Each):
        return _each(context, node, scope)
    if isinstance(node, n.ForEach):
        return _for_each(context, node, scope)
    if isinstance(node, n.Repeat):
        return [_repeat(context, node, scope, source(context, node.at))]
    return _menu(context, node, scope, source(context, node.at))


def _plain(context: TextContext, node: n.Statement, scope: Scope) -> list[ir.Statement]:
    """One line that neither fails nor opens a block."""
    where = source(context, node.at)
    if isinstance(node, n.Unaffected):
        if not context.in_trigger:
            raise context.fail("CW316", node.at, "nothing to be unaffected by",
                               "this goes below 'when another player ...:'")
        return [ir.Exempt(where, ir.Seat(YOU))]
    if isinstance(node, n.Shuffle):
        if zone_of(context, node.zone).holder == "piles":
            raise context.fail("CW321", node.at, "a row of piles is not shuffled", "name another zone")
        return [ir.Shuffle(where, place(context, node.zone, scope))]
    if isinstance(node, n.Perform):
        return [ir.Perform(where, context.resolve(node.ref, scope), scope.player)]
    if isinstance(node, n.Stop):
        return [ir.Stop(where)]
    if isinstance(node, n.Nothing):
        return instead(context, node, where)
    return _misplaced(context, node, where)


def _misplaced(context: TextContext, node: n.Statement, where: ir.Source) -> list[ir.Statement]:
    if isinstance(node, n.Respond):
        if context.card >= 0 or context.title not in context.names.verbs:
            raise context.fail("CW312", node.at, "'respond' belongs into the text of a verb", "leave it out")
        return [ir.Respond(where, context.names.verbs[context.title].index, EVENT, ir.Seat(YOU))]
    if isinstance(node, (n.Modify, n.AlsoType)):
        raise context.fail("CW312", node.at, "for how long?",
                           f"write 'this turn:' before it, or below the line '{examples.while_lying(context.names)}:'")
    if isinstance(node, n.Fact):
        raise context.fail("CW312", node.at, "a fact of the card stands below its line",
                           "put '---' on a line before it")
    raise context.fail("CW217", node.at, "this 'otherwise' follows nothing that could fail",
                       "put it after an 'if' or a 'may'")


def _if_done(context: TextContext, node: n.If, scope: Scope, flag: int | None) -> list[ir.Statement]:
    if flag is None:
        raise context.fail("CW311", node.at, "'if done' or 'otherwise' follows nothing that can fail",
                           "put it right after the statement it asks about")
    return [ir.If(ir.Flag(flag), inner(context, node.body, scope), inner(context, node.otherwise, scope))]


def _add(context: TextContext, node: n.Add, scope: Scope) -> list[ir.Statement]:
    names, where = context.names, source(context, node.at)
    if node.actor is not None and node.actor.which not in ("you", "they", "left", "right"):
        return _each(context, n.Each(node.at, node.actor, (replace(node, actor=None),)), scope)
    seat = context.actor(node.actor, scope)
    made = instead(context, node, where)
    amount = number(context, node.value, scope)
    factor = factor_of(context, node.per, scope)
    if factor is not None:
        amount = ir.Arithmetic("*", amount, factor)
    if not node.equal:
        check_form(context, node.value, node.what)
    if node.what.kind == "KIND":
        kind = names.vocabulary.canonical("KIND", node.what.text)
        if kind not in names.plus_verbs or node.how != "plus":
            raise context.fail("CW308", node.at, f"nothing says what '+1 {kind}' means", "write a verb")
        verb = names.verbs[names.plus_verbs[kind]]
        zone = names.zones[verb.source]
        things = ir.Things("top", place=ir.Place(zone.index, seat), count=amount)
        target = ir.Place(names.zones[verb.to].index, seat)
        groups = context.groups_of(verb.name)
        return [*made, ir.Act(where, verb.index, seat, ir.Pick(things, False), target, groups=groups)]
    counter = names.counters[names.vocabulary.canonical("COUNTER", node.what.text)]
    if counter.on_things != (node.on is not None):
        help = "say what they lie on: 'on it'" if counter.on_things else "players have them: leave out 'on'"
        raise context.fail("CW319", node.at, f"where do the {counter.name} go?", help)
    register = context.resolve(node.on, scope) if node.on is not None else ir.NONE
    return [*made, ir.AddCounter(where, node.how, counter.index, None if node.on else seat, register, amount)]


def _may(context: TextContext, node: n.May, scope: Scope, flag: int) -> ir.May:
    before, chosen = scope.bound(), scope.chosen
    body = block(context, node.body, scope)
    chooser = context.actor(node.actor, scope)
    scope.flag = flag if flag != ir.NONE else None
    binds = tuple(sorted(scope.bound() - before))
    seats = (scope.chosen,) if scope.chosen is not None and scope.chosen != chosen else ()
    return ir.May(source(context, node.body[0].at), chooser, "", None, body, flag, binds, seats)


def _each(context: TextContext, node: n.Each, scope: Scope) -> list[ir.Statement]:
    players, where = node.players, source(context, node.at)
    child = scope.copy()
    register = context.register()
    child.player = child.they = ir.Seat(register)
    if players.which == "at once":
        return [_at_once(context, node, scope, child, register, where)]
    having = None
    if players.having is not None:
        probe = n.Exists(players.having.at, players.having)
        having = condition(context, probe, child)
    body = _own(context, node.body, child)
    groups = tuple(sorted(context.groups.values()))
    if players.which in ("each other", "each"):
        which = "others" if players.which == "each other" else "all"
        return [ir.EachSeat(where, which, scope.player, register, having, body, groups, context.register(),
                            context.register())]
    whose = context.actor(players, scope)
    return [ir.OneSeat(where, register, whose, having, body)]


def _at_once(context: TextContext, node: n.Each, scope: Scope, child: Scope, register: int,
             where: ir.Source) -> ir.Statement:
    body = block(context, node.body, child)
    if len(body) != 1 or not isinstance(body[0], ir.Act) or body[0].may or body[0].times is not None:
        raise context.fail("CW318", node.at, "what all do at once is one plain statement with a verb",
                           "put the others into a block 'each player:' after it")
    return ir.AtOnce(where, scope.player, register, body[0], context.register())


def _for_each(context: TextContext, node: n.ForEach, scope: Scope) -> list[ir.Statement]:
    things = count_of(context, node.things, scope, node.different)
    if things.source == "pile row":
        raise context.fail("CW321", node.things.at, "a block cannot go through piles", "go through the cards in them")
    if isinstance(node.things, n.NounPhrase) and node.things.quantity.how not in ("none", "a"):
        raise context.fail("CW301", node.things.quantity.at, "'for each' takes them all", "leave out the number")
    child = scope.copy()
    element, rest = context.register(), context.register()
    child.it, child.them = element, None
    body = _own(context, node.body, child)
    groups = tuple(sorted(context.groups.values()))
    return [ir.ForEach(source(context, node.at), things, element, rest, body, groups, context.register())]


def _repeat(context: TextContext, node: n.Repeat, scope: Scope, where: ir.Source) -> ir.Repeat:
    times = number(context, node.times, scope) if node.times is not None else None
    asked = condition(context, node.condition, scope) if node.condition else None
    body = inner(context, node.body, scope)
    return ir.Repeat(where, node.how, asked, times, body, context.register(), context.register())


def _menu(context: TextContext, node: n.Menu, scope: Scope, where: ir.Source) -> list[ir.Statement]:
    if node.actor is not None and node.actor.which not in ("you", "they", "left", "right"):
        return _each(context, n.Each(node.at, node.actor, (replace(node, actor=None),)), scope)
    if not node.count or (node.count >= len(node.options) and not any(option.guard for option in node.options)):
        raise context.fail("CW317", node.at, f"a choice of {node.count} out of {len(node.options)} is none",
                           "give more options than are chosen" if node.count else "choose one or more")
    chooser = context.actor(node.actor, scope)
    options = []
    for option in node.options:
        guard = condition(context, option.guard, scope) if option.guard else None
        label = "; ".join(source(context, part.at).words for part in option.body)
        options.append(ir.MenuOption(label, guard, inner(context, option.body, scope)))
    return [ir.Menu(where, chooser, node.count, tuple(options), context.register())]

