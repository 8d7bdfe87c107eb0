"""Paints by colour, made once and shared."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.value import memo


@memo(512, asset=True)
def fill(color: int) -> Any:
    """Anti-aliased fill, for text and round shapes. ``color``: 0xAARRGGBB."""
    return skia.Paint(AntiAlias=True, Color=color)


@memo(512, asset=True)
def flat(color: int) -> Any:
    """Fill without anti-aliasing, for plain rectangles: exact under any clip."""
    return skia.Paint(AntiAlias=False, Color=color)


@memo(512, asset=True)
def stroke(color: int, width: float) -> Any:
    """Anti-aliased line of ``width`` px with round ends."""
    return skia.Paint(
        AntiAlias=True,
        Color=color,
        StrokeWidth=width,
        Style=skia.Paint.kStroke_Style,
        StrokeCap=skia.Paint.kRound_Cap,
    )


@memo(64, asset=True)
def edge(color: int, width: float) -> Any:
    """Anti-aliased outline of letters, reaching ``width`` px beyond them."""
    return skia.Paint(
        AntiAlias=True,
        Color=color,
        StrokeWidth=2 * width,
        Style=skia.Paint.kStroke_Style,
        StrokeJoin=skia.Paint.kRound_Join,
    )
