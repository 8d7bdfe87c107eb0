"""Markor's state: the browser's folder and order, and the note being edited; and what its handlers share."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Order
from bmoca_gym.handset.apps.markor.notes import Note, note_of
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import files
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

PageName = Literal["files", "todo", "quicknote", "more"]
OverlayName = Literal[
    "", "go_to", "sort", "menu", "new", "type", "template", "search", "found", "rename", "delete", "carry", "info",
    "note_menu", "note_info", "note_search", "note_replace", "tab",
]  # fmt: skip


@value
class Markor(Value):
    """Markor's state.

    Attributes:
        page: the tab, one of `TABS`.
        folder: the folder that the browser shows; "recent" and "favourites" gather files.
        selection: paths of the selected files and folders.
        name, ending: of the file, as they are typed in a dialog.
        kind, template: indexes of the type and the template of a new file.
        carrying: "copy" or "move"; ``target`` is the folder that the dialog shows.
        query, replacement: the search text, and its replacement in a note.
        shared: the text that another app shared.
        note: the note being edited, or the last one edited.
        viewed: whether notes are rendered, not edited.
        tab_first: the tab the app starts with; the fields after it are `SWITCHES`.
    """

    page: PageName = "files"
    folder: str = NOTEBOOK
    order: Order = Order()
    selection: tuple[str, ...] = ()
    overlay: OverlayName = ""
    name: str = ""
    ending: str = ".md"
    kind: int = 0
    template: int = 0
    carrying: str = ""
    target: str = NOTEBOOK
    query: str = ""
    replacement: str = ""
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


def entries(state: Markor, phone: Phone) -> tuple[listing.Entry, ...]:
    """Return the entries that the browser lists."""
    if state.folder in ("recent", "favourites"):
        paths = state.recent if state.folder == "recent" else state.favourites
        return listing.of_paths(phone, paths)
    return listing.of_folder(phone, state.folder, state.order)


def selected(state: Markor, phone: Phone) -> tuple[str, ...]:
    """Return the selected files and folders that are still listed, in the order of the list."""
    return tuple([entry.path for entry in entries(state, phone) if entry.path in state.selection])


def folder_of(state: Markor) -> str:
    """Return the folder of new files."""
    return state.folder if state.folder.startswith("/") else NOTEBOOK


# The note that is edited


def path_of(state: Markor, activity: Activity | None) -> str:
    """Return the path of the note that an activity shows, or ""."""
    if activity is None or activity.name == DOCUMENT:
        return "" if activity is None else str(activity.argument or "")
    return TAB_FILES.get(state.page, "") if activity.name == MAIN else ""


def shown_note(state: Markor, phone: Phone, activity: Activity | None) -> Note:
    """Return the note that an activity shows."""
    return note_of(phone, state.note, path_of(state, activity))


def saving(state: Markor, phone: Phone, activity: Activity | None) -> tuple[Callback, ...]:
    """Return the effects that save the note that an activity shows, if it was changed."""
    note = shown_note(state, phone, activity)
    if not note.path or note.text == note.saved:
        return ()
    return (do(_save, note.path, note.text),)


def _save(phone: Phone, path: str, text: str) -> Phone:
    """Write a note, and record that its text is saved."""
    res = Context(phone).res
    phone = attempted(phone, res.string("markor.failed"), files.write, path, text.encode())
    state = phone.apps[PACKAGE]
    if state.note is None or state.note.path != path or phone.files.get(path) != text.encode():
        return phone
    return replace(phone, apps=phone.apps.set(PACKAGE, replace(state, note=replace(state.note, saved=text))))


def written(context: Context, path: str, text: str) -> Callback:
    """Return the effect that writes a text to a file, or shows a message if that fails."""
    return do(attempted, context.res.string("markor.failed"), files.write, path, text.encode())
