"""Wallpapers with skies: by day, with a rainbow at dusk, and a galaxy. `wallpaper_drawing` explains the
units.
"""

from __future__ import annotations

import math

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpapers.drawing import (
    arc,
    color_field,
    dots,
    flat,
    glow,
    line,
    mix,
    noise,
    polygon,
    radial,
    smooth,
    vertical,
)


def _cloud(
    canvas: Canvas, x: float, y: float, size: float, seed: int, lit: int, shade: int, alpha: float = 1.0
) -> None:
    """A heap of round puffs over a flat foot at ``y``, about two ``size`` wide."""
    rng = np.random.default_rng(seed)
    count = 9
    place = np.linspace(-1, 1, count)
    height = (1 - np.abs(place) ** 1.7) * (0.60 + 0.30 * rng.random(count))
    radius = 0.17 + 0.16 * (1 - place**2) + 0.05 * rng.random(count)
    puffs = [
        (x + size * along * 0.86, y - size * (max(high - wide, 0.0) * 0.8 + wide * 0.9), size * wide)
        for along, high, wide in zip(place.tolist(), height.tolist(), radius.tolist(), strict=True)
    ]
    outline = skia.Path()
    for puff in puffs:
        outline.addCircle(*puff)
    heart = y - size * 0.25
    outline.addOval(
        skia.Rect.MakeLTRB(x - size * 0.7, heart - size * 0.28, x + size * 0.7, heart + size * 0.25)
    )
    outline.addRoundRect(skia.Rect.MakeLTRB(x - size, y - size * 0.30, x + size, y), size * 0.15, size * 0.15)
    canvas.drawPath(
        outline, vertical(y - size * 0.9, y, [(lit, alpha), (mix(lit, shade, 0.25), alpha), (shade, alpha)])
    )
    canvas.save()
    canvas.clipPath(outline, True)
    for across_, up, wide in puffs:
        canvas.drawCircle(
            across_,
            up,
            wide,
            radial(
                (across_ - wide * 0.25, up - wide * 0.35),
                wide * 1.1,
                [(lit, 0.9 * alpha), (lit, 0.6 * alpha), (lit, 0.0)],
            ),
        )
    canvas.restore()


def sky(canvas: Canvas) -> None:
    """A clear afternoon: sun in a corner, clouds low, two gliding birds."""
    canvas.drawPaint(vertical(-1, 1, [0x1565C0, 0x2E86DE, 0x5AAEF0, 0x9AD3F7, 0xD3EEFB]))
    glow(canvas, (0.36, -0.80), 0.95, 0xE6F6FF, 0.62)
    canvas.drawCircle(0.36, -0.80, 0.085, radial((0.36, -0.80), 0.085, [0xFFFFF0, 0xFFF6CF, (0xFFEFAF, 0.9)]))
    for x, y, size, seed, alpha in (
        (-0.30, -0.52, 0.17, 3, 0.62),
        (0.78, -0.42, 0.20, 9, 0.60),
        (-0.86, -0.10, 0.22, 12, 0.70),
        (0.34, 0.06, 0.15, 5, 0.60),
        (0.95, 0.34, 0.24, 21, 0.85),
        (-0.36, 0.47, 0.26, 7, 0.92),
        (0.30, 0.68, 0.33, 8, 0.96),
        (-0.90, 0.72, 0.34, 10, 0.96),
        (-0.28, 0.96, 0.46, 2, 1.0),
        (0.62, 1.06, 0.42, 4, 1.0),
    ):
        _cloud(canvas, x, y, size, seed, 0xFFFFFF, 0xA9D1EE, alpha)
    for x, y, size in ((-0.16, -0.26, 0.055), (-0.05, -0.21, 0.035), (0.62, 0.12, 0.045)):
        wings = smooth(
            [
                (x - size, y - size * 0.35),
                (x - size * 0.45, y - size * 0.45),
                (x, y),
                (x + size * 0.45, y - size * 0.5),
                (x + size, y - size * 0.3),
            ]
        )
        canvas.drawPath(wings, line(0x174A7C, 0.007, 0.85))


def rainbow(canvas: Canvas) -> None:
    """A rainbow from cloud to cloud over an evening of violet and rose."""
    rng = np.random.default_rng(9)
    canvas.drawPaint(vertical(-1, 1, [0x1B1B4B, 0x3B2F7E, 0x7A4E9F, 0xC76F9F, 0xF2A488]))
    stars = rng.random((130, 2)) * [2, 1.05] - 1
    dots(canvas, stars[:80], 0.005, 0xFFFFFF, 0.6)
    dots(canvas, stars[80:], 0.0085, 0xFFF4DC, 0.85)
    glow(canvas, (0.0, 0.52), 0.95, 0xFFC9A3, 0.55)
    bands = (0xE8435A, 0xF5813F, 0xF9C74F, 0x6CC070, 0x2FA8C7, 0x4668C5, 0x8A4FB0)
    width, middle = 0.043, 0.50
    for number, color in enumerate(bands):
        radius = 0.455 - width * number
        bow = line(color, width * 1.03)
        bow.setStrokeCap(skia.Paint.kButt_Cap)
        arc(canvas, (0.0, middle), radius, 180, 180, bow)
        arc(canvas, (0.0, middle), radius + width * 0.3, 196, 148, line(0xFFFFFF, width * 0.16, 0.30))
    for x, y, size, seed, lit, shade in (
        (-0.92, 0.34, 0.20, 31, 0xD79BC4, 0xA568A8),
        (0.90, 0.22, 0.17, 32, 0xD79BC4, 0xA568A8),
        (-0.34, 0.60, 0.24, 33, 0xFFF1EC, 0xE9A9BE),
        (0.35, 0.62, 0.25, 34, 0xFFF1EC, 0xE9A9BE),
        (-0.80, 0.80, 0.34, 35, 0xFBD0CB, 0xD1839F),
        (0.78, 0.82, 0.34, 36, 0xFBD0CB, 0xD1839F),
        (0.10, 0.80, 0.27, 38, 0xFFDAD3, 0xD88CA8),
        (-0.34, 0.90, 0.30, 37, 0xF9C6C4, 0xC87799),
        (0.44, 0.97, 0.30, 39, 0xF3B5BC, 0xB9668F),
        (-0.06, 1.06, 0.32, 40, 0xECA5B2, 0xA85A8A),
    ):
        _cloud(canvas, x, y, size, seed, lit, shade)


def galaxy(canvas: Canvas) -> None:
    """A spiral galaxy seen aslant, in clouds of violet and teal, with stars near and far."""
    rng = np.random.default_rng(10)
    size = 44
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    clouds, veil = noise(rng, size, 3), noise(rng, size, 4)
    deep = np.array([7.0, 6.0, 22.0])
    field = deep + clouds[..., None] ** 2.2 * [70, 26, 118] + (veil**3)[..., None] * [6, 58, 84]
    center, tilt, flat_by = (0.03, -0.12), -0.55, 0.46
    along = (x - center[0]) * math.cos(tilt) + (y - center[1]) * math.sin(tilt)
    aside = (-(x - center[0]) * math.sin(tilt) + (y - center[1]) * math.cos(tilt)) / flat_by
    distance = np.hypot(along, aside)
    wind = 2 * np.arctan2(aside, along) - 5.2 * np.log(distance + 0.05)
    arms = np.exp(-distance * 2.6) * (0.45 + 0.55 * np.cos(wind))
    field += arms[..., None] * [120, 96, 190] + np.exp(-((distance / 0.22) ** 2))[..., None] * [150, 118, 96]
    color_field(canvas, field)

    far = rng.random((420, 2)) * 2 - 1
    for part, width, color, alpha in (
        (slice(0, 260), 0.0035, 0xC9D6FF, 0.55),
        (slice(260, 370), 0.0055, 0xFFFFFF, 0.75),
        (slice(370, 420), 0.008, 0xFFE7C7, 0.9),
    ):
        dots(canvas, far[part], width, color, alpha)

    count = 900
    out = 0.05 + 0.62 * rng.random(count) ** 0.85
    arm = math.pi * (rng.random(count) < 0.5)
    spread = (rng.random((3, count)).sum(axis=0) - 1.5) * 0.75
    turn = 2.6 * np.log(out + 0.05) + arm + spread
    u, v = out * np.cos(turn), out * np.sin(turn) * flat_by
    stars = np.stack(
        [
            center[0] + u * math.cos(tilt) - v * math.sin(tilt),
            center[1] + u * math.sin(tilt) + v * math.cos(tilt),
        ],
        axis=1,
    )
    for part, width, color, alpha in (
        (slice(0, 400), 0.0035, 0xE6D6FF, 0.5),
        (slice(400, 700), 0.005, 0xBFD8FF, 0.55),
        (slice(700, 850), 0.006, 0xFF9BC8, 0.55),
        (slice(850, 900), 0.009, 0xFFF6E0, 0.8),
    ):
        dots(canvas, stars[part], width, color, alpha)
    canvas.save()
    canvas.translate(*center)
    canvas.rotate(math.degrees(tilt))
    canvas.scale(1, 0.62)
    glow(canvas, (0, 0), 0.26, 0xFFD9B0, 0.8)
    glow(canvas, (0, 0), 0.09, 0xFFFFFF, 0.95)
    canvas.restore()
    for place, reach in (
        ((-0.33, -0.70), 0.05),
        ((0.37, 0.42), 0.042),
        ((-0.20, 0.66), 0.032),
        ((0.30, -0.58), 0.03),
        ((-0.74, 0.2), 0.05),
        ((0.78, -0.25), 0.04),
    ):
        _sparkle(canvas, place, reach)


def _sparkle(canvas: Canvas, place: tuple[float, float], reach: float) -> None:
    x, y = place
    thin = reach * 0.055
    glow(canvas, place, reach * 0.9, 0xBFD0FF, 0.6)
    for dx, dy in ((reach, thin), (thin, reach)):
        canvas.drawPath(polygon((x - dx, y), (x, y - dy), (x + dx, y), (x, y + dy)), flat(0xFFFFFF, 0.95))
    canvas.drawCircle(x, y, reach * 0.14, flat(0xFFFFFF))
