"""Finds the word that is missing in a line: one with which, put in at the right place, the line can be read."""

from __future__ import annotations

from interpreter.reading.advice.expected import listed
from interpreter.reading.advice.sentence import Advice, Sentence
from interpreter.reading.vocabulary import CLASSES

MOST = 3
# the words most often forgotten come first
_USUAL = ("IT", "_IS", "_THE", "A", "END", "FROM", "IN", "OF", "TO", "INTO", "ONTO", "_UNTIL", "PLUS", "THEM")
_RARE = {"_UNTIL", "_FOR_EACH", "_FOR_EVERY"}  # they fit in many places, but nobody forgets them
_SINGULAR = ("a", "an", "1", "another", "top", "bottom")


def gap(sentence: Sentence) -> Advice | None:
    """A gap before the word the parser was stuck at, before the one before it, or at the start of the statement."""
    at = sentence.index
    if not at and not sentence.word[0].isalnum():
        return None
    if sentence.word in sentence.forms.of("_UNTIL") and (found := _thing(sentence)):
        return found  # what goes on until something is so, goes on with several things
    return (_past(sentence) or _colon(sentence) or _verb(sentence, at) or _zone(sentence) or _words(sentence, at)
            or _thing(sentence) or _verb(sentence, _statement(sentence)) or _words(sentence, at - 1))


def _past(sentence: Sentence) -> Advice | None:
    """What happened is asked for in the order in which it is told: who, did, what."""
    rest = sentence.line[sentence.start :]
    if sentence.index < 3 or not any(rest.startswith(form) for form in sentence.forms.of("THIS_TURN")):
        return None
    first, second, did = (sentence.words[number] for number in (0, 1, sentence.index - 1))
    what = sentence.line[second.start : did.start].rstrip()
    right = f"{first.text} {sentence.forms.sample('YOU')} {did.text} {what} {rest}"
    if not sentence.trials.fits(right):
        return None
    return sentence.advice("CW210", f"it is not said who {did.text}", f"write '{right}'", sentence.index - 1)


def _colon(sentence: Sentence) -> Advice | None:
    before, rest = sentence.before().rstrip(), sentence.line[sentence.start :]
    if rest.rstrip().endswith(":"):
        return None  # it stands further on: what comes before it is not understood
    if "_COLON" not in sentence.accepted or not sentence.trials.fits(f"{before}: {rest}"):
        return None
    return sentence.advice("CW210", f"a ':' is missing before '{sentence.word}'", f"write '{before}: {rest}'")


def _verb(sentence: Sentence, at: int) -> Advice | None:
    if "VERB" not in _accepted(sentence, at) or not _helps(sentence, at, sentence.forms.sample("VERB")):
        return None
    words = listed(sentence.forms, ("VERB",))
    help = f"verbs here: {words}" if words else sentence.may_come()
    return sentence.advice("CW210", f"a verb is missing before '{sentence.words[at].text}'", help, at)


def _words(sentence: Sentence, at: int) -> Advice | None:
    """Words of the language that fit into the gap."""
    names = _accepted(sentence, at) - set(CLASSES) - (_RARE if at == sentence.index else set())
    found = [name for name in names if _helps(sentence, at, sentence.forms.sample(name))]
    if not found:
        return None
    word = sentence.words[at].text
    if "INT" in found and "IT" not in found:
        shown = _joined(sentence, at, number_for(sentence, word))
        return sentence.advice("CW210", f"a number is missing before '{word}'", f"write '{shown}'", at)
    found.sort(key=lambda name: (_USUAL.index(name) if name in _USUAL else len(_USUAL), sentence.forms.sample(name)))
    shown = " or ".join(f"'{_joined(sentence, at, sentence.forms.sample(name))}'" for name in found[:MOST])
    return sentence.advice("CW210", f"a word is missing before '{word}'", f"did you mean {shown}?", at)


def _thing(sentence: Sentence) -> Advice | None:
    """Words of the game: a thing to act on, a property that is compared; or a whole condition."""
    if {"_IT_IS", "NAME"} <= sentence.accepted:
        return sentence.advice("CW210", f"a condition is missing before '{sentence.word}'", sentence.may_come())
    at, previous = sentence.index, sentence.words[sentence.index - 1].text
    plurals = sentence.forms.vocabulary.plurals
    things = [form for form in sentence.forms.of("KIND") if (form in plurals) == (previous not in _SINGULAR)]
    for kind, word in (("HAVING", sentence.forms.sample("HAVING")), ("KIND", things[0] if things else "")):
        if kind in sentence.accepted and _helps(sentence, at, word):
            help = f"did you mean '{_joined(sentence, at, word)}'?"
            return sentence.advice("CW210", f"a word is missing before '{sentence.word}'", help)
    return None


def _zone(sentence: Sentence) -> Advice | None:
    """A zone after a word that leads to one."""
    if "ZONE" not in sentence.accepted or not sentence.after_preposition():
        return None
    if not _helps(sentence, sentence.index, sentence.forms.sample("ZONE")):
        return None
    words = listed(sentence.forms, ("ZONE",))
    help = f"zones here: {words}" if words else "name one"
    return sentence.advice("CW210", f"a zone is missing before '{sentence.word}'", help)


def number_for(sentence: Sentence, word: str) -> str:
    """A number that agrees with the word it stands before."""
    words = sentence.forms.vocabulary
    return "2" if word in words.plurals - words.singulars else "1"


def _statement(sentence: Sentence) -> int:
    """The number of the word with which the statement begins that the parser was stuck in."""
    opened = [number for number, word in enumerate(sentence.words[: sentence.index]) if word.text == ":"]
    return opened[-1] + 1 if opened else 0


def _accepted(sentence: Sentence, at: int) -> frozenset[str]:
    if at == sentence.index:
        return sentence.accepted
    return sentence.trials.accepts(sentence.line[: sentence.words[at].start]) if at >= 0 else frozenset()


def _helps(sentence: Sentence, at: int, word: str) -> bool:
    space = "" if word == "+" else " "
    start = sentence.words[at].start
    return bool(word) and sentence.trials.fits(sentence.line[:start] + word + space + sentence.line[start:])


def _joined(sentence: Sentence, at: int, word: str) -> str:
    """The word that is missing, between its neighbours."""
    first, after = sentence.words[at - 1].text if at else ":", sentence.words[at].text
    if first == "an" and word[0] not in "aeiou":
        first = "a"
    before = "" if first in ":," else first if not first[0].isalnum() else first + " "
    return f"{before}{word}{'' if word == '+' or after == ':' else ' '}{after}"
