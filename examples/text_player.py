"""Players who read and write text: put a language model, or a person, in the place of `answer`."""

import random

from pagan_env import pagan_v0
from pagan_env.envs.text import observe_text, parse_action, rules_text


def answer(prompt: str) -> str:
    return f"I choose {random.randint(1, prompt.count('. '))}."  # sometimes no choice: it is asked again


env = pagan_v0.env(ruleset="mini")
env.reset(seed=1)
print(rules_text(env))
for agent in env.agent_iter():
    if env.terminations[agent] or env.truncations[agent]:
        env.step(None)
        continue
    prompt = observe_text(env, agent)
    try:
        env.step(parse_action(env, answer(prompt)))
    except ValueError as error:
        print(error)
print(observe_text(env, "hunter_0"))
