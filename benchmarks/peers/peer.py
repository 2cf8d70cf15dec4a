"""What a family's module says of each of its environments, and the loops that several families share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FAMILIES = ("ours", "openspiel", "pgx", "envpool", "rlcard", "pettingzoo", "catanatron")

# Ways to play: many games a call; one game, a call a decision; the same through PettingZoo's faces.
BATCH, LOOP, RAW, CHECKED = "batch", "loop", "raw_env", "env"
# Of like kind is a card game with hidden hands or draws and an observation; small if it has fewer actions than FEW.
OURS, LIKE, SMALL, OTHER = "ours", "like", "small", "other"
FEW = 10

Play = Callable[[], tuple[int, int]]


class Playing(NamedTuple):
    """An environment that is ready: `play()` returns decisions taken and games ended.

    `observation` is how many numbers a seat is shown, 0 for none. `decisions_per_game` is given where a game takes so many
    steps of a batch that a window can't tell.
    """

    play: Play
    observation: int
    actions: int
    decisions_per_game: float | None = None


@dataclass(frozen=True)
class Peer:
    """An environment to be measured. `settings` are the ways to run it that are tried; the fastest counts.

    `counted` says what a step is, where that is not just a decision of one seat.
    """

    environment: str
    how: str
    kind: str
    settings: Mapping[str, Callable[[], Playing]]
    counted: str = ""


def assert_moves(what: str, games: list[list[bytes]]) -> None:
    """AssertionError if what the environment shows hardly changes from decision to decision: its step does nothing then."""
    assert any(len(seen) > 1 for seen in games), f"{what}: no game has a second decision"
    for seen in games:
        assert 2 * len(set(seen)) > len(seen), f"{what}: {len(set(seen))} different observations in {len(seen)} decisions"


def aec_settings(what: str, make: Callable[[], Any]) -> dict[str, Callable[[], Playing]]:
    """A PettingZoo environment by its usual loop, and by one that asks for no more than it needs."""
    return {"agent_iter and last": partial(_iterated, what, make), "observe and step": partial(_observed, what, make)}


def _legal_action(mask: NDArray[np.int8], choices: random.Random) -> int:
    legal = mask.view(np.bool_).nonzero()[0]  # three to four times as fast as of int8
    return int(legal[int(choices.random() * len(legal))])


def _iterated(what: str, make: Callable[[], Any]) -> Playing:
    env, choices = make(), random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if seen is not None:
                seen.append(observation["observation"].tobytes())
            env.step(_legal_action(observation["action_mask"], choices))
            decisions += 1
        return decisions, 1

    return _ready(what, env, play)


def _observed(what: str, make: Callable[[], Any]) -> Playing:
    env, choices = make(), random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        env.reset()
        decisions = 0
        while True:
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:  # in these games it is over for all at once
                return decisions, 1
            observation = env.observe(agent)
            if seen is not None:
                seen.append(observation["observation"].tobytes())
            env.step(_legal_action(observation["action_mask"], choices))
            decisions += 1

    return _ready(what, env, play)


def _ready(what: str, env: Any, play: Callable[[list[bytes] | None], tuple[int, int]]) -> Playing:
    env.reset(seed=0)
    shown = env.observe(env.agent_selection)
    check(what, play)
    return Playing(partial(play, None), shown["observation"].size, shown["action_mask"].size)


def check(what: str, play: Callable[[list[bytes]], Any], games: int = 10) -> None:
    """Play some games and look at what was seen in each: AssertionError if it does not change."""
    seen: list[list[bytes]] = [[] for _ in range(games)]
    for one in seen:
        play(one)
    assert_moves(what, seen)
