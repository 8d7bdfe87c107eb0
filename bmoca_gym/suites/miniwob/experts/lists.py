"""Expert for pages with a list of options, which the phone shows in a dialog."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import Screen
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import SPINNER, NotSeenError, Page, PageExpert

_LIST = "android.widget.ListView"


class ChooseExpert(PageExpert):
    """Opens the list, chooses what the instruction names, and submits the page. It remembers what it has chosen."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._wanted = self.found(r"Select (.*) from the").split(", ") if told else []
        self._chosen = False
        self._ticked: set[str] = set()

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if self._chosen:
            return page.submit()
        lists = page.all(SPINNER, _LIST)
        if not lists:
            raise NotSeenError("The page has no list.")
        return page.tap(lists[0])

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        done = screen.id("android:id/button1")
        for name in self._wanted:
            row = screen.tree.find(text=name)
            if row is None:
                continue
            if done is None:
                self._chosen = True
                return screen.tap(row)
            if not _is_chosen(screen, row):
                self._ticked.add(name)
                return screen.tap(row)
        if done is not None and self._ticked >= set(self._wanted):
            self._chosen = True
            return screen.tap(done)
        return screen.scroll_down()


def _is_chosen(screen: Screen, row: UiNode) -> bool:
    """Whether the row of an option is checked: the element itself, or the one around it."""
    return any(one.checked and one.bounds[1] <= row.center[1] < one.bounds[3] for one in screen.tree)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"choose": ChooseExpert}
