"""Landscapes: a harbour, a lake, a lighthouse, a railway along the coast, a log in a wood. Lengths are metres."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.still_lifes import SIZE
from bmoca_gym.handset.graphics.photographs.textures import front, leaves, linear, noise, paint
from bmoca_gym.handset.graphics.photographs.tracer import Floats, Scene, Solid, Texture, Triple

_SUN: tuple[Triple, Triple] = (-0.55, 0.50, -0.45), (2.9, 2.6, 2.1)


def _outside(solids: list[Solid], eye: Triple, look: Triple, angle: float, *, zenith: int = 0x4F8FD0,
             clouds: float = 0.5, land: int | None = None, **options: Any) -> Scene:  # fmt: skip
    sky = textures.sky(zenith, 0xDDE8F0, 1.1, clouds, land)
    looks = {"exposure": 0.80, "fill": 0.5, "samples": 8, **options}
    return Scene(solids, eye, look, angle, sky, _SUN, size=SIZE, **looks)


def _water(color: int, wave: float) -> Solid:
    return Solid("box", (0.0, -1.0, 400.0), (1500.0, 1.0, 1500.0), paint(color, 0.25, 0.03), shine=0.10,
                 rough=(0.035, wave, 0.0, 2.6 * wave))  # fmt: skip


def _hill(x: float, z: float, size: Triple, texture: Texture) -> Solid:
    return Solid("ball", (x, -0.25 * size[1], z), size, texture, rough=(0.30, 0.05, 0.07, 0.06))


def _slope(grass: int, rock: int, scale: float = 0.02) -> Texture:
    """A hillside: woods and meadows below, rock above."""

    def texture(p: Floats, n: Floats) -> Floats:
        lumps = noise(p, scale * 4, 4)
        high = np.clip((p[:, 1] * scale - 0.55 + 0.8 * (lumps - 0.5)) * 3, 0, 1)[:, None]
        green = np.array(linear(grass), np.float32) * (0.45 + 1.0 * lumps)[:, None]
        return (green * (1 - high) + np.array(linear(rock), np.float32) * (0.6 + 0.7 * lumps)[:, None] * high
                ).astype(np.float32)  # fmt: skip

    return texture


def _boat(x: float, z: float, hull: int, sail: float) -> list[Solid]:
    """A sailing boat; ``sail``: height of its sail, 0 for a furled one."""
    solids = [
        Solid("ball", (x, 0.35, z), (3.6, 0.85, 1.1), paint(hull, 0.05), turn=0.25, shine=0.05),
        Solid("soft", (x - 0.3, 1.15, z), (1.5, 0.35, 0.7), paint(0xE9E5DC, 0.05), turn=0.25, round=0.6),
        Solid("tube", (x + 0.4, 5.6, z), (0.08, 5.2, 0.08), paint(0x8C8478)),
        Solid("soft", (x - 1.2, 1.9, z), (1.7, 0.16, 0.16), paint(0xD9D4C8, 0.05), turn=0.25, round=0.9),
    ]
    steps = 26 if sail else 0
    for step in range(steps):
        part = 1 - (step + 0.5) / steps
        middle = x + 0.35 - 1.55 * part, 2.1 + sail * (step + 0.5) / steps, z + 0.12
        solids.append(
            Solid("box", middle, (1.55 * part, 0.51 * sail / steps, 0.03), paint(0xF0ECE2, 0.05, 0.6))
        )
    return solids


def harbour() -> Scene:
    """Boats before the houses of a harbour."""
    rng = np.random.default_rng(3)
    solids = [
        _water(0x35566A, 0.23),
        Solid("box", (0.0, 0.6, 71.0), (300.0, 0.9, 6.0), textures.tiles(0x9C9488, 0x7B746A, 1.4)),
        _hill(-60.0, 190.0, (130.0, 50.0, 70.0), _slope(0x54753F, 0x8C8578)),
        _hill(95.0, 210.0, (120.0, 62.0, 80.0), _slope(0x4B6C3C, 0x8C8578)),
    ]
    x = -62.0
    while x < 60:
        wide, storeys = 6 + 5 * rng.random(), int(rng.integers(2, 5))
        high = 3.1 * storeys
        wall = (0xE6DCC8, 0xD9A77C, 0xC9C2B4, 0xE2C98F, 0xB9655A, 0x9FB6BE)[int(rng.integers(6))]
        fronts = front(wall, 0x39434B, 3.1, (2.4, 1.0, 1.7))
        ground: Texture = lambda p, n, t=fronts, h=high: t(p + np.array([0, h / 2, 0], np.float32), n)  # type: ignore[misc]  # noqa: E731
        solids.append(Solid("box", (x + wide / 2, 1.4 + high / 2, 80.0), (wide / 2, high / 2, 5.0), ground))
        for step in range(5):
            part = 1 - step / 5
            solids.append(Solid("box", (x + wide / 2, 1.4 + high + 0.25 + 0.5 * step, 80.0),
                                (wide / 2 + 0.2, 0.26, 5.2 * part), paint(0x9A5138, 0.25, 4)))  # fmt: skip
        x += wide + 0.15
    for number in range(5):
        at = -26.0 + 15.0 * number + 4 * rng.random(), 56.0 + 6 * rng.random()
        solids += _boat(*at, (0xE9E6DF, 0x2E4A66, 0x8C2F2A, 0xE9E6DF, 0x3C5E4A)[number], 0.0)
    solids += _boat(-2.0, 27.0, 0x7A2B26, 7.0)
    return _outside(solids, (1.0, 4.6, -2.0), (-0.5, 5.6, 40.0), 50, clouds=0.6, haze=700.0)


def lighthouse() -> Scene:
    """A lighthouse on rocks by the sea."""

    def stripes(p: Floats, n: Floats) -> Floats:
        red = (np.floor(p[:, 1] / 3.0 + 0.5) % 2 > 0.5)[:, None]
        stain = (0.82 + 0.25 * noise(p * np.array([1, 0.25, 1], np.float32), 1.2, 3))[:, None]
        return (
            np.where(red, np.array(linear(0xB23A2E)), np.array(linear(0xEDE8DD))).astype(np.float32) * stain
        )

    rock = paint(0x7C7468, 0.5, 1.1)
    solids = [_water(0x2F5A72, 0.12)]
    for step in range(30):
        part = step / 30
        wide = 2.3 - 0.9 * part
        solids.append(
            Solid("tube", (4.0, 4.3 + 15.0 * part, 38.0), (wide, 0.27, wide), _moved(stripes, 15.0 * part))
        )
    solids += [
        Solid("tube", (4.0, 19.4, 38.0), (2.0, 0.16, 2.0), paint(0x3A3F44)),
        Solid("tube", (4.0, 20.4, 38.0), (1.05, 0.95, 1.05), paint(0xC9DCE0, 0.05), shine=0.25),
        Solid("ball", (4.0, 21.4, 38.0), (1.3, 0.9, 1.3), paint(0xA2352B, 0.1), shine=0.05),
        Solid("box", (-2.6, 5.4, 39.5), (3.4, 1.6, 2.4), front(0xEDE8DD, 0x39434B, 3.2, (2.2, 0.9, 1.2))),
    ]
    for step in range(5):
        solids.append(
            Solid(
                "box",
                (-2.6, 7.1 + 0.32 * step, 39.5),
                (3.6, 0.17, 2.7 * (1 - step / 5)),
                paint(0x8C4A36, 0.2, 5),
            )
        )
    rng = np.random.default_rng(2)
    for _ in range(26):
        turn = 6.28 * rng.random()
        far = 11 * rng.random() ** 0.7
        x, z = 1.5 + 1.35 * far * math.cos(turn), 38 + far * math.sin(turn)
        size = 2.2 + 2.6 * rng.random()
        solids.append(Solid("ball", (x, 1.5 - 0.10 * far, z), (size * 1.3, size * (1.1 - 0.05 * far), size), rock,
                            turn=3 * rng.random(), rough=(0.9, 0.31, 0.4, 0.27)))  # fmt: skip
    solids.append(
        Solid("ball", (0.8, 1.6, 38.5), (10.5, 2.5, 7.0), leaves(0x6A8546), rough=(0.6, 0.9, 0.8, 0.7))
    )
    return _outside(
        solids, (-8.0, 3.6, -8.0), (1.5, 11.0, 38.0), 54, zenith=0x3F7FC4, clouds=0.75, haze=900.0
    )


def _moved(texture: Texture, up: float) -> Texture:
    return lambda p, n: texture(p + np.array([0, up, 0], np.float32), n)


def coast_train() -> Scene:
    """A red train above a beach."""

    def coach(p: Floats, n: Floats) -> Floats:
        side = p[:, 0]
        red, pale, glass = (np.array(linear(one), np.float32) for one in (0xB3282A, 0xE6E2DA, 0x20282F))
        column = np.abs(np.mod(side / 2.3, 1) - 0.5)
        window = (np.abs(p[:, 1] - 0.35) < 0.48) & (column < 0.40)
        band = (p[:, 1] < -0.72) & (p[:, 1] > -0.95)
        color = np.where(band[:, None], pale, red)
        color = np.where((window & (np.abs(n[:, 2]) > 0.5))[:, None], glass, color)
        return np.where((p[:, 1] > 1.35)[:, None], np.array(linear(0x8F9296)), color).astype(np.float32)

    grass, sand = leaves(0x7C9150), paint(0xD6C29A, 0.2, 0.5)
    solids = [
        Solid("box", (0.0, -6.0, 700.0), (1500.0, 1.0, 640.0), paint(0x2E6480, 0.25, 0.03), shine=0.12,
              rough=(0.05, 0.08, 0.0, 0.2)),
        Solid("box", (0.0, -5.6, 52.0), (400.0, 0.8, 9.0), sand),
        Solid("box", (0.0, -3.2, 28.0), (400.0, 3.0, 12.0), grass, rough=(0.3, 0.7, 0.9, 0.8)),
        Solid("box", (0.0, -0.15, 26.0), (400.0, 0.35, 2.6), paint(0x8A8279, 0.6, 3)),
        Solid("box", (0.0, 0.30, 25.3), (400.0, 0.07, 0.05), paint(0x6B5A4C), shine=0.2),
        Solid("ball", (0.0, -5.0, 9.0), (50.0, 4.2, 9.0), grass, rough=(0.3, 0.9, 0.8, 1.1)),
        _hill(240.0, 420.0, (190.0, 70.0, 90.0), _slope(0x5C7B4A, 0x9A9284)),
        _hill(-260.0, 520.0, (170.0, 46.0, 80.0), _slope(0x5C7B4A, 0x9A9284)),
    ]  # fmt: skip
    for number in range(4):
        x = -27.0 + 15.4 * number
        solids += [
            Solid("soft", (x, 2.15, 26.0), (7.45, 1.50, 1.35), coach, round=0.28, shine=0.07),
            Solid("box", (x, 0.62, 26.0), (6.6, 0.22, 1.0), paint(0x2A2A2C)),
        ]
        for wheel in (-5.2, -3.8, 3.8, 5.2):
            solids.append(
                Solid("ball", (x + wheel, 0.60, 24.95), (0.42, 0.42, 0.10), paint(0x3A3A3C), shine=0.1)
            )
    for x in (-42.0, -14.0, 14.0, 42.0):
        solids.append(Solid("tube", (x, 3.6, 28.4), (0.12, 3.6, 0.12), paint(0x6E7276)))
    return _outside(solids, (-9.0, 5.6, -6.0), (-1.5, 2.0, 26.0), 54, clouds=0.55, haze=1200.0)


def log() -> Scene:
    """A mossy log with mushrooms on the ground of a wood."""

    def bark(p: Floats, n: Floats) -> Floats:
        ridges = noise(p * np.array([1, 0.25, 1], np.float32), 9, 3)
        moss = np.clip((noise(p, 1.6, 4) - 0.46) * 5, 0, 1)[:, None] * np.clip(0.3 - n[:, 2:3], 0, 1)
        brown = np.array(linear(0x5A4030), np.float32) * (0.35 + 1.1 * ridges)[:, None]
        return (brown * (1 - moss) + np.array(linear(0x4E6B26), np.float32) * (0.4 + ridges)[:, None] * moss
                ).astype(np.float32)  # fmt: skip

    def ground(p: Floats, n: Floats) -> Floats:
        share = np.clip(noise(p, 2.0, 4) * 2 - 0.6, 0, 1)[:, None]
        fallen = np.array(linear(0x7A5632), np.float32) * share + np.array(linear(0x3E4A24), np.float32) * (
            1 - share
        )
        return (fallen * (0.5 + noise(p, 12, 3))[:, None]).astype(np.float32)

    solids = [
        Solid("box", (0.0, -0.5, 20.0), (80.0, 0.5, 60.0), ground, rough=(0.22, 1.9, 0.0, 2.3)),
        Solid("tube", (0.4, 0.85, 5.2), (0.95, 4.2, 0.95), bark, turn=1.45, lean=math.pi / 2,
              rough=(0.35, 1.6, 0.5, 1.9)),
    ]  # fmt: skip
    rng = np.random.default_rng(4)
    for number in range(9):
        x, size = -2.6 + 0.62 * number + 0.25 * rng.random(), 0.20 + 0.18 * rng.random()
        foot, z = (1.72, 5.0) if number % 3 else (0.0, 3.7 - 0.5 * rng.random())
        solids += [
            Solid(
                "tube",
                (x, foot + 0.8 * size, z),
                (0.20 * size, 0.9 * size, 0.20 * size),
                paint(0xE3D8C2, 0.15, 9),
            ),
            Solid(
                "ball",
                (x, foot + 1.7 * size, z),
                (size, 0.55 * size, size),
                paint(0xB9793E, 0.25, 6),
                shine=0.05,
            ),
        ]
    for _ in range(34):
        x, z = -34 + 68 * rng.random(), 17 + 36 * rng.random()
        thick = 0.35 + 0.4 * rng.random()
        solids.append(Solid("tube", (x, 9.0, z), (thick, 10.0, thick), bark))
    for _ in range(24):
        x, z = -7 + 14 * rng.random(), 2.6 + 9 * rng.random()
        solids.append(
            Solid("ball", (x, 0.05, z), (0.16, 0.02, 0.11), paint(0xA9692F, 0.3, 7), turn=6 * rng.random())
        )
    for _ in range(30):
        x, z = -24 + 48 * rng.random(), 14 + 30 * rng.random()
        solids.append(
            Solid("ball", (x, 0.4, z), (1.6, 0.9, 1.3), leaves(0x5E8038), rough=(1.2, 1.9, 1.7, 2.1))
        )
    return _outside(solids, (-0.6, 2.7, -3.4), (0.1, 1.25, 6.0), 56, zenith=0x8FA98A, clouds=0.9, land=0x3F5A33,
                    haze=120.0, samples=6)  # fmt: skip
