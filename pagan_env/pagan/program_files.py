"""Which programs a type of card may have, and what is wrong with a program beyond its lines, such as a price too late."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..core.data import Reader
from ..core.programs import CodePool, Language, ProgramError, Rows
from .layout import BREW, INVESTIGATION
from .ops import (
    AMOUNT,
    ANY,
    CARD_OF_FOE,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    COMPLETE_BREW,
    CONSUME,
    DISCARD,
    DISCARD_SEEN,
    DRAW,
    EACH,
    EACH_OF_COLOUR,
    EITHER,
    EXONERATE,
    FILTER,
    FOR_EACH,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    HERE,
    IF,
    INVESTIGATION_HERE,
    LAST_PRICE,
    LOOK,
    LOSE,
    MAY,
    MOVE,
    MOVE_CARD,
    OPTIONAL,
    OR,
    OTHERWISE,
    PAY_TOKENS,
    PLACE,
    READY,
    REMOVE,
    REMOVE_CARD,
    REVEAL,
    SKIP,
    TARGET,
    THIS_VILLAGER,
    TOKENS_THERE,
    WHERE,
)

# Programs that each type of card may have; the first must be there
LASTING = (
    "upkeep_start",
    "upkeep_must",
    "upkeep_may",
    "upkeep_end",
    "foe_upkeep_start",
    "foe_upkeep",
    "foe_upkeep_end",
    "witch_visit",
    "hunter_visit",
    "witch_assets",
    "hunter_assets",
    "witch_skill",
    "hunter_skill",
    "placed",
    "removed",
    "played",
    "eliminated",
    "exonerated",
)
MOMENTS_OF = {
    "ally": LASTING,
    "event": ("play",),
    "investigation": ("visit", "placed", "removed", "played", "eliminated", "exonerated"),
    "location": ("activate", *LASTING),
    "brew": ("consume", *LASTING),
    "charm": ("play",),
    "enchantment": ("lift", *LASTING),
    "familiar": ("use", "empowered", *LASTING),
}
NEEDED = {"event", "charm", "location", "brew", "enchantment", "familiar"}

# Moments that may start with a price, those in a visit, those about a villager ("this villager"), those of no card in play
WITH_PRICE = ("upkeep_must", "upkeep_may", "activate", "consume", "use", "empowered", "lift")
IN_A_VISIT = ("visit", "witch_visit", "hunter_visit", "witch_assets", "hunter_assets", "witch_skill", "hunter_skill")
ABOUT_A_VILLAGER = ("skill", *IN_A_VISIT, "use", "empowered", "placed", "removed")
NOT_IN_PLAY = ("play", "skill", "reward")
PRICE_ALONE = ("upkeep_must", "lift")  # what it costs is all that it does

TOKEN_VERBS = (PLACE, REMOVE, MOVE, READY, IF, FOR_EACH, PAY_TOKENS)
SCALED = (GAIN_INFLUENCE, GAIN_EVIDENCE, LOSE, DRAW, DISCARD, PLACE, REMOVE)  # what may stand behind `for each`
STEERING = (MAY, IF, OTHERWISE, FOR_EACH, EITHER, OR)


def read_program(reader: Reader, moment: str, where: str, pool: CodePool, language: Language) -> int:
    """First row in the pool of the program under a key; a fault is noted in the reader, and 0 returned."""
    assembled = []
    lines = reader.lines(moment)
    for index, line in enumerate(lines):
        try:
            assembled.append(language.assemble([line], where))
        except ProgramError as error:
            reader.fault(f"{moment}[{index}]", error.problem)
    if not lines or len(assembled) < len(lines):
        return 0
    code = np.concatenate(assembled)
    for problem in misplaced(code, moment):
        reader.fault(moment, problem)
        return 0
    return pool.add(code)


def misplaced(code: Rows, moment: str) -> Iterator[str]:
    """What is wrong with the order of a program's lines, or with where it stands."""
    yield from _prices(code, moment)
    yield from _branches(code)
    yield from _references(code, moment)
    ops = code[:, 0].tolist()
    if SKIP in ops and moment not in IN_A_VISIT:
        yield f"found `skip`, allowed: in {', '.join(IN_A_VISIT)}"
    for n, op in enumerate(ops):
        seen = n > 0 and (ops[n - 1] == LOOK or (ops[n - 1] == REVEAL and code[n - 1, OPTIONAL]))
        if op == DISCARD_SEEN and not seen:
            yield "found `discard ... from the opponent's hand`, allowed: right behind a look at it"


def _prices(code: Rows, moment: str) -> Iterator[str]:
    """Prices come first, or behind a `you may` that comes first."""
    ops = code[:, 0].tolist()
    start = 1 if ops[:1] == [MAY] else 0
    prices = next((n for n in range(start, len(ops)) if ops[n] > LAST_PRICE), len(ops))
    if any(op <= LAST_PRICE for op in ops[prices:]):
        yield "found `pay` after another line, allowed: in the first lines"
    if prices > start and moment not in WITH_PRICE and not start:
        yield f"found `pay`, allowed: behind `you may`, or in {', '.join(WITH_PRICE)}"
    if MAY in ops[1:]:
        yield "found `you may` after another line, allowed: as the first line"
    if start and moment in WITH_PRICE:
        yield f"found `you may` in {moment}, allowed: where it isn't up to its controller anyway"
    if prices == len(ops) and moment not in PRICE_ALONE:
        yield "found nothing after `you may` or `pay`, allowed: at least one line that does something"
    if ops[:prices].count(PAY_TOKENS) > 1:
        yield "found `pay` of tokens twice, allowed: once in a program"


def _branches(code: Rows) -> Iterator[str]:
    """`either ... or ...` once and whole; `if`, `otherwise` and `for each` before the line that they are about."""
    ops = code[:, 0].tolist()
    if ops.count(EITHER) > 1 or ops.count(EITHER) != ops.count(OR) or (EITHER in ops and ops.index(OR) < ops.index(EITHER) + 2):
        yield "found `either` or `or` alone or empty, allowed: one `either`, lines, `or`, lines, to the end of the program"
    if EITHER in ops and ops[-1] == OR:
        yield "found nothing after `or`, allowed: at least one line"
    for n, op in enumerate(ops):
        following = ops[n + 1] if n + 1 < len(ops) else None
        if op == IF and (following is None or following in STEERING):
            yield "found `if` without a line for it, allowed: `if ... then` before the line it is about"
        if op == OTHERWISE and (following is None or following in STEERING or n < 2 or ops[n - 2] != IF):
            yield "found `otherwise` out of place, allowed: behind the line of an `if`, before a line of its own"
        if op == FOR_EACH and following not in SCALED:
            yield "found `for each` before another line, allowed: gain, lose, draw, discard, place, remove"
        elif op == FOR_EACH and following in (PLACE, REMOVE):
            where = code[n + 1, WHERE]
            if where == EACH or where > EACH_OF_COLOUR or code[n + 1, AMOUNT] == 0:
                yield "found `for each` before a line about each villager or all tokens, allowed: a number of tokens"


def _references(code: Rows, moment: str) -> Iterator[str]:
    """`the target`, `the chosen card`, `this villager` and `here` mean something."""
    target = card = False
    chosen_type = 0
    for row in code.tolist():
        op, where = row[0], row[WHERE]
        target = target or op == CHOOSE_VILLAGER or (op == PAY_TOKENS and where == TARGET)
        card = card or op == CHOOSE_CARD
        chosen_type = row[FILTER] if op == CHOOSE_CARD else chosen_type
        ends = {where} if op in TOKEN_VERBS and not (op in (IF, FOR_EACH) and row[FILTER] != TOKENS_THERE) else set()
        if op == MOVE:
            ends.add(row[FILTER])
        if TARGET in ends and not target:
            yield "found `the target`, allowed: after `choose a villager`"
        if (REMOVE_CARD <= op < SKIP or CHOSEN_CARD in ends) and not card:
            yield "found `the chosen card`, allowed: after `choose ...` of a card"
        if op == MOVE_CARD and chosen_type not in (INVESTIGATION, INVESTIGATION_HERE):
            yield "found `move the chosen card`, allowed: after `choose an Investigation`"
        if op == CONSUME and chosen_type not in (BREW, COMPLETE_BREW, CARD_OF_FOE):
            yield "found `consume`, allowed: after `choose a complete Brew`"
        about = THIS_VILLAGER in ends or (op == CHOOSE_CARD and row[FILTER] == INVESTIGATION_HERE)
        if about and moment not in ABOUT_A_VILLAGER:
            yield f"found `this villager`, allowed: in {', '.join(ABOUT_A_VILLAGER)}"
        if HERE in ends and moment in NOT_IN_PLAY:
            yield "found `here`, allowed: on cards that lie in play"
        if op == MOVE and ends <= {HERE, CHOSEN_CARD}:
            yield "found `move` from card to card, allowed: with a villager at one end"
        if op == MOVE and where == ANY and row[FILTER] not in (TARGET, THIS_VILLAGER, HERE):
            yield "found `move` with a choice at both ends, allowed: from any villagers to the target, this villager or here"
        if op == MOVE and where in (HERE, CHOSEN_CARD) and row[FILTER] not in (TARGET, THIS_VILLAGER, ANY):
            yield "found `move` from a card, allowed: to the target, this villager or other villagers"
    if EXONERATE in code[:, 0].tolist() and moment in ("use", "empowered", "consume"):
        yield "found `exonerate`, allowed: on cards of the Hunter"
