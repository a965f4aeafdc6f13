"""Numbers the declarations of a game file - zones, counters, verbs, phases - and checks its own texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.checking.context import Names, Output, Scope, TextContext, words_of
from interpreter.checking.gamefile import (
    GameFile,
    by_seats,
    children,
    game_file,
    number_of,
    strings,
    text_for,
    text_of,
    vocabulary_of,
)
from interpreter.checking.numbers import number
from interpreter.checking.statements import block, participles
from interpreter.checking.taking import factor_of
from interpreter.diagnostics import Problems, did_you_mean
from interpreter.program import ir
from interpreter.program.layout import EVENT
from interpreter.program.model import Counter, Phase, PileOption, Property, Unit, Verb, Zone
from interpreter.reading.files import Item
from interpreter.reading.parser import TextParser
from interpreter.reading.vocabulary import Vocabulary
from interpreter.syntax import nodes as n

__all__ = [  # with what `gamefile` offers, so that others need not know which stage of a game file they ask
    "GameFile", "by_seats", "check_amount", "check_condition", "check_text", "check_verbs", "children", "game_file",
    "names_of", "number_of", "phases_of", "pile_option", "strings", "text_for", "text_of", "vocabulary_of",
]


def names_of(game: GameFile, words: Vocabulary, problems: Problems, output: Output,
             parser: TextParser) -> tuple[Names, dict[str, n.Text]]:
    """Numbers every declared name; verbs come with their parsed texts."""
    item = game.item
    zones = {name: _zone(name, index, zone) for index, (name, zone) in enumerate(children(item.get("zones")).items())}
    counters = {
        name: Counter(name, index, text_of(counter.get("one")), number_of(counter.get("each turn")),
                      text_of(counter.get("on")) == "things")
        for index, (name, counter) in enumerate(_seat_counters_first(children(item.get("counters"))))
    }
    properties = {
        name: Property(name, index, strings(prop.get("having")), strings(prop.get("has")),
                       number_of(prop.get("default")), number_of(prop.get("floor")))
        for index, (name, prop) in enumerate(children(item.get("properties")).items())
    }
    types = {name: 1 << index for index, name in enumerate(children(item.get("types")))}
    phases = {name: index for index, name in enumerate(children((item.get("turn") or item).get("phases")))}
    before = len(problems.found)
    verbs = {name: _verb(name, index, verb, zones, problems)
             for index, (name, verb) in enumerate(children(item.get("verbs")).items())}
    _check_zones(game, zones, problems)
    plus = _plus_verbs(children(item.get("kinds")), verbs, problems)
    if len(problems.found) > before:
        problems.stop_if_any()  # no text can be judged by declarations that are wrong
    texts = _verb_texts(children(item.get("verbs")), verbs, parser, output)
    return Names(game.name, words, zones, counters, verbs, properties, types, {}, phases, plus), texts


def _verb_texts(
    items: Mapping[str, Item], verbs: dict[str, Verb], parser: TextParser, output: Output
) -> dict[str, n.Text]:
    """The texts of the verbs that have one; these verbs get a unit of their own."""
    texts: dict[str, n.Text] = {}
    for name, item in items.items():
        text_item = item.get("text")
        if text_item is None:
            continue
        text = parser.text(text_item)
        responds = text is not None and any(True for _ in words_of(text.above, n.Respond))
        verbs[name] = replace(verbs[name], unit=output.reserve(), responds=responds)
        if text is not None:
            texts[name] = text
    return texts


def _plus_verbs(kinds: Mapping[str, Item], verbs: Mapping[str, Verb], problems: Problems) -> dict[str, str]:
    """The verb that '+1 kind' means: one that knows from where and to where."""
    plus: dict[str, str] = {}
    fitting = [name for name, verb in verbs.items() if verb.source_top and verb.source and verb.to]
    for name, kind in kinds.items():
        given = kind.get("plus")
        if given is None:
            continue
        meant = text_of(given)
        if meant in fitting:
            plus[name] = meant
        elif meant not in verbs:
            problems.add("CW125", given.span, f"no verb called '{meant}'", did_you_mean(meant, verbs, "verbs"))
        elif not (verbs[meant].source_top and not verbs[meant].source):  # a zone that is missing is reported there
            problems.add("CW125", given.span, f"'+1 {name}' needs a verb that takes from the top of a zone to another",
                         f"give '{meant}' the keys 'from: top of ...' and 'to: ...'")
    return plus


def _seat_counters_first(counters: Mapping[str, Item]) -> list[tuple[str, Item]]:
    return sorted(counters.items(), key=lambda pair: text_of(pair[1].get("on")) == "things")


def _zone(name: str, index: int, item: Item) -> Zone:
    return Zone(
        name, index, text_of(item.get("of")), text_of(item.get("ordered")) == "True", text_of(item.get("seen by")),
        text_of(item.get("counted by")), strings(item.get("called")), text_of(item.get("refill from")),
        text_of(item.get("shown in")), (text_of(item.get("pile")), text_of(item.get("piles"))),
    )


def _check_zones(game: GameFile, zones: Mapping[str, Zone], problems: Problems) -> None:
    for item in children(game.item.get("zones")).values():
        for key in ("refill from", "shown in"):
            other = item.get(key)
            if other is not None and (str(other.value) not in zones or zones[str(other.value)].holder != "seat"):
                problems.add("CW125", other.span, f"no zone of a seat called '{other.value}'",
                             did_you_mean(str(other.value), zones, "zones"))
        if text_of(item.get("of")) == "piles" and item.get("pile") is None:
            problems.add("CW112", item.span, "the key 'pile' is missing", "give the words for one pile and for several")


def _verb(name: str, index: int, item: Item, zones: Mapping[str, Zone], problems: Problems) -> Verb:
    source, to = text_of(item.get("from")), text_of(item.get("to"))
    top = source.startswith("top of ")
    source = source.removeprefix("top of ")
    for key, zone in (("from", source), ("to", to)):
        found = item.get(key)
        if zone and found is not None and zone not in zones:
            problems.add("CW125", found.span, f"no zone called '{zone}'", did_you_mean(zone, zones, "zones"))
    return Verb(
        name, index, strings(item.get("forms")), strings(item.get("past")),
        text_of(item.get("several")) != "one by one",
        source if source in zones else "", top, to if to in zones else "", text_of(item.get("of")),
        text_of(item.get("show")), text_of(item.get("particle")), text_of(item.get("respond")) == "open",
    )


def check_verbs(names: Names, texts: Mapping[str, n.Text], problems: Problems, output: Output) -> None:
    """The texts of compound verbs; `it` is what the verb acts on, the actor is `you`."""
    for name, text in texts.items():
        context = TextContext(names, problems, output, name)
        participles(context, text.above)
        body = block(context, text.above, Scope(it=EVENT))
        unit = names.verbs[name].unit
        output.units[unit] = Unit(unit, name, body, context.next_register, lifted=context.lifted)
    for name in texts:
        _refuse_circles(names, texts, name, (name,), problems)


def _refuse_circles(
    names: Names, texts: Mapping[str, n.Text], name: str, path: tuple[str, ...], problems: Problems
) -> None:
    for act in words_of(texts[name].above, n.Do):
        called = names.vocabulary.canonical("VERB", act.verbs[0].text)
        if called == path[0]:
            problems.add("CW126", act.at, f"'{path[0]}' is explained by itself", "a verb's text uses other verbs")
        elif called in texts and called not in path:
            _refuse_circles(names, texts, called, (*path, called), problems)


def check_text(
    names: Names, item: Item | None, title: str, parser: TextParser, problems: Problems, output: Output
) -> int:
    """A rule text of its own: a phase, the set-up."""
    unit = output.reserve()
    text = parser.text(item) if item is not None else None
    context = TextContext(names, problems, output, title)
    body: ir.Body = ()
    if text is not None:
        participles(context, text.above)
        body = block(context, text.above, Scope())
        if text.below:
            problems.add("CW312", text.below[0].at, "a rule has no dividing line", "leave it out")
    output.units[unit] = Unit(unit, title, body, context.next_register, lifted=context.lifted)
    return unit


def check_condition(
    names: Names, item: Item, title: str, parser: TextParser, problems: Problems, output: Output
) -> int:
    """A condition of the rules on its own: when the game ends."""
    from interpreter.checking.conditions import condition

    unit = output.reserve()
    node = parser.phrase("condition", item)
    context = TextContext(names, problems, output, title)
    if node is not None:
        with context.recovering():
            found = condition(context, node, Scope())
            output.units[unit] = Unit(unit, title, (), context.next_register, condition=found)
    return unit


def check_amount(names: Names, item: Item, title: str, parser: TextParser, problems: Problems, output: Output) -> int:
    """An amount of the rules on its own: the score."""
    unit = output.reserve()
    node = parser.phrase("amount", item)
    context = TextContext(names, problems, output, title)
    if node is not None:
        with context.recovering():
            amount = number(context, node[0], Scope())
            factor = factor_of(context, node[1], Scope())
            value = amount if factor is None else ir.Arithmetic("*", amount, factor)
            output.units[unit] = Unit(unit, title, (), context.next_register, value=value)
    return unit


def pile_option(game: GameFile, names: Names, problems: Problems) -> PileOption | None:
    """Which piles a game is played with, and how they are chosen."""
    item = game.item.get("piles")
    if item is None:
        return None
    zone = item.get("zone")
    if zone is None or str(zone.value) not in names.zones or names.zones[str(zone.value)].holder != "piles":
        problems.add("CW125", (zone or item).span, "this zone is not made of piles", "declare it with 'of: piles'")
    named: dict[str, tuple[str, ...]] = {}
    for title, group in children(item.get("named")).items():
        named[title] = strings(group)
    for group in (*children(item.get("named")).values(), item.get("always") or item):
        for card, span in group.strings():
            if card not in names.cards:
                help = did_you_mean(card, names.cards, "cards")
                problems.add("CW202", span, f"no card called '{card}' in {game.name}", help)
    default = item.get("default")
    chosen = text_for(default, game, problems) if default is not None else None
    return PileOption(text_of(zone), strings(item.get("always")), text_of(item.get("option")),
                      number_of(item.get("count")) or 0, text_of(chosen), named)


def phases_of(
    game: GameFile, names: Names, parser: TextParser, problems: Problems, output: Output
) -> tuple[Phase, ...]:
    """The phases of a turn, in order, with their texts."""
    phases: list[Phase] = []
    for name, item in children((game.item.get("turn") or game.item).get("phases")).items():
        text = text_for(item, game, problems)
        if text is None:
            problems.add("CW123", item.span, f"no text for {game.profile_option} {game.profile}", "add one")
        phases.append(Phase(name, len(phases), check_text(names, text, name, parser, problems, output)))
    return tuple(phases)
