"""Pagan for PettingZoo (AEC), agents `witch_0` and `hunter_0`: `env()` checks the order of calls, `raw_env()` is bare."""

from __future__ import annotations

from pathlib import Path

from .envs.aec import Checked, GameAEC
from .pagan.game import GAME
from .pagan.rulesets import Ruleset


def env(*, ruleset: str | Path | Ruleset | None = None, render_mode: str | None = None, events: int = 0) -> Checked:
    """The environment with PettingZoo's check of the order of calls around it.

    `ruleset`: a name (its newest version), `name@version`, a file, or a ruleset that was loaded or built; None: the default.
    `render_mode`: None, "ansi", "svg", "rgb_array" or "human". `events`: how many of the last events, 0 .. 64, stand
    behind each observation.
    """
    return Checked(raw_env(ruleset=ruleset, render_mode=render_mode, events=events))


def raw_env(*, ruleset: str | Path | Ruleset | None = None, render_mode: str | None = None, events: int = 0) -> GameAEC:
    """The bare environment: the same arguments and games, the same errors for wrong actions, at several times the speed."""
    return GameAEC(GAME, version=0, ruleset=ruleset, render_mode=render_mode, events=events)
