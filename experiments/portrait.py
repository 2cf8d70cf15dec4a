"""Is it a game? Scripted players of each level against each other: who wins, how, how long games are, what is played.

    python -m experiments.portrait [--game pagan] [--ruleset NAME] [--games N] [--nets FOLDER]

Prints Markdown: a row for each pair of levels (Wilson's 95 % intervals), one for nets trained under this ruleset if a folder of
checkpoints is given (`runs/pagan`), and how often each card is played, by the highest level and by the nets. Where all seats play
one role, a pair is one player of a level among others of another, from each seat in turn, and in place of the cards stands what
finished games tell (the game's `figures.py`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.learned import LearnedAgent
from agents.scripted import LEVELS
from experiments.arena import wilson
from experiments.scripted_games import one_among, play, won_by_one
from pagan_env.core.jit import rows
from pagan_env.envs.games import find_game

FIRST_SEED = 5_000_000  # apart from those that the players were tuned on


def load_nets(game: Any, ruleset: Any, folder: Path) -> list[LearnedAgent]:
    """The nets of a folder by seat. CheckpointError: one isn't there, or was trained under other rules."""
    return [LearnedAgent.load(folder / f"{name}.npz", ruleset=ruleset, role=name) for name in dict.fromkeys(game.roles)]


def play_nets(game: Any, ruleset: Any, agents: Sequence[LearnedAgent], games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same for nets by role, `games` at once."""
    kernels, size, actions_in_all = game.kernels, game.observation_size, game.lexicon.size
    states, counted = rows(np.zeros(games, game.state)), np.zeros(game.playing.COUNTED, np.int64)
    by_seat = [agents[list(dict.fromkeys(game.roles)).index(role)] for role in game.roles]
    kernels.reset(states, ruleset.tables, np.zeros(games, np.int64), np.arange(FIRST_SEED, FIRST_SEED + games))
    rng = np.random.default_rng(0)
    while len(running := np.flatnonzero(states["to_act"] >= 0)):
        now, n = rows(states[running]), len(running)
        observation, mask = np.zeros((n, size), np.int8), np.zeros((n, actions_in_all), np.int8)
        seat, actions = np.zeros(n, np.int64), np.zeros(n, np.int64)
        kernels.fill(now, ruleset.tables, observation, mask, np.zeros((n, game.words), np.uint64), seat)
        for number, agent in enumerate(by_seat):
            own = seat == number
            if own.any():
                actions[own] = agent.act_batch(observation[own], mask[own], rng)
        for i, who, action, decision in zip(running, seat, actions, now["decision"], strict=True):
            if not game.alike:
                counted[who, game.playing.kind_played(decision, action)] += 1
            kernels.apply(states, ruleset.tables, i, action)
    out = np.zeros((games, 4), np.int64)
    paid = np.zeros(len(by_seat), np.float32)
    for game_number in range(games):
        kernels.returns(states, game_number, paid)
        out[game_number, 0] = paid.argmax() if (paid > 0).sum() == 1 else -1
    for column, name in enumerate(("ending", "round_number", "decisions"), 1):
        out[:, column] = states[name]
    return states, out, counted


def matchup(game: Any, title: str, out: np.ndarray) -> str:
    """A row of the table."""
    won = [rate(int((out[:, 0] == seat).sum()), len(out)) for seat in range(len(game.agents))]
    return f"| {title} | {' | '.join(won)} | {ending(game, out)} |"


def by_role(game: Any, ruleset: Any, nets: Sequence[LearnedAgent], games: int) -> Iterator[str]:
    """The lines for two roles: a row for each pair of levels and for the nets, then how often cards are played."""
    yield f"| levels | {game.agents[0]} wins, % | {game.agents[1]} wins, % | endings, % | rounds (5 to 95 %) | decisions |"
    yield "|---|---|---|---|---|---|"
    for levels in [(0, 0), *((a, b) for a in range(1, LEVELS) for b in range(1, LEVELS))]:
        _, out, played = play(game, ruleset, np.array([levels]), games, FIRST_SEED)
        yield matchup(game, f"{levels[0]} against {levels[1]}", out)
    shown = {f"level {LEVELS - 1}": played}
    if nets:
        _, out, shown["nets"] = play_nets(game, ruleset, nets, games)
        yield matchup(game, "trained nets", out)
    for title, played in shown.items():
        yield f"\nPlays a game, {title} against {title}, the least played first:\n"
        for agent, line in zip(game.agents, cards(ruleset, played, games), strict=True):
            yield f"- {agent}: {line}"


def one_role(game: Any, ruleset: Any, nets: Sequence[LearnedAgent], games: int) -> Iterator[str]:
    """The lines for seats that are all alike: one among others of each pair of levels, then what finished games tell."""
    fair = f"fair: {100 / len(game.agents):.1f}"
    yield f"| levels | the one wins, % ({fair}) | each other, % | endings, % | rounds (5 to 95 %) | decisions |"
    yield "|---|---|---|---|---|---|"
    ends: dict[str, np.ndarray] = {}
    for one in range(LEVELS):
        for others in range(LEVELS):
            levels = np.resize(one_among(game, one, others), (games, game.state["seats"].shape[0]))  # a record a game
            states, out, _ = play(game, ruleset, levels, games, FIRST_SEED)
            yield among(game, f"{one} among {others}", out)
            if one == others:
                ends[f"level {one}"] = states
    if nets:
        ends["nets"], out, _ = play_nets(game, ruleset, nets, games)
        yield among(game, "trained nets", out)
    yield f"\n| all of | {' | '.join(ends)} |"
    yield "|---" * (len(ends) + 1) + "|"
    figures = game.figures
    for label in [what for what, _ in figures.means(ends["level 0"], ruleset)]:
        yield f"| {label} | {' | '.join(f'{dict(figures.means(states, ruleset))[label]:.2f}' for states in ends.values())} |"
    counts = [{what: (k, n) for what, k, n in figures.rates(states, ruleset)} for states in ends.values()]
    for label in counts[-1]:
        yield f"| {label}, % | {' | '.join(rate(*found.get(label, (0, 0))) for found in counts)} |"


def among(game: Any, title: str, out: np.ndarray) -> str:
    """A row of the table of one among others, from seat n mod seats in game n."""
    won, others = won_by_one(game, out)
    return f"| {title} | {rate(won, len(out))} | {100 * others:.1f} | {ending(game, out)} |"


def rate(count: int, of: int) -> str:
    """In %, with its interval; a dash where there is nothing to count."""
    if not of:
        return "-"
    low, high = wilson(count, of)
    return f"{100 * count / of:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def ending(game: Any, out: np.ndarray) -> str:
    """How games end, how many rounds they have, and decisions: the last cells of a row."""
    endings = np.bincount(out[:, 1], minlength=len(game.describe.ENDING_NAMES))
    shares = ", ".join(f"{game.describe.ENDING_NAMES[n]} {100 * k / len(out):.1f}" for n, k in enumerate(endings) if k)
    low, middle, high = np.percentile(out[:, 2], (5, 50, 95))
    return f"{shares} | {middle:.0f} ({low:.0f} to {high:.0f}) | {out[:, 3].mean():.0f}"


def cards(ruleset: Any, played: np.ndarray, games: int) -> Iterator[str]:
    """A line a seat: plays a game of each kind of card, the least played first."""
    for seat, own in enumerate(ruleset.kinds):
        rates = sorted((played[seat, kind] / games, card.name) for kind, card in enumerate(own, 1))
        yield ", ".join(f"{name} {rate:.2f}" for rate, name in rates)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m experiments.portrait", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="pagan", help="which game")
    parser.add_argument("--ruleset", help="name or file; the game's default if not given")
    parser.add_argument("--games", type=int, default=4000, help="a pair of levels (4000)")
    parser.add_argument("--nets", type=Path, help="a folder of checkpoints, such as runs/pagan")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"found --games {given.games}, allowed: 1 or more")
    try:
        game = find_game(given.game)
        ruleset = game.load_ruleset(given.ruleset)
        nets = load_nets(game, ruleset, given.nets) if given.nets else []
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{ruleset.name}, {given.games} games a row\n")
    for line in (one_role if game.alike else by_role)(game, ruleset, nets, given.games):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
