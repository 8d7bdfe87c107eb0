"""What the experts of MobileMiniWoB++ share: the page in the UI tree, its elements, and moves on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree

BUTTON, FIELD, CHECK_BOX, RADIO, SPINNER, IMAGE = (
    f"android.widget.{name}" for name in ("Button", "EditText", "CheckBox", "RadioButton", "Spinner", "Image")
)
WEB_VIEW = "android.webkit.WebView"
#: Words of utterances in quotes.
_QUOTED = re.compile(r'"\s*(.*?)\s*"')


class Page:
    """A page of MiniWoB++ on the screen.

    Attributes:
        screen: the screen it is on.
        nodes: the elements below the instruction, in page order.
        marked: names of the fields whose content the expert has just selected. The expert updates it.
    """

    def __init__(self, screen: Screen, marked: set[str]) -> None:
        tree = screen.tree
        view = tree.find(class_name=WEB_VIEW)
        if view is None:
            raise ExpertError(f"There is no page on this screen of {screen.package or 'no app'}.")
        self.screen = screen
        self.marked = marked
        self.view = view
        inside = list(tree.subtree(view))[1:]
        query = next((node for node in inside if name_of(node) == "query"), None)
        self.query = query
        # What is no part of the task: the instruction, and beside the page its rewards and the marks of clicks.
        apart = [
            node for node in inside if node is query or name_of(node) in ("click-canvas", "reward-display")
        ]
        above = [node for one in apart for node in tree.subtree(one)]
        self.nodes: list[UiNode] = [node for node in inside if node not in above]

    def id(self, name: str) -> UiNode | None:
        """Return the element with this id, or None."""
        return next((node for node in self.nodes if name_of(node) == name), None)

    def all(self, *classes: str) -> list[UiNode]:
        """Return the elements with these classes."""
        return [node for node in self.nodes if node.class_name in classes]

    def said(self, text: str) -> UiNode | None:
        """Return the innermost element with that text, else with that description, or None.

        Surrounding white space is ignored.
        """
        found = [node for node in self.nodes if words(node) == text.strip()]
        found = [node for node in found if node.text] or found
        return found[-1] if found else None

    def button(self, *labels: str) -> UiNode:
        """Return the first button with one of these labels.

        Raises:
            NotSeenError: there is none.
        """
        found = [node for node in self.nodes if words(node).lower() in labels and node.class_name != FIELD]
        buttons = [node for node in found if node.class_name == BUTTON] or found[-1:]
        if not buttons:
            raise NotSeenError(f"The page has no button {' or '.join(labels)}.")
        return buttons[0]

    def submit(self) -> Gesture:
        """Return a tap on the button that submits the page."""
        named = self.id("subbtn") or self.id("submit")
        return self.tap(named or self.button("submit", "search", "go!", "login"))

    def tap(self, node: UiNode) -> Gesture:
        """Return a tap on an element: on its middle, or on a part that is free if something covers that."""
        after = self.nodes[self.nodes.index(node) + 1 :] if node in self.nodes else []
        left, top, right, bottom = node.bounds
        above = [
            other.bounds
            for other in after
            if other.class_name == BUTTON and not _within(other.bounds, node.bounds)
        ]
        for across, down in _SPOTS:
            x, y = left + (right - left) * across, top + (bottom - top) * down
            if not any(a <= x < c and b <= y < d for a, b, c, d in above):
                return (
                    Tap(x / self.screen.tree.width, y / self.screen.tree.height)
                    if above
                    else self.screen.tap(node)
                )
        return self.screen.tap(node)

    def scroll(self, down: bool) -> Gesture:
        """Return a swipe that scrolls what is below the instruction."""
        return self.drag(_MIDDLE, *((150, _MIDDLE, 80) if down else (80, _MIDDLE, 150)))

    def at(self, x: float, y: float) -> Tap:
        """Return a tap on a point of the page in CSS px."""
        left, top = self.place(x, y)
        return Tap(left / self.screen.tree.width, top / self.screen.tree.height)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the page in CSS px is on the screen, in px."""
        if self.query is None:
            raise ExpertError("The page has no instruction to measure from.")
        left, top, right, _ = self.query.bounds
        scale = (right - left) / WIDTH
        return left + x * scale, top + y * scale

    @property
    def scale(self) -> float:
        """Px of the screen per CSS px."""
        if self.query is None:
            raise ExpertError("The page has no instruction to measure from.")
        return (self.query.bounds[2] - self.query.bounds[0]) / WIDTH

    def css(self, node: UiNode) -> tuple[float, float, float, float]:
        """Return an element's left, top, right and bottom in CSS px."""
        assert self.query is not None
        left, top, right, _ = self.query.bounds
        scale = (right - left) / WIDTH
        a, b, c, d = node.bounds
        return (a - left) / scale, (b - top) / scale, (c - left) / scale, (d - top) / scale

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> Swipe:
        """Return a drag between two points of the page in CSS px."""
        (x0, y0), (x1, y1) = self.place(x, y), self.place(to_x, to_y)
        width, height = self.screen.tree.width, self.screen.tree.height
        return Swipe(x0 / width, y0 / height, x1 / width, y1 / height)


#: Where an element is tapped, as shares of its width and height.
_SPOTS = ((0.5, 0.5), *((across, down) for across in (0.1, 0.5, 0.9) for down in (0.1, 0.5, 0.9)))


def _within(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


#: Width of the instruction, and so of a page, in CSS px, and the middle of it.
WIDTH, _MIDDLE = 160, 75

#: Most swipes that look for something: down, then up.
_DOWN, _UP = 10, 20


class NotSeenError(ExpertError):
    """Raised when something is not on the screen. It may be further down."""


class PageExpert:
    """Base of the experts. ``told``: the instruction at the top of the page."""

    def __init__(self, told: str = "") -> None:
        self.told = told
        self.quoted: list[str] = _QUOTED.findall(told)
        self._swipes = 0
        self._marked: set[str] = set()

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        if tree.find(class_name=WEB_VIEW) is None:
            return self.elsewhere(screen)
        page = Page(screen, self._marked)
        try:
            gesture = self.on_page(page)
        except NotSeenError:
            if self._swipes >= _DOWN + _UP:
                raise
            self._swipes += 1
            return page.scroll(self._swipes <= _DOWN)
        self._swipes = 0
        return gesture

    def on_page(self, page: Page) -> Gesture | None:
        """Return the next gesture on the page, or None at the end.

        Raises:
            NotSeenError: the gesture's target is not on the screen.
        """
        raise NotImplementedError

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """Return the next gesture when something covers the page: Back, unless an expert knows what to do."""
        return PressKey("BACK")

    def number(self) -> int:
        """Return the first number of the instruction, such as 3 for "the 3rd"."""
        return int(self.found(r"(\d+)"))

    def found(self, pattern: str) -> str:
        """Return the first group of a pattern in the instruction.

        Raises:
            ExpertError: it is not there.
        """
        match = re.search(pattern, self.told)
        if match is None:
            raise ExpertError(f"The instruction {self.told!r} does not say {pattern!r}.")
        return match[1]


def fill(page: Page, wanted: Sequence[tuple[UiNode | None, str]]) -> Gesture | None:
    """Return the next move to fill fields with texts, or None if all are filled."""
    for field, text in wanted:
        if field is None:
            raise ExpertError(f"The page has no field for {text!r}.")
        shown = field.text if field.text != field.hint else ""
        if field.password and len(shown) == len(text):
            continue
        if shown == text:
            continue
        return page.tap(field) if not field.focused else write(page, field, text)
    return None


def write(page: Page, field: UiNode, text: str) -> Gesture:
    """Return the next move to write a text into the focused field.

    Existing text is selected first: by a long press, then "Select all" in the toolbar if it is offered.
    """
    select_all = page.screen.id(_TOOL, page.screen.string("system_ui.select_all"))
    if name_of(field) in page.marked and select_all is not None:
        return page.tap(select_all)
    if not field.text or field.text == field.hint or name_of(field) in page.marked:
        page.marked.clear()
        return TypeText(text)
    page.marked.add(name_of(field))
    x, y = field.center
    # Near its start, where the word is.
    x = min(x, field.bounds[0] + (field.bounds[3] - field.bounds[1]) // 2)
    return LongPress(x / page.screen.tree.width, y / page.screen.tree.height)


#: A command of the toolbar over a selection.
_TOOL = "android:id/floating_toolbar_menu_item_text"


def name_of(node: UiNode) -> str:
    """Return an element's id on its page."""
    return node.resource_id.rpartition("/")[2]


def words(node: UiNode) -> str:
    """Return an element's text or accessibility description."""
    return " ".join((node.text or node.content_description).split())


def inside(page: Page, node: UiNode) -> Iterator[UiNode]:
    """The other elements of the page whose centre is in an element's box."""
    left, top, right, bottom = node.bounds
    for one in page.nodes:
        x, y = one.center
        if one is not node and left <= x < right and top <= y < bottom:
            yield one


def beside(page: Page, node: UiNode, classes: Sequence[str]) -> list[UiNode]:
    """The elements with these classes on the same line as another, from left to right."""
    _, top, _, bottom = node.bounds
    found = [one for one in page.all(*classes) if top <= one.center[1] < bottom or _level(one, node)]
    return sorted(found, key=lambda one: one.bounds[0])


def _level(one: UiNode, other: UiNode) -> bool:
    return one.bounds[1] <= other.center[1] < one.bounds[3]


def kind(on_page: Callable[[PageExpert, Page], Gesture | None]) -> type[PageExpert]:
    """Make a stateless expert from a function."""
    return type(on_page.__name__, (PageExpert,), {"on_page": on_page, "__doc__": on_page.__doc__})
