"""Reminders of an app's events: the next one is scheduled, and then becomes a notification.

An app gives two functions. ``due(phone)`` returns the reminders of the next weeks with their times (wall
clock in ms), or None if there never are any. ``notice(phone, one)`` returns the notification of a reminder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.manifest import Next, S
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import clock, notifications
from bmoca_gym.handset.value import do

#: How many days ahead reminders are looked for.
AHEAD = 62
_TAG = "reminder"
#: The interval in ms at which reminders are looked for again if there is none soon.
_AGAIN = 30 * 24 * 3600 * 1000

_Due = Callable[[Phone], "list[tuple[int, Any]] | None"]
_Notice = Callable[[Phone, Any], Notification]


def armed(phone: Phone, package: str, due: _Due, notice: _Notice) -> Phone:
    """Schedule the next reminder of an app."""
    found = due(phone)
    if found is None:
        return clock.cancel(phone, package, _TAG)
    now = phone.clock.wall
    at = min([now + _AGAIN, *[at for at, _ in found if at > now]])
    return clock.schedule(phone, package, _TAG, at, do(_fall_due, package, due, notice, at))


def _fall_due(state: S, context: Context, package: str, due: _Due, notice: _Notice, at: int) -> Next[S]:
    """Post the reminders due at ``at`` ms, and schedule the next one."""
    return state, do(_posted, package, due, notice, at)


def _posted(phone: Phone, package: str, due: _Due, notice: _Notice, at: int) -> Phone:
    for moment, one in due(phone) or ():
        if moment == at:
            phone = notifications.post(phone, notice(phone, one))
    return armed(phone, package, due, notice)
