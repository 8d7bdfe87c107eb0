"""Clock: alarms, world clock, timers, stopwatch and bedtime, as Google's Clock on Android 10 and 13."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock import notices, places, preferences, stored, widget
from bmoca_gym.handset.apps.clock.database import (
    has_preferences,
    read_database_file,
    read_preferences,
    write_database_file,
    write_preferences,
)
from bmoca_gym.handset.apps.clock.handlers import alarms as of_alarms
from bmoca_gym.handset.apps.clock.handlers import city_clocks as of_cities
from bmoca_gym.handset.apps.clock.handlers import timers as of_timers
from bmoca_gym.handset.apps.clock.handlers.alarms import picker_done
from bmoca_gym.handset.apps.clock.handlers.bedtime import close_sheet, picker_left, time_picked
from bmoca_gym.handset.apps.clock.handlers.ringing import armed, time_changed
from bmoca_gym.handset.apps.clock.handlers.settings import SCREENSAVER_ACTIVITY, SETTINGS_ACTIVITY, open_menu
from bmoca_gym.handset.apps.clock.handlers.sounds import SOUNDS_ACTIVITY, chosen_for
from bmoca_gym.handset.apps.clock.handlers.stopwatch import elapsed
from bmoca_gym.handset.apps.clock.handlers.tabs import select, swiped, tabs_of
from bmoca_gym.handset.apps.clock.intents import ACTIVITIES, INTENTS, SET_ALARM
from bmoca_gym.handset.apps.clock.screens import (
    alarm_cards,
    alarms,
    android13,
    bedtime,
    city_clocks,
    main,
    settings,
    sounds,
    stopwatch,
    timers,
    world_clock,
)
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    CITIES_ACTIVITY,
    DATABASE,
    EXPIRED_ACTIVITY,
    PACKAGE,
    PREFERENCES,
    ClockState,
    alarm_of,
    closed,
    is_seven,
    next_time,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, close_overlay
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.sounds import chosen_name
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, AppShortcut, Intent, Rings
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.ui.elements import Element, stay
from bmoca_gym.handset.value import Callback, do

#: What a tab shows: the function that builds it, its arguments, and the name of the floating button, or "".
Content = tuple[Callable[..., Element], tuple[Any, ...], str]


def _class(component: str) -> str:
    return component.partition("/")[2]


def _first_weekday(s: ClockState, at: Place) -> int:
    return preferences.first_weekday(at.res, s.preferences)


# The tabs


def _alarms(s: ClockState, at: Place) -> Content:
    now = at.phone.local_minute
    return alarms.alarm_list, (s.alarms, s.expanded, now.hour * 60 + now.minute), "add_alarm"


def _alarm_cards(s: ClockState, at: Place) -> Content:
    now = at.phone.local_minute
    shown = (s.alarms, s.expanded, now, _first_weekday(s, at), _default_sound(at))
    return alarm_cards.alarm_list, shown, "add_alarm"


def _default_sound(at: Place) -> str:
    """The name of the alarm sound chosen in Settings."""
    return chosen_name(at.phone, at.res, "alarm")


def _next_alarm(s: ClockState, at: Place) -> str:
    """The time of the next alarm in words."""
    now = at.phone.local_minute
    first = min([next_time(a, now) for a in s.alarms if a.enabled], default=None)
    return f"{at.res.date(first.date(), 'E')} {at.res.time(first.hour, first.minute)}" if first else ""


def _world_clock(s: ClockState, at: Place) -> Content:
    now = at.phone.local_minute
    minute = at.phone.clock.wall // 60000 if s.cities else 0
    shown = (now.hour, now.minute, now.date(), minute, s.cities, _next_alarm(s, at))
    return world_clock.world_clock, shown, "cities"


def _styled_clock(s: ClockState, at: Place) -> Content:
    """The clock style in the settings: with hands, or with seconds."""
    hands = preferences.text(s.preferences, "clock_style") == "analog"
    if not hands and not preferences.is_on(s.preferences, "display_clock_seconds"):
        return _world_clock(s, at)
    build, (here, rows), _ = _city_clocks(s, at)
    named = [(places.zone_city(at.res.locale, zone), zone) for zone in s.cities]
    return build, (here, (*rows, *of_cities.named_rows(at.phone, named))), "cities"


def _city_clocks(s: ClockState, at: Place) -> Content:
    phone, now = at.phone, at.phone.local_minute
    seconds = preferences.is_on(s.preferences, "display_clock_seconds")
    second = clock.local_time(phone).second if seconds else -1
    hands = preferences.text(s.preferences, "clock_style") == "analog"
    here = of_cities.Here(now.hour, now.minute, second, now.date(), _next_alarm(s, at), hands)
    rows = of_cities.rows_of(phone, s, at.res.string("android13.clock_home"))
    return city_clocks.clock_tab, (here, rows), "add_city"


def _left(timer: Any, at: Place) -> int:
    """Return the time left on a timer, in ms, rounded up to a whole second."""
    return -(-of_timers.time_left(timer, at.phone.clock.uptime) // 1000) * 1000


def _timers(s: ClockState, at: Place, setup: Callable[..., Element], *more: Any) -> Content:
    if s.setting_up or not s.timers:
        return setup, (s.digits, bool(s.timers), *more), "start_timer" if s.digits else ""
    return timers.timer_list, (tuple((t, _left(t, at)) for t in s.timers),), "add_timer"


def _stopwatch(s: ClockState, at: Place, screen: Callable[..., Element]) -> Content:
    running = s.watch_since >= 0
    shown = (elapsed(s, at.phone.clock.uptime), running, s.laps)
    return screen, shown, "stop" if running else "start"


def _bedtime(s: ClockState, at: Place) -> Content:
    b = preferences.bedtime(s.preferences)
    return bedtime.bedtime_tab, (b, alarm_of(s, b.alarm), _first_weekday(s, at), s.playing), ""


Tabs = dict[str, Callable[[ClockState, Place], Content]]
_TABS: Tabs = {
    "alarm": _alarms,
    "clock": _world_clock,
    "timer": lambda s, at: _timers(s, at, timers.timer_setup),
    "stopwatch": lambda s, at: _stopwatch(s, at, stopwatch.stopwatch),
}
#: On Android 13, and in Clock 7.
_TABS_13 = _TABS | {
    "clock": _styled_clock,
    "timer": lambda s, at: _timers(s, at, android13.timer_setup),
    "stopwatch": lambda s, at: _stopwatch(s, at, android13.watch),
}
_TABS_7 = _TABS_13 | {
    "alarm": _alarm_cards,
    "clock": _city_clocks,
    "timer": lambda s, at: _timers(s, at, android13.timer_setup, True),
    "bedtime": _bedtime,
}


def _content(s: ClockState, at: Place, tabs: Tabs) -> Content:
    return tabs.get(s.tab, tabs["stopwatch"])(s, at)


def _undo_of(s: ClockState) -> tuple[str, Callback] | None:
    """The string key of the message about the last deletion, and the handler that undoes it."""
    if s.removed:
        return "android13.clock_city_removed", do(of_cities.bring_back)
    return ("clock.alarm_deleted", do(of_alarms.bring_back)) if s.deleted is not None else None


def _main(s: ClockState, at: Place) -> tuple[Any, ...]:
    return s.tab, *_content(s, at, _TABS), _undo_of(s)


def _main_13(s: ClockState, at: Place) -> tuple[Any, ...]:
    seven = is_seven(at.phone)
    tabs = tuple(
        [
            (name, glyph, do(stay) if seven and name == s.tab else do(select, name))
            for name, _, glyph in tabs_of(at.phone)
        ]
    )
    content = _content(s, at, _TABS_7 if seven else _TABS_13)
    return s.tab, tabs, do(swiped), *content, _undo_of(s), do(open_menu)


# Other activities


def _where(s: ClockState, at: Place) -> str:
    if at.activity.component == CITIES_ACTIVITY:
        return "city_search" if is_seven(at.phone) else "cities"
    return "main" if at.phone.image.api_level < 33 else "main_13"


def _ringing(s: ClockState, at: Place) -> tuple[Any, ...]:
    now = at.phone.local_minute
    return alarm_of(s, at.argument), at.argument, now.hour, now.minute


def _expired(s: ClockState, at: Place) -> tuple[Any, ...]:
    timer = next((t for t in s.timers if t.id == at.argument), None)
    return timer, _left(timer, at) if timer else 0, at.argument


def _screensaver(s: ClockState, at: Place) -> tuple[Any, ...]:
    now = at.phone.local_minute
    hands = preferences.text(s.preferences, "screensaver_clock_style") == "analog"
    dim = preferences.is_on(s.preferences, "screensaver_night_mode")
    return now.hour, now.minute, now.date(), hands, dim


def _hour(at: Place) -> int:
    """The hours since the epoch; the differences between zones change at full hours."""
    return at.phone.clock.wall // 3_600_000


# Dialogs


def _shown(s: ClockState) -> Any:
    """What the open dialog shows."""
    return s.dialog


def _picker(s: ClockState, at: Place, handlers: tuple[Any, ...]) -> tuple[Any, ...]:
    return _shown(s), at.focus, *handlers


def _day(s: ClockState, at: Place) -> tuple[Any, ...]:
    return _shown(s), at.phone.local_minute.date(), _first_weekday(s, at), at.focus


def _sheet(s: ClockState, at: Place) -> tuple[Any, ...]:
    b = preferences.bedtime(s.preferences)
    return _shown(s).name, b, alarm_of(s, b.alarm), _first_weekday(s, at), _default_sound(at)


def _rings(phone: Phone) -> Rings | None:
    """The sound of the alarm that rings, or of a timer that has run out."""
    s: ClockState = phone.apps[PACKAGE]
    alarm = alarm_of(s, s.ringing)
    if alarm is not None:
        return Rings("alarm", alarm.ringtone)
    if not any(t.since >= 0 and of_timers.time_left(t, phone.clock.uptime) <= 0 for t in s.timers):
        return None
    address = preferences.timer_sound(s.preferences)
    own = resources.of(phone.configuration).string("android13.clock_timer_expired") if address is None else ""
    return Rings("alarm", address, own)


_MAIN = ("main", "main_13")

NAVIGATION = Navigation(
    ClockState,
    {
        "main": Page(main.main, _main, back=of_timers.leave_setup),
        "main_13": Page(android13.frame, _main_13, back=of_timers.leave_setup),
        "cities": Page(world_clock.cities_page, lambda s, at: (s.cities, s.city_query, at.focus == "city")),
        "city_search": Page(
            city_clocks.search_page,
            lambda s, at: (s.city_query, at.phone.clock.wall // 60_000, at.focus == "city"),
        ),
        "ringing": Page(alarms.ringing, _ringing, _class(ALARM_ACTIVITY), kind="screen", bars="light"),
        "expired": Page(timers.expired, _expired, _class(EXPIRED_ACTIVITY), kind="screen", bars="light"),
        "settings": Page(
            settings.settings_page, lambda s, at: (s.preferences, _hour(at)), _class(SETTINGS_ACTIVITY)
        ),
        "sounds": Page(
            sounds.sounds_page,
            lambda s, at: (at.argument, chosen_for(s, at.argument), _default_sound(at)),
            _class(SOUNDS_ACTIVITY),
        ),
        "screensaver": Page(
            city_clocks.screensaver, _screensaver, _class(SCREENSAVER_ACTIVITY), kind="screen", bars="light"
        ),
    },
    {
        "alarm_time": Overlay(
            alarms.picker_layer, partial(_picker, handlers=(picker_done, close_overlay)), on=_MAIN
        ),
        "bedtime_time": Overlay(
            alarms.picker_layer,
            partial(_picker, handlers=(time_picked, picker_left)),
            on=_MAIN,
            back=picker_left,
        ),
        "day": Overlay(alarms.day_layer, _day, on=_MAIN),
        "label": Overlay(alarms.label_layer, lambda s, at: (_shown(s), at.focus), on=_MAIN),
        "menu": Overlay(settings.overflow, on=_MAIN),
        "bedtime": Overlay(bedtime.time_sheet, _sheet, on=_MAIN, back=close_sheet),
        "wake_up": Overlay(bedtime.time_sheet, _sheet, on=_MAIN, back=close_sheet),
        "list": Overlay(
            settings.list_dialog, lambda s, at: (_shown(s).name, s.preferences, _hour(at)), on=("settings",)
        ),
    },
    where=_where,
    over=lambda s: "" if s.dialog is None else s.dialog.kind,
    passing=("dialog",),
    rail=("main_13",),
)

APP = App(
    name="clock",
    package=PACKAGE,
    activity="com.android.deskclock.DeskClock",
    icon=AppIcon("schedule", 0xFF3F51B5),
    state=ClockState,
    layers=NAVIGATION.layers,
    uid=10071,
    back=NAVIGATION.back,
    closed=closed,
    paused=notices.away,
    resumed=notices.here,
    notices=notices.refresh,
    rings=_rings,
    over_lock=(ALARM_ACTIVITY, EXPIRED_ACTIVITY),
    time_changed=time_changed,
    intents=INTENTS,
    activities=ACTIVITIES,
    files=(
        AppFile(DATABASE, read_database_file, write_database_file, armed()),
        AppFile(PREFERENCES, read_preferences, write_preferences, there=has_preferences),
        preference_file(
            PACKAGE,
            {
                "tab": Stored("selected_tab", stored.TAB_NAMES),
                "timers": Stored("timers_list", stored.are_timers),
                "next_timer_id": Stored("next_timer_id", range(1, 1 << 31)),
                "digits": Stored("timer_setup", stored.is_time),
                "setting_up": "timer_setting_up",
                "watch_since": Stored("sw_start_time", range(-1, 1 << 53)),
                "watch_before": Stored("sw_accum_time", range(1 << 53)),
                "laps": Stored("sw_lap_times", range(1 << 53)),
                "cities": Stored("cities", stored.are_zones),
                "ringing": Stored("ringing_alarm", range(1 << 31)),
                "playing": "sleep_sound_playing",
            },
            f"{PACKAGE}_state",
            "/data/user_de/0",
            written=armed(),
        ),
    ),
    widgets=widget.WIDGETS,
    shortcuts=(AppShortcut("clock.add_alarm", "alarm", Intent(SET_ALARM, package=PACKAGE)),),
    layouts=(
        ("", ("android.view.ViewGroup#content",)),
        ("ExpiredTimersActivity", ("android.widget.FrameLayout#expired_timers_activity",)),
    ),
)
