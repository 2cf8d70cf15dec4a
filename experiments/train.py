"""Train a net for each role of a game by self-play; seats of one role share a net.

    python -m experiments.train configs/train/pagan.toml [--out DIR] [--seconds N] [--decisions N] [--seed N] [--force]
    python -m experiments.train --resume DIR [--seconds N] [--decisions N]

Writes into the out folder: `config.toml` (all settings), `metrics.csv` (a row an update; imitation has `imitation.csv`) and the
same for TensorBoard, checkpoints, and at the end `result.md` and `result.json`: each role against random, untrained and
scripted players (last_table.py). Ctrl-C ends training early, with a checkpoint and without
that table; `--resume` goes on from there, or with imitation from its start.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agents import checkpoint
from agents.learned import LearnedAgent
from agents.networks import build
from agents.scripted import LEVELS
from agents.uniform import UniformAgent
from experiments import arena, report, resume
from experiments.config import dump, fault, load
from experiments.imitation import Lessons
from experiments.last_table import LastTable
from experiments.self_play import SelfPlay
from experiments.settings import Config, check, net_shape, scripted_players
from pagan_env.core.data import DataError
from pagan_env.envs.batch import Batch

Saved = tuple[dict[str, Any], dict[str, np.ndarray]]
RESUME = "resume.npz"
SCALE_STEPS = 200  # random decisions in each game from which the nets' input scales are fitted


class Run:
    """One training run into one folder."""

    def __init__(self, config: Config, batch: Batch, out: Path, console: Console, saved: Saved | None = None) -> None:
        self.config, self.batch, self.out, self.console = config, batch, out, console
        torch.manual_seed(config.seed)
        self.shape = net_shape(config, batch)
        self.roles = tuple(dict.fromkeys(batch.game.roles))  # a net each ...
        self.role_of = [self.roles.index(role) for role in batch.game.roles]  # ... and which of them plays each seat
        nets = [build(self.shape) for _ in self.roles]
        scripted = scripted_players(batch, config.scripted)
        self.self_play = SelfPlay(batch, nets, config.ppo, config.seed, config.threads, config.device, scripted, self.role_of)
        self.nets = self.self_play.nets
        self.seconds = 0.0  # of self-play, before it was resumed
        self.imitated = config.imitation.decisions == 0
        if saved is None:
            self.self_play.fit_scales(SCALE_STEPS)
        else:
            resume.restore(self.self_play, *saved)
            self.seconds, self.imitated = (saved[0]["facts"][name] for name in ("seconds", "imitated"))
        self.interrupted = False

    def train(self) -> float:
        """Train until a limit or Ctrl-C, with metrics and checkpoints. Returns the seconds that self-play took."""
        config, self_play = self.config, self.self_play
        (self.out / "checkpoints").mkdir(parents=True, exist_ok=True)
        checkpoint.write_atomically(self.out / "config.toml", dump(config).encode())
        before = signal.signal(signal.SIGINT, self._interrupt)
        self._save(self.seconds)
        if not self.imitated:
            self._imitate()
        saved = drawn = time.monotonic()
        start = saved - self.seconds
        table = (self.out / "metrics.csv", report.SHARED, self.roles, report.KINDS, self_play.decisions)
        with self._bar("training") as bar, report.Metrics(*table) as metrics:
            task = bar.add_task("", total=1.0)
            progress = self._progress(self.seconds)
            while progress < 1 and not self.interrupted:
                began = time.monotonic()
                counts = self_play.collect()
                logs = self_play.learn(progress)
                now = time.monotonic()
                rate = self.batch.num_envs * config.ppo.rollout / (now - began)
                row = report.row(self.roles, counts, logs) | {"seconds": now - start, "decisions_per_second": rate}
                if now - drawn > config.evaluation.curve_seconds:
                    drawn = now
                    row |= self._curve()
                    shares = ", ".join(f"{role} {row[f'{role}/vs_random']:.0%}" for role in self.roles)
                    done = f"{now - start:5.0f} s, {self_play.decisions:,} decisions"
                    self.console.print(f"{done}; wins against random: {shares}")
                metrics.add(self_play.decisions, row)
                if now - saved > config.checkpoint_seconds:
                    saved = now
                    self._save(now - start)
                progress = self._progress(time.monotonic() - start)
                bar.update(task, completed=min(progress, 1.0), description=f"{rate:,.0f} decisions/s")
            if self.imitated:
                self._save(time.monotonic() - start)
        signal.signal(signal.SIGINT, before)
        return time.monotonic() - start

    def _imitate(self) -> None:
        """Learn from scripted players, with rows in `imitation.csv`. Stopped by Ctrl-C, it begins anew when it is resumed."""
        settings, roles = self.config.imitation, self.roles
        (teacher,) = scripted_players(self.batch, [settings.level])
        others = scripted_players(self.batch, [level for level in range(1, LEVELS) if level != settings.level])
        start = before = time.monotonic()
        table = (self.out / "imitation.csv", report.LESSONS_SHARED, roles, report.LESSONS_KINDS, 0, "imitation/")
        with self._bar("imitation") as bar, report.Metrics(*table) as metrics:
            task = bar.add_task("", total=settings.decisions)
            for decisions, illegal, logs in Lessons(self.self_play, teacher, others, settings).run():
                now = time.monotonic()
                rate = self.batch.num_envs * self.config.ppo.rollout / (now - before)
                before = now
                row = {"seconds": now - start, "decisions_per_second": rate, "illegal_actions": illegal}
                row |= {f"{role}/{kind}": log[kind] for role, log in zip(roles, logs, strict=True) for kind in log}
                metrics.add(decisions, row)
                bar.update(task, completed=decisions, description=f"{rate:,.0f} decisions/s")
                if self.interrupted:
                    return
        shares = ", ".join(f"{role} {log['agreement']:.0%}" for role, log in zip(roles, logs, strict=True) if log)
        done = f"{before - start:5.0f} s, {decisions:,} decisions of imitation"
        self.console.print(f"{done}; agreement with scripted {settings.level}: {shares}")
        self.imitated = True
        self._save(self.seconds)

    def evaluate(self, seconds: float) -> None:
        """Play the last table's games; print it, and write `result.md` and `result.json`."""
        game, config = self.batch.game, self.config
        scripted = getattr(game, "playing", None) is not None
        table = LastTable(self.batch.agents, game.roles, scripted, config.evaluation.temperature)
        pools = self.self_play.pools
        players: dict[str, list[arena.Policy | arena.StatePolicy]] = {
            "trained": [self._trained(role) for role in self.role_of],
            "untrained": [LearnedAgent(pools[role].nets[0].actor) for role in self.role_of],
            "random": [UniformAgent() for _ in self.role_of],
        }
        for name, level in table.levels.items():
            players[name] = list(scripted_players(self.batch, [level] * len(self.role_of)))
        lineups = table.lineups()
        sides = [[players[name][seat] for seat, name in enumerate(lineup)] for lineup in lineups]
        table.lines = list(zip(lineups, self._outcomes(sides, config.evaluation.games, seed=1), strict=True))
        self.console.print(f"\n{table.about}:\n")
        self.console.print(table.text())
        checkpoint.write_atomically(self.out / "result.md", table.markdown().encode())
        result = {
            "game": self.config.game,
            "ruleset": self.batch.ruleset.name,
            "ruleset_digest": self.batch.ruleset.digest,
            "imitation_decisions": self.config.imitation.decisions,
            "decisions": self.self_play.decisions,
            "training_seconds": round(seconds, 1),
            "seed": self.config.seed,
            "versions": {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__},
            "cores": os.cpu_count(),
            "lines": table.facts(),
        }
        checkpoint.write_atomically(self.out / "result.json", (json.dumps(result, indent=1) + "\n").encode())

    def _trained(self, role: int) -> LearnedAgent:
        """The role's net as it plays where it is measured."""
        return LearnedAgent(self.nets[role].actor, self.config.evaluation.temperature)

    def _outcomes(
        self, sides: Sequence[Sequence[arena.Policy | arena.StatePolicy]], games: int, seed: int
    ) -> list[arena.Outcome]:
        """How `games` games end between the policies of each side by seat; the same deals for all, seats of a role in turn."""
        config = self.config

        def outcome(policies: Sequence[arena.Policy | arena.StatePolicy]) -> arena.Outcome:
            options: dict[str, Any] = {"ruleset": config.ruleset or None, "events": config.events}
            batch = Batch(self.batch.game, games, **options, seed=config.seed + seed)
            return arena.play(batch, policies, np.random.default_rng((config.seed, seed)), self.batch.game.roles)

        with ThreadPoolExecutor(config.threads) as threads:
            return list(threads.map(outcome, sides))

    def _bar(self, title: str) -> Progress:
        times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
        columns = (TextColumn(title), BarColumn(), TaskProgressColumn(), *times, TextColumn("{task.description}"))
        return Progress(*columns, console=self.console)

    def _interrupt(self, *_: object) -> None:
        self.interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a second Ctrl-C stops at once

    def _progress(self, seconds: float) -> float:
        config = self.config
        return max(
            seconds / config.seconds if config.seconds else 0.0,
            self.self_play.decisions / config.decisions if config.decisions else 0.0,
        )

    def _curve(self) -> dict[str, float]:
        """Each role's share of wins, in one seat, against random."""
        seats = [self.self_play.seats[role][0] for role in range(len(self.nets))]
        sides: list[list[arena.Policy | arena.StatePolicy]] = []
        for role, seat in enumerate(seats):
            sides.append([UniformAgent() for _ in self.role_of])
            sides[-1][seat] = self._trained(role)
        games = self.config.evaluation.curve_games
        outcomes = self._outcomes(sides, games, seed=2 + self.self_play.decisions)
        shares = [outcome.won[seat] / games for outcome, seat in zip(outcomes, seats, strict=True)]
        return {f"{role}/vs_random": share for role, share in zip(self.roles, shares, strict=True)}

    def _save(self, seconds: float) -> None:
        """Write a checkpoint a role, one that stays and the newest under the role's name, and what training goes on from."""
        facts = {"seconds": seconds, "ruleset_digest": self.batch.ruleset.digest, "imitated": self.imitated}
        resume.save(self.out / RESUME, self.self_play, facts)
        for role, net in zip(self.roles, self.nets, strict=True):
            header = checkpoint.Header(
                game=self.batch.game.spec,
                ruleset=self.batch.ruleset.name,
                ruleset_digest=self.batch.ruleset.digest,
                role=role,
                kind=self.shape.kind,
                observation_size=self.shape.observation_size,
                num_actions=self.shape.num_actions,
                hidden=self.shape.hidden,
                events=self.shape.events,
                event_sizes=self.shape.event_sizes,
                decisions=self.self_play.decisions,
                seed=self.config.seed,
            )
            weights = {name: tensor.cpu().numpy() for name, tensor in net.actor.state_dict().items()}
            checkpoint.save(self.out / "checkpoints" / f"{role}-{self.self_play.decisions:011d}.npz", header, weights)
            checkpoint.save(self.out / f"{role}.npz", header, weights)


def _configure(arguments: argparse.Namespace) -> Config:
    """The file's settings with the command line's. DataError on any fault."""
    path = arguments.config or arguments.resume / "config.toml"
    config = load(Config(), path)
    if (arguments.seconds, arguments.decisions) != (None, None):  # a limit given here replaces both of the file's
        config = replace(config, seconds=0.0, decisions=0)
    for of in fields(Config):
        value = getattr(arguments, of.name, None)
        if value is not None:
            if problem := fault(of, value):
                raise DataError(f"--{of.name}: {problem}")
            config = replace(config, **{of.name: value})
    if not config.seconds and not config.decisions:
        raise DataError(f"{path}: seconds, decisions: found 0 and 0, allowed: at least one above 0")
    return config


def _saved(folder: Path, batch: Batch) -> Saved:
    """What the run in a folder goes on from. ValueError: there is none, or its ruleset is another now."""
    saved = resume.load(folder / RESUME)
    digest = saved[0]["facts"]["ruleset_digest"]
    if digest != batch.ruleset.digest:
        found = f"found ruleset digest {digest}, allowed: {batch.ruleset.digest} ({batch.ruleset.name})"
        raise DataError(f"{folder / RESUME}: {found}")
    return saved


def _next_run(folder: Path, name: str) -> Path:
    """The first free folder for a run: `runs/NAME`, then `runs/NAME-2` and so on."""
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    return next(folder / free for free in names if not (folder / free).exists())


def _clear(out: Path, force: bool) -> None:
    """See to it that the out folder is empty but for what is not ours. DataError unless it may be emptied."""
    if out.exists() and not out.is_dir():
        raise DataError(f"{out}: found a file, allowed: a folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{out}: cannot be made ({error.strerror}), allowed: a folder that can be written") from None
    if not any(out.iterdir()):
        return
    if not force:
        raise DataError(f"{out}: found files, allowed: an empty or new folder, or --force to replace an earlier run")
    for pattern in (
        "config.toml",
        "metrics.csv",
        "imitation.csv",
        RESUME,
        "events.out.tfevents.*",
        "result.*",
        "*.npz",
        "checkpoints/*.npz",
    ):
        for path in out.glob(pattern):
            path.unlink()


def read(path: Path) -> tuple[Config, Batch]:
    """A config file, checked, and the games that it is about. ValueError, a line a fault."""
    config = load(Config(), path)
    batch = Batch(config.game, 1, ruleset=config.ruleset or None, events=config.events)
    check(config, batch)
    return config, batch


def main(argv: Sequence[str] | None = None) -> int:
    """The command. 0: trained; 2: refused, nothing written; 130: interrupted, with a checkpoint."""
    about = "Train a net for each role of a game by self-play."
    parser = argparse.ArgumentParser(prog="python -m experiments.train", description=about)
    parser.add_argument("config", type=Path, nargs="?", help="TOML file with the differences from the default settings")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder, under its own settings")
    parser.add_argument("--out", type=Path, help="folder for the results (default: the first free of runs/NAME, runs/NAME-2 ...)")
    parser.add_argument("--seconds", type=float, help="time limit, in place of the config's limits")
    parser.add_argument("--decisions", type=int, help="limit on decisions, in place of the config's limits")
    parser.add_argument("--seed", type=int, help="in place of the config's")
    parser.add_argument("--force", action="store_true", help="replace an earlier run in the out folder")
    arguments = parser.parse_args(argv)
    if (arguments.config is None) == (arguments.resume is None):
        parser.error("found neither or both of a config and --resume, allowed: one of them")
    if arguments.resume and (arguments.out or arguments.force or arguments.seed is not None):
        parser.error("found --out, --force or --seed beside --resume, allowed: --seconds, --decisions")
    out: Path = arguments.resume or arguments.out or _next_run(Path("runs"), arguments.config.stem)
    saved = None
    try:
        config = _configure(arguments)
        options: dict[str, Any] = {"ruleset": config.ruleset or None, "events": config.events}
        batch = Batch(config.game, config.num_envs, **options, seed=config.seed)
        check(config, batch)
        if arguments.resume:
            saved = _saved(out, batch)
        else:
            _clear(out, arguments.force)
    except ValueError as error:  # DataError, and what the batch says about a game or ruleset
        print(error, file=sys.stderr)
        return 2
    console = Console()
    sizes = f"{batch.observation_size} observation columns, {batch.num_actions} actions"
    console.print(f"{config.game}, ruleset {batch.ruleset.name}: {sizes}; writing to {out}", soft_wrap=True)
    try:
        run = Run(config, batch, out, console, saved)
        seconds = run.train()
        console.print(f"{run.self_play.decisions:,} decisions in {seconds:.0f} s; checkpoints in {out}", soft_wrap=True)
        if not run.interrupted:
            run.evaluate(seconds)
            return 0
    except KeyboardInterrupt:
        pass
    console.print("interrupted: no last table")
    return 130


if __name__ == "__main__":
    sys.exit(main())
