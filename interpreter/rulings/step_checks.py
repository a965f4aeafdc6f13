"""What a step checks: answers that are refused, options that are offered, what happened and who knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.front.decisions import Decision
from interpreter.front.events import Event
from interpreter.front.game import Game
from interpreter.front.wording import Words, counted, grouped, seat_number
from interpreter.rulings.answers import Misfit, Unreadable, fit
from interpreter.rulings.failing import Failed
from interpreter.rulings.happenings import missing_event, texts_of
from interpreter.rulings.scenario import Step
from interpreter.rulings.sights import leaks


def described(decision: Decision) -> list[str]:
    """Who is asked what, by which card and line, and the options."""
    source = decision.source
    count = f"{decision.min}" if decision.min == decision.max else f"{decision.min} to {decision.max}"
    order = ", in order" if decision.ordered else ""
    return [f"p{decision.seat} is asked by {source.card}: {source.words} ({source.file}:{source.line})",
            f"options, take {count}{order}: {', '.join(grouped(sorted(decision.names)))}"]


def said(seat: str, value: Any) -> str:
    """An answer as a step writes it."""
    words = ", ".join(str(part) for part in value) or "nothing" if isinstance(value, list) else str(value)
    return f"{seat}: {words}"


def refused(words: Words, decision: Decision, value: Any, step: Step) -> None:
    """None of these answers is possible; what means nothing at all is an error."""
    for answer in value if isinstance(value, list) else [value]:
        try:
            keys = fit(words, decision, answer)
        except Unreadable as misfit:
            raise Failed(str(misfit), step.span, described(decision)) from None
        except Misfit:
            continue
        raise Failed(f"'{said(f'p{decision.seat}', answer)}' should be refused, but it is possible "
                     f"({', '.join(keys) or 'to take nothing'})", step.span, described(decision))


def offered(words: Words, decision: Decision, value: Any, step: Step) -> None:
    """Just these are the options, and so many may be taken."""
    parts = value if isinstance(value, dict) else {"options": value}
    for key, part in parts.items():
        if key == "options":
            _options(words, decision, part, step)
        elif key in ("min", "max"):
            actual = decision.min if key == "min" else decision.max
            if actual != part:
                raise Failed(f"offered: {key} {part} expected, but it is {actual}", step.span, described(decision))
        else:
            raise Failed(f"offered: '{key}' means nothing; there are: options, min, max", step.span)


def _options(words: Words, decision: Decision, value: Any, step: Step) -> None:
    wanted: list[str] = []
    for entry in value if isinstance(value, list) else [value]:
        name, count = (str(entry), 1) if str(entry) in decision.names else counted(str(entry))
        known = words.cards_called(name)
        wanted += ([known[0]] if len(known) == 1 and decision.kind != "choice" else [name]) * count
    if sorted(wanted) != sorted(decision.names):
        expected = f"expected: {', '.join(grouped(sorted(wanted)))}"
        raise Failed("other options are offered", step.span, [expected, *described(decision)])


def events_hold(words: Words, happened: Sequence[Event], step: Step) -> None:
    """This happened, in this order; or none of it."""
    wanted, events = [text for text, _ in step.item.strings()], happened
    told = [f"- {texts_of(words, event)[0]}" for event in events]
    if step.kind == "events":
        missing = missing_event(words, wanted, events)
        if missing is not None:
            message = f"it did not happen, or not in this order: {missing}"
            raise Failed(message, step.span, ["what happened:", *told])
        return
    for text in wanted:
        if missing_event(words, [text], events) is None:
            raise Failed(f"it happened, but it should not: {text}", step.span, ["what happened:", *told])


def told(words: Words, happened: Sequence[Event], step: Step) -> None:
    """What a seat may know of what happened: cards it does not see are only counted."""
    for name, wanted in step.value.items():
        events = [event.seen_by(seat_number(name) or 0) for event in happened]
        missing = missing_event(words, [wanted] if isinstance(wanted, str) else wanted, events)
        if missing is not None:
            told = [f"- {texts_of(words, event)[0]}" for event in events]
            raise Failed(f"told: {name} is not told this, or not in this order: {missing}", step.span,
                         [f"what {name} is told:", *told])


def hidden_from(game: Game, happened: Sequence[Event], hidden: Sequence[tuple[int, list[str]]], step: Step) -> None:
    """A seat knows nothing of these cards."""
    for seat, cards in hidden:
        found = leaks(game, seat, cards, happened)
        if found:
            raise Failed(f"hidden: p{seat} must not know of {', '.join(cards)}, but {found[0]}", step.span, found)
