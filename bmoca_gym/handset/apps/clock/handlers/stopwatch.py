"""Handlers of the stopwatch."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import ClockState
from bmoca_gym.handset.effects import log, scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def start_stop_watch(state: ClockState, context: Context) -> Next[ClockState]:
    """Start or stop the stopwatch."""
    if state.watch_since < 0:
        return replace(state, watch_since=context.uptime), log(
            "AlarmClock", "Events: [Stopwatch] [Start] [DeskClock]", "D"
        )
    before = elapsed(state, context.uptime)
    return (
        replace(state, watch_since=-1, watch_before=before),
        log("AlarmClock", "Events: [Stopwatch] [Stop] [DeskClock]", "D"),
    )


def reset_watch(state: ClockState, context: Context) -> Next[ClockState]:
    """Reset the stopwatch to zero."""
    return (
        replace(state, watch_since=-1, watch_before=0, laps=()),
        log("AlarmClock", "Events: [Stopwatch] [Reset] [DeskClock]", "D"),
    )


def lap(state: ClockState, context: Context) -> Next[ClockState]:
    """Record a lap time."""
    if len(state.laps) >= 99:
        return state
    return (
        replace(state, laps=(*state.laps, elapsed(state, context.uptime))),
        log("AlarmClock", "Events: [Stopwatch] [Lap] [DeskClock]", "D"),
        scroll_to("laps"),
    )


def elapsed(state: ClockState, uptime: int) -> int:
    """Milliseconds on the stopwatch."""
    return state.watch_before + (uptime - state.watch_since if state.watch_since >= 0 else 0)
