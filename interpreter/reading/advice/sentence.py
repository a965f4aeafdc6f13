"""One line that could not be read, where the parser was stuck in it, and the advice that is given about it."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.reading.advice.expected import FEW, PLURALS, expected, listed
from interpreter.reading.advice.forms import Forms
from interpreter.reading.advice.trial import Effort, Trials, Word
from interpreter.reading.vocabulary import CLASS_NAMES

UNKNOWN = {
    "NAME": "CW202", "VERB": "CW203", "VERBED": "CW203", "ZONE": "CW204", "INZONE": "CW204", "COUNTER": "CW205",
    "PROPERTY": "CW206", "HAVING": "CW206", "HAS": "CW206", "PHASE": "CW207",
}

_PREPOSITIONS = ("FROM", "IN", "OF", "TO", "INTO", "ONTO", "ON_TOP_OF", "ON_BOTTOM_OF", "_NOT_IN")


@dataclass(frozen=True, slots=True)
class Advice:
    """What is wrong in a line, where (columns count from 0), and what would be right."""

    code: str
    start: int
    length: int
    message: str
    help: str


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A line without its indentation; `words[index]` is the word the parser could not take, if there is one."""

    line: str
    words: list[Word]
    index: int
    accepted: frozenset[str]
    deeper: bool  # whether the next line is indented further
    trials: Trials
    effort: Effort
    forms: Forms
    game: str

    @property
    def word(self) -> str:
        """The word the parser was stuck at."""
        return self.words[self.index].text

    @property
    def start(self) -> int:
        """Where that word begins."""
        return self.words[self.index].start

    def before(self) -> str:
        """The line up to that word."""
        return self.line[: self.start]

    def after(self, count: int = 1) -> str:
        """The line behind that word, or behind some more words."""
        return self.line[self.words[self.index + count - 1].end :]

    def after_preposition(self) -> bool:
        """Whether the word before leads to a place."""
        previous = self.words[self.index - 1].text if self.index else ""
        return any(previous == form.split()[-1] for name in _PREPOSITIONS for form in self.forms.of(name))

    def advice(self, code: str, message: str, help: str, word: int | None = None, count: int = 1) -> Advice:
        """Advice about the word the parser was stuck at, or about other words of the line."""
        number = self.index if word is None else word
        first, last = self.words[number], self.words[min(number + count, len(self.words)) - 1]
        return Advice(code, first.start, last.end - first.start, message, help)

    def no_word(self, word: str) -> str:
        """The message about a word nobody knows."""
        return f"'{word}' is no word of this language or of {self.game}"

    def may_come(self) -> str:
        """The help line that lists what may come here."""
        return "here may come: " + expected(self.accepted, self.forms)

    def unknown(self, kind: str, run: str, meant: str) -> tuple[str, str, str]:
        """Code, message and help for a word that should be one of a class of the game's words."""
        hint = f"did you mean '{meant}'?" if meant else ""
        code, message = "CW201", self.no_word(run)
        if kind in UNKNOWN:
            code, message = UNKNOWN[kind], f"no {CLASS_NAMES[kind]} called '{run}' in {self.game}"
        if meant and meant.lower() == run.lower():
            return code, message, f"{hint} capital and small letters count"
        kinds = [one for one in ("INZONE", "ZONE") if one in self.accepted] if kind in ("ZONE", "INZONE") else [kind]
        words = listed(self.forms, kinds)
        there = f"{PLURALS[kind]} here: {words}" if words and kind in PLURALS else ""
        if kind == "NAME" and not meant:
            there = "`cardwright cards` lists the cards" if len(self.forms.bases(kind)) > FEW else there
        return code, message, " ".join(part for part in (hint, there) if part) or self.may_come()
