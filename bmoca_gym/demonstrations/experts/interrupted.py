"""What experts do about interruptions: close what covers the page, and unlock the screen."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from bmoca_gym import interruptions
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.envs.actions import Speech
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.system.permissions import asked_as
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.interruptions.phone import Alert, Permission

_SYSTEM_UI = "com.android.systemui"
#: What only a lock screen has: that of Android 10, that of Android 13.
_LOCK = (f"{_SYSTEM_UI}:id/keyguard_clock", f"{_SYSTEM_UI}:id/lock_icon_view")
_DARK = f"{_SYSTEM_UI}:id/notification_panel"
#: The button of the dialog that an app has stopped.
_CRASHED = "android:id/aerr_restart"
#: How often a tap that changed nothing is repeated: a tap may also touch what is already chosen.
_MOST_TAPS = 4
#: How many of an episode's taps are repeated in vain: some change nothing that the tree shows.
_MOST_IN_VAIN = 1
#: After how many equal taps one is a little beside: some tasks end after five equal actions.
_MOST_EQUAL = 3
_BESIDE = 0.002
#: The most letters that are erased one by one.
_MOST_LETTERS = 6
#: The most keys and texts in place of one text.
_MOST_KEYS = 80
#: The most steps to wait for a turned screen.
_LONGEST_WAIT = 6
_ITEM = "android:id/floating_toolbar_menu_item_text"
#: A field in a text of the catalogue, as `re.escape` writes it.
_FIELD = re.compile(r"\\\{\w+\\\}")
_UNLOCK = Swipe(0.5, 0.8, 0.5, 0.2)
#: A swipe that is shorter, as a share of the screen, is a tap in some action modes.
_SHORTEST = 0.15
_NOTIFICATION = f"{_SYSTEM_UI}:id/expandableNotificationRow"
_MESSAGE = "com.android.permissioncontroller:id/permission_message"
#: The volume panel, which closes at a touch beside it.
_VOLUME = f"{_SYSTEM_UI}:id/volume_dialog"
#: A touch there changes nothing.
_STATUS_BAR = Tap(0.5, 0.01)
_DENY = "com.android.permissioncontroller:id/permission_deny_button"


class WatchfulExpert:
    """A task's expert that was warned of interruptions: it checks the screen before each gesture.

    It closes what covers the page, touches nothing through the volume panel, waits while the screen is rotated, taps
    again if a tap has changed nothing, and retypes text that has arrived with letters missing.
    """

    def __init__(self, expert: Expert) -> None:
        self._expert = expert
        self._last: Gesture | Speech | None = None
        self._before: UiTree | None = None
        self._again = 0
        self._vain = 0
        self._waited = 0
        self._held = self._selected = False
        #: Whether the field is to have the text alone: the expert types it again.
        self._whole = False
        self._performed: Gesture | Speech | None = None
        self._equal = 0
        #: What the field had before each text was typed for the first time.
        self._typed: dict[str, str] = {}
        self._kept: Gesture | Speech | None = None
        #: Whether the last gesture came from the task's expert, which believes that it was performed.
        self._asked = False

    def next_gesture(self, tree: UiTree, windows: UiTree, locale: str) -> Gesture | Speech | None:
        """Return the next gesture, see `Expert.next_gesture`.

        Args:
            tree: the UI tree of the active window.
            windows: the same with the elements of other windows, as ``Device.ui_tree(windows=True)`` returns it.
            locale: the phone's locale.
        """
        gesture = self._next(tree, windows, locale)
        aside = _beside_volume(gesture, tree, windows)
        if aside is not None:
            if self._asked:
                self._kept = gesture
            gesture, self._asked = aside, False
        self._equal = self._equal + 1 if gesture == self._performed else 1
        if isinstance(gesture, Tap) and self._equal > _MOST_EQUAL:
            gesture = replace(gesture, x=abs(gesture.x - _BESIDE))
        self._performed = gesture
        return gesture

    def keep(self, gesture: Gesture | Speech) -> None:
        """Take back the last returned gesture, because it was not performed.

        If it came from the task's expert, it is returned again once the page is free. Any other is found again if
        needed.
        """
        if self._asked:
            self._kept = gesture
        self._equal -= 1

    def _next(self, tree: UiTree, windows: UiTree, locale: str) -> Gesture | Speech | None:
        gesture: Gesture | Speech | None = closing(windows, locale)
        self._asked = False
        if gesture is not None:
            if windows.find(resource_id=_CRASHED) is not None:
                self._restarted()
            return gesture
        if self._kept is not None:
            gesture, self._kept = self._kept, None
            self._asked = True
            return gesture
        idle = (_idle(tree) or _in_field(tree)) if tree.rotation and self._waited < _LONGEST_WAIT else None
        if idle is not None:
            self._waited += 1
            return idle
        gesture = self._repeated(tree, locale)
        if gesture is not None:
            self._again += 1
            return gesture
        self._again = 0
        self._held = self._selected = False
        self._asked = True
        gesture = self._expert.next_gesture(tree, locale)
        field, before = _field(tree), self._before
        if gesture == PressKey("DEL") and isinstance(self._last, TypeText) and field is not None:
            gesture = self._last  # the expert would empty the field letter by letter, to type this again
        self._last, self._before = gesture, tree
        self._whole = False
        if isinstance(gesture, TypeText) and field is not None:
            again = gesture.text in self._typed and _shown(field) not in ("", self._typed[gesture.text])
            self._typed.setdefault(gesture.text, _shown(field))
            selected = before is not None and before.find(resource_id=_ITEM) is not None
            if again and not selected:
                self._whole = any(letter.isalpha() for letter in gesture.text)
                return self._mended(gesture.text, field, tree, locale)
        return gesture

    def _restarted(self) -> None:
        """Forget what an app's crash has undone."""
        self._last = self._before = self._kept = None
        self._typed.clear()
        restarted = getattr(self._expert, "restarted", None)
        if restarted is not None:
            restarted()

    def _repeated(self, tree: UiTree, locale: str) -> Gesture | None:
        """Return what is still needed for the last gesture to take effect; None if it has."""
        last, before = self._last, self._before
        if isinstance(last, Tap) and before == tree and self._vain < _MOST_IN_VAIN:
            if self._again < _MOST_TAPS:
                return last
            self._vain += 1
        if not isinstance(last, TypeText) or before is None or self._again > _MOST_KEYS:
            return None
        field, empty = _field(tree), _field(before)
        if field is None or empty is None or field.resource_id != empty.resource_id or field.password:
            return None
        body = last.text.rstrip("\n")
        entered = body != last.text and _shown(field) in ("", self._typed.get(last.text))
        right = field.text.casefold() == body.casefold() if self._whole else _says(field.text, body)
        if "\n" in body or entered or right:
            return None
        return self._mended(last.text, field, tree, locale)

    def _mended(self, text: str, field: UiNode, tree: UiTree, locale: str) -> Gesture:
        """Return the next gesture to make a field's text what should have been typed.

        A wrong end is erased or, if it is long, the entire text is replaced.
        """
        body, shown, base = text.rstrip("\n"), _shown(field), self._typed.get(text, "")
        if self._selected or shown == base:
            self._held = self._selected = False
            return TypeText(text)
        at_end = isinstance(self._performed, TypeText) or self._performed == PressKey("DEL")
        if base and not self._whole and shown.startswith(base) and not body.startswith(base):
            shown = shown[len(base) :]  # the text was to be typed after this
        elif not at_end or _wrong_letters(shown, body) > _MOST_LETTERS:
            selecting = self._selecting(field, tree, locale)
            if selecting is not None:
                return selecting
        if body.startswith(shown):
            return TypeText(text[len(shown) :] or text)
        return (_idle(tree) or TypeText("x")) if self._again % 5 == 4 else PressKey("DEL")

    def _selecting(self, field: UiNode, tree: UiTree, locale: str) -> Gesture | None:
        """Return the next gesture to select all text of a field; None if the field can't do that."""
        every = tree.find(resource_id=_ITEM, text=string(locale, "system_ui.select_all"))
        if every is not None:
            self._selected = True
            return _tap(tree, every)
        if self._held:
            return None
        self._held = True
        touch = _tap(tree, field)
        return LongPress(touch.x, touch.y)


def _field(tree: UiTree) -> UiNode | None:
    """The text field that has the focus."""
    return next((node for node in tree if node.focused and node.editable), None)


def _shown(field: UiNode) -> str:
    return "" if field.text == field.hint else field.text


def _wrong_letters(shown: str, text: str) -> int:
    """How many letters of a field come after the last correct one."""
    right = next(
        (place for place, pair in enumerate(zip(shown, text, strict=False)) if pair[0] != pair[1]),
        min(len(shown), len(text)),
    )
    return len(shown) - right


def _says(shown: str, text: str) -> bool:
    """Whether a field shows a text. The field may format a number."""
    if any(letter.isalpha() for letter in text):
        return text.casefold() in shown.casefold()
    return _letters(text) in _letters(shown)


def _letters(text: str) -> str:
    """Only the letters and digits of a text, since a field may format what is typed."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _within(node: UiNode, x: float, y: float) -> bool:
    """Whether a point, in pixels, is on an element."""
    left, top, right, bottom = node.bounds
    return left <= x < right and top <= y < bottom


def _idle(tree: UiTree, panel: UiNode | None = None) -> Tap | None:
    """Return a tap that has no effect, to let time pass; None if everything reacts to taps.

    Args:
        tree: the UI tree.
        panel: an element of another window, which is not touched either.
    """
    reacting = [one for one in tree if one.clickable or one.scrollable]
    if panel is not None:
        reacting.append(panel)
    for node in tree.leaves():
        if not node.editable and not any(_within(one, *node.center) for one in reacting):
            return _tap(tree, node)
    return None


def _beside_volume(gesture: Gesture | Speech | None, tree: UiTree, windows: UiTree) -> Tap | None:
    """Return a tap that closes the volume panel if a gesture would touch that; None otherwise."""
    if not isinstance(gesture, (Tap, LongPress)):
        return None
    panel = windows.find(resource_id=_VOLUME)
    if panel is None or not _within(panel, gesture.x * tree.width, gesture.y * tree.height):
        return None
    return _idle(tree, panel) or _STATUS_BAR


def _in_field(tree: UiTree) -> Tap | None:
    """Return a tap on the focused text field, to let time pass where everything reacts to taps."""
    field = _field(tree)
    return None if field is None else _tap(tree, field)


def closing(tree: UiTree, locale: str) -> Gesture | None:
    """Return the gesture that removes what covers the page; None if nothing does.

    Args:
        tree: the UI tree with all windows, as ``Device.ui_tree(windows=True)`` returns it.
        locale: the phone's locale.
    """
    known, waiting, questions = _known(locale)
    for node in tree:
        shown = node.text or node.content_description
        title = known.get((node.resource_id, shown))
        if title is not None and any(title.fullmatch(one.text) for one in tree):
            return _tap(tree, node)  # an app's own dialogs may have equal buttons
        if shown == waiting:
            return _tap(tree, node)  # nothing but time removes it
        if node.resource_id == _MESSAGE and questions.fullmatch(shown):
            deny = tree.find(resource_id=_DENY)
            return None if deny is None else _tap(tree, deny)
        if node.resource_id in _LOCK:
            return _UNLOCK
    if [node.resource_id for node in tree if node.resource_id] == [_DARK]:
        return PressKey("BACK")
    if not any(node.text or node.content_description or node.clickable for node in tree):
        return Tap(0.5, 0.5)  # an app that starts: nothing but time fills its window
    return _from_top(tree, locale)


def _from_top(tree: UiTree, locale: str) -> Gesture | None:
    """Return the gesture that removes a notification at the top of the screen: decline a call, swipe up any other.

    Near the top of the screen the swipe also moves sideways, to be long enough.
    """
    shade = tree.nodes and tree.nodes[0].package == _SYSTEM_UI
    row = None if shade else tree.find(resource_id=_NOTIFICATION)
    if row is None:
        return None
    decline = tree.find(text=string(locale, "dialer.decline"))
    if decline is not None:
        return _tap(tree, decline)
    x, y = row.center[0] / tree.width, row.center[1] / tree.height
    aside = 0.0
    if y < _SHORTEST:
        _, top, _, bottom = row.bounds
        y = (top + 0.9 * (bottom - top)) / tree.height
        aside = max(_SHORTEST**2 - y**2, 0.0) ** 0.5
    return Swipe(x, y, x + aside, 0.0)


@cache
def _known(locale: str) -> tuple[dict[tuple[str, str], re.Pattern[str]], str, re.Pattern[str]]:
    """What closes dialogs, with the titles of these; the text of those that one waits for; questions for permissions.

    A button is recognised by its resource id and text. A title may contain the name of an app.
    """
    makers = [kind.makes for kind in interruptions.kinds().values()]
    titles: dict[tuple[str, str], list[str]] = {}
    for one in makers:
        if isinstance(one, Alert):
            for button in one.dialog.buttons[:1]:
                title = _FIELD.sub(".*", re.escape(string(locale, one.dialog.title)))
                titles.setdefault((button.id, string(locale, button.text)), []).append(title)
    buttons = {button: re.compile("|".join(found)) for button, found in titles.items()}
    keys = [f"system_ui.allow_{asked_as(one.name)}" for one in makers if isinstance(one, Permission)]
    asked = [_FIELD.sub(".*", re.escape(string(locale, key))) for key in keys]
    return buttons, string(locale, "dialogs.loading"), re.compile("|".join(asked))


def _tap(tree: UiTree, node: UiNode) -> Tap:
    x, y = node.center
    return Tap(x / tree.width, y / tree.height)
