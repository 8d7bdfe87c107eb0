"""Clock 7's bedtime: its tab, and the sheets for the times of going to sleep and waking up."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.clock.handlers.alarms import toggle_vibrate
from bmoca_gym.handset.apps.clock.handlers.bedtime import (
    DAY,
    open_time,
    pick_time,
    play,
    step,
    switch_alarm,
    switch_reminder,
    toggle_day,
)
from bmoca_gym.handset.apps.clock.handlers.sounds import open_sounds
from bmoca_gym.handset.apps.clock.preferences import Bedtime
from bmoca_gym.handset.apps.clock.screens import alarms as alarms_screens
from bmoca_gym.handset.apps.clock.screens import sounds as sounds_screens
from bmoca_gym.handset.apps.clock.screens.alarm_cards import days_of, spaced
from bmoca_gym.handset.apps.clock.state import ID, Alarm
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, scrolling, sheet
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, Switch, Text, time_text
from bmoca_gym.handset.value import do

_STEP = 15


def _clock(
    res: Resources, minutes: int, name: str, id: str, tap: Any, size: float, **options: Any
) -> Element:
    time = spaced(res.time(*divmod(minutes, 60)))
    said = f"{res.string(f'android13.clock_{name}')} {time}"
    return time_text(
        res, time, size, res.colors.text, 400, tap=tap, id=ID + id, description=said, pad=(0, 4), **options
    )


def _heading(res: Resources, glyph: str, text: str) -> Element:
    c = res.colors
    return Row(
        Icon(glyph, 18, c.accent, class_name=""),
        FittedText(text, 12, c.secondary, 500, lines=1),
        gap=6, align="center", width=FILL, class_name="",
    )  # fmt: skip


def bedtime_tab(res: Resources, b: Bedtime, alarm: Alarm | None, first: int, playing: bool) -> Element:
    """The times, the length of the night, and the sleep sound. ``alarm``: the wake-up alarm, if any."""
    c = res.colors
    rings = alarm is not None and alarm.enabled
    days = Text(days_of(res, b.days, first)[0] or res.string("android13.clock_not_scheduled"), 12, c.secondary,
                lines=2, id=ID + "days_of_week")  # fmt: skip
    bell = Row(
        Icon("alarm" if rings else "alarm_off", 16, c.secondary, id=ID + "wake_alarm_icon",
             description=res.string(f"android13.clock_alarm_{'on' if rings else 'off'}")),
        class_name="",
    )  # fmt: skip
    word = res.string
    night = Column(
        _heading(res, "hotel", word("android13.clock_bedtime").upper()),
        _clock(res, b.bedtime, "bedtime", "bedtime_clock", do(open_time, "bedtime"), 26), days,
        grow=1, class_name="",
    )  # fmt: skip
    morning = Column(
        _heading(res, "wb_sunny", word("android13.clock_wake_up").upper()),
        _clock(res, b.wake_up, "wake_up", "wake_clock", do(open_time, "wake_up"), 26), bell,
        grow=1, class_name="",
    )  # fmt: skip
    hours, minutes = divmod((b.wake_up - b.bedtime) % DAY, 60)
    parts = [("hours", hours), ("minutes", minutes)]
    length = " ".join(
        res.string(f"clock.{unit}", count=n, shown=res.digits(str(n))) for unit, n in parts if n
    )
    schedule = Column(
        Text(word("android13.clock_schedule"), 16, c.text, 500, id=ID + "card_title"),
        Row(night, morning, gap=16, width=FILL, class_name=""),
        Text(word("android13.clock_of_sleep", time=length), 14, c.secondary, id=ID + "sleep_duration", lines=2),
        width=FILL, pad=16, gap=12, radius=20, background=c.raised, class_name="android.widget.FrameLayout",
    )  # fmt: skip
    said = sounds_screens.sleep_sound(res, b.sound)
    sound = Row(
        icon_button(
            "pause" if playing else "play_arrow",
            word("android13.clock_pause_sound" if playing else "android13.clock_play_sound"), do(play), c.on_accent,
            background=c.accent, radius=24, id=ID + "play_pause",
        ),
        Text(said, 16, c.text, grow=1, lines=2, pad=(0, 14), tap=do(open_sounds, "sleep"),
             id=ID + "sleep_sound", description=word("android13.clock_change_sound", name=said)),
        width=FILL, gap=16, align="center",
    )  # fmt: skip
    listen = Column(
        Text(word("android13.clock_listen"), 16, c.text, 500, id=ID + "card_title", lines=2),
        sound,
        width=FILL, pad=16, gap=12, radius=20, background=c.raised, class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return scrolling(
        schedule, listen, Spacer(width=FILL, height=16), key="bedtime", gap=8, pad=(16, 8),
        id=ID + "bedtime_scroll", class_name="android.widget.ScrollView",
    )  # fmt: skip


def _sleep_parts(res: Resources, b: Bedtime, alarm: Alarm | None, first: int, default: str) -> list[Element]:
    c = res.colors
    return [
        alarms_screens.day_buttons(res, b.days, first, do(toggle_day), 48, c.secondary),
        _switch(res, "reminder", b.reminder > 0, "reminder_switch", switch_reminder),
    ]


def _wake_parts(res: Resources, b: Bedtime, alarm: Alarm | None, first: int, default: str) -> list[Element]:
    c = res.colors
    parts: list[Element] = []
    rings = alarm is not None and alarm.enabled
    parts.append(_switch(res, "wake_up_alarm", rings, "toggle_switch", switch_alarm))
    if alarm is not None and rings:
        sound = sounds_screens.name_of(res, alarm.ringtone, default)
        parts += [
            Text(sound, 16, c.text, pad=(0, 12), width=FILL, tap=do(open_sounds, f"alarm:{alarm.id}"),
                 id=ID + "choose_ringtone",
                 description=res.string("android13.clock_ringtone_of",
                                        ringtone=res.string("android13.clock_ringtone"), text=sound)),
            Row(
                Text(res.string("clock.vibrate"), 16, c.text, grow=1, class_name=""),
                CheckBox(alarm.vibrate, color=c.accent, class_name=""),
                width=FILL, height=48, align="center", tap=do(toggle_vibrate, alarm.id),
                checked=alarm.vibrate, description=res.string("clock.vibrate"), id=ID + "preference_vibrate",
                class_name="android.widget.CheckBox",
            ),
        ]  # fmt: skip
    return parts


#: What stands on the sheets of the two times.
_SHEETS = {"bedtime": _sleep_parts, "wake_up": _wake_parts}


def time_sheet(
    res: Resources, name: str, b: Bedtime, alarm: Alarm | None, first: int, default: str
) -> Element:
    """The sheet for a time: ``name`` is "bedtime" or "wake_up". ``default``: the name of the default alarm sound."""
    c = res.colors
    minutes: int = getattr(b, name)
    steps = [
        icon_button(glyph, res.string(f"android13.clock_{key}"), do(step, name, by), c.text, background=c.raised,
                    radius=24, id=ID + id)
        for glyph, key, by, id in (
            ("remove", "earlier", -_STEP, "minus_button"), ("add", "later", _STEP, "plus_button"),
        )
    ]  # fmt: skip
    clock = _clock(res, minutes, name, "target_clock", do(pick_time, name), 40, grow=1, align="center")
    parts: list[Element] = [
        Text(res.string(f"android13.clock_{name}"), 20, c.text, 500, id=ID + "title"),
        Row(steps[0], clock, steps[1], gap=20, align="center", width=FILL, pad=(16, 0)),
    ]
    parts += _SHEETS[name](res, b, alarm, first, default)
    return sheet(
        res, Column(*parts, width=FILL, gap=12, pad=(24, 0, 24, 24), class_name=""),
        dismiss=CLOSE, id=ID + "bedtime_dialog_layout",
    )  # fmt: skip


def _switch(res: Resources, key: str, on: bool, id: str, handler: Any) -> Element:
    c = res.colors
    words = res.string(f"android13.clock_{key}")
    return Row(
        Text(words, 16, c.text, lines=2, grow=1),
        Switch(on, color=c.accent, tap=do(handler, not on), id=ID + id, width=56, height=48, description=words),
        width=FILL, align="center", gap=12, class_name="",
    )  # fmt: skip
