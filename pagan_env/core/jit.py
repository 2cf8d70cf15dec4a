"""The one kernel decorator: Numba's `njit`, cached on disk under a digest of the engine's own sources.

Numba's disk cache does not notice edits in an imported file: a constant moved in a layout module would silently be read
at its old place. So the cache folder carries a digest of everything that a kernel is made of: the modules of the kit and of the
kernel's game that define kernels, all that those import, the Numba version and the bounds-check flag. Data files, loading,
words and faces do not count.

The cache lives in `PAGAN_ENV_CACHE`, else in `NUMBA_CACHE_DIR`, else in the user's cache folder. An unwritable folder
means a temporary one and one warning. The three newest digests of a game are kept.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import njit, types

from .whole import APART, ApartCompiler, Load, PartCompiler, WholeCompiler

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_DIGESTS = 3
IMPORT = re.compile(r"^from (\.+)([\w.]*) import ([\w, ]+|\([^)]*\))", re.M)
DEFINES = re.compile("@kernel|compile_over")  # in a module that defines kernels
COMPILED = not numba.config.DISABLE_JIT
OPTIONS = {"nogil": True, "_nrt": False}  # kernels allocate nothing, so no references need counting


def kernel(function: Function) -> Function:
    """Compile `function` on first use; it releases the GIL and allocates nothing. Plain Python under `NUMBA_DISABLE_JIT=1`."""
    compiled = _compiled(function, WholeCompiler)
    return _called_as_a_part(compiled) if COMPILED else compiled


def kernel_apart(function: Function) -> Function:
    """A kernel that others call rather than take in: large, and called from many."""
    compiled = _compiled(function, ApartCompiler)
    return _called_apart(compiled) if COMPILED else compiled


def _compiled(function: Function, pipeline: type) -> Function:
    """Numba's own, with the cache of the function's game."""
    package, _, rest = function.__module__.partition(".")
    game = rest.split(".")[0] if package == PACKAGE.name else "*"
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(game))
    try:
        return cast(Function, njit(cache=True, **OPTIONS, pipeline_class=pipeline)(function))
    finally:
        numba.config.CACHE_DIR = before


def _called_as_a_part(compiled: Function) -> Function:
    """Let other kernels compile `compiled` into themselves (whole.py), where Numba would have them call it."""

    @functools.cache
    def part() -> Any:
        made = njit(**OPTIONS, pipeline_class=PartCompiler)(compiled.py_func)  # type: ignore[attr-defined]
        made.add_overload = lambda result: made.overloads.update({tuple(result.signature.args): result})  # no machine code
        return made

    _widen_calls(compiled, lambda *given: part().get_call_template(*given))
    compiled.get_overload = lambda sig: part().get_overload(sig)  # type: ignore[attr-defined]
    return compiled


def _called_apart(compiled: Any) -> Any:
    """Let other kernels call the machine code of `compiled`."""
    add_overload = compiled.add_overload

    def add(result: Any) -> None:
        add_overload(result)
        arguments = tuple(result.signature.args)
        APART[result.library] = Load(compiled.__module__, compiled.__name__, arguments)

    compiled.add_overload = add
    _widen_calls(compiled, compiled.get_call_template)
    return compiled


def _widen_calls(compiled: Any, template: Callable[..., Any]) -> None:
    """Hand constants and narrow ints on as int64: else each constant and width would compile the called kernel anew."""

    def widened(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        return template(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})

    compiled.get_call_template = widened


def _widen(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def rows(states: np.ndarray) -> np.ndarray:
    """The array as kernels want it: itself, or in plain Python a view whose records have fields as attributes."""
    return states if COMPILED else states.view(np.recarray)


@functools.cache
def digest(game: str) -> str:
    """Hex digest of all that the kernels of `game` are compiled from: a folder of the package, or `*` for all of them."""
    sha = hashlib.sha256(f"numba {numba.__version__} bounds {numba.config.BOUNDSCHECK}".encode())
    for source, text in sorted(sources(game).items()):
        sha.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0" + text.encode() + b"\0")
    return sha.hexdigest()[:16]


def sources(game: str) -> dict[Path, str]:
    """The modules of the kit and the game that define kernels, and all that those import, with their text."""
    found: dict[Path, str] = {}
    waiting = [
        path for folder in ("core", game) for path in PACKAGE.glob(f"{folder}/*.py") if DEFINES.search(path.read_text("utf-8"))
    ]
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found[path] = path.read_text("utf-8")
            for dots, module, names in IMPORT.findall(found[path]):
                folder = path.parents[len(dots) - 1] / module.replace(".", "/")
                waiting.append(folder.with_suffix(".py"))
                waiting += [folder / f"{name}.py" for name in re.findall(r"\w+", names)]
    return found


@functools.cache
def cache_folder(game: str) -> Path:
    """Folder of this game's compiled kernels, made if need be."""
    name = game.replace("*", "outside")
    folder = _parent() / f"{name}-{digest(game)}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    _forget_old(folder.parent.glob(f"{name}-*"))
    return folder


@functools.cache
def _parent() -> Path:
    """The folder of all caches; if it can't be written, a temporary one of this user's, with a warning."""
    chosen = os.environ.get("PAGAN_ENV_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else Path.home() / ".cache" / "pagan_env"
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=parent):
            return parent
    except OSError as error:
        spare = Path(tempfile.gettempdir()) / f"pagan_env-{os.getuid()}"
        warnings.warn(f"{parent}: cannot write compiled kernels ({error.strerror}); using {spare}", stacklevel=2)
        return spare


def _forget_old(folders: Iterable[Path]) -> None:
    """Remove all but the newest of these caches."""
    newest_first = sorted(folders, key=_modified, reverse=True)
    for old in newest_first[KEPT_DIGESTS:]:
        shutil.rmtree(old, ignore_errors=True)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process removed it
        return 0.0
