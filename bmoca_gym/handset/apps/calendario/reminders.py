"""Calendar's reminders: notifications of coming events."""

from __future__ import annotations

from datetime import datetime, timedelta

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendario.state import (
    DETAIL,
    PACKAGE,
    Event,
    begins_on,
    span_text,
    title_text,
)
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.kits import reminders
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Notification, Phone
from bmoca_gym.handset.value import do


def armed(phone: Phone) -> Phone:
    """Schedule the next reminder."""
    return reminders.armed(phone, PACKAGE, _due, _notice)


def _due(phone: Phone) -> list[tuple[int, tuple[Event, int]]] | None:
    """Reminders: the time (wall ms), the event, and its day (an ordinal)."""
    events = [event for event in phone.apps[PACKAGE].events if event.reminders]
    if not events:
        return None
    today = phone.local_minute.date()
    found: list[tuple[int, tuple[Event, int]]] = []
    for event in events:
        for day in (today + timedelta(n) for n in range(-1, reminders.AHEAD + 1)):
            if begins_on(event, day):
                begin = time_zones.wall(phone.zone, datetime.combine(day, event.start.time()))
                found += [(begin - n * 60_000, (event, day.toordinal())) for n in event.reminders]
            if not event.repeat and day > event.start.date():
                break
    return found


def _notice(phone: Phone, due: tuple[Event, int]) -> Notification:
    res, (event, day) = resources.of(phone.configuration), due
    function, arguments = start(f"{PACKAGE}/{DETAIL}", (event.id, day))
    return Notification(
        PACKAGE, f"{event.id}:{day}", title_text(res, event), span_text(res, event), "event",
        tap=do(function, *arguments),
    )  # fmt: skip
