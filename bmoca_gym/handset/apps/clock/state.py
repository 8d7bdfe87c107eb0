"""Clock's state: alarms, timers, stopwatch and cities."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.google.android.deskclock"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}/com.android.deskclock.DeskClock"
DATABASE = f"/data/user_de/0/{PACKAGE}/databases/alarms.db"
PREFERENCES = f"/data/user_de/0/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
ALARM_ACTIVITY = f"{PACKAGE}/com.android.deskclock.alarms.AlarmActivity"
EXPIRED_ACTIVITY = f"{PACKAGE}/com.android.deskclock.timer.ExpiredTimersActivity"
CITIES_ACTIVITY = f"{PACKAGE}/com.android.deskclock.worldclock.CitySelectionActivity"
ALL_DAYS = 127
#: The first version code of Google's Clock 7, which has cards, bedtime and settings.
_SEVEN = 70_000_000


@value
class Alarm(Value):
    """An alarm.

    Attributes:
        days: bits from 1 (Monday) to 64 (Sunday), 0 if it does not repeat.
        snoozed: wall time in ms when it rings again, or 0.
        ringtone: the address of its sound, "" for none, None for the phone's default.
        day: ordinal of the day on which an alarm without ``days`` rings, 0 for the next possible day.
    """

    id: int
    hour: int
    minute: int
    days: int = 0
    enabled: bool = True
    vibrate: bool = True
    label: str = ""
    snoozed: int = 0
    ringtone: str | None = None
    day: int = 0


@value
class Timer(Value):
    """A timer. ``length``: ms; ``left``: ms left when it last stopped; ``since``: uptime in ms when it was
    started, or -1.
    """

    id: int
    length: int
    left: int
    since: int = -1
    label: str = ""


@value
class PickAlarm(Value):
    """The time picker's dialog: for the alarm ``id``, a new one (0), or a time of bedtime (`BEDTIME`, `WAKE_UP`)."""

    id: int
    picker: TimePicker

    @property
    def kind(self) -> Literal["alarm_time", "bedtime_time"]:
        """Its name in the table of overlays."""
        return "alarm_time" if self.id >= 0 else "bedtime_time"


@value
class PickDay(Value):
    """The date picker's dialog: for the day of the alarm ``id``."""

    id: int
    picker: DatePicker

    @property
    def kind(self) -> Literal["day"]:
        """Its name in the table of overlays."""
        return "day"


#: What the time picker is for, beside alarms.
BEDTIME, WAKE_UP = -1, -2


@value
class Opened(Value):
    """The menu of Clock 7, or the sheet of a time of bedtime."""

    name: Literal["menu", "bedtime", "wake_up"]

    @property
    def kind(self) -> Literal["menu", "bedtime", "wake_up"]:
        """Its name in the table of overlays."""
        return self.name


@value
class OpenList(Value):
    """The list of a setting of Clock 7, by the setting's name."""

    name: str

    @property
    def kind(self) -> Literal["list"]:
        """Its name in the table of overlays."""
        return "list"


@value
class EditLabel(Value):
    """The label's dialog of an alarm or a timer."""

    id: int
    text: str
    of_timer: bool = False

    @property
    def kind(self) -> Literal["label"]:
        """Its name in the table of overlays."""
        return "label"


@value
class ClockState(Value):
    """The app's state.

    Attributes:
        tab: the selected tab.
        expanded: id of the open alarm.
        digits: digits of the timer being set.
        announced: wall time in ms of the next alarm, as logged last, or 0.
        ringing: id of the ringing alarm.
        deleted: the alarm that undo restores.
        preferences: settings, cities and bedtime (Clock 7).
        removed: the cities that undo restores (Clock 7).
        playing: whether a sleep sound is playing (Clock 7).
    """

    alarms: tuple[Alarm, ...] = (Alarm(1, 9, 0, 96, False),)
    next_alarm_id: int = 2
    tab: str = "clock"
    expanded: int = 0
    dialog: PickAlarm | PickDay | EditLabel | Opened | OpenList | None = None
    timers: tuple[Timer, ...] = ()
    next_timer_id: int = 1
    digits: str = ""
    setting_up: bool = True
    watch_since: int = -1
    watch_before: int = 0
    laps: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    city_query: str = ""
    announced: int = 0
    ringing: int = 0
    deleted: Alarm | None = None
    preferences: Preferences = ()
    removed: tuple[str, ...] = ()
    playing: bool = False


def is_seven(phone: Phone) -> bool:
    """Whether the phone has Google's Clock 7, according to its image's versions."""
    return phone.image.versions.get(PACKAGE, (0, ""))[0] >= _SEVEN


def closed(state: ClockState) -> ClockState:
    """The state after the app is left, with dialogs and open rows closed."""
    return without_overlay(state, expanded=0, city_query="", deleted=None, removed=())


def alarm_of(state: ClockState, id: int) -> Alarm | None:
    """The alarm with that id."""
    return next((a for a in state.alarms if a.id == id), None)


def with_alarm(state: ClockState, id: int, **changes: Any) -> ClockState:
    """The state with one alarm changed."""
    return replace(state, alarms=tuple(replace(a, **changes) if a.id == id else a for a in state.alarms))


def in_order(alarms: tuple[Alarm, ...]) -> tuple[Alarm, ...]:
    """Alarms as the list shows them: by time of day."""
    return tuple(sorted(alarms, key=lambda a: (a.hour, a.minute, a.id)))


def next_time(alarm: Alarm, now: datetime) -> datetime:
    """Next time at which an alarm rings after ``now`` (local times)."""
    at = now.replace(hour=alarm.hour, minute=alarm.minute, second=0, microsecond=0)
    if alarm.day and not alarm.days:
        on_day = at + timedelta(days=alarm.day - at.toordinal())
        if on_day > now:
            return on_day
    if at <= now:
        at += timedelta(days=1)
    while alarm.days and not alarm.days >> at.weekday() & 1:
        at += timedelta(days=1)
    return at
