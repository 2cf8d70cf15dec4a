"""Each shipped card has a test named after it, in test_hunter_cards.py, test_witch_cards.py or test_fen.py."""

import pytest

from pagan_env.pagan.rulesets import load_ruleset, ruleset_names

from . import test_fen, test_hunter_cards, test_witch_cards


@pytest.mark.parametrize("name", ruleset_names())
def test_every_card_has_a_test(name):
    ruleset, tests = load_ruleset(name), {*vars(test_witch_cards), *vars(test_hunter_cards), *vars(test_fen)}
    missing = [card.slug for seat in ruleset.kinds for card in seat if f"test_{card.slug}" not in tests]
    assert missing == []
