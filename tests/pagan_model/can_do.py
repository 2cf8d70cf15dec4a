"""Whether a program can do something (rulings 49 and 68), by public facts only. Changes nothing."""

from __future__ import annotations

from .language import COLOURS, EVIDENCE, Line, Program
from .state import InPlay, Villager, passes
from .table import Table

ALWAYS = {"gain influence", "draw", "discard", "look", "reveal", "play", "skip"}
ON_CARDS = {"remove card", "return card", "move card", "blank", "consume"}
COURSE = {"you may", "for each"}


def of_words(villagers: list[Villager], words: str) -> list[Villager]:
    """Those of the villagers that "a red villager", "each red villager" and the like mean; all if no colour is named."""
    colour = next((COLOURS[word] for word in words.split() if word in COLOURS), 0)
    return [villager for villager in villagers if colour in (0, villager.card.colour)]


def eligible_villagers(t: Table, line: Line) -> list[Villager]:
    """The living villagers that a "choose" would take, whatever was chosen before."""
    villagers = of_words([villager for villager in t.living() if passes(villager, line.filter)], line.which)
    return [villager for villager in villagers if villager.ready or line.which != "a ready villager"]


def eligible_cards(t: Table, line: Line, controller: int, here: int = 0) -> list[InPlay]:
    """The cards in play that a "choose" would take; `here` is the villager that the program is about."""
    if line.which == "the Investigation on this villager":
        cards = [v.investigation for v in t.villagers if v.investigation and v.number == here]
    elif line.which == "a complete Brew":
        cards = [brew for brew in t.row("brew") if t.complete(brew)]
    elif line.which == "a card of the opponent":
        cards = [card for card in t.in_play() if card.card.owner != controller]
    else:
        cards = t.of_type(line.type)
    return [card for card in cards if passes(card, line.filter) and card not in t.leaving]


def can_do_something(t: Table, controller: int, lines: Program, card: InPlay | None = None) -> bool:
    """Whether some line would change something, whatever the lines before let the controller choose."""
    return Outlook(t, controller, card).any_of(lines)


def alternative_can(
    t: Table, controller: int, lines: Program, card: InPlay | None, target: int, chosen_card: InPlay | None
) -> bool:
    """The same for lines in the middle of a program, with what was really chosen."""
    outlook = Outlook(t, controller, card)
    outlook.villagers = [t.villager(target)] if target else []
    outlook.has_card = t.place_of(chosen_card) > 0
    return outlook.any_of(lines)


class Outlook:
    """What a program could do: `villagers` could have been chosen by the lines so far, and a card or not."""

    def __init__(self, t: Table, controller: int, card: InPlay | None) -> None:
        self.t = t
        self.controller = controller
        self.card = card
        self.villagers: list[Villager] = []
        self.has_card = False

    def any_of(self, lines: Program) -> bool:
        """A line after a condition or "otherwise" doesn't count, nor do prices; one behind "for each" does."""
        after_condition = False
        for line in lines:
            if line.verb in ("if", "otherwise"):
                after_condition = True
                continue
            if after_condition:
                after_condition = False
            elif self.note_choice(line):
                pass
            elif line.verb == "either":
                return any(self.branch(lines) for lines in (line.first, line.second))
            elif not line.verb.startswith("pay ") and line.verb not in COURSE and self.changes(line):
                return True
        return False

    def note_choice(self, line: Line) -> bool:
        """What a line lets one choose; whether it is such a line."""
        if line.verb == "choose villager":
            self.villagers = eligible_villagers(self.t, line)
        elif line.verb == "choose card":
            there = line.which == "the Investigation on this villager"
            self.has_card = there or bool(eligible_cards(self.t, line, self.controller))
        elif line.verb == "pay tokens" and line.where == "one villager":
            self.villagers = [v for v in self.t.living() if v.tokens[line.token] >= line.amount]
        else:
            return False
        return True

    def branch(self, lines: Program) -> bool:
        """One alternative, with what could have been chosen before it."""
        other = Outlook(self.t, self.controller, self.card)
        other.villagers, other.has_card = self.villagers, self.has_card
        return other.any_of(lines)

    def changes(self, line: Line) -> bool:
        """Whether one line would change something; a chosen card counts whatever lies on it, of a move only the source."""
        if line.verb in ALWAYS:
            return True
        if line.verb in ON_CARDS or line.where == "the chosen card":
            return self.has_card and (line.verb != "place" or self.t.token_to_be_had(line.token))
        t, own, foe = self.t, self.t.seats[self.controller], self.t.seats[1 - self.controller]
        facts = {
            "gain evidence": lambda: t.supply[EVIDENCE] > 0,
            "lose": lambda: (foe.influence if line.which == "Influence" else foe.evidence) > 0,
            "discard seen": lambda: any(foe.hand),
            "recover": lambda: any(own.discard),
            "reveal for good": lambda: any(own.hand),
            "take back": lambda: own.board_pawns > 0,
            "exonerate": lambda: bool(t.suspects_left()),
            "ready": lambda: any(v.pawns[1 - self.controller] for v in self.meant(line.where)),
            "place": lambda: bool(self.meant(line.where)) and t.token_to_be_had(line.token),
            "remove": lambda: any(thing.tokens[line.token] for thing in self.meant(line.where)),
            "move": lambda: any(thing.tokens[line.token] for thing in self.meant(line.where)),
        }
        return facts[line.verb]()

    def meant(self, where: str) -> list:
        """The villagers or cards that words of place could mean; "this villager" is taken for any."""
        if where == "the target":
            return self.villagers
        if where == "here":
            return [self.card] if self.card else []
        return of_words(self.t.living(), where)
