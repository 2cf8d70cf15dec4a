"""`watch`: a measured game, told event by event, and as a replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pagan_env.cli.table import Table
from pagan_env.core.game import Game
from pagan_env.core.jit import rows
from pagan_env.core.replays import Replay
from pagan_env.envs.replaying import record

from .measures import measures_of


def watch(game: Game, ruleset: Any, levels: tuple[int, ...], seed: int, salt: int) -> Iterator[str]:
    """Lines that tell the game of a seed, all secrets shown at the end, and what was measured of it."""
    measures = measures_of(game)
    measured = measures.play(ruleset, 0, levels, salt, np.array([seed]))
    table = Table(game, ruleset, seed, None)
    yield from table.news()
    for action in actions(game, measures.module, ruleset, levels, seed, salt):
        table.take(action)
        yield from table.news()
    yield f"{table.result()}."
    for name, value in zip(measured.columns[2:], measured.out[0, 2:], strict=True):
        yield f"{name.replace('_', ' ')}: {value}"


def replay_of(game: Game, ruleset: Any, levels: tuple[int, ...], seed: int, salt: int = 0) -> Replay:
    """The measured game as a replay, for `pagan replay`."""
    return record(game, ruleset, seed, list(actions(game, measures_of(game).module, ruleset, levels, seed, salt)))


def actions(game: Game, module: Any, ruleset: Any, levels: tuple[int, ...], seed: int, salt: int) -> Iterator[int]:
    """The actions of the measured game: the same players, the same draws of their ties."""
    states = rows(np.zeros(1, game.state))
    views = rows(np.zeros(getattr(game.playing, "SCRATCH", 1), game.state))
    game.kernels.deal(states, ruleset.tables, 0, 0, seed)
    turn, in_turn = 0, 0
    while (seat := int(states[0]["to_act"])) >= 0:
        turn, in_turn = (int(n) for n in module.place_in_turn(states[0], turn, in_turn))
        counter = module.luck(seed, salt, turn, in_turn)
        action = int(game.playing.scripted_action(states, ruleset.tables, 0, views, levels[seat], counter))
        game.kernels.apply(states, ruleset.tables, 0, action)
        yield action
