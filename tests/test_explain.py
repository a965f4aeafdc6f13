"""What the reading stage says about malformed texts and files: the tables are the tests.

In a text, « and » enclose the words a problem must point at; with nothing between them the place behind the line. All
texts of a table are checked in one go, each as a card of its own, and each must bring exactly the problem it is listed
with: nothing hides another mistake, and nothing is told twice.
"""

from __future__ import annotations

import random
import re
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from interpreter.checking.cards import add_card_names, card_items
from interpreter.checking.game import game_file, vocabulary_of
from interpreter.diagnostics import BadFiles, Problem, Problems
from interpreter.loading import build_program
from interpreter.reading.files import parse_yaml, read_yaml
from interpreter.reading.parser import TextParser

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "rules" / "dominion.yaml"
CARDS = ROOT / "cards.yaml"
HEAD = "  cost: 3\n  types: [Action]\n"

# a text with its mistake marked, the code, a piece of the message, a piece of the help
TEXTS = [
    # a word of a phrase is misspelt: it is that word, and the phrase is the suggestion
    ("each «oether» player:\n  discard a card from hand", "CW201", "'oether'", "did you mean 'each other player'?"),
    ("each other «plyer»: +1 card", "CW201", "'plyer'", "did you mean 'each other player'?"),
    ("each other «players»: +1 card", "CW210", "'players'", "did you mean 'each other player'?"),
    ("«Each» other player: +1 card", "CW201", "'Each'", "'each other player'? only names have capital letters"),
    ("gain a card costing up «ot» 4", "CW201", "'ot'", "did you mean 'up to'?"),
    ("this turn, the «frist» time you play a Silver: +1 coin", "CW201", "'frist'", "did you mean 'the first time'?"),
    ("trash a card from hand\nif «doen»: +1 coin", "CW201", "'doen'", "did you mean 'if done'?"),
    ("trash a card from hand\n«fi» done: +1 coin", "CW201", "'fi'", "did you mean 'if done'?"),
    ("discard any «numbr» of cards from hand", "CW201", "'numbr'", "did you mean 'any number of'?"),
    ("reveal the top 3 cards of deck\ndiscard the «res»", "CW201", "'res'", "did you mean 'the rest'?"),
    ("trash a card from hand\ngain a card costing 3 «ore» than it", "CW201", "'ore'", "did you mean 'more than'?"),
    ("discard «own» to 3 cards in hand", "CW201", "'own'", "did you mean 'down to'?"),
    ("gain a card costing 4 or «fewr»", "CW201", "'fewr'", "did you mean 'or fewer'?"),
    ("put a card from hand «at» the top of deck", "CW210", "'at'", "did you mean 'on top of'?"),
    # a phrase lacks a word
    ("«other» player: +1 card", "CW210", "missing before 'other'", "did you mean 'each other player'?"),
    ("all players «once»: pass a card from hand to the left", "CW210", "before 'once'", "'all players at once'"),
    ("discard «down» 3 cards in hand", "CW210", "missing after 'down'", "did you mean 'down to'?"),
    ("put a card from hand on «top» deck", "CW210", "missing after 'top'", "did you mean 'on top of'?"),
    ("gain a card costing «to» 4", "CW210", "missing before 'to'", "did you mean 'up to'?"),
    ("trash a card from hand\nput it «on» deck", "CW210", "'on'", "did you mean 'onto'?"),
    ("trash «to» 4 cards from hand", "CW210", "missing before 'to'", "did you mean 'up to' or 'down to'?"),
    # single words: keywords before names, short words by one letter only, capitals only where they were meant
    ("gain «la» card", "CW201", "'la'", "did you mean 'a'?"),
    ("each other player discards a card from «there» hand", "CW201", "'there'", "did you mean 'their'?"),
    ("repeat 3 «time»:\n  +1 card", "CW210", "'time'", "did you mean 'times'?"),
    ("gain a card costing up to «for»", "CW210", "'for'", "did you mean 'four'?"),
    ("«dicard» a card from hand", "CW203", "no verb called 'dicard' in Dominion", "did you mean 'discard'?"),
    ("«Discard» a card from hand", "CW203", "'Discard'", "did you mean 'discard'? capital and small letters count"),
    ("«get» a Silver", "CW203", "no verb called 'get'", "verbs here: buy, discard, draw, gain, look at, pass, play"),
    ("discard a card from «hadn»", "CW204", "no zone called 'hadn'", "did you mean 'hand'? zones here: aside, deck"),
    ("discard a card from «foo»", "CW204", "no zone called 'foo'", "zones here: aside, deck, discard, hand"),
    ("reveal the top card of the «draw pile»", "CW204", "no zone called 'draw pile'", "zones here: aside, deck"),
    ("gain a «Coper»", "CW202", "no card or type called 'Coper'", "did you mean 'Copper'?"),
    ("gain a «copper»", "CW202", "'copper'", "did you mean 'Copper'? capital and small letters count"),
    ("gain a «Foo Bar»", "CW202", "no card or type called 'Foo Bar'", "`cardwright cards` lists the cards"),
    ("gain a «Trone Room»", "CW202", "no card or type called 'Trone Room'", "did you mean 'Throne Room'?"),
    ("gain a non-«Acton» card", "CW202", "'Acton'", "did you mean 'Action'?"),
    ("+1 «cion»", "CW205", "no counter called 'cion'", "did you mean 'coin'? counters here: action, buy, coin, token"),
    ("+1 «Action»", "CW205", "'Action'", "did you mean 'action'? capital and small letters count"),
    ("+1 «foo»", "CW205", "no counter called 'foo'", "here may come: 'card', 'action', 'buy', 'coin', 'token'"),
    ("+1 «crad»", "CW201", "'crad' is no word of this language or of Dominion", "did you mean 'card'?"),
    ("gain a card «csoting» 4", "CW206", "no property called 'csoting'", "did you mean 'costing'?"),
    ("at start of your next «foo phase»: +1 card", "CW207", "no phase called 'foo phase'", "phases here: action phase"),
    ("discard «foo»", "CW201", "'foo' is no word", "a thing such as 'a card' or 'it', a zone such as 'deck'"),
    # what is missing
    ("+ «card»", "CW210", "a number is missing before 'card'", "write '+1 card'"),
    ("+«cards»", "CW210", "a number is missing before 'cards'", "write '+2 cards'"),
    ("+«coins»", "CW211", "a number is missing before 'coins'", "write '+2 coins'"),
    ("«2» coins", "CW210", "missing before '2'", "did you mean '+2'"),
    ("«a» Silver onto deck", "CW210", "a verb is missing before 'a'", "verbs here: buy, discard, draw, gain"),
    ("gain a card «up» to 5", "CW210", "missing before 'up'", "did you mean 'card costing up'?"),
    ("trash a «from» hand", "CW210", "missing before 'from'", "did you mean 'a card from'?"),
    ("draw «until» 5 cards in hand", "CW210", "missing before 'until'", "did you mean 'draw cards until'?"),
    ("trash a Treasure «hand»", "CW210", "missing before 'hand'", "did you mean 'Treasure from hand'"),
    ("put a card from «onto» deck", "CW210", "a zone is missing before 'onto'", "zones here: aside, deck"),
    ("if «:» +1 card", "CW210", "a condition is missing before ':'", "such as '3 cards in deck' or 'it is ...'"),
    ("if 3 cards in hand «+»1 coin", "CW210", "a ':' is missing before '+'", "write 'if 3 cards in hand: +1 coin'"),
    ("when you gain a card«,» +1 coin", "CW210", "','", "did you mean ':'?"),
    ("+1«»", "CW211", "stops too early, after '+1'", "here may come: 'card', 'action', 'buy', 'coin', 'token'"),
    ("gain a card costing up to«»", "CW211", "stops too early, after 'to'", "here may come: a number"),
    ("trash a card from«»", "CW211", "stops too early, after 'from'", "a zone (aside, deck, discard, hand"),
    ("if 3 cards in hand«»", "CW211", "the sentence stops too early", "write ':' and behind it, or below"),
    ("+1 card«,»", "CW210", "','", "leave it out"),
    # too much
    ("may «may» discard a card from hand", "CW210", "'may' is one word too many", "leave one of the two out"),
    ("discard «discard» 2 cards from hand", "CW210", "'discard' is one word too many", "leave one of the two out"),
    ("trash a card from hand\nput it into the discard «pile»", "CW210", "'pile' is one word too many", "leave it out"),
    # several statements
    ("gain a Gold«.»", "CW201", "a statement ends with its line, without '.'", "leave it out"),
    ("gain a Gold«;» gain a Silver", "CW201", "one statement a line", "write 'gain a Silver' on a line of its own"),
    ("gain a Gold«.» Gain a Silver.", "CW201", "one statement a line", "write 'gain a Silver' on a line of its own"),
    ("gain a Gold, «then» gain a Silver", "CW201", "one statement a line", "write 'gain a Silver'"),
    ("gain a Gold «then» gain a Silver", "CW201", "one statement a line", "write 'gain a Silver'"),
    ("gain a Gold «and» gain a Silver", "CW210", "one statement a line", "write 'gain a Silver' on a line of its own"),
    ("+1 card«,» +1 action", "CW210", "one statement a line", "write '+1 action' on a line of its own"),
    ("+1 card «+»1 action", "CW210", "one statement a line", "write '+1 action' on a line of its own"),
    ("may trash a card from hand «if» you do, +2 coins", "CW210", "one statement a line", "begin a new line with 'if'"),
    ("each other player: gain a Curse «and» +1 card", "CW210",
     "one statement a line", "lines of their own below the ':'"),
    # plain English
    ("trash a card from hand\n«If you do»: +1 coin", "CW201", "other words for 'If you do'", "write 'if done'"),
    ("«each opponent»: +1 card", "CW201", "other words for 'each opponent'", "write 'each other player'"),
    ("trash «this card»", "CW210", "other words for 'this card'", "write 'this'"),
    ("+1 coin «per» card in hand", "CW201", "other words for 'per'", "write 'for each'"),
    ("if no cards in hand «then» +1 card", "CW201", "other words for 'then'", "write ':'"),
    ("if «it's» a Treasure: +1 coin", "CW201", "'it's'", "did you mean 'it is'?"),
    ("gain a card «that costs» 4", "CW210", "'that costs'", "did you mean 'costing'?"),
    ("gain a card «worth» 4", "CW210", "'worth'", "did you mean 'whose worth is'?"),
    ("cards cost 1 less «this turn»", "CW210", "'this turn' stands before", "write 'this turn: cards cost 1 less'"),
    ("+1 coin «if 5 cards in hand»", "CW210", "stands before what happens", "write 'if 5 cards in hand: +1 coin'"),
    ("set «aside» a card from hand", "CW210", "'aside' stands behind", "write 'set a card from hand aside'"),
    ("reveal cards from deck until you «reveal» a Treasure", "CW210", "'reveal'", "did you mean 'revealed'?"),
    # numbers and signs
    ("---\nworth «-two»", "CW201", "after '-' comes a number in digits", "write '-2'"),
    ("+«one» card", "CW210", "'one' is no number", "write '1'"),
    ("gain «2x» Silvers", "CW201", "'2x' is no number", "write '2'"),
    ("«\"»+2 coins\"", "CW201", "quotation marks", "leave it out"),
    ("gain a Gold «(»to your hand)", "CW201", "'(' has no meaning in a text", "a remark is written behind '#'"),
    ("+«$»2", "CW201", "'$' is no word", "here may come: a number, 'action', 'buy', 'coin', 'token'"),
    ("gain a «Goldd» # a remark with a slpi", "CW202", "'Goldd'", "did you mean 'Gold'?"),
    # layout
    ("+1 card\n  «+1 action»", "CW212", "nothing above it opens a block", "begin it where the line above begins"),
    ("if 3 cards in hand: +1 coin\n  «+1 card»", "CW212",
     "nothing above it opens a block", "below the ':', none behind it"),
    ("may:\n    +1 card\n  «+1 coin»", "CW212",
     "this line fits no block above it", "exactly where the line it goes with"),
    ("choose one:\n  - +1 card\n      «+1 action»", "CW212",
     "nothing above it", "under the first letter behind the '- '"),
    ("choose one:\n«- +1 card»\n- +1 action", "CW212", "stand indented below it", "put two spaces before '-'"),
    ("+1 card\n«- +1 action»", "CW210", "an item of a choice", "below a line such as 'choose one:'"),
    ("choose one:\n  «+1 card»\n  +1 action", "CW210", "an item of the choice is wanted", "begin each item with '- '"),
    ("each other player«:»", "CW211", "nothing follows this ':'", "a statement, or a block of lines below it"),
    ("each other player«:»\ndiscard a card from hand", "CW211", "nothing follows this ':'", "indented further"),
    ("choose one«:»", "CW211", "nothing follows this ':'", "each on an indented line that begins with '- '"),
    ("choose one«»\n  - +1 card\n  - +1 action", "CW211",
     "a ':' is missing", "a line that opens a block ends with ':'"),
    ("repeat until 7 cards in hand«»\n  draw a card", "CW211", "a ':' is missing", "a line that opens a block"),
]

# a file of cards with its mistake marked, the code, a piece of the message, a piece of the help
FILES = [
    ("- card: One\n  cost: «three»\n  types: [Action]\n", "CW113", "'cost' has the wrong kind", "a whole number"),
    ("- card: One\n  cost: «300»\n  types: [Action]\n", "CW113", "300 is too much for 'cost'", "it is at most 100"),
    ("- card: One\n  «cots»: 3\n  types: [Action]\n", "CW111", "unknown key 'cots'", "did you mean 'cost'?"),
    ("- card: One\n  cost: 3\n  «type»: [Action]\n", "CW111", "unknown key 'type'", "did you mean 'types'?"),
    ("- «crad»: One\n  cost: 3\n  types: [Action]\n", "CW111", "unknown key 'crad'", "did you mean 'card'?"),
    ("- card: One\n  cost: 3\n  types: «Action»\n", "CW113",
     "'types' has the wrong kind", "a list, as in '[One, Two]'"),
    ("- card: One\n  cost: 3\n  types: «[]»\n", "CW113", "the list of 'types' is empty", "name at least one"),
    ("- card: One\n  cost: 3\n  types: [«5»]\n", "CW113", "'types' has the wrong kind", "the name of a type"),
    ("- card: One\n  cost: 3\n  types: [«Acton»]\n", "CW127", "no type called 'Acton'", "did you mean 'Action'?"),
    ("- card: «One»\n  types: [Action]\n", "CW112", "the card has no cost", "add 'cost: ...'"),
    ("- card: «5»\n  cost: 3\n  types: [Action]\n", "CW113", "'card' has the wrong kind", "the name of the card"),
    ("- card: «''»\n  cost: 3\n  types: [Action]\n", "CW113", "'card' is empty", "write something"),
    ("- card: «\"One\\n\"»\n  cost: 3\n  types: [Action]\n", "CW121", "is no name for a card", "a capital letter"),
    (f"- card: «{'O' * 50}»\n  cost: 3\n  types: [Action]\n", "CW113", "too long: 50 letters", "at most 40 fit"),
    (f"- card: One\n{HEAD}  plural: «''»\n", "CW113", "'' is no word", "use letters"),
    (f"- card: One\n{HEAD}  plural: «\"a\\nb\"»\n", "CW113", "'a\\nb' is no word", "no line breaks"),
    (f"- card: One\n{HEAD}  text:«»\n", "CW113", "'text' has the wrong kind of value", "lines below 'text: |'"),
    (f"- card: One\n{HEAD}  text: «true»\n", "CW113", "'text' has the wrong kind of value", "lines below 'text: |'"),
    (f"- card: One\n{HEAD}  text: gain a Copper «# and a Silver»\n", "CW214", "behind '#'", "put 'text: |'"),
    (f"- card: One\n{HEAD}  text: «>»\n    gain a\n    Copper\n", "CW214",
     "a block that begins with '|'", "put 'text: |'"),
    (f"- card: One\n{HEAD}  text: |\n      +1 card\n    «+»1 action\n", "CW108",
     "not YAML", "as far as its first line"),
    (f"- card: One\n{HEAD}  pile: «0»\n", "CW113", "0 is too little for 'pile'", "it is at least 1"),
    (f"- card: One\n{HEAD}  pile: «ten»\n", "CW113", "'pile' has the wrong kind", "a number of cards, or one for each"),
    (f"- card: One\n{HEAD}  pile: {{«2-99999999»: 5}}\n", "CW124",
     "outside of the seats", "2 to 6 seats: write 2, or 2-6"),
    (f"- card: One\n{HEAD}  pile: {{«6-2»: 5}}\n", "CW124", "'6-2' runs backwards", "2 to 6 seats"),
    (f"- card: One\n{HEAD}  pile: {{2: 5, «x»: 6}}\n", "CW124", "'x' is no number of seats", "2 to 6 seats"),
    (f"- card: One\n{HEAD}  pile: {{2-6: 5, «3»: 6}}\n", "CW124", "something is said already", "2 to 6 seats"),
    (f"- card: One\n{HEAD}  pile: «{{2: 5}}»\n", "CW124", "nothing is said for 3 seats", "2 to 6"),
    ("«c»ard: One\n", "CW113", "wrong kind of value", "a list of cards: begin with '- card: Name'"),
    ("«hello»\n", "CW113", "wrong kind of value", "a list of cards: begin with '- card: Name'"),
    ("- «hello»\n", "CW113", "wrong kind of value", "a card: '- card: Name'"),
]

# a piece of the game file, what it is replaced by, the code, a piece of the message, a piece of the help
GAMES = [
    ("plus: draw", "plus: «drwa»", "CW125", "no verb called 'drwa'", "did you mean 'draw'?"),
    ("plus: draw", "plus: «discard»", "CW125", "'+1 card' needs a verb", "'from: top of ...'"),
    ("from: top of deck, to: hand", "from: «top of dekc», to: hand", "CW125", "no zone called 'dekc'", "'deck'?"),
    ("forms: [draw, draws]", "forms: [«''»]", "CW113", "'' is no word", "use letters"),
    ("past: [drew, drawn]", "past: [«' '»]", "CW113", "' ' is no word", "use letters"),
    ("has: [cost, costs]", "has: [«\"co\\nst\"»]", "CW113", "'co\\nst' is no word", "no line breaks"),
    ("  hand: {of", "  «''»: {of", "CW113", "'' is no word", "use letters"),
    ("  worth: {default", "  «''»: {default", "CW113", "'' is no word", "use letters"),
    ("{of: piles, pile: pile, piles: piles, seen by: all, counted by: all}",
     "«{of: piles, pile: pile, seen by: all, counted by: all}»", "CW112", "the key 'piles' is missing", "add 'piles"),
    ("seats: {from: 2, to: 6}", "seats: {from: 6, to: «2»}", "CW124", "from 6 to 2 there are no seats", "smaller"),
    ("seats: {from: 2, to: 6}", "seats: {from: 2, to: «99»}", "CW113", "99 is too much for 'to'", "it is at most 12"),
    ("put it into play", "put it into «paly»", "CW204", "no zone called 'paly'", "did you mean 'play'?"),
    ("the total worth of", "the total «wroth» of", "CW206", "no property called 'wroth'", "did you mean 'worth'?"),
]


def unmarked(text: str) -> tuple[str, int, int, int]:
    """A text without its marks, and the line, column and length they enclose."""
    plain = text.replace("«", "").replace("»", "")
    before, _, rest = text.partition("«")
    marked = rest.partition("»")[0]
    return plain, before.count("\n") + 1, len(before) - before.rfind("\n"), max(1, len(marked))


def found_in(game: Path, *cards: Path) -> list[Problem]:
    """All problems of a game with some card files."""
    try:
        build_program(game, None, cards)
    except BadFiles as error:
        return list(error.problems)
    return []


@cache
def problems_of_texts() -> dict[int, list[Problem]]:
    """The problems of all texts, by the number of the text; lines and columns count within the text."""
    lines: list[str] = []
    owners: dict[int, tuple[int, int]] = {}
    for number, (text, *_) in enumerate(TEXTS):
        lines += [f"- card: Zzyzx {number}", *HEAD.rstrip().split("\n"), "  text: |"]
        for row, line in enumerate(unmarked(text)[0].split("\n"), 1):
            lines.append("    " + line)
            owners[len(lines)] = number, row
    with TemporaryDirectory() as folder:
        file = Path(folder) / "texts.yaml"
        file.write_text("\n".join(lines) + "\n", "utf-8")
        problems = found_in(GAME, file)
    grouped: dict[int, list[Problem]] = defaultdict(list)
    for problem in problems:
        number, row = owners[problem.span.line]
        span = problem.span
        moved = type(span)(span.file, row, span.column - 4, span.length)
        grouped[number].append(Problem(problem.code, moved, problem.message, problem.help, problem.source))
    return grouped


def file_text(number: int) -> str:
    """A card file with its marks; its card has a name of its own, for all files are read together."""
    return FILES[number][0].replace("One", f"One {number}")


@cache
def problems_of_files() -> dict[int, list[Problem]]:
    """The problems of all card files, by the number of the file."""
    with TemporaryDirectory() as folder:
        paths = []
        for number in range(len(FILES)):
            paths.append(Path(folder) / f"{number}.yaml")
            paths[-1].write_text(unmarked(file_text(number))[0], "utf-8")
        problems = found_in(GAME, *paths)
    grouped: dict[int, list[Problem]] = defaultdict(list)
    for problem in problems:
        grouped[int(Path(problem.span.file).stem)].append(problem)
    return grouped


def check(problems: list[Problem], place: tuple[int, int, int], code: str, message: str, help: str) -> None:
    assert len(problems) == 1, "\n".join(map(str, problems)) or "no problem was found"
    problem, = problems
    assert (problem.span.line, problem.span.column, problem.span.length) == place, str(problem)
    assert problem.code == code, str(problem)
    assert message in problem.message, str(problem)
    assert help in problem.help, str(problem)


@pytest.mark.parametrize("number", range(len(TEXTS)), ids=lambda number: f"{number}-{TEXTS[number][1]}")
def test_a_text_that_cannot_be_read(number: int) -> None:
    text, code, message, help = TEXTS[number]
    check(problems_of_texts()[number], unmarked(text)[1:], code, message, help)


@pytest.mark.parametrize("number", range(len(FILES)), ids=lambda number: f"{number}-{FILES[number][1]}")
def test_a_file_of_another_shape(number: int) -> None:
    _, code, message, help = FILES[number]
    check(problems_of_files()[number], unmarked(file_text(number))[1:], code, message, help)


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: f"{number}-{GAMES[number][2]}")
def test_a_game_file_with_a_mistake(number: int, tmp_path: Path) -> None:
    piece, wrong, code, message, help = GAMES[number]
    original = GAME.read_text("utf-8")
    assert piece in original
    marked = original.replace(piece, wrong, 1)
    plain, line, column, length = unmarked(marked)
    file = tmp_path / "game.yaml"
    file.write_text(plain.replace("../cards.yaml", str(CARDS)), "utf-8")
    check(found_in(file), (line, column, length), code, message, help)


def test_help_is_one_short_line() -> None:
    """One good suggestion, or a list that can be taken in: never everything the parser could have taken."""
    for problem in [one for group in problems_of_texts().values() for one in group]:
        assert problem.help and "\n" not in problem.help
        assert len(problem.help) < 150, str(problem)
        assert "d+" not in problem.help and "_" not in problem.help


def test_a_mistake_hides_no_other(tmp_path: Path) -> None:
    """Within a block, after a block, in another card."""
    file = tmp_path / "several.yaml"
    file.write_text(f"""- card: First
{HEAD}  text: |
    each other player:
      dicard a card from hand
      if 3 crads in hand:
        gain a Cures
      otherwise +1 card
    choose one:
      - +1 actoin
      - gain a Gold.
    +1 cards.
- card: Second
{HEAD}  text: |
    gian a Silver
""", "utf-8")
    found = [(problem.span.line, problem.code) for problem in found_in(GAME, file)]
    assert found == [(6, "CW203"), (7, "CW201"), (8, "CW202"), (9, "CW210"), (11, "CW205"), (12, "CW201"),
                     (13, "CW201"), (18, "CW203")]


# ---------------------------------------------------------------- slips by the hundred


@cache
def reader() -> tuple[TextParser, Problems, list[str]]:
    """A parser of the game, its problems, and all lines of the catalogue's texts that stand alone."""
    problems = Problems()
    item, cards = read_yaml(GAME, "game", problems), read_yaml(CARDS, "cards", problems)
    assert item is not None and cards is not None
    game = game_file(item, None, problems)
    words, entries = vocabulary_of(game), card_items([cards], game, problems)
    add_card_names(entries, words, game, problems)
    texts = re.findall(r"^    +(?:- )?([^-\s#].*[^:\n])$", CARDS.read_text("utf-8"), flags=re.MULTILINE)
    lines = sorted({line for line in texts if not re.match(r"\w+: (\||\[)", line)})
    assert not problems.found and len(lines) > 100
    return TextParser(words, problems, game.name), problems, lines


def read_line(line: str) -> list[Problem]:
    """What is said about one line."""
    parser, problems, _ = reader()
    problems.found.clear()
    parser._explainer = None  # so that its allowance is not used up
    item = parse_yaml(f"text: |\n  {line}\n", "line", problems)
    assert item is not None and not problems.found
    text = item.get("text")
    assert text is not None
    parser.text(text)
    return list(problems.found)


def with_slip(word: str, chance: random.Random) -> str:
    """A word with a letter left out, doubled or swapped with the next."""
    at = chance.randrange(len(word) - 1)
    return chance.choice([word[:at] + word[at + 1 :], word[: at + 1] + word[at:],
                          word[:at] + word[at + 1] + word[at] + word[at + 2 :]])


def test_most_slips_of_one_letter_are_recognised() -> None:
    chance = random.Random(7)
    slips = recognised = 0
    for line in reader()[2]:
        for match in re.finditer(r"[A-Za-z]{4,}", line):
            word = match.group()
            wrong = with_slip(word, chance)
            problems = read_line(line[: match.start()] + wrong + line[match.end() :])
            if wrong == word or not problems:
                continue
            slips += 1
            right_place = problems[0].span.column - 3 == match.start()
            recognised += right_place and re.search(rf"'[^']*\b{word}\b[^']*'", problems[0].help) is not None
    assert slips > 300
    assert recognised / slips > 0.93


def test_every_line_with_a_word_left_out_is_answered_within_that_line() -> None:
    asked = 0
    for line in reader()[2]:
        for match in re.finditer(r"[\w'-]+ ?", line):
            shorter = (line[: match.start()] + line[match.end() :]).strip()
            if not shorter or shorter.startswith(("-", "#")):
                continue
            for problem in read_line(shorter):
                asked += 1
                assert problem.span.line == 2 and 3 <= problem.span.column <= len(shorter) + 3, str(problem)
                assert problem.help, str(problem)
    assert asked > 300


def test_a_file_full_of_mistakes_is_answered_soon(tmp_path: Path) -> None:
    """Every line is answered, but only so many with trials; the rest takes little time."""
    cards = 50
    file = tmp_path / "many.yaml"
    block = "".join(f"    dicard a crad form hnad {number} tiems\n" for number in range(30))
    file.write_text("".join(f"- card: Mistake {number}\n{HEAD}  text: |\n{block}" for number in range(cards)), "utf-8")
    start = time.process_time()
    found = found_in(GAME, file)
    assert len(found) == 30 * cards
    assert time.process_time() - start < 30
