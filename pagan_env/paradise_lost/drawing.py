"""The board as a picture, as a seat or a spectator sees it.

Who is asked what shows to the seat that is asked alone: an open window for Excalibur looks like nothing at all to the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import Circle, Drawing, Rectangle, Sketch, seen
from .describe import card_name, card_text, decision_text, event_log
from .drawing_heroes import (
    BACK,
    FRAME,
    GOODS_LOOKS,
    HERO_COLOURS,
    INK,
    LEFT,
    PALE,
    PAPER,
    RIGHT,
    draw_heroes,
    draw_sheet,
    realm_title,
)
from .layout import (
    CARDS,
    CLAIM,
    CLUE_NAMES,
    DECK_CARD,
    ENDING_NAMES,
    GATES,
    LOCATION,
    MINIATURES,
    NPC,
    ORACLE,
    ORACLES,
    PLACE_CLUE,
    QUESTION,
    RAGE,
    RAGE_CARD,
    RAISE,
    REALMS,
    SEATS,
    SEEKING,
    SETUP,
    SPEAKING,
    TAKE_GOODS,
    TURN,
    UNDER,
)
from .phrases import CRITERIA, LOCATION_TITLES, titled
from .rulesets import DIE_FACES, Ruleset
from .view import view

WIDTH, HEIGHT = 1200, 800
TABLE, HEADER = "#dfe5ea", "#20303f"
SIDE, MOST_EVENTS = 956, 14
ROW_TOP, ROW_STEP, ROW_HEIGHT = 54, 78, 74
CLUES_LEFT, TRAIL_LEFT, TRAIL_RIGHT, ORACLE_LEFT = 138, 264, 782, 790
REALM_COLOURS = ("", "#5f7fa8", "#4d7d52", "#a9793b", "#6f6f3f", "#4f93a8")
RAGE_COLOUR = "#b2392f"
# By type of location: short name, colour
LOOKS = (
    ("", ""),
    ("arena", "#9c4a3c"),
    ("bard", "#7a5aa0"),
    ("swan", "#2c2f38"),
    ("fire", "#d1532b"),
    ("ice", "#4a9ccf"),
    ("market", "#b07a12"),
    ("shrine", "#2f7f8f"),
    ("truth", "#4d6b3a"),
    ("wild", "#7d7468"),
)
PHASES = {
    SETUP: "Setup",
    ORACLE: "At the Oracle",
    SEEKING: "The Heroes seek the Hideout",
    SPEAKING: "The Heroes speak",
    RAISE: "The Witch's Rage",
    RAGE_CARD: "The Witch's Rage",
    GATES: "At the Gates",
}


def draw(states: np.ndarray, ruleset: Ruleset, viewer: int | None) -> Drawing:
    """Game 0 as a picture for a seat, or for a spectator (None), who sees what everyone sees."""
    s = seen(states, view, SEATS, viewer)
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][s["ruleset"]]
    on = Sketch(WIDTH, HEIGHT, TABLE, f"Paradise Lost, {ruleset.name}")
    phase, busy = _phase(s)
    _header(on, s, ruleset, viewer, phase)
    for realm in range(1, REALMS + 1):
        _realm(on, s, ruleset, rules, realm, ROW_TOP + ROW_STEP * (realm - 1))
    draw_heroes(on, s, ruleset, int(rules["heroes"]), viewer, busy)
    draw_sheet(on, s, ruleset, rules, viewer)
    _rage(on, s, ruleset, rules)
    _box(on, s)
    _legend(on, rules)
    _panel(on, 562, HEIGHT - 12 - 562, "What happened, latest first")
    log = event_log(ruleset, s, viewer, max(0, int(s["log_count"]) - MOST_EVENTS), plain=True)
    on.news(SIDE + 10, 598, reversed(log), 11, (INK, PALE), 212, HEIGHT - 20)
    return on.drawing()


def _phase(s: Any) -> tuple[str, int]:
    """What is going on, by the work that everyone sees, and the seat whose turn it is; -1: nobody's."""
    text, busy = "", -1
    for frame in s["stack"]:
        what, seat = int(frame["what"]), int(frame["seat"])
        text = PHASES.get(what, text)
        if what in (TURN, LOCATION, DECK_CARD):
            third = what == TURN and frame["target"] == NPC
            text, busy = f"Hero {seat} moves the third Hero" if third else f"Hero {seat}'s turn", seat
        elif what == QUESTION:
            text, busy = f"Hero {seat} asks " + (f"Hero {frame['target'] - 1}" if frame["target"] else "a question?"), seat
        elif what == TAKE_GOODS:
            text, busy = f"Hero {seat} takes a Coin or Mana", seat
        elif what == PLACE_CLUE:
            text, busy = f"Hero {seat} places a Clue tile", seat
        elif what == CLAIM:
            text, busy = f"Hero {seat} makes a Claim", seat
    return text, busy


def _header(on: Sketch, s: Any, ruleset: Ruleset, viewer: int | None, phase: str) -> None:
    on.add(Rectangle(0, 0, WIDTH, 46, HEADER))
    on.text(16, 23, "Paradise Lost", 22, "#ffffff", 160)
    on.text(172, 24, ruleset.name, 12, "#a9b8c6", 130)
    if s["ending"]:
        on.text(310, 23, f"The game is over: {ENDING_NAMES[s['ending']].replace('_', ' ')}", 16, "#ffffff", 600)
    else:
        on.box(306, 9, 160, 28, REALM_COLOURS[max(1, s["round_number"])])
        on.text(386, 23, realm_title(max(1, int(s["round_number"]))), 14, "#ffffff", 150, "middle")
        on.text(478, 23, phase, 15, "#ffffff", 236)
        if viewer is not None and s["to_act"] == viewer and s["asked"] >> viewer & 1:
            on.lines(722, 23, f"You decide: {decision_text(ruleset, s)}", 13, "#ffe08a", 320, 2, centred=True)
    whose = "everyone" if viewer is None else f"Hero {viewer}"
    on.text(WIDTH - 12, 23, f"as {whose} sees it", 13, "#c5d2dd", 150, "right")


# ---- the Realms ------------------------------------------------------------------------------------------------------


def _realm(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, realm: int, y: float) -> None:
    here, colour = s["round_number"] == realm, REALM_COLOURS[realm]
    on.box(LEFT, y, RIGHT - LEFT, ROW_HEIGHT, PAPER if here else "#eceff1", colour, 4 if here else 1)
    on.add(Rectangle(LEFT, y, 26, ROW_HEIGHT, colour, radius=6))
    on.text(LEFT + 13, y + ROW_HEIGHT / 2, str(realm), 18, "#ffffff", 24, "middle")
    on.lines(LEFT + 34, y + 20, realm_title(realm), 14, INK if here else PALE, 84, 2)
    _clues(on, s, realm, y)
    count = int(rules["locations"][realm])
    step = min(52, (TRAIL_RIGHT - TRAIL_LEFT) / count)
    for stop in range(count):
        _location(on, rules, realm, stop, here, TRAIL_LEFT + stop * step, y + 34, step - 4)
    if here:
        _miniatures(on, s, step, y)
    if realm <= ORACLES:
        _oracle(on, s, ruleset, realm, y)
    else:
        on.lines(ORACLE_LEFT + 10, y + 24, "Behind it: the Gates to the Ice Palace", 12, INK if here else PALE, 136, 3)


def _clues(on: Sketch, s: Any, realm: int, y: float) -> None:
    """The Clue tiles on a Realm: the active one, and how many lie beneath it."""
    height = int(s["height"][realm])
    if height == 0:
        return
    locked = bool(s["locked"][realm])
    on.box(CLUES_LEFT, y + 10, 80, 26, "#8a6d3b", "#26303a" if locked else "#ffffff", 3 if locked else 1)
    on.text(CLUES_LEFT + 40, y + 23, titled(CLUE_NAMES[s["stacks"][realm][height - 1] - 1]), 11, "#ffffff", 74, "middle")
    below = f"{height - 1} below" if height > 1 else ""
    on.text(CLUES_LEFT + 40, y + 47, "locked" if locked else "Clue tile", 10, PALE, 80, "middle")
    on.text(CLUES_LEFT + 40, y + 61, below, 10, PALE, 80, "middle")


def _location(on: Sketch, rules: Any, realm: int, stop: int, here: bool, x: float, y: float, width: float) -> None:
    short, colour = LOOKS[rules["board"][realm, stop]]
    on.box(x, y, width, 26, colour if here else PAPER, colour, 1)
    on.text(x + width / 2, y + 13, short, 10 if width > 36 else 8, "#ffffff" if here else colour, width - 2, "middle")
    spaces = int(rules["spaces"][realm, stop]) if rules["heroes"] >= 4 else 1
    for n in range(spaces):
        on.add(Circle(x + width / 2 + (n - (spaces - 1) / 2) * 9, y + 32, 2.5, colour))


def _miniatures(on: Sketch, s: Any, step: float, y: float) -> None:
    """Who stands where: behind the first location, on the Trail, at the Oracle in the order of arrival."""
    behind = sorted((int(s["spot"][m]), m) for m in range(MINIATURES) if s["spot"][m] < 0)
    if behind:
        on.text(CLUES_LEFT + 104, y + 65, "start", 9, PALE, 34, "middle")
    for n, (_, m) in enumerate(reversed(behind)):
        _miniature(on, m, CLUES_LEFT + 114 - 20 * (n % 2), y + 13 + 20 * (n // 2), 9)
    for stop in range(int((TRAIL_RIGHT - TRAIL_LEFT) / step) + 1):
        on_it = [m for m in range(MINIATURES) if s["spot"][m] in (2 * stop, 2 * stop + 1) and s["spot"][m] >= 0]
        middle = TRAIL_LEFT + stop * step + (step - 4) / 2
        for n, m in enumerate(on_it):
            _miniature(on, m, middle + (n - (len(on_it) - 1) / 2) * 20, y + 18, 11)
    for n, m in enumerate(int(m) - 1 for m in s["arrival"] if m):
        _miniature(on, m, ORACLE_LEFT + 12 + 22 * n, y + 61, 10)


def _miniature(on: Sketch, miniature: int, x: float, y: float, radius: float) -> None:
    on.disc(x, y, radius, HERO_COLOURS[miniature], "3" if miniature == NPC else f"H{miniature}", stroke="#ffffff")


def _oracle(on: Sketch, s: Any, ruleset: Ruleset, oracle: int, y: float) -> None:
    """The cards under an Oracle: how many lie face down, and those that everyone has seen."""
    on.text(ORACLE_LEFT, y + 13, f"Oracle {oracle}", 12, BACK, 60)
    down = int(s["face_down"][oracle])
    for n in range(min(down, 6)):
        on.box(ORACLE_LEFT + 54 + 15 * n, y + 5, 12, 17, BACK, "#ffffff", 1)
    shown = [card for card in range(1, CARDS + 1) if s["open_at"][card] == UNDER + oracle]
    names = ", ".join(card_name(ruleset, card) for card in shown)
    on.lines(ORACLE_LEFT, y + 31, names, 10, INK, 148, 2)


# ---- beside the board ------------------------------------------------------------------------------------------------


def _panel(on: Sketch, y: float, height: float, title: str) -> None:
    on.box(SIDE, y, WIDTH - 12 - SIDE, height, PAPER, FRAME)
    on.text(SIDE + 10, y + 15, title, 13, INK, 210)


def _rage(on: Sketch, s: Any, ruleset: Ruleset, rules: Any) -> None:
    """The tracker, the Rage card and the Wrath."""
    _panel(on, 54, 190, "The Witch's Rage")
    for step in range(11):
        x, full = SIDE + 10 + 19.4 * step, step <= s["rage"]
        on.box(x, 80, 17, 20, RAGE_COLOUR if full else "#ffffff", RAGE_COLOUR, 1)
        on.text(x + 8.5, 90, str(step), 10, "#ffffff" if full else PALE, 16, "middle")
        if rules["rage_draws"][step]:
            on.add(Circle(x + 8.5, 105, 2.5, RAGE_COLOUR))
    on.text(SIDE + 10, 118, f"a dot draws a card; {rules['rage_end']} ends the journey", 10, PALE, 212)
    for n, (title, name) in enumerate((("Rage", "rage_card"), ("Wrath", "wrath_card"))):
        y, kind = 138 + 54 * n, int(s[name])
        if kind == 0:
            on.text(SIDE + 10, y, f"{title}: no card", 12, PALE, 212)
            continue
        card = ruleset.cards[RAGE][kind - 1]
        cancelled = " (cancelled)" if name == "rage_card" and s["rage_cancelled"] else ""
        on.text(SIDE + 10, y, f"{title}: {titled(card.slug)}{cancelled}", 12, RAGE_COLOUR, 212)
        on.lines(SIDE + 10, y + 16, card_text(ruleset, card), 11, INK, 212, 3)


def _box(on: Sketch, s: Any) -> None:
    """The die, the criterion, the supply, the pile of Clue tiles."""
    _panel(on, 252, 112, "On the table")
    die = titled(DIE_FACES[s["die"] - 1]) if s["die"] else "not rolled"
    on.text(SIDE + 10, 288, f"Oracle die: {die}", 12, INK, 212)
    criterion = CRITERIA[s["criterion"] - 1] if s["criterion"] else "not drawn"
    on.text(SIDE + 10, 306, f"First Claim: most {criterion}", 12, INK, 212)
    on.text(SIDE + 10, 324, f"Clue tiles in the pile: {s['pile_size']}", 12, INK, 212)
    on.text(SIDE + 10, 347, "Supply:", 12, INK, 50)
    for good, (fill, ink, _) in GOODS_LOOKS.items():
        on.disc(SIDE + 86 + 44 * good, 346, 12, fill, str(s["supply"][good]), ink, INK)


def _legend(on: Sketch, rules: Any) -> None:
    """The types of location, what the dots are, and the miniature without a player where there is one."""
    third = rules["heroes"] == 2
    _panel(on, 372, 182, "Locations; a dot: room for one")
    step = 15.5 if third else 17
    for n, ((short, colour), title) in enumerate(zip(LOOKS[1:], LOCATION_TITLES, strict=True)):
        y = 403 + step * n
        on.box(SIDE + 10, y - 7, 44, 14, colour)
        on.text(SIDE + 32, y, short, 10, "#ffffff", 42, "middle")
        on.text(SIDE + 62, y, title, 11, INK, 160)
    if third:
        on.disc(SIDE + 32, 403 + step * 9, 7.5, HERO_COLOURS[NPC], "3", stroke="#ffffff")
        on.text(SIDE + 62, 403 + step * 9, "third Hero, no player", 11, INK, 160)
