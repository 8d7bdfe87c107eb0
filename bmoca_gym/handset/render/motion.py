"""Frames in the middle of an animation, composed of the frames before and after it, at any size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset import resources
from bmoca_gym.handset.state import Move, Phone
from bmoca_gym.handset.system import motion as motions
from bmoca_gym.handset.system.motion import CHANGES

Frame: TypeAlias = NDArray[np.uint8]

_STRETCHES_SINCE = 31
#: How far a window that enters comes from the side, and from below until Android 11, as a share of the screen.
_BESIDE, _BELOW = 0.1, 0.08
#: How much longer a list is drawn that is pulled beyond its end, and how high the glow is until Android 11, dp.
_STRETCH, _GLOW = 0.06, 48
#: Share of a ripple's time in which it grows and is lit; it fades in the rest. And how opaque it is.
_GROWS, _LIT = 0.6, 0.16
#: Share of the time of an app's start in which its window becomes opaque.
_APPEARS = 0.25


class _Canvas:
    """A moment of a phone's motion, at the size of a frame.

    Attributes:
        phone: the phone.
        before: its frame before.
        now: its frame after; changed to what is seen.
        scales: px of the frame for each px of the phone, across and down.
    """

    def __init__(self, phone: Phone, before: Frame, now: Frame) -> None:
        self.phone, self.before, self.now = phone, before, now
        height, width, _ = now.shape
        config = phone.configuration
        self.scales = width / config.width, height / config.height
        self.rtl = config.metrics.rtl
        self.stretches = phone.image.api_level >= _STRETCHES_SINCE

    def place(self, area: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """An area of the phone in whole px of the frame."""
        (kx, ky), (height, width, _) = self.scales, self.now.shape
        left, top, right, bottom = (
            round(area[0] * kx),
            round(area[1] * ky),
            round(area[2] * kx),
            round(area[3] * ky),
        )
        return max(0, left), max(0, top), min(width, right), min(height, bottom)


def frame(phone: Phone, draw: Callable[[Phone], Frame]) -> Frame:
    """Return the frame of a phone that moves, read-only. ``draw``: draws a phone at rest."""
    assert phone.motion is not None
    now = draw(motions.still(phone))
    moves = motions.moves(phone)
    if all(move.kind == "scroll" for move in moves):
        return now
    before = now if phone.motion.before is None else draw(phone.motion.before)
    canvas = _Canvas(phone, before.copy(), now.copy())
    changing = any(move.kind in CHANGES for move in moves)
    for move in sorted(moves, key=lambda one: _ORDER.index(one.kind)):
        if move.kind == "ripple" and changing:
            _ripple(canvas, move, motions.share_of(phone, move), canvas.before)
        elif move.kind in _DRAWS:
            _DRAWS[move.kind](canvas, move, motions.share_of(phone, move))
    canvas.now.flags.writeable = False
    return canvas.now


def _eased(share: float) -> float:
    """Android's fast_out_slow_in: the cubic Bézier curve (0.4, 0, 0.2, 1)."""
    first, last = 0.0, 1.0
    middle = share
    for _ in range(16):
        middle = (first + last) / 2
        x = 3 * middle * (1 - middle) * ((1 - middle) * 0.4 + middle * 0.2) + middle**3
        first, last = (first, middle) if x > share else (middle, last)
    return 3 * middle**2 * (1 - middle) + middle**3


def _mix(below: Frame, over: Frame, opacity: float) -> Frame:
    mixed: Any = cv2.addWeighted(over, opacity, below, 1 - opacity, 0)
    return mixed


def _moved(below: Frame, over: Frame, dx: int, dy: int, opacity: float) -> Frame:
    """A picture of the whole screen, moved over another one."""
    height, width, _ = below.shape
    seen = below.copy()
    left, top, right, bottom = max(0, dx), max(0, dy), min(width, width + dx), min(height, height + dy)
    if left < right and top < bottom:
        part = over[top - dy : bottom - dy, left - dx : right - dx]
        seen[top:bottom, left:right] = _mix(seen[top:bottom, left:right], part, opacity)
    return seen


def _window(
    below: Frame, over: Frame, place: tuple[float, float, float, float], opacity: float, round_: float
) -> Frame:
    """A window drawn into an area: as much of its top as there is room for. ``round_``: how round it is, 0 to 1."""
    height, width, _ = below.shape
    left, top, right, bottom = (round(side) for side in place)
    wide, high = max(1, right - left), max(1, bottom - top)
    whole = max(high, round(height * wide / width))
    small = cv2.resize(over, (wide, whole), interpolation=cv2.INTER_AREA)[:high]
    radius = round(min(wide, high) / 2 * round_)
    mask = np.zeros((high, wide), np.uint8)
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if x0 >= x1 or y0 >= y1:
        return below
    seen = below.copy()
    cut = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    share = mask[cut][..., None] * (opacity / 255)
    part = seen[y0:y1, x0:x1]
    part[:] = np.rint(small[cut] * share + part * (1 - share))
    return seen


def _between(
    start: tuple[int, int, int, int], end: tuple[int, int, int, int], share: float
) -> tuple[float, float, float, float]:
    left, top, right, bottom = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return left, top, right, bottom


# Changes of the whole screen


def _open(canvas: _Canvas, move: Move, share: float) -> None:
    """The app's window grows out of its icon."""
    height, width, _ = canvas.now.shape
    eased = _eased(share)
    place = _between(canvas.place(move.area), (0, 0, width, height), eased)
    canvas.now = _window(canvas.before, canvas.now, place, min(1.0, share / _APPEARS), 1 - eased)


def _close(canvas: _Canvas, move: Move, share: float) -> None:
    """The app's window becomes smaller and fades over the home screen."""
    height, width, _ = canvas.now.shape
    eased = _eased(share)
    small = round(width * 0.3), round(height * 0.3), round(width * 0.7), round(height * 0.7)
    place = _between((0, 0, width, height), small, eased)
    canvas.now = _window(canvas.now, canvas.before, place, 1 - eased, 0.2 * eased)


def _enter(canvas: _Canvas, move: Move, share: float) -> None:
    """A window comes from the side, or from below until Android 11, and becomes opaque."""
    canvas.now = _slid(canvas, canvas.before, canvas.now, 1 - _eased(share), min(1.0, share / 0.5))


def _leave(canvas: _Canvas, move: Move, share: float) -> None:
    canvas.now = _slid(canvas, canvas.now, canvas.before, _eased(share), 1 - share)


def _slid(canvas: _Canvas, below: Frame, over: Frame, away: float, opacity: float) -> Frame:
    """A window shifted out of its place. The bars stay where they are."""
    height, width, _ = below.shape
    if canvas.stretches:
        dx = round(width * _BESIDE * away)
        seen = _moved(below, over, -dx if canvas.rtl else dx, 0, opacity)
    else:
        seen = _moved(below, over, 0, round(height * _BELOW * away), opacity)
    config = canvas.phone.configuration
    bar = round(config.bar * config.metrics.scale * canvas.scales[1])
    if bar and not config.bar_at_side:
        seen[-bar:] = canvas.now[-bar:]
    return seen


def _fade(canvas: _Canvas, move: Move, share: float) -> None:
    canvas.now = _mix(canvas.before, canvas.now, share)


def _slide(canvas: _Canvas, move: Move, share: float) -> None:
    """A menu comes in from the side, or a sheet from the foot, and what is below becomes dark."""
    canvas.now = _with_card(canvas, move, canvas.before, canvas.now, 1 - _eased(share))


def _slide_away(canvas: _Canvas, move: Move, share: float) -> None:
    canvas.now = _with_card(canvas, move, canvas.now, canvas.before, _eased(share))


def _with_card(canvas: _Canvas, move: Move, below: Frame, over: Frame, away: float) -> Frame:
    left, top, right, bottom = canvas.place(move.area)
    dark = move.detail[0] / 255 * (1 - away)
    seen: Any = np.rint(below * (1 - dark)).astype(np.uint8)
    if move.kind.startswith("sheet"):
        gone = round((bottom - top) * away)
        seen[top + gone : bottom, left:right] = over[top : bottom - gone, left:right]
        return seen
    gone = round((right - left) * away)
    if left:  # from the right
        seen[top:bottom, left + gone : right] = over[top:bottom, left : right - gone]
    else:
        seen[top:bottom, left : right - gone] = over[top:bottom, left + gone : right]
    return seen


def _drawer(canvas: _Canvas, move: Move, share: float) -> None:
    """The list of apps comes up from the foot."""
    away = round(len(canvas.now) * (1 - _eased(share)))
    canvas.now = _moved(canvas.before, canvas.now, 0, away, 1.0)


def _drawer_close(canvas: _Canvas, move: Move, share: float) -> None:
    canvas.now = _moved(canvas.now, canvas.before, 0, round(len(canvas.now) * _eased(share)), 1.0)


def _shade(canvas: _Canvas, move: Move, share: float) -> None:
    """The shade comes down, and what is below becomes dark."""
    canvas.now = _pulled(canvas.before, canvas.now, _eased(share))


def _shade_close(canvas: _Canvas, move: Move, share: float) -> None:
    canvas.now = _pulled(canvas.now, canvas.before, 1 - _eased(share))


def _pulled(below: Frame, over: Frame, share: float) -> Frame:
    seen, edge = _mix(below, over, share), round(len(below) * share)
    seen[:edge] = over[:edge]
    return seen


# Parts of the screen


def _keyboard(canvas: _Canvas, move: Move, share: float) -> None:
    """The keyboard comes up over what was there."""
    _keys(canvas, move, canvas.before, canvas.now.copy(), 1 - _eased(share))


def _keyboard_close(canvas: _Canvas, move: Move, share: float) -> None:
    _keys(canvas, move, canvas.now.copy(), canvas.before, _eased(share))


def _keys(canvas: _Canvas, move: Move, below: Frame, keys: Frame, away: float) -> None:
    left, top, right, bottom = canvas.place(move.area)
    edge = top + round((bottom - top) * away)
    canvas.now[top:edge, left:right] = below[top:edge, left:right]
    canvas.now[edge:bottom, left:right] = keys[top : top + bottom - edge, left:right]


def _panel(canvas: _Canvas, move: Move, share: float) -> None:
    """A toast, a notification or the volume appears or disappears."""
    left, top, right, bottom = canvas.place(move.area)
    if left < right and top < bottom:
        part = slice(top, bottom), slice(left, right)
        canvas.now[part] = _mix(canvas.before[part], canvas.now[part], share)


def _ripple(canvas: _Canvas, move: Move, share: float, picture: Frame | None = None) -> None:
    """A circle grows from the finger, in the bounds of what it touched."""
    picture = canvas.now if picture is None else picture
    left, top, right, bottom = canvas.place(move.area)
    if left >= right or top >= bottom:
        return
    (kx, ky), (x, y) = canvas.scales, move.detail
    far = max(abs(x * kx - side) for side in (left, right)) + max(
        abs(y * ky - side) for side in (top, bottom)
    )
    grown = _eased(min(1.0, share / _GROWS))
    opacity = _LIT * min(1.0, share * 5) * min(1.0, (1 - share) / (1 - _GROWS))
    part = picture[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    center = round(x * kx) - left, round(y * ky) - top
    cv2.circle(mask, center, max(1, round(far * grown)), 255, -1, cv2.LINE_AA)
    ink = 255 if resources.of(canvas.phone.configuration).dark else 0
    amount = mask[..., None] * (opacity / 255)
    part[:] = np.rint(part * (1 - amount) + ink * amount)


def _overscroll(canvas: _Canvas, move: Move, share: float) -> None:
    """A list that is at its end is stretched, or shines at its edge until Android 11."""
    left, top, right, bottom = canvas.place(move.area)
    if right - left < 4 or bottom - top < 4:
        return
    across, sign = move.detail
    back = (1 - share) ** 2
    part = canvas.now[top:bottom, left:right]
    high, wide, _ = part.shape
    if canvas.stretches:
        size = (
            (round(wide * (1 + _STRETCH * back)), high)
            if across
            else (wide, round(high * (1 + _STRETCH * back)))
        )
        longer = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
        part[:] = longer[-high:, -wide:] if sign > 0 else longer[:high, :wide]
        return
    res = resources.of(canvas.phone.configuration)
    depth = _GLOW * res.metrics.scale * canvas.scales[0 if across else 1] * back
    mask = np.zeros((high, wide), np.uint8)
    edge = (wide if across else high) if sign > 0 else 0
    center = (edge, high // 2) if across else (wide // 2, edge)
    axes = (round(depth), round(high * 0.7)) if across else (round(wide * 0.7), round(depth))
    cv2.ellipse(mask, center, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    accent = res.colors.accent
    ink = np.array([accent >> 16 & 255, accent >> 8 & 255, accent & 255])
    amount = mask[..., None] * (0.4 * back / 255)
    part[:] = np.rint(part * (1 - amount) + ink * amount)


_DRAWS: dict[str, Callable[[_Canvas, Move, float], None]] = {
    "overscroll": _overscroll, "ripple": _ripple, "open": _open, "close": _close, "enter": _enter, "leave": _leave,
    "page": _fade, "dialog": _fade, "side": _slide, "side_close": _slide_away, "sheet": _slide,
    "sheet_close": _slide_away, "drawer": _drawer, "drawer_close": _drawer_close, "shade": _shade,
    "shade_close": _shade_close, "keyboard": _keyboard, "keyboard_close": _keyboard_close, "panel": _panel,
}  # fmt: skip
#: In which order they are drawn: parts of a window before the window, and what lies over it last.
_ORDER = (*_DRAWS, "scroll")
