"""Whatever is given to the checker or done by a card: an answer in bounded time and memory, no traceback, no hang.

Files go to the real command, in a process of its own whose memory and processor time are limited; a runaway card is
bought and played through the public API.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import BadFiles, Game, RunawayCard, load
from interpreter.loading import build_program
from interpreter.reading.places import data_folder

ROOT = Path(__file__).resolve().parent.parent
MEMORY = 700_000_000
SECONDS = 30
FERRY = b"- card: Ferry\n  cost: 3\n  types: [Action]\n  text: |\n"


@dataclass(frozen=True)
class Outcome:
    """How the command ended, and all it printed."""

    code: int
    text: str


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def check(file: Path) -> Outcome:
    """`cardwright check` on a file. The file is named as its author would, from its own folder."""
    cache = file.parent.parent / "cache"  # shared by the tests of a run, never the user's own
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "CARDWRIGHT_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-m", "interpreter", "check", file.name], cwd=file.parent, env=environment, preexec_fn=limit,
        capture_output=True, timeout=2 * SECONDS, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
    )
    text = done.stdout + done.stderr
    assert "Traceback" not in text and "internal error" not in text, text[-2000:]
    return Outcome(done.returncode, text)


def checked(folder: Path, content: bytes) -> Outcome:
    file = folder / "homebrew.yaml"
    file.write_bytes(content)
    return check(file)


# ---------------------------------------------------------------- files that are refused

ALIAS_BOMB = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n" % ((98 + i, 98 + i) + (97 + i,) * 9) for i in range(12))


def letters(number: int) -> str:
    """A name for every number, without digits."""
    return "Z" + "".join(chr(97 + number // 26**place % 26) for place in range(4))


def many_cards(count: int, text: str = "+1 card") -> bytes:
    entry = FERRY.decode() + f"    {text}\n"
    return "".join(entry.replace("Ferry", letters(number)) for number in range(count)).encode()


REFUSED: dict[str, tuple[str, bytes]] = {
    "binary": ("CW104", bytes(range(256)) * 50),
    "an archive called yaml": ("CW104", b"PK\x03\x04" + bytes(range(255, 0, -1)) * 8),
    "invalid UTF-8": ("CW104", FERRY + b"    +1 card \xff\xfe\n"),
    "half a letter at the end": ("CW104", FERRY + b"    +1 card\n# \xc3"),
    "UTF-16": ("CW104", FERRY.decode().encode("utf-16")),
    "NUL bytes": ("CW104", FERRY + b"    +1 card\0\0\n"),
    "empty": ("CW103", b""),
    "only a BOM": ("CW103", b"\xef\xbb\xbf"),
    "only blank lines": ("CW103", b"\n   \n\n"),
    "only comments": ("CW103", b"# cards\n# to come\n"),
    "alias bomb": ("CW105", ALIAS_BOMB),
    "an alias of itself": ("CW105", b"- &a [*a]\n"),
    "10,000 levels in flow style": ("CW106", b"- " + b"[" * 10_000 + b"]" * 10_000 + b"\n"),
    "10,000 levels of keys in flow style": ("CW106", b"{a: " * 10_000 + b"1" + b"}" * 10_000 + b"\n"),
    "10,000 levels never closed": ("CW106", b"[" * 10_000),
    "10,000 levels in block style": ("CW106", b"- " * 10_000 + b"x\n"),
    "1,500 levels of keys in block style": ("CW106", b"".join(b" " * i + b"a:\n" for i in range(1500))),
    "10,000 cards": ("CW106", many_cards(10_000)),
    "one value of a megabyte": ("CW113", b"- card: " + b"A" * 1_000_000 + b"\n  cost: 3\n  types: [Action]\n"),
    "a text of a megabyte on one line": ("CW215", FERRY + b"    +1 card" + b" and" * 250_000 + b"\n"),
    "a text of a megabyte on many lines": ("CW215", FERRY + b"    +1 card\n" * 80_000),
    "10,000 ifs on a line": ("CW215", FERRY + b"    " + b"if no card in hand: " * 10_000 + b"+1 card\n"),
    "1,000 ifs in blocks": (
        "CW215", FERRY + b"".join(b"    " + b" " * i + b"if no card in hand:\n" for i in range(1000))),
    "indented by 100,000": ("CW215", FERRY + b"    each other player:\n" + b" " * 100_000 + b"gain a Curse\n"),
    "a number of 150 digits": ("CW320", FERRY + b"    +" + b"9" * 150 + b" cards\n"),
    "a cost of 5,000 digits": ("CW113", b"- card: Ferry\n  cost: " + b"9" * 5000 + b"\n  types: [Action]\n"),
    "a pile for a billion seats": (
        "CW124", b"- card: Ferry\n  cost: 3\n  types: [Action]\n  pile: {2-999999999: 10}\n"),
    "the same card 2,000 times": ("CW120", (FERRY + b"    +1 card\n") * 2000),
    "1,000 misspelt words": ("CW201", many_cards(1000, "+1 crad")),
    "600 misspelt names": ("CW202", many_cards(600, "gain a Zbogus")),
    "a tag that would run code": ("CW113", b"- !!python/object/apply:os.system [exit 3]\n"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_file_is_refused_with_its_code(what: str, tmp_path: Path) -> None:
    code, content = REFUSED[what]
    outcome = checked(tmp_path, content)
    assert outcome.code == 1, outcome
    assert f"error {code}" in outcome.text, outcome.text[:2000]
    assert re.search(r"^homebrew\.yaml:\d+:\d+: error CW\d{3}: .+$", outcome.text, flags=re.MULTILINE)
    longest = max(len(line) for line in outcome.text.splitlines())
    assert longest < 500, "a problem shows a piece of a long line, not all of it"


def test_a_file_of_50_megabytes_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "homebrew.yaml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    outcome = check(file)
    assert outcome.code == 1
    first = "homebrew.yaml:1:1: error CW102: the file has 50,000,000 bytes; at most 2,000,000 are read\n"
    assert outcome.text.startswith(first)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    outcome = check(tmp_path / "pipe.yaml")
    assert outcome.code == 1
    assert "pipe.yaml:1:1: error CW101" in outcome.text


def test_a_device_without_an_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    outcome = check(tmp_path / "zero.yaml")
    assert outcome.code == 1
    assert re.search(r"zero(\.yaml)?:1:1: error CW10[14]", outcome.text)


@pytest.mark.parametrize("name", ["nowhere.yaml", "folder.yaml"])
def test_a_file_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    outcome = check(tmp_path / name)
    assert outcome.code in (1, 2)
    assert name in outcome.text


# ---------------------------------------------------------------- files that are unusual, but right

ACCEPTED: dict[str, bytes] = {
    "CRLF": (FERRY + b"    +1 card\n    each other player:\n      gain a Curse\n").replace(b"\n", b"\r\n"),
    "CR alone": (FERRY + b"    +1 card\n    +1 action\n").replace(b"\n", b"\r"),
    "BOM": b"\xef\xbb\xbf" + FERRY + b"    +1 card\n",
    "BOM and CRLF": b"\xef\xbb\xbf" + (FERRY + b"    +1 card\n").replace(b"\n", b"\r\n"),
    "no newline at the end": FERRY + b"    +1 card",
    "blank lines, comments and blanks at the end of lines": (
        FERRY + b"\n    # first\n\n    +1 card   \n\n    each other player:   # then\n\n      gain a Curse\n   \n"),
    "18 blocks in each other": FERRY + b"".join(
        b"    " + b"  " * i + b"if no card in hand:\n" for i in range(18)) + b"    " + b"  " * 18 + b"+1 card\n",
    "9 ifs on a line": FERRY + b"    " + b"if no card in hand: " * 9 + b"+1 card\n",
    "letters of other scripts": FERRY.replace(b"Ferry", "Zürich Ёж".encode()) + "    gain a Zürich Ёж\n".encode(),
    "1,000 cards": many_cards(1000),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_an_unusual_file_is_accepted(what: str, tmp_path: Path) -> None:
    outcome = checked(tmp_path, ACCEPTED[what])
    assert outcome.code == 0, outcome.text[:2000]


def test_a_problem_in_a_crlf_file_with_a_bom_is_shown_in_its_place(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + (FERRY + b"    +1 card\n    gain a Sliver\n").replace(b"\n", b"\r\n")
    lines = checked(tmp_path, content).text.splitlines()
    assert lines[0].startswith("homebrew.yaml:6:12: error CW202: ")
    assert lines[1:3] == ["    6 |     gain a Sliver", "      |            ^^^^^^"]


# ---------------------------------------------------------------- cards that run away

@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fails, instead of waiting for ever, if its block takes longer."""

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def game_with(tmp_path: Path, text: str, types: str = "Action") -> Game:
    """A game in which p1 may now play a Whirlpool of this text: bought for nothing, then drawn."""
    file = tmp_path / "whirlpool.yaml"
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    file.write_text(f"- card: Whirlpool\n  cost: 0\n  types: [{types}]\n  text: |\n{lines}", "utf-8")
    rules = load("dominion", cards=[file])
    game = rules.new_game(seats=2, kingdom=["Whirlpool"], seed=4, first=1)
    for _ in range(200):
        decision = game.decision
        assert decision is not None
        if "Whirlpool" not in decision.names or decision.seat != 1:
            game.answer([])
        elif decision.prompt.startswith("action phase"):
            return game
        else:
            game.answer("Whirlpool")
    raise AssertionError("the Whirlpool was never drawn")


NEVER_ENDING: dict[str, tuple[str, int]] = {
    # the text, and the line of it that was running when it was stopped
    "repeats for ever": ("+1 card\nrepeat: +1 coin", 2),
    "repeats in a repeat": ("repeat:\n  repeat 1000 times: +1 coin", 2),
    "repeats until what never comes": ("repeat until a Province in trash:\n  +1 coin", 1),
    "repeats a million times": ("repeat 1000 times:\n  repeat 1000 times: +1 token on this", 2),
    "performs itself": ("+1 coin\nperform this", 2),
    "plays itself": ("+1 coin\nplay this", 2),
    "takes itself back and plays itself": ("put this into hand\nplay this", 2),
    "takes turns without end": ("repeat: take an extra turn", 1),
    "waits without end": ("repeat:\n  this turn, when you gain a card: +1 coin", 2),
    "reacts to its own reaction": (
        "gain a Copper\n---\nwhile this is in play, when you gain a card:\n  put it onto supply\n  gain a Copper", 3),
}


@pytest.mark.parametrize("what", NEVER_ENDING)
def test_a_card_that_never_ends_is_stopped(what: str, tmp_path: Path) -> None:
    text, line = NEVER_ENDING[what]
    game = game_with(tmp_path, text)
    before = game.save()
    with within(30), pytest.raises(RunawayCard) as stopped:
        game.answer("Whirlpool")
    message = str(stopped.value)
    assert "error CW401: Whirlpool did not come to an end within 20,000 steps" in message
    cause = stopped.value.cause
    assert (cause.card, Path(cause.file).name, cause.line) == ("Whirlpool", "whirlpool.yaml", 4 + line)
    assert cause.words == text.splitlines()[line - 1].strip()
    assert f"whirlpool.yaml:{4 + line}: " in message and f"'{cause.words}'" in message
    assert game.save() == before
    goes_on(game)


def goes_on(game: Game) -> None:
    """The game is fit to be played on, without the card that was stopped."""
    turns = game.view()["seats"][0]["turns"]
    for _ in range(60):
        if game.decision is None:
            break
        game.answer([])
    assert game.view()["seats"][0]["turns"] > turns


def test_the_same_card_is_stopped_again_and_in_a_copy_too(tmp_path: Path) -> None:
    game = game_with(tmp_path, "repeat: +1 coin")
    copy = game.fork()
    for each in (game, copy, game):
        before = each.save()
        with pytest.raises(RunawayCard):
            each.answer("Whirlpool")
        assert each.save() == before


HUGE: dict[str, str] = {
    "draws far more than there is": "+1000 cards\n+1000 cards for each card in hand",
    "draws a million times": "repeat 1000 times:\n  repeat 1000 times: +1 card",
    "discards without end": "repeat:\n  +1 card\n  discard hand",
    "gains until the pile is empty": "gain a Copper\n---\nwhile this is in play, when you gain a card: gain a Copper",
    "takes every card there is": "repeat: gain a Copper to hand",
    "doubles 18,000 times": "+1 coin\n" + "repeat 1000 times: +coins equal to your coins\n" * 18,
    "loses more than there is": "lose 1000 coins\nlose 1000 actions\nlose 1000 buys",
    "makes everything cheaper a thousand times": "repeat 1000 times:\n  this turn: cards cost 1 less",
    "makes everything dearer a thousand times": "repeat 1000 times:\n  this turn: cards cost 1000 more",
}


@pytest.mark.parametrize("what", HUGE)
def test_a_card_of_huge_numbers_ends_or_is_stopped(what: str, tmp_path: Path) -> None:
    """Whatever it does, the game can be looked at, saved and played on afterwards."""
    game = game_with(tmp_path, HUGE[what])
    before = game.save()
    with within(30):
        try:
            events = game.answer("Whirlpool")
            assert all(str(event) for event in events)
        except RunawayCard:
            assert game.save() == before
        assert game.view() and game.seat(1).view()
        assert game.save() == game.fork().save()
        goes_on(game)


def test_questions_about_many_changes_do_not_take_minutes(tmp_path: Path) -> None:
    cheaper = "repeat 1000 times:\n  this turn: cards cost 1 less\n"
    game = game_with(tmp_path, 3 * cheaper + "repeat 1000 times:\n  gain a card costing exactly 500\n  +1 coin")
    with within(20), suppress(RunawayCard):
        game.answer("Whirlpool")
    assert game.decision is not None


# ---------------------------------------------------------------- texts nobody would write

def statements() -> list[str]:
    """All lines of all card texts of the catalogue, wherever they stood."""
    found: dict[str, None] = {}
    for card in yaml.safe_load((data_folder() / "cards.yaml").read_text("utf-8")):
        text = card.get("text", "")
        for part in text.values() if isinstance(text, dict) else [text]:
            found.update(dict.fromkeys(line.strip(" -") for line in part.splitlines() if line.strip(" -")))
    return list(found)


def words() -> list[str]:
    """The words of the language, of the game and of its texts, and a few that are none."""
    sources = [(data_folder() / name).read_text("utf-8") for name in ("grammar/words.lark", "rules/dominion.yaml")]
    found = re.findall(r"[A-Za-z][a-z'-]*|\d+|[+:,]", " ".join([*sources, *SENTENCES]))
    return [*dict.fromkeys(found), "99999999999", "---", "--", "- +1 card", "non-", *"-#.\té'\"(|"]


SENTENCES = statements()
WORDS = words()


@pytest.fixture(scope="module")
def small_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dominion with its basic cards and one more: all the words, a fifth of the time to load."""
    folder = tmp_path_factory.mktemp("small")
    cards = (data_folder() / "cards.yaml").read_text("utf-8")
    kept = [entry for entry in re.split(r"^(?=- card: )", cards, flags=re.MULTILINE)
            if re.match(r"- card: (Copper|Silver|Gold|Estate|Duchy|Province|Curse|Moat)\n", entry)]
    assert len(kept) == 8
    game = (data_folder() / "rules" / "dominion.yaml").read_text("utf-8").replace("../cards.yaml", "cards.yaml")
    game = re.sub(r"^  default: \{1e: Opening.*\n|^  named:\n(    .*\n)*", "", game, flags=re.MULTILINE)
    (folder / "cards.yaml").write_text("".join(kept), "utf-8")
    (folder / "game.yaml").write_text(game, "utf-8")
    build_program(folder / "game.yaml", None, [])
    return folder


def build(folder: Path, content: str) -> None:
    """Builds, or is refused with problems that can be shown; anything else is a bug."""
    file = folder / "fuzz.yaml"
    file.write_text(content, "utf-8", newline="")
    try:
        build_program(folder / "game.yaml", None, [file])
    except BadFiles as bad:
        assert bad.problems
        for problem in bad.problems:
            assert re.match(r".+:\d+:\d+: error CW\d{3}: .", str(problem))


def as_card(text: str) -> str:
    return FERRY.decode() + "".join(f"    {line}\n" for line in text.split("\n"))


some_words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
lines_of_words = st.builds(lambda indent, line: "  " * indent + line, st.integers(0, 2), some_words)
texts_of_words = st.lists(lines_of_words, min_size=1, max_size=4).map("\n".join)
any_text = st.text(max_size=120)


@given(text=texts_of_words)
@settings(max_examples=60)
def test_words_in_any_order_are_read_or_refused(small_game: Path, text: str) -> None:
    build(small_game, as_card(text))


@given(text=any_text)
@settings(max_examples=30)
def test_any_text_as_a_card_text_is_read_or_refused(small_game: Path, text: str) -> None:
    build(small_game, as_card(text))


@given(text=any_text)
@settings(max_examples=40)
def test_any_text_as_a_file_is_read_or_refused(small_game: Path, text: str) -> None:
    build(small_game, text)


@given(data=st.data())
@settings(max_examples=60)
def test_a_sentence_with_a_word_changed_is_read_or_refused(small_game: Path, data: st.DataObject) -> None:
    """Near misses reach deeper than noise: a word of a real sentence is dropped, doubled or replaced."""
    words = data.draw(st.sampled_from(SENTENCES)).split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    change: Callable[[], list[str]] = data.draw(st.sampled_from([
        lambda: [], lambda: [words[place]] * 2, lambda: [data.draw(st.sampled_from(WORDS))],
        lambda: [words[place][1:] or "x"], lambda: [words[place], data.draw(st.sampled_from(WORDS))],
    ]))
    below = "---\n" if data.draw(st.booleans()) else ""
    build(small_game, as_card(below + " ".join([*words[:place], *change(), *words[place + 1 :]])))
