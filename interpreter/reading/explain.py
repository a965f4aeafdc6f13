"""Says what is wrong with a sentence that does not parse, in the author's words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from interpreter.diagnostics import did_you_mean, suggest
from interpreter.reading.vocabulary import CLASS_NAMES, CLASSES, Vocabulary

UNKNOWN = {
    "NAME": "CW202", "VERB": "CW203", "ZONE": "CW204", "INZONE": "CW204", "COUNTER": "CW205", "PROPERTY": "CW206",
    "HAVING": "CW206", "HAS": "CW206", "PHASE": "CW207",
}
ENDS = {"_NL", "_INDENT", "_DEDENT", "$END"}


def explain(
    error: UnexpectedToken | UnexpectedCharacters, text: str, accepted: set[str], patterns: Mapping[str, str],
    vocabulary: Vocabulary, game: str,
) -> tuple[str, int, str, str]:
    """The code, length, message and help for one parse error."""
    word = _word_at(text, error)
    if not word:
        return "CW211", 1, "the sentence stops too early", "here may come: " + _expected(accepted, patterns)
    if isinstance(error, UnexpectedToken) and error.token.type in ("_INDENT", "_DEDENT"):
        return ("CW212", 1, "this line is indented, but nothing above it opens a block",
                "a block begins after a line that ends with ':'")
    known = {form for words in vocabulary.words.values() for form in words}
    if word in known or _is_keyword(word, patterns):
        return ("CW210", len(word), f"'{word}' cannot stand here",
                "here may come: " + _expected(accepted, patterns))
    return _unknown(word, accepted, patterns, vocabulary, game)


def _unknown(
    word: str, accepted: set[str], patterns: Mapping[str, str], vocabulary: Vocabulary, game: str
) -> tuple[str, int, str, str]:
    """An unknown word is named after the class of the word it most resembles, of those that may come here."""
    classes = [kind for kind in CLASSES if kind in accepted]
    forms = {form: kind for kind in reversed(classes) for form in vocabulary.words[kind]}
    keywords = {words: "" for name in accepted - set(CLASSES) if (words := _shown(name, patterns))}
    close = suggest(word, [*forms, *keywords])
    kind = forms.get(close, "") if close else _only_class(word, classes)
    if not kind:
        help = did_you_mean(word, [*forms, *keywords]) if close else "here may come: " + _expected(accepted, patterns)
        return "CW201", len(word), f"'{word}' is no word of this language or of {game}", help.strip()
    known = [form for k in classes if CLASS_NAMES[k] == CLASS_NAMES[kind] for form in vocabulary.words[k]]
    name = CLASS_NAMES[kind]
    plural = "properties" if name == "property" else name + "s"
    return (UNKNOWN.get(kind, "CW201"), len(word), f"no {name} called '{word}' in {game}",
            did_you_mean(word, known, f"{plural} here"))


def _only_class(word: str, classes: list[str]) -> str:
    if word[0].isupper() and "NAME" in classes:
        return "NAME"
    plain = [kind for kind in classes if kind not in ("NAME", "INZONE", "PARTICLE")]
    return plain[0] if len(plain) == 1 else ""


def _word_at(text: str, error: UnexpectedToken | UnexpectedCharacters) -> str:
    position = error.pos_in_stream
    if isinstance(error, UnexpectedToken) and (error.token.type == "$END" or position is None):
        return ""
    match = re.compile(r"[^\W\d_][\w'-]*|\d+|[^\s\w]").match(text, position)
    return match.group() if match else ""


def _is_keyword(word: str, patterns: Mapping[str, str]) -> bool:
    return any(re.fullmatch(pattern, word) for name, pattern in patterns.items() if name not in CLASSES)


def _shown(name: str, patterns: Mapping[str, str]) -> str:
    """The pattern of a terminal as a reader would write it."""
    if name in ENDS or name not in patterns:
        return ""
    text = re.sub(r"\(\?[=!][^)]*\)*|\\b|\[ \]\+", "", patterns[name])
    text = re.sub(r"\(([^)|]*)\)\?|\w\?", "", text)
    text = re.sub(r"\(\?:|[()\\]", "", text)
    return text.split("|")[0].strip()


def _expected(accepted: set[str], patterns: Mapping[str, str]) -> str:
    names = [CLASS_NAMES[kind] for kind in CLASSES if kind in accepted]
    shown = [f"a {name}" for name in dict.fromkeys(names)]
    shown += sorted({f"'{words}'" for name in accepted - set(CLASSES) if (words := _shown(name, patterns))})
    if accepted & ENDS:
        shown.append("the end of the line")
    return ", ".join(shown[:14]) + (", ..." if len(shown) > 14 else "") if shown else "the end of the line"
