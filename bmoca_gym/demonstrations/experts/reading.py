"""What every expert does: read a screen, tap what it finds, scroll for what it misses, open an app."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.view.ui_tree import UiNode, UiTree

_LAUNCHER = "com.google.android.apps.nexuslauncher"


class Screen:
    """A UI tree with the locale it is written in."""

    def __init__(self, tree: UiTree, locale: str) -> None:
        self.tree = tree
        self.locale = locale

    @property
    def package(self) -> str:
        """The app whose window is in front."""
        return self.tree.nodes[0].package if self.tree.nodes else ""

    def string(self, key: str, **values: object) -> str:
        """A text of the string catalogue in the screen's locale."""
        return string(self.locale, key, **values)

    def id(self, resource_id: str, text: str | None = None) -> UiNode | None:
        """The first element with that resource id (and text)."""
        return self.tree.find(resource_id=resource_id, text=text)

    def ids(self, resource_id: str) -> list[UiNode]:
        """All elements with that resource id."""
        return self.tree.find_all(resource_id=resource_id)

    def text(self, text: str) -> UiNode | None:
        """The first element with that text."""
        return self.tree.find(text=text)

    def description(self, text: str) -> UiNode | None:
        """The first element with that content description."""
        return self.tree.find(content_description=text)

    def tap(self, node: UiNode) -> Tap:
        """A tap on the middle of what is seen of an element."""
        x, y = node.center
        return Tap(x / self.tree.width, y / self.tree.height)

    def swipe(self, node: UiNode, direction: str) -> Swipe:
        """A swipe along the middle of an element; ``direction``: where the finger goes, up or down."""
        left, top, right, bottom = node.bounds
        x = (left + right) / 2 / self.tree.width
        low, high = top + (bottom - top) * 0.85, top + (bottom - top) * 0.15
        start, end = (low, high) if direction == "up" else (high, low)
        return Swipe(x, start / self.tree.height, x, end / self.tree.height)

    def search(self, scroll_id: str, wanted: Callable[[], UiNode | None]) -> Gesture | None:
        """A tap on what is wanted, or a swipe that shows more of the list it is in."""
        node = wanted()
        if node is not None:
            return self.tap(node)
        scrollable = next(
            (n for n in self.tree if n.scrollable and (not scroll_id or n.resource_id == scroll_id)), None
        )
        return self.swipe(scrollable, "up") if scrollable is not None else None


def open_app(screen: Screen, package: str, label_key: str) -> Gesture | None:
    """The next gesture towards an app from anywhere on the phone; None when it is in front."""
    if screen.package == package:
        return None
    label = screen.string(label_key)
    if screen.package != _LAUNCHER:
        return PressKey("HOME")
    apps_list = screen.id(f"{_LAUNCHER}:id/apps_list_view")
    icon = next((n for n in screen.tree if n.text == label and n.content_description == label), None)
    if icon is not None:
        return screen.tap(icon)
    if apps_list is not None:
        return screen.swipe(apps_list, "up")
    if screen.id(f"{_LAUNCHER}:id/workspace") is None:
        return PressKey("HOME")
    return Swipe(0.5, 0.8, 0.5, 0.2)


def number(text: str) -> int | None:
    """The whole number that a text writes in any script's digits, or None."""
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    return int(digits) if digits else None
