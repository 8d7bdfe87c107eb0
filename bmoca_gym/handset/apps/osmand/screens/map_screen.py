"""OsmAnd's map and its overlays: buttons, a place's menu, the track being planned, the drawer."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.osmand import handlers, land
from bmoca_gym.handset.apps.osmand.drawing import ORANGE, LandMap
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.apps.osmand.screens.parts import WHITE, glyph_of, kind_text, length, round_button
from bmoca_gym.handset.apps.osmand.state import (
    CLOSEST,
    ID,
    LAYERS,
    MODES,
    NEAR_ZOOM,
    TEXT_SIZES,
    UNITS,
    VIEW,
    Plan,
)
from bmoca_gym.handset.kits import choices, geography
from bmoca_gym.handset.kits.map_drawing import Marks, Point
from bmoca_gym.handset.kits.map_view import locate, pinch, zoom
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    icon_button,
    list_row,
    menu,
    scrolling,
    sheet,
    sheet_row,
    side_drawer,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do

_LONGEST = 96  # dp of the scale bar
_LAYER_GLYPHS = {"names": "star", "pois": "place", "flags": "flag"}
_ROUND = (1, 2, 5, 10, 20, 50, 100, 200, 500)
#: Units of the scale bar with their lengths in metres.
_LENGTHS = {"miles": (("ft", 0.3048), ("mi", 1609.344)), "kilometres": (("m", 1.0), ("km", 1000.0))}
_LOCATE = do(locate, VIEW, land.PLANE, NEAR_ZOOM, "osmand.unknown_location")
_PINCH = do(pinch, VIEW)


class View(NamedTuple):
    """The visible part of the map, and what is drawn on it."""

    x: int
    y: int
    zoom: int
    marks: Marks
    lines: tuple[tuple[Point, ...], ...]
    pois: bool
    mode: str
    text_size: int


def screen(
    res: Resources, view: View, bare: bool, chosen: Place | None, kept: bool, marked: bool, far: float, units: str,
    plan: Plan | None,
) -> Element:  # fmt: skip
    """The map. ``kept``, ``marked``: the selected place is a favourite or has a marker; ``far``:
    metres to it, or -1.
    """
    drawn = LandMap(
        view.x, view.y, view.zoom, res.dark if view.mode == "auto" else view.mode == "night", view.marks, view.lines,
        plan is not None, view.pois, view.text_size, width=FILL, height=FILL,
        drag=do(handlers.touch_map), pinch=_PINCH, long_press=do(handlers.drop_pin), id=ID + "MapView",
        description=res.string("osmand.map"),
    )  # fmt: skip
    if bare:
        return Stack(drawn, width=FILL, height=FILL, id=ID + "map_view_with_layers")
    if plan is not None:
        over = [_plan_bar(res), _plan_foot(res, view, plan, units)]
    else:
        over = [_top_buttons(res)]
        if chosen is None:
            over.append(_foot_buttons(res, view, units))
        else:
            over.append(_menu(res, chosen, kept, marked, far, units))
    return Stack(drawn, *over, width=FILL, height=FILL, id=ID + "map_view_with_layers")


def _top_buttons(res: Resources) -> Element:
    return Column(
        Row(
            round_button(res, "layers", "configure_map", do(open_overlay, "configure"), "map_layers_button"),
            round_button(res, "search", "search", do(handlers.open_search), "map_search_button"),
            gap=8, class_name="",
        ),
        Icon("navigation", 24, ORANGE, width=48, height=48, radius=24, background=res.colors.surface,
             border=res.colors.divider, tap=do(handlers.tell_orientation), id=ID + "map_compass_button",
             description=res.string("osmand.compass"), class_name="android.widget.ImageButton"),
        width=FILL, height=FILL, gap=8, pad=(12, STATUS_HEIGHT + 12, 12, 0), class_name="",
    )  # fmt: skip


_NARROW = 280  # dp: four buttons, the gaps between them, and a little


def _scale_bar(res: Resources, view: View, units: str) -> Element:
    """A scale line that stands for a round number of metres, feet or miles."""
    scale = VIEW.scales[view.zoom]
    steps = [(one, unit, metres) for unit, metres in _LENGTHS[units] for one in _ROUND]
    fitting = [one for one in steps if one[0] * one[2] * scale <= _LONGEST]
    count, unit, metres = fitting[-1] if fitting else steps[0]
    wide = max(8.0, count * metres * scale)
    told = res.digits(f"{count} {res.string(f'osmand.{unit}')}")
    ink = res.colors.text
    ends = [Spacer(width=2, height=6, background=ink) for _ in range(2)]
    line = Column(
        Row(ends[0], Spacer(width=max(1.0, wide - 4), height=1), ends[1], class_name=""),
        Spacer(width=wide, height=2, background=ink), id=ID + "map_ruler_image", class_name="android.widget.ImageView",
    )  # fmt: skip
    return Column(Text(told, 12, ink, 500, lines=2, align="center", id=ID + "map_ruler_text"), line, align="center",
                  id=ID + "map_ruler_layout", class_name="android.widget.FrameLayout")  # fmt: skip


def _zoom_buttons(res: Resources, view: View) -> Element:
    return Column(
        round_button(res, "add", "zoom_in", do(zoom, VIEW, 1), "map_zoom_in_button", view.zoom < CLOSEST),
        round_button(res, "remove", "zoom_out", do(zoom, VIEW, -1), "map_zoom_out_button", view.zoom > 0),
        gap=8, class_name="",
    )  # fmt: skip


def _foot_buttons(res: Resources, view: View, units: str) -> Element:
    # Between the buttons of a narrow screen is no room for it.
    scale = _scale_bar(res, view, units) if res.width >= _NARROW else Spacer(width=1, height=1)
    return Column(
        Row(
            round_button(res, "menu", "menu", do(open_overlay, "drawer"), "map_menu_button"),
            round_button(res, "directions", "directions", do(open_overlay, "route"), "map_route_info_button"),
            Column(scale, grow=1, align="center", class_name=""),
            round_button(res, "my_location", "my_location", _LOCATE, "map_my_location_button"),
            _zoom_buttons(res, view),
            width=FILL, gap=8, align="end", class_name="",
        ),
        width=FILL, height=FILL, justify="end", pad=(12, 0, 12, 16), class_name="",
    )  # fmt: skip


def _panel(res: Resources, *lines: Element, id: str) -> Element:
    """Panel at the foot of the map."""
    panel = Column(*lines, width=FILL, background=res.colors.surface, tap=do(take_touch), id=ID + id)
    return Column(panel, width=FILL, height=FILL, justify="end", class_name="")


# The menu of a place


def _menu(res: Resources, place: Place, kept: bool, marked: bool, far: float, units: str) -> Element:
    c = res.colors
    head = Row(
        Column(
            _name(Text(place.name, 20, c.text, 500, lines=2, id=ID + "context_menu_line1")),
            Text(kind_text(res, place), 14, c.secondary, id=ID + "context_menu_line2"),
            *((Text(length(res, far, units), 14, c.secondary, id=ID + "distance"),) if far >= 0 else ()),
            grow=1, gap=2, class_name="",
        ),
        Icon(glyph_of(place.kind), 28, ORANGE, id=ID + "context_menu_icon_view"),
        width=FILL, pad=(16, 14, 16, 10), gap=16, id=ID + "context_menu_top_view",
    )  # fmt: skip
    actions = (
        ("fav", "edit" if kept else "star_border", "edit" if kept else "add", do(handlers.edit_favourite)),
        ("route", "delete" if marked else "flag", "delete_marker" if marked else "marker", do(handlers.toggle_marker)),
        ("share", "share", "share", do(handlers.share_place)),
        ("more", "more_vert", "actions", do(open_overlay, "actions")),
    )  # fmt: skip
    buttons = [_action(res, id, glyph, name, tap) for id, glyph, name, tap in actions]
    foot = Row(
        _flat(res, "details", do(open_overlay, "details"), "context_menu_details_button", "start"),
        _flat(res, "directions", do(open_overlay, "route"), "context_menu_directions_button", "end"),
        width=FILL, id=ID + "context_menu_bottom_buttons",
    )  # fmt: skip
    rule = Spacer(width=FILL, height=1, background=c.divider)
    line = Row(*buttons, width=FILL, id=ID + "context_menu_buttons")
    return _panel(res, head, rule, line, rule, foot, id="context_menu_main")


def _action(res: Resources, id: str, glyph: str, name: str, tap: Callback) -> Element:
    c = res.colors
    return Column(
        Icon(glyph, 24, ORANGE, id=ID + f"context_menu_{id}_image_view"),
        FittedText(res.string(f"osmand.{name}"), 14, c.secondary, align="center", width=FILL,
                   id=ID + f"context_menu_{id}_text_view"),
        grow=1, gap=4, pad=(2, 10), align="center", tap=tap, id=ID + f"context_menu_{id}_view",
    )  # fmt: skip


def _flat(res: Resources, name: str, tap: Callback, id: str, align: str) -> Element:
    return FittedText(res.string(f"osmand.{name}"), 14, ORANGE, 500, grow=1, pad=(16, 16), align=align, tap=tap,
                      id=ID + id, class_name="android.widget.TextView")  # fmt: skip


def actions_sheet(res: Resources) -> Element:
    """Further actions on a place."""
    rows = (
        sheet_row(
            res, "timeline", res.string("osmand.plan_route"), do(handlers.start_plan, True), ID + "title"
        ),
        sheet_row(res, "search", res.string("osmand.search_near"), do(handlers.open_search), ID + "title"),
        sheet_row(res, "share", res.string("osmand.share"), do(handlers.share_place), ID + "title"),
    )
    return sheet(res, *rows, Spacer(width=FILL, height=8), dismiss=CLOSE, id=ID + "bottom_sheet")


def _name(text: Text) -> Element:
    """A name, or coordinates, whose order is the same in right-to-left languages."""
    return text if any(letter.isalpha() for letter in text.text) else LeftToRight(text)


def _position(latitude: float, longitude: float, size: float, ink: int, id: str) -> Element:
    return _name(Text(f"{latitude:.5f}, {longitude:.5f}", size, ink, id=ID + id))


def details_sheet(res: Resources, place: Place) -> Element:
    """Position of a place."""
    c = res.colors
    near = land.nearest_settled(place.latitude, place.longitude)
    address = f"{near.name}, {res.string('osmand.country')}"
    lines = [
        Row(
            Icon(glyph, 24, ORANGE, class_name=""),
            told,
            width=FILL, gap=16, pad=(16, 12), align="center",
        )
        for glyph, told in (
            (glyph_of(place.kind), _name(Text(place.name, 16, c.text, lines=3, grow=1, id=ID + "name"))),
            ("place", Text(address, 16, c.text, lines=3, grow=1, id=ID + "address")),
            ("my_location", _position(place.latitude, place.longitude, 16, c.text, "coordinates")),
        )
    ]  # fmt: skip
    return sheet(res, *lines, Spacer(width=FILL, height=8), dismiss=CLOSE, id=ID + "bottom_sheet")


def route_sheet(res: Resources, here: str, place: Place | None, far: str) -> Element:
    """The route. ``here``: its start; ``far``: how long it is and takes, "" if an end is missing."""
    c = res.colors
    to = place.name if place is not None else res.string("osmand.no_destination")
    lines = [
        Row(Icon(glyph, 24, ORANGE, class_name=""),
            Column(Text(res.string(f"osmand.{name}"), 13, c.secondary),
                   Text(told, 16, c.text, lines=2, id=ID + f"{name}Text"), grow=1, gap=2, class_name=""),
            width=FILL, gap=16, pad=(16, 10), align="center", tap=do(handlers.look_for_end, name),
            id=f"{ID}{name.title()}Layout")
        for glyph, name, told in (("my_location", "from", here), ("flag", "to", to))
    ]  # fmt: skip
    told = Text(f"{res.string('osmand.by_car')}: {far}" if far else res.string("osmand.route_missing"), 14,
                c.secondary, lines=3, pad=(16, 8), width=FILL, id=ID + "distance")  # fmt: skip
    buttons = Row(
        text_button(res, res.string("common.cancel"), CLOSE, id=ID + "cancel_button"),
        Spacer(grow=1, height=1),
        text_button(res, res.string("osmand.search"), do(handlers.open_search)),
        width=FILL, pad=(8, 0, 8, 8),
    )  # fmt: skip
    return sheet(res, *lines, told, buttons, dismiss=CLOSE, id=ID + "main_view",
                 class_name="android.widget.LinearLayout")  # fmt: skip


# Planning


def _plan_bar(res: Resources) -> Element:
    c = res.colors
    line = Row(
        icon_button("close", res.string("osmand.close"), do(handlers.leave_plan), WHITE, id=ID + "close_button"),
        FittedText(res.string("osmand.plan_route"), 20, WHITE, 500, grow=1, id=ID + "widget_top_bar_title"),
        icon_button("search", res.string("osmand.search"), do(handlers.open_search), WHITE,
                    id=ID + "map_search_button"),
        text_button(res, res.string("osmand.save"), do(handlers.ask_name), id=ID + "widget_top_bar_save",
                    color=WHITE, class_name="android.widget.TextView"),
        width=FILL, height=56, pad=(4, 0), align="center", background=ORANGE if not res.dark else c.raised,
        tap=do(take_touch), id=ID + "widget_top_bar", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT, background=ORANGE if not res.dark else c.raised), line, width=FILL,
        height=FILL, class_name="",
    )  # fmt: skip


def _plan_foot(res: Resources, view: View, plan: Plan, units: str) -> Element:
    c = res.colors
    count = res.digits(res.string("osmand.points", count=len(plan.points)))
    head = Row(
        Icon("straighten", 24, ORANGE, id=ID + "main_icon"),
        Text(length(res, geography.length(plan.points), units), 16, c.text, 500,
             id=ID + "measurement_distance_text_view"),
        Text(count, 16, c.secondary, grow=1, id=ID + "measurement_points_text_view"),
        icon_button("expand_less", res.string("osmand.points_list"), do(open_overlay, "points"), c.secondary,
                    id=ID + "up_down_button", class_name="android.widget.ImageView"),
        width=FILL, pad=(16, 0, 4, 0), gap=12, align="center", class_name="",
    )  # fmt: skip
    foot = Row(
        text_button(res, res.string("osmand.options"), do(open_overlay, "options"), id=ID + "options_button",
                    color=ORANGE, class_name="android.widget.TextView"),
        icon_button("undo", res.string("osmand.undo"), do(handlers.undo), c.secondary if plan.points else c.disabled,
                    id=ID + "undo_point_button", enabled=bool(plan.points)),
        icon_button("redo", res.string("osmand.redo"), do(handlers.redo), c.secondary if plan.undone else c.disabled,
                    id=ID + "redo_point_button", enabled=bool(plan.undone)),
        Spacer(grow=1, height=1),
        FittedText(res.string("osmand.add_point"), 14, WHITE, 500, pad=(16, 10), radius=4, background=ORANGE,
                   tap=do(handlers.add_point), id=ID + "add_point_button", class_name="android.widget.Button"),
        width=FILL, pad=(8, 4, 12, 8), align="center", class_name="",
    )  # fmt: skip
    panel = Column(head, Spacer(width=FILL, height=1, background=c.divider), foot, width=FILL, background=c.surface,
                   tap=do(take_touch), id=ID + "main_view")  # fmt: skip
    keys = Row(
        Spacer(grow=1, height=1), _zoom_buttons(res, view), width=FILL, pad=(12, 0, 12, 12), class_name=""
    )
    return Column(keys, panel, width=FILL, height=FILL, justify="end", class_name="")


def options_sheet(res: Resources, some: bool) -> Element:
    """Further actions on a planned track. ``some``: whether it has points."""
    rows: list[Element] = [
        sheet_row(res, "save", res.string("osmand.save"), do(handlers.ask_name), ID + "title")
    ]
    if some:
        rows += [
            sheet_row(res, "swap_vert", res.string("osmand.reverse"), do(handlers.reverse), ID + "title"),
            sheet_row(res, "delete", res.string("osmand.clear_all"), do(handlers.clear_plan), ID + "title"),
        ]
    return sheet(res, *rows, Spacer(width=FILL, height=8), dismiss=CLOSE, id=ID + "bottom_sheet")


def points_sheet(res: Resources, plan: Plan) -> Element:
    """The planned points, each of which can be removed."""
    c = res.colors
    rows: list[Element] = []
    for at, (latitude, longitude) in enumerate(plan.points):
        rows.append(
            Row(
                Icon("place", 24, ORANGE, class_name=""),
                Column(
                    Text(res.digits(res.string("osmand.point", number=at + 1)), 16, c.text, id=ID + "title"),
                    _position(latitude, longitude, 14, c.secondary, "description"),
                    grow=1, gap=2, class_name="",
                ),
                icon_button("close", res.string("osmand.delete"), do(handlers.remove_point, at), c.secondary,
                            id=ID + "options"),
                width=FILL, gap=16, pad=(16, 2, 4, 2), align="center",
            )
        )  # fmt: skip
    if not rows:
        rows.append(Text(res.string("osmand.no_points"), 16, c.secondary, lines=3, pad=16, width=FILL))
    body = scrolling(*rows, key="points", grow=0, id=ID + "measure_points_recycler_view")  # fmt: skip
    return sheet(res, body, dismiss=CLOSE, id=ID + "bottom_sheet")


def save_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Asks for the name under which to save a planned track."""
    c = res.colors
    field = TextField(
        name, "name", do(handlers.type_name), focused=focused, hint=res.string("osmand.name"), hint_color=c.secondary,
        accent=ORANGE, color=c.text, size=16, width=FILL, pad=(12, 14), radius=4,
        border=ORANGE if focused else c.divider, on_submit=do(handlers.save_track), id=ID + "name_edit_text",
    )  # fmt: skip
    return dialog_card(
        res, field, title=res.string("osmand.save_as_track"), dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id=ID + "dismiss_button"),
            text_button(res, res.string("osmand.save"), do(handlers.save_track), id=ID + "save_button"),
        ),
    )  # fmt: skip


def plan_sheet(res: Resources) -> Element:
    """Start of planning."""
    rows = (
        sheet_row(res, "add", res.string("osmand.new_route"), do(handlers.start_plan, False), ID + "title"),
        sheet_row(
            res,
            "folder_open",
            res.string("osmand.open_track"),
            do(handlers.open_page, "places"),
            ID + "title",
        ),
    )
    return sheet(res, *rows, Spacer(width=FILL, height=8), dismiss=CLOSE, id=ID + "bottom_sheet")


# The drawer and the map's configuration


def drawer(res: Resources) -> Element:
    """The pages of the app."""
    c = res.colors
    entries = (
        ("my_places", "folder", do(handlers.open_page, "places")),
        ("map_markers", "flag", do(handlers.open_page, "markers")),
        ("search", "search", do(handlers.open_search)), ("directions", "directions", do(open_overlay, "route")),
        ("plan_route", "timeline", do(open_overlay, "plan")),
        ("configure_map", "layers", do(open_overlay, "configure")),
        ("settings", "settings", do(handlers.open_page, "settings")),
    )  # fmt: skip
    head = Row(
        Icon("explore", 36, WHITE, class_name=""), Text(res.string("osmand.app_name"), 20, WHITE, 500),
        width=FILL, pad=16, gap=16, align="center", background=ORANGE, class_name="",
    )  # fmt: skip
    rows: list[Element] = [
        Row(
            Icon(glyph, 24, c.secondary, id=ID + "icon"),
            Text(res.string(f"osmand.{name}"), 15, c.text, 500, lines=2, grow=1, id=ID + "title"),
            width=FILL, least=48, pad=(16, 0), gap=24, align="center", tap=tap,
        )
        for name, glyph, tap in entries
    ]  # fmt: skip
    return side_drawer(res, head, rows, CLOSE, key="drawer", id=ID + "drawer_relative_layout",
                       list_id=ID + "menuItems", class_name="android.widget.RelativeLayout")  # fmt: skip


def configure_sheet(res: Resources, shown: tuple[bool, ...], mode: str, text_size: int) -> Element:
    """Settings of what the map shows. ``shown``: which of `LAYERS`."""
    c = res.colors
    rows: list[Element] = [heading(res, res.string("osmand.show"))]
    for (name, label), on in zip(LAYERS.items(), shown, strict=True):
        tap = do(switch, name)
        end = Switch(on, res.string("common.on" if on else "common.off"), color=ORANGE, tap=tap, id=ID + "toggle_item",
                     description=res.string(f"osmand.{label}"))  # fmt: skip
        rows.append(
            Row(
                Icon(_LAYER_GLYPHS[name], 24, ORANGE if on else c.secondary, class_name=""),
                Text(res.string(f"osmand.{label}"), 16, c.text, grow=1, lines=2, id=ID + "title"), end,
                width=FILL, pad=(16, 8), gap=16, align="center", tap=tap,
            )
        )  # fmt: skip
    percent = res.percent(text_size)
    rows += [
        heading(res, res.string("osmand.map_rendering")),
        list_row(res, res.string("osmand.mode"), res.string(f"osmand.mode_{mode}"), icon="brightness_medium",
                 tap=do(open_overlay, "mode"), title_id=ID + "title", summary_id=ID + "description"),
        list_row(res, res.string("osmand.text_size"), percent, icon="format_size", tap=do(open_overlay, "text_size"),
                 title_id=ID + "title", summary_id=ID + "description"),
        Spacer(width=FILL, height=8),
    ]  # fmt: skip
    title = Text(res.string("osmand.configure_map"), 18, c.text, 500, pad=(16, 16, 16, 8), width=FILL)
    body = scrolling(*rows, key="configure", grow=0)
    return sheet(res, title, body, dismiss=CLOSE, id=ID + "bottom_sheet")


def mode_dialog(res: Resources, chosen: str) -> Element:
    """The colours of the map."""
    rows = [
        (res.string(f"osmand.mode_{one}"), one == chosen, do(handlers.choose_look, "mode", one))
        for one in MODES
    ]
    return choices.one_of(res, res.string("osmand.mode"), *rows)


def text_size_dialog(res: Resources, chosen: int) -> Element:
    """The sizes of the map's texts."""
    rows = [
        (res.percent(one), one == chosen, do(handlers.choose_look, "text_size", one)) for one in TEXT_SIZES
    ]
    return choices.one_of(res, res.string("osmand.text_size"), *rows)


def units_dialog(res: Resources, chosen: str) -> Element:
    """The units of lengths."""
    rows = [
        (res.string(f"osmand.units_{one}"), one == chosen, do(handlers.choose_units, one)) for one in UNITS
    ]
    return choices.one_of(res, res.string("osmand.units"), *rows)


def track_menu(res: Resources, path: str) -> Element:
    """Actions on a saved track."""
    items = (
        (res.string("osmand.show_on_map"), do(handlers.show_track, path)),
        (res.string("osmand.delete"), do(handlers.delete_track, path)),
    )
    return menu(res, items, CLOSE)
