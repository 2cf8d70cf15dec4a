"""The trainer, run shortly on one ruleset (extra `train`)."""

from __future__ import annotations

import copy
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from agents import checkpoint
from agents.learned import LearnedAgent
from experiments.config import load
from experiments.settings import Config, check
from experiments.train import Run
from pagan_env.core.game import Game
from pagan_env.envs.batch import Batch

from .retrain import Retraining

NEVER = 1e9  # seconds between two points of the curve against random


class Trained:
    """A trained net with the events that it must be shown."""

    def __init__(self, agent: LearnedAgent, events: int) -> None:
        self.act_batch, self.events = agent.act_batch, events


def train(settings: Retraining, game: Game, ruleset: Any, seed: int, out: Path) -> list[Trained]:
    """Players by seat after `settings.decisions` decisions, shared between imitation and self-play as in the trainer's file;
    all of them self-play where trained nets are the start.

    The start, all draws and the settings are the same for every ruleset. ValueError: the settings are refused.
    """
    config = load(Config(), settings.trainer)
    share = config.imitation.decisions / max(1, config.imitation.decisions + config.decisions)
    imitation = 0 if settings.start else round(settings.decisions * share)
    config = replace(
        config,
        game=game.spec,
        seed=seed,
        seconds=0.0,
        decisions=max(1, settings.decisions - imitation),
        imitation=replace(config.imitation, decisions=imitation),
        evaluation=replace(config.evaluation, curve_seconds=NEVER),
    )
    batch = Batch(game, config.num_envs, ruleset=ruleset, events=config.events, seed=seed)
    check(config, batch)
    out.mkdir(parents=True, exist_ok=True)
    run = Run(config, batch, out, Console(file=StringIO()))
    if settings.start:
        _begin_with(run, settings.start)
    run.train()
    if run.interrupted:
        raise KeyboardInterrupt
    players = [LearnedAgent(run.nets[role].actor, config.evaluation.temperature) for role in run.role_of]
    return [Trained(player, config.events) for player in players]


def _begin_with(run: Run, start: Path) -> None:
    """Put the nets of another run in place of new ones; their critics are new. ValueError: they are of another shape."""
    for name, net in zip(run.roles, run.nets, strict=True):
        header, weights = checkpoint.load(start / f"{name}.npz")
        if header.shape() != replace(run.shape, others=0):
            raise ValueError(f"finalists.start: {name}.npz is a net of another shape, allowed: that of the trainer's settings")
        net.actor.load_state_dict({key: torch.from_numpy(array) for key, array in weights.items()})
    run.self_play.anchors = [copy.deepcopy(net) for net in run.nets]
