"""The games of this package, as its users call them: the batch, and the AEC faces beside PettingZoo's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.envs.batch import Batch

from .peer import BATCH, CHECKED, OURS, RAW, Peer, Playing, aec_settings

COUNTED = "the engine takes forced decisions that tell nothing, and those are not counted"
NUM_ENVS = 1024
STEPS = 50


def batch_player(game: str, steps: int = STEPS) -> Playing:
    """`steps` steps of a `Batch`, observations and masks written, actions picked by a kernel."""
    batch = Batch(game, NUM_ENVS)
    actions = np.zeros(NUM_ENVS, np.int64)
    counter = 0

    def step() -> None:
        nonlocal counter
        batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, counter)
        counter += 1
        batch.step(actions)

    def play() -> tuple[int, int]:
        before, games = batch.observation.tobytes(), 0
        for _ in range(steps):
            step()
            games += int(np.count_nonzero(batch.episode_length))
        assert batch.observation.tobytes() != before, f"{game}: the batch shows what it showed {steps} steps ago"
        return NUM_ENVS * steps, games

    # Until each game has ended once: from then on they are at different stages.
    lengths = np.zeros(NUM_ENVS, np.int64)
    while not lengths.all():
        step()
        np.copyto(lengths, batch.episode_length, where=lengths == 0)
    return Playing(play, batch.observation_size, batch.num_actions, float(lengths.mean()))


def peers() -> Iterator[Peer]:
    for name, game, module in (("Pagan", "pagan", pagan_v0), ("Paradise Lost", "paradise_lost", paradise_lost_v0)):
        yield Peer(f"{name}, Batch", BATCH, OURS, {f"{NUM_ENVS:,} games": partial(batch_player, game)}, COUNTED)
        for face in (RAW, CHECKED):
            what = f"{name}, {face}()"
            yield Peer(what, face, OURS, aec_settings(what, getattr(module, face)), COUNTED)
