"""The card language: program lines as text, and what they say (INTERFACE.md, "The card language")."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

CLUE, SECRET, FAVOR, FIRST_OF_SET, EVIDENCE = 1, 2, 3, 4, 6
TOKENS = {"Clue": CLUE, "Secret": SECRET, "Favor": FAVOR}
SEATS = {"Witch": 0, "Hunter": 1}
COLOURS = {"red": 1, "blue": 2, "green": 3}


@dataclass(frozen=True)
class Filter:
    """What a villager or card must show to be chosen: at least `least` and at most `most` tokens, or a seat's pawns."""

    token: int = 0
    least: int = 0
    most: int = 999
    pawns_of: int = -1


@dataclass(frozen=True)
class Line:
    """One line of a program.

    `may` also stands for "up to" and "no"; `every` for "all" tokens; `opponent` for a line about the other seat; `which` for the
    words that say which villager, card, step or count is meant; `first` and `second` are the alternatives of an "either".
    """

    verb: str
    text: str
    amount: int = 0
    token: int = 0
    where: str = ""
    goal: str = ""
    which: str = ""
    type: str = ""
    may: bool = False
    every: bool = False
    opponent: bool = False
    random: bool = False
    filter: Filter = Filter()
    first: tuple[Line, ...] = ()
    second: tuple[Line, ...] = ()


Program = tuple[Line, ...]

N = r"(?P<amount>\d+)"
TOKEN = r"(?P<token>(?!Influence|Evidence)[A-Z][a-z]+?)s?"
UP_TO = r"(?P<may>up to )?"
MAY = r"(?P<may>may )?"
ONE = r"this villager|the target|here|the chosen card"
SEVERAL = r"any villagers|villagers of one colour|each villager|each (?:red|blue|green) villager"
TYPES = "Ally|Event|Investigation|Location|Brew|Charm|Enchantment|Familiar"
VILLAGER = r"(?P<which>a villager of another colour|a villager|another villager|a ready villager|a (?:red|blue|green) villager)"
CARD = (
    r"(?P<which>the Investigation on this villager|a complete Brew|a card of the opponent|"
    r"an? (?P<type>Ally|Location|Brew|Familiar|Enchantment|Investigation))"
)
WITH = r"(?: (?P<filter>with \d+ \w+|without \w+|with (?:Witch|Hunter) pawns))?"
HAVE = r"(?P<which>Influence|Evidence|cards? in hand|cards? in the discard pile)"
WHOSE = r"(?P<whose>you have|the opponent has)"
IN_PLAY = r"(?P<type>Ally|Allies|Investigations?|Locations?|Brews?|Familiars?|Enchantments?)"
LIE = rf"(?P<where>{ONE}|all villagers)"

PATTERNS = [
    (f"pay {N} Influence", "pay influence"),
    (f"pay {N} cards?", "pay cards"),
    (f"pay {N} Evidence", "pay evidence"),
    (f"pay {N} {TOKEN} from (?P<where>any villagers|one villager|this villager|here)", "pay tokens"),
    (f"gain {N} Influence(?P<opponent> for the opponent)?", "gain influence"),
    (f"gain {N} Evidence", "gain evidence"),
    (f"the opponent loses {N} (?P<which>Influence|Evidence)", "lose"),
    (f"(?P<opponent>the opponent )?draws? {N} cards?", "draw"),
    (f"(?P<opponent>the opponent )?discards? {N} cards?(?P<random> at random)?", "discard"),
    ("look at the opponent's hand", "look"),
    ("reveal your hand", "reveal"),
    ("(?P<opponent>the opponent) reveals their hand", "reveal"),
    (f"discard {N} cards? from the opponent's hand", "discard seen"),
    (f"return {N} cards? from your discard pile to your hand", "recover"),
    (f"permanently reveal {N} cards? from your hand", "reveal for good"),
    ("play 1 card", "play"),
    (f"play 1 card at {N} less Influence", "play"),
    (f"play 1 (?P<type>{TYPES})", "play"),
    (f"play 1 (?P<type>{TYPES}) at {N} less Influence", "play"),
    (f"{MAY}choose {VILLAGER}{WITH}", "choose villager"),
    (f"place {N} {TOKEN} on (?P<where>{ONE}|{SEVERAL})", "place"),
    (f"remove {UP_TO}{N} {TOKEN} from (?P<where>{ONE}|{SEVERAL})", "remove"),
    (f"remove (?P<every>all) {TOKEN} from (?P<where>{ONE}|{SEVERAL})", "remove"),
    (
        f"move {UP_TO}{N} {TOKEN} from (?P<where>{ONE}|any villagers) to "
        "(?P<goal>other villagers|villagers of its colour|this villager|the target|here)",
        "move",
    ),
    ("ready (?P<where>this villager|the target)", "ready"),
    (f"{MAY}choose {CARD}{WITH}", "choose card"),
    ("remove the chosen card", "remove card"),
    ("return the chosen card to its owner's hand", "return card"),
    ("move the chosen card to another villager", "move card"),
    ("blank the chosen card until your next turn", "blank"),
    ("consume the chosen card", "consume"),
    ("skip the (?P<which>skill|assets|conversion|Evidence)", "skip"),
    (f"take back {N} pawns?", "take back"),
    ("exonerate a villager", "exonerate"),
    ("you may", "you may"),
    (f"if {N} {TOKEN} lie on {LIE} then", "if"),
    (f"if (?P<may>no) {TOKEN} lie on {LIE} then", "if"),
    (f"if {WHOSE} {N} {HAVE} then", "if"),
    (f"if {WHOSE} (?P<may>no) {HAVE} then", "if"),
    (f"if {N} {IN_PLAY} are in play then", "if"),
    (f"if (?P<may>no) {IN_PLAY} are in play then", "if"),
    (f"if there are {N} (?P<which>villagers with) {TOKEN} then", "if"),
    (f"if {N} villagers are (?P<which>eliminated|exonerated) then", "if"),
    ("otherwise", "otherwise"),
    (f"for each {TOKEN} on {LIE}", "for each"),
    (f"for each {HAVE} {WHOSE}", "for each"),
    (f"for each {IN_PLAY} in play", "for each"),
    (f"for each (?P<which>villager with) {TOKEN}", "for each"),
    ("for each (?P<which>eliminated|exonerated) villager", "for each"),
    ("either", "either"),
    ("or", "or"),
]
COMPILED = [(re.compile(pattern), verb) for pattern, verb in PATTERNS]


def one(word: str) -> str:
    """A word for several as the word for one: "Allies", "Clues", "cards in hand"."""
    return word.replace("ies", "y").replace("cards", "card").replace("villagers", "villager").rstrip("s")


def parse_filter(text: str | None, tokens: dict[str, int]) -> Filter:
    """ "with 2 Secrets", "without Favors", "with Hunter pawns" or nothing."""
    if not text:
        return Filter()
    words = text.split()
    if words[0] == "without":
        return Filter(token=tokens[one(words[1])], most=0)
    if words[2] == "pawns":
        return Filter(pawns_of=SEATS[words[1]])
    return Filter(token=tokens[one(words[2])], least=int(words[1]))


def parse_line(text: str, tokens: dict[str, int]) -> Line:
    """One line of text; a line that nobody knows is an error."""
    for pattern, verb in COMPILED:
        match = pattern.fullmatch(text)
        if match:
            found = match.groupdict()
            word = found.get("token")
            return Line(
                verb=verb,
                text=text,
                amount=int(found.get("amount") or 0),
                token=tokens[word] if word else 0,
                where=found.get("where") or "",
                goal=found.get("goal") or "",
                which=one(found.get("which") or ""),
                type=one(found.get("type") or "").lower(),
                may=bool(found.get("may")),
                every=bool(found.get("every")),
                opponent=bool(found.get("opponent")) or found.get("whose") == "the opponent has",
                random=bool(found.get("random")),
                filter=parse_filter(found.get("filter"), tokens),
            )
    raise ValueError(f"no line of the card language: {text!r}")


def parse(texts: list[str], tokens: dict[str, int]) -> Program:
    """A program; "either ... or ..." becomes one line that holds both alternatives and ends the program."""
    lines = [parse_line(text, tokens) for text in texts]
    for index, line in enumerate(lines):
        if line.verb == "either":
            middle = next(i for i in range(index, len(lines)) if lines[i].verb == "or")
            choice = replace(line, first=tuple(lines[index + 1 : middle]), second=tuple(lines[middle + 1 :]))
            return (*lines[:index], choice)
    return tuple(lines)


@dataclass(frozen=True)
class Price:
    """What lines cost: "pay" lines added up; `tokens` by the place that they come from and their kind."""

    influence: int = 0
    cards: int = 0
    evidence: int = 0
    tokens: tuple[tuple[str, int, int], ...] = ()


def lines_price(lines: Program) -> Price:
    """The "pay" lines of some lines added up."""
    sums = {"influence": 0, "cards": 0, "evidence": 0}
    tokens: dict[tuple[str, int], int] = {}
    for line in lines:
        if line.verb == "pay tokens":
            key = (line.where, line.token)
            tokens[key] = tokens.get(key, 0) + line.amount
        elif line.verb.startswith("pay "):
            sums[line.verb[4:]] += line.amount
    return Price(**sums, tokens=tuple((where, token, amount) for (where, token), amount in tokens.items()))


def price(program: Program) -> Price:
    """What must be payable before a program may start; what is behind "you may" is asked for later."""
    return Price() if program and program[0].verb == "you may" else lines_price(program)
