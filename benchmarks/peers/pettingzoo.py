"""PettingZoo's classic games: bare, and with its checks around."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from .peer import CHECKED, LIKE, OTHER, RAW, SMALL, Peer, aec_settings

GAMES = {"connect_four_v3": OTHER, "texas_holdem_v4": SMALL, "hanabi_v5": LIKE}


def made(name: str, face: str) -> Any:
    return getattr(import_module(f"pettingzoo.classic.{name}"), face)()


def peers() -> Iterator[Peer]:
    for name, kind in GAMES.items():
        for face in (RAW, CHECKED):
            yield Peer(f"PettingZoo {name}, {face}()", face, kind, aec_settings(name, partial(made, name, face)))
