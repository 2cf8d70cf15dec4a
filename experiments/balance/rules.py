"""Rulesets as people name them on the command line or in a study."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agents.scripted import LEVELS
from pagan_env.core.game import Game


@dataclass(frozen=True)
class Rules:
    """A ruleset by name or file (None: the game's default) and changes of it, `path = value`."""

    ruleset: str | None
    change: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """Arguments that name it."""
        named = ["--ruleset", self.ruleset] if self.ruleset else []
        return named + [word for change in self.change for word in ("--set", change.replace(" ", ""))]


def load_rules(game: Game, rules: Rules) -> Any:
    """The ruleset with its changes. ValueError."""
    ruleset = game.load_ruleset(rules.ruleset)
    return game.vary(ruleset, [list(rules.change)]) if rules.change else ruleset


def read_rules(text: str) -> Rules:
    """`NAME`, `FILE`, `path = value; path = value` of the default, or `NAME with path = value`."""
    name, _, change = text.partition(" with ") if " with " in text else ("", "", text)
    if "=" in change and not os.path.exists(text):
        parts = tuple(part.strip() for part in change.split(";") if part.strip())
        steps = [part for part in parts if re.search(r"=\s*[+-]", part)]
        if steps:
            raise ValueError(f"{steps[0]}: found a step, allowed: a value, such as numbers.hand_start = 4; studies take steps")
        return Rules(name.strip() or None, parts)
    return Rules(text.strip())


def read_levels(text: str, game: Game) -> tuple[int, ...]:
    """Levels by seat from `3` or `3,2`. ValueError in one line."""
    parts = text.split(",")
    seats = len(game.agents)
    if len(parts) not in (1, seats) or not all(re.fullmatch("[0-9]", part.strip()) and int(part) < LEVELS for part in parts):
        raise ValueError(f"levels: found {text!r}, allowed: one level of 0 to {LEVELS - 1}, or {seats} of them, as 3,2")
    levels = tuple(int(part) for part in parts)
    return levels * seats if len(levels) == 1 else levels


def watch_command(game: Game, rules: Rules, levels: Sequence[int], seed: int, salt: int = 0) -> str:
    """The command that plays a measured game again and tells it."""
    words = ["python", "-m", "experiments.balance", "watch", "--seed", str(seed), "--levels", ",".join(map(str, levels))]
    words += ["--game", game.spec] if game.spec != "pagan" else []
    words += ["--luck", str(salt)] if salt else []
    return shlex.join([*words, *rules.words()])
