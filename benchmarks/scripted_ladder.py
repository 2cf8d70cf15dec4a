"""How often each scripted level beats the one below, as each role, and how fast they play.

python -m benchmarks.scripted_ladder [--game NAME] [--ruleset NAME] [--games N]

Where all seats play the same role, one of a level plays against the others of the level below, from each seat in turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

from agents.scripted import LEVELS
from experiments.arena import wilson
from experiments.scripted_games import one_among, play, won_by_one
from pagan_env.envs.games import find_game

FIRST_SEED = 1_000_000  # apart from those that the players were tuned on


def timed(game: Any, ruleset: Any, levels: np.ndarray, games: int) -> tuple[np.ndarray, float]:
    """What `scripted_games` writes of each game, int64 (games, 4), and decisions a second."""
    play(game, ruleset, levels, 1, FIRST_SEED)  # compiled
    begun = time.process_time()
    _, out, _ = play(game, ruleset, levels, games, FIRST_SEED)
    return out, out[:, 3].sum() / (time.process_time() - begun)


def share(games_won: int, games: int) -> str:
    low, high = wilson(games_won, games)
    return f"{games_won / games:.1%} ({low:.1%} to {high:.1%})"


def by_role(game: Any, ruleset: Any, games: int) -> None:
    """Two roles: a level in each of them against the level below in the other."""
    print(f"| level | as {game.agents[0]}, % | as {game.agents[1]}, % | decisions/s |")
    print("|---|---|---|---|")
    for level in range(1, LEVELS):
        cells, speeds = [], []
        for seat, levels in enumerate(one_among(game, level, level - 1)):
            out, speed = timed(game, ruleset, levels[None], games)
            cells.append(share(int((out[:, 0] == seat).sum()), games))
            speeds.append(f"{speed:,.0f}")
        print(f"| {against(level)} | {cells[0]} | {cells[1]} | {' and '.join(speeds)} |", flush=True)


def one_among_others(game: Any, ruleset: Any, games: int) -> None:
    """Seats that are all alike: one of a level against the others of the level below; games lost by all beside it."""
    seats, lost = len(game.agents), game.describe.ENDING_NAMES.index("all_lost")
    print(f"| level | won by the one (fair: {1 / seats:.1%}) | by each other, on average | by nobody | decisions/s |")
    print("|---|---|---|---|---|")
    for level in range(1, LEVELS):
        out, speed = timed(game, ruleset, one_among(game, level, level - 1), games)
        won, others = won_by_one(game, out)
        nobody = (out[:, 1] == lost).mean()
        print(f"| {against(level)} | {share(won, games)} | {others:.1%} | {nobody:.1%} | {speed:,.0f} |", flush=True)


def against(level: int) -> str:
    return f"{level} against {level - 1}" if level > 1 else "1 against random"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scripted_ladder", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="pagan", help="which game, with options as in paradise_lost:num_heroes=4")
    parser.add_argument("--ruleset", help="name or file; the game's default if not given")
    parser.add_argument("--games", type=int, default=4000, help="a cell (4000)")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"found --games {given.games}, allowed: 1 or more")
    try:
        game = find_game(given.game)
        ruleset = game.load_ruleset(given.ruleset)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    (one_among_others if game.alike else by_role)(game, ruleset, given.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
