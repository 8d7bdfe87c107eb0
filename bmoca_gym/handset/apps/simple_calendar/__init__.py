"""Simple Calendar Pro: events and tasks by day, week, month and year, as com.simplemobiletools.calendar.pro 6.23."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.simple_calendar import (
    drafts,
    editor,
    frame,
    grids,
    lists,
    pages,
    reminders,
)
from bmoca_gym.handset.apps.simple_calendar.drafts import back, created
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    DATABASE,
    EVENTS,
    OTHER_TABLES,
    TYPES,
    VERSION,
    Occurrence,
    found,
    shown_color,
)
from bmoca_gym.handset.apps.simple_calendar.state import (
    ABOUT,
    EVENT,
    EVENT_TYPES,
    LISTED,
    MAIN,
    MOST,
    PACKAGE,
    SEARCHED,
    SETTINGS,
    TASK,
    VIEWS,
    SimpleCalendar,
    closed,
    day_of,
    delete_marked,
    first_of_week,
    held,
    matching,
    repeating,
    week_start,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import do

#: Days of the list that are looked up at once, as far as it needs them.
_AT_ONCE = 31


def _view(phone: Phone, state: SimpleCalendar, activity: Activity) -> Layer:
    now = clock.local_time(phone)
    today = now.date()
    here = today.toordinal()
    day = date.fromordinal(day_of(state, here))
    first_weekday = week_start(state, phone.configuration.locale)

    def between(low: int, high: int) -> tuple[Occurrence, ...]:
        return found(state.rows, state.types, state.hidden, low, high, phone.zone)

    focused = activity.focus == "search"
    month, year = month_of(day), day.year * 12
    is_today = {
        "daily": day == today, "monthly_daily": day == today, "list": True, "yearly": day.year == today.year,
        "weekly": first_of_week(day.toordinal(), first_weekday) == first_of_week(here, first_weekday),
    }.get(state.view, month == month_of(today))  # fmt: skip

    def bar(shown: tuple[Occurrence, ...]) -> frame.Bar:
        keys = tuple(one.key for one in shown) if state.marked else ()
        return frame.Bar(
            state.query,
            focused,
            bool(state.before),
            not is_today,
            len(state.types) > 1,
            state.tasks,
            keys,
            len(state.marked),
        )

    rest = state.marked, state.locations
    if focused or state.query:
        shown = matching(between(held(here - SEARCHED), held(here + SEARCHED)), state.query)[:MOST]
        return layer(lists.search_screen, bar(shown), today, shown, *rest)
    if state.view == "daily":
        shown = between(day.toordinal(), day.toordinal())
        return layer(lists.day_screen, bar(shown), day, today, shown, *rest)
    if state.view == "list":
        coming: list[Occurrence] = []
        for low in range(here, held(here + LISTED), _AT_ONCE):
            some = between(low, low + _AT_ONCE - 1)
            coming += [one for one in some if one.first >= low or low == here]
            if len(coming) > 2 * MOST:
                break
        shown = tuple([one for one in coming if one.all_day or one.end >= now][:MOST])
        return layer(lists.list_screen, bar(shown), today, shown, *rest)
    if state.view == "weekly":
        first = first_of_week(day.toordinal(), first_weekday)
        return layer(grids.week_screen, bar(()), first, today, between(first, first + 6))
    if state.view == "yearly":
        low, high = first_of(year).toordinal(), first_of(year + 12).toordinal() - 1
        dotted = _dotted(between(low, high), low, high)
        return layer(grids.year_screen, bar(()), day, today, first_weekday, dotted)
    if state.view == "monthly_daily":
        low, high = first_of(month).toordinal(), first_of(month + 1).toordinal() - 1
        dotted = _dotted(between(low, high), low, high)
        shown = between(day.toordinal(), day.toordinal())
        return layer(lists.month_and_day_screen, bar(shown), day, today, first_weekday, dotted, shown, *rest)
    first = grids.first_shown(day, first_weekday)
    shown = between(first, first + 7 * grids.WEEKS - 1)
    return layer(grids.month_screen, bar(()), day, today, first_weekday, shown, state.week_numbers)


def _dotted(shown: tuple[Occurrence, ...], low: int, high: int) -> frozenset[int]:
    """The days from ``low`` to ``high`` on which something takes place."""
    return frozenset(day for one in shown for day in range(max(low, one.first), min(high, one.last) + 1))


def _main(phone: Phone, state: SimpleCalendar, activity: Activity) -> tuple[Layer, ...]:
    main = _view(phone, state, activity)
    if state.overlay == "go_to" and state.dates is not None:
        today = clock.local_minute(phone).toordinal()
        return main, dialog(
            frame.date_dialog, state.dates, today, week_start(state, phone.configuration.locale)
        )
    if state.overlay == "delete" and state.marked:
        repeats = repeating(state, tuple(id for id, _ in state.marked))
        return main, dialog(frame.delete_dialog, repeats, state.choice, do(delete_marked))
    over = {
        "menu": dialog(frame.overflow),
        "view": dialog(frame.view_dialog, state.view),
        "filter": dialog(frame.filter_dialog, state.types, state.hidden),
        "new": dialog(frame.new_dialog),
    }.get(state.overlay)
    return (main,) if over is None else (main, over)


def _editor(phone: Phone, state: SimpleCalendar, activity: Activity) -> tuple[Layer, ...]:
    draft, today = state.draft, clock.local_minute(phone).date()
    assert draft is not None
    main = layer(editor.screen, draft, state.types, activity.focus, today, phone.zone)
    first_weekday = week_start(state, phone.configuration.locale)
    name, _, place = state.overlay.partition(":")
    which, _, kind = name.partition("_")
    if kind == "date" and state.dates is not None:
        return main, dialog(editor.date_dialog, which, state.dates, today, first_weekday)
    if kind == "time" and state.times is not None:
        return main, dialog(editor.time_dialog, which, state.times, activity.focus)
    typed = state.typed, state.choice, activity.focus
    if name == "reminder":
        return main, dialog(editor.reminder_dialog, int(place), draft.reminders[int(place)])
    if name == "reminder_custom":
        done = do(drafts.reminder_done, int(place))
        units = ("minutes", "hours", "days")
        return main, dialog(editor.custom_dialog, "dialog_custom_interval_value", units, *typed, done)
    over = {
        "repeat": dialog(editor.repeat_dialog, draft.interval),
        "repeat_custom": dialog(
            editor.custom_dialog, "dialog_custom_repeat_interval_value", ("days", "weeks", "months", "years"), *typed,
            do(drafts.custom_done),
        ),
        "rule": dialog(editor.rule_dialog, draft, state.choice, first_weekday),
        "limit": dialog(editor.limit_dialog, draft.limit, state.typed, activity.focus),
        "type": dialog(editor.type_dialog, state.types, draft.type),
        "color": dialog(editor.color_dialog, shown_color(draft.color) if draft.color else 0),
        "discard": dialog(editor.discard_dialog),
        "warning": dialog(editor.warning_dialog),
        "update": dialog(editor.update_dialog),
        "delete": dialog(frame.delete_dialog, draft.occurrence > 0, state.choice, do(drafts.delete)),
    }.get(name)  # fmt: skip
    return (main,) if over is None else (main, over)


def _layers(phone: Phone, state: SimpleCalendar, activity: Activity) -> tuple[Layer, ...]:
    if activity.name in (EVENT, TASK) and state.draft is not None:
        return _editor(phone, state, activity)
    if activity.name == SETTINGS:
        main = layer(pages.settings, state.week_start, (state.week_numbers, state.tasks, state.locations))
        if state.overlay == "week_start":
            return main, dialog(pages.week_start_dialog, state.week_start)
        return (main, dialog(pages.delete_all_dialog)) if state.overlay == "delete_all" else (main,)
    if activity.name == EVENT_TYPES:
        main = layer(pages.event_types, state.types)
        if state.overlay.startswith("type:"):
            row = tables.with_id(state.types, int(state.overlay[5:]))
            return main, dialog(pages.type_dialog, row, state.typed, state.choice, activity.focus)
        return (main,)
    if activity.name == ABOUT:
        return (layer(pages.about),)
    return _main(phone, state, activity)


def _are_reminders(reminders: tuple[int, ...]) -> bool:
    return len(reminders) == 3 and all(-1 <= minutes < 1 << 31 for minutes in reminders)


APP = App(
    name="simple_calendar",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("calendar_month", 0xFFF57C00),
    state=SimpleCalendar,
    layers=_layers,
    uid=10152,
    back=back,
    closed=closed,
    created=created,
    time_changed=reminders.armed,
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
