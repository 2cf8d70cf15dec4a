"""A game written down in a few hundred bytes, played again, and turned into a dataset."""

import tempfile
from pathlib import Path

from pagan_env import pagan_v0
from pagan_env.envs.export import export
from pagan_env.envs.replaying import Playback

env = pagan_v0.env(ruleset="mini")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "game.replay"
    env.save_replay(path)
    print(path.read_text())
    playback = Playback(path)
    for action in playback:  # before each action, playback.words tells of the game
        print(playback.words.titles[playback.words.seat], "decides:", playback.words.phrase(playback.words.seat, action))
    print("games and decisions:", export([path], Path(folder) / "data"))
