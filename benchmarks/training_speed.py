"""Decisions a second of training, ours beside MaskablePPO's: the same games, net, epochs and minibatch, in one run.

    python -m benchmarks.training_speed [--seconds N] [--threads N] [--num-envs N]

MaskablePPO (sb3-contrib) plays both seats with one net over the same `Batch`; ours has a net a role. Both learn from every
decision.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from agents.networks import Shape, build
from experiments.ppo import Settings
from experiments.self_play import SelfPlay
from pagan_env.envs.batch import Batch

HIDDEN = (128, 128)
SETTINGS = Settings(rollout=64, epochs=2, minibatch=1024, past_share=0.0)


class MaskedGames(VecEnv):
    """A batch as Stable-Baselines3 takes it; every decision, of whichever seat, is the learner's."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        seen = spaces.Box(-128, 127, (batch.observation_size,), np.int8)
        super().__init__(batch.num_envs, seen, spaces.Discrete(batch.num_actions))

    def reset(self) -> Any:
        self.batch.reset()
        return self.batch.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        batch = self.batch
        seats = batch.seat.copy()
        batch.step(self._actions)
        ended = batch.terminated | batch.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(batch.num_envs)]
        for i in np.flatnonzero(ended):
            infos[i]["terminal_observation"] = batch.final_observation[i, seats[i]].copy()
        return batch.observation.copy(), batch.reward[np.arange(batch.num_envs), seats].copy(), ended, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(self.batch.action_mask != 0)  # `action_masks`, the one method that is asked for

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None: ...


def theirs(num_envs: int, seconds: float) -> float:
    """Decisions a second of MaskablePPO."""
    net = {"pi": list(HIDDEN), "vf": list(HIDDEN)}
    settings: dict[str, Any] = {"n_steps": SETTINGS.rollout, "n_epochs": SETTINGS.epochs, "batch_size": SETTINGS.minibatch}
    policy: dict[str, Any] = {"net_arch": net, "activation_fn": torch.nn.ReLU}
    model = MaskablePPO("MlpPolicy", MaskedGames(Batch("pagan", num_envs)), policy_kwargs=policy, device="cpu", **settings)
    begun = time.monotonic()
    rounds = 0
    while time.monotonic() - begun < seconds:
        model.learn(num_envs * SETTINGS.rollout, reset_num_timesteps=False)
        rounds += 1
    return rounds * num_envs * SETTINGS.rollout / (time.monotonic() - begun)


def ours(num_envs: int, seconds: float, threads: int) -> float:
    """Decisions a second of our trainer."""
    batch = Batch("pagan", num_envs)
    nets = [build(Shape(batch.observation_size, batch.num_actions, HIDDEN)) for _ in batch.agents]
    play = SelfPlay(batch, nets, SETTINGS, seed=0, threads=threads)
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        play.collect()
        play.learn(0.0)
    return play.decisions / (time.monotonic() - begun)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_speed", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=30, help="for each of them (30)")
    parser.add_argument("--threads", type=int, default=1, help="of torch, and ours by role (1)")
    parser.add_argument("--num-envs", type=int, default=512, help="games side by side (512)")
    given = parser.parse_args(arguments)
    if given.seconds <= 0 or given.threads < 1 or given.num_envs < 1:
        parser.error("allowed: --seconds above 0, --threads and --num-envs of 1 or more")
    for warm in (True, False):
        seconds = 2.0 if warm else given.seconds
        torch.set_num_threads(given.threads)
        rates = {"MaskablePPO": theirs(given.num_envs, seconds), "ours": ours(given.num_envs, seconds, given.threads)}
    for name, rate in rates.items():
        print(f"{name:12} {rate:10,.0f} decisions/s")
    print(f"ratio        {rates['ours'] / rates['MaskablePPO']:10.2f}   ({given.num_envs} games, {given.threads} threads)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
