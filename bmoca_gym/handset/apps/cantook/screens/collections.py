"""Cantook's menus and dialogs of collections."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.handlers import collections
from bmoca_gym.handset.apps.cantook.state import ID
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.choices import put_into
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import sheet, sheet_row
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Text
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
    """Asks for the name of a new collection, or a new name for an existing one."""
    field = {
        "hint": res.string("cantook.collection_name"), "height": 44, "capitals": "sentences",
        "id": ID + "collection_name",
    }  # fmt: skip
    return questions.name_dialog(
        res, f"cantook.{title}", name, focused, do(collections.type_name), f"cantook.{label}", action, field
    )


def choose_dialog(res: Resources, found: tuple[tuple[int, str], ...], book: int) -> Element:
    """The collections that a book can be added to, after the entry for a new one."""
    new = (res.string("cantook.new_collection"), do(open_overlay, "new_collection", book))
    known = [(name, do(collections.put_book, id)) for id, name in found]
    return put_into(res, res.string("cantook.add_to_collection"), new, *known)


def delete_dialog(res: Resources, text: str, name: str, answer: Callback) -> Element:
    """Ask before deleting a book or collection. ``text``: key of the question; ``name``: the item's name."""
    return question(res, res.string(f"cantook.{text}", name=name), "cantook.delete", answer, lines=5)
