"""OpenTracks' editors: name, category and description of a track, also right after recording it, or of a marker."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.opentracks import rows
from bmoca_gym.handset.apps.opentracks.handlers import recording, tracks
from bmoca_gym.handset.apps.opentracks.rows import KINDS, NO_GLYPH, number, whole
from bmoca_gym.handset.apps.opentracks.screens.lists import RED, WHITE
from bmoca_gym.handset.apps.opentracks.state import ID, KINDS_SCROLL, Draft, kind_named, kind_text
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    floating_button,
    icon_button,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do


def _field(
    res: Resources, text: str, key: str, focus: str, id: str, label: str, after: str, **options: Any
) -> Element:
    c = res.colors
    focused = focus == key
    field = TextField(
        text, key, do(tracks.write, key), focused=focused, hint=res.string(f"opentracks.{label}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, pad=(14, 16), radius=4,
        border=c.accent if focused else c.disabled,
        on_submit=do(tracks.next_field, after), id=ID + id, width=FILL, capitals="sentences",
        lines=3 if key == "description" else 1,
    )  # fmt: skip
    return Column(
        Text(res.string(f"opentracks.{label}"), 12, c.accent if focused else c.secondary, pad=(4, 0), class_name=""),
        field, gap=2, class_name="android.widget.LinearLayout", **options,
    )  # fmt: skip


def _fields(res: Resources, draft: Draft, focus: str) -> tuple[Element, ...]:
    glyph = KINDS.get(kind_named(res, draft.category), NO_GLYPH)
    kind = Row(
        _field(res, draft.category, "category", focus, "track_edit_activity_type", "activity_type", "description",
               grow=1),
        icon_button(glyph, res.string("opentracks.choose_kind"), do(open_overlay, "kinds"), res.colors.text,
                    id=ID + "track_edit_activity_type_icon", size=32, class_name="android.widget.ImageView"),
        width=FILL, gap=8, align="end", class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return (
        _field(res, draft.name, "name", focus, "track_edit_name", "name", "category", width=FILL), kind,
        _field(res, draft.description, "description", focus, "track_edit_description", "description", "", width=FILL),
    )  # fmt: skip


def _buttons(res: Resources, prefix: str, save: Callback, label: str) -> Element:
    return Row(
        text_button(res, res.string("common.cancel"), do(tracks.leave), id=ID + f"{prefix}_cancel"),
        Spacer(grow=1, height=1),
        text_button(res, res.string(f"opentracks.{label}"), save, id=ID + f"{prefix}_{label}"),
        width=FILL, pad=(8, 4), align="center",
    )  # fmt: skip


def track_screen(res: Resources, draft: Draft, focus: str) -> Element:
    """The editor of a track."""
    body = scrolling(*_fields(res, draft, focus), key="edit", pad=(8, 16), gap=16,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, body, _buttons(res, "track_edit", do(tracks.save), "save"))


def marker_screen(res: Resources, draft: Draft, focus: str) -> Element:
    """The editor of a marker."""
    body = scrolling(
        _field(res, draft.name, "name", focus, "marker_edit_name", "name", "category", width=FILL),
        _field(res, draft.category, "category", focus, "marker_edit_marker_type", "marker_type", "description",
               width=FILL),
        _field(res, draft.description, "description", focus, "marker_edit_description", "description", "", width=FILL),
        key="edit", pad=(8, 16), gap=16, class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(res, body, _buttons(res, "marker_edit", do(tracks.save_marker), "done"))


def stopped_screen(
    res: Resources, row: Record, draft: Draft, focus: str, imperial: bool, paced: bool
) -> Element:
    """The page after recording a track: its name, its kind, and whether to resume."""
    c = res.colors
    figures = [
        Row(Text(told, 28, c.text, id=ID + name), Text(unit, 14, c.secondary, id=ID + f"{name}_unit"), gap=4,
            align="end", class_name="")
        for name, (told, unit) in (
            ("distance", rows.distance(res, number(row, "totaldistance"), imperial)),
            ("speed", rows.speed(res, number(row, "avgmovingspeed"), imperial, paced)),
        )
    ]  # fmt: skip
    buttons = [
        floating_button(res, glyph, res.string(f"opentracks.{label}"), do(handler), ID + f"{name}_button",
                        background=ground, color=ink)
        for name, glyph, label, handler, ground, ink in (
            ("resume", "play_arrow", "resume", recording.resume, c.accent, c.on_accent),
            ("discard", "delete", "discard", recording.discard, RED, WHITE),
            ("finish", "check", "done", recording.finish_track, c.accent, c.on_accent),
        )
    ]  # fmt: skip
    for button in buttons:
        button.class_name = "android.widget.ImageView"
    foot = Column(
        Text(rows.elapsed(res, whole(row, "totaltime")), 40, c.text, id=ID + "time"),
        Row(*figures, gap=24, justify="center", width=FILL, class_name=""),
        Row(*buttons, gap=32, justify="center", width=FILL, pad=(0, 16, 0, 8), class_name=""),
        width=FILL, pad=16, gap=8, align="center",
    )  # fmt: skip
    body = scrolling(*_fields(res, draft, focus), foot, key="stopped", pad=(8, 16), gap=16,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, body)


def kinds_dialog(res: Resources, chosen: str, choose: tuple[object, ...] = ()) -> Element:
    """The kinds of activities with their icons. ``choose``: a handler and its first arguments, beside the kind."""
    c = res.colors
    lines = []
    for kind, glyph in KINDS.items():
        tap = do(*choose, kind) if choose else do(tracks.choose_kind, kind)  # type: ignore[arg-type]
        lines.append(
            Row(
                Icon(glyph, 24, c.accent if kind == chosen else c.text, class_name=""),
                Text(kind_text(res, kind), 16, c.text, grow=1, id="android:id/text1"),
                width=FILL, height=44, gap=16, align="center", tap=tap, selected=kind == chosen,
                class_name="android.widget.LinearLayout",
            )
        )  # fmt: skip
    body = scrolling(*lines, key=KINDS_SCROLL, grow=0, most=360, pad=(0, 8),
                     class_name="android.widget.ListView")  # fmt: skip
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("opentracks.activity_type"))
