"""Directions: start, destination and means of travel, the route on the map, and its steps."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.apps.maps.handlers import choose_mode, open_search, show_step, swap
from bmoca_gym.handset.apps.maps.screens.parts import (
    View,
    buttons,
    chip,
    distance,
    duration,
    name_of,
    the_map,
    window,
)
from bmoca_gym.handset.apps.maps.state import COMPONENT, ID
from bmoca_gym.handset.kits.navigation import leave_page, open_page
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

#: The texts of steps that are not named as the steps are.
_STEP_KEYS = {"walk": "walk_to", "tram": "ride", "bus": "ride"}
GLYPHS = {"drive": "directions_car", "transit": "directions_bus", "walk": "directions_walk"}
_STEP_GLYPHS = {
    "left": "turn_left", "right": "turn_right", "straight": "straight", "walk": "directions_walk", "tram": "tram",
    "bus": "directions_bus", "arrive": "place",
}  # fmt: skip


def _end(res: Resources, end: str, key: str, origin: str, goal: str) -> Element:
    """The field of the start or the destination."""
    c = res.colors
    glyph, tone = ("trip_origin", c.accent) if end == "from" else ("place", 0xFFEA4335)
    return Row(
        Icon(glyph, 18, tone, class_name=""),
        Text(name_of(res, key), 15, c.text, grow=1,
             id=ID + ("directions_startpoint_textbox" if end == "from" else "directions_endpoint_textbox"),
             class_name="android.widget.EditText"),
        width=FILL, height=42, pad=(12, 0), gap=10, align="center", border=c.divider, radius=8,
        tap=do(open_search, end, origin, goal), id=ID + f"directions_{end}_field",
        description=res.string("maps.choose_start" if end == "from" else "maps.choose_destination"),
    )  # fmt: skip


def _mode(res: Resources, mode: str, chosen: str, origin: str, goal: str) -> Element:
    c = res.colors
    on = mode == chosen
    ink = c.accent if on else c.secondary
    time = duration(res, roads.route(origin, goal, mode).seconds)
    return Row(
        Icon(GLYPHS[mode], 20, ink, class_name=""),
        Text(time, 13, ink, 500, class_name=""),
        grow=1, height=36, gap=4, align="center", justify="center", radius=18, background=c.raised if on else None,
        tap=do(choose_mode, mode), selected=on, id=ID + f"directions_mode_{mode}",
        description=f"{res.string(f'maps.{mode}')} {time}", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def directions(res: Resources, view: View, origin: str, goal: str, mode: str, units: str) -> Element:
    """The route on the map, with its ends and travel modes above and its summary below."""
    c = res.colors
    wide = res.width >= frame.WIDE
    way = roads.route(origin, goal, mode)
    end = way.points[-1]
    marks = [("pin", *end)] if goal != town.HERE else []
    if origin != town.HERE:
        marks.append(("start", *way.points[0]))
    map_ = the_map(res, view, tuple(marks), way.points, mode == "walk")
    if view.bare:
        return window(map_)
    fields = Column(
        _end(res, "from", origin, origin, goal),
        _end(res, "to", goal, origin, goal),
        grow=1,
        gap=6,
        class_name="",
    )
    top = Column(
        Row(
            icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), c.secondary,
                        width=44),
            fields,
            icon_button("swap_vert", res.string("maps.swap"), do(swap), c.secondary, id=ID + "swap_waypoints_button",
                        width=44),
            width=FILL, align="center", class_name="",
        ),
        Row(*[_mode(res, one, mode, origin, goal) for one in roads.MODES], width=FILL, gap=4, pad=(8, 6),
            class_name=""),
        width=frame.PANEL if wide else FILL, pad=(0, 8 if wide else STATUS_HEIGHT + 6, 0, 2), background=c.background,
        radius=16 if wide else 0, tap=do(take_touch), id=ID + "directions_inputpanel_panel",
    )  # fmt: skip
    label = res.string("maps.start" if origin == town.HERE else "maps.steps")
    glyph = "navigation" if origin == town.HERE else "list"
    along = res.string("common.list_separator").join([town.told(res.locale, name) for name in way.via])
    via = Text(res.string("maps.via", street=along), 14, c.secondary, lines=2, id=ID + "route_via")
    foot = Column(
        Row(
            Text(duration(res, way.seconds), 20, c.positive, 500, id=ID + "route_time"),
            Text(f"({distance(res, way.meters, units)})", 18, c.secondary, id=ID + "route_distance"),
            gap=8, align="center", class_name="",
        ),
        *((via,) if way.via else ()),
        Row(chip(res, glyph, label, do(open_page, COMPONENT, "steps", origin, goal), "start_button", filled=True),
            pad=(0, 6, 0, 0), class_name=""),
        width=frame.PANEL if wide else FILL, pad=(20, 12), gap=2, background=c.background, radius=16,
        tap=do(take_touch), id=ID + "directions_trip_card",
    )  # fmt: skip
    upper = Column(top, width=FILL, pad=(12, STATUS_HEIGHT + 12) if wide else 0, class_name="")
    lower = Column(foot, width=FILL, height=FILL, justify="end", pad=(12, 12) if wide else 0, class_name="")
    return window(map_, buttons(res, 24 if wide else 170, 12 if wide else 140), upper, lower)


def step_text(res: Resources, step: roads.Step, goal: str) -> str:
    """A step in words."""
    name = town.told(res.locale, step.name) if step.name else name_of(res, goal)
    line = town.told(res.locale, step.line) if step.line else ""
    key = _STEP_KEYS.get(step.kind, step.kind)
    return res.string(f"maps.{key}", street=name, place=name, stop=name, line=line)


def _step(res: Resources, step: roads.Step, goal: str, units: str) -> Element:
    c = res.colors
    far = distance(res, step.meters, units)
    timed = f"{duration(res, step.seconds)} ({far})"
    about = {"arrive": "", "walk": timed, "tram": timed, "bus": timed}.get(step.kind, far)
    return Row(
        Icon(_STEP_GLYPHS.get(step.kind, "straight"), 26, c.secondary, class_name=""),
        Column(
            Text(step_text(res, step, goal), 16, c.text, lines=3, id=ID + "step_text"),
            *((Text(about, 13, c.secondary, lines=2, id=ID + "step_distance"),) if about else ()),
            grow=1, gap=3, class_name="",
        ),
        width=FILL, pad=(20, 12), gap=20, align="center", tap=do(show_step, step.x, step.y), id=ID + "step_item",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def steps(res: Resources, origin: str, goal: str, mode: str, units: str) -> Element:
    """All steps of a route."""
    c = res.colors
    way = roads.route(origin, goal, mode)
    head = Row(
        Icon(GLYPHS[mode], 24, c.accent, class_name=""),
        Text(duration(res, way.seconds), 18, c.positive, 500, id=ID + "route_time"),
        Text(f"({distance(res, way.meters, units)})", 16, c.secondary, id=ID + "route_distance"),
        Spacer(grow=1, height=1),
        width=FILL, pad=(20, 10), gap=10, align="center", class_name="",
    )  # fmt: skip
    start = Row(
        Icon("trip_origin", 22, c.accent, class_name=""),
        Text(name_of(res, origin), 16, c.text, 500, lines=2, grow=1, id=ID + "step_origin"),
        width=FILL, pad=(22, 12), gap=22, align="center",
    )  # fmt: skip
    rows: list[Element] = [head, divider(res), start]
    for step in way.steps:
        rows += [divider(res, 64), _step(res, step, goal, units)]
    return page(
        res,
        toolbar(res, res.string("maps.steps"), up=do(leave_page), title_id=ID + "title"),
        scrolling(*rows, key="steps", id=ID + "recycler_view"),
    )
