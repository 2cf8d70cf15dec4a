"""What a study may ask for beyond matchups and variants: each is a table of its file, and left out is not played."""

from __future__ import annotations

from dataclasses import dataclass

from pagan_env.core.data import Reader
from pagan_env.core.game import Game

from .changes import Paths, read_options


@dataclass(frozen=True)
class Forbid:
    """`[forbid]`: blocks of actions that a role goes without, one at a time, over so many pairs of games."""

    blocks: tuple[str, ...]
    pairs: int


@dataclass(frozen=True)
class Skill:
    """`[skill]`: games of each level of a role, the others as in the main lineup."""

    games: int


@dataclass(frozen=True)
class Choices:
    """`[choices]`: games in which all actions of one in `every` decisions are tried out, in 120 deals for each of `words`."""

    games: int
    every: int
    words: int
    points: float


@dataclass(frozen=True)
class Sensitivity:
    """`[sensitivity]`: how much of what varies each path brings about, by `points` points of the space and `games` games each."""

    values: dict[str, tuple[int, ...]]
    points: int
    games: int


@dataclass(frozen=True)
class Extras:
    """All of them; None or 0: not asked for. `card_games`: more games of the rules as they are, for the tables of cards."""

    forbid: Forbid | None = None
    skill: Skill | None = None
    choices: Choices | None = None
    sensitivity: Sensitivity | None = None
    card_games: int = 0


def read_extras(root: Reader, cards: Reader, game: Game, paths: Paths, block: int) -> Extras:
    """From a study's tables; faults are noted in the readers. `block`: what numbers of games are multiples of."""

    def games(table: Reader, key: str, low: int, default: int | None = None) -> int:
        value = table.integer(key, low, 10**7) if default is None else table.integer(key, low, 10**7, default)
        if value % block:
            table.fault(key, f"found {value}, allowed: multiples of {block}")
        return value

    def given(name: str) -> Reader | None:
        table = root.table(name, {})
        return table if root.raw(name) is not None else None

    forbid = skill = choices = sensitivity = None
    if table := given("forbid"):
        forbid = Forbid(_blocks(table, game), games(table, "pairs", block))
    if table := given("skill"):
        skill = Skill(games(table, "games", block))
    if table := given("choices"):
        if not hasattr(_measures(game), "sampled_choices"):
            table.fault("", f"found a game whose choices can't be tried out, {game.name}, allowed: no table `choices`")
        sizes = (table.integer("games", 1, 10**6), table.integer("every", 1, 1000), table.integer("words", 1, 20, 4))
        choices = Choices(*sizes, table.integer("points", 1, 50, 2))
    if table := given("sensitivity"):
        points = table.integer("points", 8, 4096)
        if points & (points - 1):
            table.fault("points", f"found {points}, allowed: powers of 2")
        sensitivity = Sensitivity(_ranges(table.table("ranges"), paths), points, games(table, "games", block))
    return Extras(forbid, skill, choices, sensitivity, games(cards, "games", 0, 0))


def _measures(game: Game) -> object:
    from .measures import measures_of

    return measures_of(game).module


def _blocks(table: Reader, game: Game) -> tuple[str, ...]:
    known = [block.name for block in game.lexicon.blocks]
    found = table.lines("blocks")
    if list(found) == ["*"]:
        return tuple(known)
    for name in found or ("nothing",):
        if name not in known:
            table.fault("blocks", f"found {name!r}, allowed: * or blocks of the action space: {', '.join(known)}")
    return tuple(dict.fromkeys(found))


def _ranges(table: Reader, paths: Paths) -> dict[str, tuple[int, ...]]:
    found = {path: tuple(values) for path, values in read_options(table, paths, "sensitivity").items() if len(values) > 1}
    if not found:
        table.fault("", "found no path of two values or more, allowed: at least one")
    return found
