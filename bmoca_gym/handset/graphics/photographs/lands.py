"""Photographs of mountains that are computed point by point: ground by its height, seen from one of its edges."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs.planes import (
    N,
    X,
    Y,
    blurred,
    developed,
    displaced,
    fractal,
    lit_by,
    mixed,
    ramp,
    rgb,
    smoothstep,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def _over(picture: Floats, high: Floats, face: Floats, eye: float, air: Floats, haze: float, level: float = 0.52,
          beds: Floats | None = None) -> Floats:  # fmt: skip
    """Ground before a sky. ``high``: its height, ``face``: its light, both seen from above; ``air``: the light of haze,
    ``haze``: how thick it is; ``level``: where the horizon is, from above; ``beds``: colours by height, [n, 3]."""
    horizon = np.full(N, 1.0, np.float32)
    columns = np.arange(N) / N - 0.5
    warp = fractal(16, 24, 12, 5, 0.6) if beds is not None else horizon
    for far in np.geomspace(0.10, 0.98, 560):
        x = np.clip((0.52 + columns * far * 1.05) * N, 0, N - 1).astype(int)
        z = int(np.clip((0.98 - far) * N, 0, N - 1))
        y = level + (eye - high[z, x]) / far * 1.25
        thick = 1 - math.exp(-((far / 0.85) ** 2) * haze)
        hit = (y[None] <= Y) & (horizon[None] > Y)
        if beds is None:
            color = face[z, x] * (1 - thick) + air * thick
            picture = np.where(hit[..., None], color[None], picture)
        else:  # steep walls show all that lies above one another
            rows, columns_ = np.nonzero(hit)
            tall = eye - (Y[rows, columns_] - level) * far / 1.25 + 0.005 * (warp[rows, columns_] - 0.5)
            bed = beds[np.clip(tall / high.max() * len(beds), 0, len(beds) - 1).astype(int)]
            picture[rows, columns_] = face[z, x[columns_]] * bed * (1 - thick) + air * thick
        horizon = np.minimum(horizon, y)
    return picture


def _free(land: Floats, steep: float) -> Floats:
    """Where the sun, low at the left, is not hidden by what is higher."""
    shadow = np.zeros_like(land)
    for step in range(1, 60):
        shadow = np.maximum(shadow, np.roll(land, step * 3, 1) - land - step * 3 / N * steep)
    return 1 - smoothstep(shadow, 0.0, 0.03)


def peak() -> NDArray[np.uint8]:
    """A mountain under snow, with the valley before it in shade."""
    ground = fractal(5, 2, 2, 2)
    part, keep = 0.5, np.ones_like(X)
    land = 0.9 * np.exp(-(((X - 0.52) / 0.30) ** 2 + ((Y - 0.42) / 0.20) ** 2)) + 0.25 * ground
    for octave in range(8):
        fold = 1 - np.abs(2 * fractal(30 + octave, 3.2 * 1.95**octave, 3.2 * 1.95**octave, 1) - 1) * 1.6
        land += part * fold * keep
        keep = np.clip(0.25 + 0.9 * fold, 0, 1)
        part *= 0.50
    land = blurred(land.astype(np.float32), 0.35)
    tall = 0.17
    matt, _ = lit_by(land * tall, 1.0, (-0.85, 0.10, 0.42))
    free = _free(land, 0.62 / tall)
    slope = np.hypot(np.gradient(land, axis=0), np.gradient(land, axis=1)) * N * tall
    fine = fractal(50, 90, 90, 4, 0.7)
    snow = smoothstep(land - 0.42 - 0.32 * slope + 0.45 * (fine - 0.5), 0.0, 0.14)
    wood = smoothstep(0.72 - land + 0.3 * (fine - 0.5), 0, 0.1)
    stone = ramp(fine, 0x4A423C, 0x75685E, 0x978A7E)
    stone = mixed(stone, ramp(fine, 0x1B2A1A, 0x33452A, 0x4A5A38), wood)
    bare = mixed(stone, np.broadcast_to(rgb(0xF6F8FC), stone.shape), snow)
    warm, cold = np.array([1.55, 1.22, 0.95], np.float32), np.array([0.24, 0.33, 0.50], np.float32)
    face = bare * ((matt * free)[..., None] * warm + cold)
    picture = ramp(Y / 0.62, 0x24508C, 0x5288BE, 0xA9C4D8, 0xEBD9C6)
    thin = smoothstep(fractal(2, 2, 14, 6, 0.55), 0.52, 0.80) * 0.45
    picture = mixed(picture, np.broadcast_to(rgb(0xFFF4EA), picture.shape), thin * (1 - Y))
    picture = _over(picture, land * tall, face, 0.95 * tall + 0.03, rgb(0xB8CBDD), 0.55)
    return developed(blurred(picture.astype(np.float32), 0.5), exposure=0.90, glow=0.15)


def volcano() -> NDArray[np.uint8]:
    """A volcano with snow and a little smoke, above woods."""
    x, y = X - 0.53, Y - 0.40
    away, turn = np.hypot(x, y), np.arctan2(x, y) / (2 * math.pi) + 0.5
    cone = np.clip(1 - away / 0.37, 0, 1) ** 1.75
    streams = fractal(61, 26, 3, 6, 0.6)
    wavy = turn + 0.03 * (fractal(62, 5, 5, 4) - 0.5)
    folds = cv2.remap(streams, wavy * N, away * 2 * N, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    rim = 0.76 + 0.03 * (fractal(63, 22, 22, 3) - 0.5)
    cone = np.where(cone > rim, rim - 0.9 * (cone - rim), cone)
    land = 1.25 * cone + 0.20 * (folds - 0.5) * np.clip(cone * 4, 0, 1) * np.clip(1.3 - cone, 0, 1)
    for octave in range(7):
        fold = 1 - np.abs(2 * fractal(40 + octave, 5 * 1.95**octave, 5 * 1.95**octave, 1) - 1) * 1.6
        land = land + 0.09 * 0.55**octave * fold * (1.2 - np.clip(cone * 1.4, 0, 0.9))
    land, tall = blurred(land.astype(np.float32), 0.35), 0.20
    matt, _ = lit_by(land * tall, 1.0, (-0.80, 0.25, 0.50))
    free = _free(land, 0.55 / tall)
    fine = fractal(50, 110, 110, 4, 0.7)
    snow = smoothstep(land - 0.58 + 0.9 * (folds - 0.5) + 0.35 * (fine - 0.5), 0.0, 0.16)
    wood = 1 - smoothstep(land + 0.30 * (fractal(51, 9, 9, 5) - 0.5) + 0.2 * (fine - 0.5), 0.22, 0.34)
    stone = mixed(ramp(fine, 0x3A2F2A, 0x5E4C42, 0x7C685A), ramp(fine, 0x16241A, 0x2C4026, 0x46583A), wood)
    bare = mixed(stone, np.broadcast_to(rgb(0xF2F5FA), stone.shape), snow)
    face = bare * (
        (matt * free)[..., None] * np.array([1.5, 1.25, 1.0], np.float32)
        + np.array([0.25, 0.33, 0.47], np.float32)
    )
    picture = ramp(Y / 0.60, 0x2A5C9C, 0x5F97C6, 0xB4CEDC, 0xECDCC8)
    thin = smoothstep(fractal(2, 2, 13, 6, 0.55), 0.50, 0.80) * 0.55
    picture = mixed(picture, np.broadcast_to(rgb(0xFFF6EC), picture.shape), thin * (1 - Y))
    # The smoke goes up from the crater and to the right.
    up = np.clip(0.215 - Y, 0, 1)
    side = (X - 0.525 - 1.1 * up - 0.10 * (fractal(70, 3, 5, 4) - 0.5)) / (0.022 + 0.42 * up)
    curls = displaced(
        fractal(71, 12, 12, 6, 0.6), 0.06 * (fractal(72, 7, 7, 4) - 0.5), 0.06 * (fractal(73, 7, 7, 4) - 0.5)
    )
    smoke = np.exp(-(side**2) * 1.6) * smoothstep(up, -0.02, 0.03) * np.clip(1.15 - 4.2 * up, 0, 1)
    smoke = np.clip(smoke * (0.2 + 1.7 * smoothstep(curls, 0.30, 0.62)), 0, 1)
    lit, _ = lit_by(blurred(curls * smoke, 1.0), 0.10, (-0.8, -0.3, 0.5))
    cloud = ramp(0.25 + 0.75 * lit, 0x8E94A2, 0xD9D6D4, 0xFFF8EE)
    picture = mixed(picture, cloud, 0.92 * smoke)
    picture = _over(picture, land * tall, face, 0.62 * tall, rgb(0xBCCEDE), 0.42, 0.60)
    return developed(blurred(picture.astype(np.float32), 0.5), exposure=0.92, glow=0.12)


def canyon() -> NDArray[np.uint8]:
    """Layers of rock in the wall of a canyon in the evening."""
    rough = fractal(11, 4, 4, 7, 0.55)
    bend = X - 0.50 - 0.16 * np.sin(Y * 7.0) - 0.30 * (fractal(12, 3, 3, 5, 0.55) - 0.5)
    away = np.abs(bend) + 0.20 * (rough - 0.5)
    for octave in range(3):  # side canyons
        away = np.minimum(away, 0.03 + 1.6 * np.abs(fractal(20 + octave, 3 + octave, 5 + octave, 4) - 0.5))
    land = 1.15 * smoothstep(away, 0.0, 0.36) + 0.16 * (rough - 0.5)
    steps = land * 8 + 0.35 * (fractal(13, 6, 6, 4) - 0.5)
    whole = np.floor(steps)
    land = (whole + smoothstep(steps - whole, 0.52, 0.98) + 0.22 * (steps - whole)) / 8
    land = blurred((land + 0.012 * fractal(14, 90, 90, 4, 0.7)).astype(np.float32), 0.4)
    tall = 0.15
    matt, _ = lit_by(land * tall, 1.0, (-0.85, 0.30, 0.36))
    free = _free(land, 0.40 / tall)
    rng = np.random.default_rng(6)
    bed = cv2.resize(rng.random((1, 34), np.float32), (900, 1), interpolation=cv2.INTER_CUBIC)[0]
    bed = bed + 0.5 * (cv2.resize(rng.random((1, 200), np.float32), (900, 1))[0] - 0.5)
    beds = ramp(bed[None], 0x7A3A24, 0x9A4E30, 0xB4683F, 0xC8855A, 0xD8A880)[0]
    fine = fractal(50, 120, 120, 4, 0.7)
    lit = (0.75 + 0.5 * fine) * (1 - 0.25 * smoothstep(land - 0.9, 0.0, 0.1))
    face = lit[..., None] * (
        (matt * free)[..., None] * np.array([2.1, 1.5, 0.95], np.float32)
        + np.array([0.24, 0.25, 0.36], np.float32)
    )
    picture = ramp(Y / 0.34, 0x4A6CA4, 0x93A4C2, 0xE6C4A6, 0xF6D2A0)
    thin = smoothstep(fractal(2, 2, 15, 6, 0.55), 0.48, 0.78) * 0.6
    picture = mixed(picture, np.broadcast_to(rgb(0xFFD8B4), picture.shape), thin * (1 - Y))
    picture = _over(picture, land * tall, face, 1.75 * tall, rgb(0xD9B8A8), 0.50, 0.20, beds)
    return developed(blurred(picture.astype(np.float32), 0.5), exposure=0.95, glow=0.12)
