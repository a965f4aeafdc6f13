"""Example phrases for the help of a problem, made of the words of the game itself."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.checking.context import Names
from interpreter.program.model import Verb, Zone


def private_zone(names: Names) -> str:
    """A zone that only its player sees."""
    return _zone(names, lambda zone: zone.seen == "owner")


def ordered_zone(names: Names) -> str:
    """A zone of a player whose order counts."""
    return _zone(names, lambda zone: zone.ordered)


def while_lying(names: Names) -> str:
    """How a text says that it holds while its card lies open before a player."""
    name = _zone(names, lambda zone: zone.seen == "all")
    return f"while this is {name if name.startswith('in ') else f'in {name}'}"


def showing_verb(names: Names) -> Verb | None:
    """A verb that shows something to all."""
    return next((verb for verb in names.verbs.values() if verb.show == "all" and not verb.particle), None)


def shown_things(names: Names) -> str:
    """Things that a line before showed."""
    verb = showing_verb(names)
    return f"the {verb.past[0]} {things(names)}" if verb and verb.past else f"the {things(names)} of them"


def show_until(names: Names) -> str:
    """Showing one thing after the other."""
    verb = showing_verb(names)
    return f"{verb.forms[0] if verb else '...'} {things(names)} from {ordered_zone(names)} until ..."


def show_this(names: Names) -> str:
    """An offer that says where the card must be."""
    verb = showing_verb(names)
    return f"may {verb.forms[0] if verb else '...'} this from {private_zone(names)}"


def lasting_change(names: Names) -> str:
    """A change of a property."""
    has = next((prop.has[0] for prop in names.properties.values() if prop.has), "have")
    return f"{things(names)} {has} 1 less"


def asked_past(names: Names) -> str:
    """A question about what a player did this turn."""
    verbs = sorted(names.verbs.values(), key=lambda verb: verb.unit < 0)  # those with a text of their own first
    done = next((verb.past[0] for verb in verbs if verb.past), "...")
    return f"you {done} 3 or more {_plural(names, 'NAME')} this turn"


def things(names: Names) -> str:
    """What the objects of the game are called, when there are several."""
    return _plural(names, "KIND")


def _zone(names: Names, fits: Callable[[Zone], bool]) -> str:
    own = [zone for zone in names.zones.values() if zone.holder == "seat"]
    return next((zone.name for zone in own if fits(zone)), own[0].name if own else "...")


def _plural(names: Names, kind: str) -> str:
    """The first plural of a class of words; of names the types come first."""
    words = names.vocabulary
    return next((form for form in words.words[kind] if form in words.plurals), "things")
