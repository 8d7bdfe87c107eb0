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
