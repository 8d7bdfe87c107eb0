"""The rasteriser: renders frames at the requested size, and redraws only what has changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from math import ceil, floor
from operator import index
from types import SimpleNamespace
from typing import Any, Protocol, SupportsIndex
from weakref import ref

import cv2
import numpy as np
from mypy_extensions import mypyc_attr
from numpy.typing import NDArray

from bmoca_gym.handset import assembly, late_files, magnifier, screen
from bmoca_gym.handset.graphics import masks
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.wallpapers import catalogue
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.render import motion, packing
from bmoca_gym.handset.render.display_list import Item, bar_list, bounding, difference, display_list
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.motion import is_moving
from bmoca_gym.handset.system_ui.overview import Windows
from bmoca_gym.handset.ui.elements import Box, Element
from bmoca_gym.handset.value import Callback, aged, make_room, on_clear, sized_memo

cv2.setNumThreads(1)

Layers = tuple[tuple[str, tuple[Item, ...]], ...]


class PixelSource(Protocol):
    """A picture that is computed: a value that describes it, and its pixels at any size."""

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """The picture scaled and cropped to cover that size: uint8[height, width, 3], RGB."""


def _image(name: str | bytes | Late | PixelSource, width: int, height: int) -> Any:
    """Return a picture, given by wallpaper name, file or source, as an opaque image of exactly that size."""
    return (
        _small_image(name, width, height) if width * height < 1 << 18 else _large_image(name, width, height)
    )


def _made_image(name: str | bytes | Late | PixelSource, width: int, height: int) -> Any:
    if isinstance(name, bytes):
        pixels = catalogue.picture_from_bytes(name, width, height)
    elif isinstance(name, str):
        pixels = catalogue.draw(name, width, height)
    elif isinstance(name, Late):
        pixels = catalogue.picture_from_pixels(late_files.drawn(name), width, height)
    else:
        pixels = name.pixels(width, height)
    rgba = cv2.cvtColor(pixels, cv2.COLOR_RGB2RGBA)
    return skia.Image.fromarray(
        rgba, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType, copy=True
    )


#: Side in px of the squares in which large drawings are cached for small frames.
TILE = 128


#: Parts of squares of drawings, as images by what they are the left, top, right and bottom of; all by drawing, column,
#: row and scales.
_tiles: dict[tuple[Any, ...], dict[tuple[int, int, int, int], Any]] = {}
_MOST_TILES, _MOST_PARTS = 256, 2
aged(_tiles, asset=True)


def _tile(
    drawing: Callback, column: int, row: int, scale_x: float, scale_y: float, seen: tuple[int, int, int, int]
) -> tuple[int, int, Any]:
    """A part of a square of a drawing that has the part ``seen`` in it: left, top, and the image.

    ``seen``: left, top, right, bottom.
    """
    key = drawing, column, row, scale_x, scale_y
    parts = _tiles.pop(key, None)  # taken out, so that no other thread changes it
    if parts is None:
        parts = {}
    found = None
    left, top, right, bottom = seen
    for part, image in parts.items():
        if part[0] <= left and part[1] <= top and part[2] >= right and part[3] >= bottom:
            found = part[0], part[1], image
            break
    if found is None:
        found = left, top, _drawn_tile(drawing, column, row, scale_x, scale_y, seen)
        parts[seen] = found[2]
        if len(parts) > _MOST_PARTS:
            del parts[next(iter(parts))]
    make_room(_tiles, _MOST_TILES)
    _tiles[key] = parts
    return found


def _drawn_tile(
    drawing: Callback, column: int, row: int, scale_x: float, scale_y: float, seen: tuple[int, int, int, int]
) -> Any:
    """Draw the part ``seen`` of a square of a drawing.

    The canvas is always as large as the square: a clip would change the edges of what it cuts.
    """
    left, top, right, bottom = seen
    x, y = column * TILE, row * TILE
    surface = skia.Surface(TILE, TILE)
    canvas = surface.getCanvas()
    canvas.translate(-x, -y)
    canvas.scale(scale_x, scale_y)
    area = (x + left) / scale_x, (y + top) / scale_y, (x + right) / scale_x, (y + bottom) / scale_y
    _draw_parts(canvas, drawing, area, 2 / min(scale_x, scale_y))
    return surface.makeImageSnapshot(skia.IRect.MakeLTRB(left, top, right, bottom))


def _draw_parts(
    canvas: Any, drawing: Callback, area: tuple[float, float, float, float], margin: float
) -> None:
    """Draw all parts of a drawing that are within ``margin`` of an area, in px of the phone."""
    function, arguments = drawing
    pictures, dp, notes = function(*arguments)
    areas, functions = pictures
    left, top, right, bottom = area
    canvas.save()
    canvas.scale(dp, dp)
    for picture, given in _near(
        areas, functions, (left / dp, top / dp, right / dp, bottom / dp), margin / dp
    ):
        canvas.drawPicture(picture(*given))
    canvas.restore()
    noted, arguments = notes
    for areas, functions in noted(*arguments):
        for draw, given in _near(areas, functions, area, margin):
            draw(canvas, *given)


def _near(
    areas: NDArray[np.float64],
    things: Sequence[Callback],
    area: tuple[float, float, float, float],
    margin: float,
) -> list[Callback]:
    """Return the objects whose area is within ``margin`` of ``area``, all in the same unit."""
    left, top, right, bottom = area
    near = (
        (areas[:, 0] <= right + margin) & (areas[:, 1] <= bottom + margin)
        & (areas[:, 2] >= left - margin) & (areas[:, 3] >= top - margin)
    )  # fmt: skip
    return [things[number] for number in near.nonzero()[0].tolist()]


def _bytes_of(image: Any) -> int:
    return 4 * int(image.width()) * int(image.height())


#: A wallpaper takes 128 KB at 128 x 256 px, and 9 MB on a phone of 1080 x 2160 px.
_small_image = sized_memo(10 << 20, _bytes_of, asset=True)(_made_image)
_large_image = sized_memo(32 << 20, _bytes_of, asset=True)(_made_image)


#: The methods of a brush that elements paint with: those of `masks.Plain`, and of `Brush` itself.
METHODS = (*masks.DRAWING, "draw_picture", "draw_drawing", "draw_kept", "draw_windows")


def _noting(add: Callable[[Any], None], method: int) -> Callable[..., None]:
    def note(*arguments: Any) -> None:
        add((method, arguments))

    return note


def _recorder(noted: list[tuple[int, tuple[Any, ...]]]) -> Any:
    """Return a brush that appends every call to ``noted``.

    Elements don't read from it, and don't change an argument later.
    """
    return SimpleNamespace(**{name: _noting(noted.append, method) for method, name in enumerate(METHODS)})


class _Pieces:
    """Cached pieces of frames, up to a number of bytes. When it is exceeded, the oldest eighth is dropped."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self.pieces: dict[tuple[Any, ...], bytes] = {}

    def keep(self, key: tuple[Any, ...], piece: bytes) -> None:
        """Store a piece. The last part of the key is the bytes below it."""
        if self.used > self.limit:
            self.forget(len(self.pieces) // 8 + 1)
        if key not in self.pieces:
            self.pieces[key] = piece
            self.used += _bytes_with(key, piece)

    def forget(self, count: int = 16) -> bool:
        """Forget the pieces that were stored first; return whether there are more."""
        for key in list(islice(self.pieces, count)):
            piece = self.pieces.pop(key, None)
            if piece is not None:  # no other thread has just dropped it
                self.used -= _bytes_with(key, piece)
        return bool(self.pieces)

    def clear(self) -> None:
        """Forget all."""
        self.pieces.clear()
        self.used = 0


def _bytes_with(key: tuple[Any, ...], piece: bytes) -> int:
    return len(piece) + len(key[-1]) + 512


_KEPT = _Pieces(limit=6 << 20)
on_clear(_KEPT.clear, asset=True, part=_KEPT.forget, size=lambda: len(_KEPT.pieces))
#: Larger pieces, in px of the frame, are not cached.
_LARGEST_PIECE = 1 << 14


@mypyc_attr(native_class=False)
class Brush:
    """The brush of elements: the canvas's methods, bound once, in px of the phone, and pictures in px of the device.

    ``pixels``: the canvas's pixels if they are opaque RGBA: text and plain shapes are drawn into them with `masks`.
    """

    def __init__(self, canvas: Any, pixels: NDArray[np.uint8] | None = None) -> None:
        self._skias = canvas
        self.scale_x = self.scale_y = 1.0
        self._paint = skia.Paint(BlendMode=skia.BlendMode.kSrc)
        self._sampling = skia.SamplingOptions()
        plain = masks.Plain(canvas)
        self._target: Any = None if pixels is None else masks.target(pixels, plain)
        for name in masks.DRAWING:
            setattr(self, name, getattr(plain if self._target is None else self._target, name))

    @property
    def _canvas(self) -> Any:
        """The canvas, with the target's pending state applied."""
        if self._target is not None:
            self._target.settle()
        return self._skias

    def methods(self) -> tuple[Callable[..., None], ...]:
        """The `METHODS`, as `Item.calls` counts them."""
        return tuple([getattr(self, name) for name in METHODS])

    def draw_kept(
        self, picture: Callback, x: float, y: float, width: float, height: float, opaque: bool
    ) -> None:
        """Draw a picture of many parts, and cache how it looks in small frames.

        ``picture``: a function of a brush, x, y, width and height, and its further arguments. It colours nothing
        outside of the rectangle of that size at (x, y); everything within, if ``opaque``.
        """
        function, arguments = picture
        target = self._target
        view = None if target is None else target.view(x, y, x + width, y + height, opaque)
        if view is None:
            function(self, x, y, width, height, *arguments)
            return
        if not view:
            return
        edges = view[4:]
        if (edges[2] - edges[0]) * (edges[3] - edges[1]) > _LARGEST_PIECE:
            function(self, x, y, width, height, *arguments)
            return
        # What is below shows through.
        key = (picture, x, y, width, height, view, b"" if opaque else target.piece(*edges))
        piece = _KEPT.pieces.get(key)
        if piece is not None:
            target.put(piece, *edges)
            return
        function(self, x, y, width, height, *arguments)
        _KEPT.keep(key, target.piece(*edges))

    def draw_picture(
        self,
        name: str | bytes | Late | PixelSource,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0,
    ) -> None:
        """Draw a picture to cover a rectangle, with corners of ``radius``, given in px of the phone."""
        rect = self._rect(x, y, width, height)
        if rect is not None:
            left, top, right, bottom = rect
            self._draw_image(_image(name, right - left, bottom - top), rect, radius)

    def draw_windows(
        self, shown: Windows, x: float, y: float, width: float, height: float, radius: float
    ) -> None:
        """Draw windows at a small size, from their top, into a rectangle with corners of ``radius``, in px of the
        phone.
        """
        rect = self._rect(x, y, width, height)
        if rect is not None:
            wide = rect[2] - rect[0]
            tall = shown.height - shown.hidden
            whole = max(1, round(wide * self.scale_y / self.scale_x * tall / shown.width))
            self._draw_image(_miniature(shown, wide, whole), rect, radius)

    def _rect(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int] | None:
        """Convert a rectangle from px of the phone to px of the device: left, top, right, bottom.

        None if it is empty.
        """
        left, top = round(x * self.scale_x), round(y * self.scale_y)
        right, bottom = round((x + width) * self.scale_x), round((y + height) * self.scale_y)
        return None if right <= left or bottom <= top else (left, top, right, bottom)

    def _draw_image(self, image: Any, rect: tuple[int, int, int, int], radius: float) -> None:
        """Draw an image from a rectangle's left upper corner on; ``radius``: of its corners, in px of the phone."""
        _, top, _, bottom = rect
        rx, ry = radius * self.scale_x, radius * self.scale_y
        canvas = self._canvas
        canvas.save()
        canvas.resetMatrix()
        corners = [(top, bottom)]
        above, below = top + ceil(ry), bottom - ceil(ry)
        # A clip with soft edges is slow: it is only used for the rows with corners.
        if above < below:
            self._draw_rows(image, rect, above, below)
            corners = [(top, above), (below, bottom)]
        if radius:
            rounded = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(*rect), rx, ry)
            canvas.clipRRect(rounded, skia.ClipOp.kIntersect, True)
            for first, last in corners:
                self._draw_rows(image, rect, first, last)
        canvas.restore()

    def _draw_rows(self, image: Any, rect: tuple[int, int, int, int], top: int, bottom: int) -> None:
        """Draw the rows from ``top`` to ``bottom`` of an image that begins at the left upper corner of ``rect``."""
        canvas = self._canvas
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(rect[0], top, rect[2], bottom))
        canvas.drawImage(image, rect[0], rect[1], self._sampling, self._paint)
        canvas.restore()

    def draw_drawing(
        self, drawing: Callback, x: float, y: float, frame: tuple[float, float, float, float]
    ) -> None:
        """Draw the part of a large drawing, with its origin at (x, y), that lies in ``frame`` (left, top, right,
        bottom), to which the canvas is clipped.

        ``drawing``: a function that gives a `bmoca_gym.handset.kits.map_drawing.Drawing`, and its arguments. At a small
        scale it is drawn in squares, at whole device px, so that moving it is no new drawing.
        """
        canvas, kx, ky = self._canvas, self.scale_x, self.scale_y
        if kx > 0.5:
            canvas.save()
            canvas.translate(x, y)
            # A thin line colours pixels beside it.
            _draw_parts(canvas, drawing, (frame[0] - x, frame[1] - y, frame[2] - x, frame[3] - y), 2 / kx)
            canvas.restore()
            return
        origin_x, origin_y = round(x * kx), round(y * ky)
        # Its visible part, in device px from its origin.
        left, top = floor(frame[0] * kx) - origin_x, floor(frame[1] * ky) - origin_y
        right, bottom = ceil(frame[2] * kx) - origin_x, ceil(frame[3] * ky) - origin_y
        if right <= left or bottom <= top:
            return
        canvas.save()
        canvas.resetMatrix()
        for row in range(top // TILE, (bottom - 1) // TILE + 1):
            for column in range(left // TILE, (right - 1) // TILE + 1):
                across, down = column * TILE, row * TILE
                seen = (
                    max(left - across, 0),
                    max(top - down, 0),
                    min(right - across, TILE),
                    min(bottom - down, TILE),
                )
                # The canvas shows nothing of it that is not in ``frame``.
                inset, drop, tile = _tile(drawing, column, row, kx, ky, seen)
                canvas.drawImage(tile, origin_x + across + inset, origin_y + down + drop, self._sampling)
        canvas.restore()


@sized_memo(8 << 20, _bytes_of)
def _miniature(shown: Windows, width: int, height: int) -> Any:
    """Windows drawn at a size: one above the other, as the screen lays them out."""
    surface = skia.Surface(width, height)
    canvas = surface.getCanvas()
    brush = Brush(canvas)
    seen = shown.height - shown.hidden
    brush.scale_x, brush.scale_y = width / shown.width, height / seen
    canvas.clear(shown.res.colors.background)
    canvas.scale(brush.scale_x, brush.scale_y)
    m = shown.res.metrics
    size = shown.width, shown.height
    for layer in shown.layers:
        box = assembly.laid_out(layer.function, layer.arguments, shown.res, *size)
        for item in display_list(box, 0, -shown.hidden, shown.offsets, m, shown.width, seen):
            canvas.save()
            if item.clip is not None:
                canvas.clipRect(skia.Rect.MakeLTRB(*item.clip))
            _paint_item(item, brush, m)
            canvas.restore()
    return surface.makeImageSnapshot()


#: What a frame follows from: the values of a screen, or the screen itself where there are none; width and height.
FrameKey = tuple[screen.Key | screen.Shown, int, int]


class FrameCache:
    """Frames (RGB) of screens, shared by all renderers, up to a number of bytes.

    ``late`` of these bytes are for recently used frames, unpacked; all others are packed.
    """

    def __init__(self, limit: int, late: int) -> None:
        self.limit = limit
        self.late = late
        self._late: OrderedDict[FrameKey, NDArray[np.uint8]] = OrderedDict()
        self._late_bytes = 0
        self._packed: OrderedDict[FrameKey, NDArray[np.uint8] | bytes] = OrderedDict()
        self._packed_bytes = 0

    @property
    def used(self) -> int:
        """Return the number of bytes that the frames take."""
        return self._late_bytes + self._packed_bytes

    def get(self, key: FrameKey) -> NDArray[np.uint8] | None:
        """Return the frame, read-only, or None."""
        frame = self._late.get(key)
        if frame is not None:
            with suppress(KeyError):  # another thread has just dropped it
                self._late.move_to_end(key)
            return frame
        kept = self._packed.get(key)
        if kept is None:
            return None
        with suppress(KeyError):
            self._packed.move_to_end(key)
        frame = packing.unpacked(kept, key[1], key[2]) if isinstance(kept, bytes) else kept
        self.put(key, frame)
        return frame

    def put(self, key: FrameKey, frame: NDArray[np.uint8]) -> None:
        """Store a read-only frame, and drop the least recently used ones."""
        if key in self._late:
            return
        self._late[key] = frame
        self._late_bytes += frame.nbytes
        while self._late_bytes > self.late and self._late:
            key, frame = self._late.popitem(last=False)
            self._late_bytes -= frame.nbytes
            self._pack(key, frame)

    def _pack(self, key: FrameKey, frame: NDArray[np.uint8]) -> None:
        if key in self._packed:
            return
        kept = packing.packed(frame)
        self._packed[key] = kept
        self._packed_bytes += packing.size(kept)
        while self._packed_bytes > self.limit - self.late and self._packed:
            self._packed_bytes -= packing.size(self._packed.popitem(last=False)[1])

    def frames(self) -> int:
        """Return the number of frames."""
        return len(self._packed) + len(self._late)

    def clear_part(self) -> bool:
        """Forget the frames that were used longest ago; return whether there are more."""
        with suppress(KeyError):  # another thread has just dropped them
            for _ in range(16):
                if self._packed:
                    self._packed_bytes -= packing.size(self._packed.popitem(last=False)[1])
                elif self._late:
                    self._late_bytes -= self._late.popitem(last=False)[1].nbytes
        if self._packed or self._late:
            return True
        self.clear()
        return False

    def clear(self) -> None:
        """Forget all."""
        self._late.clear()
        self._packed.clear()
        self._late_bytes = self._packed_bytes = 0


#: The first frames of snapshots, which episodes return to.
SNAPSHOT_FRAMES = FrameCache(limit=32 << 20, late=24 << 20)
#: The frames that were drawn last, of any phone: half of the screens that a random agent comes to were among them.
SEEN_FRAMES = FrameCache(limit=96 << 20, late=6 << 20)
on_clear(SNAPSHOT_FRAMES.clear, part=SNAPSHOT_FRAMES.clear_part, size=SNAPSHOT_FRAMES.frames)
on_clear(SEEN_FRAMES.clear, part=SEEN_FRAMES.clear_part, size=SEEN_FRAMES.frames)


#: The screens that were drawn last, by their configuration and by all of their windows but the bars at top and foot.
_drawn_windows: dict[tuple[Any, ...], screen.Shown] = {}
_MOST_WINDOWS = 1024
aged(_drawn_windows)


def _without_bars(config: Configuration, shown: screen.Shown) -> tuple[Any, ...]:
    """The configuration, and all windows of a screen except the bars: boxes, positions and scroll offsets."""
    found: list[Any] = [config]
    for window in shown.surfaces:
        if window.kind != "status" and window.kind != "navigation":
            found += (window.box, window.x, window.y, window.offsets)
    return tuple(found)


class _Buffer:
    """The pixels (RGBA) of a frame, and the brush. ``holder``: the frame that they are of, while somebody has it."""

    def __init__(self, width: int, height: int) -> None:
        self.rgba = np.zeros((height, width, 4), np.uint8)
        self._surface = skia.Surface(
            self.rgba, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType
        )
        self.canvas = self._surface.getCanvas()
        self.brush: Any = Brush(self.canvas, self.rgba)
        self.methods = self.brush.methods()
        self.noted: list[tuple[int, tuple[Any, ...]]] = []
        self.recorder = _recorder(self.noted)
        self.holder: Any = _nobody


def _nobody() -> None:
    """Stand in for a reference to a frame that no longer exists."""


#: Unused buffers by size, shared by all renderers, so that one more phone needs none. Those of more px are kept only
#: where no other one is: a buffer takes 10 MB on a phone of 1080 x 2400 px, and phones have many sizes.
_buffers: OrderedDict[tuple[int, int], _Buffer] = OrderedDict()
_MOST_BUFFERS, _MOST_PIXELS = 8, 4_400_000
on_clear(_buffers.clear, asset=True)


def _put_back(size: tuple[int, int], buffer: _Buffer) -> None:
    """Keep a buffer for the next frame of its size. The ones used longest ago are dropped."""
    _buffers[size] = buffer
    pixels = sum([width * height for width, height in [*_buffers]])
    while len(_buffers) > 1 and (len(_buffers) > _MOST_BUFFERS or pixels > _MOST_PIXELS):
        with suppress(KeyError):  # another thread has just taken it out
            (width, height), _ = _buffers.popitem(last=False)
            pixels -= width * height


class Renderer:
    """Draws phones at ``width`` x ``height`` px. Keeps the last frame in its buffer and redraws only differences.

    ``seen``: frames that are not drawn again, such as `SEEN_FRAMES`; without, everything is drawn. It takes no frame
    that fills more than a 64th of it.
    """

    def __init__(self, width: SupportsIndex, height: SupportsIndex, seen: FrameCache | None = None) -> None:
        self.width = index(width)
        self.height = index(height)
        small = seen is not None and 3 * self.width * self.height <= seen.limit // 64
        self._seen = seen if small else None
        self._rgb: NDArray[np.uint8] | None = None  # the last frame
        self._config: Configuration | None = None
        self._shown: screen.Shown | None = None
        self._layers: Layers | None = None  # of the last frame, if it was drawn here
        self._enlarged: tuple[screen.Shown, NDArray[np.uint8]] | None = None  # the last magnified frame

    def frame(self, phone: Phone, remember: bool = False) -> NDArray[np.uint8]:
        """Return the screen of a phone, as `picture` does; during an animation, as it looks at this moment."""
        if phone.motion is not None and is_moving(phone):
            return motion.frame(phone, self.frame)
        return self.picture(phone.configuration, screen.shown(phone), remember)

    def picture(
        self, config: Configuration, shown: screen.Shown, remember: bool = False
    ) -> NDArray[np.uint8]:
        """Return a screen as ``uint8[height, width, 3]`` RGB, an array that nobody writes to: others may have it.

        ``config``: of the phone that shows it. ``remember``: keep the frame longer than others, since it will be asked
        for again (snapshots).
        """
        if shown.part is not None:
            return self._magnified(config, shown, shown.part)
        if shown is not self._shown or config is not self._config or remember:
            key = (shown if shown.key is None else shown.key, self.width, self.height)
            kept = SNAPSHOT_FRAMES.get(key) if remember else None
            if kept is None and self._seen is not None:
                kept = self._seen.get(key)
            if kept is not None:
                self._rgb, self._layers = kept, None
            else:
                if self._seen is not None:
                    self._begin_with_same_windows(config, shown, self._seen)
                layers = self._display(config, shown)
                self._rgb, self._layers = self._drawn(config, layers), layers
                if self._seen is not None:
                    self._seen.put(key, self._rgb)
            if remember:
                SNAPSHOT_FRAMES.put(key, self._rgb)
            self._config, self._shown = config, shown
        assert self._rgb is not None
        return self._rgb

    def _begin_with_same_windows(
        self, config: Configuration, shown: screen.Shown, frames: FrameCache
    ) -> None:
        """Start from the frame of a screen that differs only in its bars, if one is remembered.

        A new icon or minute in the status bar then does not cause the windows below to be redrawn.
        """
        windows = _without_bars(config, shown)
        before = _drawn_windows.pop(windows, None)
        make_room(_drawn_windows, _MOST_WINDOWS)
        _drawn_windows[windows] = shown
        if before is None or before is self._shown:
            return
        kept = frames.get((before if before.key is None else before.key, self.width, self.height))
        if kept is not None:
            self._config, self._shown, self._rgb, self._layers = config, before, kept, None

    def _magnified(
        self, config: Configuration, shown: screen.Shown, part: magnifier.Part
    ) -> NDArray[np.uint8]:
        """Return the screen with a part of it enlarged, as SurfaceFlinger scales the pixels of the phone."""
        kept = self._enlarged
        if kept is not None and kept[0] is shown:
            return kept[1]
        larger = max(1.0, min(part.scale, config.width / self.width))
        whole = Renderer(round(self.width * larger), round(self.height * larger))
        layers = whole._display(config, shown)
        found = magnifier.enlarged(whole._drawn(config, layers), self.width, self.height, part)
        self._enlarged = shown, found
        return found

    def forget(self) -> None:
        """Redraw everything next time."""
        self._enlarged = None
        self._config = self._shown = None

    def _drawn(self, config: Configuration, layers: Layers) -> NDArray[np.uint8]:
        """The frame, of which only what differs from the last one is drawn."""
        kx, ky = self.width / config.width, self.height / config.height
        last = None if self._config is not config and self._config != config else self._rgb
        if last is None or self._shown is None:
            last = None
            rect = [0, 0, config.width, config.height]
        else:
            before = self._display(config, self._shown) if self._layers is None else self._layers
            changed = _changed(before, layers)
            if not changed:
                return last
            rect = _redrawn(changed, layers, int(2 / kx) + 1, int(2 / ky) + 1)
        size = self.width, self.height
        # Taken out, so that no other thread draws into it.
        buffer = _buffers.pop(size, None) or _Buffer(*size)
        left, top = max(0, int(rect[0] * kx)), max(0, int(rect[1] * ky))
        right, bottom = min(self.width, int(rect[2] * kx) + 1), min(self.height, int(rect[3] * ky) + 1)
        if last is not None and buffer.holder() is not last:
            # Rows that are drawn from edge to edge need nothing of it.
            whole = left == 0 and right == self.width
            for rows in (slice(0, top), slice(bottom, None)) if whole else (slice(None),):
                if last[rows].size:
                    cv2.cvtColor(last[rows], cv2.COLOR_RGB2RGBA, buffer.rgba[rows])
        brush = buffer.brush
        brush.save()
        brush.clip(left, top, right, bottom)
        brush.scale(kx, ky)
        brush.scale_x, brush.scale_y = kx, ky
        bounds = (left / kx - 1, top / ky - 1, right / kx + 1, bottom / ky + 1)
        for items in _seen(layers, (left, top, right, bottom), kx, ky):
            _paint(items, buffer, bounds, config.metrics)
        brush.restore()
        rgb: NDArray[np.uint8] = np.empty((self.height, self.width, 3), np.uint8)
        cv2.cvtColor(buffer.rgba[top:bottom], cv2.COLOR_RGBA2RGB, rgb[top:bottom])
        if last is not None:
            rgb[:top], rgb[bottom:] = last[:top], last[bottom:]
        rgb.flags.writeable = False
        buffer.holder = ref(rgb)
        _put_back(size, buffer)
        return rgb

    def _display(self, config: Configuration, shown: screen.Shown) -> Layers:
        m, width, height = config.metrics, config.width, config.height
        found = []
        for window in shown.surfaces:
            flat = bar_list if window.kind in assembly.BARS else display_list
            items = flat(window.box, window.x, window.y, window.offsets, m, width, height)
            found.append((window.kind, items))
        return tuple(found)


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


def _redrawn(changed: list[Any], layers: Layers, x_margin: int, y_margin: int) -> list[int]:
    """Return the rectangle to redraw after some have changed, in px of the phone."""
    rect = bounding(changed)
    # A clip that cuts a curve changes its anti-aliasing: take in every curve that is touched.
    _grow(rect, layers, x_margin, y_margin)
    return [rect[0] - x_margin, rect[1] - y_margin, rect[2] + x_margin, rect[3] + y_margin]


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


def _seen(layers: Layers, area: tuple[int, int, int, int], kx: float, ky: float) -> list[tuple[Item, ...]]:
    """Return the painted items of each window, without those below an item that covers all of ``area`` (device px)."""
    # A pixel gets its colour from its centre.
    left, top, right, bottom = area[0] + 0.25, area[1] + 0.25, area[2] - 0.25, area[3] - 0.25
    seen: list[tuple[Item, ...]] = []
    for _, items in reversed(layers):
        at = len(items)
        while at:
            at -= 1
            item = items[at]
            x, y, box = item.x, item.y, item.box
            if (
                item.opaque and item.clip is None
                and x * kx <= left and y * ky <= top
                and (x + box.width) * kx >= right and (y + box.height) * ky >= bottom
            ):  # fmt: skip
                seen.append(items[at:])
                seen.reverse()
                return seen
        seen.append(items)
    seen.reverse()
    return seen


def _paint(
    items: tuple[Item, ...], buffer: _Buffer, bounds: tuple[float, float, float, float], m: Metrics
) -> None:
    brush, methods, recorder, noted = buffer.brush, buffer.methods, buffer.recorder, buffer.noted
    x0, y0, x1, y1 = bounds
    clip = None
    for item in items:
        rect = item.rect
        if rect[0] >= x1 or rect[1] >= y1 or rect[2] <= x0 or rect[3] <= y0:
            continue
        if item.clip is not clip:
            if clip is not None:
                brush.restore()
            clip = item.clip
            if clip is not None:
                brush.save()
                brush.clip(*clip)
        calls = item.calls
        if calls is None:
            # Most items are painted only once, so that recording the first time is not worth it.
            if not item.painted:
                item.painted = True
                _paint_item(item, brush, m)
                continue
            _paint_item(item, recorder, m)
            calls = item.calls = tuple(noted)
            noted.clear()
        for method, arguments in calls:
            methods[method](*arguments)
    if clip is not None:
        brush.restore()


def _paint_item(item: Item, brush: Any, m: Metrics) -> None:
    box = item.box
    e = box.element
    if e.background is not None or e.border is not None:
        _ground(e, brush, item.x, item.y, box, m.scale)
    e.paint(brush, item.x, item.y, box, m)


def _ground(e: Element, brush: Any, x: int, y: int, box: Box, scale: float) -> None:
    right, bottom = x + box.width, y + box.height
    radius = e.radius * scale
    if e.background is not None:
        if not radius:
            brush.draw_rect(x, y, right, bottom, e.background)
        else:
            brush.draw_round_rect(x, y, right, bottom, radius, e.background)
    if e.border is not None:
        half = scale / 2
        brush.draw_round_rect(x + half, y + half, right - half, bottom - half, radius, e.border, scale)
