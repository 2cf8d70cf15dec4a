"""Setup, Upkeep, the first turn, the end of a turn and the limits (Setup; Round Structure)."""

import numpy as np

from pagan_env.pagan.layout import CLUE, EVIDENCE, FAVOR, HUNTER, SECRET, WITCH
from pagan_env.pagan.turn import BEGIN, HAND_SIZE

from .position import Position


def dealt(seed: int = 5) -> Position:
    """A game as `reset` deals it, at the Witch's first decision."""
    return Position().deal(seed)


def test_setup():
    s = dealt().s
    assert [int(s.supply[token]) for token in (CLUE, SECRET, FAVOR, EVIDENCE)] == [30, 30, 20, 9]
    for seat in (WITCH, HUNTER):
        assert (s.seats[seat].hand_size, s.seats[seat].deck_size, s.seats[seat].influence) == (3, 9, 2)
    assert 1 <= s.true_witch <= 9
    assert (s.turn, s.to_act, s.round_number) == (WITCH, WITCH, 1)


def test_true_witch_is_uniform():
    p = Position()
    counts = np.zeros(10, int)
    for seed in range(900):
        counts[p.deal(seed).s.true_witch] += 1
    assert counts[0] == 0
    assert ((counts[1:] - 100) ** 2 / 100).sum() < 26.1  # chi-square, 8 degrees of freedom, p = 0.001


def test_first_turn_is_two_visits_to_one_faction():
    """Ruling 1."""
    p = dealt()
    assert p.legal == {f"visit {slug} regular" for slug in p.ruleset.villagers}
    p.do("visit widow_atkins regular", "villager widow_atkins", "villager nestling_mia")
    assert p.legal == {"visit nestling_mia regular", "visit trapper_adams regular"}
    p.do("visit trapper_adams regular", "villager trapper_adams")
    assert (p.s.turn, p.s.to_act) == (HUNTER, HUNTER)
    assert p.s.seats[HUNTER].pawns == 3
    assert len(p.starting("visit")) == 7  # the Witch's pawns still block (ruling 3)


def test_second_turn_has_three_pawns():
    p = dealt().do("visit widow_atkins regular", "villager widow_atkins", "villager widow_atkins")
    p.do("visit trapper_adams regular", "villager widow_atkins")
    p.do(*["gain_influence regular"] * 3)
    assert (p.s.round_number, p.s.turn) == (2, WITCH)
    assert (p.s.seats[WITCH].pawns, p.s.seats[WITCH].familiar_pawn) == (2, 1)
    assert "gain_influence familiar" in p.legal
    assert p.s.villagers[p.villager("widow_atkins")].pawns[WITCH] == 0  # Upkeep step 1


def test_all_three_actions_are_mandatory():
    """Ruling 2: no pass; gaining Influence is always legal."""
    p = Position(HUNTER)
    assert "done" not in p.legal
    assert "gain_influence regular" in p.legal


def test_hand_limit_at_the_end_of_upkeep():
    """Ruling 5: seven cards, only in one's own Upkeep."""
    p = Position(HUNTER).hand(bribe=2, gossip=2, lock_down=2, persuasion=2, armory=1).at_step(HAND_SIZE)
    assert p.decision == "card_to_discard"
    p.do("card bribe", "card armory")
    assert p.s.seats[HUNTER].hand_size == 7
    assert p.decision == "action"


def test_ally_upkeep_is_a_choice():
    """Rulings 6 and 63: an affordable Ally may be dropped all the same."""
    p = Position(HUNTER).in_play("clerk", "clerk").influence(HUNTER, 2).at_step(BEGIN)
    assert p.legal == {"pay", "drop ally_1", "drop ally_2"}
    p.do("drop ally_2", "pay")
    assert p.count_influence(HUNTER) == 1
    assert p.at("clerk") == [1]


def test_unpaid_ally_is_discarded_without_asking():
    p = Position(HUNTER).in_play("clerk").influence(HUNTER, 0).at_step(BEGIN)
    assert p.decision == "action"  # one option, and it hangs on public facts alone
    assert p.discarded("clerk") == 1


def test_effect_may_pay_for_the_upkeep():
    """Upkeep steps 3 and 4: the Clerk's Influence comes before the Ally's price."""
    p = Position(HUNTER).in_play("clerk", "clerk").hand(bribe=2).influence(HUNTER, 0).at_step(BEGIN)
    p.do("use ally_1", "card bribe")
    assert p.starting("use") == {"ally_2"}  # once for each copy (ruling 62)
    p.do("done", "pay")
    assert p.count_influence(HUNTER) == 1


def test_next_upkeep_makes_ready_again():
    """Pawns on Locations return, and effects used in the last Upkeep may be used in this one."""
    p = Position(HUNTER).in_play("clerk").in_play("armory").hand(bribe=2).influence(HUNTER, 9).at_step(BEGIN)
    p.tokens("doctor_annie", secrets=2).do("use ally_1", "card bribe", "pay", "activate location_1")
    assert p.s.places[4].pawn == 1
    p.do(*["gain_influence regular"] * 2, *["gain_influence regular"] * 2, "gain_influence familiar")
    assert (p.s.turn, p.s.round_number) == (HUNTER, 3)
    assert "use ally_1" in p.legal
    p.do("use ally_1", "card bribe", "pay")
    assert (p.s.places[4].pawn, p.s.seats[HUNTER].pawns) == (0, 3)
    assert p.starting("activate") == {"location_1"}


def test_brew_window_in_upkeep():
    """Rulings 23 and 64: once in Upkeep, only if a Brew is complete."""
    p = Position(WITCH).in_play("surplus_elixir", secrets=4).at_step(BEGIN)
    assert p.decision == "brew_window"
    assert p.legal == {"done", "consume brew_1"}
    p.do("consume brew_1")
    assert p.decision == "action"


def test_brew_window_at_the_end_of_the_turn():
    p = Position(WITCH).in_play("surplus_elixir", secrets=4)
    p.do("gain_influence regular", "gain_influence regular", "gain_influence familiar")
    assert p.decision == "brew_window"
    p.do("done")
    assert p.s.turn == HUNTER


def test_brews_wait_in_the_hunters_turn():
    p = Position(HUNTER).in_play("surplus_elixir", secrets=4)
    assert p.starting("consume") == set()


def test_round_limit_truncates():
    """Ruling 74."""
    p = Position(HUNTER)
    p.s.round_number = 60
    p.do(*["gain_influence regular"] * 3)
    assert p.ending == "round_limit"
    assert p.truncated
    assert p.payoffs() == [0, 0]
    assert p.s.to_act == -1


def test_reshuffle_only_when_a_card_is_needed():
    """Ruling 37; and the other seat then knows the hand (ruling 58)."""
    p = Position(HUNTER).hand(clerk=2, bribe=2, gossip=2, lock_down=2, persuasion=2, armory=1)
    me = p.s.seats[HUNTER]
    p.start()
    for _ in range(4):  # four cards of the hand are in the discard pile
        kind = int(np.flatnonzero(me.hand)[0])
        me.hand[kind] -= 1
        me.hand_size -= 1
        me.discard[kind] += 1
        me.discard_size += 1
    p.do("draw_card regular")
    assert (me.deck_size, me.discard_size) == (0, 4)
    assert p.s.seats[WITCH].foe_hand.tolist() == me.hand.tolist()
    p.do("draw_card regular")
    assert (me.deck_size, me.discard_size, me.hand_size) == (3, 0, 9)
    assert "Hunter reshuffles 4 cards" in p.events()
    assert p.s.seats[WITCH].foe_hand.sum() == 8  # the card drawn since is unknown


def test_nothing_to_draw():
    """Ruling 37: neither deck nor discard pile: the action is not offered."""
    p = Position(HUNTER)
    p.s.seats[HUNTER].deck[:] = 0
    p.s.seats[HUNTER].deck_size = 0
    assert p.starting("draw_card") == set()
