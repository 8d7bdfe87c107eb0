"""Calendar's state: events, current day and month, the draft, what is open over the page."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, time, timedelta
from typing import Literal

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.date_picker import DatePicker, first_of, month_of
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, memo, value

PACKAGE = "com.skuld.calendario"
ID = PACKAGE + ":id/"
MAIN, DETAIL, EDITOR, LIST = (
    f"{PACKAGE}.activity.{name}Activity" for name in ("Main", "EventDetail", "EventEdit", "EventList")
)
#: Ways in which an event repeats, "" for not at all.
REPEATS = ("", "daily", "weekly", "monthly", "yearly")
#: Minutes before an event at which one may be reminded of it.
REMINDERS = (0, 5, 10, 15, 30, 60, 1440)
DAY_SCROLL, LIST_SCROLL = "day", "list"
FIRST_MONTH, LAST_MONTH = month_of(date(1970, 1, 1)), month_of(date(2100, 12, 1))
#: The longest texts of an event.
LIMITS = {"title": 200, "note": 2000}


@value
class Event(Value):
    """An event, in local time. ``id``: 0 until it is saved; ``reminders``: minutes before; ``repeat``: of `REPEATS`."""

    id: int = 0
    title: str = ""
    all_day: bool = False
    start: datetime = datetime(2000, 1, 1)
    end: datetime = datetime(2000, 1, 1)
    reminders: tuple[int, ...] = (30,)
    repeat: str = ""
    note: str = ""


OverlayName = Literal[
    "", "menu", "delete", "repeat", "reminders", "discard", "start_date", "start_time", "end_date", "end_time"
]


@value
class Calendario(Value):
    """The app's state.

    Attributes:
        day: ordinal of the chosen day, 0 for today.
        month: number of the shown month, 0 for the month of ``day``.
        draft: the event being edited.
        original: that event before the edit.
        picked: reminders selected in the open dialog.
    """

    events: tuple[Event, ...] = ()
    day: int = 0
    month: int = 0
    draft: Event | None = None
    original: Event | None = None
    overlay: OverlayName = ""
    picked: tuple[int, ...] = ()
    dates: DatePicker | None = None
    times: TimePicker | None = None


def with_id(state: Calendario, id: int) -> Event | None:
    """The event with this id, if any."""
    return next((event for event in state.events if event.id == id), None)


@memo(64)
def in_order(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Sort events by start; on each day all-day events come first."""
    return tuple(
        sorted(events, key=lambda event: (event.start.date(), not event.all_day, event.start, event.id))
    )


# Repetition


def days_of(event: Event) -> int:
    """Number of days after its first one on which an event ends; an event that ends at midnight excludes that day."""
    end = (
        event.end - timedelta(microseconds=1) if event.end > event.start and not event.all_day else event.end
    )
    return max(0, (end.date() - event.start.date()).days)


def begins_on(event: Event, day: date) -> bool:
    """Whether an event or one of its repetitions begins on a day. Months without a 31st skip it."""
    first = event.start.date()
    if day <= first or not event.repeat:
        return day == first
    if event.repeat == "weekly":
        return (day - first).days % 7 == 0
    if event.repeat == "monthly":
        return day.day == first.day
    return event.repeat == "daily" or (day.month, day.day) == (first.month, first.day)


@memo(512)
def on_day(events: tuple[Event, ...], day: date) -> tuple[tuple[Event, date], ...]:
    """The events of a day, each with the day on which it began, in the order of the list."""
    found = []
    for event in in_order(events):
        for back in range(min(days_of(event), 366) + 1):
            began = date.fromordinal(max(1, day.toordinal() - back))
            if begins_on(event, began):
                found.append((event, began))
                break
    return tuple(sorted(found, key=lambda one: (not one[0].all_day, one[0].start.time(), one[0].id)))


@memo(64)
def busy_days(events: tuple[Event, ...], month: int) -> frozenset[int]:
    """The ordinals of the days of a month that have events."""
    first = first_of(month)
    days = [first + timedelta(n) for n in range(monthrange(first.year, first.month)[1])]
    return frozenset(day.toordinal() for day in days if on_day(events, day))


# What is shown


def day_of(state: Calendario, today: date) -> date:
    """The chosen day."""
    return date.fromordinal(state.day) if state.day else today


def month_shown(state: Calendario, today: date) -> int:
    """The number of the month that is shown."""
    return state.month or month_of(day_of(state, today))


def day_text(res: Resources, day: date, today: date) -> str:
    """A day as the app writes it: ``Today``, or ``Sat, Jun 01``, with the year unless it is this year."""
    if day == today:
        return res.string("calendario.today")
    weekday = resources.weekdays(res.locale, "abbreviated")[day.weekday()]
    month = resources.format_date(res.locale, day, "MMM")
    year = "" if day.year == today.year else f", {day.year}"
    return res.digits(f"{weekday}, {month} {day.day:02d}{year}")


def time_text(res: Resources, at: datetime | time) -> str:
    """A time of day."""
    return res.time(at.hour, at.minute)


def span_text(res: Resources, event: Event) -> str:
    """Time of an event on its day."""
    if event.all_day:
        return res.string("calendario.all_day")
    return f"{time_text(res, event.start)} – {time_text(res, event.end)}"


def title_text(res: Resources, event: Event) -> str:
    """An event's title, or a note that it has none."""
    return event.title or res.string("calendario.no_title")


def reminder_text(res: Resources, minutes: int) -> str:
    """Time of the reminder."""
    if not minutes:
        return res.string("calendario.at_time")
    for size, key in ((1440, "days_before"), (60, "hours_before")):
        if minutes % size == 0:
            count = minutes // size
            return res.string(f"calendario.{key}", count=count, shown=res.digits(str(count)))
    return res.string("calendario.minutes_before", count=minutes, shown=res.digits(str(minutes)))


def repeat_text(res: Resources, repeat: str) -> str:
    """Repetition of an event."""
    return res.string(f"calendario.{repeat or 'once'}")
