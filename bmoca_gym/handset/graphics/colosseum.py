"""The picture of an amphitheatre on a new phone.

``python -m bmoca_gym.handset.graphics.colosseum FILE`` draws it again. The package contains the file, so that
every machine has the same bytes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, skia
from bmoca_gym.handset.graphics.skia_library import Path as Outline
from bmoca_gym.handset.graphics.wallpapers.drawing import (
    flat,
    glow,
    line,
    linear,
    mix,
    polygon,
    smooth,
    vertical,
)

WIDTH, HEIGHT = 1500, 1000
QUALITY = 82

_LIT, _SHADE, _DARK = 0xF3D3A0, 0xA9714B, 0x4A2B24
_MIDDLE, _RADIUS, _EYE = 735.0, 600.0, 770.0  # px: the wall's axis and half width, and the eye level
_BAYS = 31
_REACH = math.radians(84)
_BAY = 2 * _REACH / _BAYS
#: Heights of the cornices above eye level, in px at the wall's ends; the middle is nearer and looks taller.
_CORNICES = (0.0, 122.0, 238.0, 346.0, 430.0)
#: The angle up to which each storey still stands: the wall is broken on the right.
_STANDS = (_REACH, _REACH, -_REACH + 23 * _BAY, -_REACH + 19 * _BAY)
_FALLS = -_REACH + 17 * _BAY  # from here on the top storey slopes down
_FOOT = -58.0


def _place(angle: float, height: float) -> tuple[float, float]:
    """Return where a point of the wall appears: ``angle`` from the middle, ``height`` above eye level."""
    near = 1 + 0.24 * math.cos(angle)
    return _MIDDLE + _RADIUS * math.sin(angle) * (0.86 + 0.14 * math.cos(angle)), _EYE - height * near


def _along(height: float | Callable[[float], float], start: float, end: float) -> list[tuple[float, float]]:
    angles = np.linspace(start, end, 40).tolist()
    return [_place(angle, height(angle) if callable(height) else height) for angle in angles]


def _patch(start: float, end: float, low: float, high: float) -> Outline:
    """Return a part of the wall between two angles and two heights."""
    return polygon(*_along(low, start, end), *reversed(_along(high, start, end)))


def _tone(angle: float, depth: float = 0.0) -> int:
    """Return the stone's colour: the evening sun is on the left. ``depth``: 0 for lit to 1 for dark."""
    turned = min(1.0, max(0.0, 0.5 + 0.62 * math.sin(angle - 0.12)))
    return mix(mix(_LIT, _SHADE, turned), _DARK, depth)


def draw(canvas: Canvas) -> None:
    """Draw the picture, `WIDTH` x `HEIGHT` units from the canvas's corner."""
    rng = np.random.default_rng(80)
    _sky(canvas)
    _ground(canvas, rng)
    _inner_wall(canvas)
    _wall(canvas)
    _stones(canvas, rng)
    _windows(canvas)
    for storey in range(3):
        _openings(canvas, storey)
        _cornice(canvas, _CORNICES[storey + 1], -_REACH, _STANDS[storey])
    for x, y, size in ((120, 812, 1.15), (1392, 806, 1.0), (1262, 792, 0.62), (24, 796, 0.7)):
        _pine(canvas, x, y, size)


def _sky(canvas: Canvas) -> None:
    sky = [0x3E7CB8, 0x7DB0D4, 0xC9DCDD, 0xF7DFB8, 0xF6C58C]
    canvas.drawRect(skia.Rect.MakeWH(WIDTH, 800), vertical(0, 800, sky))
    glow(canvas, (170, 640), 620, 0xFFE9B8, 0.75)
    for x, y, width, strength in (
        (310, 150, 380, 0.6), (470, 182, 260, 0.5), (1120, 106, 420, 0.5), (1290, 250, 300, 0.4), (860, 70, 240, 0.35),
    ):  # fmt: skip
        cloud = [
            (x - width / 2, y),
            (x - width / 4, y - 20),
            (x, y - 34),
            (x + width / 5, y - 18),
            (x + width / 2, y),
        ]
        canvas.drawPath(smooth([*cloud, (x, y + 9)], True), flat(0xFFF4E4, strength))


def _ground(canvas: Canvas, rng: np.random.Generator) -> None:
    hills = smooth([(-10, 742), (180, 716), (420, 744), (900, 752), (1180, 722), (1360, 704), (1520, 730)])
    hills.lineTo(1520, 860)
    hills.lineTo(-10, 860)
    canvas.drawPath(hills, vertical(700, 830, [0x94A48A, 0x7E8E60]))
    canvas.drawRect(skia.Rect.MakeLTRB(0, 800, WIDTH, HEIGHT), vertical(800, HEIGHT, [0xC8A878, 0x94744F]))
    shadow = smooth(
        [(430, 846), (900, 874), (1330, 838), (1510, 846), (1510, 900), (1120, 928), (700, 902)], True
    )
    canvas.drawPath(shadow, flat(0x5B3F34, 0.38))
    # Paving, in rows towards the viewer.
    for row in range(9):
        y = 868 + 14 * row + 0.9 * row * row
        paint = line(0x6E5238, 1 + 0.18 * row, 0.22)
        canvas.drawLine(0, y, WIDTH, y, paint)
        for x in (rng.random(26) * (WIDTH + 200) - 100).tolist():
            canvas.drawLine(x, y, x + (x - _MIDDLE) * 0.03, y + 14 + 1.8 * row, paint)
    meadow = smooth([(-10, 868), (240, 852), (520, 900), (380, 960), (160, 1010), (-10, 1010)])
    canvas.drawPath(meadow, vertical(850, 1000, [0x8F9B55, 0x5E6E38]))


def _inner_wall(canvas: Canvas) -> None:
    """Draw the inner ring, which is visible above the broken part of the outer one."""
    start, end = math.radians(2), math.radians(80)
    canvas.drawPath(_patch(start, end, 150, 292), linear((_MIDDLE, 0), (1330, 0), [0xC99C6C, 0x7B4F3B]))
    for bay in range(15):
        at = start + (end - start) * (bay + 0.5) / 15
        canvas.drawPath(_arch(at, 0.020, 248, 278), flat(_DARK, 0.75))
    canvas.drawPath(_patch(start, end, 286, 294), flat(0xE0BC8C, 0.8))


def _arch(middle: float, half: float, low: float, high: float) -> Outline:
    """Return an opening with a round head, ``half`` an angle."""
    spring = high - (high - low) * 0.36
    points = [_place(middle - half, low), _place(middle - half, spring)]
    for step in range(1, 12):
        turn = math.pi * step / 12
        points.append(_place(middle - half * math.cos(turn), spring + (high - spring) * math.sin(turn)))
    return polygon(*points, _place(middle + half, spring), _place(middle + half, low))


def _bays(storey: int) -> list[tuple[float, float, float]]:
    """Return the angles at which the bays of a storey begin, have their middle and end."""
    starts = [-_REACH + bay * _BAY for bay in range(_BAYS)]
    return [(at, at + _BAY / 2, at + _BAY) for at in starts if at + _BAY < _STANDS[storey] + 0.01]


def _top(angle: float) -> float:
    """Return the upper edge of the top storey, which slopes down if it has fallen."""
    fallen = max(0.0, (angle - _FALLS) / (_STANDS[3] - _FALLS))
    return _CORNICES[4] - (_CORNICES[4] - _CORNICES[3]) * fallen


def _wall(canvas: Canvas) -> None:
    """Draw the bare stone, bay by bay, and the buttress at the broken end."""
    for storey in range(4):
        low = _CORNICES[storey] if storey else _FOOT
        high = _top if storey == 3 else _CORNICES[storey + 1]
        for start, middle, end in _bays(storey):
            lower, upper = (_along(edge, start - 0.004, end + 0.004) for edge in (low, high))
            canvas.drawPath(polygon(*lower, *reversed(upper)), flat(_tone(middle, 0.03 * storey)))
    end = _STANDS[2]
    slope = [_place(end + 0.10, _CORNICES[2]), _place(end + 0.12, _FOOT)]
    canvas.drawPath(polygon(_place(end, _FOOT), _place(end, _CORNICES[3]), *slope), flat(_tone(end, 0.12)))


def _openings(canvas: Canvas, storey: int) -> None:
    """Draw the arches of a storey, and the half columns between them."""
    low = _FOOT if storey == 0 else _CORNICES[storey]
    high = _CORNICES[storey + 1]
    for start, middle, _ in _bays(storey):
        tone, top = _tone(middle, 0.03 * storey), high - 24
        canvas.drawPath(_arch(middle, _BAY * 0.37, low, top + 7), flat(mix(tone, 0xFFF0D0, 0.35)))
        canvas.drawPath(_arch(middle, _BAY * 0.30, low, top), flat(_tone(middle, 0.78)))
        # The light falls in from the left: the jamb on the right is lit.
        jamb = _patch(middle + _BAY * 0.20, middle + _BAY * 0.30, low, top - 34)
        canvas.drawPath(jamb, flat(_tone(middle, 0.42)))
        if storey:
            rail = _patch(middle - _BAY * 0.3, middle + _BAY * 0.3, low, low + 15)
            canvas.drawPath(rail, flat(_tone(middle, 0.2)))
        for left, right, bottom, color in (
            (-0.07, 0.02, low, mix(tone, 0xFFF3DA, 0.45)), (0.02, 0.07, low, mix(tone, _DARK, 0.32)),
            (-0.10, 0.10, high - 14, mix(tone, 0xFFF3DA, 0.3)),
        ):  # fmt: skip
            canvas.drawPath(_patch(start + left * _BAY, start + right * _BAY, bottom, high), flat(color))


def _windows(canvas: Canvas) -> None:
    """Draw the small windows and flat pillars of the top storey."""
    low = _CORNICES[3]
    for start, middle, _ in _bays(3):
        pillar = _patch(start - _BAY * 0.05, start + _BAY * 0.05, low, _top(start))
        canvas.drawPath(pillar, flat(mix(_tone(middle), 0xFFF3DA, 0.3)))
        if middle < _FALLS:
            window = _patch(middle - _BAY * 0.16, middle + _BAY * 0.16, low + 30, low + 54)
            canvas.drawPath(window, flat(_tone(middle, 0.75)))
    _cornice(canvas, _CORNICES[4], -_REACH, _FALLS)


def _stones(canvas: Canvas, rng: np.random.Generator) -> None:
    """Draw courses of blocks, some lighter and some darker than the rest."""
    for angle, level, share, tone in rng.random((1300, 4)).tolist():
        at, width = -_REACH + 2 * _REACH * angle, 0.012 + 0.022 * share
        standing = sum(at + width < limit for limit in (*_STANDS[:3], _FALLS))
        if not standing:
            continue
        top = _CORNICES[standing] - 26
        low = round((_FOOT + (top - _FOOT) * level) / 13) * 13.0
        block = _patch(at, at + width, low, low + 11)
        canvas.drawPath(block, flat(0xFFF2D6 if tone > 0.55 else 0x5E3A2A, 0.14))


def _cornice(canvas: Canvas, height: float, start: float, end: float) -> None:
    canvas.drawPath(_patch(start, end, height - 12, height - 4), flat(_DARK, 0.35))
    edge = linear(_place(start, height), _place(end, height), [0xFCE6BE, 0xF0CD99, 0xBC8A60])
    canvas.drawPath(_patch(start - 0.01, end, height - 5, height + 6), edge)


def _pine(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw an umbrella pine at (x, y)."""
    trunk = [
        (x - 7 * size, y),
        (x - 4 * size, y - 170 * size),
        (x + 5 * size, y - 170 * size),
        (x + 8 * size, y),
    ]
    canvas.drawPath(polygon(*trunk), flat(0x5A3E2E))
    for side in (-1, 1):
        branch = line(0x5A3E2E, 5 * size)
        canvas.drawLine(x, y - 150 * size, x + side * 46 * size, y - 196 * size, branch)
    for dx, dy, half, high, tone in (
        (0, -206, 104, 34, 0x3D5230), (-52, -216, 60, 30, 0x47603A), (44, -222, 66, 32, 0x4D673C),
        (-6, -236, 74, 28, 0x5B7746), (-22, -248, 44, 16, 0x6D8A52),
    ):  # fmt: skip
        bounds = skia.Rect.MakeLTRB(-half * size, -high * size, half * size, high * size)
        bounds.offset(x + dx * size, y + dy * size)
        canvas.drawOval(bounds, flat(tone))


def jpeg() -> bytes:
    """Return the picture as a JPEG file."""
    surface = skia.Surface(WIDTH, HEIGHT)
    with surface as canvas:
        draw(canvas)
    return bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, QUALITY))


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(jpeg())
