"""Clock 7's settings: the page, and the lists of its rows."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock import alarm_tab, preferences, sounds
from bmoca_gym.handset.apps.clock.state import ID, PACKAGE, ClockState, Opened
from bmoca_gym.handset.effects import finish, scroll_to, show, start
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    list_row,
    menu,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do, replace

SETTINGS_ACTIVITY = f"{PACKAGE}/com.android.deskclock.settings.SettingsActivity"
SCREENSAVER_ACTIVITY = f"{PACKAGE}/com.android.deskclock.ScreensaverActivity"
_ROW = 44  # dp: a row of a list
_PRIVACY = "https://policies.google.com/privacy"

#: The page: headings and the settings under them; "date_time" and "timer_ringtone" lead elsewhere.
_GROUPS = (
    ("clock.clock", ("clock_style", "display_clock_seconds", "automatic_home_clock", "home_time_zone", "date_time")),
    ("android13.clock_alarms", ("auto_silence", "snooze_duration", "alarm_crescendo_duration", "volume_button_setting",
                                "week_start")),
    ("android13.clock_timers", ("timer_ringtone", "timer_crescendo_duration", "timer_vibrate")),
    ("android13.clock_screen_saver", ("screensaver_clock_style", "screensaver_night_mode")),
)  # fmt: skip


def _hour(phone: Phone) -> int:
    """The hours since the epoch, by which zones have their differences."""
    return phone.clock.wall // 3_600_000


# Handlers


def open_menu(state: ClockState, context: Context) -> ClockState:
    """Open the menu of More options."""
    return replace(state, dialog=Opened("menu"))


def _open_activity(state: ClockState, context: Context, component: str) -> Next[ClockState]:
    return replace(state, dialog=None), start(component)


def _open_privacy(state: ClockState, context: Context) -> Next[ClockState]:
    return replace(state, dialog=None), show(Intent("android.intent.action.VIEW", _PRIVACY))


def leave(state: ClockState, context: Context) -> Next[ClockState]:
    """Go up to the clock."""
    return state, finish()


def _open_list(state: ClockState, context: Context, name: str) -> Next[ClockState]:
    """Open a setting's list next to its value, as Android does."""
    value = preferences.chosen(context.res, state.preferences, name)
    values = [each for each, _ in preferences.options(context.res, name, _hour(context.phone))]
    place = values.index(value) if value in values else 0
    down = round(_ROW * context.res.metrics.scale) * place
    return replace(state, dialog=Opened(name)), scroll_to(f"list-{name}", down)


def _choose(state: ClockState, context: Context, name: str, value: str) -> ClockState:
    return preferences.put(replace(state, dialog=None), "string", name, value)


def _switch(state: ClockState, context: Context, name: str, on: bool) -> ClockState:
    return preferences.put(state, "boolean", name, on)


def _open_date(state: ClockState, context: Context) -> Next[ClockState]:
    return state, show(Intent("android.settings.DATE_SETTINGS"))


# Screens


def overflow(res: Resources) -> Element:
    """The menu of More options."""
    items = (
        (res.string("android13.clock_screen_saver"), do(_open_activity, SCREENSAVER_ACTIVITY)),
        (res.string("android13.clock_settings"), do(_open_activity, SETTINGS_ACTIVITY)),
        (res.string("android13.clock_privacy"), do(_open_privacy)),
    )
    return menu(res, items, do(alarm_tab.dismiss_dialog))


def settings_page(res: Resources, kept: Preferences, hour: int) -> Element:
    """The page of settings. ``hour``: hours since the epoch, by which zones have their differences."""
    rows: list[Element] = []
    for title, names in _GROUPS:
        rows.append(heading(res, res.string(title)))
        rows += [_row(res, kept, name, hour) for name in names]
    return page(
        res,
        toolbar(res, res.string("android13.clock_settings"), up=do(leave), id=ID + "toolbar"),
        scrolling(*rows, key="settings", id=PACKAGE + ":id/recycler_view", pad=(0, 0, 0, 24)),
    )


def _row(res: Resources, kept: Preferences, name: str, hour: int) -> Element:
    title = res.string(f"android13.clock_setting_{name}")
    if name == "date_time":
        return list_row(res, title, tap=do(_open_date))
    if name == "timer_ringtone":
        return list_row(res, title, timer_sound(res, kept), tap=do(sounds.open_sounds, "timer"))
    if name in preferences.LISTS:
        return list_row(res, title, preferences.shown(res, kept, name, hour), tap=do(_open_list, name))
    on = preferences.is_on(kept, name)
    summary = res.string("android13.clock_home_summary") if name == "automatic_home_clock" else ""
    return list_row(
        res, title, summary, tap=do(_switch, name, not on),
        end=Switch(on, color=res.colors.accent, id="android:id/switch_widget"),
    )  # fmt: skip


def timer_sound(res: Resources, kept: Preferences) -> str:
    """The name of the timer's sound."""
    address = preferences.timer_sound(kept)
    return res.string("android13.clock_timer_expired") if address is None else sounds.name_of(res, address)


def list_dialog(res: Resources, name: str, kept: Preferences, hour: int) -> Element:
    """The list of a setting's values."""
    value = preferences.chosen(res, kept, name)
    rows = [
        choice(res, label, each == value, do(_choose, name, each))
        for each, label in preferences.options(res, name, hour)
    ]
    most = max(120, res.height - 260)
    body = scrolling(
        *rows, key=f"list-{name}", grow=0, width=FILL, height=min(_ROW * len(rows), most), id="android:id/list",
        class_name="android.widget.ListView",
    )  # fmt: skip
    cancel = text_button(
        res, res.string("common.cancel"), do(alarm_tab.dismiss_dialog), id="android:id/button2"
    )
    return dialog_card(
        res, body, title=res.string(f"android13.clock_setting_{name}"), buttons=(cancel,),
        dismiss=do(alarm_tab.dismiss_dialog),
    )  # fmt: skip
