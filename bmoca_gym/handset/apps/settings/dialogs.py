"""The dialogs of Settings: choices, brightness, the device's name, date and time, and words of warning."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.app import Context, Layer, dialog, focus, log
from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.state import DISMISS, Dialog, SettingsState, written
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import brightness, clock, settings
from bmoca_gym.handset.value import Callback, do, replace
from bmoca_gym.handset.view import time_picker
from bmoca_gym.handset.view.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.view.furniture import (
    dialog_card,
    icon_button,
    scrim,
    scrolling,
    slider,
    text_button,
    touched_share,
)
from bmoca_gym.handset.view.time_picker import TimePicker
from bmoca_gym.handset.view.widgets import Icon, RadioButton, Text, TextField

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone
    from bmoca_gym.handset.system.activities import Activity

NIGHT = ("secure", "ui_night_mode")
_FIRST_YEAR, _LAST_YEAR = 1970, 2037
DARK_SEEN = ("secure", "dark_mode_dialog_seen")


def open_dialog(state: SettingsState, context: Context, kind: str, argument: Any = None) -> SettingsState:
    """Open a dialog with what it shows first."""
    now = context.now
    if kind == "rename":
        argument = summaries.device_name(context.phone, context.res)
    elif kind == "date":
        argument = (now.date().replace(day=1), now.date())
    elif kind == "time":
        argument = time_picker.opened(context.res, now.hour, now.minute)
    return replace(state, dialog=Dialog(kind, argument), menu=False)


# Brightness


def set_brightness(state: SettingsState, context: Context, width: float) -> Any:
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


def choose(state: SettingsState, context: Context, key: str, index: int) -> Any:
    """Take one of a dialog's choices."""
    state = replace(state, dialog=None)
    if key == "screen_timeout":
        return state, *written("system", "screen_off_timeout", str(summaries.TIMEOUTS[index] * 1000))
    return (
        state,
        *written("secure", "lock_screen_show_notifications", "0" if index == 2 else "1"),
        *written("secure", "lock_screen_allow_private_notifications", "1" if index == 0 else "0"),
    )


def choice_dialog(res: Resources, key: str, chosen: int) -> Element:
    """A list of choices, the one that is set marked."""
    if key == "screen_timeout":
        names = [summaries.timeout_name(res, seconds) for seconds in summaries.TIMEOUTS]
    else:
        names = [res.string(f"settings.{name}") for name in summaries.LOCK_SCREEN_NOTIFICATIONS]
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
        res.string(f"settings.{key}"), 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 8), id="android:id/alertTitle"
    )  # fmt: skip
    return dialog_card(
        res, title,
        scrolling(*rows, key="choices", height=height, grow=0, id="android:id/select_dialog_listview"),
        dismiss=DISMISS, pad=(0, 20, 8, 8),
        buttons=(text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),),
    )  # fmt: skip


# The device's name


def type_name(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Take over what was typed."""
    return replace(state, dialog=Dialog("rename", "".join(c for c in text if c.isprintable())[:60]))


def rename(state: SettingsState, context: Context) -> Any:
    """Give the phone its new name."""
    assert state.dialog is not None
    name = state.dialog.argument
    if not name or not name.strip():
        return state
    return replace(state, dialog=None), *written("global", "device_name", name.strip()), focus("")


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """A field with the phone's name."""
    c = res.colors
    field = TextField(
        name, "name", do(type_name), focused=focused, on_submit=do(rename), color=c.text, accent=c.accent, size=16,
        width=FILL, pad=(0, 10), id="com.android.settings:id/edittext", lines=2,
    )  # fmt: skip
    return dialog_card(
        res, field, Spacer(width=FILL, height=2, background=c.accent), dismiss=DISMISS,
        title=res.string("settings.device_name_title"),
        buttons=(
            text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(rename), id="android:id/button1", enabled=bool(name.strip())),
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


def dark_theme_seen(state: SettingsState, context: Context) -> Any:
    """The word about the dark theme was read: switch it on."""
    return replace(state, dialog=None), *written(*DARK_SEEN, "1"), *written(*NIGHT, "2")


def dark_theme_dialog(res: Resources) -> Element:
    """What the dark theme is, told once before it is first switched on."""
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


def turn_month(state: SettingsState, context: Context, shown: date, picked: date) -> SettingsState:
    """Show another month in the calendar."""
    return replace(state, dialog=Dialog("date", (shown, picked)))


def date_done(state: SettingsState, context: Context, picked: date) -> Any:
    """Set the date, the time of day stays."""
    local = datetime.combine(picked, context.now.time())
    return replace(state, dialog=None), *_set_clock(local)


def date_dialog(res: Resources, shown: date, picked: date) -> Element:
    """A calendar: the month of ``shown``, with ``picked`` marked."""
    c = res.colors
    first_day = resources.first_weekday(res.locale)
    days = monthrange(shown.year, shown.month)[1]
    lead = (shown.weekday() - first_day) % 7
    cell = (min(320, res.width - 24) - 24) / 7
    side = min(34.0, cell)

    def turn(glyph: str, key: str, step: int, id: str) -> Element:
        number = shown.year * 12 + shown.month - 1 + step
        possible = _FIRST_YEAR <= number // 12 <= _LAST_YEAR
        month = date(number // 12, number % 12 + 1, 1) if possible else shown
        return icon_button(
            glyph, res.string(f"settings.{key}"), do(turn_month, month, picked), c.secondary, turn=True,
            id=f"android:id/{id}", enabled=possible,
        )  # fmt: skip

    def day(number: int) -> Element:
        at = shown.replace(day=number)
        chosen = at == picked
        mark = Stack(
            Text(res.digits(str(number)), 13, c.on_accent if chosen else c.text, class_name=""),
            width=side, height=side, radius=side / 2, background=c.accent if chosen else None, align="center",
            justify="center", class_name="",
        )  # fmt: skip
        return Stack(
            mark, width=cell, align="center", tap=do(turn_month, shown, at), description=summaries.long_date(res, at),
            checked=chosen, class_name="android.view.View",
        )  # fmt: skip

    names = resources.weekdays(res.locale, "narrow")
    week = [Text(names[(first_day + i) % 7], 12, c.secondary, align="center") for i in range(7)]
    grid = Grid(
        *week, *[Spacer(width=cell, height=1) for _ in range(lead)], *[day(n) for n in range(1, days + 1)],
        columns=7, width=FILL, class_name="android.view.View", id="android:id/month_view",
    )  # fmt: skip
    header = Column(
        Text(res.digits(str(picked.year)), 14, c.on_accent, 500, id="android:id/date_picker_header_year"),
        Text(res.date(picked, "MMMEd"), 24, c.on_accent, 500, lines=2, id="android:id/date_picker_header_date"),
        width=FILL, pad=(24, 12), background=c.accent, id="android:id/date_picker_header",
    )  # fmt: skip
    months = Row(
        turn("chevron_left", "previous_month", -1, "prev"),
        Text(res.date(shown, "yMMMM"), 14, c.text, 500, grow=1, align="center", lines=2),
        turn("chevron_right", "next_month", 1, "next"),
        width=FILL, align="center",
    )  # fmt: skip
    calendar = Column(months, grid, width=FILL, pad=(12, 0))
    room = max(160, res.height - 48 - 24 - 72 - 56 - 40)
    height = 48 + 24 + -(-(lead + days) // 7) * side
    body = scrolling(calendar, key="calendar", grow=0, height=min(height, room), class_name="")
    foot = Row(
        Spacer(grow=1, height=1),
        text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),
        text_button(res, res.string("common.ok"), do(date_done, picked), id="android:id/button1"),
        width=FILL, pad=(8, 0),
    )  # fmt: skip
    return dialog_card(res, header, body, foot, dismiss=DISMISS, pad=0)


def time_changed(state: SettingsState, context: Context, picker: TimePicker) -> Any:
    """Take over what was touched in the time picker."""
    old = state.dialog.argument if state.dialog is not None else None
    state = replace(state, dialog=Dialog("time", picker))
    return (state, focus("")) if isinstance(old, TimePicker) and old.typed != picker.typed else state


def time_done(state: SettingsState, context: Context) -> Any:
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
    """The window of the open dialog; None where it belongs to a screen of its own kind."""
    assert state.dialog is not None
    kind, argument = state.dialog
    if kind == "brightness":
        return dialog(brightness_dialog, brightness.level(phone))
    if kind == "choice":
        return dialog(choice_dialog, argument, _chosen(phone, argument))
    if kind == "rename":
        return dialog(rename_dialog, argument, activity.focus == "name")
    if kind == "date":
        return dialog(date_dialog, *argument)
    if kind == "time":
        return dialog(time_dialog, argument, activity.focus)
    return dialog(dark_theme_dialog) if kind == "dark_theme" else None


def _chosen(phone: Phone, key: str) -> int:
    if key != "screen_timeout":
        return summaries.lock_screen_choice(phone)
    text = settings.get(phone, "system", "screen_off_timeout") or ""
    seconds = int(text) // 1000 if text.isdecimal() else -1
    return summaries.TIMEOUTS.index(seconds) if seconds in summaries.TIMEOUTS else -1
