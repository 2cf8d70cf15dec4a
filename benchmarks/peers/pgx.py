"""Pgx on the CPU: games in JAX, a batch of them stepped many times in one compiled call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental import auto_reset

from .peer import BATCH, LIKE, OTHER, SMALL, Peer, Playing, assert_moves

# With the batches that are tried: heavier games are at their best in small ones.
GAMES = {"sparrow_mahjong": (LIKE, (64, 256)), "leduc_holdem": (SMALL, (4096, 16384)), "connect_four": (OTHER, (1024, 4096))}
STEPS = 50


def player(name: str, num_envs: int) -> Playing:
    """`STEPS` steps in one `lax.scan`, resets by Pgx's own wrapper; an action is the k-th legal one, k drawn uniformly."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        draw, rest = jax.random.split(key)
        legal = state.legal_action_mask
        chosen = (jax.random.uniform(draw, (num_envs,)) * legal.sum(1)).astype(jnp.int32)
        action = jnp.argmax(legal.cumsum(1) > chosen[:, None], axis=1)
        state = step(state, action, jax.random.split(rest, num_envs))
        return state, state.terminated.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)), donate_argnums=0)
    key, first = jax.random.split(jax.random.PRNGKey(0))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(first, num_envs))
    size, actions = state.observation[0].size, env.num_actions

    def play() -> tuple[int, int]:
        nonlocal state, key
        key, now = jax.random.split(key)
        state, games = many(state, now)
        return num_envs * STEPS, int(games.sum())

    seen = []
    for _ in range(3):
        play()
        seen.append(np.asarray(state.observation).tobytes())
    assert_moves(name, [seen])
    return Playing(play, size, actions)


def peers() -> Iterator[Peer]:
    for name, (kind, batches) in GAMES.items():
        settings = {f"{num_envs:,} games, jit, vmap and scan": partial(player, name, num_envs) for num_envs in batches}
        yield Peer(f"Pgx {name}", BATCH, kind, settings)
