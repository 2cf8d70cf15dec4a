"""The board as a picture, as a seat or a spectator sees it (ruling 59)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import Drawing, Line, Rectangle, Sketch, seen, wrap
from ..core.programs import read
from .describe import COLOURS, SEAT_TITLES, event_log
from .drawing_boards import ACCENT, FACTIONS, INK, PALE, PAPER, SOFT, TOKEN_LOOKS, draw_board, token_titles
from .layout import (
    CLUE,
    DECISION_NAMES,
    ENDING_NAMES,
    FAVOR,
    FIRST_OWN,
    HUNTER,
    INVESTIGATIONS,
    SEATS,
    SECRET,
    WITCH,
)
from .rulesets import Ruleset
from .view import view

WIDTH, HEIGHT = 1200, 800
TABLE, HEADER = "#e9dfc9", "#2b2233"
LEFT, RIGHT, SIDE = 12, 944, 956  # the boards, and the panels beside them
VILLAGE, VILLAGE_HEIGHT = 270, 304
MOST_EVENTS = 24
ROOM = WIDTH - 32 - SIDE  # for text beside the boards


def draw(states: np.ndarray, ruleset: Ruleset, viewer: int | None) -> Drawing:
    """Game 0 as a picture for a seat, or for a spectator (None), who sees no hand, no identity and no Suspect."""
    s = seen(states, view, SEATS, viewer)
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][s["ruleset"]]
    on = Sketch(WIDTH, HEIGHT, TABLE, f"Pagan, {ruleset.name}")
    _header(on, s, ruleset, viewer)
    draw_board(on, s, ruleset, rules, WITCH, viewer, 56)
    draw_board(on, s, ruleset, rules, HUNTER, viewer, VILLAGE + VILLAGE_HEIGHT + 8)
    _village(on, s, ruleset, rules, viewer)
    y = _goals(on, s, ruleset, rules, 56) + 8
    y = _legend(on, s, ruleset, y) + 8
    _panel(on, y, HEIGHT - 12 - y, "What happened, latest first")
    log = event_log(ruleset, s, viewer, int(s["log_count"]) - MOST_EVENTS, plain=True)
    on.news(SIDE + 10, y + 36, reversed(log), 11, (INK, PALE), ROOM, HEIGHT - 20)
    return on.drawing()


def _header(on: Sketch, s: Any, ruleset: Ruleset, viewer: int | None) -> None:
    on.add(Rectangle(0, 0, WIDTH, 46, HEADER))
    on.text(16, 23, "Pagan", 24, "#ffffff", 90)
    on.text(98, 24, ruleset.name, 13, "#b9aecb", 180)
    if s["ending"]:
        on.text(300, 23, f"The game is over: {ENDING_NAMES[s['ending']].replace('_', ' ')}", 17, "#ffffff", 560)
    else:
        on.text(300, 23, f"Round {s['round_number']}", 17, "#ffffff", 100)
        on.box(408, 9, 150, 28, ACCENT[s["turn"]])
        on.text(483, 23, f"The {SEAT_TITLES[s['turn']]}'s turn", 15, "#ffffff", 140, "middle")
        if s["to_act"] in (WITCH, HUNTER):
            decides = f"{SEAT_TITLES[s['to_act']]} decides: {DECISION_NAMES[s['decision']].replace('_', ' ')}"
            on.text(574, 23, decides, 15, "#ffffff", 330)
    whose = "everyone" if viewer is None else f"the {SEAT_TITLES[viewer]}"
    on.text(WIDTH - 16, 23, f"as {whose} sees it", 14, "#d8cfe6", 250, "right")


# ---- the village -----------------------------------------------------------------------------------------------------


def _village(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, viewer: int | None) -> None:
    count = len(ruleset.villager_names)
    width = min(150, (RIGHT - LEFT - 6 * (count - 1)) / count)
    left = (LEFT + RIGHT - count * width - 6 * (count - 1)) / 2
    for villager in range(1, count + 1):
        _villager(on, s, ruleset, rules["village"][villager], villager, viewer, left + (villager - 1) * (width + 6), width)


def _villager(
    on: Sketch, s: Any, ruleset: Ruleset, rules: Any, villager: int, viewer: int | None, x: float, width: float
) -> None:
    v, top, middle, room = s["villagers"][villager], VILLAGE, x + width / 2, width - 10
    colour = FACTIONS[rules["colour"]]
    dead = bool(v["eliminated"])
    on.box(x, top, width, VILLAGE_HEIGHT, SOFT if dead else PAPER, colour, 2)
    on.add(Rectangle(x, top, width, 42, "#8d8678" if dead else colour, radius=6))
    on.lines(middle, top + 21, ruleset.villager_names[villager - 1], 13, "#ffffff", room, 2, "middle", centred=True)
    ribbon = _ribbon(s, villager, viewer)
    if ribbon:
        on.add(Rectangle(x, top + 46, width, 19, ribbon[1]))
        on.text(middle, top + 55.5, ribbon[0], 11, "#ffffff", room, "middle")
    if dead:
        on.add(*(Line(x + 18, top + a, x + width - 18, top + b, "#8d8678", 5) for a, b in ((90, 180), (180, 90))))
        on.lines(middle, top + 210, "eliminated, was innocent", 11, PALE, room, 3, "middle")
        return
    assets = f"assets: {rules['assets']} {COLOURS[rules['asset_colour']]}"
    on.text(middle, top + 78, assets, 11, FACTIONS[rules["asset_colour"]], room, "middle")
    code = ruleset.tables.view(np.ndarray)[0]["code"]
    skill = ", ".join(ruleset.language.disassemble(read(code, int(rules["skill"]))))
    on.lines(middle, top + 94, skill, 10, PALE, room, 4, "middle")
    _tokens(on, v["tokens"], middle, top + 152, ruleset)
    _pawns(on, v, middle, top + 216)
    kind = s["places"][INVESTIGATIONS + villager]["kind"]
    if kind:
        blank = s["places"][INVESTIGATIONS + villager]["blank"]
        on.box(x + 4, top + 241, width - 8, 58, "#ffffff", ACCENT[HUNTER], 2)
        on.text(middle, top + 251, "Investigation" + (", blank" if blank else ""), 9, ACCENT[HUNTER], room - 4, "middle")
        on.lines(middle, top + 277, ruleset.card(HUNTER, int(kind)).name, 11, INK, room - 6, 3, "middle", centred=True)


def _ribbon(s: Any, villager: int, viewer: int | None) -> tuple[str, str] | None:
    """What the viewer alone knows of a villager, and its colour."""
    if viewer == WITCH and s["true_witch"] == villager:
        return "TRUE WITCH", ACCENT[WITCH]
    if viewer == HUNTER and s["suspects"][villager]:
        return "innocent", ACCENT[HUNTER]
    return None


def _tokens(on: Sketch, tokens: Any, middle: float, y: float, ruleset: Ruleset) -> None:
    """The three assets in a row, those of a card set below."""
    for n, token in enumerate((CLUE, SECRET, FAVOR)):
        _token(on, middle + (n - 1) * 31, y, token, int(tokens[token]), 14)
    for n in range(len(ruleset.own_tokens)):
        _token(on, middle + (n - (len(ruleset.own_tokens) - 1) / 2) * 30, y + 30, FIRST_OWN + n, int(tokens[FIRST_OWN + n]), 11)


def _token(on: Sketch, x: float, y: float, token: int, count: int, radius: float) -> None:
    fill, ink = TOKEN_LOOKS[token]
    if count:
        on.disc(x, y, radius, fill, str(count), ink, INK)
    else:
        on.disc(x, y, radius - 3, "", "", stroke="#d5c8ac")


def _pawns(on: Sketch, v: Any, middle: float, y: float) -> None:
    """The pawns on a villager: W, the familiar pawn F, H; a number before the letter for more than one."""
    familiar = int(v["familiar_pawn"])
    shown = [(n, letter, seat) for n, letter, seat in (
        (int(v["pawns"][WITCH]) - familiar, "W", WITCH), (familiar, "F", WITCH), (int(v["pawns"][HUNTER]), "H", HUNTER)
    ) if n > 0]  # fmt: skip
    for at, (number, letter, seat) in enumerate(shown):
        text = letter if number == 1 else f"{number}{letter}"
        on.disc(middle + (at - (len(shown) - 1) / 2) * 31, y, 14, ACCENT[seat], text, stroke="#ffffff")


# ---- beside the boards -----------------------------------------------------------------------------------------------


def _panel(on: Sketch, y: float, height: float, title: str) -> None:
    on.box(SIDE, y, WIDTH - 12 - SIDE, height, PAPER, "#cbbd9f")
    on.text(SIDE + 10, y + 15, title, 13, INK, 210)


def _goals(on: Sketch, s: Any, ruleset: Ruleset, rules: Any, y: float) -> float:
    """How near each side is to winning, the scenario's own ways among them; where the panel ends."""
    objectives = [(seat, _objective(s, ruleset, seat)) for seat in (WITCH, HUNTER) if ruleset.objectives[seat] is not None]
    heights = [13.2 * len(wrap(text, 11, ROOM, len(text))) + 4 for _, text in objectives]
    height = 142 + sum(heights) + (4 if heights else 0)
    _panel(on, y, height, "Who is ahead?")
    drawn, needed = int(s["suspects_drawn"]), int(rules["suspects_to_win"])
    on.text(SIDE + 10, y + 38, f"Suspects cleared: {drawn} of {needed}", 12, ACCENT[HUNTER], ROOM)
    _pips(on, y + 54, drawn, needed, ACCENT[HUNTER])
    lost, limit = int(s["innocents"]), int(rules["innocents_to_lose"])
    on.text(SIDE + 10, y + 74, f"Innocents eliminated: {lost} of {limit}", 12, ACCENT[WITCH], ROOM)
    _pips(on, y + 90, lost, limit, ACCENT[WITCH])
    favors = int(rules["ritual_favors"])
    ritual = f"A Ritual wins with {favors} Favor{'' if favors == 1 else 's'} on the true witch."
    on.lines(SIDE + 10, y + 113, ritual, 11, PALE, ROOM, 2)
    at = y + 142
    for (seat, text), tall in zip(objectives, heights, strict=True):
        on.lines(SIDE + 10, at, text, 11, ACCENT[seat], ROOM, len(text))
        at += tall
    return y + height


def _objective(s: Any, ruleset: Ruleset, seat: int) -> str:
    """A seat's objective of the scenario, and whether it is met."""
    objective = ruleset.objectives[seat]
    assert objective is not None
    gain = "also wins" if objective.wins else "is rewarded"
    met = " Met." if s["seats"][seat]["objective"] else ""
    return f"The {SEAT_TITLES[seat]} {gain} once {' and '.join(objective.when)}.{met}"


def _pips(on: Sketch, y: float, full: int, most: int, colour: str) -> None:
    for n in range(most):
        on.disc(SIDE + 17 + 22 * n, y, 7, colour if n < full else "", "", stroke=colour)


def _legend(on: Sketch, s: Any, ruleset: Ruleset, y: float) -> float:
    """The tokens and pawns by name; where the panel ends."""
    titles = token_titles(ruleset)
    height = 58 + 20 * len(titles)
    _panel(on, y, height, "Tokens, and how many are left")
    for n, (token, title) in enumerate(titles):
        at = y + 38 + 20 * n
        fill, ink = TOKEN_LOOKS[token]
        on.disc(SIDE + 20, at, 9, fill, title[0], ink, INK)
        on.text(SIDE + 38, at, title, 12, INK, 130)
        on.text(WIDTH - 24, at, str(s["supply"][token]), 13, INK, 40, "right")
    for n, (letter, title, seat) in enumerate((("W", "Witch", WITCH), ("F", "familiar", WITCH), ("H", "Hunter", HUNTER))):
        x = SIDE + 20 + 74 * n
        on.disc(x, y + height - 16, 10, ACCENT[seat], letter, stroke="#ffffff")
        on.text(x + 13, y + height - 16, title, 11, INK, 52)
    return y + height
