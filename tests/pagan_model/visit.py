"""Visiting a Villager, step by step."""

from __future__ import annotations

from .asking import CONVERSION, DISTRIBUTION, SKILL_AGAIN, Question, Steps, ask
from .effects import Effect, Visit, ask_at_boundary, brew_window, place_tokens, run
from .language import CLUE, FAVOR, SECRET
from .possible import token_to_be_had
from .rules import HUNTER, WITCH
from .table import InPlay, Table, Villager

SEAT_NAMES = ("witch", "hunter")


def visit_villager(t: Table, visit: Visit) -> Steps:
    """The steps of a visit in their fixed order (ruling 9); the pawns are there already."""
    yield from trigger_investigation(t, visit)
    if visit.seat == WITCH:
        yield from convert(t, visit)
    elif visit.villager.tokens[CLUE] >= t.numbers["clues_for_evidence"]:
        t.gain_evidence(HUNTER, 1)
    yield from trigger_cards(t, visit, "assets")
    yield from distribute(t, visit)
    yield from trigger_cards(t, visit, "skill")
    if not visit.skipped:
        yield from use_skill(t, visit)


def trigger_investigation(t: Table, visit: Visit) -> Steps:
    """Step 1: an Investigation on the visitor's side takes effect, for its owner."""
    card = visit.villager.investigation
    if card and card.card.side == visit.seat and "visit" in card.card.programs:
        effect = Effect(card.card.owner, here=visit.villager.number, card=card, visit=visit)
        yield from run(t, effect, card.card.programs["visit"])


def trigger_cards(t: Table, visit: Visit, step: str) -> Steps:
    """Cards in play that take effect at the beginning of step 3 or 4, in order of places; "here" is the visited villager."""
    moment = f"{SEAT_NAMES[visit.seat]}_{step}"
    for card in list(t.in_play()):
        if moment in card.card.programs and t.place_of(card):
            effect = Effect(card.card.owner, here=visit.villager.number, card=card, visit=visit)
            yield from run(t, effect, card.card.programs[moment])


def convert(t: Table, visit: Visit) -> Steps:
    """Step 2, Witch: convert 3 Secrets to 1 Favor up to 2 times, each optional (ruling 10)."""
    villager = visit.villager
    options = {t.rules.actions["convert",], t.rules.actions["done",]}
    made = 0

    def put() -> Question | None:
        if villager.tokens[SECRET] < t.numbers["secrets_a_favor"]:
            return None
        work = {"villager": villager.number, "amount": made, "mark": int(visit.skipped)}
        return Question(WITCH, CONVERSION, set(options), work)

    while made < t.numbers["conversions"]:
        if made == 0:
            action = yield from ask_at_boundary(t, put)
        else:
            question = put()
            action = (yield from ask(t, question)) if question else None
        if action != t.rules.actions["convert",]:
            return
        # Game Overview: with no Favor in the supply one in play may be moved, so that converting stays legal.
        t.to_supply(villager, SECRET, t.numbers["secrets_a_favor"])
        yield from place_tokens(t, WITCH, FAVOR, 1, villager)
        made += 1


def targets(t: Table, visit: Visit) -> list[Villager | InPlay]:
    """Step 3: living villagers of the colour shown, for the Witch also Brews (ruling 12); Native Guide frees the colour."""
    any_colour = visit.seat == HUNTER and t.modifier("hunter_assets_any_colour")
    villagers = [v for v in t.living() if any_colour or v.card.colour == visit.villager.card.asset_colour]
    brews = t.row("brew") if visit.seat == WITCH else []
    return [*villagers, *brews]


def distribute(t: Table, visit: Visit) -> Steps:
    """Step 3: distribute the full asset value, split as the visitor likes (ruling 12)."""
    token = SECRET if visit.seat == WITCH else CLUE
    actions = t.rules.actions
    due = visit.villager.card.assets

    def put() -> Question | None:
        options = set()
        for thing in targets(t, visit):
            name = ("villager", thing.number) if isinstance(thing, Villager) else ("place", t.place_of(thing))
            options.add(actions[name])
        if not options or not token_to_be_had(t, token):
            return None
        work = {"villager": visit.villager.number, "token": token, "amount": due}
        return Question(visit.seat, DISTRIBUTION, options, work)

    while due:
        if visit.seat == WITCH and due == visit.villager.card.assets:
            action = yield from ask_at_boundary(t, put)
        else:
            question = put()
            action = (yield from ask(t, question)) if question else None
        if action is None:
            return
        block, number = actions.meaning[action]
        thing: Villager | InPlay = t.villager(number) if block == "villager" else t.at(number)
        yield from place_tokens(t, visit.seat, token, 1, thing)
        due -= 1


def use_skill(t: Table, visit: Visit) -> Steps:
    """Step 4: the skill, and for the Witch a second, optional use (rulings 13, 14)."""
    villager = visit.villager
    skill = villager.card.skill
    # A "play" further down a skill opens no boundary, which would lie inside an effect (ruling 23).
    asks_first = bool(skill) and skill[0].verb in ("play", "either")

    def work() -> dict[str, int]:
        visit.count_uses(t)
        return {"villager": villager.number, "amount": visit.uses}

    def put_again() -> Question:
        options = {t.rules.actions["again",], t.rules.actions["done",]}
        return Question(WITCH, SKILL_AGAIN, options, {"villager": villager.number, "amount": visit.uses})

    if visit.seat == WITCH and not asks_first:
        yield from brew_window(t, work)
    visit.count_uses(t)
    yield from run(t, Effect(visit.seat, here=villager.number, visit=visit, first=asks_first), skill)
    visit.uses -= 1
    if visit.uses:
        action = yield from ask_at_boundary(t, put_again)
        if action == t.rules.actions["again",]:
            yield from run(t, Effect(visit.seat, here=villager.number, visit=visit), skill)
