"""Every program in examples/ runs as it stands, warnings as errors."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path: Path):
    child = subprocess.run([sys.executable, "-W", "error", str(path)], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert child.returncode == 0, child.stderr
    assert child.stdout, "it prints nothing"


def test_there_are_examples():
    assert {"text_player", "replays"} <= {path.stem for path in EXAMPLES}
