"""Card programs: what each verb of ops.py does.

A program runs in a frame. Its controller is the owner of the card (for a villager's skill: the visitor; for a price, who
pays), so `gain` is always for that seat. A verb that needs a choice asks in step 0 and finds the answer in step 1.
"""

from ..core.jit import kernel
from . import actions
from .layout import (
    CARD_TARGET,
    CLUE,
    DISCARD_CARDS,
    DRAW_CARDS,
    EVIDENCE,
    EVIDENCE_GAINED,
    INVESTIGATIONS,
    OPTION,
    PLAY_FROM_HAND,
    PROGRAM,
    VILLAGER_TARGET,
    VILLAGERS,
    VISIT,
    WITCH,
)
from .moves import (
    ask,
    ask_or_consume,
    clear_place,
    from_supply,
    hand_back,
    in_play,
    moved,
    note,
    on_villagers,
    pop,
    push,
    return_to_hand,
    slide_enchantments,
    to_supply,
)
from .ops import (
    AMOUNT,
    ANY,
    CHOOSE_CARD,
    CHOOSE_VILLAGER,
    CHOSEN_CARD,
    DISCARD,
    DRAW,
    EACH,
    END,
    FILTER,
    GAIN_EVIDENCE,
    GAIN_INFLUENCE,
    IF,
    INVESTIGATION_HERE,
    MOVE,
    MOVE_CARD,
    OPTIONAL,
    OR,
    PAY_CARDS,
    PAY_CLUES,
    PAY_EVIDENCE,
    PAY_INFLUENCE,
    PLACE,
    PLAY_CARD,
    READY,
    REMOVE,
    REMOVE_CARD,
    RETURN_CARD,
    SKIP_SKILL,
    TOKEN,
    WHERE,
)
from .shortage import put_tokens
from .targets import after_or, any_candidate, any_card, begins_skill, can_do, card_candidate, lives, living, source_of


@kernel
def start(s, seat, pc, place, villager):
    """Put a program on the stack: its controller, first row, the card's place and the villager it is about (0: none)."""
    f = push(s, PROGRAM, seat)
    f.pc = pc
    f.place = place
    f.villager = villager


@kernel
def run_program(s, t, f):
    """Run the row at the frame's counter. Rows that take one go move the counter on here, the others do it themselves."""
    row = t.code[f.pc]
    op = row[0]
    if op == END or op == OR:  # falling into `or` means that the first alternative is done
        pop(s)
    elif op == PLAY_CARD:
        play_from_hand(s, t, f, row)
    elif op == PAY_CLUES:
        pay_clues(s, t, f, row)
    elif op == CHOOSE_VILLAGER:
        choose_villager(s, t, f, row)
    elif op == CHOOSE_CARD:
        choose_card(s, t, f, row)
    elif op == PLACE:
        place_tokens(s, t, f, row)
    elif op == REMOVE:
        remove_tokens(s, t, f, row)
    elif op == MOVE:
        move_tokens(s, t, f, row)
    elif op == MOVE_CARD:
        move_card(s, t, f)
    elif op <= SKIP_SKILL:
        f.pc += 1
        at_once(s, f, row)
    elif op == IF:
        f.pc += 1 if holds(s, f, row) else 2
    else:
        choose_either(s, t, f)


@kernel
def next_row(f):
    """A row that took several goes is done."""
    f.step = 0
    f.amount = 0
    f.pc += 1


@kernel
def at_once(s, f, row):
    """The verbs that ask nothing themselves."""
    op = row[0]
    if op == PAY_INFLUENCE:
        s.seats[f.seat].influence -= row[AMOUNT]
    elif op == PAY_CARDS:
        push(s, DISCARD_CARDS, f.seat).amount = row[AMOUNT]
    elif op == PAY_EVIDENCE:
        s.seats[f.seat].evidence -= row[AMOUNT]
        s.supply[EVIDENCE] += row[AMOUNT]
    elif op == GAIN_INFLUENCE:
        s.seats[1 - f.seat if row[OPTIONAL] else f.seat].influence += row[AMOUNT]
    elif op == GAIN_EVIDENCE:
        gain_evidence(s, f.seat, row[AMOUNT])
    elif op == DRAW:
        push(s, DRAW_CARDS, f.seat).amount = row[AMOUNT]
    elif op == DISCARD:
        push(s, DISCARD_CARDS, 1 - f.seat).amount = row[AMOUNT]
    elif op == READY:
        ready_target(s, f)
    elif op == REMOVE_CARD:
        remove_card(s, f)
    elif op == RETURN_CARD:
        if f.card:
            return_to_hand(s, f.card)
    elif op == SKIP_SKILL:
        skip_skill(s)


@kernel
def pay_clues(s, t, f, row):
    """pay N Clues from any villagers; no choice is asked when all Clues are needed"""
    if f.step == 0:
        f.amount = row[AMOUNT]
    else:
        to_supply(s, s.villagers[s.answer - actions.CHOOSE_VILLAGER + 1], CLUE, 1)
        f.amount -= 1
    if f.amount > 0 and on_villagers(s, CLUE) > f.amount:
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
        return
    if f.amount > 0:
        for villager in range(1, VILLAGERS + 1):
            to_supply(s, s.villagers[villager], CLUE, s.villagers[villager].tokens[CLUE])
    next_row(f)


# ---- Influence, Evidence and cards ----------------------------------------------------------------------------------


@kernel
def gain_evidence(s, seat, count):
    """gain N Evidence: what the supply holds; Evidence never moves (rulings 11, 66)"""
    gained = min(count, s.supply[EVIDENCE])
    s.supply[EVIDENCE] -= gained
    s.seats[seat].evidence += gained
    if gained:
        note(s, EVIDENCE_GAINED, seat, gained, 0)


@kernel
def play_from_hand(s, t, f, row):
    """play 1 card [at N less Influence]: which card, or none, is asked in any case (ruling 14)"""
    in_first_use = begins_skill(s, t, f)
    f.pc += 1
    play = push(s, PLAY_FROM_HAND, f.seat)
    play.amount = row[AMOUNT]
    play.flag = 1 if in_first_use and f.seat == WITCH else 0


# ---- villagers and tokens -------------------------------------------------------------------------------------------


@kernel
def choose_villager(s, t, f, row):
    """[may] choose a villager ...: sets the one target of the lines that follow (ruling 35). Declining ends it."""
    if f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
            return
        f.target = s.answer - actions.CHOOSE_VILLAGER + 1
        f.chosen |= 1 << f.target
        f.pc += 1
    elif any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.target = 0
        f.pc += 1


@kernel
def place_tokens(s, t, f, row):
    """place N tokens on here / the target / each villager / any villagers"""
    if row[WHERE] == ANY or row[WHERE] == EACH:
        spread_tokens(s, t, f, row)
        return
    f.pc += 1
    villager = source_of(f, row)
    if villager and lives(s, t, villager):
        put_tokens(s, f.seat, row[TOKEN], villager, 0, row[AMOUNT])


@kernel
def spread_tokens(s, t, f, row):
    """Place tokens one villager at a time; on each villager at once when the supply suffices (ruling 36)."""
    token, each = row[TOKEN], row[WHERE] == EACH
    if f.step == 0:
        f.amount = row[AMOUNT]
        f.chosen = 0
        f.step = 2
    elif f.step == 1:
        f.step = 2
        if s.answer == actions.DONE:
            f.amount = 0
            return
        villager = s.answer - actions.CHOOSE_VILLAGER + 1
        f.chosen |= 1 << villager
        f.amount -= 0 if each else 1
        put_tokens(s, f.seat, token, villager, 0, row[AMOUNT] if each else 1)
        return
    if each and f.chosen == 0 and s.supply[token] >= row[AMOUNT] * living(s, t):
        for villager in range(1, VILLAGERS + 1):
            if lives(s, t, villager):
                from_supply(s, s.villagers[villager], token, row[AMOUNT])
        f.amount = 0
    if f.amount > 0 and s.supply[token] + in_play(s, token) > 0 and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        next_row(f)


@kernel
def remove_tokens(s, t, f, row):
    """remove [up to] N tokens from here / the target / each villager / any villagers / the chosen card"""
    token, where = row[TOKEN], row[WHERE]
    if f.step == 0:
        f.amount = row[AMOUNT]
    elif s.answer == actions.DONE:
        f.amount = 0
    elif where == CHOSEN_CARD:
        to_supply(s, s.places[f.card], token, 1)
        f.amount -= 1
    else:
        to_supply(s, s.villagers[s.answer - actions.CHOOSE_VILLAGER + 1], token, 1)
        f.amount -= 1
    if where == EACH:
        for villager in range(1, VILLAGERS + 1):
            to_supply(s, s.villagers[villager], token, min(f.amount, s.villagers[villager].tokens[token]))
        f.amount = 0
    elif where != ANY and not row[OPTIONAL]:
        if where == CHOSEN_CARD:
            to_supply(s, s.places[f.card], token, min(f.amount, s.places[f.card].tokens[token]))
        else:
            villager = s.villagers[source_of(f, row)]
            to_supply(s, villager, token, min(f.amount, villager.tokens[token]))
        f.amount = 0
    f.step = 1
    if f.amount > 0 and where == CHOSEN_CARD and s.places[f.card].tokens[token] > 0:
        ask(s, f.seat, CARD_TARGET)
    elif f.amount > 0 and where != CHOSEN_CARD and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
    else:
        next_row(f)


@kernel
def move_tokens(s, t, f, row):
    """move [up to] N tokens from here / the target to other villagers, one at a time"""
    token, source = row[TOKEN], source_of(f, row)
    if f.step == 0:
        f.amount = row[AMOUNT]
    elif s.answer == actions.DONE:
        f.amount = 0
    else:
        s.villagers[source].tokens[token] -= 1
        s.villagers[s.answer - actions.CHOOSE_VILLAGER + 1].tokens[token] += 1
        f.amount -= 1
    if f.amount > 0 and s.villagers[source].tokens[token] > 0 and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        next_row(f)


@kernel
def ready_target(s, f):
    """ready the target: the opponent's pawns go back; as an effect it pays no token (ruling 54)"""
    if f.target:
        hand_back(s, 1 - f.seat, f.target)


# ---- cards in play --------------------------------------------------------------------------------------------------


@kernel
def choose_card(s, t, f, row):
    """[may] choose an Ally / ... / the Investigation here [with N tokens]: sets the chosen card; declining ends the program."""
    if row[FILTER] == INVESTIGATION_HERE:
        place = INVESTIGATIONS + f.villager
        f.card = place if f.villager and card_candidate(s, row, place) else 0
        f.pc += 1
    elif f.step == 1:
        f.step = 0
        if s.answer == actions.DONE:
            pop(s)
            return
        f.card = s.answer - actions.CHOOSE_PLACE + 1
        f.pc += 1
    elif any_card(s, t, row):
        ask(s, f.seat, CARD_TARGET)
        f.step = 1
    else:
        f.card = 0
        f.pc += 1


@kernel
def remove_card(s, f):
    """remove the chosen card: to its owner's discard pile"""
    if f.card:
        clear_place(s, f.card)
        slide_enchantments(s)
        f.card = 0


@kernel
def move_card(s, t, f):
    """move the chosen card to another villager: an Investigation, to a living one without, same side kept (ruling 31)"""
    if f.step == 1:
        f.step = 0
        to = INVESTIGATIONS + s.answer - actions.CHOOSE_VILLAGER + 1
        s.places[to].kind = s.places[f.card].kind
        s.places[f.card].kind = 0
        moved(s, f.card, to)
        f.pc += 1
    elif f.card and any_candidate(s, t, f):
        ask(s, f.seat, VILLAGER_TARGET)
        f.step = 1
    else:
        f.pc += 1


# ---- the course of things -------------------------------------------------------------------------------------------


@kernel
def skip_skill(s):
    """skip the skill: of the visit that is going on"""
    for depth in range(s.depth):
        if s.stack[depth].what == VISIT:
            s.stack[depth].flag = 1


@kernel
def holds(s, f, row):
    """if N tokens lie on here / the target, or none: whether the next line is done"""
    present = s.villagers[source_of(f, row)].tokens[row[TOKEN]]
    return present >= row[AMOUNT] if row[AMOUNT] else present == 0


@kernel
def choose_either(s, t, f):
    """either ... or ...: asked unless neither can do anything (ruling 68)"""
    if f.step == 1:
        f.step = 0
        f.pc = f.pc + 1 if s.answer == actions.CHOOSE_OPTION else after_or(t, f.pc)
    elif can_do(s, t, f.pc, END, f.target, f.card):
        if begins_skill(s, t, f):
            ask_or_consume(s, f.seat, OPTION)
        else:
            ask(s, f.seat, OPTION)
        f.step = 1
    else:
        pop(s)
