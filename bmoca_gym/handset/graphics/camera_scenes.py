"""Scenes of the phone's two cameras.

``python -m bmoca_gym.handset.graphics.camera_scenes FOLDER`` draws them again. The package contains the
files, so that a photo has the same bytes on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bmoca_gym.handset.graphics.skia_library import Canvas, Paint, skia
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

WIDTH, HEIGHT = 960, 1280
QUALITY = 82
_FLOOR = 900.0  # where the wall meets the floor


def _box(
    canvas: Canvas, left: float, top: float, right: float, bottom: float, paint: Paint, radius: float = 0
) -> None:
    canvas.drawRoundRect(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius, paint)


def _oval(canvas: Canvas, x: float, y: float, half: float, high: float, paint: Paint) -> None:
    canvas.drawOval(skia.Rect.MakeLTRB(x - half, y - high, x + half, y + high), paint)


def _floor(canvas: Canvas, light: int, dark: int) -> None:
    """Draw floorboards that run towards the viewer."""
    _box(canvas, 0, _FLOOR, WIDTH, HEIGHT, vertical(_FLOOR, HEIGHT, [mix(light, dark, 0.35), light]))
    for board in range(-9, 10):
        x = WIDTH / 2 + 70 * board
        canvas.drawLine(x, _FLOOR, WIDTH / 2 + 190 * board, HEIGHT, line(dark, 2.5, 0.45))
    _box(canvas, 0, _FLOOR - 34, WIDTH, _FLOOR, flat(0xF7F2EA))
    canvas.drawLine(0, _FLOOR, WIDTH, _FLOOR, line(0x6B5A4A, 3, 0.5))


def _leaf(canvas: Canvas, x: float, y: float, dx: float, dy: float, color: int) -> None:
    """Draw a leaf from (x, y) to (x + dx, y + dy), with its vein."""
    side_x, side_y = -dy * 0.22, dx * 0.22
    tip = (x + dx, y + dy)
    around = [
        (x, y),
        (x + dx * 0.5 + side_x, y + dy * 0.5 + side_y),
        tip,
        (x + dx * 0.5 - side_x, y + dy * 0.5 - side_y),
    ]
    canvas.drawPath(smooth(around, True), flat(color))
    canvas.drawLine(x, y, *tip, line(mix(color, 0xFFFFFF, 0.3), 3, 0.6))


def _plant(canvas: Canvas, x: float, y: float, size: float, pot: int) -> None:
    """Draw a plant whose pot is at (x, y)."""
    greens = (0x2F6B4A, 0x3F8058, 0x549567, 0x2A5C45)
    for i, (dx, dy) in enumerate(
        ((-120, -150), (-70, -230), (10, -270), (86, -220), (132, -130), (-20, -180), (50, -150))
    ):
        _leaf(canvas, x, y - 100 * size, dx * size, dy * size, greens[i % 4])
    canvas.drawPath(
        polygon(
            (x - 62 * size, y - 120 * size),
            (x + 62 * size, y - 120 * size),
            (x + 44 * size, y),
            (x - 44 * size, y),
        ),
        linear((x - 62 * size, 0), (x + 62 * size, 0), [mix(pot, 0xFFFFFF, 0.25), mix(pot, 0, 0.2)]),
    )
    _box(
        canvas,
        x - 70 * size,
        y - 136 * size,
        x + 70 * size,
        y - 108 * size,
        flat(mix(pot, 0xFFFFFF, 0.12)),
        6,
    )


def back(canvas: Canvas) -> None:
    """A living room in the morning: a window, a sofa, a lamp."""
    _box(canvas, 0, 0, WIDTH, _FLOOR, linear((0, 0), (WIDTH, _FLOOR), [0xF2E3CC, 0xE2C9A8]))
    _floor(canvas, 0xC99A68, 0x7F5534)
    # The window, the view through it, and its curtains.
    _box(canvas, 92, 150, 470, 640, flat(0xFFFDF8), 8)
    _box(canvas, 112, 170, 450, 620, vertical(170, 620, [0x6FB3E0, 0xBFE0EE, 0xFBEFD2]))
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(112, 170, 450, 620))
    _oval(canvas, 372, 262, 40, 40, flat(0xFFF3C0))
    for points, color in (
        ([(90, 520), (190, 452), (300, 510), (400, 462), (480, 500)], 0x7FA98F),
        ([(90, 570), (210, 536), (330, 572), (480, 540)], 0x5B8F66),
    ):
        hill = smooth(points)
        hill.lineTo(480, 640)
        hill.lineTo(90, 640)
        canvas.drawPath(hill, flat(color))
    canvas.restore()
    _box(canvas, 275, 170, 287, 620, flat(0xFFFDF8))
    _box(canvas, 112, 372, 450, 384, flat(0xFFFDF8))
    _box(canvas, 76, 636, 486, 660, flat(0xF3E8D8), 4)
    for left, folds in ((40, 1), (446, -1)):
        _box(canvas, left, 118, left + 92, 860, flat(0xB9503F))
        for fold in range(3):
            x = left + 18 + 28 * fold
            _box(canvas, x, 118, x + 10, 860, flat(0x8E3A30 if folds > 0 else 0xD0705C, 0.55))
    canvas.drawLine(20, 116, 560, 116, line(0x5A4334, 12))
    # A picture on the wall, a floor lamp.
    _box(canvas, 600, 236, 840, 430, flat(0x4A3628), 4)
    _box(canvas, 616, 252, 824, 414, vertical(252, 414, [0xF6B85C, 0xE5705A, 0x7C3D63]))
    _oval(canvas, 720, 350, 34, 34, flat(0xFFE9B0))
    canvas.drawPath(polygon((616, 414), (690, 356), (742, 396), (790, 364), (824, 414)), flat(0x3D2A4D))
    glow(canvas, (852, 560), 300, 0xFFE6A8, 0.8)
    canvas.drawLine(852, 560, 852, 930, line(0x463A33, 10))
    _oval(canvas, 852, 936, 66, 14, flat(0x463A33))
    canvas.drawPath(
        polygon((812, 490), (892, 490), (938, 604), (766, 604)), vertical(490, 604, [0xFFF2CF, 0xF4D08A])
    )
    # The rug, the sofa with its cushions, a table with a cup and a book.
    _oval(canvas, 470, 1098, 430, 120, flat(0x9C4C45))
    _oval(canvas, 470, 1098, 384, 102, flat(0xE9D3B0))
    _oval(canvas, 470, 1098, 330, 84, flat(0x3F6C74))
    _oval(canvas, 440, 1004, 380, 30, flat(0x3C2618, 0.35))
    for x in (120, 704):
        _box(canvas, x, 966, x + 26, 1010, flat(0x5B3D28))
    _box(canvas, 110, 668, 740, 900, vertical(668, 900, [0x3D8C8C, 0x2C6C70]), 36)
    _box(canvas, 128, 838, 722, 978, vertical(838, 978, [0x4BA3A0, 0x2F7478]), 20)
    canvas.drawLine(425, 846, 425, 972, line(0x21575C, 4, 0.7))
    for x in (60, 690):
        _box(canvas, x, 764, x + 100, 982, vertical(764, 982, [0x46999A, 0x286468]), 34)
    for x, color, turn in ((196, 0xF2B04C, -8), (560, 0xE8785E, 9)):
        canvas.save()
        canvas.rotate(turn, x + 55, 790)
        _box(canvas, x, 730, x + 112, 846, flat(color), 18)
        _box(canvas, x + 16, 746, x + 96, 830, flat(mix(color, 0xFFFFFF, 0.3)), 12)
        canvas.restore()
    _oval(canvas, 486, 1150, 160, 22, flat(0x2A1A12, 0.35))
    for x in (376, 566):
        canvas.drawLine(x, 1076, x + (-12 if x < 450 else 12), 1150, line(0x6B452B, 12))
    _oval(canvas, 474, 1070, 176, 34, flat(0x8A5B38))
    _oval(canvas, 474, 1062, 176, 34, flat(0xB27C4F))
    canvas.drawPath(polygon((380, 1060), (470, 1044), (500, 1064), (408, 1082)), flat(0x35588C))
    canvas.drawPath(polygon((384, 1054), (470, 1039), (498, 1057), (408, 1074)), flat(0xF5EFE2))
    _box(canvas, 540, 1014, 590, 1066, flat(0xFBFAF6), 10)
    _oval(canvas, 565, 1016, 25, 8, flat(0x5B3A26))
    canvas.drawArc(skia.Rect.MakeLTRB(576, 1024, 612, 1056), -80, 160, False, line(0xFBFAF6, 7))
    _plant(canvas, 884, 1130, 1.0, 0xC7693F)


def front(canvas: Canvas) -> None:
    """The other side of the room: shelves with books, a clock, a hanging lamp."""
    _box(canvas, 0, 0, WIDTH, _FLOOR, linear((WIDTH, 0), (0, _FLOOR), [0xC5D8D6, 0x93B3B4]))
    _floor(canvas, 0xB98A5C, 0x6F4A2E)
    rng = np.random.default_rng(7)
    _box(canvas, 86, 210, 560, 904, flat(0x7A5233), 6)
    colors = (0xC8553D, 0xE9A23B, 0x2F6F73, 0x3D4F7C, 0xF0E3CC, 0x8C3B4A, 0x6A8F5B, 0xD98A6A)
    for shelf in range(5):
        top = 226 + 136 * shelf
        _box(canvas, 102, top, 544, top + 120, vertical(top, top + 120, [0x4E321F, 0x65432A]))
        x = 112.0
        ends = (400.0, 528.0, 300.0, 528.0, 440.0)[shelf]
        while x < ends - 30:
            wide, tall, pick, mark = rng.random(4).tolist()
            width, height = 18 + 18 * wide, 74 + 34 * tall
            color = colors[int(pick * len(colors))]
            _box(canvas, x, top + 120 - height, x + width, top + 120, flat(color), 2)
            if mark > 0.4:
                _box(
                    canvas, x + 4, top + 134 - height, x + width - 4, top + 142 - height, flat(0xFFF4D8, 0.7)
                )
            x += width + 2
    _oval(canvas, 476, 304, 34, 42, flat(0xE7DCC8))
    _box(canvas, 462, 246, 490, 272, flat(0xE7DCC8), 5)
    _plant(canvas, 420, 618, 0.36, 0xE2D2B4)
    _box(canvas, 462, 806, 532, 890, flat(0xF0C46A), 6)
    _oval(canvas, 497, 848, 22, 26, flat(0xF7E8C2))
    # The clock: ten past ten, as in advertisements.
    _oval(canvas, 764, 330, 96, 96, flat(0x3B2A20))
    _oval(canvas, 764, 330, 84, 84, flat(0xFFFBF0))
    for hour in range(12):
        turn = np.pi * hour / 6
        x, y = 764 + 70 * float(np.sin(turn)), 330 - 70 * float(np.cos(turn))
        _oval(canvas, x, y, 4, 4, flat(0x3B2A20))
    canvas.drawLine(764, 330, 720, 304, line(0x3B2A20, 8))
    canvas.drawLine(764, 330, 818, 298, line(0x3B2A20, 5))
    # The lamp over an armchair.
    canvas.drawLine(708, 0, 708, 60, line(0x3B2A20, 6))
    glow(canvas, (708, 170), 320, 0xFFF0C4, 0.65)
    canvas.drawPath(
        smooth([(612, 168), (640, 84), (708, 52), (776, 84), (804, 168), (708, 180)], True), flat(0xD9694A)
    )
    _oval(canvas, 708, 168, 96, 20, flat(0xFFF3CF))
    _oval(canvas, 756, 1056, 210, 34, flat(0x2A1A12, 0.3))
    for x in (628, 872):
        canvas.drawLine(x, 980, x + (-14 if x < 700 else 14), 1056, line(0x5B3D28, 16))
    _box(canvas, 606, 586, 906, 960, vertical(586, 960, [0xE3A94F, 0xB97B33]), 60)
    _box(canvas, 626, 838, 886, 1000, vertical(838, 1000, [0xF0BE6A, 0xC98B3E]), 26)
    for x in (566, 862):
        _box(canvas, x, 764, x + 82, 1004, vertical(764, 1004, [0xE9B35A, 0xAE7230]), 34)
    canvas.drawPath(
        smooth([(690, 800), (730, 744), (792, 744), (826, 800), (800, 850), (716, 850)], True), flat(0x3D6B70)
    )
    _oval(canvas, 300, 1150, 300, 70, flat(0x6B4A6B))
    _oval(canvas, 300, 1150, 256, 56, flat(0xE7CFC0))


SCENES: dict[str, Callable[[Canvas], None]] = {"back": back, "front": front}


def jpeg(name: str) -> bytes:
    """Return the scene of a camera as a JPEG file."""
    surface = skia.Surface(WIDTH, HEIGHT)
    with surface as canvas:
        SCENES[name](canvas)
    return bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, QUALITY))


if __name__ == "__main__":
    for scene in SCENES:
        (Path(sys.argv[1]) / f"{scene}.jpg").write_bytes(jpeg(scene))
