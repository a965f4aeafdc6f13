"""How near a run of the author's words is to a word or phrase of the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import edits, slips

# Prices. The small ones decide between forms that are otherwise equally near.
LAST = 1  # the last letter is another one
CASE = 2  # a wrong capital or small letter
SWAP = 3  # all letters are right, but not their order
LETTER = 4
WORD = 8  # a word too few or too many
OTHER = 12  # another word altogether


@dataclass(frozen=True, slots=True)
class Nearness:
    """The price of turning the run into the form; `first` is the first word of the run that is wrong.

    `missing` and `spare` tell what is wrong there: a word too few before it, or that word itself too much.
    """

    price: int
    first: int
    missing: bool = False
    spare: bool = False


def slip(word: str, wanted: str) -> int | None:
    """The price of one wrong word; None if it is too far away to have been meant."""
    if word == wanted:
        return 0
    small, goal = word.lower(), wanted.lower()
    if small == goal:
        return CASE
    if not word[0].isalpha() or not wanted[0].isalpha():
        return LETTER if {word, wanted} <= set(",:;.") else None  # one of the small signs for another
    most = slips(min(small, goal, key=len))
    if wanted[0].isupper() and word[0].islower():
        most = 1 if len(word) > 5 else 0  # a name begins with a capital: nobody means one with a short small word
    if len(small) > 1 and goal.startswith(small) and len(goal) - len(small) == 2:
        return 2 * LETTER  # the end of a short word was forgotten
    count = edits(small, goal, most)
    if count > most:
        return None
    price = SWAP if sorted(small) == sorted(goal) else LETTER * count
    return price + LAST * (small[-1] != goal[-1]) + CASE * (word[0].isupper() != wanted[0].isupper())


def _begins_otherwise(word: str, wanted: str) -> bool:
    """Whether a short word has another first letter, and only that: then it is another word rather than a slip."""
    same_end = len(word) == len(wanted) and word[1:].lower() == wanted[1:].lower()
    return same_end and len(word) <= 3 and word[0] != wanted[0]


def near(run: Sequence[str], form: Sequence[str], own: bool) -> Nearness | None:
    """Compares a run of words with a form of about as many words, which may be the language's own or a game's."""
    gap = len(form) - len(run)
    if gap == 0:
        strange = len(run) == 1 and _begins_otherwise(run[0], form[0])
        return None if strange and not own else _alike(run, form)
    if gap == 1:
        if len(run) == 1 and run[0] not in form:
            return None  # a phrase is known by one of its words, if that is right
        found = [_shift(_alike(run, [*form[:at], *form[at + 1 :]]), at, missing=True) for at in range(len(form))]
    elif gap == -1:  # a word too many at either end does not belong to the phrase
        found = [_shift(_alike([*run[:at], *run[at + 1 :]], form), at, missing=False) for at in range(1, len(run) - 1)]
    elif gap == 2 and list(form[: len(run)]) == list(run):
        return Nearness(2 * WORD, len(run), missing=True)
    else:
        return None
    return min((one for one in found if one is not None), key=lambda one: one.price, default=None)


def _alike(run: Sequence[str], form: Sequence[str]) -> Nearness | None:
    """Word by word. Of several words one must be right; of three or more one may be another if the rest is right."""
    prices = [slip(word, wanted) for word, wanted in zip(run, form, strict=True)]
    known = [price for price in prices if price is not None]
    far = len(prices) - len(known)
    if len(prices) > 1 and not any(price < LETTER for price in known):
        return None
    if far and (far > 1 or len(prices) < 3 or any(known)):
        return None
    first = next((number for number, price in enumerate(prices) if price != 0), len(run))
    return Nearness(sum(known) + far * OTHER, first)


def _shift(found: Nearness | None, at: int, missing: bool) -> Nearness | None:
    """The same comparison with one word added or left out at `at`."""
    if found is None or found.price % OTHER:
        return None  # a word too few or too many and another one misspelt: that may be anything
    if found.price and found.first <= at:
        return Nearness(found.price + WORD, found.first)
    return Nearness(found.price + WORD, at, missing, not missing)
