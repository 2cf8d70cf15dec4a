"""Scripted Heroes of level 1: a few preferences, a decision each."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ARENA,
    ASK,
    BARD,
    ENVELOPE,
    FIRE,
    FIRE_TOWER,
    FIRST_CARD,
    HAND,
    SECOND_CARD,
    SEEK,
    SHRINE,
    STOP,
    TRADE,
    TRUTHSEEKER,
    TYPE_CHOICE,
    VILLAIN_CLAIM,
    WEAPON,
    WEAPON_CLAIM,
    WINDOW,
)
from .moves import rules_of
from .scripted_notes import places


@kernel
def simple_value(v, t, seat, action):
    """What an action is worth to level 1."""
    decision = v.decision
    if decision == STOP:
        return simple_stop(v, t, action)
    if decision == FIRST_CARD or decision == SECOND_CARD:
        return simple_card(v, seat, action - actions.ASK_CARD + 1)
    if decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM:
        return simple_claim(v, seat, action)
    if decision == ASK or decision == SEEK:
        return -1 if action == actions.DONE else 0
    if decision == TRADE or decision == WINDOW:
        return 1 if action == actions.DONE else 0
    if decision == TYPE_CHOICE:
        return 1 if action == actions.SCROLL_TYPE + FIRE else 0
    return -1 if action == actions.PLAY_EXCALIBUR else 0


@kernel
def simple_stop(v, t, action):
    """The next location that brings goods, a Fire Scroll or a Truthseeker card, else the Oracle; a power at once."""
    if action >= actions.SPECIAL:
        return 100
    if action < actions.MOVE or action == actions.MOVE + actions.TO_ORACLE:
        return 0
    stop = action - actions.MOVE
    kind = rules_of(v, t).board[v.round_number, stop]
    good = kind == ARENA or kind == BARD or kind == FIRE_TOWER or kind == SHRINE or kind == TRUTHSEEKER
    return 50 - stop if good else -1


@kernel
def simple_card(v, seat, card):
    """A card that may be in the envelope, and with the Hero asked; a Weapon first, as Fire Magic does without the Villain."""
    possible = int(v.seats[seat].possible[card])
    holder = int(v.stack[v.depth - 1].target) - 1
    return 4 * ((possible >> ENVELOPE) & 1) + 2 * ((possible >> (HAND + holder)) & 1) + int(card > WEAPON)


@kernel
def simple_claim(v, seat, action):
    """Magic, else a card that may be in the envelope and, as far as is known, at fewest other places."""
    by_weapon = action >= actions.CLAIM_WEAPON
    slot = action - (actions.CLAIM_WEAPON if by_weapon else actions.CLAIM_VILLAIN)
    if slot == actions.MAGIC:
        return 100
    card = slot + 1 + (WEAPON if by_weapon else 0)
    if not (int(v.seats[seat].possible[card]) >> ENVELOPE) & 1:
        return -1
    return 9 - places(v, seat, card)
