"""Simple Calendar's reminders: the notifications of what is about to take place."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import DAY, OFF, PACKAGE, Occurrence, number_in, stamp
from bmoca_gym.handset.apps.simple_calendar.state import EVENT, TASK
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import clock, notifications
from bmoca_gym.handset.value import do

_TAG = "reminder"
#: Days ahead that are looked through; a reminder is not longer before its event.
_AHEAD = 62


def _due(phone: Phone) -> list[tuple[int, Occurrence]]:
    """When (wall ms) is reminded of what, of the events of the next weeks."""
    today = clock.local_time(phone).toordinal()
    found: list[tuple[int, Occurrence]] = []
    for row in phone.apps[PACKAGE].rows:
        before = [minutes for n in (1, 2, 3) if (minutes := number_in(row, f"reminder_{n}_minutes")) > OFF]
        if before:
            for one in occurrences.occurrences(row, 0, today - 1, today + _AHEAD, phone.zone):
                begin = stamp(phone.zone, one.start) * 1000
                found += [(begin - minutes * 60_000, one) for minutes in before]
    return found


def armed(phone: Phone) -> Phone:
    """The phone whose clock knows the next reminder; where there is none for long, when to look again."""
    now = phone.clock.wall
    due = _due(phone)
    if not due and not any(number_in(row, "reminder_1_minutes") > OFF for row in phone.apps[PACKAGE].rows):
        return clock.cancel(phone, PACKAGE, _TAG)
    at = min([now + 30 * DAY * 1000, *[at for at, _ in due if at > now]])
    return clock.schedule(phone, PACKAGE, _TAG, at, do(_fall_due, at))


def _fall_due(state: Any, context: Context, at: int) -> Any:
    """A handler: post what is reminded of at ``at`` ms, and go on to the next."""
    return state, do(_posted, at)


def _posted(phone: Phone, at: int) -> Phone:
    for moment, one in _due(phone):
        if moment == at:
            phone = notifications.post(phone, _notification(phone, one))
    return armed(phone)


def _notification(phone: Phone, one: Occurrence) -> Notification:
    res = resources.of(phone.configuration)
    if one.all_day:
        text = res.string("simple_calendar.all_day")
    else:
        text = res.time(one.start.hour, one.start.minute)
        if one.end > one.start:
            text = f"{text} - {res.time(one.end.hour, one.end.minute)}"
    function, arguments = start(f"{PACKAGE}/{TASK if one.task else EVENT}", (*one.key, 0, 0))
    return Notification(
        PACKAGE, f"{one.id}:{one.key[1]}", one.title, f"{text} {one.description}".strip(), "event",
        tap=do(function, *arguments),
    )  # fmt: skip
