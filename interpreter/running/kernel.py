"""The primitives that running texts are made of: moving, showing, shuffling, asking, facts.

Compiled texts call these. They change the state they are given and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import filterfalse
from typing import Any

from interpreter.program.layout import ACCEPT, DONE, EVENT, EVENT_PLAY, EVENT_SEAT, NOBODY, PC, PLAY, SWITCH, THIS, YOU
from interpreter.running.chance import shuffle
from interpreter.running.state import ZONE_BITS, ZONE_MASK, Frame, Group, OffScript, Runaway, State

ROUND = tuple(tuple(range(seats)) * 2 for seats in range(100))  # by the number of seats: twice round the table
MOST = 1_000_000_000  # what a counter can hold
MAX_EFFECTS = 500  # that wait or hold at the same time
STEP_BUDGET = 20_000  # loop passes and performed texts between two answers

# ---------------------------------------------------------------- moving


def move(g: State, objects: Sequence[int], zone: int) -> Sequence[int]:
    """Puts objects on top of a zone, the last one uppermost."""
    if not objects:
        return objects
    zones, at = g.zones, g.at
    moved = objects
    if zone in g.linked.unordered:  # nothing happens to what already lies there
        moved = [o for o in objects if at[o] & ZONE_MASK != zone]
        if not moved:
            return objects
    g.clock += 1
    stamp = g.clock << ZONE_BITS | zone
    target = zones[zone]
    if g.trace is not None:
        _trace_move(g, moved, zone)
    for o in moved:
        source = zones[at[o] & ZONE_MASK]
        if source[-1] == o:
            source.pop()
        else:
            source.remove(o)
        target.append(o)
        at[o] = stamp
    if g.shown_to:
        for o in moved:
            g.shown_to.pop(o, None)
    return objects


def _trace_move(g: State, objects: Sequence[int], zone: int) -> None:
    assert g.trace is not None
    zones, at = g.zones, g.at
    origins = tuple(at[o] & ZONE_MASK for o in objects)
    uppermost = tuple(zones[origin][-1] == o for o, origin in zip(objects, origins, strict=True))
    g.trace.append(("move", tuple(objects), origins, zone, g.cause, dict(g.shown_to), uppermost))


def move_group(g: State, group: Group, zone: int) -> Sequence[int]:
    """What a text has not lost track of; mostly one object."""
    moment: int = group[0]
    objects: Sequence[int] = group[1]
    if len(objects) != 1 or len(group) > 2 or g.trace is not None or g.shown_to:
        return move(g, tracked(g, group), zone)
    o = objects[0]
    at = g.at
    packed = at[o]
    if packed >> ZONE_BITS > moment:
        return ()
    source = packed & ZONE_MASK
    if source == zone:
        return move(g, objects, zone)
    zones = g.zones
    content = zones[source]
    if content[-1] == o:
        content.pop()
    else:
        content.remove(o)
    zones[zone].append(o)
    g.clock += 1
    at[o] = g.clock << ZONE_BITS | zone
    return objects


def move_taken(g: State, objects: tuple[int, ...], zone: int) -> Group:
    """One object that was chosen just now; it cannot have been lost track of. Returns it as a group."""
    o = objects[0]
    zones, at = g.zones, g.at
    source = at[o] & ZONE_MASK
    if g.trace is not None or source == zone or g.shown_to:
        move(g, objects, zone)
        return (g.clock, objects)
    content = zones[source]
    if content[-1] == o:
        content.pop()
    else:
        content.remove(o)
    zones[zone].append(o)
    g.clock = clock = g.clock + 1
    at[o] = clock << ZONE_BITS | zone
    return (clock, objects)


def move_all(g: State, source: int, zone: int) -> Sequence[int]:
    """The whole content of a zone, in order."""
    zones, at = g.zones, g.at
    objects = zones[source]
    if source == zone or not objects:
        return ()
    if g.trace is not None or g.shown_to:
        return move(g, tuple(objects), zone)
    g.clock += 1
    stamp = g.clock << ZONE_BITS | zone
    for o in objects:
        at[o] = stamp
    zones[zone] += objects
    zones[source] = []
    return objects


def move_idle(g: State, source: int, zone: int) -> Sequence[int]:
    """What lies in a zone, but for the cards some lasting effect hangs on."""
    if g.effects:
        return move(g, tuple([o for o in g.zones[source] if not waits(g, o)]), zone)
    return move_all(g, source, zone)


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
    if answered and g.linked.any_lying(g, verb, "when", ""):
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


def move_under(g: State, objects: Sequence[int], zone: int) -> Sequence[int]:
    """Puts objects at the bottom of a zone; the first one ends lowest but for those after it."""
    move(g, objects, zone)
    content = g.zones[zone]
    count = len(objects)
    if count:
        g.zones[zone] = content[: -count - 1 : -1] + content[:-count]
    return objects


def move_home(g: State, objects: Sequence[int]) -> Sequence[int]:
    """Cards go back on top of their own piles; a card without a pile in this game stays where it is."""
    homes = [(o, g.pile_of[g.defs[o]]) for o in objects if g.defs[o] in g.pile_of]
    for o, zone in homes:
        move(g, (o,), zone)
    return tuple(o for o, _ in homes)


def refill(g: State, zone: int, source: int) -> None:
    """Shuffles another zone and puts it under this one; it happens when cards are needed, never before."""
    fresh = g.zones[source]
    if not fresh:
        return
    g.clock += 1
    stamp = g.clock << ZONE_BITS | zone
    at = g.at
    for o in fresh:
        at[o] = stamp
    if g.trace is not None:
        g.trace.append(("shuffle", len(fresh), source, zone, g.cause))
    fresh.sort()  # the order they lay in must not matter, so that it cannot be steered
    g.chance = by_script(g, fresh) if g.script else shuffle(g.chance, fresh)
    g.zones[zone] = fresh + g.zones[zone]
    g.zones[source] = []


def shuffle_zone(g: State, zone: int) -> None:
    """Shuffles a zone; what a text knew of its cards is lost."""
    content = g.zones[zone]
    if not content:
        return
    g.clock += 1
    stamp = g.clock << ZONE_BITS | zone
    for o in content:
        g.at[o] = stamp
    if g.trace is not None:
        g.trace.append(("shuffle", len(content), zone, zone, g.cause))
    content.sort()
    g.chance = by_script(g, content) if g.script else shuffle(g.chance, content)


def by_script(g: State, content: list[int]) -> int:
    """Orders what is shuffled as the script of a position says; chance stays as it is."""
    wanted = g.script[0]
    found = tuple(sorted(g.defs[o] for o in content))
    if wanted is None or tuple(sorted(wanted)) != found:
        raise OffScript(found, wanted)
    g.script = g.script[1:]
    left = content[:]
    for place, card in enumerate(reversed(wanted)):  # the uppermost one lies at the end
        content[place] = next(o for o in left if g.defs[o] == card)
        left.remove(content[place])
    return g.chance


def take(g: State, source: int, spare: int, zone: int, count: int) -> Sequence[int]:
    """Moves the top objects of one zone to another, one after the other."""
    zones = g.zones
    content = zones[source]
    if count == 1 and content and g.trace is None:
        o = content.pop()
        zones[zone].append(o)
        g.clock = clock = g.clock + 1
        g.at[o] = clock << ZONE_BITS | zone
        return (o,)
    if len(content) < count:
        if spare >= 0:
            refill(g, source, spare)
            content = zones[source]
        if len(content) < count:
            count = len(content)
    if count <= 0:
        return ()
    if g.trace is not None:
        return move(g, content[: -count - 1 : -1], zone)
    g.clock = clock = g.clock + 1
    stamp = clock << ZONE_BITS | zone
    taken = content[: -count - 1 : -1]
    del content[-count:]
    zones[zone] += taken
    at = g.at
    for o in taken:
        at[o] = stamp
    return taken


def top(g: State, source: int, spare: int, count: int) -> list[int]:
    """The top objects of a zone, uppermost first, where they lie."""
    content = g.zones[source]
    if len(content) < count and spare >= 0:
        refill(g, source, spare)
        content = g.zones[source]
    return content[: -count - 1 : -1] if count > 0 else []


def bottom(g: State, source: int, spare: int, count: int) -> list[int]:
    """The lowest objects of a zone, where they lie."""
    content = g.zones[source]
    if len(content) < count and spare >= 0:
        refill(g, source, spare)
        content = g.zones[source]
    return content[:count]


def lift(g: State, objects: Sequence[int], zone: int, viewer: int) -> Sequence[int]:
    """Shown cards lie in a place of their own; `viewer` is a seat, or -1 when all see them."""
    if objects:
        move(g, objects, zone)
        for o in objects:
            g.shown_to[o] = viewer
        if g.trace is not None:
            g.trace[-1][5].update(dict.fromkeys(objects, viewer))  # whoever they are shown to knows what was lifted
    return objects


def settle(g: State, group: Group) -> None:
    """What was shown and not moved since goes back where it came from, in the same order."""
    for o in reversed(group[1]):
        if o in g.shown_to:
            move(g, (o,), g.linked.home[g.at[o] & ZONE_MASK])


def show(g: State, objects: Sequence[int], viewer: int) -> Sequence[int]:
    """Cards that are shown where they lie."""
    if g.trace is not None and objects:
        g.trace.append(("show", tuple(objects), viewer, -1, g.cause))
    return objects


def tracked(g: State, group: Group) -> list[int]:
    """The objects of a group that have not moved since."""
    moment, at = group[0], g.at
    lost = group[2] if len(group) > 2 else ()
    return [o for o in group[1] if at[o] >> ZONE_BITS <= moment and o not in lost]


def joined(g: State, group: Group, more: Group) -> Group:
    """Two groups as one, from now on. What a text has lost track of counts but cannot be taken: it is kept apart."""
    at = g.at
    lost = [o for part in (group, more) for o in part[1]
            if at[o] >> ZONE_BITS > part[0] or (len(part) > 2 and o in part[2])]
    objects = group[1] + more[1]
    return (g.clock, objects, tuple(lost)) if lost else (g.clock, objects)


def lies(g: State, group: Group) -> bool:
    """Whether the text still has track of the first object of a group."""
    return bool(group[1]) and g.at[group[1][0]] >> ZONE_BITS <= group[0]


def owned(g: State, seat: int) -> list[int]:
    """Everything that lies in the zones of a seat."""
    first = g.linked.seat_zone(seat)
    return [o for zone in g.zones[first : first + g.linked.zones_per_seat] for o in zone]


def pile_top(g: State, card: int) -> Sequence[int]:
    """The uppermost card of the pile of a card, or nothing."""
    zone = g.pile_of.get(card)
    return g.zones[zone][-1:] if zone is not None else ()


def distinct(g: State, objects: Iterable[int]) -> list[int]:
    """One of each card: where one is chosen, equal cards are one option. Counters make cards differ."""
    defs, marks = g.defs, g.marks
    if not marks:
        return list({defs[o]: o for o in objects}.values())
    marked = {o for o, _ in marks}
    return list({(defs[o], o if o in marked else -1): o for o in objects}.values())


def differently_named(g: State, objects: Iterable[int]) -> list[int]:
    """The first object of each name."""
    first: dict[int, int] = {}
    for o in objects:
        first.setdefault(g.defs[o], o)
    return list(first.values())


def extreme(g: State, objects: Sequence[int], prop: int, highest: bool) -> list[int]:
    """Those with the highest or lowest value of a property; all of them, if several are equal."""
    values = [(fact(g, prop, o), o) for o in objects]
    if not values:
        return []
    best = (max if highest else min)(value for value, _ in values)
    return [o for value, o in values if value == best]


# ---------------------------------------------------------------- counters


def counted(g: State, seat: int, counter: int, source: int, play: int) -> None:
    """Someone listens: a counter of a seat was changed."""
    assert g.trace is not None
    value = g.counters[seat * g.linked.counters_per_seat + counter]
    g.trace.append(("count", seat, counter, value, (-1, seat, source, play)))


def spent(g: State, seat: int, counter: int, source: int, play: int) -> None:
    """Someone listens: a counter was paid with."""
    assert g.trace is not None
    value = g.counters[seat * g.linked.counters_per_seat + counter]
    g.trace.append(("spent", seat, counter, value, (-1, seat, source, play)))


def did(g: State, verb: int, seat: int, source: int, play: int, objects: tuple[int, ...]) -> None:
    """Someone listens: a compound verb begins."""
    assert g.trace is not None
    g.cause = (verb, seat, source, play)
    g.trace.append(("verb", objects, verb, seat, g.cause))


def mark(g: State, objects: Iterable[int], counter: int, how: str, amount: int,
         cause: tuple[int, int, int, int]) -> None:
    """Changes the counters that lie on objects."""
    for o in objects:
        key = (o, counter)
        now = g.marks.get(key, 0)
        value = max(0, now + (amount if how == "plus" else -amount))
        if value:
            g.marks[key] = value
        else:
            g.marks.pop(key, None)
        g.clock += 1
        if g.trace is not None:
            g.trace.append(("mark", o, counter, value, cause, g.at[o] & ZONE_MASK))


# ---------------------------------------------------------------- facts


def owner_of(g: State, o: int) -> int:
    """The seat whose zone an object lies in; the seat whose turn it is where it lies in nobody's."""
    zone = g.at[o] & ZONE_MASK
    seat = (zone - g.linked.table_zones) // g.linked.zones_per_seat if zone >= g.linked.table_zones else -1
    return seat if 0 <= seat < g.seats else g.turn_seat


def fact(g: State, prop: int, o: int) -> int:
    """A number of an object here and now, through all changes in force, in the order they began."""
    linked = g.linked
    printed = linked.printed[prop][g.defs[o]]
    if (prop, o) in g.asking:  # the fact is asked for while it is worked out: it is what is printed
        return printed or 0
    value = printed if printed is not None else linked.told(g, prop, o)
    for effect in g.effects:
        if not effect[1]:
            value = linked.changed(g, effect[2], effect, prop, o, value)
    if linked.standing:
        value = linked.changed_by_standing(g, prop, o, value)
    return value


def types_of(g: State, o: int) -> int:
    """The types of an object here and now, as a mask."""
    return g.linked.types_now(g, o)


def sum_facts(g: State, prop: int, objects: Iterable[int]) -> int:
    """A property added up over objects."""
    return sum(fact(g, prop, o) for o in objects)


def property_of(g: State, prop: int, group: Group) -> int:
    """A property of the first object of a group; 0 for nothing."""
    return fact(g, prop, group[1][0]) if group[1] else 0


def waits(g: State, o: int) -> bool:
    """Whether an effect that outlasts the turn hangs on this very card."""
    for effect in g.effects:
        group = effect[6]
        if effect[9] and group[1] and group[1][0] == o and g.at[o] >> ZONE_BITS <= group[0]:
            return True
    return False


# ---------------------------------------------------------------- seats


def seats_from(g: State, start: int, others: bool) -> tuple[int, ...]:
    """Turn order from a seat; a loop of others leaves that seat out."""
    order = ROUND[g.seats]
    return order[start + 1 : start + g.seats] if others else order[g.turn_seat : g.turn_seat + g.seats]


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
