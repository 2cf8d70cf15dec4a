"""`rules`: every number of a ruleset that a variant may change, by its path."""

from __future__ import annotations

import argparse

from .arguments import find_game, find_ruleset
from .text import columns


def run(options: argparse.Namespace) -> int:
    """The command."""
    game = find_game(options.game)
    ruleset = find_ruleset(game, options.ruleset)
    print(columns([game.catalogue.RULE_COLUMNS, *game.catalogue.rule_table(ruleset)]))
    print(f"\n{game.catalogue.rule_counts(ruleset)}")
    return 0
