"""The smallest changes of a game: tokens, pawns and cards change place, work is put on the stack, events are written down.

Everything above (rules, visits, card programs) changes a state through these, so that counts, logs and what each seat
remembers always agree.
"""

from ..core import bits, chance
from ..core.jit import kernel
from .layout import (
    BREWS,
    DREW,
    EVENTS,
    FRAMES,
    HUNTER,
    INVESTIGATIONS,
    KINDS,
    LOCATIONS,
    MOST,
    PLACES,
    PROGRAM,
    RESHUFFLED,
    ROW,
    SAFETY_NET,
    SEATS,
    TOKENS,
    VILLAGERS,
    WITCH,
)

EVERYONE = 3


@kernel
def rules_of(s, t):
    """The ruleset's row."""
    return t.rulesets[s.ruleset]


@kernel
def card_of(s, t, seat, kind):
    """The card row of a seat's kind."""
    return t.cards[t.rulesets[s.ruleset].kinds[seat, kind]]


@kernel
def owner_of(place):
    """Brews, Familiars and Enchantments are the Witch's; Allies, Locations and Investigations the Hunter's."""
    return WITCH if BREWS <= place <= INVESTIGATIONS else HUNTER


@kernel
def card_at(s, t, place):
    """The card row of the card that lies at `place`."""
    return card_of(s, t, owner_of(place), s.places[place].kind)


# ---- what is remembered ---------------------------------------------------------------------------------------------


@kernel
def note(s, what, seat, a, b):
    """Write down a public event."""
    note_private(s, what, seat, a, b, 0, EVERYONE)


@kernel
def note_private(s, what, seat, a, b, secret, seen_by):
    """Write down an event whose `secret` only the seats in `seen_by` (bits) learn; keys take in what was seen (ruling 71)."""
    event = s.log[s.log_count % EVENTS]
    event.what = what
    event.seat = seat
    event.a = a
    event.b = b
    event.secret = secret
    event.seen_by = seen_by
    s.log_count += 1
    public = (int(what) << 24) | (int(seat) << 20) | (int(b) << 12) | int(a)
    for viewer in range(SEATS):
        chance.mix(s.seats[viewer].key, public, int(secret) if (seen_by >> viewer) & 1 else 0)


# ---- pending work ---------------------------------------------------------------------------------------------------


@kernel
def push(s, what, seat):
    """Put work on top of the stack and return its frame; a stack that overflows ends the game by the safety net."""
    if s.depth == FRAMES:
        s.ending = SAFETY_NET
        s.depth -= 1
    f = s.stack[s.depth]
    s.depth += 1
    f.what = what
    f.step = 0
    f.seat = seat
    f.holds = 0
    f.place = 0
    f.villager = 0
    f.target = 0
    f.card = 0
    f.amount = 0
    f.token = 0
    f.card_type = 0
    f.times = 0
    f.pc = 0
    f.cursor = 0
    f.chosen = 0
    f.given = 0
    f.flag = 0
    return f


@kernel
def pop(s):
    s.depth -= 1


@kernel
def start(s, seat, pc, place, villager):
    """Put a program on the stack: its controller, first row, the card's place and the villager it is about (0: none)."""
    f = push(s, PROGRAM, seat)
    f.pc = pc
    f.place = place
    f.villager = villager


@kernel
def ask(s, seat, decision):
    """Stop for a decision; the frame's next step finds the action in `s.answer`. A frame asks before it moves on a step."""
    s.asked_in = s.stack[s.depth - 1].step
    s.to_act = seat
    s.decision = decision
    s.may_consume = 0


@kernel
def ask_or_consume(s, seat, decision):
    """The same, and the Witch may also consume a completed Brew in it (ruling 64)."""
    ask(s, seat, decision)
    if seat == WITCH:
        s.may_consume = 1


# ---- tokens ---------------------------------------------------------------------------------------------------------


@kernel
def to_supply(s, holder, token, count):
    """Take tokens off a villager or a card (a record with `tokens`)."""
    holder.tokens[token] -= count
    s.supply[token] += count


@kernel
def from_supply(s, holder, token, count):
    """Place tokens; the caller has checked the supply."""
    s.supply[token] -= count
    holder.tokens[token] += count


@kernel
def empty(s, holder):
    """All tokens on a villager or card go to the supply."""
    for token in range(1, TOKENS):
        to_supply(s, holder, token, holder.tokens[token])


@kernel
def on_villagers(s, token):
    """How many tokens of a kind lie on villagers."""
    total = 0
    for villager in range(1, VILLAGERS + 1):
        total += s.villagers[villager].tokens[token]
    return total


@kernel
def to_be_had(s, token):
    """Whether a token can be placed: from the supply, or moved from a villager or a card that isn't at work (ruling 66)."""
    if s.supply[token] > 0 or on_villagers(s, token) > 0:
        return True
    for place in range(1, PLACES + 1):
        if s.places[place].tokens[token] and not effect_runs(s, place):
            return True
    return False


@kernel
def effect_runs(s, place):
    """Whether the effect of the card at `place` is going on."""
    for depth in range(s.depth):
        if s.stack[depth].what == PROGRAM and s.stack[depth].place == place:
            return True
    return False


# ---- pawns ----------------------------------------------------------------------------------------------------------


@kernel
def occupied(villager):
    """A villager is occupied if any Action pawn is on it, else ready (`villager`: its record)."""
    return villager.pawns[WITCH] + villager.pawns[HUNTER] > 0


@kernel
def pawns_left(seat):
    """Action pawns in a seat's supply (`seat`: its record)."""
    return seat.pawns + seat.familiar_pawn


@kernel
def pawn_to_villager(s, seat, villager, familiar):
    """One Action pawn goes on a villager."""
    if familiar:
        s.seats[seat].familiar_pawn -= 1
        s.villagers[villager].familiar_pawn = 1
    else:
        s.seats[seat].pawns -= 1
    s.villagers[villager].pawns[seat] += 1


@kernel
def pawn_to_board(s, seat, familiar):
    """One Action pawn goes on a spot of the player board."""
    if familiar:
        s.seats[seat].familiar_pawn -= 1
        s.seats[seat].board_familiar_pawn += 1
    else:
        s.seats[seat].pawns -= 1
        s.seats[seat].board_pawns += 1


@kernel
def hand_back(s, seat, villager):
    """All pawns of a seat on a villager return to its supply."""
    v = s.villagers[villager]
    regular = v.pawns[seat]
    if seat == WITCH:
        regular -= v.familiar_pawn
        s.seats[WITCH].familiar_pawn += v.familiar_pawn
        v.familiar_pawn = 0
    s.seats[seat].pawns += regular
    v.pawns[seat] = 0


@kernel
def take_back_pawns(s, seat):
    """Upkeep step 1: every pawn of a seat returns to its supply."""
    for villager in range(1, VILLAGERS + 1):
        hand_back(s, seat, villager)
    me = s.seats[seat]
    me.pawns += me.board_pawns
    me.familiar_pawn += me.board_familiar_pawn
    me.board_pawns = 0
    me.board_familiar_pawn = 0
    if seat == HUNTER:
        for place in range(LOCATIONS, LOCATIONS + ROW):
            me.pawns += s.places[place].pawn
            s.places[place].pawn = 0


@kernel
def gain_influence(s, seat, amount):
    """Influence isn't limited but by what a record holds."""
    s.seats[seat].influence = min(MOST, int(s.seats[seat].influence) + amount)


# ---- cards ----------------------------------------------------------------------------------------------------------


@kernel
def to_hand(s, seat, kind):
    s.seats[seat].hand[kind] += 1
    s.seats[seat].hand_size += 1


@kernel
def leave_hand(s, seat, kind):
    """A card leaves a hand in the open: the other seat's lower bound for its kind falls by one (ruling 58)."""
    s.seats[seat].hand[kind] -= 1
    s.seats[seat].hand_size -= 1
    foe = s.seats[1 - seat]
    if foe.foe_hand[kind] > 0:
        foe.foe_hand[kind] -= 1


@kernel
def to_discard(s, seat, kind):
    s.seats[seat].discard[kind] += 1
    s.seats[seat].discard_size += 1


@kernel
def refill(s, seat):
    """Whether a card can be drawn; an empty deck is made anew from the discard pile when it is needed (ruling 37)."""
    me = s.seats[seat]
    if me.deck_size == 0 and me.discard_size > 0:
        for kind in range(1, KINDS + 1):
            me.deck[kind] = me.discard[kind]
            me.discard[kind] = 0
        me.deck_size = me.discard_size
        me.discard_size = 0
        note(s, RESHUFFLED, seat, me.deck_size, 0)
    return me.deck_size > 0


@kernel
def draw_kind(s, t, seat, kind):
    """A card of this kind comes from the deck to the hand. Decks are unordered: luck picks among the cards left (luck.py)."""
    me, foe = s.seats[seat], s.seats[1 - seat]
    me.deck[kind] -= 1
    me.deck_size -= 1
    to_hand(s, seat, kind)
    note_private(s, DREW, seat, 1, 0, kind, 1 << seat)
    if me.deck_size == 0 and rules_of(s, t).deck_lists_public:
        # All cards of the public list are accounted for but those in hand, so the other seat knows the hand (ruling 58).
        for other in range(1, KINDS + 1):
            foe.foe_hand[other] = me.hand[other]


# ---- Suspects -------------------------------------------------------------------------------------------------------


@kernel
def suspects_gathered(s, t):
    """Suspect cards that the Hunter has; under a ruleset's flag, eliminated innocents count as well (ruling 42)."""
    gathered = s.suspects_drawn
    if rules_of(s, t).eliminated_counts_as_exonerated:
        for villager in range(1, VILLAGERS + 1):
            gathered += s.villagers[villager].eliminated and not s.suspects[villager]
    return gathered


@kernel
def suspects_left(s, t):
    """Cards in the Suspect deck: the true witch's is out, some are drawn; eliminated ones stay in (ruling 42)."""
    return rules_of(s, t).villagers - (1 if s.true_witch else 0) - s.suspects_drawn


@kernel
def no_action(s):
    """No seat may do anything."""
    bits.clear(s.seats[WITCH].legal)
    bits.clear(s.seats[HUNTER].legal)
