"""What the checker knows while it reads one text: the game's names, the registers, what pronouns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from interpreter.diagnostics import Problems, Span
from interpreter.program import ir
from interpreter.program.layout import EVENT, EVENT_SEAT, FIRST_FREE, THIS, YOU
from interpreter.program.model import Counter, Property, Standing, Unit, Verb, Watch, Zone
from interpreter.reading.vocabulary import Vocabulary
from interpreter.syntax import nodes as n

MAX_NUMBER = 1000


class CannotCheck(Exception):
    """This statement is wrong (and reported); the checker goes on with the next one."""


@dataclass(slots=True)
class Names:
    """The numbered names of a game; cards are numbered before any text is checked."""

    game: str
    vocabulary: Vocabulary
    zones: Mapping[str, Zone]
    counters: Mapping[str, Counter]
    verbs: Mapping[str, Verb]
    properties: Mapping[str, Property]
    types: Mapping[str, int]  # name -> bit mask
    cards: Mapping[str, int]
    phases: Mapping[str, int]
    plus_verbs: Mapping[str, str]  # kind -> verb that "+1 kind" means


@dataclass(slots=True)
class Scope:
    """What pronouns mean at one point of a text. A block gets a copy: what it binds dies with it."""

    it: int | None = None
    them: int | None = None
    rest: int | None = None
    they: ir.Seat | None = None
    player: ir.Seat = field(default_factory=lambda: ir.Seat(YOU))
    named: int | None = None
    flag: int | None = None  # what the statement before reported, for `if done`
    broken: bool = False  # a statement before is wrong: what it would have bound is not known
    chosen: int | None = None  # register of a player who was chosen; what is said of them may be about nobody

    def copy(self) -> Scope:
        """The scope of a block; what the statement before the block reported is not known in it."""
        return Scope(self.it, self.them, self.rest, self.they, self.player, self.named, None, self.broken, self.chosen)

    @contextmanager
    def acting(self, player: ir.Seat, they: ir.Seat | None = None) -> Iterator[None]:
        """What a statement with a subject is about, as long as it lasts; a player it chooses stays chosen."""
        before = self.player, self.they
        self.player, self.they = player, they or self.they
        try:
            yield
        finally:
            self.player = before[0]
            if self.they is they:
                self.they = before[1]

    def bound(self) -> set[int]:
        """The registers that pronouns stand for here."""
        return {register for register in (self.it, self.them, self.rest) if register is not None}


@dataclass(slots=True)
class Output:
    """Units, watches and changes made so far, by all texts."""

    units: list[Unit | None] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)
    changes: list[ir.Change] = field(default_factory=list)

    def reserve(self) -> int:
        """The number of a unit that will be filled in later, so that texts can name it before it is checked."""
        self.units.append(None)
        return len(self.units) - 1


class TextContext:
    """The text being checked: registers, groups, and the problems found in it."""

    def __init__(
        self, names: Names, problems: Problems, output: Output, title: str, card: int = -1,
        outer: TextContext | None = None, outer_scope: Scope | None = None,
    ) -> None:
        self.names = names
        self.problems = problems
        self.output = output
        self.title = title
        self.card = card
        self.outer, self.outer_scope = outer, outer_scope
        self.next_register = FIRST_FREE
        self.groups: dict[str, int] = {}  # verb -> register with everything it did in this text
        self.done_verbs: set[str] = set()  # verbs a participle of this text refers to
        self.performed: set[str] = set()  # verbs that happened so far in this text
        self.captured: dict[int, int] = {}
        self.spoken: set[int] = set()  # registers of players the statement being checked speaks of
        self.in_trigger = False
        self.replaces = False  # the text of a `would`
        self.event_thing = False
        self.lifted: int | None = None
        self.below = False
        self.standing: list[Standing] = []

    # ------------------------------------------------------------ registers

    def register(self) -> int:
        """A register nothing uses yet."""
        self.next_register += 1
        return self.next_register - 1

    def group(self, verb: str) -> int:
        """The register that collects what a verb did in this text."""
        if verb not in self.groups:
            self.groups[verb] = self.register()
        return self.groups[verb]

    def groups_of(self, verb: str) -> tuple[int, ...]:
        """Where a verb that happens now has to be noted; nowhere if no word of the text asks for it."""
        self.performed.add(verb)
        return (self.group(verb),) if verb in self.done_verbs else ()

    def capture(self, register: int) -> int:
        """The register of this (waiting) text that holds what `register` of the outer text held."""
        if register < FIRST_FREE:
            return register
        if register not in self.captured:
            self.captured[register] = self.register()
        return self.captured[register]

    # ------------------------------------------------------------ problems

    def fail(self, code: str, span: Span, message: str, help: str = "") -> CannotCheck:
        """Reports a problem and gives the exception that leaves the statement."""
        self.problems.add(code, span, message, help)
        return CannotCheck()

    # ------------------------------------------------------------ pronouns

    def resolve(self, ref: n.Ref, scope: Scope) -> int:
        """The register a pronoun stands for."""
        if ref.which == "this":
            if self.card < 0:
                raise self.fail("CW303", ref.at, "'this' means nothing in a rule", "only a card can speak of itself")
            return THIS
        if ref.which == "that":
            if not self.in_trigger or not self.event_thing:
                raise self.fail("CW316", ref.at, "'that' means nothing here",
                                "it names the thing a 'when' line waits for")
            return EVENT
        found = self._find(ref.which, scope)
        if found is not None:
            return found
        if scope.broken:
            raise CannotCheck
        if ref.which == "it" and self._find("them", scope) is not None:
            raise self.fail("CW304", ref.at, "'it' is one thing, but the statement before acted on several",
                            "write 'them'")
        if ref.which == "them" and self._find("it", scope) is not None:
            raise self.fail("CW304", ref.at, "'them' is several things, but the statement before acted on one",
                            "write 'it'")
        words = "the rest" if ref.which == "rest" else ref.which
        shows = next((f"{verb.forms[0]} " for verb in self.names.verbs.values() if verb.show == "all"), "")
        raise self.fail("CW303", ref.at, f"'{words}' means nothing here",
                        f"first say what is meant: choose, {shows}or move something in a line before")

    def _find(self, which: str, scope: Scope) -> int | None:
        found: int | None = {"it": scope.it, "them": scope.them, "rest": scope.rest, "one": scope.it}[which]
        inside = which != "rest" and (scope.them is not None or scope.it not in (None, EVENT))  # what was bound later
        if found is None and not inside and self.outer and self.outer_scope:
            outside = self.outer._find(which, self.outer_scope)
            return None if outside is None else self.capture(outside)
        return found

    def named(self, at: Span, scope: Scope) -> int:
        """The register of what was named, in this text or in the one around it."""
        if scope.named is not None:
            return scope.named
        if self.outer and self.outer_scope:
            return self.capture(self.outer.named(at, self.outer_scope))
        raise self.fail("CW303", at, "nothing was named before this", "first write a line 'name a card'")

    def actor(self, players: n.Players | None, scope: Scope) -> ir.Seat:
        """The one seat a plain subject means."""
        if players is None:
            return scope.player
        if players.which == "you":
            return ir.Seat(YOU)
        if players.which == "they":
            return self.they(players.at, scope)
        if players.which in ("left", "right"):
            return ir.Seat(scope.player.register, 1 if players.which == "left" else -1)
        raise self.fail("CW305", players.at, "one player is needed here", "open a block: 'each other player:'")

    def they(self, at: Span, scope: Scope) -> ir.Seat:
        """The seat that `they` and `their` mean."""
        if scope.they is not None:
            self._speak(scope.they.register)
            return scope.they
        if self.in_trigger:
            return ir.Seat(EVENT_SEAT)
        raise self.fail("CW305", at, "'they' and 'their' mean nobody here",
                        "'they' is the player of a block such as 'each other player:'")

    def _speak(self, register: int) -> None:
        """Notes of whom is spoken; a text that waits speaks for the one around it, too."""
        self.spoken.add(register)
        if self.outer is not None:
            for outside, inside in self.captured.items():
                if inside == register:
                    self.outer._speak(outside)

    @contextmanager
    def recovering(self, scope: Scope | None = None) -> Iterator[None]:
        """One wrong statement is reported and left out; its siblings are still checked."""
        try:
            yield
        except CannotCheck:
            if scope is not None:
                scope.broken = True


def words_of(node: Any, kind: type) -> Iterator[Any]:
    """All nodes of a class below a node."""
    if isinstance(node, kind):
        yield node
    if isinstance(node, (Span, n.Word)):  # nothing below these
        return
    if isinstance(node, tuple):
        for child in node:
            yield from words_of(child, kind)
    elif is_dataclass(node):
        for part in fields(node):
            yield from words_of(getattr(node, part.name), kind)
