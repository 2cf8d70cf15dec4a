"""`play`: a person in one seat, uniform random players in the others; or a person who only watches."""

from __future__ import annotations

import argparse
import itertools
import os
import random
import reprlib
import shlex
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.jit import COMPILED, cache_folder
from ..core.replays import ReplayError, write
from ..envs.replaying import record
from ..envs.words import Choices, seat_names
from . import PROGRAM
from .arguments import BadArgumentError, find_game, find_ruleset, find_seat, find_seed
from .table import Table
from .text import fit, numbered, width

HELP = (
    "Enter a choice's number or text, ? for this help and the choices, board, hand (what your cards do), "
    "people (what they do), or quit."
)
LEFT = "You left the game before its end."


class Random:
    """Plays any legal action, each equally likely, from a stream of its own: it knows its mask and nothing else."""

    def __init__(self, seed: int, seat: int) -> None:
        self._random = random.Random(f"player {seat} of game {seed}")

    def act(self, mask: NDArray[np.int8]) -> int:
        """A legal action of the mask, int8 (A,)."""
        legal: list[int] = np.flatnonzero(mask).tolist()
        return self._random.choice(legal)


def run(options: argparse.Namespace) -> int:
    """The command; leaving early is as good an end as any: 0."""
    game = find_game(options.game)
    ruleset = find_ruleset(game, options.ruleset, options.set)
    viewer = _viewer(game, options)
    seed = find_seed(options.seed)
    person = None if options.viewer_only else viewer
    record_to = _record_to(options.record)
    for stream in (sys.stdin, sys.stdout):  # odd bytes are a wrong entry like any other
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    table = None
    try:
        announce_compiling(game)
        table = Table(game, ruleset, seed, viewer)
        _greet(table, person)
        if _play(table, person, seed):
            _finish(table, person, None if options.seat is None or person is not None else viewer)
        else:
            print(LEFT)
    except KeyboardInterrupt:
        print(f"\n{LEFT}")
    if record_to is not None and table is not None:
        _record(table, options, seed, record_to)
    print(f"To play it again: {_command(game, options, viewer, seed)}")
    return 0


def _viewer(game: Game, options: argparse.Namespace) -> int | None:
    """Whose view is shown; None: a spectator's."""
    if options.seat is not None:
        return find_seat(game, options.seat)
    return None if options.viewer_only else 0


def _record_to(path: str | None) -> Path | None:
    """Where the game is to be recorded: refused before it is played, not after."""
    if path is None:
        return None
    folder, found = Path(path).parent, ""
    if os.path.lexists(path):
        found = "a file that is there"
    elif not folder.is_dir():
        found = "no such folder"
    elif not os.access(folder, os.W_OK | os.X_OK):
        found = "a folder that can't be written to"
    if found:
        raise BadArgumentError(f"--record: {path}: found {found}, allowed: a new file in a folder that can be written to")
    return Path(path)


def _record(table: Table, options: argparse.Namespace, seed: int, path: Path) -> None:
    try:
        write(record(table.game, table.ruleset, seed, table.taken), path)
    except ReplayError as error:
        raise BadArgumentError(f"--record: {error}") from None
    words = [*PROGRAM.split(), "replay", str(path)]
    if (options.ruleset or "").endswith(".toml"):  # a replay names its rules, and finds those that ship
        words += _rules(options)
    print(f"Recorded. To see it again: {shlex.join(words)}")


def _rules(options: argparse.Namespace) -> list[str]:
    """The arguments that name the rules."""
    words = ["--ruleset", options.ruleset] if options.ruleset else []
    return words + [word for change in options.set for word in ("--set", change)]


def _play(table: Table, person: int | None, seed: int) -> bool:
    """Play to the end; False when the person leaves."""
    players = [Random(seed, seat) for seat in range(len(table.titles))]
    while (seat := table.seat) >= 0:
        action = ask(table) if seat == person else players[seat].act(table.mask(seat))
        if action is None:
            return False
        table.take(action)
        if person is None:
            show(*(f"  {event}" for event in table.news()))
    return True


def ask(table: Table) -> int | None:
    """Ask the person, who is to act, for an action; None: they leave."""
    seat, choices = table.seat, Choices(table)
    show("=" * width(), table.board(with_events=False), *_news(table), "", listed(choices))
    while True:
        try:
            entry = input(f"{table.titles[seat]}> ").strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():  # a script: show what it entered, as a terminal does
            print(entry)
        command = entry.lower()
        if command == "quit":
            return None
        if command in ("?", "help"):
            show(HELP, listed(choices))
        elif command == "board":
            show(table.board())
        elif command == "people":
            show(*table.people())
        elif command == "hand":
            show(*(table.hand(seat) or ["Your hand is empty."]))
        elif (action := choices.find(entry)) is not None:
            return action
        else:
            print(f"{reprlib.repr(entry)} is no choice now, allowed: 1 .. {len(choices.actions)}, a choice's text, ? for help")


def listed(choices: Choices) -> str:
    """The decision's name, then the choices, a line or more for each block of actions."""
    pairs = itertools.groupby(zip(choices.blocks(), choices.phrases, strict=True), lambda pair: pair[0])
    groups = [[phrase for _, phrase in group] for _, group in pairs]
    return f"{choices.heading()}\n{numbered(groups, width())}"


def _greet(table: Table, person: int | None) -> None:
    if person is None:
        show("You watch random players in every seat.", "", table.board(with_events=False), *_news(table))
    else:
        show(f"You play the {table.titles[person]} against random players.", HELP)


def _finish(table: Table, person: int | None, only: int | None) -> None:
    """The last events and the result; then, as nothing is a secret any more, the board as each seat saw it, or `only` one."""
    show("=" * width(), *([] if person is None else [*_news(table), ""]), f"{table.result()}.")
    for seat, title in enumerate(table.titles):
        if only is not None and seat != only:
            continue
        table.viewer = seat
        show("", f"The end as the {title} saw it:", table.board(with_events=False))
    print()


def _news(table: Table) -> list[str]:
    news = table.news()
    return ["", "What happened:", *(f"  {event}" for event in news)] if news else []


def show(*texts: str) -> None:
    """Print texts, folded to fit."""
    for text in texts:
        print(fit(text, width()))


def announce_compiling(game: Game) -> None:
    """Say on stderr why the first start takes long."""
    if COMPILED and not any(cache_folder(game.name).rglob("*.nbi")):
        print("Compiling the rules; this happens once and may take a minute ...", file=sys.stderr, flush=True)


def _command(game: Game, options: argparse.Namespace, viewer: int | None, seed: int) -> str:
    """The command that deals this game again."""
    words = [*PROGRAM.split(), "play", "--terminal", "--game", game.spec]
    words += ["--seat", seat_names(game)[viewer]] if viewer is not None else []
    words += [*_rules(options), "--seed", str(seed)]
    words += ["--viewer-only"] if options.viewer_only else []
    return shlex.join(words)
