"""Witch's Rage: the tracker, Rage cards, the Wrath; and Excalibur, which brings it (rulings 18 to 24, 46 to 48)."""

from ..core.jit import kernel
from . import actions
from .effects import losses
from .heroes import use_power
from .hideout import discard_unlocked
from .knowledge import move_card, open_card
from .layout import (
    BILLY,
    BY_ONGOING,
    BY_RAGE_CARD,
    BY_STEP,
    CANCELLED,
    CARD_DRAW,
    EXCALIBUR,
    EXCALIBUR_GONE,
    GONE,
    MERLIN,
    PALACE,
    RAGE,
    RAGE_CARD,
    RAGE_IS,
    USE_POWER,
    WINDOW,
)
from .luck import ask_chance, drawn
from .moves import ask, ignores_rage, note, pop, push, rules_of, was_cancelled, window
from .tables import DISCARD_TILES, NO_POWERS

(DRAW, DRAWN, SHOWN, MERLIN_ASKED, MERLIN_USED, EFFECT, BILLY_IGNORES) = range(7)


@kernel
def raise_rage(s, t, f):
    """The tracker goes up, step by step; each step may draw a card, and the last one sends all to the Palace (rulings 18, 22)."""
    rules = rules_of(s, t)
    if f.step == 0:
        if f.amount == 0 or s.rage >= rules.rage_end:
            pop(s)
            return
        f.step = 1
        window(s, t, BY_STEP, -1)
        return
    f.step = 0
    f.amount -= 1
    if was_cancelled(s):
        return
    s.rage += 1
    if s.rage >= rules.rage_end:
        if s.round_number < PALACE:  # in the Palace it changes nothing (ruling A11)
            s.storm = 1
    elif rules.rage_draws[s.rage]:
        push(s, RAGE_CARD, 0).deck = RAGE


@kernel
def rage_card(s, t, f):
    """A Rage card on the Rage space, or with `flag` on the Wrath space for ever."""
    if f.step == DRAW:
        left = 0
        for kind in range(1, 17):
            left += s.deck[RAGE, kind]
        if left == 0:
            pop(s)
            return
        f.step = DRAWN
        ask_chance(s, CARD_DRAW)
    elif f.step == DRAWN:
        reveal(s, t, f)
    elif f.step == SHOWN:
        f.step = EFFECT
        if was_cancelled(s):  # it has still replaced the old one (ruling A6)
            s.rage_cancelled = 1
            pop(s)
        else:
            ask_merlin(s, t, f)
    elif f.step == MERLIN_ASKED:
        f.step = EFFECT
        if s.answer != actions.DONE:
            f.step = MERLIN_USED
            use_power(s, t, f.target - 1)
    elif f.step == MERLIN_USED:
        f.step = EFFECT
        if not was_cancelled(s):
            s.rage_ignored |= 1 << (f.target - 1)
    elif f.step == EFFECT and rules_of(s, t).excalibur_ongoing and spares_billy(s, t, f):
        f.step = BILLY_IGNORES
        window(s, t, BY_ONGOING, billy(s, t))
    elif f.step == EFFECT:
        take_effect(s, t, f, 1)
    else:
        spared = 0 if was_cancelled(s) else 1
        take_effect(s, t, f, spared)


@kernel
def reveal(s, t, f):
    """The card takes its space; without a Hideout one about it is ignored, and another is drawn."""
    f.kind = drawn(s)
    s.deck[RAGE, f.kind] -= 1
    note(s, RAGE_IS, 0, f.kind, f.flag)
    if rules_of(s, t).cards[RAGE, f.kind].hideout and not rules_of(s, t).hideout:
        f.step = DRAW
    elif f.flag:
        s.wrath_card = f.kind
        f.step = EFFECT
    else:
        s.rage_card = f.kind
        s.rage_cancelled = 0
        s.rage_ignored = 0
        f.step = SHOWN
        window(s, t, BY_RAGE_CARD, -1)


@kernel
def ask_merlin(s, t, f):
    """Merlin may ignore the card for as long as it is there, even one that forbids powers (rulings 42, A12)."""
    for seat in range(rules_of(s, t).heroes):
        barred = s.wrath_card and rules_of(s, t).cards[RAGE, s.wrath_card].effect == NO_POWERS
        if s.seats[seat].hero == MERLIN and not s.seats[seat].power_used and not barred:
            f.target = seat + 1
            f.step = MERLIN_ASKED
            ask(s, seat, USE_POWER)


@kernel
def billy(s, t):
    """The seat of Billy Goat Gruff; -1: nobody's."""
    for seat in range(rules_of(s, t).heroes):
        if s.seats[seat].hero == BILLY:
            return seat
    return -1


@kernel
def spares_billy(s, t, f):
    """Whether Billy Goat Gruff is about to ignore a card that takes something from every Hero at once."""
    effect = rules_of(s, t).cards[RAGE, f.kind].effect
    return not f.flag and billy(s, t) >= 0 and effect != DISCARD_TILES and effect < NO_POWERS


@kernel
def take_effect(s, t, f, spared):
    """An instant card has its effect on every Hero at once; what one ignores is one's own loss (ruling A12).

    `spared`: 0 if Excalibur has just cancelled that Billy Goat Gruff ignores it.
    """
    card, wrath = rules_of(s, t).cards[RAGE, f.kind], f.flag
    effect, amount = int(card.effect), int(card.amount)
    pop(s)
    if effect == DISCARD_TILES:
        discard_unlocked(s)
        return
    for seat in range(rules_of(s, t).heroes):
        if wrath or not ignores_rage(s, seat) or (not spared and s.seats[seat].hero == BILLY):
            losses(s, seat, effect, amount)


# ---- Excalibur ------------------------------------------------------------------------------------------------------


@kernel
def excalibur_window(s, t, f):
    """Whether the holder of Excalibur cancels what is about to happen; nobody else can tell that it was asked (ruling 46)."""
    if f.step == 1:
        f.step = 0
        if s.answer == actions.PLAY_EXCALIBUR:
            seat, kind = int(f.seat), int(f.kind)
            pop(s)
            s.cancelled = 1
            note(s, CANCELLED, seat, kind, 0)
            play_excalibur(s, t, seat)
            return
    mode = rules_of(s, t).windows
    while f.cursor < rules_of(s, t).heroes:
        seat = int(f.cursor)
        f.cursor += 1
        if f.flag != seat + 1 and (mode == 2 or s.seats[seat].hand[EXCALIBUR]):
            f.seat = seat
            f.sees = 1 << seat
            f.step = 1
            ask(s, seat, WINDOW)
            s.asked = 1 << seat
            return
    pop(s)


@kernel
def play_excalibur(s, t, seat):
    """Excalibur leaves the game, and a Rage card comes to the Wrath space."""
    open_card(s, t, EXCALIBUR)
    move_card(s, t, EXCALIBUR, GONE)
    note(s, EXCALIBUR_GONE, seat, 0, 0)
    wrath = push(s, RAGE_CARD, 0)
    wrath.deck = RAGE
    wrath.flag = 1
