"""Common slips of sentences and the line that would be right; every proposal is tried before it is made."""

from __future__ import annotations

import re

from interpreter.reading.advice.sentence import Advice, Sentence

_JOINER = re.compile(r"[,;.&]?\s*(?:and\b\s*)?(?:then\b\s*)?")
_QUOTES = re.compile(r"[\"'`“”‘’«»]")
_BRACKETS = re.compile(r"\s*[\[({].*?[])}]")
# how the language says it, and what people write instead
HABITS = {
    "if done": ("if you do", "if they do", "if you did", "if so"),
    "otherwise": ("else",),
    "each other player": ("all other players", "every other player", "each opponent", "other players"),
    "each player": ("every player", "all players", "everyone"),
    "this": ("this card",),
    "for each": ("per", "for every"),
    "may": ("can",),
    "at start of": ("at the beginning of", "at beginning of"),
    "up to": ("at most", "no more than"),
    "or more": ("or higher",),
    "or less": ("or lower",),
    "less": ("fewer",),
    "more than": ("greater than",),
    "any number of": ("any amount of",),
    ":": ("then",),
}


def twice(sentence: Sentence) -> Advice | None:
    """The same word two times; the parser may have taken the second one too."""
    for at in range(sentence.index, max(0, sentence.index - 3), -1):
        first, second = sentence.words[at - 1 : at + 1]
        if first.text.lower() != second.text.lower():
            continue
        if sentence.trials.fits(sentence.line[: first.end] + sentence.line[second.end :]):
            return sentence.advice("CW210", f"'{second.text}' is one word too many", "leave one of the two out", at)
    return None


def several_statements(sentence: Sentence) -> Advice | None:
    """Two statements on one line, with or without something between them."""
    before = sentence.before().rstrip(" ,")
    joiner = _JOINER.match(sentence.line, sentence.start)
    rest = sentence.line[joiner.end() if joiner else sentence.start :].rstrip(" .;")
    if not before or before.endswith(":") or len(rest.split()) < 2 or not sentence.trials.fits(before):
        return None
    if not sentence.trials.fits(rest):
        rest = rest[0].lower() + rest[1:]
        if not sentence.trials.fits(rest):
            return None
    where = "on a line of its own"
    if ":" in before:
        where = "and the statement before it on lines of their own below the ':'"
    code = "CW210" if sentence.forms.knows([sentence.word]) else "CW201"
    return sentence.advice(code, "one statement a line", f"write '{rest}' {where}")


def new_line(sentence: Sentence) -> Advice | None:
    """What comes after a whole statement, and begins like another one."""
    rest = sentence.line[sentence.start :]
    if not sentence.trials.fits(sentence.before().rstrip(" ,")) or sentence.trials.reach(rest) <= len(sentence.word):
        return None
    return sentence.advice("CW210", "one statement a line", f"begin a new line with '{sentence.word}'")


def sign(sentence: Sentence) -> Advice | None:
    """Full stops, quotation marks and brackets."""
    word = sentence.word
    if word[0].isalnum() or word in sentence.forms.known:
        return None
    if word in ".;!?" and not sentence.after().strip():
        return sentence.advice("CW201", f"a statement ends with its line, without '{word}'", "leave it out")
    if _QUOTES.match(word) and sentence.trials.fits(_QUOTES.sub("", sentence.line)):
        return sentence.advice("CW201", f"'{word}' is not needed: nothing is put into quotation marks", "leave it out")
    bracket = _BRACKETS.match(sentence.line, sentence.start)
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


def habit(sentence: Sentence) -> Advice | None:
    """Other words for something the language has its own words for."""
    texts = [word.text.lower() for word in sentence.words]
    for ours, phrase in ((ours, phrase) for ours, phrases in HABITS.items() for phrase in phrases):
        usual = phrase.split()
        for first in range(max(0, sentence.index - len(usual) + 1), sentence.index + 1):
            if texts[first : first + len(usual)] != usual:
                continue
            start, end = sentence.words[first].start, sentence.words[first + len(usual) - 1].end
            if sentence.trials.fits(sentence.line[:start] + ours + sentence.line[end:]):
                message = f"the language has other words for '{sentence.line[start:end]}'"
                code = "CW210" if sentence.forms.knows(usual) else "CW201"
                return sentence.advice(code, message, f"write '{ours}'", first, len(usual))
    return None


def particle(sentence: Sentence) -> Advice | None:
    """The second half of a verb stands behind its object."""
    half = sentence.words[sentence.index - 1] if sentence.index else None
    if half is None or half.text not in sentence.forms.vocabulary.words["PARTICLE"]:
        return None
    turned = f"{sentence.line[: half.start]}{sentence.line[sentence.start :]} {half.text}"
    if not sentence.trials.fits(turned):
        return None
    message = f"'{half.text}' stands behind what it is about"
    return sentence.advice("CW210", message, f"write '{turned}'", sentence.index - 1)


def form_of_verb(sentence: Sentence) -> Advice | None:
    """A verb where its participle should be, or the other way round."""
    words = sentence.forms.vocabulary.words
    for given, wanted in (("VERB", "VERBED"), ("VERBED", "VERB")):
        verb = words[given].get(sentence.word)
        if verb is not None and wanted in sentence.accepted:
            forms = [form for form, other in words[wanted].items() if other == verb]
            meant = forms[-1 if wanted == "VERBED" else 0]
            return sentence.advice("CW210", f"'{sentence.word}' cannot stand here", f"did you mean '{meant}'?")
    return None


def moved_to_the_end(sentence: Sentence) -> Advice | None:
    """When or if stands before what happens, not behind it."""
    before, rest = sentence.before().rstrip(" ,"), sentence.line[sentence.start :].rstrip(" :")
    turned = f"{rest}: {before}"
    if not before or not sentence.trials.fits(before) or not sentence.trials.fits(turned):
        return None
    message = f"'{rest}' stands before what happens, not behind it"
    return sentence.advice("CW210", message, f"write '{turned}'", count=len(sentence.words) - sentence.index)


def clause(sentence: Sentence) -> Advice | None:
    """A property put as in plain English: 'that' or 'which' before it, or no word that leads to it."""
    vocabulary = sentence.forms.vocabulary.words
    previous = sentence.words[max(0, sentence.index - 1)]
    if previous.text in vocabulary["PROPERTY"]:
        meant = f"whose {previous.text} is"
        if sentence.trials.fits(sentence.line[: previous.start] + meant + sentence.line[previous.end :]):
            message = f"'{previous.text}' cannot stand here"
            return sentence.advice("CW210", message, f"did you mean '{meant}'?", sentence.index - 1)
    follows = sentence.words[sentence.index + 1].text if sentence.index + 1 < len(sentence.words) else ""
    if sentence.word not in ("that", "which") or follows not in vocabulary["HAS"]:
        return None
    for form, word in vocabulary["HAVING"].items():
        if word == vocabulary["HAS"][follows] and sentence.trials.fits(sentence.before() + form + sentence.after(2)):
            message = f"'{sentence.word} {follows}' cannot stand here"
            return sentence.advice("CW210", message, f"did you mean '{form}'?", count=2)
    return None


def too_much(sentence: Sentence) -> Advice | None:
    """A word without which the line can be read."""
    if not sentence.trials.fits((sentence.before() + sentence.after().lstrip()).strip()):
        return None
    if sentence.forms.knows([sentence.word]):
        return sentence.advice("CW210", f"'{sentence.word}' is one word too many", "leave it out")
    return sentence.advice("CW201", sentence.no_word(sentence.word), "leave it out")
