"""Upright scenes of small things, as reels show them: garlic, and the moon."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.textures import cloth, linear, noise, paint, wood
from bmoca_gym.handset.graphics.photographs.tracer import Floats, Scene, Sky, Solid, Texture, Triple

#: Width and height of the pictures.
SIZE = 360, 640
_DAY: tuple[Triple, Triple] = (-0.55, 0.62, -0.35), (3.4, 3.0, 2.4)


def _upright(solids: list[Solid], eye: Triple, look: Triple, angle: float, sky: Sky, sun: tuple[Triple, Triple],
             **options: Any) -> Scene:  # fmt: skip
    return Scene(solids, eye, look, angle, sky, sun, size=SIZE, samples=9, **options)


def _skin(color: int, stripe: int) -> Texture:
    """The skin of garlic: pale, with stripes that run upwards."""

    def texture(p: Floats, n: Floats) -> Floats:
        turn = np.arctan2(p[:, 0], p[:, 2])
        lines = np.clip(np.sin(turn * 9 + 4 * noise(p, 1.5)) * 1.6 - 0.5, 0, 1)[:, None] * 0.55
        base, other = np.array(linear(color), np.float32), np.array(linear(stripe), np.float32)
        return ((base * (1 - lines) + other * lines) * (0.85 + 0.3 * noise(p, 5))[:, None]).astype(np.float32)

    return texture


def garlic() -> Scene:
    """Bulbs of garlic and cloves on a board, with a knife. Lengths are decimetres."""
    skin, clove = _skin(0xEDE6DA, 0xB79AA6), paint(0xEFE3C4, 0.10, 3)
    solids = [
        Solid("box", (0.0, -0.3, 2.0), (40.0, 0.1, 40.0), cloth(0x5C6A70, 6)),
        Solid(
            "soft",
            (0.1, -0.12, 1.2),
            (2.1, 0.10, 2.9),
            wood(0xA9784A, 0.55),
            turn=0.15,
            round=0.6,
            shine=0.03,
        ),
    ]
    for x, z, size in ((-0.75, 1.5, 0.52), (0.55, 2.2, 0.58), (0.75, 0.55, 0.44)):
        solids.append(Solid("ball", (x, 0.72 * size, z), (0.80 * size, 0.72 * size, 0.80 * size), skin))
        for number in range(8):
            turn = number * math.pi / 4
            at = x + 0.50 * size * math.sin(turn), 0.62 * size, z + 0.50 * size * math.cos(turn)
            solids.append(Solid("ball", at, (0.36 * size, 0.62 * size, 0.46 * size), skin, turn=turn))
        for step in range(4):
            thick = (0.26 - 0.045 * step) * size
            solids.append(Solid("tube", (x + 0.03 * step, (1.25 + 0.17 * step) * size, z), (thick, 0.10 * size, thick),
                                skin, lean=0.1 * step))  # fmt: skip
    for x, z, turn in (
        (-0.45, 0.35, 0.6),
        (-0.10, 0.62, 2.2),
        (-0.62, 0.78, 1.2),
        (0.12, 0.20, -0.5),
        (0.2, 1.2, 0.9),
    ):
        solids.append(
            Solid("ball", (x, 0.10, z), (0.12, 0.11, 0.25), clove, turn=turn, lean=0.12, shine=0.03)
        )
    solids += [
        Solid(
            "soft",
            (-1.35, 0.00, 1.0),
            (0.16, 0.012, 1.15),
            paint(0xB9BEC2, 0.02),
            turn=-0.25,
            shine=0.5,
            round=0.9,
        ),
        Solid(
            "soft",
            (-1.02, 0.06, -0.55),
            (0.13, 0.09, 0.55),
            wood(0x3A2A20),
            turn=-0.25,
            round=0.8,
            shine=0.04,
        ),
    ]
    sky = textures.sky(0x8FB4D8, 0xEDEFF0, 0.8, 0.6)
    return _upright(solids, (0.1, 4.2, -2.3), (0.0, 0.2, 1.25), 40, sky, _DAY, exposure=0.85, fill=0.6)


def moon() -> Scene:
    """The moon, nearly full, among stars."""

    def ground(p: Floats, n: Floats) -> Floats:
        seas = np.clip((noise(p, 0.55, 5) - 0.50) * 9, 0, 1)
        plains = noise(p, 5, 4) - 0.5
        spots = np.clip((noise(p, 9, 2) - 0.68) * 5, 0, 1)
        tone = 0.58 - 0.42 * seas + 0.22 * plains + 0.20 * spots
        return (np.array(linear(0xE9E4DA), np.float32) * tone[:, None].astype(np.float32)).astype(np.float32)

    def stars(way: Floats) -> Floats:
        bright = np.clip((noise(way, 170, 1) - 0.955) * 22, 0, 1) ** 2
        base = np.array(linear(0x060A16), np.float32)
        return (base + bright[:, None] * np.array([0.9, 0.95, 1.0], np.float32)).astype(np.float32)

    ball = Solid("ball", (0.0, 0.0, 10.0), (2.0, 2.0, 2.0), ground, rough=(0.07, 3.9, 4.7, 3.3))
    return _upright([ball], (0.0, 0.0, 0.0), (0.1, -0.35, 10.0), 32, stars, ((-0.75, 0.25, -0.62), (2.6, 2.5, 2.35)),
                    exposure=0.40, fill=0.0)  # fmt: skip
