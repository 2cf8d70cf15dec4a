"""A plain model of Pagan: Fate of Roanoke, written from the rulebook, the rulings and INTERFACE.md, without sight of the engine.

`compare.py` plays engine and model side by side. Where they differ, the texts decide who is right; where no text does, a sentence
goes into INTERFACE.md. rulesets/ holds odd rulesets: odd numbers and decks, cards of strange lines by hand (odd, rest), and cards
drawn at random out of the whole card language with further kinds of token, skills and scenarios (many_*).
"""

from .game import Game
from .rules import Rules, load

__all__ = ["Game", "Rules", "load"]
