"""OpenTracks' page of a track, finished or being recorded: figures, intervals and charts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.opentracks import rows
from bmoca_gym.handset.apps.opentracks.handlers import recording, tracks
from bmoca_gym.handset.apps.opentracks.handlers.recording import apart
from bmoca_gym.handset.apps.opentracks.rows import POINTS, number, started, text_of, whole
from bmoca_gym.handset.apps.opentracks.screens import lists
from bmoca_gym.handset.apps.opentracks.state import ID, MARKER_LIST, SETTINGS, TABS
from bmoca_gym.handset.kits import choices
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    floating_button,
    icon_button,
    menu,
    page,
    scrolling,
)
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Line, Text
from bmoca_gym.handset.value import do

_CHART_HEIGHT = 220
_MOST_LINES = 60
_HEIGHT_INK, _SPEED_INK = 0xFF43A047, 0xFF1E88E5


class Units(NamedTuple):
    """Units of the lengths and speeds of a track."""

    imperial: bool
    paced: bool


def _offers(id: int) -> tuple[lists.Offer, ...]:
    return (
        ("map", "show_on_map", do(tracks.show_on_map), "track_detail_menu_show_on_map"),
        ("share", "share", do(tracks.share_tracks, (id,)), "track_detail_share"),
        ("place", "markers", do(tracks.open_page, MARKER_LIST, id), "track_detail_markers"),
    )


def recorded(res: Resources, row: Record, points: Rows, tab: int, units: Units) -> Element:
    """The page of a finished track."""
    c, id = res.colors, int(row[0] or 0)
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(tracks.leave), c.text),
        Text(text_of(row, "name"), 18, c.text, 500, grow=1),
        *lists.in_bar(res, _offers(id)),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "track_menu"), c.text, width=40),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(res, bar, _tabs(res, tab), _body(res, row, points, tab, units, True))


def being_recorded(res: Resources, row: Record, points: Rows, tab: int, units: Units) -> Element:
    """The page of a track being recorded."""
    c, id = res.colors, int(row[0] or 0)
    stop = floating_button(
        res, "stop", res.string("opentracks.stop"), do(recording.press), ID + "track_recording_fab_action",
        color=lists.WHITE, long_press=do(recording.stop, True),
    )  # fmt: skip
    foot = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(tracks.leave), c.text),
        lists.action(res, "add_location", "insert_marker", do(tracks.write_marker, 0, id),
                     "track_detail_insert_marker"),
        lists.action(res, "place", "markers", do(tracks.open_page, MARKER_LIST, id), "track_detail_markers"),
        Spacer(grow=1, height=1), stop,
        width=FILL, height=72, pad=(8, 0, 16, 0), gap=8, align="center", background=c.raised,
        id=ID + "bottom_app_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(res, _tabs(res, tab), _body(res, row, points, tab, units, False), foot)


def overflow(res: Resources, id: int) -> Element:
    """Further actions in the bar of a track's page."""
    items = (
        *lists.in_menu(res, _offers(id)),
        (res.string("opentracks.edit"), do(tracks.edit, id)),
        (res.string("opentracks.delete"), do(open_overlay, "delete_track")),
        (res.string("opentracks.settings"), do(tracks.open_page, SETTINGS)),
    )
    return menu(res, items, CLOSE)


def _tabs(res: Resources, chosen: int) -> Element:
    entries = [
        (res.string(f"opentracks.{name}"), at == chosen, do(tracks.show_tab, at))
        for at, name in enumerate(TABS)
    ]
    return choices.tabs(res, *entries, color=res.colors.accent, id=ID + "track_detail_activity_tablayout")


def _body(res: Resources, row: Record, points: Rows, tab: int, units: Units, done: bool) -> Element:
    if tab == 0:
        inner = scrolling(*_figures(res, row, units, done), key="stats", grow=0, height=FILL, pad=(8, 0, 8, 24),
                          class_name="android.widget.ScrollView")  # fmt: skip
    elif tab == 1:
        inner = _intervals(res, row, points, units)
    else:
        inner = _chart(res, points, units, TABS[tab] == "by_time")
    return Stack(inner, width=FILL, grow=1, swipe=do(tracks.swipe_tab), id=ID + "track_detail_activity_view_pager",
                 class_name="androidx.viewpager.widget.ViewPager")  # fmt: skip


# Figures


def _figures(res: Resources, row: Record, units: Units, done: bool) -> list[Element]:
    c = res.colors
    found: list[Element] = [_head(res, row)] if done else [Spacer(width=FILL, height=8)]
    far, unit = rows.distance(res, number(row, "totaldistance"), units.imperial)
    found += [
        _rule(res),
        Row(
            _figure(res, "distance", "distance", far, unit, grow=1),
            Column(
                _figure(res, "moving_time", "moving_time", rows.elapsed(res, whole(row, "movingtime")), ""),
                _figure(res, "total_time", "total_time", rows.elapsed(res, whole(row, "totaltime")), "", 18),
                grow=1, gap=8, class_name="",
            ),
            width=FILL, class_name="",
        ),
        _rule(res),
    ]  # fmt: skip
    kind = "pace" if units.paced else "speed"
    parts = [
        (entry, f"{label}_{kind}", rows.speed(res, number(row, column), units.imperial, units.paced), size)
        for entry, label, column, size in (
            ("max_speed", "max", "maxspeed", 24), ("moving_speed", "avg_moving", "avgmovingspeed", 24),
            ("average_speed", "avg", "avgspeed", 18),
        )
    ]  # fmt: skip
    entry, label, told, size = parts[0]
    fastest = _figure(res, entry, label, *told, size, grow=1)
    moving, average = [_figure(res, entry, label, *told, size) for entry, label, told, size in parts[1:]]
    found += [
        Row(fastest, Column(moving, average, grow=1, gap=8, class_name=""), width=FILL, class_name=""),
        _rule(res),
        Row(
            *[
                _figure(res, f"altitude_{name}", name, *rows.height(res, number(row, column), units.imperial), grow=1)
                for name, column in (("gain", "elevationgain"), ("loss", "elevationloss"))
            ],
            width=FILL, class_name="", background=c.background,
        ),
    ]  # fmt: skip
    return found


def _rule(res: Resources) -> Element:
    return Column(
        Spacer(width=FILL, height=1, background=res.colors.divider), width=FILL, pad=(0, 12), class_name=""
    )


def _head(res: Resources, row: Record) -> Element:
    c, at = res.colors, started(row)
    description = text_of(row, "description")
    words = [Text(text_of(row, "name"), 20, c.text, 500, lines=3, id=ID + "stats_name_value")]
    if description:
        words.append(Text(description, 16, c.text, lines=8, id=ID + "stats_description_value"))
    when = f"{res.date(at.date(), 'yMMMd')} {res.time(at.hour, at.minute)}"
    return Column(
        Row(
            Icon(rows.glyph_of(row), 48, c.text, id=ID + "stats_activity_type_icon"),
            Column(*words, grow=1, gap=4, class_name=""),
            width=FILL, gap=16, pad=(0, 16, 0, 8), class_name="",
        ),
        Row(Spacer(grow=1, height=1), Text(when, 14, c.secondary, id=ID + "stats_start_datetime_value"), width=FILL,
            class_name=""),
        width=FILL, class_name="",
    )  # fmt: skip


def _figure(
    res: Resources, entry: str, label: str, told: str, unit: str, size: float = 24, **room: Any
) -> Element:
    """A figure under its name. ``room``: its width, or its share of a row."""
    c = res.colors
    value = [Text(told, size, c.text, id=ID + f"stats_{entry}_value")]
    if unit:
        value.append(Text(unit, 14, c.secondary, id=ID + f"stats_{entry}_unit"))
    return Column(
        Text(res.string(f"opentracks.{label}"), 14, c.secondary, lines=2, align="center",
             id=ID + f"stats_{entry}_label"),
        Row(*value, gap=4, align="end", class_name=""),
        gap=2, align="center", class_name="", **(room or {"width": FILL}),
    )  # fmt: skip


# Intervals


def _intervals(res: Resources, row: Record, points: Rows, units: Units) -> Element:
    c = res.colors
    length = 1609.344 if units.imperial else 1000.0
    lines = []
    done, since, at = 0.0, whole(points[0], "time", POINTS) if points else 0, 1
    for one, other in pairwise(points):
        done += apart(one, other)
        if done >= length * at:
            now = whole(other, "time", POINTS)
            lines.append(_interval(res, at, length * 1000 / max(1, now - since), units))
            since, at = now, int(done // length) + 1
    if not lines:
        return empty_message(res, "timeline", res.string("opentracks.no_intervals"), id=ID + "interval_list_empty_view",
                             height=FILL)  # fmt: skip
    names = (
        f"opentracks.{'mi' if units.imperial else 'km'}",
        f"opentracks.{'pace' if units.paced else 'speed'}",
    )
    head = Row(
        *[Text(res.string(name), 14, c.secondary, 500, grow=1) for name in names], width=FILL, class_name=""
    )
    return scrolling(
        head, *lines, key="intervals", grow=0, height=FILL, pad=16, gap=12, id=ID + "interval_list"
    )


def _interval(res: Resources, at: int, speed: float, units: Units) -> Element:
    c = res.colors
    return Row(
        Text(res.digits(str(at)), 16, c.text, grow=1, id=ID + "interval_item_distance"),
        Text(" ".join(rows.speed(res, speed, units.imperial, units.paced)), 16, c.text, grow=1,
             id=ID + "interval_item_rate"),
        width=FILL,
    )  # fmt: skip


# Charts


def _chart(res: Resources, points: Rows, units: Units, by_time: bool) -> Element:
    """Height and speed of a track, by the time or the distance since it began."""
    c = res.colors
    if len(points) < 2:
        return empty_message(res, "show_chart", res.string("opentracks.no_chart"), height=FILL)
    step = -(-len(points) // _MOST_LINES)
    ways = [0.0]
    for one, other in pairwise(points):
        grown = (
            (whole(other, "time", POINTS) - whole(one, "time", POINTS)) / 1000
            if by_time
            else apart(one, other)
        )
        ways.append(ways[-1] + max(0.0, grown))
    width, most = min(res.width - 48.0, 480.0), ways[-1] or 1.0
    parts: list[tuple[float, float, Element]] = []
    for share in (0, 0.5, 1):
        parts.append((0, _CHART_HEIGHT * share, Line((0, 1, width, 1), c.divider, 1, width=width, height=2)))
    for column, ink in (("elevation", _HEIGHT_INK), ("speed", _SPEED_INK)):
        values = [number(point, column, POINTS) for point in points]
        low, high = min(values), max(values)
        places = [
            (
                width * way / most,
                _CHART_HEIGHT * (1 - (one - low) / (high - low)) if high > low else _CHART_HEIGHT,
            )
            for way, one in zip(ways[::step], values[::step], strict=True)
        ]
        for (x, y), (u, v) in pairwise(places):
            parts.append((0, 0, Line((x, y, u, v), ink, 2, width=width, height=_CHART_HEIGHT + 2.0)))
    far, unit = rows.distance(res, most, units.imperial)
    end = rows.elapsed(res, int(most * 1000)) if by_time else f"{far} {unit}"
    legend = [
        Row(Spacer(width=12, height=12, radius=6, background=ink), Text(res.string(f"opentracks.{name}"), 14, c.text),
            gap=8, align="center", class_name="")
        for name, ink in (("height", _HEIGHT_INK), ("speed", _SPEED_INK))
    ]  # fmt: skip
    return Column(
        Row(*legend, gap=24, class_name=""),
        Canvas(*parts, width=width, height=_CHART_HEIGHT + 2.0, id=ID + "chart_view", class_name="android.view.View"),
        Row(Spacer(grow=1, height=1), Text(end, 13, c.secondary), width=width, class_name=""),
        width=FILL, pad=16, gap=12, class_name="",
    )  # fmt: skip
