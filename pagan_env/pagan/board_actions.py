"""What an Action pawn does: one function an action, in the rulebook's order (Visiting, Common, Witch and Hunter Actions).

Ready, Raid, Eliminate and Ritual are no visits (ruling 16): they do none of the steps of visit.py.
"""

from ..core.jit import kernel
from . import actions
from .cards import play_card
from .layout import (
    CLUE,
    DRAW_CARDS,
    DRAW_SUSPECT,
    ELIMINATED,
    ENCHANTMENTS,
    EVIDENCE,
    FAMILIAR_ACTION,
    FAVOR,
    HUNTER,
    INNOCENTS_ELIMINATED,
    INVESTIGATIONS,
    LEAVE_PLAY,
    LOCATIONS,
    RAID,
    RAID_PAYMENT,
    SECRET,
    SUSPECTS_GATHERED,
    VILLAGERS,
    VISIT,
    WITCH,
    WITCH_ELIMINATED,
)
from .layout import RITUAL as RITUAL_ENDING
from .moves import (
    ask,
    empty,
    gain_influence,
    hand_back,
    note,
    pawn_to_board,
    pawn_to_villager,
    pawns_left,
    pop,
    push,
    rules_of,
    start,
    suspects_gathered,
    to_supply,
)
from .places import clear_place, modifier, program_at
from .tables import (
    ACTIVATE_INFLUENCE,
    ELIMINATE_CLUES,
    ELIMINATE_CLUES_ELSEWHERE,
    EXONERATE_EVIDENCE,
    HUNTER_READY_CLUES,
    LIFT_INFLUENCE,
    ON_ACTIVATE,
    ON_ELIMINATED,
    RAID_CLUES,
    RITUAL_FAVORS,
    WITCH_GAIN_INFLUENCE,
    WITCH_READY_SECRETS,
)
from .triggers import take_off, trigger
from .visit import visit_pawns


@kernel
def perform(s, t, seat, action):
    """Carry out an action of the Action phase; the blocks of actions.py stand in this order."""
    if action < actions.GAIN_INFLUENCE:
        number = action - actions.VISIT
        visit_villager(s, t, seat, number // 2 + 1, number & 1)
    elif action < actions.DRAW_CARD:
        board_pawn(s, seat, action - actions.GAIN_INFLUENCE)
        gain_influence(s, seat, max(0, rules_of(s, t).gain_influence + modifier(s, WITCH_GAIN_INFLUENCE + seat)))
    elif action < actions.PLAY:
        board_pawn(s, seat, action - actions.DRAW_CARD)
        push(s, DRAW_CARDS, seat).amount = 1
    elif action < actions.READY:
        number = action - actions.PLAY
        board_pawn(s, seat, number & 1)
        play_card(s, t, seat, number // 2 + 1, 0)
    elif action < actions.RITUAL:
        number = action - actions.READY
        board_pawn(s, seat, number & 1)
        ready_villager(s, t, seat, number // 2 + 1)
    elif action < actions.ACTIVATE:
        number = action - actions.RITUAL
        pawn_to_villager(s, seat, number // 2 + 1, number & 1)
        s.ending = RITUAL_ENDING
    elif action < actions.LIFT:
        activate_location(s, t, LOCATIONS + action - actions.ACTIVATE)
    elif action < actions.EXONERATE:
        lift_enchantment(s, ENCHANTMENTS + action - actions.LIFT)
    elif action < actions.RAID:
        exonerate_villager(s, t)
    elif action < actions.ELIMINATE:
        number = action - actions.RAID
        raid_villager(s, t, number // 2 + 1, number & 1)
    elif action < actions.CONSUME:
        eliminate_villager(s, t, action - actions.ELIMINATE + 1)
    else:  # DONE: nothing else is legal (only a reduced ruleset's first turn comes to that)
        while pawns_left(s.seats[seat]) > 0:
            pawn_to_board(s, seat, s.seats[seat].familiar_pawn)


@kernel
def board_pawn(s, seat, familiar):
    """Spend a pawn on a spot of the player board; a Familiar may augment the action afterwards (ruling 65)."""
    pawn_to_board(s, seat, familiar)
    if familiar:
        push(s, FAMILIAR_ACTION, seat)


@kernel
def visit_villager(s, t, seat, villager, familiar):
    """Visit a Villager: the pawns go on the villager, then the steps of visit.py."""
    regular = visit_pawns(s, t, seat, villager, familiar)
    if familiar:
        pawn_to_villager(s, seat, villager, 1)
        push(s, FAMILIAR_ACTION, seat).villager = villager
        regular -= 1
    for _ in range(regular):
        pawn_to_villager(s, seat, villager, 0)
    if s.round_number == 1 and seat == WITCH and rules_of(s, t).pawns_first_turn > 0:
        s.first_faction = rules_of(s, t).village[villager].colour
    f = push(s, VISIT, seat)
    f.villager = villager
    f.amount = (1 if regular else 0) | (2 if familiar else 0)


@kernel
def ready_cost(s, t, seat):
    """Own tokens that Ready a Villager takes off the villager."""
    more = modifier(s, WITCH_READY_SECRETS if seat == WITCH else HUNTER_READY_CLUES)
    return max(0, rules_of(s, t).ready_cost + more)


@kernel
def ready_villager(s, t, seat, villager):
    """Ready a Villager: pay an own token from that villager; all the opponent's pawns go home (rulings 4, 22)."""
    token = SECRET if seat == WITCH else CLUE
    take_off(s, t, villager, token, ready_cost(s, t, seat))
    hand_back(s, 1 - seat, villager)


@kernel
def activate_location(s, t, place):
    """Activate Location: the pawn goes on the card; its program starts with its cost (ruling 29)."""
    s.seats[HUNTER].pawns -= 1
    s.places[place].pawn = 1
    s.seats[HUNTER].influence -= activation_cost(s)
    start(s, HUNTER, program_at(s, t, place, ON_ACTIVATE), place, 0)


@kernel
def activation_cost(s):
    """Influence that activating a Location costs beside what its card says."""
    return max(0, modifier(s, ACTIVATE_INFLUENCE))


@kernel
def lift_cost(s):
    """Influence that lifting an Enchantment costs beside what its card says."""
    return max(0, modifier(s, LIFT_INFLUENCE))


@kernel
def lift_enchantment(s, place):
    """Lift Enchantment: pay its price, discard it, slide the others left (ruling 28)."""
    pawn_to_board(s, HUNTER, 0)
    s.seats[HUNTER].influence -= lift_cost(s)
    push(s, LEAVE_PLAY, HUNTER).place = place


@kernel
def exonerate_villager(s, t):
    """Exonerate Villager: pay Evidence, draw a Suspect in secret (ruling 27)."""
    pawn_to_board(s, HUNTER, 0)
    price = exonerate_evidence(s, t)
    s.seats[HUNTER].evidence -= price
    s.supply[EVIDENCE] += price
    push(s, DRAW_SUSPECT, HUNTER)


@kernel
def exonerate_evidence(s, t):
    """Evidence that Exonerate Villager costs."""
    return max(0, rules_of(s, t).exonerate_evidence + modifier(s, EXONERATE_EVIDENCE))


@kernel
def raid_villager(s, t, villager, all_secrets):
    """Raid Villager: the pawn goes on the villager; Clues of its colour pay for 1 Favor or all Secrets (ruling 25)."""
    pawn_to_villager(s, HUNTER, villager, 0)
    f = push(s, RAID, HUNTER)
    f.villager = villager
    f.flag = all_secrets
    f.amount = raid_clues(s, t)


@kernel
def raid_clues(s, t):
    """Clues that a Raid costs."""
    return max(0, rules_of(s, t).raid_clues + modifier(s, RAID_CLUES))


@kernel
def raid(s, t, f):
    """Pay Clue by Clue, then loot; no choice is asked when all Clues of the colour are needed."""
    if f.step == 1:
        f.step = 0
        f.amount -= 1
        take_off(s, t, s.answer - actions.CHOOSE_VILLAGER + 1, CLUE, 1)
    elif f.amount > 0:
        colour = rules_of(s, t).village[f.villager].colour
        if clues_of_colour(s, t, colour) > f.amount:
            ask(s, HUNTER, RAID_PAYMENT)
            f.step = 1
            return
        for villager in range(1, VILLAGERS + 1):
            if rules_of(s, t).village[villager].colour == colour:
                take_off(s, t, villager, CLUE, s.villagers[villager].tokens[CLUE])
        f.amount = 0
    else:
        villager, secrets = int(f.villager), f.flag
        pop(s)
        if secrets:
            take_off(s, t, villager, SECRET, s.villagers[villager].tokens[SECRET])
        else:
            take_off(s, t, villager, FAVOR, min(1, s.villagers[villager].tokens[FAVOR]))


@kernel
def clues_of_colour(s, t, colour):
    """Clues on the villagers of a colour (eliminated ones have none)."""
    total = 0
    for villager in range(1, VILLAGERS + 1):
        if rules_of(s, t).village[villager].colour == colour:
            total += s.villagers[villager].tokens[CLUE]
    return total


@kernel
def eliminate_villager(s, t, villager):
    """Eliminate Villager: the true witch loses at once; an innocent takes all Clues everywhere along (rulings 26, 39, 41, 45)."""
    pawn_to_board(s, HUNTER, 0)
    if villager == s.true_witch:
        s.ending = WITCH_ELIMINATED
        return
    s.villagers[villager].eliminated = 1
    s.innocents += 1
    note(s, ELIMINATED, HUNTER, villager, 0)
    empty(s, s.villagers[villager])
    if s.places[INVESTIGATIONS + villager].kind:
        clear_place(s, t, INVESTIGATIONS + villager)
    for other in range(1, VILLAGERS + 1):
        to_supply(s, s.villagers[other], CLUE, s.villagers[other].tokens[CLUE])
    trigger(s, t, ON_ELIMINATED, 0, 0)
    if s.innocents >= rules_of(s, t).innocents_to_lose:
        s.ending = INNOCENTS_ELIMINATED
    elif suspects_gathered(s, t) >= rules_of(s, t).suspects_to_win:
        s.ending = SUSPECTS_GATHERED


@kernel
def eliminate_clues(s, t):
    """Clues that the target of Eliminate Villager needs."""
    return max(0, rules_of(s, t).eliminate_clues + modifier(s, ELIMINATE_CLUES))


@kernel
def eliminate_clues_elsewhere(s, t):
    """Clues that every other living villager needs for it."""
    return max(0, rules_of(s, t).eliminate_clues_elsewhere + modifier(s, ELIMINATE_CLUES_ELSEWHERE))


@kernel
def ritual_favors(s, t):
    """Favors that the Ritual needs."""
    return max(0, rules_of(s, t).ritual_favors + modifier(s, RITUAL_FAVORS))
