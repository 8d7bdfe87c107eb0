"""Handlers of the history: search, deletion, clearing."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.state import Chrome, webkit_time
from bmoca_gym.handset.effects import finish
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: What can be cleared: the last so many hours, 0 for everything.
PERIODS = {"last_hour": 1, "last_24_hours": 24, "last_7_days": 168, "last_4_weeks": 672, "all_time": 0}


def visit(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    """Open a page of the history, or a bookmark, in the browser."""
    after, effects = split(browsing.load(replace(state, searching=False, query=""), context, address))
    return and_then(after, finish(), *effects)


def remove(state: Chrome, context: Context, address: str, first: int, last: int) -> Chrome:
    """Forget the visits of an address from ``first`` to before ``last``."""
    left = [v for v in state.visits if v.address != address or not first <= v.time < last]
    return replace(state, visits=tuple(left))


def choose_period(state: Chrome, context: Context, period: str) -> Chrome:
    """Choose how much to clear."""
    return replace(state, period=period)


def clear(state: Chrome, context: Context) -> Chrome:
    """Clear the chosen period."""
    hours = PERIODS[state.period]
    first = webkit_time(context.phone.clock.wall - hours * 3_600_000) if hours else 0
    left = tuple([v for v in state.visits if v.time < first]) if hours else ()
    return without_overlay(state, visits=left)
