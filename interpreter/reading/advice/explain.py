"""Says what is wrong with a text that does not parse: at the word that is wrong, in the author's words.

The parser tells where it was stuck and what it would have taken. What the author meant is found by trying: a line is
mended in the ways people usually go wrong, and the first mending with which it can be read becomes the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Lark

from interpreter.reading.advice import mend
from interpreter.reading.advice.classes import wrong_class
from interpreter.reading.advice.forms import Forms
from interpreter.reading.advice.gaps import gap, number_for
from interpreter.reading.advice.misplaced import Finding, at_line, misplaced, stand_in, without_remark
from interpreter.reading.advice.respell import another_word, nearly_right, one_of_several
from interpreter.reading.advice.sentence import Advice, Sentence
from interpreter.reading.advice.trial import Effort, Stuck, Trials, attempt, words_from
from interpreter.reading.layout import BadIndent, indent_of, is_blank
from interpreter.reading.vocabulary import Vocabulary

MOST_IN_A_STATEMENT = 12
MOST_EFFORT = 400_000  # for all mistakes of a game's texts; once it is spent, they are explained briefly

WAYS: tuple[Callable[[Sentence], Advice | None], ...] = (
    mend.twice, mend.several_statements, mend.sign, mend.negative, mend.contraction, mend.habit, mend.particle,
    nearly_right, mend.moved_to_the_end, mend.clause, gap, another_word, wrong_class, mend.too_much,
    mend.form_of_verb, one_of_several, mend.new_line,
)


class Explainer:
    """Explains the mistakes of one game's texts."""

    def __init__(self, lark: Lark, vocabulary: Vocabulary, game: str) -> None:
        self._lark, self._game = lark, game
        self._forms = Forms({one.name: one.pattern.to_regexp() for one in lark.terminals}, vocabulary)
        self._effort = Effort(MOST_EFFORT)

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
        try:
            stuck, parser = attempt(self._lark, "\n".join(lines) + "\n", start)
        except BadIndent as error:
            return at_line(lines, error.line - 1, "this line fits no block above it",
                           "begin it exactly where the line it goes with begins")
        if stuck is None:
            return None
        accepted = frozenset(parser.accepts())
        row = stuck.line - 1
        if stuck.position < 0:
            row = max(number for number, line in enumerate(lines) if not is_blank(line))
        trials = Trials(self._lark, start, self._effort)
        found = misplaced(stuck, accepted, row, lines, trials)
        return found or self._sentence(stuck, accepted, row, lines, trials)

    def _sentence(
        self, stuck: Stuck, accepted: frozenset[str], row: int, lines: list[str], trials: Trials
    ) -> Finding:
        whole = without_remark(lines[row])
        margin = indent_of(whole)
        line = whole[margin:]
        column = stuck.column - 1 - margin if stuck.position >= 0 else len(line)
        words, index = words_from(line, column)
        after = next((other for other in lines[row + 1 :] if not is_blank(other)), "")
        deeper = indent_of(after) > margin
        sentence = Sentence(line, words, index, accepted, deeper, trials, self._effort, self._forms, self._game)
        advice = _stopped(sentence) if index == len(words) else self._advice(sentence, stuck.text)
        return Finding(row, margin + advice.start, advice.length, advice.code, advice.message, advice.help)

    def _advice(self, sentence: Sentence, token: str) -> Advice:
        """About the word the parser was stuck at."""
        for way in WAYS if self._effort.left > 0 else ():
            advice = way(sentence)
            if advice is not None:
                return advice
        if not sentence.forms.knows([sentence.word]):
            if sentence.word[0].isupper() and "NAME" in sentence.accepted:
                return sentence.advice(*sentence.unknown("NAME", sentence.word, ""))
            return sentence.advice("CW201", sentence.no_word(sentence.word), sentence.may_come())
        count = len(token.split()) if " " in token and sentence.line.startswith(token, sentence.start) else 1
        shown = token if count > 1 else sentence.word
        return sentence.advice("CW210", f"'{shown}' cannot stand here", sentence.may_come(), count=count)


def _stopped(sentence: Sentence) -> Advice:
    """The line is at its end, but the sentence is not."""
    end, last = len(sentence.line), sentence.words[-1]
    message, help = "the sentence stops too early", sentence.may_come()
    if "_COLON" in sentence.accepted:
        help = "write ':' and behind it, or below, what is to happen"
        if sentence.deeper:
            message, help = "a ':' is missing at the end of this line", "a line that opens a block ends with ':'"
        return Advice("CW211", end, 1, message, help)
    if last.text in ",;" and sentence.trials.fits(sentence.line[: last.start].rstrip()):
        return Advice("CW211", last.start, 1, f"nothing follows this '{last.text}'", "leave it out")
    if sentence.trials.fits(f"{sentence.line[: last.start]}1 {last.text}"):
        right = f"+{number_for(sentence, last.text)} {last.text}"
        return sentence.advice("CW211", f"a number is missing before '{last.text}'", f"write '{right}'", -1)
    signed = len(sentence.words) > 1 and sentence.words[-2].text in "+-"
    return Advice("CW211", end, 1, f"{message}, after '{sentence.line[last.start - signed :]}'", help)
