"""The card language: program lines as text, and what they say (INTERFACE.md, "The card language")."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

CLUE, SECRET, FAVOR, EVIDENCE = 1, 2, 3, 4
TOKENS = {"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR}
SEATS = {"Witch": 0, "Hunter": 1}


@dataclass(frozen=True)
class Filter:
    """What a villager or card must show to be chosen: at least `least` and at most `most` tokens, or a seat's pawns."""

    token: int = 0
    least: int = 0
    most: int = 999
    pawns_of: int = -1


@dataclass(frozen=True)
class Line:
    """One line of a program. `may` also stands for "up to"; `first` and `second` are the alternatives of an "either"."""

    verb: str
    amount: int = 0
    token: int = 0
    where: str = ""
    may: bool = False
    which: str = ""
    type: str = ""
    filter: Filter = Filter()
    first: tuple[Line, ...] = ()
    second: tuple[Line, ...] = ()


Program = tuple[Line, ...]

N = r"(?P<amount>\d+)"
TOKEN = r"(?P<token>Clue|Secret|Favor)s?"
UP_TO = r"(?P<may>up to )?"
MAY = r"(?P<may>may )?"
HERE = r"(?P<where>here|the target)"
PLACES = r"(?P<where>here|the target|any villagers|each villager)"
SOURCES = r"(?P<where>here|the target|the chosen card|any villagers|each villager)"
WITH = r"(?: (?P<filter>with \d+ \w+|without \w+|with (?:Witch|Hunter) pawns))?"
TYPES = r"(?:an? )(?P<type>Ally|Location|Brew|Familiar|Enchantment|Investigation)"

PATTERNS = [
    (f"pay {N} Influence", "pay influence"),
    (f"pay {N} cards?", "pay cards"),
    (f"pay {N} Evidence", "pay evidence"),
    (f"pay {N} Clues? from any villagers", "pay clues"),
    (f"gain {N} Influence", "gain influence"),
    (f"gain {N} Influence for the opponent", "gain influence for the opponent"),
    (f"gain {N} Evidence", "gain evidence"),
    (f"draw {N} cards?", "draw"),
    (f"the opponent discards {N} cards?", "opponent discards"),
    ("play 1 card", "play"),
    (f"play 1 card at {N} less Influence", "play"),
    (f"{MAY}choose (?P<which>a villager of another colour|a villager|another villager){WITH}", "choose villager"),
    (f"place {N} {TOKEN} on {PLACES}", "place"),
    (f"remove {UP_TO}{N} {TOKEN} from {SOURCES}", "remove"),
    (f"move {UP_TO}{N} {TOKEN} from {HERE} to other villagers", "move"),
    ("ready the target", "ready"),
    (f"{MAY}choose {TYPES}{WITH}", "choose card"),
    ("choose the Investigation this villager", "choose investigation this villager"),
    ("remove the chosen card", "remove card"),
    ("return the chosen card to its owner's hand", "return card"),
    ("move the chosen card to another villager", "move card"),
    ("skip the skill", "skip skill"),
    (f"if {N} {TOKEN} lies? on {HERE} then", "if"),
    (f"if no {TOKEN} lie on {HERE} then", "if no"),
    ("either", "either"),
    ("or", "or"),
]
COMPILED = [(re.compile(pattern), verb) for pattern, verb in PATTERNS]


def parse_filter(text: str | None) -> Filter:
    """ "with 2 Secrets", "without Favors", "with Hunter pawns" or nothing."""
    if not text:
        return Filter()
    words = text.split()
    if words[0] == "without":
        return Filter(token=TOKENS[words[1].rstrip("s")], most=0)
    if words[2] == "pawns":
        return Filter(pawns_of=SEATS[words[1]])
    return Filter(token=TOKENS[words[2].rstrip("s")], least=int(words[1]))


def parse_line(text: str) -> Line:
    """One line of text; a line that nobody knows is an error."""
    for pattern, verb in COMPILED:
        match = pattern.fullmatch(text)
        if match:
            found = match.groupdict()
            return Line(
                verb=verb,
                amount=int(found.get("amount") or 0),
                token=TOKENS.get(found.get("token") or "", 0),
                where=found.get("where") or "",
                may=bool(found.get("may")),
                which=found.get("which") or "",
                type=(found.get("type") or "").lower(),
                filter=parse_filter(found.get("filter")),
            )
    raise ValueError(f"no line of the card language: {text!r}")


def parse(texts: list[str]) -> Program:
    """A program; "either ... or ..." becomes one line that holds both alternatives and ends the program."""
    lines = [parse_line(text) for text in texts]
    for index, line in enumerate(lines):
        if line.verb == "either":
            middle = next(i for i in range(index, len(lines)) if lines[i].verb == "or")
            choice = replace(line, first=tuple(lines[index + 1 : middle]), second=tuple(lines[middle + 1 :]))
            return (*lines[:index], choice)
    return tuple(lines)


def prices(program: Program) -> dict[str, int]:
    """What a program costs: its "pay" lines summed by what is paid."""
    total = {"influence": 0, "cards": 0, "evidence": 0, "clues": 0}
    for line in program:
        if line.verb.startswith("pay "):
            total[line.verb[4:]] += line.amount
    return total
