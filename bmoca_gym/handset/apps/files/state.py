"""Files' state: current place and view, selection, overlays; and its handlers."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.effects import finish, focus, log, share, show, start, toast
from bmoca_gym.handset.kits import file_changes
from bmoca_gym.handset.kits.file_changes import NAME_LIMIT, attempted, file_name
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.system import documents as file_documents
from bmoca_gym.handset.system import files as file_system
from bmoca_gym.handset.value import Callback, Value, do, replace, value

PACKAGE = "com.android.documentsui"
ID = PACKAGE + ":id/"
LAUNCHER = PACKAGE + ".LauncherActivity"
BROWSER = PACKAGE + ".files.FilesActivity"
INSPECTOR = PACKAGE + ".inspector.InspectorActivity"
#: Shows a picture; stands in for the gallery that Files hands pictures to.
VIEWER = PACKAGE + ".ViewerActivity"
PICKER = PACKAGE + ".picker.PickActivity"
#: API level of the images whose Files leaves pictures and texts to the apps that are for them.
_OPENED_BY_OTHERS_SINCE = 33


@value
class Files(Value):
    """The app's state. ``stack``: the root's name, then the paths of the opened directories. ``order``: one of
    `documents.ORDERS`, "" for the default. ``overlay``: the open dialog or menu; ``name``: the text typed in it.
    ``carried``: documents to "copy" or "move" (``carrying``) into a directory yet to be chosen; ``source``: the stack
    where they were selected. ``title``: the name under which another app saves a document.
    """

    stack: tuple[str, ...] = ("recent",)
    grid: bool = True
    order: str = ""
    chip: str = ""
    searching: bool = False
    query: str = ""
    selection: tuple[str, ...] = ()
    overlay: str = ""
    name: str = ""
    carrying: str = ""
    carried: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    title: str = ""


# Where one is


def _open_browser(phone: Phone) -> Phone:
    """The phone with the browsing activity in place of the one that the launcher started."""
    phone = activities.start(phone, f"{PACKAGE}/{BROWSER}")
    task = phone.tasks[-1]
    return replace(phone, tasks=(*phone.tasks[:-1], replace(task, activities=task.activities[-1:])))


def created(state: Files, context: Context) -> Next[Files]:
    """The launcher's activity shows nothing: it opens the browser and is gone. A document is saved to the downloads."""
    if context.activity is not None and context.activity.name == LAUNCHER:
        return state, do(_open_browser)
    saving = saved_by(context.activity)
    return state if saving is None else _at(replace(state, title=saving.title), ("downloads",))


def closed(state: Files) -> Files:
    """The state after the app is closed: only how things are listed is kept."""
    return Files(grid=state.grid, order=state.order)


def _shown(stack: tuple[str, ...]) -> tuple[Callback, ...]:
    """The log's line about a shown directory; "" for recent files, which are not a directory."""
    uri = documents.uri(stack)
    return (log("DirectoryFragment", f"Showing directory: {uri}", "D"),) if uri else ()


def _at(state: Files, stack: tuple[str, ...]) -> Any:
    after = replace(state, stack=stack, chip="", searching=False, query="", selection=(), overlay="", name="")
    return (after, focus(""), *_shown(stack))


def show_root(state: Files, context: Context, name: str) -> Next[Files]:
    """Go to a place of the drawer."""
    return _at(state, (name,))


def show_level(state: Files, context: Context, level: int) -> Next[Files]:
    """Go back to the first (0) or a later directory of the way to the shown one."""
    return _at(state, state.stack[: level + 1])


def open_document(state: Files, context: Context, path: str) -> Next[Files]:
    """Go into a directory, show a picture; other files have no app. While selecting: select."""
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
    """The arrow of a sub screen."""
    return state, finish()


def back(state: Files, context: Context) -> Next[Files]:
    """Close the open dialog, menu or search, or go to the previous directory."""
    if context.activity is None or context.activity.name not in (BROWSER, PICKER):
        return state
    if state.overlay:
        return close_overlay(state, context)
    if state.selection:
        return replace(state, selection=())
    if state.searching:
        return close_search(state, context)
    if state.carrying and len(state.stack) == 1:
        return stop_carrying(state, context)
    if len(state.stack) > 1:
        return _at(state, state.stack[:-1])
    return state


def share_selected(state: Files, context: Context) -> Next[Files]:
    """Open the share sheet for the selected document."""
    chosen = selected(state, context)
    after = replace(state, selection=(), overlay="")
    if not chosen:
        return after
    extras = ((intents.STREAM, file_documents.uri_of(chosen[0])),)
    return after, share(Intent(intents.SEND, type=file_documents.type_of(chosen[0]), extras=extras))


def pick(phone: Phone, intent: Intent) -> Phone:
    """The phone that shows the user's files, of which one is to be picked."""
    return activities.start(phone, f"{PACKAGE}/{PICKER}", intent.type, intent.action)


# A document of another app that is saved


class Saving(NamedTuple):
    """Document that the picker is to save: its MIME type and the name that is offered."""

    mime: str
    title: str


def save_as(phone: Phone, intent: Intent) -> Phone:
    """The phone that asks where, and under which name, a new document shall be."""
    saving = Saving(intent.type, intent.extra(intents.TITLE, "")[:NAME_LIMIT])
    return activities.start(phone, f"{PACKAGE}/{PICKER}", saving, intent.action)


def saved_by(activity: Activity | None) -> Saving | None:
    """The document that an activity saves, if it does."""
    return activity.argument if activity is not None and isinstance(activity.argument, Saving) else None


def type_title(state: Files, context: Context, text: str) -> Files:
    """Take over the name of the document."""
    return replace(state, title=text[:NAME_LIMIT])


def save(state: Files, context: Context) -> Next[Files]:
    """Create the empty document, and return it to the app that asked for it."""
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
    return replace(state, order=order, overlay="")


def open_search(state: Files, context: Context) -> Next[Files]:
    """Open the search field."""
    return replace(state, searching=True), focus("search")


def close_search(state: Files, context: Context) -> Next[Files]:
    """Leave the search."""
    return replace(state, searching=False, query="", selection=()), focus("")


def search(state: Files, context: Context, text: str) -> Files:
    """Search for words."""
    return replace(state, query=text, selection=())


def clear_search(state: Files, context: Context) -> Next[Files]:
    """Empty the search field."""
    return replace(state, query=""), focus("search")


# Selection


def _listed(state: Files, context: Context) -> tuple[documents.Document, ...]:
    phone = context.phone
    every = documents.everything(phone.files, phone.modified)
    return documents.listing(
        every, state.stack, state.chip, state.query, state.order, phone.configuration.locale
    )


def selected(state: Files, context: Context) -> tuple[str, ...]:
    """The selected documents that are (still) listed."""
    listed = {document.path for document in _listed(state, context)}
    return tuple([path for path in state.selection if path in listed])


def select(state: Files, context: Context, path: str) -> Next[Files]:
    """Select a document, or deselect it."""
    if state.carrying:  # a long press on a folder
        return open_document(state, context, path)
    others = tuple([p for p in state.selection if p != path])
    chosen = others if len(others) < len(state.selection) else (*others, path)
    return replace(state, selection=chosen, overlay=""), focus("")


def select_all(state: Files, context: Context) -> Next[Files]:
    """Select all that is listed."""
    return replace(state, selection=tuple([d.path for d in _listed(state, context)]), overlay=""), focus("")


def deselect(state: Files, context: Context) -> Files:
    """End selecting."""
    return replace(state, selection=(), overlay="")


def inspect(state: Files, context: Context) -> Next[Files]:
    """Show information about the selected document."""
    chosen = selected(state, context)
    after = replace(state, selection=(), overlay="")
    return (after, start(f"{PACKAGE}/{INSPECTOR}", chosen[0])) if chosen else after


# Copying and moving to another directory, from Android 13 on


def carry(state: Files, context: Context, how: str) -> Next[Files]:
    """Choose a destination for the selection. ``how``: "copy" or "move". It starts at the storage's root."""
    chosen = selected(state, context)
    if not chosen:
        return replace(state, selection=(), overlay="")
    return _at(replace(state, carrying=how, carried=chosen, source=state.stack), ("storage",))


def stop_carrying(state: Files, context: Context) -> Next[Files]:
    """Cancel, and return to where the documents were selected."""
    return _at(replace(state, carrying="", carried=(), source=()), state.source)


def put_down(state: Files, context: Context) -> Next[Files]:
    """Copy or move the documents into the current directory."""
    folder, phone = documents.directory(state.stack), context.phone
    moved = state.carrying == "move"
    if not file_changes.takes(moved, state.carried, folder) or not file_system.is_directory(phone, folder):
        return state
    count = len(state.carried)
    key = "copied" if state.carrying == "copy" else "moved"
    said = context.res.string(f"android13.files_{key}", count=count, shown=context.res.digits(str(count)))
    failed = context.res.string(f"android13.files_not_{key}")
    effects = [do(attempted, failed, file_changes.carry, path, folder, moved) for path in state.carried]
    return and_then(stop_carrying(state, context), toast(said), *effects)


# Dialogs and menus


def open_overlay(state: Files, context: Context, name: str) -> Next[Files]:
    """Open the drawer, a menu or a dialog."""
    return replace(state, overlay=name), focus("")


def close_overlay(state: Files, context: Context) -> Next[Files]:
    """Close it."""
    return replace(state, overlay="", name=""), focus("")


def ask_for_name(state: Files, context: Context, overlay: str) -> Next[Files]:
    """Open the dialog for the name of a new directory, or the new name of the selected document."""
    name = posixpath.basename(state.selection[0]) if overlay == "rename" and state.selection else ""
    return replace(state, overlay=overlay, name=name), focus("name")


def type_name(state: Files, context: Context, text: str) -> Files:
    """Take over the name that was typed."""
    return replace(state, name=text)


def create_directory(state: Files, context: Context) -> Next[Files]:
    """Make the directory that was named."""
    name, folder = file_name(state.name), documents.directory(state.stack)
    if not name:
        return state
    after = replace(state, overlay="", name="")
    if not folder or not file_system.is_directory(context.phone, folder):
        return after, focus(""), toast(context.res.string("files.create_failed"))
    path = file_changes.free_path(context.phone, f"{folder}/{name}")
    failed = context.res.string("files.create_failed")
    return after, focus(""), do(attempted, failed, file_system.make_directory, path)


def rename(state: Files, context: Context) -> Next[Files]:
    """Give the selected document the name that was typed."""
    name, chosen = file_name(state.name), selected(state, context)
    if not name:
        return state
    after = replace(state, overlay="", name="", selection=())
    if not chosen:
        return after, focus("")
    path = f"{posixpath.dirname(chosen[0])}/{name}"
    if path == chosen[0]:
        return after, focus("")
    if file_system.exists(context.phone, path) or path.startswith(chosen[0] + "/"):
        return state, toast(context.res.string("files.name_taken"))
    return after, focus(""), do(file_system.rename, chosen[0], path)


def delete(state: Files, context: Context) -> Next[Files]:
    """Delete the selection."""
    after = replace(state, selection=(), overlay="")
    return (after, *[do(file_changes.remove, path) for path in selected(state, context)])
