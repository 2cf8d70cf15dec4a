"""Tokens that run short: place what there is, then move tokens already in play if one likes (Game Components, rulings 36, 66)."""

from ..core.jit import kernel
from . import actions
from .layout import PLACE_TOKENS, PLACES, SHORTAGE, VILLAGERS
from .moves import ask, effect_runs, from_supply, pop, push
from .triggers import put_on


@kernel
def put_tokens(s, t, seat, token, villager, place, count):
    """Place tokens on a villager, or on the card at `place`; a short supply opens the optional move (rulings 36, 66)."""
    if s.supply[token] >= count:
        if place:
            from_supply(s, s.places[place], token, count)
        else:
            put_on(s, t, villager, token, count)
        return
    f = push(s, PLACE_TOKENS, seat)
    f.token = token
    f.villager = villager
    f.place = place
    f.amount = count


@kernel
def place_short(s, t, f):
    """For each missing token one optional move to the same target; declining one declines the rest."""
    if f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
            return
        if s.answer < actions.CHOOSE_PLACE:
            s.villagers[s.answer - actions.CHOOSE_VILLAGER + 1].tokens[f.token] -= 1
        else:
            s.places[s.answer - actions.CHOOSE_PLACE + 1].tokens[f.token] -= 1
        if f.place:
            s.places[f.place].tokens[f.token] += 1
        else:
            s.villagers[f.villager].tokens[f.token] += 1
        f.amount -= 1
    if f.amount > 0 and s.supply[f.token] > 0:
        count = min(f.amount, s.supply[f.token])
        f.amount -= count
        if f.place:
            from_supply(s, s.places[f.place], f.token, count)
        else:
            put_on(s, t, f.villager, f.token, count)
    elif f.amount > 0 and any_source(s, f):
        ask(s, f.seat, SHORTAGE)
        f.step = 1
    else:
        pop(s)


@kernel
def villager_source(s, f, villager):
    """Whether a token can come from a villager other than the target."""
    return villager != f.villager and s.villagers[villager].tokens[f.token] > 0


@kernel
def place_source(s, f, place):
    """Whether a token can come from a card other than the target and the one whose effect this is."""
    return place != f.place and s.places[place].tokens[f.token] > 0 and not effect_runs(s, place)


@kernel
def any_source(s, f):
    """Whether any token can be moved."""
    for villager in range(1, VILLAGERS + 1):
        if villager_source(s, f, villager):
            return True
    for place in range(1, PLACES + 1):
        if place_source(s, f, place):
            return True
    return False
