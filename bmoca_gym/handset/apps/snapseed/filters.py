"""Filters: the effect of each tool on pixels, float32[height, width, 3], RGB from 0 to 1.

Lengths are fractions of the picture's longer side, so that thumbnails look like the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.apps.snapseed.tools import RATIOS, Edit
from bmoca_gym.handset.value import sized_memo

Image: TypeAlias = NDArray[np.float32]
Values = tuple[int, ...]

_LUMINANCE = np.array([[0.2126, 0.7152, 0.0722]], np.float32)


def _gray(image: Image) -> Any:
    return cv2.transform(image, _LUMINANCE)[..., None] if image.size else image[..., :1]


def _blurred(image: Image, share: float) -> Any:
    """Blur with a Gaussian of ``share`` of the longer side; a wide one runs on a smaller copy, which is faster."""
    height, width = image.shape[:2]
    sigma = max(0.3, share * max(height, width))
    factor = max(1.0, sigma / 2)
    if factor <= 1.5:
        return cv2.GaussianBlur(image, (0, 0), sigma)
    small = cv2.resize(
        image, (max(1, round(width / factor)), max(1, round(height / factor))), interpolation=cv2.INTER_AREA
    )
    soft = cv2.GaussianBlur(small, (0, 0), sigma / factor)
    return cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR).reshape(image.shape)


def _bent(image: Any, amount: float) -> Any:
    """Lighten (up to 1) or darken (down to -1), keeping black and white."""
    return image + amount * image * (1 - image)


def _contrast(image: Any, amount: float) -> Any:
    return (image - 0.5) * (1 + amount * (0.8 if amount > 0 else 0.7)) + 0.5


def _saturated(image: Any, amount: float) -> Any:
    gray = _gray(image)
    return gray + (image - gray) * (1 + amount)


def _tinted(image: Any, red: float, green: float, blue: float) -> Any:
    return image * np.array([1 + red, 1 + green, 1 + blue], np.float32)


def _warm(image: Any, amount: float) -> Any:
    return _tinted(image, 0.2 * amount, 0.02 * amount, -0.22 * amount)


def _structured(image: Any, amount: float, share: float = 0.012) -> Any:
    return image + (image - _blurred(image, share)) * amount


@sized_memo(12 << 20, attrgetter("nbytes"))
def _noise(height: int, width: int) -> Any:
    # Coarser than a pixel, and of the same coarseness at every size.
    longer = max(height, width)
    rows, columns = [max(1, min(side, 700 * side // longer)) for side in (height, width)]
    noise = np.random.default_rng(7).standard_normal((rows, columns)).astype(np.float32)
    return cv2.resize(noise, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]


def _grainy(image: Any, amount: float) -> Any:
    return image + _noise(*image.shape[:2]) * (0.12 * amount)


@sized_memo(12 << 20, attrgetter("nbytes"))
def _distance(height: int, width: int) -> Any:
    """Each pixel's distance from the middle: 0 there, 1 in the corners, smooth."""
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    far = np.clip((x * x + y * y) / 2, 0, 1)
    return (far * far * (3 - 2 * far))[..., None]


def _edges(image: Any, amount: float) -> Any:
    """Lighten or darken the edges."""
    return image * (1 + amount * _distance(*image.shape[:2]))


def _mixed(before: Any, after: Any, share: float) -> Any:
    return before + (after - before) * share


# Tools


def _tune_image(image: Any, values: Values, style: int) -> Any:
    brightness, contrast, saturation, ambiance, highlights, shadows, warmth = [v / 100 for v in values]
    image = _bent(image, brightness)
    if contrast:
        image = _contrast(image, contrast)
    if highlights or shadows:
        gray = np.clip(_gray(image), 0, 1)
        image = image + highlights * 0.35 * gray * gray + shadows * 0.9 * (1 - gray) ** 2 * image
    if ambiance:
        image = _structured(_saturated(image, ambiance * 0.25), ambiance * 0.6, 0.03)
    if saturation:
        image = _saturated(image, saturation)
    return _warm(image, warmth) if warmth else image


def _details(image: Any, values: Values, style: int) -> Any:
    image = _structured(image, values[0] / 100 * 1.4) if values[0] else image
    return _structured(image, values[1] / 100 * 2.0, 0.0015) if values[1] else image


def _white_balance(image: Any, values: Values, style: int) -> Any:
    tint = values[1] / 100
    return _tinted(_warm(image, values[0] / 100 * 1.4), 0.08 * tint, -0.18 * tint, 0.1 * tint)


def _glamour_glow(image: Any, values: Values, style: int) -> Any:
    glow = values[0] / 100
    soft = np.clip(_blurred(image, (0.012, 0.02, 0.03, 0.012, 0.04)[style]), 0, 1)
    lit = 1 - (1 - image) * (1 - soft * (0.7, 0.55, 0.6, 0.9, 0.45)[style])
    image = _mixed(image, _mixed(lit, soft, 0.35), glow)
    image = _contrast(image, 0.15 * glow) - 0.04 * glow
    return _warm(_saturated(image, values[1] / 100), values[2] / 100 + (0.0, 0.1, -0.1, 0.2, 0.0)[style])


def _tonal_contrast(image: Any, values: Values, style: int) -> Any:
    high, middle, low = [v / 100 for v in values]
    gray = np.clip(_gray(image), 0, 1)
    weight = high * gray * gray + middle * 4 * gray * (1 - gray) * 0.8 + low * (1 - gray) ** 2
    return image + (image - _blurred(image, 0.02)) * weight * 2.2


def _drama(image: Any, values: Values, style: int) -> Any:
    strength = values[0] / 100
    detail, light, color = (
        (1.4, 0.0, -0.25), (2.0, -0.05, -0.45), (1.2, 0.3, -0.15), (1.6, 0.45, -0.35), (1.3, -0.3, -0.25),
        (1.9, -0.45, -0.5),
    )[style]  # fmt: skip
    made = _structured(_structured(image, detail * 0.6, 0.03), detail * 0.5, 0.008)
    made = _saturated(_bent(_contrast(np.clip(made, 0, 1), 0.15), light), color)
    return _saturated(_mixed(image, made, strength), values[1] / 100)


#: Red, green, blue and how faded, for each style of old photographs.
_OLD = (
    (0.12, 0.02, -0.18, 0.08), (0.02, 0.08, -0.12, 0.1), (0.1, -0.04, 0.04, 0.16), (-0.08, 0.02, 0.12, 0.1),
    (0.18, 0.08, -0.3, 0.05), (0.05, 0.05, 0.1, 0.22),
)  # fmt: skip


def _faded(image: Any, style: int) -> Any:
    red, green, blue, fade = _OLD[style]
    return _tinted(_saturated(image, -0.3), red, green, blue) * (1 - 1.6 * fade) + fade


def _vintage(image: Any, values: Values, style: int) -> Any:
    made = _mixed(image, _faded(image, style), values[2] / 100)
    made = _saturated(_bent(made, values[0] / 100), values[1] / 100)
    return _edges(made, -0.8 * values[3] / 100)


def _grainy_film(image: Any, values: Values, style: int) -> Any:
    made = _mixed(image, _contrast(_faded(image, (style + 3) % 6), 0.2), values[1] / 100)
    return _grainy(made, values[0] / 100)


def _mono(image: Any, red: float, green: float, blue: float) -> Any:
    weights = np.array([[red, green, blue]] * 3, np.float32)
    return cv2.transform(image, weights)


def _black_white(image: Any, values: Values, style: int) -> Any:
    mixer = ((0.3, 0.59, 0.11), (0.5, 0.5, 0.0), (0.4, 0.5, 0.1), (0.2, 0.5, 0.3), (0.35, 0.45, 0.2))[style]
    contrast, light = ((0.0, 0.0), (0.6, 0.0), (0.1, 0.4), (0.15, -0.4), (0.25, 0.05))[style]
    image = _bent(_contrast(_mono(image, *mixer), contrast), light)
    image = _contrast(_bent(np.clip(image, 0, 1), values[0] / 100), values[1] / 100)
    return _grainy(image, values[2] / 100 + (0.25 if style == 4 else 0))


def _noir(image: Any, values: Values, style: int) -> Any:
    brightness, wash, grain, strength = [v / 100 for v in values]
    contrast, light, edge, tone = (
        (0.4, 0.0, -0.45, 0.0), (0.7, -0.15, -0.6, 0.0), (0.9, -0.35, -0.8, 0.0), (0.5, 0.25, -0.3, 0.0),
        (0.5, -0.1, -0.6, 0.06), (0.6, -0.2, -0.6, -0.06),
    )[style]  # fmt: skip
    made = np.clip(_contrast(_mono(image, 0.45, 0.45, 0.1), contrast), 0, 1)
    made = _edges(_bent(_bent(made, light), brightness), edge)
    made = _tinted(made, tone, 0, -tone) * (1 - 0.45 * wash) + 0.3 * wash
    return _grainy(_mixed(image, made, strength), grain)


def _vignette(image: Any, values: Values, style: int) -> Any:
    outer, inner = values[0] / 100, values[1] / 100
    far = _distance(*image.shape[:2])
    return image * (1 + 0.9 * outer * far) + (0.5 * inner * (1 - far)) * image


# Shape


def _crop(image: Any, values: Values, style: int) -> Any:
    height, width = image.shape[:2]
    left, top, right, bottom = crop_box(width, height, Edit("crop", values, style))
    return image[top:bottom, left:right]


def crop_box(width: int, height: int, edit: Edit) -> tuple[int, int, int, int]:
    """Left, top, right and bottom in px of the part that a crop keeps."""
    upright, x, y = edit.values
    wide, high = RATIOS[edit.style]
    if wide:
        turned = bool(upright) != (height > width)
    else:
        wide, high, turned = width, height, bool(upright)
    if turned:
        wide, high = high, wide
    kept_w = max(1, min(width, round(height * wide / high)))
    kept_h = max(1, min(height, round(width * high / wide)))
    left, top = (width - kept_w) * x // 1000, (height - kept_h) * y // 1000
    return left, top, left + kept_w, top + kept_h


def _rotate(image: Any, values: Values, style: int) -> Any:
    quarters, mirrored, degrees = values
    if mirrored:
        image = image[:, ::-1]
    image = np.ascontiguousarray(np.rot90(image, -quarters))
    if not degrees:
        return image
    height, width = image.shape[:2]
    angle = np.radians(abs(degrees))
    # As large as is needed for the turned picture to cover its frame.
    zoom = np.cos(angle) + np.sin(angle) * max(width / height, height / width)
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, float(zoom))
    return cv2.warpAffine(
        image, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


_FILTERS: dict[str, Callable[[Any, Values, int], Any]] = {
    "tune_image": _tune_image, "details": _details, "white_balance": _white_balance, "crop": _crop, "rotate": _rotate,
    "glamour_glow": _glamour_glow, "tonal_contrast": _tonal_contrast, "drama": _drama, "vintage": _vintage,
    "grainy_film": _grainy_film, "black_white": _black_white, "noir": _noir, "vignette": _vignette,
}  # fmt: skip


def applied(image: Image, edit: Edit) -> Image:
    """The picture after an edit other than a look, with values clipped to 0 to 1."""
    result: Image = np.clip(_FILTERS[edit.tool](image, edit.values, edit.style), 0, 1)
    return result
