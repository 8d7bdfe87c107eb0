"""Handlers of the tabs."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import ClockState, is_seven
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import replace

TABS = (
    ("alarm", "Alarm", "alarm"), ("clock", "Clock", "access_time"), ("timer", "Timer", "hourglass_empty"),
    ("stopwatch", "Stopwatch", "timer"),
)  # fmt: skip
_BEDTIME = ("bedtime", "Bedtime", "hotel")


def select(state: ClockState, context: Context, tab: str, how: str = "Tap") -> Next[ClockState]:
    """Show a tab."""
    event = next(event for name, event, _ in (*TABS, _BEDTIME) if name == tab)
    shown = log("AlarmClock", f"Events: [{event}] [Show Tab] [{how}]", "D")
    return (replace(state, tab=tab), shown) if tab != state.tab or how == "Tap" else state


def swiped(state: ClockState, context: Context) -> Next[ClockState]:
    """Show the tab beside, in the direction of a swipe."""
    if context.direction not in ("left", "right"):
        return state
    names = [name for name, _, _ in tabs_of(context.phone)]
    step = 1 if (context.direction == "left") != context.res.rtl else -1
    at = (names.index(state.tab) if state.tab in names else 0) + step
    return select(state, context, names[at], "Swipe") if 0 <= at < len(names) else state


def tabs_of(phone: Phone) -> tuple[tuple[str, str, str], ...]:
    """The tabs: name, what the log calls it, glyph."""
    return (*TABS, _BEDTIME) if is_seven(phone) else TABS
