"""What the seat to act may do: one function a decision, each filling the seat's legal set in the record."""

from ..core import bits
from ..core.jit import kernel
from . import actions
from .board_actions import (
    activation_cost,
    clues_of_colour,
    eliminate_clues,
    eliminate_clues_elsewhere,
    exonerate_evidence,
    lift_cost,
    raid_clues,
    ready_cost,
    ritual_favors,
)
from .cards import investigation_spot, playable, replaceable
from .layout import (
    ACTION,
    ALLIES,
    ALLY_PAYMENT,
    BREW_WINDOW,
    BREWS,
    CARD_TARGET,
    CARD_TO_DISCARD,
    CARD_TO_PLAY,
    CARD_TO_REVEAL,
    CLUE,
    CONVERSION,
    DISTRIBUTION,
    ENCHANTMENTS,
    FAMILIAR_USE,
    FAMILIARS,
    FAVOR,
    FIRST_PLACE,
    FOE_CARD,
    HUNTER,
    INVESTIGATION_TARGET,
    INVESTIGATIONS,
    KINDS,
    LOCATIONS,
    OPTION,
    PILE_CARD,
    PLACES,
    RAID_PAYMENT,
    REPLACEMENT,
    ROW,
    SECRET,
    SHORTAGE,
    SKILL_AGAIN,
    UPKEEP_EFFECT,
    VILLAGER_TARGET,
    VILLAGERS,
    WITCH,
)
from .moves import card_at, card_of, no_action, occupied, rules_of, suspects_left
from .ops import CHOOSE_CARD, END, MAY, OR, WHERE
from .places import complete, program_at
from .shortage import place_source, villager_source
from .tables import ON_ACTIVATE, ON_CONSUME, ON_EMPOWERED, ON_LIFT, ON_USE
from .targets import affordable, after_or, can_do, candidate, card_candidate, card_of_row, lives, may_stop
from .turn import allies_upkeep, effect_at, must_at
from .visit import asset_target, visit_pawns


@kernel
def fill(s, t):
    """Fill the legal set of the seat to act for the pending decision; the other seat's stays empty (ruling 56)."""
    no_action(s)
    words = s.seats[s.to_act].legal
    f = s.stack[s.depth - 1]
    decision = s.decision
    if decision == ACTION:
        action_phase(s, t, words)
    elif decision == DISTRIBUTION:
        distribution(s, t, f, words)
    elif decision == CONVERSION:
        bits.add(words, actions.CONVERT)
        bits.add(words, actions.DONE)
    elif decision == BREW_WINDOW:
        bits.add(words, actions.DONE)
    elif decision == SKILL_AGAIN:
        bits.add(words, actions.AGAIN)
        bits.add(words, actions.DONE)
    elif decision == CARD_TO_PLAY:
        card_to_play(s, t, f, words)
    elif decision == INVESTIGATION_TARGET:
        investigation_targets(s, t, words)
    elif decision == REPLACEMENT:
        replacements(s, t, f, words)
    elif decision == FAMILIAR_USE:
        familiars(s, t, f, words)
    elif decision == UPKEEP_EFFECT:
        upkeep_effects(s, t, words)
    elif decision == ALLY_PAYMENT:
        ally_payment(s, t, words)
    elif decision == CARD_TO_DISCARD or decision == CARD_TO_REVEAL:
        kinds(s.seats[s.to_act].hand, actions.CHOOSE_CARD, words)
    elif decision == VILLAGER_TARGET:
        villager_targets(s, t, f, words)
    elif decision == RAID_PAYMENT:
        raid_payment(s, t, f, words)
    elif decision == SHORTAGE:
        shortage(s, f, words)
    elif decision == OPTION:
        options(s, t, f, words)
    elif decision == CARD_TARGET:
        card_targets(s, t, f, words)
    elif decision == FOE_CARD:
        kinds(s.seats[1 - s.to_act].hand, actions.CHOOSE_FOE_CARD, words)
    elif decision == PILE_CARD:
        kinds(s.seats[s.to_act].discard, actions.CHOOSE_CARD, words)
    if s.may_consume:
        for row in range(ROW):
            brew = BREWS + row
            if complete(s, t, brew) and affordable(s, t, WITCH, card_at(s, t, brew).programs[ON_CONSUME], brew, 0, 0):
                bits.add(words, actions.CONSUME + row)


@kernel
def hangs_on_secrets(s):
    """Decisions whose options depend on a hand or on who the witch is are asked even with one option, so that
    no count of decisions depends on a secret (rulings 55, 72).
    """
    decision = s.decision
    if decision == ACTION or decision == CARD_TO_PLAY or decision == CARD_TO_DISCARD:
        return True
    return decision == FOE_CARD or decision == CARD_TO_REVEAL


# ---- the Action phase, in the rulebook's order ----------------------------------------------------------------------


@kernel
def action_phase(s, t, words):
    """All pawns must act; gaining Influence is always legal; a basic Play names its card (rulings 2, 61)."""
    seat = s.to_act
    rules = rules_of(s, t)
    if seat == WITCH and s.round_number == 1 and rules.pawns_first_turn > 0:
        first_turn(s, t, words)
        return
    me = s.seats[seat]
    for villager in range(1, rules.villagers + 1):
        v = s.villagers[villager]
        if v.eliminated:
            continue
        if not occupied(v):
            visits(s, t, seat, villager, words)
        elif v.pawns[seat] == 0 and v.tokens[SECRET if seat == WITCH else CLUE] >= ready_cost(s, t, seat):
            with_pawn(me, actions.READY + 2 * (villager - 1), words)
    with_pawn(me, actions.GAIN_INFLUENCE, words)
    if me.deck_size + me.discard_size > 0:
        with_pawn(me, actions.DRAW_CARD, words)
    for kind in range(1, rules.kind_count[seat] + 1):
        if me.hand[kind] > 0 and playable(s, t, seat, kind, 0):
            with_pawn(me, actions.PLAY + 2 * (kind - 1), words)
    if seat == WITCH:
        ritual(s, t, words)
    else:
        hunter_actions(s, t, words)


@kernel
def with_pawn(me, first, words):
    """Add an action for each kind of pawn that is left: regular, then familiar."""
    if me.pawns > 0:
        bits.add(words, first)
    if me.familiar_pawn > 0:
        bits.add(words, first + 1)


@kernel
def visits(s, t, seat, villager, words):
    """Visit a ready villager; with Lock-down it takes two pawns, one of them perhaps the familiar (ruling 51)."""
    me = s.seats[seat]
    first = actions.VISIT + 2 * (villager - 1)
    if me.pawns >= visit_pawns(s, t, seat, villager, 0):
        bits.add(words, first)
    if me.familiar_pawn > 0 and me.pawns >= visit_pawns(s, t, seat, villager, 1) - 1:
        bits.add(words, first + 1)


@kernel
def first_turn(s, t, words):
    """The Witch's first turn: visits to villagers of one faction, extra actions too (rulings 1, 52)."""
    rules = rules_of(s, t)
    for villager in range(1, rules.villagers + 1):
        same = s.first_faction == 0 or rules.village[villager].colour == s.first_faction
        if same and lives(s, t, villager) and not occupied(s.villagers[villager]):
            visits(s, t, WITCH, villager, words)
    if bits.count(words) == 0:  # a reduced village may have no second villager of that faction
        bits.add(words, actions.DONE)


@kernel
def ritual(s, t, words):
    """Perform Ritual: the true witch, ready, with at least 3 Favors (ruling 21)."""
    v = s.villagers[s.true_witch]
    if v.tokens[FAVOR] >= ritual_favors(s, t) and v.eliminated == 0 and not occupied(v):
        with_pawn(s.seats[WITCH], actions.RITUAL + 2 * (s.true_witch - 1), words)


@kernel
def hunter_actions(s, t, words):
    """Activate, Lift, Exonerate (not from an empty Suspect deck, ruling 53), Raid, Eliminate."""
    for row in range(ROW):
        location, enchantment = LOCATIONS + row, ENCHANTMENTS + row
        program = program_at(s, t, location, ON_ACTIVATE)
        if program and s.places[location].pawn == 0:
            if affordable(s, t, HUNTER, program, location, 0, activation_cost(s)):
                bits.add(words, actions.ACTIVATE + row)
        if s.places[enchantment].kind:
            if affordable(s, t, HUNTER, card_at(s, t, enchantment).programs[ON_LIFT], enchantment, 0, lift_cost(s)):
                bits.add(words, actions.LIFT + row)
    if s.seats[HUNTER].evidence >= exonerate_evidence(s, t) and suspects_left(s, t) > 0:
        bits.add(words, actions.EXONERATE)
    raids(s, t, words)
    eliminations(s, t, words)


@kernel
def raids(s, t, words):
    """Raid a ready villager that has something to lose, if its colour has the Clues (ruling 25)."""
    rules, price = rules_of(s, t), raid_clues(s, t)
    for colour in range(1, 4):
        if clues_of_colour(s, t, colour) < price:
            continue
        for villager in range(1, rules.villagers + 1):
            v = s.villagers[villager]
            if rules.village[villager].colour != colour or v.eliminated or occupied(v):
                continue
            if v.tokens[FAVOR] > 0:
                bits.add(words, actions.RAID + 2 * (villager - 1))
            if v.tokens[SECRET] > 0:
                bits.add(words, actions.RAID + 2 * (villager - 1) + 1)


@kernel
def eliminations(s, t, words):
    """Eliminate a ready villager with enough Clues while all other living ones have some, a held Suspect too (rulings 26, 44)."""
    rules, elsewhere = rules_of(s, t), eliminate_clues_elsewhere(s, t)
    lacking = 0  # living villagers without the Clues that all others need
    last = 0
    for villager in range(1, rules.villagers + 1):
        v = s.villagers[villager]
        if v.eliminated == 0 and v.tokens[CLUE] < elsewhere:
            lacking += 1
            last = villager
    if lacking > 1:
        return
    needed = eliminate_clues(s, t)
    for villager in range(1, rules.villagers + 1):
        v = s.villagers[villager]
        others_have = lacking == 0 or last == villager
        if others_have and v.eliminated == 0 and not occupied(v) and v.tokens[CLUE] >= needed:
            bits.add(words, actions.ELIMINATE + villager - 1)


# ---- decisions on the way -------------------------------------------------------------------------------------------


@kernel
def distribution(s, t, f, words):
    """Each asset goes to a living villager of the asset colour, or to a Brew, complete or not (rulings 12, 24)."""
    for villager in range(1, VILLAGERS + 1):
        if asset_target(s, t, f, villager):
            bits.add(words, actions.CHOOSE_VILLAGER + villager - 1)
    if f.seat == WITCH:
        for place in range(BREWS, BREWS + ROW):
            if s.places[place].kind:
                bits.add(words, actions.CHOOSE_PLACE + place - 1)


@kernel
def card_to_play(s, t, f, words):
    """Any card in hand that can be paid, or none (ruling 14)."""
    for kind in range(1, KINDS + 1):
        if s.seats[f.seat].hand[kind] > 0 and (f.card_type == 0 or card_of(s, t, f.seat, kind).type == f.card_type):
            if playable(s, t, f.seat, kind, f.amount):
                bits.add(words, actions.CHOOSE_CARD + kind - 1)
    bits.add(words, actions.DONE)


@kernel
def investigation_targets(s, t, words):
    for villager in range(1, VILLAGERS + 1):
        if investigation_spot(s, t, villager):
            bits.add(words, actions.CHOOSE_VILLAGER + villager - 1)


@kernel
def replacements(s, t, f, words):
    """Cards of the same type that may make room."""
    first = FIRST_PLACE[card_of(s, t, f.seat, f.holds).type]
    for place in range(first, first + rules_of(s, t).spots):
        if replaceable(s, place):
            bits.add(words, actions.CHOOSE_PLACE + place - 1)


@kernel
def familiars(s, t, f, words):
    """None, one, or one Empowered (ruling 65); one that is about the visited villager only on visits (ruling 19)."""
    bits.add(words, actions.DONE)
    for row in range(ROW):
        place = FAMILIARS + row
        use, empowered = program_at(s, t, place, ON_USE), program_at(s, t, place, ON_EMPOWERED)
        if use == 0 or (card_at(s, t, place).needs_visit and f.villager == 0):
            continue
        if affordable(s, t, WITCH, use, place, f.villager, 0):
            bits.add(words, actions.USE_FAMILIAR + 2 * row)
        if empowered and affordable(s, t, WITCH, empowered, place, f.villager, 0):
            bits.add(words, actions.USE_FAMILIAR + 2 * row + 1)


@kernel
def upkeep_effects(s, t, words):
    """Each usable effect once; done only when no doable "must" is left (ruling 62)."""
    done = True
    for place in range(1, INVESTIGATIONS + 1):
        if effect_at(s, t, s.to_act, place):
            bits.add(words, actions.USE + place - 1)
            done = done and not must_at(s, t, s.to_act, place)
    if done:
        bits.add(words, actions.DONE)


@kernel
def ally_payment(s, t, words):
    """Drop an Ally, or pay for all the rest if that can be paid (ruling 63)."""
    for row in range(ROW):
        if s.places[ALLIES + row].kind:
            bits.add(words, actions.DROP + row)
    if s.seats[HUNTER].influence >= allies_upkeep(s, t):
        bits.add(words, actions.PAY)


@kernel
def kinds(counts, first, words):
    """Each kind of which there is a card; `first` is the action of kind 1."""
    for kind in range(1, KINDS + 1):
        if counts[kind] > 0:
            bits.add(words, first + kind - 1)


@kernel
def villager_targets(s, t, f, words):
    for villager in range(1, VILLAGERS + 1):
        if candidate(s, t, f, villager):
            bits.add(words, actions.CHOOSE_VILLAGER + villager - 1)
    if may_stop(s, t, f):
        bits.add(words, actions.DONE)


@kernel
def card_targets(s, t, f, words):
    """Cards in play that a program may choose, or the chosen one to take a token more from."""
    row = t.code[f.pc]
    if row[0] == CHOOSE_CARD:
        for place in range(1, PLACES + 1):
            if card_candidate(s, t, f.seat, row, place):
                bits.add(words, actions.CHOOSE_PLACE + place - 1)
    else:
        bits.add(words, actions.CHOOSE_PLACE + card_of_row(f, row[WHERE]) - 1)
    if may_stop(s, t, f):
        bits.add(words, actions.DONE)


@kernel
def raid_payment(s, t, f, words):
    """Clues from any living villager of the raided one's colour, itself included."""
    rules = rules_of(s, t)
    colour = rules.village[f.villager].colour
    for villager in range(1, rules.villagers + 1):
        if rules.village[villager].colour == colour and s.villagers[villager].tokens[CLUE] > 0:
            bits.add(words, actions.CHOOSE_VILLAGER + villager - 1)


@kernel
def shortage(s, f, words):
    """Where a token may be moved from, or no move (ruling 66)."""
    for villager in range(1, VILLAGERS + 1):
        if villager_source(s, f, villager):
            bits.add(words, actions.CHOOSE_VILLAGER + villager - 1)
    for place in range(1, PLACES + 1):
        if place_source(s, f, place):
            bits.add(words, actions.CHOOSE_PLACE + place - 1)
    bits.add(words, actions.DONE)


@kernel
def options(s, t, f, words):
    """Each alternative that can do something (ruling 68); of a "you may", going on or not."""
    if t.code[f.pc, 0] == MAY:
        bits.add(words, actions.CHOOSE_OPTION)
        bits.add(words, actions.DONE)
        return
    if can_do(s, t, f.seat, f.pc + 1, OR, f.target, f.card, f.place):
        bits.add(words, actions.CHOOSE_OPTION)
    if can_do(s, t, f.seat, after_or(t, f.pc), END, f.target, f.card, f.place):
        bits.add(words, actions.CHOOSE_OPTION + 1)
