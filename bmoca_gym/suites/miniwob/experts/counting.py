"""Experts for pages where numbers are read, generated, compared or set."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.suites.miniwob.experts.moves import SlideExpert
from bmoca_gym.suites.miniwob.experts.reading import (
    BUTTON,
    CHECK_BOX,
    FIELD,
    NotSeenError,
    Page,
    PageExpert,
    beside,
    inside,
    kind,
    words,
)

_NUMBER = re.compile(r"-?\d+")


class OddExpert(PageExpert):
    """Marks each number as odd or even, from top to bottom, and remembers how many it has marked."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._done = 0

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        numbers = [node for node in page.nodes if _NUMBER.fullmatch(words(node))]
        numbers.sort(key=lambda node: node.bounds[1])
        if self._done == len(numbers):
            return page.submit()
        number = numbers[self._done]
        self._done += 1
        wanted = self._wanted(int(words(number)), self._done == len(numbers))
        return page.tap(next(node for node in beside(page, number, (BUTTON,)) if words(node) == wanted))

    def _wanted(self, number: int, last: bool) -> str:
        """The word for a number. ``last``: whether it is the lowest one."""
        return "Odd" if number % 2 else "Even"


@kind
def generate(expert: PageExpert, page: Page) -> Gesture | None:
    """Generates numbers until one fits the instruction."""
    shown = page.id("display-number")
    text = words(shown) if shown is not None else ""
    if _NUMBER.fullmatch(text):
        number = int(text)
        less, greater = (re.search(rf"{word} than (\d+)", expert.told) for word in ("less", "greater"))
        fits = (
            number < int(less[1])
            if less
            else number > int(greater[1])
            if greater
            else bool(number % 2) == ("odd" in expert.told)
        )
        if fits:
            return page.submit()
    return page.tap(page.button("generate"))


class GreatestExpert(PageExpert):
    """Turns all cards over, then the greatest again. It remembers what it saw on each card."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._seen: dict[int, int] = {}
        self._at = -1

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        cards = [
            node
            for node in page.nodes
            if node.clickable and node.class_name != BUTTON and _fits_a_card(page.css(node))
        ]
        if not cards:
            raise NotSeenError("The page has no cards.")
        cards.sort(key=lambda node: node.bounds[0])
        if self._at >= 0:
            card = cards[self._at]
            said = [words(node) for node in (card, *inside(page, card)) if _NUMBER.fullmatch(words(node))]
            self._seen[self._at] = int(said[0])
        best = self._best()
        if len(self._seen) == len(cards) and self._at == best:
            return page.submit()
        self._at = len(self._seen) if len(self._seen) < len(cards) else best
        return page.tap(cards[self._at])

    def _best(self) -> int:
        """The card to choose among those seen so far."""
        return max(self._seen, key=lambda at: self._seen[at]) if self._seen else 0


def _fits_a_card(box: tuple[float, float, float, float]) -> bool:
    return 20 < box[2] - box[0] < 80 and 20 < box[3] - box[1] < 120


class FormExpert(SlideExpert):
    """Sets the slider, ticks the box, submits the form."""

    def finish(self, page: Page) -> Gesture:
        """See `SlideExpert.finish`."""
        box = page.all(CHECK_BOX)[int(self.found(r"the (\d)\w\w checkbox")) - 1]
        return page.submit() if box.checked else page.tap(box)


class CombinationExpert(PageExpert):
    """Sets sliders, one after the other."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        numbers = self.found(r"\[([-\d,]+)\]").split(",")
        self._sliders = [
            _OneSlider(f"Select {number}", f"slider-{at}", f"val-{at}")
            for at, number in enumerate(numbers, 1)
        ]

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        for slider in self._sliders:
            gesture = slider.on_page(page)
            if gesture is not None:
                return gesture
        return page.submit()


class _OneSlider(SlideExpert):
    """One of several sliders."""

    def __init__(self, told: str, slider: str, shown: str) -> None:
        super().__init__(told)
        self.slider, self.shown = slider, shown

    def finish(self, page: Page) -> Gesture | None:
        """See `SlideExpert.finish`."""
        return None


@kind
def spin(expert: PageExpert, page: Page) -> Gesture | None:
    """Taps the arrows next to the field until its number is right."""
    wanted = int(expert.found(r"Select (-?\d+)"))
    field = next(iter(page.all(FIELD)), None)
    if field is None:
        raise ExpertError("The page has no spinner.")
    now = int(field.text or 0)
    if now == wanted:
        return page.submit()
    _, top, right, bottom = page.css(field)
    # The arrows cover the field's right end, one above the other.
    return page.at(right + _ARROW, top + (bottom - top) * (0.25 if wanted > now else 0.75))


#: How far the middle of a spinner's arrows is from the right edge of its text, in CSS px.
_ARROW = 8


#: What the page shows after its last price.
_NO_PRICE = "$undefined0"


class StockExpert(PageExpert):
    """Buys as soon as the price is low enough. Until then it taps the instruction, where nothing happens.

    After ten seconds the page has no prices left, and shows ``$undefined0``.
    """

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        limit = float(self.found(r"less than \$([\d.]+)").rstrip("."))
        price = next((words(node) for node in page.nodes if re.fullmatch(r"\$[\d.]+", words(node))), "")
        if price and self._buys(float(price[1:]), limit):
            return page.tap(page.button("buy"))
        if any(words(node) == _NO_PRICE for node in page.nodes):
            return None
        assert page.query is not None
        return page.screen.tap(page.query)

    def _buys(self, price: float, limit: float) -> bool:
        """Whether to buy at a price."""
        return price <= limit


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "odd": OddExpert, "generate": generate, "greatest": GreatestExpert, "form": FormExpert,
    "combination": CombinationExpert, "spin": spin, "stock": StockExpert,
}  # fmt: skip
