"""Text of actions, events, cards and observations, for people; what a seat can't know never enters it."""

from __future__ import annotations

import numpy as np

from ..core.programs import read
from . import observe
from .actions import LEXICON
from .card_files import Card
from .layout import (
    DECIDED,
    DECISION_NAMES,
    DISCARDED,
    DREW,
    ELIMINATED,
    ENDED,
    ENDING_NAMES,
    EVENTS,
    EVIDENCE_GAINED,
    FIRST_OWN,
    IDENTITY,
    INVESTIGATION,
    LOOKED,
    OBJECTIVE,
    OPTION,
    RESHUFFLED,
    SHOWN,
    SUSPECT_DRAWN,
    TURN_BEGAN,
)
from .phrases import QUESTIONS, modifier_text, objectives_text, option_texts, phrase, rules_text, told
from .rulesets import Ruleset
from .tables import MODIFIERS, MOMENTS

__all__ = [
    "DECIDED",
    "DECISION_NAMES",
    "ENDING_NAMES",
    "QUESTIONS",
    "objectives_text",
    "phrase",
    "rules_text",
]  # what faces read here

TYPE_TITLES = (
    "a card",
    "an Ally",
    "an Event",
    "an Investigation",
    "a Location",
    "a Brew",
    "a Charm",
    "an Enchantment",
    "a Familiar",
)
TOKEN_NAMES = ("", "Clue", "Secret", "Favor", "", "", "Evidence")
COLOURS = ("", "red", "blue", "green")
SEAT_TITLES = ("Witch", "Hunter")
MOMENT_TITLES = {
    "play": "",
    "visit": "On a visit: ",
    "upkeep_start": "At the start of Upkeep: ",
    "upkeep_must": "In Upkeep, must: ",
    "upkeep_may": "In Upkeep, may: ",
    "upkeep_end": "At the end of Upkeep: ",
    "activate": "Activate: ",
    "consume": "Consume: ",
    "use": "",
    "empowered": "Empowered: ",
    "lift": "Lift: ",
    "witch_assets": "Before the Witch distributes: ",
    "hunter_assets": "Before the Hunter distributes: ",
    "witch_skill": "Before the Witch uses a skill: ",
    "hunter_skill": "Before the Hunter uses a skill: ",
    "foe_upkeep_start": "At the start of the opponent's Upkeep: ",
    "foe_upkeep": "In the opponent's Upkeep: ",
    "foe_upkeep_end": "At the end of the opponent's Upkeep: ",
    "witch_visit": "When the Witch visits: ",
    "hunter_visit": "When the Hunter visits: ",
    "placed": "When {} is placed: ",
    "removed": "When {} is removed: ",
    "played": "When {} is played: ",
    "eliminated": "When an innocent is eliminated: ",
    "exonerated": "When a Suspect is drawn: ",
}


def action_text(ruleset: Ruleset, seat: int, action: int) -> str:
    """An action of a seat in words: `visit doctor_annie familiar`."""
    return LEXICON.text(action, ruleset.labels[seat])


def parse_action(ruleset: Ruleset, seat: int, text: str) -> int:
    """The action of a seat in words; raises LexiconError that says what is allowed."""
    return LEXICON.parse(text, ruleset.labels[seat])


def card_text(ruleset: Ruleset, seat: int, kind: int) -> str:
    """What a seat's kind of card does: its numbers, and its programs disassembled."""
    return text_of(ruleset, ruleset.card(seat, kind))


def text_of(ruleset: Ruleset, card: Card) -> str:
    """What a card of the ruleset's sets does, in a deck or not."""
    tables = ruleset.tables.view(np.ndarray)[0]
    row = tables["cards"][card.row]
    parts = []
    if row["upkeep"]:
        parts.append(f"upkeep {row['upkeep']} Influence")
    if row["secrets"]:
        parts.append(f"complete with {row['secrets']} Secrets")
    if row["type"] == INVESTIGATION:
        parts.append(f"about the {SEAT_TITLES[row['side']]}'s visits")
    for column, moment in enumerate(MOMENTS):
        lines = ruleset.language.disassemble(read(tables["code"], int(row["programs"][column])))
        if lines:
            title = MOMENT_TITLES[moment].format(_watched(ruleset, row, moment))
            parts.append(title + ", ".join(lines))
    parts += [modifier_text(name, int(row["modifiers"][n])) for n, name in enumerate(MODIFIERS) if row["modifiers"][n]]
    return "; ".join(part[0].upper() + part[1:] for part in parts) + "."


def _watched(ruleset: Ruleset, row: np.void, moment: str) -> str:
    """What a trigger waits for, in words."""
    if moment == "played":
        return TYPE_TITLES[int(row["watched_type"])]
    token = int(row["watched_token"])
    return f"a {TOKEN_NAMES[token] or ruleset.own_tokens[token - FIRST_OWN]}" if token else ""


def hand_text(ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
    """The cards in a seat's hand with their cost and what they do, for that seat alone."""
    lines = []
    for kind in np.flatnonzero(state["seats"][seat]["hand"]):
        card, row = ruleset.card(seat, int(kind)), ruleset.tables.view(np.ndarray)[0]["cards"]
        lines.append(f"{card.name} ({card.type}, {row[card.row]['cost']} Influence): {card_text(ruleset, seat, int(kind))}")
    return lines


def people_text(ruleset: Ruleset) -> list[str]:
    """Each villager with colour, assets and skill."""
    tables = ruleset.tables.view(np.ndarray)[0]
    lines = []
    for villager, name in enumerate(ruleset.villager_names, 1):
        row = tables["rulesets"][0]["village"][villager]
        skill = ", ".join(ruleset.language.disassemble(read(tables["code"], int(row["skill"]))))
        assets = f"{row['assets']} asset{'' if row['assets'] == 1 else 's'} to {COLOURS[row['asset_colour']]}"
        lines.append(f"{name} ({COLOURS[row['colour']]}, {assets}): {skill}.")
    return lines


def seen_to_act(state: np.void, viewer: int | None) -> int:
    """Whom a viewer (None: a spectator) sees deciding; -1: nobody. Here all see it."""
    return int(state["to_act"])


def decision_text(ruleset: Ruleset, state: np.void) -> str:
    """The pending decision: its name, and what each option of a choice between two effects is."""
    name = DECISION_NAMES[state["decision"]].replace("_", " ")
    if state["decision"] != OPTION:
        return name
    effects = [f"option {number}: {text}" for number, text in enumerate(option_texts(ruleset, state), 1)]
    return f"{name} ({'; '.join(effects if len(effects) > 1 else [*effects, 'done: nothing'])})"


def event_text(ruleset: Ruleset, event: np.void, viewer: int | None, plain: bool = False) -> str:
    """One event as a seat saw it (None: a spectator); `plain`: with names and phrases, else as records and tests say it."""
    what, seat, a, b = (int(event[name]) for name in ("what", "seat", "a", "b"))
    seen = viewer is not None and (int(event["seen_by"]) >> viewer) & 1
    secret = int(event["secret"]) if seen else 0
    who = SEAT_TITLES[seat]
    if what == DECIDED:
        if plain:
            return f"{who}: {told(ruleset, seat, a, DECISION_NAMES[b])}"
        return f"{who}: {action_text(ruleset, seat, a)} ({DECISION_NAMES[b]})"
    if what == TURN_BEGAN:
        return f"round {a}, {who}'s turn"
    if what in (LOOKED, SHOWN, DISCARDED, DREW):
        owner = 1 - seat if what == LOOKED else seat
        kind = a if what in (SHOWN, DISCARDED) else secret
        verb = {LOOKED: "looks at", SHOWN: "reveals", DISCARDED: "loses", DREW: "draws"}[what]
        return f"{who} {verb} {_card_name(ruleset, owner, kind, plain) if kind else 'a card'}"
    if what == OBJECTIVE:
        return f"{who} meets the objective"
    if what == RESHUFFLED:
        return f"{who} reshuffles {a} cards"
    if what == EVIDENCE_GAINED:
        return f"{who} gains {a} Evidence"
    if what == ENDED:
        return f"the game ends: {ENDING_NAMES[b].replace('_', ' ') if plain else ENDING_NAMES[b]}"
    people = ruleset.villager_names if plain else ruleset.villagers
    if what == IDENTITY:
        return f"the true witch is {people[secret - 1] if secret else 'drawn'}"
    if what == SUSPECT_DRAWN:
        return f"{who} draws Suspect {a}{': ' + people[secret - 1] if secret else ''}"
    assert what == ELIMINATED, what
    return f"{people[a - 1]} was innocent"


def _card_name(ruleset: Ruleset, seat: int, kind: int, plain: bool) -> str:
    card = ruleset.card(seat, kind)
    return card.name if plain else card.slug


def event_log(ruleset: Ruleset, state: np.void, viewer: int | None, since: int = 0, plain: bool = False) -> list[str]:
    """The events still in the log from number `since` on, oldest first; `plain` as for `event_text`."""
    count = int(state["log_count"])
    numbers = range(max(0, since, count - EVENTS), count)
    return [event_text(ruleset, state["log"][n % EVENTS], viewer, plain) for n in numbers]


def told_log(ruleset: Ruleset, state: np.void, since: int = 0) -> list[str]:
    """The same in plain words as the seat of each event saw it: no seat may be told all of that."""
    count = int(state["log_count"])
    events = (state["log"][n % EVENTS] for n in range(max(0, since, count - EVENTS), count))
    return [event_text(ruleset, event, int(event["seat"]), plain=True) for event in events]


def observation_text(observation: np.ndarray) -> dict[str, str]:
    """The blocks of an observation, int8 (SIZE,), as compact text: `index=value` of what isn't 0."""
    found = {}
    for name, part in observe.SLICES.items():
        values = observation[part]
        found[name] = " ".join(f"{n}={values[n]}" for n in np.flatnonzero(values)) or "-"
    return found
