"""No word of a game stands in the interpreter or the grammar.

The vocabulary is collected from the files of the games as plain YAML, so that a new card or game widens the search by
itself. Whole words are looked for, whatever their case, in code, comments and texts alike. Identifiers are taken apart:
`discard_pile` and `DiscardPile` hold `discard` and `pile`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
SHORTEST_PART = 4  # of a name of several words: 'Council Room' is searched as a whole and as 'council', 'room'

# Words that a game happens to share with Python, with the grammar's own English or with the public surface.
# Each entry has the reason why the interpreter may say it without knowing a game.
ALLOWED: dict[str, str] = {
    "card": "the interpreter knows cards; what else it is given, it does not know",
    "cards": "the plural of card; also the command that lists the catalogue",
    "pile": "piles are places of a kind of their own, as seats and the table are; the key of a card's pile",
    "piles": "the plural of pile; the section of a game file that says which piles there are",
    "play": "a record of the kernel: who performs which text; games are played; the command that plays one",
    "plays": "the number of such records",
    "played": "what is done with a game",
    "shown": "what is shown lies in a place of its own, which a game file declares with 'shown in'",
    "set": "a Python type; the statement that gives a counter a value; the set a card belongs to",
    "sets": "the same statement after 'each player'",
    "token": "what a lexer makes of a text",
    "tokens": "the plural of token",
    "base": "plain English: the number a comparison starts from, the folder others lie in",
    "basic": "plain English: the cards every game has",
    "pass": "a Python keyword; one round of a loop",
    "passes": "rounds of a loop; a seat that wants nothing more; a test that holds",
    "passed": "a decision that is over",
    "put": "plain English in hints: where a line has to stand",
    "puts": "plain English: what a function does",
}


def sources() -> list[Path]:
    """Everything that must be free of games."""
    folders = (ROOT / "interpreter", ROOT / "grammar")
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".lark", ".json"})


def texts(value: Any) -> Iterator[str]:
    """All strings and keys within a YAML value; numbers are no words."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from texts(key)
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def names_in(game: dict[str, Any]) -> Iterator[str]:
    """The words a game file declares: not its keys, which are the language of all games, but what it calls things."""
    yield game["game"]
    for section in ("kinds", "types", "properties", "counters", "zones", "verbs"):
        for name, facts in (game.get(section) or {}).items():
            yield name
            for key in ("plural", "one", "called", "pile", "piles", "having", "has", "forms", "past", "particle"):
                if isinstance(facts, dict) and key in facts:
                    yield from texts(facts[key])
    profiles = game.get("profiles") or {}
    yield from texts(profiles.get("option"))
    for name, facts in (profiles.get("choices") or {}).items():
        yield name
        yield from texts(list(facts.values()))
    yield from (game.get("turn") or {}).get("phases") or {}
    piles = game.get("piles") or {}
    yield from texts(piles.get("option"))
    yield from piles.get("named") or {}


def card_words(cards: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Names of cards in all languages, as a whole and word by word, and the sets they were printed in."""
    for card in cards:
        for name in (card["card"], *texts(list((card.get("names") or {}).values()))):
            yield name
            yield from (part for part in re.findall(r"\w+", name) if len(part) >= SHORTEST_PART)
        yield from texts(card.get("set"))
        yield from texts(card.get("editions"))


@cache
def vocabulary() -> frozenset[str]:
    """All words of all games that ship."""
    found: set[str] = set()
    for path in sorted((ROOT / "rules").glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        if "game" not in content:  # the list of games, and files that only use the words of others
            found.update(texts(content.get("games")))
            continue
        found.update(names_in(content))
        found.update(card_words(entry for entry in content.get("cards") or [] if isinstance(entry, dict)))
    found.update(card_words(yaml.safe_load((ROOT / "cards.yaml").read_text(encoding="utf-8"))))
    return frozenset(word.casefold() for word in found)


def split_identifiers(line: str) -> str:
    """`discard_pile` and `DiscardPile` as words of their own."""
    line = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line)
    return line.replace("_", " ").casefold()


def hits(path: Path, words: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Lines of a file that hold one of the words."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    wanted = re.compile(r"(?<!\w)(?:" + "|".join(re.escape(word) for word in longest_first) + r")(?!\w)")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for word in wanted.findall(split_identifiers(line)):
            yield number, word


def test_the_vocabulary_is_collected() -> None:
    """Of each kind of word at least one is there; an empty vocabulary would find nothing."""
    wanted = {
        "dominion", "action", "treasure", "victories", "hand", "in play", "supply", "coins", "coin", "buy", "draw",
        "drew", "trashed", "costing", "worth", "card", "clean-up phase", "throne room", "throne", "медь", "miedziak",
        "kívánságok kútja", "heavy purse", "kingdom", "edition", "1e", "base-2e", "intrigue-1e", "pile",
    }
    assert wanted - vocabulary() == set()
    assert len(vocabulary()) > 300


def test_a_word_is_found_in_code_comments_and_texts(tmp_path: Path) -> None:
    """The search itself: whole words, any case, also as a part of an identifier."""
    sample = tmp_path / "sample.py"
    code = "trash_pile = 1  # a Province\nclass ThroneRoomPlayer: ...\nhandle = 'Merchantman'\n"
    sample.write_text(code, encoding="utf-8")
    words = frozenset({"trash", "province", "throne room", "hand", "merchant"})
    assert list(hits(sample, words)) == [(1, "trash"), (1, "province"), (2, "throne room")]


def test_no_game_word_in_interpreter_or_grammar() -> None:
    words = vocabulary() - set(ALLOWED)
    found = [f"{path.relative_to(ROOT)}:{number}: {word}" for path in sources() for number, word in hits(path, words)]
    assert found == []


def test_every_exception_is_needed() -> None:
    """An entry of the allow-list that is no game word, or stands nowhere, has to go."""
    assert set(ALLOWED) <= vocabulary()
    used = {word for path in sources() for _, word in hits(path, frozenset(ALLOWED))}
    assert used == set(ALLOWED)
    assert all(reason for reason in ALLOWED.values())


def test_the_allow_list_is_short() -> None:
    assert len(ALLOWED) <= 25
