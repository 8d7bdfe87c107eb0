"""Photographs of mountains, woods and the sky that are computed point by point."""

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
    developed,
    displaced,
    fractal,
    mixed,
    ramp,
    rgb,
    ridge_line,
    smoothstep,
)
from bmoca_gym.handset.graphics.photographs.tracer import Floats


def ridges() -> NDArray[np.uint8]:
    """Mountain ranges in the mist before sunrise."""
    sun = np.exp(-((X - 0.66) ** 2 * 9 + (Y - 0.34) ** 2 * 26))
    picture = ramp(Y / 0.42, 0x4F6E9E, 0x9FA6BE, 0xE9B997, 0xF6CF9B)
    clouds = smoothstep(fractal(3, 2, 11, 6, 0.55), 0.50, 0.72) * np.clip(1 - Y / 0.36, 0, 1)
    picture = mixed(picture, np.broadcast_to(rgb(0xF3B9A0), picture.shape), 0.55 * clouds)
    picture += sun[..., None] * np.array([1.0, 0.52, 0.20], np.float32) * 0.8
    for number in range(7):
        near = number / 6
        line = ridge_line(
            20 + number, 0.36 + 0.085 * number + 0.012 * number**1.4, 0.16 + 0.05 * near, 2.2 + number * 0.4
        )
        below = Y - line
        inside = smoothstep(below, 0, 1.5 / N)
        if number > 3:  # treetops
            rng = np.random.default_rng(number)
            tops = np.zeros((N, N), np.float32)
            for _ in range(420):
                x = rng.random()
                _fir(
                    tops,
                    rng,
                    x,
                    float(line[int(x * N)]) + 0.012,
                    (0.012 + 0.009 * (number - 3)) * (0.5 + rng.random()),
                )
            inside = np.maximum(inside, tops)
        haze = ramp(np.full_like(X, near), 0xE6C3AE, 0xB9AEBB, 0x8C97B0)
        dark = ramp(np.full_like(X, near), 0xA9A3B8, 0x5F6E8C, 0x2A3A4E, 0x0E1820)
        slopes = 0.75 + 0.5 * fractal(70 + number, 14 + 9 * number, 10 + 7 * number, 6, 0.62)
        smooth = Y - cv2.GaussianBlur(line[None], (0, 0), 30)
        mist = (
            smoothstep(smooth, 0.0, 0.16 - 0.03 * near)
            * (0.55 + 0.7 * fractal(90 + number, 3, 8, 5))
            * (1 - 0.55 * near)
        )
        layer = mixed(dark * slopes[..., None], haze, np.clip(mist, 0, 1))
        layer += (sun * 0.35 * (1 - near))[..., None] * np.array([1.0, 0.5, 0.25], np.float32)
        picture = mixed(picture, layer, inside)
    return developed(picture, exposure=0.95, glow=0.2)


def _fir(mask: Floats, rng: np.random.Generator, x: float, foot: float, tall: float) -> None:
    """Draw a fir's outline, with branches that hang."""
    wide = tall * (0.14 + 0.05 * rng.random())
    stem = [(x - 0.006 * tall, foot), (x, foot - tall), (x + 0.006 * tall, foot)]
    cv2.fillPoly(mask, [(np.array(stem) * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    rows = 52
    for row in range(rows):
        up = 0.08 + 0.92 * row / rows
        y = foot - tall * up
        for side in (-1, 1):
            reach = wide * (1 - up) ** 0.85 * (0.35 + 0.8 * rng.random()) + 0.003
            drop = reach * (0.35 + 0.3 * rng.random())
            thick = tall * (0.005 + 0.011 * rng.random())
            points = [
                (x, y - thick),
                (x + side * reach * 0.6, y + drop * 0.45 - thick * 0.4),
                (x + side * reach, y + drop),
                (x + side * reach * 0.7, y + drop * 0.9 + thick),
                (x + side * reach * 0.3, y + drop * 0.5 + thick),
                (x, y + thick * 1.4),
            ]
            cv2.fillPoly(mask, [(np.array(points) * N * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)


def firs() -> NDArray[np.uint8]:
    """Firs in fog."""
    rng = np.random.default_rng(8)
    fog = ramp(Y * 1.1 - 0.05, 0xA9B8BE, 0xCAD2D2, 0xB9C2BE, 0x9AA59C)
    picture = fog * (0.85 + 0.3 * fractal(4, 2, 5, 4))[..., None]
    for layer in range(6):
        near = layer / 5
        mask = np.zeros((N, N), np.float32)
        foot = 0.60 + 0.095 * layer
        for _ in range((18, 16, 13, 9, 4, 2)[layer]):
            x, tall = (
                (rng.random() if layer < 5 else (0.04, 0.93)[_]) * 1.1 - 0.05,
                (0.22 + 0.10 * layer) * (0.7 + 0.6 * rng.random()),
            )
            _fir(mask, rng, x, foot + 0.05 * rng.random(), tall)
        ground = ridge_line(40 + layer, foot - 0.005, 0.05, 3)
        mask = np.maximum(mask, smoothstep(Y - ground, 0, 0.012 + 0.01 * rng.random()))
        ragged = 0.010 + 0.004 * layer
        mask = displaced(
            mask,
            ragged * (fractal(30 + layer, 70, 70, 4, 0.7) - 0.5),
            ragged * (fractal(36 + layer, 70, 70, 4, 0.7) - 0.5),
        )
        dark = ramp(np.full_like(X, near), 0x9AA9AB, 0x6E8081, 0x40524E, 0x24332B)
        needles = 0.65 + 0.7 * fractal(60 + layer, 60, 60, 4, 0.7)
        shade = mixed(
            dark * needles[..., None],
            fog,
            np.clip((1 - near) * 0.25 + 0.5 * (1 - near) * smoothstep(Y, foot - 0.2, foot), 0, 1),
        )
        picture = mixed(picture, shade, blurred(mask, 0.5 + (1.6 if layer == 5 else 0.0)))
        drift = (
            smoothstep(fractal(80 + layer, 2, 7, 5), 0.42, 0.75)
            * np.exp(-(((Y - foot) / 0.16) ** 2))
            * (1 - near)
        )
        picture = mixed(picture, fog * 1.05, 0.65 * drift)
    return developed(picture, exposure=0.8, glow=0.15, contrast=1.2)


def lake() -> NDArray[np.uint8]:
    """A lake among firs on a misty morning."""
    level = 0.56
    rng = np.random.default_rng(21)
    picture = ramp(Y / level, 0x7F9DBA, 0xB4C4CE, 0xE8DCC8, 0xF2E2C4)
    picture = picture * (0.85 + 0.3 * fractal(4, 2, 6, 5))[..., None]
    for layer in range(5):
        near = layer / 4
        line = ridge_line(
            60 + layer,
            level - (0.20, 0.12, 0.05, 0.02, 0.005)[layer],
            (0.16, 0.14, 0.09, 0.03, 0.02)[layer],
            2.5 + layer,
            0.5,
        )
        mask = smoothstep(Y - line, 0, 1.5 / N)
        if layer > 1:
            for _ in range((0, 0, 190, 90, 26)[layer]):
                x = rng.random()
                if layer == 4 and 0.22 < x < 0.80:
                    continue
                _fir(
                    mask,
                    rng,
                    x,
                    float(line[int(x * N)]) + 0.012,
                    (0, 0, 0.07, 0.13, 0.30)[layer] * (0.5 + 0.7 * rng.random()),
                )
            mask = displaced(
                mask,
                0.008 * (fractal(30 + layer, 90, 90, 4, 0.7) - 0.5),
                0.008 * (fractal(36 + layer, 90, 90, 4, 0.7) - 0.5),
            )
        dark = ramp(np.full_like(X, near), 0xA7B4C2, 0x7F94A0, 0x54706A, 0x2B4436, 0x13241A)
        dark = dark * (0.65 + 0.7 * fractal(70 + layer, 60, 60, 5, 0.7))[..., None]
        warm = np.clip(1 - np.abs(X - 0.3) * 1.2, 0, 1) * 0.25 * (1 - near)
        dark = dark + warm[..., None] * rgb(0xF0C890)
        picture = mixed(picture, dark, mask)
        drift = (
            smoothstep(fractal(80 + layer, 2, 9, 5), 0.40, 0.70)
            * np.exp(-(((Y - level + 0.015) / 0.05) ** 2))
            * (1 - 0.7 * near)
        )
        picture = mixed(picture, np.broadcast_to(rgb(0xEDE6DA), picture.shape), 0.75 * drift)
    sea = np.clip((Y - level) / (1 - level), 0, 1)
    waves = sum(
        (fractal(90 + n, wide, high, 4, 0.6) - 0.5 for n, (wide, high) in enumerate(((5, 60), (10, 110)))),
        np.zeros_like(X),
    )
    waves = waves * (0.3 + smoothstep(fractal(95, 1, 7, 3), 0.45, 0.6))
    mirrored = displaced(picture, 0.012 * waves, 2 * (level - Y) + 0.05 * waves * (0.3 + sea))
    water = blurred(mirrored, 0.8) * rgb(0xD4DCDC) * (0.88 - 0.25 * sea)[..., None]
    water += (np.clip(waves, 0, 1) * 0.10)[..., None] * rgb(0xE8E4DC)
    picture = mixed(picture, water, smoothstep(Y - level, 0, 2 / N))
    return developed(picture, exposure=0.85, glow=0.15, contrast=1.2)


def stars() -> NDArray[np.uint8]:
    """The Milky Way over hills."""
    rng = np.random.default_rng(3)
    across = (X - 0.62) * 0.82 + (Y - 0.42) * 0.57 + 0.05 * (fractal(2, 3, 3, 4) - 0.5)
    band = np.exp(-((across / 0.17) ** 2))
    dust = displaced(
        fractal(5, 5, 5, 7, 0.62), 0.1 * (fractal(6, 4, 4, 4) - 0.5), 0.1 * (fractal(7, 4, 4, 4) - 0.5)
    )
    lane = np.exp(-(((across + 0.05 * (dust - 0.5)) / 0.055) ** 2)) * smoothstep(dust, 0.40, 0.62)
    picture = ramp(Y, 0x060A1A, 0x0B1630, 0x1B2A48, 0x4A4A58).astype(np.float32)
    cloud = band * (0.25 + 1.1 * smoothstep(fractal(9, 6, 6, 7, 0.6), 0.35, 0.75))
    picture += cloud[..., None] * ramp(fractal(10, 3, 3, 4), 0x8FA4D8, 0xD8C8D0, 0xF0C8A0) * 0.36
    picture *= (1 - 0.85 * lane)[..., None]
    glow = np.exp(-np.maximum(0.86 - Y, 0) / 0.09)
    picture += glow[..., None] * rgb(0xD09A60) * 0.18
    sky = np.zeros((N, N, 3), np.float32)
    chance = (0.35 + 1.4 * cloud) * (1 - 0.75 * lane)
    for _ in range(5200):
        x, y = int(rng.integers(N)), int(rng.integers(N))
        if rng.random() > chance[y, x]:
            continue
        bright = 0.22 * rng.pareto(1.35)
        tint = np.array([1.0, 0.95, 0.9]) if rng.random() < 0.4 else np.array([0.8, 0.9, 1.0])
        sky[y, x] += min(bright, 14) * tint.astype(np.float32)
    picture += blurred(sky, 0.42) * 2.4 + blurred(np.maximum(sky - 3, 0), 1.3) * 2.2
    trail = np.abs((X - 0.16) * 0.62 - (Y - 0.16) * 0.78)
    place = (X - 0.16) * 0.78 + (Y - 0.16) * 0.62
    picture += (
        np.exp(-((trail / 0.0013) ** 2)) * smoothstep(place, 0.0, 0.19) * (1 - smoothstep(place, 0.19, 0.205))
    )[..., None] * np.array([1.2, 1.4, 1.3], np.float32)
    for seed, base, tall, tone in ((4, 0.86, 0.09, 0x18202C), (5, 0.93, 0.10, 0x080B10)):
        line = ridge_line(seed, base, tall, 3, 0.5)
        hill = rgb(tone) * (0.6 + 0.7 * fractal(20 + seed, 40, 30, 5, 0.65))[..., None]
        picture = mixed(picture, hill.astype(np.float32), smoothstep(Y - line, 0, 2 / N))
    return developed(picture, exposure=1.3, glow=0.1, grain=0.028, edges=0.5)


def saturn() -> NDArray[np.uint8]:
    """Saturn with its rings, as a probe sees it."""
    tilt, open_ = 0.42, 0.36
    x = (X - 0.5) * math.cos(tilt) - (Y - 0.5) * math.sin(tilt)
    y = (X - 0.5) * math.sin(tilt) + (Y - 0.5) * math.cos(tilt)
    radius, flat = 0.185, 0.91
    away = np.sqrt(x * x + (y / flat) ** 2) / radius
    z = np.sqrt(np.maximum(1 - away * away, 0))
    # Latitude: the north pole leans towards the eye.
    up = (-y / flat / radius) * math.sqrt(1 - open_**2) + z * open_
    bands = np.interp(
        up.ravel() * 60 + 70 + 1.2 * (fractal(3, 3, 3, 3).ravel() - 0.5),
        np.arange(140),
        cv2.GaussianBlur(np.random.default_rng(8).random((1, 140)).astype(np.float32), (0, 0), 1.3)[0],
    ).reshape(N, N)
    color = ramp(0.5 + 0.9 * (bands - 0.5) - 0.35 * up, 0x9A8A70, 0xC8B080, 0xE6D0A0, 0xF2E4C4)
    light = np.clip(x / radius * -0.52 + -y / flat / radius * 0.22 + z * 0.83, 0, 1) ** 0.85
    body = color * (light * (0.55 + 0.45 * z))[..., None]
    far = np.sqrt(x * x + (y / open_) ** 2) / radius
    rng = np.random.default_rng(4)
    fine = (
        cv2.GaussianBlur(rng.random((1, 1400)).astype(np.float32), (0, 0), 1.2)[0] * 0.55
        + cv2.GaussianBlur(rng.random((1, 1400)).astype(np.float32), (0, 0), 9)[0] * 1.1
    )
    at = np.array([1.23, 1.25, 1.50, 1.53, 1.60, 1.93, 1.95, 2.02, 2.04, 2.20, 2.21, 2.225, 2.27, 2.28])
    much = np.array([0.0, 0.14, 0.22, 0.75, 0.92, 0.88, 0.05, 0.03, 0.55, 0.50, 0.06, 0.48, 0.42, 0.0])
    solid = np.interp(far.ravel(), at, much).reshape(N, N) * (
        0.35 + 0.85 * np.interp((far.ravel() - 1.2) * 1250, np.arange(1400), fine).reshape(N, N)
    )
    solid = np.clip(solid, 0, 1).astype(np.float32)
    ring = ramp(smoothstep(far, 1.3, 2.3), 0x9C8E78, 0xDCCBA8, 0xB8AA92) * 0.80
    shadow = smoothstep(
        1.02 - np.sqrt(((x - 0.105) / 1.0) ** 2 + ((y + 0.050) / 0.92) ** 2) / radius, -0.01, 0.01
    ) * smoothstep(-y, 0.0, 0.004)
    ring = ring * (1 - 0.97 * shadow)[..., None]
    inside = 1 - smoothstep(away, 0.99, 1.005)
    cast = np.interp(np.sqrt(x * x + ((y + 0.030) / open_) ** 2).ravel() / radius, at, much).reshape(
        N, N
    ) * smoothstep(y + 0.03, 0.0, 0.004)
    body = body * (1 - 0.75 * np.clip(cast, 0, 1))[..., None]
    picture: Floats = np.zeros((N, N, 3), np.float32) + rgb(0x020308)
    for _ in range(150):
        picture[int(rng.integers(N)), int(rng.integers(N))] += min(6, 0.25 * rng.pareto(1.2))
    picture = blurred(picture, 0.4)
    picture = mixed(picture, ring, solid)
    picture = mixed(picture, body.astype(np.float32), inside.astype(np.float32))
    front = solid * smoothstep(y, -0.001, 0.001)
    picture = mixed(picture, ring, front.astype(np.float32))
    return developed(blurred(picture, 0.35), exposure=1.0, glow=0.06, grain=0.022, edges=0.0, contrast=1.05)
