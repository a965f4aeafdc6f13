"""The one kind of decision there is, for people, bots, tests and networks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import CardwrightError
from interpreter.program.ir import Menu, Source
from interpreter.program.walk import nodes
from interpreter.running.state import Pending, State

if TYPE_CHECKING:
    from interpreter.program.model import Program
    from interpreter.running.linking import Linked


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen. `key` is stable: it names the option in saves, replays and scenarios."""

    key: str
    label: str
    kind: str  # card, seat, name, choice, yes, trigger
    index: int
    decision: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Cause:
    """The card or rule, and the line of it, that asks or acts."""

    card: str
    words: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.card}: {self.words}" if self.words else self.card


KINDS = ("card", "seat", "name", "choice", "yes", "trigger")


class Decision:
    """Something a seat has to decide. An answer takes between `min` and `max` of the options.

    `names` is what each option is called; equal cards have equal names.
    """

    __slots__ = ("_asks", "_options", "_pending", "_state", "names")
    _state: State
    _pending: Pending
    _asks: int
    _options: tuple[Option, ...] | None
    names: tuple[str, ...]

    @property
    def seat(self) -> int:
        """The seat that is asked, counted from 1."""
        return self._pending[0] + 1

    @property
    def place(self) -> int:
        """A number for the place in the texts that asks: it is equal for every decision asked from there."""
        return self._pending[1]

    @property
    def kind(self) -> str:
        """What the options are: card, seat, name, choice, yes or trigger."""
        return self._pending[2]

    @property
    def min(self) -> int:
        """How many options have to be taken."""
        return self._pending[4]

    @property
    def max(self) -> int:
        """How many options may be taken."""
        return self._pending[5]

    @property
    def ordered(self) -> bool:
        """Whether the order of the options taken counts."""
        return self._pending[6]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, each with a key of its own; worked out when someone looks, and only once."""
        if self._options is None:
            kind, ident, names = self.kind, self.id, self.names
            self._options = tuple(
                Option(key, label, kind, index, ident)
                for index, (key, label) in enumerate(zip(keys_of(names), names, strict=True))
            )
        return self._options

    @property
    def id(self) -> str:
        """Names this decision among all of the game; an answer to another one is refused."""
        return f"{self._asks}-{self.seat}"

    @property
    def source(self) -> Cause:
        """The card or rule that asks, with file and line."""
        return cause_of(self._state.linked.program, self.place)

    @property
    def prompt(self) -> str:
        """What is asked, in words."""
        verb = {"trigger": "respond with", "name": "name"}.get(self.kind, "")
        return f"{self.source.card}: {verb or self.source.words}"

    @property
    def may_decline(self) -> bool:
        """Whether taking nothing is an answer."""
        return self.min == 0

    def __repr__(self) -> str:
        return f"<Decision {self.id}: p{self.seat}, {self.prompt!r}, {self.min}-{self.max} of {list(self.names)}>"


_new = object.__new__


def decision_of(state: State, pending: Pending) -> Decision:
    """The decision that is asked. A function, for calling a class takes twice as long."""
    new = _new(Decision)
    new._state, new._pending, new._asks, new._options = state, pending, state.asks, None
    # the usual case without a call: whoever answers needs the names anyway
    new.names = (tuple(map(state.stock.label_of, pending[3])) if pending[2] == "card"
                 else names_of(state, pending))
    return new


def keys_of(names: Sequence[str]) -> Iterator[str]:
    """Names told apart: the second `X` is `X#2`."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name}#{seen[name]}"


def cause_of(program: Program, source: int) -> Cause:
    """The card or rule and the line that a place in the texts stands for."""
    if source < 0:
        return Cause(program.name, "", "", 0)
    found: Source = program.sources[source]
    return Cause(found.title, found.words, found.span.file, found.span.line)


def names_of(state: State, pending: Pending) -> tuple[str, ...]:
    """The names of the options of a decision, by what they are."""
    kind, options = pending[2], pending[3]
    if kind == "card":
        return tuple(map(state.stock.label_of, options))
    program = state.linked.program
    if kind == "name":
        return tuple(program.cards[d].name for d in options)
    if kind == "seat":
        return tuple(f"p{seat + 1}" for seat in options)
    if kind == "yes":
        return (program.sources[pending[1]].words.split(" may ")[-1].removeprefix("may ").strip(": ") or "yes",)
    if kind == "choice":
        labels = menu_labels(state.linked, pending[1])
        return tuple(labels[index] for index in options)
    return tuple(program.units[program.watches[trigger[0]].unit].title for trigger in options)


def menu_labels(linked: Linked, source: int) -> tuple[str, ...]:
    """The lines of a menu, found by where it stands."""
    known, program = linked.menus, linked.program
    if source not in known:
        wanted = program.sources[source]
        for unit in program.units:
            for menu in nodes(unit.body, Menu):
                if menu.source == wanted:
                    known[source] = tuple(option.label for option in menu.options)
    return known[source]


class Refused(CardwrightError):
    """An answer that is none; the game is unchanged."""


def chosen_or_refused(asked: Decision, choice: Any) -> tuple[int, ...]:
    """The numbers of the options that were chosen; refused with the reason if that is no answer."""
    try:
        return chosen_indices(asked, choice)
    except ValueError as error:
        raise Refused(f"p{asked.seat}, {asked.prompt}: {error}") from None


def chosen_indices(decision: Decision, choice: Any) -> tuple[int, ...]:
    """An answer as numbers of options; raises `ValueError` with the reason if it is none."""
    names = decision.names
    if choice.__class__ is str and choice in names:
        if decision.min <= 1 <= decision.max:
            return (names.index(choice),)
        chosen = [names.index(choice)]
    elif choice == names:  # all of them, in the order they were offered
        chosen = list(range(len(names)))
    else:
        chosen = []
        for item in choice if isinstance(choice, (list, tuple)) else (choice,):
            chosen.append(_index_of(decision, item, chosen))
        if len(set(chosen)) != len(chosen):
            raise ValueError("an option can be taken only once")
    if not decision.min <= len(chosen) <= decision.max:
        wanted = str(decision.min) if decision.min == decision.max else f"{decision.min} to {decision.max}"
        raise ValueError(f"{len(chosen)} taken, but the answer takes {wanted}")
    if len(chosen) > 1 and not decision.ordered:
        chosen.sort()
    return tuple(chosen)


def _index_of(decision: Decision, item: Any, taken: list[int]) -> int:
    if isinstance(item, Option):
        # after an undo another decision may have the same number: what the option says must agree, too
        if item.decision != decision.id or decision.names[item.index : item.index + 1] != (item.label,):
            raise ValueError(f"'{item.label}' belongs to a decision that has passed")
        return item.index
    if not isinstance(item, str):
        raise ValueError(f"an answer is an option or its key, not {type(item).__name__}")
    names = decision.names
    if item in names:  # a name given twice means two of them
        index = names.index(item)
        while index in taken:
            if item not in names[index + 1 :]:
                raise ValueError(f"'{item}' is not offered so often")
            index = names.index(item, index + 1)
        return index
    keys = list(keys_of(names))
    if item in keys:
        return keys.index(item)
    raise ValueError(f"'{item}' is not offered; there is: {', '.join(dict.fromkeys(names))}")
