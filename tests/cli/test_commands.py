"""The other commands, bad arguments, and what the command line's code may hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pagan_env.cli import DEFAULT_GAME
from pagan_env.core.jit import COMPILED, cache_folder
from pagan_env.pagan.rulesets import load_ruleset, ruleset_names
from tests.cli.support import Terminal
from tests.test_architecture import GAME_WORDS, GAMES, PACKAGE, ROOT, sources, words

BROKEN = 'description = "x"\nvillagers = ["nobody"]\nodd = 1\n'


def test_rulesets_are_listed_with_their_descriptions(terminal: Terminal, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "130")
    shown = terminal.run("rulesets")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    for name in ruleset_names():
        (line,) = [line for line in lines if line.startswith(f"{name} ")]
        assert load_ruleset(name).description[:60] in line
    assert lines[-1] == f"The default is {load_ruleset().name}."


@pytest.mark.parametrize("game", GAMES)
def test_warmup_says_where_and_how_long(terminal: Terminal, game: str):
    shown = terminal.run("warmup", "--game", game)
    assert (shown.code, shown.err) == (0, "")
    if COMPILED:
        assert re.fullmatch(rf"{game}: compiling into (.*) \.\.\.\n{game}: ready after [\d.]+ s, .*\n", shown.out)
        assert str(cache_folder(game)) in shown.out
    else:
        assert shown.out == f"{game}: NUMBA_DISABLE_JIT is set, nothing to compile\n"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("game", GAMES)
def test_after_warmup_no_face_compiles_anything(terminal: Terminal, game: str):
    terminal.run("warmup", "--game", game)
    program = f"""
from pagan_env import {game}_v0 as module
from pagan_env.cli import main
from pagan_env.cli.warmup import compiled_now
from pagan_env.envs.batch import Batch
from pagan_env.envs.games import find_game
from pagan_env.envs.solo import SoloEnv

main(["play", "--game", "{game}", "--seed", "3", "--viewer-only"])
for observations in (False, True):
    batch = Batch("{game}", 3, observations=observations)
    batch.step(batch.action_mask.argmax(1))
    batch.observe(1)
env = module.env(render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, *_, info = env.last()
    env.step(info["action_mask"].argmax() if info["action_mask"].any() else None)
env = SoloEnv("{game}", opponent="scripted")
env.reset(seed=1)
env.step(int(env.action_masks().argmax()))
print(compiled_now(find_game("{game}")))
"""
    child = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.splitlines()[-1] == "0"
    assert not child.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--sea", "witch"], "unrecognized arguments"),
        (["play", "--seat", "monk"], "--seat: found 'monk', allowed: witch, hunter"),
        (["play", "--seat", ""], "--seat: found '', allowed: witch, hunter"),
        (["play", "--ruleset", "nothing"], "ruleset 'nothing' is not known, allowed: fen@1, first_steps@1"),
        (["play", "--ruleset", ""], "ruleset '' is not known, allowed: fen@1, first_steps@1"),
        (["play", "--ruleset", "absent.toml"], "absent.toml: No such file or directory, allowed: a readable TOML file"),
        (["play", "--seed", "-1"], "--seed: found '-1', allowed: a whole number in 0 .. 2**63 - 1"),
        (["play", "--seed", "x"], "--seed: found 'x', allowed"),
        (["play", "--seed", "1.5"], "--seed: found '1.5', allowed"),
        (["play", "--seed", str(2**63)], f"--seed: found '{2**63}', allowed"),
        (["play", "--game", "chess"], "--game: unknown game 'chess', allowed: pagan"),
        (["warmup", "--game", "chess"], "--game: unknown game 'chess', allowed: pagan"),
        (["rulesets", "--game", "../pagan"], "--game: unknown game '../pagan', allowed: pagan"),
    ],
)
def test_a_bad_argument_is_told_in_a_line(terminal: Terminal, arguments: list[str], told: str):
    shown = terminal.run(*arguments)
    assert shown.code == 2
    assert not shown.out
    assert shown.err.count("\n") == 1
    assert told in shown.err


def test_a_broken_ruleset_file_is_told_a_line_a_fault(terminal: Terminal, tmp_path: Path):
    path = tmp_path / "broken@1.toml"
    path.write_text(BROKEN, encoding="utf-8")
    shown = terminal.run("play", "--ruleset", str(path))
    assert shown.code == 2
    assert not shown.out
    lines = shown.err.splitlines()
    assert len(lines) > 2
    assert all(line.startswith(f"{path}:") for line in lines)
    assert any("odd" in line for line in lines)


def test_the_program_fails_without_a_traceback():
    child = subprocess.run(
        [sys.executable, "-m", "pagan_env", "play", "--seat", "monk"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (child.returncode, child.stdout) == (2, "")
    assert child.stderr == "--seat: found 'monk', allowed: witch, hunter\n"


def test_help_imports_nothing_heavy():
    program = (
        "import sys; from pagan_env.cli import main\n"
        "try: main(['play', '--help'])\n"
        "except SystemExit as e: assert e.code == 0\n"
        "assert not {'numba', 'torch', 'pygame', 'pagan_env.envs.games'} & set(sys.modules), 'heavy'"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True)


@pytest.mark.parametrize("path", [*sources("pagan_env/cli"), PACKAGE / "__main__.py"], ids=lambda path: path.stem)
def test_the_command_line_knows_no_game_but_its_default(path: Path):
    named = [word for word, _ in words(path) if word in GAME_WORDS]
    assert named == ([DEFAULT_GAME] if path.parent.name == "cli" and path.stem == "__init__" else [])
