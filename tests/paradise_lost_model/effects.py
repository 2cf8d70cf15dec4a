"""What cards of the two decks do."""

from __future__ import annotations

from . import asking, questions, rage
from .asking import Steps, ask, draw
from .rules import COIN, EFFECTS, MANA, PERSEUS, SEEKER, Card
from .setup import tile_to_hand
from .table import SCROLL_GAINED, Table

TILE_PLACED, LOOKED, SEEN, REALM_IS, GOODS_TAKEN = 13, 17, 18, 21, 25


def others(t: Table, seat: int) -> list[int]:
    """The other Heroes."""
    return [other for other in range(t.players) if other != seat]


def with_cards(t: Table, seat: int) -> list[int]:
    """The other Heroes that have Oracle cards."""
    return [other for other in others(t, seat) if t.hand(other)]


def oracles_to_look(t: Table, seat: int) -> list[int]:
    """Oracles where one hasn't looked at all facedown cards."""
    return [oracle for oracle in range(1, 5) if t.seats[seat].looks[oracle] < t.face_down[oracle]]


def tile_moves(t: Table) -> set[int]:
    """A topmost tile that isn't locked to another Realm without a lock."""
    start = t.rules.start["move_tile"]
    return {
        start + 5 * (a - 1) + b - 1
        for a in range(1, 6)
        for b in range(1, 6)
        if a != b and t.stacks[a] and not t.locked[a] and not t.locked[b]
    }


def held_scrolls(t: Table, seat: int) -> set[int]:
    """Actions that name a Scroll card held."""
    own, start = t.seats[seat].scrolls, t.rules.start["scroll"]
    return {start + 5 * kind + n - 1 for kind in range(2) for n in range(1, 6) if own[kind][n]}


def possible(t: Table, seat: int, card: Card) -> bool:
    """Whether resolving a card can do something."""
    effect = card.effect
    if effect == "look_under_oracle":
        return bool(oracles_to_look(t, seat))
    if effect in ("be_shown", "see_random"):
        return bool(with_cards(t, seat))
    if effect == "draw_tile":
        return sum(t.pile) > 0
    if effect == "move_tile":
        return bool(tile_moves(t))
    if effect == "gain_seeker":
        return t.supply[SEEKER] > 0
    if effect == "ask":
        return bool(questions.can_ask(t, seat, questions.FROM_CARD, card))
    return True


def effect(t: Table, seat: int, deck: int, kind: int) -> Steps:
    """Do it."""
    card = t.kind(deck, kind)
    name, amount = card.effect, card.amount
    work = {"kind": EFFECTS.index(name) if name in EFFECTS else 0}
    if name.startswith("lose_") and name != "lose_seeker_or_goods":
        t.lose(seat, {"lose_coin": COIN, "lose_mana": MANA, "lose_seeker": SEEKER}[name], amount)
    elif name == "lose_seeker_or_goods":
        if t.seats[seat].goods[SEEKER]:
            t.lose(seat, SEEKER, amount)
        else:
            t.lose(seat, COIN, 1)
            t.lose(seat, MANA, 1)
    elif name in ("gain_coin", "gain_mana", "gain_seeker"):
        t.gain(seat, {"gain_coin": COIN, "gain_mana": MANA, "gain_seeker": SEEKER}[name], amount)
    elif name == "return_scroll":
        yield from return_one(t, seat)
    elif name == "return_highest_scroll":
        yield from rage.return_highest(t, seat)
    elif name == "show_card":
        yield from show_someone(t, seat, work)
    elif name == "give_goods":
        yield from give(t, seat, work)
    elif name == "look_under_oracle":
        yield from look_under(t, seat)
    elif name == "gain_scroll":
        yield from choose_scroll(t, seat, **work)
    elif name == "ask":
        yield from questions.by_card(t, seat, card, work)
    elif name == "be_shown":
        yield from be_shown(t, seat, work)
    elif name == "see_random":
        yield from see_random(t, seat, work)
    elif name == "draw_tile":
        for _ in range(amount):
            if sum(t.pile):
                yield from tile_to_hand(t, seat)
    elif name == "look_at_realm":
        yield from look_at_realm(t, seat, work)
    elif name == "move_tile":
        yield from move_tile(t, seat, work)
    elif name == "immunity":
        t.seats[seat].immune = 1
    elif name == "discard_tiles":
        rage.discard_tiles(t)


def return_one(t: Table, seat: int) -> Steps:
    """A Scroll card of one's choice goes back."""
    options = held_scrolls(t, seat)
    if options:
        n = (yield from ask(t, seat, asking.SCROLL, options)) - t.rules.start["scroll"]
        t.return_scroll(seat, n // 5, n % 5 + 1)


def choose_scroll(t: Table, seat: int, **work: int) -> Steps:
    """A Scroll card of the type of one's choice."""
    start = t.rules.start["scroll_type"]
    options = {start + kind for kind in range(2) if t.next_scroll(seat, kind)}
    if options:
        kind = (yield from ask(t, seat, asking.SCROLL_TYPE, options, **work)) - start
        yield from gain_scroll(t, seat, kind)


def gain_scroll(t: Table, seat: int, kind: int) -> Steps:
    """The lowest number that one lacks; with an icon it leaves the game, and the tracker goes up."""
    number = t.next_scroll(seat, kind)
    if not number:
        return
    icons, left = t.icons_left[kind][number], t.scrolls_left[kind][number]
    icon = yield from draw(t, asking.SCROLL_DRAW, [left - icons, icons])
    t.scrolls_left[kind][number] -= 1
    t.icons_left[kind][number] -= icon
    t.log(SCROLL_GAINED, seat, number + 5 * kind, icon)
    if icon:
        yield from rage.step(t)
    else:
        t.seats[seat].scrolls[kind][number] = 1


def target(t: Table, seat: int, among: list[int], work: dict[str, int]) -> Steps:
    """Choose another Hero."""
    start = t.rules.start["target"]
    options = {start + (other - seat) % t.players - 1 for other in among}
    action = yield from ask(t, seat, asking.TARGET_HERO, options, **work)
    return (seat + action - start + 1) % t.players


def show(t: Table, owner: int, viewer: int, work: dict[str, int]) -> Steps:
    """Show a card of one's choice; no question, so no Cloak instead (ruling A4)."""
    start = t.rules.start
    names = {19: start["show_excalibur"], 20: start["show_cloak"]}
    options = {names.get(card, start["show_card"] + card - 1): card for card in t.hand(owner)}
    action = yield from ask(t, owner, asking.SHOW, set(options), **(work | {"target": viewer + 1}))
    yield from seen(t, owner, viewer, options[action], 0)


def seen(t: Table, owner: int, viewer: int, card: int, at_random: int) -> Steps:
    """A Hero sees a card of another's hand."""
    t.log(SEEN, viewer, 1 + owner, at_random, card, 1 << viewer | 1 << owner)
    t.seats[owner].shown[card] |= 1 << viewer
    t.sees(viewer, card)
    yield from shown(t, owner)


def shown(t: Table, owner: int) -> Steps:
    """Perseus gains whenever he shows a card."""
    if t.seats[owner].hero == PERSEUS:
        start = t.rules.start["take"]
        options = {start + good for good in (COIN, MANA) if t.supply[good]}
        if options and not (yield from rage.ongoing_cancelled(t, owner)):
            t.gain(owner, (yield from ask(t, owner, asking.GOODS, options, flag=1)) - start, 1)


def show_someone(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """Show a card of one's own to a Hero of one's choice."""
    if t.hand(seat):
        viewer = yield from target(t, seat, others(t, seat), work)
        yield from show(t, seat, viewer, work)


def be_shown(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """A Hero shows one of its cards."""
    if with_cards(t, seat):
        owner = yield from target(t, seat, with_cards(t, seat), work)
        yield from show(t, owner, seat, work)


def see_random(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """A random card of a Hero's hand."""
    if with_cards(t, seat):
        owner = yield from target(t, seat, with_cards(t, seat), work)
        yield from random_card(t, owner, seat)


def random_card(t: Table, owner: int, seat: int) -> Steps:
    """See it; its owner learns which."""
    hand = t.hand(owner)
    card = 1 + (yield from draw(t, asking.HAND_DRAW, [1 if card in hand else 0 for card in range(1, 21)]))
    yield from seen(t, owner, seat, card, 1)


def give(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """1 Coin or 1 Mana to the Hero furthest back."""
    start = t.rules.start["take"]
    options = {start + good for good in (COIN, MANA) if t.seats[seat].goods[good]}
    if options:
        to = t.furthest_back(others(t, seat))
        good = (yield from ask(t, seat, asking.GOODS, options, **work)) - start
        t.seats[seat].goods[good] -= 1
        t.seats[to].goods[good] += 1
        t.log(GOODS_TAKEN, to, 1 + good, 1 + seat)


def look_under(t: Table, seat: int) -> Steps:
    """A facedown card under an Oracle, one that one hasn't looked at (ruling A17)."""
    start, own = t.rules.start["oracle_space"], t.seats[seat]
    options = {start + oracle - 1 for oracle in oracles_to_look(t, seat)}
    if not options:
        return
    oracle = (yield from ask(t, seat, asking.ORACLE_SPACE, options)) - start + 1
    here = [card for card in t.cards if t.where[card] == 1 + oracle and not t.open_at[card] and not own.saw[card]]
    card = 1 + (yield from draw(t, asking.UNDER_DRAW, [1 if card in here else 0 for card in range(1, 21)]))
    own.saw[card] = 1
    own.looks[oracle] += 1
    t.viewers[oracle] |= 1 << seat
    t.log(LOOKED, seat, oracle, 0, card, 1 << seat)
    t.sees(seat, card)


def look_at_realm(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """A Hero's Realm tile; what is written down isn't to be looked at."""
    if t.numbers["realm_written"]:
        return
    whose = yield from target(t, seat, others(t, seat), work)
    other = t.seats[whose]
    other.realm_seen |= 1 << seat
    other.realm_viewers |= 1 << seat
    t.log(REALM_IS, whose, 0, 1 + seat, other.realm, 1 << seat | 1 << whose)


def move_tile(t: Table, seat: int, work: dict[str, int]) -> Steps:
    """Move one topmost tile that isn't locked."""
    options = tile_moves(t)
    if options:
        n = (yield from ask(t, seat, asking.TILE_MOVE, options, **work)) - t.rules.start["move_tile"]
        tile_moved(t, seat, n // 5 + 1, n % 5 + 1)


def tile_moved(t: Table, seat: int, source: int, goal: int) -> None:
    """From a Realm to another."""
    clue = t.stacks[source].pop()
    t.stacks[goal].append(clue)
    t.log(TILE_PLACED, seat, clue, goal)
