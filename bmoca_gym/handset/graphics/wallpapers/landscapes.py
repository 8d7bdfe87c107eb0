"""Wallpapers with landscapes: pyramids, ocean and canyon. `wallpaper_drawing` explains the units."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpapers.drawing import (
    BEYOND,
    across,
    below,
    dots,
    flat,
    glow,
    line,
    linear,
    mix,
    polygon,
    smooth,
    swell,
    vertical,
)


def pyramid(canvas: Canvas) -> None:
    """Three pyramids in the last light, with a caravan on the dune in front."""
    rng = np.random.default_rng(11)
    canvas.drawPaint(vertical(-1, 0.45, [0x2A2550, 0x6A3B74, 0xC1546A, 0xF08A4B, 0xFBC46A]))
    stars = rng.random((90, 2)) * [2, 0.7] - 1
    dots(canvas, stars, 0.006, 0xFFF1DC, 0.55)
    glow(canvas, (-0.16, 0.10), 0.85, 0xFFE29A, 0.7)
    canvas.drawCircle(-0.16, 0.10, 0.15, vertical(-0.05, 0.25, [0xFFF6CC, 0xFFD873, 0xFFB74F]))
    for y, left, right in (
        (-0.36, -0.7, -0.1),
        (-0.30, 0.02, 0.62),
        (-0.14, -0.95, -0.38),
        (-0.04, 0.28, 0.95),
    ):
        canvas.drawPath(
            smooth([(left, y), ((left + right) / 2, y - 0.014), (right, y)]), line(0xFFD9A8, 0.013, 0.28)
        )
    far = across(0.335 + 0.03 * swell(rng, 14))
    canvas.drawPath(below(smooth(far), 0.6), vertical(0.28, 0.6, [0xC8743F, 0xD98A4A]))
    for peak, base, half, ridge in (
        ((-0.33, 0.14), 0.375, 0.215, 0.07),
        ((0.62, 0.10), 0.37, 0.27, 0.09),
        ((0.17, -0.08), 0.42, 0.37, 0.13),
    ):
        _one_pyramid(canvas, peak, base, half, ridge)
    dunes = (
        (0.42, 0.035, 0xEFA85B, 0xC06E3A),
        (0.56, 0.060, 0xDE8E4A, 0x9C5030),
        (0.72, 0.070, 0xB96A3C, 0x6E3427),
        (0.88, 0.060, 0x8A4630, 0x3E1E21),
    )
    for height, rise, lit, shade in dunes:
        crest = across(height + rise * swell(rng, 18, (0.8, 1.7)))
        edge = smooth(crest)
        canvas.drawPath(
            below(edge, height + 0.4),
            linear((-0.2, height - rise), (0.15, height + 0.26), [lit, mix(lit, shade, 0.6), shade]),
        )
        canvas.drawPath(edge, line(0xFFE0A6, 0.005, 0.45))
        if height == 0.72:
            for number in range(4):
                x = -0.30 + 0.135 * number
                y = float(np.interp(x, crest[:, 0], crest[:, 1]))
                _camel(canvas, x, y + 0.004, 0.058)


def _one_pyramid(canvas: Canvas, peak: tuple[float, float], base: float, half: float, ridge: float) -> None:
    """Draw one pyramid. ``ridge``: how far right of the peak the near edge meets the background."""
    x, y = peak
    lit = polygon((x - half, base), peak, (x + ridge, base + 0.04))
    shade = polygon((x + ridge, base + 0.04), peak, (x + half, base))
    canvas.drawPath(shade, linear((x, y), (x + half, base), [0x8A4A3A, 0x5A2D33]))
    canvas.drawPath(lit, linear((x - half, base), (x + ridge, y), [0xE99B4E, 0xFFD08A]))
    courses = 13
    for course in range(1, courses):
        share = course / courses
        height = y + (base - y) * share
        near = (x + ridge * share, height + 0.04 * share)
        canvas.drawLine(x - half * share, height, *near, line(0x9C5B2E, 0.0035, 0.32))
        canvas.drawLine(*near, x + half * share, height, line(0x2E151F, 0.0035, 0.32))


def _camel(canvas: Canvas, x: float, y: float, size: float) -> None:
    """A silhouette walking right, its feet at (x, y)."""
    body = smooth(
        [
            (-0.62, -0.95),
            (-0.35, -1.12),
            (-0.12, -1.45),
            (0.12, -1.12),
            (0.42, -1.02),
            (0.70, -1.10),
            (0.92, -1.52),
            (1.08, -1.62),
            (1.28, -1.52),
            (1.25, -1.42),
            (1.06, -1.40),
            (0.92, -1.05),
            (0.66, -0.78),
            (0.2, -0.66),
            (-0.4, -0.66),
            (-0.62, -0.8),
        ],
        closed=True,
    )
    canvas.save()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.drawPath(body, flat(0x2B1418))
    for top, foot in ((-0.5, -0.66), (-0.38, -0.28), (0.42, 0.30), (0.52, 0.68)):
        canvas.drawLine(top, -0.8, foot, 0.0, line(0x2B1418, 0.11))
    canvas.drawLine(-0.62, -0.88, -0.72, -0.45, line(0x2B1418, 0.06))
    canvas.restore()


def ocean(canvas: Canvas) -> None:
    """The sun just above the sea, a sail, and waves that come nearer and darker."""
    rng = np.random.default_rng(12)
    horizon, sun = -0.18, (0.12, -0.36)
    canvas.drawPaint(vertical(-1, horizon, [0x2277B5, 0x56A8CF, 0xA5D3D6, 0xFBE3B5, 0xFFC894]))
    glow(canvas, sun, 0.75, 0xFFF2C2, 0.8)
    canvas.drawCircle(*sun, 0.105, vertical(sun[1] - 0.1, sun[1] + 0.1, [0xFFFDE8, 0xFFE6A0]))
    for y, left, right, alpha in (
        (-0.78, -0.62, 0.05, 0.5),
        (-0.70, -0.2, 0.42, 0.35),
        (-0.62, 0.35, 0.95, 0.5),
        (-0.52, -0.98, -0.3, 0.4),
    ):
        middle = (left + right) / 2
        canvas.drawPath(
            smooth([(left, y), (middle - 0.1, y - 0.022), (middle + 0.06, y - 0.010), (right, y + 0.004)]),
            line(0xFFFFFF, 0.018, alpha),
        )
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(-BEYOND, horizon, BEYOND, BEYOND))
    canvas.drawPaint(vertical(horizon, 0.5, [0x7CC7C4, 0x2A9DAE, 0x0F7C9B]))
    canvas.restore()
    for number in range(26):
        share = number / 26
        y = horizon + 0.012 + 0.36 * share**1.5
        half = (0.10 - 0.045 * share) * (0.35 + 0.9 * rng.random())
        x = sun[0] + (rng.random() - 0.5) * 0.10
        canvas.drawLine(x - half, y, x + half, y, line(0xFFF3CF, 0.005 + 0.006 * share, 0.75 - 0.5 * share))
    _boat(canvas, -0.24, horizon + 0.035, 0.075)
    seas = (
        (0.02, 0.022, 0x3AAFB5, 0x1F93A5),
        (0.17, 0.032, 0x2197AC, 0x117A97),
        (0.34, 0.045, 0x147F9F, 0x0B6288),
        (0.53, 0.055, 0x0E668F, 0x084B74),
        (0.73, 0.065, 0x0A4D79, 0x06365B),
        (0.92, 0.07, 0x083A62, 0x042440),
    )
    for number, (height, rise, light, dark) in enumerate(seas):
        place = np.linspace(-BEYOND, BEYOND, 61)
        phase = 2 * math.pi * rng.random()
        # Trochoid-like: broad troughs and narrower crests.
        roll = np.sin((9.5 - number) * place + phase + 0.5 * np.sin(2.3 * place + phase))
        crest = np.stack(
            [
                place,
                height
                - rise * (np.abs(0.5 + 0.5 * roll) ** 1.6 * 2 - 1)
                + 0.02 * np.sin(1.7 * place + number),
            ],
            axis=1,
        )
        edge = smooth(crest)
        canvas.drawPath(below(edge, height + 0.4), vertical(height - rise, height + 0.24, [light, dark]))
        canvas.drawPath(edge, line(0xE9FBF7, 0.006 + 0.0018 * number, 0.75))
        lower = crest + np.array([0.03, 0.028 + 0.006 * number])
        canvas.drawPath(smooth(lower), line(0xBFEDEA, 0.004 + 0.001 * number, 0.22))


def _boat(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.save()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.drawPath(
        polygon((-0.04, -1.6), (-0.04, -0.28), (-0.78, -0.28)),
        linear((-0.8, 0), (0, 0), [0xFFE9CF, 0xFFFFFF]),
    )
    canvas.drawPath(polygon((0.05, -1.4), (0.05, -0.28), (0.55, -0.28)), flat(0xF1735D))
    canvas.drawPath(
        smooth([(-0.9, -0.2), (0.0, -0.16), (0.9, -0.22), (0.55, 0.12), (-0.6, 0.12)], closed=True),
        flat(0x6B2F2A),
    )
    canvas.restore()


def canyon(canvas: Canvas) -> None:
    """Red cliffs in layers, paler with distance, and the river that cut them."""
    rng = np.random.default_rng(13)
    canvas.drawPaint(vertical(-1, 0.1, [0x2F7DB5, 0x7FB7D3, 0xF4DDBB, 0xF9C690]))
    glow(canvas, (-0.06, -0.22), 0.8, 0xFFF0CC, 0.75)
    for y, left, right in (
        (-0.62, -0.42, 0.08),
        (-0.56, 0.12, 0.66),
        (-0.46, -0.95, -0.30),
        (-0.38, 0.30, 0.98),
    ):
        canvas.drawPath(
            smooth([(left, y), ((left + right) / 2, y - 0.016), (right, y)]), line(0xFFFFFF, 0.016, 0.30)
        )
    for height, rise, color, low in (
        (-0.14, 0.20, 0xCFA7A4, 0xE9C9AC),
        (-0.01, 0.21, 0xC58C7B, 0xE2AF88),
        (0.11, 0.20, 0xB56F52, 0xD99561),
    ):
        _mesas(canvas, rng, height, rise, color, low)
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(-BEYOND, 0.17, BEYOND, BEYOND))
    canvas.drawPaint(vertical(0.17, 1.0, [0xDD9259, 0xA65234, 0x6B2D25]))
    canvas.restore()
    for depth in range(3):
        if depth == 2:
            _river(canvas)
        for side in (-1, 1):
            _wall(canvas, rng, side, depth)


def _mesas(
    canvas: Canvas, rng: np.random.Generator, height: float, rise: float, color: int, low: int
) -> None:
    """A skyline of table mountains: flat tops, a cliff, a ledge, a slope of rubble."""
    points, x = [(-BEYOND, height)], -BEYOND
    while x < BEYOND:
        wide, high = 0.12 + 0.26 * rng.random(), rise * (0.45 + 0.55 * rng.random())
        for along, up in ((0.0, 0.0), (0.05, 0.30), (0.065, 0.62), (0.10, 0.66), (0.11, 1.0)):
            points.append((x + along, height - up * high))
        for along, up in ((0.11, 0.97), (0.10, 0.64), (0.065, 0.60), (0.05, 0.30), (0.0, 0.0)):
            points.append((x + 0.22 + wide - along, height - up * high))
        x += wide + 0.24 + 0.16 * rng.random()
    skyline = polygon(*points, (x + 0.5, height), (x + 0.5, 0.25), (-BEYOND, 0.25))
    canvas.drawPath(skyline, vertical(height - rise, height + 0.22, [color, mix(color, low, 0.5), low]))
    canvas.save()
    canvas.clipPath(skyline, True)
    for number in range(7):
        y = height - rise * (0.95 - 0.14 * number)
        layer = across(y + 0.006 * swell(rng, 12))
        canvas.drawPath(smooth(layer), line(mix(color, 0x7A3424, 0.5), 0.008 + 0.006 * rng.random(), 0.20))
    canvas.restore()


def _river(canvas: Canvas) -> None:
    share = np.linspace(0, 1, 14)
    y = 0.13 + 1.0 * share**1.5
    middle = 0.03 + 0.11 * np.sin(7.5 * share**0.8) * (0.15 + share)
    half = 0.012 + 0.145 * share**1.7
    banks = np.vstack([np.stack([middle - half, y], axis=1), np.stack([middle + half, y], axis=1)[::-1]])
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(-BEYOND, 0.172, BEYOND, BEYOND))
    canvas.drawPath(smooth(banks, closed=True), line(0x5F8A5B, 0.030, 0.55))
    canvas.drawPath(smooth(banks, closed=True), vertical(0.18, 1.0, [0xFBE3BE, 0x8EC3C4, 0x3D8FA3, 0x1F5E7A]))
    for inside, first, last in ((-0.55, 3, 9), (0.5, 5, 12), (-0.1, 7, 13), (0.75, 2, 6), (0.25, 9, 14)):
        flow = np.stack([middle + inside * half, y], axis=1)[first:last]
        canvas.drawPath(smooth(flow), line(0xF2FBF4, 0.006, 0.35))
    canvas.restore()


#: Strata of the near cliffs from the rim down, repeated.
_STRATA = (0xE08A50, 0xC4623A, 0xD97B45, 0xA9472E, 0xE6A06A, 0xB85433, 0x8F3A2A, 0xCC6B3F)

_RUBBLE = (0xC4764A, 0xA05233, 0x7D3A2A, 0x3B1719)


def _wall(canvas: Canvas, rng: np.random.Generator, side: int, depth: int) -> None:
    """A cliff at one side (-1 left, 1 right); ``depth`` 0 is the farthest of three."""
    top = (0.02, -0.25, -0.60)[depth] + 0.10 * (rng.random() - 0.5) + (0.05 if side > 0 else 0.0)
    foot, rim = (0.17, 0.25, 0.33)[depth], (0.32, 0.39, 0.44)[depth]
    bottom = (0.50, 0.80, 1.1)[depth]
    layers = 9
    heights = top + (bottom - top) * np.linspace(0, 1, layers + 1)
    outline = [(side * 2.0, top - 0.03), (side * (rim + 0.35), top - 0.045)]
    for layer in range(layers):
        share = layer / layers
        inner = rim + (foot - rim) * share**2.6 + 0.022 * (rng.random() - 0.5)
        upper, lower = heights[layer], heights[layer + 1]
        outline += [(side * (inner + 0.012), upper), (side * inner, upper + 0.2 * (lower - upper))]
        outline += [(side * (inner - 0.004), lower - 0.006)]
    outline += [(side * (foot - 0.01), bottom), (side * 2.0, bottom + 0.1)]
    fade = (0.34, 0.14, 0.0)[depth]
    edges = [across(y + 0.010 * swell(rng, 14, (2.1, 4.7, 9.3))) for y in (top - 0.2, *heights[1:-1], BEYOND)]
    canvas.save()
    canvas.clipPath(polygon(*outline), True)
    for layer, (upper, lower) in enumerate(pairwise(edges)):
        color = mix(_STRATA[(layer + 3 * depth) % len(_STRATA)], 0xF0C9A0, fade)
        canvas.drawPath(smooth(np.vstack([upper, lower[::-1]]), closed=True), flat(color))
        canvas.drawPath(smooth(lower), line(mix(color, 0x4A1A18, 0.45), 0.007, 0.5))
    # The sun is left of the middle: the right wall is lit, and the left one is in its own shade.
    strong, weak = (0.75, 0.05) if side < 0 else (0.55, 0.0)
    shade = [(0x30101A, weak), (0x30101A, strong)]
    canvas.drawPaint(linear((side * (foot - 0.05), top), (side * (rim + 0.35), top + 0.7), shade))
    canvas.restore()
    # Rubble at the foot.
    away = np.array([-0.20, -0.15, -0.09, -0.02, 0.06, 0.16, 0.30, 0.50, 0.70])
    up = np.array([-0.45, -0.22, -0.08, 0.01, 0.07, 0.115, 0.15, 0.17, 0.17])
    slope = np.stack([side * (foot + away), bottom - up], axis=1)
    rubble = smooth(slope)
    rubble.lineTo(side * 2.0, bottom - 0.17)
    rubble.lineTo(side * 2.0, bottom + 0.55)
    rubble.lineTo(side * (foot - 0.20), bottom + 0.55)
    canvas.drawPath(rubble, vertical(bottom - 0.17, bottom + 0.4, [_RUBBLE[depth], _RUBBLE[depth + 1]]))
