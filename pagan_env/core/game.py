"""What a face needs to know of a game: one descriptor, made by each game's game.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from .drawing import Drawing
from .lexicon import Lexicon


class Ruleset(Protocol):
    """One set of rules: its name `x@1`, the digest of its tables, the tables that kernels take, words for actions by seat."""

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def sources(self) -> str: ...
    @property
    def tables(self) -> np.ndarray: ...
    @property
    def labels(self) -> Sequence[Mapping[str, Sequence[str]]]: ...


@dataclass(frozen=True)
class Game:
    """A game: `agents` by seat, `state` the dtype of its record, `observation_size` and `words` (uint64 of a legal set).

    `roles` by seat: seats of one role have the same rules, aims and kind of observation, so that one policy plays them all.

    Behind an observation may stand up to `most_events` events, newest first, of `len(event_sizes)` int8 columns each; the
    sizes are how many values a column of names has (0 is none), or 0 for one that holds an amount. The first is 0 in rows
    that hold no event.

    `kernels` is the module of its compiled loops, `tree` the one that walks the game tree of a reduced ruleset,
    `playing` that of scripted play.
    `load_ruleset(name, path or None)` raises DataError; `ruleset_names()` lists what ships;
    `vary(ruleset, [["path = value"], ...])` makes variants, ValueError or TypeError. `render(states, ruleset, seat)` is a text
    board of game 0 as that seat sees it, None for a spectator; `draw`, of the same arguments, is a picture of it.
    `describe` is the module of its words: `event_log`, `told_log`, `hand_text`, `people_text`, `rules_text`, `decision_text`,
    `phrase`, `seen_to_act`, `QUESTIONS`, `DECIDED`, `DECISION_NAMES`, `ENDING_NAMES`. `catalogue` is that of its data:
    `card_table(ruleset)`, `card_counts`, `rule_table`, `rule_counts`, and `check(path)`, which raises DataError.

    `figures` tells of finished games, where there is more than the winner: `rates(states, ruleset)`, rows (what, how often, out
    of how many), and `means`, rows (what, how many a game).

    A game that comes in several sizes has `configure(**options)`, which returns the descriptor for them or raises ValueError, and
    in `options` those that differ from its defaults. `zero_sum`: whether payoffs always add up to 0. `tree` and `playing` are
    None for a game that hasn't got them.
    """

    name: str
    agents: tuple[str, ...]
    roles: tuple[str, ...]
    state: np.dtype
    lexicon: Lexicon
    observation_size: int
    event_sizes: tuple[int, ...]
    most_events: int
    words: int
    kernels: ModuleType
    tree: Any
    playing: Any
    load_ruleset: Callable[[str | Path | None], Any]
    ruleset_names: Callable[[], list[str]]
    vary: Callable[[Any, Sequence[Any]], Any]
    render: Callable[[np.ndarray, Any, int | None], str]
    draw: Callable[[np.ndarray, Any, int | None], Drawing]
    describe: ModuleType
    catalogue: ModuleType
    zero_sum: bool = True
    options: Mapping[str, int] = field(default_factory=dict)
    figures: Any = None
    configure: Callable[..., Any] | None = None

    @property
    def alike(self) -> bool:
        """Whether all seats play one role."""
        return len(set(self.roles)) == 1

    @property
    def spec(self) -> str:
        """The name with its options, `name:key=value,...`, which `find_game` takes again."""
        told = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}:{told}" if told else self.name
