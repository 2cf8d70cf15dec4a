"""The text face: what a seat knows and may do as text, and what a language model or a person answers as an action.

env = pagan_v0.env()
env.reset(seed=1)
while env.agents and not env.terminations[env.agent_selection]:
    prompt = observe_text(env, env.agent_selection)
    env.step(parse_action(env, ask_somebody(prompt)))
"""

from __future__ import annotations

import re
import reprlib
from typing import Any

from .aec import GameAEC
from .words import Choices, Words

ANSWER = "Answer with the number of one choice."


class AnswerError(ValueError):
    """An answer that says no choice, or more than one: one line with what is allowed."""


def rules_text(env: Any) -> str:
    """The rules in short, the people and the cards of an environment's ruleset: what to tell a player once, before the game."""
    raw = _bare(env)
    return "\n".join(Words(raw.game, raw.ruleset, raw.states, None).rules())


def observe_text(env: Any, agent: str) -> str:
    """What `agent` knows now: the board, its hand, what happened since its own last decision, and if it is to act, its choices.

    `env` is `env()` or `raw_env()` of a game, after reset. ValueError for an agent that isn't in the game.
    """
    words = _words(env, agent)
    seat = words.viewer
    board = words.board(with_events=False)
    hand = [line for line in words.hand(words.game.agents.index(agent)) if line not in board]
    parts = [board]
    parts += ["\n".join(["Your hand:", *hand])] if hand else []
    news = words.events(words.last_own())
    parts += ["\n".join(["What happened:", *(f"  {event}" for event in news)])] if news else []
    if words.seat == seat:
        parts.append(f"{_listed(Choices(words))}\n{ANSWER}")
    elif words.seat < 0:
        parts.append(f"{words.result()}.")
    return "\n\n".join(parts)


def choices_text(env: Any) -> str:
    """The numbered choices of the agent to act, one a line, under a heading that says what is decided."""
    return _listed(_choices(env))


def parse_action(env: Any, answer: str) -> int:
    """The action that an answer of the agent to act says, by number, by phrase or by the action's name.

    Words around it do no harm as long as one choice alone is said: `3`, `**3**`, `I choose 3.`, `Action: visit Doctor Annie
    with a regular pawn`. Of several lines the last that says `Action:`, `Answer:` or `Choice:` counts. Raises AnswerError.
    """
    return read_answer(_choices(env), answer)


def read_answer(choices: Choices, answer: str) -> int:
    """`parse_action` of choices that are at hand."""
    text = _THOUGHTS.sub(" ", answer)
    action = choices.find(_bared(text))
    if action is not None:
        return action
    labelled = _LABELLED.findall(text)
    if labelled:
        text = labelled[-1]
        action = choices.find(_bared(text))
        if action is not None:
            return action
    elif denial := _DENIAL.search(text):
        raise AnswerError(_refusal(choices, answer, f", which says {denial[0]!r}"))
    said = _said(choices, text)
    if len(said) == 1 and 1 <= min(said) <= len(choices.actions):
        return choices.actions[min(said) - 1]
    numbers = " and ".join(str(number) for number in sorted(said))
    raise AnswerError(_refusal(choices, answer, f", which says {numbers}" if len(said) > 1 else ""))


_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.S | re.I)
_LABELLED = re.compile(r"(?:action|answer|choice|decision|move)[\s*_`\"']*[:=][\s*_`\"']*([^\n]*)", re.I)
_DENIAL = re.compile(r"\b(?:not|never|\w+n['\u2019]t|cannot|avoid|instead|rather than|except|neither|nor|unless|or)\b", re.I)
_LEAD = r"(?:choos\w+|chose|pick\w*|select\w*|option|number|choice|action|answer|decision|move|tak\w+|play\w*|go(?:ing)? with)"
_ALONE = r"(?<![\w.,+-])(?P<number>[0-9]{1,9})(?![\w+]|[.,][0-9])(?=\s*(?:$|[.,;:!?)\]}|<>\"'-]|because\b|since\b))"
_SAID = re.compile(rf"(?:^|\||\b{_LEAD}\b)(?:\s|is\b|[:=#\"'(\[{{<>_-])*{_ALONE}", re.M)
_LOOSE = re.compile(_ALONE, re.M)
_WRAPPING = " \t\r\n*`\"'()[]{}<>#.,;:!"


def _bared(text: str) -> str:
    """An answer without what wraps it: emphasis, quotes, brackets, a full stop."""
    return text.strip(_WRAPPING)


def _said(choices: Choices, text: str) -> set[int]:
    """The numbers of the choices that a text says: those whose words stand in it, those after "choose", "option" and the like.

    If it says any, a number that stands alone elsewhere counts as well: it makes the text unclear. One before a noun doesn't.
    """
    plain = re.sub(r"[^\S\n]+", " ", text.lower().replace("*", "").replace("`", ""))
    known = [(words.lower(), n) for words_of in (choices.phrases, choices.names()) for n, words in enumerate(words_of, 1)]
    said = set()
    for words, number in sorted(known, key=lambda pair: -len(pair[0])):
        pattern = rf"(?<!\w){re.escape(words)}(?!\w)"
        # One word, such as "done" or "pay", may mean anything in a sentence.
        if " " in words and re.search(pattern, plain):
            said.add(number)
            plain = re.sub(pattern, " | ", plain)
    said |= {int(match["number"]) for match in _SAID.finditer(plain)}
    return said | {int(match["number"]) for match in _LOOSE.finditer(plain)} if said else said


def _refusal(choices: Choices, answer: str, because: str) -> str:
    count = len(choices.actions)
    numbers = "the number 1" if count == 1 else f"one number from 1 to {count}"
    allowed = f"{numbers}, or a choice's words, such as {choices.phrases[0]!r}"
    return f"parse_action: found {reprlib.repr(answer)}{because}, allowed: {allowed}"


def _listed(choices: Choices) -> str:
    lines = (f"{number}. {phrase}" for number, phrase in enumerate(choices.phrases, 1))
    return "\n".join([choices.heading(), *lines])


def _bare(env: Any) -> GameAEC:
    """The environment under its wrappers."""
    raw = env.unwrapped
    if not isinstance(raw, GameAEC):
        raise TypeError(f"found {type(raw).__name__}, allowed: the environment of a game of pagan_env")
    return raw


def _words(env: Any, agent: str) -> Words:
    raw = _bare(env)
    if agent not in raw.game.agents:
        raise ValueError(f"{raw}: unknown agent {agent!r}, allowed: {', '.join(raw.game.agents)}")
    if not raw.dealt:
        raise RuntimeError(f"{raw}: no game yet, call reset() first")
    return Words(raw.game, raw.ruleset, raw.states, raw.game.agents.index(agent))


def _choices(env: Any) -> Choices:
    """What the agent to act may do. ValueError: nobody is to act."""
    raw = _bare(env)
    words = _words(env, raw.agent_selection or raw.game.agents[0])
    if words.seat < 0:
        raise ValueError(f"{raw}: the game is over, nothing is to be decided")
    return Choices(words)
