"""The manifest of an Android package: whose it is, and which version, read from its binary XML."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import NamedTuple

from bmoca_gym.handset.errors import HandsetError

_MANIFEST = "AndroidManifest.xml"
_LARGEST_MANIFEST = 1 << 20
_MOST_STRINGS = 1 << 14
_LONGEST_NAME = 255
_LONGEST_STRING = 1000
#: Kinds of chunks, and of an attribute's value (frameworks/base, ResourceTypes.h).
_XML, _STRING_POOL, _START_ELEMENT = 0x0003, 0x0001, 0x0102
_UTF_8 = 1 << 8
_INTEGER = 0x10
_NO_STRING = 0xFFFFFFFF


class PackageFileError(HandsetError, ValueError):
    """A file that is no Android package."""


class Manifest(NamedTuple):
    """The data of a manifest's first element."""

    package: str
    version_code: int
    version_name: str


def read_manifest(data: bytes) -> Manifest:
    """The manifest of a package.

    Raises:
        PackageFileError: the bytes are no package with a manifest.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(_MANIFEST) as file:
            xml = file.read(_LARGEST_MANIFEST + 1)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, OSError, RuntimeError, ValueError,
            struct.error, zlib.error, EOFError) as error:  # fmt: skip
        raise PackageFileError(f"no Android package: {error}") from error
    if len(xml) > _LARGEST_MANIFEST:
        raise PackageFileError(f"a manifest of over {_LARGEST_MANIFEST} bytes")
    try:
        found = _first_element(xml)
        manifest = Manifest(str(found["package"]), _number(found), str(found.get("versionName", "")))
    except (struct.error, KeyError, IndexError, UnicodeDecodeError) as error:
        raise PackageFileError(f"no binary manifest of a package: {error}") from error
    if not manifest.package or max(len(manifest.package), len(manifest.version_name)) > _LONGEST_NAME:
        raise PackageFileError("a manifest whose names are empty or too long")
    return manifest


def _number(found: dict[str, str | int]) -> int:
    code = found.get("versionCode", 0)
    return code if isinstance(code, int) else 0


def _first_element(xml: bytes) -> dict[str, str | int]:
    """The attributes of the first element, by their names without the name space."""
    kind, at, _ = struct.unpack_from("<HHI", xml, 0)
    strings: list[str] = []
    while kind == _XML:
        chunk, header, size = struct.unpack_from("<HHI", xml, at)
        if size < 8:
            break
        if chunk == _STRING_POOL:
            strings = _strings(xml, at)
        elif chunk == _START_ELEMENT:
            first, width, count = struct.unpack_from("<HHH", xml, at + header + 8)
            return dict(_attribute(xml, at + header + first + n * width, strings) for n in range(count))
        at += size
    raise PackageFileError("no element in the manifest")


def _attribute(xml: bytes, at: int, strings: list[str]) -> tuple[str, str | int]:
    name, raw, _, _, kind, data = struct.unpack_from("<IIHBBI", xml, at + 4)
    if kind == _INTEGER:
        return strings[name], data
    return strings[name], strings[raw] if raw != _NO_STRING else str(data)


def _strings(xml: bytes, at: int) -> list[str]:
    header = struct.unpack_from("<H", xml, at + 2)[0]
    count, _, flags, start = struct.unpack_from("<IIII", xml, at + 8)
    if count > _MOST_STRINGS:
        raise PackageFileError(f"a manifest of over {_MOST_STRINGS} strings")
    places = struct.unpack_from(f"<{count}I", xml, at + header)
    read = _utf_8 if flags & _UTF_8 else _utf_16
    return [read(xml, at + start + place) for place in places]


def _utf_8(xml: bytes, at: int) -> str:
    for _ in range(2):  # how many letters, and how many bytes: one byte each, or two
        length, at = xml[at], at + 1
        if length & 0x80:
            length, at = (length & 0x7F) << 8 | xml[at], at + 1
    return xml[at : at + min(length, _LONGEST_STRING)].decode("utf-8", "replace")


def _utf_16(xml: bytes, at: int) -> str:
    length = struct.unpack_from("<H", xml, at)[0]
    at += 2
    if length & 0x8000:
        length = (length & 0x7FFF) << 16 | struct.unpack_from("<H", xml, at)[0]
        at += 2
    return xml[at : at + 2 * min(length, _LONGEST_STRING)].decode("utf-16-le", "replace")
