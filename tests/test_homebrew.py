"""The cards of `examples/homebrew.yaml`: they check, they play, and each does what it says in a played position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Rules, load
from tests.helpers import (
    BASICS,
    answer,
    asked,
    cost,
    counter,
    end_turn,
    offered,
    pile,
    play_randomly,
    position,
    random_answer,
    table,
    tokens,
    zone,
)

HOMEBREW = Path(__file__).resolve().parent.parent / "examples" / "homebrew.yaml"


@cache
def rules(edition: str = "2e") -> Rules:
    return load("dominion", edition=edition, cards=[HOMEBREW])


def names() -> list[str]:
    return [card.name for card in rules().cards if card.set == "homebrew"]


def play(card: str, *answers: str | Sequence[str], hand: Sequence[str] = ("Copper", "Silver", "Estate"),
         deck: Sequence[str] = ("Gold", "Duchy", "Curse", "Province", "Copper"), edition: str = "2e", seats: int = 2,
         p1: dict[str, Any] | None = None, **given: Any) -> Game:
    """p1 has the card and `hand`, and plays it; p2 has a hand of five unless given."""
    given.setdefault("p2", {"hand": ["Copper", "Copper", "Silver", "Estate", "Gold"], "deck": ["Curse", "Silver"] * 6})
    first = {"hand": [card, *hand], "deck": list(deck)} | (p1 or {})
    game = position(rules(edition), [card], seats, p1=first, **given)
    answer(game, card if card not in TREASURES else [card], *answers)
    return game


TREASURES = ("Money Box", "Consolation", "Heirloom Ring", "Tally Stick", "Travelling Chest")
SILVERS = ["Silver"] * 12


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_all_cards_check(edition: str) -> None:
    assert len(names()) >= 12
    assert {card.name for card in rules(edition).cards} >= set(names())


def test_no_name_is_taken_from_the_catalogue() -> None:
    official = {card.name for card in rules().cards if card.set != "homebrew"}
    assert not official & set(names())


def test_every_card_has_a_test_of_its_own() -> None:
    tests = {name for name in globals() if name.startswith("test_")}
    wanted = {"test_" + name.lower().replace(" ", "_") for name in names()}
    assert wanted <= tests, sorted(wanted - tests)


@pytest.mark.parametrize("edition", ["1e", "2e"])
@pytest.mark.parametrize("mixed", [False, True], ids=["homebrew", "mixed"])
def test_random_games(edition: str, mixed: bool) -> None:
    """Kingdoms of homebrew cards alone, and mixed with official ones, from the set-up on."""
    every = [card.name for card in rules(edition).cards if card.offered] if mixed else names()
    for seed in range(40):
        chance = random.Random(seed)
        game = rules(edition).new_game(seats=chance.randint(2, 6), kingdom=chance.sample(every, 10), seed=seed)
        assert play_randomly(game, seed, answers=250) == 250 or game.over


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_card_is_played_in_random_games(edition: str) -> None:
    """Everybody holds five of the cards already, so that dear ones are played too."""
    used: Counter[str] = Counter()
    for seed in range(0, 2 * len(names()), 5):
        own = (names() * 3)[seed : seed + 5]
        deck = random.Random(seed).choices([*own, *BASICS], k=20)
        players: dict[str, Any] = {player: {"hand": own, "deck": deck} for player in ("p1", "p2", "p3")}
        game = position(rules(edition), names()[seed % 7 :: 9], seats=3, seed=seed, **players)
        play_randomly(game, seed, answers=250, watch=used)
    assert not [name for name in names() if not used[name]]


@pytest.mark.parametrize("seed", range(6))
def test_games_are_values_in_the_middle_of_any_card(seed: int) -> None:
    """Saved, forked or undone while effects wait, windows are open and tokens lie about: they go on alike."""
    chance = random.Random(seed)
    game = rules().new_game(seats=3, kingdom=chance.sample(names(), 10), seed=seed)
    play_randomly(game, seed, answers=100)
    for _ in range(12):
        decision = asked(game)
        keys = [decision.options[index].key for index in random_answer(decision, chance)]
        loaded, forked = rules().load_game(game.save()), game.fork()
        assert loaded == game
        for copy in (loaded, forked, game):
            copy.answer(keys)
        assert loaded == forked == game
        game.undo()
        game.answer(keys)
        assert game == forked and game.checksum() == loaded.checksum()


# ---------------------------------------------------------------- tokens


def test_beekeeper() -> None:
    game = play("Beekeeper", hand=[], deck=SILVERS)
    assert len(zone(game, 1, "hand")) == 1 and counter(game, 1, "actions") == 1
    hand = ["Beekeeper", "Throne Room", "Throne Room", "Revolving Door"]
    game = position(rules(), p1={"hand": hand, "deck": SILVERS})
    answer(game, "Throne Room", "Beekeeper")
    assert tokens(game, "Beekeeper") == 2 and zone(game, 1, "hand").count("Silver") == 1 + 2
    answer(game, "Revolving Door", "Beekeeper", "Throne Room", "Beekeeper")
    assert zone(game, 1, "hand") == ["Silver"] * (1 + 2 + 3 + 4) and table(game, "trash") == ["Beekeeper"]


def test_money_box() -> None:
    game = play("Money Box", hand=["Copper"])
    assert len(offered(game)) == 2  # without a token there is nothing to take
    answer(game, "+2 tokens on this")
    assert tokens(game, "Money Box") == 2 and counter(game, 1, "coins") == 0
    game = position(rules(), ["Money Box"], p1={"hand": ["Jubilee", "Money Box"]})
    answer(game, "Jubilee", "Money Box", "+2 tokens on this")
    taken = next(key for key in offered(game) if "equal" in key)
    answer(game, taken)
    assert counter(game, 1, "coins") == 2 and tokens(game, "Money Box") == 0


def test_candle_clock() -> None:
    game = play("Candle Clock", hand=[], deck=SILVERS * 3)
    burning = [zone(game, 1, "in play")]
    gains = [counter(game, 1, "coins")]
    for _ in range(4):
        end_turn(game)
        end_turn(game)
        burning.append(zone(game, 1, "in play"))
        gains.append(counter(game, 1, "coins"))
    assert gains == [1, 1, 1, 0, 0]
    assert burning[1] == burning[2] == ["Candle Clock"] and burning[4] == []
    assert tokens(game, "Candle Clock") == 0


def test_hallmark() -> None:
    game = play("Hallmark", "Silver", hand=["Copper", "Silver"], deck=["Estate"])
    assert tokens(game, "Silver") == 1
    answer(game, ["Copper", "Silver"])
    assert counter(game, 1, "coins") == 1 + 2 + 2


def test_registry() -> None:
    game = play("Registry", "Copper", hand=["Copper"], deck=["Gold"])
    assert tokens(game, "Copper") == 1
    assert game.score(1) == 0
    game = position(rules(), p1={"hand": ["Registry", "Registry", "Copper", "Silver"], "deck": ["Gold", "Gold"]})
    answer(game, "Registry", "Copper", "Registry", "Silver")
    assert game.score(1) == 2  # two marked cards, worth 1 for each Registry


def test_seedling() -> None:
    game = position(rules(), p1={"hand": ["Seedling", "Seedling", "Seedling", "Estate"], "actions": 1})
    answer(game, "Seedling", "Estate", "Seedling", "Estate", "Seedling", "Estate")
    assert counter(game, 1, "coins") == 1 + 2 + 3 and table(game, "trash") == ["Estate"]


# ---------------------------------------------------------------- effects that wait


def test_night_ferry() -> None:
    game = play("Night Ferry", ["Copper", "Silver"], deck=["Gold"] * 5)
    assert zone(game, 1, "aside") == ["Copper", "Silver"]
    end_turn(game)
    assert zone(game, 1, "hand") == ["Copper"] + ["Gold"] * 5 + ["Silver"] and zone(game, 1, "aside") == []
    assert zone(game, 1, "in play") == []


def test_understudy() -> None:
    game = play("Understudy", "Smithy", hand=["Smithy", "Copper"], deck=SILVERS * 2)
    assert zone(game, 1, "aside") == ["Smithy"]
    end_turn(game)
    assert zone(game, 1, "in play") == ["Understudy"]  # it stays until its effect has happened
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 5 + 6 and zone(game, 1, "in play") == ["Smithy", "Understudy"]


def test_informer() -> None:
    game = play("Informer", hand=[], deck=SILVERS, p2={"hand": ["Gold", "Gold"], "deck": ["Copper"] * 5})
    assert counter(game, 1, "coins") == 2
    end_turn(game)
    watching = game.fork()
    answer(game, ["Gold", "Gold"], "Estate")
    assert game.turn == 1 and len(zone(game, 1, "hand")) == 7
    answer(watching, ["Gold", "Gold"], "Silver")
    assert watching.turn == 1 and len(zone(watching, 1, "hand")) == 5


def test_street_lamp() -> None:
    game = play("Street Lamp", hand=["Estate"], deck=["Duchy", *SILVERS])
    assert zone(game, 1, "hand") == ["Duchy", "Estate"]  # the action phase ended: a card
    assert counter(game, 1, "coins") == 2
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 6


def test_rehearsal() -> None:
    game = play("Rehearsal", hand=[], deck=SILVERS * 2)
    assert counter(game, 1, "coins") == 1  # at the end of the action phase, as it was in play
    end_turn(game)
    end_turn(game)
    assert counter(game, 1, "actions") == 2


def test_toll_gate() -> None:
    game = play("Toll Gate", hand=[], deck=SILVERS, p2={"hand": ["Militia"], "deck": ["Copper"] * 5})
    end_turn(game)
    answer(game, "Militia")
    assert len(zone(game, 1, "hand")) == 6 and asked(game).seat == 1  # drew before it was asked to discard


def test_long_summer() -> None:
    game = play("Long Summer", hand=[], deck=SILVERS)
    assert cost(game, "Gold") == 5 and cost(game, "Province") == 8
    end_turn(game)
    assert cost(game, "Gold") == 5
    end_turn(game)
    assert game.turn == 1 and cost(game, "Gold") == 5
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_rush_hour() -> None:
    game = play("Rush Hour", hand=["Gold"], deck=SILVERS)
    answer(game, ["Gold"], "Rush Hour", "Rush Hour")
    assert zone(game, 1, "deck")[0] == "Rush Hour"
    answer(game, [])
    assert game.turn == 2 and "Rush Hour" in zone(game, 1, "hand")


# ---------------------------------------------------------------- playing other cards


def test_lost_property() -> None:
    game = play("Lost Property", "Smithy", deck=SILVERS, trash=["Smithy", "Lost Property", "Copper", "Festival"])
    assert len(zone(game, 1, "hand")) == 6 and sorted(table(game, "trash"))[-1] == "Smithy"
    game = play("Lost Property", "Silver", trash=["Lost Property"])
    assert zone(game, 1, "deck")[0] == "Silver"


def test_three_wishes() -> None:
    game = play("Three Wishes", "Smithy", hand=["Smithy", "Hourglass"], deck=SILVERS * 2)
    assert len(zone(game, 1, "hand")) == 1 + 9 + 1  # three times, and a card for the one buy
    game = play("Three Wishes", hand=["Hourglass"], deck=SILVERS)
    assert zone(game, 1, "hand") == ["Hourglass", "Silver"]  # it costs as much: it cannot be played


def test_jubilee() -> None:
    game = play("Jubilee", "Gold", hand=["Gold", "Copper"], supply={"Curse": 0, "Duchy": 0})
    assert counter(game, 1, "coins") == 3 * 2 + 2 and zone(game, 1, "in play") == ["Gold", "Jubilee"]


def test_copycat() -> None:
    game = position(rules(), p1={"hand": ["Smithy"], "deck": SILVERS}, p2={"hand": ["Copycat"], "deck": ["Gold"] * 5})
    answer(game, "Smithy", "Copycat")
    assert zone(game, 2, "hand") == ["Gold"] * 3 and zone(game, 2, "discard") == ["Copycat"]
    assert zone(game, 1, "hand") == ["Silver"] * 3


def test_open_house() -> None:
    game = play("Open House", ["may play another Action from hand", "+1 coin"], "Smithy", hand=["Smithy"], deck=SILVERS)
    assert len(zone(game, 1, "hand")) == 3 and counter(game, 1, "coins") == 1
    game = play("Open House", ["put all Victories from hand onto deck in any order", "+1 buy"], ["Duchy", "Estate"],
                hand=["Estate", "Duchy", "Copper"])
    assert zone(game, 1, "deck")[:2] == ["Duchy", "Estate"] and counter(game, 1, "buys") == 2


# ---------------------------------------------------------------- reactions


def test_bulwark() -> None:
    game = play("Bulwark", hand=["Estate"] * 5, deck=["Copper"] * 9, p2={"hand": ["Militia", "Witch"], "actions": 2})
    end_turn(game)
    answer(game, "Militia")
    assert asked(game).seat == 2 and len(zone(game, 1, "hand")) == 5  # Militia costs 4
    game = play("Bulwark", hand=[], deck=["Copper"] * 9, p2={"hand": ["Witch"]})
    end_turn(game)
    answer(game, "Witch")
    assert "Curse" in zone(game, 1, "discard")  # Witch costs 5


def test_hedge_maze() -> None:
    game = play("Hedge Maze", "Estate")
    assert zone(game, 1, "deck")[-1] == "Estate" and len(zone(game, 1, "hand")) == 4
    game = position(rules(), p1={"hand": ["Witch"]}, p2={"hand": ["Hedge Maze"], "deck": ["Gold"]})
    answer(game, "Witch", "Hedge Maze")
    assert zone(game, 2, "deck") == ["Gold", "Hedge Maze"] and pile(game, "Curse") == 10


def test_truce() -> None:
    game = position(rules(), p1={"hand": ["Witch"], "deck": ["Copper", "Copper"]}, p2={"hand": ["Truce"]})
    answer(game, "Witch", "Truce")
    assert zone(game, 2, "discard") == ["Truce"] and zone(game, 1, "discard") == ["Silver"]
    assert pile(game, "Curse") == 10


def test_envious_cousin() -> None:
    cousin = {"hand": ["Envious Cousin"], "deck": SILVERS}
    game = position(rules(), p1={"hand": ["Auction House", "Auction House"], "actions": 2}, p2=cousin)
    answer(game, "Auction House", "Duchy", "Envious Cousin")
    assert zone(game, 2, "hand") == ["Envious Cousin", "Silver"]
    answer(game, "Auction House", "Duchy", "Envious Cousin")
    assert zone(game, 2, "hand") == ["Envious Cousin", "Silver", "Silver"] and pile(game, "Silver") == 39


def test_consolation() -> None:
    game = position(rules(), p1={"hand": ["Witch"]}, p2={"hand": ["Consolation"], "deck": []})
    answer(game, "Witch", "Consolation")
    assert zone(game, 2, "deck") == ["Gold"]
    game = position(rules(), p1={"hand": ["Copper", "Consolation"], "buys": 2})
    answer(game, ["Copper"], [], "Curse", "Consolation")
    assert counter(game, 1, "coins") == 3


def test_straw_man() -> None:
    game = position(rules(), p1={"hand": ["Witch"]}, p2={"hand": ["Straw Man"]})
    declined = game.fork()
    answer(game, "Witch", "Straw Man")
    assert zone(game, 2, "discard") == ["Silver"] and table(game, "trash") == ["Straw Man"]
    assert pile(game, "Curse") == 10
    answer(declined, "Witch", [])
    assert zone(declined, 2, "discard") == ["Curse"]


def test_early_bird() -> None:
    game = position(rules(), p1={"hand": ["Early Bird", "Copper"], "deck": SILVERS})
    assert asked(game).source.card == "Early Bird"
    answer(game, "Early Bird")
    assert zone(game, 1, "hand") == ["Copper", "Silver", "Silver"] and zone(game, 1, "discard") == ["Early Bird"]


def test_curfew_bell() -> None:
    game = position(rules(), p1={"hand": [], "deck": ["Curfew Bell", *SILVERS]})
    while asked(game).source.card != "Curfew Bell":
        answer(game, [])
    answer(game, "Curfew Bell")
    assert zone(game, 1, "hand") == ["Curfew Bell"] + ["Silver"] * 4  # put on the deck, and drawn again


def test_goldsmith() -> None:
    game = play("Goldsmith", hand=["Goldsmith"])
    assert zone(game, 1, "hand").count("Copper") == 1  # the first one is in hand; the reaction is asked
    answer(game, [], [])
    assert zone(game, 1, "hand").count("Copper") == 2 and counter(game, 1, "actions") == 1
    game = position(rules(), p1={"hand": ["Goldsmith", "Gold"], "actions": 0})
    answer(game, ["Gold"], "Silver", "Goldsmith")
    assert game.turn == 2 or zone(game, 1, "hand") == ["Goldsmith", "Silver"]


# ---------------------------------------------------------------- gained, trashed, discarded


def test_chandlery() -> None:
    game = position(rules(), ["Chandlery"], p1={"hand": ["Silver", "Copper"]})
    answer(game, ["Silver", "Copper"], "Chandlery")
    assert zone(game, 1, "hand") == ["Chandlery"] and counter(game, 1, "buys") == 1
    game = position(rules(), ["Chandlery"], p1={"hand": ["Swindler"]}, p2={"deck": ["Silver"]})
    answer(game, "Swindler", "Chandlery")
    assert zone(game, 2, "hand") == ["Chandlery"] and counter(game, 2, "buys") == 0


def test_time_capsule() -> None:
    game = position(rules(), p1={"hand": ["Chapel", "Time Capsule"]})
    answer(game, "Chapel", ["Time Capsule"])
    assert offered(game) == ["Duchy", "Gold", "Province"]
    answer(game, "Gold")
    assert zone(game, 1, "hand") == ["Gold"]


def test_boomerang() -> None:
    game = play("Boomerang", hand=[], deck=SILVERS)
    assert counter(game, 1, "coins") == 1
    while asked(game).source.card != "Boomerang":
        answer(game, [])
    answer(game, "put that card on top of deck" if asked(game).kind == "yes" else "Boomerang")
    assert "Boomerang" in zone(game, 1, "hand")


def test_heirloom_ring() -> None:
    game = position(rules(), p1={"hand": ["Chapel", "Heirloom Ring", "Copper"]})
    answer(game, "Chapel", ["Heirloom Ring", "Copper"])
    assert table(game, "trash") == ["Copper"] and zone(game, 1, "hand") == ["Heirloom Ring"] and game.score(1) == 1
    answer(game, ["Heirloom Ring"])
    assert counter(game, 1, "coins") == 2


def test_quarantine() -> None:
    game = play("Quarantine", hand=[], deck=SILVERS, p2={"hand": ["Witch"]})
    end_turn(game)
    answer(game, "Witch")
    assert table(game, "trash") == ["Curse"] and "Curse" not in zone(game, 1, "discard")


def test_street_sweeper() -> None:
    game = play("Street Sweeper", ["Silver"], hand=["Silver", "Estate"])
    answer(game, "Silver", "Estate")
    assert table(game, "trash") == ["Estate"] and zone(game, 1, "discard") == ["Silver"]


def test_grand_opening() -> None:
    game = play("Grand Opening", hand=["Gold"])
    answer(game, ["Gold"], "Estate")
    assert offered(game) == ["Copper", "Curse"]  # less than 2
    answer(game, "Copper", "Estate")
    assert zone(game, 1, "discard").count("Copper") == 1 and pile(game, "Estate") == 6


# ---------------------------------------------------------------- costs and types


def test_fish_market() -> None:
    game = play("Fish Market", hand=["Smithy", "Village", "Market", "Cellar"])
    costs = {name: cost(game, name) for name in ("Market", "Smithy", "Village", "Cellar", "Gold", "Copper")}
    assert costs == {"Market": 3, "Smithy": 3, "Village": 3, "Cellar": 2, "Gold": 6, "Copper": 0}
    end_turn(game)
    assert cost(game, "Market") == 5


def test_clearance_sale() -> None:
    game = play("Clearance Sale", "Silver")
    assert [cost(game, name) for name in ("Province", "Gold", "Duchy", "Silver", "Copper")] == [5, 3, 2, 2, 0]


def test_hard_winter() -> None:
    game = play("Hard Winter", hand=[])
    assert counter(game, 1, "coins") == 3 and cost(game, "Gold") == 8 and cost(game, "Duchy") == 5
    end_turn(game)
    assert cost(game, "Gold") == 8
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_guild_charter() -> None:
    game = play("Guild Charter", hand=["Copper", "Copper", "Estate"])
    assert cost(game, "Province") == 8  # it is in play now, not in hand
    answer(game, next(key for key in offered(game) if "discard" in key), ["Estate"])
    assert counter(game, 1, "coins") == 2 and len(zone(game, 1, "hand")) == 2
    game = position(rules(), p1={"hand": ["Guild Charter"]})
    assert cost(game, "Province") == 9
    answer(game, "Guild Charter")
    assert counter(game, 1, "coins") == 0  # with no card in hand only 'nothing' is left


def test_puppet_theatre() -> None:
    game = play("Puppet Theatre", "Estate", hand=["Estate", "Duchy"], deck=SILVERS)
    assert zone(game, 1, "hand") == ["Duchy", "Silver", "Silver"]
    assert zone(game, 1, "in play") == ["Estate", "Puppet Theatre"]
    assert "Duchy" not in asked(game).names  # costs 5


def test_copper_alchemy() -> None:
    game = play("Copper Alchemy", "Copper", hand=["Copper"], deck=SILVERS)
    assert zone(game, 1, "hand") == ["Silver"] and counter(game, 1, "coins") == 1 and counter(game, 1, "actions") == 2


# ---------------------------------------------------------------- turns, names, all at once


def test_hourglass() -> None:
    game = play("Hourglass", hand=[], deck=SILVERS)
    assert table(game, "trash") == ["Hourglass"]
    end_turn(game)
    assert game.turn == 1
    end_turn(game)
    assert game.turn == 2


def test_old_favour() -> None:
    game = play("Old Favour", hand=[], deck=SILVERS, seats=3, p3={})
    end_turn(game)
    turns = [game.turn]
    for _ in range(2):
        end_turn(game)
        turns.append(game.turn)
    assert turns == [2, 2, 3]


def test_census() -> None:
    game = play("Census")
    assert offered(game) == ["Copper", "Gold", "Silver"]
    answer(game, "Copper")
    assert zone(game, 2, "discard") == ["Copper", "Copper"] and zone(game, 1, "discard") == []


def test_riddle() -> None:
    game = play("Riddle", hand=["Village"])
    assert asked(game).seat == 2
    guessed = game.fork()
    answer(game, "Riddle")
    assert counter(game, 1, "actions") == 1 and len(zone(game, 1, "hand")) == 4
    answer(guessed, "Village")
    assert counter(guessed, 1, "actions") == 0


def test_carousel() -> None:
    hands: dict[str, Any] = {"p2": {"hand": ["Copper", "Copper"]}, "p3": {"hand": ["Estate"]}}
    game = play("Carousel", hand=[], deck=["Gold", "Duchy"], seats=3, **hands)
    while len(game.decisions) > 1 or asked(game).source.card == "Carousel":
        answer(game, list(asked(game).names)[:asked(game).min])
    assert zone(game, 1, "hand") == ["Copper", "Copper"] and zone(game, 2, "hand") == ["Estate"]
    assert zone(game, 3, "hand") == ["Duchy", "Gold"]


def test_hot_potato() -> None:
    game = play("Hot Potato", hand=["Estate"], seats=3, p2={}, p3={})
    answer(game, "pass a card from hand to the left", "Gold", "pass a card from hand to the right", "Estate")
    assert [zone(game, seat, "hand") for seat in (1, 2, 3)] == [["Duchy"], ["Gold"], ["Estate"]]


def test_encore() -> None:
    game = position(rules(), p1={"hand": ["Chapel", "Encore", "Copper"], "deck": SILVERS, "actions": 2})
    answer(game, "Chapel", ["Copper"], "Encore")
    assert counter(game, 1, "actions") == 2 and counter(game, 1, "coins") == 2
    game = play("Encore")
    assert counter(game, 1, "actions") == 0 and counter(game, 1, "coins") == 0


def test_gossip() -> None:
    game = play("Gossip", ["Gold"])
    assert counter(game, 1, "coins") == 1 and counter(game, 1, "buys") == 1
    assert counter(play("Gossip", []), 1, "coins") == 0
    game = position(rules(), p1={"hand": ["Chapel", "Gossip", "Copper"], "deck": SILVERS, "actions": 2}, p2={})
    answer(game, "Chapel", ["Copper"], "Gossip")
    assert counter(game, 1, "buys") == 2


def test_echo_hall() -> None:
    game = position(rules(), p1={"hand": ["Echo Hall", "Echo Hall"], "deck": SILVERS, "actions": 2})
    answer(game, "Echo Hall")
    assert counter(game, 1, "actions") == 1 and zone(game, 2, "discard") == ["Copper"]
    answer(game, "Echo Hall")
    assert counter(game, 1, "actions") == 1 and zone(game, 2, "discard") == ["Copper", "Copper"]


# ---------------------------------------------------------------- attacks and other players


def test_levy() -> None:
    game = play("Levy", "discard a card with the highest cost from hand")
    if asked(game).seat == 2:
        assert offered(game) == ["Gold"]
        answer(game, "Gold")
    assert zone(game, 2, "discard") == ["Gold"]
    game = play("Levy", "gain a Curse to hand")
    assert "Curse" in zone(game, 2, "hand")
    game = play("Levy", p2={"hand": ["Gold", "Gold", "Gold"]})
    assert asked(game).seat == 1 and zone(game, 2, "hand") == ["Gold"] * 3


def test_night_watch() -> None:
    game = play("Night Watch", p2={"hand": ["Duchy", "Market", "Copper"], "deck": ["Silver"]})
    if asked(game).kind == "seat":
        answer(game, "p2")
    assert offered(game) == ["Duchy", "Market"]
    answer(game, "Market")
    assert zone(game, 2, "hand") == ["Copper", "Duchy", "Silver"] and zone(game, 2, "discard") == ["Market"]


def test_gust() -> None:
    game = play("Gust", p2={"hand": ["Estate", "Gold"], "deck": ["Copper"] * 3})
    assert offered(game) == ["Gold"]
    answer(game, "Gold")
    assert zone(game, 2, "hand") == ["Estate"] and sorted(zone(game, 2, "deck")) == ["Copper"] * 3 + ["Gold"]


def test_sinkhole() -> None:
    game = play("Sinkhole", p2={"deck": ["Copper", "Curse", "Estate", "Gold"]})
    assert zone(game, 2, "deck") == ["Gold", "Estate"] and sorted(zone(game, 2, "discard")) == ["Copper", "Curse"]


def test_neighbours() -> None:
    hands: dict[str, Any] = {"p2": {"hand": ["Gold", "Copper"]}, "p3": {"hand": ["Silver", "Copper"]}}
    game = play("Neighbours", "Gold", "Silver", seats=3, **hands)
    assert zone(game, 2, "discard") == ["Gold"] and zone(game, 3, "deck") == ["Silver"]
    assert counter(game, 1, "coins") == 2


def test_tea_party() -> None:
    game = play("Tea Party", "p2", p2={"hand": ["Estate"], "deck": ["Duchy", "Gold"]})
    assert zone(game, 2, "hand") == ["Gold"] and sorted(zone(game, 2, "discard")) == ["Duchy", "Estate"]
    assert len(zone(game, 1, "hand")) == 5


def test_matchmaker() -> None:
    game = play("Matchmaker", "p1", hand=["Estate", "Curse"], p2={})
    if asked(game).kind == "card":
        assert offered(game) == ["Curse"]
        answer(game, "Curse")
    assert zone(game, 1, "discard") == ["Silver"] and table(game, "trash") == ["Curse"]
    declined = game.fork()
    answer(game, "p2")
    assert zone(game, 2, "hand") == ["Copper"]
    answer(declined, [])
    assert pile(declined, "Copper") == 46  # nobody was chosen: nobody gains


# ---------------------------------------------------------------- loops


def test_dowser() -> None:
    game = play("Dowser", hand=[], deck=["Smithy", "Silver", "Copper", "Gold"])
    assert zone(game, 1, "hand") == ["Silver", "Smithy"] and zone(game, 1, "discard") == ["Copper"]


def test_second_thoughts() -> None:
    game = play("Second Thoughts", "Estate", "Copper", [], hand=["Estate", "Copper"], deck=["Gold", "Silver", "Duchy"])
    assert zone(game, 1, "hand") == ["Gold", "Silver"] and zone(game, 1, "discard") == ["Copper", "Estate"]


def test_rag_and_bone() -> None:
    game = play("Rag and Bone", hand=["Copper", "Curse", "Copper"], deck=["Gold"])
    while asked(game).source.card == "Rag and Bone":
        answer(game, offered(game)[0])
    assert len(table(game, "trash")) == 2 and counter(game, 1, "coins") == 2 and len(zone(game, 1, "hand")) == 2


def test_haul() -> None:
    game = play("Haul", hand=["Copper"], deck=["Gold", "Silver", "Estate", "Duchy", "Curse"])
    assert zone(game, 1, "deck") == ["Gold"] and len(zone(game, 1, "hand")) == 5 and counter(game, 1, "coins") == 2


def test_bottom_drawer() -> None:
    game = play("Bottom Drawer", hand=["Copper"], deck=["Gold", "Silver", "Estate"])
    assert zone(game, 1, "hand") == ["Copper", "Estate", "Silver"] and zone(game, 1, "deck") == ["Gold"]
    game = play("Bottom Drawer", hand=[], deck=["Gold", "Estate"])
    assert zone(game, 1, "hand") == ["Estate", "Gold"]


def test_twin_sisters() -> None:
    game = play("Twin Sisters", hand=[], deck=["Gold", "Curse", "Duchy"])
    answer(game, [], asked(game).names[0])
    assert zone(game, 1, "hand") == ["Gold"] and zone(game, 1, "discard") == ["Curse"]
    assert counter(game, 1, "coins") == 1


def test_treadmill() -> None:
    game = play("Treadmill", hand=[], deck=["Gold", "Copper", "Estate", "Silver"])
    assert zone(game, 1, "hand") == ["Gold"] and zone(game, 1, "discard") == ["Estate", "Copper"]


def test_spring_clean() -> None:
    game = play("Spring Clean", hand=["Copper", "Copper", "Estate"], deck=SILVERS)
    assert zone(game, 1, "hand") == ["Silver", "Silver"] and len(zone(game, 1, "discard")) == 3


def test_auditor() -> None:
    game = play("Auditor", hand=["Copper", "Estate"], deck=["Silver"])
    while asked(game).kind == "yes":
        answer(game, asked(game).names[0])
    assert zone(game, 1, "in play") == ["Auditor", "Copper", "Silver"] and counter(game, 1, "coins") == 2
    answer(game, "Estate", "Estate")
    assert zone(game, 1, "discard") == ["Estate", "Estate"] and counter(game, 1, "buys") == 2


# ---------------------------------------------------------------- numbers


def test_payday() -> None:
    game = play("Payday", hand=[])
    declined = game.fork()
    answer(game, asked(game).names[0])
    assert counter(game, 1, "coins") == 2 and counter(game, 1, "actions") == 0
    answer(declined, [])
    assert counter(declined, 1, "coins") == 0 and counter(declined, 1, "actions") == 2


def test_forced_march() -> None:
    game = play("Forced March", hand=["Estate"] * 3)
    assert counter(game, 1, "buys") == 0 and asked(game).source.card == "buy phase"
    game = play("Forced March", hand=["Estate"] * 4)
    assert offered(game) == ["Curse", "Gold"]  # no Victory


def test_reckless_vow() -> None:
    game = play("Reckless Vow", hand=[], p1={"coins": 3})
    assert counter(game, 1, "coins") == 2 and counter(game, 1, "actions") == 2
    game = position(rules(), p1={"hand": ["Reckless Vow", "Estate"]})
    assert game.score(1) == -1


def test_tally_stick() -> None:
    game = position(rules(), p1={"hand": ["Copper", "Copper", "Silver", "Tally Stick"]})
    answer(game, ["Copper", "Copper", "Silver", "Tally Stick"])
    assert counter(game, 1, "coins") == 1 + 1 + 2 + 3


def test_curio_shelf() -> None:
    game = position(rules(), p1={"hand": ["Curio Shelf", "Copper", "Copper"], "deck": ["Gold"], "discard": ["Estate"]})
    assert game.score(1) == 2 + 1


def test_stage_hand() -> None:
    game = position(rules(), p1={"hand": ["Stage Hand", "Village"], "deck": SILVERS})
    answer(game, "Village", "Stage Hand", "Village")
    assert zone(game, 1, "deck")[0] == "Village"
    game = position(rules(), p1={"hand": ["Stage Hand", "Candle Clock"], "deck": SILVERS, "actions": 2})
    answer(game, "Candle Clock", "Stage Hand", "Candle Clock")
    assert counter(game, 1, "coins") == 2 and "Candle Clock" in zone(game, 1, "in play")


def test_harbour_master() -> None:
    game = position(rules(), p1={"hand": ["Harbour Master", "Candle Clock", "Village"], "deck": SILVERS, "actions": 2})
    answer(game, "Candle Clock", "Village", "Harbour Master")
    assert counter(game, 1, "coins") == 3
    assert zone(game, 1, "hand") == ["Silver"] * 3  # of the clock, of the village, and for the clock that waits


def test_revolving_door() -> None:
    game = position(rules(), p1={"hand": ["Revolving Door", "Village", "Candle Clock"], "deck": SILVERS, "actions": 2})
    answer(game, "Candle Clock", "Village", "Revolving Door")
    assert offered(game) == ["Village"]
    answer(game, "Village")
    assert "Village" in zone(game, 1, "hand") and counter(game, 1, "coins") == 4
    game = position(rules(), p1={"hand": ["Revolving Door", "Market"], "deck": SILVERS})
    answer(game, "Market", "Revolving Door", "Market")
    assert counter(game, 1, "coins") == 1 + 3 - 2


def test_auction_house() -> None:
    game = play("Auction House")
    assert "Gold" not in offered(game)
    kept = game.fork()
    answer(game, "Duchy")
    assert "Duchy" in zone(game, 1, "hand") and counter(game, 1, "coins") == 0
    answer(kept, [])
    assert counter(kept, 1, "coins") == 3


def test_ferry_fare() -> None:
    game = play("Ferry Fare", hand=[], deck=SILVERS)
    answer(game, asked(game).names[0])
    assert len(zone(game, 1, "hand")) == 3 and counter(game, 1, "coins") == 0


def test_reverie() -> None:
    game = play("Reverie", p1={"hand": ["Reverie"], "deck": ["Copper"], "discard": ["Gold", "Estate"]})
    assert zone(game, 1, "discard") == [] and len(zone(game, 1, "deck")) == 2 and len(zone(game, 1, "hand")) == 1


def test_guild_fee() -> None:
    game = play("Guild Fee", ["Silver", "Estate"], hand=["Silver", "Estate", "Copper"])
    assert zone(game, 1, "discard")[0] == "Duchy"
    game = play("Guild Fee", [], hand=["Silver"], deck=[])
    assert offered(game) == ["Copper", "Curse"]
    answer(game, "Curse")
    assert counter(game, 1, "actions") == 1


def test_surveyor() -> None:
    game = play("Surveyor", hand=["Copper", "Estate"])
    assert "Silver" in offered(game) and "Surveyor" not in offered(game)
    answer(game, "Silver")
    assert zone(game, 1, "deck")[0] == "Silver"


def test_ransom() -> None:
    game = play("Ransom", "Silver")
    assert counter(game, 1, "coins") == 3 and offered(game) == ["Copper", "Curse", "Estate"]
    game = play("Ransom", "Heirloom Ring", hand=["Heirloom Ring", "Copper"])
    assert counter(game, 1, "coins") == 0 and asked(game).source.card == "buy phase"  # nothing was trashed


def test_alms_box() -> None:
    assert len(zone(play("Alms Box", hand=["Silver"], deck=SILVERS), 1, "hand")) == 4
    assert len(zone(play("Alms Box", hand=["Silver", "Estate"], deck=SILVERS), 1, "hand")) == 3
    game = position(rules(), p1={"hand": ["Bridge", "Alms Box", "Gold"], "deck": SILVERS, "actions": 2})
    answer(game, "Bridge", "Alms Box")
    assert len(zone(game, 1, "hand")) == 3  # it costs 1 now


def test_price_tag() -> None:
    game = play("Price Tag")
    assert "Silver" in offered(game) and "Duchy" not in offered(game) and "Price Tag" not in offered(game)


def test_last_orders() -> None:
    game = play("Last Orders", [], hand=["Copper"], deck=SILVERS)
    answer(game, [])
    assert "Silver" in zone(game, 1, "discard")  # nothing was gained before
    game = play("Last Orders", ["Copper"], hand=["Copper"], deck=SILVERS)
    answer(game, [], "Copper")
    assert asked(game).source.card == "Last Orders"
    while asked(game).source.card == "Last Orders":
        answer(game, offered(game)[0])
    assert pile(game, "Silver") == 40 and "Copper" in zone(game, 1, "hand")


def test_drum_major() -> None:
    game = position(rules(), p1={"hand": ["Drum Major", "Village", "Smithy"], "deck": SILVERS})
    answer(game, "Drum Major")
    begun = counter(game, 1, "coins")
    answer(game, "Village")
    assert counter(game, 1, "coins") == begun + 1
    answer(game, "Smithy")
    assert counter(game, 1, "coins") == begun + 2


def test_sharp_pencil() -> None:
    game = play("Sharp Pencil", ["Silver"], [], "Silver", hand=["Silver", "Copper"])
    answer(game, "Copper")
    assert table(game, "trash") == ["Copper"] and zone(game, 1, "discard") == ["Silver"]
    assert counter(game, 1, "buys") == 1


def test_rush_order() -> None:
    game = play("Rush Order")
    assert offered(game) == ["Copper", "Curse", "Estate"]
    answer(game, "Estate")
    assert counter(game, 1, "coins") == 0 and counter(game, 1, "buys") == 1 and counter(game, 1, "actions") == 1


# ---------------------------------------------------------------- looking through the deck


def test_card_reader() -> None:
    game = play("Card Reader", ["Gold", "Duchy"], ["Curse"], hand=[])
    assert zone(game, 1, "hand") == ["Duchy", "Gold"] and table(game, "trash") == ["Curse"]
    assert sorted(zone(game, 1, "discard")) == ["Copper", "Province"]


def test_gleaner() -> None:
    game = play("Gleaner", "Gold", ["Duchy", "Province"], hand=[])
    assert zone(game, 1, "hand") == ["Gold"] and zone(game, 1, "discard") == ["Curse"]
    assert zone(game, 1, "deck")[0] == "Copper" and sorted(zone(game, 1, "deck")[1:]) == ["Duchy", "Province"]


def test_sorting_office() -> None:
    game = play("Sorting Office", "Gold", ["Curse"], ["Province", "Duchy"], hand=[])
    assert zone(game, 1, "hand") == ["Gold"] and table(game, "trash") == ["Curse"]
    assert zone(game, 1, "deck") == ["Province", "Duchy", "Copper"]


def test_market_cart() -> None:
    game = play("Market Cart", hand=[], deck=["Gold", "Smithy", "Curse", "Village", "Estate"])
    while asked(game).source.card == "Market Cart":
        answer(game, offered(game)[0])
    assert zone(game, 1, "hand") == ["Gold", "Smithy"] and len(zone(game, 1, "discard")) == 3


def test_fire_brigade() -> None:
    game = play("Fire Brigade", hand=[], deck=["Gold", "Curse", "Estate", "Silver", "Copper"])
    while asked(game).source.card == "Fire Brigade":
        answer(game, offered(game)[: asked(game).min])
    assert table(game, "trash") == ["Curse"] and zone(game, 1, "deck") == ["Silver", "Copper", "Estate"]


def test_orchard_walk() -> None:
    game = play("Orchard Walk", hand=[], deck=["Gold", "Curse", "Silver", "Estate", "Copper"])
    assert counter(game, 1, "coins") == 2 and len(zone(game, 1, "discard")) == 4 and zone(game, 1, "deck") == ["Copper"]


def test_talent_scout() -> None:
    game = play("Talent Scout", hand=[], deck=["Copper", "Smithy", *SILVERS])
    assert zone(game, 1, "hand") == ["Silver"] * 3 and zone(game, 1, "discard") == ["Copper"]
    game = play("Talent Scout", hand=[], deck=["Copper", "Estate"])
    assert zone(game, 1, "in play") == ["Estate", "Talent Scout"]


# ---------------------------------------------------------------- places


def test_last_stand() -> None:
    game = play("Last Stand", [], ["Copper"])
    assert table(game, "trash") == ["Copper"] and counter(game, 1, "coins") == 0
    game = play("Last Stand")
    answer(game, asked(game).names[0])
    assert table(game, "trash") == ["Last Stand"] and counter(game, 1, "coins") == 3


def test_wanderlust() -> None:
    game = play("Wanderlust", p1={"hand": ["Wanderlust", "Copper"], "deck": SILVERS, "discard": ["Estate"] * 6})
    assert counter(game, 1, "coins") == 2  # 8 cards are not in the deck


def test_travelling_chest() -> None:
    zones = {"hand": ["Travelling Chest", "Copper"], "deck": ["Silver"] * 6, "discard": ["Estate"] * 5}
    game = play("Travelling Chest", p1=zones)
    assert counter(game, 1, "coins") == 1 + 2  # 12 cards are not in hand


def test_attic() -> None:
    game = play("Attic", ["Copper", "Estate"])
    assert zone(game, 1, "aside") == ["Copper", "Estate"]
    game = play("Attic", p1={"hand": ["Attic"], "aside": ["Gold", "Silver"]})
    answer(game, asked(game).names[0])
    assert zone(game, 1, "hand") == ["Gold", "Silver"] and zone(game, 1, "aside") == []


def test_hermitage() -> None:
    game = play("Hermitage", hand=["Estate"], deck=["Copper"])
    if asked(game).source.card == "Hermitage":
        answer(game, "Estate")
    assert zone(game, 1, "aside") == ["Estate"] and game.score(1) == 1 + 1
