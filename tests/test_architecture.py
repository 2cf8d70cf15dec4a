"""Who may import whom, read from the sources without running them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pagan_env"
GAMES = sorted(path.parent.name for path in PACKAGE.glob("*/game.py") if path.parent.name != "core")

# From the bottom up: a module may import from its own layer and those before it.
LAYERS = ["core", "game", "envs", "agents", "experiments", "benchmarks"]
BRIDGES = ("rllib", "sb3")  # optional, beside PettingZoo, Gymnasium and the batch
OURS = {"pagan_env", "agents", "experiments", "benchmarks", "tests"}

# Words of the games, which the kit and the faces must do without.
GAME_WORDS = {*GAMES, "paradise", "witch", "hunter", "villager", "villagers", "roanoke", "familiar", "hero", "heroes"}


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Dotted names of all that a file imports, wherever in it; `from a import b` counts as `a.b`."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            yield from (".".join([*base, alias.name]) for alias in node.names)


def layer(name: str) -> str | None:
    """The layer of a module of this project; None for the bare package and for what others wrote."""
    parts = name.split(".")
    if parts[0] != "pagan_env":
        return parts[0] if parts[0] in OURS else None
    if len(parts) == 1 or parts[1] == "__version__":
        return None
    if parts[1] in GAMES:
        return "game"
    return "core" if parts[1] == "core" else "envs"  # pagan_v0 and the command line are faces


def test_the_walk_sees_what_it_should():
    assert "pagan" in GAMES
    assert layer("pagan_env.pagan_v0.env") == "envs"
    assert "pagan_env.pagan.game.GAME" in set(imports(PACKAGE / "pagan_v0.py"))
    assert "numba.njit" in set(imports(PACKAGE / "core" / "jit.py"))


@pytest.mark.parametrize("path", sources("pagan_env", "agents", "experiments", "benchmarks"), ids=module_name)
def test_imports_run_one_way(path: Path):
    mine = layer(module_name(path)) or "envs"  # the bare package registers the faces
    allowed = LAYERS[: LAYERS.index(mine) + 1]
    # Agents may use compiled rules and studies may use agents, but nobody ships tests or benchmarks.
    wrong = [name for name in imports(path) if layer(name) not in (None, *allowed)]
    assert not wrong, f"{module_name(path)} may import from {allowed}"


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_import_each_other(game: str):
    others = tuple(f"pagan_env.{other}." for other in GAMES if other != game)
    imported = [name for path in sources(f"pagan_env/{game}") for name in imports(path)]
    assert not [name for name in imported if f"{name}.".startswith(others)]


def test_no_torch_in_the_package():
    """But in the bridges to libraries that bring it, which nothing else in the package imports."""
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}
    bridges = {PACKAGE / "envs" / f"{name}.py" for name in BRIDGES}
    rest = [(path, name) for path in sources("pagan_env") if path not in bridges for name in imports(path)]
    assert not [(path, name) for path, name in rest if name.split(".")[0] in heavy]
    assert not [(path, name) for path, name in rest if name.startswith(tuple(f"pagan_env.envs.{one}" for one in BRIDGES))]


def test_only_the_kernel_decorator_compiles():
    """Numba's own decorators cache under a key that misses edits in imported files."""
    decorators = {"njit", "jit", "vectorize", "guvectorize", "jitclass", "cfunc", "stencil"}
    for path in sources("pagan_env", "agents", "experiments", "benchmarks", "tests"):
        if path in (PACKAGE / "core" / "jit.py", ROOT / "tests" / "core" / "test_whole.py"):
            continue
        used = {name.rsplit(".", 1)[-1] for name in imports(path) if name.split(".")[0] == "numba"}
        used |= {
            node.attr
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("numba", "nb")
        }
        assert not used & decorators, f"{module_name(path)}: use pagan_env.core.jit.kernel"


@pytest.mark.parametrize("path", sources("pagan_env/core", "pagan_env/envs"), ids=module_name)
def test_the_kit_and_the_faces_know_no_game(path: Path):
    assert not {(word, line) for word, line in words(path) if word in GAME_WORDS}


def words(path: Path) -> Iterator[tuple[str, int]]:
    """The single words in a file's names and strings (docstrings are not code), in lower case, with their lines."""
    whole = tree(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    with_docstring = [node for node in ast.walk(whole) if isinstance(node, documented) and ast.get_docstring(node)]
    docstrings = {id(node.body[0].value) for node in with_docstring}
    for node in ast.walk(whole):
        texts = [value for _, value in ast.iter_fields(node) if isinstance(value, str) and id(node) not in docstrings]
        for text in texts:
            plain = text.replace("pagan_env", "").replace("PAGAN_ENV", "")
            for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", plain):
                yield word.lower(), getattr(node, "lineno", 0)


def test_importing_the_package_is_light():
    """It registers the games by name, and loads neither them nor what compiles."""
    program = "import sys, pagan_env; print(sorted(m for m in sys.modules if m.split('.')[0] in ('numba', 'torch', 'pagan_env')))"
    child = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "['pagan_env', 'pagan_env.registration']"
