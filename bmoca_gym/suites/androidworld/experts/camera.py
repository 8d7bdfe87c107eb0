"""The expert of Camera: one photo, or one video."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey


class TakeExpert(AppExpert):
    """Takes one photo, or one video for the length of a step. ``mode``: photo or video.

    It remembers that the shutter was pressed, since no screen shows the number of pictures.
    """

    package = "com.android.camera2"
    label = "camera.app_name"

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self._pressed = self._filmed = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._pressed and self.mode == "photo":
            return None
        name = screen.string(f"android13.camera_{self.mode}")
        mode = screen.tree.find(resource_id=":id/mode_selector", content_description=name)
        mode = mode or next((n for n in screen.tree if n.content_description == name and n.clickable), None)
        if mode is not None:
            return screen.tap(mode)
        shutter = next((n for n in screen.tree if n.resource_id.endswith(":id/shutter_button")), None)
        if shutter is None:
            return PressKey("BACK")
        if shutter.content_description == screen.string("android13.camera_stop"):
            self._filmed = True
            return screen.tap(shutter)
        if self._filmed:
            return None
        filming = shutter.content_description != screen.string("camera.shutter")
        modes = screen.tree.find(content_description=screen.string("android13.camera_modes"))
        if filming != (self.mode == "video") and modes is not None:
            return screen.tap(modes)
        self._pressed = True
        return screen.tap(shutter)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"take": TakeExpert}
