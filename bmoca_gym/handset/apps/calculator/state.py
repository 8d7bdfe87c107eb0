"""Calculator's state."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.arithmetic.engine import Formula
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.google.android.calculator"
ID = PACKAGE + ":id/"

OverlayName = Literal["", "menu", "history", "clear"]


@value
class Calculator(Value):
    """Calculator's state.

    Attributes:
        finished: the result shown alone after ``=``.
        problem: why there is no result, if so.
        history: (formula, canonical result), the oldest first.
    """

    formula: Formula = ()
    degrees: bool = True
    inverse: bool = False
    advanced: bool = False
    finished: str = ""
    problem: str = ""
    history: tuple[tuple[Formula, str], ...] = ()
    overlay: OverlayName = ""
