"""What can be measured of a game: its own module of measures if it has one, else what every game's scripted play tells."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from pagan_env.core.game import Game
from pagan_env.core.jit import rows

EVERY_GAME = ("winner", "ending", "rounds", "decisions")
ABOUT = {
    "rounds": "rounds played",
    "decisions": "decisions taken by all seats",
    "forced": "decisions with one option",
}


@dataclass(frozen=True)
class Measured:
    """What was measured of some games: `out` int16 (games, C), by the names in `columns`, and `cards` int32 of the game's own
    shape, counts over the games; it is empty for a game without a module of measures.
    """

    columns: tuple[str, ...]
    out: np.ndarray
    cards: np.ndarray

    def column(self, name: str) -> np.ndarray:
        """One column, float64 (games,)."""
        return self.out[:, self.columns.index(name)].astype(float)

    def first(self, games: int) -> Measured:
        """The first games; the counts of cards are those of all."""
        return Measured(self.columns, self.out[:games], self.cards)


@dataclass(frozen=True)
class Measures:
    """How a game is measured: the names of `columns`, the shape of `cards`, the `module` with its loop or None."""

    game: Game
    module: ModuleType | None
    columns: tuple[str, ...]
    cards: tuple[int, ...]
    meaning: dict[str, str] = field(default_factory=dict)

    def play(self, ruleset: Any, row: int, levels: tuple[int, ...], salt: int, seeds: np.ndarray) -> Measured:
        """Scripted games, one a seed (int64), under a row of the ruleset's tables. Releases the GIL."""
        out, cards = np.zeros((len(seeds), len(self.columns)), np.int16), np.zeros(self.cards, np.int32)
        game, states = self.game, rows(np.zeros(1, self.game.state))
        by_seat = np.array(levels, np.int64)
        if self.module is not None:
            views = rows(np.zeros(self.module.SCRATCH, game.state))
            self.module.measured_games(states, ruleset.tables, views, by_seat, row, salt, seeds, out, cards)
            return Measured(self.columns, out, cards)
        views = rows(np.zeros(getattr(game.playing, "SCRATCH", 1), game.state))
        told = np.zeros((len(seeds), len(EVERY_GAME)), np.int64)
        counted = np.zeros(getattr(game.playing, "COUNTED", None) or _kinds(ruleset), np.int64)
        game.kernels.deal(states, ruleset.tables, 0, row, 0)
        game.playing.scripted_games(states, ruleset.tables, views, by_seat[None], seeds, len(seeds), told, counted)
        out[:] = np.minimum(told, np.iinfo(np.int16).max)
        return Measured(self.columns, out, cards)

    def from_bytes(self, blob: bytes, games: int) -> Measured:
        """What `to_bytes` has written."""
        size = 2 * games * len(self.columns)
        out = np.frombuffer(blob[:size], "<i2").reshape(games, len(self.columns))
        return Measured(self.columns, out, np.frombuffer(blob[size:], "<i4").reshape(self.cards))


def to_bytes(measured: Measured) -> bytes:
    """The same on every machine."""
    return measured.out.astype("<i2").tobytes() + measured.cards.astype("<i4").tobytes()


def join(parts: list[Measured]) -> Measured:
    """The games of all parts, in order."""
    return Measured(
        parts[0].columns, np.concatenate([part.out for part in parts]), np.sum([part.cards for part in parts], axis=0)
    )


def _kinds(ruleset: Any) -> tuple[int, int]:
    return len(ruleset.kinds), 1 + max(len(own) for own in ruleset.kinds)


def measures_of(game: Game) -> Measures:
    """How a game is measured. ValueError: it has no scripted players, without whom there are no games."""
    if game.playing is None:
        raise ValueError(f"{game.name}: has no scripted players, allowed: a game that has some")
    name = f"{__package__}.{game.name}"
    if importlib.util.find_spec(name) is None:
        return Measures(game, None, EVERY_GAME, (0,), dict(ABOUT))
    module = importlib.import_module(name)
    return Measures(game, module, module.COLUMNS, module.CARDS, ABOUT | module.MEANING)
