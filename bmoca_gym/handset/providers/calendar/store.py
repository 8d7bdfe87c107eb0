"""The calendar provider: calendars, events, and the times of repeated events."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, clock, notifications
from bmoca_gym.handset.value import Value, do, memo, replace, value

PACKAGE = "com.android.providers.calendar"
#: The activities of Calendar that other apps open: an event (its id and the day's ordinal), and a new one.
EVENT = "com.google.android.calendar/com.android.calendar.EventInfoActivity"
EDITOR = "com.google.android.calendar/com.android.calendar.event.EditEventActivity"
VIEW_ACTION = "android.intent.action.VIEW"
INSERT_ACTION = "android.intent.action.INSERT"
EDIT_ACTION = "android.intent.action.EDIT"
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
DAY = 24 * 60 * 60 * 1000
#: The most instances of one event in one range of days.
_MOST_INSTANCES = 500


@value
class Calendar(Value):
    """A calendar. ``color``: 0xAARRGGBB; ``visible``: whether its events are shown."""

    id: int
    name: str
    color: int
    visible: bool = True


@value
class Event(Value):
    """An event.

    Attributes:
        id: from 1, or 0 until it is saved.
        begin, end: ms since the epoch. An all-day event begins and ends at midnight UTC, as on Android.
        rule: an RFC 5545 RRULE, or "" if it does not repeat.
        excluded: beginnings of deleted instances, in ms.
        color: 0xAARRGGBB, or 0 for the calendar's colour.
        reminders: minutes before the event.
    """

    id: int = 0
    calendar: int = 1
    title: str = ""
    begin: int = 0
    end: int = 0
    all_day: bool = False
    zone: str = "UTC"
    rule: str = ""
    excluded: tuple[int, ...] = ()
    location: str = ""
    description: str = ""
    color: int = 0
    reminders: tuple[int, ...] = ()


@value
class CalendarStore(Value):
    """The provider's state. ``next_id``: id of the next new event; ids are never reused."""

    calendars: tuple[Calendar, ...] = (Calendar(1, "Events", 0xFF039BE5), Calendar(2, "Family", 0xFF7CB342))
    events: tuple[Event, ...] = ()
    next_id: int = 1


class Instance(NamedTuple):
    """One occurrence of an event, in local time; ``color`` is resolved. ``last``: ordinal of its last day."""

    start: datetime
    end: datetime
    event: Event
    color: int

    @property
    def first(self) -> int:
        """Ordinal of the first day."""
        return self.start.toordinal()

    @property
    def last(self) -> int:
        """Ordinal of the last day. An end at midnight belongs to the day before."""
        return max(self.first, (self.end - timedelta(microseconds=1)).toordinal())

    @property
    def whole_days(self) -> bool:
        """Whether it is shown above the hours: it lasts all day, or 24 hours or more."""
        return self.event.all_day or self.end - self.start >= timedelta(days=1)


class Rule(NamedTuple):
    """The supported part of an RRULE. ``until``: local time, or None without an end; ``times``: 0 for no limit."""

    frequency: str
    interval: int = 1
    times: int = 0
    until: datetime | None = None
    weekdays: tuple[int, ...] = ()


def parsed(rule: str) -> Rule | None:
    """Parse an RRULE. None if there is none or it is not supported: the event then takes place once."""
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    frequency = parts.get("FREQ", "")
    if frequency not in FREQUENCIES or parts.keys() - {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"}:
        return None
    days = tuple([day for day in parts.get("BYDAY", "").split(",") if day])
    if days and (frequency != "WEEKLY" or any(day not in WEEKDAYS for day in days)):
        return None
    until = None
    if "UNTIL" in parts:
        until = _moment(parts["UNTIL"])
        if until is None:
            return None
    interval, count = _number(parts.get("INTERVAL", "1"), 3), _number(parts.get("COUNT", "0"), 4)
    if not interval or count is None:
        return None
    return Rule(frequency, interval, count, until, tuple(sorted({WEEKDAYS.index(day) for day in days})))


def _number(text: str, digits: int) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def _moment(text: str) -> datetime | None:
    for form in ("%Y%m%dT%H%M%SZ", "%Y%m%dT%H%M%S", "%Y%m%d"):
        try:
            found = datetime.strptime(text, form)
        except ValueError:
            continue
        return found + timedelta(days=1, seconds=-1) if form == "%Y%m%d" else found
    return None


def rule_text(frequency: str, first: date) -> str:
    """Return the RRULE of a frequency as Android's calendar writes it, or ""."""
    if not frequency:
        return ""
    day = f";BYDAY={WEEKDAYS[first.weekday()]}" if frequency == "WEEKLY" else ""
    return f"FREQ={frequency};WKST=SU{day}"


# When events take place


def _starts(rule: Rule, first: datetime, low: datetime) -> Iterator[datetime]:
    """Yield the start times that a rule gives, in order, from about ``low`` on, until the rule ends (if it does)."""
    if rule.frequency in ("DAILY", "WEEKLY"):
        step = rule.interval * (1 if rule.frequency == "DAILY" else 7)
        days = rule.weekdays if rule.frequency == "WEEKLY" and rule.weekdays else (first.weekday(),)
        offsets = [day - first.weekday() for day in days] if rule.frequency == "WEEKLY" else [0]
        skipped = sum(offset < 0 for offset in offsets)
        turn = max(0, (low - first).days // step - 1)
        while True:
            for place, offset in enumerate(offsets):
                if turn == 0 and offset < 0:
                    continue
                if rule.times and turn * len(offsets) + place - skipped >= rule.times:
                    return
                yield first + timedelta(days=turn * step + offset)
            turn += 1
    step = rule.interval * (12 if rule.frequency == "YEARLY" else 1)
    turn = 0
    if not rule.times:
        turn = max(0, ((low.year - first.year) * 12 + low.month - first.month) // step - 1)
    met = 0
    while not (rule.times and met >= rule.times):
        month = first.year * 12 + first.month - 1 + turn * step
        if month // 12 > 9998:
            return
        if first.day <= monthrange(month // 12, month % 12 + 1)[1]:
            met += 1
            yield first.replace(year=month // 12, month=month % 12 + 1)
        turn += 1


@memo(1024)
def _times(event: Event, color: int, low: int, high: int, zone: str) -> tuple[Instance, ...]:
    """Yield the occurrences of one event on the days with these ordinals."""
    where = "UTC" if event.all_day else zone
    first = time_zones.local(where, event.begin)
    length = timedelta(milliseconds=max(0, event.end - event.begin))
    rule = parsed(event.rule)
    bottom, top = datetime.fromordinal(low), datetime.fromordinal(high) + timedelta(days=1)
    excluded = {time_zones.local(where, wall) for wall in event.excluded}
    if rule is None:
        found = Instance(first, first + length, event, color)
        return (found,) if found.first <= high and found.last >= low else ()
    times: list[Instance] = []
    until = rule.until or datetime.max
    for start in _starts(rule, first, max(first, bottom - length)):
        if start >= top or start > until or len(times) >= _MOST_INSTANCES:
            break
        found = Instance(start, start + length, event, color)
        if found.last >= low and start not in excluded:
            times.append(found)
    return tuple(times)


@memo(256)
def instances(
    calendars: tuple[Calendar, ...], events: tuple[Event, ...], low: int, high: int, zone: str
) -> tuple[Instance, ...]:
    """Return the instances of visible calendars on the days ``low`` to ``high`` (ordinals) by time.

    All-day ones come first on each day.
    """
    colors = {calendar.id: calendar.color for calendar in calendars if calendar.visible}
    found = [
        instance
        for event in events
        if event.calendar in colors
        for instance in _times(event, event.color or colors[event.calendar], low, high, zone)
    ]
    return tuple(sorted(found, key=lambda i: (i.first, not i.whole_days, i.start, i.end, i.event.id)))


def begin_of(instance: Instance, zone: str) -> int:
    """Return the start of an instance, in ms since the epoch, as its event counts it."""
    return time_zones.wall("UTC" if instance.event.all_day else zone, instance.start)


def midnight(day: date) -> int:
    """Return midnight UTC of a day in ms since the epoch: where all-day events begin and end."""
    return round(datetime(day.year, day.month, day.day, tzinfo=timezone.utc).timestamp()) * 1000


def utc(wall: int) -> datetime:
    """Return the UTC time (naive) at ``wall`` ms since the epoch."""
    return time_zones.local("UTC", wall)


# Queries and effects


def store_of(phone: Phone) -> CalendarStore:
    """Return the provider's state."""
    store: CalendarStore = phone.apps[PACKAGE]
    return store


def with_id(phone: Phone, id: int) -> Event | None:
    """Return the event with that id."""
    return next((event for event in store_of(phone).events if event.id == id), None)


def save(phone: Phone, event: Event) -> Phone:
    """Add an event, or replace the one with its id."""
    store = store_of(phone)
    if with_id(phone, event.id) is not None:
        events = tuple(event if known.id == event.id else known for known in store.events)
        return _with_store(phone, replace(store, events=events))
    added = replace(event, id=store.next_id)
    return _with_store(phone, replace(store, events=(*store.events, added), next_id=store.next_id + 1))


def delete(phone: Phone, id: int) -> Phone:
    """Delete an event."""
    store = store_of(phone)
    return _with_store(phone, replace(store, events=tuple(e for e in store.events if e.id != id)))


def show_calendar(phone: Phone, id: int, visible: bool) -> Phone:
    """Show or hide the events of a calendar."""
    store = store_of(phone)
    calendars = tuple(replace(c, visible=visible) if c.id == id else c for c in store.calendars)
    return _with_store(phone, replace(store, calendars=calendars))


def _with_store(phone: Phone, store: CalendarStore) -> Phone:
    return armed(replace(phone, apps=phone.apps.set(PACKAGE, store)))


# Reminders become notifications when they fall due

_APP = EVENT.partition("/")[0]
_TAG = "reminders"
#: How many days ahead events are looked at. A reminder is at most four weeks before its event.
_AHEAD = 62
_LATEST = date.max.toordinal() - 2


def _reminders(phone: Phone) -> list[tuple[int, Instance]]:
    """Return the reminders (wall ms) of the events of the next weeks."""
    store = store_of(phone)
    events = tuple(event for event in store.events if event.reminders)
    if not events:
        return []
    today = phone.local_minute.toordinal()
    low, high = today - 1, min(today + _AHEAD, _LATEST)
    shown = instances(store.calendars, events, low, high, phone.zone)
    return [
        (clock.wall_of(phone, instance.start) - minutes * 60_000, instance)
        for instance in shown
        for minutes in instance.event.reminders
    ]


def armed(phone: Phone) -> Phone:
    """Schedule the next reminder, or another check if there is none in the next few weeks."""
    now = phone.clock.wall
    moments = [at for at, _ in _reminders(phone) if at > now]
    if not moments and not any(event.reminders and event.rule for event in store_of(phone).events):
        later = any(event.reminders and event.begin > now for event in store_of(phone).events)
        if not later:
            return clock.cancel(phone, PACKAGE, _TAG)
    at = min([now + 30 * DAY, *moments])
    return clock.schedule(phone, PACKAGE, _TAG, at, do(_fall_due, at))


def _fall_due(state: Any, context: Context, at: int) -> Next[Any]:
    """Post the reminders due at ``at`` ms, and schedule the next one."""
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
    begin = begin_of(instance, phone.zone)
    return Notification(
        _APP, f"{event.id}:{begin}", event.title or res.string("calendar.no_title"), text, "event",
        tap=do(activities.start, EVENT, (event.id, begin), VIEW_ACTION),
    )  # fmt: skip
