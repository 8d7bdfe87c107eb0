"""Handlers of the page of sounds."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.handlers import alarms
from bmoca_gym.handset.apps.clock.state import PACKAGE, ClockState, alarm_of
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context

SOUNDS_ACTIVITY = f"{PACKAGE}/com.android.deskclock.ringtone.RingtonePickerActivity"


def open_sounds(state: ClockState, context: Context, purpose: str) -> Next[ClockState]:
    """Open the page of sounds. ``purpose``: "alarm:" and an id, "timer" or "sleep"."""
    return state, start(SOUNDS_ACTIVITY, purpose)


def choose(state: ClockState, context: Context, purpose: str, value: str | None) -> ClockState:
    """Choose a sound for its purpose."""
    if purpose == "sleep":
        return preferences.with_bedtime(state, sound=value or "")
    if purpose == "timer":
        return preferences.put(state, "string", "timer_ringtone", value or "")
    return alarms.set_ringtone(state, context, int(purpose.partition(":")[2]), value)


def chosen_for(state: ClockState, purpose: str) -> str | None:
    """The sound of a purpose: an address, or the name of one to fall asleep to."""
    if purpose == "sleep":
        return preferences.bedtime(state.preferences).sound
    if purpose == "timer":
        return preferences.timer_sound(state.preferences)
    alarm = alarm_of(state, int(purpose.partition(":")[2]))
    return alarm.ringtone if alarm else None
