"""Wallpapers of places: sky, rainbow, galaxy, pyramids, ocean and canyon. See `wallpaper_drawing` for units."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpaper_drawing import (
    BEYOND,
    Floats,
    across,
    below,
    color_field,
    dots,
    fading_edge,
    flat,
    glow,
    line,
    linear,
    mix,
    noise,
    polygon,
    radial,
    scatter,
    smooth,
    swell,
    vertical,
)


def _cloud(canvas: Canvas, x: float, y: float, size: float, seed: int, lit: int, shade: int, alpha: float = 1.0) -> None:
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
    outline.addOval(skia.Rect.MakeLTRB(x - size * 0.7, heart - size * 0.28, x + size * 0.7, heart + size * 0.25))
    outline.addRoundRect(skia.Rect.MakeLTRB(x - size, y - size * 0.30, x + size, y), size * 0.15, size * 0.15)
    canvas.drawPath(outline, vertical(y - size * 0.9, y, [(lit, alpha), (mix(lit, shade, 0.25), alpha), (shade, alpha)]))
    canvas.save()
    canvas.clipPath(outline, True)
    for across_, up, wide in puffs:
        canvas.drawCircle(across_, up, wide, radial((across_ - wide * 0.25, up - wide * 0.35), wide * 1.1, [(lit, 0.9 * alpha), (lit, 0.6 * alpha), (lit, 0.0)]))
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
        wings = smooth([(x - size, y - size * 0.35), (x - size * 0.45, y - size * 0.45), (x, y), (x + size * 0.45, y - size * 0.5), (x + size, y - size * 0.3)])
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
        arch = skia.Rect.MakeLTRB(-radius, middle - radius, radius, middle + radius)
        bow = line(color, width * 1.03)
        bow.setStrokeCap(skia.Paint.kButt_Cap)
        canvas.drawArc(arch, 180, 180, False, bow)
        radius += width * 0.3
        arch = skia.Rect.MakeLTRB(-radius, middle - radius, radius, middle + radius)
        canvas.drawArc(arch, 196, 148, False, line(0xFFFFFF, width * 0.16, 0.30))
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
    for part, width, color, alpha in ((slice(0, 260), 0.0035, 0xC9D6FF, 0.55), (slice(260, 370), 0.0055, 0xFFFFFF, 0.75), (slice(370, 420), 0.008, 0xFFE7C7, 0.9)):
        dots(canvas, far[part], width, color, alpha)

    count = 900
    out = 0.05 + 0.62 * rng.random(count) ** 0.85
    arm = math.pi * (rng.random(count) < 0.5)
    spread = (rng.random((3, count)).sum(axis=0) - 1.5) * 0.75
    turn = 2.6 * np.log(out + 0.05) + arm + spread
    u, v = out * np.cos(turn), out * np.sin(turn) * flat_by
    stars = np.stack([center[0] + u * math.cos(tilt) - v * math.sin(tilt), center[1] + u * math.sin(tilt) + v * math.cos(tilt)], axis=1)
    for part, width, color, alpha in ((slice(0, 400), 0.0035, 0xE6D6FF, 0.5), (slice(400, 700), 0.005, 0xBFD8FF, 0.55), (slice(700, 850), 0.006, 0xFF9BC8, 0.55), (slice(850, 900), 0.009, 0xFFF6E0, 0.8)):
        dots(canvas, stars[part], width, color, alpha)
    canvas.save()
    canvas.translate(*center)
    canvas.rotate(math.degrees(tilt))
    canvas.scale(1, 0.62)
    glow(canvas, (0, 0), 0.26, 0xFFD9B0, 0.8)
    glow(canvas, (0, 0), 0.09, 0xFFFFFF, 0.95)
    canvas.restore()
    for place, reach in (((-0.33, -0.70), 0.05), ((0.37, 0.42), 0.042), ((-0.20, 0.66), 0.032), ((0.30, -0.58), 0.03), ((-0.74, 0.2), 0.05), ((0.78, -0.25), 0.04)):
        _sparkle(canvas, place, reach)


def _sparkle(canvas: Canvas, place: tuple[float, float], reach: float) -> None:
    x, y = place
    thin = reach * 0.055
    glow(canvas, place, reach * 0.9, 0xBFD0FF, 0.6)
    for dx, dy in ((reach, thin), (thin, reach)):
        canvas.drawPath(polygon((x - dx, y), (x, y - dy), (x + dx, y), (x, y + dy)), flat(0xFFFFFF, 0.95))
    canvas.drawCircle(x, y, reach * 0.14, flat(0xFFFFFF))


def pyramid(canvas: Canvas) -> None:
    """Three pyramids in the last light, a caravan on the dune before them."""
    rng = np.random.default_rng(11)
    canvas.drawPaint(vertical(-1, 0.45, [0x2A2550, 0x6A3B74, 0xC1546A, 0xF08A4B, 0xFBC46A]))
    stars = rng.random((90, 2)) * [2, 0.7] - 1
    dots(canvas, stars, 0.006, 0xFFF1DC, 0.55)
    glow(canvas, (-0.16, 0.10), 0.85, 0xFFE29A, 0.7)
    canvas.drawCircle(-0.16, 0.10, 0.15, vertical(-0.05, 0.25, [0xFFF6CC, 0xFFD873, 0xFFB74F]))
    for y, left, right in ((-0.36, -0.7, -0.1), (-0.30, 0.02, 0.62), (-0.14, -0.95, -0.38), (-0.04, 0.28, 0.95)):
        canvas.drawPath(smooth([(left, y), ((left + right) / 2, y - 0.014), (right, y)]), line(0xFFD9A8, 0.013, 0.28))
    far = across(0.335 + 0.03 * swell(rng, 14))
    canvas.drawPath(below(smooth(far)), vertical(0.28, 0.6, [0xC8743F, 0xD98A4A]))
    for peak, base, half, ridge in (((-0.33, 0.14), 0.375, 0.215, 0.07), ((0.62, 0.10), 0.37, 0.27, 0.09), ((0.17, -0.08), 0.42, 0.37, 0.13)):
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
        canvas.drawPath(below(edge), linear((-0.2, height - rise), (0.15, height + 0.26), [lit, mix(lit, shade, 0.6), shade]))
        canvas.drawPath(edge, line(0xFFE0A6, 0.005, 0.45))
        if height == 0.72:
            for number in range(4):
                x = -0.30 + 0.135 * number
                y = float(np.interp(x, crest[:, 0], crest[:, 1]))
                _camel(canvas, x, y + 0.004, 0.058)


def _one_pyramid(canvas: Canvas, peak: tuple[float, float], base: float, half: float, ridge: float) -> None:
    """``ridge``: how far right of the peak the near edge meets the ground."""
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
        [(-0.62, -0.95), (-0.35, -1.12), (-0.12, -1.45), (0.12, -1.12), (0.42, -1.02), (0.70, -1.10), (0.92, -1.52), (1.08, -1.62), (1.28, -1.52), (1.25, -1.42), (1.06, -1.40), (0.92, -1.05), (0.66, -0.78), (0.2, -0.66), (-0.4, -0.66), (-0.62, -0.8)],
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
    for y, left, right, alpha in ((-0.78, -0.62, 0.05, 0.5), (-0.70, -0.2, 0.42, 0.35), (-0.62, 0.35, 0.95, 0.5), (-0.52, -0.98, -0.3, 0.4)):
        middle = (left + right) / 2
        canvas.drawPath(smooth([(left, y), (middle - 0.1, y - 0.022), (middle + 0.06, y - 0.010), (right, y + 0.004)]), line(0xFFFFFF, 0.018, alpha))
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
    seas = ((0.02, 0.022, 0x3AAFB5, 0x1F93A5), (0.17, 0.032, 0x2197AC, 0x117A97), (0.34, 0.045, 0x147F9F, 0x0B6288), (0.53, 0.055, 0x0E668F, 0x084B74), (0.73, 0.065, 0x0A4D79, 0x06365B), (0.92, 0.07, 0x083A62, 0x042440))
    for number, (height, rise, light, dark) in enumerate(seas):
        x = np.linspace(-BEYOND, BEYOND, 61)
        phase = 2 * math.pi * rng.random()
        # Trochoid-like: broad troughs and narrower crests.
        roll = np.sin((9.5 - number) * x + phase + 0.5 * np.sin(2.3 * x + phase))
        crest = np.stack([x, height - rise * (np.abs(0.5 + 0.5 * roll) ** 1.6 * 2 - 1) + 0.02 * np.sin(1.7 * x + number)], axis=1)
        edge = smooth(crest)
        canvas.drawPath(below(edge), vertical(height - rise, height + 0.24, [light, dark]))
        canvas.drawPath(edge, line(0xE9FBF7, 0.006 + 0.0018 * number, 0.75))
        lower = crest + [0.03, 0.028 + 0.006 * number]
        canvas.drawPath(smooth(lower), line(0xBFEDEA, 0.004 + 0.001 * number, 0.22))


def _boat(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.save()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.drawPath(polygon((-0.04, -1.6), (-0.04, -0.28), (-0.78, -0.28)), linear((-0.8, 0), (0, 0), [0xFFE9CF, 0xFFFFFF]))
    canvas.drawPath(polygon((0.05, -1.4), (0.05, -0.28), (0.55, -0.28)), flat(0xF1735D))
    canvas.drawPath(smooth([(-0.9, -0.2), (0.0, -0.16), (0.9, -0.22), (0.55, 0.12), (-0.6, 0.12)], closed=True), flat(0x6B2F2A))
    canvas.restore()


def canyon(canvas: Canvas) -> None:
    """Red cliffs in layers, paler with distance, and the river that cut them."""
    rng = np.random.default_rng(13)
    canvas.drawPaint(vertical(-1, 0.1, [0x2F7DB5, 0x7FB7D3, 0xF4DDBB, 0xF9C690]))
    glow(canvas, (-0.06, -0.22), 0.8, 0xFFF0CC, 0.75)
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
    _river(canvas)
    for depth in range(3):
        for side in (-1, 1):
            _wall(canvas, rng, side, depth)


def _mesas(canvas: Canvas, rng: np.random.Generator, height: float, rise: float, color: int, low: int) -> None:
    """A skyline of table mountains: flat tops, a cliff, a ledge, a slope of rubble."""
    points, x = [(-BEYOND, height)], -BEYOND
    while x < BEYOND:
        wide, high = 0.12 + 0.26 * rng.random(), rise * (0.45 + 0.55 * rng.random())
        for along, up in ((0.0, 0.0), (0.05, 0.30), (0.065, 0.62), (0.10, 0.66), (0.11, 1.0)):
            points.append((x + along, height - up * high))
        for along, up in ((0.11, 0.97), (0.10, 0.64), (0.065, 0.60), (0.05, 0.30), (0.0, 0.0)):
            points.append((x + 0.22 + wide - along, height - up * high))
        x += wide + 0.24 + 0.16 * rng.random()
    skyline = polygon(*points, (x + 0.5, height), (x + 0.5, BEYOND), (-BEYOND, BEYOND))
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
    y = 0.185 + 0.95 * share**1.6
    middle = 0.03 + 0.11 * np.sin(7.5 * share**0.8) * (0.15 + share)
    half = 0.012 + 0.17 * share**1.7
    banks = np.vstack([np.stack([middle - half, y], axis=1), np.stack([middle + half, y], axis=1)[::-1]])
    canvas.drawPath(smooth(banks, closed=True), line(0x5F8A5B, 0.030, 0.55))
    canvas.drawPath(smooth(banks, closed=True), vertical(0.18, 1.0, [0xFBE3BE, 0x8EC3C4, 0x3D8FA3, 0x1F5E7A]))
    for inside, first, last in ((-0.55, 3, 9), (0.5, 5, 12), (-0.1, 7, 13), (0.75, 2, 6), (0.25, 9, 14)):
        flow = np.stack([middle + inside * half, y], axis=1)[first:last]
        canvas.drawPath(smooth(flow), line(0xF2FBF4, 0.006, 0.35))


#: Strata of the near cliffs from the rim down, repeated.
_STRATA = (0xE08A50, 0xC4623A, 0xD97B45, 0xA9472E, 0xE6A06A, 0xB85433, 0x8F3A2A, 0xCC6B3F)


def _wall(canvas: Canvas, rng: np.random.Generator, side: int, depth: int) -> None:
    """A cliff at one side (-1 left, 1 right); ``depth`` 0 is the farthest of three."""
    top = (0.02, -0.25, -0.60)[depth] + 0.10 * (rng.random() - 0.5) + (0.05 if side > 0 else 0.0)
    foot, rim = (0.16, 0.24, 0.36)[depth], (0.34, 0.42, 0.485)[depth]
    bottom = (0.50, 0.80, 1.1)[depth]
    layers = 11
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
    # The sun stands left of the middle: the right wall is lit, the left one lies in its own shade.
    dark, light = (0.62, 0.05) if side < 0 else (0.40, 0.0)
    canvas.drawPaint(linear((side * (foot - 0.05), 0), (side * (rim + 0.35), 0), [(0x3A1420, light), (0x3A1420, dark)]))
    canvas.drawPaint(vertical(top, BEYOND, [(0x2A0E1C, 0.0), (0x2A0E1C, 0.45)]))
    canvas.restore()
