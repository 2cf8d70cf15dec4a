"""Golden playthroughs: one game as text that a person can read and a test can compare.

    ruleset: small@1
    seed: 7

    [1] witch_0: visit
      witch_0 sees
        board: wulfric C1 | anna
      hunter_0 sees
        board: wulfric | anna
      may pass
      may visit wulfric familiar
      does visit wulfric familiar
      then witch_0 visits wulfric

Of what an agent sees, only the blocks that changed since its last time are written, and `-board` for one that is gone;
the reader fills in the rest. Writer and reader check each other: what is written reads back the same, and only what
would be written is read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

_NAME = r"[^\s:\[\]]+"
_TEXT = r"[^\r\v\f\x1c-\x1e\x85\u2028\u2029]*"  # no line break of any kind: files change some of them
_HEADER = re.compile(rf"({_NAME}): ({_TEXT})")
_STEP = re.compile(rf"\[(-?\d+)\] ((?:{_NAME})?): ({_TEXT})")
_SEES = re.compile(rf"  ({_NAME}) sees")
_BLOCK = re.compile(rf"    ({_NAME}): ({_TEXT})")
_GONE = re.compile(rf"    -({_NAME})")
_MAY, _DOES, _THEN = (re.compile(f"  {tag} ({_TEXT})") for tag in ("may", "does", "then"))
_IN_HEADER = "'key: value' or '[number] agent: decision'"
_IN_STEP = (
    "'  agent sees' with '    block: text' or '    -block' below it, '  may action', '  does action', "
    "'  then event' or '[number] agent: decision'"
)


class PlaythroughError(ValueError):
    """Text that is no playthrough, or a game that can't be written as one; one line."""


@dataclass(frozen=True)
class Step:
    """A decision: who decides what, what each agent sees before it, the legal actions, the one taken, what followed.

    Each text is a single line; names of agents and blocks have no spaces, colons or brackets. An `agent` and `action`
    of "" say that nobody decides, as when the game is over.
    """

    number: int
    agent: str
    decision: str
    legal: tuple[str, ...] = ()
    action: str = ""
    observations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    events: tuple[str, ...] = ()


def write(header: Mapping[str, str], steps: Iterable[Step]) -> str:
    """The text of a game. Raises PlaythroughError for names or lines that would not read back the same."""
    steps = list(steps)
    text = _render(header, steps)
    read_header, read_steps = read(text)
    if read_header != header:
        raise PlaythroughError(f"header: {dict(header)} would read back as {read_header}")
    for step, read_step in zip_longest(steps, read_steps):
        if step != read_step:
            raise PlaythroughError(f"{step} would read back as {read_step}, allowed: single lines, plain names, tuples")
    return text


def read(text: str) -> tuple[dict[str, str], list[Step]]:
    """The header and steps of a text, observations in full. Raises PlaythroughError with the number of a bad line."""
    header, steps = _parse(text)
    pairs = zip_longest(text.split("\n"), _render(header, steps).split("\n"), fillvalue="end of text")
    for number, (line, rendered) in enumerate(pairs, 1):
        if line != rendered:
            raise PlaythroughError(f"line {number}: found {line!r}, allowed: {rendered!r}")
    return header, steps


def compare(expected_text: str, actual_text: str) -> str | None:
    """The first difference between two playthroughs, with its step, in one paragraph; None if they are the same."""
    (header, steps), (actual_header, actual_steps) = read(expected_text), read(actual_text)
    difference = _difference(_header_lines(header), _header_lines(actual_header))
    if difference:
        return f"header{difference}"
    for step, actual in zip(steps, actual_steps, strict=False):
        difference = _difference(_step_lines(step, {}), _step_lines(actual, {}))
        if difference:
            return f"step {step.number} ({step.agent}: {step.decision}){difference}"
    if len(steps) != len(actual_steps):
        same = min(len(steps), len(actual_steps))
        last = f"step {steps[same - 1].number}" if same else "the header"
        return f"after {last}: expected {len(steps)} steps in all, found {len(actual_steps)}"
    return None


def _difference(expected: Sequence[str], actual: Sequence[str]) -> str | None:
    """The first line that differs, with the agent that sees it if it is a block."""
    sees = ""
    for line, found in zip_longest(expected, actual, fillvalue="nothing more"):
        if line != found:
            context = f", {sees.strip()}" if _BLOCK.fullmatch(line) or _BLOCK.fullmatch(found) else ""
            return f"{context}: expected {line.strip()!r}, found {found.strip()!r}"
        sees = line if _SEES.fullmatch(line) else sees
    return None


def _render(header: Mapping[str, str], steps: Iterable[Step]) -> str:
    lines = _header_lines(header)
    seen: dict[str, Mapping[str, str]] = {}
    for step in steps:
        lines += ["", *_step_lines(step, seen)]
        for agent, blocks in step.observations.items():
            seen[agent] = _ordered(blocks, seen.get(agent, {}))
    return "".join(f"{line}\n" for line in lines)


def _header_lines(header: Mapping[str, str]) -> list[str]:
    return [f"{key}: {value}" for key, value in header.items()]


def _step_lines(step: Step, seen: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The lines of a step, without the blocks that are as each agent has `seen` them."""
    lines = [f"[{step.number}] {step.agent}: {step.decision}"]
    for agent, blocks in step.observations.items():
        before = seen.get(agent, {})
        lines.append(f"  {agent} sees")
        lines += [f"    {name}: {text}" for name, text in _ordered(blocks, before).items() if before.get(name) != text]
        lines += [f"    -{name}" for name in before if name not in blocks]
    lines += [f"  may {action}" for action in step.legal]
    lines += [f"  does {step.action}"] if step.action else []
    lines += [f"  then {event}" for event in step.events]
    return lines


def _ordered(blocks: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """The blocks in the order in which a reader comes to know them: those that were there before, then the new ones."""
    return {name: blocks[name] for name in (*before, *blocks) if name in blocks}


def _parse(text: str) -> tuple[dict[str, str], list[Step]]:
    """Reads line by line, each in any order within its step: the caller checks the order."""
    header: dict[str, str] = {}
    steps: list[Step] = []
    seen: dict[str, dict[str, str]] = {}
    blocks: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        if match := _STEP.fullmatch(line):
            steps.append(Step(int(match[1]), match[2], match[3]))
            blocks = {}
        elif not steps and (match := _HEADER.fullmatch(line)):
            header[match[1]] = match[2]
        elif steps and (match := _MAY.fullmatch(line)):
            steps[-1] = replace(steps[-1], legal=(*steps[-1].legal, match[1]))
        elif steps and (match := _DOES.fullmatch(line)):
            steps[-1] = replace(steps[-1], action=match[1])
        elif steps and (match := _THEN.fullmatch(line)):
            steps[-1] = replace(steps[-1], events=(*steps[-1].events, match[1]))
        elif steps and (match := _SEES.fullmatch(line)):
            blocks = seen[match[1]] = dict(seen.get(match[1], {}))
            steps[-1] = replace(steps[-1], observations={**steps[-1].observations, match[1]: blocks})
        elif match := _GONE.fullmatch(line):
            blocks.pop(match[1], None)
        elif match := _BLOCK.fullmatch(line):
            blocks[match[1]] = match[2]
        else:
            allowed = _IN_STEP if steps else _IN_HEADER
            raise PlaythroughError(f"line {number}: found {line!r}, allowed: {allowed}")
    return header, steps
