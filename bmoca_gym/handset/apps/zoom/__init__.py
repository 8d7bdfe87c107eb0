"""Zoom without an account and without a server: the form to join a meeting, and meeting settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.zoom import screens, settings
from bmoca_gym.handset.apps.zoom.state import (
    AUDIO,
    FRAGMENTS,
    JOIN,
    LAUNCHER,
    LOGIN,
    MEETING,
    PACKAGE,
    SIMPLE,
    SWITCHES,
    TONES,
    Zoom,
    back,
    close_dialog,
    closed,
    created,
    leave,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Intent, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import do


def _layers(phone: Phone, state: Zoom, activity: Activity) -> tuple[Layer, ...]:
    name = activity.name
    if name == SIMPLE:
        return (_settings(state, str(activity.argument)),)
    if name == MEETING:
        shown = layer(screens.connecting, bars="light")
        if not state.failed:
            return (shown,)
        return (shown, dialog(screens.notice, "zoom.unable_to_connect", "zoom.unable_text", do(leave)))
    if name not in (JOIN, LOGIN):
        return (layer(screens.welcome, state.welcome),)
    shown = layer(screens.join_form if name == JOIN else screens.login, state, activity.focus)
    if not state.overlay:
        return (shown,)
    text = "zoom.no_network" if state.overlay == "join_failed" else "zoom.unable_text"
    return (shown, dialog(screens.notice, f"zoom.{state.overlay}", text, do(close_dialog)))


def _settings(state: Zoom, page: str) -> Layer:
    if page == "meetings":
        return layer(settings.meetings, state.audio, state.switches)
    if page == "audio":
        return layer(settings.audio_page, state.audio)
    if page == "tone":
        return layer(settings.tone_page, state.tone)
    return layer(settings.about if page == "about" else settings.main)


def _show_page(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the page of a fragment in front."""
    page = FRAGMENTS.get(intent.extra("fragmentClass", ""))
    return None if page is None else activities.start(phone, f"{PACKAGE}/{SIMPLE}", page)


APP = App(
    name="zoom",
    package=PACKAGE,
    activity=LAUNCHER,
    icon=AppIcon("videocam", 0xFF0E71EB),
    state=Zoom,
    layers=_layers,
    uid=10187,
    back=back,
    closed=closed,
    created=created,
    activities=(ExportedActivity(JOIN), ExportedActivity(SIMPLE, _show_page)),
    files=(
        preference_file(
            PACKAGE,
            {
                "audio": Stored("auto_connect_audio", AUDIO),
                "tone": Stored("reaction_skin_tone", TONES),
                "switches": Stored("switches", [name for group in SWITCHES.values() for name in group]),
            },
        ),
    ),
)
