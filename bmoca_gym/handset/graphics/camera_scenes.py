"""What the phone's two cameras see: two sides of a sitting room, as photographs.

``python -m bmoca_gym.handset.graphics.camera_scenes FOLDER`` makes them again, in some minutes. The package contains
the files, so that a photo has the same bytes on every machine.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from bmoca_gym.handset.graphics.photographs.rooms import Look, box, curtains, shell
from bmoca_gym.handset.graphics.photographs.textures import (
    cloth,
    leaves,
    paint,
    painting,
    sky,
    wood,
)
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid, Triple, photograph

WIDTH, HEIGHT = 960, 1280
QUALITY = 80
#: Size in which light is followed, before the picture is enlarged.
_SIZE = 720, 960
_OAK = wood(0xA97C52)
_WALNUT, _DARK = wood(0x6B4630, along=0), paint(0x2B2622)
_HIGH = 2.7
_BOOKS = (0x8F5A4A, 0xB09468, 0x4E6668, 0x50586F, 0xD3CAB6, 0x6E4A50, 0x6A7862, 0xA58672, 0x8C867C, 0x3A3B40,
          0xE2DCCB, 0x9AA3A6)  # fmt: skip


def _soft(left: float, low: float, near: float, right: float, high: float, far: float, color: int,
          round: float = 0.5, weave: float = 70.0) -> Solid:  # fmt: skip
    """Upholstery, which has folds and no sharp edges."""
    half = (right - left) / 2, (high - low) / 2, (far - near) / 2
    middle = (left + right) / 2, (low + high) / 2, (near + far) / 2
    return Solid("soft", middle, half, cloth(color, weave), rough=(0.05, 2.3, 1.1, 1.9), round=round)


def _cushion(x: float, y: float, z: float, color: int, turn: float, lean: float) -> Solid:
    return Solid("soft", (x, y, z), (0.23, 0.21, 0.085), cloth(color, 50), turn=turn, lean=lean,
                 rough=(0.08, 2.6, 2.9, 0.0), round=0.95)  # fmt: skip


def _plant(x: float, y: float, z: float, size: float, pot: int, seed: int) -> list[Solid]:
    """A plant in a pot at (x, y, z): stems that bend outwards, and leaves along them."""
    rng = np.random.default_rng(seed)
    solids = [
        Solid("tube", (x, y + 0.17 * size, z), (0.17 * size, 0.17 * size, 0.17 * size), paint(pot, 0.08), shine=0.03),
        Solid("tube", (x, y + 0.335 * size, z), (0.15 * size, 0.01, 0.15 * size), paint(0x3A2A20, 0.3, 30)),
    ]  # fmt: skip
    for stem in range(13):
        turn = 2.4 * stem + 0.5 * float(rng.random())
        tall = size * (0.35 + 0.75 * float(rng.random()))
        reach = size * (0.10 + 0.42 * float(rng.random()))
        for part in (0.45, 0.75, 1.0):
            out, up = reach * part**1.6, tall * (1.25 * part - 0.35 * part * part)
            at = x + out * math.sin(turn), y + 0.34 * size + up, z + out * math.cos(turn)
            way = turn + 0.9 * (float(rng.random()) - 0.5)
            long = size * (0.10 + 0.07 * float(rng.random()))
            green = (0x4E7A3E, 0x3F6B38, 0x62894A)[int(rng.integers(3))]
            solids.append(Solid("ball", at, (long * 0.42, 0.008 * size + 0.004, long), leaves(green), turn=way,
                                lean=0.25 + 0.5 * part, shine=0.02))  # fmt: skip
        middle = (
            x + reach * 0.4 * math.sin(turn),
            y + 0.34 * size + tall * 0.42,
            z + reach * 0.4 * math.cos(turn),
        )
        solids.append(Solid("tube", middle, (0.006, tall * 0.42, 0.006), paint(0x55703C), turn=turn,
                            lean=math.atan2(reach, tall) * 0.9))  # fmt: skip
    return solids


def _bookcase(x0: float, x1: float, z: float, shelves: int, seed: int) -> list[Solid]:
    """A bookcase at the far wall, with books, some of them askew, and gaps."""
    rng = np.random.default_rng(seed)
    case, step, deep = _WALNUT, 0.36, 0.30
    top = 0.08 + step * shelves
    solids = [
        box(x0, 0, z - deep, x0 + 0.03, top, z, case), box(x1 - 0.03, 0, z - deep, x1, top, z, case),
        box(x0, 0, z - 0.02, x1, top, z, paint(0x4A3022, 0.1)), box(x0, 0, z - deep, x1, 0.08, z, case),
    ]  # fmt: skip
    for shelf in range(shelves):
        foot = 0.08 + step * shelf
        solids.append(box(x0, foot + step - 0.028, z - deep, x1, foot + step, z, case, shine=0.03))
        x, end = x0 + 0.05, x1 - 0.05 - 0.75 * float(rng.random()) ** 2
        while x < end - 0.06:
            wide, tall, back, pick = rng.random(4).tolist()
            thick = 0.028 + 0.040 * wide
            color = paint(_BOOKS[int(pick * len(_BOOKS))], 0.12, 12)
            high = 0.19 + 0.11 * tall
            leans = 0.10 if x + thick > end - 0.07 else 0.0
            front = z - deep + 0.03 + 0.05 * back
            solids.append(Solid("box", (x + thick / 2, foot + high / 2 + 0.001, front + 0.09),
                                (thick / 2 - 0.001, high / 2, 0.09), color, turn=leans, shine=0.015))  # fmt: skip
            x += thick
    return solids


def _picture(
    x0: float, x1: float, y0: float, y1: float, z: float, colors: tuple[int, int, int]
) -> list[Solid]:
    """A painting in a frame on the far wall."""
    return [
        box(x0, y0, z - 0.03, x1, y1, z, _DARK),
        box(x0 + 0.03, y0 + 0.03, z - 0.034, x1 - 0.03, y1 - 0.03, z, paint(0xF2EDE3, 0.02)),
        box(x0 + 0.10, y0 + 0.10, z - 0.036, x1 - 0.10, y1 - 0.10, z, painting(colors, x0 * 7)),
    ]


def _floor_lamp(x: float, z: float, glow: Triple) -> list[Solid]:
    return [
        Solid("tube", (x, 0.015, z), (0.14, 0.015, 0.14), _DARK, shine=0.05),
        Solid("tube", (x, 0.75, z), (0.012, 0.75, 0.012), paint(0x8C7A5C), shine=0.3),
        Solid("tube", (x, 1.55, z), (0.20, 0.14, 0.20), paint(0xEFE4D0, 0.02), glow=glow),
    ]


def _daylight(solids: list[Solid], eye: Triple, to: Triple, opening: tuple[float, float, float, float],
              sun: Triple, angle: float) -> Scene:  # fmt: skip
    z0, z1, y0, y1 = opening
    window: tuple[Triple, Triple, Triple] = (-0.02, y0, z0), (0.0, 0.0, z1 - z0), (0.0, y1 - y0, 0.0)
    day = sky(0x6FA6DC, 0xDCE9F2, 3.2, 0.4, 0x5E7F5A)
    return Scene(solids, eye, to, angle, day, (sun, (8.0, 7.0, 5.6)), [window], exposure=1.35, warmth=0.03,
                 size=_SIZE, samples=10, lit=4)  # fmt: skip


def back() -> Scene:
    """A sitting room in the morning: a sofa, a low table, a plant at the window."""
    look = Look(0xE7E0D2, _OAK, (0, 0, 0), 0, 0xE2D8C4, (0, 0, 0), feature=0xA9B0A2)
    wide, deep = 4.0, 4.4
    opening = (2.0, 3.7, 0.35, 2.35)
    sofa, z = 0x5A7273, deep - 0.06
    x0, x1 = 0.95, 2.95
    solids = shell(wide, deep, _HIGH, look, opening) + curtains(look, opening, _HIGH)
    solids += [
        _soft(x0, 0.12, z - 0.92, x1, 0.40, z, sofa, 0.3),
        _soft(x0 + 0.02, 0.30, z - 0.26, x1 - 0.02, 0.86, z, sofa, 0.7),
        _soft(x0 - 0.06, 0.12, z - 0.94, x0 + 0.16, 0.62, z, sofa, 0.8),
        _soft(x1 - 0.16, 0.12, z - 0.94, x1 + 0.06, 0.62, z, sofa, 0.8),
    ]
    for left, right in ((x0 + 0.17, 1.945), (1.955, x1 - 0.17)):
        solids.append(_soft(left, 0.36, z - 0.92, right, 0.54, z - 0.22, sofa, 0.85))
        solids.append(_soft(left + 0.02, 0.50, z - 0.42, right - 0.02, 0.92, z - 0.20, sofa, 0.9))
    for x in (x0 + 0.05, x1 - 0.05):
        solids.append(Solid("tube", (x, 0.06, z - 0.85), (0.02, 0.06, 0.02), _DARK))
    solids += [
        _cushion(1.36, 0.76, z - 0.50, 0xC98A3C, 0.15, -0.3),
        _cushion(2.58, 0.76, z - 0.50, 0xD9CDB6, -0.2, -0.3),
        _cushion(2.32, 0.73, z - 0.56, 0xB35A44, 0.1, -0.35),
        _soft(2.12, 0.535, z - 0.95, 2.42, 0.555, z - 0.35, 0xD8C7A6, 0.9, 30),
        _soft(2.12, 0.20, z - 0.965, 2.42, 0.55, z - 0.93, 0xD8C7A6, 0.9, 30),
        _soft(0.55, 0.0, 1.35, 3.45, 0.022, 3.55, 0xB9A98C, 0.9, 22),
    ]
    solids += _picture(1.25, 1.85, 1.30, 2.06, deep, (0x2F4F5E, 0xE3D4B4, 0xC0683C))
    solids += _picture(2.05, 2.65, 1.30, 2.06, deep, (0x8C4A36, 0xE6DBC2, 0x3F5F52))
    # The table with a cup, a bowl, books and a telephone's charger.
    x, z = 1.95, 2.45
    solids += [
        Solid("tube", (x, 0.40, z), (0.50, 0.018, 0.50), wood(0x8A5E3C, 0.11, 0), shine=0.06),
        Solid("tube", (x, 0.20, z), (0.05, 0.19, 0.05), _DARK, shine=0.05),
        Solid("tube", (x, 0.032, z), (0.26, 0.012, 0.26), _DARK, shine=0.05),
        Solid("box", (x + 0.17, 0.431, z + 0.05), (0.15, 0.013, 0.105), paint(0x35506B, 0.05), turn=0.4, shine=0.03),
        Solid("box", (x + 0.17, 0.454, z + 0.05), (0.13, 0.010, 0.09), paint(0xE8E0CF, 0.05), turn=0.7, shine=0.03),
        Solid("tube", (x - 0.16, 0.463, z - 0.10), (0.042, 0.045, 0.042), paint(0xF1ECE2, 0.02), shine=0.06),
        Solid("tube", (x - 0.16, 0.506, z - 0.10), (0.037, 0.004, 0.037), paint(0x3A2417, 0.02), shine=0.10),
        Solid("tube", (x - 0.16, 0.422, z - 0.10), (0.075, 0.005, 0.075), paint(0xF1ECE2, 0.02), shine=0.06),
        Solid("ball", (x - 0.10, 0.46, z + 0.21), (0.12, 0.05, 0.12), paint(0x7D8C86, 0.05), shine=0.05),
        Solid("ball", (x - 0.13, 0.50, z + 0.19), (0.04, 0.04, 0.04), paint(0xD08A2E, 0.15, 9), shine=0.03),
        Solid("ball", (x - 0.05, 0.50, z + 0.22), (0.04, 0.04, 0.04), paint(0xC9772A, 0.15, 9), shine=0.03),
        Solid("ball", (x - 0.10, 0.51, z + 0.27), (0.038, 0.038, 0.038), paint(0xB4422E, 0.15, 9), shine=0.03),
    ]  # fmt: skip
    solids += _plant(0.48, 0.0, 3.92, 1.05, 0xB8684A, 4)
    solids += _floor_lamp(3.35, 4.05, (0.0, 0.0, 0.0))
    return _daylight(solids, (2.95, 1.50, 0.12), (1.72, 0.78, deep), opening, (-0.72, 0.55, -0.16), 47)


def front() -> Scene:
    """The other side of the room: a bookcase, an armchair, a lamp that is on."""
    look = Look(0xD9D3C6, _OAK, (0, 0, 0), 0, 0xD6C9B2, (0, 0, 0), feature=0xC3B7A2)
    wide, deep = 3.8, 4.0
    opening = (1.5, 3.1, 0.5, 2.3)
    chair = 0xA88E5E
    solids = shell(wide, deep, _HIGH, look, opening) + curtains(look, opening, _HIGH)
    solids += _bookcase(1.75, 3.25, deep - 0.01, 5, 7)
    x, z = 1.02, 3.05
    solids += [
        _soft(x - 0.36, 0.20, z - 0.36, x + 0.36, 0.36, z + 0.40, chair, 0.4),
        _soft(x - 0.27, 0.34, z - 0.40, x + 0.27, 0.50, z + 0.30, chair, 0.85),
        _soft(x - 0.34, 0.34, z + 0.22, x + 0.34, 1.06, z + 0.42, chair, 0.85),
        _soft(x - 0.42, 0.22, z - 0.38, x - 0.27, 0.64, z + 0.38, chair, 0.9),
        _soft(x + 0.27, 0.22, z - 0.38, x + 0.42, 0.64, z + 0.38, chair, 0.9),
        _cushion(x + 0.03, 0.68, z + 0.13, 0x3E6064, 0.1, -0.35),
        _soft(0.35, 0.0, 1.3, 3.3, 0.022, 3.3, 0x6F6A76, 0.9, 22),
    ]
    for dx in (-0.30, 0.30):
        for dz in (-0.30, 0.32):
            solids.append(Solid("tube", (x + dx, 0.10, z + dz), (0.018, 0.10, 0.018), _WALNUT))
    solids += _plant(0.42, 0.0, 3.66, 0.85, 0xCFC6B6, 9)
    solids += _picture(0.70, 1.40, 1.42, 2.02, deep, (0x35506B, 0xE7DCC4, 0xC58A3A))
    solids += _floor_lamp(1.62, 3.62, (1.0, 0.8, 0.52))
    # A low table with a cup and magazines beside the chair.
    solids += [
        Solid("tube", (1.72, 0.46, 2.72), (0.24, 0.014, 0.24), wood(0x8A5E3C, 0.11, 0), shine=0.06),
        Solid("tube", (1.72, 0.23, 2.72), (0.018, 0.22, 0.018), _DARK, shine=0.05),
        Solid("tube", (1.72, 0.012, 2.72), (0.15, 0.012, 0.15), _DARK, shine=0.05),
        Solid("tube", (1.64, 0.515, 2.66), (0.040, 0.042, 0.040), paint(0x8CA3A0, 0.03), shine=0.06),
        Solid("box", (1.80, 0.48, 2.76), (0.09, 0.006, 0.13), paint(0xB35A44, 0.1, 9), turn=0.5, shine=0.05),
    ]  # fmt: skip
    scene = _daylight(solids, (2.45, 1.45, 0.12), (1.78, 0.85, deep), opening, (-0.62, 0.45, -0.42), 46)
    scene.lamps = [((1.62, 1.55, 3.62), (0.42, 0.30, 0.17))]
    return scene


SCENES: dict[str, Callable[[], Scene]] = {"back": back, "front": front}


def jpeg(name: str) -> bytes:
    """Return the scene of a camera as a JPEG file."""
    small = photograph(SCENES[name](), list(SCENES).index(name))
    picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LANCZOS4)
    done, file = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return bytes(file)


if __name__ == "__main__":
    for scene in SCENES:
        (Path(sys.argv[1]) / f"{scene}.jpg").write_bytes(jpeg(scene))
