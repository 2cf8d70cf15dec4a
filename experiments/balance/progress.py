"""How far a study is: a bar with the time left on a terminal, else a line a stage."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


class Bar:
    """Games of the stage that is going on, on stderr."""

    def __init__(self) -> None:
        console = Console(file=sys.stderr)
        columns = (
            TextColumn("{task.description:12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeRemainingColumn(),
        )
        self._shown = console.is_terminal
        self._progress = Progress(*columns, console=console, disable=not self._shown)
        self._task: TaskID | None = None
        self._name, self._games = "", 0

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._progress.stop()

    def stage(self, name: str, games: int) -> None:
        """As in `conduct.Progress`; a stage that comes again adds to its bar."""
        if not games:
            return
        if self._task is not None and name == self._name:
            self._games += games
            self._progress.update(self._task, total=self._games)
            return
        self._name, self._games = name, games
        self._task = self._progress.add_task(name, total=games)
        if not self._shown:
            print(f"{name} ...", file=sys.stderr, flush=True)

    def played(self, games: int) -> None:
        """As in `conduct.Progress`."""
        if self._task is not None:
            self._progress.advance(self._task, games)
