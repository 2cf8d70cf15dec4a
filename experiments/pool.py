"""Past selves of one role, drawn as opponents the more often the better they do."""

from __future__ import annotations

import copy

import numpy as np

from agents.networks import ActorCritic

MEMORY = 0.95  # how much of the score stays when it is counted anew
LEAST = 0.02  # the share of wins that any past self is taken to have at least


class Pool:
    """The untrained net and snapshots from training, each with its share of wins against the learners of other roles.

    A new one counts as winning half of its games until it has played. `priority` 0 draws all alike.
    """

    def __init__(self, net: ActorCritic, priority: float) -> None:
        self.priority = priority
        self.nets: list[ActorCritic] = []
        self.won: list[float] = []
        self.of: list[float] = []
        self.add(net)

    def __len__(self) -> int:
        return len(self.nets)

    def add(self, net: ActorCritic) -> None:
        """Keep a copy of the net as it is now."""
        self.nets.append(copy.deepcopy(net).requires_grad_(False))
        self.won.append(1.0)
        self.of.append(2.0)

    def shares(self) -> np.ndarray:
        """How likely each is to be drawn, float64 (n,)."""
        rate = np.maximum(np.array(self.won) / np.array(self.of), LEAST)
        weights = rate**self.priority
        return weights / weights.sum()

    def draw(self, rng: np.random.Generator) -> int:
        return int(rng.choice(len(self.nets), p=self.shares()))

    def score(self, number: int, won: int, of: int) -> None:
        """Past self `number` has won `won` of `of` further games."""
        if of:
            self.won[number] = self.won[number] * MEMORY + won
            self.of[number] = self.of[number] * MEMORY + of
