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
from interpreter.reading.expected import MOST
from interpreter.reading.files import parse_yaml, read_yaml
from interpreter.reading.nearness import near
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
    ("discard «foo»", "CW201", "'foo' is no word", "a thing such as 'a card' or 'it', a zone (aside, deck"),
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
    ("each other player: gain a Curse «and» +1 card", "CW210", "one statement a line", "lines of their own below the ':'"),
    # plain English
    ("trash a card from hand\n«If you do»: +1 coin", "CW201", "other words for 'If you do'", "write 'if done'"),
    ("«each opponent»: +1 card", "CW201", "other words for 'each opponent'", "write 'each other player'"),
    ("«trash» this card", "", "", ""),
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
    ("if 3 cards in hand: +1 coin\n  «+1 card»", "CW212", "nothing above it opens a block", "below the ':', none behind it"),
    ("may:\n    +1 card\n  «+1 coin»", "CW212", "this line fits no block above it", "exactly where the line it goes with"),
    ("choose one:\n  - +1 card\n      «+1 action»", "CW212", "nothing above it", "under the first letter behind the '- '"),
    ("choose one:\n«- +1 card»\n- +1 action", "CW212", "stand indented below it", "put two spaces before '-'"),
    ("+1 card\n«- +1 action»", "CW210", "an item of a choice", "below a line such as 'choose one:'"),
    ("choose one:\n  «+1 card»\n  +1 action", "CW210", "an item of the choice is wanted", "begin each item with '- '"),
    ("each other player«:»", "CW211", "nothing follows this ':'", "a statement, or a block of lines below it"),
    ("each other player«:»\ndiscard a card from hand", "CW211", "nothing follows this ':'", "indented further"),
    ("choose one«:»", "CW211", "nothing follows this ':'", "each on an indented line that begins with '- '"),
    ("choose one«»\n  - +1 card\n  - +1 action", "CW211", "a ':' is missing", "a line that opens a block ends with ':'"),
    ("repeat until 7 cards in hand«»\n  draw a card", "CW211", "a ':' is missing", "a line that opens a block"),
]
TEXTS.remove(("«trash» this card", "", "", ""))
