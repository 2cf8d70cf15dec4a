"""Rulings that no shipped card reaches, by cards written for the test."""

import re
from pathlib import Path

import pytest

from pagan_env.core.data import DataError
from pagan_env.pagan import rules
from pagan_env.pagan.layout import HUNTER, SECRET, WITCH
from pagan_env.pagan.rulesets import load_ruleset
from pagan_env.pagan.turn import BEGIN

from .position import Position

HERE = Path(__file__).parent
ENGINE = Path(rules.__file__).parent
PROVENANCE = 'provenance = { cost = "house", effect = "house"'


@pytest.fixture
def made(tmp_path):
    """Make a ruleset from cards in TOML: `made(witch="...", hunter="...", skip_forced=0)`; two copies of each card."""

    def make(witch: str = "", hunter: str = "", **numbers: int):
        blocks, decks, number = [], [], 1000
        for seat, text in (("witch", witch), ("hunter", hunter)):
            slugs = re.findall(r"\[cards\.(\w+)\]", text)
            for slug in slugs:
                number += 1
                text = text.replace(f"[cards.{slug}]", f'[cards.{slug}]\nnumber = {number}\nname = "{slug}"')
            filler = {"witch": "gather", "hunter": "armory"}[seat]
            copies = {slug: 2 for slug in slugs} | {filler: 2}
            missing = 8 - sum(copies.values())
            extra = {"witch": ["assist", "allure", "qualm"], "hunter": ["bribe", "clerk", "gossip"]}[seat]
            copies |= {slug: 2 for slug in extra[: missing // 2]}
            blocks.append(text)
            decks.append(f"[decks.{seat}]\n" + "\n".join(f"{slug} = {n}" for slug, n in copies.items()))
        settings = {"deck_size": 8, "deck_minimum": 0} | numbers
        base = (HERE / "rulings@1.toml").read_text("utf-8").partition("[numbers]")[0]
        lines = [base, "[numbers]", *(f"{key} = {value}" for key, value in settings.items()), *decks, *blocks]
        path = tmp_path / "made@1.toml"
        path.write_text("\n".join(lines), "utf-8")
        return load_ruleset(path)

    return make


def test_must_effect_that_cannot_be_done(made):
    """Ruling 7: as much as possible; it isn't offered when nothing can be done, and nothing is discarded for it."""
    must = 'upkeep_must=["remove 1 Secret from any villagers"]'
    ally = f'[cards.a]\ntype="ally"\ncost=0\nupkeep=0\n{must}\n{PROVENANCE}, upkeep="house" }}'
    p = Position(HUNTER, made(hunter=ally)).in_play("a").at_step(BEGIN)
    assert p.decision == "ally_payment"
    q = Position(HUNTER, made(hunter=ally)).in_play("a").tokens("doctor_annie", secrets=1).at_step(BEGIN)
    assert q.decision == "ally_payment"  # the only thing to do, so the engine has done it
    assert q.on("doctor_annie") == (0, 0, 0)
    assert q.at("a") == [1]


def test_must_before_done(made):
    """Rulings 8 and 62: effects in any order, but no done while a doable "must" waits."""
    allies = (
        f'[cards.a]\ntype="ally"\ncost=0\nupkeep=1\nupkeep_must=["gain 1 Influence"]\n{PROVENANCE}, upkeep="house" }}\n'
        f'[cards.b]\ntype="ally"\ncost=0\nupkeep=1\nupkeep_may=["draw 1 card"]\n{PROVENANCE}, upkeep="house" }}\n'
    )
    p = Position(HUNTER, made(hunter=allies)).in_play("a", "b").influence(HUNTER, 1).at_step(BEGIN)
    assert p.legal == {"use ally_1", "use ally_2"}
    p.do("use ally_2")  # the "must" alone is left, so the engine does it
    assert p.s.seats[HUNTER].hand_size == 1
    assert p.count_influence(HUNTER) == 2
    p.do("pay")
    assert p.count_influence(HUNTER) == 0  # step 4 comes after step 3


def test_start_and_end_of_upkeep(made):
    """Ruling 8: step 2 before the menu, step 5 after the Allies are paid."""
    ally = (
        '[cards.a]\ntype="ally"\ncost=0\nupkeep=1\nupkeep_start=["gain 1 Influence"]\nupkeep_end=["draw 1 card"]\n'
        f'{PROVENANCE}, upkeep="house" }}'
    )
    p = Position(HUNTER, made(hunter=ally)).in_play("a").influence(HUNTER, 0).at_step(BEGIN)
    assert p.decision == "ally_payment"
    assert p.count_influence(HUNTER) == 1
    assert p.s.seats[HUNTER].hand_size == 0
    p.do("pay")
    assert p.s.seats[HUNTER].hand_size == 1
    q = Position(HUNTER, made(hunter=ally)).in_play("a").at_step(BEGIN).do("drop ally_1")
    assert q.s.seats[HUNTER].hand_size == 0  # it has left play before step 5


def test_witchs_own_upkeep_menu(made):
    """Ruling 64: where she decides anyway, the Brew stands in the menu's first decision."""
    familiar = f'[cards.f]\ntype="familiar"\ncost=0\nuse=["draw 1 card"]\nupkeep_may=["gain 1 Influence"]\n{PROVENANCE} }}\n'
    brew = f'[cards.d]\ntype="brew"\ncost=0\nsecrets=1\nconsume=["gain 5 Influence"]\n{PROVENANCE}, secrets="house" }}\n'
    p = Position(WITCH, made(witch=familiar + brew)).in_play("f", "f").in_play("d", secrets=1).at_step(BEGIN)
    assert p.legal == {"use familiar_1", "use familiar_2", "done", "consume brew_1"}
    p.do("use familiar_1")
    assert p.legal == {"use familiar_2", "done"}


def test_lock_down_takes_two_of_three_actions():
    """Ruling 17: one visit, two pawns; a Ready removes both."""
    p = Position(WITCH, load_ruleset(HERE / "rulings@1.toml")).in_play("lock_down", on="doctor_annie")
    p.do("visit doctor_annie regular", "villager doctor_annie", "villager doctor_annie")
    assert (p.s.seats[WITCH].pawns, p.s.seats[WITCH].familiar_pawn) == (0, 1)
    p.tokens("doctor_annie", clues=1).do("gain_influence familiar")
    assert p.s.turn == HUNTER
    p.do("ready doctor_annie regular")
    assert p.s.villagers[p.villager("doctor_annie")].pawns[WITCH] == 0


@pytest.mark.parametrize(("pawns", "by_regular", "by_familiar"), [("regular", 1, 0), ("familiar", 0, 1), ("any", 1, 1)])
def test_investigation_of_one_kind_of_pawn(made, pawns, by_regular, by_familiar):
    """Ruling 18."""
    head = f'[cards.i]\ntype="investigation"\nside="witch"\npawns="{pawns}"\ncost=0\n'
    card = head + f'visit=["place 1 Clue on this villager"]\n{PROVENANCE} }}'
    for pawn, clues in (("regular", by_regular), ("familiar", by_familiar)):
        p = Position(WITCH, made(hunter=card)).in_play("i", on="trapper_adams").do(f"visit trapper_adams {pawn}")
        assert p.on("trapper_adams")[0] == clues


def test_what_can_be_done_is_done(made):
    """Rulings 34 and 49: a card without "if possible" does what it can; one that can do nothing is not played."""
    event = f'[cards.e]\ntype="event"\ncost=0\nplay=["remove 1 Favor from any villagers", "gain 1 Evidence"]\n{PROVENANCE} }}'
    p = Position(HUNTER, made(hunter=event)).hand(e=1).do("play e regular")
    assert p.s.seats[HUNTER].evidence == 1


def test_price_is_paid_in_full_or_not_at_all(made):
    """Rulings 29 and 34: at each moment that has a price."""
    familiar = f'[cards.f]\ntype="familiar"\ncost=0\nuse=["pay 2 Influence", "draw 1 card"]\n{PROVENANCE} }}\n'
    brew = (
        '[cards.d]\ntype="brew"\ncost=0\nsecrets=1\nconsume=["pay 3 Influence", "draw 1 card"]\n'
        f'{PROVENANCE}, secrets="house" }}\n'
    )
    p = Position(WITCH, made(witch=familiar + brew)).in_play("f").in_play("d", secrets=1).influence(WITCH, 1)
    assert p.starting("consume") == set()
    p.do("draw_card familiar")
    assert p.decision == "action"  # no Familiar can be paid
    q = Position(WITCH, made(witch=familiar + brew)).in_play("f").in_play("d", secrets=1).influence(WITCH, 3)
    q.do("consume brew_1")
    assert q.count_influence(WITCH) == 0


def test_target_is_one_entity(made):
    """Ruling 35: all lines that say "the target" mean the villager chosen."""
    event = (
        '[cards.e]\ntype="event"\ncost=0\n'
        'play=["choose a villager", "place 1 Clue on the target", "place 1 Clue on the target"]\n'
        f"{PROVENANCE} }}"
    )
    p = Position(HUNTER, made(hunter=event)).hand(e=1).do("play e regular", "villager doctor_annie")
    assert p.on("doctor_annie") == (2, 0, 0)


def test_discards_are_public_and_hands_are_not():
    """Rulings 38 and 60: discard piles, hand sizes, tokens and Influence show; hands, decks, identity, Suspects don't."""
    p = Position(HUNTER, load_ruleset("first_steps")).hand(bribe=1, clerk=1).influence(HUNTER, 3).do("play bribe regular")
    seen = p.observation(WITCH)
    assert seen["foe_discard"][p.kind("bribe")[1] - 1] == 1
    assert seen["foe_counts"][4] == 1
    assert not seen["foe_hand_known"].any()


def test_last_suspect_wins_before_the_deck_is_short():
    """Ruling 43: with nine villagers, the eighth Suspect card wins at once."""
    p = Position(HUNTER, load_ruleset(HERE / "rulings@1.toml"), witch="trapper_adams").evidence(3)
    p.s.suspects[1:8] = 1
    p.s.suspects_drawn = 7
    p.do("exonerate")
    assert p.ending == "suspects_gathered"


def test_victory_is_immediate_in_mid_turn():
    """Ruling 46: pawns are left, the game is over."""
    p = Position(WITCH, witch="doctor_annie").tokens("doctor_annie", favors=3).do("ritual doctor_annie regular")
    assert (p.s.to_act, p.s.seats[WITCH].pawns) == (-1, 1)


def test_eliminated_counts_as_exonerated_under_its_flag(made):
    """Ruling 42: off by default."""
    for flag, ending in ((0, "running"), (1, "suspects_gathered")):
        p = Position(HUNTER, made(eliminated_counts_as_exonerated=flag, suspects_to_win=2), witch="trapper_adams")
        for slug in p.ruleset.villagers:
            p.tokens(slug, clues=3 if slug == "doctor_annie" else 1)
        p.s.suspects[p.villager("stranger_sue")] = 1
        p.s.suspects_drawn = 1
        p.do("eliminate doctor_annie")
        assert p.ending == ending


def test_reshuffle_leaves_the_card_being_resolved_out(made):
    """Ruling 48: an Event that draws goes to the discard pile after its effect."""
    event = f'[cards.e]\ntype="event"\ncost=0\nplay=["draw 2 cards"]\n{PROVENANCE} }}'
    p = Position(HUNTER, made(hunter=event)).hand(e=1)
    me = p.s.seats[HUNTER]
    me.discard[:] = me.deck
    me.discard_size = me.deck_size
    me.deck[:] = 0
    me.deck_size = 0
    p.do("play e regular")
    assert (me.deck_size, me.hand_size, me.discard_size) == (5, 2, 1)
    assert p.discarded("e") == 1


def test_brew_favors_count_for_a_play_skill_too(made):
    """Ruling 13: drunk in the skill's first decision is drunk before step 4 counts."""
    brew = (
        '[cards.d]\ntype="brew"\ncost=0\nsecrets=1\nconsume=["choose a villager with 1 Favor", "place 1 Favor on the target"]\n'
        f'{PROVENANCE}, secrets="house" }}'
    )
    for slug in ("native_pamuy", "trapper_adams"):
        p = Position(WITCH, made(witch=brew)).in_play("d", secrets=1).tokens(slug, favors=1).do(f"visit {slug} regular")
        p.do(f"villager {slug}", "consume brew_1")
        p.do("done") if p.decision == "card_to_play" else None
        assert p.decision == "skill_again"


def test_first_turn_extra_visits_keep_to_the_faction():
    """Ruling 52: whatever gives her another action in the first turn, it is a visit to the same faction."""
    p = Position(WITCH, load_ruleset(HERE / "rulings@1.toml")).deal(3)
    p.do("visit widow_atkins regular", "villager widow_atkins", "villager widow_atkins")
    p.s.seats[WITCH].pawns += 1
    p.do("visit nestling_mia regular", "villager widow_atkins")
    assert p.legal == {"visit trapper_adams regular"}


def test_first_turn_without_a_second_villager_of_the_faction():
    """Ruling 52: she can only stop; her pawn is spent."""
    p = Position(WITCH, load_ruleset(HERE / "rulings@1.toml")).deal(3)
    for slug in ("nestling_mia", "trapper_adams"):
        p.s.villagers[p.villager(slug)].eliminated = 1
    p.do("visit widow_atkins regular")
    assert p.legal == {"done"}
    p.do("done")
    assert (p.s.turn, p.s.seats[WITCH].pawns, p.s.seats[WITCH].board_pawns) == (HUNTER, 0, 1)


def test_exonerate_without_suspects(made):
    """Ruling 53: in a reduced ruleset the Suspect deck can be empty."""
    p = Position(HUNTER, made(suspects_to_win=9)).evidence(3)
    p.s.suspects[1:9] = 1
    p.s.suspects_drawn = 8
    assert "exonerate" not in p.legal


def test_ready_as_an_effect_is_free():
    """Ruling 54."""
    p = Position(WITCH, load_ruleset("first_steps")).hand(suggestion=1).influence(WITCH, 1).pawns(HUNTER, "doctor_annie")
    p.do("play suggestion regular")
    assert p.s.supply[SECRET] == 30


def test_decisions_that_hang_on_secrets_are_always_asked(made):
    """Rulings 55 and 72: one card in hand is asked for all the same; a forced villager is not."""
    p = Position(HUNTER, load_ruleset("first_steps")).in_play("clerk").hand(bribe=1).influence(HUNTER, 1).at_step(BEGIN)
    p.do("use ally_1")
    assert (p.decision, p.legal) == ("card_to_discard", {"card bribe"})
    q = Position(HUNTER, made(skip_forced=0)).in_play("armory").tokens("doctor_annie", secrets=2).do("activate location_1")
    assert (q.decision, q.legal) == ("villager_target", {"villager doctor_annie"})


def test_no_mask_for_the_seat_that_waits():
    """Ruling 56."""
    p = Position(HUNTER, witch="doctor_annie").tokens("doctor_annie", favors=3).start()
    assert not p.s.seats[WITCH].legal.any()
    assert p.s.seats[HUNTER].legal.any()


def test_names_are_kinds_not_slots():
    """Ruling 57: two copies are one action."""
    p = Position(HUNTER, load_ruleset("first_steps")).hand(bribe=2).influence(HUNTER, 9)
    assert p.starting("play") == {"bribe regular"}


def test_spectators_board_hides_both_hands():
    """Ruling 59."""
    from pagan_env.pagan.render import render

    p = Position(WITCH, load_ruleset("first_steps"), witch="doctor_annie").hand(allure=1, bribe=1).start()
    board = render(p.states, p.ruleset, None)
    assert "Allure" not in board and "Bribe" not in board and "true witch" not in board
    assert "Allure" in render(p.states, p.ruleset, WITCH) and "Bribe" not in render(p.states, p.ruleset, WITCH)


def test_up_to_may_stop_at_zero():
    """Ruling 68."""
    p = Position(HUNTER, load_ruleset("welcome_to_roanoke")).hand(on_the_trail=1).influence(HUNTER, 2)
    p.do("play on_the_trail regular", "done")
    assert p.discarded("on_the_trail") == 1


def test_either_offers_what_can_be_done(made):
    """Ruling 68: an alternative that can do nothing is not offered, the target chosen before counts."""
    event = (
        '[cards.e]\ntype="event"\ncost=0\nplay=["choose a villager", "either", "remove 1 Clue from the target", "or", '
        f'"place 1 Clue on the target"]\n{PROVENANCE} }}'
    )
    p = Position(HUNTER, made(hunter=event)).hand(e=1).do("play e regular", "villager doctor_annie")
    assert p.on("doctor_annie") == (1, 0, 0)  # one alternative: taken by the engine
    q = Position(HUNTER, made(hunter=event)).hand(e=1).tokens("doctor_annie", clues=1)
    q.do("play e regular", "villager doctor_annie")
    assert q.legal == {"option option_1", "option option_2"}


def test_log_and_keys():
    """Ruling 71: one event a decision and one an automatic result; a key takes in what its seat saw and no more."""
    played = []
    for hidden in ("bribe", "clerk"):
        p = Position(HUNTER, load_ruleset("first_steps"))
        me = p.s.seats[HUNTER]
        me.deck[:] = 0
        me.deck[p.kind(hidden)[1]] = me.deck_size = 2
        p.do("draw_card regular")
        played.append(p)
        assert p.events()[-2:] == ["Hunter: draw_card regular (action)", "Hunter draws a card"]
        assert p.events(HUNTER)[-1] == f"Hunter draws {hidden}"
    one, other = (p.s.seats for p in played)
    assert one[WITCH].key.tolist() == other[WITCH].key.tolist()
    assert one[HUNTER].key.tolist() != other[HUNTER].key.tolist()


def test_limits_are_numbers(made):
    """Rulings 74 and 75: round limit, what it does, the decision cap; pawns, ratios and thresholds."""
    p = Position(HUNTER, made(round_limit=5, at_limit=1))
    p.s.round_number = 5
    p.do(*["gain_influence regular"] * 3)
    assert (p.ending, p.truncated) == ("drawn", False)
    q = Position(HUNTER, made(decision_cap=2)).do("gain_influence regular", "gain_influence regular")
    assert (q.ending, q.truncated) == ("safety_net", True)
    r = Position(WITCH, made(secrets_a_favor=2, ritual_favors=1)).tokens("trapper_adams", secrets=2)
    r.do("visit trapper_adams regular", "convert")
    assert r.on("trapper_adams") == (0, 0, 1)


def test_decision_cap_does_not_undo_a_victory(made):
    p = Position(WITCH, made(decision_cap=1), witch="doctor_annie").tokens("doctor_annie", favors=3)
    assert p.do("ritual doctor_annie regular").ending == "ritual"


def test_investigation_does_not_replace_itself(made):
    """Ruling 30: the card whose effect is playing may not be the one removed."""
    card = f'[cards.i]\ntype="investigation"\nside="hunter"\ncost=0\nvisit=["play 1 card"]\n{PROVENANCE} }}'
    p = Position(HUNTER, made(hunter=card)).in_play("i", on="trapper_adams").hand(i=1)
    for slug in p.ruleset.villagers:
        p.s.places[15 + p.villager(slug)].kind = p.kind("i")[1]
    p.do("visit trapper_adams regular", "card i")
    assert len(p.starting("villager")) == 8


# ---- what card files may not say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "problem"),
    [
        ('["pay 1 Influence", "draw 1 card"]', "found `pay`, allowed: behind `you may`, or in upkeep_must"),
        ('["draw 1 card", "pay 1 card"]', "found `pay` after another line"),
        ('["either", "draw 1 card"]', "found `either` or `or` alone or empty"),
        ('["either", "draw 1 card", "or"]', "found nothing after `or`"),
        ('["place 1 Clue on the target"]', "found `the target`, allowed: after `choose a villager`"),
        ('["remove the chosen card"]', "found `the chosen card`"),
        ('["place 1 Clue on this villager"]', "found `this villager`, allowed: in"),
        ('["choose a villager", "if no Clues lie on the target then"]', "found `if` without a line for it"),
        ('["skip the skill"]', "found `skip`"),
        ('["draw 100 cards"]', "100"),
        ('["dance"]', "dance"),
        ("[]", "found"),
    ],
)
def test_programs_in_the_wrong_order_are_refused(made, play, problem):
    with pytest.raises(DataError) as error:
        made(hunter=f'[cards.e]\ntype="event"\ncost=0\nplay={play}\n{PROVENANCE} }}')
    assert problem in str(error.value)
    assert "cards.e.play" in str(error.value)
    assert "\n" not in str(error.value)
