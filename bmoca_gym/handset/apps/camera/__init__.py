"""Camera: a view finder that sees a room, and its shutter, as the camera of Android 10 (Camera2) has them."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera import screens
from bmoca_gym.handset.apps.camera.state import (
    LAUNCHER,
    PACKAGE,
    CameraState,
    back,
    closed,
    last_photo,
    stop_counting,
)
from bmoca_gym.handset.manifest import App, AppIcon, Layer, layer
from bmoca_gym.handset.state import Activity, Phone


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
)
