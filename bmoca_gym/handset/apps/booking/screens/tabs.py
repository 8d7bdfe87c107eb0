"""The four tabs: search, saved, bookings, and the account."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.booking import handlers
from bmoca_gym.handset.apps.booking.places import cities, photograph, properties
from bmoca_gym.handset.apps.booking.screens.parts import (
    NAVY,
    WHITE,
    YELLOW,
    blue,
    button,
    card,
    empty,
    field,
    head,
    margin,
    money,
    tabbed,
)
from bmoca_gym.handset.apps.booking.state import ID, Trip
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

Guests = tuple[int, int, int]


def days(res: Resources, arrival: int, departure: int) -> str:
    """The days of a stay."""
    first, last = (res.date(date.fromordinal(day), "MMMEd") for day in (arrival, departure))
    return f"{first} – {last}"


def guests_of(res: Resources, guests: Guests) -> str:
    """The guests and the number of rooms, in words."""
    names = ("adults", "children", "rooms")
    return " · ".join(
        res.string(f"booking.{name}_count", count=res.digits(str(n)))
        for name, n in zip(names, guests, strict=True)
    )


def search(
    res: Resources, city: str, stay: tuple[int, int], guests: Guests, recent: tuple[str, ...]
) -> Element:
    """The start page: the search box, the last searches, cities."""
    c = res.colors
    where = res.string(f"booking.city_{city}" if city else "booking.where_to")
    box = Column(
        field(res, "search", where, do(handlers.open_destination), "facet_search_box_accommodation_destination"),
        Spacer(width=FILL, height=3, background=YELLOW),
        field(res, "event", days(res, *stay), do(open_overlay, "dates"), "facet_search_box_accommodation_dates"),
        Spacer(width=FILL, height=3, background=YELLOW),
        field(res, "person_outline", guests_of(res, guests), do(open_overlay, "guests"),
              "facet_search_box_accommodation_occupancy"),
        Spacer(width=FILL, height=3, background=YELLOW),
        button(res, res.string("booking.search"), do(handlers.search), "facet_search_box_cta"),
        width=FILL, pad=(3, 3), background=YELLOW, radius=8, id=ID + "facet_search_box",
    )  # fmt: skip
    parts: list[Element] = [Column(box, width=FILL, pad=(16, 16), class_name="")]
    if recent:
        parts.append(
            Text(res.string("booking.continue_search"), 20, c.text, 700, lines=2, width=FILL, pad=(16, 8))
        )
        parts += [
            Row(
                Picture(photograph(name), width=56, height=56, radius=8),
                Column(
                    Text(res.string(f"booking.city_{name}"), 16, c.text, 500, lines=2),
                    Text(days(res, *stay), 14, c.secondary, lines=2), grow=1, gap=2,
                ),
                width=FILL, pad=(16, 8), gap=14, align="center", tap=do(handlers.look_in, name),
                id=ID + "recent_search",
            )
            for name in recent
        ]  # fmt: skip
    parts.append(
        Text(res.string("booking.explore"), 20, c.text, 700, lines=2, width=FILL, pad=(16, 16, 16, 4))
    )
    columns = 2 if res.width < 600 else 3
    side = (res.width - 32 - 12 * (columns - 1)) / columns
    tiles = [
        Column(
            Picture(photograph(name), width=side, height=side * 0.7, radius=8, class_name="android.widget.ImageView"),
            Text(res.string(f"booking.city_{name}"), 16, c.text, 700, lines=2, id=ID + "destination_name"),
            Text(res.string("booking.properties", count=res.digits("3")), 14, c.secondary, lines=2),
            width=side, gap=3, pad=(0, 8), tap=do(handlers.look_in, name), id=ID + "destination_card",
        )
        for name in cities()
    ]  # fmt: skip
    parts.append(
        Column(
            Grid(*tiles, columns=columns, gap=12, width=FILL, class_name=""),
            width=FILL,
            pad=(16, 0),
            class_name="",
        )
    )
    return tabbed(
        res, "search", head(res, "Booking.com"),
        scrolling(*parts, Spacer(height=16, width=1), key="search", id=ID + "home_recycler_view"),
    )  # fmt: skip


def saved(res: Resources, kept: tuple[str, ...], nights: int) -> Element:
    """The properties that were saved."""
    found = [properties()[id] for id in kept]
    if not found:
        body: Element = Column(
            empty(res, "favorite_border", res.string("booking.saved_empty"), res.string("booking.saved_empty_text"),
                  button(res, res.string("booking.start_search"), do(handlers.show_tab, "search"), "start_search")),
            width=FILL, grow=1, class_name="",
        )  # fmt: skip
    else:
        body = scrolling(*[card(res, one, True, nights) for one in found], key="saved", gap=12,
                         pad=(margin(res, 16), 16), id=ID + "wishlist_recycler_view")  # fmt: skip
    return tabbed(res, "saved", head(res, res.string("booking.tab_saved")), body)


def trips(res: Resources, booked: tuple[Trip, ...]) -> Element:
    """The bookings."""
    c = res.colors
    if not booked:
        body: Element = Column(
            empty(res, "business_center", res.string("booking.trips_empty"), res.string("booking.trips_empty_text"),
                  button(res, res.string("booking.start_search"), do(handlers.show_tab, "search"), "start_search")),
            width=FILL, grow=1, class_name="",
        )  # fmt: skip
    else:
        body = scrolling(*[_trip(res, at, trip) for at, trip in enumerate(booked)], key="trips", gap=12,
                         pad=(margin(res, 16), 16), id=ID + "trips_recycler_view", background=c.background)  # fmt: skip
    return tabbed(res, "trips", head(res, res.string("booking.tab_trips")), body)


def _trip(res: Resources, at: int, trip: Trip) -> Element:
    c, of = res.colors, properties()[trip.place]
    return Column(
        Picture(photograph(of.id), width=FILL, height=120),
        Column(
            Text(of.name, 18, c.text, 700, lines=2, width=FILL, id=ID + "trip_property"),
            Text(days(res, trip.arrival, trip.arrival + trip.nights), 14, c.text, lines=2, width=FILL,
                 id=ID + "trip_dates"),
            Text(res.string("booking.booked_by", name=trip.name), 14, c.secondary, lines=2, width=FILL),
            Text(money(res, of.price * trip.nights), 16, c.text, 700, width=FILL),
            Row(
                Text(res.string("booking.is_confirmed"), 14, 0xFF6FCF97 if res.dark else 0xFF008234, 500, grow=1,
                     lines=2),
                text_button(res, res.string("booking.cancel_booking"), do(handlers.ask_to_cancel, at),
                            id=ID + "trip_cancel", color=blue(res)),
                width=FILL, align="center",
            ),
            width=FILL, pad=(16, 12, 8, 8), gap=4,
        ),
        width=FILL, background=c.surface, border=c.divider, radius=8, tap=do(handlers.go, "property", of.id),
        id=ID + "trip_card", class_name="android.view.ViewGroup",
    )  # fmt: skip


def account(res: Resources, recent: int) -> Element:
    """The page of a guest who has not signed in."""
    c = res.colors
    top = Column(
        Text(res.string("booking.sign_in_text"), 16, WHITE, lines=4, width=FILL),
        button(res, res.string("booking.sign_in"), do(handlers.sign_in), "sign_in_button"),
        width=FILL, pad=(16, 16), gap=14, background=NAVY,
    )  # fmt: skip
    rows = (
        ("favorite_border", "tab_saved", do(handlers.show_tab, "saved"), True),
        ("business_center", "tab_trips", do(handlers.show_tab, "trips"), True),
        ("history", "clear_searches", do(handlers.forget_searches), recent > 0),
    )
    return tabbed(
        res, "account", head(res, res.string("booking.tab_account")),
        scrolling(
            top,
            *[
                Row(
                    Icon(glyph, 24, c.text if on else c.disabled),
                    Text(res.string(f"booking.{name}"), 16, c.text if on else c.disabled, lines=2, grow=1),
                    width=FILL, pad=(16, 16), gap=16, align="center", tap=tap, enabled=on, id=ID + name,
                )
                for glyph, name, tap, on in rows
            ],
            divider(res),
            Text(res.string("booking.version", version="39.1"), 14, c.secondary, pad=(16, 16), width=FILL),
            key="account", id=ID + "account_recycler_view",
        ),
    )  # fmt: skip
