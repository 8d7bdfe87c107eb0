"""Clock's settings: entries of its preferences, with DeskClock's names, and their possible values.

The names of bedtime's entries are ours, since bedtime is only in Google's app.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock import places
from bmoca_gym.handset.apps.clock.state import ClockState
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import memo, replace


class ListSetting(NamedTuple):
    """A setting that is one of a list. ``unit``: what its values are, "minutes", "seconds", "zones" or "words"."""

    default: str
    values: tuple[str, ...]
    unit: str = "words"


_SECONDS = tuple(str(seconds) for seconds in range(0, 65, 5))

#: Settings that are one of a list, by their names.
LISTS = {
    "clock_style": ListSetting("digital", ("analog", "digital")),
    "home_time_zone": ListSetting("", (), "zones"),
    "auto_silence": ListSetting("10", ("1", "5", "10", "15", "20", "25", "-1"), "minutes"),
    "snooze_duration": ListSetting("10", ("1", "5", "10", "15", "20", "25", "30"), "minutes"),
    "alarm_crescendo_duration": ListSetting("0", _SECONDS, "seconds"),
    "volume_button_setting": ListSetting("0", ("0", "1", "2")),
    "week_start": ListSetting("1", ("7", "1", "2"), "days"),
    "timer_crescendo_duration": ListSetting("0", _SECONDS, "seconds"),
    "screensaver_clock_style": ListSetting("digital", ("analog", "digital")),
}
#: Settings that are switched on and off, and their defaults.
SWITCHES = {
    "display_clock_seconds": False,
    "automatic_home_clock": True,
    "timer_vibrate": False,
    "screensaver_night_mode": True,
}


def text(preferences: Preferences, name: str) -> str:
    """The value of a setting that is one of a list."""
    found: str = shared_preferences.get(preferences, name, "string", LISTS[name].default)
    return found


def is_on(preferences: Preferences, name: str) -> bool:
    """Whether a setting is switched on."""
    return bool(shared_preferences.get(preferences, name, "boolean", SWITCHES[name]))


def timer_sound(preferences: Preferences) -> str | None:
    """The address of the timer's sound, "" for none, None for its own."""
    found: str | None = shared_preferences.get(preferences, "timer_ringtone", "string", None)
    return found


def put(state: ClockState, kind: str, name: str, value: Any) -> ClockState:
    """Return the state with a setting changed."""
    return replace(state, preferences=shared_preferences.put(state.preferences, kind, name, value))


def options(res: Resources, name: str, hour: int) -> tuple[tuple[str, str], ...]:
    """Choices of a setting: values and their names. ``hour``: hours since the epoch."""
    setting = LISTS[name]
    if setting.unit == "zones":
        return places.home_zones(res.locale, hour)
    return tuple((value, _name(res, name, setting.unit, value)) for value in setting.values)


def _name(res: Resources, setting: str, unit: str, value: str) -> str:
    if unit == "days":
        return resources.weekdays(res.locale, "wide")[(int(value) - 2) % 7]
    if unit == "words":
        return res.string(f"android13.clock_{setting.removeprefix('screensaver_')}_{value}")
    if value in ("-1", "0"):
        return res.string("android13.clock_never")
    key = "clock.minutes" if unit == "minutes" else "android13.clock_seconds"
    return res.string(key, count=int(value), shown=res.digits(value))


def chosen(res: Resources, preferences: Preferences, name: str) -> str:
    """The effective value of a setting. The first day of the week depends on the locale unless it was chosen."""
    if name == "week_start":
        return str((first_weekday(res, preferences) + 1) % 7 + 1)
    return text(preferences, name)


def shown(res: Resources, preferences: Preferences, name: str, hour: int) -> str:
    """The label of a setting's value; the value itself if it is not one of the list."""
    value = chosen(res, preferences, name)
    return next((label for each, label in options(res, name, hour) if each == value), value)


def first_weekday(res: Resources, preferences: Preferences) -> int:
    """The first day of the week; Monday is 0."""
    value = shared_preferences.get(preferences, "week_start", "string", "")
    return (
        (int(value) - 2) % 7 if value in LISTS["week_start"].values else resources.first_weekday(res.locale)
    )


def minutes(preferences: Preferences, name: str) -> int:
    """A setting in minutes, or its default if it is invalid; -1 for never."""
    value = text(preferences, name)
    return int(value) if value in LISTS[name].values else int(LISTS[name].default)


# The cities of the world clock


@memo(64)
def cities(preferences: Preferences) -> tuple[str, ...]:
    """The ids of the chosen cities, in order."""
    count: int = shared_preferences.get(preferences, "number_of_cities", "int", 0)
    found = [
        shared_preferences.get(preferences, f"city_id_{n}", "string", "")
        for n in range(min(max(count, 0), len(places.city_ids())))
    ]
    return tuple(id for id in dict.fromkeys(found) if places.is_city(id))


def with_cities(state: ClockState, ids: tuple[str, ...]) -> ClockState:
    """The state with other cities."""
    kept = tuple(p for p in state.preferences if not p.name.startswith("city_id_"))
    state = put(replace(state, preferences=kept), "int", "number_of_cities", len(ids))
    for n, id in enumerate(ids):
        state = put(state, "string", f"city_id_{n}", id)
    return state


def home_city(phone: Phone, preferences: Preferences) -> str:
    """The time zone of the home clock, which is shown if it differs from the local one; else ""."""
    zone = text(preferences, "home_time_zone")
    if not (zone and is_on(preferences, "automatic_home_clock") and time_zones.is_zone(zone)):
        return ""
    wall = phone.clock.wall
    return zone if time_zones.offset_of(zone, wall) != time_zones.offset_of(phone.zone, wall) else ""


# Bedtime


class Bedtime(NamedTuple):
    """The times to sleep and to wake up, in minutes of the day; ``days``: bits, as an alarm's.

    ``reminder``: minutes before the night, 0 for none.
    ``alarm``: the id of the wake-up alarm, 0 if it is off. ``sound``: the one to fall asleep to.
    """

    bedtime: int = 23 * 60
    wake_up: int = 7 * 60
    days: int = 31
    reminder: int = 15
    alarm: int = 0
    sound: str = "Rain"


#: The names of the entries, by fields.
BEDTIME_NAMES = {
    "bedtime": "bedtime_minute_of_day", "wake_up": "wake_up_minute_of_day", "days": "bedtime_days_of_week",
    "reminder": "bedtime_reminder_minutes", "alarm": "wake_up_alarm_id", "sound": "sleep_sound",
}  # fmt: skip


@memo(64)
def bedtime(preferences: Preferences) -> Bedtime:
    """The bedtime stored in the preferences."""
    found = {
        field: shared_preferences.get(preferences, name, _kind(default), default)
        for (field, name), default in zip(BEDTIME_NAMES.items(), Bedtime(), strict=True)
    }
    made = Bedtime(**found)
    return made._replace(
        bedtime=made.bedtime % 1440, wake_up=made.wake_up % 1440, days=made.days & 127
    )  # whatever the file says


def _kind(value: object) -> str:
    return "string" if isinstance(value, str) else "int"


def with_bedtime(state: ClockState, **changes: Any) -> ClockState:
    """The state with another bedtime."""
    for field, value in changes.items():
        state = put(state, _kind(value), BEDTIME_NAMES[field], value)
    return state
