"""Trajectories as Parquet, rebuilt from replays: a row a decision, as the seat saw it when it decided.

    from pagan_env.envs.export import export
    export(paths, "data")

    table = pyarrow.parquet.read_table("data/decisions.parquet")
    masks = table["action_mask"].combine_chunks().flatten().to_numpy().reshape(table.num_rows, -1)

`docs/replays.md` lists the columns. The same replays and the same version of pyarrow give the same bytes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..core.game import Game
from ..core.replays import UNFINISHED, Replay, read
from .replaying import Playback, rules_of

GROUP = 4096  # decisions in a row group, in memory at once


class ExportError(ValueError):
    """An export that can't be made: one line with where, what was found and what is allowed."""


def export(
    replays: Sequence[Replay | str | Path], out: str | Path, ruleset: Any = None, names: Sequence[str] = ()
) -> tuple[int, int]:
    """Write `decisions.parquet` and `games.parquet` to `out`, a new folder; the numbers of games and of decisions.

    All replays, or files of replays, are of one game with one number of seats; `ruleset` stands for the rules that they name
    (`rules_of`), and `names` tells them apart in errors. The folder is there as a whole or not at all. Raises ExportError, and
    ReplayError for a game that can't have gone so.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ExportError("export: found no pyarrow, allowed: pip install pyarrow") from None
    out = Path(out)
    if not replays:
        raise ExportError("export: found no replays, allowed: one or more")
    names = names or [f"replay {number}" if isinstance(given, Replay) else str(given) for number, given in enumerate(replays, 1)]
    games = [given if isinstance(given, Replay) else read(given) for given in replays]
    for replay, name in zip(games, names, strict=True):
        if replay.game != games[0].game:
            raise ExportError(f"{name}: game: found {replay.game}, allowed: {games[0].game}, as in {names[0]}")
    game, _ = rules_of(games[0], ruleset, names[0])
    beside = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        if os.path.lexists(out):
            raise ExportError(f"{out}: found something that is there, allowed: a new folder")
        beside.mkdir()
        writer = _Writer(pyarrow, parquet, game, beside)
        with writer.decisions:
            for number, (replay, name) in enumerate(zip(games, names, strict=True)):
                writer.add(number, Playback(replay, ruleset, name))
            writer.flush()
        parquet.write_table(writer.table_of_games(), beside / "games.parquet", compression="zstd")
        beside.rename(out)
    except OSError as error:
        raise ExportError(f"{out}: {error.strerror or error}, allowed: a new folder in one that can be written to") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return len(games), writer.written


class _Writer:
    """Collects decisions, and writes them in groups."""

    def __init__(self, pyarrow: Any, parquet: Any, game: Game, folder: Path) -> None:
        self._pyarrow, self._game = pyarrow, game
        self._lists = {
            "observation": pyarrow.list_(pyarrow.int8(), game.observation_size),
            "action_mask": pyarrow.list_(pyarrow.int8(), game.lexicon.size),
        }
        plain = {"game": "int32", "decision": "int32", "seat": "int8", "action": "int16", "reward": "float32", "last": "bool"}
        plain |= {"return": "float32"}
        fields = [pyarrow.field(name, pyarrow.type_for_alias(kind), nullable=name == "return") for name, kind in plain.items()]
        fields += [pyarrow.field(name, kind, nullable=False) for name, kind in self._lists.items()]
        about = {"game": game.spec, "engine": __version__, "agents": game.agents, "actions": game.lexicon.table()}
        self._schema = pyarrow.schema(fields, metadata={"pagan_env": json.dumps(about)})
        self._columns: dict[str, list[Any]] = {name: [] for name in self._schema.names}
        self._games: list[dict[str, Any]] = []
        self.decisions = parquet.ParquetWriter(folder / "decisions.parquet", self._schema, compression="zstd")
        self.written = 0

    def add(self, number: int, playback: Playback) -> None:
        """A game, played again."""
        game, words, tables = self._game, playback.words, playback.ruleset.tables
        columns, first = self._columns, len(self._columns["seat"])
        seen = np.zeros(game.observation_size, np.int8)
        for decision, action in enumerate(playback):
            seat = words.seat
            game.kernels.observe(words.states, tables, 0, seat, seen)
            columns["observation"].append(seen.copy())
            columns["action_mask"].append(words.mask(seat))
            columns["game"].append(number)
            columns["decision"].append(decision)
            columns["seat"].append(seat)
            columns["action"].append(action)
        paid = np.zeros(len(game.agents), np.float32)
        over = playback.replay.result != UNFINISHED
        if over:
            game.kernels.returns(words.states, 0, paid)
        seats = columns["seat"][first:]
        last = {seat: n for n, seat in enumerate(seats)} if over else {}
        columns["last"] += [last.get(seat) == n for n, seat in enumerate(seats)]
        columns["reward"] += [float(paid[seat]) if last.get(seat) == n else 0.0 for n, seat in enumerate(seats)]
        columns["return"] += [float(paid[seat]) if over else None for seat in seats]
        self._games.append(self._about(number, playback, paid.tolist() if over else None, seen))
        if len(columns["seat"]) >= GROUP:
            self.flush()

    def _about(self, number: int, playback: Playback, returns: list[float] | None, seen: np.ndarray) -> dict[str, Any]:
        """The row of a game."""
        replay, words, status = playback.replay, playback.words, np.zeros(4, np.int64)
        self._game.kernels.status(words.states, 0, status)
        final = []
        for seat in range(len(self._game.agents)):
            self._game.kernels.observe(words.states, playback.ruleset.tables, 0, seat, seen)
            final.append(seen.copy())
        named = {key: getattr(replay, key) for key in ("ruleset", "digest", "variant", "seed", "engine", "decisions", "result")}
        ended = {"terminated": bool(status[1]), "truncated": bool(status[2]), "return": returns, "final_observation": final}
        return {"game": number, **named, **ended}

    def flush(self) -> None:
        """Write what has been collected as row groups."""
        pyarrow, columns = self._pyarrow, self._columns
        if not columns["seat"]:
            return
        arrays = []
        for field in self._schema:
            values = columns[field.name]
            if field.name in self._lists:
                flat = pyarrow.array(np.concatenate(values), pyarrow.int8())
                arrays.append(pyarrow.FixedSizeListArray.from_arrays(flat, type=field.type))
            else:
                arrays.append(pyarrow.array(values, field.type))
        self.decisions.write_table(pyarrow.Table.from_arrays(arrays, schema=self._schema), row_group_size=GROUP)
        self.written += len(columns["seat"])
        self._columns = {name: [] for name in columns}

    def table_of_games(self) -> Any:
        """A row a game."""
        pyarrow = self._pyarrow
        kinds = {"game": "int32", "ruleset": "string", "digest": "string", "variant": "int32", "seed": "int64"}
        kinds |= {"engine": "string", "decisions": "int32", "result": "string", "terminated": "bool", "truncated": "bool"}
        fields = [pyarrow.field(name, pyarrow.type_for_alias(kind), nullable=False) for name, kind in kinds.items()]
        fields.append(pyarrow.field("return", pyarrow.list_(pyarrow.float32(), len(self._game.agents))))
        fields.append(pyarrow.field("final_observation", pyarrow.list_(self._lists["observation"], len(self._game.agents))))
        return pyarrow.Table.from_pylist(self._games, schema=pyarrow.schema(fields, metadata=self._schema.metadata))
