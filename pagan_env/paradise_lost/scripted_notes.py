"""What a scripted Hero reads from its notes alone: how much it doesn't know, and what is worth asking about."""

from ..core.jit import kernel
from .layout import CARDS, ENVELOPE, FIRE, HAND, ICE, SLOTS, WEAPON
from .scripted_goods import held


@kernel
def places(v, seat, card):
    """At how many places a card may be."""
    possible, count = int(v.seats[seat].possible[card]), 0
    while possible:
        possible &= possible - 1
        count += 1
    return count


@kernel
def doubt(v, seat, first, last):
    """How many of the cards `first` .. `last` may be in the envelope besides the one that is."""
    total = -1
    for card in range(first, last + 1):
        total += (int(v.seats[seat].possible[card]) >> ENVELOPE) & 1
    return max(0, total)


@kernel
def curiosity(v, seat):
    """How much a seat has still to find out, 0 .. 4: of a Villain and a Weapon, for which it has no complete Scroll."""
    total = 0
    for kind in range(2):
        unknown = doubt(v, seat, 1, SLOTS) if kind == 0 else doubt(v, seat, WEAPON + 1, WEAPON + SLOTS)
        if held(v, seat, kind) < 5:
            total += min(2, unknown)
    return total


@kernel
def unknown_cards(v, seat, holder):
    """Cards of a hand that a seat doesn't know."""
    known = 0
    for card in range(1, CARDS + 1):
        known += 1 if v.seats[seat].possible[card] == 1 << (HAND + holder) else 0
    return int(v.seats[holder].hand_size) - known


@kernel
def interest(v, seat, kind):
    """How much a seat cares for the Villain (Fire) or the Weapon (Ice): the less, the nearer it is to doing without."""
    count = held(v, seat, kind)
    return 8 if count < 2 else 8 - 2 * (count - 1) if count < 5 else 0


@kernel
def noted_card(v, seat, holder, card):
    """How much a card is worth asking a Hero about: one that may be in the envelope, sooner the likelier it is in that hand."""
    possible = int(v.seats[seat].possible[card])
    if not (possible >> ENVELOPE) & 1 or possible == 1 << ENVELOPE:
        return 0
    if not (possible >> (HAND + holder)) & 1:
        return 1
    return 1 + 60 * interest(v, seat, FIRE if card <= SLOTS else ICE) // places(v, seat, card)


@kernel
def noted_hero(v, seat, holder):
    """How much a Hero is worth asking: the sum of its best two cards."""
    best, second = 0, 0
    for card in range(1, WEAPON + SLOTS + 1):
        value = noted_card(v, seat, holder, card)
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best + second
