"""Everything `docs/language.md` shows is true: cards and lines check, cards play, constructs do what the page says."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter import BadFiles, Game, Rules, load
from tests.helpers import BASICS, answer, asked, cost, counter, offered, pile, play_randomly, position, tokens, zone
from tests.test_constructs import ONLY_RULES, users_of_constructs

PAGE = Path(__file__).resolve().parent.parent / "docs" / "language.md"
# what must stand before a line of a table so that its pronouns mean something; the first that fits is taken
BEFORE = (
    "", "choose a card in hand\n", "reveal the top 3 cards of deck\n", "discard a card from hand\n",
    "discard 2 cards from hand\n", "name a card\nchoose a card in hand\n", "choose another player\n",
)
# the sentences a line of a table is put into, by the head of its column
WRAPS = {
    "statement": ("{}",), "condition": ("if {}: +1 coin",), "thing": ("choose {}", "if {}: +1 coin"),
    "number": ("+coins equal to {}",), "comparison": ("gain a card {}",), "who": ("{} draws a card",),
    "below the line": ("---\n{}",),
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


def wrapped(kind: str, fragment: str, before: str, way: int) -> str:
    text = WRAPS[kind][min(way, len(WRAPS[kind]) - 1)].format(fragment)
    return before + ("+1 card\n" if text.startswith("---") else "") + text


def test_every_line_of_the_tables_checks(tmp_path: Path) -> None:
    left = list(fragments())
    assert len(left) > 80
    problems: dict[str, str] = {}
    for before, way in product(BEFORE, (0, 1)):
        if not left:
            break
        texts = [wrapped(kind, fragment, before, way) for kind, fragment in left]
        wrong = wrong_texts(tmp_path, texts)
        problems |= {left[index][1]: message for index, message in wrong.items()}
        left = [item for index, item in enumerate(left) if index in wrong]
    assert not left, "\n".join(problems[fragment] for _, fragment in left)


def wrong_texts(folder: Path, texts: list[str]) -> dict[int, str]:
    """Which of several card texts do not check, and why; all are read in one go."""
    owner = [index for index, text in enumerate(texts) for _ in card_file(f"Line {index}", text)]
    lines = [line for index, text in enumerate(texts) for line in card_file(f"Line {index}", text)]
    file = folder / "lines.yaml"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        load("dominion", cards=[file])
    except BadFiles as bad:
        found = [(owner[problem.span.line - 1], problem.message) for problem in bad.problems]
        return {index: f"{texts[index]!r}: {message}" for index, message in found}
    return {}


def card_file(name: str, text: str) -> list[str]:
    head = [f"- card: {name}", "  cost: 1", "  types: [Action]", "  text: |"]
    return head + ["    " + line for line in text.split("\n")]


def test_every_construct_is_on_the_page(folder: Path) -> None:
    """A card on the page uses each alternative of the grammar that a card can use."""
    names = set(documented(rules(folder, "2e")))
    users = users_of_constructs(folder / "language.yaml")
    missing = [what for what, cards in users.items() if not names & set(cards) and not set(what) & set(ONLY_RULES)]
    assert not sorted(missing)


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_card_on_the_page_plays(folder: Path, edition: str) -> None:
    """Random games with decks full of documented cards: each is played, or bought if it cannot be played."""
    loaded = rules(folder, edition)
    names = documented(loaded)
    done: Counter[str] = Counter()
    for seed in range(40):
        chance = random.Random(seed)
        players: dict[str, Any] = {}
        for seat in ("p1", "p2", "p3"):
            players[seat] = {"deck": chance.choices([*names, *BASICS], k=20), "hand": chance.sample(names, 4)}
        game = position(loaded, chance.sample(names, 6), seats=3, seed=seed, **players)
        play_randomly(game, seed, answers=150, watch=done)
    assert not [name for name in names if not done[name]]


# ---------------------------------------------------------------- a handful of promises of the page


def test_a_number_in_a_condition_means_at_least(tmp_path: Path) -> None:
    assert coins_from(tmp_path, "if 2 Treasures in hand: +1 coin", ["Copper"] * 3) == 1
    assert coins_from(tmp_path, "if 2 or fewer Treasures in hand: +1 coin", ["Copper"] * 3) == 0


def test_conditions_are_joined_from_left_to_right(tmp_path: Path) -> None:
    assert coins_from(tmp_path, "if a Copper in hand, or a Gold in hand, and a Curse in hand: +1 coin", ["Copper"]) == 0
    assert coins_from(tmp_path, "if a Curse in hand, and a Gold in hand, or a Copper in hand: +1 coin", ["Copper"]) == 1


def test_if_done_asks_for_the_whole_amount(tmp_path: Path) -> None:
    assert coins_from(tmp_path, "trash 2 cards from hand\nif done: +1 coin", ["Copper"]) == 0
    assert coins_from(tmp_path, "trash 2 cards from hand\nif done: +1 coin", ["Copper", "Copper"]) == 1
    assert coins_from(tmp_path, "trash any number of cards from hand\nif done: +1 coin", []) == 0


def test_what_is_said_about_nothing_does_nothing(tmp_path: Path) -> None:
    text = "trash a Gold from hand\n+coins equal to its cost\nif it is not a Copper: +5 coins"
    assert coins_from(tmp_path, text, ["Copper"]) == 0


def test_a_floor_never_raises(tmp_path: Path) -> None:
    game = played(tmp_path, "this turn: cards cost 2 less, not below 3", ["Copper"])
    assert [cost(game, name) for name in ("Gold", "Silver", "Estate", "Copper")] == [4, 3, 2, 0]


def test_shown_cards_lie_apart_and_go_back(tmp_path: Path) -> None:
    game = played(tmp_path, "reveal the top 2 cards of deck\n+1 card", [], deck=["Gold", "Silver", "Estate", "Duchy"])
    assert zone(game, 1, "hand") == ["Estate"] and zone(game, 1, "deck") == ["Gold", "Silver", "Duchy"]


def test_stop_leaves_the_innermost_repeat(tmp_path: Path) -> None:
    assert coins_from(tmp_path, "repeat:\n  +1 coin\n  if 2 coins: stop\n+5 coins", []) == 7
    assert coins_from(tmp_path, "+1 coin\nif 1 coin: stop\n+5 coins", []) == 1


def test_a_search_binds_it_and_the_rest(loaded: Rules) -> None:
    game = position(loaded, p1={"hand": ["Mole"], "deck": ["Copper", "Estate", "Curse", "Silver", *["Gold"] * 5]})
    answer(game, "Mole")
    assert zone(game, 1, "hand") == ["Gold"] * 5 + ["Silver"] and zone(game, 1, "deck") == ["Estate"]
    assert zone(game, 1, "discard") == ["Curse", "Copper"]


def test_playing_twice_doubles_the_text_not_what_holds(loaded: Rules) -> None:
    game = position(loaded, p1={"hand": ["Throne Room", "Lodge"]})
    answer(game, "Throne Room", "Lodge")
    assert cost(game, "Gold") == 5 and counter(game, 1, "actions") == 4
    game = position(loaded, p1={"hand": ["Throne Room", "Silver Tongue", "Copper"]})
    answer(game, "Throne Room", "Silver Tongue")
    assert cost(game, "Gold") == 4


def test_tokens_stay_on_the_card(loaded: Rules) -> None:
    game = position(loaded, p1={"hand": ["Acorn", "Copper"]})
    answer(game, ["Acorn"], "Copper")
    assert counter(game, 1, "coins") == 1 and tokens(game, "Copper") == 1 and tokens(game, "Acorn") == 0


def test_first_time_means_the_first_of_the_turn(loaded: Rules) -> None:
    game = position(loaded, p1={"hand": ["Winter Store", "Gold", "Gold"], "deck": ["Copper"] * 20, "buys": 2})
    answer(game, "Winter Store", [], ["Gold", "Gold"], "Estate")
    assert counter(game, 1, "coins") == 1 + 6 - 2 + 1  # at the start of the buy phase; for the first gain
    answer(game, "Estate")
    assert pile(game, "Estate") == 6


def test_a_replacement_takes_the_place_of_the_event(loaded: Rules) -> None:
    game = position(loaded, p1={"hand": ["Watchman", "Copper"], "deck": ["Estate"] * 9})
    answer(game, "Watchman", [], "Copper")
    if asked(game).seat == 1 and "Copper" in offered(game):
        answer(game, [])
    assert pile(game, "Copper") == 46 and pile(game, "Silver") == 39


def played(folder: Path, text: str, hand: list[str], deck: list[str] | None = None) -> Game:
    """p1 plays a card with this text and always picks the first options."""
    file = folder / "one.yaml"
    file.write_text("\n".join(card_file("Trial", text)) + "\n", "utf-8")
    game = position(load("dominion", cards=[file]), p1={"hand": ["Trial", *hand], "deck": deck or []})
    answer(game, "Trial")
    while asked(game).source.card == "Trial":
        decision = asked(game)
        game.answer(list(decision.options[: max(decision.min, 1)]))
    return game


def coins_from(folder: Path, text: str, hand: list[str]) -> int:
    return counter(played(folder, text, hand), 1, "coins")
