"""Searches for decks: what is legal stays so, what they leave behind, archetypes, the worth of copies."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import numpy as np
import pytest

from experiments.balance.__main__ import main
from experiments.balance.deck_space import load_decks
from experiments.balance.decks import clusters, silhouette, worths
from experiments.balance.jobs import make_plan
from pagan_env.core.data import DataError
from pagan_env.core.jit import COMPILED
from tests.experiments.balance.support import table

ROOT = Path(__file__).resolve().parents[3]
DECKS = """
title = "A small search for decks"
ruleset = "fen"
role = "hunter_0"
[agents]
levels = "2,2"
[numbers]
deck_size = 30
deck_minimum = 5
deck_copies = 3
[pool]
random = 2
[search]
random = 45
islands = 2
generations = 2
parents = 3
children = 6
games = 25
race = 3000
near = 3
confirm = 150
"""
PARTS = (
    "A small search",
    "Not retrained",
    "Strong decks",
    "Archetypes",
    "The price of being different",
    "What a copy is worth",
    "<svg",
    "Causal",
    "appendix",
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "decks.toml"
    path.write_text(DECKS)
    return path


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_a_search_finds_a_deck_that_is_better_and_is_known_the_next_time(file, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["decks", str(file), "--out", str(out), "--workers", "2"]) == 0
    told = capsys.readouterr().out
    assert ", 0 of them known before" in told and "a deck of all cards" in told
    page = (out / "report.html").read_text()
    for part in PARTS:
        assert part in page
    assert not re.search(r'src=|href="[^#]|https?://|<script', page)
    rows = {row["which"]: row for row in table(out / "decks.csv")}
    assert list(rows)[:2] == ["reference", "best"] and "archetype 1" in rows
    best = dict(reversed(words.split(" ")) for words in rows["best"]["deck"].split(", "))
    assert load_decks(file).cards[0].legal(load_decks(file).cards[0].deck({slug: int(n) for slug, n in best.items()}))
    with (out / "decks.csv").open(newline="") as lines:
        lowest = list(csv.reader(lines))[2][6]  # of the best's wins over the reference
    assert float(lowest) > 0.05
    assert len(table(out / "worths.csv")) == 29
    written = {path.name: path.read_bytes() for path in out.glob("*.csv")}
    (out / "decks.csv").unlink()
    assert main(["report", str(out)]) == 0
    assert {path.name: path.read_bytes() for path in out.glob("*.csv")} == written


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_threads_and_processes_find_the_same(file, tmp_path):
    for kind in ("threads", "processes"):
        assert main(["decks", str(file), "--out", str(tmp_path / kind), "--executor", kind, "--workers", "2"]) == 0
    for name in ("decks.csv", "worths.csv"):
        assert (tmp_path / "threads" / name).read_bytes() == (tmp_path / "processes" / name).read_bytes()


def test_decks_stay_legal_and_are_changes_of_one_ruleset(file):
    search = load_decks(file)
    assert not search.own and list(search.pool) == ["random 0", "random 1"]
    for cards in search.cards:
        rng = random.Random(7)
        one, other = cards.drawn(search.ruleset, 1), cards.drawn(search.ruleset, 2)
        made = [cards.best([rng.random() for _ in cards.slugs]), cards.mixed(one, other, rng), cards.mutated(one, 3, rng)]
        for deck in [one, other, *made]:
            assert cards.legal(deck) and cards.deck(cards.listed(deck)) == deck
        assert made[1] not in (one, other) and all(
            min(a, b) <= n <= max(a, b) for n, a, b in zip(made[1], one, other, strict=True)
        )
        assert 1 <= sum(abs(a - b) for a, b in zip(one, made[2], strict=True)) / 2 <= 3
    mine, theirs = search.cards
    chain = mine.exchanged(mine.best([0.0] * 29), [1.0] * 20 + [0.0] * 9, 12)
    assert [sum(abs(a - b) for a, b in zip(chain[0], deck, strict=True)) / 2 for deck in chain] == list(range(13))
    assert all(map(mine.legal, chain))
    changes = [search.change(mine.drawn(search.ruleset, n), theirs.drawn(search.ruleset, n)) for n in range(20)]
    make_plan("pagan", [search.ruleset], [(0, list(change)) for change in changes])  # it refuses decks that aren't legal
    assert search.change(search.reference, theirs.deck(dict.fromkeys(theirs.slugs, 1) | {theirs.slugs[0]: 2})) == ()


def test_the_best_deck_of_worths_takes_what_is_worth_most():
    cards = load_decks(ROOT / "configs/balance/decks.toml").cards[0]
    value = {slug: n for n, slug in enumerate(cards.slugs)}
    deck = cards.listed(cards.best([value[slug] for slug in cards.slugs]))
    for kind in set(cards.types):
        of_kind = [slug for slug, its in zip(cards.slugs, cards.types, strict=True) if its == kind]
        taken = [slug for slug in of_kind if slug in deck]
        assert taken == of_kind[-len(taken) :]  # the dearest of its type


def test_worths_of_copies_are_found_and_their_intervals_cover_them():
    covered, told = 0, 0
    truth = np.array([3.0, 1.0, 0.0, 0.0, -1.0, -3.0])
    for seed in range(200):
        rng = np.random.default_rng(seed)
        decks = [tuple(int(n) for n in rng.multinomial(12, np.ones(6) / 6)) for _ in range(60)]
        points = [50 + float(np.dot(deck, truth)) + rng.normal(0, 4) for deck in decks]
        found = {worth.slug: worth for worth in worths("abcdef", decks, points)}
        covered += sum(found[slug].low <= value <= found[slug].high for slug, value in zip("abcdef", truth, strict=True))
        told += found["c"].adjusted < 0.05
    assert 0.93 <= covered / 1200 <= 0.97 and told / 200 < 0.06


def test_archetypes_are_found_where_there_are_some():
    rng = np.random.default_rng(3)

    def near(middle):
        deck = list(middle)
        deck[rng.integers(3)] += 1
        deck[3 + rng.integers(3)] -= 1
        return tuple(deck)

    middles = [(3, 3, 3, 3, 3, 3, 0, 0, 0), (0, 0, 0, 3, 3, 3, 3, 3, 3), (3, 3, 3, 1, 1, 1, 2, 2, 2)]
    decks = [near(middles[n % 3]) for n in range(24)]
    groups, clear = clusters(decks)
    assert sorted(map(sorted, groups)) == [list(range(n, 24, 3)) for n in range(3)] and clear > 0.6
    shapeless = [tuple(int(n) for n in rng.multinomial(30, np.ones(20) / 20)) for _ in range(24)]
    assert len(clusters(shapeless)[0]) == 1
    assert clusters(decks[:2]) == ([[0, 1]], 0.0) and clusters([]) == ([], 0.0)
    apart = np.array([[0, 1, 4], [1, 0, 4], [4, 4, 0]], float)
    assert silhouette(apart, np.array([1, 1, 2])) == pytest.approx((0.75 + 0.75 + 0) / 3)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"hunter_0"', '"hunter"', 'role: found "hunter"'),
        ('"fen"', '"swamp"', "ruleset 'swamp' is not known"),
        ("deck_size = 30", "deck_size = 20", "found 29 cards of the Witch, allowed: at most 20"),
        ("deck_size = 30", "deck_sizes = 30", "found an unknown key"),
        ("random = 2", 'random = 0\ndecks = ["hunter_fen"]', "pool.decks: found 'hunter_fen': "),
        ("random = 2", 'random = 0\ndecks = ["nowhere.toml"]', "found 'nowhere.toml': "),
        ("random = 2", "random = 0", "pool: found no deck that is legal"),
        ('"2,2"', '"2,7"', "levels: found '2,7'"),
        ("race = 3000", "race = 1100", "search.race: found 1100, allowed: 1200 or more"),
        ("near = 3", "near = 60", "search.near: found 60, allowed: number 0..50"),
        ("random = 45", "random = 6", "search.random: found 6, allowed: integer 20..5000"),
    ],
)
def test_faults_of_a_search_are_lines(file, old, new, told):
    assert old in DECKS
    file.write_text(DECKS.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_decks(file)
    assert any(told in line and "decks.toml:" in line for line in str(caught.value).splitlines()), str(caught.value)
