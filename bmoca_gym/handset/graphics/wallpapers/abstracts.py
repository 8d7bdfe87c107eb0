"""Abstract wallpapers: default, red, blue, paper and pattern. `wallpaper_drawing` explains the units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpapers.drawing import (
    BEYOND,
    Floats,
    argb,
    below,
    color_field,
    fading_edge,
    flat,
    glow,
    line,
    linear,
    mix,
    oklch_to_rgb,
    polygon,
    ring,
    smooth,
    vertical,
    wobble,
)


def default(canvas: Canvas) -> None:
    """Broad sheets that sweep up from a dark blue corner into the warm light of early morning."""
    canvas.drawPaint(linear((-0.6, -1), (0.5, 0.9), [0xF3A683, 0xC76D8E, 0x5B4B8A, 0x1D2B5C]))
    glow(canvas, (0.42, -0.72), 0.75, 0xFFE3B3, 0.75)
    sheets = [
        (-0.62, 0.50, 0x8E5A9B, 0xE58C8A),
        (-0.28, 0.44, 0x5A4C94, 0xB96D9A),
        (0.06, 0.38, 0x35418A, 0x7E6BB5),
        (0.38, 0.32, 0x1F3474, 0x4C7CC0),
        (0.70, 0.26, 0x14234F, 0x2E9BB5),
    ]
    place = np.linspace(-BEYOND, BEYOND, 28)
    for number, (height, rise, dark, light) in enumerate(sheets):
        bend = np.tanh(2.4 * (place - 0.10 * number + 0.15))
        line_of = np.stack([place, height - rise * bend + 0.10 * np.sin(3 * place + number)], axis=1)
        fading_edge(canvas, line_of, (-0.04, -0.16), 0x150B33, 0.42)
        edge = smooth(line_of)
        canvas.drawPath(
            below(edge, height + 1.0),
            linear((-0.5, height + 0.55), (0.6, height - rise), [dark, mix(dark, light, 0.55), light]),
        )
        canvas.drawPath(edge, line(mix(light, 0xFFFFFF, 0.6), 0.004, 0.55))


def red(canvas: Canvas) -> None:
    """Folds of crimson silk, lit from the upper left."""
    rows, columns = 40, 40
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    along = x * 0.82 + y * 0.42 + 0.16 * np.sin(2.1 * y + 0.6) + 0.07 * np.sin(3.7 * x - 1.9 * y)
    folds = 0.62 * np.sin(6.6 * along + 0.4) + 0.38 * np.sin(13.1 * along + 1.3 * np.sin(2.2 * y - x))
    light = 0.40 + 0.135 * folds - 0.07 * y + 0.03 * np.cos(3 * x)
    hue = 0.062 + 0.022 * folds
    color_field(canvas, oklch_to_rgb(light, 0.175 + 0.02 * folds, hue))


def blue(canvas: Canvas) -> None:
    """A faceted sheet of blue glass, bright where the light falls on it."""
    facets(canvas, np.random.default_rng(2), (0x082059, 0x0B3C91, 0x1769C9, 0x35A0EE, 0x8FD3FF))


def facets(canvas: Canvas, rng: np.random.Generator, ramp: Sequence[int]) -> None:
    """Triangles of uneven height, each in the colour of ``ramp`` (dark to light) for the light it catches."""
    columns, rows = 11, 13
    x, y = np.meshgrid(np.linspace(-1.15, 1.15, columns), np.linspace(-1.12, 1.12, rows))
    x = x + 0.115 * (np.arange(rows) % 2)[:, None]
    points = np.stack([x, y], axis=-1) + 0.13 * (rng.random((rows, columns, 2)) - 0.5)
    height = rng.random((rows, columns)) * 0.16
    vertices = np.dstack([points, height]).reshape(-1, 3)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1, 1)
    # Rows are staggered, so the shorter diagonal of a cell alternates.
    even = corner + np.array([0, 1, columns, 1, columns + 1, columns])
    odd = corner + np.array([0, 1, columns + 1, 0, columns + 1, columns])
    corners = vertices[np.where(corner // columns % 2 == 1, odd, even).reshape(-1, 3)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    along, down, out = normals.T
    lit = (-0.45 * along - 0.6 * down + 0.66 * out) / np.sqrt((normals**2).sum(axis=1))
    x, y = corners[:, :, 0].mean(axis=1), corners[:, :, 1].mean(axis=1)
    tones = (0.54 + 0.95 * (lit - 0.62) - 0.28 * y - 0.14 * x).clip(0, 0.999) * (len(ramp) - 1)
    paint = line(0, 0.014)
    paint.setStyle(skia.Paint.kStrokeAndFill_Style)  # The stroke closes the hairlines between neighbours.
    for triangle, tone in zip(corners[:, :, :2].tolist(), tones.tolist(), strict=True):
        step = int(tone)
        paint.setColor(argb(mix(ramp[step], ramp[step + 1], tone - step)))
        canvas.drawPath(polygon(*triangle), paint)


def paper(canvas: Canvas) -> None:
    """Sheets of cut paper in cream and pastel, one behind another."""
    rng = np.random.default_rng(31)
    canvas.drawPaint(vertical(-1, 1, [0xFFF6E6, 0xFBE9D3]))
    corners = [
        ((0.62, -1.08), [(0.98, 0xF9DCC4), (0.80, 0xF8C4A8), (0.60, 0xF2A48C), (0.40, 0xE07A5F)]),
        (
            (-0.66, 1.10),
            [(1.16, 0xDCEBE3), (0.98, 0xB9DCD0), (0.78, 0x8CC3B8), (0.58, 0x5A9EA0), (0.38, 0x3D6F80)],
        ),
    ]
    for center, sheets in corners:
        for radius, color in sheets:
            edge = ring(center, radius * (1 + 0.13 * wobble(rng, 22, 4)))
            fine = _resampled(edge)
            shifted = fine + np.array([0.0, 0.012])
            fading_edge(canvas, shifted, 0.075, 0x5B3A29, 0.34)
            sheet = smooth(edge, closed=True)
            canvas.drawPath(
                sheet,
                linear(
                    (center[0] - radius, -radius),
                    (center[0] + radius, radius),
                    [mix(color, 0xFFFFFF, 0.14), color, mix(color, 0x7A4B3A, 0.07)],
                ),
            )
            canvas.drawPath(sheet, line(0xFFFFFF, 0.006, 0.5))


def _resampled(points: Floats, times: int = 3) -> Floats:
    """Points on the closed Catmull-Rom curve through ``points``, ``times`` as many."""
    before, after, beyond = (np.roll(points, shift, 0) for shift in (1, -1, -2))
    made = []
    for t in np.arange(times) / times:
        made.append(
            0.5
            * (
                2 * points
                + (after - before) * t
                + (2 * before - 5 * points + 4 * after - beyond) * t**2
                + (3 * points - before - 3 * after + beyond) * t**3
            )
        )
    return np.stack(made, axis=1).reshape(-1, 2)


def pattern(canvas: Canvas) -> None:
    """Seigaiha, the Japanese pattern of overlapping waves, in indigo and teal with lines of gold."""
    canvas.drawPaint(flat(0x10243E))
    radius = 0.25
    shades = (0x14304F, 0x17405F, 0x1B5570, 0x1D3557)
    for row in range(18):
        y = -1 + row * radius / 2
        # Circles of one row only touch, so a whole row of rings is one path, of every second column one shade.
        for start in (0, 1):
            shade = shades[(3 * start + 7 * row // 2) % len(shades)]
            middles = [(column + row % 2 / 2 - 2.5) * radius * 2 for column in range(start, 6, 2)]
            for share, color in (
                (1.0, 0xD9B36C),
                (0.965, shade),
                (0.72, 0xC89F5D),
                (0.69, mix(shade, 0x3A86A8, 0.25)),
                (0.44, 0xB88F50),
                (0.415, mix(shade, 0x4FB0C0, 0.5)),
                (0.16, 0xD9B36C),
            ):
                circles = skia.Path()
                for x in middles:
                    circles.addCircle(x, y, radius * share)
                canvas.drawPath(circles, flat(color))
    canvas.drawPaint(vertical(-1, 1, [(0x0B1B33, 0.05), (0x0B1B33, 0.55)]))
