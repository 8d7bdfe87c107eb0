"""Elements in Appium's server: finding them, assigning ids, and finding them again."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from bmoca_gym.handset import screen
from bmoca_gym.handset.servers.errors import SelectorError, WebDriverError
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.ui_automator import actions, selector_text, selectors
from bmoca_gym.handset.servers.ui_automator.hierarchies import find_by_xpath
from bmoca_gym.handset.servers.ui_automator.selector_text import Search
from bmoca_gym.handset.servers.ui_automator.selectors import Selector, Window
from bmoca_gym.handset.ui.tree import UiNode

#: Elements whose ids are kept; those found first are forgotten first.
MOST_ELEMENTS = 10_000
_STEP_SECONDS = 0.005
_STRATEGIES = ("id", "accessibility id", "class name", "xpath", "-android uiautomator")


class _Reference(NamedTuple):
    """An element as it was when it was found. ``path``: index, class and id of the element and all its ancestors."""

    node: UiNode
    path: tuple[tuple[int, str, str], ...]


class Elements:
    """The elements that were found on a served phone."""

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._kept: OrderedDict[str, _Reference] = OrderedDict()
        self._number = 0

    def window(self) -> Window:
        """The active window, as it is now."""
        return Window(screen.ui_tree(self._served.phone))

    # Finding

    def find(self, strategy: str, text: str, context: str = "") -> list[str]:
        """The ids of the elements that a strategy finds, in document order; only descendants of ``context`` if given.

        Raises:
            WebDriverError: an unknown strategy, a selector that can't be read, or an unknown context.
        """
        if strategy not in _STRATEGIES:
            raise WebDriverError(
                400, "invalid selector", f"no strategy {strategy[:60]!r}; there are {', '.join(_STRATEGIES)}"
            )
        try:
            search = selector_text.parse(text) if strategy == "-android uiautomator" else None
            if search is not None and (search.wanted is not None or search.move):
                search = self._scrolled(search)
            window = self.window()
            below = self._place(window, context) if context else None
            places = self._places(window, strategy, text, search, below)
        except SelectorError as error:
            raise WebDriverError(400, "invalid selector", str(error)) from error
        return [self.keep(window, at) for at in places]

    def _places(
        self, window: Window, strategy: str, text: str, search: Search | None, below: int | None
    ) -> list[int]:
        if strategy == "xpath":
            return find_by_xpath(window, text, below)
        if search is not None:
            return _found(window, search.selector, below)
        if strategy != "id":
            criterion = {"accessibility id": "description", "class name": "className"}[strategy]
            return _found(window, Selector().with_criterion(criterion, text), below)
        # An id without a package is one of the app in front, or of the system.
        phone = self._served.phone
        package = phone.image.outward(phone.top.package)
        full = [text] if ":id/" in text else [f"{package}:id/{text}", f"android:id/{text}", text]
        for name in full:
            places = _found(window, Selector().with_criterion("resourceId", name), below)
            if places:
                return places
        return []

    def _scrolled(self, search: Search) -> Search:
        """Scroll as a UiScrollable does, to bring the target onto the screen."""
        wanted = search.wanted
        if wanted is None:
            self._move(search)
            return Search(search.selector)
        if not self._shows(wanted):
            self._move(search, "scrollToBeginning")
            for _ in range(search.most_swipes):
                if self._shows(wanted) or not self._swipe(search, True, 55):
                    break
        return Search(wanted)

    def _shows(self, selector: Selector) -> bool:
        return bool(selectors.find(self.window(), selector))

    def _move(self, search: Search, name: str = "") -> None:
        name = name or search.move
        forward = name.endswith(("Forward", "End"))
        steps = 5 if name.startswith("fling") else 55
        for _ in range(search.most_swipes if "To" in name else 1):
            if not self._swipe(search, forward, steps):
                return

    def _swipe(self, search: Search, forward: bool, steps: int) -> bool:
        window = self.window()
        places = selectors.find(window, search.selector)
        if not places:
            raise no_such_element()
        bounds = window.nodes[places[0]].bounds
        return self._served.run(actions.scroll, bounds, search.vertical, forward, steps * _STEP_SECONDS)

    # Ids

    def keep(self, window: Window, at: int) -> str:
        """Assign an id to a node of a window."""
        reference = _Reference(window.nodes[at], _path(window, at))
        self._number += 1
        name = f"00000000-0000-0000-ffff-ffff{self._number:08x}"
        self._kept[name] = reference
        if len(self._kept) > MOST_ELEMENTS:
            self._kept.popitem(last=False)
        return name

    def node(self, name: str) -> UiNode:
        """The element as it is now.

        Raises:
            WebDriverError: it is no longer on the screen, or its id was never given.
        """
        window = self.window()
        return window.nodes[self._place(window, name)]

    def place(self, name: str) -> tuple[Window, int]:
        """The window as it is now, and the element's place in it.

        Raises:
            WebDriverError: as `node`.
        """
        window = self.window()
        return window, self._place(window, name)

    def _place(self, window: Window, name: str) -> int:
        """An element's index now: at its path with its texts, else elsewhere with them, else at its path."""
        reference = self._kept.get(name)
        if reference is None:
            raise WebDriverError(404, "no such element", f"there is no element {name[:80]!r}")
        was = reference.node
        alike = [
            at for at, node in enumerate(window.nodes)
            if (node.class_name, node.resource_id, node.package) == (was.class_name, was.resource_id, was.package)
        ]  # fmt: skip
        texts = was.text, was.content_description
        same = [at for at in alike if (window.nodes[at].text, window.nodes[at].content_description) == texts]
        in_place = [at for at in alike if _path(window, at) == reference.path]
        for places in ([at for at in same if at in in_place], same[:1] if any(texts) else [], in_place):
            if places:
                return places[0]
        raise WebDriverError(
            404, "stale element reference", f"the element {name[:80]!r} is not on the screen any more"
        )


def _found(window: Window, selector: Selector, below: int | None) -> list[int]:
    if below is None:
        return selectors.find(window, selector)
    return selectors.find_below(window, selector, below)


def _path(window: Window, at: int) -> tuple[tuple[int, str, str], ...]:
    steps = []
    while at >= 0:
        node = window.nodes[at]
        steps.append((window.indices[at], node.class_name, node.resource_id))
        at = window.parents[at]
    return tuple(steps)


def no_such_element() -> WebDriverError:
    """Make the error for an element that was not found."""
    return WebDriverError(
        404,
        "no such element",
        "An element could not be located on the page using the given search parameters",
    )
