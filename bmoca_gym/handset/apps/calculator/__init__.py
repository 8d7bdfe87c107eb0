"""Calculator: display, basic and advanced pad, history; with the keys and ids of Google Calculator 8.6."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.calculator import stored
from bmoca_gym.handset.apps.calculator.screens import dialogs, pad
from bmoca_gym.handset.apps.calculator.state import PACKAGE, Calculator
from bmoca_gym.handset.kits.arithmetic import engine
from bmoca_gym.handset.kits.arithmetic.engine import CalculatorProblem, Formula
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.value import memo


@memo(512)
def _preview(formula: Formula, degrees: bool) -> str:
    if not engine.has_operation(formula):
        return ""
    result = engine.evaluate(formula, degrees)
    return "" if isinstance(result, CalculatorProblem) else result


def _pad(s: Calculator, at: Place) -> tuple[Any, ...]:
    preview = "" if s.finished or s.problem else _preview(s.formula, s.degrees)
    return s.formula, s.finished, preview, s.problem, s.degrees, s.inverse, s.advanced


NAVIGATION = Navigation(
    Calculator,
    {"pad": Page(pad.screen, _pad)},
    {
        "menu": Overlay(dialogs.overflow),
        "history": Overlay(dialogs.history_dialog, lambda s, at: (s.history,)),
        "clear": Overlay(dialogs.clear_dialog),
    },
    kept=("degrees", "history"),
)

APP = App(
    name="calculator",
    package=PACKAGE,
    activity="com.android.calculator2.Calculator",
    icon=AppIcon("calculate", 0xFF1A73E8),
    state=Calculator,
    layers=NAVIGATION.layers,
    uid=10085,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    layouts=(
        ("", ("android.view.ViewGroup#drag_layout",)),
        ("around#history_recycler_view", ("android.widget.FrameLayout#history_frame",)),
        ("around#history_formula", ("android.widget.HorizontalScrollView#history_formula_container",)),
    ),
    files=(
        preference_file(PACKAGE, {"degrees": "degree_mode", "history": Stored("history", stored.is_history)}),
    ),
)
