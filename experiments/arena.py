"""Games in a batch and those who play them; games between one policy a seat, counted without bias, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np


class GameBatch(Protocol):
    """N games in progress, S seats, O observation columns, A actions. Finished games restart in the same step."""

    num_envs: int
    num_actions: int
    observation_size: int
    agents: tuple[str, ...]
    observation: np.ndarray  # int8 (N, O), of the seat to act
    action_mask: np.ndarray  # int8 (N, A)
    seat: np.ndarray  # int64 (N,)
    reward: np.ndarray  # float32 (N, S)
    terminated: np.ndarray  # bool (N,)
    truncated: np.ndarray  # bool (N,)
    final_observation: np.ndarray  # int8 (N, S, O), where a game has just ended
    episode_length: np.ndarray  # int64 (N,), 0 where no game has just ended

    @property
    def states(self) -> np.ndarray: ...  # the games' records, for compiled players
    def reset(self, seed: int | None = None) -> None: ...
    def step(self, actions: np.ndarray) -> None: ...
    def observe(self, seat: int) -> np.ndarray: ...  # int8 (N, O), of any seat
    def state(self) -> dict[str, np.ndarray]: ...  # of all games, for `restore`
    def restore(self, state: Mapping[str, np.ndarray]) -> None: ...


class Policy(Protocol):
    """A player of many games at once. It sees observations int8 (n, O) and masks int8 (n, A), nothing else."""

    def act_batch(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a row, int64 (n,)."""
        ...


class StatePolicy(Protocol):
    """A compiled player, which takes the games' records and looks at no more than its seat's view of them."""

    def act_states(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One legal action a row for the seat to act, int64 (n,)."""
        ...


@dataclass(frozen=True)
class Outcome:
    """How `games` games ended. `won` counts by policy; a game that nobody won was drawn (or lost by all) or truncated."""

    games: int
    won: tuple[int, ...]
    drawn: int
    truncated: int
    decisions: int

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return self.games - self.drawn - self.truncated

    def lost(self, number: int) -> int:
        """Games won by another policy, if one alone wins a game."""
        return sum(self.won) - self.won[number]


def play(
    batch: GameBatch, policies: Sequence[Policy | StatePolicy], rng: np.random.Generator, roles: Sequence[Any] | None = None
) -> Outcome:
    """One game in each row of a freshly reset batch, to its end, `policies` by seat.

    `roles` by seat: from row to row policies move on by one seat among those of their role, so that each plays all of them
    alike. Exactly the first game of each row counts, so that short games weigh no more than long ones. Rows that have finished
    mark time with any legal action. ValueError (from the policy) on a mask of zeros.
    """
    holder = _holders(batch.num_envs, range(len(policies)) if roles is None else roles)
    everyone = np.arange(batch.num_envs)
    playing = np.ones(batch.num_envs, bool)
    won = np.zeros(len(policies), np.int64)
    drawn = truncated = decisions = 0
    while playing.any():
        actions = batch.action_mask.argmax(1)
        acts = holder[everyone, batch.seat]
        for number, policy in enumerate(policies):
            rows = np.flatnonzero(playing & (acts == number))
            if len(rows):
                actions[rows] = _choose(policy, batch, rows, rng)
        batch.step(actions)
        ended = playing & (batch.terminated | batch.truncated)
        playing &= ~ended
        winners = batch.reward[ended] > 0
        won += np.bincount(holder[ended][winners], minlength=len(policies))
        cut = batch.truncated[ended] & ~batch.terminated[ended]
        truncated += int(cut.sum())
        drawn += int((~winners.any(1) & ~cut).sum())
        decisions += int(batch.episode_length[ended].sum())
    return Outcome(batch.num_envs, tuple(int(count) for count in won), drawn, truncated, decisions)


def _holders(games: int, roles: Sequence[Any]) -> np.ndarray:
    """Which policy plays each seat of each game, int64 (N, S)."""
    holder = np.empty((games, len(roles)), np.int64)
    for role in set(roles):
        own = np.array([seat for seat, its_role in enumerate(roles) if its_role == role])
        holder[:, own] = own[(np.arange(len(own)) - np.arange(games)[:, None]) % len(own)]
    return holder


def _choose(policy: Policy | StatePolicy, batch: GameBatch, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    if hasattr(policy, "act_states"):
        return policy.act_states(batch.states[rows], rng)
    return policy.act_batch(batch.observation[rows], batch.action_mask[rows], rng)


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a proportion, 95 % unless `z` says otherwise; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    rate, weight = successes / trials, z * z / trials
    middle = (rate + weight / 2) / (1 + weight)
    reach = z * math.sqrt(rate * (1 - rate) / trials + weight / (4 * trials)) / (1 + weight)
    return max(0.0, middle - reach), min(1.0, middle + reach)
