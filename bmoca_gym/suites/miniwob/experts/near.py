"""Near misses on pages: experts that follow an instruction with one thing changed, or make one move differently."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.miniwob.experts import clicks, counting, dates, forms, moves
from bmoca_gym.suites.miniwob.experts.clicks import MenuPathExpert
from bmoca_gym.suites.miniwob.experts.counting import GreatestExpert, OddExpert, StockExpert
from bmoca_gym.suites.miniwob.experts.forms import OrderExpert
from bmoca_gym.suites.miniwob.experts.reading import NotSeenError, Page, PageExpert, kind, words
from bmoca_gym.suites.miniwob.experts.seen import SeenExpert

_EXPERTS: Mapping[str, Mapping[str, Any]] = {
    "clicks": clicks.VERBS, "counting": counting.VERBS, "dates": dates.VERBS, "forms": forms.VERBS, "moves": moves.VERBS
}  # fmt: skip


def _swapped(told: str, pairs: Mapping[str, str]) -> str:
    if not pairs:
        return told
    both = {**pairs, **{other: one for one, other in pairs.items()}}
    return re.sub("|".join(map(re.escape, both)), lambda found: both[found[0]], told)


class ToldExpert:
    """Follows a modified instruction.

    Args:
        expert: the verb that follows it, such as ``counting.spin``.
        find: a pattern whose first group is changed.
        by: how much is added to a number there.
        among: texts, of which the one after the group's replaces it; the first follows the last.
        to: a fixed replacement for the group.
        swap: words to exchange throughout the instruction.
        told: the page's instruction.
    """

    def __init__(
        self,
        expert: str,
        find: str = "",
        by: int = 0,
        among: tuple[str, ...] = (),
        to: str | None = None,
        swap: Mapping[str, str] | None = None,
        told: str = "",
    ) -> None:
        changed = _swapped(told, swap or {})
        match = re.search(find, changed) if find else None
        if match is not None:
            old = match[1]
            new = str(int(old) + by) if by else to or ""
            if among:
                new = among[(among.index(old) + 1) % len(among)] if old in among else among[0]
            changed = changed[: match.start(1)] + new + changed[match.end(1) :]
        if changed == told:
            raise ExpertError(f"Nothing is changed in {told!r}.")
        module, _, verb = expert.partition(".")
        self._expert: PageExpert = _EXPERTS[module][verb](told=changed)

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | None:
        """See `Expert.next_gesture`."""
        return self._expert.next_gesture(tree, locale)


class MovesExpert(SeenExpert):
    """Makes the moves that solve a page, with one changed.

    Args:
        page: the page.
        seed: its seed.
        at: the index of the move.
        change: ``leave`` it out, ``reverse`` a drag, ``turn`` it by a right angle, ``swap`` it with the one before, or
            ``shift`` it by ``by``.
        by: CSS px across and down.
        told: the page's instruction.
    """

    def __init__(
        self, page: str, seed: int, at: int, change: str, by: tuple[int, int] = (0, 0), told: str = ""
    ) -> None:
        super().__init__(page, seed, desk=True, told=told)
        left = self._left
        ((kind, place),) = left[at].items()
        x, y, *end = place
        if change == "leave":
            del left[at]
        elif change == "swap":
            left[at - 1], left[at] = left[at], left[at - 1]
        elif change == "reverse":
            left[at] = {kind: [x, y, 2 * x - end[0], 2 * y - end[1]]}
        elif change == "turn":
            middle, half = ((x + end[0]) / 2, (y + end[1]) / 2), ((end[0] - x) / 2, (end[1] - y) / 2)
            left[at] = {
                kind: [middle[0] + half[1], middle[1] - half[0], middle[0] - half[1], middle[1] + half[0]]
            }
        elif change == "shift":
            left[at] = {kind: [one + by[axis % 2] for axis, one in enumerate(place)]}
        else:
            raise ExpertError(f"There is no change {change!r}.")


class LastOddExpert(OddExpert):
    """Marks the last number wrongly."""

    def _wanted(self, number: int, last: bool) -> str:
        return super()._wanted(number + last, last)


class SecondExpert(GreatestExpert):
    """Chooses the second greatest card."""

    def _best(self) -> int:
        order = sorted(self._seen, key=lambda at: self._seen[at])
        return order[-2] if len(order) > 1 else 0


class DearExpert(StockExpert):
    """Buys when the price is still too high."""

    def _buys(self, price: float, limit: float) -> bool:
        return price > limit


class OtherItemExpert(MenuPathExpert):
    """Presses another item of the menu."""

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        names = self.found(r"Select (.*)").split(">")
        first = next((node for node in page.nodes if words(node) and words(node) not in names), None)
        if first is None:
            raise NotSeenError("The menu has no other item.")
        return page.tap(first)


class FewerExpert(OrderExpert):
    """Orders all but one of the items."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        if self._left:
            self._left.pop()
        else:
            self._count -= 1


@kind
def disagree(expert: PageExpert, page: Page) -> Gesture | None:
    """Does everything the agreement asks for, but presses the other button; does nothing if it asks for nothing."""
    if not expert.quoted:
        return None
    name, label = expert.quoted
    other = PageExpert(expert.told)
    other.quoted = [name, "Cancel" if label == "Agree" else "Agree"]
    follow: Callable[[PageExpert, Page], Gesture | None] = _EXPERTS["forms"]["agreement"].on_page
    return follow(other, page)


#: What a near miss's ``expert`` may name.
VERBS = {
    "told": ToldExpert, "moves": MovesExpert, "odd": LastOddExpert, "greatest": SecondExpert, "stock": DearExpert,
    "menu": OtherItemExpert, "disagree": disagree, "order": FewerExpert,
}  # fmt: skip
