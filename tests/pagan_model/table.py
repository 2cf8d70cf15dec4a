"""What lies on the table and in the hands, and the plain changes to it that need no decision."""

from __future__ import annotations

from collections.abc import Iterator

from .language import CLUE, EVIDENCE, SECRET
from .luck import SUSPECTS, Luck
from .rules import HUNTER, ROWS, WITCH, Card, Rules
from .state import (
    DISCARDED_AT_RANDOM,
    DREW,
    ELIMINATED,
    ENDED,
    EVIDENCE_GAINED,
    INNOCENTS,
    KINDS_OF_TOKEN,
    LOOKED,
    OBJECTIVE_MET,
    RESHUFFLED,
    SHOWN,
    SUSPECT_DRAWN,
    SUSPECTS_GATHERED,
    WITCH_ELIMINATED,
    WITCH_OBJECTIVE,
    Ended,
    InPlay,
    Log,
    Seat,
    Trigger,
    Villager,
    Visit,
)

INVESTIGATIONS = 15
SPOTS = 3
MOST_WAITING, MOST_TRIGGERED, MOST_INFLUENCE = 8, 32, 30_000


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
            0, numbers["supply_clues"], numbers["supply_secrets"], numbers["supply_favors"], *rules.supply_of_set,
            numbers["supply_evidence"],
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
        self.running: list[InPlay] = []
        self.visit: Visit | None = None
        self.waiting: list[Trigger] = []
        self.triggered = 0
        self.sums: dict[str, int] | None = None

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
        """The sum of a modifier over the cards on boards and objectives met (ruling 50; not over Investigations)."""
        if self.sums is None:
            self.sums = {}
            for card in (card for row in ROWS for card in self.row(row)):
                for key in card.card.modifiers:
                    self.sums[key] = self.sums.get(key, 0) + card.modifier(key)
            for seat, objective in zip(self.seats, self.rules.objectives, strict=True):
                for key, value in objective.modifiers.items() if objective and seat.objective else ():
                    self.sums[key] = self.sums.get(key, 0) + value
        return self.sums.get(name, 0)

    def number(self, name: str, modifier: str = "", least: int = 0) -> int:
        """A number of the ruleset with what modifiers add to it (by default those of the same name), not below `least`."""
        return max(least, self.numbers[name] + self.modifier(modifier or name))

    def complete(self, brew: InPlay) -> bool:
        """Whether a Brew has enough Secrets (Consume Brew); a blank one has no use for them."""
        return not brew.blank and brew.tokens[SECRET] >= max(0, brew.card.secrets + self.modifier("brew_secrets"))

    def free_spot(self, row: str) -> bool:
        """Whether a row has a spot left; the ruleset says how many of the three there are."""
        return len(self.row(row)) < self.numbers["spots"]

    def suspects_left(self) -> list[int]:
        """The innocents whose Suspect cards the deck still holds (ruling 42: eliminated ones too)."""
        return [v.number for v in self.villagers if v.number != self.true_witch and not self.suspects[v.number]]

    # ---- tokens -----------------------------------------------------------------------------------------------------

    def to_supply(self, thing: Villager | InPlay, token: int, amount: int, swept: bool = False) -> None:
        """Remove tokens, as far as there are any; from a villager that sets off triggers, but not what is swept away."""
        amount = min(amount, thing.tokens[token])
        thing.tokens[token] -= amount
        self.supply[token] += amount
        if amount and not swept and isinstance(thing, Villager):
            self.set_off("removed", token, thing.number)

    def from_supply(self, thing: Villager | InPlay, token: int, amount: int) -> int:
        """Place tokens as far as the supply goes; how many are missing (Game Overview: tokens are limited)."""
        placed = min(amount, self.supply[token])
        self.supply[token] -= placed
        thing.tokens[token] += placed
        if placed and isinstance(thing, Villager):
            self.set_off("placed", token, thing.number)
        return amount - placed

    def holders(self, token: int) -> list[Villager | InPlay]:
        """Villagers and cards in play that hold such a token, villagers first."""
        things: list[Villager | InPlay] = [*self.villagers, *self.in_play()]
        return [thing for thing in things if thing.tokens[token]]

    def token_to_be_had(self, token: int) -> bool:
        """Whether one can be had from the supply or by moving one in play, not from a card that resolves (ruling 66)."""
        return self.supply[token] > 0 or any(thing not in self.running for thing in self.holders(token))

    def gain_influence(self, seat: int, amount: int) -> None:
        """Influence is not limited, but for the model's and the engine's 30,000."""
        own = self.seats[seat]
        own.influence = min(MOST_INFLUENCE, own.influence + amount)

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

    # ---- triggers ---------------------------------------------------------------------------------------------------

    def set_off(self, moment: str, what: int | str = 0, villager: int = 0, but: InPlay | None = None) -> None:
        """Set off the triggers of a moment in order of places; not of a card whose program is running; `but` just entered."""
        if moment not in self.rules.triggers:
            return
        for card in self.in_play():
            if not card.program(moment) or card in self.running or card is but:
                continue
            if card.card.watches.get(moment) in (None, 0, "any", what) and len(self.waiting) < MOST_WAITING:
                self.waiting.append(Trigger(card, moment, villager))

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

    def discard_at_random(self, seat: int) -> None:
        """One card of a hand goes to the discard pile by luck, in sight of both."""
        hand = self.seats[seat].hand
        x = self.luck.draw(3 + seat, sum(hand))
        kind = 0
        while x >= hand[kind]:
            x -= hand[kind]
            kind += 1
        self.discard_from_hand(seat, kind)
        self.log.add(DISCARDED_AT_RANDOM, seat, kind)

    def show_hand(self, seat: int, public: bool) -> None:
        """The other seat sees a hand: alone (Look at), or it is shown to both (Reveal)."""
        for kind, copies in enumerate(self.seats[seat].hand):
            for _ in range(copies):
                if public:
                    self.log.add(SHOWN, seat, kind)
                else:
                    self.log.add(LOOKED, 1 - seat, 0, secret=kind, seen_by=1 << (1 - seat))
        self.seats[1 - seat].foe_hand = list(self.seats[seat].hand)

    def leave_play(self, card: InPlay) -> None:
        """A card leaves the boards: its tokens go to the supply, Enchantments slide left, a Location's pawn stays spent."""
        for token in range(1, KINDS_OF_TOKEN):
            self.to_supply(card, token, card.tokens[token])
        self.sums = None
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

    def lay(self, card: Card) -> InPlay:
        """A card goes to the leftmost free spot of its row."""
        row = self.rows[card.type]
        laid = InPlay(card)
        row[row.index(None)] = laid
        self.sums = None
        return laid

    def blank(self, card: InPlay, seat: int) -> None:
        """Treat the text of a card as if it wasn't there until a seat's next turn (Glossary: Blank)."""
        card.blank = 1 + seat
        self.sums = None

    def end_blanks(self, seat: int) -> None:
        """A seat's turn begins: what it has blanked counts again."""
        for card in self.in_play():
            if card.blank == 1 + seat:
                card.blank = 0
        self.sums = None

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
        self.set_off("exonerated")

    def check_suspects(self) -> None:
        """The Hunter wins with enough Suspect cards; under a flag an eliminated innocent counts as one (ruling 42)."""
        gathered = sum(self.suspects)
        if self.numbers["eliminated_counts_as_exonerated"]:
            # A Suspect both drawn and eliminated counts once; the card stays in the deck.
            gathered += sum(1 for v in self.villagers if v.eliminated and not self.suspects[v.number])
        if gathered >= self.numbers["suspects_to_win"]:
            self.end(SUSPECTS_GATHERED)

    def meet_objective(self, seat: int) -> None:
        """A seat has met its objective, for good; under new victory conditions it wins (Scenario Cards)."""
        self.seats[seat].objective = 1
        self.sums = None
        self.log.add(OBJECTIVE_MET, seat, 0)
        objective = self.rules.objectives[seat]
        if objective and objective.wins:
            self.end(WITCH_OBJECTIVE + seat)

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
        for token in range(1, KINDS_OF_TOKEN):
            self.to_supply(villager, token, villager.tokens[token], swept=True)
        for other in self.villagers:
            self.to_supply(other, CLUE, other.tokens[CLUE], swept=True)
        if villager.investigation:
            self.remove_card(villager.investigation)
        self.innocents += 1
        self.log.add(ELIMINATED, HUNTER, villager.number)
        if self.innocents >= self.numbers["innocents_to_lose"]:
            self.end(INNOCENTS)
        if self.numbers["eliminated_counts_as_exonerated"]:
            self.check_suspects()
        self.set_off("eliminated")
