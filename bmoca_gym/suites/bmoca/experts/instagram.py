"""The expert of Instagram."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey

_PACKAGE = "com.instagram.android"


class InstagramTabExpert(AppExpert):
    """Goes to a tab by the name of its resource: feed_tab, search_tab, clips_tab, profile_tab."""

    package = _PACKAGE
    label = "instagram.app_name"

    def __init__(self, tab: str) -> None:
        self.tab = tab

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        tab = screen.id(f"{_PACKAGE}:id/{self.tab}")
        if tab is None:
            return PressKey("BACK")
        return None if tab.selected else screen.tap(tab)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "tab": InstagramTabExpert,
}
