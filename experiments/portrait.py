"""Is it a game? Scripted players of each level against each other: who wins, how, how long games are, what is played.

    python -m experiments.portrait [--game pagan] [--ruleset NAME] [--games N] [--nets FOLDER]

Prints Markdown: a row for each pair of levels (Wilson's 95 % intervals), one for nets trained under this ruleset if a folder of
checkpoints is given (`runs/pagan`), and how often each card is played, by the highest level and by the nets.
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
from pagan_env.core.jit import rows
from pagan_env.envs.games import find_game

FIRST_SEED = 5_000_000  # apart from those that the players were tuned on


def plays(ruleset: Any) -> np.ndarray:
    """Room to count how often each kind of card is played, by seat; column 0 is for actions without a card."""
    return np.zeros((len(ruleset.kinds), 1 + max(len(own) for own in ruleset.kinds)), np.int64)


def play(game: Any, ruleset: Any, levels: tuple[int, int], games: int) -> tuple[np.ndarray, np.ndarray]:
    """Games played by levels by seat: int64 (games, 4) as `scripted_games` writes them, and how often each kind was played."""
    states, views = rows(np.zeros(1, game.state)), rows(np.zeros(1, game.state))
    out = np.zeros((games, 4), np.int64)
    played = plays(ruleset)
    game.kernels.deal(states, ruleset.tables, 0, 0, 0)
    seeds = np.arange(FIRST_SEED, FIRST_SEED + games)
    game.playing.scripted_games(states, ruleset.tables, views, np.array([levels]), seeds, games, out, played)
    return out, played


def load_nets(game: Any, ruleset: Any, folder: Path) -> list[LearnedAgent]:
    """The nets of a folder by seat. CheckpointError: one isn't there, or was trained under other rules."""
    return [LearnedAgent.load(folder / f"{name}.npz", ruleset=ruleset, role=name) for name in game.roles]


def play_nets(game: Any, ruleset: Any, agents: Sequence[LearnedAgent], games: int) -> tuple[np.ndarray, np.ndarray]:
    """The same for nets by seat, `games` at once."""
    kernels, size, actions_in_all = game.kernels, game.observation_size, game.lexicon.size
    states, played = rows(np.zeros(games, game.state)), plays(ruleset)
    kernels.reset(states, ruleset.tables, np.zeros(games, np.int64), np.arange(FIRST_SEED, FIRST_SEED + games))
    rng = np.random.default_rng(0)
    while len(running := np.flatnonzero(states["to_act"] >= 0)):
        now, n = rows(states[running]), len(running)
        observation, mask = np.zeros((n, size), np.int8), np.zeros((n, actions_in_all), np.int8)
        seat, actions = np.zeros(n, np.int64), np.zeros(n, np.int64)
        kernels.fill(now, ruleset.tables, observation, mask, np.zeros((n, game.words), np.uint64), seat)
        for number, agent in enumerate(agents):
            own = seat == number
            if own.any():
                actions[own] = agent.act_batch(observation[own], mask[own], rng)
        for i, who, action, decision in zip(running, seat, actions, now["decision"], strict=True):
            played[who, game.playing.kind_played(decision, action)] += 1
            kernels.apply(states, ruleset.tables, i, action)
    out = np.zeros((games, 4), np.int64)
    paid = np.zeros(len(agents), np.float32)
    for game_number in range(games):
        kernels.returns(states, game_number, paid)
        out[game_number, 0] = paid.argmax() if paid.max() > 0 else -1
    for column, name in enumerate(("ending", "round_number", "decisions"), 1):
        out[:, column] = states[name]
    return out, played


def matchup(game: Any, title: str, out: np.ndarray) -> str:
    """A row of the table."""
    games = len(out)
    cells = [title]
    for seat in range(len(game.agents)):
        won = int((out[:, 0] == seat).sum())
        low, high = wilson(won, games)
        cells.append(f"{100 * won / games:.1f} ({100 * low:.1f} to {100 * high:.1f})")
    endings = np.bincount(out[:, 1], minlength=len(game.describe.ENDING_NAMES))
    cells.append(", ".join(f"{game.describe.ENDING_NAMES[n]} {100 * k / games:.1f}" for n, k in enumerate(endings) if k))
    low, middle, high = np.percentile(out[:, 2], (5, 50, 95))
    return f"| {' | '.join(cells)} | {middle:.0f} ({low:.0f} to {high:.0f}) | {out[:, 3].mean():.0f} |"


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
        if len(set(game.roles)) != 2:
            raise ValueError(f"portrait: found {game.name}, allowed: games of two roles, a seat each")
        ruleset = game.load_ruleset(given.ruleset)
        nets = load_nets(game, ruleset, given.nets) if given.nets else []
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{ruleset.name}, {given.games} games a row\n")
    print(f"| levels | {game.agents[0]} wins, % | {game.agents[1]} wins, % | endings, % | rounds (5 to 95 %) | decisions |")
    print("|---|---|---|---|---|---|")
    for levels in [(0, 0), *((a, b) for a in range(1, LEVELS) for b in range(1, LEVELS))]:
        out, played = play(game, ruleset, levels, given.games)
        print(matchup(game, f"{levels[0]} against {levels[1]}", out), flush=True)
    shown = {f"level {LEVELS - 1}": played}
    if nets:
        out, shown["nets"] = play_nets(game, ruleset, nets, given.games)
        print(matchup(game, "trained nets", out), flush=True)
    for title, played in shown.items():
        print(f"\nPlays a game, {title} against {title}, the least played first:\n")
        for agent, line in zip(game.agents, cards(ruleset, played, given.games), strict=True):
            print(f"- {agent}: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
