"""The Gates: what a scripted Hero claims, the advantage it takes, the Hero that it picks."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ALADDIN,
    BEOWULF,
    ENVELOPE,
    FIRE,
    HERCULES,
    ICE,
    MERLIN,
    PERSEUS,
    SLOTS,
    WEAPON,
)
from .moves import complete
from .scripted_notes import places
from .scripted_questions import total_weight
from .scripted_weights import SURE, weigh
from .scripted_worlds import SEEN_VILLAIN, SEEN_WEAPON, WEIGHT, WORLDS


@kernel
def claim_value(views, seat, level, action):
    """A part of the Claim: magic, else what is likeliest to be in the envelope, the Weapon beside the Villain already named."""
    v = views[0]
    by_weapon = action >= actions.CLAIM_WEAPON
    slot = action - (actions.CLAIM_WEAPON if by_weapon else actions.CLAIM_VILLAIN)
    if slot == actions.MAGIC:
        return 1 << 30
    card = slot + 1 + (WEAPON if by_weapon else 0)
    if not (int(v.seats[seat].possible[card]) >> ENVELOPE) & 1:
        return -1
    if level < 3:
        return 100 - places(v, seat, card)
    if not by_weapon:
        return best_weapon(views, seat, card)
    named = int(v.seats[seat].claim_villain)
    return odds(views, 0 if named > SLOTS else named, card)


@kernel
def odds(views, villain, weapon):
    """The weight of the deals with this pair in the envelope; 0 for either: any."""
    total = 0
    for n in range(1, WORLDS + 1):
        slots = views[n].slots
        if (villain == 0 or slots[SEEN_VILLAIN] == villain) and (weapon == 0 or slots[SEEN_WEAPON] == weapon):
            total += int(slots[WEIGHT])
    return total


@kernel
def best_weapon(views, seat, villain):
    """The weight of the best pair with a Villain (0: Fire Magic names it)."""
    if complete(views[0], seat, ICE):
        return odds(views, villain, 0)
    best = 0
    for weapon in range(WEAPON + 1, WEAPON + SLOTS + 1):
        best = max(best, odds(views, villain, weapon))
    return best


@kernel
def best_claim(views, seat):
    """The weight of the best Claim."""
    if complete(views[0], seat, FIRE):
        return best_weapon(views, seat, 0)
    best = 0
    for villain in range(1, SLOTS + 1):
        best = max(best, best_weapon(views, seat, villain))
    return best


@kernel
def advantage_value(views, seat, level, action):
    """The first Claim if one is sure enough and others would come before, else a question more."""
    v, choice = views[0], action - actions.ADVANTAGE
    if level < 3:
        return 10 - choice
    sure = 100 * best_claim(views, seat) // max(1, total_weight(views))
    if choice == 1:
        return 0 if sure >= 99 else 50
    if choice == 2:
        return 40 if sure < 99 else 0
    return 60 if sure >= weigh(level, SURE) and v.order[0] != seat + 1 else 10


@kernel
def hero_value(action):
    """Which Hero to pick: those whose powers bring Scroll cards and goods."""
    hero = action - actions.PICK_HERO + 1
    if hero == MERLIN:
        return 50
    if hero == ALADDIN:
        return 40
    if hero == BEOWULF or hero == HERCULES:
        return 30
    return 20 if hero == PERSEUS else 10
