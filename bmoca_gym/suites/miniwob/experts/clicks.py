"""Experts for pages with buttons, links, check boxes, tabs and menus to press."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture, LongPress
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import (
    BUTTON,
    CHECK_BOX,
    FIELD,
    RADIO,
    NotSeenError,
    Page,
    PageExpert,
    kind,
    words,
)
from bmoca_gym.suites.miniwob.experts.seen import moves
from bmoca_gym.suites.miniwob.experts.synonyms import alike


class PressExpert(PageExpert):
    """Presses what the instruction names, one after the other, and remembers how many it has pressed."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._left = self.quoted or re.findall(r"button (\w+)", told) or re.findall(r"on (Tab #\d+)", told)

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if not self._left:
            buttons = page.all(BUTTON)
            return page.tap(buttons[0]) if buttons and "button" in self.told else None
        found = [node for node in page.all(BUTTON) if words(node) == self._left[0]]
        node = found[0] if found else page.said(self._left[0])
        if node is None:
            raise NotSeenError(f"The page has no {self._left[0]!r}.")
        if len(self._left) > 1:
            del self._left[0]
        return page.tap(node)


@kind
def widget(expert: PageExpert, page: Page) -> Gesture | None:
    """Presses a control of the kind the instruction names."""
    wanted = expert.quoted[0]
    classes = {"radio": RADIO, "checkbox": CHECK_BOX, "button": BUTTON}
    if wanted in classes:
        return page.tap(page.all(classes[wanted])[0])
    # A text area is taller than a line of text.
    fields = page.all(FIELD)
    tall = [node for node in fields if page.css(node)[3] - page.css(node)[1] > _LINE]
    return page.tap((tall if wanted == "textarea" else [one for one in fields if one not in tall])[0])


#: Greatest height of a field with one line, in CSS px.
_LINE = 23


@kind
def dialog(expert: PageExpert, page: Page) -> Gesture | None:
    """Presses a button of the dialog; "x" closes it."""
    wanted = expert.quoted[0]
    labels = ("close", "x") if wanted == "x" else (wanted.lower(),)
    return page.tap(page.button(*labels))


@kind
def field(expert: PageExpert, page: Page) -> Gesture | None:
    """Focuses a text field."""
    number = re.search(r"(\d+)", expert.told)
    return page.tap(page.all(FIELD)[int(number[1]) - 1 if number else 0])


@kind
def tick(expert: PageExpert, page: Page) -> Gesture | None:
    """Ticks the boxes that the instruction names, or those that mean the same, and submits the page."""
    named = [
        one for one in expert.found(r"(?:similar to|Select(?! words)) (.*) and click").split(", ") if one
    ]
    similar = "similar to" in expert.told
    for box in page.all(CHECK_BOX, RADIO):
        label = label_of(page, box)
        wanted = any(alike(label, one) for one in named) if similar else label in named
        if box.checked != wanted and (wanted or box.class_name == CHECK_BOX):
            return page.tap(box)
    return page.submit()


def label_of(page: Page, box: UiNode) -> str:
    """Return the label of a box: its own text, or the text to its right."""
    if words(box):
        return words(box)
    right = [
        node
        for node in page.nodes
        if words(node)
        and node.bounds[0] >= box.bounds[2] - 1
        and node.bounds[1] <= box.center[1] < node.bounds[3]
    ]
    return words(min(right, key=lambda node: node.bounds[0])) if right else ""


class SearchExpert(PageExpert):
    """Opens sections or tabs until the link is there. It remembers which it has opened."""

    #: Names of what it opens.
    names = r"((Section|Tab) #)?\d+$"

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._opened: list[str] = []

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if self.quoted:
            links = [node for node in page.nodes if node.clickable and words(node) == self.quoted[0]]
            if links and links[-1].bounds[3] > links[-1].bounds[1]:
                return page.tap(links[-1])
        elif (
            any(words(node) == "Submit" and node.class_name == BUTTON for node in page.nodes) and self._opened
        ):
            return page.submit()
        seen = dict.fromkeys(words(node) for node in page.nodes if re.match(self.names, words(node)))
        for name in seen:
            if name not in self._opened:
                self._opened.append(name)
                found = page.said(name)
                assert found is not None
                return page.tap(found)
        self._opened.clear()
        return None if not seen else self.on_page(page)


class MenuExpert(PageExpert):
    """Opens the menu, and its playback submenu if needed, and presses the item.

    If the item is an icon, it looks that up in a copy of the page.
    """

    _PLAYBACK = ("Prev", "Stop", "Play", "Next")

    def __init__(self, page: str, seed: int, desk: bool = False, told: str = "") -> None:
        super().__init__(told)
        self._wanted = self.quoted[1] if len(self.quoted) > 1 else str(moves(page, seed, desk)[0]["type"])

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        for name in (self._wanted, "Playback" if self._wanted in self._PLAYBACK else "", "Menu"):
            node = page.said(name) if name else None
            if node is not None and node.visible and node.bounds[3] > node.bounds[1]:
                return page.tap(node)
        raise ExpertError(f"The page has no menu with {self._wanted!r}.")


class MenuPathExpert(PageExpert):
    """Opens the menus on the way to an item and presses the item.

    A tap on a menu's name would choose that name. A long press only moves the mouse there, and the menu opens.
    """

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        *menus, item = self.found(r"Select (.*)").split(">")
        for name in (item, *reversed(menus)):
            node = page.said(name)
            if node is not None and node.visible and node.bounds[3] > node.bounds[1]:
                if name == item:
                    return page.tap(node)
                x, y = node.center
                return LongPress(x / page.screen.tree.width, y / page.screen.tree.height)
        raise NotSeenError(f"The page has no menu with {item!r}.")


@kind
def point(expert: PageExpert, page: Page) -> Gesture | None:
    """Presses a grid point, whose id is its position."""
    name = expert.found(r"(\(-?\d,-?\d\))")
    node = page.id(name)
    if node is None:
        raise ExpertError(f"The page has no point {name}.")
    return page.tap(node)


@kind
def pie(expert: PageExpert, page: Page) -> Gesture | None:
    """Opens the pie menu at its hub, then presses the item."""
    item = page.said(expert.quoted[0])
    if item is not None and item.visible and item.bounds[3] > item.bounds[1]:
        return page.tap(item)
    hub = page.said("+") or page.id("divWheel")
    if hub is None:
        raise ExpertError("The page has no wheel.")
    return page.tap(hub)


class TreeExpert(PageExpert):
    """Opens folders until the named one is there. It remembers which it has opened."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._opened: list[tuple[str, str]] = []

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        found = page.said(self.quoted[0])
        if found is not None and found.bounds[3] > found.bounds[1]:
            return page.tap(found)
        for node in page.nodes:
            name = (words(node), str(node.bounds))
            if name[0] and name not in self._opened and _opens(page, node):
                self._opened.append(name)
                return page.tap(node)
        raise NotSeenError(f"No folder of the page has {self.quoted[0]!r}.")


def _opens(page: Page, node: UiNode) -> bool:
    """Whether a name belongs to a folder, which has an arrow to its left."""
    left, top, _, bottom = node.bounds
    return any(
        not words(other) and other.bounds[2] <= left and top <= other.bounds[1] < bottom
        for other in page.nodes
    )


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "press": PressExpert, "widget": widget, "dialog": dialog, "field": field, "tick": tick,
    "search": SearchExpert, "menu": MenuExpert, "tree": TreeExpert, "point": point,
    "pie": pie, "menu_path": MenuPathExpert,
}  # fmt: skip
