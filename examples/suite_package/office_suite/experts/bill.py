"""The expert of bills: a sum typed in Calculator."""

from __future__ import annotations

from bmoca_gym.suites.bmoca.experts.calculator import FormulaExpert


class BillExpert(FormulaExpert):
    """Types prices with a plus between them."""

    def __init__(self, prices: tuple[int, ...]) -> None:
        super().__init__("+".join(map(str, prices)))


#: What a task's ``expert`` may name.
VERBS = {"type": BillExpert}
