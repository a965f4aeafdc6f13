"""Puts a checked game together: declarations, cards, rule texts."""

from __future__ import annotations

from dataclasses import replace

from interpreter.checking.cards import check_card, pile_sizes
from interpreter.checking.context import Names, Output
from interpreter.checking.game import (
    GameFile,
    by_seats,
    check_amount,
    check_condition,
    check_text,
    check_verbs,
    children,
    names_of,
    number_of,
    phases_of,
    pile_option,
    text_of,
)
from interpreter.diagnostics import Problems, Span, did_you_mean
from interpreter.program import ir
from interpreter.program.model import Program, Unit, Watch
from interpreter.program.walk import nodes
from interpreter.reading.files import Item
from interpreter.reading.parser import TextParser
from interpreter.reading.vocabulary import Vocabulary

NOTHING = Item({}, Span("", 0, 0), {})  # a section that a game file leaves out


def assemble(game: GameFile, entries: list[Item], numbers: dict[str, int], words: Vocabulary, problems: Problems,
             digest: str) -> Program:
    """The program, or all problems of all texts at once."""
    output = Output()
    parser = TextParser(words, problems, game.name)
    names, verb_texts = names_of(game, words, problems, output, parser)
    names = replace(names, cards=numbers)
    check_verbs(names, verb_texts, problems, output)
    sizes = pile_sizes(game)
    first = {text_of(entry.get("card")): entry for entry in reversed(entries)}
    cards = [
        check_card(first[name], index, game, names, parser, sizes, problems, output) for name, index in numbers.items()
    ]
    phases = phases_of(game, names, parser, problems, output)
    setup, end, score = (game.item.get(key) or NOTHING for key in ("setup", "end", "score"))
    setup_unit = check_text(names, setup.get("text"), "setup", parser, problems, output)
    end_units = _end(end.get("when"), game, names, parser, problems, output)
    amount = score.get("text")
    score_unit = check_amount(names, amount, "score", parser, problems, output) if amount is not None else -1
    piles = pile_option(game, names, problems)
    start = _start(game, numbers, problems)
    problems.stop_if_any()
    units = tuple(unit if unit is not None else Unit(index, "", (), 9) for index, unit in enumerate(output.units))
    return Program(
        game.name, game.profile, game.profile_option, game.profiles, game.seats, tuple(names.zones.values()),
        tuple(names.counters.values()), tuple(names.verbs.values()), tuple(names.properties.values()),
        tuple(names.types), tuple(words.words["KIND"]), tuple(cards), units, tuple(output.watches),
        tuple(output.changes), phases, piles, start,
        setup_unit, end_units, text_of(end.get("check")), score_unit, text_of(score.get("ties"), "shared"),
        {key: text_of(value) for key, value in children(game.item.get("first seat")).items()},
        _sources(units, output.watches), digest, dict(numbers),
    )


def _end(when: Item | None, game: GameFile, names: Names, parser: TextParser, problems: Problems,
         output: Output) -> dict[int, int]:
    """The condition of the end for each number of seats; one that is given for several is checked once."""
    if when is None:
        return {}
    conditions = by_seats(when, game, problems)
    checked = {id(item): check_condition(names, item, "end", parser, problems, output)
               for item in {id(item): item for item in conditions.values()}.values()}
    return {seats: checked[id(item)] for seats, item in conditions.items()}


def _sources(units: tuple[Unit, ...], watches: list[Watch]) -> tuple[ir.Source, ...]:
    """Every place in the texts that can ask or act, numbered once for good."""
    found: dict[ir.Source, None] = {}
    for unit in units:
        found.update(dict.fromkeys(nodes(unit.body, ir.Source)))
    for watch in watches:
        if watch.span is not None:
            found[ir.Source(watch.span, watch.words, units[watch.unit].title)] = None
    return tuple(found)


def _start(game: GameFile, numbers: dict[str, int], problems: Problems) -> dict[str, dict[str, int]]:
    """What each seat begins with."""
    setup = game.item.get("setup")
    result: dict[str, dict[str, int]] = {}
    start = setup.get("start") if setup else None
    known = children(game.item.get("zones"))
    for zone, content in children(start).items():
        assert start is not None
        if zone not in known or text_of(known[zone].get("of")) != "seat":
            problems.add("CW125", start.key_spans[zone], f"no zone of a seat called '{zone}'",
                         did_you_mean(zone, known, "zones"))
        for card in children(content):
            if card not in numbers:
                problems.add("CW202", content.key_spans[card], f"no card called '{card}' in {game.name}",
                             did_you_mean(card, numbers, "cards"))
        result[zone] = {card: number_of(count) or 0 for card, count in children(content).items()}
    return result
