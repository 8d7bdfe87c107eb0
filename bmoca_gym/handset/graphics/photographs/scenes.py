"""Photographs of things among others, from `scenes.yaml`: chess, a printing press, a snail, a bee."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs import goods, studio
from bmoca_gym.handset.graphics.photographs.planes import (
    SIDE,
    N,
    Y,
    blurred,
    developed,
    focused,
    fractal,
    ramp,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def _taken(name: str, behind: Floats, sharp: float, depth: float, most: float, clear: int = 0,
           **look: float) -> NDArray[np.uint8]:  # fmt: skip
    """A scene before what is far ``behind`` it: ``sharp`` at that distance, blurred by ``most`` px ``depth`` beyond.

    Through the last parts, ``clear`` of them, one sees what is behind.
    """
    shot, side = goods.scene(name), SIDE
    far_away: Floats = cv2.resize(behind, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    found, far = studio.light(shot, side, far_away)
    if clear:
        through, _ = studio.light(replace(shot, parts=shot.parts[:-clear]), side, far_away)
        found = 0.4 * found + 0.6 * through
    picture = cv2.resize(np.minimum(found, 4).astype(np.float32), (N, N), interpolation=cv2.INTER_CUBIC)
    away: Floats = np.clip(np.abs(np.minimum(far, 60) - sharp) / depth, 0, 1).astype(np.float32)
    away = cv2.resize(cv2.GaussianBlur(away, (0, 0), 1.5), (N, N)).astype(np.float32)
    return developed(focused(np.maximum(picture, 0), away, most), **look)


def chess() -> NDArray[np.uint8]:
    """Chessmen on a board, seen from near."""
    dark = ramp(Y, 0x2A221C, 0x4A3A2C, 0x2E241C) * (0.5 + 0.9 * fractal(4, 3, 2, 3))[..., None]
    return _taken("chess", blurred(dark.astype(np.float32), 12), 8.2, 5.5, 6.0, exposure=0.66, glow=0.12)


def press() -> NDArray[np.uint8]:
    """An old printing press of wood."""
    wall = ramp(0.5 * fractal(5, 5, 5, 5) + 0.3 * Y, 0x8C8072, 0xA8998A, 0x6A5E52) * 0.55
    return _taken("press", blurred(wall.astype(np.float32), 5), 7.6, 9.0, 4.0, exposure=0.85, glow=0.10)


def snail() -> NDArray[np.uint8]:
    """A snail on a path."""
    green = ramp(0.6 * fractal(6, 5, 5, 4) + 0.3 * (1 - Y), 0x2A3A1A, 0x5F7A34, 0x9CB45E, 0xD8DCA0)
    return _taken("snail", blurred(green.astype(np.float32), 16), 7.3, 5.0, 8.0, exposure=0.95, glow=0.15)


def bee() -> NDArray[np.uint8]:
    """A bee on a flower."""
    green = ramp(0.7 * fractal(8, 4, 4, 4) + 0.2 * (1 - Y), 0x1E3014, 0x4A6A2A, 0x86A04A)
    return _taken(
        "bee", blurred(green.astype(np.float32), 16), 5.6, 2.2, 6.0, clear=2, exposure=0.85, glow=0.12
    )
