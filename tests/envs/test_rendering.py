"""Every render mode of every game: PettingZoo's own test, what each returns, and a picture in which all text has room."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import render_test

from pagan_env import pagan_v0, paradise_lost_v0
from pagan_env.core.drawing import CAPITALS, ELLIPSIS, Circle, Drawing, Rectangle, Text, svg
from pagan_env.core.jit import COMPILED, rows
from pagan_env.core.raster import Window, load_pygame, pixels
from pagan_env.envs.games import find_game

MODES = ["ansi", "svg", "rgb_array", "human"]
MAKERS: list[Callable[..., Any]] = [pagan_v0.env, pagan_v0.raw_env, paradise_lost_v0.env]
FACES = pytest.mark.parametrize("make", MAKERS, ids=["pagan", "pagan_raw", "paradise_lost"])
GAMES = ["pagan", *(f"paradise_lost:num_heroes={n}" for n in (2, 3, 4, 5))]
SPARSE = 17 if COMPILED else 80  # of so many decisions one position is looked at


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pagan_env.envs.aec.RENDER_FPS", 1000)
    load_pygame("a test").display.quit()


def step(env: Any) -> None:
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@FACES
def test_official_render_test(make: Callable[..., Any]):
    def made(render_mode: str) -> Any:
        env = make(render_mode=render_mode)
        env.reset(seed=1)
        return env

    render_test(made, {"svg": lambda text: ElementTree.fromstring(text).get("width") == "1200"})


@FACES
def test_metadata(make: Callable[..., Any]):
    env = make()
    assert env.metadata["render_modes"] == MODES and env.metadata["render_fps"] > 0


@FACES
def test_all_modes_show_one_drawing(make: Callable[..., Any]):
    shown = {}
    for mode in MODES[1:3]:
        env = make(render_mode=mode)
        env.reset(seed=3)
        shown[mode] = env.render()
        inner = env.unwrapped
        drawing = inner.game.draw(inner._states, inner.ruleset, None)
    assert shown["svg"] == svg(drawing)
    assert shown["rgb_array"].shape == (800, 1200, 3) and (shown["rgb_array"] == pixels(drawing)).all()
    assert not load_pygame("a test").display.get_init(), "neither opens a window"


@FACES
def test_render_viewer_says_whose_view_it_is(make: Callable[..., Any]):
    env = make(render_mode="svg")
    env.reset(seed=3)
    views = {env.render()}
    for agent in env.possible_agents:
        env.render_viewer = agent
        views.add(env.render())
    assert len(views) == 1 + len(env.possible_agents)
    env.render_viewer = "monk_0"
    with pytest.raises(ValueError, match=r"^\w+: unknown agent 'monk_0', allowed: \w+_0, "):
        env.render()


@FACES
def test_a_window_is_redrawn_after_each_reset_and_step(make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch):
    shown: list[Drawing] = []
    monkeypatch.setattr(Window, "show", lambda self, drawing: shown.append(drawing))
    env = make(render_mode="human")
    env.reset(seed=1)
    step(env)
    step(env)
    assert len(shown) == 3 and len(set(map(id, shown))) == 3
    env.reset(seed=1)
    assert shown[3] == shown[0] != shown[2]
    assert env.render() is None and shown[4] == shown[0]


def test_a_window_shows_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch):
    shown: list[Drawing] = []
    monkeypatch.setattr(Window, "show", lambda self, drawing: shown.append(drawing))
    env, choices = paradise_lost_v0.raw_env(render_mode="human"), random.Random(1)
    env.reset(seed=1)
    while env._playing:
        env.step(choices.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
    assert any("The game is over" in shape.text for shape in shown[-1].shapes if isinstance(shape, Text))
    count = len(shown)
    env.step(None)
    assert len(shown) == count, "nothing has changed"


@FACES
def test_a_window_opens_at_reset_and_closes_twice(make: Callable[..., Any]):
    display, env = load_pygame("a test").display, make(render_mode="human")
    assert not display.get_init()
    env.reset(seed=1)
    assert display.get_caption()[0] == str(env) and display.get_surface().get_size() == (1200, 800)
    shown = load_pygame("a test").surfarray.array3d(display.get_surface()).swapaxes(0, 1)
    inner = env.unwrapped
    assert (shown == pixels(inner.game.draw(inner._states, inner.ruleset, None))).all()
    env.close()
    env.close()
    assert not display.get_init()


@FACES
def test_environments_that_show_nothing_close_twice(make: Callable[..., Any]):
    for mode in (None, *MODES[:3]):
        env = make(render_mode=mode)
        env.close()
        env.close()


def test_a_copy_has_a_window_of_its_own():
    env = pagan_v0.raw_env(render_mode="human")
    env.reset(seed=1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert env._window is not None and other._window is None
        step(other)
        other.close()
    step(env)
    env.close()


def test_without_a_mode_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch):
    env = pagan_v0.raw_env()
    monkeypatch.setattr(type(env), "render", lambda self: pytest.fail("drawn"))
    env.reset(seed=1)
    step(env)


# ---- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["pdf", "", "RGB_ARRAY", 3])
def test_an_unknown_mode(mode: Any):
    with pytest.raises(ValueError) as error:
        pagan_v0.env(render_mode=mode)
    assert str(error.value) == f"pagan_v0: render_mode {mode!r}, allowed: None, 'ansi', 'svg', 'rgb_array', 'human'"


@pytest.mark.parametrize("mode", ["rgb_array", "human"])
def test_without_pygame_it_is_told_at_once(mode: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ImportError) as error:
        paradise_lost_v0.env(render_mode=mode)
    assert str(error.value).startswith(
        f"paradise_lost_v0: render_mode '{mode}' needs pygame, which isn't installed: pip install pygame-ce"
    )
    assert "\n" not in str(error.value)
    assert pagan_v0.env(render_mode="svg")


@pytest.mark.parametrize("mode", MODES)
def test_nothing_to_render_before_the_first_game(mode: str):
    with pytest.raises(RuntimeError, match=r"^pagan_v0.render: no game yet, call reset\(\) first$"):
        pagan_v0.raw_env(render_mode=mode).render()


# ---- all text has room -----------------------------------------------------------------------------------------------


def positions(name: str, ruleset: str, seed: int) -> Iterator[tuple[Any, Any, np.ndarray]]:
    """Positions of every stage of a random game, its end among them."""
    game = find_game(name)
    rules, states = game.load_ruleset(ruleset), rows(np.zeros(1, game.state))
    status, mask, choices = np.zeros(4, np.int64), np.zeros(game.lexicon.size, np.int8), random.Random(seed)
    game.kernels.reset(states, rules.tables, np.zeros(1, np.int64), np.array([seed]))
    for number in itertools.count():
        game.kernels.status(states, 0, status)
        over = status[0] < 0 or (not COMPILED and number > 240)
        if over or number % SPARSE == 0:
            yield game, rules, states
        if over:
            return
        game.kernels.mask(states, 0, int(status[0]), mask)
        assert game.kernels.apply(states, rules.tables, 0, choices.choice(np.flatnonzero(mask).tolist())) == 0


def misplaced(drawing: Drawing) -> list[str]:
    """Texts that leave the picture, the innermost shape that they begin to lie in, or that lie on another text."""
    found, texts, around = [], [], [(0.0, 0.0, float(drawing.width), float(drawing.height), drawing.width * drawing.height)]
    for shape in drawing.shapes:
        if isinstance(shape, Rectangle):
            area = shape.width * shape.height
            around.append((shape.x, shape.y, shape.x + shape.width, shape.y + shape.height, area))
        elif isinstance(shape, Circle):
            x, y, r = shape.x, shape.y, shape.radius
            around.append((x - r, y - r, x + r, y + r, 4 * r * r))
        elif isinstance(shape, Text):
            half = shape.size * CAPITALS / 2
            box = (shape.left, shape.y - half, shape.left + shape.width, shape.y + half)
            middle = (box[0] + box[2]) / 2
            left, top, right, bottom, _ = min(
                (b for b in around if b[0] <= middle <= b[2] and b[1] <= shape.y <= b[3]), key=lambda b: b[4]
            )
            if box[0] < left - 0.5 or box[2] > right + 0.5 or box[1] < top or box[3] > bottom:
                found.append(f"{shape.text!r} leaves its shape")
            found += [f"{shape.text!r} on {other!r}" for other, place in texts if overlap(box, place)]
            texts.append((shape.text, box))
    return found


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("name", "ruleset"), [(name, ruleset) for name in GAMES for ruleset in find_game(name).ruleset_names()])
def test_all_text_has_room(name: str, ruleset: str):
    """In any game, for any viewer: the pictures have one size, no text is cut, leaves its box or lies on another."""
    for game, rules, states in positions(name, ruleset, seed=len(ruleset)):
        for viewer in (None, *range(len(game.agents))):
            drawing = game.draw(states, rules, viewer)
            assert (drawing.width, drawing.height) == (1200, 800)
            assert not misplaced(drawing), viewer
            assert not [shape.text for shape in drawing.shapes if isinstance(shape, Text) and shape.text.endswith(ELLIPSIS)]


def test_text_without_room_would_be_found():
    box, text = Rectangle(10, 10, 40, 20), Text(12, 20, "ab", 10, "#000000")
    assert not misplaced(Drawing(100, 100, "#ffffff", (box, text)))
    wide, twice = Text(12, 20, "abcdefgh", 10, "#000000"), Text(20, 22, "cd", 10, "#000000")
    assert misplaced(Drawing(100, 100, "#ffffff", (box, wide))) == ["'abcdefgh' leaves its shape"]
    assert misplaced(Drawing(100, 100, "#ffffff", (box, text, twice))) == ["'cd' on 'ab'"]
    assert misplaced(Drawing(100, 100, "#ffffff", (Text(90, 50, "abc", 10, "#000000"),))) == ["'abc' leaves its shape"]
