"""Rulings: the format, the runner, what it says about rulings that are wrong, the page that teaches it."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import CardwrightError, Game, load
from interpreter.rulings.checking import prepare
from interpreter.rulings.listing import rulings_on
from interpreter.rulings.reading import problems_in, read_file, read_text
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import Verdict, run_ruling
from interpreter.rulings.scenario import Ruleset, Scenario
from interpreter.rulings.search import Horizon, Search, plain_key
from interpreter.rulings.writing import load_save, scenario_of

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "rulings"
PAGE = (ROOT / "docs" / "rulings.md").read_text("utf-8")


def verdicts_of(text: str, name: str = "text.yaml") -> list[Verdict]:
    """All verdicts on the rulings of a text."""
    file = read_text(text, name, FOLDER)
    assert not file.problems, file.problems
    return [run_ruling(scenario, ruleset) for scenario in file.scenarios for ruleset in scenario.rulesets]


def verdict_of(text: str) -> Verdict:
    (verdict,) = verdicts_of(text)
    return verdict


def cases(name: str) -> list[tuple[Scenario, Ruleset]]:
    """The rulings of a file, with each set of rules they are run under."""
    file = read_file(FOLDER / name)
    return [(scenario, ruleset) for scenario in file.scenarios for ruleset in scenario.rulesets]


def id_of(part: Scenario | Ruleset) -> str:
    return part.id if isinstance(part, Scenario) else part.title


@pytest.mark.parametrize(("scenario", "ruleset"), cases("holding.yaml"), ids=id_of)
def test_a_ruling_that_is_right_holds(scenario: Scenario, ruleset: Ruleset) -> None:
    verdict = run_ruling(scenario, ruleset)
    assert verdict.passed, verdict.message


@pytest.mark.parametrize(("scenario", "ruleset"), cases("wrong.yaml"), ids=id_of)
def test_a_ruling_that_is_wrong_fails_and_says_why(scenario: Scenario, ruleset: Ruleset) -> None:
    verdict = run_ruling(scenario, ruleset)
    assert verdict.passed is False
    assert scenario.cites in verdict.message
    assert verdict.span is not None and verdict.span.line >= scenario.span.line
    assert verdict.trace


def test_a_failure_shows_who_is_asked_and_the_options() -> None:
    verdict = next(run_ruling(s, r) for s, r in cases("wrong.yaml") if s.id == "missing-step")
    details = "\n".join(verdict.details)
    assert "p2 is asked by Militia: discard down to 3 cards in hand (cards.yaml:" in details
    assert "options, take 1: Copper, Estate, Gold, Silver" in details
    assert any("p1 has 2 coins" in line and "Militia: +2 coins" in line for line in verdict.trace)


SEVEN = "- {ruling: x, says: x., given: {phase: setup, seats: 7}, impossible: from 2 to 6}"


@pytest.mark.parametrize(("old", "new", "message"), [
    ("seats: 7", "seats: 6", "impossible: a game can be in this position"),
    ("from 2 to 6", "named twice", "impossible: it is refused for another reason: this position is not possible"),
    ("from 2 to 6", "from 2 to 6, then: {turn: p1}", "error CW510: no game begins, so 'then' states nothing"),
])
def test_an_impossible_position_is_refused_for_the_reason_that_is_named(old: str, new: str, message: str) -> None:
    assert verdict_of(SEVEN).passed
    verdict = verdict_of(SEVEN.replace(old, new))
    assert verdict.passed is False
    assert message in verdict.message


def test_what_if_of_an_impossible_position_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(SEVEN, "utf-8")
    call = [sys.executable, "-m", "interpreter", "what-if", str(tmp_path / "x.yaml")]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "said to be impossible" in done.stderr


def test_the_trace_names_the_window() -> None:
    verdict = verdict_of("""
- ruling: x
  says: x
  given: {p1: {hand: [Witch]}, p2: {hand: [Moat]}}
  steps: [p1: Witch, p2: Moat]
  then: {p1: {coins: 7}}
""")
    assert any("p2 reveals Moat" in line and line.endswith("when play") for line in verdict.trace)


# ---------------------------------------------------------------- what breaks, and what does not


def test_a_broken_ruling_does_not_stop_the_others() -> None:
    file = read_text("""
- ruling: one
  says: It works.
  given: {p1: {hand: [Smithy]}}
  then: {p1: {hand: 1}}
- ruling: two
  says: It is misspelt.
  given: {p1: {hand: [Smity]}}
  then: {turn: p1}
- ruling: three
  says: It has a key that means nothing.
  gven: {}
- ruling: four
  says: It works, too.
  given: {p1: {hand: [Smithy]}}
  then: {p1: {hand: 1}}
""", "text.yaml")
    verdicts = [run_ruling(scenario, Ruleset("dominion", "2e")) for scenario in file.scenarios]
    assert [verdict.passed for verdict in verdicts] == [True, False, False, True]
    assert "text.yaml:8:23: error CW503" in verdicts[1].message
    assert "text.yaml:12:3: error CW111" in verdicts[2].message


def test_an_error_of_the_runner_is_a_failure_of_that_ruling_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is raised, at whatever place, the verdict tells it and the next ruling is run."""
    text = "- {ruling: one, says: It works., given: {p1: {hand: [Smithy]}}, steps: [{p1: Smithy}], then: {turn: p1}}"

    def fails(*_: object) -> None:
        raise ZeroDivisionError("by accident")

    for place in ("running.fit", "running.prepare", "running.traced"):
        with monkeypatch.context() as patched:
            patched.setattr(f"interpreter.rulings.{place}", fails)
            verdict = verdict_of(text.replace("turn: p1", "turn: p2"))
        assert verdict.passed is False
        assert verdict.message == "internal error, please report it: ZeroDivisionError: by accident"
    assert verdict_of(text).passed


def run(*args: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "interpreter", "rulings", *args]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True)


def test_the_command_tells_what_fails_and_ends_with_1() -> None:
    done = run(str(FOLDER / "wrong.yaml"), "-k", "four cards")
    assert done.returncode == 1
    assert "FAILED: false-then [dominion-2e]" in done.stdout
    assert "p1 hand: expected [Copper x4], but it is [Copper x3]" in done.stdout
    assert "0 passed, 1 failed, 0 not decided" in done.stdout


def test_the_command_takes_cards_of_one_s_own(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("- {card: Purse, cost: 2, types: [Action], text: +2 coins}\n", "utf-8")
    ruling = ("- {ruling: purse, says: It gives two., given: {p1: {hand: [Purse]}}, steps: [{p1: play Purse}],\n"
              "   then: {p1: {coins: 2}}}\n")
    (tmp_path / "purse.yaml").write_text(ruling, "utf-8")
    alone = run(str(tmp_path / "purse.yaml"))
    assert alone.returncode == 1 and "cards of your own are loaded with --cards FILE" in alone.stdout
    together = run(str(tmp_path / "purse.yaml"), "--cards", str(tmp_path / "mine.yaml"))
    assert together.returncode == 0 and "1 passed, 0 failed" in together.stdout


def test_the_command_prints_json() -> None:
    done = run(str(FOLDER / "holding.yaml"), str(FOLDER / "wrong.yaml"), "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert data["passed"] == len(cases("holding.yaml")) and data["failed"] == len(cases("wrong.yaml"))
    assert data["not_decided"] == 0
    first = data["rulings"][0]
    assert (first["id"], first["passed"]) == ("mining-village-throned-trashes-once", True)
    assert first["rules"] == "dominion-1e"
    assert "Throne Room" in first["cards"]


def test_a_wrong_call_ends_with_2(tmp_path: Path) -> None:
    assert run(str(tmp_path / "nothing.yaml")).returncode == 2
    assert run(str(FOLDER / "holding.yaml"), "-k", "no ruling says this").returncode == 2


def test_a_file_that_is_no_yaml_is_reported_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- ruling: [\n", "utf-8")
    (tmp_path / "b.yaml").write_text("- ruling: x\n  says: x\n  then: {turn: p1}\n", "utf-8")
    done = run(str(tmp_path))
    assert done.returncode == 1
    assert "a.yaml:2:1: error CW108" in done.stdout and "1 passed" in done.stdout


def test_the_plugin_makes_every_ruling_a_test(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nrulings = mine\n", "utf-8")
    (tmp_path / "mine").mkdir()
    for name in ("holding.yaml", "wrong.yaml"):
        (tmp_path / "mine" / name).write_text((FOLDER / name).read_text("utf-8"), "utf-8")
    (tmp_path / "cards.yaml").write_text("- card: Nobody\n", "utf-8")
    installed = any(point.value == "interpreter.rulings.plugin" for point in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "interpreter.rulings.plugin"]  # pytest loads what is installed by itself
    call = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-v"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, env=environment())
    assert f"{len(cases('wrong.yaml'))} failed, {len(cases('holding.yaml'))} passed" in done.stdout
    assert "mine/holding.yaml::mining-village-throned-trashes-once[dominion-1e] PASSED" in done.stdout
    assert "p1 hand: expected [Copper x4], but it is [Copper x3]" in done.stdout
    assert "Traceback" not in done.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


# ---------------------------------------------------------------- claims


def claim(name: str) -> Scenario:
    return next(scenario for scenario, _ in cases("claims.yaml") if scenario.id == name)


@pytest.mark.parametrize(("scenario", "ruleset"), cases("claims.yaml"), ids=id_of)
def test_a_claim_is_decided(scenario: Scenario, ruleset: Ruleset) -> None:
    verdict = run_ruling(scenario, ruleset)
    if scenario.cites is None:
        assert verdict.passed is True, verdict.message
    else:
        assert verdict.passed is (None if scenario.cites == "not decided" else False)
        assert scenario.cites in verdict.message


@pytest.mark.parametrize("name", ["smithy-always-finds-gold", "witch-never-curses"])
def test_a_counter_example_can_be_put_into_a_scenario(name: str) -> None:
    """Run as an ordinary ruling, without any search, it comes to the same."""
    scenario = claim(name)
    lines = run_ruling(scenario, scenario.rulesets[0]).details
    pasted = yaml.safe_load("\n".join(lines[lines.index("it comes to that so (run again, it was so again):") + 1:]))
    given = {**scenario.given, **({"shuffle": pasted["shuffle"]} if "shuffle" in pasted else {})}
    (kind, item), = scenario.claims
    entry = {"ruling": "again", "says": "It is so.", "given": given, "steps": pasted["steps"], "then": item.plain()}
    assert verdict_of(yaml.safe_dump([entry], allow_unicode=True)).passed is (kind == "never")


POSITIONS = [
    ({"p1": {"hand": ["Throne Room", "Spy", "Cellar", "Copper"], "deck": ["Estate", "Gold", "Copper"]},
      "p2": {"hand": ["Moat"], "deck": ["Silver", "Estate"]}}, Horizon(phase=1)),
    ({"p1": {"hand": ["Sentry", "Library"], "deck": ["Village", "Gold", "Moat", "Copper", "Estate"]}},
     Horizon(phase=1)),
    ({"p1": {"hand": ["Masquerade", "Estate"], "deck": ["Copper", "Gold"]},
      "p2": {"hand": ["Curse", "Gold", "Copper"]}}, Horizon(phase=1)),
    ({"p1": {"hand": ["Merchant", "Silver", "Silver", "Copper"], "deck": ["Cellar"], "discard": ["Gold", "Estate"]}},
     Horizon(phase=2)),
    ({"p1": {"hand": ["Torturer"], "deck": ["Copper x3"]},
      "p2": {"hand": ["Secret Chamber", "Copper", "Gold"], "deck": ["Moat", "Estate", "Silver"]}}, Horizon(answers=3)),
]


@pytest.mark.parametrize(("given", "horizon"), POSITIONS)
def test_states_that_count_as_the_same_lead_to_the_same_ends(
        given: dict[str, Any], horizon: Horizon, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk that takes no two states for equal reaches no other ends, and takes longer."""
    start = load().position(given)._state

    def ends() -> tuple[set[Any], int]:
        search = Search(start, horizon, 200_000)
        return {plain_key(node.state) for node in search.nodes() if node.end}, search.seen

    with_sameness, few = ends()
    monkeypatch.setattr("interpreter.rulings.search.key_of", lambda state: object())
    without, many = ends()
    assert with_sameness == without and len(without) > 1
    assert few <= many


def test_an_offer_that_can_be_taken_for_ever_is_walked_to_its_end() -> None:
    """Secret Chamber can be revealed again and again; only so many positions come of it."""
    given = {"p1": {"hand": ["Militia"]}, "p2": {"hand": ["Secret Chamber", "Copper", "Gold"], "deck": ["Silver"] * 2}}
    search = Search(load().position(given)._state, Horizon(phase=1), 20_000)
    assert sum(node.end for node in search.nodes()) > 3
    assert search.repeated >= 5


def test_the_rulings_on_a_card_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dominion").mkdir()
    (tmp_path / "dominion" / "some.yaml").write_text((FOLDER / "holding.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.setattr("interpreter.rulings.listing.shipped", lambda: tmp_path)
    found = rulings_on(load().program, "Mining Village", "dominion")
    assert [entry["id"] for entry in found] == ["mining-village-throned-trashes-once"]
    assert found[0]["says"].startswith("Under Throne Room")


# ---------------------------------------------------------------- what if, and rulings from games


def test_what_if_lists_every_outcome_once() -> None:
    call = [sys.executable, "-m", "interpreter", "what-if", str(FOLDER / "claims.yaml"), "-k", "Militia nobody",
            "--json"]
    data = json.loads(subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    found = {outcome["changed"]["p2 hand"] for outcome in data["outcomes"]}
    assert data["complete"] and len(data["outcomes"]) == len(found) == 10  # three of five different cards stay
    assert "Copper, Gold, Silver" in found


def test_what_if_goes_as_far_as_it_is_told() -> None:
    call = [sys.executable, "-m", "interpreter", "what-if", str(FOLDER / "claims.yaml"), "-k", "both Golds",
            "--until", "buy phase", "--json"]
    data = json.loads(subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    hands = {outcome["changed"].get("p1 hand") for outcome in data["outcomes"]}
    assert hands == {None, "Copper x3", "Copper x2, Gold", "Copper, Gold x2"}  # None: Smithy is not played


@pytest.mark.parametrize("seed", range(12))
def test_a_game_becomes_a_scenario_that_holds(seed: int) -> None:
    chance = random.Random(seed)
    game = load(edition="1e").new_game(seats=2 + seed % 2, seed=seed, kingdom="random")
    for _ in range(chance.randrange(5, 70)):
        if (decision := game.decision) is not None:
            count = chance.randint(decision.min, decision.max)
            game.answer(chance.sample(list(decision.options), count), decision)
    loaded, ruleset = load_save(game.save())
    text = scenario_of(loaded, ruleset, last=chance.randrange(5))
    verdict = verdict_of(text)
    assert verdict.passed, verdict.message
    assert verdict_of(text.replace("      exactly: true", "      score: 99", 1)).passed is False


def test_the_command_makes_a_scenario_from_a_save(tmp_path: Path) -> None:
    game = load().position({"p1": {"hand": ["Smithy"], "deck": ["Gold x4"]}})
    game.answer("Smithy")
    (tmp_path / "game.json").write_text(game.save(), "utf-8")
    done = run("--new", str(tmp_path / "game.json"), "--last", "1")
    assert done.returncode == 0 and "- {p1: Smithy}" in done.stdout
    assert verdict_of(done.stdout).passed
    assert run("--new", str(FOLDER / "holding.yaml")).returncode == 2


# ---------------------------------------------------------------- coverage and mutation

VILLAGE = """
- ruling: one
  says: Mining Village can be trashed for two coins.
  given: {p1: {hand: [Mining Village], deck: [Gold]}}
  steps: [p1: Mining Village, p1: trash it]
  then: {p1: {hand: [Gold], coins: 2, actions: 2}, trash: [Mining Village]}
"""
KEEP = VILLAGE + """
- ruling: two
  says: It can be kept.
  given: {p1: {hand: [Mining Village], deck: [Gold x2]}}
  steps: [p1: Mining Village, p1: decline]
  then: {p1: {hand: [Gold], coins: 0, in play: [Mining Village]}, cost: {Mining Village: 4}}
"""


def analysed(text: str, tmp_path: Path, *options: str) -> dict[str, Any]:
    (tmp_path / "rulings.yaml").write_text(text, "utf-8")
    done = run(str(tmp_path / "rulings.yaml"), "--json", *options)
    assert done.returncode == 0, done.stdout
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_coverage_names_the_branches_that_no_ruling_has_run(tmp_path: Path) -> None:
    def missed(text: str) -> list[tuple[str, str]]:
        spots = analysed(text, tmp_path, "--coverage")["coverage"]["missed"]
        return [(spot["words"], spot["what"]) for spot in spots if spot["card"] == "Mining Village"]

    assert missed(VILLAGE) == [("may trash this", "is declined"), ("+2 coins", "the condition does not hold")]
    assert missed(KEEP) == []


def test_coverage_changes_no_verdict() -> None:
    from interpreter.rulings.collecting import run_all

    for name in ("holding.yaml", "wrong.yaml"):
        plain = [(v.passed, v.message) for v in run_all(cases(name), trace=False)]
        assert [(v.passed, v.message) for v in run_all(cases(name), trace=False, coverage=True)] == plain


def test_mutation_names_what_no_ruling_protects(tmp_path: Path) -> None:
    def survivors(text: str) -> set[tuple[str, str]]:
        found = analysed(text, tmp_path, "--mutate")["mutation"]["survivors"]
        return {(spot["words"], spot["what"]) for spot in found if spot["card"] == "Mining Village"}

    costs = {("", "cost 4 becomes 5"), ("", "cost 4 becomes 3")}
    assert survivors(VILLAGE) == {("+1 card", "1 becomes 2"), *costs}  # the deck of that ruling has but one card
    assert survivors(KEEP) == set()


# ---------------------------------------------------------------- positions in Python


def test_a_position_is_a_game_like_any_other() -> None:
    rules = load()
    game = rules.position({"p1": {"hand": ["Throne Room", "Mining Village"], "deck": ["Copper x4"]}}, seats=3)
    game.answer("Throne Room")
    game.answer("Mining Village")
    before = game.fork()
    game.answer(game.decision.options[0])  # type: ignore[union-attr]
    assert game.seats == 3 and game != before
    loaded = rules.load_game(game.save())
    assert loaded == game and loaded.events == game.events
    loaded.undo()
    assert loaded == before
    assert [event.verb for event in before.events].count("play") == 2


def test_the_shuffles_of_a_position_survive_a_save() -> None:
    rules = load()
    given = {"p1": {"hand": ["Smithy"], "discard": ["Gold", "Silver", "Copper", "Estate"]},
             "shuffle": [["Estate", "Copper", "Silver", "Gold"]]}
    game = rules.load_game(rules.position(given).save())
    game.answer("Smithy")
    assert held(game) == ["Copper", "Estate", "Silver"]


def held(game: Game) -> list[str]:
    return list(game.view()["seats"][0]["zones"]["hand"]["cards"])


def test_a_shuffle_that_was_not_foreseen_leaves_the_game_as_it_was() -> None:
    game = load().position({"p1": {"hand": ["Smithy"], "discard": ["Gold"]}, "shuffle": [["Silver"]]})
    before = game.fork()
    with pytest.raises(CardwrightError, match="the shuffle is of Gold, but foreseen is Silver"):
        game.answer("Smithy")
    assert game == before


def test_a_position_with_faults_names_all_of_them() -> None:
    with pytest.raises(CardwrightError) as caught:
        load().position({"p1": {"hnad": ["Smithy"], "deck": ["Glod"]}, "phase": "tea time"})
    for part in ("p1.hnad", "did you mean 'hand'", "p1.deck.0", "did you mean 'Gold'", "tea time"):
        assert part in str(caught.value)


# ---------------------------------------------------------------- the pages


def pages(text: str, kind: str = "yaml") -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_every_ruling_of_the_page_holds() -> None:
    found = [verdict for text in pages(PAGE) for verdict in verdicts_of(text, "rulings.md")]
    assert [verdict.message for verdict in found if not verdict.passed] == []
    assert len(found) > 8


def test_the_python_of_the_page_runs() -> None:
    (code,) = pages(PAGE, "python")
    exec(code, {})


def codes_of(text: str) -> list[str]:
    file = read_text(text, "text.yaml")
    found = problems_in(file)
    for scenario in file.scenarios:
        for ruleset in () if scenario.problems else scenario.rulesets:
            found += prepare(scenario, rules_of(ruleset)).problems
    return [problem.code for problem in found]


def test_the_rulings_of_the_error_pages_show_their_errors() -> None:
    sections = re.split(r"^## ", (ROOT / "docs" / "errors.md").read_text("utf-8"), flags=re.MULTILINE)
    count = 0
    for section in sections:
        for text in pages(section, "yaml ruling wrong"):
            assert section[:5] in codes_of(text), section
            count += 1
        for text in pages(section, "yaml ruling right"):
            assert codes_of(text) == [], section
    assert count >= 8
