"""Finds out of what class an unknown word should have been: one of whose words would do in its place."""

from __future__ import annotations

from interpreter.reading.advice.expected import NOUNS
from interpreter.reading.advice.sentence import Advice, Sentence

# most likely first: names begin with a capital letter, all other words do not
_SMALL = ("VERB", "COUNTER", "ZONE", "HAVING", "HAS", "PROPERTY", "PHASE", "NAME", "KIND", "PLACE")
_ONE = ("a", "an", "one")


def wrong_class(sentence: Sentence) -> Advice | None:
    """An unknown word, or some, in whose place a word of some class would do: that is what was meant."""
    for count in range(1, min(3, len(sentence.words) - sentence.index) + 1):
        if not sentence.words[sentence.index + count - 1].text[0].isalnum():
            return None
        run = sentence.line[sentence.start : sentence.words[sentence.index + count - 1].end]
        if count == 1 and sentence.forms.knows([run]) and run not in _ONE:
            continue  # a word that has its place elsewhere
        if run[0].isdigit() or run in _ONE:
            return _number(sentence, run)
        kinds = [kind for kind in _kinds(sentence, run) if kind in sentence.accepted and _does(sentence, kind, count)]
        if kinds:
            return _advice(sentence, kinds, run, count)
    return None


def _number(sentence: Sentence, run: str) -> Advice | None:
    if "INT" not in sentence.accepted or not _does(sentence, "INT", 1):
        return None
    code = "CW210" if sentence.forms.knows([run]) else "CW201"
    digits = "1" if run in _ONE else "".join(letter for letter in run if letter.isdigit())
    return sentence.advice(code, f"'{run}' is no number", f"write '{digits}'")


def _kinds(sentence: Sentence, run: str) -> tuple[str, ...]:
    """The classes some words can belong to by their looks: of several words only names, phases and zones are made."""
    if " " not in run:
        return _SMALL
    if all(word[0].isupper() for word in run.split()):
        return ("NAME",)
    leads = sentence.after_preposition() or sentence.words[sentence.index - 1].text in ("the", "your", "their", "next")
    return ("ZONE", "PHASE") if leads and run.replace(" ", "").isalpha() else ()


def _does(sentence: Sentence, kind: str, count: int) -> bool:
    return sentence.trials.fits(sentence.before() + sentence.forms.sample(kind) + sentence.after(count))


def _advice(sentence: Sentence, kinds: list[str], run: str, count: int) -> Advice:
    kind = kinds[0]
    if run[0].isupper() and "NAME" in kinds:
        kind = "NAME"
    elif kind == "ZONE" and not sentence.after_preposition() and set(kinds) & NOUNS:
        return sentence.advice("CW201", sentence.no_word(run), sentence.may_come(), count=count)  # a zone, or a thing
    elif kind in NOUNS:
        kind = "NAME"
    code, message, help = sentence.unknown(kind, run, "")
    if kind == "COUNTER" and "KIND" in kinds:
        help = sentence.may_come()
    return sentence.advice(code, message, help, count=count)
