"""Components of Maps: the map with floating elements, sheets, chips, and formats of lengths and durations."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.apps.maps.drawing import color_of
from bmoca_gym.handset.apps.maps.handlers import drop_pin, locate, touch_map
from bmoca_gym.handset.apps.maps.screens.map import Map
from bmoca_gym.handset.apps.maps.state import ID, VIEW
from bmoca_gym.handset.apps.maps.town import Point
from bmoca_gym.handset.kits.map_drawing import Marks
from bmoca_gym.handset.kits.map_view import pinch
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.fitting import Fitted
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

GREEN = 0xFF188038


_PINCH = do(pinch, VIEW)


class View(NamedTuple):
    """The view of the map: its centre in metres, the zoom, and how it is drawn."""

    x: int
    y: int
    zoom: int
    satellite: bool
    traffic: bool
    transit: bool
    bare: bool


# The map


def the_map(res: Resources, view: View, marks: Marks = (), route: tuple[Point, ...] = (), dotted: bool = False,
            ) -> Element:  # fmt: skip
    """The map itself."""
    here = town.location()
    style = "satellite" if view.satellite else "dark" if res.dark else "light"
    marks = (("here", here.x, here.y), *marks)
    return Map(
        view.x, view.y, view.zoom, style, res.locale, view.traffic, view.transit, marks, route, dotted,
        width=FILL, height=FILL, drag=do(touch_map), pinch=_PINCH, long_press=do(drop_pin), id=ID + "map_frame",
        description=res.string("maps.map"),
    )  # fmt: skip


def window(map_: Element, *over: Element) -> Element:
    """A window with the map and what is over it."""
    return Stack(map_, *over, width=FILL, height=FILL, id=ID + "mainmap_container")


def _floating(res: Resources, glyph: str, key: str, tap: Callback, id: str) -> Element:
    c = res.colors
    return Icon(
        glyph, 22, c.secondary, width=44, height=44, radius=22, background=c.surface, border=c.divider, tap=tap,
        id=ID + id, description=res.string(f"maps.{key}"), class_name="android.widget.ImageView",
    )  # fmt: skip


def buttons(res: Resources, top: float, bottom: float, location: bool = True) -> Element:
    """At the map's end: layers, and where the phone is. ``top``, ``bottom``: dp kept clear."""
    column = (
        _floating(res, "layers", "layers", do(open_overlay, "layers"), "layers_fab"),
        *(
            (_floating(res, "my_location", "your_location", do(locate), "mylocation_button"),)
            if location
            else ()
        ),
    )
    return Column(
        *column,
        width=FILL,
        height=FILL,
        align="end",
        justify="end",
        gap=8,
        pad=(12, top, 12, bottom),
        class_name="",
    )


# Sheets


def panel(res: Resources, *rows: Element, key: str, head: Element | None = None, id: str = "") -> Element:
    """A panel over the foot of the map, or beside the map on a wide screen: a head, and rows that scroll."""
    c = res.colors
    wide = res.width >= frame.WIDE
    top = (head,) if head is not None else ()
    sheet = Column(
        Column(Spacer(width=32, height=4, radius=2, background=c.divider), width=FILL, pad=(0, 8, 0, 4), align="center",
               class_name=""),
        *top,
        scrolling(*rows, key=key, id=ID + "recycler_view"),
        width=frame.PANEL if wide else FILL, height=FILL if wide else frame.sheet_height(res), background=c.background,
        radius=16, tap=do(take_touch), id=ID + (id or "expandingscrollview_container"),
    )  # fmt: skip
    pad = (12, STATUS_HEIGHT + 72, 12, 12) if wide else 0
    return Column(sheet, width=FILL, height=FILL, justify="end", pad=pad, class_name="")


def message(res: Resources, glyph: str, text: str) -> Element:
    """The message of an empty page."""
    c = res.colors
    return Column(
        Icon(glyph, 40, c.secondary),
        Text(text, 15, c.secondary, lines=4, align="center", id=ID + "empty_state_title"),
        width=FILL, gap=12, align="center", pad=(24, 32),
    )  # fmt: skip


def chip(
    res: Resources, glyph: str, label: str, tap: Callback, id: str = "", filled: bool = False, **options: Any
) -> Element:
    """A round-ended button with a glyph."""
    c = res.colors
    ink = c.on_accent if filled else c.text
    return Row(
        *((Icon(glyph, 18, c.on_accent if filled else c.accent, class_name=""),) if glyph else ()),
        Text(label, 14, ink, 500, class_name=""),
        height=36, pad=(12, 0, 14, 0), gap=6, align="center", background=c.accent if filled else c.surface, radius=18,
        border=None if filled else c.divider, tap=tap, id=ID + id, description=label,
        class_name="android.widget.Button", **options,
    )  # fmt: skip


def mark_of(res: Resources, kind: str) -> Element:
    """The round mark of a kind of place."""
    return Stack(
        Icon(town.GLYPHS[kind], 20, 0xFFFFFFFF, class_name=""),
        width=36, height=36, radius=18, background=color_of(kind), align="center",
        justify="center", class_name="",
    )  # fmt: skip


# Words


def name_of(res: Resources, key: str) -> str:
    """The name of a place."""
    place = town.place(key)
    return (
        town.told(res.locale, place.name)
        if place.name
        else res.string("maps.your_location" if key == town.HERE else "maps.dropped_pin")
    )


def sought_name(res: Resources, kind: str, text: str) -> str:
    """The name of a search, see `Maps`."""
    return {"place": name_of, "category": _category_name}.get(kind, _as_typed)(res, text)


def _category_name(res: Resources, category: str) -> str:
    return res.string(f"maps.{category}")


def _as_typed(res: Resources, text: str) -> str:
    return text


def address_of(res: Resources, key: str) -> str:
    """The address of a place, as the language writes it."""
    place = town.place(key)
    number, street = roads.address(place.x, place.y)
    names = {"street": town.told(res.locale, street), "town": town.told(res.locale, town.areas()[0].name)}
    return res.string("maps.address", number=res.digits(str(number)), **names)


def in_miles(res: Resources, units: str) -> bool:
    """Whether distances are in miles."""
    return units == "miles" or (units == "automatic" and res.locale in ("en-US", "es-US"))


def distance(res: Resources, meters: int, units: str) -> str:
    """Format a length: short ones to 10 m or 50 ft, others to a tenth of a kilometre or mile."""
    if in_miles(res, units):
        feet = round(meters * 3.28084 / 50) * 50
        if feet < 1000:
            return res.string("maps.feet", number=res.digits(str(max(50, feet) if meters else 0)))
        tenths, key = max(1, round(meters / 160.9344)), "miles_short"
    elif meters < 1000:
        return res.string("maps.meters", number=res.digits(str(max(10, round(meters, -1)) if meters else 0)))
    else:
        tenths, key = round(meters / 100), "kilometers_short"
    mark = resources.decimal_separator(res.locale)
    return res.string(f"maps.{key}", number=res.digits(f"{tenths // 10}{mark}{tenths % 10}"))


def duration(res: Resources, seconds: int) -> str:
    """Format a duration as the app does, in minutes, at least one."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return res.string("maps.minutes", number=res.digits(str(minutes)))
    return res.string(
        "maps.hours", hours=res.digits(str(minutes // 60)), minutes=res.digits(str(minutes % 60))
    )


def rating(res: Resources, place: town.Place, size: float = 13) -> Element:
    """The rating of a place, and the number of its ratings."""
    c = res.colors
    mark = resources.decimal_separator(res.locale)
    row = Row(
        Text(res.digits(f"{place.rating // 10}{mark}{place.rating % 10}"), size, c.secondary),
        *[
            Icon(
                "star" if place.rating >= 10 * i - 3 else "star_half" if place.rating >= 10 * i - 7 else "star_border",
                size + 1, 0xFFFBBC04, class_name="",
            )
            for i in range(1, 6)
        ],
        Text(res.digits(f"({place.reviews})"), size, c.secondary),
        gap=2, align="center", class_name="",
    )  # fmt: skip
    return Fitted(row)


def hours(res: Resources, place: town.Place, hour: int) -> Element:
    """Whether a place is open in that hour of the day, and until when."""
    c = res.colors
    if place.closes - place.opens >= 24:
        text, tone = res.string("maps.open_all_day"), c.positive
    elif place.opens <= hour < place.closes:
        text, tone = res.string("maps.open_until", time=res.time(place.closes % 24, 0)), c.positive
    else:
        text, tone = res.string("maps.closed_until", time=res.time(place.opens, 0)), c.error
    return Text(
        text, 13, GREEN if tone == c.positive and not res.dark else tone, lines=3, id=ID + "open_hours"
    )
