"""Scenario Cards as data: rules that they change, the green faction, and each seat's objective (a lasting reward, or victory)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.data import Reader
from ..core.programs import CodePool, Language, ProgramError
from .card_files import BOARD_TYPES, MODIFIER_RULES
from .layout import SEATS
from .ops import ALL, FILTER, TOKENS_THERE, WHERE
from .program_files import read_program
from .tables import MODIFIERS

SEAT_NAMES = ("witch", "hunter")


@dataclass(frozen=True)
class Objective:
    """A seat's objective as people read it."""

    when: tuple[str, ...]
    reward: tuple[str, ...]
    wins: bool


def read_objectives(root: Reader, rules: np.void, pool: CodePool, language: Language) -> tuple[Objective | None, ...]:
    """The `[objectives.witch]` and `[objectives.hunter]` blocks into `rules`; None for a seat that has none.

    `when`: conditions, all of which must hold, in the words between `if` and `then`. `reward`: a program that runs once;
    `modifiers`: lasting ones; `wins = true`: victory.
    """
    table = root.table("objectives", {})
    found: list[Objective | None] = []
    for seat in range(SEATS):
        if table.raw(SEAT_NAMES[seat]) is None:
            table.leave(SEAT_NAMES[seat])
            found.append(None)
            continue
        found.append(_objective(table.table(SEAT_NAMES[seat]), rules["objectives"][seat], seat, pool, language))
    return tuple(found)


def _objective(reader: Reader, out: np.void, seat: int, pool: CodePool, language: Language) -> Objective:
    when, reward = reader.lines("when"), reader.lines("reward", ())
    wins = reader.flag("wins", False)
    if not when:
        reader.fault("when", 'found [], allowed: at least one condition, such as "6 Clues lie on all villagers"')
    conditions = [_condition(reader, index, line, language) for index, line in enumerate(when)]
    if conditions and all(row is not None for row in conditions):
        out["condition"] = pool.add(np.concatenate([row for row in conditions if row is not None]))
    if reward:
        out["reward"] = read_program(reader, "reward", f"objectives.{SEAT_NAMES[seat]}.reward", pool, language)
    modifiers = reader.table("modifiers", {})
    for column, name in enumerate(MODIFIERS):
        types, low, high = MODIFIER_RULES[name]
        if types == BOARD_TYPES:
            out["modifiers"][column] = modifiers.integer(name, low, high, 0)
    out["wins"] = wins
    if wins == bool(reward or out["modifiers"].any()):
        reader.fault("wins", "found no reward, or one beside a victory, allowed: `wins = true`, or a `reward` or `modifiers`")
    return Objective(tuple(when), tuple(reward), wins)


def _condition(reader: Reader, index: int, line: str, language: Language) -> np.ndarray | None:
    """One condition as a row, or None and a fault."""
    where = f"when[{index}]"
    try:
        row = language.assemble([f"if {line} then"], where)
    except ProgramError as error:
        reader.fault(where, error.problem)
        return None
    if row[0, FILTER] == TOKENS_THERE and row[0, WHERE] != ALL:
        reader.fault(where, f"found {line!r}, allowed: tokens on all villagers, or what a seat has")
        return None
    return row
