"""Which programs a type of card may have, and what is wrong with a program beyond its lines, such as a price too late."""

from __future__ import annotations

import numpy as np

from ..core.data import Reader
from ..core.programs import CodePool, ProgramError, Rows
from .ops import (
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    EITHER,
    FILTER,
    HERE,
    IF,
    INVESTIGATION_HERE,
    LANGUAGE,
    LAST_PRICE,
    MOVE,
    MOVE_CARD,
    OR,
    PLACE,
    READY,
    REMOVE,
    REMOVE_CARD,
    RETURN_CARD,
    SKIP_SKILL,
    TARGET,
    WHERE,
)

# Programs that each type of card may have; the first must be there
_LASTING = (
    "upkeep_start",
    "upkeep_must",
    "upkeep_may",
    "upkeep_end",
    "witch_assets",
    "hunter_assets",
    "witch_skill",
    "hunter_skill",
)
MOMENTS_OF = {
    "ally": _LASTING,
    "event": ("play",),
    "investigation": ("visit",),
    "location": ("activate", *_LASTING),
    "brew": ("consume", *_LASTING),
    "charm": ("play",),
    "enchantment": ("lift", *_LASTING),
    "familiar": ("use", "empowered", *_LASTING),
}
NEEDED = {"event", "charm", "location", "brew", "enchantment", "familiar"}


# Moments that may start with a price, and moments about a villager, which "here" means
WITH_PRICE = ("upkeep_must", "upkeep_may", "activate", "consume", "use", "empowered", "lift")
ABOUT_A_VILLAGER = ("skill", "visit", "use", "empowered", "witch_assets", "hunter_assets", "witch_skill", "hunter_skill")
IN_A_VISIT = ("visit", "witch_assets", "hunter_assets", "witch_skill", "hunter_skill")


def read_program(reader: Reader, moment: str, where: str, pool: CodePool) -> int:
    """First row in the pool of the program under a key; a fault is noted in the reader, and 0 returned."""
    assembled = []
    lines = reader.lines(moment)
    for index, line in enumerate(lines):
        try:
            assembled.append(LANGUAGE.assemble([line], where))
        except ProgramError as error:
            reader.fault(f"{moment}[{index}]", error.problem)
    if not lines or len(assembled) < len(lines):
        return 0
    code = np.concatenate(assembled)
    problem = _misplaced(code, moment)
    if problem:
        reader.fault(moment, problem)
        return 0
    return pool.add(code)


def _misplaced(code: Rows, moment: str) -> str | None:
    """What is wrong with the order of a program's lines, or None."""
    ops = code[:, 0].tolist()
    prices = next((n for n, op in enumerate(ops) if op > LAST_PRICE), len(ops))
    if any(op <= LAST_PRICE for op in ops[prices:]):
        return "found `pay` after another line, allowed: in the first lines"
    if prices and moment not in WITH_PRICE:
        return f"found `pay`, allowed: in {', '.join(WITH_PRICE)}"
    if ops.count(EITHER) > 1 or ops.count(EITHER) != ops.count(OR) or (EITHER in ops and ops.index(OR) < ops.index(EITHER) + 2):
        return "found `either` or `or` alone or empty, allowed: one `either`, lines, `or`, lines, to the end of the program"
    if EITHER in ops and ops[-1] == OR:
        return "found nothing after `or`, allowed: at least one line"
    if any(op == IF and (n + 1 == len(ops) or ops[n + 1] in (IF, EITHER, OR)) for n, op in enumerate(ops)):
        return "found `if` without a line for it, allowed: `if ... then` before the line it is about"
    if SKIP_SKILL in ops and moment not in IN_A_VISIT:
        return f"found `skip the skill`, allowed: in {', '.join(IN_A_VISIT)}"
    chosen = {CHOOSE_VILLAGER: False, CHOOSE_CARD: False}
    for row in code.tolist():
        op, where = row[0], row[WHERE]
        chosen[op] = True
        about_tokens = op in (PLACE, REMOVE, MOVE, IF)
        if not chosen[CHOOSE_VILLAGER] and (op == READY or (about_tokens and where == TARGET)):
            return "found `the target`, allowed: after `choose a villager`"
        if not chosen[CHOOSE_CARD] and (op in (REMOVE_CARD, RETURN_CARD, MOVE_CARD) or (op == REMOVE and where == CHOSEN_CARD)):
            return "found `the chosen card`, allowed: after `choose ...` of a card"
        if (about_tokens and where == HERE) or (op == CHOOSE_CARD and row[FILTER] == INVESTIGATION_HERE):
            if moment not in ABOUT_A_VILLAGER:
                return f"found `here`, allowed: in {', '.join(ABOUT_A_VILLAGER)}"
    return None
