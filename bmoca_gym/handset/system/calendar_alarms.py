"""The calendar's alarms: each event's reminders become notifications when they fall due."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.system import activities, calendar, clock, notifications
from bmoca_gym.handset.system.calendar import DAY, EVENT, PACKAGE, VIEW_ACTION, Instance
from bmoca_gym.handset.system.notifications import Notification
from bmoca_gym.handset.value import do

if TYPE_CHECKING:
    from bmoca_gym.handset.app import Context
    from bmoca_gym.handset.phone import Phone

_APP = EVENT.partition("/")[0]
_TAG = "reminders"
#: Days ahead that are looked through. A reminder is at most four weeks before its event.
_AHEAD = 62
_LATEST = date.max.toordinal() - 2


def _reminders(phone: Phone) -> list[tuple[int, Instance]]:
    """When (wall ms) is reminded of what, of the events of the next weeks."""
    store = calendar.store_of(phone)
    events = tuple(event for event in store.events if event.reminders)
    if not events:
        return []
    today = clock.local_time(phone).toordinal()
    low, high = today - 1, min(today + _AHEAD, _LATEST)
    shown = calendar.instances(store.calendars, events, low, high, clock.zone_of(phone))
    return [
        (clock.wall_of(phone, instance.start) - minutes * 60_000, instance)
        for instance in shown
        for minutes in instance.event.reminders
    ]


def armed(phone: Phone) -> Phone:
    """The phone whose clock knows the next reminder; where the next weeks have none, when to look again."""
    now = phone.clock.wall
    moments = [at for at, _ in _reminders(phone) if at > now]
    if not moments and not any(event.reminders and event.rule for event in calendar.store_of(phone).events):
        later = any(event.reminders and event.begin > now for event in calendar.store_of(phone).events)
        if not later:
            return clock.cancel(phone, PACKAGE, _TAG)
    at = min([now + 30 * DAY, *moments])
    return clock.schedule(phone, PACKAGE, _TAG, at, do(_fall_due, at))


def _fall_due(state: Any, context: Context, at: int) -> Any:
    """A handler of the provider: post what is reminded of at ``at`` ms, and go on to the next."""
    return state, do(_posted, at)


def _posted(phone: Phone, at: int) -> Phone:
    for moment, instance in _reminders(phone):
        if moment == at:
            phone = notifications.post(phone, _notification(phone, instance))
    return armed(phone)


def _notification(phone: Phone, instance: Instance) -> Notification:
    event, start, end = instance.event, instance.start, instance.end
    res = resources.of(phone.configuration)
    if event.all_day:
        text = res.date(start.date(), "yMMMEd")
    else:
        text = f"{res.time(start.hour, start.minute)} – {res.time(end.hour, end.minute)}"
    begin = calendar.begin_of(instance, clock.zone_of(phone))
    return Notification(
        _APP, f"{event.id}:{begin}", event.title or res.string("calendar.no_title"), text, "event",
        tap=do(activities.start, EVENT, (event.id, begin), VIEW_ACTION),
    )  # fmt: skip
