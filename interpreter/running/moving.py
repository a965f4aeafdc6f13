"""Primitives of running texts: moving, showing and shuffling objects, and keeping track of them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.running.chance import shuffle
from interpreter.running.facts import waits
from interpreter.running.state import ZONE_BITS, ZONE_MASK, Group, OffScript, State

BACK = -2  # takes the place of a verb in the cause of a move: nobody did it, the cards just go back


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
    """What a text has not lost track of."""
    return move(g, tracked(g, group), zone)


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
    cause, linked = g.cause, g.linked
    for o in reversed(group[1]):
        if o in g.shown_to:
            home = linked.home[g.at[o] & ZONE_MASK]
            if g.trace is not None:  # whose place it is puts it back, whoever acted last
                place = home - linked.table_zones
                g.cause = (BACK, place // linked.zones_per_seat if place >= 0 else cause[1], *cause[2:])
            move(g, (o,), home)
    g.cause = cause


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
