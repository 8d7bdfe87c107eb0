"""Addresses of files: what intents and providers call them, and the MIME types of what they hold."""

from __future__ import annotations

import mimetypes
from urllib.parse import quote, unquote, urlsplit

from bmoca_gym.handset.system.files import STORAGE, resolve

_DOCUMENTS = "content://com.android.externalstorage.documents/document/primary:"
_ANYTHING = "application/octet-stream"
_TYPES = mimetypes.MimeTypes()  # the library's own table: what a machine has installed changes nothing
_TYPES.add_type("text/markdown", ".md")


def uri_of(path: str) -> str:
    """The address by which an app gives a user's file to another."""
    return _DOCUMENTS.replace("primary:", "primary%3A") + quote(path.removeprefix(STORAGE + "/"), safe="")


def path_of(uri: str) -> str:
    """The path of the user's file that an address names; "" where it names none."""
    text = unquote(uri)
    if text.startswith(_DOCUMENTS):
        return f"{STORAGE}/{text[len(_DOCUMENTS) :]}"
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    path = unquote(parts.path)
    return resolve(path) if parts.scheme == "file" and path.startswith("/") and "\0" not in path else ""


def type_of(path: str) -> str:
    """The MIME type of a file by its name."""
    return _TYPES.guess_type(path)[0] or _ANYTHING
