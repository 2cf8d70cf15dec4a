"""What a family's module says of each of its environments, and the loops that several families share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

FAMILIES = ("ours", "openspiel", "pgx", "envpool", "rlcard", "pettingzoo", "catanatron")

BATCH, LOOP = "batch", "loop"
# Of like kind is a card game with hidden hands or draws and an observation; small if it has fewer actions than FEW.
OURS, LIKE, SMALL, OTHER = "ours", "like", "small", "other"
FEW = 10

Play = Callable[[], tuple[int, int]]


class Playing(NamedTuple):
    """An environment that is ready: `play()` returns decisions taken and games ended; the sizes are numbers a seat is shown."""

    play: Play
    observation: int
    actions: int


@dataclass(frozen=True)
class Peer:
    """An environment to be measured. `settings` are the ways to run it that are tried; the fastest counts."""

    environment: str
    how: str
    kind: str
    step: str
    settings: Mapping[str, Callable[[], Playing]]


def assert_moves(what: str, games: list[list[bytes]]) -> None:
    """AssertionError if what the environment shows hardly changes from decision to decision: its step does nothing then."""
    assert any(len(seen) > 1 for seen in games), f"{what}: no game has a second decision"
    for seen in games:
        assert 2 * len(set(seen)) > len(seen), f"{what}: {len(set(seen))} different observations in {len(seen)} decisions"


def aec_player(what: str, env: Any) -> Playing:
    """A PettingZoo environment played by its usual loop: `agent_iter`, `last`, a random legal action from the mask, `step`."""
    choices = random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            if seen is not None:
                seen.append(observation["observation"].tobytes())
            env.step(int(legal[int(choices.random() * len(legal))]))
            decisions += 1
        return decisions, 1

    env.reset(seed=0)
    shown = env.observe(env.agent_selection)
    check(what, play)
    return Playing(play, shown["observation"].size, shown["action_mask"].size)


def check(what: str, play: Callable[[list[bytes]], Any], games: int = 10) -> None:
    """Play some games and look at what was seen in each: AssertionError if it does not change."""
    seen: list[list[bytes]] = [[] for _ in range(games)]
    for one in seen:
        play(one)
    assert_moves(what, seen)
