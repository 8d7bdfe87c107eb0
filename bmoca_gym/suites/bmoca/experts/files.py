"""The expert of Files."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey


class PlaceExpert(AppExpert):
    """Opens a place of the file manager's drawer. ``place``: images, audio, videos or downloads."""

    package = "com.android.documentsui"
    label = "files.app_name"

    def __init__(self, place: str) -> None:
        self.place = place

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        row = screen.id("android:id/title", screen.string(f"files.{self.place}"))
        if row is not None:
            return screen.tap(row)
        roots = screen.tree.find(content_description=screen.string("files.show_roots"))
        return screen.tap(roots) if roots is not None else PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "place": PlaceExpert,
}
