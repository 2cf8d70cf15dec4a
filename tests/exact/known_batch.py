"""A known game as a batch for the trainer: Kuhn or Leduc poker, walked along the nodes of its tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from agents.exact import SEATS
from agents.networks import ActorCritic, Shape, build
from experiments.ppo import Settings
from experiments.self_play import SelfPlay

from .openspiel import Known


@dataclass(frozen=True)
class NoRuleset:
    name: str = "known@1"
    digest: str = "0" * 16


class KnownBatch:
    """N games in progress; the k-th legal action at an information state is action k."""

    agents = ("player_0", "player_1")
    ruleset = NoRuleset()

    def __init__(self, known: Known, num_envs: int, seed: int = 0) -> None:
        self.num_envs, nodes = num_envs, known.nodes
        self.num_actions = max(len(node.children) for node in nodes if node.seat >= 0)
        self._seat = np.array([node.seat for node in nodes])
        self._infoset = np.array([node.infoset for node in nodes])
        self._value = np.array([node.value for node in nodes], np.float32)
        self._over = np.array([not node.children for node in nodes])
        width = max(len(node.children) for node in nodes)
        self._children = np.array([node.children + [-1] * (width - len(node.children)) for node in nodes])
        self._chances = np.array([np.cumsum(node.chances + [0.0] * (width - len(node.chances))) for node in nodes])
        self.seen = (np.array(known.tensors) * 8).astype(np.int8)  # by information state; nets divide by 8
        self.masks = (np.arange(self.num_actions) < known.form.count[:, None]).astype(np.int8)
        self.observation_size = self.seen.shape[1]
        self.reward = np.zeros((num_envs, SEATS), np.float32)
        self.terminated, self.truncated = np.zeros(num_envs, bool), np.zeros(num_envs, bool)
        self.final_observation = np.zeros((num_envs, SEATS, self.observation_size), np.int8)
        self.episode_length, self._taken = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self._node = np.zeros(self.num_envs, np.int64)
        self._settle()

    def step(self, actions: np.ndarray) -> None:
        self._node = self._children[self._node, actions]
        self._taken += 1
        self._roll()
        self.terminated[:] = self._over[self._node]
        self.reward[:, 0] = np.where(self.terminated, self._value[self._node], 0)
        self.reward[:, 1] = -self.reward[:, 0]
        self.episode_length[:] = np.where(self.terminated, self._taken, 0)
        self._taken[self.terminated] = 0
        self._node[self.terminated] = 0
        self._settle()

    def _roll(self) -> None:
        """Luck, until a seat decides or the game is over."""
        while (luck := (self._seat[self._node] < 0) & ~self._over[self._node]).any():
            rows = np.flatnonzero(luck)
            below = self._chances[self._node[rows]] <= self.rng.random(len(rows))[:, None]
            self._node[rows] = self._children[self._node[rows], below.sum(1)]

    def _settle(self) -> None:
        self._roll()
        infosets = self._infoset[self._node]
        self.seat, self.observation, self.action_mask = self._seat[self._node], self.seen[infosets], self.masks[infosets]

    def observe(self, seat: int) -> np.ndarray:
        raise NotImplementedError("the trees hold what a seat sees at its own decisions only")


def policy_of(known: Known, batch: KnownBatch, nets: list[ActorCritic]) -> np.ndarray:
    """The nets' policies as one over sequences."""
    policy = known.form.uniform()
    legal = batch.masks != 0
    for seat, net in enumerate(nets):
        with torch.inference_mode():
            logits = net.logits(torch.from_numpy(batch.seen)).numpy()
        odds = np.exp(np.where(legal, logits - logits.max(1, keepdims=True), -np.inf))
        odds /= odds.sum(1, keepdims=True)
        for i in np.flatnonzero(known.form.seat == seat):
            policy[known.form.first[i] : known.form.first[i] + known.form.count[i]] = odds[i, : known.form.count[i]]
    return policy


def train(known: Known, decisions: int, settings: Settings, num_envs: int = 128, seed: int = 0) -> float:
    """Train by self-play from scratch; NashConv of the last policies."""
    batch = KnownBatch(known, num_envs, seed)
    torch.manual_seed(seed)
    nets = [build(Shape(batch.observation_size, batch.num_actions, (64, 64))) for _ in batch.agents]
    play = SelfPlay(batch, nets, settings, seed)
    while play.decisions < decisions:
        assert play.collect()["illegal"] == 0
        play.learn(play.decisions / decisions)
    return known.form.nash_conv(policy_of(known, batch, nets))
