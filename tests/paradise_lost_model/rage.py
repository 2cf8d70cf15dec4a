"""Witch's Rage, Witch's Wrath, Excalibur and its windows, rolls."""

from __future__ import annotations

from . import asking
from .asking import Steps, ask, draw
from .rules import ABOUT_HIDEOUT, BILLY, COIN, EXCALIBUR, MANA, MERLIN, RAGE_DECK, SEEKER, Card
from .table import Table

ORDER_IS, DIE_IS, RAGE_IS, CANCELLED, TILE_LOST, EXCALIBUR_GONE = 5, 6, 10, 11, 14, 20
BY_CARD, BY_STEP, BY_RAGE_CARD, BY_DIE, BY_SEEKING, BY_POWER, BY_PLACING, BY_CLOAK, BY_ONGOING = range(1, 10)


def window(t: Table, kind: int, chooser: int = -1, **work: int) -> Steps:
    """Excalibur's holder may cancel what is about to take place; True if it does."""
    if not t.numbers["windows"] or t.open_at[EXCALIBUR]:
        return False
    seats = [t.holder()] if t.numbers["windows"] == 1 else list(range(t.players))
    play = t.rules.start["play_excalibur"]
    for seat in seats:
        if seat in (-1, chooser):
            continue
        options = {0, play} if seat == t.holder() else {0}
        about = {"kind": kind, "target": chooser + 1} | work
        if (yield from ask(t, seat, asking.WINDOW, options, **about)) == play:
            yield from excalibur(t, seat, kind)
            return True
    return False


def excalibur(t: Table, seat: int, kind: int) -> Steps:
    """A Hero plays it: what it cancels, the card goes, the Wrath."""
    if kind:
        t.log(CANCELLED, seat, kind)
    t.excalibur_leaves()
    t.log(EXCALIBUR_GONE, seat)
    yield from wrath(t)


def ongoing_cancelled(t: Table, seat: int, deck: int = 0) -> Steps:
    """Whether Excalibur cancels one use of a Hero's ongoing power, under the flag."""
    return bool(t.numbers["excalibur_ongoing"]) and (yield from window(t, BY_ONGOING, seat, deck=deck))


def roll_die(t: Table) -> Steps:
    """Roll the Oracle die; the roll may be cancelled, and is made again."""
    while True:
        t.die = 1 + (yield from draw(t, asking.DIE_ROLL, t.rules.die[1:]))
        t.log(DIE_IS, a=t.die)
        if not (yield from window(t, BY_DIE)):
            return


def among_tied(t: Table, tied: list[int], place: int = 0) -> Steps:
    """One of those tied, by the die (ruling 51)."""
    while True:
        weights = [1 if seat in tied else 0 for seat in range(5)]
        chosen = yield from draw(t, asking.ORDER_DRAW, weights)
        if place:
            t.log(ORDER_IS, chosen, place, 1)
        if not (yield from window(t, BY_DIE)):
            return chosen


def power(t: Table, seat: int, deck: int = 0) -> Steps:
    """A Hero declares its power of once a game; False if it is cancelled."""
    t.seats[seat].power_used = 1
    return not (yield from window(t, BY_POWER, seat, deck=deck))


# ---- the tracker ------------------------------------------------------------------------------------------------------


def steps(t: Table, icons: int) -> Steps:
    """The tracker goes up step by step (ruling 18)."""
    for _ in range(icons):
        yield from step(t)


def step(t: Table) -> Steps:
    """One step: a card at some numbers, at the end of the track all go to the Palace (ruling 22)."""
    end = t.numbers["rage_end"]
    if t.rage >= end or t.storm:
        return
    if (yield from window(t, BY_STEP)):
        return
    t.rage += 1
    if t.rage == end:
        t.storm = 1 if t.realm < 5 else 0
    elif t.rage in t.rules.draws_at:
        yield from rage_card(t)


def draw_rage(t: Table, wrath: int = 0) -> Steps:
    """A Rage card; one about the Hideout is replaced where there is none. 0: the deck is empty."""
    while sum(t.decks[RAGE_DECK]):
        weights = [*t.decks[RAGE_DECK][1:]]
        weights += [0] * (16 - len(weights))
        kind = 1 + (yield from draw(t, asking.CARD_DRAW, weights))
        t.decks[RAGE_DECK][kind] -= 1
        t.log(RAGE_IS, a=kind, b=wrath)
        if t.numbers["hideout"] or t.kind(RAGE_DECK, kind).effect not in ABOUT_HIDEOUT:
            return kind
    return 0


def rage_card(t: Table) -> Steps:
    """Draw one onto the Rage space: cancelled by Excalibur, ignored by Merlin, or it happens."""
    kind = yield from draw_rage(t)
    if not kind:
        return
    t.rage_card, t.rage_cancelled, t.rage_ignored = kind, 0, 0
    if (yield from window(t, BY_RAGE_CARD, first=kind, deck=RAGE_DECK)):
        t.rage_cancelled = 1
        return
    special = t.rules.start["special"]
    for seat in range(t.players):
        own = t.seats[seat]
        # The card just drawn doesn't bar the power against itself (ruling A12).
        barred = t.wrath_card and t.kind(RAGE_DECK, t.wrath_card).effect == "no_powers"
        if own.hero == MERLIN and not own.power_used and not barred:
            wants = yield from ask(t, seat, asking.USE_POWER, {0, special}, kind=kind, deck=RAGE_DECK)
            if wants and (yield from power(t, seat, RAGE_DECK)):
                t.rage_ignored |= 1 << seat
    bound = [seat for seat in range(t.players) if not t.ignores(seat)]
    for seat in range(t.players):
        takes = t.kind(RAGE_DECK, kind).effect in ("lose_coin", "lose_mana", "lose_seeker", "return_highest_scroll")
        if takes and t.seats[seat].hero == BILLY and (yield from ongoing_cancelled(t, seat, RAGE_DECK)):
            bound = sorted([*bound, seat])
    yield from happens(t, kind, bound)


def wrath(t: Table) -> Steps:
    """Draw one onto the Wrath space; nobody ignores it."""
    kind = yield from draw_rage(t, 1)
    if not kind:
        return
    t.wrath_card = kind
    yield from happens(t, kind, list(range(t.players)))


def happens(t: Table, kind: int, heroes: list[int]) -> Steps:
    """An instant card, for each of those Heroes."""
    card = t.kind(RAGE_DECK, kind)
    if card.effect == "discard_tiles":
        discard_tiles(t)
    for seat in reversed(heroes):
        yield from one_hero(t, card, seat)
    yield from steps(t, card.icons)


def one_hero(t: Table, card: Card, seat: int) -> Steps:
    """What it does to one Hero."""
    if card.effect in ("lose_coin", "lose_mana", "lose_seeker"):
        t.lose(seat, {"lose_coin": COIN, "lose_mana": MANA, "lose_seeker": SEEKER}[card.effect], card.amount)
    elif card.effect == "return_highest_scroll":
        yield from return_highest(t, seat)


def return_highest(t: Table, seat: int) -> Steps:
    """The highest-numbered Scroll card, by choice if two tie."""
    own, start = t.seats[seat].scrolls, t.rules.start["scroll"]
    held = [(number, kind) for kind in range(2) for number in range(1, 6) if own[kind][number]]
    if held:
        highest = max(held)[0]
        options = {start + 5 * kind + number - 1 for number, kind in held if number == highest}
        action = yield from ask(t, seat, asking.SCROLL, options, flag=1)
        t.return_scroll(seat, (action - start) // 5, (action - start) % 5 + 1)


def discard_tiles(t: Table) -> None:
    """Every topmost Clue tile that isn't locked goes out of the game."""
    for realm in range(1, 6):
        if t.stacks[realm] and not t.locked[realm]:
            clue = t.stacks[realm].pop()
            t.discarded[clue] += 1
            t.log(TILE_LOST, 0, clue, realm)
