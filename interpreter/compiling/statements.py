"""Statements as Python code. One method a node; `waits` decides where a text must be cut into blocks."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiling.acts import Acts
from interpreter.program import ir
from interpreter.program.layout import EVENT_PLAY, FIRST_FREE, PLAY, YOU
from interpreter.program.model import Unit
from interpreter.program.walk import nodes


class Statements(Acts):
    """Compiles the body of a unit."""

    def unit(self, unit: Unit) -> None:
        """Writes the function of a unit, and what happens at its end."""
        self.size = unit.registers
        self.lifted = unit.lifted
        self.end = self.label()
        if self.body_waits(unit.body):
            self.body(unit.body)
            self.jump(self.end)
            self.start(self.end)
        else:
            self.body(unit.body)
        if unit.lifted is not None:
            self.line(f"settle(g, {self.reg(unit.lifted)})")
        self.line("return -1")

    def turn(self) -> None:
        """Turns for ever: the phases of a turn written one behind the other, with the moments some text waits for."""
        self.size = FIRST_FREE
        again = self.label()
        self.jump(again)
        self.start(again)
        self._turn_starts()
        begun = self.label()
        self.entries.append(begun)
        self.jump(begun)
        self.start(begun)
        self._moment("start turn")
        for phase in self.program.phases:
            label = self.label()
            self.entries.append(label)
            self.jump(label)
            self.start(label)
            self.line(f"g.phase = {phase.index}")
            self.line(f"if g.trace is not None: phase_begins(g, {phase.index})")
            self._moment(f"start phase {phase.index}")
            self._phase(self.program.units[phase.unit])
            self._moment(f"end phase {phase.index}")
        self._moment("end turn")
        self._turn_is_over()
        self.jump(again)

    def _turn_starts(self) -> None:
        """A turn begins: its seat's counters are set, effects that lasted until now are gone."""
        for line in ("g.turn += 1", "g.plays += 1", f"f[{PLAY}] = g.plays", f"f[{YOU}] = g.turn_seat",
                     f"g.turns[f[{YOU}]] += 1"):
            self.line(line)
        if self.features.remembered:
            self.line("g.history = ()")
        if self.features.lasting:
            self.line(f"if g.effects: effects_until_start(g, f[{YOU}])")
        self._set_counters([counter.each_turn for counter in self.seat_counters])
        self.line("if g.trace is not None: turn_begins(g)")

    def _set_counters(self, values: list[int | None]) -> None:
        """Counters that belong to turns; None stands for one that does not."""
        if None not in values:
            first = f"f[{YOU}] * {len(values)}"
            self.line(f"g.counters[{first}:{first} + {len(values)}] = ({', '.join(map(str, values))},)")
            return
        for index, value in enumerate(values):
            if value is not None:
                self.line(f"g.counters[{self.counter(index, f'f[{YOU}]')}] = {value}")

    def _turn_is_over(self) -> None:
        """What lasted this turn is gone; the game may be over; else the next seat has its turn."""
        self._set_counters([None if counter.each_turn is None else 0 for counter in self.seat_counters])
        if self.features.lasting:
            self.line("if g.effects: effects_until_end(g)")
        if self.features.exempting or self.features.remembered:
            self.line("g.exempt = g.history = ()")
        by_unit: dict[int, list[int]] = {}
        for seats, unit in self.program.end_units.items():
            by_unit.setdefault(unit, []).append(seats)
        for unit, numbers in by_unit.items():
            condition = self.program.units[unit].condition
            assert condition is not None
            self.line(f"if g.seats in {tuple(numbers)} and {self.condition(condition)}:")
            with self.indented():
                self.line("game_over(g)")
                self.line("return -1")
        if self.features.extra_turns:
            self.line("if g.queue: turn_from_queue(g)")
        turn = "g.turn_seat = g.regular = (g.regular + 1) % g.seats"
        self.line(f"else: {turn}" if self.features.extra_turns else turn)

    def _phase(self, unit: Unit) -> None:
        play = self.fresh()
        first = self.size - FIRST_FREE
        groups = {group for act in nodes(unit.body, (ir.Act, ir.ActUntil)) for group in act.groups}
        for group in sorted(groups):  # what a text did begins empty each time
            self.line(f"f[{group + first}] = NOBODY")
        self._inline(unit, {}, play)
        if unit.lifted is not None:
            self.line(f"settle(g, f[{unit.lifted + first}])")

    def _moment(self, time: str) -> None:
        if time in self.features.times:
            go_on = self.label()
            self.line(f"return window(g, f, {go_on}, -1, 'when', g.turn_seat, NOBODY, f[{PLAY}], {time!r})")
            self.start(go_on)

    # ------------------------------------------------------------ which statements may have to wait

    def body_waits(self, body: ir.Body) -> bool:
        """Whether one of these statements may have to wait."""
        return any(self.waits(statement) for statement in body)

    def waits(self, statement: ir.Statement) -> bool:
        """Whether a statement may have to wait, so that a block ends there."""
        if isinstance(statement, ir.Act):
            return self.act_waits(statement)
        if isinstance(statement, ir.ActUntil):
            return statement.verb in self.features.watched
        if isinstance(statement, ir.ExtraTurn):
            return statement.may
        if isinstance(statement, ir.If):
            return self.body_waits(statement.then) or self.body_waits(statement.otherwise)
        if isinstance(statement, (ir.EachSeat, ir.ForEach, ir.OneSeat, ir.Repeat)):
            return self.body_waits(statement.body)
        at_once = (ir.AddCounter, ir.Wait, ir.Exempt, ir.Shuffle, ir.Replace, ir.Clear, ir.SetFlag)
        return not isinstance(statement, at_once)

    # ------------------------------------------------------------ bodies

    def body(self, body: ir.Body) -> None:
        """Writes statements one after the other."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: ir.Statement) -> None:
        """Writes one statement, by the method named after its node."""
        writer: Callable[[ir.Statement], None] = getattr(self, "_" + type(statement).__name__.lower())
        writer(statement)

    def _act(self, act: ir.Act) -> None:
        self.act(act)

    def _actuntil(self, act: ir.ActUntil) -> None:
        self.act_until(act)

    def _if(self, node: ir.If) -> None:
        condition = self.condition(node.condition)
        if not self.waits(node):
            self.line(f"if {condition}:")
            with self.indented():
                self.body(node.then)
            if node.otherwise:
                self.line("else:")
                with self.indented():
                    self.body(node.otherwise)
            return
        end = self.label()
        otherwise = self.label() if node.otherwise else end
        self.line(f"if not {condition}: return {otherwise}")
        self.body(node.then)
        self.jump(end)
        if node.otherwise:
            self.start(otherwise)
            self.body(node.otherwise)
            self.jump(end)
        self.start(end)

    # ------------------------------------------------------------ counters and small things

    def _addcounter(self, node: ir.AddCounter) -> None:
        amount = self.number(node.number)
        if node.seat is None:
            things = f"{self.reg(node.things)}[1]"
            cause = f"(-1, {self.reg(YOU)}, {self.at(node.source)}, f[{PLAY}])"
            self.line(f"mark(g, {things}, {node.counter}, {node.how!r}, {amount}, {cause})")
            return
        index = self.counter(node.counter, self.seat(node.seat))
        if node.how == "plus":
            if isinstance(node.number, ir.Const):
                self.line(f"g.counters[{index}] += {amount}")
            else:  # what doubles again and again must not grow for ever
                self.line(f"g.counters[{index}] = min(MOST, g.counters[{index}] + {amount})")
        else:
            self.line(f"n = g.counters[{index}] - {amount}")
            self.line(f"g.counters[{index}] = n if n > 0 else 0")
        self.line(f"if g.trace is not None: "
                  f"counted(g, {self.seat(node.seat)}, {node.counter}, {self.at(node.source)}, f[{PLAY}])")

    def _extraturn(self, node: ir.ExtraTurn) -> None:
        if node.may:
            go_on, end = self.label(), self.label()
            self.line(f"return offer(g, f, {go_on}, {self.seat(node.seat)}, {self.at(node.source)})")
            self.start(go_on)
            if node.flag >= 0:
                self.line(f"{self.reg(node.flag)} = bool(g.reply)")
            self.line(f"if not g.reply: return {end}")
            self.line(f"extra_turn(g, {self.seat(node.seat)})")
            self.jump(end)
            self.start(end)
            return
        self.line(f"extra_turn(g, {self.seat(node.seat)})")
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = True")

    def _wait(self, node: ir.Wait) -> None:
        captured = "".join(f"({there}, {self.reg(here)}), " for here, there in node.captured)
        captured += "".join(f"({there}, {self.number(number)}), " for there, number in node.numbers)
        watch = self.program.watches[node.effect] if node.is_watch else None
        ends_now = watch is not None and watch.time.startswith("end") and not node.skip
        lasting = node.until != "turn" and not ends_now
        self.line(f"begin(g, {node.is_watch}, {node.effect}, {self.reg(YOU)}, {node.until!r}, {self.seat(node.seat)}, "
                  f"f, ({captured}), {lasting}, {node.skip}, {self.at(node.source)})")

    def _exempt(self, node: ir.Exempt) -> None:
        self.line(f"exempt(g, {self.seat(node.seat)}, f[{EVENT_PLAY}])")

    def _clear(self, node: ir.Clear) -> None:
        for register in node.registers:
            self.line(f"{self.reg(register)} = NOBODY")

    def _setflag(self, node: ir.SetFlag) -> None:
        self.line(f"{self.reg(node.flag)} = {self.number(node.number)} >= max(1, {self.number(node.wanted)})")

    def _replace(self, node: ir.Replace) -> None:
        self.line("replace(g)")

    def _shuffle(self, node: ir.Shuffle) -> None:
        self.line(f"shuffle_zone(g, {self.place(node.place)})")

    def _stop(self, node: ir.Stop) -> None:
        target, depth = self.stops[-1] if self.stops else (self.end, 0)
        for groups, saved in reversed(self.open_groups[depth:]):  # what the blocks left behind did still counts
            self._merge_groups(groups, saved)
        self.jump(target)
        self.start(self.label())  # what follows a stop is never reached

    def _perform(self, node: ir.Perform) -> None:
        go_on = self.label()
        play = self.play if self.play is not None else "new_play(g)"
        source = self.at(self.acting or node.source)
        self.line(f"return perform(g, f, {go_on}, {self.reg(node.register)}, {self.seat(node.seat)}, {play}, {source})")
        self.start(go_on)

    def _respond(self, node: ir.Respond) -> None:
        if node.verb not in self.features.responded:
            return
        go_on = self.label()
        play = self.play if self.play is not None else f"f[{PLAY}]"
        group = self.reg(node.register)
        lasting = "g.effects or " if self.features.lasting else ""
        self.line(f"if {lasting}g.defs[{group}[1][0]] in RESPONDED[{node.verb}]: "
                  f"return window(g, f, {go_on}, {node.verb}, 'when', {self.seat(node.seat)}, {group}, {play})")
        self.jump(go_on)
        self.start(go_on)

    # ------------------------------------------------------------ choices

    def _choose(self, node: ir.Choose) -> None:
        go_on = self.label()
        low, high, options = self.bounds(node.pick, node.may)
        self.line(f"c = distinct(g, {options})" if self._one_of_each(node.pick, high) else f"c = {options}")
        self.line(f"return ask(g, f, {go_on}, {self.seat(node.chooser)}, {self.at(node.source)}, c, {low}, {high}, "
                  f"{node.pick.ordered}, {self.known(node.pick, high)})")
        self.start(go_on)
        self.line(f"{self.reg(node.bind)} = (g.clock, g.reply)")
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = {self.whole(node.pick, 'g.reply')}")

    def _chooseseat(self, node: ir.ChooseSeat) -> None:
        go_on = self.label()
        chooser = self.seat(node.chooser)
        others = f"seats_from(g, {chooser}, True)" if node.others else f"({chooser}, *seats_from(g, {chooser}, True))"
        self.line(f"return ask_kind(g, f, {go_on}, {chooser}, {self.at(node.source)}, 'seat', {others}, "
                  f"{0 if node.may else 1}, 1)")
        self.start(go_on)
        self.line(f"{self.reg(node.bind)} = g.reply[0] if g.reply else -1")
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = bool(g.reply)")

    def _namecard(self, node: ir.NameCard) -> None:
        go_on = self.label()
        tests = self.tests(node.tests).replace("g.defs[o]", "o").replace("types_of(g, o)", "TYPES[o]")
        self.line(f"c = [o for o in g.stock.nameable if {tests}]")
        self.line(f"return ask_kind(g, f, {go_on}, {self.seat(node.chooser)}, {self.at(node.source)}, 'name', c, "
                  f"{0 if node.may else 1}, 1)")
        self.start(go_on)
        self.line(f"{self.reg(node.bind)} = g.reply[0] if g.reply else -1")
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = bool(g.reply)")

    def _menu(self, node: ir.Menu) -> None:
        go_on, end = self.label(), self.label()
        guards = [f"({number} if {self.condition(option.guard)} else -1)" if option.guard else str(number)
                  for number, option in enumerate(node.options)]
        self.line(f"c = [i for i in ({', '.join(guards)},) if i >= 0]")
        self.line(f"return ask_kind(g, f, {go_on}, {self.seat(node.chooser)}, {self.at(node.source)}, 'choice', c, "
                  f"{node.count}, {node.count})")
        self.start(go_on)
        self.line(f"{self.reg(node.reply)} = g.reply")
        for number, option in enumerate(node.options):
            after = self.label()
            self.line(f"if {number} not in {self.reg(node.reply)}: return {after}")
            self.body(option.body)
            self.jump(after)
            self.start(after)
        self.jump(end)
        self.start(end)

    def _may(self, node: ir.May) -> None:
        go_on, end = self.label(), self.label()
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = False")
        for register in node.binds:
            self.line(f"{self.reg(register)} = NOBODY")
        for register in node.seats:
            self.line(f"{self.reg(register)} = -1")
        possible = self.can_begin(node.body[0]) if node.body else None
        if possible is not None:
            self.line(f"if not {possible}: return {end}")
        self.line(f"return offer(g, f, {go_on}, {self.seat(node.chooser)}, {self.at(node.source)})")
        self.start(go_on)
        self.line(f"if not g.reply: return {end}")
        if node.flag >= 0:
            self.line(f"{self.reg(node.flag)} = True")
        self.body(node.body)
        self.jump(end)
        self.start(end)

    # ------------------------------------------------------------ loops

    def _eachseat(self, node: ir.EachSeat) -> None:
        seats = f"seats_from(g, {self.seat(node.start)}, {node.which == 'others'})"
        seat, order, saved = self.reg(node.seat), self.reg(node.order), self.reg(node.saved)
        skip = f"g.exempt and (f[{PLAY}], {seat}) in g.exempt"
        if not self.waits(node):
            self.line(f"for s in {seats}:")
            with self.indented():
                self.line(f"{seat} = s")
                self.line(f"if {skip}: continue")
                if node.having is not None:
                    self.line(f"if not {self.condition(node.having)}: continue")
                self._fresh_groups(node.groups, saved)
                self.body(node.body)
                self._close_groups(node.groups, saved)
            return
        loop, end = self.label(), self.label()
        self.line(f"{order} = {seats}")
        self.jump(loop)
        self.start(loop)
        self.line(f"if not {order}: return {end}")
        self.line(f"{seat} = {order}[0]")
        self.line(f"{order} = {order}[1:]")
        self.line(f"if {skip}: return {loop}")
        if node.having is not None:
            self.line(f"if not {self.condition(node.having)}: return {loop}")
        self._fresh_groups(node.groups, saved)
        self.body(node.body)
        self._close_groups(node.groups, saved)
        self.jump(loop)
        self.start(end)

    def _fresh_groups(self, groups: tuple[int, ...], saved: str) -> None:
        """In a loop `the <done> cards` are those of this pass; after it they are all together."""
        self.open_groups.append((groups, saved))
        if groups:
            self.line(f"{saved} = ({', '.join(self.reg(group) for group in groups)},)")
            for group in groups:
                self.line(f"{self.reg(group)} = NOBODY")

    def _merge_groups(self, groups: tuple[int, ...], saved: str) -> None:
        for index, group in enumerate(groups):
            self.line(f"{self.reg(group)} = joined(g, {saved}[{index}], {self.reg(group)})")

    def _close_groups(self, groups: tuple[int, ...], saved: str) -> None:
        self.open_groups.pop()
        self._merge_groups(groups, saved)

    def _oneseat(self, node: ir.OneSeat) -> None:
        seat = self.reg(node.seat)
        self.line(f"{seat} = {self.seat(node.whose)}")
        condition = f"{seat} >= 0 and not (g.exempt and (f[{PLAY}], {seat}) in g.exempt)"
        if node.having is not None:
            condition = f"({condition} and {self.condition(node.having)})"
        if not self.waits(node):
            self.line(f"if {condition}:")
            with self.indented():
                self.body(node.body)
            return
        end = self.label()
        self.line(f"if not ({condition}): return {end}")
        self.body(node.body)
        self.jump(end)
        self.start(end)

    def _foreach(self, node: ir.ForEach) -> None:
        element, rest, saved = self.reg(node.element), self.reg(node.rest), self.reg(node.saved)
        if not self.waits(node):
            self.line(f"for o in tuple({self.things(node.things)}):")
            with self.indented():
                self.line(f"{element} = (g.clock, (o,))")
                self._fresh_groups(node.groups, saved)
                self.body(node.body)
                self._close_groups(node.groups, saved)
            return
        loop, end = self.label(), self.label()
        self.line(f"{rest} = (g.clock, tuple({self.things(node.things)}))")
        self.jump(loop)
        self.start(loop)
        self.line(f"if not {rest}[1]: return {end}")
        self.line(f"{element} = ({rest}[0], {rest}[1][:1])")
        self.line(f"{rest} = ({rest}[0], {rest}[1][1:])")
        self._fresh_groups(node.groups, saved)
        self.body(node.body)
        self._close_groups(node.groups, saved)
        self.jump(loop)
        self.start(end)

    def _repeat(self, node: ir.Repeat) -> None:
        """A pass that changes nothing and asks nothing is the last one."""
        count, mark, full = self.reg(node.counter), self.reg(node.mark), f"f[{self.fresh()}]"
        ends = "False"
        if node.condition is not None:
            ends = self.condition(node.condition)
            ends = ends if node.how == "until" else f"not {ends}"
        if node.times is not None:
            ends = f"{count} <= 0"
            self.line(f"{count} = {self.number(node.times)}")
        if not self.waits(node):
            self.line(f"{mark} = {full} = None")
            self.line("while True:")
            with self.indented():
                self._pass(node, ends, "break", count, mark, full)
            return
        loop, end = self.label(), self.label()
        if not _asks_or_leaves(node.body):
            self.line(f"{mark} = {full} = None")
        self.jump(loop)
        self.start(loop)
        self.stops.append((end, len(self.open_groups)))
        self._pass(node, ends, f"return {end}", count, mark, full)
        self.stops.pop()
        self.jump(loop)
        self.start(end)

    def _pass(self, node: ir.Repeat, ends: str, leave: str, count: str, mark: str, full: str) -> None:
        """After a pass that neither moves nor asks, all is compared; if nothing at all changed, it was the last."""
        if ends != "False":
            self.line(f"if {ends}: {leave}")
        if not _asks_or_leaves(node.body):
            self.line("now = (g.clock, g.asks)")
            self.line(f"if {mark} != now: {mark} = now")
            self.line(f"elif {full} == (now := situation(g)): {leave}")
            self.line(f"else: {full} = now")
            self.line("g.steps += 1")
            self.line(f"if g.steps > BUDGET: runaway({self.at(node.source)})")
        if node.times is not None:
            self.line(f"{count} -= 1")
        self.body(node.body)

    # ------------------------------------------------------------ all at once

    def _atonce(self, node: ir.AtOnce) -> None:
        """Everyone's choice is asked from the same position; then the verb happens to all of them."""
        go_on, loop, end = self.label(), self.label(), self.label()
        act, seat, replies = node.act, self.reg(node.seat), self.reg(node.replies)
        self.line(f"{replies} = ()")
        self.line(f"for s in seats_from(g, {self.seat(node.start)}, False):")
        with self.indented():
            self.line(f"if g.exempt and (f[{PLAY}], s) in g.exempt: continue")
            self.line(f"{seat} = s")
            low, high, options = self.bounds(act.pick, False)
            choice = act.pick.choice
            if choice and self._one_of_each(act.pick, high):
                options = f"distinct(g, {options})"
            self.line(f"c = tuple({options})")
            self.line(f"{replies} += ((s, c, {low if choice else 'len(c)'}, {high if choice else 'len(c)'}),)")
        self.line(f"return ask_all(g, f, {go_on}, {self.at(node.source)}, {replies}, {act.pick.public})")
        self.start(go_on)
        self.line(f"{replies} = (g.clock, g.reply)")
        self.jump(loop)
        self.start(loop)
        self.line(f"if not {replies}[1]: return {end}")
        self.line(f"{seat}, c = {replies}[1][0]")
        self.line(f"{replies} = ({replies}[0], {replies}[1][1:])")
        if act.pick.things.source == "piles":  # what one seat took from a pile, the next cannot take
            self.line("c = tuple([x for o in c for x in pile_top(g, g.defs[o])])")
        self.perform_act(act, "c")
        self.jump(loop)
        self.start(end)


def _asks_or_leaves(body: ir.Body) -> bool:
    """Whether a pass asks someone or is the last one (`may ...`, `otherwise: stop`); such a loop cannot run away."""
    if len(body) < 2:
        return False
    act, then = body[0], body[1]
    if not (isinstance(act, ir.Act) and act.may and act.pick.choice and act.flag >= 0):
        return False
    return (isinstance(then, ir.If) and then.condition == ir.Flag(act.flag) and bool(then.otherwise)
            and isinstance(then.otherwise[-1], ir.Stop))
