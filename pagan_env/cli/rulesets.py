"""`rulesets`: what ships with a game, with each file's own description."""

from __future__ import annotations

import argparse

from .arguments import find_game
from .text import fit, width


def run(options: argparse.Namespace) -> int:
    """The command."""
    game = find_game(options.game)
    names = game.ruleset_names()
    column = max(map(len, names)) + 2
    for name in names:
        print(fit(f"{name:{column}}{game.load_ruleset(name).description} ({game.load_ruleset(name).sources})", width(), column))
    print(f"\nThe default is {game.load_ruleset(None).name}.")
    return 0
