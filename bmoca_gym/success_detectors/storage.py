"""Rules on users' files: the entries of a folder, and the content of a file."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any, NamedTuple

from bmoca_gym.errors import DetectorError, FileAccessError
from bmoca_gym.success_detectors import fields, gpx, patterns
from bmoca_gym.success_detectors.comparison import TEXT_TESTS, TextTest, unmatched
from bmoca_gym.success_detectors.detector import (
    Detection,
    Reading,
    Watch,
    satisfied,
    shown,
    unknown,
    unsatisfied,
)

#: Most entries of a folder; a larger one is not judged.
MAX_ENTRIES = 10_000

# Longer texts are not judged: nobody writes them on a phone.
_LONGEST_TEXT = 2**20
_ENTRY_FIELDS = ("name", "matches", "folder", "min_bytes", *TEXT_TESTS)


class Entry(NamedTuple):
    """Entry of a folder: its name, whether it is a folder, its size in bytes, its modification time in
    seconds.
    """

    name: str
    folder: bool
    size: int
    time: int


@dataclass(frozen=True, slots=True)
class DirectoryRule:
    """Rule on the changes in the folder ``path`` since the episode began. Subfolders are not searched. A
    missing folder counts as empty.

    Attributes:
        added: the new entries, exactly these. An entry is given by ``name`` or by ``matches``, a pattern for
            its whole name; by ``folder``, whether it is one; by ``min_bytes``; and by one field of a
            `TextTest` for its text.
        removed: the names of all removed entries.
        kept: names of files that must still have their old content.
        newest: an entry as in ``added``, which the last modified entry must match.
        nothing_else: no other entry was added or removed, or has another size or time.

    Raises:
        DetectorError: a field is malformed, or nothing is asked.
    """

    path: str
    added: tuple[Any, ...] | None = None
    removed: tuple[str, ...] | None = None
    kept: tuple[str, ...] = ()
    newest: Any = None
    nothing_else: bool = False

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.flag("nothing_else", self.nothing_else)
        for field, names in (("removed", self.removed), ("kept", self.kept)):
            if names:
                for name in fields.texts(field, names if isinstance(names, tuple) else None):
                    _check_name(field, name)
        if not isinstance(self.added, (tuple, type(None))):
            raise DetectorError(f"added is {self.added!r}; it must be a list of entries")
        for i, entry in enumerate(self.added or ()):
            _wanted(f"added[{i}]", entry)
        if self.newest is not None:
            _wanted("newest", self.newest)
        elif self.added is None and self.removed is None and not self.kept and not self.nothing_else:
            raise DetectorError("nothing is asked; give added, removed, kept, newest or nothing_else")

    def start(self, reading: Reading) -> Watch:
        """Remember the entries, and the content of the files in ``kept``."""
        contents = {name: _content(reading, f"{self.path}/{name}") for name in self.kept}
        return _DirectoryWatch(self, _listing(reading, self.path), contents)


@dataclass(frozen=True, slots=True)
class _DirectoryWatch:
    rule: DirectoryRule
    at_reset: dict[str, Entry] | str
    contents: dict[str, bytes | None]

    def check(self, reading: Reading) -> Detection:
        rule, before = self.rule, self.at_reset
        place = f"directory: {rule.path}"
        now = _listing(reading, rule.path)
        if isinstance(before, str):
            return unknown(f"{place}: at reset: {before}")
        if isinstance(now, str):
            return unknown(f"{place}: {now}")
        fault = self._fault(reading, before, now)
        return (
            unsatisfied(f"{place}: {fault}")
            if fault
            else satisfied(f"{place}: {len(now)} entries, as wanted")
        )

    def _fault(self, reading: Reading, before: dict[str, Entry], now: dict[str, Entry]) -> str:
        rule = self.rule
        added = [entry for name, entry in now.items() if name not in before]
        removed = [name for name in before if name not in now]

        def fits(wanted: dict[str, Any], entry: Entry) -> bool:
            return not _entry_fault(reading, rule.path, wanted, entry)

        if rule.added is not None:
            wanted = [_wanted("added", entry) for entry in rule.added]
            left = unmatched(wanted, added, fits)
            names = shown([entry.name for entry in added])
            if left:
                return f"added {names}: none is {shown(left[0])}"
            if len(added) != len(wanted):
                return f"added {names}, wanted {len(wanted)}"
        if rule.removed is not None and sorted(removed) != sorted(rule.removed):
            return f"removed {shown(removed)}, wanted {shown(list(rule.removed))}"
        for name, content in self.contents.items():
            if content is None:
                return f"{shown(name)} could not be read at reset"
            if _content(reading, f"{rule.path}/{name}") != content:
                return f"{shown(name)} is not as it was"
        if rule.newest is not None:
            last = max(now.values(), key=lambda entry: entry.time, default=None)
            if last is None:
                return "is empty"
            latest = [entry for entry in now.values() if entry.time == last.time]
            newest = _wanted("newest", rule.newest)
            if not any(fits(newest, entry) for entry in latest):
                return f"the newest is {shown(last.name)}, wanted {shown(newest)}"
        if rule.nothing_else:
            if rule.added is None and added:
                return f"{shown(added[0].name)} was added"
            if rule.removed is None and removed:
                return f"{shown(removed[0])} is gone"
            # Ignore the times of folders, which change with their content.
            changed = [n for n, e in now.items() if n in before and e != before[n] and not e.folder]
            if changed:
                return f"{shown(changed[0])} changed"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentRule(TextTest):
    """Rule that holds if the text of the file ``path`` passes a `TextTest`; give exactly one of its fields.

    Raises:
        DetectorError: a field is malformed.
    """

    path: str

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        self.check_test()

    def start(self, reading: Reading) -> ContentRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current file."""
        place = f"content: {self.path}"
        try:
            data = reading.read_file(self.path)
        except FileAccessError as error:
            return unknown(f"{place}: {error}")
        text = _text(data)
        if text is None:
            return unsatisfied(f"{place}: {len(data)} bytes that are no text in UTF-8, or too many")
        fault = self.fault(text)
        return (
            unsatisfied(f"{place}: is {shown(text)}; {fault}")
            if fault
            else satisfied(f"{place}: is {shown(text)}")
        )


@dataclass(frozen=True, slots=True)
class GpxRule:
    """Rule that holds if a GPX file has points at the ``places``, in this order; other points may lie between
    them.

    Attributes:
        path: the file.
        folder: a folder instead, one of whose files must match.
        places: pairs of latitude and longitude in degrees.
        kind: kind of points: ``trkpt`` (tracks), ``rtept`` (routes) or ``wpt`` (waypoints).
        degrees: a point is at a place if both coordinates differ by less.
        only: the file has no other points, and the folder no other file.

    Raises:
        DetectorError: a field is malformed.
    """

    path: str
    places: tuple[tuple[float, float], ...]
    kind: str = "trkpt"
    degrees: float = 0.001
    folder: bool = False
    only: bool = False

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        _check_places(self.places)
        fields.choice("kind", self.kind, gpx.KINDS)
        if fields.number("degrees", self.degrees) <= 0:
            raise DetectorError(f"degrees is {self.degrees!r}; it must be more than 0")
        fields.flag("folder", self.folder)
        fields.flag("only", self.only)

    def start(self, reading: Reading) -> GpxRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current file, or the files of the folder."""
        place = f"gpx: {self.path}"
        if not self.folder:
            fault = self._fault(_content(reading, self.path))
            return unsatisfied(f"{place}: {fault}") if fault else satisfied(f"{place}: has the places")
        found = _listing(reading, self.path)
        if isinstance(found, str):
            return unknown(f"{place}: {found}")
        if self.only and len(found) > 1:
            return unsatisfied(f"{place}: has {len(found)} entries, wanted one")
        faults = {name: self._fault(_content(reading, f"{self.path}/{name}")) for name in found}
        if "" in faults.values():
            return satisfied(f"{place}: one of {len(found)} files has the places")
        return unsatisfied(f"{place}: {shown(faults) if faults else 'has no file'}")

    def _fault(self, data: bytes | None) -> str:
        """Why a file does not match, or ""."""
        text = None if data is None else _text(data)
        if text is None:
            return "is no text in UTF-8, or too long" if data is not None else "can't be read"
        points = gpx.points(text, (self.kind,))
        if isinstance(points, str):
            return points
        absent = gpx.first_absent(points, self.places, self.degrees)
        if absent is not None:
            return f"{len(points)} points, none at {list(self.places[absent])} in its turn"
        if self.only and len(points) != len(self.places):
            return f"{len(points)} points, wanted {len(self.places)}"
        return ""


def _check_places(places: object) -> None:
    if not isinstance(places, tuple) or not places:
        raise DetectorError(f"places is {places!r}; it must be a list of places")
    for place in places:
        if not isinstance(place, tuple) or len(place) != 2:
            raise DetectorError(f"places has {place!r}; it must be [latitude, longitude] in degrees")
        for degrees, most in zip(place, (90, 180), strict=True):
            if abs(fields.number("places", degrees)) > most:
                raise DetectorError(f"places has {place!r}, which is not on Earth")


def _check_name(field: str, name: object) -> str:
    if not isinstance(name, str) or "/" in name or name in ("", ".", ".."):
        raise DetectorError(f"{field} has {name!r}; it must be names of entries, without '/'")
    return name


def _wanted(field: str, given: object) -> dict[str, Any]:
    """The tests of an entry by field.

    Raises:
        DetectorError: a field is unknown or malformed.
    """
    wanted: dict[str, Any] = {}
    for name, value in fields.pairs(field, given):
        wanted[fields.choice(f"a field of {field}", name, _ENTRY_FIELDS)] = value
    if "name" in wanted:
        _check_name(field, wanted["name"])
    if "matches" in wanted:
        fields.pattern(f"{field}: matches", wanted["matches"])
    if "folder" in wanted:
        fields.flag(f"{field}: folder", wanted["folder"])
    if "min_bytes" in wanted:
        fields.count(f"{field}: min_bytes", wanted["min_bytes"])
    tests = {name: value for name, value in wanted.items() if name in TEXT_TESTS}
    if tests:
        TextTest(**tests).check_test()
    return wanted


def _entry_fault(reading: Reading, path: str, wanted: dict[str, Any], entry: Entry) -> str:
    """Why an entry does not match, or ""."""
    if "name" in wanted and entry.name != wanted["name"]:
        return "another name"
    if "matches" in wanted and patterns.fullmatch(wanted["matches"], entry.name) is None:
        return "another name"
    if entry.folder is not wanted.get("folder", False):
        return "a folder" if entry.folder else "a file"
    if entry.size < wanted.get("min_bytes", 0):
        return "too small"
    tests = {name: value for name, value in wanted.items() if name in TEXT_TESTS}
    if not tests:
        return ""
    data = _content(reading, f"{path}/{entry.name}")
    text = None if data is None else _text(data)
    return "no text" if text is None else TextTest(**tests).fault(text)


def _content(reading: Reading, path: str) -> bytes | None:
    try:
        return reading.read_file(path)
    except FileAccessError:
        return None


def _text(data: bytes) -> str | None:
    if len(data) > _LONGEST_TEXT:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _listing(reading: Reading, path: str) -> dict[str, Entry] | str:
    """The entries of a folder by name, or why they are unknown."""
    quoted = shlex.quote(f"{path}/")  # the slash follows a link, such as /sdcard
    command = f"find {quoted} -mindepth 1 -maxdepth 1 -exec stat -c '%F|%s|%Y|%n' {{}} +"
    result = reading.shell(command, lasts=True)
    if result.exit_code != 0:
        missing = "No such file" in result.output and result.output.count("\n") <= 1
        return {} if missing else f"exit code {result.exit_code}: {shown(result.output)}"
    # Names contain no slash, so only a line of stat itself can contain the folder.
    parts = re.split(
        rf"^([a-z ]+)\|(\d{{1,15}})\|(-?\d{{1,15}})\|{re.escape(path)}/+", result.output, flags=re.MULTILINE
    )
    if parts[0].strip() or len(parts) // 4 > MAX_ENTRIES:
        return f"answered {shown(result.output)}, which is not a listing of at most {MAX_ENTRIES} entries"
    found = {}
    for kind, size, time, name in zip(*[iter(parts[1:])] * 4, strict=True):
        name = name.removesuffix("\n")
        found[name] = Entry(name, kind == "directory", int(size), int(time))
    return found
