"""Photographs of wood, paper and paint from near that are computed point by point."""

from __future__ import annotations

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
    focused,
    fractal,
    lit_by,
    mixed,
    ramp,
    rgb,
    smoothstep,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def strings() -> NDArray[np.uint8]:
    """The strings of a cello over its varnished front, seen from near."""
    along, across = X * 0.50 + Y * 0.866, -X * 0.866 + Y * 0.50 + 0.30  # of the strings
    grain = cv2.resize(
        np.random.default_rng(2).random((1, 700), np.float32), (1900, 1), interpolation=cv2.INTER_CUBIC
    )
    wood = np.interp(
        across.ravel() * 900 + 620 + 9 * fractal(5, 2, 4, 3).ravel(), np.arange(1900), grain[0]
    ).reshape(N, N)
    fleck = fractal(3, 90, 90, 3, 0.7)
    picture = ramp(
        0.25 + 0.4 * wood + 0.35 * fractal(4, 3, 3, 4) + 0.15 * (fleck - 0.5),
        0x3E1608,
        0x7C3512,
        0xB3601F,
        0xD98A3A,
    ).astype(np.float32)
    round_light = np.exp(-(((across - 0.10) / 0.33) ** 2))
    picture *= (0.30 + 0.95 * round_light)[..., None]
    hole = (across + 0.33 + 0.055 * np.sin((along - 0.62) * 7.5)) / (
        0.016 + 0.012 * np.cos((along - 0.62) * 3)
    )
    ends = ((along - 0.36) ** 2 + (across + 0.385) ** 2 < 0.0013) | (
        (along - 0.93) ** 2 + (across + 0.28) ** 2 < 0.0022
    )
    inside: Floats = np.maximum(
        smoothstep(1 - np.abs(hole), 0.0, 0.25)
        * smoothstep(along, 0.34, 0.36)
        * (1 - smoothstep(along, 0.90, 0.92)),
        blurred(ends.astype(np.float32), 0.7),
    )
    rim = np.clip(blurred(inside, 1.6) - inside, 0, 1)
    picture = mixed(picture, np.broadcast_to(rgb(0x120603), picture.shape), inside)
    picture = (picture + (0.5 * rim)[..., None] * rgb(0xE8B070)).astype(np.float32)
    for number in range(4):
        at = -0.02 + 0.115 * number
        thick = 0.0078 - 0.0012 * number
        shadow = np.exp(-(((across - at + 0.042) / (thick * 2.2)) ** 2))
        picture *= (1 - 0.62 * shadow)[..., None]
    for number in range(4):
        at = -0.02 + 0.115 * number
        thick = 0.0078 - 0.0012 * number
        side = (across - at) / thick
        body = smoothstep(1 - np.abs(side), 0.0, 0.12)
        wound = 0.75 + 0.25 * np.sin(along * (2300 + 500 * number) + side * 0.9)
        light = (
            0.10 + 0.55 * np.exp(-((side + 0.30) ** 2) / 0.10) + 0.16 * np.exp(-((side - 0.55) ** 2) / 0.05)
        )
        light = light * wound * (0.5 + 0.9 * fractal(60 + number, 2, 2, 3))
        metal = light[..., None] * (rgb(0xF0E9DC) if number < 2 else rgb(0xF4D9A8)) * 2.2
        picture = mixed(picture, metal.astype(np.float32), body)
    picture = focused(picture, np.abs(along - 0.72) * 2.2 - 0.30, 7.0)
    return developed(picture, exposure=1.15, glow=0.2)


def folds() -> NDArray[np.uint8]:
    """A sheet of paper, folded to a pattern of ridges."""
    x = (X - 0.5) / (0.62 + 0.55 * Y) * 1.05 + 0.5 + 0.05 * Y
    y = 1.9 * Y / (0.62 + 0.55 * Y) + 0.004 * (fractal(4, 3, 3, 3) - 0.5)
    period = 0.19
    zig = np.abs(np.mod(y / period, 2) - 1) - 0.5
    shifted = x + 0.16 * zig * period * 3 + 0.006 * (fractal(5, 4, 4, 3) - 0.5)
    ridge = np.abs(np.mod(shifted / 0.15, 2) - 1)
    fibres = fractal(6, 190, 190, 3, 0.8)
    height = 0.075 * ridge + 0.030 * zig + 0.0012 * fibres
    matt, _ = lit_by(blurred(height, 0.5), 1.0, (-0.75, -0.35, 0.50))
    deep = blurred(height, 9) - height
    shade = 0.16 + 1.0 * matt - 9.0 * np.maximum(deep, 0) * 1.4
    thrown = np.clip(
        1.0
        - 2.3
        * np.maximum(displaced(height, np.full_like(x, -0.030), np.full_like(x, -0.014)) - height - 0.012, 0)
        / 0.05,
        0.35,
        1,
    )
    shade = np.maximum(shade, 0.16) * thrown
    crease = np.exp(-np.minimum(ridge, 1 - ridge) * 46) * 0.10
    tint = ramp(smoothstep(shade, 0.1, 0.9), 0x8E8FA0, 0xD6CFC6, 0xF6EFE2)
    picture = tint * (shade + crease + 0.05 * (fibres - 0.5))[..., None]
    picture = focused(picture, np.abs(Y - 0.55) * 2.2 - 0.30, 5.0)
    return developed(picture, exposure=0.90, glow=0.05)


def wash() -> NDArray[np.uint8]:
    """A page of blue water colours, still wet at the edges."""
    warp = fractal(11, 4, 4, 6, 0.55) - 0.5, fractal(12, 4, 4, 6, 0.55) - 0.5
    grainy = fractal(13, 150, 150, 3, 0.7)
    matt, _ = lit_by(grainy, 0.010, (-0.7, -0.5, 0.6))
    picture = np.broadcast_to(rgb(0xEDEAE0), (N, N, 3)) * (0.62 + 0.5 * matt)[..., None]
    for number, (x, y, wide, high, color) in enumerate(
        (
            (0.30, 0.24, 0.27, 0.15, 0x2F6FB0),
            (0.62, 0.34, 0.25, 0.13, 0x1F4E96),
            (0.42, 0.52, 0.36, 0.14, 0x4FA3C4),
            (0.70, 0.66, 0.22, 0.16, 0x15356F),
            (0.30, 0.78, 0.26, 0.15, 0x2E8EA8),
            (0.74, 0.88, 0.18, 0.08, 0x7BB8D6),
        )
    ):
        inside = 1 - (((X - x + 0.16 * warp[0]) / wide) ** 2 + ((Y - y + 0.16 * warp[1]) / high) ** 2)
        shape = smoothstep(inside, 0.0, 0.035)
        rim = shape * np.exp(-np.maximum(inside, 0) / 0.06)
        bloom = fractal(30 + number, 4, 4, 6, 0.6)
        strength = shape * (0.25 + 0.85 * smoothstep(bloom, 0.3, 0.7) + 0.7 * rim + 0.35 * (0.5 - grainy))
        picture = picture * np.power(np.maximum(rgb(color), 0.01), np.clip(strength, 0, 2)[..., None] * 0.75)
    picture = focused(picture, np.abs(Y - 0.55) * 2.0 - 0.45, 2.5)
    light = ramp(X * 0.6 + Y * 0.4, 0xFFFFFF, 0xF2E8DA, 0xC9BEB0)
    return developed(picture * light, exposure=0.85, glow=0.0)


def ink() -> NDArray[np.uint8]:
    """A sheet that is covered with blue water colours."""
    warp = fractal(1, 3, 3, 6, 0.5) - 0.5, fractal(2, 3, 3, 6, 0.5) - 0.5
    grainy = fractal(13, 150, 150, 3, 0.7)
    matt, _ = lit_by(grainy, 0.010, (-0.7, -0.5, 0.6))
    picture = np.broadcast_to(rgb(0xEFECE4), (N, N, 3)) * (0.62 + 0.5 * matt)[..., None]
    for seed, color, much in (
        (21, 0x6FB4D2, 0.8),
        (22, 0x2A70B4, 1.0),
        (23, 0x1B3F8A, 1.0),
        (24, 0x17596E, 0.7),
    ):
        field = displaced(fractal(seed, 2, 2, 6, 0.42), 0.35 * warp[0], 0.35 * warp[1])
        wet = smoothstep(field, 0.36, 0.70)
        rim = np.exp(-(((field - 0.47) / 0.006) ** 2)) + 0.7 * np.exp(-(((field - 0.60) / 0.004) ** 2))
        fringe = smoothstep(fractal(seed + 9, 30, 30, 5, 0.65), 0.45, 0.70)
        strength = much * (wet * (0.85 + 0.45 * (0.5 - grainy)) + 0.28 * rim * (0.4 + fringe))
        picture = picture * np.power(np.maximum(rgb(color), 0.01), np.clip(strength, 0, 2)[..., None] * 0.62)
    picture = focused(picture, np.abs(Y - 0.5) * 2.0 - 0.55, 2.0)
    return developed(picture * ramp(X * 0.5 + Y * 0.5, 0xFFFFFF, 0xF4ECE0, 0xCFC6BA), exposure=0.95, glow=0.0)


def books() -> NDArray[np.uint8]:
    """Old books on a shelf, from near."""
    rng = np.random.default_rng(19)
    picture: Floats = np.zeros((N, N, 3), np.float32) + rgb(0x0E0A08)
    leather = (
        0x5A2418,
        0x2C3A2A,
        0x1E2C44,
        0x6E4A22,
        0x3A1E2A,
        0x7A6A4C,
        0x2A2420,
        0x8A7A5C,
        0x4A1414,
        0x24404A,
    )
    shelf = 0.90
    x = -0.02
    grain, fine, cracks = (
        fractal(3, 60, 60, 5, 0.65),
        fractal(4, 200, 200, 2, 0.8),
        fractal(5, 40, 8, 5, 0.65),
    )
    last = -1
    while x < 1.02:
        wide = 0.048 + 0.060 * rng.random()
        tall = 0.62 + 0.20 * rng.random()
        color = int(rng.integers(len(leather)))
        color = (color + 1) % len(leather) if color == last else color
        last = color
        across = (X - x - wide / 2) / (wide / 2)
        v = (Y - shelf + tall) / tall
        inside = (
            smoothstep(1 - np.abs(across), 0, 0.06)
            * smoothstep(v - 0.012 * across**2, 0, 0.006)
            * (shelf > Y)
        )
        ribs = np.zeros_like(X)
        for at in (0.14, 0.30, 0.55, 0.72, 0.87):
            ribs = np.maximum(ribs, np.exp(-(((v - at) / 0.010) ** 2)))
        height = (
            0.40 * wide * np.sqrt(np.maximum(1 - 0.94 * np.minimum(np.abs(across), 1) ** 2.2, 0))
            + 0.0045 * ribs
            + 0.0012 * grain
            + 0.0005 * fine
        )
        matt, shine = lit_by(blurred(height.astype(np.float32), 0.5), 1.0, (-0.55, -0.35, 0.65))
        worn = smoothstep(
            0.55 * np.abs(across) ** 3 + 0.5 * ribs + 0.5 * (cracks - 0.5) + 0.35 * (np.abs(v - 0.5) > 0.47),
            0.42,
            0.75,
        )
        skin = rgb(leather[color]) * (0.6 + 0.8 * grain)[..., None]
        skin = mixed(skin, rgb(leather[color]) * 2.2 + 0.04, 0.6 * worn)
        gold = np.zeros_like(X)
        for at in (0.035, 0.125, 0.155, 0.285, 0.315, 0.535, 0.565, 0.705, 0.735, 0.855, 0.885, 0.97):
            gold = np.maximum(gold, smoothstep(0.0028 - np.abs(v - at), 0, 0.0012))
        label = (np.abs(v - 0.425) < 0.092) & (np.abs(across) < 0.92)
        if rng.random() < 0.6:
            skin = mixed(
                skin,
                rgb((0x1A1210, 0x5A1010, 0x12240F)[int(rng.integers(3))]) * (0.7 + 0.6 * grain)[..., None],
                label.astype(np.float32),
            )
        seed = int(rng.integers(1000))
        for row in range(3):  # letters that cannot be read
            at = 0.375 + 0.045 * row
            span = (0.35, 0.62, 0.45)[(row + seed) % 3]
            strokes = (
                (np.mod(across * (5.2 + seed % 3) + seed, 1) > 0.28)
                & (np.abs(across) < span)
                & (np.abs(v - at) < 0.0125)
            )
            bars = (
                np.abs(np.mod((v - at) / 0.0125 + 0.5 * np.floor(across * (5.2 + seed % 3) + seed), 1) - 0.5)
                < 0.26
            )
            stems = np.mod(across * (10.4 + 2 * (seed % 3)) + 0.3, 1) < 0.36
            gold = np.maximum(gold, (strokes & (bars | stems)).astype(np.float32) * 0.9)
        flower = np.cos(5 * np.arctan2((v - 0.635) * tall, across * wide / 2)) * 0.25 + 0.75
        gold = np.maximum(
            gold, smoothstep(0.016 * flower - np.hypot((v - 0.635) * tall, across * wide / 2), 0, 0.002) * 0.9
        )
        gold = (
            blurred(gold.astype(np.float32), 0.35)
            * smoothstep(fine + 0.6 * (1 - cracks), 0.45, 0.75)
            * (1 - 0.7 * worn)
        )
        shown = skin * (0.08 + 1.1 * matt)[..., None] + (0.20 * shine**24 * (0.4 + grain))[..., None]
        foil = rgb(0xD8A850) * (0.15 + 0.9 * matt + 1.2 * shine**10)[..., None]
        shown = mixed(shown, foil.astype(np.float32), np.clip(gold, 0, 1))
        shadow = cast_shadow(inside.astype(np.float32), 0.016, 5)
        picture = picture * (1 - 0.55 * shadow)[..., None]
        picture = mixed(picture, shown.astype(np.float32), inside)
        x += wide + 0.003
    wood = displaced(fractal(8, 4, 120, 5, 0.65), np.zeros_like(X), 0.02 * (fractal(9, 3, 3, 3) - 0.5))
    board = (
        ramp(wood, 0x2A1608, 0x5A341A, 0x8A5A30, 0xB07A46)
        * (0.15 + 0.85 * lit_by((0.002 * wood).astype(np.float32), 1.0, (-0.4, -0.6, 0.6))[0])[..., None]
    )
    board = board * (0.55 + 0.45 * smoothstep(Y, shelf, shelf + 0.03))[..., None]
    picture = mixed(picture, board.astype(np.float32), smoothstep(Y - shelf, 0, 2 / N))
    fall = ramp(X * 0.8 + 0.15 * Y, 0xFFF0DC, 0xE8CCA8, 0x8A7660, 0x3A3028)
    picture = focused(picture * fall * 1.2, np.abs(X - 0.36) * 1.9 - 0.25, 6.0)
    return developed(picture, exposure=1.35, glow=0.2)
