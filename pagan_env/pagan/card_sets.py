"""Kinds of token that a card set brings beside the rulebook's four."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.data import Reader

MOST_TOKENS = 2


@dataclass(frozen=True)
class Token:
    """A further kind of token, and how many the box holds."""

    slug: str
    name: str
    supply: int


def read_tokens(root: Reader) -> tuple[Token, ...]:
    """The `[tokens.<slug>]` blocks of a ruleset's card sets, in their order."""
    readers = root.tables("tokens", {})
    if len(readers) > MOST_TOKENS:
        root.fault("tokens", f"found {', '.join(readers)}, allowed: at most {MOST_TOKENS} kinds in all sets together")
    return tuple(Token(slug, reader.text("name"), reader.integer("supply", 0, 60)) for slug, reader in readers.items())
