"""A game of each ruleset as text: a fixed seed, actions picked by fixed arithmetic, and a digest of record and observations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.paradise_lost import describe
from pagan_env.paradise_lost.game import game_of
from pagan_env.paradise_lost.layout import DECISION_NAMES, ENDING_NAMES, EVENTS
from pagan_env.paradise_lost.rulesets import ruleset_names

HEROES = (3, 4, 2, 5)  # by place in the list of rulesets


def path_of(name: str) -> Path:
    """The committed file of a ruleset that ships."""
    return Path(__file__).parent / f"{name}.txt"


def playthrough(name: str) -> str:
    """The game of a ruleset."""
    heroes = HEROES[ruleset_names().index(name) % len(HEROES)]
    return "\n".join(lines(name, heroes)) + "\n"


def lines(name: str, heroes: int) -> Iterator[str]:
    """Each decision with what followed, and how the game ended."""
    game = game_of(heroes)
    ruleset = game.load_ruleset(name)
    states = rows(np.zeros(1, game.state))
    game.kernels.reset(states, ruleset.tables, np.zeros(1, np.int64), np.array([7]))
    state, luck, number, told = states.view(np.ndarray)[0], 7, 1, 0
    mask, seen = np.zeros(game.lexicon.size, np.int8), np.zeros(game.observation_size, np.int8)
    yield f"{name}, {heroes} Heroes, digest {ruleset.digest}"
    while True:
        count = int(state["log_count"])
        for n in range(max(told, count - EVENTS), count):
            event = state["log"][n % EVENTS]
            yield f"    {describe.event_text(ruleset, event, min(int(event['seat']), heroes - 1))}"
        told = count
        sha = hashlib.sha256(states.tobytes())
        for seat in range(heroes):
            game.kernels.observe(states, ruleset.tables, 0, seat, seen)
            sha.update(seen.tobytes())
        seat = int(state["to_act"])
        if seat < 0:
            yield f"{ENDING_NAMES[state['ending']]}; {sha.hexdigest()[:12]}"
            return
        game.kernels.mask(states, 0, seat, mask)
        legal = np.flatnonzero(mask).tolist()
        luck = (luck * 6364136223846793005 + 1442695040888963407) % 2**64
        action = legal[(luck >> 33) % len(legal)]
        text = describe.action_text(ruleset, seat, action)
        yield f"{number} {game.agents[seat]} {DECISION_NAMES[state['decision']]} 1/{len(legal)}: {text}; {sha.hexdigest()[:12]}"
        assert game.kernels.apply(states, ruleset.tables, 0, action) == 0
        number += 1
