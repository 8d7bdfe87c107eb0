"""Camera: a view finder that shows a room, and a shutter, as the camera of Android 10 (Camera2)."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera import screens
from bmoca_gym.handset.apps.camera.state import (
    CAPTURE,
    DELAYS,
    LAUNCHER,
    PACKAGE,
    CameraState,
    back,
    capture,
    closed,
    films,
    last_photo,
    open_camera,
    paused,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import permissions


def _layers(phone: Phone, s: CameraState, activity: Activity) -> tuple[Layer, ...]:
    last = last_photo(phone)
    film: tuple[str, int] | tuple[()] = ()
    if films(phone):
        film = (
            "video" if s.video else "photo",
            (phone.clock.uptime - s.since) // 1000 if s.since >= 0 else -1,
        )
    shown = layer(
        screens.screen, s.front, s.options, s.grid, s.delay, s.left, None if last is None else last.data, *film,
        kind="screen", bars="light",
    )  # fmt: skip
    return (shown, dialog(screens.mode_list, s.video)) if s.modes else (shown,)


_BARS = "android.widget.LinearLayout#indicator_bottombar_wrapper"

APP = App(
    name="camera",
    package=PACKAGE,
    activity=LAUNCHER,
    icon=AppIcon("photo_camera", 0xFF607D8B),
    state=CameraState,
    layers=_layers,
    uid=10057,
    back=back,
    closed=closed,
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
