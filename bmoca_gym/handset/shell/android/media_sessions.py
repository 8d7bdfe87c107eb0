"""The output of ``dumpsys media_session`` in Android 13's format: what apps are playing or have paused."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, MediaSession
from bmoca_gym.handset.state import Phone

#: What a session that plays can be told: stop, pause, play, skip to another piece, seek (PlaybackState.ACTION_*).
_ACTIONS = 0x1 | 0x2 | 0x4 | 0x10 | 0x20 | 0x100 | 0x200
_PAUSED, _PLAYING = 2, 3


def listing(phone: Phone) -> str:
    """List the sessions of apps that run, playing ones first."""
    found = [
        (app, session)
        for package, app in packages.apps_of(phone.image).items()
        if package in phone.processes
        and app.media_session is not None
        and (session := app.media_session(phone)) is not None
    ]
    found.sort(key=lambda one: not one[1].playing)
    sessions = "".join(_session(phone, app, session) for app, session in found)
    button = f"{_name(*found[0])} (userId=0)" if found else "null"
    return (
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nGlobal priority session is null\n"
        f"User Records:\nRecord for full_user=0\n  Media button session is {button}\n"
        f"  Sessions Stack - have {len(found)} sessions:\n{sessions}"
    )


def _name(app: App, session: MediaSession) -> str:
    return f"{app.package}/{session.tag}"


def _session(phone: Phone, app: App, session: MediaSession) -> str:
    state, speed = (_PLAYING, 1.0) if session.playing else (_PAUSED, 0.0)
    described = ", ".join(text or "null" for text in (session.title, session.artist, session.album))
    return (
        f"    {session.tag} {_name(app, session)} (userId=0)\n      ownerUid={app.uid}, userId=0\n"
        f"      package={app.package}\n      launchIntent=null\n      mediaButtonReceiver=null\n      active=true\n"
        f"      state=PlaybackState {{state={state}, position={session.position}, buffered position=0, speed={speed}, "
        f"updated={phone.clock.uptime}, actions={_ACTIONS}, custom actions=[], active item id=-1, error=null}}\n"
        f"      metadata: size=4, description={described}\n      queueTitle=null, size={session.queue}\n"
    )
