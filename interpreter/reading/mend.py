"""Common slips of sentences and the line that would be right; every proposal is tried before it is made."""

from __future__ import annotations

import re

from interpreter.reading.expected import NOUNS
from interpreter.reading.sentence import Advice, Sentence

_JOINER = re.compile(r"[,;.&]?\s*(?:and\b\s*)?(?:then\b\s*)?")
_PREPOSITIONS = ("FROM", "IN", "OF", "TO", "INTO", "ONTO", "ON_TOP_OF", "ON_BOTTOM_OF", "_NOT_IN")
# what an unknown word is most likely to have been: names begin with a capital, all other words do not
_SMALL = ("VERB", "COUNTER", "ZONE", "HAVING", "HAS", "PROPERTY", "PHASE", "NAME", "KIND", "PLACE")
_ONE = ("a", "an", "one")


def several_statements(sentence: Sentence) -> Advice | None:
    """Two statements on one line, with or without something between them."""
    before = sentence.before().rstrip(" ,")
    joiner = _JOINER.match(sentence.line, sentence.start)
    rest = sentence.line[joiner.end() if joiner else sentence.start :].rstrip(" .;")
    rest = rest if sentence.trials.fits(rest) else rest[:1].lower() + rest[1:]
    if " " not in rest and rest[:1].isalpha() or not rest or not before or not sentence.trials.fits(rest) or not sentence.trials.fits(before):
        return None
    where = "on a line of its own" if ":" not in before else "and the statement before it on lines of their own below the ':'"
    code = "CW210" if sentence.forms.knows([sentence.word]) else "CW201"
    return sentence.advice(code, "one statement a line", f"write '{rest}' {where}")


def sign(sentence: Sentence) -> Advice | None:
    """Full stops, quotation marks, brackets and the like."""
    word = sentence.word
    if word[0].isalnum() or word in sentence.forms.known:
        return None
    if word in ".;!?" and not sentence.after().strip():
        return sentence.advice("CW201", f"a statement ends with its line, without '{word}'", "leave it out")
    if word in "\"'`“”‘’«»" and sentence.trials.fits(re.sub(r"[\"'`“”‘’«»]", "", sentence.line)):
        return sentence.advice("CW201", f"'{word}' is not needed: names and texts stand without quotation marks", "leave it out")
    bracket = re.compile(r"\s*[\[({].*?[])}]").match(sentence.line, sentence.start)
    if bracket and sentence.trials.fits(sentence.before().rstrip() + sentence.line[bracket.end() :]):
        return sentence.advice("CW201", f"'{word}' has no meaning in a text", "a remark is written behind '#'")
    return None


def negative(sentence: Sentence) -> Advice | None:
    """A minus takes digits only."""
    if sentence.word != "-" or "MINUS" not in sentence.accepted:
        return None
    number = sentence.after().split(maxsplit=1)[:1]
    names = ("zero", "one", *sentence.forms.of("NUMBERWORD"))
    digits = str(names.index(number[0])) if number and number[0] in names else "1"
    return sentence.advice("CW201", "after '-' comes a number in digits", f"write '-{digits}'", count=1 + len(number))


def contraction(sentence: Sentence) -> Advice | None:
    """it's: it is."""
    word = sentence.word
    written_out = re.sub(r"['’]s$", " is", word)
    line = sentence.before() + written_out + sentence.after()
    if written_out == word or sentence.trials.reach(line) <= sentence.start + len(written_out):
        return None
    return sentence.advice("CW201", sentence.no_word(word), f"did you mean '{written_out}'?")


def moved_to_the_end(sentence: Sentence) -> Advice | None:
    """When or if stands before what happens, not behind it."""
    before, rest = sentence.before().rstrip(" ,"), sentence.line[sentence.start :].rstrip(" :")
    turned = f"{rest}: {before}"
    if not before or not sentence.trials.fits(before) or not sentence.trials.fits(turned):
        return None
    return sentence.advice("CW210", f"'{rest}' stands before what happens, not behind it", f"write '{turned}'",
                           count=len(sentence.words) - sentence.index)


def clause(sentence: Sentence) -> Advice | None:
    """A property that is put as in plain English: as 'that ...', or without any word that leads to it."""
    previous = sentence.words[sentence.index - 1] if sentence.index else sentence.words[0]
    if previous.text in sentence.forms.vocabulary.words["PROPERTY"]:
        meant = f"whose {previous.text} is"
        if sentence.trials.fits(sentence.line[: previous.start] + meant + sentence.line[previous.end :]):
            return sentence.advice("CW210", f"'{previous.text}' cannot stand here", f"did you mean '{meant}'?", sentence.index - 1)
    has = sentence.forms.vocabulary.words["HAS"]
    follows = sentence.words[sentence.index + 1].text if sentence.index + 1 < len(sentence.words) else ""
    if sentence.word not in ("that", "which") or follows not in has:
        return None
    for form, word in sentence.forms.vocabulary.words["HAVING"].items():
        if word == has[follows] and sentence.trials.fits(sentence.before() + form + sentence.after(2)):
            return sentence.advice("CW210", f"'{sentence.word} {follows}' cannot stand here", f"did you mean '{form}'?", count=2)
    return None


def twice(sentence: Sentence) -> Advice | None:
    """The same word two times; the parser may have taken the second one as well."""
    for at in (sentence.index, sentence.index - 1):
        if at > 0 and sentence.words[at].text.lower() == sentence.words[at - 1].text.lower():
            first, second = sentence.words[at - 1 : at + 1]
            if sentence.trials.fits(sentence.line[: first.end] + sentence.line[second.end :]):
                return sentence.advice("CW210", f"'{second.text}' is one word too many", "leave one of the two out", at)
    return None


def too_much(sentence: Sentence) -> Advice | None:
    """A word without which the line can be read."""
    if not sentence.trials.fits((sentence.before() + sentence.after().lstrip()).strip()):
        return None
    if sentence.forms.knows([sentence.word]):
        return sentence.advice("CW210", f"'{sentence.word}' is one word too many", "leave it out")
    return sentence.advice("CW201", sentence.no_word(sentence.word), "leave it out")


def not_of_its_class(sentence: Sentence) -> Advice | None:
    """An unknown word, or some, in whose place a word of some class would do: that is what was meant."""
    for count in range(1, min(3, len(sentence.words) - sentence.index) + 1):
        run = sentence.line[sentence.start : sentence.words[sentence.index + count - 1].end]
        if count == 1 and sentence.forms.knows([run]) and run not in _ONE:
            continue  # a word that has its place elsewhere
        kinds = [kind for kind in _kinds(run) if kind in sentence.accepted and _does(sentence, kind, count)]
        if kinds:
            return _wrong_class(sentence, kinds, run, count)
        counts = run[0].isdigit() or run in _ONE
        if count == 1 and counts and "INT" in sentence.accepted and _does(sentence, "INT", 1):
            help = "write '1'" if run in _ONE else "write it in digits"
            return sentence.advice("CW210" if sentence.forms.knows([run]) else "CW201", f"'{run}' is no number", help)
    return None


def _kinds(run: str) -> tuple[str, ...]:
    """The classes some words can belong to by their looks: of several words only names, phases and places are made."""
    if " " not in run:
        return _SMALL
    return ("NAME",) if all(word[0].isupper() for word in run.split()) else ("ZONE", "PHASE")


def _does(sentence: Sentence, kind: str, count: int) -> bool:
    return sentence.trials.fits(sentence.before() + sentence.forms.sample(kind) + sentence.after(count))


def _wrong_class(sentence: Sentence, kinds: list[str], run: str, count: int) -> Advice | None:
    previous = sentence.words[sentence.index - 1].text if sentence.index else ""
    after_preposition = any(previous == form.split()[-1] for name in _PREPOSITIONS for form in sentence.forms.of(name))
    kind = kinds[0]
    if run[0].isupper() and "NAME" in kinds:
        kind = "NAME"
    elif kind == "ZONE" and not after_preposition and set(kinds) & NOUNS:
        return None  # it could be a zone or a thing: the list of what may come says more
    elif kind in NOUNS:
        kind = "NAME"
    code, message, help = sentence.unknown(kind, run, "")
    if kind == "COUNTER" and "KIND" in kinds:
        help = sentence.may_come()
    return sentence.advice(code, message, help, count=count)
