"""Verbs that happen: who chooses what, and what then becomes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from interpreter.compiling.emitter import Emitter
from interpreter.compiling.expressions import Expressions
from interpreter.compiling.features import Features
from interpreter.program import ir
from interpreter.program.layout import ACCEPT, EVENT, FIRST_FREE, PC, PLAY, SWITCH, YOU
from interpreter.program.model import Program, Unit, Verb
from interpreter.program.walk import nodes


class Acts(Emitter, Expressions, ABC):
    """Compiles verbs. A verb without a text is written in place; one with a text is copied in, so that the usual
    case needs no frame of its own; one that some card watches becomes an event with windows."""

    def __init__(self, program: Program, features: Features, sources: Mapping[ir.Source, int],
                 unread: frozenset[int] = frozenset()) -> None:
        Emitter.__init__(self)
        Expressions.__init__(self, program, features)
        self.sources = sources
        self.unread = unread
        self.size = 0
        self.lifted: int | None = None
        self.end = ""
        self.stops: list[tuple[str, int]] = []  # where `stop` leads, and how many loops are open there
        self.open_groups: list[tuple[tuple[int, ...], str]] = []
        self.play: str | None = None
        self.acting: ir.Source | None = None  # the line whose verb's text is being written in place

    @abstractmethod
    def body(self, body: ir.Body) -> None:
        """Writes statements one after the other; verbs with a text need it, statements provide it."""

    def at(self, source: ir.Source) -> int:
        """The number of a place in the texts."""
        return self.sources[source]

    def fresh(self) -> int:
        """A register beyond those the checker gave out."""
        self.size += 1
        return self.size - 1

    def verb(self, index: int) -> Verb:
        """The declaration of a verb."""
        return self.program.verbs[index]

    def act_waits(self, act: ir.Act) -> bool:
        """Whether someone has to be asked, or another text runs in between."""
        asks = (act.pick.choice and not self._only_one(act)) or act.may or act.paying is not None
        return asks or act.verb in self.features.watched or self.verb(act.verb).unit >= 0

    def _only_one(self, act: ir.Act) -> bool:
        """Whether it is done to one thing of which there is at most one: the top of a pile that is named."""
        pick = act.pick
        named = any(isinstance(test, ir.IsCard) and not test.negated for test in pick.things.tests)
        one = self._is_one(pick.low) and self._is_one(pick.high) and not act.may
        return pick.choice and one and named and pick.things.source == "piles" and act.paying is None

    # ------------------------------------------------------------ how many

    def bounds(self, pick: ir.Pick, may: bool) -> tuple[str, str, str]:
        """The lowest and highest number that may be taken, and the options."""
        options = self.things(pick.things)
        if not pick.choice or (pick.low is None and pick.high is None):
            return "0", "len(c)", options
        low = "0" if may else self.number(pick.low) if pick.low is not None else "len(c)"
        high = self.number(pick.high) if pick.high is not None else "len(c)"
        return low, high, options

    @staticmethod
    def known(pick: ir.Pick, high: str) -> bool:
        """Whether everyone could tell that there is only one answer; what lies hidden is no one's business."""
        return pick.open if high == "1" else pick.public

    def can_begin(self, statement: ir.Statement) -> str | None:
        """A condition for `may`: whether there is anything it could be done to; None where there always is."""
        if not isinstance(statement, ir.Act):
            return None
        things = statement.pick.things
        if things.source == "top":
            assert things.place is not None
            spare = self.spare(things.place)
            more = f" or g.zones[{spare}]" if spare != "-1" else ""
            return f"(g.zones[{self.place(things.place)}]{more})"
        return f"len({self.things(things)})"

    # ------------------------------------------------------------ acts

    def act(self, act: ir.Act) -> None:
        """Who takes what is settled; then it is acted on. Where nothing is taken, what it reports is empty."""
        pick = act.pick
        choice = pick.choice and not self._only_one(act)
        skip = self.label()
        only_order = pick.low is None and pick.high is None  # all of them are taken
        two_steps = act.may and (not pick.choice or only_order or not (self._is_one(pick.high) or pick.high is None))
        if act.paying is not None or two_steps:
            self._conditions(act, two_steps, skip)
        taken = self._chosen(act, act.may and not two_steps, skip) if choice else self.things(pick.things)
        sure = choice and act.may and self._is_one(pick.high)
        if sure:
            self.line(f"if not {taken}: return {skip}")
        if act.paying is not None:
            self._pay(act, "" if sure else taken)
        self.perform_act(act, taken, sure)
        if not choice and act.paying is None and not two_steps:
            return
        end = self.label()
        self.jump(end)
        self.start(skip)
        if two_steps:
            self.line(f"f[{ACCEPT}] = False")
        if act.flag >= 0:
            self.line(f"{self.reg(act.flag)} = False")
        if self._binds(act) and not self._keeps(act):
            self.line(f"{self.reg(act.bind)} = NOBODY")
        self.jump(end)
        self.start(end)

    def _chosen(self, act: ir.Act, may: bool, skip: str) -> str:
        pick, go_on = act.pick, self.label()
        self.before = []
        low, high, options = self.bounds(pick, may)
        for line in self.before:
            self.line(line)
        self.before = None
        chooser = self.seat(act.chooser or act.actor)
        self.line(f"c = {options}")
        self.line(f"if not c: return {skip}")
        if self._one_of_each(pick, high):
            self.line("if len(c) > 1 and len({*map(g.stock.card_of, c)}) < len(c): c = distinct(g, c)")
        if pick.low is None and pick.high is None:
            self.line(f"return ask_order(g, f, {go_on}, {chooser}, {self.at(act.source)}, c)")
        elif low == "0" and high in ("1", "len(c)"):  # there is always a choice: to take none
            self.line(f"f[{PC}] = {go_on}")
            self.line("g.asks += 1")
            self.line(f"g.pending = (({chooser}, {self.at(act.source)}, 'card', tuple(c), 0, {high}, {pick.ordered}),)")
            self.line(f"if g.driver is None or not g.driver(g): return {SWITCH}")
            self.jump(go_on)
        else:
            self.line(f"return ask(g, f, {go_on}, {chooser}, {self.at(act.source)}, c, {low}, {high}, {pick.ordered}, "
                      f"{self.known(pick, high)})")
        self.start(go_on)
        return "g.reply"

    @staticmethod
    def _one_of_each(pick: ir.Pick, high: str) -> bool:
        """Where one is chosen, equal cards are one option; piles differ anyway."""
        return high == "1" and pick.things.source != "piles"

    @staticmethod
    def _is_one(number: ir.Number | None) -> bool:
        return isinstance(number, ir.Const) and number.value == 1

    def _conditions(self, act: ir.Act, two_steps: bool, skip: str) -> None:
        """Leaves the act if it cannot be paid or begun, or is declined."""
        if act.paying is not None:
            counter, amount = act.paying
            index = self.counter(counter, self.seat(act.actor))
            self.line(f"if g.counters[{index}] < {self.number(amount)}: return {skip}")
        if two_steps:
            go_on = self.label()
            self.line(f"if not {self.can_begin(act)}: return {skip}")
            self.line(f"return offer(g, f, {go_on}, {self.seat(act.chooser or act.actor)}, {self.at(act.source)})")
            self.start(go_on)
            self.line(f"if not g.reply: return {skip}")

    def _pay(self, act: ir.Act, taken: str) -> None:
        assert act.paying is not None
        counter, amount = act.paying
        index = self.counter(counter, self.seat(act.actor))
        lines = (f"g.counters[{index}] -= {self.number(amount)}", f"if g.trace is not None: spent(g, "
                 f"{self.seat(act.actor)}, {counter}, {self.at(act.source)}, f[{PLAY}])")
        if not taken:
            for line in lines:
                self.line(line)
            return
        self.line(f"if {taken}:")
        with self.indented():
            for line in lines:
                self.line(line)

    def perform_act(self, act: ir.Act, taken: str, sure: bool = False) -> None:
        """What was taken is now acted on; `sure` tells that something was."""
        verb = self.verb(act.verb)
        fresh, self.just_taken = self.just_taken, -1
        if verb.index in self.features.watched:
            self._event(act, verb, taken)
        elif verb.unit >= 0:
            self._copied_in(act, verb, taken, sure)
        elif self._is_plain_move(act, verb) and self.register(act.pick.things.register) == fresh:
            assert act.to is not None
            self._cause(act, verb)
            self.line(f"f[{fresh}] = move_taken(g, r, {self.place(act.to)})")
        else:
            self._plain(act, verb, taken)

    def _is_plain_move(self, act: ir.Act, verb: Verb) -> bool:
        """Whether all it does is that a pronoun's thing goes somewhere, and nobody asks whether it did."""
        things = act.pick.things
        asked = act.flag >= 0 or act.groups or verb.index in self.features.remembered
        here = self._keeps(act) and things.remaining and not things.tests and not act.pick.choice
        there = act.to is not None and self.program.zones[act.to.zone].holder != "piles" and not act.bottom
        return here and there and not asked and not verb.show and act.paying is None and not act.may

    def whole(self, pick: ir.Pick, result: str) -> str:
        """Whether it was wholly done: the whole amount, and at least one."""
        needed: ir.Number | None = None
        if pick.choice and pick.low is not None and (pick.low == pick.high or pick.high is None):
            needed = pick.low
        elif pick.things.source == "top":
            needed = pick.things.count
        if needed is None or self._is_one(needed):
            return f"bool({result})"
        return f"len({result}) >= max(1, {self.number(needed)})"

    def _binds(self, act: ir.Act) -> bool:
        return act.bind >= 0 and self.register(act.bind) not in self.unread

    @staticmethod
    def _keeps(act: ir.Act) -> bool:
        """Whether it is said of a pronoun, which goes on meaning the same."""
        return act.pick.things.source == "group" and act.pick.things.register == act.bind

    def _report(self, act: ir.Act, result: str, group: str = "", sure: bool = False) -> None:
        """What the statements after it can speak of; `group` is the result with its moment, where that is not now."""
        group = group or f"(g.clock, tuple({result}))"
        if self._binds(act):
            # a pronoun keeps what it means if nothing happened to it: its facts can still be read
            self.line(f"{f'if {result}: ' if self._keeps(act) else ''}{self.reg(act.bind)} = {group}")
        if act.flag >= 0:
            self.line(f"{self.reg(act.flag)} = {True if sure else self.whole(act.pick, result)}")
        for register in act.groups:
            self.line(f"{self.reg(register)} = joined(g, {self.reg(register)}, {group})")

    def _plain(self, act: ir.Act, verb: Verb, taken: str) -> None:
        """A move or a showing that nobody watches."""
        result = self._moved(act, verb, taken)
        if verb.index in self.features.remembered:
            self.line(f"r = {result}")
            self.line(f"for o in r: record(g, {verb.index}, {self.seat(act.actor)}, o)")
            result = "r"
        elif act.flag >= 0 or act.groups or self._binds(act):
            self.line(f"r = {result}")
            result = "r"
        else:
            self.line(result)
        if act.flag >= 0 or act.groups or self._binds(act):
            self._report(act, result)

    def _moved(self, act: ir.Act, verb: Verb, taken: str) -> str:
        self._cause(act, verb)
        things = act.pick.things
        if verb.show:
            viewer = "-1" if verb.show == "all" else self.seat(act.actor)
            shown = self.program.zones[things.place.zone].shown_in if things.place else ""
            if things.source == "top" and shown and things.place:
                seat = self.seat(things.place.seat) if things.place.seat else None
                return f"lift(g, {taken}, {self.zone(self.program.zone(shown).index, seat)}, {viewer})"
            return f"show(g, {taken}, {viewer})"
        assert act.to is not None
        if self.program.zones[act.to.zone].holder == "piles":
            return f"move_home(g, tuple({taken}))"
        to = self.place(act.to)
        if act.bottom:
            return f"move_under(g, {taken}, {to})"
        plain = things.extreme is None and not things.tests and not act.pick.choice
        if plain and things.source == "top" and not things.bottom and things.place:
            assert things.count is not None
            if not self.program.zones[act.to.zone].ordered:
                source = f"{self.place(things.place)}, {self.spare(things.place)}"
                return f"take(g, {source}, {to}, {self.number(things.count)})"
        if plain and things.source == "zone" and things.place:
            return f"move_all(g, {self.place(things.place)}, {to})"
        if things.source == "zone" and things.tests == (ir.HasState("idle"),) and not act.pick.choice and things.place:
            how = "move_idle" if self.features.lasting else "move_all"
            return f"{how}(g, {self.place(things.place)}, {to})"
        if things.source == "group" and things.remaining and not things.tests and not act.pick.choice:
            return f"move_group(g, {self.reg(things.register)}, {to})"
        if self.program.zones[act.to.zone].ordered and act.pick.ordered:
            return f"move(g, {taken}[::-1], {to})[::-1]"  # the first one named lies uppermost
        return f"move(g, {taken}, {to})" if taken == "g.reply" else f"move(g, tuple({taken}), {to})"

    def _cause(self, act: ir.Act | ir.ActUntil, verb: Verb) -> None:
        """What happens next happens because of this; only kept when someone listens."""
        cause = f"({verb.index}, {self.seat(act.actor)}, {self.at(act.source)}, f[{PLAY}])"
        self.line(f"if g.trace is not None: g.cause = {cause}")

    def _event(self, act: ir.Act, verb: Verb, taken: str) -> None:
        """Someone may watch this: before, instead, after."""
        go_on = self.label()
        to = "-1"
        if act.to is not None:
            to = "-2" if self.program.zones[act.to.zone].holder == "piles" else self.place(act.to)
        shown = "-1"
        things = act.pick.things
        source = "None"
        plain = not act.pick.choice and not things.tests and not things.bottom
        if plain and things.source == "top" and not verb.together:
            # one by one: each is taken anew, for what happens to the first may change what comes next
            assert things.place is not None and things.count is not None
            source = f"({self.place(things.place)}, {self.spare(things.place)}, {self.number(things.count)})"
            taken = "()"
        if verb.show and things.place and things.source == "top":
            zone = self.program.zones[things.place.zone].shown_in
            seat = self.seat(things.place.seat) if things.place.seat else None
            shown = self.zone(self.program.zone(zone).index, seat) if zone else "-1"
        order = "[::-1]" if act.pick.ordered and act.to is not None and self.program.zones[act.to.zone].ordered else ""
        times = self.number(act.times) if act.times is not None else "1"
        self.line(f"return happen(g, f, {go_on}, {verb.index}, {self.seat(act.actor)}, tuple({taken}){order}, {to}, "
                  f"{act.bottom}, {shown}, {times}, {self.at(act.source)}, {source})")
        self.start(go_on)
        self._report(act, "g.result[1]", "g.result")

    def _copied_in(self, act: ir.Act, verb: Verb, taken: str, sure: bool) -> None:
        """The text of the verb, written in place for each thing in turn."""
        unit = self.program.units[verb.unit]
        it, play, left = self.fresh(), self.fresh(), self.fresh()
        end = self.label()
        self.line(f"r = {taken}" if taken == "g.reply" else f"r = tuple({taken})")
        actor = YOU
        if act.actor != ir.Seat(YOU) or self.register(YOU) != YOU:
            actor = self.fresh()
            self.line(f"f[{actor}] = {self.seat(act.actor)}")
        self._report(act, "r", sure=sure)
        loop = end
        if act.pick.choice and self._is_one(act.pick.high):
            if not sure:
                self.line(f"if not r: return {end}")
            if act.times is None and self._is_quick(verb):
                loop = self._one_quickly(verb, actor, (it, play), self.at(act.source), end)
            self.line(f"f[{it}] = (g.clock, r)")
            self.just_taken = it if act.times is None else -1
        else:
            self.line("moment = g.clock")
            if act.times is None:
                self._quickly(act, verb, actor, end)
            loop = self._next_in_turn(it, play, end)
        if act.times is not None:
            again = self.label()
            self.line(f"f[{left}] = {self.number(act.times)}")
            self.jump(again)
            self.start(again)
        self.line(f"if g.trace is not None: "
                  f"did(g, {verb.index}, f[{actor}], {self.at(act.source)}, f[{PLAY}], f[{it}][1])")
        if verb.index in self.features.remembered:
            self.line(f"record(g, {verb.index}, f[{actor}], f[{it}][1][0])")
        outer, self.acting = self.acting, act.source
        self._inline(unit, {EVENT: it, YOU: actor}, play)
        self.acting = outer
        if act.times is not None:
            self.line(f"f[{left}] -= 1")
            self.line(f"if f[{left}] > 0: return {again}")
        self.jump(loop)
        self.start(end)

    def _next_in_turn(self, it: int, play: int, end: str) -> str:
        """Several things one after the other; one that was moved meanwhile is passed over."""
        queue = self.fresh()
        loop, over = self.label(), self.label()
        self.line(f"f[{queue}] = (moment, r)")
        self.jump(loop)
        self.start(over)
        self.line(f"f[{it}] = f[{play}] = f[{queue}] = NOBODY")  # the same as if it was done in one go
        self.jump(end)
        self.start(loop)
        self.line(f"moment, rest = f[{queue}]")
        self.line(f"if not rest: return {over}")
        self.line(f"f[{it}] = (moment, rest[:1])")
        self.line(f"f[{queue}] = (moment, rest[1:])")
        self.line(f"if not lies(g, f[{it}]): return {loop}")
        return loop

    def _quickly(self, act: ir.Act, verb: Verb, actor: int, end: str) -> None:
        """As long as nobody listens, nothing can respond and all a card does is count, things are done in one go."""
        things = act.pick.things
        if not self._is_quick(verb) or things.source != "zone" or things.place is None or not act.pick.choice:
            return
        test = things.tests[0] if len(things.tests) == 1 else None
        mask = test.mask if isinstance(test, ir.HasType) and not test.negated else -1
        first = self.counter(0, f"f[{actor}]")
        self.line(f"if g.trace is None and do_quickly(g, r, {self.place(things.place)}, {self._put_to(verb, actor)}, "
                  f"{first}, ({verb.index}, {mask})): return {end}")

    def _one_quickly(self, verb: Verb, actor: int, registers: tuple[int, int], source: int, end: str) -> str:
        """The same for one thing whose text never waits; what is done step by step leaves nothing behind either."""
        over, here = self.label(), self.current
        self.line(f"if g.trace is None and do_one_quickly(g, r, {self._put_to(verb, actor)}, f[{actor}], {verb.index}, "
                  f"{source}): return {end}")
        self.start(over)
        self.line("".join(f"f[{register}] = " for register in registers) + "NOBODY")
        self.jump(end)
        self.current = here
        return over

    def _put_to(self, verb: Verb, actor: int) -> str:
        put = next(part for part in self.program.units[verb.unit].body if isinstance(part, ir.Act))
        assert put.to is not None
        return self.zone(put.to.zone, f"f[{actor}]")

    def _is_quick(self, verb: Verb) -> bool:
        """Whether a verb's text is: it goes somewhere, others may respond, it is performed; and nobody remembers it."""
        body = self.program.units[verb.unit].body
        if [type(part) for part in body if not isinstance(part, ir.Respond)] != [ir.Act, ir.Perform]:
            return False
        act = next(part for part in body if isinstance(part, ir.Act))
        plain = self._is_plain_move(act, self.verb(act.verb)) and not self.act_waits(act) and act.bind == EVENT
        return plain and verb.index not in self.features.remembered

    def _inline(self, unit: Unit, mapping: dict[int, int], play: int) -> None:
        """Writes the text of a verb in place, its registers moved behind those in use."""
        outer = (self.mapping, self.offset, self.play, self.stops)
        first = self.size
        self.size += unit.registers
        self.mapping, self.offset = mapping, first - FIRST_FREE
        if any(isinstance(part, (ir.Perform, ir.Respond)) for part in unit.body):
            self.line("g.plays += 1")
            self.line(f"f[{play}] = g.plays")
            self.play = f"f[{play}]"
        after = self.label()
        self.stops = [(after, len(self.open_groups))]
        self.body(unit.body)
        self.jump(after)
        self.start(after)
        self.mapping, self.offset, self.play, self.stops = outer

    def act_until(self, act: ir.ActUntil) -> None:
        """One by one from the top, until the condition holds or nothing is left."""
        verb = self.verb(act.verb)
        last, group, hit = self.reg(act.last), self.reg(act.bind), self.reg(act.hit)
        self.line(f"{group} = {hit} = {last} = NOBODY")
        zone, shown = f"{self.place(act.place)}, {self.spare(act.place)}", self._until_shown(act, verb)
        stays = bool(verb.show) and shown == "-1"  # what is shown where it lies is passed over by counting
        following = f"top(g, {zone}, len({group}[1]) + 1)[len({group}[1]):]" if stays else f"top(g, {zone}, 1)"
        if verb.index in self.features.watched:
            loop, go_on, end = self.label(), self.label(), self.label()
            self.jump(loop)
            self.start(loop)
            self._until_check(act, f"return {end}")
            self.line(f"r = {following}")
            self.line(f"if not r or r[0] in {group}[1]: return {end}")
            objects, source = ("tuple(r)", "None") if stays else ("()", f"({zone}, 1)")
            self.line(f"return happen(g, f, {go_on}, {verb.index}, {self.seat(act.actor)}, {objects}, "
                      f"{self._until_target(act, '-1')}, False, {shown}, 1, {self.at(act.source)}, {source})")
            self.start(go_on)
            self.line("r = g.result[1]")
            self.line(f"if not r: return {end}")
            self._until_taken(act)
            self.jump(loop)
            self.start(end)
        else:
            self._cause(act, verb)
            self.line("while True:")
            with self.indented():
                self._until_check(act, "break")
                self.line(f"r = {following}")
                self.line(f"if not r or r[0] in {group}[1]: break")  # what came back was searched before
                viewer = "-1" if verb.show == "all" else self.seat(act.actor)
                if verb.show:
                    self.line(f"show(g, r, {viewer})" if stays else f"lift(g, r, {shown}, {viewer})")
                else:
                    self.line(f"move(g, r, {self._until_target(act, '-1')})")
                if verb.index in self.features.remembered:
                    self.line(f"record(g, {verb.index}, {self.seat(act.actor)}, r[0])")
                self._until_taken(act)
        if act.flag >= 0:
            self.line(f"{self.reg(act.flag)} = bool({hit}[1])")

    def _until_check(self, act: ir.ActUntil, leave: str) -> None:
        asking = nodes(act.condition, (ir.Matches, ir.AmongGroup, ir.PropertyOf))
        asks_last = any(node.register == act.last for node in asking)
        begun = f"{self.reg(act.last)}[1] and " if asks_last else ""  # what asks about it waits for the first one
        self.line(f"if {begun}{self.condition(act.condition)}:")
        with self.indented():
            self.line(f"{self.reg(act.hit)} = {self.reg(act.last)}")
            self.line(leave)
        self.line("g.steps += 1")
        self.line(f"if g.steps > BUDGET: runaway({self.at(act.source)})")

    def _until_taken(self, act: ir.ActUntil) -> None:
        group = self.reg(act.bind)
        self.line(f"{self.reg(act.last)} = (g.clock, tuple(r))")
        for name in (group, *(self.reg(register) for register in act.groups)):
            self.line(f"{name} = joined(g, {name}, (g.clock, tuple(r)))")

    def _until_target(self, act: ir.ActUntil, nowhere: str) -> str:
        return self.place(act.to) if act.to is not None else nowhere

    def _until_shown(self, act: ir.ActUntil, verb: Verb) -> str:
        shown = self.program.zones[act.place.zone].shown_in
        if not verb.show or not shown:
            return "-1"
        seat = self.seat(act.place.seat) if act.place.seat else None
        return self.zone(self.program.zone(shown).index, seat)
