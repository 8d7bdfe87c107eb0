"""Questions that get in the way of a task's expert: what they say, and the gestures that dismiss them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from bmoca_gym.demonstrations.experts.interrupted import closing
from bmoca_gym.handset.gestures import Gesture, PressKey, Tap
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.system.permissions import ASKED, GROUPS
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Nodes that say what is asked, by the last part of their resource id.
_SAYS = ("permission_message", "alertTitle", "message")
#: Buttons that refuse what a question asks for, the best first.
_REFUSE = (
    "permission_deny_button",
    "permission_deny_and_dont_ask_again_button",
    "permission_no_upgrade_button",
    "permission_no_upgrade_and_dont_ask_again_button",
    "aerr_wait",
    "aerr_restart",
    "aerr_close",
    "button2",
    "button3",
)
_AGREE = "button1"
#: Keys of words on buttons that leave a page, and others that real phones have.
_LEAVE = (
    "dialogs.skip",
    "dialogs.no_thanks",
    "dialogs.later",
    "dialogs.close",
    "common.cancel",
    "dialogs.dismiss",
)
_LEAVE_IN_ENGLISH = frozenset(
    {"not now", "maybe later", "got it", "no, thanks", "ask me later", "remind me later"}
)
#: The largest share of a page's ids that the embedded phone has shown, if it is a page that only the other phone has.
_KNOWN = 0.5
#: Most times that one question is dismissed.
_MOST = 4


class Question(NamedTuple):
    """A question on the screen.

    Attributes:
        id: resource id of the node with the question, or "".
        text: that node's text.
        ways: gestures that dismiss the question, best first.
    """

    id: str
    text: str
    ways: tuple[Gesture, ...]

    @property
    def name(self) -> tuple[str, str]:
        """The last part of the id and the text, which two phones have in common."""
        return self.id.rpartition("/")[2], self.text


def asked(tree: UiTree, locale: str) -> Question | None:
    """Return the question on the screen, or None if there is none.

    Questions are the system's dialogs about a permission or a stopped app, Android's alert dialogs, and what `closing`
    knows.
    """
    named = {node.resource_id.rpartition("/")[2]: node for node in reversed(tree.nodes)}
    says = next((named[name] for name in _SAYS if name in named), None)
    refuse = [_tap(tree, named[name]) for name in _REFUSE if name in named]
    agree = [_tap(tree, named[_AGREE])] if _AGREE in named else []
    if says is not None and (refuse or agree):
        return Question(says.resource_id, says.text, (*refuse, PressKey("BACK"), *agree))
    if not any(node.text or node.content_description for node in tree):
        return None
    known = closing(tree, locale)
    if known is None:
        return None
    says = next((node for node in tree if node.text), tree.nodes[0])
    return Question(says.resource_id, says.text, (known,))


class Watch:
    """Watches an episode for questions that its expert can't know because the embedded phone did not ask them.

    Args:
        expected: what the embedded phone asked in the same episode.
        locale: the phone's locale.
        screens: what the embedded phone showed in it. A page that has little in common with these, and a button such as
            Skip that none of them has, is also a question, whatever its design.
    """

    def __init__(self, expected: Iterable[Question], locale: str, screens: Iterable[UiTree] = ()) -> None:
        self._locale = locale
        nodes = [node for screen in screens for node in screen]
        self._ids = {node.resource_id for node in nodes}
        self._texts = {_said(node) for node in nodes}
        self._expected = {question.name for question in expected}
        #: Questions of the embedded phone that this phone has not asked: it may say them in other words.
        self._to_come = set(self._expected)
        self._left: dict[tuple[str, str], int] = {}

    def unexpected(self, tree: UiTree) -> Question | None:
        """Return the question on the screen if the expert can't know it; None once it has proved impossible to
        dismiss."""
        question = asked(tree, self._locale) or self._page(tree)
        if question is None:
            return None
        name = question.name
        if name not in self._expected and name not in self._left:
            alike = next((one for one in sorted(self._to_come) if one[0] == name[0]), None)
            if alike is not None:
                self._to_come.discard(alike)
                self._expected.add(name)
        if name in self._expected:
            self._to_come.discard(name)
            return None
        return question if self._left.get(name, 0) < _MOST else None

    def _page(self, tree: UiTree) -> Question | None:
        """Return a page that only this phone has, if one of its buttons has a common word for leaving it."""
        named = [node for node in tree if node.resource_id]
        known = sum(node.resource_id in self._ids for node in named)
        if not self._ids or known > len(named) * _KNOWN:
            return None
        words = _leaving(self._locale)
        buttons = [node for node in tree if node.enabled and _said(node) in words - self._texts]
        says = next((node for node in tree if node.text and node not in buttons), None)
        if not buttons or says is None:
            return None
        return Question(
            says.resource_id, says.text, (*[_tap(tree, one) for one in buttons], PressKey("BACK"))
        )

    def leave(self, question: Question) -> Gesture:
        """Return a gesture to dismiss a question, a different one if the last did not work."""
        times = self._left.get(question.name, 0)
        self._left[question.name] = times + 1
        return question.ways[min(times, len(question.ways) - 1)]


def without_names(text: str, locale: str) -> str:
    """Return a system question with … in place of the app's name; "" for any other text."""
    for template, pattern in _of_the_system(locale):
        if pattern.fullmatch(text):
            return template
    return ""


def _said(node: UiNode) -> str:
    """A node's text, case-folded, since buttons are often in capitals."""
    return (node.text or node.content_description).strip().casefold()


@cache
def _leaving(locale: str) -> frozenset[str]:
    """Button labels that leave a page without agreeing to anything, in the phone's language and in English."""
    return (
        frozenset(string(one, key).casefold() for one in (locale, "en-US") for key in _LEAVE)
        | _LEAVE_IN_ENGLISH
    )


@cache
def _of_the_system(locale: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """System questions without names, and patterns for the same with names."""
    found = []
    for key in [f"system_ui.allow_{group}" for group in sorted({*GROUPS.values(), *ASKED.values()})]:
        parts = re.split(r"\{\w+\}", string(locale, key))
        found.append(("…".join(parts), re.compile(".+".join(map(re.escape, parts)))))
    return tuple(found)


def _tap(tree: UiTree, node: UiNode) -> Tap:
    x, y = node.center
    return Tap(x / tree.width, y / tree.height)
