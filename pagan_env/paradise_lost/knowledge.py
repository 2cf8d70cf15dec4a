"""What each seat knows of the Oracle cards: what a perfect note-taker with unit propagation would hold (amendments, closure).

`Seat.possible[card]` has a bit for each place where the card may be. Facts take bits away; `conclude` takes away all that
follows one step at a time: a card in one place is in no other, a full place takes no more cards, a place that needs all cards
that may be there has them, "one of these two" with one of them elsewhere is the other, and what failed Claims rule out.
"""

from ..core.jit import kernel
from .layout import CARDS, ENVELOPE, EXCALIBUR, GONE, HAND, NOWHERE, ORACLES, SEATS, SLOTS, UNDER, WEAPON
from .moves import rules_of


@kernel
def in_game(s, card):
    return s.where[card] != NOWHERE


@kernel
def begin(s, t, seat):
    """Before a seat has looked at its hand: Villains and Weapons are in the envelope, under Oracles or in hands."""
    heroes, me = rules_of(s, t).heroes, s.seats[seat]
    places = 0
    for oracle in range(1, ORACLES + 1):
        places |= 1 << (UNDER + oracle)
    for holder in range(heroes):
        places |= 1 << (HAND + holder)
    for card in range(1, CARDS + 1):
        me.possible[card] = 0
        if in_game(s, card):
            me.possible[card] = places | (1 << ENVELOPE) if card < EXCALIBUR else places


@kernel
def see_hand(s, t, seat):
    """A seat looks at its own hand: what is there, and what isn't."""
    me = s.seats[seat]
    for card in range(1, CARDS + 1):
        if me.hand[card]:
            me.possible[card] = 1 << (HAND + seat)
        else:
            me.possible[card] &= ~(1 << (HAND + seat))
    conclude(s, t, seat)


@kernel
def learn(s, t, seat, card):
    """A seat sees where a card is."""
    s.seats[seat].possible[card] = 1 << s.where[card]
    conclude(s, t, seat)


@kernel
def open_card(s, t, card):
    """Everyone sees where a card is."""
    s.open_at[card] = s.where[card]
    for seat in range(rules_of(s, t).heroes):
        learn(s, t, seat, card)


@kernel
def move_card(s, t, card, place):
    """A card that everyone has just seen goes elsewhere in the open."""
    old = int(s.where[card])
    s.room[old] -= 1
    s.room[place] += 1
    s.where[card] = place
    s.open_at[card] = place
    if old >= HAND and old < GONE:
        s.seats[old - HAND].hand[card] = 0
        s.seats[old - HAND].hand_size -= 1
    if place >= HAND and place < GONE:
        s.seats[place - HAND].hand[card] = 1
        s.seats[place - HAND].hand_size += 1
    for seat in range(rules_of(s, t).heroes):
        s.seats[seat].possible[card] = 1 << place
    for seat in range(rules_of(s, t).heroes):
        conclude(s, t, seat)


@kernel
def said_no(s, t, holder, first, second):
    """A Hero has answered that it has neither card."""
    s.seats[holder].lacks[first] = 1
    s.seats[holder].lacks[second] = 1
    for seat in range(rules_of(s, t).heroes):
        s.seats[seat].possible[first] &= ~(1 << (HAND + holder))
        s.seats[seat].possible[second] &= ~(1 << (HAND + holder))
        conclude(s, t, seat)


@kernel
def has_one(s, t, asker, holder, first, second, shown):
    """Everyone learns that a Hero has one of two cards."""
    note = s.answers[s.answer_count]
    s.answer_count += 1
    note.asker = asker + 1
    note.target = holder + 1
    note.first = first
    note.second = second
    note.shown = shown
    for seat in range(rules_of(s, t).heroes):
        conclude(s, t, seat)


@kernel
def single(mask):
    return mask & (mask - 1) == 0


@kernel
def conclude(s, t, seat):
    """Unit propagation until nothing more follows."""
    possible = s.seats[seat].possible
    changed = True
    while changed:
        changed = elsewhere(s, possible, ENVELOPE, 1, SLOTS, 1)
        changed |= elsewhere(s, possible, ENVELOPE, WEAPON + 1, WEAPON + SLOTS, 1)
        for oracle in range(1, ORACLES + 1):
            changed |= elsewhere(s, possible, UNDER + oracle, 1, CARDS, int(s.room[UNDER + oracle]))
        for holder in range(SEATS):
            changed |= elsewhere(s, possible, HAND + holder, 1, CARDS, int(s.room[HAND + holder]))
        for n in range(s.answer_count):
            note = s.answers[n]
            bit = 1 << (HAND + note.target - 1)
            changed |= one_of_two(possible, bit, int(note.first), int(note.second))
        for n in range(s.failed_count):
            changed |= not_the_pair(possible, int(s.failed[n].villain), int(s.failed[n].weapon))


@kernel
def elsewhere(s, possible, place, first, last, room):
    """A place with room for so many of the cards `first` .. `last`: filled, or needed by all that may be there."""
    bit, sure, maybe = 1 << place, 0, 0
    for card in range(first, last + 1):
        if possible[card] & bit:
            maybe += 1
            if possible[card] == bit:
                sure += 1
    if maybe == sure or (sure < room and maybe > room):
        return False
    for card in range(first, last + 1):
        if possible[card] & bit and possible[card] != bit:
            if sure == room:
                possible[card] &= ~bit
            else:
                possible[card] = bit
    return True


@kernel
def one_of_two(possible, bit, first, second):
    """One of two cards is at a place: if it can't be the one, it is the other."""
    for card, partner in ((first, second), (second, first)):
        if not possible[partner] & bit and possible[card] != bit:
            possible[card] = bit
            return True
    return False


@kernel
def not_the_pair(possible, villain, weapon):
    """A Claim failed: not both its cards are in the envelope; with magic the card it named isn't."""
    bit = 1 << ENVELOPE
    by_fire, by_ice = villain > SLOTS, weapon > SLOTS
    if not by_ice and (by_fire or possible[villain] == bit) and possible[WEAPON + weapon] & bit:
        possible[WEAPON + weapon] &= ~bit
        return True
    if not by_fire and (by_ice or possible[WEAPON + weapon] == bit) and possible[villain] & bit:
        possible[villain] &= ~bit
        return True
    return False


@kernel
def knows(s, seat, card):
    """Where a seat knows a card to be; 0: it doesn't."""
    mask = int(s.seats[seat].possible[card])
    if mask == 0 or not single(mask):
        return 0
    place = 0
    while mask > 1:
        mask >>= 1
        place += 1
    return place
