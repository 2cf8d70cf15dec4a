"""Variants of a ruleset: each plays as it would alone, and what can't be varied is refused in one line."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagan_env.core.jit import COMPILED, rows
from pagan_env.core.layout import raw_bytes
from pagan_env.envs.batch import Batch
from pagan_env.pagan import kernels
from pagan_env.pagan.actions import LEXICON
from pagan_env.pagan.describe import card_text
from pagan_env.pagan.layout import HUNTER, STATE, WITCH
from pagan_env.pagan.rulesets import Ruleset, build_ruleset, load_ruleset
from pagan_env.pagan.tables import CARD, CARD_ROWS, MODIFIERS, NUMBERS, RULESETS
from pagan_env.pagan.variants import FIXED, knobs, value_of, vary
from tests.envs.playing import ruleset_with
from tests.pagan.support import deal, legal, play

BASE = load_ruleset()
KNOBS = knobs(BASE)


def kind_of(slug: str, seat: int) -> int:
    return [card.slug for card in BASE.kinds[seat]].index(slug) + 1


def card_row(ruleset: Ruleset, variant: int, slug: str, seat: int) -> np.void:
    tables = ruleset.tables.view(np.ndarray)[0]
    return tables["cards"][tables["rulesets"][variant]["kinds"][seat, kind_of(slug, seat)]]


def rules(ruleset: Ruleset, variant: int = 0) -> np.void:
    return ruleset.tables.view(np.ndarray)[0]["rulesets"][variant]


def card_rows(ruleset: Ruleset) -> int:
    return int(np.count_nonzero(ruleset.tables.view(np.ndarray)["cards"]["number"]))


def random_changes(number: int) -> list[dict[str, int]]:
    """Up to 5 cards changed in each, and some numbers."""
    rng = random.Random(0)
    paths = {name: [path for path in KNOBS if path.startswith(name)] for name in ("cards", "numbers")}
    for path in ("explicit_chance", "decision_cap", "round_limit"):
        paths["numbers"].remove(f"numbers.{path}")
    found = []
    for _ in range(number):
        chosen = rng.sample(paths["cards"], rng.randint(1, 5)) + rng.sample(paths["numbers"], rng.randint(0, 2))
        lows = {path: max(KNOBS[path].low, -2) for path in chosen}
        found.append({path: rng.randint(low, min(KNOBS[path].high, low + 6)) for path, low in lows.items()})
    return found


def test_a_thousand_rulesets_side_by_side_play_as_each_does_alone():
    n, steps = (1000, 150) if COMPILED else (8, 15)
    changes = random_changes(n)
    ruleset = vary(BASE, changes)
    batch = Batch("pagan", n, ruleset=ruleset, ruleset_index=np.arange(n), observations=False)
    seeds, taken, seen = batch.game_seed.copy(), np.zeros((steps, n), np.int64), batch.observe(0)
    for step in range(steps):
        kernels.random_step(batch._states, ruleset.tables, taken[step], step)
        batch.step(taken[step])
    left, seen = raw_bytes(batch._states), [batch.observe(seat) for seat in (WITCH, HUNTER)]
    over = batch._episode > 0
    assert over.mean() < 0.1
    alone = rows(np.zeros(1, STATE))
    known = np.zeros(batch.observation_size, np.int8)
    for i in np.flatnonzero(~over):
        tables = vary(BASE, [changes[i]]).tables
        kernels.reset(alone, tables, np.zeros(1, np.int64), seeds[i : i + 1])
        for action in taken[:, i]:
            assert kernels.apply(alone, tables, 0, action) == 0
        for seat in (WITCH, HUNTER):
            kernels.observe(alone, tables, 0, seat, known)
            assert known.tobytes() == seen[seat][i].tobytes()
        alone[0]["ruleset"] = i
        assert raw_bytes(alone)[0].tobytes() == left[i].tobytes(), changes[i]


def test_games_restart_under_their_own_ruleset():
    ruleset = vary(BASE, [{"numbers.round_limit": 2}, {"numbers.round_limit": 2, "numbers.at_limit": 1}])
    batch = Batch("pagan", 4, ruleset=ruleset, ruleset_index=[0, 1, 1, 0])
    actions, cut, drawn = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    for step in range(300 if COMPILED else 100):
        kernels.random_step(batch._states, ruleset.tables, actions, step)
        batch.step(actions)
        cut += batch.truncated
        drawn += batch.terminated
    wanted = 3 if COMPILED else 1
    assert cut[[0, 3]].min() >= wanted
    assert drawn[[1, 2]].min() >= wanted
    assert not cut[[1, 2]].any()
    assert not drawn[[0, 3]].any()


def test_numbers_as_a_file_with_them_has(tmp_path):
    numbers = {"gain_influence": 5, "hand_start": 2}
    from_file = load_ruleset(ruleset_with(tmp_path, **numbers))
    varied = vary(BASE, [{}, {f"numbers.{name}": value for name, value in numbers.items()}])
    assert rules(varied, 1).tobytes() == rules(from_file).tobytes()
    assert rules(varied, 0).tobytes() == rules(BASE).tobytes()
    assert not rules(varied, 2).tobytes().strip(b"\0")
    for name in ("cards", "code"):
        assert varied.tables[name].tobytes() == from_file.tables[name].tobytes()


def test_every_path_changes_its_own_field_alone():
    """Each to its highest value (or lowest, where it has that): no other byte of the ruleset and its cards is another."""
    paths = [path for path in KNOBS if not path.startswith("decks.")]  # a legal deck can't change in one card
    before = values(BASE, 0)
    changes = [{path: KNOBS[path].high if before[path] != KNOBS[path].high else KNOBS[path].low} for path in paths]
    varied = vary(BASE, changes)
    for variant, change in enumerate(changes):
        assert values(varied, variant) == {**before, **change}
        for name in ("decks", "kind_count"):
            assert rules(varied, variant)[name].tobytes() == rules(BASE)[name].tobytes()


def values(ruleset: Ruleset, variant: int) -> dict[str, int]:
    """All numbers of a variant by path, read from its rows without `knobs`."""
    found = {f"numbers.{field.name}": int(rules(ruleset, variant)[field.name]) for field in NUMBERS if field.name not in FIXED}
    village, own = rules(ruleset, variant)["village"].copy(), rules(BASE)["village"].copy()
    found |= {f"villagers.{slug}.assets": int(village[n]["assets"]) for n, slug in enumerate(BASE.villagers, 1)}
    village["assets"] = own["assets"] = 0
    assert village.tobytes() == own.tobytes()
    for seat in (WITCH, HUNTER):
        for card in BASE.kinds[seat]:
            row, original = card_row(ruleset, variant, card.slug, seat), card_row(BASE, 0, card.slug, seat)
            found |= {f"cards.{card.slug}.{name}": int(row[name]) for name in ("cost", "upkeep", "secrets")}
            found |= {f"cards.{card.slug}.modifiers.{name}": int(row["modifiers"][c]) for c, name in enumerate(MODIFIERS)}
            for field in CARD.fields:
                if field.name not in ("cost", "upkeep", "secrets", "modifiers"):
                    assert row[field.name].tobytes() == original[field.name].tobytes()
    return found


def test_a_price_is_paid():
    """Under a price that nobody has, the card is never offered; at price 0 it is, whenever it is in hand."""
    clerk = kind_of("clerk", HUNTER)
    ruleset = vary(BASE, [{"cards.clerk.cost": 99}, {"cards.clerk.cost": 0}])
    offered = [0, 0]
    for variant in (0, 1):
        states = deal(list(range(4 if COMPILED else 2)), ruleset)
        kernels.reset(states, ruleset.tables, np.full(len(states), variant), np.arange(len(states)))
        for i in range(len(states)):
            for _, _action in zip(range(200), play(states, i, random.Random(i), ruleset=ruleset), strict=False):
                may = [LEXICON.index("play", clerk - 1, pawn) in legal(states, i) for pawn in (0, 1)]
                offered[variant] += any(may) and states[i]["to_act"] == HUNTER
    assert offered[0] == 0
    assert offered[1] > 0


def test_lines_say_what_mappings_say():
    lines, mapping = ["numbers.spots = 1", "cards.clerk.cost=7"], {"numbers.spots": 1, "cards.clerk.cost": 7}
    one, two = vary(BASE, [lines]), vary(BASE, [mapping])
    assert (one.digest, one.name) == (two.digest, two.name)
    assert one.name == f"{BASE.name} with cards.clerk.cost=7, numbers.spots=1"
    assert vary(BASE, [[]]).name == f"{BASE.name} with no change"
    assert one.cards["clerk"].row == one.card(HUNTER, kind_of("clerk", HUNTER)).row != BASE.cards["clerk"].row
    assert value_of(one, KNOBS["cards.clerk.cost"]) == 7


def test_a_deck_with_other_copies_is_dealt_and_played():
    """As long as it stays legal; a card may be left out."""
    base = build_ruleset(BASE.name, numbers={"deck_copies": 3})
    ruleset = vary(base, [{}, {"decks.hunter.clerk": 0, "decks.hunter.thug": 3, "decks.hunter.bribe": 3}])
    states = deal([5, 5], ruleset)
    kernels.reset(states, ruleset.tables, np.array([0, 1]), np.array([5, 5]))
    for variant, copies in ((0, 2), (1, 0)):
        seats = states.view(np.ndarray)[variant]["seats"]
        held = (seats["hand"][HUNTER] + seats["deck"][HUNTER]).astype(int)
        assert held.tolist() == rules(ruleset, variant)["decks"][HUNTER].tolist()
        assert held[kind_of("clerk", HUNTER)] == copies
        taken = sum(1 for _ in zip(range(300), play(states, variant, random.Random(1), ruleset=ruleset), strict=False))
        assert taken > 50


def test_words_are_those_of_the_first_variant():
    ruleset = vary(BASE, [{"cards.clerk.upkeep": 7}, {"cards.clerk.upkeep": 9}])
    assert "pkeep 7 Influence" in card_text(ruleset, HUNTER, kind_of("clerk", HUNTER))
    assert ruleset.labels == BASE.labels
    assert vary(ruleset, [{}]).tables["rulesets"][0, 0].tobytes() == rules(ruleset).tobytes()


def test_equal_cards_share_a_row():
    before = card_rows(BASE)
    assert card_rows(vary(BASE, [{}] * 100)) == before
    assert card_rows(vary(BASE, [{"cards.clerk.cost": 7}] * 100)) == before + 1
    assert card_rows(vary(BASE, [{"cards.clerk.cost": 7, "cards.clerk.upkeep": 7}] * 2)) == before + 1
    assert card_rows(vary(BASE, [{"cards.clerk.cost": cost, "cards.bribe.cost": cost} for cost in range(90, 96)])) == before + 12


def test_a_name_stands_for_its_ruleset():
    assert vary("standard", [[]]).digest == vary(load_ruleset("standard@1"), [[]]).digest


def test_the_digest_is_that_of_the_rules():
    one = vary(BASE, [{}, {"cards.clerk.cost": 7, "numbers.spots": 1}])
    assert one.digest == vary(BASE, [{}, {"numbers.spots": 1, "cards.clerk.cost": 7}]).digest
    same = int(card_row(BASE, 0, "bribe", HUNTER)["cost"])
    assert one.digest == vary(BASE, [{"cards.bribe.cost": same}, {"numbers.spots": 1, "cards.clerk.cost": 7}]).digest
    others = [BASE, vary(BASE, [{}]), vary(BASE, [{"numbers.spots": 1, "cards.clerk.cost": 7}, {}]), vary(one, [{}])]
    assert len({one.digest, *(other.digest for other in others)}) == 1 + len(others)
    assert one.name == "standard@1 in 2 variants"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"numbers.gain_influense": 1}, ValueError, r"numbers.gain_influense: not known, did you mean numbers.gain_influence\?"),
        ({"numbers.villagers": 5}, ValueError, r"numbers.villagers: not known, .*allowed: numbers.\(hand_start \| "),
        (
            {"cards.clark.cost": 1},
            ValueError,
            r"cards.clark.cost: not known, .*cards.clerk.cost\? allowed: cards.\(.* \| clerk \| ",
        ),
        ({"cards.clerk.price": 1}, ValueError, r"cards.clerk.price: .*allowed: cards.clerk.\(cost \| upkeep \| modifiers\)$"),
        ({"cards.bribe.upkeep": 1}, ValueError, r"cards.bribe.upkeep: not known, .*allowed: cards.bribe.\(cost\)$"),
        ({"cards.clerk.cost.x": 1}, ValueError, r"cards.clerk.cost.x: not known, .*allowed: cards.clerk.cost$"),
        ({"cards.clerk": 1}, ValueError, r"cards.clerk: not known, .*allowed: cards.clerk.\(cost \| upkeep \| modifiers\)$"),
        ({"decks.witch": 1}, ValueError, r"decks.witch: not known, .*allowed: decks.witch.\(.*allure"),
        ({"villagers.widow_atkins.skill": 1}, ValueError, r"allowed: villagers.widow_atkins.\(assets\)$"),
        ({"villagers.widow_atkins.assets": 10}, ValueError, r"villagers.widow_atkins.assets: found 10, allowed: integer 0..9$"),
        ({"decks.hunter.clerk": 1}, ValueError, r"decks.hunter: found 49 cards, allowed: 50 \(numbers.deck_size\)$"),
        (["numbers.spots = two"], ValueError, r"found 'numbers.spots = two', allowed: PATH = VALUE, such as .*"),
        (["numbers.spots"], ValueError, r"found 'numbers.spots', allowed: PATH = VALUE, such as .*"),
        (["numbers.spots=1", "numbers.spots=2"], ValueError, r"found numbers.spots twice, allowed: once$"),
        (["numbers.spots=4"], ValueError, r"numbers.spots: found 4, allowed: integer 0..3$"),
        ("numbers.spots=1", TypeError, r"found str, allowed: a mapping of paths to integers, or a list of texts `path = value`$"),
        ({7: 1}, ValueError, r"7: not known, allowed: \(numbers \| villagers \| cards \| decks\)$"),
        ({"cards.clerk.cost": 100}, ValueError, r"cards.clerk.cost: found 100, allowed: integer 0..99$"),
        ({"cards.clerk.cost": -1}, ValueError, r"cards.clerk.cost: found -1, allowed: integer 0..99$"),
        ({"cards.clerk.cost": 1.0}, ValueError, r"cards.clerk.cost: found 1.0, allowed: integer 0..99$"),
        ({"cards.clerk.cost": True}, ValueError, r"cards.clerk.cost: found True, allowed: integer 0..99$"),
        ({"cards.clerk.modifiers.eliminate_clues": 10}, ValueError, r"found 10, allowed: integer -9..9$"),
        ({"numbers.ritual_favors": 0}, ValueError, r"numbers.ritual_favors: found 0, allowed: integer 1..20$"),
        ([("cards.clerk.cost", 1)], TypeError, r"found list, allowed: a mapping of paths to integers, or a list of texts .*"),
    ],
)
def test_a_wrong_change_is_refused(change, error, message):
    with pytest.raises(error, match=f"^vary: variant 1: .*{message}") as refused:
        vary(BASE, [{}, change])
    assert "\n" not in str(refused.value)


def test_numpy_integers_will_do():
    assert card_row(vary(BASE, [{"cards.clerk.cost": np.int16(7)}]), 0, "clerk", HUNTER)["cost"] == 7


def test_as_many_as_there_is_room_for():
    assert rules(vary(BASE, [{}] * RULESETS), RULESETS - 1).tobytes() == rules(BASE).tobytes()
    for number in (0, RULESETS + 1):
        with pytest.raises(ValueError, match=rf"^vary: found {number} variants, allowed: 1 \.\. {RULESETS}$"):
            vary(BASE, [{}] * number)
    two_new_cards = [
        {
            f"cards.{slug}.{name}": value
            for slug in ("clerk", "thug")
            for name, value in (("cost", 10 + n // 100), ("upkeep", n % 100))
        }
        for n in range(RULESETS)
    ]
    fits = (CARD_ROWS - 1 - card_rows(BASE)) // 2
    assert card_rows(vary(BASE, two_new_cards[:fits])) == card_rows(BASE) + 2 * fits
    with pytest.raises(
        ValueError, match=f"^vary: variant {fits}: no room .*, allowed: {CARD_ROWS - 1} different cards in all variants$"
    ):
        vary(BASE, two_new_cards)
