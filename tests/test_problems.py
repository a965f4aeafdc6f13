"""Every diagnostic, letter by letter: each file in `problems/` is wrong; the text beside it is what the checker says.

`CW204-misspelt-zone.yaml` is a cards file for the default game, `CW125-....game.yaml` a game of its own; the code a
file is about begins its name. After a change of wording, `python tests/test_problems.py --record` writes the texts
anew: read the diff.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import count
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # when run as a script, to record
    sys.path.insert(0, str(ROOT))

from interpreter.diagnostics import BadFiles, Problem  # noqa: E402
from interpreter.loading import build_program, game_path, shown_name  # noqa: E402
from interpreter.rulings.checking import prepare  # noqa: E402
from interpreter.rulings.reading import problems_in, read_file  # noqa: E402
from interpreter.rulings.rulesets import rules_of  # noqa: E402

PROBLEMS = ROOT / "tests" / "problems"
FILES = sorted(PROBLEMS.glob("CW*.yaml"))
CODE = re.compile(r"\bCW\d{3}\b")
# What no small file can show: a file that is too large to keep here, and what only happens while a game runs.
ELSEWHERE = {
    "CW102": "test_bad_input.py::test_a_file_of_50_megabytes_is_refused_unread",
    "CW401": "test_bad_input.py::test_a_card_that_never_ends_is_stopped",
    "CW511": "test_corpus.py::test_a_listed_change_that_a_ruling_notices_is_an_error",
}


@cache
def problems_of(file: Path) -> tuple[Problem, ...]:
    """What the checker finds; none if it accepts the file."""
    if file.name.endswith(".rulings.yaml"):
        return problems_of_rulings(file)
    try:
        if file.name.endswith(".game.yaml"):
            build_program(file, None, [])
        else:
            build_program(game_path(None), None, [file])
    except BadFiles as bad:
        return bad.problems
    return ()


def problems_of_rulings(file: Path) -> tuple[Problem, ...]:
    """What is wrong with a file of rulings before any of them runs."""
    rulings = read_file(file)
    found = problems_in(rulings)
    for scenario in rulings.scenarios:
        for ruleset in () if scenario.problems else scenario.rulesets:
            found += prepare(scenario, rules_of(ruleset)).problems
    return tuple(dict.fromkeys(found))


def shown(problems: tuple[Problem, ...]) -> str:
    """The output, with file names as someone in the folder of the files would see them."""
    return "".join(f"{problem}\n" for problem in problems).replace(f"{shown_name(PROBLEMS)}/", "")


def code_of(file: Path) -> str:
    return file.name[:5]


def codes_in_sources() -> set[str]:
    sources = (ROOT / "interpreter").rglob("*.py")
    return {code for source in sources for code in CODE.findall(source.read_text("utf-8"))}


def codes_with_a_file() -> set[str]:
    return {code_of(file) for file in FILES}


def documented_codes() -> list[str]:
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    return re.findall(r"^## (CW\d{3})\b", text, flags=re.MULTILINE)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".yaml"))
def test_the_checker_says_exactly_this(file: Path) -> None:
    found = problems_of(file)
    assert found, f"{file.name} is accepted, but it stands for a mistake"
    assert shown(found) == file.with_suffix(".txt").read_text("utf-8")
    assert code_of(file) in {problem.code for problem in found}, "the name of the file promises another code"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".yaml"))
def test_a_problem_points_into_the_file_and_says_what_would_be_right(file: Path) -> None:
    """The span lies on letters of the line it names, and there is always a way out."""
    for problem in problems_of(file):
        assert problem.message and problem.help, problem
        assert problem.span.line >= 1 and problem.span.column >= 1, problem
        if problem.source.strip():
            # one column behind the line is where a sentence that stops too early should have gone on
            assert problem.span.column <= len(problem.source) + 1, problem


def test_there_are_many_problem_files() -> None:
    assert len(FILES) >= 70


def test_no_expected_text_lies_about_without_its_file() -> None:
    expected = {file.with_suffix(".txt").name for file in FILES}
    assert {file.name for file in PROBLEMS.glob("*.txt")} == expected


def test_every_code_of_the_sources_has_a_problem_file_and_no_other() -> None:
    assert codes_with_a_file() | set(ELSEWHERE) == codes_in_sources()
    assert not codes_with_a_file() & set(ELSEWHERE)


def test_every_code_of_the_sources_is_documented_once_and_in_order() -> None:
    assert documented_codes() == sorted(codes_in_sources())


def test_codes_shown_elsewhere_are_tested_there() -> None:
    for code, where in ELSEWHERE.items():
        file, _, test = where.partition("::")
        text = (ROOT / "tests" / file).read_text("utf-8")
        assert f"def {test}(" in text and code in text


def examples(kind: str) -> list[tuple[str, str]]:
    """The examples of one kind in the error pages: the code they stand under, and a cards file made of them."""
    pages = (ROOT / "docs" / "errors.md").read_text("utf-8")
    found = []
    for section in re.split(r"^## ", pages, flags=re.MULTILINE)[1:]:
        for form, body in re.findall(rf"^```(text|yaml) {kind}\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL):
            text = "".join(f"    {line}\n" for line in body.splitlines())
            found.append((section[:5], body if form == "yaml" else ENTRY + text))
    return found


ENTRY = "- card: Ferry\n  cost: 3\n  types: [Action]\n  text: |\n"


@pytest.mark.parametrize(("code", "cards"), examples("wrong"), ids=lambda value: value if len(value) == 5 else "")
def test_the_wrong_examples_of_the_error_pages_show_their_error(code: str, cards: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(cards, "utf-8")
    assert code in {problem.code for problem in problems_of(file)}


def test_the_right_examples_of_the_error_pages_are_right(tmp_path: Path) -> None:
    """All in one file, for speed; their cards are numbered, so that no name stands twice."""
    numbers = count(1)
    cards = "".join(cards for _, cards in examples("right"))
    cards = re.sub(r"^- card: .*", lambda name: f"{name[0]} {next(numbers)}", cards, flags=re.MULTILINE)
    file = tmp_path / "right.yaml"
    file.write_text(cards, "utf-8")
    assert shown(problems_of(file)) == ""
    assert next(numbers) > 40


def test_every_wrong_example_comes_with_a_right_one() -> None:
    wrong = {code for code, _ in examples("wrong")}
    assert len(wrong) > 40
    assert wrong <= {code for code, _ in examples("right")}


def test_problems_come_in_the_order_of_the_file() -> None:
    places = [(p.span.line, p.span.column) for p in problems_of(PROBLEMS / "CW202-three-mistakes-at-once.yaml")]
    assert len(places) == 3
    assert places == sorted(places)


def record() -> None:
    """Writes what the checker says now; what is no longer about its code is named, not hidden."""
    build_program(game_path(None), None, [])  # while the game itself is broken, nothing true can be recorded
    for file in FILES:
        found = problems_of(file)
        file.with_suffix(".txt").write_text(shown(found), "utf-8")
        if code_of(file) not in {problem.code for problem in found}:
            print(f"{file.name}: {', '.join(sorted({p.code for p in found})) or 'accepted'}")
    for left in set(PROBLEMS.glob("*.txt")) - {file.with_suffix(".txt") for file in FILES}:
        left.unlink()
    print(f"{len(FILES)} recorded")


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        sys.exit("python tests/test_problems.py --record")
    record()
