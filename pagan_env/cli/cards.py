"""`cards`: a ruleset's cards with what they do, or all that is wrong with a file of data."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.data import DataError
from .arguments import BadArgumentError, find_game, find_ruleset
from .text import fit, markdown, width


def run(options: argparse.Namespace) -> int:
    """The command."""
    game = find_game(options.game)
    if options.what == "check":
        try:
            print(game.catalogue.check(Path(options.file), options.ruleset))
        except DataError as error:
            raise BadArgumentError(str(error)) from None
        return 0
    ruleset = find_ruleset(game, options.ruleset)
    table, counts = game.catalogue.card_table(ruleset), game.catalogue.card_counts(ruleset)
    if options.markdown:
        print(
            f"# Cards\n\nOf `{ruleset.name}`, by `python -m pagan_env cards list --markdown`; the text is each card's program.\n"
        )
        print(markdown(game.catalogue.CARD_COLUMNS, table))
    else:
        for number, name, card_type, cost, copies, text, sources in table:
            entry = f"{number:>4} {name} ({card_type}, cost {cost}, {copies} in the deck) [{sources}]: {text}"
            print(fit(entry, width(), 5))
    print(f"\n{counts}")
    return 0
