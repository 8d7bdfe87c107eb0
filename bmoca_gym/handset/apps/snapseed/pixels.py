"""A picture with its edits: its size, its pixels at the displayed size, and the saved file."""

from __future__ import annotations

from operator import attrgetter

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.apps.snapseed.filters import applied, crop_box
from bmoca_gym.handset.apps.snapseed.tools import LOOKS, Edit
from bmoca_gym.handset.graphics.scaling import scaled
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.value import Value, memo, sized_memo, value

#: The longer side (px) of a file as it is kept for the screen, of what is edited for it, of what is saved, at most.
_KEPT, _SHOWN, _SAVED = 1600, 2400, 4000


@value
class Edited(Value):
    """A picture with its edits; ``data``: as `pictures.picture_in` returns it. `widgets.Picture` can show it."""

    data: bytes | Late
    edits: tuple[Edit, ...] = ()

    def size(self) -> tuple[int, int]:
        """Width and height in px after the edits."""
        return _size_after(pictures.size(self.data) or (1, 1), self.edits)

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """The centre crop of the picture in this shape, at this size: uint8[height, width, 3], RGB."""
        first = pictures.size(self.data) or (1, 1)
        wide, high = _size_after(first, self.edits)
        scale = min(max(width / wide, height / high), _SHOWN / max(first))
        size = max(1, round(first[0] * scale)), max(1, round(first[1] * scale))
        return _covering(_edited(self.data, self.edits, *size), width, height)


def _covering(image: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """The centre crop of ``image`` in this shape, at this size."""
    rows, columns = image.shape[:2]
    wide = min(columns, max(1, round(rows * width / height)))
    high = min(rows, max(1, round(columns * height / width)))
    top, left = (rows - high) // 2, (columns - wide) // 2
    middle = image[top : top + high, left : left + wide]
    return middle if (wide, high) == (width, height) else scaled(middle, width, height)


def _size_after(size: tuple[int, int], edits: tuple[Edit, ...]) -> tuple[int, int]:
    for edit in edits:
        if edit.tool == "crop":
            left, top, right, bottom = crop_box(*size, edit)
            size = right - left, bottom - top
        elif edit.tool == "rotate" and edit.values[0] % 2:
            size = size[1], size[0]
    return size


def _steps(edit: Edit) -> tuple[Edit, ...]:
    return tuple(LOOKS.values())[edit.style] if edit.tool == "look" else (edit,)


@memo(4, asset=True)
def _decoded(data: bytes | Late, limit: int) -> NDArray[np.uint8]:
    """The picture's pixels, RGB, the longer side at most ``limit`` px."""
    picture = pictures.pixels(data)
    factor = limit / max(picture.shape[:2])
    return _smaller(picture, factor) if factor < 1 else picture


def _smaller(image: NDArray[np.uint8], factor: float) -> NDArray[np.uint8]:
    return scaled(image, max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))


@sized_memo(24 << 20, attrgetter("nbytes"))
def _edited(data: bytes | Late, edits: tuple[Edit, ...], width: int, height: int) -> NDArray[np.uint8]:
    """The picture, ``width`` x ``height`` px before the edits. The result before the last edit is cached for drags."""
    if not edits:
        return scaled(_decoded(data, _KEPT), width, height)
    return _after(_edited(data, edits[:-1], width, height), edits[-1])


def _after(image: NDArray[np.uint8], edit: Edit) -> NDArray[np.uint8]:
    made = image.astype(np.float32) / np.float32(255)
    for step in _steps(edit):
        made = applied(made, step)
    return np.asarray(np.rint(made * 255), np.uint8)


def encoded(picture: Edited, long_edge: int, quality: int) -> bytes:
    """Encode the edited picture, its longer side at most ``long_edge`` px (0: original size).

    ``quality``: of the JPEG, from 1 to 100; 0 for a PNG.
    """
    image = _decoded(picture.data, _SAVED)
    for edit in picture.edits:
        image = _after(image, edit)
    factor = long_edge / max(image.shape[:2])
    if 0 < factor < 1:
        image = _smaller(image, factor)
    options = [cv2.IMWRITE_JPEG_QUALITY, quality] if quality else []
    _, data = cv2.imencode(".jpeg" if quality else ".png", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), options)
    return bytes(data)
