"""Calendar's state: the current view, the draft of an event; and its handlers."""

from __future__ import annotations

from datetime import date, datetime

from bmoca_gym.handset import resources
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.date_picker import DatePicker, month_of
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Event
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import Callback, Value, do, replace, value

pass

PACKAGE = "com.google.android.calendar"
ID = PACKAGE + ":id/"
MAIN = "com.android.calendar.AllInOneActivity"
SETTINGS = "com.android.calendar.CalendarSettingsActivity"
EVENT = calendar.EVENT.partition("/")[2]
EDITOR = calendar.EDITOR.partition("/")[2]
PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
VIEWS = ("schedule", "day", "three_days", "week", "month")
#: How many days a view shows beside each other.
DAYS = {"day": 1, "three_days": 3, "week": 7}
#: An hour's height in the views of days, dp.
HOUR = 48
#: Weekdays that a week may start with (Monday 0), by java.util.Calendar's numbers; "-1" is the locale's.
WEEK_STARTS = {"-1": -1, "7": 5, "1": 6, "2": 0}
TEXT_LIMIT = 2000
SCHEDULE_MONTHS = 6
MINUTES_A_DAY = 24 * 60
_FIRST_DAY = date(date_picker.FIRST_YEAR, 1, 1).toordinal()
_LAST_DAY = date(date_picker.LAST_YEAR, 12, 31).toordinal()


@value
class Draft(Value):
    """An event being edited. ``event``: the original; ``start``, ``end``: local times, or the first and last day of
    an all-day event; ``repeat``: a frequency, "" for none, or "custom" for a rule that is kept.
    """

    event: Event = Event()
    title: str = ""
    location: str = ""
    description: str = ""
    start: datetime = datetime(1970, 1, 1)
    end: datetime = datetime(1970, 1, 1)
    all_day: bool = False
    repeat: str = ""
    calendar: int = 1
    color: int = 0
    reminders: tuple[int, ...] = ()

    @property
    def backwards(self) -> bool:
        """Whether it would end before it starts."""
        if self.all_day:
            return self.end.date() < self.start.date()
        return self.end < self.start


@value
class CalendarState(Value):
    """The app's state. ``day``: ordinal of the shown day, 0 for today; ``months``: the month below the tool bar, 0 if
    it is closed; ``overlay``: "", "drawer", "menu", or a dialog's name; ``original``: the unchanged draft.
    """

    view: str = "schedule"
    day: int = 0
    months: int = 0
    overlay: str = ""
    searching: bool = False
    query: str = ""
    draft: Draft = Draft()
    original: Draft = Draft()
    dates: DatePicker | None = None
    times: TimePicker | None = None
    preferences: Preferences = ()


def held(ordinal: int) -> int:
    """A day's ordinal held to the days that can be shown."""
    return min(max(ordinal, _FIRST_DAY), _LAST_DAY)


def day_of(state: CalendarState, today: int) -> int:
    """The ordinal of the shown day, or of the first one in view."""
    return held(state.day or today)


def week_start(state: CalendarState, locale: str) -> int:
    """The first day of a week, Monday 0."""
    kept = shared_preferences.get(state.preferences, "preferences_week_start_day", "string", "-1")
    chosen = WEEK_STARTS.get(kept, -1)
    return resources.first_weekday(locale) if chosen < 0 else chosen


def week_numbers(state: CalendarState) -> bool:
    """Whether weeks have their numbers."""
    return bool(shared_preferences.get(state.preferences, "preferences_show_week_num", "boolean", False))


def first_shown(view: str, day: int, first_weekday: int) -> int:
    """The first day (ordinal) that a view of days shows."""
    if view == "week":
        return day - (date.fromordinal(day).weekday() - first_weekday) % 7
    return day


# Moving about


def to_hour(context: Context) -> Callback:
    """Effect: the hours scrolled to the time it is."""
    hour = max(0, context.now.hour - 2)
    return scroll_to("hours", round(hour * HOUR * context.res.metrics.scale))


def show_view(state: CalendarState, context: Context, view: str) -> Next[CalendarState]:
    """Change the view."""
    return replace(state, view=view, overlay="", months=0), to_hour(context), scroll_to("schedule")


def show_day(state: CalendarState, context: Context, ordinal: int) -> Next[CalendarState]:
    """Show a single day."""
    return replace(state, view="day", day=ordinal, months=0), to_hour(context)


def go_to_day(state: CalendarState, context: Context, ordinal: int) -> Next[CalendarState]:
    """Go to a day that was touched in the month under the tool bar."""
    return replace(state, day=ordinal, months=0), to_hour(context), scroll_to("schedule")


def go_to_today(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Show today, in whatever view."""
    months = month_of(context.now) if state.months else 0
    return replace(state, day=0, months=months), to_hour(context), scroll_to("schedule")


def toggle_months(state: CalendarState, context: Context) -> CalendarState:
    """Open or close the month under the tool bar."""
    day = date.fromordinal(day_of(state, context.now.toordinal()))
    return replace(state, months=0 if state.months else month_of(day))


def _step(context: Context) -> int:
    """The step that a swipe asks for: 1 the next page, -1 the one before, 0 neither."""
    if context.direction not in ("left", "right"):
        return 0
    return 1 if (context.direction == "left") != context.res.rtl else -1


def swipe_months(state: CalendarState, context: Context) -> CalendarState:
    """Turn the page of the month under the tool bar."""
    return _turned(state, _step(context))


def _turned(state: CalendarState, step: int) -> CalendarState:
    month = state.months + step
    possible = date_picker.FIRST_YEAR <= month // 12 <= date_picker.LAST_YEAR
    return replace(state, months=month) if possible else state


def swipe_days(state: CalendarState, context: Context) -> CalendarState:
    """Turn to the days or the month before or after."""
    step = _step(context)
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
    """Past the ends of the list: the months before it, or after it."""
    if context.direction not in ("up", "down"):
        return state
    day = date.fromordinal(day_of(state, context.now.toordinal()))
    month = month_of(day) + (SCHEDULE_MONTHS if context.direction == "up" else -1)
    if context.direction == "down" and day.day > 1:
        month += 1
    return replace(state, day=held(date_picker.first_of(max(12, month)).toordinal())), scroll_to("schedule")


def show_overlay(state: CalendarState, context: Context, name: str) -> CalendarState:
    """Open the drawer, a menu or a dialog; "" closes it."""
    return replace(state, overlay=name, dates=None, times=None)


def switch_calendar(state: CalendarState, context: Context, id: int, visible: bool) -> Next[CalendarState]:
    """Show or hide a calendar's events."""
    return state, do(calendar.show_calendar, id, visible)


def open_settings(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def leave(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Back to the screen before."""
    return replace(state, overlay=""), finish()


# Search


def open_search(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Open the search field."""
    return replace(state, searching=True, query="", months=0), focus("search"), scroll_to("found")


def close_search(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Back to the view."""
    return replace(state, searching=False, query=""), focus("")


def search(state: CalendarState, context: Context, text: str) -> Next[CalendarState]:
    """Update the search text."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("found")


# Events


def open_event(state: CalendarState, context: Context, id: int, begin: int) -> Next[CalendarState]:
    """Show an event; ``begin``: of which of its instances, ms since the epoch."""
    return state, focus(""), start(calendar.EVENT, (id, begin), calendar.VIEW_ACTION)


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


def edit_event(state: CalendarState, context: Context, id: int) -> Next[CalendarState]:
    """Open the editor for an event."""
    return state, start(calendar.EDITOR, (id, 0), calendar.EDIT_ACTION)


def delete(state: CalendarState, context: Context, id: int, begin: int = 0) -> Next[CalendarState]:
    """Delete an event, or of one that repeats the instance that begins at ``begin`` ms, and go back."""
    state = replace(state, overlay="")
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
    """Choose the first day of the week, by its number in the preferences."""
    after = shared_preferences.put(state.preferences, "string", "preferences_week_start_day", kept)
    return replace(state, preferences=after, overlay="")


def switch_week_numbers(state: CalendarState, context: Context, shown: bool) -> CalendarState:
    """Show or hide week numbers."""
    after = shared_preferences.put(state.preferences, "boolean", "preferences_show_week_num", shown)
    return replace(state, preferences=after)


# The app


def closed(state: CalendarState) -> CalendarState:
    """The state after the app is closed: the view and the settings stay."""
    return CalendarState(view=state.view, preferences=state.preferences)


def read_preferences(state: CalendarState) -> bytes:
    """The preferences file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: CalendarState, data: bytes) -> CalendarState:
    """The state with the preferences in a file. Raises ValueError if it is invalid."""
    return replace(state, preferences=shared_preferences.parse(data))
