"""Calendar's state: events, current day and month, the draft; and navigation."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, time, timedelta

from bmoca_gym.handset import resources
from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.kits.date_picker import DatePicker, first_of, month_of
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, do, memo, replace, value

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
_FIRST, _LAST = month_of(date(1970, 1, 1)), month_of(date(2100, 12, 1))


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


@value
class Calendario(Value):
    """The app's state. ``day``: ordinal of the chosen day, 0 for today; ``month``: number of the shown month, 0 for
    the day's.

    ``draft``: the event that is edited; ``original``: as it was before. ``overlay``: "" or the menu or the dialog that
    is open; ``picked``: the reminders that are marked in it.
    """

    events: tuple[Event, ...] = ()
    day: int = 0
    month: int = 0
    draft: Event | None = None
    original: Event | None = None
    overlay: str = ""
    picked: tuple[int, ...] = ()
    dates: DatePicker | None = None
    times: TimePicker | None = None


def with_id(state: Calendario, id: int) -> Event | None:
    """The event of that id, if any."""
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
    """An event's title, or that it has none."""
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


# Getting about


def select_day(state: Calendario, context: Context, day: int) -> Next[Calendario]:
    """Show the events of a day below the month."""
    return replace(state, day=day, month=month_of(date.fromordinal(day))), scroll_to(DAY_SCROLL)


def turn(state: Calendario, context: Context, by: int) -> Next[Calendario]:
    """Show another month."""
    month = month_shown(state, context.now.date()) + by
    return replace(state, month=min(max(month, _FIRST), _LAST))


def swipe(state: Calendario, context: Context) -> Next[Calendario]:
    """Turn the page as one swipes, against the reading direction to the next one."""
    if context.direction not in ("left", "right"):
        return state
    return turn(state, context, 1 if (context.direction == "left") != context.res.rtl else -1)


def go_to_today(state: Calendario, context: Context) -> Next[Calendario]:
    """Show today."""
    return replace(state, day=0, month=0, overlay=""), scroll_to(DAY_SCROLL)


def open_overlay(state: Calendario, context: Context, overlay: str) -> Next[Calendario]:
    """Open a menu or a dialog."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: Calendario, context: Context) -> Next[Calendario]:
    """Close the open dialog or menu."""
    return replace(state, overlay="", dates=None, times=None, picked=()), focus("")


CLOSE = do(close_overlay)


def show_list(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the list of all events."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{LIST}")


def show_event(state: Calendario, context: Context, id: int, day: int) -> Next[Calendario]:
    """Open an event as it takes place on a day."""
    return state, start(f"{PACKAGE}/{DETAIL}", (id, day))


def edit_event(state: Calendario, context: Context, id: int) -> Next[Calendario]:
    """Open the editor of an event."""
    return state, start(f"{PACKAGE}/{EDITOR}", (id, 0))


def new_event(state: Calendario, context: Context) -> Next[Calendario]:
    """Open the editor of a new event of the chosen day."""
    return state, start(f"{PACKAGE}/{EDITOR}", (0, day_of(state, context.now.date()).toordinal()))


def leave(state: Calendario, context: Context) -> Next[Calendario]:
    """Go back to the page before."""
    return replace(state, overlay=""), finish()


# The app


def back(state: Calendario, context: Context) -> Next[Calendario]:
    """Close the open dialog or menu. The editor asks before it discards changes."""
    if state.overlay:
        return close_overlay(state, context)
    if context.activity is not None and context.activity.name == EDITOR and state.draft != state.original:
        return replace(state, overlay="discard"), focus("")
    return state


def closed(state: Calendario) -> Calendario:
    """The state after the app is closed: its events are kept."""
    return Calendario(state.events)
