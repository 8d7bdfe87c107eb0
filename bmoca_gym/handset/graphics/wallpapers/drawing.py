"""Tools for drawing wallpapers: paints, smooth paths, colour meshes and perceptual colours on a Skia canvas.

Lengths are in units of the scene, a square from -1 to 1 in both directions; a portrait screen of 1:2 shows x
from -0.5 to 0.5. Colours are 0xRRGGBB. Random numbers come from a generator argument, and only from its
method ``random``, whose numbers are the same in all versions of NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.skia_library import Canvas, Paint, Path, skia

Floats: TypeAlias = NDArray[np.float64]
#: Colours of a gradient, each with its opacity from 0 to 1 unless that is 1.
Stops = Sequence["int | tuple[int, float]"]

#: How far a scene may be drawn beyond the square, so that no edge of a shape is visible.
BEYOND = 1.1


def argb(color: int, alpha: float = 1.0) -> int:
    """Return Skia's 0xAARRGGBB for a colour and an opacity from 0 to 1."""
    return round(255 * min(max(alpha, 0.0), 1.0)) << 24 | color


def rgb_of(color: int) -> Floats:
    """Return 0xRRGGBB as three numbers from 0 to 255."""
    return np.array([color >> 16 & 255, color >> 8 & 255, color & 255], np.float64)


def mix(first: int, second: int, share: float) -> int:
    """Return the colour ``share`` of the way from ``first`` to ``second``."""
    rest = 1 - share
    red = round((first >> 16 & 255) * rest + (second >> 16 & 255) * share)
    green = round((first >> 8 & 255) * rest + (second >> 8 & 255) * share)
    return red << 16 | green << 8 | round((first & 255) * rest + (second & 255) * share)


def _linear_rgb(lightness: Any, chroma: Any, turn: tuple[Any, Any]) -> tuple[Any, Any, Any]:
    """Convert OKLCH, with the hue as (cosine, sine), to linear light, from 0 to 1 within a screen's gamut.

    The matrices are those of Björn Ottosson, "A perceptual color space for image processing" (2020).
    """
    a, b = chroma * turn[0], chroma * turn[1]
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def oklch_to_rgb(lightness: Floats, chroma: Any, hue: Any) -> Floats:
    """Convert OKLCH (lightness 0 to 1, chroma 0 to about 0.3, hue in turns; arrays) to sRGB, 0 to 255."""
    turn = 2 * math.pi * np.asarray(hue)
    linear_light = np.stack(_linear_rgb(lightness, chroma, (np.cos(turn), np.sin(turn))), axis=-1).clip(
        0.0, 1.0
    )
    curved = 1.055 * np.maximum(linear_light, 0.0031308) ** (1 / 2.4) - 0.055
    return 255.0 * np.where(linear_light <= 0.0031308, 12.92 * linear_light, curved)


def oklch(lightness: float, chroma: float, hue: float) -> int:
    """Return the 0xRRGGBB of an OKLCH colour, paler if a screen has no colour that strong; hue in turns."""
    turn = (math.cos(2 * math.pi * hue), math.sin(2 * math.pi * hue))
    parts = _linear_rgb(lightness, chroma, turn)
    while chroma > 0.005 and (min(parts) < -0.0005 or max(parts) > 1.0005):
        chroma *= 0.93
        parts = _linear_rgb(lightness, chroma, turn)
    color = 0
    for part in parts:
        part = min(max(part, 0.0), 1.0)
        color = color << 8 | round(
            255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
        )
    return color


# ------------------------------------------------------------------------------------------------ paints


def flat(color: int, alpha: float = 1.0) -> Paint:
    """Fill with one colour."""
    return skia.Paint(AntiAlias=True, Color=argb(color, alpha))


def line(color: int, width: float, alpha: float = 1.0) -> Paint:
    """Stroke with round ends and corners."""
    return skia.Paint(
        AntiAlias=True,
        Color=argb(color, alpha),
        Style=skia.Paint.kStroke_Style,
        StrokeWidth=width,
        StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join,
    )


def _shaded(shader: Any) -> Paint:
    # Dithered: a slow gradient over 2160 rows would show steps, and Skia's dithering path is also the faster one.
    return skia.Paint(AntiAlias=True, Dither=True, Shader=shader)


def _colors(stops: Stops) -> list[int]:
    return [argb(*stop) if isinstance(stop, tuple) else argb(stop) for stop in stops]


def linear(
    start: tuple[float, float], end: tuple[float, float], stops: Stops, at: Sequence[float] = ()
) -> Paint:
    """Gradient from ``start`` to ``end``; ``at`` gives the positions of the stops if they are not evenly spread."""
    return _shaded(skia.GradientShader.MakeLinear([start, end], _colors(stops), list(at) or None))


def vertical(top: float, bottom: float, stops: Stops, at: Sequence[float] = ()) -> Paint:
    """Gradient from top to bottom."""
    return linear((0.0, top), (0.0, bottom), stops, at)


def radial(center: tuple[float, float], radius: float, stops: Stops, at: Sequence[float] = ()) -> Paint:
    """Gradient outward from ``center``."""
    return _shaded(skia.GradientShader.MakeRadial(center, radius, _colors(stops), list(at) or None))


def glow(canvas: Canvas, center: tuple[float, float], radius: float, color: int, alpha: float) -> None:
    """A patch of light (or shade) that fades out smoothly at ``radius``."""
    stops = [(color, alpha * (1 - place * place) ** 2) for place in (0.0, 0.25, 0.5, 0.75, 1.0)]
    canvas.drawCircle(*center, radius, radial(center, radius, stops))


def arc(
    canvas: Canvas, center: tuple[float, float], radius: float, start: float, sweep: float, paint: Paint
) -> None:
    """Part of a circle, from ``start`` degrees (0 right, 90 down) over ``sweep`` degrees."""
    x, y = center
    bounds = skia.Rect.MakeLTRB(x - radius, y - radius, x + radius, y + radius)
    canvas.drawArc(bounds, start, sweep, False, paint)


# ------------------------------------------------------------------------------------------------- paths


def polygon(*points: tuple[float, float]) -> Path:
    """Straight sides, closed."""
    path = skia.Path()
    path.addPoly([skia.Point(*point) for point in points], True)
    return path


def smooth(points: Floats | Sequence[tuple[float, float]], closed: bool = False) -> Path:
    """A curve through all points (Catmull-Rom)."""
    given = points.tolist() if isinstance(points, np.ndarray) else list(points)
    last = len(given) - 1
    path = skia.Path()
    path.moveTo(*given[0])
    for at in range(last + 1 if closed else last):
        here, there = given[at], given[at + 1 if at < last else 0]
        before = given[at - 1] if closed or at > 0 else here
        beyond = given[(at + 2) % (last + 1)] if closed or at + 2 <= last else there
        path.cubicTo(
            here[0] + (there[0] - before[0]) / 6,
            here[1] + (there[1] - before[1]) / 6,
            there[0] - (beyond[0] - here[0]) / 6,
            there[1] - (beyond[1] - here[1]) / 6,
            *there,
        )
    if closed:
        path.close()
    return path


def below(path: Path, bottom: float = BEYOND) -> Path:
    """The area under a curve that runs across the whole scene from left to right."""
    area = skia.Path(path)
    area.lineTo(BEYOND, bottom)
    area.lineTo(-BEYOND, bottom)
    area.close()
    return area


def across(heights: Floats) -> Floats:
    """Points evenly spread across the scene at the given heights (y, downward)."""
    return np.stack([np.linspace(-BEYOND, BEYOND, len(heights)), heights], axis=1)


def ring(center: tuple[float, float], radii: Floats) -> Floats:
    """Points around ``center`` at the given distances, clockwise from the right."""
    turn = 2 * math.pi * np.arange(len(radii)) / len(radii)
    return np.stack([center[0] + radii * np.cos(turn), center[1] + radii * np.sin(turn)], axis=1)


def wobble(rng: np.random.Generator, count: int, waves: int = 3) -> Floats:
    """Return ``count`` numbers from about -1 to 1 that run smoothly round a closed loop."""
    turn = 2 * math.pi * np.arange(count) / count
    parts = [np.cos((wave + 1) * turn + 2 * math.pi * rng.random()) / (wave + 1) for wave in range(waves)]
    return np.sum(parts, axis=0) / sum(1 / (wave + 1) for wave in range(waves))


def swell(rng: np.random.Generator, count: int, waves: Sequence[float] = (0.7, 1.5, 2.9)) -> Floats:
    """Return ``count`` numbers from about -1 to 1 that rise and fall that many times across the scene."""
    place = 2 * math.pi * np.linspace(0, 1, count)
    parts = [np.sin(wave * place + 2 * math.pi * rng.random()) / wave for wave in waves]
    return np.sum(parts, axis=0) / sum(1 / wave for wave in waves)


def scatter(rng: np.random.Generator, count: int, apart: float) -> Floats:
    """Return up to ``count`` points in the square, at least ``apart`` from each other: shape [n, 2]."""
    points = rng.random((count, 2)) * 2 - 1
    taken = []
    left = points
    while len(left):
        point, left = left[0], left[1:]
        taken.append(point)
        left = left[((point - left) ** 2).sum(axis=-1) >= apart * apart]
    return np.array(taken).reshape(-1, 2)


def dots(canvas: Canvas, points: Floats, size: float, color: int, alpha: float = 1.0) -> None:
    """Draw a round dot ``size`` wide at each point, in one call."""
    spots = [skia.Point(x, y) for x, y in points.tolist()]
    canvas.drawPoints(skia.Canvas.kPoints_PointMode, spots, line(color, size, alpha))


# ------------------------------------------------------------------------------------------------ meshes


def _spots(points: Floats) -> list[Any]:
    return list(map(skia.Point, points[..., 0].ravel().tolist(), points[..., 1].ravel().tolist()))


def _draw_mesh(canvas: Canvas, spots: list[Any], colors: list[int], rows: int, columns: int) -> None:
    """Draw colours (0xAARRGGBB) that run smoothly over a grid of points."""
    triangles = skia.Vertices.kTriangles_VertexMode
    vertices = skia.Vertices(triangles, spots, None, colors, _triangles(rows, columns))
    canvas.drawVertices(vertices, skia.Paint(Dither=True), skia.BlendMode.kDst)


@lru_cache(maxsize=64)
def _triangles(rows: int, columns: int) -> list[int]:
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1, 1)
    found: list[int] = (corner + np.array([0, 1, columns, 1, columns + 1, columns])).reshape(-1).tolist()
    return found


def color_field(canvas: Canvas, colors: Floats) -> None:
    """Spread the colours of a grid [n, m, 3] over the whole square, blended between its points."""
    rows, columns = colors.shape[:2]
    whole = np.rint(colors).clip(0, 255).astype(np.int64)
    packed = 255 << 24 | whole[..., 0] << 16 | whole[..., 1] << 8 | whole[..., 2]
    _draw_mesh(canvas, _whole_square(rows, columns), packed.ravel().tolist(), rows, columns)


@lru_cache(maxsize=8)
def _whole_square(rows: int, columns: int) -> list[Any]:
    x, y = np.meshgrid(np.linspace(-1.01, 1.01, columns), np.linspace(-1.01, 1.01, rows))
    return _spots(np.stack([x, y], axis=-1))


#: Steps of a shadow within its reach, and their shares of its opacity. It begins a little behind the line, where the
#: shape that casts it will be: a mesh has hard edges.
_EDGE_STEPS = np.array([-0.3, 0.0, 0.25, 0.6, 1.0])
_EDGE_SHARES = ((1 - _EDGE_STEPS.clip(0)) ** 2).tolist()


def fading_edge(
    canvas: Canvas, points: Floats, reach: float | tuple[float, float], color: int, alpha: float
) -> None:
    """Draw a shadow that fades out along a line of points: much cheaper than a blur, and as smooth.

    ``reach``: an offset (dx, dy) from an open line, or a distance outward from a closed `ring`.
    """
    if isinstance(reach, tuple):
        offset = np.broadcast_to(np.array(reach), points.shape)
    else:
        points = np.vstack([points, points[:1]])
        along = np.empty_like(points)
        along[1:-1] = (points[2:] - points[:-2]) / 2
        along[0] = along[-1] = points[1] - points[-2]
        offset = reach * np.stack([along[:, 1], -along[:, 0]], axis=1) / np.hypot(*along.T)[:, None]
    grid = points[None] + _EDGE_STEPS[:, None, None] * offset[None]
    packed: list[int] = []
    for share in _EDGE_SHARES:
        packed += [round(255 * alpha * share) << 24 | color] * len(points)
    _draw_mesh(canvas, _spots(grid), packed, *grid.shape[:2])


def noise(rng: np.random.Generator, size: int, cells: int, octaves: int = 4) -> Floats:
    """Return fractal value noise on a ``size`` by ``size`` grid, from 0 to 1."""
    total = np.zeros((size, size))
    for octave in range(octaves):
        lattice = rng.random((cells * 2**octave + 1,) * 2)
        place = np.linspace(0, cells * 2**octave, size, endpoint=False)
        low = place.astype(int)
        share = place - low
        share = share * share * (3 - 2 * share)
        rows = lattice[low] * (1 - share)[:, None] + lattice[low + 1] * share[:, None]
        total += (rows[:, low] * (1 - share) + rows[:, low + 1] * share) / 2**octave
    return (total - total.min()) / (total.max() - total.min())
