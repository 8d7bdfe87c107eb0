"""Schedules of "do not disturb": the one for sleeping turns it on at night and off in the morning."""

from __future__ import annotations

from bmoca_gym.handset.state import SYSTEM, Context, Phone
from bmoca_gym.handset.system import clock, settings
from bmoca_gym.handset.value import do

#: Whether the schedule is on, and whether it is what has turned "do not disturb" on.
SLEEPING = ("notification_policy", "schedule_sleeping")
_TURNED_ON = ("notification_policy", "schedule_sleeping_active")
_ZEN_MODE = ("global", "zen_mode")
#: Minutes of the day at which sleep begins and ends, as on a new phone.
BEGINS, ENDS = 22 * 60, 7 * 60
_DAY = 24 * 60


def set_sleeping(phone: Phone, on: bool) -> Phone:
    """Turn the schedule for sleeping on or off."""
    phone = settings.put(phone, *SLEEPING, str(int(on)))
    return _edge(phone) if on else clock.cancel(_woken(phone), SYSTEM, "zen_sleeping")


def _edge(phone: Phone, context: Context | None = None) -> Phone:
    """Turn "do not disturb" on or off as the schedule says for now, and wait for its next edge."""
    now = clock.local_time(phone)
    minute = now.hour * 60 + now.minute
    asleep = minute >= BEGINS or minute < ENDS
    phone = _asleep(phone) if asleep else _woken(phone)
    left = ((ENDS if asleep else BEGINS) - minute) % _DAY
    at = phone.clock.wall + left * 60_000 - now.second * 1000 - now.microsecond // 1000
    return clock.schedule(phone, SYSTEM, "zen_sleeping", at, do(_edge))


def _asleep(phone: Phone) -> Phone:
    if (settings.get(phone, *_ZEN_MODE) or "0") != "0":
        return phone
    return settings.put(settings.put(phone, *_ZEN_MODE, "1"), *_TURNED_ON, "1")


def _woken(phone: Phone) -> Phone:
    """End what the schedule began; what the user has turned on stays."""
    if settings.get(phone, *_TURNED_ON) != "1":
        return phone
    return settings.put(settings.put(phone, *_ZEN_MODE, "0"), *_TURNED_ON, "0")
