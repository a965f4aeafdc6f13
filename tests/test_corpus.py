"""The rulings that ship: they hold, they run every line of every card, and they notice what is changed in a card."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from interpreter.rulings.cli import command
from interpreter.rulings.collecting import chosen, files_of, run_all
from interpreter.rulings.coverage import coverage_of
from interpreter.rulings.equivalents import read_equivalents
from interpreter.rulings.listing import shipped
from interpreter.rulings.mutants import mutants
from interpreter.rulings.mutating import mutate
from interpreter.rulings.reading import read_file
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import Verdict
from interpreter.rulings.scenario import Ruleset, RulingFile, Scenario

CORPUS = shipped() / "dominion"
PROFILES = {"dominion-1e", "dominion-2e"}


@cache
def files() -> list[RulingFile]:
    return [read_file(path) for path in files_of([str(CORPUS)])]


@cache
def work() -> list[tuple[Scenario, Ruleset]]:
    return list(chosen(files(), "", ""))


@cache
def verdicts() -> list[Verdict]:
    return run_all(work(), trace=False)


def test_all_rulings_of_the_corpus_hold() -> None:
    assert [problem for file in files() for problem in file.problems] == []
    assert [(v.scenario.id, v.rules, v.message) for v in verdicts() if not v.passed] == []
    assert len(verdicts()) >= 800


def test_there_are_many_rulings_and_no_name_is_used_twice() -> None:
    names = [scenario.id for file in files() for scenario in file.scenarios]
    assert len(set(names)) >= 380
    assert sorted(names) == sorted(set(names))


def test_every_line_and_branch_of_every_card_is_run_under_both_editions() -> None:
    """With probes in the cards every ruling still comes out as it did."""
    found = run_all(work(), trace=False, coverage=True)
    assert [(v.passed, v.message) for v in found] == [(v.passed, v.message) for v in verdicts()]
    coverage = coverage_of([ruleset for _, ruleset in work()])
    assert coverage.missed == set()
    assert {rules for _, rules in coverage.run} == PROFILES
    texts = {card.name for card in rules_of(work()[0][1]).cards if card.unit >= 0 or card.watches or card.facts}
    assert len(texts) == 60  # the four that are left have numbers only: Estate, Duchy, Province, Curse
    for profile in PROFILES:
        assert {spot.card for spot, rules in coverage.run if rules == profile} == texts


@pytest.mark.soak
def test_the_corpus_notices_what_is_changed_in_a_card() -> None:
    found = mutate(verdicts(), read_equivalents([CORPUS], complete=True))
    assert found.problems == []
    assert [str(mutant) for mutant in found.survivors] == []
    assert found.tried >= 1000 and found.noticed / found.tried >= 0.95
    assert len(found.invalid) <= 3 and len(found.equivalent) <= 10


# ---------------------------------------------------------------- what is changed


@pytest.mark.parametrize(("card", "what"), [
    ("Bridge", "cost 4 becomes 5"), ("Bridge", "not below 0 becomes not below 1"), ("Curse", "worth -1 becomes -2"),
    ("Harem", "Victory becomes Curse"), ("Gardens", "10 becomes 11"), ("Village", "2 becomes 1"),
    ("Village", "the line is left out"), ("Moat", "when becomes before"), ("Moat", "when becomes after"),
    ("Moat", "may is left out"), ("Moat", "another becomes any"), ("Moat", "Attack becomes Reaction"),
    ("Merchant", "the first time becomes every time"), ("Merchant", "Silver becomes Gold"),
    ("Courtyard", "hand becomes discard"), ("Smithy", "deck becomes discard"), ("Harbinger", "discard becomes in play"),
    ("Witch", "others becomes all"), ("Spy", "all becomes others"), ("Witch", "1 becomes 2"),
    ("Tribute", "to the other side"), ("Masquerade", "to the other side"), ("Pawn", "2 of the lines become 3"),
    ("Tribute", "equal names are not left out"), ("Library", "the condition is turned round"),
])
def test_every_kind_of_change_is_tried(card: str, what: str) -> None:
    rules = rules_of(work()[0][1])
    assert what in {mutant.what for mutant in mutants(rules.program, rules.card(card))}


def test_every_card_has_mutants_that_differ_from_it() -> None:
    rules = rules_of(work()[0][1])
    for card in rules.cards:
        made = list(mutants(rules.program, card))
        assert made and all(mutant.program != rules.program for mutant in made), card.name


# ---------------------------------------------------------------- the list of what nobody can notice

THIEF = """
- ruling: thief
  says: Thief takes what it trashes.
  given: {p1: {hand: [Thief]}, p2: {deck: [Gold, Estate]}}
  steps: [p1: Thief, p1: gain Gold]
  then: {p1: {discard: [Gold]}, p2: {discard: [Estate]}}
"""
GAIN = "may gain any number of the trashed cards"


def mutated(tmp_path: Path, listed: list[dict[str, Any]] | dict[str, Any]) -> tuple[int, dict[str, Any]]:
    (tmp_path / "thief.yaml").write_text(THIEF, "utf-8")
    (tmp_path / "equivalent.yaml").write_text(json.dumps(listed), "utf-8")
    done = CliRunner().invoke(command, [str(tmp_path), "--mutate", "--json"])
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["passed"] == 1, "the list is no file of rulings"
    return done.exit_code, found["mutation"]


def test_a_listed_change_is_told_with_its_reason(tmp_path: Path) -> None:
    entry = {"card": "Thief", "line": GAIN, "change": "may is left out", "because": "any number can be none"}
    code, found = mutated(tmp_path, [entry])
    assert code == 0 and found["problems"] == []
    (told,) = found["equivalent"]
    assert (told["card"], told["words"], told["what"], told["because"]) == tuple(entry.values())
    assert all((m["card"], m["what"]) != ("Thief", "may is left out") for m in found["survivors"])
    assert found["noticed"] + len(found["survivors"]) + 1 == found["mutants"]  # it does not count as noticed


def test_a_listed_change_that_a_ruling_notices_is_an_error(tmp_path: Path) -> None:
    entry = {"card": "Thief", "line": "discard the rest", "change": "the line is left out", "because": "who knows"}
    code, found = mutated(tmp_path, [entry])
    assert code == 1 and found["equivalent"] == []
    assert [(problem["code"], problem["line"]) for problem in found["problems"]] == [("CW511", 1)]
    assert "a ruling notices" in found["problems"][0]["message"]


def test_a_listed_change_that_is_never_tried_is_an_error(tmp_path: Path) -> None:
    entry = {"card": "Thief", "line": GAIN, "change": "7 becomes 8", "because": "who knows"}
    code, found = mutated(tmp_path, [entry])
    assert code == 1 and [problem["code"] for problem in found["problems"]] == ["CW511"]


@pytest.mark.parametrize("listed", [{}, [{"card": "Thief"}], [{"card": 1, "line": "", "change": "", "because": ""}]])
def test_a_list_of_another_form_is_an_error(tmp_path: Path, listed: Any) -> None:
    code, found = mutated(tmp_path, listed)
    assert code == 1 and [problem["code"] for problem in found["problems"]] == ["CW113"]
