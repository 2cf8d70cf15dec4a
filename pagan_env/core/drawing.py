"""A picture of a board: rectangles, circles, lines and text, each at a fixed place, and the same as SVG.

`raster.py` makes pixels of it. Coordinates are pixels from the upper left corner, colours `#rrggbb`. A text's width is known
here, without any font: it is that of Helvetica Bold, which Arial, Liberation Sans and FreeSans share; whatever draws it with
another font squeezes it into that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from .jit import rows
from .layout import raw_bytes

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
FONTS = "Arial, Helvetica, 'Liberation Sans', FreeSans, sans-serif"
# Advance widths of Helvetica Bold in thousandths of the size, from the space to the tilde.
WIDTHS = (
    *(278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611),
    *(975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556),
    *(333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611),
    *(611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584),
)
LEAST = 7  # the smallest type that text shrinks to before it is cut
WIDEST = 1000  # of any other character
CAPITALS = 0.72  # height of a capital letter, in sizes


@dataclass(frozen=True)
class Rectangle:
    """Its upper left corner, its size; `radius` of its corners. Without `fill` or `stroke` there is none."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    thickness: float = 1
    radius: float = 0


@dataclass(frozen=True)
class Circle:
    """Its centre and radius."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thickness: float = 1


@dataclass(frozen=True)
class Line:
    """From one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    stroke: str
    thickness: float = 1


@dataclass(frozen=True)
class Text:
    """One line of text, `y` the middle of its capitals; `align` says what `x` is: its left end, its middle, its right end."""

    x: float
    y: float
    text: str
    size: int
    fill: str
    align: str = "left"

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return text_width(self.text, self.size)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.width * {"left": 0, "middle": 0.5, "right": 1}[self.align]


Shape = Rectangle | Circle | Line | Text
Attribute = tuple[str, float | str]


@dataclass(frozen=True)
class Drawing:
    """Shapes in the order in which they are drawn, on a ground of one colour; `title` says what it shows."""

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]
    title: str = ""


class Sketch:
    """A drawing in the making. Text that is too long for its room is drawn in smaller type; only what still has none is cut."""

    def __init__(self, width: int, height: int, ground: str, title: str = "") -> None:
        self._made = Drawing(width, height, ground, (), plain(title))
        self._shapes: list[Shape] = []

    def add(self, *shapes: Shape) -> None:
        """Draw these over all that there is."""
        self._shapes += shapes

    def text(self, x: float, y: float, text: str, size: int, fill: str, room: float, align: str = "left") -> float:
        """One line of text, made smaller to fit `room`; its width."""
        while size > LEAST and text_width(plain(text), size) > room:
            size -= 1
        shown = Text(x, y, shorten(text, size, room), size, fill, align)
        if shown.text:
            self._shapes.append(shown)
        return shown.width

    def box(self, x: float, y: float, width: float, height: float, fill: str, stroke: str = "", thickness: float = 1) -> None:
        """A panel with slightly round corners."""
        self._shapes.append(Rectangle(x, y, width, height, fill, stroke, thickness, 6))

    def disc(self, x: float, y: float, radius: float, fill: str, text: str, ink: str = "#ffffff", stroke: str = "") -> None:
        """A round token with a letter or two, or a number, on it."""
        self._shapes.append(Circle(x, y, radius, fill, stroke, 2))
        self.text(x, y, text, max(8, round(radius * 1.1)), ink, 1.9 * radius, "middle")

    def lines(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        fill: str,
        room: float,
        most: int,
        align: str = "left",
        centred: bool = False,
    ) -> int:
        """Text in up to `most` lines, or more of smaller type at the same height; `y` is the middle of the first, or of all if
        `centred`. How many lines it took."""
        folded, high = wrap(text, size, room, most), size * most
        while size > LEAST and " ".join(folded) != " ".join(plain(text).split()):
            size -= 1
            folded = wrap(text, size, room, high // size)
        step = size * 1.2
        top = y - (len(folded) - 1) * step / 2 if centred else y
        for number, line in enumerate(folded):
            self.text(x, top + number * step, line, size, fill, room, align)
        return len(folded)

    def news(
        self, x: float, y: float, events: Iterable[str], size: int, fills: tuple[str, str], room: float, bottom: float
    ) -> None:
        """Events one below the other, whole ones alone, as long as they end above `bottom`; the first in the first colour."""
        for number, event in enumerate(events):
            count = len(wrap(event, size, room, len(event)))
            if y + (count - 1) * size * 1.2 > bottom:
                return
            self.lines(x, y, event, size, fills[number > 0], room, max(1, count))
            y += count * size * 1.2 + size / 2

    def drawing(self) -> Drawing:
        """What was drawn."""
        made = self._made
        return Drawing(made.width, made.height, made.ground, tuple(self._shapes), made.title)


def seen(states: np.ndarray, view: Callable[..., None], seats: int, viewer: int | None) -> Any:
    """Game 0 as a seat's `view` of the record shows it; None: what all the `seats` views have in common, a spectator's.

    Whatever is drawn from this alone can't tell what the viewer can't know.
    """
    views = rows(np.zeros(seats, states.dtype))
    for seat in range(seats):
        view(states, 0, seat, views[seat : seat + 1])
    if viewer is not None:
        return views.view(np.ndarray)[viewer]
    common = rows(np.zeros(1, states.dtype))
    # A byte that is hidden from a seat is 0 in its view; seen by all, it is the same in all of them.
    raw_bytes(common)[0] = np.bitwise_and.reduce(raw_bytes(views))
    return common.view(np.ndarray)[0]


def plain(text: str) -> str:
    """The text without what can't be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def text_width(text: str, size: float) -> float:
    """The width of a line of text, in pixels."""
    return sum(map(_width, text)) * size / 1000


def _width(letter: str) -> int:
    if " " <= letter <= "~":
        return WIDTHS[ord(letter) - 32]
    base = unicodedata.normalize("NFD", letter)[0]  # a letter with an accent is as wide as the letter
    return WIDTHS[ord(base) - 32] if " " <= base <= "~" else WIDEST


def shorten(text: str, size: float, room: float) -> str:
    """The text, or as much of its beginning as fits in `room` pixels, with an ellipsis."""
    text = plain(text)
    if text_width(text, size) <= room:
        return text
    while text and text_width(text.rstrip() + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS if text else ""


def wrap(text: str, size: float, room: float, most: int) -> list[str]:
    """The text in up to `most` lines of `room` pixels, broken between words; the last one takes, and is cut to, what is left."""
    found: list[str] = []
    words = plain(text).split()
    while words and len(found) < most - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size) <= room:
            count += 1
        found.append(shorten(" ".join(words[:count]), size, room))
        words = words[count:]
    if words:
        found.append(shorten(" ".join(words), size, room))
    return found


def svg(drawing: Drawing) -> str:
    """The drawing as a file of its own: it refers to nothing, and looks the same with any font."""
    size = f'width="{drawing.width}" height="{drawing.height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {drawing.width} {drawing.height}" '
        f'font-family="{FONTS}" font-weight="bold">',
        *([f"<title>{escape(drawing.title)}</title>"] if drawing.title else []),
        f'<rect {size} fill="{drawing.ground}"/>',
        *map(_element, drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    place: list[Attribute]
    if isinstance(shape, Rectangle):
        place = [("x", shape.x), ("y", shape.y), ("width", shape.width), ("height", shape.height)]
        return f"<rect {_attributes([*place, *([('rx', shape.radius)] if shape.radius else []), *_paint(shape)])}/>"
    if isinstance(shape, Circle):
        return f"<circle {_attributes([('cx', shape.x), ('cy', shape.y), ('r', shape.radius), *_paint(shape)])}/>"
    if isinstance(shape, Line):
        place = [("x1", shape.x), ("y1", shape.y), ("x2", shape.to_x), ("y2", shape.to_y)]
        return f"<line {_attributes([*place, ('stroke', shape.stroke), ('stroke-width', shape.thickness)])}/>"
    anchor = {"left": "start", "middle": "middle", "right": "end"}[shape.align]
    place = [("x", shape.x), ("y", shape.y + shape.size * CAPITALS / 2), ("font-size", shape.size), ("fill", shape.fill)]
    place += [("text-anchor", anchor), ("textLength", shape.width), ("lengthAdjust", "spacingAndGlyphs")]
    return f"<text {_attributes(place)}>{escape(shape.text)}</text>"


def _paint(shape: Rectangle | Circle) -> list[Attribute]:
    paint: list[Attribute] = [("fill", shape.fill or "none")]
    return [*paint, ("stroke", shape.stroke), ("stroke-width", shape.thickness)] if shape.stroke else paint


def _attributes(pairs: Iterable[Attribute]) -> str:
    return " ".join(f"{name}={quoteattr(value if isinstance(value, str) else _number(value))}" for name, value in pairs)


def _number(value: float) -> str:
    """A number without digits that nobody sees."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
