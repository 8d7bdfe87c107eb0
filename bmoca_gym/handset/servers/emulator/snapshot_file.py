"""A phone as a file, so that snapshots outlive the process: JSON for values, raw bytes for bytes.

Files may come from anywhere, and reading one executes nothing in it. So pickle is not used: it calls what the
file names. A file can name the handset's own value classes, which are made from their fields, and handlers of
its apps for scheduled calls. Handlers are not called during reading; later they act only on the phone's
state, as after a tap. A phone that was read has fields of the right types, and can show its screen, home and
the overview.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import re
import struct
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from immutables import Map

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import late_files, screen
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.images import image_named
from bmoca_gym.handset.late_files import LateFiles
from bmoca_gym.handset.servers.errors import SnapshotFileError
from bmoca_gym.handset.state import Image, InstalledApp, Phone
from bmoca_gym.handset.value import Value, replace

_MAGIC = b"bmoca snapshot 2\n"
#: Behind the magic: SHA-256 of all that follows, and the size of the JSON; then the JSON, then the bytes.
_HEADER = struct.Struct("<32sQ")
LARGEST, _LARGEST_TEXT = 1 << 30, 64 << 20

_MODULE = re.compile(
    r"bmoca_gym\.handset\.(?:resources\.(?:accounts|configuration)|manifest|state"
    r"|(?:apps|kits|providers|system|system_ui|ui)(?:\.[a-z_]+)+)",
    re.ASCII,
)
_NAME = re.compile(r"_{0,2}[A-Za-z][A-Za-z0-9_]{0,80}", re.ASCII)

#: Moments that have a text of their own, by the key that marks them.
_MOMENTS: dict[str, type[Any]] = {"datetime": datetime, "date": date, "time": time}


def dumps(phone: Phone) -> bytes:
    """Write a phone as the content of a file.

    Raises:
        SnapshotFileError: it contains something that a file can't hold.
    """
    blobs: dict[bytes, int] = {}
    text = json.dumps(_written(phone, blobs), separators=(",", ":")).encode("ascii")
    sizes = json.dumps([len(blob) for blob in blobs]).encode("ascii")
    body = b"".join((text, b"\n", sizes, b"\n", *blobs))
    data = _MAGIC + _HEADER.pack(hashlib.sha256(body).digest(), len(text)) + body
    if len(text) > _LARGEST_TEXT:
        raise SnapshotFileError(
            f"the phone has {len(text)} bytes of text; a snapshot holds {_LARGEST_TEXT} at most"
        )
    if len(data) > LARGEST:
        raise SnapshotFileError(f"the phone has {len(data)} bytes; a snapshot holds {LARGEST} at most")
    return data


def loads(data: bytes) -> Phone:
    """Read a phone from the content of a file.

    Raises:
        SnapshotFileError: it is not the file of a phone, is damaged, or was written by a version with other values.
    """
    start = len(_MAGIC) + _HEADER.size
    if len(data) < start or not data.startswith(_MAGIC):
        raise SnapshotFileError("it is not a snapshot of a handset, or was written by another version")
    digest, size = _HEADER.unpack_from(data, len(_MAGIC))
    if size > _LARGEST_TEXT:
        raise SnapshotFileError(f"it has {size} bytes of text; at most {_LARGEST_TEXT} are read")
    body = memoryview(data)[start:]
    if hashlib.sha256(body).digest() != digest:
        raise SnapshotFileError("it is damaged: its content is not what was written")
    try:
        phone = _Reader(body, size).phone()
        for shown in (phone, *(inputs.perform(phone, PressKey(key)) for key in ("HOME", "OVERVIEW"))):
            screen.ui_tree(shown)
        hash(phone)
    except Exception as error:  # whatever a made-up file brings, also values that no screen can be drawn from
        raise SnapshotFileError(f"it holds no phone of this version: {error!r}") from error
    return phone


def read(path: Path) -> Phone:
    """Read the phone in the file at ``path``. Raises as `loads`, and if the file can't be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise SnapshotFileError(
                f"{path}: larger than {LARGEST} bytes; this is not a snapshot of a handset"
            )
        return loads(path.read_bytes())
    except OSError as error:
        raise SnapshotFileError(f"{path}: {error.strerror}") from error
    except SnapshotFileError as error:
        raise SnapshotFileError(f"{path}: {error}. Delete it and make the snapshot again") from error


# Writing


def _written(thing: Any, blobs: dict[bytes, int]) -> Any:
    """Convert a value to JSON: a list for a tuple, a mapping with one marker key for anything else."""
    kind = type(thing)
    if thing is None or kind in (bool, int, float, str):
        return thing
    if kind is tuple:
        return [_written(one, blobs) for one in thing]
    if kind is bytes:
        return {"bytes": blobs.setdefault(thing, len(blobs))}
    if kind is LateFiles:
        return _written(late_files.all_made(thing), blobs)
    if kind is Map:
        items = sorted(thing.items(), key=repr)  # equal phones have equal files
        return {"map": [[_written(key, blobs), _written(one, blobs)] for key, one in items]}
    if kind is Image:
        own = image_named(thing.name)
        if own != replace(thing, installed=own.installed):
            raise SnapshotFileError(f"the image {thing.name!r} is not the one of that name")
        same = thing.installed == own.installed
        return {"image": thing.name if same else [thing.name, *map(list, thing.installed)]}
    if kind is frozenset:
        return {"set": [_written(one, blobs) for one in sorted(thing, key=repr)]}
    for mark, moment in _MOMENTS.items():
        if kind is moment:
            return {mark: thing.isoformat()}
    if _is_handler(thing) and _found(thing.__module__, thing.__name__) is thing:
        return {"function": [thing.__module__, thing.__name__]}
    if _is_value(kind) and _found(kind.__module__, kind.__name__) is kind:
        return {
            "value": [kind.__module__, kind.__name__],
            "fields": {name: _written(getattr(thing, name), blobs) for name in _names(kind)},
        }
    raise SnapshotFileError(f"a snapshot can't hold {thing!r}"[:300])


def _is_value(kind: Any) -> bool:
    """Whether a class is one of the handset's values or named tuples."""
    return isinstance(kind, type) and (
        (issubclass(kind, Value) and is_dataclass(kind))
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    )


def _is_handler(thing: Any) -> bool:
    """Whether an object is a handler (a function of state and context) or an effect (a function of a phone)."""
    if type(thing) not in (FunctionType, BuiltinFunctionType):  # the latter: in a compiled module
        return False
    try:
        names = [*inspect.signature(thing).parameters]
    except ValueError:  # built in without a signature
        return False
    return names[1:2] == ["context"] or names[:1] == ["phone"]


def _names(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)


def _found(module: str, name: str) -> Any:
    """The object that a module of the handset's state or handlers defines under a name, or None."""
    if not (
        isinstance(module, str)
        and _MODULE.fullmatch(module)
        and isinstance(name, str)
        and _NAME.fullmatch(name)
    ):
        return None
    found = getattr(importlib.import_module(module), name, None)
    return found if getattr(found, "__module__", None) == module else None


# Reading


def _image(content: Any) -> Image:
    """The image with a name. In a list, the apps that follow are installed on it."""
    if type(content) is str:
        return image_named(content)
    name, *installed = content
    apps = []
    for package, activity, label, uid, code, version, activities, schemes in installed:
        texts = (package, activity, label, version, *activities, *schemes)
        if not all(type(text) is str for text in texts) or not type(uid) is type(code) is int:
            raise ValueError("no installed app")
        apps.append(
            InstalledApp(package, activity, label, uid, code, version, tuple(activities), tuple(schemes))
        )
    return replace(image_named(name), installed=tuple(apps))


class _Reader:
    """Reads a body: ``size`` bytes of JSON, a line with the sizes of the blobs, and the blobs."""

    def __init__(self, body: memoryview, size: int) -> None:
        self._document = json.loads(bytes(body[:size]))
        rest = bytes(body[size + 1 :])
        line, _, blobs = rest.partition(b"\n")
        self._blobs: list[bytes] = []
        at = 0
        for length in json.loads(line):
            self._blobs.append(blobs[at : at + length])
            at += length
        self._kinds: dict[tuple[str, str], Any] = {}
        self._readers: dict[str, Callable[[Any], Any]] = {
            "bytes": self._blob,
            # A list: a Map of a generator that raises ends the process.
            "map": lambda items: Map([(self._thing(key), self._thing(one)) for key, one in items]),
            "set": lambda items: frozenset(map(self._thing, items)),
            "function": self._function,
            "image": _image,
            **{mark: moment.fromisoformat for mark, moment in _MOMENTS.items()},
        }

    def phone(self) -> Phone:
        phone = self._thing(self._document)
        if type(phone) is not Phone:
            raise ValueError("no Phone")
        for field in fields(Phone):
            kind = Image if field.name == "image" else type(field.default)
            if field.name != "shade" and type(getattr(phone, field.name)) is not kind:
                raise ValueError(f"Phone.{field.name}")
        return phone

    def _thing(self, found: Any) -> Any:
        if type(found) is list:
            return tuple(map(self._thing, found))
        if type(found) is not dict:
            return found
        if "value" in found:
            module, name = found["value"]
            return self._value(module, name, found["fields"])
        ((mark, content),) = found.items()
        return self._readers[mark](content)

    def _blob(self, number: int) -> bytes:
        if number < 0:
            raise ValueError(number)
        return self._blobs[number]

    def _function(self, place: list[str]) -> Any:
        found = _found(*place)
        if not _is_handler(found):
            raise ValueError(f"no function {place}")
        return found

    def _value(self, module: str, name: str, content: dict[str, Any]) -> Any:
        kind = self._kinds.get((module, name)) or _found(module, name)
        if not _is_value(kind):
            raise ValueError(f"no value {module}:{name}")
        self._kinds[module, name] = kind
        made = kind(**{name: self._thing(one) for name, one in content.items()})
        for name, hint in _hints(kind).items():
            if not _fits(getattr(made, name), hint):
                raise ValueError(f"{kind.__name__}.{name} is {getattr(made, name)!r}"[:300])
        return made


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a value's fields by name; {} if its module does not import their names."""
    try:
        hints = get_type_hints(kind)
    except NameError:
        return {}
    return {name: hints[name] for name in _names(kind) if name in hints}


def _fits(thing: Any, hint: Any) -> bool:
    """Whether an object has a type, as far as can be told. Contents were checked when they were made."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(thing, one) for one in inner)
    if origin is Literal:
        return thing in inner
    if origin is tuple:
        if not isinstance(thing, tuple):
            return False
        if inner[1:] == (Ellipsis,):
            return all(_fits(one, inner[0]) for one in thing)
        return len(thing) == len(inner) and all(map(_fits, thing, inner))
    if origin is Map or origin is frozenset:
        pairs = (
            thing.items()
            if type(thing) is Map
            else ((one,) for one in thing)
            if type(thing) is frozenset
            else None
        )
        return (
            pairs is not None
            and origin is type(thing)
            and all(all(map(_fits, pair, inner)) for pair in pairs)
        )
    if hint is float:
        return type(thing) in (int, float)
    if hint in (int, str, bool, bytes, NoneType):
        return type(thing) is hint
    return isinstance(thing, hint) if origin is None and _is_value(hint) else True
