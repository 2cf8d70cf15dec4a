"""Results on disk: a row a job in SQLite, under the job's key. Any number of programs may write to one store at once."""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

SCHEMA = """
CREATE TABLE IF NOT EXISTS results
  (key TEXT PRIMARY KEY, about TEXT NOT NULL, crc INTEGER NOT NULL, result BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS failed (key TEXT PRIMARY KEY, about TEXT NOT NULL, why TEXT NOT NULL) WITHOUT ROWID;
"""
WAIT = 60.0  # seconds for another writer
ASKED = 500  # keys a query


class Store:
    """Results by key. Each is written in a transaction of its own, so that what is there is whole whoever is killed."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or makes it. ValueError: it is no store."""
        self._db = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise ValueError(f"{path}: {error}, allowed: a store of results") from None

    def _open(self) -> None:
        """Set it up. SQLite doesn't wait for another program that is doing the same, so this does."""
        until = time.monotonic() + WAIT
        while True:
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=NORMAL")
                self._db.executescript(SCHEMA)
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._db.close()

    def put(self, key: str, about: str, result: bytes) -> bool:
        """Write a result unless it is there; what failed before has not failed any more. Whether it was new."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            row = (key, about, zlib.crc32(result), zlib.compress(result))
            new = self._db.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?)", row).rowcount == 1
            self._db.execute("DELETE FROM failed WHERE key = ?", (key,))
        return new

    def fail(self, key: str, about: str, why: str) -> None:
        """Note a job that can't be done."""
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO failed VALUES (?, ?, ?)", (key, about, why))

    def has(self, key: str) -> bool:
        """Whether a result is there."""
        return self._db.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone() is not None

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The results that are there, by key. ValueError: one is damaged."""
        found = {}
        for key, crc, blob in self._rows("SELECT key, crc, result FROM results", keys):
            result = zlib.decompress(blob)
            if zlib.crc32(result) != crc:
                raise ValueError(f"store: the result {key} is damaged, allowed: whole results; delete the file and run again")
            found[key] = result
        return found

    def failures(self, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Of these jobs those that failed: what they are about, and why."""
        return {key: (about, why) for key, about, why in self._rows("SELECT key, about, why FROM failed", keys)}

    def count(self) -> int:
        """Results in the store, of whatever study."""
        return int(self._db.execute("SELECT COUNT(*) FROM results").fetchone()[0])

    def _rows(self, query: str, keys: Sequence[str]) -> Iterable[tuple[Any, ...]]:
        for begin in range(0, len(keys), ASKED):
            some = keys[begin : begin + ASKED]
            yield from self._db.execute(f"{query} WHERE key IN ({','.join('?' * len(some))})", some)
