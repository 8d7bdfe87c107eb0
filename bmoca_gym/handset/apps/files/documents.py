"""Documents of the storage by root, folder, kind and search words, and their order."""

from __future__ import annotations

import posixpath
from typing import NamedTuple
from urllib.parse import quote

from immutables import Map

from bmoca_gym.handset.late_files import Files
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.documents import type_of
from bmoca_gym.handset.system.files import STORAGE
from bmoca_gym.handset.value import memo

DIRECTORY = "vnd.android.document/directory"
DOWNLOADS = STORAGE + "/Download"
_MEDIA = "content://com.android.providers.media.documents/document/"
_DOWNLOADS = "content://com.android.providers.downloads.documents/document/"
_EXTERNAL = "content://com.android.externalstorage.documents/document/"
RECENT_LIMIT = 64


class Document(NamedTuple):
    """A file or directory. ``modified``: wall ms; ``size``: bytes, 0 for a directory.

    ``picture``: the content of a file that can be shown as one.
    """

    path: str
    mime: str
    size: int
    modified: int
    picture: bytes = b""

    @property
    def name(self) -> str:
        """Its name without the directory."""
        return posixpath.basename(self.path)

    @property
    def is_directory(self) -> bool:
        """Whether it is a directory."""
        return self.mime == DIRECTORY


class Root(NamedTuple):
    """A place in the drawer. ``prefix``: the file types it collects, or ``path``: the directory it shows."""

    glyph: str
    title: str
    uri: str = ""
    prefix: str = ""
    path: str = ""


#: The drawer's places, in its order. The storage's title is the phone's model.
ROOTS: dict[str, Root] = {
    "recent": Root("access_time", "files.recent"),
    "images": Root("image", "files.images", _MEDIA + "images_root", prefix="image/"),
    "videos": Root("movie", "files.videos", _MEDIA + "videos_root", prefix="video/"),
    "audio": Root("audiotrack", "files.audio", _MEDIA + "audio_root", prefix="audio/"),
    "downloads": Root("file_download", "files.downloads", _DOWNLOADS + "downloads", path=DOWNLOADS),
    "storage": Root("smartphone", "", _EXTERNAL + "primary%3A", path=STORAGE),
}

#: Chips: what types each lets through.
CHIPS: dict[str, tuple[str, ...]] = {
    "images": ("image/",),
    "audio": ("audio/",),
    "videos": ("video/",),
    "documents": ("text/", "application/pdf", "application/msword", "application/vnd.", "application/epub"),
}

#: Orders of a list: "-" reverses. Directories come first in all of them.
ORDERS = ("name", "-name", "kind", "-kind", "size", "-size", "date", "-date")


def glyph(mime: str) -> str:
    """The icon of a type."""
    if mime == DIRECTORY:
        return "folder"
    if mime == "application/pdf":
        return "picture_as_pdf"
    if mime == "application/vnd.android.package-archive":
        return "android"
    if matches(mime, CHIPS["documents"]):
        return "description"
    media = next((root for root in ROOTS.values() if root.prefix and mime.startswith(root.prefix)), None)
    return media.glyph if media else "insert_drive_file"


def matches(mime: str, prefixes: tuple[str, ...]) -> bool:
    """Whether a type has one of the prefixes."""
    return mime.startswith(prefixes) and mime != "application/vnd.android.package-archive"


def kind(res: Resources, document: Document) -> str:
    """A description of a document's type, such as ``JPG image``."""
    if document.is_directory:
        return res.string("files.kind_folder")
    extension = document.name.rpartition(".")[2].upper() if "." in document.name else ""
    for word in ("image", "audio", "video"):
        if document.mime.startswith(word + "/"):
            return res.string(f"files.kind_{word}", extension=extension)
    if matches(document.mime, CHIPS["documents"]):
        return res.string("files.kind_document", extension=extension)
    return (
        res.string("files.kind_extension", extension=extension)
        if extension
        else res.string("files.kind_file")
    )


def uri(stack: tuple[str, ...]) -> str:
    """The URI of a directory, as the log shows it; "" for the recent files."""
    root = ROOTS[stack[0]]
    if len(stack) == 1:
        return root.uri
    if stack[0] == "downloads":
        return _DOWNLOADS + quote(
            "raw:/storage/emulated/0" + stack[-1][len(STORAGE) :], safe="", errors="replace"
        )
    return _EXTERNAL + quote("primary:" + stack[-1][len(STORAGE) + 1 :], safe="", errors="replace")


def directory(stack: tuple[str, ...]) -> str:
    """The current directory, where new ones can be created; "" if files are gathered from everywhere."""
    return stack[-1] if len(stack) > 1 else ROOTS[stack[0]].path


def order_of(stack: tuple[str, ...], order: str) -> str:
    """The chosen order, or else the place's default: collections and downloads show the newest first."""
    path = directory(stack)
    return order or ("name" if path and path != DOWNLOADS else "-date")


def of_path(phone: Phone, path: str) -> Document | None:
    """The document at a path, or None."""
    if path not in phone.modified:
        return None
    data = phone.files.get(path)
    if data is None:
        return Document(path, DIRECTORY, 0, phone.modified[path])
    return Document(path, type_of(path), len(data), phone.modified[path])


def _picture(path: str, data: bytes) -> bytes:
    shown = path.lower().endswith(pictures.SUFFIXES) and pictures.size(data) is not None
    return data if shown else b""


@memo(16)
def everything(files: Files, modified: Map[str, int]) -> tuple[Document, ...]:
    """All documents of the storage in alphabetical order, hidden ones left out."""
    return tuple(
        Document(path, type_of(path), len(files[path]), modified[path], _picture(path, files[path]))
        if path in files
        else Document(path, DIRECTORY, 0, modified[path])
        for path in sorted(modified)
        if path.startswith(STORAGE + "/") and "/." not in path
    )


@memo(64)
def listing(
    documents: tuple[Document, ...], stack: tuple[str, ...], chip: str, query: str, order: str, locale: str
) -> tuple[Document, ...]:
    """The documents that a place shows, in its order. A chip and search words cover everything below it."""
    root, path = ROOTS[stack[0]], directory(stack)
    found = [d for d in documents if d.path.startswith(path + "/")]
    if root.prefix and len(stack) == 1:
        found = [d for d in found if d.mime.startswith(root.prefix)]
    elif not path:
        found = [d for d in found if not d.is_directory]
    if chip:
        found = [d for d in found if matches(d.mime, CHIPS[chip])]
    if query:
        found = [d for d in found if plain(query) in plain(d.name)]
    if path and not chip and not query:
        found = [d for d in found if posixpath.dirname(d.path) == path]
    order = order_of(stack, order)
    found.sort(key=lambda d: sort_key(d.name, locale))
    keys = {"name": None, "kind": lambda d: d.mime, "size": lambda d: d.size, "date": lambda d: d.modified}
    key = keys[order.lstrip("-")]
    if key is not None:
        found.sort(key=key, reverse=order.startswith("-"))
    elif order.startswith("-"):
        found.reverse()
    found.sort(key=lambda d: not d.is_directory)
    return tuple(found[:RECENT_LIMIT] if stack == ("recent",) and not query else found)
