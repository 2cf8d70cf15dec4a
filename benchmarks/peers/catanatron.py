"""Catanatron: Settlers of Catan in Python, four seats; its package has no observation and no limit but on turns."""

from __future__ import annotations

import random
from collections.abc import Iterator

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

from .peer import LOOP, OTHER, Peer, Playing, check

COUNTED = "forced actions (a roll, the end of a turn) are counted too"


def player() -> Playing:
    """Whole games: a random one of `playable_actions`, executed without checking it again."""
    choices = random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        game, decisions = Game([RandomPlayer(color) for color in Color]), 0
        state = game.state
        while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
            legal = state.playable_actions
            if seen is not None:
                seen.append(repr((state.player_state, state.num_turns, legal)).encode())
            game.execute(legal[int(choices.random() * len(legal))], validate_action=False)
            decisions += 1
        return decisions, 1

    check("Catanatron", play, games=3)
    return Playing(play, 0, 0)


def peers() -> Iterator[Peer]:
    yield Peer("Catanatron, 4 players", LOOP, OTHER, {"execute without checks": player}, COUNTED)
