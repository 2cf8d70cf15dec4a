"""`redeal`: what a seat can't know, drawn again uniformly over all that is consistent with what it knows (ruling 73).

For search and for leak tests: a searcher gets a redealt, reseeded copy and so can't see the truth or the future. It never
conditions on what the other seat chose to do.
"""

from ..core import chance
from ..core.chance import below, threefry
from ..core.jit import kernel
from . import legal
from .layout import CHANCE, EVENTS, HUNTER
from .moves import rules_of, suspects_gathered

IDENTITY_DRAW, SUSPECTS_DRAW, HAND_DRAW = 0, 1, 2  # streams of the redeal's own seed


@kernel
def redeal(s, t, seat, seed):
    """Draw again what `seat` can't know; `seed`, a non-negative 63-bit int, also starts the streams of the game anew."""
    chance.seed(s, seed)
    if seat == HUNTER:
        redeal_identity(s, t)
    else:
        redeal_suspects(s, t)
    redeal_hand(s, t, seat)
    forget(s, seat)
    if s.decision and s.to_act != seat and s.to_act != CHANCE:
        legal.fill(s, t)  # the other's hand, or who she is, has changed


@kernel
def draw(s, stream, k, n):
    """The k-th number of a stream, in 0 .. n - 1; apart from the game's own streams, which keep their beginning."""
    high, low = threefry(int(s.seed[0]), int(s.seed[1]), 0x5245444C + stream, k)
    return below(n, high, low)


@kernel
def redeal_identity(s, t):
    """For the Hunter: the true witch is uniform over the villagers neither drawn as Suspects nor eliminated."""
    count = 0
    for villager in range(1, rules_of(s, t).villagers + 1):
        count += not s.suspects[villager] and not s.villagers[villager].eliminated
    k = draw(s, IDENTITY_DRAW, 0, count)
    for villager in range(1, rules_of(s, t).villagers + 1):
        if not s.suspects[villager] and not s.villagers[villager].eliminated:
            if k == 0:
                s.true_witch = villager
            k -= 1


@kernel
def redeal_suspects(s, t):
    """For the Witch: the Suspects drawn are uniform among the other villagers' cards.

    Where eliminated innocents count as gathered (ruling 42), only such as leave the game undecided, as she sees that it is.
    """
    villagers, attempt = int(rules_of(s, t).villagers), 0
    while True:
        missing, left = int(s.suspects_drawn), villagers - 1
        for villager in range(1, villagers + 1):
            s.suspects[villager] = 0
            if villager != s.true_witch:
                if draw(s, SUSPECTS_DRAW, attempt * 16 + villager, left) < missing:
                    s.suspects[villager] = 1
                    missing -= 1
                left -= 1
        attempt += 1
        if s.ending or suspects_gathered(s, t) < rules_of(s, t).suspects_to_win:
            return


@kernel
def redeal_hand(s, t, seat):
    """The other seat's hand: what this seat knows is in it stays (ruling 58), the rest is drawn from hand and deck together."""
    me, foe = s.seats[seat], s.seats[1 - seat]
    unknown = int(foe.hand_size)
    for kind in range(1, rules_of(s, t).kind_count[1 - seat] + 1):
        foe.deck[kind] += foe.hand[kind] - me.foe_hand[kind]
        foe.hand[kind] = me.foe_hand[kind]
        unknown -= int(me.foe_hand[kind])
    pool = int(foe.deck_size) + unknown
    for n in range(unknown):
        foe.hand[take_card(foe.deck, draw(s, HAND_DRAW, n, pool - n))] += 1


@kernel
def take_card(pile, k):
    """Take the k-th card, from 0, of a pile that is counted by kind; returns its kind."""
    kind = 1
    while k >= pile[kind]:
        k -= pile[kind]
        kind += 1
    pile[kind] -= 1
    return kind


@kernel
def forget(s, seat):
    """The other seat's private log is blanked and its key replaced: both would tell."""
    for n in range(EVENTS):
        if not (s.log[n].seen_by >> seat) & 1:
            s.log[n].secret = 0
    s.seats[1 - seat].key[0] = s.seed[0]
    s.seats[1 - seat].key[1] = s.seed[1]
