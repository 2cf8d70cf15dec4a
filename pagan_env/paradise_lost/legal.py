"""What the seat to act may do: one function a decision, each filling the seat's legal set in the record."""

from ..core import bits
from ..core.jit import kernel
from . import actions
from .effects import may_return
from .gates import can_draw
from .heroes import can_look_under, has_power
from .hideout import may_lift, may_lock_free, may_move, may_place, may_seek
from .layout import (
    ADVANTAGE_CHOICE,
    ANSWER,
    ARENA,
    ASK,
    CARDS,
    CLOAK,
    COIN,
    COPY_LOCATION,
    DRAFT,
    EFFECT,
    EXCALIBUR,
    FIRE,
    FIRST_CARD,
    FREE_LOCK,
    GOODS_CHOICE,
    HEROES,
    ICE,
    LOCATIONS,
    MANA,
    NUMBERS_OF_SCROLL,
    ORACLE_CHOICE,
    ORACLES,
    PALACE,
    PLACE_TILE,
    REALM_CHOICE,
    REALMS,
    RESOLVE,
    RETURN_SCROLL,
    SCROLL_CHOICE,
    SECOND_CARD,
    SEEK,
    SEEKER,
    SHOW,
    SLOTS,
    STOP,
    TARGET_HERO,
    TILE_MOVE,
    TRADE,
    TYPE_CHOICE,
    USE_POWER,
    VILLAIN_CLAIM,
    WEAPON,
    WEAPON_CLAIM,
    WILDLAND,
    WINDOW,
)
from .locations import can_copy, may_trade
from .luck import hero_free
from .moves import complete, next_scroll, no_action, rules_of
from .questions import BARE, askable, last_askable, may_show, may_target, may_waive, payable
from .tables import LOOK_AT_REALM, SHOW_CARD
from .turn import may_stop


@kernel
def fill(s, t):
    """Fill the legal set of the seat to act for the pending decision; the others' stay empty."""
    no_action(s)
    words = s.seats[s.to_act].legal
    f, seat, decision = s.stack[s.depth - 1], int(s.to_act), s.decision
    if decision == STOP:
        stop(s, t, f, seat, words)
    elif decision == TRADE:
        trade(s, t, f, seat, words)
    elif decision == SEEK:
        seek(s, t, seat, words)
    elif decision == ASK:
        whom(s, t, f, seat, words)
    elif decision == FIRST_CARD or decision == SECOND_CARD:
        card_asked(s, t, f, decision, words)
    elif decision == ANSWER:
        answer(s, f, seat, words)
    elif decision == SHOW:
        show(s, seat, words)
    elif decision == WINDOW:
        bits.add(words, actions.DONE)
        if s.seats[seat].hand[EXCALIBUR]:
            bits.add(words, actions.PLAY_EXCALIBUR)
    elif decision == USE_POWER:
        bits.add(words, actions.DONE)
        bits.add(words, actions.SPECIAL)
    elif decision == RESOLVE:
        bits.add(words, actions.DONE)
        bits.add(words, actions.YES)
    elif decision == VILLAIN_CLAIM or decision == WEAPON_CLAIM:
        claim(s, t, seat, decision, words)
    elif decision == TARGET_HERO:
        target(s, t, f, seat, words)
    elif decision == GOODS_CHOICE:
        goods(s, f, seat, words)
    elif decision == SCROLL_CHOICE:
        scroll(s, f, seat, words)
    else:
        places_and_things(s, t, seat, decision, words)


@kernel
def places_and_things(s, t, seat, decision, words):
    """Decisions that choose among Realms, Oracles, Heroes and the like."""
    rules = rules_of(s, t)
    if decision == DRAFT:
        for hero in range(1, HEROES + 1):
            if hero_free(s, rules, hero):
                bits.add(words, actions.PICK_HERO + hero - 1)
    elif decision == COPY_LOCATION:
        for kind in range(ARENA, WILDLAND):
            if can_copy(s, t, seat, kind):
                bits.add(words, actions.COPY + kind - 1)
    elif decision == TYPE_CHOICE:
        for kind in range(2):
            if next_scroll(s, seat, kind):
                bits.add(words, actions.SCROLL_TYPE + kind)
    elif decision == ORACLE_CHOICE:
        for oracle in range(1, ORACLES + 1):
            if can_look_under(s, seat, oracle):
                bits.add(words, actions.ORACLE_SPACE + oracle - 1)
    elif decision == ADVANTAGE_CHOICE:
        bits.add(words, actions.ADVANTAGE)
        bits.add(words, actions.ADVANTAGE + 1)
        if can_draw(s, t, seat):
            bits.add(words, actions.ADVANTAGE + 2)
    else:
        realms(s, decision, words)


@kernel
def realms(s, decision, words):
    """A Realm for a tile, a lock or a note; a tile that moves from one to another."""
    for realm in range(1, REALMS + 1):
        if decision == REALM_CHOICE:
            bits.add(words, actions.WRITE_REALM + realm - 1)
        elif decision == PLACE_TILE and may_place(s, realm):
            bits.add(words, actions.PLACE + realm - 1)
        elif decision == FREE_LOCK and may_lift(s, realm):
            bits.add(words, actions.LOCK + realm - 1)
        elif decision == TILE_MOVE:
            for to in range(1, REALMS + 1):
                if may_move(s, realm, to):
                    bits.add(words, actions.MOVE_TILE + (realm - 1) * REALMS + to - 1)


@kernel
def stop(s, t, f, seat, words):
    """Where to move, and powers of one's own turn; in the Palace done if no location can be had (ruling 49)."""
    who = int(f.target)
    for location in range(LOCATIONS):
        if may_stop(s, t, who, seat, location):
            bits.add(words, actions.MOVE + location)
    if s.round_number < PALACE:
        bits.add(words, actions.MOVE + actions.TO_ORACLE)
    elif bits.count(words) == 0:
        bits.add(words, actions.DONE)
    if who == seat:
        for which in range(2):
            if has_power(s, t, seat, which):
                bits.add(words, actions.SPECIAL + which)


@kernel
def trade(s, t, f, seat, words):
    """Trades, and done after the first."""
    for action in range(actions.EXCHANGE, actions.SEEK_DRAW):
        if may_trade(s, t, seat, action):
            bits.add(words, action)
    if f.amount > 0:
        bits.add(words, actions.DONE)


@kernel
def seek(s, t, seat, words):
    """Actions of seeking, or a pass."""
    bits.add(words, actions.DONE)
    for action in range(actions.SEEK_DRAW, actions.PLACE):
        if may_seek(s, t, seat, action):
            bits.add(words, action)
    if may_lock_free(s, t, seat):
        bits.add(words, actions.SPECIAL)


@kernel
def whom(s, t, f, seat, words):
    """Whom to question, or nobody."""
    heroes = int(rules_of(s, t).heroes)
    bits.add(words, actions.DONE)
    if may_waive(s, t, f):
        bits.add(words, actions.SPECIAL)
    if payable(s, t, f):
        for n in range(heroes - 1):
            if may_target(s, t, f, (seat + 1 + n) % heroes):
                bits.add(words, actions.TARGET + n)


@kernel
def card_asked(s, t, f, decision, words):
    """A Villain or Weapon of the game; the second after the first in order (ruling A2)."""
    last = last_askable(s, t)
    low, high = (int(f.first) + 1, last) if decision == SECOND_CARD else (1, last - 1)
    for card in range(low, high + 1):
        if askable(s, t, card):
            bits.add(words, actions.ASK_CARD + card - 1)


@kernel
def answer(s, f, seat, words):
    """A card asked about, or the Cloak instead; no without one; Excalibur in any case (rulings 35, A1)."""
    me, has = s.seats[seat], False
    for card in range(1, WEAPON + SLOTS + 1):
        if may_show(s, f, card):
            bits.add(words, actions.SHOW_CARD + card - 1)
            has = True
    if not has:
        bits.add(words, actions.DONE)
    elif me.hand[CLOAK] and f.flag & BARE == 0:
        bits.add(words, actions.SHOW_CLOAK)
    if me.hand[EXCALIBUR]:
        bits.add(words, actions.PLAY_EXCALIBUR)


@kernel
def show(s, seat, words):
    """Any Oracle card of one's own (ruling A4)."""
    me = s.seats[seat]
    for card in range(1, CARDS + 1):
        if me.hand[card]:
            if card == EXCALIBUR:
                bits.add(words, actions.SHOW_EXCALIBUR)
            elif card == CLOAK:
                bits.add(words, actions.SHOW_CLOAK)
            else:
                bits.add(words, actions.SHOW_CARD + card - 1)


@kernel
def target(s, t, f, seat, words):
    """Another Hero: for an effect about cards that it shows, one that has any."""
    heroes = int(rules_of(s, t).heroes)
    for n in range(heroes - 1):
        other = (seat + 1 + n) % heroes
        if f.kind == LOOK_AT_REALM or s.seats[other].hand_size > 0 or shows_own(f):
            bits.add(words, actions.TARGET + n)


@kernel
def shows_own(f):
    """Whether the effect shows a card of one's own, for which anyone will do."""
    return f.kind == SHOW_CARD


@kernel
def goods(s, f, seat, words):
    """A Coin or a Mana, of one's own to give (an effect) or of the supply."""
    for kind in (COIN, MANA):
        if (s.seats[seat].goods[kind] if f.what == EFFECT else s.supply[kind]) > 0:
            bits.add(words, actions.TAKE + kind)


@kernel
def scroll(s, f, seat, words):
    """A held Scroll card, to pay with or to return."""
    for kind in range(2):
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            if may_return(s, seat, kind, number, f.what == RETURN_SCROLL and f.flag == 1):
                bits.add(words, actions.SCROLL + 5 * kind + number - 1)


@kernel
def claim(s, t, seat, decision, words):
    """A Villain or a Weapon of the game; magic in place of one with a complete Scroll (rulings 50, 54)."""
    rules = rules_of(s, t)
    if decision == VILLAIN_CLAIM:
        for slot in range(rules.villains):
            bits.add(words, actions.CLAIM_VILLAIN + slot)
        if complete(s, seat, FIRE):
            bits.add(words, actions.CLAIM_VILLAIN + actions.MAGIC)
    else:
        for slot in range(rules.weapons):
            bits.add(words, actions.CLAIM_WEAPON + slot)
        if complete(s, seat, ICE):
            bits.add(words, actions.CLAIM_WEAPON + actions.MAGIC)


@kernel
def hangs_on_secrets(s, t):
    """Whether the options of the pending decision depend on what others can't see: it is asked even with one option."""
    decision = s.decision
    if decision == SEEK:
        me = s.seats[s.to_act]
        return me.tile_count > 0 and me.goods[SEEKER] >= rules_of(s, t).seek_cubes
    return decision == ANSWER or decision == SHOW or decision == WINDOW
