"""Rooms of hotels and flats, by day and in the evening."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.textures import cloth, linear, paint, painting, wood
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid, Texture, Triple

#: A window: from z, to z, from y, to y.
Opening: TypeAlias = tuple[float, float, float, float]
_WHITE = 0xF4F1EA
_DARK = 0x2B2622


class Look(NamedTuple):
    """What distinguishes rooms. ``bed``: colours of the blanket, the throw and the cushions; ``evening``: by lamps."""

    wall: int
    floor: Texture
    bed: tuple[int, int, int]
    board: int
    curtain: int
    art: tuple[int, int, int]
    evening: bool = False
    size: tuple[float, float] = (4.6, 4.8)
    land: int = 0x5E7F5A
    sun: Triple = (-0.72, 0.52, -0.30)
    feature: int = 0


def box(left: float, low: float, near: float, right: float, high: float, far: float, texture: Texture,
        **options: object) -> Solid:  # fmt: skip
    """A box between two corners."""
    middle = (left + right) / 2, (low + high) / 2, (near + far) / 2
    half = abs(right - left) / 2, abs(high - low) / 2, abs(far - near) / 2
    return Solid("box", middle, half, texture, **options)  # type: ignore[arg-type]


def shell(wide: float, deep: float, high: float, look: Look, opening: Opening) -> list[Solid]:
    """Floor, ceiling and walls; a window in the left wall."""
    wall, white = paint(look.wall, 0.03), paint(_WHITE, 0.02)
    back = paint(look.feature or look.wall, 0.03)
    z0, z1, y0, y1 = opening
    t = 0.16
    solids = [
        box(-t, -t, -t, wide + t, 0, deep + t, look.floor, shine=0.035),
        box(-t, high, -t, wide + t, high + t, deep + t, white),
        box(wide, 0, -t, wide + t, high, deep + t, wall),
        box(-t, 0, deep, wide + t, high, deep + t, back),
        box(-t, 0, -t, wide + t, high, 0, wall),
        box(-t, 0, -t, 0, high, z0, wall), box(-t, 0, z1, 0, high, deep, wall),
        box(-t, 0, z0, 0, y0, z1, wall), box(-t, y1, z0, 0, high, z1, wall),
        box(0, 0, deep - 0.02, wide, 0.10, deep, white), box(wide - 0.02, 0, 0, wide, 0.10, deep, white),
    ]  # fmt: skip
    for z in (z0, (z0 + z1) / 2, z1):
        solids.append(box(-0.10, y0, z - 0.025, -0.05, y1, z + 0.025, white))
    for y in (y0, y1):
        solids.append(box(-0.10, y - 0.025, z0, -0.05, y + 0.025, z1, white))
    solids.append(box(-0.05, y0 - 0.04, z0 - 0.05, 0.10, y0, z1 + 0.05, white))
    return solids


def curtains(look: Look, opening: Opening, high: float) -> list[Solid]:
    """Two curtains beside a window, and their rod."""
    z0, z1, _, _ = opening
    folds = (0.5, 0.0, 0.0, 6.0)
    cover = cloth(look.curtain)
    solids = [
        box(0.06, 0.03, z0 - 0.42, 0.15, high - 0.16, z0 + 0.06, cover, rough=folds),
        box(0.06, 0.03, z1 - 0.06, 0.15, high - 0.16, z1 + 0.42, cover, rough=folds),
    ]
    rod = (z0 + z1) / 2
    solids.append(box(0.09, high - 0.16, rod - 1.5, 0.12, high - 0.13, rod + 1.5, paint(_DARK)))
    return solids


def _lamp(x: float, y: float, z: float, on: bool) -> tuple[list[Solid], tuple[Triple, Triple]]:
    shade = linear(0xFFE0B0)
    glow = (shade[0] * 1.3, shade[1] * 1.1, shade[2] * 0.9) if on else (0.0, 0.0, 0.0)
    solids = [
        Solid("tube", (x, y + 0.02, z), (0.07, 0.02, 0.07), paint(0x3A342E), shine=0.1),
        Solid("ball", (x, y + 0.12, z), (0.075, 0.09, 0.075), paint(0x8C7B66), shine=0.08),
        Solid("tube", (x, y + 0.36, z), (0.15, 0.11, 0.15), paint(0xEFE4D0, 0.02), glow=glow),
    ]
    return solids, ((x, y + 0.36, z), (1.0, 0.72, 0.42) if on else (0.0, 0.0, 0.0))


def _bed(x0: float, x1: float, z1: float, look: Look) -> list[Solid]:
    """A bed with its head at the far wall (z1)."""
    blanket, throw, cushion = look.bed
    sheet = cloth(_WHITE)
    long, w = 2.05, x1 - x0
    folds = (0.16, 2.3, 0.0, 1.7)
    solids = [
        box(
            x0 - 0.25,
            0.25,
            z1 - 0.09,
            x1 + 0.25,
            1.18,
            z1,
            cloth(look.board, 60),
            rough=(0.10, 4.0, 0.0, 0.0),
        ),
        box(x0 + 0.04, 0.06, z1 - long + 0.05, x1 - 0.04, 0.30, z1 - 0.1, wood(0x4A3526)),
        box(x0, 0.28, z1 - long, x1, 0.50, z1 - 0.1, sheet, rough=folds),
        box(x0 - 0.03, 0.34, z1 - long - 0.03, x1 + 0.03, 0.565, z1 - 0.62, cloth(blanket), rough=folds),
        box(
            x0 - 0.05,
            0.30,
            z1 - long - 0.05,
            x1 + 0.05,
            0.59,
            z1 - long + 0.55,
            cloth(throw, 40),
            rough=folds,
        ),
        box(x0 - 0.03, 0.50, z1 - 0.92, x1 + 0.03, 0.585, z1 - 0.60, sheet, rough=folds),
    ]
    for i, share in enumerate((0.26, 0.74)):
        x = x0 + w * share
        solids.append(
            Solid("ball", (x, 0.72, z1 - 0.26), (w * 0.235, 0.20, 0.13), sheet, rough=(0.14, 3.0, 2.0, 0.0))
        )
        solids.append(
            Solid("ball", (x, 0.66, z1 - 0.40), (w * 0.225, 0.15, 0.13), sheet, rough=(0.14, 2.4, 3.0, 0.0))
        )
        solids.append(Solid("ball", (x + (0.1 - 0.2 * i), 0.66, z1 - 0.58), (0.22, 0.17, 0.09), cloth(cushion, 50),
                            rough=(0.10, 2.0, 2.4, 0.0)))  # fmt: skip
    return solids


def _scene(
    look: Look,
    solids: list[Solid],
    eye: Triple,
    to: Triple,
    opening: Opening,
    lamps: list[tuple[Triple, Triple]],
) -> Scene:
    """The room as seen from a point, in its light."""
    z0, z1, y0, y1 = opening
    windows: list[tuple[Triple, Triple, Triple]] = [
        ((-0.02, y0, z0), (0.0, 0.0, z1 - z0), (0.0, y1 - y0, 0.0))
    ]
    if look.evening:
        dusk = textures.sky(0x1E2F52, 0x7A6A86, 0.35, land=0x1B2226)
        night: tuple[Triple, Triple] = (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)
        return Scene(solids, eye, to, 66, dusk, night, windows, lamps, exposure=1.7, fill=0.25, warmth=-0.10)
    day = textures.sky(0x6FA6DC, 0xDCE9F2, 3.4, 0.4, look.land)
    return Scene(solids, eye, to, 66, day, (look.sun, (9.0, 7.9, 6.3)), windows, exposure=1.25, warmth=0.02)


def bedroom(look: Look) -> Scene:
    """A bedroom, seen from its door: the bed at the far wall, the window on the left."""
    (wide, deep), high = look.size, 2.75
    opening = (deep - 3.0, deep - 1.0, 0.35, 2.35)
    x0, x1 = wide / 2 - 0.80, wide / 2 + 1.00
    solids = shell(wide, deep, high, look, opening) + curtains(look, opening, high) + _bed(x0, x1, deep, look)
    lamps = []
    for x in (x0 - 0.50, x1 + 0.50):
        solids.append(
            box(x - 0.24, 0.10, deep - 0.45, x + 0.24, 0.52, deep - 0.03, wood(0x6B4A31, along=0), shine=0.04)
        )
        lamp, light = _lamp(x, 0.52, deep - 0.24, look.evening)
        solids += lamp
        lamps.append(light)
    middle = (x0 + x1) / 2
    solids += [
        box(middle - 0.56, 1.42, deep - 0.04, middle + 0.56, 2.08, deep, paint(_DARK)),
        box(
            middle - 0.52,
            1.46,
            deep - 0.05,
            middle + 0.52,
            2.04,
            deep - 0.03,
            painting(look.art, look.wall % 97),
        ),
        box(0.9, 0.0, deep - 2.9, wide - 0.7, 0.015, deep - 1.1, cloth(look.bed[1], 20)),
        box(x0 + 0.1, 0.34, deep - 2.62, x1 - 0.1, 0.46, deep - 2.22, cloth(look.board, 40)),
        box(x0 + 0.2, 0.02, deep - 2.56, x1 - 0.2, 0.34, deep - 2.28, wood(0x4A3526)),
    ]
    return _scene(look, solids, (wide * 0.64, 1.45, 0.35), (wide * 0.44, 0.92, deep), opening, lamps)


def sitting_room(look: Look) -> Scene:
    """A sitting room with a sofa, a low table and a large window."""
    (wide, deep), high = look.size, 2.85
    opening = (deep - 3.3, deep - 0.7, 0.25, 2.45)
    solids = shell(wide, deep, high, look, opening) + curtains(look, opening, high)
    blanket, throw, cushion = look.bed
    cover, folds = cloth(blanket, 70), (0.10, 1.8, 0.0, 1.6)
    art = painting(look.art, look.wall % 89)
    x0, x1, z = wide / 2 - 0.85, wide / 2 + 1.35, deep - 0.12
    third = (x1 - x0 - 0.36) / 3
    solids += [
        box(x0, 0.14, z - 0.95, x1, 0.34, z, cover), box(x0, 0.14, z - 0.25, x1, 0.86, z, cover, rough=folds),
        box(x0, 0.14, z - 0.95, x0 + 0.18, 0.62, z, cover, rough=folds),
        box(x1 - 0.18, 0.14, z - 0.95, x1, 0.62, z, cover, rough=folds),
        box(0.8, 0, deep - 2.8, wide - 0.5, 0.018, deep - 0.7, cloth(throw, 18)),
        box(x0 + 0.5, 0.36, z - 2.05, x1 - 0.6, 0.41, z - 1.35, wood(0x7A5536, along=0), shine=0.05),
        box(x0 + 0.6, 0.41, z - 1.85, x0 + 0.95, 0.44, z - 1.60, paint(0x7C4A3A)),
        box(wide / 2 - 0.30, 1.30, deep - 0.04, wide / 2 + 0.80, 2.10, deep, paint(_WHITE)),
        box(wide / 2 - 0.22, 1.38, deep - 0.05, wide / 2 + 0.72, 2.02, deep - 0.03, art),
    ]  # fmt: skip
    for i in range(3):
        left = x0 + 0.18 + third * i
        solids.append(
            box(left + 0.01, 0.33, z - 0.93, left + third - 0.01, 0.49, z - 0.2, cover, rough=folds)
        )
    for x, color in ((x0 + 0.42, cushion), (x1 - 0.44, throw)):
        solids.append(
            Solid(
                "ball", (x, 0.66, z - 0.33), (0.25, 0.20, 0.10), cloth(color, 50), rough=(0.1, 2.0, 2.4, 0.0)
            )
        )
    for x in (x0 + 0.6, x1 - 0.7):
        for dz in (2.0, 1.4):
            solids.append(box(x - 0.02, 0, z - dz - 0.02, x + 0.02, 0.36, z - dz + 0.02, paint(_DARK)))
    solids.append(
        Solid("tube", (x1 - 1.1, 0.50, z - 1.62), (0.06, 0.09, 0.06), paint(0xEDE7DB, 0.02), shine=0.06)
    )
    lamp, light = _lamp(x1 + 0.36, 0.55, deep - 0.42, look.evening)
    solids += [*lamp, box(x1 + 0.14, 0.0, deep - 0.64, x1 + 0.58, 0.55, deep - 0.2, wood(0x6B4A31, along=0))]
    return _scene(look, solids, (wide * 0.66, 1.40, 0.4), (wide * 0.46, 0.90, deep), opening, [light])
