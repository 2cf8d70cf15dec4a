"""How decisions and luck are put to whoever drives the game (INTERFACE.md, "Decisions", "Luck")."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .table import Table

(
    DRAFT, STOP, COPY_LOCATION, TRADE, GOODS, RESOLVE, USE_POWER, PLACE_TILE, SEEK, ASK, FIRST_CARD, SECOND_CARD, ANSWER, SHOW,
    TARGET_HERO, SCROLL, SCROLL_TYPE, ORACLE_SPACE, TILE_MOVE, ADVANTAGE, VILLAIN_CLAIM, WEAPON_CLAIM, REALM, WINDOW, FREE_LOCK,
    ORACLE_DEAL, HERO_DEAL, REALM_DEAL, TILE_DRAW, CRITERION_ROLL, ORDER_DRAW, DIE_ROLL, CARD_DRAW, SCROLL_DRAW, HAND_DRAW,
    UNDER_DRAW,
) = range(1, 37)  # fmt: skip
NEVER_FORCED = (ANSWER, SHOW, WINDOW)
DECIDED = 1
EVERYONE = 31
SAFETY_NET = 3


@dataclass
class Question:
    """A decision: who decides, which it is, what may be answered, who may know that it is pending, what it is about."""

    seat: int
    decision: int
    options: set[int]
    asked: int = EVERYONE
    work: dict[str, int] = field(default_factory=dict)


@dataclass
class Chance:
    """Luck: which draw, and the weight of each outcome."""

    decision: int
    weights: list[int]


class Ended(Exception):
    """The game is over."""


Steps = Generator[Question | Chance, int, Any]


def ask(t: Table, seat: int, decision: int, options: set[int], keep: bool = False, secret: bool = False, **work: int) -> Steps:
    """Put a decision to a seat; one with a single answer is taken at once under `skip_forced`, unless it is to be kept."""
    asked = 1 << seat if decision == WINDOW else EVERYONE
    question = Question(seat, decision, options, asked, work)
    if len(options) == 1 and t.numbers["skip_forced"] and decision not in NEVER_FORCED and not keep:
        (action,) = options
    else:
        if t.decisions >= t.numbers["decision_cap"]:
            t.end(SAFETY_NET)
            raise Ended
        action = yield question
        t.decisions += 1
        if action not in options:
            raise ValueError(f"illegal action {action}")
    if decision != WINDOW:
        hidden = secret or decision in (ANSWER, SHOW, REALM)
        t.log(DECIDED, seat, 0 if hidden else action, decision, action + 1, 1 << seat if hidden else EVERYONE)
    return action


def draw(t: Table, decision: int, weights: list[int]) -> Steps:
    """An outcome of luck, from 0."""
    outcome = yield Chance(decision, weights)
    return outcome
