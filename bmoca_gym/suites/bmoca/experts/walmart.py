"""Experts of Walmart."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey

_ID = "com.walmart.android:id/"


class WalmartTabExpert(AppExpert):
    """Goes to a tab of the main screen: shop, my_items, search, services, account."""

    package = "com.walmart.android"
    label = "walmart.app_name"

    def __init__(self, tab: str) -> None:
        self.tab = tab

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        tab = screen.id(f"{_ID}navigation_{self.tab}")
        if tab is None:
            return PressKey("BACK")
        return None if tab.selected else screen.tap(tab)


class WalmartScreenExpert(WalmartTabExpert):
    """Opens a screen from a tab: ``entry``, with that ``text``, leads to it, and ``there`` is an element on it."""

    def __init__(self, tab: str, entry: str, there: str, text: str | None = None) -> None:
        super().__init__(tab)
        self.entry = entry
        self.there = there
        self.text = text

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + self.there, self.text):
            return None
        gesture = super().in_app(screen)
        if gesture is not None:
            return gesture
        # The chosen tab, touched again, goes back to its own screen and to the top of that.
        way = screen.id(_ID + self.entry, self.text) or screen.id(f"{_ID}navigation_{self.tab}")
        return screen.tap(way) if way is not None else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "tab": WalmartTabExpert,
    "screen": WalmartScreenExpert,
}
