"""Calendar's state: the current view, what is open over it, the draft of an event."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Event
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import Value, replace, value

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
#: The most notifications of an event.
MOST_REMINDERS = 5
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


OverlayName = Literal[
    "", "drawer", "menu", "delete", "week_start", "repeat", "reminders", "color", "calendar", "discard", "start_date",
    "start_time", "end_date", "end_time", "move", "account",
]  # fmt: skip


@value
class CalendarState(Value):
    """``day``: ordinal of the day to show, 0 for today; ``months``: the number of the month under the tool bar, 0
    while it is closed, or of the one at the side, 0 for that of the day; ``original``: the draft as it was; ``which``:
    the number of the notification whose dialog is open; ``moved``: the event that was dragged, its begin and where it
    was dropped, while that is asked about.
    """

    view: str = "schedule"
    day: int = 0
    months: int = 0
    overlay: OverlayName = ""
    searching: bool = False
    query: str = ""
    draft: Draft = Draft()
    original: Draft = Draft()
    dates: DatePicker | None = None
    times: TimePicker | None = None
    which: int = 0
    moved: tuple[int, ...] = ()
    preferences: Preferences = ()


def held(ordinal: int) -> int:
    """A day's ordinal, clamped to the days that can be shown."""
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
    """Whether week numbers are shown."""
    return bool(shared_preferences.get(state.preferences, "preferences_show_week_num", "boolean", False))


def first_shown(view: str, day: int, first_weekday: int) -> int:
    """The first day (ordinal) that a view of days shows."""
    if view == "week":
        return day - (date.fromordinal(day).weekday() - first_weekday) % 7
    return day


def read_preferences(state: CalendarState) -> bytes:
    """The preferences file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: CalendarState, data: bytes) -> CalendarState:
    """The state with the preferences in a file. Raises ValueError if it is invalid."""
    return replace(state, preferences=shared_preferences.parse(data))
