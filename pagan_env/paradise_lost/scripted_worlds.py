"""Deals that may be, as far as a seat knows: samples from which scripted players of the highest level draw their odds."""

from ..core.jit import kernel
from .layout import CARDS, ENVELOPE
from .redeal import redeal_cards

WORLDS = 96


@kernel
def imagine(views, t, seat, luck):
    """Rows 1 .. WORLDS of `views` get a `where` each, uniform over the deals that agree with the notes of the view in row 0."""
    v = views[0]
    for card in range(1, CARDS + 1):
        v.where[card] = ENVELOPE if v.seats[seat].possible[card] else 0
    for n in range(1, WORLDS + 1):
        v.seed[0] = luck & 0xFFFFFFFF
        v.seed[1] = n
        redeal_cards(v, t, seat)
        for card in range(1, CARDS + 1):
            views[n].where[card] = v.where[card]
