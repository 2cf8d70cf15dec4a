"""RLlib on the games, where it is installed: docs/faces.md says how to run this in an environment of its own."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="optional, in an environment of its own: see docs/faces.md")

from pagan_env.envs.rllib import GameMultiAgentEnv
from tests.envs.playing import legal_actions

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("config", [{"game": "pagan", "ruleset": "mini"}, {"game": "paradise_lost", "num_heroes": 4}], ids=str)
def test_observations_rewards_and_ends(config):
    """ray#9029, #4139, #32850: keys that don't match, a missing last observation, lost rewards."""
    env, choices = GameMultiAgentEnv(config), random.Random(1)
    for seed in range(5):
        seen, infos = env.reset(seed=seed)
        total, over = dict.fromkeys(env.possible_agents, 0.0), False
        while not over:
            ((agent, mine),) = seen.items()
            assert env.observation_spaces[agent].contains(mine)
            action = choices.choice(legal_actions(mine["action_mask"]))
            seen, rewards, terminated, truncated, infos = env.step({agent: action})
            assert (
                seen.keys() == rewards.keys() == infos.keys() == terminated.keys() - {"__all__"} == truncated.keys() - {"__all__"}
            )
            over = terminated["__all__"] or truncated["__all__"]
            for other, reward in rewards.items():
                total[other] += reward
        assert list(seen) == env.possible_agents and env.agents == []
        assert all(env.observation_spaces[agent].contains(last) and not last["action_mask"].any() for agent, last in seen.items())
        assert total == env.aec.rewards


def test_only_the_agent_to_act_acts():
    env = GameMultiAgentEnv({"game": "pagan", "ruleset": "mini"})
    (agent,) = env.reset(seed=1)[0]
    (other,) = set(env.possible_agents) - {agent}
    for actions in ({other: 0}, {agent: 0, other: 0}, {}):
        with pytest.raises(ValueError, match=rf"allowed: of {agent} alone"):
            env.step(actions)
    with pytest.raises(ValueError, match="can't take action"):
        env.step({agent: int(np.argmin(env.aec.observe(agent)["action_mask"]))})


def test_the_example_runs():
    """ray#44452, #47853: masks and flattened observations. One iteration of PPO with a masked policy a role."""
    command = [sys.executable, "examples/optional/rllib_ppo.py"]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert child.returncode == 0, child.stderr[-2000:]
    assert "num_episodes" in child.stdout
