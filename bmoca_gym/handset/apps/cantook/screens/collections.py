"""Cantook's menus and dialogs of collections."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.handlers import collections
from bmoca_gym.handset.apps.cantook.state import ID
from bmoca_gym.handset.kits.choices import put_into
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, sheet, sheet_row, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Callback, do


def collection_sheet(res: Resources, id: int, name: str) -> Element:
    """Actions on a collection."""
    rows = (
        sheet_row(res, "edit", res.string("cantook.rename"), do(open_overlay, "rename_collection", id, name)),
        sheet_row(
            res, "delete", res.string("cantook.delete"), do(open_overlay, "delete_collection", id, name)
        ),
    )
    title = Text(name, 18, res.colors.text, 500, 2, pad=(20, 4, 20, 8), id=ID + "sheet_title")
    return sheet(res, title, *rows, dismiss=CLOSE, id=ID + "design_bottom_sheet", pad=(0, 0, 0, 12))


def name_dialog(
    res: Resources, title: str, label: str, action: Callback, name: str, focused: bool
) -> Element:
    """The name of a new collection, or another name of one."""
    c = res.colors
    field = TextField(
        name, "name", do(collections.type_name), focused=focused, hint=res.string("cantook.collection_name"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, height=44, capitals="sentences",
        on_submit=action, id=ID + "collection_name",
    )  # fmt: skip
    return dialog_card(
        res, Column(field, Spacer(width=FILL, height=2, background=c.accent), width=FILL, class_name=""),
        title=res.string(f"cantook.{title}"), dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button2"),
            text_button(res, res.string(f"cantook.{label}"), action, id="android:id/button1"),
        ),
    )  # fmt: skip


def choose_dialog(res: Resources, found: tuple[tuple[int, str], ...], book: int) -> Element:
    """The collections that a book can be put into, after a new one."""
    new = (res.string("cantook.new_collection"), do(open_overlay, "new_collection", book))
    known = [(name, do(collections.put_book, id)) for id, name in found]
    return put_into(res, res.string("cantook.add_to_collection"), new, *known)


def delete_dialog(res: Resources, text: str, name: str, answer: Callback) -> Element:
    """Whether a book or a collection shall be deleted. ``text``: key of the question; ``name``: its own."""
    return question(res, res.string(f"cantook.{text}", name=name), "cantook.delete", answer, lines=5)
