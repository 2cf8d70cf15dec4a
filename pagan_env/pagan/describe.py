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
from .rulesets import Ruleset
from .tables import MODIFIERS, MOMENTS

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
    parts += [_modifier(name, int(row["modifiers"][n])) for n, name in enumerate(MODIFIERS) if row["modifiers"][n]]
    return "; ".join(part[0].upper() + part[1:] for part in parts) + "."


def _modifier(name: str, amount: int) -> str:
    """A lasting modifier in words: `+2 Clues on the target of Eliminate Villager`."""
    return MODIFIERS[name] if name.endswith("any_colour") else f"{amount:+d} {MODIFIERS[name]}"


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


def decision_text(ruleset: Ruleset, state: np.void) -> str:
    """The pending decision: its name, and what each option of a choice between two effects is."""
    name = DECISION_NAMES[state["decision"]]
    if state["decision"] != OPTION:
        return name
    code, pc = ruleset.tables.view(np.ndarray)[0]["code"], int(state["stack"][state["depth"] - 1]["pc"])
    lines = ruleset.language.disassemble(read(code, pc))
    if "or" not in lines:
        return f"{name} (option_1: {', '.join(lines[1:])}; done: nothing)"
    middle = lines.index("or")
    return f"{name} (option_1: {', '.join(lines[1:middle])}; option_2: {', '.join(lines[middle + 1 :])})"


def event_text(ruleset: Ruleset, event: np.void, viewer: int | None) -> str:
    """One event as a seat saw it (None: a spectator)."""
    what, seat, a, b = (int(event[name]) for name in ("what", "seat", "a", "b"))
    seen = viewer is not None and (int(event["seen_by"]) >> viewer) & 1
    secret = int(event["secret"]) if seen else 0
    who = SEAT_TITLES[seat]
    if what == DECIDED:
        return f"{who}: {action_text(ruleset, seat, a)} ({DECISION_NAMES[b]})"
    if what == TURN_BEGAN:
        return f"round {a}, {who}'s turn"
    if what == LOOKED:
        return f"{who} looks at {ruleset.card(1 - seat, secret).slug if secret else 'a card'}"
    if what == SHOWN or what == DISCARDED:
        return f"{who} {'reveals' if what == SHOWN else 'loses'} {ruleset.card(seat, a).slug}"
    if what == OBJECTIVE:
        return f"{who} meets the objective"
    if what == DREW:
        return f"{who} draws {ruleset.card(seat, secret).slug if secret else 'a card'}"
    if what == RESHUFFLED:
        return f"{who} reshuffles {a} cards"
    if what == IDENTITY:
        return f"the true witch is {ruleset.villagers[secret - 1] if secret else 'drawn'}"
    if what == SUSPECT_DRAWN:
        return f"{who} draws Suspect {a}{': ' + ruleset.villagers[secret - 1] if secret else ''}"
    if what == EVIDENCE_GAINED:
        return f"{who} gains {a} Evidence"
    if what == ELIMINATED:
        return f"{ruleset.villagers[a - 1]} was innocent"
    assert what == ENDED, what
    return f"the game ends: {ENDING_NAMES[b]}"


def event_log(ruleset: Ruleset, state: np.void, viewer: int | None, since: int = 0) -> list[str]:
    """The events still in the log from number `since` on, oldest first."""
    count = int(state["log_count"])
    numbers = range(max(0, since, count - EVENTS), count)
    return [event_text(ruleset, state["log"][n % EVENTS], viewer) for n in numbers]


def observation_text(observation: np.ndarray) -> dict[str, str]:
    """The blocks of an observation, int8 (SIZE,), as compact text: `index=value` of what isn't 0."""
    found = {}
    for name, part in observe.SLICES.items():
        values = observation[part]
        found[name] = " ".join(f"{n}={values[n]}" for n in np.flatnonzero(values)) or "-"
    return found
