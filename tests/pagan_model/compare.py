"""The engine and the model side by side: the same seed and actions, compared at each decision."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.pagan import kernels
from pagan_env.pagan.layout import SEATS, STATE
from pagan_env.pagan.observe import SIZE
from pagan_env.pagan.rulesets import DATA, Ruleset
from pagan_env.pagan.tables import MODIFIERS

from .game import Game
from .rules import Rules, load

NO_FACTS = {
    *("seed", "seats.key", "seats.legal", "ruleset", "may_consume", "asked_in", "answer", "depth"),
    *("watched", "modifiers", "triggered", "waiting_count", *(f"waiting.{name}" for name in STATE["waiting"].base.names)),
    *(f"stack.{name}" for name in STATE["stack"].base.names),
}
"""Fields of the record that are the engine's own: how it works, not what is so in the game."""

Picker = Callable[[list[int], random.Random], int]


class Difference(AssertionError):
    """The first place where engine and model differ, with how the game came there."""


def model_rules(file: Path) -> Rules:
    """The model's reading of a ruleset file."""
    return load(DATA, file)


def play(ruleset: Ruleset, rules: Rules, seed: int, pick: Picker, most: int) -> int:
    """Play one game at random, up to `most` decisions, comparing all; returns how many. Raises Difference."""
    states = rows(np.zeros(1, STATE))
    kernels.reset(states, ruleset.tables, np.zeros(1, np.int64), np.array([seed]))
    game, rng, actions = Game(rules, seed), random.Random(seed), []
    for found in differences(states, ruleset, game):
        raise Difference(f"{ruleset.name}, seed {seed}, at the start: {found}")
    while game.to_act >= 0 and len(actions) < most:
        action = pick(sorted(game.legal()), rng)
        actions.append(action)
        game.apply(action)
        if kernels.apply(states, ruleset.tables, 0, action):
            raise Difference(f"{ruleset.name}, seed {seed}, after {actions}: the engine refuses the last")
        for found in differences(states, ruleset, game):
            raise Difference(f"{ruleset.name}, seed {seed}, after {actions}: {found}")
    return len(actions)


def differences(states: np.ndarray, ruleset: Ruleset, game: Game) -> Iterator[str]:
    """What engine and model see differently now: legal set, observations, facts."""
    words = np.zeros(STATE["seats"].base["legal"].shape[0], np.uint64)
    kernels.legal(states, 0, words)
    legal = set(np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist())
    if legal != game.legal():
        text = [[game.rules.actions.meaning[a] for a in sorted(s)] for s in (legal - game.legal(), game.legal() - legal)]
        yield f"legal: engine only {text[0]}, model only {text[1]}"
    out = np.zeros(SIZE, np.int8)
    for seat in range(SEATS):
        kernels.observe(states, ruleset.tables, 0, seat, out)
        own, theirs = game.observation(seat), out.tolist()
        if own != theirs:
            yield from (f"observation of seat {seat}: {text}" for text in columns(game, own, theirs))
    state = states.view(np.ndarray)[0]
    for name, theirs in zip(MODIFIERS, state["modifiers"].tolist(), strict=True):
        if name != "visit_pawns" and theirs != game.table.modifier(name):
            yield f"modifier {name}: engine {theirs}, model {game.table.modifier(name)}"
    for path, own in game.facts().items():
        theirs = value(state, path)
        if own != theirs:
            yield f"{path}: engine {theirs}, model {own}"


def columns(game: Game, own: list[int], theirs: list[int]) -> Iterator[str]:
    """Which columns of which blocks differ."""
    for block in game.rules.blocks:
        for column in range(block["size"]):
            at = block["start"] + column
            if own[at] != theirs[at]:
                yield f"{block['block']}[{column}]: engine {theirs[at]}, model {own[at]}"


def value(state: np.void, path: str) -> object:
    """A field of the record by its path in layout.json, as ints and lists."""
    found = state
    for part in re.sub(r"\[\d+\]", "", path).split("."):
        found = found[part]
    return found.tolist()


def told(game: Game) -> set[str]:
    """The paths of the facts that the model tells, without sizes."""
    return {re.sub(r"\[\d+\]", "", path) for path in game.facts()}
