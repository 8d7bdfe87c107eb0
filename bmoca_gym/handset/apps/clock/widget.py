"""Clock's home screen widget: time, date and the next alarm."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock.state import ID, MAIN, PACKAGE, ClockState, next_time
from bmoca_gym.handset.kits.app_widgets import open_activity
from bmoca_gym.handset.manifest import AppWidget
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import FittedText, Icon
from bmoca_gym.handset.value import do

_WHITE = 0xFFFFFFFF
#: On a screen lower than this (dp) the cells of the home screen are low, too.
_LOW = 600


def _shows(phone: Phone) -> tuple[Any, ...]:
    """The minute of the day, the date, and when the next alarm rings, or None."""
    state: ClockState = phone.apps[PACKAGE]
    now = phone.local_minute
    alarm = min([next_time(one, now) for one in state.alarms if one.enabled], default=None)
    return now.hour * 60 + now.minute, now.date(), alarm and (alarm.weekday(), alarm.hour, alarm.minute)


def _digital(res: Resources, minute: int, day: date, alarm: tuple[int, int, int] | None) -> Element:
    hour = minute // 60
    shown = res.digits(f"{hour if res.hour_24 else hour % 12 or 12}:{minute % 60:02d}")
    words: list[Element] = [
        FittedText(res.date(day, "MMMEd"), 15, _WHITE, 500, shadow=True, id=ID + "date"),
    ]
    if alarm is not None:
        weekday = resources.weekdays(res.locale, "abbreviated")[alarm[0]]
        rings = f"{weekday} {res.time(*alarm[1:])}"
        words.append(Icon("alarm", 16, _WHITE, id=ID + "nextAlarmIcon"))
        words.append(FittedText(rings, 15, _WHITE, 500, shadow=True, id=ID + "nextAlarm"))
    return Column(
        FittedText(
            shown, 40 if res.height < _LOW else 64, _WHITE, align="center", width=FILL, shadow=True, id=ID + "clock",
        ),
        Row(*words, gap=8, align="center", class_name=""),
        width=FILL, height=FILL, align="center", justify="center", id=ID + "digital_widget",
        tap=do(open_activity, MAIN),
    )  # fmt: skip


WIDGETS = (
    AppWidget(
        "com.android.alarmclock.DigitalAppWidgetProvider", "clock.widget_digital", 4, 1, _digital, _shows
    ),
)
