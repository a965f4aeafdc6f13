"""Events in words: a small fixed grammar, made of the game's own verbs, that scenarios can ask for.

    p1 plays One              p2 moves Two from its zone to another     p1 has 3 of a counter
    p1 begins turn 4          p1 begins a phase                         p2 shuffles 5 cards into a zone
    p2 is unaffected          the game is over
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from interpreter.front.events import Event
from interpreter.front.wording import Words, grouped
from interpreter.program import ir
from interpreter.program.model import Program
from interpreter.program.walk import nodes

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
        return [f"{who} shuffles {event.amount} cards into {_own(event.target, who)}"]
    if event.verb == "has":
        return [f"{who if event.seat else ', '.join(event.cards)} has {event.amount} {event.target}"]
    if event.verb == "spends":
        return [f"{who} spends {event.target}, {event.amount} left"]
    if event.verb == "unaffected":
        return [f"{who} is unaffected"]
    verb = words.verb(event.verb)
    form = verb.forms[-1] if verb is not None else event.verb
    half = f" {verb.particle}" if verb is not None and verb.particle else ""
    way = (f" from {_own(event.origin, who)}" if event.origin else "") + (
        f" to {_own(event.target, who)}" if event.target else "")
    whole = f"{who} {form} {', '.join(grouped(event.cards))}{half}{way}".replace("  ", " ")
    return [whole, *(f"{who} {form} {card}{half}{way}" for card in event.cards if len(event.cards) > 1)]


def _own(place: str, who: str) -> str:
    return place.removeprefix(f"{who}'s ")


def normal(words: Words, text: str) -> str:
    """A text with its verb in the form that events are told in."""
    text = " ".join(text.split())
    found = _TOLD.match(text)
    if found is None:
        return text
    spoken = words.spoken(found[2])
    if spoken.verb is None:
        return text
    half = f" {spoken.verb.particle}" if spoken.verb.particle else ""
    first, way = re.match(r"^(.*?)((?: from | to |$).*)$", spoken.rest).groups()  # type: ignore[union-attr]
    return f"{found[1]} {spoken.verb.forms[-1]} {first}{half}{way}".strip()


def missing_event(words: Words, wanted: Sequence[str], events: Iterable[Event]) -> str | None:
    """The first text that does not occur, in the order they are listed; None if all do."""
    told = [texts_of(words, event) for event in events]
    event, part = 0, 0
    for text in wanted:
        pattern = re.compile(rf"(?<!\w){re.escape(normal(words, text))}(?!\w)", re.IGNORECASE)
        place = _find(pattern, told, event, part)
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
