"""A training run on disk, whole: from `resume.npz` it goes on as if it had never stopped, bit for bit on one thread.

A zip of plain arrays with a JSON header, as checkpoints are; reading one never runs code from it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.checkpoint import CheckpointError, read_arrays, write_atomically
from experiments.self_play import SelfPlay

FORMAT = "pagan-env training run"
VERSION = 3
HEADER = "header"


def save(path: Path, play: SelfPlay, facts: dict[str, Any]) -> None:
    """Write all that training goes on from, atomically; `facts` are the caller's, in JSON. Between `learn` and `collect`."""
    generators = [generator.bit_generator.state for generator in (play.rng, *play.rngs)]
    pools = [{"won": pool.won, "of": pool.of} for pool in play.pools]
    ours = {"decisions": play.decisions, "updates": play.updates, "generators": generators, "pools": pools}
    text = json.dumps({"format": FORMAT, "version": VERSION, "play": ours, "facts": facts})
    content = io.BytesIO()
    np.savez(content, **{HEADER: np.frombuffer(text.encode(), np.uint8)}, **dict(_arrays(play)))  # type: ignore[arg-type]
    write_atomically(path, content.getvalue())


def load(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a file. CheckpointError: absent, damaged, foreign, or of another version."""
    arrays = read_arrays(path)
    try:
        header = json.loads(arrays.pop(HEADER).tobytes())
    except (KeyError, ValueError):
        header = {}
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise CheckpointError(f"{path}: not a training run of this project")
    if header["version"] != VERSION:
        raise CheckpointError(f"{path}: training run of version {header['version']}; this program reads version {VERSION}")
    return header, arrays


def restore(play: SelfPlay, header: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Bring a fresh run of the same settings to where the saved one was. KeyError, ValueError: it doesn't fit."""
    ours = header["play"]
    play.decisions, play.updates = ours["decisions"], ours["updates"]
    for generator, state in zip((play.rng, *play.rngs), ours["generators"], strict=True):
        generator.bit_generator.state = state
    for pool, learner, score in zip(play.pools, play.nets, ours["pools"], strict=True):
        while len(pool) < len(score["won"]):
            pool.add(learner)
        pool.won, pool.of = list(score["won"]), list(score["of"])
    for role, stream in enumerate(play.streams):
        stream.size = int(arrays[f"{role}/held"])
        for number, column in enumerate(stream.columns()):
            column[: stream.size] = arrays[f"{role}/stream/{number}"]
        stream.open[:] = arrays[f"{role}/open"]
        _fill_optimizer(play.optimizers[role], arrays, f"{role}/adam")
        for name, net in _nets(play, role):
            weights = {key: torch.from_numpy(arrays[f"{role}/{name}/{key}"]) for key in net.state_dict()}
            net.load_state_dict(weights)
    play.rival[:] = arrays["rival"]
    play.batch.restore({name.removeprefix("batch/"): array for name, array in arrays.items() if name.startswith("batch/")})


def _arrays(play: SelfPlay) -> Iterator[tuple[str, np.ndarray]]:
    yield "rival", play.rival
    for name, array in play.batch.state().items():
        yield f"batch/{name}", array
    for role, stream in enumerate(play.streams):
        yield f"{role}/held", np.array(stream.size)
        yield f"{role}/open", stream.open
        for number, column in enumerate(stream.columns()):
            yield f"{role}/stream/{number}", column[: stream.size]
        for number, state in play.optimizers[role].state_dict()["state"].items():
            for key, tensor in state.items():
                yield f"{role}/adam/{number}/{key}", tensor.cpu().numpy()
        for name, net in _nets(play, role):
            for key, tensor in net.state_dict().items():
                yield f"{role}/{name}/{key}", tensor.cpu().numpy()


def _nets(play: SelfPlay, role: int) -> Iterator[tuple[str, torch.nn.Module]]:
    yield "net", play.nets[role]
    yield "anchor", play.anchors[role]
    for number, net in enumerate(play.pools[role].nets):  # scripted players hold nothing
        yield f"past/{number}", net


def _fill_optimizer(optimizer: torch.optim.Optimizer, arrays: dict[str, np.ndarray], where: str) -> None:
    """Adam's moments by parameter; there are none before the first update."""
    whole = optimizer.state_dict()
    for name, array in arrays.items():
        if name.startswith(f"{where}/"):
            _, _, number, key = name.split("/")
            whole["state"].setdefault(int(number), {})[key] = torch.from_numpy(array)
    optimizer.load_state_dict(whole)
