"""Actions in plain words, and the rules in short, for people and for players who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .actions import LEXICON
from .layout import ALLIES, BREWS, ENCHANTMENTS, FAMILIARS, INVESTIGATIONS, LOCATIONS, ROW
from .moves import owner_of
from .rulesets import Ruleset

PHRASES: Mapping[str, str] = {
    "visit": "visit {villager} with {pawn}",
    "gain_influence": "gain Influence with {pawn}",
    "draw_card": "draw a card with {pawn}",
    "play": "play {kind} with {pawn}",
    "ready": "ready {villager} with {pawn}",
    "ritual": "perform the ritual on {villager} with {pawn}",
    "activate": "activate {location}",
    "lift": "lift {enchantment}",
    "exonerate": "exonerate: draw a Suspect card",
    "raid": "raid {villager} for {loot}",
    "eliminate": "eliminate {villager}",
    "consume": "consume {brew}",
    "done": "done: nothing more here",
    "convert": "convert Secrets into a Favor",
    "again": "use the skill once more",
    "pay": "pay the upkeep of the Allies left",
    "villager": "choose {villager}",
    "place": "choose {place}",
    "card": "choose {kind}",
    "familiar": "use {familiar}, {power}",
    "use": "use {place}",
    "drop": "give up {ally}",
    "option": "take option {option}",
    "foe_card": "choose the opponent's {foe_kind}",
}
QUESTIONS: Mapping[str, str] = {
    "action": "what does this pawn do?",
    "conversion": "convert Secrets into a Favor?",
    "distribution": "where does the next token go?",
    "brew_window": "consume a Brew now?",
    "skill_again": "use the villager's skill once more?",
    "card_to_play": "which card do you play?",
    "investigation_target": "on which villager do you put the Investigation?",
    "replacement": "the row is full: which card makes room?",
    "familiar_use": "use a Familiar in play?",
    "upkeep_effect": "use a card in play?",
    "ally_payment": "pay your Allies, or give one up first?",
    "card_to_discard": "which card do you discard?",
    "villager_target": "which villager?",
    "raid_payment": "which villager pays the next Clue?",
    "shortage": "the supply has none: from where do you move a token?",
    "option": "which effect?",
    "card_target": "which card in play?",
    "foe_card": "which card does the opponent discard?",
    "pile_card": "which card comes back from the discard pile?",
    "card_to_reveal": "which card do you permanently reveal?",
}
"""What each decision asks, for the seat that takes it."""
PAWNS = ("a regular pawn", "the familiar pawn")
LOOT = ("a Favor", "all Secrets")
POWERS = ("plain", "empowered")
ROWS = {"ally": ("Ally", ALLIES), "location": ("Location", LOCATIONS), "brew": ("Brew", BREWS)} | {
    "familiar": ("Familiar", FAMILIARS),
    "enchantment": ("Enchantment", ENCHANTMENTS),
}


def phrase(ruleset: Ruleset, state: np.void, seat: int, action: int) -> str:
    """An action of a seat in plain words, with the names of cards in play where it says places."""
    block, coords = LEXICON.find(action)
    words = {axis.name: _word(ruleset, state, seat, axis.name, at) for axis, at in zip(block.axes, coords, strict=True)}
    return PHRASES[block.name].format(**words)


def _word(ruleset: Ruleset, state: np.void, seat: int, axis: str, at: int) -> str:
    """What a coordinate of an axis is called; something unlike all others where the ruleset has nothing there."""
    if axis in ROWS:
        title, first = ROWS[axis]
        return _place(ruleset, state, f"{title} {at + 1}", first + at)
    if axis == "place":
        if at < INVESTIGATIONS:
            title, first = list(ROWS.values())[at // ROW]
            return _place(ruleset, state, f"{title} {at % ROW + 1}", first + at % ROW)
        return _place(ruleset, state, f"the Investigation on {_villager(ruleset, at - INVESTIGATIONS)}", at + 1)
    if axis == "villager":
        return _villager(ruleset, at)
    if axis in ("kind", "foe_kind"):
        own = ruleset.kinds[seat if axis == "kind" else 1 - seat]
        return own[at].name if at < len(own) else f"card {at + 1}"
    named = {"pawn": PAWNS, "loot": LOOT, "power": POWERS}.get(axis)
    return named[at] if named else str(at + 1)


def _villager(ruleset: Ruleset, at: int) -> str:
    return ruleset.villager_names[at] if at < len(ruleset.villager_names) else f"villager {at + 1}"


def _place(ruleset: Ruleset, state: np.void, title: str, place: int) -> str:
    """A place with the card that lies there, face up for all."""
    kind = int(state["places"][place]["kind"])
    return f"{title} ({ruleset.card(owner_of(place), kind).name})" if kind else title


def rules_text(ruleset: Ruleset) -> list[str]:
    """The rules in short, by the ruleset's numbers."""
    n: Any = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    lines = [
        "Pagan: Fate of Roanoke, for two. One villager is the true witch. The Witch knows which; the Hunter must find out.",
        "A turn is Upkeep, then one action for each pawn; pawns stay where they acted until their owner's next Upkeep, and a "
        "villager with the opponent's pawns is not ready.",
        "Visiting a villager brings Secrets (the Witch) or Clues (the Hunter) to villagers, then its skill. Secrets convert "
        f"into Favors, {n['secrets_a_favor']} for one; Clues into Evidence, {n['clues_for_evidence']} for one. "
        "Influence pays for cards.",
        f"The Witch wins by the ritual on the true witch with {n['ritual_favors']} Favors there, or when "
        f"{n['innocents_to_lose']} innocents have been eliminated.",
        f"The Hunter wins by eliminating the true witch ({n['eliminate_clues']} Clues there, {n['eliminate_clues_elsewhere']} on "
        f"every other), or by drawing {n['suspects_to_win']} Suspect cards, each for {n['exonerate_evidence']} Evidence: "
        "a villager whose Suspect card was drawn is not the witch.",
    ]
    for objective, title in zip(ruleset.objectives, ("Witch", "Hunter"), strict=False):
        if objective is not None:
            gain = "wins the game" if objective.wins else "is rewarded for the rest of the game"
            lines.append(f"The {title} {gain} once {' and '.join(objective.when)}.")
    return lines
