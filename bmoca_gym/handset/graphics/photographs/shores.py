"""Photographs of water and of what lies beside it that are computed point by point."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs.planes import (
    WARM,
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
    ridge_line,
    smoothstep,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def _cells(seed: int, count: int, warp: Floats) -> Floats:
    """How far each point is from the edges of foam's cells: 0 at an edge, about 1 in the middle."""
    rng = np.random.default_rng(seed)
    points = rng.random((count * count, 2), np.float32)
    grid = np.zeros((N, N), np.uint8) + 255
    for x, y in points:
        grid[min(N - 1, int(y * N)), min(N - 1, int(x * N))] = 0
    away = cv2.distanceTransform(grid, cv2.DIST_L2, 5) * count / N
    edges = np.clip(1 - away / 0.9, 0, 1).astype(np.float32)
    return displaced(
        edges, 0.09 * (fractal(seed + 1, 6, 6, 4) - 0.5), 0.09 * (fractal(seed + 2, 6, 6, 4) - 0.5)
    )


def surf() -> NDArray[np.uint8]:
    """A beach from above, with waves that run out on the sand."""
    warp = fractal(1, 3, 3, 6, 0.5) - 0.5
    far = X * 0.75 + Y * 0.66 + 0.30 * warp  # from the sea at the left to the sand at the right
    fine, lumps = fractal(2, 240, 240, 2), fractal(3, 30, 26, 5, 0.6)
    sand = (
        ramp(smoothstep(far, 0.92, 1.10), 0x7F6A4E, 0xA88E68, 0xCDB48A)
        * (0.78 + 0.22 * lumps + 0.3 * fine)[..., None]
    )
    sea = ramp(smoothstep(far, 0.0, 0.85), 0x0B4A66, 0x137C8C, 0x3FA9A6, 0x9CC9B4)
    swell = displaced(fractal(4, 5, 5, 6, 0.6), warp * 0.3, warp * 0.3)
    matt, _ = lit_by(swell * 0.06 + 0.02 * np.sin(far * 60 + 9 * warp), 0.9, (-0.5, -0.5, 1))
    sea = sea * (0.35 + 0.75 * matt)[..., None]
    picture = mixed(sea, sand, smoothstep(far, 0.80, 0.89))
    cells = _cells(7, 34, warp)
    small = _cells(9, 80, warp)
    for at, wide, much in ((0.845, 0.055, 1.0), (0.62, 0.045, 0.85), (0.36, 0.03, 0.6)):
        edge = far - at - 0.05 * (fractal(11, 7, 7, 5) - 0.5)
        front = smoothstep(edge, -wide * 3.2, -wide * 0.2) * (1 - smoothstep(edge, 0.0, 0.006))
        lace = np.clip(1.2 - 3.2 * cells, 0, 1) + 0.7 * np.clip(1.1 - 3.2 * small, 0, 1)
        solid = smoothstep(edge, -wide, -0.004)
        foam = front * np.clip(lace * (0.35 + 0.65 * front) + 1.1 * solid, 0, 1) * much
        shadow = smoothstep(edge, -0.004, 0.004) * (1 - smoothstep(edge, 0.004, 0.03))
        picture = picture * (1 - 0.35 * shadow * much)[..., None]
        white = np.broadcast_to(rgb(0xF4F5F0), picture.shape) * (0.75 + 0.3 * lumps + 0.12 * fine)[..., None]
        picture = mixed(picture, white, np.clip(foam, 0, 1))
    return developed(picture, exposure=0.95, contrast=1.15)


def sunset() -> NDArray[np.uint8]:
    """The sun over the sea, from a shore with rocks."""
    level = 0.50
    up = np.clip((level - Y) / level, 0, 1)
    picture = ramp(1 - up, 0x24365E, 0x5A5F86, 0xB67D78, 0xF0A45E, 0xFFC873)
    flat = 1 / (up + 0.10)
    tall = fractal(3, 4, 60, 6, 0.55)
    clouds = cv2.remap(
        tall,
        ((X - 0.5) * flat * 0.28 + 0.5) * N,
        np.clip(1.1 - flat * 0.1, 0, 1) * N * 0.35,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    clouds = smoothstep(0.5 * clouds + 0.5 * fractal(6, 3, 22, 6, 0.58), 0.47, 0.66)
    away = np.sqrt((X - 0.40) ** 2 + (Y - level + 0.035) ** 2)
    lit = np.exp(-away * 4.5)
    under = mixed(
        np.broadcast_to(rgb(0x4A4258), picture.shape),
        np.broadcast_to(rgb(0xFF9A55), picture.shape),
        np.clip(lit * 1.6, 0, 1),
    )
    picture = mixed(picture, under, 0.8 * clouds)
    picture += (np.exp(-away * 9) * 0.9)[..., None] * rgb(0xFFA447)
    picture += (
        smoothstep(-away, -0.030, -0.027)[..., None]
        * np.array([7.0, 5.0, 2.4], np.float32)
        * (1 - 0.75 * clouds)[..., None]
    )
    sea = np.clip((Y - level) / (1 - level), 0, 1)
    depth = 1 / (sea + 0.035)
    waves = np.zeros_like(X)
    for number, (wide, high) in enumerate(((9, 26), (22, 60), (60, 150))):
        field = fractal(30 + number, wide, high, 4, 0.6)
        waves += (number + 1) * (
            cv2.remap(
                field,
                ((X - 0.5) * depth * 0.06 + 0.5) * N,
                np.clip(1.05 - depth * 0.036, 0, 1) * N,
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            )
            - 0.5
        )
    mirrored = displaced(picture, 0.03 * waves, 2 * (level - Y) + 0.05 * waves * sea + 0.02 * waves)
    water = mirrored * (0.50 + 0.2 * sea)[..., None] * rgb(0xD0D4E0)
    path = (
        np.exp(-((X - 0.40) ** 2) / (0.004 + 0.020 * sea)) * smoothstep(waves, 0.25, 0.95) * (1.2 - 0.8 * sea)
    )
    water += path[..., None] * np.array([3.2, 1.9, 0.8], np.float32)
    picture = mixed(picture, water, smoothstep(Y - level, 0, 1 / N))
    for seed, at, reach, foot, tall_rock in ((1, 1.02, 0.36, 1.0, 0.13), (2, 0.0, 0.30, 1.03, 0.12)):
        line = ridge_line(50 + seed, foot, 0.55 * tall_rock, 6, 0.6) + tall_rock * (
            ((X[0] - at) / reach) ** 2 - 1
        )
        inside = smoothstep(Y - line, 0, 2 / N)
        stone = fractal(55 + seed, 40, 30, 5, 0.65)
        matt, shine = lit_by(stone, 0.06, (-0.6, -0.7, 0.4))
        rock = (0.004 + 0.018 * matt)[..., None] * rgb(0xFFD0A8) + (0.10 * shine**24)[..., None] * rgb(
            0xFFB070
        )
        picture = mixed(picture, rock, inside)
    return developed(picture, exposure=0.8, glow=0.25)


def ripples() -> NDArray[np.uint8]:
    """Rings on still water."""
    deep = 1 / (0.28 + Y * 1.1)
    x, y = (X - 0.5) * deep, deep
    height = 0.004 * (fractal(3, 5, 16, 4) - 0.5)
    for cx, cy, strength, reach in ((0.05, 1.13, 1.0, 0.55), (-0.62, 1.9, 0.6, 0.5), (0.75, 2.2, 0.5, 0.45)):
        away = np.sqrt((x - cx) ** 2 + (y - cy) ** 2)
        height = (
            height
            + 0.0022 * strength * np.cos(away * 62) * np.exp(-((away / reach) ** 2)) * np.clip(away * 9, 0, 1)
            + 0.004 * strength * np.exp(-((away / 0.035) ** 2))
        )
    dx, dy = np.gradient(height, axis=1) * N, np.gradient(height, axis=0) * N
    at = np.clip(0.15 + 0.62 * (1 - Y) + 1.5 * dy + 0.20 * (fractal(5, 4, 3, 5) - 0.5) + 0.5 * dx, 0, 1)
    picture = ramp(at, 0x07131E, 0x12324A, 0x2F6A8C, 0x86AFC4, 0xF6D9B4, 0xFFEFD8)
    picture = picture * (0.7 + 0.4 * (1 - Y))[..., None]
    picture = focused(picture, np.abs(Y - 0.52) * 2.2 - 0.28, 6.0)
    return developed(picture, exposure=1.0, glow=0.25)


def harbour() -> NDArray[np.uint8]:
    """Sailing boats in a harbour in the evening."""
    level = 0.50
    rng = np.random.default_rng(31)
    picture = ramp(Y / level, 0x2A4470, 0x5A76A0, 0xC79C96, 0xF6C08A)
    cloud = smoothstep(fractal(4, 3, 14, 6, 0.55), 0.48, 0.72)
    picture = mixed(
        picture, np.broadcast_to(rgb(0xE89A84), picture.shape), 0.55 * cloud * np.clip(Y / level, 0.2, 1)
    )
    for layer, (foot, tall, tone) in enumerate(
        ((level - 0.05, 0.12, 0x7C7E98), (level - 0.02, 0.07, 0x4A4E66))
    ):
        hill = rgb(tone) * (0.75 + 0.5 * fractal(50 + layer, 40, 30, 5, 0.65))[..., None]
        picture = mixed(picture, hill, smoothstep(Y - ridge_line(60 + layer, foot, tall, 3, 0.5), 0, 2 / N))
    x = 0.0
    while x < 1:  # houses by the water
        wide, tall = 0.022 + 0.035 * rng.random(), 0.030 + 0.045 * rng.random()
        left, right, top = int(x * N), int(min(1, x + wide) * N), int((level - tall) * N)
        wall = rgb((0x8A7468, 0x9C8A7C, 0x75625C, 0xA89484, 0x6E6A74)[int(rng.integers(5))]) * 0.26
        picture[top : int(level * N), left:right] = (
            wall * (0.8 + 0.3 * fractal(70, 50, 50, 4)[top : int(level * N), left:right])[..., None]
        )
        roof = (
            np.array(
                (
                    (x - 0.002, level - tall),
                    (x + wide / 2, level - tall - 0.014),
                    (x + wide + 0.002, level - tall),
                )
            )
            * N
        )
        cv2.fillPoly(
            picture, [roof.astype(np.int32)], tuple(float(v) for v in rgb(0x4A3634) * 0.5), cv2.LINE_AA
        )
        for column in range(int(wide / 0.010)):
            for row in range(int(tall / 0.013)):
                px, py = int((x + 0.004 + column * 0.010) * N), int((level - tall + 0.006 + row * 0.013) * N)
                warm = rng.random() < 0.35
                picture[py : py + 6, px : px + 4] = (1.6 * rgb(0xFFC470)) if warm else rgb(0x2A2C38) * 0.6
        x += wide + 0.001
    glow = bokeh(33, 46, (0.002, 0.004), WARM, level - 0.020, level - 0.004)
    picture = blurred(picture + 2.2 * glow, 1.0)
    boats = (
        (0.13, 0.545, 0.085, 0.36),
        (0.33, 0.535, 0.065, 0.27),
        (0.90, 0.545, 0.080, 0.33),
        (0.47, 0.530, 0.050, 0.20),
        (0.66, 0.600, 0.155, 0.52),
    )
    for number, (cx, foot, long, mast) in enumerate(boats):
        hull = np.zeros((N, N), np.float32)
        rig = np.zeros((N, N), np.float32)
        high = long * 0.22
        outline = [(-1.0, -1.0), (1.12, -1.15), (0.95, -0.3), (0.80, 0.0), (-0.86, 0.0), (-0.98, -0.5)]
        points = np.array([(cx + px * long, foot + py * high) for px, py in outline])
        cv2.fillPoly(hull, [(points * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        cabin = [(-0.5, -1.0), (-0.42, -1.55), (0.25, -1.6), (0.42, -1.05)]
        roof = np.zeros((N, N), np.float32)
        points = np.array([(cx + px * long, foot + py * high) for px, py in cabin])
        cv2.fillPoly(roof, [(points * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        step = cx + 0.12 * long
        lines = [
            ((step, foot - high), (step, foot - mast), 0.0055),
            ((step, foot - 1.9 * high), (cx - 0.80 * long, foot - 1.8 * high), 0.011),
            ((step, foot - mast), (cx + 1.1 * long, foot - 1.1 * high), 0.0014),
            ((step, foot - mast), (cx - 0.98 * long, foot - high), 0.0014),
            ((step, foot - mast * 0.95), (step + 0.20 * long, foot - high), 0.0012),
            ((step, foot - mast * 0.95), (step - 0.20 * long, foot - high), 0.0012),
            ((step - 0.14 * long, foot - mast * 0.6), (step + 0.14 * long, foot - mast * 0.6), 0.003),
        ]
        for a, b, thick in lines:
            start, end = (tuple(int(v * N * 16) for v in point) for point in (a, b))
            cv2.line(rig, start, end, 1.0, max(1, round(thick * N * (0.6 + long * 4))), cv2.LINE_AA, 4)
        down = np.clip((Y - foot + high * 1.1) / high, 0, 1)
        paint = rgb((0xE6E2DC, 0x2C4A78, 0xDAD6D0, 0x8A3A34, 0xECE8E2)[number])
        shade = ramp(down, 0xE8C4A8, 0xB4A0A4, 0x6A6878) * 0.75
        stripe = np.exp(-(((down - 0.30) / 0.05) ** 2))
        side = paint * shade * (1 - 0.55 * stripe)[..., None]
        side = mixed(side, np.broadcast_to(rgb(0x5A2420) * 0.4, side.shape), smoothstep(down, 0.88, 0.93))
        windows = (np.abs(np.mod((X - cx) / (0.16 * long), 1) - 0.5) < 0.30) & (
            np.abs(Y - foot + 1.3 * high) < 0.12 * high
        )
        house = mixed(
            rgb(0xE2DCD4) * shade * 0.9,
            np.broadcast_to(rgb(0x14181F), shade.shape),
            windows.astype(np.float32),
        )
        picture = mixed(picture, house, roof)
        picture = mixed(picture, side, hull)
        wood = rgb(0xC8B8A8) * np.clip(0.55 - 0.5 * (foot - Y) / mast, 0.15, 1)[..., None]
        picture = mixed(picture, np.broadcast_to(wood, picture.shape), np.clip(rig, 0, 1))
        # Each boat is mirrored below its own foot.
        below = np.clip((Y - foot) / (1 - foot), 0, 1)
        waves = fractal(90 + number, 9, 90, 4, 0.6) - 0.5
        mirror = displaced(picture, 0.022 * waves * (0.4 + below), 2 * (foot - Y) + 0.05 * waves * below)
        cover = displaced(
            np.maximum(np.maximum(hull, roof), np.clip(rig, 0, 1)),
            0.022 * waves * (0.4 + below),
            2 * (foot - Y) + 0.05 * waves * below,
        )
        if number == 0:
            base = displaced(picture, 0.02 * waves, 2 * (level - Y) + 0.06 * waves * below)
            fade = np.clip((Y - level) / (1 - level), 0, 1)
            water = blurred(base, 1.2) * rgb(0xC8CCD4) * (0.95 - 0.45 * fade)[..., None]
            ripple = np.clip(fractal(99, 12, 130, 4, 0.6) - 0.55, 0, 1) * 2.2
            water = water + (ripple * (0.12 + 0.2 * fade))[..., None] * rgb(0xE8C0A8)
            free = smoothstep(Y - level, 0, 2 / N) * (1 - np.maximum(hull, roof)) * (1 - np.clip(rig, 0, 1))
            picture = mixed(picture, water, free)
        under = smoothstep(Y - foot, 0, 2 / N)
        picture = mixed(
            picture, blurred(mirror, 0.7) * rgb(0xC0C4CC) * 0.8, under * cover * (0.85 - 0.4 * below)
        )
    return developed(picture, exposure=0.95, glow=0.3, contrast=1.12)


def railway() -> NDArray[np.uint8]:
    """A railway line beside the sea in the evening."""
    level, at = 0.40, 0.60
    picture = ramp(Y / level, 0x3A5A8C, 0x8FA0BC, 0xF0BE94, 0xFFD8A0)
    cloud = smoothstep(fractal(3, 3, 16, 6, 0.55), 0.48, 0.70)
    picture = mixed(picture, np.broadcast_to(rgb(0xF2A68A), picture.shape), 0.5 * cloud)
    away = np.sqrt((X - 0.78) ** 2 + (Y - level + 0.06) ** 2)
    picture += (np.exp(-away * 7) * 1.1)[..., None] * rgb(0xFFB868)
    picture += smoothstep(-away, -0.030, -0.027)[..., None] * np.array([5.0, 3.8, 2.2], np.float32)
    down = np.clip((Y - level) / (1 - level), 0, 1)
    far = 1 / np.maximum(down, 0.004)
    gx, gz = (X - at) * far * 1.6, far * 1.6

    def on_ground(seed: int, lumps: float, scale: float, stretch: float = 1.0) -> Floats:
        field = fractal(seed, lumps, lumps, 4, 0.65)
        mapped = (np.mod(v * scale, 2) for v in (gx + 40, gz * stretch))
        mx, my = (np.abs(v - 1) * (N - 1) for v in mapped)
        return cv2.remap(field, mx.astype(np.float32), my.astype(np.float32), cv2.INTER_AREA).astype(
            np.float32
        )

    clear = np.exp(-far / 55)
    stones, fine = on_ground(11, 110, 0.42), on_ground(12, 150, 0.60)
    matt, _ = lit_by((0.010 * stones + 0.006 * fine).astype(np.float32), 1.0, (0.5, -0.5, 0.5))
    ballast = (
        ramp(
            0.5 + (1.9 * (stones - 0.5) + 1.2 * (fine - 0.5)) * np.exp(-far / 25),
            0x2A2624,
            0x5A524C,
            0x8E847A,
            0xB8AC9E,
        )
        * (0.45 + 0.7 * matt)[..., None]
    )
    tie = (
        smoothstep(0.26 - np.abs(np.mod(gz / 0.62, 1) - 0.5), 0.0, 0.06)
        * smoothstep(1.28 - np.abs(gx), 0.0, 0.03)
        * clear
    )
    wood = ramp(0.5 + 0.9 * (on_ground(13, 50, 0.8, 4.0) - 0.5), 0x2E241E, 0x54463A, 0x786858) * 0.8
    track = mixed(ballast, wood, tie * 0.95)
    edge = np.abs(gx) - 1.9 - 0.5 * (on_ground(14, 20, 0.2) - 0.5)
    blades, tufts = on_ground(15, 110, 0.22, 0.35), on_ground(16, 26, 0.16)
    grass = ramp(0.1 + 0.45 * blades + 0.45 * tufts, 0x141C0C, 0x2E3A1C, 0x58603A, 0x948858)
    ground = mixed(track, grass, smoothstep(edge, 0.0, 0.35))
    shore = gx - 4.6 - 0.8 * (on_ground(17, 10, 0.06) - 0.5)
    waves = on_ground(18, 40, 0.10, 0.9) - 0.5
    mirrored = displaced(picture, 0.02 * waves, 2 * (level - Y) + 0.06 * waves)
    sea = (
        mirrored * rgb(0xC4CCD4) * 0.85
        + (np.exp(-(((X - 0.78) / (0.03 + 0.10 * down)) ** 2)) * smoothstep(waves, 0.02, 0.16))[..., None]
        * rgb(0xFFC888)
        * 1.6
    )
    rocks = ramp(on_ground(19, 50, 0.16), 0x241C18, 0x54483E, 0x8A7A6A) * 0.7
    ground = mixed(ground, rocks, smoothstep(shore, -0.6, -0.2))
    foam = np.exp(-(((shore + 0.10 * on_ground(20, 60, 0.2)) / 0.10) ** 2)) * clear
    ground = mixed(ground, sea, smoothstep(shore, -0.05, 0.05))
    ground = ground + (0.5 * foam)[..., None] * rgb(0xF4E4D4)
    for side in (-1, 1):
        rail = gx - side * 0.75
        ground = ground * (1 - 0.65 * np.exp(-(((rail + 0.10) / 0.09) ** 2)))[..., None]
        web = smoothstep(0.062 - np.abs(rail), 0.0, 0.012 + 0.004 * far)
        top = smoothstep(0.036 - np.abs(rail - 0.008), 0.0, 0.010 + 0.004 * far)
        ground = mixed(ground, np.broadcast_to(rgb(0x4A3226) * 0.6, ground.shape), web)
        shine = (
            ramp(np.clip(far / 14, 0, 1), 0x8A8C94, 0xD8C4B0, 0xFFE2B8)
            * (0.65 + 0.6 * np.clip(far / 14, 0, 1))[..., None]
        )
        ground = mixed(ground, shine, top)
    haze = (1 - np.exp(-far / 70))[..., None]
    ground = ground * (1 - haze) + rgb(0xF0C8A0) * 0.75 * haze
    picture = mixed(picture, ground.astype(np.float32), smoothstep(Y - level, 0, 1.5 / N))
    rng = np.random.default_rng(12)
    for layer, (base, tall, right, tone) in enumerate(
        (
            (level + 0.004, 0.10, 0.60, 0x8C8490),
            (level + 0.012, 0.17, 0.50, 0x5C6058),
            (level + 0.03, 0.24, 0.36, 0x2C3826),
        )
    ):
        rise = np.clip((right - X[0]) / right, 0, 1)
        line = base - tall * rise**0.75 + 0.22 * tall * ridge_line(40 + layer, 0, 1, 4, 0.5) * rise
        bushes = np.zeros((N, N), np.float32)
        if layer:
            for _ in range(700):
                x = rng.random() * right
                size = (0.004 + 0.005 * layer) * (0.4 + rng.random()) * (0.35 + 0.65 * (right - x) / right)
                cv2.circle(
                    bushes,
                    (int(x * N), int((float(line[int(x * N)]) + 0.2 * size) * N)),
                    max(1, int(size * N)),
                    1.0,
                    -1,
                    cv2.LINE_AA,
                )
        inside = np.maximum(
            smoothstep(Y - line, 0, 3 / N) * (right > X),
            displaced(bushes, 0.012 * (fractal(33, 90, 90, 3) - 0.5), 0.012 * (fractal(34, 90, 90, 3) - 0.5)),
        )
        foot = base + 0.012 + (0.05, 0.10, 0.20)[layer] * np.clip((right - X) / right, 0, 1)
        inside = inside * (1 - smoothstep(Y - foot, -0.03, 0.02))
        leaves = fractal(80 + layer, 70, 70, 5, 0.7)
        lit, _ = lit_by(leaves * 0.012, 1.0, (0.8, -0.5, 0.4))
        hill = (
            rgb(tone) * (0.15 + 1.1 * lit * (0.4 + 1.1 * leaves))[..., None]
            + rgb(0xFFB878) * (0.10 * np.exp(-away * 2.5))[..., None]
        )
        picture = mixed(picture, hill.astype(np.float32), inside.astype(np.float32))
    picture = focused(picture, np.clip((Y - 0.80) * 3.2, 0, 1), 5.0)
    return developed(picture, exposure=0.95, glow=0.3)


def wheels() -> NDArray[np.uint8]:
    """A bicycle by a river, against the evening light."""
    level = 0.60
    picture = ramp(Y / level, 0x40507A, 0x8B7A92, 0xE39B78, 0xFFC98A)
    clouds = smoothstep(fractal(2, 3, 16, 6, 0.55), 0.48, 0.70)
    picture = mixed(picture, np.broadcast_to(rgb(0xFF9C74), picture.shape), 0.5 * clouds * (1 - Y))
    away = np.sqrt((X - 0.70) ** 2 + (Y - 0.47) ** 2)
    picture += (np.exp(-away * 7) * 1.3)[..., None] * rgb(0xFFB45C) + smoothstep(-away, -0.040, -0.036)[
        ..., None
    ] * np.array([6, 4.4, 2.2], np.float32)
    line = ridge_line(9, level - 0.03, 0.05, 5, 0.55)
    shore = mixed(
        np.broadcast_to(rgb(0x3A2F45), picture.shape),
        np.broadcast_to(rgb(0xB06A54), picture.shape),
        np.exp(-away * 5),
    )
    picture = mixed(picture, shore, smoothstep(Y - line, 0, 3 / N))
    waves = fractal(7, 14, 110, 4, 0.6) - 0.5
    river = displaced(picture, 0.02 * waves, 2 * (level - Y) + 0.10 * waves) * 0.75
    picture = mixed(picture, river, smoothstep(Y - level, 0, 2 / N))
    picture = blurred(picture, 2.6)
    mask = np.zeros((N, N), np.float32)
    rng = np.random.default_rng(4)

    def line_to(a: tuple[float, float], b: tuple[float, float], thick: float) -> None:
        points = [tuple(int(v * N * 16) for v in p) for p in (a, b)]
        cv2.line(mask, points[0], points[1], 1.0, max(1, round(thick * N)), cv2.LINE_AA, 4)

    def ring(at: tuple[float, float], radius: float, thick: float) -> None:
        cv2.circle(
            mask,
            tuple(int(v * N * 16) for v in at),
            int(radius * N * 16),
            1.0,
            max(1, round(thick * N)),
            cv2.LINE_AA,
            4,
        )

    back, front, radius = (0.285, 0.715), (0.715, 0.715), 0.152
    for hub in (back, front):
        ring(hub, radius, 0.011)
        ring(hub, radius - 0.012, 0.004)
        ring(hub, 0.012, 0.012)
        for spoke in range(32):
            turn = spoke * math.tau / 32 + 0.06
            twist = turn + (0.35 if spoke % 2 else -0.35)
            line_to(
                (hub[0] + 0.014 * math.cos(twist), hub[1] + 0.014 * math.sin(twist)),
                (hub[0] + radius * math.cos(turn), hub[1] + radius * math.sin(turn)),
                0.0013,
            )
    crank, seat, head, fork = (0.455, 0.725), (0.405, 0.505), (0.640, 0.490), (0.655, 0.535)
    for a, b, thick in (
        (crank, seat, 0.013),
        (crank, fork, 0.014),
        (seat, head, 0.012),
        (back, crank, 0.008),
        (back, (0.412, 0.530), 0.007),
        (fork, (0.690, 0.640), 0.011),
        ((0.690, 0.640), front, 0.009),
        (head, fork, 0.016),
        (seat, (0.393, 0.450), 0.010),
        (head, (0.632, 0.440), 0.010),
        ((0.632, 0.440), (0.668, 0.424), 0.010),
    ):
        line_to(a, b, thick)
    saddle = [
        (0.340, 0.436),
        (0.352, 0.428),
        (0.400, 0.434),
        (0.452, 0.440),
        (0.455, 0.447),
        (0.400, 0.456),
        (0.350, 0.458),
    ]
    cv2.fillPoly(mask, [(np.array(saddle) * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    for a, b, thick in (
        ((0.668, 0.424), (0.705, 0.420), 0.011),
        ((0.705, 0.420), (0.722, 0.440), 0.011),
        ((0.722, 0.440), (0.712, 0.468), 0.011),
        ((0.712, 0.468), (0.688, 0.474), 0.011),
    ):
        line_to(a, b, thick)
    ring(crank, 0.034, 0.007)
    for turn in (0.5, 0.5 + math.pi):
        end = crank[0] + 0.062 * math.cos(turn), crank[1] + 0.062 * math.sin(turn)
        line_to(crank, end, 0.009)
        line_to((end[0] - 0.018, end[1]), (end[0] + 0.018, end[1]), 0.010)
    for side in (-1, 1):
        line_to((crank[0], crank[1] + side * 0.034), (back[0], back[1] + side * 0.012), 0.0035)
    ground = ridge_line(12, 0.872, 0.02, 4, 0.5)
    mask = np.maximum(mask, smoothstep(Y - ground, 0, 2 / N))
    for _ in range(900):
        x, tall = rng.random(), 0.015 + 0.075 * rng.random() ** 3
        bend = (rng.random() - 0.4) * tall * 0.8
        y = float(ground[min(N - 1, int(x * N))]) + 0.01
        line_to((x, y), (x + bend * 0.3, y - tall * 0.6), 0.0024)
        line_to((x + bend * 0.3, y - tall * 0.6), (x + bend, y - tall), 0.0012)
    dark = (0.012 + 0.02 * fractal(15, 60, 60, 4, 0.7))[..., None] * rgb(0xFFC9A0)
    rim = np.clip(
        mask - displaced(mask, np.full_like(X, 0.0035), np.full_like(X, -0.0035)),
        0,
        1,
    )
    dark = dark + (rim * 0.35 * np.exp(-away * 2.4))[..., None] * rgb(0xFFA860)
    picture = mixed(picture, dark.astype(np.float32), np.clip(mask, 0, 1))
    return developed(picture, exposure=0.85, glow=0.3)


def lighthouse() -> NDArray[np.uint8]:
    """A lighthouse on a headland at the end of the day."""
    level = 0.64
    picture = ramp(Y / level, 0x2E4A7C, 0x6A86AC, 0xC8AEB0, 0xF8CFA0)
    cloud = smoothstep(fractal(5, 3, 12, 7, 0.55), 0.46, 0.70)
    lit, _ = lit_by(cloud * 0.02 + 0.02 * fractal(6, 4, 14, 6), 1.0, (-0.8, 0.5, 0.5))
    tops = ramp(lit, 0x7A7C98, 0xE8B4A0, 0xFFE2C0)
    picture = mixed(picture, tops, 0.75 * cloud * (1 - 0.3 * Y))
    down = np.clip((Y - level) / (1 - level), 0, 1)
    waves = fractal(7, 10, 90, 5, 0.62) - 0.5
    mirror = displaced(picture, 0.03 * waves, 2 * (level - Y) + 0.12 * waves * down)
    swell, _ = lit_by(((waves + 0.5) * 0.010 * (0.3 + down)).astype(np.float32), 1.0, (-0.7, -0.4, 0.5))
    sea = mirror * rgb(0x9CB0C0) * (0.45 + 0.7 * swell)[..., None]
    picture = mixed(picture, sea, smoothstep(Y - level, 0, 2 / N))
    # The headland, from the right.
    rise = np.clip((X[0] - 0.22) / 0.30, 0, 1)
    line = (
        level
        + 0.03
        - 0.15 * rise**0.6
        - 0.03 * np.clip((X[0] - 0.6) / 0.4, 0, 1)
        + 0.06 * ridge_line(9, 0, 1, 7, 0.6) * (0.3 + rise)
    )
    line = np.where(X[0] > 0.20, line, 2.0).astype(np.float32)
    foot = (
        level + 0.055 + 0.16 * np.clip((X - 0.25) / 0.75, 0, 1) ** 1.3 + 0.03 * (fractal(10, 9, 9, 5) - 0.5)
    )
    stone = displaced(
        fractal(11, 26, 40, 6, 0.66), 0.03 * (fractal(12, 6, 6, 4) - 0.5), 0.05 * (fractal(13, 6, 6, 4) - 0.5)
    )
    matt, _ = lit_by((stone * 0.028).astype(np.float32), 1.0, (-0.85, -0.35, 0.35))
    rock = (
        ramp(0.1 + 0.8 * stone, 0x1E1A1A, 0x4A403A, 0x7C6C5E, 0xA89680)
        * (0.10 + 1.1 * matt)[..., None]
        * rgb(0xFFE0C0)
    )
    turf = smoothstep(0.030 + 0.04 * (fractal(14, 14, 14, 5) - 0.5) - (Y - line), 0, 0.02)
    blades = fractal(15, 150, 60, 4, 0.75)
    grass = ramp(0.2 + 0.8 * blades, 0x1A2410, 0x3E4A20, 0x747840, 0xB0A060) * 0.75
    land = mixed(rock, grass, turf)
    inside = smoothstep(Y - line + 0.006 * (blades - 0.5), 0, 2 / N) * (
        1 - smoothstep(Y - foot, -0.004, 0.006)
    )
    # The tower stands behind the brow.
    x, top, low = 0.60, 0.17, float(line[int(0.60 * N)]) + 0.02
    up = np.clip((low - Y) / (low - top), 0, 1)
    wide = 0.046 - 0.014 * up
    across = (X - x) / wide
    tower = smoothstep(1 - np.abs(across), 0, 0.05) * (top < Y) * (low > Y)
    band = (np.mod(up * 5 + 0.5, 2) < 1).astype(np.float32)
    band = blurred(band, 0.4)
    stain = fractal(16, 60, 14, 5, 0.65)
    wall = mixed(
        np.broadcast_to(rgb(0xE8E2D8), picture.shape), np.broadcast_to(rgb(0xA83228), picture.shape), band
    )
    side = np.clip(0.62 - 0.62 * across, 0.10, 1.0) ** 0.9
    wall = wall * (side * (0.80 + 0.35 * stain))[..., None] * rgb(0xFFE4CC) * 1.05
    for share in (0.25, 0.52, 0.78):
        hole = (np.abs(X - x + 0.008) < 0.005) & (np.abs(up - share) < 0.022)
        wall = mixed(wall, np.broadcast_to(rgb(0x1C1A20), wall.shape), hole.astype(np.float32))
    picture = mixed(picture, wall, tower)

    def part(half: float, a: float, b: float, color: int, glow: float = 0.0) -> Floats:
        s = (X - x) / half
        mask = (
            smoothstep(1 - np.abs(s), 0, 0.06) * smoothstep(Y - a, 0, 1.5 / N) * smoothstep(b - Y, 0, 1.5 / N)
        )
        shade = np.clip(0.60 - 0.55 * s, 0.12, 1)[..., None]
        return mixed(
            picture, (np.broadcast_to(rgb(color), picture.shape) * (shade + glow)).astype(np.float32), mask
        )

    picture = part(0.046, top - 0.006, top + 0.008, 0x3A3434)
    picture = part(0.022, top - 0.056, top - 0.004, 0xF4D48A, 1.6)
    for bar in range(-3, 4):
        s = np.abs(X - x - 0.0066 * bar)
        mask = smoothstep(0.0016 - s, 0, 0.0012) * (top - 0.056 < Y) * (top - 0.004 > Y)
        picture = mixed(picture, np.broadcast_to(rgb(0x241E1E), picture.shape), mask.astype(np.float32))
    picture = part(0.027, top - 0.062, top - 0.054, 0x8A2A22)
    dome = ((X - x) / 0.024) ** 2 + ((Y - top + 0.060) / 0.028) ** 2
    shade = np.clip(0.6 - 0.5 * (X - x) / 0.024, 0.1, 1)[..., None]
    picture = mixed(
        picture,
        np.broadcast_to(rgb(0x9A3026), picture.shape) * shade,
        (1 - smoothstep(dome, 0.96, 1.04)) * (top - 0.058 > Y),
    )
    for rail in np.linspace(-0.044, 0.044, 15):
        mask = smoothstep(0.0011 - np.abs(X - x - rail), 0, 0.0008) * (top - 0.026 < Y) * (top - 0.004 > Y)
        picture = mixed(picture, np.broadcast_to(rgb(0x2A2424), picture.shape), mask.astype(np.float32))
    mask = smoothstep(0.0014 - np.abs(Y - top + 0.026), 0, 0.001) * (np.abs(X - x) < 0.045)
    picture = mixed(picture, np.broadcast_to(rgb(0x2A2424), picture.shape), mask.astype(np.float32))
    # The keeper's house.
    left, right, eaves, base = 0.665, 0.775, low - 0.065, low + 0.02
    house = ((left < X) & (right > X) & (eaves < Y) & (base > Y)).astype(np.float32)
    plaster = (
        rgb(0xE4DCD0)
        * (np.where(left + 0.04 > X, 0.85, 0.42) * (0.8 + 0.3 * stain))[..., None]
        * rgb(0xFFE4CC)
    )
    for wx in (0.682, 0.724, 0.752):
        hole = (np.abs(X - wx) < 0.008) & (np.abs(Y - eaves - 0.032) < 0.013)
        plaster = mixed(
            plaster,
            np.broadcast_to(rgb(0xFFC878) * 1.3 if wx == 0.724 else rgb(0x20222A), plaster.shape),
            hole.astype(np.float32),
        )
    picture = mixed(picture, plaster.astype(np.float32), blurred(house, 0.3))
    roof = np.zeros((N, N), np.float32)
    points = np.array(
        (
            (left - 0.008, eaves),
            (left + 0.018, eaves - 0.042),
            (right - 0.018, eaves - 0.042),
            (right + 0.008, eaves),
        )
    )
    cv2.fillPoly(roof, [(points * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    tiles = (
        rgb(0x7A3A2C)
        * (0.35 + 0.6 * fractal(17, 90, 130, 3) + 0.25 * np.exp(-(((X - left - 0.02) / 0.04) ** 2)))[
            ..., None
        ]
    )
    picture = mixed(picture, tiles.astype(np.float32), roof)
    picture = mixed(picture, land.astype(np.float32), inside)
    foam = (
        np.exp(-(((Y - foot - 0.006 + 0.02 * (fractal(18, 60, 60, 4) - 0.5)) / 0.008) ** 2))
        * (X > 0.21)
        * smoothstep(fractal(19, 30, 30, 4), 0.35, 0.55)
    )
    picture = mixed(picture, np.broadcast_to(rgb(0xF0E6DC) * 0.8, picture.shape), np.clip(foam, 0, 0.9))
    away = np.hypot(X - x, Y - top + 0.03)
    picture = picture + (np.exp(-away * 42) * 0.9 + np.exp(-away * 12) * 0.10)[..., None] * rgb(0xFFD890)
    return developed(blurred(picture.astype(np.float32), 0.4), exposure=0.95, glow=0.25)
