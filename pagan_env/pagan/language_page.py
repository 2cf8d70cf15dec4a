"""The page of the card language, made from its table: every line that a card can say with an example, moments, modifiers."""

from __future__ import annotations

from collections.abc import Iterator

from .card_files import MODIFIER_RULES
from .ops import language
from .program_files import MOMENTS_OF, WITH_PRICE
from .tables import MODIFIERS, MOMENTS

# One for each template, in the order of ops.py, under the heading of its group
GROUPS = {
    "Prices: the first lines, or behind `you may`": (
        "pay 2 Influence",
        "pay 1 card",
        "pay 1 Evidence",
        "pay 2 Clues from one villager",
    ),
    "Influence, Evidence and cards": (
        "gain 3 Influence",
        "gain 1 Evidence",
        "the opponent loses 2 Influence",
        "draw 2 cards",
        "the opponent discards 1 card at random",
        "look at the opponent's hand",
        "the opponent reveals their hand",
        "discard 1 card from the opponent's hand",
        "return 1 card from your discard pile to your hand",
        "permanently reveal 1 card from your hand",
        "play 1 card",
        "play 1 card at 1 less Influence",
        "play 1 Location",
        "play 1 Ally at 2 less Influence",
    ),
    "Villagers and tokens": (
        "choose another villager",
        "may choose a villager with 2 Secrets",
        "choose a villager without Favors",
        "choose a ready villager with Witch pawns",
        "place 2 Secrets on villagers of one colour",
        "remove up to 3 Clues from this villager",
        "remove all Clues from the target",
        "move up to 2 Clues from any villagers to the target",
        "ready the target",
    ),
    "Cards in play": (
        "choose an Investigation",
        "may choose a Brew with 1 Secret",
        "remove the chosen card",
        "return the chosen card to its owner's hand",
        "move the chosen card to another villager",
        "blank the chosen card until your next turn",
        "consume the chosen card",
    ),
    "The course of things": (
        "skip the skill",
        "take back 1 pawn",
        "exonerate a villager",
        "you may",
        "if 3 Secrets lie on this villager then",
        "if no Clues lie on all villagers then",
        "if the opponent has 5 cards in hand then",
        "if you have no Evidence then",
        "if 2 Allies are in play then",
        "if no Enchantments are in play then",
        "if there are 3 villagers with Favors then",
        "if 1 villagers are eliminated then",
        "otherwise",
        "for each Clue on all villagers",
        "for each card in hand the opponent has",
        "for each Location in play",
        "for each villager with Favors",
        "for each exonerated villager",
        "either",
        "or",
    ),
}
WHEN = {
    "play": "a Charm or Event is played",
    "visit": "a visit by the Investigation's `side`, step 1",
    "upkeep_start": "own Upkeep, step 2",
    "upkeep_must": "own Upkeep, step 3, must be done if it can",
    "upkeep_may": "own Upkeep, step 3, may be done",
    "upkeep_end": "own Upkeep, step 5",
    "activate": "the Location is activated",
    "consume": "the Brew is consumed",
    "use": "the Familiar augments an action",
    "empowered": "the same for its price, in place of `use`",
    "lift": "the Enchantment is lifted",
    "witch_assets": "a visit by the Witch, before she distributes",
    "hunter_assets": "a visit by the Hunter, before he distributes",
    "witch_skill": "a visit by the Witch, before the skill",
    "hunter_skill": "a visit by the Hunter, before the skill",
    "foe_upkeep_start": "the other seat's Upkeep, step 2",
    "foe_upkeep": "the other seat's Upkeep, before step 3",
    "foe_upkeep_end": "the other seat's Upkeep, step 5",
    "witch_visit": "a visit by the Witch, step 1",
    "hunter_visit": "a visit by the Hunter, step 1",
    "placed": "tokens as in `watches = { token = ... }` are placed on a villager",
    "removed": "tokens as in `watches` leave a villager for the supply",
    "played": "a card of the type in `watches = { type = ... }` has been played (any without)",
    "eliminated": "an innocent is eliminated",
    "exonerated": "the Hunter draws a Suspect",
}


HEAD = """# The card language

Written by `python -m pagan_env.pagan.dump` from `ops.py` and `tables.py`. {} verbs; what each does to the letter is in
[INTERFACE.md](../pagan_env/pagan/INTERFACE.md). A card is a block of a data file; a program is a list of lines:

```toml
[cards.noticeboard]
number = 931
name = "Noticeboard"
type = "location"
cost = 1
watches = {{ token = "Clue" }}
placed = ["place 1 Clue on here"]
activate = ["pay 3 Clues from here", "gain 1 Evidence"]
modifiers = {{ raid_clues = -1 }}
```

`here` is the card itself, `this villager` the one that the program is about (visited, under the Investigation, where tokens
were placed or removed), `the target` the villager chosen last, `the chosen card` the card in play chosen last. Words in [] may
be left out. Kinds of token that a card set declares stand beside Clue, Secret and Favor."""


def page() -> str:
    """docs/card_language.md."""
    return "\n".join([HEAD.format(len({verb.op for verb in language().verbs})), *_lines(), *_moments(), *_modifiers()]) + "\n"


def _lines() -> Iterator[str]:
    verbs = iter(language().verbs)
    for title, examples in GROUPS.items():
        yield from ("", f"## {title}", "", "| line | example |", "|---|---|")
        for example in examples:
            yield f"| `{next(verbs).grammar().replace('|', '/')}` | `{example}` |"


def _moments() -> Iterator[str]:
    yield from ("", "## Moments: the keys of a card that hold programs", "", "| key | when | types of card | price |")
    yield "|---|---|---|---|"
    for moment in MOMENTS:
        types = [card_type for card_type, own in MOMENTS_OF.items() if moment in own]
        whose = "all but charms and events" if len(types) > 4 else ", ".join(types)
        yield f"| `{moment}` | {WHEN[moment]} | {whose} | {'yes' if moment in WITH_PRICE else 'behind `you may`'} |"


def _modifiers() -> Iterator[str]:
    yield from ("", "## Modifiers, while the card is in play", "", "| key | adds to | from | to |", "|---|---|---|---|")
    for name, meaning in MODIFIERS.items():
        _, low, high = MODIFIER_RULES[name]
        yield f"| `{name}` | {meaning} | {low} | {high} |"
