"""Visiting a villager, step by step in the rulebook's order (Visiting a Villager, 1 to 5)."""

from ..core.jit import kernel
from . import actions
from .interpreter import gain_evidence
from .layout import (
    BREW_WINDOW,
    BREWS,
    CLUE,
    CONVERSION,
    DISTRIBUTE,
    DISTRIBUTION,
    FAMILIAR_USE,
    FAMILIARS,
    FAVOR,
    HUNTER,
    INVESTIGATIONS,
    ROW,
    SECRET,
    SKILL,
    SKILL_AGAIN,
    VILLAGERS,
    WITCH,
)
from .moves import ask, ask_or_consume, card_at, owner_of, pop, push, rules_of, start, to_be_had
from .ops import ASSETS_STEP, CONVERSION_STEP, EVIDENCE_STEP
from .places import any_complete, awaited, modifier, program_at
from .shortage import put_tokens
from .tables import (
    CLUES_FOR_EVIDENCE,
    CONVERSIONS,
    FAVORS_FOR_SECOND_SKILL,
    HUNTER_ASSET_VALUE,
    HUNTER_ASSETS,
    HUNTER_ASSETS_ANY_COLOUR,
    HUNTER_SKILL,
    HUNTER_VISIT,
    ON_EMPOWERED,
    ON_USE,
    ON_VISIT,
    SECRETS_A_FAVOR,
    VISIT_PAWNS,
    WITCH_ASSET_VALUE,
    WITCH_ASSETS,
    WITCH_ASSETS_ANY_COLOUR,
    WITCH_SKILL,
    WITCH_VISIT,
)
from .targets import decides_first, lives
from .triggers import take_off

# Steps of a visit, in order
(
    INVESTIGATE,
    TRIGGERS,
    EVIDENCE_OR_CONVERT,
    CONVERT,
    CONVERTED,
    BEFORE_ASSETS,
    ASSETS,
    BEFORE_SKILL,
    USE_SKILL,
    OVER,
) = range(10)


@kernel
def visit(s, t, f):
    """The steps of a visit in their fixed order (ruling 9), each until something else has to be done first.

    Step 5, the familiar, waits in its own frame underneath.
    """
    if f.step == INVESTIGATE:
        f.step = TRIGGERS
        if trigger_investigation(s, t, f):
            return
    if f.step == TRIGGERS:
        if next_trigger(s, t, f, WITCH_VISIT if f.seat == WITCH else HUNTER_VISIT):
            return
        f.step = EVIDENCE_OR_CONVERT
    if f.step == EVIDENCE_OR_CONVERT:
        f.step = CONVERT
        if f.seat == HUNTER and not skipped(f, EVIDENCE_STEP):
            visit_evidence(s, t, f)
    if f.step == CONVERT or f.step == CONVERTED:
        convert_secrets(s, t, f)
        if f.step != BEFORE_ASSETS:
            return
    if f.step == BEFORE_ASSETS:
        if next_trigger(s, t, f, WITCH_ASSETS if f.seat == WITCH else HUNTER_ASSETS):
            return
        f.step = ASSETS
    if f.step == ASSETS:
        f.step = BEFORE_SKILL
        if not skipped(f, ASSETS_STEP):
            distribute_assets(s, t, f)
            return
    if f.step == BEFORE_SKILL:
        if next_trigger(s, t, f, WITCH_SKILL if f.seat == WITCH else HUNTER_SKILL):
            return
        f.step = USE_SKILL
    if f.step == USE_SKILL and not f.flag:  # the flag: something said to skip the skill
        f.step = OVER
        push(s, SKILL, f.seat).villager = f.villager
    else:
        pop(s)


@kernel
def skipped(f, step):
    """Whether something said to skip a step of this visit."""
    return (f.chosen >> step) & 1 == 1


@kernel
def next_trigger(s, t, f, moment):
    """Start the next program of a card in play for this moment of the visit; False when none is left (ruling 70)."""
    if awaited(s, moment):
        while f.cursor < INVESTIGATIONS:
            f.cursor += 1
            program = program_at(s, t, f.cursor, moment)
            if program:
                start(s, owner_of(f.cursor), program, f.cursor, f.villager)
                return True
    f.cursor = 0
    return False


@kernel
def trigger_investigation(s, t, f):
    """1. An Investigation on the visitor's side triggers; its controller is the Hunter (ruling 18: by some pawns)."""
    place = INVESTIGATIONS + f.villager
    program, pawn_kinds = program_at(s, t, place, ON_VISIT), f.amount
    f.amount = 0
    if program and investigation_triggers(s, t, f.seat, f.villager) and pawn_kinds & card_at(s, t, place).pawn_kinds:
        start(s, HUNTER, program, place, f.villager)
        return True
    return False


@kernel
def visit_evidence(s, t, f):
    """2. Hunter: exactly 1 Evidence if at least 3 Clues are here; the Clues stay (ruling 11)."""
    if s.villagers[f.villager].tokens[CLUE] >= max(1, rules_of(s, t).clues_for_evidence + modifier(s, CLUES_FOR_EVIDENCE)):
        gain_evidence(s, HUNTER, 1)


@kernel
def convert_secrets(s, t, f):
    """2. Witch: up to twice, 3 Secrets here become 1 Favor (ruling 10)."""
    price = secrets_a_favor(s, t)
    if f.step == CONVERTED:
        f.step = CONVERT
        if s.answer == actions.DONE:
            f.step = BEFORE_ASSETS
        else:
            f.amount += 1
            take_off(s, t, f.villager, SECRET, price)
            put_tokens(s, t, f.seat, FAVOR, f.villager, 0, 1)
        return
    more = f.amount < rules_of(s, t).conversions + modifier(s, CONVERSIONS) and not skipped(f, CONVERSION_STEP)
    if f.seat == WITCH and more and s.villagers[f.villager].tokens[SECRET] >= price:
        ask_or_consume(s, f.seat, CONVERSION)
        s.may_consume = 1 if f.amount == 0 else 0
        f.step = CONVERTED
    else:
        f.step = BEFORE_ASSETS


@kernel
def secrets_a_favor(s, t):
    """Secrets that convert to one Favor."""
    return max(1, rules_of(s, t).secrets_a_favor + modifier(s, SECRETS_A_FAVOR))


@kernel
def distribute_assets(s, t, f):
    """3. Assets equal to the villager's value go to villagers of its asset colour, the Witch's also to Brews (ruling 12)."""
    work = push(s, DISTRIBUTE, f.seat)
    work.villager = f.villager
    work.token = SECRET if f.seat == WITCH else CLUE
    value = modifier(s, WITCH_ASSET_VALUE if f.seat == WITCH else HUNTER_ASSET_VALUE)
    work.amount = max(0, rules_of(s, t).village[f.villager].assets + value)


@kernel
def distribute(s, t, f):
    """One asset token at a time; with none in the supply, only as far as one in play can be moved (ruling 36)."""
    if f.step == 1:
        f.step = 2
        f.amount -= 1
        if s.answer < actions.CHOOSE_PLACE:
            put_tokens(s, t, f.seat, f.token, s.answer - actions.CHOOSE_VILLAGER + 1, 0, 1)
        else:
            put_tokens(s, t, f.seat, f.token, 0, s.answer - actions.CHOOSE_PLACE + 1, 1)
    elif f.amount > 0 and to_be_had(s, f.token) and any_asset_target(s, t, f):
        ask(s, f.seat, DISTRIBUTION)
        s.may_consume = 1 if f.seat == WITCH and f.step == 0 else 0
        f.step = 1
    else:
        pop(s)


@kernel
def asset_target(s, t, f, villager):
    """A living villager of the asset colour; occupied or not does not matter."""
    if not lives(s, t, villager):
        return False
    village = rules_of(s, t).village
    if village[villager].colour == village[f.villager].asset_colour:
        return True
    return modifier(s, WITCH_ASSETS_ANY_COLOUR if f.seat == WITCH else HUNTER_ASSETS_ANY_COLOUR) > 0


@kernel
def any_asset_target(s, t, f):
    """Whether the assets have anywhere to go."""
    for villager in range(1, VILLAGERS + 1):
        if asset_target(s, t, f, villager):
            return True
    if f.seat == WITCH:
        for place in range(BREWS, BREWS + ROW):
            if s.places[place].kind:
                return True
    return False


@kernel
def skill(s, t, f):
    """4. The villager's skill; once more for the Witch if 2 Favors are here now, the same each time (rulings 13, 15)."""
    program = rules_of(s, t).village[f.villager].skill
    if f.step == 0:  # a window for Brews before an automatic skill (ruling 64)
        f.amount = 1 + second_use(s, t, f)
        if f.seat == WITCH and any_complete(s, t) and not decides_first(t, program):
            ask_or_consume(s, f.seat, BREW_WINDOW)
            f.step = 1
        else:
            f.step = 2
    elif f.step == 1 or f.step == 2:
        f.step = 3
        f.amount -= 1
        f.chosen += 1
        start(s, f.seat, program, 0, f.villager)
    elif f.step == 3 and f.amount > 0:
        ask_or_consume(s, f.seat, SKILL_AGAIN)
        f.step = 4
    elif f.step == 4 and s.answer == actions.AGAIN:
        f.step = 2
    else:
        pop(s)


@kernel
def second_use(s, t, f):
    """1 if the visited villager has the Favors that let the Witch use its skill once more (ruling 13)."""
    needed = max(0, rules_of(s, t).favors_for_second_skill + modifier(s, FAVORS_FOR_SECOND_SKILL))
    return 1 if f.seat == WITCH and s.villagers[f.villager].tokens[FAVOR] >= needed else 0


@kernel
def recount_second_use(s, t):
    """A Brew drunk in a skill's first decision was drunk before step 4, so its Favors count for the second use (ruling 64)."""
    for depth in range(s.depth - 1):  # when the skill's own frame is on top, its count has been taken
        f = s.stack[depth]
        if f.what == SKILL and f.chosen == 1:
            f.amount = second_use(s, t, f)


@kernel
def familiar_action(s, t, f):
    """5. With the familiar pawn: one Familiar in play may augment the action, Empowered for its price (rulings 19, 20, 65)."""
    if f.step == 0:
        for place in range(FAMILIARS, FAMILIARS + ROW):
            if program_at(s, t, place, ON_USE):
                ask_or_consume(s, f.seat, FAMILIAR_USE)
                f.step = 1
                return
        pop(s)
        return
    seat, villager, choice = f.seat, f.villager, s.answer - actions.USE_FAMILIAR
    pop(s)
    if s.answer != actions.DONE:
        place = FAMILIARS + choice // 2
        start(s, seat, card_at(s, t, place).programs[ON_EMPOWERED if choice & 1 else ON_USE], place, villager)


@kernel
def visit_pawns(s, t, seat, villager, familiar):
    """Action pawns that a visit takes with a regular or the familiar pawn: one, and more under Lock-down (rulings 17, 18)."""
    if investigation_triggers(s, t, seat, villager):
        card = card_at(s, t, INVESTIGATIONS + villager)
        if card.pawn_kinds & (2 if familiar else 1):
            return 1 + int(card.modifiers[VISIT_PAWNS])
    return 1


@kernel
def investigation_triggers(s, t, seat, villager):
    """Whether an Investigation on the villager is about this seat's visits (visiting step 1)."""
    place = INVESTIGATIONS + villager
    p = s.places[place]
    return p.kind > 0 and p.blank == 0 and card_at(s, t, place).side == seat
