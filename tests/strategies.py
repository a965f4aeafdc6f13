"""What the tests need to play any game: kingdoms, ways of answering, and hypothesis strategies for both.

Everything random here comes from a generator that is handed in, so a failing game can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from interpreter import Decision, Event, Game, Rules, load
from interpreter.running.state import Pending, State

ROOT = Path(__file__).resolve().parent.parent
HOMEBREW = ROOT / "examples" / "homebrew.yaml"
EDITIONS = ("1e", "2e")

# The kinds of player that random games are played by. Uniform answers decline so often that much never happens;
# the eager player takes something whenever it can, the rich one prefers what costs most, so that games end by score.
PLAYERS = ("uniform", "eager", "rich")


@cache
def rules_of(edition: str, homebrew: bool = False) -> Rules:
    """One `Rules` object per edition for the whole run: games share the texts that were compiled."""
    return load("dominion", edition=edition, cards=[HOMEBREW] if homebrew else [])


def kingdom_cards(rules: Rules) -> list[str]:
    """All cards that can be chosen for a kingdom, of all sets, in a fixed order."""
    piles = rules.program.piles
    assert piles is not None
    return sorted(card.name for card in rules.cards if card.name not in piles.always)


def named_kingdoms(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The recommended kingdoms."""
    piles = rules.program.piles
    assert piles is not None
    return dict(piles.named)


def random_kingdom(rules: Rules, chance: random.Random, wanted: Sequence[str] = ()) -> list[str]:
    """Ten different cards of any sets; those wanted are among them."""
    others = [name for name in kingdom_cards(rules) if name not in wanted]
    return sorted([*wanted, *chance.sample(others, 10 - len(wanted))])


def pick(state: State, pending: Pending, chance: random.Random, player: str) -> tuple[int, ...]:
    """A legal answer to a decision, as numbers of options."""
    _, _, kind, options, low, high, ordered = pending
    if player != "uniform" and low == 0 and chance.random() < 0.9:
        low = 1
    if player == "rich" and kind == "o" and high == 1 and low == 1 and chance.random() < 0.8:
        cost = state.linked.printed[0]
        return (max(range(len(options)), key=lambda index: (cost[state.defs[options[index]]] or 0, index)),)
    chosen = chance.sample(range(len(options)), chance.randint(low, high))
    return tuple(chosen if ordered else sorted(chosen))


def pick_keys(decision: Decision, chance: random.Random) -> list[str]:
    """A legal answer through the public surface: some keys, mostly not none."""
    low = decision.min if chance.random() < 0.2 else max(decision.min, 1)
    count = chance.randint(low, decision.max)
    return [option.key for option in chance.sample(decision.options, count)]


def step(game: Game, chance: random.Random) -> tuple[int, list[str]]:
    """Answers one of the open decisions of a game at random; tells which seat answered and with what."""
    decision = chance.choice(game.decisions)
    keys = pick_keys(decision, chance)
    game.answer(keys, decision)
    return decision.seat, keys


def same_step(game: Game, answer: tuple[int, list[str]]) -> Sequence[Event]:
    """Gives another game an answer that was given elsewhere; returns what it caused there."""
    seat, keys = answer
    decision = next(decision for decision in game.decisions if decision.seat == seat)
    return game.answer(keys, decision)


def forward(game: Game, chance: random.Random, steps: int) -> None:
    """Some random answers, to get into the middle of a game."""
    for _ in range(steps):
        if game.decision is None:
            return
        step(game, chance)


# ---------------------------------------------------------------- hypothesis

editions = st.sampled_from(EDITIONS)
seat_counts = st.integers(2, 6)
seeds = st.integers(0, 2**62)
chances = st.integers(0, 2**32).map(random.Random)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A new game of any edition, any number of seats and any kingdom, with or without homebrew cards."""
    rules = rules_of(draw(editions), draw(st.booleans()) if HOMEBREW.exists() else False)
    how = draw(st.sampled_from(("named", "random", "at once")))
    if how == "named":
        kingdom = list(draw(st.sampled_from(sorted(named_kingdoms(rules).values()))))
    else:
        wanted = ["Masquerade"] if how == "at once" else []  # the card that asks everybody at the same time
        others = [name for name in kingdom_cards(rules) if name not in wanted]
        count = 10 - len(wanted)
        kingdom = [*wanted, *draw(st.lists(st.sampled_from(others), min_size=count, max_size=count, unique=True))]
    return rules.new_game(seats=draw(seat_counts), seed=draw(seeds), kingdom=kingdom)
