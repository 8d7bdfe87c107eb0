"""Colours of the parts of a thing: layers of noise, bands, stripes and prints over its own colour.

A layer is a table whose name is that of a function here; `goods.yaml` has them. Points and directions are those of the
part, in its own size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.photographs.fields import Part, along
from bmoca_gym.handset.graphics.photographs.planes import rgb, smoothstep
from bmoca_gym.handset.graphics.photographs.textures import noise
from bmoca_gym.handset.graphics.photographs.tracer import Floats
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import paragraph

#: Width in px of what is printed on a part.
_WIDTH = 400
#: Two axes of each side on which something is printed, and the direction it faces.
_SIDES = {
    "front": ((1, 0, 0), (0, 1, 0), (0, 0, 1)), "back": ((-1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "right": ((0, 0, -1), (0, 1, 0), (1, 0, 0)), "left": ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    "top": ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
}  # fmt: skip


def _axis(part: Part, p: Floats, axis: str) -> Floats:
    if axis == "t":
        return along(part, p)
    if axis == "r":
        return np.hypot(p[:, 0], p[:, 2]).astype(np.float32)
    if axis == "angle":
        return (np.arctan2(p[:, 0], p[:, 2]) / (2 * np.pi)).astype(np.float32)
    return p[:, "xyz".index(axis)]


def _clouds(part: Part, p: Floats, n: Floats, *, scale: Any, between: tuple[float, float] = (0.4, 0.6),
            much: float = 1.0, octaves: int = 3) -> Floats:  # fmt: skip
    """Where noise is strong. ``scale``: lumps per unit, along each axis or all."""
    return much * smoothstep(noise(p * np.array(scale, np.float32), 1.0, octaves), *between)


def _band(part: Part, p: Floats, n: Floats, *, axis: str, between: tuple[float, float], soft: float = 0.01,
          much: float = 1.0) -> Floats:  # fmt: skip
    """From one place along an axis to another."""
    at, (low, high) = _axis(part, p, axis), between
    return much * smoothstep(at, low - soft, low + soft) * (1 - smoothstep(at, high - soft, high + soft))


def _stripes(part: Part, p: Floats, n: Floats, *, axis: str, every: float, wide: float = 0.5, soft: float = 0.04,
             much: float = 1.0, start: float = 0.0) -> Floats:  # fmt: skip
    """Stripes across an axis; ``wide``: part of the distance that they take."""
    at = np.abs(np.mod(_axis(part, p, axis) / every + start, 1) - 0.5)
    return much * (1 - smoothstep(at, wide / 2 - soft, wide / 2 + soft))


def _facing(part: Part, p: Floats, n: Floats, *, way: tuple[float, float, float], between: tuple[float, float],
            much: float = 1.0) -> Floats:  # fmt: skip
    """Where the part faces a direction."""
    return much * smoothstep(n @ np.array(way, np.float32), *between)


def _squares(part: Part, p: Floats, n: Floats, *, every: float, noise: Any = None) -> Floats:
    """The light squares of a board, or only the grain in them."""
    odd = (np.floor(p[:, 0] / every) + np.floor(p[:, 2] / every)) % 2
    grain = 1.0 if noise is None else _clouds(part, p, n, scale=noise, between=(0.3, 0.8))
    return (odd * grain * (n[:, 1] > 0.5)).astype(np.float32)


def _spiral(part: Part, p: Floats, n: Floats, *, turns: float, wide: float, start: float = 0.0) -> Floats:
    """A band that winds about the axis z, narrower towards it."""
    away = np.hypot(p[:, 0], p[:, 1])
    at = np.abs(
        np.mod(
            turns * np.log2(np.maximum(away, 0.02)) + np.arctan2(p[:, 1], p[:, 0]) / (2 * np.pi) + start, 1
        )
        - 0.5
    )
    return 1 - smoothstep(at, wide / 2 - 0.05, wide / 2 + 0.05)


def _seams(part: Part, p: Floats, n: Floats, *, kind: str, wide: float) -> Floats:
    """The lines of a ball."""
    u = p / np.maximum(np.linalg.norm(p, axis=1), 1e-6)[:, None]
    x, y, z = u[:, 0], u[:, 1], u[:, 2]
    if kind == "basketball":
        away = np.minimum(np.minimum(np.abs(x), np.abs(y)), np.abs(np.abs(z + 0.35 * x * x) - 0.58))
    elif kind == "tennis":
        away = np.abs(np.arcsin(np.clip(y, -1, 1)) - 0.72 * np.cos(2 * np.arctan2(z, x)))
    else:  # of twenty hexagons and twelve pentagons
        g = (1 + 5**0.5) / 2
        far = [np.array(v) for a in (-1, 1) for b in (-g, g) for v in ((0, a, b), (a, b, 0), (b, 0, a))]
        tops = np.stack([v / np.linalg.norm(v) for v in far]).astype(np.float32)
        close = np.sort(u @ tops.T, 1)[:, ::-1]
        edge = close[:, 0] - close[:, 1]
        pent = edge - 0.2122
        away = np.minimum(np.abs(pent), np.where(pent < 0, edge, 1.0))
        if kind == "patches":
            return smoothstep(pent, -0.008, 0.008)
    return 1 - smoothstep(away, wide * 0.6, wide * 1.4)


_MASKS: dict[str, Callable[..., Floats]] = {
    "clouds": _clouds, "band": _band, "stripes": _stripes, "facing": _facing, "seams": _seams,
    "spiral": _spiral, "squares": _squares,
}  # fmt: skip


def printed(marks: list[list[Any]], tall: float) -> Floats:
    """What is printed: float32[h, w, 4], colours of light and how much they cover. Its width is 1, its height ``tall``.

    Marks are rows: a kind, its colour 0xRRGGBB or the name of a photograph, and where it is.
    """
    height = max(1, round(_WIDTH * tall))
    pixels = np.zeros((height, _WIDTH, 4), np.uint8)
    canvas = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType).getCanvas()
    canvas.scale(_WIDTH, _WIDTH)
    for kind, color, *where in marks:
        if kind == "photo":
            left, top, right, bottom, *part = where
            shot = Print(color, *part).pixels(round((right - left) * _WIDTH), round((bottom - top) * _WIDTH))
            whole = np.concatenate([shot, np.full_like(shot[..., :1], 255)], 2)
            canvas.drawImageRect(skia.Image.fromarray(whole, skia.kRGBA_8888_ColorType),
                                 skia.Rect.MakeLTRB(left, top, right, bottom))  # fmt: skip
            continue
        paint = paints.fill(0xFF000000 | color)
        if kind == "rect":
            left, top, right, bottom, *radius = where
            frame = skia.Rect.MakeLTRB(left, top, right, bottom)
            canvas.drawRoundRect(frame, *(radius * 2 or (0, 0)), paint)
        elif kind == "oval":
            x, y, wide, high = where
            canvas.drawOval(skia.Rect.MakeLTRB(x - wide, y - high, x + wide, y + high), paint)
        elif kind == "line":
            width, *points = where
            path = skia.Path()
            path.moveTo(*points[:2])
            for place in range(2, len(points), 2):
                path.lineTo(*points[place : place + 2])
            canvas.drawPath(path, paints.stroke(0xFF000000 | color, width))
        elif kind == "area":
            path = skia.Path()
            path.addPoly([skia.Point(*where[i : i + 2]) for i in range(0, len(where), 2)], True)
            canvas.drawPath(path, paint)
        else:  # a text about a place
            text, x, y, size, *weight = where
            _write(canvas, text, x, y, size, color, weight[0] if weight else 700)
    cover = pixels[..., 3:] / np.float32(255)
    plain = pixels[..., :3] / np.maximum(cover, 1e-3) / 255
    return np.concatenate([np.clip(plain, 0, 1) ** 2.2, cover], 2).astype(np.float32)


def _write(canvas: Any, text: str, x: float, y: float, size: float, color: int, weight: int) -> None:
    line = paragraph(text, size * 100, weight)
    canvas.save()
    canvas.scale(0.01, 0.01)
    blob = line.lines[0].blob
    if blob is not None:
        canvas.drawTextBlob(
            blob, x * 100 - line.width / 2, y * 100 + size * 36, paints.fill(0xFF000000 | color)
        )
    canvas.restore()


def _print(part: Part, p: Floats, n: Floats, color: Floats, *, marks: list[list[Any]], box: tuple[float, ...],
           side: str = "front") -> Floats:  # fmt: skip
    """The colours under a print on a side, or around: ``box`` is left, foot, right, head, around in degrees."""
    left, foot, right, head = box
    if side == "around":
        across, up = np.degrees(np.arctan2(p[:, 0], p[:, 2])), p[:, 1]
        radius = float(np.median(np.hypot(p[:, 0], p[:, 2]))) if len(p) else 1.0
        tall = (head - foot) / (np.radians(right - left) * max(radius, 1e-3))
        facing = np.ones(len(p), bool)
    else:
        way, high, out = (np.array(axis, np.float32) for axis in _SIDES[side])
        across, up, facing = p @ way, p @ high, n @ out > 0.35
        tall = (head - foot) / (right - left)
    u, v = (across - left) / (right - left), (head - up) / (head - foot)
    here = np.flatnonzero(facing & (u >= 0) & (u < 1) & (v >= 0) & (v < 1))
    sheet = printed(marks, round(float(tall), 2))
    x, y = u[here] * sheet.shape[1] - 0.5, v[here] * sheet.shape[0] - 0.5
    i, j = np.floor(x).astype(int), np.floor(y).astype(int)
    found = np.zeros((len(here), 4), np.float32)
    for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
        share = np.abs(1 - dx - (x - i)) * np.abs(1 - dy - (y - j))
        row, column = np.clip(j + dy, 0, sheet.shape[0] - 1), np.clip(i + dx, 0, sheet.shape[1] - 1)
        found += share[:, None].astype(np.float32) * sheet[row, column]
    color = color.copy()
    color[here] += (found[:, :3] - color[here]) * found[:, 3:]
    return color


def colors(part: Part, p: Floats, n: Floats) -> Floats:
    """The colours of a part at its points [n, 3], where it faces ``n``."""
    found = np.broadcast_to(rgb(part.color), p.shape).astype(np.float32)
    for layer in part.skin:
        ((kind, about),) = layer.items()
        if kind == "print":
            found = _print(part, p, n, found, **about)
            continue
        options = {name: value for name, value in about.items() if name != "color"}
        share = _MASKS[kind](part, p, n, **options)[:, None]
        found = found + (rgb(about["color"]) - found) * share.astype(np.float32)
    return found
