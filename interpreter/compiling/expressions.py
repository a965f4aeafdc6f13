"""Numbers, conditions and things as Python expressions.

Only numbers of the checked program are written into the code; no author's word ever is.
"""

from __future__ import annotations

from interpreter.compiling.features import Features
from interpreter.program import ir
from interpreter.program.layout import FIRST_FREE
from interpreter.program.model import Program


class Expressions:
    """Writes expressions for one unit. `registers` maps a unit's registers where it is written into another one."""

    def __init__(self, program: Program, features: Features) -> None:
        self.program = program
        self.features = features
        self.just_taken = -1  # the register of the one thing `r` that was chosen and cannot have moved since
        self.own = -1  # the property whose change is being worked out: its tests see the value `v` before the change
        self.before: list[str] | None = None  # lines to write before an expression, where lines can be written
        self.mapping: dict[int, int] = {}
        self.offset = 0
        self.table_zones = [zone for zone in program.zones if zone.holder == "table"]
        self.seat_zones = [zone for zone in program.zones if zone.holder == "seat"]
        self.seat_counters = [counter for counter in program.counters if not counter.on_things]

    def reg(self, register: int) -> str:
        """A register as it is read and written in the code."""
        return f"f[{self.register(register)}]"

    def register(self, register: int) -> int:
        """Where a register of the checked text lies in the frame that runs."""
        if register in self.mapping:
            return self.mapping[register]
        return register + self.offset if register >= FIRST_FREE else register

    # ------------------------------------------------------------ seats and places

    def seat(self, seat: ir.Seat) -> str:
        """The number of a seat."""
        if seat.step:
            return f"(({self.reg(seat.register)} + {seat.step}) % g.seats)"
        return self.reg(seat.register)

    def zone(self, zone: int, seat: str | None) -> str:
        """The number of a zone at run time."""
        found = self.program.zones[zone]
        if found.holder == "table":
            return str(self.table_zones.index(found))
        assert seat is not None and found.holder == "seat"
        return f"{seat} * {len(self.seat_zones)} + {len(self.table_zones) + self.seat_zones.index(found)}"

    def place(self, place: ir.Place) -> str:
        """The number of the zone that a place means."""
        return self.zone(place.zone, self.seat(place.seat) if place.seat else None)

    def spare(self, place: ir.Place) -> str:
        """The zone a place is refilled from, or -1."""
        refill = self.program.zones[place.zone].refill
        if not refill:
            return "-1"
        return self.zone(self.program.zone(refill).index, self.seat(place.seat) if place.seat else None)

    def counter(self, counter: int, seat: str) -> str:
        """The position of a counter of a seat."""
        first = f"{seat} * {len(self.seat_counters)}"
        return f"{first} + {counter}" if counter else first

    # ------------------------------------------------------------ numbers

    def number(self, number: ir.Number) -> str:
        """A number of the text."""
        if isinstance(number, ir.Const):
            return str(number.value)
        if isinstance(number, ir.CounterOf):
            return f"g.counters[{self.counter(number.counter, self.seat(number.seat))}]"
        if isinstance(number, ir.ThingCounter):
            return f"sum(g.marks.get((o, {number.counter}), 0) for o in {self.reg(number.register)}[1])"
        if isinstance(number, ir.PropertyOf):
            group = self.reg(number.register)
            if number.property not in self.features.changed:
                if self.register(number.register) == self.just_taken:
                    return f"PRINTED[{number.property}][g.defs[r[0]]]"
                return f"(PRINTED[{number.property}][g.defs[{group}[1][0]]] if {group}[1] else 0)"
            return f"property_of(g, {number.property}, {group})"
        if isinstance(number, ir.CountOf):
            return self.count(number.things)
        if isinstance(number, ir.TotalOf):
            if number.property not in self.features.changed:
                return f"sum([PRINTED[{number.property}][g.defs[o]] for o in {self.things(number.things)}])"
            return f"sum_facts(g, {number.property}, {self.things(number.things)})"
        if isinstance(number, ir.Register):
            return self.reg(number.register)
        return f"({self.number(number.left)} {number.op} {self.number(number.right)})"

    def count(self, things: ir.Things) -> str:
        """How many things there are, without listing them where that can be avoided."""
        if things.source == "pile row":
            if things.tests == (ir.HasState("empty"),):
                return "empty_piles(g)"
            return f"sum(1 for p in g.zones[g.pile0:] if {self._pile_test(things)})"
        pile = self._named_pile(things)
        if pile >= 0:
            return f"(1 if {pile} in g.pile_of and g.zones[g.pile_of[{pile}]] else 0)"
        return f"len({self.things(things)})"

    @staticmethod
    def _named_pile(things: ir.Things) -> int:
        """The card of the pile whose top is meant, if it is said by name alone; else -1."""
        only = things.tests[0] if things.source == "piles" and len(things.tests) == 1 else None
        return only.card if isinstance(only, ir.IsCard) and not only.negated else -1

    def _pile_test(self, things: ir.Things) -> str:
        parts = []
        for test in things.tests:
            if isinstance(test, ir.HasState) and test.state == "empty":
                parts.append("p" if test.negated else "not p")
            else:
                parts.append(f"p and any({self.test(test)} for o in p[-1:])")
        return " and ".join(f"({part})" for part in parts) or "True"

    # ------------------------------------------------------------ tests on an object `o`

    def tests(self, tests: tuple[ir.Test, ...]) -> str:
        """Whether `o` passes all tests."""
        return " and ".join(self.test(test) for test in tests) or "True"

    def test(self, test: ir.Test) -> str:
        """Whether `o` passes one test."""
        if isinstance(test, ir.AnyOf):
            return "(" + " or ".join(f"({self.tests(part)})" for part in test.alternatives) + ")"
        if isinstance(test, ir.HasType):
            types = "types_of(g, o)" if self.features.types_change else "TYPES[g.defs[o]]"
            return f"not {types} & {test.mask}" if test.negated else f"{types} & {test.mask}"
        if isinstance(test, ir.IsCard):
            return f"g.defs[o] {'!=' if test.negated else '=='} {test.card}"
        if isinstance(test, ir.IsNamed):
            return f"g.defs[o] == {self.reg(test.register)}"
        if isinstance(test, ir.Compares):
            return f"{self.fact(test.property)} {test.op} {self.limit(test.number)}"
        if isinstance(test, ir.HasState):
            return "(g.effects and waits(g, o))" if test.negated else "not (g.effects and waits(g, o))"
        if isinstance(test, ir.CounterTest):
            return f"g.marks.get((o, {test.counter}), 0) {test.op} {test.number}"
        if isinstance(test, ir.NotThat):
            return f"o not in {self.reg(test.register)}[1]"
        if self.program.zones[test.place.zone].holder == "piles":
            return f"g.at[o] & 1023 {'<' if test.negated else '>='} g.pile0"
        return f"g.at[o] & 1023 {'!=' if test.negated else '=='} {self.place(test.place)}"

    def limit(self, number: ir.Number) -> str:
        """A number that many objects are compared with is worked out once, where a line can be written for it."""
        text = self.number(number)
        if self.before is None or isinstance(number, ir.Const):
            return text
        self.before.append(f"n{len(self.before)} = {text}")
        return f"n{len(self.before) - 1}"

    def fact(self, prop: int) -> str:
        """A fact of the object `o`; read straight from a table where nothing can change it."""
        if prop == self.own:
            return "v"
        return f"fact(g, {prop}, o)" if prop in self.features.changed else f"PRINTED[{prop}][g.defs[o]]"

    # ------------------------------------------------------------ things

    def things(self, things: ir.Things) -> str:
        """A list or tuple of objects; it may be a zone itself, so who keeps it copies it."""
        found = self._source(things)
        needed = sorted({self.register(r) for r in _needed(things.tests)})
        if needed:  # what speaks of nothing finds nothing
            found = f"({found} if {' and '.join(f'f[{r}][1]' for r in needed)} else ())"
        if things.extreme is not None:
            found = f"extreme(g, {found}, {things.extreme[0]}, {things.extreme[1]})"
        return f"differently_named(g, {found})" if things.different else found

    def _source(self, things: ir.Things) -> str:
        test = self.tests(things.tests)
        plain = not things.tests
        if things.source == "piles":
            card = next((t for t in things.tests if isinstance(t, ir.IsCard) and not t.negated), None)
            if card is not None:
                rest = tuple(t for t in things.tests if t is not card)
                found = f"pile_top(g, {card.card})"
                return f"[o for o in {found} if {self.tests(rest)}]" if rest else found
            return self._pile_tops(things.tests, test)
        if things.source == "top":
            assert things.place is not None and things.count is not None
            name = "bottom" if things.bottom else "top"
            found = f"{name}(g, {self.place(things.place)}, {self.spare(things.place)}, {self.number(things.count)})"
        elif things.source == "zone":
            assert things.place is not None
            found = f"g.zones[{self.place(things.place)}]"
        elif things.source == "group":
            group = self.reg(things.register)
            found = f"tracked(g, {group})" if things.remaining else f"{group}[1]"
        else:
            assert things.source == "owned" and things.seat is not None, things.source
            found = f"owned(g, {self.seat(things.seat)})"
        only = things.tests[0] if len(things.tests) == 1 else None
        if isinstance(only, ir.HasType) and not only.negated and not self.features.types_change:
            return f"[*filter(g.stock.of_type[{only.mask}], {found})]"
        return found if plain else f"[o for o in {found} if {test}]"

    def _pile_tops(self, tests: tuple[ir.Test, ...], test: str) -> str:
        if len(tests) == 1 and isinstance(tests[0], ir.Compares) and tests[0].property not in self.features.changed:
            # a fact that nothing changes is the same for all cards of a pile
            only = tests[0]
            limit = test.rsplit(f" {only.op} ", 1)[1]
            row = f"g.stock.rows[{only.property}, {only.op!r}][{limit}]"
            return f"[*map(UPPERMOST, filter(None, {row}(g.zones)))]"
        return f"[o for p in g.zones[g.pile0:] if p for o in (p[-1],) if {test}]".replace("g.defs", self._local("defs"))

    def _local(self, name: str) -> str:
        """An attribute of the state that a loop reads again and again."""
        if self.before is None:
            return f"g.{name}"
        line = f"{name} = g.{name}"
        if line not in self.before:
            self.before.append(line)
        return name

    # ------------------------------------------------------------ conditions

    def condition(self, condition: ir.Condition) -> str:
        """Whether a condition of the text holds."""
        if isinstance(condition, ir.AllHold):
            return "(" + " and ".join(self.condition(part) for part in condition.parts) + ")"
        if isinstance(condition, ir.OneHolds):
            return "(" + " or ".join(self.condition(part) for part in condition.parts) + ")"
        if isinstance(condition, ir.Not):
            return f"(not {self.condition(condition.part)})"
        if isinstance(condition, ir.Number2):
            if isinstance(condition.left, ir.CountOf) and condition.op == "==" and condition.right == ir.Const(0):
                pile = self._named_pile(condition.left.things)
                if pile >= 0:
                    return f"(not ({pile} in g.pile_of and g.zones[g.pile_of[{pile}]]))"
            return f"({self.number(condition.left)} {condition.op} {self.number(condition.right)})"
        if isinstance(condition, ir.Matches):
            group = self.reg(condition.register)
            needed = sorted({f"{self.reg(r)}[1]" for r in _needed(condition.tests)})
            given = " and ".join([f"{group}[1]", *needed])
            return f"bool({given} and [o for o in {group}[1][:1] if {self.tests(condition.tests)}])"
        if isinstance(condition, ir.AmongGroup):
            register, group = self.reg(condition.register), self.reg(condition.group)
            return f"(bool({register}[1]) and {register}[1][0] in {group}[1])"
        if isinstance(condition, ir.Flag):
            return self.reg(condition.register)
        if isinstance(condition, ir.HasTurn):
            return f"(g.turn_seat == {self.seat(condition.seat)})"
        return self._past(condition)

    def _past(self, past: ir.Past) -> str:
        seat = self.seat(past.seat)
        who = {"you": f" and h[1] == {seat}", "another": f" and h[1] != {seat}", "any": ""}[past.who]
        tests = "".join(f" and {self._past_test(test)}" for test in past.tests)
        return f"(sum(1 for h in g.history if h[0] == {past.verb}{who}{tests}) {past.op} {past.number})"

    def _past_test(self, test: ir.Test) -> str:
        """Facts as they were then."""
        if isinstance(test, ir.HasType):
            return f"(not h[3] & {test.mask})" if test.negated else f"h[3] & {test.mask}"
        if isinstance(test, ir.IsCard):
            return f"h[2] {'!=' if test.negated else '=='} {test.card}"
        assert isinstance(test, ir.AnyOf), test
        return "(" + " or ".join(
            "(" + " and ".join(self._past_test(t) for t in part) + ")" for part in test.alternatives) + ")"


def _needed(tests: tuple[ir.Test, ...]) -> set[int]:
    """Registers a test compares with: if one of them is empty, nothing passes."""
    found: set[int] = set()

    def visit(number: ir.Number) -> None:
        if isinstance(number, ir.PropertyOf):
            found.add(number.register)
        elif isinstance(number, ir.Arithmetic):
            visit(number.left)
            visit(number.right)

    for test in tests:
        if isinstance(test, ir.Compares):
            visit(test.number)
        elif isinstance(test, ir.AnyOf):
            for part in test.alternatives:
                found |= _needed(part)
    return found
