"""The text face: what it says to a seat, what it must not, and what it takes for an answer."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import gymnasium
import numpy as np
import pytest

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.core.jit import COMPILED
from pagan_env.envs.games import find_game
from pagan_env.envs.text import choices_text, observe_text, parse_action, rules_text
from pagan_env.envs.words import Words
from tests.envs.playing import legal_actions

MAKERS = {
    "pagan": lambda: pagan_v0.env(),
    "open_coven": lambda: pagan_v0.env(ruleset="open_coven"),
    "mini": lambda: pagan_v0.env(ruleset="mini"),
    "two": lambda: paradise_lost_v0.env(num_heroes=2, ruleset="semi_competitive"),
    "three": lambda: paradise_lost_v0.env(num_heroes=3),
    "five": lambda: paradise_lost_v0.env(num_heroes=5, ruleset="collectors"),
}
GAMES, EVERY, MOST = (2, 19, 10_000) if COMPILED else (1, 19, 60)
ALL = pytest.mark.parametrize("name", MAKERS)


def begin(name: str, seed: int = 0, steps: int = 0) -> Any:
    """An environment some random actions after the deal."""
    env = MAKERS[name]()
    env.reset(seed=seed)
    rng = random.Random(seed)
    for _ in range(steps):
        env.step(rng.choice(legal_actions(env.observe(env.agent_selection)["action_mask"])))
    return env


def moments(name: str, seed: int) -> Any:
    """The environment before some of the first decisions of a random game, and after the last of them."""
    env, rng, number = begin(name, seed), random.Random(seed), 0
    while not over(env) and number < MOST:
        if number % EVERY == seed % EVERY:
            yield env
        env.step(rng.choice(legal_actions(env.observe(env.agent_selection)["action_mask"])))
        number += 1
    yield env


def over(env: Any) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


# ---- what is said ----------------------------------------------------------------------------------------------------


@ALL
def test_the_choices_are_the_legal_actions(name: str):
    """Each is listed once, and its number, its phrase and its name all stand for it."""
    for seed in range(GAMES):
        for env in moments(name, seed):
            if over(env):
                continue
            agent, raw = env.agent_selection, env.unwrapped
            seat = raw.game.agents.index(agent)
            listed = re.findall(r"^(\d+)\. (.+)$", choices_text(env), re.M)
            legal = legal_actions(env.observe(agent)["action_mask"])
            assert [int(number) for number, _ in listed] == list(range(1, len(legal) + 1))
            assert len({phrase for _, phrase in listed}) == len(legal)
            for (number, phrase), action in zip(listed, legal, strict=True):
                names = (number, phrase, raw.game.lexicon.text(action, raw.ruleset.labels[seat]))
                short = phrase.partition(" (")[0]
                alone = sum(other.partition(" (")[0] == short for _, other in listed) == 1
                for answer in (*names, f"Action: {phrase}", *[short, f"I choose to {short}."] * (alone and " " in short)):
                    assert parse_action(env, answer) == action
                assert not re.search(r"[_{}]", phrase)
            assert choices_text(env) in observe_text(env, agent)


@pytest.mark.parametrize("spec", ["pagan", "paradise_lost", "paradise_lost:num_heroes=5"])
def test_no_two_actions_share_a_phrase(spec: str):
    game = find_game(spec)
    for name in game.ruleset_names():
        ruleset = game.load_ruleset(name)
        words = Words(game, ruleset, np.zeros(1, game.state), None)
        for seat in range(len(game.agents)):
            phrases = [words.phrase(seat, action) for action in range(game.lexicon.size)]
            assert len(set(phrases)) == len(phrases)


def test_every_decision_is_a_question():
    for spec in ("pagan", "paradise_lost"):
        describe, game = find_game(spec).describe, find_game(spec)
        assert describe.QUESTIONS.keys() <= set(describe.DECISION_NAMES)
        luck = {"none", *(name for name in describe.DECISION_NAMES if name.endswith(("_draw", "_roll", "_deal")))}
        assert set(describe.DECISION_NAMES) - luck == set(describe.QUESTIONS), game.name


@ALL
def test_who_is_not_asked_is_told_no_choices(name: str):
    env = begin(name, steps=7)
    for agent in env.possible_agents:
        text = observe_text(env, agent)
        assert ("you decide" in text) == (agent == env.agent_selection)
        assert text.startswith(("Pagan ", "Paradise Lost "))


@pytest.mark.parametrize("name", MAKERS if COMPILED else ["mini"])
def test_the_end_is_told_to_all(name: str):
    *_, env = moments(name, 0)
    for agent in env.possible_agents:
        assert re.search(r" won: [a-z ]+\.$", observe_text(env, agent))
    with pytest.raises(ValueError, match="the game is over"):
        parse_action(env, "1")


def test_what_happened_begins_with_the_own_last_decision():
    env = begin("pagan", steps=40)
    env.step(parse_action(env, "1"))
    for agent in env.possible_agents:
        news = observe_text(env, agent).partition("What happened:\n")[2].partition("\n\n")[0].splitlines()
        title = "Witch" if agent == "witch_0" else "Hunter"
        own = [line for line in news if re.match(rf"  {title}: ", line)]
        assert own == news[:1]


def test_the_rules_go_by_the_ruleset():
    assert "drawing 8 Suspect cards" in rules_text(begin("pagan"))
    assert "drawing 2 Suspect cards" in rules_text(begin("mini"))
    assert "The Hunter wins the game once you have 7 Evidence." in rules_text(begin("open_coven"))
    assert "for 5 Heroes" in rules_text(begin("five"))
    assert "The Witch wins the game once there are 6 villagers with Favors." in rules_text(begin("open_coven"))
    winter = pagan_v0.env(ruleset="long_winter")
    assert "exonerated: draw 2 cards, once; +1 asset tokens of a Hunter's visit, for the rest of the game." in rules_text(winter)
    assert "Semi-competitive" in rules_text(begin("two")) and "Semi-competitive" not in rules_text(begin("three"))
    assert "\nDoctor Annie (blue, 2 assets to blue): draw 1 card.\n" in rules_text(begin("pagan"))


def test_the_rules_of_paradise_lost_are_enough_to_play_by():
    """What each location gives and costs, a question's price, rewards, clue words and options, by the ruleset's own numbers."""
    game = find_game("paradise_lost")
    rules = rules_text(begin("three"))
    for words in (
        "Arena: pay 1 Mana, gain 2 Coin. Shrine: pay 1 Coin, gain 2 Mana. Bard's Tale: gain 1 Coin and 1 Mana.",
        "Mage Towers of Fire and of Ice: pay 1 Mana,",
        "Marketplace: up to 10 trades: 2 Coin for 1 Mana or the reverse, a Scroll card for 2 Coin or 2 Mana, a Seeker cube "
        "bought or sold for 3 Coin or 3 Mana.",
        "Black Swan:",
        "Truthseeker:",
        "Wildland:",
        "the first to arrive gains 1 Coin and 1 Mana",
        "(Coin: 1 Coin; Mana: 1 Mana; Coin and Mana: 1 Coin and 1 Mana; "
        "Seeker: 1 Seeker cube; Scroll: 1 Scroll card; blank: nothing)",
        "makes immune",
        "Within Sight: the two Realms next to its own;",
        "from 0. A Rage card is drawn at 2, 4, 6, 8, 9; at 10",
        "has a secret Realm tile",
        "its facedown cards are revealed, then each Hero",
    ):
        assert words in rules, words
    changes = {
        "rage_start = 3": "from 3. A Rage card",
        "reveal_after = 1": "may ask one question, then its facedown cards are revealed",
        "market_cube = 7": "sold for 7 Coin or 7 Mana",
        "realm_written = 1": "writes down a Realm",
        "pay_answerer = 1": "goes to the Hero that answers",
        "hideout = 0": "no Clue tiles",
        "arena_coin = 9": "gain 9 Coin",
        "tower_mana = 4": "Ice: pay 4 Mana",
        "questions_in_turn = 1": "round the table",
        "lock_cubes = 5": "5 Seeker cubes",
        "rage_end = 7": "at 7 all must go",
    }
    for change, words in changes.items():
        varied = game.vary(game.load_ruleset(None), [[f"numbers.{change}"]])
        assert words in "\n".join(game.describe.rules_text(varied)) and words not in rules, change


@ALL
def test_nothing_is_told_by_its_identifier(name: str):
    """No text for people has a name of the data files or of the code in it; events are told by the choices' words."""
    for seed in range(GAMES):
        for env in moments(name, seed):
            for agent in env.possible_agents:
                found = re.findall(r"\b(?:[a-z]+_[a-z_]+|Witchs|option option|a Ice)(?![a-z_@])", observe_text(env, agent))
                assert not [word for word in found if word not in env.possible_agents], found
    assert not re.search(r"[a-z]_[a-z]", rules_text(begin(name)))


@pytest.mark.parametrize("name", ["pagan", "three", "five"])
def test_what_was_chosen_is_told_in_the_choices_words(name: str):
    """The event of a decision says what its choice said, but for what stood in brackets or depends on the moment."""
    checked = 0
    for env in moments(name, 2):
        if over(env):
            continue
        raw, agent = env.unwrapped, env.agent_selection
        seat = raw.game.agents.index(agent)
        for action in legal_actions(raw.observe(agent)["action_mask"])[:5]:
            twin = copy.deepcopy(raw)
            words = Words(twin.game, twin.ruleset, twin.states, seat)
            block, phrase = twin.game.lexicon.find(action)[0].name, words.phrase(seat, action)
            since = words.logged
            twin.step(action)
            if block in ("done", "special", "option", "familiar", "use", "place", "yes") or not words.events(since):
                continue
            told = words.events(since)[0]
            assert told.startswith(f"{words.titles[seat].replace('_', ' ')}: {phrase.partition(' (')[0]}"), (told, phrase)
            checked += 1
    assert checked > 10


def test_wrong_calls_are_refused_in_a_line():
    env = MAKERS["mini"]()
    with pytest.raises(RuntimeError, match=r"pagan_v0: no game yet, call reset\(\) first"):
        observe_text(env, "witch_0")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="unknown agent 'rook', allowed: witch_0, hunter_0"):
        observe_text(env, "rook")


# ---- the Gymnasium face ----------------------------------------------------------------------------------------------


def solo(game: str, **options: Any) -> Any:
    """A Gymnasium environment under its usual wrappers."""
    return gymnasium.make(game, disable_env_checker=True, **options)


@pytest.mark.parametrize(
    ("game", "role", "other", "options"),
    [
        ("pagan_env/Pagan-v0", "hunter_0", "witch_0", {"ruleset": "mini"}),
        ("pagan_env/ParadiseLost-v0", "hero_1", "hero_0", {"num_heroes": 2}),
    ],
)
def test_a_learner_reads_and_answers(game: str, role: str, other: str, options: dict[str, Any]):
    """It plays against scripted players by text alone, and is told what its seat is told by the other face."""
    env = solo(game, role=role, opponent="scripted:2", **options)
    with pytest.raises(RuntimeError, match="no game yet"):
        observe_text(env)
    _, info = env.reset(seed=3)
    ended, rng, number = False, random.Random(3), 0
    assert "won" not in observe_text(env).splitlines()[-1] and rules_text(env) == rules_text(env.unwrapped.aec)
    while not ended and number < 300:
        prompt = observe_text(env)
        assert prompt == observe_text(env, role) == observe_text(env.unwrapped.aec, role)
        assert prompt.endswith(f"{choices_text(env)}\nAnswer with the number of one choice.")
        legal = legal_actions(info["action_mask"])
        at = rng.randrange(len(legal))
        assert parse_action(env, f"I choose {at + 1}.") == legal[at]
        _, _, terminated, truncated, info = env.step(legal[at])
        ended, number = terminated or truncated, number + 1
    assert ended and " won: " in observe_text(env).splitlines()[-1]
    for call in (lambda: choices_text(env), lambda: parse_action(env, "1")):
        with pytest.raises(ValueError, match="the game is over"):
            call()
    for agent, told in ((other, "found the agent"), ("rook", "unknown agent")):
        with pytest.raises(ValueError) as refused:
            observe_text(env, agent)
        assert str(refused.value).endswith(f": {told} {agent!r}, allowed: {role}")


def test_an_illegal_action_ends_the_learners_game():
    env = solo("pagan_env/Pagan-v0", ruleset="mini")
    env.reset(seed=1)
    env.step(-1)
    assert observe_text(env).endswith("\nAn illegal action has ended the game.")
    with pytest.raises(ValueError, match="the game is over"):
        parse_action(env, "1")


def test_what_is_no_environment_of_a_game_is_refused():
    for env in (object(), gymnasium.make("CartPole-v1")):
        with pytest.raises(TypeError, match=r"^found \w+, allowed: the environment of a game of pagan_env, PettingZoo's or Gymn"):
            rules_text(env)


# ---- secrets ---------------------------------------------------------------------------------------------------------


@ALL
def test_a_seat_reads_nothing_that_it_can_not_know(name: str):
    """All that is hidden from a seat is drawn again: it reads the same."""
    changed = 0
    for seed in range(GAMES):
        for env in moments(name, seed):
            raw = env.unwrapped
            if over(env):
                continue
            for seat, agent in enumerate(raw.game.agents):
                twin = copy.deepcopy(raw)
                raw.game.kernels.redeal(twin.states, raw.ruleset.tables, 0, seat, seed + 1)
                changed += twin.states.tobytes() != raw.states.tobytes()
                assert observe_text(twin, agent) == observe_text(raw, agent), (seed, agent)
    assert changed


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "mini"])
def test_a_leak_would_be_found(name: str):
    """Another seat's text of the same twins does differ."""
    found = 0
    for env in moments(name, 1):
        raw = env.unwrapped
        if over(env):
            continue
        twin = copy.deepcopy(raw)
        raw.game.kernels.redeal(twin.states, raw.ruleset.tables, 0, 1, 5)
        found += observe_text(twin, raw.game.agents[0]) != observe_text(raw, raw.game.agents[0])
    assert found
