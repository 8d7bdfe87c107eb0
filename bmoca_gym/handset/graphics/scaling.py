"""Pictures at other sizes, as OpenCV scales them; made smaller by `_shrinking` (C, where the package is compiled)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.compiled import MODE

_SHRINKING: Any = import_module("bmoca_gym.handset.graphics._shrinking") if MODE.compiled else None


def scaled(picture: Any, width: int, height: int) -> NDArray[np.uint8]:
    """A picture, uint8[rows, columns, 3], at a size: means of areas where neither side grows, else interpolated."""
    rows, columns = picture.shape[:2]
    if width > columns or height > rows:
        return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    # OpenCV computes whole multiples otherwise.
    if _SHRINKING is None or not (columns % width or rows % height) or not _agree():
        return _by_opencv(picture, width, height)
    return _shrunk(picture, width, height)


def _by_opencv(picture: Any, width: int, height: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _shrunk(picture: Any, width: int, height: int) -> NDArray[np.uint8]:
    made: NDArray[np.uint8] = np.empty((height, width, 3), np.uint8)
    _SHRINKING.shrink(picture, made)
    return made


@cache
def _agree() -> bool:
    """Whether this version of OpenCV scales to the last bit as `_shrinking` does on this computer."""
    noise = np.arange(61 * 97 * 3, dtype=np.uint32).reshape(61, 97, 3) * 2654435761 >> 13 & 0xFF
    picture = noise.astype(np.uint8)
    return all(
        np.array_equal(_shrunk(picture, *size), _by_opencv(picture, *size)) for size in ((13, 9), (41, 60))
    )
