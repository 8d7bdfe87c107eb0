"""Audio Recorder: records sound into files, names and plays them, as com.dimowner.audiorecorder 0.9.26."""

from __future__ import annotations

from bmoca_gym.handset.apps.audio_recorder import screens
from bmoca_gym.handset.apps.audio_recorder.state import (
    MAIN,
    PACKAGE,
    RECORDS,
    SETTINGS,
    SWITCHES,
    WELCOME,
    AudioRecorder,
    back,
    closed,
    duration,
    is_recording,
    recorded,
    records,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, files, permissions


def _layers(phone: Phone, state: AudioRecorder, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        return (layer(screens.settings, tuple([getattr(state, name) for name in SWITCHES]), bars="light"),)
    if activity.name != RECORDS and state.page != "main":
        return (layer(screens.first_page, state.page, bars="light"),)
    current = state.current if state.current in phone.files else ""
    if activity.name == RECORDS:
        found = tuple([(path, lasts, clock.local_time(phone, at)) for path, lasts, at in records(phone)])
        shown = layer(screens.records, found, bars="light")
    else:
        shown = _recorder(phone, state, current)
    overlay = state.overlay
    if overlay == "drop" and is_recording(state):
        return (shown, dialog(screens.question, True))
    if not current or not overlay:
        return (shown,)
    data = phone.files[current]
    if overlay == "name":
        return (shown, dialog(screens.name_dialog, state.name, activity.focus == "name", state.ask_name))
    if overlay == "menu":
        return (shown, dialog(screens.record_menu))
    if overlay == "delete":
        return (shown, dialog(screens.question, False))
    at = clock.local_time(phone, files.modified(phone, current))
    return (shown, dialog(screens.info_dialog, current, duration(data), len(data), at))


def _recorder(phone: Phone, state: AudioRecorder, current: str) -> Layer:
    uptime, lasts = phone.clock.uptime, duration(phone.files.get(current, b""))
    recording = is_recording(state)
    played = uptime - state.playing if state.playing >= 0 else lasts
    playing = not recording and played < lasts
    made = recorded(state, uptime) if recording else played if playing else 0
    return layer(
        screens.recorder, current, lasts, made // 1000 * 1000, recording, state.since >= 0, playing, state.stereo,
        bars="light",
    )  # fmt: skip


APP = App(
    name="audio_recorder",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("mic", 0xFF37474F),
    state=AudioRecorder,
    layers=_layers,
    uid=10154,
    back=back,
    closed=closed,
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
