"""Experts for pages where something is dragged, scrolled, slid or selected."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.suites.miniwob.experts.reading import FIELD, Page, PageExpert, kind, words


class ScrollExpert(PageExpert):
    """Scrolls the text area to one of its ends, until nothing moves, and submits the page."""

    _SWIPES = 4

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._left = self._SWIPES

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        area = next((node for node in page.all(FIELD)), None) or next(n for n in page.nodes if n.scrollable)
        if self._left:
            self._left -= 1
            return page.screen.swipe(area, "up" if "bottom" in self.told else "down", 0.9)
        return page.submit()


#: The ends of a track and its middle, as shares of its length.
_ENDS, _HALF = (0.002, 0.998), 0.5


class SlideExpert(PageExpert):
    """Taps the slider's track where the number should be, and next to it until it is right.

    The handle covers the track around itself. If it is in the way, it is sent to an end first.
    """

    #: The ids of the track and of the number.
    slider, shown = "slider", "val"

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._seen: list[tuple[float, int]] = []
        self._tapped: tuple[float, int] | None = None  # where, and the number before

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        wanted = int(self.found(r"Select (-?\d+)"))
        shown = page.id(self.shown)
        track = page.id(self.slider)
        if shown is None or track is None:
            raise ExpertError("The page has no slider.")
        below = page.nodes[page.nodes.index(shown) :]
        value = int(next(words(n) for n in below if re.fullmatch(r"-?\d+", words(n))))
        if value == wanted:
            return self.finish(page)
        left, top, right, bottom = page.css(track)
        along = right - left > bottom - top
        start, end = (left, right) if along else (bottom, top)
        share = self._next(value, wanted)
        self._tapped = share, value
        place = start + (end - start) * share
        return page.at(place, (top + bottom) / 2) if along else page.at((left + right) / 2, place)

    def finish(self, page: Page) -> Gesture | None:
        """Return the next move once the number is right."""
        return page.submit()

    def _next(self, value: int, wanted: int) -> float:
        """Where to tap next, as a fraction of the track."""
        if self._tapped is None:
            return self._share(wanted)
        share, before = self._tapped
        if value != before:
            self._seen.append((share, value))
        elif share not in _ENDS:
            return _ENDS[share < _HALF]
        return self._share(wanted)

    def _share(self, wanted: int) -> float:
        """Where to tap next: first the ends, which reveal the range, then between the nearest taps."""
        tapped = sorted(dict(self._seen).items())
        if len(tapped) < 2:
            return (
                _ENDS[len(tapped)] if self._tapped is None or self._tapped[0] != _ENDS[len(tapped)] else _HALF
            )
        below = max((one for one in tapped if one[1] <= wanted), default=tapped[0])
        above = min((one for one in tapped if one[1] >= wanted), default=tapped[-1])
        if above[1] == below[1]:
            return (above[0] + below[0]) / 2
        return below[0] + (above[0] - below[0]) * (wanted - below[1]) / (above[1] - below[1])


class DragItemExpert(PageExpert):
    """Drags the circle in the given direction, then submits the page. It remembers whether it has dragged."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._dragged = False

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if self._dragged:
            return page.submit()
        self._dragged = True
        boxes = [(page.css(node), node) for node in page.nodes]
        round_ones = [
            box
            for box, _ in boxes
            if 20 < box[2] - box[0] < 45 and abs((box[2] - box[0]) - (box[3] - box[1])) < 1
        ]
        if not round_ones:
            raise ExpertError("The page has no circle.")
        left, top, right, bottom = round_ones[-1]
        x, y = (left + right) / 2, (top + bottom) / 2
        dx, dy = {"left": (-36, 0), "right": (36, 0), "up": (0, -75), "down": (0, 75)}[
            self.found(r"circle (\w+)")
        ]
        return page.drag(x, y, x + dx, y + dy)


@kind
def drag_box(expert: PageExpert, page: Page) -> Gesture | None:
    """Submits the page: one finger can't drag the box, but in one instance in ten it starts in the right place."""
    return page.submit()


@kind
def resize(expert: PageExpert, page: Page) -> Gesture | None:
    """Submits the page: one finger can't resize the text area."""
    return page.submit()


class SortExpert(PageExpert):
    """Submits the page if its numbers are sorted. One finger can't drag them, so otherwise it gives up."""

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        numbers = [node for node in page.nodes if re.fullmatch(r"-?\d+", words(node))]
        shown = [int(words(node)) for node in sorted(numbers, key=lambda node: node.bounds[1])]
        return page.submit() if shown == sorted(shown) else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "scroll": ScrollExpert, "slide": SlideExpert, "drag_item": DragItemExpert, "drag_box": drag_box, "resize": resize,
    "sort": SortExpert,
}  # fmt: skip
