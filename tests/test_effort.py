"""Advice stays cheap however many names a game has and however many mistakes a file: the work is counted, not timed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import diagnostics
from interpreter.diagnostics import BadFiles, Problem, did_you_mean, edits, suggest
from interpreter.loading import build_program, game_path
from interpreter.reading.advice import explain, nearness
from interpreter.reading.advice.forms import Shelf
from interpreter.reading.advice.nearness import near
from interpreter.reading.advice.trial import Effort

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def words(count: int, seed: int, length: int = 9) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choices(LETTERS, k=length)).capitalize() for _ in range(count)]


def misspelt(word: str, chance: random.Random) -> str:
    """The word with a letter left out, put in, exchanged, or swapped with its neighbour."""
    at, letter = chance.randrange(len(word)), chance.choice(LETTERS)
    return chance.choice((
        word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
    ))


def problems(file: Path, names: list[str], texts: list[str]) -> tuple[Problem, ...]:
    """What is said about a file of cards with these names and texts."""
    cards = [f"- card: {name}\n  cost: 3\n  types: [Action]\n  text: |\n    {text}\n"
             for name, text in zip(names, texts, strict=True)]
    file.write_text("".join(cards), "utf-8")
    with pytest.raises(BadFiles) as bad:
        build_program(game_path(None), None, [file])
    return bad.value.problems


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[int]]:
    """Counts how often two words are compared letter by letter, as one module does it."""
    def begin(module: Any) -> list[int]:
        calls: list[int] = []

        def compare(left: str, right: str, most: int) -> int:
            calls.append(1)
            return edits(left, right, most)

        monkeypatch.setattr(module, "edits", compare)
        return calls

    return begin


def test_an_unknown_name_is_compared_with_few_of_a_thousand(
    tmp_path: Path, counted: Callable[[Any], list[int]]
) -> None:
    calls = counted(nearness)
    texts = [f"gain a {name}" for name in words(50, seed=1)] + ["+1 card"] * 950
    found = problems(tmp_path / "names.yaml", words(1000, seed=2), texts)
    assert [problem.code for problem in found] == ["CW202"] * 50
    assert 0 < len(calls) < 50 * 100


def test_a_suggestion_compares_with_few_of_a_thousand(counted: Callable[[Any], list[int]]) -> None:
    calls = counted(diagnostics)
    known = words(1000, seed=1)
    for word in words(50, seed=2):
        assert "did you mean" not in did_you_mean(word, known)
    assert len(calls) < 50 * 20


def test_a_suggestion_is_the_nearest_of_all() -> None:
    """Leaving out those that cannot be near never leaves out the nearest."""
    chance = random.Random(1)
    known = words(150, seed=1, length=5)
    for word in known:
        typed = misspelt(misspelt(word, chance), chance)
        most = diagnostics.slips(typed)
        best = min((edits(typed.lower(), one.lower(), most), one) for one in known)
        begun = [one for one in sorted(known) if one.lower().startswith(typed.lower())]
        expected = best[1] if best[0] <= most else begun[0] if begun else ""
        assert suggest(typed, known) == expected


def phrases(seed: int) -> Iterator[str]:
    """Words and phrases of up to three words, which share some words."""
    chance = random.Random(seed)
    pool = words(40, seed, length=4) + words(40, seed + 1, length=9)
    for _ in range(300):
        yield " ".join(chance.choices(pool, k=chance.choice((1, 1, 2, 3))))


def test_a_shelf_gives_every_form_that_is_near() -> None:
    chance = random.Random(1)
    forms = list(dict.fromkeys(phrases(1)))
    shelf = Shelf(forms)
    accepted = 0
    for form in forms:
        run = [misspelt(word, chance) if chance.random() < 0.4 else word for word in form.split()]
        run = [word for word in run if word] or ["x"]
        if len(run) > 1 and chance.random() < 0.2:
            del run[chance.randrange(len(run))]
        given = set(shelf.near(run))
        wanted = {other for other in forms for own in (True, False) if near(run, other.split(), own)}
        accepted += len(wanted)
        assert wanted <= given, run
    assert accepted > len(forms) // 2


def test_a_file_full_of_mistakes_costs_no_more_than_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first mistakes are explained with trials, the others briefly; none is passed over."""
    made: list[Effort] = []

    def begin(left: int) -> Effort:
        made.append(Effort(left // 20))  # a small file shows it as well
        return made[-1]

    monkeypatch.setattr(explain, "Effort", begin)
    found = problems(tmp_path / "many.yaml", words(200, seed=3), ["discard a card from hnad"] * 200)
    helps = [problem.help for problem in found]
    assert len(found) == 200 and len(made) == 1
    assert "did you mean 'hand'?" in helps[0] and "did you mean" not in helps[-1]
    assert -explain.MOST_EFFORT // 40 < made[0].left <= 0, "one line costs a small part of what a file may cost"
