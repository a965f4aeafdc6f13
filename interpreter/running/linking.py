"""A program made ready for the cards of one game: tables, compiled texts, what watches what.

Texts are compiled when they first run. Games whose cards can do the same to each other share one `Linked`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from interpreter.compiling.expressions import Expressions
from interpreter.compiling.features import Features
from interpreter.compiling.joining import Joined
from interpreter.compiling.statements import Statements
from interpreter.program import ir
from interpreter.program.layout import FIRST_FREE, NOBODY, THIS, YOU
from interpreter.program.model import Program, Watch
from interpreter.running import facts, kernel, moving, turns, windows
from interpreter.running.state import Frame, Group, State
from interpreter.running.stock import Counts, Stock

Block = Callable[[State, Frame], int]
Blocks = tuple[Block, ...]


class _Quick(dict[int, "tuple[Frame, Block, bool] | None"]):
    """By card: its text, if it never waits; and whether something may respond when one verb is done to the card."""

    def __init__(self, linked: Linked, verb: int) -> None:
        self._linked, self._answered = linked, linked.responded[verb]

    def __missing__(self, card: int) -> tuple[Frame, Block, bool] | None:
        found = None
        frame, run = self._linked.make_ready(card, quiet=True)
        if frame is not None and run is not None:
            found = (frame, run, card in self._answered)
        self[card] = found
        return found


class Linked:
    """Everything about a kind of game that does not change while it is played."""

    def __init__(self, program: Program, features: Features) -> None:
        self.program, self.features = program, features
        self.printed = [tuple(card.properties[p.index] for card in program.cards) for p in program.properties]
        self.types = tuple(card.types for card in program.cards)
        self.card_names = tuple(card.name for card in program.cards)
        self.card_units = tuple(card.unit for card in program.cards)
        self.menus: dict[int, tuple[str, ...]] = {}  # labels of menus by source, filled in when one is shown
        self.standing = self.features.standing
        self._stocks: dict[Any, Stock] = {}
        self._waiting: dict[tuple[int, str, str], tuple[tuple[int, int, str], ...]] = {}
        self._printed_watches: dict[tuple[int, str, str], tuple[tuple[int, int], ...]] = {}
        self.sources = {source: number for number, source in enumerate(program.sources)}
        count = len(program.units)
        self.event_unit, self.window_unit, self.turn_unit = count, count + 1, count + 2
        self.code: list[Blocks | None] = [None] * count
        self.code += [windows.EVENT_BLOCKS, windows.WINDOW_BLOCKS, None]
        self.loud = self.code[:]  # the same texts for games in which someone listens
        # by card: the frame its text begins with, None if it has none; and the text itself, if it never waits
        self.ready: list[tuple[Frame | None, Block | None] | None] = [None] * len(program.cards)
        self.ready_loud = self.ready[:]
        self.frames: list[Frame] = [self._frame(unit.index, unit.registers) for unit in program.units]
        self.frames += [[], [], []]
        self.table_zones = sum(zone.holder == "table" for zone in program.zones)
        seat_zones = [zone for zone in program.zones if zone.holder == "seat"]
        self.zones_per_seat = len(seat_zones)
        self.counters_per_seat = sum(not counter.on_things for counter in program.counters)
        self.turn_counters = tuple((c.index, c.each_turn) for c in program.counters if c.each_turn is not None)
        self._seat_zone = {zone.index: offset for offset, zone in enumerate(seat_zones)}
        self._table_zone = {
            zone.index: offset
            for offset, zone in enumerate(z for z in program.zones if z.holder == "table")
        }
        self.home = self._homes()
        self.unordered = frozenset(
            self.zone_number(zone.index, seat) for zone in program.zones for seat in range(program.seats[1])
            if not zone.ordered and zone.holder != "piles")
        self._globals: dict[str, Any] = {
            "TYPES": self.types, "PRINTED": self.printed, "NOBODY": NOBODY, "UPPERMOST": operator.itemgetter(-1),
            "BUDGET": kernel.STEP_BUDGET, "MOST": kernel.MOST,
        }
        for module in (facts, moving, kernel, windows, turns):
            self._globals.update({name: value for name, value in vars(module).items() if callable(value)})
        self.turn_block = 0  # where a turn goes on once it has begun, in the text of turns
        self.phase_blocks: list[int] = []  # where its phases begin
        self._functions: dict[tuple[str, int], Any] = {}
        self.responded = self._globals["RESPONDED"] = self._responded()
        self.quick = {verb.index: _Quick(self, verb.index) for verb in program.verbs}
        self.compile(self.turn_unit)

    def stock(self, defs: tuple[int, ...], pile_of: Mapping[int, int]) -> Stock:
        """The tables for games with these objects and piles."""
        key = (defs, tuple(pile_of.items()))
        found = self._stocks.get(key)
        if found is None:
            counts = tuple(self._counts(card.unit) for card in self.program.cards)
            found = self._stocks[key] = Stock(
                defs, pile_of, self.card_names, self.types, self.printed, counts, self.responded)
        return found

    # ------------------------------------------------------------ zones

    def seat_zone(self, seat: int) -> int:
        """The number of the first zone of a seat."""
        return self.table_zones + seat * self.zones_per_seat

    def zone_number(self, zone: int, seat: int) -> int:
        """The number of a declared zone in a running game; `seat` matters only if each has one."""
        if zone in self._table_zone:
            return self._table_zone[zone]
        return self.seat_zone(seat) + self._seat_zone[zone]

    def _homes(self) -> dict[int, int]:
        """Where shown cards go back to."""
        homes = {}
        for zone in self.program.zones:
            if zone.shown_in:
                shown = self.program.zone(zone.shown_in)
                for seat in range(self.program.seats[1]):
                    homes[self.zone_number(shown.index, seat)] = self.zone_number(zone.index, seat)
        return homes

    def _counts(self, unit: int) -> Counts | None:
        """What a text adds to its player's counters, if that is all it does."""
        found = []
        for part in self.program.units[unit].body if unit >= 0 else ():
            if not (isinstance(part, ir.AddCounter) and part.how == "plus" and part.seat == ir.Seat(YOU)
                    and isinstance(part.number, ir.Const)):
                return None
            found.append((part.counter, part.number.value))
        return tuple(found)

    # ------------------------------------------------------------ compiling

    def _frame(self, unit: int, size: int) -> Frame:
        fresh: Frame = [NOBODY] * max(size, FIRST_FREE)
        fresh[:FIRST_FREE] = [unit, 0, 0, 0, NOBODY, NOBODY, 0, 0, False]
        return fresh

    def ensure(self, unit: int) -> None:
        """Compiles a text that has not run yet."""
        if self.code[unit] is None:
            self.compile(unit)

    def ensure_unit(self, unit: int) -> None:
        """For frames of a save: refuses a number that no text has."""
        if not isinstance(unit, int) or not 0 <= unit < len(self.code):
            raise ValueError(f"unit {unit}")
        self.ensure(unit)

    def compile(self, unit: int, quiet: bool = True) -> Blocks:
        """Writes the Python code of a unit from its checked nodes and compiles it."""
        if unit == self.turn_unit:
            writer = self._write(lambda draft: draft.turn())
        else:
            checked = self.program.units[unit]
            writer = self._write(lambda draft: draft.unit(checked))
        joined = writer.joined()
        self.frames[unit] = self._frame(unit, writer.size)
        if unit == self.turn_unit:
            self.turn_block, *self.phase_blocks = (joined.numbers[int(label[1:-1])] for label in writer.entries)
        blocks = self._blocks(joined, unit, quiet)
        (self.code if quiet else self.loud)[unit] = blocks
        return blocks

    def make_ready(self, card: int, quiet: bool) -> tuple[Frame | None, Block | None]:
        """Compiles the text of a card for being performed."""
        unit = self.card_units[card]
        found: tuple[Frame | None, Block | None] = (None, None)
        if unit >= 0:
            blocks = (self.code if quiet else self.loud)[unit] or self.compile(unit, quiet)
            found = (self.frames[unit], None if self._waits(unit) else blocks[0])
        (self.ready if quiet else self.ready_loud)[card] = found
        return found

    def _waits(self, unit: int) -> bool:
        body = self.program.units[unit].body
        return Statements(self.program, self.features, self.sources).body_waits(body)

    def written(self, unit: int) -> str:
        """The code of a text as it is written, to see what its registers hold."""
        def write(draft: Statements) -> None:
            draft.turn() if unit == self.turn_unit else draft.unit(self.program.units[unit])

        return self._write(write).joined().functions(quiet=True)

    def part(self, unit: int, body: ir.Body) -> Blocks:
        """Some statements of a unit by themselves: what of a text still holds after it has run."""
        writer = self._write(lambda draft: draft.unit(replace(self.program.units[unit], body=body)))
        return self._blocks(writer.joined(), unit, quiet=True)

    def _blocks(self, joined: Joined, unit: int, quiet: bool) -> Blocks:
        namespace = dict(self._globals)
        exec(compile(joined.functions(quiet), f"<unit{unit}>", "exec"), namespace)
        blocks: Blocks = namespace["BLOCKS"]
        return blocks

    def _write(self, write: Callable[[Statements], None]) -> Statements:
        """Written twice: the draft tells which registers nobody reads, the fair copy leaves them out."""
        draft = Statements(self.program, self.features, self.sources)
        write(draft)
        writer = Statements(self.program, self.features, self.sources, frozenset(draft.unread_registers()))
        write(writer)
        return writer

    def function(self, kind: str, key: int, arguments: str, expression: Callable[[Expressions], str],
                 own: int = -1) -> Any:
        """A small compiled expression, kept by what it is for."""
        found = self._functions.get((kind, key))
        if found is None:
            writer = Expressions(self.program, self.features)
            writer.own = own
            code = f"lambda {arguments}: {expression(writer)}"
            found = self._functions[kind, key] = eval(code, self._globals)
        return found

    # ------------------------------------------------------------ facts

    def told(self, g: State, prop: int, o: int) -> int:
        """A fact that a text of the card tells."""
        unit = self.program.units[self.program.cards[g.defs[o]].facts[prop]]
        assert unit.value is not None
        value = unit.value
        function = self.function("value", unit.index, "g, f", lambda e: e.number(value))
        fresh = self._frame(unit.index, unit.registers)
        fresh[YOU], fresh[THIS] = facts.owner_of(g, o), (g.clock, (o,))
        g.asking += ((prop, o),)
        result = int(function(g, fresh))
        g.asking = g.asking[:-1]
        return result

    def value_of(self, g: State, unit: int, seat: int) -> int:
        """What the amount of a unit comes to, for a seat."""
        value = self.program.units[unit].value
        assert value is not None
        fresh = self._frame(unit, self.program.units[unit].registers)
        fresh[YOU] = seat
        return int(self.function("value", unit, "g, f", lambda e: e.number(value))(g, fresh))

    def holds(self, g: State, unit: int, seat: int) -> bool:
        """Whether the condition of a unit holds, for a seat."""
        condition = self.program.units[unit].condition
        assert condition is not None
        function = self._functions.get(("condition", unit))
        if function is None:
            function = self.function("condition", unit, "g, f", lambda e: e.condition(condition))
        fresh = self.frames[unit][:]
        fresh[YOU] = seat
        return bool(function(g, fresh))

    def _change(self, g: State, kind: str, key: int, change: ir.Change, fresh: Frame, prop: int, o: int,
                value: int) -> int:
        if change.property != prop:
            return value
        test = self.function(f"{kind} test", key, "g, f, o, v", lambda e: e.tests(change.tests), prop)
        g.asking += ((prop, o),)
        fits = test(g, fresh, o, value)
        if fits:
            amount = self.function(f"{kind} amount", key, "g, f", lambda e: e.number(change.number))(g, fresh)
        g.asking = g.asking[:-1]
        if not fits:
            return value
        changed: int = value + amount
        # a floor holds back, it never raises
        return changed if change.floor is None or changed >= change.floor else min(value, change.floor)

    def _effect_frame(self, effect: Any, unit: int) -> Frame:
        fresh = self._frame(unit, self.program.units[unit].registers)
        fresh[YOU], fresh[THIS] = effect[3], effect[6]
        for register, kept in effect[8]:
            fresh[register] = kept
        return fresh

    def changed(self, g: State, index: int, effect: Any, prop: int, o: int, value: int) -> int:
        """A value after an effect that holds for a while."""
        change = self.program.changes[index]
        return self._change(g, "change", index, change, self._effect_frame(effect, change.unit), prop, o, value)

    def _standing_now(self, g: State) -> Iterable[tuple[int, ir.Change, int, int]]:
        for key, (card, zone, change) in enumerate(self.standing):
            for seat, o in self.lying(g, zone, card):
                yield key, change, seat, o

    def printed_watches(self, verb: int, kind: str, time: str) -> tuple[tuple[int, int], ...]:
        """The watches printed on cards that wait for this, each with its card."""
        found = self._printed_watches.get((verb, kind, time))
        if found is None:
            watches = self.program.watches
            found = self._printed_watches[verb, kind, time] = tuple(
                (index, card) for index, card in self.features.static
                if (watches[index].verb, watches[index].window, watches[index].time) == (verb, kind, time))
        return found

    def nobody_waits(self, g: State, verb: int, kind: str, time: str, actor: int) -> bool:
        """Whether no card that waits for this lies with a seat it could speak for."""
        found = self._waiting.get((verb, kind, time))
        if found is None:
            watches = [(self.program.watches[index], card) for index, card in self.printed_watches(verb, kind, time)]
            found = self._waiting[verb, kind, time] = tuple(
                (card, -1 if watch.this else self._seat_zone.get(watch.zone, -1), watch.who) for watch, card in watches)
        for card, offset, who in found:
            if offset < 0:
                return False
            first, each = self.table_zones + offset, self.zones_per_seat
            there = g.zones[first : g.pile0 : each]  # with every seat
            if who == "you":
                there = there[actor : actor + 1]
            elif who == "another":
                del there[actor]
            nowhere = g.stock.of_card[card].isdisjoint
            for content in there:
                if not nowhere(content):
                    return False
        return True

    def lying(self, g: State, zone: int, card: int) -> list[tuple[int, int]]:
        """The copies of a card in a zone, each with the seat it speaks for: its owner, or whoever's turn it is."""
        return [(seat, o) for seat in range(g.seats) for o in self.lying_for(g, zone, card, seat)]

    def lying_for(self, g: State, zone: int, card: int, seat: int) -> Sequence[int]:
        """The copies of a card in a zone that speak for a seat: its own; those of nobody for whoever's turn it is."""
        offset = self._seat_zone.get(zone)
        if offset is not None:
            content: Sequence[int] = g.zones[self.seat_zone(seat) + offset]
        elif seat != g.turn_seat:
            return ()
        elif zone in self._table_zone:
            content = g.zones[self._table_zone[zone]]
        else:
            return facts.pile_top(g, card)
        return [*filter(g.stock.of_card[card].__contains__, content)]

    def changed_by_standing(self, g: State, prop: int, o: int, value: int) -> int:
        """A value after all changes that hold while their cards lie somewhere."""
        for key, change, seat, source in self._standing_now(g):
            fresh = self._frame(0, FIRST_FREE)
            fresh[YOU], fresh[THIS] = seat, (g.clock, (source,))
            value = self._change(g, "standing", key, change, fresh, prop, o, value)
        return value

    def types_now(self, g: State, o: int) -> int:
        """The types of an object through all changes in force."""
        mask = self.types[g.defs[o]]
        if not self.features.types_change:
            return mask
        for effect in g.effects:
            if not effect[1] and self.program.changes[effect[2]].type_mask:
                change = self.program.changes[effect[2]]
                test = self.function("type test", effect[2], "g, f, o", lambda e: _plain_tests(e, change.tests))
                if test(g, self._effect_frame(effect, change.unit), o):
                    mask |= change.type_mask
        for key, change, seat, source in self._standing_now(g):
            if change.type_mask:
                test = self.function("standing type", key, "g, f, o", lambda e: _plain_tests(e, change.tests))
                fresh = self._frame(0, FIRST_FREE)
                fresh[YOU], fresh[THIS] = seat, (g.clock, (source,))
                if test(g, fresh, o):
                    mask |= change.type_mask
        return mask

    # ------------------------------------------------------------ watches

    def _responded(self) -> dict[int, frozenset[int]]:
        """For each verb the cards some printed `when` may wait for: all, where it hangs on more than the card."""
        found: dict[int, frozenset[int]] = {}
        cards = range(len(self.program.cards))
        for index, _ in self.features.static:
            watch = self.program.watches[index]
            if watch.window == "when" and watch.verb >= 0:
                plain = all(isinstance(test, (ir.HasType, ir.IsCard)) for test in watch.tests)
                fixed = plain and not self.features.types_change
                waited = frozenset(c for c in cards if not fixed or self._fits(c, watch.tests))
                found[watch.verb] = found.get(watch.verb, frozenset()) | waited
        return {verb.index: found.get(verb.index, frozenset()) for verb in self.program.verbs}

    def _fits(self, card: int, tests: tuple[ir.Test, ...]) -> bool:
        for test in tests:
            holds = bool(self.types[card] & test.mask) if isinstance(test, ir.HasType) else (
                isinstance(test, ir.IsCard) and card == test.card)
            if holds == getattr(test, "negated", False):
                return False
        return True

    def watch_test(self, g: State, watch: Watch, seat: int, this: Group, kept: tuple[Any, ...], o: int) -> bool:
        """Whether a thing is what a watch waits for."""
        if not watch.tests:
            return True
        test = self.function("watch", watch.unit, "g, f, o", lambda e: e.tests(watch.tests))
        fresh = self._frame(watch.unit, self.program.units[watch.unit].registers)
        fresh[YOU], fresh[THIS] = seat, this
        for register, value in kept:
            fresh[register] = value
        return bool(test(g, fresh, o))

    def is_first(self, g: State, watch: Watch, seat: int, window: str) -> bool:
        """Whether it happens for the first time this turn; an event is in the past once it begins."""
        so_far = 0 if window in ("before", "instead") else 1
        past = ir.Past(watch.verb, watch.who, ir.Seat(YOU), watch.tests, "<=", so_far)
        holds = self.function("first", watch.unit, "g, f", lambda e: e.condition(past))
        fresh = self._frame(watch.unit, FIRST_FREE)
        fresh[YOU] = seat
        return bool(holds(g, fresh))

    def watches_any(self, g: State, verb: int, kind: str) -> bool:
        """Whether anything printed or waiting could want a window of that verb."""
        watches = self.program.watches
        if any(watches[i].verb == verb and watches[i].window == kind for i, _ in self.features.static):
            return True
        return any(e[1] and watches[e[2]].verb == verb and watches[e[2]].window == kind for e in g.effects)

    def watch_source(self, index: int) -> int:
        """The place in the texts where a watch is written."""
        watch = self.program.watches[index]
        assert watch.span is not None
        return self.sources[ir.Source(watch.span, watch.words, self.program.units[watch.unit].title)]


def _plain_tests(expressions: Expressions, tests: tuple[ir.Test, ...]) -> str:
    """Whether a type is added is decided by printed types, or the question would answer itself."""
    return expressions.tests(tests).replace("types_of(g, o)", "TYPES[g.defs[o]]")
