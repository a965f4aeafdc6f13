"""Says what is wrong with a text that does not parse: at the word that is wrong, in the author's words.

The parser tells where it was stuck and what it would have taken. What the author meant is found by trying: a line is
mended in the ways people usually go wrong, and the first mending with which it can be read becomes the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.reading import mend
from interpreter.reading.classes import wrong_class
from interpreter.reading.forms import Forms
from interpreter.reading.gaps import gap, number_for
from interpreter.reading.layout import BadIndent, indent_of, is_blank, stand_in
from interpreter.reading.respell import another_word, nearly_right, one_of_several
from interpreter.reading.sentence import Advice, Sentence
from interpreter.reading.trial import Trials, words_from
from interpreter.reading.vocabulary import Vocabulary

MOST_IN_A_STATEMENT = 12
MOST_TRIED = 300  # a file full of mistakes is explained briefly after these, so that it takes no longer than a moment

WAYS: tuple[Callable[[Sentence], Advice | None], ...] = (
    mend.twice, mend.several_statements, mend.sign, mend.negative, mend.contraction, mend.habit, mend.particle, nearly_right,
    mend.moved_to_the_end, mend.clause, gap, another_word, wrong_class, mend.too_much, mend.form_of_verb, one_of_several,
    mend.new_line,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Advice with its line; rows count from 0, `column` from 0 at the beginning of the line."""

    row: int
    column: int
    length: int
    code: str
    message: str
    help: str
    stops: bool = False  # whether the lines after it cannot be judged


class Explainer:
    """Explains the mistakes of one game's texts."""

    def __init__(self, lark: Lark, vocabulary: Vocabulary, game: str) -> None:
        self._lark, self._game = lark, game
        self._forms = Forms({one.name: one.pattern.to_regexp() for one in lark.terminals}, vocabulary)
        self._tried = 0

    def findings(self, start: str, lines: list[str]) -> Iterator[Finding]:
        """What is wrong with a statement and the lines of its blocks, line by line."""
        row = -1
        for _ in range(MOST_IN_A_STATEMENT):
            found = self._first(start, lines)
            if found is None or found.row <= row:
                return
            yield found
            if found.stops or start != "chunk":
                return
            row, lines = found.row, stand_in(lines, found.row)

    def _first(self, start: str, lines: list[str]) -> Finding | None:
        partial = self._lark.parse_interactive("\n".join(lines) + "\n", start=start)
        try:
            partial.exhaust_lexer()
            partial.feed_eof()
        except BadIndent as error:
            row = error.line - 1
            return _at_line(lines, row, "this line fits no block above it", "begin it exactly where the line it goes with begins")
        except (UnexpectedToken, UnexpectedCharacters) as error:
            accepted = frozenset(partial.accepts())
            return self._layout(error, accepted, lines) or self._sentence(error, accepted, start, lines)
        except UnexpectedInput:
            pass
        return None

    def _layout(self, error: UnexpectedInput, accepted: frozenset[str], lines: list[str]) -> Finding | None:
        """Blocks that are missing, and lines that are indented without a reason."""
        kind = error.token.type if isinstance(error, UnexpectedToken) else ""
        if kind == "_INDENT":
            return _too_deep(lines, (error.token.end_line or 1) - 1)
        row, column = _row_of(error, lines)
        line = lines[row]
        first = column <= indent_of(line)
        if "_INDENT" in accepted and line.lstrip().startswith("- ") and first and kind != "_DEDENT":
            return _at_line(lines, row, "the items of a choice stand indented below it", "put two spaces before each '-'")
        if "_INDENT" in accepted:
            return self._no_block(lines, row if kind in ("_DEDENT", "$END", "_NL") else row - 1)
        if line.lstrip().startswith("- ") and first and kind != "_NL":
            return _at_line(lines, row, "a line with '-' is an item of a choice, and there is none here",
                            "items stand below a line such as 'choose one:'; other lines begin without '-'", "CW210")
        if accepted == {"_DASH"}:
            return _at_line(lines, row, "here an item of a choice is wanted", "begin each item with '- '", "CW210")
        return None

    def _no_block(self, lines: list[str], row: int) -> Finding:
        """After a ':' at the end of a line nothing follows."""
        while row > 0 and is_blank(lines[row]):
            row -= 1
        line = _without_remark(lines[row])
        items = not Trials(self._lark, "chunk").fits(line.strip() + " nothing")
        help = ("after ':' come the items, each on an indented line that begins with '- '" if items else
                "after ':' comes a statement, or a block of lines below it, indented further")
        return Finding(row, max(0, len(line) - 1), 1, "CW211", "nothing follows this ':'", help)

    def _sentence(self, error: UnexpectedInput, accepted: frozenset[str], start: str, lines: list[str]) -> Finding:
        row, column = _row_of(error, lines)
        line = _without_remark(lines[row])
        margin = indent_of(line)
        trials = Trials(self._lark, start)
        words, index = words_from(line[margin:], column - margin)
        after = next((other for other in lines[row + 1 :] if not is_blank(other)), "")
        sentence = Sentence(line[margin:], words, index, accepted, indent_of(after) > margin, trials,
                            self._forms, self._game)
        advice = _stopped(sentence) if index == len(words) else self._stuck(sentence, error)
        return Finding(row, margin + advice.start, advice.length, advice.code, advice.message, advice.help)

    def _stuck(self, sentence: Sentence, error: UnexpectedInput) -> Advice:
        self._tried += 1
        for way in WAYS if self._tried <= MOST_TRIED else ():
            advice = way(sentence)
            if advice is not None:
                return advice
        if not sentence.forms.knows([sentence.word]):
            return sentence.advice("CW201", sentence.no_word(sentence.word), sentence.may_come())
        phrase = str(error.token) if isinstance(error, UnexpectedToken) else sentence.word
        count = len(phrase.split()) if sentence.line.startswith(phrase, sentence.start) else 1
        shown = phrase if count > 1 else sentence.word
        return sentence.advice("CW210", f"'{shown}' cannot stand here", sentence.may_come(), count=count)


def _stopped(sentence: Sentence) -> Advice:
    """The line is at its end, but the sentence is not."""
    end, last = len(sentence.line), sentence.words[-1]
    if "_COLON" in sentence.accepted and (sentence.deeper or "_NL" not in sentence.accepted):
        if sentence.deeper:
            return Advice("CW211", end, 1, "a ':' is missing at the end of this line", "a line that opens a block ends with ':'")
        return Advice("CW211", end, 1, "the sentence stops too early", "write ':' and behind it, or below, what is to happen")
    if last.text in ",;" and sentence.trials.fits(sentence.line[: last.start].rstrip()):
        return Advice("CW211", last.start, 1, f"nothing follows this '{last.text}'", "leave it out")
    if sentence.trials.fits(f"{sentence.line[: last.start]}1 {last.text}"):
        return sentence.advice("CW211", f"a number is missing before '{last.text}'", f"write '+{number_for(sentence, last.text)} {last.text}'", -1)
    signed = len(sentence.words) > 1 and sentence.words[-2].text in "+-"
    return Advice("CW211", end, 1, f"the sentence stops too early, after '{sentence.line[last.start - signed :]}'", sentence.may_come())


def _too_deep(lines: list[str], row: int) -> Finding:
    """A line is indented, but nothing opened a block."""
    above = next((line for line in reversed(lines[:row]) if not is_blank(line)), "")
    _, colon, behind = _without_remark(above).partition(":")
    if colon and behind.strip():
        help = "put all lines of the block below the ':', none behind it"
    elif above.lstrip().startswith("- "):
        help = "begin it under the first letter behind the '- '"
    else:
        help = "begin it where the line above begins; a block needs a line above it that ends with ':'"
    return _at_line(lines, row, "this line is indented, but nothing above it opens a block", help)


def _at_line(lines: list[str], row: int, message: str, help: str, code: str = "CW212") -> Finding:
    """About a line as a whole: its place rather than its words."""
    line = _without_remark(lines[row])
    return Finding(row, indent_of(line), max(1, len(line.strip())), code, message, help, stops=True)


def _row_of(error: UnexpectedInput, lines: list[str]) -> tuple[int, int]:
    """Where the parser was stuck; at the end of the text it gives no place."""
    if error.line is None or error.line < 1:
        last = max(number for number, line in enumerate(lines) if not is_blank(line))
        return last, len(lines[last])
    return error.line - 1, error.column - 1


def _without_remark(line: str) -> str:
    return line.partition("#")[0].rstrip()
