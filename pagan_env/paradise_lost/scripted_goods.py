"""What goods and Scroll cards are worth to a scripted Hero, and the choices among them."""

from ..core.jit import kernel
from . import actions
from .layout import (
    BY_COIN,
    BY_COIN_AND_MANA,
    BY_MANA,
    BY_SCROLL,
    BY_SEEKER,
    COIN,
    EFFECT,
    FIRE,
    ICE,
    MANA,
    NUMBERS_OF_SCROLL,
    PALACE,
    SEEKER,
)
from .locations import may_trade
from .moves import criterion_of, held_scrolls, next_scroll, rules_of
from .scripted_weights import (
    COIN_FALL,
    COIN_FIRST,
    CRITERION,
    CUBE_FALL,
    CUBE_FIRST,
    LAST,
    MANA_FALL,
    MANA_FIRST,
    PRICE,
    RAGE_STEP,
    SCROLL_FIRST,
    SCROLL_LAST,
    SCROLL_RISE,
    SCROLL_SPARE,
    weigh,
)


@kernel
def pile(count, first, fall, last):
    """What so many of a good are worth, each one less than the one before."""
    total = 0
    for n in range(count):
        total += max(last, first - n * fall)
    return total


@kernel
def wealth(v, t, seat, level, coin, mana, cube):
    """What goods are worth to a seat, the price of the next question and the Claim order criterion taken in."""
    last = weigh(level, LAST)
    total = weigh(level, CRITERION) * int(v.round_number) * lead(v, t, seat, coin, mana, cube)
    if v.round_number < PALACE:
        total += pile(coin, weigh(level, COIN_FIRST), weigh(level, COIN_FALL), last)
        total += pile(mana, weigh(level, MANA_FIRST), weigh(level, MANA_FALL), last)
        total += pile(cube, weigh(level, CUBE_FIRST), weigh(level, CUBE_FALL), last)
    if v.round_number < PALACE and can_pay(v, seat, coin, mana, cube):
        total += weigh(level, PRICE)
    return total


@kernel
def lead(v, t, seat, coin, mana, cube):
    """How far a seat would be ahead of the next Hero by the Claim order criterion, -3 .. 3 with so many goods."""
    criterion, mine, most = v.criterion, 0, 0
    if criterion == BY_COIN or criterion == BY_COIN_AND_MANA:
        mine += coin
    if criterion == BY_MANA or criterion == BY_COIN_AND_MANA:
        mine += mana
    if criterion == BY_SEEKER:
        mine += cube
    if criterion == BY_SCROLL:
        return 0
    for rival in range(rules_of(v, t).heroes):
        if rival != seat:
            most = max(most, criterion_of(v, rival))
    return max(-3, min(3, mine - most))


@kernel
def can_pay(v, seat, coin, mana, cube):
    """Whether so many goods pay for a question at the next Oracle."""
    die = v.die
    if die == 1:
        return coin > 0
    if die == 2:
        return mana > 0
    if die == 3:
        return coin > 0 and mana > 0
    if die == 4:
        return cube > 0
    return die != 5 or held_scrolls(v, seat) > 0


@kernel
def gain_value(v, t, seat, level, coin, mana, cube):
    """What it is worth to gain goods, or with negative numbers to lose them, as far as there are any."""
    goods = v.seats[seat].goods
    c, m, q = int(goods[COIN]), int(goods[MANA]), int(goods[SEEKER])
    after = wealth(v, t, seat, level, max(0, c + coin), max(0, m + mana), max(0, q + cube))
    return after - wealth(v, t, seat, level, c, m, q)


# ---- Scroll cards ---------------------------------------------------------------------------------------------------


@kernel
def held(v, seat, kind):
    """Scroll cards of a type that a seat holds."""
    total = 0
    for number in range(1, NUMBERS_OF_SCROLL + 1):
        total += int(v.seats[seat].scrolls[kind, number])
    return total


@kernel
def can_complete(v, seat, kind):
    """Whether a card without an icon is left of each number that a seat lacks."""
    for number in range(1, NUMBERS_OF_SCROLL + 1):
        if v.seats[seat].scrolls[kind, number] == 0 and v.scrolls_left[kind, number] <= v.icons_left[kind, number]:
            return False
    return True


@kernel
def card_worth(v, seat, level, kind, count):
    """What the card that makes `count` of a type is worth."""
    value = weigh(level, CRITERION) * int(v.round_number) if v.criterion == BY_SCROLL else 0
    if not can_complete(v, seat, kind):
        return value + weigh(level, SCROLL_SPARE)
    value += weigh(level, SCROLL_FIRST) + weigh(level, SCROLL_RISE) * (count - 1)
    return value + weigh(level, SCROLL_LAST) if count == NUMBERS_OF_SCROLL else value


@kernel
def scroll_value(v, seat, level, kind):
    """What gaining the next Scroll card of a type is worth, the odds of an icon taken in."""
    number = next_scroll(v, seat, kind)
    if number == 0:
        return 0
    left, icons = int(v.scrolls_left[kind, number]), int(v.icons_left[kind, number])
    value = card_worth(v, seat, level, kind, held(v, seat, kind) + 1)
    return (value * (left - icons) - weigh(level, RAGE_STEP) * icons) // left


@kernel
def best_scroll(v, seat, level):
    """The same for the better type."""
    return max(scroll_value(v, seat, level, FIRE), scroll_value(v, seat, level, ICE))


@kernel
def keep_value(v, seat, level, n):
    """What a held Scroll card, 0 .. 9, is worth: more the more there are of its type, a little more for one hard to get again."""
    kind, number = n // NUMBERS_OF_SCROLL, n % NUMBERS_OF_SCROLL + 1
    return 4 * card_worth(v, seat, level, kind, held(v, seat, kind)) + (4 if v.icons_left[kind, number] else 0)


@kernel
def least_scroll(v, seat, level):
    """What the least of the held Scroll cards is worth; 0: none is held."""
    least = 0
    for n in range(2 * NUMBERS_OF_SCROLL):
        if v.seats[seat].scrolls[n // NUMBERS_OF_SCROLL, n % NUMBERS_OF_SCROLL + 1]:
            worth = keep_value(v, seat, level, n) // 4
            least = worth if least == 0 else min(least, worth)
    return least


# ---- choices --------------------------------------------------------------------------------------------------------


@kernel
def goods_value(v, t, seat, level, action):
    """A Coin or a Mana to take, or to give away."""
    sign = -1 if v.stack[v.depth - 1].what == EFFECT else 1
    if action == actions.TAKE + COIN:
        return gain_value(v, t, seat, level, sign, 0, 0)
    return gain_value(v, t, seat, level, 0, sign, 0)


@kernel
def trade_value(v, t, seat, level, action):
    """What a trade at the market brings."""
    rules = rules_of(v, t)
    exchange, price, cube = int(rules.market_exchange), int(rules.market_scroll), int(rules.market_cube)
    if action == actions.EXCHANGE + COIN:
        return gain_value(v, t, seat, level, 1, -exchange, 0)
    if action == actions.EXCHANGE + MANA:
        return gain_value(v, t, seat, level, -exchange, 1, 0)
    if action < actions.BUY_CUBE:
        n = action - actions.SELL_SCROLL
        loss = keep_value(v, seat, level, n // 2) // 4
        if n % 2 == COIN:
            return gain_value(v, t, seat, level, price, 0, 0) - loss
        return gain_value(v, t, seat, level, 0, price, 0) - loss
    sign = 1 if action < actions.SELL_CUBE else -1
    if (action - actions.BUY_CUBE) % 2 == COIN:
        return gain_value(v, t, seat, level, -sign * cube, 0, sign)
    return gain_value(v, t, seat, level, 0, -sign * cube, sign)


@kernel
def best_trade(v, t, seat, level):
    """What the best trade brings that a seat could do now, below 0 if all are bad; a market asks for one at least."""
    best = -1000
    for action in range(actions.EXCHANGE, actions.SEEK_DRAW):
        if may_trade(v, t, seat, action):
            best = max(best, trade_value(v, t, seat, level, action))
    return best
