"""A game of each ruleset of Pagan as text: a fixed seed, and actions picked by fixed arithmetic from the legal ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.core.playthrough import Step, write
from pagan_env.pagan import describe
from pagan_env.pagan.game import GAME
from pagan_env.pagan.layout import DECISION_NAMES, ENDING_NAMES, EVENTS
from pagan_env.pagan.rulesets import Ruleset

MOST = 200  # decisions; a longer game is broken off
# Chosen for short games with many kinds of decision and event; a ruleset that isn't named here plays seed 0.
SEEDS = {
    "fen@1": 49264,
    "first_steps@1": 631,
    "long_winter@1": 118172,
    "midi@1": 355,
    "mini@1": 162,
    "open_coven@1": 143024,
    "rulebook_demo@1": 98675,
    "standard@1": 93852,
    "welcome_to_roanoke@1": 686,
}


def path_of(name: str) -> Path:
    """The committed file of a ruleset that ships."""
    return Path(__file__).parent / f"{name}.txt"


def playthrough(ruleset: Ruleset) -> str:
    """The game of a ruleset's seed, with what both seats see before each decision."""
    seed = SEEDS.get(ruleset.name, 0)
    header = {"ruleset": ruleset.name, "digest": ruleset.digest, "seed": str(seed)}
    return write(header, steps(ruleset, seed))


def steps(ruleset: Ruleset, seed: int) -> Iterator[Step]:
    """Each decision of the game, then how it ended: "running" if it was broken off."""
    states = rows(np.zeros(1, GAME.state))
    GAME.kernels.reset(states, ruleset.tables, np.zeros(1, np.int64), np.array([seed]))
    state = states.view(np.ndarray)[0]
    luck, number = seed, 1
    mask = np.zeros(GAME.lexicon.size, np.int8)
    while state["to_act"] >= 0 and number <= MOST:
        seat, seen = int(state["to_act"]), observations(states, ruleset)
        decision, logged = DECISION_NAMES[state["decision"]], int(state["log_count"])
        GAME.kernels.mask(states, 0, seat, mask)
        legal = np.flatnonzero(mask).tolist()
        luck = (luck * 6364136223846793005 + 1442695040888963407) % 2**64
        action = legal[(luck >> 33) % len(legal)]
        assert GAME.kernels.apply(states, ruleset.tables, 0, action) == 0
        may = tuple(describe.action_text(ruleset, seat, a) for a in legal)
        does = describe.action_text(ruleset, seat, action)
        yield Step(number, GAME.agents[seat], decision, may, does, seen, events(state, ruleset, logged + 1))
        number += 1
    yield Step(number, "", ENDING_NAMES[state["ending"]], observations=observations(states, ruleset))


def observations(states: np.ndarray, ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """What each agent sees, by block."""
    out, found = np.zeros(GAME.observation_size, np.int8), {}
    for seat, agent in enumerate(GAME.agents):
        GAME.kernels.observe(states, ruleset.tables, 0, seat, out)
        found[agent] = describe.observation_text(out)
    return found


def events(state: np.void, ruleset: Ruleset, since: int) -> tuple[str, ...]:
    """What followed an action, private parts as the seat concerned saw them."""
    logged = (state["log"][number % EVENTS] for number in range(since, int(state["log_count"])))
    return tuple(describe.event_text(ruleset, event, int(event["seat"])) for event in logged)
