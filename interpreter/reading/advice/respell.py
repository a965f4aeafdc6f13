"""Finds the word or phrase an author most likely meant by words that are nearly right."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from interpreter.reading.advice.nearness import CASE, Nearness, near
from interpreter.reading.advice.sentence import Advice, Sentence

BACK = 3  # a phrase may begin some words before the one the parser was stuck at
MOST_TRIALS = 24
CERTAIN = 9  # up to this price, somewhat more than that of one word, a form was most likely meant
GLANCES = 20  # words passed over with the effort of comparing one
KNOWN = 6  # what is added if the wrong word is one of the language or of the game


@dataclass(frozen=True, slots=True)
class Respelling:
    """Words of the line, from `first`, that are near to a form of a terminal."""

    first: int
    count: int
    form: str
    terminal: str
    near: Nearness
    price: int


def nearly_right(sentence: Sentence) -> Advice | None:
    """A misspelt word, or a phrase with a word too few, with which the whole line can be read once it is mended."""
    return _first(sentence, [one for one in _ranked(sentence) if one.price <= CERTAIN], whole=True)


def another_word(sentence: Sentence) -> Advice | None:
    """The same for words that are right in themselves, where the author may have meant others."""
    return _first(sentence, _ranked(sentence), whole=True)


def one_of_several(sentence: Sentence) -> Advice | None:
    """The same in a line with more than one mistake."""
    return _first(sentence, [one for one in _ranked(sentence) if one.price <= CERTAIN], whole=False)


def _first(sentence: Sentence, ranked: list[Respelling], whole: bool) -> Advice | None:
    for number, one in enumerate(ranked):
        if _mends(sentence, one, whole):
            same = [other.form for other in ranked[number + 1 :] if one.near.missing and other.price == one.price
                    and other.first == one.first and other.count == one.count and other.terminal != one.terminal
                    and _mends(sentence, other, whole)]
            return _advice(sentence, one, [one.form, *same][:3])
    return None


def _mends(sentence: Sentence, one: Respelling, whole: bool) -> bool:
    start, end = sentence.words[one.first].start, sentence.words[one.first + one.count - 1].end
    line = sentence.line[:start] + one.form + sentence.line[end:]
    reached = sentence.trials.reach(line)
    if whole:
        return reached > len(line)
    return end > sentence.start or reached > sentence.start + len(line) - len(sentence.line)


@lru_cache(maxsize=1)  # three ways to mend a line ask for the same
def _ranked(sentence: Sentence) -> list[Respelling]:
    """The nearest first; of equally near ones the words of the language, those that begin later, the shorter ones."""
    return heapq.nsmallest(MOST_TRIALS, _candidates(sentence), key=lambda one: (
        one.price, sentence.forms.is_class(one.terminal), -one.first, -one.count, len(one.form), one.form))


def _candidates(sentence: Sentence) -> Iterator[Respelling]:
    words = [word.text for word in sentence.words]
    for first in range(sentence.index, max(-1, sentence.index - BACK - 1), -1):
        accepted = sentence.accepted
        if first < sentence.index:
            accepted = sentence.trials.accepts(sentence.line[: sentence.words[first].start])
        for terminal in sorted(accepted):
            shelf = sentence.forms.shelf(terminal)
            sentence.effort.spend(len(shelf) // GLANCES)
            for form in shelf.near(words[first:]):
                sentence.effort.spend(1)
                yield from _runs(sentence, words, first, terminal, form)


def _runs(sentence: Sentence, words: list[str], first: int, terminal: str, form: str) -> Iterator[Respelling]:
    """Runs of about as many words as the form has; each takes in the word the parser was stuck at or ends before it."""
    wanted = form.split()
    own = not sentence.forms.is_class(terminal)
    longest = len(wanted) + (own and len(wanted) > 1)  # anything might stand before a single word or a name
    for count in range(max(1, len(wanted) - 2), longest + 1):
        run = words[first : first + count]
        if not sentence.index <= first + count <= len(words) or (count > len(wanted) and not sentence.forms.knows(run)):
            continue
        found = near(run, wanted, own)
        if found is not None and found.price:
            price = found.price + CASE * (first + count == sentence.index)
            if not (found.missing or found.spare) and _is_right(sentence, run[found.first], wanted):
                price += KNOWN
            yield Respelling(first, count, form, terminal, found, price)


def _is_right(sentence: Sentence, word: str, wanted: list[str]) -> bool:
    """Whether a word is spelt as it should be, only not the word that should stand here.

    A capital letter too many and an end of two letters that is missing are slips even then.
    """
    small = word.lower()
    slip = any(other.lower().startswith(small) and len(other) - len(word) in (0, 2) for other in wanted)
    return sentence.forms.knows([word]) and not slip


def _advice(sentence: Sentence, one: Respelling, forms: list[str]) -> Advice:
    run = sentence.words[one.first : one.first + one.count]
    at = min(one.near.first, one.count - 1)
    wrong, meant = run[at].text, "did you mean " + " or ".join(f"'{form}'" for form in forms) + "?"
    if sentence.forms.is_class(one.terminal):
        said = sentence.line[run[0].start : run[-1].end]
        return sentence.advice(*sentence.unknown(one.terminal, said, one.form), one.first + at, one.count - at)
    if one.near.missing:
        place = "before" if one.near.first < one.count else "after"
        message, code = f"a word is missing {place} '{wrong}'", "CW210"
    elif one.near.spare:
        message, code = f"'{wrong}' is one word too many", "CW210"
    elif sentence.forms.knows([wrong]) or not wrong[0].isalnum():
        message, code = f"'{wrong}' cannot stand here", "CW210"
    else:
        message, code = sentence.no_word(wrong), "CW201"
        if wrong.lower() in one.form.split():
            meant += " only names have capital letters"
    return sentence.advice(code, message, meant, one.first + at)
