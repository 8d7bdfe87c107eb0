"""Photographs of the package as apps show them: a part of one, a whole one on white, or one in two colours."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.scaling import scaled
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.value import memo, sized_memo


class Print(NamedTuple):
    """A part of the photograph ``name``, as a `renderer.PixelSource`; ``app/name`` is one of an app's own.

    ``x``, ``y``: where its middle lies, from 0 to 1; ``part``: its size, 1 for as much as has the shape of the
    element. ``inks``: the colours of what is dark and what is light, 0xRRGGBB; without any, its own colours. ``whole``:
    whether all of it is shown, with white beside it where the element has another shape.
    """

    name: str
    x: float = 0.5
    y: float = 0.5
    part: float = 1.0
    inks: tuple[int, ...] = ()
    whole: bool = False

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the part scaled to that size: uint8[height, width, 3], RGB."""
        columns, rows = _size(self.name)
        if self.whole and width * rows != height * columns:
            factor = min(width / columns, height / rows)
            wide, high = max(1, round(columns * factor)), max(1, round(rows * factor))
            left, top = (width - wide) // 2, (height - high) // 2
            whole = self._replace(whole=False).pixels(wide, high)
            edges = top, height - high - top, left, width - wide - left
            return np.asarray(
                cv2.copyMakeBorder(whole, *edges, cv2.BORDER_CONSTANT, value=(255, 255, 255)), np.uint8
            )
        # Small ones are decoded at a smaller size, which saves most of the time.
        room = min(columns / width, rows / height) * self.part
        picture = (
            _small(self.name, 8 if room >= 8 else 4 if room >= 4 else 2) if room >= 2 else _large(self.name)
        )
        rows, columns = picture.shape[:2]
        factor = min(columns / width, rows / height) * self.part
        wide, high = max(1, int(width * factor)), max(1, int(height * factor))
        left = min(max(round(columns * self.x - wide / 2), 0), columns - wide)
        top = min(max(round(rows * self.y - high / 2), 0), rows - high)
        shown = scaled(picture[top : top + high, left : left + wide], width, height)
        if self.inks:
            return _inked(self.inks)[cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY)]
        return np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2RGB), np.uint8)


@cache
def file_of(name: str) -> bytes:
    """Return a photograph as a JPEG file. `graphics.photographs` makes them."""
    app, _, own = name.rpartition("/")
    file: bytes = (catalogues.folder_of(app or "common") / "photographs" / f"{own}.jpg").read_bytes()
    return file


@cache
def _size(name: str) -> tuple[int, int]:
    header = skia.Image.MakeFromEncoded(skia.Data(file_of(name)))
    return int(header.width()), int(header.height())


_FLAGS = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _decoded(name: str, smaller: int) -> Any:
    return cv2.imdecode(np.frombuffer(file_of(name), np.uint8), _FLAGS[smaller])


#: At most 173 KB each; usually a quarter of that. Thirty-five configurations show about a hundred within 20,000 steps.
_small = sized_memo(3 << 20, attrgetter("nbytes"), asset=True)(_decoded)


@memo(2, asset=True)
def _large(name: str) -> Any:
    return _decoded(name, 1)


@cache
def _inked(inks: tuple[int, ...]) -> NDArray[np.uint8]:
    """The colours for the 256 tones of a photograph that is printed in these."""
    colors = np.array([[ink >> shift & 0xFF for shift in (16, 8, 0)] for ink in inks], float)
    tones = np.linspace(0, len(inks) - 1, 256)
    return np.stack([np.interp(tones, range(len(inks)), colors[:, i]) for i in (0, 1, 2)], 1).astype(np.uint8)
