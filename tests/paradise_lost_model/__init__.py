"""A plain model of Paradise Lost, written from the rulebook, the rulings and INTERFACE.md, without sight of the engine.

`compare.py` plays engine and model side by side, the engine asking for each outcome of luck. Where they differ, the texts decide
who is right; where no text does, a sentence goes into INTERFACE.md. rulesets/ holds odd rulesets: odd numbers, boards, boxes and
decks.
"""

from .game import Game
from .rules import Rules, load

__all__ = ["Game", "Rules", "load"]
