"""Screenshots of the emulator's gRPC: scaled to the requested size, as raw pixels or PNG."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.state import Phone

#: Values of ``ImageFormat.format``.
PNG, RGBA8888, RGB888 = 0, 1, 2

#: How many sizes are kept ready to be drawn (one of 1080 x 2160 px takes 16 MB).
MOST_SIZES = 4


class Screenshot(NamedTuple):
    """``frame``: ``uint8[height, width, 3]`` RGB; ``wall``: the phone's time, ms since the epoch."""

    frame: NDArray[np.uint8]
    wall: int


def fitted(width: int, height: int, most_width: int, most_height: int) -> tuple[int, int]:
    """The largest size with the aspect ratio ``width`` : ``height`` within both limits, and not larger than the
    original.

    A limit of 0 means no limit; if one is 0, the emulator ignores the other too.
    """
    if most_width == 0 or most_height == 0 or (most_width >= width and most_height >= height):
        return width, height
    if most_width * height > most_height * width:
        return max(1, most_height * width // height), most_height
    return most_width, max(1, most_width * height // width)


class Screenshots:
    """Draws a served phone. Other sizes than the phone's own are drawn directly, not scaled down, which is sharper and
    equals the frames of an embedded device.
    """

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._renderers: OrderedDict[tuple[int, int], Renderer] = OrderedDict()

    def take(self, most_width: int, most_height: int) -> Screenshot:
        """A screenshot that fits into a size in px. 0 means the phone's own width or height."""
        # Drawing is done under the phone's lock, which makes it safe to share the renderers; encoding is not.
        return Screenshot(*self._served.run(self._drawn, most_width, most_height))

    def _drawn(
        self, phone: Phone, most_width: int, most_height: int
    ) -> tuple[Phone, tuple[NDArray[np.uint8], int]]:
        config = phone.configuration
        size = fitted(config.width, config.height, most_width, most_height)
        return phone, (self._renderer(size).frame(phone), phone.clock.wall)

    def _renderer(self, size: tuple[int, int]) -> Renderer:
        renderer = self._renderers.pop(size, None) or Renderer(*size)
        self._renderers[size] = renderer
        while len(self._renderers) > MOST_SIZES:
            self._renderers.popitem(last=False)
        return renderer


def check_format(image_format: int) -> None:
    """Check that screenshots exist in a format.

    Raises:
        ValueError: they do not.
    """
    if image_format not in (PNG, RGBA8888, RGB888):
        raise ValueError(
            f"image format {image_format}: ask for PNG ({PNG}), RGBA8888 ({RGBA8888}) or RGB888 ({RGB888})"
        )


def encoded(frame: NDArray[np.uint8], image_format: int) -> NDArray[np.uint8]:
    """A frame as a PNG file, or as a flat array of pixels, row by row."""
    if image_format == RGB888:
        return frame.reshape(-1)
    if image_format == RGBA8888:
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2RGBA), np.uint8).reshape(-1)
    picture = cv2.cvtColor(frame, cv2.COLOR_RGB2BGR)
    found = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
    return np.asarray(found, np.uint8).reshape(-1)
