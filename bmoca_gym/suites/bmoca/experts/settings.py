"""Experts for Settings: they follow rows to a page and set a switch or slider there."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits, number
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.ui.tree import UiNode

_PACKAGE = "com.android.settings"
_ID = _PACKAGE + ":id/"
_TITLE = "android:id/title"
# The text of the switch at the top of a page, from Android 12 on.
_MAIN_SWITCH = _ID + "switch_text"
# The element that Android 12 and later describe by the page's title, which is not a text there.
_APP_BAR = _ID + "collapsing_toolbar"
_SWITCHES = ("android:id/switch_widget", _ID + "switchWidget")
_SEEK_BAR = "android.widget.SeekBar"


class SettingsExpert(AppExpert):
    """Follows rows, given by their keys in the string catalogue, from the home page of Settings, then acts on one.

    A key with a dot belongs to another catalogue than that of Settings.

    ``act``: "on", "off" or "toggle" for the switch of the row ``key``, "raise" or "lower" for its slider, "" to only go
    there.
    """

    package = _PACKAGE
    label = "settings.app_name"

    def __init__(self, way: tuple[str, ...], act: str = "", key: str = "") -> None:
        self.way = way
        self.act = act
        self.key = key

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        first = screen.id(_ID + "settings_homepage_container")
        if (
            first is not None and first.bounds[2] - first.bounds[0] < screen.tree.width
        ):  # a page stands beside it
            beside = screen.beside(first)
            on_the_way = any(self._on_page(beside, key) for key in self.way)
            screen = beside if on_the_way else screen.inside(first)
        if self.act in ("raise", "lower"):
            name = screen.string(f"settings.{self.key}")
            slider = screen.tree.find(class_name=_SEEK_BAR, content_description=name)
            if slider is not None:
                return self._slide(screen, slider)
        elif self.act:
            got_it = screen.id("android:id/button1", screen.string("settings.got_it"))
            if got_it is not None:
                return screen.tap(got_it)
            row = _row(screen, self.key)
            if row is not None and self._on_page(screen, self.way[-1]):
                return self._switch(screen, row)
        # The furthest row of the way that is seen: each page has one of them.
        for key in reversed(self.way):
            row = _row(screen, key)
            if row is not None:
                return screen.tap(row)
        if not self.act and self._on_page(screen, self.way[-1]):
            return None
        at_home = screen.id(_ID + "settings_homepage_container") is not None
        if at_home or any(self._on_page(screen, key) for key in self.way):
            return screen.scroll_down() or PressKey("BACK")
        return PressKey("BACK")

    def _on_page(self, screen: Screen, key: str) -> bool:
        name = _string(screen, key, count=1, shown="")
        app_bar = screen.id(_APP_BAR)
        if app_bar is not None:
            return app_bar.content_description == name
        return any(node.text == name and node.resource_id != _TITLE for node in screen.tree)

    def _switch(self, screen: Screen, title: UiNode) -> Gesture | None:
        switch = _switch_after(screen, title)
        if switch is None:
            return None
        if self.act == "toggle":
            return screen.tap(switch)
        return screen.tap(switch) if switch.checked != (self.act == "on") else None

    def _slide(self, screen: Screen, slider: UiNode) -> Gesture | None:
        """Move the slider close to one end. Its text is its position in hundredths from the start."""
        level = float(ascii_digits(slider.text) or 0)
        if self.act == "raise":
            return screen.tap_at(slider, 0.95) if level < 60 else None
        return screen.tap_at(slider, 0.1) if level > 40 else None


class AddLanguageExpert(SettingsExpert):
    """Goes to the page to add a language."""

    def __init__(self) -> None:
        super().__init__(("system", "languages_input", "languages"))

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        add = screen.id(_ID + "add_language")
        return screen.tap(add) if add is not None else super().in_app(screen)


def _row(screen: Screen, key: str) -> UiNode | None:
    """The title of a row, in which any number may appear. A heading with the same words can't be tapped."""
    named = []
    for node in (*screen.ids(_TITLE), *screen.ids(_MAIN_SWITCH)):
        count = number(node.text) or 0
        if ascii_digits(node.text) == ascii_digits(_string(screen, key, count=count, shown=str(count))):
            named.append(node)
    return next((node for node in named if _in_what_can_be_tapped(screen, node)), next(iter(named), None))


def _in_what_can_be_tapped(screen: Screen, node: UiNode) -> bool:
    (x, y) = node.center
    return any(
        one.clickable and one.bounds[0] <= x < one.bounds[2] and one.bounds[1] <= y < one.bounds[3]
        for one in screen.tree
    )


def _string(screen: Screen, key: str, **values: object) -> str:
    return screen.string(key if "." in key else f"settings.{key}", **values)


def _switch_after(screen: Screen, title: UiNode) -> UiNode | None:
    """The switch in the row of a title: the first one after it, before the next title."""
    nodes = list(screen.tree)
    for node in nodes[nodes.index(title) + 1 :]:
        if node.resource_id in _SWITCHES:
            return node
        if node.resource_id == _TITLE:
            return None
    return None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "go": SettingsExpert,
    "add_language": AddLanguageExpert,
}
