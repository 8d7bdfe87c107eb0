"""Calendar: schedule, days, weeks, months and an editor of events, as in Google's app."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bmoca_gym.handset.apps.calendar import widget
from bmoca_gym.handset.apps.calendar.handlers import editing, views
from bmoca_gym.handset.apps.calendar.screens import days, details, editor, frame, month, schedule
from bmoca_gym.handset.apps.calendar.state import (
    DAYS,
    EDITOR,
    EVENT,
    ID,
    MAIN,
    PACKAGE,
    PREFERENCES,
    SCHEDULE_MONTHS,
    SETTINGS,
    TEXT_LIMIT,
    VIEWS,
    WEEK_STARTS,
    CalendarState,
    day_of,
    first_shown,
    held,
    read_preferences,
    week_numbers,
    week_start,
    write_preferences,
)
from bmoca_gym.handset.kits import spans
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, AppShortcut, Intent, IntentFilter
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Calendar, Instance
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, clock, intents, shared_preferences
from bmoca_gym.handset.ui.elements import Element

#: How many days before and after today are searched.
_SEARCHED = 366


# The views


def _instances(place: Place, low: int, high: int) -> tuple[Instance, ...]:
    store = calendar.store_of(place.phone)
    return calendar.instances(store.calendars, store.events, low, high, place.zone)


def _week(state: CalendarState, place: Place) -> int:
    return week_start(state, place.locale)


def _head(state: CalendarState, place: Place) -> tuple[frame.Head, int]:
    """The tool bar of a view, and the day that is shown."""
    dots: frozenset[int] = frozenset()
    day = day_of(state, place.today)
    shown = month_of(date.fromordinal(day))
    months = state.months or (shown if views.has_panel(place.phone) else 0)
    if months:
        low, high = first_of(months).toordinal(), first_of(months + 1).toordinal() - 1
        dots = frozenset(
            n for i in _instances(place, low, high) for n in range(i.first, min(i.last, high) + 1)
        )
    return frame.Head(shown, place.today, months, dots, _week(state, place)), day


def _view_page(
    view: Callable[..., Element], arguments: Callable[[CalendarState, Place], tuple[Any, ...]]
) -> Page[CalendarState]:
    """A page with a view, and on a large screen the panel at its side."""

    def shown(state: CalendarState, place: Place) -> tuple[Any, ...]:
        panel = _calendars(place) if views.has_panel(place.phone) else None
        return view, panel, arguments(state, place)

    return Page(frame.paned, shown, back=views.close_months)


def _search(state: CalendarState, place: Place) -> tuple[Any, ...]:
    today = place.today
    every = _instances(place, held(today - _SEARCHED), held(today + _SEARCHED))
    found = schedule.matching(every, state.query)
    return state.query, place.focus == "search", found, today, place.zone


def _month(state: CalendarState, place: Place) -> tuple[Any, ...]:
    head, _ = _head(state, place)
    first, weeks = month.weeks_of(head.month, head.week_start)
    return head, head.month, _instances(place, first, first + 7 * weeks - 1), week_numbers(state)


def _days(state: CalendarState, place: Place) -> tuple[Any, ...]:
    head, day = _head(state, place)
    count, now = DAYS[state.view], place.phone.local_minute
    first = first_shown(state.view, day, head.week_start)
    minute = days.minute_of(now) if first <= place.today < first + count else -1
    shown = _instances(place, first, first + count - 1)
    return head, first, count, shown, minute, week_numbers(state), place.zone


def _schedule(state: CalendarState, place: Place) -> tuple[Any, ...]:
    head, day = _head(state, place)
    last = first_of(head.month + SCHEDULE_MONTHS).toordinal() - 1
    return head, day, last, _instances(place, day, last), week_numbers(state), place.zone


# An event, the editor, the settings


def _calendars(place: Place) -> tuple[Calendar, ...]:
    return calendar.store_of(place.phone).calendars


def _event(state: CalendarState, place: Place) -> tuple[Any, ...] | None:
    """The instance that a screen of an event was opened for, and the calendar that it is in."""
    id, begin = place.argument or (0, 0)
    event = calendar.with_id(place.phone, id)
    if event is None:
        return None
    start = clock.local_time(place.phone, begin) if not event.all_day else calendar.utc(begin)
    length = calendar.utc(event.end) - calendar.utc(event.begin)
    own = next((c for c in _calendars(place) if c.id == event.calendar), None)
    color = event.color or (0xFF616161 if own is None else own.color)
    return Instance(start, start + length, event, color), own


def _delete(state: CalendarState, place: Place) -> tuple[Any, ...] | None:
    id, begin = place.argument or (0, 0)
    event = calendar.with_id(place.phone, id)
    return None if event is None else (id, begin, calendar.parsed(event.rule) is not None)


def _color(state: CalendarState, place: Place) -> tuple[Any, ...]:
    own = next((c.color for c in _calendars(place) if c.id == state.draft.calendar), 0xFF616161)
    return state.draft.color, own


def _week_start(state: CalendarState) -> str:
    kept = shared_preferences.get(state.preferences, "preferences_week_start_day", "string", "-1")
    return kept if kept in WEEK_STARTS else "-1"


NAVIGATION = Navigation(
    CalendarState,
    {
        "schedule": _view_page(schedule.screen, _schedule),
        "day": _view_page(days.screen, _days),
        "three_days": _view_page(days.screen, _days),
        "week": _view_page(days.screen, _days),
        "month": _view_page(month.screen, _month),
        "search": Page(schedule.search_screen, _search),
        "event": Page(details.screen, _event, activity=EVENT),
        "missing": Page(details.missing),
        "editor": Page(
            editor.screen,
            lambda s, at: (s.draft, _calendars(at), at.focus),
            activity=EDITOR,
            back=editing.cancel,
        ),
        "settings": Page(
            details.settings_screen, lambda s, at: (_week_start(s), week_numbers(s)), activity=SETTINGS
        ),
    },
    {
        "drawer": Overlay(frame.drawer, lambda s, at: (s.view, _calendars(at)), on=(*VIEWS, "search")),
        "account": Overlay(frame.account_sheet, on=VIEWS),
        "menu": Overlay(details.overflow, on=("event",)),
        "delete": Overlay(details.delete_dialog, _delete, on=("event",)),
        "move": Overlay(details.move_dialog, lambda s, at: s.moved or None, on=tuple(DAYS), takes=("moved",)),
        "week_start": Overlay(details.week_start_dialog, lambda s, at: (_week_start(s),), on=("settings",)),
        **spans.overlays(("editor",), _week, material=ID),
        "repeat": Overlay(editor.repeat_dialog, lambda s, at: (s.draft.repeat,), on=("editor",), focus=None),
        "reminders": Overlay(
            editor.reminder_dialog,
            lambda s, at: (s.draft.reminders, s.which),
            on=("editor",),
            takes=("which",),
            focus=None,
        ),
        "color": Overlay(editor.color_dialog, _color, on=("editor",), focus=None),
        "calendar": Overlay(
            editor.calendar_dialog,
            lambda s, at: (s.draft.calendar, _calendars(at)),
            on=("editor",),
            focus=None,
        ),
        "discard": Overlay(editor.discard_dialog, on=("editor",)),
    },
    where=lambda s, at: "missing" if at.activity.name == EVENT else "search" if s.searching else s.view,
    kept=("view", "preferences"),
    passing=("dates", "times", "which", "moved"),
    search=Search(on=("search",), limit=TEXT_LIMIT),
    scroll="found",
)


_EVENTS = "vnd.android.cursor.dir/event"


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """Open the calendar for an intent that views its provider's address."""
    own = intent.data.rstrip("/") == "content://com.android.calendar"
    return activities.start(phone, APP.component) if own else None


APP = App(
    name="calendar",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFF4285F4, letters="31"),
    state=CalendarState,
    layers=NAVIGATION.layers,
    uid=10110,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=editing.created,
    time_changed=calendar.armed,
    intents=(
        IntentFilter((calendar.INSERT_ACTION,), editing.insert, types=(_EVENTS,), activity=EDITOR),
        IntentFilter((intents.VIEW,), _view, schemes=("content",)),
    ),
    files=(
        AppFile(PREFERENCES, read_preferences, write_preferences),
        preference_file(PACKAGE, {"view": Stored("preferred_view", VIEWS)}, f"{PACKAGE}_view"),
    ),
    widgets=widget.WIDGETS,
    shortcuts=(
        AppShortcut(
            "calendar.create", "event", Intent(calendar.INSERT_ACTION, package=PACKAGE, type=_EVENTS)
        ),
    ),
)
