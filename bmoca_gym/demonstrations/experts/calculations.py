"""Experts of Calculator: a formula typed key by key."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.view.ui_tree import UiTree

_PACKAGE = "com.google.android.calculator"
_ID = _PACKAGE + ":id/"


class FormulaExpert(AppExpert):
    """Types a formula. ``keys``: the resource ids' names; ``spoken``: what the formula's text is after each."""

    package = _PACKAGE
    label = "calculator.app_name"

    def __init__(self, keys: tuple[str, ...], spoken: tuple[str, ...]) -> None:
        self.keys = keys
        self.spoken = spoken

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        formula = screen.id(_ID + "formula")
        clear = screen.id(_ID + "clr")
        if formula is None or clear is None:
            return PressKey("BACK")
        typed = "".join(str(int(c)) if c.isdecimal() else c for c in formula.text)
        whole = self.spoken[-1]
        if typed == whole:
            return None
        if not whole.startswith(typed):
            return screen.tap(clear)
        done = next((i + 1 for i, text in enumerate(self.spoken) if text == typed), 0)
        key = screen.id(_ID + self.keys[done])
        if key is not None:
            return screen.tap(key)
        arrow = screen.id(_ID + "arrow")
        return screen.tap(arrow) if arrow is not None else None


def cosine_of_180() -> FormulaExpert:
    """Input cos(180)."""
    return FormulaExpert(("fun_cos", "digit_1", "digit_8", "digit_0"), ("c", "c1", "c18", "c180"))
