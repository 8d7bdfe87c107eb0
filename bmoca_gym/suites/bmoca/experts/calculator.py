"""Experts for Calculator: they type a formula key by key."""

from __future__ import annotations

import re

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.kits.arithmetic.engine import TOKENS, display, spoken

_PACKAGE = "com.google.android.calculator"
_ID = _PACKAGE + ":id/"
#: Key by what it writes on the display: ``+`` is ``op_add``, ``cos(`` is ``fun_cos``.
_KEYS = {display((key,)): key for key in TOKENS}
_WRITING = re.compile("|".join(re.escape(text) for text in sorted(_KEYS, key=len, reverse=True)))


class FormulaExpert(AppExpert):
    """Types a formula, given the way the display shows it: ``cos(180``, ``5!÷(2!×3!)``."""

    package = _PACKAGE
    label = "calculator.app_name"

    def __init__(self, formula: str) -> None:
        keys = tuple([_KEYS[text] for text in _WRITING.findall(formula)])
        self.keys = keys
        #: What the formula's text is after each key.
        self.spoken = tuple([spoken(keys[: i + 1]) for i in range(len(keys))])

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        formula = screen.id(_ID + "formula")
        clear = screen.id(_ID + "clr")
        if formula is None or clear is None:
            return PressKey("BACK")
        typed = ascii_digits(formula.text)
        whole = self.spoken[-1]
        if typed == whole:
            return None
        if not whole.startswith(typed):
            return screen.tap(clear)
        done = next((i + 1 for i, text in enumerate(self.spoken) if text == typed), 0)
        # One key is for both brackets; it knows which one fits.
        name = "parens" if self.keys[done] in ("lparen", "rparen") else self.keys[done]
        key = screen.id(_ID + name)
        if key is not None:
            return screen.tap(key)
        arrow = screen.id(_ID + "arrow")
        return screen.tap(arrow) if arrow is not None else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "type": FormulaExpert,
}
