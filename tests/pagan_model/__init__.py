"""A plain model of Pagan: Fate of Roanoke, written from the rulebook, the rulings and INTERFACE.md."""

from .game import Game
from .rules import Rules, load

__all__ = ["Game", "Rules", "load"]
