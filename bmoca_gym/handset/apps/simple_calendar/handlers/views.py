"""Simple Calendar's handlers of its views, of marked events, settings and event types."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import EVENTS, TYPES
from bmoca_gym.handset.apps.simple_calendar.state import (
    EVENT,
    EVERY,
    HOUR,
    HOURS_SCROLL,
    LINE_LIMIT,
    LIST_SCROLL,
    PACKAGE,
    TASK,
    TYPE_COLORS,
    SimpleCalendar,
    day_of,
    first_of_week,
    held,
    removed,
    repeating,
    week_start,
)
from bmoca_gym.handset.effects import focus, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits import date_picker, tables
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.navigation import mark, open_overlay, page_step, without_overlay
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, replace

# Moving about


def _today(context: Context) -> int:
    return context.now.toordinal()


def _moved(state: SimpleCalendar, day: int) -> Next[SimpleCalendar]:
    return without_overlay(state, day=held(day), marked=()), scroll_to(LIST_SCROLL)


#: By how many days, or months, one goes on in a view; in the list not at all.
_DAYS = {"daily": 1, "weekly": 7}
_MONTHS = {"monthly": 1, "monthly_daily": 1, "yearly": 12}


def turn(state: SimpleCalendar, context: Context, by: int) -> Next[SimpleCalendar]:
    """Go forward or back by a day, a week, a month or a year."""
    day = day_of(state, _today(context))
    days, months = _DAYS.get(state.view, 0), _MONTHS.get(state.view, 0)
    if days:
        return _moved(state, day + days * by)
    if not months:
        return state
    month = month_of(date.fromordinal(day)) + months * by
    first = first_of(min(max(month, 1970 * 12), date_picker.LAST_YEAR * 12 + 11))
    now = context.now.date()
    there = now if (first.year, first.month) == (now.year, now.month) else first
    return _moved(state, there.toordinal())


def swipe(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Turn the page following the swipe; one against the reading direction shows the next."""
    by = page_step(context)
    return turn(state, context, by) if by else state


def show_day(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open a day; Back returns to the view in which it was tapped."""
    before = state.before if state.view == "daily" else state.view
    return without_overlay(state, view="daily", day=held(day), before=before), scroll_to(LIST_SCROLL)


def select_day(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Show the events of a day below the month."""
    return _moved(state, day)


def show_month(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open a month of the year."""
    state = without_overlay(state, view="monthly", day=held(day), before="yearly")
    return state, scroll_to(LIST_SCROLL)


def go_to_today(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Show today."""
    return without_overlay(state, day=0, marked=()), scroll_to(LIST_SCROLL)


def change_view(state: SimpleCalendar, context: Context, view: str) -> Next[SimpleCalendar]:
    """Show another view."""
    state = without_overlay(state, view=view, before="", marked=())
    return state, scroll_to(LIST_SCROLL), _to_hour(context)


def _to_hour(context: Context) -> Callback:
    """Scroll the weekly view to its initial hour."""
    return scroll_to(HOURS_SCROLL, round(7 * HOUR * context.res.metrics.scale))


def open_dates(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the date picker that goes to a day."""
    shown = date.fromordinal(day_of(state, _today(context)))
    picker = date_picker.opened(shown, 1970)
    return and_then(open_overlay(state, context, "go_to", picker), scroll_to("month"))


def go_to_date(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Show the picked day; from the list, open the day view."""
    if state.dates is None:
        return state
    day, state = state.dates.day.toordinal(), replace(state, dates=None)
    return show_day(state, context, day) if state.view == "list" else _moved(state, day)


def open_page(state: SimpleCalendar, context: Context, name: str) -> Next[SimpleCalendar]:
    """Open one of the app's other pages."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{name}")


def search(state: SimpleCalendar, context: Context, text: str) -> Next[SimpleCalendar]:
    """Update the search query."""
    return replace(state, query=text[:LINE_LIMIT], marked=()), scroll_to(LIST_SCROLL)


def close_search(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the search."""
    return replace(state, query="", marked=()), focus(""), scroll_to(LIST_SCROLL)


def go_up(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the search, or go back to the view from which this one was opened."""
    if state.query or context.activity is None or context.activity.focus:
        return close_search(state, context)
    return replace(state, view=state.before or "monthly", before="", marked=()), scroll_to(LIST_SCROLL)


def leave_view(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the search, or a view that another one opened. A selection ends before that."""
    if state.marked:
        return state
    if state.query:
        return close_search(state, context)
    return go_up(state, context) if state.before else state


def filter_type(state: SimpleCalendar, context: Context, id: int) -> SimpleCalendar:
    """Show or hide the events of a type."""
    hidden = state.hidden
    return replace(state, hidden=tuple(n for n in hidden if n != id) if id in hidden else (*hidden, id))


# Events


def _today_or_first(state: SimpleCalendar, context: Context, day: int) -> int:
    first = first_of_week(day, week_start(state, context.res.locale))
    return _today(context) if first <= _today(context) < first + 7 else first


def _only_today(state: SimpleCalendar, context: Context, day: int) -> int:
    return _today(context)


def _today_or_month(state: SimpleCalendar, context: Context, day: int) -> int:
    at = date.fromordinal(day)
    return _today(context) if month_of(at) == month_of(context.now.date()) else at.replace(day=1).toordinal()


#: The day of a new event by view, where it is not the day that is shown.
_DAY_OF_NEW: dict[str, Callable[[SimpleCalendar, Context, int], int]] = {
    "weekly": _today_or_first, "list": _only_today, "monthly": _today_or_month, "yearly": _today_or_month,
}  # fmt: skip


def new_event(state: SimpleCalendar, context: Context, task: bool) -> Next[SimpleCalendar]:
    """Open the editor of a new event or task on the current day."""
    day, found = day_of(state, _today(context)), _DAY_OF_NEW.get(state.view)
    if found is not None:
        day = found(state, context, day)
    begin = datetime.fromordinal(day) + timedelta(hours=(context.now.hour + 1) % 24)
    return _written(state, task, begin, 0)


def new_event_at(state: SimpleCalendar, context: Context, day: int) -> Next[SimpleCalendar]:
    """Open the editor of a new event at the tapped hour of the weekly view."""
    hour = min(23, max(0, int(context.y * 24)))
    return _written(state, False, datetime.fromordinal(day) + timedelta(hours=hour), 59 if hour == 23 else 60)


def _written(state: SimpleCalendar, task: bool, begin: datetime, minutes: int) -> Next[SimpleCalendar]:
    argument = (0, occurrences.minutes_of(begin), minutes, 0)
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{TASK if task else EVENT}", argument)


def show_event(state: SimpleCalendar, context: Context, key: tuple[int, int]) -> Next[SimpleCalendar]:
    """Open an event; while others are selected, select it too."""
    if state.marked:
        return mark(state, context, key)
    row = tables.with_id(state.rows, key[0])
    task = row is not None and occurrences.number_in(row, "type") == occurrences.TASK_ROW
    return state, focus(""), start(f"{PACKAGE}/{TASK if task else EVENT}", (*key, 0, 0))


def mark_all(state: SimpleCalendar, context: Context, keys: tuple[tuple[int, int], ...]) -> SimpleCalendar:
    """Mark all events of the list."""
    return replace(state, marked=keys)


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
    return share_text("\n\n".join(lines))


def choose(state: SimpleCalendar, context: Context, choice: int) -> SimpleCalendar:
    """Choose a row in the open dialog."""
    return replace(state, choice=choice)


def delete_marked(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Delete the marked events."""
    how = state.choice if repeating(state, tuple(id for id, _ in state.marked)) else EVERY
    rows = removed(state.rows, state.marked, how, context.phone.zone)
    return without_overlay(state, rows=rows, marked=())


# Settings and event types


def set_option(state: SimpleCalendar, context: Context, name: str, given: Any) -> SimpleCalendar:
    """Change a setting."""
    return without_overlay(state, **{name: given})


def delete_all(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Delete all events and tasks."""
    return without_overlay(state, rows=())


def edit_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Open the dialog of an event type, or of a new one (0)."""
    row = tables.with_id(state.types, id)
    title = "" if row is None else str(TYPES.get(row, "title"))
    color = TYPE_COLORS[0] if row is None else occurrences.shown_color(TYPES.get(row, "color"))
    return open_overlay(state, context, "event_type", id, title, color)


def type_title(state: SimpleCalendar, context: Context, text: str) -> SimpleCalendar:
    """Update the text in a dialog's field."""
    return replace(state, typed=text[:LINE_LIMIT])


def save_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Save an event type, unless its title is empty or already taken."""
    title = state.typed.strip()
    taken = {str(TYPES.get(row, "title")).casefold() for row in state.types if row[0] != id}
    if not title or title.casefold() in taken:
        said = "simple_calendar.type_exists" if title else "simple_calendar.title_empty"
        return state, toast(context.res.string(said))
    old = tables.with_id(state.types, id)
    row = TYPES.changed(
        TYPES.row() if old is None else old, title=title, color=occurrences.signed(state.choice)
    )
    return without_overlay(state, types=tables.put(state.types, row)), focus("")


def delete_type(state: SimpleCalendar, context: Context, id: int) -> Next[SimpleCalendar]:
    """Delete an event type; its events become regular ones."""
    rows = tuple(
        [
            EVENTS.changed(row, event_type=1) if EVENTS.get(row, "event_type") == id else row
            for row in state.rows
        ]
    )
    hidden = tuple(n for n in state.hidden if n != id)
    return without_overlay(state, rows=rows, types=tables.without(state.types, (id,)), hidden=hidden), focus(
        ""
    )
