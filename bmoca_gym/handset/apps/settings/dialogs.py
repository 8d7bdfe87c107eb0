"""Dialogs of Settings: choices, brightness, device name, date and time, warnings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.settings import private_dns, speech, summaries
from bmoca_gym.handset.apps.settings.state import DISMISS, Dialog, SettingsState, written
from bmoca_gym.handset.effects import finish, focus, log
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Layer, Next, dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import brightness, clock, display, settings, text_input
from bmoca_gym.handset.ui.components import dialog_card, scrim, scrolling, slider, text_button, touched_share
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do, replace

NIGHT = ("secure", "ui_night_mode")
_FIRST_YEAR, _LAST_YEAR = 1970, 2037
_SHORTEST_PIN, _LONGEST_PIN = 4, 16
DARK_SEEN = ("secure", "dark_mode_dialog_seen")


def open_dialog(
    state: SettingsState, context: Context, kind: str, argument: Any = None
) -> Next[SettingsState]:
    """Open a dialog with its initial content."""
    now = context.now
    if kind == "rename":
        argument = summaries.device_name(context.phone, context.res)
    elif kind == "rename_bluetooth":  # which has the keyboard open, and the old name selected
        name = summaries.bluetooth_name(context.phone, context.res)
        state = replace(state, dialog=Dialog(kind, name), menu=False)
        return state, focus("name"), do(text_input.select_all)
    elif kind == "private_dns":
        argument = private_dns.opened(context.phone)
    elif kind == "date":
        argument = date_picker.opened(now.date(), _FIRST_YEAR, _LAST_YEAR)
    elif kind == "time":
        argument = time_picker.opened(context.res, now.hour, now.minute)
    return replace(state, dialog=Dialog(kind, argument), menu=False)


# Brightness


def set_brightness(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the brightness to where the slider was touched."""
    level = brightness.level_at(touched_share(context, width))
    return state, do(brightness.set_level, level)


def brightness_dialog(res: Resources, level: int) -> Element:
    """The slider over the page, as the system shows it."""
    width = float(max(80, min(480, res.width - 24) - 32 - 36))
    share = round(brightness.share_of(level) * 1023)
    body = Row(
        slider(
            res, share, 0, 1023, width, do(set_brightness, width), id="com.android.systemui:id/slider",
            description=res.string("settings.brightness"),
        ),
        Icon("brightness_medium", 24, res.colors.secondary),
        width=FILL, gap=12, align="center",
    )  # fmt: skip
    card = Column(
        body, width=min(480, res.width - 24), pad=(16, 12), background=res.colors.surface, radius=8, tap=do(take_touch),
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return scrim(res, Column(Spacer(width=1, height=36), card, class_name=""), DISMISS, justify="start")


# Choices


class Choices(NamedTuple):
    """Choices of a dialog: the names, the index of the current one, and effects that set one."""

    names: Callable[[Resources], list[str]]
    chosen: Callable[[Phone, Resources], int]
    written: Callable[[Resources, int], tuple[Callback, ...]]


def _timeouts(res: Resources) -> list[str]:
    return [summaries.timeout_name(res, seconds) for seconds in summaries.TIMEOUTS]


def _timeout_chosen(phone: Phone, res: Resources) -> int:
    seconds = settings.number(phone, "system", "screen_off_timeout", -1, 0, (1 << 31) - 1) // 1000
    return summaries.TIMEOUTS.index(seconds) if seconds in summaries.TIMEOUTS else -1


def _timeout_written(res: Resources, index: int) -> tuple[Callback, ...]:
    return written("system", "screen_off_timeout", str(summaries.TIMEOUTS[index] * 1000))


def _on_lock_screen(res: Resources) -> list[str]:
    return [res.string(f"settings.{name}") for name in summaries.LOCK_SCREEN_NOTIFICATIONS]


def _on_lock_screen_chosen(phone: Phone, res: Resources) -> int:
    return summaries.lock_screen_choice(phone)


def _on_lock_screen_written(res: Resources, index: int) -> tuple[Callback, ...]:
    return (
        *written("secure", "lock_screen_show_notifications", "0" if index == 2 else "1"),
        *written("secure", "lock_screen_allow_private_notifications", "1" if index == 0 else "0"),
    )


_CHOICES = {
    "screen_timeout": Choices(_timeouts, _timeout_chosen, _timeout_written),
    "lock_screen_notifications": Choices(_on_lock_screen, _on_lock_screen_chosen, _on_lock_screen_written),
    "android13.settings_tts_language": Choices(
        speech.language_names, speech.language_chosen, speech.language_written
    ),
}


def choose(state: SettingsState, context: Context, key: str, index: int) -> Next[SettingsState]:
    """Take one of a dialog's choices."""
    return replace(state, dialog=None), *_CHOICES[key].written(context.res, index)


def choice_dialog(res: Resources, key: str, chosen: int) -> Element:
    """A list of choices, the one that is set marked."""
    names = _CHOICES[key].names(res)
    rows = [
        Row(
            RadioButton(index == chosen, color=res.colors.accent, off_color=res.colors.secondary, class_name=""),
            Text(name, 16, res.colors.text, lines=3, grow=1, class_name="android.widget.CheckedTextView",
                 id="android:id/text1", checked=index == chosen),
            width=FILL, gap=16, pad=(20, 6), align="center", tap=do(choose, key, index),
        )
        for index, name in enumerate(names)
    ]  # fmt: skip
    # Some languages' choices need several lines: about 6.5 dp a letter.
    room = max(80, min(320, res.width - 24) - 92)
    tall = sum(max(44, 14 + 21 * (1 + len(name) * 13 // (2 * room))) for name in names)
    height = min(tall, max(120, res.height - 260))
    title = Text(
        res.string(summaries.string_of(key)), 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 8),
        id="android:id/alertTitle",
    )  # fmt: skip
    return dialog_card(
        res, title,
        scrolling(*rows, key="choices", height=height, grow=0, id="android:id/select_dialog_listview"),
        dismiss=DISMISS, pad=(0, 20, 8, 8),
        buttons=(text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),),
    )  # fmt: skip


# The device's name, and that which other devices see


def type_name(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Update the typed text."""
    assert state.dialog is not None
    return replace(state, dialog=Dialog(state.dialog.kind, "".join(c for c in text if c.isprintable())[:60]))


def rename(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Give the phone its new name."""
    assert state.dialog is not None
    name = state.dialog.argument
    if not name or not name.strip():
        return state
    name = name.strip()
    # Android 13 tells other devices a new name, too; another one for them alone leaves the phone its own.
    own = state.dialog.kind == "rename"
    others = not own or context.phone.image.api_level >= 33
    return (
        replace(state, dialog=None),
        *(written("global", "device_name", name) if own else ()),
        *(written(*summaries.BLUETOOTH_NAME, name) if others else ()),
        focus(""),
    )


def rename_dialog(res: Resources, name: str, focused: bool, bluetooth: bool) -> Element:
    """A field with the phone's name, or that which other devices see (``bluetooth``)."""
    c = res.colors
    field = TextField(
        name, "name", do(type_name), focused=focused, on_submit=do(rename), color=c.text, accent=c.accent, size=16,
        width=FILL, pad=(0, 10), id="com.android.settings:id/edittext", lines=2,
    )  # fmt: skip
    return dialog_card(
        res, field, Spacer(width=FILL, height=2, background=c.accent), dismiss=DISMISS,
        title=res.string("android13.settings_rename_title" if bluetooth else "settings.device_name_title"),
        buttons=(
            text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),
            text_button(
                res, res.string("android13.settings_rename" if bluetooth else "common.ok"), do(rename),
                id="android:id/button1", enabled=bool(name.strip()),
            ),
        ),
    )  # fmt: skip


# The PIN of the screen lock


def type_pin(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Take over the digits that were typed."""
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    return replace(state, dialog=Dialog("pin", digits[:_LONGEST_PIN]))


def set_pin(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Lock the screen with the PIN, and go back."""
    assert state.dialog is not None
    pin = state.dialog.argument
    if len(pin) < _SHORTEST_PIN:
        return state
    return replace(state, dialog=None), do(display.set_lock, "pin", pin), focus(""), finish()


def pin_dialog(res: Resources, pin: str, focused: bool) -> Element:
    """A field for a new PIN."""
    c = res.colors
    field = PasswordField(
        pin, "pin", do(type_pin), focused=focused, on_submit=do(set_pin), color=c.text, accent=c.accent,
        size=20, width=FILL, pad=(0, 10), kind="number", cursor=False, id="com.android.settings:id/password_entry",
    )  # fmt: skip
    return dialog_card(
        res, Text(res.string("settings.screen_lock_pin_note"), 14, c.secondary, lines=None), field,
        Spacer(width=FILL, height=2, background=c.accent), dismiss=DISMISS,
        title=res.string("settings.screen_lock_set_pin"),
        buttons=(
            text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(set_pin), id="android:id/button1",
                        enabled=len(pin) >= _SHORTEST_PIN),
        ),
    )  # fmt: skip


# Words of warning


def message_dialog(res: Resources, title: str, text: str, ok: str, on_ok: Callback, cancel: bool) -> Element:
    """A title, a message, and one or two buttons."""
    buttons: tuple[Element, ...] = (text_button(res, ok, on_ok, id="android:id/button1"),)
    if cancel:
        buttons = (text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"), *buttons)
    body = (Text(text, 16, res.colors.secondary, lines=None, id="android:id/message"),) if text else ()
    return dialog_card(res, *body, dismiss=DISMISS, title=title, buttons=buttons)


def dark_theme_seen(state: SettingsState, context: Context) -> Next[SettingsState]:
    """The word about the dark theme was read: switch it on."""
    return replace(state, dialog=None), *written(*DARK_SEEN, "1"), *written(*NIGHT, "2")


def dark_theme_dialog(res: Resources) -> Element:
    """A dialog that explains the dark theme, once before it is first switched on."""
    return message_dialog(
        res, res.string("settings.dark_theme"), res.string("settings.dark_theme_note"), res.string("settings.got_it"),
        do(dark_theme_seen), False,
    )  # fmt: skip


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
    """Set the date, the time of day stays."""
    assert state.dialog is not None
    local = datetime.combine(state.dialog.argument.day, context.now.time())
    return replace(state, dialog=None), *_set_clock(local)


def date_dialog(res: Resources, picker: DatePicker, today: date) -> Element:
    """The date picker."""
    return date_picker.picker_dialog(res, picker, today, date_changed, do(date_done), DISMISS)


def time_changed(state: SettingsState, context: Context, picker: TimePicker) -> Next[SettingsState]:
    """Take over what was touched in the time picker."""
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


def time_dialog(res: Resources, picker: TimePicker, focused: str) -> Element:
    """The time picker."""
    return time_picker.picker_dialog(res, picker, focused, time_changed, do(time_done), DISMISS)


def layer_of(phone: Phone, state: SettingsState, activity: Activity) -> Layer | None:
    """The window of the open dialog; None for a dialog that its own screen shows."""
    assert state.dialog is not None
    kind, argument = state.dialog
    if kind == "brightness":
        return dialog(brightness_dialog, brightness.level(phone))
    if kind == "choice":
        chosen = _CHOICES[argument].chosen(phone, resources.of(phone.configuration))
        return dialog(choice_dialog, argument, chosen)
    if kind in ("rename", "rename_bluetooth"):
        return dialog(rename_dialog, argument, activity.focus == "name", kind == "rename_bluetooth")
    if kind == "private_dns":
        return dialog(private_dns.choice_dialog, *argument, activity.focus == "hostname")
    if kind == "pin":
        return dialog(pin_dialog, argument, activity.focus == "pin")
    if kind == "date":
        return dialog(date_dialog, argument, clock.local_minute(phone).date())
    if kind == "time":
        return dialog(time_dialog, argument, activity.focus)
    return dialog(dark_theme_dialog) if kind == "dark_theme" else None
