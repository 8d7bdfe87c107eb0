"""OpenTracks' pages of markers, settings, help and about."""

from __future__ import annotations

from bmoca_gym.handset.apps.opentracks import state
from bmoca_gym.handset.apps.opentracks.handlers import tracks
from bmoca_gym.handset.apps.opentracks.rows import MARKERS, day_text, decimal, number, text_of, whole
from bmoca_gym.handset.apps.opentracks.screens import lists
from bmoca_gym.handset.apps.opentracks.state import CHOICES, ID, MARKER, Preferences, kind_text
from bmoca_gym.handset.kits import choices
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.time_zones import local
from bmoca_gym.handset.ui.components import (
    empty_message,
    heading,
    list_row,
    page,
    scrolling,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

VERSION = "v4.11.3"
_HELP = ("record", "marker", "sums", "map")


# Markers


def markers(res: Resources, rows: Rows, recorded: int, zone: str, today: int) -> Element:
    """The markers of a track, or of all tracks. ``recorded``: the track being recorded, to which one can be added."""
    actions = () if not recorded else (
        lists.action(res, "add_location", "insert_marker", do(tracks.write_marker, 0, recorded),
                     "marker_list_insert_marker"),
    )  # fmt: skip
    bar = lists.plain_bar(res, "markers", *actions)
    if not rows:
        return page(
            res,
            bar,
            empty_message(res, "place", res.string("opentracks.no_markers"), id=ID + "marker_list_empty"),
        )
    lines = [_marker_row(res, row, zone, today) for row in rows]
    return page(
        res,
        bar,
        scrolling(*lines, key="markers", id=ID + "marker_list", class_name="android.widget.ListView"),
    )


def _marker_row(res: Resources, row: Record, zone: str, today: int) -> Element:
    c, at = res.colors, local(zone, max(0, whole(row, "time", MARKERS)))
    return Column(
        Row(Text(text_of(row, "name", MARKERS), 16, c.text, grow=1, id=ID + "marker_list_item_name"),
            Text(day_text(res, at.date(), today), 13, c.secondary, id=ID + "marker_list_item_date"), width=FILL, gap=8,
            class_name=""),
        Row(Text(text_of(row, "category", MARKERS), 13, c.secondary, grow=1, id=ID + "marker_list_item_time_distance"),
            Text(res.digits(f"{at:%H:%M}"), 13, c.secondary, id=ID + "marker_list_item_time"), width=FILL, gap=8,
            class_name=""),
        Spacer(width=FILL, height=1, background=c.divider),
        width=FILL, pad=(8, 8, 8, 0), gap=4, tap=do(tracks.open_page, MARKER, int(row[0] or 0)),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def marker(res: Resources, row: Record) -> Element:
    """A marker, with its edit and delete actions."""
    c, id = res.colors, int(row[0] or 0)
    bar = lists.plain_bar(
        res, "marker",
        lists.action(res, "edit", "edit", do(tracks.write_marker, id, 0), "marker_detail_edit"),
        lists.action(res, "delete", "delete", do(open_overlay, "delete_marker"), "marker_detail_delete"),
    )  # fmt: skip
    place = ", ".join(decimal(res, number(row, name, MARKERS) / 1e6, 5) for name in ("latitude", "longitude"))
    lines = [
        Text(text_of(row, "name", MARKERS), 22, c.text, 500, lines=3, id=ID + "marker_detail_marker_name")
    ]
    lines += [
        Text(text, 16, c.secondary, lines=8, id=ID + f"marker_detail_marker_{entry}")
        for entry, text in (
            ("category", text_of(row, "category", MARKERS)), ("description", text_of(row, "description", MARKERS)),
            ("info", place),
        )
        if text
    ]  # fmt: skip
    return page(
        res, bar, scrolling(*lines, key="marker", pad=16, gap=8, class_name="android.widget.ScrollView")
    )


def marker_question(res: Resources, id: int) -> Element:
    """The question before a marker is deleted."""
    return lists.question(res, "delete_marker", "delete_marker_text", do(tracks.delete_marker, id))


# Settings


def settings(res: Resources, kept: Preferences) -> Element:
    """The settings with their values."""

    def row(name: str) -> Element:
        return list_row(res, res.string(f"opentracks.{name}"), res.string(f"opentracks.{name}_{_key(kept, name)}"),
                        tap=do(open_overlay, "choice", name))  # fmt: skip

    lines = (
        heading(res, res.string("opentracks.units_heading")), row("units"), row("rate"),
        heading(res, res.string("opentracks.new_tracks")),
        list_row(res, res.string("opentracks.default_kind"), kind_text(res, kept.kind),
                 tap=do(open_overlay, "default_kind")),
        row("naming"),
        heading(res, res.string("opentracks.gps")), row("spacing"),
        heading(res, res.string("opentracks.import_export")),
        list_row(res, res.string("opentracks.export_all"), res.string("opentracks.export_to", folder="OpenTracks"),
                 tap=do(tracks.export_all)),
        heading(res, res.string("opentracks.app_name")),
        list_row(res, res.string("opentracks.reset"), tap=do(open_overlay, "reset")),
        list_row(res, res.string("opentracks.about"), VERSION, tap=do(tracks.open_page, state.ABOUT)),
    )  # fmt: skip
    return page(
        res, lists.plain_bar(res, "settings"), scrolling(*lines, key="settings", id=ID + "recycler_view")
    )


def _key(kept: Preferences, name: str) -> str:
    return getattr(kept, name) or "default"


def setting_choices(res: Resources, name: str, kept: Preferences) -> Element:
    """The values that a setting may have."""
    now = getattr(kept, name)
    rows = [
        (res.string(f"opentracks.{name}_{one or 'default'}"), one == now, do(tracks.prefer, name, one))
        for one in CHOICES[name]
    ]
    return choices.one_of(res, res.string(f"opentracks.{name}"), *rows)


# Words


def help_page(res: Resources) -> Element:
    """Introduction to the app."""
    c = res.colors
    lines: list[Element] = []
    for name in _HELP:
        lines += [
            Text(res.string(f"opentracks.help_{name}"), 16, c.text, 500, lines=3, width=FILL),
            Text(res.string(f"opentracks.help_{name}_text"), 14, c.secondary, lines=None, width=FILL),
            Spacer(width=1, height=8),
        ]  # fmt: skip
    return page(res, lists.plain_bar(res, "help"), scrolling(*lines, key="help", pad=16, gap=4))


def about(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    lines = (
        Text(res.string("opentracks.about_text"), 16, c.text, lines=None, width=FILL,
             id=ID + "about_text_description"),
        Text(VERSION, 14, c.secondary, id=ID + "about_text_version_name"),
    )  # fmt: skip
    return page(res, lists.plain_bar(res, "about"), scrolling(*lines, key="about", pad=16, gap=12))
