"""Cantook's collections: creating, naming, filling and deleting them; their menus and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook import state
from bmoca_gym.handset.apps.cantook.state import (
    CHOOSER,
    COLLECTION,
    COLLECTIONS,
    ID,
    LINKS,
    NAME_LIMIT,
    PACKAGE,
    Cantook,
)
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import dialog_card, scrolling, sheet, sheet_row, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Callback, do, replace

_CLOSE = do(state.close_overlay)


# Changing


def type_name(state: Cantook, context: Context, text: str) -> Cantook:
    """Take over the name of a collection."""
    return replace(state, name=text[:NAME_LIMIT])


def name_of(state: Cantook, id: int) -> str:
    """The name of a collection, or "" if it was deleted."""
    row = tables.with_id(state.collections, id)
    return "" if row is None else str(COLLECTIONS.get(row, "name"))


def _refused(state: Cantook, context: Context, name: str, id: int = 0) -> str:
    """Reason why a collection can't have a name: a string's key, "" if it can."""
    if not name:
        return "cantook.no_name"
    taken = any(COLLECTIONS.get(row, "name") == name and row[0] != id for row in state.collections)
    return "cantook.name_taken" if taken else ""


def create(state: Cantook, context: Context) -> Next[Cantook]:
    """Make the collection that was named, with the book in it that was meant for it."""
    name = state.name.strip()
    refused = _refused(state, context, name)
    if refused:
        return state, toast(context.res.string(refused))
    now = context.phone.clock.wall
    rows = tables.put(state.collections, COLLECTIONS.row(created=now, updated=now, name=name))
    made, book = int(rows[-1][0] or 0), state.subject
    state = replace(state, collections=rows, overlay="", name="")
    return (put(state, made, (book,)) if book else state), focus("")


def rename(state: Cantook, context: Context) -> Next[Cantook]:
    """Give a collection the name that was typed."""
    row, name = tables.with_id(state.collections, state.subject), state.name.strip()
    refused = _refused(state, context, name, state.subject)
    if refused or row is None:
        return state, toast(context.res.string(refused or "cantook.no_name"))
    row = COLLECTIONS.changed(row, name=name, updated=context.phone.clock.wall)
    return replace(state, collections=tables.put(state.collections, row), overlay="", name=""), focus("")


def delete(state: Cantook, context: Context) -> Next[Cantook]:
    """Delete a collection, and leave its page; its books stay."""
    id = state.subject
    links = tuple([link for link in state.links if link[1] != id])
    left = replace(state, collections=tables.without(state.collections, (id,)), links=links, overlay="")
    inside = context.activity is not None and context.activity.name == COLLECTION
    return (left, finish()) if inside else left


def put(state: Cantook, id: int, books: tuple[int, ...]) -> Cantook:
    """The state with books in a collection."""
    new = [LINKS.row(book, collection_id=id) for book in books if (book, id) not in state.links]
    return replace(state, links=(*state.links, *new))


def put_book(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Put a book into a collection."""
    said = toast(context.res.string("cantook.added_to", name=name_of(state, id)))
    return replace(put(state, id, (state.subject,)), overlay=""), said


def take_out(state: Cantook, context: Context, id: int, book: int) -> Cantook:
    """Take a book out of a collection."""
    return replace(state, links=tuple([link for link in state.links if link != (book, id)]), overlay="")


def open_chooser(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Open the list of all books, with those of a collection checked."""
    marked = tuple([int(book or 0) for book, collection in state.links if collection == id])
    return replace(state, overlay="", marked=marked), start(f"{PACKAGE}/{CHOOSER}", id)


def choose(state: Cantook, context: Context, book: int) -> Cantook:
    """Add a book to a collection, or remove it."""
    marked = state.marked
    marked = tuple([one for one in marked if one != book]) if book in marked else (*marked, book)
    return replace(state, marked=marked)


def put_marked(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Have the marked books, and no others, in a collection."""
    kept = tuple([link for link in state.links if link[1] != id or link[0] in state.marked])
    return replace(put(replace(state, links=kept), id, state.marked), marked=()), finish()


# Menus and dialogs


def collection_sheet(res: Resources, id: int, name: str) -> Element:
    """Actions on a collection."""
    rows = (
        sheet_row(
            res, "edit", res.string("cantook.rename"), do(state.open_overlay, "rename_collection", id, name)
        ),
        sheet_row(
            res, "delete", res.string("cantook.delete"), do(state.open_overlay, "delete_collection", id, name)
        ),
    )
    title = Text(name, 18, res.colors.text, 500, 2, pad=(20, 4, 20, 8), id=ID + "sheet_title")
    return sheet(res, title, *rows, dismiss=_CLOSE, id=ID + "design_bottom_sheet", pad=(0, 0, 0, 12))


def name_dialog(res: Resources, overlay: str, name: str, focused: bool) -> Element:
    """The name of a new collection, or another name of one."""
    c = res.colors
    renaming = overlay == "rename_collection"
    action = do(rename) if renaming else do(create)
    field = TextField(
        name, "name", do(type_name), focused=focused, hint=res.string("cantook.collection_name"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, height=44, capitals="sentences",
        on_submit=action, id=ID + "collection_name",
    )  # fmt: skip
    return dialog_card(
        res, Column(field, Spacer(width=FILL, height=2, background=c.accent), width=FILL, class_name=""),
        title=res.string(f"cantook.{overlay}"), dismiss=_CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2"),
            text_button(res, res.string("cantook.rename" if renaming else "cantook.create"), action,
                        id="android:id/button1"),
        ),
    )  # fmt: skip


def choose_dialog(res: Resources, found: tuple[tuple[int, str], ...], book: int) -> Element:
    """The collections that a book can be put into, after a new one."""
    c = res.colors
    items: list[tuple[str, Callback]] = [
        (res.string("cantook.new_collection"), do(state.open_overlay, "new_collection", book))
    ]
    items += [(name, do(put_book, id)) for id, name in found]
    rows = [
        Text(label, 16, c.text, 400, 2, width=FILL, pad=(24, 14), tap=tap, id="android:id/text1")
        for label, tap in items
    ]
    body = scrolling(*rows, key="choose", grow=0, height=min(48 * len(rows) + 8, max(120, res.height - 260)),
                     class_name="android.widget.ListView")  # fmt: skip
    cancel = text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2")
    title = Text(res.string("cantook.add_to_collection"), 20, c.text, 500, 2, pad=(24, 0, 24, 12),
                 id="android:id/alertTitle")  # fmt: skip
    return dialog_card(res, title, body, dismiss=_CLOSE, buttons=(cancel,), pad=(0, 20, 0, 8))


def question(res: Resources, text: str, action: Callback) -> Element:
    """Whether something shall be deleted."""
    return dialog_card(
        res, Text(text, 16, res.colors.text, 400, 5, id="android:id/message"), dismiss=_CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2"),
            text_button(res, res.string("cantook.delete"), action, id="android:id/button1"),
        ),
    )  # fmt: skip


def delete_dialog(res: Resources, name: str) -> Element:
    """Whether a collection shall be deleted."""
    return question(res, res.string("cantook.delete_collection_question", name=name), do(delete))
