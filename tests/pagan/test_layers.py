"""What a ruleset is merged from: files that it extends, card sets, villager sets, decks, and the values of an owner."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pagan_env.core.data import DataError
from pagan_env.pagan.card_sets import Token
from pagan_env.pagan.describe import people_text, text_of
from pagan_env.pagan.layout import HUNTER, WITCH
from pagan_env.pagan.rulesets import Ruleset, build_ruleset, load_ruleset
from tests.pagan.support import deal, play

HERE = Path(__file__).parent
MISTS = HERE / "mists@1.toml"
HEAD = 'extends = "welcome_to_roanoke@1"\n'
STARTER = load_ruleset("welcome_to_roanoke@1")


def made(folder: Path, text: str, name: str = "own@1") -> Ruleset:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return load_ruleset(path)


def refusal(folder: Path, text: str) -> list[str]:
    """The lines with which a file is refused, its folder cut off."""
    with pytest.raises(DataError) as error:
        made(folder, text)
    return str(error.value).replace(f"{folder}/", "").split("\n")


def number(ruleset: Ruleset, name: str) -> int:
    return int(ruleset.tables.view(np.ndarray)[0]["rulesets"][0][name])


def text(ruleset: Ruleset, slug: str) -> str:
    return text_of(ruleset, ruleset.cards[slug])


# ---- owner's values --------------------------------------------------------------------------------------------------


def test_an_extension_that_changes_nothing_is_the_same_game(tmp_path):
    assert made(tmp_path, HEAD).digest == STARTER.digest


def test_any_number_card_and_villager_is_overridden_key_by_key(tmp_path):
    own = made(
        tmp_path,
        HEAD
        + """
[numbers]
gain_influence = 4
[cards.clerk]
cost = 7
[cards.qualm]
empowered = []
provenance = { effect = "house" }
[cards.lock_down]
modifiers = { visit_pawns = 2 }
[villagers.doctor_annie]
skill = ["draw 3 cards"]
""",
    )
    assert number(own, "gain_influence") == 4
    assert number(own, "suspects_to_win") == number(STARTER, "suspects_to_win")
    row = own.tables.view(np.ndarray)[0]["cards"][own.cards["clerk"].row]
    assert (row["cost"], row["upkeep"]) == (7, 1)
    assert text(own, "clerk") == text(STARTER, "clerk")
    assert text(own, "qualm") == text(STARTER, "qualm").partition("; Empowered")[0] + "."
    assert "+2 Action pawns" in text(own, "lock_down")
    assert "Doctor Annie (blue, 2 assets to blue): draw 3 cards." in people_text(own)
    assert own.kinds[HUNTER] != STARTER.kinds[HUNTER]
    assert own.digest != STARTER.digest


def test_what_is_overridden_is_the_owners_unless_the_block_says_otherwise(tmp_path):
    own = made(
        tmp_path,
        HEAD
        + """
[numbers]
gain_influence = 4
round_limit = 50
provenance = { gain_influence = "rulebook" }
[cards.clerk]
cost = 7
[cards.thug]
upkeep_may = ["gain 1 Influence"]
provenance = { effect = "house" }
[villagers.doctor_annie]
assets = 3
[cards.sermon]
number = 900
name = "Sermon"
type = "event"
cost = 1
play = ["gain 1 Evidence"]
""",
    )
    assert own.cards["clerk"].provenance == {"cost": "owner", "effect": "rulebook", "upkeep": "rulebook"}
    assert own.cards["thug"].provenance == {"cost": "house", "effect": "house", "upkeep": "house"}
    assert own.cards["sermon"].provenance == {"cost": "owner", "effect": "owner"}
    assert own.provenance["numbers.gain_influence"] == "rulebook"
    assert own.provenance["numbers.round_limit"] == "owner"
    assert own.provenance["villagers.doctor_annie.assets"] == "owner"
    assert own.provenance["villagers.doctor_annie.skill"] == "rulebook"
    assert STARTER.provenance["numbers.suspects_to_win"] == "house"
    assert STARTER.provenance["numbers.deck_size"] == "rulebook"
    assert own.sources == "effects: 5 of 30 kinds rulebook, 25 house"
    effect = made(tmp_path, HEAD + '[cards.clerk]\nupkeep_may = ["gain 1 Influence"]\n')
    assert effect.sources == "effects: 4 of 30 kinds rulebook, 25 house, 1 owner"


def test_another_type_makes_another_card_of_it(tmp_path):
    """Nothing of the old card stays but number and name."""
    own = made(tmp_path, HEAD + '[cards.clerk]\ntype = "event"\ncost = 2\nplay = ["gain 3 Influence"]\n')
    assert text(own, "clerk") == "Gain 3 Influence."
    assert own.cards["clerk"].provenance == {"cost": "owner", "effect": "owner"}


def test_the_readmes_file_for_owners(tmp_path):
    readme = (HERE.parents[1] / "README.md").read_text("utf-8")
    block = readme.partition("## If you own the box")[2].partition("```toml\n")[2].partition("```")[0]
    assert len([line for line in block.splitlines() if line.strip()]) <= 12
    own = made(tmp_path, block)
    assert "owner" in own.sources
    assert own.provenance["villagers.widow_atkins.skill"] == "owner"
    assert {source for path, source in own.provenance.items() if path.startswith("numbers.")} == {"rulebook", "house", "owner"}


# ---- chains ----------------------------------------------------------------------------------------------------------


def test_the_nearest_file_wins(tmp_path):
    made(tmp_path, HEAD + "[numbers]\nspots = 1\nhand_start = 1\n", "far@1")
    own = made(tmp_path, 'extends = "far@1.toml"\ndescription = "Near."\n[numbers]\nspots = 2\n')
    assert (number(own, "spots"), number(own, "hand_start"), number(own, "suspects_to_win")) == (2, 1, 4)
    assert own.description == "Near."


def test_a_deck_list_is_replaced_whole(tmp_path):
    slugs = {card.slug for card in STARTER.kinds[HUNTER]} - {"thug"} | {"armory"}
    own = made(tmp_path, HEAD + "[decks.hunter]\n" + "".join(f"{slug} = 2\n" for slug in slugs))
    assert {card.slug for card in own.kinds[HUNTER]} == slugs
    assert own.kinds[WITCH] == STARTER.kinds[WITCH]


@pytest.mark.parametrize(
    ("head", "line", "problem"),
    [
        ('extends = "standart@1"', 1, "extends: found 'standart@1', allowed: fen@1, first_steps@1, "),
        ('extends = "first_steps"', 1, "extends: found 'first_steps', allowed: fen@1, "),  # it would change with the next
        ('description = "D."\nextends = "nowhere.toml"', 2, "extends: found 'nowhere.toml', allowed: "),
        ("extends = 3", 1, "extends: found 3, allowed: text"),
        ('extends = "own@1.toml"', 1, "extends: found "),
        (HEAD + 'sets = ["base", "moon"]', 2, "sets[1]: found 'moon', allowed: base, fen, or the path from"),
        (HEAD + 'sets = ["base", "base"]', 2, "sets[1]: found 'base' twice, allowed: each set once"),
        (HEAD + 'provenance = "mine"', 2, 'provenance: found "mine", allowed: rulebook | house | owner'),
        (HEAD + "[cards]\nclerk = 3", 3, "cards.clerk: found 3, allowed: table"),
        (HEAD + "[cards.clerk]\nprovenance = 3", 3, "cards.clerk.provenance: found 3, allowed: table"),
        (HEAD + '[cards.clerk]\nplay = ["gain 1 Influence"]', 3, "cards.clerk.play: found an unknown key, "),
        (HEAD + "[cards.clerk]\ncost = 100", 3, "cards.clerk.cost: found 100, allowed: integer 0..99"),
        (
            HEAD + '[factions]\ngreen = "townsfolk"',
            3,
            "factions.green: found 'townsfolk', allowed: a green villager set, caretakers",
        ),
        (
            HEAD + '[decks]\nwitch = "starter"',
            3,
            "decks.witch: found 'starter', allowed: hunter_base, hunter_fen, witch_base, witch_fen, the path of",
        ),
        (
            HEAD + '[villager_sets.caretakers]\nname = "C"\ncolour = "green"\nvillagers = ["doctor_annie"]',
            5,
            "villager_sets.caretakers.",
        ),
        (
            'description = "D."\nvillagers = []\nfactions = {}',
            3,
            "factions: found beside a list of villagers, allowed: one of the two",
        ),
    ],
)
def test_what_is_wrong_with_layers(tmp_path, head, line, problem):
    lines = refusal(tmp_path, head)
    assert any(told.startswith(f"own@1.toml:{line}: {problem}") for told in lines), lines
    assert len(set(lines)) == len(lines)


def test_a_circle_of_two_is_refused(tmp_path):
    (tmp_path / "far.toml").write_text('extends = "own@1.toml"\n', "utf-8")
    lines = refusal(tmp_path, 'extends = "far.toml"\ndescription = "D."\n')
    assert len(lines) == 1
    assert (
        "own@1.toml:1: extends: found" in lines[0] and "which extends this file, allowed: files that don't go round" in lines[0]
    )


def test_a_fault_of_a_file_that_is_extended_is_told_of_that_file(tmp_path):
    (tmp_path / "far.toml").write_text(HEAD + "[cards.clerk]\nupkeep = -1\n[numbers]\nspots = 9\n", "utf-8")
    assert refusal(tmp_path, 'extends = "far.toml"\n[cards.clerk]\ncost = 100\n') == [
        "own@1.toml:3: cards.clerk.cost: found 100, allowed: integer 0..99",
        "far.toml:3: cards.clerk.upkeep: found -1, allowed: integer 0..99",
        "far.toml:5: numbers.spots: found 9, allowed: integer 0..3",
    ]


def test_each_line_of_a_program_is_told_of(tmp_path):
    lines = refusal(
        tmp_path, HEAD + '[cards.clerk]\nupkeep_may = [\n    "pay 1 card",\n    "steal 1 card",\n    "gain 3 Mana",\n]\n'
    )
    assert [line.partition(": cannot read")[0] for line in lines] == [
        "own@1.toml:5: cards.clerk.upkeep_may[1]",
        "own@1.toml:6: cards.clerk.upkeep_may[2]",
    ]


# ---- sets and factions -----------------------------------------------------------------------------------------------


def test_an_expansion_is_a_folder():
    """Its cards, villagers, number and kind of token, with no line of code; and it can be played."""
    ruleset = load_ruleset(MISTS)
    assert ruleset.villagers[6:] == ("ferryman", "miller", "charcoal_burner")
    assert ruleset.villagers[:6] == STARTER.villagers[:6]
    assert ruleset.tokens == (Token("gloom", "Gloom", 12),)
    assert number(ruleset, "hand_limit") == 8
    assert ruleset.provenance["numbers.hand_limit"] == "house"
    assert ruleset.cards["lantern_bearer"].provenance == {"cost": "house", "effect": "house", "upkeep": "house"}
    assert [[card.slug for card in own] for own in ruleset.kinds] == [["allure", "will_o_wisp"], ["clerk", "lantern_bearer"]]
    states = deal([1, 2, 3], ruleset)
    for game in range(3):
        assert sum(1 for _ in play(states, game, random.Random(game), ruleset=ruleset)) > 100


def test_factions_are_those_of_the_list_of_villagers():
    by_sets = build_ruleset("welcome_to_roanoke@1", factions={"red": "wayfarers", "blue": "townsfolk", "green": "caretakers"})
    assert by_sets.villagers == STARTER.villagers
    assert by_sets.digest == STARTER.digest
    assert build_ruleset("welcome_to_roanoke@1", factions={}).digest == STARTER.digest


def test_two_sets_may_not_share_a_name(tmp_path):
    folder = tmp_path / "twin"
    folder.mkdir()
    (folder / "set.toml").write_text(
        'name = "Twin"\ndescription = "D."\n[tokens.a]\nname = "Ash"\nsupply = 1\n[tokens.b]\n', "utf-8"
    )
    (folder / "cards.toml").write_text(
        '\n[cards.clerk]\n[cards.other]\nnumber = 2\nname = "O"\ntype = "event"\ncost = 1\n', "utf-8"
    )
    lines = refusal(tmp_path, HEAD + f'sets = ["base", "{HERE}/sets/mists", "twin"]\n')
    assert any(line.startswith("twin/cards.toml:2: cards.clerk: found the name in another set as well") for line in lines)
    assert any(
        line.startswith("twin/set.toml:6: tokens.b.name: found nothing, allowed: text, 1 to 60 printable") for line in lines
    )
    assert any("tokens: found gloom, a, b, allowed: at most 2 kinds in all sets together" in line for line in lines)
    assert any(line.startswith("twin/cards.toml:4: cards.other.number: found 2 twice") for line in lines)


# ---- from Python -----------------------------------------------------------------------------------------------------


def test_built_as_a_file_would(tmp_path):
    changes = {"numbers": {"spots": 1}, "cards": {"clerk": {"cost": 7}}, "villagers": {"doctor_annie": {"assets": 3}}}
    built = build_ruleset("welcome_to_roanoke@1", name="mine", **changes)
    blocks = "[numbers]\nspots = 1\n[cards.clerk]\ncost = 7\n[villagers.doctor_annie]\nassets = 3\n"
    assert built.digest == made(tmp_path, HEAD + blocks).digest
    assert built.name == "mine"
    assert build_ruleset(MISTS).digest == load_ruleset(MISTS).digest
    assert build_ruleset().digest == load_ruleset().digest


def test_what_is_built_is_checked_as_files_are():
    with pytest.raises(DataError) as error:
        build_ruleset("first_steps@1", numbers={"spots": 9}, decks={"witch": {"clerk": 11}}, cards={"clerk": {"visit": ("x",)}})
    assert [line.partition(" allowed: ")[0] for line in str(error.value).split("\n")] == [
        "built: cards.clerk.visit: found an unknown key, did you mean witch_visit?",
        "built: decks.witch: found 11 cards,",
        "built: decks.witch.clerk: found 11,",
        "built: decks.witch.clerk: found no card of the Witch,",
        "built: numbers.spots: found 9,",
    ]
    with pytest.raises(DataError, match="ruleset 'nothing' is not known"):
        build_ruleset("nothing")


def test_more_programs_than_there_is_room_for():
    card = {"type": "event", "cost": 1}
    cards = {
        f"c_{n}": {**card, "name": f"C {n}", "number": 2000 + n, "play": [f"gain {n + 1} Influence"] * 200} for n in range(90)
    }
    with pytest.raises(DataError, match=r"^built: cards: found 18\d\d\d lines of programs, allowed: 16384 in all$"):
        build_ruleset("first_steps@1", cards=cards)


# ---- faults of an owner's file, a line each ---------------------------------------------------------------------------

SERMON = '[cards.sermon]\nnumber = 900\nname = "Sermon"\ntype = "event"\ncost = 1\nplay = ["gain 1 Evidence"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SERMON.replace("Sermon", "clerk"), '4: cards.sermon.name: found "clerk" twice, allowed: one that cards.clerk doesn\'t'),
        ('[cards.clerk]\nname = "Thug"', '3: cards.clerk.name: found "Thug" twice, allowed: one that cards.thug doesn\'t have'),
        ("[cards.clerk]\nnumber = 3", "3: cards.clerk.number: found 3 twice, allowed: one that cards."),
        ('[cards.clerk]\nname = "A\\nB"', '3: cards.clerk.name: found "A\\nB", allowed: text, 1 to 60 printable characters'),
        (f'[cards.clerk]\nname = "{"x" * 61}"', f'3: cards.clerk.name: found "{"x" * 61}", allowed: text, 1 to 60 printable'),
        ('[villagers.doctor_annie]\nname = " "', '3: villagers.doctor_annie.name: found " ", allowed: text, 1 to 60 printable'),
        ('description = "A\\tB"', '2: description: found "A\\tB", allowed: text, 1 to 300 printable characters'),
        (SERMON.replace("number = 900\n", ""), "2: cards.sermon.number: found nothing, allowed: integer 1..9999"),
        (SERMON.replace("900", '"x"'), '3: cards.sermon.number: found "x", allowed: integer 1..9999'),
        ("[cards.thugg]\ncost = 3", "2: cards.thugg: found no card 'thugg', did you mean thug? allowed: one that is there, or"),
        (
            '[villagers.doctr_annie]\ncolour = "red"',
            "2: villagers.doctr_annie: found no villager 'doctr_annie', did you mean doctor_annie? allowed: ",
        ),
        (
            '[villagers.doctor_annie]\ncolour = "red"',
            "3: villagers.doctor_annie.colour: found another colour than that of the villager set townsfolk, allowed: blue, or",
        ),
        ("numbers = 3", "2: numbers: found 3, allowed: table"),
        ("cards.sermon = 3", "2: cards.sermon: found 3, allowed: table"),
        (
            '[cards.bribe]\nplay = ["you may", "pay 1 card"]',
            "3: cards.bribe.play: found nothing after `you may` or `pay`, allowed: ",
        ),
        ('[cards.clerk]\nupkeep_may = ["pay 1 card"]', "3: cards.clerk.upkeep_may: found nothing after `you may` or `pay`, all"),
        ("[a" + ".a" * 5000 + "]\nb = 1", "2: found tables or lists in one another, allowed: 20 at most"),
    ],
)
def test_one_fault_is_one_line_in_the_owners_file(tmp_path, text, told):
    (line,) = refusal(tmp_path, HEAD + text + "\n")
    assert line.startswith(f"own@1.toml:{told}")


@pytest.mark.parametrize("extends", ["standart@1", "", "own@1.toml"])
def test_what_can_not_be_extended_is_all_that_is_told(tmp_path, extends):
    (line,) = refusal(tmp_path, f'extends = "{extends}"\n[cards.thugg]\ncost = 3\n[numbers]\nspots = 9\n')
    assert line.startswith(f"own@1.toml:1: extends: found '{extends}', ")


def with_set(folder: Path, tokens: str, cards: str = "") -> str:
    """A ruleset with a card set that states no provenance."""
    (folder / "own").mkdir()
    (folder / "own" / "set.toml").write_text(f'name = "Own"\ndescription = "D."\n{tokens}', "utf-8")
    (folder / "own" / "cards.toml").write_text(cards, "utf-8")
    return HEAD + 'sets = ["base", "own"]\n'


@pytest.mark.parametrize(
    "name", ["Clue", "clues", "SECRET", "Favors", "Evidence", "card", "Pawns", "Allies", "Event", "villager", "Witch pawn"]
)
def test_a_token_has_no_name_that_cards_use(tmp_path, name):
    (line,) = refusal(tmp_path, with_set(tmp_path, f'[tokens.x]\nname = "{name}"\nsupply = 3\n'))
    assert line.startswith(f"own/set.toml:4: tokens.x.name: found '{name}', which cards say of something else, allowed: ")


@pytest.mark.parametrize("name", ["F1g", "F", "x" * 21, " Fog", "Fog  Bank", "Fog-", "\u0130x", "Mar\u212a"])
def test_a_token_is_named_in_plain_letters(tmp_path, name):
    cards = SERMON.replace("gain 1 Evidence", "place 1 F1g on each villager") if name == "F1g" else ""
    (line,) = refusal(tmp_path, with_set(tmp_path, f'[tokens.x]\nname = "{name}"\nsupply = 3\n', cards))
    assert line.startswith(f"own/set.toml:4: tokens.x.name: found '{name}', allowed: 2 to 20 of the letters A-Z and a-z")


def test_two_tokens_have_two_names(tmp_path):
    tokens = '[tokens.x]\nname = "Fog"\nsupply = 3\n[tokens.y]\nname = "fogs"\nsupply = 3\n'
    (line,) = refusal(tmp_path, with_set(tmp_path, tokens))
    assert line.startswith("own/set.toml:7: tokens.y.name: found 'fogs', the name of tokens.x as well, allowed: ")


def test_a_set_that_states_nothing_is_the_owners(tmp_path):
    own = made(tmp_path, with_set(tmp_path, "[numbers]\nhand_limit = 8\n", SERMON))
    assert own.cards["sermon"].provenance == {"cost": "owner", "effect": "owner"}
    assert own.provenance["numbers.hand_limit"] == "owner"


def test_a_scenario_that_states_nothing_is_the_owners(tmp_path):
    (tmp_path / "tale.toml").write_text(
        'name = "Tale"\ndescription = "D."\n[numbers]\nhand_limit = 8\ndeck_size = 30\ndeck_minimum = 0\n', "utf-8"
    )
    assert made(tmp_path, HEAD + 'scenario = "tale.toml"\n').provenance["numbers.hand_limit"] == "owner"
