"""The smallest changes of a game: goods and cards change place, work is put on the stack, events are written down.

Everything above changes a state through these, so that counts, logs and what each seat remembers always agree.
"""

from ..core import bits, chance
from ..core.jit import kernel
from . import actions
from .layout import (
    BILLY,
    BY_CARD,
    BY_ONGOING,
    BY_RAGE_CARD,
    COIN,
    EVENTS,
    EVERYONE,
    EXCALIBUR,
    FRAMES,
    GOODS_CHOICE,
    HAND,
    MANA,
    NPC,
    NUMBERS_OF_SCROLL,
    RAGE,
    SAFETY_NET,
    SEATS,
    SEEKER,
    TAKE_GOODS,
    WINDOW_FRAME,
)


@kernel
def rules_of(s, t):
    """The ruleset's row."""
    return t.rulesets[s.ruleset]


# ---- what is remembered ---------------------------------------------------------------------------------------------


@kernel
def note(s, what, seat, a, b):
    """Write down a public event."""
    note_private(s, what, seat, a, b, 0, EVERYONE)


@kernel
def note_private(s, what, seat, a, b, secret, seen_by):
    """Write down an event whose `secret` only the seats in `seen_by` (bits) learn; keys take in what was seen."""
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
        key = s.seats[viewer].key
        if key[0] or key[1]:  # a seat of this game
            chance.mix(key, public, int(secret) if (seen_by >> viewer) & 1 else 0)


# ---- pending work ---------------------------------------------------------------------------------------------------


@kernel
def push(s, what, seat):
    """Put work on top of the stack and return its frame, all else 0; a stack that overflows ends the game by the safety net."""
    if s.depth == FRAMES:
        s.ending = SAFETY_NET
        pop(s)
    f = s.stack[s.depth]
    s.depth += 1
    f.what = what
    f.sees = EVERYONE
    f.seat = seat
    return f


@kernel
def pop(s):
    """Take the top frame off; nothing of it stays, since a window's would tell."""
    s.depth -= 1
    f = s.stack[s.depth]
    f.what = 0
    f.sees = 0
    f.step = 0
    f.seat = 0
    f.kind = 0
    f.deck = 0
    f.target = 0
    f.first = 0
    f.second = 0
    f.amount = 0
    f.cursor = 0
    f.passed = 0
    f.flag = 0


@kernel
def ask(s, seat, decision):
    """Stop for a decision; the frame's next step finds the action in `s.answer`."""
    s.to_act = seat
    s.decision = decision
    s.asked = EVERYONE


@kernel
def window(s, t, kind, actor):
    """Let the holder of Excalibur cancel what is about to happen; `was_cancelled` says so when the frame runs next (ruling 46).

    `actor`: whose own choice it is, who isn't asked; -1: nobody's.
    """
    s.cancelled = 0
    mode = rules_of(s, t).windows
    if mode == 0 or (s.open_at[EXCALIBUR] and not HAND <= s.open_at[EXCALIBUR] < HAND + SEATS):
        return
    f = s.stack[s.depth - 1]
    deck, card = f.deck, f.kind
    w = push(s, WINDOW_FRAME, 0)
    w.kind = kind
    w.deck = deck
    w.first = card if kind == BY_CARD or kind == BY_RAGE_CARD else 0
    w.flag = actor + 1
    w.sees = 0


@kernel
def was_cancelled(s):
    """Whether Excalibur has cancelled what the last window was about; told once."""
    cancelled = s.cancelled == 1
    s.cancelled = 0
    return cancelled


@kernel
def no_action(s):
    """No seat may do anything."""
    for seat in range(SEATS):
        bits.clear(s.seats[seat].legal)


# ---- goods ----------------------------------------------------------------------------------------------------------


@kernel
def gain(s, seat, goods, amount):
    """Take goods from the supply, as far as it goes (ruling 17)."""
    taken = min(amount, int(s.supply[goods]))
    s.supply[goods] -= taken
    s.seats[seat].goods[goods] += taken


@kernel
def lose(s, seat, goods, amount):
    """Goods go to the supply, as many as there are (ruling 21)."""
    given = min(amount, int(s.seats[seat].goods[goods]))
    s.supply[goods] += given
    s.seats[seat].goods[goods] -= given


@kernel
def take_goods(s, seat, ongoing):
    """One Coin or one Mana, by choice, of what the supply has; `ongoing`: 1 if an ongoing power gives it."""
    push(s, TAKE_GOODS, seat).flag = ongoing


@kernel
def goods_frame(s, t, f):
    """A choice between 1 Coin and 1 Mana; with one of the two in the supply it is that."""
    if f.step == 0 and f.flag and rules_of(s, t).excalibur_ongoing:
        f.step = 1
        window(s, t, BY_ONGOING, f.seat)
        return
    if f.step == 1 and was_cancelled(s):
        pop(s)
        return
    if f.step < 2:
        if s.supply[COIN] == 0 and s.supply[MANA] == 0:
            pop(s)
            return
        f.step = 2
        ask(s, f.seat, GOODS_CHOICE)
        return
    seat, goods = int(f.seat), s.answer - actions.TAKE
    pop(s)
    gain(s, seat, goods, 1)


@kernel
def held_scrolls(s, seat):
    """How many Scroll cards a seat holds."""
    total = 0
    for kind in range(2):
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            total += s.seats[seat].scrolls[kind, number]
    return total


@kernel
def complete(s, seat, kind):
    """Whether a seat has all five numbers of a type."""
    for number in range(1, NUMBERS_OF_SCROLL + 1):
        if not s.seats[seat].scrolls[kind, number]:
            return False
    return True


@kernel
def return_scroll(s, seat, kind, number):
    """A held Scroll card goes back to its deck; it has no icon, as all can see (ruling 13)."""
    s.seats[seat].scrolls[kind, number] = 0
    s.scrolls_left[kind, number] += 1


@kernel
def next_scroll(s, seat, kind):
    """The lowest number still in the deck that a seat lacks; 0: none (rulings 11, 12)."""
    for number in range(1, NUMBERS_OF_SCROLL + 1):
        if not s.seats[seat].scrolls[kind, number] and s.scrolls_left[kind, number]:
            return number
    return 0


# ---- Rage cards that last -------------------------------------------------------------------------------------------


@kernel
def ignores_rage(s, seat):
    """Billy Goat Gruff always, others by Merlin's power (rulings 43, A12)."""
    return s.seats[seat].hero == BILLY or (s.rage_ignored >> seat) & 1 == 1


@kernel
def lasting(s, t, effect, seat):
    """How much a lasting effect of the Rage card and the Wrath card weighs on a seat; 0: not at all."""
    total, cards = 0, rules_of(s, t).cards
    if s.rage_card and not s.rage_cancelled and cards[RAGE, s.rage_card].effect == effect:
        if not (seat < NPC and ignores_rage(s, seat)):
            total += max(1, int(cards[RAGE, s.rage_card].amount))
    if s.wrath_card and cards[RAGE, s.wrath_card].effect == effect:
        total += max(1, int(cards[RAGE, s.wrath_card].amount))
    return total


# ---- Heroes ---------------------------------------------------------------------------------------------------------


@kernel
def other(s, t, seat, action):
    """The seat that a relative action names, from 0 for the next one."""
    return (seat + 1 + action) % rules_of(s, t).heroes


@kernel
def criterion_of(s, seat):
    """Items of the Claim order criterion that a seat has."""
    me, criterion = s.seats[seat], s.criterion
    if criterion == 1:
        return int(me.goods[COIN])
    if criterion == 2:
        return int(me.goods[MANA])
    if criterion == 3:
        return int(me.goods[COIN]) + int(me.goods[MANA])
    if criterion == 4:
        return int(me.goods[SEEKER])
    return int(held_scrolls(s, seat))
