"""The face of RLlib: any game as a turn-based `MultiAgentEnv` with action masks, one decision a step.

Optional, in an environment of its own: `pip install "ray[rllib]"` asks for an older Gymnasium than the rest of the project.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..core.game import Game, Ruleset
from .aec import GameAEC
from .games import find_game

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError(f"pagan_env.envs.rllib needs RLlib ({error}): pip install 'ray[rllib]'") from None

Observations = dict[str, dict[str, NDArray[np.float32]]]


class GameMultiAgentEnv(MultiAgentEnv):
    """Who is to act is the only one with an observation; at the end all have their last one and their reward.

    Observation: `observations` float32 (O,) and `action_mask` float32 (A,), the keys and the dtype that RLlib's own masking
    module takes; the mask is all zero at the end. `config`: `game`, `ruleset`, `events`, and the game's own options.
    """

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        given = dict(config or {})
        game: str | Game = given.pop("game", "")
        ruleset: str | Path | Ruleset | None = given.pop("ruleset", None)
        events: int = given.pop("events", 0)
        self.aec = GameAEC(find_game(game, **given), ruleset=ruleset, events=events)
        self.possible_agents = list(self.aec.possible_agents)
        self.agents = list(self.possible_agents)
        first = self.aec.observation_space(self.agents[0])
        bounds = {"observations": (-128, 127, first["observation"].shape), "action_mask": (0, 1, first["action_mask"].shape)}
        seen = spaces.Dict({key: spaces.Box(low, high, shape, np.float32) for key, (low, high, shape) in bounds.items()})
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces = {agent: self.aec.action_space(agent) for agent in self.agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        self.aec.reset(seed=seed)
        self.agents = list(self.possible_agents)
        agent = self.aec.agent_selection
        return {agent: self._seen(agent)}, {agent: {}}

    def step(
        self, action_dict: dict[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the action of the agent to act. ValueError: it is another's, or not legal."""
        aec = self.aec
        if list(action_dict) != [aec.agent_selection]:
            raise ValueError(f"{aec}.step: actions of {', '.join(action_dict)}, allowed: of {aec.agent_selection} alone")
        aec.step(action_dict[aec.agent_selection])
        terminated, truncated = any(aec.terminations.values()), any(aec.truncations.values())
        told = list(self.possible_agents) if terminated or truncated else [aec.agent_selection]
        rewards = {agent: aec.rewards[agent] for agent in told}
        ends = [{"__all__": over, **dict.fromkeys(told, over)} for over in (terminated, truncated)]
        if terminated or truncated:
            self.agents = []
        return {agent: self._seen(agent) for agent in told}, rewards, ends[0], ends[1], {agent: {} for agent in told}

    def save_replay(self, path: str | Path) -> None:
        """Write the game in progress, or the last one, to a new file. Raises ReplayError if it can't be written."""
        self.aec.save_replay(path)

    def _seen(self, agent: str) -> dict[str, NDArray[np.float32]]:
        seen = self.aec.observe(agent)
        return {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }
