"""Games to replays and back: records what was played, finds the rules again, checks every step, and shows it to a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..core.data import DataError
from ..core.game import Game
from ..core.jit import rows
from ..core.replays import UNFINISHED, Replay, ReplayError, digest_of, pack, read
from .games import count_rulesets, find_game
from .words import Words


def record(game: Game | str, ruleset: Any, seed: int, actions: Sequence[int], variant: int = 0) -> Replay:
    """The replay of a game that was dealt from `seed` and played by `actions`. ValueError if it can't have gone so.

    `ruleset` is a name, a file or what was loaded.
    """
    game = find_game(game)
    ruleset = ruleset if hasattr(ruleset, "tables") else game.load_ruleset(ruleset)
    words = _deal(game, ruleset, seed, variant)
    choices = []
    for number, action in enumerate(actions, 1):
        legal = _legal(words)
        if action not in legal:
            raise ValueError(f"{game.name}: decision {number}: action {action} is not legal, allowed: {legal}")
        choices.append((legal.index(action), len(legal)))
        game.kernels.apply(words.states, ruleset.tables, 0, action)
    return Replay(
        game=game.spec,
        ruleset=ruleset.name,
        digest=ruleset.digest,
        variant=variant,
        seed=seed,
        engine=__version__,
        decisions=len(actions),
        moves=digest_of(actions),
        result=words.result() if words.seat < 0 else UNFINISHED,
        actions=pack(choices),
    )


def rules_of(replay: Replay, ruleset: Any = None, where: str = "replay") -> tuple[Game, Any]:
    """The game and the ruleset of a replay. `ruleset`: a name, a file or what was loaded; None: found by the replay's own name.

    A ruleset that ships is found, and one variant of it, whose name says what was changed. Raises ReplayError.
    """
    try:
        game = find_game(replay.game)
    except ValueError as error:
        raise ReplayError(f"{where}: game: {error}") from None
    if ruleset is None and replay.ruleset.partition(" with ")[0] not in game.ruleset_names():  # a file says no path
        told = f"found {replay.ruleset!r}, allowed: {', '.join(game.ruleset_names())}"
        raise ReplayError(f"{where}: ruleset: {told}; or give its file")
    try:
        found = ruleset if hasattr(ruleset, "tables") else _load(game, replay.ruleset if ruleset is None else ruleset)
    except (ValueError, TypeError) as error:
        told = str(error).splitlines()[0]
        raise ReplayError(f"{where}: ruleset: {told}" + ("; or give its file" if ruleset is None else "")) from None
    if found.digest != replay.digest:
        told = f"found {replay.digest} ({replay.ruleset}), allowed: {found.digest} ({found.name})"
        raise ReplayError(f"{where}: digest: {told}; the game was played by other rules")
    variants = count_rulesets(found.tables)
    if replay.variant >= variants:
        raise ReplayError(f"{where}: variant: found {replay.variant}, allowed: 0 .. {variants - 1}")
    return game, found


def _load(game: Game, name: Any) -> Any:
    """A ruleset by name or file; `name with path=value, ...` is the variant that `vary` calls so."""
    base, _, changes = str(name).partition(" with ")
    try:
        return game.load_ruleset(name)
    except DataError:
        if not changes:
            raise
    return game.vary(game.load_ruleset(base), [[] if changes == "no change" else changes.split(", ")])


class Playback:
    """A replay played again, decision by decision: `for action in playback` takes each action after it was yielded.

    `words.states` is the record before that action. Iterating raises ReplayError where the game can't have gone so; a playback
    can be iterated once.
    """

    def __init__(self, replay: Replay | str | Path, ruleset: Any = None, where: str = "replay") -> None:
        """`replay` may be a file's path; `ruleset` as in `rules_of`, and `where` begins errors. Raises ReplayError."""
        if not isinstance(replay, Replay):
            replay, where = read(replay), str(replay)
        self.replay = replay
        self.where = where
        self.game, self.ruleset = rules_of(replay, ruleset, where)
        self.words = _deal(self.game, self.ruleset, replay.seed, replay.variant)

    def __iter__(self) -> Iterator[int]:
        packed, taken = self.replay.actions, []
        for number in range(self.replay.decisions):
            legal = _legal(self.words)
            if not legal:
                raise self._refused(f"decisions: found {self.replay.decisions}, allowed: {number}, as the game is over then")
            packed, choice = divmod(packed, len(legal))
            yield legal[choice]
            taken.append(legal[choice])
            self.game.kernels.apply(self.words.states, self.ruleset.tables, 0, legal[choice])
        if packed or digest_of(taken) != self.replay.moves:
            raise self._refused(f"moves: found {self.replay.moves}, allowed: {digest_of(taken)}")
        result = self.words.result() if self.words.seat < 0 else UNFINISHED
        if result != self.replay.result:
            raise self._refused(f"result: found {self.replay.result!r}, allowed: {result!r}")

    def _refused(self, told: str) -> ReplayError:
        return ReplayError(f"{self.where}: {told}; engine {self.replay.engine} wrote it, this is {__version__}")


@dataclass(frozen=True)
class Frame:
    """A moment of a replay: the record, and what a viewer was told since the moment before."""

    states: NDArray[Any]
    news: tuple[str, ...]


def frames(playback: Playback, viewer: int | None, everything: bool = False) -> list[Frame]:
    """The whole game in moments, from the deal to its end. Raises ReplayError.

    A seat (None: a spectator) has one wherever it sees that somebody decides, and is told what it saw: what others are asked in
    secret makes none. With `everything` there is one for each decision taken, and events are told as the seat concerned saw them.
    """
    words = Words(playback.game, playback.ruleset, playback.words.states, viewer)
    found: list[Frame] = []
    news: list[str] = []
    told = 0

    def look(always: bool) -> None:
        nonlocal news, told
        news += words.all_events(told) if everything else words.events(told)
        told = words.logged
        if always or words.seen_to_act >= 0:
            found.append(Frame(rows(np.array(words.states)), tuple(news)))
            news = []

    for action in playback:
        look(everything)
        if everything:
            news.append(f"{words.titles[words.seat]} decides: {words.phrase(words.seat, action)}")
    look(True)
    return found


def _deal(game: Game, ruleset: Any, seed: int, variant: int) -> Words:
    states = rows(np.zeros(1, game.state))
    game.kernels.reset(states, ruleset.tables, np.array([variant]), np.array([seed]))
    return Words(game, ruleset, states, None)


def _legal(words: Words) -> list[int]:
    seat = words.seat
    legal: list[int] = np.flatnonzero(words.mask(seat)).tolist() if seat >= 0 else []
    return legal
