"""Solve a reduced ruleset exactly: its size, its value, and how far uniform play and CFR+ are from an equilibrium.

    python -m experiments.solve [RULESET] [--iterations N] [--most HISTORIES]

The ruleset needs `explicit_chance = 1`. Values are the first seat's payoff; exploitability is what a best response gains, on
average over the two seats.
"""

from __future__ import annotations

import argparse
import sys
import time

from agents.exact import CFRPlus, TreeError, enumerate_game
from pagan_env.envs.games import find_game


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m experiments.solve", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("ruleset", nargs="?", default="mini", help="name or file (mini)")
    parser.add_argument("--game", default="pagan", help="which game")
    parser.add_argument("--iterations", type=int, default=1000, help="of CFR+ (1000); 0 leaves it at best responses")
    parser.add_argument("--most", type=int, default=200_000_000, help="histories to give up at (200000000)")
    given = parser.parse_args(arguments)
    if given.iterations < 0 or given.most < 1:
        parser.error(f"found --iterations {given.iterations} --most {given.most}, allowed: 0 or more, 1 or more")
    begun = time.monotonic()
    try:
        game = find_game(given.game)
        ruleset = game.load_ruleset(given.ruleset)
        tree = enumerate_game(game, ruleset, most=given.most)
    except (ValueError, TreeError) as error:
        print(error, file=sys.stderr)
        return 2
    size = tree.counts
    states = ", ".join(f"{size[f'infosets_{seat}']:,} of {agent}" for seat, agent in enumerate(game.agents))
    print(
        f"{ruleset.name}: {size['histories']:,} histories ({size['terminals']:,} ends, {size['chance_nodes']:,} of luck, up to "
        f"{size['depth']} steps), information states: {states}; {time.monotonic() - begun:.1f} s"
    )
    form, solver = tree.form, CFRPlus(tree.form)
    policy, steps = form.uniform(), 10
    while True:
        print(
            f"{'CFR+, ' + str(solver.iterations) + ' iterations' if solver.iterations else 'uniform'}: value "
            f"{form.value(policy):+.4f}, exploitability {form.exploitability(policy):.6f}; {time.monotonic() - begun:.1f} s"
        )
        if solver.iterations >= given.iterations:
            return 0
        solver.run(min(steps, given.iterations) - solver.iterations)
        policy, steps = solver.average(), steps * 10 if steps < 1000 else steps + 1000


if __name__ == "__main__":
    sys.exit(main())
