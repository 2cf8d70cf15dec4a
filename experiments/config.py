"""Settings as frozen dataclasses: they are the schema. A TOML file holds the differences from their defaults.

A key that is unknown, of the wrong type or out of range is a DataError with a line for each fault: file, line, key,
what was found, what is allowed.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pagan_env.core.data import Faults

T = TypeVar("T")


def setting(default: Any, low: float | None = None, high: float | None = None) -> Any:
    """A dataclass field: an int, a float or a tuple of ints between `low` and `high`, a text, or true or false."""
    return field(default=default, metadata={"low": low, "high": high})


def load(default: T, path: str | Path) -> T:
    """`default` with what the TOML file changes. DataError: the file can't be read, or any fault in it."""
    faults = Faults()
    config = _apply(default, faults.read(path), "", faults)
    faults.check()
    return config


def dump(config: Any) -> str:
    """All settings as TOML, to be loaded again."""
    return "\n".join(_lines(config, "")) + "\n"


def fault(of: Field[Any], value: Any) -> str | None:
    """What is wrong with a value for this field, `found ..., allowed: ...`, or None."""
    low, high = of.metadata["low"], of.metadata["high"]
    if isinstance(of.default, str):
        fits, allowed = isinstance(value, str), "text"
    elif isinstance(of.default, bool):
        fits, allowed = isinstance(value, bool), "true or false"
    elif isinstance(of.default, tuple):
        least = min(1, len(of.default))  # a list that is empty by default may be empty
        fits = isinstance(value, list | tuple) and least <= len(value) <= 8
        fits = fits and all(type(x) is int and low <= x <= high for x in value)
        allowed = f"list of {least}..8 integers {low}..{high}"
    elif isinstance(of.default, int):
        fits, allowed = type(value) is int and low <= value <= high, f"integer {low}..{high}"
    else:
        fits, allowed = type(value) in (int, float) and low <= value <= high, f"number {low}..{high}"
    return None if fits else f"found {value!r}, allowed: {allowed}"


def _apply(config: T, table: dict[str, Any], where: str, faults: Faults) -> T:
    known = {of.name: of for of in fields(config)}  # type: ignore[arg-type]
    changes: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{where}.{key}".lstrip(".")
        if key not in known:
            faults.add(path, f"found an unknown key, allowed: {', '.join(known)}")
        elif known[key].default is MISSING:  # a section
            if isinstance(value, dict):
                changes[key] = _apply(getattr(config, key), value, path, faults)
            else:
                faults.add(path, f"found {value!r}, allowed: a table [{path}]")
        elif problem := fault(known[key], value):
            faults.add(path, problem)
        else:
            default: Any = known[key].default
            changes[key] = type(default)(value)
    return replace(config, **changes)  # type: ignore[type-var]


def _lines(config: Any, where: str) -> list[str]:
    values = {of.name: getattr(config, of.name) for of in fields(config)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items() if not is_dataclass(value)]
    for name, value in values.items():
        if is_dataclass(value):
            path = f"{where}.{name}".lstrip(".")
            lines += ["", f"[{path}]", *_lines(value, path)]
    return lines
