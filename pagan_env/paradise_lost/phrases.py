"""Actions in plain words, and the rules in short, for people and for players who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .actions import LEXICON, TO_ORACLE
from .layout import ANSWER, LOCATION_NAMES
from .rulesets import REALM_NAMES, Ruleset

PHRASES: Mapping[str, str] = {
    "done": "done: nothing more here",
    "yes": "yes, resolve the card",
    "take": "1 {goods}",
    "pick_hero": "play as {hero}",
    "move": "move to {stop}",
    "copy": "copy the location {location}",
    "exchange": "exchange for 1 {goods}",
    "sell_scroll": "sell {scroll_type} Scroll {number} for {goods}",
    "buy_cube": "buy a Seeker cube with {goods}",
    "sell_cube": "sell a Seeker cube for {goods}",
    "seek_draw": "draw a Clue tile",
    "seek_play": "play the Clue tile {clue} on {realm}",
    "lock": "lock {realm}",
    "move_tile": "move the active Clue tile of {realm} to {to_realm}",
    "place": "place the Clue tile on {realm}",
    "target": "choose {seat_on}",
    "ask_card": "ask about {card}",
    "show_card": "show {card}",
    "show_cloak": "show the Cloak of Invisibility",
    "show_excalibur": "show Excalibur",
    "scroll": "choose {scroll_type} Scroll {number}",
    "scroll_type": "choose a {scroll_type} Scroll",
    "oracle_space": "look under Oracle {oracle}",
    "advantage": "take the advantage {advantage}",
    "special": "use the special power, {power}",
    "play_excalibur": "play Excalibur",
    "claim_villain": "claim that the Villain is {villain}",
    "claim_weapon": "claim that the Weapon is {weapon}",
    "write_realm": "write down {realm}",
}
QUESTIONS: Mapping[str, str] = {
    "draft": "which Hero do you play?",
    "stop": "where to?",
    "copy_location": "which location does the Wildland copy?",
    "trade": "what do you trade?",
    "goods": "a Coin or a Mana?",
    "resolve": "resolve the Truthseeker card?",
    "use_power": "use your special power?",
    "place_tile": "on which Realm do you place the Clue tile?",
    "seek": "how do you seek the Hideout?",
    "ask": "whom do you ask about two cards?",
    "first_card": "which is the first card that you ask about?",
    "second_card": "which is the second?",
    "answer": "what do you answer?",
    "show": "which card do you show?",
    "target_hero": "which Hero?",
    "scroll": "which Scroll card do you give?",
    "scroll_type": "which type of Scroll card do you gain?",
    "oracle_space": "under which Oracle do you look?",
    "tile_move": "which Clue tile moves, and where to?",
    "advantage": "which advantage do you take?",
    "villain_claim": "who is the Villain?",
    "weapon_claim": "what is the Weapon?",
    "realm": "which Realm do you write down?",
    "window": "play Excalibur?",
    "free_lock": "which Realm do you lock?",
}
"""What each decision asks, for the seat that takes it."""
POWERS = ("its first use", "its second use: a Clue tile")
"""Only Red's has two: a look under an Oracle, or a Clue tile."""


def phrase(ruleset: Ruleset, state: np.void, seat: int, action: int) -> str:
    """An action of a seat in plain words."""
    block, coords = LEXICON.find(action)
    if block.name == "done" and state["decision"] == ANSWER:
        return "answer no: neither of them"
    words = {axis.name: _word(ruleset, state, seat, axis.name, at) for axis, at in zip(block.axes, coords, strict=True)}
    return PHRASES[block.name].format(**words)


def _word(ruleset: Ruleset, state: np.void, seat: int, axis: str, at: int) -> str:
    """What a coordinate of an axis is called; something unlike all others where the ruleset has nothing there."""
    if axis == "stop":
        return "the Oracle" if at == TO_ORACLE else _stop(ruleset, state, at)
    if axis == "hero":
        return ruleset.heroes[at] if at < len(ruleset.heroes) else f"Hero {at + 1}"
    if axis == "power":
        return POWERS[at]
    labels = ruleset.labels[seat].get(axis, ())
    slug = labels[at] if at < len(labels) else ""
    if not slug:
        return f"{at + 1}" if axis in ("number", "oracle") else f"{axis.replace('_', ' ')} {at + 1}"
    return ruleset.titles.get(slug, slug.replace("_", " ").title())


def _stop(ruleset: Ruleset, state: np.void, at: int) -> str:
    """A location of this Realm, by its place on the board."""
    realm, rules = int(state["round_number"]), ruleset.tables.view(np.ndarray)[0]["rulesets"][int(state["ruleset"])]
    if realm < 1 or at >= int(rules["locations"][realm]):
        return f"stop {at + 1}"
    return f"stop {at + 1}, {LOCATION_NAMES[rules['board'][realm, at] - 1].replace('_', ' ').title()}"


def rules_text(ruleset: Ruleset) -> list[str]:
    """The rules in short, by the ruleset's numbers."""
    n: Any = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    names = [", ".join(ruleset.titles.get(slug, slug) for slug in slugs) for slugs in (ruleset.villains, ruleset.weapons)]
    lines = [
        f"Paradise Lost, for {n['heroes']} Heroes. One Villain and one Weapon lie in an envelope; the other Oracle cards are in "
        "hands and under the four Oracles. The first Hero with a correct Claim of both wins.",
        f"Villains: {names[0]}. Weapons: {names[1]}. Excalibur cancels; the Cloak of Invisibility hides an answer.",
        f"The journey leads through {', '.join(r.replace('_', ' ').title() for r in REALM_NAMES)}. Whoever is furthest back "
        "moves on to any free location ahead and resolves it; at the end of a Realm all arrive at its Oracle, which reveals a "
        "card and where each may ask another about a pair of cards. Whoever is asked shows the asker one of the two, if it can.",
        f"Rage icons drive the Witch's Rage; at {n['rage_end']} all must go to the Palace.",
    ]
    if n["hideout"]:
        lines.append(
            "Clue tiles point to the Realm of the Villain's Hideout: its Realm tile gives an advantage before the Claims."
        )
    if n["semi_competitive"]:
        lines.append("Semi-competitive: every Hero with a correct Claim wins.")
    return lines
