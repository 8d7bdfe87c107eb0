"""Clock's intents for other apps: set alarms and timers, and show lists of them."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.handlers.ringing import armed
from bmoca_gym.handset.apps.clock.handlers.timers import start_new_timer
from bmoca_gym.handset.apps.clock.state import MAIN, PACKAGE, Alarm, ClockState, PickAlarm
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.kits import time_picker
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import ExportedActivity, Intent, IntentFilter, Next, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace

_ACTION = "android.intent.action."
SET_ALARM, SET_TIMER, SHOW_ALARMS, SHOW_TIMERS = (
    _ACTION + name for name in ("SET_ALARM", "SET_TIMER", "SHOW_ALARMS", "SHOW_TIMERS")
)
HOUR, MINUTES, MESSAGE, DAYS, VIBRATE, SKIP_UI, LENGTH = (
    f"android.intent.extra.alarm.{name}"
    for name in ("HOUR", "MINUTES", "MESSAGE", "DAYS", "VIBRATE", "SKIP_UI", "LENGTH")
)
_LABEL_LIMIT = 200
_DAY = 24 * 60 * 60  # seconds: the longest timer


def _set_alarm(phone: Phone, intent: Intent) -> Phone | None:
    """Set the alarm an intent asks for, or switch on an identical one; without a time, open the picker."""
    hour, minute = intent.extra(HOUR, -1), intent.extra(MINUTES, 0)
    if not (-1 <= hour <= 23 and 0 <= minute <= 59):
        return None
    skip = intent.extra(SKIP_UI, False) and hour >= 0
    if not skip:
        phone = activities.start(phone, MAIN, action=intent.action)
    if hour < 0:
        return phone.handled(PACKAGE, _pick_time, ())
    days = sum(
        1 << (day - 2) % 7 for day in set(intent.extra(DAYS, ())) if isinstance(day, int) and 1 <= day <= 7
    )
    label = intent.extra(MESSAGE, "")[:_LABEL_LIMIT]
    return phone.handled(PACKAGE, _with_alarm, (hour, minute, days, label, intent.extra(VIBRATE, True)))


def _pick_time(state: ClockState, context: Context) -> ClockState:
    picker = time_picker.opened(context.res, context.now.hour, context.now.minute)
    return replace(state, tab="alarm", dialog=PickAlarm(0, picker))


def _with_alarm(
    state: ClockState, context: Context, hour: int, minute: int, days: int, label: str, vibrate: bool
) -> Next[ClockState]:
    wanted = Alarm(0, hour, minute, days, True, vibrate, label)
    known = next((a for a in state.alarms if replace(a, id=0, enabled=True, snoozed=0) == wanted), None)
    if known is not None:
        alarms = tuple(replace(a, enabled=True, snoozed=0) if a is known else a for a in state.alarms)
        state = replace(state, alarms=alarms)
    else:
        id = state.next_alarm_id
        state = replace(state, alarms=(*state.alarms, replace(wanted, id=id)), next_alarm_id=id + 1)
    return (
        without_overlay(state, tab="alarm"),
        log("AlarmClock", "Events: [Alarm] [Create] [Intent]", "D"),
        armed(),
    )


def _set_timer(phone: Phone, intent: Intent) -> Phone | None:
    """Start the timer that an intent asks for; without a length, open the pad to enter one."""
    length = intent.extra(LENGTH, 0)
    if not 0 <= length <= _DAY:
        return None
    if not (length and intent.extra(SKIP_UI, False)):
        phone = activities.start(phone, MAIN, action=intent.action)
    return phone.handled(PACKAGE, _with_timer, (length, intent.extra(MESSAGE, "")[:_LABEL_LIMIT]))


def _with_timer(state: ClockState, context: Context, length: int, label: str) -> Next[ClockState]:
    state = without_overlay(state, tab="timer")
    if not length:
        return replace(state, setting_up=True, digits="")
    hours, rest = divmod(length, 3600)
    typed = replace(state, digits=f"{hours:02d}{rest // 60:02d}{rest % 60:02d}")
    state, effects = split(start_new_timer(typed, context))
    first, *others = state.timers
    return (replace(state, timers=(replace(first, label=label), *others)), *effects)


def _show(phone: Phone, intent: Intent) -> Phone:
    phone = activities.start(phone, MAIN, action=intent.action)
    return phone.handled(PACKAGE, _show_tab, ("alarm" if intent.action == SHOW_ALARMS else "timer",))


def _show_tab(state: ClockState, context: Context, tab: str) -> ClockState:
    return without_overlay(state, tab=tab)


_HANDLER = "com.android.deskclock.HandleApiCalls"
INTENTS = (
    IntentFilter((SET_ALARM,), _set_alarm, activity=_HANDLER),
    IntentFilter((SET_TIMER,), _set_timer, activity=_HANDLER),
    IntentFilter((SHOW_ALARMS, SHOW_TIMERS), _show, activity=_HANDLER),
)
#: Other names of the app's first activity, by which suites start it.
ACTIVITIES = (ExportedActivity(f"{PACKAGE}.DeskClock"),)
