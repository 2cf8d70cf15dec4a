"""How a decision is put to a seat (INTERFACE.md, "Decisions")."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from .state import DECIDED, SAFETY_NET
from .table import Table

(
    ACTION, CONVERSION, DISTRIBUTION, BREW_WINDOW, SKILL_AGAIN, CARD_TO_PLAY, INVESTIGATION_TARGET, REPLACEMENT, FAMILIAR_USE,
    UPKEEP_EFFECT, ALLY_PAYMENT, CARD_TO_DISCARD, VILLAGER_TARGET, RAID_PAYMENT, SHORTAGE, OPTION, CARD_TARGET, FOE_CARD,
    PILE_CARD, CARD_TO_REVEAL,
) = range(1, 21)  # fmt: skip
NEVER_FORCED = (ACTION, CARD_TO_PLAY, CARD_TO_DISCARD, FOE_CARD, CARD_TO_REVEAL)
WORK = ("villager", "place", "target", "chosen_card", "token", "amount", "verb", "mark", "card")


@dataclass
class Question:
    """A decision: who decides, which number it has, what may be answered, what it is about (the block `work`)."""

    seat: int
    decision: int
    options: set[int]
    work: dict[str, int] = field(default_factory=dict)


Steps = Generator[Question, int, Any]


def ask(t: Table, question: Question) -> Steps:
    """Put a decision to its seat; with `skip_forced` one with a single answer is taken at once, and logged all the same."""
    if t.on_the_way:
        question.work["card"] = t.on_the_way[-1].kind
    forced = len(question.options) == 1 and t.numbers["skip_forced"] and question.decision not in NEVER_FORCED
    if forced:
        (action,) = question.options
    else:
        # The net holds when the next question would be put (INTERFACE.md, "Decisions").
        if t.decisions >= t.numbers["decision_cap"]:
            t.end(SAFETY_NET)
        action = yield question
        t.decisions += 1
    t.triggered = 0
    t.log.add(DECIDED, question.seat, action, question.decision)
    return action


def ask_block(t: Table, question: Question) -> Steps:
    """The same, answered by the name of the action."""
    action = yield from ask(t, question)
    return t.rules.actions.meaning[action]
