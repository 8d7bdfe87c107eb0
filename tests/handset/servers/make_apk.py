"""Android packages for tests: a manifest in Android's binary XML, and something to fill the file."""

from __future__ import annotations

import io
import struct
import zipfile

NONE = 0xFFFFFFFF


def manifest(package: str, code: int, name: str, utf_8: bool = False) -> bytes:
    """The binary XML of ``<manifest package versionCode versionName/>``."""
    strings = ["versionCode", "versionName", "package", "manifest", package, name]
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

    def attribute(key: int, raw: int, kind: int, value: int) -> bytes:
        return struct.pack("<IIIHBBI", NONE, key, raw, 8, 0, kind, value)

    attributes = attribute(0, NONE, 0x10, code) + attribute(1, 5, 3, 5) + attribute(2, 4, 3, 4)
    element = struct.pack("<HHIII", 0x102, 16, 36 + len(attributes), 1, NONE)
    element += struct.pack("<IIHHHHHH", NONE, 3, 20, 20, 3, 0, 0, 0) + attributes
    body = pool + element
    return struct.pack("<HHI", 3, 8, 8 + len(body)) + body


def apk(package: str, code: int = 1, name: str = "1.0", utf_8: bool = False) -> bytes:
    """A package; large enough for programs that forget to flush what they write of it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("AndroidManifest.xml", manifest(package, code, name, utf_8))
        archive.writestr("classes.dex", bytes(200_000))
    return file.getvalue()
