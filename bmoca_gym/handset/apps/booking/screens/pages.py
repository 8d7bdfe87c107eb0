"""The screens over the tabs: where to, results, a property, the booking; and what opens over them."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.booking import handlers
from bmoca_gym.handset.apps.booking.places import ORDERS, found, in_city, photograph, properties
from bmoca_gym.handset.apps.booking.screens.parts import (
    NAVY,
    WHITE,
    bar,
    blue,
    button,
    card,
    distance,
    facilities,
    heart,
    margin,
    money,
    score,
    stars,
)
from bmoca_gym.handset.apps.booking.screens.tabs import Guests, days, guests_of
from bmoca_gym.handset.apps.booking.state import ID, LIMITS
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    icon_button,
    page,
    scrolling,
    sheet,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Picture, RadioButton, Text, TextField
from bmoca_gym.handset.value import do


def destination(res: Resources, query: str, focused: bool) -> Element:
    """The field for the destination, and the cities that fit."""
    c = res.colors
    entry = TextField(
        query, "destination", do(handlers.type_destination), focused=focused, hint=res.string("booking.where_to"),
        color=c.text, accent=blue(res), hint_color=c.secondary, size=16, width=FILL, pad=(12, 12),
        id=ID + "disam_search",
    )  # fmt: skip
    rows = [
        Row(
            Icon("place", 24, c.secondary),
            Text(res.string(f"booking.city_{city}"), 16, c.text, 500, lines=2, grow=1, id=ID + "disam_list_label"),
            width=FILL, pad=(16, 14), gap=16, align="center", tap=do(handlers.choose_city, city),
            id=ID + "disam_list_root",
        )
        for city in found(res, query)
    ]  # fmt: skip
    if not rows:
        rows = [
            Row(
                Icon("search_off", 24, c.secondary, class_name=""),
                Text(res.string("booking.no_destination"), 16, c.secondary, lines=3, grow=1),
                width=FILL,
                pad=(16, 24),
                gap=16,
                align="center",
            )
        ]
    return page(
        res, bar(res, res.string("booking.where_to")),
        Column(entry, width=FILL, pad=(12, 8), class_name=""), divider(res),
        scrolling(*rows, key="destination", id=ID + "disam_list"), bar=NAVY,
    )  # fmt: skip


def results(
    res: Resources, city: str, stay: tuple[int, int], guests: Guests, order: str, saved: tuple[str, ...]
) -> Element:
    """What is available in a city on the given days."""
    c = res.colors
    shown = in_city(city, order)
    line = Column(
        Text(days(res, *stay), 14, c.secondary, lines=2, width=FILL, id=ID + "search_summary"),
        Text(guests_of(res, guests), 14, c.secondary, lines=2, width=FILL, id=ID + "search_guests"),
        width=FILL, pad=(16, 8), class_name="",
    )  # fmt: skip
    tools = Row(
        icon_button("swap_vert", res.string("booking.sort"), do(open_overlay, "sort"), c.text, id=ID + "sort_button",
                    class_name="android.widget.Button"),
        Text(res.string(f"booking.order_{order}"), 14, c.text, 500, lines=2, grow=1, id=ID + "sort_label"),
        Text(res.string("booking.properties", count=res.digits(str(len(shown)))), 14, c.secondary, lines=2),
        width=FILL, pad=(8, 0, 16, 0), gap=4, align="center",
    )  # fmt: skip
    return page(
        res, bar(res, res.string(f"booking.city_{city}")), line, divider(res), tools, divider(res),
        scrolling(*[card(res, one, one.id in saved, stay[1] - stay[0]) for one in shown], key="results", gap=12,
                  pad=(margin(res, 16), 12), id=ID + "results_list_recyclerview"), bar=NAVY,
    )  # fmt: skip


def place(res: Resources, id: str, stay: tuple[int, int], guests: Guests, saved: bool) -> Element:
    """A property: its picture, where it is, what it has, and the price of the stay."""
    c, of, nights = res.colors, properties()[id], stay[1] - stay[0]
    rows: list[Element] = [
        Picture(photograph(of.id), width=FILL, height=min(260, res.height * 0.34), id=ID + "property_gallery",
                description=res.string("booking.photo_of", name=of.name), class_name="android.widget.ImageView"),
        Column(
            Text(of.name, 24, c.text, 700, lines=3, width=FILL, id=ID + "property_title"),
            *((stars(of.stars),) if of.stars else ()),
            score(res, of, 16),
            Row(Icon("place", 20, blue(res)),
                Text(f"{res.string(f'booking.city_{of.city}')} · {distance(res, of)}", 14, c.text, lines=2, grow=1),
                width=FILL, gap=8, align="center", id=ID + "property_address"),
            width=FILL, pad=(16, 16), gap=10,
        ),
        divider(res),
        Row(
            Column(Text(res.string("booking.check_in"), 14, c.secondary, lines=2),
                   Text(res.date(date.fromordinal(stay[0]), "MMMEd"), 16, blue(res), 500, lines=2), grow=1, gap=2),
            Column(Text(res.string("booking.check_out"), 14, c.secondary, lines=2),
                   Text(res.date(date.fromordinal(stay[1]), "MMMEd"), 16, blue(res), 500, lines=2), grow=1, gap=2),
            width=FILL, pad=(16, 14), gap=12, tap=do(open_overlay, "dates"), id=ID + "property_dates",
        ),
        Row(Text(guests_of(res, guests), 16, blue(res), 500, lines=3, grow=1), width=FILL, pad=(16, 8, 16, 14),
            tap=do(open_overlay, "guests"), id=ID + "property_guests"),
        divider(res),
        Column(
            Text(res.string("booking.facilities"), 18, c.text, 700, lines=2, width=FILL), facilities(res, of),
            width=FILL, pad=(16, 16), gap=6,
        ),
        divider(res),
        Column(
            Text(res.string("booking.about"), 18, c.text, 700, lines=2, width=FILL),
            Text(res.string(f"booking.about_{of.kind}", name=of.name), 16, c.text, lines=None, width=FILL,
                 id=ID + "property_description"),
            width=FILL, pad=(16, 16), gap=6,
        ),
    ]  # fmt: skip
    foot = Row(
        Column(
            Text(money(res, of.price * nights), 20, c.text, 700, id=ID + "property_price"),
            Text(res.string("booking.nights", count=res.digits(str(nights))), 12, c.secondary, lines=2), grow=1,
        ),
        Column(button(res, res.string("booking.reserve"), do(handlers.go, "reserve", id), "select_room_cta"), grow=1,
               class_name=""),
        width=FILL, pad=(16, 10), gap=12, align="center", background=c.surface, border=c.divider,
    )  # fmt: skip
    return page(
        res, bar(res, of.name, heart_in_bar(res, id, saved)),
        scrolling(*rows, key="property", pad=(margin(res, 0), 0), id=ID + "property_recycler_view"),
        foot, bar=NAVY,
    )  # fmt: skip


def heart_in_bar(res: Resources, id: str, saved: bool) -> Element:
    """The heart on the navy bar."""
    made: Any = heart(res, properties()[id], saved, None)
    made.color = WHITE
    return made


def reserve(
    res: Resources,
    id: str,
    stay: tuple[int, int],
    guests: Guests,
    name: str,
    email: str,
    focused: str,
    ready: bool,
) -> Element:
    """The form of a booking."""
    c, of, nights = res.colors, properties()[id], stay[1] - stay[0]

    def entry(key: str, text: str) -> Element:
        return Column(
            Text(res.string(f"booking.{key}"), 14, c.text, 500, lines=2, width=FILL),
            TextField(
                text, key, do(handlers.type_into, key), focused=focused == key, color=c.text, accent=blue(res), size=16,
                width=FILL, pad=(12, 12), border=c.secondary, radius=4, id=ID + f"bstage1_contact_{key}",
                description=res.string(f"booking.{key}"),
            ),
            width=FILL, gap=6,
        )  # fmt: skip

    return page(
        res, bar(res, res.string("booking.your_details")),
        scrolling(
            Text(of.name, 18, c.text, 700, lines=3, width=FILL, id=ID + "reserve_property"),
            Text(f"{days(res, *stay)} · {guests_of(res, guests)}", 14, c.secondary, lines=4, width=FILL),
            entry("name", name), entry("email", email),
            Row(Text(res.string("booking.total"), 18, c.text, 700, lines=2, grow=1),
                Text(money(res, of.price * nights), 18, c.text, 700, id=ID + "total_price"), width=FILL, gap=12),
            Text(res.string("booking.pay_there"), 14, c.secondary, lines=4, width=FILL),
            key="reserve", gap=18, pad=(16, 20), id=ID + "bstage1_scroll",
        ),
        Column(button(res, res.string("booking.book_now"), do(handlers.book, id), "action_button", ready), width=FILL,
               pad=(16, 10), class_name=""),
        bar=NAVY,
    )  # fmt: skip


# Dialogs


def dates_sheet(res: Resources, stay: tuple[int, int]) -> Element:
    """The days of arrival and departure."""
    c = res.colors
    rows = [
        Row(
            Text(res.string(f"booking.{key}"), 16, c.text, lines=2, grow=1),
            Text(res.date(date.fromordinal(day), "yMMMEd"), 16, blue(res), 500, lines=2),
            width=FILL, pad=(20, 16), gap=12, align="center", tap=do(handlers.pick, leaving), id=ID + key,
        )
        for key, day, leaving in (("check_in", stay[0], False), ("check_out", stay[1], True))
    ]  # fmt: skip
    done = Column(
        button(res, res.string("booking.done"), CLOSE, "calendar_confirm"),
        width=FILL,
        pad=(20, 12),
        class_name="",
    )
    return sheet(
        res, Text(res.string("booking.select_dates"), 18, c.text, 700, lines=2, pad=(20, 4, 20, 8), width=FILL),
        *rows, done,
        dismiss=CLOSE, id=ID + "dates_sheet",
    )  # fmt: skip


def guests_sheet(res: Resources, guests: Guests) -> Element:
    """The numbers of guests and rooms, each with a minus and a plus button."""
    c = res.colors
    rows = []
    for name, number in zip(LIMITS, guests, strict=True):
        low, high = LIMITS[name]
        label = res.string(f"booking.{name}")
        rows.append(
            Row(
                Text(label, 16, c.text, lines=2, grow=1),
                _step(res, "remove", res.string("booking.fewer", what=label), name, -1, number > low),
                Text(res.digits(str(number)), 16, c.text, 500, width=40, align="center", id=ID + f"{name}_value"),
                _step(res, "add", res.string("booking.more", what=label), name, 1, number < high),
                width=FILL, pad=(20, 6), align="center",
            )
        )  # fmt: skip
    apply = Column(
        button(res, res.string("booking.apply"), CLOSE, "group_config_apply_button"),
        width=FILL,
        pad=(20, 12),
        class_name="",
    )
    return sheet(
        res, Text(res.string("booking.select_guests"), 18, c.text, 700, lines=2, pad=(20, 4, 20, 8), width=FILL),
        *rows, apply,
        dismiss=CLOSE, id=ID + "guests_sheet",
    )  # fmt: skip


def _step(res: Resources, glyph: str, label: str, name: str, by: int, enabled: bool) -> Element:
    ink = blue(res) if enabled else res.colors.disabled
    return Icon(
        glyph, 24, ink, width=48, height=48, tap=do(handlers.change, name, by), enabled=enabled, description=label,
        id=ID + f"{name}_{glyph}", class_name="android.widget.ImageButton",
    )  # fmt: skip


def sort_sheet(res: Resources, order: str) -> Element:
    """The orders of the list."""
    c = res.colors
    rows = [
        Row(
            RadioButton(name == order, color=blue(res), off_color=c.secondary, class_name=""),
            Text(res.string(f"booking.order_{name}"), 16, c.text, lines=2, grow=1, checked=name == order,
                 class_name="android.widget.RadioButton"),
            width=FILL, pad=(20, 6), gap=16, align="center", tap=do(handlers.choose_order, name),
        )
        for name in ORDERS
    ]  # fmt: skip
    return sheet(
        res, Text(res.string("booking.sort"), 18, c.text, 700, lines=2, pad=(20, 4, 20, 8), width=FILL), *rows,
        Spacer(height=12, width=1), dismiss=CLOSE, id=ID + "sort_sheet",
    )  # fmt: skip


def picker_dialog(res: Resources, picker: Any, today: int) -> Element:
    """The calendar."""
    return date_picker.picker_dialog(
        res, picker, date.fromordinal(today), handlers.picked, do(handlers.set_day), do(open_overlay, "dates")
    )


def cancel_dialog(res: Resources, name: str) -> Element:
    """The question before a booking is cancelled."""
    return question(
        res, res.string("booking.cancel_text", name=name), "booking.cancel_booking", do(handlers.cancel),
        title=res.string("booking.cancel_booking"), no="booking.keep", lines=None, color=res.colors.secondary,
        ink=blue(res),
    )  # fmt: skip
