"""Android packages that stand in for others: a manifest in Android's binary XML, and padding."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence
from typing import Any

NONE = 0xFFFFFFFF
#: An element: its name, its attributes, and the elements in it.
Element = tuple[str, dict[str, "str | int | bool"], Sequence[Any]]
MAIN = ("android.intent.action.MAIN", "android.intent.category.LAUNCHER")


def manifest(
    package: str, code: int, name: str, utf_8: bool = False, application: Sequence[Element] = ()
) -> bytes:
    """The binary XML of ``<manifest package versionCode versionName/>`` with its contents."""
    strings: list[str] = []
    body = b""

    def at(text: str) -> int:
        if text not in strings:
            strings.append(text)
        return strings.index(text)

    def attribute(key: str, value: str | int | bool) -> bytes:
        if isinstance(value, str):
            return struct.pack("<IIIHBBI", NONE, at(key), at(value), 8, 0, 3, at(value))
        kind, number = (0x12, NONE * value) if isinstance(value, bool) else (0x10, value)
        return struct.pack("<IIIHBBI", NONE, at(key), NONE, 8, 0, kind, number)

    def write(element: Element) -> None:
        nonlocal body
        tag, given, inside = element
        attributes = b"".join(attribute(key, value) for key, value in given.items())
        body += struct.pack("<HHIII", 0x102, 16, 36 + len(attributes), 1, NONE)
        body += struct.pack("<IIHHHHHH", NONE, at(tag), 20, 20, len(given), 0, 0, 0) + attributes
        for one in inside:
            write(one)
        body += struct.pack("<HHIIIII", 0x103, 16, 24, 1, NONE, NONE, at(tag))

    write(("manifest", {"versionCode": code, "versionName": name, "package": package}, application))
    data, places = b"", []
    for text in strings:
        places.append(len(data))
        raw = text.encode("utf-8" if utf_8 else "utf-16-le")
        data += (
            bytes([len(text), len(raw)]) + raw + b"\0"
            if utf_8
            else struct.pack("<H", len(text)) + raw + b"\0\0"
        )
    data += b"\0" * (-len(data) % 4)
    start = 28 + 4 * len(strings)
    pool = struct.pack("<HHI5I", 1, 28, start + len(data), len(strings), 0, 256 if utf_8 else 0, start, 0)
    pool += struct.pack(f"<{len(strings)}I", *places) + data
    return struct.pack("<HHI", 3, 8, 8 + len(pool) + len(body)) + pool + body


def apk(package: str, code: int = 1, name: str = "1.0", utf_8: bool = False, label: str = "") -> bytes:
    """A package large enough for programs that forget to flush when they write it.

    ``label``: of its app, which has a launcher activity ``.Main``, an exported ``.Other`` and a private ``.Inner``; ""
    for a package without activities.
    """
    filters: list[Element] = [
        (
            "intent-filter",
            {},
            [(tag, {"name": one}, ()) for tag, one in zip(("action", "category"), MAIN, strict=True)],
        )
    ]
    activities: list[Element] = [
        ("activity", {"name": ".Inner"}, ()),
        ("activity", {"name": ".Main"}, filters),
        ("activity", {"name": f"{package}.Other", "exported": True}, ()),
    ]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        app: list[Element] = [("application", {"label": label}, activities)] if label else []
        archive.writestr("AndroidManifest.xml", manifest(package, code, name, utf_8, app))
        archive.writestr("classes.dex", bytes(200_000))
    return file.getvalue()
