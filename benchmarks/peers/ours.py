"""The games of this package, as its users call them: the batch, and the AEC faces beside PettingZoo's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.envs.batch import Batch

from .peer import BATCH, LOOP, OURS, Peer, Playing, aec_player

STEP = "a decision; the engine takes forced ones that tell nothing"
NUM_ENVS = 1024
STEPS = 50
APART = 2000  # steps until games that began together are at different stages


def batch_player(game: str) -> Playing:
    """Steps of a `Batch`, observations and masks written, actions picked by a kernel."""
    batch = Batch(game, NUM_ENVS)
    actions = np.zeros(NUM_ENVS, np.int64)
    counter = 0

    def play(steps: int = STEPS) -> tuple[int, int]:
        nonlocal counter
        before, games = batch.observation.tobytes(), 0
        for _ in range(steps):
            batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, counter)
            counter += 1
            batch.step(actions)
            games += int(np.count_nonzero(batch.episode_length))
        assert batch.observation.tobytes() != before, f"{game}: the batch shows what it showed {steps} steps ago"
        return NUM_ENVS * steps, games

    play(APART)
    return Playing(play, batch.observation_size, batch.num_actions)


def peers() -> Iterator[Peer]:
    for name, game, module in (("Pagan", "pagan", pagan_v0), ("Paradise Lost", "paradise_lost", paradise_lost_v0)):
        yield Peer(f"{name}, Batch", BATCH, OURS, STEP, {f"{NUM_ENVS:,} games": partial(batch_player, game)})
        for face, make in (("raw_env()", module.raw_env), ("env()", module.env)):
            what = f"{name}, {face}"
            yield Peer(what, LOOP, OURS, STEP, {"agent_iter and last": lambda what=what, make=make: aec_player(what, make())})
