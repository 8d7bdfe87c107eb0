"""Handlers of Audio Recorder: record, play, name, delete, share, import."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.audio_recorder import records
from bmoca_gym.handset.apps.audio_recorder.state import (
    PACKAGE,
    AudioRecorder,
    PageName,
    is_recording,
    recorded,
)
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.file_changes import if_possible
from bmoca_gym.handset.kits.navigation import close_overlay, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.value import do, replace

_LONGEST_NAME = 100
_NOT_IN_NAMES = '/\\:*?"<>|\0\n'

# The first pages


def turn_page(state: AudioRecorder, context: Context, page: PageName) -> AudioRecorder:
    """Show another of the first pages, or the recorder."""
    return replace(state, page=page)


def open_page(state: AudioRecorder, context: Context, name: str) -> Next[AudioRecorder]:
    """Open the list of records, or the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{name}")


# Recording


def press_record(state: AudioRecorder, context: Context) -> AudioRecorder:
    """Start, pause or resume recording."""
    if state.since >= 0:
        return replace(state, before=recorded(state, context.uptime), since=-1, paused=True)
    before, began = (state.before, state.began) if state.paused else (0, context.phone.clock.wall)
    return without_overlay(state, since=context.uptime, before=before, began=began, paused=False, playing=-1)


def stop(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Stop recording, save the record, and ask for its name."""
    if not is_recording(state):
        return state
    path, lasts = records.new_path(context.phone), recorded(state, context.uptime)
    state = replace(state, since=-1, before=0, paused=False, current=path)
    kept = do(if_possible, files.write, path, records.recording(lasts, state.began))
    if not state.ask_name:
        return state, kept
    # The file comes first: without it there is no dialog, in which the name is selected.
    state, effects = split(ask_for_name(state, context))
    return and_then(state, kept, *effects)


def drop(state: AudioRecorder, context: Context) -> AudioRecorder:
    """Stop recording and discard the record."""
    return without_overlay(state, since=-1, before=0, paused=False)


# A record


def select(state: AudioRecorder, context: Context, path: str) -> Next[AudioRecorder]:
    """Show a record and play it."""
    return without_overlay(state, current=path, playing=context.uptime), finish()


def play(state: AudioRecorder, context: Context) -> AudioRecorder:
    """Play the record, or stop playback."""
    lasts = records.duration(context.phone.files.get(state.current, b""))
    playing = state.playing >= 0 and context.uptime - state.playing < lasts
    return replace(state, playing=-1 if playing else context.uptime)


def ask_for_name(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Ask for the name of the record."""
    opened = open_overlay(state, context, "name", records.stem(state.current))
    return and_then(opened, focus("name"), do(text_input.select_all))


def type_name(state: AudioRecorder, context: Context, text: str) -> AudioRecorder:
    """Type a name."""
    return replace(state, name=text[:_LONGEST_NAME])


def save_name(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Rename the record, unless the name is taken."""
    name = "".join(letter for letter in state.name if letter not in _NOT_IN_NAMES).strip(" .")
    new = f"{records.FOLDER}/{name}{records.SUFFIX}"
    if new == state.current:
        return close_overlay(state, context)
    if not name or new in context.phone.files:
        return state, toast(
            context.res.string("audio_recorder.no_name" if not name else "audio_recorder.name_exists")
        )
    renamed = do(if_possible, files.rename, state.current, new)
    return without_overlay(state, current=new), focus(""), renamed


def delete(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Delete the record."""
    said = toast(context.res.string("audio_recorder.deleted"))
    deleted = do(if_possible, files.delete, state.current)
    return without_overlay(state, current="", playing=-1), deleted, said


def share_record(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Share the record with another app."""
    return without_overlay(state), attachments.share_file(state.current, "audio/mp4")


def ask_for_import(state: AudioRecorder, context: Context) -> Next[AudioRecorder]:
    """Ask for a file to import."""
    return state, attachments.ask_for_file(do(imported), "audio/*")


def imported(state: AudioRecorder, context: Context, result: Any) -> Next[AudioRecorder]:
    """Import the file that was picked as a record."""
    path = attachments.picked_file(context.phone, result)
    if not path:
        return state
    new = f"{records.FOLDER}/{posixpath.splitext(posixpath.basename(path))[0]}{records.SUFFIX}"
    if new in context.phone.files:
        return state, toast(context.res.string("audio_recorder.name_exists"))
    return replace(state, current=new, playing=-1), do(
        if_possible, files.write, new, context.phone.files[path]
    )
