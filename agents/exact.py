"""Exact play of small games: best responses, exploitability and CFR+ on the sequence form of a whole game tree.

A policy is a float64 array over sequences: the probability of each action at its information state (1 for the empty sequences).
Everything is in terms of seat 0's payoff, and the game is zero-sum. No game is named here: `enumerate_game` takes any game
whose descriptor has a tree, and a `SequenceForm` can be filled from elsewhere.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from pagan_env.core.game import Game, Ruleset
from pagan_env.core.jit import kernel, rows

SEATS = 2
PATH = 512  # the longest history


class TreeError(ValueError):
    """A game that can't be enumerated: one line with what was found and what is allowed."""


@dataclass(frozen=True)
class SequenceForm:
    """A two-seat zero-sum game with perfect recall.

    By information state, in an order in which a seat's earlier ones come first: `seat`, `parent` (the sequence before it) and
    `count` (of its actions), all int64 (I,). Sequences 0 and 1 are the seats' empty ones, the others are numbered state by state.
    By leaf: `ends` int32 (L, 2), the seats' sequences; `values` float64 (L,), chance times payoff of seat 0.
    """

    seat: np.ndarray
    parent: np.ndarray
    count: np.ndarray
    ends: np.ndarray
    values: np.ndarray

    @property
    def sequences(self) -> int:
        return int(self.count.sum()) + SEATS

    def uniform(self) -> np.ndarray:
        """The policy that takes each action alike."""
        return np.concatenate([np.ones(SEATS), np.repeat(1 / self.count, self.count)])

    @functools.cached_property
    def first(self) -> np.ndarray:
        """The sequence of each information state's first action, int64 (I,)."""
        return SEATS + np.cumsum(self.count) - self.count

    def value(self, policy: np.ndarray) -> float:
        """What seat 0 gets when both seats follow `policy`."""
        plan = self.realization(policy)
        return float((self.values * plan[self.ends[:, 0]] * plan[self.ends[:, 1]]).sum())

    def realization(self, policy: np.ndarray) -> np.ndarray:
        """The probability that a seat makes the choices of each sequence, float64 (sequences,)."""
        plan = np.ones(self.sequences)
        _realize(self.parent, self.first, self.count, policy, plan)
        return plan

    def best_response(self, seat: int, policy: np.ndarray) -> tuple[float, np.ndarray]:
        """The most that `seat` can get against `policy`, and a policy that gets it (with the other seat's choices kept)."""
        best = policy.copy()
        gain = self._gradient(seat, self.realization(policy))
        _best(seat, self.seat, self.parent, self.first, self.count, gain, best)
        return float(gain[seat]), best

    def _gradient(self, seat: int, plan: np.ndarray) -> np.ndarray:
        """What each sequence of `seat` is worth by the leaves right after it, against the other seat's `plan`."""
        gain = np.zeros(self.sequences)
        _gradient(seat, self.ends, self.values, plan, gain)
        return gain

    def nash_conv(self, policy: np.ndarray) -> float:
        """What both seats together could gain by a best response to `policy`; 0 at an equilibrium."""
        return self.best_response(0, policy)[0] + self.best_response(1, policy)[0]

    def exploitability(self, policy: np.ndarray) -> float:
        """Half of `nash_conv`: what a best response gets on average over the seats."""
        return self.nash_conv(policy) / 2


class CFRPlus:
    """CFR+ (Tammelin 2014): alternating updates, regrets kept at 0 or above, averages weighted by the iteration.

    `run(n)` goes on for n iterations; `average()` is the policy that converges to an equilibrium.
    """

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.iterations = 0
        self._regret = np.zeros(form.sequences)
        self._total = np.zeros(form.sequences)
        self._policy = form.uniform()

    def run(self, iterations: int) -> None:
        form = self.form
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(SEATS):
                gain = form._gradient(seat, form.realization(self._policy))
                _regrets(seat, form.seat, form.parent, form.first, form.count, gain, self._policy, self._regret)
                _match(seat, form.seat, form.first, form.count, self._regret, self._policy)
            self._total += self.iterations * form.realization(self._policy)

    def average(self) -> np.ndarray:
        """The average policy so far, float64 (sequences,); uniform where it never comes."""
        policy = self.form.uniform()
        for first, count in zip(self.form.first, self.form.count, strict=True):
            total = self._total[first : first + count]
            if total.sum() > 0:
                policy[first : first + count] = total / total.sum()
        return policy


# ---- kernels: information states in order, earlier ones first -----------------------------------------------------------


@kernel
def _realize(parent, first, count, policy, plan):
    for i in range(parent.shape[0]):
        for n in range(first[i], first[i] + count[i]):
            plan[n] = plan[parent[i]] * policy[n]


@kernel
def _gradient(seat, ends, values, plan, gain):
    for leaf in range(values.shape[0]):
        value = values[leaf] * plan[ends[leaf, 1 - seat]]
        gain[ends[leaf, seat]] += value if seat == 0 else -value


@kernel
def _best(seat, seats, parent, first, count, gain, policy):
    """Take the best action everywhere, from the last information states back; `gain` becomes what each sequence is worth."""
    for i in range(parent.shape[0] - 1, -1, -1):
        if seats[i] == seat:
            best = first[i]
            for n in range(first[i], first[i] + count[i]):
                policy[n] = 0.0
                if gain[n] > gain[best]:
                    best = n
            policy[best] = 1.0
            gain[parent[i]] += gain[best]


@kernel
def _regrets(seat, seats, parent, first, count, gain, policy, regret):
    """Add to the regrets of a seat what each action would have gained over its policy; none falls below 0."""
    for i in range(parent.shape[0] - 1, -1, -1):
        if seats[i] == seat:
            value = 0.0
            for n in range(first[i], first[i] + count[i]):
                value += policy[n] * gain[n]
            for n in range(first[i], first[i] + count[i]):
                regret[n] = max(0.0, regret[n] + gain[n] - value)
            gain[parent[i]] += value


@kernel
def _match(seat, seats, first, count, regret, policy):
    """The policy in proportion to the regrets, uniform where there is none."""
    for i in range(seats.shape[0]):
        if seats[i] == seat:
            total = 0.0
            for n in range(first[i], first[i] + count[i]):
                total += regret[n]
            for n in range(first[i], first[i] + count[i]):
                policy[n] = regret[n] / total if total > 0 else 1.0 / count[i]


# ---- the tree of a game -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """A whole game: its sequence form, how large it is, and what a seat sees at each information state.

    `counts`: histories, terminals, chance nodes, deepest history, information states by seat. `keys` int64 (I,).
    `observation` int8 (I, O) and `mask` int8 (I, A) are empty unless asked for.
    """

    form: SequenceForm
    keys: np.ndarray
    counts: dict[str, int]
    observation: np.ndarray
    mask: np.ndarray


def enumerate_game(game: Game, ruleset: Ruleset, *, most: int = 200_000_000, observations: bool = False, events: int = 0) -> Tree:
    """Walk the whole game tree of a reduced ruleset. TreeError: luck isn't explicit, or there are more than `most` histories.

    `observations` keeps what a seat sees at each information state, with so many `events` behind it.
    """
    columns = game.observation_size + events * len(game.event_sizes)
    return _Walk(game, ruleset, most, (columns, game.lexicon.size) if observations else (0, 0)).tree()


class _Walk:
    """The arrays of a walk, lengthened as they fill up."""

    def __init__(self, game: Game, ruleset: Ruleset, most: int, sizes: tuple[int, int]) -> None:
        if not ruleset.tables["rulesets"]["explicit_chance"][0, 0]:
            raise TreeError(f"ruleset {ruleset.name}: found explicit_chance = 0, allowed: 1, so that luck can be enumerated")
        self.walk, self.ruleset, self.most = game.tree, ruleset, most
        self.path = rows(np.zeros(PATH, game.state))
        self.levels = np.zeros(PATH, self.walk.LEVEL)
        self.levels["chance"][0] = 1
        self.levels["sequence"][0] = np.arange(SEATS)
        game.kernels.start(self.path, ruleset.tables, 0, 0, 0)
        self.counts = np.zeros(self.walk.COUNTS, np.int64)
        self._payoff = np.zeros(SEATS, np.float32)
        self.counts[self.walk.SEQUENCES] = SEATS
        self.infosets = np.zeros(4096, self.walk.INFOSET)
        self.leaves = np.zeros(65536, self.walk.LEAF)
        self.observation, self.mask = (np.zeros((len(self.infosets), size), np.int8) for size in sizes)
        self.slots = np.zeros(4 * len(self.infosets), np.int64)

    def tree(self) -> Tree:
        walk, counts = self.walk, self.counts
        while (stopped := self._grow()) == walk.FULL and counts[walk.HISTORIES] <= self.most:
            self._lengthen()
        if counts[walk.HISTORIES] > self.most:
            raise TreeError(f"ruleset {self.ruleset.name}: found over {self.most} histories, allowed: at most that")
        if stopped == walk.TOO_DEEP:
            raise TreeError(f"ruleset {self.ruleset.name}: found a history of over {PATH} steps, allowed: at most that")
        if stopped == walk.FORGETFUL:
            raise TreeError(f"ruleset {self.ruleset.name}: found two pasts of a seat under one information-state key")
        infosets, leaves = self.infosets[: counts[walk.INFOSETS]], self.leaves[: counts[walk.LEAVES]]
        columns = [infosets["seat"], infosets["parent"], infosets["count"], leaves["sequence"], leaves["value"]]
        form = SequenceForm(*map(np.ascontiguousarray, columns))
        sizes = {
            "histories": int(counts[walk.HISTORIES]),
            "terminals": int(counts[walk.TERMINALS]),
            "chance_nodes": int(counts[walk.CHANCES]),
            "depth": int(counts[walk.DEEPEST]),
            **{f"infosets_{seat}": int((form.seat == seat).sum()) for seat in range(SEATS)},
        }
        return Tree(form, infosets["key"].copy(), sizes, self.observation[: len(infosets)], self.mask[: len(infosets)])

    def _grow(self) -> int:
        arrays = (rows(self.levels), self.slots, rows(self.infosets), rows(self.leaves), self.observation, self.mask)
        return int(self.walk.grow(self.path, self.ruleset.tables, *arrays, self._payoff, self.counts))

    def _lengthen(self) -> None:
        """Twice the room in whatever is full."""
        if self.counts[self.walk.LEAVES] == len(self.leaves):
            self.leaves = _doubled(self.leaves)
        if self.counts[self.walk.INFOSETS] == len(self.infosets):
            self.infosets, self.observation, self.mask = map(_doubled, (self.infosets, self.observation, self.mask))
            self.slots = np.zeros(2 * len(self.slots), np.int64)
            self.walk.index(self.slots, rows(self.infosets), self.counts[self.walk.INFOSETS])


def _doubled(array: np.ndarray) -> np.ndarray:
    return np.concatenate([array, np.zeros_like(array)])
