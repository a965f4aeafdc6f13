"""Who sees what: the declared sight of zones, and the view of a seat."""

from __future__ import annotations

from typing import Any

from interpreter.program.model import Zone
from interpreter.running.state import State


def zone_of(state: State, number: int) -> tuple[Zone, int]:
    """The declaration of a zone by its number, and the seat it belongs to (-1: nobody)."""
    linked = state.linked
    zones = linked.program.zones
    if number >= state.pile0:
        return next(zone for zone in zones if zone.holder == "piles"), -1
    if number < linked.table_zones:
        return [zone for zone in zones if zone.holder == "table"][number], -1
    seat, offset = divmod(number - linked.table_zones, linked.zones_per_seat)
    return [zone for zone in zones if zone.holder == "seat"][offset], seat


def zone_name(state: State, number: int) -> str:
    """What a zone is called where it must be clear whose it is."""
    zone, seat = zone_of(state, number)
    return f"p{seat + 1}'s {zone.name}" if seat >= 0 else zone.name


def zone_seen_by(state: State, number: int) -> int | str | None:
    """None: everyone sees the cards; a seat: only that one; "top": the uppermost only; "nobody"."""
    zone, seat = zone_of(state, number)
    if zone.seen == "all":
        return None
    if zone.seen == "owner":
        return seat
    return "nobody" if zone.seen == "shown" else zone.seen


def view(state: State, viewer: int | None) -> dict[str, Any]:
    """The table as a seat sees it (or, for None, as the referee does): plain data."""
    linked, program = state.linked, state.linked.program
    seats = []
    for seat in range(state.seats):
        zones = {}
        for zone in program.zones:
            if zone.holder == "seat":
                number = linked.zone_number(zone.index, seat)
                zones[zone.name] = _content(state, zone, number, seat, viewer)
        base = seat * linked.counters_per_seat
        counters = {c.name: state.counters[base + c.index] for c in program.counters if not c.on_things}
        seats.append({"seat": seat + 1, "zones": zones, "counters": counters, "turns": state.turns[seat]})
    table: dict[str, Any] = {}
    for zone in program.zones:
        if zone.holder == "table":
            table[zone.name] = _content(state, zone, linked.zone_number(zone.index, 0), -1, viewer)
        elif zone.holder == "piles":
            table[zone.name] = _piles(state)
    phase = program.phases[state.phase].name if program.phases else ""
    return {
        "game": program.name, "turn": state.turn_seat + 1, "phase": phase, "over": state.over, "seats": seats,
        "table": table, "waiting for": sorted({pending[0] + 1 for pending in state.pending}),
    }


def _piles(state: State) -> list[dict[str, Any]]:
    cards = state.linked.program.cards
    return [{"card": cards[card].name, "count": len(state.zones[zone])} for card, zone in state.pile_of.items()]


def _content(state: State, zone: Zone, number: int, seat: int, viewer: int | None) -> dict[str, Any]:
    """Cards uppermost first; '?' for a card that may not be known; no count where it may not be counted."""
    cards = state.linked.program.cards
    objects = state.zones[number][::-1]
    names = [cards[state.defs[o]].name for o in objects]
    if viewer is None or zone.seen == "all" or (zone.seen == "owner" and viewer == seat):
        return {"cards": names if zone.ordered else sorted(names), "count": len(names)}
    if zone.seen == "shown":
        shown = [name if state.shown_to.get(o) in (-1, viewer) else "?" for o, name in zip(objects, names, strict=True)]
        return {"cards": shown, "count": len(shown)}
    countable = zone.counted == "all" or (zone.counted == "owner" and viewer == seat)
    result: dict[str, Any] = {"count": len(names)} if countable else {"empty": not names}
    if zone.seen == "top" and names:
        result["top"] = names[0]
    return result
