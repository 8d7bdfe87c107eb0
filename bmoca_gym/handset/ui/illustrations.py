"""Illustrations: flat drawings from a few shapes, stored in an app's ``illustrations.json``.

A drawing covers its element. The origin is the centre, y points down, and the unit is the larger of the
height and width / 3.2. The important part is within 0.45 of the centre, so that it is visible in elements of
any shape. The file has for each subject a background colour and the shapes from back to front. Colours are
AARRGGBB.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.prints import Print, file_of
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import WIDGET, Box, Element
from bmoca_gym.handset.ui.widgets import Picture


class Drawing(NamedTuple):
    """A drawing. ``background``: 0xAARRGGBB; ``shapes``: name of a brush method, and its arguments."""

    background: int
    shapes: tuple[tuple[str, tuple[Any, ...]], ...]


def _shape(kind: str, of: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    color = int(of["color"], 16)
    if kind == "oval":  # a filled ellipse
        x, y, rx, ry = of["x"], of["y"], of["rx"], of["ry"]
        return "drawOval", (skia.Rect.MakeLTRB(x - rx, y - ry, x + rx, y + ry), paints.fill(color))
    if kind == "ring":  # the outline of a circle
        return "drawCircle", (of["x"], of["y"], of["radius"], paints.stroke(color, of["width"]))
    points = of["points"]  # x, y, x, y, ...
    path = skia.Path()
    path.moveTo(points[0], points[1])
    for i in range(2, len(points), 2):
        path.lineTo(points[i], points[i + 1])
    if kind == "stroke":  # a line with round ends
        return "drawPath", (path, paints.stroke(color, of["width"]))
    path.close()  # a filled polygon
    return "drawPath", (path, paints.fill(color))


@cache
def _file(app: str) -> dict[str, Any]:
    text = (catalogues.folder_of(app) / "illustrations.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@lru_cache(maxsize=256)
def drawing(app: str, subject: str) -> Drawing:
    """Return the drawing of a subject in the app's file. Raises KeyError if there is none."""
    entry = _file(app)[subject]
    shapes = [_shape(kind, of) for shape in entry["shapes"] for kind, of in shape.items()]
    return Drawing(int(entry["background"], 16), tuple(shapes))


def has_drawing(app: str, subject: str) -> bool:
    """Whether the app's file has a drawing of that subject."""
    return subject in _file(app)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Illustration(Element):
    """Drawing of ``subject`` from the file of ``app``. ``radius``: radius of its corners in dp.

    ``middle``: horizontal position of the drawing's centre in the element, 0 at its start to 1 at its end.
    """

    __slots__ = ("app", "middle", "subject")
    CLASS: ClassVar[str] = WIDGET + "ImageView"

    def __init__(self, app: str, subject: str, middle: Any = 0.5, **options: Any) -> None:
        super().__init__(**options)
        self.middle: float = middle
        self.app = app
        self.subject = subject

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.app, self.subject, self.middle, self.radius)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        middle = 1 - self.middle if self.middle != 0.5 and m.rtl else self.middle
        radius = self.radius * m.scale
        picture = (_draw, (self.app, self.subject, middle, radius))
        canvas.draw_kept(picture, x, y, box.width, box.height, not radius)


def _draw(
    canvas: Any,
    x: float,
    y: float,
    width: float,
    height: float,
    app: str,
    subject: str,
    middle: float,
    radius: float,
) -> None:
    """Draw an illustration with its centre at ``middle``, into a rectangle with corners of ``radius``."""
    background, shapes = drawing(app, subject)
    canvas.save()
    if radius:
        frame = skia.Rect.MakeXYWH(x, y, width, height)
        canvas.clipRRect(skia.RRect.MakeRectXY(frame, radius, radius), True)
    else:
        canvas.clip(x, y, x + width, y + height)
    canvas.draw_rect(x, y, x + width, y + height, background)
    _draw_shapes(canvas, shapes, x + width * middle, y + height / 2, max(height, width / 3.2))
    canvas.restore()


def _draw_shapes(
    canvas: Any, shapes: tuple[tuple[str, tuple[Any, ...]], ...], x: float, y: float, unit: float
) -> None:
    canvas.translate(x, y)
    canvas.scale(unit, unit)
    for method, arguments in shapes:
        getattr(canvas, method)(*arguments)


@lru_cache(maxsize=16)
def png_of(app: str, subject: str, width: int, height: int) -> bytes:
    """Return a drawing as a PNG file of that size in px."""
    surface = skia.Surface(width, height)
    background, shapes = drawing(app, subject)
    canvas = surface.getCanvas()
    canvas.clear(background)
    _draw_shapes(canvas, shapes, width / 2, height / 2, max(height, width / 3.2))
    return bytes(surface.makeImageSnapshot().encodeToData())


@cache
def _prints() -> dict[str, Print]:
    """The photographs that stand in the place of drawings, by ``app/subject``, from `photographs.json`."""
    return {name: Print(*row) for name, row in catalogues.json_of("common", "photographs").items()}


def photograph_of(name: str) -> bytes:
    """Return the photograph of ``app/subject``, as a file, or b""."""
    return file_of(_prints()[name].name) if name in _prints() else b""


def picture(name: str | bytes, **options: Any) -> Element:
    """Return the picture of that name: a photograph or a drawing for ``app/subject``, else a `Picture`."""
    if isinstance(name, bytes):
        return Picture(name, **options)
    if name in _prints():
        return Picture(_prints()[name], **options)
    app, _, subject = name.partition("/")
    return Illustration(app, subject, **options) if subject else Picture(name, **options)
