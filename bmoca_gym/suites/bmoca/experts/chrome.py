"""The expert of Chrome."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey

_ID = "com.android.chrome:id/"


class BrowserMenuExpert(AppExpert):
    """Taps an item of the browser's menu. ``row``: its key in the string catalogue, such as ``new_tab``."""

    package = "com.android.chrome"
    label = "chrome.app_name"

    def __init__(self, row: str) -> None:
        self.row = row

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        row = screen.id(_ID + "menu_item_text", screen.string(f"chrome.{self.row}"))
        if row is not None:
            return screen.tap(row)
        button = screen.id(_ID + "menu_button")
        return screen.tap(button) if button is not None else PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "menu": BrowserMenuExpert,
}
