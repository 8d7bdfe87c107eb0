"""Tools for photographs that are computed point by point, without a scene.

Pictures are float32[height, width, 3] of linear light, `SCALE` times as large as they become, until `developed`. All
random numbers come from the seeds in the functions.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs.textures import linear
from bmoca_gym.handset.graphics.photographs.tracer import Floats

#: Width and height of the pictures; how many points of what they are computed from become one; and how many those are.
SIDE = 480
SCALE = 2
N = SIDE * SCALE
Y, X = np.mgrid[0:N, 0:N].astype(np.float32) / N  # from 0 to 1, to the right and down


def rgb(color: int) -> Floats:
    """The light of a colour 0xRRGGBB."""
    return np.array(linear(color), np.float32)


def mixed(one: Floats, two: Floats, share: Floats) -> Floats:
    """``one`` where ``share`` [h, w] is 0, ``two`` where it is 1."""
    return (one + (two - one) * share[..., None]).astype(np.float32)


def ramp(share: Floats, *colors: int) -> Floats:
    """Colours that pass into one another as ``share`` goes from 0 to 1."""
    at = np.clip(share, 0, 1) * (len(colors) - 1)
    parts = np.stack([rgb(color) for color in colors])
    low = np.minimum(at.astype(int), len(colors) - 2)
    return mixed(parts[low], parts[low + 1], at - low)


def fractal(seed: int, x: float, y: float, octaves: int = 6, fade: float = 0.5) -> Floats:
    """Clouds of noise about 0.5; ``x``, ``y``: lumps across and down; ``fade``: strength of an octave by the last."""
    rng = np.random.default_rng(seed)
    total, weight, part = np.zeros((N, N), np.float32), 0.0, 1.0
    for octave in range(octaves):
        wide, high = (max(2, round(lumps * 2**octave) + 3) for lumps in (x, y))
        if max(wide, high) > N:
            break
        grid = rng.random((high, wide), np.float32)
        total += part * cv2.resize(grid, (N, N), interpolation=cv2.INTER_CUBIC)
        weight, part = weight + part, part * fade
    return (total / weight).astype(np.float32)


def displaced(field: Floats, dx: Floats, dy: Floats) -> Floats:
    """A field with each point taken from elsewhere; distances as parts of the side."""
    x, y = (X + dx) * N, (Y + dy) * N
    return cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32)


def blurred(picture: Floats, radius: float) -> Floats:
    """The picture out of focus; ``radius``: in px of the finished one."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), radius * SCALE), np.float32)


def smoothstep(values: Floats, low: float, high: float) -> Floats:
    """0 up to ``low``, 1 from ``high`` on, and smooth between them."""
    share = np.clip((values - low) / (high - low), 0, 1)
    return (share * share * (3 - 2 * share)).astype(np.float32)


def focused(picture: Floats, away: Floats, most: float) -> Floats:
    """The picture sharp where ``away`` is 0, and blurred by ``most`` where it is 1."""
    levels = [picture, *[blurred(picture, most * part) for part in (0.15, 0.4, 1.0)]]
    at = np.clip(away, 0, 1) * 3
    return sum(
        (level * np.clip(1 - np.abs(at - number), 0, 1)[..., None] for number, level in enumerate(levels)),
        np.zeros_like(picture),
    ).astype(np.float32)


def lit_by(height: Floats, depth: float, light: tuple[float, float, float]) -> tuple[Floats, Floats]:
    """Light on an uneven surface: matt, and what it reflects of a lamp seen from above."""
    dx, dy = np.gradient(height, axis=1) * depth * N, np.gradient(height, axis=0) * depth * N
    length = np.sqrt(dx * dx + dy * dy + 1)
    way = np.array(light) / np.linalg.norm(light)
    half = way + np.array([0, 0, 1])
    half /= np.linalg.norm(half)
    matt, shine = ((-dx * v[0] - dy * v[1] + v[2]) / length for v in (way, half))
    return np.maximum(matt, 0).astype(np.float32), np.maximum(shine, 0).astype(np.float32)


def developed(
    picture: Floats,
    *,
    exposure: float = 1.0,
    glow: float = 0.12,
    grain: float = 0.016,
    edges: float = 0.35,
    contrast: float = 1.12,
) -> NDArray[np.uint8]:
    """What a camera makes of light: a glow about what is bright, darker corners, a film's curve, and grain."""
    bright = np.maximum(picture - 0.6, 0)
    picture = picture + glow * (blurred(bright, 6) + blurred(bright, 24))
    far = (X - 0.5) ** 2 + (Y - 0.5) ** 2
    picture = picture * (exposure * (1 - edges * far * 1.6))[..., None]
    picture = picture * (2.51 * picture + 0.03) / (picture * (2.43 * picture + 0.59) + 0.14)
    small = cv2.resize(np.clip(picture, 0, 1).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    shown: Floats = np.power(small, 1 / 2.2)
    shown = 0.5 + (shown - 0.5) * contrast
    rng = np.random.default_rng(5)
    noise = cv2.GaussianBlur(
        rng.normal(0, 1, (SIDE, SIDE, 1)) + 0.4 * rng.normal(0, 1, (SIDE, SIDE, 3)), (0, 0), 0.6
    )
    shown = shown + grain * noise * (1.3 - shown)
    return np.clip(np.round(shown * 255), 0, 255).astype(np.uint8)


def cast_shadow(mask: Floats, reach: float, soft: float) -> Floats:
    """The shadow of a thing under light from the upper left."""
    near = blurred(mask, soft * 0.35)
    far = blurred(displaced(mask, np.full_like(X, -reach), np.full_like(X, -reach * 0.8)), soft)
    return np.maximum(0.8 * far, 0.6 * near).astype(np.float32)


def distance(radius: float, cx: float, cy: float) -> Floats:
    """How far each point is from a middle: 1 at ``radius``."""
    return np.sqrt((X - cx) ** 2 + (Y - cy) ** 2) / radius


def ridge_line(seed: int, base: float, tall: float, lumps: float, rough: float = 0.5) -> Floats:
    """The line of a mountain range: for each column, how far down it is."""
    rng = np.random.default_rng(seed)
    line, part = np.zeros(N, np.float32), 1.0
    for octave in range(9):
        points = rng.random((1, round(lumps * 2**octave) + 3), np.float32)
        kind = cv2.INTER_LINEAR if octave > 1 else cv2.INTER_CUBIC
        line += part * (cv2.resize(points, (N, 1), interpolation=kind)[0] - 0.5)
        part *= rough
    return (base - tall * line).astype(np.float32)


def bokeh(
    seed: int, count: int, sizes: tuple[float, float], colors: tuple[int, ...], top: float, foot: float
) -> Floats:
    """Lights out of focus on a dark street."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((N, N, 3), np.float32)
    for _ in range(count):
        x, y = rng.random(), top + (foot - top) * rng.random()
        radius = sizes[0] + (sizes[1] - sizes[0]) * rng.random() ** 1.5
        color = rgb(colors[int(rng.integers(len(colors)))]) * (0.15 + 0.9 * rng.random() ** 2)
        left, right = int(max(0, (x - radius * 1.2) * N)), int(min(N, (x + radius * 1.2) * N))
        up, down = int(max(0, (y - radius * 1.2) * N)), int(min(N, (y + radius * 1.2) * N))
        if right <= left or down <= up:
            continue
        away = np.sqrt((X[up:down, left:right] - x) ** 2 + (Y[up:down, left:right] - y) ** 2) / radius
        disc = (1 - smoothstep(away, 0.94, 1.03)) * (0.62 + 0.38 * smoothstep(away, 0.55, 0.98))
        picture[up:down, left:right] += disc[..., None] * color
    return picture


#: Colours of lights in a street.
WARM = (0xFFB45A, 0xFF9A3C, 0xFFD08A, 0xFF5A3A, 0xFFE6C0)
COOL = (0x6FB7FF, 0x4FE0C0, 0xE070D0, 0xFFFFFF)
