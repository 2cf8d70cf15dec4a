"""The batch: many games in one array, all stepped by one call, each restarting in the step that ends it."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.game import Game, Ruleset
from ..core.jit import rows
from ..core.replays import Replay
from .games import check_events, count_rulesets, find_game, refusal
from .recording import Recorder
from .replaying import record as record_game
from .seeding import check_seed, episode_seeds, fresh_seed, row_words
from .team import Team

SEEDING = ("words", "roots", "episode")  # what a row's next seeds hang on


class Batch:
    """`num_envs` games side by side, dealt on construction: N games, S seats, O observation size, A actions.

    Arrays, all written in place by `reset` and `step` and never replaced (copy what you keep):

        observation        int8 (N, O)       what the seat to act knows
        action_mask        int8 (N, A)       1 for what it may do
        legal_words        uint64 (N, W)     the same as bits, W = ceil(A / 64)
        seat               int64 (N,)        the seat to act, in 0 .. S - 1
        reward             float32 (N, S)    +1 and -1 of the game that the last step ended, else 0
        terminated         bool (N,)         the last step ended a game by its rules
        truncated          bool (N,)         ... or at the ruleset's limit on its length
        final_observation  int8 (N, S, O)    what each seat knew at the end of that game; meaningful where a game ended
        episode_length     int64 (N,)        decisions in that game, 0 where none ended
        game_seed          int64 (N,)        the seed of the game in progress: the AEC face's reset(seed) deals it again

    Row i's k-th game depends on (seed, i, k) and its ruleset alone, whatever `threads` is. With `observations=False` both
    observation arrays have no columns (O = 0); `observe` works all the same.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        ruleset: str | Path | Ruleset | None = None,
        ruleset_index: Sequence[int] | NDArray[np.integer] | None = None,
        seed: int | None = 0,
        threads: int = 1,
        observations: bool = True,
        events: int = 0,
        record: bool = False,
        **options: int,
    ) -> None:
        """`ruleset` is a name, a file or what the game's loader or `vary` returned; `ruleset_index`, int (N,), picks each
        game's rules in its table; None: the first. A `seed` of None is one that nobody chose. `threads` share the rows in `step`.
        `events` puts the last so many events behind each observation, newest first (`Game.event_sizes`). With `record` all
        actions are kept, for `replay`. `options` are the game's own, of one that comes in several sizes (`Game.configure`).

        Raises ValueError, or TypeError for what is no integer.
        """
        self.game = find_game(game, **options)
        self.num_envs = n = _count("num_envs", num_envs)
        self.threads = min(_count("threads", threads), n)
        given: Any = ruleset
        self.ruleset: Any = given if hasattr(given, "tables") else self.game.load_ruleset(given)
        self.agents = self.game.agents
        self.num_actions = actions = self.game.lexicon.size
        self.events = check_events(self.game, events, "Batch")
        self.observation_size = size = self.game.observation_size + self.events * len(self.game.event_sizes)
        seats, columns = len(self.agents), size if observations else 0
        self.observation = np.zeros((n, columns), np.int8)
        self.action_mask = np.zeros((n, actions), np.int8)
        self.legal_words = np.zeros((n, self.game.words), np.uint64)
        self.seat = np.zeros(n, np.int64)
        self.reward = np.zeros((n, seats), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.final_observation = np.zeros((n, seats, columns), np.int8)
        self.episode_length = np.zeros(n, np.int64)
        self.game_seed = np.zeros(n, np.int64)
        self._states, self._scratch = (rows(np.zeros(n, self.game.state)) for _ in range(2))
        # The same memory as bytes, (N, size): NumPy copies records field by field.
        self._bytes, self._scratch_bytes = (
            records.view(np.ndarray).view(np.uint8).reshape(n, -1) for records in (self._states, self._scratch)
        )
        self._actions = np.zeros(n, np.int64)
        self._ruleset_index = np.zeros(n, np.int64)
        if ruleset_index is not None:
            self._ruleset_index[:] = _indexes(ruleset_index, n, count_rulesets(self.ruleset.tables))
        self._episode = np.zeros(n, np.int64)  # games begun in this row under its seed, but for the first
        self._roots = np.zeros(n, np.int64)  # that seed where it is the row's own, else -1
        self._words = np.zeros(n, np.uint64)
        self._next_seeds = np.zeros(n, np.int64)
        self._parts = self._share_out()
        self._team = Team(self.threads)
        self._recorder = Recorder(n) if record else None
        self.reset(fresh_seed() if seed is None else seed)

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every game anew: the first of each row under `seed`, or else the next ones under the last seed.

        With a seed for each row, row i plays the games of an AEC face after `reset(seed=seed[i])` and further resets.
        """
        if seed is None:
            self._episode += 1
        else:
            self._sow(np.arange(self.num_envs), seed)
        self._count_seeds()
        self.game.kernels.reset(self._states, self.ruleset.tables, self._ruleset_index, self.game_seed)
        if self._recorder:
            self._recorder.begin()
        self._clear()

    def restart(self, which: NDArray[np.int64], seeds: Sequence[int] | None = None) -> None:
        """Break off the games of the rows `which`, int64 (n,), and deal their next ones, or those of `seeds`, one a row."""
        if seeds is None:
            self._episode[which] += 1
        else:
            self._sow(which, seeds)
        self._count_seeds()
        if self._recorder:
            self._recorder.begin(which)
        states = self.copied_states(which)
        self.game.kernels.reset(states, self.ruleset.tables, self._ruleset_index[which], self.game_seed[which])
        self._bytes[which] = self._scratch_bytes[: len(which)]
        ends: list[NDArray[Any]] = [self.reward, self.terminated, self.truncated, self.episode_length]
        for array in ends:
            array[which] = 0
        shown: list[NDArray[Any]] = [self.observation, self.action_mask, self.legal_words, self.seat]
        parts = [array[which] for array in shown]
        self.game.kernels.fill(states, self.ruleset.tables, *parts)
        for array, part in zip(shown, parts, strict=True):
            array[which] = part

    def _sow(self, which: NDArray[np.int64], seed: int | Sequence[int]) -> None:
        """Begin the rows `which` anew under one seed for all or one for each."""
        if np.ndim(seed) == 0:
            self._roots[which] = -1
            self._words[which] = row_words(check_seed(seed, "Batch.reset"), which)
        else:
            roots = np.array([check_seed(one, "Batch.reset") for one in cast(Sequence[int], seed)], np.int64)
            if roots.shape != which.shape:
                raise ValueError(f"Batch.reset: {len(roots)} seeds, allowed: one, or {len(which)}")
            self._roots[which] = roots
            self._words[which] = row_words(roots, np.zeros_like(which))
        self._episode[which] = 0

    def _count_seeds(self) -> None:
        """The seeds of each row's game in progress and of the one after it."""
        own = (self._episode == 0) & (self._roots >= 0)  # a game that was asked for by its very seed
        self.game_seed[:] = np.where(own, self._roots, episode_seeds(self._words, self._episode))
        self._next_seeds[:] = episode_seeds(self._words, self._episode + 1)

    def _clear(self) -> None:
        """What the arrays say when no step has been taken."""
        self.reward[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self.final_observation[:] = 0
        self.episode_length[:] = 0
        shown = self.observation, self.action_mask, self.legal_words, self.seat
        self.game.kernels.fill(self._states, self.ruleset.tables, *shown)

    def _share_out(self) -> list[tuple[NDArray[Any], ...]]:
        """The arguments of the kernel `step` for each thread: views of about the same number of rows."""
        shown = self.observation, self.action_mask, self.legal_words, self.seat
        ends = self.reward, self.terminated, self.truncated, self.final_observation, self.episode_length
        arrays: list[NDArray[Any]] = [self._actions, self._next_seeds, *shown, *ends]
        bounds = [self.num_envs * part // self.threads for part in range(self.threads + 1)]
        slices = [slice(*pair) for pair in pairwise(bounds)]
        return [(self._states[part], self.ruleset.tables, *(array[part] for array in arrays)) for part in slices]

    def step(self, actions: ArrayLike, which: NDArray[np.int64] | None = None) -> None:
        """Take one action in each game: ints (N,), each legal for the seat to act in its row.

        `which`, int64 (n,), names the rows to be stepped, without repeats, if not all are: actions are (n,) then, and what the
        arrays say of other rows stays. Raises ValueError (TypeError for what are no ints) and changes nothing if any isn't legal.
        """
        given = np.asarray(actions)
        allowed = self._actions.shape if which is None else which.shape
        if given.dtype.kind not in "iu":
            raise TypeError(f"Batch.step: actions of dtype {given.dtype}, allowed: an integer dtype")
        if given.shape != allowed:
            raise ValueError(f"Batch.step: actions of shape {given.shape}, allowed: {allowed}")
        if which is not None:
            self._step_some(given, which)
            return
        self._actions[:] = given
        if self.threads == 1:
            refused = self.game.kernels.step(*self._parts[0])
        else:
            refused = self.game.kernels.check(self._states, self._actions)  # all rows, before any thread changes one
            if refused < 0:
                self._team.run(self.game.kernels.step, self._parts)
        if refused >= 0:
            where = f"Batch.step: row {refused}"
            raise ValueError(refusal(self.game, self.ruleset, where, int(self.seat[refused]), int(given[refused])))
        ended = np.flatnonzero(self.episode_length)
        if self._recorder:
            self._recorder.add(self._actions, self.game_seed, ended)
        self._next_episodes(ended)

    def _step_some(self, given: NDArray[np.integer], which: NDArray[np.int64]) -> None:
        """`step` of some rows, on copies of them: kernels take whole arrays."""
        states = self.copied_states(which)
        actions = given.astype(np.int64)
        refused = self.game.kernels.check(states, actions)
        if refused >= 0:
            row = int(which[refused])
            where = f"Batch.step: row {row}"
            raise ValueError(refusal(self.game, self.ruleset, where, int(self.seat[row]), int(given[refused])))
        arrays: list[NDArray[Any]] = [self.observation, self.action_mask, self.legal_words, self.seat]
        arrays += [self.reward, self.terminated, self.truncated, self.episode_length]
        parts = [np.empty((len(which), *array.shape[1:]), array.dtype) for array in arrays]
        final = np.empty((len(which), *self.final_observation.shape[1:]), np.int8)
        arguments = [*parts[:-1], final, parts[-1]]
        self.game.kernels.step(states, self.ruleset.tables, actions, self._next_seeds[which], *arguments)
        self._bytes[which] = self._scratch_bytes[: len(which)]
        for array, part in zip(arrays, parts, strict=True):
            array[which] = part
        ended = np.flatnonzero(self.episode_length[which])
        self.final_observation[which[ended]] = final[ended]
        if self._recorder:
            self._recorder.add(actions, self.game_seed, which[ended], which)
        self._next_episodes(which[ended])

    def copied_states(self, which: NDArray[np.int64]) -> NDArray[Any]:
        """The records of some rows, int64 (n,), for compiled players, in scratch that the next such call or step uses again."""
        np.take(self._bytes, which, axis=0, out=self._scratch_bytes[: len(which)], mode="clip")
        return self._scratch[: len(which)]

    def _next_episodes(self, ended: NDArray[np.int64]) -> None:
        """The rows in which a game has ended play the next one."""
        if ended.size:
            self._episode[ended] = episodes = self._episode[ended] + 1
            self.game_seed[ended] = self._next_seeds[ended]
            self._next_seeds[ended] = episode_seeds(self._words[ended], episodes + 1)

    @property
    def states(self) -> NDArray[Any]:
        """The records of all games, (N,), for compiled players, which look at a seat's view of them; not to be written to."""
        return self._states

    def state(self) -> dict[str, NDArray[Any]]:
        """All games in progress as plain arrays, for `restore`."""
        return {"states": self._bytes.copy(), **{name: getattr(self, f"_{name}").copy() for name in SEEDING}}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from where a batch of the same game, ruleset and size was. ValueError: it doesn't fit; nothing has changed."""
        if state["states"].shape != self._bytes.shape:
            raise ValueError(f"Batch.restore: states of shape {state['states'].shape}, allowed: {self._bytes.shape}")
        self._bytes[:] = state["states"]
        for name in SEEDING:
            getattr(self, f"_{name}")[:] = state[name]
        self._count_seeds()
        if self._recorder:
            self._recorder.begin(known=False)
        self._clear()

    def replay(self, row: int, *, ended: bool = False) -> Replay:
        """The game in progress in a row as a replay, or the last one that `ended` there, of a batch made with `record=True`.

        Raises ValueError for a row without such a game.
        """
        if self._recorder is None:
            raise ValueError("Batch.replay: found record=False, allowed: a batch made with record=True")
        if row not in range(self.num_envs):
            raise ValueError(f"Batch.replay: row {row!r}, allowed: 0 .. {self.num_envs - 1}")
        try:
            played = self._recorder.last(row) if ended else self._recorder.game(row, int(self.game_seed[row]))
        except ValueError as error:
            raise ValueError(f"Batch.replay: {error}") from None
        return record_game(self.game, self.ruleset, played.seed, played.actions, int(self._ruleset_index[row]))

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What `seat` knows in every game, whether or not it is to act: int8 (N, O), the caller's to keep."""
        if seat not in range(len(self.agents)):
            raise ValueError(f"Batch.observe: seat {seat!r}, allowed: 0 .. {len(self.agents) - 1}")
        seen = np.zeros((self.num_envs, self.observation_size), np.int8)
        self.game.kernels.observe_all(self._states, self.ruleset.tables, int(seat), seen)
        return seen


def _count(what: str, number: object) -> int:
    try:
        count = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"Batch: {what} must be an int, found {type(number).__name__}") from None
    if count < 1:
        raise ValueError(f"Batch: {what} {count}, allowed: 1 or more")
    return count


def _indexes(given: ArrayLike, num_envs: int, rulesets: int) -> NDArray[np.integer]:
    indexes = np.asarray(given)
    if indexes.dtype.kind not in "iu":
        raise TypeError(f"Batch: ruleset_index of dtype {indexes.dtype}, allowed: an integer dtype")
    if indexes.shape != (num_envs,):
        raise ValueError(f"Batch: ruleset_index of shape {indexes.shape}, allowed: ({num_envs},)")
    if indexes.min() < 0 or indexes.max() >= rulesets:
        raise ValueError(f"Batch: ruleset_index {indexes.min()} .. {indexes.max()}, allowed: 0 .. {rulesets - 1}")
    return indexes
