"""What is measured of games: `experiments/balance/<game>.py` says what and how.

Such a module has `columns(game)` and `sets(game)`, the names of what its kernel `measured_games` writes of a game: numbers, and
sets as bits; `MEANING`, what the columns of its own hold; `SCRATCH`, rows of `views`; `BLOCK`, games a job; `told(game)`, what
else rulesets are compared by; `kinds(game, ruleset)`, kinds of card; `setup(states, ruleset)`, what luck has dealt;
`player_action`, `place_in_turn` and `luck`, the players and what keys their ties.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from pagan_env.core.game import Game
from pagan_env.core.jit import rows

ROOM = 2000  # rows a game of `try_out`
ABOUT = {
    "rounds": "rounds played",
    "decisions": "decisions taken by all seats",
    "forced": "decisions with one option",
}


@dataclass(frozen=True)
class Measured:
    """What was measured of some games: `out` int16 (games, columns), by the names in `columns`; `seen` int64 (games, sets), by
    those in `sets`, a bit a member.
    """

    columns: tuple[str, ...]
    out: np.ndarray
    seen: np.ndarray
    sets: tuple[str, ...]

    def column(self, name: str) -> np.ndarray:
        """One column, float64 (games,)."""
        return self.out[:, self.columns.index(name)].astype(float)

    def member(self, name: str, bit: int) -> np.ndarray:
        """Whether a set has a member, bool (games,)."""
        return (self.seen[:, self.sets.index(name)] >> bit) & 1 == 1

    def wins(self, seat: int) -> np.ndarray:
        """Whether a seat has won, alone or with others, bool (games,)."""
        return self.member("won", seat) if "won" in self.sets else self.out[:, self.columns.index("winner")] == seat

    def first(self, games: int) -> Measured:
        """The first games."""
        return Measured(self.columns, self.out[:games], self.seen[:games], self.sets)


@dataclass(frozen=True)
class Measures:
    """How a game is measured: its `module`, the names of `columns` and of `sets`, and what columns mean."""

    game: Game
    module: ModuleType
    columns: tuple[str, ...]
    sets: tuple[str, ...]
    meaning: dict[str, str]
    block: int
    """Games a job: a fraction of a second, or a few of them."""

    def play(
        self, ruleset: Any, row: int, levels: Sequence[int], salt: int, seeds: np.ndarray, forbidden: np.ndarray | None = None
    ) -> Measured:
        """Scripted games, one a seed (int64), under a row of the ruleset's tables. Releases the GIL.

        `forbidden`, uint64 (seats, words): what seats don't do as long as they may do anything else.
        """
        game, states = self.game, rows(np.zeros(1, self.game.state))
        found = Measured(
            self.columns,
            np.zeros((len(seeds), len(self.columns)), np.int16),
            np.zeros((len(seeds), len(self.sets)), np.int64),
            self.sets,
        )
        if forbidden is None:
            forbidden = np.zeros((len(game.agents), game.words), np.uint64)
        views, by_seat = rows(np.zeros(self.module.SCRATCH, game.state)), np.array(levels, np.int64)
        self.module.measured_games(states, ruleset.tables, views, by_seat, row, salt, seeds, forbidden, found.out, found.seen)
        return found

    def try_out(
        self,
        ruleset: Any,
        row: int,
        levels: Sequence[int],
        salt: int,
        seeds: np.ndarray,
        forbidden: np.ndarray,
        every: int,
        words: int,
    ) -> np.ndarray:
        """Scripted games in which all actions of some decisions are tried out: rows as the module's `sampled_choices` says."""
        states, views = rows(np.zeros(3, self.game.state)), rows(np.zeros(self.module.SCRATCH, self.game.state))
        out = np.zeros((ROOM * len(seeds), self.module.WORDS_AT + 2 * words), np.int64)
        by_seat = np.array(levels, np.int64)
        written = self.module.sampled_choices(states, ruleset.tables, views, by_seat, row, salt, seeds, every, forbidden, out)
        return out[:written]

    @property
    def firsts(self) -> frozenset[str]:
        """Columns that are 0 where what they date never came."""
        return frozenset(one.column for one in self.module.told(self.game) if one.how == "first")

    def from_bytes(self, blob: bytes, games: int) -> Measured:
        """What `to_bytes` has written."""
        size = 2 * games * len(self.columns)
        out = np.frombuffer(blob[:size], "<i2").reshape(games, len(self.columns))
        return Measured(self.columns, out, np.frombuffer(blob[size:], "<i8").reshape(games, len(self.sets)), self.sets)


def to_bytes(measured: Measured) -> bytes:
    """The same on every machine."""
    return measured.out.astype("<i2").tobytes() + measured.seen.astype("<i8").tobytes()


def join(parts: Sequence[Measured]) -> Measured:
    """The games of all parts, in order."""
    first = parts[0]
    out, seen = (np.concatenate([getattr(part, name) for part in parts]) for name in ("out", "seen"))
    return Measured(first.columns, out, seen, first.sets)


def measures_of(game: Game) -> Measures:
    """How a game is measured. ValueError: it has no scripted players, without whom there are no games, or no measures."""
    name = f"{__package__}.{game.name}"
    if game.playing is None or importlib.util.find_spec(name) is None:
        raise ValueError(f"{game.name}: has no scripted players or no measures, allowed: a game that has both")
    module = importlib.import_module(name)
    return Measures(game, module, module.columns(game), module.sets(game), ABOUT | module.MEANING, module.BLOCK)
