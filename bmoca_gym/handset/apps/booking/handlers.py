"""Booking.com's handlers: search, dates and guests, saved properties, bookings."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.booking.places import properties
from bmoca_gym.handset.apps.booking.state import (
    COMPONENT,
    LIMITS,
    LONGEST_STAY,
    RECENT_LIMIT,
    TEXT_LIMIT,
    Booking,
    PageName,
    Trip,
    stay,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def created(state: Booking, context: Context) -> Booking:
    """Start a screen from scratch. Without a given screen, the app shows the search."""
    screen = context.activity.argument if context.activity is not None else None
    if not screen:
        return replace(state, page="search")
    return replace(state, name="", email="") if screen[0] == "reserve" else state


def go(state: Booking, context: Context, *screen: str) -> Next[Booking]:
    """Open a screen on top of this one, given its name and argument."""
    return without_overlay(state), focus(""), start(COMPONENT, screen)


def show_tab(state: Booking, context: Context, tab: PageName) -> Next[Booking]:
    """Show a tab."""
    return without_overlay(state, page=tab), focus(""), scroll_to(tab)


def sign_in(state: Booking, context: Context) -> Next[Booking]:
    """Say that the service is needed, which can't be reached here."""
    return state, toast(context.res.string("booking.no_connection"))


# What is looked for


def open_destination(state: Booking, context: Context) -> Next[Booking]:
    """Ask where to."""
    return without_overlay(state, query=""), start(COMPONENT, ("destination",)), focus("destination")


def type_destination(state: Booking, context: Context, text: str) -> Next[Booking]:
    """Update the typed text."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("destination")


def choose_city(state: Booking, context: Context, city: str) -> Next[Booking]:
    """Search in a city."""
    return replace(state, city=city, query=""), focus(""), finish()


def search(state: Booking, context: Context) -> Next[Booking]:
    """Show what is available, or ask for a city if none is given."""
    if not state.city:
        return open_destination(state, context)
    return look_in(state, context, state.city)


def look_in(state: Booking, context: Context, city: str) -> Next[Booking]:
    """Show what is available in a city, and remember the search."""
    recent = (city, *[one for one in state.recent if one != city])[:RECENT_LIMIT]
    state = without_overlay(state, city=city, recent=recent, order="top_picks")
    return state, focus(""), start(COMPONENT, ("results", city))


def forget_searches(state: Booking, context: Context) -> Booking:
    """Clear the recent searches."""
    return replace(state, recent=())


def _today(context: Context) -> int:
    return context.now.toordinal()


def pick(state: Booking, context: Context, leaving: bool) -> Booking:
    """Open the calendar for the day of arrival or departure."""
    arrival, departure = stay(state, _today(context))
    day = date.fromordinal(departure if leaving else arrival)
    return replace(
        state, overlay="picker", leaving=leaving, picker=date_picker.opened(day, day.year - 1, day.year + 2)
    )


def picked(state: Booking, context: Context, picker: Any) -> Booking:
    """Set the tapped date."""
    return replace(state, picker=picker)


def set_day(state: Booking, context: Context) -> Booking:
    """Set the day of arrival or departure. A stay has at least one night."""
    today = _today(context)
    day = max(state.picker.day.toordinal(), today)
    arrival, _ = stay(state, today)
    if state.leaving:
        nights = min(max(1, day - arrival), LONGEST_STAY)
        return replace(state, overlay="dates", picker=None, arrival=arrival, nights=nights)
    return replace(state, overlay="dates", picker=None, arrival=day)


def change(state: Booking, context: Context, field: str, by: int) -> Booking:
    """Change the number of adults, children or rooms."""
    low, high = LIMITS[field]
    return replace(state, **{field: min(max(getattr(state, field) + by, low), high)})


def choose_order(state: Booking, context: Context, order: str) -> Next[Booking]:
    """Sort the results."""
    return without_overlay(state, order=order), scroll_to("results")


# Saved properties and bookings


def save(state: Booking, context: Context, place: str) -> Next[Booking]:
    """Save a property, or remove it from the saved ones."""
    if place in state.saved:
        saved = tuple([one for one in state.saved if one != place])
        return replace(state, saved=saved), toast(context.res.string("booking.removed_from_saved"))
    return replace(state, saved=(place, *state.saved)), toast(context.res.string("booking.added_to_saved"))


def type_into(state: Booking, context: Context, field: str, text: str) -> Booking:
    """Update a field of the form."""
    return replace(state, **{field: text[:TEXT_LIMIT]})


def may_book(state: Booking) -> bool:
    """Return whether the form is complete."""
    name, _, host = state.email.partition("@")
    return bool(state.name.strip() and name.strip() and "." in host)


def book(state: Booking, context: Context, place: str) -> Next[Booking]:
    """Book a property for the chosen days, and show the bookings."""
    if place not in properties() or not may_book(state):
        return state
    arrival, _ = stay(state, _today(context))
    trip = Trip(place, arrival, state.nights, state.name.strip())
    over = len(context.phone.tasks[-1].activities) - 1
    state = without_overlay(state, trips=(*state.trips, trip), page="trips", name="", email="")
    return state, focus(""), finish(over), toast(context.res.string("booking.confirmed"))


def ask_to_cancel(state: Booking, context: Context, at: int) -> Booking:
    """Ask before a booking is cancelled."""
    return replace(state, overlay="cancel", about=at)


def cancel(state: Booking, context: Context) -> Next[Booking]:
    """Cancel the booking that was asked about."""
    trips = tuple([trip for at, trip in enumerate(state.trips) if at != state.about])
    return without_overlay(state, trips=trips), toast(context.res.string("booking.cancelled"))
