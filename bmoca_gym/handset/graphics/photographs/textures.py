"""Colours of surfaces: paint, wood, cloth, tiles, plants, house fronts, and the sky. Colours are linear light."""

from __future__ import annotations

import numpy as np

from bmoca_gym.handset.graphics.photographs.tracer import Floats, Ints, Sky, Texture, Triple


def linear(color: int) -> Triple:
    """Return the light of a colour 0xRRGGBB as screens show it."""
    parts = [((color >> shift & 0xFF) / 255) ** 2.2 for shift in (16, 8, 0)]
    return parts[0], parts[1], parts[2]


def noise(points: Floats, scale: float, octaves: int = 3) -> Floats:
    """Return smooth noise from 0 to 1 at points [n, 3]; ``scale``: lumps per metre."""
    total = np.zeros(len(points), np.float32)
    part = 0.5
    for octave in range(octaves):
        p = points * np.float32(scale * 2**octave) + np.float32(17.3 * octave)
        cell = np.floor(p)
        share = p - cell
        share = share * share * (3 - 2 * share)
        h = cell.astype(np.int64) * _PRIMES
        sides = [(h[:, axis], h[:, axis] + _PRIMES[axis]) for axis in (0, 1, 2)]
        x, y, z = share[:, 0], share[:, 1], share[:, 2]
        rows = []
        for far in (0, 1):
            for high in (0, 1):
                foot = sides[1][high] ^ sides[2][far]
                left, right = _hashed(sides[0][0] ^ foot), _hashed(sides[0][1] ^ foot)
                rows.append(left + (right - left) * x)
        front, back = rows[0] + (rows[1] - rows[0]) * y, rows[2] + (rows[3] - rows[2]) * y
        total += np.float32(part) * (front + (back - front) * z)
        part /= 2
    return (total / (1 - 0.5**octaves)).astype(np.float32)


_PRIMES = np.array([73856093, 19349663, 83492791])


def _hashed(numbers: Ints) -> Floats:
    mixed = (numbers ^ (numbers >> 13)) * 1274126177 & 0x7FFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF).astype(np.float32) / np.float32(0xFFFF)


def _chance(cells: Floats) -> Floats:
    """A pseudo-random number from 0 to 1 for each cell of a grid, always the same."""
    n = cells.astype(np.int64) * _PRIMES
    return _hashed(n[:, 0] ^ n[:, 1] ^ n[:, 2])


def _tinted(color: int, share: Floats) -> Floats:
    return np.array(linear(color), np.float32) * share[:, None].astype(np.float32)


def paint(color: int, uneven: float = 0.06, scale: float = 1.4) -> Texture:
    """Plaster, lacquer or carpet of one colour, a little uneven."""
    return lambda p, n: _tinted(color, 1 - uneven + 2 * uneven * noise(p, scale))


def cloth(color: int, weave: float = 90.0) -> Texture:
    """Cloth: threads, and folds that are a little darker."""

    def texture(p: Floats, n: Floats) -> Floats:
        threads = 0.03 * np.sin(p[:, 0] * weave * 6.28) * np.sin(p[:, 2] * weave * 6.28)
        return _tinted(color, 0.9 + threads + 0.16 * noise(p, 2.2) - 0.06 * (noise(p, 7) > 0.6))

    return texture


def wood(color: int, board: float = 0.14, along: int = 2) -> Texture:
    """Boards with grain. ``along``: the axis they run along."""
    across = 0 if along != 0 else 2

    def texture(p: Floats, n: Floats) -> Floats:
        number = np.floor(p[:, across] / board)
        stretched = p.copy()
        stretched[:, along] *= 0.08
        stretched[:, across] += number * np.float32(3.1)
        grain = noise(stretched, 34, 2)
        own = _chance(np.stack([number, np.floor(p[:, along] / 1.3 + number * 0.37), 0 * number], 1))
        seam = np.abs(p[:, across] / board - number - 0.5) > 0.485
        return _tinted(color, (0.72 + 0.30 * own + 0.30 * (grain - 0.5)) * np.where(seam, 0.45, 1))

    return texture


def tiles(color: int, joint: int, size: float, axes: tuple[int, int] = (0, 2)) -> Texture:
    """Square tiles with joints between them."""

    def texture(p: Floats, n: Floats) -> Floats:
        cells = np.stack([np.floor(p[:, axes[0]] / size), np.floor(p[:, axes[1]] / size), 0 * p[:, 0]], 1)
        inside = np.abs(p[:, list(axes)] / size - cells[:, :2] - 0.5).max(1) < 0.475
        own = 0.88 + 0.12 * _chance(cells) + 0.06 * (noise(p, 5) - 0.5)
        return np.where(inside[:, None], _tinted(color, own), _tinted(joint, np.ones_like(own)))

    return texture


def leaves(color: int) -> Texture:
    """Foliage: lit and shaded leaves."""

    def texture(p: Floats, n: Floats) -> Floats:
        lumps = noise(p, 6, 3)
        return _tinted(color, 0.35 + 1.1 * np.clip(lumps * 1.6 - 0.4, 0, 1))

    return texture


def water(shallow: int, deep: int) -> Texture:
    """The bottom of a pool, with the net of light that waves make."""

    def texture(p: Floats, n: Floats) -> Floats:
        q = p * np.array([1, 1, 1.6], np.float32)
        net = 1 - np.abs(noise(q, 1.5, 2) * 2 - 1)
        part = np.clip(p[:, 2:3] * 0.1 + 0.5, 0, 1)
        mixed = np.array(linear(shallow), np.float32) * (1 - part) + np.array(linear(deep), np.float32) * part
        return (mixed * (0.8 + 0.5 * net[:, None] ** 5)).astype(np.float32)

    return texture


def painting(colors: tuple[int, int, int], seed: float) -> Texture:
    """An abstract painting: fields of three colours with brush strokes."""

    def texture(p: Floats, n: Floats) -> Floats:
        q = p + np.float32(seed)
        field = noise(q, 2.2, 2) + 0.10 * noise(q * np.array([1, 9, 1], np.float32), 6, 2)
        found = np.where((field > 0.62)[:, None], np.array(linear(colors[2])), np.array(linear(colors[1])))
        found = np.where((field < 0.46)[:, None], np.array(linear(colors[0])), found)
        return (found * (0.85 + 0.3 * noise(q, 30, 2))[:, None]).astype(np.float32)

    return texture


def front(wall: int, glass: int, storey: float, window: tuple[float, float, float], *, trim: int = 0xE8E2D6,
          lit: float = 0.0, brick: bool = False) -> Texture:  # fmt: skip
    """The front of a house: storeys of windows. ``window``: distance, width and height; ``lit``: part with light on."""
    apart, wide, high = window

    def texture(p: Floats, n: Floats) -> Floats:
        sideways = np.where(np.abs(n[:, 0]) > 0.5, p[:, 2], p[:, 0])
        column, row = np.floor(sideways / apart), np.floor(p[:, 1] / storey)
        u = np.abs(sideways / apart - column - 0.5) * apart
        v = p[:, 1] / storey - row
        stain = 0.82 + 0.24 * noise(p * np.array([1, 0.35, 1], np.float32), 0.7, 3)
        if brick:
            course = np.floor(p[:, 1] / 0.09)
            stone = np.floor((sideways + 0.11 * (course % 2)) / 0.24)
            stain = stain * (0.8 + 0.35 * _chance(np.stack([stone, course, 0 * course], 1)))
        color = _tinted(wall, stain)
        middle = np.abs(v - 0.52) * storey
        edge = (u < wide / 2 + 0.14) & (middle < high / 2 + 0.14)
        color = np.where(edge[:, None], _tinted(trim, stain), color)
        own = _chance(np.stack([column + 7 * np.sign(n[:, 0]), row, 2 + 0 * row], 1))
        pane = (u < wide / 2) & (middle < high / 2)
        shade = _tinted(glass, 0.35 + 0.9 * own) + np.clip(v[:, None] - 0.4, 0, 1) * 0.10
        glow = np.array(linear(0xFFC66B), np.float32) * (1.2 + own[:, None])
        shade = np.where((own < lit)[:, None], glow, shade)
        bar = (u < 0.035) | (np.abs(v - 0.60) * storey < 0.03)
        shade = np.where(bar[:, None], _tinted(trim, 0.8 * stain), shade)
        color = np.where(pane[:, None], shade, color)
        ledge = v < 0.035
        color = np.where(ledge[:, None], _tinted(trim, 0.8 * stain), color)
        return np.where((np.abs(n[:, 1]) > 0.5)[:, None], _tinted(wall, 0.6 * stain), color).astype(
            np.float32
        )

    return texture


def sky(zenith: int, horizon: int, light: float, clouds: float = 0.0, land: int | None = None) -> Sky:
    """A sky. ``clouds``: how much of it they cover; ``land``: colour of hills at the horizon."""

    def light_from(way: Floats) -> Floats:
        up = np.clip(way[:, 1:2], 0, 1)
        share = (1 - up) ** 5
        color = (
            np.array(linear(zenith), np.float32) * (1 - share) + np.array(linear(horizon), np.float32) * share
        )
        if clouds:
            flat = way / np.maximum(way[:, 1:2] + 0.12, 0.05) * np.array([1, 0, 1], np.float32)
            lumps = np.clip((noise(flat, 0.9, 5) - (0.72 - 0.4 * clouds)) * 5, 0, 1)[:, None]
            color = color * (1 - 0.85 * lumps) + 0.85 * lumps * np.array(linear(horizon), np.float32) * 1.05
        if land is not None:
            ridge = 0.02 + 0.10 * noise(way * np.array([1, 0, 1], np.float32), 3.5, 4)
            below = way[:, 1] < ridge
            trees = 0.7 + 0.6 * noise(way, 24, 3)
            haze = np.array(linear(horizon), np.float32) * 0.25
            color = np.where(below[:, None], _tinted(land, trees) * 0.75 + haze, color)
        return (color * light).astype(np.float32)

    return light_from
