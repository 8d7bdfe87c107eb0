"""Photographs of lights in the evening that are computed point by point."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs.planes import (
    COOL,
    WARM,
    N,
    X,
    Y,
    blurred,
    bokeh,
    developed,
    displaced,
    fractal,
    mixed,
    ramp,
    rgb,
    smoothstep,
)


def lights() -> NDArray[np.uint8]:
    """The lights of a town at night, out of focus."""
    picture = (
        ramp(Y, 0x0A0F24, 0x141A38, 0x241C34, 0x0A0A14).astype(np.float32)
        * (0.7 + 0.6 * fractal(2, 3, 3, 3))[..., None]
    )
    picture += bokeh(3, 70, (0.012, 0.034), WARM + COOL, 0.36, 0.60) * 1.1
    picture += bokeh(4, 34, (0.03, 0.062), WARM, 0.30, 0.72) * 0.8
    picture += bokeh(5, 12, (0.06, 0.095), WARM + COOL, 0.15, 0.85) * 0.35
    wet = displaced(picture, np.zeros_like(X), 2 * (0.64 - Y))
    picture += cv2.GaussianBlur(wet, (0, 0), 6, sigmaY=44) * (smoothstep(Y, 0.64, 0.70) * 0.8)[..., None]
    return developed(picture, exposure=0.95, glow=0.3, grain=0.03)


def pane() -> NDArray[np.uint8]:
    """Rain on a window in the evening."""
    outside = (
        ramp(Y, 0x34465C, 0x4C5A68, 0x3A4048, 0x20262C).astype(np.float32)
        * (0.6 + 0.8 * fractal(7, 2, 3, 3))[..., None]
    )
    outside += (
        bokeh(8, 26, (0.04, 0.085), WARM, 0.30, 0.80) * 0.75
        + bokeh(9, 8, (0.05, 0.09), COOL, 0.25, 0.85) * 0.4
    )
    outside = blurred(outside, 3)
    picture = outside * 0.9 + 0.012
    rng = np.random.default_rng(6)
    drops = [(rng.random(), rng.random(), 0.002 + 0.004 * rng.random()) for _ in range(1000)]
    drops += [(rng.random(), rng.random(), 0.006 + 0.010 * rng.random()) for _ in range(260)]
    drops += [(rng.random(), rng.random(), 0.016 + 0.014 * rng.random()) for _ in range(34)]
    for x in (0.16, 0.47, 0.83):  # where drops have run down
        y = 0.0
        end = 0.45 + 0.5 * rng.random()
        while y < end:
            drops.append((x + 0.012 * math.sin(y * 21 + x * 40), y, 0.004 + 0.005 * rng.random()))
            y += 0.012 + 0.016 * rng.random()
        drops.append((x + 0.012 * math.sin(end * 21 + x * 40), end, 0.024))
    for x, y, radius in drops:
        tall = radius * (1.0 + 0.35 * rng.random())
        left, right = int(max(0, (x - radius * 1.6) * N)), int(min(N, (x + radius * 1.6) * N))
        up, down = int(max(0, (y - tall * 1.6) * N)), int(min(N, (y + tall * 1.6) * N))
        if right - left < 2 or down - up < 2:
            continue
        dx, dy = (X[up:down, left:right] - x) / radius, (Y[up:down, left:right] - y) / tall
        dx = dx * (1 + 0.20 * np.sin(dy * 2.1 + x * 90))
        away = np.sqrt(dx * dx + dy * dy + 0.16 * np.sin(3 * np.arctan2(dy, dx) + y * 80) * dx * dx)
        inside = 1 - smoothstep(away, 0.86, 1.04)
        # A drop shows what is outside upside down.
        seen_x = np.clip(x - dx * 0.22, 0, 1) * N
        seen_y = np.clip(y - dy * 0.34, 0, 1) * N
        seen = cv2.remap(
            outside,
            seen_x.astype(np.float32),
            seen_y.astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        dark = 1.15 - 0.95 * smoothstep(away, 0.35, 1.0)
        light = seen * (dark * 1.25)[..., None]
        light = light + (0.30 * smoothstep(dy, 0.35, 0.95) * smoothstep(1 - away, 0.0, 0.25))[
            ..., None
        ] * rgb(0xC8D4E0)
        light = light + (np.exp(-((dx + 0.30) ** 2 + (dy + 0.42) ** 2) / 0.02) * 0.8)[..., None]
        below = 1 - 0.30 * smoothstep(1.45 - np.sqrt(dx * dx + (dy - 0.25) ** 2), 0.0, 0.6)
        part = picture[up:down, left:right]
        part *= below[..., None]
        picture[up:down, left:right] = mixed(part, light.astype(np.float32), inside.astype(np.float32))
    return developed(picture, exposure=1.15, glow=0.2)


def lanterns() -> NDArray[np.uint8]:
    """Paper lanterns over a street in the evening."""
    picture = (
        ramp(Y, 0x0C1230, 0x1C1A3A, 0x2C1A26, 0x120C10).astype(np.float32)
        * (0.7 + 0.6 * fractal(2, 3, 3, 3))[..., None]
    )
    picture += (
        bokeh(3, 60, (0.014, 0.040), WARM, 0.55, 0.95) * 0.55
        + bokeh(5, 14, (0.03, 0.06), (0xFF5A3A, 0xFF8A50), 0.05, 0.6) * 0.35
    )
    for number, (x, y, radius, far) in enumerate(
        (
            (0.10, 0.30, 0.060, 1.0),
            (0.30, 0.40, 0.070, 0.9),
            (0.93, 0.24, 0.075, 0.9),
            (0.72, 0.20, 0.062, 1.0),
            (0.53, 0.30, 0.100, 0.45),
            (0.12, 0.62, 0.130, 0.25),
            (0.80, 0.58, 0.165, 0.0),
            (0.42, 0.72, 0.150, 0.08),
        )
    ):
        dx, dy = (X - x) / radius, (Y - y) / (radius * 0.86)
        away = np.sqrt(dx * dx + dy * dy)
        inside = (1 - smoothstep(away, 0.985, 1.01)) * (np.abs(dy) < 0.93)
        z = np.sqrt(np.maximum(1 - away * away, 0))
        turn = np.arctan2(
            dx / np.sqrt(np.maximum(1 - dy * dy, 0.05)),
            np.maximum(z, 1e-3) / np.sqrt(np.maximum(1 - dy * dy, 0.05)),
        )
        rib = np.abs(np.mod(dy * 9.5 + 0.5, 1) - 0.5)
        creases = 0.72 + 0.28 * smoothstep(rib, 0.02, 0.16)
        paper = 0.88 + 0.24 * (fractal(20 + number, 70, 70, 4, 0.7) - 0.5) + 0.05 * np.sin(turn * 15)
        inner = np.exp(-((dx / 0.75) ** 2 + ((dy - 0.18) / 0.7) ** 2))
        light = (0.10 + 0.95 * inner + 0.18 * z) * creases * paper
        color = ramp(light, 0x5A0A06, 0xC01E0C, 0xF0502A, 0xFF9A58, 0xFFD8A0)
        shown = color * (0.25 + 1.15 * light)[..., None]
        cap = np.zeros((N, N), np.float32)
        for sign in (-1, 1):
            left, right = (int((x + s * radius * 0.36) * N * 16) for s in (-1, 1))
            up, down = (
                int((y + sign * radius * 0.86 * v) * N * 16)
                for v in ((0.88, 1.04) if sign > 0 else (1.04, 0.88))
            )
            cv2.rectangle(cap, (left, up), (right, down), 1.0, -1, cv2.LINE_AA, 4)
        for step in range(11):  # a tassel
            foot = x + radius * (0.010 * (step - 5) * 2.2)
            cv2.line(
                cap,
                (int((x + radius * 0.006 * (step - 5)) * N * 16), int((y + radius * 0.9) * N * 16)),
                (int(foot * N * 16), int((y + radius * (1.5 + 0.05 * math.sin(step * 2.1))) * N * 16)),
                1.0,
                max(1, int(radius * 0.018 * N)),
                cv2.LINE_AA,
                4,
            )
        cv2.line(
            cap,
            (int(x * N * 16), 0),
            (int(x * N * 16), int((y - radius * 0.85) * N * 16)),
            1.0,
            max(1, int(radius * 0.02 * N)),
            cv2.LINE_AA,
            4,
        )
        gold = (
            ramp(np.abs(dx), 0xD8A040, 0x8A5A20, 0x3A2410)
            * (0.10 + 0.35 * np.exp(-((dy - 1.2) ** 2)))[..., None]
        )
        shown = mixed(shown, gold, cap)
        blur = 0.3 + 6.0 * far**1.5
        cover = np.maximum(inside, cap).astype(np.float32)
        shown = np.where(cover[..., None] > 0, shown, rgb(0xC01E0C) * 0.5).astype(np.float32)
        picture = picture + (np.exp(-((away / 1.5) ** 2)) * 0.07)[..., None] * rgb(0xFF6A3A)
        picture = mixed(picture, blurred(shown, blur), blurred(cover, blur))
    return developed(picture, exposure=1.0, glow=0.4, grain=0.026)
