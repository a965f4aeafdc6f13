"""Says in an author's words what may come at a point of a sentence: a few phrases, not the parser's whole list."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.reading.advice.forms import LAYOUT, Forms

MOST = 7  # phrases of one list
FEW = 12  # words of a class that are listed one by one
REFERENCES = {"IT", "THEM", "_THIS", "_THAT", "_THE_REST"}
NOUNS = {"NAME", "KIND", "PLACE"}
ADJECTIVES = {"STATE", "VERBED", "NAMED", "NON"}
THINGS = NOUNS | ADJECTIVES | REFERENCES | {
    "A", "_THE", "INT", "NUMBERWORD", "UP_TO", "ANY_NUMBER_OF", "ALL", "NO", "ANOTHER", "END", "ALL_OF", "ONE_OF",
}
NUMBERS = {"INT", "NUMBERWORD", "MINUS", "_ITS", "PROPERTY", "YOUR", "THEIR", "_THE", "_THE_NUMBER_OF", "_THE_TOTAL"}
ZONES = {"ZONE", "INZONE", "YOUR", "THEIR", "_THE"}
DETAILS = {"FROM", "IN", "OF", "INZONE", "_NOT_IN", "HAVING", "_WHOSE", "_OTHER_THAN", "OWNED", "_WITH"}
TAILS = {"INT", "NUMBERWORD", "STATE", "PARTICLE", "_ITS", "PROPERTY"}  # rarely what a complete sentence still lacks
PLURALS = {
    "NAME": "cards and types", "ZONE": "zones", "INZONE": "zones", "COUNTER": "counters", "VERB": "verbs",
    "PROPERTY": "properties", "PHASE": "phases",
}


def listed(forms: Forms, kinds: Iterable[str]) -> str:
    """The words of some classes that belong together, if they are few enough to be read."""
    found: dict[str, str] = {}
    for kind in kinds:
        found = {forms.vocabulary.words[kind].get(base, base): base for base in forms.bases(kind)} | found
    bases = sorted(found.values())
    return ", ".join(bases) if len(bases) <= FEW else ""


def expected(accepted: frozenset[str], forms: Forms) -> str:
    """What may come, as the end of a sentence that begins with 'here may come:'."""
    if {"VERB", "PLUS", "_IF"} <= accepted:
        return "a statement: it begins with a verb, '+', 'may', 'if', 'each other player', ..."
    if {"_IT_IS", "NAME"} <= accepted:
        return f"a condition, such as {_condition(forms)}"
    if {"ANY_PLAYER", "_THIS"} <= accepted:
        return f"an event: 'you', 'another player' or 'any player' and a verb{_event(forms)}, or 'your turn starts'"
    left = set(accepted) - LAYOUT
    shown = []
    if accepted & {"_NL", "$END"}:
        shown, left = ["the end of the line"], left - TAILS
    # in this order: each takes its words away from what is left
    phrases = [_things(left, forms), _number(left), _zone(left, forms, brief=bool(shown))]
    shown += [phrase for phrase in phrases + _words(left, forms) if phrase]
    return (", ".join(shown[:MOST]) or "another line") + (", ..." if len(shown) > MOST else "")


def _condition(forms: Forms) -> str:
    kind, zone = _plural_kind(forms), forms.sample("ZONE")
    return f"'3 {kind} in {zone}' or 'it is ...'" if kind and zone else "'it is ...'"


def _event(forms: Forms) -> str:
    verb, kind = forms.sample("VERB"), next(iter(forms.of("KIND")), "")
    return f" ('you {verb} a {kind}')" if verb and kind else ""


def _plural_kind(forms: Forms) -> str:
    return next((form for form in forms.of("KIND") if form in forms.vocabulary.plurals), "")


def _things(left: set[str], forms: Forms) -> str:
    """Takes everything a noun phrase may begin with away from `left`, and names it once."""
    if not {"NAME", "KIND"} <= left:
        return ""
    kind = next(iter(forms.of("KIND")), "")
    article = "A" in left
    it = " or 'it'" if "IT" in left else ""
    left -= THINGS if article else NOUNS | ADJECTIVES
    return f"a thing such as 'a {kind}'{it}" if article else f"a thing such as '{kind}' or a name"


def _number(left: set[str]) -> str:
    if "INT" not in left:
        return ""
    left -= NUMBERS if "ZONE" not in left else NUMBERS - ZONES
    return "a number"


def _zone(left: set[str], forms: Forms, brief: bool) -> str:
    if "ZONE" not in left:
        return ""
    left -= ZONES
    if brief:
        return f"a zone such as '{forms.sample('ZONE')}'"
    words = listed(forms, ("ZONE",))
    return f"a zone ({words})" if words else "a zone"


def _words(left: set[str], forms: Forms) -> list[str]:
    """What is left, word by word; what can end up almost anywhere comes last."""
    few: list[str] = []
    if "VERB" in left:
        few.append(f"a verb ({words})" if (words := listed(forms, ("VERB",))) else "a verb")
    if "VERBED" in left:
        few.append(f"a participle such as '{forms.sample('VERBED')}'")
    few += [f"'{word}'" for kind in ("KIND", "COUNTER", "PROPERTY", "PHASE", "STATE", "PARTICLE") if kind in left
            for word in forms.bases(kind)]
    taken = {"VERB", "VERBED", "KIND", "COUNTER", "PROPERTY", "PHASE", "STATE", "PARTICLE", "NAME", "PLACE"}
    plain = sorted(left - taken, key=lambda name: (name in DETAILS, forms.sample(name)))
    return few + [f"'{word}'" for name in plain if (word := forms.sample(name))]
