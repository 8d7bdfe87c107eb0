"""The display: on or off, its timeout, the lock screen, and its orientation."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import SYSTEM, Display, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import do, replace

_PLAIN = Display()

#: Where the lock is kept: in a namespace that the shell can't list, since Android has a separate database for it.
_LOCK, _PIN = ("locksettings", "lockscreen.type"), ("locksettings", "lockscreen.pin")
LOCKS = ("none", "swipe", "pin")
#: A timeout as long as this (half an hour, the longest that Settings offers) never comes while the phone is charged.
LONGEST_TIMEOUT = 1_800_000


def of(phone: Phone) -> Display:
    """Return the state of the display."""
    return phone.display or _PLAIN


def changed(phone: Phone, **changes: Any) -> Phone:
    """Change fields of the phone's `Display`."""
    old = of(phone)
    new = replace(old, **changes)
    return phone if new == old else replace(phone, display=None if new == _PLAIN else new)


def is_covered(phone: Phone) -> bool:
    """Return whether the screen is off, or locked with nothing over the lock screen."""
    display = phone.display
    if display is None or not (display.asleep or display.locked):
        return False
    return display.asleep or not _over_lock(phone)


def _over_lock(phone: Phone) -> bool:
    """Return whether the front activity is shown over the lock screen: an alarm or a call."""
    top = phone.top
    return top.component in packages.apps_of(phone.image)[top.package].over_lock


# Sleep


def sleep(phone: Phone, reason: str = "power_button") -> Phone:
    """Switch the screen off, and lock it if the phone has a lock."""
    if of(phone).asleep:
        return phone
    phone = phone.logged("PowerManagerService", f"Going to sleep due to {reason} (uid 1000)...")
    locked = of(phone).locked or lock_of(phone) != "none"
    phone = clock.cancel(phone, SYSTEM, _TIMER)
    return changed(phone, asleep=True, locked=locked, entry=None, wrong=False, volume=-1, heads_up=None)


def wake(phone: Phone, reason: str = "android.policy:POWER") -> Phone:
    """Switch the screen on."""
    if not of(phone).asleep:
        return phone
    phone = phone.logged(
        "PowerManagerService",
        f"Waking up from Asleep (uid=1000, reason=WAKE_REASON_UNKNOWN, details={reason})",
    )
    return touched(changed(phone, asleep=False))


_TIMER = "screen_off"


def touched(phone: Phone) -> Phone:
    """Restart the display's timeout: the phone is in use."""
    display = phone.display
    if display is None or not display.timeout or display.asleep:
        return phone
    at = phone.clock.uptime + display.timeout
    return clock.schedule(phone, SYSTEM, _TIMER, at, do(_timed_out), "uptime")


def _timed_out(phone: Phone, context: object) -> Phone:
    return sleep(phone, "timeout")


def set_timeout(phone: Phone, milliseconds: int) -> Phone:
    """Set the time without a touch, in ms, after which the phone goes to sleep."""
    timeout = milliseconds if 0 < milliseconds < LONGEST_TIMEOUT else 0
    phone = changed(phone, timeout=timeout)
    return touched(phone) if timeout else clock.cancel(phone, SYSTEM, _TIMER)


# The lock


def lock_of(phone: Phone) -> str:
    """Return the kind of lock, one of `LOCKS`."""
    return phone.settings.get(_LOCK, "none")


def pin_of(phone: Phone) -> str:
    """Return the PIN, or ""."""
    return phone.settings.get(_PIN, "")


def set_lock(phone: Phone, kind: str, pin: str = "") -> Phone:
    """Set the kind of lock, one of `LOCKS`. ``pin``: for that kind, at least four digits.

    Raises:
        ValueError: the kind is unknown, or the PIN is not valid.
    """
    if kind not in LOCKS:
        raise ValueError(f"the lock is {kind!r}; it must be one of {', '.join(LOCKS)}")
    if kind == "pin" and not (pin.isdecimal() and pin.isascii() and 4 <= len(pin) <= 16):
        raise ValueError(f"the PIN is {pin!r}; it must be 4 to 16 digits")
    kept = phone.settings
    for key, text in ((_LOCK, "" if kind == "none" else kind), (_PIN, pin if kind == "pin" else "")):
        kept = kept.set(key, text) if text else kept.delete(key) if key in kept else kept
    return phone if kept is phone.settings else replace(phone, settings=kept)


def unlock(phone: Phone) -> Phone:
    """Dismiss the lock screen, or ask for the PIN if there is one."""
    if not of(phone).locked:
        return phone
    if lock_of(phone) == "pin" and of(phone).entry is None:
        return changed(phone, entry="", wrong=False)
    return phone if lock_of(phone) == "pin" else _opened(phone)


def _opened(phone: Phone) -> Phone:
    phone = phone.logged("KeyguardViewMediator", "handleKeyguardDone", "D")
    return changed(phone, locked=False, entry=None, wrong=False)


def relock(phone: Phone) -> Phone:
    """Return from the PIN to the lock screen: Back."""
    return changed(phone, entry=None, wrong=False)


def enter(phone: Phone, digits: str) -> Phone:
    """Type more of the PIN."""
    entry = of(phone).entry
    if entry is None:
        return phone
    kept = "".join(digit for digit in digits if digit.isascii() and digit.isdecimal())
    return changed(phone, entry=(entry + kept)[:16], wrong=False)


def erase_entry(phone: Phone) -> Phone:
    """Erase the last digit of the PIN that was typed."""
    entry = of(phone).entry
    return phone if entry is None else changed(phone, entry=entry[:-1])


def submit_entry(phone: Phone) -> Phone:
    """Check the PIN: unlock if it is right, or else ask again."""
    entry = of(phone).entry
    if entry is None:
        return phone
    return _opened(phone) if entry == pin_of(phone) else changed(phone, entry="", wrong=True)


# Which way it is turned

ROTATION, AUTO_ROTATE = ("system", "user_rotation"), ("system", "accelerometer_rotation")


def rotation(phone: Phone) -> int:
    """Return how far the screen is turned, in quarter turns counter-clockwise (Surface.ROTATION_90 is 1)."""
    return of(phone).turned


def bar_edge(phone: Phone) -> str:
    """Return the edge of a wide screen that has the navigation bar: "left" or "right", or "" if it is at the bottom."""
    if not phone.configuration.bar_at_side:
        return ""
    return "left" if rotation(phone) == 3 else "right"


def _wanted(phone: Phone) -> int:
    """Return the rotation that the settings ask for."""
    if phone.settings.get(AUTO_ROTATE) == "1":
        return of(phone).sensed
    chosen = phone.settings.get(ROTATION, "0")
    return int(chosen) if chosen in ("1", "2", "3") else 0


def natural_size(phone: Phone) -> tuple[int, int]:
    """Return width and height in px of the screen in its natural orientation."""
    size = phone.configuration.width, phone.configuration.height
    return size if rotation(phone) % 2 == 0 else (size[1], size[0])


def turned(phone: Phone) -> Phone:
    """Turn the screen after a setting of the rotation was written: width and height are exchanged."""
    old, new = rotation(phone), _wanted(phone)
    if old == new:
        return phone
    phone = phone.logged("WindowManager", f"Rotation changed to {90 * new} from {90 * old} (forceApp=0)")
    phone = changed(phone, turned=new)
    if (old - new) % 2 == 0:
        return phone
    config = phone.configuration
    return replace(phone, configuration=replace(config, width=config.height, height=config.width))


def sense(phone: Phone, quarters: int) -> Phone:
    """Turn the phone itself by quarter turns, counter-clockwise. The screen follows if it may."""
    return turned(changed(phone, sensed=quarters % 4))
