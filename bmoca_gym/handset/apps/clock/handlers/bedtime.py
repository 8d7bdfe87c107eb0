"""Handlers of bedtime: its two times, its days, the reminder and the alarm."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.handlers import alarms
from bmoca_gym.handset.apps.clock.handlers.ringing import armed
from bmoca_gym.handset.apps.clock.handlers.sounds import SOUNDS_ACTIVITY
from bmoca_gym.handset.apps.clock.state import (
    BEDTIME,
    WAKE_UP,
    Alarm,
    ClockState,
    Opened,
    PickAlarm,
    alarm_of,
    with_alarm,
)
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.kits import time_picker
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

DAY = 24 * 60
_REMINDER = 15
#: The two times, by the names of their sheets.
_PICKED = {"bedtime": BEDTIME, "wake_up": WAKE_UP}


_EVENTS = {"bedtime": "Sleep", "wake_up": "Wake"}


def open_time(state: ClockState, context: Context, name: Literal["bedtime", "wake_up"]) -> ClockState:
    """Open the sheet for the bedtime or the wake-up time."""
    return replace(state, dialog=Opened(name))


def pick_time(state: ClockState, context: Context, name: str) -> ClockState:
    """Open the picker of a time."""
    minutes: int = getattr(preferences.bedtime(state.preferences), name)
    return replace(
        state, dialog=PickAlarm(_PICKED[name], time_picker.opened(context.res, *divmod(minutes, 60)))
    )


def time_picked(state: ClockState, context: Context) -> Next[ClockState]:
    """Save the picked time, and show its sheet again."""
    if not isinstance(state.dialog, PickAlarm):
        return state
    picker = time_picker.picked(context.res, state.dialog.picker)
    if picker is None:
        return replace(state, dialog=replace(state.dialog, picker=replace(state.dialog.picker, wrong=True)))
    sheet = _sheet_of(state.dialog.id)
    return _timed(replace(state, dialog=sheet), sheet.name, picker.hour * 60 + picker.minute)


def picker_left(state: ClockState, context: Context) -> ClockState:
    """Leave the picker without changes, back to its sheet."""
    id = state.dialog.id if isinstance(state.dialog, PickAlarm) else WAKE_UP
    return replace(state, dialog=_sheet_of(id))


def _sheet_of(id: int) -> Opened:
    return Opened("bedtime" if id == BEDTIME else "wake_up")


def close_sheet(state: ClockState, context: Context) -> ClockState:
    """Handler of Back: close the sheet, unless the page of sounds is over it."""
    return state if context.phone.top.component == SOUNDS_ACTIVITY else without_overlay(state)


def step(state: ClockState, context: Context, name: str, by: int) -> Next[ClockState]:
    """Make a time earlier or later."""
    minutes: int = getattr(preferences.bedtime(state.preferences), name)
    return _timed(state, name, (minutes + by) % DAY)


def _timed(state: ClockState, name: str, minutes: int) -> Any:
    state = preferences.with_bedtime(state, **{name: minutes})
    told = log("AlarmClock", f"Events: [Bedtime] [{_EVENTS[name]} Time] [DeskClock]", "D")
    if name == "wake_up":
        state = _matched(state)
        return state, told, armed()
    return state, told


def toggle_day(state: ClockState, context: Context, bit: int) -> Next[ClockState]:
    """Switch one day of the week."""
    days = preferences.bedtime(state.preferences).days ^ bit
    return _matched(preferences.with_bedtime(state, days=days)), armed()


def _matched(state: ClockState) -> ClockState:
    """Set the wake-up alarm to match bedtime."""
    b = preferences.bedtime(state.preferences)
    hour, minute = divmod(b.wake_up, 60)
    return with_alarm(state, b.alarm, hour=hour, minute=minute, days=b.days, snoozed=0)


def switch_reminder(state: ClockState, context: Context, on: bool) -> ClockState:
    """Switch the bedtime reminder on or off."""
    return preferences.with_bedtime(state, reminder=_REMINDER if on else 0)


def switch_alarm(state: ClockState, context: Context, on: bool) -> Next[ClockState]:
    """Switch the wake-up alarm on or off. It is an alarm like the others."""
    b = preferences.bedtime(state.preferences)
    told = log(
        "AlarmClock", f"Events: [Bedtime] [{'Enable' if on else 'Disable'} Wake Alarm] [DeskClock]", "D"
    )
    if alarm_of(state, b.alarm) is not None:
        return alarms.switch(state, context, b.alarm, on)
    if not on:
        return state
    id = state.next_alarm_id
    alarm = Alarm(id, *divmod(b.wake_up, 60), b.days, label=context.res.string("android13.clock_wake_up"))
    state = replace(state, alarms=(*state.alarms, alarm), next_alarm_id=id + 1)
    return preferences.with_bedtime(state, alarm=id), told, armed()


def play(state: ClockState, context: Context) -> ClockState:
    """Start or stop the sleep sound."""
    return replace(state, playing=not state.playing)
