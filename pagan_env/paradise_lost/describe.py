"""Text of actions, events, cards and decisions, for people; what a seat can't know never enters it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .actions import LEXICON
from .layout import (
    ADVANTAGE_CHOICE,
    ANSWERED,
    ARRIVED,
    ASKED,
    CANCELLED,
    CARD_DRAWN,
    CARDS,
    CLAIM_IS,
    CLOAK_TAKEN,
    CLUE_NAMES,
    CRITERION_IS,
    DEALT,
    DECIDED,
    DECISION_NAMES,
    DIE_IS,
    ENDED,
    ENDING_NAMES,
    EVENTS,
    EXCALIBUR_GONE,
    GOODS_TAKEN,
    HERO_IS,
    HIDEOUT_IS,
    LOOKED,
    NPC,
    ORACLE_SPOKE,
    ORDER_IS,
    RAGE,
    RAGE_IS,
    REALM_IS,
    SCROLL_GAINED,
    SEEN,
    SLOTS,
    TILE_DRAWN,
    TILE_LOST,
    TILE_PLACED,
    WINDOW,
)
from .layout import SHOWN as SHOWN_CARD
from .phrases import CRITERIA, QUESTIONS, phrase, titled, told
from .rulesets import DIE_FACES, REALM_NAMES, Card, Ruleset
from .short_rules import rules_text
from .tables import EFFECTS

__all__ = ["DECIDED", "DECISION_NAMES", "ENDING_NAMES", "QUESTIONS", "phrase", "rules_text"]  # what faces read here
DECK_TITLES = ("Black Swan", "Truthseeker", "Rage")
REPLIES = ("", "no", "a card", "the Cloak of Invisibility", "Excalibur: no answer")
WINDOW_TITLES = (
    "",
    "a card's effect",
    "a step of the Rage tracker",
    "a Rage card",
    "a die roll",
    "an action of seeking",
    "a special power",
    "the last to arrive's Clue tile",
    "the Cloak of Invisibility",
    "a use of an ongoing power",
)
POWERS = (
    ("Copies any location onto a Wildland, occupied ones too.", "Once: locks a Clue tile for free."),
    ("Gains Mana for free at Shrines.", "Once: gains 1 Scroll card for free."),
    ("Gains 1 Mana or Coin more at Bard's Tales.", "Once: draws 1 Truthseeker card more at a Truthseeker."),
    ("Ignores Rage cards, but not the Wrath.", "Once: gains 1 Seeker cube for free."),
    ("Gains Coin for free at Arenas.", "Once: cancels a Black Swan card."),
    ("Gains Scroll cards at Mage Towers for free.", "Once: ignores a Rage card, but not the Wrath."),
    ("Gains 1 Mana or Coin whenever he shows an Oracle card.", "Once: asks a question at an Oracle for free."),
    ("Gains 1 Coin or Mana more at Oracles.", "Once: looks at 1 Oracle card on the board, or draws 1 Clue tile."),
    ("Immune from negative Black Swan cards.", "Once: those who ask at an Oracle pay him, unless the die shows a Scroll."),
)


def action_text(ruleset: Ruleset, seat: int, action: int) -> str:
    """An action of a seat in words: `copy shrine`."""
    return LEXICON.text(action, ruleset.labels[seat])


def parse_action(ruleset: Ruleset, seat: int, text: str) -> int:
    """The action of a seat in words; raises LexiconError that says what is allowed."""
    return LEXICON.parse(text, ruleset.labels[seat])


def card_text(ruleset: Ruleset, card: Card) -> str:
    """What a kind of card does: its price, effect and icons."""
    row = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["cards"][card.deck, card.kind]
    amount = int(row["amount"])
    text = list(EFFECTS.values())[row["effect"]].format(amount, amount)
    price = [f"{row[name]} {name.title()}" for name in ("coin", "mana") if row[name]]
    if row["as_oracle"]:
        price.append("what the die for the next Oracle shows")
    if price:
        text = f"pay {' and '.join(price)}: {text}"
    if row["no_immunity"]:
        text += "; nobody is immune"
    if row["icons"]:
        text += f"; {row['icons']} Rage icon{'s' if row['icons'] > 1 else ''}"
    return f"{text[0].upper()}{text[1:]}."


def people_text(ruleset: Ruleset) -> list[str]:
    """Each Hero of the ruleset with its powers."""
    pool = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["hero_pool"]
    return [f"{name}: {' '.join(POWERS[n])}" for n, name in enumerate(ruleset.heroes) if pool[n + 1]]


def hand_text(ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
    """A seat's Oracle cards, Clue tiles and Realm, and what it knows of the others' cards, for that seat alone."""
    me = state["seats"][seat]
    lines = [f"Oracle cards: {_list(ruleset, np.flatnonzero(me['hand']))}"]
    tiles = [f"{me['tiles'][n]} {titled(name)}" for n, name in enumerate(CLUE_NAMES, 1) if me["tiles"][n]]
    lines.append(f"Clue tiles: {', '.join(tiles) or '-'}")
    if me["realm"]:
        lines.append(f"Realm: {titled(REALM_NAMES[me['realm'] - 1])}")
    in_envelope = [card for card in range(1, CARDS + 1) if me["possible"][card] & 2]
    lines.append(f"May be in the envelope: {_list(ruleset, in_envelope)}")
    return lines


def _list(ruleset: Ruleset, cards: np.ndarray | list[int]) -> str:
    return ", ".join(card_name(ruleset, int(card)) for card in cards) or "-"


def card_name(ruleset: Ruleset, card: int) -> str:
    """The name of an Oracle card, 1..20."""
    slug = ruleset.oracle_card(card)
    return ruleset.titles.get(slug, slug.replace("_", " ").title())


def seen_to_act(state: np.void, viewer: int | None) -> int:
    """Whom a viewer (None: a spectator) sees deciding; -1: nobody, as in a window of another."""
    seat = int(state["to_act"])
    return -1 if state["decision"] == WINDOW and viewer != seat else seat


def decision_text(ruleset: Ruleset, state: np.void) -> str:
    """The pending decision, for the seat that is to take it."""
    name, frame = DECISION_NAMES[state["decision"]].replace("_", " "), state["stack"][state["depth"] - 1]
    if state["decision"] == WINDOW:
        about = WINDOW_TITLES[frame["kind"]]
        if frame["first"]:
            about += f": {titled(ruleset.cards[frame['deck']][frame['first'] - 1].slug)}"
        return f"{name} (Excalibur cancels {about})"
    if name == "answer":
        return f"{name} ({_list(ruleset, [frame['first'], frame['second']])}?)"
    if name == "place tile":
        return f"{name} ({titled(CLUE_NAMES[state['tile'] - 1])})"
    if state["decision"] == ADVANTAGE_CHOICE:
        return f"{name} (the Villain's Hideout is found)"
    return name


def who_text(seat: int) -> str:
    return "The third Hero" if seat == NPC else f"Hero {seat}"


def event_text(ruleset: Ruleset, event: np.void, viewer: int | None) -> str:
    """One event as a seat saw it (None: a spectator), as records and tests say it: with the identifiers of the data files."""
    what, seat, a, b, secret = _seen(event, viewer)
    if what == DECIDED:
        return f"{who_text(seat)}: {action_text(ruleset, seat, secret - 1) if secret else 'has decided'} ({DECISION_NAMES[b]})"
    return _event(ruleset, what, seat, a, b, secret, str)


def event_words(ruleset: Ruleset, event: np.void, viewer: int | None, state: np.void, realm: int) -> str:
    """The same for people to read; `realm` in which it happened, 0 if that isn't known."""
    what, seat, a, b, secret = _seen(event, viewer)
    name = DECISION_NAMES[b] if what == DECIDED else ""
    if name and secret:
        return f"{who_text(seat)}: {told(ruleset, state, seat, secret - 1, name, realm)}"
    if name:
        return f"{who_text(seat)} has decided ({name.replace('_', ' ')})"
    return _event(ruleset, what, seat, a, b, secret, titled)


def _seen(event: np.void, viewer: int | None) -> tuple[int, int, int, int, int]:
    """An event's fields as a seat saw them: without its private part, 0, for all others."""
    what, seat, a, b = (int(event[name]) for name in ("what", "seat", "a", "b"))
    everyone = int(event["seen_by"]) == 31
    seen = everyone or (viewer is not None and (int(event["seen_by"]) >> viewer) & 1)
    return what, seat, a, b, int(event["secret"]) if seen else 0


def _event(ruleset: Ruleset, what: int, seat: int, a: int, b: int, secret: int, named: Callable[[str], str]) -> str:
    """An event that is no decision; `named` says an identifier of the data files."""
    who = who_text(seat)
    if what in CARD_EVENTS:
        return _card_event(ruleset, what, who, a, b, card_name(ruleset, secret) if secret else "")
    if what in TILE_EVENTS:
        return _tile_event(what, who, a, b, secret, named)
    return _board_event(ruleset, what, who, a, b, named)


CARD_EVENTS = (DEALT, LOOKED, SEEN, ANSWERED, ASKED, ORACLE_SPOKE, CLAIM_IS)
TILE_EVENTS = (TILE_DRAWN, TILE_PLACED, TILE_LOST, REALM_IS)


def _card_event(ruleset: Ruleset, what: int, who: str, a: int, b: int, secret: str) -> str:
    """An event about Oracle cards; `secret` the card that was seen."""
    if what == DEALT:
        return f"{who} is dealt {secret or 'a card'}"
    if what == LOOKED:
        return f"{who} looks at {secret or 'a card'} under Oracle {a}"
    if what == SEEN:
        return f"{who} sees {secret or 'a card'} of {who_text(a - 1)}"
    if what == ASKED:
        return f"{who} asks: {card_name(ruleset, a)} or {card_name(ruleset, b)}?"
    if what == ANSWERED:
        return f"{who} answers: {secret if secret and a == SHOWN_CARD else REPLIES[a]}"
    if what == ORACLE_SPOKE:
        return f"Oracle {b} reveals {card_name(ruleset, a)}"
    if not a:
        return f"{who} looks into the envelope{': ' + secret if secret else ''}"
    villain = "Fire Magic" if a > SLOTS else card_name(ruleset, a)
    return f"{who} claims {villain} and {'Ice Magic' if b > SLOTS else card_name(ruleset, SLOTS + b)}"


def _tile_event(what: int, who: str, a: int, b: int, secret: int, named: Callable[[str], str]) -> str:
    """An event about Clue and Realm tiles."""
    if what == TILE_DRAWN:
        return f"{who} draws {named(CLUE_NAMES[secret - 1]) if secret else 'a Clue tile'}"
    if what == TILE_PLACED:
        return f"{who}: {named(CLUE_NAMES[a - 1])} now lies on {named(REALM_NAMES[b - 1])}"
    if what == TILE_LOST:
        kind = a or secret
        return f"{named(CLUE_NAMES[kind - 1]) if kind else 'a Clue tile'} leaves the game"
    realm = a or secret
    if b or not a:
        return f"{who_text(b - 1) if b else who} sees a Realm tile{': ' + named(REALM_NAMES[realm - 1]) if realm else ''}"
    return f"{who}'s Realm is {named(REALM_NAMES[realm - 1])}"


def _board_event(ruleset: Ruleset, what: int, who: str, a: int, b: int, named: Callable[[str], str]) -> str:
    """An event about the board, in the open."""
    if what == HERO_IS:
        return f"{who} is {ruleset.heroes[a - 1]}"
    if what == CRITERION_IS:
        return f"Claim order goes by {DIE_FACES[a - 1] if named is str else f'most {CRITERIA[a - 1]}'}"
    if what == ORDER_IS:
        return f"{who} is number {a}"
    if what == DIE_IS:
        return f"the Oracle die shows {named(DIE_FACES[a - 1])}"
    if what == ARRIVED:
        return f"{who} arrives at the Oracle, number {a}"
    if what == CARD_DRAWN:
        return f"{who} draws {DECK_TITLES[b]}: {_deck_card(ruleset, b, a, named)}"
    if what == SCROLL_GAINED:
        return f"{who} gains {'Fire' if a <= 5 else 'Ice'} Scroll {(a - 1) % 5 + 1}{', with a Rage icon' if b else ''}"
    if what == RAGE_IS:
        return f"{'The Wrath' if b else 'The Rage'}: {_deck_card(ruleset, RAGE, a, named)}"
    if what == CANCELLED:
        return f"{who} plays Excalibur and cancels {WINDOW_TITLES[a]}"
    if what == EXCALIBUR_GONE:
        return "Excalibur leaves the game"
    if what == CLOAK_TAKEN:
        return f"{who} takes the Cloak of Invisibility"
    if what == HIDEOUT_IS:
        return f"the Villain's Hideout is {named(REALM_NAMES[a - 1]) if a else 'nobody' + chr(39) + 's'}"
    if what == GOODS_TAKEN:
        return f"{who} is given 1 {('Coin', 'Mana')[a - 1]} by {who_text(b - 1)}"
    assert what == ENDED, what
    return f"the game ends: {ENDING_NAMES[b] if named is str else ENDING_NAMES[b].replace('_', ' ')}"


def _deck_card(ruleset: Ruleset, deck: int, kind: int, named: Callable[[str], str]) -> str:
    card = ruleset.cards[deck][kind - 1]
    return f"{named(card.slug)} ({card_text(ruleset, card)})"


def event_log(ruleset: Ruleset, state: np.void, viewer: int | None, since: int = 0, plain: bool = False) -> list[str]:
    """The events still in the log from number `since` on, oldest first; `plain`: for people to read."""
    count = int(state["log_count"])
    numbers = range(max(since, count - EVENTS, 0), count)
    if not plain:
        return [event_text(ruleset, state["log"][n % EVENTS], viewer) for n in numbers]
    realms = _realms(ruleset, state)
    return [event_words(ruleset, state["log"][n % EVENTS], viewer, state, realms[n]) for n in numbers]


def told_log(ruleset: Ruleset, state: np.void, since: int = 0) -> list[str]:
    """The same as the seat of each event saw it: no seat may be told all of that."""
    realms, numbers = _realms(ruleset, state), range(max(since, int(state["log_count"]) - EVENTS, 0), int(state["log_count"]))
    events = [(n, state["log"][n % EVENTS]) for n in numbers]
    return [event_words(ruleset, event, int(event["seat"]), state, realms[n]) for n, event in events]


def _realms(ruleset: Ruleset, state: np.void) -> dict[int, int]:
    """The Realm in which each event of the log happened, by its number; 0 where the log doesn't tell, after a storm."""
    count = int(state["log_count"])
    heroes = int(ruleset.tables.view(np.ndarray)[0]["rulesets"][int(state["ruleset"])]["heroes"])
    miniatures, realm, found = heroes + (heroes == 2), int(state["round_number"]), {}
    at_oracle = state["arrived"] == miniatures
    for n in reversed(range(max(0, count - EVENTS), count)):
        event = state["log"][n % EVENTS]
        if event["what"] == ARRIVED and event["a"] == miniatures:
            realm -= not at_oracle
            at_oracle = False
        elif event["what"] == ORDER_IS and state["storm"]:
            realm = 0
        found[n] = max(realm, 0)
    return found
