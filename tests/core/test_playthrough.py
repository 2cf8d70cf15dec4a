"""Playthroughs: what they look like, that they read back the same, and what writer, reader and comparison say."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pagan_env.core.playthrough import PlaythroughError, Step, compare, read, write

HEADER = {"ruleset": "small@1", "seed": "7"}
STEPS = [
    Step(
        1,
        "witch_0",
        "visit",
        ("pass", "visit wulfric familiar"),
        "visit wulfric familiar",
        {"witch_0": {"board": "wulfric C1 | anna", "hand": "gossip"}, "hunter_0": {"board": "wulfric | anna"}},
        ("witch_0 visits wulfric", "a Clue is placed: 1"),
    ),
    Step(
        2,
        "hunter_0",
        "play",
        ("pass",),
        "pass",
        {"witch_0": {"board": "wulfric C2 | anna", "hand": "gossip"}, "hunter_0": {"board": "wulfric | anna"}},
    ),
    Step(3, "", "game over", observations={"witch_0": {"board": "wulfric C2 | anna"}}),
]
TEXT = """\
ruleset: small@1
seed: 7

[1] witch_0: visit
  witch_0 sees
    board: wulfric C1 | anna
    hand: gossip
  hunter_0 sees
    board: wulfric | anna
  may pass
  may visit wulfric familiar
  does visit wulfric familiar
  then witch_0 visits wulfric
  then a Clue is placed: 1

[2] hunter_0: play
  witch_0 sees
    board: wulfric C2 | anna
  hunter_0 sees
  may pass
  does pass

[3] : game over
  witch_0 sees
    -hand
"""


def change(number: int, **changes: Any) -> str:
    """The playthrough with one step changed."""
    return write(HEADER, [replace(step, **changes) if step.number == number else step for step in STEPS])


def test_a_playthrough_shows_what_changed() -> None:
    assert write(HEADER, STEPS) == TEXT


def test_a_playthrough_reads_back_in_full() -> None:
    assert read(TEXT) == (HEADER, STEPS)


@pytest.mark.parametrize(
    ("header", "steps"),
    [
        ({}, []),
        (HEADER, []),
        ({}, STEPS),
        ({"note": "", "more": " spaces: kept "}, [Step(-1, "", "")]),
        ({}, [Step(1, "a", "[2] b: c", ("", " x ", "may x", "sees"), "does x", {"a": {}}, ("then", ""))]),
        (
            {},
            [
                Step(1, "a", "d", observations={"a": {"-x": "1", "y": ""}}),
                Step(1, "a", "d", observations={"a": {"y": ""}}),
                Step(1, "a", "d", observations={"a": {"-x": "2", "y": "3"}}),
            ],
        ),
    ],
)
def test_odd_games_read_back_the_same(header: dict[str, str], steps: list[Step]) -> None:
    assert read(write(header, steps)) == (header, steps)


def test_random_games_read_back_the_same() -> None:
    rng = random.Random(0)

    def some(words: str, most: int = 3) -> list[str]:
        return rng.sample(words.split(), rng.randint(0, most))

    for _ in range(100):
        steps = [
            Step(
                number,
                rng.choice(["witch_0", "hunter_0", ""]),
                rng.choice(["visit", "play a card"]),
                tuple(some("pass visit play may does then")),
                rng.choice(["", "pass"]),
                {
                    agent: {block: rng.choice(["", "1", "2 | 3"]) for block in some("board hand deck log")}
                    for agent in some("witch_0 hunter_0", 2)
                },
                tuple(some("moved ended sees")),
            )
            for number in range(8)
        ]
        assert read(write(HEADER, steps)) == (HEADER, steps)


@pytest.mark.parametrize(
    ("header", "step", "message"),
    [
        ({"a b": "x"}, Step(1, "a", "d"), "line 1: found 'a b: x', allowed: 'key: value' or"),
        ({"a: b": "x"}, Step(1, "a", "d"), "header: {'a: b': 'x'} would read back as {'a': 'b: x'}"),
        ({}, Step(1, "a b", "d"), "line 2: found '[1] a b: d'"),
        ({}, Step(1, "a", "d", ("x\ny",)), "line 4: found 'y', allowed: '  agent sees' with"),
        ({}, Step(1, "a", "d", ("x\ry",)), "line 3: found '  may x\\ry'"),
        ({}, Step(1, "a", "d", events=("x\n  then y",)), "would read back as Step("),
        ({}, Step(1, "a", "d", observations={"may": {"b": "x"}}), "line 4: found '    b: x', allowed: ''"),
        ({}, Step(1, "a", "d", observations={"a": {"b c": "x"}}), "line 4: found '    b c: x'"),
        ({}, Step(1, "a", "d", ["pass"]), "allowed: single lines, plain names, tuples"),  # type: ignore[arg-type]
    ],
)
def test_what_would_not_read_back_is_not_written(header: dict[str, str], step: Step, message: str) -> None:
    with pytest.raises(PlaythroughError) as caught:
        write(header, [step])
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed: 7", "seed 7", "line 2: found 'seed 7', allowed: 'key: value' or '[number] agent: decision'"),
        ("[2] hunter_0", "(2) hunter_0", "line 16: found '(2) hunter_0: play', allowed: '  agent sees' with "),
        ("  may pass\n  does", "  can pass\n  does", "line 20: found '  can pass'"),
        ("seed: 7\n", "seed: 7\n  may pass\n", "line 3: found '  may pass'"),
        ("seed: 7\n", "seed: 7\nseed: 8\n", "line 2: found 'seed: 7', allowed: 'seed: 8'"),
        ("  hunter_0 sees\n  may", "  hunter_0 sees\n    board: wulfric | anna\n  may", "line 20: found '    board: "),
        ("  does pass\n", "  does pass\n  may visit\n", "line 21: found '  does pass', allowed: '  may visit'"),
        ("    -hand\n", "    -deck\n", "line 25: found '    -deck', allowed: ''"),
        ("    -hand\n", "    -hand", "line 26: found 'end of text', allowed: ''"),
        ("hunter_0: play\n", "hunter_0: play\n    board: x\n", "line 17: found '    board: x', allowed: '  witch_0 sees'"),
    ],
)
def test_malformed_text_is_refused_by_line(old: str, new: str, message: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(PlaythroughError) as caught:
        read(TEXT.replace(old, new))
    assert message in str(caught.value)


def test_equal_playthroughs_do_not_differ() -> None:
    assert compare(TEXT, TEXT) is None


@pytest.mark.parametrize(
    ("actual", "message"),
    [
        (write({**HEADER, "seed": "8"}, STEPS), "header: expected 'seed: 7', found 'seed: 8'"),
        (write({"ruleset": "small@1"}, STEPS), "header: expected 'seed: 7', found 'nothing more'"),
        (change(2, decision="pay"), "step 2 (hunter_0: play): expected '[2] hunter_0: play', found '[2] hunter_0: pay'"),
        (
            change(1, observations={"witch_0": {"board": "wulfric C1 | anna", "hand": "clerk"}}),
            "step 1 (witch_0: visit), witch_0 sees: expected 'hand: gossip', found 'hand: clerk'",
        ),
        (
            change(1, legal=("visit wulfric familiar",)),
            "step 1 (witch_0: visit): expected 'may pass', found 'may visit wulfric familiar'",
        ),
        (change(2, action=""), "step 2 (hunter_0: play): expected 'does pass', found 'nothing more'"),
        (change(1, events=()), "step 1 (witch_0: visit): expected 'then witch_0 visits wulfric', found 'nothing more'"),
        (write(HEADER, STEPS[:2]), "after step 2: expected 3 steps in all, found 2"),
        (write(HEADER, []), "after the header: expected 3 steps in all, found 0"),
    ],
)
def test_the_first_difference_is_named_by_its_step(actual: str, message: str) -> None:
    assert compare(TEXT, actual) == message


def test_a_block_that_changed_too_early_differs_where_it_changed() -> None:
    early = change(
        1, observations={"witch_0": {"board": "wulfric C2 | anna", "hand": "gossip"}, "hunter_0": {"board": "wulfric | anna"}}
    )
    assert compare(TEXT, early) == (
        "step 1 (witch_0: visit), witch_0 sees: expected 'board: wulfric C1 | anna', found 'board: wulfric C2 | anna'"
    )
