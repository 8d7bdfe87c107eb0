"""Things on tables: bread, soup, coffee, tomatoes, books. Lengths are decimetres."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.photographs import textures
from bmoca_gym.handset.graphics.photographs.textures import cloth, leaves, linear, noise, paint, wood
from bmoca_gym.handset.graphics.photographs.tracer import Floats, Scene, Solid, Texture, Triple

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


def _crust(p: Floats, n: Floats) -> Floats:
    """Bread: brown where the oven reached it, pale with flour in the cuts."""
    brown, pale = np.array(linear(0x8A4F22), np.float32), np.array(linear(0xE0BE8C), np.float32)
    cuts = np.clip(1.5 - 7 * np.abs(np.mod(p[:, 0] * 1.05 + 0.35 * p[:, 2] + 0.5, 1) - 0.5), 0, 1) * (
        n[:, 1] > 0.35
    )
    flour = np.clip((noise(p, 5, 4) - 0.52) * 5, 0, 1) * np.clip(n[:, 1], 0, 1)
    side = np.clip(0.75 - n[:, 1], 0, 1) * 0.45
    share = np.clip(0.8 * cuts + 0.5 * flour + side, 0, 1)[:, None]
    return ((brown * (1 - share) + pale * share) * (0.7 + 0.6 * noise(p, 9, 3))[:, None]).astype(np.float32)


def _crumb(p: Floats, n: Floats) -> Floats:
    """The inside of bread, with holes."""
    holes = np.clip((noise(p, 6, 3) - 0.58) * 8, 0, 1)[:, None]
    return (np.array(linear(0xEAD8B4), np.float32) * (1 - 0.55 * holes)).astype(np.float32)


def bread() -> Scene:
    """A loaf on a board, two slices before it, and a cloth."""
    solids = [
        Solid("soft", (0.2, 0.08, 3.3), (3.3, 0.10, 2.0), wood(0xA87B4C, 0.5, 0), round=0.7, turn=0.05, shine=0.03),
        Solid("ball", (0.5, 0.95, 3.7), (2.0, 1.0, 1.15), _crust, turn=0.12, rough=(0.05, 1.9, 2.1, 2.3)),
        Solid("soft", (-3.2, 0.10, 2.4), (1.3, 0.10, 1.1), cloth(0x5E7686, 9), round=0.9, turn=0.5,
              rough=(0.5, 0.8, 0.0, 0.9)),
    ]  # fmt: skip
    for x, z, lean in ((-1.35, 2.15, 0.06), (-0.45, 1.95, 0.02)):
        solids.append(Solid("tube", (x, 0.28 + lean, z), (0.80, 0.10, 0.62), _crumb, turn=x, lean=lean))
        solids.append(
            Solid("tube", (x, 0.27 + lean, z), (0.85, 0.09, 0.67), paint(0x8A4F22, 0.3, 8), turn=x, lean=lean)
        )
    for number in range(14):
        at = 2.4 * math.sin(number * 2.4), 0.2, 2.6 + 1.1 * math.cos(number * 3.7)
        solids.append(Solid("ball", at, (0.05, 0.035, 0.04), paint(0xB98A52, 0.3, 9)))
    return _table(solids, (-0.4, 3.3, -3.6), (-0.1, 0.55, 3.1), 54, wood(0x6E4A33, 1.3, 0), 0xC9BBA6)


def _soup(p: Floats, n: Floats) -> Floats:
    """Lentil soup: thick, orange, with herbs and oil on it."""
    base, deep = np.array(linear(0xD9822B), np.float32), np.array(linear(0xA8501C), np.float32)
    share = np.clip(noise(p, 7, 4) * 1.6 - 0.4, 0, 1)[:, None]
    color = base * share + deep * (1 - share)
    herbs = np.clip((noise(p + np.float32(3), 11, 2) - 0.70) * 14, 0, 1)[:, None]
    color = color * (1 - herbs) + np.array(linear(0x4D7A2C), np.float32) * herbs
    cream = np.clip(1 - 14 * np.abs(np.hypot(p[:, 0], p[:, 2]) - 0.20 - 0.75 * noise(p, 1.8)), 0, 1)[:, None]
    return (color * (1 - 0.8 * cream) + 0.8 * cream * np.array(linear(0xF3E6CC), np.float32)).astype(
        np.float32
    )


def _bowl(x: float, z: float, size: float, glaze: int, inside: Texture, shine: float = 0.05) -> list[Solid]:
    """A bowl that is full, on its foot."""
    return [
        Solid("tube", (x, 0.12 * size, z), (0.5 * size, 0.1 * size, 0.5 * size), paint(glaze, 0.06)),
        Solid("ball", (x, size, z), (size, 0.9 * size, size), paint(glaze, 0.10, 4), shine=0.06, cut=0.0),
        Solid("ball", (x, size, z), (0.95 * size, 0.85 * size, 0.95 * size), paint(glaze, 0.10, 4), cut=0.0),
        Solid("tube", (x, 0.90 * size, z), (0.93 * size, 0.02 * size, 0.93 * size), inside, shine=shine,
              rough=(0.04, 1.3, 0.0, 1.7)),
    ]  # fmt: skip


def soup() -> Scene:
    """A bowl of lentil soup, a spoon, bread, and a lemon."""
    solids = [
        Solid("soft", (0.0, 0.04, 3.0), (2.7, 0.05, 1.9), cloth(0xD8CFBE, 7), round=0.9, turn=-0.12,
              rough=(0.10, 0.7, 0.0, 0.6)),
        Solid("tube", (0.0, 0.14, 3.0), (1.75, 0.05, 1.75), paint(0xE9E4DA, 0.05), shine=0.06),
        *_bowl(0.0, 3.0, 1.35, 0x3E6478, _soup),
        Solid("ball", (2.5, 0.14, 2.2), (0.34, 0.07, 0.22), paint(0xC7C9CB, 0.02), turn=0.5, shine=0.5),
        Solid("soft", (3.1, 0.12, 3.0), (0.06, 0.04, 0.9), paint(0xC7C9CB, 0.02), turn=-0.62, shine=0.5, round=0.9),
        Solid("ball", (-2.9, 0.60, 4.0), (0.75, 0.58, 0.58), paint(0xE8C22E, 0.12, 9), turn=0.6, shine=0.03,
              rough=(0.12, 5.0, 4.0, 5.0)),
        Solid("ball", (-2.2, 0.5, 5.4), (1.3, 0.6, 0.8), _crust, turn=-0.4),
        Solid("ball", (2.9, 0.60, 5.6), (0.68, 0.60, 0.68), paint(0xA3170E, 0.14, 2), shine=0.03),
    ]  # fmt: skip
    return _table(solids, (0.2, 4.2, -2.6), (0.1, 0.75, 3.3), 52, wood(0x8A6038, 1.1), 0xB9BDB6)


def coffee() -> Scene:
    """A cup of coffee with a saucer and a few beans."""

    def drink(p: Floats, n: Floats) -> Floats:
        r = np.hypot(p[:, 0], p[:, 2])
        foam = np.clip((noise(p, 4, 4) - 0.30) * 3 + 2.2 * (r - 0.42), 0, 1)[:, None]
        return (np.array(linear(0x5A3218), np.float32) * (1 - foam) + np.array(linear(0xC9965C), np.float32) * foam
                ).astype(np.float32)  # fmt: skip

    white = 0xEDEAE3
    solids = [
        Solid("tube", (0.0, 0.10, 3.0), (1.75, 0.05, 1.75), paint(white, 0.04), shine=0.08),
        Solid("tube", (0.0, 0.16, 3.0), (1.2, 0.05, 1.2), paint(white, 0.04), shine=0.08),
        *_bowl(0.0, 3.0, 1.05, white, drink, 0.04),
        *[
            Solid("ball", (0.98 + 0.38 * math.sin(turn), 0.72 + 0.30 * math.cos(turn), 2.82), (0.10, 0.10, 0.12),
                  paint(white, 0.04), shine=0.08)
            for turn in np.linspace(0.1, math.pi - 0.1, 17).tolist()
        ],
        Solid("ball", (-1.35, 0.24, 2.3), (0.26, 0.05, 0.17), paint(0xC9CBCD, 0.02), turn=0.8, shine=0.5),
        Solid("soft", (-1.85, 0.22, 3.0), (0.045, 0.03, 0.7), paint(0xC9CBCD, 0.02), turn=0.55, shine=0.5, round=0.9),
        Solid("soft", (3.2, 0.16, 4.3), (1.2, 0.16, 1.6), paint(0x8C3F35, 0.08), turn=0.35, round=0.3),
        Solid("soft", (3.25, 0.30, 4.3), (1.14, 0.02, 1.54), paint(0xF0EADA, 0.05), turn=0.35, round=0.3),
    ]  # fmt: skip
    for number in range(22):
        at = 2.6 * math.sin(number * 2.1) + 0.4, 0.09, 1.6 + 1.5 * math.cos(number * 1.3) ** 2 - 0.02 * number
        solids.append(
            Solid("ball", at, (0.13, 0.09, 0.09), paint(0x3B2012, 0.3, 9), turn=number * 0.9, shine=0.05)
        )
    return _table(solids, (0.3, 3.3, -2.6), (0.2, 0.5, 3.0), 50, wood(0x7A5335, 1.2), 0x6E7F7A)


def tomatoes() -> Scene:
    """Tomatoes of several sizes and colours, and basil, on a board."""
    solids = [
        Solid("soft", (0.0, 0.06, 3.2), (3.6, 0.09, 2.1), wood(0xB98D5B, 0.6, 0), round=0.7, shine=0.03)
    ]
    reds = (0xA3170E, 0xB02414, 0x96130D, 0xB8431A, 0xC48A1C)
    for number, (x, z, size) in enumerate((
        (-1.9, 3.6, 0.85), (-0.3, 4.1, 0.98), (1.4, 3.7, 0.88), (2.7, 4.4, 0.75), (-0.9, 2.6, 0.66), (0.6, 2.5, 0.72),
        (-2.5, 2.4, 0.45), (1.9, 2.4, 0.48), (-1.7, 1.9, 0.40), (0.0, 1.6, 0.36), (1.1, 1.6, 0.38), (2.6, 2.9, 0.42),
    )):  # fmt: skip
        high = 0.86 * size
        solids.append(Solid("ball", (x, 0.14 + high, z), (size, high, size), paint(reds[number * 3 % 5], 0.14, 2),
                            shine=0.03))  # fmt: skip
        for leaf in range(5):
            turn = leaf * 1.257 + number
            at = x + 0.24 * size * math.sin(turn), 0.14 + 1.90 * high, z + 0.24 * size * math.cos(turn)
            solids.append(Solid("ball", at, (0.09 * size, 0.035 * size, 0.36 * size), leaves(0x4E7A34), turn=turn,
                                lean=0.25))  # fmt: skip
    for number in range(9):
        turn = number * 0.9
        at = -3.1 + 0.5 * math.sin(turn), 0.35 + 0.05 * (number % 4), 3.4 + 0.5 * math.cos(turn)
        solids.append(
            Solid("ball", at, (0.26, 0.05, 0.46), leaves(0x4C8B38), turn=turn, lean=0.5, shine=0.03)
        )
    return _table(solids, (0.0, 3.9, -3.0), (0.1, 0.6, 3.1), 52, cloth(0x54626B, 6), 0x9AA59B, exposure=0.75)


def books() -> Scene:
    """Two shelves of books."""
    rng = np.random.default_rng(7)
    colors = (
        0x7A2E2A,
        0x2F4A66,
        0x3F5B45,
        0xB08A4A,
        0xD8CDB8,
        0x4A4038,
        0x8C5A3C,
        0x5C6B78,
        0xA8442F,
        0x1F2A35,
    )
    solids = [Solid("box", (0.0, 4.0, 6.6), (14.0, 8.0, 0.2), wood(0x5A3D28, 2.0, 1))]
    for shelf in range(3):
        foot = -0.15 + 3.2 * shelf
        solids.append(
            Solid("box", (0.0, foot - 0.14, 5.0), (14.0, 0.14, 1.6), wood(0x6E4B30, 2.0, 0), shine=0.02)
        )
        x = -7.5 + rng.random()
        while x < 7.5:
            wide, high, deep = (
                0.13 + 0.22 * rng.random(),
                0.95 + 0.42 * rng.random(),
                0.75 + 0.25 * rng.random(),
            )
            color = colors[int(rng.integers(len(colors)))]
            lean = 0.0 if rng.random() < 0.93 else 0.1
            solids.append(Solid("soft", (x + wide, foot + high, 4.6 - deep + 0.9), (wide, high, deep),
                                _spine(color, high), round=0.25, turn=lean, shine=0.02))  # fmt: skip
            x += 2 * wide + (0.9 if rng.random() < 0.06 else 0.03)
    sky = textures.sky(0x9DB8D4, 0xF1EEE8, 0.5, 0.5)
    return Scene(solids, (0.9, 3.4, -5.0), (-0.2, 2.9, 4.0), 50, sky, ((-0.55, 0.45, -0.75), (2.6, 2.2, 1.7)),
                 size=SIZE, samples=9, exposure=0.85, fill=0.5)  # fmt: skip


def _spine(color: int, high: float) -> Texture:
    """The back of a book, with bands and a title that cannot be read."""

    def texture(p: Floats, n: Floats) -> Floats:
        base = np.array(linear(color), np.float32) * (0.8 + 0.35 * noise(p, 3, 3))[:, None]
        up = p[:, 1] / high
        bands = (np.abs(np.abs(up) - 0.78) < 0.025) | (np.abs(np.abs(up) - 0.70) < 0.012)
        title = (
            (np.abs(up - 0.2) < 0.32)
            & (np.sin(p[:, 1] * 46 + 3 * noise(p, 9)) > 0.2)
            & (np.abs(p[:, 0]) < 0.06)
        )
        gold = np.array(linear(0xD9B66A if color < 0xB00000 else 0x5A4632), np.float32)
        marked = ((bands | title) & (n[:, 2] < -0.5))[:, None]
        return np.where(marked, gold, base).astype(np.float32)

    return texture


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


def pots() -> Scene:
    """Pots with flowers and herbs before a wall."""
    rng = np.random.default_rng(6)
    solids = []
    flowers = (0xC9364A, 0xE8B72E, 0xE9E4DA, 0x8A5FB0, 0xE0702E)
    for number, (x, z, size) in enumerate(
        ((-3.6, 5.2, 1.1), (-1.3, 4.5, 0.95), (0.9, 5.3, 1.15), (3.2, 4.6, 1.0))
    ):
        for foot, high, wide in ((0.0, 1.15, 0.80), (1.0, 0.35, 0.90)):
            middle, half = (x, (foot + high / 2) * size, z), (wide * size, high / 2 * size, wide * size)
            solids.append(Solid("tube", middle, half, paint(0xA85F3C, 0.3, 3)))
        green = leaves((0x4E7D34, 0x6A8F4A, 0x3F6B35, 0x5C8A3C)[number])
        for _ in range(16):
            turn, out = 6.28 * rng.random(), 0.85 * rng.random() ** 0.5
            up = 1.5 + 1.5 * (1 - out) * rng.random()
            at = x + size * out * math.sin(turn), size * up, z + size * out * math.cos(turn)
            solids.append(Solid("ball", at, (0.34 * size, 0.28 * size, 0.34 * size), green,
                                rough=(1.3, 2.9, 2.3, 3.1)))  # fmt: skip
        for _ in range(7 if number != 2 else 0):
            turn, out = 6.28 * rng.random(), 0.9 * rng.random() ** 0.5
            at = (
                x + size * out * math.sin(turn),
                size * (2.0 + 0.9 * (1 - out)),
                z - 0.25 + size * out * math.cos(turn),
            )
            solids.append(Solid("ball", at, (0.17, 0.10, 0.17), paint(flowers[number], 0.3, 6), lean=0.5))
    return _table(
        solids, (0.0, 3.2, -4.4), (0.0, 1.9, 4.6), 50, textures.tiles(0xA79C8E, 0x7F766B, 1.5), 0xD9CDB8
    )


def lanterns() -> Scene:
    """Paper lanterns that are lit, in the evening."""

    def ribs(p: Floats, n: Floats) -> Floats:
        turn = np.arctan2(p[:, 0], p[:, 2])
        lines = np.clip(1.4 - 9 * np.abs(np.mod(turn * 2.55, 1) - 0.5), 0, 1)[:, None]
        return (np.array(linear(0xC4301E), np.float32) * (1 - 0.6 * lines)).astype(np.float32)

    solids = [Solid("box", (0.0, 4.0, 14.0), (40.0, 14.0, 0.5), wood(0x4A3426, 1.4, 1))]
    lamps = []
    for x, y, z, size in (
        (-2.9, 3.7, 6.6, 1.15),
        (0.1, 3.0, 5.0, 1.3),
        (3.1, 3.9, 6.9, 1.1),
        (5.6, 3.3, 9.4, 1.0),
    ):
        solids += [
            Solid("ball", (x, y, z), (size, 0.92 * size, size), ribs, glow=(0.24, 0.03, 0.01)),
            Solid("tube", (x, y + 0.92 * size, z), (0.38 * size, 0.10, 0.38 * size), paint(0x2A2019)),
            Solid("tube", (x, y - 0.92 * size, z), (0.38 * size, 0.10, 0.38 * size), paint(0x2A2019)),
            Solid("tube", (x, y + 4.0, z), (0.02, 3.0, 0.02), paint(0x2A2019)),
            Solid("tube", (x, y - 1.45 * size, z), (0.05, 0.42 * size, 0.05), paint(0xD9A441)),
        ]
        lamps.append(((x, y - 0.4, z - 1.7 * size), (2.4, 0.85, 0.35)))
    sky = textures.sky(0x1E2A44, 0x56506A, 0.35, 0.4)
    return Scene(solids, (0.2, 2.7, -3.2), (0.4, 3.1, 6.0), 54, sky, ((-0.6, 0.3, -0.5), (0.05, 0.05, 0.08)),
                 size=SIZE, samples=9, lamps=lamps, exposure=1.1, fill=0.5)  # fmt: skip
