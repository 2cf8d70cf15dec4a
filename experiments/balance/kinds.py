"""Kinds of card, as a game's module of measures names them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of card: whose it is in words, by which seats it may be drawn, its bit in `AGENT_drawn` and `AGENT_played`."""

    name: str
    slug: str
    owner: str
    seats: tuple[int, ...]
    bit: int
