"""Actions in plain words, and the rules in short, for people and for players who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import questions
from .actions import LEXICON, TO_ORACLE
from .layout import (
    ALADDIN,
    ARENA,
    ASK,
    BARD,
    BILLY,
    BLACK_SWAN,
    BLANK,
    DECISION_NAMES,
    FIRE_TOWER,
    FREE_LOCK,
    HERCULES,
    ICE_TOWER,
    MARKET,
    MERLIN,
    NPC,
    QUESTION,
    RAGE,
    RED,
    SHRINE,
    TRUTHSEEKER,
    TURN,
    WILDLAND,
)
from .rulesets import Ruleset
from .tables import QUESTIONS_DEARER, TOWERS_DEARER

PHRASES: Mapping[str, str] = {
    "done": "done: nothing more here",
    "yes": "yes, resolve the card",
    "take": "take 1 {goods}",
    "pick_hero": "play as {hero}",
    "move": "move to {stop}",
    "copy": "copy {location}",
    "exchange": "exchange {market_exchange} {other_goods} for 1 {goods}",
    "sell_scroll": "sell {scroll_type} Scroll {number} for {market_scroll} {goods}",
    "buy_cube": "buy a Seeker cube for {market_cube} {goods}",
    "sell_cube": "sell a Seeker cube for {market_cube} {goods}",
    "seek_draw": "pay {seek_cubes} Seeker cube: draw a Clue tile and place it",
    "seek_play": "pay {seek_cubes} Seeker cube: play the Clue tile {clue} on {realm}",
    "lock": "pay {lock_cubes} Seeker cubes: lock the topmost Clue tile of {realm}",
    "move_tile": "move the topmost Clue tile of {realm} to {to_realm}",
    "place": "place the Clue tile on {realm}",
    "target": "choose {seat_on}",
    "ask_card": "ask about {card}",
    "show_card": "show {card}",
    "show_cloak": "show the Cloak of Invisibility",
    "show_excalibur": "show Excalibur",
    "scroll": "choose {scroll_type} Scroll {number}",
    "scroll_type": "a Scroll card of {scroll_type}",
    "oracle_space": "look under Oracle {oracle}",
    "advantage": "take the advantage: {advantage}",
    "special": "use your special power{power}",
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
POWERS = (": look under an Oracle", ": draw a Clue tile")
"""Only Red's has two."""
DONE = {
    "answer": "answer no: neither of them",
    "use_power": "no, keep the special power",
    "resolve": "no, leave the card",
    "window": "no, keep Excalibur",
    "ask": "ask nobody",
    "seek": "pass: no more seeking at this Oracle",
    "trade": "end the trades",
}
"""What `done` says, by the decision."""
PURPOSES = {"scroll": " to give back", "target_hero": " for the card"}
"""What was chosen for what, by the decision: afterwards the question is gone."""
LOCATION_TITLES = (
    "Arena",
    "Bard's Tale",
    "Black Swan",
    "Mage Tower of Fire",
    "Mage Tower of Ice",
    "Marketplace",
    "Shrine",
    "Truthseeker",
    "Wildland",
)
ADVANTAGE_TITLES = ("claim before the others", "an extra question", "draw a card")
CRITERIA = ("Coin", "Mana", "Coin and Mana", "Seeker cubes", "Scroll cards")
"""What the Claim order goes by, from 1."""
PRICES = ("1 Coin", "1 Mana", "1 Coin and 1 Mana", "1 Seeker cube", "1 Scroll card", "")
"""What a question costs, by the face of the Oracle die from 1."""


def titled(slug: str) -> str:
    """A name of the data files as people read it: `Witch's Palace` for `witchs_palace`."""
    words = slug.replace("witchs_", "witch's_").replace("_", " ").title().replace("'S", "'s")
    return words.replace(" And ", " and ").replace(" Of ", " of ")


def phrase(ruleset: Ruleset, state: np.void, seat: int, action: int) -> str:
    """An action of a seat in plain words, with what it costs and brings."""
    rules = _rules(ruleset, int(state["ruleset"]))
    block, coords = LEXICON.find(action)
    said = _said(ruleset, rules, seat, action, DECISION_NAMES[state["decision"]], int(state["round_number"]))
    frame = state["stack"][max(0, state["depth"] - 1)]
    if block.name == "move":
        if frame["what"] == TURN and frame["target"] == NPC:
            return said.replace("move", "move the third Hero", 1)
        realm, stop = int(state["round_number"]), coords[0]
        known = realm and stop < int(rules["locations"][realm])
        return f"{said} ({offer(rules, state, seat, int(rules['board'][realm, stop]))})" if known else said
    if block.name == "copy":
        return f"{said} ({offer(rules, state, seat, coords[0] + 1, copied=True)})"
    if block.name == "target" and state["decision"] == ASK and frame["what"] == QUESTION:
        price = _price(rules, state, seat, frame)
        return f"{said} (pay {price})" if price else said
    if block.name == "special" and coords[0] == 0 and state["seats"][seat]["hero"] != RED:
        return said.removesuffix(POWERS[0])
    return said


def told(ruleset: Ruleset, state: np.void, seat: int, action: int, decision: str, realm: int) -> str:
    """An action of a seat as it is told afterwards; `realm` where it was taken, 0 if that isn't known."""
    rules = _rules(ruleset, int(state["ruleset"]))
    said = _said(ruleset, rules, seat, action, decision, realm)
    if rules["heroes"] == 2:  # it may have been the third Hero that was moved: the log doesn't say
        said = said.replace("move to", "move a Hero to")
    if LEXICON.find(action)[0].name == "special" and (seat == NPC or state["seats"][seat]["hero"] != RED):
        said = said.removesuffix(POWERS[0])
    return said.replace("your", "the").removeprefix("no, ") + PURPOSES.get(decision, "")


def _rules(ruleset: Ruleset, row: int) -> Any:
    return ruleset.tables.view(np.ndarray)[0]["rulesets"][row]


def _said(ruleset: Ruleset, rules: Any, seat: int, action: int, decision: str, realm: int) -> str:
    block, coords = LEXICON.find(action)
    if block.name == "done":
        return DONE.get(decision, "done: nothing more here")
    if block.name == "target" and decision == DECISION_NAMES[ASK]:
        return f"ask {_word(ruleset, rules, seat, 'seat_on', coords[0], realm)}"
    words = {axis.name: _word(ruleset, rules, seat, axis.name, at, realm) for axis, at in zip(block.axes, coords, strict=True)}
    numbers = {name: int(rules[name]) for name in ("market_exchange", "market_scroll", "market_cube", "seek_cubes", "lock_cubes")}
    if "goods" in words:
        words["other_goods"] = "Mana" if words["goods"] == "Coin" else "Coin"
    said = PHRASES[block.name].format(**words, **numbers)
    if decision == DECISION_NAMES[FREE_LOCK]:
        return said.partition(": ")[2]
    return said


def offer(rules: Any, state: np.void, seat: int, kind: int, copied: bool = False) -> str:
    """What a type of location costs a Hero, and what it brings (rulings 9, A12)."""
    hero = int(state["seats"][seat]["hero"])
    free = (kind, hero) in ((ARENA, HERCULES), (SHRINE, ALADDIN)) or (
        kind in (FIRE_TOWER, ICE_TOWER) and hero == MERLIN and not copied
    )
    mana, coin = 0, int(rules["shrine_coin"]) if kind == SHRINE and not free else 0
    if kind == ARENA and not free:
        mana = int(rules["arena_mana"])
    elif kind in (FIRE_TOWER, ICE_TOWER) and not free:
        mana = int(rules["tower_mana"]) + _dearer(rules, state, seat, TOWERS_DEARER)
    price = "pay " + " and ".join([f"{coin} Coin"] * (coin > 0) + [f"{mana} Mana"] * (mana > 0)) + ": " if coin or mana else ""
    return price + gains(rules, kind)


def gains(rules: Any, kind: int) -> str:
    """What a type of location brings."""
    return {
        ARENA: f"gain {rules['arena_coin']} Coin",
        BARD: f"gain {rules['bard_coin']} Coin and {rules['bard_mana']} Mana",
        BLACK_SWAN: "draw a Black Swan card",
        FIRE_TOWER: "gain your next Fire Scroll card",
        ICE_TOWER: "gain your next Ice Scroll card",
        MARKET: "trade",
        SHRINE: f"gain {rules['shrine_mana']} Mana",
        TRUTHSEEKER: "draw a Truthseeker card",
        WILDLAND: "copy another location",
    }[kind]


def _dearer(rules: Any, state: np.void, seat: int, effect: int) -> int:
    """What the Rage and the Wrath card add to a price of a seat."""
    cards, total = rules["cards"][RAGE], 0
    spared = state["seats"][seat]["hero"] == BILLY or int(state["rage_ignored"]) >> seat & 1 or state["rage_cancelled"]
    for kind in (0 if spared else int(state["rage_card"]), int(state["wrath_card"])):
        if kind and cards[kind]["effect"] == effect:
            total += max(1, int(cards[kind]["amount"]))
    return total


def _price(rules: Any, state: np.void, seat: int, frame: np.void) -> str:
    """What the question at hand costs."""
    free, kind = int(frame["flag"]) & questions.FREE, int(frame["kind"])
    by_die = kind == questions.FROM_ORACLE or (kind == questions.FROM_CARD and int(frame["flag"]) & questions.AS_ORACLE)
    face = int(state["die"]) if by_die and not free and state["die"] else BLANK
    more = _dearer(rules, state, seat, QUESTIONS_DEARER) if kind == questions.FROM_ORACLE and not free else 0
    if not more:
        return PRICES[face - 1]
    return f"{more} Mana" if face == BLANK else f"{PRICES[face - 1]} and {more} Mana more"


def _word(ruleset: Ruleset, rules: Any, seat: int, axis: str, at: int, realm: int) -> str:
    """What a coordinate of an axis is called; something unlike all others where the ruleset has nothing there."""
    if axis == "stop":
        if at == TO_ORACLE:
            return "the Oracle"
        known = realm > 0 and at < int(rules["locations"][realm])
        return f"stop {at + 1}" + (f", {LOCATION_TITLES[rules['board'][realm, at] - 1]}" if known else "")
    if axis == "hero":
        return ruleset.heroes[at] if at < len(ruleset.heroes) else f"Hero {at + 1}"
    if axis == "power":
        return POWERS[at]
    if axis == "advantage":
        return ADVANTAGE_TITLES[at]
    if axis == "location":
        return LOCATION_TITLES[at]
    labels = ruleset.labels[seat].get(axis, ())
    slug = labels[at] if at < len(labels) else ""
    if not slug:
        return f"{at + 1}" if axis in ("number", "oracle") else f"{axis.replace('_', ' ')} {at + 1}"
    return ruleset.titles.get(slug, titled(slug))
