"""Magnification: the part of the screen that is drawn enlarged, its picture, its elements, and touches on it.

The navigation bar and the keyboard keep their size, as on Android.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.assembly import Surface
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import accessibility
from bmoca_gym.handset.ui.tree import Bounds, UiTree

#: Windows that keep their size.
_PLAIN = ("navigation", "keyboard")
#: The frame around a magnified screen: its colour (R, G, B), and its width in parts of the screen's width.
_FRAME, _FRAME_SHARE = (255, 152, 0), 1 / 90


class Part(NamedTuple):
    """The part of the screen that is magnified ``scale`` times.

    ``left``, ``top``: in px of the screen; ``width``, ``height``: of the area that it fills, from the screen's corner;
    ``plain``: the windows that are not magnified; ``size``: of the screen.
    """

    scale: float
    left: float
    top: float
    width: int
    height: int
    plain: tuple[Bounds, ...]
    size: tuple[int, int]

    def is_plain(self, x: float, y: float) -> bool:
        """Return whether there is a window of plain size at a point in px."""
        return any(left <= x < right and top <= y < bottom for left, top, right, bottom in self.plain)

    def under(self, x: float, y: float) -> tuple[float, float]:
        """Return which point of the screen is drawn at a given point. Both are in fractions of the screen."""
        width, height = self.size
        px, py = x * width, y * height
        if self.is_plain(px, py):
            return x, y
        found_x, found_y = (self.left + px / self.scale) / width, (self.top + py / self.scale) / height
        return min(max(found_x, 0.0), 1.0), min(max(found_y, 0.0), 1.0)


def part_of(phone: Phone, surfaces: tuple[Surface, ...]) -> Part | None:
    """Return the part of the screen that is magnified; None if none is."""
    zoom = phone.aids.zoom
    if zoom is None:
        return None
    config = phone.configuration
    plain = tuple([(s.x, s.y, s.x + s.box.width, s.y + s.box.height) for s in surfaces if s.kind in _PLAIN])
    height = min([bounds[1] for bounds in plain if bounds[1] > 0], default=config.height)
    scale, x, y = zoom
    wide, tall = config.width / scale, height / scale
    left = min(max(x * config.width - wide / 2, 0.0), config.width - wide)
    top = min(max(y * config.height - tall / 2, 0.0), height - tall)
    return Part(scale, left, top, config.width, height, plain, (config.width, config.height))


def moved(phone: Phone, part: Part, dx: float, dy: float, factor: float = 1.0) -> Phone:
    """Return the phone whose magnified part follows two fingers.

    ``dx``, ``dy``: their movement in fractions of the screen; ``factor``: how many times as far apart they are
    afterwards.
    """
    width, height = part.size
    scale = min(max(part.scale * factor, 1.0), accessibility.MOST_SCALE)
    x = part.left + part.width / part.scale / 2 - dx * width / scale
    y = part.top + part.height / part.scale / 2 - dy * height / scale
    wide, tall = part.width / scale / 2, part.height / scale / 2
    x, y = min(max(x, wide), part.width - wide), min(max(y, tall), part.height - tall)
    return accessibility.changed(phone, zoom=(scale, x / width, y / height))


def tree(plain: UiTree, part: Part, kind: str) -> UiTree:
    """Return a window's elements with the positions at which they are drawn, without those that are out of sight."""
    if kind in _PLAIN:
        return plain
    found = []
    for node in plain.nodes:
        left, right = ((edge - part.left) * part.scale for edge in (node.bounds[0], node.bounds[2]))
        top, bottom = ((edge - part.top) * part.scale for edge in (node.bounds[1], node.bounds[3]))
        bounds = (
            max(0, round(left)), max(0, round(top)),
            min(part.width, round(right)), min(part.height, round(bottom)),
        )  # fmt: skip
        if bounds[0] < bounds[2] and bounds[1] < bounds[3]:
            found.append(node.changed(bounds=bounds))
    return UiTree(tuple(found), plain.width, plain.height, plain.rotation)


def enlarged(frame: NDArray[np.uint8], width: int, height: int, part: Part) -> NDArray[np.uint8]:
    """Return the magnified screen as a picture of the given size. ``frame``: the unmagnified screen, of any size."""
    kx, ky = frame.shape[1] / part.size[0], frame.shape[0] / part.size[1]
    left, top = round(part.left * kx), round(part.top * ky)
    right = max(left + 1, round((part.left + part.width / part.scale) * kx))
    bottom = max(top + 1, round((part.top + part.height / part.scale) * ky))
    found = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    tall = round(part.height * height / part.size[1])
    cut = frame[top:bottom, left:right]
    shrinks = cut.shape[1] > width
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    over = cv2.resize(cut, (width, tall), interpolation=how)
    line = max(1, round(width * _FRAME_SHARE))
    over[:line] = over[-line:] = _FRAME
    over[:, :line] = over[:, -line:] = _FRAME
    found[:tall] = over
    made: NDArray[np.uint8] = np.ascontiguousarray(found, np.uint8)
    made.flags.writeable = False
    return made
