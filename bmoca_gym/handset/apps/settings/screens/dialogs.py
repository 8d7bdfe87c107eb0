"""Dialogs of Settings: choices, brightness, device name, date and time, warnings."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.choices import CHOICES
from bmoca_gym.handset.apps.settings.handlers.dialogs import (
    SHORTEST_PIN,
    choose,
    dark_theme_seen,
    date_changed,
    date_done,
    rename,
    set_brightness,
    set_pin,
    time_changed,
    time_done,
    type_name,
    type_pin,
)
from bmoca_gym.handset.apps.settings.handlers.notices import set_access
from bmoca_gym.handset.apps.settings.handlers.pages import set_talkback
from bmoca_gym.handset.kits import date_picker, questions, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import brightness
from bmoca_gym.handset.ui.components import dialog_card, scrim, scrolling, slider, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do


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
    return scrim(res, Column(Spacer(width=1, height=36), card, class_name=""), CLOSE, justify="start")


def choice_dialog(res: Resources, key: str, chosen: int) -> Element:
    """A list of choices, with the current one marked."""
    names = CHOICES[key].names(res)
    rows = [
        Row(
            RadioButton(index == chosen, color=res.colors.accent, off_color=res.colors.secondary, class_name=""),
            Text(name, 16, res.colors.text, lines=3, grow=1, class_name="android.widget.CheckedTextView",
                 id="android:id/text1", checked=index == chosen),
            width=FILL, gap=16, pad=(20, 6), align="center", tap=do(choose, key, index),
        )
        for index, name in enumerate(names)
    ]  # fmt: skip
    title = Text(
        res.string(summaries.string_of(key)), 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 8),
        id="android:id/alertTitle",
    )  # fmt: skip
    return dialog_card(
        res, title,
        scrolling(*rows, key="choices", grow=0, id="android:id/select_dialog_listview"),
        dismiss=CLOSE, pad=(0, 20, 8, 8),
        buttons=(cancel(res),),
    )  # fmt: skip


def rename_dialog(res: Resources, name: str, focused: bool, bluetooth: bool) -> Element:
    """A field with the phone's name, or the name other devices see (``bluetooth``)."""
    c = res.colors
    field = TextField(
        name, "name", do(type_name), focused=focused, on_submit=do(rename, bluetooth), color=c.text, accent=c.accent,
        size=16, width=FILL, pad=(0, 10), id="com.android.settings:id/edittext", lines=2,
    )  # fmt: skip
    return dialog_card(
        res, field, Spacer(width=FILL, height=2, background=c.accent), dismiss=CLOSE,
        title=res.string("android13.settings_rename_title" if bluetooth else "settings.device_name_title"),
        buttons=(
            cancel(res),
            text_button(
                res, res.string("android13.settings_rename" if bluetooth else "common.ok"), do(rename, bluetooth),
                id="android:id/button1", enabled=bool(name.strip()),
            ),
        ),
    )  # fmt: skip


def pin_dialog(res: Resources, pin: str, focused: bool) -> Element:
    """A field for a new PIN."""
    c = res.colors
    field = PasswordField(
        pin, "pin", do(type_pin), focused=focused, on_submit=do(set_pin), color=c.text, accent=c.accent,
        size=20, width=FILL, pad=(0, 10), kind="number", cursor=False, id="com.android.settings:id/password_entry",
    )  # fmt: skip
    return dialog_card(
        res, Text(res.string("settings.screen_lock_pin_note"), 14, c.secondary, lines=None), field,
        Spacer(width=FILL, height=2, background=c.accent), dismiss=CLOSE,
        title=res.string("settings.screen_lock_set_pin"),
        buttons=(
            cancel(res),
            text_button(res, res.string("common.ok"), do(set_pin), id="android:id/button1",
                        enabled=len(pin) >= SHORTEST_PIN),
        ),
    )  # fmt: skip


# Words of warning


def message_dialog(
    res: Resources, title: str, text: str, ok: str, on_ok: Callback, cancel: bool, no: str = "common.cancel"
) -> Element:
    """A title, a message, and one or two buttons. ``no``: string of the second."""
    buttons: tuple[Element, ...] = (text_button(res, ok, on_ok, id="android:id/button1"),)
    if cancel:
        buttons = (questions.cancel(res, label=no), *buttons)
    body = (Text(text, 16, res.colors.secondary, lines=None, id="android:id/message"),) if text else ()
    return dialog_card(res, *body, dismiss=CLOSE, title=title, buttons=buttons)


def dark_theme_dialog(res: Resources) -> Element:
    """A dialog that explains the dark theme before it is first switched on."""
    return message_dialog(
        res, res.string("settings.dark_theme"), res.string("settings.dark_theme_note"), res.string("settings.got_it"),
        do(dark_theme_seen), False,
    )  # fmt: skip


def date_dialog(res: Resources, picker: DatePicker, today: date) -> Element:
    """The date picker."""
    return date_picker.picker_dialog(res, picker, today, date_changed, do(date_done), CLOSE)


def time_dialog(res: Resources, picker: TimePicker, focused: str) -> Element:
    """The time picker."""
    return time_picker.picker_dialog(res, picker, focused, time_changed, do(time_done), CLOSE)


# Access to notifications


def allow_access_dialog(res: Resources, package: str, name: str) -> Element:
    """The confirmation before allowing an app to read notifications."""
    title = res.string("android13.settings_allow_access_title", app=name)
    text, ok = res.string("android13.settings_access_note"), res.string("android13.settings_allow")
    return message_dialog(res, title, text, ok, do(set_access, package, True), True)


def stop_access_dialog(res: Resources, package: str, name: str) -> Element:
    """The confirmation before revoking an app's access to notifications."""
    text = res.string("android13.settings_stop_access_note", app=name)
    ok = res.string("android13.settings_turn_off")
    return message_dialog(res, "", text, ok, do(set_access, package, False), True)


# TalkBack


def talkback_dialog(res: Resources, on: bool) -> Element:
    """The confirmation before switching TalkBack on or off."""
    name, way = res.string("android13.settings_talkback"), "on" if on else "off"
    title = res.string(f"android13.settings_service_{way}_title", app=name)
    text = res.string(f"android13.settings_service_{way}_note", app=name)
    ok = res.string("android13.settings_allow" if on else "android13.settings_service_stop")
    no = "android13.settings_service_deny" if on else "common.cancel"
    return message_dialog(res, title, text, ok, do(set_talkback, on), True, no)
