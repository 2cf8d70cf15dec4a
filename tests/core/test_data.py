"""Strict loading: where things stand in a file, what each reader method takes, and the list of faults."""

from pathlib import Path

import pytest

from pagan_env.core.data import DataError, Faults, Reader, locate, read_toml

CARDS = """\
version = 1

[cards.clerk]          # a comment
cost = 3
visit = [
    "gain 1 Influence",
]

[cards.clerk.text]
en = "Clerk"
[ cards . "gossip" ]
cost=4
nested.deep = 1
"""


def load(tmp_path: Path, text: str) -> tuple[Reader, Faults]:
    path = tmp_path / "cards.toml"
    path.write_text(text, "utf-8")
    faults = Faults(path)
    return Reader(read_toml(path), "", faults), faults


def found(faults: Faults) -> list[str]:
    """The lines of the error, without the folder."""
    with pytest.raises(DataError) as caught:
        faults.check()
    return [line.removeprefix(f"{faults.path.parent}/") for line in str(caught.value).split("\n")]


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("version", 1),
        ("cards.clerk", 3),
        ("cards.clerk.cost", 4),
        ("cards.clerk.visit", 5),
        ("cards.clerk.visit[0]", 5),
        ("cards.clerk.kind", 3),  # missing: its header
        ("cards.clerk.text.en", 10),
        ("cards.gossip", 11),
        ("cards.gossip.cost", 12),
        ("cards.gossip.nested.deep", 13),
        ("cards.gossip.nested", 13),
        ("cards", 3),
        ("nowhere.at.all", 1),
        ("", 1),
    ],
)
def test_a_path_is_located(where: str, line: int) -> None:
    assert locate(CARDS, where) == line


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_toml(tmp_path / "none.toml")
    assert str(caught.value) == f"{tmp_path}/none.toml: No such file or directory, allowed: a readable TOML file"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a = 1\nb\n", "bad.toml:2: not TOML: Expected '=' after a key"),
        (b"a = 1\na = 2\n", "bad.toml:2: not TOML: Cannot overwrite a value"),
        (b'a = "', "bad.toml:1: not TOML: Unterminated string"),
        (b"a = '\xff'", "bad.toml: byte 5 is not UTF-8, allowed: a TOML file in UTF-8"),
    ],
)
def test_a_syntax_error_is_one_clear_line(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(text)
    with pytest.raises(DataError) as caught:
        read_toml(path)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_good_values_are_read_without_a_fault(tmp_path: Path) -> None:
    reader, faults = load(
        tmp_path,
        """
        number = 7
        kind = "familiar"
        side = "witch"
        name = "Clerk"
        unique = false
        visit = ["gain 1 Influence", "stop"]
        [deck]
        clerk = 2
        gossip = 0
        [cards.clerk]
        cost = 1
    """,
    )
    assert reader.integer("number", 0, 7) == 7
    assert reader.choice("kind", {"spell": 4, "familiar": 9}) == 9
    assert reader.choice("side", ("hunter", "witch")) == "witch"
    assert reader.text("name") == "Clerk"
    assert reader.flag("unique") is False
    assert reader.lines("visit") == ["gain 1 Influence", "stop"]
    assert reader.integers("deck", 0, 3) == {"clerk": 2, "gossip": 0}
    cards = reader.tables("cards")
    assert list(cards) == ["clerk"] and cards["clerk"].where == "cards.clerk"
    assert cards["clerk"].integer("cost", 0, 9) == 1
    reader.done()
    faults.check()


def test_defaults_stand_in_for_missing_keys(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, "")
    assert reader.integer("a", 0, 9, default=-1) == -1
    assert reader.choice("b", {"spell": 4}, default=0) == 0
    assert reader.choice("c", ["spell"], default="none") == "none"
    assert reader.text("d", default="x") == "x"
    assert reader.flag("e", default=True) is True
    assert reader.lines("f", default=()) == []
    assert reader.table("g", default={"x": 3}).integer("x", 0, 9) == 3
    assert reader.tables("h", default={}) == {}
    assert reader.integers("i", 0, 9, default={"x": 1}) == {"x": 1}
    reader.done()
    faults.check()


def test_all_faults_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    reader, faults = load(
        tmp_path,
        """\
[cards.clerk]
cost = -1
kind = "spel"
name = 3
unique = 1
visit = "gain 1"
colour = "red"
[cards.Gossip-Monger]
cost = true
[deck]
clerk = 9
""",
    )
    deck = reader.integers("deck", 0, 3)
    for card in reader.tables("cards").values():
        assert card.integer("cost", 0, 99) == 0
        assert card.choice("kind", {"spell": 4, "familiar": 9}) == 4
        assert card.text("name") == ""
        assert card.flag("unique", default=False) is False
        assert card.lines("visit", default=()) == []
    assert deck == {"clerk": 0}
    reader.done()
    assert found(faults) == [
        "cards.toml:2: cards.clerk.cost: found -1, allowed: integer 0..99",
        'cards.toml:3: cards.clerk.kind: found "spel", allowed: spell | familiar',
        "cards.toml:4: cards.clerk.name: found 3, allowed: text",
        "cards.toml:5: cards.clerk.unique: found 1, allowed: true | false",
        'cards.toml:6: cards.clerk.visit: found "gain 1", allowed: list of text',
        "cards.toml:7: cards.clerk.colour: found an unknown key, allowed: cost, kind, name, unique, visit",
        "cards.toml:8: cards.Gossip-Monger: found name 'Gossip-Monger', allowed: snake_case, such as learn_secrets",
        "cards.toml:8: cards.Gossip-Monger.kind: found nothing, allowed: spell | familiar",
        "cards.toml:8: cards.Gossip-Monger.name: found nothing, allowed: text",
        "cards.toml:9: cards.Gossip-Monger.cost: found true, allowed: integer 0..99",
        "cards.toml:11: deck.clerk: found 9, allowed: integer 0..3",
    ]


def test_an_unknown_key_comes_with_its_nearest_neighbour(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, "[a]\ncots = 3\nzzz = 1\n[b]\n[c]\nx = 1")
    table = reader.table("a")
    table.integer("cost", 0, 9, default=1)
    table.text("name", default="")
    reader.table("c")
    reader.done()
    table.done()  # noted once, though asked for twice
    assert found(faults) == [
        "cards.toml:2: a.cots: found an unknown key, did you mean cost? allowed: cost, name",
        "cards.toml:3: a.zzz: found an unknown key, allowed: cost, name",
        "cards.toml:4: b: found an unknown key, allowed: a, c",
        "cards.toml:6: c.x: found an unknown key, allowed: no key",
    ]


def test_a_missing_table_is_one_fault_not_one_for_each_of_its_keys(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, "deck = 3")
    assert reader.table("rules").integer("rounds", 1, 9) == 1
    assert reader.tables("cards") == {}
    assert reader.integers("deck", 0, 1) == {}
    reader.done()
    assert found(faults) == [
        "cards.toml:1: cards: found nothing, allowed: table",
        "cards.toml:1: deck: found 3, allowed: table",
        "cards.toml:1: rules: found nothing, allowed: table",
    ]


def test_a_list_must_hold_text_only_and_faults_of_the_caller_join_in(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, "visit = ['a', 1]\ncost = 3")
    assert reader.lines("visit") == []
    reader.fault("cost", "found 3, allowed: an even integer")
    assert found(faults) == [
        'cards.toml:1: visit: found ["a", 1], allowed: list of text',
        "cards.toml:2: cost: found 3, allowed: an even integer",
    ]
