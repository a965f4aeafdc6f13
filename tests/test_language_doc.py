"""Everything `docs/language.md` shows is true: cards and lines check, cards play, constructs do what the page says."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from helpers import BASICS, answer, asked, cost, counter, offered, pile, play_randomly, position, table, tokens, zone
from interpreter import BadFiles, Rules, load
from test_constructs import ONLY_RULES, constructs_in, constructs_of_grammar, grammar

PAGE = Path(__file__).resolve().parent.parent / "docs" / "language.md"
# what must stand before a line of a table so that its pronouns mean something; the first that fits is taken
BEFORE = (
    "", "choose a card in hand\n", "reveal the top 3 cards of deck\n", "discard a card from hand\n", "discard 2 cards from hand\n",
    "name a card\nchoose a card in hand\n", "choose another player\n",
)
WRAPS = {
    "statement": "{}", "condition": "if {}: +1 coin", "thing": "choose {}", "number": "+coins equal to {}",
    "comparison": "gain a card {}", "who": "{} draws a card", "below the line": "---\n{}",
}


@cache
def page() -> str:
    return PAGE.read_text("utf-8")


def blocks() -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", page(), re.DOTALL)


def fragments() -> Iterator[tuple[str, str]]:
    """The lines in the first column of the tables, with the head of their table."""
    kind = ""
    for line in page().split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            kind = ""
        elif not kind:
            kind = cells[0]
        elif kind in WRAPS:
            for fragment in re.findall(r"`([^`]+)`", cells[0]):
                yield kind, fragment


@cache
def rules(folder: Path, edition: str) -> Rules:
    file = folder / "language.yaml"
    file.write_text("\n".join(blocks()), "utf-8")
    return load("dominion", edition=edition, cards=[file])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("language")


@pytest.fixture()
def loaded(folder: Path) -> Rules:
    return rules(folder, "2e")


def documented(loaded: Rules) -> list[str]:
    return [card.name for card in loaded.cards if card.set == "homebrew"]


# ---------------------------------------------------------------- all of it


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_card_on_the_page_checks(folder: Path, edition: str) -> None:
    names = documented(rules(folder, edition))
    assert len(names) == page().count("\n- card: ") > 25


def wrapped(kind: str, fragment: str, before: str) -> str:
    text = WRAPS[kind].format(fragment)
    if text.startswith("---"):
        return f"{before}+1 card\n{text}"
    return before + text


def test_every_line_of_the_tables_checks(tmp_path: Path) -> None:
    left = list(fragments())
    assert len(left) > 80
    problems: dict[str, str] = {}
    for before in BEFORE:
        texts = [wrapped(kind, fragment, before) for kind, fragment in left]
        wrong = wrong_texts(tmp_path, texts)
        problems |= {left[index][1]: message for index, message in wrong.items()}
        left = [item for index, item in enumerate(left) if index in wrong]
    assert not left, "\n".join(problems[fragment] for _, fragment in left)


def wrong_texts(folder: Path, texts: list[str]) -> dict[int, str]:
    """Which of several card texts do not check, and why; all are read in one go."""
    lines: list[str] = []
    owner: list[int] = []
    for index, text in enumerate(texts):
        body = [f"- card: Line {index}", "  cost: 1", "  types: [Action]", "  text: |", *("    " + part for part in text.split("\n"))]
        lines += body
        owner += [index] * len(body)
    file = folder / "lines.yaml"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        load("dominion", cards=[file])
    except BadFiles as bad:
        return {owner[problem.span.line - 1]: f"{texts[owner[problem.span.line - 1]]!r}: {problem.message}" for problem in bad.problems}
    return {}


def test_every_construct_is_on_the_page(loaded: Rules) -> None:
    """A card on the page uses each alternative of the grammar that a card can use."""
    used = set()
    for block in blocks():
        for text in re.findall(r"(?:text|1e|2e): \|\n((?: {4,}.*\n|\n)+)", block):
            indent = len(text) - len(text.lstrip(" "))
            for chunk in chunks([line[indent:] for line in text.split("\n")]):
                used |= set(constructs_in(page_grammar(loaded).parse(chunk, start="chunk")))
    origins = {str(rule.alias): rule.origin.name for rule in grammar().rules if rule.alias}
    used |= {(name, origins[part]) for name, part in used if part in origins}
    names = {name for name, _ in constructs_of_grammar() if name not in ONLY_RULES} - {""}
    missing = sorted(names - {name for name, _ in used})
    assert not missing
    parts = {c for c in constructs_of_grammar() if c[0] not in ONLY_RULES and c[0] and c[1].isupper()}
    assert not sorted(parts - used)
