"""One iteration of RLlib's PPO with a masked policy for each role. In an environment of its own: pip install "ray[rllib]"."""

import os

os.environ.setdefault("RAY_AUTH_MODE", "disabled")

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from pagan_env.envs.rllib import GameMultiAgentEnv

ray.init(address="local", include_dashboard=False)  # a cluster of its own, whatever others there are
roles = GameMultiAgentEnv({"game": "pagan", "ruleset": "mini"}).possible_agents
config = (
    PPOConfig()
    .environment(
        GameMultiAgentEnv, env_config={"game": "pagan", "ruleset": "mini"}, disable_env_checking=True
    )  # it would sample illegal actions
    .env_runners(num_env_runners=0)
    .multi_agent(policies=set(roles), policy_mapping_fn=lambda agent, *_, **__: agent)
    .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={r: RLModuleSpec(ActionMaskingTorchRLModule) for r in roles}))
    .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
)
algorithm = config.build_algo()
result = algorithm.train()
print({key: result["env_runners"][key] for key in ("num_episodes", "agent_episode_returns_mean")})
algorithm.stop()
