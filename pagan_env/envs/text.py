"""The text face: what a seat knows and may do as text, and what a language model or a person answers as an action.

env = pagan_v0.env()
env.reset(seed=1)
for agent in env.agent_iter():
    over = env.terminations[agent] or env.truncations[agent]
    env.step(None if over else parse_action(env, ask_somebody(observe_text(env, agent))))

The Gymnasium face speaks as well, of its learner's seat alone: `observe_text(env)`, also under wrappers.
"""

from __future__ import annotations

import re
import reprlib
import unicodedata
from typing import Any

from .aec import GameAEC
from .solo import SoloEnv
from .words import Choices, Words

ANSWER = "Answer with the number of one choice."


class AnswerError(ValueError):
    """An answer that says no choice, or more than one: one line with what is allowed."""


def rules_text(env: Any) -> str:
    """The rules in short, the people and the cards of an environment's ruleset: what to tell a player once, before the game."""
    raw, _ = _bare(env)
    return "\n".join(Words(raw.game, raw.ruleset, raw.states, None).rules())


def observe_text(env: Any, agent: str | None = None) -> str:
    """What `agent` knows now: the board, its hand, what happened since its own last decision, and if it is to act, its choices.

    `env` is `env()` or `raw_env()` of a game, or a Gymnasium environment of one, after reset. There the learner's role is the
    only agent that is told anything, and needn't be named. ValueError for an agent that isn't in the game, or for another seat
    there.
    """
    raw, learner = _bare(env)
    words = _words(raw, None if learner is None else learner.role, agent)
    seat = words.viewer
    assert seat is not None
    board = words.board(with_events=False)
    hand = [line for line in words.hand(seat) if line not in board]
    parts = [board]
    parts += ["\n".join(["Your hand:", *hand])] if hand else []
    news = words.events(words.last_own())
    parts += ["\n".join(["What happened:", *(f"  {event}" for event in news)])] if news else []
    if learner is not None and words.seat == seat and not learner.action_masks().any():
        parts.append("An illegal action has ended the game.")
    elif words.seat == seat:
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
    with a regular pawn`. Of several lines the last that says `Action:`, `Answer:` or `Choice:` counts. Raises AnswerError;
    TypeError for what is no text.
    """
    if not isinstance(answer, str):
        raise TypeError(f"parse_action: found {reprlib.repr(answer)}, allowed: text, such as '3' or a choice's words")
    return read_answer(_choices(env), answer)


def read_answer(choices: Choices, answer: str) -> int:
    """`parse_action` of choices that are at hand."""
    text = _THOUGHTS.sub(" ", _MARKUP.sub("{", _one_form(answer)))
    text = _THOUGHT_OVER.split(text)[-1]
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
    said, span = _said(choices, text)
    if len(said) == 1 and 1 <= min(said) <= len(choices.actions) and not span:
        return choices.actions[min(said) - 1]
    raise AnswerError(_refusal(choices, answer, _why(choices, text, said, span)))


_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.S | re.I)
_THOUGHT_OVER = re.compile(r"</think(?:ing)?>", re.I)  # its beginning was lost
_MARKUP = re.compile(r"\\(?:text|textbf|mathbf|mathrm)\s*\{")
_LABELLED = re.compile(r"(?:(?:action|answer|choice|decision|move)[\s*_`\"']*[:=]|\\boxed\s*\{)[\s*_`\"']*([^\n]*)", re.I)
_DENIAL = re.compile(r"\b(?:not|never|\w+n['\u2019]t|cannot|avoid|instead|rather than|except|neither|nor|unless|or)\b", re.I)
_LEAD = (
    r"(?:\b(?:choos\w+|chose|pick\w*|select\w*|option|number|choice|action|answer|decision|move|tak\w+|play\w*"
    r"|go(?:ing)? with|boxed)\b|\bno\.|\bnr\.)"
)
_BEFORE = r"(?:\s|is\b|[:=#\"'(\[{<>_-])*"
_DASH = r"[-\u2010-\u2015]"
_ALONE = (
    rf"(?<![\w.,+-])(?P<number>[0-9]{{1,9}})(?![\w+]|[.,][0-9])(?!\s*{_DASH}+\s*[0-9])(?![^\w\n]*\?)"
    rf"(?=\s*(?:$|[.,;:!)\]}}|<>\"']|{_DASH}|because\b|since\b))"
)
_SAID = re.compile(rf"(?:^|\||{_LEAD}){_BEFORE}{_ALONE}", re.M)
_LOOSE = re.compile(_ALONE, re.M)
_RANGE = re.compile(
    rf"(?:^|\||{_LEAD}){_BEFORE}[0-9]+\s*(?:{_DASH}+|~|\.{{2,}}|/|\bto\b|\bthrough\b|\buntil\b)\s*(?:{_LEAD}{_BEFORE})?[0-9]",
    re.M,
)
_WRAPPING = " \t\r\n*`\"'()[]{}<>#.,;:!$"
_RAISED = "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u215f"  # powers, indices, fractions: no part of a number


def _one_form(text: str) -> str:
    """The text with letters and digits of any width in their usual form; 3 with a raised 2 doesn't become 32."""
    return re.sub(rf"[^{_RAISED}]+", lambda found: unicodedata.normalize("NFKC", found[0]).replace("\u3002", "."), text)


def _bared(text: str) -> str:
    """An answer without what wraps it: emphasis, quotes, brackets, a full stop."""
    return text.strip(_WRAPPING)


def _said(choices: Choices, text: str) -> tuple[set[int], bool]:
    """The numbers of the choices that a text says, and whether it says a range.

    Those whose words stand in it, and those after "choose", "option" and the like. If it says any, a number that stands alone
    elsewhere counts as well: it makes the text unclear. One before a noun doesn't, nor does what a question mark follows.
    """
    plain = re.sub(r"[^\S\n]+", " ", text.lower().replace("*", "").replace("`", ""))
    known = [
        (_one_form(words.lower()), n)
        for of in (choices.phrases, choices.shorts(), choices.names())
        for n, words in enumerate(of, 1)
    ]
    said = set()
    for words, number in sorted(known, key=lambda pair: -len(pair[0])):
        pattern = rf"(?<!\w){re.escape(words)}(?!\w)(?![^\w\n]*\?)"
        # One word, such as "done" or "pay", may mean anything in a sentence.
        if " " in words and re.search(pattern, plain):
            said.add(number)
            plain = re.sub(pattern, " | ", plain)
    said |= {int(match["number"]) for match in _SAID.finditer(plain)}
    if said:
        said |= {int(match["number"]) for match in _LOOSE.finditer(plain)}
    return said, bool(_RANGE.search(plain))


def _why(choices: Choices, text: str, said: set[int], span: bool) -> str:
    """What is wrong with an answer, where that isn't plain."""
    if span:
        return ", which says a range"
    if len(said) > 1:
        return f", which says {' and '.join(map(str, sorted(said)))}"
    start = " ".join(_bared(text).lower().split())
    begun = [str(n) for n, phrase in enumerate(choices.phrases, 1) if phrase.lower().startswith(f"{start} ")] if start else []
    if not begun:
        return ""
    numbers = f"{', '.join(begun[:6])}{' and others' if len(begun) > 6 else ''}"
    return f", which begins {len(begun)} choice{'' if len(begun) == 1 else 's'}: {numbers}"


def _refusal(choices: Choices, answer: str, because: str) -> str:
    count = len(choices.actions)
    numbers = "the number 1" if count == 1 else f"one number from 1 to {count}"
    allowed = f"{numbers}, or a choice's words, such as {choices.phrases[0]!r}"
    return f"parse_action: found {reprlib.repr(answer)}{because}, allowed: {allowed}"


def _listed(choices: Choices) -> str:
    lines = (f"{number}. {phrase}" for number, phrase in enumerate(choices.phrases, 1))
    return "\n".join([choices.heading(), *lines])


def _bare(env: Any) -> tuple[GameAEC, SoloEnv | None]:
    """The environment under its wrappers; and the Gymnasium environment around it, if there is one."""
    raw = getattr(env, "unwrapped", env)
    if isinstance(raw, SoloEnv):
        return raw.aec, raw
    if not isinstance(raw, GameAEC):
        raise TypeError(
            f"found {type(raw).__name__}, allowed: the environment of a game of pagan_env, PettingZoo's or Gymnasium's"
        )
    return raw, None


def _words(raw: GameAEC, role: str | None, agent: str | None) -> Words:
    """What `agent` (None: the learner) may know; `role`: the learner's in a Gymnasium environment, who alone is told anything."""
    agent = role if agent is None else agent
    allowed = raw.game.agents if role is None else (role,)
    if agent is None or agent not in allowed:
        unknown = "unknown agent" if role is None or agent not in raw.game.agents else "found the agent"
        raise ValueError(f"{raw}: {unknown} {agent!r}, allowed: {', '.join(allowed)}")
    if not raw.dealt:
        raise RuntimeError(f"{raw}: no game yet, call reset() first")
    return Words(raw.game, raw.ruleset, raw.states, raw.game.agents.index(agent))


def _choices(env: Any) -> Choices:
    """What the agent to act may do. ValueError: nobody is to act."""
    raw, learner = _bare(env)
    role = None if learner is None else learner.role
    words = _words(raw, role, role or raw.agent_selection or raw.game.agents[0])
    if words.seat < 0 or (learner is not None and not learner.action_masks().any()):
        raise ValueError(f"{raw}: the game is over, nothing is to be decided")
    return Choices(words)
