"""What `pip install .` brings: the wheel holds the data and the types, and asks for no torch."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("dist")
    source = tmp_path_factory.mktemp("source")
    for name in tracked():
        if name.startswith("pagan_env/") or "/" not in name:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    child = subprocess.run(command, capture_output=True, text=True)
    assert child.returncode == 0, child.stdout + child.stderr
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


def tracked() -> list[str]:
    return subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_wheel_holds_every_module_and_file_of_data(wheel: zipfile.ZipFile):
    ours = [name for name in tracked() if name.startswith("pagan_env/")]
    wanted = {name for name in ours if name.endswith((".py", ".toml", "py.typed"))}
    assert {name for name in wheel.namelist() if name.startswith("pagan_env/")} == wanted
    assert len([name for name in wanted if name.endswith(".toml")]) > 30


def test_who_only_wants_environments_needs_no_torch(wheel: zipfile.ZipFile):
    (name,) = [name for name in wheel.namelist() if name.endswith("METADATA")]
    required = Parser().parsestr(wheel.read(name).decode()).get_all("Requires-Dist") or []
    plain = {line.split(">")[0].split("<")[0].strip() for line in required if "extra ==" not in line}
    assert plain == {"numpy", "numba", "gymnasium", "pettingzoo", "tree-sitter", "tree-sitter-toml"}
    assert any(line.startswith("torch") and "extra ==" in line for line in required)


def test_there_is_a_command(wheel: zipfile.ZipFile):
    (name,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "pagan = pagan_env.cli:main" in wheel.read(name).decode()
