"""The reach of the card language: effects of kinds found in well-known card games (effects@1.toml), each played."""

from __future__ import annotations

import numpy as np

from pagan_env.pagan.layout import BREWS, CLUE, ENCHANTMENTS, FAVOR, HUNTER, LOCATIONS, SECRET, WITCH
from pagan_env.pagan.ops import language
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position
from .support import EFFECTS


def play(seat: int, **options) -> Position:
    return Position(seat, EFFECTS, **options)


def lying(p: Position, place: int, token: int) -> int:
    return int(p.s.places[place].tokens[token])


# ---- cards in hands and piles ----------------------------------------------------------------------------------------


def test_raven_looks_at_the_hand():
    p = play(WITCH).in_play("raven").hand(relay=1, pardon=1).do("gain_influence familiar", "familiar familiar_1 plain")
    assert [p.s.seats[WITCH].foe_hand[p.kind(slug)[1]] for slug in ("relay", "pardon")] == [1, 1]
    assert p.in_hand("relay") == p.in_hand("pardon") == 1


def test_raven_empowered_takes_two_cards():
    p = play(WITCH).in_play("raven").hand(fever=1).hand(relay=1, pardon=2)
    p.do("gain_influence familiar", "familiar familiar_1 empowered", "card fever", "foe_card pardon")
    assert p.legal == {"foe_card relay", "foe_card pardon"}
    p.do("foe_card pardon")
    assert (p.in_hand("pardon"), p.in_hand("relay"), p.discarded("pardon")) == (0, 1, 2)
    assert p.decision == "action"


def test_fever_takes_cards_at_random_in_the_open():
    hands = set()
    for seed in range(20):
        p = play(WITCH, seed=seed).hand(fever=1).hand(relay=1, pardon=1, census=1).influence(WITCH, 1)
        p.do("play fever regular")
        assert p.s.seats[HUNTER].hand_size == 1
        hands.add(next(slug for slug in ("relay", "pardon", "census") if p.in_hand(slug)))
        assert sum("loses" in line for line in p.events()) == 2
    assert hands == {"relay", "pardon", "census"}


def test_fever_of_a_short_hand_takes_what_there_is():
    p = play(WITCH).hand(fever=1).hand(relay=1).influence(WITCH, 1).do("play fever regular")
    assert p.s.seats[HUNTER].hand_size == 0


def test_ashes_bring_cards_back():
    p = play(WITCH).hand(tithe=1, leech=2).in_play("ashes", secrets=1).deck(WITCH, omen=1)
    p.do("play leech regular", "consume brew_1")
    assert "card leech" in p.legal and "card tithe" in p.legal  # all that lies in the pile, not the Brew itself
    assert "card ashes" in p.legal  # its other copy, which the test has put there
    p.do("card leech", "card fever")
    assert (p.in_hand("leech"), p.in_hand("fever")) == (2, 1)
    assert p.s.seats[HUNTER].foe_hand[p.kind("fever")[1]] == 1  # ruling 58: it was taken in the open


def test_confession_shows_the_hand_to_everyone():
    p = play(HUNTER).hand(confession=1).hand(leech=1, tithe=1).influence(HUNTER, 1).do("play confession regular")
    assert {line for line in p.events() if "reveals" in line} == {"Witch reveals leech", "Witch reveals tithe"}
    p.do("foe_card tithe")
    assert (p.in_hand("leech"), p.in_hand("tithe")) == (1, 0)


def test_archive_puts_a_card_out_of_the_game():
    p = play(HUNTER).in_play("archive", "stocks").hand(relay=1).do("activate location_1", "card relay")
    kind = p.kind("relay")[1]
    assert (p.in_hand("relay"), p.discarded("relay"), p.s.seats[HUNTER].revealed[kind]) == (0, 0, 1)
    assert p.s.seats[HUNTER].hand_size == 2
    assert p.count_influence(HUNTER) == 2  # for each Location in play
    assert p.observation(WITCH)["foe_revealed"][kind - 1] == 1


def test_quartermaster_plays_cards_of_one_type():
    p = play(HUNTER).in_play("quartermaster").hand(relay=1, stocks=1, census=1).influence(HUNTER, 1).at_step(BEGIN)
    p.do("use ally_1", "card relay")
    assert p.legal == {"card stocks", "done"}  # no Event
    p.do("card stocks")
    assert p.at("stocks") == [LOCATIONS]
    assert p.count_influence(HUNTER) == 1  # printed 1, 1 less by the Ally's own modifier, 2 less: not below 0


def test_stocks_return_an_ally_for_cards():
    p = play(HUNTER).in_play("stocks", "sexton").do("activate location_1", "place ally_1")
    assert (p.at("sexton"), p.in_hand("sexton"), p.s.seats[HUNTER].hand_size) == ([], 1, 3)
    assert p.s.seats[WITCH].foe_hand[p.kind("sexton")[1]] == 1


# ---- Influence and Evidence ------------------------------------------------------------------------------------------


def test_leech_takes_no_more_than_there_is():
    p = play(WITCH).hand(leech=1).influence(HUNTER, 1).do("play leech regular")
    assert (p.count_influence(WITCH), p.count_influence(HUNTER)) == (2, 0)


def test_tithe_counts_the_other_hand():
    p = play(WITCH).hand(tithe=1).hand(relay=2, census=1).influence(WITCH, 1).do("play tithe regular")
    assert p.count_influence(WITCH) == 3
    q = play(WITCH).hand(tithe=1).influence(WITCH, 1).do("play tithe regular")
    assert q.count_influence(WITCH) == 0


def test_last_stand_is_stronger_for_those_behind():
    p = play(HUNTER).hand(last_stand=1).influence(HUNTER, 1).do("play last_stand regular")
    assert (p.count_influence(HUNTER), p.s.seats[HUNTER].evidence, p.s.seats[HUNTER].hand_size) == (1, 0, 1)
    q = play(HUNTER).hand(last_stand=1).influence(HUNTER, 1)
    q.s.villagers[1].eliminated, q.s.innocents = 1, 1
    q.do("play last_stand regular")
    assert (q.count_influence(HUNTER), q.s.seats[HUNTER].evidence, q.s.seats[HUNTER].hand_size) == (1, 2, 0)


def test_warrant_is_one_of_two():
    p = play(HUNTER).hand(warrant=2).influence(HUNTER, 2).pawns(WITCH, "doctor_annie").do("play warrant regular")
    assert p.legal == {"option option_1", "option option_2"}
    p.do("option option_2")
    assert "villager doctor_annie" not in p.legal  # a ready one
    p.do("villager stranger_sue", "play warrant regular", "option option_1")
    assert (p.on("stranger_sue")[0], p.s.seats[HUNTER].evidence) == (2, 1)


def test_pardon_draws_a_suspect():
    p = play(HUNTER).hand(pardon=1).influence(HUNTER, 2).next_suspect("doctor_annie").do("play pardon regular")
    assert p.s.suspects[p.villager("doctor_annie")] == 1
    assert p.s.seats[HUNTER].evidence == 0


# ---- cards in play ---------------------------------------------------------------------------------------------------


def test_hush_blanks_a_text_until_the_next_turn():
    p = play(WITCH).hand(hush=1).in_play("quartermaster", "archive", on="").influence(WITCH, 1).influence(HUNTER, 1)
    assert p.s.modifiers.any()
    p.do("play hush regular", "place ally_1", "gain_influence regular", "gain_influence familiar")
    assert not p.s.modifiers.any()
    assert p.decision == "ally_payment"  # nothing to use in Upkeep, but the upkeep is due
    p.do("pay")
    assert p.count_influence(HUNTER) == 0
    for _ in range(3):
        p.do("gain_influence regular")
    assert p.s.turn == WITCH
    assert p.s.modifiers.any()


def test_hush_on_a_location_and_the_upkeep_of_blank_cards():
    p = play(WITCH).hand(hush=1).in_play("archive").influence(WITCH, 1)
    p.do("play hush regular", "gain_influence regular", "gain_influence familiar")
    assert p.s.turn == HUNTER
    assert p.starting("activate") == set()


def test_forced_draught_drinks_the_witchs_brew():
    p = play(HUNTER).hand(forced_draught=1).in_play("omen", secrets=2).in_play("ashes").influence(HUNTER, 1)
    p.tokens("doctor_annie", clues=2).do("play forced_draught regular")  # Ashes aren't complete: no choice
    assert p.s.to_act == WITCH  # her effect, her choice
    p.do("villager doctor_annie")
    assert p.on("doctor_annie") == (0, 0, 1)
    assert (p.at("omen"), p.discarded("omen"), p.count_influence(HUNTER)) == ([], 1, 1)


def test_forced_draught_needs_a_complete_brew():
    p = play(HUNTER).hand(forced_draught=1).in_play("omen", secrets=1).influence(HUNTER, 1)
    assert "forced_draught regular" in p.starting("play")  # the Influence alone is a reason


def test_second_wind_is_one_more_action():
    p = play(WITCH).hand(second_wind=1).influence(WITCH, 1).do("gain_influence regular", "play second_wind regular")
    assert (p.s.seats[WITCH].pawns, p.s.seats[WITCH].board_pawns) == (1, 1)


# ---- tokens on cards, and triggers -----------------------------------------------------------------------------------


def test_hoard_gathers_secrets_and_spends_them():
    p = play(WITCH).in_play("hoard").at_step(BEGIN)
    p.s.places[ENCHANTMENTS].tokens[SECRET] = 1
    p.s.supply[SECRET] -= 1
    p.do("use enchantment_1")
    assert lying(p, ENCHANTMENTS, SECRET) == 0  # one more at the start of Upkeep, two paid
    assert [p.on(slug)[1] for slug in ("preacher_wulfric", "native_pamuy", "beau_johnson", "doctor_annie")] == [1, 1, 1, 0]
    assert p.s.seats[WITCH].hand_size == 1


def test_noticeboard_counts_clues_placed_elsewhere():
    p = play(HUNTER).in_play("noticeboard").hand(warrant=1).influence(HUNTER, 1)
    p.do("visit doctor_annie regular", "villager doctor_annie", "villager stranger_sue")
    assert lying(p, LOCATIONS, CLUE) == 2  # an asset each
    p.do("play warrant regular", "option option_2", "villager mayor_biggs")
    assert lying(p, LOCATIONS, CLUE) == 3  # two at once are one act
    p.do("activate location_1")
    assert (lying(p, LOCATIONS, CLUE), p.s.seats[HUNTER].evidence) == (0, 1)


def test_grudge_follows_secrets_that_go():
    p = play(HUNTER).in_play("grudge").influence(HUNTER, 3).tokens("doctor_annie", secrets=1, clues=3)
    p.do("raid doctor_annie secrets")
    assert p.count_influence(HUNTER) == 2
    q = play(WITCH).in_play("grudge").influence(HUNTER, 3).tokens("doctor_annie", secrets=6)
    q.do("visit doctor_annie regular", "convert")
    assert (q.count_influence(HUNTER), q.s.seats[WITCH].hand_size) == (2, 1)  # 3 Secrets are left on this villager


def test_mourning_draws_for_the_dead_and_may_pay_for_suspects():
    p = play(HUNTER, witch="trapper_adams").in_play("mourning").influence(WITCH, 1).evidence(6)
    for slug in p.ruleset.villagers:
        p.tokens(slug, clues=3 if slug == "doctor_annie" else 1)
    p.do("eliminate doctor_annie")
    assert p.s.seats[WITCH].hand_size == 2
    p.do("exonerate")
    assert p.s.to_act == WITCH  # in the Hunter's turn
    assert p.legal == {"option option_1", "done"}
    p.do("option option_1")
    assert (p.count_influence(WITCH), p.s.seats[WITCH].hand_size) == (0, 3)
    p.do("exonerate")
    assert (p.s.turn, p.decision) == (WITCH, "action")  # it can't be paid a second time, so nothing was asked


def test_kindled_cat_is_set_off_by_charms():
    p = play(WITCH).in_play("kindled_cat").hand(leech=1, omen=1).influence(HUNTER, 0).influence(WITCH, 2)
    p.do("play leech regular", "option option_1", "villager beau_johnson")
    assert p.on("beau_johnson")[1] == 1
    assert p.count_influence(WITCH) == 3  # 2 + 2 - 1
    p.do("play omen regular")
    assert p.decision == "action"  # a Brew is no Charm


def test_sexton_watches_the_witchs_visits():
    p = play(WITCH).in_play("sexton").tokens("doctor_annie", secrets=1).tokens("stranger_sue", secrets=1)
    p.do("visit trapper_adams regular")
    assert p.on("trapper_adams")[0] == 0  # two villagers with Secrets only
    q = play(WITCH).in_play("sexton").tokens("doctor_annie", secrets=1).tokens("stranger_sue", secrets=1)
    q.tokens("mayor_biggs", secrets=2).do("visit trapper_adams regular")
    assert q.on("trapper_adams")[0] == 1


def test_omen_watches_the_hunters_upkeep():
    p = play(HUNTER).in_play("omen").hand(relay=2, census=2, pardon=1).at_step(BEGIN)
    assert (p.decision, p.s.to_act) == ("card_to_discard", HUNTER)
    p.do("card relay")
    assert p.s.seats[WITCH].hand_size == 1  # no Clues anywhere at the end of Upkeep
    q = play(HUNTER).in_play("omen").tokens("doctor_annie", clues=1).at_step(BEGIN).start()
    assert (q.count_influence(WITCH), q.s.seats[WITCH].hand_size) == (1, 0)


def test_tangle_shapes_the_hunters_visit():
    p = play(HUNTER).in_play("tangle").tokens("doctor_annie", clues=3, favors=2).at_step(BEGIN)
    p.do("visit doctor_annie regular")
    assert p.count_influence(WITCH) == 1  # one villager with Favors, in the Hunter's Upkeep
    assert p.s.seats[HUNTER].evidence == 0  # skipped
    assert p.s.stack[p.s.depth - 1].amount == 1  # one asset less than two


def test_bailiff_pays_with_what_lies_on_him():
    p = play(HUNTER).in_play("bailiff").hand(relay=2).tokens("doctor_annie", clues=1)
    p.do("play relay regular", "villager stranger_sue", "villager doctor_annie")
    assert lying(p, 1, CLUE) == 1  # for the card played
    p.do("play relay regular", "villager doctor_annie", "villager stranger_sue")
    assert lying(p, 1, CLUE) == 2
    p.do("visit trapper_adams regular", "villager widow_atkins")
    assert p.legal == {"option option_1", "done"}
    p.do("option option_1")
    assert (lying(p, 1, CLUE), p.on("trapper_adams")[0]) == (0, 2)


def test_bailiff_must():
    p = play(HUNTER).in_play("bailiff").hand(relay=1).tokens("doctor_annie", secrets=2).at_step(BEGIN).start()
    assert (p.on("doctor_annie")[1], p.s.seats[HUNTER].hand_size) == (0, 0)


# ---- villagers -------------------------------------------------------------------------------------------------------


def test_curfew_skips_steps_of_the_visit():
    p = play(WITCH).in_play("curfew", on="doctor_annie").tokens("doctor_annie", secrets=3).do("visit doctor_annie regular")
    assert p.decision == "action"  # no conversion, no distribution
    assert (p.on("doctor_annie"), p.s.seats[WITCH].hand_size) == ((0, 3, 0), 1)  # but her skill


def test_relay_gathers_tokens():
    p = play(HUNTER).hand(relay=1).tokens("beau_johnson", clues=1).tokens("nestling_mia", clues=4).tokens("doctor_annie", clues=1)
    p.do("play relay regular", "villager doctor_annie")
    assert p.legal == {"villager beau_johnson", "villager nestling_mia", "done"}
    p.do("villager nestling_mia", "villager beau_johnson", "villager nestling_mia")
    assert (p.on("doctor_annie")[0], p.on("nestling_mia")[0], p.on("beau_johnson")[0]) == (4, 2, 0)


def test_census_goes_by_colour():
    p = play(HUNTER).hand(census=1).influence(HUNTER, 2).tokens("doctor_annie", secrets=1).tokens("beau_johnson", secrets=1)
    p.tokens("stranger_sue", secrets=1).do("play census regular")
    assert [p.on(slug)[0] for slug in ("widow_atkins", "nestling_mia", "trapper_adams", "doctor_annie")] == [1, 1, 1, 0]
    p.do("villager doctor_annie")
    assert p.legal == {"villager stranger_sue", "done"}  # of one colour


def test_toll_makes_things_dearer():
    p = play(HUNTER).in_play("toll").hand(pardon=1).influence(HUNTER, 2).tokens("doctor_annie", favors=1, clues=3)
    assert "pardon regular" not in p.starting("play")
    assert p.starting("raid") == set()
    assert p.starting("lift") == {"enchantment_1"}  # 1 + 1
    p.do("gain_influence regular")
    assert p.count_influence(HUNTER) == 3


def test_completed_brews_place_where_they_say():
    p = play(WITCH).in_play("omen", secrets=2).tokens("doctor_annie", clues=5).do("consume brew_1", "villager doctor_annie")
    assert p.on("doctor_annie") == (0, 0, 1)
    assert (lying(p, BREWS, SECRET), p.s.supply[FAVOR]) == (0, 19)


def test_every_verb_is_at_work():
    """On these cards or on those that ship: 35 verbs, no more."""
    used = set()
    for ruleset in (EFFECTS, load_ruleset("standard")):
        used |= set(ruleset.tables.view(np.ndarray)[0]["code"][:, 0].tolist())
    verbs = {verb.op for verb in language().verbs}
    assert used == {0, *verbs}
    assert len(verbs) == 35
