"""Media keys of headsets and keyboards, which go to the app that is playing or paused."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import Phone

#: The keys, with their codes (android.view.KeyEvent, API 29).
KEYS = {
    "MEDIA_PLAY_PAUSE": 85, "MEDIA_STOP": 86, "MEDIA_NEXT": 87, "MEDIA_PREVIOUS": 88, "MEDIA_PLAY": 126,
    "MEDIA_PAUSE": 127,
}  # fmt: skip


def press(phone: Phone, key: str) -> Phone:
    """Press one of `KEYS`. If there is nothing to play, nothing changes."""
    found = None
    for package, app in packages.enabled_of(phone.image).items():
        session = app.media_session(phone) if app.media_session is not None else None
        if session is not None and app.media_key is not None and (found is None or session.playing):
            found = package, app.media_key
    if found is None:
        return phone
    return phone.handled(found[0], found[1], (key.removeprefix("MEDIA_").lower(),))


def turns(key: str, playing: bool) -> bool:
    """Return whether a key, other than "next" and "previous", starts playback, or stops it while ``playing``."""
    return key == "play_pause" or playing != (key == "play")
