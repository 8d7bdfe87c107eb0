"""The notification shade: whether it is open, and how far."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone, Shade
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import replace

PACKAGE = "com.android.systemui"
UID = 10094
ID = PACKAGE + ":id/"
HEIGHT = 24  # dp


def expand(phone: Phone, full: bool = False) -> Phone:
    """The phone with its shade open, or with quick settings expanded."""
    if phone.shade is not None and phone.shade.full == full:
        return phone
    return replace(activities.focus(phone, ""), shade=Shade(full), system_offsets=())


def collapse(phone: Phone) -> Phone:
    """The phone with its shade closed."""
    return phone if phone.shade is None else replace(phone, shade=None, system_offsets=())


def back(phone: Phone) -> Phone:
    """The phone after Back: expanded quick settings shrink first, then the shade closes."""
    return expand(phone) if phone.shade is not None and phone.shade.full else collapse(phone)


def open_notification(phone: Phone, package: str, key: str) -> Phone:
    """The phone after a touch of a notification: what it stands for is shown, and it is gone unless ongoing."""
    found = notifications.find(phone, package, key)
    if found is None or found.tap is None:
        return phone
    phone = collapse(phone)
    if not found.ongoing:
        phone = notifications.cancel(phone, package, key)
    function, arguments = found.tap
    after: Phone = function(phone, *arguments)
    return after


def press_action(phone: Phone, package: str, key: str, index: int) -> Phone:
    """The phone after a touch of a notification's button."""
    found = notifications.find(phone, package, key)
    if found is None or not 0 <= index < len(found.actions):
        return phone
    function, arguments = found.actions[index][1]
    after: Phone = function(phone, *arguments)
    return after
