"""Setup (rulebook, and INTERFACE.md, "Luck")."""

from __future__ import annotations

from . import asking, knowledge
from .asking import Steps, ask, draw
from .rage import roll_die
from .rules import ENVELOPE, HAND
from .table import NPC, Table

DEALT, HERO_IS, CRITERION_IS, ORDER_IS, TILE_DRAWN, REALM_IS = 2, 3, 4, 5, 12, 21


def set_up(t: Table) -> Steps:
    """All of it."""
    yield from deal_cards(t)
    for seat in range(t.players):
        for good, name in enumerate(("coin", "mana", "seeker")):
            t.gain(seat, good, t.numbers[f"start_{name}"])
    if t.numbers["hideout"]:
        yield from deal_hideout(t)
    weights = t.rules.criteria[1:]
    t.criterion = 1 + (yield from draw(t, asking.CRITERION_ROLL, weights))
    t.log(CRITERION_IS, a=t.criterion)
    order = yield from starting_order(t)
    yield from deal_heroes(t, order)
    yield from roll_die(t)


def under_oracles(t: Table) -> list[int]:
    """How many cards lie under each Oracle."""
    counts = {2: [1, 1, 1, 2], 5: [2, 1, 1, 2]}.get(t.players, [1, 1, 1, 1])
    if t.numbers["villains"] == 9 and t.numbers["weapons"] == 9:
        counts = [counts[0], counts[1] + 1, counts[2] + 1, counts[3]]
    return counts


def deal_one(t: Table, cards: list[int], place: int) -> Steps:
    """A random card of some goes to a place."""
    weights = [0] * 20
    for card in cards:
        weights[card - 1] = 0 if t.where[card] else 1
    card = 1 + (yield from draw(t, asking.ORACLE_DEAL, weights))
    t.put(card, place)
    return card


def deal_cards(t: Table) -> Steps:
    """Envelope, Oracles, hands."""
    yield from deal_one(t, [card for card in t.cards if card < 10], ENVELOPE)
    yield from deal_one(t, [card for card in t.cards if 10 <= card < 19], ENVELOPE)
    for oracle, count in enumerate(under_oracles(t), start=1):
        for _ in range(count):
            yield from deal_one(t, t.cards, 1 + oracle)
        t.face_down[oracle] = count
    dealt = []
    for n in range(sum(1 for card in t.cards if not t.where[card])):
        seat = n % t.players
        dealt.append((seat, (yield from deal_one(t, t.cards, HAND + seat))))
    knowledge.start(t)
    for seat, card in sorted(dealt):
        t.log(DEALT, seat, secret=card, seen_by=1 << seat)
        t.seats[seat].possible[card] = 1 << (HAND + seat)
    knowledge.conclude_all(t)


def deal_hideout(t: Table) -> Steps:
    """Realm tiles by seat, Clue tiles in turn."""
    weights = [1] * 5
    for seat in range(t.players):
        if t.numbers["realm_written"]:
            yield from write_realm(t, seat)
        else:
            realm = 1 + (yield from draw(t, asking.REALM_DEAL, weights))
            weights[realm - 1] = 0
            has_realm(t, seat, realm)
    for _ in range(t.numbers["start_tiles"]):
        for seat in range(t.players):
            if sum(t.pile):
                yield from tile_to_hand(t, seat)


def has_realm(t: Table, seat: int, realm: int) -> None:
    """A Hero has a Realm tile, or has written one down."""
    t.seats[seat].realm = realm
    t.seats[seat].realm_seen = 1 << seat
    t.log(REALM_IS, seat, secret=realm, seen_by=1 << seat)


def draw_tile(t: Table) -> Steps:
    """A Clue tile out of the pile."""
    clue = 1 + (yield from draw(t, asking.TILE_DRAW, t.pile[1:]))
    t.pile[clue] -= 1
    return clue


def tile_to_hand(t: Table, seat: int) -> Steps:
    """Draw a Clue tile into a hand."""
    clue = yield from draw_tile(t)
    t.seats[seat].tiles[clue] += 1
    t.log(TILE_DRAWN, seat, 0, 0, clue, 1 << seat)


def starting_order(t: Table) -> Steps:
    """Who starts: the first is furthest back (ruling 1), the third Hero of two players is last."""
    weights = [1 if seat < t.players else 0 for seat in range(5)]
    order: list[int] = []
    while len(order) < t.players:
        seat = yield from draw(t, asking.ORDER_DRAW, weights)
        weights[seat] = 0
        order.append(seat)
        t.log(ORDER_IS, seat, len(order))
    whole = [*order, *([NPC] if t.npc else [])]
    for place, m in enumerate(whole):
        t.spot[m] = place - len(whole)
    t.order = order
    return order


def deal_heroes(t: Table, order: list[int]) -> Steps:
    """Heroes dealt, or picked in starting order."""
    left = list(t.rules.heroes)
    for seat in order:
        if t.numbers["hero_draft"]:
            start = t.rules.start["pick_hero"]
            hero = 1 - start + (yield from ask(t, seat, asking.DRAFT, {start + hero - 1 for hero in left}))
        else:
            hero = 1 + (yield from draw(t, asking.HERO_DEAL, [1 if hero in left else 0 for hero in range(1, 12)]))
        left.remove(hero)
        t.seats[seat].hero = hero
        t.log(HERO_IS, seat, hero)


def write_realm(t: Table, seat: int) -> Steps:
    """Without Realm tiles each writes one down (ruling A8)."""
    start = t.rules.start["write_realm"]
    has = 1 - start + (yield from ask(t, seat, asking.REALM, set(range(start, start + 5))))
    has_realm(t, seat, has)
