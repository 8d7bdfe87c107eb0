"""Expert of the social network: presses a button of a user's posts."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import IMAGE, Page, PageExpert, words

#: The buttons below a post, from left to right. On the page with one post to find, the last one opens a menu.
_BUTTONS = ("Reply", "Retweet", "Like", "Share")
_ONE = "For the user "


class PostsExpert(PageExpert):
    """Presses the button of the posts by a user: one, several or all. It remembers which it has pressed."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._pressed = 0

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        user, action = self.found(r"(@\w+)"), self.quoted[0]
        posts = [node for node in page.nodes if words(node) == user]
        count = self._count(len(posts))
        if self._pressed >= count:
            return page.submit()
        if self.told.startswith(_ONE) and action not in _BUTTONS[:3]:
            item = next((node for node in page.nodes if _is(words(node), action) and node.visible), None)
            if item is not None:
                return page.tap(item)
            return page.tap(self._button(page, posts[0], 3))
        post = posts[self._pressed]
        gesture = page.tap(self._button(page, post, _BUTTONS.index(action)))
        if gesture == page.screen.tap(self._button(page, post, _BUTTONS.index(action))):
            self._pressed += 1
        return gesture

    def _count(self, posts: int) -> int:
        if self.told.startswith(_ONE):
            return 1
        match = re.search(r"on (\d+) posts?", self.told)
        return int(match[1]) if match is not None else posts

    def _button(self, page: Page, post: UiNode, number: int) -> UiNode:
        """A button below a post: its pictures are in the next row of pictures."""
        below = [node for node in page.all(IMAGE) if node.bounds[1] >= post.bounds[3] - 1]
        if not below:
            raise ExpertError("The post has no buttons.")
        top = min(node.center[1] for node in below)
        row = sorted((node for node in below if abs(node.center[1] - top) <= _ROW), key=lambda node: node.bounds[0])
        return row[number]


#: Pictures of a row are that near to each other, in px.
_ROW = 20


def _is(text: str, action: str) -> bool:
    """Whether an item of the menu is an action: those about a user end in the name."""
    return text == action or text.startswith(f"{action} @")


#: What a task's ``expert`` may name.
VERBS = {"act": PostsExpert}
