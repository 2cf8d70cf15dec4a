"""Whole games between scripted players, deal and all, inside one kernel call: what studies of balance spend their time on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from agents.scripted import LEVELS
from experiments.scripted_games import play
from pagan_env.envs.games import find_game

TOP, RANDOM = LEVELS - 1, 0


def scripted_player(name: str, level: int, games: int = 100) -> Callable[[], tuple[int, int]]:
    """So many games of the default ruleset a call, all seats of one level, each call with seeds of its own."""
    game = find_game(name)
    ruleset = game.load_ruleset(None)
    levels = np.full((1, game.state["seats"].shape[0]), level)
    seed = 0

    def on() -> tuple[int, int]:
        nonlocal seed
        _, out, _ = play(game, ruleset, levels, games, seed)
        seed += games
        assert (out[:, 3] > 0).all(), "a game without decisions"
        return int(out[:, 3].sum()), games

    return on
