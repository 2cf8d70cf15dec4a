"""What deciding costs: decisions a game by kind, how many of them have one answer, and what skipping those would tell.

    python -m experiments.deciding [--ruleset NAME] [--games N] [--seed N]

Random games in which every decision is asked (`skip_forced = 0`). A forced decision, one with a single legal action, could be
skipped if no other seat learns anything by that: each is redealt from every other seat's side, and tells if some redeal leaves a
choice.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pagan_env.core.jit import rows
from pagan_env.envs.games import find_game

REDEALS = 8


@dataclass
class Tally:
    """Decisions of one kind: all, those with one legal action, and those of them that tell."""

    asked: int = 0
    forced: int = 0
    telling: int = 0


@dataclass
class Costs:
    """What some games cost, by kind of decision."""

    games: int = 0
    kinds: dict[str, Tally] = field(default_factory=dict)

    def total(self) -> Tally:
        parts = self.kinds.values()
        return Tally(sum(t.asked for t in parts), sum(t.forced for t in parts), sum(t.telling for t in parts))


def asking_everything(ruleset: Any) -> Any:
    """The ruleset with every decision asked, forced or not."""
    tables = ruleset.tables.copy()
    tables["rulesets"]["skip_forced"] = 0
    return replace(ruleset, tables=tables)


def measure(game: Any, ruleset: Any, games: int, seed: int = 0) -> Costs:
    """Play random games to their ends and tally their decisions; `ruleset` should ask everything."""
    costs, rng = Costs(games), np.random.default_rng(seed)
    states = rows(np.zeros(1, game.state))
    mask = np.zeros(game.lexicon.size, np.int8)
    names = game.describe.DECISION_NAMES
    for _ in range(games):
        game.kernels.deal(states, ruleset.tables, 0, 0, int(rng.integers(2**62)))
        while (seat := int(states["to_act"][0])) >= 0:
            game.kernels.mask(states, 0, seat, mask)
            legal = np.flatnonzero(mask)
            tally = costs.kinds.setdefault(names[int(states["decision"][0])], Tally())
            tally.asked += 1
            if len(legal) == 1:
                tally.forced += 1
                tally.telling += tells(game, ruleset, states, seat, rng)
            game.kernels.apply(states, ruleset.tables, 0, int(rng.choice(legal)))
    return costs


def tells(game: Any, ruleset: Any, states: np.ndarray, seat: int, rng: np.random.Generator) -> bool:
    """Whether another seat, not knowing what it can't know, must think that there may be a choice."""
    mask = np.zeros(game.lexicon.size, np.int8)
    for other in set(range(len(game.agents))) - {seat}:
        for _ in range(REDEALS):
            again = rows(states.copy())
            game.kernels.redeal(again, ruleset.tables, 0, other, int(rng.integers(2**62)))
            game.kernels.mask(again, 0, seat, mask)
            if np.count_nonzero(mask) > 1:
                return True
    return False


def table(costs: Costs) -> Iterator[str]:
    """The table in Markdown, the commonest kind first."""
    yield "| decision | a game | forced a game | forced | of these telling |"
    yield "|---|---|---|---|---|"
    kinds = sorted(costs.kinds.items(), key=lambda item: -item[1].asked)
    for name, tally in [*kinds, ("all", costs.total())]:
        telling = f"{tally.telling / tally.forced:.1%}" if tally.forced else "-"
        row = (name, f"{tally.asked / costs.games:.1f}", f"{tally.forced / costs.games:.1f}", f"{tally.forced / tally.asked:.1%}")
        yield "| " + " | ".join((*row, telling)) + " |"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m experiments.deciding", description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="pagan", help="which game")
    parser.add_argument("--ruleset", help="name or file; the game's default if not given")
    parser.add_argument("--games", type=int, default=200, help="random games to play (200)")
    parser.add_argument("--seed", type=int, default=0, help="seed of games and choices (0)")
    given = parser.parse_args(arguments)
    if given.games < 1 or given.seed < 0:
        parser.error(f"found --games {given.games} --seed {given.seed}, allowed: 1 or more games, a seed of 0 or more")
    try:
        game = find_game(given.game)
        ruleset = game.load_ruleset(given.ruleset)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{given.games} random games of {ruleset.name}, every decision asked, seed {given.seed}")
    print("\n".join(table(measure(game, asking_everything(ruleset), given.games, given.seed))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
