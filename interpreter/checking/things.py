"""Noun phrases: where to search, what the things must be, and who can see them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.checking import examples
from interpreter.checking.context import MAX_NUMBER, Scope, TextContext
from interpreter.checking.nouns import check_number, is_many, noun_tests
from interpreter.checking.numbers import comparison
from interpreter.diagnostics import Span
from interpreter.program import ir
from interpreter.program.layout import THIS, YOU
from interpreter.program.model import Verb, Zone
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Found:
    """A noun phrase resolved: the things, and whether a lone answer would be known to everyone."""

    things: ir.Things
    public: bool = True
    open: bool = True


def zone_of(context: TextContext, name: n.ZoneName) -> Zone:
    """The declaration of the zone a text names."""
    word = name.word
    return context.names.zones[context.names.vocabulary.canonical(word.kind, word.text)]


def place(context: TextContext, name: n.ZoneName, scope: Scope, seat: ir.Seat | None = None) -> ir.Place:
    """A zone; of the acting player unless it says whose."""
    zone = zone_of(context, name)
    if zone.holder != "seat":
        if name.whose:
            raise context.fail("CW321", name.at, f"{zone.name} belongs to nobody", f"write '{name.word.text}' alone")
        return ir.Place(zone.index, None)
    if name.whose == "your":
        return ir.Place(zone.index, ir.Seat(YOU))
    if name.whose == "their":
        return ir.Place(zone.index, context.they(name.at, scope))
    return ir.Place(zone.index, seat or scope.player)


def find(context: TextContext, thing: n.Thing, scope: Scope, verb: Verb | None = None,
         seat: ir.Seat | None = None) -> Found:
    """Resolves where the things are and what they must be, not how many of them."""
    if isinstance(thing, n.SomeOf):
        register = context.resolve(thing.ref, scope)
        return Found(ir.Things("group", register=register, remaining=True), False, False)
    check_number(context, thing, is_many(thing.quantity, thing.end))
    if thing.quantity.number > MAX_NUMBER:
        raise context.fail("CW320", thing.quantity.at, f"{thing.quantity.number} is too many", f"at most {MAX_NUMBER}")
    seat = seat or scope.player
    things = _where(context, thing, scope, verb, seat)
    tests = list(noun_tests(context, thing.nouns))
    if len({adjective.word.text for adjective in thing.adjectives}) < len(thing.adjectives):
        raise context.fail("CW321", thing.adjectives[-1].at, f"'{thing.adjectives[-1].word.text}' says it twice",
                           "say it once")
    for adjective in thing.adjectives:
        tests += _adjective(context, adjective, scope, things.source)
    for modifier in thing.modifiers:
        extra, things = _modifier(context, modifier, scope, things)
        tests += extra
    if thing.quantity.how == "another" and context.card >= 0:
        tests.append(ir.NotThat(THIS))
    filtered = bool(tests) or things.extreme is not None
    return Found(replace(things, tests=tuple(tests)), *_public(context, things, filtered))


def _public(context: TextContext, things: ir.Things, filtered: bool) -> tuple[bool, bool]:
    """Whether everyone at the table can count the candidates, and whether everyone can see them."""
    if things.source in ("piles", "pile row", "owned", "everywhere", "top"):
        return True, True
    if things.place is None:
        return False, False
    zone = next(z for z in context.names.zones.values() if z.index == things.place.zone)
    return zone.seen == "all" or (not filtered and zone.counted == "all"), zone.seen == "all"


def _where(context: TextContext, phrase: n.NounPhrase, scope: Scope, verb: Verb | None,
           seat: ir.Seat) -> ir.Things:
    place_words = [word for words in phrase.nouns for word in words if word.kind == "PLACE"]
    located: list[ir.Things] = []
    for modifier in phrase.modifiers:
        if modifier.kind == "in zone" and modifier.zone:
            located.append(_zone_things(context, modifier.zone, scope, seat, bool(place_words)))
        elif modifier.kind == "of":
            located.append(_group_things(context, modifier, scope))
        elif modifier.kind == "owned":
            located.append(ir.Things("owned", seat=seat))
    for adjective in phrase.adjectives:
        if adjective.kind == "done":
            located.append(ir.Things("group", register=_participle(context, adjective.word)))
    if len(located) > 1:
        raise context.fail("CW310", phrase.at, "this says twice where the things are", "say it once")
    if phrase.end:
        return _end_things(context, phrase, located, scope, verb, seat)
    if located:
        return located[0]
    if place_words:
        raise context.fail("CW310", place_words[0].at, f"which {place_words[0].text}?",
                           "say 'in' and the zone they are in")
    if any(adjective.kind == "named" for adjective in phrase.adjectives) and verb is None:
        return ir.Things("everywhere")
    if verb and phrase.quantity.definite:
        raise context.fail("CW310", phrase.at, "which ones?", "say where they are, or leave out 'the'")
    if verb and verb.source:
        zone = context.names.zones[verb.source]
        if verb.source_top:
            return ir.Things("top", place=ir.Place(zone.index, seat))
        return _place_things(zone, seat, False)
    if verb:
        raise context.fail("CW310", phrase.at, f"'{verb.name}' does not say from where", "add 'from' and a zone")
    return ir.Things("everywhere")


def _zone_things(context: TextContext, name: n.ZoneName, scope: Scope, seat: ir.Seat, piles: bool) -> ir.Things:
    zone = zone_of(context, name)
    if piles and zone.holder != "piles":
        raise context.fail("CW321", name.at, f"there are no piles in {zone.name}", "only a zone made of piles has them")
    found = place(context, name, scope, seat)
    return replace(_place_things(zone, found.seat or seat, piles), place=found)


def _place_things(zone: Zone, seat: ir.Seat, piles: bool) -> ir.Things:
    where = ir.Place(zone.index, seat if zone.holder == "seat" else None)
    if zone.holder == "piles":
        return ir.Things("pile row" if piles else "piles", place=where)
    return ir.Things("zone", place=where)


def _group_things(context: TextContext, modifier: n.Modifier, scope: Scope) -> ir.Things:
    if modifier.ref:
        return ir.Things("group", register=context.resolve(modifier.ref, scope), remaining=modifier.ref.which == "rest")
    group = modifier.group
    assert group is not None
    found = find(context, group, scope).things
    if found.source != "group":
        raise context.fail("CW310", group.at, "this is no group that was made before",
                           f"name one such as '{examples.shown_things(context.names)}', or a zone")
    return found


def _end_things(context: TextContext, phrase: n.NounPhrase, located: list[ir.Things], scope: Scope, verb: Verb | None,
                seat: ir.Seat) -> ir.Things:
    things = located[0] if located else None
    if things is None and verb and verb.source:
        things = _place_things(context.names.zones[verb.source], seat, False)
    if things is None or things.source != "zone" or things.place is None:
        raise context.fail("CW310", phrase.at, f"the {phrase.end} of what?", "add 'of' and a zone whose order counts")
    zone = next(z for z in context.names.zones.values() if things.place and z.index == things.place.zone)
    if not zone.ordered:
        raise context.fail("CW310", phrase.at, f"{zone.name} has no {phrase.end}", "its order does not count")
    return ir.Things("top", place=things.place, count=ir.Const(phrase.quantity.number), bottom=phrase.end == "bottom")


def _participle(context: TextContext, word: n.Word) -> int:
    verb = context.names.vocabulary.canonical("VERBED", word.text)
    top: TextContext | None = context
    while top is not None:
        if verb in top.performed:
            if top is context:
                return context.group(verb)
            raise context.fail("CW307", word.at, f"a text that waits cannot go back to what was {word.text}",
                               "use 'it' or 'them'")
        top = top.outer
    raise context.fail("CW307", word.at, f"nothing was {word.text} before this", f"first a line must {verb} something")


def _adjective(context: TextContext, adjective: n.Adjective, scope: Scope, source: str) -> list[ir.Test]:
    word = adjective.word
    if adjective.kind == "done":
        return []
    if adjective.kind == "named":
        return [ir.IsNamed(context.named(adjective.at, scope))]
    if adjective.kind == "non":
        canonical = context.names.vocabulary.canonical("NAME", word.text)
        if canonical in context.names.types:
            return [ir.HasType(context.names.types[canonical], negated=True)]
        return [ir.IsCard(context.names.cards[canonical], negated=True)]
    return [state_test(context, word, source)]


def state_test(context: TextContext, word: n.Word, source: str, negated: bool = False) -> ir.HasState:
    """A state of the kernel as a test; refused for what cannot be in it."""
    fits = {"empty": ("pile row",), "idle": ("zone", "group", "everywhere", "owned")}
    if word.text not in fits or source not in fits[word.text]:
        raise context.fail("CW321", word.at, f"'{word.text}' does not fit here",
                           "'empty' is said of piles and zones, 'idle' of cards on which no effect waits")
    return ir.HasState(word.text, negated)


def _modifier(context: TextContext, modifier: n.Modifier, scope: Scope,
              things: ir.Things) -> tuple[list[ir.Test], ir.Things]:
    if modifier.kind == "having" and modifier.word and modifier.compare:
        return [having(context, modifier.word, modifier.compare, scope)], things
    if modifier.kind == "other than":
        if modifier.ref:
            return [ir.NotThat(context.resolve(modifier.ref, scope))], things
        assert modifier.word is not None
        canonical = context.names.vocabulary.canonical("NAME", modifier.word.text)
        if canonical in context.names.cards:
            return [ir.IsCard(context.names.cards[canonical], negated=True)], things
        return [ir.HasType(context.names.types[canonical], negated=True)], things
    if modifier.kind == "not in" and modifier.zone:
        return [ir.LiesIn(place(context, modifier.zone, scope), negated=True)], things
    if modifier.kind == "extreme" and modifier.word:
        how, name = modifier.word.text.split(" ", 1)
        index = context.names.properties[name].index
        return [], replace(things, extreme=(index, how == "highest"))
    if modifier.kind == "counter" and modifier.word and modifier.quantity:
        counter = context.names.counters[context.names.vocabulary.canonical("COUNTER", modifier.word.text)]
        if not counter.on_things:
            raise context.fail("CW319", modifier.at, f"{counter.name} do not lie on cards", "players have them")
        op, count = quantity_test(context, modifier.quantity)
        return [ir.CounterTest(counter.index, op, count)], things
    return [], things


def having(context: TextContext, word: n.Word, compare: n.Compare, scope: Scope) -> ir.Compares:
    """A comparison with a property, as a test on a thing."""
    canonical = context.names.vocabulary.canonical(word.kind, word.text)
    index = context.names.properties[canonical].index
    op, limit = comparison(context, compare, scope, index)
    return ir.Compares(index, op, limit)


def quantity_test(context: TextContext, quantity: n.Quantity, known: bool = False) -> tuple[str, int]:
    """How a quantity reads in a condition: a thing in a zone asks for at least one, also `the` thing that is known."""
    if quantity.how in ("all", "any number") or (quantity.how == "the" and not known):
        raise context.fail("CW301", quantity.at, "this asks for no number",
                           "write 'a', 'no', '2', '2 or more' or '2 or fewer'")
    if quantity.how == "no":
        return "==", 0
    if quantity.how in ("at most", "up to"):
        return "<=", quantity.number
    if quantity.how in ("exactly", "at least"):
        if quantity.number == 0:
            raise context.fail("CW301", quantity.at, "there are always 0 or more", "write 'no', or '0 or less'")
        return ">=", quantity.number
    return ">=", 1


def lying_tests(context: TextContext, things: ir.Things, thing: n.Thing) -> tuple[ir.Test, ...]:
    """Where a noun phrase says a thing is, as a test on the thing itself."""
    if things.source in ("zone", "piles") and things.place is not None:
        return (ir.LiesIn(things.place),)
    if things.source in ("top", "pile row", "owned") or things.extreme is not None:
        raise context.fail("CW310", thing.at, "a thing cannot be compared with that",
                           "ask what it is, or which zone it is in")
    return ()


def source(context: TextContext, at: Span, words: str = "") -> ir.Source:
    """The place of a statement, with its own words for whoever is asked."""
    lines = context.problems.lines.get(at.file, [])
    line = lines[at.line - 1] if 0 < at.line <= len(lines) else ""
    return ir.Source(at, words or line[at.column - 1 :].strip().removeprefix("- "), context.title)

