"""`export`: recorded games as Parquet."""

from __future__ import annotations

import argparse

from ..core.replays import ReplayError, read
from ..envs.export import ExportError, export
from .arguments import BadArgumentError, find_game, find_ruleset


def run(options: argparse.Namespace) -> int:
    """The command."""
    try:
        ruleset = None
        if options.ruleset or options.set:
            ruleset = find_ruleset(find_game(read(options.files[0]).game), options.ruleset, options.set)
        games, decisions = export(options.files, options.out, ruleset)
    except (ReplayError, ExportError) as error:
        raise BadArgumentError(str(error)) from None
    print(f"{options.out}: {games} games, {decisions} decisions")
    return 0
