"""The nets of one role: a policy, and a critic that may see more than the policy does.

Kinds of net, by name: `mlp` takes an observation as one vector; `memory` also attends to the last events of the game, which stand
at its end (`Batch(..., events=K)`). `build` is the one place to add a kind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from torch import nn

KINDS = ("mlp", "memory")
MEMORY = 64  # width of an event's embedding and of what attention makes of all


@dataclass(frozen=True)
class Shape:
    """What a role's nets take and give.

    `observation_size` counts all int8 columns, of which the last `events` times `event_columns` are events, the newest last, each
    with a first column that is 0 where there was none. `others` are columns that only the critic sees.
    """

    observation_size: int
    num_actions: int
    hidden: tuple[int, ...] = (128, 128)
    kind: str = "mlp"
    events: int = 0
    event_columns: int = 0
    others: int = 0


class Scaled(nn.Module):
    """A net over int8 columns, each brought to about [-1, 1] first."""

    def __init__(self, columns: int, net: nn.Module) -> None:
        super().__init__()
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.full((columns,), 1 / 8))
        self.net = net

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return self.net(columns.float() * self.scale)  # six times as fast as int8 times float

    def fit_scale(self, largest: np.ndarray) -> None:
        """Given the largest magnitude seen of each column; where that is 0, divide by 8."""
        self.scale.copy_(torch.from_numpy(1 / np.where(largest > 0, largest, 8)))


class ActorCritic(nn.Module):
    """A policy and a value net with nothing in common but their input."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.actor = build_actor(shape)
        self.critic = Scaled(shape.observation_size + shape.others, _net(shape, shape.others, 1, last_gain=0.1))

    def forward(self, observation: torch.Tensor, others: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values, as the two methods below, for learning."""
        return self.logits(observation), self.value(observation, others)

    def logits(self, observation: torch.Tensor) -> torch.Tensor:
        """Unmasked logits float32 (n, A) of observations int8 (n, O)."""
        logits: torch.Tensor = self.actor(observation)
        return logits

    def value(self, observation: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Expected return float32 (n,) of observations int8 (n, O) and what only the critic sees, int8 (n, `others`)."""
        columns = torch.cat([others, observation], 1) if self.shape.others else observation
        value: torch.Tensor = self.critic(columns).squeeze(-1)
        return value

    def fit_scale(self, largest: np.ndarray, others: np.ndarray) -> None:
        """Fit both nets' scales, given the largest magnitudes seen of the observation (O,) and of the others' columns."""
        self.actor.fit_scale(largest)
        self.critic.fit_scale(np.concatenate([others, largest]))


class Memory(nn.Module):
    """Attention over the last events, asked by the rest of the input; what it finds joins that rest."""

    def __init__(self, columns: int, shape: Shape, last: nn.Module) -> None:
        super().__init__()
        self.rest = columns - shape.events * shape.event_columns
        self.events, self.event_columns = shape.events, shape.event_columns
        self.embed = nn.Sequential(_linear(shape.event_columns, MEMORY, math.sqrt(2)), nn.ReLU())
        self.place = nn.Parameter(torch.zeros(shape.events, MEMORY))  # how long ago
        self.query = _linear(self.rest, MEMORY, 0.1)
        self.last = last

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        rest, log = columns[:, : self.rest], columns[:, self.rest :].unflatten(1, (self.events, self.event_columns))
        found = self.embed(log) + self.place
        weights = torch.einsum("nd,nkd->nk", self.query(rest), found) / math.sqrt(MEMORY)
        weights = weights.masked_fill(log[:, :, 0] == 0, -1e9).softmax(1)
        recalled = torch.einsum("nk,nkd->nd", weights, found)
        answer: torch.Tensor = self.last(torch.cat([recalled, rest], 1))
        return answer


def build(shape: Shape) -> ActorCritic:
    """The nets of one role, freshly initialised from torch's global generator. ValueError: a kind or sizes that don't fit."""
    return ActorCritic(shape)


def build_actor(shape: Shape) -> Scaled:
    """A policy: unmasked logits float32 (n, A) of observations int8 (n, O), nearly uniform at first. ValueError as `build`."""
    if shape.kind not in KINDS:
        raise ValueError(f"net: found {shape.kind!r}, allowed: {', '.join(KINDS)}")
    if shape.kind == "memory" and not 0 < shape.events * shape.event_columns < shape.observation_size:
        raise ValueError("net: found 'memory' without events in the observation, allowed: events of 1 or more")
    return Scaled(shape.observation_size, _net(shape, 0, shape.num_actions, last_gain=0.01))


def _net(shape: Shape, others: int, outputs: int, last_gain: float) -> nn.Module:
    columns = others + shape.observation_size
    if shape.kind == "mlp":
        return _mlp(columns, shape.hidden, outputs, last_gain)
    rest = columns - shape.events * shape.event_columns
    return Memory(columns, shape, _mlp(rest + MEMORY, shape.hidden, outputs, last_gain))


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
