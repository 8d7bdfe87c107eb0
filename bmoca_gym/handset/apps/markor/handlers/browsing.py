"""Handlers of Markor's file browser: list, selection, and dialogs that change files."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK
from bmoca_gym.handset.apps.markor.state import (
    DOCUMENT,
    PACKAGE,
    TEMPLATES,
    TYPES,
    Markor,
    PageName,
    entries,
    folder_of,
    saving,
    selected,
    written,
)
from bmoca_gym.handset.effects import focus, scroll_to, show, start, toast
from bmoca_gym.handset.kits import attachments, file_changes
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.kits.navigation import (
    close_overlay,
    finished,
    mark,
    open_overlay,
    unmark,
    without_overlay,
)
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents
from bmoca_gym.handset.value import do, replace

#: The most files in the list of recent ones.
_RECENT = 20

# The browser


def show_folder(state: Markor, context: Context, folder: str) -> Next[Markor]:
    """Show a folder, the recent files or the favourites."""
    return finished(state, folder=folder, page="files"), focus(""), scroll_to(folder)


def choose_tab(state: Markor, context: Context, tab: PageName) -> Next[Markor]:
    """Show another tab. Choosing the first one again shows the notebook."""
    saved = saving(state, context.phone, context.activity)
    if tab == state.page == "files":
        return show_folder(state, context, NOTEBOOK)
    return and_then(finished(state, page=tab, viewed=False), focus(""), *saved)


def tap(state: Markor, context: Context, path: str) -> Next[Markor]:
    """Open a file or folder; while selecting, toggle its selection."""
    if state.selection:
        return select(state, context, path)
    if files.is_directory(context.phone, path):
        return show_folder(state, context, path)
    return open_file(state, context, path)


def _opened(state: Markor, path: str) -> Markor:
    """Put a file first in the list of recent ones."""
    return finished(state, recent=(path, *[p for p in state.recent if p != path])[:_RECENT])


def open_file(state: Markor, context: Context, path: str) -> Next[Markor]:
    """Open a file in the editor, or in the app for its type."""
    if listing.is_text(path):
        return _opened(state, path), focus(""), start(f"{PACKAGE}/{DOCUMENT}", path)
    return state, show(Intent(intents.VIEW, documents.uri_of(path), type=documents.type_of(path)))


def select(state: Markor, context: Context, path: str) -> Next[Markor]:
    """Select or deselect a file or folder."""
    return mark(state, context, path), focus("")


def select_all(state: Markor, context: Context) -> Markor:
    """Select everything listed."""
    every = tuple([entry.path for entry in entries(state, context.phone)])
    return without_overlay(state, selection=every)


def sort_by(state: Markor, context: Context, key: str) -> Markor:
    """Choose the order of the list."""
    return without_overlay(state, order=replace(state.order, key=key))


def turn(state: Markor, context: Context, name: str) -> Markor:
    """Toggle one of the flags of the list's order."""
    changed = {name: not getattr(state.order, name)}
    return without_overlay(state, order=replace(state.order, **changed))


def favour(state: Markor, context: Context) -> Markor:
    """Add the selected files to the favourites, or remove them if all of them are."""
    chosen = selected(state, context.phone)
    others = tuple([path for path in state.favourites if path not in chosen])
    every = len(state.favourites) - len(others) == len(chosen)
    return finished(state, favourites=others if every else (*others, *chosen))


def share_files(state: Markor, context: Context) -> Next[Markor]:
    """Offer the selected files to other apps."""
    chosen = tuple([path for path in selected(state, context.phone) if path in context.phone.files])
    after = finished(state)
    return (after, attachments.share_files(chosen)) if chosen else after


def import_file(state: Markor, context: Context) -> Next[Markor]:
    """Let the user pick a file to copy into the folder."""
    return without_overlay(state), attachments.ask_for_file(do(imported))


def imported(state: Markor, context: Context, result: Any) -> Next[Markor]:
    """Copy the file that was picked."""
    path = attachments.picked_file(context.phone, result)
    into = folder_of(state)
    failed = context.res.string("markor.failed")
    return (state, do(attempted, failed, file_changes.carry, path, into, False)) if path else state


# Dialogs: new files and folders, renaming, deleting, moving, search


def ask_for_file(state: Markor, context: Context) -> Next[Markor]:
    """Open the dialog for a new file or folder."""
    return and_then(open_overlay(state, context, "new", "", 0), focus("name"))


def type_name(state: Markor, context: Context, text: str) -> Markor:
    """Update a name."""
    return replace(state, name=text[: file_changes.NAME_LIMIT])


def type_ending(state: Markor, context: Context, text: str) -> Markor:
    """Update the ending of a new file's name."""
    return replace(state, ending=text[:20])


def choose_template(state: Markor, context: Context, number: int) -> Markor:
    """Choose the template of a new file."""
    return replace(state, template=number, overlay="new")


def choose_type(state: Markor, context: Context, number: int) -> Markor:
    """Choose the type of a new file, and its ending."""
    return replace(state, kind=number, ending=TYPES[number][1], overlay="new")


def create_file(state: Markor, context: Context) -> Next[Markor]:
    """Create and open a file. An existing one is only opened."""
    name = file_changes.file_name(state.name)
    if not name:
        return close_overlay(state, context)
    path = f"{folder_of(state)}/{file_changes.file_name(name + state.ending.strip())}"
    if files.is_directory(context.phone, path):
        return state, toast(context.res.string("markor.name_taken"))
    text = TEMPLATES[state.template][1]
    made = () if path in context.phone.files else (written(context, path, text),)
    return _opened(state, path), focus(""), *made, do(_open_new, path)


def _open_new(phone: Phone, path: str) -> Phone:
    if path not in phone.files:
        return phone
    phone = activities.start(phone, f"{PACKAGE}/{DOCUMENT}", path)
    edited = replace(phone.apps[PACKAGE], viewed=False)
    return activities.focus(replace(phone, apps=phone.apps.set(PACKAGE, edited)), "note")


def create_folder(state: Markor, context: Context) -> Next[Markor]:
    """Create the named folder."""
    name = file_changes.file_name(state.name)
    if not name:
        return close_overlay(state, context)
    path = f"{folder_of(state)}/{name}"
    if files.exists(context.phone, path):
        return state, toast(context.res.string("markor.name_taken"))
    failed = context.res.string("markor.failed")
    return finished(state), focus(""), do(attempted, failed, files.make_directory, path)


def ask_for_name(state: Markor, context: Context) -> Next[Markor]:
    """Open the dialog to rename the selected file."""
    chosen = selected(state, context.phone)
    name = posixpath.basename(chosen[0]) if chosen else ""
    return and_then(open_overlay(state, context, "rename", name), focus("name"))


def rename(state: Markor, context: Context) -> Next[Markor]:
    """Rename the selected file to the typed name."""
    name, chosen = file_changes.file_name(state.name), selected(state, context.phone)
    if not name or not chosen:
        return close_overlay(state, context)
    path = f"{posixpath.dirname(chosen[0])}/{name}"
    if path == chosen[0]:
        return finished(state), focus("")
    if files.exists(context.phone, path) or path.startswith(chosen[0] + "/"):
        return state, toast(context.res.string("markor.name_taken"))
    failed = context.res.string("markor.failed")
    return finished(state), focus(""), do(attempted, failed, files.rename, chosen[0], path)


def delete(state: Markor, context: Context) -> Next[Markor]:
    """Delete the selection."""
    failed = context.res.string("markor.failed")
    chosen = selected(state, context.phone)
    return (finished(state), *[do(attempted, failed, file_changes.remove, path) for path in chosen])


def carry(state: Markor, context: Context, how: str) -> Next[Markor]:
    """Choose a folder to "copy" or "move" the selection to."""
    return open_overlay(state, context, "carry", how, folder_of(state))


def aim(state: Markor, context: Context, folder: str) -> Next[Markor]:
    """Show another folder in the dialog that chooses one."""
    return replace(state, target=folder), scroll_to("carry")


def put_down(state: Markor, context: Context) -> Next[Markor]:
    """Copy or move the selection into the chosen folder."""
    chosen, moved = selected(state, context.phone), state.carrying == "move"
    if not file_changes.takes(moved, chosen, state.target):
        return finished(state), toast(context.res.string("markor.not_there"))
    failed = context.res.string("markor.failed")
    changes = [do(attempted, failed, file_changes.carry, path, state.target, moved) for path in chosen]
    return finished(state), *changes


def ask_for_words(state: Markor, context: Context) -> Next[Markor]:
    """Open the dialog that searches the folder."""
    return and_then(open_overlay(state, context, "search", ""), focus("query"))


def type_query(state: Markor, context: Context, text: str) -> Markor:
    """Update the search text."""
    return replace(state, query=text[:200])


def search(state: Markor, context: Context) -> Next[Markor]:
    """Show the results."""
    if not state.query.strip():
        return close_overlay(state, context)
    return open_overlay(state, context, "found")


def show_found(state: Markor, context: Context, path: str) -> Next[Markor]:
    """Open a search result."""
    return tap(finished(state), context, path)


# Back


def leave_folder(state: Markor, context: Context) -> Next[Markor]:
    """On Back, end the selection, or return to the notebook, folder by folder within it."""
    if state.selection:
        return unmark(state, context)
    if state.folder == NOTEBOOK:
        return state
    inside = state.folder.startswith(NOTEBOOK + "/")
    return show_folder(state, context, listing.parent(state.folder) if inside else NOTEBOOK)


def leave_target(state: Markor, context: Context) -> Next[Markor]:
    """On Back in the folder dialog, show the parent folder within the notebook, or close the dialog."""
    if state.target.startswith(NOTEBOOK + "/"):
        return aim(state, context, listing.parent(state.target))
    return close_overlay(state, context)
