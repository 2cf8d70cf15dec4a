"""`warmup`: compile all that the faces and scripted players call, into the cache on disk."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.jit import COMPILED, cache_folder, rows
from .arguments import find_game


def run(options: argparse.Namespace) -> int:
    """The command."""
    game = find_game(options.game)
    if not COMPILED:
        print(f"{game.name}: NUMBA_DISABLE_JIT is set, nothing to compile")
        return 0
    folder = cache_folder(game.name)
    print(f"{game.name}: compiling into {folder} ...", flush=True)
    began = perf_counter()
    compile_kernels(game)
    how = "compiled now" if compiled_now(game) else "all of it was in the cache"
    print(f"{game.name}: ready after {perf_counter() - began:.1f} s, {how}")
    return 0


def compiled_now(game: Game) -> int:
    """How many of the game's kernels this process had to compile, as the cache hadn't them."""
    loops = [*vars(game.kernels).values(), *vars(game.playing or game).values()]
    kernels = [found for found in loops if hasattr(found, "stats")]
    return sum(kernel.stats.cache_misses.total() for kernel in kernels)


def compile_kernels(game: Game) -> None:
    """Call every kernel of the game with the types that the faces pass, by playing a little through each face."""
    from ..envs.aec import GameAEC
    from ..envs.batch import Batch

    batch = Batch(game, 2)
    batch.step(batch.action_mask.argmax(1))
    batch.observe(0)
    environment = GameAEC(game)
    environment.reset(seed=0)
    environment.step(int(environment.infos[environment.agent_selection]["action_mask"].argmax()))

    kernels, tables = game.kernels, game.load_ruleset(None).tables
    states = rows(np.zeros(2, game.state))
    zeros = np.zeros(2, np.int64)
    observation = np.zeros(game.observation_size, np.int8)
    kernels.reset(states, tables, zeros, zeros)
    kernels.random_step(states, tables, zeros, 0)
    kernels.apply(states, tables, 0, int(zeros[0]))
    kernels.start(states, tables, 0, 0, 0)
    kernels.advance(states, tables, 0, 0)
    kernels.outcomes(states, tables, 0, np.zeros(game.lexicon.size, np.int64))
    kernels.legal(states, 0, np.zeros(game.words, np.uint64))
    kernels.redeal(states, tables, 0, 0, 0)
    kernels.returns(states, 0, np.zeros(len(game.agents), np.float32))
    kernels.random_games(states, tables, zeros, 1, observation, True, np.zeros(4, np.int64))
    if game.playing is not None:
        compile_players(game, states, tables)


def compile_players(game: Game, states: NDArray[Any], tables: NDArray[Any]) -> None:
    """The same for the kernels of scripted play."""
    playing, seats = game.playing, len(game.agents)
    views, levels, zeros = rows(np.zeros(playing.SCRATCH, game.state)), np.ones((2, seats), np.int64), np.zeros(2, np.int64)
    playing.scripted_step(states, tables, views, levels, zeros.copy(), 0)
    playing.scripted_games(
        states, tables, views, levels, zeros, 1, np.zeros((1, 4), np.int64), np.zeros(playing.COUNTED, np.int64)
    )
