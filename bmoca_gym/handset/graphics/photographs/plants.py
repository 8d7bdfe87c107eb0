"""Photographs of plants from near that are computed point by point: a leaf, a daisy, tomatoes."""

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
    bokeh,
    developed,
    displaced,
    focused,
    fractal,
    lit_by,
    mixed,
    ramp,
    rgb,
    smoothstep,
)


def leaf() -> NDArray[np.uint8]:
    """A leaf from near, with the light behind it and drops of dew."""
    bend = 0.10 * (X - 0.3) ** 2
    turn = 0.52
    along = (X - 0.02) * math.cos(turn) + (0.93 - Y) * math.sin(turn) * 1.0
    across = -(X - 0.02) * math.sin(turn) + (0.93 - Y) * math.cos(turn) - bend
    ribs = np.full_like(X, 9.0)
    spacing, fan = 0.135, 0.9
    for side in (1, -1):
        shifted = along - fan * np.abs(across) - 0.5 * across**2 + (0.05 if side > 0 else 0.0)
        near = np.abs(np.mod(shifted / spacing, 1) - 0.5) * spacing
        ribs = np.where(np.sign(across) == side, np.minimum(ribs, near), ribs)
    middle = np.abs(across)
    rng = np.random.default_rng(5)
    grid = np.full((N, N), 255, np.uint8)
    seeds = rng.random((1500, 2))
    for px, py in seeds:
        grid[int(py * N), int(px * N)] = 0
    marks = cv2.distanceTransformWithLabels(grid, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]
    edge = (cv2.Laplacian(marks.astype(np.float32), cv2.CV_32F) != 0).astype(np.float32)
    net = blurred(edge, 0.9)
    vein = np.exp(-((middle / 0.011) ** 2)) + 0.75 * np.exp(-((ribs / 0.0052) ** 2)) + 0.30 * net
    swell = np.clip(ribs / 0.065, 0, 1)
    height = (
        0.020 * np.sqrt(np.minimum(swell, 1))
        + 0.016 * np.sqrt(np.clip(middle / 0.08, 0, 1))
        + 0.0018 * (1 - net)
        + 0.0012 * fractal(8, 130, 130, 3)
    )
    matt, shine = lit_by(blurred(height, 0.8), 1.0, (-0.5, -0.65, 0.75))
    tissue = ramp(fractal(9, 6, 6, 5) * 0.5 + 0.35 * (1 - Y) + 0.15, 0x1C4A10, 0x3F7F1E, 0x7FB536, 0xB6D860)
    picture = tissue * (0.22 + 0.85 * matt)[..., None]
    picture = mixed(
        picture, np.broadcast_to(rgb(0xC4DE88), picture.shape) * 0.9, np.clip(vein * 0.55, 0, 0.8)
    )
    picture = picture + (0.22 * shine**18)[..., None]
    for x, y, radius in (
        (0.36, 0.52, 0.040),
        (0.55, 0.66, 0.026),
        (0.62, 0.38, 0.052),
        (0.28, 0.72, 0.020),
        (0.76, 0.54, 0.030),
        (0.45, 0.33, 0.018),
        (0.70, 0.76, 0.044),
        (0.50, 0.47, 0.012),
        (0.84, 0.34, 0.022),
        (0.40, 0.82, 0.014),
    ):
        dx, dy = (X - x) / radius, (Y - y) / radius * 1.12
        far = np.sqrt(dx * dx + dy * dy)
        inside = 1 - smoothstep(far, 0.94, 1.02)
        zoom = displaced(picture, -dx * radius * 0.5 * inside, -dy * radius * 0.5 * inside)
        drop = (
            zoom
            * (0.55 + 0.85 * smoothstep(dx * 0.5 + dy * 0.6, -0.6, 0.9))[..., None]
            * (1 - 0.35 * smoothstep(far, 0.75, 1.0))[..., None]
        )
        drop = drop + (np.exp(-((dx + 0.34) ** 2 + (dy + 0.40) ** 2) / 0.020) * 2.2)[..., None]
        shade = np.exp(-np.maximum(np.sqrt((dx - 0.16) ** 2 + (dy - 0.24) ** 2) - 0.85, 0) / 0.16) * (
            1 - inside
        )
        picture = mixed(
            picture * (1 - 0.55 * shade)[..., None], drop.astype(np.float32), inside.astype(np.float32)
        )
    picture = focused(picture, np.abs(Y - 0.55 + 0.25 * (X - 0.5)) * 2.3 - 0.40, 7.0)
    return developed(picture, exposure=1.15, glow=0.2)


def blossom() -> NDArray[np.uint8]:
    """A daisy from near, with others behind it."""
    picture = ramp(fractal(3, 4, 4, 3), 0x1A3010, 0x3E6A24, 0x7CA044, 0xB9CC78) * 0.75
    picture = blurred(
        picture + bokeh(4, 40, (0.03, 0.08), (0xB8D070, 0xF2F2D8, 0xFFE9A0), 0.0, 1.0) * 0.22, 5
    )
    for number, (cx, cy, radius, far, squash) in enumerate(
        (
            (0.16, 0.22, 0.14, 1.0, 0.75),
            (0.90, 0.30, 0.15, 0.9, 0.7),
            (0.86, 0.88, 0.20, 0.6, 0.8),
            (0.46, 0.54, 0.37, 0.0, 0.92),
        )
    ):
        rng = np.random.default_rng(number + 3)
        shown, cover = np.zeros((N, N, 3), np.float32), np.zeros((N, N), np.float32)
        petals = 21
        for row in (0, 1):
            order = rng.permutation(petals)
            for petal in order:
                turn = (petal + 0.5 * row) * math.tau / petals + 0.10 * rng.normal()
                reach = radius * (0.96 - 0.06 * row + 0.07 * rng.normal())
                x, y = X - cx, (Y - cy) / squash
                along = (x * math.cos(turn) + y * math.sin(turn)) / reach
                across = (-x * math.sin(turn) + y * math.cos(turn)) / reach + 0.05 * rng.normal() * along**2
                wide = (
                    0.125
                    * np.sqrt(np.clip(along * 1.6, 0, 1))
                    * np.sqrt(np.clip((1 - along) * 6.5, 0, 1))
                    * (1 + 0.1 * rng.normal())
                )
                shape = smoothstep(wide - np.abs(across), 0, 0.008) * (along > 0.12)
                tone = 0.62 + 0.30 * rng.random() + 0.30 * (across / 0.12) * math.sin(turn - 2.2)
                lines = 0.07 * np.sin(across * 150) + 0.05 * (fractal(7, 40, 40, 3) - 0.5)
                fall = 1 - 0.55 * np.exp(-(((along - 0.20) / 0.16) ** 2))
                light = np.clip(
                    (tone + lines) * fall - 0.25 * np.clip(np.abs(across) / 0.12, 0, 1) ** 4, 0.05, 1.2
                )
                color = ramp(light, 0x6A7A94, 0xC2CAD8, 0xFBFAF6) * light[..., None] * 1.05
                under = blurred(shape, 1.6)
                shown = shown * (1 - 0.30 * np.clip(under - shape, 0, 1))[..., None]
                shown = mixed(shown, color, shape)
                cover = np.maximum(cover, shape)
        dx, dy = (X - cx) / (radius * 0.30), (Y - cy + 0.01) / (radius * 0.30 * squash)
        away = np.sqrt(dx * dx + dy * dy)
        dots = np.full((N, N), 255, np.uint8)
        golden = math.pi * (3 - math.sqrt(5))
        for k in range(420):
            r = radius * 0.29 * math.sqrt(k / 420)
            px, py = cx + r * math.cos(k * golden), cy - 0.01 + r * squash * math.sin(k * golden)
            if 0 <= px < 1 and 0 <= py < 1:
                dots[int(py * N), int(px * N)] = 0
        close = cv2.distanceTransform(dots, cv2.DIST_L2, 5) / N / (radius * 0.0165)
        bump = np.clip(1 - close, 0, 1).astype(np.float32)
        matt, shine = lit_by(
            blurred(bump, 0.5) * radius * 0.016 + np.sqrt(np.maximum(1.05 - away * away, 0)) * radius * 0.12,
            1.0,
            (-0.5, -0.65, 0.55),
        )
        disc = (
            ramp(0.35 + 0.6 * bump - 0.25 * away, 0x8A4A08, 0xD88A10, 0xF8C62A, 0xFFE46A)
            * (0.12 + 1.05 * matt)[..., None]
            + (0.15 * shine**20)[..., None]
        )
        inside = 1 - smoothstep(away, 0.97, 1.04)
        shown = shown * (1 - 0.5 * np.exp(-np.maximum(away - 1, 0) / 0.10))[..., None]
        shown = mixed(shown, disc.astype(np.float32), inside)
        cover = np.maximum(cover, inside)
        blur = 0.3 + 6.0 * far
        picture = (
            picture
            * (1 - 0.35 * blurred(displaced(cover, np.full_like(X, -0.02), np.full_like(X, -0.03)), 7))[
                ..., None
            ]
        )
        picture = mixed(picture, blurred(shown, blur), blurred(cover, blur))
    return developed(picture, exposure=0.95, glow=0.15)


def tomatoes() -> NDArray[np.uint8]:
    """Ripe tomatoes in a garden."""
    picture = ramp(fractal(3, 5, 5, 3), 0x1C2A10, 0x40602A, 0x84A04E, 0xC9D08A) * 0.8
    picture = blurred(
        picture + bokeh(4, 60, (0.03, 0.07), (0xB8D070, 0x7FA845, 0xF2F0B8), 0.0, 0.75) * 0.30, 4
    )
    soil = ramp(fractal(6, 12, 12, 6, 0.6), 0x2A1C12, 0x5A4028, 0x8A6A48) * 0.7
    picture = mixed(picture, blurred(soil, 5), smoothstep(Y, 0.72, 0.90))
    rng = np.random.default_rng(11)
    fruits = [
        (0.10, 0.30, 0.105, 1.0, 0.7),
        (0.32, 0.27, 0.110, 1.0, 0.5),
        (0.54, 0.28, 0.108, 1.0, 0.95),
        (0.76, 0.27, 0.112, 1.0, 0.8),
        (0.96, 0.31, 0.105, 1.0, 0.4),
        (0.02, 0.47, 0.135, 0.55, 1.0),
        (0.25, 0.44, 0.140, 0.5, 0.9),
        (0.51, 0.45, 0.145, 0.45, 0.6),
        (0.77, 0.44, 0.140, 0.5, 1.0),
        (1.01, 0.48, 0.140, 0.55, 0.9),
        (0.12, 0.66, 0.170, 0.12, 0.85),
        (0.42, 0.64, 0.165, 0.08, 1.0),
        (0.72, 0.65, 0.175, 0.05, 0.95),
        (1.00, 0.68, 0.165, 0.15, 0.7),
        (-0.02, 0.95, 0.180, 0.45, 1.0),
        (0.28, 0.91, 0.190, 0.2, 0.95),
        (0.60, 0.93, 0.195, 0.22, 0.8),
        (0.91, 0.95, 0.190, 0.4, 1.0),
    ]
    for number, (x, y, radius, far, ripe) in enumerate(fruits):
        turn = rng.random() * 6
        dx, dy = (X - x) / (radius * 1.06), (Y - y) / (radius * 0.94)
        bearing = np.arctan2(dy + 0.55, dx)
        lobes = 1 + 0.030 * np.cos(5 * bearing + turn) * np.clip(1 - dy, 0, 1)
        away2 = (dx * dx + dy * dy) / lobes**2
        inside = 1 - smoothstep(np.sqrt(away2), 0.985, 1.012)
        z = np.sqrt(np.maximum(1 - away2, 0))
        crease = 0.16 * np.sin(5 * bearing + turn) * np.clip(0.2 - dy, 0, 1)
        nx, ny = dx + crease * -np.sin(bearing), dy + crease * np.cos(bearing) * 0.5
        light = np.clip((nx * -0.52 + ny * -0.66 + z * 0.55 + 0.30) / 1.30, 0, 1) ** 1.25
        under = np.clip(ny * 0.6 - 0.1, 0, 1)
        top = np.exp(-(dx**2 + (dy + 0.62) ** 2) / 0.16)
        skin = ramp(
            np.clip(ripe - 0.55 * top + 0.35 * (fractal(30 + number, 5, 5, 5) - 0.5), 0, 1),
            0x9AA83C,
            0xD9A030,
            0xD8521C,
            0xB81A10,
            0x9C0F0C,
        )
        speck = 1 + 0.10 * (fractal(40 + number, 130, 130, 2) - 0.5)
        shown = skin * (0.05 + 1.25 * light * speck)[..., None]
        shown = (
            shown
            + (under * 0.05)[..., None] * rgb(0x9A7A40)
            + ((1 - z) ** 3 * 0.05)[..., None] * rgb(0xB8C8A0)
        )
        # A bright sky mirrors in the skin, broken by leaves.
        mx, my = 2 * nx * z, 2 * ny * z
        leaf = displaced(fractal(50 + number, 9, 9, 4), 0.2 * mx, 0.2 * my)
        sheen = smoothstep(-my - 0.25 * mx, 0.42, 0.85) * smoothstep(leaf, 0.44, 0.56) * 0.22
        spot = (
            np.exp(-((nx + 0.36) ** 2 + (ny + 0.46) ** 2) / 0.012) * 0.9
            + np.exp(-((nx + 0.34) ** 2 + (ny + 0.44) ** 2) / 0.06) * 0.16
        )
        shown = shown + (sheen + spot)[..., None] * np.array([1.0, 0.98, 0.92], np.float32)
        star = np.zeros((N, N), np.float32)
        middle = np.array((x + 0.05 * radius, y - 0.66 * radius))
        for tip in range(6):
            way = turn + tip * math.tau / 6 + 0.3 * rng.random()
            reach = radius * (0.50 + 0.16 * rng.random())
            points = []
            for side in (1, -1):
                for share in np.linspace(0, 1, 9) if side == 1 else np.linspace(1, 0, 9):
                    wide = 0.085 * radius * math.sin(math.pi * min(1, 0.18 + 0.82 * share)) * side
                    bend = 0.16 * radius * share * share
                    points.append(
                        middle
                        + np.array(
                            (
                                math.cos(way) * reach * share - math.sin(way) * wide,
                                0.55 * (math.sin(way) * reach * share + math.cos(way) * wide) + bend,
                            )
                        )
                    )
            cv2.fillPoly(star, [(np.array(points) * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        stem = np.array(
            [middle, middle + np.array((0.10, -0.34)) * radius, middle + np.array((0.02, -0.62)) * radius]
        )
        cv2.polylines(
            star, [(stem * N * 16).astype(np.int32)], False, 1.0, round(0.085 * radius * N), cv2.LINE_AA, 4
        )
        relief = blurred(star, 2.2)
        shine, _ = lit_by(relief * 0.010 + 0.002 * fractal(70 + number, 90, 90, 3), 1.0, (-0.5, -0.7, 0.5))
        green = (
            ramp(fractal(60 + number, 30, 30, 4), 0x2E4A18, 0x5A7E2E, 0x8FAE50)
            * (0.15 + 1.0 * shine)[..., None]
        )
        shadow = displaced(blurred(star, 2.6), np.full_like(X, -0.010), np.full_like(X, -0.018))
        shown = shown * (1 - 0.6 * shadow)[..., None]
        cover = np.maximum(inside, star)
        shown = mixed(shown, green, star)
        # What lies near one another is darker there.
        below = np.exp(
            -np.maximum(np.sqrt(((X - x - 0.02) / radius) ** 2 + ((Y - y - 0.05) / radius) ** 2) - 0.9, 0)
            / 0.16
        )
        picture = picture * (1 - 0.62 * below)[..., None]
        blur = 0.35 + 5.0 * far**1.5
        picture = mixed(picture, blurred(shown, blur), blurred(cover, blur))
    return developed(picture, exposure=0.95, glow=0.15)


def log() -> NDArray[np.uint8]:
    """Mushrooms on a mossy log in a wood."""
    rng = np.random.default_rng(14)
    picture = ramp(fractal(3, 4, 3, 3), 0x0C140A, 0x24361A, 0x4C6A30, 0xA8B878) * 0.8
    for _ in range(9):  # trunks, far out of focus
        x, wide = rng.random(), 0.015 + 0.035 * rng.random()
        trunk = smoothstep(wide - np.abs(X - x), -0.01, 0.02) * smoothstep(0.75 - Y, 0, 0.1)
        picture = mixed(picture, np.broadcast_to(rgb(0x1A140E), picture.shape), 0.75 * trunk)
    picture = blurred(
        picture + bokeh(4, 60, (0.02, 0.06), (0xC8D890, 0xF0ECB8, 0x98B860), 0.0, 0.6) * 0.30, 5
    )
    top = 0.66 + 0.020 * (fractal(5, 4, 4, 4) - 0.5) + 0.04 * (X - 0.5) ** 2
    round_ = np.clip((Y - top) / 0.42, 0, 1)
    bark = displaced(
        fractal(6, 4, 60, 5, 0.65), 0.05 * (fractal(7, 5, 5, 3) - 0.5), 0.03 * (fractal(8, 5, 5, 3) - 0.5)
    )
    matt, _ = lit_by((0.016 * bark).astype(np.float32), 1.0, (-0.4, -0.7, 0.6))
    wood = (
        ramp(0.1 + 0.9 * bark, 0x140E0A, 0x3A281C, 0x644A34, 0x8A6C50)
        * (0.12 + 0.95 * matt * (1 - 0.75 * round_))[..., None]
    )
    tufts, hairs = fractal(9, 34, 34, 4, 0.7), fractal(10, 210, 210, 2, 0.8)
    edge = Y - top - 0.13 + 0.20 * (fractal(11, 6, 6, 5, 0.6) - 0.5)
    moss = 1 - smoothstep(edge, -0.04, 0.05)
    lit, _ = lit_by((0.010 * tufts + 0.0024 * hairs).astype(np.float32), 1.0, (-0.45, -0.7, 0.55))
    green = ramp(0.05 + 0.5 * tufts + 0.55 * hairs, 0x101C06, 0x2E4A10, 0x6A8A22, 0xB4C44A)
    green = green * (0.10 + 1.15 * lit * (1 - 0.45 * round_))[..., None]
    body = smoothstep(Y - top + 0.012 * (hairs - 0.5) + 0.02 * (tufts - 0.5), 0, 0.006)
    picture = mixed(picture, mixed(wood, green, moss), body)
    caps = (
        (0.80, 0.565, 0.075, 0.115, 0.55),
        (0.15, 0.580, 0.060, 0.090, 0.5),
        (0.91, 0.610, 0.045, 0.060, 0.4),
        (0.36, 0.440, 0.150, 0.245, 0.0),
        (0.57, 0.535, 0.110, 0.150, 0.05),
        (0.25, 0.600, 0.062, 0.080, 0.0),
    )
    for number, (x, y, wide, stem, far) in enumerate(caps):
        lean = 0.10 * (rng.random() - 0.5)
        foot = y + stem
        shown, cover = np.zeros((N, N, 3), np.float32), np.zeros((N, N), np.float32)
        up = np.clip((foot - Y) / stem, 0, 1)
        middle = x + lean * (1 - up) * stem
        thick = wide * (0.16 + 0.10 * (1 - up) ** 2)
        across = (X - middle) / thick
        stalk = smoothstep(1 - np.abs(across), 0, 0.10) * (y < Y) * (1 - smoothstep(Y - foot, -0.012, 0.012))
        fibre = fractal(30 + number, 160, 9, 4, 0.7)
        light = (
            np.clip(0.62 - 0.55 * across, 0.08, 1)
            * (0.70 + 0.5 * fibre)
            * (0.45 + 0.55 * smoothstep(1 - up, 0.0, 0.35))
        )
        pale = ramp(fibre * 0.6 + 0.5 * up, 0x8A7452, 0xD8C8A4, 0xF4EAD2) * light[..., None]
        shown = mixed(shown, pale, stalk)
        cover = np.maximum(cover, stalk).astype(np.float32)
        # Below, the gills; above, the cap.
        dx, dy = (X - x) / wide, (Y - y) / (wide * 0.30)
        under = (1 - smoothstep(dx * dx + dy * dy, 0.97, 1.02)).astype(np.float32)
        turn = np.arctan2(dy, dx)
        gills = 0.55 + 0.45 * np.sin(turn * 70)
        dark = (
            ramp(gills * np.hypot(dx, dy), 0x2A1A10, 0x8A6A48, 0xD0B48C)
            * (0.20 + 0.25 * np.hypot(dx, dy))[..., None]
        )
        shown, cover = mixed(shown, dark, under * (1 - stalk * (dy > 0.1))), np.maximum(cover, under)
        high = 0.72
        dy = (Y - y) / (wide * high)
        wave = 0.035 * np.sin(dx * 7 + number)
        dome = dx * dx + np.where(dy < 0, dy * dy, (dy / 0.24 + wave) ** 2)
        cap = (1 - smoothstep(dome, 0.975, 1.015)).astype(np.float32)
        z = np.sqrt(np.maximum(1 - np.minimum(dome, 1), 0))
        face = np.clip((dx * -0.50 + np.minimum(dy, 0.3) * -0.72 + z * 0.48 + 0.15) / 1.05, 0, 1)
        spots = fractal(40 + number, 60, 60, 4, 0.7)
        tint = ramp(
            0.85 - 0.75 * np.clip(-dy, 0, 1) + 0.5 * (spots - 0.5) - 0.2 * z,
            0x5A2408,
            0xA04E14,
            0xCC8030,
            0xE8BC78,
        )
        gleam = np.exp(-(((dx + 0.30) / 0.16) ** 2 + ((dy + 0.62) / 0.12) ** 2)) * 0.35 * (0.5 + spots)
        skin = tint * (0.07 + 1.15 * face * (0.85 + 0.3 * spots))[..., None] + gleam[..., None]
        shown, cover = mixed(shown, skin.astype(np.float32), cap), np.maximum(cover, cap)
        shadow = displaced(blurred(cover, 4), np.full_like(X, -0.02), np.full_like(X, -0.03)) * body
        picture = picture * (1 - 0.5 * shadow)[..., None]
        blur = 0.35 + 7 * far
        picture = mixed(picture, blurred(shown, blur), blurred(cover, blur))
        tuft = (
            smoothstep(Y - foot + 0.035 * tufts + 0.02 * hairs, 0.0, 0.015)
            * (np.abs(X - x) < wide * 0.8)
            * (1 - smoothstep(Y - foot, 0.02, 0.05))
        )
        picture = mixed(picture, green, (tuft * body * (far < 0.3)).astype(np.float32))
    picture = focused(picture, np.clip((Y - 0.80) * 3.5, 0, 1), 5.0)
    return developed(picture, exposure=1.0, glow=0.2, contrast=1.12)
