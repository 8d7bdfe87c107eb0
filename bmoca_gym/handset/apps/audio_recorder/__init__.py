"""Audio Recorder: records sound into files, names and plays them, as com.dimowner.audiorecorder 0.9.26."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.audio_recorder import records
from bmoca_gym.handset.apps.audio_recorder.screens import dialogs, lists, recorder
from bmoca_gym.handset.apps.audio_recorder.state import (
    MAIN,
    PACKAGE,
    RECORDS,
    SETTINGS,
    SWITCHES,
    WELCOME,
    AudioRecorder,
    is_recording,
    recorded,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, nothing
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import clock, files, permissions
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import replace

_Arguments = Callable[[AudioRecorder, Place], tuple[Any, ...]]


def _recorder(s: AudioRecorder, at: Place) -> tuple[Any, ...]:
    current = s.current if s.current in at.phone.files else ""
    data, uptime = at.phone.files.get(current, b""), at.phone.clock.uptime
    lasts = records.duration(data)
    recording = is_recording(s)
    played = uptime - s.playing if s.playing >= 0 else lasts
    playing = not recording and played < lasts
    made = recorded(s, uptime) if recording else played if playing else 0
    sound = s.began if recording else records.sound(data)
    return current, lasts, made // 1000 * 1000, recording, s.since >= 0, playing, s.stereo, sound


def _records(s: AudioRecorder, at: Place) -> tuple[Any, ...]:
    found = records.records(at.phone)
    return (tuple([(path, lasts, clock.local_time(at.phone, made)) for path, lasts, made in found]),)


def _info(s: AudioRecorder, at: Place) -> tuple[Any, ...]:
    data = at.phone.files[s.current]
    made = clock.local_time(at.phone, files.modified(at.phone, s.current))
    return s.current, records.duration(data), len(data), made


def _of_record(
    builder: Callable[..., Element], arguments: _Arguments = nothing, takes: tuple[str, ...] = ()
) -> Overlay[AudioRecorder]:
    """Declare an overlay about the current record."""
    return Overlay(
        builder,
        lambda s, at: arguments(s, at) if s.current in at.phone.files else None,
        on=("main", "records"), takes=takes,
    )  # fmt: skip


def _page(
    screen: Callable[..., Element], arguments: _Arguments = nothing, activity: str = "", up: str = ""
) -> Page[AudioRecorder]:
    return Page(screen, arguments, activity=activity, up=up, bars="light")


NAVIGATION = Navigation(
    AudioRecorder,
    {
        "welcome": _page(recorder.welcome),
        "setup": _page(recorder.setup, up="welcome"),
        "main": _page(recorder.recorder, _recorder),
        "records": _page(lists.records, _records, RECORDS),
        "settings": _page(
            lists.settings, lambda s, at: (tuple([getattr(s, name) for name in SWITCHES]),), SETTINGS
        ),
    },
    {
        "drop": Overlay(
            dialogs.drop_dialog, lambda s, at: () if is_recording(s) else None, on=("main", "records")
        ),
        "name": _of_record(
            dialogs.name_dialog, lambda s, at: (s.name, at.focus == "name", s.ask_name), ("name",)
        ),
        "menu": _of_record(dialogs.record_menu, takes=("current",)),
        "delete": _of_record(dialogs.delete_dialog),
        "info": _of_record(dialogs.info_dialog, _info),
    },
    kept=("page", "current", *SWITCHES),
)


def _closed(state: AudioRecorder) -> AudioRecorder:
    """Return the state after the app is closed: its first pages start over."""
    kept = NAVIGATION.closed(state)
    return kept if state.page == "main" else replace(kept, page="welcome")


APP = App(
    name="audio_recorder",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("mic", 0xFF37474F),
    palette=palette(0xFFE23B74),
    state=AudioRecorder,
    layers=NAVIGATION.layers,
    uid=10154,
    back=NAVIGATION.back,
    closed=_closed,
    activities=(ExportedActivity(WELCOME),),
    permissions=(permissions.RECORD_AUDIO,),
    files=(
        preference_file(
            PACKAGE,
            {
                "page": Stored("first_page", ("welcome", "setup", "main")),
                "current": "active_record",
                "ask_name": "is_ask_rename_after_stop_recording",
                "stereo": "record_in_stereo",
            },
            "com.dimowner.audiorecorder.data.PrefsImpl",
        ),
    ),
)
