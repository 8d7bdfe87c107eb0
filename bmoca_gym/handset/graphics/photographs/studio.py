"""Photographs a thing as shops show it: on white, under soft light from the upper left, with a soft shadow.

Light comes from all around, as from a tent, and from a large lamp. How much of it reaches a place is looked up in a few
directions, each as wide as a cone, so that shadows are soft and have no grain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs import skins
from bmoca_gym.handset.graphics.photographs.fields import (
    Part,
    around,
    distance,
    distance_to,
    length,
    local,
    normals,
    rotation,
)
from bmoca_gym.handset.graphics.photographs.planes import smoothstep
from bmoca_gym.handset.graphics.photographs.textures import noise
from bmoca_gym.handset.graphics.photographs.tracer import Floats

#: Width and height of the pictures.
SIDE = 288
#: How much neighbours may differ, of 1, without being looked at more closely.
_EVEN = 0.07
_STEPS = 80
_CLOSE = 0.0015
#: Where the lamp is.
_LAMP = np.array([-0.50, 0.72, 0.48], np.float32) / np.linalg.norm([-0.50, 0.72, 0.48])
#: Directions in which light from around is looked up, beside that straight away from a surface.
_CONES = [(0.5 * np.cos(t), 0.5 * np.sin(t)) for t in np.radians([45, 135, 225, 315])]
#: How far light is looked for, and in how many steps.
_LOOKED = (0.06, 0.20, 0.65)


@dataclass(frozen=True)
class Shot:
    """How a thing is photographed.

    Attributes:
        down, turn: degrees from which it is seen.
        fill: part of the picture that it takes.
        ground: whether it stands on something white, or hangs before a wall.
        view: the middle and the radius of what is seen, if that is not the whole thing.
        away: how far the camera is away, in radii of what is seen.
    """

    parts: tuple[Part, ...]
    down: float = 14.0
    turn: float = 0.0
    fill: float = 0.86
    ground: bool = True
    exposure: float = 1.0
    view: tuple[float, ...] = ()
    away: float = 5.2


@dataclass(frozen=True)
class _Camera:
    eye: Floats
    axes: Floats
    scale: float
    shift: tuple[float, float]

    def rays(self, side: int) -> Floats:
        """Directions through all points of the picture, [side * side, 3]."""
        at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
        x = at[None, :] * self.scale + self.shift[0]
        y = -at[:, None] * self.scale + self.shift[1]
        x, y = np.broadcast_arrays(x, y)
        grid = np.stack([x, y, np.full_like(x, -1)], 2).reshape(-1, 3) @ self.axes
        return (grid / np.linalg.norm(grid, axis=1)[:, None]).astype(np.float32)


def _camera(shot: Shot) -> _Camera:
    """A camera that sees the whole thing, and little more, or what the shot asks for."""
    middle, radius = (np.array(shot.view[:3], np.float32), shot.view[3]) if shot.view else around(shot.parts)
    axes = rotation((shot.turn, -shot.down, 0.0)).T
    eye = middle + axes[2] * np.float32(radius * shot.away)
    wide = _Camera(eye.astype(np.float32), axes, 1.05 / shot.away, (0.0, 0.0))
    if shot.view:
        return wide
    side = 96
    rays = wide.rays(side)
    met = (_march(shot, wide.eye, rays) < 1e3).reshape(side, side)
    rows, columns = np.flatnonzero(met.any(1)), np.flatnonzero(met.any(0))
    low_y, high_y = rows[0], rows[-1] + 1
    low_x, high_x = columns[0], columns[-1] + 1
    extent = max(high_x - low_x, high_y - low_y) / side
    x, y = (low_x + high_x) / side - 1, 1 - (low_y + high_y) / side
    return _Camera(wide.eye, axes, wide.scale * extent / shot.fill, (x * wide.scale, y * wide.scale))


def _march(shot: Shot, eye: Floats, rays: Floats) -> Floats:
    """How far the thing is along each ray, or 1e4."""
    middle, radius = around(shot.parts)
    to = middle - eye
    near = rays @ to
    miss = float(to @ to) - near**2
    far = np.full(len(rays), 1e4, np.float32)
    live = np.flatnonzero(miss < radius**2)
    half = np.sqrt(radius**2 - miss[live])
    way, last = np.maximum(near[live] - half, 0.05), near[live] + half
    for _ in range(_STEPS):
        gap = distance(shot.parts, eye + rays[live] * way[:, None])
        done = gap < _CLOSE
        far[live[done]] = way[done]
        way = way + np.maximum(gap, 0.0008)
        stays = ~done & (way < last)
        live, way, last = live[stays], way[stays], last[stays]
        if not len(live):
            break
    return far


def _free(parts: Sequence[Part], start: Floats, way: Floats, narrow: float, steps: Sequence[float]) -> Floats:
    """How much of a cone of light reaches places, from 0 to 1. ``narrow``: its length, in radii."""
    free = np.ones(len(start), np.float32)
    for step in steps:
        gap = distance(parts, start + way * np.float32(step))
        free = np.minimum(free, 0.5 + 0.5 * np.clip(gap * np.float32(narrow / step), -1, 1))
    return free * free * (3 - 2 * free)


def _tent(way: Floats, high: Floats) -> Floats:
    """Light from around in a direction; ``high``: of the place, which shades the ground below it."""
    up, side = way[:, 1], way[:, 0]
    above = 0.80 + 0.25 * up - 0.20 * side + 0.10 * way[:, 2]
    below = 0.42 + 0.33 * smoothstep(high, 0.0, 0.7) + 0.0 * side
    return above + (below - above) * smoothstep(-up, -0.15, 0.25)


def _mirrored(way: Floats, rough: Floats) -> Floats:
    """What shines in a direction: lamps with edges, the ground and the dark of the room."""
    side, up = np.arctan2(way[:, 0], way[:, 2]), np.arcsin(np.clip(way[:, 1], -1, 1))
    soft = 0.03 + 0.5 * rough

    def within(values: Floats, low: float, high: float) -> Floats:
        return np.clip((values - low) / soft + 0.5, 0, 1) * np.clip((high - values) / soft + 0.5, 0, 1)

    lamp = 5.0 * within(side, -1.45, -0.72) * within(up, -0.25, 1.15)
    strip = 2.6 * within(side, 0.95, 1.35) * within(up, -0.2, 1.1)
    above = 1.6 * within(up, 1.0, 2.0)
    ground = 0.85 * np.clip(0.5 - up / soft, 0, 1)
    return (0.28 + lamp + strip + above + ground) / (1 + 1.2 * rough)


def _light(shot: Shot, at: Floats, normal: Floats) -> tuple[Floats, Floats]:
    """The light that reaches places from all sides, and how open they are."""
    side = np.cross(normal, np.where(np.abs(normal[:, 1:2]) < 0.9, [[0, 1, 0]], [[1, 0, 0]]))
    side = (side / np.linalg.norm(side, axis=1)[:, None]).astype(np.float32)
    other = np.cross(normal, side)
    start = at + normal * np.float32(0.012)
    high = at[:, 1] if shot.ground else np.full(len(at), 2.0, np.float32)
    total: Floats = np.zeros(len(at), np.float32)
    open_: Floats = np.zeros(len(at), np.float32)
    weight = 0.0
    for x, y in [(0.0, 0.0), *_CONES]:
        way = (
            normal * np.float32(0.5 + (x == 0 and y == 0))
            + side * np.float32(x * 1.5)
            + other * np.float32(y * 1.5)
        )
        way = way / np.linalg.norm(way, axis=1)[:, None]
        part = 0.28 if x == 0 and y == 0 else 0.18
        free = _free(shot.parts, start, way, 1.6, _LOOKED)
        total, open_, weight = total + part * free * _tent(way, high), open_ + part * free, weight + part
    facing = np.maximum(normal @ _LAMP, 0)
    lamp = np.broadcast_to(_LAMP, at.shape)
    lit = np.flatnonzero(facing > 0)
    shadow = np.zeros(len(at), np.float32)
    steps = tuple(np.geomspace(0.05, 2.0, 8).tolist())
    shadow[lit] = _free(shot.parts, start[lit], lamp[lit], 2.6, steps)
    return total / weight * 0.72 + 0.62 * facing * shadow, open_ / weight


@dataclass(frozen=True)
class _Look:
    """Places of the thing: colours, normals without and with fine folds, and (shine, roughness, metal)."""

    color: Floats
    plain: Floats
    normal: Floats
    about: Floats


def _look(shot: Shot, at: Floats) -> _Look:
    plain = normals(shot.parts, at)
    gaps = np.stack([np.full(len(at), 9, np.float32) if part.cut else np.abs(distance_to(part, at))
                     for part in shot.parts])  # fmt: skip
    nearest = gaps.argmin(0)
    color, about, bent = np.zeros_like(at), np.zeros((len(at), 3), np.float32), plain.copy()
    for number in np.unique(nearest).tolist():
        here, part = nearest == number, shot.parts[number]
        p, matrix = local(part, at[here]), rotation(part.turn)
        n = plain[here] @ matrix
        color[here] = skins.colors(part, p, n)
        if part.bump[0]:
            bent[here] = _bumped(part, p, n) @ matrix.T
        about[here] = part.shine, part.rough, float(part.metal)
    return _Look(color, plain, bent, about)


def _lit(shot: Shot, at: Floats, rays: Floats, look: _Look) -> Floats:
    """The light at places: from all sides, how open they are, and what they would reflect,
    and how they face the camera, [n, 4]."""
    light, open_ = _light(shot, at, look.normal)
    flat = np.clip(-(look.normal * rays).sum(1), 0, 1)
    way = rays + 2 * flat[:, None] * look.normal
    way = (way / np.maximum(length(way), 1e-6)[:, None]).astype(np.float32)
    free = _free(shot.parts, at + look.plain * np.float32(0.015), way, 2.5, _LOOKED)
    seen = _mirrored(way, look.about[:, 1]) * (0.25 + 0.75 * free)
    return np.stack([light, open_, seen, flat], 1).astype(np.float32)


def _shaded(look: _Look, lit: Floats) -> Floats:
    """The light that comes from places on the thing to the camera."""
    light, open_, seen, flat = lit.T
    shine, rough, metal = look.about.T
    color = look.color
    dull = color * light[:, None] + color * color * ((1 - open_) * 0.22)[:, None]
    part = (0.045 + 0.5 * (1 - flat) ** 5 * (1 - 0.6 * rough)) * shine
    glossy = dull + (part * seen)[:, None]
    bare = color * (0.85 * seen + 0.25 * light)[:, None] + (0.10 * (1 - flat) ** 5 * seen)[:, None]
    return (glossy + (bare - glossy) * metal[:, None]).astype(np.float32)


def _bumped(part: Part, p: Floats, n: Floats) -> Floats:
    tall, scale = part.bump
    q = p * np.array(scale, np.float32)
    base = noise(q, 1.0, 2)
    slope = np.stack(
        [noise(q + np.eye(3, dtype=np.float32)[axis] * np.float32(0.2), 1.0, 2) - base for axis in range(3)],
        1,
    )
    n = n - np.float32(tall * 5) * slope
    return (n / np.linalg.norm(n, axis=1)[:, None]).astype(np.float32)


def _ground(shot: Shot, camera: _Camera, side: int) -> Floats:
    """How bright the white ground is at all points of the picture: 1 far away from the thing. It has no small parts."""
    few = side // 3
    rays = camera.rays(few)
    fall = camera.eye[1] / np.maximum(-rays[:, 1], 1e-3)
    spot = camera.eye + rays * fall[:, None]
    shown = np.ones(len(rays), np.float32)
    close = np.flatnonzero((rays[:, 1] < -1e-3) & (distance(shot.parts, spot) < 1.3))
    up = np.broadcast_to(np.array([0, 1, 0], np.float32), (len(close), 3))
    light, open_ = _light(shot, spot[close], up)
    free, _ = _light(Shot(()), spot[:1], up[:1])
    shown[close] = light / free[0] * (0.55 + 0.45 * open_)
    whole = cv2.resize(shown.reshape(few, few), (side, side), interpolation=cv2.INTER_CUBIC)
    # No shadow reaches the edges, since a page is white beside the picture.
    near = np.minimum(np.arange(side), np.arange(side)[::-1]) / side
    fading = smoothstep(np.minimum(near[:, None], near[None, :]), 0.0, 0.09)
    return (1 - (1 - whole) * fading).ravel().astype(np.float32)


def toned(light: Floats) -> Floats:
    """How bright light is in the picture, from 0 to 1; what is bright is less so."""
    light = np.where(light < 0.75, light, 0.75 + 0.25 * np.tanh((light - 0.75) / 0.25 * 1.35) / np.tanh(2.43))
    return np.clip(light, 0, 1) ** np.float32(1 / 2.2)


def light(shot: Shot, side: int, behind: Floats) -> tuple[Floats, Floats]:
    """What the camera sees: light, [side, side, 3], and how far away it is. ``behind``: the light around the thing."""
    camera = _camera(shot)
    picture: Floats = np.broadcast_to(behind, (side, side, 3)).reshape(-1, 3).astype(np.float32)
    if shot.ground:
        picture = picture * _ground(shot, camera, side)[:, None]
    empty = picture.copy()
    rays = camera.rays(side)
    far = _march(shot, camera.eye, rays)
    inside = np.flatnonzero(far < 1e3)
    at = camera.eye + rays[inside] * far[inside][:, None]
    look = _look(shot, at)
    lit = _lit(shot, at, rays[inside], look)
    picture[inside] = _shaded(look, lit) * np.float32(shot.exposure)
    # Where neighbours differ, a point is the mean of four, each in the light of the nearest that was looked at.
    grey = toned(picture).mean(1).reshape(side, side)
    kernel = np.ones((3, 3), np.uint8)
    uneven = np.flatnonzero((cv2.dilate(grey, kernel) - cv2.erode(grey, kernel)).ravel() > _EVEN)
    place = np.full(side * side, 0, np.int32)
    place[inside] = np.arange(1, len(inside) + 1)
    close = place.reshape(side, side)
    for _ in range(2):
        close = np.where(close > 0, close, cv2.dilate(close.astype(np.float32), kernel).astype(np.int32))
    fine = camera.rays(side * 2).reshape(side, 2, side, 2, 3)
    total = np.zeros((len(uneven), 3), np.float32)
    for y, x in ((0, 0), (0, 1), (1, 0), (1, 1)):
        rays = fine[:, y, :, x].reshape(-1, 3)[uneven]
        reach = _march(shot, camera.eye, rays)
        met = np.flatnonzero((reach < 1e3) & (close.ravel()[uneven] > 0))
        seen = empty[uneven]
        there = _look(shot, camera.eye + rays[met] * reach[met][:, None])
        seen[met] = _shaded(there, lit[close.ravel()[uneven[met]] - 1]) * np.float32(shot.exposure)
        total += np.minimum(seen, 1.5) / 4
    picture[uneven] = total
    return picture.reshape(side, side, 3), far.reshape(side, side)


def photograph(shot: Shot, side: int = SIDE) -> NDArray[np.uint8]:
    """Return the picture of a thing on white: uint8[side, side, 3], RGB."""
    shown = toned(light(shot, side, np.full(3, 1.2, np.float32))[0])
    return np.clip(np.round(shown * 255), 0, 255).astype(np.uint8)
