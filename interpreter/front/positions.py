"""A game that begins at a position instead of at the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.front.given import Layout, performed_in, performing_verb
from interpreter.program import ir
from interpreter.program.layout import PC, PLAY, THIS, YOU
from interpreter.program.model import Program
from interpreter.running import engine, kernel
from interpreter.running.state import ZONE_BITS, State

if TYPE_CHECKING:
    from interpreter.running.linking import Linked


def state_at(linked: Linked, layout: Layout, piles: tuple[str, ...]) -> State:
    """The state of a position, before its phase begins."""
    program = linked.program
    content = [(program.by_name[name], _pile_size(program, layout, name)) for name in piles]
    start = {}
    if layout.setup:
        start = {program.zone(zone).index: [(program.by_name[card], count) for card, count in cards.items()]
                 for zone, cards in program.start.items()}
    state = engine.fresh_state(linked, layout.seats, content, start, layout.seed, layout.turn)
    state.script = tuple(tuple(program.by_name[card] for card in cards) for cards in layout.shuffles)
    if layout.setup:
        return state
    state.stack.pop()  # the set-up is not done
    for name in piles:
        cards = layout.piles.get(name)
        if isinstance(cards, list):
            _put(state, cards, state.pile_of[program.by_name[name]])
    for (zone, seat), cards in layout.zones.items():
        _put(state, cards, linked.zone_number(zone, seat))
    _count(state, layout)
    _enter(state, layout)
    _play(state, layout)
    state.stock = linked.stock(state.defs, state.pile_of)
    return state


def _pile_size(program: Program, layout: Layout, name: str) -> int:
    given = layout.piles.get(name)
    if isinstance(given, list):
        return 0
    return program.cards[program.by_name[name]].pile[layout.seats] if given is None else given


def _put(state: State, cards: list[str], zone: int) -> list[int]:
    """Makes cards and lays them into a zone, the first one uppermost."""
    made = []
    for name in reversed(cards):
        made.append(len(state.defs))
        state.zones[zone].append(made[-1])
        state.defs += (state.linked.program.by_name[name],)
        state.at.append(1 << ZONE_BITS | zone)
    return made[::-1]


def _count(state: State, layout: Layout) -> None:
    """The seat whose turn it is begins it with the usual counters, the others have none; but as they are given."""
    size = state.linked.counters_per_seat
    for index, value in state.linked.turn_counters:
        state.counters[layout.turn * size + index] = value
    for (seat, counter), value in layout.counters.items():
        state.counters[seat * size + counter] = value


def _enter(state: State, layout: Layout) -> None:
    """The turn is at the beginning of a phase; or nothing comes any more."""
    state.turn, state.turns, state.phase = layout.number, layout.turns[:], layout.phase
    state.plays = 1
    frame = state.stack[0]
    frame[PLAY], frame[YOU] = state.plays, layout.turn
    frame[PC] = state.linked.phase_blocks[layout.phase]
    if layout.over:
        state.over = True
        state.stack.clear()


def _play(state: State, layout: Layout) -> None:
    """What was played lies where playing puts it and is in the past; of its text only what lasts still holds."""
    linked, program = state.linked, state.linked.program
    verb = performing_verb(program)
    zone = performed_in(program, verb) if verb is not None else None
    if verb is not None and zone is not None:
        for name in layout.played:
            (card,) = _put(state, [name], linked.zone_number(zone, layout.turn))
            if verb.index in linked.features.remembered:
                kernel.record(state, verb.index, layout.turn, card)
            _hold(state, card, layout.turn)
    for index, seat, name in layout.before:
        if index in linked.features.remembered:
            number = program.by_name[name]
            state.history += ((index, seat, number, linked.types[number]),)


def _hold(state: State, card: int, seat: int) -> None:
    """The effects that a text begins outside of any block wait or hold as if it had run."""
    linked = state.linked
    unit = linked.card_units[state.defs[card]]
    lasting = tuple(part for part in linked.program.units[unit].body if isinstance(part, ir.Wait)) if unit >= 0 else ()
    if lasting:
        linked.ensure(unit)
        frame = linked.frames[unit][:]
        frame[PLAY], frame[YOU], frame[THIS] = kernel.new_play(state), seat, (state.clock, (card,))
        linked.part(unit, lasting)[0](state, frame)
