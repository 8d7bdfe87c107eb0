"""Joplin's state: notes, notebooks, tags, the open pages, and the open dialog."""

from __future__ import annotations

import uuid
from typing import Literal

from bmoca_gym.handset.apps.joplin.rows import (
    ALL,
    FOLDERS,
    NOTE_TAGS,
    NOTES,
    RESOURCES,
    TAGGED,
    TRASH,
    Order,
    newest,
    normalized,
    number,
    text_of,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Cell, Rows
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "net.cozic.joplin"
MAIN = f"{PACKAGE}.MainActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/joplin.sqlite"
#: Where the files of notes are.
FOLDER = f"/data/data/{PACKAGE}/files"
LIST_SCROLL = "notes"
LINE_LIMIT, BODY_LIMIT = 500, 50_000

PageName = Literal["note", "search", "tags", "notebook", "settings"]
OverlayName = Literal[
    "", "drawer", "notebook", "delete_notebook", "add", "sort", "move", "trash_menu", "empty", "delete", "destroy",
    "note_menu", "tags", "delete_note", "destroy_note", "attach",
]  # fmt: skip


@value
class Opened(Value):
    """A page above a list of notes, with the id of its content."""

    page: PageName
    id: str = ""


@value
class Joplin(Value):
    """The app's state.

    Attributes:
        shown: the list at the bottom of ``path``: a notebook's id, or as in `rows.listed`; None if none is chosen yet.
        about: id of the item that the overlay is about.
        selected: ids of the selected notes.
        folded: ids of the collapsed notebooks.
        typed: text typed in a dialog or on a notebook's page.
        chosen: ids of the tags selected in a dialog.
    """

    notes: Rows = ()
    folders: Rows = ()
    tags: Rows = ()
    note_tags: Rows = ()
    resources: Rows = ()
    shown: str | None = None
    path: tuple[Opened, ...] = ()
    overlay: OverlayName = ""
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
        """The current list: the chosen one, else the newest notebook."""
        if self.shown is None or (
            self.shown not in (ALL, TRASH)
            and not self.shown.startswith(TAGGED)
            and not _is_here(self.folders, self.shown)
        ):
            return newest(self.folders)
        return self.shown

    @property
    def top(self) -> Opened | None:
        """The page above the list."""
        return self.path[-1] if self.path else None


def resource_path(resources: Rows, id: str) -> str:
    """The path of a file that notes have, or ""."""
    row = tables.with_id(resources, id)
    if row is None:
        return ""
    ending = text_of(row, "file_extension", RESOURCES)
    return f"{FOLDER}/{id}.{ending}" if ending else f"{FOLDER}/{id}"


def _is_here(folders: Rows, id: str) -> bool:
    row = tables.with_id(folders, id)
    return row is not None and not number(row, "deleted_time", FOLDERS)


def new_id(context: Context, *parts: object) -> str:
    """A new unique id: 32 hexadecimal digits computed from the time and its purpose."""
    return uuid.uuid5(uuid.NAMESPACE_OID, repr((context.phone.clock.wall, *parts))).hex


def times(context: Context) -> dict[str, Cell]:
    """The timestamps of a row created now."""
    now = context.phone.clock.wall
    return dict.fromkeys(("created_time", "updated_time", "user_created_time", "user_updated_time"), now)


def changed(state: Joplin, context: Context, ids: tuple[str, ...], **cells: Cell) -> Joplin:
    """The state with some columns of some notes changed, and their change times updated."""
    now = context.phone.clock.wall
    cells = {"updated_time": now, "user_updated_time": now, **cells}
    notes = tuple([NOTES.changed(row, **cells) if row[0] in ids else row for row in state.notes])
    return replace(state, notes=notes)


def target_folder(state: Joplin) -> str:
    """The id of the notebook for new notes; "" if there is none."""
    return state.list if _is_here(state.folders, state.list) else newest(state.folders)


def restored(state: Joplin, context: Context, ids: tuple[str, ...]) -> Joplin:
    """Restore notes from the trash, each to its notebook, which is restored too if it was deleted."""
    wanted = {text_of(row, "parent_id") for row in state.notes if row[0] in ids}
    folders = tuple(
        [FOLDERS.changed(row, deleted_time=0) if row[0] in wanted else row for row in state.folders]
    )
    return changed(replace(state, folders=folders), context, ids, deleted_time=0)


def without_notes(state: Joplin, ids: tuple[str, ...]) -> Joplin:
    """The state without notes and their tags."""
    kept = tuple([row for row in state.note_tags if text_of(row, "note_id", NOTE_TAGS) not in ids])
    return replace(state, notes=tables.without(state.notes, ids), note_tags=kept)
