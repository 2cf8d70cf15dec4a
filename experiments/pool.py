"""Opponents that don't learn, past selves and scripted players of one role, drawn the more often the better they do."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from agents.networks import ActorCritic
from experiments.arena import StatePolicy

MEMORY = 0.95  # how much of the score stays when it is counted anew
LEAST = 0.02  # the share of wins that any of them is taken to have at least


class Pool:
    """The untrained net, scripted players, and snapshots from training, in this order.

    Each has its share of wins against the learners of other roles; a new one counts as winning half of its games until it has
    played. `priority` 0 draws all alike.
    """

    def __init__(self, net: ActorCritic, priority: float, scripted: Sequence[StatePolicy] = ()) -> None:
        self.priority = priority
        self.players: list[ActorCritic | StatePolicy] = []
        self.won: list[float] = []
        self.of: list[float] = []
        self.add(net)
        for player in scripted:
            self._enter(player)

    def __len__(self) -> int:
        return len(self.players)

    @property
    def nets(self) -> list[ActorCritic]:
        """The past selves alone, the untrained one first."""
        return [player for player in self.players if isinstance(player, ActorCritic)]

    def add(self, net: ActorCritic) -> None:
        """Keep a copy of the net as it is now."""
        self._enter(copy.deepcopy(net).requires_grad_(False))

    def _enter(self, player: ActorCritic | StatePolicy) -> None:
        self.players.append(player)
        self.won.append(1.0)
        self.of.append(2.0)

    def shares(self) -> np.ndarray:
        """How likely each is to be drawn, float64 (n,)."""
        rate = np.maximum(np.array(self.won) / np.array(self.of), LEAST)
        weights = rate**self.priority
        return weights / weights.sum()

    def draw(self, rng: np.random.Generator) -> int:
        return int(rng.choice(len(self.players), p=self.shares()))

    def score(self, number: int, won: int, of: int) -> None:
        """Player `number` has won `won` of `of` further games."""
        if of:
            self.won[number] = self.won[number] * MEMORY + won
            self.of[number] = self.of[number] * MEMORY + of
