"""`draw`: a picture of a position; the README's pictures are what its commands write."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pagan_env.core.raster import load_pygame
from tests.cli.support import SHORT, Terminal
from tests.test_architecture import ROOT

README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    python -m pagan_env (draw .*)$", README, re.M)
POSITION = ("draw", "--ruleset", SHORT, "--seed", "3", "--decisions", "25")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.rpartition("/")[2])
def test_the_pictures_are_what_their_commands_write(terminal: Terminal, tmp_path: Path, command: str):
    """After a change of the rules or of the drawing, run the README's command again."""
    words = shlex.split(command)
    shipped = ROOT / words[-1]
    assert words[-2] == "--out" and f"]({words[-1]})" in README
    written = tmp_path / shipped.name
    shown = terminal.run(*words[:-1], str(written))
    assert (shown.code, shown.err) == (0, "")
    assert written.read_text("utf-8") == shipped.read_text("utf-8")


def test_there_is_a_picture_of_each_game():
    assert sorted(command.rpartition("/")[2] for command in COMMANDS) == ["pagan.svg", "paradise_lost.svg"]
    assert sorted(path.name for path in (ROOT / "docs" / "pictures").iterdir()) == ["pagan.svg", "paradise_lost.svg"]


def test_a_position_is_the_same_each_time_and_told(terminal: Terminal, tmp_path: Path):
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    shown = terminal.run(*POSITION, "--seat", "witch", "--out", str(one))
    assert shown.out == f"{one}: {SHORT}, seed 3, after 25 decisions, as Witch sees it\n"
    assert terminal.run(*POSITION, "--seat", "witch", "--out", str(other)).code == 0
    assert one.read_bytes() == other.read_bytes()
    assert "TRUE WITCH" in one.read_text("utf-8")
    assert terminal.run(*POSITION, "--out", str(other)).out.endswith("as everyone sees it\n")
    assert "TRUE WITCH" not in other.read_text("utf-8")


def test_a_png(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "one.png"
    assert terminal.run(*POSITION, "--out", str(path)).code == 0
    assert load_pygame("a test").image.load(str(path)).get_size() == (1200, 800)


def test_a_game_that_is_over_sooner_is_drawn_as_it_ended(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "end.svg"
    shown = terminal.run("draw", "--ruleset", "mini", "--seed", "3", "--decisions", "999999999", "--out", str(path))
    assert shown.code == 0 and "after 999999999" not in shown.out
    told = [text.text or "" for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("The game is over: ") for text in told)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["draw"], "the following arguments are required: --out"),
        (["draw", "--out", "a.gif"], "--out: found 'a.gif', allowed: a file's name that ends in .svg or .png"),
        (["draw", "--out", ""], "--out: found '', allowed"),
        (
            ["draw", "--out", "absent/a.svg"],
            "--out: absent/a.svg: No such file or directory, allowed: a file that can be written",
        ),
        (["draw", "--out", "absent/a.png"], "--out: absent/a.png: No such file or directory, allowed"),
        (["draw", "--out", "a.svg", "--decisions", "-1"], "--decisions: found '-1', allowed: a whole number in 0 .. 999999999"),
        (["draw", "--out", "a.svg", "--decisions", "x"], "--decisions: found 'x', allowed"),
        (["draw", "--out", "a.svg", "--seed", "x"], "--seed: found 'x', allowed"),
        (["draw", "--out", "a.svg", "--seat", "monk"], "--seat: found 'monk', allowed: witch, hunter"),
        (["draw", "--out", "a.svg", "--ruleset", "nothing"], "ruleset 'nothing' is not known"),
        (["draw", "--out", "a.svg", "--game", "chess"], "--game: unknown game 'chess'"),
    ],
)
def test_a_bad_argument_is_told_in_a_line(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
):
    monkeypatch.chdir(tmp_path)
    shown = terminal.run(*arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert told in shown.err
    assert not list(tmp_path.iterdir())


def test_without_pygame_a_png_is_refused_in_a_line(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    shown = terminal.run(*POSITION, "--out", str(tmp_path / "one.png"))
    assert shown.code == 2 and not shown.out and not list(tmp_path.iterdir())
    assert shown.err == (
        "--out: a .png file needs pygame, which isn't installed: pip install pygame-ce; an .svg file needs nothing\n"
    )
    assert terminal.run(*POSITION, "--out", str(tmp_path / "one.svg")).code == 0
