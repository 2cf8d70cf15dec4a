"""The cache of compiled kernels: stale after any edit of what they are made of, and nowhere where it may not be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from pagan_env.core.jit import COMPILED, KEPT_DIGESTS, PACKAGE

DIGESTS = "from pagan_env.core.jit import digest; print(digest('core'), digest('pagan'), digest('*'))"
COUNT_BITS = "import numpy as np; from pagan_env.core.bits import count; print(count(np.ones(3, np.uint64)))"
compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@pytest.fixture
def copy(tmp_path):
    """The package, to be edited."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(folder: Path, program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own, with the package of `folder`; its cache is in the folder too."""
    given = {"PAGAN_ENV_CACHE": str(folder / "cache"), "TMPDIR": str(folder), **environment}
    kept = {name: value for name, value in os.environ.items() if name not in ("PAGAN_ENV_CACHE", "NUMBA_CACHE_DIR")}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, env={**kept, "PYTHONPATH": str(folder), **given}, capture_output=True, text=True, check=True,
    )  # fmt: skip


def digests(folder: Path) -> dict[str, str]:
    return dict(zip(("core", "pagan", "*"), run(folder, DIGESTS).stdout.split(), strict=True))


@pytest.mark.parametrize(
    ("source", "stale"),
    [
        ("core/bits.py", {"core", "pagan", "*"}),
        ("pagan/layout.py", {"pagan", "*"}),
        ("pagan/legal.py", {"pagan", "*"}),
        ("pagan/dump.py", set()),
        ("pagan/ops.py", {"pagan", "*"}),  # no kernel in it, but kernels are made of its numbers
        ("pagan/describe.py", set()),
        ("envs/aec.py", set()),
        ("pagan/data/sets/base/cards.toml", set()),
    ],
)
def test_an_edit_makes_stale_what_is_made_of_it(copy, source, stale):
    """`*` is for kernels outside the package, which may be made of any game's."""
    before = digests(copy)
    assert digests(copy) == before
    with (copy / PACKAGE.name / source).open("a") as file:
        file.write("\n# edited\n")
    after = digests(copy)
    assert {name for name in before if after[name] != before[name]} == stale


def test_all_that_kernels_import_counts():
    """Whatever module is loaded with a game's kernels is in its digest, but for `__init__` files and registered names."""
    program = "import sys, pagan_env.pagan.kernels; from pagan_env.core.jit import sources\n"
    program += "print({m.__file__ for n, m in sys.modules.items() if n.startswith('pagan_env')} - {*map(str, sources('pagan'))})"
    missing = literal_eval(run(PACKAGE.parent, program, PAGAN_ENV_CACHE="").stdout)
    assert {Path(name).name for name in missing} == {"__init__.py", "registration.py"}


@compiled
def test_the_cache_is_where_it_is_asked_for(copy):
    kept = []
    for _ in range(2):
        child = run(copy, COUNT_BITS)
        assert (child.stdout, child.stderr) == ("3\n", "")
        kept.append({path: path.stat().st_mtime_ns for path in (copy / "cache").rglob("*.nb[ci]")})
    assert kept[0], "kernels are kept"
    assert kept[1] == kept[0], "and used again"
    folders = {path.name.partition("-")[0] for path in (copy / "cache").iterdir()}
    assert folders == {"core"}


@compiled
def test_numbas_own_variable_is_the_second_choice(copy):
    run(copy, COUNT_BITS, PAGAN_ENV_CACHE="", NUMBA_CACHE_DIR=str(copy / "second"))
    assert list((copy / "second").rglob("*.nbi"))
    run(copy, COUNT_BITS, NUMBA_CACHE_DIR=str(copy / "third"))
    assert not (copy / "third").exists()


@compiled
@pytest.mark.parametrize("program", [COUNT_BITS, "import pagan_env.pagan_v0"])
def test_an_unwritable_folder_means_one_warning(copy, program):
    (copy / "file").touch()
    child = run(copy, program, PAGAN_ENV_CACHE=str(copy / "file" / "cache"))
    assert child.stderr.count("cannot write compiled kernels (Not a directory)") == 1, child.stderr
    assert list((copy / f"pagan_env-{os.getuid()}").iterdir())


@compiled
def test_old_caches_are_removed(copy):
    cache = copy / "cache"
    for number in range(6):
        (cache / f"core-old{number}").mkdir(parents=True)
        os.utime(cache / f"core-old{number}", (number, number))
    (cache / "other").mkdir()
    run(copy, COUNT_BITS)
    left = {path.name for path in cache.iterdir()}
    assert {"other", "core-old5", "core-old4"} < left
    assert len(left) == KEPT_DIGESTS + 1
