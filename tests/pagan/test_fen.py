"""The small expansion that ships: a kind of token of its own, cards and villagers about it, and no line of code for it."""

from __future__ import annotations

import re
from pathlib import Path

from pagan_env.pagan import render
from pagan_env.pagan.describe import card_text
from pagan_env.pagan.layout import CLUE, FIRST_OWN, HUNTER, LOCATIONS, WITCH
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position

FEN = load_ruleset("fen")


def fen(seat: int, **options) -> Position:
    return Position(seat, FEN, witch=options.pop("witch", "doctor_annie"), **options)


def with_gloom(p: Position, **counts: int) -> Position:
    for slug, count in counts.items():
        p.s.villagers[p.villager(slug)].tokens[FIRST_OWN] += count
        p.s.supply[FIRST_OWN] -= count
    return p


def gloom(p: Position, slug: str) -> int:
    return int(p.s.villagers[p.villager(slug)].tokens[FIRST_OWN])


def test_the_box_holds_gloom():
    p = fen(WITCH).start()
    assert p.s.supply[FIRST_OWN] == 16
    assert p.observation(HUNTER)["supply"].tolist() == [30, 30, 20, 16, 0, 9]


def test_marsh_warden():
    p = with_gloom(fen(HUNTER), ferryman=1, doctor_annie=2).in_play("marsh_warden").influence(HUNTER, 1).at_step(BEGIN)
    p.do("use ally_1")
    assert p.legal == {"villager ferryman", "villager doctor_annie"}
    p.do("villager doctor_annie")
    assert (gloom(p, "doctor_annie"), p.on("doctor_annie")[0]) == (1, 1)


def test_drain_the_ditches():
    p = with_gloom(fen(HUNTER), ferryman=2, doctor_annie=1).hand(drain_the_ditches=1).influence(HUNTER, 2)
    p.do("play drain_the_ditches regular")
    assert (gloom(p, "ferryman"), gloom(p, "doctor_annie"), p.s.seats[HUNTER].hand_size) == (1, 0, 1)


def test_lantern_watch():
    p = with_gloom(fen(HUNTER), doctor_annie=3).in_play("lantern_watch", on="doctor_annie").do("visit doctor_annie regular")
    assert (gloom(p, "doctor_annie"), p.on("doctor_annie")[0]) == (0, 1)


def test_beacon():
    p = fen(WITCH).in_play("beacon").hand(bog_light=1).influence(WITCH, 1).do("play bog_light regular")
    p.do("villager ferryman", "villager ferryman", "villager doctor_annie")
    assert p.s.places[LOCATIONS].tokens[CLUE] == 3
    q = fen(HUNTER).in_play("beacon")
    q.s.places[LOCATIONS].tokens[CLUE], q.s.supply[CLUE] = 2, 28
    q.do("activate location_1")
    assert (q.s.places[LOCATIONS].tokens[CLUE], q.s.seats[HUNTER].evidence) == (0, 1)


def test_sunken_bell():
    p = with_gloom(fen(WITCH), ferryman=2, doctor_annie=1).in_play("sunken_bell", secrets=2).do("consume brew_1")
    assert p.count_influence(WITCH) == 3


def test_bog_light_is_short_of_gloom():
    p = with_gloom(fen(WITCH), ferryman=16).hand(bog_light=1).influence(WITCH, 1)
    p.do("play bog_light regular", "villager doctor_annie", "villager ferryman")
    assert (gloom(p, "doctor_annie"), gloom(p, "ferryman")) == (1, 15)  # ruling 66 holds for every kind of token


def test_bog_light():
    p = fen(WITCH).hand(bog_light=1).influence(WITCH, 1).do("play bog_light regular")
    p.do("villager ferryman", "villager ferryman", "villager doctor_annie")
    assert (gloom(p, "ferryman"), gloom(p, "doctor_annie")) == (2, 1)


def test_rising_fog():
    p = fen(WITCH).in_play("rising_fog").at_step(BEGIN).do("villager ferryman")
    assert gloom(p, "ferryman") == 1
    q = with_gloom(fen(HUNTER), doctor_annie=2).in_play("rising_fog").do("visit doctor_annie regular")
    while q.decision == "distribution":
        q.do(min(q.legal))
    assert q.s.seats[HUNTER].hand_size == 0  # her skill, a card, is skipped


def test_fen_hag():
    p = with_gloom(fen(WITCH), beau_johnson=1).in_play("fen_hag").influence(WITCH, 0)
    p.do("visit beau_johnson familiar", "villager beau_johnson", "option option_1", "familiar familiar_1 plain")
    assert gloom(p, "beau_johnson") == 2


def test_fen_hag_empowered():
    p = with_gloom(fen(WITCH), beau_johnson=3).in_play("fen_hag").influence(WITCH, 0)
    p.do("visit beau_johnson familiar", "villager native_pamuy", "option option_1", "familiar familiar_1 empowered")
    assert (gloom(p, "beau_johnson"), p.on("beau_johnson")[1], p.count_influence(WITCH)) == (3, 3, 0)


def test_villagers_of_the_set():
    p = with_gloom(fen(WITCH), herb_woman=2).do("visit herb_woman regular", "villager herb_woman")
    assert (p.s.seats[WITCH].hand_size, p.count_influence(WITCH)) == (1, 2)


def test_gloom_is_told():
    p = with_gloom(fen(WITCH), ferryman=2).start()
    board = render.render(p.states, FEN, WITCH)
    assert "Favors  Gloom" in board
    assert "14 Gloom" in board
    assert "When a Gloom is placed: place 1 Clue on here" in card_text(FEN, *FEN_BEACON)


FEN_BEACON = fen(HUNTER).kind("beacon")


def test_no_code_knows_the_set():
    root = Path(__file__).parents[2]
    sources = [path for folder in ("pagan_env", "agents", "experiments") for path in (root / folder).rglob("*.py")]
    naming = [path.name for path in sources if re.search("gloom|fenfolk", path.read_text("utf-8"), re.IGNORECASE)]
    assert naming == ["ops.py"]  # an example in a docstring
