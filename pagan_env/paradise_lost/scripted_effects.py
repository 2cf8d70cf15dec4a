"""What cards of the three decks, their effects and Excalibur are worth to a scripted Hero."""

from ..core.jit import kernel
from .layout import (
    BY_CARD,
    BY_RAGE_CARD,
    CARDS,
    COIN,
    HERCULES,
    IVAN,
    KINDS,
    MANA,
    MERLIN,
    ORACLES,
    RAGE,
    SEEKER,
    SWAN,
    UNDER,
)
from .moves import ignores_rage, rules_of
from .scripted_goods import best_scroll, can_pay, gain_value, held, least_scroll
from .scripted_notes import curiosity, unknown_cards
from .scripted_weights import (
    BARE_CARD,
    LOOK_ORACLE,
    QUESTION_WORTH,
    RAGE_STEP,
    SIGHT,
    TILE_WORTH,
    VEIL,
    weigh,
)
from .tables import (
    ASK_QUESTION,
    BE_SHOWN,
    DRAW_TILE,
    GAIN_COIN,
    GAIN_MANA,
    GAIN_ONE_SCROLL,
    GAIN_SEEKER,
    GIVE_GOODS,
    IMMUNITY,
    LOOK_UNDER,
    LOSE_COIN,
    LOSE_MANA,
    LOSE_SEEKER,
    LOSE_SEEKER_OR_GOODS,
    MOVE_A_TILE,
    NO_POWERS,
    NO_REWARDS,
    QUESTIONS_DEARER,
    RETURN_HIGHEST,
    RETURN_ONE,
    SEE_RANDOM,
    SHOW_CARD,
    TOWERS_DEARER,
)


@kernel
def effect_value(v, t, seat, level, effect, amount):
    """What an effect of a card is worth to the seat on which it falls."""
    if effect == LOSE_COIN:
        return gain_value(v, t, seat, level, -amount, 0, 0)
    if effect == LOSE_MANA:
        return gain_value(v, t, seat, level, 0, -amount, 0)
    if effect == LOSE_SEEKER or (effect == LOSE_SEEKER_OR_GOODS and v.seats[seat].goods[SEEKER]):
        return gain_value(v, t, seat, level, 0, 0, -amount)
    if effect == LOSE_SEEKER_OR_GOODS:
        return gain_value(v, t, seat, level, -amount, -amount, 0)
    if effect == GAIN_COIN:
        return gain_value(v, t, seat, level, amount, 0, 0)
    if effect == GAIN_MANA:
        return gain_value(v, t, seat, level, 0, amount, 0)
    if effect == GAIN_SEEKER:
        return gain_value(v, t, seat, level, 0, 0, amount)
    if effect == RETURN_ONE or effect == RETURN_HIGHEST:
        return -least_scroll(v, seat, level) * (2 if effect == RETURN_HIGHEST else 1)
    if effect == GIVE_GOODS:
        return max(gain_value(v, t, seat, level, -1, 0, 0), gain_value(v, t, seat, level, 0, -1, 0)) - 5
    if effect == GAIN_ONE_SCROLL:
        return best_scroll(v, seat, level)
    return sight_value(v, seat, level, effect, amount)


@kernel
def sight_value(v, seat, level, effect, amount):
    """The same for what is about knowledge, the Hideout and what lasts."""
    if effect == SHOW_CARD:
        return -weigh(level, BARE_CARD)
    if effect == ASK_QUESTION:
        return weigh(level, QUESTION_WORTH) * curiosity(v, seat) // 4
    if effect == BE_SHOWN or effect == SEE_RANDOM:
        return weigh(level, SIGHT) * curiosity(v, seat) // 4
    if effect == LOOK_UNDER:
        return weigh(level, LOOK_ORACLE) * curiosity(v, seat) // 4
    if effect == DRAW_TILE:
        return weigh(level, TILE_WORTH) * amount
    if effect == MOVE_A_TILE:
        return weigh(level, TILE_WORTH)
    if effect == IMMUNITY:
        return weigh(level, VEIL)
    if effect == NO_POWERS or effect == NO_REWARDS or effect == QUESTIONS_DEARER or effect == TOWERS_DEARER:
        return -15
    return 0


@kernel
def card_value(v, t, seat, level, deck, kind):
    """What a Black Swan or Truthseeker card is worth to the seat that has drawn it, its price and icons taken in."""
    card = rules_of(v, t).cards[deck, kind]
    me, effect = v.seats[seat], int(card.effect)
    if deck == SWAN and card.negative and me.hero == IVAN:
        return 0
    icons = weigh(level, RAGE_STEP) * int(card.icons)
    coin, mana = int(card.coin), int(card.mana)
    if me.goods[COIN] < coin or me.goods[MANA] < mana:
        return -icons
    value = effect_value(v, t, seat, level, effect, int(card.amount)) - icons
    if coin or mana:
        value += gain_value(v, t, seat, level, -coin, -mana, 0)
    if effect == ASK_QUESTION and card.as_oracle:
        if not can_pay(v, seat, int(me.goods[COIN]), int(me.goods[MANA]), int(me.goods[SEEKER])):
            return 0
        value -= 15
    return value


@kernel
def draw_value(v, t, seat, level, deck):
    """What the next card of a deck is worth on average; one of the Truthseeker that is bad isn't resolved."""
    total, cards = 0, 0
    for kind in range(1, KINDS + 1):
        copies = int(v.deck[deck, kind])
        if copies:
            value = card_value(v, t, seat, level, deck, kind)
            if deck != SWAN and rules_of(v, t).cards[deck, kind].icons == 0:
                value = max(0, value)
            total += copies * value
            cards += copies
    return total // cards if cards else 0


# ---- powers and Excalibur -------------------------------------------------------------------------------------------


@kernel
def power_value(v, t, seat, level):
    """What a power of once a game is worth now: Hercules against a bad card, Merlin against a bad Rage card, else at once."""
    f, hero = v.stack[v.depth - 1], v.seats[seat].hero
    if hero == HERCULES:
        return -card_value(v, t, seat, level, SWAN, f.kind) - 20
    if hero == MERLIN:
        card = rules_of(v, t).cards[RAGE, f.kind]
        return -effect_value(v, t, seat, level, int(card.effect), int(card.amount)) - 25
    return 20


@kernel
def window_value(v, t, seat, level):
    """What cancelling is worth with Excalibur, which level 3 does where it would lose much itself."""
    f = v.stack[v.depth - 1]
    if level < 3:
        return -1
    if f.kind == BY_RAGE_CARD and not ignores_rage(v, seat):
        card = rules_of(v, t).cards[RAGE, f.first]
        return -effect_value(v, t, seat, level, int(card.effect), int(card.amount)) - 120
    if f.kind == BY_CARD and v.stack[v.depth - 2].seat == seat:
        return -card_value(v, t, seat, level, int(f.deck), int(f.first)) - 90
    return -1


# ---- whom and what to look at ---------------------------------------------------------------------------------------


@kernel
def target_value(v, seat, holder):
    """Whose cards to see: most unknown ones. To whom to show a card: one that has seen one, else one with few Scrolls."""
    if v.stack[v.depth - 1].kind == SHOW_CARD:
        seen = 0
        for card in range(1, CARDS + 1):
            seen |= int(v.seats[seat].shown[card]) >> holder
        return 20 * (seen & 1) - held(v, holder, 0) - held(v, holder, 1)
    return unknown_cards(v, seat, holder)


@kernel
def oracle_value(v, seat, oracle):
    """Under which Oracle to look: the last one stays secret longest; nothing is to be learnt of a card that is known."""
    for card in range(1, CARDS + 1):
        possible = int(v.seats[seat].possible[card])
        if (possible >> (UNDER + oracle)) & 1 and possible & (possible - 1):
            return oracle
    return oracle - ORACLES
