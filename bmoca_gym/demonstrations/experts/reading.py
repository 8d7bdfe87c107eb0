"""Base classes of experts: reading a screen, tapping elements, scrolling, opening an app."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.envs.actions import Answer, Speech
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.resources import (
    decimal_separator,
    digits,
    format_date,
    format_time,
    group_separator,
    keys_of,
    language_name,
    string,
    string_keys,
)
from bmoca_gym.handset.resources import number as local_number
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_BACK = PressKey("BACK")

#: Between a time and "AM" or "PM" in Clock.
_THIN_SPACE = "\u200a"

#: The questions of editors about changes that are not saved, and the answers that drop them, by app. Back would only
#: close the question.
_LEAVING = {
    "bluecoins": ("discard_question", "discard"),
    "broccoli": ("discard_question", "discard"),
    "calendar": ("discard_question", "discard"),
    "calendario": ("discard_question", "discard"),
    "contacts": ("discard_question", "discard"),
    "osmand": ("leave_question", "leave"),
    "simple_calendar": ("save_question", "discard"),
    "tasks": ("discard_question", "discard"),
}

_LAUNCHER = "com.google.android.apps.nexuslauncher"


@cache
def _times(locale: str, hour_24: bool) -> frozenset[str]:
    """Every time of day as a locale writes it, in 12-hour or 24-hour form."""
    return frozenset(format_time(locale, hour, minute, hour_24) for hour in range(24) for minute in range(60))


class Screen:
    """A UI tree with its locale."""

    def __init__(self, tree: UiTree, locale: str) -> None:
        self.tree = tree
        self.locale = locale

    @property
    def package(self) -> str:
        """Package of the app in the foreground."""
        return self.tree.nodes[0].package if self.tree.nodes else ""

    @property
    def rtl(self) -> bool:
        """Whether the screen's language is right-to-left."""
        return locale_named(self.locale).rtl

    def string(self, key: str, **values: object) -> str:
        """Return a text of the string catalogue in the screen's locale."""
        return string(self.locale, key, **values)

    def shown(self, english: str, *catalogues: str) -> tuple[str, ...]:
        """Return what the screen may show for a task's English text: its translations in these catalogues.

        A text that is in none of them is a name, and stays as it is.
        """
        keys = [key for catalogue in catalogues for key in keys_of(catalogue, english)]
        return tuple([self.string(key) for key in keys]) or (english,)

    def app(self, english: str) -> tuple[str, ...]:
        """Return what the screen may call an app, by its English name."""
        keys = [
            key
            for key in string_keys()
            if key.endswith("app_name") and key in keys_of(key.partition(".")[0], english)
        ]
        return tuple([self.string(key) for key in keys]) or (english,)

    def language(self, tag: str) -> str:
        """Return the screen's name for a language and country such as ``zh_CN``."""
        return language_name(self.locale, tag)

    def digits(self, text: str) -> str:
        """Return a text with its digits in the script of the screen's locale."""
        return digits(self.locale, text)

    def number(self, text: str) -> str:
        """Write a number such as ``1,204.50`` as the screen's locale does."""
        return local_number(self.locale, text)

    def plain_numbers(self, text: str) -> str:
        """Return a text with its numbers in English: the inverse of `number`."""
        marks = {group_separator(self.locale): ",", decimal_separator(self.locale): "."}
        between = rf"(?<=\d)[{re.escape(''.join(marks))}](?=\d)"
        return ascii_digits(re.sub(between, lambda found: marks[found[0]], text))

    def date(self, day: date, skeleton: str) -> str:
        """Format a date by a CLDR skeleton in the screen's locale."""
        return format_date(self.locale, day, skeleton)

    def time(self, hour: int, minute: int) -> str:
        """Return a time of day as this screen writes it, in 12-hour or 24-hour form like other times on it.

        A phone setting decides which. On a screen without times, the locale's format is used.
        """
        shown = {node.text.replace(_THIN_SPACE, " ") for node in self.tree}
        hours = next((hours for hours in (False, True) if shown & _times(self.locale, hours)), None)
        return format_time(self.locale, hour, minute, hours)

    def id(self, resource_id: str, text: str | None = None) -> UiNode | None:
        """Return the first element with this resource id (and text), or None."""
        return self.tree.find(resource_id=resource_id, text=text)

    def ids(self, resource_id: str) -> list[UiNode]:
        """Return all elements with this resource id."""
        return self.tree.find_all(resource_id=resource_id)

    def tap(self, node: UiNode) -> Tap:
        """Return a tap on the centre of an element's visible part."""
        x, y = node.center
        return Tap(x / self.tree.width, y / self.tree.height)

    def tap_at(self, node: UiNode, share: float) -> Tap:
        """Return a tap on a slider at ``share`` (0 to 1) of the way from its start to its end."""
        left, _, right, _ = node.bounds
        place = 1 - share if self.rtl else share
        return Tap((left + (right - left) * place) / self.tree.width, node.center[1] / self.tree.height)

    def swipe(self, node: UiNode, direction: str, reach: float = 0.7) -> Swipe:
        """Return a vertical swipe along the middle of an element.

        Args:
            node: the element.
            direction: where the finger goes, ``"up"`` or ``"down"``.
            reach: length as a fraction of the element's height. With 0.4 a list skips no row, in spite of the fling.
        """
        left, top, right, bottom = node.bounds
        x = (left + right) / 2 / self.tree.width
        low, high = top + (bottom - top) * (1 + reach) / 2, top + (bottom - top) * (1 - reach) / 2
        start, end = (low, high) if direction == "up" else (high, low)
        return Swipe(x, start / self.tree.height, x, end / self.tree.height)

    def inside(self, node: UiNode) -> Screen:
        """Return the part of the screen inside an element."""
        left, top, right, bottom = node.bounds
        found = [one for one in self.tree if left <= one.bounds[0] and one.bounds[2] <= right]
        return self._part([one for one in found if top <= one.bounds[1] and one.bounds[3] <= bottom])

    def pane(self, resource_id: str) -> Screen:
        """Return the part of the screen in a pane; all of the screen where it has no such pane."""
        node = self.id(resource_id)
        return self if node is None else self.inside(node)

    def beside(self, node: UiNode) -> Screen:
        """Return the part of the screen on either side of an element."""
        left, _, right, _ = node.bounds
        return self._part([one for one in self.tree if one.bounds[2] <= left or one.bounds[0] >= right])

    def _part(self, nodes: Sequence[UiNode]) -> Screen:
        return Screen(
            UiTree(tuple(nodes), self.tree.width, self.tree.height, self.tree.rotation), self.locale
        )

    def scroll_down(self) -> Gesture | None:
        """Return a swipe that scrolls the first list down; None without a list."""
        scrollable = next((node for node in self.tree if node.scrollable), None)
        return self.swipe(scrollable, "up") if scrollable is not None else None


class Recovery:
    """Replaces gestures that work in a usual episode but get nowhere from another state.

    For example, Back only dismisses an editor's question, a list was scrolled past its row, or a field has other text.
    """

    def __init__(self) -> None:
        self._last: tuple[Gesture | Answer | None, UiTree | None] = None, None
        #: At how many ends of a list the last swipes were.
        self._ends = 0
        self._emptying = False

    def mended(self, gesture: Gesture | Answer | None, screen: Screen, app: str) -> Gesture | Answer | None:
        """Return an expert's gesture on an app's screen, or another one that gets further. ``app``: as in
        `_LEAVING`."""
        if isinstance(gesture, Swipe):
            gesture = self._turned(gesture, screen.tree)
        else:
            self._ends = 0
        if gesture == _BACK:
            gesture = _out_of(screen, app)
        elif isinstance(gesture, TypeText):
            gesture = self._typed(gesture, screen.tree)
        self._last = gesture, screen.tree
        return gesture

    def _turned(self, swipe: Swipe, tree: UiTree) -> Gesture:
        """Return a swipe, or its reverse if it has just changed nothing: the target was scrolled past.

        If the target is at neither end, it is on another page: Back.
        """
        reverse = replace(swipe, x0=swipe.x1, y0=swipe.y1, x1=swipe.x0, y1=swipe.y0)
        if self._last in ((swipe, tree), (reverse, tree)):
            self._ends += 1
        if self._ends > 1:
            self._ends = 0
            return _BACK
        return reverse if self._ends else swipe

    def _typed(self, typed: TypeText, tree: UiTree) -> Gesture:
        """Return the text to type or, if it was already typed after other text, the gesture that empties the field."""
        field = next((node for node in tree if node.focused and node.editable), None)
        full = field is not None and field.text not in ("", field.hint)
        self._emptying = full and (self._emptying or self._last[0] == typed)
        return PressKey("DEL") if self._emptying else typed


def _out_of(screen: Screen, app: str) -> Gesture:
    """Return Back or, if the app asks whether to discard changes, a tap on the button that discards them."""
    asked, answer = _LEAVING.get(app, ("", ""))
    if asked and screen.tree.find(text=screen.string(f"{app}.{asked}")) is not None:
        button = screen.tree.find(text=screen.string(f"{app}.{answer}"))
        if button is not None:
            return screen.tap(button)
    return _BACK


class AppExpert:
    """Base of the experts of one app. It opens the app from any screen, then acts in it."""

    #: Package of the app, and key of its name in the string catalogue.
    package: str
    label: str
    #: How many apps of the same name are before it in the list of apps. If any, it is opened only from there.
    namesakes = 0
    #: Names of the attributes that remember what is lost if the app crashes: what was read, marked or chosen, and not
    #: yet saved.
    unsaved: tuple[str, ...] = ()

    _recovery: Recovery
    _given: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **options: Any) -> Any:
        """Create an expert that can recover, whatever its own ``__init__`` does."""
        made = super().__new__(cls)
        made._recovery = Recovery()
        made._given = arguments, options
        return made

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        if screen.package != self.package:
            return self._open(screen)
        return self._recovery.mended(self.in_app(screen), screen, self.label.partition(".")[0])

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """Return the next gesture on a screen of the app, the answer to a question, or None if everything is
        done.
        """
        raise NotImplementedError

    def restarted(self) -> None:
        """Forget what was started but not saved, because the app has crashed."""
        self._recovery = Recovery()
        if self.unsaved:
            arguments, options = self._given
            fresh = type(self)(*arguments, **options)
            for name in self.unsaved:
                setattr(self, name, getattr(fresh, name))

    def _open(self, screen: Screen) -> Gesture:
        if screen.package != _LAUNCHER:
            return PressKey("HOME")
        label = screen.string(self.label)
        icons = [node for node in screen.tree if node.text == label and node.content_description == label]
        apps_list = screen.id(f"{_LAUNCHER}:id/apps_list_view")
        if self.namesakes < len(icons) and (self.namesakes == 0 or apps_list is not None):
            return screen.tap(icons[self.namesakes])
        if apps_list is not None:
            return screen.swipe(apps_list, "up")
        if screen.id(f"{_LAUNCHER}:id/workspace") is None:
            return PressKey("HOME")
        return Swipe(0.5, 0.8, 0.5, 0.2)


class WritingExpert(AppExpert):
    """Enters rows in an app's editor, one after the other, and remembers how many it has saved.

    ``editor``: resource id of an element that only the editor has; ``add``: resource id of the button for a
    new row.
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
        """Return the next gesture to enter a row, finally `save`."""
        raise NotImplementedError

    def save(self, screen: Screen, button: str) -> Gesture:
        """Return a tap on the button that saves the row. If the keyboard hides it, return Back."""
        found = screen.id(button)
        if found is None:
            return PressKey("BACK")
        self._saving = True
        return screen.tap(found)


class PartsExpert:
    """Performs the parts of a task one after the other, each with its expert.

    It remembers how many parts are done, since no screen shows what was done in another app: see `Expert`.
    """

    def __init__(self, *parts: Expert) -> None:
        self._left = list(parts)

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Speech | None:
        """See `Expert.next_gesture`."""
        while self._left:
            gesture = self._left[0].next_gesture(tree, locale)
            # The answer of a part that is not the last one is only remembered.
            if gesture is not None and not (isinstance(gesture, Answer) and len(self._left) > 1):
                return gesture
            del self._left[0]
        return None

    def restarted(self) -> None:
        """See `AppExpert.restarted`."""
        restarted = getattr(self._left[0], "restarted", None) if self._left else None
        if restarted is not None:
            restarted()


def ascii_digits(text: str) -> str:
    """Return ``text`` with the decimal digits of any script replaced by 0 to 9."""
    return "".join(str(int(c)) if c.isdecimal() else c for c in text)


def number(text: str) -> int | None:
    """Return the whole number in a text, in any script's digits, or None."""
    found = "".join(c for c in ascii_digits(text) if c in "0123456789")
    return int(found) if found else None
