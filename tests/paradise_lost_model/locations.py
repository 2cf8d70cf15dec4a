"""Resolving Locations: what may be done where, and doing it."""

from __future__ import annotations

from . import asking, rage
from .asking import Steps, ask
from .decks import black_swan, truthseeker
from .effects import gain_scroll
from .rules import (
    ALADDIN,
    ALICE,
    ARENA,
    BARD,
    BEOWULF,
    BLACK_SWAN,
    COIN,
    FIRE,
    HERCULES,
    ICE,
    MANA,
    MARKET,
    MERLIN,
    SEEKER,
    SHRINE,
    TRUTHSEEKER,
    WILDLAND,
)  # fmt: skip
from .table import Table


def price(t: Table, seat: int, kind: int, copy: bool, plain: bool = False) -> tuple[int, int]:
    """The good and how much of it a location costs."""
    hero = 0 if plain else t.seats[seat].hero
    if kind == ARENA:
        return MANA, 0 if hero == HERCULES else t.numbers["arena_mana"]
    if kind == SHRINE:
        return COIN, 0 if hero == ALADDIN else t.numbers["shrine_coin"]
    if kind in (FIRE, ICE):
        free = hero == MERLIN and not copy
        return MANA, 0 if free else t.numbers["tower_mana"] + t.under("towers_dearer", seat)
    return COIN, 0


def usable(t: Table, seat: int, kind: int, copy: bool = False) -> bool:
    """Whether a type of location can be paid for and has something to be done (ruling 5)."""
    good, amount = price(t, seat, kind, copy)
    if t.seats[seat].goods[good] < amount:
        return False
    if kind in (FIRE, ICE):
        return t.next_scroll(seat, kind - FIRE) > 0
    if kind == MARKET:
        return not t.under("markets_closed", seat) and bool(trades(t, seat))
    if kind == WILDLAND:
        return not copy and not t.under("wildlands_closed", seat) and bool(copies(t, seat))
    return True


def copies(t: Table, seat: int) -> list[int]:
    """The types that a Wildland may copy (rulings 7 to 10)."""
    printed = {kind for realm in t.rules.board for kind, _ in realm}
    blocked = set() if t.seats[seat].hero == ALICE else taken(t, seat)
    return [kind for kind in sorted(printed - blocked) if kind != WILDLAND and usable(t, seat, kind, True)]


def taken(t: Table, seat: int) -> set[int]:
    """The types with another miniature on one of their spaces."""
    here = t.rules.board[t.realm]
    return {here[at[0]][0] for m, at in t.at.items() if m != seat and at is not None}


def resolve(t: Table, seat: int, kind: int, copy: bool = False) -> Steps:
    """A Hero has stopped at a location, or copies one."""
    if kind == WILDLAND:
        start = t.rules.start["copy"]
        chosen = yield from ask(t, seat, asking.COPY_LOCATION, {start + k - 1 for k in copies(t, seat)}, kind=WILDLAND)
        kind = chosen - start + 1
        if kind not in taken(t, seat) or not (yield from rage.ongoing_cancelled(t, seat)):
            yield from resolve(t, seat, kind, True)
        return
    good, amount = price(t, seat, kind, copy)
    full = price(t, seat, kind, copy, plain=True)[1]
    if full > amount and (yield from rage.ongoing_cancelled(t, seat)):
        if t.seats[seat].goods[good] < full:
            return
        amount = full
    t.lose(seat, good, amount)
    if kind == ARENA:
        t.gain(seat, COIN, t.numbers["arena_coin"])
    elif kind == SHRINE:
        t.gain(seat, MANA, t.numbers["shrine_mana"])
    elif kind == BARD:
        t.gain(seat, COIN, t.numbers["bard_coin"])
        t.gain(seat, MANA, t.numbers["bard_mana"])
        if t.seats[seat].hero == BEOWULF:
            yield from take_good(t, seat, flag=1)
    elif kind in (FIRE, ICE):
        yield from gain_scroll(t, seat, kind - FIRE)
    elif kind == MARKET:
        yield from market(t, seat, copy)
    elif kind == BLACK_SWAN:
        yield from black_swan(t, seat)
    elif kind == TRUTHSEEKER:
        yield from truthseeker(t, seat)


def take_good(t: Table, seat: int, **work: int) -> Steps:
    """1 Coin or 1 Mana out of the supply."""
    start = t.rules.start["take"]
    options = {start + good for good in (COIN, MANA) if t.supply[good]}
    if options and not (work.get("flag") and (yield from rage.ongoing_cancelled(t, seat))):
        chosen = yield from ask(t, seat, asking.GOODS, options, **work)
        t.gain(seat, chosen - start, 1)


# ---- the Marketplace --------------------------------------------------------------------------------------------------


def trades(t: Table, seat: int) -> set[int]:
    """The trades that can be made: what is given is there, and the supply has what is gained (rulings 15, A15)."""
    own, start = t.seats[seat], t.rules.start
    exchange, scroll, cube = t.numbers["market_exchange"], t.numbers["market_scroll"], t.numbers["market_cube"]
    found = set()
    for good in (COIN, MANA):
        if own.goods[1 - good] >= exchange and t.supply[good] >= 1:
            found.add(start["exchange"] + good)
        if t.supply[good] >= scroll:
            held = [5 * kind + n - 1 for kind in range(2) for n in range(1, 6) if own.scrolls[kind][n]]
            found |= {start["sell_scroll"] + 2 * n + good for n in held}
        if own.goods[good] >= cube and t.supply[SEEKER] >= 1:
            found.add(start["buy_cube"] + good)
        if own.goods[SEEKER] >= 1 and t.supply[good] >= cube:
            found.add(start["sell_cube"] + good)
    return found


def market(t: Table, seat: int, copy: bool) -> Steps:
    """At least one trade, at most so many a visit."""
    for n in range(t.numbers["market_trades"]):
        options = trades(t, seat)
        if not options:
            return
        left = t.numbers["market_trades"] - n
        options |= {0} if n else set()
        work = {"kind": MARKET, "amount": n, "flag": int(copy), "trades_left": left}
        action = yield from ask(t, seat, asking.TRADE, options, **work)
        if not action:
            return
        trade(t, seat, action)


def trade(t: Table, seat: int, action: int) -> None:
    """One trade."""
    block, n = t.rules.meaning(action)
    if block == "exchange":
        t.lose(seat, 1 - n, t.numbers["market_exchange"])
        t.gain(seat, n, 1)
    elif block == "sell_scroll":
        t.return_scroll(seat, n // 10, n % 10 // 2 + 1)
        t.gain(seat, n % 2, t.numbers["market_scroll"])
    elif block == "buy_cube":
        t.lose(seat, n, t.numbers["market_cube"])
        t.gain(seat, SEEKER, 1)
    else:
        t.lose(seat, SEEKER, 1)
        t.gain(seat, n, t.numbers["market_cube"])
