"""Simple Calendar Pro: events and tasks by day, week, month and year, as com.simplemobiletools.calendar.pro 6.23."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.simple_calendar import ics, reminders
from bmoca_gym.handset.apps.simple_calendar.handlers import editing, migrating, views
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    DATABASE,
    EVENTS,
    OTHER_TABLES,
    TYPES,
    VERSION,
    Occurrence,
    found,
)
from bmoca_gym.handset.apps.simple_calendar.screens import dialogs, editor, frame, grids, lists, pages
from bmoca_gym.handset.apps.simple_calendar.state import (
    ABOUT,
    EVENT,
    EVENT_TYPES,
    ID,
    LISTED,
    MAIN,
    MOST,
    PACKAGE,
    SEARCHED,
    SETTINGS,
    TASK,
    VIEWS,
    Draft,
    SimpleCalendar,
    day_of,
    first_of_week,
    held,
    matching,
    repeating,
    week_start,
)
from bmoca_gym.handset.kits import date_picker, spans, tables
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.navigation import CLOSE, Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import clock, intents
from bmoca_gym.handset.value import Callback, do, replace

#: Days of the list that are looked up at once, as far as it needs them.
_AT_ONCE = 31


# The views


def _between(s: SimpleCalendar, at: Place, low: int, high: int) -> tuple[Occurrence, ...]:
    return found(s.rows, s.types, s.hidden, low, high, at.zone)


def _week(s: SimpleCalendar, at: Place) -> int:
    return week_start(s, at.locale)


def _days(s: SimpleCalendar, at: Place) -> tuple[date, date]:
    """The day that is shown, and today."""
    return date.fromordinal(day_of(s, at.today)), date.fromordinal(at.today)


def _bar(s: SimpleCalendar, at: Place, is_today: bool, shown: tuple[Occurrence, ...] = ()) -> frame.Bar:
    keys = tuple(one.key for one in shown) if s.marked else ()
    return frame.Bar(
        s.query,
        at.focus == "search",
        bool(s.before),
        not is_today,
        len(s.types) > 1,
        s.tasks,
        keys,
        len(s.marked),
    )


def _dotted(s: SimpleCalendar, at: Place, first: int, end: int) -> frozenset[int]:
    """The days with events in some months, given by their numbers."""
    low, high = first_of(first).toordinal(), first_of(end).toordinal() - 1
    shown = _between(s, at, low, high)
    return frozenset(day for one in shown for day in range(max(low, one.first), min(high, one.last) + 1))


def _search(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    here = at.today
    shown = matching(_between(s, at, held(here - SEARCHED), held(here + SEARCHED)), s.query)[:MOST]
    return _bar(s, at, True, shown), date.fromordinal(here), shown, s.marked, s.locations


def _daily(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    day, today = _days(s, at)
    shown = _between(s, at, day.toordinal(), day.toordinal())
    return _bar(s, at, day == today, shown), day, today, shown, s.marked, s.locations


def _list(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    here, now = at.today, clock.local_time(at.phone)
    coming: list[Occurrence] = []
    for low in range(here, held(here + LISTED), _AT_ONCE):
        some = _between(s, at, low, low + _AT_ONCE - 1)
        coming += [one for one in some if one.first >= low or low == here]
        if len(coming) > 2 * MOST:
            break
    shown = tuple([one for one in coming if one.all_day or one.end >= now][:MOST])
    return _bar(s, at, True, shown), date.fromordinal(here), shown, s.marked, s.locations


def _weekly(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    day, today = _days(s, at)
    first = first_of_week(day.toordinal(), _week(s, at))
    is_today = first == first_of_week(at.today, _week(s, at))
    return _bar(s, at, is_today), first, today, _between(s, at, first, first + 6)


def _yearly(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    day, today = _days(s, at)
    dotted = _dotted(s, at, day.year * 12, day.year * 12 + 12)
    return _bar(s, at, day.year == today.year), day, today, _week(s, at), dotted


def _monthly_daily(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    day, today = _days(s, at)
    dotted = _dotted(s, at, month_of(day), month_of(day) + 1)
    shown = _between(s, at, day.toordinal(), day.toordinal())
    bar = _bar(s, at, day == today, shown)
    return bar, day, today, _week(s, at), dotted, shown, s.marked, s.locations


def _monthly(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    day, today = _days(s, at)
    first = grids.first_shown(day, _week(s, at))
    shown = _between(s, at, first, first + 7 * grids.WEEKS - 1)
    return _bar(s, at, month_of(day) == month_of(today)), day, today, _week(s, at), shown, s.week_numbers


# The editor, and dialogs


def _draft(s: SimpleCalendar, at: Place) -> tuple[Any, ...] | None:
    if s.draft is None:
        return None
    return s.draft, s.types, at.focus, date.fromordinal(at.today), at.zone


def _go_to(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    today = date.fromordinal(at.today)
    return s.dates, today, spans.dates_changed, do(views.go_to_date), CLOSE, _week(s, at)


def _delete_marked(s: SimpleCalendar, at: Place) -> tuple[Any, ...] | None:
    repeats = repeating(s, tuple(id for id, _ in s.marked))
    return (repeats, s.choice, do(views.delete_marked)) if s.marked else None


def _drafted(s: SimpleCalendar) -> Draft:
    return s.draft or Draft()


def _custom(s: SimpleCalendar, at: Place, of: str, done: Callback, *units: str) -> tuple[Any, ...]:
    return f"dialog_custom_{of}_value", units, s.typed, s.choice, at.focus, done


def _event_type(s: SimpleCalendar, at: Place) -> tuple[Any, ...]:
    return tables.with_id(s.types, s.about), s.typed, s.choice, at.focus


_SHOWN = ("monthly", "daily", "weekly", "monthly_daily", "yearly", "list", "search")
_EDITORS = ("event", "task")

NAVIGATION = Navigation(
    SimpleCalendar,
    {
        "monthly": Page(grids.month_screen, _monthly, back=views.leave_view),
        "daily": Page(lists.day_screen, _daily, back=views.leave_view),
        "weekly": Page(grids.week_screen, _weekly, back=views.leave_view),
        "monthly_daily": Page(lists.month_and_day_screen, _monthly_daily, back=views.leave_view),
        "yearly": Page(grids.year_screen, _yearly, back=views.leave_view),
        "list": Page(lists.list_screen, _list, back=views.leave_view),
        "search": Page(lists.search_screen, _search, back=views.leave_view),
        "event": Page(editor.screen, _draft, activity=EVENT, back=editing.cancel),
        "task": Page(editor.screen, _draft, activity=TASK, back=editing.cancel),
        "settings": Page(
            pages.settings, lambda s, at: (s.week_start, (s.week_numbers, s.tasks, s.locations)), activity=SETTINGS
        ),
        "event_types": Page(pages.event_types, lambda s, at: (s.types,), activity=EVENT_TYPES),
        "about": Page(pages.about, activity=ABOUT),
    },
    {
        "menu": Overlay(frame.overflow, on=_SHOWN),
        "view": Overlay(frame.view_dialog, lambda s, at: (s.view,), on=_SHOWN),
        "filter": Overlay(frame.filter_dialog, lambda s, at: (s.types, s.hidden), on=_SHOWN),
        "new": Overlay(frame.new_dialog, on=_SHOWN),
        "export": Overlay(
            frame.export_dialog, lambda s, at: (s.typed, at.focus == "filename", s.left_out), on=_SHOWN,
            takes=("typed",),
        ),
        "go_to": Overlay(date_picker.picker_dialog, _go_to, on=_SHOWN, takes=("dates",)),
        "delete_marked": Overlay(frame.delete_dialog, _delete_marked, on=_SHOWN),
        **spans.overlays(_EDITORS, _week, editing.date_done, editing.time_done, material_times=ID),
        "until_date": spans.date_overlay("until", _EDITORS, _week, editing.until_done, ""),
        "reminder": Overlay(
            dialogs.reminder_dialog, lambda s, at: (s.about, _drafted(s).reminders[s.about]), on=_EDITORS,
            takes=("about",),
        ),
        "reminder_custom": Overlay(
            dialogs.custom_dialog,
            lambda s, at: _custom(s, at, "interval", do(editing.reminder_done, s.about), "minutes", "hours", "days"),
            on=_EDITORS, takes=("about",), focus="value",
        ),
        "repeat": Overlay(dialogs.repeat_dialog, lambda s, at: (_drafted(s).interval,), on=_EDITORS),
        "repeat_custom": Overlay(
            dialogs.custom_dialog,
            lambda s, at: _custom(
                s, at, "repeat_interval", do(editing.custom_done), "days", "weeks", "months", "years"
            ),
            on=_EDITORS, focus="value",
        ),
        "rule": Overlay(
            dialogs.rule_dialog, lambda s, at: (_drafted(s), s.choice, _week(s, at)), on=_EDITORS, takes=("choice",)
        ),
        "limit": Overlay(
            dialogs.limit_dialog, lambda s, at: (_drafted(s).limit, s.typed, at.focus), on=_EDITORS,
            takes=("choice", "typed"),
        ),
        "type": Overlay(dialogs.type_dialog, lambda s, at: (s.types, _drafted(s).type), on=_EDITORS),
        "color": Overlay(dialogs.color_dialog, lambda s, at: (_drafted(s).color,), on=_EDITORS),
        "editor_menu": Overlay(editor.overflow, on=_EDITORS),
        "discard": Overlay(dialogs.discard_dialog, on=_EDITORS),
        "warning": Overlay(dialogs.warning_dialog, on=_EDITORS),
        "update": Overlay(dialogs.update_dialog, on=_EDITORS),
        "dropped": Overlay(
            dialogs.update_dialog, lambda s, at: (s.dropped,) if s.dropped else None, on=("weekly",), takes=("dropped",)
        ),
        "delete": Overlay(
            frame.delete_dialog, lambda s, at: (_drafted(s).occurrence > 0, s.choice, do(editing.delete)), on=_EDITORS
        ),
        "week_start": Overlay(pages.week_start_dialog, lambda s, at: (s.week_start,), on=("settings",)),
        "delete_all": Overlay(pages.delete_all_dialog, on=("settings",)),
        "event_type": Overlay(
            pages.type_dialog, _event_type, on=("event_types",), takes=("about", "typed", "choice"),
            focus="type_title",
        ),
    },
    where=lambda s, at: "search" if at.focus == "search" or s.query else s.view,
    kept=(
        "rows", "types", "view", "hidden", "warned", "reminders", "tasks", "week_start", "week_numbers", "locations",
    ),
    passing=("dates", "times", "about", "typed", "choice", "dropped"),
    selection=Selection("marked"),
)  # fmt: skip


def _closed(s: SimpleCalendar) -> SimpleCalendar:
    """The state after the app is left. It does not reopen in a view that was opened from another."""
    kept = NAVIGATION.closed(s)
    return replace(kept, view="monthly") if s.before else kept


def _are_reminders(reminders: tuple[int, ...]) -> bool:
    return len(reminders) == 3 and all(-1 <= minutes < 1 << 31 for minutes in reminders)


APP = App(
    name="simple_calendar",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("calendar_month", 0xFFF57C00),
    palette=palette(0xFFF57C00, material=3),
    state=SimpleCalendar,
    layers=NAVIGATION.layers,
    uid=10152,
    back=NAVIGATION.back,
    closed=_closed,
    created=editing.created,
    time_changed=reminders.armed,
    intents=(IntentFilter((intents.VIEW,), migrating.answer_view, types=(ics.TYPE,)),),
    files=(
        tables.database(
            DATABASE, (("rows", EVENTS), ("types", TYPES)), VERSION, OTHER_TABLES, do(reminders.armed)
        ),
        preference_file(
            PACKAGE,
            {
                "view": Stored("view", VIEWS),
                "hidden": "hidden_event_types",
                "warned": "reminders_warning_shown",
                "reminders": Stored("reminder_minutes", _are_reminders),
                "tasks": "allow_creating_tasks",
                "week_start": Stored("first_day_of_week", range(-1, 7)),
                "week_numbers": "week_numbers",
                "locations": "show_location",
            },
            "Prefs",
        ),
    ),
)
