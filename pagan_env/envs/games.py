"""What every face needs of a game: the descriptor for its name, and the line that tells why an action was refused."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from ..core.game import Game, Ruleset

PACKAGE = Path(__file__).resolve().parent.parent


def find_game(game: str | Game) -> Game:
    """The descriptor of the game in the folder `pagan_env/<game>`; a descriptor is returned as it is.

    Raises ValueError for an unknown name.
    """
    if isinstance(game, Game):
        return game
    known = sorted(path.parent.name for path in PACKAGE.glob("*/game.py") if path.parent.name != "core")
    if game not in known:
        raise ValueError(f"unknown game {game!r}, allowed: {', '.join(known)}")
    found: Game = import_module(f"{PACKAGE.name}.{game}.game").GAME
    return found


def unpickled(game: Game, ruleset: Any) -> Any:
    """An unpickled ruleset with the game's own dtype objects in its tables: merely equal ones slow every kernel."""
    own = game.load_ruleset(None).tables
    tables = tuple(table.view(mine.dtype) for table, mine in zip(ruleset.tables, own, strict=True))
    return replace(ruleset, tables=tables)


def refusal(game: Game, ruleset: Ruleset, where: str, seat: int, action: int) -> str:
    """One line for an action that the seat to act may not take, in words if it is an action at all."""
    agent = game.agents[seat]
    if not 0 <= action < game.lexicon.size:
        return f"{where}: {agent} can't take action {action}, allowed: 0 .. {game.lexicon.size - 1}"
    text = game.lexicon.text(action, ruleset.labels[seat])
    return f"{where}: {agent} can't take action {action} ({text}) now, allowed: those set in its action_mask"
