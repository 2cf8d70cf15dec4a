"""Train with MaskablePPO of sb3-contrib, on the games as Stable-Baselines3 takes them; then save, load and play.

    python -m experiments.train_sb3 --role hunter_0 --opponent scripted:1,random --steps 300000
    python -m experiments.train_sb3 --opponent self

Against `self` one net plays all roles, a share of the games each, against its own past selves. What comes of it is in the folder
`--out`: `model.zip`, the best model of the evaluations on the way, and the table that is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback

from agents.sb3 import Sb3Agent
from agents.scripted import ScriptedAgent
from agents.uniform import UniformAgent
from experiments.arena import Policy, StatePolicy, play, wilson
from pagan_env.envs.batch import Batch
from pagan_env.envs.games import find_game
from pagan_env.envs.sb3 import SoloVecEnv

SELF = "self"
MODEL = "model.zip"
NET: dict[str, Any] = {"net_arch": {"pi": [128, 128], "vf": [128, 128]}}
PPO: dict[str, Any] = {"n_steps": 64, "batch_size": 1024, "n_epochs": 3, "gamma": 1.0, "ent_coef": 0.02, "learning_rate": 5e-4}


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.train_sb3", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="pagan", help="a game's name, NAME:num_heroes=N for another size (pagan)")
    parser.add_argument("--ruleset", help="a name or file (the game's default)")
    parser.add_argument("--role", help="the seat to learn (the first); all of them against self")
    parser.add_argument(
        "--opponent",
        default="random",
        help="random, scripted:LEVEL, a checkpoint, self, or several with commas, drawn alike for each game (random)",
    )
    parser.add_argument("--steps", type=int, default=300_000, help="decisions of the learner (300000)")
    parser.add_argument("--num-envs", type=int, default=128, help="games side by side (128)")
    parser.add_argument("--snapshot-every", type=int, default=50_000, help="decisions between past selves (50000)")
    parser.add_argument("--past-selves", type=int, default=8, help="how many of the last are played against (8)")
    parser.add_argument("--games", type=int, default=500, help="of each line of the table (500)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("runs/sb3"), help="folder for what comes of it (runs/sb3)")
    given = parser.parse_args(arguments)
    for name, least in {"steps": 1, "num_envs": 1, "snapshot_every": 1, "past_selves": 1, "games": 1, "seed": 0}.items():
        if getattr(given, name) < least:
            parser.error(f"--{name.replace('_', '-')}: found {getattr(given, name)}, allowed: {least} or more")
    if (given.out / MODEL).exists():
        parser.error(f"--out: found {given.out / MODEL}, allowed: a folder without one")
    return given


def train(given: argparse.Namespace) -> MaskablePPO:
    """Learn for so many decisions, with a new past self now and then."""
    game = find_game(given.game)
    fixed = [name for name in given.opponent.split(",") if name != SELF]
    selfish = SELF in given.opponent.split(",")
    role = [game.agents[i % len(game.agents)] for i in range(given.num_envs)] if selfish else given.role
    env = SoloVecEnv(game, given.num_envs, role=role, opponent=fixed or "random", ruleset=given.ruleset, seed=given.seed)
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=NET, seed=given.seed, device="cpu", **PPO)
    watched = SoloVecEnv(game, 32, role=role if role is None or isinstance(role, str) else role[0], ruleset=given.ruleset, seed=1)
    given.out.mkdir(parents=True, exist_ok=True)
    every = max(given.snapshot_every // given.num_envs, 1)
    callback = MaskableEvalCallback(
        watched, n_eval_episodes=64, eval_freq=every, best_model_save_path=str(given.out), deterministic=False, verbose=0
    )
    past: list[Any] = []
    while model.num_timesteps < given.steps:
        if selfish:
            past.append(Sb3Agent(model.policy).frozen())
            env.set_opponent([*fixed, *past[-given.past_selves :]])
        left = given.steps - model.num_timesteps
        model.learn(min(given.snapshot_every, left) if selfish else left, callback=callback, reset_num_timesteps=False)
    return model


def table(given: argparse.Namespace, agent: Sb3Agent) -> list[str]:
    """What the player wins in each of its roles against random play, and against the game's scripted ones."""
    game = find_game(given.game)
    roles = game.agents if SELF in given.opponent.split(",") else (given.role or game.agents[0],)
    lines = ["| role | against | won, % | lost, % | games |", "|---|---|---|---|---|"]
    for role in roles:
        for name in ["random", *(f"scripted {level}" for level in (1, 2) if game.playing is not None)]:
            batch = Batch(game, given.games, ruleset=given.ruleset, seed=given.seed + 1)
            other: Policy | StatePolicy = UniformAgent()
            if name != "random":
                other = ScriptedAgent(game.playing, batch.ruleset, int(name[-1]))
            seat = game.agents.index(role)
            policies = [agent if n == seat else other for n in range(len(game.agents))]
            outcome = play(batch, policies, np.random.default_rng(given.seed))  # an illegal action would be an error
            low, high = (100 * bound for bound in wilson(outcome.won[seat], outcome.games))
            rate = 100 * outcome.won[seat] / outcome.games
            lost = 100 * max(won for n, won in enumerate(outcome.won) if n != seat) / outcome.games
            lines.append(f"| {role} | {name} | {rate:.1f} ({low:.1f}-{high:.1f}) | {lost:.1f} | {outcome.games} |")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    given = parse(arguments)
    try:
        model = train(given)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    model.save(given.out / MODEL)
    lines = table(given, Sb3Agent.load(given.out / MODEL))
    (given.out / "result.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
