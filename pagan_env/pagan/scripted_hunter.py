"""The scripted Hunter: Clues and Evidence, raids and pawns against the Ritual, eliminations when the odds are good."""

from ..core.jit import kernel
from . import actions
from .board_actions import ready_cost
from .layout import (
    ACTION,
    BLUE,
    CLUE,
    DISTRIBUTION,
    ENCHANTMENTS,
    EVIDENCE,
    FAVOR,
    GREEN,
    HUNTER,
    INVESTIGATIONS,
    LOCATIONS,
    RAID_PAYMENT,
    RED,
    SECRET,
    VILLAGERS,
    WITCH,
)
from .moves import card_at, pawns_left, rules_of, suspects_gathered
from .places import modifier
from .scripted_board import (
    COLOURS,
    HOT,
    NEEDED,
    NOW,
    TOTAL,
    WIN,
    clues_to_eliminate,
    elimination_gap,
    influence_value,
    odds_needed,
    pawns_to_move,
    ritual_near,
    ritual_threat,
    share,
    suspicion,
)
from .scripted_choices import choice_value, lying_value, play_value
from .scripted_values import clue_value, program_value, remove_value
from .scripted_weights import (
    BLOCK,
    EVIDENCE_WORTH,
    EXONERATE,
    H_CARD,
    H_READY,
    H_READY_COST,
    HUNT_NOW,
    LIFT,
    LOOT_RITUAL,
    LOOT_SECRET,
    LOOT_SUSPECT,
    ODDS_RITUAL,
    RAID_COST,
    RAID_SURPLUS,
    READY_RITUAL,
    WAY_FAVOR,
    WAY_SECRET,
    weigh,
)
from .tables import HUNTER_ASSETS_ANY_COLOUR, ON_ACTIVATE, ON_LIFT, ON_VISIT
from .targets import lives


@kernel
def hunter_mind(v, t, level):
    """What the Hunter goes by (scripted_board.py); level 2 doesn't plan eliminations."""
    total, most, hot, red, blue, green = 0, 0, 0, 0, 0, 0
    for villager in range(1, VILLAGERS + 1):
        suspect = suspicion(v, t, level, villager)
        total += suspect
        if suspect > most:
            most, hot = suspect, villager
        colour = rules_of(v, t).village[villager].colour
        red += suspect if colour == RED else 0
        blue += suspect if colour == BLUE else 0
        green += suspect if colour == GREEN else 0
    total = max(1, total)
    needed = clues_to_eliminate(v, t)
    gap, now = 0, 0
    if hot > 0 and level >= 3:
        there = v.villagers[hot]
        gap = elimination_gap(v, t, hot, needed)
        steps = 1
        if there.pawns[WITCH]:
            steps, cost = 2, ready_cost(v, t, HUNTER)
            gap += min(cost, max(0, needed + cost - int(there.tokens[CLUE])))
        reach = 2 * (pawns_to_move(v, HUNTER) - steps)
        if v.decision == DISTRIBUTION:
            reach += v.stack[v.depth - 1].amount
        if there.pawns[HUNTER] == 0 and gap <= reach and 100 * most // total >= odds_needed(v, t, level):
            now = 1
    return total, hot, 100 * most // total, gap, now, needed, 100 * red // total, 100 * blue // total, 100 * green // total


@kernel
def hunter_value(v, t, level, mind, action):
    """What an action brings the Hunter."""
    if level == 1:
        return simple_value(v, t, action)
    decision = v.decision
    if decision == ACTION:
        return action_value(v, t, level, mind, action)
    if decision == DISTRIBUTION:
        return clue_value(v, t, level, mind, action - actions.CHOOSE_VILLAGER + 1)
    if decision == RAID_PAYMENT:
        return -clue_value(v, t, level, mind, action - actions.CHOOSE_VILLAGER + 1)
    return choice_value(v, t, HUNTER, level, mind, action)


@kernel
def simple_value(v, t, action):
    """Level 1: exonerate and eliminate when he can, visits for Evidence, raids, else anything."""
    rules = rules_of(v, t)
    if action == actions.EXONERATE:
        return 9
    if actions.ELIMINATE <= action < actions.CONSUME:
        villager = action - actions.ELIMINATE + 1
        return 8 if v.suspects[villager] == 0 and v.villagers[villager].tokens[FAVOR] >= 2 else 0
    if actions.RAID <= action < actions.ELIMINATE:
        villager = (action - actions.RAID) // 2 + 1
        return 7 if (action - actions.RAID) % 2 == 0 and v.suspects[villager] == 0 else 1
    if action < actions.GAIN_INFLUENCE:
        return 5 if v.villagers[action // 2 + 1].tokens[CLUE] >= rules.clues_for_evidence else 3
    if action < actions.READY:
        return 2
    if actions.CHOOSE_VILLAGER <= action < actions.CHOOSE_PLACE and v.decision == DISTRIBUTION:
        return 1 if v.villagers[action - actions.CHOOSE_VILLAGER + 1].tokens[CLUE] < rules.clues_for_evidence else 0
    return 1 if action == actions.PAY else 0


# ---- actions --------------------------------------------------------------------------------------------------------


@kernel
def action_value(v, t, level, mind, action):
    """What an action of the Action phase brings."""
    if action < actions.GAIN_INFLUENCE:
        return visit_value(v, t, level, mind, action // 2 + 1)
    if action < actions.DRAW_CARD:
        return int(rules_of(v, t).gain_influence) * influence_value(v, HUNTER, level)
    if action < actions.PLAY:
        return weigh(level, H_CARD) if v.seats[HUNTER].hand_size < rules_of(v, t).hand_limit else 4
    if action < actions.READY:
        return play_value(v, t, HUNTER, level, mind, (action - actions.PLAY) // 2 + 1, 0)
    if action < actions.RITUAL:
        return ready_action(v, t, level, mind, (action - actions.READY) // 2 + 1)
    if action < actions.LIFT:
        place = LOCATIONS + action - actions.ACTIVATE
        return program_value(v, t, HUNTER, level, mind, card_at(v, t, place).programs[ON_ACTIVATE], 0)
    if action < actions.EXONERATE:
        place = ENCHANTMENTS + action - actions.LIFT
        price = program_value(v, t, HUNTER, level, mind, card_at(v, t, place).programs[ON_LIFT], 0)
        return weigh(level, LIFT) * lying_value(v, t, HUNTER, level, mind, place) // 100 + price
    if action == actions.EXONERATE:
        return exonerate_value(v, t, level)
    if action < actions.ELIMINATE:
        return raid_value(v, t, level, mind, (action - actions.RAID) // 2 + 1, (action - actions.RAID) & 1)
    return eliminate_value(v, t, level, mind, action - actions.ELIMINATE + 1)


@kernel
def visit_value(v, t, level, mind, villager):
    """What a visit brings: Evidence, Clues placed, the skill, a pawn in the way of a Ritual."""
    rules = rules_of(v, t)
    there, village = v.villagers[villager], rules.village[villager]
    value = best_clues(v, t, level, mind, village.asset_colour, int(village.assets))
    if there.tokens[CLUE] >= rules.clues_for_evidence and v.supply[EVIDENCE] > 0:
        value += weigh(level, EVIDENCE_WORTH)
    value += max(0, program_value(v, t, HUNTER, level, mind, village.skill, villager))
    place = INVESTIGATIONS + villager
    if v.places[place].kind and card_at(v, t, place).side == HUNTER:
        value += program_value(v, t, HUNTER, level, mind, card_at(v, t, place).programs[ON_VISIT], villager)
    if ritual_threat(v, t, villager) == 2:
        value += weigh(level, BLOCK) if there.tokens[SECRET] == 0 else 0
    else:
        value += in_the_way(v, t, level, mind, villager)
    if villager == mind[HOT] and mind[NOW]:
        value -= (
            weigh(level, HUNT_NOW) * share(v, t, level, mind, villager) // 100
        )  # his own pawn would keep it from being eliminated this turn
    return value


@kernel
def in_the_way(v, t, level, mind, villager):
    """What a pawn on a villager keeps the Witch from next turn: Favors made there, Secrets for a suspect's colour."""
    rules = rules_of(v, t)
    village, there = rules.village, v.villagers[villager]
    suspected = mind[COLOURS + village[villager].asset_colour - 1]
    value = weigh(level, WAY_SECRET) * int(village[villager].assets) * suspected // 100
    favors = min(int(rules.conversions), int(there.tokens[SECRET]) // int(rules.secrets_a_favor))
    return value + weigh(level, WAY_FAVOR) * favors * share(v, t, level, mind, villager) // 100


@kernel
def best_clues(v, t, level, mind, colour, assets):
    """The most that Clues for villagers of a colour bring, each on another one."""
    anywhere = modifier(v, HUNTER_ASSETS_ANY_COLOUR) > 0
    best, second = 0, 0
    for villager in range(1, VILLAGERS + 1):
        if lives(v, t, villager) and (anywhere or rules_of(v, t).village[villager].colour == colour):
            value = clue_value(v, t, level, mind, villager)
            second = max(second, min(best, value))
            best = max(best, value)
    return best + (assets - 1) * second if assets else 0


@kernel
def ready_action(v, t, level, mind, villager):
    """Sending the Witch's pawns off a villager, for what comes after it."""
    if pawns_left(v.seats[HUNTER]) < 2:
        return -50
    if elimination_after_ready(v, t, mind, villager):
        return eliminate_value(v, t, level, mind, villager) - 10
    if ritual_near(v, t, villager) and v.suspects[villager] == 0:
        return weigh(level, READY_RITUAL)
    visit = visit_value(v, t, level, mind, villager)
    return weigh(level, H_READY) * visit // 100 - weigh(level, H_READY_COST)


@kernel
def elimination_after_ready(v, t, mind, villager):
    """Whether Eliminate will be legal on a villager once its Clues have paid for readying it."""
    spare = int(v.villagers[villager].tokens[CLUE]) - ready_cost(v, t, HUNTER)
    return spare >= mind[NEEDED] and elimination_gap(v, t, villager, mind[NEEDED]) == 0


@kernel
def exonerate_value(v, t, level):
    """A Suspect drawn: the last one wins, the others narrow the choice."""
    if suspects_gathered(v, t) + 1 >= rules_of(v, t).suspects_to_win:
        return WIN
    return weigh(level, EXONERATE)


@kernel
def raid_value(v, t, level, mind, villager, all_secrets):
    """What a raid brings: a Favor less, or all Secrets and the pawn in the way; three Clues are spent."""
    if v.suspects[villager]:
        return -50
    suspect = share(v, t, level, mind, villager)
    secrets = int(v.villagers[villager].tokens[SECRET])
    threat = ritual_threat(v, t, villager)
    if all_secrets:
        value = secrets * (weigh(level, LOOT_SECRET) + weigh(level, LOOT_SUSPECT) * suspect // 100)
        return (
            value
            + in_the_way(v, t, level, mind, villager)
            - weigh(level, RAID_COST)
            + (weigh(level, LOOT_RITUAL) if threat else 0)
        )
    value = remove_value(v, t, HUNTER, level, mind, FAVOR, villager)
    if threat and v.villagers[villager].tokens[FAVOR] > rules_of(v, t).ritual_favors:
        value += weigh(level, RAID_SURPLUS)
    return value + in_the_way(v, t, level, mind, villager) - weigh(level, RAID_COST)


@kernel
def eliminate_value(v, t, level, mind, villager):
    """Eliminate on good odds, worse ones when the Ritual is near; a wrong guess costs all Clues, the last one the game."""
    suspect = suspicion(v, t, level, villager)
    if suspect == 0:
        return -WIN
    odds = 100 * suspect // mind[TOTAL]
    needed = odds_needed(v, t, level)
    if ritual_threat(v, t, villager):
        needed -= weigh(level, ODDS_RITUAL)
    if odds >= needed:
        return WIN // 4 + odds
    return -100
