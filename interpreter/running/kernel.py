"""Primitives of running texts: asking, performing, and beginning effects.

Compiled texts call these, and those of `moving` and `facts`. They change the state they are given and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse
from typing import Any

from interpreter.program.layout import ACCEPT, DONE, EVENT, EVENT_PLAY, EVENT_SEAT, NOBODY, PC, PLAY, SWITCH, THIS, YOU
from interpreter.running.facts import types_of
from interpreter.running.state import ZONE_BITS, ZONE_MASK, Frame, Group, Runaway, State

ROUND = tuple(tuple(range(seats)) * 2 for seats in range(100))  # by the number of seats: twice round the table
MOST = 1_000_000_000  # what a counter can hold
MAX_EFFECTS = 500  # that wait or hold at the same time
STEP_BUDGET = 20_000  # loop passes and performed texts between two answers

# ---------------------------------------------------------------- seats


def seats_from(g: State, start: int, others: bool) -> tuple[int, ...]:
    """All seats in turn order from the one whose turn it is; a loop of others leaves the seat `start` out."""
    active = g.turn_seat
    if others and start == active:
        return ROUND[g.seats][active + 1 : active + g.seats]
    order = ROUND[g.seats][active : active + g.seats]
    return tuple([seat for seat in order if seat != start]) if others else order


# ---------------------------------------------------------------- asking


def ask(g: State, f: Frame, go_on: int, seat: int, source: int, options: Sequence[int], low: int, high: int,
        ordered: bool, public: bool) -> int:
    """Asks for some of these objects; `reply` holds them when block `go_on` runs. A lone answer that everyone
    could tell is not asked for."""
    count = len(options)
    if high > count:
        high = count
    if low > high:
        low = high
    if high <= 0:
        g.reply = ()
        return go_on
    if low == count and (public or count == 0) and not (ordered and count > 1):
        g.reply = tuple(options)
        return go_on
    f[PC] = go_on
    g.asks += 1
    g.pending = ((seat, source, "card", tuple(options), low, high, ordered),)
    return SWITCH


def ask_order(g: State, f: Frame, go_on: int, seat: int, source: int, options: Sequence[int]) -> int:
    """Asks for the order of objects; equal ones need no order."""
    defs = g.defs
    if len({defs[o] for o in options}) < 2:
        g.reply = tuple(options)
        return go_on
    f[PC] = go_on
    g.asks += 1
    g.pending = ((seat, source, "card", tuple(options), len(options), len(options), True),)
    return SWITCH


def ask_kind(g: State, f: Frame, go_on: int, seat: int, source: int, kind: str, options: Sequence[Any], low: int,
             high: int) -> int:
    """Asks for seats, definitions, or items of a menu."""
    count = len(options)
    high, low = min(high, count), min(low, count)
    if high <= 0 or low == count:
        g.reply = tuple(options[:high])
        return go_on
    f[PC] = go_on
    g.asks += 1
    g.pending = ((seat, source, kind, tuple(options), low, high, False),)
    return SWITCH


def offer(g: State, f: Frame, go_on: int, seat: int, source: int) -> int:
    """Asks whether to do something; what a window already asked is not asked again."""
    if f[ACCEPT]:
        f[ACCEPT] = False
        g.reply = (0,)
        return go_on
    f[PC] = go_on
    g.asks += 1
    g.pending = ((seat, source, "yes", (0,), 0, 1, False),)
    return SWITCH


# ---------------------------------------------------------------- performing and looping


def runaway(source: int) -> None:
    """A text has used up its steps."""
    raise Runaway(source)


def step(g: State, source: int) -> None:
    """Counts a step; too many between two answers end the text."""
    g.steps += 1
    if g.steps > STEP_BUDGET:
        raise Runaway(source)


def situation(g: State) -> tuple[Any, ...]:
    """What a pass of a loop must change to be followed by another pass."""
    return (g.clock, g.asks, tuple(g.counters), g.effects, g.queue)


def new_play(g: State) -> int:
    """The number of a new play."""
    g.plays += 1
    return g.plays


def perform(g: State, f: Frame, go_on: int, group: Group, seat: int, play: int, source: int) -> int:
    """Runs the text of a card as a play of a seat. The card may be gone: a play needs no card."""
    if not group[1]:
        return go_on
    linked = g.linked
    ready = (linked.ready if g.trace is None else linked.ready_loud)[g.defs[group[1][0]]]
    if ready is None:
        ready = linked.make_ready(g.defs[group[1][0]], g.trace is None)
    frame, run = ready
    if frame is None:
        return go_on
    g.steps += 1
    if g.steps > STEP_BUDGET:
        raise Runaway(source)
    fresh = frame[:]
    fresh[PLAY], fresh[YOU], fresh[THIS] = play, seat, group
    if run is not None:
        run(g, fresh)
        return go_on
    f[PC] = go_on
    g.stack.append(fresh)
    return SWITCH


def do_quickly(g: State, objects: Sequence[int], source: int, zone: int, first: int, which: tuple[int, int]) -> bool:
    """Does a verb to objects that only count, one after the other, in one go; False if one of them does more."""
    quick = g.stock.quick[which]
    if g.effects or g.shown_to or source == zone or not quick.objects.issuperset(objects):
        return False
    zones, at = g.zones, g.at
    stamp = g.clock << ZONE_BITS | zone
    total = 0
    for o in objects:
        stamp += 1 << ZONE_BITS
        at[o] = stamp
        total += quick.numbers[o]
    g.counters[first + quick.counter] += total
    for counter, numbers in quick.more:
        g.counters[first + counter] += sum([numbers[o] for o in objects])
    zones[source] = [*filterfalse(objects.__contains__, zones[source])]
    zones[zone] += objects
    g.clock = stamp >> ZONE_BITS
    g.plays += len(objects)
    g.steps += len(objects)
    return True


def do_one_quickly(g: State, objects: tuple[int, ...], zone: int, seat: int, verb: int, source: int) -> bool:
    """Puts one object somewhere and performs its text, if nothing responds to it and the text never waits."""
    o = objects[0]
    text = g.linked.quick[verb][g.defs[o]]
    if text is None or g.effects or g.shown_to:
        return False
    frame, run, answered = text
    if answered and not g.linked.nobody_waits(g, verb, "when", "", seat):
        return False
    zones, at = g.zones, g.at
    content = zones[at[o] & ZONE_MASK]
    target = zones[zone]
    if content is target:
        return False
    if content[-1] == o:
        content.pop()
    else:
        content.remove(o)
    target.append(o)
    g.clock = clock = g.clock + 1
    at[o] = clock << ZONE_BITS | zone
    g.plays = play = g.plays + 1
    g.steps += 1
    if g.steps > STEP_BUDGET:
        raise Runaway(source)
    fresh = frame[:]
    fresh[PLAY], fresh[YOU], fresh[THIS] = play, seat, (clock, objects)
    run(g, fresh)
    return True


def record(g: State, verb: int, seat: int, o: int) -> None:
    """Notes what happened, with the types as they are now; only for verbs some text asks about."""
    g.history += ((verb, seat, g.defs[o], types_of(g, o)),)


def exempt(g: State, seat: int, play: int) -> None:
    """From now on loops of that play pass over the seat."""
    if (play, seat) not in g.exempt:
        g.exempt += ((play, seat),)
        if g.trace is not None:
            g.trace.append(("exempt", seat, play, -1, g.cause))


def extra_turn(g: State, seat: int) -> None:
    """Another turn of the seat waits in the queue."""
    g.queue += (seat,)


def begin(g: State, is_watch: bool, index: int, seat: int, until: str, until_seat: int, f: Frame,
          captured: tuple[Any, ...], lasting: bool, skip: bool, source: int) -> None:
    """An effect begins to wait or hold. `skip`: not in the turn or phase that is going on."""
    if len(g.effects) >= MAX_EFFECTS:
        raise Runaway(source)
    g.serial += 1
    effect = (g.serial, is_watch, index, seat, until, until_seat, f[THIS], f[PLAY], captured, lasting, g.turn, g.phase,
              skip)
    g.effects += (effect,)


def replace(g: State) -> None:
    """The text on top replaces what its window is about: that does not happen."""
    window = g.stack[-2]
    window[-1] += tuple(o for o in g.stack[-1][EVENT][1] if o not in window[-1])


__all__ = ["DONE", "EVENT", "EVENT_PLAY", "EVENT_SEAT", "NOBODY", "SWITCH"]
