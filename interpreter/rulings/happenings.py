"""Events in words: a small fixed grammar, made of the game's own verbs, that scenarios can ask for.

    p1 plays One              p2 moves Two from its zone to another     p1 has 3 of a counter
    p1 begins turn 4          p1 begins a phase                         p2 shuffles 5 cards into a zone
    p2 is unaffected          the game is over
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from interpreter.front.events import PUT_BACK, Event
from interpreter.front.wording import Words, grouped
from interpreter.program import ir
from interpreter.program.model import Program
from interpreter.program.walk import nodes

_PARTS = re.compile(r"^(?P<about>.*?)(?P<way>(?:(?:^| )(?:from|to) .*)?)$")
_TOLD = re.compile(r"^(p[1-9]\d?) (.+)$")


def texts_of(words: Words, event: Event) -> list[str]:
    """An event as a sentence; one about several cards also as a sentence for each of them."""
    who = f"p{event.seat}"
    if event.verb == "turn":
        return [f"{who} begins turn {event.amount}"]
    if event.verb == "phase" and not event.cards:
        return [f"{who} begins {event.target}"]
    if event.verb == "game over":
        return ["the game is over"]
    if event.verb == "shuffle" and not event.cards:
        cards = "card" if event.amount == 1 else "cards"
        return [f"{who} shuffles {event.amount} {cards} into {_own(event.target, who)}"]
    if event.verb == "has":
        return [f"{who if event.seat else ', '.join(event.cards)} has {event.amount} {_noun(words, event)}"]
    if event.verb == "spends":
        return [f"{who} spends {event.target}, {event.amount} left"]
    if event.verb == "unaffected":
        return [f"{who} is unaffected"]
    verb = words.verb(event.verb)
    form = verb.forms[-1] if verb is not None else event.verb
    half = f" {verb.particle}" if verb is not None and verb.particle else ""
    if event.verb == PUT_BACK and verb is None:
        form, half = "puts", " back"
    way = (f" from {_own(event.origin, who)}" if event.origin else "") + (
        f" to {_own(event.target, who)}" if event.target else "")
    whole = f"{who} {form} {', '.join(_named(event.cards))}{half}{way}".replace("  ", " ")
    return [whole, *(f"{who} {form} {_named([card])[0]}{half}{way}" for card in event.cards if len(event.cards) > 1)]


def _named(cards: Sequence[str]) -> list[str]:
    """Cards as they are told; those that may not be known are only counted."""
    unknown = cards.count("?")
    backs = [] if not unknown else ["a card"] if unknown == 1 else [f"{unknown} cards"]
    return [*backs, *grouped(card for card in cards if card != "?")]


def _noun(words: Words, event: Event) -> str:
    """What a counter counts, in the singular where there is one."""
    found = next((counter for counter in words.program.counters if counter.name == event.target), None)
    return found.one if found is not None and event.amount == 1 and found.one else event.target


def _own(place: str, who: str) -> str:
    return place.removeprefix(f"{who}'s ")


def pattern_of(words: Words, text: str) -> re.Pattern[str]:
    """What a sentence must hold to fit a text: its verb may have any form, and what it is about may be left out."""
    text = _singular(words, " ".join(text.split()))
    found = _TOLD.match(text)
    spoken = words.spoken(found[2]) if found is not None else None
    if found is None or spoken is None or spoken.verb is None:
        return _pattern(re.escape(text))
    begin = f"{found[1]} {spoken.verb.forms[-1]}"
    rest = _PARTS.match(spoken.rest)
    assert rest is not None
    about, way, half = rest["about"], rest["way"].strip(), spoken.verb.particle or ""
    if half and not about and half not in found[2].split():
        half = ""  # a mere beginning: the other half of the verb stands behind what it is about
    if about.split()[-1:] == ["back"]:
        about, half = about.removesuffix("back").strip(), "back"
    tail = (f" {half}" if half else "") + ("(?: from .+)?" if way.startswith("to ") else "") + (
        f" {re.escape(way)}" if way else "")
    middle = f" {re.escape(about)}" if about else "(?: .+)?" if tail else ""
    return _pattern(re.escape(begin) + middle + tail)


def _singular(words: Words, text: str) -> str:
    """One of something is told in the singular; whoever writes the plural is understood."""
    for plural, one in [("cards", "card"), *((counter.name, counter.one) for counter in words.program.counters)]:
        text = re.sub(rf"(?<!\w)1 {re.escape(plural)}(?!\w)", f"1 {one or plural}", text)
    return text


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def missing_event(words: Words, wanted: Sequence[str], events: Iterable[Event]) -> str | None:
    """The first text that does not occur, in the order they are listed; None if all do."""
    told = [texts_of(words, event) for event in events]
    event, part = 0, 0
    for text in wanted:
        place = _find(pattern_of(words, text), told, event, part)
        if place is None:
            return text
        event, part = place
    return None


def _find(pattern: re.Pattern[str], told: Sequence[Sequence[str]], event: int, part: int) -> tuple[int, int] | None:
    """Where to go on after the text was found: within an event about several cards, or at the next one."""
    while event < len(told):
        texts = told[event]
        for index in range(max(part, 1), len(texts)):
            if pattern.search(texts[index]):
                return event, index + 1
        if part == 0 and texts and pattern.search(texts[0]):
            return event + 1, 0
        event, part = event + 1, 0
    return None


def windows_of(program: Program) -> dict[tuple[str, int], str]:
    """For each line that runs because something was waited for: the window it runs in, by file and line."""
    found: dict[tuple[str, int], str] = {}
    for watch in program.watches:
        name = program.verbs[watch.verb].name if watch.verb >= 0 else watch.time
        for source in nodes(program.units[watch.unit].body, ir.Source):
            found[source.span.file, source.span.line] = f"{watch.window} {name}"
    return found


def traced(words: Words, events: Iterable[Event], windows: dict[tuple[str, int], str]) -> list[str]:
    """Events with their causes, for a person to read."""
    lines = []
    for event in events:
        cause = event.cause
        why = f"{cause.card}: {cause.words} ({cause.file}:{cause.line})" if cause.file else ""
        window = windows.get((cause.file, cause.line))
        text = texts_of(words, event)[0]
        lines.append(f"{text:<44} {why}{f', {window}' if window else ''}".rstrip())
    return lines
