"""What a seat may know, as rows: villagers, places, seats, the game, and cards outside play. Every row has the same columns.

The first rows stand at fixed places (VILLAGER_ROWS, PLACE_ROWS, SEAT_ROWS, GAME_ROW); from CARD_ROWS on, kinds of card that
the seat knows of in hands, decks and piles, as many as there are. A row whose first columns are all 0 is empty.
"""

from ..core.columns import Column, places
from ..core.jit import kernel
from .card_features import CARD_COLUMNS, CARD_WIDTH, MOST_SHOWN, PROGRAM_COLUMNS, write_card, write_program, write_rest
from .layout import (
    DECISIONS,
    GREEN,
    INVESTIGATIONS,
    KINDS,
    PLACES,
    SEATS,
    TOKENS,
    VILLAGERS,
    WITCH,
)
from .moves import card_at, card_of, owner_of, rules_of
from .observe import clip
from .ops import END
from .places import complete
from .tables import MOMENTS, ON_LIFT

VILLAGER_ROWS, PLACE_ROWS = 0, VILLAGERS
SEAT_ROWS = PLACE_ROWS + PLACES
GAME_ROW = SEAT_ROWS + SEATS
CARD_ROWS = GAME_ROW + 1
ENTITIES = CARD_ROWS + 50  # all kinds of both decks in the rulesets that ship; a caller may give fewer rows or more

COLUMNS = (
    Column("villager", "1 in a villager's row."),
    Column("place", "1 in the row of a place where a card lies."),
    Column("seat", "1 in a seat's row: first the observing seat's, then the other's."),
    Column("game", "1 in the game's row."),
    Column("card", "1 in the row of a kind of card outside play."),
    Column("own", "1 if it is the observing seat's."),
    Column("witch", "1 for the Witch's seat and her cards."),
    Column("number", "Number of the villager (1..9) or place (1..24); an Investigation lies at 15 + its villager.", PLACES),
    Column("kind", "Kind of the card, from 1 in the owner's list; game: of the card on its way.", KINDS),
    Column("clues", "Clues on a villager or card; game: in the supply.", 60),
    Column("secrets", "Secrets on a villager or card; game: in the supply.", 60),
    Column("favors", "Favors on a villager or card; game: in the supply.", 60),
    Column("first_own", "Tokens of a set's first kind on a villager or card; game: in the supply.", 60),
    Column("second_own", "The same for the second kind.", 60),
    Column("evidence", "Seat: Evidence gained; game: in the supply.", 60),
    Column("own_pawns", "Villager: Action pawns of the observing seat; own seat: regular pawns left.", 9),
    Column("foe_pawns", "Villager: Action pawns of the other seat; other seat: regular pawns left.", 9),
    Column("familiar_pawn", "1 if the familiar pawn is on the villager; in the seat's supply."),
    Column("red", "Villager: red faction; game: the faction that binds the Witch's first turn."),
    Column("blue", "The same for blue."),
    Column("green", "The same for green."),
    Column("assets", "Asset value of the villager.", 9),
    Column("assets_red", "1 if its assets go to red villagers."),
    Column("assets_blue", "1 if its assets go to blue villagers."),
    Column("assets_green", "1 if its assets go to green villagers."),
    Column("eliminated", "1 for an eliminated villager."),
    Column("true_witch", "1 for the true witch (Witch only)."),
    Column("suspect", "1 for a Suspect that the Hunter has drawn (Hunter only)."),
    Column("pawn", "1 for a Location spent by a pawn."),
    Column("used", "1 once a card's Upkeep effect was used."),
    Column("blank", "1 for a card whose text counts as blank."),
    Column("complete", "1 for a Brew that has all its Secrets."),
    Column("subject", "1 for the villager that the pending decision is about: the visited or raided one, or `here`."),
    Column("target", "1 for the villager chosen last by the running program."),
    Column("source", "1 for the card whose program is running; in a shortage, the Brew that gets the token."),
    Column("chosen", "1 for the card chosen last by the running program."),
    Column("in_hand", "Card: copies in the hand, of the other seat's those known for sure; seat: cards in hand.", MOST_SHOWN),
    Column("in_deck", "Card: own copies in the deck; seat: cards in the deck.", MOST_SHOWN),
    Column("in_discard", "Card: copies in the discard pile; seat: cards in it.", MOST_SHOWN),
    Column("revealed", "Card: copies permanently revealed.", MOST_SHOWN),
    Column("influence", "Influence of a seat.", MOST_SHOWN),
    Column("objective", "1 for a seat that has met its objective."),
    Column("board_pawns", "Action pawns of a seat on its player board, the familiar pawn included.", 9),
    Column("to_act", "1 for the seat to act."),
    Column("turn", "1 for the seat whose turn it is."),
    Column("round", "Game: round.", MOST_SHOWN),
    Column("rounds_left", "Game: rounds until the limit.", MOST_SHOWN),
    Column("innocents", "Game: innocents eliminated.", VILLAGERS),
    Column("suspects_drawn", "Game: Suspects that the Hunter has drawn.", VILLAGERS),
    Column("decision", "Game: number of the pending decision.", DECISIONS),
    Column("token", "Game: token that is being placed or moved (1 Clue, 2 Secret, 3 Favor, 4 and 5 of a set).", TOKENS),
    Column("amount", "Game: how many are still due, by decision as in INTERFACE.md.", MOST_SHOWN),
    Column("mark", "Game: the mark of the pending decision, as in INTERFACE.md."),
    Column("may_consume", "Game: 1 if a complete Brew may be consumed in this decision."),
    Column("left_out", "Game: kinds of card for which there were no rows.", MOST_SHOWN),
    *CARD_COLUMNS,
    # of a villager: its skill; of a card: all its programs but `lift`; of the game: what is left of the one that asks
    *PROGRAM_COLUMNS,
)
WIDTH = len(COLUMNS)
_AT = places(COLUMNS)
IS_VILLAGER, IS_PLACE, IS_SEAT, IS_GAME, IS_CARD = (_AT[name] for name in ("villager", "place", "seat", "game", "card"))
OWN, OF_WITCH, NUMBER, KIND = _AT["own"], _AT["witch"], _AT["number"], _AT["kind"]
CLUES, EVIDENCE, BLANK = _AT["clues"], _AT["evidence"], _AT["blank"]
REVEALED, OBJECTIVE = _AT["revealed"], _AT["objective"]
OWN_PAWNS, FOE_PAWNS, FAMILIAR_PAWN = _AT["own_pawns"], _AT["foe_pawns"], _AT["familiar_pawn"]
BEFORE_COLOUR, ASSETS, BEFORE_ASSET_COLOUR = _AT["red"] - 1, _AT["assets"], _AT["assets_red"] - 1
ELIMINATED, TRUE_WITCH, SUSPECT = _AT["eliminated"], _AT["true_witch"], _AT["suspect"]
SPENT, USED, COMPLETE = _AT["pawn"], _AT["used"], _AT["complete"]
SUBJECT, TARGET, SOURCE, CHOSEN = _AT["subject"], _AT["target"], _AT["source"], _AT["chosen"]
IN_HAND, IN_DECK, IN_DISCARD = _AT["in_hand"], _AT["in_deck"], _AT["in_discard"]
INFLUENCE, BOARD_PAWNS, TO_ACT, TURN = _AT["influence"], _AT["board_pawns"], _AT["to_act"], _AT["turn"]
ROUND, ROUNDS_LEFT, INNOCENTS, SUSPECTS = _AT["round"], _AT["rounds_left"], _AT["innocents"], _AT["suspects_drawn"]
DECISION, TOKEN, AMOUNT, MARK = _AT["decision"], _AT["token"], _AT["amount"], _AT["mark"]
MAY_CONSUME, LEFT_OUT = _AT["may_consume"], _AT["left_out"]
CARD_AT = _AT[CARD_COLUMNS[0].name]
PROGRAM_AT = CARD_AT + CARD_WIDTH


@kernel
def entities(s, t, seat, out):
    """Fill `out`, int8 (E, WIDTH) with E >= CARD_ROWS, with what `seat` may know."""
    out[:, :] = 0
    villager_rows(s, t, seat, out)
    place_rows(s, t, seat, out)
    for owner in range(SEATS):
        seat_row(s, seat, owner, out)
    game_row(s, t, out)
    pending(s, t, seat, out)
    card_rows(s, t, seat, out)


@kernel
def villager_rows(s, t, seat, out):
    rules = rules_of(s, t)
    for villager in range(1, rules.villagers + 1):
        v, known = s.villagers[villager], rules.village[villager]
        r = VILLAGER_ROWS + villager - 1
        out[r, IS_VILLAGER] = 1
        out[r, NUMBER] = villager
        for token in range(1, TOKENS):
            out[r, CLUES + token - 1] = v.tokens[token]
        out[r, OWN_PAWNS] = v.pawns[seat]
        out[r, FOE_PAWNS] = v.pawns[1 - seat]
        out[r, FAMILIAR_PAWN] = v.familiar_pawn
        out[r, BEFORE_COLOUR + known.colour] = 1
        out[r, ASSETS] = known.assets
        out[r, BEFORE_ASSET_COLOUR + known.asset_colour] = 1
        out[r, ELIMINATED] = v.eliminated
        if seat == WITCH:
            out[r, TRUE_WITCH] = 1 if s.true_witch == villager else 0
        else:
            out[r, SUSPECT] = s.suspects[villager]
        write_program(t, known.skill, END, out, r, PROGRAM_AT)


@kernel
def place_rows(s, t, seat, out):
    for place in range(1, PLACES + 1):
        p = s.places[place]
        if p.kind:
            r = PLACE_ROWS + place - 1
            out[r, IS_PLACE] = 1
            out[r, NUMBER] = place
            for token in range(1, TOKENS):
                out[r, CLUES + token - 1] = p.tokens[token]
            out[r, SPENT] = p.pawn
            out[r, USED] = p.used
            out[r, BLANK] = 1 if p.blank else 0
            if owner_of(place) == WITCH and place <= INVESTIGATIONS:
                out[r, COMPLETE] = 1 if card_at(s, t, place).secrets and complete(s, t, place) else 0
            whose_card(s, t, seat, owner_of(place), p.kind, out, r)


@kernel
def whose_card(s, t, seat, owner, kind, out, r):
    """The columns that say which card it is and what it does."""
    card = card_of(s, t, owner, kind)
    out[r, OWN] = 1 if owner == seat else 0
    out[r, OF_WITCH] = 1 if owner == WITCH else 0
    out[r, KIND] = kind
    write_card(t, seat, card, out, r, CARD_AT)
    for moment in range(len(MOMENTS)):
        if card.programs[moment] and moment != ON_LIFT:
            write_program(t, card.programs[moment], END, out, r, PROGRAM_AT)


@kernel
def seat_row(s, seat, owner, out):
    me = s.seats[owner]
    r = SEAT_ROWS + (0 if owner == seat else 1)
    out[r, IS_SEAT] = 1
    out[r, OWN] = 1 if owner == seat else 0
    out[r, OF_WITCH] = 1 if owner == WITCH else 0
    out[r, EVIDENCE] = me.evidence
    out[r, OWN_PAWNS if owner == seat else FOE_PAWNS] = me.pawns
    out[r, FAMILIAR_PAWN] = me.familiar_pawn
    out[r, IN_HAND] = clip(me.hand_size)
    out[r, IN_DECK] = clip(me.deck_size)
    out[r, IN_DISCARD] = clip(me.discard_size)
    out[r, INFLUENCE] = clip(me.influence)
    out[r, OBJECTIVE] = me.objective
    out[r, BOARD_PAWNS] = me.board_pawns + me.board_familiar_pawn
    out[r, TO_ACT] = 1 if s.to_act == owner else 0
    out[r, TURN] = 1 if s.turn == owner else 0


@kernel
def game_row(s, t, out):
    r = GAME_ROW
    out[r, IS_GAME] = 1
    for token in range(TOKENS):
        out[r, CLUES + token] = s.supply[token + 1]
    if 0 < s.first_faction <= GREEN:
        out[r, BEFORE_COLOUR + s.first_faction] = 1
    out[r, ROUND] = clip(s.round_number)
    out[r, ROUNDS_LEFT] = max(0, clip(int(rules_of(s, t).round_limit) - int(s.round_number)))
    out[r, INNOCENTS] = s.innocents
    out[r, SUSPECTS] = s.suspects_drawn


@kernel
def pending(s, t, seat, out):
    """What the pending decision is about: in the game's row, and as marks on villagers and places."""
    if not 0 < s.decision <= DECISIONS:
        return
    f = s.stack[s.depth - 1]
    out[GAME_ROW, DECISION] = s.decision
    out[GAME_ROW, TOKEN] = f.token
    out[GAME_ROW, AMOUNT] = clip(f.amount)
    out[GAME_ROW, MARK] = f.flag
    out[GAME_ROW, MAY_CONSUME] = s.may_consume
    write_rest(t, f.pc, out, GAME_ROW, PROGRAM_AT)
    if f.villager:
        out[VILLAGER_ROWS + f.villager - 1, SUBJECT] = 1
    if f.target:
        out[VILLAGER_ROWS + f.target - 1, TARGET] = 1
    if s.places[f.place].kind:
        out[PLACE_ROWS + f.place - 1, SOURCE] = 1
    if s.places[f.card].kind:
        out[PLACE_ROWS + f.card - 1, CHOSEN] = 1
    for depth in range(s.depth - 1, -1, -1):
        if s.stack[depth].holds:  # the last card that is on its way between hand and place or pile
            owner, kind = s.stack[depth].seat, s.stack[depth].holds
            out[GAME_ROW, OWN] = 1 if owner == seat else 0
            out[GAME_ROW, OF_WITCH] = 1 if owner == WITCH else 0
            out[GAME_ROW, KIND] = kind
            write_card(t, seat, card_of(s, t, owner, kind), out, GAME_ROW, CARD_AT)
            return


@kernel
def card_rows(s, t, seat, out):
    """Kinds in hands first, then those in decks and piles alone, so that too few rows leave out what matters least."""
    r = CARD_ROWS
    for held in range(1, -1, -1):
        for side in range(SEATS):
            owner = seat if side == 0 else 1 - seat
            for kind in range(1, KINDS + 1):
                hand, deck = s.seats[seat].foe_hand[kind], 0  # the other seat's: what is known of it
                if side == 0:
                    hand, deck = s.seats[seat].hand[kind], s.seats[seat].deck[kind]
                discard = s.seats[owner].discard[kind]
                revealed = s.seats[owner].revealed[kind]
                if (hand > 0) == (held == 1) and hand + deck + discard + revealed > 0:
                    if r < out.shape[0]:
                        out[r, IS_CARD] = 1
                        out[r, IN_HAND] = clip(hand)
                        out[r, IN_DECK] = clip(deck)
                        out[r, IN_DISCARD] = clip(discard)
                        out[r, REVEALED] = clip(revealed)
                        whose_card(s, t, seat, owner, kind, out, r)
                    r += 1
    out[GAME_ROW, LEFT_OUT] = max(0, r - out.shape[0])
