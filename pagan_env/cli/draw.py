"""`draw`: a picture of a position, some way into a game of random players."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.drawing import svg
from ..core.raster import load_pygame, save_png
from .arguments import BadArgumentError, find_count, find_game, find_ruleset, find_seat, find_seed
from .play import Random
from .table import Table

KINDS = (".svg", ".png")


def run(options: argparse.Namespace) -> int:
    """The command. A game that is shorter than so many decisions is drawn as it ended."""
    out = Path(options.out)
    if out.suffix not in KINDS:
        raise BadArgumentError(f"--out: found {options.out!r}, allowed: a file's name that ends in {' or '.join(KINDS)}")
    game = find_game(options.game)
    ruleset = find_ruleset(game, options.ruleset, options.set)
    viewer = None if options.seat is None else find_seat(game, options.seat)
    seed, decisions = find_seed(options.seed), find_count("--decisions", options.decisions)
    try:
        if out.suffix == ".png":
            load_pygame("a .png file")
        table = Table(game, ruleset, seed, viewer)
        players = [Random(seed, seat) for seat in range(len(game.agents))]
        while table.seat >= 0 and table.decisions < decisions:
            table.take(players[table.seat].act(table.mask(table.seat)))
        drawing = game.draw(table.states, ruleset, viewer)
        if out.suffix == ".png":
            save_png(drawing, out)
        else:
            out.write_text(svg(drawing), encoding="utf-8", newline="\n")
    except ImportError as error:
        raise BadArgumentError(f"--out: {error}; an .svg file needs nothing") from None
    except OSError as error:
        raise BadArgumentError(f"--out: {out}: {error.strerror}, allowed: a file that can be written") from None
    whose = "everyone" if viewer is None else table.titles[viewer]
    print(f"{out}: {ruleset.name}, seed {seed}, after {table.decisions} decisions, as {whose} sees it")
    return 0
