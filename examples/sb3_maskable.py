"""MaskablePPO of sb3-contrib over the batch: learn, save, load, play with masks. `experiments/train_sb3.py` does it at length."""

import tempfile
from typing import Any

from sb3_contrib import MaskablePPO

from pagan_env.envs.sb3 import SoloVecEnv

env = SoloVecEnv("pagan", 16, role="witch_0", opponent="random", ruleset="mini")
model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=256, n_epochs=2, seed=0, device="cpu").learn(2000)
with tempfile.TemporaryDirectory() as folder:
    model.save(f"{folder}/witch")
    model = MaskablePPO.load(f"{folder}/witch", device="cpu")
returns: list[float] = []
observation: Any = env.reset()
while len(returns) < 50:
    actions, _ = model.predict(observation, action_masks=env.action_masks())
    observation, _reward, _ended, infos = env.step(actions)
    returns += [info["episode"]["r"] for info in infos if "episode" in info]
print(f"{len(returns)} games, mean return {sum(returns) / len(returns):+.2f}")
