"""What each terminal of a game's language may be written as, and which of these forms an author is shown."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from interpreter.diagnostics import could_be_near, letters, slips
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


class Shelf:
    """The forms of one terminal, put so that those near to a word are found without comparing it with every one."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._single: list[tuple[int, int, str]] = []  # length, letters, form
        self._several: dict[str, list[str]] = defaultdict(list)  # by the sorted letters of each word
        for form in forms:
            words = form.lower().split()
            if len(words) == 1:
                self._single.append((len(words[0]), letters(words[0]), form))
                continue
            for word in dict.fromkeys(map(_sorted_letters, words)):
                self._several[word].append(form)

    def __len__(self) -> int:
        return len(self._single)

    def near(self, words: Sequence[str]) -> Iterator[str]:
        """The forms that may be meant by the first words of some: all that `nearness` could accept, and few others.

        A single word differs by some letters. Of a phrase one word is right at least, but for the order of letters.
        """
        word = words[0].lower()
        size, wanted, most = len(word), letters(word), max(2, slips(word))  # the end of a word may lack two letters
        for length, given, form in self._single:
            if -most <= length - size <= most and could_be_near(wanted, given, most):
                yield form
        if self._several:
            keys = dict.fromkeys(_sorted_letters(one.lower()) for one in words)
            yield from dict.fromkeys(form for key in keys if key in self._several for form in self._several[key])


def _sorted_letters(word: str) -> str:
    return "".join(sorted(word))


class Forms:
    """The forms of all terminals: the language's own, and the words of the game."""

    def __init__(self, patterns: Mapping[str, str], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._forms: dict[str, tuple[str, ...]] = {
            name: tuple(vocabulary.words[name]) if name in CLASSES else spellings(pattern)
            for name, pattern in patterns.items() if name not in LAYOUT
        }
        self._shelves: dict[str, Shelf] = {}
        self._bases: dict[str, list[str]] = {}

    def of(self, terminal: str) -> tuple[str, ...]:
        """Every way to write a terminal; none for numbers and for what is not written."""
        return self._forms.get(terminal, ())

    def shelf(self, terminal: str) -> Shelf:
        """The forms of a terminal, to find those near to a word among them."""
        if terminal not in self._shelves:
            self._shelves[terminal] = Shelf(self.of(terminal))
        return self._shelves[terminal]

    def bases(self, terminal: str) -> list[str]:
        """One form for each word of a class, sorted: no plurals, no further forms of a verb."""
        if terminal not in self._bases:
            self._bases[terminal] = self._make_bases(terminal)
        return self._bases[terminal]

    def _make_bases(self, terminal: str) -> list[str]:
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
