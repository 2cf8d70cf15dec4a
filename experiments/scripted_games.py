"""Whole games between scripted players, all in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagan_env.core.jit import rows


def play(game: Any, ruleset: Any, levels: np.ndarray, games: int, first_seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Games of seeds `first_seed` and on; in game n the seats play row n mod R of `levels` int64 (R, seats of the record).

    Returns the records of the R last games at their end, what `scripted_games` writes of each game, int64 (games, 4), and what
    it counts.
    """
    playing, counted = game.playing, np.zeros(game.playing.COUNTED, np.int64)
    states, views = rows(np.zeros(len(levels), game.state)), rows(np.zeros(playing.SCRATCH, game.state))
    out, seeds = np.zeros((games, 4), np.int64), np.arange(first_seed, first_seed + games)
    playing.scripted_games(states, ruleset.tables, views, levels, seeds, games, out, counted)
    return states, out, counted


def one_among(game: Any, level: int, others: int) -> np.ndarray:
    """Levels by row and seat, in which the seat of the row's number plays `level` and all others play `others`."""
    seats, width = len(game.agents), game.state["seats"].shape[0]
    return np.where(np.eye(seats, width, dtype=bool), level, others)


def won_by_one(game: Any, out: np.ndarray) -> tuple[int, float]:
    """Of games between the rows of `one_among`: how many the one won, and the share that each of the others won on average."""
    seats, games = len(game.agents), len(out)
    own = out[:, 0] == np.arange(games) % seats
    return int(own.sum()), float(((out[:, 0] >= 0) & ~own).sum() / games / (seats - 1))
