"""Triggers: programs of cards in play that wait for tokens, cards, eliminations.

A step of the rules that has set off triggers goes on to its end; then they run, in order of places, before anything else. A
card doesn't set off itself, and after `MOST_TRIGGERS` between two decisions nothing more is, so that no two cards go on forever.
"""

from ..core.jit import kernel
from .layout import PLACES, WAITING_MOST
from .moves import card_at, effect_runs, from_supply, owner_of, start, to_supply
from .places import awaited, program_at
from .tables import ON_PLACED, ON_PLAYED, ON_REMOVED

MOST_TRIGGERS = 32


@kernel
def trigger(s, t, moment, villager, detail):
    """Something happened that cards in play may wait for: about a villager (0: none), with a kind of token or type of card."""
    if not awaited(s, moment):
        return
    for place in range(1, PLACES + 1):
        if not program_at(s, t, place, moment) or effect_runs(s, place) or s.waiting_count == WAITING_MOST:
            continue
        card = card_at(s, t, place)
        if (moment == ON_PLACED or moment == ON_REMOVED) and card.watched_token != detail:
            continue
        if moment == ON_PLAYED and card.watched_type and card.watched_type != detail:
            continue
        w = s.waiting[s.waiting_count]
        s.waiting_count += 1
        w.place = place
        w.moment = moment
        w.villager = villager


@kernel
def start_waiting(s, t):
    """Put the programs that wait on the stack, the first one on top."""
    left = MOST_TRIGGERS - s.triggered
    for n in range(s.waiting_count - 1, -1, -1):
        w = s.waiting[n]
        program = program_at(s, t, w.place, w.moment) if w.place else 0
        if program and n < left:
            s.triggered += 1
            start(s, owner_of(w.place), program, w.place, w.villager)
        w.place = 0
        w.moment = 0
        w.villager = 0
    s.waiting_count = 0


@kernel
def take_off(s, t, villager, token, count):
    """Tokens leave a villager for the supply."""
    if count > 0:
        to_supply(s, s.villagers[villager], token, count)
        trigger(s, t, ON_REMOVED, villager, token)


@kernel
def put_on(s, t, villager, token, count):
    """Tokens from the supply, which has them, go on a villager."""
    if count > 0:
        from_supply(s, s.villagers[villager], token, count)
        trigger(s, t, ON_PLACED, villager, token)
