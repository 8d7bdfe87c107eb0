"""Camera's state: current camera, options, timer."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Literal

from bmoca_gym.handset.kits.picture_view import enlarged
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.providers.pictures import CAMERA, Photo
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.android.camera2"
ID = PACKAGE + ":id/"
LAUNCHER = "com.android.camera.CameraLauncher"
#: The view finder that another app opens to get a picture.
CAPTURE = "com.android.camera.CaptureActivity"
REVIEW_ACTION = "com.android.camera.action.REVIEW"
OverlayName = Literal["", "modes"]
DELAYS = (0, 3, 10)  # seconds


@value
class CameraState(Value):
    """The app's state.

    Attributes:
        options: whether the row of options is open.
        grid: whether lines are drawn over the view.
        delay: seconds of the timer.
        left: seconds left while the timer runs.
        video: whether it films (from Android 13 on).
        since: uptime in ms at which filming began, or -1.
        zoom: magnification of the view, around its middle.
    """

    front: bool = False
    options: bool = False
    grid: bool = False
    delay: int = 0
    left: int = 0
    video: bool = False
    since: int = -1
    overlay: OverlayName = ""
    zoom: float = 1.0


@lru_cache(2)
def _whole(front: bool) -> bytes:
    name = "front" if front else "back"
    return (resources.files("bmoca_gym.handset.apps.camera") / f"{name}.jpg").read_bytes()


@lru_cache(4)
def scene(front: bool, zoom: float = 1.0) -> bytes:
    """The scene of a camera, as a JPEG file (`graphics.camera_scenes` draws it), or its middle, enlarged."""
    whole = _whole(front)
    return whole if zoom == 1 else enlarged(whole, zoom)


def films(phone: Phone) -> bool:
    """Whether the camera of this release can film."""
    return phone.image.api_level >= 33


def folder_of(phone: Phone) -> str:
    """The folder in which the camera of this release keeps its pictures."""
    return pictures.PICTURES if films(phone) else CAMERA


def last_photo(phone: Phone) -> Photo | None:
    """The newest picture that the camera took."""
    folder = folder_of(phone)
    return next((photo for photo in pictures.photos(phone) if photo.folder == folder), None)
