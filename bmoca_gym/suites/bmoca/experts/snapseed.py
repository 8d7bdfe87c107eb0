"""Experts for Snapseed: they apply a look or a tool to a picture, and change the app's settings."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey

_PACKAGE = "com.niksoftware.snapseed"
_ID = _PACKAGE + ":id/"


class PictureExpert(AppExpert):
    """Opens a picture, then the tab ``tab``; there the look ``look``, or the style ``style`` of the tool ``tool``."""

    package = _PACKAGE
    label = "snapseed.app_name"

    def __init__(self, tab: str = "looks", look: str = "", tool: str = "", style: str = "") -> None:
        self.tab = tab
        self.look = look
        self.tool = tool
        self.style = style

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        opened = screen.id(_ID + "item_root") or screen.id(_ID + "logo_view")
        if opened is not None:
            return screen.tap(opened)
        if self.style:
            chosen = screen.id(_ID + "title", self.style)
            if chosen is not None:
                return None if chosen.selected else screen.tap(chosen)
        if self.look:
            look = screen.id(_ID + f"look_{self.look}")
            if look is not None:
                return None if look.selected else screen.tap(look)
        tab = screen.id(_ID + f"{self.tab}_button")
        if tab is None:
            return PressKey("BACK")
        if not tab.selected:
            return screen.tap(tab)
        if not self.tool:
            return None
        tool = screen.id(_ID + f"tool_{self.tool}")
        # A tool at the lower edge may be mostly hidden. Its middle is touched all the same.
        return screen.tap(tool) if tool is not None else screen.scroll_down() or PressKey("BACK")


class PreferenceExpert(AppExpert):
    """Chooses an entry of a list in the app's settings.

    ``title``: the list's key in the string catalogue; ``entry``: the key of the entry's text, and ``number`` in it.
    """

    package = _PACKAGE
    label = "snapseed.app_name"

    def __init__(self, title: str, entry: str, placeholder: str, number: int) -> None:
        self.title = title
        self.entry = entry
        self.placeholder = placeholder
        self.number = number

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        wanted = ascii_digits(screen.string(f"snapseed.{self.entry}", **{self.placeholder: self.number}))
        entries = screen.ids("android:id/text1")
        if entries:
            found = next((n for n in entries if ascii_digits(n.content_description) == wanted), None)
            return screen.tap(found) if found is not None else screen.scroll_down()
        if any(ascii_digits(n.text) == wanted for n in screen.ids("android:id/summary")):
            return None
        return _to_row(screen, self.title)


class DarkThemeExpert(AppExpert):
    """Turns the app's dark theme on."""

    package = _PACKAGE
    label = "snapseed.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        switch = screen.id("android:id/switch_widget")
        if switch is not None:
            return None if switch.checked else screen.tap(switch)
        return _to_row(screen, "dark_theme")


def _to_row(screen: Screen, key: str) -> Gesture:
    """A tap on a row of the settings, or on something that leads to them."""
    for wanted in (key, "settings"):
        title = screen.id("android:id/title", screen.string(f"snapseed.{wanted}"))
        if title is not None:
            return screen.tap(title)
    menu = screen.id(_ID + "overflow_button")
    if menu is not None:
        return screen.tap(menu)
    in_settings = screen.id(_ID + "recycler_view") is not None
    return (screen.scroll_down() if in_settings else None) or PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "picture": PictureExpert,
    "dark_theme": DarkThemeExpert,
    "preference": PreferenceExpert,
}
