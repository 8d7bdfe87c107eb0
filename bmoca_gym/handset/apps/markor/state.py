"""Markor's state: the browser's folder and view, the open note; and values that all pages use."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Order
from bmoca_gym.handset.apps.markor.notes import Note, note_of
from bmoca_gym.handset.effects import finish, focus, log, share, show, start
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import documents, files, intents
from bmoca_gym.handset.value import Callback, Value, do, replace, value

PACKAGE = "net.gsantner.markor"
ID = PACKAGE + ":id/"
_ACTIVITIES = PACKAGE + ".activity."
MAIN, DOCUMENT, SETTINGS = (
    _ACTIVITIES + name for name in ("MainActivity", "DocumentActivity", "SettingsActivity")
)
SHARE_INTO = _ACTIVITIES + "openeditor.OpenShareIntoActivity"

#: The tabs with their glyphs; the files that the second and the third edit.
TABS = {"files": "folder", "todo": "assignment_turned_in", "quicknote": "flash_on", "more": "favorite"}
TAB_FILES = {"todo": NOTEBOOK + "/todo.txt", "quicknote": NOTEBOOK + "/QuickNote.md"}

#: Types of a new file: the key of the name, and the ending.
TYPES = (
    ("markdown", ".md"), ("plain", ".txt"), ("todo_txt", ".todo.txt"), ("asciidoc", ".adoc"), ("csv", ".csv"),
    ("orgmode", ".org"),
)  # fmt: skip
#: Templates of a new file: the key of the name, and the text.
TEMPLATES = (
    ("empty", ""),
    ("headings", "# Title\n\n## First part\n\n## Second part\n"),
    ("todo_list", "(A) First task\n(B) Second task\n"),
    ("recipe", "# Dish\n\nServes 4\n\n## Ingredients\n- \n\n## Preparation\n1. \n"),
    ("table", "| Name | Value |\n| --- | --- |\n| | |\n"),
)
#: Settings that are switched on and off.
SWITCHES = ("view_first", "start_on_bottom", "action_bar", "remember_folder")
_RECENT = 20


@value
class Markor(Value):
    """The app's state. ``folder``: the shown one; "recent" and "favourites" are collections. ``overlay``: the open
    menu or dialog. ``name``, ``ending``: typed in it; ``kind``, ``template``: chosen for a new file. ``carrying``:
    "copy" or "move", with ``target`` as the folder shown in the dialog. ``shared``: the text from another app.
    ``note``: the note edited last; ``viewed``: notes are rendered, not edited. ``tab_first``: the first tab;
    `SWITCHES` follow.
    """

    tab: str = "files"
    folder: str = NOTEBOOK
    order: Order = Order()
    selection: tuple[str, ...] = ()
    overlay: str = ""
    name: str = ""
    ending: str = ".md"
    kind: int = 0
    template: int = 0
    carrying: str = ""
    target: str = NOTEBOOK
    query: str = ""
    in_content: bool = False
    case_sensitive: bool = False
    shared: str = ""
    note: Note | None = None
    viewed: bool = False
    favourites: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    tab_first: str = "files"
    view_first: bool = False
    start_on_bottom: bool = False
    action_bar: bool = True
    remember_folder: bool = False


def calm(state: Markor, **changes: Any) -> Markor:
    """The state with nothing selected and nothing open over the page."""
    return replace(state, selection=(), overlay="", name="", carrying="", query="", **changes)


def opened(state: Markor, path: str) -> Markor:
    """The state in which a file is the one that was used last."""
    return calm(state, recent=(path, *[p for p in state.recent if p != path])[:_RECENT])


def entries(state: Markor, phone: Phone) -> tuple[listing.Entry, ...]:
    """Entries that the browser lists."""
    if state.folder in ("recent", "favourites"):
        paths = state.recent if state.folder == "recent" else state.favourites
        return listing.of_paths(phone, paths)
    return listing.of_folder(phone, state.folder, state.order)


def selected(state: Markor, phone: Phone) -> tuple[str, ...]:
    """The selected files and folders that are (still) listed, in the order of the list."""
    return tuple([entry.path for entry in entries(state, phone) if entry.path in state.selection])


def folder_of(state: Markor) -> str:
    """The folder that new files come into."""
    return state.folder if state.folder.startswith("/") else NOTEBOOK


# The note that is edited


def path_of(state: Markor, activity: Activity | None) -> str:
    """The file of the note on an activity's page, or ""."""
    if activity is None or activity.name == DOCUMENT:
        return "" if activity is None else str(activity.argument or "")
    return TAB_FILES.get(state.tab, "") if activity.name == MAIN else ""


def shown_note(state: Markor, phone: Phone, activity: Activity | None) -> Note:
    """The note on an activity's page."""
    return note_of(phone, state.note, path_of(state, activity))


def saving(state: Markor, phone: Phone, activity: Activity | None) -> tuple[Callback, ...]:
    """The effects that save the note on an activity's page if it has changed."""
    note = shown_note(state, phone, activity)
    if not note.path or note.text == note.saved:
        return ()
    return (do(_save, note.path, note.text),)


def _save(phone: Phone, path: str, text: str) -> Phone:
    """Save a note, and remember its text as saved."""
    res = Context(phone).res
    phone = attempted(phone, res.string("markor.failed"), files.write, path, text.encode())
    state = phone.apps[PACKAGE]
    if state.note is None or state.note.path != path or phone.files.get(path) != text.encode():
        return phone
    return replace(phone, apps=phone.apps.set(PACKAGE, replace(state, note=replace(state.note, saved=text))))


def written(context: Context, path: str, text: str) -> Callback:
    """Effect: write a text file, or show a message if there is no room."""
    return do(attempted, context.res.string("markor.failed"), files.write, path, text.encode())


def share_file(path: str) -> Callback:
    """Effect: the share sheet for a file."""
    stream = ((intents.STREAM, documents.uri_of(path)),)
    return share(Intent(intents.SEND, type=documents.type_of(path), extras=stream))


def open_overlay(state: Markor, context: Context, name: str) -> Next[Markor]:
    """Open a menu or a dialog."""
    return replace(state, overlay=name), focus("")


def close_overlay(state: Markor, context: Context) -> Next[Markor]:
    """Close it."""
    return replace(state, overlay="", name="", carrying=""), focus("")


# The app


def open_settings(state: Markor, context: Context) -> Next[Markor]:
    """Open the settings."""
    return state, start(f"{PACKAGE}/{SETTINGS}")


def open_page(state: Markor, context: Context, address: str) -> Next[Markor]:
    """Open one of the project's pages in a browser."""
    return state, show(Intent(intents.VIEW, address))


def switch(state: Markor, context: Context, name: str) -> Markor:
    """Change one of `SWITCHES`."""
    return replace(state, **{name: not getattr(state, name)})


def begin_with(state: Markor, context: Context, tab: str) -> Markor:
    """Choose the tab that the app begins with."""
    return replace(state, tab_first=tab, overlay="")


def leave(state: Markor, context: Context) -> Next[Markor]:
    """Leave the page."""
    return state, finish()


def created(state: Markor, context: Context) -> Next[Markor]:
    """Create the notebook if it is missing. A note is opened as the settings say."""
    name = context.activity.name if context.activity is not None else MAIN
    effects: tuple[Callback, ...] = ()
    if not files.is_directory(context.phone, NOTEBOOK):
        effects = (do(attempted, "", files.make_directory, NOTEBOOK),)
    if name == DOCUMENT:
        writing = (focus("note"),) if state.start_on_bottom and not state.view_first else ()
        return and_then(replace(state, viewed=state.view_first), *effects, *writing)
    if name == MAIN:
        opened = log("Markor", f"Notebook: {NOTEBOOK}", "D")
        return and_then(replace(state, tab=state.tab_first), *effects, opened)
    return (state, *effects)


def paused(state: Markor, context: Context) -> Next[Markor]:
    """Save the note that is left."""
    saved = saving(state, context.phone, context.activity)
    return (state, *saved) if saved else state


def closed(state: Markor) -> Markor:
    """The state after the app is closed. Settings are kept."""
    folder = state.folder if state.remember_folder and state.folder.startswith("/") else NOTEBOOK
    return Markor(
        folder=folder, order=state.order, ending=state.ending, kind=state.kind, favourites=state.favourites,
        recent=state.recent, tab_first=state.tab_first, view_first=state.view_first,
        start_on_bottom=state.start_on_bottom, action_bar=state.action_bar, remember_folder=state.remember_folder,
    )  # fmt: skip
