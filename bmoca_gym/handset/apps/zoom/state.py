"""Zoom's state without an account: the form to join a meeting, and settings."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.value import Value, value

PACKAGE = "us.zoom.videomeetings"
ID = PACKAGE + ":id/"
_CLASSES = "com.zipow.videobox."
LAUNCHER, JOIN, MEETING = (
    _CLASSES + "LauncherActivity",
    _CLASSES + "JoinConfActivity",
    _CLASSES + "ConfActivityNormal",
)
LOGIN, SIMPLE = _CLASSES + "LoginActivity", _CLASSES + "SimpleActivity"
#: The pages of settings by their fragments, which `SIMPLE` shows.
FRAGMENTS = {
    _CLASSES + "fragment.SettingFragment": "settings",
    _CLASSES + "fragment.SettingMeetingFragment": "meetings",
    _CLASSES + "fragment.AutoConnectAudioFragment": "audio",
    _CLASSES + "fragment.MeetingReactionSkinToneFragment": "tone",
    _CLASSES + "fragment.AboutFragment": "about",
}
#: The pages of the welcome.
WELCOMES = {"start": "videocam", "share": "screen_share", "message": "chat", "zooming": "devices"}
OverlayName = Literal["", "join_failed", "sign_in_failed"]
AUDIO = ("off", "any")
TONES = ("default", "light", "medium_light", "medium", "medium_dark", "dark")
#: The switches of the page about meetings, by their groups.
SWITCHES = {
    "audio_group": ("mute_mic", "original_audio"),
    "video_group": ("not_open_camera", "preview", "show_no_video"),
    "general_group": ("driving_mode", "copy_link", "closed_caption", "show_timer", "join_leave_tip"),
}
#: Ids of meetings have 9 to 11 digits, names of personal links 5 to 40 letters.
LEAST_DIGITS, MOST_DIGITS = 9, 11
LEAST_LINK, MOST_LINK, NAME_LIMIT, TEXT_LIMIT = 5, 40, 64, 128


@value
class Zoom(Value):
    """The app's state.

    Attributes:
        number: the digits of the meeting id.
        by_link: whether the form asks for a personal link instead.
        failed: whether the meeting could not be reached.
        audio: one of `AUDIO`.
        tone: one of `TONES`.
        switches: names of the switches that are on.
    """

    welcome: int = 0
    number: str = ""
    link: str = ""
    by_link: bool = False
    name: str = ""
    no_audio: bool = False
    no_video: bool = False
    failed: bool = False
    overlay: OverlayName = ""
    email: str = ""
    password: str = ""
    audio: str = "off"
    tone: str = "default"
    switches: tuple[str, ...] = ("preview", "show_no_video", "driving_mode", "closed_caption")


def formatted(digits: str) -> str:
    """A meeting id in groups: ``123 456 7890``, or ``123 4567 8901`` for 11 digits."""
    second = 7 if len(digits) >= MOST_DIGITS else 6
    return " ".join(filter(None, (digits[:3], digits[3:second], digits[second:])))


def can_join(state: Zoom) -> bool:
    """Whether the form is complete enough to join."""
    if not state.name.strip():
        return False
    if state.by_link:
        return LEAST_LINK <= len(state.link) <= MOST_LINK and state.link[0].isalpha()
    return len(state.number) >= LEAST_DIGITS
