"""The command line driven in this process: what a person enters, and what the terminal shows."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pagan_env.cli import main

SHORT = "first_steps@1"
SEED = "11"
# Games are told up to here; then the truth is shown.
END = "The end as the "


@dataclass
class Shown:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str


class Typed(io.StringIO):
    """What a person types at a terminal."""

    def isatty(self) -> bool:
        return True


class Terminal:
    """Runs commands; `entries` are the lines of a person, `typed` or in a file, and the end of the input after them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "100")

    def run(self, *arguments: str, entries: Sequence[str] = (), typed: bool = False) -> Shown:
        self._capsys.readouterr()
        stdin = (Typed if typed else io.StringIO)("".join(f"{entry}\n" for entry in entries))
        self._monkeypatch.setattr("sys.stdin", stdin)
        try:
            code = main(arguments)
        except SystemExit as exit_:  # argparse's way
            code = int(exit_.code or 0)
        shown = self._capsys.readouterr()
        return Shown(code, shown.out, shown.err)

    def play(self, *arguments: str, entries: Sequence[str] = (), seat: str = "witch") -> Shown:
        fixed = ("play", "--terminal", "--seat", seat, "--ruleset", SHORT, "--seed", SEED)
        return self.run(*fixed, *arguments, entries=entries)


def guesses(seed: int = 0) -> list[str]:
    """Numbers enough for a whole game; those that are no choice are asked again."""
    rng = random.Random(seed)
    return [str(rng.randrange(1, 16)) for _ in range(5000)]
