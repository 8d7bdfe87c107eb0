"""Handlers of dialogs: choices, brightness, names, PIN, date and time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from bmoca_gym.handset.apps.settings import private_dns, summaries
from bmoca_gym.handset.apps.settings.choices import CHOICES
from bmoca_gym.handset.apps.settings.state import DARK_SEEN, NIGHT, Dialog, DialogName, SettingsState, written
from bmoca_gym.handset.effects import finish, focus, log
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import brightness, clock, display, text_input
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Callback, do, replace

_FIRST_YEAR, _LAST_YEAR = 1970, 2037
SHORTEST_PIN, _LONGEST_PIN = 4, 16


#: What dialogs show first, as functions of the context.
_FIRST: dict[str, Callable[[Context], Any]] = {
    "rename": lambda context: summaries.device_name(context.phone, context.res),
    "rename_bluetooth": lambda context: summaries.bluetooth_name(context.phone, context.res),
    "private_dns": lambda context: private_dns.opened(context.phone),
    "date": lambda context: date_picker.opened(context.now.date(), _FIRST_YEAR, _LAST_YEAR),
    "time": lambda context: time_picker.opened(context.res, context.now.hour, context.now.minute),
}
#: Effects of opening a dialog: that of Bluetooth's name has the keyboard open, and the old name selected.
_OPENED: dict[str, tuple[Callback, ...]] = {"rename_bluetooth": (focus("name"), do(text_input.select_all))}


def open_dialog(
    state: SettingsState, context: Context, kind: DialogName, argument: Any = None
) -> Next[SettingsState]:
    """Open a dialog with its initial content."""
    if kind in _FIRST:
        argument = _FIRST[kind](context)
    return replace(state, dialog=Dialog(kind, argument)), *_OPENED.get(kind, ())


# Brightness


def set_brightness(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the brightness to the tapped position of the slider."""
    level = brightness.level_at(touched_share(context, width))
    return state, do(brightness.set_level, level)


def choose(state: SettingsState, context: Context, key: str, index: int) -> Next[SettingsState]:
    """Choose one of a dialog's choices."""
    return replace(state, dialog=None), *CHOICES[key].written(context.res, index)


# The device's name, and that which other devices see


def type_name(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Update the typed text."""
    assert state.dialog is not None
    return replace(
        state, dialog=state.dialog._replace(argument="".join(c for c in text if c.isprintable())[:60])
    )


def rename(state: SettingsState, context: Context, bluetooth: bool) -> Next[SettingsState]:
    """Rename the phone, or only change the name nearby devices see (``bluetooth``)."""
    assert state.dialog is not None
    name = state.dialog.argument
    if not name or not name.strip():
        return state
    name = name.strip()
    # Android 13 tells other devices a new name, too; another one for them alone leaves the phone its own.
    others = bluetooth or context.phone.image.api_level >= 33
    return (
        replace(state, dialog=None),
        *(() if bluetooth else written("global", "device_name", name)),
        *(written(*summaries.BLUETOOTH_NAME, name) if others else ()),
        focus(""),
    )


# The PIN of the screen lock


def type_pin(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Update the typed digits."""
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    return replace(state, dialog=Dialog("pin", digits[:_LONGEST_PIN]))


def set_pin(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Lock the screen with the PIN, and go back."""
    assert state.dialog is not None
    pin = state.dialog.argument
    if len(pin) < SHORTEST_PIN:
        return state
    return replace(state, dialog=None), do(display.set_lock, "pin", pin), focus(""), finish()


def dark_theme_seen(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Switch the dark theme on after its explanation was read."""
    return replace(state, dialog=None), *written(*DARK_SEEN, "1"), *written(*NIGHT, "2")


# Date and time


def _set_clock(local: datetime) -> tuple[Callback, Callback]:
    seconds = int((local - datetime(1970, 1, 1)).total_seconds())
    return do(_move_clock, local), log("AlarmManager", f"Setting time of day to sec={seconds}", "D")


def _move_clock(phone: Phone, local: datetime) -> Phone:
    return clock.set_wall(phone, clock.wall_of(phone, local))


def date_changed(state: SettingsState, context: Context, picker: DatePicker) -> SettingsState:
    """Update the date picker after a touch."""
    return replace(state, dialog=Dialog("date", picker))


def date_done(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Set the date, keeping the time of day."""
    assert state.dialog is not None
    local = datetime.combine(state.dialog.argument.day, context.now.time())
    return replace(state, dialog=None), *_set_clock(local)


def time_changed(state: SettingsState, context: Context, picker: TimePicker) -> Next[SettingsState]:
    """Update the time picker."""
    old = state.dialog.argument if state.dialog is not None else None
    state = replace(state, dialog=Dialog("time", picker))
    return (state, focus("")) if isinstance(old, TimePicker) and old.typed != picker.typed else state


def time_done(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Set the time of day."""
    assert state.dialog is not None
    picker = time_picker.picked(context.res, state.dialog.argument)
    if picker is None:
        return replace(state, dialog=Dialog("time", replace(state.dialog.argument, wrong=True)))
    local = context.now.replace(hour=picker.hour, minute=picker.minute, second=0, microsecond=0)
    return replace(state, dialog=None), *_set_clock(local), focus("")
