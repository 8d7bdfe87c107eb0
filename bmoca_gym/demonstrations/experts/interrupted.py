"""What experts do about interruptions: close what came over the page, and unlock the screen."""

from __future__ import annotations

from functools import cache

from bmoca_gym import interruptions
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.envs.actions import Speech
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.interruptions.phone import Alert, Permission

_SYSTEM_UI = "com.android.systemui"
_LOCK = f"{_SYSTEM_UI}:id/keyguard_clock"
_DARK = f"{_SYSTEM_UI}:id/notification_panel"
#: The button of the dialog that an app has stopped.
_CRASHED = "android:id/aerr_restart"
#: How often a tap that changed nothing is repeated: a tap may also touch what is already chosen.
_MOST_TAPS = 2
#: How many of an episode's taps are repeated in vain: some change nothing that the tree shows.
_MOST_IN_VAIN = 2
#: The most keys and texts in place of one text.
_MOST_KEYS = 80
#: The most steps to wait for a turned screen.
_LONGEST_WAIT = 6
_UNLOCK = Swipe(0.5, 0.8, 0.5, 0.2)
_NOTIFICATION = f"{_SYSTEM_UI}:id/expandableNotificationRow"
_MESSAGE = "com.android.permissioncontroller:id/permission_message"
_DENY = "com.android.permissioncontroller:id/permission_deny_button"


class WatchfulExpert:
    """A task's expert that was told that something may come between: it looks before each gesture.

    It closes what came over the page, waits while the screen is turned, taps again where a tap has changed nothing, and
    types again what has arrived with letters missing.
    """

    def __init__(self, expert: Expert) -> None:
        self._expert = expert
        self._last: Gesture | Speech | None = None
        self._before: UiTree | None = None
        self._again = 0
        self._vain = 0
        self._waited = 0
        self._keys = 0
        self._typed: set[Gesture | Speech | None] = set()

    def next_gesture(self, tree: UiTree, windows: UiTree, locale: str) -> Gesture | Speech | None:
        """Return the next gesture, see `Expert.next_gesture`.

        Args:
            tree: the UI tree of the active window.
            windows: the same with the elements of other windows, as ``Device.ui_tree(windows=True)`` returns it.
            locale: the phone's locale.
        """
        gesture: Gesture | Speech | None = closing(windows, locale)
        if gesture is not None:
            if windows.find(resource_id=_CRASHED) is not None:
                self._restarted()
            return gesture
        idle = _idle(tree) if tree.rotation and self._waited < _LONGEST_WAIT else None
        if idle is not None:
            self._waited += 1
            return idle
        gesture = self._repeated(tree)
        if gesture is not None:
            self._again += 1
            return gesture
        self._again = 0
        gesture = self._expert.next_gesture(tree, locale)
        field = _field(tree)
        if gesture in self._typed and field is not None and _shown(field):
            self._keys += 1
            return self._erasing(tree, self._keys)
        if isinstance(gesture, TypeText):
            self._typed.add(gesture)
        self._keys = 0
        self._last, self._before = gesture, tree
        return gesture

    def _restarted(self) -> None:
        """Forget what the crash of an app has undone."""
        self._last = self._before = None
        self._typed.clear()
        restarted = getattr(self._expert, "restarted", None)
        if restarted is not None:
            restarted()

    def _erasing(self, tree: UiTree, count: int) -> Gesture:
        """Return what erases a letter. Some tasks end after five equal actions, so there is a pause now and then."""
        return (_idle(tree) if count % 5 == 4 else None) or PressKey("DEL")

    def _repeated(self, tree: UiTree) -> Gesture | None:
        """Return what the last gesture needs before it has done what it should; None if it has."""
        last, before = self._last, self._before
        if isinstance(last, Tap) and before == tree and self._vain < _MOST_IN_VAIN:
            if self._again < _MOST_TAPS:
                return last
            self._vain += 1
        if not isinstance(last, TypeText) or "\n" in last.text or before is None or self._again > _MOST_KEYS:
            return None
        field, empty = _field(tree), _field(before)
        if field is None or empty is None or field.resource_id != empty.resource_id or field.password:
            return None
        if _letters(last.text) in _letters(field.text):
            return None
        if len(_letters(_shown(field))) <= len(_letters(_shown(empty))):
            return last
        return self._erasing(tree, self._again)


def _field(tree: UiTree) -> UiNode | None:
    """The text field that has the focus."""
    return next((node for node in tree if node.focused and node.editable), None)


def _shown(field: UiNode) -> str:
    return "" if field.text == field.hint else field.text


def _letters(text: str) -> str:
    """Letters and digits alone: a field may format what is typed."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _idle(tree: UiTree) -> Tap | None:
    """Return a tap that touches nothing, to let time pass; None if every place reacts."""
    for node in tree.leaves():
        x, y = node.center
        if not node.editable and not any(
            (one.clickable or one.scrollable)
            and one.bounds[0] <= x < one.bounds[2]
            and one.bounds[1] <= y < one.bounds[3]
            for one in tree
        ):
            return _tap(tree, node)
    return None


def closing(tree: UiTree, locale: str) -> Gesture | None:
    """Return the gesture that removes what lies over the page; None if nothing does.

    Args:
        tree: the UI tree with all windows, as ``Device.ui_tree(windows=True)`` returns it.
        locale: the phone's locale.
    """
    known, waiting, permissions = _known(locale)
    for node in tree:
        shown = node.text or node.content_description
        if (node.resource_id, shown) in known:
            return _tap(tree, node)
        if shown == waiting:
            return _tap(tree, node)  # nothing but time removes it
        if node.resource_id == _MESSAGE and any(name in shown for name in permissions):
            deny = tree.find(resource_id=_DENY)
            return None if deny is None else _tap(tree, deny)
        if node.resource_id == _LOCK:
            return _UNLOCK
    if [node.resource_id for node in tree if node.resource_id] == [_DARK]:
        return PressKey("BACK")
    return _from_top(tree, locale)


def _from_top(tree: UiTree, locale: str) -> Gesture | None:
    """Return what removes a notification from the top of the screen: a call is declined, others are swiped up."""
    shade = tree.nodes and tree.nodes[0].package == _SYSTEM_UI
    row = None if shade else tree.find(resource_id=_NOTIFICATION)
    if row is None:
        return None
    decline = tree.find(text=string(locale, "dialer.decline"))
    if decline is not None:
        return _tap(tree, decline)
    x, y = row.center
    return Swipe(x / tree.width, y / tree.height, x / tree.width, 0.0)


@cache
def _known(locale: str) -> tuple[frozenset[tuple[str, str]], str, tuple[str, ...]]:
    """The buttons that close dialogs, by resource id and text; the text of those that one waits for; permissions."""
    makers = [kind.makes for kind in interruptions.kinds().values()]
    buttons = frozenset(
        (button.id, string(locale, button.text))
        for one in makers
        if isinstance(one, Alert)
        for button in one.dialog.buttons[:1]
    )
    asked = tuple([one.name.rpartition(".")[2] for one in makers if isinstance(one, Permission)])
    return buttons, string(locale, "dialogs.loading"), asked


def _tap(tree: UiTree, node: UiNode) -> Tap:
    x, y = node.center
    return Tap(x / tree.width, y / tree.height)
