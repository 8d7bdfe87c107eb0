"""Audio Recorder's state: recording, and playback of a record."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.value import Value, value

PACKAGE = "com.dimowner.audiorecorder"
ID = PACKAGE + ":id/"
WELCOME, MAIN, RECORDS, SETTINGS = (
    f"{PACKAGE}.app.{name}.{name.title()}Activity" for name in ("welcome", "main", "records", "settings")
)
#: Switches of the settings, and their defaults.
SWITCHES = {"ask_name": True, "stereo": True}

PageName = Literal["welcome", "setup", "main"]
OverlayName = Literal["", "drop", "name", "menu", "delete", "info"]


@value
class AudioRecorder(Value):
    """Audio Recorder's state.

    Attributes:
        name: the name that is typed in a dialog.
        since: uptime in ms at which recording began or was resumed, or -1.
        before: ms recorded until then.
        began: wall ms at which recording began first.
        paused: whether a recording can be resumed.
        current: path of the record that is shown.
        playing: uptime in ms at which its playback began, or -1.
    """

    page: PageName = "welcome"
    overlay: OverlayName = ""
    name: str = ""
    since: int = -1
    before: int = 0
    began: int = 0
    paused: bool = False
    current: str = ""
    playing: int = -1
    ask_name: bool = True
    stereo: bool = True


def recorded(state: AudioRecorder, uptime: int) -> int:
    """Return the ms recorded so far."""
    return state.before + (uptime - state.since if state.since >= 0 else 0)


def is_recording(state: AudioRecorder) -> bool:
    """Whether a recording is running or paused."""
    return state.since >= 0 or state.paused
