"""`redeal`: what a seat can't know, drawn again uniformly over all that is consistent with what it knows.

For search and for leak tests: a searcher gets a redealt, reseeded copy and so can't see the truth or the future. It never
conditions on what the others chose to do, nor on where Excalibur was not played.
"""

from ..core import chance
from ..core.chance import below, threefry
from ..core.jit import kernel
from . import legal
from .knowledge import begin, in_game, see_hand, single
from .layout import (
    CARDS,
    CHANCE,
    CLUES,
    ENVELOPE,
    EVENTS,
    FIRE,
    GONE,
    HAND,
    ICE,
    ORACLES,
    PLACES,
    REALMS,
    SEATS,
    SLOTS,
    UNDER,
    WEAPON,
)
from .moves import complete, rules_of

CARDS_DRAW, REALMS_DRAW, TILES_DRAW, CLAIMS_DRAW = range(4)  # streams of the redeal's own seed


@kernel
def redeal(s, t, seat, seed):
    """Draw again what `seat` can't know; `seed`, a non-negative 63-bit int, also starts the streams of the game anew."""
    chance.seed(s, seed)
    redeal_cards(s, t, seat)
    redeal_realms(s, t, seat)
    redeal_tiles(s, t, seat)
    redeal_claims(s, t, seat)
    forget(s, t, seat)
    if s.decision and s.to_act != seat and s.to_act != CHANCE:
        legal.fill(s, t)  # another's hand has changed


@kernel
def draw(s, stream, k, n):
    """The k-th number of a stream, in 0 .. n - 1; apart from the game's own streams, which keep their beginning."""
    high, low = threefry(int(s.seed[0]), int(s.seed[1]), 0x5245444C + stream, k)
    return below(n, high, low)


# ---- Oracle cards ---------------------------------------------------------------------------------------------------


@kernel
def redeal_cards(s, t, seat):
    """Every card goes to one of the places that the seat's notes leave open; uniform by rejection.

    Known cards are put down first, then the others, those with fewest slots first, each into an open slot, all alike. A card with
    `n` open slots of at most `m` makes its deal m / n times too likely, so it is kept with chance n / m; what breaks the notes is
    thrown away.
    """
    possible, k = s.seats[seat].possible, 0
    done = False
    while not done:
        left = put_known(s, possible)
        done = True
        for size in range(1, CARDS + 1):
            for card in range(1, CARDS + 1):
                if done and s.slots[card] == size:
                    slots, most = open_slots(s, possible, card), min(size, left)
                    done = slots > 0 and (slots == most or draw(s, CARDS_DRAW, k, most) < slots)
                    if done:
                        put(s, possible, card, draw(s, CARDS_DRAW, k + 1, slots))
                    left -= 1
                    k += 2
        done = done and consistent(s)
    for place in range(PLACES + 1):
        s.filled[place] = 0
    for card in range(1, CARDS + 1):
        s.slots[card] = 0
        for holder in range(SEATS):
            s.seats[holder].hand[card] = 1 if s.where[card] == HAND + holder else 0


@kernel
def put_known(s, possible):
    """Put down the cards whose place the seat knows; `slots` counts those open to each other card. Returns how many others."""
    left = 0
    for place in range(PLACES + 1):
        s.filled[place] = 0
    for card in range(1, CARDS + 1):
        if in_game(s, card) and single(int(possible[card])):
            put(s, possible, card, 0)
    for card in range(1, CARDS + 1):
        s.slots[card] = 0
        if in_game(s, card) and not single(int(possible[card])):
            s.slots[card] = open_slots(s, possible, card)
            left += 1
    return left


@kernel
def room_at(s, card, place):
    """Slots at a place for a card: the envelope has one for a Villain and one for a Weapon, which `filled` counts at 0."""
    if place == ENVELOPE:
        return 1 - (s.filled[ENVELOPE] if card <= SLOTS else s.filled[0])
    return s.room[place] - s.filled[place]


@kernel
def open_slots(s, possible, card):
    total = 0
    for place in range(ENVELOPE, GONE + 1):
        if (possible[card] >> place) & 1:
            total += room_at(s, card, place)
    return int(total)


@kernel
def put(s, possible, card, k):
    """Into the k-th of the open slots."""
    for place in range(ENVELOPE, GONE + 1):
        if (possible[card] >> place) & 1:
            room = room_at(s, card, place)
            if k < room:
                s.where[card] = place
                s.filled[0 if place == ENVELOPE and card > SLOTS else place] += 1
                return
            k -= room


@kernel
def consistent(s):
    """Whether the deal agrees with all answers and failed Claims."""
    for n in range(s.answer_count):
        here = HAND + s.answers[n].target - 1
        if s.where[s.answers[n].first] != here and s.where[s.answers[n].second] != here:
            return False
    for n in range(s.failed_count):
        villain, weapon = s.failed[n].villain, s.failed[n].weapon
        by_villain = villain > SLOTS or s.where[villain] == ENVELOPE
        if by_villain and (weapon > SLOTS or s.where[WEAPON + weapon] == ENVELOPE):
            return False
    return True


# ---- Realms and Clue tiles ------------------------------------------------------------------------------------------


@kernel
def redeal_realms(s, t, seat):
    """Realm tiles that the seat hasn't seen, uniform over those left; Realms written down, each on its own."""
    rules = rules_of(s, t)
    taken = 0
    for holder in range(rules.heroes):
        if (s.seats[holder].realm_seen >> seat) & 1:
            taken |= 1 << int(s.seats[holder].realm)
    for holder in range(rules.heroes):
        owner = s.seats[holder]
        if owner.realm and not (owner.realm_seen >> seat) & 1:
            if rules.realm_written:
                owner.realm = 1 + draw(s, REALMS_DRAW, holder, REALMS)
            else:
                owner.realm = pick_realm(taken, draw(s, REALMS_DRAW, holder, free_realms(taken)))
                taken |= 1 << int(owner.realm)


@kernel
def free_realms(taken):
    count = 0
    for realm in range(1, REALMS + 1):
        count += 1 - ((taken >> realm) & 1)
    return count


@kernel
def pick_realm(taken, k):
    """The k-th Realm that isn't taken."""
    for realm in range(1, REALMS + 1):
        if not (taken >> realm) & 1:
            if k == 0:
                return realm
            k -= 1
    return 0


@kernel
def redeal_tiles(s, t, seat):
    """Clue tiles in others' hands, those that only others saw go, one that another is placing: drawn from these and the pile."""
    heroes, k = rules_of(s, t).heroes, 0
    for holder in range(heroes):
        if holder != seat:
            for kind in range(1, CLUES + 1):
                s.pile[kind] += s.seats[holder].tiles[kind] + s.seats[holder].lost_tiles[kind]
                s.seats[holder].tiles[kind] = 0
                s.seats[holder].lost_tiles[kind] = 0
    hidden = s.tile > 0 and not (s.tile_seen >> seat) & 1
    if hidden:
        s.pile[s.tile] += 1
    for holder in range(heroes):
        if holder != seat:
            for _ in range(s.seats[holder].tile_count):
                s.seats[holder].tiles[take_tile(s, k)] += 1
                k += 1
            for _ in range(s.seats[holder].lost_count):
                s.seats[holder].lost_tiles[take_tile(s, k)] += 1
                k += 1
    if hidden:
        s.tile = take_tile(s, k)


@kernel
def take_tile(s, k):
    """A random tile of the pile; returns its kind."""
    total = 0
    for kind in range(1, CLUES + 1):
        total += s.pile[kind]
    n, kind = draw(s, TILES_DRAW, k, int(total)), 1
    while n >= s.pile[kind]:
        n -= s.pile[kind]
        kind += 1
    s.pile[kind] -= 1
    return kind


@kernel
def redeal_claims(s, t, seat):
    """Claims that others have written down unseen: any Villain, any Weapon; magic that a complete Scroll does of itself stays."""
    rules = rules_of(s, t)
    for other in range(rules.heroes):
        me = s.seats[other]
        if other != seat and not (me.claim_seen >> seat) & 1 and not (complete(s, other, FIRE) and complete(s, other, ICE)):
            if me.claim_villain:
                me.claim_villain = 1 + draw(s, CLAIMS_DRAW, 2 * other, int(rules.villains))
            if me.claim_weapon:
                me.claim_weapon = 1 + draw(s, CLAIMS_DRAW, 2 * other + 1, int(rules.weapons))


# ---- what others remember -------------------------------------------------------------------------------------------


@kernel
def forget(s, t, seat):
    """The others' private log, notes and keys would tell: they are blanked, and their notes begin anew from their hands."""
    for n in range(EVENTS):
        if not (s.log[n].seen_by >> seat) & 1:
            s.log[n].secret = 0
    for other in range(rules_of(s, t).heroes):
        if other != seat:
            renew_notes(s, t, other)


@kernel
def renew_notes(s, t, other):
    """What another seat would know: its hand, what is public, what it has been shown of cards that haven't moved."""
    me = s.seats[other]
    me.key[0] = s.seed[0]
    me.key[1] = s.seed[1]
    begin(s, t, other)
    for card in range(1, CARDS + 1):
        me.shown[card] = 0
        me.saw[card] = 0
        if s.open_at[card]:
            me.possible[card] = 1 << s.where[card]
        for holder in range(rules_of(s, t).heroes):
            if s.seats[holder].lacks[card]:
                me.possible[card] &= ~(1 << (HAND + holder))
    for oracle in range(1, ORACLES + 1):
        see_under(s, me, oracle)
    for holder in range(rules_of(s, t).heroes):
        for card in range(1, CARDS + 1):
            if (s.seats[holder].shown[card] >> other) & 1:
                me.possible[card] = 1 << s.where[card]
    for n in range(s.failed_count):
        if s.failed[n].seat - 1 == other:
            for card in range(1, CARDS + 1):
                if s.where[card] == ENVELOPE:
                    me.possible[card] = 1 << ENVELOPE
    see_hand(s, t, other)


@kernel
def see_under(s, me, oracle):
    """What lies under an Oracle where a seat has looked: so many of the first cards there."""
    left = int(me.looks[oracle])
    for card in range(1, CARDS + 1):
        if left and s.where[card] == UNDER + oracle:
            me.possible[card] = 1 << s.where[card]
            me.saw[card] = 1
            left -= 1
