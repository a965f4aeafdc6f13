"""The words of a step, matched with the options of a decision. Two different options that fit are an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from interpreter.diagnostics import did_you_mean
from interpreter.front.decisions import Decision, chosen_indices, keys_of
from interpreter.front.wording import Words, counted, seat_number
from interpreter.program.ir import Act, May, Source
from interpreter.program.layout import UNIT
from interpreter.program.walk import nodes

DECLINE = frozenset({"decline", "nothing", "no", "none", "pass", "done", "stop"})
NOTHING = frozenset({"nothing", "none", "no card", "no cards"})
ACCEPT = frozenset({"yes", "accept", "ok"})
EVERYTHING = frozenset({"all", "everything", "all of them"})
POINTING = frozenset({"it", "this", "that", "them", "one", "the card", "the cards", "card", "cards"})
LEADING = re.compile(r"^(?:choose|chooses|pick|picks|take|takes|select|selects|name|names|say|says|use|uses)\s+")
ARTICLE = re.compile(r"^(?:a|an|the|their|your|its)\s+")
SEPARATOR = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


class Misfit(Exception):
    """Words that are no possible answer to a decision, with the reason."""


class Unreadable(Misfit):
    """Words that mean nothing in this game: most likely a slip of the pen."""


class Ambiguous(Misfit):
    """Words that two different options fit."""


def fit(words: Words, decision: Decision, value: Any) -> tuple[str, ...]:
    """The keys of the options that an answer in words means; raises `Misfit` with the reason if it is none."""
    keys = tuple(keys_of(decision.names))
    found = tuple(keys[index] for index in _Fitting(words, decision).indices(value))
    try:
        chosen_indices(decision, list(found))
    except ValueError as error:
        raise Misfit(str(error)) from None
    return found


def only_answer(decision: Decision) -> tuple[str, ...] | None:
    """The answer to a decision that leaves no choice; None if there is a choice."""
    names = decision.names
    keys = tuple(keys_of(names))
    if decision.min != decision.max:
        return None
    alike = len(set(names)) == 1 and not decision._state.marks  # equal cards: whichever are taken, it is the same
    if alike or (decision.max == len(names) and not decision.ordered):
        return keys[: decision.max]
    return None


class _Fitting:
    """One decision, and the words of the game it belongs to."""

    def __init__(self, words: Words, decision: Decision) -> None:
        self.words, self.decision = words, decision
        self.names, self.keys = decision.names, tuple(keys_of(decision.names))

    def indices(self, value: Any) -> list[int]:
        """The numbers of the options that are meant."""
        if isinstance(value, (list, tuple)):
            taken: list[int] = []
            for entry in value:
                taken += self._one(" ".join(str(entry).split()), taken)
            return taken
        return self._one(" ".join(str(value).split()), [])

    def _one(self, text: str, taken: Sequence[int]) -> list[int]:
        exact = [index for index, key in enumerate(self.keys) if key.casefold() == text.casefold()]
        if exact:
            return self._free(exact[0], taken)
        plain = text.casefold()
        if plain in DECLINE:
            return []
        if self.decision.kind == "yes":
            return self._offer(text)
        if self.decision.kind == "choice":
            return self._menu(text)
        return self._things(text, taken)

    def _free(self, index: int, taken: Sequence[int]) -> list[int]:
        """An equal option in place of one that is taken already."""
        if index not in taken:
            return [index]
        same = [other for other, name in enumerate(self.names) if name == self.names[index] and other not in taken]
        if not same:
            raise Misfit(f"'{self.names[index]}' is not offered so often")
        return same[:1]

    # ------------------------------------------------------------ offers

    def _offer(self, text: str) -> list[int]:
        """A question that is answered with yes or no; its own words, or its verb and what it is about, mean yes."""
        plain, label = text.casefold(), self.names[0].casefold()
        if plain in ACCEPT or plain == label or plain in (f"may {label}", label.removeprefix("they ")):
            return [0]
        spoken = self.words.spoken(text)
        asked = self.words.verbs_in(self.names[0])
        if spoken.verb is not None:
            if spoken.verb.name not in asked:
                raise Misfit(f"'{text}' is not what is asked: {self.names[0]}")
            if spoken.rest.casefold() in NOTHING:
                return []
            if self._is_about(spoken.rest):
                return [0]
            raise Misfit(f"'{spoken.rest}' is not what this is about: {self.names[0]}")
        if self.words.cards_called(text):
            if self._is_about(text):
                return [0]
            raise Misfit(f"'{text}' is not what this is about: {self.names[0]}")
        self._unreadable(text)

    def _is_about(self, rest: str) -> bool:
        plain = ARTICLE.sub("", rest.casefold())
        if not plain or rest.casefold() in POINTING or plain in POINTING:
            return True
        if re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", self.names[0].casefold()):
            return True
        return any(card in self._meant() for card in self.words.cards_called(plain))

    def _meant(self) -> set[str]:
        """The cards that the offer would act on; none where its text does not point at any, or that cannot be told."""
        state, program = self.decision._state, self.words.program
        source, frame = program.sources[self.decision.place], state.stack[-1]
        for offer in nodes(program.units[frame[UNIT]].body, (Act, May)):
            act = next(nodes(offer.body, Act), None) if isinstance(offer, May) else offer
            if offer.source == source and act is not None and act.pick.things.source == "group":
                names = state.linked.card_names
                return {names[state.defs[o]] for o in frame[act.pick.things.register][1]}
        return set()

    # ------------------------------------------------------------ menus

    def _menu(self, text: str) -> list[int]:
        wanted = _loose(LEADING.sub("", text))
        labels = [_loose(name) for name in self.names]
        found = [index for index, label in enumerate(labels) if label == wanted]
        found = found or [i for i, label in enumerate(labels) if re.match(rf"{re.escape(wanted)}(?!\w)", label)]
        if len(found) > 1:
            raise Ambiguous(f"'{text}' fits several options: {'; '.join(self.names[index] for index in found)}")
        if not found:
            if self.words.spoken(text).verb is not None or self.words.cards_called(text):
                raise Misfit(f"'{text}' is not on offer; there is: {'; '.join(self.names)}")
            self._unreadable(text)
        return found

    # ------------------------------------------------------------ cards, seats, triggers

    def _things(self, text: str, taken: Sequence[int]) -> list[int]:
        rest = self._without_verb(text)
        plain = ARTICLE.sub("", rest.casefold())
        if plain in NOTHING:
            return []
        if plain in EVERYTHING:
            return self._everything()
        if not plain or rest.casefold() in POINTING or plain in POINTING or plain in ACCEPT:
            if len(set(self.names)) == 1 and not taken:
                return [0]
            raise Ambiguous(f"'{text}' could be any of {', '.join(dict.fromkeys(self.names))}")
        found: list[int] = []
        for part in [rest] if self._known(rest) else SEPARATOR.split(rest):
            found += self._some(part, [*taken, *found])
        return found

    def _without_verb(self, text: str) -> str:
        spoken = self.words.spoken(text)
        if spoken.verb is None:
            return LEADING.sub("", text)
        asked = self.words.verbs_in(self._asking_words())
        if asked and spoken.verb.name not in asked:
            raise Misfit(f"'{text}' is not what is asked: {self.decision.source.words}")
        return spoken.rest

    def _asking_words(self) -> str:
        """The line that asks; for a trigger all lines of its text, for it may do any of them."""
        program = self.words.program
        if self.decision.kind != "trigger":
            return self.decision.source.words
        units = [program.units[program.watches[trigger[0]].unit] for trigger in self.decision._pending[3]]
        return " ; ".join(source.words for unit in units for source in nodes(unit.body, Source))

    def _everything(self) -> list[int]:
        if self.decision.ordered and len(set(self.names)) > 1:
            raise Misfit("their order counts: list them in the order that is meant")
        return list(range(len(self.names)))

    def _known(self, text: str) -> bool:
        name, _ = counted(ARTICLE.sub("", text))
        return bool(self.words.cards_called(name)) or name.casefold() in [key.casefold() for key in self.keys]

    def _some(self, text: str, taken: Sequence[int]) -> list[int]:
        """One name, perhaps with a number: as many free options of that name."""
        name, count = counted(ARTICLE.sub("", text)) if not self.words.cards_called(text) else (text, 1)
        name = ARTICLE.sub("", name)
        wanted = self._labels(name)
        if len(wanted) > 1:
            raise Ambiguous(f"'{name}' fits several options: {', '.join(wanted)}")
        if not wanted:
            self._missing(name)
        by_key = [index for index, key in enumerate(self.keys) if key == wanted[0] and "#" in key]
        free = by_key or [i for i, label in enumerate(self.names) if label == wanted[0] and i not in taken]
        if len(free) < count:
            raise Misfit(f"'{wanted[0]}' is not offered so often")
        return free[:count]

    def _labels(self, name: str) -> list[str]:
        plain = name.casefold()
        exact = [key for key in dict.fromkeys([*self.names, *self.keys]) if key.casefold() == plain]
        if exact:
            return exact[:1]
        return [card for card in self.words.cards_called(name) if card in self.names]

    def _missing(self, name: str) -> NoReturn:
        if self.words.cards_called(name.split("#")[0]) or seat_number(name) is not None:
            raise Misfit(f"'{name}' is not offered; there is: {', '.join(dict.fromkeys(self.names)) or 'nothing'}")
        self._unreadable(name)

    def _unreadable(self, text: str) -> NoReturn:
        known: Iterable[str] = [*self.names, *self.words.program.by_name, "decline", "yes"]
        raise Unreadable(f"'{text}' means nothing here. {did_you_mean(text, known)}".rstrip())


def _loose(text: str) -> str:
    """Without what people write differently: plus signs, capitals, spaces, an article."""
    return ARTICLE.sub("", " ".join(text.casefold().replace("+", " ").split()))
