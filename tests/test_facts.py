"""The catalogue and the rules agree with the published facts, which are in `data/cards-facts.json`."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import CardwrightError, Game, Result, Rules, load
from tests.helpers import BASICS, answer, asked, end_turn, position
from tests.strategies import EDITIONS, kingdom_cards, named_kingdoms, rules_of

FACTS = json.loads((Path(__file__).parent / "data" / "cards-facts.json").read_text(encoding="utf-8"))
CARDS: list[dict[str, Any]] = FACTS["cards"]
KINGDOMS: list[dict[str, Any]] = FACTS["kingdoms"]
SEATS = range(2, 7)
BOXES = {"1e": {"base-1e", "intrigue-1e"}, "2e": {"base-2e", "intrigue-1e"}}

each_edition = pytest.mark.parametrize("edition", EDITIONS)
each_card = pytest.mark.parametrize("fact", CARDS, ids=[card["name"] for card in CARDS])
each_kingdom = pytest.mark.parametrize("kingdom", KINGDOMS, ids=[kingdom["title"] for kingdom in KINGDOMS])
each_number_of_seats = pytest.mark.parametrize("seats", SEATS)


def title_in_rules(title: str) -> str:
    """Both editions of the base game have an opening game; the one of the present edition goes without its mark."""
    return "Opening Game" if title == "Opening Game (2e)" else title


# ---------------------------------------------------------------- the cards


@each_edition
def test_the_catalogue_has_all_cards_and_no_others(edition: str) -> None:
    assert len(CARDS) == 64
    assert Counter(card["set"] for card in CARDS) == {"basic": 7, "base": 32, "intrigue": 25}
    assert sorted(card.name for card in rules_of(edition).cards) == sorted(card["name"] for card in CARDS)


@each_edition
@each_card
def test_a_card_has_its_published_facts(fact: dict[str, Any], edition: str) -> None:
    rules = rules_of(edition)
    card = rules.card(fact["name"])
    cost = next(prop.index for prop in rules.program.properties if prop.name == "cost")
    assert card.name == fact["name"]
    assert card.set == fact["set"]
    assert list(card.editions) == fact["editions"]
    assert card.properties[cost] == fact["cost"]
    assert list(card.type_names) == fact["types"]
    assert [card.pile[seats] for seats in SEATS] == fact["pile"]


@each_card
def test_a_card_has_its_published_names(fact: dict[str, Any]) -> None:
    rules = rules_of("2e")
    card = rules.card(fact["name"])

    def folded(names: Any) -> dict[str, set[str]]:
        return {language: {name.casefold() for name in known} for language, known in names.items()}

    assert folded(card.names) == folded({"en": [fact["name"]], **fact["names"]})
    for names in fact["names"].values():
        for name in names:
            assert rules.card(name, among=[card.name]) is card


def test_a_name_of_two_cards_is_refused_unless_one_of_them_is_meant() -> None:
    """A Russian book calls Mine what an older one calls Mining Village; no other name of the catalogue is doubled."""
    rules = rules_of("2e")
    called: dict[str, set[str]] = defaultdict(set)
    for fact in CARDS:
        for name in [fact["name"], *(name for names in fact["names"].values() for name in names)]:
            called[name.casefold()].add(fact["name"])
    assert {name: cards for name, cards in called.items() if len(cards) > 1} == {"рудник": {"Mine", "Mining Village"}}
    for ask in (rules.card, rules.find_card, lambda name: rules.new_game(kingdom=[name])):
        with pytest.raises(CardwrightError, match="'Рудник': Mine, Mining Village"):
            ask("Рудник")
    assert rules.card("рудник", among=["Mining Village", "Moat"]).name == "Mining Village"
    with pytest.raises(CardwrightError, match="several cards"):
        rules.card("Рудник", among=["Moat"])


def test_a_name_of_two_cards_means_the_one_its_edition_offers(tmp_path: Path) -> None:
    card = "- card: {}\n  cost: 3\n  types: [Action]\n  editions: [{}]\n  names: {{eo: Akvo}}\n"
    file = tmp_path / "water.yaml"
    file.write_text(card.format("Old Water", "base-1e") + card.format("New Water", "base-2e"), encoding="utf-8")
    offered = {edition: load("dominion", edition=edition, cards=[file]) for edition in EDITIONS}
    assert "New Water" in piles_of(offered["2e"].new_game(kingdom=["akvo", "Moat"]))
    assert "Old Water" in piles_of(offered["1e"].new_game(kingdom="akvo"))
    with pytest.raises(CardwrightError, match="several cards are called 'akvo': Old Water, New Water"):
        offered["2e"].card("akvo")


@each_edition
def test_random_kingdoms_come_from_the_boxes_of_the_edition(edition: str) -> None:
    rules = rules_of(edition)
    offered = {card["name"] for card in CARDS if card["set"] != "basic" and BOXES[edition] & set(card["editions"])}
    assert {card.name for card in rules.cards if card.offered} == offered
    met: set[str] = set()
    for seed in range(120):
        piles = set(piles_of(rules.new_game(seats=2, kingdom="random", seed=seed))) - set(BASICS)
        assert len(piles) == 10 and piles <= offered
        met |= piles
    assert met == offered


# ---------------------------------------------------------------- worth


@cache
def worth_of(edition: str, card: str, companions: tuple[str, ...] = ()) -> int:
    """What a single card adds to the score of a seat that owns the companions."""
    rules = rules_of(edition)
    without = position(rules, [card], p1={"deck": list(companions)})
    owning = position(rules, [card], p1={"deck": [*companions, card]})
    return owning.score(1) - without.score(1)


@each_edition
@each_card
def test_a_card_is_worth_what_is_printed(fact: dict[str, Any], edition: str) -> None:
    worth, name = fact["worth"], fact["name"]
    if isinstance(worth, int):
        assert worth_of(edition, name) == worth
    elif worth["of"] == "cards":  # itself counts as well
        for count in (0, 8, 9, 18, 19, 38, 39, 58):
            assert worth_of(edition, name, ("Copper",) * count) == (count + 1) // worth["one for each"]
    else:
        for count in (0, 1, 5):
            companions = (worth["of"],) * count
            assert worth_of(edition, name, companions) == count // worth["one for each"]


def test_every_card_counts_wherever_it_lies() -> None:
    game = position(rules_of("2e"), ["Gardens"], p1={
        "hand": ["Estate", "Duchy"], "deck": ["Province"], "discard": ["Curse"], "in play": ["Gardens"],
        "aside": ["Estate"] + ["Copper"] * 14,
    }, p2={"hand": ["Curse"]})
    assert game.score(1) == 1 + 3 + 6 - 1 + 2 + 1  # 20 cards make Gardens worth 2
    assert game.score(2) == -1


# ---------------------------------------------------------------- set-up


def piles_of(game: Game) -> dict[str, int]:
    """Cards left by pile."""
    return {pile["card"]: pile["count"] for pile in game.view()["table"]["supply"]}


@each_edition
@each_number_of_seats
def test_piles_after_set_up(edition: str, seats: int) -> None:
    rules = rules_of(edition)
    size = {card["name"]: card["pile"][seats - 2] for card in CARDS}
    names = kingdom_cards(rules)
    assert len(names) == 57
    for first in range(0, 57, 10):
        kingdom = [*names, *names][first : first + 10]
        game = rules.new_game(seats=seats, kingdom=kingdom, seed=first)
        assert piles_of(game) == {name: size[name] for name in (*BASICS, *kingdom)}


@each_edition
@each_number_of_seats
def test_starting_decks_and_first_hands(edition: str, seats: int) -> None:
    game = rules_of(edition).new_game(seats=seats, seed=11)
    view = game.view()
    assert len(view["seats"]) == seats
    for seat in view["seats"]:
        zones = {name: zone["cards"] for name, zone in seat["zones"].items()}
        assert Counter(zones["hand"] + zones["deck"]) == {"Copper": 7, "Estate": 3}
        assert len(zones["hand"]) == 5
        assert all(cards == [] for name, cards in zones.items() if name not in ("hand", "deck"))
        one = 1 if seat["seat"] == game.turn else 0
        assert seat["counters"] == {"actions": one, "buys": one, "coins": 0}
    assert view["table"]["trash"]["cards"] == []


def test_coppers_are_conserved() -> None:
    """Sixty Coppers in a box; two boxes with five or six seats."""
    for seats in SEATS:
        assert rules_of("2e").card("Copper").pile[seats] + 7 * seats == (60 if seats <= 4 else 120)


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(CardwrightError, match="2 to 6 seats"):
        rules_of("2e").new_game(seats=seats)


# ---------------------------------------------------------------- kingdoms


def test_all_recommended_kingdoms_are_there() -> None:
    assert len(KINGDOMS) == 17
    for edition in EDITIONS:
        assert set(named_kingdoms(rules_of(edition))) == {title_in_rules(kingdom["title"]) for kingdom in KINGDOMS}


@each_edition
@each_kingdom
def test_a_recommended_kingdom_has_its_ten_cards(kingdom: dict[str, Any], edition: str) -> None:
    assert len(set(kingdom["cards"])) == 10
    game = rules_of(edition).new_game(seats=3, kingdom=title_in_rules(kingdom["title"]), seed=1)
    assert set(piles_of(game)) == {*BASICS, *kingdom["cards"]}


@pytest.mark.parametrize("edition, title", [("1e", "Opening Game (1e)"), ("2e", "Opening Game (2e)")])
def test_the_opening_game_is_what_is_played_when_nothing_is_said(edition: str, title: str) -> None:
    cards = next(kingdom["cards"] for kingdom in KINGDOMS if kingdom["title"] == title)
    assert set(piles_of(rules_of(edition).new_game(seats=2, seed=1))) == {*BASICS, *cards}


# ---------------------------------------------------------------- the end


def buy(game: Game, card: str) -> None:
    """Plays all Treasures, buys one card and ends the turn."""
    turn = game._state.turn
    while game.decision is not None and game._state.turn == turn:
        decision = asked(game)
        if decision.max > 1:
            game.answer(list(decision.options))
        else:
            game.answer(card if card in decision.names else [])


def with_piles(seats: int, supply: dict[str, int], score: dict[int, list[str]] | None = None, first: int = 1) -> Game:
    """A game in which everyone can pay 8 and owns what is said; the piles are nearly empty as said."""
    players: dict[str, Any] = {
        f"p{seat}": {"hand": ["Gold", "Gold", "Silver"], "discard": (score or {}).get(seat, [])}
        for seat in range(1, seats + 1)
    }
    return position(rules_of("2e"), ["Village", "Smithy"], seats, supply=supply, first=first, **players)


@each_number_of_seats
def test_the_last_province_ends_the_game(seats: int) -> None:
    game = with_piles(seats, {"Province": 2})
    buy(game, "Province")
    assert not game.over
    buy(game, "Province")
    assert game.over and game.decision is None and game.result is not None


@each_number_of_seats
def test_empty_piles_end_the_game(seats: int) -> None:
    """Three of them with up to four seats, four with five or six, whichever they are."""
    needed = 3 if seats <= 4 else 4
    piles = ["Curse", "Duchy", "Village", "Smithy"][:needed]
    game = with_piles(seats, dict.fromkeys(piles, 1) | {"Silver": 1})
    for card in piles:
        assert not game.over
        buy(game, card)
    assert game.over


def test_the_game_ends_at_the_end_of_the_turn() -> None:
    """Whoever takes the last Province still uses the buys that are left."""
    game = position(rules_of("2e"), ["Festival"], supply={"Province": 1},
                    p1={"hand": ["Festival", "Gold", "Gold", "Gold"]}, p2={})
    answer(game, "Festival", ["Gold", "Gold", "Gold"], "Province")
    assert not game.over
    answer(game, "Silver")
    assert game.over


# ---------------------------------------------------------------- who has won


def result_of(game: Game) -> Result:
    """The result of a game that must be over."""
    assert game.result is not None
    return game.result


def test_most_points_win() -> None:
    game = with_piles(3, {"Province": 1}, {2: ["Province", "Estate"], 3: ["Duchy"]})
    buy(game, "Province")
    assert result_of(game) == Result(scores=(6, 7, 3), winners=(2,), turns=(1, 0, 0))


def test_of_equals_the_one_with_fewer_turns_wins() -> None:
    game = with_piles(3, {"Province": 1}, {2: ["Province"], 3: ["Duchy"]})
    buy(game, "Province")
    assert result_of(game) == Result(scores=(6, 6, 3), winners=(2,), turns=(1, 0, 0))


def test_equal_points_after_equal_turns_share_the_victory() -> None:
    game = with_piles(3, {"Province": 1}, {1: ["Province"], 3: ["Duchy"]})
    end_turn(game)
    buy(game, "Province")
    assert result_of(game) == Result(scores=(6, 6, 3), winners=(1, 2), turns=(1, 1, 0))


def test_turns_decide_only_among_the_best() -> None:
    game = with_piles(2, {"Province": 1}, {2: ["Duchy"]})
    buy(game, "Province")
    assert result_of(game) == Result(scores=(6, 3), winners=(1,), turns=(1, 0))


def test_a_score_may_be_below_zero() -> None:
    game = with_piles(2, {"Province": 1}, {1: ["Curse"] * 9, 2: ["Curse"]})
    buy(game, "Province")
    assert result_of(game) == Result(scores=(-3, -1), winners=(2,), turns=(1, 0))


# ---------------------------------------------------------------- who begins


def first_seats(rules: Rules, seats: int, after: Result | None, seeds: range = range(200)) -> Counter[int]:
    """Who begins, over many seeds."""
    return Counter(rules.new_game(seats=seats, seed=seed, after=after).turn for seed in seeds)


@each_edition
@each_number_of_seats
def test_chance_says_who_begins_the_first_game(edition: str, seats: int) -> None:
    begun = first_seats(rules_of(edition), seats, None)
    assert set(begun) == set(range(1, seats + 1))
    assert min(begun.values()) > 200 / seats / 3  # nobody is left out


@each_number_of_seats
def test_left_of_the_winner_begins_the_next_game(seats: int) -> None:
    for winner in range(1, seats + 1):
        after = Result((0,) * seats, (winner,), (9,) * seats)
        assert set(first_seats(rules_of("2e"), seats, after, range(8))) == {winner % seats + 1}


def test_after_a_shared_victory_one_of_the_others_begins() -> None:
    after = Result((9, 3, 9, 2), (1, 3), (9, 9, 9, 9))
    assert set(first_seats(rules_of("2e"), 4, after)) == {2, 4}


def test_after_a_victory_of_all_anyone_begins() -> None:
    after = Result((9, 9), (1, 2), (9, 9))
    assert set(first_seats(rules_of("2e"), 2, after)) == {1, 2}


def test_who_begins_can_be_said() -> None:
    for seat in range(1, 4):
        assert rules_of("2e").new_game(seats=3, seed=5, first=seat).turn == seat
    with pytest.raises(CardwrightError, match="no seat 4"):
        rules_of("2e").new_game(seats=3, first=4)


def test_the_result_of_a_played_game_says_who_begins_the_next() -> None:
    game = with_piles(3, {"Province": 1}, {2: ["Province", "Estate"]})
    buy(game, "Province")
    assert result_of(game).winners == (2,)
    assert rules_of("2e").new_game(seats=3, seed=1, after=game.result).turn == 3
