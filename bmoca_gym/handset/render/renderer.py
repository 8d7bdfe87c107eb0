"""The rasteriser: frames of a phone drawn straight at the asked size, redrawing only what changed."""

from __future__ import annotations

from collections import OrderedDict
from math import floor
from typing import Any, Protocol

import cv2
import numpy as np
from mypy_extensions import mypyc_attr
from numpy.typing import NDArray

from bmoca_gym.handset import screen
from bmoca_gym.handset.configuration import Configuration, Metrics
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.wallpapers import catalogue
from bmoca_gym.handset.render.display_list import Item, bar_list, bounding, difference, display_list
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Callback, memo, on_clear

cv2.setNumThreads(1)

Layers = tuple[tuple[str, tuple[Item, ...]], ...]


class PixelSource(Protocol):
    """A picture that is computed: a value, which says what it shows at a size."""

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """The picture scaled and cropped to cover that size: uint8[height, width, 3], RGB."""


def _image(name: str | bytes | PixelSource, width: int, height: int) -> Any:
    """A picture by wallpaper name, by a file's bytes or by a source, as an opaque image of exactly that size."""
    return (
        _small_image(name, width, height) if width * height < 1 << 18 else _large_image(name, width, height)
    )


def _made_image(name: str | bytes | PixelSource, width: int, height: int) -> Any:
    if isinstance(name, bytes):
        pixels = catalogue.picture_from_bytes(name, width, height)
    elif isinstance(name, str):
        pixels = catalogue.draw(name, width, height)
    else:
        pixels = name.pixels(width, height)
    rgba = np.empty((height, width, 4), np.uint8)
    rgba[..., :3] = pixels
    rgba[..., 3] = 255
    return skia.Image.fromarray(
        rgba, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType, copy=True
    )


#: Side in px of the squares in which small frames keep large drawings.
TILE = 128


@memo(256, asset=True)
def _tile(drawing: Callback, column: int, row: int, scale_x: float, scale_y: float) -> Any:
    surface = skia.Surface(TILE, TILE)
    canvas = surface.getCanvas()
    canvas.translate(-column * TILE, -row * TILE)
    canvas.scale(scale_x, scale_y)
    function, arguments = drawing
    canvas.drawPicture(function(*arguments))
    return surface.makeImageSnapshot()


_small_image = memo(128, asset=True)(_made_image)
_large_image = memo(6, asset=True)(_made_image)  # 9 MB each on a phone of 1080 x 2160 px


@mypyc_attr(native_class=False)
class Brush:
    """The brush of elements: the canvas' methods bound once, in px of the phone, and pictures at device px."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self.scale_x = self.scale_y = 1.0
        self._paint = skia.Paint(BlendMode=skia.BlendMode.kSrc)
        self._sampling = skia.SamplingOptions()
        for name in (
            "clipRect", "drawArc", "drawCircle", "drawLine", "drawOval", "drawPath", "drawPicture", "drawRect",
            "drawRoundRect", "drawTextBlob", "restore", "save", "scale", "translate",
        ):  # fmt: skip
            setattr(self, name, getattr(canvas, name))

    def draw_picture(
        self,
        name: str | bytes | PixelSource,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0,
    ) -> None:
        """Draw a picture to cover a rectangle, with corners of ``radius``, given in px of the phone."""
        left, top = round(x * self.scale_x), round(y * self.scale_y)
        right, bottom = round((x + width) * self.scale_x), round((y + height) * self.scale_y)
        if right <= left or bottom <= top:
            return
        canvas = self._canvas
        canvas.save()
        canvas.resetMatrix()
        if radius:
            bounds = skia.Rect.MakeLTRB(left, top, right, bottom)
            rounded = skia.RRect.MakeRectXY(bounds, radius * self.scale_x, radius * self.scale_y)
            canvas.clipRRect(rounded, skia.ClipOp.kIntersect, True)
        canvas.drawImage(_image(name, right - left, bottom - top), left, top, self._sampling, self._paint)
        canvas.restore()

    def draw_drawing(
        self, drawing: Callback, x: float, y: float, frame: tuple[float, float, float, float]
    ) -> None:
        """Draw what of a large drawing with its origin at (x, y) lies in ``frame`` (left, top, right, bottom).

        ``drawing``: a function that gives a recorded picture, and its arguments. At a small scale it is drawn once
        in squares, at whole device px, so that moving it is no new drawing.
        """
        function, arguments = drawing
        canvas, kx, ky = self._canvas, self.scale_x, self.scale_y
        if kx > 0.5:
            canvas.save()
            canvas.translate(x, y)
            canvas.drawPicture(function(*arguments))
            canvas.restore()
            return
        left, top = round(x * kx), round(y * ky)
        columns = range(floor((frame[0] * kx - left) / TILE), floor((frame[2] * kx - left) / TILE) + 1)
        rows = range(floor((frame[1] * ky - top) / TILE), floor((frame[3] * ky - top) / TILE) + 1)
        canvas.save()
        canvas.resetMatrix()
        for row in rows:
            for column in columns:
                tile = _tile(drawing, column, row, kx, ky)
                canvas.drawImage(tile, left + column * TILE, top + row * TILE, self._sampling)
        canvas.restore()


class FrameCache:
    """First frames of snapshots (RGBA) and what was drawn, shared by all renderers, within a limit of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self._frames: OrderedDict[tuple[Phone, int, int], tuple[NDArray[np.uint8], Layers]] = OrderedDict()

    def get(self, key: tuple[Phone, int, int]) -> tuple[NDArray[np.uint8], Layers] | None:
        """The frame with its display lists, or None."""
        found = self._frames.get(key)
        if found is not None:
            self._frames.move_to_end(key)
        return found

    def put(self, key: tuple[Phone, int, int], frame: NDArray[np.uint8], layers: Layers) -> None:
        """Keep a frame; the longest unused go."""
        if key in self._frames:
            return
        self._frames[key] = frame, layers
        self.used += frame.nbytes
        while self.used > self.limit and self._frames:
            self.used -= self._frames.popitem(last=False)[1][0].nbytes

    def clear(self) -> None:
        """Forget all."""
        self._frames.clear()
        self.used = 0


SNAPSHOT_FRAMES = FrameCache(limit=64 << 20)
on_clear(SNAPSHOT_FRAMES.clear)


class Renderer:
    """Draws phones at ``width`` x ``height`` px. Keeps what stands in its buffer and redraws what differs."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rgba = np.zeros((height, width, 4), np.uint8)
        self._rgb = np.zeros((height, width, 3), np.uint8)
        self._surface = skia.Surface(
            self._rgba, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType
        )
        self._canvas = self._surface.getCanvas()
        self._brush = Brush(self._canvas)
        self._config: Configuration | None = None
        self._layers: Layers = ()

    def frame(self, phone: Phone, remember: bool = False) -> NDArray[np.uint8]:
        """The screen as ``uint8[height, width, 3]`` RGB, a copy of the caller's own.

        ``remember``: keep the frame for the next time that this very phone value is asked for (snapshots).
        """
        config = phone.configuration
        key = (phone, self.width, self.height)
        kept = SNAPSHOT_FRAMES.get(key) if remember else None
        if kept is not None:
            frame, layers = kept
            np.copyto(self._rgba, frame)
            cv2.cvtColor(self._rgba, cv2.COLOR_RGBA2RGB, self._rgb)
        else:
            layers = self._display(phone)
            self._update(config, layers)
            if remember:
                SNAPSHOT_FRAMES.put(key, self._rgba.copy(), layers)
        self._config, self._layers = config, layers
        return self._rgb.copy()

    def forget(self) -> None:
        """Draw everything anew next time."""
        self._config = None

    def _display(self, phone: Phone) -> Layers:
        config = phone.configuration
        m, width, height = config.metrics, config.width, config.height
        found = []
        for box, x, y, _, offsets, kind in screen.surfaces(phone):
            flat = bar_list if kind in screen.BARS else display_list
            found.append((kind, flat(box, x, y, offsets, m, width, height)))
        return tuple(found)

    def _update(self, config: Configuration, layers: Layers) -> None:
        width, height = config.width, config.height
        kx, ky = self.width / width, self.height / height
        if self._config is not config and self._config != config:
            rect = [0, 0, width, height]
        else:
            changed = _changed(self._layers, layers)
            if not changed:
                return
            rect = bounding(changed)
            # A clip that cuts a curve changes its anti-aliasing: take in every curve that is touched.
            x_margin, y_margin = int(2 / kx) + 1, int(2 / ky) + 1
            _grow(rect, layers, x_margin, y_margin)
            rect = [rect[0] - x_margin, rect[1] - y_margin, rect[2] + x_margin, rect[3] + y_margin]
        left, top = max(0, int(rect[0] * kx)), max(0, int(rect[1] * ky))
        right, bottom = min(self.width, int(rect[2] * kx) + 1), min(self.height, int(rect[3] * ky) + 1)
        canvas = self._canvas
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(left, top, right, bottom), False)
        canvas.scale(kx, ky)
        self._brush.scale_x, self._brush.scale_y = kx, ky
        bounds = (left / kx - 1, top / ky - 1, right / kx + 1, bottom / ky + 1)
        for _, items in layers:
            _paint(items, self._brush, bounds, config.metrics)
        canvas.restore()
        cv2.cvtColor(self._rgba[top:bottom], cv2.COLOR_RGBA2RGB, self._rgb[top:bottom])


def _changed(old: Layers, new: Layers) -> list[Any]:
    """Rectangles that differ. Windows are matched by kind: their kinds have one order."""
    changed: list[Any] = []
    before = list(old)
    for kind, items in new:
        if before and before[0][0] == kind:
            difference(before.pop(0)[1], items, changed)
            continue
        kinds = [k for k, _ in before]
        if kind in kinds:
            while before[0][0] != kind:
                changed.extend(item.rect for item in before.pop(0)[1])
            difference(before.pop(0)[1], items, changed)
        else:
            changed.extend(item.rect for item in items)
    for _, items in before:
        changed.extend(item.rect for item in items)
    return changed


def _grow(rect: list[int], layers: Layers, x_margin: int, y_margin: int) -> None:
    growing = True
    while growing:
        growing = False
        x0, y0, x1, y1 = (
            rect[0] - 2 * x_margin,
            rect[1] - 2 * y_margin,
            rect[2] + 2 * x_margin,
            rect[3] + 2 * y_margin,
        )
        for _, items in layers:
            for item in items:
                if item.soft:
                    a, b, c, d = item.rect
                    if a < x1 and c > x0 and b < y1 and d > y0 and (
                        a < rect[0] or b < rect[1] or c > rect[2] or d > rect[3]
                    ):  # fmt: skip
                        rect[:] = [min(a, rect[0]), min(b, rect[1]), max(c, rect[2]), max(d, rect[3])]
                        growing = True


def _paint(
    items: tuple[Item, ...], brush: Any, bounds: tuple[float, float, float, float], m: Metrics
) -> None:
    x0, y0, x1, y1 = bounds
    clip = None
    scale = m.scale
    for rect, x, y, box, item_clip, _ in items:
        if rect[0] >= x1 or rect[1] >= y1 or rect[2] <= x0 or rect[3] <= y0:
            continue
        if item_clip is not clip:
            if clip is not None:
                brush.restore()
            clip = item_clip
            if clip is not None:
                brush.save()
                brush.clipRect(skia.Rect.MakeLTRB(*clip))
        e = box.element
        if e.background is not None or e.border is not None:
            _ground(e, brush, x, y, box, scale)
        e.paint(brush, x, y, box, m)
    if clip is not None:
        brush.restore()


def _ground(e: Any, brush: Any, x: int, y: int, box: Any, scale: float) -> None:
    area = skia.Rect.MakeLTRB(x, y, x + box.width, y + box.height)
    radius = e.radius * scale
    if e.background is not None:
        if not radius:
            brush.drawRect(area, paints.flat(e.background))
        else:
            brush.drawRoundRect(area, radius, radius, paints.fill(e.background))
    if e.border is not None:
        area.inset(scale / 2, scale / 2)
        brush.drawRoundRect(area, radius, radius, paints.stroke(e.border, scale))
