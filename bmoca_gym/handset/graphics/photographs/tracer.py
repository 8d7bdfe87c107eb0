"""Follows light through a scene of simple solids: what a camera would see, with the shadows and the glow of real rooms.

Light is followed for a small picture (`Scene.lit`), smoothed, and laid over the colours of the large one. All random
numbers come from a seed. Lengths are metres, y points up, colours are linear light.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]
Ints: TypeAlias = NDArray[np.int64]
#: Colours of points on a solid: (points, normals), both in the solid's own axes, to [n, 3].
Texture: TypeAlias = Callable[[Floats, Floats], Floats]
#: Light from outside in a direction: [n, 3] to [n, 3].
Sky: TypeAlias = Callable[[Floats], Floats]
Triple: TypeAlias = tuple[float, float, float]

WIDTH, HEIGHT = 420, 276
#: How often light bounces.
_BOUNCES = 2
#: Samples of each point's colour, a square.
_FINE = 2
#: Light of a bounce is at most this, so that few samples are enough; the bounces left out give this part of the last.
_MOST, _REST = 1.1, 0.35
#: Part of the colours' strength that the picture keeps.
_PURE = 0.8
_FAR = 1e4
_CLOSE = 1e-3
#: Steps along a ray to a soft box.
_MARCH = 16


@dataclass(frozen=True)
class Solid:
    """A box, a box with round edges, an ellipsoid or an upright cylinder.

    Attributes:
        kind: "box", "soft", "ball" or "tube".
        middle: its centre.
        half: half of its extent along its own axes.
        texture: its colours.
        turn: rotation about the upright axis in radians.
        lean: rotation about its own x axis before that.
        cut: an ellipsoid is open above this part of its half height, like a bowl.
        round: radius of the edges of a soft box, as a part of its smallest half.
        glow: light that it gives off.
        shine: part of the light that it reflects like a mirror when seen from straight ahead; more when seen flat.
        rough: how uneven its surface is: (height, folds per metre along x, y and z).
    """

    kind: str
    middle: Triple
    half: Triple
    texture: Texture
    turn: float = 0.0
    glow: Triple = (0.0, 0.0, 0.0)
    shine: float = 0.0
    rough: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    lean: float = 0.0
    round: float = 0.5
    cut: float = 1.0


@dataclass
class Scene:
    """A scene to photograph: its solids, the camera, and the light.

    Attributes:
        sky: light from outside.
        sun: direction to the sun, and its light.
        windows: openings through which the sky is sampled: (corner, edge, edge). Without any, all around.
        lamps: small lights inside: (place, light).
        fill: light that has bounced many times.
        warmth: how much redder than blue the camera makes it.
        haze: how far one sees before haze hides most; 0 where the air is clear.
        size: width and height of the picture.
        samples: how often the light of each of its points is sampled.
        lit: part of the width and height for which light is followed.
    """

    solids: list[Solid]
    eye: Triple
    look: Triple
    angle: float
    sky: Sky
    sun: tuple[Triple, Triple]
    windows: list[tuple[Triple, Triple, Triple]] = field(default_factory=list)
    lamps: list[tuple[Triple, Triple]] = field(default_factory=list)
    exposure: float = 1.0
    fill: float = 1.0
    warmth: float = 0.0
    haze: float = 0.0
    size: tuple[int, int] = (WIDTH, HEIGHT)
    samples: int = 14
    lit: int = 3


def _array(values: Any) -> Floats:
    return np.asarray(values, np.float32)


def _turned(points: Floats, turn: float) -> Floats:
    if not turn:
        return points
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    return np.stack([c * x - s * z, y, s * x + c * z], 1)


def _own(vectors: Floats, solid: Solid) -> Floats:
    """Vectors of the room along the axes of a solid."""
    return _leaning(_turned(vectors, -solid.turn), -solid.lean)


def _leaning(vectors: Floats, lean: float) -> Floats:
    if not lean:
        return vectors
    c, s = np.float32(np.cos(lean)), np.float32(np.sin(lean))
    x, y, z = vectors[:, 0], vectors[:, 1], vectors[:, 2]
    return np.stack([x, c * y - s * z, s * y + c * z], 1)


def _dot(one: Floats, two: Floats) -> Floats:
    """Products along the last axis; much faster than a sum of numpy's over three numbers."""
    return one[..., 0] * two[..., 0] + one[..., 1] * two[..., 1] + one[..., 2] * two[..., 2]


def _unit(vectors: Floats) -> Floats:
    length = np.sqrt(_dot(vectors, vectors))
    return vectors / np.maximum(length, np.float32(1e-9))[:, None]


def _reached(solid: Solid, origins: Floats, rays: Floats) -> Floats:
    """The distance along each ray to the solid; `_FAR` if the ray misses it."""
    o = _own(origins - _array(solid.middle), solid)
    d = _own(rays, solid)
    half = _array(solid.half)
    if solid.kind == "box":
        return _box(o, d, half)
    if solid.kind == "soft":
        return _soft(o, d, half, solid.round)
    o, d = o / half, d / half
    if solid.kind == "ball":
        a, b, c = _dot(d, d), _dot(o, d), _dot(o, o) - 1
    else:
        a = d[:, 0] ** 2 + d[:, 2] ** 2 + np.float32(1e-12)
        b, c = o[:, 0] * d[:, 0] + o[:, 2] * d[:, 2], o[:, 0] ** 2 + o[:, 2] ** 2 - 1
    root = b * b - a * c
    ok = root > 0
    root = np.sqrt(np.maximum(root, 0))
    near, far = (-b - root) / a, (-b + root) / a
    if solid.kind == "tube":
        step = np.where(np.abs(d[:, 1]) < 1e-9, np.float32(1e-9), d[:, 1])
        top, foot = (1 - o[:, 1]) / step, (-1 - o[:, 1]) / step
        near, far = np.maximum(near, np.minimum(top, foot)), np.minimum(far, np.maximum(top, foot))
        ok &= near < far
    if solid.cut < 1:
        near, far = (
            np.where(o[:, 1] + t * d[:, 1] > solid.cut, none, t) for t, none in ((near, -_FAR), (far, _FAR))
        )
    t = np.where(near > _CLOSE, near, far)
    return np.where(ok & (t > _CLOSE), t, np.float32(_FAR)).astype(np.float32)


def _box(o: Floats, d: Floats, half: Floats) -> Floats:
    near, far = np.float32(-_FAR), np.float32(_FAR)
    for axis in (0, 1, 2):
        start, step = o[:, axis], d[:, axis]
        once = 1 / np.where(np.abs(step) < 1e-9, np.float32(1e-9), step)
        middle, reach = -start * once, half[axis] * np.abs(once)
        near, far = np.maximum(near, middle - reach), np.minimum(far, middle + reach)
    t = np.where(near > _CLOSE, near, far)
    return np.where((near < far) & (t > _CLOSE), t, np.float32(_FAR))


def _inner(half: Floats, part: float) -> tuple[Floats, np.float32]:
    """The box within a soft box at whose edges the round parts have their centres, and their radius."""
    radius = np.float32(half.min() * part)
    return half - radius, radius


def _soft(o: Floats, d: Floats, half: Floats, part: float) -> Floats:
    """Goes along the rays that meet the box, each time as far as nothing can be in the way."""
    t = _box(o, d, half)
    met = np.flatnonzero(t < _FAR)
    inner, radius = _inner(half, part)
    there, origin = d[met], o[met]
    way = np.where((np.abs(origin) > half).any(1), t[met], np.float32(0))
    gap = np.zeros_like(way)
    for _ in range(_MARCH):
        q = np.maximum(np.abs(origin + there * way[:, None]) - inner, 0)
        gap = np.sqrt(_dot(q, q)) - radius
        way = way + gap
    t[met] = np.where(gap < _CLOSE, way, np.float32(_FAR))
    return t


def _nearest(solids: list[Solid], origins: Floats, rays: Floats) -> tuple[Floats, Ints]:
    best = np.full(len(rays), _FAR, np.float32)
    which = np.full(len(rays), -1)
    for number, solid in enumerate(solids):
        t = _reached(solid, origins, rays)
        closer = t < best
        best[closer] = t[closer]
        which[closer] = number
    return best, which


def _free(solids: list[Solid], origins: Floats, rays: Floats, far: Floats | float) -> NDArray[np.bool_]:
    """Whether nothing lies on the way, up to a distance."""
    limit = np.broadcast_to(_array(far), len(rays))
    left = np.arange(len(rays))
    for solid in solids:
        if solid.glow == (0.0, 0.0, 0.0):
            left = left[_reached(solid, origins[left], rays[left]) >= limit[left]]
    free = np.zeros(len(rays), bool)
    free[left] = True
    return free


@dataclass
class _Seen:
    """What rays meet: places, normals (smooth and true), colours, light given off, shine."""

    at: Floats
    normal: Floats
    color: Floats
    glow: Floats
    shine: Floats


def _seen(scene: Scene, origins: Floats, rays: Floats, far: Floats, which: Ints) -> _Seen:
    at = origins + rays * far[:, None]
    found = _Seen(at, np.zeros_like(at), np.zeros_like(at), np.zeros_like(at), np.zeros(len(at), np.float32))
    for number in np.unique(which[which >= 0]).tolist():
        here = which == number
        solid = scene.solids[number]
        half = _array(solid.half)
        p = _own(at[here] - _array(solid.middle), solid)
        normal: Floats
        if solid.kind == "box":
            share = np.abs(p) / half
            most = np.maximum(np.maximum(share[:, 0], share[:, 1]), share[:, 2])
            normal = np.where(share >= most[:, None], np.sign(p), np.float32(0))
        elif solid.kind == "soft":
            normal = np.sign(p) * np.maximum(np.abs(p) - _inner(half, solid.round)[0], 0)
        elif solid.kind == "ball":
            normal = p / half**2
        else:
            lid = np.abs(p[:, 1]) > half[1] * 0.999
            normal = np.where(lid[:, None], p * _array([0, 1, 0]), p / half**2 * _array([1, 0, 1]))
        normal = _unit(normal.astype(np.float32))
        found.color[here] = solid.texture(p, normal)
        tall, *folds = solid.rough
        if tall:
            slope = (
                tall
                * np.cos(p * _array(folds) * 2 * np.pi + 1.7 * np.sin(p[:, [1, 2, 0]] * 5))
                * (_array(folds) > 0)
            )
            normal = _unit(normal + slope.astype(np.float32))
        normal = _turned(_leaning(normal, solid.lean), solid.turn)
        back = _dot(normal, rays[here]) > 0
        normal[back] *= -1
        found.normal[here] = normal
        found.glow[here] = solid.glow
        found.shine[here] = solid.shine
    return found


def _spread(rng: np.random.Generator, normals: Floats) -> Floats:
    """Directions about the normals, as matt surfaces scatter light."""
    z = 2 * rng.random(len(normals), np.float32) - 1
    turn = 2 * np.pi * rng.random(len(normals), np.float32)
    side = np.sqrt(1 - z * z)
    return _unit(
        normals + 0.999 * np.stack([side * np.cos(turn), z, side * np.sin(turn)], 1).astype(np.float32)
    )


def _direct(scene: Scene, rng: np.random.Generator, seen: _Seen) -> Floats:
    """The light that comes to places straight from the sun, the lamps and the windows."""
    start = seen.at + seen.normal * np.float32(2 * _CLOSE)
    light = np.zeros_like(start)
    jitter = 0.012 * (rng.random((len(start), 3), np.float32) - 0.5)
    way = _unit(_array(scene.sun[0]) + jitter.astype(np.float32))
    facing = _dot(way, seen.normal)
    lit = np.flatnonzero(facing > 0)
    if len(lit) and max(scene.sun[1]) > 0:
        free = _free(scene.solids, start[lit], way[lit], _FAR)
        light[lit] += (facing[lit] * free)[:, None] * _array(scene.sun[1])
    for place, strength in scene.lamps:
        spot = _array(place) + 0.06 * (rng.random((len(start), 3), np.float32) - 0.5)
        light += _from_point(scene, seen, start, spot, _array(strength))
    for corner, one, two in scene.windows:
        u, v = rng.random((2, len(start), 1), np.float32)
        spot = _array(corner) + u * _array(one) + v * _array(two)
        across = np.cross(_array(one), _array(two))
        area = float(np.sqrt((across * across).sum()))
        way = spot - start
        slant = np.abs(_dot(_unit(way), across[None] / area))[:, None]
        light += _from_point(
            scene, seen, start, spot, scene.sky(_unit(way)) * slant * np.float32(area / np.pi)
        )
    return light


def _from_point(scene: Scene, seen: _Seen, start: Floats, spot: Floats, strength: Floats) -> Floats:
    way = spot - start
    far = np.sqrt(_dot(way, way))
    way = way / far[:, None]
    facing = np.maximum(_dot(way, seen.normal), 0)
    free = _free(scene.solids, start, way, far - 0.02)
    return (facing * free / np.maximum(far, 0.15) ** 2)[:, None] * strength


def _light(scene: Scene, rng: np.random.Generator, first: _Seen, rays: Floats) -> Floats:
    """One sample of the light that reaches matt surfaces."""
    total = _direct(scene, rng, first)
    share = np.ones_like(total)
    seen = first
    live = np.arange(len(rays))
    for _ in range(_BOUNCES):
        way = _spread(rng, seen.normal)
        start = seen.at + seen.normal * np.float32(2 * _CLOSE)
        far, which = _nearest(scene.solids, start, way)
        gone = which < 0
        if not scene.windows and gone.any():
            total[live[gone]] += share[live[gone]] * scene.sky(way[gone])
        stays = ~gone
        live = live[stays]
        if not len(live):
            break
        seen = _seen(scene, start[stays], way[stays], far[stays], which[stays])
        share[live] *= seen.color
        came = np.minimum(_direct(scene, rng, seen), _MOST)
        total[live] += share[live] * came
    total[live] += share[live] * (_REST * scene.fill)
    return total


def _rays(scene: Scene, width: int, height: int, dx: float, dy: float) -> tuple[Floats, Floats]:
    forward = _unit(_array([scene.look]) - _array([scene.eye]))[0]
    right = _unit(np.cross(forward, _array([0, 1, 0]))[None])[0]
    up = np.cross(right, forward)
    size = np.tan(np.radians(scene.angle) / 2)
    x = ((np.arange(width) + dx) / width * 2 - 1) * size
    y = (1 - (np.arange(height) + dy) / height * 2) * size * height / width
    grid = forward + x[None, :, None] * right + y[:, None, None] * up
    rays = _unit(grid.reshape(-1, 3).astype(np.float32))
    return np.broadcast_to(_array(scene.eye), rays.shape), rays


def _smoothed(light: Floats, normal: Floats, far: Floats) -> Floats:
    """Light without its grain: an average over nearby points that lie on the same surface."""
    shape = light.shape
    around = cv2.medianBlur(light, 5)
    light = np.where(light > 1.6 * around + 0.02, around, light)
    for step in (1, 2, 4):
        total, weight = np.zeros(shape, np.float32), np.zeros(shape[:2], np.float32)
        for dy in (-2, -1, 0, 1, 2):
            for dx in (-2, -1, 0, 1, 2):
                moved = [np.roll(a, (dy * step, dx * step), (0, 1)) for a in (light, normal, far)]
                alike = np.clip(_dot(moved[1], normal), 0, 1) ** 24
                near = np.exp(-np.abs(moved[2] - far) / (0.04 * far + 0.02))
                bright = np.exp(-np.abs(moved[0].mean(2) - light.mean(2)) / (0.35 * light.mean(2) + 0.06))
                w = alike * near * bright * np.float32(np.exp(-(dx * dx + dy * dy) / 3))
                total += moved[0] * w[..., None]
                weight += w
        light = total / np.maximum(weight, 1e-6)[..., None]
    return light


def photograph(scene: Scene, seed: int) -> NDArray[np.uint8]:
    """Return the picture of a scene: uint8[height, width, 3], RGB."""
    rng = np.random.default_rng(seed)
    width, height = scene.size[0] // scene.lit, scene.size[1] // scene.lit
    origins, rays = _rays(scene, width, height, 0.5, 0.5)
    far, which = _nearest(scene.solids, origins, rays)
    inside = which >= 0
    first = _seen(scene, origins[inside], rays[inside], far[inside], which[inside])
    total = np.zeros_like(first.at)
    for _ in range(scene.samples):
        total += np.minimum(_light(scene, rng, first, rays[inside]), 12)
    light = np.zeros((width * height, 3), np.float32)
    normal = np.zeros_like(light)
    light[inside], normal[inside] = total / scene.samples, first.normal
    shape = (height, width)
    light = _smoothed(light.reshape(*shape, 3), normal.reshape(*shape, 3), far.reshape(shape))
    return _developed(scene, rng, _fine(scene, rng, light, normal.reshape(*shape, 3), far.reshape(shape)))


def _fine(scene: Scene, rng: np.random.Generator, light: Floats, normal: Floats, far: Floats) -> Floats:
    """The large picture: its own colours and edges, under the light of the small one."""
    width, height = scene.size
    picture = np.zeros((height * width, 3), np.float32)
    for sample in range(_FINE * _FINE):
        dx, dy = (sample % _FINE + 0.5) / _FINE, (sample // _FINE + 0.5) / _FINE
        origins, rays = _rays(scene, width, height, dx, dy)
        reach, which = _nearest(scene.solids, origins, rays)
        inside = which >= 0
        seen = _seen(scene, origins[inside], rays[inside], reach[inside], which[inside])
        color = scene.sky(rays)
        lit = _looked_up(scene, light, normal, far, np.flatnonzero(inside), seen, reach[inside])
        matt = seen.color * lit + seen.glow
        shiny = np.flatnonzero(seen.shine > 0)
        if len(shiny):
            matt[shiny] += _mirrored(scene, rng, seen, shiny, rays[inside][shiny])
        if scene.haze:
            level = rays[inside] * _array([1, 0, 1]) + _array([0, 0.06, 0])
            clear = np.exp(-reach[inside] / scene.haze)[:, None].astype(np.float32)
            matt = matt * clear + scene.sky(level) * (1 - clear)
        color[inside] = matt
        picture += np.minimum(color, 4)
    return (picture / (_FINE * _FINE)).reshape(height, width, 3)


def _looked_up(
    scene: Scene, light: Floats, normal: Floats, far: Floats, places: Ints, seen: _Seen, reach: Floats
) -> Floats:
    """The light at points of the large picture: of those of the small one around it that lie on the same surface."""
    width, lit = scene.size[0], scene.lit
    row, column = places // width / lit - 0.25, places % width / lit - 0.25
    total, weight = np.zeros_like(seen.at), np.zeros(len(places), np.float32)
    for dy in (0, 1):
        for dx in (0, 1):
            y, x = np.floor(row).astype(int) + dy, np.floor(column).astype(int) + dx
            near = (1 - np.abs(row - y)) * (1 - np.abs(column - x)) + 0.02
            y, x = y.clip(0, light.shape[0] - 1), x.clip(0, light.shape[1] - 1)
            alike = np.clip(_dot(normal[y, x], seen.normal), 0, 1) ** 4 + 1e-4
            w = near * alike * np.exp(-np.abs(far[y, x] - reach) / (0.05 * reach + 0.02)) + 1e-7
            total += light[y, x] * w[:, None].astype(np.float32)
            weight += w.astype(np.float32)
    return total / weight[:, None]


def _mirrored(scene: Scene, rng: np.random.Generator, seen: _Seen, at: Ints, rays: Floats) -> Floats:
    normal = _unit(seen.normal[at] + 0.02 * (rng.random((len(at), 3), np.float32) - 0.5))
    flat = -_dot(rays, normal)[:, None]
    way = _unit(rays + 2 * flat * normal)
    start = seen.at[at] + seen.normal[at] * np.float32(2 * _CLOSE)
    far, which = _nearest(scene.solids, start, way)
    light = scene.sky(way)
    inside = which >= 0
    if inside.any():
        there = _seen(scene, start[inside], way[inside], far[inside], which[inside])
        light[inside] = there.color * (_direct(scene, rng, there) + 0.25) + there.glow
    part = seen.shine[at][:, None] + (1 - seen.shine[at][:, None]) * (1 - np.clip(flat, 0, 1)) ** 5
    return part * np.minimum(light, 4)


def _developed(scene: Scene, rng: np.random.Generator, picture: Floats) -> NDArray[np.uint8]:
    """The picture as a camera would take it: bright parts bleed a little, corners are darker, and there is some
    grain."""
    picture = picture * np.float32(scene.exposure)
    warm = _array([1 + scene.warmth, 1, 1 - scene.warmth])
    over = np.maximum(picture - 0.9, 0)
    picture = (
        picture + 0.10 * cv2.GaussianBlur(over, (0, 0), 6) + 0.05 * cv2.GaussianBlur(over, (0, 0), 24)
    ) * warm
    width, height = scene.size
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    picture = picture * (1 - 0.16 * (x * x + y * y)[..., None]).astype(np.float32)
    grey = picture.mean(2, keepdims=True)
    picture = grey + _PURE * (picture - grey)
    curved = (picture * (2.51 * picture + 0.03)) / (picture * (2.43 * picture + 0.59) + 0.14)
    shown = np.clip(curved, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, 1.6, (height, width, 1))
    return cv2.GaussianBlur(shown.clip(0, 255), (0, 0), 0.45).round().astype(np.uint8)
