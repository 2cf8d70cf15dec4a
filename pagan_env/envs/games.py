"""What every face needs of a game: the descriptor for its name, and the line that tells why an action was refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game, Ruleset

PACKAGE = Path(__file__).resolve().parent.parent


def find_game(game: str | Game, **options: int) -> Game:
    """The descriptor of the game in the folder `pagan_env/<game>`; a descriptor is returned as it is, but for `options`.

    Options of a game that comes in several sizes may also stand in the name: `name:key=value,key=value`. Raises ValueError for an
    unknown name or option.
    """
    if isinstance(game, Game):
        return _configured(game, {**game.options, **options}) if options else game
    if not isinstance(game, str):
        raise TypeError(f"game: found {game!r}, allowed: a game's name or its descriptor")
    name, colon, told = game.partition(":")
    known = sorted(path.parent.name for path in PACKAGE.glob("*/game.py") if path.parent.name != "core")
    if name not in known:
        raise ValueError(f"unknown game {name!r}, allowed: {', '.join(known)}")
    for part in told.split(",") if colon else ():
        key, _, value = part.partition("=")
        if not (value.isascii() and value.isdigit() and len(value) < 6):
            raise ValueError(f"game {game!r}: found {part!r}, allowed: NAME or NAME:KEY=NUMBER,KEY=NUMBER")
        if key in options:
            raise ValueError(f"game {game!r}: found {key} twice, allowed: once")
        options = {**options, key: int(value)}
    found: Game = import_module(f"{PACKAGE.name}.{name}.game").GAME
    return _configured(found, options) if options else found


def _configured(game: Game, options: Mapping[str, int]) -> Game:
    if game.configure is None:
        raise ValueError(f"{game.name}: found the option {', '.join(options)}, allowed: none")
    configured: Game = game.configure(**options)
    return configured


def check_events(game: Game, events: int, where: str) -> int:
    """How many events stand behind each observation. ValueError unless it is an int that the game's log holds."""
    if type(events) is not int or not 0 <= events <= game.most_events:
        raise ValueError(f"{where}: events {events!r}, allowed: 0 .. {game.most_events}")
    return events


def count_rulesets(tables: NDArray[np.void]) -> int:
    """How many rulesets the tables hold; the rows after them are blank."""
    raw = np.array(tables["rulesets"][0]).view(np.uint8)
    return int(raw.reshape(tables["rulesets"].shape[1], -1).any(axis=1).sum())


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
