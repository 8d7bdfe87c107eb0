"""Expert for the social network: it presses a button on a user's posts."""

from __future__ import annotations

import re

from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import IMAGE, NotSeenError, Page, PageExpert, words

#: The buttons below a post, from left to right. On the page with one post to find, the last one opens a menu.
_BUTTONS = ("Reply", "Retweet", "Like", "Share")
_ONE = "For the user "

#: The first item of that menu.
_FIRST = "Share via DM"

#: Pictures of a row are that near to each other, in px.
_ROW = 20


class PostsExpert(PageExpert):
    """Presses the button on a user's posts: one, several or all. It remembers which it has pressed."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._pressed: list[tuple[str, ...]] = []

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        user, action = self.found(r"(@[\w.]*\w)"), self.quoted[0]
        if self.told.startswith(_ONE) and action not in _BUTTONS[:3]:
            item = next((node for node in page.nodes if _is(words(node), action)), None)
            if item is not None:
                return page.tap(item)
            if page.said(_FIRST) is not None:
                raise NotSeenError(f"The menu does not show {action} yet.")
            return page.tap(self._button(page, self._posts(page, user)[0], 3))
        count = self._count()
        if count and len(self._pressed) >= count:
            return page.submit()
        left = [post for post in self._posts(page, user) if _text(page, post) not in self._pressed]
        if not left and not count and any(words(node) == "Submit" for node in page.nodes):
            return page.submit()  # the button stands below all posts
        if not left:
            raise NotSeenError(f"There is no further post by {user}.")
        button = self._button(page, left[0], _BUTTONS.index(action))
        self._pressed.append(_text(page, left[0]))
        return page.tap(button)

    def _posts(self, page: Page, user: str) -> list[UiNode]:
        found = [node for node in page.nodes if user in words(node).split()]
        if not found and not self._pressed:
            raise NotSeenError(f"There is no post by {user}.")
        return found

    def _count(self) -> int:
        """How many posts to find; 0 for all."""
        if self.told.startswith(_ONE):
            return 1
        match = re.search(r"on (\d+) posts?", self.told)
        return int(match[1]) if match is not None else 0

    def _button(self, page: Page, post: UiNode, number: int) -> UiNode:
        """A button below a post: one of the images in the next row of images."""
        below = [node for node in page.all(IMAGE) if node.bounds[1] >= post.bounds[3] - 1]
        if not below:
            raise NotSeenError("The buttons of the post are not on the screen.")
        top = min(node.center[1] for node in below)
        row = sorted(
            (node for node in below if abs(node.center[1] - top) <= _ROW), key=lambda node: node.bounds[0]
        )
        if len(row) < len(_BUTTONS):  # the second picture is the highest: at the edge it may be seen alone
            raise NotSeenError("The buttons of the post are cut off at the edge of the list.")
        return row[number]


def _text(page: Page, post: UiNode) -> tuple[str, ...]:
    """What identifies a post: the line with its user, and the text below."""
    said = [node for node in page.nodes if words(node)]
    i = said.index(post)
    return tuple(words(node) for node in said[i : i + 2])


def _is(text: str, action: str) -> bool:
    """Whether a menu item is an action. Items about a user end in the user's name."""
    return text == action or text.startswith(f"{action} @")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"act": PostsExpert}
