"""One learning seat in Gymnasium: a Witch against the Hunter's scripted player, or a mixture drawn anew for each game."""

import gymnasium

import pagan_env  # noqa: F401  registers the games

env = gymnasium.make("pagan_env/Pagan-v0", role="witch_0", opponent=["random", ("scripted:1", 2)], ruleset="first_steps")
for game in range(3):
    observation, info = env.reset(seed=7 if game == 0 else None)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])  # your policy; the mask is also env.unwrapped.action_masks()
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    print(f"game {game}: {reward:+.0f}")
