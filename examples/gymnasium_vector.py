"""Many games of one learning seat, stepped by one call: Gymnasium's vector environment over the batch."""

import gymnasium
import numpy as np

import pagan_env  # noqa: F401  registers the games

envs = gymnasium.make_vec("pagan_env/ParadiseLost-v0", num_envs=16, role="hero_1", opponent="random", num_heroes=4)
observation, info = envs.reset(seed=7)
rng, returns = np.random.default_rng(7), []
for _ in range(200):
    noise = rng.random(info["action_mask"].shape)
    actions = np.where(info["action_mask"] == 1, noise, -1).argmax(axis=1)  # your policy, all games at once
    observation, reward, terminated, truncated, info = envs.step(actions)
    returns += reward[terminated | truncated].tolist()  # their last observations: info["final_obs"]
print(f"{envs.metadata['autoreset_mode']}: {len(returns)} games, mean return {np.mean(returns):+.2f}")
