"""Lists of cards and rules for people, and `check`, which tells all that is wrong with a file and never fails itself."""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path

import pytest

from pagan_env.core.data import DataError
from pagan_env.core.shipped import PROVENANCE
from pagan_env.pagan.catalogue import card_counts, card_table, check, rule_counts, rule_table
from pagan_env.pagan.layers import DATA
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from pagan_env.pagan.variants import knobs, vary

HERE = Path(__file__).parent
SHIPPED = [
    DATA / "sets" / "base",
    *sorted(DATA.glob("rulesets/*.toml")),
    *sorted(DATA.glob("sets/base/*.toml")),
    DATA / "numbers.toml",
]


@pytest.mark.parametrize("name", ruleset_names())
def test_all_cards_are_listed_with_counts(name):
    ruleset = load_ruleset(name)
    table = card_table(ruleset)
    assert [row[1] for row in table] == [card.name for card in ruleset.cards.values()]
    assert [int(row[0]) for row in table] == sorted(card.number for card in ruleset.cards.values())
    effects = [card.provenance["effect"] for card in ruleset.cards.values()]
    told = ", ".join(f"{effects.count(source)} {source}" for source in PROVENANCE)
    assert card_counts(ruleset).startswith(f"{len(table)} cards; effects: {told}; all fields: ")
    assert sum(int(row[4]) for row in table) == ruleset.tables[0]["rulesets"][0]["decks"].sum()


def test_provenance_in_short():
    sources = {row[1]: row[6] for row in card_table(load_ruleset("rulebook_demo"))}
    assert sources["Clerk"] == "rulebook"
    assert sources["Bribe"] == "house"
    assert sources["Lock-down"] == "rulebook: effect; house: cost"


def test_every_rule_is_listed_with_what_vary_takes():
    ruleset = load_ruleset("first_steps")
    table = rule_table(ruleset)
    assert [row[0] for row in table] == list(knobs(ruleset))
    assert vary(ruleset, [[f"{path} = {value}" for path, value, *_ in table]]).name == "first_steps@1 with no change"
    rows = {path: rest for path, *rest in table}
    assert rows["numbers.gain_influence"] == ["2", "1..99", "rulebook"]
    assert rows["numbers.suspects_to_win"] == ["4", "1..9", "house"]
    assert rows["villagers.doctor_annie.assets"] == ["2", "0..9", "rulebook"]
    assert rows["decks.hunter.clerk"] == ["2", "0..2", "ruleset"]
    assert rule_counts(ruleset).startswith(f"{len(table)} paths: ")


@pytest.mark.parametrize("path", [*SHIPPED, HERE / "mists@1.toml", HERE / "sets" / "mists"], ids=lambda path: path.name)
def test_what_ships_is_right(path):
    told = check(path)
    assert re.search(r"\d+ rulebook, \d+ house, \d+ owner|a scenario: \d+ numbers changed", told)
    assert told.startswith(f"{path if path.is_dir() or 'sets' not in path.parts else path.parent}: ")
    assert "\n" not in told


def test_what_a_file_is(tmp_path):
    cards = shutil.copy(DATA / "sets" / "base" / "cards.toml", tmp_path / "some.toml")
    assert re.match(r".*some.toml: \d+ cards; fields: ", check(Path(cards)))
    people = shutil.copy(DATA / "sets" / "base" / "villagers.toml", tmp_path / "people.toml")
    assert "people.toml: 9 villagers, 3 villager sets; fields: " in check(Path(people))
    assert "a ruleset, digest " in check(HERE / "mists@1.toml")
    assert "a card set: 2 cards, 3 villagers, 1 villager sets, 1 further kinds of token; fields: " in check(
        HERE / "sets" / "mists"
    )


def test_a_fault_has_its_own_line(tmp_path):
    text = (DATA / "sets" / "base" / "cards.toml").read_text("utf-8")
    broken = text.replace('"may choose a villager of another colour"', '"may choose a villager of my colour"')
    broken = broken.replace('cost = 3\nplay = ["gain 1 Evidence"]', 'cost = 3\ncost = 4\nplay = ["gain 1 Evidence"')
    path = tmp_path / "cards.toml"
    path.write_text(broken, "utf-8")
    with pytest.raises(DataError) as error:
        check(path)
    lines = broken.split("\n")
    told = [line.removeprefix(f"{path}:") for line in str(error.value).split("\n")]
    second = lines.index("cost = 4") + 1
    assert told[0] == f"{second}: found `cost` a second time, allowed: each key once"
    assert told[1].startswith(f"{second + 1}: not TOML: Unclosed array")
    at = next(number for number, line in enumerate(lines, 1) if "of my colour" in line)
    assert told[2].startswith(f"{at}: cards.on_the_trail.play[2]: cannot read 'may choose a villager of my colour'")
    assert len(told) == 3


def faults_of(path: Path, ruleset: str | None = None) -> list[str]:
    with pytest.raises(DataError) as error:
        check(path, ruleset)
    return str(error.value).replace(f"{path}:", "").split("\n")


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    assert faults_of(tmp_path / "pipe.toml") == [" found no regular file, allowed: a readable TOML file"]
    for name in ("x" * 5000, "x" * 5000 + ".toml"):
        assert faults_of(Path(name)) == [" File name too long, allowed: a readable TOML file"]


def test_a_bad_count_changes_no_total(tmp_path):
    path = tmp_path / "deck.toml"
    text = (DATA / "decks" / "witch_base.toml").read_text("utf-8")
    lines = text.split("\n")
    twos = [number for number, line in enumerate(lines) if line.endswith("= 2")]
    lines[twos[0]] = lines[twos[0]].replace("= 2", "= 3")
    lines[twos[1]] = lines[twos[1]].replace("= 2", "= 1")  # 50 still
    path.write_text("\n".join(lines), "utf-8")
    slug = lines[twos[0]].partition(" ")[0]
    assert faults_of(path) == [f"{twos[0] + 1}: cards.{slug}: found 3, allowed: integer 1..2"]


def test_a_deck_is_checked_against_a_ruleset(tmp_path):
    path = tmp_path / "deck.toml"
    deck = load_ruleset("first_steps").kinds[1]
    head = 'seat = "hunter"\ndescription = "D."\n[cards]\n'
    path.write_text(head + "".join(f"{card.slug} = 2\n" for card in deck), "utf-8")
    told = faults_of(path)
    assert all(line.endswith("); --ruleset names a ruleset with others") for line in told)
    assert any(line.startswith("3: cards: found 12 cards, allowed: 50 (numbers.deck_size)") for line in told)
    assert "a deck of the Hunter: 12 cards of 6 names" in check(path, "first_steps@1")
    assert faults_of(path, "welcome_to_roanoke") == ["3: cards: found 12 cards, allowed: 30 (numbers.deck_size)"]
    path.write_text(head + "clerk = 2\nlantern_bearer = 2\n", "utf-8")
    assert "of 2 names" in check(path, str(HERE / "mists@1.toml"))
    assert any("found no card of the Hunter" in line for line in faults_of(path, "first_steps"))


def test_a_scenario_is_checked_against_a_ruleset(tmp_path):
    path = tmp_path / "tale.toml"
    text = 'name = "T"\ndescription = "D."\n[objectives.hunter]\nwhen = ["6 Glooms lie on all villagers"]\nwins = true\n'
    path.write_text(text, "utf-8")
    for ruleset in (None, "fen", str(HERE / "mists@1.toml")):
        assert check(path, ruleset).endswith("tale.toml: a scenario: 0 numbers changed, 1 objectives.")
    (line,) = faults_of(path, "long_winter")
    assert line.startswith("4: objectives.hunter.when[0]: cannot read 'if 6 Glooms lie on all villagers then'")
    assert faults_of(path, "nothing")[0].startswith("ruleset 'nothing' is not known, allowed: ")
    assert faults_of(HERE / "mists@1.toml", "fen") == [
        " found neither a deck nor a scenario, allowed: one of the two where a ruleset is named"
    ]


# ---- fuzz ------------------------------------------------------------------------------------------------------------

ODD = [
    "3",
    "-1",
    '"x"',
    "[]",
    "[[]]",
    "{}",
    "true",
    "1.5",
    "nan",
    "2020-01-01",
    "[1, 'a']",
    "{ a = 1 }",
    "99999999999999999999",
    '"\\u0000"',
    '""',
]

KEYS = ["extends", "sets", "villagers", "decks", "cards", "factions", "provenance", "a.b"]


def mutate(text: str, rng: random.Random) -> str:
    """A text with one thing or a few changed."""
    lines = text.split("\n")
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            del lines[at]
            lines = lines or [""]
        elif kind == 1:
            lines.insert(at, rng.choice(lines))
        elif kind == 2 and "=" in lines[at]:
            lines[at] = f"{lines[at].partition('=')[0]}= {rng.choice(ODD)}"
        elif kind == 3:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = (
                lines[at][:cut]
                + rng.choice(['"', "'", "[", "]", "{", "}", "=", ".", "#", "\x00", "é", '"""', ",", " "])
                + lines[at][cut:]
            )
        elif kind == 4 and lines[at]:
            cut = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:cut] + lines[at][cut + 1 :]
        elif kind == 5:
            words = lines[at].split(" ")
            rng.shuffle(words)
            lines[at] = " ".join(words)
        elif kind == 6:
            lines[at] = f"{rng.choice(KEYS)} = {rng.choice(ODD)}"
        else:
            lines = lines[:at] or [""]
    return "\n".join(lines)


@pytest.mark.parametrize("rounds", [pytest.param(25, id="few"), pytest.param(400, id="many", marks=pytest.mark.slow)])
def test_no_mutation_of_a_file_is_more_than_refused(tmp_path, rounds):
    rng, refused, fine = random.Random(rounds), 0, 0
    shutil.copytree(HERE / "sets", tmp_path / "sets")
    files = [
        *SHIPPED[1:],
        *sorted(DATA.glob("decks/*.toml")),
        HERE / "mists@1.toml",
        HERE / "mists_witch.toml",
        *(HERE / "sets" / "mists").glob("*.toml"),
    ]
    for file in files:
        inside = "sets" in file.parts
        folder = tmp_path / "sets" / "mists" if inside else tmp_path
        before = file.read_text("utf-8")
        for _ in range(rounds):
            path = folder / file.name
            path.write_text(mutate(before, rng), "utf-8")
            try:
                check(path)
                fine += 1
            except DataError as error:
                refused += 1
                for line in str(error).split("\n"):
                    assert re.match(rf"({tmp_path}|{DATA})[^:]*(:\d+)?: .", line), line
        if inside:
            shutil.copytree(HERE / "sets", tmp_path / "sets", dirs_exist_ok=True)
    assert refused > fine > 0
