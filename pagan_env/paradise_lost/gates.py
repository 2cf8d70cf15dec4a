"""The Gates to the Ice Palace: Claim order, the Hideout and its advantages, the Claims (rulings 30, 31, 50 to 54, A8, A18)."""

from ..core.jit import kernel
from . import actions
from .effects import any_hand, push_effect
from .heroes import can_look
from .hideout import arrows
from .knowledge import conclude, open_card
from .layout import (
    ADVANTAGE_CHOICE,
    ALL_LOST,
    AT_ORACLE,
    BY_DIE,
    CLAIM,
    CLAIM_IS,
    CLAIMED,
    DRAW_CARD,
    ENVELOPE,
    EVERYONE,
    EXTRA_QUESTION,
    FIRE,
    FIRST_CLAIM,
    HIDEOUT_IS,
    ICE,
    LOOK,
    MINIATURES,
    ORDER,
    ORDER_DRAW,
    ORDER_IS,
    QUESTION,
    REALM_IS,
    REALMS,
    SEEKER,
    SLOTS,
    VILLAIN_CLAIM,
    WEAPON,
    WEAPON_CLAIM,
)
from .luck import ask_chance, drawn
from .moves import ask, complete, criterion_of, note, note_private, pop, push, rules_of, was_cancelled, window
from .questions import AT_GATES
from .tables import SEE_RANDOM

(HIDEOUT, TIED, TIE_ROLLED, CLAIM_ORDER, ADVANTAGES, DECLARED, QUESTIONS, CLAIMS) = range(8)
MAGIC = SLOTS + 1  # a Claim's part that magic stands for


# ---- an order by criterion ------------------------------------------------------------------------------------------


@kernel
def order_by_criterion(s, t, f):
    """Most items of the Claim order criterion first; ties by the die, which Excalibur makes roll again (rulings 51, A11)."""
    heroes = int(rules_of(s, t).heroes)
    if f.step == 1:
        f.target = drawn(s)
        note(s, ORDER_IS, f.target - 1, f.cursor + 1, 1)
        f.step = 2
        window(s, t, BY_DIE, -1)
        return
    if f.step == 2:
        f.step = 0
        if was_cancelled(s):
            f.step = 1
            ask_chance(s, ORDER_DRAW)
            return
        set_place(s, f, f.target - 1)
    if f.cursor == heroes:
        pop(s)
        return
    f.passed = most_items(s, heroes, f.flag)
    if f.passed & (f.passed - 1):
        f.step = 1
        ask_chance(s, ORDER_DRAW)
    else:
        set_place(s, f, lowest_bit(f.passed))


@kernel
def set_place(s, f, seat):
    """A seat has its place in the order; `flag` has a bit for each that has one."""
    s.order[f.cursor] = seat + 1
    f.flag |= 1 << seat
    f.cursor += 1


@kernel
def most_items(s, heroes, placed):
    """The seats not yet placed that have most items, a bit each."""
    return most_items_of(s, heroes, ~placed)


@kernel
def most_items_of(s, heroes, among):
    """The seats that have most items, a bit each, of those in `among`."""
    best, found = -1, 0
    for seat in range(heroes):
        if (among >> seat) & 1:
            items = criterion_of(s, seat)
            if items > best:
                best, found = items, 0
            if items == best:
                found |= 1 << seat
    return found


@kernel
def lowest_bit(mask):
    seat = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


# ---- the Gates ------------------------------------------------------------------------------------------------------


@kernel
def gates(s, t, f):
    """One step at the Gates, in the rulebook's order."""
    rules = rules_of(s, t)
    if f.step == HIDEOUT:
        for m in range(rules.heroes, MINIATURES):  # the Hero without a player is gone (ruling 55)
            s.spot[m] = AT_ORACLE
            s.order[m] = 0
        f.step = CLAIM_ORDER
        if rules.hideout:
            find_hideout(s, t, f)
    elif f.step == TIED:
        f.target = drawn(s)
        f.step = TIE_ROLLED
        window(s, t, BY_DIE, -1)
    elif f.step == TIE_ROLLED:
        if was_cancelled(s):
            f.step = TIED
            ask_chance(s, ORDER_DRAW)
        else:
            f.step = CLAIM_ORDER
            set_hideout(s, t, s.seats[f.target - 1].realm)
    elif f.step == CLAIM_ORDER:
        f.step = ADVANTAGES
        push(s, ORDER, 0)
    elif f.step == ADVANTAGES or f.step == DECLARED:
        declare(s, t, f)
    elif f.step == QUESTIONS:
        early_questions(s, t, f)
    elif f.cursor == rules.heroes:
        end(s, t)
    else:
        push(s, CLAIM, s.order[f.cursor] - 1)
        f.cursor += 1


@kernel
def find_hideout(s, t, f):
    """The Realm with most arrows; tied ones go to the tied owner with most Seeker cubes, then by the die (rulings 31, A19)."""
    heroes, best, tied = int(rules_of(s, t).heroes), -100, 0
    for seat in range(heroes):
        s.seats[seat].realm_seen = EVERYONE
        note(s, REALM_IS, seat, s.seats[seat].realm, 0)
    for realm in range(1, REALMS + 1):
        count = arrows(s, realm)
        if count > best:
            best, tied = count, 0
        if count == best:
            tied |= 1 << realm
    if tied & (tied - 1) == 0:
        set_hideout(s, t, lowest_bit(tied))
        return
    cubes, owners, realms = -1, 0, 0
    for seat in range(heroes):
        me = s.seats[seat]
        if (tied >> me.realm) & 1:
            if me.goods[SEEKER] > cubes:
                cubes, owners, realms = int(me.goods[SEEKER]), 0, 0
            if me.goods[SEEKER] == cubes:
                owners |= 1 << seat
                realms |= 1 << int(me.realm)
    if owners == 0:
        set_hideout(s, t, 0)
    elif realms & (realms - 1) == 0:
        set_hideout(s, t, s.seats[lowest_bit(owners)].realm)
    else:
        f.passed = owners
        f.step = TIED
        ask_chance(s, ORDER_DRAW)


@kernel
def set_hideout(s, t, realm):
    """The Hideout is in a Realm (0: in nobody's); its owners have found it."""
    s.hideout = realm
    note(s, HIDEOUT_IS, 0, realm, 0)
    for seat in range(rules_of(s, t).heroes):
        if realm and s.seats[seat].realm == realm:
            s.seats[seat].found = 1


@kernel
def can_draw(s, t, seat):
    """Whether the advantage can draw a card: a facedown one, or under a flag one of another hand (rulings 52, A18)."""
    return can_look(s, seat) or (rules_of(s, t).advantage_from_hand == 1 and any_hand(s, t, seat))


@kernel
def declare(s, t, f):
    """Finders declare their advantage in Claim order; a card is drawn at once, a first Claim goes to the front."""
    heroes = int(rules_of(s, t).heroes)
    if f.step == DECLARED:
        f.step = ADVANTAGES
        seat = s.order[f.cursor] - 1
        choice = s.answer - actions.ADVANTAGE + 1
        s.seats[seat].advantage = FIRST_CLAIM if choice == 1 else EXTRA_QUESTION if choice == 2 else DRAW_CARD
        f.cursor += 1
        if choice == DRAW_CARD:
            if can_look(s, seat):
                push(s, LOOK, seat)
            else:
                push_effect(s, seat, SEE_RANDOM, 0, 0)
    elif f.cursor == heroes:
        f.cursor = 0
        f.step = QUESTIONS
        first_claims(s, heroes)
    elif s.seats[s.order[f.cursor] - 1].found:
        f.step = DECLARED
        ask(s, s.order[f.cursor] - 1, ADVANTAGE_CHOICE)
    else:
        f.cursor += 1


@kernel
def first_claims(s, heroes):
    """Those who chose the first Claim go to the front, in Claim order among themselves (ruling A8)."""
    front = 0
    for n in range(heroes):
        who = s.order[n]
        if s.seats[who - 1].advantage == FIRST_CLAIM:
            for m in range(n, front, -1):
                s.order[m] = s.order[m - 1]
            s.order[front] = who
            front += 1


@kernel
def early_questions(s, t, f):
    """Without Realm tiles several may have the advantage: their questions come before all Claims (ruling A8)."""
    rules = rules_of(s, t)
    if f.cursor == rules.heroes or not rules.realm_written:
        f.cursor = 0
        f.step = CLAIMS
        return
    seat = s.order[f.cursor] - 1
    f.cursor += 1
    if s.seats[seat].advantage == EXTRA_QUESTION:
        push(s, QUESTION, seat).kind = AT_GATES


# ---- Claims ---------------------------------------------------------------------------------------------------------


@kernel
def claim(s, t, f):
    """A Claim: the extra question just before it (ruling 53), then the Villain, then the Weapon; magic may stand for either."""
    rules, seat = rules_of(s, t), int(f.seat)
    me = s.seats[seat]
    if f.step == 0:
        f.step = 1
        if me.advantage == EXTRA_QUESTION and not rules.realm_written:
            push(s, QUESTION, seat).kind = AT_GATES
    elif f.step == 1:
        me.claim_seen = 1 << seat if rules.semi_competitive else EVERYONE
        if complete(s, seat, FIRE) and complete(s, seat, ICE):
            me.claim_villain = MAGIC
            me.claim_weapon = MAGIC
            settle_claim(s, t, seat)
        else:
            f.step = 2
            ask(s, seat, VILLAIN_CLAIM)
    elif f.step == 2:
        me.claim_villain = s.answer - actions.CLAIM_VILLAIN + 1
        f.step = 3
        ask(s, seat, WEAPON_CLAIM)
    else:
        me.claim_weapon = s.answer - actions.CLAIM_WEAPON + 1
        settle_claim(s, t, seat)


@kernel
def correct(s, seat):
    """Whether a Claim names what is in the envelope."""
    me = s.seats[seat]
    villain = me.claim_villain == MAGIC or s.where[me.claim_villain] == ENVELOPE
    return villain and (me.claim_weapon == MAGIC or s.where[WEAPON + me.claim_weapon] == ENVELOPE)


@kernel
def settle_claim(s, t, seat):
    """A correct Claim wins at once; the maker of a wrong one has seen the envelope, all others know that it was wrong."""
    me = s.seats[seat]
    pop(s)
    me.claimed = 1
    if rules_of(s, t).semi_competitive:
        return
    note(s, CLAIM_IS, seat, me.claim_villain, me.claim_weapon)
    if correct(s, seat):
        me.won = 1
        s.ending = CLAIMED
        open_envelope(s, t)
        return
    failed = s.failed[s.failed_count]
    s.failed_count += 1
    failed.seat = seat + 1
    failed.villain = me.claim_villain
    failed.weapon = me.claim_weapon
    for card in range(1, WEAPON + SLOTS + 1):
        if s.where[card] == ENVELOPE:
            me.possible[card] = 1 << ENVELOPE
            note_private(s, CLAIM_IS, seat, 0, 0, card, 1 << seat)
    for viewer in range(rules_of(s, t).heroes):
        conclude(s, t, viewer)


@kernel
def open_envelope(s, t):
    """The cards of the envelope are revealed: after a correct Claim, or when all written Claims are read."""
    for card in range(1, WEAPON + SLOTS + 1):
        if s.where[card] == ENVELOPE:
            open_card(s, t, card)


@kernel
def end(s, t):
    """All have claimed: nobody has won, or in Semi-competitive mode those who were right (ruling A10)."""
    heroes = int(rules_of(s, t).heroes)
    if rules_of(s, t).semi_competitive:
        for n in range(heroes):
            seat = s.order[n] - 1
            s.seats[seat].claim_seen = EVERYONE
            note(s, CLAIM_IS, seat, s.seats[seat].claim_villain, s.seats[seat].claim_weapon)
        share(s, t, heroes)
        open_envelope(s, t)
    s.ending = ALL_LOST
    for seat in range(heroes):
        if s.seats[seat].won:
            s.ending = CLAIMED


@kernel
def share(s, t, heroes):
    """Who wins in Semi-competitive mode: the correct; under `tie_break` the finders among them, if any, then most items."""
    right, finders = 0, 0
    for seat in range(heroes):
        if correct(s, seat):
            right |= 1 << seat
            if s.seats[seat].found:
                finders |= 1 << seat
    if rules_of(s, t).tie_break:
        right = most_items_of(s, heroes, finders if finders else right)
    for seat in range(heroes):
        s.seats[seat].won = (right >> seat) & 1
