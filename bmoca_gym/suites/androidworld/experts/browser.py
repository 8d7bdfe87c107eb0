"""Experts for puzzle pages: they open task.html from Files in Chrome and solve the puzzle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidworld.experts.files import FileExpert

_CHROME, _SYSTEM = "com.android.chrome", "android"
_BUTTON, _FIELD, _SHEET = (f"android.widget.{name}" for name in ("Button", "EditText", "Image"))
_SOLVED = "Success!"
#: How far from the screen's edge, as a share of it, a swipe scrolls a page rather than draws on it.
_EDGE = 0.02


class _PageExpert(FileExpert):
    """Opens the page, wherever Files shows it, and solves it."""

    def __init__(self) -> None:
        super().__init__("Download", "task.html")

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        page = tree.find(class_name="android.webkit.WebView") if screen.package == _CHROME else None
        if page is not None:
            inside = tree.subtree(page)
            return None if any(node.text == _SOLVED for node in inside) else self.on_page(screen, inside)
        chrome = screen.id("android:id/text1", screen.string("chrome.app_name"))
        if screen.package == _SYSTEM and chrome is not None:
            once = screen.id("android:id/button_once")
            return screen.tap(once if once is not None and once.enabled else chrome)
        gesture = super().next_gesture(tree, locale)
        assert gesture is None or isinstance(gesture, Gesture)
        return gesture

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        file = screen.id("android:id/title", self.name)
        if file is not None:
            return screen.tap(file)
        return (
            self.scroll(screen, self.name)
            if self.where(screen) == self.folder
            else self.go(screen, self.folder)
        )

    def on_page(self, screen: Screen, inside: Sequence[UiNode]) -> Gesture | None:
        """Return the next move on the page. ``inside``: its elements."""
        raise NotImplementedError

    def press(self, screen: Screen, inside: Sequence[UiNode], label: str) -> Gesture:
        """Return a tap on a button, or a swipe down to it."""
        found = next((node for node in inside if node.class_name == _BUTTON and node.text == label), None)
        return screen.tap(found) if found is not None else _scrolled()


class WalkExpert(_PageExpert):
    """Goes through the maze. It remembers how far it has gone."""

    unsaved = ("_left",)

    def __init__(self, way: Sequence[str]) -> None:
        super().__init__()
        self._left = list(way)

    def on_page(self, screen: Screen, inside: Sequence[UiNode]) -> Gesture | None:
        """See `_PageExpert.on_page`."""
        gesture = self.press(screen, inside, self._left[0]) if self._left else PressKey("BACK")
        if not isinstance(gesture, Swipe) and self._left:
            del self._left[0]
        return gesture


class MultiplyExpert(_PageExpert):
    """Enters the product of the numbers that it has seen."""

    unsaved = ("_seen",)

    def __init__(self) -> None:
        super().__init__()
        self._seen: list[int] = []

    def on_page(self, screen: Screen, inside: Sequence[UiNode]) -> Gesture | None:
        """See `_PageExpert.on_page`."""
        field = next((node for node in inside if node.class_name == _FIELD), None)
        if field is not None:
            product = str(math.prod(self._seen))
            if field.text == product:
                return self.press(screen, inside, "Submit")
            return TypeText(product + "\n") if field.focused else screen.tap(field)
        self._seen += [int(node.text) for node in inside if node.text.isdecimal()]
        return self.press(screen, inside, "Click Me")


class DrawExpert(_PageExpert):
    """Draws a line with each of the colours. It remembers how many it has drawn, and whether it has sent them."""

    unsaved = ("_drawn", "_picked", "_sent")

    def __init__(self, colors: Sequence[int]) -> None:
        super().__init__()
        self._colors = tuple(colors)
        self._drawn = 0
        self._picked = self._sent = False

    def on_page(self, screen: Screen, inside: Sequence[UiNode]) -> Gesture | None:
        """See `_PageExpert.on_page`."""
        if self._drawn == len(self._colors):
            if self._sent:  # what the page says to it stands below
                return _scrolled()
            gesture = self.press(screen, inside, "Submit")
            self._sent = not isinstance(gesture, Swipe)
            return gesture
        palette = [node for node in inside if node.class_name == _BUTTON and not node.text]
        sheet = next((node for node in inside if node.class_name == _SHEET), None)
        if sheet is None or len(palette) <= max(self._colors):
            return _scrolled()
        if not self._picked:
            self._picked = True
            return screen.tap(palette[self._colors[self._drawn]])
        self._picked = False
        self._drawn += 1
        left, top, right, bottom = sheet.bounds
        y = (top + (bottom - top) * self._drawn / (len(self._colors) + 1)) / screen.tree.height
        width = screen.tree.width
        return Swipe((left + (right - left) * 0.2) / width, y, (left + (right - left) * 0.8) / width, y)


def _scrolled() -> Swipe:
    return Swipe(_EDGE, 0.7, _EDGE, 0.4)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"walk": WalkExpert, "multiply": MultiplyExpert, "draw": DrawExpert}
