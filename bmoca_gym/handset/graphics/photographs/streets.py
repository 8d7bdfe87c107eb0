"""Streets and houses of towns, by day and in the evening."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.textures import front, paint
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid, Texture, Triple


class Town(NamedTuple):
    """What distinguishes towns.

    Attributes:
        walls: colours of the fronts.
        roof: colour of the roofs, and their height.
        storeys: least and greatest number of storeys.
        window: distance, width and height of windows.
        lit: part of the windows with light on; more than none means evening.
        towers: heights and widths of towers behind the houses.
    """

    walls: tuple[int, ...]
    roof: tuple[int, float]
    storeys: tuple[int, int]
    window: tuple[float, float, float] = (2.6, 1.15, 1.8)
    trim: int = 0xE8E2D6
    brick: bool = False
    lit: float = 0.0
    towers: tuple[tuple[float, float], ...] = ()
    trees: int = 0x5E8A48
    paving: int = 0x9A958C
    sun: Triple = (0.55, 0.62, -0.42)
    clouds: float = 0.5


def _house(
    x: float, z: float, wide: float, deep: float, storeys: int, town: Town, wall: int, turn: float
) -> list[Solid]:
    storey = 3.3
    high = storeys * storey
    color, rise = town.roof
    texture = front(wall, 0x39434B, storey, town.window, trim=town.trim, lit=town.lit, brick=town.brick)
    moved: Texture = lambda p, n: texture(p + np.array([0, high / 2, 0], np.float32), n)  # noqa: E731 - from the ground
    solids = [Solid("box", (x, high / 2, z), (wide / 2, high / 2, deep / 2), moved, turn=turn)]
    solids.append(
        Solid(
            "box", (x, high + 0.12, z), (wide / 2 + 0.25, 0.16, deep / 2 + 0.25), paint(town.trim), turn=turn
        )
    )
    for step in range(4):
        part = 1 - 0.16 * (step + 1)
        middle = (x, high + 0.28 + rise * (step + 0.5) / 4, z)
        half = (wide / 2 * part**0.5, rise / 8, deep / 2 * part)
        solids.append(Solid("box", middle, half, paint(color, 0.2, 6), turn=turn))
    return solids


def _outside(town: Town, solids: list[Solid], eye: Triple, look: Triple, angle: float, haze: float) -> Scene:
    if town.lit:
        return Scene(solids, eye, look, angle, textures.sky(0x3A5684, 0xF0AE86, 1.1, town.clouds),
                     ((-0.6, 0.16, -0.5), (0.55, 0.34, 0.22)), exposure=1.25, fill=0.4, haze=haze)  # fmt: skip
    return Scene(solids, eye, look, angle, textures.sky(0x4F8FD0, 0xDDE8F0, 1.15, town.clouds),
                 (town.sun, (2.9, 2.6, 2.15)), exposure=0.80, fill=0.5, warmth=0.02, haze=haze)  # fmt: skip


def skyline(town: Town, seed: int) -> Scene:
    """A town across a river: rows of houses, and towers behind them in the haze."""
    rng = np.random.default_rng(seed)
    water = Solid("box", (0.0, -1.0, 0.0), (900.0, 1.0, 62.0), paint(0x3C5560, 0.2, 0.05), shine=0.06,
                  rough=(0.05, 0.11, 0.0, 0.33))  # fmt: skip
    ground = Solid("box", (0.0, -1.0, 500.0), (900.0, 2.6, 440.0), paint(town.paving, 0.2, 0.2))
    quay = Solid(
        "box", (0.0, 2.6, 66.0), (900.0, 1.1, 1.4), textures.leaves(town.trees), rough=(0.8, 0.7, 0.9, 0.8)
    )
    solids = [water, ground, quay]
    for row, z in enumerate((78.0, 104.0, 138.0)):
        x = -56.0 - 18 * row + 6 * rng.random()
        while x < 60 + 18 * row:
            wide = 11 + 9 * rng.random()
            low, high = town.storeys
            storeys = int(rng.integers(low, high + 1)) + row
            wall = town.walls[int(rng.integers(len(town.walls)))]
            solids += _house(
                x + wide / 2,
                z + 4 * rng.random(),
                wide,
                12.0,
                storeys,
                town,
                wall,
                0.16 * (rng.random() - 0.5),
            )
            x += wide + (3.0 if rng.random() < 0.25 else 0.2)
    for number, (tall, broad) in enumerate(town.towers):
        texture = front(town.walls[-1], 0x4A5E70, 3.4, (1.6, 1.2, 2.4), trim=0x9AA4AC, lit=town.lit)
        at = (-1) ** number * (10.0 + 19.0 * (number // 2)), tall / 2, 185.0 + 12 * number
        solids.append(Solid("box", at, (broad / 2, tall / 2, broad / 2), texture, turn=0.4 * number))
    return _outside(town, solids, (0.0, 19.0, -22.0), (4.0, 19.0, 100.0), 52, 900.0)


def house(town: Town, seed: int) -> Scene:
    """One house with awnings and hedges, seen from across a square."""
    rng = np.random.default_rng(seed)
    low, high = town.storeys
    turn = -0.5
    solids = [
        Solid("box", (0.0, -0.5, 40.0), (200.0, 0.5, 200.0), textures.tiles(town.paving, 0x6E6A64, 0.9))
    ]
    solids += _house(1.0, 24.0, 17.0, 12.0, min(high, 6), town, town.walls[0], turn)
    c, s = math.cos(turn), math.sin(turn)
    for along, storeys in ((-15.5, low), (15.0, max(low, high - 1))):
        wall = town.walls[int(rng.integers(1, len(town.walls)))]
        solids += _house(1.0 + c * along, 24.0 + s * along, 13.0, 12.0, storeys, town, wall, turn)

    def before(along: float, out: float) -> tuple[float, float]:
        """A point in front of the house: the distance along its front, and the distance from it."""
        return 1.0 + c * along + s * (6.0 + out), 24.0 + s * along - c * (6.0 + out)

    for along in (-6.2, -3.2, 3.2, 6.2):
        x, z = before(along, 0.7)
        solids.append(
            Solid(
                "box",
                (x, 2.75, z),
                (1.05, 0.07, 0.75),
                paint(0xB9B2A2 if town.brick else 0x6E3A34),
                turn=turn,
            )
        )
        x, z = before(along, 0.9)
        solids.append(Solid("box", (x, 0.45, z), (1.1, 0.45, 0.4), textures.leaves(town.trees), turn=turn,
                            rough=(0.9, 2.7, 3.1, 2.3)))  # fmt: skip
    x, z = before(0.0, 0.1)
    solids.append(Solid("box", (x, 1.4, z), (0.95, 1.4, 0.2), paint(0x4A3428), turn=turn))
    x, z = before(0.0, 0.9)
    solids.append(Solid("box", (x, 3.05, z), (1.7, 0.10, 1.0), paint(0x5C2A28), turn=turn))
    solids.append(Solid("box", (x, 0.06, z), (1.5, 0.06, 0.9), paint(0xC9C2B5), turn=turn))
    return _outside(town, solids, (-9.0, 2.2, -15.0), (0.6, 1.3 * min(high, 6) + 2.0, 24.0), 46, 900.0)
