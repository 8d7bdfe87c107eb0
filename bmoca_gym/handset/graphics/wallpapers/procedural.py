"""Procedural wallpapers: a seed chooses an OKLCH palette, one of ten kinds of pictures, and all details."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.wallpapers.abstracts import facets
from bmoca_gym.handset.graphics.wallpapers.drawing import (
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
    oklch,
    oklch_to_rgb,
    radial,
    ring,
    scatter,
    smooth,
    swell,
    vertical,
    wobble,
)


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours that go together: hues from one scheme, and one range of lightness for the whole picture."""

    hues: tuple[float, ...]
    chroma: float
    low: float
    high: float

    @property
    def light(self) -> bool:
        """Whether the picture is bright, so that objects on it are dark."""
        return self.high > 0.9

    def color(self, level: float, place: float = 0.0, chroma: float = 1.0) -> int:
        """``level`` from 0 (darkest) to 1 (lightest); ``place`` from 0 to 1 along the hues."""
        lightness = self.low + (self.high - self.low) * level
        hue = self.hue(place)
        return oklch(lightness, self.chroma * chroma * _strength_of(lightness, hue), hue)

    def hue(self, place: float) -> float:
        """The hue at ``place`` from 0 to 1, in turns, blended between neighbours."""
        hues = self.hues
        at = min(max(place, 0.0), 1.0) * (len(hues) - 1)
        before = int(at)
        if before == at:
            return hues[before]
        return (hues[before + 1] - hues[before]) * (at - before) + hues[before]

    def ramp(self, count: int, first: float, last: float) -> list[int]:
        """``count`` colours from level ``first`` to ``last`` while the hue runs through the palette."""
        share = [number / max(count - 1, 1) for number in range(count)]
        return [self.color(first + (last - first) * part, part) for part in share]


def _strength(lightness: Any, hue: Any) -> Any:
    """Return the share of a palette's chroma that a colour gets: less if it is very dark, very light, or dark olive."""
    olive = np.exp(-(((hue % 1.0 - 0.27) / 0.09) ** 2)) * np.clip(1.5 - 1.8 * lightness, 0.0, 0.75)
    return (1.0 - 0.55 * (2 * lightness - 1.25) ** 2) * (1.0 - olive)


def _strength_of(lightness: float, hue: float) -> float:
    """Return the same for one colour."""
    olive = math.exp(-(((hue % 1.0 - 0.27) / 0.09) ** 2)) * min(max(1.5 - 1.8 * lightness, 0.0), 0.75)
    return (1.0 - 0.55 * (2 * lightness - 1.25) ** 2) * (1.0 - olive)


#: How far the hues of a scheme lie from the first, in turns: neighbours, a warm and a cool side, opposites.
_SCHEMES = (
    (0.0, 0.05, 0.11),
    (0.0, 0.10, 0.22),
    (0.0, -0.12, -0.25),
    (0.0, 0.08, 0.45),
    (0.0, -0.06, -0.50),
    (0.0, 0.30),
)
_LIGHTNESS = ((0.16, 0.62), (0.24, 0.74), (0.30, 0.80), (0.62, 0.97))


def _palette(rng: np.random.Generator) -> Palette:
    first = 0.36 + 0.80 * rng.random()  # All hues except olive, which only looks good beside others.
    scheme = _SCHEMES[int(rng.random() * len(_SCHEMES))]
    low, high = _LIGHTNESS[int(rng.random() * len(_LIGHTNESS))]
    chroma = 0.09 + 0.09 * rng.random()
    return Palette(
        tuple(first + offset for offset in scheme), chroma * (0.8 if high > 0.9 else 1.0), low, high
    )


def _background(
    canvas: Canvas, rng: np.random.Generator, palette: Palette, first: float, last: float
) -> None:
    lean = rng.random() - 0.5
    canvas.drawPaint(linear((-lean, -1), (lean, 1), palette.ramp(4, first, last)))


def _waves(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Overlapping sheets that sweep across at any angle."""
    _background(canvas, rng, palette, 1.0, 0.75)
    canvas.rotate((0, 0, 180, 35, -35)[int(rng.random() * 5)])
    canvas.scale(1.3, 1.3)
    count = 5 + int(rng.random() * 4)
    waves = (0.5 + 0.5 * rng.random(), 1.2 + rng.random())
    shift = 0.3 * (rng.random() - 0.5)
    for number, color in enumerate(palette.ramp(count, 0.85, 0.05)):
        height = -0.75 + 1.6 * (number + 0.5) / count
        crest = across(height + 0.14 * swell(rng, 22, waves) + shift * np.linspace(-1, 1, 22))
        fading_edge(canvas, crest, (0.0, -0.11), palette.color(0.0), 0.45)
        edge = smooth(crest)
        canvas.drawPath(
            below(edge, height + 1.6 / count + 0.55),
            linear(
                (-0.6, height - 0.2),
                (0.5, height + 0.5),
                [mix(color, 0xFFFFFF, 0.10), color, mix(color, palette.color(0.0, 1.0), 0.35)],
            ),
        )


def _hills(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Ranges of mountains, paler with distance, under a sun or a moon."""
    _background(canvas, rng, palette, 0.35 if not palette.light else 1.0, 1.0 if not palette.light else 0.75)
    if not palette.light:
        stars = rng.random((90, 2)) * [2, 1.0] - 1
        dots(canvas, stars, 0.006, 0xFFFFFF, 0.55)
    disc = ((rng.random() - 0.5) * 0.5, -0.42 + 0.35 * rng.random())
    radius = 0.09 + 0.08 * rng.random()
    shine = oklch(0.95, 0.06, palette.hue(1.0))
    glow(canvas, disc, radius * 5, shine, 0.45)
    canvas.drawCircle(*disc, radius, vertical(disc[1] - radius, disc[1] + radius, [shine, (shine, 0.75)]))
    count = 4 + int(rng.random() * 3)
    rough = rng.random() < 0.5
    for number, color in enumerate(palette.ramp(count, 0.78, 0.0)):
        height = -0.02 + 0.92 * number / count
        heights = height + 0.15 * swell(rng, 26, (0.9, 2.1, 4.3) if rough else (0.6, 1.3))
        if rough:
            heights = heights + 0.05 * (rng.random(26) - 0.5)
            edge = skia.Path()
            edge.addPoly([skia.Point(x, y) for x, y in across(heights).tolist()], False)
        else:
            edge = smooth(across(heights))
        mist = palette.color(0.9, number / count, 0.6)
        canvas.drawPath(
            below(edge),
            vertical(
                height - 0.15, height + 0.45, [color, mix(color, mist, 0.28 if number < count - 1 else 0.0)]
            ),
        )


def _bokeh(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Lights out of focus."""
    _background(canvas, rng, palette, 0.45, 0.0) if not palette.light else _background(
        canvas, rng, palette, 1.0, 0.8
    )
    sizes = np.sort(rng.random(46) ** 2)[::-1]
    for size, (x, y) in zip(sizes.tolist(), (rng.random((46, 2)) * 2 - 1).tolist(), strict=True):
        radius = 0.035 + 0.22 * size
        color = palette.color(
            0.75 + 0.25 * rng.random() if not palette.light else 0.55 + 0.4 * rng.random(), rng.random(), 1.15
        )
        alpha = 0.16 + 0.40 * rng.random() * (1 - size)
        canvas.drawCircle(
            x,
            y,
            radius,
            radial(
                (x, y),
                radius,
                [(color, alpha * 0.65), (color, alpha * 0.8), (color, alpha * 1.2), (color, 0.0)],
                (0, 0.8, 0.95, 1),
            ),
        )


def _stripes(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Broad slanting bands of many widths, each over the previous one."""
    canvas.drawPaint(flat(palette.color(0.5)))
    canvas.rotate(20 + 50 * rng.random() if rng.random() < 0.5 else -20 - 50 * rng.random())
    widths = 0.07 + 0.22 * rng.random(24) ** 1.5
    lefts = np.cumsum(widths) - 1.6
    levels = 0.12 + 0.76 * rng.random(24)
    for number in range(23, -1, -1):
        if not -1.6 <= lefts[number] <= 1.6:
            continue
        left, wide = float(lefts[number] - widths[number]), float(widths[number])
        color = palette.color(float(levels[number]), number * 0.382 % 1)
        band = skia.Rect.MakeLTRB(left - 0.02, -1.6, left + wide, 1.6)
        canvas.drawRect(
            band,
            linear(
                (0, -1),
                (0, 1),
                [mix(color, 0xFFFFFF, 0.08), color, mix(color, palette.color(0.0, 0.5), 0.25)],
            ),
        )
        canvas.drawRect(
            skia.Rect.MakeLTRB(left + wide, -1.6, left + wide + 0.05, 1.6),
            linear(
                (left + wide, 0),
                (left + wide + 0.05, 0),
                [(0x000000, 0.30), (0x000000, 0.08), (0x000000, 0.0)],
            ),
        )


def _cloth(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Colours that run into one another, folded once or twice."""
    size = 36
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    for _ in range(2):
        bend, turn = 2.2 + 2.2 * rng.random(4), 2 * math.pi * rng.random(4)
        x, y = (
            x + 0.28 * np.sin(bend[0] * y + turn[0]) + 0.10 * np.sin(bend[1] * 1.8 * (x + y) + turn[1]),
            y + 0.28 * np.sin(bend[2] * x + turn[2]) + 0.10 * np.sin(bend[3] * 1.8 * (x - y) + turn[3]),
        )
    level = (
        0.5
        + 0.30 * np.sin(3.0 * x + 1.6 * y + 6 * rng.random())
        + 0.20 * np.sin(3.6 * y - 1.9 * x + 6 * rng.random())
    )
    place = (0.5 + 0.5 * np.sin(2.2 * y + 1.5 * x + 6 * rng.random())) * (len(palette.hues) - 1)
    # Blend two hues through grey, not round the colour circle: calmer, and never garish.
    turns, steps = 2 * math.pi * np.array(palette.hues), np.arange(len(palette.hues))
    blend = np.interp(place, steps, np.cos(turns)) + 1j * np.interp(place, steps, np.sin(turns))
    hue, chroma = np.angle(blend) / (2 * math.pi), palette.chroma * 1.2 * np.abs(blend)
    lightness = palette.low + (palette.high - palette.low) * (0.1 + 0.8 * level)
    color_field(canvas, oklch_to_rgb(lightness, chroma * _strength(lightness, hue), hue))


def _tiles(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Square tiles of quarter circles, half circles, triangles and dots, in few colours."""
    side = (0.2, 0.25, 1 / 3)[int(rng.random() * 3)]
    count = math.ceil(2 / side)
    colors = [
        palette.color(level, place)
        for level, place in ((0.15, 0.0), (0.45, 0.3), (0.75, 0.6), (0.95, 1.0), (0.6, 1.0))
    ]
    canvas.drawPaint(flat(colors[0]))
    kinds = 1 + int(rng.random() * 3)
    first = int(rng.random() * 4)
    for row in range(count):
        for column in range(count):
            draw = rng.random(4)
            back, front = int(draw[0] * 3), 1 + int(draw[1] * 4)
            canvas.save()
            canvas.translate(-1 + side * (column + 0.5), -1 + side * (row + 0.5))
            canvas.rotate(90 * int(draw[2] * 4))
            canvas.scale(side / 2, side / 2)
            canvas.drawRect(skia.Rect.MakeLTRB(-1.01, -1.01, 1.01, 1.01), flat(colors[back]))
            if front != back:
                _tile(canvas, (first + int(draw[3] * kinds)) % 4, colors[front], colors[back])
            canvas.restore()
    canvas.drawPaint(vertical(-1, 1, [(palette.color(0.0), 0.0), (palette.color(0.0), 0.30)]))


def _tile(canvas: Canvas, kind: int, color: int, back: int) -> None:
    corner = skia.Rect.MakeLTRB(-3, -3, 1, 1)
    if kind == 0:
        canvas.drawArc(corner, 0, 90, True, flat(color))
        canvas.drawArc(skia.Rect.MakeLTRB(-2, -2, 0, 0), 0, 90, True, flat(back))
    elif kind == 1:
        canvas.drawArc(skia.Rect.MakeLTRB(-1, -2, 1, 0), 0, 180, True, flat(color))
        canvas.drawArc(skia.Rect.MakeLTRB(-1, -1, 1, 1), 0, 180, True, flat(mix(color, back, 0.5)))
    elif kind == 2:
        canvas.drawPath(smooth([(-1, -1), (0.3, -0.3), (1, 1), (-0.3, 0.3)], closed=True), flat(color))
    else:
        canvas.drawArc(corner, 0, 90, True, flat(color))
        canvas.drawCircle(0.0, 0.0, 0.34, flat(back))


def _contours(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """The lines of a map: terraces around two or three summits, cut from paper."""
    _background(canvas, rng, palette, 0.05 if not palette.light else 1.0, 0.15 if not palette.light else 0.9)
    count = 7
    colors = palette.ramp(count, 0.12, 0.95) if not palette.light else palette.ramp(count, 0.95, 0.2)
    heights = ((0.1,), (-0.65, 0.65), (-0.8, -0.05, 0.8))[int(rng.random() * 3)]
    summits = [(1.1 * (rng.random() - 0.5), height + 0.3 * (rng.random() - 0.5)) for height in heights]
    largest = 1.35 - 0.2 * len(heights)
    shapes = [(1.0 + 0.36 * wobble(rng, 20, 4), largest * (0.8 + 0.3 * rng.random())) for _ in summits]
    for number, color in enumerate(colors):
        for summit, (shape, size) in zip(summits, shapes, strict=True):
            share = 1 - number / count
            edge = ring(
                summit, size * share * (1 + (shape - 1) * (0.5 + 0.5 * share)) + 0.012 * wobble(rng, 20, 5)
            )
            fading_edge(canvas, edge + np.array([0.0, 0.010]), 0.05, 0x000000, 0.32)
            canvas.drawPath(smooth(edge, closed=True), flat(color))


def _glass(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Facets, as of cut glass."""
    colors = [palette.color(level, level) for level in (0.05, 0.28, 0.52, 0.76, 1.0)]
    facets(canvas, rng, colors)


def _leaves(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Sprigs of leaves scattered over a plain background."""
    _background(canvas, rng, palette, *((0.10, 0.0) if not palette.light else (1.0, 0.9)))
    spots = scatter(rng, 160, 0.27)
    slim, pairs = 0.16 + 0.16 * rng.random(), 3 + int(rng.random() * 3)
    stem = smooth([(-1.1, 0.12), (0, 0), (1.0, 0.08)])
    darkest = palette.color(0.0)
    leaf = smooth([(0, 0), (0.5, -slim), (1, 0), (0.5, slim)], closed=True)
    for x, y in spots.tolist():
        color = palette.color(
            *(
                (0.35 + 0.45 * rng.random(), rng.random())
                if not palette.light
                else (0.25 + 0.5 * rng.random(), rng.random())
            )
        )
        fills = flat(color), flat(mix(color, darkest, 0.18))
        canvas.save()
        canvas.translate(x, y)
        canvas.rotate(360 * rng.random())
        size = 0.11 + 0.06 * rng.random()
        canvas.scale(size, size)
        canvas.drawPath(stem, line(color, 0.05))
        for number in range(pairs):
            at = -0.75 + 1.6 * number / pairs
            for side, fill in zip((-1, 1), fills, strict=True):
                canvas.save()
                canvas.translate(at, 0.04)
                canvas.rotate(side * 52)
                long = 0.75 - 0.35 * number / pairs
                canvas.scale(long, long)
                canvas.drawPath(leaf, fill)
                canvas.restore()
        canvas.restore()


def _nebula(canvas: Canvas, rng: np.random.Generator, palette: Palette) -> None:
    """Glowing clouds among stars."""
    size = 40
    cloud, veil = noise(rng, size, 2 + int(rng.random() * 2)), noise(rng, size, 3)
    hue = palette.hue(0.0) + (palette.hue(1.0) - palette.hue(0.0)) * veil
    color_field(canvas, oklch_to_rgb(0.10 + 0.42 * cloud**1.5 + 0.10 * veil**3, 0.03 + 0.13 * cloud, hue))
    stars = rng.random((330, 2)) * 2 - 1
    for part, width, alpha in (
        (slice(0, 210), 0.004, 0.5),
        (slice(210, 300), 0.006, 0.7),
        (slice(300, 330), 0.010, 0.9),
    ):
        dots(canvas, stars[part], width, oklch(0.95, 0.04, palette.hue(1.0)), alpha)
    for x, y in (rng.random((5, 2)) * 1.6 - 0.8).tolist():
        glow(canvas, (x, y), 0.06 + 0.05 * rng.random(), oklch(0.92, 0.06, palette.hue(0.5)), 0.55)
        canvas.drawCircle(x, y, 0.008, flat(0xFFFFFF))


_KINDS: tuple[Callable[[Canvas, np.random.Generator, Palette], None], ...] = (
    _waves, _hills, _bokeh, _stripes, _cloth, _tiles, _contours, _glass, _leaves, _nebula,
)  # fmt: skip


def draw_procedural(canvas: Canvas, seed: int) -> None:
    """Draw picture number ``seed`` (from 0) on a canvas in the scene's units."""
    rng = np.random.default_rng(seed)
    kind = _KINDS[int(rng.random() * len(_KINDS))]
    kind(canvas, rng, _palette(rng))
