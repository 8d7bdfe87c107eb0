"""Audio: the volume of each stream, kept in system settings as on Android."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import clock, display, settings, telephony
from bmoca_gym.handset.value import do


class Stream(NamedTuple):
    """A stream: the key of its setting, its minimum and maximum volume (API 29, android.media.AudioSystem)."""

    key: str
    low: int
    high: int


#: Streams by Android's number: call 0, ring 2, music 3, alarm 4, notification 5.
STREAMS: dict[int, Stream] = {
    0: Stream("volume_voice", 1, 5),
    1: Stream("volume_system", 0, 7),
    2: Stream("volume_ring", 0, 7),
    3: Stream("volume_music", 0, 15),
    4: Stream("volume_alarm", 1, 7),
    5: Stream("volume_notification", 0, 7),
}


class UnknownStreamError(HandsetError, ValueError):
    """Android has no stream of this number."""


def _stream(number: int) -> Stream:
    found = STREAMS.get(number)
    if found is None:
        raise UnknownStreamError(f"no audio stream {number}; there are {', '.join(map(str, STREAMS))}")
    return found


def limits(number: int) -> tuple[int, int]:
    """Return a stream's minimum and maximum volume."""
    stream = _stream(number)
    return stream.low, stream.high


#: Since Android 13, volumes are kept for the speaker. If there is none, the stream's own volume counts.
_SPEAKER, _SPEAKER_SINCE = "_speaker", 33


def key_of(phone: Phone, number: int) -> str:
    """Return the key of the system setting that keeps a stream's volume."""
    key = _stream(number).key
    return key + _SPEAKER if phone.image.api_level >= _SPEAKER_SINCE else key


def volume(phone: Phone, number: int) -> int:
    """Return a stream's volume."""
    stream = _stream(number)
    own = settings.number(phone, "system", stream.key, stream.high, stream.low, stream.high)
    return settings.number(phone, "system", key_of(phone, number), own, stream.low, stream.high)


def set_volume(phone: Phone, number: int, level: int) -> Phone:
    """Set a stream's volume, clamped to its limits."""
    stream = _stream(number)
    level = min(max(level, stream.low), stream.high)
    return settings.put(phone, "system", key_of(phone, number), str(level))


# The panel that the volume keys open

#: How long it stays without a touch, ms (VolumeDialogImpl, API 29).
PANEL_MILLISECONDS = 3000
_CALL, _MUSIC = 0, 3


def press_volume(phone: Phone, step: int) -> Phone:
    """Press a volume key and open the volume panel. ``step``: 1, -1, or 0 to mute."""
    call = telephony.call_of(phone)
    if call is not None and call.state == "ringing":
        return phone  # it silences the ringer
    stream = _MUSIC if call is None else _CALL
    return move_volume(phone, stream, volume(phone, stream) + step if step else limits(stream)[0])


def move_volume(phone: Phone, stream: int, level: int) -> Phone:
    """Set a stream's volume and show the volume panel for a while."""
    return keep_panel(display.changed(set_volume(phone, stream, level), volume=stream))


def keep_panel(phone: Phone) -> Phone:
    """Let the volume panel stay as long as after a touch."""
    at = phone.clock.uptime + PANEL_MILLISECONDS
    return clock.schedule(phone, SYSTEM, "volume", at, do(_panel_over), "uptime")


def close_panel(phone: Phone) -> Phone:
    """Close the volume panel."""
    return display.changed(clock.cancel(phone, SYSTEM, "volume"), volume=-1)


def _panel_over(phone: Phone, context: object) -> Phone:
    return display.changed(phone, volume=-1)
