"""Random play through the faces, for their tests."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pagan_env.pagan.rulesets import load_ruleset


def ruleset_with(folder: Path, **numbers: int) -> Path:
    """A file of the default rules with some numbers changed."""
    lines = "".join(f"{key} = {value}\n" for key, value in numbers.items())
    changed = folder / "changed@1.toml"
    head = f'description = "For tests."\nextends = "{load_ruleset().name}"\n[numbers]\n'
    changed.write_text(head + lines, encoding="utf-8")
    return changed


def legal_actions(mask: np.ndarray) -> list[int]:
    return np.flatnonzero(mask).tolist()


def play(env: Any, choices: random.Random) -> Iterator[tuple[str, Any, float, bool, bool, Any, int | None]]:
    """Play at random the game that `env` was reset to; yields (agent, *last(), action) before every step."""
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else choices.choice(legal_actions(observation["action_mask"]))
        yield agent, observation, reward, terminated, truncated, info, action
        env.step(action)


def digest(env: Any, games: int, seed: int, policy_seed: int = 0) -> str:
    """Hex digest of all that the agents are shown in `games` random games: a seeded reset, then unseeded ones."""
    choices = random.Random(policy_seed)
    sha = hashlib.sha256()
    for game in range(games):
        env.reset(seed=seed if game == 0 else None)
        for agent, observation, reward, terminated, truncated, info, action in play(env, choices):
            sha.update(repr((agent, reward, terminated, truncated, action)).encode())
            for array in (observation["observation"], observation["action_mask"], info["action_mask"]):
                sha.update(array.tobytes())
    return sha.hexdigest()
