"""EnvPool: games in C++ stepped as a batch by one worker thread; some of them are Pgx's games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import envpool
import numpy as np

from .peer import BATCH, LIKE, OTHER, SMALL, Peer, Playing, assert_moves

COUNTED = "the step that deals an ended game anew is not counted, but takes its time; each step shows what all seats see"
GAMES = {"SparrowMahjong-v1": LIKE, "LeducHoldem-v1": SMALL, "Blackjack-v1": SMALL, "ConnectFour-v1": OTHER}
BATCHES = (64, 256, 1024)
STEPS = 50


def player(name: str, num_envs: int) -> Playing:
    """`STEPS` steps; an action is the k-th legal one, k drawn uniformly. Observations of all seats come with each step."""
    env = envpool.make(name, env_type="gymnasium", num_envs=num_envs, num_threads=1, seed=0)
    actions = int(env.action_space.n)
    generator = np.random.default_rng(0)
    observation, information = env.reset()
    restarting = np.zeros(num_envs, bool)  # the next step of a game that has ended deals it anew

    def play(steps: int = STEPS, seen: list[bytes] | None = None) -> tuple[int, int]:
        nonlocal observation, information, restarting
        decisions = games = 0
        for _ in range(steps):
            if seen is not None:
                seen.append(observation.tobytes())
            chosen = generator.random(num_envs, np.float32)
            legal = information.get("legal_action_mask")
            if legal is None:  # every action always is
                action = (chosen * actions).astype(np.int32)
            else:
                counts = legal.cumsum(1, np.int32)
                action = (counts > (chosen * counts[:, -1]).astype(np.int32)[:, None]).argmax(1).astype(np.int32)
            observation, _, terminated, truncated, information = env.step(action)
            decisions += num_envs - int(np.count_nonzero(restarting))
            restarting = terminated | truncated
            games += int(np.count_nonzero(restarting))
        return decisions, games

    seen: list[bytes] = []
    play(20, seen)
    assert_moves(name, [seen])
    return Playing(play, int(np.prod(env.observation_space.shape)), actions)


def peers() -> Iterator[Peer]:
    for name, kind in GAMES.items():
        settings = {f"{num_envs:,} games, 1 worker thread": partial(player, name, num_envs) for num_envs in BATCHES}
        yield Peer(f"EnvPool {name}", BATCH, kind, settings, COUNTED)
