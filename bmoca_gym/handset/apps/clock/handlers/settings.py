"""Handlers of Clock 7's settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.state import PACKAGE, ClockState, Opened, OpenList
from bmoca_gym.handset.effects import scroll_to, show, start
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import replace

SETTINGS_ACTIVITY = f"{PACKAGE}/com.android.deskclock.settings.SettingsActivity"
SCREENSAVER_ACTIVITY = f"{PACKAGE}/com.android.deskclock.ScreensaverActivity"
ROW = 44  # dp: a row of a list
_PRIVACY = "https://policies.google.com/privacy"


def _hour(phone: Phone) -> int:
    """The hours since the epoch; the differences between zones change at full hours."""
    return phone.clock.wall // 3_600_000


def open_menu(state: ClockState, context: Context) -> ClockState:
    """Open the menu of More options."""
    return replace(state, dialog=Opened("menu"))


def open_activity(state: ClockState, context: Context, component: str) -> Next[ClockState]:
    """Open the activity that a menu item names."""
    return without_overlay(state), start(component)


def open_privacy(state: ClockState, context: Context) -> Next[ClockState]:
    """Show the privacy policy in the browser."""
    return without_overlay(state), show(Intent("android.intent.action.VIEW", _PRIVACY))


def open_list(state: ClockState, context: Context, name: str) -> Next[ClockState]:
    """Open a setting's list of choices, scrolled to its value as on Android."""
    value = preferences.chosen(context.res, state.preferences, name)
    values = [each for each, _ in preferences.options(context.res, name, _hour(context.phone))]
    place = values.index(value) if value in values else 0
    down = round(ROW * context.res.metrics.scale) * place
    return replace(state, dialog=OpenList(name)), scroll_to(f"list-{name}", down)


def choose(state: ClockState, context: Context, name: str, value: str) -> ClockState:
    """Choose the value of a setting in its list."""
    return preferences.put(without_overlay(state), "string", name, value)


def switch(state: ClockState, context: Context, name: str, on: bool) -> ClockState:
    """Switch a setting on or off."""
    return preferences.put(state, "boolean", name, on)


def open_date(state: ClockState, context: Context) -> Next[ClockState]:
    """Show the system's date and time page."""
    return state, show(Intent("android.settings.DATE_SETTINGS"))
