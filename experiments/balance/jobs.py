"""A job: some scripted games of one variant. A pure function of the plan and the job, whatever runs it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from agents.scripted import LEVELS
from pagan_env.core.game import Game
from pagan_env.core.jit import digest
from pagan_env.core.variants import read_change
from pagan_env.envs.games import find_game, pack_ruleset, unpack_ruleset

from .measures import Measured, Measures, measures_of, to_bytes

FORMAT = "balance 2"  # of what a job measures: a change of meaning is a new number
MOST_VARIANTS = 2048  # of one table
SALTS = 1 << 20
BLOCK = 500  # what numbers of games in a study are multiples of
Result = Measured | np.ndarray


@dataclass(frozen=True)
class Variant:
    """A base by its place in the plan, with its changes, `path = value`, sorted."""

    base: int
    change: tuple[str, ...] = ()


@dataclass(frozen=True)
class Job:
    """`games` games of a variant of the plan, seeds `seed` and on, scripted levels by seat; `salt` names their stream of ties.

    `forbid`, such as `witch_0 visit`: a seat takes no action of a block as long as it may do anything else. With `tries`, words
    of deals a half, what comes back is what all actions of one in `every` decisions came to (`Measures.try_out`).
    """

    variant: int
    levels: tuple[int, ...]
    seed: int
    games: int
    salt: int = 0
    forbid: str = ""
    tries: int = 0
    every: int = 1


@dataclass(frozen=True)
class Plan:
    """What jobs are about: the game, packed base rulesets with their digests, variants. It is what travels to workers."""

    game: str
    bases: tuple[Any, ...] = field(compare=False)  # the digests say which
    digests: tuple[str, ...]
    variants: tuple[Variant, ...]

    def key(self, job: Job) -> str:
        """What a job is, in one digest: the engine, the rules, the players, the seeds."""
        variant = self.variants[job.variant]
        players = " ".join(f"scripted {level}" for level in job.levels)  # their code is a part of the engine's digest
        words = [FORMAT, _engine(self.game), self.game, self.digests[variant.base], "; ".join(variant.change)]
        words += [players, f"luck {job.salt}", f"seeds {job.seed} {job.games}", f"without {job.forbid}"]
        words += [f"tries {job.tries} every {job.every}"] if job.tries else []
        return hashlib.sha256("\n".join(words).encode()).hexdigest()


def make_plan(game_name: str, bases: Sequence[Any], variants: Sequence[tuple[int, Mapping[str, int] | Sequence[str]]]) -> Plan:
    """A plan over loaded rulesets: (base, change) a variant. ValueError: a change that the rules don't allow, in one line."""
    game = find_game(game_name)
    packed = tuple(pack_ruleset(game, base) for base in bases)
    plan = Plan(game.spec, packed, tuple(base.digest for base in bases), tuple(Variant(base, lines(c)) for base, c in variants))
    for number in range(0, len(plan.variants), MOST_VARIANTS):
        _tables(plan, number // MOST_VARIANTS)
    return plan


def lines(change: Mapping[str, int] | Sequence[str]) -> tuple[str, ...]:
    """A change as sorted lines `path = value`."""
    found = read_change(change, "change", "numbers.name = 3")
    return tuple(f"{path} = {value}" for path, value in sorted(found.items()))


def run_job(plan: Plan, job: Job) -> bytes:
    """Play it. The same bytes wherever it runs."""
    measures = _measures(plan.game)
    for level in job.levels:
        if level not in range(LEVELS):
            raise ValueError(f"levels: found {level}, allowed: 0 to {LEVELS - 1}")
    ruleset, row = place(plan, job.variant)
    seeds = np.arange(job.seed, job.seed + job.games, dtype=np.int64)
    without = forbidden(measures.game, job.forbid)
    if job.tries:
        return measures.try_out(ruleset, row, job.levels, job.salt, seeds, without, job.every, job.tries).astype("<i8").tobytes()
    return to_bytes(measures.play(ruleset, row, job.levels, job.salt, seeds, without))


def read_result(measures: Measures, job: Job, blob: bytes) -> Result:
    """What a job came to, from its bytes."""
    if job.tries:
        return np.frombuffer(blob, "<i8").reshape(-1, measures.module.WORDS_AT + 2 * job.tries)
    return measures.from_bytes(blob, job.games)


def forbidden(game: Game, text: str) -> np.ndarray:
    """A job's `forbid` as a set of actions by seat, uint64 (seats, words). ValueError: no agent or no block."""
    found = np.zeros((len(game.agents), game.words), np.uint64)
    if not text:
        return found
    agent, _, block = text.partition(" ")
    known = [one.name for one in game.lexicon.blocks]
    if agent not in game.agents or block not in known:
        raise ValueError(f"forbid: found {text!r}, allowed: AGENT BLOCK, of {', '.join(game.agents)} and {', '.join(known)}")
    for action in game.lexicon.span(block):
        found[game.agents.index(agent), action >> 6] |= np.uint64(1) << np.uint64(action & 63)
    return found


def place(plan: Plan, variant: int) -> tuple[Any, int]:
    """The ruleset whose tables hold a variant, and its row there."""
    return _tables(plan, variant // MOST_VARIANTS)[variant % MOST_VARIANTS]


@lru_cache(maxsize=16)
def _tables(plan: Plan, chunk: int) -> list[tuple[Any, int]]:
    """Where each variant of a chunk lies: variants of one base share a table."""
    game = find_game(plan.game)
    variants = plan.variants[chunk * MOST_VARIANTS : (chunk + 1) * MOST_VARIANTS]
    rows_of: dict[int, list[int]] = {}
    for number, variant in enumerate(variants):
        rows_of.setdefault(variant.base, []).append(number)
    found: list[tuple[Any, int]] = [(None, 0)] * len(variants)
    for base, numbers in rows_of.items():
        changes = [list(variants[number].change) for number in numbers]
        try:
            table = game.vary(unpack_ruleset(game, plan.bases[base]), changes)
        except ValueError as error:
            found_in = re.match(r"vary: variant (\d+): ", str(error))
            if not found_in:
                raise
            raise ValueError(f"{'; '.join(changes[int(found_in[1])])}: {str(error)[found_in.end() :]}") from None
        for row, number in enumerate(numbers):
            found[number] = table, row
    return found


@lru_cache(maxsize=4)
def _measures(game_name: str) -> Measures:
    return measures_of(find_game(game_name))


@lru_cache(maxsize=4)
def _engine(game_name: str) -> str:
    measures = _measures(game_name)
    sha = hashlib.sha256(digest(measures.game.name).encode())
    assert measures.module.__file__ is not None
    with open(measures.module.__file__, "rb") as source:
        sha.update(source.read())
    return sha.hexdigest()[:16]
