"""Wallpapers with objects: doughnuts, fruit and splashes of paint. `wallpaper_drawing` explains the units."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, Path, skia
from bmoca_gym.handset.graphics.wallpapers.drawing import (
    Floats,
    arc,
    dots,
    fading_edge,
    flat,
    line,
    linear,
    mix,
    radial,
    rgb_of,
    ring,
    scatter,
    smooth,
    vertical,
    wobble,
)

_SPRINKLES = (0xFFFFFF, 0xFFD23F, 0x3BCEAC, 0x3A86FF, 0xFF7043, 0x9B5DE5)


def _circle(x: float, y: float, radius: float) -> Path:
    path = skia.Path()
    path.addCircle(x, y, radius)
    return path


def _with_hole(outer: Path, hole: Path) -> Path:
    path = skia.Path(outer)
    path.addPath(hole)
    path.setFillType(skia.PathFillType.kEvenOdd)
    return path


def _sticks(
    canvas: Canvas,
    middles: Floats,
    angles: Floats,
    length: float,
    width: float,
    color: int,
    alpha: float = 1.0,
) -> None:
    """Draw short strokes with round ends, all in one call."""
    half = np.stack([np.cos(angles), np.sin(angles)], axis=1) * length / 2
    ends = np.stack([middles - half, middles + half], axis=1).reshape(-1, 2)
    canvas.drawPoints(
        skia.Canvas.kLines_PointMode, [skia.Point(x, y) for x, y in ends.tolist()], line(color, width, alpha)
    )


def doughnut(canvas: Canvas) -> None:
    """Glazed doughnuts with sprinkles on mint."""
    rng = np.random.default_rng(5)
    canvas.drawPaint(linear((-0.5, -1), (0.5, 1), [0x5CC8BE, 0x3FAFAE, 0x2B8C98]))
    crumbs = scatter(rng, 150, 0.11)
    for number, color in enumerate((0x8FE0D4, 0x2A8791, 0xBDEFE4)):
        part = crumbs[number::3]
        _sticks(canvas, part, 2 * math.pi * rng.random(len(part)), 0.026, 0.012, color, 0.55)
    for x, y, size, glaze, seed in (
        (-0.36, -0.70, 0.30, 0x5A3423, 51),
        (0.10, -0.04, 0.385, 0xF56FA1, 52),
        (0.40, 0.68, 0.29, 0xFFF0DC, 53),
        (-0.36, 0.72, 0.23, 0x9B7BD8, 54),
        (0.44, -0.72, 0.20, 0xFFC94D, 55),
        (-0.80, 0.08, 0.28, 0x63C6F2, 56),
        (0.86, 0.02, 0.26, 0x8A5230, 57),
        (-0.92, -0.62, 0.22, 0xF56FA1, 58),
        (0.92, 0.60, 0.22, 0xF58CB4, 59),
        (-0.90, 0.72, 0.24, 0xFFC94D, 60),
        (0.93, -0.70, 0.22, 0x9B7BD8, 61),
    ):
        canvas.save()
        canvas.translate(x, y)
        canvas.scale(size, size)
        _doughnut(canvas, glaze, np.random.default_rng(seed))
        canvas.restore()


def _doughnut(canvas: Canvas, glaze: int, rng: np.random.Generator) -> None:
    """Draw a doughnut of radius 1 around the origin, lit from the upper left."""
    for radius, alpha in ((1.10, 0.10), (1.06, 0.12), (1.02, 0.14)):
        canvas.drawPath(
            _with_hole(_circle(0.07, 0.11, radius), _circle(0.07, 0.11, 0.28)), flat(0x06343A, alpha)
        )
    dough = _with_hole(_circle(0, 0, 1), _circle(0, 0, 0.32))
    canvas.drawPath(
        dough, radial((0, 0), 1, [0x9A5E2C, 0xB97438, 0xEDBB74, 0xE2A75E, 0xA3622B], (0, 0.36, 0.62, 0.86, 1))
    )
    canvas.drawCircle(0, 0, 0.955, line(0xFBE0A8, 0.03, 0.35))

    outer = ring(
        (0, 0),
        0.885 + 0.035 * np.where(np.arange(26) % 2, 1, -1) * (0.35 + rng.random(26)) + 0.02 * wobble(rng, 26),
    )
    inner = ring((0, 0), 0.405 + 0.02 * wobble(rng, 14, 5))
    icing = _with_hole(smooth(outer, closed=True), smooth(inner, closed=True))
    canvas.save()
    canvas.translate(0.02, 0.03)
    canvas.drawPath(icing, line(0x5B2D10, 0.05, 0.30))
    canvas.restore()
    light, dark = mix(glaze, 0xFFFFFF, 0.30), mix(glaze, 0x3A0A2A, 0.22)
    canvas.drawPath(icing, linear((-0.7, -0.8), (0.7, 0.8), [light, glaze, dark]))
    # The rims curve away from the light: shade along the lower right edges, light along the hole's.
    for radius, start, sweep, width, color, alpha in (
        (0.77, -30, 150, 0.13, dark, 0.30),
        (0.79, -20, 130, 0.07, dark, 0.30),
        (0.475, 150, 150, 0.075, dark, 0.40),
        (0.465, -20, 130, 0.04, 0xFFFFFF, 0.35),
    ):
        arc(
            canvas,
            (0, 0),
            radius,
            start,
            sweep,
            line(color, width, alpha),
        )

    count = 58
    turn = 2 * math.pi * (np.arange(count) * 0.381966 + 0.02 * rng.random(count))
    out = np.sqrt(
        0.49**2 + (0.80**2 - 0.49**2) * ((np.arange(count) * 0.7549 + 0.15 * rng.random(count)) % 1)
    )
    middles = np.stack([out * np.cos(turn), out * np.sin(turn)], axis=1)
    angles = 2 * math.pi * rng.random(count)
    _sticks(canvas, middles + np.array([0.012, 0.022]), angles, 0.085, 0.048, dark, 0.8)
    for number, color in enumerate(_SPRINKLES):
        if np.abs(rgb_of(color) - rgb_of(glaze)).max() > 40:
            _sticks(
                canvas,
                middles[number :: len(_SPRINKLES)],
                angles[number :: len(_SPRINKLES)],
                0.085,
                0.042,
                color,
            )
    for radius, start, sweep, width, alpha in (
        (0.77, 196, 62, 0.055, 0.60),
        (0.77, 268, 14, 0.050, 0.55),
        (0.53, 20, 34, 0.03, 0.35),
    ):
        arc(
            canvas,
            (0, 0),
            radius,
            start,
            sweep,
            line(0xFFFFFF, width, alpha),
        )


# ------------------------------------------------------------------------------------------------ food


def food(canvas: Canvas) -> None:
    """Fruit, cut open, on dark green."""
    rng = np.random.default_rng(7)
    canvas.drawPaint(vertical(-1, 1, [0x1F5A52, 0x17463F, 0x0F332F]))
    dots(canvas, scatter(rng, 150, 0.13), 0.012, 0x5FA08F, 0.45)
    fruits = [
        _recorded(fruit) for fruit in (_orange, _watermelon, _kiwi, _strawberry, _avocado, _lemon, _cherries)
    ]
    for row in range(7):
        for column in range(6):
            x = -0.98 + 0.39 * column + (0.195 if row % 2 else 0.0)
            y = -0.93 + 0.315 * row
            canvas.save()
            canvas.translate(x + 0.03 * (rng.random() - 0.5), y + 0.03 * (rng.random() - 0.5))
            canvas.rotate(70 * (rng.random() - 0.5))
            canvas.scale(0.128, 0.128)
            canvas.drawPicture(fruits[(column + 3 * row) % len(fruits)])
            canvas.restore()


def _recorded(fruit: Callable[[Canvas], None]) -> Any:
    recorder = skia.PictureRecorder()
    fruit(recorder.beginRecording(skia.Rect.MakeLTRB(-1.4, -1.4, 1.4, 1.4)))
    return recorder.finishRecordingAsPicture()


def _shadow(canvas: Canvas, path: Path) -> None:
    canvas.save()
    canvas.translate(0.06, 0.09)
    canvas.drawPath(path, flat(0x04211E, 0.45))
    canvas.restore()


def _citrus(canvas: Canvas, peel: int, flesh: int, pale: int) -> None:
    _shadow(canvas, _circle(0, 0, 1))
    canvas.drawCircle(0, 0, 1, flat(peel))
    canvas.drawCircle(0, 0, 0.90, flat(0xFFF3D6))
    wedge = smooth(
        [(0.12, 0.0), (0.42, -0.20), (0.76, -0.24), (0.82, 0.0), (0.76, 0.24), (0.42, 0.20)], closed=True
    )
    paint = radial((0, 0), 0.85, [pale, flesh, flesh, mix(flesh, peel, 0.5)])
    for number in range(9):
        canvas.save()
        canvas.rotate(40 * number)
        canvas.drawPath(wedge, paint)
        canvas.drawLine(0.45, -0.07, 0.66, -0.10, line(0xFFFFFF, 0.035, 0.55))
        canvas.restore()


def _orange(canvas: Canvas) -> None:
    _citrus(canvas, 0xF47B20, 0xFF9F2E, 0xFFC766)


def _lemon(canvas: Canvas) -> None:
    _citrus(canvas, 0xF2C21A, 0xFFDC4A, 0xFFF0A0)


def _watermelon(canvas: Canvas) -> None:
    def half(radius: float) -> Path:
        path = skia.Path()
        path.addArc(skia.Rect.MakeLTRB(-radius, -radius - 0.45, radius, radius - 0.45), 0, 180)
        path.close()
        return path

    _shadow(canvas, half(1.15))
    canvas.drawPath(half(1.15), flat(0x2E8B3D))
    canvas.drawPath(half(1.03), flat(0xA7DB7C))
    canvas.drawPath(half(0.96), flat(0xF3F5D0))
    canvas.drawPath(half(0.90), radial((0, -0.45), 0.9, [0xFF6B6B, 0xF4495B, 0xE83A50]))
    for x, y, turn in (
        (-0.52, -0.25, 0.5),
        (-0.2, -0.2, 0.2),
        (0.2, -0.2, -0.2),
        (0.52, -0.25, -0.5),
        (-0.30, 0.10, 0.3),
        (0.0, 0.18, 0.0),
        (0.30, 0.10, -0.3),
    ):
        canvas.drawLine(x, y, x - 0.07 * turn, y + 0.09, line(0x3B1A1A, 0.085))


def _kiwi(canvas: Canvas) -> None:
    _shadow(canvas, _circle(0, 0, 0.95))
    canvas.drawCircle(0, 0, 0.95, flat(0x7A5230))
    canvas.drawCircle(0, 0, 0.87, radial((0, 0), 0.87, [0xDDEB8C, 0xA8D046, 0x86BC2E, 0x6BA524]))
    for number in range(18):
        x, y = math.cos(math.pi * number / 9), math.sin(math.pi * number / 9)
        canvas.drawLine(0.24 * x, 0.20 * y, 0.76 * x, 0.76 * y, line(0xD9EC9A, 0.025, 0.6))
    canvas.drawOval(skia.Rect.MakeLTRB(-0.27, -0.22, 0.27, 0.22), flat(0xF4F3CF))
    turn = 2 * math.pi * (np.arange(18) + 0.5) / 18
    out = 0.42 + 0.06 * (np.arange(18) % 2)
    _sticks(canvas, np.stack([out * np.cos(turn), out * np.sin(turn)], axis=1), turn, 0.09, 0.06, 0x2B2415)


def _strawberry(canvas: Canvas) -> None:
    berry = smooth(
        [
            (0, -0.62),
            (0.50, -0.70),
            (0.80, -0.38),
            (0.66, 0.20),
            (0.28, 0.78),
            (0, 0.98),
            (-0.28, 0.78),
            (-0.66, 0.20),
            (-0.80, -0.38),
            (-0.50, -0.70),
        ],
        closed=True,
    )
    _shadow(canvas, berry)
    canvas.drawPath(berry, radial((-0.25, -0.3), 1.4, [0xFF6B6B, 0xE63946, 0xB21E35]))
    seeds = np.array(
        [
            (x, y)
            for row, y in enumerate((-0.35, -0.08, 0.19, 0.46, 0.70))
            for x in np.linspace(-1, 1, 5 - row) * (0.56 - 0.11 * row)
        ]
    )
    _sticks(canvas, seeds, np.full(len(seeds), math.pi / 2), 0.055, 0.045, 0xFFE08A)
    for turn in (-64, -32, 0, 32, 64):
        canvas.save()
        canvas.translate(0, -0.66)
        canvas.rotate(turn)
        canvas.drawPath(
            smooth([(0, -0.06), (0.13, 0.14), (0, 0.44), (-0.13, 0.14)], closed=True),
            flat(0x52B788 if turn % 64 else 0x3A9D6B),
        )
        canvas.restore()
    canvas.drawLine(0, -0.66, 0.05, -0.92, line(0x3A9D6B, 0.09))


def _avocado(canvas: Canvas) -> None:
    def pear(share: float) -> Path:
        return smooth(
            [
                (0, -1.08 * share),
                (0.34 * share, -0.80 * share),
                (0.52 * share, -0.20),
                (0.80 * share, 0.38),
                (0.52 * share, 0.22 + 0.72 * share),
                (0, 0.22 + 0.88 * share),
                (-0.52 * share, 0.22 + 0.72 * share),
                (-0.80 * share, 0.38),
                (-0.52 * share, -0.20),
                (-0.34 * share, -0.80 * share),
            ],
            closed=True,
        )

    _shadow(canvas, pear(1.0))
    canvas.drawPath(pear(1.0), flat(0x2F4B23))
    canvas.drawPath(pear(0.90), flat(0x9CC653))
    canvas.drawPath(pear(0.80), radial((0, 0.3), 1.1, [0xF7F0A8, 0xE9EE9B, 0xC9DF7A]))
    canvas.drawCircle(0, 0.42, 0.37, radial((-0.12, 0.28), 0.5, [0xB97A4A, 0x8A4F2A, 0x6B3A1E]))
    canvas.drawCircle(-0.12, 0.28, 0.09, flat(0xFFFFFF, 0.35))


def _cherries(canvas: Canvas) -> None:
    stems = smooth([(-0.42, 0.35), (-0.30, -0.30), (0.12, -0.92), (0.36, -0.30), (0.50, 0.45)])
    canvas.drawPath(stems, line(0x7FB069, 0.075))
    leaf = smooth([(0.12, -0.90), (0.45, -1.10), (0.90, -0.95), (0.55, -0.72)], closed=True)
    canvas.drawPath(leaf, flat(0x6BBF59))
    for x, y, radius in ((-0.45, 0.42, 0.46), (0.48, 0.52, 0.44)):
        _shadow(canvas, _circle(x, y, radius))
        canvas.drawCircle(
            x, y, radius, radial((x - 0.12, y - 0.15), radius * 1.3, [0xF0476A, 0xC9184A, 0x800F2F])
        )
        arc(canvas, (x, y), 0.3, 195, 60, line(0xFFFFFF, 0.07, 0.6))


# ------------------------------------------------------------------------------------------------ colors


def colors(canvas: Canvas) -> None:
    """Glossy splashes of paint in every colour, one over another."""
    rng = np.random.default_rng(8)
    canvas.drawPaint(linear((-0.5, -1), (0.5, 1), [0x2B1E5C, 0x23307A, 0x14213D]))
    for x, y, size, color in (
        (-0.62, -0.88, 0.36, 0xF94144),
        (0.66, -0.92, 0.34, 0x277DA1),
        (-0.05, -0.80, 0.36, 0xF9844A),
        (0.46, -0.46, 0.30, 0xF9C74F),
        (-0.46, -0.28, 0.33, 0xD6336C),
        (0.95, -0.10, 0.34, 0x43AA8B),
        (-0.98, 0.02, 0.33, 0x90BE6D),
        (0.14, 0.06, 0.36, 0x7B2CBF),
        (0.52, 0.40, 0.30, 0x43AA8B),
        (-0.40, 0.38, 0.33, 0x2F9FD0),
        (0.02, 0.76, 0.35, 0x90BE6D),
        (-0.60, 0.92, 0.34, 0xF9844A),
        (0.60, 0.94, 0.36, 0xE0457B),
    ):
        _splash(canvas, rng, x, y, size, color)


def _splash(canvas: Canvas, rng: np.random.Generator, x: float, y: float, size: float, color: int) -> None:
    count = 64
    turn = 2 * math.pi * np.arange(count) / count
    reach = 0.80 + 0.06 * wobble(rng, count, 4)
    # Fingers of paint run out of the body, each with a drop at its end.
    drops = []
    for finger in range(9):
        at = 2 * math.pi * (finger + 0.6 * rng.random()) / 9
        long = 0.05 + 0.26 * rng.random() ** 1.5
        away = np.abs((turn - at + math.pi) % (2 * math.pi) - math.pi)
        reach += long * np.exp(-((away / 0.12) ** 2))
        out = size * float(np.interp(at, turn, reach) - 0.03)
        drops.append((x + out * math.cos(at), y + out * math.sin(at), size * (0.055 + 0.13 * long)))
    edge = ring((x, y), size * reach)
    splash = smooth(edge, closed=True)
    for drop in drops:
        splash.addCircle(*drop)
    fading_edge(canvas, edge + np.array([0.008, 0.016]), 0.05, 0x0A0A2A, 0.40)
    paint = radial(
        (x - 0.3 * size, y - 0.4 * size),
        size * 1.5,
        [mix(color, 0xFFFFFF, 0.22), color, mix(color, 0x1B0B3B, 0.30)],
    )
    canvas.drawPath(splash, paint)
    for _ in range(5):
        at, out = 2 * math.pi * rng.random(), size * (1.02 + 0.25 * rng.random())
        center = (x + out * math.cos(at), y + out * math.sin(at))
        radius = size * (0.03 + 0.06 * rng.random())
        canvas.drawCircle(center[0] + 0.006, center[1] + 0.010, radius, flat(0x0A0A2A, 0.35))
        canvas.drawCircle(*center, radius, flat(color))
        canvas.drawCircle(
            center[0] - radius * 0.3, center[1] - radius * 0.35, radius * 0.28, flat(0xFFFFFF, 0.6)
        )
    gloss = size * 0.56
    arc(canvas, (x, y), gloss, 200, 52, line(0xFFFFFF, size * 0.075, 0.5))
    arc(canvas, (x, y), gloss, 264, 8, line(0xFFFFFF, size * 0.07, 0.5))
