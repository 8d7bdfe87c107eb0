"""The manifest of an APK: package and version, read from binary XML."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Iterator
from typing import NamedTuple

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system.zip_bytes import BROKEN

_MANIFEST = "AndroidManifest.xml"
_LARGEST_MANIFEST = 1 << 20
#: Limits for all string pools and all elements together, which bound the time that a manifest takes.
_MOST_STRINGS = 1 << 14
_MOST_ATTRIBUTES = 1 << 15
_ATTRIBUTE_BYTES = 20
_LONGEST_NAME = 255
_LONGEST_STRING = 1000
_MOST_ACTIVITIES = 500
_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+", re.ASCII)
#: Kinds of chunks, and of an attribute's value (frameworks/base, ResourceTypes.h).
_XML, _STRING_POOL, _RESOURCE_MAP, _START_ELEMENT, _END_ELEMENT = 0x0003, 0x0001, 0x0180, 0x0102, 0x0103
#: Attributes by their numbers (android.R.attr).
_ATTRIBUTES = {0x01010001: "label", 0x01010003: "name", 0x01010010: "exported", 0x0101021B: "versionCode",
               0x0101021C: "versionName"}  # fmt: skip
_LAUNCHED = {"android.intent.action.MAIN", "android.intent.category.LAUNCHER"}
_UTF_8 = 1 << 8
_STRING = 0x03
_NO_STRING = 0xFFFFFFFF


class PackageFileError(HandsetError, ValueError):
    """The file is not an Android package."""


class Manifest(NamedTuple):
    """A package's manifest.

    ``launcher``: full class name of the activity that a launcher starts, or ""; ``label``: the app's name, or "" if
    only the package's resources have it; ``activities``: classes of the exported activities; ``split``: whether the
    file only adds to another package.
    """

    package: str
    version_code: int
    version_name: str
    launcher: str = ""
    label: str = ""
    activities: tuple[str, ...] = ()
    split: bool = False


def read_manifest(data: bytes) -> Manifest:
    """Return the manifest of a package.

    Raises:
        PackageFileError: the bytes are not a package with a manifest.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(_MANIFEST) as file:
            xml = file.read(_LARGEST_MANIFEST + 1)
    except (*BROKEN, KeyError) as error:
        raise PackageFileError(f"no Android package: {error}") from error
    if len(xml) > _LARGEST_MANIFEST:
        raise PackageFileError(f"a manifest of over {_LARGEST_MANIFEST} bytes")
    try:
        manifest = _manifest(list(_elements(xml)))
    except (struct.error, KeyError, IndexError, UnicodeDecodeError) as error:
        raise PackageFileError(f"no binary manifest of a package: {error}") from error
    texts = (manifest.package, manifest.version_name, manifest.label, *manifest.activities)
    if not _PACKAGE.fullmatch(manifest.package) or max(map(len, texts)) > _LONGEST_NAME:
        raise PackageFileError("a manifest whose names are empty or too long")
    return manifest


def _manifest(elements: list[tuple[int, str, dict[str, str | int]]]) -> Manifest:
    """Build a manifest from its elements: depth, name and attributes of each, in document order."""
    if not elements:
        raise PackageFileError("no element in the manifest")
    first = elements[0][2]
    package = str(first["package"])
    launcher, label = "", ""
    activities: list[str] = []
    name, listed = "", False  # of the activity at hand, and whether it is among those
    said: set[str] = set()
    for depth, tag, attributes in elements:
        if tag == "application" and depth == 1:
            label = _text(attributes.get("label", ""))
        elif tag in ("activity", "activity-alias") and depth == 2:
            name, listed = _class(package, str(attributes.get("name", ""))), "exported" not in attributes
            if attributes.get("exported", 0):
                activities.append(name)
        elif depth == 2:
            name = ""
        elif tag == "intent-filter" and name:
            said = set()
            if listed and name not in activities and len(activities) < _MOST_ACTIVITIES:
                activities.append(name)
        elif tag in ("action", "category") and name:
            said.add(str(attributes.get("name", "")))
            launcher = name if said >= _LAUNCHED and not launcher else launcher
    code = first.get("versionCode", 0)
    version = code if isinstance(code, int) else 0
    return Manifest(
        package,
        version,
        _text(first.get("versionName", "")),
        launcher,
        label,
        tuple(activities),
        "split" in first,
    )


def _text(value: str | int) -> str:
    """Return an attribute's text, or "" for a number, which refers to the package's resources."""
    return value if isinstance(value, str) else ""


def _class(package: str, name: str) -> str:
    """Return the full class name; a manifest may leave out its package."""
    return (
        package + name if name.startswith(".") else name if "." in name or not name else f"{package}.{name}"
    )


def _elements(xml: bytes) -> Iterator[tuple[int, str, dict[str, str | int]]]:
    """Yield depth, name and attributes (without namespace) of each element."""
    kind, at, _ = struct.unpack_from("<HHI", xml, 0)
    strings: list[str] = []
    depth = strings_read = attributes_read = 0
    while kind == _XML and at + 8 <= len(xml):
        chunk, header, size = struct.unpack_from("<HHI", xml, at)
        if size < 8:
            break
        if chunk == _STRING_POOL:
            strings_read += struct.unpack_from("<I", xml, at + 8)[0]
            if strings_read > _MOST_STRINGS:
                raise PackageFileError(f"a manifest of over {_MOST_STRINGS} strings")
            strings = _strings(xml, at)
        elif chunk == _RESOURCE_MAP:  # names of attributes may be left out, since these tell them
            for n, id in enumerate(
                struct.unpack_from(f"<{min((size - header) // 4, len(strings))}I", xml, at + header)
            ):
                strings[n] = _ATTRIBUTES.get(id, strings[n])
        elif chunk == _START_ELEMENT:
            tag = struct.unpack_from("<I", xml, at + header + 4)[0]
            first, width, count = struct.unpack_from("<HHH", xml, at + header + 8)
            attributes_read += count
            if attributes_read > _MOST_ATTRIBUTES:
                raise PackageFileError(f"a manifest of over {_MOST_ATTRIBUTES} attributes")
            if count and (width < _ATTRIBUTE_BYTES or header + first + count * width > size):
                raise PackageFileError("an element whose attributes do not fit into it")
            yield (
                depth,
                strings[tag],
                dict(_attribute(xml, at + header + first + n * width, strings) for n in range(count)),
            )
            depth += 1
        elif chunk == _END_ELEMENT:
            depth -= 1
        at += size


def _attribute(xml: bytes, at: int, strings: list[str]) -> tuple[str, str | int]:
    name, raw, _, _, kind, data = struct.unpack_from("<IIHBBI", xml, at + 4)
    return strings[name], strings[raw] if raw != _NO_STRING else strings[data] if kind == _STRING else data


def _strings(xml: bytes, at: int) -> list[str]:
    header = struct.unpack_from("<H", xml, at + 2)[0]
    count, _, flags, start = struct.unpack_from("<IIII", xml, at + 8)
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
