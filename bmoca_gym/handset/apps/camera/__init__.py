"""Camera: a view finder that sees a room, and its shutter, as the camera of Android 10 (Camera2) has them."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera import screens
from bmoca_gym.handset.apps.camera.state import (
    CAPTURE,
    LAUNCHER,
    PACKAGE,
    CameraState,
    back,
    capture,
    closed,
    last_photo,
    open_camera,
    stop_counting,
)
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, IntentFilter, Layer, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import permissions


def _layers(phone: Phone, s: CameraState, activity: Activity) -> tuple[Layer, ...]:
    last = last_photo(phone)
    shown = layer(
        screens.screen, s.front, s.options, s.grid, s.delay, s.left, None if last is None else last.data,
        kind="screen", bars="light",
    )  # fmt: skip
    return (shown,)


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
    paused=stop_counting,
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
)
