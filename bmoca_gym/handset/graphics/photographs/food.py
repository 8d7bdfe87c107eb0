"""Photographs of food on a table, from above, that are computed point by point."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs.planes import (
    N,
    X,
    Y,
    blurred,
    cast_shadow,
    developed,
    displaced,
    distance,
    focused,
    fractal,
    lit_by,
    mixed,
    ramp,
    rgb,
    smoothstep,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def _table(seed: int, *colors: int, board: float = 0.26, turn: float = 0.12) -> Floats:
    """Old boards, seen from above."""
    across = -X * math.sin(turn) + Y * math.cos(turn)
    number = np.floor(across / board)
    grain = fractal(seed, 3, 150, 4, 0.7)
    shift = np.mod(number * 0.37, 1) * 0.5
    grain = displaced(grain, shift, 0.02 * (fractal(seed + 1, 2, 3, 3) - 0.5))
    tone = (
        0.45
        + 1.1 * (grain - 0.5)
        + 0.30 * (np.mod(number * 0.618 + 0.3, 1) - 0.5)
        + 0.35 * (fractal(seed + 2, 3, 9, 4) - 0.5)
    )
    seam = np.abs(np.mod(across / board, 1) - 0.5) * board
    gap = np.exp(-(((board / 2 - seam) / 0.0035) ** 2))
    matt, shine = lit_by(0.0016 * grain - 0.004 * gap, 1.0, (-0.6, -0.6, 0.6))
    return (
        ramp(tone, *colors) * (0.35 + 0.75 * matt)[..., None] * (1 - 0.8 * gap)[..., None]
        + (0.03 * shine**6)[..., None]
    ).astype(np.float32)


def bread() -> NDArray[np.uint8]:
    """A loaf with a crust dusted with flour, on a table, from above."""
    picture = _table(3, 0x2A1A10, 0x523420, 0x7A5232, 0x9C7048)
    turn = -0.55
    x, y = (
        (X - 0.5) * math.cos(turn) + (Y - 0.5) * math.sin(turn),
        -(X - 0.5) * math.sin(turn) + (Y - 0.5) * math.cos(turn),
    )
    lump = fractal(5, 4, 4, 4) - 0.5
    q = (
        np.abs(x / (0.43 + 0.03 * lump)) ** 2.3
        + np.abs((y + 0.02 * np.sin(x * 5)) / (0.245 + 0.05 * lump)) ** 2.1
    )
    inside = 1 - smoothstep(q, 0.97, 1.0)
    height = np.sqrt(np.maximum(1 - np.minimum(q, 1) ** 1.25, 0)) * 0.17
    cut = np.zeros_like(x)
    lip = np.zeros_like(x)
    for number in range(5):
        at = -0.26 + 0.13 * number
        line = x - at - 0.42 * y - 0.10 * np.sin(y * 9 + number) * 0.3
        wide = 0.030 * np.sqrt(np.clip(1 - (y / (0.20 - 0.02 * abs(number - 2))) ** 2, 0, 1)) + 1e-4
        cut = np.maximum(cut, smoothstep(wide - np.abs(line), -0.004, 0.010) * (wide > 0.004))
        lip = np.maximum(lip, np.exp(-(((line - wide) / 0.007) ** 2)) * (wide > 0.004))
    rough, fine = fractal(7, 28, 28, 5, 0.62), fractal(8, 130, 130, 3, 0.75)
    blister = smoothstep(fractal(9, 60, 60, 2), 0.60, 0.72)
    crumb = fractal(10, 70, 40, 4, 0.7)
    relief = (
        height
        + 0.004 * rough
        + 0.0014 * fine
        + 0.0022 * blister * (1 - cut)
        - 0.016 * cut
        + 0.006 * crumb * cut
        + 0.012 * lip
    )
    matt, shine = lit_by(blurred(relief.astype(np.float32), 0.35), 1.0, (-0.55, -0.62, 0.62))
    baked = (
        0.30 + 0.55 * height / 0.17 + 0.9 * (rough - 0.5) - 0.25 * lip + 0.3 * (fractal(11, 5, 5, 4) - 0.5)
    )
    crust = ramp(baked, 0xC88A48, 0xB06A2A, 0x8A4A18, 0x5E2C0E) * (1 - 0.25 * blister)[..., None]
    open_ = ramp(crumb * 0.8 + 0.3 * rough, 0xA8672C, 0xD8A464, 0xEBC992, 0xF3DDB4)
    flour = (
        smoothstep(
            0.8 * fine + 0.5 * fractal(17, 230, 230, 2) + 0.8 * rough + 0.5 * fractal(12, 6, 6, 4), 1.22, 1.70
        )
        * (1 - cut)
        * np.clip(height / 0.08, 0, 1)
    )
    shown = mixed(crust, open_, cut)
    shown = mixed(shown, np.broadcast_to(rgb(0xF0E8DA), shown.shape), 0.85 * flour)
    shown = shown * (0.10 + 1.15 * matt)[..., None] + (0.05 * shine**14 * (1 - flour))[..., None]
    dust = (
        smoothstep(fine * 0.5 + 0.4 * fractal(17, 230, 230, 2) + fractal(14, 9, 9, 6, 0.6), 1.00, 1.45) * 0.6
    )
    picture = mixed(
        picture,
        np.broadcast_to(rgb(0xE8E0D2), picture.shape),
        np.clip(dust * np.exp(-np.maximum(q - 1, 0) / 0.9), 0, 0.8) * 0.8,
    )
    picture = picture * (1 - 0.85 * cast_shadow(inside.astype(np.float32), 0.035, 9))[..., None]
    picture = mixed(picture, shown, blurred(inside.astype(np.float32), 0.4))
    light = ramp(0.55 * X + 0.45 * Y, 0xFFFFFF, 0xF0E6D8, 0xB8AC9C)
    return developed(picture * light, exposure=1.25, glow=0.1, contrast=1.15)


def coffee() -> NDArray[np.uint8]:
    """A cup of coffee with a leaf of milk, from above."""
    picture = _table(23, 0x1E140E, 0x3C281A, 0x5C4028, 0x7A5836, board=0.31, turn=-0.3)
    cx, cy = 0.49, 0.52
    rng = np.random.default_rng(7)
    for _ in range(16):  # beans
        bx, by, turn = rng.random(), rng.random(), rng.random() * 3.1
        if (bx - cx) ** 2 + (by - cy) ** 2 < 0.215:
            continue
        x, y = (
            (X - bx) * math.cos(turn) + (Y - by) * math.sin(turn),
            -(X - bx) * math.sin(turn) + (Y - by) * math.cos(turn),
        )
        q = (x / 0.036) ** 2 + (y / 0.025) ** 2
        body = 1 - smoothstep(q, 0.93, 1.02)
        relief = (
            np.sqrt(np.maximum(1 - q, 0)) * 0.020
            - 0.007 * np.exp(-(((y + 0.004 * np.sin(x * 90)) / 0.0028) ** 2))
            + 0.0006 * fractal(40, 120, 120, 2)
        )
        matt, shine = lit_by(relief.astype(np.float32), 1.0, (-0.55, -0.62, 0.6))
        bean = rgb(0x4A2814) * (0.08 + 1.0 * matt)[..., None] + (0.22 * shine**22)[..., None]
        picture = picture * (1 - 0.8 * cast_shadow(body.astype(np.float32), 0.008, 2.2))[..., None]
        picture = mixed(picture, bean.astype(np.float32), body)
    white = rgb(0xF1EEE8)
    for radius, profile in ((0.415, "saucer"), (0.285, "cup")):
        away = distance(radius, cx, cy)
        body = (1 - smoothstep(away, 0.99, 1.005)).astype(np.float32)
        if profile == "cup":  # the handle
            x, y = (X - cx) * 0.80 + (Y - cy) * 0.60, -(X - cx) * 0.60 + (Y - cy) * 0.80
            handle = (
                smoothstep(0.030 + 0.012 * np.abs(x - 0.36) / 0.1 - np.abs(y), 0, 0.006)
                * smoothstep(x, 0.2, 0.21)
                * (1 - smoothstep(x, 0.375, 0.39))
            )
            lit, gleam = lit_by(
                blurred(
                    (handle * np.sqrt(np.maximum(1 - (y / 0.045) ** 2, 0)) * 0.035).astype(np.float32), 1.2
                ),
                1.0,
                (-0.55, -0.62, 0.62),
            )
            picture = (
                picture
                * (1 - 0.5 * cast_shadow(np.maximum(body, handle.astype(np.float32)), 0.030, 7))[..., None]
            )
            picture = mixed(
                picture, white * (0.30 + 0.72 * lit)[..., None] + (0.4 * gleam**60)[..., None], handle
            )
        else:
            picture = picture * (1 - 0.85 * cast_shadow(body, 0.022, 8))[..., None]
        rim = 0.012 * np.exp(-(((away - 0.955) / 0.035) ** 2))
        slope = (
            0.035 * away**2.5 if profile == "saucer" else 0.010 * np.exp(-(((away - 0.93) / 0.04) ** 2)) * 3
        )
        groove = -0.004 * np.exp(-(((away - 0.62) / 0.02) ** 2)) if profile == "saucer" else 0.0
        matt, shine = lit_by(
            blurred((rim + slope + groove).astype(np.float32), 0.8), 1.0, (-0.55, -0.62, 0.75)
        )
        china = white * (0.28 + 0.74 * matt)[..., None] + (0.35 * shine**70)[..., None]
        picture = mixed(picture, china.astype(np.float32), body)
    away = distance(0.262, cx, cy)
    wall = 1 - smoothstep(away, 0.985, 1.0)
    picture = mixed(
        picture, white * (0.55 - 0.30 * np.clip(((X - cx) + (Y - cy)) / -0.35, -1, 1))[..., None], wall
    )
    drink = 1 - smoothstep(distance(0.240, cx + 0.004, cy + 0.004), 0.985, 1.0)
    warp = (fractal(51, 6, 6, 5) - 0.5, fractal(52, 6, 6, 5) - 0.5)
    turn = 0.62
    x0, y0 = (X - cx) / 0.24 + 0.10 * warp[0], (Y - cy) / 0.24 + 0.10 * warp[1]
    x, y = x0 * math.cos(turn) - y0 * math.sin(turn), x0 * math.sin(turn) + y0 * math.cos(turn)
    span = 0.60 * np.sqrt(np.clip((0.74 - y) / 0.74, 0, 1.2)) * np.clip((y + 0.80) * 2.2, 0, 1) ** 0.7
    leafed = smoothstep(span - np.abs(x), -0.02, 0.03)
    layers = np.mod(4.6 * (y + 0.95 * np.abs(x) ** 1.15) + 0.15, 1)
    milk = (
        leafed * smoothstep(np.abs(layers - 0.5), 0.10, 0.30) * (1 - np.exp(-((x / 0.018) ** 2)) * (y < 0.6))
    )
    heart = np.maximum(0, 1 - ((np.abs(x) - 0.07) ** 2 + (y - 0.60) ** 2) / 0.018)
    milk = np.maximum(milk, smoothstep(heart, 0.0, 0.15))
    milk = blurred(milk.astype(np.float32), 1.6)
    bubbles = smoothstep(fractal(55, 150, 150, 2), 0.68, 0.80) * 0.3
    crema = ramp(
        0.5 + 1.2 * (fractal(53, 8, 8, 6, 0.55) - 0.5) + 0.35 * (distance(0.24, cx, cy) - 0.6),
        0xC8843E,
        0xA8622A,
        0x7E421A,
        0x5A2C10,
    )
    cream = ramp(fractal(54, 20, 20, 4), 0xE2C296, 0xF2DFBE, 0xF9EEDA)
    surface = mixed(crema, cream, np.clip(milk * 0.96, 0, 1)) * (1 - bubbles * 0.5)[..., None]
    edge = np.exp(-(((distance(0.24, cx + 0.004, cy + 0.004) - 0.965) / 0.03) ** 2))
    surface = surface * (0.70 + 0.2 * (1 - X) - 0.35 * edge)[..., None]
    inner = blurred((1 - drink).astype(np.float32), 5)
    shade = np.clip(displaced(inner, np.full_like(X, -0.030), np.full_like(X, -0.028)) * 1.1, 0, 1)
    surface = surface * (1 - 0.55 * shade)[..., None]
    sheen = np.exp(-(((X - cx + 0.10) / 0.06) ** 2 + ((Y - cy - 0.13) / 0.03) ** 2)) * 0.06
    picture = mixed(picture, (surface + sheen[..., None]).astype(np.float32), drink)
    light = ramp(0.6 * X + 0.4 * Y, 0xFFFFFF, 0xEFE6DA, 0xAFA496)
    return developed(picture * light, exposure=1.15, glow=0.15, contrast=1.12)


def soup() -> NDArray[np.uint8]:
    """A bowl of lentil soup on linen, from above."""
    threads = (
        0.5
        + 0.25 * np.sin(X * 1150 + 3 * fractal(1, 20, 20, 3))
        + 0.25 * np.sin(Y * 1150 + 3 * fractal(2, 20, 20, 3))
    )
    creases = fractal(3, 3, 2, 5, 0.45)
    matt, _ = lit_by(
        (0.0009 * threads + 0.10 * creases * creases).astype(np.float32), 1.0, (-0.6, -0.6, 0.55)
    )
    picture = (
        ramp(0.5 + 0.5 * (fractal(4, 40, 40, 4) - 0.5), 0xA8A496, 0xC6C2B4, 0xDCD8CC)
        * (0.30 + 0.8 * matt)[..., None]
    )
    cx, cy, radius = 0.52, 0.53, 0.42
    away = distance(radius, cx, cy)
    body = (1 - smoothstep(away, 0.992, 1.004)).astype(np.float32)
    picture = picture * (1 - 0.85 * cast_shadow(body, 0.045, 12))[..., None]
    rim = 0.016 * np.exp(-(((away - 0.955) / 0.036) ** 2)) - 0.05 * np.clip(0.93 - away, 0, 1)
    matt, shine = lit_by(blurred(rim.astype(np.float32), 0.8), 1.0, (-0.55, -0.62, 0.7))
    speck = smoothstep(fractal(6, 120, 120, 2), 0.70, 0.78)
    glaze = ramp(
        0.4 + 0.8 * (fractal(7, 6, 6, 5) - 0.5) + 1.6 * np.exp(-(((away - 0.975) / 0.016) ** 2)),
        0x14303E,
        0x2A5468,
        0x4E7E90,
        0xB49A72,
    )
    glaze = (
        glaze * (1 - 0.5 * speck)[..., None] * (0.22 + 0.85 * matt)[..., None] + (0.5 * shine**60)[..., None]
    )
    picture = mixed(picture, glaze.astype(np.float32), body)
    inside = 1 - smoothstep(distance(radius * 0.86, cx + 0.003, cy + 0.003), 0.99, 1.0)
    warp = 0.05 * (fractal(8, 5, 5, 5) - 0.5), 0.05 * (fractal(9, 5, 5, 5) - 0.5)
    grains = fractal(10, 46, 46, 3, 0.6)
    fine = fractal(11, 110, 110, 3, 0.7)
    relief = (
        0.0035 * blurred(smoothstep(grains, 0.40, 0.66), 1.2) + 0.0007 * fine + 0.012 * fractal(12, 8, 8, 3)
    )
    matt, shine = lit_by(blurred(relief.astype(np.float32), 0.6), 1.0, (-0.55, -0.62, 0.7))
    base = ramp(
        0.5 + 0.9 * (grains - 0.5) + 0.6 * (fractal(13, 7, 7, 5) - 0.5),
        0x9A4410,
        0xB85E18,
        0xCC7826,
        0xDA9440,
    )
    x, y = (X - cx) / radius + warp[0] * 3, (Y - cy) / radius + warp[1] * 3
    turn = np.arctan2(y, x)
    spiral = np.abs(np.mod((np.hypot(x, y) * 1.0 - turn / math.tau * 0.34) / 0.34, 1) - 0.5) * 0.34
    swirl = (
        np.exp(-((spiral / (0.028 + 0.018 * fractal(14, 5, 5, 3))) ** 2))
        * smoothstep(np.hypot(x, y), 0.08, 0.14)
        * (1 - smoothstep(np.hypot(x, y), 0.52, 0.64))
        * smoothstep(fractal(15, 4, 4, 3), 0.28, 0.42)
    )
    cream = rgb(0xF4E9D6) * (0.55 + 0.5 * matt)[..., None]
    surface = base * (0.25 + 0.9 * matt)[..., None] + (0.30 * shine**45)[..., None]
    surface = mixed(surface, cream, np.clip(swirl * 0.95, 0, 1))
    rng = np.random.default_rng(17)
    for _ in range(30):  # drops of oil
        ox, oy, size = (
            cx + 0.30 * rng.normal() * 0.8,
            cy + 0.30 * rng.normal() * 0.8,
            0.005 + 0.011 * rng.random(),
        )
        drop = distance(size, ox, oy)
        round_ = 1 - smoothstep(drop, 0.9, 1.05)
        surface = mixed(
            surface,
            surface * rgb(0xFFC070) * 1.25
            + (
                np.exp(-(((X - ox + size * 0.4) ** 2 + (Y - oy + size * 0.4) ** 2) / (size * 0.3) ** 2)) * 0.7
            )[..., None],
            round_ * 0.8,
        )
        surface = surface * (1 - 0.30 * np.exp(-(((drop - 1.02) / 0.12) ** 2)))[..., None]
    green, cover = np.zeros((N, N), np.float32), np.zeros((N, N), np.float32)
    for _ in range(90):  # chopped parsley
        px, py = cx + 0.11 * rng.normal(), cy + 0.11 * rng.normal()
        size, way = 0.006 + 0.014 * rng.random() ** 1.5, rng.random() * 6.3
        points = []
        for corner in range(9):
            out = size * (0.35 + 0.9 * rng.random())
            points.append(
                (px + out * math.cos(way + corner * 0.698), py + 0.8 * out * math.sin(way + corner * 0.698))
            )
        cv2.fillPoly(cover, [(np.array(points) * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        cv2.fillPoly(
            green, [(np.array(points) * N * 16).astype(np.int32)], 0.25 + 0.75 * rng.random(), cv2.LINE_AA, 4
        )
    lit, gleam = lit_by(blurred(cover, 2.0) * 0.012 + 0.002 * fine, 1.0, (-0.55, -0.62, 0.6))
    herb = (
        ramp(green + 0.3 * (fine - 0.5), 0x1E3A10, 0x3A6A1C, 0x6A9A34) * (0.2 + 0.95 * lit)[..., None]
        + (0.12 * gleam**20)[..., None]
    )
    surface = surface * (1 - 0.6 * cast_shadow(cover, 0.004, 1.6))[..., None]
    surface = mixed(surface, herb.astype(np.float32), cover)
    inner = blurred((1 - inside).astype(np.float32), 6)
    surface = (
        surface
        * (1 - 0.65 * np.clip(displaced(inner, np.full_like(X, -0.035), np.full_like(X, -0.03)), 0, 1))[
            ..., None
        ]
    )
    picture = mixed(picture, surface.astype(np.float32), inside)
    picture = focused(picture, (distance(1, cx, cy) - 0.30) * 1.6, 2.5)
    light = ramp(0.6 * X + 0.4 * Y, 0xFFFFFF, 0xF0E8DC, 0xB0A698)
    return developed(picture * light, exposure=1.15, glow=0.12, contrast=1.12)


def garlic() -> NDArray[np.uint8]:
    """Bulbs of garlic and cloves on a table, from above."""
    rng = np.random.default_rng(23)
    picture = _table(61, 0x2A1C12, 0x4E3622, 0x76543A, 0x9A7450, board=0.34, turn=1.45)

    def bulb(picture: Floats, x: float, y: float, radius: float, turn: float) -> Floats:
        dx, dy = (X - x) / radius, (Y - y) / radius
        r, bearing = np.hypot(dx, dy), np.arctan2(dy, dx) + turn
        cloves = 8
        lobe = np.abs(np.sin(bearing * cloves / 2 + 0.5 * np.sin(2 * bearing) + 0.3 * r))
        edge = 0.93 + 0.07 * lobe + 0.03 * np.sin(3 * bearing + turn)
        q = r / edge
        inside = (1 - smoothstep(q, 0.97, 1.0)).astype(np.float32)
        dome = np.sqrt(np.maximum(1 - np.minimum(q, 1) ** 2.4, 0))
        veins = fractal(70 + int(turn * 10) % 9, 4, 4, 3)
        thread = np.sin(bearing * 46 + 5 * veins + 2 * np.sin(r * 9)) * 0.5 + 0.5
        height = (
            radius
            * (0.55 * dome + 0.17 * np.sqrt(lobe) * np.clip(r * 1.6, 0, 1) * np.clip((1.05 - q) * 4, 0, 1))
            + 0.0009 * thread
            + 0.0012 * fractal(80, 60, 60, 4, 0.7)
        )
        matt, shine = lit_by(blurred(height.astype(np.float32), 0.7), 1.0, (-0.55, -0.62, 0.62))
        purple = smoothstep(
            thread * 0.6 + 0.8 * (fractal(81, 9, 9, 4) - 0.5) + 0.35 * np.clip(r - 0.2, 0, 1), 0.55, 1.0
        )
        skin = ramp(0.3 + 0.5 * fractal(82, 20, 20, 5), 0xCFC2AE, 0xE6DCCB, 0xF4EEE2)
        skin = mixed(skin, np.broadcast_to(rgb(0xA07A88), skin.shape), 0.42 * purple)
        groove = np.exp(-((lobe / 0.16) ** 2)) * np.clip(r * 1.5 - 0.2, 0, 1)
        shown = (
            skin * (0.12 + 0.98 * matt)[..., None] * (1 - 0.35 * groove)[..., None]
            + (0.06 * shine**18)[..., None]
        )
        picture = picture * (1 - 0.85 * cast_shadow(inside, 0.030, 8))[..., None]
        picture = mixed(picture, shown.astype(np.float32), blurred(inside, 0.4))
        # The neck, cut, stands towards the eye.
        nx, ny = (X - x - 0.10 * radius) / (0.27 * radius), (Y - y - 0.06 * radius) / (0.25 * radius)
        n = np.hypot(nx, ny) * (1 + 0.06 * np.sin(np.arctan2(ny, nx) * 7))
        rings = 0.5 + 0.5 * np.sin(n * 24 + 2 * fractal(83, 9, 9, 3))
        neck = (1 - smoothstep(n, 0.93, 1.03)).astype(np.float32)
        cut = (
            ramp(0.25 + 0.5 * rings + 0.3 * (1 - n), 0x6A5236, 0xB89C72, 0xE2CFAA)
            * (0.75 - 0.35 * (nx + ny) * 0.4)[..., None]
            * 0.8
        )
        around = np.exp(-np.maximum(n - 1, 0) / 0.35) * inside
        picture = picture * (1 - 0.40 * around * smoothstep(nx + ny, -1.0, 1.2))[..., None]
        return mixed(picture, cut.astype(np.float32), neck)

    def clove(picture: Floats, x: float, y: float, long: float, turn: float, peeled: bool) -> Floats:
        u = ((X - x) * math.cos(turn) + (Y - y) * math.sin(turn)) / long
        v = (-(X - x) * math.sin(turn) + (Y - y) * math.cos(turn)) / long - 0.16 * (u**2 - 0.3)
        half = 0.40 * np.sqrt(np.maximum(1 - np.minimum(np.abs(u), 1) ** 2, 0)) * (1 - 0.38 * u)
        q = np.abs(v) / np.maximum(half, 1e-3)
        inside = ((1 - smoothstep(q, 0.94, 1.02)) * (np.abs(u) < 0.995)).astype(np.float32)
        dome = np.sqrt(np.maximum(1 - np.minimum(q, 1) ** 2, 0)) * np.maximum(half, 0)
        lines = np.sin(v / np.maximum(half, 0.05) * 16 + 3 * fractal(85, 9, 9, 3)) * 0.5 + 0.5
        height = long * dome * 0.95 + (0.0003 if peeled else 0.0010) * lines
        matt, shine = lit_by(blurred(height.astype(np.float32), 0.8), 1.0, (-0.55, -0.62, 0.62))
        flesh = (
            ramp(0.4 + 0.6 * (fractal(86, 14, 14, 4) - 0.5) - 0.3 * u, 0xE8D8A8, 0xF2E6C2, 0xFAF2DA)
            if peeled
            else ramp(0.5 * lines + 0.5 * fractal(87, 20, 20, 4), 0xB08A90, 0xD8C4B8, 0xF0E6DA)
        )
        root = np.exp(-(((u + 0.96) / 0.07) ** 2))
        flesh = mixed(flesh, np.broadcast_to(rgb(0x9A7A50), flesh.shape), np.clip(root, 0, 0.9))
        shown = flesh * (0.14 + 0.96 * matt)[..., None] + ((0.45 if peeled else 0.10) * shine**50)[..., None]
        picture = picture * (1 - 0.8 * cast_shadow(inside, 0.014, 4))[..., None]
        return mixed(picture, shown.astype(np.float32), blurred(inside, 0.4))

    for _ in range(26):  # bits of skin
        x, y, size, turn = rng.random(), rng.random(), 0.008 + 0.022 * rng.random(), rng.random() * 6.3
        u, v = (
            ((X - x) * math.cos(turn) + (Y - y) * math.sin(turn)) / size,
            (-(X - x) * math.sin(turn) + (Y - y) * math.cos(turn)) / size,
        )
        flake = (
            1
            - smoothstep(u**2 + (v * 1.8 + 0.4 * u**2) ** 2 + 0.7 * (fractal(90, 60, 60, 3) - 0.5), 0.75, 1.0)
        ).astype(np.float32)
        picture = picture * (1 - 0.5 * cast_shadow(flake, 0.004, 2))[..., None]
        picture = mixed(
            picture, ramp(0.5 + 0.4 * np.sin(v * 9), 0xB8A090, 0xE2D4C6, 0xF2EAE0) * 0.75, flake * 0.85
        )
    picture = bulb(picture, 0.36, 0.30, 0.20, 0.3)
    picture = bulb(picture, 0.68, 0.46, 0.185, 1.4)
    for x, y, long, turn, peeled in (
        (0.36, 0.66, 0.085, 0.4, True),
        (0.52, 0.78, 0.080, 2.2, True),
        (0.30, 0.82, 0.078, -0.6, False),
        (0.68, 0.76, 0.082, 1.2, True),
        (0.58, 0.92, 0.076, 0.1, False),
        (0.10, 0.62, 0.08, 1.9, False),
        (0.88, 0.16, 0.08, 0.9, True),
    ):
        picture = clove(picture, x, y, long, turn, peeled)
    light = ramp(0.55 * X + 0.45 * Y, 0xFFFFFF, 0xF0E8DC, 0xA89C8E)
    return developed((picture * light).astype(np.float32), exposure=1.1, glow=0.1, contrast=1.12)
