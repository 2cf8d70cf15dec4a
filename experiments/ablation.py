"""Train several configs on several seeds and compare them: mean and 95 % interval over the seeds.

    python -m experiments.ablation configs/ablation/mlp.toml configs/ablation/memory.toml [--seeds N] [--out DIR]

Runs that are in the out folder already are not trained again.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from experiments import train

STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365}  # 97.5 % quantiles, by number of seeds


def result(config: Path, seed: int, out: Path) -> dict[tuple[str, str], float]:
    """Train, unless it was done before: the share of games that each role's trained net won, by role and opponent."""
    folder = out / f"{config.stem}-{seed}"
    if not (folder / "result.json").exists():
        code = train.main([str(config), "--seed", str(seed), "--out", str(folder), "--force"])
        if code:
            raise SystemExit(code)
    found = {}
    for line in json.loads((folder / "result.json").read_text("utf-8"))["lines"]:
        learners = [role for role, player in line["players"].items() if player == "trained"]
        if len(learners) == 1:
            (opponent,) = {player for role, player in line["players"].items() if role != learners[0]}
            found[learners[0], opponent] = line["won"][learners[0]] / line["games"]
    return found


def table(results: dict[str, list[dict[tuple[str, str], float]]]) -> Iterator[str]:
    """The comparison in Markdown: games won in %, mean over the seeds and half of its 95 % interval (Student's t)."""
    names = list(results)
    yield f"| role | against | {' | '.join(names)} |"
    yield "|---|---|" + "---|" * len(names)
    for role, opponent in results[names[0]][0]:
        cells = []
        for runs in results.values():
            shares = [100 * run[role, opponent] for run in runs]
            reach = STUDENT[len(shares)] * statistics.stdev(shares) / math.sqrt(len(shares))
            cells.append(f"{statistics.mean(shares):.1f} ± {reach:.1f} ({', '.join(f'{share:.1f}' for share in shares)})")
        yield f"| {role} | {opponent} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m experiments.ablation", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("configs", type=Path, nargs="+", help="TOML files, as experiments.train takes them")
    parser.add_argument("--seeds", type=int, default=3, help="how many, from 0 (3)")
    parser.add_argument("--out", type=Path, default=Path("runs/ablation"), help="folder for the runs (runs/ablation)")
    given = parser.parse_args(arguments)
    if given.seeds not in STUDENT:
        parser.error(f"found --seeds {given.seeds}, allowed: {min(STUDENT)} .. {max(STUDENT)}")
    if len({config.stem for config in given.configs}) < len(given.configs):
        parser.error("found configs of the same name, allowed: different names")
    try:
        for config in given.configs:
            train.read(config)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    results = {config.stem: [result(config, seed, given.out) for seed in range(given.seeds)] for config in given.configs}
    print("\n".join(table(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
