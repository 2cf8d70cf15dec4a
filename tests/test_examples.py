"""Every example runs as it stands, warnings as errors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "error", str(path)]
    child = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert child.returncode == 0, child.stderr
    assert child.stdout.strip()


def test_every_face_has_one():
    faces = "gymnasium_single gymnasium_vector openspiel_search pettingzoo_loop replays sb3_maskable text_player"
    assert set(faces.split()) <= {path.stem for path in EXAMPLES}
