"""What holds for any kingdom, any number of seats and any answers: the game is a value."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from interpreter import CardwrightError, Decision, Event, Game, Option, Refused, Rules
from tests.golden import GOLDEN, courses
from tests.helpers import position
from tests.soak import check_pending, check_public, check_state
from tests.strategies import ROOT, chances, forward, games, pick_keys, random_kingdom, rules_of, same_step, step


def views(game: Game) -> str:
    """What everyone sees, as text: equal only if equal to the letter."""
    return json.dumps([game.view()] + [game.seat(number).view() for number in range(1, game.seats + 1)])


def asked(game: Game) -> list[Any]:
    """All open decisions as plain values."""
    return [(d.id, d.seat, d.prompt, d.min, d.max, d.ordered, d.kind, d.options, d.source) for d in game.decisions]


def assert_same(game: Game, other: Game) -> None:
    """Two games at the same moment that nobody could tell apart."""
    assert game == other and hash(game) == hash(other)
    assert game.checksum() == other.checksum()
    assert asked(game) == asked(other)
    assert views(game) == views(other)
    assert game.result == other.result
    assert game.answers == other.answers


# ---------------------------------------------------------------- a state machine


class Playing(RuleBasedStateMachine):
    """One game, and copies of it that get the same answers: they must stay the same for ever."""

    @initialize(game=games(), chance=chances, steps=st.integers(0, 120))
    def begin(self, game: Game, chance: random.Random, steps: int) -> None:
        forward(game, chance, steps)
        self.game = game
        self.defs = game._state.defs
        self.copies: list[Game] = []
        note(f"{game._origin}, {len(game.answers)} answers")

    def keep(self, copy: Game) -> None:
        """A copy that will be played along; two are enough, the older one goes."""
        assert_same(self.game, copy)
        self.copies = [*self.copies[-1:], copy]

    @rule(chance=chances, count=st.integers(1, 8))
    def answer(self, chance: random.Random, count: int) -> None:
        for _ in range(count):
            if self.game.decision is None:
                return
            events_before = len(self.game.events)
            given = step(self.game, chance)
            events = self.game.events[events_before:]
            for copy in self.copies:
                assert list(same_step(copy, given)) == list(events)
                assert_same(self.game, copy)

    @rule()
    def save(self) -> None:
        text = self.game.save()
        loaded = self.game._rules.load_game(text)
        assert loaded.save() == text
        loaded.events  # noqa: B018 - from now on its events come from its own state, not from a replay
        self.keep(loaded)

    @rule()
    def fork(self) -> None:
        self.keep(self.game.fork())

    @precondition(lambda self: self.game._log is not None)
    @rule()
    def undo(self) -> None:
        before, events, text = self.game.checksum(), self.game.events, self.game.save()
        seat, keys = self.game.answers[-1]
        self.game.undo()
        assert len(self.game.answers) == len(json.loads(text)["answers"]) - 1
        same_step(self.game, (seat, list(keys)))
        assert self.game.checksum() == before
        assert self.game.events == events
        assert self.game.save() == text

    @precondition(lambda self: self.game.decision is not None)
    @rule(chance=chances)
    def go_elsewhere(self, chance: random.Random) -> None:
        """What happens in a fork, or in the game after forking, stays there."""
        text, here = self.game.save(), views(self.game)
        fork = self.game.fork()
        forward(fork, chance, 6)
        assert self.game.save() == text and views(self.game) == here
        again = self.game.fork()
        elsewhere = fork.save()
        forward(again, chance, 6)
        assert fork.save() == elsewhere

    @precondition(lambda self: self.game.decision is not None)
    @rule(chance=chances)
    def refuse(self, chance: random.Random) -> None:
        assert_refuses(self.game, chance)

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "game"):
            check_state(self.game._state, self.defs)
            check_pending(self.game._state)
            check_public(self.game)


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=60, stateful_step_count=18)


# ---------------------------------------------------------------- the game is a value


@settings(max_examples=25)
@given(game=games(), chance=chances, steps=st.integers(0, 60))
def test_a_game_stored_at_every_decision_goes_on_alike(game: Game, chance: random.Random, steps: int) -> None:
    """Four games get the same answers: one is left alone, one saved and loaded, one forked, one undone every time."""
    forward(game, chance, steps)
    rules = game._rules
    loaded, forked, undone = game.fork(), game.fork(), game.fork()
    for _ in range(40):
        if game.decision is None:
            break
        given = step(game, chance)
        loaded = rules.load_game(loaded.save())
        forked = forked.fork()
        same_step(undone, given)
        undone.undo()
        for other in (loaded, forked, undone):
            same_step(other, given)
            assert_same(game, other)
    assert loaded.events == forked.events == undone.events == game.events


@settings(max_examples=50)
@given(game=games(), chance=chances)
def test_listening_changes_nothing(game: Game, chance: random.Random) -> None:
    """Whether someone follows the events or not, the same happens; and what is told later is what was told at once."""
    heard = game.fork()
    told = list(heard.events)
    late: list[tuple[int, Sequence[Event]]] = []
    for _ in range(80):
        if game.decision is None:
            break
        decision = chance.choice(game.decisions)
        keys = pick_keys(decision, chance)
        late.append((len(told), game.answer(keys, decision)))  # worked out when someone looks, below
        told += same_step(heard, (decision.seat, keys))
        assert game.checksum() == heard.checksum()
    assert list(heard.events) == told
    for start, events in chance.sample(late, min(3, len(late))):
        assert list(events) == told[start : start + len(events)]
    assert list(game.events) == told
    assert [event.number for event in told] == list(range(len(told)))


@settings(max_examples=30)
@given(game=games(), chance=chances, steps=st.integers(0, 25))
def test_undoing_everything_leads_back_to_the_beginning(game: Game, chance: random.Random, steps: int) -> None:
    sums = [game.checksum()]
    for _ in range(steps):
        step(game, chance)
        sums.append(game.checksum())
    while game.answers:
        assert game.checksum() == sums.pop()
        game.undo()
    assert [game.checksum()] == sums
    with pytest.raises(Refused):
        game.undo()
    assert game.checksum() == sums[0]


@settings(max_examples=20)
@given(game=games(), chance=chances)
def test_what_was_played_before_has_no_say(game: Game, chance: random.Random) -> None:
    """Games share compiled texts; one whose texts are all compiled afresh goes on alike."""
    fresh = Rules(game._rules.program).load_game(game.save())
    for _ in range(60):
        if game.decision is None:
            break
        given = step(game, chance)
        same_step(fresh, given)
        assert game.checksum() == fresh.checksum()
    assert_same(game, fresh)


@given(game=games(), chance=chances)
def test_equal_games_began_equal(game: Game, chance: random.Random) -> None:
    """The same seed gives the same game, another one another; equality and checksum tell them apart."""
    origin = game._origin
    how: dict[str, Any] = {"seats": origin.seats, "first": origin.first + 1, "kingdom": list(origin.piles[7:])}
    twin, other = (game._rules.new_game(seed=seed, **how) for seed in (origin.seed, origin.seed + 1))
    assert_same(game, twin)
    assert game != other and game.checksum() != other.checksum()
    step(twin, chance)
    assert game != twin


# ---------------------------------------------------------------- damaged saves


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value within a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places_in(part, (*path, key))


def damage(text: str, chance: random.Random) -> str:
    """A save with one thing in it taken out or changed."""
    data = json.loads(text)
    *way, last = chance.choice(list(places_in(data)))
    holder = data
    for key in way:
        holder = holder[key]
    if chance.random() < 0.2:
        del holder[last]
    else:
        holder[last] = chance.choice([None, -1, 0, 1, 10**6, "", "x", [], [1], {}, 1.5, True])
    return json.dumps(data)


@settings(max_examples=60)
@given(game=games(), chance=chances, steps=st.integers(0, 40))
def test_a_damaged_save_is_refused_or_makes_no_difference(game: Game, chance: random.Random, steps: int) -> None:
    forward(game, chance, steps)
    text = game.save()
    for _ in range(5):
        damaged = damage(text, chance)
        try:
            loaded = game._rules.load_game(damaged)
        except CardwrightError as refusal:
            assert str(refusal).strip()
        else:
            assert_same(game, loaded)
    for cut in (0, 1, len(text) // 2, len(text) - 1):
        with pytest.raises(CardwrightError):
            game._rules.load_game(text[:cut])


NOT_SAVES = ["", "{}", "[]", "null", "1", '"game"', "[" * 100_000, '{"cardwright": "game"}', "\x00"]


@pytest.mark.parametrize("text", NOT_SAVES, ids=lambda text: repr(text[:12]))
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(CardwrightError):
        rules_of("2e").load_game(text)


# ---------------------------------------------------------------- refusals

GARBAGE: tuple[Any, ...] = (
    None, 0, 1, True, 1.5, b"Copper", object(), {"Copper": 1}, {"Copper"}, [None], [0], [["Copper"]], "", " ", "\x00",
    "no such card", ["no such card"], "Copper#999", "x" * 10_000, ..., [b"Copper"], ("",), range(1),
    [Option("Copper", "Copper", "card", 0, "0-0")],
)


def wrong_answers(game: Game, decision: Decision, chance: random.Random) -> Iterator[tuple[str, Any]]:
    """Answers that are none, with the reason."""
    options = list(decision.options)
    if decision.min > 0:
        yield "nothing", []
        yield "too few", chance.sample(options, decision.min - 1)
    if decision.max < len(options):
        yield "too many", options[: decision.max + 1]
        yield "too many keys", [option.key for option in options[: decision.max + 1]]
    twice = chance.choice(options)
    yield "twice the same", [twice, twice]
    yield "twice the same among others", [*options[: decision.max], options[0]]
    yield "one more than there is", [twice.label] * (len(options) + 1)
    for index in (len(options), -1, 10**9):
        yield "an option that is not there", Option(twice.key, twice.label, twice.kind, index, decision.id)
    yield "an option of another decision", Option(twice.key, twice.label, twice.kind, twice.index, "0-1")
    for other in game.decisions:
        if other.seat != decision.seat:
            yield "an option of another seat", other.options[0]
    for garbage in GARBAGE:
        yield "garbage", garbage


def assert_refuses(game: Game, chance: random.Random) -> None:
    """Wrong answers are refused with a reason, and the game is exactly as it was."""
    text, open_now = game.save(), asked(game)
    for decision in game.decisions:
        for why, wrong in wrong_answers(game, decision, chance):
            with pytest.raises(Refused) as refusal:
                game.answer(wrong, decision)
                note(f"{why}: {wrong!r} was accepted by {decision!r}")
            assert str(refusal.value).strip()
            assert game.save() == text
    assert asked(game) == open_now


@settings(max_examples=30)
@given(game=games(), chance=chances, steps=st.integers(0, 60))
def test_what_was_decided_is_not_decided_again(game: Game, chance: random.Random, steps: int) -> None:
    """Options and decisions of the past are refused, also where the next decision looks the same."""
    forward(game, chance, steps)
    for _ in range(12):
        if game.decision is None:
            return
        decision = chance.choice(game.decisions)
        options = decision.options
        game.answer(pick_keys(decision, chance), decision)
        text = game.save()
        for old in options:
            with pytest.raises(Refused):
                game.answer(old)
        for choice in ([], options[0], options[0].key, [option.key for option in options[: decision.max]]):
            with pytest.raises(Refused):
                game.answer(choice, decision)
        assert game.save() == text


@settings(max_examples=30)
@given(game=games(), chance=chances, steps=st.integers(0, 40))
def test_an_option_of_an_undone_branch_never_means_another_one(game: Game, chance: random.Random, steps: int) -> None:
    """After undo something else may be asked under the same number: an old option means what it says, or is refused."""
    forward(game, chance, steps)
    if game.decision is None:
        return
    branch = game.fork()
    step(branch, chance)
    step(game, chance)
    if branch.decision is None or game.decision is None:
        return
    for old in branch.decision.options:
        trial = game.fork()
        try:
            trial.answer(old)
        except Refused:
            assert trial == game
        else:
            assert trial.answers[-1][1] == (old.key,)


def test_nothing_is_asked_when_the_game_is_over() -> None:
    game = rules_of("2e").new_game(seats=2, seed=3)
    chance = random.Random(1)
    while game.decision is not None:
        last = game.decision
        step(game, chance)
    text = game.save()
    wrong: Any
    for wrong in ([], "Copper", last.options[0]):
        with pytest.raises(Refused, match="over"):
            game.answer(wrong)
    with pytest.raises(Refused):
        game.answer([], last)
    assert game.save() == text and game.over
    loaded = rules_of("2e").load_game(text)
    assert_same(game, loaded)
    loaded.undo()
    assert not loaded.over and loaded.decision is not None


# ---------------------------------------------------------------- several decisions at once


def masquerade(seats: int, chance: random.Random) -> Game:
    """Everyone is about to pass a card; some hands are small, one may be empty."""
    names = ["Copper", "Estate", "Silver", "Curse", "Moat", "Gold"]
    players: dict[str, Any] = {
        f"p{seat}": {"hand": chance.choices(names, k=chance.choice((0, 1, 2, 5))), "deck": ["Copper"] * 4}
        for seat in range(2, seats + 1)
    }
    players["p1"] = {"hand": ["Masquerade", "Silver"], "deck": ["Gold", "Estate"]}
    game = position(rules_of("1e"), seats=seats, seed=5, **players)
    game.events  # noqa: B018 - listens from here on
    game.answer("Masquerade")
    return game


@settings(max_examples=40)
@given(data=st.data(), seats=st.integers(2, 6), chance=chances)
def test_simultaneous_answers_come_in_any_order(data: st.DataObject, seats: int, chance: random.Random) -> None:
    """The result is the same whatever the order."""
    game = masquerade(seats, chance)
    answers = [(decision.seat, pick_keys(decision, chance)) for decision in game.decisions]
    assert game.decisions[0].source.card == "Masquerade" and 1 in dict(answers)
    orders = data.draw(st.lists(st.permutations(answers), min_size=2, max_size=4))
    ends = []
    for order in orders:
        copy = game.fork()
        for answer in order:
            same_step(copy, answer)
        ends.append(copy)
    for end in ends[1:]:
        assert end.checksum() == ends[0].checksum()
        assert end.events == ends[0].events
        assert views(end) == views(ends[0]) and asked(end) == asked(ends[0])


@settings(max_examples=25)
@given(seats=st.integers(2, 6), chance=chances)
def test_simultaneous_answers_are_sealed_until_all_are_in(seats: int, chance: random.Random) -> None:
    """All that anyone can see of an answer is who is still waited for; it is saved and undone like any other."""
    game = masquerade(seats, chance)
    start = game.save()
    while len(game.decisions) > 1:
        before = [game.seat(number).view() for number in range(1, seats + 1)]
        happened, waiting = len(game.events), [decision.seat for decision in game.decisions]
        seat, keys = step(game, chance)
        assert keys and len(game.events) == happened
        for number, seen in enumerate(before, 1):
            now = game.seat(number).view()
            assert now.pop("waiting for") == [other for other in waiting if other != seat]
            assert {key: value for key, value in seen.items() if key != "waiting for"} == now
        assert game.seat(seat).decision is None
        with pytest.raises(Refused):
            game.seat(seat).answer(keys)
        assert_same(game, game._rules.load_game(game.save()))
    while game.answers != tuple((seat, tuple(keys)) for seat, keys in json.loads(start)["answers"]):
        game.undo()
    assert game.save() == start


def test_masquerade_is_met_in_random_games() -> None:
    """The other properties are no use here if several decisions are never open at once."""
    chance = random.Random(4)
    met = 0
    rules = rules_of("2e")
    for seed in range(6):
        game = rules.new_game(seats=4, seed=seed, kingdom=random_kingdom(rules, chance, ["Masquerade"]))
        while game.decision is not None:
            met += len(game.decisions) > 1
            step(game, chance)
    assert met > 20


# ---------------------------------------------------------------- the same on every machine


def test_games_take_the_course_on_record() -> None:
    """What happened and how it ended. If a rule or a card was meant to change: `python -m tests.golden --record`."""
    recorded = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert {name: game["course"] for name, game in courses().items()} == {n: g["course"] for n, g in recorded.items()}


def test_games_have_the_checksums_on_record() -> None:
    """How the state is laid out, which saves rest on. If that was meant to change: record anew, as above."""
    recorded = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert {name: game["states"] for name, game in courses().items()} == {n: g["states"] for n, g in recorded.items()}


@pytest.mark.parametrize("hash_seed, cache", [("0", "fresh"), ("4242", "off")])
def test_games_are_the_same_in_another_process(hash_seed: str, cache: str, tmp_path: Path) -> None:
    """Neither the order of hashes nor what was cached or compiled before has a say."""
    folder = str(tmp_path) if cache == "fresh" else cache
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "CARDWRIGHT_CACHE": folder}
    command = [sys.executable, "-m", "tests.golden"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == courses()
