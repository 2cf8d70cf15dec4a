"""The command line, `python -m pagan_env COMMAND`, see `_parser` for the commands. Each imports what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from .arguments import BadArgumentError

PROGRAM = "python -m pagan_env"
DEFAULT_GAME = "pagan"
SET = "change a number of the ruleset, one that `rules list` prints; may be repeated"
INTERRUPTED = 130  # what shells report for Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code: 0, 2 for bad arguments (told in a line on stderr), 130 after Ctrl-C."""
    try:
        options = _parser().parse_args(arguments)
        command = import_module(f".{options.command}", __package__)
        code: int = command.run(options)
        sys.stdout.flush()
        return code
    except BadArgumentError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has gone; the flush at exit must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


class _Parser(argparse.ArgumentParser):
    """Tells a bad argument in one line; argparse would print the usage as well."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=PROGRAM, description="Board games with hidden roles.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play a seat against random players", allow_abbrev=False)
    play.add_argument("--terminal", action="store_true", help="in this terminal; the only way so far, so it may be left out")
    play.add_argument("--seat", help="the seat that you play (default: the first)")
    play.add_argument("--seed", metavar="N", help="the game to deal, from 0 (default: one that nobody chose)")
    play.add_argument(
        "--viewer-only",
        action="store_true",
        help="watch random players in every seat instead, with what --seat sees; without --seat, with what everyone sees",
    )
    play.add_argument("--record", metavar="FILE", help="write the game to a new file, for `replay` and `export`")
    replay = commands.add_parser("replay", help="see a recorded game again, move by move", allow_abbrev=False)
    replay.add_argument("file", metavar="FILE", help="a file that `play --record` or `save_replay` wrote")
    eyes = replay.add_mutually_exclusive_group()
    eyes.add_argument("--seat", help="see what this seat knew (default: what everyone saw)")
    eyes.add_argument("--everything", action="store_true", help="see all that was secret as well")
    replay.add_argument("--to", metavar="N", help="begin at moment N; outside a terminal, print it alone")
    replay.add_argument("--all", action="store_true", help="print all moments, as is done outside a terminal")
    export = commands.add_parser(
        "export", help="observations, masks, actions and returns of recorded games, as Parquet", allow_abbrev=False
    )
    export.add_argument("files", metavar="FILE", nargs="+", help="replay files of one game")
    export.add_argument("--out", metavar="DIR", required=True, help="a new folder for decisions.parquet and games.parquet")
    draw = commands.add_parser("draw", help="write a picture of a position to a file", allow_abbrev=False)
    draw.add_argument("--out", required=True, metavar="FILE", help="an .svg file, or a .png file, which needs pygame")
    draw.add_argument("--seed", metavar="N", help="the game to deal, from 0 (default: one that nobody chose)")
    draw.add_argument("--decisions", metavar="N", default="0", help="how many decisions random players take first (default: 0)")
    draw.add_argument("--seat", help="whose view it is (default: what everyone sees)")
    warmup = commands.add_parser("warmup", help="compile a game's kernels, so that later starts are quick", allow_abbrev=False)
    rulesets = commands.add_parser("rulesets", help="list the rulesets that ship with a game", allow_abbrev=False)
    cards = commands.add_parser("cards", help="list a ruleset's cards, or check a file of data", allow_abbrev=False)
    what = cards.add_subparsers(dest="what", required=True, metavar="list | check")
    list_cards = what.add_parser("list", help="all cards: what they cost and do, and where that is from", allow_abbrev=False)
    list_cards.add_argument("--markdown", action="store_true", help="as a table for a page")
    check = what.add_parser("check", help="all that is wrong with a file, each fault with its line", allow_abbrev=False)
    check.add_argument(
        "file", metavar="FILE", help="a .toml file, such as a ruleset, a deck or cards, or the folder of a card set"
    )
    check.add_argument(
        "--ruleset",
        metavar="NAME|FILE",
        help="what a deck or a scenario is checked against (default: all sets that ship, the rulebook's numbers)",
    )
    rules = commands.add_parser("rules", help="list the numbers of a ruleset", allow_abbrev=False)
    what = rules.add_subparsers(dest="what", required=True, metavar="list")
    list_rules = what.add_parser("list", help="each number by its path, with range and provenance", allow_abbrev=False)
    for command in (play, draw, replay, export):
        command.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], help=SET)
    for command in (replay, export):
        command.add_argument(
            "--ruleset", metavar="NAME|FILE", help="the rules, if they don't ship (default: those that the file names)"
        )
    for command in (play, draw, list_cards, list_rules):
        command.add_argument("--ruleset", metavar="NAME|FILE", help="a ruleset's name, or a .toml file (default: the game's own)")
    for command in (play, draw, warmup, rulesets, list_cards, check, list_rules):
        command.add_argument("--game", default=DEFAULT_GAME, help=f"the game (default: {DEFAULT_GAME})")
    return parser
