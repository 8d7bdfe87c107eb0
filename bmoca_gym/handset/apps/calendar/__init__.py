"""Calendar: schedule, days, weeks, months and an editor of events, as in Google's app."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.calendar import days, details, editor, frame, month, schedule
from bmoca_gym.handset.apps.calendar.drafts import back, created, insert
from bmoca_gym.handset.apps.calendar.state import (
    DAYS,
    EDITOR,
    EVENT,
    MAIN,
    PACKAGE,
    PREFERENCES,
    SCHEDULE_MONTHS,
    SETTINGS,
    VIEWS,
    WEEK_STARTS,
    CalendarState,
    closed,
    day_of,
    first_shown,
    held,
    read_preferences,
    week_numbers,
    week_start,
    write_preferences,
)
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    App,
    AppFile,
    AppIcon,
    AppShortcut,
    Intent,
    IntentFilter,
    Layer,
    dialog,
    layer,
)
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Instance
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, clock, intents, shared_preferences

#: How many days before and after today are searched.
_SEARCHED = 366


def _shown(phone: Phone, low: int, high: int) -> tuple[Instance, ...]:
    store = calendar.store_of(phone)
    return calendar.instances(store.calendars, store.events, low, high, clock.zone_of(phone))


def _head(phone: Phone, state: CalendarState, day: int, today: int) -> frame.Head:
    dots: frozenset[int] = frozenset()
    if state.months:
        low, high = first_of(state.months).toordinal(), first_of(state.months + 1).toordinal() - 1
        dots = frozenset(n for i in _shown(phone, low, high) for n in range(i.first, min(i.last, high) + 1))
    locale = phone.configuration.locale
    return frame.Head(month_of(date.fromordinal(day)), today, state.months, dots, week_start(state, locale))


def _main(phone: Phone, state: CalendarState, activity: Activity) -> Layer:
    now = clock.local_minute(phone)
    today, zone = now.toordinal(), clock.zone_of(phone)
    if state.searching:
        every = _shown(phone, held(today - _SEARCHED), held(today + _SEARCHED))
        found = schedule.matching(every, state.query)
        return layer(schedule.search_screen, state.query, activity.focus == "search", found, today, zone)
    day = day_of(state, today)
    head = _head(phone, state, day, today)
    numbers = week_numbers(state)
    if state.view == "month":
        first, weeks = month.weeks_of(head.month, head.week_start)
        return layer(month.screen, head, head.month, _shown(phone, first, first + 7 * weeks - 1), numbers)
    if state.view in DAYS:
        count = DAYS[state.view]
        first = first_shown(state.view, day, head.week_start)
        minute = days.minute_of(now) if first <= today < first + count else -1
        shown = _shown(phone, first, first + count - 1)
        return layer(days.screen, head, first, count, shown, minute, numbers, zone)
    last = first_of(head.month + SCHEDULE_MONTHS).toordinal() - 1
    return layer(schedule.screen, head, day, last, _shown(phone, day, last), numbers, zone)


def _instance(phone: Phone, activity: Activity) -> Instance | None:
    """The instance that a screen of an event was opened for."""
    id, begin = activity.argument or (0, 0)
    event = calendar.with_id(phone, id)
    if event is None:
        return None
    start = clock.local_time(phone, begin) if not event.all_day else calendar.utc(begin)
    length = calendar.utc(event.end) - calendar.utc(event.begin)
    store = calendar.store_of(phone)
    color = event.color or next((c.color for c in store.calendars if c.id == event.calendar), 0xFF616161)
    return Instance(start, start + length, event, color)


def _event_layers(phone: Phone, state: CalendarState, activity: Activity) -> tuple[Layer, ...]:
    instance = _instance(phone, activity)
    if instance is None:
        return (layer(details.missing),)
    event = instance.event
    own = next((c for c in calendar.store_of(phone).calendars if c.id == event.calendar), None)
    main = layer(details.screen, instance, own)
    if state.overlay == "menu":
        return main, dialog(details.overflow)
    if state.overlay == "delete":
        repeats = calendar.parsed(event.rule) is not None
        return main, dialog(details.delete_dialog, event.id, activity.argument[1], repeats)
    return (main,)


def _editor_layers(phone: Phone, state: CalendarState, activity: Activity) -> tuple[Layer, ...]:
    draft, calendars = state.draft, calendar.store_of(phone).calendars
    main = layer(editor.screen, draft, calendars, activity.focus)
    which, _, kind = state.overlay.partition("_")
    if kind == "date" and state.dates is not None:
        first = week_start(state, phone.configuration.locale)
        today = clock.local_minute(phone).toordinal()
        return main, dialog(editor.date_dialog, which, state.dates, today, first)
    if kind == "time" and state.times is not None:
        return main, dialog(editor.time_dialog, which, state.times, activity.focus)
    own = next((c.color for c in calendars if c.id == draft.calendar), 0xFF616161)
    over = {
        "repeat": dialog(editor.repeat_dialog, draft.repeat),
        "reminders": dialog(editor.reminder_dialog, draft.reminders),
        "color": dialog(editor.color_dialog, draft.color, own),
        "calendar": dialog(editor.calendar_dialog, draft.calendar, calendars),
        "discard": dialog(editor.discard_dialog),
    }.get(state.overlay)
    return (main,) if over is None else (main, over)


def _settings_layers(state: CalendarState) -> tuple[Layer, ...]:
    kept = shared_preferences.get(state.preferences, "preferences_week_start_day", "string", "-1")
    kept = kept if kept in WEEK_STARTS else "-1"
    main = layer(details.settings_screen, kept, week_numbers(state))
    return (main, dialog(details.week_start_dialog, kept)) if state.overlay == "week_start" else (main,)


def _layers(phone: Phone, state: CalendarState, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == EDITOR:
        return _editor_layers(phone, state, activity)
    if activity.name == EVENT:
        return _event_layers(phone, state, activity)
    if activity.name == SETTINGS:
        return _settings_layers(state)
    main = _main(phone, state, activity)
    if state.overlay == "drawer":
        return main, dialog(frame.drawer, state.view, calendar.store_of(phone).calendars)
    return (main,)


_EVENTS = "vnd.android.cursor.dir/event"


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the calendar in front, where its provider's address is viewed."""
    own = intent.data.rstrip("/") == "content://com.android.calendar"
    return activities.start(phone, APP.component) if own else None


APP = App(
    name="calendar",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFF4285F4, letters="31"),
    state=CalendarState,
    layers=_layers,
    uid=10110,
    back=back,
    closed=closed,
    created=created,
    time_changed=calendar.armed,
    intents=(
        IntentFilter((calendar.INSERT_ACTION,), insert, types=(_EVENTS,), activity=EDITOR),
        IntentFilter((intents.VIEW,), _view, schemes=("content",)),
    ),
    files=(
        AppFile(PREFERENCES, read_preferences, write_preferences),
        preference_file(PACKAGE, {"view": Stored("preferred_view", VIEWS)}, f"{PACKAGE}_view"),
    ),
    shortcuts=(
        AppShortcut(
            "calendar.create", "event", Intent(calendar.INSERT_ACTION, package=PACKAGE, type=_EVENTS)
        ),
    ),
)
