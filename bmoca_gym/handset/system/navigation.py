"""System navigation: three buttons, or gestures from the edges of the screen."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, display, settings, split
from bmoca_gym.handset.system.keys import press_key

#: Modes as the setting has them.
BUTTONS, GESTURES = "0", "2"
#: The overlay of each mode.
OVERLAYS = {
    "com.android.internal.systemui.navbar.threebutton": BUTTONS,
    "com.android.internal.systemui.navbar.gestural": GESTURES,
}
#: Distance in dp from a side within which a Back gesture begins, and from the bottom for Home
#: (``config_backGestureInset``, ``navigation_bar_gesture_height``).
_SIDE, _FOOT = 30, 32
#: A finger that moves up for so long (s) is held, and shows the tasks.
HELD = 1.0


def mode(phone: Phone) -> str:
    """Return the current mode."""
    return GESTURES if phone.configuration.gestures else BUTTONS


def set_mode(phone: Phone, wanted: str) -> Phone:
    """Choose a mode."""
    return settings.put(phone, *settings.NAVIGATION_MODE, wanted)


def swiped(phone: Phone, x: float, y: float, dx: float, dy: float, seconds: float) -> Phone | None:
    """Return the phone after a navigation gesture that begins at (x, y) px; None if the swipe is not one.

    From a side inwards it goes back. From the foot it goes home, or shows the tasks if the finger takes `HELD`; along
    the foot, in the direction of reading, it shows the task before. Up from the foot of the home screen it opens the
    list of apps, as from elsewhere.
    """
    config = phone.configuration
    if not config.gestures or display.is_covered(phone) or display.of(phone).locked:
        return None
    scale = config.metrics.scale
    if y >= config.height - _FOOT * scale:
        if abs(dx) > abs(dy):
            onwards = dx < 0 if config.metrics.rtl else dx > 0
            return _quickly_switched(phone) if onwards else phone
        if dy >= 0:
            return None
        if seconds >= HELD:
            return phone if phone.overview else activities.toggle_overview(phone)
        at_home = phone.home and not phone.overview and phone.shade is None and phone.top.prompt is None
        return None if at_home else press_key(phone, "HOME")
    inwards = dx > 0 if x < _SIDE * scale else dx < 0 if x >= config.width - _SIDE * scale else False
    return press_key(phone, "BACK") if inwards and abs(dx) > abs(dy) else None


def _quickly_switched(phone: Phone) -> Phone:
    """Show the task before the one in front, or over the home screen the last one."""
    before = phone.tasks if phone.home else phone.tasks[:-1]
    beside = split.beside(phone)
    if beside is not None:  # which is in front, too
        before = tuple(task for task in before if task is not beside)
    if not before or phone.shade is not None:
        return phone
    return activities.show_task(phone, before[-1].package)
