"""Events and their windows: before, instead, when, after.

These are texts of the kernel itself: they run in frames like card texts, so that a game can be saved in the
middle of them. Each function is a block; the registers after `FIRST_FREE` are named below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.program.layout import (
    ACCEPT,
    DONE,
    EVENT,
    EVENT_PLAY,
    EVENT_SEAT,
    FIRST_FREE,
    NOBODY,
    PC,
    PLAY,
    SWITCH,
    YOU,
)
from interpreter.program.model import Watch
from interpreter.running.facts import did
from interpreter.running.kernel import new_play, record, seats_from, step
from interpreter.running.moving import joined, lift, move, move_home, move_under, show, top
from interpreter.running.state import ZONE_BITS, Frame, Group, State

# registers of an event frame
(VERB, ACTOR, OBJECTS, TARGET, BOTTOM, SHOWN, TIMES, SOURCE, DONE_SO_FAR, REPEATS,
 TAKEN_FROM) = range(FIRST_FREE, FIRST_FREE + 11)
# registers of a window frame; what the event is about is in EVENT, EVENT_SEAT and EVENT_PLAY
W_VERB, W_KIND, W_SEATS, W_SPENT, W_LIVE, W_TIME, W_REPLACED = range(FIRST_FREE, FIRST_FREE + 7)

# A trigger that could act now: (watch, object it is printed on or -1, effect or None, event object or -1).
Trigger = tuple[int, int, Any, int]


def happen(g: State, f: Frame, go_on: int, verb: int, actor: int, objects: tuple[int, ...], target: int, under: bool,
           shown: int, times: int, source: int, taken_from: tuple[int, int, int] | None = None) -> int:
    """A verb that someone watches happens; `result` tells what it was done to.

    What is taken from the top of a zone one by one is told as `taken_from`: the zone, its spare and how many.
    """
    g.result = NOBODY
    if not objects and taken_from is None:
        return go_on
    f[PC] = go_on
    fresh: Frame = [g.linked.event_unit, 0, f[PLAY], actor, f[4], NOBODY, actor, f[PLAY], False,
                    verb, actor, (g.clock, objects), target, under, shown, times, source, NOBODY, 0, taken_from]
    step(g, source)
    g.stack.append(fresh)
    return SWITCH


def event_next(g: State, f: Frame) -> int:
    """Block 0: the next thing, or all things of a verb that takes them together."""
    if f[TAKEN_FROM] is not None:
        zone, spare, count = f[TAKEN_FROM]
        taken = tuple(top(g, zone, spare, 1)) if count > 0 else ()
        f[OBJECTS] = (g.clock, taken)  # the moment after a refill
        f[TAKEN_FROM] = (zone, spare, count - 1)
    moment, objects = f[OBJECTS]
    left = tuple(o for o in objects if g.at[o] >> ZONE_BITS <= moment)
    if not left:
        g.result = f[DONE_SO_FAR]
        return DONE
    together = g.linked.program.verbs[f[VERB]].together
    now = left if together else left[:1]
    f[OBJECTS] = (moment, left[len(now):])
    f[EVENT] = (moment, now)
    f[EVENT_PLAY] = new_play(g)
    return 1 if window_kinds(g, f, "before") else 2


def window_kinds(g: State, f: Frame, kind: str) -> bool:
    """Whether something may watch the event in a window of that kind."""
    return g.linked.watches_any(g, f[VERB], kind)


def event_before(g: State, f: Frame) -> int:
    """Block 1: what happens before."""
    return window(g, f, 2, f[VERB], "before", f[ACTOR], f[EVENT], f[EVENT_PLAY])


def event_instead(g: State, f: Frame) -> int:
    """Block 2: a replacement applies once; what was replaced did not happen."""
    if not g.linked.watches_any(g, f[VERB], "instead"):
        return 4
    return window(g, f, 3, f[VERB], "instead", f[ACTOR], f[EVENT], f[EVENT_PLAY])


def event_replaced(g: State, f: Frame) -> int:
    """Block 3."""
    moment, objects = f[EVENT]
    f[EVENT] = (moment, tuple(o for o in objects if o not in g.result))
    return 4 if f[EVENT][1] else 0


def event_do(g: State, f: Frame) -> int:
    """Block 4: it happens."""
    moment, objects = f[EVENT]
    objects = tuple(o for o in objects if g.at[o] >> ZONE_BITS <= moment)
    if not objects:
        return 0
    verb = g.linked.program.verbs[f[VERB]]
    if g.trace is not None:
        g.cause = (verb.index, f[ACTOR], f[SOURCE], f[PLAY])
        if verb.unit >= 0:
            did(g, *g.cause, objects)
    if verb.index in g.linked.features.remembered:
        for o in objects:
            record(g, verb.index, f[ACTOR], o)
    if verb.unit >= 0:
        return _run_text(g, f, f[EVENT_PLAY], (moment, objects))
    if verb.show:
        viewer = -1 if verb.show == "all" else f[ACTOR]
        if f[SHOWN] >= 0:
            lift(g, objects, f[SHOWN], viewer)
        else:
            show(g, objects, viewer)
    elif f[TARGET] == -2:
        objects = tuple(move_home(g, objects))
    elif f[BOTTOM]:
        move_under(g, objects, f[TARGET])
    else:
        move(g, objects, f[TARGET])
    f[EVENT] = (g.clock, objects)
    return 6


def _run_text(g: State, f: Frame, play: int, group: Group) -> int:
    verb = g.linked.program.verbs[f[VERB]]
    g.linked.ensure(verb.unit)
    fresh = g.linked.frames[verb.unit][:]
    fresh[PLAY], fresh[YOU], fresh[EVENT], fresh[EVENT_SEAT] = play, f[ACTOR], group, f[ACTOR]
    f[PC] = 5
    g.stack.append(fresh)
    return SWITCH


def event_again(g: State, f: Frame) -> int:
    """Block 5: a verb with a text was done; doing it again needs no card."""
    f[REPEATS] += 1
    if f[REPEATS] >= f[TIMES]:
        f[REPEATS] = 0
        return 6
    if f[VERB] in g.linked.features.remembered:
        for o in f[EVENT][1]:
            record(g, f[VERB], f[ACTOR], o)
    return _run_text(g, f, new_play(g), f[EVENT])


def event_after(g: State, f: Frame) -> int:
    """Block 6: it has happened."""
    f[DONE_SO_FAR] = joined(g, f[DONE_SO_FAR], f[EVENT])
    if window_kinds(g, f, "after"):
        return window(g, f, 0, f[VERB], "after", f[ACTOR], f[EVENT], f[EVENT_PLAY])
    return 0


EVENT_BLOCKS = (event_next, event_before, event_instead, event_replaced, event_do, event_again, event_after)


# ---------------------------------------------------------------- windows


def window(g: State, f: Frame, go_on: int, verb: int, kind: str, actor: int, group: Group, play: int,
           time: str = "") -> int:
    """Opens a window: every seat in turn order may or must let its triggers act."""
    if not g.effects and g.linked.nobody_waits(g, verb, kind, time, actor):
        g.result = ()
        return go_on
    f[PC] = go_on
    seats = seats_from(g, 0, False)
    fresh: Frame = [g.linked.window_unit, 0, play, actor, NOBODY, group, actor, play, False,
                    verb, kind, seats, (), (), time, ()]
    g.stack.append(fresh)
    return SWITCH


def window_seat(g: State, f: Frame) -> int:
    """Block 0: what the next seat can do; its window stays open until it passes."""
    if not f[W_SEATS]:
        g.result = f[W_REPLACED]
        return DONE
    seat = f[W_SEATS][0]
    live = live_triggers(g, f, seat)
    if not live:
        f[W_SEATS], f[W_SPENT] = f[W_SEATS][1:], ()
        return 0
    watches = g.linked.program.watches
    chosen = _distinct(g, live)
    must = [t for t in chosen if not watches[t[0]].optional]
    f[W_LIVE] = tuple(chosen)
    if len(chosen) == 1 and must:
        return _fire(g, f, chosen[0])
    f[PC] = 1
    g.asks += 1
    g.pending = ((seat, g.linked.watch_source(chosen[0][0]), "trigger", tuple(chosen), 1 if must else 0, 1, False),)
    return SWITCH


def window_answer(g: State, f: Frame) -> int:
    """Block 1: a trigger was chosen, or the seat passes."""
    if not g.reply:
        f[W_SPENT] += tuple(_key(t) for t in live_triggers(g, f, f[W_SEATS][0]))
        return 0
    trigger = g.reply[0]
    return _fire(g, f, trigger, accepted=g.linked.program.watches[trigger[0]].optional)


WINDOW_BLOCKS = (window_seat, window_answer)


def _key(trigger: Trigger) -> tuple[int, int, int, int]:
    watch, source, effect, about = trigger
    return (watch, source, effect[0] if effect else -1, about)


def _distinct(g: State, live: Sequence[Trigger]) -> list[Trigger]:
    """Equal triggers are one option: the same line of the same card, about the same thing."""
    first: dict[Any, Trigger] = {}
    for trigger in live:
        watch, source, effect, about = trigger
        card = g.defs[source] if source >= 0 else -1
        kept = effect[8] if effect else ()
        first.setdefault((watch, card, kept, g.defs[about] if about >= 0 else -1), trigger)
    return list(first.values())


def _fire(g: State, f: Frame, trigger: Trigger, accepted: bool = False) -> int:
    """Runs the text of a trigger. In an open window an offer may be taken again."""
    watch_index, source, effect, about = trigger
    watch = g.linked.program.watches[watch_index]
    verb = g.linked.program.verbs[f[W_VERB]] if f[W_VERB] >= 0 else None
    if not (watch.optional and verb is not None and verb.open_response and f[W_KIND] == "when"):
        f[W_SPENT] += (_key(trigger),)
    if effect is not None and (watch.first or effect[4] == "once"):
        g.effects = tuple(e for e in g.effects if e[0] != effect[0])
    seat = f[W_SEATS][0]
    g.linked.ensure(watch.unit)
    fresh = g.linked.frames[watch.unit][:]
    fresh[ACCEPT] = accepted
    this: Group = effect[6] if effect is not None else (g.clock, (source,))
    fresh[PLAY], fresh[YOU], fresh[4] = new_play(g), seat, this
    fresh[EVENT] = (f[EVENT][0], (about,)) if about >= 0 else f[EVENT]
    fresh[EVENT_SEAT], fresh[EVENT_PLAY] = f[EVENT_SEAT], f[EVENT_PLAY]
    if effect is not None:
        for register, value in effect[8]:
            fresh[register] = value
    step(g, g.linked.watch_source(watch_index))
    f[PC] = 0
    g.stack.append(fresh)
    return SWITCH


def live_triggers(g: State, f: Frame, seat: int) -> list[Trigger]:
    """The triggers of a seat that fit the event and have not been used for it."""
    found: list[Trigger] = []
    linked, verb, kind, time = g.linked, f[W_VERB], f[W_KIND], f[W_TIME]
    watches = linked.program.watches
    for index, card in linked.printed_watches(verb, kind, time):
        watch = watches[index]
        if not _who(watch, seat, f[EVENT_SEAT]):
            continue
        if watch.this:
            found += [(index, o, None, o) for o in f[EVENT][1] if g.defs[o] == card and seat == f[EVENT_SEAT]]
            continue
        for o in linked.lying_for(g, watch.zone, card, seat):
            found += [(index, o, None, thing) for thing in _about(g, watch, f, seat, (g.clock, (o,)), ())]
    for effect in g.effects:
        if not effect[1] or effect[3] != seat:
            continue
        watch = watches[effect[2]]
        if watch.verb != verb or watch.window != kind or watch.time != time or _too_early(g, watch, effect):
            continue
        owner = effect[5] if watch.verb < 0 and watch.who == "you" else seat  # whose turn or phase is waited for
        if _who(watch, owner, f[EVENT_SEAT]):
            found += [(effect[2], effect[6][1][0] if effect[6][1] else -1, effect, thing)
                      for thing in _about(g, watch, f, seat, effect[6], effect[8])]
    spent = f[W_SPENT]
    return [t for t in found
            if _key(t) not in spent and t[3] not in f[W_REPLACED] and not _pointless(g, watches[t[0]], f, seat)]


def _who(watch: Watch, seat: int, actor: int) -> bool:
    if watch.who == "you":
        return seat == actor
    return seat != actor if watch.who == "another" else True


def _too_early(g: State, watch: Watch, effect: Any) -> bool:
    """`at end of your next turn` does not mean the turn that is going on."""
    return bool(effect[12]) and effect[10] == g.turn and (watch.time.endswith("turn") or effect[11] == g.phase)


def _about(g: State, watch: Watch, f: Frame, seat: int, this: Group, kept: tuple[Any, ...]) -> Sequence[int]:
    """The things of the event this watch waits for; [-1] where an event is about nothing."""
    if watch.verb < 0:
        return (-1,)
    things = [o for o in f[EVENT][1] if g.linked.watch_test(g, watch, seat, this, kept, o)]
    if watch.first and things and not g.linked.is_first(g, watch, seat, f[W_KIND]):
        return ()
    return things


def _pointless(g: State, watch: Watch, f: Frame, seat: int) -> bool:
    """An offer whose only effect already holds is not made again."""
    return watch.exempts and (f[EVENT_PLAY], seat) in g.exempt


def ask_all(g: State, f: Frame, go_on: int, source: int, choices: tuple[Any, ...], public: bool) -> int:
    """Asks several seats at once; nobody learns an answer before all are in."""
    f[PC] = go_on
    pending = []
    partial: list[Any] = []
    for seat, options, low, high in choices:
        high = min(high, len(options))
        low = min(low, high)
        if high <= 0 or (low == len(options) and public):
            partial.append((seat, options if high > 0 else ()))
        else:
            pending.append((seat, source, "card", options, low, high, False))
    g.partial = ((-1, ()), *partial)  # the mark of no seat tells that several are asked
    order = tuple(choice[0] for choice in choices)
    if not pending:
        g.reply = in_order(g.partial, order)
        g.partial = ()
        return go_on
    g.asks += 1
    g.pending = tuple(pending)
    return SWITCH


def in_order(replies: Sequence[Any], order: Sequence[int]) -> tuple[Any, ...]:
    """The replies of several seats in the order of the seats, each with its seat."""
    by_seat = dict(replies)
    return tuple((seat, by_seat[seat]) for seat in order if seat in by_seat)
