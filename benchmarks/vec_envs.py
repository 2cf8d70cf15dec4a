"""Decisions a second of MaskablePPO by the vector environment that feeds it: ours over a batch, SB3's in one process and in many.

    python -m benchmarks.vec_envs [--seconds N] [--num-envs N]

The same games, net and settings: the Witch against a random Hunter.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv

import pagan_env
from pagan_env.envs.sb3 import SoloVecEnv

gymnasium.register_envs(pagan_env)
ROLLOUT = 64


def single() -> gymnasium.Env[Any, Any]:
    return gymnasium.make("pagan_env:pagan_env/Pagan-v0", disable_env_checker=True).unwrapped


def rate(envs: VecEnv, seconds: float) -> float:
    """Learner's decisions a second of collecting and learning; the first rollout is not counted."""
    model = MaskablePPO("MlpPolicy", envs, n_steps=ROLLOUT, batch_size=1024, n_epochs=2, seed=0, device="cpu")
    model.learn(envs.num_envs * ROLLOUT)
    begun, before = time.monotonic(), model.num_timesteps
    while time.monotonic() - begun < seconds:
        model.learn(envs.num_envs * ROLLOUT, reset_num_timesteps=False)
    envs.close()
    return (model.num_timesteps - before) / (time.monotonic() - begun)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vec_envs", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20, help="for each of them (20)")
    parser.add_argument("--num-envs", type=int, default=64, help="games of ours and of DummyVecEnv (64); SubprocVecEnv has 8")
    given = parser.parse_args(arguments)
    if given.seconds <= 0 or given.num_envs < 1:
        parser.error("allowed: --seconds above 0, --num-envs of 1 or more")
    torch.set_num_threads(1)
    made: dict[str, Callable[[], VecEnv]] = {
        f"SoloVecEnv, {given.num_envs}": lambda: SoloVecEnv("pagan", given.num_envs),
        f"DummyVecEnv, {given.num_envs}": lambda: DummyVecEnv([single] * given.num_envs),
        "SubprocVecEnv, 8": lambda: SubprocVecEnv([single] * 8, start_method="spawn"),
    }
    for name, make in made.items():
        print(f"{name:18} {rate(make(), given.seconds):10,.0f} decisions/s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
