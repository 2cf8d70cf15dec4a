"""The board as text, as a seat or a spectator sees it."""

from __future__ import annotations

import numpy as np

from .describe import card_name, event_log, hand_text, seen_to_act, who_text
from .layout import (
    CLUE_NAMES,
    DECISION_NAMES,
    ENDING_NAMES,
    MINIATURES,
    NPC,
    ORACLES,
    RAGE,
    REALMS,
    SLOTS,
)
from .phrases import CRITERIA, LOCATION_TITLES, titled
from .rulesets import DIE_FACES, REALM_NAMES, Ruleset

LAST_EVENTS = 5


def render(states: np.ndarray, ruleset: Ruleset, viewer: int | None) -> str:
    """Game 0 as text for a seat, or for a spectator (None), who sees what everyone sees."""
    state = states.view(np.ndarray)[0]
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][state["ruleset"]]
    lines = [f"Paradise Lost {ruleset.name}   {_headline(state, viewer)}", "", *_tracker(state, ruleset), ""]
    lines += [*_trail(state, rules), "", *_realms(state), "", *_oracles(state, ruleset)]
    for seat in range(rules["heroes"]):
        lines += ["", *_seat(state, ruleset, seat, viewer)]
    return "\n".join([*lines, "", *event_log(ruleset, state, viewer, int(state["log_count"]) - LAST_EVENTS, plain=True)])


def _headline(state: np.void, viewer: int | None) -> str:
    """Whose decision it is; a window for Excalibur shows to its holder alone."""
    if state["ending"]:
        return f"over: {ENDING_NAMES[state['ending']].replace('_', ' ')}"
    realm = titled(REALM_NAMES[state["round_number"] - 1])
    seat = seen_to_act(state, viewer)
    decision = DECISION_NAMES[state["decision"]].replace("_", " ")
    return realm if seat < 0 else f"{realm}, {who_text(seat)} decides: {decision}"


def _tracker(state: np.void, ruleset: Ruleset) -> list[str]:
    parts = [f"Rage {state['rage']}"]
    for name in ("rage_card", "wrath_card"):
        if state[name]:
            cancelled = " (cancelled)" if name == "rage_card" and state["rage_cancelled"] else ""
            parts.append(f"{name.removesuffix('_card')} card {titled(ruleset.cards[RAGE][state[name] - 1].slug)}{cancelled}")
    if state["die"]:
        parts.append(f"Oracle die {titled(DIE_FACES[state['die'] - 1])}")
    if state["criterion"]:
        parts.append(f"first Claim: most {CRITERIA[state['criterion'] - 1]}")
    supply = ", ".join(f"{state['supply'][n]} {name}" for n, name in enumerate(("Coin", "Mana", "Seeker cubes")))
    return ["   ".join(parts), f"Supply: {supply}"]


def _trail(state: np.void, rules: np.void) -> list[str]:
    """The locations of this Realm in order, with who stands there."""
    realm, cells = int(state["round_number"]), []
    for stop in range(rules["locations"][realm]):
        here = [_mark(m) for m in range(MINIATURES) if state["spot"][m] in (2 * stop, 2 * stop + 1)]
        cells.append(
            f"{stop + 1} {LOCATION_TITLES[rules['board'][realm, stop] - 1]}{' [' + ' '.join(here) + ']' if here else ''}"
        )
    arrived = [_mark(int(m) - 1) for m in state["arrival"] if m]
    behind = sorted((int(state["spot"][m]), m) for m in range(MINIATURES) if state["spot"][m] < 0)
    lines = [f"Behind: {' '.join(_mark(m) for _, m in behind) or '-'}   Arrived: {' '.join(arrived) or '-'}"]
    return [*lines, *("  " + ", ".join(cells[n : n + 6]) for n in range(0, len(cells), 6))]


def _mark(miniature: int) -> str:
    return "third" if miniature == NPC else f"H{miniature}"


def _realms(state: np.void) -> list[str]:
    lines = []
    for realm in range(1, REALMS + 1):
        stack = [titled(CLUE_NAMES[kind - 1]) for kind in state["stacks"][realm][: state["height"][realm]]]
        lock = " (locked)" if state["locked"][realm] else ""
        lines.append(f"  {titled(REALM_NAMES[realm - 1]):16} {' < '.join(stack) or '-'}{lock}")
    return [f"Clue tiles ({state['pile_size']} in the pile), the active one last:", *lines]


def _oracles(state: np.void, ruleset: Ruleset) -> list[str]:
    facedown = ", ".join(str(state["face_down"][oracle]) for oracle in range(1, ORACLES + 1))
    open_cards = [card_name(ruleset, card) for card in range(1, 2 * SLOTS + 1) if state["open_at"][card]]
    lines = [f"Facedown under Oracles 1 to 4: {facedown}   Revealed: {', '.join(open_cards) or '-'}"]
    for claim in state["failed"][: state["failed_count"]]:
        villain = "Fire Magic" if claim["villain"] > SLOTS else card_name(ruleset, int(claim["villain"]))
        weapon = "Ice Magic" if claim["weapon"] > SLOTS else card_name(ruleset, SLOTS + int(claim["weapon"]))
        lines.append(f"Wrong Claim: {villain} and {weapon}")
    return lines


def _seat(state: np.void, ruleset: Ruleset, seat: int, viewer: int | None) -> list[str]:
    me = state["seats"][seat]
    name = ruleset.heroes[me["hero"] - 1] if me["hero"] else "no Hero yet"
    goods = ", ".join(f"{me['goods'][n]} {word}" for n, word in enumerate(("Coin", "Mana", "Seeker cubes")))
    tiles = f"{me['tile_count']} Clue tile{'' if me['tile_count'] == 1 else 's'}"
    used = ", power used" if me["power_used"] else ""
    lines = [
        f"{who_text(seat)}, {name}{used}: {goods}, {me['hand_size']} Oracle cards, {tiles}"
        f"{', immune' if me['immune'] else ''}{', won' if me['won'] else ''}"
    ]
    scrolls = [
        f"{title} {' '.join(str(n) for n in range(1, 6) if me['scrolls'][kind][n])}"
        for kind, title in enumerate(("Fire", "Ice"))
        if me["scrolls"][kind].any()
    ]
    if scrolls:
        lines.append(f"  Scrolls: {', '.join(scrolls)}")
    if viewer == seat:
        lines += [f"  {line}" for line in hand_text(ruleset, state, seat)]
    return lines
