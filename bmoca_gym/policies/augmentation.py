"""Augmentation: pictures are moved, scaled and given other colours, and the points of classes follow."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from bmoca_gym.policies.network import RESOLUTION, Placement, prepared
from bmoca_gym.policies.settings import CloningSettings

#: Share of the pictures that are left where they are: what is resampled is blurred, and what is acted on is not.
_PLAIN = 0.5

#: Share of the pictures whose colours are inverted, where colours are changed at all.
_INVERTED = 0.1

#: Share of the pictures whose colours are left as they are.
_UNCOLOURED = 0.3


def augmented(
    pixels: Tensor, settings: CloningSettings, rng: np.random.Generator
) -> tuple[Tensor, Placement | None]:
    """Pictures uint8[B, 256, 128, 3] as `prepared` makes them, changed, and where each was put."""
    picture = prepared(pixels)
    if settings.colour > 0:
        picture = _recoloured(picture, settings.colour, rng)
    if settings.shift == 0 and settings.zoom == 0:
        return picture, None
    batch = picture.shape[0]
    scale = 1 + settings.zoom * rng.uniform(-1, 0.5, (batch, 2))
    slack = 1 - scale
    shift = slack * rng.uniform(0, 1, (batch, 2))
    shift += settings.shift * rng.uniform(-1, 1, (batch, 2)) / np.array(RESOLUTION)
    plain = rng.random((batch, 1)) < _PLAIN
    scale, shift = np.where(plain, 1.0, scale), np.where(plain, 0.0, shift)
    moved = np.flatnonzero(~plain[:, 0])
    placement = Placement(
        torch.tensor(scale, dtype=torch.float32, device=picture.device),
        torch.tensor(shift, dtype=torch.float32, device=picture.device),
    )
    if len(moved):
        rows = torch.from_numpy(moved).to(picture.device)
        picture[rows] = _placed(picture[rows], placement.scale[rows], placement.shift[rows])
    return picture, placement


def _placed(picture: Tensor, scale: Tensor, shift: Tensor) -> Tensor:
    """Pictures moved and scaled; where nothing comes to lie is grey."""
    matrix = torch.zeros(picture.shape[0], 2, 3, device=picture.device)
    for row, axis in ((0, 1), (1, 0)):  # the matrix is for (x, y), placements are (y, x)
        matrix[:, row, row] = 1 / scale[:, axis]
        matrix[:, row, 2] = (1 - 2 * shift[:, axis]) / scale[:, axis] - 1
    grid = functional.affine_grid(matrix, list(picture.shape), align_corners=False)
    return functional.grid_sample(picture, grid, align_corners=False)


def _recoloured(picture: Tensor, amount: float, rng: np.random.Generator) -> Tensor:
    """Brightness, contrast and the mixture of the colours, changed for each picture by itself."""
    batch, _, height, width = picture.shape
    mixture = np.eye(3) + amount * 0.5 * rng.uniform(-1, 1, (batch, 3, 3))
    mixture *= 1 + amount * rng.uniform(-1, 1, (batch, 1, 1))
    mixture[rng.random(batch) < _INVERTED] *= -1
    offset = amount * 0.5 * rng.uniform(-1, 1, (batch, 1, 3))
    plain = rng.random(batch) < _UNCOLOURED
    mixture[plain], offset[plain] = np.eye(3), 0
    weights = torch.tensor(mixture, dtype=torch.float32, device=picture.device)
    added = torch.tensor(offset, dtype=torch.float32, device=picture.device)
    colours = picture.permute(0, 2, 3, 1).reshape(batch, height * width, 3)
    mixed = torch.baddbmm(added, colours, weights).clamp_(-0.5, 0.5)
    return mixed.reshape(batch, height, width, 3).permute(0, 3, 1, 2)
