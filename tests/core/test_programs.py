"""Programs: text to rows and back, the errors of both ways, and the pool of code."""

import itertools

import numpy as np
import pytest

from pagan_env.core.programs import END, WIDTH, Choice, CodePool, Language, Number, ProgramError, Verb, read

TOKENS = {"Clue": 1, "Secret": 2, "Favor": 3}
PLACES = {"here": 1, "target": 2, "each": 3, "each villager": 4}
AMOUNT = Number("amount", column=2, low=1, high=99)
TOKEN = Choice("token", column=1, words=TOKENS, plural_by="amount")
PLACE = Choice("place", column=3, words=PLACES)
UPTO = Choice("upto", column=5, words={"up to": 1}, default=0)
WHO = Choice("who", column=4, words={"me": 0, "opponent": 1}, default=0)

LANGUAGE = Language(
    [
        Verb(1, "remove {upto} {amount} {token} from {place}", (UPTO, AMOUNT, TOKEN, PLACE)),
        Verb(2, "place {amount} {token} on {place}", (AMOUNT, TOKEN, PLACE)),
        Verb(3, "{who} gain {amount} Influence", (WHO, AMOUNT)),
        Verb(3, "gain {amount} {what}", (AMOUNT, Choice("what", column=1, words={"Evidence": 1}))),
        Verb(4, "change by {delta}", (Number("delta", column=1, low=-5, high=5),)),
        Verb(5, "stop"),
    ]
)


def error(*lines: str) -> str:
    with pytest.raises(ProgramError) as caught:
        LANGUAGE.assemble(lines, "cards.gossip.visit")
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "row", "canonical"),
    [
        ("remove up to 2 Clues from here", [1, 1, 2, 1, 0, 1], None),
        ("remove 1 Secret from target", [1, 2, 1, 2, 0, 0], None),
        ("place 1 Favor on each villager", [2, 3, 1, 4, 0, 0], None),
        ("place 1 Favor on each", [2, 3, 1, 3, 0, 0], None),
        ("  PLACE 3   favor ON\teach Villager ", [2, 3, 3, 4, 0, 0], "place 3 Favors on each villager"),
        ("place 1 Favors on here", [2, 3, 1, 1, 0, 0], "place 1 Favor on here"),
        ("gain 3 Influence", [3, 0, 3, 0, 0, 0], None),
        ("opponent gain 3 Influence", [3, 0, 3, 0, 1, 0], None),
        ("me gain 3 Influence", [3, 0, 3, 0, 0, 0], "gain 3 Influence"),
        ("gain 3 Evidence", [3, 1, 3, 0, 0, 0], None),
        ("change by -5", [4, -5, 0, 0, 0, 0], None),
        ("stop", [5, 0, 0, 0, 0, 0], None),
    ],
)
def test_a_line_is_a_row_and_back(line: str, row: list[int], canonical: str | None) -> None:
    rows = LANGUAGE.assemble([line], "x")
    assert rows.dtype == np.int16 and rows.tolist() == [row]
    assert LANGUAGE.disassemble(rows) == [canonical or line]


def test_every_row_that_can_be_said_round_trips() -> None:
    rows = np.array(
        [
            (1, token, amount, place, 0, upto)
            for token, amount, place, upto in itertools.product(TOKENS.values(), (1, 2, 99), PLACES.values(), (0, 1))
        ],
        np.int16,
    )
    np.testing.assert_array_equal(LANGUAGE.assemble(LANGUAGE.disassemble(rows), "x"), rows)


def test_an_empty_program_has_no_rows() -> None:
    assert LANGUAGE.assemble([], "x").shape == (0, WIDTH)
    assert LANGUAGE.disassemble(LANGUAGE.assemble([], "x")) == []


def test_a_wrong_word_names_the_templates_that_start_alike() -> None:
    assert error("stop", "place 1 Clu on here") == (
        "cards.gossip.visit[1]: cannot read 'place 1 Clu on here'; "
        "allowed: place <1-99> Clue|Secret|Favor on here|target|each|each villager"
    )
    assert error("gain much") == (
        "cards.gossip.visit[0]: cannot read 'gain much'; allowed: [me|opponent] gain <1-99> Influence; or gain <1-99> Evidence"
    )
    assert "allowed: [me|opponent] gain <1-99> Influence" in error("opponent gain")


def test_a_wrong_first_word_names_those_that_are_known() -> None:
    assert error("grab 1 Clue") == (
        "cards.gossip.visit[0]: cannot read 'grab 1 Clue'; "
        "allowed: a line that begins with remove, place, [me|opponent], gain, change, stop"
    )
    assert "begins with" in error("stopped") and "begins with" in error("")


def test_a_number_out_of_range_is_named() -> None:
    assert error("place 100 Clues on here") == (
        "cards.gossip.visit[0]: in 'place 100 Clues on here' amount 100 is out of range, allowed: <1-99>"
    )
    assert "delta -99999 is out of range, allowed: <-5-5>" in error("change by -99999")


def test_an_error_keeps_its_place_and_its_problem_apart() -> None:
    with pytest.raises(ProgramError) as caught:
        LANGUAGE.assemble(["change by 9"], "a.b")
    assert (caught.value.where, caught.value.problem) == ("a.b[0]", "in 'change by 9' delta 9 is out of range, allowed: <-5-5>")


def test_a_line_with_two_meanings_is_refused_and_one_meaning_twice_is_not() -> None:
    verbs = [Verb(1, "gain {amount}", (AMOUNT,)), Verb(2, "{verb} {amount}", (Choice("verb", 1, {"gain": 0, "lose": 1}), AMOUNT))]
    with pytest.raises(ProgramError) as caught:
        Language(verbs).assemble(["gain 1"], "x")
    assert str(caught.value) == "x[0]: 'gain 1' can mean 'gain {amount}' or '{verb} {amount}'"
    assert Language(verbs).assemble(["lose 1"], "x").tolist() == [[2, 1, 1, 0, 0, 0]]
    assert Language([verbs[0], verbs[0]]).assemble(["gain 1"], "x").tolist() == [[1, 0, 1, 0, 0, 0]]


def test_the_range_that_fits_decides_between_two_verbs() -> None:
    few, many = (Verb(op, "gain {n}", (Number("n", 1, low, high),)) for op, low, high in ((1, 0, 9), (2, 10, 99)))
    assert Language([few, many]).assemble(["gain 9", "gain 10"], "x")[:, 0].tolist() == [1, 2]


@pytest.mark.parametrize(
    "row",
    [
        [9, 0, 0, 0, 0, 0],  # no such op
        [2, 9, 1, 1, 0, 0],  # no such token
        [2, 1, 0, 1, 0, 0],  # amount below its range
        [5, 0, 0, 0, 0, 1],  # a column that the verb doesn't use
    ],
)
def test_a_row_that_no_line_says_is_refused(row: list[int]) -> None:
    with pytest.raises(ProgramError) as caught:
        LANGUAGE.disassemble(np.array([row], np.int16))
    assert str(caught.value) == f"row 0: cannot say {row}; allowed: what a line assembles to"


@pytest.mark.parametrize(
    ("op", "template", "slots", "message"),
    [
        (1, "gain {amount}", (), "verb 'gain {amount}': slots [], allowed: each one of the template once, ['amount']"),
        (1, "gain", (AMOUNT,), "verb 'gain': slots ['amount'], allowed: each one of the template once, []"),
        (1, "gain {a} {b}", (Number("a", 1, 0, 1), Number("b", 1, 0, 1)), "columns [1, 1], allowed: different ones"),
        (1, "gain {a}", (Number("a", 0, 0, 1),), "columns [0], allowed: different ones from 1..5"),
        (1, "gain {token}", (TOKEN,), "slot token has plural_by 'amount', allowed: []"),
        (1, "gain {c}", (Choice("c", 1, {"Clue": 1, "clue": 2}),), "slot c spells two words alike in ['Clue', 'clue']"),
        (1, "{upto}", (UPTO,), "all of it can be left out"),
    ],
)
def test_a_malformed_verb_is_refused(op: int, template: str, slots: tuple[Number | Choice, ...], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        Verb(op, template, slots)
    assert message in str(caught.value)


def test_the_pool_stores_each_program_once() -> None:
    pool = CodePool()
    visit = LANGUAGE.assemble(["gain 1 Influence", "stop"], "x")
    stop = visit[1:]
    assert pool.add(visit[:0]) == 0
    assert [pool.add(visit), pool.add(stop), pool.add(visit.copy()), pool.add(stop)] == [1, 4, 1, 4]
    code = pool.array()
    assert code.dtype == np.int16 and code.shape == (6, WIDTH)
    assert code[:, 0].tolist() == [END, 3, 5, END, 5, END]
    for start, program in ((0, visit[:0]), (1, visit), (4, stop)):
        np.testing.assert_array_equal(read(code, start), program)


def test_the_pool_refuses_a_program_that_holds_an_end() -> None:
    with pytest.raises(ValueError, match=r"op 0 \(END\)"):
        CodePool().add(np.zeros((1, WIDTH), np.int16))


@pytest.mark.parametrize(
    "line", ["gain \u0661 Influence", "gain 01 Influence", "gain -0 Influence", f"gain {'9' * 5000} Influence"]
)
def test_numbers_are_plain(line: str) -> None:
    assert error(line).startswith(f"cards.gossip.visit[0]: cannot read {line!r}; allowed: ")


def test_letters_of_other_alphabets_are_none() -> None:
    assert "cannot read" in error("place 2 Clue\u017f on here")


def test_the_phrases_of_a_verb() -> None:
    verb = Verb(1, "remove {upto} {amount} {token} from here", (UPTO, AMOUNT, TOKEN))
    assert list(verb.phrases()) == ["remove", "up to", "Clue", "Secret", "Favor", "from", "here"]
