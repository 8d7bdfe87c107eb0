"""Overlays of Snapseed's screens, and its settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.snapseed import handlers
from bmoca_gym.handset.apps.snapseed.screens.pages import signed
from bmoca_gym.handset.apps.snapseed.state import CHOICES, COMPRESSION, ID, LONG_EDGE, Draft
from bmoca_gym.handset.apps.snapseed.themes import page
from bmoca_gym.handset.apps.snapseed.tools import TOOLS, Edit, edit_label
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    heading,
    icon_button,
    list_row,
    menu,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Stack, take_touch
from bmoca_gym.handset.ui.widgets import RadioButton, Switch, Text
from bmoca_gym.handset.value import Callback, do

_VERSION = "2.20.0.526050212"


def main_menu(res: Resources) -> Element:
    """The menu of the first screen and of the editor."""
    return menu(res, ((res.string("snapseed.settings"), do(handlers.open_settings)),), CLOSE)


def open_menu(res: Resources) -> Element:
    """A menu of the sources of a picture."""
    c = res.colors
    rows = [
        list_row(
            res, res.string(f"snapseed.{name}"), icon=glyph, tap=tap, id=ID + name, title_id=ID + "title"
        )
        for name, glyph, tap in (
            ("open_from_device", "phone_android", do(handlers.pick)),
            ("open_latest", "photo", do(handlers.open_latest)),
        )
    ]
    card = Column(*rows, width=min(300, res.width - 16), pad=(0, 8), background=c.surface, radius=4,
                  border=c.divider, tap=do(take_touch), class_name="android.widget.ListView")  # fmt: skip
    return Stack(card, width=FILL, height=FILL, pad=(8, 28, 8, 8), tap=CLOSE, class_name="")


def stack_menu(res: Resources, can_undo: bool, can_redo: bool, edited: bool) -> Element:
    """A menu with the actions on the edits."""
    items: list[tuple[str, Callback]] = []
    if can_undo:
        items.append((res.string("snapseed.undo"), do(handlers.undo)))
    if can_redo:
        items.append((res.string("snapseed.redo"), do(handlers.redo)))
    if edited:
        items.append((res.string("snapseed.revert"), do(handlers.revert)))
        items.append((res.string("snapseed.view_edits"), do(open_overlay, "edits")))
    if not items:
        items.append((res.string("snapseed.no_edits"), CLOSE))
    return menu(res, tuple(items), CLOSE)


def edits_dialog(res: Resources, edits: tuple[Edit, ...]) -> Element:
    """The edits, last one first; each can be removed."""
    c = res.colors
    rows = [
        Row(
            Text(edit_label(res, edit), 16, c.text, lines=2, grow=1, id=ID + "title"),
            icon_button("delete", res.string("snapseed.delete"), do(handlers.delete_edit, i), c.secondary,
                        id=ID + "delete_button"),
            width=FILL, least=56, align="center",
        )
        for i, edit in reversed(list(enumerate(edits)))
    ]  # fmt: skip
    body = scrolling(*rows, key="edits", grow=0)
    done = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(
        res,
        body,
        title=res.string("snapseed.view_edits"),
        dismiss=CLOSE,
        buttons=(done,),
        pad=(24, 20, 12, 8),
    )


def parameters_dialog(res: Resources, draft: Draft) -> Element:
    """The parameters of the open tool and their values."""
    c = res.colors
    rows = []
    for i, parameter in enumerate(TOOLS[draft.edit.tool].parameters):
        chosen = i == draft.parameter
        ink = c.on_accent if chosen else c.text
        rows.append(
            Row(
                Text(res.string(f"snapseed.{parameter.name}"), 16, ink, grow=1, selected=chosen, id=ID + "param_name"),
                Text(signed(res, draft.edit.values[i]), 16, ink, id=ID + "param_number"),
                width=FILL, height=48, pad=(20, 0), gap=12, align="center", background=c.accent if chosen else None,
                tap=do(handlers.choose_parameter, i), selected=chosen, id=ID + "param_item",
            )
        )  # fmt: skip
    body = scrolling(*rows, key="parameters", grow=0)
    return dialog_card(res, body, dismiss=CLOSE, pad=(0, 8), width=264)


# Settings


def choice_label(res: Resources, key: str, number: int) -> str:
    """The label of a setting's value, such as ``2000 px`` or ``JPG 100%``."""
    if key == COMPRESSION:
        return res.string("snapseed.jpg", percent=res.digits(str(number))) if number else "PNG"
    if not number:
        return res.string("snapseed.do_not_resize")
    return res.string("snapseed.pixels", number=res.digits(str(number)))


_TITLES = {LONG_EDGE: "image_sizing", COMPRESSION: "format_quality"}


def settings_screen(res: Resources, dark: bool, long_edge: int, compression: int) -> Element:
    """The app's settings."""
    switch = Switch(
        dark, res.string("common.on" if dark else "common.off"), color=res.colors.accent,
        off_color=res.colors.secondary, id="android:id/switch_widget",
    )  # fmt: skip
    rows = [
        heading(res, res.string("snapseed.appearance")),
        list_row(res, res.string("snapseed.dark_theme"), end=switch, tap=do(handlers.toggle_dark)),
        divider(res),
        heading(res, res.string("snapseed.export_options")),
    ]
    for key, number in ((LONG_EDGE, long_edge), (COMPRESSION, compression)):
        title = res.string(f"snapseed.{_TITLES[key]}")
        rows.append(list_row(res, title, choice_label(res, key, number), tap=do(open_overlay, "choice", key)))
    rows += [
        divider(res),
        heading(res, res.string("snapseed.about")),
        list_row(res, res.string("snapseed.version"), _VERSION),
    ]
    bar = toolbar(res, res.string("snapseed.settings"), up=do(leave_page), background=res.colors.surface)
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"), bar=res.colors.surface)


def choice_dialog(res: Resources, key: str, chosen: int) -> Element:
    """The entries of a list in the settings."""
    c = res.colors
    rows = [
        Row(
            RadioButton(number == chosen, c.accent, c.secondary, class_name=""),
            Text(choice_label(res, key, number), 16, c.text, grow=1, lines=2, class_name=""),
            width=FILL, least=48, gap=12, align="center", tap=do(handlers.choose_setting, key, number),
            checked=number == chosen, selected=number == chosen, description=choice_label(res, key, number),
            id="android:id/text1", class_name="android.widget.CheckedTextView",
        )
        for number in CHOICES[key]
    ]  # fmt: skip
    body = scrolling(*rows, key=key, grow=0)
    return dialog_card(
        res, body, title=res.string(f"snapseed.{_TITLES[key]}"), dismiss=CLOSE, buttons=(cancel(res),)
    )
