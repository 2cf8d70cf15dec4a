"""What the text face takes for an answer, and what it refuses."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import numpy as np
import pytest

from pagan_env.envs.text import AnswerError, parse_action, read_answer
from pagan_env.envs.words import Choices, Words
from tests.envs.test_text import begin


class Fixed(Choices):
    """Choices of a game, to answer."""

    def __init__(self) -> None:
        env = begin("pagan", seed=3, steps=45)
        raw = env.unwrapped
        super().__init__(Words(raw.game, raw.ruleset, raw.states, raw.game.agents.index(env.agent_selection)))


@pytest.fixture(scope="module")
def choices() -> Choices:
    found = Fixed()
    assert len(found.actions) > 9
    return found


@pytest.mark.parametrize(
    "answer",
    [
        "3",
        " 3\n",
        "3.",
        "**3**",
        "`3`",
        '"3"',
        "(3)",
        "[3]",
        "#3",
        "I choose 3.",
        "I choose option 3.",
        "I'll go with 3!",
        "My answer is **3**",
        "Action: 3",
        "action = 3",
        "**Action:** 3",
        "Final answer:\n3",
        "Answer: option 3.",
        '{"action": 3}',
        '```json\n{"thought": "There are 5 Clues", "action": 3}\n```',
        "<think>1 or 2? No, not 4.</think>3",
        "<answer>3</answer>",
        "I pick 3, because the Hunter has 5 Influence.",
        "Not 1, nor 2, as there are 4 Clues.\nAction: 3",
        "Action: 1 looks bad.\nAction: 3",
        "3. PHRASE",
        "PHRASE",
        "phrase.",
        "I would like to PHRASE now.",
        "Action: PHRASE (3)",
        "Choice: NAME",
        r"\boxed{3}",
        r"1 is bad, so $\boxed{\text{3}}$.",
        r"Answer: \boxed{3}",
        "\uff13",
        "Answer\uff1a3",
        "Option \uff13\u3002",
        "No. 3",
        "I take no. 3.",
        "3 or 4</think>3",
        "<think>1</think> hm, 2</think>\nAction: 3",
        "I choose 3, as there are 2-4 Clues.",
        "I choose 3 \u2014 it is ready",
        "Is it 1? No. Action: 3",
        "I choose NAME.",
    ],
)
def test_an_answer_is_understood(choices: Choices, answer: str):
    phrase, name = choices.phrases[2], choices.names()[2]
    said = answer.replace("PHRASE", phrase).replace("phrase", phrase.upper()).replace("NAME", name)
    assert read_answer(choices, said) == choices.actions[2]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   ",
        "0",
        "99",
        "-3",
        "3.5",
        "1,000",
        "3rd",
        "\u0663",
        "9" * 5000,
        "x" * 100_000,
        "1 3",
        "1 or 3",
        "I choose 1 or 3",
        "I won't choose 3",
        "I will not choose 3.",
        "anything but not 3",
        "I choose 1. No, I choose 3.",
        "Action: 1 and 3",
        "Action: 99",
        "There are 3 Clues",
        "the one at Location 3.",
        "1. I look at the board.\n2. I choose 3.",
        "visit",
        "visit nobody",
        "done",
        "PHRASE or OTHER",
        "OTHER (3)",
        "I have a plan.",
        "3-5",
        "1-2",
        "1 \u2013 3",
        "3..5",
        "3?",
        "Should I choose 3?",
        "Action: 3?",
        "[3]?",
        "PHRASE?",
        "Action: 3 to 5",
        "I choose 3-5.",
        "I choose option 1 to option 3.",
        "3\u00b2",
        "3</think>",
    ],
)
def test_an_unclear_answer_is_refused_in_a_line(choices: Choices, answer: str):
    said = answer.replace("PHRASE", choices.phrases[2]).replace("OTHER", choices.phrases[0])
    with pytest.raises(AnswerError) as refused:
        read_answer(choices, said)
    line = str(refused.value)
    assert re.fullmatch(r"parse_action: found .*, allowed: one number from 1 to \d+, or a choice's words, such as '.*'", line)
    assert len(line) < 250


def test_a_beginning_of_choices_is_told(choices: Choices):
    count, two = len(choices.actions), copy.copy(choices)
    two.phrases = [*choices.phrases[:-2], *(f"gain a Coin with {pawn}" for pawn in ("a regular pawn", "the familiar pawn"))]
    for answer in ("gain a Coin", "Action: Gain a coin."):
        with pytest.raises(AnswerError, match=rf", which begins 2 choices: {count - 1}, {count}, allowed: "):
            read_answer(two, answer)
    with pytest.raises(AnswerError, match=r", which says a range, allowed: "):
        read_answer(choices, "Action: 1-3")


@pytest.mark.parametrize("answer", [3, np.int64(3), b"3", None, ["3"]])
def test_what_is_no_text_is_refused_in_a_line(answer: Any):
    with pytest.raises(TypeError) as refused:
        parse_action(begin("mini"), answer)
    line = f"parse_action: found {answer!r}, allowed: text, such as '3' or a choice's words"
    assert str(refused.value) == line


def test_any_text_is_an_answer_or_refused(choices: Choices):
    """Random text out of what answers are made of never does anything else."""
    rng = random.Random(0)
    bits = ["3", "12", "-", ".", ":", "\n", "action", "answer", "choose", "not", "**", "{", '"', "<think>", " ", *choices.phrases]
    accepted = 0
    for _ in range(2000):
        text = " ".join(rng.choice(bits) for _ in range(rng.randrange(6)))
        try:
            assert read_answer(choices, text) in choices.actions
            accepted += 1
        except AnswerError as error:
            assert "\n" not in str(error)
    assert 200 < accepted < 1900
