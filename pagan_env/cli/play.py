"""`play`: a person in one seat, uniform random players in the others; or a person who only watches."""

from __future__ import annotations

import argparse
import itertools
import random
import reprlib
import shlex
import sys

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.jit import COMPILED, cache_folder
from ..core.lexicon import LexiconError
from . import PROGRAM
from .arguments import find_game, find_ruleset, find_seat, find_seed, seat_names
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
    for stream in (sys.stdin, sys.stdout):  # odd bytes are a wrong entry like any other
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        _announce_compiling(game)
        table = Table(game, ruleset, seed, viewer)
        _greet(table, person)
        if _play(table, person, seed):
            _finish(table, person)
        else:
            print(LEFT)
    except KeyboardInterrupt:
        print(f"\n{LEFT}")
    print(f"To play it again: {_command(game, options, viewer, seed)}")
    return 0


def _viewer(game: Game, options: argparse.Namespace) -> int | None:
    """Whose view is shown; None: a spectator's."""
    if options.seat is not None:
        return find_seat(game, options.seat)
    return None if options.viewer_only else 0


def _play(table: Table, person: int | None, seed: int) -> bool:
    """Play to the end; False when the person leaves."""
    players = [Random(seed, seat) for seat in range(len(table.titles))]
    while (seat := table.seat) >= 0:
        action = ask(table) if seat == person else players[seat].act(table.mask(seat))
        if action is None:
            return False
        table.take(action)
        if person is None:
            _print(*(f"  {event}" for event in table.news()))
    return True


def ask(table: Table) -> int | None:
    """Ask the person, who is to act, for an action; None: they leave."""
    seat, choices = table.seat, Choices(table)
    _print("=" * width(), table.board(with_events=False), *_news(table), "", choices.text())
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
            _print(HELP, choices.text())
        elif command == "board":
            _print(table.board())
        elif command == "people":
            _print(*table.people())
        elif command == "hand":
            _print(*(table.hand(seat) or ["Your hand is empty."]))
        elif (action := choices.find(entry)) is not None:
            return action
        else:
            print(f"{reprlib.repr(entry)} is no choice now, allowed: 1 .. {len(choices.actions)}, a choice's text, ? for help")


class Choices:
    """What the seat to act may do, numbered from 1 in the order of the action space."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.actions: list[int] = np.flatnonzero(table.mask(table.seat)).tolist()

    def text(self) -> str:
        """The decision's name, then the choices, a line or more for each block of actions."""
        table, lexicon = self._table, self._table.game.lexicon
        blocks = itertools.groupby(self.actions, lambda action: lexicon.find(action)[0].name)
        groups = [[table.action_text(table.seat, action) for action in actions] for _, actions in blocks]
        heading = f"{table.titles[table.seat]}, you decide: {table.decision()}"
        return f"{heading}\n{numbered(groups, width())}"

    def find(self, entry: str) -> int | None:
        """The action that a number or text stands for; None if it isn't one of the choices."""
        if entry.isascii() and entry.isdigit():
            return self.actions[int(entry) - 1] if len(entry) < 10 and 1 <= int(entry) <= len(self.actions) else None
        try:
            action = self._table.game.lexicon.parse(entry.lower(), self._table.ruleset.labels[self._table.seat])
        except LexiconError:
            return None
        return action if action in self.actions else None


def _greet(table: Table, person: int | None) -> None:
    if person is None:
        _print("You watch random players in every seat.", "", table.board(with_events=False), *_news(table))
    else:
        _print(f"You play the {table.titles[person]} against random players.", HELP)


def _finish(table: Table, person: int | None) -> None:
    """The last events and the result; then, as nothing is a secret any more, the board as each seat saw it."""
    _print("=" * width(), *([] if person is None else [*_news(table), ""]), f"{table.result()}.")
    for seat, title in enumerate(table.titles):
        table.viewer = seat
        _print("", f"The end as the {title} saw it:", table.board(with_events=False))
    print()


def _news(table: Table) -> list[str]:
    news = table.news()
    return ["", "What happened:", *(f"  {event}" for event in news)] if news else []


def _print(*texts: str) -> None:
    for text in texts:
        print(fit(text, width()))


def _announce_compiling(game: Game) -> None:
    """Say on stderr why the first start takes long."""
    if COMPILED and not any(cache_folder(game.name).rglob("*.nbi")):
        print("Compiling the rules; this happens once and may take a minute ...", file=sys.stderr, flush=True)


def _command(game: Game, options: argparse.Namespace, viewer: int | None, seed: int) -> str:
    """The command that deals this game again."""
    words = [*PROGRAM.split(), "play", "--terminal", "--game", game.spec]
    words += ["--seat", seat_names(game)[viewer]] if viewer is not None else []
    words += ["--ruleset", options.ruleset] if options.ruleset else []
    words += [word for change in options.set for word in ("--set", change)]
    words += ["--seed", str(seed)]
    words += ["--viewer-only"] if options.viewer_only else []
    return shlex.join(words)
