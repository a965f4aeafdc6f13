"""Cardwright: card texts that play.

>>> from interpreter import load
>>> game = load().new_game(seats=2, seed=7, first=1)
>>> game.decision.seat
1
>>> option = game.decision.options[0]
>>> events = game.answer(option.key)
>>> events[0].seat, events[0].cards == (option.label,)
(1, True)
"""

from interpreter.diagnostics import BadFiles, CardwrightError, Problem, Span
from interpreter.front.decisions import Cause, Decision, Option, Refused
from interpreter.front.driving import Planner
from interpreter.front.events import Event
from interpreter.front.game import Game, Result, RunawayCard, Seat
from interpreter.front.rules import Rules, load
from interpreter.program.model import Card

__version__ = "0.1.0"
__all__ = [
    "BadFiles", "Card", "CardwrightError", "Cause", "Decision", "Event", "Game", "Option", "Planner", "Problem",
    "Refused", "Result", "Rules", "RunawayCard", "Seat", "Span", "load",
]
