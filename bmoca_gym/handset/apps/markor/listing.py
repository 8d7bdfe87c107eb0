"""Files and folders in Markor's lists: of a folder, of given paths, or search results."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from immutables import Map

from bmoca_gym.handset.late_files import Files
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.value import Value, memo, value

#: The folder that the browser begins with.
NOTEBOOK = STORAGE + "/Documents/Markor"
#: A longer list of what was found is cut.
MOST_FOUND = 100
#: Beginnings of the types of files that may hold text; the last one stands for unknown endings.
_TEXT = (
    "text/", "application/json", "application/javascript", "application/xml", "application/octet-stream",
)  # fmt: skip


class Entry(NamedTuple):
    """A file or a folder. ``modified``: wall ms."""

    path: str
    is_folder: bool
    modified: int
    size: int = 0

    @property
    def name(self) -> str:
        """Its name without the folder that it is in."""
        return posixpath.basename(self.path)


#: What lists are ordered by: "date" has the newest first, "size" the largest.
KEYS = ("name", "date", "size")


@value
class Order(Value):
    """Order of a list. ``key``: one of `KEYS`."""

    key: str = "name"
    folder_first: bool = True
    reverse: bool = False
    dotfiles: bool = False


def is_text(path: str) -> bool:
    """Whether a file may be text, by its suffix or the lack of one."""
    return documents.type_of(path).startswith(_TEXT)


def parent(path: str) -> str:
    """A path's parent folder; the storage itself has none."""
    return posixpath.dirname(path) if path.startswith(STORAGE + "/") else STORAGE


def of_folder(phone: Phone, folder: str, order: Order) -> tuple[Entry, ...]:
    """Entries of a folder, in its order."""
    return _of_folder(phone.files, phone.modified, folder, order, phone.configuration.locale)


def of_paths(phone: Phone, paths: tuple[str, ...]) -> tuple[Entry, ...]:
    """Files of a list that still exist."""
    return tuple([_entry(phone.files, phone.modified, path) for path in paths if path in phone.modified])


def found(phone: Phone, folder: str, query: str, in_content: bool, case_sensitive: bool) -> tuple[Entry, ...]:
    """Entries below a folder with the words in their names or, with ``in_content``, in their text."""
    return _found(phone.files, phone.modified, folder, query.strip(), in_content, case_sensitive)


def _entry(files: Files, modified: Map[str, int], path: str) -> Entry:
    data = files.get(path)
    return Entry(path, data is None, modified[path], 0 if data is None else len(data))


@memo(32)
def _of_folder(
    files: Files, modified: Map[str, int], folder: str, order: Order, locale: str
) -> tuple[Entry, ...]:
    start = folder + "/"
    listed = [
        _entry(files, modified, path)
        for path in sorted(modified)
        if path.startswith(start)
        and "/" not in path[len(start) :]
        and (order.dotfiles or path[len(start)] != ".")
    ]
    listed.sort(key=lambda entry: sort_key(entry.name, locale))
    if order.key == "date":
        listed.sort(key=lambda entry: -entry.modified)
    elif order.key == "size":
        listed.sort(key=lambda entry: -entry.size)
    if order.reverse:
        listed.reverse()
    if order.folder_first:
        listed.sort(key=lambda entry: not entry.is_folder)
    return tuple(listed)


@memo(16)
def _found(
    files: Files,
    modified: Map[str, int],
    folder: str,
    query: str,
    in_content: bool,
    case_sensitive: bool,
) -> tuple[Entry, ...]:
    def has(text: str) -> bool:
        return query in text if case_sensitive else query.casefold() in text.casefold()

    listed: list[Entry] = []
    for path in sorted(modified):
        if not path.startswith(folder + "/") or "/." in path or len(listed) == MOST_FOUND:
            continue
        entry = _entry(files, modified, path)
        text = (
            files[path].decode(errors="replace")
            if in_content and not entry.is_folder and is_text(path)
            else ""
        )
        if has(entry.name) or has(text):
            listed.append(entry)
    return tuple(listed)
