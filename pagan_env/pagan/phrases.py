"""Actions in plain words, and the rules in short, for people and for players who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.programs import read
from .actions import LEXICON
from .layout import ALLIES, BREWS, ENCHANTMENTS, FAMILIARS, INVESTIGATIONS, LOCATIONS, OPTION, ROW
from .moves import owner_of
from .rulesets import Ruleset
from .tables import MODIFIERS

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
NOTHING: Mapping[str, str] = {
    "conversion": "convert nothing",
    "distribution": "place no more tokens",
    "brew_window": "consume no Brew",
    "skill_again": "leave it at one use of the skill",
    "replacement": "make no room",
    "familiar_use": "use no Familiar",
    "upkeep_effect": "use nothing more in play",
    "option": "take no effect",
    "raid_payment": "pay no more Clues",
}
"""What `done` says afterwards, by the decision."""
PURPOSES: Mapping[str, str] = {
    "distribution": " for the next token",
    "investigation_target": " for the Investigation",
    "replacement": " to make room",
    "raid_payment": " to pay a Clue",
    "shortage": " to move a token from",
    "card_to_play": " to play",
    "card_to_discard": " to discard",
    "foe_card": " to be discarded",
    "pile_card": " to come back",
    "card_to_reveal": " to reveal permanently",
}
"""What was chosen for what, by the decision: afterwards the question is gone."""
ORDINALS = ("first", "second", "third", "fourth")
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
    if state["decision"] == OPTION and block.name in ("option", "done"):
        effects = option_texts(ruleset, state)
        if block.name == "done":
            return "take no effect"
        return f"take option {coords[0] + 1}" + (f": {effects[coords[0]]}" if coords[0] < len(effects) else "")
    words = {axis.name: _word(ruleset, state, seat, axis.name, at) for axis, at in zip(block.axes, coords, strict=True)}
    return PHRASES[block.name].format(**words)


def option_texts(ruleset: Ruleset, state: np.void) -> list[str]:
    """The effects between which the pending decision chooses."""
    code, pc = ruleset.tables.view(np.ndarray)[0]["code"], int(state["stack"][state["depth"] - 1]["pc"])
    lines = ruleset.language.disassemble(read(code, pc))
    middle = lines.index("or") if "or" in lines else len(lines)
    return [", ".join(part) for part in (lines[1:middle], lines[middle + 1 :]) if part]


def told(ruleset: Ruleset, seat: int, action: int, decision: str) -> str:
    """An action of a seat as it is told afterwards: cards in play by their spots, for what lay there then isn't known."""
    block, coords = LEXICON.find(action)
    if block.name == "done":
        return NOTHING.get(decision, "nothing more")
    if block.name == "option":
        return f"take the {ORDINALS[coords[0]]} effect"
    words = {axis.name: _word(ruleset, None, seat, axis.name, at) for axis, at in zip(block.axes, coords, strict=True)}
    return PHRASES[block.name].format(**words).removesuffix(", plain") + PURPOSES.get(decision, "")


def _word(ruleset: Ruleset, state: np.void | None, seat: int, axis: str, at: int) -> str:
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


def _place(ruleset: Ruleset, state: np.void | None, title: str, place: int) -> str:
    """A place with the card that lies there, face up for all; without a state the place alone."""
    kind = 0 if state is None else int(state["places"][place]["kind"])
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
        f"The Witch wins by the ritual on the true witch with {n['ritual_favors']} Favor{'' if n['ritual_favors'] == 1 else 's'} "
        f"there, or when {n['innocents_to_lose']} innocents have been eliminated.",
        f"The Hunter wins by eliminating the true witch ({n['eliminate_clues']} Clues there, {n['eliminate_clues_elsewhere']} on "
        f"every other), or by drawing {n['suspects_to_win']} Suspect cards, each for {n['exonerate_evidence']} Evidence: "
        "a villager whose Suspect card was drawn is not the witch.",
    ]
    return lines + [
        f"The {title} {text}." for title, text in zip(("Witch", "Hunter"), objectives_text(ruleset), strict=True) if text
    ]


def objectives_text(ruleset: Ruleset) -> list[str]:
    """What each seat gets by its objective of the scenario, and when: `wins the game once ...`; empty for a seat without one."""
    rows, found = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["objectives"], []
    for objective, row in zip(ruleset.objectives, rows, strict=True):
        if objective is None:
            found.append("")
            continue
        when = " and ".join(objective.when)
        lasting = [modifier_text(name, int(n)) for name, n in zip(MODIFIERS, row["modifiers"], strict=False) if n]
        gains = [*(f"{line}, once" for line in objective.reward), *(f"{line}, for the rest of the game" for line in lasting)]
        found.append(f"{'wins the game' if objective.wins else 'is rewarded'} once {when}{': ' * bool(gains)}{'; '.join(gains)}")
    return found


def modifier_text(name: str, amount: int) -> str:
    """A lasting modifier in words: `+2 Clues on the target of Eliminate Villager`."""
    return MODIFIERS[name] if name.endswith("any_colour") else f"{amount:+d} {MODIFIERS[name]}"
