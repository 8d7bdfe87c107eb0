"""Audio Recorder's state: recording, playback, the files of its records; and its handlers."""

from __future__ import annotations

import posixpath
import struct
from typing import Any

from bmoca_gym.handset.effects import finish, focus, share, start, toast
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import documents, files, intents, text_input
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "com.dimowner.audiorecorder"
ID = PACKAGE + ":id/"
WELCOME, MAIN, RECORDS, SETTINGS = (
    f"{PACKAGE}.app.{name}.{name.title()}Activity" for name in ("welcome", "main", "records", "settings")
)
FOLDER = f"{files.STORAGE}/Android/data/{PACKAGE}/files/Music/records"
SUFFIX = ".m4a"
#: Switches of the settings, and what they are at first.
SWITCHES = {"ask_name": True, "stereo": True}
#: What 128 kbit/s take, bytes in a millisecond.
_RATE = 16
_LONGEST_NAME = 100
_NOT_IN_NAMES = '/\\:*?"<>|\0\n'


@value
class AudioRecorder(Value):
    """The app's state. ``page``: welcome, setup or main; ``overlay``: the open dialog or ""; ``name``: the typed
    name.

    ``since``: uptime ms at which recording began or went on, -1 while it does not; ``before``: ms recorded until then;
    ``paused``: it can go on. ``current``: path of the record that is shown; ``playing``: uptime ms at which it began to
    be played, or -1.
    """

    page: str = "welcome"
    overlay: str = ""
    name: str = ""
    since: int = -1
    before: int = 0
    paused: bool = False
    current: str = ""
    playing: int = -1
    ask_name: bool = True
    stereo: bool = True


# Records


def records(phone: Phone) -> tuple[tuple[str, int, int], ...]:
    """The records, newest first: path, ms that it lasts, wall ms at which it was made."""
    found = [
        (path, duration(phone.files[path]), files.modified(phone, path))
        for path in phone.files
        if posixpath.dirname(path) == FOLDER and path.endswith(SUFFIX)
    ]
    return tuple(sorted(found, key=lambda record: (-record[2], record[0])))


def stem(path: str) -> str:
    """The name of a record."""
    return posixpath.basename(path).removesuffix(SUFFIX)


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def recording(milliseconds: int) -> bytes:
    """A silent MP4 file (ISO/IEC 14496-12) of the given length."""
    head = struct.pack(">IIIIIIH10x", 0, 0, 0, 1000, milliseconds, 1 << 16, 1 << 8) + bytes(64)
    kind = _box(b"ftyp", b"M4A ", bytes(4), b"M4A mp42isom")
    return kind + _box(b"moov", _box(b"mvhd", head)) + _box(b"mdat", bytes(min(milliseconds, 60_000) * _RATE))


def duration(data: bytes) -> int:
    """Duration of such a file in ms; 0 if the file does not give it."""
    at = data.find(b"mvhd", 0, 4096)
    if at < 0 or len(data) < at + 24:
        return 0
    scale, lasts = struct.unpack_from(">II", data, at + 16)
    return int(lasts * 1000 // scale) if scale else 0


def recorded(state: AudioRecorder, uptime: int) -> int:
    """The ms that are recorded so far."""
    return state.before + (uptime - state.since if state.since >= 0 else 0)


def is_recording(state: AudioRecorder) -> bool:
    """Whether a record is being made, or waits to go on."""
    return state.since >= 0 or state.paused


def _new_path(phone: Phone) -> str:
    number = 1
    while f"{FOLDER}/Record-{number}{SUFFIX}" in phone.files:
        number += 1
    return f"{FOLDER}/Record-{number}{SUFFIX}"


def _keep(phone: Phone, path: str, data: bytes) -> Phone:
    """Save a record, if there is room for it."""
    try:
        return files.write(phone, path, data)
    except FileAccessError:
        return phone


def _rename(phone: Phone, old: str, new: str) -> Phone:
    try:
        return files.rename(phone, old, new)
    except FileAccessError:
        return phone


def _delete(phone: Phone, path: str) -> Phone:
    try:
        return files.delete(phone, path)
    except FileAccessError:
        return phone


# The first pages


def turn_page(state: AudioRecorder, context: Context, page: str) -> AudioRecorder:
    """Go on to another of the first pages, or to the recorder."""
    return replace(state, page=page)


def open_overlay(state: AudioRecorder, context: Context, overlay: str) -> Next[AudioRecorder]:
    """Open a menu or a dialog over the screen."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Close the open dialog or menu."""
    return replace(state, overlay=""), focus("")


def open_page(state: AudioRecorder, context: Context, name: str) -> Next[AudioRecorder]:
    """Open the list of records, or the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{name}")


def leave(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Go back to the recorder."""
    return replace(state, overlay=""), focus(""), finish()


# Recording


def press_record(state: AudioRecorder, context: Context) -> AudioRecorder:
    """Begin to record; pause; go on."""
    if state.since >= 0:
        return replace(state, before=recorded(state, context.uptime), since=-1, paused=True)
    before = state.before if state.paused else 0
    return replace(state, since=context.uptime, before=before, paused=False, playing=-1, overlay="")


def stop(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """End the record, keep it, and ask for its name."""
    if not is_recording(state):
        return state
    path, lasts = _new_path(context.phone), recorded(state, context.uptime)
    state = replace(state, since=-1, before=0, paused=False, current=path)
    kept = do(_keep, path, recording(lasts))
    if not state.ask_name:
        return state, kept
    state = replace(state, overlay="name", name=stem(path))
    return state, kept, focus("name"), do(text_input.select_all)


def drop(state: AudioRecorder, context: Context) -> AudioRecorder:
    """End the record without keeping it."""
    return replace(state, since=-1, before=0, paused=False, overlay="")


# A record


def select(state: AudioRecorder, context: Context, path: str) -> Next[AudioRecorder]:
    """Show a record and play it."""
    return replace(state, current=path, playing=context.uptime, overlay=""), finish()


def show_menu(state: AudioRecorder, context: Context, path: str) -> AudioRecorder:
    """Show what can be done with a record."""
    return replace(state, current=path, overlay="menu")


def play(state: AudioRecorder, context: Context) -> AudioRecorder:
    """Play the record, or stop."""
    lasts = duration(context.phone.files.get(state.current, b""))
    playing = state.playing >= 0 and context.uptime - state.playing < lasts
    return replace(state, playing=-1 if playing else context.uptime)


def ask_name_of(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Ask for another name of the record."""
    state = replace(state, overlay="name", name=stem(state.current))
    return state, focus("name"), do(text_input.select_all)


def type_name(state: AudioRecorder, context: Context, text: str) -> AudioRecorder:
    """Take over a name."""
    return replace(state, name=text[:_LONGEST_NAME])


def switch(state: AudioRecorder, context: Context, name: str) -> AudioRecorder:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


def save_name(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Rename the record, unless the name is taken."""
    name = "".join(letter for letter in state.name if letter not in _NOT_IN_NAMES).strip(" .")
    new = f"{FOLDER}/{name}{SUFFIX}"
    if new == state.current:
        return close_overlay(state, context)
    if not name or new in context.phone.files:
        return state, toast(
            context.res.string("audio_recorder.no_name" if not name else "audio_recorder.name_exists")
        )
    renamed = do(_rename, state.current, new)
    return replace(state, overlay="", current=new), focus(""), renamed


def delete(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Delete the record."""
    said = toast(context.res.string("audio_recorder.deleted"))
    return replace(state, overlay="", current="", playing=-1), do(_delete, state.current), said


def share_record(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Offer the record to other apps."""
    sent = ((intents.STREAM, documents.uri_of(state.current)),)
    return replace(state, overlay=""), share(Intent(intents.SEND, type="audio/mp4", extras=sent))


def ask_for_import(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Have a file picked that becomes a record."""
    return state, attachments.ask_for_file(do(imported), "audio/*")


def imported(state: AudioRecorder, context: Context, result: Any) -> Next[AudioRecorder]:
    """Make a record of the file that was picked."""
    path = attachments.picked_file(context.phone, result)
    if not path:
        return state
    new = f"{FOLDER}/{posixpath.splitext(posixpath.basename(path))[0]}{SUFFIX}"
    if new in context.phone.files:
        return state, toast(context.res.string("audio_recorder.name_exists"))
    return replace(state, current=new, playing=-1), do(_keep, new, context.phone.files[path])


# The app


def back(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Close the open dialog, or go from the second welcome page to the first."""
    if state.overlay:
        return close_overlay(state, context)
    return replace(state, page="welcome") if state.page == "setup" else state


def closed(state: AudioRecorder) -> AudioRecorder:
    """The state after the app is closed. Recordings are saved as files, and settings are kept."""
    page = "main" if state.page == "main" else "welcome"
    return AudioRecorder(page, current=state.current, ask_name=state.ask_name, stereo=state.stereo)
