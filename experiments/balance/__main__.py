"""Balance studies.

python -m experiments.balance compare OLD NEW      what a change does, in less than a minute
python -m experiments.balance watch --seed N       a measured game, told event by event
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from pagan_env.core.data import DataError
from pagan_env.envs.games import find_game

from .compare import FIRST_SEED, compare
from .executors import Threads
from .jobs import SALTS
from .rules import read_levels, read_rules
from .watch import watch

LARGEST_SEED = 2**40 - 1  # above it the players' ties would share bits with the seed


def _number(low: int, high: int):  # type: ignore[no-untyped-def]
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 15 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"found {text!r}, allowed: a whole number in {low} .. {high}")
        return int(text)

    return read


def _points(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 50:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed: a number in 0.01 .. 50")
    return value


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="python -m experiments.balance", description="Balance studies.")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--game", default="pagan", help="which game")
    common.add_argument("--levels", default="3", help="scripted levels, one for all seats or one a seat, as 3,2 (3)")
    one = commands.add_parser("compare", parents=[common], help="what differs between two rulesets")
    one.add_argument(
        "old", metavar="OLD", help="a ruleset, a file, or 'path = value; ...' of the default ruleset; 'NAME with ...'"
    )
    one.add_argument("new", metavar="NEW")
    one.add_argument("--precision", type=_points, default=0.5, help="stop when wins are known to so many points (0.5)")
    one.add_argument("--pairs", type=_number(100, 10_000_000), default=60_000, help="at most so many pairs of games (60000)")
    one.add_argument("--seed", type=_number(0, LARGEST_SEED), default=FIRST_SEED, help=f"the first seed ({FIRST_SEED})")
    one.add_argument("--threads", type=_number(1, 256), default=os.cpu_count() or 1, help="threads (all cores)")
    two = commands.add_parser("watch", parents=[common], help="tell a measured game")
    two.add_argument("--seed", type=_number(0, LARGEST_SEED), required=True)
    two.add_argument("--ruleset", help="name or file; the game's default if not given")
    two.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", help="a change of the ruleset")
    two.add_argument("--luck", type=_number(0, SALTS - 1), default=0, help="which stream of the players' ties (0)")
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 2: bad input, told in a line; 1: done, but for jobs that failed."""
    options = parser().parse_args(arguments)
    try:
        return COMMANDS[options.command](options)
    except (DataError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _compare(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    levels = read_levels(options.levels, game)
    texts = (options.old, options.new)
    sides = [read_rules(text) for text in texts]
    print(
        compare(
            game,
            texts,
            sides,
            levels,
            Threads(options.threads),
            most=options.pairs,
            precision=options.precision / 100,
            first_seed=options.seed,
        )
    )
    return 0


def _watch(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    levels = read_levels(options.levels, game)
    ruleset = game.load_ruleset(options.ruleset)
    ruleset = game.vary(ruleset, [options.set]) if options.set else ruleset
    for line in watch(game, ruleset, levels, options.seed, options.luck):
        print(line)
    return 0


COMMANDS = {"compare": _compare, "watch": _watch}

if __name__ == "__main__":
    sys.exit(main())
