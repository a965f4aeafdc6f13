"""Bots: their strategies are data, and what the data says is what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import BadFiles, CardwrightError, Game, Rules, load
from interpreter.front.bot_files import shipped_bots
from interpreter.front.bots import Bot, first_verb, known_bots, make_bot, ranks_of
from tests.helpers import position
from tests.strategies import named_kingdoms, rules_of

BENCHMARK = "Village, Smithy, Militia, Witch, Moat, Market, Laboratory, Festival, Chapel, Throne Room"


def finish(game: Game, bots: Sequence[Bot], most: int = 5000) -> int:
    """Lets the bots play to the end; returns how many decisions there were."""
    for count in range(most):
        decision = game.decision
        if decision is None:
            return count
        game.answer(bots[decision.seat - 1](decision), decision)
    raise AssertionError(f"the game is not over after {most} decisions")


def bot_of(tmp_path: Path, rules: Rules, text: str, seed: int = 0) -> Bot:
    """A bot with these rules, one a line."""
    lines = "".join(f"        - {line}\n" for line in text.strip().splitlines())
    file = tmp_path / "bots.yaml"
    file.write_text(f"Dominion:\n  bots:\n    tried:\n      rules:\n{lines}", encoding="utf-8")
    return make_bot(rules, "tried", seed, file)


def answer_to(bot: Bot, game: Game) -> list[str]:
    """What a bot answers to the open decision; the game must accept it."""
    decision = game.decision
    assert decision is not None
    chosen = list(bot(decision))
    game.fork().answer(chosen)
    return chosen


def with_coins(rules: Rules, coins: int, kingdom: Sequence[str] = ()) -> Game:
    """A game in which p1 has that many coins and is asked what to buy."""
    treasures = ["Gold"] * (coins // 3) + ["Copper"] * (coins % 3)
    game = position(rules, kingdom, p1={"hand": treasures})
    game.answer(treasures)
    return game


# ---------------------------------------------------------------- the bots that ship


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_strategy_that_ships_fits_the_game(edition: str) -> None:
    program = rules_of(edition).program
    file = shipped_bots(program.name)
    assert set(file.about) >= {"money", "actions"}
    for name in file.about:
        assert file.strategy(name, program), name
        assert file.about[name], f"{name} has no 'about'"


def test_the_bots_of_a_game_are_known_by_name() -> None:
    known = known_bots("Dominion")
    assert known.default == "money"
    assert list(known.about) == ["random", "first", "money", "actions"]


def test_a_game_nobody_wrote_bots_for_has_the_simple_ones() -> None:
    known = known_bots("Some Other Game")
    assert known.default == "random"
    assert set(known.about) == {"random", "first"}


@pytest.mark.parametrize(("coins", "bought"), [
    (8, ["Province"]), (7, ["Gold"]), (6, ["Gold"]), (5, ["Silver"]), (3, ["Silver"]), (2, []),
])
def test_money_takes_the_best_it_can_pay(coins: int, bought: list[str]) -> None:
    rules = rules_of("2e")
    assert answer_to(make_bot(rules, "money"), with_coins(rules, coins, ["Market"])) == bought


def test_money_plays_all_its_treasures_and_no_action() -> None:
    rules = rules_of("2e")
    money = make_bot(rules, "money")
    game = position(rules, p1={"hand": ["Smithy", "Copper", "Estate", "Gold", "Copper"]})
    assert answer_to(money, game) == []
    game.answer(money(game.decision))  # type: ignore[arg-type]
    assert sorted(answer_to(money, game)) == ["Copper", "Copper", "Gold"]


def test_money_gives_up_what_it_needs_least() -> None:
    rules = rules_of("2e")
    game = position(rules, p1={"hand": ["Militia"]}, p2={"hand": ["Gold", "Copper", "Estate", "Silver", "Copper"]})
    game.answer("Militia")
    assert answer_to(make_bot(rules, "money"), game) == ["Estate", "Copper"]


def test_actions_plays_and_buys_by_its_list() -> None:
    rules = rules_of("2e")
    bot = make_bot(rules, "actions")
    game = position(rules, p1={"hand": ["Smithy", "Moat", "Village", "Witch"]})
    assert answer_to(bot, game) == ["Village"]
    assert answer_to(bot, with_coins(rules, 5, BENCHMARK.split(", "))) == ["Witch"]


def test_actions_shows_its_reaction() -> None:
    rules = rules_of("2e")
    game = position(rules, p1={"hand": ["Witch"]}, p2={"hand": ["Moat"]})
    game.answer("Witch")
    assert answer_to(make_bot(rules, "actions"), game) == ["Moat"]


def test_a_limit_holds_for_one_game_and_is_forgotten_on_reset() -> None:
    rules = rules_of("2e")
    bot = make_bot(rules, "actions")
    decision = with_coins(rules, 5, BENCHMARK.split(", ")).decision
    assert decision is not None
    taken = [bot(decision)[0] for _ in range(9)]
    assert taken == ["Witch"] * 2 + ["Laboratory"] * 3 + ["Festival"] * 2 + ["Market"] * 2
    bot.reset()
    assert list(bot(decision)) == ["Witch"]


def test_money_beats_chance() -> None:
    rules = rules_of("2e")
    won = 0
    for seed in range(10):
        game = rules.new_game(seats=2, seed=seed)
        finish(game, [make_bot(rules, "random", seed), make_bot(rules, "money", seed)])
        assert game.result is not None
        won += game.result.winners == (2,)
    assert won == 10


def test_the_fixed_list_beats_money_in_its_own_kingdom() -> None:
    rules = rules_of("2e")
    bots = [make_bot(rules, "actions"), make_bot(rules, "money")]
    points = Counter[int]()
    for seed in range(20):
        game = rules.new_game(seats=2, seed=seed, kingdom=BENCHMARK)
        for bot in bots:
            bot.reset(seed)
        finish(game, bots)
        points.update({seat: game.score(seat) for seat in (1, 2)})
    assert points[1] > points[2]


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_bots_answer_whatever_they_are_asked(edition: str) -> None:
    """In every named kingdom three different bots play against each other, to the end and without a refusal."""
    rules = rules_of(edition)
    asked = 0
    for number, kingdom in enumerate(named_kingdoms(rules).values()):
        game = rules.new_game(seats=3, seed=number, kingdom=list(kingdom))
        asked += finish(game, [make_bot(rules, name, number) for name in ("random", "money", "actions")])
        assert game.result is not None and game.result.winners
    assert asked > 1000


# ---------------------------------------------------------------- chance


def test_the_random_bot_repeats_itself_with_its_seed() -> None:
    rules = rules_of("2e")

    def answers(seed: int) -> object:
        game = rules.new_game(seats=2, seed=3)
        finish(game, [make_bot(rules, "random", seed), make_bot(rules, "random", seed + 1)])
        return game.answers

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)


def test_the_random_bot_gives_every_legal_answer() -> None:
    rules = rules_of("2e")
    game = position(rules, p1={"hand": ["Cellar", "Copper", "Estate", "Gold"]})
    game.answer("Cellar")
    bot = make_bot(rules, "random", 5)
    assert game.decision is not None
    seen = {frozenset(bot(game.decision)) for _ in range(300)}
    assert len(seen) == 8  # any of three cards, or none


# ---------------------------------------------------------------- the format


def test_the_first_rule_that_fits_is_followed(tmp_path: Path) -> None:
    rules = rules_of("2e")
    bot = bot_of(tmp_path, rules, "{asked by: Cellar, take: none}\n{verb: discard, take: all}")
    cellar = position(rules, p1={"hand": ["Cellar", "Copper", "Estate"]})
    cellar.answer("Cellar")
    assert answer_to(bot, cellar) == []
    chamber = position(rules, p1={"hand": ["Secret Chamber", "Copper", "Estate"]})
    chamber.answer("Secret Chamber")
    assert sorted(answer_to(bot, chamber)) == ["Copper", "Estate"]


def test_what_no_rule_fits_is_declined_or_answered_with_the_first(tmp_path: Path) -> None:
    rules = rules_of("2e")
    bot = bot_of(tmp_path, rules, "{kind: seat, take: all}")
    game = position(rules, p1={"hand": ["Militia"]}, p2={"hand": ["Gold", "Copper", "Estate", "Silver"]})
    assert answer_to(bot, game) == []
    game.answer("Militia")
    assert game.decision is not None
    assert answer_to(bot, game) == list(game.decision.names[:1])


def test_a_type_stands_for_all_its_cards_but_not_before_those_named_first(tmp_path: Path) -> None:
    rules = rules_of("2e")
    bot = bot_of(tmp_path, rules, "{verb: discard, take: [Duchy, Victory, Copper]}")
    held = ["Copper", "Gold", "Estate", "Silver", "Duchy", "Gold"]
    game = position(rules, p1={"hand": ["Militia"]}, p2={"hand": held})
    game.answer("Militia")
    assert answer_to(bot, game) == ["Duchy", "Estate", "Copper"]


def test_a_card_that_is_also_a_type_means_the_card() -> None:
    ranks = ranks_of(load("dominion").program, ["Curse", "Victory"])
    assert ranks["Curse"] == 0
    assert "Treasure" not in ranks and "Harem" in ranks


def test_lines_of_a_menu_can_be_wanted(tmp_path: Path) -> None:
    rules = rules_of("2e")
    bot = bot_of(tmp_path, rules, "{asked by: Pawn, kind: choice, take: [+1 coin, +1 buy]}")
    game = position(rules, p1={"hand": ["Pawn"]})
    game.answer("Pawn")
    assert set(answer_to(bot, game)) == {"+1 coin", "+1 buy"}


@pytest.mark.parametrize(("take", "wanted"), [
    ("all", ["Estate", "Copper"]), ("none", []), ("first", ["Estate"]), ("[Copper, Gold]", ["Copper"]), ("[Gold]", []),
    ("[Copper, Estate]", ["Copper", "Estate"]),
])
def test_the_ways_to_take(tmp_path: Path, take: str, wanted: list[str]) -> None:
    rules = rules_of("2e")
    bot = bot_of(tmp_path, rules, f"{{asked by: Cellar, take: {take}}}")
    game = position(rules, p1={"hand": ["Cellar", "Copper", "Estate"]})
    game.answer("Cellar")
    assert game.decision is not None and game.decision.names == ("Estate", "Copper")
    assert answer_to(bot, game) == wanted


@pytest.mark.parametrize(("words", "verb"), [
    ("may put a card from discard onto deck", "put"),
    ("all players at once: pass a card from hand to the left", "pass"),
    ("look at the top 2 cards of deck", "look"), ("choose one:", ""), ("", ""), ("they set it aside", "set aside"),
])
def test_the_verb_of_a_line_is_the_first_one(words: str, verb: str) -> None:
    assert first_verb(rules_of("2e").program, words) == verb


def test_a_file_of_ones_own_comes_first(tmp_path: Path) -> None:
    rules = rules_of("2e")
    file = tmp_path / "mine.yaml"
    file.write_text("dominion: {default: money, bots: {money: {about: mine, rules: [{take: none}]}}}", encoding="utf-8")
    known = known_bots("Dominion", file)
    assert known.about["money"] == "mine" and "actions" in known.about
    assert answer_to(make_bot(rules, "bot", 0, file), with_coins(rules, 8)) == []


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(("text", "code", "said"), [
    ("[1, 2]", "CW113", "keys with values"),
    ("Dominion: 3", "CW113", "keys with values"),
    ("Dominion: {default: x}", "CW112", "'bots' is missing"),
    ("Dominion: {bots: {a: {rules: []}}, defualt: a}", "CW111", "did you mean 'default'?"),
    ("Dominion: {bots: {a: {rules: []}}, default: b}", "CW113", "no bot called 'b'"),
    ("Dominion: {bots: {a: {abuot: x, rules: []}}}", "CW111", "did you mean 'about'?"),
    ("Dominion: {bots: {a: {about: x}}}", "CW112", "'rules' is missing"),
    ("Dominion: {bots: {a: {rules: all}}}", "CW113", "should be a list"),
    ("Dominion: {bots: {a: {rules: [all]}}}", "CW113", "keys with values"),
    ("Dominion: {bots: {a: {rules: [{verb: buy}]}}}", "CW112", "'take' is missing"),
    ("Dominion: {bots: {a: {rules: [{verb: discrad, take: all}]}}}", "CW203", "did you mean 'discard'?"),
    ("Dominion: {bots: {a: {rules: [{asked by: Moot, take: all}]}}}", "CW202", "did you mean 'Moat'?"),
    ("Dominion: {bots: {a: {rules: [{kind: crad, take: all}]}}}", "CW113", "did you mean 'card'?"),
    ("Dominion: {bots: {a: {rules: [{take: everything}]}}}", "CW113", "'everything' is nothing a bot can take"),
    ("Dominion: {bots: {a: {rules: [{take: [Provnce]}]}}}", "CW202", "did you mean 'Province'?"),
    ("Dominion: {bots: {a: {rules: [{take: [{card: Gold}]}]}}}", "CW112", "'at most' is missing"),
    ("Dominion: {bots: {a: {rules: [{take: [{card: Gold, at most: 0}]}]}}}", "CW113", "'at most'"),
    ("Dominion: {bots: {a: {rules: [{take: [{card: Gold, at most: many}]}]}}}", "CW113", "'at most'"),
    ("", "CW103", "the file is empty"),
])
def test_mistakes_are_told_with_their_place(tmp_path: Path, text: str, code: str, said: str) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFiles) as raised:
        make_bot(rules_of("2e"), "a", 0, file)
    assert [problem.code for problem in raised.value.problems] == [code]
    assert said in str(raised.value)
    assert str(raised.value).startswith(f"{file}:1:")


def test_all_mistakes_of_a_bot_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadFiles) as raised:
        bot_of(tmp_path, rules_of("2e"), "{verb: bye, take: [Provnce]}\n{kind: crad, take: no}")
    assert [(problem.span.line, problem.code) for problem in raised.value.problems] == [
        (5, "CW203"), (5, "CW202"), (6, "CW113"), (6, "CW113")]


def test_a_bot_nobody_knows_is_refused() -> None:
    with pytest.raises(CardwrightError, match=r"no bot called 'mony'.*did you mean 'money'"):
        make_bot(rules_of("2e"), "mony")
