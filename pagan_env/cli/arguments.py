"""What an argument of the command line names; those that name nothing raise BadArgumentError, a line a fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core.game import Game


class BadArgumentError(Exception):
    """An argument that can't be used; the text says where, what was found and what is allowed."""


def find_game(name: str) -> Game:
    """The game of this name."""
    from ..envs import games

    try:
        return games.find_game(name)
    except ValueError as error:
        raise BadArgumentError(f"--game: {error}") from None


def find_ruleset(game: Game, ruleset: str | None, changes: Sequence[str] = ()) -> Any:
    """A ruleset of the game by its name or file, None for the default one, with `changes`, texts `path=value`."""
    from ..core.data import DataError

    try:
        found = game.load_ruleset(ruleset)
        return game.vary(found, [changes]) if changes else found
    except DataError as error:
        told = str(error)
        raise BadArgumentError(told if "\n" in told or ".toml" in told else f"--ruleset: {told}") from None
    except ValueError as error:
        raise BadArgumentError(str(error).replace("vary: variant 0", "--set", 1)) from None


def find_seat(game: Game, name: str) -> int:
    """The seat of this short name, or of this agent."""
    from ..envs.words import seat_names

    names = seat_names(game)
    for known in (names, list(game.agents)):
        if name in known:
            return known.index(name)
    raise BadArgumentError(f"--seat: found {name!r}, allowed: {', '.join(names)}")


def find_seed(text: str | None) -> int:
    """The seed that a text says; None: one that nobody chose."""
    from ..envs.seeding import LIMIT, fresh_seed

    if text is None:
        return fresh_seed()
    # int() would take "1_000" and " 7", and other alphabets' digits.
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < LIMIT):
        raise BadArgumentError(f"--seed: found {text!r}, allowed: a whole number in 0 .. 2**63 - 1")
    return int(text)


def find_count(where: str, text: str) -> int:
    """The whole number that a text says, up to 9 digits."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadArgumentError(f"{where}: found {text!r}, allowed: a whole number in 0 .. 999999999")
    return int(text)
