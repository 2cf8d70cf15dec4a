"""Random play of Pagan and states to look at, for the tests of its engine."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.core.layout import raw_bytes
from pagan_env.pagan import kernels
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.layout import NOBODY_TO_ACT, SEATS, STATE, WORDS
from pagan_env.pagan.observe import SIZE
from pagan_env.pagan.rulesets import Ruleset, load_ruleset

ROOT = Path(__file__).resolve().parents[2]
RULESET = load_ruleset()
EFFECTS = load_ruleset(Path(__file__).parent / "effects@1.toml")
"""Cards of the tests' own that use the whole card language."""
ACTIONS = LEXICON.size

Picker = Callable[[list[int], random.Random], int]


def deal(seeds: list[int], ruleset: Ruleset = RULESET) -> np.ndarray:
    """New games, one a seed."""
    states = rows(np.zeros(len(seeds), STATE))
    kernels.reset(states, ruleset.tables, np.zeros(len(seeds), np.int64), np.array(seeds, np.int64))
    return states


def legal(states: np.ndarray, i: int) -> list[int]:
    """What the seat to act may do, read from the record's own bits."""
    seat = int(states[i]["to_act"])
    if seat == NOBODY_TO_ACT:
        return []
    words = np.ascontiguousarray(states[i]["seats"]["legal"][seat])
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()


def anything(choices: list[int], rng: random.Random) -> int:
    return rng.choice(choices)


def eager(*blocks: str) -> Picker:
    """A picker that takes an action of the first of these blocks that has one, and else anything."""
    spans = [LEXICON.span(block) for block in blocks]

    def pick(choices: list[int], rng: random.Random) -> int:
        wanted = next((found for span in spans if (found := [a for a in choices if a in span])), choices)
        return rng.choice(wanted)

    return pick


def play(states: np.ndarray, i: int, rng: random.Random, pick: Picker = anything, ruleset: Ruleset = RULESET) -> Iterator[int]:
    """Play game `i` to its end; yields each action after it was taken."""
    while choices := legal(states, i):
        action = pick(choices, rng)
        assert kernels.apply(states, ruleset.tables, i, action) == 0
        yield action


def random_games(
    games: int, ruleset: Ruleset = RULESET, batch: int = 500, seed: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play at random in a batch until `games` games have ended.

    Returns running states (one of each step of the batch, so of every stage of a game), the last state of each game, and the
    rewards that `step` paid for it, float32 (games, SEATS).
    """
    batch = min(batch, games)
    states = deal(list(range(seed, seed + batch)), ruleset)
    before, seeds = rows(states.copy()), np.arange(seed + batch, seed + 2 * batch)
    nothing = np.zeros((batch, 0), np.int8)
    mask, words = np.zeros((batch, ACTIONS), np.int8), np.zeros((batch, WORDS), np.uint64)
    seat, actions, length = (np.zeros(batch, np.int64) for _ in range(3))
    reward, terminated, truncated = np.zeros((batch, SEATS), np.float32), np.zeros(batch, bool), np.zeros(batch, bool)
    last_seen = np.zeros((batch, SEATS, 0), np.int8)
    kernels.fill(states, ruleset.tables, nothing, mask, words, seat)
    sampled, final, rewards, step = [], [], [], 0
    while len(final) < games:
        sampled.append(states[[step % batch]])
        kernels.random_step(states, ruleset.tables, actions, step)
        raw_bytes(before)[:] = raw_bytes(states)
        kernels.step(
            states, ruleset.tables, actions, seeds, nothing, mask, words, seat,
            reward, terminated, truncated, last_seen, length,
        )  # fmt: skip
        for i in np.flatnonzero(length):  # the batch has dealt a new game: to see the old one's end, take its last action again
            assert kernels.apply(before, ruleset.tables, i, actions[i]) == 0
            final.append(before[[i]])
            rewards.append(reward[i].copy())
            seeds[i] += batch
        step += 1
    return rows(np.concatenate(sampled)), rows(np.concatenate(final)), np.array(rewards)


def digest(games: int, seed: int = 0) -> str:
    """Hex digest of the record after every decision of some random games, and of what both seats see of it."""
    sha = hashlib.sha256()
    states, rng = deal(list(range(seed, seed + games))), random.Random(seed)
    seen, mask = np.zeros(SIZE, np.int8), np.zeros(ACTIONS, np.int8)
    for i in range(games):
        sha.update(states[i].tobytes())
        for _ in play(states, i, rng):
            sha.update(states[i].tobytes())
            for seat in range(SEATS):
                kernels.observe(states, RULESET.tables, i, seat, seen)
                kernels.mask(states, i, seat, mask)
                sha.update(seen.tobytes() + mask.tobytes())
    return sha.hexdigest()


def python(program: str, *options: str, **environment: str) -> str:
    """What a program prints in a process of its own."""
    child = subprocess.run(
        [sys.executable, "-W", "error", *options, "-c", program],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, text=True,
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    return child.stdout.strip()


def named(name: str) -> Ruleset:
    """A ruleset that ships, or that of the tests."""
    return EFFECTS if name == EFFECTS.name else load_ruleset(name)


def variant(folder: Path, **numbers: int) -> Ruleset:
    """The default ruleset with other numbers, read from a file in `folder`."""
    path = folder / "variant@1.toml"
    lines = [
        f'extends = "{RULESET.name}"',
        'description = "For tests."',
        "[numbers]",
        *(f"{k} = {v}" for k, v in numbers.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_ruleset(path)
