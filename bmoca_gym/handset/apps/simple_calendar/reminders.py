"""Simple Calendar's reminders: notifications of coming events."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import OFF, PACKAGE, Occurrence, number_in, stamp
from bmoca_gym.handset.apps.simple_calendar.state import EVENT, TASK, SimpleCalendar
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.kits import reminders, tables
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import clock, notifications
from bmoca_gym.handset.value import do

#: How long "Snooze" puts a reminder off, in ms.
_SNOOZE = 10 * 60 * 1000


def armed(phone: Phone) -> Phone:
    """Schedule the next reminder."""
    return reminders.armed(phone, PACKAGE, _due, _notification)


def _due(phone: Phone) -> list[tuple[int, Occurrence]] | None:
    """Reminders (wall ms) of the events of the next weeks."""
    today = phone.local_minute.toordinal()
    found: list[tuple[int, Occurrence]] = []
    for row in phone.apps[PACKAGE].rows:
        before = [minutes for n in (1, 2, 3) if (minutes := number_in(row, f"reminder_{n}_minutes")) > OFF]
        if before:
            for one in occurrences.occurrences(row, 0, today - 1, today + reminders.AHEAD, phone.zone):
                begin = stamp(phone.zone, one.start) * 1000
                found += [(begin - minutes * 60_000, one) for minutes in before]
    if not found and not any(number_in(row, "reminder_1_minutes") > OFF for row in phone.apps[PACKAGE].rows):
        return None
    return found


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
        tap=do(function, *arguments), actions=((res.string("simple_calendar.snooze"), do(_snooze, one)),),
    )  # fmt: skip


def _snooze(phone: Phone, one: Occurrence) -> Phone:
    """Remind of the event again in ten minutes."""
    key = f"{one.id}:{one.key[1]}"
    phone = notifications.cancel(phone, PACKAGE, key)
    return clock.schedule(phone, PACKAGE, f"snooze {key}", phone.clock.wall + _SNOOZE, do(_remind_again, one))


def _remind_again(state: SimpleCalendar, context: Context, one: Occurrence) -> Next[SimpleCalendar]:
    """Post the notification again, unless the event is gone."""
    kept = tables.with_id(state.rows, one.id) is not None
    return (state, do(_posted, one)) if kept else state


def _posted(phone: Phone, one: Occurrence) -> Phone:
    return notifications.post(phone, _notification(phone, one))
