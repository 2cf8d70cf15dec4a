"""The rules in short, by a ruleset's numbers: enough to play by, for people and for players who read."""

from __future__ import annotations

from typing import Any

import numpy as np

from .layout import ARENA, BARD, BY_SCROLL, CLUE_NAMES, SHRINE
from .phrases import CRITERIA, PRICES, gains, titled
from .rulesets import REALM_NAMES, Ruleset

CLUE_WORDS = (
    "the two Realms farthest from its own",
    "the two Realms next to its own",
    "the Realm before its own",
    "the Realm after its own",
    "its own Realm",
    "not its own Realm: a cross there, which takes one arrow away",
)
"""Where a Clue tile's arrow points, by kind; the Realms are a ring in the order of the journey (ruling 30)."""


def rules_text(ruleset: Ruleset) -> list[str]:
    """The rules in short, a line a subject."""
    n: Any = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    hideout = _hideout(n) if n["hideout"] else ["There is no Villain's Hideout, and there are no Clue tiles."]
    return [*_aim(ruleset, n), *_journey(n), *_locations(n), *_oracle(n), *_rage(n), *hideout, *_claims(n), *_options(n)]


def _aim(ruleset: Ruleset, n: Any) -> list[str]:
    names = [", ".join(ruleset.titles.get(slug, slug) for slug in slugs) for slugs in (ruleset.villains, ruleset.weapons)]
    seats = ", ".join(f"Hero {seat}" for seat in range(n["heroes"]))
    third = " A third Hero without a player stands in the way; the Hero furthest along moves it." if n["heroes"] == 2 else ""
    wins = "" if n["semi_competitive"] else " The first Hero with a correct Claim of both wins."
    others = (
        "Excalibur is an Oracle card, too."
        if n["heroes"] == 2
        else "Excalibur and the Cloak of Invisibility are Oracle cards, too."
    )
    return [
        f"Paradise Lost, for {n['heroes']} Heroes. One Villain and one Weapon lie in an envelope; the other Oracle cards are in "
        f"hands and under the four Oracles.{wins}",
        f"Villains: {names[0]}. Weapons: {names[1]}. {others}",
        f"The players are {seats}.{third} Each starts with {n['start_coin']} Coin, {n['start_mana']} Mana and "
        f"{_several(n['start_seeker'], 'Seeker cube')}"
        + (f", and {_several(n['start_tiles'], 'Clue tile')} in hand" if n["hideout"] else "")
        + "; the Hero is "
        + ("chosen." if n["hero_draft"] else "dealt."),
    ]


def _journey(n: Any) -> list[str]:
    last = "the last draws and places a Clue tile" if n["hideout"] else "the last gains nothing"
    second = ", some have two" if n["heroes"] >= 4 and (n["spaces"] == 2).any() else ""
    return [
        f"The journey leads through {', '.join(titled(realm) for realm in REALM_NAMES)}. Whoever is furthest back moves on, "
        "to any "
        f"location ahead with a free space (each has one{second}) whose price can be paid, or to the Oracle at the end of the "
        "Realm.",
        "Arrival Rewards at an Oracle: the first to arrive gains 1 Coin and 1 Mana, those between 1 Coin or 1 Mana, "
        f"{last}. The next Realm is entered in reverse order of arrival. In the Palace each stops at one location, then come "
        "the Claims.",
    ]


def _locations(n: Any) -> list[str]:
    tower = f"pay {n['tower_mana']} Mana, gain your lowest missing Scroll card of that type, numbers 1 to 5"
    return [
        f"Arena: pay {n['arena_mana']} Mana, {gains(n, ARENA)}. Shrine: pay {n['shrine_coin']} Coin, {gains(n, SHRINE)}. "
        f"Bard's Tale: {gains(n, BARD)}.",
        f"Mage Towers of Fire and of Ice: {tower}. A card with a Rage icon raises the Witch's Rage by a step and leaves the "
        "game.",
        f"Marketplace: up to {n['market_trades']} trades: {n['market_exchange']} Coin for 1 Mana or the reverse, a Scroll "
        "card for "
        f"{n['market_scroll']} Coin or {n['market_scroll']} Mana, a Seeker cube bought or sold for {n['market_cube']} Coin or "
        f"{n['market_cube']} Mana.",
        "Black Swan: draw a Black Swan card, good or bad, which must be resolved. Truthseeker: draw a Truthseeker card, which "
        "you may "
        "resolve for its price. Many cards have Rage icons.",
        "Wildland: copy another type of location, for its price, but none where another Hero stands in this Realm.",
    ]


def _oracle(n: Any) -> list[str]:
    faces = ("Coin", "Mana", "Coin and Mana", "Seeker", "Scroll", "blank")
    prices = "; ".join(f"{face}: {PRICES[at] or 'nothing'}" for at, face in enumerate(faces) if n["die"][at + 1])
    seeking = "Clue tiles are played, " if n["hideout"] else ""
    reveal = "its facedown cards are revealed"
    asks = "each Hero, the last to arrive first, may ask one question"
    cloak = "" if n["heroes"] == 2 else "the Cloak of Invisibility may be shown, which then goes to the asker, or "
    round_on = (
        "It goes round the table from the next Hero on until somebody has one of the two."
        if n["questions_in_turn"]
        else "You choose whom to ask."
    )
    return [
        f"At an Oracle {seeking}{f'{asks}, then {reveal}' if n['reveal_after'] else f'{reveal}, then {asks}'}. A question "
        f"costs what the Oracle die shows ({prices}).",
        f"A question names two of the Villains and Weapons. {round_on} Whoever has one must show it to the asker alone, one of "
        f"its choice if it has both; all hear whether a card was shown. Instead {cloak}Excalibur may be shown, which ends the "
        "question. A Hero that a card makes immune can't be asked until the end of the next Oracle.",
    ]


def _rage(n: Any) -> list[str]:
    draws = ", ".join(str(step) for step in range(len(n["rage_draws"])) if n["rage_draws"][step])
    asked = {0: "nobody is asked", 1: "its holder is asked", 2: "everyone is asked"}[int(n["windows"])]
    ongoing = ", a use of an ongoing power" if n["excalibur_ongoing"] else ""
    return [
        f"Rage icons, and each Oracle but the last, raise the Witch's Rage, from {n['rage_start']}. A Rage card is drawn at "
        f"{draws}; at "
        f"{n['rage_end']} all must go to the Palace at once.",
        f"Excalibur, played once, cancels a card's effect, a step of the Rage, a die roll, a Hero's special power{ongoing} or "
        "the like "
        f"({asked} where it may be). Then it leaves the game and a Rage card comes to stay as the Wrath; so it does if an "
        "Oracle reveals Excalibur.",
    ]


def _hideout(n: Any) -> list[str]:
    words = "; ".join(f"{titled(name)}: {text}" for name, text in zip(CLUE_NAMES, CLUE_WORDS, strict=True))
    whose = "writes down a Realm" if n["realm_written"] else "has a secret Realm tile"
    cube, cubes = _several(n["seek_cubes"], "Seeker cube"), _several(n["lock_cubes"], "Seeker cube")
    return [
        f"Each Hero {whose}. The Villain's Hideout is the Realm to which most arrows of the topmost Clue tiles point; of tied "
        "Realms "
        "that of the Hero with most Seeker cubes. Who has found it gets an advantage before the Claims: to claim first, an extra "
        "question, or a look at a card" + (", if need be of another's hand." if n["advantage_from_hand"] else "."),
        f"Clue tiles point so: {words}.",
        f"In seeking, round and round until all have passed: draw a Clue tile and place it, or play one from hand, for {cube}; "
        f"lock the topmost tile of a Realm, or move one to another Realm, for {cubes}. Nothing is put on a locked tile.",
    ]


def _claims(n: Any) -> list[str]:
    criteria = [CRITERIA[at - 1] for at in range(1, BY_SCROLL + 1) if n["criteria"][at]]
    by = criteria[0] if len(criteria) == 1 else f"{', '.join(criteria[:-1])} or {criteria[-1]}"
    return [
        f"Claims go in the order of who has most {by}"
        + ("" if len(criteria) == 1 else " (drawn at the start; the board says which)")
        + ", ties by the die. Each Hero claims once, and all hear a wrong Claim; if nobody is right, all lose. A complete "
        "Fire Scroll, five cards, stands for the right Villain, a complete Ice Scroll for the "
        "right "
        "Weapon."
    ]


def _options(n: Any) -> list[str]:
    found = []
    if n["pay_answerer"]:
        found.append("The price of a question at an Oracle goes to the Hero that answers with a card.")
    if n["semi_competitive"]:
        broken = "; of several one wins: who found the Hideout, then who has most by the Claim order" if n["tie_break"] else ""
        found.append(f"Semi-competitive: all Claims are written, and every Hero with a correct Claim wins{broken}.")
    return found


def _several(count: Any, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
