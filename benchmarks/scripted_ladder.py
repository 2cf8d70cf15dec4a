"""How often each scripted level beats the one below, as each role, and how fast they play.

python -m benchmarks.scripted_ladder [--ruleset NAME] [--games N]
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from agents.scripted import LEVELS
from experiments.arena import wilson
from experiments.portrait import plays
from pagan_env.core.jit import rows
from pagan_env.envs.games import find_game

FIRST_SEED = 1_000_000  # apart from those that the players were tuned on


def play(game_name: str, ruleset_name: str | None, levels: tuple[int, int], games: int) -> tuple[np.ndarray, float]:
    """Games won by seat, int64 (2,), and decisions a second, of levels by seat."""
    game = find_game(game_name)
    ruleset = game.load_ruleset(ruleset_name)
    states, views = rows(np.zeros(1, game.state)), rows(np.zeros(1, game.state))
    played = plays(ruleset)
    seeds, out = np.arange(FIRST_SEED, FIRST_SEED + games), np.zeros((games, 4), np.int64)
    game.kernels.deal(states, ruleset.tables, 0, 0, 0)
    game.playing.scripted_games(states, ruleset.tables, views, np.array([levels]), seeds[:1], 1, out, played)  # compiled
    begun = time.process_time()
    game.playing.scripted_games(states, ruleset.tables, views, np.array([levels]), seeds, games, out, played)
    return np.array([(out[:, 0] == seat).sum() for seat in range(2)]), out[:, 3].sum() / (time.process_time() - begun)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scripted_ladder", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="pagan", help="which game")
    parser.add_argument("--ruleset", help="name or file; the game's default if not given")
    parser.add_argument("--games", type=int, default=4000, help="a cell (4000)")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"found --games {given.games}, allowed: 1 or more")
    try:
        agents = find_game(given.game).agents
        find_game(given.game).load_ruleset(given.ruleset)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"| level | as {agents[0]}, % | as {agents[1]}, % | decisions/s |")
    print("|---|---|---|---|")
    for level in range(1, LEVELS):
        cells, speeds = [], []
        for seat, levels in enumerate(((level, level - 1), (level - 1, level))):
            won, speed = play(given.game, given.ruleset, levels, given.games)
            low, high = wilson(int(won[seat]), given.games)
            cells.append(f"{won[seat] / given.games:.1%} ({low:.1%} to {high:.1%})")
            speeds.append(f"{speed:,.0f}")
        below = f"{level} against {level - 1}" if level > 1 else "1 against random"
        print(f"| {below} | {cells[0]} | {cells[1]} | {' and '.join(speeds)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
