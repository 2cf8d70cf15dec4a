"""Ways to play at random."""

from __future__ import annotations

import random
from collections.abc import Callable

from . import asking
from .game import Game

Style = Callable[[Game, random.Random], int]
TO_ORACLE = 20


def anything(game: Game, rng: random.Random) -> int:
    """Any legal action, each as likely."""
    return rng.choice(sorted(game.legal()))


def eager(*blocks: str) -> Style:
    """One that mostly takes actions of some blocks where it can."""

    def pick(game: Game, rng: random.Random) -> int:
        found = [action for action in sorted(game.legal()) if game.rules.meaning(action)[0] in blocks]
        return rng.choice(found) if found and rng.random() < 0.8 else anything(game, rng)

    return pick


def blocks_in_turn(game: Game, rng: random.Random) -> int:
    """Each block as likely, so that rare actions are taken often."""
    by_block: dict[str, list[int]] = {}
    for action in sorted(game.legal()):
        by_block.setdefault(game.rules.meaning(action)[0], []).append(action)
    return rng.choice(by_block[rng.choice(sorted(by_block))])


def crawl(game: Game, rng: random.Random) -> int:
    """The nearest stop, and otherwise anything: many stops and many cards."""
    if game.question and game.question.decision == asking.STOP and rng.random() < 0.9:
        start = game.rules.start["move"]
        stops = [action for action in game.legal() if start <= action <= start + TO_ORACLE]
        if stops:
            return min(stops)
    return blocks_in_turn(game, rng)


def hurry(game: Game, rng: random.Random) -> int:
    """On to the next Oracle, so that the Palace and the Gates are reached soon."""
    start = game.rules.start["move"]
    if start + TO_ORACLE in game.legal() and rng.random() < 0.8:
        return start + TO_ORACLE
    return blocks_in_turn(game, rng)


def knowing(game: Game, rng: random.Random) -> int:
    """Claims what is in the envelope; asks a lot."""
    start, table = game.rules.start, game.table
    for block, first in (("claim_villain", 1), ("claim_weapon", 10)):
        for card in table.cards:
            action = start[block] + card - first
            if table.where[card] == 1 and action in game.legal() and (card < 10) == (first == 1) and rng.random() < 0.6:
                return action
    return eager("target", "yes", "special", "claim_villain", "claim_weapon")(game, rng)


STYLES: tuple[Style, ...] = (
    anything,
    blocks_in_turn,
    crawl,
    hurry,
    knowing,
    eager("move", "sell_scroll", "scroll_type", "seek_draw", "seek_play", "lock"),
    eager("special", "play_excalibur", "show_cloak", "show_excalibur"),
)
