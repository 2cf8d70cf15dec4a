"""The declarations of record, action space and observation, and the committed tables made from them."""

from __future__ import annotations

import itertools

import numpy as np

from pagan_env.paradise_lost import actions, dump, layout, observe
from pagan_env.paradise_lost.actions import LEXICON
from pagan_env.paradise_lost.describe import action_text, parse_action
from pagan_env.paradise_lost.history import COLUMNS, NARROW
from pagan_env.paradise_lost.rulesets import load_ruleset
from pagan_env.paradise_lost.tables import RULESET_RECORD


def test_the_committed_tables_are_up_to_date():
    for name, text in dump.tables().items():
        assert (dump.FOLDER / name).read_text("utf-8") == text, f"{name}: run python -m pagan_env.paradise_lost.dump"


def test_dump_says_what_it_changes(tmp_path, capsys):
    dump.main(tmp_path)
    dump.main(tmp_path)
    told = capsys.readouterr().out.split("\n")
    assert told[0] == "layout.json: changed" and told[4] == "layout.json: as before"


def test_the_action_space_has_225_actions():
    assert LEXICON.size == 225
    assert LEXICON.index("claim_villain", 9) == actions.CLAIM_VILLAIN + actions.MAGIC
    assert LEXICON.index("move", 20) == actions.MOVE + actions.TO_ORACLE


def test_every_action_has_words_that_say_it():
    for heroes in (2, 5):
        ruleset = load_ruleset("collectors", heroes)
        for seat in range(heroes):
            for action in range(LEXICON.size):
                assert parse_action(ruleset, seat, action_text(ruleset, seat, action)) == action


def test_targets_are_counted_on_from_ones_own_seat():
    ruleset = load_ruleset("standard", 4)
    assert action_text(ruleset, 2, LEXICON.index("target", 0)) == "target hero_3"
    assert action_text(ruleset, 2, LEXICON.index("target", 1)) == "target hero_0"


def test_names_of_numbers_are_complete():
    assert len(layout.DECISION_NAMES) == layout.UNDER_DRAW + 1
    assert len(layout.ENDING_NAMES) == layout.SAFETY_NET + 1
    assert layout.PURPOSES == layout.UNDER_DRAW - layout.FIRST_CHANCE + 1
    assert layout.STATE.itemsize % 8 == 0 and RULESET_RECORD.dtype.itemsize % 2 == 0


def test_blocks_fill_the_observation():
    parts = list(observe.SLICES.values())
    assert parts[0].start == 0 and parts[-1].stop == observe.SIZE
    assert all(one.stop == other.start for one, other in itertools.pairwise(parts))


def test_narrow_columns_fit_into_int8():
    assert all(column.high <= 127 for column in COLUMNS[:NARROW])
    assert np.iinfo(np.int16).max > COLUMNS[-1].high
