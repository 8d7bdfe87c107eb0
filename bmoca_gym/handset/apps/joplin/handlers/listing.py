"""Joplin's handlers of lists, drawer and notebooks."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.joplin.rows import (
    FOLDERS,
    NOTES,
    id_of,
    listed,
    number,
    text_of,
    with_those_below,
)
from bmoca_gym.handset.apps.joplin.state import (
    LINE_LIMIT,
    LIST_SCROLL,
    Joplin,
    Opened,
    PageName,
    changed,
    new_id,
    restored,
    times,
    without_notes,
)
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, replace

#: The fields that get the focus when a page is shown.
_FOCUSED: dict[PageName, str] = {"search": "search"}

# Where one is


def show_list(state: Joplin, context: Context, shown: str) -> Next[Joplin]:
    """Show a list of notes: a notebook, all notes, the trash, or the notes of a tag."""
    state = without_overlay(state, shown=shown, path=(), selected=(), query="", editing=False)
    return state, focus(""), scroll_to(LIST_SCROLL)


def show_page(state: Joplin, context: Context, page: PageName, id: str = "") -> Next[Joplin]:
    """Show a page above the list."""
    path = (*state.path, Opened(page, id))
    state = without_overlay(state, path=path, selected=(), editing=False, query="")
    return state, focus(_FOCUSED.get(page, "")), scroll_to("page")


def show_note(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Open a note."""
    return (
        without_overlay(state, path=(*state.path, Opened("note", id)), editing=False),
        focus(""),
        scroll_to("page"),
    )


def leave_page(state: Joplin, context: Context) -> Next[Joplin]:
    """Go back to the page below."""
    if not state.path:
        return state
    return without_overlay(state, path=state.path[:-1], editing=False), focus("")


def fold(state: Joplin, context: Context, id: str) -> Joplin:
    """Collapse or expand a notebook."""
    without = tuple([one for one in state.folded if one != id])
    return replace(state, folded=without if id in state.folded else (*state.folded, id))


def search(state: Joplin, context: Context, text: str) -> Next[Joplin]:
    """Update the search text."""
    return replace(state, query=text[:LINE_LIMIT]), scroll_to("page")


def said(context: Context, key: str) -> Callback:
    """Effect: show a short message."""
    return toast(context.res.string(f"joplin.{key}"))


# How notes are listed


def _arranged(state: Joplin, **changes: Any) -> Any:
    return without_overlay(state, order=replace(state.order, **changes)), scroll_to(LIST_SCROLL)


def sort_by(state: Joplin, context: Context, field: str) -> Next[Joplin]:
    """Sort the notes by a field."""
    return _arranged(state, field=field)


def switch_order(state: Joplin, context: Context, name: str) -> Next[Joplin]:
    """Switch an option of the order on or off."""
    return _arranged(state, **{name: not getattr(state.order, name)})


def switch_focus(state: Joplin, context: Context) -> Joplin:
    """Switch whether new notes start with the focus in the body or the title."""
    return replace(state, focus_body=not state.focus_body)


# Notes of the list


def tick(state: Joplin, context: Context, id: str) -> Joplin:
    """Tick a to-do, or untick it."""
    row = tables.with_id(state.notes, id)
    if row is None:
        return state
    done = 0 if number(row, "todo_completed") else context.phone.clock.wall
    return changed(state, context, (id,), todo_completed=done)


def select_all(state: Joplin, context: Context) -> Joplin:
    """Select all notes of the list, or none if all are selected."""
    rows = listed(state.notes, state.note_tags, state.list, state.order, context.phone.configuration.locale)
    ids = tuple([id_of(row) for row in rows])
    return replace(state, selected=() if set(ids) == set(state.selected) else ids)


def copy_selected(state: Joplin, context: Context) -> Joplin:
    """Duplicate the selected notes."""
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
    return without_overlay(changed(state, context, ids, parent_id=folder), selected=())


def delete_selected(state: Joplin, context: Context) -> Next[Joplin]:
    """Move the selected notes into the trash."""
    return without_overlay(_trashed(state, context, state.selected), selected=()), said(context, "trashed")


def _trashed(state: Joplin, context: Context, ids: tuple[str, ...]) -> Joplin:
    return changed(state, context, ids, deleted_time=context.phone.clock.wall)


def restore_selected(state: Joplin, context: Context) -> Joplin:
    """Restore the selected notes from the trash."""
    return replace(restored(state, context, state.selected), selected=())


def destroy_selected(state: Joplin, context: Context) -> Joplin:
    """Delete the selected notes of the trash for good."""
    return without_overlay(without_notes(state, state.selected), selected=())


def empty_trash(state: Joplin, context: Context) -> Joplin:
    """Delete everything in the trash for good."""
    gone = tuple([id_of(row) for row in state.notes if number(row, "deleted_time")])
    kept = tuple([row for row in state.folders if not number(row, "deleted_time", FOLDERS)])
    return without_overlay(without_notes(state, gone), folders=kept)


# Notebooks


def edit_folder(state: Joplin, context: Context, id: str = "") -> Next[Joplin]:
    """Open the page of a new or an existing notebook."""
    row = tables.with_id(state.folders, id)
    title = "" if row is None else text_of(row, "title", FOLDERS)
    state = without_overlay(state, path=(*state.path, Opened("notebook", id)), typed=title)
    return state, focus("title")


def type_text(state: Joplin, context: Context, text: str) -> Joplin:
    """Update the text of a dialog or of a notebook's page."""
    return replace(state, typed=text[:LINE_LIMIT])


def save_folder(state: Joplin, context: Context) -> Next[Joplin]:
    """Save the notebook and show it; one without a title is not saved."""
    title, page = state.typed.strip(), state.top
    if page is None:
        return state
    if not title:
        return state, said(context, "no_title")
    old = tables.with_id(state.folders, page.id)
    row = old or FOLDERS.row(new_id(context, "notebook", len(state.folders)), **times(context))
    row = FOLDERS.changed(row, title=title, updated_time=context.phone.clock.wall)
    state = replace(state, folders=tables.put(state.folders, row), typed="")
    return show_list(state, context, id_of(row))


def delete_folder(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Move a notebook with its sub-notebooks and notes to the trash."""
    ids, now = with_those_below(state.folders, id), context.phone.clock.wall
    folders = tuple(
        [FOLDERS.changed(row, deleted_time=now) if row[0] in ids else row for row in state.folders]
    )
    inside = tuple([id_of(row) for row in state.notes if text_of(row, "parent_id") in ids])
    return without_overlay(_trashed(replace(state, folders=folders), context, inside), overlay="drawer")
