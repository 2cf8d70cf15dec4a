"""What a seat may know, as one flat int8 vector of named blocks.

Seats are counted on from the observing one, which is 0, so that one policy fits every seat; those that aren't in the game are all
zero. A block is declared once in BLOCKS, with its size beside its meaning; the writers below fill them in that order.
"""

from __future__ import annotations

from ..core.columns import Block, slices
from ..core.jit import kernel
from ..core.wide import narrow, spread
from .hideout import arrows
from .layout import (
    ANSWERS,
    AT_ORACLE,
    BLANK,
    BY_CARD,
    BY_SCROLL,
    CARDS,
    CLUES,
    DECISIONS,
    DECKS,
    EFFECT,
    GOODS,
    HAND,
    HEROES,
    KINDS,
    LOCATIONS,
    MINIATURES,
    NPC,
    NUMBERS_OF_SCROLL,
    ORACLES,
    PLACES,
    QUESTION,
    REALMS,
    SEATS,
    SETUP,
    SLOTS,
    STOP,
    TILES,
    TRADE,
    WINDOW,
)
from .moves import criterion_of, rules_of
from .turn import free_space

ASKABLE = 2 * SLOTS
OTHERS = SEATS - 1
SEAT_COLUMNS = 30
REALM_COLUMNS = TILES + 4
BLOCKS = (
    Block("to_act", 1, "1 if this seat is to act."),
    Block("decision", DECISIONS, "One-hot: the decision that is pending, if this seat is to act."),
    Block(
        "work",
        9,
        "What the decision is about, if this seat is to act, as in INTERFACE.md: kind, deck, target (seats as 1 + how far on), "
        "first and second card or Realm, amount, flag, Clue tile drawn, trades left.",
    ),
    Block("own_hand", CARDS, "Own Oracle cards: Villains, Weapons (9 slots each), Excalibur, Cloak."),
    Block(
        "possible",
        CARDS * PLACES,
        "By card: 1 for each place where it may be, as far as one knows: envelope, Oracles 1 to 4, seats from one's own, gone.",
    ),
    Block("public", CARDS, "1 for each card whose place everyone knows."),
    Block("shown", CARDS * (SEATS - 1), "By own card: 1 for each other seat that it was shown to."),
    Block("lacks", SEATS * ASKABLE, "By seat: 1 for each Villain and Weapon that it has said not to have."),
    Block(
        "answers",
        ANSWERS * 6,
        "By answer: 1 + the seat that has one of the two, 1 + the seat that asked, the two cards, 1 if a card was shown, "
        "0: the Cloak, 1 if one doesn't know which.",
    ),
    Block("failed", SEATS * 3, "By failed Claim: 1 + the seat, Villain (10: Fire Magic), Weapon (10: Ice Magic)."),
    Block("heroes", SEATS * HEROES, "One-hot by seat: its Hero."),
    Block(
        "seats",
        SEATS * SEAT_COLUMNS,
        "By seat: in the game, Coins, Mana, Seeker cubes, Oracle cards in hand, Clue tiles in hand, power used, immune, "
        "advantage, found the Hideout, has claimed, won, 10 Scroll cards (Fire 1 to 5, Ice 1 to 5), spot on the Trail, "
        "place of arrival, place in order, Realm tile if known, tiles lost face down, Villain and Weapon claimed if "
        "known, items of the criterion.",
    ),
    Block("realm_viewers", SEATS * SEATS, "By seat: 1 for each seat that has looked at its Realm tile."),
    Block("third_hero", 3, "The Hero without a player: in the game, spot on the Trail, place of arrival."),
    Block("own_tiles", CLUES, "Own Clue tiles in hand, by kind."),
    Block("lost_tiles", CLUES, "Clue tiles that one saw go face down out of the game."),
    Block("unseen_tiles", CLUES, "Clue tiles that one hasn't seen, by kind."),
    Block("discarded_tiles", CLUES, "Clue tiles out of the game face up."),
    Block("realm", REALMS, "One-hot: the Realm that the Heroes are in."),
    Block("stops", LOCATIONS * 2, "By location of this Realm: its type, and whether a space is free."),
    Block(
        "realms",
        REALMS * REALM_COLUMNS,
        "By Realm: its Clue tiles, bottom first, how many, locked, cubes on it, arrows that point to it (active tiles).",
    ),
    Block("oracles", ORACLES * (1 + SEATS), "By Oracle: facedown cards, and by seat how many of them it has looked at."),
    Block(
        "rage", 5 + SEATS, "Tracker, storm, Excalibur cancelled the Rage card, Hideout, Clue tiles in the pile; who ignores it."
    ),
    Block("rage_card", KINDS, "One-hot: the card on the Rage space."),
    Block("wrath_card", KINDS, "One-hot: the card on the Wrath space."),
    Block("die", BLANK, "One-hot: the face of the Oracle die, 1 to 5 and blank."),
    Block("criterion", BY_SCROLL, "One-hot: the Claim order criterion."),
    Block("supply", GOODS, "Coins, Mana, Seeker cubes in the supply."),
    Block("decks", DECKS * KINDS, "Cards left of each kind: Black Swan, Truthseeker, Rage."),
    Block("scrolls", 4 * NUMBERS_OF_SCROLL, "Scroll cards left, Fire and Ice, then those among them with an icon."),
)
SIZE = sum(block.size for block in BLOCKS)
SLICES = slices(BLOCKS)


# Constant places: with a running index the writers take four times as long.
_AT = {name: part.start for name, part in SLICES.items()}
TO_ACT, DECISION, WORK, OWN_HAND, POSSIBLE = (_AT[n] for n in ("to_act", "decision", "work", "own_hand", "possible"))
PUBLIC, SHOWN, LACKS, TOLD, FAILED = (_AT[n] for n in ("public", "shown", "lacks", "answers", "failed"))
HERO_AT, SEATS_AT, REALM_VIEWERS, THIRD, OWN_TILES = (
    _AT[n] for n in ("heroes", "seats", "realm_viewers", "third_hero", "own_tiles")
)
LOST_TILES, UNSEEN_TILES, DISCARDED_TILES = (_AT[n] for n in ("lost_tiles", "unseen_tiles", "discarded_tiles"))
REALM, STOPS, REALMS_AT, ORACLES_AT, RAGE = (_AT[n] for n in ("realm", "stops", "realms", "oracles", "rage"))
RAGE_CARD, WRATH_CARD, DIE, CRITERION = (_AT[n] for n in ("rage_card", "wrath_card", "die", "criterion"))
SUPPLY, DECKS_AT, SCROLLS = (_AT[n] for n in ("supply", "decks", "scrolls"))


@kernel
def observe(s, t, seat, out):
    """Fill `out`, int8, at least SIZE long, with what `seat` may know."""
    out[:SIZE] = 0
    heroes = int(rules_of(s, t).heroes)
    if s.to_act == seat:
        pending(s, t, seat, heroes, out)
    cards(s, seat, heroes, out)
    told(s, seat, heroes, out)
    for n in range(heroes):
        one_seat(s, seat, (seat + n) % heroes, n, heroes, out)
    tiles(s, t, seat, out)
    board(s, t, seat, heroes, out)
    piles(s, t, out)


@kernel
def away(seat, other, heroes):
    """How far on a seat is from the observing one."""
    return (other - seat) % heroes


@kernel
def pending(s, t, seat, heroes, out):
    """The decision that this seat is to take; nobody else is told of it."""
    f = s.stack[s.depth - 1]
    out[TO_ACT] = 1
    out[DECISION + s.decision - 1] = 1
    if f.what == SETUP:
        return
    out[WORK] = f.kind
    out[WORK + 1] = f.deck
    out[WORK + 2] = concerned(s, f, seat, heroes)
    out[WORK + 3] = f.first
    out[WORK + 4] = f.second
    out[WORK + 5] = f.amount
    out[WORK + 6] = f.flag if s.decision != WINDOW else 0
    out[WORK + 7] = s.tile if (s.tile_seen >> seat) & 1 else 0
    if s.decision == TRADE:
        out[WORK + 8] = rules_of(s, t).market_trades - f.amount


@kernel
def concerned(s, f, seat, heroes):
    """1 + how far on the other Hero is that the pending decision is about; 6: the third Hero is to be moved; 0: nobody."""
    if s.decision == STOP:
        return MINIATURES if f.target == NPC else 0
    if s.decision == WINDOW:
        below = s.stack[s.depth - 2]
        who = int(below.seat) if f.kind == BY_CARD else int(f.flag) - 1
        return 1 + away(seat, who, heroes) if who >= 0 else 0
    if f.target == 0 or f.target > heroes or not (f.what == QUESTION or f.what == EFFECT):
        return 0
    who = int(f.target) - 1
    return 1 + away(seat, int(f.seat) if who == seat else who, heroes)


@kernel
def cards(s, seat, heroes, out):
    """Where the Oracle cards are, as far as this seat knows."""
    me, all_seats = s.seats[seat], (1 << heroes) - 1
    hands = all_seats << HAND
    for card in range(CARDS):
        mask = int(me.possible[card + 1])
        # Hands from one's own on, so that each bit stands for its column.
        mask = (mask & ~hands) | (turned(mask >> HAND, seat, heroes, all_seats) << HAND)
        spread(mask >> 1, out, POSSIBLE + card * PLACES, PLACES)
        shown = turned(int(me.shown[card + 1]), seat, heroes, all_seats)
        spread(shown >> 1, out, SHOWN + card * OTHERS, OTHERS)
    narrow(me.hand, out, OWN_HAND, CARDS)
    for card in range(CARDS):
        out[PUBLIC + card] = s.open_at[card + 1] != 0
    for n in range(heroes):
        other = s.seats[(seat + n) % heroes]
        narrow(other.lacks, out, LACKS + n * ASKABLE, ASKABLE)


@kernel
def turned(mask, seat, heroes, all_seats):
    """Bits by seat become bits by how far on a seat is."""
    mask &= all_seats
    return ((mask >> seat) | (mask << (heroes - seat))) & all_seats


@kernel
def told(s, seat, heroes, out):
    """What answers and failed Claims have told."""
    me = s.seats[seat]
    for n in range(s.answer_count):
        note, row = s.answers[n], TOLD + 6 * n
        here = 1 << (HAND + note.target - 1)
        out[row] = 1 + away(seat, note.target - 1, heroes)
        out[row + 1] = 1 + away(seat, note.asker - 1, heroes)
        out[row + 2] = note.first
        out[row + 3] = note.second
        out[row + 4] = note.shown
        out[row + 5] = 1 if me.possible[note.first] != here and me.possible[note.second] != here else 0
    for n in range(s.failed_count):
        row = FAILED + 3 * n
        out[row] = 1 + away(seat, s.failed[n].seat - 1, heroes)
        out[row + 1] = s.failed[n].villain
        out[row + 2] = s.failed[n].weapon


@kernel
def one_seat(s, seat, other, n, heroes, out):
    """What is known of a seat, in row `n`."""
    me, row = s.seats[other], SEATS_AT + n * SEAT_COLUMNS
    if me.hero:
        out[HERO_AT + n * HEROES + me.hero - 1] = 1
    out[row] = 1
    for goods in range(GOODS):
        out[row + 1 + goods] = me.goods[goods]
    out[row + 4] = me.hand_size
    out[row + 5] = me.tile_count
    out[row + 6] = me.power_used
    out[row + 7] = me.immune
    out[row + 8] = me.advantage
    out[row + 9] = me.found
    out[row + 10] = me.claimed
    out[row + 11] = me.won
    for kind in range(2):
        for number in range(1, NUMBERS_OF_SCROLL + 1):
            out[row + 11 + NUMBERS_OF_SCROLL * kind + number] = me.scrolls[kind, number]
    out[row + 22] = s.spot[other]
    out[row + 23] = place_in(s.arrival, other)
    out[row + 24] = place_in(s.order, other)
    if (me.realm_seen >> seat) & 1:
        out[row + 25] = me.realm
    out[row + 26] = me.lost_count
    if (me.claim_seen >> seat) & 1:
        out[row + 27] = me.claim_villain
        out[row + 28] = me.claim_weapon
    out[row + 29] = criterion_of(s, other)
    viewers = turned(int(me.realm_viewers), seat, heroes, (1 << heroes) - 1)
    spread(viewers, out, REALM_VIEWERS + n * SEATS, SEATS)


@kernel
def place_in(row, who):
    """The place, from 1, of a miniature in an order; 0: none."""
    for n in range(row.shape[0]):
        if row[n] == who + 1:
            return n + 1
    return 0


@kernel
def tiles(s, t, seat, out):
    """Clue tiles, on the board and as far as this seat knows them off it."""
    me, rules = s.seats[seat], rules_of(s, t)
    if not rules.hideout:
        return
    narrow(me.tiles, out, OWN_TILES, CLUES)
    narrow(me.lost_tiles, out, LOST_TILES, CLUES)
    narrow(s.discarded_tiles, out, DISCARDED_TILES, CLUES)
    for kind in range(CLUES):
        gone = int(me.tiles[kind + 1]) + int(me.lost_tiles[kind + 1]) + int(s.discarded_tiles[kind + 1])
        out[UNSEEN_TILES + kind] = int(rules.clues[kind + 1]) - gone
    if s.tile and (s.tile_seen >> seat) & 1:
        out[UNSEEN_TILES + s.tile - 1] -= 1
    for realm in range(1, REALMS + 1):
        row = REALMS_AT + (realm - 1) * REALM_COLUMNS
        for n in range(s.height[realm]):
            out[row + n] = s.stacks[realm, n]
            out[UNSEEN_TILES + s.stacks[realm, n] - 1] -= 1
        out[row + TILES] = s.height[realm]
        out[row + TILES + 1] = s.locked[realm]
        out[row + TILES + 2] = s.lock_cubes[realm]
        out[row + TILES + 3] = arrows(s, realm)


@kernel
def board(s, t, seat, heroes, out):
    """The Realm that the Heroes are in, the third Hero of two players, the Oracles."""
    rules = rules_of(s, t)
    out[REALM + s.round_number - 1] = 1
    for stop in range(rules.locations[s.round_number]):
        out[STOPS + 2 * stop] = rules.board[s.round_number, stop]
        out[STOPS + 2 * stop + 1] = free_space(s, t, stop) >= 0
    if heroes == 2 and s.spot[NPC] < AT_ORACLE:  # from the Gates on it is gone (ruling 55)
        out[THIRD] = 1
        out[THIRD + 1] = s.spot[NPC]
        out[THIRD + 2] = place_in(s.arrival, NPC)
    for oracle in range(1, ORACLES + 1):
        row = ORACLES_AT + (oracle - 1) * (1 + SEATS)
        out[row] = s.face_down[oracle]
        for n in range(heroes):
            out[row + 1 + n] = s.seats[(seat + n) % heroes].looks[oracle]
    for n in range(heroes):
        out[RAGE + 5 + n] = (int(s.rage_ignored) >> ((seat + n) % heroes)) & 1


@kernel
def piles(s, t, out):
    """The tracker, cards in effect, the die, the criterion, and what is left of everything."""
    out[RAGE] = s.rage
    out[RAGE + 1] = s.storm
    out[RAGE + 2] = s.rage_cancelled
    out[RAGE + 3] = s.hideout
    out[RAGE + 4] = s.pile_size
    if s.rage_card:
        out[RAGE_CARD + s.rage_card - 1] = 1
    if s.wrath_card:
        out[WRATH_CARD + s.wrath_card - 1] = 1
    if s.die:
        out[DIE + s.die - 1] = 1
    if s.criterion:
        out[CRITERION + s.criterion - 1] = 1
    for goods in range(GOODS):
        out[SUPPLY + goods] = s.supply[goods]
    for deck in range(DECKS):
        for kind in range(1, KINDS + 1):
            out[DECKS_AT + deck * KINDS + kind - 1] = s.deck[deck, kind]
    for kind in range(2):
        for number in range(NUMBERS_OF_SCROLL):
            out[SCROLLS + kind * NUMBERS_OF_SCROLL + number] = s.scrolls_left[kind, number + 1]
            out[SCROLLS + (2 + kind) * NUMBERS_OF_SCROLL + number] = s.icons_left[kind, number + 1]
