"""Shared preferences: an app's small settings as values, and as Android's XML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from xml.parsers import expat

from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.value import memo

#: A larger file, in bytes, is not parsed: no app has that many settings.
MAX_BYTES = 1 << 20

_HEAD = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"
_BINS = 16
_RANGES = {"int": 1 << 31, "long": 1 << 63}
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# XML readers turn a bare carriage return into a line feed, and any white space of an attribute into a space.
# `xml.sax.saxutils` would write the same, and import what downloads files with it: 35 ms of a process's start.
_IN_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_ATTRIBUTE = _IN_TEXT | {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_TEXT, _ATTRIBUTE = str.maketrans(_IN_TEXT), str.maketrans(_IN_ATTRIBUTE)


class Preference(NamedTuple):
    """One setting. ``kind`` is Android's type and the file's element; ``value`` fits it:

    "boolean" bool, "int" and "long" int, "float" float, "string" str, "set" a tuple of str.
    """

    kind: str
    name: str
    value: Any


#: The content of a preferences file in the order of insertion. Names are unique.
Preferences = tuple[Preference, ...]


def get(preferences: Preferences, name: str, kind: str, default: Any) -> Any:
    """Return the value of ``name``; ``default`` if it is absent or of another kind."""
    for preference in preferences:
        if preference.name == name:
            return preference.value if preference.kind == kind else default
    return default


def put(preferences: Preferences, kind: str, name: str, value: Any) -> Preferences:
    """Set ``name``, in its old place or at the end. Returns the same object if nothing changes."""
    new = Preference(kind, name, value)
    for i, preference in enumerate(preferences):
        if preference.name == name:
            same = preference.kind == kind and preference.value == value
            return preferences if same else (*preferences[:i], new, *preferences[i + 1 :])
    return (*preferences, new)


def cleaned(text: str) -> str:
    """Replace each character that an XML file can't hold by U+FFFD."""
    return _NOT_IN_XML.sub("\ufffd", text)


@memo(1024, asset=True)
def _hash(text: str) -> int:
    """Return Java's ``String.hashCode``, spread as in a ``HashMap``."""
    number = 0
    data = text.encode("utf-16-be", "surrogatepass")
    for i in range(0, len(data), 2):
        number = (31 * number + (data[i] << 8 | data[i + 1])) & 0xFFFFFFFF
    return number ^ number >> 16


def as_hashed(names: Sequence[str]) -> list[int]:
    """Return the positions of names in the order of a Java ``HashMap`` into which they were put one by one.

    The table has 16 bins and doubles when names exceed three quarters of them. Names in a bin keep their order, also
    in the trees that Java makes of bins with eight or more names.
    """
    bins = _BINS
    while len(names) > bins * 3 // 4:
        bins *= 2
    return sorted(range(len(names)), key=lambda i: _hash(names[i]) & (bins - 1))


def to_bytes(preferences: Preferences) -> bytes:
    """Write the file as Android does, in the order of a ``HashMap`` of its names; so are the texts of a set.

    Raises:
        SharedPreferencesError: a value is not of its kind, or a text has a character that XML can't carry.
    """
    lines = [_line(preference) for preference in preferences]
    lines = [lines[i] for i in as_hashed([preference.name for preference in preferences])]
    return (_HEAD + "".join(["<map>\n", *lines, "</map>\n"] if lines else ["<map />\n"])).encode()


def _line(preference: Preference) -> str:
    kind, name, value = preference
    texts = (name, *value) if kind == "set" else (name, value) if kind == "string" else (name,)
    for text in texts:
        if not isinstance(text, str) or _NOT_IN_XML.search(text):
            raise SharedPreferencesError(f"{kind} {name!r}: {text!r} is not a text that an XML file can hold")
    key = _quoted(name)
    if kind == "string":
        return f"    <string name={key}>{_escaped(value)}</string>\n"
    if kind == "set":
        held = list(dict.fromkeys(value))
        items = "".join(f"        <string>{_escaped(held[i])}</string>\n" for i in as_hashed(held))
        return f"    <set name={key}>\n{items}    </set>\n"
    if kind == "boolean":
        text = "true" if value else "false"
    elif kind in _RANGES:
        text = str(_integer(kind, name, value))
    elif kind == "float":
        text = repr(float(value))
    else:
        raise SharedPreferencesError(f"{name!r}: unknown kind of preference {kind!r}; use boolean, int, long, float, "
                                     "string or set")  # fmt: skip
    return f"    <{kind} name={key} value={_quoted(text)} />\n"


def _escaped(text: str) -> str:
    return text.translate(_TEXT)


def _quoted(text: str) -> str:
    return f'"{text.translate(_ATTRIBUTE)}"'


def _integer(kind: str, name: str, number: Any) -> int:
    limit = _RANGES[kind]
    if type(number) is not int or not -limit <= number < limit:
        raise SharedPreferencesError(
            f"{kind} {name!r}: {number!r} is not a whole number from {-limit} to {limit - 1}"
        )
    return number


def parse(data: bytes) -> Preferences:
    """Parse a preferences file. If a name occurs twice, the last one counts, as on Android.

    Raises:
        SharedPreferencesError: the bytes are not a preferences file: no XML, a document type or entities, another
            root than ``<map>``, an unknown element, a value that is not of its kind, or more than `MAX_BYTES`.
    """
    if len(data) > MAX_BYTES:
        raise SharedPreferencesError(f"{len(data)} bytes; a preferences file has at most {MAX_BYTES}")
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text.append
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(data, True)
    except SharedPreferencesError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise SharedPreferencesError(f"no preferences file: {error}") from error
    return tuple(reader.found.values())


class _Reader:
    """Handler of expat's events: the elements of a ``<map>``, which may be nested only as the strings of a set are."""

    def __init__(self) -> None:
        self.found: dict[str, Preference] = {}
        self.text: list[str] = []
        self._path: list[tuple[str, str]] = []
        self._items: list[str] = []

    def doctype(self, *_: object) -> None:
        raise SharedPreferencesError("it has a document type, which preferences never have")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        depth = len(self._path)
        known = (
            tag == "map" if depth == 0
            else tag in _READ or tag in ("string", "set") if depth == 1
            else depth == 2 and tag == "string" and self._path[1][0] == "set"
        )  # fmt: skip
        if not known:
            raise SharedPreferencesError(f"<{tag}> at depth {depth}, where no preferences file has it")
        name = attributes.get("name", "")
        if depth == 1 and "name" not in attributes:
            raise SharedPreferencesError(f"<{tag}> without a name")
        self._path.append((tag, name))
        self.text.clear()
        if tag == "set":
            self._items = []
        if depth == 1 and tag in _READ:
            self.found[name] = Preference(tag, name, _value(tag, name, attributes.get("value", "")))

    def end(self, tag: str) -> None:
        _, name = self._path.pop()
        text = "".join(self.text)
        self.text.clear()
        if len(self._path) == 2:
            self._items.append(text)
        elif tag == "string":
            self.found[name] = Preference(tag, name, text)
        elif tag == "set":
            self.found[name] = Preference(tag, name, tuple(self._items))


def _boolean(text: str) -> bool:
    return text == "true"


_READ: dict[str, Callable[[str], Any]] = {"boolean": _boolean, "int": int, "long": int, "float": float}


def _value(kind: str, name: str, text: str) -> Any:
    if kind == "boolean" and text not in ("true", "false"):
        raise SharedPreferencesError(f"boolean {name!r}: {text!r} is neither 'true' nor 'false'")
    if "_" in text:  # Python's own way to group digits
        raise SharedPreferencesError(f"{kind} {name!r}: {text!r} is not a number")
    try:
        value = _READ[kind](text)
    except ValueError:
        raise SharedPreferencesError(f"{kind} {name!r}: {text!r} is not a number") from None
    return _integer(kind, name, value) if kind in _RANGES else value
