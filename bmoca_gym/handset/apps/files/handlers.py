"""Files' handlers: places, listing, selection, copying and moving, names."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.apps.files.state import (
    BROWSER,
    INSPECTOR,
    LAUNCHER,
    PACKAGE,
    PICKER,
    VIEWER,
    Files,
    Saving,
    saved_by,
)
from bmoca_gym.handset.effects import finish, focus, log, show, start, toast
from bmoca_gym.handset.kits import archives, file_changes, navigation
from bmoca_gym.handset.kits.attachments import share_files
from bmoca_gym.handset.kits.file_changes import NAME_LIMIT, attempted, file_name
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.system import documents as file_documents
from bmoca_gym.handset.system import files as file_system
from bmoca_gym.handset.value import Callback, do, replace

#: API level of the images whose Files leaves pictures and texts to the apps that are for them.
_OPENED_BY_OTHERS_SINCE = 33


# Where one is


def _open_browser(phone: Phone) -> Phone:
    """Replace the activity that the launcher started with the browsing activity."""
    phone = activities.start(phone, f"{PACKAGE}/{BROWSER}")
    task = phone.tasks[-1]
    return replace(phone, tasks=(*phone.tasks[:-1], replace(task, activities=task.activities[-1:])))


def created(state: Files, context: Context) -> Next[Files]:
    """The launcher's activity shows nothing: it opens the browser and finishes. A document is saved to Downloads."""
    if context.activity is not None and context.activity.name == LAUNCHER:
        return state, do(_open_browser)
    saving = saved_by(context.activity)
    return state if saving is None else _at(replace(state, title=saving.title), ("downloads",))


def closed(state: Files) -> Files:
    """The state after the app is left, which keeps only how things are listed."""
    return Files(grid=state.grid, order=state.order)


def _shown(stack: tuple[str, ...]) -> tuple[Callback, ...]:
    """The log line about the place shown; none for the recent files, which are not a directory."""
    uri = documents.uri(stack)
    return (log("DirectoryFragment", f"Showing directory: {uri}", "D"),) if uri else ()


def _at(state: Files, stack: tuple[str, ...]) -> Any:
    after = without_overlay(state, stack=stack, chip="", searching=False, query="", selection=())
    return (after, focus(""), *_shown(stack))


def show_root(state: Files, context: Context, name: str) -> Next[Files]:
    """Go to a place of the drawer."""
    return _at(state, (name,))


def show_level(state: Files, context: Context, level: int) -> Next[Files]:
    """Go back to the first (0) or a later directory on the path to the current one."""
    return _at(state, state.stack[: level + 1])


def open_document(state: Files, context: Context, path: str) -> Next[Files]:
    """Open a directory or show a picture; other files have no app. While selecting, select it."""
    if state.selection:
        return select(state, context, path)
    document = documents.of_path(context.phone, path)
    if document is not None and document.is_directory:
        return _at(state, (*state.stack, path))
    if document is not None and saved_by(context.activity) is not None:
        return replace(state, title=document.name)
    if document is not None and context.activity is not None and context.activity.name == PICKER:
        return state, finish(result=Intent(data=file_documents.uri_of(path), type=document.mime))
    if document is not None and context.phone.image.api_level >= _OPENED_BY_OTHERS_SINCE:
        asked = Intent(intents.VIEW, file_documents.uri_of(path), type=document.mime)
        if intents.candidates(context.phone, asked):
            return state, focus(""), show(asked)
    if document is not None and document.mime.startswith("image/"):
        return state, focus(""), start(f"{PACKAGE}/{VIEWER}", path, "android.intent.action.VIEW")
    return state, toast(context.res.string("files.cannot_open"))


def up(state: Files, context: Context) -> Next[Files]:
    """Handle the up arrow of a sub screen."""
    return state, finish()


def leave_place(state: Files, context: Context) -> Next[Files]:
    """Handler of Back when nothing is selected and there is no search: go back to the previous place."""
    if state.selection or state.searching:
        return state
    if state.carrying and len(state.stack) == 1:
        return stop_carrying(state, context)
    return _at(state, state.stack[:-1]) if len(state.stack) > 1 else state


def share_selected(state: Files, context: Context) -> Next[Files]:
    """Open the share sheet for the selected files."""
    chosen = tuple([path for path in selected(state, context) if path in context.phone.files])
    after = without_overlay(state, selection=())
    return (after, share_files(chosen)) if chosen else after


def pick(phone: Phone, intent: Intent) -> Phone:
    """Open the user's files to pick one."""
    return activities.start(phone, f"{PACKAGE}/{PICKER}", intent.type, intent.action)


def save_as(phone: Phone, intent: Intent) -> Phone:
    """Ask where to save a new document, and under which name."""
    saving = Saving(intent.type, intent.extra(intents.TITLE, "")[:NAME_LIMIT])
    return activities.start(phone, f"{PACKAGE}/{PICKER}", saving, intent.action)


def type_title(state: Files, context: Context, text: str) -> Files:
    """Update the name of the document."""
    return replace(state, title=text[:NAME_LIMIT])


def save(state: Files, context: Context) -> Next[Files]:
    """Create the empty document at the chosen place, and report it to the app that asked."""
    saving, folder = saved_by(context.activity), documents.directory(state.stack)
    name = file_name(state.title)
    if saving is None or not name or not file_system.is_directory(context.phone, folder or "?"):
        return state
    path = file_changes.free_path(context.phone, f"{folder}/{file_documents.named(name, saving.mime)}", True)
    made = do(attempted, context.res.string("files.create_failed"), file_system.write, path, b"")
    result = Intent(data=file_documents.uri_of(path), type=saving.mime)
    return replace(state, title=""), focus(""), made, finish(result=result)


# How it is listed


def choose_chip(state: Files, context: Context, name: str) -> Files:
    """Show only one kind of files, or all again."""
    return replace(state, chip="" if state.chip == name else name, selection=())


def switch_view(state: Files, context: Context) -> Files:
    """Change between list and grid."""
    return replace(state, grid=not state.grid)


def sort_by(state: Files, context: Context, order: str) -> Files:
    """Choose the order of the list."""
    return without_overlay(state, order=order)


def close_search(state: Files, context: Context) -> Next[Files]:
    """Leave the search."""
    return navigation.close_search(replace(state, selection=()), context)


def search(state: Files, context: Context, text: str) -> Files:
    """Search for words."""
    return replace(state, query=text, selection=())


def clear_search(state: Files, context: Context) -> Next[Files]:
    """Clear the search field."""
    return replace(state, query=""), focus("search")


# Selection


def listed(state: Files, phone: Phone) -> tuple[documents.Document, ...]:
    """The documents of the shown place, in order."""
    every = documents.everything(phone.files, phone.modified)
    return documents.listing(
        every, state.stack, state.chip, state.query, state.order, phone.configuration.locale
    )


def selected(state: Files, context: Context) -> tuple[str, ...]:
    """The selected documents that are (still) listed."""
    here = {document.path for document in listed(state, context.phone)}
    return tuple([path for path in state.selection if path in here])


def select(state: Files, context: Context, path: str) -> Next[Files]:
    """Select a document, or deselect it."""
    if state.carrying:  # a long press on a folder
        return open_document(state, context, path)
    others = tuple([p for p in state.selection if p != path])
    chosen = others if len(others) < len(state.selection) else (*others, path)
    return without_overlay(state, selection=chosen), focus("")


def select_all(state: Files, context: Context) -> Next[Files]:
    """Select everything listed."""
    every = tuple([document.path for document in listed(state, context.phone)])
    return without_overlay(state, selection=every), focus("")


def deselect(state: Files, context: Context) -> Files:
    """End the selection."""
    return without_overlay(state, selection=())


def inspect(state: Files, context: Context) -> Next[Files]:
    """Show the details of the selected document."""
    chosen = selected(state, context)
    after = without_overlay(state, selection=())
    return (after, start(f"{PACKAGE}/{INSPECTOR}", chosen[0])) if chosen else after


# Copying and moving to another directory, and archives


def carry(state: Files, context: Context, how: str) -> Next[Files]:
    """Start choosing where to ``how`` ("copy", "move" or "extract") the selection, beginning with the storage."""
    chosen = selected(state, context)
    if not chosen:
        return without_overlay(state, selection=())
    return _at(replace(state, carrying=how, carried=chosen, source=state.stack), ("storage",))


def stop_carrying(state: Files, context: Context) -> Next[Files]:
    """Return to where the selection was made, without copying or moving anything."""
    return _at(replace(state, carrying="", carried=(), source=()), state.source)


def put_down(state: Files, context: Context) -> Next[Files]:
    """Copy or move the carried documents into the current directory."""
    folder, phone = documents.directory(state.stack), context.phone
    if state.carrying == "extract":
        return _extract(state, context, folder)
    moved = state.carrying == "move"
    if not file_changes.takes(moved, state.carried, folder) or not file_system.is_directory(phone, folder):
        return state
    count = len(state.carried)
    key = "copied" if state.carrying == "copy" else "moved"
    said = context.res.string(f"android13.files_{key}", count=count, shown=context.res.digits(str(count)))
    failed = context.res.string(f"android13.files_not_{key}")
    effects = [do(attempted, failed, file_changes.carry, path, folder, moved) for path in state.carried]
    return and_then(stop_carrying(state, context), toast(said), *effects)


def _extract(state: Files, context: Context, folder: str) -> Next[Files]:
    if not folder or not file_system.is_directory(context.phone, folder):
        return state
    failed = context.res.string("files.not_extracted")
    effects = [do(attempted, failed, archives.unpack, path, folder) for path in state.carried]
    return and_then(stop_carrying(state, context), *effects)


def compress(state: Files, context: Context) -> Next[Files]:
    """Pack the selection into an archive next to it."""
    chosen = selected(state, context)
    after = without_overlay(state, selection=())
    if not chosen:
        return after
    name = posixpath.dirname(chosen[0]) + "/" + context.res.string("files.new_archive") + archives.SUFFIX
    path = file_changes.free_path(context.phone, name, True)
    return after, do(attempted, context.res.string("files.not_compressed"), archives.pack, chosen, path)


# Dialogs and menus


def ask_for_name(state: Files, context: Context) -> Next[Files]:
    """Open the dialog that names a new directory."""
    return and_then(open_overlay(state, context, "new_folder"), focus("name"))


def ask_for_new_name(state: Files, context: Context) -> Next[Files]:
    """Open the dialog that renames the selected document."""
    name = posixpath.basename(state.selection[0]) if state.selection else ""
    return and_then(open_overlay(state, context, "rename", name), focus("name"))


def type_name(state: Files, context: Context, text: str) -> Files:
    """Update the name."""
    return replace(state, name=text)


def create_directory(state: Files, context: Context) -> Next[Files]:
    """Create the named directory."""
    name, folder = file_name(state.name), documents.directory(state.stack)
    if not name:
        return state
    after = without_overlay(state)
    if not folder or not file_system.is_directory(context.phone, folder):
        return after, focus(""), toast(context.res.string("files.create_failed"))
    path = file_changes.free_path(context.phone, f"{folder}/{name}")
    failed = context.res.string("files.create_failed")
    return after, focus(""), do(attempted, failed, file_system.make_directory, path)


def rename(state: Files, context: Context) -> Next[Files]:
    """Rename the selected document to the typed name."""
    name, chosen = file_name(state.name), selected(state, context)
    if not name:
        return state
    after = without_overlay(state, selection=())
    if not chosen:
        return after, focus("")
    path = f"{posixpath.dirname(chosen[0])}/{name}"
    if path == chosen[0]:
        return after, focus("")
    if file_system.exists(context.phone, path) or path.startswith(chosen[0] + "/"):
        return state, toast(context.res.string("files.name_taken"))
    failed = context.res.string("files.not_renamed")
    return after, focus(""), do(attempted, failed, file_system.rename, chosen[0], path)


def delete(state: Files, context: Context) -> Next[Files]:
    """Delete the selection."""
    after = without_overlay(state, selection=())
    deleted = []
    for path in selected(state, context):  # a directory that holds apps' own files stays
        failed = context.res.string("files.not_deleted", name=posixpath.basename(path))
        deleted.append(do(attempted, failed, file_changes.remove, path))
    return (after, *deleted)
