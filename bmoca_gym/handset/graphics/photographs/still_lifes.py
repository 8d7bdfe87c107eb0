"""Pots on a shelf. Lengths are decimetres."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.textures import paint, wood
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid, Texture, Triple

#: Width and height of wide pictures.
SIZE = 480, 270
_MORNING: tuple[Triple, Triple] = (-0.62, 0.48, -0.30), (3.2, 2.7, 2.0)


def _table(solids: list[Solid], eye: Triple, look: Triple, angle: float, top: Texture, wall: int, **options: Any,
           ) -> Scene:  # fmt: skip
    """A scene on a table of which the edge and a wall behind it are seen."""
    room = [
        Solid("box", (0.0, -0.5, 4.0), (40.0, 0.5, 8.0), top, shine=0.03),
        Solid("box", (0.0, 8.0, 22.0), (60.0, 24.0, 0.5), paint(wall, 0.16, 0.12)),
    ]
    sky = textures.sky(0x9DB8D4, 0xF1EEE8, 0.75, 0.5)
    look_of = {"exposure": 0.85, "fill": 0.6, "samples": 9, **options}
    return Scene([*room, *solids], eye, look, angle, sky, _MORNING, size=SIZE, **look_of)


def _bowl(x: float, z: float, size: float, glaze: int, inside: Texture, shine: float = 0.05) -> list[Solid]:
    """A bowl that is full, on its foot."""
    return [
        Solid("tube", (x, 0.12 * size, z), (0.5 * size, 0.1 * size, 0.5 * size), paint(glaze, 0.06)),
        Solid("ball", (x, size, z), (size, 0.9 * size, size), paint(glaze, 0.10, 4), shine=0.06, cut=0.0),
        Solid("ball", (x, size, z), (0.95 * size, 0.85 * size, 0.95 * size), paint(glaze, 0.10, 4), cut=0.0),
        Solid("tube", (x, 0.90 * size, z), (0.93 * size, 0.02 * size, 0.93 * size), inside, shine=shine,
              rough=(0.04, 1.3, 0.0, 1.7)),
    ]  # fmt: skip


def _jug(x: float, z: float, size: float, glaze: int, tall: float, neck: float) -> list[Solid]:
    """A jug turned on a wheel. ``tall``: of its belly; ``neck``: its width."""
    look = paint(glaze, 0.25, 2)
    top = 1.86 * tall * size
    return [
        Solid("tube", (x, 0.1, z), (0.55 * size, 0.1, 0.55 * size), look),
        Solid("ball", (x, tall * size, z), (size, tall * size, size), look, shine=0.05),
        Solid("tube", (x, top + 0.25 * size, z), (neck * size, 0.35 * size, neck * size), look, shine=0.05),
        Solid(
            "tube",
            (x, top + 0.62 * size, z),
            (1.2 * neck * size, 0.06 * size, 1.2 * neck * size),
            look,
            shine=0.05,
        ),
    ]


def pottery() -> Scene:
    """Old jugs and bowls on a shelf."""
    solids = [
        *_jug(-3.7, 4.9, 1.05, 0x5B7A86, 0.95, 0.42),
        *_jug(-1.4, 4.2, 0.85, 0xA4623C, 1.0, 0.5),
        *_jug(0.9, 5.1, 1.15, 0xD8CBB0, 1.25, 0.34),
        *_jug(3.3, 4.5, 0.95, 0x4C5B45, 1.05, 0.45),
        *_bowl(5.0, 3.7, 0.8, 0x7A3A2C, paint(0x3A2A22, 0.2)),
        *_bowl(0.4, 2.7, 0.62, 0xC9A34E, paint(0x6B5424, 0.2)),
        *_bowl(-2.9, 2.6, 0.55, 0xD9D2C2, paint(0x9C9484, 0.2)),
    ]
    return _table(solids, (0.2, 3.0, -5.0), (0.5, 1.5, 4.2), 54, wood(0x5E4028, 1.6, 0), 0x8E8A80)
