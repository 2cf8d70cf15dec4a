"""Setup, steps 4 to 13 (page 7 of the rulebook is missing: what it says is ours, see README.md)."""

from ..core import chance
from ..core.jit import kernel
from . import actions
from .knowledge import begin, see_hand
from .layout import (
    AT_ORACLE,
    CARDS,
    CLUES,
    COIN,
    CRITERION_IS,
    CRITERION_ROLL,
    DEALT,
    DECKS,
    DRAFT,
    ENVELOPE,
    GAME,
    HAND,
    HERO_DEAL,
    HERO_IS,
    KINDS,
    MANA,
    MINIATURES,
    NPC,
    NUMBERS_OF_SCROLL,
    ORACLE_DEAL,
    ORACLES,
    ORDER_DRAW,
    ORDER_IS,
    REALM_CHOICE,
    REALM_DEAL,
    REALM_IS,
    ROLL,
    SEEKER,
    SETUP,
    TILE_DRAW,
    TILE_DRAWN,
    UNDER,
)
from .luck import ask_chance, drawn
from .moves import ask, gain, note, note_private, pop, push, rules_of

(DEAL, DEALING, REALM, REALM_DEALT, TILES, TILE_DEALT, CRITERION, CRITERION_SET, ORDER, ORDERED, HERO, HERO_SET, LAST) = range(13)


@kernel
def start(s, t, seed):
    """The box as it is put on the table; `s` is a zeroed record with its ruleset's row."""
    rules = rules_of(s, t)
    chance.seed(s, seed)
    for seat in range(rules.heroes):
        s.seats[seat].key[0] = seat + 1
    s.supply[COIN] = rules.supply_coin
    s.supply[MANA] = rules.supply_mana
    s.supply[SEEKER] = rules.supply_seeker
    for deck in range(DECKS):
        for kind in range(1, KINDS + 1):
            s.deck[deck, kind] = rules.cards[deck, kind].copies
    for kind in range(2):
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            s.scrolls_left[kind, number] = rules.scroll_copies[number]
            s.icons_left[kind, number] = rules.scroll_icons[number]
    if rules.hideout:
        for kind in range(1, CLUES + 1):
            s.pile[kind] = rules.clues[kind]
            s.pile_size += rules.clues[kind]
    s.rage = rules.rage_start
    s.round_number = 1
    for m in range(MINIATURES):  # those that aren't in the game stand nowhere
        s.spot[m] = AT_ORACLE
    for seat in range(rules.heroes):
        gain(s, seat, COIN, rules.start_coin)
        gain(s, seat, MANA, rules.start_mana)
        gain(s, seat, SEEKER, rules.start_seeker)
    push(s, GAME, 0)
    push(s, SETUP, 0)


@kernel
def miniatures(rules):
    """Miniatures on the Trail: with two players a third Hero stands in their way."""
    return 3 if rules.heroes == 2 else int(rules.heroes)


@kernel
def cards_under(rules, oracle):
    """Oracle cards under an Oracle at setup (step 5, and one more in the middle with an additional pair)."""
    count = 1
    if rules.heroes == 5 and (oracle == 1 or oracle == 4):
        count = 2
    if rules.heroes == 2 and oracle == 4:
        count = 2
    if rules.villains == 9 and (oracle == 2 or oracle == 3):
        count += 1
    return count


@kernel
def destination(rules, n):
    """Where the n-th card dealt goes: the envelope twice, then under the Oracles, then to the Heroes in turn."""
    if n < 2:
        return ENVELOPE
    n -= 2
    for oracle in range(1, ORACLES + 1):
        if n < cards_under(rules, oracle):
            return UNDER + oracle
        n -= cards_under(rules, oracle)
    return HAND + n % rules.heroes


@kernel
def cards_in_game(rules):
    return int(rules.villains) + int(rules.weapons) + (2 if rules.heroes > 2 else 1)


@kernel
def set_up(s, t, f):
    """One step of setup; each part goes on until the cursor has been round."""
    rules = rules_of(s, t)
    if f.step <= DEALING:
        deal_oracle_cards(s, t, rules, f)
    elif f.step <= REALM_DEALT:
        deal_realm(s, rules, f)
    elif f.step <= TILE_DEALT:
        deal_tile(s, rules, f)
    elif f.step == CRITERION:
        f.step = CRITERION_SET
        ask_chance(s, CRITERION_ROLL)
    elif f.step == CRITERION_SET:
        s.criterion = drawn(s)
        note(s, CRITERION_IS, 0, s.criterion, 0)
        f.step = ORDER
    elif f.step <= ORDERED:
        starting_order(s, rules, f)
    elif f.step <= HERO_SET:
        deal_hero(s, rules, f)
    else:
        pop(s)
        push(s, ROLL, 0)


@kernel
def deal_oracle_cards(s, t, rules, f):
    """Steps 4 to 6: the envelope, the Oracles, the hands; each seat looks at its own."""
    if f.step == DEAL:
        if f.cursor == cards_in_game(rules):
            f.cursor = 0
            f.step = REALM
            for seat in range(rules.heroes):
                begin(s, t, seat)
                for card in range(1, CARDS + 1):
                    if s.seats[seat].hand[card]:
                        note_private(s, DEALT, seat, 0, 0, card, 1 << seat)
            for seat in range(rules.heroes):
                see_hand(s, t, seat)
            return
        f.kind = f.cursor + 1 if f.cursor < 2 else 3
        f.step = DEALING
        ask_chance(s, ORACLE_DEAL)
        return
    f.step = DEAL
    card, place = drawn(s), destination(rules, f.cursor)
    f.cursor += 1
    s.where[card] = place
    s.room[place] += 1
    if place >= HAND:
        s.seats[place - HAND].hand[card] = 1
        s.seats[place - HAND].hand_size += 1
    elif place != ENVELOPE:
        s.face_down[place - UNDER] += 1


@kernel
def deal_realm(s, rules, f):
    """Step 8: a Realm tile each, or a Realm written down (harder option)."""
    if f.step == REALM_DEALT:
        f.step = REALM
        seat = f.cursor
        realm = s.answer - actions.WRITE_REALM + 1 if rules.realm_written else drawn(s)
        s.answer = 0
        f.cursor += 1
        s.seats[seat].realm = realm
        s.seats[seat].realm_seen = 1 << seat
        note_private(s, REALM_IS, seat, 0, 0, realm, 1 << seat)
    elif f.cursor == rules.heroes or not rules.hideout:
        f.cursor = 0
        f.step = TILES
    else:
        f.step = REALM_DEALT
        if rules.realm_written:
            ask(s, f.cursor, REALM_CHOICE)
        else:
            ask_chance(s, REALM_DEAL)


@kernel
def deal_tile(s, rules, f):
    """Step 8: Clue tiles to the hands."""
    if f.step == TILE_DEALT:
        f.step = TILES
        tile_to_hand(s, f.cursor % rules.heroes, drawn(s))
        f.cursor += 1
    elif f.cursor == rules.heroes * rules.start_tiles or s.pile_size == 0:
        f.cursor = 0
        f.step = CRITERION
    else:
        f.step = TILE_DEALT
        ask_chance(s, TILE_DRAW)


@kernel
def tile_to_hand(s, seat, kind):
    """A Clue tile goes from the pile to a hand; its kind is for that seat alone."""
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.seats[seat].tiles[kind] += 1
    s.seats[seat].tile_count += 1
    note_private(s, TILE_DRAWN, seat, 0, 0, kind, 1 << seat)


@kernel
def starting_order(s, rules, f):
    """Step 13: the first in order starts furthest back, a Hero without a player last (rulings 1, 55)."""
    if f.step == ORDERED:
        f.step = ORDER
        seat = drawn(s) - 1
        f.passed &= ~(1 << seat)
        s.order[f.cursor] = seat + 1
        s.spot[seat] = f.cursor - miniatures(rules)
        note(s, ORDER_IS, seat, f.cursor + 1, 0)
        f.cursor += 1
        return
    if f.cursor == 0:
        f.passed = (1 << int(rules.heroes)) - 1
    if f.cursor == rules.heroes:
        if rules.heroes == 2:
            s.spot[NPC] = -1
        f.cursor = 0
        f.step = HERO
        return
    f.step = ORDERED
    ask_chance(s, ORDER_DRAW)


@kernel
def deal_hero(s, rules, f):
    """Step 7: a Hero each, dealt or picked in starting order."""
    if f.step == HERO_SET:
        f.step = HERO
        seat = s.order[f.cursor] - 1
        hero = s.answer - actions.PICK_HERO + 1 if rules.hero_draft else drawn(s)
        s.answer = 0
        s.seats[seat].hero = hero
        note(s, HERO_IS, seat, hero, 0)
        f.cursor += 1
    elif f.cursor == rules.heroes:
        f.step = LAST
    else:
        f.step = HERO_SET
        if rules.hero_draft:
            ask(s, s.order[f.cursor] - 1, DRAFT)
        else:
            ask_chance(s, HERO_DEAL)
