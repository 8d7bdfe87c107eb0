"""Augmentation of pictures: shift, scale and colours. The points of classes move with the picture."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from bmoca_gym.policies.network import Placement
from bmoca_gym.policies.settings import RESOLUTION, ImitationSettings

#: Share of the pictures that are not moved.
_PLAIN = 0.5

#: Share of the moved pictures that are also scaled. Scaling blurs a picture, and screens are sharp.
_SCALED = 0.5

#: Largest relative difference between the scales of height and width.
_SKEW = 0.05

#: Share of inverted pictures, among those with changed colours.
_INVERTED = 0.1

#: Share of the pictures with unchanged colours.
_UNCOLOURED = 0.3

_GREY = (128, 128, 128)

Pixels = NDArray[np.uint8]


def augmented(
    pixels: Pixels, settings: ImitationSettings, rng: np.random.Generator
) -> tuple[Pixels, Placement | None]:
    """Augment pictures uint8[B, 256, 128, 3]. Returns the pictures and their placement (None if none was moved)."""
    moves = settings.shift > 0 or settings.zoom > 0
    if not moves and settings.colour == 0:
        return pixels, None
    changed = np.empty_like(pixels)
    scale, shift = np.ones((len(pixels), 2), np.float32), np.zeros((len(pixels), 2), np.float32)
    for number, picture in enumerate(pixels):
        if settings.colour > 0 and rng.random() >= _UNCOLOURED:
            picture = _recoloured(picture, settings.colour, rng)
        if moves and rng.random() >= _PLAIN:
            scale[number], shift[number] = _place(settings, rng)
            picture = _placed(picture, scale[number], shift[number])
        changed[number] = picture
    return changed, Placement(torch.from_numpy(scale), torch.from_numpy(shift)) if moves else None


def _place(
    settings: ImitationSettings, rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Draw a scale and a shift, (y, x). Without scaling the shift is a whole number of px."""
    scale = np.ones(2)
    if settings.zoom > 0 and rng.random() < _SCALED:
        scale *= 1 + settings.zoom * rng.uniform(-1, 0.5)
        scale *= rng.uniform(1 - _SKEW, 1 + _SKEW, 2)
    shift = (1 - scale) * rng.uniform(0, 1, 2)
    return scale, shift + rng.integers(-settings.shift, settings.shift + 1, 2) / np.array(RESOLUTION)


def _placed(picture: Pixels, scale: NDArray[np.float32], shift: NDArray[np.float32]) -> Pixels:
    """Shift and scale a picture. The uncovered part is grey."""
    height, width = RESOLUTION
    # Centres of pixels are at halves.
    down, right = shift * (height, width) + (scale - 1) / 2
    matrix = np.array([[scale[1], 0, right], [0, scale[0], down]], np.float32)
    how = cv2.INTER_LINEAR if (scale != 1).any() else cv2.INTER_NEAREST
    found: Pixels = cv2.warpAffine(picture, matrix, (width, height), flags=how, borderValue=_GREY)  # type: ignore[assignment]
    return found


def _recoloured(picture: Pixels, amount: float, rng: np.random.Generator) -> Pixels:
    """Change brightness, contrast and mixture of the colours of a picture."""
    mixture = np.eye(3) + amount * 0.5 * rng.uniform(-1, 1, (3, 3))
    mixture *= 1 + amount * rng.uniform(-1, 1)
    if rng.random() < _INVERTED:
        mixture *= -1
    grey = 127.5
    added = grey - mixture.sum(axis=1) * grey + 255 * amount * 0.5 * rng.uniform(-1, 1, 3)
    found: Pixels = cv2.transform(picture, np.hstack([mixture, added[:, None]]))  # type: ignore[assignment]
    return found
