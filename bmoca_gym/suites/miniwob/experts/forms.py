"""Experts for pages where something is bought, ordered, looked up, signed, or filled in step by step."""

from __future__ import annotations

import re

from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import (
    BUTTON,
    FIELD,
    IMAGE,
    RADIO,
    NotSeenError,
    Page,
    PageExpert,
    fill,
    kind,
    name_of,
    words,
)


@kind
def ticket(expert: PageExpert, page: Page) -> Gesture | None:
    """Buys the cheapest, dearest, shortest or longest ticket. All tickets fit on the screen."""
    buttons = sorted(page.all(BUTTON), key=lambda node: node.bounds[1])
    durations = [words(node) for node in sorted(page.nodes, key=lambda node: node.bounds[1])]
    minutes = [_minutes(text) for text in durations if text and _DURATION.fullmatch(text)]
    prices = [int(words(button).partition("$")[2]) for button in buttons]
    figures = prices if "cost" in expert.told else minutes
    pick = max if re.search(r"longest|most", expert.told) else min
    return page.tap(buttons[figures.index(pick(figures))])


_DURATION = re.compile(r"(?:(\d+)h)? ?(?:(\d+)m)?")


def _minutes(text: str) -> int:
    found = _DURATION.fullmatch(text)
    return 0 if found is None else 60 * int(found[1] or 0) + int(found[2] or 0)


class OrderExpert(PageExpert):
    """Orders the named items, or a number of one kind. It remembers what it has ordered."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        named = re.search(r"each item: (.*)", told)
        self._left = [name.strip() for name in named[1].split(", ")] if named else []
        kinds = re.search(r"Order (\d+) items that are ([\w-]+)", told)
        self._count, self._type = (int(kinds[1]), kinds[2]) if kinds else (0, "")

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if self._left:
            name = page.said(self._left[0])
            gesture = self._add(page, name, self._left[0])
            del self._left[0]
            return gesture
        if self._count:
            mark = next((one for one in page.all(IMAGE) if words(one) == self._type), None)
            gesture = self._add(page, mark, self._type)
            self._count -= 1
            return gesture
        return page.tap(page.button("order!"))

    @staticmethod
    def _add(page: Page, node: UiNode | None, what: str) -> Gesture:
        """Press the + next to an item, whose name is above its icons."""
        if node is None:
            raise NotSeenError(f"The page has no {what!r}.")
        pluses = [one for one in page.nodes if words(one) == "+" and one.bounds[3] > one.bounds[1]]
        near = [one for one in pluses if abs(one.center[1] - node.center[1]) < _ROW * page.scale]
        if not near:
            raise NotSeenError(f"There is no + beside {what!r}.")
        return page.tap(min(near, key=lambda one: abs(one.center[1] - node.center[1])))


#: Half of the height of a row of the menu in CSS px.
_ROW = 22


@kind
def contact(expert: PageExpert, page: Page) -> Gesture | None:
    """Turns the pages of the contact book to a person, and presses a detail."""
    name = expert.found(r"Find (\w+) in")
    label = {"phone": "Phone:", "email": "Email:", "address": "Address:"}[
        expert.found(r"their (phone|email|address)")
    ]
    if page.said(name) is None:
        following = page.said(">")
        if following is None:
            raise NotSeenError("The book has no next page.")
        return page.tap(following)
    row = page.said(label)
    if row is None:
        raise NotSeenError(f"There is no {label!r}.")
    # A long one stands on the line below.
    detail = next((one for one in page.nodes[page.nodes.index(row) + 1 :] if words(one)), None)
    if detail is None:
        raise NotSeenError(f"There is nothing after {label!r}.")
    return page.tap(detail)


@kind
def agreement(expert: PageExpert, page: Page) -> Gesture | None:
    """Scrolls through the agreement, signs it, and presses what the instruction says."""
    if not expert.quoted:
        return page.tap(page.button("cancel"))
    name, label = expert.quoted
    fields = page.all(FIELD)
    text = next(field for field in fields if name_of(field) == "text-area")
    own = next(field for field in fields if name_of(field) == "name")
    if not own.enabled:
        return page.screen.swipe(text, "up", 0.9)
    return fill(page, [(own, name)]) or page.tap(page.button(label.lower()))


@kind
def number(expert: PageExpert, page: Page) -> Gesture | None:
    """Chooses a radio button, types a number into a field, submits the form."""
    radio = page.all(RADIO)[int(expert.found(r"Check the (\d)")) - 1]
    if not radio.checked:
        return page.tap(radio)
    field = page.all(FIELD)[int(expert.found(r"into the (\d)")) - 1]
    return fill(page, [(field, expert.quoted[0])]) or page.submit()


class DropdownExpert(PageExpert):
    """Chooses from a list that the page draws itself, then presses a button. It remembers how far it has got."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._opened = self._chosen = False

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        wanted = self.found(r"Choose (.*) from")
        if self._chosen:
            return page.tap(page.button(self.quoted[0].lower()))
        if not self._opened:
            self._opened = True
            return page.at(80, 66)
        row = page.said(wanted)
        if row is None or row.bounds[3] <= row.bounds[1]:
            raise NotSeenError(f"The list has no {wanted!r}.")
        self._chosen = True
        return page.tap(row)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "ticket": ticket, "order": OrderExpert, "contact": contact, "agreement": agreement, "number": number,
    "dropdown": DropdownExpert,
}  # fmt: skip
