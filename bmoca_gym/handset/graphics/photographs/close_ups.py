"""An upright scene, as reels show them: the moon."""

from __future__ import annotations

from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.photographs.textures import linear, noise
from bmoca_gym.handset.graphics.photographs.tracer import Floats, Scene, Sky, Solid, Triple

#: Width and height of the pictures.
SIZE = 360, 640


def _upright(solids: list[Solid], eye: Triple, look: Triple, angle: float, sky: Sky, sun: tuple[Triple, Triple],
             **options: Any) -> Scene:  # fmt: skip
    return Scene(solids, eye, look, angle, sky, sun, size=SIZE, samples=9, **options)


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
