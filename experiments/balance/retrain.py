"""Finalists once more, by nets that were trained on each: the trainer (experiments/train.py) runs shortly from one start on the
base and on every finalist, and each pair plays its own rules; the base's pair also plays the finalists' as it is.

Results lie in the store, a row for each pair, its luck and the rules that it plays, so that they are trained once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from pagan_env.core.data import Reader
from pagan_env.core.game import Game
from pagan_env.core.jit import digest

from . import html
from .changes import Change
from .games import MissingError, Progress, Silent
from .measures import Measured, to_bytes
from .stats import mean, share
from .store import Store

FORMAT = "retrained 1"
COLUMNS = ("winner", "ending", "rounds", "decisions")
ROOT = Path("retrained")  # beside the results: what the trainer writes
FEW = 2  # trainings without which the luck of training can't be told


@dataclass(frozen=True)
class Retraining:
    """`decisions` of training of each pair, 0: none; `keep` variants beside the base; `seeds` trainings of each; `games` that
    each pair plays; the file of the `trainer`'s settings; the folder of the run whose nets are the `start`, None: new ones.
    """

    decisions: int = 0
    keep: int = 0
    seeds: int = 0
    games: int = 0
    trainer: Path = Path()
    start: Path | None = None


@dataclass(frozen=True)
class Played:
    """What a pair did, by training: `trained_on` a variant, playing `on` one; measures as of every game."""

    trained_on: Change
    on: Change
    by_seed: tuple[Measured, ...]


def read_retraining(table: Reader, game: Game) -> Retraining:
    """The table `[finalists]`; its faults are noted."""
    decisions = table.integer("retrain", 0, 10**10, 0)
    found = Retraining(
        decisions,
        table.integer("keep", 1, 20, 2),
        table.integer("seeds", 1, 50, 2),
        table.integer("games", 100, 10**6, 1000),
        Path(table.text("trainer", "configs/train/pagan.toml")),
        Path(start) if (start := table.text("start", "")) else None,
    )
    if decisions and not found.trainer.is_file():
        table.fault("trainer", f"found {str(found.trainer)!r}, allowed: a file of settings for `python -m experiments.train`")
    for role in dict.fromkeys(game.roles):
        if decisions and found.start and not (found.start / f"{role}.npz").is_file():
            table.fault("start", f"found {str(found.start)!r}, allowed: the folder of a training run, which holds {role}.npz")
    return found


def retrain(
    settings: Retraining,
    game: Game,
    base: Any,
    changes: Sequence[Change],
    store: Store,
    folder: Path | None,
    progress: Progress | None = None,
) -> list[Played]:
    """The base and these changes, each trained and played by its pair, then the base's pair on each change.

    `folder` is where the trainer writes; None: all results must be in the store, else MissingError. ValueError: torch isn't
    installed, or the trainer refuses its settings.
    """
    progress = progress or Silent()
    pairs: list[tuple[Change, Change]] = [((), ())] + [pair for change in changes for pair in ((change, change), ((), change))]
    wanted = [(trained, on, seed) for trained, on in pairs for seed in range(settings.seeds)]
    keys = {one: _key(settings, game, base, *one) for one in wanted}
    missing = [one for one in wanted if not store.has(keys[one])]
    if missing and folder is None:
        raise MissingError(f"finalists: {len(missing)} results are missing in the store, allowed: studies played to the end")
    if missing and folder is not None:
        progress.stage("retraining", settings.games * len(missing))
        for trained, seed in dict.fromkeys((trained, seed) for trained, _, seed in missing):
            players = _trainer()(settings, game, _varied(game, base, trained), seed, folder / _name(trained, seed))
            for one in missing:
                if (one[0], one[2]) == (trained, seed):
                    measured = play(game, _varied(game, base, one[1]), players, settings.games, seed)
                    store.put(keys[one], f"retrained: {one}", to_bytes(measured))
                    progress.played(settings.games)
    blobs = store.get(list(keys.values()))
    found = {one: _measured(blobs[key], settings.games) for one, key in keys.items()}
    return [Played(*pair, tuple(found[*pair, seed] for seed in range(settings.seeds))) for pair in pairs]


def play(game: Game, ruleset: Any, players: Sequence[Any], games: int, seed: int) -> Measured:
    """Games between players by seat, the same deals for all rulesets and players."""
    from pagan_env.envs.batch import Batch

    batch = Batch(game, games, ruleset=ruleset, events=getattr(players[0], "events", 0), seed=seed)
    rng = np.random.default_rng((seed, 77))
    out, won = np.zeros((games, len(COLUMNS)), np.int16), np.zeros((games, 1), np.int64)
    playing = np.ones(games, bool)
    while playing.any():
        actions = batch.action_mask.argmax(1)
        for seat, player in enumerate(players):
            rows = np.flatnonzero(playing & (batch.seat == seat))
            if len(rows):
                actions[rows] = player.act_batch(batch.observation[rows], batch.action_mask[rows], rng)
        before = batch.states.copy()
        batch.step(actions)
        ended = playing & (batch.terminated | batch.truncated)
        for row in np.flatnonzero(ended):  # a batch deals anew in the same step
            game.kernels.apply(before, batch.ruleset.tables, row, int(actions[row]))
            s = before[row]
            out[row] = game.playing.winner(s), s["ending"], s["round_number"], s["decisions"]
            won[row] = sum(1 << seat for seat in np.flatnonzero(batch.reward[row] > 0))
        playing &= ~ended
    return Measured(COLUMNS, out, won, ("won",))


def _trainer() -> Callable[..., list[Any]]:
    try:
        from .trainer import train
    except ModuleNotFoundError as missing:
        if missing.name not in ("torch", "rich", "tensorboard"):
            raise
        raise ValueError(f"finalists: {missing.name} is not installed, allowed: pip install 'pagan-env[train]'") from None
    return train


def _varied(game: Game, base: Any, change: Change) -> Any:
    return game.vary(base, [list(change)]) if change else base


def _key(settings: Retraining, game: Game, base: Any, trained: Change, on: Change, seed: int) -> str:
    text = hashlib.sha256(settings.trainer.read_bytes()).hexdigest()
    words = [FORMAT, digest(game.name), game.spec, base.digest, text, f"{settings.decisions} decisions, {settings.games} games"]
    words += ["; ".join(trained), "; ".join(on), f"seed {seed}"]
    if settings.start:
        files = (settings.start / f"{role}.npz" for role in dict.fromkeys(game.roles))
        words += [f"start {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def _name(change: Change, seed: int) -> Path:
    """Where a training writes: by its change and seed."""
    return ROOT / f"{hashlib.sha256('; '.join(change).encode()).hexdigest()[:8] if change else 'base'}-{seed}"


def _measured(blob: bytes, games: int) -> Measured:
    size = 2 * games * len(COLUMNS)
    out, won = np.frombuffer(blob[:size], "<i2"), np.frombuffer(blob[size:], "<i8")
    return Measured(COLUMNS, out.reshape(games, len(COLUMNS)), won.reshape(games, 1), ("won",))


# ---- the report ----------------------------------------------------------------------------------------------------------


def label(settings: Retraining, played: Sequence[Played]) -> Iterator[str]:
    """For the top of a report: who else played, and on what they were trained."""
    if not played:
        return
    names = "; ".join(f"<code>{escape('; '.join(one.on))}</code>" for one in played if one.trained_on)
    yield (
        f'<p class="label"><b>Retrained:</b> the rules as they are and the finalists {names} were also played by nets, '
        f"trained on each by itself for {settings.decisions:,} decisions from the same start, {settings.seeds} times. Those "
        "figures are in the table of finalists alone; all others are of the scripted players.</p>"
    )


def section(
    game: Game, settings: Retraining, played: Sequence[Played], far: Callable[[Measured], float] | None = None
) -> Iterator[str]:
    """The table of finalists; `far` says how far from the wish games are."""
    if not played:
        return
    yield (
        f"<h2>Finalists, retrained</h2><p>{settings.games:,} games of each pair on the same deals. <b>Retrained</b>: a pair for "
        "each rules, from the same start. <b>As trained on the base</b>: that pair plays the finalist's rules as it would its "
        "own; what lies between the two lines is what a change asks of its players. So short a training leaves weak players: "
        "read who gains by a change, not how strong anybody is.</p>"
    )
    headings = ["rules", "pair", *(f"{escape(agent)} wins, %" for agent in game.agents), "each training", "rounds"]
    rows = []
    for one in played:
        who = "retrained" if one.trained_on == one.on else "as trained on the base"
        wins = [_over_trainings([m.wins(seat) for m in one.by_seed]) for seat in range(len(game.agents))]
        each = ", ".join(f"{100 * (m.column('winner') == 0).mean():.1f}" for m in one.by_seed)
        rounds = float(np.mean([m.column("rounds").mean() for m in one.by_seed]))
        name = escape("; ".join(one.on) or "as they are")
        rows.append([f"<code>{name}</code>", who if one.on else "trained", *wins, each, f"{rounds:.2f}"])
        if far:
            rows[-1].append(f"{np.mean([far(m) for m in one.by_seed]):.2f}")
    yield html.table(headings + (["distance"] if far else []), rows)
    if settings.seeds < FEW:
        yield "<p>The intervals are of the games alone: of one training the luck of training can't be told.</p>"
    else:
        yield "<p>Intervals by Student's t over the trainings: the luck of training is in them.</p>"


def _over_trainings(won: Sequence[np.ndarray]) -> str:
    """Wins in % with an interval."""
    if len(won) < FEW:
        of = share(won[0])
        return f"{100 * of.value:.1f} ({100 * of.low:.1f} to {100 * of.high:.1f})"
    of = mean(np.array([100 * float(each.mean()) for each in won]))
    return f"{of.value:.1f} ({max(0.0, of.low):.1f} to {min(100.0, of.high):.1f})"
