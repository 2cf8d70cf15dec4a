"""OpenSpiel: games in C++, driven state by state from Python; its wheel has no batch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from .peer import LIKE, LOOP, OTHER, SMALL, Peer, Playing, check

COUNTED = "chance draws are not counted, but take their time"
GAMES = {"gin_rummy": LIKE, "hanabi": LIKE, "leduc_poker": SMALL, "connect_four": OTHER}


def player(name: str, buffer: bool) -> Playing:
    """Whole games: `legal_actions`, an observation of the seat to act, `apply_action`; chance drawn from `chance_outcomes`.

    The observation is written to a buffer by OpenSpiel's observer, or else comes as a list from `observation_tensor`.
    """
    game = pyspiel.load_game(name)
    observation = make_observation(game)
    choices = random.Random(0)

    def play(seen: list[bytes] | None = None) -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                left = choices.random()
                for action, share in state.chance_outcomes():
                    left -= share
                    if left <= 0:
                        state.apply_action(action)
                        break
                else:  # the shares add up to a little less than 1
                    state.apply_action(action)
                continue
            if buffer:
                observation.set_from(state, state.current_player())
            else:
                state.observation_tensor()
            if seen is not None:
                seen.append(np.array(state.observation_tensor()).tobytes())
            legal = state.legal_actions()
            state.apply_action(legal[int(choices.random() * len(legal))])
            decisions += 1
        return decisions, 1

    check(name, play)
    return Playing(play, game.observation_tensor_size(), game.num_distinct_actions())


def peers() -> Iterator[Peer]:
    for name, kind in GAMES.items():
        settings = {
            "observation written to a buffer": partial(player, name, True),
            "observation as a list": partial(player, name, False),
        }
        yield Peer(f"OpenSpiel {name}", LOOP, kind, settings, COUNTED)
