"""Motion of the screen as a function of time: what moves for how long, and how far it has come.

A phone with motion has a `Motion`. The state is always the one at the end; what moves is only seen. So the UI tree has
the final bounds while a window opens, as on a phone. Only a list that still moves after a fling is where it is drawn.
"""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.state import Motion, Move, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui import scrolling
from bmoca_gym.handset.value import replace

#: Motion of a phone at rest.
REST = Motion()

#: ms that each kind of motion lasts, until Android 12 and since.
#:
#: Constants of Android's QuickstepTransitionManager (open, close), LauncherAnimUtils (drawer), InsetsController
#: (keyboard since Android 12), RippleForeground and EdgeEffect. The others are about as long as on a phone.
LASTS: dict[str, tuple[int, int]] = {
    "open": (500, 500), "close": (250, 250), "enter": (425, 450), "leave": (425, 450), "page": (220, 220),
    "dialog": (150, 150), "side": (300, 300), "side_close": (300, 300), "sheet": (250, 250), "sheet_close": (250, 250),
    "drawer": (320, 320), "drawer_close": (320, 320), "shade": (350, 350),
    "shade_close": (350, 350), "keyboard": (220, 275), "keyboard_close": (150, 340), "panel": (500, 500),
    "ripple": (375, 375), "overscroll": (600, 600),
}  # fmt: skip

#: The kinds in which one picture of the whole screen gives way to another.
CHANGES = (
    "open", "close", "enter", "leave", "page", "dialog", "side", "side_close", "sheet", "sheet_close", "drawer",
    "drawer_close", "shade", "shade_close",
)  # fmt: skip
_SINCE = 31
#: The settings by which users speed up or stop the kinds of motion; the last one is for all others.
_SCALES = {
    "open": "transition_animation_scale", "close": "transition_animation_scale",
    "enter": "transition_animation_scale", "leave": "transition_animation_scale",
    "dialog": "window_animation_scale", "panel": "window_animation_scale",
    "keyboard": "window_animation_scale", "keyboard_close": "window_animation_scale",
    "": "animator_duration_scale",
}  # fmt: skip


class Fling(NamedTuple):
    """Detail of a scroll: a list that keeps moving after the finger is lifted.

    Attributes:
        system: whether it is a list of the system, such as the overview, and not of the app in front.
        key: key of the list.
        start: offset in px at which the finger was lifted.
        way: px that the list would go if it were long enough.
        lasts: ms that this would take.
    """

    system: bool
    key: str
    start: int
    way: float
    lasts: int


def scale_of(phone: Phone, kind: str) -> float:
    """Return how many times longer than `LASTS` a kind of motion takes on this phone: 0 where it is switched off."""
    given = phone.settings.get(("global", _SCALES.get(kind, _SCALES[""])), "1")
    try:
        return min(10.0, max(0.0, float(given)))
    except ValueError:
        return 1.0


def begun(phone: Phone, kind: str, area: tuple[int, int, int, int], *detail: object) -> Move | None:
    """Return a motion that begins now, or None if it is switched off."""
    lasts = round(LASTS[kind][phone.image.api_level >= _SINCE] * scale_of(phone, kind))
    return Move(kind, phone.clock.uptime, lasts, area, detail) if lasts else None


def is_moving(phone: Phone) -> bool:
    """Whether something moves on the screen."""
    return phone.motion is not None and bool(moves(phone))


def moves(phone: Phone) -> tuple[Move, ...]:
    """Return what moves at this moment."""
    if phone.motion is None:
        return ()
    now = phone.clock.uptime
    return tuple([move for move in phone.motion.moves if now < move.began + move.lasts])


def share_of(phone: Phone, move: Move) -> float:
    """Return how much of its time a motion has taken, 0 to 1."""
    return min(1.0, (phone.clock.uptime - move.began) / move.lasts)


def rested(phone: Phone) -> Phone:
    """Forget motions once all of them are over."""
    motion = phone.motion
    if motion is None or not motion.moves or moves(phone):
        return phone
    return replace(phone, motion=REST)


def still(phone: Phone) -> Phone:
    """Return the phone as it would be if all that moves stopped at once where it is."""
    if phone.motion is None or not phone.motion.moves:
        return phone
    for move in moves(phone):
        if move.kind == "scroll":
            phone = _at(phone, Fling(*move.detail), phone.clock.uptime - move.began)
    return replace(phone, motion=REST)


def _at(phone: Phone, fling: Fling, milliseconds: int) -> Phone:
    """The phone while a list keeps moving, never beyond the offset at which it stops."""
    offsets = phone.system_offsets if fling.system else phone.top.offsets
    end = dict(offsets).get(fling.key, 0)
    low, high = sorted((fling.start, end))
    share = scrolling.fling_share(min(1.0, milliseconds / fling.lasts))
    offset = min(high, max(low, fling.start + round(fling.way * share)))
    if fling.system:
        return replace(phone, system_offsets=((fling.key, offset),))
    return activities.scroll_to(phone, fling.key, offset)


def milliseconds_to(fling: Fling, end: int) -> int:
    """Return after how many ms a list gets to its end, where it may be stopped on its way."""
    if abs(fling.way) <= abs(end - fling.start):
        return fling.lasts
    first, last = 0, fling.lasts
    while first < last:
        middle = (first + last) // 2
        if abs(fling.way) * scrolling.fling_share(middle / fling.lasts) < abs(end - fling.start):
            first = middle + 1
        else:
            last = middle
    return first
