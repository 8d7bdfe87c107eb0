"""The files that a page can read: a small protocol, folders and archives behind it, and how references are resolved."""

from __future__ import annotations

import base64
import binascii
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, unquote_to_bytes, urlsplit

#: The largest file that a page reads, in bytes.
MAX_FILE = 16 << 20


class Files(Protocol):
    """What a page can read, and nothing else. An implementation is immutable, hashable and can be pickled."""

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file, or None if there is none.

        Args:
            name: a path with slashes, relative to the root, without ``.`` and ``..``.
        """


class Folder:
    """The files below a folder on this machine, such as an installed package's."""

    __slots__ = ("root",)

    def __init__(self, root: str | Path) -> None:
        self.root = str(root)

    def read(self, name: str) -> bytes | None:
        """Return a file's contents. Links that lead out of the folder are not followed."""
        root = Path(self.root).resolve()
        try:
            path = (root / name).resolve()
            if not path.is_relative_to(root) or not path.is_file() or path.stat().st_size > MAX_FILE:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Folder) and self.root == other.root

    def __hash__(self) -> int:
        return hash(self.root)

    def __reduce__(self) -> tuple[type[Folder], tuple[str]]:
        return Folder, (self.root,)


class Given:
    """Files given in memory: names and contents."""

    __slots__ = ("contents",)

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self.contents = tuple(sorted(contents.items()))

    def read(self, name: str) -> bytes | None:
        """Return the contents given for a name."""
        return next((data for known, data in self.contents if known == name), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Given) and self.contents == other.contents

    def __hash__(self) -> int:
        return hash(self.contents)

    def __reduce__(self) -> tuple[type[Given], tuple[dict[str, bytes]]]:
        return Given, (dict(self.contents),)


def resolve(base: str, reference: str) -> str | None:
    """Return the name of the file a reference on a page points to, or None if it leads outside the files.

    Args:
        base: the name of the file that holds the reference (a page or a style sheet).
        reference: as the page writes it: relative, or absolute below the root. Queries and fragments are ignored.
    """
    try:
        parts = urlsplit(reference.strip())
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    if not path:
        return None
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(base), path))
    return joined.lstrip("/")


def read_data_url(url: str) -> bytes | None:
    """Return the contents of a ``data:`` URL, or None if it is not one or can't be read."""
    if url[:5].lower() != "data:" or "," not in url:
        return None
    head, body = url[5:].split(",", 1)
    if head.lower().rstrip().endswith(";base64"):
        try:
            return base64.b64decode(unquote(body))
        except (binascii.Error, ValueError):
            return None
    return unquote_to_bytes(body)


def fetch(files: Files, base: str, reference: str) -> bytes | None:
    """Return what a reference on a page points to: a file or the contents of a ``data:`` URL. None if neither."""
    if reference.lstrip()[:5].lower() == "data:":
        return read_data_url(reference.lstrip())
    name = resolve(base, reference)
    return None if name is None else files.read(name)
