"""Board actions of both seats and the four endings (Common, Witch and Hunter Actions; Victory Conditions)."""

from pagan_env.pagan.layout import CLUE, HUNTER, SECRET, WITCH

from .position import Position


def won_by(p: Position) -> int:
    """The seat that won; also checks that payoffs sum to 0 and nobody is to act."""
    paid = p.payoffs()
    assert sorted(paid) == [-1, 1] and p.s.to_act == -1 and not p.truncated
    return paid.index(1)


def everyone_has_clues(p: Position, count: int = 1, **more: int) -> Position:
    for slug in p.ruleset.villagers:
        p.tokens(slug, clues=more.get(slug, count))
    return p


def test_gain_influence():
    assert Position(HUNTER).do("gain_influence regular").count_influence(HUNTER) == 2


def test_draw_card():
    p = Position(HUNTER).do("draw_card regular")
    assert (p.s.seats[HUNTER].hand_size, p.s.seats[HUNTER].deck_size) == (1, 11)


def test_board_spot_can_be_used_again():
    p = Position(HUNTER).do(*["gain_influence regular"] * 3)
    assert p.count_influence(HUNTER) == 6


def test_ready_costs_an_own_token_from_there():
    """Ruling 22: the opponent's pawns must be there; all of them go home."""
    p = Position(HUNTER).pawns(WITCH, "doctor_annie", 2).pawns(WITCH, "stranger_sue", 0).tokens("doctor_annie", clues=1)
    assert p.starting("ready") == {"doctor_annie regular"}
    p.do("ready doctor_annie regular")
    assert p.on("doctor_annie") == (0, 0, 0)
    assert p.s.supply[CLUE] == 30
    assert p.s.seats[WITCH].pawns == 2
    assert "visit doctor_annie regular" in p.legal


def test_ready_needs_the_token():
    assert Position(HUNTER).pawns(WITCH, "doctor_annie").tokens("doctor_annie", secrets=3).starting("ready") == set()


def test_ready_by_the_witch_costs_a_secret():
    p = Position(WITCH).pawns(HUNTER, "doctor_annie").tokens("doctor_annie", secrets=1).do("ready doctor_annie regular")
    assert p.s.supply[SECRET] == 30


def test_own_pawns_are_never_readied():
    p = Position(HUNTER).pawns(HUNTER, "doctor_annie").tokens("doctor_annie", clues=1)
    assert p.starting("ready") == set()


def test_pawns_handed_back_give_no_extra_action():
    """Ruling 4."""
    p = Position(HUNTER).pawns(WITCH, "doctor_annie", 2).tokens("doctor_annie", clues=1)
    p.do("ready doctor_annie regular", "gain_influence regular", "gain_influence regular")
    assert (p.s.seats[WITCH].pawns, p.s.seats[WITCH].familiar_pawn) == (2, 1)


def test_ritual():
    """Ruling 21: the true witch, ready, three Favors, any pawn. The Witch wins."""
    p = Position(WITCH, witch="doctor_annie").tokens("doctor_annie", favors=3).tokens("stranger_sue", favors=3)
    assert p.starting("ritual") == {"doctor_annie regular", "doctor_annie familiar"}
    p.do("ritual doctor_annie familiar")
    assert (p.ending, won_by(p)) == ("ritual", WITCH)


def test_ritual_needs_a_ready_villager():
    p = Position(WITCH, witch="doctor_annie").tokens("doctor_annie", favors=3).pawns(HUNTER, "doctor_annie")
    assert p.starting("ritual") == set()
    p = Position(WITCH, witch="doctor_annie").tokens("doctor_annie", favors=2)
    assert p.starting("ritual") == set()


def test_no_ritual_where_the_witch_has_just_been():
    p = Position(WITCH, witch="trapper_adams").tokens("trapper_adams", favors=3)
    p.do("visit trapper_adams regular", "villager trapper_adams", "done")
    assert p.starting("ritual") == set()


def test_lift_needs_its_price():
    p = Position(HUNTER).in_play("obscuring_mist").influence(HUNTER, 2)
    assert p.starting("lift") == set()


def test_lift_slides_the_rest():
    p = Position(HUNTER).in_play("obscuring_mist", "obscuring_mist").influence(HUNTER, 3).do("lift enchantment_1")
    assert p.at("obscuring_mist") == [13]


def test_exonerate():
    """Rulings 27 and 42: three Evidence; the Suspect is the Hunter's secret, and never the true witch."""
    p = Position(HUNTER, witch="doctor_annie").evidence(3).do("exonerate")
    assert p.s.seats[HUNTER].evidence == 0
    assert (p.s.suspects.sum(), p.s.suspects_drawn) == (1, 1)
    assert p.s.suspects[p.villager("doctor_annie")] == 0
    (drawn,) = [slug for slug in p.ruleset.villagers if p.s.suspects[p.villager(slug)]]
    assert f"Hunter draws Suspect 1: {drawn}" in p.events(HUNTER)
    assert "Hunter draws Suspect 1" in p.events(WITCH)
    assert "Hunter draws Suspect 1" in p.events()


def test_exonerate_needs_three_evidence():
    assert "exonerate" not in Position(HUNTER).evidence(2).legal


def test_suspects_gathered():
    p = Position(HUNTER).evidence(3)
    p.s.suspects_drawn = 3  # this ruleset's fourth wins
    p.s.suspects[1:4] = 1
    p.do("exonerate")
    assert (p.ending, won_by(p)) == ("suspects_gathered", HUNTER)


def test_raid_pays_clues_of_the_colour():
    """Ruling 25: any split, the target's own included; a Favor or all Secrets."""
    p = Position(HUNTER).tokens("doctor_annie", clues=2, secrets=4).tokens("stranger_sue", clues=2, favors=1)
    p.tokens("nestling_mia", clues=9, secrets=1, favors=1).tokens("native_pamuy", favors=1)
    assert p.starting("raid") == {
        "doctor_annie secrets",
        "stranger_sue favor",
        "nestling_mia secrets",
        "nestling_mia favor",
    }
    p.do("raid doctor_annie secrets")
    assert p.decision == "raid_payment"
    p.do("villager doctor_annie", "villager stranger_sue", "villager stranger_sue")
    assert p.on("doctor_annie") == (1, 0, 0)
    assert p.on("stranger_sue") == (0, 0, 1)
    assert p.s.villagers[p.villager("doctor_annie")].pawns[HUNTER] == 1  # it blocks


def test_raid_needs_a_ready_villager():
    p = Position(HUNTER).tokens("doctor_annie", clues=3, favors=1).pawns(WITCH, "doctor_annie")
    assert p.starting("raid") == set()


def test_raid_with_just_enough_clues_asks_nothing():
    p = Position(HUNTER).tokens("doctor_annie", clues=3, favors=2).do("raid doctor_annie favor")
    assert p.on("doctor_annie") == (0, 0, 1)
    assert p.decision == "action"


def test_raid_is_no_visit():
    """Ruling 16: no Investigation, no Evidence, no skill."""
    p = Position(HUNTER).tokens("trapper_adams", clues=3, favors=1).in_play("persuasion", on="trapper_adams")
    p.do("raid trapper_adams favor")
    assert (p.s.seats[HUNTER].evidence, p.count_influence(HUNTER)) == (0, 0)


def test_eliminate_needs_clues_everywhere():
    """Ruling 26: three on the target, one on every other living villager; only a ready target."""
    p = everyone_has_clues(Position(HUNTER), doctor_annie=3, stranger_sue=2, mayor_biggs=3)
    p.pawns(WITCH, "mayor_biggs")
    assert p.starting("eliminate") == {"doctor_annie"}
    q = everyone_has_clues(Position(HUNTER), doctor_annie=3, stranger_sue=0)
    assert q.starting("eliminate") == set()


def test_eliminated_innocent():
    """Rulings 39 and 40: its tokens and all Clues go, its Investigation too; Secrets elsewhere stay."""
    p = everyone_has_clues(Position(HUNTER), doctor_annie=3).tokens("doctor_annie", secrets=2, favors=1)
    p.tokens("stranger_sue", secrets=2).in_play("gossip", on="doctor_annie").do("eliminate doctor_annie")
    assert p.s.villagers[p.villager("doctor_annie")].eliminated == 1
    assert all(p.on(slug)[0] == 0 for slug in p.ruleset.villagers)
    assert p.on("doctor_annie") == (0, 0, 0)
    assert p.on("stranger_sue") == (0, 2, 0)
    assert p.discarded("gossip") == 1
    assert "doctor_annie was innocent" in p.events()
    assert "doctor_annie regular" not in p.starting("visit")


def test_third_innocent_loses():
    """Ruling 41."""
    p = everyone_has_clues(Position(HUNTER), doctor_annie=3)
    p.s.innocents = 2
    p.do("eliminate doctor_annie")
    assert (p.ending, won_by(p)) == ("innocents_eliminated", WITCH)


def test_eliminated_true_witch_loses_even_with_favors():
    """Ruling 45."""
    p = everyone_has_clues(Position(HUNTER, witch="doctor_annie"), doctor_annie=3).tokens("doctor_annie", favors=5)
    p.do("eliminate doctor_annie")
    assert (p.ending, won_by(p)) == ("witch_eliminated", HUNTER)


def test_held_suspect_may_be_eliminated():
    """Rulings 44 and 57: it stays legal, or the mask would tell."""
    p = everyone_has_clues(Position(HUNTER), doctor_annie=3)
    p.s.suspects[p.villager("doctor_annie")] = 1
    p.s.suspects_drawn = 1
    assert p.starting("eliminate") == {"doctor_annie"}


def test_eliminated_suspect_stays_in_the_deck():
    """Ruling 42."""
    p = Position(HUNTER, witch="doctor_annie").evidence(3)
    for slug in p.ruleset.villagers:
        if slug not in ("doctor_annie", "stranger_sue"):
            p.s.suspects[p.villager(slug)] = 1
    p.s.suspects_drawn = 2
    p.s.villagers[p.villager("stranger_sue")].eliminated = 1
    # Only the eliminated one is left to draw (the counts are bent so that the game goes on).
    p.s.suspects_drawn = 7
    p.do("exonerate")
    assert p.s.suspects[p.villager("stranger_sue")] == 1
