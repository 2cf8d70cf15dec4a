"""PettingZoo's classic games, as `env()` makes them, with checks around, and bare."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from .peer import LIKE, LOOP, OTHER, SMALL, Peer, Playing, aec_player

STEP = "a decision"
GAMES = {"connect_four_v3": OTHER, "texas_holdem_v4": SMALL, "hanabi_v5": LIKE}


def player(name: str, face: str) -> Playing:
    return aec_player(name, getattr(import_module(f"pettingzoo.classic.{name}"), face)())


def peers() -> Iterator[Peer]:
    for name, kind in GAMES.items():
        for face in ("raw_env", "env"):
            make: Callable[[], Playing] = lambda name=name, face=face: player(name, face)  # noqa: E731
            yield Peer(f"PettingZoo {name}, {face}()", LOOP, kind, STEP, {"agent_iter and last": make})
