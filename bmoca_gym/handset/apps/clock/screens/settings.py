"""Clock 7's settings: the page, and the lists of its rows."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.handlers.settings import (
    SCREENSAVER_ACTIVITY,
    SETTINGS_ACTIVITY,
    choose,
    open_activity,
    open_date,
    open_list,
    open_privacy,
    switch,
)
from bmoca_gym.handset.apps.clock.handlers.sounds import open_sounds
from bmoca_gym.handset.apps.clock.state import ID, PACKAGE
from bmoca_gym.handset.kits import sounds
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    list_row,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do

#: The page: headings and the settings under them; "date_time" and "timer_ringtone" lead elsewhere.
_GROUPS = (
    ("clock.clock", ("clock_style", "display_clock_seconds", "automatic_home_clock", "home_time_zone", "date_time")),
    ("android13.clock_alarms", ("auto_silence", "snooze_duration", "alarm_crescendo_duration", "volume_button_setting",
                                "week_start")),
    ("android13.clock_timers", ("timer_ringtone", "timer_crescendo_duration", "timer_vibrate")),
    ("android13.clock_screen_saver", ("screensaver_clock_style", "screensaver_night_mode")),
)  # fmt: skip


def overflow(res: Resources) -> Element:
    """The menu of More options."""
    items = (
        (res.string("android13.clock_screen_saver"), do(open_activity, SCREENSAVER_ACTIVITY)),
        (res.string("android13.clock_settings"), do(open_activity, SETTINGS_ACTIVITY)),
        (res.string("android13.clock_privacy"), do(open_privacy)),
    )
    return menu(res, items, CLOSE)


def settings_page(res: Resources, kept: Preferences, hour: int) -> Element:
    """The settings page. ``hour``: hours since the epoch, for the zones' offsets."""
    rows: list[Element] = []
    for title, names in _GROUPS:
        rows.append(heading(res, res.string(title)))
        rows += [_row(res, kept, name, hour) for name in names]
    return page(
        res,
        toolbar(res, res.string("android13.clock_settings"), up=LEAVE, id=ID + "toolbar"),
        scrolling(*rows, key="settings", id=PACKAGE + ":id/recycler_view", pad=(0, 0, 0, 24)),
    )


def _date_row(res: Resources, title: str, kept: Preferences) -> Element:
    return list_row(res, title, tap=do(open_date))


def _sound_row(res: Resources, title: str, kept: Preferences) -> Element:
    return list_row(res, title, timer_sound(res, kept), tap=do(open_sounds, "timer"))


#: Rows that lead elsewhere.
_LEADING = {"date_time": _date_row, "timer_ringtone": _sound_row}
_SUMMARIES = {"automatic_home_clock": "android13.clock_home_summary"}


def _row(res: Resources, kept: Preferences, name: str, hour: int) -> Element:
    title = res.string(f"android13.clock_setting_{name}")
    if name in _LEADING:
        return _LEADING[name](res, title, kept)
    if name in preferences.LISTS:
        return list_row(res, title, preferences.shown(res, kept, name, hour), tap=do(open_list, name))
    on = preferences.is_on(kept, name)
    summary = res.string(_SUMMARIES[name]) if name in _SUMMARIES else ""
    return list_row(
        res, title, summary, tap=do(switch, name, not on),
        end=Switch(on, color=res.colors.accent, id="android:id/switch_widget"),
    )  # fmt: skip


def timer_sound(res: Resources, kept: Preferences) -> str:
    """The name of the timer's sound."""
    address = preferences.timer_sound(kept)
    return res.string("android13.clock_timer_expired") if address is None else sounds.name_of(res, address)


def list_dialog(res: Resources, name: str, kept: Preferences, hour: int) -> Element:
    """The list of a setting's choices."""
    value = preferences.chosen(res, kept, name)
    rows = [
        choice(res, label, each == value, do(choose, name, each))
        for each, label in preferences.options(res, name, hour)
    ]
    body = scrolling(
        *rows, key=f"list-{name}", grow=0, id="android:id/list", class_name="android.widget.ListView"
    )
    return dialog_card(
        res, body, title=res.string(f"android13.clock_setting_{name}"), buttons=(cancel(res),),
        dismiss=CLOSE,
    )  # fmt: skip
