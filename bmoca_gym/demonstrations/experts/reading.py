"""Parts of every expert: read a screen, tap what it finds, scroll for what it misses, open an app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap
from bmoca_gym.handset.locales import locale_named
from bmoca_gym.handset.resources import format_date, string
from bmoca_gym.handset.ui.tree import UiNode, UiTree

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

    def date(self, day: date, skeleton: str) -> str:
        """A date by a CLDR skeleton, as the screen's locale writes it."""
        return format_date(self.locale, day, skeleton)

    def id(self, resource_id: str, text: str | None = None) -> UiNode | None:
        """The first element with that resource id (and text)."""
        return self.tree.find(resource_id=resource_id, text=text)

    def ids(self, resource_id: str) -> list[UiNode]:
        """All elements with that resource id."""
        return self.tree.find_all(resource_id=resource_id)

    def tap(self, node: UiNode) -> Tap:
        """A tap on the middle of what is seen of an element."""
        x, y = node.center
        return Tap(x / self.tree.width, y / self.tree.height)

    def tap_at(self, node: UiNode, share: float) -> Tap:
        """A tap on a slider's bar, ``share`` (0 to 1) of the way from its start to its end."""
        left, _, right, _ = node.bounds
        place = 1 - share if locale_named(self.locale).rtl else share
        return Tap((left + (right - left) * place) / self.tree.width, node.center[1] / self.tree.height)

    def swipe(self, node: UiNode, direction: str, reach: float = 0.7) -> Swipe:
        """A swipe along the middle of an element; ``direction``: where the finger goes, up or down.

        ``reach``: how far, as a share of the element's height. With 0.4 and the fling behind it, a list shows all.
        """
        left, top, right, bottom = node.bounds
        x = (left + right) / 2 / self.tree.width
        low, high = top + (bottom - top) * (1 + reach) / 2, top + (bottom - top) * (1 - reach) / 2
        start, end = (low, high) if direction == "up" else (high, low)
        return Swipe(x, start / self.tree.height, x, end / self.tree.height)

    def scroll_down(self) -> Gesture | None:
        """A swipe that shows more of the first list on the screen; None without one."""
        scrollable = next((node for node in self.tree if node.scrollable), None)
        return self.swipe(scrollable, "up") if scrollable is not None else None


class AppExpert:
    """Base of the experts of one app: they open it from wherever they are, then act in it."""

    #: The app's package, and the key of its name in the string catalogue.
    package: str
    label: str

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        return self.in_app(screen) if screen.package == self.package else self._open(screen)

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """Return the next gesture on a screen of the app, the answer to a question, or None when everything is done."""
        raise NotImplementedError

    def _open(self, screen: Screen) -> Gesture:
        if screen.package != _LAUNCHER:
            return PressKey("HOME")
        label = screen.string(self.label)
        icon = next((n for n in screen.tree if n.text == label and n.content_description == label), None)
        if icon is not None:
            return screen.tap(icon)
        apps_list = screen.id(f"{_LAUNCHER}:id/apps_list_view")
        if apps_list is not None:
            return screen.swipe(apps_list, "up")
        if screen.id(f"{_LAUNCHER}:id/workspace") is None:
            return PressKey("HOME")
        return Swipe(0.5, 0.8, 0.5, 0.2)


class WritingExpert(AppExpert):
    """Writes rows down in an app's editor, one after the other, and remembers how many it has saved.

    ``editor``: the resource id of what only the editor has; ``add``: of the button that opens it for a new row.
    """

    editor: str
    add: str

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._left = list(rows)
        self._saving = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(self.editor) is not None:
            return self.in_editor(screen, self._left[0]) if self._left else PressKey("BACK")
        if self._saving:
            self._saving = False
            del self._left[0]
        if not self._left:
            return None
        add = screen.id(self.add)
        return screen.tap(add) if add is not None else PressKey("BACK")

    def in_editor(self, screen: Screen, row: Mapping[str, Any]) -> Gesture | None:
        """Return the next gesture that writes a row, and last `save`."""
        raise NotImplementedError

    def save(self, screen: Screen, button: str) -> Gesture:
        """A tap on the button that saves the row; without one on the screen, Back closes the keyboard over it."""
        found = screen.id(button)
        if found is None:
            return PressKey("BACK")
        self._saving = True
        return screen.tap(found)


class PartsExpert:
    """Does one part of a task after the other, each with its expert.

    It remembers how many parts are done, since no screen shows what was done in another app: see `Expert`.
    """

    def __init__(self, *parts: Expert) -> None:
        self._left = list(parts)

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        while self._left:
            gesture = self._left[0].next_gesture(tree, locale)
            if gesture is not None:
                return gesture
            del self._left[0]
        return None


def ascii_digits(text: str) -> str:
    """``text`` with the decimal digits of every script as 0 to 9."""
    return "".join(str(int(c)) if c.isdecimal() else c for c in text)


def number(text: str) -> int | None:
    """The whole number that a text writes in any script's digits, or None."""
    digits = "".join(c for c in ascii_digits(text) if c in "0123456789")
    return int(digits) if digits else None
