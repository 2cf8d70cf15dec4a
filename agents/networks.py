"""The nets of one role. `build` is the one place to change when observations bring more than numbers."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import torch
from torch import nn


class ActorCritic(nn.Module):
    """A policy and a value net with nothing in common but their input, a flat int8 observation."""

    def __init__(self, observation_size: int, num_actions: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.full((observation_size,), 1 / 8))
        self.actor = _mlp(observation_size, hidden, num_actions, last_gain=0.01)  # starts out nearly uniform
        self.critic = _mlp(observation_size, hidden, 1, last_gain=0.1)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values, as the two methods below, for learning."""
        scaled = self._scaled(observation)
        return self.actor(scaled), self.critic(scaled).squeeze(-1)

    def logits(self, observation: torch.Tensor) -> torch.Tensor:
        """Unmasked logits float32 (n, A) of observations int8 (n, O)."""
        return self.actor(self._scaled(observation))

    def value(self, observation: torch.Tensor) -> torch.Tensor:
        """Expected return float32 (n,) of observations int8 (n, O)."""
        return self.critic(self._scaled(observation)).squeeze(-1)

    def _scaled(self, observation: torch.Tensor) -> torch.Tensor:
        return observation.float() * self.scale  # six times as fast as int8 times float

    def fit_scale(self, largest: np.ndarray) -> None:
        """Bring columns to about [-1, 1], given the largest magnitude (O,) seen of each; where that is 0, divide by 8."""
        self.scale.copy_(torch.from_numpy(1 / np.where(largest > 0, largest, 8)))


def build(observation_size: int, num_actions: int, hidden: tuple[int, ...]) -> ActorCritic:
    """The nets of one role, freshly initialised from torch's global generator."""
    return ActorCritic(observation_size, num_actions, hidden)


def _mlp(inputs: int, hidden: tuple[int, ...], outputs: int, last_gain: float) -> nn.Sequential:
    layers: list[nn.Module] = []
    for size, following in pairwise((inputs, *hidden)):
        layers += [_linear(size, following, math.sqrt(2)), nn.ReLU()]
    return nn.Sequential(*layers, _linear((inputs, *hidden)[-1], outputs, last_gain))


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
