"""Paradise Lost for PettingZoo (AEC), agents `hero_0` to `hero_4`: `env()` checks the order of calls, `raw_env()` is bare."""

from __future__ import annotations

from pathlib import Path

from .envs.aec import Checked, GameAEC
from .paradise_lost.game import game_of


def env(*, num_heroes: int = 3, ruleset: str | Path | None = None, render_mode: str | None = None, events: int = 0) -> Checked:
    """The environment with PettingZoo's check of the order of calls around it.

    `num_heroes`: 2 to 5 Heroes with a player. `ruleset`: a name (its newest version), `name@version`, or a file; None: the
    default. `render_mode`: None, "ansi", "svg", "rgb_array" or "human". `events`: how many of the last events, 0 .. 64,
    stand behind each observation.
    """
    return Checked(raw_env(num_heroes=num_heroes, ruleset=ruleset, render_mode=render_mode, events=events))


def raw_env(
    *, num_heroes: int = 3, ruleset: str | Path | None = None, render_mode: str | None = None, events: int = 0
) -> GameAEC:
    """The bare environment: the same arguments and games, the same errors for wrong actions, at several times the speed."""
    return GameAEC(game_of(num_heroes), version=0, ruleset=ruleset, render_mode=render_mode, events=events)
