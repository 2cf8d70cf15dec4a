"""The settings of a training run, and what they ask for: nets, scripted players, a device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from agents.networks import Shape, build
from agents.scripted import LEVELS, ScriptedAgent
from experiments.config import setting
from experiments.imitation import Imitation
from experiments.ppo import Settings
from pagan_env.core.data import DataError
from pagan_env.envs.batch import Batch


@dataclass(frozen=True)
class Evaluation:
    """Games played to measure, and how often during training."""

    games: int = setting(1000, 1, 10**7)  # a line of the last table
    curve_games: int = setting(256, 1, 10**7)  # a point of the curve against random, each role; seats of one role in turn
    curve_seconds: float = setting(20.0, 0.1, 10**9)
    temperature: float = setting(1.0, 0, 100)  # at which trained nets play there; below 1 they play their likelier actions more


@dataclass(frozen=True)
class Config:
    """All settings of a training run. It ends at the first limit reached, in seconds or decisions; 0: no such limit.

    Decisions are all seats' together. Limits are on self-play: imitation, which goes before it, has its own. Only a run without
    a limit in seconds can be repeated exactly.
    """

    game: str = setting("pagan")  # name, or name:option=number
    ruleset: str = setting("")  # name or path; empty: the game's own default
    seed: int = setting(0, 0, 2**31 - 1)
    threads: int = setting(2, 1, 1024)  # up to one a role, then more of torch's for each
    num_envs: int = setting(512, 1, 2**16)
    seconds: float = setting(240.0, 0, 10**9)
    decisions: int = setting(0, 0, 10**15)
    checkpoint_seconds: float = setting(60.0, 1, 10**9)
    scripted: tuple[int, ...] = setting((), 1, LEVELS - 1)  # levels of scripted players among the opponents from the pool
    net: str = setting("mlp")  # or memory, which attends to the last events
    events: int = setting(0, 0, 64)  # of the log, behind each observation
    hidden: tuple[int, ...] = setting((128, 128), 1, 4096)
    device: str = setting("cpu")  # or cuda
    imitation: Imitation = field(default_factory=Imitation)
    ppo: Settings = field(default_factory=Settings)
    evaluation: Evaluation = field(default_factory=Evaluation)


def scripted_players(batch: Batch, levels: Sequence[int]) -> list[ScriptedAgent]:
    """Scripted players of these levels, for any role. DataError: the game has none."""
    playing: Any = getattr(batch.game, "playing", None)
    if playing is None and levels:
        raise DataError(f"scripted players: found level {levels[0]}, allowed: none, since this game has no scripted players")
    return [ScriptedAgent(playing, batch.ruleset, level) for level in levels]


def net_shape(config: Config, batch: Batch) -> Shape:
    """What the nets of a run take and give."""
    others = batch.observation_size * (len(batch.agents) - 1) if config.ppo.full_critic else 0
    sizes = batch.game.event_sizes if config.events else ()
    return Shape(batch.observation_size, batch.num_actions, config.hidden, config.net, config.events, sizes, others)


def check(config: Config, batch: Batch) -> None:
    """What no setting's own range tells: nets, players and devices that there are. ValueError, a line."""
    scripted_players(batch, [*config.scripted, *([config.imitation.level] if config.imitation.decisions else [])])
    build(net_shape(config, batch))
    shares = config.imitation.pupil_share + config.imitation.other_share
    if shares > 1:
        raise ValueError(f"imitation: found pupil_share and other_share of {shares:g} together, allowed: at most 1")
    try:
        torch.zeros(1, device=config.device)
    except (RuntimeError, AssertionError):
        raise ValueError(f"device: found {config.device!r}, allowed: cpu, or cuda where torch finds a GPU") from None
