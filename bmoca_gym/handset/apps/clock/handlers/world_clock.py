"""Handlers of the world clock's cities."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import CITIES_ACTIVITY, ClockState
from bmoca_gym.handset.effects import scroll_to, start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def open_cities(state: ClockState, context: Context) -> Next[ClockState]:
    """Open the list of cities."""
    return replace(state, city_query=""), start(CITIES_ACTIVITY, "cities")


def toggle_city(state: ClockState, context: Context, zone: str) -> ClockState:
    """Add a city to the world clock, or remove it."""
    if zone in state.cities:
        return replace(state, cities=tuple(c for c in state.cities if c != zone))
    return replace(state, cities=(*state.cities, zone))


def search_city(state: ClockState, context: Context, text: str) -> Next[ClockState]:
    """Filter the list of cities."""
    return replace(state, city_query=text), scroll_to("cities")
