"""What a game's module of measures names: kinds of card, and what two rulesets are compared by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of card: whose it is in words, by which seats it may be drawn, its bit in `AGENT_drawn` and `AGENT_played`.

    `chosen`: whether who draws it may play it or not.
    """

    name: str
    slug: str
    owner: str
    seats: tuple[int, ...]
    bit: int
    chosen: bool = True


@dataclass(frozen=True)
class Told:
    """A column that is compared. `how`: `mean`, or `first`, a round or turn from 1 on, or 0 for never.

    `what` names the mean, or the share of games that have a first one (empty: not told); `when` names that one's mean.
    """

    column: str
    what: str
    how: str
    when: str = ""
