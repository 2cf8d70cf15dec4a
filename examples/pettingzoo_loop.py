"""All seats in PettingZoo: whoever is to act is handed its own observation and mask; an agent may act many times in a row."""

from pagan_env import pagan_v0

env = pagan_v0.env(ruleset="first_steps")  # from PettingZoo 1.26 on also pettingzoo.make("aec", "pagan_env/pagan-v0")
env.reset(seed=7)
returns = dict.fromkeys(env.agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    returns[agent] += reward
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
print(returns)
