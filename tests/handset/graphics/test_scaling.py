"""Pictures at other sizes: as OpenCV scales them, to the last bit."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.graphics import scaling

sides = st.integers(1, 90)


@given(sides, sides, sides, sides, st.integers(0, 7), st.integers(0, 99))
def test_a_picture_is_scaled_as_by_opencv(
    rows: int, columns: int, height: int, width: int, cut: int, seed: int
) -> None:
    """Also a part of another picture, whose rows have a larger stride."""
    whole = np.random.default_rng(seed).integers(0, 256, (rows + cut, columns + cut, 3), dtype=np.uint8)
    whole.flags.writeable = False
    picture = whole[cut:, cut:]
    shrinks = width <= columns and height <= rows
    expected = cv2.resize(
        picture, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    )
    assert np.array_equal(scaling.scaled(picture, width, height), expected)


def test_a_photograph_becomes_a_thumbnail() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (1000, 1500, 3), dtype=np.uint8)
    for width, height in ((31, 21), (120, 80), (1499, 999), (1500, 7), (7, 1000), (1, 1)):
        expected = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        assert np.array_equal(scaling.scaled(picture, width, height), expected), (width, height)
