"""Joplin's state: notes, notebooks, tags and navigation; and the handlers of lists, drawer and pages."""

from __future__ import annotations

import uuid
from typing import Any

from bmoca_gym.handset.apps.joplin.notes import (
    ALL,
    FOLDERS,
    NOTE_TAGS,
    NOTES,
    TAGGED,
    TRASH,
    Order,
    id_of,
    listed,
    newest,
    normalized,
    number,
    text_of,
    with_those_below,
)
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Cell, Row, Rows
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, Value, replace, value

PACKAGE = "net.cozic.joplin"
MAIN = f"{PACKAGE}.MainActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/joplin.sqlite"
LIST_SCROLL = "notes"
LINE_LIMIT, BODY_LIMIT = 500, 50_000


@value
class Page(Value):
    """A screen above a list of notes. ``kind``: note, search, tags, notebook, settings; ``id``: of what it shows."""

    kind: str
    id: str = ""


@value
class Joplin(Value):
    """``shown``: the list at the bottom of ``path``, by a notebook's id or as in `notes.listed`; None: not chosen yet.

    ``overlay``: "" or what is open over the screen, ``about`` the id of what it is about; ``selected``: ids of notes;
    ``folded``: ids of notebooks; ``typed``: in a dialog or in a notebook's page; ``chosen``: ids of tags in a dialog.
    """

    notes: Rows = ()
    folders: Rows = ()
    tags: Rows = ()
    note_tags: Rows = ()
    shown: str | None = None
    path: tuple[Page, ...] = ()
    overlay: str = ""
    about: str = ""
    selected: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    query: str = ""
    editing: bool = False
    typed: str = ""
    chosen: tuple[str, ...] = ()
    order: Order = Order()
    focus_body: bool = False

    @property
    def index(self) -> Rows:
        """The rows of the search index."""
        return normalized(self.notes)

    @property
    def list(self) -> str:
        """The list that is shown: the one that was chosen, else the newest notebook."""
        if self.shown is None or (
            self.shown not in (ALL, TRASH)
            and not self.shown.startswith(TAGGED)
            and not _is_here(self.folders, self.shown)
        ):
            return newest(self.folders)
        return self.shown

    @property
    def page(self) -> Page | None:
        """The screen above the list."""
        return self.path[-1] if self.path else None


def _is_here(folders: Rows, id: str) -> bool:
    row = tables.with_id(folders, id)
    return row is not None and not number(row, "deleted_time", FOLDERS)


def new_id(context: Context, *parts: object) -> str:
    """An id that no other row has: 32 hexadecimal digits of the time and of what it is for."""
    return uuid.uuid5(uuid.NAMESPACE_OID, repr((context.phone.clock.wall, *parts))).hex


def times(context: Context) -> dict[str, Cell]:
    """The times of a row that is made now."""
    now = context.phone.clock.wall
    return dict.fromkeys(("created_time", "updated_time", "user_created_time", "user_updated_time"), now)


def changed(state: Joplin, context: Context, ids: tuple[str, ...], **cells: Cell) -> Joplin:
    """The state with other values in some columns of some notes, which were changed now."""
    now = context.phone.clock.wall
    cells = {"updated_time": now, "user_updated_time": now, **cells}
    notes = tuple([NOTES.changed(row, **cells) if row[0] in ids else row for row in state.notes])
    return replace(state, notes=notes)


def target_folder(state: Joplin) -> str:
    """The id of the notebook that a new note comes into, "" without one."""
    return state.list if _is_here(state.folders, state.list) else newest(state.folders)


# Where one is


def open_overlay(state: Joplin, context: Context, overlay: str, about: str = "") -> Next[Joplin]:
    """Open the drawer, a menu or a dialog over the screen."""
    return replace(state, overlay=overlay, about=about), focus("")


def close_overlay(state: Joplin, context: Context) -> Next[Joplin]:
    """Close what is open over the screen; what was asked of a notebook leads back to the drawer."""
    overlay = "drawer" if state.overlay in ("notebook", "delete_notebook") else ""
    return replace(state, overlay=overlay, about="", typed="", chosen=()), focus("")


def show_list(state: Joplin, context: Context, shown: str) -> Next[Joplin]:
    """Show a list of notes: a notebook, all notes, the trash, or the notes of a tag."""
    state = replace(state, shown=shown, path=(), overlay="", selected=(), query="", editing=False)
    return state, focus(""), scroll_to(LIST_SCROLL)


def show_page(state: Joplin, context: Context, kind: str, id: str = "") -> Next[Joplin]:
    """Show a page above the list."""
    state = replace(
        state, path=(*state.path, Page(kind, id)), overlay="", selected=(), editing=False, query=""
    )
    return state, focus("search" if kind == "search" else ""), scroll_to("page")


def show_note(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Open a note."""
    return (
        replace(state, path=(*state.path, Page("note", id)), overlay="", editing=False),
        focus(""),
        scroll_to("page"),
    )


def leave_page(state: Joplin, context: Context) -> Next[Joplin]:
    """Go back to what is below the page."""
    return replace(state, path=state.path[:-1], overlay="", typed="", editing=False), focus("")


def fold(state: Joplin, context: Context, id: str) -> Joplin:
    """Hide the notebooks below one, or show them."""
    without = tuple([one for one in state.folded if one != id])
    return replace(state, folded=without if id in state.folded else (*state.folded, id))


def search(state: Joplin, context: Context, text: str) -> Next[Joplin]:
    """Take over what is searched for."""
    return replace(state, query=text[:LINE_LIMIT]), scroll_to("page")


# How notes are listed


def _arranged(state: Joplin, **changes: Any) -> Any:
    return replace(state, order=replace(state.order, **changes), overlay=""), scroll_to(LIST_SCROLL)


def sort_by(state: Joplin, context: Context, field: str) -> Next[Joplin]:
    """Sort the notes by something."""
    return _arranged(state, field=field)


def switch_order(state: Joplin, context: Context, name: str) -> Next[Joplin]:
    """Switch a part of the order on or off."""
    return _arranged(state, **{name: not getattr(state.order, name)})


def switch_focus(state: Joplin, context: Context) -> Joplin:
    """Have the body, or the title, ready to be written in new notes."""
    return replace(state, focus_body=not state.focus_body, overlay="")


# Notes of the list


def tick(state: Joplin, context: Context, id: str) -> Joplin:
    """Tick a to-do off, or no more."""
    row = tables.with_id(state.notes, id)
    if row is None:
        return state
    return changed(state, context, (id,), todo_completed=0 if is_ticked(row) else context.phone.clock.wall)


def is_ticked(row: Row) -> bool:
    """Whether a to-do is ticked off."""
    return bool(number(row, "todo_completed"))


def select(state: Joplin, context: Context, id: str) -> Joplin:
    """Select a note, or no more."""
    without = tuple([one for one in state.selected if one != id])
    return replace(state, selected=without if id in state.selected else (*state.selected, id))


def select_all(state: Joplin, context: Context) -> Joplin:
    """Select all notes of the list, or none where all are."""
    rows = listed(state.notes, state.note_tags, state.list, state.order, context.phone.configuration.locale)
    ids = tuple([id_of(row) for row in rows])
    return replace(state, selected=() if set(ids) == set(state.selected) else ids)


def unselect(state: Joplin, context: Context) -> Joplin:
    """Select nothing."""
    return replace(state, selected=(), overlay="")


def copy_selected(state: Joplin, context: Context) -> Joplin:
    """Put copies of the selected notes beside them."""
    copies = []
    for row in state.notes:
        if id_of(row) in state.selected:
            title = f"{text_of(row, 'title')} - {context.res.string('joplin.copy')}"
            made = (new_id(context, id_of(row)), *row[1:])
            copies.append(NOTES.changed(made, title=title[:LINE_LIMIT], **times(context)))
    return replace(state, notes=(*state.notes, *copies), selected=())


def move_selected(state: Joplin, context: Context, folder: str) -> Joplin:
    """Move the selected notes, or the note that is shown, into a notebook."""
    ids = state.selected or tuple([page.id for page in state.path[-1:]])
    return replace(changed(state, context, ids, parent_id=folder), selected=(), overlay="")


def delete_selected(state: Joplin, context: Context) -> Next[Joplin]:
    """Move the selected notes into the trash."""
    return replace(_trashed(state, context, state.selected), selected=(), overlay=""), _said(
        context, "trashed"
    )


def _said(context: Context, key: str) -> Callback:
    return toast(context.res.string(f"joplin.{key}"))


def _trashed(state: Joplin, context: Context, ids: tuple[str, ...]) -> Joplin:
    return changed(state, context, ids, deleted_time=context.phone.clock.wall)


def restored(state: Joplin, context: Context, ids: tuple[str, ...]) -> Joplin:
    """The state with notes back from the trash, each in its notebook, which comes back, too, where it was deleted."""
    wanted = {text_of(row, "parent_id") for row in state.notes if row[0] in ids}
    folders = tuple(
        [FOLDERS.changed(row, deleted_time=0) if row[0] in wanted else row for row in state.folders]
    )
    return changed(replace(state, folders=folders), context, ids, deleted_time=0)


def restore_selected(state: Joplin, context: Context) -> Joplin:
    """Take the selected notes out of the trash."""
    return replace(restored(state, context, state.selected), selected=())


def without_notes(state: Joplin, ids: tuple[str, ...]) -> Joplin:
    """The state without notes and their tags."""
    kept = tuple([row for row in state.note_tags if text_of(row, "note_id", NOTE_TAGS) not in ids])
    return replace(state, notes=tables.without(state.notes, ids), note_tags=kept)


def destroy_selected(state: Joplin, context: Context) -> Joplin:
    """Delete the selected notes of the trash for good."""
    return replace(without_notes(state, state.selected), selected=(), overlay="")


def empty_trash(state: Joplin, context: Context) -> Joplin:
    """Delete all that is in the trash for good."""
    gone = tuple([id_of(row) for row in state.notes if number(row, "deleted_time")])
    kept = tuple([row for row in state.folders if not number(row, "deleted_time", FOLDERS)])
    return replace(without_notes(state, gone), folders=kept, overlay="")


# Notebooks


def edit_folder(state: Joplin, context: Context, id: str = "") -> Next[Joplin]:
    """Open the page of a new notebook, or of one that there is."""
    row = tables.with_id(state.folders, id)
    title = "" if row is None else text_of(row, "title", FOLDERS)
    state = replace(state, path=(*state.path, Page("notebook", id)), typed=title, overlay="", about="")
    return state, focus("title")


def type_text(state: Joplin, context: Context, text: str) -> Joplin:
    """Take over what is typed in a dialog or in a notebook's page."""
    return replace(state, typed=text[:LINE_LIMIT])


def save_folder(state: Joplin, context: Context) -> Next[Joplin]:
    """Save the notebook and show it; one without a title is not saved."""
    title, page = state.typed.strip(), state.page
    if page is None:
        return state
    if not title:
        return state, _said(context, "no_title")
    old = tables.with_id(state.folders, page.id)
    row = old or FOLDERS.row(new_id(context, "notebook", len(state.folders)), **times(context))
    row = FOLDERS.changed(row, title=title, updated_time=context.phone.clock.wall)
    state = replace(state, folders=tables.put(state.folders, row), typed="")
    return show_list(state, context, id_of(row))


def delete_folder(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Move a notebook, those below it and their notes into the trash."""
    ids, now = with_those_below(state.folders, id), context.phone.clock.wall
    folders = tuple(
        [FOLDERS.changed(row, deleted_time=now) if row[0] in ids else row for row in state.folders]
    )
    inside = tuple([id_of(row) for row in state.notes if text_of(row, "parent_id") in ids])
    return replace(_trashed(replace(state, folders=folders), context, inside), overlay="drawer", about="")


# The app


def closed(state: Joplin) -> Joplin:
    """The state when the app is left: notes are kept, how they are listed, and which list was shown."""
    kept = state.shown if state.shown is None or not state.shown.startswith(TAGGED) else ALL
    return Joplin(
        state.notes, state.folders, state.tags, state.note_tags, kept, folded=state.folded, order=state.order,
        focus_body=state.focus_body,
    )  # fmt: skip
