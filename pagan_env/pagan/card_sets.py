"""Kinds of token that a card set brings beside the rulebook's four."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from ..core.data import MOST_NAME, Reader
from .ops import language

MOST_TOKENS = 2
NAME = re.compile(r"[A-Za-z]+([ -][A-Za-z]+)*")
LENGTHS = range(2, 21)
ALLOWED = f"allowed: {LENGTHS[0]} to {LENGTHS[-1]} of the letters A-Z and a-z, single spaces and hyphens between them"


@dataclass(frozen=True)
class Token:
    """A further kind of token, and how many the box holds."""

    slug: str
    name: str
    supply: int


def read_tokens(root: Reader) -> tuple[Token, ...]:
    """The `[tokens.<slug>]` blocks of a ruleset's card sets, in their order. Lines of programs can name each of them."""
    readers = root.tables("tokens", {})
    if len(readers) > MOST_TOKENS:
        root.fault("tokens", f"found {', '.join(readers)}, allowed: at most {MOST_TOKENS} kinds in all sets together")
    tokens: list[Token] = []
    for number, (slug, reader) in enumerate(readers.items()):
        name = reader.line("name", MOST_NAME)
        taken = _taken(name, tokens)
        if name and taken:
            reader.fault("name", f"found {name!r}, {taken}")
        elif name and (len(name) not in LENGTHS or not NAME.fullmatch(name)):
            reader.fault("name", f"found {name!r}, {ALLOWED}")
        # A name that can't be told from another word, or not be read, stands for nothing in programs.
        usable = name and not taken and name.isascii() and name == " ".join(name.split())
        tokens.append(Token(slug, name if usable else f"\0{number}", reader.integer("supply", 0, 60)))
    return tuple(tokens)


def _taken(name: str, others: list[Token]) -> str:
    """Who has the name of a token already; "" for nobody."""
    if _spellings(name) & _words():
        return "which cards say of something else, allowed: a word that the card language has no use for (docs/card_language.md)"
    for other in others:
        if _spellings(name) & _spellings(other.name):
            return f"the name of tokens.{other.slug} as well, allowed: a name of its own"
    return ""


def _spellings(name: str) -> set[str]:
    """The name in lower case, as one and as several."""
    return {name.lower(), f"{name}s".lower()}


@cache
def _words() -> frozenset[str]:
    """All words and phrases of the rulebook's language, in lower case, as one and as several."""
    phrases = {phrase for verb in language().verbs for phrase in verb.phrases()}
    return frozenset(spelling for phrase in phrases for word in (phrase, *phrase.split()) for spelling in _spellings(word))
