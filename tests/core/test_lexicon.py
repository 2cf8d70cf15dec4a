"""The lexicon: numbers, coordinates and texts of actions, all the ways round, and what each refuses."""

import itertools
import json

import numpy as np
import pytest

from pagan_env.core.lexicon import Axis, Block, Labels, Lexicon, LexiconError

VILLAGER, MOVER = Axis("villager", 3), Axis("mover", 2)
LEXICON = Lexicon(
    [Block("pass"), Block("visit", (VILLAGER, MOVER)), Block("choose", (VILLAGER,)), Block("swap", (VILLAGER, VILLAGER))]
)
LABELS = {"villager": ("preacher_wulfric", "", "anna"), "mover": ["pawn", "familiar"]}


def test_blocks_follow_one_another() -> None:
    assert LEXICON.size == 1 + 6 + 3 + 9
    assert [LEXICON.start(block.name) for block in LEXICON.blocks] == [0, 1, 7, 10]
    assert [LEXICON.span(block.name) for block in LEXICON.blocks] == [range(0, 1), range(1, 7), range(7, 10), range(10, 19)]


def test_the_last_axis_runs_fastest() -> None:
    coords = itertools.product(range(3), range(2))
    assert [LEXICON.index("visit", *at) for at in coords] == list(LEXICON.span("visit"))
    assert LEXICON.index("pass") == 0


def test_find_is_the_inverse_of_index() -> None:
    for action in range(LEXICON.size):
        block, coords = LEXICON.find(action)
        assert LEXICON.index(block.name, *coords) == action
    assert LEXICON.find(np.int64(4)) == (Block("visit", (VILLAGER, MOVER)), (1, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize("labels", [{}, LABELS, {"villager": ["x"]}, {"mover": ["", "pass"], "other": ["y"]}])
def test_text_and_parse_are_inverse_under_any_labels(labels: Labels) -> None:
    texts = [LEXICON.text(action, labels) for action in range(LEXICON.size)]
    assert len(set(texts)) == LEXICON.size
    assert [LEXICON.parse(text, labels) for text in texts] == list(range(LEXICON.size))


def test_text_uses_labels_and_numbers_from_one_where_they_are_missing() -> None:
    assert LEXICON.text(0, LABELS) == "pass"
    assert LEXICON.text(LEXICON.index("visit", 0, 1), LABELS) == "visit preacher_wulfric familiar"
    assert LEXICON.text(LEXICON.index("visit", 1, 0), LABELS) == "visit villager_2 pawn"
    assert LEXICON.text(LEXICON.index("visit", 2, 1), {}) == "visit villager_3 mover_2"


def test_parse_takes_numbered_names_beside_labels_and_any_spaces() -> None:
    assert LEXICON.parse("  visit villager_3   familiar ", LABELS) == LEXICON.parse("visit anna mover_2", LABELS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vist anna pawn", "found 'vist', allowed: pass, visit, choose, swap"),
        ("", "found the end, allowed: pass, visit, choose, swap"),
        ("visit bob pawn", "found 'bob', allowed: preacher_wulfric, villager_2, anna"),
        ("visit anna", "found the end, allowed: pawn, familiar"),
        ("visit villager_4 pawn", "found 'villager_4', allowed: preacher_wulfric, villager_2, anna"),
        ("choose anna pawn", "found 'pawn', allowed: the end"),
        ("pass pass", "found 'pass', allowed: the end"),
    ],
)
def test_parse_names_the_failing_word_and_what_may_stand_there(text: str, message: str) -> None:
    with pytest.raises(LexiconError) as caught:
        LEXICON.parse(text, LABELS)
    assert str(caught.value) == f"action {text!r}: {message}"


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", "b", "a"], "found 'a' for villager_3, allowed: one word, not used twice"),
        (["villager_2"], "found 'villager_2' for villager_1, allowed: one word, not used twice"),
        (["", "old anna"], "found 'old anna' for villager_2, allowed: one word, not used twice"),
        (["a", "b", "c", "d"], "found 4, allowed: at most 3"),
    ],
)
def test_labels_must_tell_coordinates_apart(labels: list[str], message: str) -> None:
    with pytest.raises(LexiconError) as caught:
        LEXICON.text(7, {"villager": labels})
    assert str(caught.value) == f"labels of villager: {message}"


def test_a_label_may_be_its_own_numbered_name() -> None:
    assert LEXICON.text(7, {"villager": ["villager_1"]}) == "choose villager_1"


@pytest.mark.parametrize("action", [-1, 19])
def test_find_refuses_what_is_no_action(action: int) -> None:
    with pytest.raises(LexiconError, match=rf"^found action {action}, allowed: 0\.\.18$"):
        LEXICON.find(action)


@pytest.mark.parametrize("coords", [(), (0,), (3, 0), (0, -1), (0, 0, 0)])
def test_index_refuses_wrong_coordinates(coords: tuple[int, ...]) -> None:
    with pytest.raises(LexiconError) as caught:
        LEXICON.index("visit", *coords)
    assert str(caught.value) == f"visit: found coordinates {coords}, allowed: villager 0..2, mover 0..1"


def test_an_unknown_block_is_refused() -> None:
    for ask in (LEXICON.start, LEXICON.span, LEXICON.index):
        with pytest.raises(LexiconError, match=r"^found block 'fly', allowed: pass, visit, choose, swap$"):
            ask("fly")


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ([], "blocks: found [], allowed: at least one, none twice"),
        ([Block("a"), Block("a")], "blocks: found ['a', 'a'], allowed: at least one, none twice"),
        ([Block("A b")], "found Block(name='A b', axes=()), allowed: a name in snake_case and a size from 1"),
        ([Block("a", (Axis("x", 0),))], "allowed: a name in snake_case and a size from 1"),
        ([Block("a", (Axis("X", 1),))], "found Axis(name='X', size=1), allowed: a name in snake_case and a size from 1"),
    ],
)
def test_a_malformed_lexicon_is_refused(blocks: list[Block], message: str) -> None:
    with pytest.raises(LexiconError) as caught:
        Lexicon(blocks)
    assert message in str(caught.value)


def test_the_table_is_plain_data() -> None:
    table = LEXICON.table()
    assert table[:2] == [
        {"block": "pass", "start": 0, "size": 1, "axes": []},
        {"block": "visit", "start": 1, "size": 6, "axes": [{"name": "villager", "size": 3}, {"name": "mover", "size": 2}]},
    ]
    assert json.loads(json.dumps(table)) == table and len(table) == 4
