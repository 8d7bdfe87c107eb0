"""A picture that can be zoomed and panned in its view: two fingers, double taps, and the visible part.

The app's state has ``zoom``, the magnification from 1, and ``x`` and ``y``, the place of the picture (0 to 1) in the
middle of the view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, PinchContext
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Picture
from bmoca_gym.handset.value import Value, replace, value

#: The largest magnification, and how soon a second tap follows one that is a double tap with it, in ms.
NEAREST, DOUBLE = 4.0, 400


class Zooming(Protocol):
    """What the kit reads from an app's state."""

    @property
    def zoom(self) -> float: ...  # noqa: D102
    @property
    def x(self) -> float: ...  # noqa: D102
    @property
    def y(self) -> float: ...  # noqa: D102


class Viewing(Zooming, Protocol):
    """The state of a viewer with bars. ``tapped``: uptime in ms of the last tap of the picture."""

    @property
    def bars(self) -> bool: ...  # noqa: D102
    @property
    def tapped(self) -> int: ...  # noqa: D102


S = TypeVar("S", bound=Zooming)
V = TypeVar("V", bound=Viewing)


@value
class Part(Value):
    """Part of a picture, given by its edges as fractions."""

    data: bytes | Late
    left: float
    top: float
    right: float
    bottom: float

    def cut(self) -> NDArray[np.uint8]:
        """The part at the picture's own size, RGB."""
        image = _whole(self.data)
        high, wide = image.shape[:2]
        left, right = (min(wide - 1, int(self.left * wide)), max(1, round(self.right * wide)))
        top, bottom = (min(high - 1, int(self.top * high)), max(1, round(self.bottom * high)))
        return image[top : max(bottom, top + 1), left : max(right, left + 1)]

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """See `PixelSource.pixels`."""
        resized = cv2.resize(self.cut(), (width, height), interpolation=cv2.INTER_LINEAR)
        made: NDArray[np.uint8] = np.ascontiguousarray(resized)
        return made


@lru_cache(2)
def _whole(picture: bytes | Late) -> NDArray[np.uint8]:
    return pictures.pixels(picture)


def shown(res: Resources, picture: bytes | Late, zoom: float, x: float, y: float, **options: Any) -> Element:
    """A picture as large as the screen allows, or its zoomed part."""
    width, height = pictures.size(picture) or (1, 1)
    scale = min(res.width / width, res.height / height) * zoom
    wide, high = min(res.width, width * scale), min(res.height, height * scale)
    seen: Any = picture
    if zoom > 1:
        share_x, share_y = wide / (width * scale), high / (height * scale)
        left = min(max(x - share_x / 2, 0.0), 1 - share_x)
        top = min(max(y - share_y / 2, 0.0), 1 - share_y)
        seen = Part(picture, left, top, left + share_x, top + share_y)
    return Picture(seen, width=max(1.0, wide), height=max(1.0, high), **options)


def enlarged(picture: bytes, zoom: float) -> bytes:
    """The enlarged middle of a picture, at the picture's own size, as a JPEG file."""
    height, width = _whole(picture).shape[:2]
    edge = 0.5 - 0.5 / zoom
    part = Part(picture, edge, edge, 1 - edge, 1 - edge).pixels(width, height)
    written: bytes = cv2.imencode(".jpg", cv2.cvtColor(part, cv2.COLOR_RGB2BGR))[1].tobytes()
    return written


def pinch(state: S, context: PinchContext) -> S:
    """Handler: zoom with two fingers, so that what was between them at the start is between them at the end."""
    zoom = min(NEAREST, max(1.0, state.zoom * context.scale))
    x = state.x + (context.x - 0.5) / state.zoom - (context.end_x - 0.5) / zoom
    y = state.y + (context.y - 0.5) / state.zoom - (context.end_y - 0.5) / zoom
    return replace(state, zoom=zoom, x=_within(x, zoom), y=_within(y, zoom))


def tap(state: V, context: Context) -> V:
    """Handler: hide or show the bars; a second tap right after zooms in on the place, or back out."""
    if context.uptime - state.tapped < DOUBLE:
        near = state.zoom == 1
        return replace(
            state, bars=not state.bars, tapped=-DOUBLE, zoom=NEAREST / 2 if near else 1.0,
            x=context.x if near else 0.5, y=context.y if near else 0.5,
        )  # fmt: skip
    return replace(state, bars=not state.bars, tapped=context.uptime)


def pan(state: V, context: Context) -> V:
    """Handler: pan the zoomed picture. A tap acts as usual."""
    if not context.direction:
        return tap(state, context)
    x = _within(state.x - (context.end_x - context.x) / state.zoom, state.zoom)
    y = _within(state.y - (context.end_y - context.y) / state.zoom, state.zoom)
    return replace(state, x=x, y=y)


def _within(at: float, zoom: float) -> float:
    """Clamp a position so that nothing beyond the picture is visible."""
    edge = 0.5 / zoom
    return min(max(at, edge), 1 - edge)
