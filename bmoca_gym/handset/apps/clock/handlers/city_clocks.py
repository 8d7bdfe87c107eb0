"""Handlers of Clock 7's cities."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from bmoca_gym.handset.apps.clock import places, preferences
from bmoca_gym.handset.apps.clock.state import CITIES_ACTIVITY, PACKAGE, ClockState
from bmoca_gym.handset.effects import cancel, finish, focus, log, schedule, start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import do, memo, replace

#: How long a city that was removed can be brought back.
_SNACKBAR_MILLISECONDS = 2750


class Here(NamedTuple):
    """Local time on the tab. ``second``: -1 if not shown; ``hands``: whether the clock has hands."""

    hour: int
    minute: int
    second: int
    day: date
    next_alarm: str
    hands: bool


class There(NamedTuple):
    """A place in the tab: its id ("" for home), name and time, and the difference (minutes, days) from here."""

    id: str
    name: str
    hour: int
    minute: int
    ahead: int
    days: int


def rows_of(phone: Phone, state: ClockState, home: str) -> tuple[There, ...]:
    """The rows of the tab, with home first if it has a clock. ``home``: its label."""
    zone = preferences.home_city(phone, state.preferences)
    rows = [("", home, zone)] if zone else []
    locale = phone.configuration.locale
    ids = preferences.cities(state.preferences)
    rows += [(id, places.city_name(locale, id), places.city(id)[1]) for id in ids]
    wall = phone.clock.wall // 60_000 * 60_000
    return tuple(_there(phone.zone, wall, *row) for row in rows)


def named_rows(phone: Phone, named: list[tuple[str, str]]) -> tuple[There, ...]:
    """The rows of places by name and time zone, which can't be removed in the tab."""
    wall = phone.clock.wall // 60_000 * 60_000
    return tuple(_there(phone.zone, wall, "", name, zone) for name, zone in named)


@memo(1024)
def _there(here: str, wall: int, id: str, name: str, zone: str) -> There:
    local, there = time_zones.local(here, wall), time_zones.local(zone, wall)
    ahead = (there - local) // timedelta(minutes=1)
    return There(id, name, there.hour, there.minute, ahead, there.toordinal() - local.toordinal())


def open_search(state: ClockState, context: Context) -> Next[ClockState]:
    """Open the city search with the focus in its field."""
    return replace(state, city_query=""), start(CITIES_ACTIVITY, "cities"), focus("city")


def add_city(state: ClockState, context: Context, id: str) -> Next[ClockState]:
    """Add a city, and go back to the clocks."""
    ids = preferences.cities(state.preferences)
    added = preferences.with_cities(state, (*ids, id)) if id not in ids else state
    return added, log("AlarmClock", "Events: [Clock] [Add City] [DeskClock]", "D"), finish()


def remove_city(state: ClockState, context: Context, id: str) -> Next[ClockState]:
    """Remove the city that is swiped off the list."""
    if context.direction not in ("left", "right"):
        return state
    ids = preferences.cities(state.preferences)
    state = preferences.with_cities(state, tuple(each for each in ids if each != id))
    return (
        replace(state, removed=ids),
        log("AlarmClock", "Events: [Clock] [Remove City] [DeskClock]", "D"),
        schedule(PACKAGE, "city", context.uptime + _SNACKBAR_MILLISECONDS, do(_forget), "uptime"),
    )


def _forget(state: ClockState, context: Context) -> ClockState:
    return replace(state, removed=())


def bring_back(state: ClockState, context: Context) -> Next[ClockState]:
    """Undo the removal of a city."""
    if not state.removed:
        return state
    return replace(preferences.with_cities(state, state.removed), removed=()), cancel(PACKAGE, "city")


def clear_search(state: ClockState, context: Context) -> ClockState:
    """Clear the search."""
    return replace(state, city_query="")
