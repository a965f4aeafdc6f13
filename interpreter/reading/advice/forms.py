"""What each terminal of a game's language may be written as, and which of these forms an author is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product

from interpreter.reading.vocabulary import CLASSES, Vocabulary

LAYOUT = {"_NL", "_INDENT", "_DEDENT", "$END", "_DASH"}
_SAMPLES = {"INT": "1", "MINUS": "-1"}  # terminals whose pattern names no word


def spellings(pattern: str) -> tuple[str, ...]:
    """All texts a simple pattern matches: letters, (a|b) and 'x?'; tests of what follows are left out.

    >>> spellings(r"(the )?(first|last) items?\\b")[:3]
    ('first item', 'first items', 'last item')
    """
    pattern = re.sub(r"\(\?=.*$|\\b|\(\?!.*$", "", pattern).replace("[ ]+", " ").replace("(?:", "(")
    if re.search(r"\\[dsw]|\[|\*", pattern):
        return ()
    found, end = _alternatives(pattern, 0)
    return tuple(dict.fromkeys(text.strip() for text in found)) if end == len(pattern) else ()


def _alternatives(pattern: str, at: int) -> tuple[list[str], int]:
    """The alternatives from `at` to the closing bracket or the end, and where that is."""
    found: list[str] = []
    parts: list[tuple[str, ...]] = []
    while at < len(pattern) and pattern[at] != ")":
        if pattern[at] == "|":
            found += map("".join, product(*parts))
            parts, at = [], at + 1
            continue
        choices: tuple[str, ...]
        if pattern[at] == "(":
            inner, at = _alternatives(pattern, at + 1)
            choices = tuple(inner)
        else:
            at += pattern[at] == "\\"
            choices = (pattern[at],)
        at += 1
        if pattern[at : at + 1] == "?":
            choices, at = ("", *choices), at + 1
        parts.append(choices)
    return [*found, *map("".join, product(*parts))], at


class Forms:
    """The forms of all terminals: the language's own, and the words of the game."""

    def __init__(self, patterns: Mapping[str, str], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._forms: dict[str, tuple[str, ...]] = {
            name: tuple(vocabulary.words[name]) if name in CLASSES else spellings(pattern)
            for name, pattern in patterns.items() if name not in LAYOUT
        }

    def of(self, terminal: str) -> tuple[str, ...]:
        """Every way to write a terminal; none for numbers and for what is not written."""
        return self._forms.get(terminal, ())

    def bases(self, terminal: str) -> list[str]:
        """One form for each word of a class, sorted: no plurals, no further forms of a verb."""
        first: dict[str, str] = {}
        for form, word in self.vocabulary.words.get(terminal, {}).items():
            whole = word if word.startswith(form + " ") else form  # a verb with its particle is known by both
            first.setdefault(word, whole)
        return sorted(set(first.values()))

    def sample(self, terminal: str) -> str:
        """A form to try in a sentence, '' if there is none."""
        return _SAMPLES.get(terminal) or next(iter(self.of(terminal)), "")

    def is_class(self, terminal: str) -> bool:
        """Whether the words of a terminal are the game's."""
        return terminal in CLASSES

    @cached_property
    def known(self) -> frozenset[str]:
        """Every single word that occurs in some form."""
        return frozenset(word for forms in self._forms.values() for form in forms for word in form.split())

    def knows(self, words: Iterable[str]) -> bool:
        """Whether all these words occur somewhere in the language; numbers always do."""
        return all(word in self.known or word.isdigit() for word in words)
