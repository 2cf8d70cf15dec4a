"""A game in progress: seats, cards, tiles, the tracker, the log, and the smallest changes of them."""

from __future__ import annotations

from . import knowledge
from .asking import EVERYONE
from .rules import BILLY, CLOAK, EXCALIBUR, GONE, HAND, LASTING, RAGE_DECK, Card, Rules

NPC = 5
AT_ORACLE = 100
EVENTS = 64
ENDED_EVENT = 24
SCROLL_GAINED = 9


class Seat:
    """One Hero's things; lists of cards, tiles and Scroll cards count from 1."""

    def __init__(self) -> None:
        self.hero = self.power_used = self.immune = self.realm = self.realm_seen = self.realm_viewers = 0
        self.advantage = self.found = self.claim_villain = self.claim_weapon = self.claim_seen = self.claimed = self.won = 0
        self.goods = [0, 0, 0]
        self.scrolls = [[0] * 6, [0] * 6]
        self.possible = [0] * 21
        self.shown = [0] * 21
        self.lacks = [0] * 21
        self.saw = [0] * 21
        self.looks = [0] * 5
        self.tiles = [0] * 7
        self.lost_tiles = [0] * 7

    def has(self, kind: int) -> bool:
        """Whether a Scroll is complete (ruling 12)."""
        return sum(self.scrolls[kind]) == 5


class Table:
    """Everything that is so in one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.numbers, self.players = rules, rules.numbers, rules.players
        self.seats = [Seat() for _ in range(5)]
        self.npc = self.players == 2
        self.miniatures = [*range(self.players), *([NPC] if self.npc else [])]
        self.realm = 1
        self.decisions = self.ending = self.log_count = self.rage = self.storm = self.die = self.criterion = self.hideout = 0
        self.rage_card = self.rage_cancelled = self.rage_ignored = self.wrath_card = self.ivan = 0
        self.rage = self.numbers["rage_start"]
        self.supply = [self.numbers[f"supply_{name}"] for name in ("coin", "mana", "seeker")]
        self.decks = [[0 if card is None else card.copies for card in deck] for deck in rules.decks]
        self.scrolls_left = [list(rules.scroll_copies) for _ in range(2)]
        self.icons_left = [list(rules.scroll_icons) for _ in range(2)]
        self.pile = list(rules.clues) if self.numbers["hideout"] else [0] * 7
        self.discarded = [0] * 7
        self.stacks: list[list[int]] = [[] for _ in range(6)]
        self.locked = [0] * 6
        self.lock_cubes = [0] * 6
        self.where = [0] * 21
        self.open_at = [0] * 21
        self.room = [0] * 12
        self.face_down = [0] * 5
        self.viewers = [0] * 5
        self.at: dict[int, tuple[int, int] | None] = dict.fromkeys(self.miniatures)
        self.spot = [AT_ORACLE] * 6
        self.arrived: list[int] = []
        self.order: list[int] = []
        self.answers: list[tuple[int, int, int, int, int]] = []
        self.failed: list[tuple[int, int, int]] = []
        self.tile = 0
        self.tile_seen = 0
        self.cards = [
            *range(1, 1 + self.numbers["villains"]), *range(10, 10 + self.numbers["weapons"]), EXCALIBUR,
            *([] if self.npc else [CLOAK]),
        ]  # fmt: skip
        self.columns: dict[str, list[int]] = {name: [0] * EVENTS for name in ("what", "seat", "a", "b", "secret", "seen_by")}

    # ---- the log ------------------------------------------------------------------------------------------------------

    def log(self, what: int, seat: int = 0, a: int = 0, b: int = 0, secret: int = 0, seen_by: int = EVERYONE) -> None:
        """Write an event down."""
        for name, value in zip(self.columns, (what, seat, a, b, secret, seen_by), strict=True):
            self.columns[name][self.log_count % EVENTS] = value
        self.log_count += 1

    def end(self, ending: int) -> None:
        """The game is over."""
        self.ending = ending
        self.log(ENDED_EVENT, b=ending)

    # ---- goods and Scroll cards ---------------------------------------------------------------------------------------

    def gain(self, seat: int, good: int, amount: int) -> None:
        """Out of the supply, as much as it has (ruling 17)."""
        amount = min(amount, self.supply[good])
        self.supply[good] -= amount
        self.seats[seat].goods[good] += amount

    def lose(self, seat: int, good: int, amount: int) -> None:
        """Into the supply, as much as one has (ruling 21)."""
        amount = min(amount, self.seats[seat].goods[good])
        self.supply[good] += amount
        self.seats[seat].goods[good] -= amount

    def next_scroll(self, seat: int, kind: int) -> int:
        """The lowest number left that one lacks, 0 for none (rulings 11, 12)."""
        own = self.seats[seat]
        if own.has(kind):
            return 0
        return next((n for n in range(1, 6) if self.scrolls_left[kind][n] and not own.scrolls[kind][n]), 0)

    def return_scroll(self, seat: int, kind: int, number: int) -> None:
        """Back to its number (ruling 13)."""
        self.seats[seat].scrolls[kind][number] = 0
        self.scrolls_left[kind][number] += 1

    def items(self, seat: int) -> int:
        """Items of the criterion."""
        own = self.seats[seat]
        coin, mana, cubes = own.goods
        return (0, coin, mana, coin + mana, cubes, sum(own.scrolls[0]) + sum(own.scrolls[1]))[self.criterion]

    # ---- Oracle cards -------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """The Oracle cards of a seat."""
        return [card for card in self.cards if self.where[card] == HAND + seat]

    def holder(self) -> int:
        """The seat that holds Excalibur, -1 for none."""
        place = self.where[EXCALIBUR]
        return place - HAND if HAND <= place < HAND + self.players else -1

    def put(self, card: int, place: int) -> None:
        """Move a card, in setup or in the open."""
        if self.where[card]:
            self.room[self.where[card]] -= 1
        self.where[card] = place
        self.room[place] += 1

    def in_the_open(self, card: int, place: int) -> None:
        """A card lies, or now goes, where everyone sees it."""
        if self.where[card] != place:
            self.put(card, place)
        self.open_at[card] = place
        for seat in range(self.players):
            self.seats[seat].possible[card] = 1 << place
        knowledge.conclude_all(self)

    def sees(self, seat: int, card: int) -> None:
        """A seat learns where a card is."""
        self.seats[seat].possible[card] = 1 << self.where[card]
        knowledge.conclude(self, seat)

    def excalibur_leaves(self) -> None:
        """Excalibur goes out of the game."""
        self.in_the_open(EXCALIBUR, GONE)

    # ---- Rage cards in effect -----------------------------------------------------------------------------------------

    def kind(self, deck: int, number: int) -> Card:
        """A kind of card."""
        card = self.rules.decks[deck][number]
        assert card is not None
        return card

    def under(self, effect: str, seat: int) -> int:
        """How often (by amount) a lasting effect binds a seat: Rage unless cancelled or ignored, and Wrath."""
        assert effect in LASTING
        total = 0
        if self.rage_card and not self.rage_cancelled and not self.ignores(seat):
            card = self.kind(RAGE_DECK, self.rage_card)
            total += (card.amount or 1) if card.effect == effect else 0
        if self.wrath_card:
            card = self.kind(RAGE_DECK, self.wrath_card)
            total += (card.amount or 1) if card.effect == effect else 0
        return total

    def ignores(self, seat: int) -> bool:
        """Whether a Hero ignores the Rage card: Billy always (ruling 43), Merlin for its life."""
        return self.seats[seat].hero == BILLY or bool(self.rage_ignored >> seat & 1)

    def power(self, seat: int, hero: int) -> bool:
        """Whether a seat plays this Hero and may use its power of once a game."""
        own = self.seats[seat]
        return own.hero == hero and not own.power_used and not self.under("no_powers", seat)

    # ---- the Trail ----------------------------------------------------------------------------------------------------

    def furthest_back(self, among: list[int]) -> int:
        """The miniature that is furthest back."""
        return min(among, key=lambda m: self.spot[m])

    def pointed(self) -> list[int]:
        """Arrows at each Realm (ruling 30)."""
        arrows = [0] * 6
        for realm in range(1, 6):
            if self.stacks[realm]:
                for on, amount in self.arrows(self.stacks[realm][-1]):
                    arrows[(realm - 1 + on) % 5 + 1] += amount
        return arrows

    @staticmethod
    def arrows(clue: int) -> list[tuple[int, int]]:
        """Where a clue points, as Realms further on, and how much."""
        return [[], [(2, 1), (3, 1)], [(1, 1), (4, 1)], [(4, 1)], [(1, 1)], [(0, 1)], [(0, -1)]][clue]
