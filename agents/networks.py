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

    `observation_size` counts all int8 columns, of which the last `events` times `len(event_sizes)` are events (`Batch(events=K)`,
    `Game.event_sizes`). `others` are columns that only the critic sees.
    """

    observation_size: int
    num_actions: int
    hidden: tuple[int, ...] = (128, 128)
    kind: str = "mlp"
    events: int = 0
    event_sizes: tuple[int, ...] = ()
    others: int = 0

    @property
    def event_columns(self) -> int:
        """Columns of all events together."""
        return self.events * len(self.event_sizes)


class Scaled(nn.Module):
    """A net over int8 columns, each brought to about [-1, 1] first."""

    def __init__(self, columns: int, net: nn.Module) -> None:
        super().__init__()
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.full((columns,), 1 / 8))
        self.net = net
        self.names = columns

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return self.net(columns.float() * self.scale)  # six times as fast as int8 times float

    def keep(self, first: int) -> None:
        """Leave the columns from `first` on as they are from now on, whatever `fit_scale` says: they hold names."""
        self.names = first
        self.scale[first:] = 1

    def fit_scale(self, largest: np.ndarray) -> None:
        """Given the largest magnitude seen of each column; where that is 0, divide by 8."""
        self.scale.copy_(torch.from_numpy(1 / np.where(largest > 0, largest, 8)))
        self.scale[self.names :] = 1


class ActorCritic(nn.Module):
    """A policy and a value net with nothing in common but their input."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.actor = build_actor(shape)
        self.critic = _scaled(shape, shape.others, 1, last_gain=0.1)

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

    def __init__(self, rest: int, shape: Shape, last: nn.Module) -> None:
        super().__init__()
        self.rest, self.events, self.sizes = rest, shape.events, shape.event_sizes
        self.names = [n for n, size in enumerate(shape.event_sizes) if size]
        self.amounts = [n for n, size in enumerate(shape.event_sizes) if not size]
        sizes = [shape.event_sizes[n] for n in self.names]
        self.embed = nn.Parameter(torch.randn(sum(sizes), MEMORY))  # a row for each value of each column of names
        self.register_buffer("first", torch.tensor([0, *sizes[:-1]]).cumsum(0), persistent=False)
        self.weigh = nn.Linear(len(self.amounts), MEMORY)
        self.place = nn.Parameter(torch.zeros(shape.events, MEMORY))  # how long ago
        self.query = _linear(rest, MEMORY, 0.1)
        self.last = last

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        rest, log = columns[:, : self.rest], columns[:, self.rest :].unflatten(1, (self.events, len(self.sizes)))
        # Rows of the table added up by a product with ones at their places: twice as fast as looking each of them up.
        places = (log[:, :, self.names].long() + self.first).flatten(0, 1)
        ones = torch.zeros(len(places), len(self.embed), device=log.device).scatter_(1, places, 1.0)
        named = (ones @ self.embed).unflatten(0, (-1, self.events))
        found = (self.place + self.weigh(log[:, :, self.amounts] / 16) + named).tanh()
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
    if shape.kind == "memory" and not 0 < shape.event_columns < shape.observation_size:
        raise ValueError("net: found 'memory' without events in the observation, allowed: events of 1 or more")
    return _scaled(shape, 0, shape.num_actions, last_gain=0.01)


def _scaled(shape: Shape, others: int, outputs: int, last_gain: float) -> Scaled:
    """A net of the shape's kind; `others` are columns in front of the observation."""
    columns = others + shape.observation_size
    if shape.kind == "mlp":
        return Scaled(columns, _mlp(columns, shape.hidden, outputs, last_gain))
    rest = columns - shape.event_columns
    net = Scaled(columns, Memory(rest, shape, _mlp(rest + MEMORY, shape.hidden, outputs, last_gain)))
    net.keep(rest)
    return net


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
