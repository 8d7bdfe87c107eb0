"""The keys and values that Clock's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import Timer
from bmoca_gym.handset.resources.time_zones import is_zone

TAB_NAMES = ("alarm", "clock", "timer", "stopwatch", "bedtime")
_DIGITS = 6
_LONGEST = 1 << 53


def are_timers(timers: tuple[Timer, ...]) -> bool:
    """Whether timers have ids of their own and times that can be shown."""
    ids = {timer.id for timer in timers}
    times = all(0 < timer.length < _LONGEST and abs(timer.left) < _LONGEST and -1 <= timer.since < _LONGEST
                for timer in timers)  # fmt: skip
    return len(ids) == len(timers) and times


def is_time(digits: str) -> bool:
    """Whether these are the digits of a timer that is being set up."""
    return len(digits) <= _DIGITS and (not digits or (digits.isascii() and digits.isdecimal()))


def are_zones(cities: tuple[str, ...]) -> bool:
    """Whether these are time zones."""
    return all(map(is_zone, cities))
