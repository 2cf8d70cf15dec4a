"""Drawings of any board: text that fits, SVG that any program reads, pixels without a display, a window that closes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from pagan_env.core.drawing import (
    ELLIPSIS,
    LEAST,
    WIDTHS,
    Circle,
    Drawing,
    Line,
    Rectangle,
    Sketch,
    Text,
    plain,
    shorten,
    svg,
    text_width,
    wrap,
)
from pagan_env.core.raster import Window, load_pygame, pixels, save_png

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
ODD = "Bad <b>&\"'</b> \x00\n\ud800 name"
SHAPES = (
    Rectangle(10, 10, 40, 30, "#ff0000"),
    Rectangle(60, 10, 40, 30, "#00ff00", "#000000", 4, 6),
    Circle(30, 70, 15, "#0000ff"),
    Circle(80, 70, 15, "", "#0000ff", 4),
    Line(5, 95, 115, 95, "#000000", 4),
    Text(60, 110, "Hm", 14, "#000000", "middle"),
)
DRAWING = Drawing(120, 120, "#ffffff", SHAPES, "A <title>")


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch):
    """No display, as on a server."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    load_pygame("a test").display.quit()


# ---- text that fits --------------------------------------------------------------------------------------------------


def test_the_widths_are_those_of_the_font_that_draws_them():
    pygame = load_pygame("a test")
    pygame.font.init()
    font = pygame.font.Font(str(Path(pygame.__file__).parent / pygame.font.get_default_font()), 1000)
    assert tuple(font.metrics(chr(32 + n))[0][4] for n in range(95)) == WIDTHS
    for letter in "\N{HORIZONTAL ELLIPSIS}\N{LATIN CAPITAL LETTER E WITH ACUTE}\N{MULTIPLICATION SIGN}\N{EN DASH}":
        assert text_width(letter, 1000) >= font.metrics(letter)[0][4]


@pytest.mark.parametrize("size", [8, 9, 10, 11, 13, 19, 30])
def test_pixels_of_a_text_are_as_wide_as_it_says(size: int):
    """Kerning and whole pixels would make this one some 4 % wider."""
    text = Text(30, 20, "Preacher Wulfric", size, "#000000")
    dark = (pixels(Drawing(400, 40, "#ffffff", (text,))) < 200).all(axis=2)
    columns, lines = dark.any(axis=0).nonzero()[0], dark.any(axis=1).nonzero()[0]
    assert columns.min() >= 30 and columns.max() <= 30 + text.width
    assert columns.max() - columns.min() > 0.93 * text.width
    assert abs((lines.min() + lines.max() + 1) / 2 - 20) < 2, "`y` is the middle of its capitals"


@pytest.mark.parametrize("room", [0, 5, 12, 40, 90, 91, 400])
def test_text_is_cut_to_its_room(room: int):
    text = "The Witch decides: investigation target"
    cut = shorten(text, 12, room)
    assert text_width(cut, 12) <= room
    assert cut in ("", text) or cut[:-1] == text[: len(cut) - 1].rstrip()
    assert (shorten(text, 12, 1000), shorten("", 12, 0)) == (text, "")


@pytest.mark.parametrize("most", [1, 2, 3, 9])
def test_lines_hold_all_words_or_are_cut(most: int):
    text = "either, gain 2 Influence, or, play 1 card"
    lines = wrap(text, 10, 90, most)
    assert 1 <= len(lines) <= most and all(text_width(line, 10) <= 90 for line in lines)
    assert " ".join(lines) == text or (len(lines) == most and lines[-1].endswith("\N{HORIZONTAL ELLIPSIS}"))
    assert wrap("", 10, 90, most) == []


def test_a_sketch_draws_what_it_says():
    on = Sketch(100, 50, "#ffffff")
    assert on.lines(50, 25, "one two three", 10, "#000000", 30, 3, "middle", centred=True) == 3
    assert on.text(0, 0, "gone", 10, "#000000", 1) == 0  # not even an ellipsis has room
    shapes = on.drawing().shapes
    assert [(shape.text, shape.y, shape.left + shape.width / 2) for shape in shapes] == [
        ("one", 13, 50),
        ("two", 25, 50),
        ("three", 37, 50),
    ]


def test_long_text_is_drawn_smaller_before_it_is_cut():
    on = Sketch(100, 50, "#ffffff")
    on.text(0, 10, "Red Riding Hood", 14, "#000000", 90)
    on.lines(0, 20, "for each Gloom on this villager, gain 1 Influence", 12, "#000000", 60, 3)
    on.text(0, 40, "Red Riding Hood", 14, "#000000", 30)
    one, *lines, cut = (shape for shape in on.drawing().shapes if isinstance(shape, Text))
    assert (one.text, one.size) == ("Red Riding Hood", 11) and one.width <= 90 < text_width(one.text, 12)
    assert " ".join(line.text for line in lines) == "for each Gloom on this villager, gain 1 Influence"
    assert len(lines) > 3 and lines[0].size < 12 and lines[-1].y - lines[0].y <= 3 * 12 * 1.2
    assert cut.size == LEAST and cut.text.endswith(ELLIPSIS)


def test_news_are_whole_or_not_there():
    on, events = Sketch(100, 100, "#ffffff"), ["one two three four", "five", "six seven eight nine ten", "eleven"]
    on.news(0, 10, events, 10, ("#000000", "#777777"), 40, 70)
    shown = [(shape.text, shape.fill) for shape in on.drawing().shapes if isinstance(shape, Text)]
    assert " ".join(text for text, _ in shown) == "one two three four five"
    assert shown[0][1] == "#000000" and shown[-1] == ("five", "#777777")


# ---- SVG -------------------------------------------------------------------------------------------------------------


def test_svg_is_xml_that_needs_nothing_else():
    root = ElementTree.fromstring(svg(DRAWING))
    assert (root.tag, root.get("width"), root.get("viewBox")) == (f"{SVG}svg", "120", "0 0 120 120")
    assert [part.tag.removeprefix(SVG) for part in root] == ["title", "rect", "rect", "rect", "circle", "circle", "line", "text"]
    assert root[0].text == "A <title>"
    assert "href" not in svg(DRAWING) and "url(" not in svg(DRAWING)
    assert (root[3].get("rx"), root[3].get("stroke-width"), root[5].get("fill")) == ("6", "4", "none")


def test_odd_names_are_escaped():
    on = Sketch(400, 50, "#ffffff", ODD)
    on.text(10, 20, ODD, 12, "#000000", 390)
    text = svg(on.drawing())
    assert ElementTree.fromstring(text)[2].text == plain(ODD) == "Bad <b>&\"'</b> ??? name"
    assert text.encode("utf-8") and "<b>" not in text
    assert pixels(on.drawing()).shape == (50, 400, 3)


def test_text_has_its_width_with_any_font():
    text = ElementTree.fromstring(svg(DRAWING))[-1]
    assert float(text.get("textLength", 0)) == pytest.approx(text_width("Hm", 14), abs=0.01)
    assert (text.get("text-anchor"), text.text) == ("middle", "Hm")


# ---- pixels ----------------------------------------------------------------------------------------------------------


def test_pixels_are_where_the_shapes_are(headless):
    image = pixels(DRAWING)
    assert (image.shape, image.dtype, image.flags.c_contiguous) == ((120, 120, 3), np.uint8, True)
    expected = {
        (25, 30): (255, 0, 0),
        (25, 80): (0, 255, 0),
        (25, 60): (0, 0, 0),  # the green one's edge
        (70, 30): (0, 0, 255),
        (70, 80): (255, 255, 255),  # a ring is empty
        (70, 95): (0, 0, 255),
        (95, 60): (0, 0, 0),
        (2, 2): (255, 255, 255),
    }
    assert {place: tuple(image[place].tolist()) for place in expected} == expected
    letters = (image[104:117] < 128).all(axis=2).any(axis=0).nonzero()[0]
    width = text_width("Hm", 14)
    assert 60 - width / 2 - 1 <= letters.min() < letters.max() <= 60 + width / 2 + 1
    assert not load_pygame("a test").display.get_init(), "no window, no display"
    assert (pixels(DRAWING) == image).all()


def test_pixels_after_pygame_was_quit():
    image = pixels(DRAWING)
    load_pygame("a test").quit()
    assert (pixels(DRAWING) == image).all()


def test_a_png_holds_the_pixels(tmp_path: Path):
    path = tmp_path / "a.png"
    save_png(DRAWING, path)
    pygame = load_pygame("a test")
    shown = pygame.surfarray.array3d(pygame.image.load(str(path))).swapaxes(0, 1)
    assert (shown == pixels(DRAWING)).all()


def test_without_pygame_a_line_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ImportError, match=r"^a test needs pygame, which isn't installed: pip install pygame-ce$"):
        load_pygame("a test")
    assert svg(DRAWING)


def test_pygame_says_nothing_and_needs_no_display():
    program = (
        "from tests.core.test_drawing import DRAWING\nfrom pagan_env.core.raster import Window, pixels\n"
        "print(pixels(DRAWING).sum() > 0)\nw = Window('x', 1000)\nw.show(DRAWING)\nw.close()"
    )
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "PYGAME_HIDE_SUPPORT_PROMPT"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    child = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (child.stdout, child.stderr, child.returncode) == ("True\n", "", 0)


# ---- a window --------------------------------------------------------------------------------------------------------


def test_a_window_shows_a_drawing_and_closes_twice(headless):
    display, window = load_pygame("a test").display, Window("a title", 1000)
    assert not display.get_init(), "opened only when there is something to show"
    for _ in range(2):
        window.show(DRAWING)
        shown = load_pygame("a test").surfarray.array3d(display.get_surface()).swapaxes(0, 1)
        assert (shown == pixels(DRAWING)).all()
        assert display.get_caption()[0] == "a title"
        assert "SDL_VIDEODRIVER" not in os.environ, "the environment is left as it was"
        window.close()
        window.close()
        assert not display.get_init()


def test_the_window_is_the_last_users(headless):
    display, one, other = load_pygame("a test").display, Window("one", 1000), Window("other", 1000)
    one.show(DRAWING)
    other.show(Drawing(60, 40, "#ffffff", ()))
    one.close()
    assert (display.get_caption()[0], display.get_surface().get_size()) == ("other", (60, 40))
    one.show(DRAWING)
    assert (display.get_caption()[0], display.get_surface().get_size()) == ("one", (120, 120))
    other.close()
    one.close()
    assert not display.get_init()


def test_a_window_outlives_a_pygame_that_was_quit(headless):
    window = Window("one", 1000)
    window.show(DRAWING)
    load_pygame("a test").quit()
    window.show(DRAWING)
    assert load_pygame("a test").display.get_init()
    window.close()
