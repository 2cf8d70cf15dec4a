"""Who plays the seats that are not the learner's. An opponent sees its own seat's observation and mask, or view, nothing else.

An opponent is one of

    "random"                     any legal action, all equally likely
    "scripted", "scripted:1"     the game's scripted player of that level, 0 .. 3; 2 if none is named
    "runs/pagan/witch_0.npz"     a checkpoint of this project's trainer, where its `agents` can be imported
    a policy                     with `act_batch(observation (n, O), action_mask (n, A), rng)`, which returns int (n,) and asks
                                 `rng` for nothing but `random(n)`; or with `act(observation, action_mask, rng)`; or a function
    [..., (opponent, weight)]    one of several, drawn anew for each game; without a weight it is 1
    {"witch_0": ...}             by agent; "random" for those that aren't named

All luck of an opponent hangs on the game's seed and on how often opponents have acted in it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game, Ruleset
from ..core.jit import rows
from .seeding import uniforms

RANDOM = "random"
SCRIPTED = "scripted"
LEVELS, USUAL_LEVEL = 4, 2
CHECKPOINT = ".npz"
ALLOWED = "allowed: 'random', 'scripted:0' .. 'scripted:3', a checkpoint's path, a policy, a list or a dict of those"

# Which draw of a game's luck: who plays, what it does.
WHO, WHAT = 0x4F50504F, 0x41435453


@dataclass(frozen=True)
class Asked:
    """Decisions that opponents are to make, of n games: what each acting seat may see, and what their luck hangs on."""

    states: NDArray[Any]  # (n,) of the game's record, for scripted players, who make their seat's view of it
    observation: NDArray[np.int8]  # (n, O)
    action_mask: NDArray[np.int8]  # (n, A)
    seat: NDArray[np.int64]  # (n,)
    game_seed: NDArray[np.int64]  # (n,)
    count: NDArray[np.int64]  # (n,), how often opponents have acted in the game

    def rows(self, which: NDArray[np.int64]) -> Asked:
        """Some of the decisions."""
        return (
            self if len(which) == len(self.seat) else Asked(*(getattr(self, name)[which] for name in self.__dataclass_fields__))
        )


class Player(Protocol):
    def actions(self, asked: Asked) -> NDArray[np.int64]: ...


class Opponents:
    """The players of all seats but the learners'."""

    def __init__(
        self, game: Game, ruleset: Ruleset, given: Any, where: str, *, learner: int | None = None, events: int = 0
    ) -> None:
        """`where` begins the one line of the ValueError that refuses `given`. `learner`: the seat that none of them plays, if
        there is such; `events`: as many stand behind each observation."""
        by_agent = dict.fromkeys(game.agents, given)
        if isinstance(given, Mapping):
            unknown = [repr(name) for name in given if name not in game.agents]
            if unknown:
                raise ValueError(f"{where}: opponent of {', '.join(unknown)}, allowed: {', '.join(game.agents)}")
            by_agent = {agent: given.get(agent, RANDOM) for agent in game.agents}
        agents: dict[int, list[str]] = {}  # those that each plays, by the identity of what was given for them
        for seat, (agent, one) in enumerate(by_agent.items()):
            agents.setdefault(id(one), []).extend([agent] * (seat != learner))
        given_for = {id(one): one for one in by_agent.values()}
        reader = _Reader(game, ruleset, where, events)
        self._mixes = [reader.mix(one, agents[key]) for key, one in given_for.items()]
        self._mix_of = np.array([list(given_for).index(id(one)) for one in by_agent.values()])

    def actions(self, asked: Asked) -> NDArray[np.int64]:
        """An action for each, int64 (n,)."""
        chosen = np.zeros(len(asked.seat), np.int64)
        mixes = self._mix_of[asked.seat]
        for number, (players, until) in enumerate(self._mixes):
            mine = np.flatnonzero(mixes == number)
            if not mine.size:
                continue
            if len(players) == 1:
                chosen[mine] = players[0].actions(asked.rows(mine))
                continue
            who = np.searchsorted(until, uniforms(asked.game_seed[mine], np.zeros_like(mine), WHO), side="right")
            for k, player in enumerate(players):
                which = mine[who == k]
                if which.size:
                    chosen[which] = player.actions(asked.rows(which))
        return chosen


Mix = tuple[list[Player], NDArray[np.float64]]  # the players, and up to which number in [0, 1) each is drawn


class _Reader:
    """Makes players of what users write."""

    def __init__(self, game: Game, ruleset: Ruleset, where: str, events: int) -> None:
        self.game, self.ruleset, self.where, self.events = game, ruleset, where, events

    def mix(self, given: Any, agents: list[str]) -> Mix:
        """The players that were given for these agents, together."""
        if not isinstance(given, list):
            return [self.player(given, agents)], np.ones(1)
        pairs = [one if isinstance(one, tuple) and len(one) == 2 else (one, 1.0) for one in given]
        weights = [weight for _, weight in pairs]
        if not pairs or not all(isinstance(weight, (int, float)) and 0 < weight < math.inf for weight in weights):
            raise ValueError(f"{self.where}: opponents with weights {weights}, allowed: one or more, each above 0")
        until = np.cumsum(np.array(weights, np.float64) / sum(weights))
        until[-1] = 1.0  # whatever rounding has made of it
        return [self.player(one, agents) for one, _ in pairs], until

    def player(self, given: Any, agents: list[str]) -> Player:
        if given == RANDOM:
            return _Random()
        if isinstance(given, str) and given.partition(":")[0] == SCRIPTED:
            return self.scripted(given)
        if str(given).endswith(CHECKPOINT):
            return _Policy(self.checkpoint(str(given), agents), self.where)
        if not isinstance(given, type) and (hasattr(given, "act_batch") or hasattr(given, "act") or callable(given)):
            return _Policy(given, self.where)
        raise ValueError(f"{self.where}: opponent {given!r}, {ALLOWED}")

    def scripted(self, given: str) -> Player:
        level = given.partition(":")[2] if ":" in given else str(USUAL_LEVEL)
        if level not in map(str, range(LEVELS)):
            raise ValueError(f"{self.where}: opponent {given!r}, allowed: 'scripted:0' .. 'scripted:{LEVELS - 1}'")
        if self.game.playing is None:
            raise ValueError(f"{self.where}: opponent {given!r}, but {self.game.name} has no scripted players, allowed: 'random'")
        return _Scripted(self.game, self.ruleset, int(level))

    def checkpoint(self, path: str, agents: list[str]) -> Any:
        try:
            learned = import_module("agents.learned")  # beside the package in the repository, not in its wheel
        except ImportError as error:
            raise ValueError(
                f"{self.where}: opponent {path!r} needs agents.learned of the repository ({error}), allowed: a policy object"
            ) from None
        role = agents[0] if len(agents) == 1 else None
        agent = learned.LearnedAgent.load(path, game=self.game.spec, ruleset=self.ruleset, role=role)
        if agent.header.events != self.events:
            raise ValueError(f"{self.where}: opponent {path!r} sees {agent.header.events} events, allowed: events={self.events}")
        return agent


class _Random:
    def actions(self, asked: Asked) -> NDArray[np.int64]:
        draws = uniforms(asked.game_seed, asked.count, WHAT)
        place = (draws * asked.action_mask.sum(1)).astype(np.int64)
        chosen: NDArray[np.int64] = (np.cumsum(asked.action_mask, 1, dtype=np.int16) > place[:, None]).argmax(1)
        return chosen


class _Scripted:
    def __init__(self, game: Game, ruleset: Ruleset, level: int) -> None:
        self.step, self.tables = game.playing.scripted_step, ruleset.tables
        self.views = rows(np.zeros(game.playing.SCRATCH, game.state))
        self.levels = np.full((1, len(game.agents)), level)

    def actions(self, asked: Asked) -> NDArray[np.int64]:
        actions = np.zeros(len(asked.seat), np.int64)
        counters = (uniforms(asked.game_seed, asked.count, WHAT) * 2.0**53).astype(np.int64).tolist()
        for i, counter in enumerate(counters):  # one by one, so that a game's luck doesn't hang on its row
            self.step(asked.states[i : i + 1], self.tables, self.views, self.levels, actions[i : i + 1], counter)
        return actions


class _Policy:
    """A policy, asked for many games at once if it can."""

    def __init__(self, policy: Any, where: str) -> None:
        self.policy, self.where = policy, where
        self.act = getattr(policy, "act", policy)
        self.act_batch = getattr(policy, "act_batch", None)

    def actions(self, asked: Asked) -> NDArray[np.int64]:
        draws = uniforms(asked.game_seed, asked.count, WHAT)
        # Copies: what a policy keeps or writes into is its own.
        seen, mask = asked.observation.copy(), asked.action_mask.copy()
        if self.act_batch is not None:
            chosen = np.asarray(self.act_batch(seen, mask, _Draws(draws)))
            if chosen.dtype.kind not in "iu" or chosen.shape != draws.shape:
                told = f"{chosen.dtype} {chosen.shape}, allowed: integers {draws.shape}"
                raise TypeError(f"{self.where}: opponent {self.policy!r} returned {told}")
            return chosen.astype(np.int64)
        seeds = (draws * 2.0**53).astype(np.int64).tolist()
        arguments = zip(seen, mask, map(np.random.default_rng, seeds), strict=True)
        return np.array([self._number(self.act(*one)) for one in arguments], np.int64)

    def _number(self, action: Any) -> int:
        try:
            return operator.index(action)
        except TypeError:
            raise TypeError(f"{self.where}: opponent {self.policy!r} returned {action!r}, allowed: an int") from None


class _Draws:
    """The `rng` of `act_batch`: row k's number comes from its own game's luck, whatever other games are asked about with it."""

    def __init__(self, draws: NDArray[np.float64]) -> None:
        self._draws = draws

    def random(self, size: int) -> NDArray[np.float64]:
        if size != len(self._draws):
            raise ValueError(f"rng.random: size {size!r}, allowed: {len(self._draws)}, one number a row")
        return self._draws
