"""Simple Calendar's tables, and the occurrences of their events."""

from __future__ import annotations

import json
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.value import memo

PACKAGE = "com.simplemobiletools.calendar.pro"
DATABASE = f"/data/data/{PACKAGE}/databases/events.db"

#: Repeat intervals, s, as the app stores them.
DAY, WEEK, MONTH, YEAR = 86_400, 604_800, 2_592_001, 31_536_000
#: Rules of events that repeat by months or years: the same day, the weekday or its last, the last day.
SAME_DAY, LAST_WEEKDAY, LAST_DAY, WEEKDAY = 1, 2, 3, 4
#: Flags of an event: it takes whole days; a task is done.
ALL_DAY, DONE = 1, 8
#: A row's ``type``, and no reminder.
EVENT_ROW, TASK_ROW = 0, 1
OFF = -1

EVENTS = Table(
    "events",
    (
        Column("start_ts", "integer", unit="s"),
        Column("end_ts", "integer", unit="s"),
        Column("title"),
        Column("location"),
        Column("description"),
        *[Column(f"reminder_{n}_minutes", "integer", default=OFF) for n in (1, 2, 3)],
        *[Column(f"reminder_{n}_type", "integer") for n in (1, 2, 3)],
        Column("repeat_interval", "integer"),
        Column("repeat_rule", "integer"),
        Column("repeat_limit", "integer"),
        Column("repetition_exceptions", default="[]"),
        Column("attendees"),
        Column("import_id"),
        Column("time_zone", default="UTC"),
        Column("flags", "integer"),
        Column("event_type", "integer", default=1),
        Column("parent_id", "integer"),
        Column("last_updated", "integer"),
        Column("source", default="simple-calendar"),
        Column("availability", "integer"),
        Column("color", "integer"),
        Column("type", "integer"),
    ),
    id="id",
)
TYPES = Table(
    "event_types",
    (
        Column("title"),
        Column("color", "integer"),
        Column("caldav_calendar_id", "integer"),
        Column("caldav_display_name"),
        Column("caldav_email"),
        Column("type", "integer"),
    ),
    id="id",
)
#: What else the app's database has.
OTHER_TABLES = (
    "CREATE TABLE widgets (id INTEGER PRIMARY KEY AUTOINCREMENT, widget_id INTEGER NOT NULL, period INTEGER NOT NULL); "
    "CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL, start_ts INTEGER NOT NULL, "
    "flags INTEGER NOT NULL);"
)
VERSION = 9

_SEARCHED = 4_000  # steps of a repetition that are looked at


def signed(color: int) -> int:
    """A colour, 0xAARRGGBB, as stored in the database."""
    return color - (1 << 32) if color >> 31 else color


def shown_color(stored: object) -> int:
    """The inverse of `signed`; opaque whatever was stored."""
    return (stored if type(stored) is int else 0) & 0xFFFFFF | 0xFF000000


#: The event type that is there from the first start.
REGULAR: Row = TYPES.row(1, title="Regular event", color=signed(0xFFF57C00))


class Occurrence(NamedTuple):
    """An occurrence of an event. ``id``: of its row; ``start``, ``end``: local times."""

    id: int
    start: datetime
    end: datetime
    title: str
    location: str
    description: str
    color: int
    all_day: bool
    task: bool
    done: bool
    repeats: bool

    @property
    def key(self) -> tuple[int, int]:
        """The number of its row and its local start in minutes: it names the occurrence."""
        return self.id, minutes_of(self.start)

    @property
    def first(self) -> int:
        """The ordinal of its first day."""
        return self.start.toordinal()

    @property
    def last(self) -> int:
        """The ordinal of the last day. An event that ends at midnight does not extend into the new day."""
        end = self.end if self.all_day or self.end <= self.start else self.end - timedelta(minutes=1)
        return max(self.first, end.toordinal())


def minutes_of(at: datetime) -> int:
    """A local time in minutes."""
    return at.toordinal() * 1440 + at.hour * 60 + at.minute


def from_minutes(minutes: int) -> datetime:
    """The inverse of `minutes_of`."""
    return datetime.fromordinal(minutes // 1440) + timedelta(minutes=minutes % 1440)


def stamp(zone: str, at: datetime) -> int:
    """A local time in seconds since the epoch."""
    return time_zones.wall(zone, at) // 1000


def number_in(row: Row, column: str) -> int:
    """A number of a row."""
    cell = EVENTS.get(row, column)
    return cell if type(cell) is int else 0


def text_in(row: Row, column: str) -> str:
    """A text of a row."""
    return str(EVENTS.get(row, column) or "")


def span_of(row: Row, zone: str) -> tuple[datetime, datetime]:
    """The local start and end of a row's first occurrence."""
    start = moment(zone, number_in(row, "start_ts") * 1000)
    return start, max(start, moment(zone, number_in(row, "end_ts") * 1000))


def unit_of(interval: int) -> tuple[int, int]:
    """The unit of an interval (`DAY`, `WEEK`, `MONTH`, `YEAR`; 0: no repetition), and the number of units."""
    for unit in (YEAR, MONTH, WEEK, DAY):
        if interval > 0 and interval % unit == 0:
            return unit, interval // unit
    return 0, 0


@memo(64)
def found(
    rows: Rows, types: Rows, hidden: tuple[int, ...], low: int, high: int, zone: str
) -> tuple[Occurrence, ...]:
    """Occurrences from the day ``low`` to ``high`` (ordinals), by time, without events of the ``hidden`` types."""
    colors = {row[0]: shown_color(TYPES.get(row, "color")) for row in types}
    shown: list[Occurrence] = []
    for row in rows:
        kind = number_in(row, "event_type")
        if kind not in hidden:
            own = number_in(row, "color")
            color = shown_color(own) if own else colors.get(kind, shown_color(TYPES.get(REGULAR, "color")))
            shown += occurrences(row, color, low, high, zone)
    return tuple(
        sorted(shown, key=lambda one: (one.first, not one.all_day, one.start, one.end, one.title, one.id))
    )


def occurrences(row: Row, color: int, low: int, high: int, zone: str) -> list[Occurrence]:
    """Occurrences of a row's event from the day ``low`` to ``high``."""
    start, end = span_of(row, zone)
    days = end.toordinal() - start.toordinal()
    length = end - start
    flags = number_in(row, "flags")
    task = number_in(row, "type") == TASK_ROW
    unit, _ = unit_of(number_in(row, "repeat_interval"))
    made: list[Occurrence] = []
    for at in _starts(row, start, low - days, high, zone) if unit else (start,):
        if low - days <= at.toordinal() <= high:
            one = Occurrence(
                int(row[0] or 0), at, at + length, text_in(row, "title"), text_in(row, "location"),
                text_in(row, "description"), color, bool(flags & ALL_DAY), task, task and bool(flags & DONE), unit > 0,
            )  # fmt: skip
            if one.last >= low:
                made.append(one)
    return made


def _starts(row: Row, start: datetime, low: int, high: int, zone: str) -> Iterator[datetime]:
    """The starts of a repeating event until the day ``high``. Those before ``low`` are only counted if needed."""
    limit = number_in(row, "repeat_limit")
    until = moment(zone, limit * 1000) if limit > 0 else datetime.max
    left = -limit if limit < 0 else _SEARCHED
    excepted = exceptions(row)
    for day in _days(row, start.date(), start.toordinal() if limit < 0 else low, high):
        at = datetime.combine(day, start.time())
        if at > until or left == 0:
            return
        left -= 1
        if f"{day:%Y%m%d}" not in excepted:
            yield at


def _days(row: Row, first: date, low: int, high: int) -> Iterator[date]:
    """The days of a repetition, the first one on or before ``low`` if there is one."""
    unit, every = unit_of(number_in(row, "repeat_interval"))
    rule, begin = number_in(row, "repeat_rule"), first.toordinal()
    if unit == DAY:
        skipped = max(0, (low - begin) // every)
        yield from map(date.fromordinal, range(begin + skipped * every, high + 1, every))
    elif unit == WEEK:
        week = begin - first.weekday()
        week += max(0, (low - week) // (7 * every)) * 7 * every
        for monday in range(week, high + 1, 7 * every):
            for weekday in range(7):
                if rule >> weekday & 1 and begin <= monday + weekday <= high:
                    yield date.fromordinal(monday + weekday)
    else:
        step = every * (12 if unit == YEAR else 1)
        months = first.year * 12 + first.month - 1
        ahead = date.fromordinal(min(max(low, begin), high)) if high > begin else first
        months += max(0, (ahead.year * 12 + ahead.month - 2 - months) // step) * step
        for number in range(months, months + _SEARCHED * step, step):
            if number // 12 > 9998:
                return
            day = _of_month(rule, first, number // 12, number % 12 + 1)
            if day is not None and day.toordinal() > high:
                return
            if day is not None and day >= first:
                yield day


def _of_month(rule: int, first: date, year: int, month: int) -> date | None:
    """The day in a month of an event that started on the day ``first``; None if the month has none."""
    days = monthrange(year, month)[1]
    if rule == LAST_DAY:
        return date(year, month, days)
    if rule in (WEEKDAY, LAST_WEEKDAY):
        same = [n for n in range(1, days + 1) if date(year, month, n).weekday() == first.weekday()]
        place = -1 if rule == LAST_WEEKDAY else (first.day - 1) // 7
        return date(year, month, same[place]) if place < len(same) else None
    return date(year, month, first.day) if first.day <= days else None


def exceptions(row: Row) -> tuple[str, ...]:
    """The days, such as 20231017, on which a repeating event is skipped."""
    try:
        days = json.loads(text_in(row, "repetition_exceptions") or "[]")
    except ValueError:
        return ()
    return tuple(map(str, days)) if isinstance(days, list) else ()


def without_day(row: Row, day: date) -> Row:
    """The row of a repeating event with a day skipped."""
    days = (*exceptions(row), f"{day:%Y%m%d}")
    return EVENTS.changed(row, repetition_exceptions=json.dumps(days, separators=(",", ":")))


def ended_before(row: Row, day: date, zone: str) -> Row:
    """The row of a repeating event, ended before a day."""
    return EVENTS.changed(row, repeat_limit=max(1, stamp(zone, datetime.combine(day, time())) - 1))
