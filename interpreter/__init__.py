"""Cardwright: card texts that play.

>>> from interpreter import load
>>> rules = load("dominion", edition="2e")
>>> game = rules.new_game(seats=2, kingdom="Opening Game", seed=7, first=1)
>>> [option.key for option in game.decision.options]
['Copper', 'Copper#2', 'Copper#3']
>>> events = game.answer(["Copper", "Copper", "Copper"])
>>> print(events[0])
p1 play Copper
"""

from interpreter.diagnostics import BadFiles, CardwrightError, Problem, Span
from interpreter.front.decisions import Cause, Decision, Option
from interpreter.front.events import Event
from interpreter.front.game import Game, Refused, Result, RunawayCard, Seat
from interpreter.front.rules import Rules, load
from interpreter.program.model import Card

__version__ = "0.1.0"
__all__ = [
    "BadFiles", "Card", "CardwrightError", "Cause", "Decision", "Event", "Game", "Option", "Problem", "Refused", "Result",
    "Rules", "RunawayCard", "Seat", "Span", "load",
]
