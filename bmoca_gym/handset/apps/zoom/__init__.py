"""Zoom without an account and without a server: the form to join a meeting, and meeting settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.zoom.handlers import created
from bmoca_gym.handset.apps.zoom.screens import forms, settings
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
)
from bmoca_gym.handset.kits.navigation import CLOSE, Navigation, Overlay, Page, leave_page
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Intent, Layer, dialog
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import do


def _failed(name: str, text: str) -> Overlay[Zoom]:
    return Overlay(forms.notice, lambda s, at: (f"zoom.{name}", f"zoom.{text}", CLOSE), on=("join", "login"))


NAVIGATION = Navigation(
    Zoom,
    {
        "welcome": Page(forms.welcome, lambda s, at: (s.welcome,)),
        "join": Page(forms.join_form, lambda s, at: (s, at.focus), activity=JOIN),
        "login": Page(forms.login, lambda s, at: (s, at.focus), activity=LOGIN),
        "meeting": Page(forms.connecting, activity=MEETING, bars="light"),
        "settings": Page(settings.main),
        "meetings": Page(settings.meetings, lambda s, at: (s.audio, s.switches)),
        "audio": Page(settings.audio_page, lambda s, at: (s.audio,)),
        "tone": Page(settings.tone_page, lambda s, at: (s.tone,)),
        "about": Page(settings.about),
    },
    {
        "join_failed": _failed("join_failed", "no_network"),
        "sign_in_failed": _failed("sign_in_failed", "unable_text"),
    },
    where=lambda s, at: at.argument or "welcome",
    kept=("audio", "tone", "switches"),
)


def _layers(phone: Phone, state: Zoom, activity: Activity) -> tuple[Layer, ...]:
    layers = NAVIGATION.layers(phone, state, activity)
    if activity.name != MEETING or not state.failed:
        return layers
    return (*layers, dialog(forms.notice, "zoom.unable_to_connect", "zoom.unable_text", do(leave_page)))


def _show_page(phone: Phone, intent: Intent) -> Phone | None:
    """Bring the page of a fragment to the front."""
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
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
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
