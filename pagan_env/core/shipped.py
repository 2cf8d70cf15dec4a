"""What ships with a game: rulesets, files `name@version.toml` of its data folder, and the numbers that they all have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from .data import DataError, Reader
from .layout import Field

PROVENANCE = ("rulebook", "house", "owner")


def ruleset_names(data: Path) -> list[str]:
    """Names of the rulesets in a data folder, such as `standard@1`."""
    return sorted(path.stem for path in (data / "rulesets").glob("*.toml"))


def find_ruleset(data: Path, name: str) -> Path:
    """The file of a ruleset; a bare name means its newest version. Raises DataError for an unknown one."""
    names = ruleset_names(data)
    versions = [n for n in names if name in (n, n.partition("@")[0])]
    if not versions:
        raise DataError(f"ruleset {name!r} is not known, allowed: {', '.join(names)}, or the path of a .toml file")
    newest = max(versions, key=lambda n: int(n.partition("@")[2]))
    return data / "rulesets" / f"{newest}.toml"


def read_numbers(fields: Iterable[Field], root: Reader, rules: np.void) -> dict[str, str]:
    """The numbers of a ruleset's tables into its record `rules`; where each is from, by path."""
    numbers = root.table("numbers")
    sources = numbers.table("provenance")
    found = {}
    for field in fields:
        rules[field.name] = numbers.integer(field.name, field.low, field.high)
        found[f"numbers.{field.name}"] = sources.choice(field.name, PROVENANCE)
    return found
