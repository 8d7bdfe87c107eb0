"""MAPS.ME's map and its overlays: buttons, the page of a place, a planned or current route."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.maps_me import bay, handlers
from bmoca_gym.handset.apps.maps_me.bay import Place
from bmoca_gym.handset.apps.maps_me.drawing import AMBER, BLUE, GREEN, BayMap, Ways
from bmoca_gym.handset.apps.maps_me.routes import MODES, RIDES, Leg, Route
from bmoca_gym.handset.apps.maps_me.screens.parts import (
    WHITE,
    address,
    bar_color,
    duration,
    kind_of,
    length,
    name_of,
    round_button,
)
from bmoca_gym.handset.apps.maps_me.state import BOOKMARKS, CLOSEST, ID, NEAR_ZOOM, SETTINGS, VIEW
from bmoca_gym.handset.kits.map_drawing import Marks
from bmoca_gym.handset.kits.map_view import locate, pinch, zoom
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    filled_button,
    icon_button,
    scrolling,
    sheet,
    sheet_row,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import FittedText, Icon, RadioButton, Text
from bmoca_gym.handset.value import Callback, do

MODE_GLYPHS = {"vehicle": "directions_car", "pedestrian": "directions_walk", "transit": "directions_transit",
               "bicycle": "directions_bike"}  # fmt: skip
_LEG_GLYPHS = {
    "walk": "directions_walk",
    "bus": "directions_bus",
    "train": "train",
    "subway": "directions_subway",
}
_WAY_INKS = {"vehicle": BLUE, "pedestrian": GREEN, "bicycle": 0xFF8E24AA}

_LOCATE = do(locate, VIEW, bay.PLANE, NEAR_ZOOM - 1, "maps_me.unknown_location")
_PINCH = do(pinch, VIEW)


class View(NamedTuple):
    """The visible part of the map, and what is drawn on it."""

    x: int
    y: int
    zoom: int
    marks: Marks
    ways: Ways


def bare(res: Resources, view: View) -> Element:
    """Only the map."""
    return _window(_map(res, view))


def screen(
    res: Resources, view: View, chosen: Place | None, kept: bool, far: str, zoom_buttons: bool
) -> Element:  # fmt: skip
    """The map. ``kept``: whether the selected place is bookmarked; ``far``: its distance, "" if unknown."""
    drawn = _map(res, view)
    if chosen is not None:
        return _window(drawn, _place_page(res, chosen, kept, far))
    return _window(drawn, _buttons(res, view, zoom_buttons), _foot(res))


def _map(res: Resources, view: View) -> Element:
    return BayMap(
        view.x, view.y, view.zoom, res.dark, view.marks, view.ways, width=FILL, height=FILL,
        drag=do(handlers.touch_map), pinch=_PINCH, long_press=do(handlers.drop_pin),
        id=ID + "map_fragment_container", class_name="android.widget.FrameLayout",
        description=res.string("maps_me.map"),
    )  # fmt: skip


def _window(*parts: Element) -> Element:
    return Stack(*parts, width=FILL, height=FILL, id=ID + "coordinator", class_name="android.view.ViewGroup")


def _buttons(res: Resources, view: View, zoom_buttons: bool) -> Element:
    zooms = (
        round_button(res, "add", "zoom_in", do(zoom, VIEW, 1), "nav_zoom_in", view.zoom < CLOSEST),
        round_button(res, "remove", "zoom_out", do(zoom, VIEW, -1), "nav_zoom_out", view.zoom > 0),
    )
    return Column(
        *(zooms if zoom_buttons else ()),
        round_button(res, "my_location", "my_position", _LOCATE, "my_position"),
        width=FILL, height=FILL, align="end", justify="end", gap=12, pad=(12, 0, 12, 76), class_name="",
    )  # fmt: skip


def _foot(res: Resources) -> Element:
    c = res.colors
    entries = (
        ("search", "search", do(handlers.open_search, ""), "search"),
        ("route", "directions", do(handlers.open_plan), "p2p"),
        ("bookmarks", "bookmark", do(handlers.open_page, BOOKMARKS, "bookmarks"), "bookmarks"),
        ("menu", "menu", do(open_overlay, "menu"), "toggle"),
    )
    buttons = [
        Column(
            Icon(glyph, 24, c.secondary, class_name=""),
            FittedText(res.string(f"maps_me.{name}"), 12, c.secondary, align="center", width=FILL, class_name=""),
            grow=1, height=60, pad=(2, 8, 2, 4), gap=2, align="center", tap=tap, id=ID + id,
            description=res.string(f"maps_me.{name}"), class_name="android.widget.ImageView",
        )
        for name, glyph, tap, id in entries
    ]  # fmt: skip
    return _panel(res, Row(*buttons, width=FILL, class_name=""), id="menu_frame")


def _panel(res: Resources, *lines: Element, id: str) -> Element:
    """Panel at the foot of the map."""
    panel = Column(*lines, width=FILL, background=res.colors.surface, tap=do(take_touch), id=ID + id)
    return Column(panel, width=FILL, height=FILL, justify="end", class_name="")


# The page of a place


def _place_page(res: Resources, place: Place, kept: bool, far: str) -> Element:
    c = res.colors
    about = " • ".join(part for part in (kind_of(res, place), place.town) if part)
    where = address(place)
    position = f"{place.latitude:.6f}, {place.longitude:.6f}"
    head = Row(
        Column(
            Text(name_of(res, place), 20, c.text, 500, lines=3, id=ID + "tv__title"),
            Text(about, 14, c.secondary, lines=2, id=ID + "tv__subtitle"),
            *((Text(where, 14, c.text, lines=2, id=ID + "tv__address"),) if where else ()),
            grow=1, gap=3, class_name="",
        ),
        *((Text(far, 16, c.accent, id=ID + "tv__straight_distance"),) if far else ()),
        icon_button("close", res.string("maps_me.close"), do(handlers.close_place), c.secondary, id=ID + "close"),
        width=FILL, pad=(16, 12, 4, 8), gap=8, id=ID + "pp__preview", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    spot = Row(
        Icon("my_location", 20, c.secondary, class_name=""),
        LeftToRight(Text(position, 14, c.text, id=ID + "tv__place_latlon")),  # a minus stays before its number
        width=FILL, pad=(16, 8), gap=16, align="center", id=ID + "ll__place_latlon",
    )  # fmt: skip
    entries = (
        ("route_from", "trip_origin", do(handlers.route_from, place)),
        ("unsave" if kept else "save", "bookmark" if kept else "bookmark_border",
         do(handlers.toggle_bookmark, place, " • ".join(part for part in (about, where) if part))),
        ("route_to", "directions", do(handlers.route_to, place)),
        ("share", "share", do(handlers.share_place, place)),
    )  # fmt: skip
    buttons = Row(
        *[_place_button(res, *entry, AMBER if entry[0] == "unsave" else c.accent) for entry in entries],
        width=FILL,
    )  # fmt: skip
    rule = Spacer(width=FILL, height=1, background=c.divider)
    return _panel(res, head, spot, rule, buttons, id="placepage")


def _place_button(res: Resources, name: str, glyph: str, tap: Callback, ink: int) -> Element:
    return Column(
        Icon(glyph, 24, ink, id=ID + "icon"),
        FittedText(res.string(f"maps_me.{name}"), 13, res.colors.secondary, align="center", width=FILL,
                   id=ID + "title"),
        grow=1, gap=4, pad=(2, 10), align="center", tap=tap, class_name="android.widget.LinearLayout",
    )  # fmt: skip


# A way


def plan(
    res: Resources, view: View, origin: Place | None, goal: Place | None, mode: str, way: Route | None, units: str
) -> Element:  # fmt: skip
    """A planned route. ``way``: None if an end is missing or there is no route."""
    ready = origin is not None and goal is not None
    return _window(
        _map(res, view),
        Column(_ends(res, origin, goal), _modes(res, mode), width=FILL, background=bar_color(res), tap=do(take_touch),
               pad=(0, STATUS_HEIGHT, 0, 0), id=ID + "routing_plan_frame"),
        _plan_foot(res, mode, way, units, ready),
    )  # fmt: skip


def _ends(res: Resources, origin: Place | None, goal: Place | None) -> Element:
    fields = [
        Row(
            Icon(glyph, 18, WHITE, class_name=""),
            Text(name_of(res, place) if place is not None else res.string(f"maps_me.{empty}"), 16,
                 WHITE if place is not None else 0xB3FFFFFF, grow=1, id=ID + id),
            width=FILL, height=44, pad=(12, 0), gap=12, align="center", radius=6, background=0x26FFFFFF,
            tap=do(handlers.open_search, end), class_name="android.widget.LinearLayout",
        )
        for end, place, glyph, id, empty in (
            ("origin", origin, "trip_origin", "start_point", "from"), ("goal", goal, "place", "finish_point", "to"),
        )
    ]  # fmt: skip
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.leave_plan), WHITE,
                    id=ID + "back", class_name="android.widget.ImageView"),
        Column(*fields, grow=1, gap=6, class_name=""),
        icon_button("swap_vert", res.string("maps_me.swap"), do(handlers.swap), WHITE,
                    enabled=origin is not None or goal is not None),
        width=FILL, pad=(4, 8, 4, 0), align="center", class_name="",
    )  # fmt: skip


class ModeButton(Stack):
    """One of the modes of travel."""

    __slots__ = ()
    CLASS = RadioButton.CLASS
    checkable = True


def _modes(res: Resources, mode: str) -> Element:
    buttons = [
        ModeButton(
            Icon(MODE_GLYPHS[one], 24, WHITE if one == mode else 0x99FFFFFF, class_name=""),
            Stack(Spacer(width=40, height=3, background=WHITE if one == mode else None), width=FILL, height=FILL,
                  align="center", justify="end", class_name=""),
            grow=1, height=48, align="center", justify="center", tap=do(handlers.choose_mode, one), checked=one == mode,
            id=ID + one, description=res.string(f"maps_me.mode_{one}"),
        )
        for one in MODES
    ]  # fmt: skip
    return Row(
        *buttons, width=FILL, pad=(16, 0), id=ID + "route_type", class_name="android.widget.RadioGroup"
    )


def told(res: Resources, way: Route, units: str) -> str:
    """Duration and length of a route."""
    return f"{duration(res, way.seconds)} • {length(res, way.metres, units, along=True)}"


def _plan_foot(res: Resources, mode: str, way: Route | None, units: str, ready: bool) -> Element:
    c = res.colors
    if way is None or not way.legs:
        text = res.string("maps_me.no_route" if ready else "maps_me.choose_ends")
        return _panel(res, Text(text, 15, c.secondary, lines=4, width=FILL, pad=(16, 20), id=ID + "error"),
                      id="menu_frame")  # fmt: skip
    start = filled_button(res, res.string("maps_me.start"), do(handlers.go), id=ID + "start")
    line = Row(
        Text(told(res, way, units), 18, c.text, 500, lines=2, grow=1, id=ID + "time"), start,
        width=FILL, pad=(16, 12), gap=12, align="center", id=ID + "numbers",
    )  # fmt: skip
    details = text_button(res, res.string("maps_me.details"), do(open_overlay, "details"))
    rides = (_rides(res, way, units),) if mode == "transit" else ()
    return _panel(
        res, line, *rides, Row(details, width=FILL, pad=(4, 0, 4, 4), class_name=""), id="menu_frame"
    )


def _rides(res: Resources, way: Route, units: str) -> Element:
    """The walks and rides of a route, in order."""
    c = res.colors
    parts: list[Element] = []
    legs = [leg for leg in way.legs if not leg.is_walk or leg.ms >= 60_000]
    for at, leg in enumerate(legs):
        after = (Icon("chevron_right", 18, c.disabled, class_name=""),) if at < len(legs) - 1 else ()
        said = length(res, leg.metres, units, along=True) if leg.is_walk else leg.name
        ink = c.text if leg.is_walk or res.dark else line_color(leg)
        parts.append(
            Row(Icon(_LEG_GLYPHS[leg.kind], 20, ink, description=res.string(f"maps_me.leg_{leg.kind}")),
                Text(said, 15, ink, 500), *after, gap=4, align="center", class_name="")
        )  # fmt: skip
    beside = max(1, int((res.width - 32) / (105 * res.metrics.font / res.metrics.scale)))
    lines = [parts[at : at + beside] for at in range(0, len(parts), beside)]
    return Column(
        *[Row(*line, gap=4, align="center", class_name="") for line in lines], width=FILL, gap=6, pad=(16, 0, 16, 4),
        id=ID + "transit_recycler_view",
    )  # fmt: skip


def line_color(leg: Leg) -> int:
    """The colour of the line taken."""
    return next((line.color for line in bay.lines() if line.name == leg.name), BLUE)


def ways_of(way: Route, mode: str) -> Ways:
    """A route's lines on the map. Rides have the colours of their lines."""
    if mode != "transit":
        return ((_WAY_INKS[mode], way.points),)
    return tuple([(0xFF757575 if leg.is_walk else line_color(leg), leg.points) for leg in way.legs])


def details_sheet(res: Resources, way: Route, goal: Place, units: str) -> Element:
    """The sections of a route."""
    c = res.colors
    rows = [_stretch(res, leg, units) for leg in way.legs]
    rows.append(
        Row(Icon("place", 24, c.error, class_name=""), Text(name_of(res, goal), 16, c.text, lines=2, grow=1),
            width=FILL, gap=16, pad=(16, 8), align="center", class_name="")
    )  # fmt: skip
    return sheet(res, scrolling(*rows, key="details", grow=0), dismiss=CLOSE)


def _called(res: Resources, leg: Leg) -> str:
    """Name of a section of a route."""
    if leg.kind in RIDES:
        return f"{res.string(f'maps_me.leg_{leg.kind}')} {leg.name}"
    return leg.name or res.string("maps_me.leg_walk" if leg.is_walk else "maps_me.unnamed_road")


def _stretch(res: Resources, leg: Leg, units: str) -> Element:
    c = res.colors
    far = f"{duration(res, leg.ms / 1000)} • {length(res, leg.metres, units, along=True)}"
    if leg.kind in RIDES:
        ends = res.string("maps_me.ride", board=leg.board, leave=leg.leave)
        far = f"{ends} • {res.digits(res.string('maps_me.stops', count=leg.stops))} • {far}"
    return Row(
        Icon(_LEG_GLYPHS.get(leg.kind, "turn_right"), 24, c.secondary, class_name=""),
        Column(Text(_called(res, leg), 16, c.text, lines=2), Text(far, 13, c.secondary, lines=3), grow=1, gap=2,
               class_name=""),
        width=FILL, gap=16, pad=(16, 8), align="center", class_name="",
    )  # fmt: skip


def going(res: Resources, view: View, goal: Place, way: Route, units: str, arrives: str) -> Element:
    """A route being followed. ``arrives``: the time of arrival."""
    c = res.colors
    first = next((leg for leg in way.legs if leg.name), way.legs[0])
    top = Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        Row(Icon("straight", 36, WHITE, id=ID + "turn"),
            Column(Text(length(res, first.metres, units, along=True), 24, WHITE, 500, id=ID + "distance"),
                   Text(_called(res, first), 16, WHITE, lines=2, id=ID + "street"),
                   grow=1, class_name=""), width=FILL, gap=16, pad=(16, 12), align="center", class_name=""),
        width=FILL, background=bar_color(res), tap=do(take_touch), id=ID + "nav_top_frame",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    foot = Row(
        Column(
            Text(told(res, way, units), 18, c.text, 500, lines=2),
            Text(res.string("maps_me.arrival", time=arrives), 14, c.secondary),
            Text(name_of(res, goal), 14, c.secondary, lines=2),
            grow=1, gap=2, class_name="",
        ),
        filled_button(res, res.string("maps_me.stop"), do(handlers.leave_plan), id=ID + "stop"),
        width=FILL, pad=(16, 12), gap=12, align="center", class_name="",
    )  # fmt: skip
    return _window(
        _map(res, view), Column(top, width=FILL, class_name=""), _panel(res, foot, id="menu_frame")
    )


def menu_sheet(res: Resources) -> Element:
    """Menu with further pages."""
    rows = (
        ("bookmark", "bookmarks", do(handlers.open_page, BOOKMARKS, "bookmarks")),
        ("share", "share_my_location", do(handlers.share_place, bay.HERE)),
        ("settings", "settings", do(handlers.open_page, SETTINGS, "settings")),
    )
    return sheet(
        res, *[sheet_row(res, glyph, res.string(f"maps_me.{name}"), tap, ID + "name")
               for glyph, name, tap in rows],
        Spacer(width=FILL, height=8), dismiss=CLOSE,
    )  # fmt: skip
