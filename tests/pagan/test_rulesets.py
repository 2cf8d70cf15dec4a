"""Ruleset and card files: what ships is right, and what is wrong is refused with its place and what is allowed."""

from pathlib import Path

import numpy as np
import pytest

from pagan_env.core.data import DataError
from pagan_env.core.programs import read
from pagan_env.pagan.describe import card_text
from pagan_env.pagan.layout import GREEN
from pagan_env.pagan.rulesets import DATA, load_ruleset, ruleset_names

GOOD = (DATA / "rulesets" / "first_steps@1.toml").read_text("utf-8")
CARD = """
[cards.sermon]
number = 900
name = "Sermon"
type = "event"
cost = 1
play = ["gain 1 Evidence"]
provenance = { cost = "house", effect = "house" }
"""


def refusal(tmp_path: Path, text: str) -> str:
    """The message with which a ruleset file is refused, its folder cut off."""
    path = tmp_path / "wrong@1.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError) as error:
        load_ruleset(path)
    return str(error.value).replace(f"{tmp_path}/", "")


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


# ---- what ships -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ruleset_names())
def test_decks_as_their_numbers_say(name):
    rules = load_ruleset(name).tables.view(np.ndarray)[0]["rulesets"][0]
    for seat in (0, 1):
        assert rules["decks"][seat].sum() == rules["deck_size"]
        assert rules["decks"][seat].max() <= rules["deck_copies"]


def test_starter_decks_are_the_rulebooks():
    """Hunter and Witch Starter Deck: these numbers, two copies each."""
    hunter = {21, 20, 22, 17, 15, 13, 19, 11, 9, 10, 7, 5, 1, 4, 2}
    witch = {38, 37, 34, 35, 45, 48, 49, 47, 40, 43, 41, 30, 29, 28, 26}
    ruleset = load_ruleset("welcome_to_roanoke@1")
    assert [{card.number for card in seat} for seat in ruleset.kinds] == [witch, hunter]
    assert ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["decks"].sum() == 60


def test_what_the_rulebook_states_is_held():
    """Fields marked `rulebook`: cost, upkeep, Secrets; effects are held by the cards' own tests."""
    stated = {
        "clerk": {"cost": 2, "upkeep": 1},
        "armory": {"cost": 1},
        "surplus_elixir": {"cost": 2, "secrets": 4},
        "entranced": {"cost": 3},
        "learn_secrets": {"cost": 2},
        "qualm": {"cost": 2},
    }
    marked = {}
    for name in ruleset_names():
        ruleset = load_ruleset(name)
        rows = ruleset.tables.view(np.ndarray)[0]["cards"]
        for card in (*ruleset.kinds[0], *ruleset.kinds[1]):
            fields = {f for f, source in card.provenance.items() if source == "rulebook"} - {"effect", "lift"}
            marked |= {card.slug: {f: int(rows[card.row][f]) for f in fields}} if fields else {}
    assert marked == stated


@pytest.mark.parametrize("name", [name for name in ruleset_names() if name != "fen@1"])
def test_green_faction_without_a_scenario(name):
    """Ruling 47: scenarios are optional; green is the base game's Caretakers unless a scenario or ruleset names another set."""
    ruleset = load_ruleset(name)
    village = ruleset.tables.view(np.ndarray)[0]["rulesets"][0]["village"]
    green = {slug for villager, slug in enumerate(ruleset.villagers, 1) if village[villager]["colour"] == GREEN}
    assert green == {"widow_atkins", "nestling_mia", "trapper_adams"} & set(ruleset.villagers)


def test_rulebooks_numbers():
    rules = load_ruleset("rulebook_demo").tables.view(np.ndarray)[0]["rulesets"][0]
    stated = {
        "hand_start": 3, "hand_limit": 7, "influence_start": 2, "pawns_witch": 2, "pawns_familiar": 1, "pawns_hunter": 3,
        "gain_influence": 2, "conversions": 2, "secrets_a_favor": 3, "clues_for_evidence": 3, "favors_for_second_skill": 2,
        "ritual_favors": 3, "raid_clues": 3, "eliminate_clues": 3, "exonerate_evidence": 3, "suspects_to_win": 8,
        "ready_cost": 1, "eliminate_clues_elsewhere": 1,
        "enchantment_surcharge": 1, "pawns_first_turn": 2, "innocents_to_lose": 3, "supply_clues": 30,
        "supply_evidence": 9, "supply_secrets": 30, "supply_favors": 20,
    }  # fmt: skip
    assert {key: int(rules[key]) for key in stated} == stated


@pytest.mark.parametrize("name", ruleset_names())
def test_card_text_is_the_program(name):
    ruleset = load_ruleset(name)
    tables = ruleset.tables.view(np.ndarray)[0]
    for seat in (0, 1):
        for kind, card in enumerate(ruleset.kinds[seat], 1):
            assert card_text(ruleset, seat, kind).endswith(".")
            for moment, lines in card.programs.items():
                code = ruleset.language.assemble(lines, moment)
                assert ruleset.language.disassemble(code) == list(lines)
                starts = tables["cards"][card.row]["programs"]
                assert any(np.array_equal(read(tables["code"], int(start)), code) for start in starts if start)


def test_card_text_tells_the_numbers():
    ruleset = load_ruleset("rulebook_demo")
    text = {card.slug: card_text(ruleset, seat, kind) for seat in (0, 1) for kind, card in enumerate(ruleset.kinds[seat], 1)}
    assert text["clerk"] == "Upkeep 1 Influence; In Upkeep, may: pay 1 card, gain 3 Influence."
    assert text["surplus_elixir"] == "Complete with 4 Secrets; Consume: place 1 Secret on each villager."
    assert text["persuasion"] == "About the Hunter's visits; On a visit: gain 1 Evidence."
    assert text["lock_down"] == "About the Witch's visits; +1 Action pawns that a visit to the Investigation's villager takes."


def test_sources_are_counted():
    assert load_ruleset("welcome_to_roanoke").sources == "effects: 5 of 30 kinds rulebook, 25 house"


def test_bare_name_is_the_newest_version():
    assert load_ruleset("first_steps").name == "first_steps@1"
    assert load_ruleset().name == "standard@1"


# ---- what is refused ------------------------------------------------------------------------------------------------


def test_unknown_ruleset():
    with pytest.raises(DataError, match="ruleset 'standart' is not known, allowed: fen@1, first_steps@1, "):
        load_ruleset("standart")
    with pytest.raises(DataError, match=r"nowhere\.toml: No such file or directory, allowed: a readable TOML file"):
        load_ruleset("nowhere.toml")


def test_unknown_verb_names_the_known_ones(tmp_path):
    text = GOOD + CARD.replace("gain 1 Evidence", "steal 1 Evidence")
    message = refusal(tmp_path, text)
    assert message.startswith(f"wrong@1.toml:{line_of(text, 'play =')}: cards.sermon.play[0]: ")
    assert "steal 1 Evidence" in message and "gain" in message and "\n" not in message


def test_near_miss_shows_the_template(tmp_path):
    message = refusal(tmp_path, GOOD + CARD.replace("gain 1 Evidence", "gain 1 Evidenc"))
    assert "gain <1-99> Evidence" in message


def test_missing_key(tmp_path):
    text = GOOD + CARD.replace("cost = 1\n", "")
    assert refusal(tmp_path, text) == (
        f"wrong@1.toml:{line_of(text, '[cards.sermon]')}: cards.sermon.cost: found nothing, allowed: integer 0..99"
    )


def test_number_out_of_range(tmp_path):
    text = GOOD + CARD.replace("cost = 1\n", "cost = -1\n")
    where = f"wrong@1.toml:{line_of(text, 'cost = -1')}: cards.sermon.cost"
    assert refusal(tmp_path, text) == f"{where}: found -1, allowed: integer 0..99"


def test_unknown_key_suggests_the_near_one(tmp_path):
    message = refusal(tmp_path, GOOD + CARD.replace("cost = 1\n", "cost = 1\nplya = []\n"))
    assert "cards.sermon.plya: found an unknown key, did you mean play?" in message


def test_key_of_another_type(tmp_path):
    message = refusal(tmp_path, GOOD + CARD.replace("cost = 1\n", "cost = 1\nupkeep = 1\n"))
    assert "cards.sermon.upkeep: found an unknown key" in message


def test_modifier_where_it_means_nothing(tmp_path):
    message = refusal(tmp_path, GOOD + CARD.replace("cost = 1\n", "cost = 1\nmodifiers = { visit_pawns = 1 }\n"))
    assert "cards.sermon.modifiers.visit_pawns: found an unknown key" in message


def test_all_faults_at_once(tmp_path):
    text = GOOD.replace("suspects_to_win = 4", "suspects_to_win = 10") + CARD.replace('"event"', '"evnt"')
    wrong_number, wrong_type = refusal(tmp_path, text).split("\n")  # what hangs on the type is not told
    assert "numbers.suspects_to_win: found 10, allowed: integer 1..9" in wrong_number
    assert 'cards.sermon.type: found "evnt", allowed: ally | event' in wrong_type


def test_number_used_twice(tmp_path):
    assert "cards.sermon.number: found 2 twice" in refusal(tmp_path, GOOD + CARD.replace("900", "2"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("clerk = 2", "clerk = 3", "decks.hunter.clerk: found 3, allowed: integer 1..2"),
        ("clerk = 2", "clerk = 1", "decks.hunter: found 11 cards, allowed: 12"),
        ("clerk = 2", "allure = 2", "decks.hunter.allure: found no card of the Hunter, allowed: native_guide, "),
        ("deck_minimum = 0", "deck_minimum = 3", "decks.witch: found 2 cards of type brew, allowed: at least 3"),
        ('"nestling_mia"', '"nestling_mira"', "villagers[7]: found 'nestling_mira', allowed: preacher_wulfric, "),
        ('"nestling_mia", ', "", "villagers: found 8 names, allowed: 9 different ones"),
        ("[numbers]", "[number]", "number: found an unknown key, did you mean numbers?"),
    ],
)
def test_faulty_decks_villagers_and_tables(tmp_path, old, new, problem):
    assert old in GOOD
    assert problem in refusal(tmp_path, GOOD.replace(old, new))


def test_evidence_is_the_hunters(tmp_path):
    text = CARD.replace('"event"', '"charm"')
    assert "cards.sermon.play: found Evidence, allowed: on cards of the Hunter" in refusal(tmp_path, GOOD + text)


def test_digest_is_over_what_the_ruleset_uses(tmp_path):
    """A card more in the file, in another ruleset, changes no digest; a price that is used does."""
    path = tmp_path / "first_steps@1.toml"
    path.write_text(GOOD + CARD, "utf-8")
    assert load_ruleset(path).digest == load_ruleset("first_steps").digest
    path.write_text(GOOD.replace("suspects_to_win = 4", "suspects_to_win = 5"), "utf-8")
    assert load_ruleset(path).digest != load_ruleset("first_steps").digest
    used = GOOD.replace("clerk = 2", "sermon = 2")
    digests = set()
    for cost in (1, 2):
        path.write_text(used + CARD.replace("cost = 1", f"cost = {cost}"), "utf-8")
        digests.add(load_ruleset(path).digest)
    path.write_text(used + CARD.replace("gain 1 Evidence", "gain 2 Evidence"), "utf-8")
    assert len(digests | {load_ruleset(path).digest}) == 3


def test_no_toml(tmp_path):
    assert refusal(tmp_path, "description = ").startswith("wrong@1.toml:1: not TOML: ")
