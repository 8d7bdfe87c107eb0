"""Clock: alarms, world clock, timers, stopwatch and bedtime, as Google's Clock on Android 10 and 13."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock import (
    alarm_cards,
    alarm_tab,
    android13,
    bedtime,
    city_clocks,
    notices,
    preferences,
    settings_screen,
    sounds,
    stopwatch,
    stored,
    timers,
    world_clock,
)
from bmoca_gym.handset.apps.clock.intents import ACTIVITIES, INTENTS, SET_ALARM
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    DATABASE,
    EXPIRED_ACTIVITY,
    ID,
    PACKAGE,
    PREFERENCES,
    ClockState,
    Opened,
    PickAlarm,
    PickDay,
    alarm_of,
    armed,
    closed,
    has_preferences,
    is_seven,
    next_time,
    read_database_file,
    read_preferences,
    time_changed,
    write_database_file,
    write_preferences,
)
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, AppShortcut, Intent, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.ui.components import floating_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, stay
from bmoca_gym.handset.ui.fitting import FittedText
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, replace

TABS = (
    ("alarm", "Alarm", "alarm"), ("clock", "Clock", "access_time"), ("timer", "Timer", "hourglass_empty"),
    ("stopwatch", "Stopwatch", "timer"),
)  # fmt: skip
_BEDTIME = ("bedtime", "Bedtime", "hotel")


def _select(state: ClockState, context: Context, tab: str, how: str = "Tap") -> Next[ClockState]:
    event = next(event for name, event, _ in (*TABS, _BEDTIME) if name == tab)
    shown = log("AlarmClock", f"Events: [{event}] [Show Tab] [{how}]", "D")
    return (replace(state, tab=tab), shown) if tab != state.tab or how == "Tap" else state


def _swiped(state: ClockState, context: Context) -> Next[ClockState]:
    if context.direction not in ("left", "right"):
        return state
    names = [name for name, _, _ in _tabs_of(context.phone)]
    step = 1 if (context.direction == "left") != context.res.rtl else -1
    at = (names.index(state.tab) if state.tab in names else 0) + step
    return _select(state, context, names[at], "Swipe") if 0 <= at < len(names) else state


def _tabs_of(phone: Phone) -> tuple[tuple[str, str, str], ...]:
    """The tabs: name, name in the log, icon."""
    return (*TABS, _BEDTIME) if is_seven(phone) else TABS


def _back(state: ClockState, context: Context) -> ClockState:
    page = context.phone.top.name.rpartition(".")[2]
    if page in ("RingtonePickerActivity", "ScreensaverActivity"):
        return state  # what is open is open under it
    if isinstance(state.dialog, PickAlarm) and state.dialog.id < 0:
        return bedtime.picker_left(state, context)
    if state.dialog is not None:
        return replace(state, dialog=None)
    if state.tab == "timer" and state.setting_up and state.timers and page != "SettingsActivity":
        return replace(state, setting_up=False)
    return state


def _tabs(res: Resources, chosen: str) -> Element:
    c = res.colors
    return Row(
        *[
            Column(
                Icon(glyph, 22, c.accent if name == chosen else c.secondary, class_name=""),
                FittedText(
                    res.string(f"clock.{name}"),
                    min(12.0, 12 * res.width / 320),
                    c.accent if name == chosen else c.secondary,
                    500,
                    align="center",
                ),
                grow=1,
                height=56,
                align="center",
                justify="center",
                gap=2,
                tap=do(_select, name),
                selected=name == chosen,
                description=res.string(f"clock.{name}"),
                class_name="android.support.v7.app.ActionBar$Tab",
            )
            for name, _, glyph in TABS
        ],
        width=FILL,
        height=56,
        id=ID + "tabs",
        class_name="android.widget.HorizontalScrollView",
        background=c.raised,
    )


def _main(
    res: Resources,
    tab: str,
    function: Any,
    arguments: tuple[Any, ...],
    button: str,
    deleted: tuple[str, Callback] | None,
) -> Element:
    body = function(res, *arguments)
    buttons = {
        "add_alarm": ("add", do(alarm_tab.add_alarm)),
        "cities": ("public", do(world_clock.open_cities)),
        "start_timer": ("play_arrow", do(timers.start_new_timer)),
        "add_timer": ("add", do(timers.set_up_timer, True)),
        "start": ("play_arrow", do(stopwatch.start_stop_watch)),
        "stop": ("pause", do(stopwatch.start_stop_watch)),
    }
    floating: tuple[Element, ...] = ()
    if button:
        glyph, callback = buttons[button]
        fab = floating_button(res, glyph, res.string(f"clock.{button}"), callback, ID + "fab")
        floating = alarm_tab.floating(res, fab, deleted)
    title = Text(res.string(f"clock.{tab}"), 20, res.colors.text, 500, pad=(16, 14), width=FILL)
    content = Column(title, body, width=FILL, height=FILL, swipe=do(_swiped), class_name="")
    return Column(
        Spacer(width=FILL, height=24),
        Stack(content, *floating, width=FILL, grow=1, align="center", justify="end", id=ID + "desk_clock_pager",
              class_name="android.support.v4.view.ViewPager"),
        _tabs(res, tab),
        width=FILL, height=FILL, background=res.colors.background,
    )  # fmt: skip


def _tab_content(phone: Phone, s: ClockState) -> tuple[Any, tuple[Any, ...], str]:
    """The content of the chosen tab: function, arguments, floating button."""
    now = clock.local_minute(phone)
    minutes = now.hour * 60 + now.minute
    if s.tab == "alarm":
        return alarm_tab.alarm_list, (s.alarms, s.expanded, minutes), "add_alarm"
    if s.tab == "clock":
        res = resources.of(phone.configuration)
        times = [next_time(a, now) for a in s.alarms if a.enabled]
        first = min(times, default=None)
        text = f"{res.date(first.date(), 'E')} {res.time(first.hour, first.minute)}" if first else ""
        arguments = (
            now.hour,
            now.minute,
            now.date(),
            phone.clock.wall // 60000 if s.cities else 0,
            s.cities,
            text,
        )
        return world_clock.world_clock, arguments, "cities"
    if s.tab == "timer":
        if s.setting_up or not s.timers:
            return timers.timer_setup, (s.digits, bool(s.timers)), "start_timer" if s.digits else ""
        shown = tuple((t, -(-timers.time_left(t, phone.clock.uptime) // 1000) * 1000) for t in s.timers)
        return timers.timer_list, (shown,), "add_timer"
    running = s.watch_since >= 0
    return (
        stopwatch.stopwatch,
        (stopwatch.elapsed(s, phone.clock.uptime), running, s.laps),
        "stop" if running else "start",
    )


def _undo_of(s: ClockState) -> tuple[str, Callback] | None:
    """The string key of the message about the last deletion, and the handler that undoes it."""
    if s.removed:
        return "android13.clock_city_removed", do(city_clocks.bring_back)
    return ("clock.alarm_deleted", do(alarm_tab.bring_back)) if s.deleted is not None else None


def _seven_content(phone: Phone, s: ClockState) -> tuple[Any, tuple[Any, ...], str]:
    """The content of the chosen tab of Clock 7, as `_tab_content`."""
    res = resources.of(phone.configuration)
    now = clock.local_minute(phone)
    first = preferences.first_weekday(res, s.preferences)
    if s.tab == "alarm":
        return alarm_cards.alarm_list, (s.alarms, s.expanded, now, first), "add_alarm"
    if s.tab == "bedtime":
        b = preferences.bedtime(s.preferences)
        return bedtime.bedtime_tab, (b, alarm_of(s, b.alarm), first, s.playing), ""
    function, arguments, button = _tab_content(phone, s)
    if s.tab == "clock":
        seconds = preferences.is_on(s.preferences, "display_clock_seconds")
        second = clock.local_time(phone).second if seconds else -1
        hands = preferences.text(s.preferences, "clock_style") == "analog"
        here = city_clocks.Here(now.hour, now.minute, second, now.date(), arguments[-1], hands)
        rows = city_clocks.rows_of(phone, s, res.string("android13.clock_home"))
        return city_clocks.clock_tab, (here, rows), "add_city"
    if function is timers.timer_setup:
        return function, (*arguments, True), button
    return function, arguments, button


def _screen(phone: Phone, s: ClockState) -> Layer:
    """The chosen tab, as the phone's release has it."""
    seven = is_seven(phone)
    function, arguments, button = (_seven_content if seven else _tab_content)(phone, s)
    if phone.image.api_level < 33:
        return layer(_main, s.tab, function, arguments, button, _undo_of(s))
    function = {stopwatch.stopwatch: android13.watch, timers.timer_setup: android13.timer_setup}.get(
        function, function
    )
    tabs = tuple(
        [
            (name, glyph, do(stay) if seven and name == s.tab else do(_select, name))
            for name, _, glyph in _tabs_of(phone)
        ]
    )
    menu = do(settings_screen.open_menu) if seven else None
    return layer(android13.frame, s.tab, tabs, do(_swiped), function, arguments, button, _undo_of(s), menu)


def _dialog(phone: Phone, s: ClockState, activity: Activity) -> Layer:
    """Dialog or page over the main screen."""
    opened = s.dialog
    if isinstance(opened, PickAlarm):
        done = (alarm_tab.picker_done, alarm_tab.dismiss_dialog) if opened.id >= 0 else (
            bedtime.time_picked, bedtime.picker_left
        )  # fmt: skip
        return dialog(alarm_tab.picker_layer, opened, activity.focus, *done, is_seven(phone))
    if isinstance(opened, PickDay):
        res = resources.of(phone.configuration)
        first = preferences.first_weekday(res, s.preferences)
        return dialog(alarm_tab.day_layer, opened, clock.local_minute(phone).date(), first)
    if isinstance(opened, Opened):
        if opened.name == "menu":
            return dialog(settings_screen.overflow)
        res = resources.of(phone.configuration)
        b = preferences.bedtime(s.preferences)
        first = preferences.first_weekday(res, s.preferences)
        return dialog(bedtime.time_sheet, opened.name, b, alarm_of(s, b.alarm), first)
    return dialog(alarm_tab.label_layer, opened, activity.focus)


def _seven_layers(phone: Phone, s: ClockState, activity: Activity, name: str) -> tuple[Layer, ...] | None:
    """The layers of an activity that only Clock 7 has, or None."""
    if name == "SettingsActivity":
        hour = phone.clock.wall // 3_600_000
        main = layer(settings_screen.settings_page, s.preferences, hour)
        if not isinstance(s.dialog, Opened) or s.dialog.name not in preferences.LISTS:
            return (main,)
        return main, dialog(settings_screen.list_dialog, s.dialog.name, s.preferences, hour)
    if name == "RingtonePickerActivity":
        return (layer(sounds.sounds_page, activity.argument, sounds.chosen_for(s, activity.argument)),)
    if name == "ScreensaverActivity":
        now = clock.local_minute(phone)
        hands = preferences.text(s.preferences, "screensaver_clock_style") == "analog"
        dim = preferences.is_on(s.preferences, "screensaver_night_mode")
        here = now.hour, now.minute, now.date(), hands, dim
        return (layer(city_clocks.screensaver, *here, kind="screen", bars="light"),)
    if name == "CitySelectionActivity" and is_seven(phone):
        focused = activity.focus == "city"
        return (layer(city_clocks.search_page, s.city_query, phone.clock.wall // 60_000, focused),)
    return None


def _layers(phone: Phone, s: ClockState, activity: Activity) -> tuple[Layer, ...]:
    name = activity.name.rpartition(".")[2]
    if name == "AlarmActivity":
        now, id = clock.local_minute(phone), activity.argument
        shown = (alarm_of(s, id), id, now.hour, now.minute)
        return (layer(alarm_tab.ringing, *shown, kind="screen", bars="light"),)
    if name == "ExpiredTimersActivity":
        timer = next((t for t in s.timers if t.id == activity.argument), None)
        left = -(-timers.time_left(timer, phone.clock.uptime) // 1000) * 1000 if timer else 0
        return (layer(timers.expired, timer, left, activity.argument, kind="screen", bars="light"),)
    own = _seven_layers(phone, s, activity, name)
    if own is not None:
        return own
    if name == "CitySelectionActivity":
        return (layer(world_clock.cities_page, s.cities, s.city_query, activity.focus == "city"),)
    main = _screen(phone, s)
    return (main,) if s.dialog is None else (main, _dialog(phone, s, activity))


APP = App(
    name="clock",
    package=PACKAGE,
    activity="com.android.deskclock.DeskClock",
    icon=AppIcon("schedule", 0xFF3F51B5),
    state=ClockState,
    layers=_layers,
    uid=10071,
    back=_back,
    closed=closed,
    paused=notices.away,
    resumed=notices.here,
    notices=notices.refresh,
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
    shortcuts=(AppShortcut("clock.add_alarm", "alarm", Intent(SET_ALARM, package=PACKAGE)),),
    layouts=(
        ("", ("android.view.ViewGroup#content",)),
        ("ExpiredTimersActivity", ("android.widget.FrameLayout#expired_timers_activity",)),
    ),
)
