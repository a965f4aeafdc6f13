"""Every seat learns what the rules let it know: no more, by no way, and no less."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Event, Game
from interpreter.front.decisions import chosen_indices
from interpreter.running import engine
from interpreter.running.state import ZONE_MASK, State
from tests.strategies import chances, forward, games, pick_keys


def may_see(state: State, zone_number: int, content: Sequence[int], o: int, shown_to: dict[int, int]) -> set[int]:
    """The seats (from 0) that see an object lying in a zone, by the sight the game declares."""
    everyone, linked = set(range(state.seats)), state.linked
    if zone_number < linked.table_zones or zone_number >= state.pile0:
        return everyone  # the table and the piles of this game are open
    owner, offset = divmod(zone_number - linked.table_zones, linked.zones_per_seat)
    seen = [zone for zone in linked.program.zones if zone.holder == "seat"][offset].seen
    if seen == "all" or (seen == "top" and content[-1] == o) or (seen == "shown" and shown_to[o] < 0):
        return everyone
    if seen == "owner":
        return {owner}
    return {shown_to[o]} if seen == "shown" else set()


def knowers(before: State, trace: Sequence[Any]) -> Iterator[list[set[int]]]:
    """For each thing that happened and each of its cards: the seats that may know its name.

    Worked out by moving the cards here once more, apart from the engine: whoever sees a card where it was or where it
    comes to lie knows it. What is shown, is shown to all, or to whoever looks.
    """
    zones, shown_to = [zone[:] for zone in before.zones], dict(before.shown_to)
    verbs, everyone = before.linked.program.verbs, set(range(before.seats))
    for kind, *entry in trace:
        if kind == "move":
            objects, origins, target, (verb, actor, *_) = entry[:4]
            pairs = list(zip(objects, origins, strict=True))
            known = [may_see(before, origin, zones[origin], o, shown_to) for o, origin in pairs]
            for o, origin in pairs:
                zones[origin].remove(o)
                zones[target].append(o)
                shown_to.pop(o, None)
                if verb >= 0 and verbs[verb].show:
                    shown_to[o] = -1 if verbs[verb].show == "all" else actor
            yield [seats | may_see(before, target, zones[target], o, shown_to)
                   for o, seats in zip(objects, known, strict=True)]
        elif kind == "shuffle":
            _, source, target, _ = entry
            if source != target:
                zones[target], zones[source] = zones[source] + zones[target], []
            yield []
        elif kind == "show":
            yield [everyone if entry[1] < 0 else {entry[1]} for _ in entry[0]]
        elif kind == "mark":
            where = next(number for number, content in enumerate(zones) if entry[0] in content)
            yield [may_see(before, where, zones[where], entry[0], shown_to)]
        elif kind == "verb":  # playing and buying are public
            yield [everyone for _ in entry[0]]
        else:
            yield []


def assert_told(events: Sequence[Event], before: State, trace: Sequence[Any]) -> None:
    """Every seat is told the names it may know, and no others."""
    assert len(events) == len(trace)
    for event, known in zip(events, knowers(before, trace), strict=True):
        assert len(event.cards) == len(known)
        for seat in range(before.seats):
            told = event.seen_by(seat + 1)
            wanted = tuple(name if seat in seats else "?" for name, seats in zip(event.cards, known, strict=True))
            assert told.cards == wanted, f"p{seat + 1} is told '{told}' of '{event}'"
            assert told == type(event)(**{field: getattr(told, field) for field in event.__dataclass_fields__})
            assert set(told.knows) <= {None}, "the event tells who else knows the card"


@settings(max_examples=30)
@given(game=games(), chance=chances, steps=st.integers(0, 120))
def test_events_tell_each_seat_what_it_may_know(game: Game, chance: random.Random, steps: int) -> None:
    forward(game, chance, steps)
    for _ in range(25):
        if game.decision is None:
            return
        which = chance.randrange(len(game.decisions))
        decision = game.decisions[which]
        keys = pick_keys(decision, chance)
        before = game._state.fork()
        probe = before.fork()
        probe.trace = []
        engine.answer(probe, which, chosen_indices(decision, keys))
        events = game.answer(keys, decision)
        assert_told(list(events), before, probe.trace)
        for number in range(1, game.seats + 1):
            assert game.seat(number).events(since=len(game.events) - len(events)) == [e.seen_by(number) for e in events]


def hidden_from(state: State, seat: int) -> list[int]:
    """The objects a seat cannot know now. What it may choose from in a place of its own it was allowed to look at."""
    mine = {o for pending in state.pending if pending[0] == seat and pending[2] == "o" for o in pending[3]}
    first = state.linked.seat_zone(seat)
    own = range(first, first + state.linked.zones_per_seat)
    return [o for number, content in enumerate(state.zones) for o in content
            if seat not in may_see(state, number, content, o, state.shown_to) and not (o in mine and number in own)]


@settings(max_examples=60)
@given(game=games(), chance=chances, steps=st.integers(0, 200))
def test_what_a_seat_cannot_know_makes_no_difference_to_it(game: Game, chance: random.Random, steps: int) -> None:
    """Two different cards it cannot know change places: its view, decision and options stay the same to the letter."""
    forward(game, chance, steps)
    for number in range(1, game.seats + 1):
        state = game._state
        hidden = hidden_from(state, number - 1)
        for _ in range(4):
            one, other = chance.choice(hidden), chance.choice(hidden)
            if state.defs[one] == state.defs[other]:
                continue
            swapped = game.fork()
            defs = list(state.defs)
            defs[one], defs[other] = defs[other], defs[one]
            swapped._state.defs = tuple(defs)
            assert seen_by(swapped, number) == seen_by(game, number)
            where = {state.at[one] & ZONE_MASK, state.at[other] & ZONE_MASK}
            assert len(where) == 1 or swapped.view() != game.view()  # the referee does see it


def seen_by(game: Game, number: int) -> str:
    """Everything a seat is shown at this moment."""
    seat = game.seat(number)
    decision = seat.decision
    question = [decision.id, decision.prompt, repr(decision.options), decision.min, decision.max] if decision else []
    return json.dumps([seat.view(), question, str(decision.source) if decision else ""])
