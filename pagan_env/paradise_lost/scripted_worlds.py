"""Deals that may be, as far as a seat knows: samples from which scripted Heroes of the highest level draw their odds.

A deal is a row of the scratch array: `where` its places, and in three of its `slots` what is in the envelope and its weight.
"""

from ..core.jit import kernel
from .layout import CARDS, ENVELOPE, HAND, SLOTS
from .redeal import redeal_cards
from .scripted_weights import ASKERS_GUESS, weigh

WORLDS = 96
SEEN_VILLAIN, SEEN_WEAPON, WEIGHT = range(3)  # of `slots`


@kernel
def imagine(views, t, seat, level, luck):
    """Rows 1 .. WORLDS of `views` get a deal each, uniform over those that agree with the notes of the view in row 0."""
    v = views[0]
    for card in range(1, CARDS + 1):
        v.where[card] = ENVELOPE if v.seats[seat].possible[card] else 0
    for n in range(1, WORLDS + 1):
        v.seed[0] = luck & 0xFFFFFFFF
        v.seed[1] = n
        redeal_cards(v, t, seat)
        world = views[n]
        for card in range(1, CARDS + 1):
            world.where[card] = v.where[card]
            if v.where[card] == ENVELOPE:
                world.slots[SEEN_VILLAIN if card <= SLOTS else SEEN_WEAPON] = card
        world.slots[WEIGHT] = likelihood(v, seat, level)


@kernel
def likelihood(v, seat, level):
    """The weight of the deal in `v`, 1 .. 256: Heroes seldom ask about cards of their own."""
    weight = 256
    for n in range(v.answer_count):
        asker = int(v.answers[n].asker) - 1
        if asker != seat:
            for card in (v.answers[n].first, v.answers[n].second):
                if v.where[card] == HAND + asker:
                    weight = weight * weigh(level, ASKERS_GUESS) // 8
    return max(1, weight)
