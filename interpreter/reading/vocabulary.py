"""The words of one game: which class each belongs to, and the terminals made of them.

The grammar names the classes only (ZONE, VERB, ...), so its parse tables are the same for every game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

# The states an object or place can be in are the kernel's own; what they are used for is a game's business.
STATES = ("empty", "idle")
CLASSES = (
    "NAME", "KIND", "PLACE", "ZONE", "INZONE", "COUNTER", "VERB", "VERBED", "PARTICLE", "PROPERTY", "HAVING", "HAS",
    "STATE", "PHASE",
)
CLASS_NAMES = {
    "NAME": "card or type", "KIND": "kind of thing", "PLACE": "kind of place", "ZONE": "zone", "INZONE": "zone",
    "COUNTER": "counter", "VERB": "verb", "VERBED": "verb", "PARTICLE": "particle", "PROPERTY": "property",
    "HAVING": "property", "HAS": "property", "STATE": "state", "PHASE": "phase",
}


def plural_of(word: str) -> str:
    """The regular English plural; a game or card gives its own where it is irregular."""
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word if word.endswith("s") else word + ("es" if re.search(r"(x|sh|ch)$", word) else "s")


@dataclass(slots=True)
class Vocabulary:
    """Surface form -> canonical name, by class; nouns also know whether a form is plural."""

    words: dict[str, dict[str, str]] = field(default_factory=lambda: {name: {} for name in CLASSES})
    plurals: set[str] = field(default_factory=set)
    singulars: set[str] = field(default_factory=set)

    def add(self, kind: str, canonical: str, forms: Iterable[str]) -> None:
        for form in forms:
            self.words[kind].setdefault(form, canonical)

    def add_noun(self, kind: str, canonical: str, singular: str, plural: str) -> None:
        self.add(kind, canonical, (singular, plural))
        self.singulars.add(singular)
        self.plurals.add(plural)

    def canonical(self, kind: str, form: str) -> str:
        return self.words[kind][form]

    def number(self, form: str) -> str:
        """'one', 'many', or '' where a form can be either."""
        if form in self.singulars and form in self.plurals:
            return ""
        return "many" if form in self.plurals else "one"

    def terminals(self) -> str:
        """The lark text of the classes, longest form first, so that long names win."""
        lines = [f"{kind}: {_pattern(self.words[kind])}" for kind in CLASSES]
        return "\n".join(lines) + "\n"


def _pattern(forms: Iterable[str]) -> str:
    ordered = sorted(set(forms), key=lambda form: (-len(form), form))
    if not ordered:
        return r"/(?!)x/"  # a class without words matches nothing
    choices = "|".join(re.escape(form).replace("/", r"\/").replace(r"\ ", " ") for form in ordered)
    return rf"/(?:{choices})(?![\w'])/"
