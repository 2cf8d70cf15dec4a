"""RLCard: card games in Python, one game at a time; each step hands out the next seat's state, legal actions in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import rlcard

from .peer import LIKE, LOOP, Peer, Playing, check

GAMES = ("gin-rummy", "uno", "doudizhu")


def player(name: str) -> Playing:
    """Whole games: a random one of the state's legal actions, `env.step`."""
    env = rlcard.make(name, config={"seed": 0})
    choices = random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            if seen is not None:
                seen.append(state["obs"].tobytes())
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choices.random() * len(legal))])
            decisions += 1
        return decisions, 1

    check(name, play)
    return Playing(play, env.reset()[0]["obs"].size, env.num_actions)


def peers() -> Iterator[Peer]:
    for name in GAMES:
        yield Peer(f"RLCard {name}", LOOP, LIKE, {"env.step": partial(player, name)})
