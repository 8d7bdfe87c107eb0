"""Input of a phone: gestures, keys, text, and the passing of time."""

from __future__ import annotations

import math
from typing import Any, Final

from bmoca_gym.handset import accessibility_gestures, assembly, motion
from bmoca_gym.handset.assembly import Hit, Surface, chain
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, PressKey, Swipe, Tap
from bmoca_gym.handset.graphics import graphemes
from bmoca_gym.handset.render import screenshot
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.screen import View
from bmoca_gym.handset.state import SYSTEM, Context, Phone, PinchContext
from bmoca_gym.handset.system import activities, clock, display, navigation, status_bar, text_input
from bmoca_gym.handset.system.keys import press_key
from bmoca_gym.handset.system.motion import rested, still
from bmoca_gym.handset.system.text_input import focused_field, type_text
from bmoca_gym.handset.system_ui import overview
from bmoca_gym.handset.ui import scrolling
from bmoca_gym.handset.ui.widgets import Slider, text_in
from bmoca_gym.handset.value import replace

_TOUCH_SLOP, _LONG_PRESS = 8, 0.5  # dp, seconds (ViewConfiguration, API 29)
_TWO_FINGER_TAP = 0.3  # the longest tap with two fingers, seconds (its double tap timeout)
#: Windows of the app that shares the screen with the one in front. It comes to the front when it is touched.
_BESIDE: Final = ("beside", "below")
#: Handles of selected text. They are dragged; a touch does nothing.
_HANDLES: Final = (assembly.START_HANDLE, assembly.END_HANDLE)
#: Keys that move the text cursor.
_CURSOR_KEYS: Final = frozenset({"DPAD_LEFT", "DPAD_RIGHT", "DPAD_UP", "DPAD_DOWN", "MOVE_HOME", "MOVE_END"})


def perform(phone: Phone, gesture: Gesture, view: View | None = None) -> Phone:
    """Return the phone after a gesture. ``view``: the device's view, which need not be derived anew."""
    if phone.motion is not None:
        before, held = motion.stopped(phone, gesture)
        if held:
            return before
        after = _performed(before, gesture, view)
        return motion.followed(before, after, gesture, phone.motion)
    return _performed(phone, gesture, view)


def _performed(phone: Phone, gesture: Gesture, view: View | None) -> Phone:
    if view is None:
        view = View(phone)
    if phone.display is not None:
        phone = display.touched(phone)
        if phone.display is not None and phone.display.aids is not None:
            return accessibility_gestures.assisted(view, phone, gesture, act, _late_taps)
    return act(view, phone, gesture)


def _late_taps(phone: Phone, context: object) -> Phone:
    """Perform delayed taps, which could have been the first of three."""
    return accessibility_gestures.late(View(phone), phone, act)


def act(view: View, phone: Phone, gesture: Gesture) -> Phone:
    """Return the phone after a gesture, as it is without accessibility services."""
    if isinstance(gesture, Tap):
        after = _touch(view, phone, gesture.x, gesture.y, False)
        if overview.SCREENSHOT_KEY in after.held:
            after = _screenshot_of_task(after)
        return _settled(view, after, follow=True)
    if isinstance(gesture, LongPress):
        return _settled(view, _touch(view, phone, gesture.x, gesture.y, gesture.seconds >= 0.4))
    if isinstance(gesture, Swipe):
        return _settled(view, _swipe(view, phone, gesture))
    if isinstance(gesture, PressKey):
        if gesture.key == "SYSRQ":
            return screenshot.taken(phone)
        moves = gesture.key in _CURSOR_KEYS
        after = _move_cursor(view, phone, gesture.key) if moves else press_key(phone, gesture.key)
        return _settled(view, after, follow=True)
    if isinstance(gesture, Pinch):
        return _settled(view, _pinch(view, phone, gesture))
    if display.is_covered(phone):
        return display.enter(phone, gesture.text)
    return _settled(view, type_text(phone, gesture.text), follow=True)


def _screenshot_of_task(phone: Phone) -> Phone:
    """Release the screenshot key, which the overview's button presses, once the task to be captured is shown."""
    held = tuple(key for key in phone.held if key != overview.SCREENSHOT_KEY)
    return activities.toggle_overview(screenshot.taken(replace(phone, held=held)))


def dragged(phone: Phone, swipe: Swipe) -> Phone:
    """Return the phone at the end of a swipe with the finger still down. A list has followed it without a fling."""
    view = View(phone)
    return _settled(view, _swipe(view, phone, swipe, lifted=False))


#: Keys that together take a screenshot.
CHORD = frozenset({"POWER", "VOLUME_DOWN"})
#: Among the held keys: the chord has acted, so releasing its keys does nothing.
_TAKEN = "taken"


def move_key(phone: Phone, key: str, down: bool) -> Phone:
    """Return the phone after a key was pressed or released.

    A key acts when it is pressed. A key of `CHORD` acts when it is released, unless both were pressed
    together.
    """
    if key not in CHORD:
        return perform(phone, PressKey(key)) if down else phone
    held = set(phone.held)
    if down:
        if key in held:
            return phone
        held.add(key)
        together = _TAKEN not in held and held >= CHORD
        phone = _holding(phone, held | {_TAKEN} if together else held)
        return perform(phone, PressKey("SYSRQ")) if together else phone
    if key not in held:
        return phone
    held.discard(key)
    alone = _TAKEN not in held
    phone = _holding(phone, held if held & CHORD else set())
    return perform(phone, PressKey(key)) if alone else phone


def _holding(phone: Phone, held: set[str]) -> Phone:
    return replace(phone, held=tuple(sorted(held)))


def press_together(phone: Phone, keys: tuple[str, ...]) -> Phone:
    """Return the phone after keys were pressed one after the other, then released."""
    for down in (True, False):
        for key in keys:
            phone = move_key(phone, key, down)
    return phone


def wait(phone: Phone, milliseconds: int) -> Phone:
    """Return the phone after that time, with everything that was due done in order."""
    until = phone.clock.uptime + milliseconds
    while phone.due:
        found = clock.next_due(phone, until)
        if found is None:
            break
        due, at = found
        phone = replace(
            phone,
            clock=phone.clock.advanced(at - phone.clock.uptime),
            due=tuple(d for d in phone.due if d is not due),
        )
        function, arguments = due.callback
        before, phone = phone, phone.handled(due.owner, function, arguments)
        if phone.display is not None and phone.top.component != before.top.component:
            phone = display.wake(phone, "android.server.am:TURN_ON")  # an alarm rings
        if phone.motion is not None and before.motion is not None:
            phone = motion.followed(still(before), still(phone), running=before.motion)
    phone = replace(phone, clock=phone.clock.advanced(until - phone.clock.uptime))
    return phone if phone.motion is None else rested(phone)


def _settled(view: View, phone: Phone, follow: bool = False) -> Phone:
    """Remove the focus from a text field that no longer exists.

    ``follow``: scroll the cursor into view in a field that grows with its text.
    """
    if not phone.top.focus or phone.overview:
        return phone
    found = focused_field(phone)
    if found is None:
        return activities.focus(phone, "")
    if follow and found[0].lines is None and phone.shade is None:
        return _shown(view, phone, phone.top.focus)
    return phone


def _at(view: View, phone: Phone, x: float, y: float) -> tuple[Surface, list[Hit]]:
    """The window at a point (fractions of the screen) and the elements there, outermost first."""
    config = phone.configuration
    px = min(config.width - 1, int(x * config.width))
    py = min(config.height - 1, int(y * config.height))
    for surface in reversed(view.show(phone).surfaces):
        left, top, box = surface.x, surface.y, surface.box
        if surface.kind in ("toast", "status", "reader") or not (
            left <= px < left + box.width and top <= py < top + box.height
        ):
            continue
        return surface, chain(box, px - left, py - top, surface.offsets)
    raise AssertionError("the windows of a screen cover it")  # pragma: no cover


def _shown(view: View, phone: Phone, key: str) -> Phone:
    """Scroll the text field ``key`` into the part of the window that the keyboard leaves.

    In a field that grows with its text, scroll to the line of the cursor.
    """
    surface = view.show(phone).active
    place = assembly.focused_box(phone, surface)
    line = None
    if place is not None and place[2].element.lines is None:  # type: ignore[attr-defined]
        field: Any = place[2].element
        shown = text_in(place[2])
        _, top = shown.cursor(text_input.selection_of(phone, field)[1])
        line = (round(top), round(top + shown.height))
    found = scrolling.offset_to_show(surface.box, surface.offsets, key, line)
    return phone if found is None else activities.scroll_to(phone, *found)


def _move_cursor(view: View, phone: Phone, key: str) -> Phone:
    """Move the cursor of the focused text field by a key. A selection ends on that side."""
    found = focused_field(phone)
    if (
        found is None
        or not (found[0].cursor and found[0].content)
        or phone.shade is not None
        or phone.overview
        or display.is_covered(phone)
    ):
        return phone
    place = assembly.focused_box(phone, view.show(phone).active)
    if place is None:
        return phone
    start, end = text_input.selection_of(phone, found[0])
    shown = text_in(place[2], (start, end))
    if start < end and key in ("DPAD_LEFT", "DPAD_RIGHT"):
        at = end if (key == "DPAD_RIGHT") != shown.paragraph.rtl else start
    else:
        at = shown.moved(end, key)
    return text_input.select(phone, at, at)


def _pointed(phone: Phone, hit: Hit, long: bool) -> Phone:
    """Set the cursor of the focused field to the touched position; ``long`` selects the word there."""
    field: Any = hit.element
    if not field.cursor:
        return phone
    if not field.content:
        return activities.select(phone, None, "main" if long and phone.clipboard else "")
    shown = text_in(hit.box)
    at = shown.offset_at(hit.x + 0.5, hit.y + 0.5)
    if long and shown.covers(hit.x + 0.5, hit.y + 0.5):
        return text_input.select_word(phone, at)
    return text_input.select(phone, at, at, "main" if long else "")


def _fractions(hit: Hit) -> tuple[float, float]:
    return (hit.x + 0.5) / max(1, hit.box.width), (hit.y + 0.5) / max(1, hit.box.height)


def _handle_moved(view: View, phone: Phone, handle: Surface, dx: float, dy: float) -> Phone:
    """Drag a handle of the selection by so many px. It stays on its side of the other one."""
    found = focused_field(phone)
    place = assembly.focused_box(phone, view.show(phone).active)
    if found is None or place is None:
        return phone
    text: str = found[0].content
    start, end = text_input.selection_of(phone, found[0])
    shown = text_in(place[2])
    moves_start = handle.kind == assembly.START_HANDLE
    x, y = shown.cursor(start if moves_start else end)
    at = shown.offset_at(x + dx, y + shown.height / 2 + dy)
    if moves_start:
        start = min(at, graphemes.before(text, end))
    else:
        end = max(at, graphemes.after(text, start))
    return text_input.select(phone, start, end, "main")


def _touching(phone: Phone, hit: Hit) -> Context:
    """The context of a handler of a touched element."""
    fx, fy = _fractions(hit)
    return Context(phone, phone.top, fx, fy, fx, fy)


def _touch(view: View, phone: Phone, x: float, y: float, long: bool) -> Phone:
    surface, hits = _at(view, phone, x, y)
    if surface.kind in _HANDLES:
        return phone
    if phone.top.toolbar and surface.kind != "toolbar" and surface.kind not in assembly.BARS:
        phone = text_input.collapse(phone)
    if surface.kind in _BESIDE:
        phone = activities.face(phone)
    if long:  # what can be carried, such as a widget, takes long presses from what is in it
        for at, hit in enumerate(hits):
            if hit.element.long_press is not None and hasattr(hit.element, "carry"):
                hits = hits[: at + 1]
                break
    for hit in reversed(hits):
        element = hit.element
        callback = element.tap or element.drag
        if long and element.long_press is not None:
            callback = element.long_press
        if element.editable and surface.owner != SYSTEM:
            field: Any = element
            if element.tap is not None:  # a page's field: its scripts come first, and may take the focus away
                phone = phone.handled(surface.owner, *element.tap, _touching(phone, hit))
                if phone.top.focus != field.key:
                    return phone
            phone = activities.focus(text_input.open_keyboard(phone), field.key)
            return _shown(view, _pointed(phone, hit, long), field.key)
        if callback is not None:
            if not element.enabled:
                return phone
            return phone.handled(surface.owner, callback[0], callback[1], _touching(phone, hit))
    return phone


def _swipe(view: View, phone: Phone, gesture: Swipe, lifted: bool = True) -> Phone:
    config = phone.configuration
    dx = (gesture.x1 - gesture.x0) * config.width
    dy = (gesture.y1 - gesture.y0) * config.height
    if max(abs(dx), abs(dy)) < 8 * config.density / 160:
        return _touch(view, phone, gesture.x0, gesture.y0, gesture.seconds >= 0.4)
    if (
        dy > abs(dx)
        and phone.shade is None
        and not display.of(phone).locked
        and not display.is_covered(phone)
        and gesture.y0 * config.height * 160 < STATUS_HEIGHT * config.density
    ):
        return status_bar.expand(phone)
    if config.gestures and lifted:
        navigated = navigation.swiped(
            phone, gesture.x0 * config.width, gesture.y0 * config.height, dx, dy, gesture.seconds
        )
        if navigated is not None:
            return navigated
    y0 = gesture.y0
    if config.gestures:  # what begins on the bar belongs to the window over it
        y0 = min(y0, 1 - (config.bar * config.density / 160 + 1) / config.height)
    surface, hits = _at(view, phone, gesture.x0, y0)
    if surface.kind in _HANDLES:
        return _handle_moved(view, phone, surface, dx, dy)
    if surface.kind in _BESIDE:
        phone = activities.face(phone)
    slop = _TOUCH_SLOP * config.density / 160 / max(abs(dx), abs(dy)) * gesture.seconds
    if gesture.held + slop >= _LONG_PRESS:
        carried = _carried(view, phone, gesture, surface, hits)
        if carried is not None:
            return carried
    across = abs(dx) > abs(dy)
    direction = ("right" if dx > 0 else "left") if across else ("down" if dy > 0 else "up")
    activity = phone.top
    drag, seconds = -(dx if across else dy), gesture.seconds if lifted else math.inf
    for hit in reversed(hits):
        element: Any = hit.element
        if element.drag is not None and element.enabled:
            if isinstance(element, Slider) and not across:
                for outer in reversed(hits):
                    around = _list_scrolled(phone, surface, outer, across, drag, seconds)
                    if around is not None:
                        return around
            fx, fy = _fractions(hit)
            end = fx + dx / max(1, hit.box.width), fy + dy / max(1, hit.box.height)
            context = Context(phone, activity, fx, fy, *end, direction)
            return phone.handled(surface.owner, element.drag[0], element.drag[1], context)
        scrolled = _list_scrolled(phone, surface, hit, across, drag, seconds)
        if scrolled is not None:
            return scrolled
        if element.swipe is not None:
            fx, fy = _fractions(hit)
            context = Context(phone, activity, fx, fy, fx, fy, direction)
            after = phone.handled(surface.owner, element.swipe[0], element.swipe[1], context)
            if after is not phone:
                return after
    return phone


def _list_scrolled(
    phone: Phone, surface: Surface, hit: Hit, across: bool, drag: float, seconds: float
) -> Phone | None:
    """Scroll a list by a swipe of ``drag`` px along it; None for another element, or if it can't move that way."""
    element: Any = hit.element
    if not element.scrollable or (element.axis == "x") != across:
        return None
    moved = scrolling.offset_after(hit.box, surface.offsets, phone.configuration, drag, seconds)
    return _scrolled(phone, surface.owner, element.key, moved) if moved is not None else None


def _pinch(view: View, phone: Phone, gesture: Pinch) -> Phone:
    """Move two fingers, or tap with them. An element that takes pinches gets them if both fingers are on it.

    Elsewhere, fingers that stay equally far apart are a swipe of the first one; down from the status bar they open
    quick settings. Other pinches do nothing.
    """
    config = phone.configuration
    width, height = config.width, config.height
    slop = _TOUCH_SLOP * config.density / 160
    first, last = gesture.spans(width, height)
    wider = abs(last - first) >= 2 * slop
    (x0, y0), (x1, y1) = gesture.middle, gesture.end
    dx, dy = (x1 - x0) * width, (y1 - y0) * height
    still = not wider and max(abs(dx), abs(dy)) < slop
    if still and gesture.seconds > _TWO_FINGER_TAP:
        return phone
    surface, hits = _at(view, phone, gesture.x0, gesture.y0)
    other, under = _at(view, phone, gesture.x2, gesture.y2)
    second = {id(hit.box): hit for hit in under} if other is surface else {}
    if surface.kind in _BESIDE and other is surface:
        phone = activities.face(phone)
    for hit in reversed(hits):
        element = hit.element
        if element.pinch is not None and element.enabled and id(hit.box) in second:
            (fx, fy), (sx, sy) = _fractions(hit), _fractions(second[id(hit.box)])
            fx, fy = (fx + sx) / 2, (fy + sy) / 2
            end = fx + dx / max(1, hit.box.width), fy + dy / max(1, hit.box.height)
            scale = gesture.scale(width, height) if wider else 1.0
            context = PinchContext(phone, phone.top, fx, fy, *end, scale, "tap" if still else "")
            after = phone.handled(surface.owner, element.pinch[0], element.pinch[1], context)
            if wider or after is not phone:
                return after
    if wider or still:
        return phone
    before = phone
    phone = _swipe(view, phone, Swipe(gesture.x0, gesture.y0, gesture.x1, gesture.y1, gesture.seconds))
    return status_bar.expand(phone, True) if phone.shade is not None and before.shade is None else phone


def _carried(view: View, phone: Phone, gesture: Swipe, surface: Surface, hits: list[Hit]) -> Phone | None:
    """Return the phone after an element was picked up with a long press, dragged and dropped; None if none
    can be.

    Such an element has ``carry``: a handler that picks it up, and one that drops it. The last argument of the
    second is the result of ``place_at(x, y, rtl)`` of the element under the finger, or None without such an
    element; its context says where the element was picked up.
    """
    held = next((hit for hit in reversed(hits) if getattr(hit.element, "carry", None) is not None), None)
    if held is None:
        return None
    element: Any = held.element
    lift, drop = element.carry
    phone = phone.handled(surface.owner, lift[0], lift[1])
    rtl = phone.configuration.metrics.rtl
    _, under = _at(view, phone, gesture.x1, gesture.y1)
    target: Any = next((hit for hit in reversed(under) if hasattr(hit.element, "place_at")), None)
    place = None if target is None else target.element.place_at(*_fractions(target), rtl)
    context = Context(phone, phone.top, *_fractions(held))
    return phone.handled(surface.owner, drop[0], (*drop[1], place), context)


def _scrolled(phone: Phone, owner: str, key: str, offset: int) -> Phone:
    if owner == SYSTEM:
        return replace(phone, system_offsets=((key, offset),))
    return activities.scroll_to(phone, key, offset)
