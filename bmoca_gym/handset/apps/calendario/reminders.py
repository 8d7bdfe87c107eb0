"""Calendar's reminders: the notifications of what is about to take place."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from bmoca_gym.handset import resources, time_zones
from bmoca_gym.handset.apps.calendario.state import (
    DETAIL,
    PACKAGE,
    Event,
    begins_on,
    span_text,
    title_text,
)
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import clock, notifications
from bmoca_gym.handset.value import do

_TAG = "reminder"
#: Days ahead that are looked through, and after which one looks again.
_AHEAD = 31
_DAY = 24 * 3600 * 1000


def _due(phone: Phone) -> list[tuple[int, Event, int]]:
    """When (wall ms) is reminded of which event, on what day (an ordinal), within the next weeks."""
    now = phone.clock.wall
    today = clock.local_time(phone).date()
    found: list[tuple[int, Event, int]] = []
    for event in phone.apps[PACKAGE].events:
        if not event.reminders or (not event.repeat and event.end.date() < today):
            continue
        for day in (today + timedelta(n) for n in range(-1, _AHEAD + 2)):
            if begins_on(event, day):
                begin = time_zones.wall(phone.zone, datetime.combine(day, event.start.time()))
                found += [(begin - n * 60_000, event, day.toordinal()) for n in event.reminders]
    return [one for one in found if one[0] <= now + _AHEAD * _DAY]


def armed(phone: Phone) -> Phone:
    """The phone whose clock knows the next reminder; where there is none for long, when to look again."""
    now = phone.clock.wall
    if not any(event.reminders for event in phone.apps[PACKAGE].events):
        return clock.cancel(phone, PACKAGE, _TAG)
    at = min([now + _AHEAD * _DAY, *[at for at, _, _ in _due(phone) if at > now]])
    return clock.schedule(phone, PACKAGE, _TAG, at, do(_fall_due, at))


def _fall_due(state: Any, context: Context, at: int) -> Any:
    """A handler: post what is reminded of at ``at`` ms, and go on to the next."""
    return state, do(_posted, at)


def _posted(phone: Phone, at: int) -> Phone:
    res = resources.of(phone.configuration)
    for moment, event, day in _due(phone):
        if moment == at:
            function, arguments = start(f"{PACKAGE}/{DETAIL}", (event.id, day))
            phone = notifications.post(phone, Notification(
                PACKAGE, f"{event.id}:{day}", title_text(res, event), span_text(res, event), "event",
                tap=do(function, *arguments),
            ))  # fmt: skip
    return armed(phone)
