"""Simple Calendar's state: events, current view, selection; and the handlers of its views."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import DONE, EVENTS, REGULAR, TYPES, Occurrence
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import date_picker, tables
from bmoca_gym.handset.kits.date_picker import DatePicker, first_of, month_of
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Callback, Value, replace, value

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
TEXT_LIMIT, LINE_LIMIT = 10_000, 180
LIST_SCROLL, HOURS_SCROLL = "events", "hours"
_FIRST_DAY = date(1970, 1, 2).toordinal()
_LAST_DAY = date(date_picker.LAST_YEAR, 12, 31).toordinal()


@value
class Draft(Value):
    """An event or a task being written. ``id``: of its row, 0 for a new one; ``occurrence``: the opened day (ordinal)
    of a repeating event; ``reminders``: minutes before, -1 for none; ``interval``, ``rule``, ``limit``: the
    repetition, as in the table.
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


@value
class SimpleCalendar(Value):
    """The app's state. ``view``: one of `VIEWS`; ``day``: ordinal of the shown day, 0 for today; ``before``: the view
    that Back returns to from a day. ``overlay``: the open dialog or menu, or "". ``hidden``: filtered event types.
    ``marked``: keys of the selected occurrences. ``typed``, ``choice``: of the open dialog. ``warned``: the user has
    seen the note about reminders. ``reminders``: of the event saved last. ``week_start``: 0 for Monday, -1 for the
    locale's.
    """

    rows: Rows = ()
    types: Rows = (REGULAR,)
    view: str = "monthly"
    day: int = 0
    before: str = ""
    overlay: str = ""
    query: str = ""
    hidden: tuple[int, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    draft: Draft | None = None
    original: Draft | None = None
    dates: DatePicker | None = None
    times: TimePicker | None = None
    typed: str = ""
    choice: int = 0
    warned: bool = False
    reminders: tuple[int, ...] = (10, -1, -1)
    tasks: bool = True
    week_start: int = -1
    week_numbers: bool = False
    locations: bool = False


def held(ordinal: int) -> int:
    """A day's ordinal held to the days that can be shown."""
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


# Moving about


def _today(context: Context) -> int:
    return context.now.toordinal()


def _moved(state: SimpleCalendar, day: int) -> Any:
    return replace(state, day=held(day), marked=(), overlay=""), scroll_to(LIST_SCROLL)


def turn(state: SimpleCalendar, context: Context, by: int) -> Next[SimpleCalendar]:
    """Go on, or back, by a day, a week, a month or a year."""
    day = day_of(state, _today(context))
    if state.view == "daily":
        return _moved(state, day + by)
    if state.view == "weekly":
        return _moved(state, day + 7 * by)
    if state.view == "list":
        return state
    at = date.fromordinal(day)
    month = month_of(at) + (12 * by if state.view == "yearly" else by)
    first = first_of(min(max(month, 1970 * 12), date_picker.LAST_YEAR * 12 + 11))
    now = context.now.date()
    there = now if (first.year, first.month) == (now.year, now.month) else first
    return _moved(state, there.toordinal())


def swipe(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Turn the page as one swipes, against the reading direction to the next one."""
    if context.direction not in ("left", "right"):
        return state
    return turn(state, context, 1 if (context.direction == "left") != context.res.rtl else -1)


def show_day(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open a day; Back returns to the view in which it was touched."""
    before = state.before if state.view == "daily" else state.view
    return replace(state, view="daily", day=held(day), before=before, overlay=""), scroll_to(LIST_SCROLL)


def select_day(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Show the events of a day below the month."""
    return _moved(state, day)


def show_month(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open a month of the year."""
    return replace(state, view="monthly", day=held(day), before="yearly", overlay=""), scroll_to(LIST_SCROLL)


def go_to_today(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Show today."""
    return replace(state, day=0, marked=(), overlay=""), scroll_to(LIST_SCROLL)


def change_view(state: SimpleCalendar, context: Context, view: str) -> Next[SimpleCalendar]:
    """Show another view."""
    return (
        replace(state, view=view, before="", overlay="", marked=()),
        scroll_to(LIST_SCROLL),
        _to_hour(context),
    )


def _to_hour(context: Context) -> Callback:
    """Show the weekly view from the hour on that the app begins with."""
    return scroll_to(HOURS_SCROLL, round(7 * HOUR * context.res.metrics.scale))


def open_overlay(state: SimpleCalendar, context: Context, overlay: str) -> SimpleCalendar:
    """Open a menu or a dialog over the screen."""
    return replace(state, overlay=overlay)


def close_overlay(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Close the open dialog or menu."""
    return replace(state, overlay="", dates=None, times=None), focus("")


def open_dates(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the date picker that goes to a day."""
    shown = date.fromordinal(day_of(state, _today(context)))
    return replace(state, overlay="go_to", dates=date_picker.opened(shown, 1970)), scroll_to("month")


def go_to_date(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Show the day that was picked: in the list, the day itself."""
    if state.dates is None:
        return state
    day, state = state.dates.day.toordinal(), replace(state, dates=None)
    return show_day(state, context, day) if state.view == "list" else _moved(state, day)


def open_page(state: SimpleCalendar, context: Context, name: str) -> Next[SimpleCalendar]:
    """Open one of the app's other pages."""
    return replace(state, overlay=""), focus(""), start(f"{PACKAGE}/{name}")


def leave(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Go back to the page before."""
    return replace(state, overlay=""), finish()


def search(state: SimpleCalendar, context: Context, text: str) -> Next[SimpleCalendar]:
    """Update the search text."""
    return replace(state, query=text[:LINE_LIMIT], marked=()), scroll_to(LIST_SCROLL)


def close_search(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the search."""
    return replace(state, query="", marked=()), focus(""), scroll_to(LIST_SCROLL)


def go_up(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the search, or go back to the view from which this one was opened."""
    if state.query or context.activity is None or context.activity.focus:
        return close_search(state, context)
    return replace(state, view=state.before or "monthly", before="", marked=()), scroll_to(LIST_SCROLL)


def filter_type(state: SimpleCalendar, context: Context, id: int) -> SimpleCalendar:
    """Show or hide the events of a type."""
    hidden = state.hidden
    return replace(state, hidden=tuple(n for n in hidden if n != id) if id in hidden else (*hidden, id))


# Events


def new_event(state: SimpleCalendar, context: Context, task: bool) -> Next[SimpleCalendar]:
    """Open the editor of a new event, or task, of the day that is shown."""
    today = _today(context)
    day = day_of(state, today)
    at = date.fromordinal(day)
    if state.view == "weekly":
        first = first_of_week(day, week_start(state, context.res.locale))
        day = today if first <= today < first + 7 else first
    elif state.view == "list":
        day = today
    elif state.view in ("monthly", "yearly"):
        day = today if month_of(at) == month_of(context.now.date()) else at.replace(day=1).toordinal()
    begin = datetime.fromordinal(day) + timedelta(hours=(context.now.hour + 1) % 24)
    return _written(state, task, begin, 0)


def new_event_at(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open the editor of a new event at the hour of the weekly view that was touched."""
    hour = min(23, max(0, int(context.y * 24)))
    return _written(state, False, datetime.fromordinal(day) + timedelta(hours=hour), 59 if hour == 23 else 60)


def _written(state: SimpleCalendar, task: bool, begin: datetime, minutes: int) -> Any:
    argument = (0, occurrences.minutes_of(begin), minutes, 0)
    return replace(state, overlay=""), focus(""), start(f"{PACKAGE}/{TASK if task else EVENT}", argument)


def show_event(state: SimpleCalendar, context: Context, key: tuple[int, int]) -> Next[SimpleCalendar]:
    """Open an event; where some are marked, mark it too."""
    if state.marked:
        return mark(state, context, key)
    row = tables.with_id(state.rows, key[0])
    task = row is not None and occurrences.number_in(row, "type") == occurrences.TASK_ROW
    return state, focus(""), start(f"{PACKAGE}/{TASK if task else EVENT}", (*key, 0, 0))


def mark(state: SimpleCalendar, context: Context, key: tuple[int, int]) -> SimpleCalendar:
    """Select or deselect an event of a list."""
    marked = state.marked
    return replace(state, marked=tuple(k for k in marked if k != key) if key in marked else (*marked, key))


def mark_all(state: SimpleCalendar, context: Context, keys: tuple[tuple[int, int], ...]) -> SimpleCalendar:
    """Mark all events of the list."""
    return replace(state, marked=keys)


def unmark(state: SimpleCalendar, context: Context) -> SimpleCalendar:
    """Mark nothing."""
    return replace(state, marked=())


def share_marked(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Offer the marked events to other apps."""
    rows = [row for row in state.rows if row[0] in {id for id, _ in state.marked}]
    return replace(state, marked=()), shared(context, rows)


def shared(context: Context, rows: list[Row]) -> Callback:
    """Effect: offer events to other apps, in words."""
    lines = []
    for row in rows:
        begin, _ = occurrences.span_of(row, context.phone.zone)
        when = f"{context.res.date(begin.date())} {context.res.time(begin.hour, begin.minute)}"
        lines.append(f"{occurrences.text_in(row, 'title')}\n{when}")
    sent = (("android.intent.extra.TEXT", "\n\n".join(lines)),)
    return share(Intent(intents.SEND, type="text/plain", extras=sent))


def choose(state: SimpleCalendar, context: Context, choice: int) -> SimpleCalendar:
    """Choose a row of the dialog that is open."""
    return replace(state, choice=choice)


def ask_to_delete(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Ask before events are deleted."""
    return replace(state, overlay="delete", choice=0), focus("")


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


def delete_marked(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Delete the marked events."""
    how = state.choice if repeating(state, tuple(id for id, _ in state.marked)) else EVERY
    rows = removed(state.rows, state.marked, how, context.phone.zone)
    return replace(state, rows=rows, marked=(), overlay="")


def finish_task(state: SimpleCalendar, context: Context, id: int, done: bool) -> SimpleCalendar:
    """Say that a task is done, or is not."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    flags = occurrences.number_in(row, "flags")
    changed = EVENTS.changed(row, flags=flags | DONE if done else flags & ~DONE)
    return replace(state, rows=tables.put(state.rows, changed))


# Settings and event types


def set_option(state: SimpleCalendar, context: Context, name: str, given: Any) -> SimpleCalendar:
    """Take over a setting."""
    return replace(state, overlay="", **{name: given})


def delete_all(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Delete all events and tasks."""
    return replace(state, rows=(), overlay="")


def edit_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Open the dialog of an event type, or of a new one (0)."""
    row = tables.with_id(state.types, id)
    title = "" if row is None else str(TYPES.get(row, "title"))
    color = TYPE_COLORS[0] if row is None else occurrences.shown_color(TYPES.get(row, "color"))
    return replace(state, overlay=f"type:{id}", typed=title, choice=color), focus("type_title")


def type_title(state: SimpleCalendar, context: Context, text: str) -> SimpleCalendar:
    """Update the typed text of a dialog."""
    return replace(state, typed=text[:LINE_LIMIT])


#: Colours that an event type may have.
TYPE_COLORS = (
    0xFFF57C00, 0xFFD32F2F, 0xFFC2185B, 0xFF7B1FA2, 0xFF303F9F, 0xFF0288D1, 0xFF00796B, 0xFF388E3C, 0xFF5D4037,
    0xFF455A64,
)  # fmt: skip


def save_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Save an event type; one without a title, or of a title that there is, is not saved."""
    title = state.typed.strip()
    taken = {str(TYPES.get(row, "title")).casefold() for row in state.types if row[0] != id}
    if not title or title.casefold() in taken:
        said = "simple_calendar.type_exists" if title else "simple_calendar.title_empty"
        return state, toast(context.res.string(said))
    old = tables.with_id(state.types, id)
    row = TYPES.changed(
        TYPES.row() if old is None else old, title=title, color=occurrences.signed(state.choice)
    )
    return replace(state, types=tables.put(state.types, row), overlay="", typed=""), focus("")


def delete_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Delete an event type; its events become regular ones."""
    rows = tuple(
        [
            EVENTS.changed(row, event_type=1) if EVENTS.get(row, "event_type") == id else row
            for row in state.rows
        ]
    )
    kept = replace(state, rows=rows, types=tables.without(state.types, (id,)), overlay="", typed="")
    return replace(kept, hidden=tuple(n for n in state.hidden if n != id)), focus("")


# The app


def back(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Close the open dialog, the selection, the search, or a view opened from another one."""
    if state.overlay:
        return close_overlay(state, context)
    if state.marked:
        return unmark(state, context)
    if context.activity is not None and context.activity.name != MAIN:
        return state
    if state.query:
        return close_search(state, context)
    return go_up(state, context) if state.before else state


def closed(state: SimpleCalendar) -> SimpleCalendar:
    """The state after the app is closed: events, types and settings are kept."""
    return SimpleCalendar(
        state.rows, state.types, "monthly" if state.before else state.view, hidden=state.hidden, warned=state.warned,
        reminders=state.reminders, tasks=state.tasks, week_start=state.week_start, week_numbers=state.week_numbers,
        locations=state.locations,
    )  # fmt: skip


def matching(all_of_them: tuple[Occurrence, ...], query: str) -> tuple[Occurrence, ...]:
    """Events with a text in their title, place or description."""
    wanted = query.casefold().strip()
    if len(wanted) < LEAST_QUERY:
        return ()
    return tuple([one for one in all_of_them if any(wanted in text.casefold() for text in one[3:6])])
