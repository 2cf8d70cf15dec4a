"""`cards` and `rules`: what they print, and changes of a ruleset for `play`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pagan_env.core.data import DataError
from pagan_env.pagan.catalogue import card_counts, check, rule_counts
from pagan_env.pagan.rulesets import load_ruleset
from tests.cli.support import END, Terminal
from tests.test_architecture import ROOT


def test_cards_are_listed(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "130")
    shown = terminal.run("cards", "list", "--ruleset", "rulebook_demo")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[-1] == card_counts(load_ruleset("rulebook_demo"))
    assert (
        "   2 Clerk (Hunter's ally, cost 2, 2 in the deck) [rulebook]: Upkeep 1 Influence; In Upkeep, may: pay 1 card"
        in shown.out
    )


def test_the_page_of_cards_is_what_the_command_prints(terminal: Terminal):
    """To write it again: python -m pagan_env cards list --markdown > docs/cards.md"""
    assert terminal.run("cards", "list", "--markdown").out == (ROOT / "docs" / "cards.md").read_text("utf-8")


def test_rules_are_listed(terminal: Terminal):
    shown = terminal.run("rules", "list", "--ruleset", "first_steps")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[-1] == rule_counts(load_ruleset("first_steps"))
    assert ["numbers.suspects_to_win", "4", "1..9", "house"] in [line.split() for line in shown.out.splitlines()]


def test_a_right_file_is_told_in_a_line(terminal: Terminal):
    path = ROOT / "tests" / "pagan" / "mists@1.toml"
    shown = terminal.run("cards", "check", str(path))
    assert (shown.code, shown.out, shown.err) == (0, f"{check(path)}\n", "")


def test_a_wrong_file_is_told_a_line_a_fault(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "wrong.toml"
    path.write_text("[cards.clerk]\ncost = 1\ncost = 2\nplay = [\n", "utf-8")
    shown = terminal.run("cards", "check", str(path))
    with pytest.raises(DataError) as error:
        check(path)
    assert (shown.code, shown.out, shown.err) == (2, "", f"{error.value}\n")
    assert [line.split(":")[1] for line in shown.err.splitlines()] == ["3", "4"]


def test_a_deck_is_checked_against_a_ruleset(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "deck.toml"
    path.write_text('seat = "hunter"\ndescription = "D."\n[cards]\nclerk = 2\n', "utf-8")
    shown = terminal.run("cards", "check", str(path), "--ruleset", "first_steps")
    assert (shown.code, shown.err) == (2, f"{path}:3: cards: found 2 cards, allowed: 12 (numbers.deck_size)\n")
    assert "--ruleset names a ruleset with others" in terminal.run("cards", "check", str(path)).err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cards"], "the following arguments are required: list | check"),
        (["cards", "check"], "the following arguments are required: FILE"),
        (["cards", "check", "nowhere.toml"], "nowhere.toml: No such file or directory, allowed: a readable TOML file"),
        (["cards", "list", "--ruleset", "nothing"], "ruleset 'nothing' is not known, allowed: fen@1, first_steps@1"),
        (["cards", "list", "--game", "chess"], "--game: unknown game 'chess', allowed: pagan"),
        (["rules", "list", "--ruleset", "nothing"], "ruleset 'nothing' is not known, allowed: fen@1, first_steps@1"),
        (["play", "--set", "numbers.spot=1"], "--set: numbers.spot: not known, did you mean numbers.spots? allowed: "),
        (["play", "--set", "numbers.spots=4"], "--set: numbers.spots: found 4, allowed: integer 0..3"),
        (["play", "--set", "numbers.spots"], "--set: found 'numbers.spots', allowed: PATH = VALUE, such as "),
        (["play", "--set", "a=1", "--set", "a=2"], "--set: found a twice, allowed: once"),
    ],
)
def test_a_bad_argument_is_told_in_a_line(terminal: Terminal, arguments: list[str], told: str):
    shown = terminal.run(*arguments)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.count("\n") == 1
    assert told in shown.err


def test_play_under_changed_rules(terminal: Terminal):
    shown = terminal.play("--viewer-only", "--set", "numbers.round_limit=2", "--set", "numbers.at_limit = 1")
    assert shown.code == 0
    assert "round 2, Hunter's turn" in shown.out
    assert "round 3" not in shown.out.partition(END)[0]
    assert "--set numbers.round_limit=2 --set 'numbers.at_limit = 1'" in shown.out.splitlines()[-1]


def test_lists_need_no_compiler():
    """Nothing is compiled, so that they come at once."""
    program = (
        "from pagan_env.cli import main\n"
        "from pagan_env.cli.warmup import compiled_now\n"
        "from pagan_env.pagan.game import GAME\n"
        "main(['rules', 'list']); main(['cards', 'list'])\n"
        "print(sum(len(k.signatures) for k in vars(GAME.kernels).values() if hasattr(k, 'signatures')))"
    )
    child = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.splitlines()[-1] == "0"
