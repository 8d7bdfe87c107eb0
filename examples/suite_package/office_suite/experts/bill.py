"""The expert for bills: adds up prices in Calculator and answers with the sum."""

from __future__ import annotations

from bmoca_gym import Answer, Gesture, UiTree
from bmoca_gym.demonstrations.experts.reading import Screen, number
from bmoca_gym.suites.bmoca.experts.calculator import FormulaExpert


class BillExpert(FormulaExpert):
    """Types the prices with plus signs between them, and answers with Calculator's result."""

    def __init__(self, prices: tuple[int, ...]) -> None:
        super().__init__("+".join(map(str, prices)))

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        gesture = super().next_gesture(tree, locale)
        result = Screen(tree, locale).id("com.google.android.calculator:id/result_preview")
        return Answer(str(number(result.text))) if gesture is None and result is not None else gesture


#: The verbs that a task's ``expert`` can name.
VERBS = {"add_up": BillExpert}
