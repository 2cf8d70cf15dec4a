"""Decks: deck files, and random legal ones."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED
from pagan_env.pagan import kernels
from pagan_env.pagan.decks import SEAT_NAMES, random_deck, types_of
from pagan_env.pagan.layout import HUNTER, SEATS, WITCH
from pagan_env.pagan.observe import SIZE
from pagan_env.pagan.rulesets import Ruleset, build_ruleset, load_ruleset
from tests.pagan.support import deal, play

BASE = "welcome_to_roanoke@1"
SEEDS = range(60 if COMPILED else 12)


def faults(ruleset: Ruleset, seat: int, deck: dict[str, int]) -> list[str]:
    """What breaks the rules of decks, counted anew."""
    rules = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]
    by_type = Counter[str]()
    for slug, count in deck.items():
        by_type[ruleset.cards[slug].type] += count
    wrong = [] if sum(deck.values()) == rules["deck_size"] else ["size"]
    wrong += [slug for slug, count in deck.items() if not 1 <= count <= rules["deck_copies"]]
    wrong += [kind for kind in types_of(seat) if by_type[kind] < rules["deck_minimum"]]
    return wrong + [kind for kind in by_type if kind not in types_of(seat)]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_decks_are_legal_and_play(seed):
    rng = random.Random(seed)
    numbers = {"deck_size": 4 * rng.randint(2, 7), "deck_minimum": rng.randint(0, 2), "deck_copies": rng.randint(2, 3)}
    pool = build_ruleset(
        BASE, numbers={**numbers, "deck_size": 1, "deck_minimum": 0}, decks={"witch": {"allure": 1}, "hunter": {"bribe": 1}}
    )
    pool.tables[0]["rulesets"][0]["deck_size"] = numbers["deck_size"]
    pool.tables[0]["rulesets"][0]["deck_minimum"] = numbers["deck_minimum"]
    decks = {SEAT_NAMES[seat]: random_deck(pool, seat, seed) for seat in range(SEATS)}
    ruleset = build_ruleset(BASE, numbers=numbers, decks=decks)  # refuses a deck that isn't legal
    assert [faults(ruleset, seat, decks[SEAT_NAMES[seat]]) for seat in range(SEATS)] == [[], []]
    states, seen = deal([seed], ruleset), np.zeros(SIZE, np.int8)
    for seat in range(SEATS):
        kernels.observe(states, ruleset.tables, 0, seat, seen)
    decisions = 0
    for _ in play(states, 0, random.Random(seed), ruleset=ruleset):
        decisions += 1
        if decisions == 200 and not COMPILED:
            break
    assert decisions > 20


def test_the_same_seed_gives_the_same_deck():
    ruleset = build_ruleset(BASE, numbers={"deck_copies": 2})
    decks = [[random_deck(ruleset, seat, seed) for seat in range(SEATS)] for seed in (0, 0, 1)]
    assert decks[0] == decks[1]
    assert decks[0][WITCH] != decks[2][WITCH] or decks[0][HUNTER] != decks[2][HUNTER]


def test_each_legal_deck_is_equally_likely():
    """Three events with 0 to 2 copies and one location, of three cards in all, at least one of each of these types."""
    names = ("bribe", "ransack", "on_the_trail", "armory")
    pool = build_ruleset("first_steps@1")
    rules = pool.tables[0]["rulesets"][0]
    rules["deck_size"], rules["deck_minimum"], rules["deck_copies"] = 3, 0, 2
    few = replace(pool, cards={slug: pool.cards[slug] for slug in names})
    counts = Counter(tuple(sorted(random_deck(few, HUNTER, seed).items())) for seed in range(3200))
    assert len(counts) == 16  # of 81 lists of 0..2 copies those with three cards: 4 of one each, 12 of two and one
    assert min(counts.values()) > 140 and max(counts.values()) < 270  # 200 on average, 4.4 standard deviations each way


def test_where_no_deck_is_legal():
    ruleset = build_ruleset("first_steps@1")
    ruleset.tables[0]["rulesets"][0]["deck_minimum"] = 60
    with pytest.raises(
        ValueError, match=r"^random_deck: no legal deck of the Witch: found cards .*, allowed: 12 cards, at most 2 of"
    ):
        random_deck(ruleset, WITCH, 0)
    for seat in (2, -1, "witch"):
        with pytest.raises(ValueError, match=r"^random_deck: found seat .*, allowed: 0 \.\. 1$"):
            random_deck(ruleset, seat, 0)


def test_a_pool_of_more_cards_than_a_deck_has_kinds():
    card = {"type": "charm", "cost": 1, "play": ["gain 1 Influence"]}
    cards = {f"charm_{n}": {**card, "name": f"C {n}", "number": 2000 + n} for n in range(70)}
    ruleset = build_ruleset("first_steps@1", cards=cards)
    rules = ruleset.tables[0]["rulesets"][0]
    rules["deck_size"], rules["deck_minimum"] = 95, 4
    for seed in range(20):
        deck = random_deck(ruleset, WITCH, seed)
        assert faults(ruleset, WITCH, deck) == []
        assert len(deck) <= 50


def test_more_kinds_than_a_deck_may_have():
    card = {"type": "charm", "cost": 1, "play": ["gain 1 Influence"]}
    cards = {f"charm_{n}": {**card, "name": f"C {n}", "number": 2000 + n} for n in range(51)}
    numbers = {"deck_size": 51, "deck_minimum": 0, "deck_copies": 9}
    decks = {
        "witch": dict.fromkeys(cards, 1),
        "hunter": {"clerk": 9, "bribe": 9, "gossip": 9, "armory": 9, "study": 9, "thug": 6},
    }
    with pytest.raises(DataError, match=r"built: decks.witch: found 51 different cards, allowed: at most 50"):
        build_ruleset("first_steps@1", cards=cards, numbers=numbers, decks=decks)


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        ('seat = "monk"\ndescription = "D."\n[cards]\n', '2.toml:1: seat: found "monk", allowed: witch | hunter'),
        ('seat = "witch"\n[cards]\nallure = 12\n', "2.toml:1: description: found nothing, allowed: text, 1 to 300 printable"),
        ('seat = "witch"\ndescription = "D."\n[cards]\nallure = 3\n', "2.toml:4: cards.allure: found 3, allowed: integer 1..2"),
        (
            'seat = "witch"\ndescription = "D."\n[cards]\nallure = 2\n',
            "2.toml:3: cards: found 2 cards, allowed: 12 (numbers.deck_size)",
        ),
        (
            'seat = "witch"\ndescription = "D."\n\n[cards]\nclerk = 2\n',
            "2.toml:5: cards.clerk: found no card of the Witch, allowed: ",
        ),
        ('seat = "hunter"\ndescription = "D."\n[cards]\nclerk = 2\n', "1.toml:2: decks.witch: found "),
        (
            'seat = "witch"\ndescription = "D."\nodd = 1\n[cards]\n',
            "2.toml:3: odd: found an unknown key, allowed: seat, description, cards",
        ),
    ],
)
def test_a_wrong_deck_file(tmp_path: Path, deck, problem):
    (tmp_path / "2.toml").write_text(deck, "utf-8")
    (tmp_path / "1.toml").write_text('extends = "first_steps@1"\ndecks = {\nwitch = "2.toml" }\n'.replace("{\n", "{ "), "utf-8")
    with pytest.raises(DataError) as error:
        load_ruleset(tmp_path / "1.toml")
    lines = str(error.value).replace(f"{tmp_path}/", "").split("\n")
    assert any(line.startswith(problem) for line in lines), lines
