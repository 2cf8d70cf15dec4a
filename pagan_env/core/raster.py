"""Pixels of a drawing, and a window that shows it: by pygame, which nothing else here needs (`pip install pygame-ce`)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .drawing import CAPITALS, Circle, Drawing, Line, Rectangle, Text

FINER = 2  # drawn so many times as large and shrunk, which makes edges smooth


def load_pygame(where: str) -> ModuleType:
    """The module pygame. Raises ImportError, one line that begins with `where`, if it isn't installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        raise ImportError(f"{where} needs pygame, which isn't installed: pip install pygame-ce") from None
    return pygame


def pixels(drawing: Drawing) -> NDArray[np.uint8]:
    """The drawing as uint8 (height, width, 3), without a window or a display."""
    pygame = load_pygame("pixels")
    return np.ascontiguousarray(pygame.surfarray.array3d(_surface(pygame, drawing)).swapaxes(0, 1))


def save_png(drawing: Drawing, path: Path) -> None:
    """Write the drawing to a PNG file. Raises OSError."""
    pygame = load_pygame("a PNG file")
    with path.open("wb") as file:
        pygame.image.save(_surface(pygame, drawing), file, ".png")


class Window:
    """Shows one drawing at a time, `fps` of them a second at most. pygame has one window a process: it is the last user's."""

    _shown: Window | None = None

    def __init__(self, title: str, fps: int) -> None:
        self._pygame = load_pygame("a window")
        self._title = title
        self._fps = fps
        self._clock = self._pygame.time.Clock()

    def show(self, drawing: Drawing) -> None:
        """Draw it, in the window, opened if need be; what the person does with the window is not looked at."""
        display = self._pygame.display
        size = (drawing.width, drawing.height)
        if Window._shown is not self or not display.get_init() or display.get_surface().get_size() != size:
            _open_display(self._pygame)
            display.set_mode(size)
            display.set_caption(self._title)
            Window._shown = self
        display.get_surface().blit(_surface(self._pygame, drawing), (0, 0))
        self._pygame.event.pump()
        display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Close the window, if it is open."""
        if Window._shown is self:
            Window._shown = None
            self._pygame.display.quit()


def _open_display(pygame: ModuleType) -> None:
    """Start pygame's display; on a machine without one, one that shows nothing."""
    if pygame.display.get_init():
        return
    headless = sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"} & set(os.environ)
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        pygame.display.init()
    finally:
        if headless:
            del os.environ["SDL_VIDEODRIVER"]


def _surface(pygame: ModuleType, drawing: Drawing) -> Any:
    pygame.font.init()
    # Its own bold Helvetica, which comes with pygame: no other font is everywhere.
    font = Path(str(pygame.__file__)).parent / pygame.font.get_default_font()
    fonts = {size: pygame.font.Font(str(font), FINER * size) for size in {s.size for s in drawing.shapes if isinstance(s, Text)}}
    large = pygame.Surface((FINER * drawing.width, FINER * drawing.height), depth=32)
    large.fill(drawing.ground)
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            _draw_text(pygame, large, fonts[shape.size], shape)
        else:
            _draw(pygame, large, shape)
    return pygame.transform.smoothscale(large, (drawing.width, drawing.height))


def _draw(pygame: ModuleType, on: Any, shape: Rectangle | Circle | Line) -> None:
    thick = max(1, round(FINER * shape.thickness))
    if isinstance(shape, Line):
        start, end = (FINER * shape.x, FINER * shape.y), (FINER * shape.to_x, FINER * shape.to_y)
        pygame.draw.line(on, shape.stroke, start, end, thick)
    elif isinstance(shape, Circle):
        centre = (FINER * shape.x, FINER * shape.y)
        # A stroke lies half outside and half inside, as in SVG.
        if shape.stroke:
            pygame.draw.circle(on, shape.stroke, centre, FINER * shape.radius + thick / 2, 0 if shape.fill else thick)
        if shape.fill:
            pygame.draw.circle(on, shape.fill, centre, FINER * shape.radius - (thick / 2 if shape.stroke else 0))
    else:
        box = pygame.Rect(*(round(FINER * n) for n in (shape.x, shape.y, shape.width, shape.height)))
        radius = round(FINER * shape.radius)
        if shape.stroke:
            outer = radius and radius + thick // 2
            pygame.draw.rect(on, shape.stroke, box.inflate(thick, thick), 0 if shape.fill else thick, border_radius=outer)
        if shape.fill:
            inner = box.inflate(-thick, -thick) if shape.stroke else box
            pygame.draw.rect(on, shape.fill, inner, border_radius=max(0, radius - (thick // 2 if shape.stroke else 0)))


def _draw_text(pygame: ModuleType, on: Any, font: Any, shape: Text) -> None:
    image = font.render(shape.text, True, shape.fill)
    width = max(1, min(image.get_width(), round(FINER * shape.width)))
    if width < image.get_width():  # letters on whole pixels are a little wider
        image = pygame.transform.smoothscale(image, (width, image.get_height()))
    baseline = FINER * (shape.y + shape.size * CAPITALS / 2)
    on.blit(image, (round(FINER * shape.left), round(baseline) - font.get_ascent()))
