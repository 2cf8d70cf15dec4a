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


def check_events(game: Game, events: int, where: str) -> int:
    """How many events stand behind each observation. ValueError unless it is an int that the game's log holds."""
    if type(events) is not int or not 0 <= events <= game.most_events:
        raise ValueError(f"{where}: events {events!r}, allowed: 0 .. {game.most_events}")
    return events


def pack_ruleset(game: Game, ruleset: Any) -> Any:
    """What stands for a ruleset in a pickle: the name of one that ships, else the whole (megabytes)."""
    try:
        ships = game.load_ruleset(ruleset.name).digest == ruleset.digest
    except ValueError:  # it came from a file
        ships = False
    return ruleset.name if ships else ruleset


def unpack_ruleset(game: Game, packed: Any) -> Any:
    """The ruleset again, its tables of the game's own dtype object: a merely equal one slows every kernel call."""
    if isinstance(packed, str):
        return game.load_ruleset(packed)
    return replace(packed, tables=packed.tables.view(game.load_ruleset(None).tables.dtype))


def refusal(game: Game, ruleset: Ruleset, where: str, seat: int, action: int) -> str:
    """One line for an action that the seat to act may not take, in words if it is an action at all."""
    agent = game.agents[seat]
    if not 0 <= action < game.lexicon.size:
        return f"{where}: {agent} can't take action {action}, allowed: 0 .. {game.lexicon.size - 1}"
    text = game.lexicon.text(action, ruleset.labels[seat])
    return f"{where}: {agent} can't take action {action} ({text}) now, allowed: those set in its action_mask"
