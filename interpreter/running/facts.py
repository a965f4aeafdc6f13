"""Primitives of running texts: what lies where, what objects are here and now, and what counters hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.running.state import ZONE_BITS, ZONE_MASK, Group, State

# ---------------------------------------------------------------- what there is


def owned(g: State, seat: int) -> list[int]:
    """Everything that lies in the zones of a seat."""
    first = g.linked.seat_zone(seat)
    return [o for zone in g.zones[first : first + g.linked.zones_per_seat] for o in zone]


def empty_piles(g: State) -> int:
    """How many piles have run out; mostly none has."""
    piles = g.zones[g.pile0 :]
    return 0 if all(piles) else piles.count([])


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


# ---------------------------------------------------------------- told to whoever listens


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
