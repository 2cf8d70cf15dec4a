"""Resolving Locations: the nine types, in the rulebook's order (rulings 5 to 17)."""

from ..core.jit import kernel
from . import actions
from .layout import (
    ALADDIN,
    ALICE,
    ARENA,
    BARD,
    BEOWULF,
    BLACK_SWAN,
    BY_ONGOING,
    COIN,
    COPY_LOCATION,
    DECK_CARD,
    FIRE_TOWER,
    GAIN_SCROLL,
    HERCULES,
    ICE_TOWER,
    LOCATION,
    MANA,
    MARKET,
    MERLIN,
    MINIATURES,
    RAISE,
    REALMS,
    SCROLL_DRAW,
    SCROLL_GAINED,
    SEEKER,
    SHRINE,
    SWAN,
    TRADE,
    TRUTH,
    TRUTHSEEKER,
    WILDLAND,
)
from .luck import ask_chance, drawn
from .moves import (
    ask,
    gain,
    lasting,
    lose,
    next_scroll,
    note,
    pop,
    push,
    return_scroll,
    rules_of,
    take_goods,
    was_cancelled,
    window,
)
from .tables import MARKETS_CLOSED, TOWERS_DEARER, WILDLANDS_CLOSED


@kernel
def location(s, t, f):
    """The effect of the location where a Hero has stopped, or of the one that a Wildland copies."""
    seat, kind, copied = int(f.seat), int(f.kind), int(f.flag)
    if kind == MARKET:
        market(s, t, f)
    elif kind == WILDLAND:
        wildland(s, t, f)
    elif f.step == 0 and rules_of(s, t).excalibur_ongoing and saves(s, t, seat, kind, copied):
        f.step = 1
        window(s, t, BY_ONGOING, seat)
    else:
        power = 0 if was_cancelled(s) else 1
        pop(s)
        if payable(s, t, seat, kind, copied, power):  # always, unless Excalibur has just cancelled an ongoing power
            pay_and_resolve(s, t, seat, kind, copied, power)


@kernel
def pay_and_resolve(s, t, seat, kind, copied, power):
    """Pay for a location, with the Hero's ongoing power or without, and have its effect."""
    rules = rules_of(s, t)
    lose(s, seat, MANA, mana_price(s, t, seat, kind, copied, power))
    lose(s, seat, COIN, coin_price(s, t, seat, kind, power))
    if kind == ARENA:
        gain(s, seat, COIN, rules.arena_coin)
    elif kind == BARD:
        gain(s, seat, COIN, rules.bard_coin)
        gain(s, seat, MANA, rules.bard_mana)
        if s.seats[seat].hero == BEOWULF:
            take_goods(s, seat, 1)
    elif kind == SHRINE:
        gain(s, seat, MANA, rules.shrine_mana)
    elif kind == FIRE_TOWER or kind == ICE_TOWER:
        push(s, GAIN_SCROLL, seat).kind = kind - FIRE_TOWER
    elif kind == BLACK_SWAN:
        push(s, DECK_CARD, seat).deck = SWAN
    elif kind == TRUTHSEEKER:
        push(s, DECK_CARD, seat).deck = TRUTH


@kernel
def wildland(s, t, f):
    """Choose what to copy; Excalibur may stop Alice from copying an occupied type."""
    seat = int(f.seat)
    if f.step == 0:
        f.step = 1
        ask(s, seat, COPY_LOCATION)
        return
    if f.step == 1:
        f.amount = 1 + s.answer - actions.COPY
        if rules_of(s, t).excalibur_ongoing and occupied(s, t, seat, f.amount):
            f.step = 2
            window(s, t, BY_ONGOING, seat)
            return
    kind, cancelled = int(f.amount), was_cancelled(s)
    pop(s)
    if not cancelled:
        copy = push(s, LOCATION, seat)
        copy.kind = kind
        copy.flag = 1


@kernel
def mana_price(s, t, seat, kind, copied, power):
    """Mana that a location costs a Hero (rulings 9, A12); `power` 0: without its ongoing power."""
    rules, hero = rules_of(s, t), s.seats[seat].hero
    if kind == ARENA:
        return 0 if hero == HERCULES and power else int(rules.arena_mana)
    if kind == FIRE_TOWER or kind == ICE_TOWER:
        if hero == MERLIN and power and not copied:
            return 0
        return int(rules.tower_mana) + lasting(s, t, TOWERS_DEARER, seat)
    return 0


@kernel
def coin_price(s, t, seat, kind, power):
    """Coins that a location costs a Hero; `power` 0: without its ongoing power."""
    if kind != SHRINE or (s.seats[seat].hero == ALADDIN and power):
        return 0
    return int(rules_of(s, t).shrine_coin)


@kernel
def payable(s, t, seat, kind, copied, power):
    """Whether a Hero can pay for a location."""
    me = s.seats[seat]
    if me.goods[MANA] < mana_price(s, t, seat, kind, copied, power):
        return False
    return me.goods[COIN] >= coin_price(s, t, seat, kind, power)


@kernel
def saves(s, t, seat, kind, copied):
    """Whether an ongoing power makes a location cheaper."""
    dear = mana_price(s, t, seat, kind, copied, 0) + coin_price(s, t, seat, kind, 0)
    return dear > mana_price(s, t, seat, kind, copied, 1) + coin_price(s, t, seat, kind, 1)


@kernel
def can_stop(s, t, seat, kind, copied):
    """Whether a Hero can pay for a location and do something there (ruling 5)."""
    if not payable(s, t, seat, kind, copied, 1):
        return False
    if kind == FIRE_TOWER or kind == ICE_TOWER:
        return next_scroll(s, seat, kind - FIRE_TOWER) > 0
    if kind == MARKET:
        return lasting(s, t, MARKETS_CLOSED, seat) == 0 and any_trade(s, t, seat)
    if kind == WILDLAND:
        if lasting(s, t, WILDLANDS_CLOSED, seat):
            return False
        for copy in range(ARENA, WILDLAND):
            if can_copy(s, t, seat, copy):
                return True
        return False
    return True


@kernel
def can_copy(s, t, seat, kind):
    """Whether a Wildland may copy a type: no other miniature on any of its spaces (rulings 7, 8), but for Alice (ruling 10)."""
    if (s.seats[seat].hero != ALICE and occupied(s, t, seat, kind)) or not on_board(rules_of(s, t), kind):
        return False
    if kind == MARKET:
        return lasting(s, t, MARKETS_CLOSED, seat) == 0 and any_trade(s, t, seat)
    if kind == FIRE_TOWER or kind == ICE_TOWER:
        if next_scroll(s, seat, kind - FIRE_TOWER) == 0:
            return False
    return payable(s, t, seat, kind, 1, 1)


@kernel
def on_board(rules, kind):
    """Whether any Realm has a location of a type: only such can be copied."""
    for realm in range(1, REALMS + 1):
        for stop in range(rules.locations[realm]):
            if rules.board[realm, stop] == kind:
                return True
    return False


@kernel
def occupied(s, t, seat, kind):
    """Whether another miniature stands on a location of a type."""
    rules = rules_of(s, t)
    for m in range(MINIATURES):
        if m != seat and 0 <= s.spot[m] < 2 * rules.locations[s.round_number]:
            if rules.board[s.round_number, s.spot[m] // 2] == kind:
                return True
    return False


# ---- Marketplace ----------------------------------------------------------------------------------------------------


@kernel
def market(s, t, f):
    """Trades, at least one, in any order, up to the cap, which ends it (rulings 15, A15)."""
    if f.step == 1:
        if s.answer == actions.DONE:
            pop(s)
            return
        f.step = 0
        f.amount += 1
        trade(s, t, f.seat, s.answer)
    if f.amount == rules_of(s, t).market_trades or not any_trade(s, t, f.seat):
        pop(s)
        return
    f.step = 1
    ask(s, f.seat, TRADE)


@kernel
def may_trade(s, t, seat, action):
    """Whether a trade can be paid and the supply has what it gives (ruling A15)."""
    rules, me = rules_of(s, t), s.seats[seat]
    if action < actions.SELL_SCROLL:
        got = action - actions.EXCHANGE
        return me.goods[1 - got] >= rules.market_exchange and s.supply[got] > 0
    if action < actions.BUY_CUBE:
        n = action - actions.SELL_SCROLL
        return me.scrolls[n // 10, n % 10 // 2 + 1] == 1 and s.supply[n % 2] >= rules.market_scroll
    if action < actions.SELL_CUBE:
        return me.goods[action - actions.BUY_CUBE] >= rules.market_cube and s.supply[SEEKER] > 0
    return me.goods[SEEKER] > 0 and s.supply[action - actions.SELL_CUBE] >= rules.market_cube


@kernel
def any_trade(s, t, seat):
    for action in range(actions.EXCHANGE, actions.SEEK_DRAW):
        if may_trade(s, t, seat, action):
            return True
    return False


@kernel
def trade(s, t, seat, action):
    """One trade."""
    rules = rules_of(s, t)
    if action < actions.SELL_SCROLL:
        got = action - actions.EXCHANGE
        lose(s, seat, 1 - got, rules.market_exchange)
        gain(s, seat, got, 1)
    elif action < actions.BUY_CUBE:
        n = action - actions.SELL_SCROLL
        return_scroll(s, seat, n // 10, n % 10 // 2 + 1)
        gain(s, seat, n % 2, rules.market_scroll)
    elif action < actions.SELL_CUBE:
        lose(s, seat, action - actions.BUY_CUBE, rules.market_cube)
        gain(s, seat, SEEKER, 1)
    else:
        lose(s, seat, SEEKER, 1)
        gain(s, seat, action - actions.SELL_CUBE, rules.market_cube)


# ---- Scroll cards ---------------------------------------------------------------------------------------------------


@kernel
def gain_scroll(s, f):
    """The lowest number that one lacks; one with an icon stirs the Witch and leaves the game (rulings 11, 12)."""
    if f.step == 0:
        f.amount = next_scroll(s, f.seat, f.kind)
        if f.amount == 0:
            pop(s)
            return
        f.step = 1
        ask_chance(s, SCROLL_DRAW)
        return
    seat, kind, number, icon = int(f.seat), int(f.kind), int(f.amount), drawn(s) - 1
    pop(s)
    note(s, SCROLL_GAINED, seat, 5 * kind + number, icon)
    s.scrolls_left[kind, number] -= 1
    if icon:
        s.icons_left[kind, number] -= 1
        push(s, RAISE, seat).amount = 1
    else:
        s.seats[seat].scrolls[kind, number] = 1
