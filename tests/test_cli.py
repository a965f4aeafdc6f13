"""The command line: what it prints, the exit codes, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import importlib.machinery
import json
import os
import re
import signal
import subprocess
import sys
import types
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner, Result

from interpreter import Cause, Event, Game, Rules, load
from interpreter.checking.gamefile import TAKEN
from interpreter.front import cli_check
from interpreter.front.cli import CLOSED_PIPE, INTERNAL, INTERRUPTED, OK, WRONG_CALL, WRONG_CARDS, cli
from interpreter.front.cli_game import GameCommand
from interpreter.front.playing import Story, counted, run_game, wrapped
from tests.helpers import position
from tests.strategies import rules_of

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE: list[dict[str, Any]] = yaml.safe_load((ROOT / "cards.yaml").read_text(encoding="utf-8"))

GOOD = """\
- card: Pond
  types: [Action]
  cost: 3
  text: |
    +2 cards
"""
# the game of these two files has neither profiles nor piles, no score and no end
TINY = """\
game: Tiny
seats: {from: 1, to: 3}
cards: [stones.yaml]
kinds:
  card: {plural: cards, plus: take}
types:
  Stone: {}
counters:
  marks: {one: mark}
zones:
  bag: {of: seat, ordered: true, seen by: nobody, counted by: all}
  row: {of: seat, seen by: all, counted by: all}
verbs:
  take: {forms: [take, takes], past: [taken], from: top of bag, to: row, several: one by one}
  return: {forms: [return, returns], past: [returned], from: row, to: bag, several: together}
turn:
  phases:
    main phase: |
      take 1 card
      may return a Stone from row
      if done: +1 mark
setup:
  start: {bag: {Pebble: 2}}
"""
STONES = """\
- card: Pebble
  types: [Stone]
  text: |
    +1 mark
"""


def run(*args: str | Path) -> Result:
    """Calls the command in this process. Nothing but an exit may leave it."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args], prog_name="cardwright")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def run_process(*args: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Calls the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "interpreter", *map(str, args)], cwd=ROOT, capture_output=True, text=True,
        encoding="utf-8", env={**os.environ, **environment}, timeout=60)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The file of the tiny game."""
    write(tmp_path, "stones.yaml", STONES)
    return write(tmp_path, "tiny.yaml", TINY)


# ---------------------------------------------------------------- check


def test_check_without_files_checks_the_games_that_ship() -> None:
    result = run("check")
    assert result.exit_code == OK
    assert "rules/dominion.yaml: Dominion, edition 1e and 2e, 64 cards, no problems\n" in result.output


def test_check_tells_each_file_and_its_cards(tmp_path: Path) -> None:
    one = write(tmp_path, "one.yaml", GOOD)
    two = write(tmp_path, "two.yaml", GOOD.replace("Pond", "Lake") + GOOD.replace("Pond", "Sea"))
    result = run("check", one, two)
    assert result.exit_code == OK
    assert result.output == f"{one}: 1 card, no problems\n{two}: 2 cards, no problems\n"


def test_files_are_checked_together(tmp_path: Path) -> None:
    one = write(tmp_path, "one.yaml", GOOD)
    two = write(tmp_path, "two.yaml", GOOD.replace("Pond", "River").replace("+2 cards", "gain a Pond"))
    assert run("check", one, two).exit_code == OK
    alone = run("check", two)
    assert alone.exit_code == WRONG_CARDS
    assert "Pond" in alone.output


def test_a_problem_is_told_once_and_in_full(tmp_path: Path) -> None:
    file = write(tmp_path, "bad.yaml", GOOD.replace("+2 cards", "discard a card from hadn"))
    result = run("check", file)
    assert result.exit_code == WRONG_CARDS
    assert result.output == (
        f"{file}:5:25: error CW204: no zone called 'hadn' in Dominion\n"
        "    5 |     discard a card from hadn\n"
        "      |                         ^^^^\n"
        "   did you mean 'hand'? zones here: aside, deck, discard, hand, play, shown, supply, trash\n"
        "1 problem in 1 file\n")


def test_check_as_json(tmp_path: Path) -> None:
    good = write(tmp_path, "good.yaml", GOOD)
    bad = write(tmp_path, "bad.yaml", GOOD.replace("Pond", "Lake").replace("+2 cards", "+2 crads"))
    result = run("check", "--json", good, bad)
    assert result.exit_code == WRONG_CARDS
    data = json.loads(result.output)
    assert data["ok"] is False
    assert data["files"] == [
        {"file": str(good), "game": "Dominion", "profiles": ["1e", "2e"], "cards": 1, "ok": True},
        {"file": str(bad), "game": "Dominion", "profiles": ["1e", "2e"], "cards": 1, "ok": False},
    ]
    assert len(data["problems"]) == 1
    problem = data["problems"][0]
    assert set(problem) == {"code", "file", "line", "column", "length", "message", "help", "profiles"}
    assert (problem["file"], problem["line"], problem["column"], problem["length"]) == (str(bad), 5, 8, 5)
    assert problem["profiles"] == ["1e", "2e"]


def test_check_as_json_when_all_is_fine(tmp_path: Path) -> None:
    data = json.loads(run("check", "--json", write(tmp_path, "good.yaml", GOOD)).output)
    assert data["ok"] is True and data["problems"] == []


def test_every_profile_is_checked_unless_one_is_named(tmp_path: Path) -> None:
    text = GOOD.replace("text: |\n    +2 cards", "text:\n    1e: |\n      +2 crads\n    2e: |\n      +2 cards")
    file = write(tmp_path, "cards.yaml", text)
    found = run("check", "--json", file)
    assert found.exit_code == WRONG_CARDS
    assert [problem["profiles"] for problem in json.loads(found.output)["problems"]] == [["1e"]]
    assert run("check", "--edition", "2e", file).exit_code == OK
    assert run("check", "--edition", "1e", file).exit_code == WRONG_CARDS


def test_the_catalogue_of_the_game_is_no_duplicate_of_itself() -> None:
    result = run("check", ROOT / "cards.yaml")
    assert (result.exit_code, result.output) == (OK, "cards.yaml: 64 cards, no problems\n")


def test_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    file = write(tmp_path, "good.yaml", GOOD)
    result = run("check", file, tmp_path / "." / "good.yaml")
    assert result.exit_code == OK
    assert result.output.count("1 card,") == 1


def test_a_game_file_is_checked_with_the_cards_beside_it(tiny: Path, tmp_path: Path) -> None:
    further = write(tmp_path, "further.yaml", STONES.replace("Pebble", "Boulder"))
    result = run("check", tiny, further)
    assert result.exit_code == OK
    assert result.output == f"{tiny}: Tiny, 2 cards, no problems\n{further}: 1 card, no problems\n"
    assert run("check", further, "--game", tiny).exit_code == OK
    assert run("check", further).exit_code == WRONG_CARDS  # the default game has no Stones


def test_a_broken_game_file_is_reported(tiny: Path) -> None:
    tiny.write_text(TINY.replace("zones:", "zoens:"), encoding="utf-8")
    result = run("check", tiny)
    assert result.exit_code == WRONG_CARDS
    assert "CW111: unknown key 'zoens'" in result.output and "did you mean 'zones'?" in result.output
    assert run("play", "--game", tiny).exit_code == WRONG_CARDS


@pytest.mark.parametrize(("content", "code"), [
    (None, "CW101"), (b"#" * 2_100_000, "CW102"), (b"", "CW103"), (b"\n# nothing\n", "CW103"),
    (b"\x7fELF\x00\x01\xff", "CW104"), (b"- a: &x 1\n- b: *x\n", "CW105"), (b"[" * 200 + b"]" * 200, "CW106"),
    (b"- card: X\n\ttypes: []\n", "CW107"), (b"- card: [", "CW108"), (b"hello", "CW113"), (b"colour: red\n", "CW113"),
])
def test_files_that_are_no_cards(tmp_path: Path, content: bytes | None, code: str) -> None:
    file = tmp_path / "odd.yaml"
    if content is not None:
        file.write_bytes(content)
    for call in (("check", file), ("check", file, "--json"), ("play", "--cards", file), ("cards", "--cards", file)):
        result = run(*call)
        assert result.exit_code == WRONG_CARDS, call
        assert code in result.output


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    result = run("check", tmp_path)
    assert result.exit_code == WRONG_CARDS
    assert "CW101: this is a folder" in result.output


# ---------------------------------------------------------------- cards


def test_the_catalogue_as_json_says_what_the_files_say() -> None:
    cards = json.loads(run("cards", "--json").output)
    assert len(cards) == len(CATALOGUE) == 64
    for card, entry in zip(cards, CATALOGUE, strict=True):
        assert card["name"] == entry["card"]
        assert {key: card[key] for key in ("set", "editions", "cost", "types")} == {
            key: entry[key] for key in ("set", "editions", "cost", "types")}
        local = {code: names if isinstance(names, list) else [names] for code, names in entry["names"].items()}
        assert card["names"] == {"en": entry["card"], **{code: names[0] for code, names in local.items()}}
        assert card["also"] == {code: names[1:] for code, names in local.items() if len(names) > 1}


def test_the_catalogue_as_json_has_texts_piles_and_properties() -> None:
    cards = {card["name"]: card for card in json.loads(run("cards", "--json").output)}
    assert cards["Copper"]["pile"] == {"2": 46, "3": 39, "4": 32, "5": 85, "6": 78}
    assert cards["Gardens"]["pile"] == {"2": 8, "3": 12, "4": 12, "5": 12, "6": 12}
    assert cards["Smithy"]["text"] == "+3 cards" and cards["Smithy"]["texts"] == {}
    assert cards["Throne Room"]["texts"] == {
        "1e": "play an Action from hand twice", "2e": "may play an Action from hand twice"}
    assert (cards["Province"]["worth"], cards["Curse"]["worth"], cards["Gardens"]["worth"]) == (6, -1, None)


def test_further_cards_are_listed(tmp_path: Path) -> None:
    file = write(tmp_path, "mine.yaml", GOOD)
    cards = json.loads(run("cards", "--json", "--cards", file).output)
    assert len(cards) == 65
    assert cards[-1]["name"] == "Pond" and cards[-1]["editions"] == []


def test_the_table_of_cards_fits_a_terminal() -> None:
    result = run("cards")
    assert result.exit_code == OK
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in result.output
    shown = [line.split("  ")[0].strip() for line in lines]
    assert {entry["card"] for entry in CATALOGUE} <= set(shown)
    assert lines[-1] == "64 cards"


def test_names_in_another_language() -> None:
    output = run("cards", "--lang", "hu").output
    assert re.search(r"^ Hercegség +Duchy +5 ", output, re.MULTILINE)
    assert re.search(r"^ Chapel +Chapel +2 ", output, re.MULTILINE)  # it has no Hungarian name
    unknown = run("cards", "--lang", "eo")
    assert unknown.exit_code == WRONG_CALL
    assert "languages: en, hu, pl, ru" in unknown.output


# ---------------------------------------------------------------- show


@pytest.mark.parametrize("name", ["Throne Room", "throne room", "Тронный зал", "Sala tronowa", "TRÓNTEREM"])
def test_a_card_is_found_in_any_language(name: str) -> None:
    result = run("show", name)
    assert result.exit_code == OK
    assert result.output.startswith("Throne Room\n")


def test_a_name_of_several_words_needs_no_quotes() -> None:
    assert run("show", "Throne", "Room").output == run("show", "Throne Room").output


def test_wordings_that_differ_are_shown_by_profile() -> None:
    both = run("show", "Mine").output
    assert "edition 2e:\n  may trash a Treasure" in both and "edition 1e:\n  trash a Treasure" in both
    one = run("show", "Mine", "--edition", "1e").output
    assert "\n  trash a Treasure" in one and "may trash" not in one and "edition 1e:" not in one


def test_the_facts_of_a_card() -> None:
    lines = run("show", "Gardens", "--lang", "ru").output.splitlines()
    assert lines[:6] == ["Сады (Gardens)", "Victory", "cost: 4", "worth: see the text", "set: base (base-1e, base-2e)",
                         "pile: 8 (2 seats), 12 (3-6 seats)"]


def test_a_card_as_json_and_as_a_tree() -> None:
    data = json.loads(run("show", "Village", "--json", "--ast").output)
    assert (data["name"], data["cost"], data["file"]) == ("Village", 3, "cards.yaml")
    assert (ROOT / "cards.yaml").read_text(encoding="utf-8").splitlines()[data["line"] - 1] == "- card: Village"
    assert set(data["ast"]) == {"1e", "2e"} and data["ast"]["1e"] == data["ast"]["2e"]
    tree = data["ast"]["2e"]
    assert tree["node"] == "Text"
    assert [(node["node"], node["value"]["value"]) for node in tree["above"]] == [("Add", 1), ("Add", 2)]
    assert "ast" not in json.loads(run("show", "Village", "--json").output)
    assert "    Add how='plus'\n      value: Number value=2\n" in run("show", "Village", "--ast").output


def test_the_tree_of_a_card_of_ones_own(tmp_path: Path) -> None:
    output = run("show", "Pond", "--ast", "--cards", write(tmp_path, "mine.yaml", GOOD)).output
    assert "Number value=2" in output and "set: homebrew" in output


def test_a_card_nobody_knows_and_one_that_could_be_two() -> None:
    unknown = run("show", "Thrown Room")
    assert unknown.exit_code == WRONG_CALL
    assert "no card called 'Thrown Room' in Dominion. did you mean 'Throne Room'?" in unknown.output
    several = run("show", "Рудник")
    assert several.exit_code == WRONG_CALL
    assert "several cards are called 'Рудник': Mine, Mining Village" in several.output


# ---------------------------------------------------------------- play


def test_a_game_is_told_and_ends() -> None:
    result = run("play", "--seats", "bot,random", "--seed", "7")
    assert result.exit_code == OK
    lines = result.output.splitlines()
    assert lines[0] == "Dominion, seed 7: p1 money, p2 random"
    assert lines[1] == "edition: 2e"
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in result.output and "\xa0" not in result.output
    assert "The game is over." in lines
    assert re.search(r"^ p1 +money +\d+ +\d+ +winner$", result.output, re.MULTILINE)
    assert re.search(r"^p1, turn 1$", result.output, re.MULTILINE)


def test_the_same_seed_gives_the_same_game() -> None:
    call = ("play", "--seats", "random,actions", "--kingdom", "random")
    assert run(*call, "--seed", "3").output == run(*call, "--seed", "3").output
    assert run(*call, "--seed", "3").output != run(*call, "--seed", "4").output


def test_the_seed_of_a_game_can_be_read_and_used_again() -> None:
    first = run("play", "--seats", "random,random").output
    seed = re.match(r"Dominion, seed (\d+):", first)
    assert seed is not None
    assert run("play", "--seats", "random,random", "--seed", seed.group(1)).output == first


def uses(output: str, verb: str) -> int:
    """How many cards the log names as used with a verb at the start of a line."""
    text = re.sub(r"\n {6,}(?=\S)(?!p\d|play |buy )", " ", output)  # lines that go on below
    heads = re.findall(rf"^ +(?:p\d )?{verb}s? ([^:(\n]*)", text, re.MULTILINE)
    return sum(int((re.findall(r" x(\d+)$", card.strip()) or [1])[0]) for head in heads for card in head.split(","))


@pytest.mark.parametrize("kingdom", ["Opening Game", "Nimble Fingers", "Tear It Down"])
def test_the_log_leaves_no_card_out(kingdom: str) -> None:
    """Folded as it is, the log names as many plays and purchases as there were."""
    call = ("play", "--seats", "actions,random,money", "--seed", "5", "--kingdom", kingdom)
    data = json.loads(run(*call, "--json").output)
    output = run(*call).output
    for verb in ("play", "buy"):
        counted_events = sum(len(event["cards"]) for event in data["events"] if event["verb"] == verb)
        assert counted_events > 40
        assert uses(output, verb) == counted_events
    assert len(output.splitlines()) < len(data["events"])


def test_a_game_as_json() -> None:
    data = json.loads(run("play", "--json", "--seats", "money,money,random", "--seed", "2", "--edition", "1e").output)
    assert set(data) == {"game", "seed", "options", "first", "over", "decisions", "seats", "events"}
    assert (data["game"], data["seed"], data["over"]) == ("Dominion", 2, True)
    assert data["options"]["edition"] == "1e"
    assert "Woodcutter" in data["options"]["kingdom"] and len(data["options"]["kingdom"]) == 10
    assert [seat["bot"] for seat in data["seats"]] == ["money", "money", "random"]
    turns = [event for event in data["events"] if event["verb"] == "turn"]
    assert turns[0]["seat"] == data["first"]
    for seat in data["seats"]:
        assert seat["turns"] == sum(turn["seat"] == seat["seat"] for turn in turns)
    best = max(seat["score"] for seat in data["seats"])
    assert any(seat["winner"] for seat in data["seats"])
    assert all(seat["score"] == best for seat in data["seats"] if seat["winner"])
    assert [event["number"] for event in data["events"]] == list(range(len(data["events"])))


def test_only_the_end_is_told_when_asked() -> None:
    lines = run("play", "-q", "--seed", "7").output.splitlines()
    assert "p1, turn 1" not in lines and "The game is over." in lines
    assert len(lines) < 14


def test_the_options_of_the_game_are_options_of_the_command() -> None:
    help_text = run("play", "--help").output
    assert "--edition [1e|2e]" in help_text and "--kingdom" in help_text and "Heavy Purse" in help_text
    named = run("play", "-q", "--kingdom", "heavy purse", "--edition", "1e", "--seed", "1").output
    assert "edition: 1e" in named and "Adventurer" in named
    listed = run("play", "-q", "--kingdom", "Moat,Village", "--seed", "1").output
    assert "kingdom: Moat, Village\n" in listed


def test_cards_of_ones_own_are_played(tmp_path: Path) -> None:
    """A bot that wants nothing but the new card buys it and plays it."""
    cards = write(tmp_path, "mine.yaml", GOOD)
    bots = write(tmp_path, "bots.yaml", """\
Dominion:
  bots:
    fisher:
      rules:
        - {asked by: buy phase, verb: play, take: all}
        - {verb: [play, buy], take: [Pond]}
""")
    result = run("play", "--cards", cards, "--bots", bots, "--seats", "fisher,money", "--kingdom", "Pond")
    assert result.exit_code == OK
    assert re.search(r"^  buy Pond", result.output, re.MULTILINE)
    assert re.search(r"^  play Pond: draw ", result.output, re.MULTILINE)


def test_a_card_that_never_ends_is_told_with_its_line(tmp_path: Path) -> None:
    cards = write(tmp_path, "mine.yaml", GOOD.replace("+2 cards", "repeat:\n      +1 coin"))
    bots = write(tmp_path, "bots.yaml", """\
Dominion: {bots: {fisher: {rules: [{asked by: buy phase, verb: play, take: all}, {verb: [play, buy], take: [Pond]}]}}}
""")
    result = run("play", "--cards", cards, "--bots", bots, "--seats", "fisher,fisher", "--kingdom", "Pond")
    assert result.exit_code == WRONG_CARDS
    assert f"{cards}:5: error CW401: Pond did not come to an end" in result.output
    assert re.search(r"^p\d, turn 3$", result.output, re.MULTILINE)  # the turn in which it was played


@pytest.mark.parametrize(("args", "said"), [
    (("--seats", "human,bot"), "people cannot play at the terminal yet"),
    (("--seats", "bot"), "Dominion has 2 to 6 seats; 'bot' names 1"),
    (("--seats", "bot," * 6 + "bot"), "names 7"),
    (("--seats", ""), "has no name"),
    (("--seats", "bot,,bot"), "has no name"),
    (("--seats", "bot,mony"), "no bot called 'mony' for Dominion. did you mean 'money'?"),
    (("--kingdom", "Heavy Purs"), "did you mean 'Heavy Purse'?"),
    (("--kingdom", "Moat,Vilage"), "did you mean 'Village'?"),
    (("--kingdom", "Moat,Moat"), "Moat is named twice"),
    (("--edition", "3e"), "'3e' is not one of '1e', '2e'"),
    (("--game", "domino"), "did you mean 'dominion'?"),
    (("--seed", "seven"), "'seven' is not a valid integer"),
    (("--limit", "0"), "0 is not in the range"),
    (("--sede", "7"), "--seed"),
    (("extra",), "unexpected extra argument"),
])
def test_a_wrong_call_of_play(args: tuple[str, ...], said: str) -> None:
    result = run("play", *args)
    assert result.exit_code == WRONG_CALL
    assert said in result.output


@pytest.mark.parametrize("args", [("--game", "nowhere.yaml"), ("--bots", "nowhere.yaml"), ("--cards", "nowhere.yaml")])
def test_a_file_that_is_not_there(args: tuple[str, ...]) -> None:
    result = run("play", *args)
    assert result.exit_code == WRONG_CARDS
    assert "nowhere.yaml:1:1: error CW101" in result.output


# ---------------------------------------------------------------- another game


def test_a_game_without_options_has_none_on_the_command_line(tiny: Path) -> None:
    assert "edition" not in run("play", "--game", tiny, "--help").output
    refused = run("play", "--game", tiny, "--edition", "1e")
    assert refused.exit_code == WRONG_CALL
    assert "No such option" in refused.output


def test_another_game_is_told_in_its_own_words(tiny: Path) -> None:
    result = run("play", "--game", tiny, "--seats", "first,first", "--seed", "1", "--limit", "3")
    assert result.exit_code == OK
    assert result.output.splitlines()[:9] == [
        "Tiny, seed 1: p1 first, p2 first", "",
        "p1, turn 1", "  main phase: take Pebble; return Pebble; 1 mark", "",
        "p2, turn 1", "  main phase: take Pebble; return Pebble; 1 mark", "",
        "p1, turn 2",
    ]
    assert "Stopped after 3 decisions; the game is not over." in result.output
    assert "score" not in result.output


def test_as_few_seats_as_possible_by_default(tiny: Path) -> None:
    result = run("play", "-q", "--game", tiny, "--limit", "5", "--seed", "1")
    assert result.output.startswith("Tiny, seed 1: p1 random\n")


def test_the_catalogue_of_another_game(tiny: Path) -> None:
    cards = json.loads(run("cards", "--json", "--game", tiny).output)
    assert [(card["name"], card["types"], "cost" in card) for card in cards] == [("Pebble", ["Stone"], False)]
    assert run("show", "pebble", "--game", tiny).output.startswith("Pebble\nStone\n")


def test_an_option_of_a_game_that_the_command_has_already(tiny: Path) -> None:
    tiny.write_text(TINY + "profiles: {option: seed, default: a, choices: {a: {}}}\n", encoding="utf-8")
    result = run("play", "--game", tiny)
    assert result.exit_code == WRONG_CALL
    assert "Tiny declares an option 'seed'" in result.output


def test_the_checker_knows_every_name_that_an_option_of_a_game_cannot_have() -> None:
    """What `load`, `new_game` and the commands with options of the game call theirs is refused in a game file."""
    keywords = {name for call in (load, Rules.new_game) for name, parameter in signature(call).parameters.items()
                if parameter.kind is not Parameter.VAR_KEYWORD}
    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in cli.list_commands(context)]
    flags = {flag.removeprefix("--") for command in commands if isinstance(command, GameCommand)
             for option in command.params for flag in option.opts if flag.startswith("--")}
    assert {"seats", "after", "cards"} <= keywords and {"seed", "json"} <= flags
    assert keywords | flags <= TAKEN


# ---------------------------------------------------------------- the log


def told(game: Game, *answers: str | list[str]) -> list[str]:
    """The log of a turn that begins with these answers, not wrapped."""
    story = Story(game._rules.program)
    story.add(Event(0, "turn", game.turn, (), "", "", 1, Cause("", "", "", 0), 0))  # a position begins within its turn
    lines: list[str] = []
    for answer in answers:
        for event in game.answer(answer):
            lines += story.add(event)
    return [wrapped(line, 1000) for line in [*lines, *story.rest()]]


def test_plays_that_only_bring_numbers_are_one_line() -> None:
    game = position(rules_of("2e"), p1={"hand": ["Copper", "Silver", "Copper", "Gold"]})
    lines = told(game, ["Copper", "Copper", "Silver", "Gold"], "Silver")
    assert lines[1:3] == ["  play Copper x2, Silver, Gold: 7 coins", "  buy Silver (4 coins left)"]


def test_what_a_card_does_stands_behind_it() -> None:
    game = position(rules_of("2e"), p1={"hand": ["Market"], "deck": ["Gold", "Estate"]})
    assert told(game, "Market")[1] == "  play Market: draw Gold; 1 action, 2 buys, 1 coin"


def test_what_happens_to_others_stands_below() -> None:
    game = position(rules_of("2e"), seats=3, p1={"hand": ["Militia"]}, p2={"hand": ["Gold"] * 4},
                    p3={"hand": ["Copper"] * 2 + ["Silver"] * 3})
    assert told(game, "Militia", "Gold", ["Copper", "Copper"])[1:] == [
        "  play Militia: 2 coins", "    p2 discards Gold", "    p3 discards Copper x2"]


def test_a_card_played_by_a_card_is_indented_and_the_turn_goes_on_at_the_margin() -> None:
    game = position(rules_of("2e"), p1={"hand": ["Throne Room", "Village", "Smithy"], "deck": ["Copper"] * 6})
    assert told(game, "Throne Room", "Village", "Smithy")[1:] == [
        "  play Throne Room", "    play Village: draw Copper; 2 actions", "    play Village: draw Copper; 4 actions",
        "  play Smithy: draw Copper x3"]


def test_a_reaction_and_what_it_saves_from() -> None:
    game = position(rules_of("2e"), p1={"hand": ["Witch"], "deck": ["Gold"] * 2}, p2={"hand": ["Moat"]})
    assert told(game, "Witch", "Moat", [])[1:] == [
        "  play Witch", "    p2 reveals Moat; unaffected", "    Witch: draw Gold x2"]


def test_an_effect_of_another_card_is_named() -> None:
    game = position(rules_of("2e"), p1={"hand": ["Merchant", "Silver"], "deck": ["Silver"]})
    lines = told(game, "Merchant", ["Silver", "Silver"])
    assert lines[1] == "  play Merchant: draw Silver; 1 action"
    assert lines[2:] == ["  play Silver: (Merchant) 1 coin; 3 coins", "  play Silver: 5 coins"]


def test_where_cards_go_is_told_unless_it_goes_without_saying() -> None:
    game = position(rules_of("2e"), ["Mine"], p1={"hand": ["Mine", "Copper"]})
    assert told(game, "Mine", "Copper", "Silver")[1] == "  play Mine: trash Copper; gain Silver -> hand"


def test_names_are_not_torn_apart_at_the_end_of_a_line() -> None:
    line = "  " + counted(["Throne Room"] * 12 + ["Great Hall"] * 3 + ["Moat"] + ["Council Room"] * 2 + ["Duke"])
    for width in range(24, 60):
        lines = wrapped(line, width).split("\n")
        assert max(map(len, lines)) <= width
        joined = [name for part in lines for name in re.findall(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*(?: x\d+)?", part)]
        assert joined == ["Throne Room x12", "Great Hall x3", "Moat", "Council Room x2", "Duke"]


def test_a_run_stops_at_its_limit() -> None:
    game = rules_of("2e").new_game(seats=2, seed=1)
    parts = list(run_game(game, [lambda decision: decision.options[: decision.min]] * 2, 9))
    assert len(parts) == 10  # the set-up, and one part for each answer
    assert not game.over and len(game.answers) == 9


# ---------------------------------------------------------------- help, errors, streams


@pytest.mark.parametrize("command", ["check", "cards", "show", "play"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == OK
    example = re.search(rf"Example: cardwright ({command} .*)", result.output)
    assert example is not None
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize("command", ["show", "play"])
def test_the_examples_work(command: str) -> None:
    example = re.search(r"Example: cardwright (.*)", run(command, "--help").output)
    assert example is not None
    assert run(*example.group(1).replace('"', "").split()).exit_code == OK


def test_the_group_lists_its_commands_and_gives_an_example() -> None:
    output = run("--help").output
    assert re.findall(r"^  (check|cards|show|play) ", output, re.MULTILINE) == ["check", "cards", "show", "play"]
    example = re.search(r"Example: cardwright (.*)", output)
    assert example is not None and run(*example.group(1).split()).exit_code == OK


def test_a_command_nobody_knows() -> None:
    result = run("chek")
    assert result.exit_code == WRONG_CALL
    assert "no command called 'chek'. did you mean 'check'?" in result.output


def test_the_version_is_that_of_the_project() -> None:
    declared = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared is not None
    assert run("--version").output == f"cardwright {declared.group(1)}\n"


def test_a_bug_is_one_line_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("something\nodd")

    monkeypatch.setattr(cli_check, "check_files", fail)
    monkeypatch.delenv("CARDWRIGHT_DEBUG", raising=False)
    result = run("check", "some.yaml")
    assert result.exit_code == INTERNAL
    assert result.output.count("\n") == 1
    assert result.output.startswith("internal error: KeyError: ") and "please report" in result.output


def test_a_bug_shows_where_it_is_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("something odd")

    monkeypatch.setattr(cli_check, "check_files", fail)
    monkeypatch.setenv("CARDWRIGHT_DEBUG", "1")
    result = CliRunner().invoke(cli, ["check", "some.yaml"])
    assert result.exit_code == INTERNAL
    assert "Traceback" in result.output and "something odd" in result.output


def test_a_user_who_stops_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_check, "check_files", stop)
    result = run("check", "some.yaml")
    assert result.exit_code == INTERRUPTED
    assert result.output.strip() == "stopped"


def test_a_signal_ends_a_long_game(tiny: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "interpreter", "play", "--game", str(tiny), "--limit", "1000000000"], cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()  # it runs
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == INTERRUPTED
    assert errors.decode().strip() == "stopped"


def test_a_reader_who_leaves_is_no_error(tiny: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "interpreter", "play", "--game", str(tiny), "--limit", "1000000000"], cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == CLOSED_PIPE


def test_problems_of_check_go_to_standard_output_and_errors_elsewhere(tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.yaml", GOOD.replace("+2 cards", "+2 crads"))
    checked = run_process("check", bad)
    assert (checked.returncode, checked.stderr) == (WRONG_CARDS, "")
    assert "error CW" in checked.stdout
    played = run_process("play", "--cards", bad)
    assert (played.returncode, played.stdout) == (WRONG_CARDS, "")
    assert "error CW" in played.stderr


def test_the_command_works_from_any_folder(tmp_path: Path) -> None:
    write(tmp_path, "mine.yaml", GOOD)
    done = subprocess.run(
        [sys.executable, "-m", "interpreter", "check", "mine.yaml"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (OK, "mine.yaml: 1 card, no problems\n", "")


def test_a_table_for_terminals_that_know_only_ascii() -> None:
    done = run_process("play", "-q", "--seed", "1", PYTHONIOENCODING="ascii")
    assert done.returncode == OK
    assert done.stdout.isascii() and "winner" in done.stdout


def test_help_loads_nothing_heavy() -> None:
    code = ("import sys\nfrom interpreter.front.cli import cli\n"
            "try: cli.main(['--help'])\nexcept SystemExit: pass\n"
            "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split("LOADED")[1].split())
    assert "click" in loaded
    assert loaded & {"lark", "jsonschema", "rich"} == set()


def test_a_benchmark_is_a_command_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("interpreter.front.bench")
    module.__spec__ = importlib.machinery.ModuleSpec("interpreter.front.bench", None)
    module.command = click.Command("bench", callback=lambda: click.echo("measured"))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "interpreter.front.bench", module)
    assert run("bench").output == "measured\n"
    assert "bench" in run("--help").output
