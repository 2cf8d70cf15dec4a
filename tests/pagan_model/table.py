"""What lies on the table and in the hands, and the plain changes to it that need no decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .language import CLUE, EVIDENCE, FAVOR, SECRET, Filter
from .luck import SUSPECTS, Luck
from .rules import HUNTER, ROWS, WITCH, Card, Rules, VillagerCard

DECIDED, TURN_BEGAN, DREW, RESHUFFLED, IDENTITY, SUSPECT_DRAWN, EVIDENCE_GAINED, ELIMINATED, ENDED = range(1, 10)
RITUAL, INNOCENTS, WITCH_ELIMINATED, SUSPECTS_GATHERED, DRAWN, ROUND_LIMIT, SAFETY_NET = range(1, 8)
INVESTIGATIONS = 15
SPOTS = 3


class Ended(Exception):
    """The game is over, at once (Victory Conditions; ruling 46)."""


@dataclass(eq=False)
class InPlay:
    """A card that lies on a board."""

    card: Card
    pawn: int = 0
    used: int = 0
    tokens: list[int] = field(default_factory=lambda: [0] * 4)


@dataclass(eq=False)
class Villager:
    """A villager on the village board."""

    number: int
    card: VillagerCard
    tokens: list[int] = field(default_factory=lambda: [0] * 4)
    pawns: list[int] = field(default_factory=lambda: [0, 0])
    familiar_pawn: int = 0
    eliminated: int = 0
    investigation: InPlay | None = None

    @property
    def ready(self) -> bool:
        """No Action pawns on it (Glossary: Ready); an eliminated villager isn't ready (ruling 40)."""
        return not self.eliminated and not self.pawns[WITCH] and not self.pawns[HUNTER]


@dataclass
class Seat:
    """One player's things; cards are counted by kind."""

    influence: int
    evidence: int = 0
    pawns: int = 0
    familiar_pawn: int = 0
    board_pawns: int = 0
    board_familiar_pawn: int = 0
    hand: list[int] = field(default_factory=lambda: [0] * 51)
    deck: list[int] = field(default_factory=lambda: [0] * 51)
    discard: list[int] = field(default_factory=lambda: [0] * 51)
    foe_hand: list[int] = field(default_factory=lambda: [0] * 51)


class Log:
    """The last 64 events (INTERFACE.md, "The event log")."""

    FIELDS = ("what", "seat", "a", "b", "secret", "seen_by")

    def __init__(self) -> None:
        self.count = 0
        self.columns = {name: [0] * 64 for name in self.FIELDS}

    def add(self, what: int, seat: int, a: int, b: int = 0, secret: int = 0, seen_by: int = 3) -> None:
        """Write event n at n mod 64."""
        at = self.count % 64
        for name, value in zip(self.FIELDS, (what, seat, a, b, secret, seen_by), strict=True):
            self.columns[name][at] = value
        self.count += 1


class Table:
    """The whole state of a game."""

    def __init__(self, rules: Rules, seed: int) -> None:
        numbers = rules.numbers
        self.rules = rules
        self.numbers = numbers
        self.luck = Luck(seed)
        self.log = Log()
        self.seats = [Seat(numbers["influence_start"], deck=list(copies)) for copies in rules.decks]
        self.villagers = [Villager(number, card) for number, card in enumerate(rules.villagers, start=1)]
        self.rows: dict[str, list[InPlay | None]] = {row: [None] * SPOTS for row in ROWS}
        self.supply = [
            0, numbers["supply_clues"], numbers["supply_secrets"], numbers["supply_favors"], numbers["supply_evidence"]
        ]  # fmt: skip
        self.round_number = 1
        self.turn = WITCH
        self.first_turn = False
        self.first_faction = 0
        self.innocents = 0
        self.true_witch = 0
        self.suspects = [0] * 10
        self.ending = 0
        self.decisions = 0
        self.on_the_way: list[Card] = []
        self.leaving: list[InPlay] = []

    # ---- looking ----------------------------------------------------------------------------------------------------

    def villager(self, number: int) -> Villager:
        """A villager by number from 1."""
        return self.villagers[number - 1]

    def living(self) -> list[Villager]:
        """The villagers that aren't eliminated."""
        return [villager for villager in self.villagers if not villager.eliminated]

    def row(self, name: str) -> list[InPlay]:
        """The cards of one row of a board, from the left."""
        return [card for card in self.rows[name] if card]

    def in_play(self) -> Iterator[InPlay]:
        """All cards in play in order of places."""
        for row in self.rows.values():
            yield from (card for card in row if card)
        yield from (villager.investigation for villager in self.villagers if villager.investigation)

    def of_type(self, name: str) -> list[InPlay]:
        """The cards in play of a type, in order of places."""
        if name == "investigation":
            return [villager.investigation for villager in self.villagers if villager.investigation]
        return self.row(name)

    def at(self, place: int) -> InPlay:
        """The card that lies at a place."""
        if place > INVESTIGATIONS:
            card = self.villager(place - INVESTIGATIONS).investigation
        else:
            card = self.rows[ROWS[(place - 1) // SPOTS]][(place - 1) % SPOTS]
        assert card is not None
        return card

    def place_of(self, card: InPlay | None) -> int:
        """The place of a card, 0 if it isn't in play."""
        if card is None:
            return 0
        for index, row in enumerate(self.rows.values()):
            if card in row:
                return index * SPOTS + row.index(card) + 1
        return next((INVESTIGATIONS + v.number for v in self.villagers if v.investigation is card), 0)

    def modifier(self, name: str) -> int:
        """The sum of a modifier over the cards on boards (ruling 50; not over Investigations)."""
        return sum(card.card.modifiers.get(name, 0) for row in ROWS for card in self.row(row))

    def passes(self, thing: Villager | InPlay, wanted: Filter) -> bool:
        """Whether a villager or a card is as a line wants it."""
        if wanted.pawns_of >= 0:
            return isinstance(thing, Villager) and thing.pawns[wanted.pawns_of] > 0
        return wanted.least <= thing.tokens[wanted.token] <= wanted.most

    def free_spot(self, row: str) -> bool:
        """Whether a row has a spot left; the ruleset says how many of the three there are."""
        return len(self.row(row)) < self.numbers["spots"]

    def suspects_left(self) -> list[int]:
        """The innocents whose Suspect cards the deck still holds (ruling 42: eliminated ones too)."""
        return [v.number for v in self.villagers if v.number != self.true_witch and not self.suspects[v.number]]

    # ---- tokens -----------------------------------------------------------------------------------------------------

    def to_supply(self, thing: Villager | InPlay, token: int, amount: int) -> None:
        """Remove tokens, as far as there are any."""
        amount = min(amount, thing.tokens[token])
        thing.tokens[token] -= amount
        self.supply[token] += amount

    def from_supply(self, thing: Villager | InPlay, token: int, amount: int) -> int:
        """Place tokens as far as the supply goes; how many are missing (Game Overview: tokens are limited)."""
        placed = min(amount, self.supply[token])
        self.supply[token] -= placed
        thing.tokens[token] += placed
        return amount - placed

    def holders(self, token: int) -> list[Villager | InPlay]:
        """Villagers and cards in play that hold such a token, villagers first."""
        things: list[Villager | InPlay] = [*self.villagers, *self.in_play()]
        return [thing for thing in things if thing.tokens[token]]

    def gain_evidence(self, seat: int, amount: int) -> None:
        """Gain Evidence as far as the supply goes (ruling 11); it never moves (ruling 66)."""
        amount = min(amount, self.supply[EVIDENCE])
        self.supply[EVIDENCE] -= amount
        self.seats[seat].evidence += amount
        if amount:
            self.log.add(EVIDENCE_GAINED, seat, amount)

    def pay_evidence(self, seat: int, amount: int) -> None:
        """Evidence goes back to the supply."""
        self.seats[seat].evidence -= amount
        self.supply[EVIDENCE] += amount

    # ---- cards ------------------------------------------------------------------------------------------------------

    def draw_card(self, seat: int) -> None:
        """Draw the top card; an empty deck is made anew from the discard pile (General Card Rules; ruling 37)."""
        own = self.seats[seat]
        if not any(own.deck):
            if not any(own.discard):
                return
            own.deck, own.discard = own.discard, own.deck
            self.log.add(RESHUFFLED, seat, sum(own.deck))
        x = self.luck.draw(seat, sum(own.deck))
        kind = 0
        while x >= own.deck[kind]:
            x -= own.deck[kind]
            kind += 1
        own.deck[kind] -= 1
        own.hand[kind] += 1
        self.log.add(DREW, seat, 1, secret=kind, seen_by=1 << seat)
        if self.numbers["deck_lists_public"] and not any(own.deck):
            # Ruling 58: with public deck lists an emptied deck gives the hand away.
            self.seats[1 - seat].foe_hand = list(own.hand)

    def leave_hand(self, seat: int, kind: int) -> None:
        """A card leaves a hand; what the other seat knows of it is one less (ruling 58)."""
        self.seats[seat].hand[kind] -= 1
        known = self.seats[1 - seat].foe_hand
        known[kind] = max(0, known[kind] - 1)

    def discard_from_hand(self, seat: int, kind: int) -> None:
        """From the hand to the discard pile."""
        self.leave_hand(seat, kind)
        self.seats[seat].discard[kind] += 1

    def leave_play(self, card: InPlay) -> None:
        """A card leaves the boards: its tokens go to the supply, Enchantments slide left, a Location's pawn stays spent."""
        for token in (CLUE, SECRET, FAVOR):
            self.to_supply(card, token, card.tokens[token])
        for villager in self.villagers:
            if villager.investigation is card:
                villager.investigation = None
        for name, row in self.rows.items():
            if card in row:
                row[row.index(card)] = None
                if name == "enchantment":
                    row.sort(key=lambda slot: slot is None)
        self.seats[card.card.owner].board_pawns += card.pawn

    def remove_card(self, card: InPlay) -> None:
        """Remove a card in play: it goes to its owner's discard pile (Glossary: Remove)."""
        self.leave_play(card)
        self.seats[card.card.owner].discard[card.card.kind] += 1

    def return_card(self, card: InPlay) -> None:
        """A card in play goes to its owner's hand, in sight of the other seat (ruling 58)."""
        self.leave_play(card)
        self.seats[card.card.owner].hand[card.card.kind] += 1
        self.seats[1 - card.card.owner].foe_hand[card.card.kind] += 1

    def lay(self, card: Card) -> None:
        """A card goes to the leftmost free spot of its row."""
        row = self.rows[card.type]
        row[row.index(None)] = InPlay(card)

    # ---- pawns ------------------------------------------------------------------------------------------------------

    def pawns_to_villager(self, seat: int, villager: Villager, amount: int, familiar: int) -> None:
        """Place pawns on a villager, the familiar pawn among them or not."""
        own = self.seats[seat]
        own.pawns -= amount - familiar
        own.familiar_pawn -= familiar
        villager.pawns[seat] += amount
        villager.familiar_pawn += familiar

    def pawn_to_board(self, seat: int, familiar: int) -> None:
        """Place a pawn on a spot of the player board."""
        own = self.seats[seat]
        own.pawns -= 1 - familiar
        own.familiar_pawn -= familiar
        own.board_pawns += 1 - familiar
        own.board_familiar_pawn += familiar

    def ready_villager(self, villager: Villager, owner: int) -> None:
        """Hand a seat's pawns on a villager back to it (Ready a Villager)."""
        familiar = villager.familiar_pawn if owner == WITCH else 0
        self.seats[owner].pawns += villager.pawns[owner] - familiar
        self.seats[owner].familiar_pawn += familiar
        villager.pawns[owner] = 0
        villager.familiar_pawn -= familiar

    def return_pawns(self, seat: int) -> None:
        """Upkeep, step 1; in the first turn of the game the Witch has only so many regular pawns (Action Phase Overview)."""
        own = self.seats[seat]
        for villager in self.villagers:
            self.ready_villager(villager, seat)
        for location in self.row("location"):
            if seat == HUNTER:
                location.pawn = 0
        own.board_pawns = own.board_familiar_pawn = 0
        own.pawns = self.numbers["pawns_hunter" if seat == HUNTER else "pawns_witch"]
        own.familiar_pawn = self.numbers["pawns_familiar"] if seat == WITCH else 0
        if self.first_turn:
            own.pawns = self.numbers["pawns_first_turn"]
            own.familiar_pawn = 0

    # ---- Suspects and endings -----------------------------------------------------------------------------------------

    def draw_suspect(self) -> None:
        """Exonerate: the Hunter draws a Suspect in secret."""
        left = self.suspects_left()
        villager = left[self.luck.draw(SUSPECTS, len(left))]
        self.suspects[villager] = 1
        self.log.add(SUSPECT_DRAWN, HUNTER, sum(self.suspects), secret=villager, seen_by=1 << HUNTER)
        self.check_suspects()

    def check_suspects(self) -> None:
        """The Hunter wins with enough Suspect cards; under a flag an eliminated innocent counts as one (ruling 42)."""
        gathered = sum(self.suspects)
        if self.numbers["eliminated_counts_as_exonerated"]:
            # A Suspect both drawn and eliminated counts once; the card stays in the deck.
            gathered += sum(1 for v in self.villagers if v.eliminated and not self.suspects[v.number])
        if gathered >= self.numbers["suspects_to_win"]:
            self.end(SUSPECTS_GATHERED)

    def end(self, ending: int) -> None:
        """The game ends immediately (Victory Conditions)."""
        self.ending = ending
        self.log.add(ENDED, self.turn, 0, ending)
        raise Ended

    def eliminate(self, villager: Villager) -> None:
        """Eliminate Villager and its consequences (rulings 39, 41, 45)."""
        if villager.number == self.true_witch:
            self.end(WITCH_ELIMINATED)
        villager.eliminated = 1
        for token in (SECRET, FAVOR):
            self.to_supply(villager, token, villager.tokens[token])
        for other in self.villagers:
            self.to_supply(other, CLUE, other.tokens[CLUE])
        if villager.investigation:
            self.remove_card(villager.investigation)
        self.innocents += 1
        self.log.add(ELIMINATED, HUNTER, villager.number)
        if self.innocents >= self.numbers["innocents_to_lose"]:
            self.end(INNOCENTS)
        if self.numbers["eliminated_counts_as_exonerated"]:
            self.check_suspects()
