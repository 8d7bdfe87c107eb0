"""Gestures while accessibility services are on: magnification takes them first, then TalkBack, then the apps."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import magnifier, screen, talkback
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.screen import Shown, View
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import accessibility, clock, display
from bmoca_gym.handset.talkback import Stop
from bmoca_gym.handset.ui.components import KNOB
from bmoca_gym.handset.value import do

#: Most ms and dp between two taps of one gesture (ViewConfiguration).
_SOON, _NEAR = 300, 100
#: A swipe that takes longer (s) explores the screen.
_QUICK = 0.5
#: How near to the foot of the screen (dp) two fingers begin that press the accessibility button where gestures
#: navigate.
_FOOT = 32
_LATE = "late_taps"
#: How far from the edges of a list, in parts of its length, the reader's own scrolling begins and ends.
_EDGE = 0.12

#: Which way the volume keys move a slider that is read, and in how many parts (AbsSeekBar, API 29).
_STEPS = {"VOLUME_UP": 1, "VOLUME_DOWN": -1}
_PARTS = 20

Act = Callable[[View, Phone, Gesture], Phone]


def assisted(view: View, phone: Phone, gesture: Gesture, act: Act, late_taps: Callable[..., Any]) -> Phone:
    """Return the phone after a gesture.

    ``act``: what the gesture does without services; ``late_taps``: the handler that performs the taps that were held
    back.
    """
    if isinstance(gesture, Tap) and phone.aids.triple:
        return _one_of_three(view, phone, gesture, act, late_taps)
    return _magnified(view, _flushed(view, phone, act), gesture, act)


def late(view: View, phone: Phone, act: Act) -> Phone:
    """Return the phone after the delayed taps."""
    held = phone.aids.taps
    phone = accessibility.changed(phone, taps=())
    for x, y, _ in held:
        phone = _magnified(view, phone, Tap(x, y), act)
    return phone


def _flushed(view: View, phone: Phone, act: Act) -> Phone:
    return late(view, clock.cancel(phone, SYSTEM, _LATE), act) if phone.aids.taps else phone


def _near(phone: Phone, tap: tuple[float, float, int], x: float, y: float) -> bool:
    config = phone.configuration
    way = math.hypot((tap[0] - x) * config.width, (tap[1] - y) * config.height)
    return phone.clock.uptime - tap[2] <= _SOON and way <= _NEAR * config.density / 160


def _one_of_three(view: View, phone: Phone, tap: Tap, act: Act, late_taps: Callable[..., Any]) -> Phone:
    """Delay a tap, since it may be the first of three. The third one magnifies the screen around it, or ends
    magnification."""
    held = phone.aids.taps
    if held and not _near(phone, held[-1], tap.x, tap.y):
        phone, held = _flushed(view, phone, act), ()
    if len(held) < 2:
        held = (*held, (tap.x, tap.y, phone.clock.uptime))
        phone = accessibility.changed(phone, taps=held)
        return clock.schedule(phone, SYSTEM, _LATE, phone.clock.uptime + _SOON, do(late_taps), "uptime")
    phone = clock.cancel(phone, SYSTEM, _LATE)
    zoom = None if phone.aids.zoom is not None else (accessibility.FIRST_SCALE, tap.x, tap.y)
    return accessibility.changed(phone, taps=(), zoom=zoom)


# Magnification


def _magnified(view: View, phone: Phone, gesture: Gesture, act: Act) -> Phone:
    if isinstance(gesture, Pinch) and _presses_button(phone, gesture):
        return accessibility.press_button(phone)
    part = None if phone.aids.zoom is None else view.show(phone).shown.part
    if part is None:
        return _read(view, phone, gesture, act)
    if isinstance(gesture, Pinch):
        (x0, y0), (x1, y1) = gesture.middle, gesture.end
        factor = gesture.scale(*part.size)
        return magnifier.moved(phone, part, x1 - x0, y1 - y0, factor)
    after = _read(view, phone, _under(part, gesture), act)
    if after.top.package != phone.top.package and after.aids.zoom is not None:
        return accessibility.changed(after, zoom=None)  # another app ends it
    return after


def _under(part: magnifier.Part, gesture: Gesture) -> Gesture:
    """Map a gesture on the magnified screen to the points beneath it."""
    if isinstance(gesture, Tap):
        return Tap(*part.under(gesture.x, gesture.y))
    if isinstance(gesture, LongPress):
        return LongPress(*part.under(gesture.x, gesture.y), gesture.seconds)
    if isinstance(gesture, Swipe):
        ends = (*part.under(gesture.x0, gesture.y0), *part.under(gesture.x1, gesture.y1))
        return Swipe(*ends, gesture.seconds, gesture.held)
    return gesture


def _presses_button(phone: Phone, gesture: Pinch) -> bool:
    """Whether two fingers swipe up from the bottom edge with gesture navigation, whose bar has no accessibility
    button."""
    config = phone.configuration
    if not (config.gestures and phone.aids.button):
        return False
    foot = 1 - _FOOT * config.density / 160 / config.height
    return min(gesture.y0, gesture.y2) >= foot and gesture.end[1] < gesture.middle[1] - 0.05


# TalkBack


def _read(view: View, phone: Phone, gesture: Gesture, act: Act) -> Phone:
    if not phone.aids.reader or display.of(phone).asleep:
        return act(view, phone, gesture)
    if isinstance(gesture, PressKey) and gesture.key in _STEPS:
        slid = _slid(view, phone, _STEPS[gesture.key], act)
        return act(view, phone, gesture) if slid is None else slid
    if isinstance(gesture, (PressKey, TypeText)):
        return act(view, phone, gesture)
    if isinstance(gesture, Pinch):
        return act(view, phone, gesture)  # two fingers are one to the apps
    tapped = phone.aids.tapped
    again = tapped >= 0 and phone.clock.uptime - tapped <= _SOON
    if isinstance(gesture, Tap) and again:
        return _activated(view, accessibility.changed(phone, tapped=-1), act, False)
    if isinstance(gesture, LongPress) and again:
        return _activated(view, accessibility.changed(phone, tapped=-1), act, True)
    if isinstance(gesture, Swipe) and _moves(phone, gesture):
        return _swiped(view, phone, gesture, act)
    x, y = (gesture.x1, gesture.y1) if isinstance(gesture, Swipe) else (gesture.x, gesture.y)
    phone = _explored(view, phone, x, y, act)
    return accessibility.changed(phone, tapped=phone.clock.uptime) if isinstance(gesture, Tap) else phone


def _moves(phone: Phone, swipe: Swipe) -> bool:
    """Whether a swipe is quick enough to be a command for the screen reader."""
    config = phone.configuration
    way = max(abs(swipe.x1 - swipe.x0) * config.width, abs(swipe.y1 - swipe.y0) * config.height)
    return swipe.seconds <= _QUICK and swipe.held == 0 and way >= 8 * config.density / 160


def _explored(view: View, phone: Phone, x: float, y: float, act: Act) -> Phone:
    """Read what is under a finger. A key of the keyboard is typed when the finger is lifted from it."""
    shown = view.show(phone).shown
    config = phone.configuration
    px, py = x * config.width, y * config.height
    for surface in reversed(shown.surfaces):
        if surface.kind in ("toast", "reader"):
            continue
        if not (
            surface.x <= px < surface.x + surface.box.width
            and surface.y <= py < surface.y + surface.box.height
        ):
            continue
        if surface.kind == "keyboard":
            return act(view, phone, Tap(x, y))
        found = talkback.at(screen.stops_of(phone, shown), surface.kind, px, py)
        return phone if found is None else accessibility.changed(phone, stop=found.values())
    return phone


def _activated(view: View, phone: Phone, act: Act, long: bool) -> Phone:
    """Touch the element that is being read."""
    stops, read = _focus(view, phone)
    if read is None:
        return phone
    config = phone.configuration
    px, py = talkback.point(stops, read)
    x, y = min(px / config.width, 1.0), min(py / config.height, 1.0)
    return act(view, accessibility.changed(phone, stop=read.values()), LongPress(x, y) if long else Tap(x, y))


def _focus(view: View, phone: Phone) -> tuple[tuple[Stop, ...], Stop | None]:
    shown: Shown = view.show(phone).shown
    stops = screen.stops_of(phone, shown)
    return stops, talkback.focus(phone, stops)


def _slid(view: View, phone: Phone, step: int, act: Act) -> Phone | None:
    """Move the slider that is being read by a twentieth, or by one of its steps if those are larger. None if no slider
    is being read, or if touches don't move it.
    """
    _, read = _focus(view, phone)
    level = None if read is None else _level(read)
    if read is None or level is None or not read.node.enabled:
        return None
    if level >= 1 if step > 0 else level <= 0:
        return phone
    config = phone.configuration
    left, top, right, bottom = read.node.bounds
    knob = KNOB * config.density / 160
    for parts in range(1, _PARTS + 1):
        wanted = min(max(level + step * parts / _PARTS, 0.0), 1.0)
        along = 1 - wanted if config.metrics.rtl else wanted
        x = left + knob + along * (right - left - 2 * knob)
        after = act(view, phone, Tap(x / config.width, (top + bottom) / 2 / config.height))
        for found in _focus(view, after)[0]:
            now = _level(found) if _same_place(found, read) else None
            if now is not None and (now - level) * step > 0:
                return accessibility.changed(after, stop=found.values())
    return None


def _level(read: Stop) -> float | None:
    """Return the position of a slider, 0 to 1; None for other elements."""
    if not read.node.class_name.endswith(".SeekBar"):
        return None
    try:
        return float(read.node.text) / 100
    except ValueError:
        return None


def _same_place(one: Stop, other: Stop) -> bool:
    return (one.kind, one.node.resource_id, one.node.bounds) == (
        other.kind, other.node.resource_id, other.node.bounds
    )  # fmt: skip


def _swiped(view: View, phone: Phone, swipe: Swipe, act: Act) -> Phone:
    """Read the next element after a swipe towards the end of the line, the previous one after a swipe towards its
    start."""
    config = phone.configuration
    dx = (swipe.x1 - swipe.x0) * config.width
    if abs(dx) <= abs(swipe.y1 - swipe.y0) * config.height:
        return phone  # it would choose what is read: words, lines, headings
    forward = (dx < 0) if config.metrics.rtl else dx > 0
    stops, read = _focus(view, phone)
    if read is None:
        return phone
    window = [stop for stop in stops if stop.kind == read.kind]
    here, step = window.index(read), 1 if forward else -1
    onward = window[here + step] if 0 <= here + step < len(window) else None
    for edges in read.lists:
        if onward is None or edges not in onward.lists:
            moved = _scrolled(view, phone, read, edges, forward, act)
            if moved is not None:
                return moved
    return phone if onward is None else accessibility.changed(phone, stop=onward.values())


def _scrolled(
    view: View, phone: Phone, read: Stop, edges: tuple[int, int, int, int], forward: bool, act: Act
) -> Phone | None:
    """Scroll a list whose last visible element was read, and read the one after it. None if it is at its end."""
    config = phone.configuration
    left, top, right, bottom = edges
    x = (left + right) / 2 / config.width
    near, far = (top + (bottom - top) * part for part in (_EDGE, 1 - _EDGE))
    y0, y1 = (far, near) if forward else (near, far)
    swipe = Swipe(x, y0 / config.height, x, y1 / config.height, 30.0)  # too slow for a fling
    after = act(view, phone, swipe)
    if (after.top.offsets, after.system_offsets) == (phone.top.offsets, phone.system_offsets):
        return None
    stops, _ = _focus(view, after)
    window = [stop for stop in stops if stop.kind == read.kind]
    onward: Stop | None
    place = next((at for at, stop in enumerate(window) if stop.values()[:4] == read.values()[:4]), None)
    if place is not None:
        beside = place + (1 if forward else -1)
        onward = window[beside] if 0 <= beside < len(window) else window[place]
    else:
        inside = [stop for stop in window if _within(stop.node.bounds, edges)]
        onward = (inside[0] if forward else inside[-1]) if inside else None
    return after if onward is None else accessibility.changed(after, stop=onward.values())


def _within(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return (
        inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
    ) and inner != outer
