"""Calendar's handlers of its views, of events and of the settings."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.calendar.state import (
    DAYS,
    HOUR,
    MINUTES_A_DAY,
    PACKAGE,
    SCHEDULE_MONTHS,
    SETTINGS,
    CalendarState,
    day_of,
    held,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import date_picker, dragging, navigation, panes
from bmoca_gym.handset.kits.date_picker import month_of
from bmoca_gym.handset.kits.navigation import open_overlay, page_step, without_overlay
from bmoca_gym.handset.kits.search_starts import remembered
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import clock, shared_preferences
from bmoca_gym.handset.value import Callback, do, replace

# Moving about


def to_hour(context: Context) -> Callback:
    """Effect: scroll the hours to the current time."""
    hour = max(0, context.now.hour - 2)
    return scroll_to("hours", round(hour * HOUR * context.res.metrics.scale))


def show_view(state: CalendarState, context: Context, view: str) -> Next[CalendarState]:
    """Change the view."""
    return without_overlay(state, view=view, months=0), to_hour(context), scroll_to("schedule")


def show_day(state: CalendarState, context: Context, ordinal: int) -> Next[CalendarState]:
    """Show a single day."""
    return replace(state, view="day", day=ordinal, months=0), to_hour(context)


def go_to_day(state: CalendarState, context: Context, ordinal: int) -> Next[CalendarState]:
    """Go to the day tapped in the month under the tool bar."""
    return replace(state, day=ordinal, months=0), to_hour(context), scroll_to("schedule")


def go_to_today(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Show today, in whatever view."""
    months = month_of(context.now) if state.months else 0
    return replace(state, day=0, months=months), to_hour(context), scroll_to("schedule")


#: The first release whose Calendar has a panel with the month at the side of a large screen.
_PANEL_SINCE = 33


def has_panel(phone: Phone) -> bool:
    """Whether the month and the calendars stand beside the view."""
    return phone.image.api_level >= _PANEL_SINCE and panes.has_room(phone)


def toggle_months(state: CalendarState, context: Context) -> CalendarState:
    """Open or close the month under the tool bar."""
    day = date.fromordinal(day_of(state, context.now.toordinal()))
    return replace(state, months=0 if state.months else month_of(day))


def close_months(state: CalendarState, context: Context) -> CalendarState:
    """Close the month under the tool bar."""
    return state if has_panel(context.phone) else replace(state, months=0)


def swipe_months(state: CalendarState, context: Context) -> CalendarState:
    """Turn the page of the month under the tool bar, or at the side."""
    return turn_months(state, context, page_step(context))


def turn_months(state: CalendarState, context: Context, step: int) -> CalendarState:
    """Show another month under the tool bar, or at the side."""
    day = date.fromordinal(day_of(state, context.now.toordinal()))
    month = (state.months or month_of(day)) + step
    possible = date_picker.FIRST_YEAR <= month // 12 <= date_picker.LAST_YEAR
    return replace(state, months=month) if possible else state


def swipe_days(state: CalendarState, context: Context) -> CalendarState:
    """Go to the previous or next days or month."""
    step = page_step(context)
    day = day_of(state, context.now.toordinal())
    if not step:
        return state
    if state.view == "month":
        month = month_of(date.fromordinal(day)) + step
        day = held(date_picker.first_of(min(max(month, 12), 9998 * 12)).toordinal())
    else:
        day = held(day + step * DAYS[state.view])
    return replace(state, day=day)


def swipe_schedule(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Swiping past an end of the list loads the months before or after it."""
    if context.direction not in ("up", "down"):
        return state
    day = date.fromordinal(day_of(state, context.now.toordinal()))
    month = month_of(day) + (SCHEDULE_MONTHS if context.direction == "up" else -1)
    if context.direction == "down" and day.day > 1:
        month += 1
    return replace(state, day=held(date_picker.first_of(max(12, month)).toordinal())), scroll_to("schedule")


def switch_calendar(state: CalendarState, context: Context, id: int, visible: bool) -> Next[CalendarState]:
    """Show or hide a calendar's events."""
    return state, do(calendar.show_calendar, id, visible)


def open_settings(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")


# Search


def open_search(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Open the search field."""
    return and_then(navigation.open_search(replace(state, months=0), context), scroll_to("found"))


# Events


def open_event(state: CalendarState, context: Context, id: int, begin: int) -> Next[CalendarState]:
    """Show an event. ``begin``: the start of the instance, in ms since the epoch."""
    return remembered(state), focus(""), start(calendar.EVENT, (id, begin), calendar.VIEW_ACTION)


def new_event(state: CalendarState, context: Context, minute: int = -1) -> Next[CalendarState]:
    """Open the editor for a new event at a minute since the first day, or at the next hour of the day shown."""
    if minute < 0:
        hour = context.now.hour + 1
        minute = day_of(state, context.now.toordinal()) * MINUTES_A_DAY + hour * 60
    return replace(state, months=0), start(calendar.EDITOR, (0, minute), calendar.INSERT_ACTION)


def new_event_at(state: CalendarState, context: Context, ordinal: int) -> Next[CalendarState]:
    """Open the editor for a new event at the hour that was touched in a day's column."""
    hour = min(23, max(0, int(context.y * 24)))
    return new_event(state, context, ordinal * MINUTES_A_DAY + hour * 60)


def drop(
    state: CalendarState, context: Context, id: int, begin: int, place: dragging.Place
) -> Next[CalendarState]:
    """Move an event to the day and the minute on which it was dropped; ``begin``: of which of its instances.

    It keeps its length. Whether the others of a repeated event move too is asked.
    """
    event = calendar.with_id(context.phone, id)
    if event is None or place is None:
        return state
    at = dragging.begin_at(place, context.y, (event.end - event.begin) / 60_000)
    after = clock.wall_of(context.phone, at)
    if after == begin:
        return state
    if calendar.parsed(event.rule) is not None:
        return open_overlay(state, context, "move", (id, begin, after))
    return move(state, context, id, begin, after, True)


def move(
    state: CalendarState, context: Context, id: int, begin: int, after: int, every: bool
) -> Next[CalendarState]:
    """Move an event by the distance from ``begin`` to ``after`` in ms: ``every`` instance, or only that one."""
    state = without_overlay(state)
    event = calendar.with_id(context.phone, id)
    if event is None:
        return state
    said = toast(context.res.string("calendar.saved"))
    by = after - begin
    if every:
        rule = calendar.parsed(event.rule)
        first = clock.local_time(context.phone, event.begin + by)
        simple = rule is not None and event.rule == calendar.rule_text(
            rule.frequency, clock.local_time(context.phone, event.begin)
        )
        text = calendar.rule_text(rule.frequency, first) if rule is not None and simple else event.rule
        excluded = tuple(one + by for one in event.excluded)
        moved = replace(event, begin=event.begin + by, end=event.end + by, rule=text, excluded=excluded)
        return state, do(calendar.save, moved), said
    kept = replace(event, excluded=tuple(sorted({*event.excluded, begin})))
    alone = replace(event, id=0, begin=after, end=after + event.end - event.begin, rule="", excluded=())
    return state, do(calendar.save, kept), do(calendar.save, alone), said


def edit_event(state: CalendarState, context: Context, id: int) -> Next[CalendarState]:
    """Open the editor for an event."""
    return state, start(calendar.EDITOR, (id, 0), calendar.EDIT_ACTION)


def delete(state: CalendarState, context: Context, id: int, begin: int = 0) -> Next[CalendarState]:
    """Delete an event, or the instance of a repeating one that starts at ``begin`` ms, and go back."""
    state = without_overlay(state)
    event = calendar.with_id(context.phone, id)
    if event is None:
        return state, finish()
    said = toast(context.res.string("calendar.deleted"))
    if begin:
        kept = replace(event, excluded=tuple(sorted({*event.excluded, begin})))
        return state, do(calendar.save, kept), finish(), said
    return state, do(calendar.delete, id), finish(), said


# Settings


def choose_week_start(state: CalendarState, context: Context, kept: str) -> CalendarState:
    """Choose the first day of a week, by its number in the preferences."""
    after = shared_preferences.put(state.preferences, "string", "preferences_week_start_day", kept)
    return without_overlay(state, preferences=after)


def switch_week_numbers(state: CalendarState, context: Context, shown: bool) -> CalendarState:
    """Show or hide the numbers of weeks."""
    after = shared_preferences.put(state.preferences, "boolean", "preferences_show_week_num", shown)
    return replace(state, preferences=after)
