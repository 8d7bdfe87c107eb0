"""Pictures at other sizes, as OpenCV scales them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def scaled(picture: Any, width: int, height: int) -> NDArray[np.uint8]:
    """Scale a picture, uint8[rows, columns, 3]: by averaging areas if neither side grows, else by interpolation."""
    rows, columns = picture.shape[:2]
    shrinks = width <= columns and height <= rows
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=how), np.uint8)
