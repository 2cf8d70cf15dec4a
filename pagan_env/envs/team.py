"""A few threads that run one function on several sets of arguments at once.

Plain Python threads, for kernels that release the GIL. Numba's own parallel loops gain no more here, and a process that
has run one hangs in the children that it forks. Executors work as well, but take two to three times as long to hand a call over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize


class Team:
    """The calling thread and `threads - 1` others, which start when first needed and end with this object."""

    def __init__(self, threads: int) -> None:
        self._others = threads - 1
        self._process = 0
        self._running = 0

    def run(self, function: Callable[..., object], parts: Sequence[tuple[Any, ...]]) -> None:
        """Call `function(*part)` for each part, the first in this thread. Returns when all have; raises what one raised."""
        if self._others and self._process != os.getpid():  # a forked child has no threads but its own
            self._start()
        self._wait()  # for nothing, unless the last run was interrupted
        for part in parts[1:]:
            self._calls.put((function, part))
            self._running += 1
        try:
            function(*parts[0])
        finally:
            errors = self._wait()
        for error in errors:
            raise error

    def _wait(self) -> list[BaseException]:
        """Until no other thread is at work; what their calls raised."""
        errors = []
        while self._running:
            error = self._ends.get()
            self._running -= 1
            if error is not None:
                errors.append(error)
        return errors

    def _start(self) -> None:
        self._process, self._running = os.getpid(), 0
        self._calls: SimpleQueue[Any] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        for _ in range(self._others):
            Thread(target=_work, args=(self._calls, self._ends), name="batch", daemon=True).start()
        finalize(self, _dismiss, self._calls, self._others)


def _work(calls: SimpleQueue[Any], ends: SimpleQueue[BaseException | None]) -> None:
    """A thread's life: one call after another until it is handed None. It holds no team, so that the team can be forgotten."""
    while (call := calls.get()) is not None:
        function, part = call
        try:
            function(*part)
            ends.put(None)
        except BaseException as error:
            ends.put(error)
        del call, function, part  # else the arrays of a forgotten batch stay


def _dismiss(calls: SimpleQueue[Any], threads: int) -> None:
    for _ in range(threads):
        calls.put(None)
