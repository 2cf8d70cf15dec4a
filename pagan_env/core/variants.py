"""Variants as people write them: values by path, or lines `path = value`. What a path leads to is each game's own."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence

Change = Mapping[str, int] | Sequence[str]
"""One variant: values by path, or lines `path = value`."""


def read_change(change: Change, where: str, example: str) -> Mapping[str, int]:
    """A variant as values by path. ValueError, or TypeError for what is none, in one line; `example` is a right line."""
    if isinstance(change, Mapping):
        return change
    if isinstance(change, str) or not isinstance(change, Sequence) or not all(isinstance(line, str) for line in change):
        allowed = "a mapping of paths to integers, or a list of texts `path = value`"
        raise TypeError(f"{where}: found {type(change).__name__}, allowed: {allowed}")
    found = {}
    for line in change:
        path, _, value = (part.strip() for part in line.partition("="))
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
            raise ValueError(f"{where}: found {line!r}, allowed: PATH = VALUE, such as {example}")
        if path in found:
            raise ValueError(f"{where}: found {path} twice, allowed: once")
        found[path] = int(value)
    return found


def checked(value: object, low: int, high: int, where: str) -> int:
    """A value of a variant as an int. ValueError: none, or out of range."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"{where}: found {value!r}, allowed: integer {low}..{high}")
    return number
