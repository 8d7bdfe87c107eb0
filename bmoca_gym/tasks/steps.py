"""Steps of set-up and tear-down: shell lines, rows of stores, files, messages, resets of apps, positions."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from typing import Protocol
from urllib.parse import quote

from bmoca_gym import stores
from bmoca_gym.devices.device import Device
from bmoca_gym.errors import CatalogueError, DetectorError, FileAccessError, SetUpError, StoreError, cut
from bmoca_gym.success_detectors import fields
from bmoca_gym.tasks import media
from bmoca_gym.tasks.entry import Entry
from bmoca_gym.tasks.needs import PACKAGE


class Step(Protocol):
    """One step: an immutable value that can be compared and pickled."""

    def perform(self, device: Device) -> None:
        """Perform the step.

        Raises:
            SetUpError: the device refused; the message has its answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Shell:
    """Shell line, which must exit with code 0."""

    command: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        _answer(device, self.command)


@dataclass(frozen=True, slots=True)
class WriteFile:
    """File to create or replace; ``text`` is written as UTF-8."""

    path: str
    text: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        try:
            device.write_file(self.path, self.text.encode())
        except FileAccessError as error:
            raise SetUpError(f"the device refused to write {self.path}: {error}") from error


@dataclass(frozen=True, slots=True)
class Clear:
    """Store to empty."""

    store: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        with _refusals():
            stores.clear(device, self.store)


@dataclass(frozen=True, slots=True)
class AddRows:
    """Rows to add to a store, in order. Each is a tuple of (column, value)."""

    store: str
    rows: tuple[tuple[tuple[str, object], ...], ...]

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        with _refusals():
            stores.add(device, self.store, [dict(row) for row in self.rows])


@dataclass(frozen=True, slots=True)
class ReceiveSms:
    """Incoming text message, unread, with the device's current time."""

    number: str
    text: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        time = _answer(device, "date '+%Y-%m-%d %H:%M:%S'").strip()
        row = {"number": self.number, "text": self.text, "time": time, "read": False}
        with _refusals():
            stores.add(device, "sms_inbox", [row])


@dataclass(frozen=True, slots=True)
class Recording:
    """Silent MP3 file of a given length in seconds, with tags. It is generated when it is written."""

    seconds: float
    title: str = ""
    artist: str = ""
    album: str = ""

    @property
    def data(self) -> bytes:
        """Content of the file."""
        return media.recording(self.seconds, self.title, self.artist, self.album)


@dataclass(frozen=True, slots=True)
class WriteFiles:
    """Files to write into a folder, in order.

    Attributes:
        files: names and contents.
        emptied: whether the folder is emptied first.
        times: modification time of each file on the device's clock; None if it does not matter.
    """

    folder: str
    files: tuple[tuple[str, bytes | Recording], ...] = ()
    times: tuple[datetime | None, ...] = ()
    emptied: bool = False

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        folder = shlex.quote(self.folder)
        _answer(device, f"rm -rf {folder} && mkdir -p {folder}" if self.emptied else f"mkdir -p {folder}")
        for (name, data), time in zip_longest(self.files, self.times):
            path = f"{self.folder}/{name}"
            with _refusals():
                device.write_file(path, data.data if isinstance(data, Recording) else data)
            if time is not None:
                _answer(device, f"touch -d {time:%Y-%m-%dT%H:%M:%S} {shlex.quote(path)}")


@dataclass(frozen=True, slots=True)
class ScanMedia:
    """Files for the media provider to scan, so that players and galleries show them."""

    paths: tuple[str, ...]

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        for path in self.paths:
            uri = shlex.quote(f"file://{quote(path)}")
            _answer(device, f"am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d {uri}")


@dataclass(frozen=True, slots=True)
class ResetApp:
    """App to stop and reset; it loses all its data."""

    package: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        command = f"pm clear {self.package}"
        if "Success" not in _answer(device, command):
            raise SetUpError(f"the device did not answer Success to {command!r}.")


@dataclass(frozen=True, slots=True)
class SetClipboard:
    """Text to put on the clipboard, through the app Clipper (``ca.zgrs.clipper``)."""

    text: str

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        answer = _answer(device, f"am broadcast -a clipper.set -e text {shlex.quote(self.text)}")
        if "result=-1" not in answer:
            raise SetUpError(
                f"the clipboard was not set; is the app Clipper installed? {answer.strip()[:200]!r}"
            )


@dataclass(frozen=True, slots=True)
class SetLocation:
    """Position in degrees to set with a test provider. Needs Android 12 or newer."""

    latitude: float
    longitude: float

    def perform(self, device: Device) -> None:
        """See `Step.perform`."""
        _answer(device, "appops set com.android.shell android:mock_location allow")
        _answer(device, "cmd location providers add-test-provider gps")
        _answer(device, "cmd location providers set-test-provider-enabled gps true")
        place = f"{self.latitude:.6f},{self.longitude:.6f}"
        _answer(device, f"cmd location providers set-test-provider-location gps --location {place}")


#: A shell line that deletes files.
_DELETES = re.compile(r"find \S+ .*-delete|rm -\S+ .*")


def parted(steps: Iterable[Step]) -> tuple[list[Step], list[Step]]:
    """Split steps into those that empty something and the rest. A folder to empty and fill gets one in each."""
    empties: list[Step] = []
    others: list[Step] = []
    for step in steps:
        if isinstance(step, WriteFiles) and step.emptied and step.files:
            empties.append(WriteFiles(step.folder, emptied=True))
            others.append(replace(step, emptied=False))
        elif (
            isinstance(step, Clear | ResetApp)
            or (isinstance(step, WriteFiles) and step.emptied)
            or (isinstance(step, Shell) and _DELETES.fullmatch(step.command))
        ):
            empties.append(step)
        else:
            others.append(step)
    return empties, others


def _answer(device: Device, command: str) -> str:
    """Run a command that must exit with code 0; return its output.

    Raises:
        SetUpError: it exits with another code.
    """
    result = device.shell(command)
    if result.exit_code != 0:
        raise SetUpError(
            f"the device answered exit code {result.exit_code} to {command!r}: {result.output.strip()[:200]!r}."
        )
    return result.output


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn errors of stores and files into `SetUpError`."""
    try:
        yield
    except (StoreError, FileAccessError) as error:
        raise SetUpError(f"the device refused: {error}") from error


def _shell(entry: Entry) -> Step:
    return Shell(entry.text("shell", wanted="a line for the device's shell"))


def _write_file(entry: Entry) -> Step:
    file = entry.part("write_file", ("path", "text"))
    return WriteFile(_path(file, "path"), file.text("text"))


def _clear(entry: Entry) -> Step:
    return Clear(_store(entry, "clear").name)


def _rows(entry: Entry) -> Step:
    part = entry.part("rows", ("into", "of"))
    store = _store(part, "into")
    return AddRows(store.name, _checked(part, "of", store))


def _contacts(entry: Entry) -> Step:
    return AddRows("contacts", _checked(entry, "contacts", stores.get("contacts")))


def _sms(entry: Entry) -> Step:
    part = entry.part("sms", ("from", "text"))
    return ReceiveSms(part.text("from"), part.text("text"))


def _files(entry: Entry) -> Step:
    part = entry.part("files", ("in", "of", "emptied"))
    files, times = [], []
    for i, data in enumerate(part.items("of", ())):
        file = Entry(data, f"{part.place}: of[{i}]", ("name", "text", "data", "audio", "time"))
        wanted = "the name of a file, or of one in a folder within, without '.', '..' or '//'"
        name = file.text("name", pattern=r"(?!\.{1,2}(/|$))[^/\0]+(/(?!\.{1,2}(/|$))[^/\0]+)*", wanted=wanted)
        content = _recording(file) if file.has("audio") else file.value("data", None)
        if isinstance(content, Recording):
            pass
        elif content is None:
            content = file.value("text")
            if not isinstance(content, str):
                raise file.fault("text", "text; put it in quotes")
        elif not isinstance(content, bytes) or file.value("text", None) is not None:
            raise file.fault("data", "bytes (YAML's !!binary), without text beside")
        files.append((name, content.encode() if isinstance(content, str) else content))
        times.append(file.time("time") if file.value("time", None) is not None else None)
    folder = _path(part, "in")
    return WriteFiles(folder, tuple(files), tuple(times), part.flag("emptied", False))


def _recording(file: Entry) -> Recording:
    part = file.part("audio", ("seconds", "title", "artist", "album"))
    seconds = part.value("seconds")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= media.LONGEST:
        raise part.fault("seconds", f"a number up to {media.LONGEST}")
    return Recording(float(seconds), *[part.text(tag, "") for tag in ("title", "artist", "album")])


def _media(entry: Entry) -> Step:
    given = entry.value("media")
    paths = given if isinstance(given, list) else [given]
    try:
        return ScanMedia(tuple([fields.path("media", path) for path in paths]))
    except DetectorError as error:
        raise CatalogueError(f"{entry.place}: {error}") from error


def _clipboard(entry: Entry) -> Step:
    return SetClipboard(entry.text("clipboard"))


def _app(entry: Entry) -> Step:
    part = entry.part("app", ("reset",))
    return ResetApp(part.text("reset", pattern=PACKAGE, wanted="an Android package"))


def _location(entry: Entry) -> Step:
    part = entry.part("location", ("latitude", "longitude"))
    found = []
    for field, most in (("latitude", 90), ("longitude", 180)):
        degrees = part.value(field)
        if isinstance(degrees, bool) or not isinstance(degrees, (int, float)) or not abs(degrees) <= most:
            raise part.fault(field, f"degrees from -{most} to {most}")
        found.append(float(degrees))
    return SetLocation(*found)


def _path(entry: Entry, field: str) -> str:
    try:
        return fields.path(field, entry.value(field))
    except DetectorError as error:
        raise CatalogueError(f"{entry.place}: {error}") from error


def _store(entry: Entry, field: str) -> stores.Store:
    try:
        return stores.get(entry.text(field, wanted="the name of a store"))
    except StoreError as error:
        raise CatalogueError(f"{entry.place}: {field}: {error}") from error


def _checked(entry: Entry, field: str, store: stores.Store) -> tuple[tuple[tuple[str, object], ...], ...]:
    """Complete rows of a store, from a list of rows and lists of rows."""
    found = []
    for item in entry.items(field):
        for row in item if isinstance(item, (list, tuple)) else [item]:
            try:
                if not isinstance(row, Mapping):
                    raise StoreError(f"is {cut(row)}; it must be columns with their values")
                found.append(tuple(store.checked(row, whole=True).items()))
            except StoreError as error:
                raise CatalogueError(f"{entry.place}: {field}[{len(found)}]: {error}") from error
    return tuple(found)


#: Kinds of steps, and the functions that make one from an entry.
STEPS: dict[str, Callable[[Entry], Step]] = {
    "shell": _shell,
    "write_file": _write_file,
    "clear": _clear,
    "rows": _rows,
    "contacts": _contacts,
    "sms": _sms,
    "files": _files,
    "media": _media,
    "clipboard": _clipboard,
    "app": _app,
    "location": _location,
}


def step_from_data(data: object, place: str) -> Step:
    """Make the step that ``data`` describes: one kind with its fields. ``place`` is its name in errors.

    Raises:
        CatalogueError: the kind is unknown, or a field is missing, unknown or malformed.
    """
    step = Entry(data, place, STEPS)
    if not isinstance(data, Mapping) or len(data) != 1:
        *others, last = STEPS
        raise CatalogueError(f"{place}: is {cut(data)}; it must be either {', '.join(others)} or {last}")
    return STEPS[next(iter(data))](step)


def fixture_steps(data: object, place: str) -> tuple[Step, ...]:
    """Make the steps that replace the rows of stores. ``data``: rows by store.

    Raises:
        CatalogueError: there is no such store, or a row does not fit it; the message has file, store and row.
    """
    names = list(data) if isinstance(data, Mapping) else ()
    entry = Entry(data, place, names)
    found: list[tuple[Step, Step]] = []
    for name in names:
        try:
            store = stores.get(name)
        except StoreError as error:
            raise CatalogueError(f"{place}: {error}") from error
        found.append((Clear(store.name), AddRows(store.name, _checked(entry, name, store))))
    return (*[clear for clear, _ in found], *[add for _, add in found])


def steps_from_data(entry: Entry, name: str) -> tuple[Step, ...]:
    """Make the steps in the field ``name`` of a task.

    Raises:
        CatalogueError: a step is invalid; the message has its place.
    """
    place = f"{entry.place}: {entry.name_of(name)}"
    return tuple([step_from_data(data, f"{place}[{i}]") for i, data in enumerate(entry.items(name, ()))])
