"""Bots that play by themselves: however a game is driven, it takes the same course."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Decision, Game, Refused, RunawayCard, load
from interpreter.front.bots import make_bot
from tests.helpers import position
from tests.strategies import named_kingdoms, rules_of


def driven(game: Game, names: tuple[str, str], how: str) -> Game:
    bots: dict[int, Any] = {seat: make_bot(rules_of("2e"), name, seat) for seat, name in enumerate(names, 1)}
    if how == "asked with decisions":
        planners = bots
        bots = {seat: lambda decision, bot=bot: bot(decision) for seat, bot in planners.items()}
    if how == "one answer at a time":
        while (decision := game.decision) is not None:
            game.answer(bots[decision.seat](decision))
    else:
        if how == "listened to":
            assert game.events
        game.run(bots)
    return game


# Planners answer with numbers, bots that are called with names: of equal cards the latter take the first.
@pytest.mark.parametrize("ways", [("planned", "listened to"), ("asked with decisions", "one answer at a time")])
@pytest.mark.parametrize("kingdom", sorted(named_kingdoms(rules_of("2e"))))
def test_every_way_of_driving_gives_the_same_game(kingdom: str, ways: tuple[str, str]) -> None:
    names = ("actions", "random")
    one, other = (driven(rules_of("2e").new_game(seats=2, seed=11, kingdom=kingdom), names, how) for how in ways)
    assert one.over and one.decided > 50
    assert one.checksum() == other.checksum()
    assert one.answers == other.answers


class Wrong:
    """A planner that answers with what it was told to."""

    def __init__(self, picked: Any) -> None:
        self.picked = picked

    def plan(self, place: int, kind: str) -> Any:
        return lambda names, low, high: self.picked


@pytest.mark.parametrize("picked", [99, -1, [0, 0], [0, 99], range(50)])
def test_a_planner_that_picks_what_is_not_there_is_refused(picked: Any) -> None:
    game = position(rules_of("2e"), p1={"hand": ["Copper", "Copper"]})
    before = game.checksum()
    with pytest.raises(Refused, match="can be picked"):
        game.run({1: Wrong(picked)})
    assert game.checksum() == before
    assert game.answers == ()


def test_one_pick_where_two_are_needed_is_refused() -> None:
    hand = ["Copper", "Estate", "Gold", "Silver", "Duchy"]
    game = position(rules_of("2e"), p1={"hand": ["Militia"]}, p2={"hand": hand})
    game.answer("Militia")
    with pytest.raises(Refused, match="2 to 2"):
        game.run({2: Wrong(0)})


def test_a_bot_may_look_at_the_game_it_plays() -> None:
    """While a bot is asked, the game is a value like at any other decision."""
    game = rules_of("2e").new_game(seats=2, seed=3)
    seen: list[bool] = []

    def looking(decision: Decision) -> Any:
        copy = game.fork()
        seen.append(copy == game and copy.decision is not None and copy.decision.names == decision.names)
        copy.run({1: make_bot(rules_of("2e"), "money"), 2: make_bot(rules_of("2e"), "money")})
        return decision.names[: decision.max] if decision.ordered else decision.names[: decision.min]

    game.run({game.turn: looking})
    assert seen and all(seen)


def test_a_runaway_card_leaves_the_game_as_it_was_before_the_last_answer(tmp_path: Any) -> None:
    file = tmp_path / "cards.yaml"
    text = "- card: Whirl\n  cost: 2\n  types: [Action]\n  text: |\n    repeat:\n      +1 coin\n"
    file.write_text(text, encoding="utf-8")
    game = position(load("dominion", cards=[file]), p1={"hand": ["Whirl"]})
    before = game.checksum()
    with pytest.raises(RunawayCard):
        game.run({1: lambda decision: decision.names[0]})
    assert game.checksum() == before
    assert game.decision is not None and game.decision.names == ("Whirl",)
