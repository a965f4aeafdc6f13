"""The README holds: its Python example runs, its card checks, its diagnostic is what is printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from interpreter import BadFiles, load

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)[number]


def test_the_python_example_is_true() -> None:
    test = doctest.DocTestParser().get_doctest(block("python"), {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False) == doctest.TestResults(failed=0, attempted=10)


def test_the_card_checks_and_its_slip_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    card = block("yaml")
    file = Path("my_cards.yaml")
    file.write_text(card, "utf-8")
    assert load(cards=[file]).card("Lamplighter").type_names == ("Action", "Reaction")
    file.write_text(card.replace("from hand\n    if done: +2", "from hadn\n    if done: +2"), "utf-8")
    with pytest.raises(BadFiles) as error:
        load(cards=[file])
    told, shown = str(error.value), block("text").rstrip()
    assert told == shown
