"""Joplin: notes and to-dos in Markdown, notebooks and tags, search and trash, as version 3.0."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.joplin import markdown
from bmoca_gym.handset.apps.joplin.handlers import listing, writing
from bmoca_gym.handset.apps.joplin.rows import (
    ALL,
    FOLDERS,
    INDEX,
    NOTE_TAGS,
    NOTES,
    ORDERS,
    RESOURCES,
    TAGGED,
    TAGS,
    found,
    listed,
    text_of,
    title_in,
    tree,
    used_tags,
)
from bmoca_gym.handset.apps.joplin.screens import lists, pages, parts
from bmoca_gym.handset.apps.joplin.state import DATABASE, MAIN, PACKAGE, Joplin, resource_path
from bmoca_gym.handset.kits import attachments, tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.value import do, replace


def _list(state: Joplin, place: Place) -> tuple[Any, ...]:
    shown = state.list
    rows = listed(state.notes, state.note_tags, shown, state.order, place.locale)
    if shown.startswith(TAGGED):
        title = title_in(state.tags, shown.removeprefix(TAGGED), TAGS)
    else:
        title = title_in(state.folders, shown, FOLDERS)
    return rows, shown, title, state.selected, not tree(state.folders, (), place.locale)


def _note(state: Joplin, place: Place) -> tuple[Any, ...] | None:
    row = writing.shown_note(state)
    if row is None:
        return None
    linked = [line.mark for line in markdown.lines(text_of(row, "body")) if line.kind in ("picture", "file")]
    paths = {id: resource_path(state.resources, id) for id in dict.fromkeys(linked)}
    there = {id: path for id, path in paths.items() if path in place.phone.files}
    files = attachments.carried(place.phone, tuple(there.values()))
    return row, state.editing, place.focus, tuple(zip(there, files, strict=True))


def _note_menu(state: Joplin, place: Place) -> tuple[Any, ...] | None:
    row = writing.shown_note(state)
    return None if row is None else (row,)


def _used_tags(state: Joplin, place: Place) -> tables.Rows:
    return used_tags(state.tags, state.note_tags, state.notes, place.locale)


def _notebook(state: Joplin, place: Place) -> tuple[Any, ...]:
    return state.about, title_in(state.folders, state.about, FOLDERS)


#: The tables by the fields of the state that have their rows.
TABLES = {"notes": NOTES, "folders": FOLDERS, "tags": TAGS, "note_tags": NOTE_TAGS, "resources": RESOURCES}

NAVIGATION = Navigation(
    Joplin,
    {
        "list": Page(lists.screen, _list, back=listing.leave_page, bars="light"),
        "note": Page(pages.note_screen, _note, back=writing.back, bars="light"),
        "search": Page(
            lists.search_screen, lambda s, at: (found(s.notes, s.query), s.query, at.focus == "search"),
            back=listing.leave_page, bars="light",
        ),
        "tags": Page(
            lists.tags_screen, lambda s, at: (_used_tags(s, at),), back=listing.leave_page, bars="light"
        ),
        "notebook": Page(
            pages.notebook_screen,
            lambda s, at: (s.typed, s.top is not None and not s.top.id, at.focus == "title"),
            back=listing.leave_page, bars="light",
        ),
        "settings": Page(
            pages.settings_screen, lambda s, at: (s.order, s.focus_body), back=listing.leave_page, bars="light"
        ),
    },
    {
        "drawer": Overlay(lists.drawer, lambda s, at: (tree(s.folders, s.folded, at.locale), s.folded, s.list)),
        "notebook": Overlay(lists.folder_menu, _notebook, takes=("about",), under="drawer"),
        "delete_notebook": Overlay(parts.notebook_question, _notebook, takes=("about",), under="drawer"),
        "add": Overlay(lists.add_sheet),
        "sort": Overlay(lists.sort_dialog, lambda s, at: (s.order,)),
        "move": Overlay(lists.move_dialog, lambda s, at: (tree(s.folders, (), at.locale),)),
        "trash_menu": Overlay(lists.trash_menu),
        "empty": Overlay(parts.empty_question),
        "delete": Overlay(
            parts.counted_question, lambda s, at: ("delete", len(s.selected), do(listing.delete_selected))
        ),
        "destroy": Overlay(
            parts.counted_question, lambda s, at: ("destroy", len(s.selected), do(listing.destroy_selected))
        ),
        "attach": Overlay(pages.attach_dialog, on=("note",)),
        "note_menu": Overlay(pages.note_menu, _note_menu),
        "tags": Overlay(
            pages.tags_dialog, lambda s, at: (_used_tags(s, at), s.chosen, s.typed, at.focus == "tags"),
            takes=("about", "chosen"),
        ),
        "delete_note": Overlay(
            parts.counted_question, lambda s, at: ("delete", 1, do(writing.delete, s.about)), takes=("about",)
        ),
        "destroy_note": Overlay(
            parts.counted_question, lambda s, at: ("destroy", 1, do(writing.destroy, s.about)), takes=("about",)
        ),
    },
    where=lambda s, at: "list" if s.top is None else s.top.page,
    kept=(*TABLES, "shown", "folded", "order", "focus_body"),
    passing=("about", "typed", "chosen"),
    selection=Selection(),
)  # fmt: skip


def _closed(state: Joplin) -> Joplin:
    """The state after the app is closed. It does not start again with a tag's notes."""
    kept = NAVIGATION.closed(state)
    return replace(kept, shown=ALL) if kept.shown is not None and kept.shown.startswith(TAGGED) else kept


_COLORS = palette(
    0xFF2D6BDC,
    dark_accent=0xFF6B9BF2,
    dark_background=0xFF1D2024,
    dark_surface=0xFF2B2F36,
    dark_raised=0xFF333740,
)

APP = App(
    name="joplin",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFF1071D3, letters="J"),
    palette=_COLORS,
    state=Joplin,
    layers=NAVIGATION.layers,
    uid=10166,
    back=NAVIGATION.back,
    closed=_closed,
    files=(
        tables.database(
            DATABASE,
            tuple(TABLES.items()),
            derived=(("index", INDEX),),
        ),
        preference_file(
            PACKAGE,
            {
                "shown": "activeFolderId",
                "folded": "collapsedFolderIds",
                "order.field": Stored("notes.sortOrder.field", ORDERS),
                "order.reverse": "notes.sortOrder.reverse",
                "order.open_first": "uncompletedTodosOnTop",
                "order.completed": "showCompletedTodos",
                "focus_body": "newNoteFocus_body",
            },
        ),
    ),
)  # fmt: skip
