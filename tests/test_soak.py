"""Random legal play over all cards, kingdoms, editions and numbers of seats; and that its checks can fail.

The small run is part of the suite. The big one, 20,000 games, is `pytest -m soak` (about twenty minutes on two cores).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.front.sight import view
from interpreter.running.state import State
from tests.soak import Broken, Plan, Tally, check_pending, check_state, check_views, main, must_end, play, run
from tests.strategies import EDITIONS, PLAYERS, kingdom_cards, named_kingdoms, rules_of


def total(games: int, seed: int, jobs: int, editions: tuple[str, ...] = EDITIONS) -> Tally:
    """All parts of a run as one."""
    tally = Tally()
    for part in run(games, seed, jobs, editions):
        tally.add(part)
    return tally


def check_tally(tally: Tally, games: int, editions: tuple[str, ...], missed: int = 0) -> None:
    """The run was clean, and it was as wide as it says; a short one may have missed a few costly cards."""
    assert tally.failures == []
    assert sum(tally.games.values()) == games
    assert set(tally.games) == {(edition, seats) for edition in editions for seats in range(2, 7)}
    # a few games have no end by their rules: nobody has money any more
    assert len(tally.stalled) <= games // 50
    rules = rules_of(editions[0])
    cards = kingdom_cards(rules)
    assert len(cards) == 57
    assert len([name for name in cards if name not in tally.gained]) <= missed
    playable = [name for name in cards if {"Action", "Treasure"} & set(rules.card(name).type_names)]
    assert len(playable) == 55  # all but Duke and Gardens
    assert len([name for name in playable if name not in tally.played]) <= missed
    assert set(named_kingdoms(rules)) <= set(tally.kingdoms)
    assert tally.together > 0 and tally.public > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games(edition: str) -> None:
    games = 4 * len(named_kingdoms(rules_of(edition)))  # every named kingdom once
    check_tally(total(games, seed=2, jobs=1, editions=(edition,)), games, (edition,), missed=3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_homebrew_cards(edition: str) -> None:
    """All cards of the example file, ten at a time, with all kinds of player."""
    rules = rules_of(edition, homebrew=True)
    own = sorted(set(kingdom_cards(rules)) - set(kingdom_cards(rules_of(edition))))
    assert len(own) >= 12
    tally = Tally()
    for first in range(0, len(own), 10):
        kingdom = tuple([*own, *own][first : first + 10])
        for number, player in enumerate(PLAYERS):
            plan = Plan(number, edition, 2 + number, kingdom, "", player, homebrew=True, public=number == 0, seed=first)
            play(plan, tally)
    assert len([name for name in own if name not in tally.gained]) <= 3


@pytest.mark.soak
def test_twenty_thousand_games() -> None:
    check_tally(total(20_000, seed=1, jobs=2), 20_000, EDITIONS)


def test_the_command_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--jobs", "1", "--seed", "5", "--edition", "1e"]) == 0
    printed = capsys.readouterr()
    assert "2 of 2 games, 0 failures" in printed.err
    assert "0 failures" in printed.out and "1e" in printed.out


def test_a_run_follows_from_its_seed() -> None:
    assert total(3, seed=9, jobs=1) == total(3, seed=9, jobs=1)
    assert total(3, seed=9, jobs=1) != total(3, seed=10, jobs=1)


# ---------------------------------------------------------------- the checks can fail


def lose_an_object(state: State) -> None:
    state.zones[-1].pop()


def put_an_object_twice(state: State) -> None:
    state.zones[-1][0] = state.zones[-1][1]


def misplace_an_object(state: State) -> None:
    state.zones[-1].append(state.zones[-2].pop())


def owe_coins(state: State) -> None:
    state.counters[0] = -1


def forget_a_decision(state: State) -> None:
    state.pending = ()


def show_a_card_nowhere(state: State) -> None:
    state.shown_to[0] = 1


def turn_a_card_into_another(state: State) -> None:
    state.defs = (state.defs[-1], *state.defs[1:])


FAULTS: list[Callable[[State], None]] = [
    lose_an_object, put_an_object_twice, misplace_an_object, owe_coins, forget_a_decision, show_a_card_nowhere,
    turn_a_card_into_another,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_in_the_state_is_found(fault: Callable[[State], None]) -> None:
    state = rules_of("2e").new_game(seats=3, seed=4)._state
    defs = state.defs
    check_state(state, defs)
    fault(state)
    with pytest.raises(Broken):
        check_state(state, defs)


@pytest.mark.parametrize("low, high, options", [(1, 0, (1,)), (0, 2, (1,)), (2, 2, (1, 1)), (0, 1, ()), (-1, 1, (1,))])
def test_a_decision_that_cannot_be_answered_is_found(low: int, high: int, options: tuple[int, ...]) -> None:
    state = rules_of("2e").new_game(seats=2, seed=4)._state
    check_pending(state)
    seat, source, *_ = state.pending[0]
    state.pending = ((seat, source, "o", options, low, high, False),)
    with pytest.raises(Broken):
        check_pending(state)


def test_a_view_that_shows_too_much_is_found() -> None:
    state = rules_of("2e").new_game(seats=2, seed=4)._state
    views = {seat: view(state, seat) for seat in range(2)}
    check_views(state, views)
    with pytest.raises(Broken, match="p2 sees p1's deck"):
        check_views(state, {0: views[0], 1: view(state, None)})
    with pytest.raises(Broken, match="p1 sees p1's deck"):
        check_views(state, {0: view(state, 1), 1: views[1]})


def test_the_end_is_known() -> None:
    """The soak's own idea of when a game must end: it is what the kernel is compared with."""
    for seats, piles in ((2, 3), (4, 3), (5, 4), (6, 4)):
        state = rules_of("2e").new_game(seats=seats, seed=4)._state
        for number in range(piles):
            assert not must_end(state)
            state.zones[-1 - number].clear()
        assert must_end(state)
