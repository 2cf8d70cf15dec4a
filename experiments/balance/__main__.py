"""Balance studies.

python -m experiments.balance compare OLD NEW      what a change does, in less than a minute
python -m experiments.balance run STUDY --out DIR  a study; stopped, it goes on where it was when run again
python -m experiments.balance search WISH --out DIR    changes that come near what a designer wishes for
python -m experiments.balance decks FILE --out DIR     strong decks of one role
python -m experiments.balance report DIR           its page and CSV files again
python -m experiments.balance watch --seed N       a measured game, told event by event
python -m experiments.balance savings              how many games each way to compare needs
python -m experiments.balance speed                games a second
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from pagan_env.core.data import DataError
from pagan_env.core.replays import write
from pagan_env.envs.games import find_game

try:
    from .compare import FIRST_SEED, compare
    from .conduct import Conductor, Findings
    from .deck_report import in_short as decks_in_short
    from .deck_report import write_deck_report
    from .deck_space import load_decks
    from .decks import DeckSearching
    from .executors import KINDS, Executor, Threads, open_executor
    from .jobs import SALTS
    from .methods import METHODS, check_methods
    from .progress import Bar
    from .report import write_report
    from .retrain import retrain
    from .rules import Rules, load_rules, read_levels, read_rules
    from .savings import savings
    from .search import Found, Searching
    from .search_report import in_short, write_search_report
    from .space import Search, load_search
    from .speed import speed
    from .store import Store
    from .study import Study, load_study
    from .watch import replay_of, watch
except ModuleNotFoundError as missing:
    if missing.name not in ("scipy", "rich"):
        raise
    sys.exit(f"{missing.name} is not installed, allowed: pip install '.[balance]'")

STORE = "results.sqlite"
STUDY, SEARCH, DECKS = "study.toml", "search.toml", "decks.toml"
METHOD = "method.txt"  # what a search was given on the command line
KNOWN = "cards.foxfire.cost = 99"
LARGEST_SEED = 2**40 - 1  # above it the players' ties would share bits with the seed


def _number(low: int, high: int) -> Callable[[str], int]:
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


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed: a folder's name")
    return Path(text)


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
    played = argparse.ArgumentParser(add_help=False)
    played.add_argument("study", type=Path, metavar="STUDY", help="a TOML file")
    played.add_argument("--out", type=_folder, required=True, metavar="DIR", help="where its results and its report go")
    played.add_argument("--executor", choices=KINDS, default="threads", help="who plays (threads)")
    played.add_argument("--workers", type=_number(1, 1024), help="threads or processes (one a core)")
    played.add_argument(
        "--address", help="of a Ray cluster, auto for the one that this machine is in; without it Ray starts one here"
    )
    commands.add_parser("run", parents=[played], help="conduct a study")
    sought = commands.add_parser("search", parents=[played], help="search for changes that come near a wish")
    commands.add_parser("decks", parents=[played], help="search for strong decks of one role")
    sought.add_argument("--method", choices=(*METHODS, "all"), help="one way to search, or all; those of the file if not given")
    again = commands.add_parser("report", help="write a study's report again")
    again.add_argument("folder", type=Path, metavar="DIR")
    again.add_argument("--method", choices=(*METHODS, "all"), help="as it was given to search")
    three = commands.add_parser("savings", parents=[common], help="how many games each way to compare needs")
    three.add_argument("old", nargs="?", default="standard", metavar="OLD", help="as for compare (standard)")
    three.add_argument("new", nargs="?", default=KNOWN, metavar="NEW", help=f"({KNOWN}, about two points)")
    three.add_argument("--pairs", type=_number(5000, 10_000_000), default=40_000, help="pairs to draw from (40000)")
    three.add_argument("--threads", type=_number(1, 256), default=os.cpu_count() or 1, help="threads (all cores)")
    four = commands.add_parser("speed", parents=[common], help="games a second")
    four.add_argument("--ruleset", help="name or file; the game's default if not given")
    four.add_argument("--games", type=_number(500, 10**9), default=100_000, help="of one ruleset (100000)")
    four.add_argument("--variants", type=_number(1, 4000), default=1000, help="to screen (1000)")
    four.add_argument("--executor", choices=KINDS, default="threads", help="who plays (threads)")
    four.add_argument("--workers", type=_number(1, 1024), help="threads or processes (one a core)")
    four.add_argument("--address", help="of a Ray cluster")
    two = commands.add_parser("watch", parents=[common], help="tell a measured game")
    two.add_argument("--seed", type=_number(0, LARGEST_SEED), required=True)
    two.add_argument("--ruleset", help="name or file; the game's default if not given")
    two.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", help="a change of the ruleset")
    two.add_argument("--luck", type=_number(0, SALTS - 1), default=0, help="which stream of the players' ties (0)")
    two.add_argument("--record", type=Path, metavar="FILE", help="write it to a new replay file instead")
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 2: bad input, told in a line; 1: done, but for jobs that failed."""
    options = parser().parse_args(arguments)
    try:
        return COMMANDS[options.command](options)
    except KeyboardInterrupt:
        print("\nStopped. Results that were written are kept: the same command goes on from there.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(
            f"{error.filename or 'found'}: {error.strerror or error}, allowed: files that can be read and written",
            file=sys.stderr,
        )
        return 2
    except (DataError, ValueError) as error:
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


def _savings(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    sides = (read_rules(options.old), read_rules(options.new))
    for line in savings(game, sides, read_levels(options.levels, game), Threads(options.threads), options.pairs):
        print(line, flush=True)
    return 0


def _speed(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    executor = open_executor(options.executor, options.workers, options.address)
    try:
        levels = read_levels(options.levels, game)
        for line in speed(game, options.ruleset, levels, executor, options.games, options.variants):
            print(line, flush=True)
    finally:
        executor.close()
    return 0


@contextmanager
def _at_work(options: argparse.Namespace, name: str) -> Iterator[tuple[Store, Executor, Bar]]:
    """The file kept under this name beside the results; their store, whoever plays, the bar that tells how far they are."""
    _keep(options.study, options.out, name)
    executor = open_executor(options.executor, options.workers, options.address)
    try:
        with Store(options.out / STORE) as store, Bar() as bar:
            yield store, executor, bar
    finally:
        executor.close()


def _run(options: argparse.Namespace) -> int:
    study = load_study(options.study)
    begun = time.monotonic()
    with _at_work(options, STUDY) as (store, executor, bar):
        conductor = Conductor(study, store, executor, bar)
        findings = conductor.conduct()
        _retrain_finalists(study, findings, store, options.out, bar)
        known = findings.games - conductor.games.run_now
    path = write_report(study, findings, options.out, time.monotonic() - begun)
    print(f"{findings.games:,} games, {known:,} of them known before, in {time.monotonic() - begun:.0f} s: {path}")
    return _failures(findings.failed)


def _search(options: argparse.Namespace) -> int:
    search = load_search(options.study, options.method)
    check_methods(search.methods)
    begun = time.monotonic()
    with _at_work(options, SEARCH) as (store, executor, bar):
        (options.out / METHOD).write_text(options.method or "", encoding="utf-8")
        searching = Searching(search, store, executor, bar)
        found = searching.conduct()
        _retrain_found(search, found, store, options.out, bar)
    path = write_search_report(search, found, options.out, time.monotonic() - begun)
    print("\n".join(in_short(search, found)))
    known = found.games - searching.games.run_now
    print(f"{found.games:,} games, {known:,} of them known before, in {time.monotonic() - begun:.0f} s: {path}")
    return _failures(found.failed)


def _decks(options: argparse.Namespace) -> int:
    search = load_decks(options.study)
    begun = time.monotonic()
    with _at_work(options, DECKS) as (store, executor, bar):
        searching = DeckSearching(search, store, executor, bar)
        found = searching.conduct()
    path = write_deck_report(search, found, options.out, time.monotonic() - begun)
    print("\n".join(decks_in_short(search, found)))
    known = found.games - searching.games.run_now
    print(f"{found.games:,} games, {known:,} of them known before, in {time.monotonic() - begun:.0f} s: {path}")
    return _failures(found.failed)


def _retrain_finalists(
    study: Study, findings: Findings, store: Store, folder: Path | None = None, bar: Bar | None = None
) -> None:
    settings = study.retraining
    if settings.decisions and findings.finalists:
        changes = [study.plan.variants[variant].change for variant in findings.finalists.best(settings.keep)]
        findings.retrained = retrain(settings, study.game, study.ruleset, changes, store, folder, bar)


def _retrain_found(search: Search, found: Found, store: Store, folder: Path | None = None, bar: Bar | None = None) -> None:
    settings = search.retraining
    if settings.decisions:
        changes = [search.space.change(point) for point in found.best(settings.keep)]
        found.retrained = retrain(settings, search.game, search.ruleset, changes, store, folder, bar)


def _keep(file: Path, folder: Path, name: str) -> None:
    """A copy of a study's file beside its results, for the report. ValueError: another kind of study is there."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"--out: {folder}: found a file, allowed: a folder")
    others = [other for other in (STUDY, SEARCH, DECKS) if other != name and (folder / other).exists()]
    if others and not file.samefile(folder / others[0]):
        raise ValueError(f"{folder}: holds the results of another command ({others[0]}), allowed: a folder of its own")
    copy = folder / name
    if folder.is_dir() and any(folder.iterdir()) and not (folder / STORE).exists():
        raise ValueError(f"--out: {folder}: holds other files, allowed: a new folder, or one of results")
    folder.mkdir(parents=True, exist_ok=True)
    if copy.exists() and copy.samefile(file):
        return
    if copy.exists() and copy.read_bytes() != file.read_bytes():
        kept = next(path for n in count(1) if not (path := folder / f"{copy.stem}.{n}{copy.suffix}").exists())
        copy.rename(kept)
        print(
            f"{folder}: held the results of another {name}, which is kept as {kept.name}; its report is replaced", file=sys.stderr
        )
    shutil.copyfile(file, copy)


def _report(options: argparse.Namespace) -> int:
    if not (options.folder / STORE).exists():
        raise ValueError(f"{options.folder}: has no {STORE}, allowed: a folder that `run` or `search` has written")
    if (options.folder / SEARCH).exists():
        told = options.folder / METHOD
        search = load_search(
            options.folder / SEARCH, options.method or (told.read_text("utf-8") if told.exists() else "") or None
        )
        with Store(options.folder / STORE) as store:
            found = Searching(search, store, None).conduct()
            _retrain_found(search, found, store)
        print(write_search_report(search, found, options.folder))
        return _failures(found.failed)
    if (options.folder / DECKS).exists():
        wanted = load_decks(options.folder / DECKS)
        with Store(options.folder / STORE) as store:
            decks = DeckSearching(wanted, store, None).conduct()
        print(write_deck_report(wanted, decks, options.folder))
        return _failures(decks.failed)
    study = load_study(options.folder / STUDY)
    with Store(options.folder / STORE) as store:
        findings = Conductor(study, store, None).conduct()
        _retrain_finalists(study, findings, store)
    print(write_report(study, findings, options.folder))
    return _failures(findings.failed)


def _failures(failed: dict[str, str]) -> int:
    for about, why in failed.items():
        print(f"failed: {about}: {why}", file=sys.stderr)
    return 1 if failed else 0


def _watch(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    levels = read_levels(options.levels, game)
    ruleset = load_rules(game, Rules(options.ruleset, tuple(options.set)))
    if options.record is not None:
        write(replay_of(game, ruleset, levels, options.seed, options.luck), options.record)
        print(f"{options.record}: to see it: python -m pagan_env replay {shlex.quote(str(options.record))}")
        return 0
    for line in watch(game, ruleset, levels, options.seed, options.luck):
        print(line)
    return 0


COMMANDS = {
    "compare": _compare,
    "run": _run,
    "search": _search,
    "decks": _decks,
    "report": _report,
    "watch": _watch,
    "savings": _savings,
    "speed": _speed,
}

if __name__ == "__main__":
    sys.exit(main())
