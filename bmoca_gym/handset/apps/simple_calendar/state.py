"""Simple Calendar's state: events, current view, selection, the draft, what is open over the page."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import REGULAR, Occurrence
from bmoca_gym.handset.kits import date_picker, tables
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, value

PACKAGE = occurrences.PACKAGE
ID = PACKAGE + ":id/"
MAIN, EVENT, TASK, SETTINGS, EVENT_TYPES = (
    f"{PACKAGE}.activities.{name}Activity"
    for name in ("Main", "Event", "Task", "Settings", "ManageEventTypes")
)
ABOUT = "com.simplemobiletools.commons.activities.AboutActivity"

#: The views, in the order in which the app offers them.
VIEWS = ("daily", "weekly", "monthly", "monthly_daily", "yearly", "list")
#: Days before and after today that a search looks at; days ahead that the list shows.
SEARCHED, LISTED = 366, 185
#: Events that a list shows at most.
MOST = 300
#: A search has this many letters at least.
LEAST_QUERY = 2
HOUR = 60  # dp of an hour in the weekly view
LINE_LIMIT = 180
#: The longest texts of a draft.
LIMITS = {"title": LINE_LIMIT, "location": LINE_LIMIT, "description": 10_000}
LIST_SCROLL, HOURS_SCROLL = "events", "hours"
_FIRST_DAY = date(1970, 1, 2).toordinal()
_LAST_DAY = date(date_picker.LAST_YEAR, 12, 31).toordinal()


@value
class Draft(Value):
    """An event or a task being written.

    Attributes:
        id: id of its row, 0 for a new one.
        occurrence: the opened day (ordinal) of a repeating event.
        reminders: minutes before, -1 for none.
        interval, rule, limit: the repetition, as in the table.
    """

    id: int = 0
    occurrence: int = 0
    task: bool = False
    title: str = ""
    location: str = ""
    description: str = ""
    start: datetime = datetime(1970, 1, 1)
    end: datetime = datetime(1970, 1, 1)
    all_day: bool = False
    reminders: tuple[int, ...] = (10, -1, -1)
    interval: int = 0
    rule: int = 0
    limit: int = 0
    type: int = 1
    color: int = 0
    done: bool = False


OverlayName = Literal[
    "", "menu", "view", "filter", "new", "go_to", "editor_menu", "delete_marked", "start_date", "start_time",
    "end_date", "end_time", "until_date", "reminder", "reminder_custom", "repeat", "repeat_custom", "rule", "limit",
    "type", "color", "discard", "warning", "update", "delete", "week_start", "delete_all", "event_type",
    "export", "dropped",
]  # fmt: skip


@value
class SimpleCalendar(Value):
    """The app's state.

    Attributes:
        view: one of `VIEWS`.
        day: ordinal of the shown day, 0 for today.
        before: the view from which the day was opened; Back returns to it.
        hidden: event types that are filtered out.
        marked: keys of the occurrences selected in a list.
        about, typed, choice: of the open dialog: id of an event type or index of a reminder, text, and chosen row.
        warned: whether the user was told about reminders.
        reminders: reminders of the event saved last.
        week_start: first day of the week, 0 for Monday; -1: as in the locale.
        left_out: what is not exported: "events", "tasks", "past".
        dropped: the repeating event that was dragged, its occurrence and where it was dropped (local minutes), while
            that is asked about.
    """

    rows: Rows = ()
    types: Rows = (REGULAR,)
    view: str = "monthly"
    day: int = 0
    before: str = ""
    overlay: OverlayName = ""
    query: str = ""
    hidden: tuple[int, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    draft: Draft | None = None
    original: Draft | None = None
    dates: DatePicker | None = None
    times: TimePicker | None = None
    about: int = 0
    typed: str = ""
    choice: int = 0
    warned: bool = False
    reminders: tuple[int, ...] = (10, -1, -1)
    tasks: bool = True
    week_start: int = -1
    week_numbers: bool = False
    locations: bool = False
    left_out: tuple[str, ...] = ()
    dropped: tuple[int, ...] = ()


def held(ordinal: int) -> int:
    """Limit a day's ordinal to the days that can be shown."""
    return min(max(ordinal, _FIRST_DAY), _LAST_DAY)


def day_of(state: SimpleCalendar, today: int) -> int:
    """The ordinal of the day that is shown."""
    return held(state.day or today)


def week_start(state: SimpleCalendar, locale: str) -> int:
    """The first day of a week, Monday 0."""
    return resources.first_weekday(locale) if state.week_start < 0 else state.week_start


def first_of_week(day: int, first_weekday: int) -> int:
    """The first day of a day's week."""
    return day - (date.fromordinal(day).weekday() - first_weekday) % 7


def month_title(res: Resources, day: date, today: date) -> str:
    """A month as the app writes it, with its year unless it is this year."""
    name = resources.months(res.locale)[day.month - 1]
    return name if day.year == today.year else res.digits(f"{name} {day.year}")


def day_title(res: Resources, day: date, today: date) -> str:
    """A day as the app writes it: ``October 15 (Sun)``."""
    words = res.date(day, "MMMMd" if day.year == today.year else "yMMMMd")
    return f"{words} ({resources.weekdays(res.locale, 'abbreviated')[day.weekday()]})"


#: Colours that an event type may have.
TYPE_COLORS = (
    0xFFF57C00, 0xFFD32F2F, 0xFFC2185B, 0xFF7B1FA2, 0xFF303F9F, 0xFF0288D1, 0xFF00796B, 0xFF388E3C, 0xFF5D4037,
    0xFF455A64,
)  # fmt: skip


#: What is deleted or changed of a repeating event: an occurrence, that and the later ones, all of it.
ONE, FUTURE, EVERY = range(3)


def repeating(state: SimpleCalendar, ids: tuple[int, ...]) -> bool:
    """Whether one of these events repeats."""
    rows = [row for row in state.rows if row[0] in ids]
    return any(occurrences.unit_of(occurrences.number_in(row, "repeat_interval"))[0] for row in rows)


def removed(rows: Rows, keys: tuple[tuple[int, int], ...], how: int, zone: str) -> Rows:
    """The rows without some occurrences. ``how``: what to remove of repeating events."""
    for id, minutes in keys:
        row = tables.with_id(rows, id)
        if row is None:
            continue
        begin, _ = occurrences.span_of(row, zone)
        repeats = occurrences.unit_of(occurrences.number_in(row, "repeat_interval"))[0] > 0
        day = occurrences.from_minutes(minutes).date() if repeats and minutes else begin.date()
        if not repeats or how == EVERY or (how == FUTURE and day <= begin.date()):
            rows = tables.without(rows, (id,))
        elif how == FUTURE:
            rows = tables.put(rows, occurrences.ended_before(row, day, zone))
        else:
            rows = tables.put(rows, occurrences.without_day(row, day))
    return rows


def matching(all_of_them: tuple[Occurrence, ...], query: str) -> tuple[Occurrence, ...]:
    """Events with a text in their title, place or description."""
    wanted = query.casefold().strip()
    if len(wanted) < LEAST_QUERY:
        return ()
    return tuple([one for one in all_of_them if any(wanted in text.casefold() for text in one[3:6])])
