"""Booking.com's state: the search, saved properties, bookings."""

from __future__ import annotations

from typing import Any, Literal, get_args

from bmoca_gym.handset.value import Value, value

PACKAGE = "com.booking"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which screen it shows, () or None for the tabs.
MAIN = "com.booking.startup.HomeActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"

PageName = Literal["search", "saved", "trips", "account"]
TABS: tuple[PageName, ...] = get_args(PageName)
OverlayName = Literal["", "dates", "picker", "guests", "sort", "cancel"]
#: The most of each kind of guests, and of rooms.
LIMITS = {"adults": (1, 30), "children": (0, 10), "rooms": (1, 30)}
RECENT_LIMIT, TEXT_LIMIT, LONGEST_STAY = 6, 80, 90


@value
class Trip(Value):
    """A booking of the property ``place``. ``arrival``: date as an ordinal."""

    place: str
    arrival: int
    nights: int
    name: str


@value
class Booking(Value):
    """The app's state.

    Attributes:
        arrival: day of arrival as an ordinal, 0 for today.
        recent: cities of earlier searches.
        picker: the open date picker.
        leaving: whether it picks the day of departure.
        about: number of the trip in the dialog.
    """

    page: PageName = "search"
    overlay: OverlayName = ""
    query: str = ""
    city: str = ""
    arrival: int = 0
    nights: int = 1
    adults: int = 2
    children: int = 0
    rooms: int = 1
    order: str = "top_picks"
    recent: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    trips: tuple[Trip, ...] = ()
    picker: Any = None
    leaving: bool = False
    name: str = ""
    email: str = ""
    about: int = -1


def stay(state: Booking, today: int) -> tuple[int, int]:
    """Return arrival and departure, as ordinals. An arrival in the past is today."""
    arrival = max(state.arrival, today)
    return arrival, arrival + state.nights
