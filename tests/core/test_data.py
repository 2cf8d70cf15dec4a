"""Strict loading: where things stand in a file, what each reader method takes, and the list of faults."""

import os
import re
from pathlib import Path

import pytest

from pagan_env.core.data import DataError, Faults, Reader

CARDS = """\
version = 1

[cards.clerk]          # a comment
cost = 3
visit = [
    "gain 1 Influence",  # its own line
    # none
    "pay 1 card",
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
    faults = Faults()
    return Reader(faults.read(path), "", faults), faults


def found(faults: Faults) -> list[str]:
    """The lines of the error, without the folder."""
    with pytest.raises(DataError) as caught:
        faults.check()
    return [re.sub(r"^\S*/(?=\w+\.toml:)", "", line) for line in str(caught.value).split("\n")]


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("version", 1),
        ("cards.clerk", 3),
        ("cards.clerk.cost", 4),
        ("cards.clerk.visit", 5),
        ("cards.clerk.visit[0]", 6),
        ("cards.clerk.visit[1]", 8),
        ("cards.clerk.visit[2]", 5),
        ("cards.clerk.kind", 3),  # missing: its header
        ("cards.clerk.text.en", 12),
        ("cards.gossip", 13),
        ("cards.gossip.cost", 14),
        ("cards.gossip.nested.deep", 15),
        ("cards.gossip.nested", 15),
        ("cards", 3),
        ("nowhere.at.all", 1),
        ("", 1),
    ],
)
def test_a_path_is_located(tmp_path: Path, where: str, line: int) -> None:
    _, faults = load(tmp_path, CARDS)
    faults.add(where, "wrong")
    assert found(faults) == [f"cards.toml:{line}: {where}: wrong" if where else f"cards.toml:{line}: wrong"]


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        Faults().read(tmp_path / "none.toml")
    assert str(caught.value) == f"{tmp_path}/none.toml: No such file or directory, allowed: a readable TOML file"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a = 1\nb\n", "bad.toml:2: not TOML: Expected '=' after a key"),
        (b"a = 1\na = 2\n", "bad.toml:2: found `a` a second time, allowed: each key once"),
        (b'a = "', "bad.toml:1: not TOML: Unterminated string"),
        (b"a = '\xff'", "bad.toml: byte 5 is not UTF-8, allowed: a TOML file in UTF-8"),
    ],
)
def test_a_syntax_error_is_one_clear_line(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(text)
    with pytest.raises(DataError) as caught:
        faults = Faults()
        faults.read(path)
        faults.check()
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


def test_each_fault_is_one_line_whatever_a_key_holds(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, '"a\\nb" = "c\\nd"')
    reader.done()
    reader.text("x", default="")
    assert found(faults) == [r"cards.toml:1: a\nb: found an unknown key, allowed: no key"]


def test_a_list_must_hold_text_only_and_faults_of_the_caller_join_in(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, "visit = ['a', 1]\ncost = 3")
    assert reader.lines("visit") == []
    reader.fault("cost", "found 3, allowed: an even integer")
    assert found(faults) == [
        'cards.toml:1: visit: found ["a", 1], allowed: list of text',
        "cards.toml:2: cost: found 3, allowed: an even integer",
    ]


BROKEN = """\
cost = 1
cost = [
    2,
]
[cards.clerk]
cost = = 3
upkeep 3
play = [
    "a",
    b,
]
side = "witch"
[cards.clerk]
odd = 1
[cards.gossip
odd = 1
[cards.thug]
lift = [ "a"
visit = "x"
"""


def test_all_that_is_no_toml_comes_at_once_with_what_else_is_wrong(tmp_path: Path) -> None:
    reader, faults = load(tmp_path, BROKEN)
    reader.integer("cost", 2, 9)
    cards = reader.tables("cards")
    for card in cards.values():
        card.integer("cost", 0, 9)  # not missed: it may be in what could not be read
        card.lines("play")
        card.lines("lift")
        card.lines("visit")
    cards["clerk"].choice("side", ("hunter",))
    reader.done()
    assert [line.partition(" (at line")[0] for line in found(faults)] == [
        "cards.toml:1: cost: found 1, allowed: integer 2..9",
        "cards.toml:2: found `cost` a second time, allowed: each key once",
        "cards.toml:6: not TOML: Invalid value",
        "cards.toml:7: not TOML: Expected '=' after a key in a key/value pair",
        "cards.toml:10: not TOML: Invalid value",
        'cards.toml:12: cards.clerk.side: found "witch", allowed: hunter',
        "cards.toml:13: found [cards.clerk] a second time, allowed: each table once",
        "cards.toml:15: not TOML: Expected ']' at the end of a table declaration",
        "cards.toml:18: not TOML: Unclosed array",
        'cards.toml:19: cards.thug.visit: found "x", allowed: list of text',
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = " + "[" * 5000, 2),
        ("a = 1\nb = " + "9" * 5000, 2),
        ('a = 1\nb = """\nc = 1\n', 2),
        ("a = [\n1,\n", 1),
        ("\n\n]", 3),
    ],
)
def test_what_can_not_be_read_at_all_has_a_line_too(tmp_path: Path, text: str, line: int) -> None:
    _, faults = load(tmp_path, text)
    (told,) = found(faults)
    assert told.startswith(f"cards.toml:{line}: not TOML")


def test_a_fault_stands_in_the_file_that_has_most_of_its_path(tmp_path: Path) -> None:
    """Of files that override each other the first read is the nearest; what a program gave has no lines."""
    (tmp_path / "own.toml").write_text("[cards.clerk]\ncost = 100\n", "utf-8")
    (tmp_path / "base.toml").write_text("[cards.clerk]\ncost = 1\nside = 3\n[cards.thug]\n", "utf-8")
    faults = Faults()
    faults.given("given", {"numbers": {"spots": 9}})
    faults.read(tmp_path / "own.toml")
    faults.read(tmp_path / "base.toml")
    for where in ("cards.clerk.cost", "cards.clerk.side", "cards.clerk.upkeep", "cards.thug.cost", "numbers.spots", "decks"):
        faults.add(where, "wrong")
    assert found(faults) == [
        "given: decks: wrong",
        "given: numbers.spots: wrong",
        "own.toml:1: cards.clerk.upkeep: wrong",
        "own.toml:2: cards.clerk.cost: wrong",
        "base.toml:3: cards.clerk.side: wrong",
        "base.toml:4: cards.thug.cost: wrong",
    ]


@pytest.mark.parametrize("value", ["3", '""', '"  "', '"a\\nb"', '"\\u0000"', '"\\u202e"', f'"{"x" * 11}"'])
def test_a_line_of_text_is_short_and_printable(tmp_path: Path, value: str) -> None:
    (tmp_path / "own.toml").write_text(f'good = "Zo\u00eb x"\nbad = {value}\n', "utf-8")
    faults = Faults()
    reader = Reader(faults.read(tmp_path / "own.toml"), "", faults)
    assert (reader.line("good", 10), reader.line("bad", 10)) == ("Zo\u00eb x", "")
    with pytest.raises(DataError, match=r"^[^\n]*own.toml:2: bad: found [^\n]*, allowed: text, 1 to 10 printable characters$"):
        faults.check()


@pytest.mark.parametrize("text", ["a" + ".a" * 5000 + " = 1", "[a" + ".a" * 5000 + "]\nb = 1", "a = " + "[" * 300 + "]" * 300])
def test_tables_go_only_so_deep(tmp_path: Path, text: str) -> None:
    (tmp_path / "own.toml").write_text(f"x = 1\n{text}\n", "utf-8")
    faults = Faults()
    assert faults.read(tmp_path / "own.toml") == {"x": 1}
    with pytest.raises(DataError, match=r"^[^\n]*own.toml:2: found tables or lists in one another, allowed: 20 at most$"):
        faults.check()


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "own.toml")
    with pytest.raises(DataError, match=r"own.toml: found no regular file, allowed: a readable TOML file$"):
        Faults().read(tmp_path / "own.toml")


def test_a_twin_is_told_of_the_nearer_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[cards.thug]\nnumber = 2\n", "utf-8")
    (tmp_path / "base.toml").write_text("[cards.clerk]\nnumber = 2\n[cards.scout]\nnumber = 2\n", "utf-8")
    faults = Faults()
    own, base = (faults.read(tmp_path / name) for name in ("own.toml", "base.toml"))
    cards = Reader({"cards": {**own["cards"], **base["cards"]}}, "", faults).tables("cards")
    cards["thug"].twin(cards["clerk"], "number")
    cards["scout"].twin(cards["clerk"], "number")
    with pytest.raises(DataError) as error:
        faults.check()
    assert str(error.value).replace(f"{tmp_path}/", "").split("\n") == [
        "own.toml:2: cards.thug.number: found 2 twice, allowed: one that cards.clerk doesn't have",
        "base.toml:4: cards.scout.number: found 2 twice, allowed: one that cards.clerk doesn't have",
    ]
