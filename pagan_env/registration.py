"""The names by which Gymnasium and PettingZoo make these games; done when `pagan_env` is imported, which loads no game."""

from __future__ import annotations

import gymnasium
import pettingzoo

NAMESPACE = "pagan_env"
GAMES = {"Pagan-v0": "pagan", "ParadiseLost-v0": "paradise_lost"}
MODULES = ("pagan_v0", "paradise_lost_v0")


def register() -> None:
    """Register what isn't yet; Gymnasium from 1.0 on looks for no entry points, and PettingZoo before 1.26 has no registry."""
    for name, game in GAMES.items():
        if f"{NAMESPACE}/{name}" not in gymnasium.registry:
            gymnasium.register(
                id=f"{NAMESPACE}/{name}",
                entry_point="pagan_env.envs.solo:SoloEnv",
                vector_entry_point="pagan_env.envs.solo_vector:SoloVectorEnv",
                kwargs={"game": game},
            )
    if hasattr(pettingzoo, "register"):
        for module in MODULES:
            name = f"{NAMESPACE}/{module.replace('_v', '-v')}"
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, entry_point=f"pagan_env.{module}:env")
