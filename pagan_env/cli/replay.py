"""`replay`: a recorded game, moment by moment, as a spectator, a seat or whoever may know all sees it."""

from __future__ import annotations

import argparse
import reprlib
import sys
from dataclasses import dataclass

from ..core.replays import ReplayError, read
from ..envs.replaying import Frame, Playback, frames
from ..envs.words import Words
from .arguments import BadArgumentError, find_game, find_ruleset, find_seat
from .play import announce_compiling, show
from .text import width

HELP = "Enter for the next moment, p for the one before, a number to go there, or quit."


@dataclass(frozen=True)
class _Shown:
    """A game in moments, told to a viewer (None: a spectator), or with all secrets."""

    playback: Playback
    moments: list[Frame]
    viewer: int | None
    everything: bool

    def show(self, number: int) -> None:
        """Print the moment of this number, from 1."""
        frame = self.moments[number - 1]
        words = self._words(frame, self.viewer)
        lines = ["=" * width(), f"Moment {number} of {len(self.moments)}", "", words.board(with_events=False)]
        for seat, title in enumerate(words.titles) if self.everything else ():
            public = set(words.board().split("\n"))
            private = [line for line in self._words(frame, seat).board().split("\n") if line not in public]
            lines += ["", f"The {title} sees as well:", *private] if private else []
        lines += ["", "What happened:", *(f"  {line}" for line in frame.news)] if frame.news else []
        if number == len(self.moments):
            lines += ["", f"{words.result()}." if words.seat < 0 else "The game was broken off here."]
        show(*lines, "")

    def _words(self, frame: Frame, viewer: int | None) -> Words:
        return Words(self.playback.game, self.playback.ruleset, frame.states, viewer)


def run(options: argparse.Namespace) -> int:
    """The command."""
    shown = _load(options)
    count = len(shown.moments)
    at = _moment(options.to, count)
    if options.all or not sys.stdin.isatty():
        for number in range(1, count + 1) if at is None else [at]:
            shown.show(number)
        return 0
    _step_through(shown, at or 1)
    return 0


def _load(options: argparse.Namespace) -> _Shown:
    """The game in the file, checked to its end."""
    try:
        replay = read(options.file)
        ruleset = None
        if options.ruleset or options.set:
            ruleset = find_ruleset(find_game(replay.game), options.ruleset, options.set)
        playback = Playback(replay, ruleset, options.file)
        viewer = find_seat(playback.game, options.seat) if options.seat else None
        announce_compiling(playback.game)
        return _Shown(playback, frames(playback, viewer, options.everything), viewer, options.everything)
    except ReplayError as error:
        raise BadArgumentError(str(error)) from None


def _moment(text: str | None, count: int) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= count):
        raise BadArgumentError(f"--to: found {text!r}, allowed: 1 .. {count}")
    return int(text)


def _step_through(shown: _Shown, at: int) -> None:
    """Show moments as a person asks for them, until they leave or the game is over."""
    count = len(shown.moments)
    show(HELP)
    shown.show(at)
    while True:
        try:
            entry = input(f"{at}/{count}> ").strip().lower()
        except EOFError:
            print()
            return
        if entry in ("q", "quit"):
            return
        wanted = {"": at + 1, "n": at + 1, "p": at - 1}.get(entry)
        if wanted is None and entry.isascii() and entry.isdigit() and len(entry) < 10:
            wanted = int(entry)
        if wanted is None or not 1 <= wanted <= count:
            if entry in ("", "n"):
                return
            print(f"{reprlib.repr(entry)} leads nowhere, allowed: 1 .. {count}, Enter, p, quit")
            continue
        at = wanted
        shown.show(at)
