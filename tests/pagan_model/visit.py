"""Visiting a Villager, step by step."""

from __future__ import annotations

from .asking import CONVERSION, DISTRIBUTION, SKILL_AGAIN, Question, Steps, ask
from .effects import Effect, ask_at_boundary, brew_window, count_uses, name_of, place_tokens, run, settle, thing_named, walk
from .language import CLUE, FAVOR, SECRET
from .possible import bites
from .rules import HUNTER, WITCH
from .state import InPlay, Villager, Visit
from .table import Table

SEAT_NAMES = ("witch", "hunter")


def visit_villager(t: Table, visit: Visit) -> Steps:
    """The steps of a visit in their fixed order (ruling 9); the pawns are there already."""
    t.visit = visit
    yield from trigger_investigation(t, visit)
    yield from trigger_cards(t, visit, "visit")
    if visit.seat == WITCH and "conversion" not in visit.skipped:
        yield from convert(t, visit)
    if visit.seat == HUNTER and "Evidence" not in visit.skipped:
        gain_evidence(t, visit)
    yield from trigger_cards(t, visit, "assets")
    if "asset" not in visit.skipped:
        yield from distribute(t, visit)
    yield from trigger_cards(t, visit, "skill")
    if "skill" not in visit.skipped:
        yield from use_skill(t, visit)
    t.visit = None


def trigger_investigation(t: Table, visit: Visit) -> Steps:
    """Step 1: an Investigation on the visitor's side takes effect, for its owner."""
    card = visit.villager.investigation
    if card and bites(card, visit.seat, visit.familiar):
        effect = Effect(card.card.owner, here=visit.villager.number, card=card)
        yield from run(t, effect, card.program("visit"))


def trigger_cards(t: Table, visit: Visit, step: str) -> Steps:
    """Cards in play that take effect in a step, in order of places; "this villager" is the visited one."""
    moment = f"{SEAT_NAMES[visit.seat]}_{step}"
    for card in walk(t):
        yield from run(t, Effect(card.card.owner, here=visit.villager.number, card=card), card.program(moment))


def convert(t: Table, visit: Visit) -> Steps:
    """Step 2, Witch: convert 3 Secrets to 1 Favor up to 2 times, each optional (ruling 10)."""
    villager = visit.villager
    options = {t.rules.actions["convert",], t.rules.actions["done",]}
    made = 0

    def put() -> Question | None:
        if made >= t.number("conversions") or villager.tokens[SECRET] < t.number("secrets_a_favor", least=1):
            return None
        work = {"villager": villager.number, "amount": made, "mark": int("skill" in visit.skipped)}
        return Question(WITCH, CONVERSION, set(options), work)

    while True:
        if made == 0:
            action = yield from ask_at_boundary(t, put)
        else:
            question = put()
            action = (yield from ask(t, question)) if question else None
        if action != t.rules.actions["convert",]:
            return
        # Game Overview: with no Favor in the supply one in play may be moved, so that converting stays legal.
        t.to_supply(villager, SECRET, t.number("secrets_a_favor", least=1))
        yield from place_tokens(t, WITCH, FAVOR, 1, villager)
        yield from settle(t)
        made += 1


def gain_evidence(t: Table, visit: Visit) -> None:
    """Step 2, Hunter: exactly 1 Evidence if 3 Clues are there (ruling 11)."""
    if visit.villager.tokens[CLUE] >= t.number("clues_for_evidence", least=1):
        t.gain_evidence(HUNTER, 1)


def targets(t: Table, visit: Visit) -> list[Villager | InPlay]:
    """Step 3: living villagers of the colour shown, for the Witch also Brews (ruling 12); a modifier frees the colour."""
    any_colour = t.modifier(f"{SEAT_NAMES[visit.seat]}_assets_any_colour") > 0
    villagers = [v for v in t.living() if any_colour or v.card.colour == visit.villager.card.asset_colour]
    brews = t.row("brew") if visit.seat == WITCH else []
    return [*villagers, *brews]


def distribute(t: Table, visit: Visit) -> Steps:
    """Step 3: distribute the full asset value, split as the visitor likes (ruling 12)."""
    token = SECRET if visit.seat == WITCH else CLUE
    actions = t.rules.actions
    first = due = max(0, visit.villager.card.assets + t.modifier(f"{SEAT_NAMES[visit.seat]}_asset_value"))

    def put() -> Question | None:
        options = {actions[name_of(t, thing)] for thing in targets(t, visit)}
        if not options or not t.token_to_be_had(token):
            return None
        work = {"villager": visit.villager.number, "token": token, "amount": due}
        return Question(visit.seat, DISTRIBUTION, options, work)

    while due:
        if visit.seat == WITCH and due == first:
            action = yield from ask_at_boundary(t, put)
        else:
            question = put()
            action = (yield from ask(t, question)) if question else None
        if action is None:
            return
        yield from place_tokens(t, visit.seat, token, 1, thing_named(t, actions.meaning[action]))
        yield from settle(t)
        due -= 1


def use_skill(t: Table, visit: Visit) -> Steps:
    """Step 4: the skill, and for the Witch a second, optional use (rulings 13, 14)."""
    villager = visit.villager
    skill = villager.card.skill
    # A "play" further down a skill opens no boundary, which would lie inside an effect (ruling 23).
    asks_first = bool(skill) and skill[0].verb in ("play", "either")

    def work() -> dict[str, int]:
        count_uses(t, visit)
        return {"villager": villager.number, "amount": visit.uses}

    def put_again() -> Question:
        options = {t.rules.actions["again",], t.rules.actions["done",]}
        return Question(WITCH, SKILL_AGAIN, options, {"villager": villager.number, "amount": visit.uses})

    if visit.seat == WITCH and not asks_first:
        yield from brew_window(t, work)
    count_uses(t, visit)
    yield from run(t, Effect(visit.seat, here=villager.number, first=asks_first), skill)
    visit.uses -= 1
    if visit.uses:
        action = yield from ask_at_boundary(t, put_again)
        if action == t.rules.actions["again",]:
            yield from run(t, Effect(visit.seat, here=villager.number), skill)
