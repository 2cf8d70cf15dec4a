"""What plays for the benchmarks: each function returns one that plays on and says how many decisions and games that was."""

from __future__ import annotations

import functools
import os
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.envs.batch import Batch
from pagan_env.pagan.variants import knobs, value_of, vary

GAMES = {"pagan": pagan_v0, "paradise_lost": paradise_lost_v0}
KERNEL_GAMES = 64
SPREAD = 512  # games at different stages, of which bigger batches hold copies that then go their own ways
STAGES = 25  # of a game
WARM_UP = 1000  # decisions up to the last of them: a random game of Pagan has about 920, one of Paradise Lost 103
CARDS_CHANGED = 5
REPLAYED_GAMES = 50


def running(game: str, num_envs: int, **given: Any) -> Batch:
    """A `Batch` of one ruleset whose games are at different stages; `given` as it takes them."""
    batch = Batch(game, num_envs, **given)
    stages = _stages(game)
    batch.restore({**batch.state(), "states": stages[np.arange(num_envs) % SPREAD]})
    return batch


@functools.cache
def _stages(game: str) -> NDArray[np.uint8]:
    """The records of running games, uint8 (SPREAD, bytes)."""
    batch = Batch(game, SPREAD, observations=False)
    spread(batch)
    return batch.state()["states"]


def spread(batch: Batch) -> None:
    """Bring games that were dealt at once to stages all over a game. AssertionError: none has ended by the last one."""
    actions, kept = np.zeros(batch.num_envs, np.int64), batch.state()
    for part in range(STAGES):
        play_on(batch, actions, part * WARM_UP // STAGES, WARM_UP // STAGES)
        kept["states"][part::STAGES] = batch.state()["states"][part::STAGES]
    assert (batch._episode > 0).any(), f"no game ended in {WARM_UP} steps"
    batch.restore(kept)


def play_on(batch: Batch, actions: NDArray[np.int64], counter: int, steps: int) -> int:
    """So many steps at random, of draws `counter` and on; returns how many games ended. `actions` int64 (N,) is scratch."""
    games = 0
    for draw in range(counter, counter + steps):
        batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, draw)
        batch.step(actions)
        games += int(np.count_nonzero(batch.episode_length))
    return games


def kernel_player(name: str, observations: bool, decisions: int = 50_000) -> Callable[[], tuple[int, int]]:
    """Whole random games inside one kernel call, `decisions` decisions a call."""
    batch = Batch(name, KERNEL_GAMES)
    game, states, tables = batch.game, batch._states, batch.ruleset.tables
    seeds = np.arange(batch.num_envs)
    observation = np.zeros(game.observation_size, np.int8)
    out = np.zeros(4, np.int64)

    def play() -> tuple[int, int]:
        before = states.tobytes()
        game.kernels.random_games(states, tables, seeds, decisions, observation, observations, out)
        assert states.tobytes() != before, "the kernel left the states as they were"
        return int(out[0]), int(out[1])

    return play


def batch_player(batch: Batch, steps: int = 50) -> Callable[[], tuple[int, int]]:
    """Steps of a `Batch`, actions picked by a kernel."""
    actions = np.zeros(batch.num_envs, np.int64)
    counter = 0

    def play() -> tuple[int, int]:
        nonlocal counter
        before = batch._bytes[0].tobytes()
        games = play_on(batch, actions, counter, steps)
        counter += steps
        assert batch._bytes[0].tobytes() != before, "the batch left the states as they were"
        return batch.num_envs * steps, games

    return play


def stepper(batch: Batch, clock: Callable[[], float], steps: int = 20) -> Callable[[], float]:
    """Seconds a decision in `step` alone, over `steps` steps of a batch whose games are at different stages."""
    actions = np.zeros(batch.num_envs, np.int64)
    counter = 0

    def play() -> float:
        nonlocal counter
        seconds = 0.0
        for _ in range(steps):
            batch.game.kernels.random_step(batch._states, batch.ruleset.tables, actions, counter)
            counter += 1
            start = clock()
            batch.step(actions)
            seconds += clock() - start
        return seconds / (steps * batch.num_envs)

    return play


def variants(number: int) -> list[dict[str, int]]:
    """Changes of 1 to 5 cards each: a card's price, upkeep or Secrets one or two up or down."""
    base, choices = pagan_v0.raw_env().ruleset, random.Random(0)
    known = knobs(base)
    slugs = [card.slug for own in base.kinds for card in own]
    found = []
    for _ in range(number):
        changed = choices.sample(slugs, choices.randint(1, CARDS_CHANGED))
        paths = [path for slug in changed for path in known if path.startswith(f"cards.{slug}.") and known[path].column is None]
        found.append({path: max(known[path].low, value_of(base, known[path]) + choices.choice([-2, -1, 1, 2])) for path in paths})
    return found


def varied(rulesets: int, num_envs: int) -> Batch:
    """A `Batch` of Pagan with so many rulesets, the games of row n under the n-th, at different stages."""
    base = pagan_v0.raw_env().ruleset
    many = base if rulesets == 1 else vary(base, variants(rulesets))
    batch = Batch("pagan", num_envs, ruleset=many, ruleset_index=np.arange(num_envs) % rulesets)
    spread(batch)
    return batch


def random_player(env: Any) -> Callable[[], tuple[int, int]]:
    """One game through an AEC environment a call: `agent_iter`, `last`, a random legal action from the mask, `step`."""
    choices = random.Random(0)

    def play() -> tuple[int, int]:
        env.reset()
        return sum(1 for _ in _random_game(env, choices)), 1

    return play


def _random_game(env: Any, choices: random.Random) -> Iterator[tuple[Any, int]]:
    """Observation and action of each decision."""
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        action = int(legal[int(choices.random() * len(legal))])
        yield observation, action
        env.step(action)


def replaying_player(env: Any) -> Callable[[], tuple[int, int]]:
    """The same loop over recorded games, so that picking actions costs nothing: the environment alone."""
    records = []
    for seed in range(REPLAYED_GAMES):
        env.reset(seed=seed)
        moves = list(_random_game(env, random.Random(seed)))
        seen = {observation["observation"].tobytes() for observation, _ in moves}
        assert len(seen) > len(moves) // 2, f"{env}: observations hardly change in a game of {len(moves)} decisions"
        records.append((seed, [action for _, action in moves]))

    def play() -> tuple[int, int]:
        for seed, actions in records:
            env.reset(seed=seed)
            upcoming = iter(actions)
            for _ in env.agent_iter():
                _, _, terminated, truncated, _ = env.last()
                env.step(None if terminated or truncated else next(upcoming))
        return sum(len(actions) for _, actions in records), len(records)

    return play


def connect_four() -> Any:
    """PettingZoo's module of that name, or None where its pygame is missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of old ways to make it, and pygame's own
        try:
            from pettingzoo.classic import connect_four_v3
        except ImportError:
            return None
    return connect_four_v3
