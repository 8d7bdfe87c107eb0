"""Markor's state: what its browser shows and how, what is open over it, the note that is edited; and its handlers."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Order
from bmoca_gym.handset.apps.markor.notes import LONGEST, Note, note_of
from bmoca_gym.handset.effects import finish, focus, log, scroll_to, share, show, start, toast
from bmoca_gym.handset.kits import attachments, file_changes
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, clipboard, documents, files, intents, text_input
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
    """``folder``: the one that the browser shows; "recent" and "favourites" gather files. ``overlay``: the menu or the
    dialog that is open. ``name``, ``ending``: typed into one; ``kind``, ``template``: chosen for a new file.
    ``carrying``: "copy" or "move", while ``target`` is the folder that the dialog shows. ``shared``: the text that
    another app gave. ``note``: the one that is or was edited last; ``viewed``: notes are shown, not edited.
    ``tab_first``: the tab that the app begins with; what follows are `SWITCHES`.
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


def _calm(state: Markor, **changes: Any) -> Markor:
    """The state with nothing selected and nothing open over the page."""
    return replace(state, selection=(), overlay="", name="", carrying="", query="", **changes)


# The browser


def entries(state: Markor, phone: Phone) -> tuple[listing.Entry, ...]:
    """What the browser lists."""
    if state.folder in ("recent", "favourites"):
        paths = state.recent if state.folder == "recent" else state.favourites
        return listing.of_paths(phone, paths)
    return listing.of_folder(phone, state.folder, state.order)


def selected(state: Markor, phone: Phone) -> tuple[str, ...]:
    """The selected files and folders that are (still) listed, in the order of the list."""
    return tuple([entry.path for entry in entries(state, phone) if entry.path in state.selection])


def go_to(state: Markor, context: Context, folder: str) -> Any:
    """Show a folder, or the files that were used last or are favourites."""
    return _calm(state, folder=folder, tab="files"), focus(""), scroll_to(folder)


def choose_tab(state: Markor, context: Context, tab: str) -> Any:
    """Show another tab; the first, chosen again, shows the notebook."""
    saved = saving(state, context.phone, context.activity)
    if tab == state.tab == "files":
        return go_to(state, context, NOTEBOOK)
    return _calm(state, tab=tab, viewed=False), focus(""), *saved


def tap(state: Markor, context: Context, path: str) -> Any:
    """Open a file or go into a folder; while selecting, select it or not."""
    if state.selection:
        return select(state, context, path)
    if files.is_directory(context.phone, path):
        return go_to(state, context, path)
    return open_file(state, context, path)


def open_file(state: Markor, context: Context, path: str) -> Any:
    """Open a file in the editor, or give it to the app that is for files of its kind."""
    if listing.is_text(path):
        after = _calm(state, recent=(path, *[p for p in state.recent if p != path])[:_RECENT])
        return after, focus(""), start(f"{PACKAGE}/{DOCUMENT}", path)
    return state, show(Intent(intents.VIEW, documents.uri_of(path), type=documents.type_of(path)))


def select(state: Markor, context: Context, path: str) -> Any:
    """Select a file or a folder, or no longer."""
    others = tuple([p for p in state.selection if p != path])
    chosen = others if len(others) < len(state.selection) else (*others, path)
    return replace(state, selection=chosen, overlay=""), focus("")


def select_all(state: Markor, context: Context) -> Markor:
    """Select all that is listed."""
    every = tuple([entry.path for entry in entries(state, context.phone)])
    return replace(state, selection=every, overlay="")


def deselect(state: Markor, context: Context) -> Markor:
    """End selecting."""
    return replace(state, selection=(), overlay="")


def sort_by(state: Markor, context: Context, key: str) -> Markor:
    """Choose the order of the list."""
    return replace(state, order=replace(state.order, key=key), overlay="")


def turn(state: Markor, context: Context, name: str) -> Markor:
    """Change one of the flags of the list's order."""
    changed = {name: not getattr(state.order, name)}
    return replace(state, order=replace(state.order, **changed), overlay="")


def favour(state: Markor, context: Context) -> Markor:
    """Make the selected files favourites, or no longer where all of them are."""
    chosen = selected(state, context.phone)
    others = tuple([path for path in state.favourites if path not in chosen])
    every = len(state.favourites) - len(others) == len(chosen)
    return _calm(state, favourites=others if every else (*others, *chosen))


def share_files(state: Markor, context: Context) -> Any:
    """Offer the first of the selected files to other apps."""
    chosen = [path for path in selected(state, context.phone) if path in context.phone.files]
    after = _calm(state)
    return (after, share_file(chosen[0])) if chosen else after


def share_file(path: str) -> Callback:
    """Effect: the share sheet for a file."""
    stream = ((intents.STREAM, documents.uri_of(path)),)
    return share(Intent(intents.SEND, type=documents.type_of(path), extras=stream))


def import_file(state: Markor, context: Context) -> Any:
    """Have a file picked that is copied into the folder."""
    return replace(state, overlay=""), attachments.ask_for_file(do(imported))


def imported(state: Markor, context: Context, result: Any) -> Any:
    """Copy the file that was picked."""
    path = attachments.picked_file(context.phone, result)
    into = folder_of(state)
    failed = context.res.string("markor.failed")
    return (state, do(attempted, failed, file_changes.carry, path, into, False)) if path else state


def folder_of(state: Markor) -> str:
    """The folder that new files come into."""
    return state.folder if state.folder.startswith("/") else NOTEBOOK


# Dialogs: new files and folders, renaming, deleting, moving, search


def open_overlay(state: Markor, context: Context, name: str) -> Any:
    """Open a menu or a dialog."""
    return replace(state, overlay=name), focus("")


def close_overlay(state: Markor, context: Context) -> Any:
    """Close it."""
    return replace(state, overlay="", name="", carrying=""), focus("")


def ask_for_file(state: Markor, context: Context) -> Any:
    """Open the dialog for a new file or folder."""
    return replace(state, overlay="new", name="", template=0), focus("name")


def type_name(state: Markor, context: Context, text: str) -> Markor:
    """Take over a name."""
    return replace(state, name=text[: file_changes.NAME_LIMIT])


def type_ending(state: Markor, context: Context, text: str) -> Markor:
    """Take over the ending of a new file's name."""
    return replace(state, ending=text[:20])


def choose(state: Markor, context: Context, what: str, number: int) -> Markor:
    """Choose the type or the template of a new file."""
    if what == "template":
        return replace(state, template=number, overlay="new")
    return replace(state, kind=number, ending=TYPES[number][1], overlay="new")


def create_file(state: Markor, context: Context) -> Any:
    """Make the file that was named, and open it. One that is there is opened as it is."""
    name = file_changes.file_name(state.name)
    if not name:
        return close_overlay(state, context)
    path = f"{folder_of(state)}/{file_changes.file_name(name + state.ending.strip())}"
    if files.is_directory(context.phone, path):
        return state, toast(context.res.string("markor.name_taken"))
    text = TEMPLATES[state.template][1]
    made = () if path in context.phone.files else (_write(context, path, text),)
    after = _calm(state, recent=(path, *[p for p in state.recent if p != path])[:_RECENT])
    return after, focus(""), *made, do(_open_new, path)


def _open_new(phone: Phone, path: str) -> Phone:
    if path not in phone.files:
        return phone
    phone = activities.start(phone, f"{PACKAGE}/{DOCUMENT}", path)
    edited = replace(phone.apps[PACKAGE], viewed=False)
    return activities.focus(replace(phone, apps=phone.apps.set(PACKAGE, edited)), "note")


def create_folder(state: Markor, context: Context) -> Any:
    """Make the folder that was named."""
    name = file_changes.file_name(state.name)
    if not name:
        return close_overlay(state, context)
    path = f"{folder_of(state)}/{name}"
    if files.exists(context.phone, path):
        return state, toast(context.res.string("markor.name_taken"))
    failed = context.res.string("markor.failed")
    return _calm(state), focus(""), do(attempted, failed, files.make_directory, path)


def ask_for_name(state: Markor, context: Context) -> Any:
    """Open the dialog that gives the selected file another name."""
    chosen = selected(state, context.phone)
    name = posixpath.basename(chosen[0]) if chosen else ""
    return replace(state, overlay="rename", name=name), focus("name")


def rename(state: Markor, context: Context) -> Any:
    """Give the selected file the name that was typed."""
    name, chosen = file_changes.file_name(state.name), selected(state, context.phone)
    if not name or not chosen:
        return close_overlay(state, context)
    path = f"{posixpath.dirname(chosen[0])}/{name}"
    if path == chosen[0]:
        return _calm(state), focus("")
    if files.exists(context.phone, path) or path.startswith(chosen[0] + "/"):
        return state, toast(context.res.string("markor.name_taken"))
    failed = context.res.string("markor.failed")
    return _calm(state), focus(""), do(attempted, failed, files.rename, chosen[0], path)


def delete(state: Markor, context: Context) -> Any:
    """Delete what is selected."""
    return (_calm(state), *[do(file_changes.remove, path) for path in selected(state, context.phone)])


def carry(state: Markor, context: Context, how: str) -> Markor:
    """Choose the folder to "copy" or "move" what is selected to."""
    return replace(state, overlay="carry", carrying=how, target=folder_of(state))


def aim(state: Markor, context: Context, folder: str) -> Any:
    """Show another folder in the dialog that chooses one."""
    return replace(state, target=folder), scroll_to("carry")


def put_down(state: Markor, context: Context) -> Any:
    """Copy or move what is selected into the folder that was chosen."""
    chosen, moved = selected(state, context.phone), state.carrying == "move"
    if not file_changes.takes(moved, chosen, state.target):
        return _calm(state), toast(context.res.string("markor.not_there"))
    failed = context.res.string("markor.failed")
    changes = [do(attempted, failed, file_changes.carry, path, state.target, moved) for path in chosen]
    return _calm(state), *changes


def ask_for_words(state: Markor, context: Context) -> Any:
    """Open the dialog that searches the folder."""
    return replace(state, overlay="search", query=""), focus("query")


def type_query(state: Markor, context: Context, text: str) -> Markor:
    """Take over what is searched for."""
    return replace(state, query=text[:200])


def switch_search(state: Markor, context: Context, name: str) -> Markor:
    """Change how is searched."""
    return replace(state, **{name: not getattr(state, name)})


def search(state: Markor, context: Context) -> Any:
    """Show what is found."""
    return replace(state, overlay="found" if state.query.strip() else ""), focus("")


def show_found(state: Markor, context: Context, path: str) -> Any:
    """Open what was found."""
    return tap(_calm(state), context, path)


# The note that is edited


def path_of(state: Markor, activity: Activity | None) -> str:
    """The file of the note on an activity's page; "" where it shows none."""
    if activity is None or activity.name == DOCUMENT:
        return "" if activity is None else str(activity.argument or "")
    return TAB_FILES.get(state.tab, "") if activity.name == MAIN else ""


def shown_note(state: Markor, phone: Phone, activity: Activity | None) -> Note:
    """The note on an activity's page."""
    return note_of(phone, state.note, path_of(state, activity))


def saving(state: Markor, phone: Phone, activity: Activity | None) -> tuple[Callback, ...]:
    """The effects that save the note on an activity's page where it was changed."""
    note = shown_note(state, phone, activity)
    if not note.path or note.text == note.saved:
        return ()
    return (do(_save, note.path, note.text),)


def _save(phone: Phone, path: str, text: str) -> Phone:
    """The phone with a note written; the app knows its text as what is saved."""
    res = Context(phone).res
    phone = attempted(phone, res.string("markor.failed"), files.write, path, text.encode())
    state = phone.apps[PACKAGE]
    if state.note is None or state.note.path != path or phone.files.get(path) != text.encode():
        return phone
    return replace(phone, apps=phone.apps.set(PACKAGE, replace(state, note=replace(state.note, saved=text))))


def _write(context: Context, path: str, text: str) -> Callback:
    return do(attempted, context.res.string("markor.failed"), files.write, path, text.encode())


def write(state: Markor, context: Context, text: str) -> Any:
    """Take over what was typed; it can be undone."""
    note = shown_note(state, context.phone, context.activity)
    return replace(state, note=note.changed(text[:LONGEST]))


def undo(state: Markor, context: Context) -> Markor:
    """Take the last change back."""
    return replace(state, note=shown_note(state, context.phone, context.activity).undone())


def redo(state: Markor, context: Context) -> Markor:
    """Make the last change again that was taken back."""
    return replace(state, note=shown_note(state, context.phone, context.activity).redone())


def act(state: Markor, context: Context, name: str) -> Any:
    """Change the text at the cursor, as one of `notes.ACTIONS` does."""
    note = shown_note(state, context.phone, context.activity)
    size, cursor = len(note.text), context.activity.cursor if context.activity is not None else None
    at = (size, size) if cursor is None else (min(cursor[0], size), min(cursor[1], size))
    text, start_at, end = note.acted(name, at, f"{context.now:%Y-%m-%d}")
    if len(text) > LONGEST:
        return state
    moved = do(text_input.select, start_at, end)
    return replace(state, note=note.changed(text)), focus("note"), moved


def save(state: Markor, context: Context) -> Any:
    """Write the note to its file."""
    saved = saving(state, context.phone, context.activity)
    kept = replace(state, note=shown_note(state, context.phone, context.activity), overlay="")
    return kept, *saved


def view(state: Markor, context: Context, viewed: bool) -> Any:
    """Show the note, or edit it."""
    kept = replace(state, viewed=viewed, overlay="")
    return kept, focus(""), *saving(state, context.phone, context.activity)


def reload(state: Markor, context: Context) -> Any:
    """Read the note anew from its file."""
    return replace(state, note=None, overlay=""), focus("")


def share_text(state: Markor, context: Context) -> Any:
    """Offer the text of the note to other apps."""
    note = shown_note(state, context.phone, context.activity)
    sent = Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, note.text),))
    return replace(state, overlay=""), *saving(state, context.phone, context.activity), share(sent)


def share_note(state: Markor, context: Context) -> Any:
    """Offer the file of the note to other apps."""
    note = shown_note(state, context.phone, context.activity)
    saved = saving(state, context.phone, context.activity)
    return replace(state, overlay=""), *saved, share_file(note.path)


def favour_note(state: Markor, context: Context) -> Markor:
    """Make the note a favourite, or no longer."""
    path = path_of(state, context.activity)
    others = tuple([p for p in state.favourites if p != path])
    kept = others if len(others) < len(state.favourites) else (*others, path)
    return replace(state, favourites=kept, overlay="")


# Texts that other apps give, and files that they open


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """The phone that asks where a text goes which another app shares."""
    text = intent.extra(intents.TEXT, "")[:LONGEST]
    return phone.handled(PACKAGE, _shared, (text,))


def _shared(state: Markor, context: Context, text: str) -> Any:
    return _calm(state, shared=text), start(f"{PACKAGE}/{SHARE_INTO}", None, intents.SEND)


def answer_view(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with a file of text in the editor; None where the address names none."""
    path = documents.path_of(intent.data)
    if path not in phone.files or not listing.is_text(path):
        return None
    return activities.start(phone, f"{PACKAGE}/{DOCUMENT}", path, intent.action)


def type_shared(state: Markor, context: Context, text: str) -> Markor:
    """Change the text that another app gave."""
    return replace(state, shared=text[:LONGEST])


def append_shared(state: Markor, context: Context, path: str) -> Any:
    """Put the text at the end of a file, which is made where it is not there."""
    old = context.phone.files.get(path, b"").decode(errors="replace")
    text = old + ("" if not old or old.endswith("\n") else "\n") + state.shared + "\n"
    said = toast(context.res.string("markor.appended", name=posixpath.basename(path)))
    return _calm(state, shared="", note=None), _write(context, path, text), said, finish()


def pass_on(state: Markor, context: Context, how: str) -> Any:
    """Put the text on the clipboard, or share it again."""
    if how == "clipboard":
        return _calm(state), do(clipboard.put, state.shared), finish()
    return state, share(Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, state.shared),)))


# The app


def open_settings(state: Markor, context: Context) -> Any:
    """Open the settings."""
    return state, start(f"{PACKAGE}/{SETTINGS}")


def open_page(state: Markor, context: Context, address: str) -> Any:
    """Open one of the project's pages in a browser."""
    return state, show(Intent(intents.VIEW, address))


def switch(state: Markor, context: Context, name: str) -> Markor:
    """Change one of `SWITCHES`."""
    return replace(state, **{name: not getattr(state, name)})


def begin_with(state: Markor, context: Context, tab: str) -> Markor:
    """Choose the tab that the app begins with."""
    return replace(state, tab_first=tab, overlay="")


def leave(state: Markor, context: Context) -> Any:
    """Leave the page."""
    return state, finish()


def created(state: Markor, context: Context) -> Any:
    """Make the notebook where it is not there; a note that is opened begins as the settings say."""
    name = context.activity.name if context.activity is not None else MAIN
    effects: tuple[Callback, ...] = ()
    if not files.is_directory(context.phone, NOTEBOOK):
        effects = (do(attempted, "", files.make_directory, NOTEBOOK),)
    if name == DOCUMENT:
        writing = (focus("note"),) if state.start_on_bottom and not state.view_first else ()
        return (replace(state, viewed=state.view_first), *effects, *writing)
    if name == MAIN:
        return (replace(state, tab=state.tab_first), *effects, log("Markor", f"Notebook: {NOTEBOOK}", "D"))
    return (state, *effects)


def paused(state: Markor, context: Context) -> Any:
    """Save the note that is left."""
    saved = saving(state, context.phone, context.activity)
    return (state, *saved) if saved else state


def back(state: Markor, context: Context) -> Any:
    """Close what is open over the page, or go back to where one came from."""
    if state.overlay:
        return back_overlay(state, context)
    name = context.activity.name if context.activity is not None else MAIN
    if name != MAIN:
        return state
    if state.selection:
        return deselect(state, context)
    if state.tab == "files" and state.folder != NOTEBOOK:
        up = listing.parent(state.folder)
        inside = state.folder.startswith(NOTEBOOK + "/")
        return go_to(state, context, up if inside else NOTEBOOK)
    return state


def back_overlay(state: Markor, context: Context) -> Any:
    """Close a menu or a dialog; a choice within the dialog for a new file leads back to it."""
    if state.overlay in ("kind", "template"):
        return replace(state, overlay="new"), focus("")
    if state.overlay == "carry" and state.target.startswith(NOTEBOOK + "/"):
        return aim(state, context, listing.parent(state.target))
    return close_overlay(state, context)


def closed(state: Markor) -> Markor:
    """The state when the app is left: what was set stays set."""
    folder = state.folder if state.remember_folder and state.folder.startswith("/") else NOTEBOOK
    return Markor(
        folder=folder, order=state.order, ending=state.ending, kind=state.kind, favourites=state.favourites,
        recent=state.recent, tab_first=state.tab_first, view_first=state.view_first,
        start_on_bottom=state.start_on_bottom, action_bar=state.action_bar, remember_folder=state.remember_folder,
    )  # fmt: skip
