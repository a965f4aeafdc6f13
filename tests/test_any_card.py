"""Whatever passes the checker can be played: random cards, in random games of both editions.

A card may be silly, and it may never come to an end, for which there is `RunawayCard`; but no game fails in any other
way, and saving, forking, taking back and listening never change how a game goes on.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Rules, RunawayCard, load
from tests.card_generator import REASONS, card_file, checked_cards, made_texts, refusals
from tests.helpers import play_randomly, position, random_answer

CARDS = 150
GROUPS = 10
OTHERS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Curse", "Smithy", "Village", "Moat", "Witch")


@cache
def texts() -> tuple[str, ...]:
    return tuple(checked_cards(seed=1, count=CARDS))


@pytest.fixture(scope="module", params=["1e", "2e"])
def rules(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The game with all made cards."""
    file: Path = tmp_path_factory.mktemp("made") / "made.yaml"
    file.write_text(card_file(texts()), encoding="utf-8")
    return load("dominion", edition=request.param, cards=[file])


def start(rules: Rules, number: int) -> Game:
    """Three players, p1 with two copies of the card in hand, and more of them all around."""
    chance = random.Random(number)
    name = f"Made {number}"
    pool = [*OTHERS, name, name]

    def some(count: int) -> list[str]:
        return chance.choices(pool, k=count)

    players: dict[str, dict[str, Any]] = {
        "p1": {"hand": [name, name, *some(3)], "deck": some(8), "discard": some(3), "actions": 3, "coins": 2},
        "p2": {"hand": [name, *some(4)], "deck": some(8)},
        "p3": {"hand": some(4), "deck": some(2)},
    }
    return position(rules, [name, "Smithy"], seats=3, seed=number, **players)


def group(number: int) -> range:
    """The cards of one test."""
    return range(number, CARDS, GROUPS)


def test_what_follows_the_language_page_checks() -> None:
    """A text written with care has no problem; a careless one has none but those of its carelessness."""
    made = made_texts(seed=2, count=400)
    found = refusals([text for text, _ in made])
    wrong = [(number, problem) for number, problems in found.items() for problem in problems
             if made[number][1] or problem.code not in REASONS]
    assert not wrong, "\n".join(f"{problem}\nin the text\n{made[number][0]}" for number, problem in wrong[:3])
    assert {problem.code for problems in found.values() for problem in problems} == set(REASONS)
    assert sum(care for _, care in made) > 300


def test_the_cards_are_many_and_differ() -> None:
    """The generator is no source of one and the same card, and it uses the wide forms."""
    assert len(set(texts())) == CARDS
    for form in ("if ", "otherwise:", "each other player", "for each ", "repeat ", "choose one:", "---", "instead"):
        assert any(form in text for text in texts()), form


@pytest.mark.parametrize("part", range(GROUPS))
def test_random_cards_play(rules: Rules, part: int) -> None:
    """No card is lost or doubled, every seat has a score and a view, and nothing fails."""
    given = 0
    for number in group(part):
        game = start(rules, number)
        try:
            given += play_randomly(game, number, answers=30)
            for seat in (1, 2, 3):
                assert isinstance(game.score(seat), int)
                assert game.seat(seat).view()["seats"]
        except RunawayCard:
            continue
    assert given > 100


@pytest.mark.parametrize("part", range(GROUPS))
def test_copies_of_random_games_agree(rules: Rules, part: int) -> None:
    """A fork, a loaded game, an answer taken back and a game that is listened to go on in the same way."""
    compared = 0
    for number in group(part):
        chance = random.Random(number)
        game = start(rules, number)
        heard = game.fork()
        heard._listen()
        for count in range(12):
            decision = game.decision
            if decision is None:
                break
            keys = [decision.options[index].key for index in random_answer(decision, chance)]
            fork = game.fork()
            loaded = game._rules.load_game(game.save()) if count % 4 == 0 else None
            try:
                game.answer(keys)
            except RunawayCard:
                break
            fork.answer(keys)
            heard.answer(keys)
            assert fork == game, f"a fork differs after {decision!r}"
            assert heard._state.value() == game._state.value(), f"listening differs after {decision!r}"
            if loaded is not None:
                loaded.answer(keys)
                assert loaded == game, f"a loaded game differs after {decision!r}"
                game.undo()
                game.answer(keys)
                assert fork == game, f"taking back differs after {decision!r}"
                compared += 1
    assert compared > 15
