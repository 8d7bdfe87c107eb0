"""Camera: a view finder that shows a room, and a shutter, as the camera of Android 10 (Camera2)."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.camera.handlers import back, capture, open_camera, paused
from bmoca_gym.handset.apps.camera.screens import finder
from bmoca_gym.handset.apps.camera.state import (
    CAPTURE,
    DELAYS,
    LAUNCHER,
    PACKAGE,
    CameraState,
    films,
    last_photo,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, TourStep
from bmoca_gym.handset.system import permissions


def _finder(s: CameraState, at: Place) -> tuple[Any, ...]:
    phone = at.phone
    last = last_photo(phone)
    film: tuple[str, int] | tuple[()] = ()
    if films(phone):
        film = (
            "video" if s.video else "photo",
            (phone.clock.uptime - s.since) // 1000 if s.since >= 0 else -1,
        )
    return s.front, s.zoom, s.options, s.grid, s.delay, s.left, None if last is None else last.picture, *film


def _where(s: CameraState, at: Place) -> str:
    """The viewfinder, or why it isn't shown. While a permission is being requested, this is undecided."""
    allowed = permissions.granted(at.phone, PACKAGE, permissions.CAMERA)
    return "finder" if allowed or at.activity.prompt is not None else "denied"


NAVIGATION = Navigation(
    CameraState,
    {
        "finder": Page(finder.screen, _finder, back=back, kind="screen", bars="light"),
        "denied": Page(finder.denied, kind="screen", bars="light"),
    },
    {"modes": Overlay(finder.mode_list, lambda s, at: (s.video,), on=("finder",))},
    where=_where,
    kept=("front", "grid", "delay", "video"),
)

_BARS = "android.widget.FrameLayout#indicator_bottombar_wrapper"

APP = App(
    tour=(
        TourStep(
            "question", "camera.tour_location", "camera.tour_location_text", buttons=(("tours.next", 1),)
        ),
    ),
    name="camera",
    package=PACKAGE,
    activity=LAUNCHER,
    icon=AppIcon("photo_camera", 0xFF607D8B),
    state=CameraState,
    layers=NAVIGATION.layers,
    uid=10057,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    paused=paused,
    intents=(
        IntentFilter(("android.media.action.IMAGE_CAPTURE",), capture, activity=CAPTURE),
        IntentFilter(("android.media.action.STILL_IMAGE_CAMERA",), open_camera),
    ),
    activities=(ExportedActivity("com.android.camera.CameraActivity"),),
    permissions=(
        permissions.CAMERA,
        permissions.FINE_LOCATION,
        permissions.RECORD_AUDIO,
        permissions.STORAGE,
    ),
    asks=(permissions.CAMERA, permissions.FINE_LOCATION),
    layouts=(
        ("", ()),
        ("#activity_root_view", ("android.widget.FrameLayout#camera_app_root",)),
        ("around#mode_options_overlay", (_BARS,)),
        (
            "#mode_options_overlay",
            ("android.widget.FrameLayout#mode_options", "android.widget.LinearLayout#mode_options_buttons"),
        ),
        ("around#three_dots", (_BARS, "android.widget.LinearLayout#mode_options_toggle")),
        ("around#bottom_bar", (_BARS,)),
        ("around#shutter_button", ("android.widget.FrameLayout#bottombar_capture",)),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "front": "camera_front",
                "grid": "pref_camera_grid_lines",
                "delay": Stored("pref_camera_countdown_duration_key", DELAYS),
                "video": "camera_video",
            },
        ),
    ),
)
