"""`play`: whole games by a scripted person, entries right and wrong, leaving, watching, and what must not be seen."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest

from pagan_env.cli.play import Random, ask, listed
from pagan_env.cli.table import Table
from pagan_env.cli.text import numbered
from pagan_env.core.jit import rows
from pagan_env.envs.words import Choices, seat_names
from pagan_env.pagan.game import GAME
from pagan_env.pagan.layout import STATE_RECORD
from tests.cli.support import END, SEED, SHORT, Terminal, guesses

ROOT = Path(__file__).resolve().parents[2]
SEATS = ("witch", "hunter")


def table(viewer: int = 0, seed: int = int(SEED)) -> Table:
    return Table(GAME, GAME.load_ruleset(SHORT), seed, viewer)


# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_a_game_reaches_its_end(terminal: Terminal, seat: str):
    shown = terminal.play(entries=guesses(), seat=seat)
    assert shown.code == 0, shown.err
    assert not shown.err
    assert re.search(r"^(Witch|Hunter|Nobody) won: [a-z ]+\.$", shown.out, re.M)
    assert shown.out.startswith(f"You play the {seat.title()} against random players.")
    assert shown.out.endswith(f"--seat {seat} --ruleset {SHORT} --seed {SEED}\n")
    # Nothing is secret any more.
    assert "true witch" in shown.out.partition(f"{END}Witch")[2]
    assert f"{END}Hunter saw it:" in shown.out


@pytest.mark.parametrize("seat", SEATS)
def test_the_same_seed_and_entries_play_the_same_game(terminal: Terminal, seat: str):
    first, again = (terminal.play(entries=guesses(), seat=seat).out for _ in range(2))
    assert first == again
    assert terminal.play("--seed", "12", entries=guesses(), seat=seat).out != first


def test_the_command_shown_at_the_end_deals_the_game_again(terminal: Terminal):
    shown = terminal.run("play", "--ruleset", SHORT, entries=["1", "2"])
    command = shlex.split(shown.out.splitlines()[-1].removeprefix("To play it again: "))
    assert command[:3] == ["python", "-m", "pagan_env"]
    assert terminal.run(*command[3:], entries=["1", "2"]).out == shown.out


def test_every_line_fits(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    for columns in (80, 130):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = terminal.play("--ruleset", "welcome_to_roanoke", entries=guesses())
        lines = shown.out.splitlines()[:-1]  # the last is a command, to copy
        assert max(map(len, lines)) == columns


def test_it_runs_as_a_program():
    command = [sys.executable, "-W", "error", "-m", "pagan_env", "play", "--terminal", "--ruleset", SHORT, "--seed", SEED]
    child = subprocess.run(command, cwd=ROOT, input=b"\xff\xfe board\n1\nquit\n", capture_output=True, check=True, env=None)
    assert b"is no choice now" in child.stdout
    assert child.stdout.rstrip().endswith(f"--seed {SEED}".encode())
    assert b"Traceback" not in child.stderr


# ---- asking ----------------------------------------------------------------------------------------------------------


def test_choices_are_numbered_and_named():
    game = table()
    choices = Choices(game)
    heading, *lines = listed(choices).splitlines()
    assert heading == "Witch, you decide: action: what does this pawn do?"
    found = re.findall(r"(\d+) (\w+(?: \w+)*)", "\n".join(lines))
    assert [int(number) for number, _ in found] == list(range(1, len(choices.actions) + 1))
    assert [text for _, text in found] == [game.phrase(0, action) for action in choices.actions] == choices.phrases


def test_each_group_of_choices_begins_a_line():
    assert numbered([["go a", "go b", "go c"], ["stop"]], 25).splitlines() == [
        "  1 go a     2 go b",
        "  3 go c",
        "  4 stop",
    ]


def test_a_number_or_a_text_is_taken():
    choices = Choices(table())
    name, phrase = choices.names()[0], choices.phrases[0]
    assert name != phrase
    for text in ("1", name, name.upper(), phrase, phrase.upper()):
        assert choices.find(text) == choices.actions[0]
    assert choices.find(str(len(choices.actions))) == choices.actions[-1]


@pytest.mark.parametrize(
    "entry", ["0", "99", "-1", "1.0", "", "1 1", "foo", "visit", "visit nobody regular", "done", "9" * 5000, "\u0661", "x" * 5000]
)
def test_a_wrong_entry_changes_nothing(entry, monkeypatch, capsys):
    game = table()
    before = game.states.tobytes()
    entries = iter([entry, "1"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(entries))
    asked = Choices(game).actions[0]
    assert ask(game) == asked
    assert game.states.tobytes() == before
    told = capsys.readouterr().out.splitlines()[-2]  # then the next entry
    assert re.fullmatch(r"'.{0,30}' is no choice now, allowed: 1 \.\. \d+, a choice's text, \? for help", told)


def test_an_illegal_action_is_refused_whole():
    game = table()
    before = game.states.tobytes()
    with pytest.raises(ValueError, match="not legal"):
        game.take(GAME.lexicon.index("done"))
    assert game.states.tobytes() == before


def test_help_and_board_take_no_decision(terminal: Terminal):
    plain = terminal.play(entries=["1", "1"]).out
    shown = terminal.play(entries=["?", "help", "board", "1", "BOARD", "1"]).out
    assert shown.count("Enter a choice's number") == 3
    assert shown.count("\nHunter: ") > plain.count("\nHunter: ")  # the board once more each time
    assert shown.split("=====")[-1] == plain.split("=====")[-1]  # what follows the last decision


@pytest.mark.parametrize("entries", [["quit"], ["QUIT"], [], ["1", "1"]])
def test_leaving_is_clean(terminal: Terminal, entries: list[str]):
    shown = terminal.play(entries=entries)
    assert shown.code == 0
    assert not shown.err
    assert shown.out.splitlines()[-2] == "You left the game before its end."
    assert END not in shown.out


def test_ctrl_c_leaves_as_well(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    shown = terminal.play()
    assert (shown.code, shown.err) == (0, "")
    assert "You left the game" in shown.out.splitlines()[-2]
    assert END not in shown.out


# ---- watching --------------------------------------------------------------------------------------------------------


def test_a_viewer_is_asked_nothing(terminal: Terminal):
    shown = terminal.run("play", "--viewer-only", "--ruleset", SHORT, "--seed", SEED)
    assert shown.code == 0
    told = shown.out.partition(END)[0]
    assert " won: " in told
    assert "> " not in told
    assert "true witch is drawn" in told
    assert "Hand:" not in told
    with_seat = terminal.play("--viewer-only", seat="hunter").out.partition(END)[0]
    assert "Hand:" in with_seat
    assert len(with_seat.splitlines()) > 50


# ---- hidden facts ----------------------------------------------------------------------------------------------------


def first_difference(one: str, two: str) -> tuple[int, str, str] | None:
    """The first line in which two transcripts differ: its number and both lines."""
    pairs = enumerate(zip_longest(one.splitlines(), two.splitlines(), fillvalue=""), 1)
    return next(((number, a, b) for number, (a, b) in pairs if a != b), None)


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_shown_depends_on_what_the_seat_can_not_see(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, seat: int):
    """All text made from a record in which what its viewer can't see is noise: the same words, first to last."""
    plain = terminal.play(entries=guesses(), seat=SEATS[seat]).out
    rng = np.random.default_rng(seat)
    made: tuple[bytes, np.ndarray] = b"", np.zeros(0)

    def noisy(states: np.ndarray, viewer: int) -> np.ndarray:
        """New noise for every record: it is read many times a decision."""
        nonlocal made
        key = states.tobytes() + bytes([viewer])
        if made[0] != key:
            made = key, rows(STATE_RECORD.scramble(states, viewer, rng))
        return made[1]

    blind = replace(GAME, render=lambda states, ruleset, viewer: GAME.render(noisy(states, viewer), ruleset, viewer))
    monkeypatch.setattr("pagan_env.cli.play.find_game", lambda name: blind)
    monkeypatch.setattr(Table, "_state", property(lambda self: noisy(self.states, self.viewer).view(np.ndarray)[0]))
    shown = terminal.play(entries=guesses(), seat=SEATS[seat]).out
    assert " won: " in shown
    assert first_difference(plain, shown) is None


def test_another_identity_is_not_told_before_the_rules_tell(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    """The Hunter's view of two games that differ in the true witch alone: the first difference is a Suspect or an end."""
    plain = terminal.play(entries=guesses(), seat="hunter").out
    deal = Table.__init__

    def other(self: Table, *arguments: object) -> None:
        deal(self, *arguments)  # type: ignore[arg-type]
        record = self.states.view(np.ndarray)[0]
        record["true_witch"] = record["true_witch"] % 9 + 1

    monkeypatch.setattr(Table, "__init__", other)
    shown = terminal.play(entries=guesses(), seat="hunter").out
    difference = first_difference(plain, shown)
    assert difference is not None
    number, one, two = difference
    assert number > 100
    assert re.search("Suspect|innocent|won:|game ends", one) or re.search("Suspect|innocent|won:|game ends", two), (one, two)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_secret_event_is_told(terminal: Terminal, seat: int):
    told = terminal.play(entries=guesses(), seat=SEATS[seat]).out.partition(END)[0]
    foe = SEATS[1 - seat].title()
    draws = set(re.findall(rf"^  {foe} draws (.*)$", told, re.M))
    assert "a card" in draws
    assert all(draw == "a card" or re.fullmatch(r"Suspect \d", draw) for draw in draws)
    assert told.count("Hand: ") == told.count("you decide: ")  # one's own, a board
    assert ("true witch" in told.replace("the true witch is drawn", "")) == (seat == 0)


def test_the_opponent_knows_its_mask_alone():
    mask = np.zeros(20, np.int8)
    mask[[3, 7, 11]] = 1
    player, same = Random(5, 0), Random(5, 0)
    actions = [player.act(mask) for _ in range(60)]
    assert set(actions) == {3, 7, 11}
    assert actions == [same.act(mask) for _ in range(60)]
    assert actions != [Random(5, 1).act(mask) for _ in range(60)]


def test_seats_that_would_share_a_name_keep_their_agents():
    assert seat_names(GAME) == list(SEATS)
    assert seat_names(replace(GAME, agents=("rook_0", "pawn_0", "pawn_1"))) == ["rook", "pawn_0", "pawn_1"]


def test_hand_tells_what_the_own_cards_do(terminal: Terminal):
    entries = ("--seat", "hunter", "--ruleset", "welcome_to_roanoke", "--seed", "5")
    shown = terminal.run("play", *entries, entries=["hand", "quit"])
    told = "Thug (ally, 3 Influence): Upkeep 1 Influence; In Upkeep, may: choose a villager with 1 Clue, remove 1 Secret"
    assert told in " ".join(shown.out.split())


def test_people_and_options_are_explained(terminal: Terminal):
    entries = ("--seat", "witch", "--ruleset", "welcome_to_roanoke", "--seed", "3")
    shown = terminal.run("play", *entries, entries=["visit beau_johnson regular", "1", "people", "quit"])
    told = " ".join(shown.out.split())
    assert "option (option 1: gain 2 Influence; option 2: play 1 card)" in told
    assert "Doctor Annie (blue, 2 assets to blue): draw 1 card." in told
