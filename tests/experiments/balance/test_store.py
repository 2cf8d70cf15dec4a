"""The store: a row a job, several writers, nothing half-written."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import pytest

from experiments.balance.store import Store

WRITER = """
import sys
from pathlib import Path
from experiments.balance.store import Store
with Store(Path(sys.argv[1])) as store:
    for n in range(400):
        store.put(f"key {n}", "a job", b"result %d" % n)
"""


def test_what_is_written_first_stays_and_a_failure_is_forgotten_once_it_is_done(tmp_path):
    with Store(tmp_path / "store") as store:
        store.fail("a", "about a", "why")
        assert store.failures(["a", "b"]) == {"a": ("about a", "why")}
        assert store.put("a", "about a", b"one") and not store.put("a", "about a", b"two")
        assert store.get(["a", "b"]) == {"a": b"one"} and store.has("a") and not store.has("b")
        assert store.failures(["a"]) == {} and store.count() == 1


def test_thousands_of_keys_at_once(tmp_path):
    with Store(tmp_path / "store") as store:
        keys = [str(n) for n in range(1200)]
        for key in keys[::100]:
            store.put(key, "", key.encode())
        assert sorted(store.get(keys)) == sorted(keys[::100])


def test_a_damaged_result_is_told(tmp_path):
    with Store(tmp_path / "store") as store:
        store.put("a", "", b"one")
        store.put("b", "", b"two")
    db = sqlite3.connect(tmp_path / "store")
    db.execute("UPDATE results SET result = (SELECT result FROM results WHERE key = 'b') WHERE key = 'a'")
    db.commit()
    db.close()
    with Store(tmp_path / "store") as store, pytest.raises(ValueError, match="the result a is damaged"):
        store.get(["a"])


def test_a_file_that_is_no_store_is_a_line(tmp_path):
    (tmp_path / "store").write_text("no database, whatever its name says; " * 40)
    with pytest.raises(ValueError, match="allowed: a store of results"):
        Store(tmp_path / "store")


@pytest.mark.slow
def test_several_programs_write_to_one_store(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "store")]
    running = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    with Store(tmp_path / "store") as store:
        keys = [f"key {n}" for n in range(400)]
        assert store.get(keys) == {key: b"result %d" % n for n, key in enumerate(keys)}
    db = sqlite3.connect(tmp_path / "store")
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
