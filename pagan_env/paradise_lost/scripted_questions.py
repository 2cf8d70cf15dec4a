"""Questions of scripted Heroes: whom and about which pair, and what to show when asked."""

from ..core.jit import kernel
from . import actions
from .layout import (
    CARDS,
    CLOAK,
    FIRST_CARD,
    HAND,
    ICE,
    SEATS,
    SLOTS,
    WEAPON,
)
from .moves import other
from .questions import AT_GATES, FROM_ORACLE, askable
from .scripted_goods import gain_value, held
from .scripted_notes import interest, noted_card, noted_hero
from .scripted_worlds import SEEN_VILLAIN, SEEN_WEAPON, WEIGHT, WORLDS

MOST = 1 << 40
SCALE = 64


# ---- level 3: from deals that may be --------------------------------------------------------------------------------


@kernel
def split(views, seat, holder, first, second):
    """How well the answer of `holder` to a pair tells deals apart.

    SCALE times the chance that a guess by the odds will be right, for Villain and Weapon by the interest in each, times the
    weight of all deals.
    """
    v, tally = views[0], views[1].seats  # rows of `shown`: by outcome, the weight of each card in the envelope
    for outcome in range(4):
        for card in range(CARDS + 1):
            tally[outcome].shown[card] = 0
    here = HAND + holder
    for n in range(1, WORLDS + 1):
        world = views[n]
        has_first, has_second = world.where[first] == here, world.where[second] == here
        if has_first and has_second:
            outcome = 1 + (n & 1)
        else:
            outcome = 1 if has_first else 2 if has_second else 0
        if outcome and world.where[CLOAK] == here and n % 4:
            outcome = 3
        weight = world.slots[WEIGHT]
        tally[outcome].shown[world.slots[SEEN_VILLAIN]] += weight
        tally[outcome].shown[world.slots[SEEN_WEAPON]] += weight
        tally[outcome].shown[0] += weight
    total, fire, ice = 0, interest(v, seat, 0), interest(v, seat, 1)
    for outcome in range(4):
        weight = int(tally[outcome].shown[0])
        if weight:
            villains, weapons = 0, 0
            for card in range(1, SLOTS + 1):
                count = int(tally[outcome].shown[card])
                villains += count * count
                count = int(tally[outcome].shown[WEAPON + card])
                weapons += count * count
            total += SCALE * (fire * villains + ice * weapons) // weight
    return total


@kernel
def worth_asking(v, t, seat, card):
    """Whether a card is in the game and its place unknown."""
    possible = int(v.seats[seat].possible[card])
    return askable(v, t, card) and possible & (possible - 1) != 0


@kernel
def best_pair(views, t, seat, holder):
    """How well the best pair for a Hero tells deals apart."""
    v, best = views[0], 0
    for first in range(1, WEAPON + SLOTS):
        if worth_asking(v, t, seat, first):
            best = max(best, best_second(views, t, seat, holder, first))
    return best


@kernel
def best_second(views, t, seat, holder, first):
    """The same with the first card chosen."""
    v, best = views[0], 0
    for second in range(first + 1, WEAPON + SLOTS + 1):
        if worth_asking(v, t, seat, second):
            best = max(best, split(views, seat, holder, first, second))
    return best


@kernel
def nothing_asked(views, seat):
    """What `split` is without a question: a pair that no Hero holds."""
    return split(views, seat, SEATS, 1, 2)


@kernel
def whom_value(views, t, seat, level, action):
    """Whether to ask, and whom."""
    v = views[0]
    f = v.stack[v.depth - 1]
    if action == actions.DONE:
        return 0
    if action >= actions.SPECIAL:  # Perseus: free, at a price that counts or at the last chance
        return MOST if price(v, t, seat, level) < -20 or v.round_number == 4 else -1
    holder = other(v, t, seat, action - actions.TARGET)
    if level < 3:
        return noted_hero(v, seat, holder)
    gain = best_pair(views, t, seat, holder) - nothing_asked(views, seat)
    gain = 1000 * gain // max(1, SCALE * total_weight(views))
    return gain + (price(v, t, seat, level) if f.kind == FROM_ORACLE else 0)


@kernel
def total_weight(views):
    total = 0
    for n in range(1, WORLDS + 1):
        total += int(views[n].slots[WEIGHT])
    return total


@kernel
def price(v, t, seat, level):
    """What the price of a question takes from a seat, at most 0."""
    die = v.die
    coin, mana, cube = int(die == 1 or die == 3), int(die == 2 or die == 3), int(die == 4)
    return gain_value(v, t, seat, level, -coin, -mana, -cube)


@kernel
def asked_value(views, t, seat, level, action):
    """A card to ask about, the first or the second of the pair."""
    v = views[0]
    f, card = v.stack[v.depth - 1], action - actions.ASK_CARD + 1
    holder = int(f.target) - 1
    if level < 3:
        return noted_card(v, seat, holder, card)
    if v.decision == FIRST_CARD:
        return best_second(views, t, seat, holder, card) if worth_asking(v, t, seat, card) else 0
    return split(views, seat, holder, int(f.first), card)


# ---- answers --------------------------------------------------------------------------------------------------------


@kernel
def answer_value(v, t, seat, level, action):
    """What to show, to the Hero that asks or to one that sees a card."""
    f = v.stack[v.depth - 1]
    if action == actions.PLAY_EXCALIBUR:
        return excalibur_value(v, seat, level)
    if action == actions.DONE:
        return 0
    if action == actions.SHOW_CLOAK or action == actions.SHOW_EXCALIBUR:
        return 60
    card, viewer = action - actions.SHOW_CARD + 1, viewer_of(v, f, seat)
    shown = int(v.seats[seat].shown[card])
    if (shown >> viewer) & 1:
        return 100
    value = 10 if shown else 0
    if level >= 3:
        kind = 0 if card <= SLOTS else ICE
        value += 4 * held(v, viewer, kind)  # what a Scroll makes useless
    return value


@kernel
def viewer_of(v, f, seat):
    """Who sees the card shown."""
    return int(f.target) - 1 if f.seat == seat else int(f.seat)


@kernel
def excalibur_value(v, seat, level):
    """Excalibur instead of an answer: at the last questions, when there is a card to hide."""
    f = v.stack[v.depth - 1]
    hides = v.seats[seat].hand[f.first] or v.seats[seat].hand[f.second]
    late = f.kind == AT_GATES or v.round_number >= 4
    return 50 if level >= 3 and hides and late else -100
