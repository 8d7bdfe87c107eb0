"""Experts of the language pages of Settings."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.view.ui_tree import UiTree

_PACKAGE = "com.android.settings"
_ID = _PACKAGE + ":id/"
#: The rows on the way from the home page of Settings to the list of languages.
_WAY = ("settings.system", "settings.languages_input", "settings.languages")


class AddLanguageExpert(AppExpert):
    """Goes to the page on which a language is added."""

    package = _PACKAGE
    label = "settings.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        add = screen.id(_ID + "add_language")
        if add is not None:
            return screen.tap(add)
        # The furthest row of the way that is seen: each page has one of them.
        for key in reversed(_WAY):
            row = screen.id("android:id/title", screen.string(key))
            if row is not None:
                return screen.tap(row)
        if screen.id(_ID + "search_action_bar") is None and not any(n.scrollable for n in tree):
            return PressKey("BACK")
        return screen.search("", lambda: None) or PressKey("BACK")
