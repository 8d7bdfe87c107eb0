"""Booking.com: stays in six cities, for a guest without an account, as of May 2024."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.booking import handlers
from bmoca_gym.handset.apps.booking.places import cities, properties
from bmoca_gym.handset.apps.booking.screens import pages, tabs
from bmoca_gym.handset.apps.booking.screens.parts import NAVY, WHITE
from bmoca_gym.handset.apps.booking.state import (
    LIMITS,
    LONGEST_STAY,
    MAIN,
    PACKAGE,
    RECENT_LIMIT,
    Booking,
    Trip,
    stay,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer
from bmoca_gym.handset.state import Activity, Phone


def _guests(state: Booking) -> tabs.Guests:
    return state.adults, state.children, state.rooms


def _where(state: Booking, place: Place) -> str:
    return place.argument[0] if place.argument else state.page


def _asked(state: Booking, place: Place) -> tuple[Any, ...] | None:
    if not 0 <= state.about < len(state.trips):
        return None
    return (properties()[state.trips[state.about].place].name,)


def _reserve(state: Booking, place: Place) -> tuple[Any, ...]:
    filled = (state.name, state.email, place.focus, handlers.may_book(state))
    return place.argument[1], stay(state, place.today), _guests(state), *filled


#: The tabs, and the screens that open over them: an activity's argument says which, and what it shows.
NAVIGATION = Navigation(
    Booking,
    {
        "search": Page(
            tabs.search, lambda s, at: (s.city, stay(s, at.today), _guests(s), s.recent), bars="light"
        ),
        "saved": Page(tabs.saved, lambda s, at: (s.saved, s.nights), up="search", bars="light"),
        "trips": Page(tabs.trips, lambda s, at: (s.trips,), up="search", bars="light"),
        "account": Page(tabs.account, lambda s, at: (len(s.recent),), up="search", bars="light"),
        "destination": Page(
            pages.destination, lambda s, at: (s.query, at.focus == "destination"), bars="light"
        ),
        "results": Page(
            pages.results,
            lambda s, at: (at.argument[1], stay(s, at.today), _guests(s), s.order, s.saved),
            bars="light",
        ),
        "property": Page(
            pages.place,
            lambda s, at: (at.argument[1], stay(s, at.today), _guests(s), at.argument[1] in s.saved),
            bars="light",
        ),
        "reserve": Page(pages.reserve, _reserve, bars="light"),
    },
    {
        "dates": Overlay(pages.dates_sheet, lambda s, at: (stay(s, at.today),)),
        "picker": Overlay(
            pages.picker_dialog,
            lambda s, at: None if s.picker is None else (s.picker, at.today),
            under="dates",
            covers=True,
        ),
        "guests": Overlay(pages.guests_sheet, lambda s, at: (_guests(s),)),
        "sort": Overlay(pages.sort_sheet, lambda s, at: (s.order,), on=("results",)),
        "cancel": Overlay(pages.cancel_dialog, _asked, on=("trips",)),
    },
    where=_where,
    kept=("city", "arrival", "nights", "adults", "children", "rooms", "recent", "saved", "trips"),
    passing=("about", "picker", "leaving"),
)


def _layers(phone: Phone, state: Booking, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, NAVIGATION.layers(phone, state, activity))


# What the file of preferences may have


def _are_places(ids: tuple[str, ...]) -> bool:
    return all(id in properties() for id in ids) and len(set(ids)) == len(ids)


def _are_cities(names: tuple[str, ...]) -> bool:
    return all(name in cities() for name in names) and len(set(names)) == len(names) <= RECENT_LIMIT


def _are_trips(trips: tuple[Trip, ...]) -> bool:
    return all(
        trip.place in properties() and 0 < trip.arrival < 3_000_000 and 0 < trip.nights <= LONGEST_STAY
        for trip in trips
    )


def _count(name: str) -> range:
    low, high = LIMITS[name]
    return range(low, high + 1)


APP = App(
    name="booking",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", NAVY, WHITE, letters="B."),
    state=Booking,
    layers=_layers,
    uid=10301,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=handlers.created,
    files=(
        preference_file(
            PACKAGE,
            {
                "city": Stored("destination", ("", *cities())),
                "arrival": Stored("check_in", range(3_000_000)),
                "nights": Stored("nights", range(1, LONGEST_STAY + 1)),
                "adults": Stored("adults", _count("adults")),
                "children": Stored("children", _count("children")),
                "rooms": Stored("rooms", _count("rooms")),
                "recent": Stored("recent_searches", _are_cities),
                "saved": Stored("wishlist", _are_places),
                "trips": Stored("bookings", _are_trips),
            },
        ),
    ),
)
